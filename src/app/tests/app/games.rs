//! Lists of games and their files, without a window: the effects are carried out at once, with real files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use tabia_app::action::{Action, GamesAction, TourAction, TrainingAction, TreeEdit, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::game::replacement::Loss;
use tabia_app::library::collection::{GameList, Purpose, SaveAnswer, SaveDoubt};
use tabia_app::library::explorer::Source;
use tabia_app::library::open;
use tabia_app::library::open::{Opened, Progress};
use tabia_app::model::Model;
use tabia_app::persistence::session::Session;
use tabia_app::training::openings::OpeningsFrom;
use tabia_app::training::state::Page;
use tabia_app::update::update;
use tabia_app::window::settings::Settings;
use tabia_app::window::toasts::ToastOffer;
use tabia_app::window::view::Dialog;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, Color, Square};
use tabia_games::collection::listing::Column;
use tabia_games::collection::search::Likeness;
use tabia_games::game::annotation::{Brush, Shape};
use tabia_text::t;

const GAMES: &str = "[White \"Morphy\"]\r\n[Black \"Anderssen\"]\r\n[Result \"1-0\"]\r\n\r\n\
    1. e4 e5 2. Nf3 {as  it\r\nwas} Nc6 1-0\r\n\r\n\
    [White \"Réti\"]\r\n[Black \"Tartakower\"]\r\n\r\n1. e4 c6 2. d4 d5 1-0\r\n\r\n\
    [White \"Broken\"]\r\n\r\n1. e4 e5 2. Ke3 *\r\n\r\n\
    [White \"Tal\"]\r\n\r\n1. d4 Nf6 2. c4 1/2-1/2";

/// A model, and the code that carries out its effects.
struct Desk {
    model: Model,
    folder: tempfile::TempDir,
    /// Effects that are not carried out here.
    rest: Vec<Effect>,
}

impl Desk {
    fn new() -> Desk {
        let model = Model::new(Settings { book_moves: false, ..Settings::default() });
        Desk { model, folder: tempfile::tempdir().unwrap(), rest: Vec::new() }
    }

    /// A desk with a list of a file with four games.
    fn with_list() -> Desk {
        let mut desk = Desk::new();
        fs::write(desk.path(), GAMES).unwrap();
        desk.open(&desk.path());
        desk
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("four.pgn")
    }

    fn act(&mut self, action: Action) {
        for effect in update(&mut self.model, action, 1_000) {
            let never = AtomicBool::new(false);
            match effect {
                Effect::OpenFile { path, quietly } => {
                    let opened = open::file(&path, &Progress::default()).unwrap().unwrap();
                    self.act(Action::Opened(Opened { quietly, ..opened }.into()));
                }
                Effect::ListGames(request) => {
                    self.act(Action::Games(request.answer(&never).unwrap()));
                }
                Effect::ExploreGames(request) => {
                    self.act(Action::Games(request.answer(&never).unwrap()));
                }
                Effect::ReadRepertoire(request) => {
                    self.act(Action::RepertoireRead(request.answer(&never).unwrap()));
                }
                Effect::ReadGame(request) => {
                    let found = request.origin.read(&request.place).map(Box::new);
                    self.act(Action::Games(GamesAction::Read { request, found }));
                }
                Effect::WriteGame(request) => {
                    self.act(Action::Games(GamesAction::Wrote(request.carry_out().into())));
                }
                Effect::ChangeFile(request) => {
                    let changed = request.carry_out(&never);
                    self.act(Action::Games(GamesAction::Changed(changed.into())));
                }
                other => self.rest.push(other),
            }
        }
    }

    fn games(&mut self, action: GamesAction) {
        self.act(Action::Games(action));
    }

    fn give(&mut self, command: UserCommand) {
        assert!(command.is_enabled(&self.model), "{command:?} is not enabled");
        self.act(Action::Command(command));
    }

    fn open(&mut self, path: &Path) {
        self.act(Action::Opened(open::file(path, &Progress::default()).unwrap().unwrap().into()));
    }

    fn take(&mut self, game: u32, purpose: Purpose) {
        self.games(GamesAction::Take { game, purpose });
    }

    fn delete(&mut self, game: u32) {
        self.games(GamesAction::Remove(game));
        assert!(matches!(self.model.dialog, Some(Dialog::DeleteGame { .. })));
        self.act(Action::Confirm);
    }

    fn list(&self) -> &GameList {
        self.model.games.as_ref().unwrap()
    }

    fn rows(&self) -> Vec<u32> {
        self.list().rows.iter().map(|hit| hit.game).collect()
    }

    fn line(&self) -> String {
        let tree = &self.model.game.tree;
        let names = tree.main_line().iter().skip(1).map(|&node| tree.san(node)).collect::<Vec<_>>();
        names.join(" ")
    }

    fn comment(&mut self, text: &str) {
        let edit = TreeEdit::Comment { before: false, text: text.to_owned(), more: false };
        let node = self.model.game.tree.main_line()[1];
        self.act(Action::Edit { node, edit });
    }

    fn doubt(&self) -> SaveDoubt {
        let Some(Dialog::Save(question)) = &self.model.dialog else { panic!("nothing is asked") };
        question.why.clone()
    }

    fn says(&self, part: &str) -> bool {
        self.model.toasts.iter().any(|toast| toast.text.contains(part))
    }

    fn file(&self) -> String {
        fs::read_to_string(self.path()).unwrap()
    }
}

#[test]
fn a_file_of_several_games_is_listed_filtered_and_sorted() {
    let mut desk = Desk::with_list();
    assert_eq!(desk.rows(), [0, 1, 2, 3]);
    assert!(desk.rest.iter().any(|effect| matches!(effect, Effect::OpenPane(_, PaneId::Games))));
    assert!(desk.model.dialog.is_none());
    let first = (desk.line(), desk.model.listed_game());
    assert_eq!(first, ("e4 e5 Nf3 Nc6".to_owned(), Some(0)), "its first game stands beside it");
    desk.games(GamesAction::Filter("reti".to_owned()));
    assert_eq!(desk.rows(), [1]);
    desk.games(GamesAction::Filter("result:1-0".to_owned()));
    assert_eq!(desk.rows(), [0, 1]);
    desk.games(GamesAction::Filter("elo:x".to_owned()));
    assert_eq!((desk.rows().len(), desk.list().remarks.len()), (4, 1));
    desk.games(GamesAction::Filter(String::new()));
    desk.games(GamesAction::SelectRow(1));
    desk.games(GamesAction::Sort(Column::White));
    assert_eq!(desk.rows(), [2, 0, 1, 3]);
    assert_eq!(desk.list().cursor, Some(2), "one stands on the same game");
    desk.games(GamesAction::Sort(Column::White));
    assert_eq!(desk.rows(), [3, 1, 0, 2]);
    desk.games(GamesAction::SelectRow(99));
    assert_eq!(desk.list().cursor, Some(3));
    desk.games(GamesAction::Close);
    assert!(desk.model.games.is_none());
}

#[test]
fn a_game_that_the_user_played_with_black_is_seen_from_there() {
    let mut desk = Desk::with_list();
    desk.model.settings.player_name = "Anderssen".to_owned();
    desk.take(0, Purpose::Open(0));
    assert!(desk.model.view.flipped);
    desk.take(1, Purpose::Open(0));
    assert!(!desk.model.view.flipped, "other people's games are seen from White");
}

#[test]
fn a_late_answer_to_the_list_before_is_not_taken_for_one_to_this() {
    let mut desk = Desk::with_list();
    let action = GamesAction::Filter("-reti".to_owned());
    let asked = update(&mut desk.model, Action::Games(action), 1_000);
    let late = asked.into_iter().find_map(|effect| match effect {
        Effect::ListGames(request) => request.answer(&AtomicBool::new(false)),
        _ => None,
    });
    let other = desk.folder.path().join("other.pgn");
    fs::write(&other, &GAMES[..GAMES.find("[White \"Broken").unwrap()]).unwrap();
    desk.open(&other);
    desk.games(GamesAction::Sort(Column::White));
    assert_eq!(desk.rows(), [0, 1]);
    desk.games(late.unwrap());
    assert_eq!(desk.rows(), [0, 1], "rows of four games in a list of two");
}

#[test]
fn a_late_file_does_not_take_the_place_of_another_list() {
    let mut desk = Desk::with_list();
    let late = open::file(&desk.path(), &Progress::default()).unwrap().unwrap();
    let late = || Action::Opened(Opened { quietly: true, ..late.clone() }.into());
    let other = desk.folder.path().join("other.pgn");
    fs::write(&other, &GAMES[..GAMES.find("[White \"Broken").unwrap()]).unwrap();
    desk.open(&other);
    desk.act(late());
    assert_eq!(desk.list().name, "other.pgn");
    desk.open(&desk.path());
    desk.act(late());
    assert_eq!(desk.list().name, "four.pgn");
}

#[test]
fn late_games_and_answers_do_not_concern_another_game() {
    // Another game comes onto the board while a game to be merged is being read.
    let mut desk = Desk::with_list();
    let take = GamesAction::Take { game: 3, purpose: Purpose::Merge };
    let reads = update(&mut desk.model, Action::Games(take), 1_000);
    desk.take(0, Purpose::Open(0));
    let before = desk.model.game.tree.clone();
    for effect in reads {
        let Effect::ReadGame(request) = effect else { continue };
        let found = request.origin.read(&request.place).map(Box::new);
        desk.games(GamesAction::Read { request, found });
    }
    assert_eq!(desk.model.game.tree, before);
    // The file has changed when a game that has left the board is written.
    desk.comment("mine");
    fs::write(desk.path(), format!("{GAMES}\r\n\r\n[White \"Other\"]\r\n\r\n1. c4 *\r\n")).unwrap();
    desk.give(UserCommand::SaveFile);
    let replace = Action::Games(GamesAction::Save(SaveAnswer::Replace));
    let writes = update(&mut desk.model, replace, 1_000);
    desk.act(Action::PasteText("1. d4 *".to_owned()));
    desk.act(Action::Confirm);
    for effect in writes {
        let Effect::WriteGame(request) = effect else { continue };
        desk.games(GamesAction::Wrote(request.carry_out().into()));
    }
    assert!(desk.model.dialog.is_none() && desk.says("has left the board was not saved"));
}

#[test]
fn a_game_that_begins_in_a_game_of_a_file_has_no_place_in_it() {
    let mut desk = Desk::with_list();
    desk.take(1, Purpose::Open(0));
    desk.comment("kept");
    desk.give(UserCommand::SaveFile);
    desk.games(GamesAction::Save(SaveAnswer::Replace));
    let file = desk.file();
    desk.give(UserCommand::PlayFromHere);
    desk.give(UserCommand::SaveFile);
    assert_eq!(desk.file(), file);
    assert!(desk.rest.iter().any(|effect| matches!(effect, Effect::PickFileToSave { .. })));
    desk.give(UserCommand::Undo);
    desk.comment("kept, better");
    desk.give(UserCommand::SaveFile);
    assert!(desk.file().contains("kept, better"), "the game of the file still has its place");
}

#[test]
fn a_game_is_seen_from_the_side_its_file_names() {
    let mut desk = Desk::new();
    for (side, flipped) in [("black", true), ("white", false)] {
        desk.act(Action::PasteText(format!("[Orientation \"{side}\"]\n\n1. e4 e5 *")));
        assert_eq!(desk.model.view.flipped, flipped, "{side}");
    }
}

#[test]
fn only_games_with_the_position_on_the_board() {
    let mut desk = Desk::with_list();
    desk.games(GamesAction::Like(Some(Likeness::Exact)));
    assert_eq!(desk.rows(), [0, 1, 2, 3]);
    let mut board = Board::start();
    board.make_move(board.find_move("e2".parse().unwrap(), "e4".parse().unwrap(), None).unwrap());
    desk.act(Action::SetFen(board.to_string()));
    assert_eq!(desk.rows(), [0, 1, 2], "another position, other games");
    let hit = desk.list().rows[1];
    desk.take(hit.game, Purpose::Open(hit.ply));
    let game = &desk.model.game;
    assert_eq!(game.tree.san(game.current), "e4", "the game is shown where it was found");
    desk.games(GamesAction::Like(None));
    assert_eq!(desk.rows().len(), 4);
    desk.act(Action::ExploreIn(Source::Games));
    let known = desk.model.explorer.moves(desk.model.game.board()).unwrap();
    assert_eq!(known.len(), 2, "the explorer asks the list");
}

#[test]
fn games_are_opened_one_after_the_other_and_undo_leads_back() {
    let mut desk = Desk::with_list();
    assert_eq!((desk.line().as_str(), desk.model.listed_game()), ("e4 e5 Nf3 Nc6", Some(0)));
    desk.give(UserCommand::NextGame);
    assert_eq!((desk.line().as_str(), desk.list().cursor), ("e4 c6 d4 d5", Some(1)));
    desk.give(UserCommand::NextGame);
    assert_eq!(desk.line(), "e4 e5", "the readable part");
    assert!(desk.says("problem") && desk.says("Ke3"), "{:?}", desk.model.toasts);
    assert!(desk.list().collection.problem(2).unwrap().contains("Ke3"));
    desk.give(UserCommand::PreviousGame);
    assert_eq!(desk.line(), "e4 c6 d4 d5");
    desk.give(UserCommand::Undo);
    assert_eq!((desk.line().as_str(), desk.model.listed_game()), ("e4 e5", Some(2)));
    desk.take(3, Purpose::Open(0));
    desk.give(UserCommand::NextGame);
    assert!(desk.says(t!("library-no-further-game")));
    assert!(!desk.model.unsaved);
}

#[test]
fn the_games_of_a_pasted_text_are_listed_in_the_next_run() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText("1. e4 e5 *\n\n[White \"B\"]\n\n1. d4 d5 *\n".to_owned()));
    assert_eq!(desk.list().collection.len(), 2);
    let text = Session::of(&desk.model, 0).to_text();
    let mut later = Desk::new();
    later.act(Action::RestoreSession(Session::parse(&text).unwrap().into()));
    assert_eq!(later.list().collection.len(), 2);
    // A text that would make every session large is not stored.
    let long = format!("1. e4 {{{}}} *\n\n[White \"B\"]\n\n1. d4 d5 *\n", "x".repeat(300_000));
    desk.act(Action::PasteText(long));
    assert_eq!(desk.list().collection.len(), 2);
    assert_eq!(Session::of(&desk.model, 0).list_text, None);
}

#[test]
fn changes_are_saved_or_given_up_before_another_game_is_opened() {
    let asks = |desk: &Desk| matches!(desk.model.dialog, Some(Dialog::Replace(Loss::Edits, _)));
    let mut desk = Desk::with_list();
    desk.take(1, Purpose::Open(0));
    desk.comment("first thought");
    desk.take(2, Purpose::Open(0));
    assert!(asks(&desk) && desk.model.listed_game() == Some(1));
    desk.act(Action::CloseDialog);
    assert_eq!(desk.model.listed_game(), Some(1), "it stays as it is");
    assert!(desk.model.unsaved);
    desk.give(UserCommand::NextGame);
    desk.act(Action::SaveFirst);
    assert!(desk.model.dialog.is_none() && desk.file().contains("{first thought}"));
    assert_eq!((desk.model.listed_game(), desk.line().as_str()), (Some(2), "e4 e5"));
    desk.comment("second thought");
    desk.act(Action::SetFen(Board::start().to_string()));
    assert!(asks(&desk));
    desk.act(Action::Confirm);
    assert!(desk.model.home().is_none() && !desk.file().contains("second"));
    desk.give(UserCommand::Undo);
    assert!(desk.model.unsaved, "undo leads back to it");
    desk.take(0, Purpose::Open(0));
    fs::write(desk.path(), "1. c4 *").unwrap();
    desk.act(Action::SaveFirst);
    assert!(desk.model.unsaved && desk.model.listed_game() == Some(2), "it could not be saved");
}

#[test]
fn a_game_that_its_file_does_not_take_can_be_saved_elsewhere() {
    let mut desk = Desk::with_list();
    desk.take(1, Purpose::Open(0));
    desk.comment("a thought");
    let mut rights = fs::metadata(desk.path()).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(desk.path(), rights).unwrap();
    desk.act(Action::Command(UserCommand::SaveFile));
    desk.games(GamesAction::Save(SaveAnswer::Replace));
    let toast = desk.model.toasts.shown().unwrap();
    assert_eq!(toast.offers, [ToastOffer::Command(UserCommand::SaveFileAs)]);
}

/// A way to annotate or change a game.
type Write = fn(&mut Desk);

#[test]
fn what_is_written_on_a_board_of_its_own_is_asked_for_and_mere_moves_are_not() {
    let play = |desk: &mut Desk, from: &str, to: &str| {
        let (from, to) = (from.parse().unwrap(), to.parse().unwrap());
        desk.act(Action::PlayMove { from, to, promotion: None });
    };
    let moves = |desk: &mut Desk| {
        desk.act(Action::SetFen(Board::start().to_string()));
        play(desk, "e2", "e4");
        play(desk, "e7", "e5");
    };
    let away = "8/k7/3p4/3P4/8/8/8/K7 w - - 0 1".to_owned();
    let mut desk = Desk::new();
    moves(&mut desk);
    assert!(!desk.model.unsaved && desk.model.has_unsaved_game());
    desk.act(Action::SetFen(away.clone()));
    assert!(desk.model.dialog.is_none() && desk.line().is_empty());
    let ways: [Write; 4] = [
        |desk| desk.comment("a plan"),
        |desk| desk.give(UserCommand::GlyphGood),
        |desk| {
            let at = "e4".parse().unwrap();
            desk.act(Action::ToggleShape(Shape::Circle { at, brush: Brush::Green }));
        },
        |desk| {
            desk.give(UserCommand::First);
            let (from, to) = ("d2".parse().unwrap(), "d4".parse().unwrap());
            desk.act(Action::PlayMove { from, to, promotion: None });
        },
    ];
    for (number, write) in ways.into_iter().enumerate() {
        let mut desk = Desk::new();
        moves(&mut desk);
        write(&mut desk);
        assert!(desk.model.unsaved, "{number}");
        desk.act(Action::SetFen(away.clone()));
        assert!(matches!(desk.model.dialog, Some(Dialog::Replace(Loss::Edits, _))), "{number}");
        desk.act(Action::SaveFirst);
        assert!(desk.rest.iter().any(|effect| matches!(effect, Effect::PickFileToSave { .. })));
        let path = desk.folder.path().join("own.pgn");
        desk.games(GamesAction::SaveTo { path, games: 0, append: false });
        assert!(desk.line().is_empty() && desk.model.dialog.is_none(), "{number}");
    }
}

/// A large file is read for half a minute, in which the user goes on with the game.
#[test]
fn a_game_that_was_changed_stays_on_the_board_beside_the_list_of_a_file_that_was_read() {
    let mut desk = Desk::new();
    desk.act(Action::SetFen(Board::start().to_string()));
    desk.act(Action::PlayMove { from: Square::B2, to: Square::B3, promotion: None });
    desk.comment("mine");
    fs::write(desk.path(), GAMES).unwrap();
    desk.open(&desk.path());
    assert!(desk.model.dialog.is_none(), "no question appears by itself");
    assert_eq!(desk.line(), "b3");
    assert!(!desk.list().collection.is_empty());
    desk.take(0, Purpose::Open(0));
    assert!(matches!(desk.model.dialog, Some(Dialog::Replace(Loss::Edits, _))), "asked for");
}

#[test]
fn going_through_a_list_pushes_nothing_out_of_undo() {
    let mut desk = Desk::new();
    desk.act(Action::SetFen(Board::start().to_string()));
    let (from, to) = ("b2".parse().unwrap(), "b3".parse().unwrap());
    desk.act(Action::PlayMove { from, to, promotion: None });
    desk.comment("hours of work");
    fs::write(desk.path(), GAMES).unwrap();
    desk.open(&desk.path());
    desk.take(0, Purpose::Open(0));
    desk.act(Action::Confirm);
    for _ in 0..60 {
        desk.give(UserCommand::NextGame);
        desk.give(UserCommand::PreviousGame);
    }
    let text = Session::of(&desk.model, 1_000).to_text();
    assert!(text.contains("hours of work"), "the next run can go back to it as well");
    // A saved edit can still be undone after the next game has been shown.
    desk.comment("kept");
    desk.give(UserCommand::SaveFile);
    desk.games(GamesAction::Save(SaveAnswer::Replace));
    desk.give(UserCommand::NextGame);
    desk.give(UserCommand::NextGame);
    desk.give(UserCommand::NextGame);
    let noted = |desk: &Desk| {
        let tree = &desk.model.game.tree;
        tree.ids().any(|id| tree.comment(id) == "kept")
    };
    desk.give(UserCommand::Undo);
    assert!(!noted(&desk), "the game before");
    desk.give(UserCommand::Undo);
    assert!(noted(&desk), "the one that was saved");
    desk.give(UserCommand::Undo);
    assert!(!noted(&desk), "before the comment");
    for _ in 0..2 {
        desk.give(UserCommand::Undo);
        if desk.model.dialog.is_some() {
            desk.act(Action::Confirm);
        }
    }
    assert_eq!(desk.line(), "b3", "one game of all those that were looked at, then the analysis");
}

#[test]
fn a_list_that_is_read_again_disturbs_nothing_that_waits_and_does_not_come_back_once_closed() {
    let mut desk = Desk::with_list();
    let again = open::file(&desk.path(), &Progress::default()).unwrap().unwrap();
    let again = || Action::Opened(Opened { quietly: true, ..again.clone() }.into());
    desk.act(Action::SetFen(Board::start().to_string()));
    desk.act(Action::PlayMove { from: Square::B2, to: Square::B3, promotion: None });
    desk.comment("mine");
    desk.take(3, Purpose::Open(0));
    desk.act(Action::SaveFirst);
    desk.act(again());
    let path = desk.folder.path().join("own.pgn");
    desk.games(GamesAction::SaveTo { path, games: 0, append: false });
    assert_eq!(desk.line(), "d4 Nf6 c4", "what waited for the file has come");
    desk.games(GamesAction::Close);
    desk.act(again());
    assert!(desk.model.games.is_none());
}

#[test]
fn the_game_beside_a_tour_is_the_one_that_is_saved() {
    let begin = |desk: &mut Desk| {
        desk.act(Action::Tour(TourAction::Begin(0)));
        assert_ne!(desk.model.own_game().serial, desk.model.game.serial);
    };
    let mut desk = Desk::with_list();
    desk.take(1, Purpose::Open(0));
    desk.comment("beside the tour");
    let own = desk.model.game.serial;
    begin(&mut desk);
    assert!(!desk.model.unsaved && desk.model.has_unsaved_game());
    // Nothing shown by a tour needs saving, whatever is drawn on it.
    let at = "e4".parse().unwrap();
    desk.act(Action::ToggleShape(Shape::Circle { at, brush: Brush::Green }));
    assert!(!desk.model.unsaved);
    desk.act(Action::PasteText("1. b3 e5 *".to_owned()));
    assert!(matches!(desk.model.dialog, Some(Dialog::Replace(Loss::Edits, _))));
    assert_eq!(desk.model.own_game().serial, own);
    desk.act(Action::SaveFirst);
    assert!(desk.file().contains("beside the tour") && desk.line() == "b3 e5");
    // The same before the program ends.
    desk.comment("once more");
    begin(&mut desk);
    desk.act(Action::OpenDialog(Dialog::Unkept { why: String::new() }));
    desk.rest.clear();
    desk.act(Action::SaveFirst);
    assert!(desk.rest.iter().any(|effect| matches!(effect, Effect::PickFileToSave { .. })));
    let path = desk.folder.path().join("own.pgn");
    desk.games(GamesAction::SaveTo { path: path.clone(), games: 0, append: false });
    assert!(fs::read_to_string(path).unwrap().contains("once more"));
}

#[test]
fn undo_asks_before_another_game_takes_the_place_of_unsaved_edits() {
    let mut desk = Desk::with_list();
    desk.take(1, Purpose::Open(0));
    for n in 0..15 {
        desk.comment(&format!("thought {n}"));
    }
    // The next run has the newest of a long list of edits.
    let session = Session::of(&desk.model, 0);
    let kept = session.edits.len();
    assert!((1..15).contains(&kept));
    let mut later = Desk::with_list();
    later.act(Action::RestoreSession(Box::new(session)));
    assert!(later.model.unsaved);
    for _ in 0..kept {
        later.give(UserCommand::Undo);
        assert!(later.model.dialog.is_none() && later.model.unsaved);
    }
    later.give(UserCommand::Undo);
    assert!(matches!(later.model.dialog, Some(Dialog::Replace(Loss::Edits, _))));
    later.act(Action::CloseDialog);
    assert!(later.model.unsaved);
    later.give(UserCommand::Undo);
    later.act(Action::Confirm);
    assert_ne!(later.model.listed_game(), Some(1));
    later.give(UserCommand::Redo);
    assert!(later.model.unsaved, "redo brings it back");
}

#[test]
fn the_games_of_the_list_are_a_repertoire() {
    let mut desk = Desk::with_list();
    desk.give(UserCommand::TrainingWorkspace);
    let mut train = |action| desk.act(Action::Training(action));
    train(TrainingAction::Show(Page::Openings));
    train(TrainingAction::OpeningsFrom(OpeningsFrom::List));
    train(TrainingAction::Openings(Color::White));
    let run = desk.model.training.repertoire.as_ref().expect("a repertoire");
    let moves: Vec<String> =
        run.moves().iter().map(|&mv| tabia_chess::san::write(run.board(), mv)).collect();
    assert_eq!(moves, ["e4", "d4"], "of all four games");
    assert!(!desk.model.training.reads_repertoire);
    // The file is gone: the reason is shown, and the program continues.
    fs::remove_file(desk.path()).unwrap();
    desk.act(Action::Training(TrainingAction::LeaveOpenings));
    desk.act(Action::Training(TrainingAction::Openings(Color::Black)));
    assert!(desk.model.training.repertoire.is_none() && !desk.model.training.reads_repertoire);
    assert!(desk.model.toasts.iter().count() > 0);
}

#[test]
fn a_game_of_the_list_is_merged_or_copied() {
    let mut desk = Desk::with_list();
    desk.take(0, Purpose::Open(0));
    desk.take(1, Purpose::Merge);
    let tree = &desk.model.game.tree;
    assert_eq!((tree.len(), desk.line().as_str()), (8, "e4 e5 Nf3 Nc6"));
    assert!(desk.model.unsaved);
    desk.give(UserCommand::Undo);
    assert_eq!(desk.model.game.tree.len(), 5);
    assert!(!desk.model.unsaved, "as it was again");
    desk.rest.clear();
    desk.take(1, Purpose::Copy);
    let copied = desk.rest.iter().any(|e| matches!(e, Effect::CopyText(t) if t.contains("Réti")));
    assert!(copied && desk.line() == "e4 e5 Nf3 Nc6");
}

#[test]
fn a_game_is_saved_into_its_place_and_nothing_else_changes() {
    let mut desk = Desk::with_list();
    desk.take(1, Purpose::Open(0));
    desk.give(UserCommand::SaveFile);
    assert!(desk.says("Nothing has changed"));
    desk.comment("never seen before");
    assert!(desk.model.unsaved);
    desk.give(UserCommand::SaveFile);
    assert_eq!(desk.doubt(), SaveDoubt::Replaces(1));
    assert_eq!(desk.file(), GAMES, "nothing is written before the answer");
    desk.games(GamesAction::Save(SaveAnswer::Replace));
    assert!(!desk.model.unsaved && desk.model.dialog.is_none());
    let (before, rest) = GAMES.split_once("[White \"Réti\"]").unwrap();
    let after = &rest[rest.find("\r\n\r\n[White \"Broken\"]").unwrap()..];
    let file = desk.file();
    assert!(file.starts_with(before) && file.ends_with(after), "{file}");
    assert!(file.contains("{never seen before}"));
    assert_eq!(file.matches('\n').count(), file.matches("\r\n").count());
    desk.comment("and again");
    desk.give(UserCommand::SaveFile);
    assert!(
        desk.model.dialog.is_none() && desk.file().contains("and again"),
        "asked once is enough"
    );
    desk.take(3, Purpose::Open(0));
    assert_eq!(desk.line(), "d4 Nf6 c4", "the list knows where the others are now");
    desk.comment("late");
    desk.give(UserCommand::SaveFile);
    desk.games(GamesAction::Save(SaveAnswer::Replace));
    assert!(desk.file().ends_with("1/2-1/2") && desk.file().contains("late"));
    assert!(desk.file().contains("and again"));
    assert_eq!(desk.list().collection.len(), 4);
}

#[test]
fn a_file_that_has_changed_is_not_written_over() {
    let mut desk = Desk::with_list();
    desk.take(1, Purpose::Open(0));
    desk.comment("mine");
    let other = format!("{GAMES}\r\n\r\n[White \"Other\"]\r\n\r\n1. c4 *\r\n");
    fs::write(desk.path(), &other).unwrap();
    desk.give(UserCommand::SaveFile);
    desk.games(GamesAction::Save(SaveAnswer::Replace));
    assert_eq!((desk.doubt(), desk.file()), (SaveDoubt::Changed, other.clone()));
    desk.games(GamesAction::Save(SaveAnswer::Append));
    assert!(desk.file().starts_with(&other) && desk.file().contains("{mine}"));
    assert!(!desk.model.unsaved, "it lives behind the others now");
    desk.comment("mine, better");
    desk.give(UserCommand::SaveFile);
    assert!(desk.file().starts_with(&other) && desk.file().contains("better"));
    fs::remove_file(desk.path()).unwrap();
    desk.take(2, Purpose::Open(0));
    assert!(desk.says("Could not read the game"));
}

#[test]
fn a_file_of_many_games_is_not_replaced_by_one_unasked() {
    let mut desk = Desk::with_list();
    desk.act(Action::PasteText("1. b3 e5 *".to_owned()));
    desk.rest.clear();
    desk.give(UserCommand::SaveFile);
    let asked = |e: &Effect| matches!(e, Effect::PickFileToSave { append: false, .. });
    assert!(desk.rest.iter().any(asked), "a pasted game has no place yet");
    let path = desk.path();
    desk.games(GamesAction::SaveTo { path, games: 4, append: false });
    assert_eq!((desk.doubt(), desk.file()), (SaveDoubt::Over(4), GAMES.to_owned()));
    desk.games(GamesAction::Save(SaveAnswer::Append));
    assert!(desk.file().starts_with(GAMES) && desk.file().ends_with("1. b3 e5 *\r\n"));
    assert_eq!(desk.list().collection.len(), 5);
    assert_eq!((desk.rows().len(), desk.model.listed_game()), (5, Some(4)));
    let alone = desk.folder.path().join("alone.pgn");
    desk.games(GamesAction::SaveTo { path: alone.clone(), games: 0, append: false });
    assert!(fs::read_to_string(&alone).unwrap().contains("1. b3 e5 *"));
    assert_eq!(desk.model.settings.recent_files[0], alone.to_str().unwrap());
    desk.games(GamesAction::OpenRecent(1));
    assert_eq!(desk.list().name, "four.pgn");
}

#[test]
fn a_game_whose_file_was_replaced_by_another_has_no_place_any_more() {
    let mut desk = Desk::new();
    let path = desk.folder.path().join("one.pgn");
    fs::write(&path, "1. e4 e5 *\n").unwrap();
    desk.open(&path);
    desk.comment("first");
    desk.give(UserCommand::SaveFile);
    desk.games(GamesAction::Save(SaveAnswer::Replace));
    desk.act(Action::PasteText("1. b3 e5 *".to_owned()));
    desk.games(GamesAction::SaveTo { path: path.clone(), games: 1, append: false });
    let file = fs::read_to_string(&path).unwrap();
    assert!(file.contains("1. b3 e5 *") && !desk.model.unsaved);
    desk.give(UserCommand::Undo);
    assert_eq!(desk.line(), "e4 e5");
    desk.comment("second");
    assert!(desk.model.unsaved);
    desk.rest.clear();
    desk.give(UserCommand::SaveFile);
    assert!(desk.rest.iter().any(|effect| matches!(effect, Effect::PickFileToSave { .. })));
    assert_eq!(fs::read_to_string(&path).unwrap(), file, "no other game is written over");
}

#[test]
fn a_second_board_of_a_game_does_not_write_over_what_the_first_has_saved() {
    let mut desk = Desk::with_list();
    desk.take(1, Purpose::Open(0));
    desk.take(1, Purpose::Open(0));
    desk.comment("newer board");
    desk.give(UserCommand::SaveFile);
    desk.games(GamesAction::Save(SaveAnswer::Replace));
    assert!(desk.file().contains("newer board"));
    desk.give(UserCommand::Undo);
    desk.give(UserCommand::Undo);
    desk.act(Action::Confirm);
    desk.comment("older board");
    desk.give(UserCommand::SaveFile);
    desk.games(GamesAction::Save(SaveAnswer::Replace));
    assert_eq!(desk.doubt(), SaveDoubt::Changed);
    assert!(desk.file().contains("newer board") && !desk.file().contains("older board"));
}

#[test]
fn what_was_done_before_a_restart_can_be_undone_and_saved_again() {
    let mut desk = Desk::with_list();
    desk.take(1, Purpose::Open(0));
    desk.give(UserCommand::Last);
    desk.give(UserCommand::DeleteVariation);
    let saved = Session::of(&desk.model, 1_000);
    desk.model = Model::new(Settings::default());
    desk.act(Action::RestoreSession(Box::new(saved)));
    desk.give(UserCommand::SaveFile);
    desk.games(GamesAction::Save(SaveAnswer::Replace));
    desk.give(UserCommand::Undo);
    assert!(desk.model.unsaved);
    desk.give(UserCommand::SaveFile);
    desk.games(GamesAction::Save(SaveAnswer::Replace));
    assert!(desk.model.dialog.is_none() && !desk.model.unsaved, "it is the same game");
}

#[test]
fn a_session_remembers_the_list_and_where_the_game_came_from() {
    let mut desk = Desk::with_list();
    desk.take(1, Purpose::Open(0));
    desk.comment("not saved yet");
    let text = Session::of(&desk.model, 1_000).to_text();
    let mut later = Desk::new();
    later.act(Action::RestoreSession(Session::parse(&text).unwrap().into()));
    assert!(later.model.unsaved, "the comment is there, but not in the file");
    assert_eq!((later.rows().len(), later.model.listed_game()), (4, Some(1)));
    assert!(!later.rest.iter().any(|effect| matches!(effect, Effect::OpenPane(_, PaneId::Games))));
    later.give(UserCommand::SaveFile);
    later.games(GamesAction::Save(SaveAnswer::Replace));
    assert!(desk.file().contains("{not saved yet}"));
}

#[test]
fn pasted_games_are_listed_too() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText(format!("\u{feff}{GAMES}")));
    assert_eq!((desk.rows().len(), desk.list().name.as_str()), (4, t!("library-clipboard")));
    desk.take(3, Purpose::Open(0));
    assert_eq!((desk.line().as_str(), desk.model.listed_game()), ("d4 Nf6 c4", Some(3)));
    desk.comment("x");
    desk.rest.clear();
    desk.give(UserCommand::SaveFile);
    assert!(desk.rest.iter().any(|effect| matches!(effect, Effect::PickFileToSave { .. })));
}

#[test]
fn a_game_that_is_played_stays_on_the_board_when_a_file_is_opened() {
    let mut desk = Desk::new();
    let (from, to) = ("e2".parse().unwrap(), "e4".parse().unwrap());
    desk.act(Action::PlayMove { from, to, promotion: None });
    fs::write(desk.path(), GAMES).unwrap();
    desk.open(&desk.path());
    assert_eq!((desk.rows().len(), desk.line().as_str()), (4, "e4"));
    assert!(desk.model.game.is_played());
}

#[test]
fn a_game_deleted_from_a_file_can_be_put_back() {
    let mut desk = Desk::with_list();
    desk.take(3, Purpose::Open(0));
    desk.games(GamesAction::Filter("result:1-0".to_owned()));
    assert!(!UserCommand::PutBack.is_enabled(&desk.model));
    desk.delete(1);
    assert!(
        desk.says(&t!("library-deleted", number = "2", name = "four.pgn")),
        "{:?}",
        desk.model.toasts
    );
    assert!(!desk.file().contains("R\u{e9}ti") && desk.file().contains("Broken"));
    assert_eq!((desk.rows(), desk.list().view.filter.as_str()), (vec![0], "result:1-0"));
    assert_eq!(desk.model.listed_game(), Some(2), "the game on the board has moved up");
    desk.comment("saved where it stands now");
    desk.give(UserCommand::SaveFile);
    desk.games(GamesAction::Save(SaveAnswer::Replace));
    assert!(desk.file().contains("saved where it stands now"));
    // The file has changed: removed games come back at its end.
    desk.give(UserCommand::PutBack);
    assert!(
        desk.says(&t!("library-restored-at-end", name = "four.pgn", n = 1)),
        "{:?}",
        desk.model.toasts
    );
    assert_eq!(desk.list().collection.white(3), "R\u{e9}ti");
    assert!(desk.file().contains("saved where it stands now"));

    let mut desk = Desk::with_list();
    desk.delete(0);
    desk.delete(0);
    assert_eq!(desk.list().collection.len(), 2);
    desk.give(UserCommand::PutBack);
    desk.give(UserCommand::PutBack);
    assert_eq!(desk.file(), GAMES, "byte for byte");
    assert!(!UserCommand::PutBack.is_enabled(&desk.model));
    for left in [3, 2, 1, 0] {
        desk.delete(0);
        assert_eq!((desk.list().collection.len(), desk.rows().len()), (left, left));
    }
    assert_eq!(desk.file(), "");
    for _ in 0..4 {
        desk.give(UserCommand::PutBack);
    }
    assert_eq!((desk.file().as_str(), desk.rows().len()), (GAMES, 4));
}

#[test]
fn a_game_deleted_while_it_is_on_the_board_has_no_place_until_it_is_put_back() {
    let mut desk = Desk::with_list();
    desk.take(1, Purpose::Open(0));
    desk.comment("thought");
    desk.games(GamesAction::Remove(1));
    assert_eq!(desk.file(), GAMES, "it is asked first");
    desk.act(Action::Confirm);
    assert!(!desk.file().contains("R\u{e9}ti"));
    assert_eq!((desk.model.listed_game(), desk.model.unsaved), (None, true));
    let saved = Session::of(&desk.model, 1_000);
    let mut later = Desk::new();
    later.act(Action::RestoreSession(Box::new(saved)));
    assert!(later.model.unsaved, "also after a restart");
    desk.rest.clear();
    desk.give(UserCommand::SaveFile);
    assert!(desk.model.dialog.is_none(), "no other game is offered for it");
    assert!(desk.rest.iter().any(|effect| matches!(effect, Effect::PickFileToSave { .. })));
    desk.take(0, Purpose::Open(0));
    assert!(matches!(desk.model.dialog, Some(Dialog::Replace(Loss::Edits, _))));
    desk.act(Action::CloseDialog);
    desk.give(UserCommand::PutBack);
    assert_eq!((desk.model.listed_game(), desk.model.unsaved), (Some(1), true));
    desk.give(UserCommand::SaveFile);
    assert_eq!(desk.doubt(), SaveDoubt::Replaces(1));
}

#[test]
fn a_note_on_moves_that_could_not_be_read_goes_with_its_game() {
    let mut desk = Desk::with_list();
    let warned = |desk: &Desk| {
        let kind = tabia_app::window::toasts::ToastKind::Warning;
        desk.model.toasts.iter().any(|toast| toast.kind == kind)
    };
    desk.take(2, Purpose::Open(0));
    assert!(warned(&desk));
    desk.take(3, Purpose::Open(0));
    assert!(!warned(&desk));
}

#[test]
fn a_changed_game_from_the_clipboard_is_asked_for() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText("1. e4 e5 *".to_owned()));
    desk.comment("thought");
    assert!(desk.model.unsaved);
    desk.act(Action::SetFen(Board::start().to_string()));
    assert!(matches!(desk.model.dialog, Some(Dialog::Replace(Loss::Edits, _))));
    let mut later = Desk::new();
    later.act(Action::RestoreSession(Box::new(Session::of(&desk.model, 1_000))));
    assert!(later.model.unsaved, "also after a restart");
    // The replacement waits while a file is chosen, and comes once the game is saved there.
    let alone = desk.folder.path().join("alone.pgn");
    desk.act(Action::SaveFirst);
    assert_eq!(desk.line(), "e4 e5");
    desk.games(GamesAction::NoFileToSaveTo(None));
    desk.games(GamesAction::SaveTo { path: alone.clone(), games: 0, append: false });
    assert_eq!(desk.line(), "e4 e5", "no file was chosen, so nothing is to come any more");
    desk.comment("another thought");
    desk.act(Action::PasteText("1. d4 *".to_owned()));
    desk.act(Action::SaveFirst);
    assert_eq!(desk.model.game.tree.main_line().len(), 2);
    assert!(fs::read_to_string(alone).unwrap().contains("another thought"));
}

#[test]
fn duplicates_are_merged_after_a_question_and_undone() {
    let mut desk = Desk::with_list();
    desk.give(UserCommand::MergeDuplicates);
    assert!(matches!(&desk.model.dialog, Some(Dialog::MergeDuplicates { games: 4, .. })));
    desk.games(GamesAction::MergeDuplicates);
    assert!(
        desk.says(&t!("library-no-duplicates", name = "four.pgn")) && desk.model.dialog.is_none()
    );
    let twice = format!("{GAMES}\r\n\r\n[White \"tal\"]\r\n\r\n1. d4 Nf6 {{sharp}} 2. c4 *\r\n");
    fs::write(desk.path(), &twice).unwrap();
    desk.open(&desk.path());
    desk.games(GamesAction::MergeDuplicates);
    assert!(
        desk.says(&t!("library-merged-duplicates", n = 1, name = "four.pgn")),
        "{:?}",
        desk.model.toasts
    );
    assert_eq!(desk.list().collection.len(), 4);
    assert!(desk.file().contains("{sharp}") && desk.file().starts_with(&GAMES[..200]));
    desk.give(UserCommand::PutBack);
    assert_eq!(desk.file(), twice);
    // Games that are in no file are not affected.
    desk.act(Action::PasteText(twice));
    assert!(!UserCommand::MergeDuplicates.is_enabled(&desk.model));
    desk.games(GamesAction::Remove(0));
    assert!(desk.says(t!("library-not-in-file")) && desk.list().collection.len() == 5);
}

const PARTLY: &str = "[White \"A\"]\n\n1. e4 e5 2. Nf6 Nc6 3. Bb5 a6 {long analysis} 4. Ba4 1-0\n";
const TAIL: &str = "2. Nf6 Nc6 3. Bb5 a6 {long analysis} 4. Ba4";

#[test]
fn what_could_not_be_read_of_a_game_is_saved_with_it() {
    let mut desk = Desk::new();
    fs::write(desk.path(), PARTLY).unwrap();
    desk.open(&desk.path());
    desk.comment("mine");
    desk.give(UserCommand::SaveFile);
    assert_eq!(desk.doubt(), SaveDoubt::Replaces(0));
    desk.games(GamesAction::Save(SaveAnswer::Replace));
    let expected = format!("1. e4 {{mine}} 1... e5 {TAIL} 1-0\n");
    assert!(
        desk.file().replace('\n', " ").ends_with(&expected.replace('\n', " ")),
        "{}",
        desk.file()
    );
    // Also after a session, which stores it with the game.
    let saved = Session::of(&desk.model, 1_000).to_text();
    assert!(saved.contains("long analysis"), "{saved}");
}

#[test]
fn a_game_that_has_lost_its_unread_moves_says_so_before_it_replaces_them() {
    let mut desk = Desk::new();
    fs::write(desk.path(), PARTLY).unwrap();
    desk.open(&desk.path());
    let node = desk.model.game.tree.main_line()[2];
    desk.act(Action::Edit { node, edit: TreeEdit::Delete });
    desk.give(UserCommand::SaveFile);
    let SaveDoubt::Loses { game: 0, lost, new } = desk.doubt() else { panic!("not said") };
    assert!(lost == TAIL && new.contains("1. e4"), "{lost} {new}");
    desk.games(GamesAction::Save(SaveAnswer::Append));
    assert!(desk.file().starts_with(PARTLY), "{}", desk.file());
    assert!(desk.file().trim_end().ends_with("1. e4 1-0"), "{}", desk.file());
}

#[test]
fn a_game_saved_into_a_latin_1_file_stays_latin_1_or_the_file_is_converted() {
    let mut desk = Desk::new();
    let before = b"[White \"R\xE9ti\"]\n\n1. e4 e5 *\n\n[White \"M\xFCller\"]\n\n1. d4 *\n";
    fs::write(desk.path(), before).unwrap();
    desk.open(&desk.path());
    assert!(desk.says("Latin-1"));
    desk.comment("\u{e0} la R\u{e9}ti");
    desk.give(UserCommand::SaveFile);
    desk.games(GamesAction::Save(SaveAnswer::Replace));
    let now = fs::read(desk.path()).unwrap();
    assert!(now.ends_with(&before[before.len() - 29..]), "the other game as it was");
    assert!(now.windows(11).any(|part| part == b"{\xE0 la R\xE9ti}"), "in Latin-1");
    assert!(str::from_utf8(&now).is_err());
    desk.comment("\u{265E}");
    desk.give(UserCommand::SaveFile);
    assert!(matches!(desk.doubt(), SaveDoubt::Encoding { found: '\u{265E}', .. }));
    assert_eq!(fs::read(desk.path()).unwrap(), now, "nothing is written before the answer");
    desk.games(GamesAction::Save(SaveAnswer::Convert));
    let file = desk.file();
    assert!(file.contains("M\u{fc}ller") && file.contains("{\u{265E}}"), "{file}");
    assert!(file.contains("R\u{e9}ti"), "{file}");
    desk.take(1, Purpose::Open(0));
    assert_eq!(desk.line(), "d4", "the list is that of the converted file");
}

#[test]
fn a_game_saved_into_a_utf_16_file_stays_utf_16() {
    let text =
        "\u{feff}[White \"R\u{e9}ti\"]\r\n\r\n1. e4 e5 *\r\n\r\n[White \"B\"]\r\n\r\n1. d4 *\r\n";
    let bytes = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let mut desk = Desk::new();
    fs::write(desk.path(), bytes(text)).unwrap();
    desk.open(&desk.path());
    desk.comment("\u{265E}");
    desk.give(UserCommand::SaveFile);
    desk.games(GamesAction::Save(SaveAnswer::Replace));
    let now = fs::read(desk.path()).unwrap();
    let units: Vec<u16> =
        now.chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    let now = String::from_utf16(&units).unwrap();
    assert!(now.starts_with("\u{feff}[") && now.contains("{\u{265E}}"), "{now}");
    assert!(now.ends_with("\r\n\r\n[White \"B\"]\r\n\r\n1. d4 *\r\n"), "{now}");
    desk.take(1, Purpose::Open(0));
    assert_eq!(desk.line(), "d4");
}
