//! Lists of games and their files, without a window: the effects are carried out at once, with real files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use tabia_app::action::{
    Action, EditorAction, GamesAction, TourAction, TrainingAction, TreeEdit, UserCommand,
};
use tabia_app::effect::Effect;
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::game::replacement::Loss;
use tabia_app::library::collection::{
    GameList, OpenAs, PickedFile, ReadRequest, SaveAnswer, SaveDoubt, SaveTo,
};
use tabia_app::library::explorer::Source;
use tabia_app::library::open;
use tabia_app::library::open::{Opened, Progress};
use tabia_app::model::{Model, SavedFile};
use tabia_app::persistence::session::Session;
use tabia_app::training::openings::OpeningsFrom;
use tabia_app::training::state::Page;
use tabia_app::update::update;
use tabia_app::window::settings::Settings;
use tabia_app::window::toasts::{Toast, ToastOffer};
use tabia_app::window::view::Dialog;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, Color, Square};
use tabia_games::collection::listing::Column;
use tabia_games::collection::search::Likeness;
use tabia_games::collection::{Collection, file};
use tabia_games::game::annotation::{Brush, Shape};
use tabia_text::t;

const GAMES: &str = "[White \"Morphy\"]\r\n[Black \"Anderssen\"]\r\n[Result \"1-0\"]\r\n\r\n\
    1. e4 e5 2. Nf3 {as  it\r\nwas} Nc6 1-0\r\n\r\n\
    [White \"Réti\"]\r\n[Black \"Tartakower\"]\r\n\r\n1. e4 c6 2. d4 d5 1-0\r\n\r\n\
    [White \"Broken\"]\r\n\r\n1. e4 e5 2. Ke3 *\r\n\r\n\
    [White \"Tal\"]\r\n\r\n1. d4 Nf6 2. c4 1/2-1/2";

/// A model, and the code that carries out its effects.
struct TestApp {
    model: Model,
    folder: tempfile::TempDir,
    /// Effects that are not carried out here.
    rest: Vec<Effect>,
}

impl TestApp {
    fn new() -> TestApp {
        let model = Model::new(Settings { book_moves: false, ..Settings::default() });
        TestApp { model, folder: tempfile::tempdir().unwrap(), rest: Vec::new() }
    }

    /// An app with a list of a file with four games.
    fn with_list() -> TestApp {
        let mut app = TestApp::new();
        fs::write(app.path(), GAMES).unwrap();
        app.open(&app.path());
        app
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
                    let changed = request.carry_out(&mut |_| true);
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

    /// Reads the file again, as after a change.
    fn open_quietly(&mut self) {
        let opened = open::file(&self.path(), &Progress::default()).unwrap().unwrap();
        self.act(Action::Opened(Opened { quietly: true, ..opened }.into()));
    }

    fn take(&mut self, game: u32, purpose: OpenAs) {
        self.games(GamesAction::Take { game, purpose });
    }

    /// Picks this file, which has this many games, for the game whose file was asked for last.
    fn save_to(&mut self, path: PathBuf, games: u32) {
        let asked = self.rest.iter().rev().find_map(|effect| match effect {
            Effect::PickFileToSave { game, to } => Some((game.clone(), to.clone())),
            _ => None,
        });
        let (game, to) = asked.expect("no file is asked for");
        let file = match to {
            SaveTo::New(_) => PickedFile::New(games),
            SaveTo::EndOf => PickedFile::EndOf,
        };
        self.games(GamesAction::SaveTo { game, path, file });
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
    let mut app = TestApp::with_list();
    assert_eq!(app.rows(), [0, 1, 2, 3]);
    assert!(app.rest.iter().any(|effect| matches!(effect, Effect::OpenPane(_, PaneId::Games))));
    assert!(app.model.dialog.is_none());
    let first = (app.line(), app.model.listed_game());
    assert_eq!(first, ("e4 e5 Nf3 Nc6".to_owned(), Some(0)), "its first game stands beside it");
    app.games(GamesAction::Filter("reti".to_owned()));
    assert_eq!(app.rows(), [1]);
    app.games(GamesAction::Filter("result:1-0".to_owned()));
    assert_eq!(app.rows(), [0, 1]);
    app.games(GamesAction::Filter("elo:x".to_owned()));
    assert_eq!((app.rows().len(), app.list().remarks.len()), (4, 1));
    app.games(GamesAction::Filter(String::new()));
    app.games(GamesAction::SelectRow(1));
    app.games(GamesAction::Sort(Column::White));
    assert_eq!(app.rows(), [2, 0, 1, 3]);
    assert_eq!(app.list().cursor, Some(2), "one stands on the same game");
    app.games(GamesAction::Sort(Column::White));
    assert_eq!(app.rows(), [3, 1, 0, 2]);
    app.games(GamesAction::SelectRow(99));
    assert_eq!(app.list().cursor, Some(3));
    app.games(GamesAction::Close);
    assert!(app.model.games.is_none());
}

/// Answers everything except requests to read games, which it returns.
fn requests_to_read(app: &mut TestApp, action: Action) -> Vec<ReadRequest> {
    let mut requests = Vec::new();
    for effect in update(&mut app.model, action, 1_000) {
        let never = AtomicBool::new(false);
        match effect {
            Effect::ReadGame(request) => requests.push(*request),
            Effect::ListGames(request) => app.games(request.answer(&never).unwrap()),
            Effect::ExploreGames(request) => app.games(request.answer(&never).unwrap()),
            _ => {}
        }
    }
    requests
}

fn ask(app: &mut TestApp, game: u32) -> ReadRequest {
    let take = GamesAction::Take { game, purpose: OpenAs::Open(0) };
    requests_to_read(app, Action::Games(take)).remove(0)
}

fn answer(app: &mut TestApp, request: ReadRequest) {
    let found = request.origin.read(&request.place).map(Box::new);
    app.games(GamesAction::Read { request: request.into(), found });
}

#[test]
fn only_the_last_game_asked_for_is_opened_and_no_game_replaces_a_newer_one() {
    let mut app = TestApp::with_list();
    let (early, late) = (ask(&mut app, 1), ask(&mut app, 3));
    answer(&mut app, late);
    assert_eq!(app.model.listed_game(), Some(3));
    answer(&mut app, early);
    assert_eq!(app.model.listed_game(), Some(3));
    let late = ask(&mut app, 2);
    app.act(Action::StartGame(NewGame { sides: Sides::Humans, ..NewGame::default() }));
    answer(&mut app, late);
    assert!(!app.model.game.is_analysis_board() && app.model.dialog.is_none());
    // A file that was read again in between does not matter.
    let next = ask(&mut app, 1);
    app.open_quietly();
    answer(&mut app, next);
    assert_eq!(app.model.listed_game(), Some(1));
}

#[test]
fn stepping_twice_before_a_game_is_read_skips_it() {
    let mut app = TestApp::with_list();
    let next = || Action::Command(UserCommand::NextGame);
    let mut requests = requests_to_read(&mut app, next());
    requests.extend(requests_to_read(&mut app, next()));
    assert_eq!(requests.iter().map(|request| request.place.game).collect::<Vec<_>>(), [1, 2]);
    for request in requests {
        answer(&mut app, request);
    }
    assert_eq!(app.model.listed_game(), Some(2));
    app.give(UserCommand::Undo);
    assert_eq!(app.model.listed_game(), Some(0));
    app.give(UserCommand::NextGame);
    assert_eq!(app.model.listed_game(), Some(1), "from the game on the board");
}

#[test]
fn what_is_read_while_something_is_entered_waits() {
    for text in [GAMES, "1. b3 *", "no game"] {
        let read = || Action::Opened(Opened::of("late.pgn", text).into());
        let mut app = TestApp::new();
        app.give(UserCommand::EditTags);
        app.act(read());
        assert!(matches!(app.model.dialog, Some(Dialog::Tags(_))), "{text}");
        assert!(app.model.games.is_none() && app.line().is_empty());
        app.act(Action::CloseDialog);
        app.act(Action::DismissToasts);
        app.act(Action::ShowOpened);
        assert!(app.line().is_empty(), "it has been dismissed");
        app.give(UserCommand::EditPosition);
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        app.act(Action::Editor(EditorAction::Paste(fen.to_owned())));
        app.act(read());
        assert_eq!(app.model.editor.as_ref().unwrap().fen_text, fen, "{text}");
        let offers: Vec<ToastOffer> =
            app.model.toasts.iter().flat_map(|t| t.offers.clone()).collect();
        assert_eq!(offers, [ToastOffer::ShowOpened], "{text}");
        app.act(offers[0].action());
        match text {
            GAMES => assert_eq!(app.rows(), [0, 1, 2, 3]),
            "1. b3 *" => {
                assert!(app.line() == "b3" && app.model.editor.is_none());
                app.give(UserCommand::Undo);
                app.give(UserCommand::EditPosition);
                assert_eq!(app.model.editor.as_ref().unwrap().fen_text, fen);
            }
            _ => assert!(matches!(app.model.dialog, Some(Dialog::Problem { .. }))),
        }
        assert!(!app.says("late.pgn has been read"));
    }
}

#[test]
fn a_game_that_the_user_played_with_black_is_seen_from_there() {
    let mut app = TestApp::with_list();
    app.model.settings.player_name = "Anderssen".to_owned();
    app.take(0, OpenAs::Open(0));
    assert!(app.model.view.flipped);
    app.take(1, OpenAs::Open(0));
    assert!(!app.model.view.flipped, "other people's games are seen from White");
}

#[test]
fn a_late_answer_to_the_list_before_is_not_taken_for_one_to_this() {
    let mut app = TestApp::with_list();
    let action = GamesAction::Filter("-reti".to_owned());
    let asked = update(&mut app.model, Action::Games(action), 1_000);
    let late = asked.into_iter().find_map(|effect| match effect {
        Effect::ListGames(request) => request.answer(&AtomicBool::new(false)),
        _ => None,
    });
    let other = app.folder.path().join("other.pgn");
    fs::write(&other, &GAMES[..GAMES.find("[White \"Broken").unwrap()]).unwrap();
    app.open(&other);
    app.games(GamesAction::Sort(Column::White));
    assert_eq!(app.rows(), [0, 1]);
    app.games(late.unwrap());
    assert_eq!(app.rows(), [0, 1], "rows of four games in a list of two");
}

#[test]
fn a_late_file_does_not_take_the_place_of_another_list() {
    let mut app = TestApp::with_list();
    let late = open::file(&app.path(), &Progress::default()).unwrap().unwrap();
    let late = || Action::Opened(Opened { quietly: true, ..late.clone() }.into());
    let other = app.folder.path().join("other.pgn");
    fs::write(&other, &GAMES[..GAMES.find("[White \"Broken").unwrap()]).unwrap();
    app.open(&other);
    app.act(late());
    assert_eq!(app.list().name, "other.pgn");
    app.open(&app.path());
    app.act(late());
    assert_eq!(app.list().name, "four.pgn");
}

#[test]
fn late_games_and_answers_do_not_concern_another_game() {
    // Another game comes onto the board while a game to be merged is being read.
    let mut app = TestApp::with_list();
    let take = GamesAction::Take { game: 3, purpose: OpenAs::Merge };
    let reads = update(&mut app.model, Action::Games(take), 1_000);
    app.take(0, OpenAs::Open(0));
    let before = app.model.game.tree.clone();
    for effect in reads {
        let Effect::ReadGame(request) = effect else { continue };
        let found = request.origin.read(&request.place).map(Box::new);
        app.games(GamesAction::Read { request, found });
    }
    assert_eq!(app.model.game.tree, before);
    // The file has changed when a game that has left the board is written.
    app.comment("mine");
    fs::write(app.path(), format!("{GAMES}\r\n\r\n[White \"Other\"]\r\n\r\n1. c4 *\r\n")).unwrap();
    app.give(UserCommand::SaveFile);
    let replace = Action::Games(GamesAction::Save(SaveAnswer::Replace));
    let writes = update(&mut app.model, replace, 1_000);
    app.act(Action::PasteText("1. d4 *".to_owned()));
    app.act(Action::Confirm);
    for effect in writes {
        let Effect::WriteGame(request) = effect else { continue };
        app.games(GamesAction::Wrote(request.carry_out().into()));
    }
    assert!(app.model.dialog.is_none() && app.says("has left the board was not saved"));
}

#[test]
fn a_game_that_begins_in_a_game_of_a_file_has_no_place_in_it() {
    let mut app = TestApp::with_list();
    app.take(1, OpenAs::Open(0));
    app.comment("kept");
    app.give(UserCommand::SaveFile);
    app.games(GamesAction::Save(SaveAnswer::Replace));
    let file = app.file();
    app.give(UserCommand::PlayFromHere);
    app.give(UserCommand::SaveFile);
    assert_eq!(app.file(), file);
    assert!(app.rest.iter().any(|effect| matches!(effect, Effect::PickFileToSave { .. })));
    app.give(UserCommand::Undo);
    app.comment("kept, better");
    app.give(UserCommand::SaveFile);
    assert!(app.file().contains("kept, better"), "the game of the file still has its place");
}

#[test]
fn a_game_is_seen_from_the_side_its_file_names() {
    let mut app = TestApp::new();
    for (side, flipped) in [("black", true), ("white", false)] {
        app.act(Action::PasteText(format!("[Orientation \"{side}\"]\n\n1. e4 e5 *")));
        assert_eq!(app.model.view.flipped, flipped, "{side}");
    }
}

#[test]
fn only_games_with_the_position_on_the_board() {
    let mut app = TestApp::with_list();
    app.games(GamesAction::Like(Some(Likeness::Exact)));
    assert_eq!(app.rows(), [0, 1, 2, 3]);
    let mut board = Board::start();
    board.make_move(board.find_move("e2".parse().unwrap(), "e4".parse().unwrap(), None).unwrap());
    app.act(Action::SetFen(board.to_string()));
    assert_eq!(app.rows(), [0, 1, 2, 3], "the list keeps the position that was asked for");
    app.games(GamesAction::Like(Some(Likeness::Exact)));
    assert_eq!(app.rows(), [0, 1, 2], "another position, other games");
    let hit = app.list().rows[1];
    app.take(hit.game, OpenAs::Open(hit.ply));
    let game = &app.model.game;
    assert_eq!(game.tree.san(game.current), "e4", "the game is shown where it was found");
    app.games(GamesAction::Like(None));
    assert_eq!(app.rows().len(), 4);
    app.act(Action::ExploreIn(Source::Games));
    let known = app.model.explorer.moves(app.model.game.board()).unwrap();
    assert_eq!(known.len(), 2, "the explorer asks the list");
}

#[test]
fn games_are_opened_one_after_the_other_and_undo_leads_back() {
    let mut app = TestApp::with_list();
    assert_eq!((app.line().as_str(), app.model.listed_game()), ("e4 e5 Nf3 Nc6", Some(0)));
    app.give(UserCommand::NextGame);
    assert_eq!((app.line().as_str(), app.list().cursor), ("e4 c6 d4 d5", Some(1)));
    app.give(UserCommand::NextGame);
    assert_eq!(app.line(), "e4 e5", "the readable part");
    assert!(app.says("problem") && app.says("Ke3"), "{:?}", app.model.toasts);
    assert!(app.list().collection.problem(2).unwrap().contains("Ke3"));
    app.give(UserCommand::PreviousGame);
    assert_eq!(app.line(), "e4 c6 d4 d5");
    app.give(UserCommand::Undo);
    assert_eq!((app.line().as_str(), app.model.listed_game()), ("e4 e5", Some(2)));
    app.take(3, OpenAs::Open(0));
    app.give(UserCommand::NextGame);
    assert!(app.says(t!("library-no-further-game")));
    assert!(!app.model.unsaved);
}

#[test]
fn the_games_of_a_pasted_text_are_listed_in_the_next_run() {
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. e4 e5 *\n\n[White \"B\"]\n\n1. d4 d5 *\n".to_owned()));
    assert_eq!(app.list().collection.len(), 2);
    let text = Session::of(&app.model, 0).to_text();
    let mut later = TestApp::new();
    later.act(Action::RestoreSession(Session::parse(&text).unwrap().into()));
    assert_eq!(later.list().collection.len(), 2);
    // A text that would make every session large is not stored.
    let long = format!("1. e4 {{{}}} *\n\n[White \"B\"]\n\n1. d4 d5 *\n", "x".repeat(300_000));
    app.act(Action::PasteText(long));
    assert_eq!(app.list().collection.len(), 2);
    assert_eq!(Session::of(&app.model, 0).list_text, None);
}

#[test]
fn changes_are_saved_or_given_up_before_another_game_is_opened() {
    let asks = |app: &TestApp| matches!(app.model.dialog, Some(Dialog::Replace(Loss::Edits, _)));
    let mut app = TestApp::with_list();
    app.take(1, OpenAs::Open(0));
    app.comment("first thought");
    app.take(2, OpenAs::Open(0));
    assert!(asks(&app) && app.model.listed_game() == Some(1));
    app.act(Action::CloseDialog);
    assert_eq!(app.model.listed_game(), Some(1), "it stays as it is");
    assert!(app.model.unsaved);
    app.give(UserCommand::NextGame);
    app.act(Action::SaveFirst);
    assert!(app.model.dialog.is_none() && app.file().contains("{first thought}"));
    assert_eq!((app.model.listed_game(), app.line().as_str()), (Some(2), "e4 e5"));
    app.comment("second thought");
    app.act(Action::SetFen(Board::start().to_string()));
    assert!(asks(&app));
    app.act(Action::Confirm);
    assert!(app.model.home().is_none() && !app.file().contains("second"));
    app.give(UserCommand::Undo);
    assert!(app.model.unsaved, "undo leads back to it");
    app.take(0, OpenAs::Open(0));
    fs::write(app.path(), "1. c4 *").unwrap();
    app.act(Action::SaveFirst);
    assert!(app.model.unsaved && app.model.listed_game() == Some(2), "it could not be saved");
}

#[test]
fn a_game_that_its_file_does_not_take_can_be_saved_elsewhere() {
    let mut app = TestApp::with_list();
    app.take(1, OpenAs::Open(0));
    app.comment("a thought");
    let mut rights = fs::metadata(app.path()).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(app.path(), rights).unwrap();
    app.act(Action::Command(UserCommand::SaveFile));
    app.games(GamesAction::Save(SaveAnswer::Replace));
    let toast = app.model.toasts.shown().unwrap();
    assert_eq!(toast.offers, [ToastOffer::Command(UserCommand::SaveFileAs)]);
}

/// A way to annotate or change a game.
type Write = fn(&mut TestApp);

#[test]
fn what_is_written_on_a_board_of_its_own_is_asked_for_and_mere_moves_are_not() {
    let play = |app: &mut TestApp, from: &str, to: &str| {
        let (from, to) = (from.parse().unwrap(), to.parse().unwrap());
        app.act(Action::PlayMove { from, to, promotion: None });
    };
    let moves = |app: &mut TestApp| {
        app.act(Action::SetFen(Board::start().to_string()));
        play(app, "e2", "e4");
        play(app, "e7", "e5");
    };
    let away = "8/k7/3p4/3P4/8/8/8/K7 w - - 0 1".to_owned();
    let mut app = TestApp::new();
    moves(&mut app);
    assert!(!app.model.unsaved && app.model.has_unsaved_game());
    app.act(Action::SetFen(away.clone()));
    assert!(app.model.dialog.is_none() && app.line().is_empty());
    let ways: [Write; 4] = [
        |app| app.comment("a plan"),
        |app| app.give(UserCommand::GlyphGood),
        |app| {
            let at = "e4".parse().unwrap();
            app.act(Action::ToggleShape(Shape::Circle { at, brush: Brush::Green }));
        },
        |app| {
            app.give(UserCommand::First);
            let (from, to) = ("d2".parse().unwrap(), "d4".parse().unwrap());
            app.act(Action::PlayMove { from, to, promotion: None });
        },
    ];
    for (number, write) in ways.into_iter().enumerate() {
        let mut app = TestApp::new();
        moves(&mut app);
        write(&mut app);
        assert!(app.model.unsaved, "{number}");
        app.act(Action::SetFen(away.clone()));
        assert!(matches!(app.model.dialog, Some(Dialog::Replace(Loss::Edits, _))), "{number}");
        app.act(Action::SaveFirst);
        assert!(app.rest.iter().any(|effect| matches!(effect, Effect::PickFileToSave { .. })));
        let path = app.folder.path().join("own.pgn");
        app.save_to(path, 0);
        assert!(app.line().is_empty() && app.model.dialog.is_none(), "{number}");
    }
}

/// A large file is read for half a minute, in which the user goes on with the game.
#[test]
fn a_game_that_was_changed_stays_on_the_board_beside_the_list_of_a_file_that_was_read() {
    let mut app = TestApp::new();
    app.act(Action::SetFen(Board::start().to_string()));
    app.act(Action::PlayMove { from: Square::B2, to: Square::B3, promotion: None });
    app.comment("mine");
    fs::write(app.path(), GAMES).unwrap();
    app.open(&app.path());
    assert!(app.model.dialog.is_none(), "no question appears by itself");
    assert_eq!(app.line(), "b3");
    assert!(!app.list().collection.is_empty());
    app.take(0, OpenAs::Open(0));
    assert!(matches!(app.model.dialog, Some(Dialog::Replace(Loss::Edits, _))), "asked for");
}

#[test]
fn going_through_a_list_pushes_nothing_out_of_undo() {
    let mut app = TestApp::new();
    app.act(Action::SetFen(Board::start().to_string()));
    let (from, to) = ("b2".parse().unwrap(), "b3".parse().unwrap());
    app.act(Action::PlayMove { from, to, promotion: None });
    app.comment("hours of work");
    fs::write(app.path(), GAMES).unwrap();
    app.open(&app.path());
    app.take(0, OpenAs::Open(0));
    app.act(Action::Confirm);
    for _ in 0..60 {
        app.give(UserCommand::NextGame);
        app.give(UserCommand::PreviousGame);
    }
    let text = Session::of(&app.model, 1_000).to_text();
    assert!(text.contains("hours of work"), "the next run can go back to it as well");
    // A saved edit can still be undone after the next game has been shown.
    app.comment("kept");
    app.give(UserCommand::SaveFile);
    app.games(GamesAction::Save(SaveAnswer::Replace));
    app.give(UserCommand::NextGame);
    app.give(UserCommand::NextGame);
    app.give(UserCommand::NextGame);
    let noted = |app: &TestApp| {
        let tree = &app.model.game.tree;
        tree.ids().any(|id| tree.comment(id) == "kept")
    };
    app.give(UserCommand::Undo);
    assert!(!noted(&app), "the game before");
    app.give(UserCommand::Undo);
    assert!(noted(&app), "the one that was saved");
    app.give(UserCommand::Undo);
    assert!(!noted(&app), "before the comment");
    for _ in 0..2 {
        app.give(UserCommand::Undo);
        if app.model.dialog.is_some() {
            app.act(Action::Confirm);
        }
    }
    assert_eq!(app.line(), "b3", "one game of all those that were looked at, then the analysis");
}

#[test]
fn a_list_that_is_read_again_disturbs_nothing_that_waits_and_does_not_come_back_once_closed() {
    let mut app = TestApp::with_list();
    let again = open::file(&app.path(), &Progress::default()).unwrap().unwrap();
    let again = || Action::Opened(Opened { quietly: true, ..again.clone() }.into());
    app.act(Action::SetFen(Board::start().to_string()));
    app.act(Action::PlayMove { from: Square::B2, to: Square::B3, promotion: None });
    app.comment("mine");
    app.take(3, OpenAs::Open(0));
    app.act(Action::SaveFirst);
    app.act(again());
    let path = app.folder.path().join("own.pgn");
    app.save_to(path, 0);
    assert_eq!(app.line(), "d4 Nf6 c4", "what waited for the file has come");
    app.games(GamesAction::Close);
    app.act(again());
    assert!(app.model.games.is_none());
}

#[test]
fn the_game_beside_a_tour_is_the_one_that_is_saved() {
    let begin = |app: &mut TestApp| {
        app.act(Action::Tour(TourAction::Begin(0)));
        assert_ne!(app.model.own_game().serial, app.model.game.serial);
    };
    let mut app = TestApp::with_list();
    app.take(1, OpenAs::Open(0));
    app.comment("beside the tour");
    let own = app.model.game.serial;
    begin(&mut app);
    assert!(!app.model.unsaved && app.model.has_unsaved_game());
    // Nothing shown by a tour needs saving, whatever is drawn on it.
    let at = "e4".parse().unwrap();
    app.act(Action::ToggleShape(Shape::Circle { at, brush: Brush::Green }));
    assert!(!app.model.unsaved);
    app.act(Action::PasteText("1. b3 e5 *".to_owned()));
    assert!(matches!(app.model.dialog, Some(Dialog::Replace(Loss::Edits, _))));
    assert_eq!(app.model.own_game().serial, own);
    app.act(Action::SaveFirst);
    assert!(app.file().contains("beside the tour") && app.line() == "b3 e5");
    // The same before the program ends.
    app.comment("once more");
    begin(&mut app);
    let why = "disk full".to_owned();
    app.act(Action::Failed(format!("Nothing is being saved: {why}")));
    app.act(Action::NotKept(SavedFile::Session, Some(why)));
    assert!(app.model.toasts.iter().any(|toast| toast.text.contains("disk full")));
    let question = app.model.question_before_end().unwrap();
    assert!(matches!(question, Dialog::Unkept { session: true, settings: false, .. }));
    assert_eq!(app.model.own_place(), None, "a pasted game");
    app.act(Action::OpenDialog(question));
    app.rest.clear();
    app.act(Action::SaveFirst);
    assert!(app.rest.iter().any(|effect| matches!(effect, Effect::PickFileToSave { .. })));
    let path = app.folder.path().join("own.pgn");
    app.save_to(path.clone(), 0);
    assert!(fs::read_to_string(path).unwrap().contains("once more"));
    // A note about what no longer holds is gone.
    app.act(Action::NotKept(SavedFile::Session, None));
    assert!(!app.model.toasts.iter().any(|toast| toast.text.contains("disk full")));
}

#[test]
fn undo_asks_before_another_game_takes_the_place_of_unsaved_edits() {
    let mut app = TestApp::with_list();
    app.take(1, OpenAs::Open(0));
    for n in 0..15 {
        app.comment(&format!("thought {n}"));
    }
    // The next run has the newest of a long list of edits.
    let session = Session::of(&app.model, 0);
    let kept = session.edits.len();
    assert!((1..15).contains(&kept));
    let mut later = TestApp::with_list();
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
    let mut app = TestApp::with_list();
    app.give(UserCommand::TrainingWorkspace);
    let mut train = |action| app.act(Action::Training(action));
    train(TrainingAction::Show(Page::Openings));
    train(TrainingAction::OpeningsFrom(OpeningsFrom::List));
    train(TrainingAction::Openings(Color::White));
    let run = app.model.training.repertoire.as_ref().expect("a repertoire");
    let moves: Vec<String> =
        run.moves().iter().map(|&mv| tabia_chess::san::write(run.board(), mv)).collect();
    assert_eq!(moves, ["e4", "d4"], "of all four games");
    assert!(app.model.training.awaited_repertoire.is_none());
    // Games that come after the user has left, or has begun with the game on the board, are dropped.
    for next in [TrainingAction::LeaveOpenings, TrainingAction::Openings(Color::White)] {
        app.act(Action::Training(TrainingAction::LeaveOpenings));
        app.act(Action::Training(TrainingAction::OpeningsFrom(OpeningsFrom::List)));
        let begin = Action::Training(TrainingAction::Openings(Color::White));
        let late =
            update(&mut app.model, begin, 1_000).into_iter().find_map(|effect| match effect {
                Effect::ReadRepertoire(request) => request.answer(&AtomicBool::new(false)),
                _ => None,
            });
        app.act(Action::Training(TrainingAction::OpeningsFrom(OpeningsFrom::Game)));
        app.act(Action::Training(next));
        let moves =
            |app: &TestApp| app.model.training.repertoire.as_ref().map(|run| run.moves().len());
        let before = moves(&app);
        app.act(Action::RepertoireRead(late.unwrap()));
        assert_eq!(moves(&app), before, "{next:?}");
    }
    // The file is gone: the reason is shown, and the program continues.
    fs::remove_file(app.path()).unwrap();
    app.act(Action::Training(TrainingAction::OpeningsFrom(OpeningsFrom::List)));
    app.act(Action::Training(TrainingAction::LeaveOpenings));
    app.act(Action::Training(TrainingAction::Openings(Color::Black)));
    assert!(
        app.model.training.repertoire.is_none() && app.model.training.awaited_repertoire.is_none()
    );
    assert!(app.model.toasts.iter().count() > 0);
}

#[test]
fn a_game_of_the_list_is_merged_or_copied() {
    let mut app = TestApp::with_list();
    app.take(0, OpenAs::Open(0));
    app.take(1, OpenAs::Merge);
    let tree = &app.model.game.tree;
    assert_eq!((tree.len(), app.line().as_str()), (8, "e4 e5 Nf3 Nc6"));
    assert!(app.model.unsaved);
    app.give(UserCommand::Undo);
    assert_eq!(app.model.game.tree.len(), 5);
    assert!(!app.model.unsaved, "as it was again");
    app.rest.clear();
    app.take(1, OpenAs::Copy);
    let copied = app.rest.iter().any(|e| matches!(e, Effect::CopyText(t) if t.contains("Réti")));
    assert!(copied && app.line() == "e4 e5 Nf3 Nc6");
}

#[test]
fn a_game_is_saved_into_its_place_and_nothing_else_changes() {
    let mut app = TestApp::with_list();
    app.take(1, OpenAs::Open(0));
    app.give(UserCommand::SaveFile);
    assert!(app.says("Nothing has changed"));
    app.comment("never seen before");
    assert!(app.model.unsaved);
    app.give(UserCommand::SaveFile);
    assert_eq!(app.doubt(), SaveDoubt::Replaces(1));
    assert_eq!(app.file(), GAMES, "nothing is written before the answer");
    app.games(GamesAction::Save(SaveAnswer::Replace));
    assert!(!app.model.unsaved && app.model.dialog.is_none());
    let (before, rest) = GAMES.split_once("[White \"Réti\"]").unwrap();
    let after = &rest[rest.find("\r\n\r\n[White \"Broken\"]").unwrap()..];
    let file = app.file();
    assert!(file.starts_with(before) && file.ends_with(after), "{file}");
    assert!(file.contains("{never seen before}"));
    assert_eq!(file.matches('\n').count(), file.matches("\r\n").count());
    app.comment("and again");
    app.give(UserCommand::SaveFile);
    assert!(app.model.dialog.is_none() && app.file().contains("and again"), "asked once is enough");
    app.take(3, OpenAs::Open(0));
    assert_eq!(app.line(), "d4 Nf6 c4", "the list knows where the others are now");
    app.comment("late");
    app.give(UserCommand::SaveFile);
    app.games(GamesAction::Save(SaveAnswer::Replace));
    assert!(app.file().ends_with("1/2-1/2") && app.file().contains("late"));
    assert!(app.file().contains("and again"));
    assert_eq!(app.list().collection.len(), 4);
}

#[test]
fn a_file_that_has_changed_is_not_written_over() {
    let mut app = TestApp::with_list();
    app.take(1, OpenAs::Open(0));
    app.comment("mine");
    let other = format!("{GAMES}\r\n\r\n[White \"Other\"]\r\n\r\n1. c4 *\r\n");
    fs::write(app.path(), &other).unwrap();
    app.give(UserCommand::SaveFile);
    app.games(GamesAction::Save(SaveAnswer::Replace));
    assert_eq!((app.doubt(), app.file()), (SaveDoubt::Changed, other.clone()));
    app.games(GamesAction::Save(SaveAnswer::Append));
    assert!(app.file().starts_with(&other) && app.file().contains("{mine}"));
    assert!(!app.model.unsaved, "it lives behind the others now");
    app.comment("mine, better");
    app.give(UserCommand::SaveFile);
    assert!(app.file().starts_with(&other) && app.file().contains("better"));
    fs::remove_file(app.path()).unwrap();
    app.take(2, OpenAs::Open(0));
    assert!(app.says("Could not read the game"));
}

#[test]
fn a_file_that_was_only_touched_takes_its_game_back() {
    let mut app = TestApp::with_list();
    app.take(1, OpenAs::Open(0));
    app.comment("mine");
    let file = fs::File::options().write(true).open(app.path()).unwrap();
    file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
    drop(file);
    app.give(UserCommand::SaveFile);
    app.games(GamesAction::Save(SaveAnswer::Replace));
    assert!(app.model.dialog.is_none());
    assert!(app.file().contains("{mine}") && !app.model.unsaved);
    assert_eq!(app.list().collection.len(), 4);
    app.comment("and again");
    app.give(UserCommand::SaveFile);
    assert!(app.file().contains("and again"));
}

#[test]
fn a_list_whose_file_has_changed_is_read_again_from_the_note() {
    let mut app = TestApp::with_list();
    app.games(GamesAction::Sort(Column::Number));
    app.games(GamesAction::SelectRow(2));
    assert_eq!(app.rows()[2], 1);
    fs::write(app.path(), format!("{GAMES}\r\n\r\n1. c4 *\r\n")).unwrap();
    app.act(ToastOffer::ReadListAgain.action());
    assert_eq!((app.rows().len(), app.list().cursor), (5, Some(3)), "the selected game stays");
    fs::write(app.path(), "[White \"Other\"]\n\n1. c4 *\n").unwrap();
    app.take(2, OpenAs::Open(0));
    assert!(app.says("Could not read the game"));
    let offers = |toast: &Toast| toast.offers.contains(&ToastOffer::ReadListAgain);
    assert!(app.model.toasts.iter().any(offers));
    app.act(ToastOffer::ReadListAgain.action());
    assert_eq!((app.list().collection.len(), app.list().cursor), (1, Some(0)));
}

#[test]
fn the_number_of_plies_follows_the_moves() {
    let mut app = TestApp::new();
    app.act(Action::PasteText("[PlyCount \"5\"]\n\n1. e4 e5 *".to_owned()));
    assert_eq!(app.model.game.export_tags().get("PlyCount"), Some("2"));
    app.act(Action::PasteText("[PlyCount \"5\"]\n\n1. e4 e5 2. Kf8 Nc6 3. d4 *".to_owned()));
    assert_eq!(app.model.game.export_tags().get("PlyCount"), Some("5"), "partly read");
}

#[test]
fn a_file_of_many_games_is_not_replaced_by_one_unasked() {
    let mut app = TestApp::with_list();
    app.act(Action::PasteText("1. b3 e5 *".to_owned()));
    app.rest.clear();
    app.give(UserCommand::SaveFile);
    let asked = |e: &Effect| matches!(e, Effect::PickFileToSave { to: SaveTo::New(_), .. });
    assert!(app.rest.iter().any(asked), "a pasted game has no place yet");
    let path = app.path();
    app.save_to(path, 4);
    assert_eq!((app.doubt(), app.file()), (SaveDoubt::Over(4), GAMES.to_owned()));
    app.games(GamesAction::Save(SaveAnswer::Append));
    assert!(app.file().starts_with(GAMES) && app.file().ends_with("1. b3 e5 *\r\n"));
    assert_eq!(app.list().collection.len(), 5);
    assert_eq!((app.rows().len(), app.model.listed_game()), (5, Some(4)));
    let alone = app.folder.path().join("alone.pgn");
    app.give(UserCommand::SaveFileAs);
    app.save_to(alone.clone(), 0);
    assert!(fs::read_to_string(&alone).unwrap().contains("1. b3 e5 *"));
    assert_eq!(app.model.settings.recent_files[0], alone.to_str().unwrap());
    app.games(GamesAction::OpenRecentFile(1));
    assert_eq!(app.list().name, "four.pgn");
}

#[test]
fn a_changed_game_that_undo_leads_to_keeps_its_file_however_many_are_opened() {
    let mut app = TestApp::with_list();
    app.take(1, OpenAs::Open(0));
    app.comment("mine");
    let changed = app.model.game.id;
    app.take(3, OpenAs::Open(0));
    app.act(Action::Confirm);
    for _ in 0..250 {
        app.take(0, OpenAs::Open(0));
    }
    while app.model.game.id != changed {
        app.give(UserCommand::Undo);
    }
    app.give(UserCommand::SaveFile);
    assert_eq!(app.doubt(), SaveDoubt::Replaces(1));
}

#[test]
fn a_file_picked_for_a_game_that_has_left_the_board_gets_that_game() {
    let mut app = TestApp::with_list();
    app.take(0, OpenAs::Open(0));
    let first = app.model.game.serial;
    app.give(UserCommand::SaveFileAs);
    app.take(3, OpenAs::Open(0));
    assert_eq!(app.line(), "d4 Nf6 c4");
    let other = app.folder.path().join("other.pgn");
    app.save_to(other.clone(), 2);
    app.games(GamesAction::Save(SaveAnswer::Replace));
    assert!(fs::read_to_string(&other).unwrap().contains("1. e4 e5"));
    assert_eq!(app.model.home().unwrap().path(), Some(&*app.path()));
    assert_eq!(app.model.sources.of(first).unwrap().path(), Some(&*other));
}

#[test]
fn a_game_whose_file_was_replaced_by_another_has_no_place_any_more() {
    let mut app = TestApp::new();
    let path = app.folder.path().join("one.pgn");
    fs::write(&path, "1. e4 e5 *\n").unwrap();
    app.open(&path);
    app.comment("first");
    app.give(UserCommand::SaveFile);
    app.games(GamesAction::Save(SaveAnswer::Replace));
    app.act(Action::PasteText("1. b3 e5 *".to_owned()));
    app.give(UserCommand::SaveFileAs);
    app.save_to(path.clone(), 1);
    let file = fs::read_to_string(&path).unwrap();
    assert!(file.contains("1. b3 e5 *") && !app.model.unsaved);
    app.give(UserCommand::Undo);
    assert_eq!(app.line(), "e4 e5");
    app.comment("second");
    assert!(app.model.unsaved);
    app.rest.clear();
    app.give(UserCommand::SaveFile);
    assert!(app.rest.iter().any(|effect| matches!(effect, Effect::PickFileToSave { .. })));
    assert_eq!(fs::read_to_string(&path).unwrap(), file, "no other game is written over");
}

#[test]
fn a_second_board_of_a_game_does_not_write_over_what_the_first_has_saved() {
    let mut app = TestApp::with_list();
    app.take(1, OpenAs::Open(0));
    app.take(1, OpenAs::Open(0));
    app.comment("newer board");
    app.give(UserCommand::SaveFile);
    app.games(GamesAction::Save(SaveAnswer::Replace));
    assert!(app.file().contains("newer board"));
    app.give(UserCommand::Undo);
    app.give(UserCommand::Undo);
    app.act(Action::Confirm);
    app.comment("older board");
    app.give(UserCommand::SaveFile);
    app.games(GamesAction::Save(SaveAnswer::Replace));
    assert_eq!(app.doubt(), SaveDoubt::Changed);
    assert!(app.file().contains("newer board") && !app.file().contains("older board"));
}

#[test]
fn what_was_done_before_a_restart_can_be_undone_and_saved_again() {
    let mut app = TestApp::with_list();
    app.take(1, OpenAs::Open(0));
    app.give(UserCommand::Last);
    app.give(UserCommand::DeleteVariation);
    let saved = Session::of(&app.model, 1_000);
    app.model = Model::new(Settings::default());
    app.act(Action::RestoreSession(Box::new(saved)));
    app.give(UserCommand::SaveFile);
    app.games(GamesAction::Save(SaveAnswer::Replace));
    app.give(UserCommand::Undo);
    assert!(app.model.unsaved);
    app.give(UserCommand::SaveFile);
    app.games(GamesAction::Save(SaveAnswer::Replace));
    assert!(app.model.dialog.is_none() && !app.model.unsaved, "it is the same game");
}

#[test]
fn a_session_remembers_the_list_and_where_the_game_came_from() {
    let mut app = TestApp::with_list();
    app.take(1, OpenAs::Open(0));
    app.comment("not saved yet");
    let text = Session::of(&app.model, 1_000).to_text();
    let mut later = TestApp::new();
    later.act(Action::RestoreSession(Session::parse(&text).unwrap().into()));
    assert!(later.model.unsaved, "the comment is there, but not in the file");
    assert_eq!((later.rows().len(), later.model.listed_game()), (4, Some(1)));
    assert!(!later.rest.iter().any(|effect| matches!(effect, Effect::OpenPane(_, PaneId::Games))));
    later.give(UserCommand::SaveFile);
    later.games(GamesAction::Save(SaveAnswer::Replace));
    assert!(app.file().contains("{not saved yet}"));
}

#[test]
fn pasted_games_are_listed_too() {
    let mut app = TestApp::new();
    app.act(Action::PasteText(format!("\u{feff}{GAMES}")));
    assert_eq!((app.rows().len(), app.list().name.as_str()), (4, t!("library-clipboard")));
    app.take(3, OpenAs::Open(0));
    assert_eq!((app.line().as_str(), app.model.listed_game()), ("d4 Nf6 c4", Some(3)));
    app.comment("x");
    app.rest.clear();
    app.give(UserCommand::SaveFile);
    assert!(app.rest.iter().any(|effect| matches!(effect, Effect::PickFileToSave { .. })));
}

#[test]
fn a_game_that_is_played_stays_on_the_board_when_a_file_is_opened() {
    let mut app = TestApp::new();
    let (from, to) = ("e2".parse().unwrap(), "e4".parse().unwrap());
    app.act(Action::PlayMove { from, to, promotion: None });
    fs::write(app.path(), GAMES).unwrap();
    app.open(&app.path());
    assert_eq!((app.rows().len(), app.line().as_str()), (4, "e4"));
    assert!(app.model.game.is_played());
}

#[test]
fn the_list_is_known_at_once_after_a_game_was_deleted() {
    let mut app = TestApp::with_list();
    let number = app.list().number();
    app.delete(1);
    let list = app.list();
    assert_eq!(number >> 32, list.number() >> 32, "the file is not read again");
    let again = Collection::of_text(&app.file());
    let names = |list: &Collection| -> Vec<String> {
        (0..list.len() as u32).map(|game| list.white(game).to_owned()).collect()
    };
    assert_eq!(names(&list.collection), names(&again));
    // The next one can be deleted and restored without waiting.
    app.delete(0);
    assert_eq!(app.list().collection.len(), 2);
    assert!(!UserCommand::Redo.is_enabled(&app.model));
    app.give(UserCommand::Undo);
    assert_eq!(app.list().collection.len(), 3);
    app.act(Action::Command(UserCommand::Redo));
    assert!(app.says(t!("redo-refused")), "{:?}", app.model.toasts);
}

#[test]
fn a_chosen_game_is_opened_though_others_are_deleted_before_the_question_is_answered() {
    let mut app = TestApp::with_list();
    app.take(0, OpenAs::Open(0));
    app.comment("thought");
    app.take(3, OpenAs::Open(0));
    let Some(Dialog::Replace(Loss::Edits, new)) = app.model.dialog.take() else {
        panic!("it is asked first")
    };
    let fingerprint = app.list().collection.entry(3).unwrap().fingerprint;
    app.delete(1);
    app.model.dialog = Some(Dialog::Replace(Loss::Edits, new));
    app.act(Action::Confirm);
    assert!(app.model.dialog.is_none(), "it is asked only once");
    assert_eq!(app.model.listed_game(), Some(2));
    assert_eq!(app.list().collection.entry(2).unwrap().fingerprint, fingerprint);
}

#[test]
fn a_list_is_saved_only_with_the_rows_of_its_filter() {
    let mut app = TestApp::with_list();
    assert!(UserCommand::SaveList.is_enabled(&app.model));
    let filter = Action::Games(GamesAction::Filter("result:1-0".to_owned()));
    update(&mut app.model, filter, 1_000);
    app.act(Action::Shortcut(UserCommand::SaveList));
    assert!(app.says(t!("library-searching")));
    assert!(!UserCommand::SaveList.is_enabled(&app.model));
}

#[test]
fn a_game_deleted_from_a_file_can_be_put_back() {
    let mut app = TestApp::with_list();
    app.take(3, OpenAs::Open(0));
    app.games(GamesAction::Filter("result:1-0".to_owned()));
    assert!(!UserCommand::PutBack.is_enabled(&app.model));
    app.delete(1);
    assert!(
        app.says(&t!("library-deleted", number = "2", name = "four.pgn")),
        "{:?}",
        app.model.toasts
    );
    assert!(!app.file().contains("R\u{e9}ti") && app.file().contains("Broken"));
    assert_eq!((app.rows(), app.list().view.filter.as_str()), (vec![0], "result:1-0"));
    assert_eq!(app.model.listed_game(), Some(2), "the game on the board has moved up");
    app.comment("saved where it stands now");
    app.give(UserCommand::SaveFile);
    app.games(GamesAction::Save(SaveAnswer::Replace));
    assert!(app.file().contains("saved where it stands now"));
    // The file has changed: removed games come back at its end.
    app.give(UserCommand::PutBack);
    assert!(
        app.says(&t!("library-restored-at-end", name = "four.pgn", n = 1)),
        "{:?}",
        app.model.toasts
    );
    assert_eq!(app.list().collection.white(3), "R\u{e9}ti");
    assert!(app.file().contains("saved where it stands now"));
    // The game on the board still has its place.
    app.comment("saved once more");
    app.rest.clear();
    app.give(UserCommand::SaveFile);
    assert!(app.model.dialog.is_none() && app.file().contains("saved once more"));

    let mut app = TestApp::with_list();
    app.delete(0);
    app.delete(0);
    assert_eq!(app.list().collection.len(), 2);
    app.give(UserCommand::PutBack);
    app.give(UserCommand::PutBack);
    assert_eq!(app.file(), GAMES, "byte for byte");
    assert!(!UserCommand::PutBack.is_enabled(&app.model));
    for left in [3, 2, 1, 0] {
        app.delete(0);
        assert_eq!((app.list().collection.len(), app.rows().len()), (left, left));
    }
    assert_eq!(app.file(), "");
    for _ in 0..4 {
        app.give(UserCommand::PutBack);
    }
    assert_eq!((app.file().as_str(), app.rows().len()), (GAMES, 4));
}

#[test]
fn undo_restores_a_deleted_game_while_nothing_newer_was_changed() {
    let mut app = TestApp::with_list();
    app.take(3, OpenAs::Open(0));
    app.delete(1);
    app.delete(0);
    app.give(UserCommand::Undo);
    app.give(UserCommand::Undo);
    assert_eq!((app.file().as_str(), app.line().as_str()), (GAMES, "d4 Nf6 c4"));
    app.delete(1);
    app.comment("newer");
    app.give(UserCommand::Undo);
    assert!(!app.file().contains("R\u{e9}ti"), "the comment was the newest change");
    assert!(UserCommand::PutBack.is_enabled(&app.model));
}

#[test]
fn a_game_deleted_while_it_is_on_the_board_has_no_place_until_it_is_put_back() {
    let mut app = TestApp::with_list();
    app.take(1, OpenAs::Open(0));
    app.comment("thought");
    app.games(GamesAction::Remove(1));
    assert_eq!(app.file(), GAMES, "it is asked first");
    app.act(Action::Confirm);
    assert!(!app.file().contains("R\u{e9}ti"));
    assert_eq!((app.model.listed_game(), app.model.unsaved), (None, true));
    let saved = Session::of(&app.model, 1_000);
    let mut later = TestApp::new();
    later.act(Action::RestoreSession(Box::new(saved)));
    assert!(later.model.unsaved, "also after a restart");
    app.rest.clear();
    app.give(UserCommand::SaveFile);
    assert!(app.model.dialog.is_none(), "no other game is offered for it");
    assert!(app.rest.iter().any(|effect| matches!(effect, Effect::PickFileToSave { .. })));
    app.take(0, OpenAs::Open(0));
    assert!(matches!(app.model.dialog, Some(Dialog::Replace(Loss::Edits, _))));
    app.act(Action::CloseDialog);
    app.give(UserCommand::PutBack);
    assert_eq!((app.model.listed_game(), app.model.unsaved), (Some(1), true));
    app.give(UserCommand::SaveFile);
    assert_eq!(app.doubt(), SaveDoubt::Replaces(1));
}

#[test]
fn a_note_on_moves_that_could_not_be_read_goes_with_its_game() {
    let mut app = TestApp::with_list();
    let warned = |app: &TestApp| {
        let kind = tabia_app::window::toasts::ToastKind::Warning;
        app.model.toasts.iter().any(|toast| toast.kind == kind)
    };
    app.take(2, OpenAs::Open(0));
    assert!(warned(&app));
    app.take(3, OpenAs::Open(0));
    assert!(!warned(&app));
}

#[test]
fn a_changed_game_from_the_clipboard_is_asked_for() {
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. e4 e5 *".to_owned()));
    app.comment("thought");
    assert!(app.model.unsaved);
    app.act(Action::SetFen(Board::start().to_string()));
    assert!(matches!(app.model.dialog, Some(Dialog::Replace(Loss::Edits, _))));
    let mut later = TestApp::new();
    later.act(Action::RestoreSession(Box::new(Session::of(&app.model, 1_000))));
    assert!(later.model.unsaved, "also after a restart");
    // The replacement waits while a file is chosen, and comes once the game is saved there.
    let alone = app.folder.path().join("alone.pgn");
    app.act(Action::SaveFirst);
    assert_eq!(app.line(), "e4 e5");
    app.games(GamesAction::NoFileToSaveTo(None));
    app.save_to(alone.clone(), 0);
    assert_eq!(app.line(), "e4 e5", "no file was chosen, so nothing is to come any more");
    app.comment("another thought");
    app.act(Action::PasteText("1. d4 *".to_owned()));
    app.act(Action::SaveFirst);
    assert_eq!(app.model.game.tree.main_line().len(), 2);
    assert!(fs::read_to_string(alone).unwrap().contains("another thought"));
}

#[test]
fn duplicates_are_merged_after_a_question_and_undone() {
    let mut app = TestApp::with_list();
    app.give(UserCommand::MergeDuplicates);
    assert!(matches!(&app.model.dialog, Some(Dialog::MergeDuplicates { games: 4, .. })));
    app.games(GamesAction::MergeDuplicates);
    assert!(
        app.says(&t!("library-no-duplicates", name = "four.pgn")) && app.model.dialog.is_none()
    );
    let twice = format!("{GAMES}\r\n\r\n[White \"tal\"]\r\n\r\n1. d4 Nf6 {{sharp}} 2. c4 *\r\n");
    fs::write(app.path(), &twice).unwrap();
    app.open(&app.path());
    app.games(GamesAction::MergeDuplicates);
    assert!(
        app.says(&t!("library-merged-duplicates", n = 1, name = "four.pgn")),
        "{:?}",
        app.model.toasts
    );
    assert_eq!(app.list().collection.len(), 4);
    assert!(app.file().contains("{sharp}") && app.file().starts_with(&GAMES[..200]));
    app.give(UserCommand::PutBack);
    assert_eq!(app.file(), twice);
    // Games that are in no file are not affected.
    app.act(Action::PasteText(twice));
    assert!(!UserCommand::MergeDuplicates.is_enabled(&app.model));
    app.games(GamesAction::Remove(0));
    assert!(app.says(t!("library-not-in-file")) && app.list().collection.len() == 5);
}

const PARTLY: &str = "[White \"A\"]\n\n1. e4 e5 2. Nf6 Nc6 3. Bb5 a6 {long analysis} 4. Ba4 1-0\n";
const TAIL: &str = "2. Nf6 Nc6 3. Bb5 a6 {long analysis} 4. Ba4";

#[test]
fn what_could_not_be_read_of_a_game_is_saved_with_it() {
    let mut app = TestApp::new();
    fs::write(app.path(), PARTLY).unwrap();
    app.open(&app.path());
    app.comment("mine");
    app.give(UserCommand::SaveFile);
    assert_eq!(app.doubt(), SaveDoubt::Replaces(0));
    app.games(GamesAction::Save(SaveAnswer::Replace));
    let expected = format!("1. e4 {{mine}} 1... e5 {TAIL} 1-0\n");
    assert!(
        app.file().replace('\n', " ").ends_with(&expected.replace('\n', " ")),
        "{}",
        app.file()
    );
    // Also after a session, which stores it with the game.
    let saved = Session::of(&app.model, 1_000).to_text();
    assert!(saved.contains("long analysis"), "{saved}");
}

#[test]
fn a_game_that_has_lost_its_unread_moves_says_so_before_it_replaces_them() {
    let mut app = TestApp::new();
    fs::write(app.path(), PARTLY).unwrap();
    app.open(&app.path());
    let node = app.model.game.tree.main_line()[2];
    app.act(Action::Edit { node, edit: TreeEdit::Delete });
    app.give(UserCommand::SaveFile);
    let SaveDoubt::Loses { game: 0, lost, new } = app.doubt() else { panic!("not said") };
    assert!(lost == TAIL && new.contains("1. e4"), "{lost} {new}");
    app.games(GamesAction::Save(SaveAnswer::Append));
    assert!(app.file().starts_with(PARTLY), "{}", app.file());
    assert!(app.file().trim_end().ends_with("1. e4 1-0"), "{}", app.file());
}

#[test]
fn a_game_saved_into_a_latin_1_file_stays_latin_1_or_the_file_is_converted() {
    let mut app = TestApp::new();
    let before = b"[White \"R\xE9ti\"]\n\n1. e4 e5 *\n\n[White \"M\xFCller\"]\n\n1. d4 *\n";
    fs::write(app.path(), before).unwrap();
    app.open(&app.path());
    assert!(app.says("Latin-1"));
    app.comment("\u{e0} la R\u{e9}ti");
    app.give(UserCommand::SaveFile);
    app.games(GamesAction::Save(SaveAnswer::Replace));
    let now = fs::read(app.path()).unwrap();
    assert!(now.ends_with(&before[before.len() - 29..]), "the other game as it was");
    assert!(now.windows(11).any(|part| part == b"{\xE0 la R\xE9ti}"), "in Latin-1");
    assert!(str::from_utf8(&now).is_err());
    app.comment("\u{265E}");
    app.give(UserCommand::SaveFile);
    assert!(matches!(app.doubt(), SaveDoubt::Encoding { found: '\u{265E}', .. }));
    assert_eq!(fs::read(app.path()).unwrap(), now, "nothing is written before the answer");
    app.games(GamesAction::Save(SaveAnswer::Convert));
    let file = app.file();
    assert!(file.contains("M\u{fc}ller") && file.contains("{\u{265E}}"), "{file}");
    assert!(file.contains("R\u{e9}ti"), "{file}");
    app.take(1, OpenAs::Open(0));
    assert_eq!(app.line(), "d4", "the list is that of the converted file");
}

#[test]
fn a_game_saved_into_a_utf_16_file_stays_utf_16() {
    let text =
        "\u{feff}[White \"R\u{e9}ti\"]\r\n\r\n1. e4 e5 *\r\n\r\n[White \"B\"]\r\n\r\n1. d4 *\r\n";
    let bytes = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let mut app = TestApp::new();
    fs::write(app.path(), bytes(text)).unwrap();
    app.open(&app.path());
    app.comment("\u{265E}");
    app.give(UserCommand::SaveFile);
    app.games(GamesAction::Save(SaveAnswer::Replace));
    let now = fs::read(app.path()).unwrap();
    let units: Vec<u16> =
        now.chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    let now = String::from_utf16(&units).unwrap();
    assert!(now.starts_with("\u{feff}[") && now.contains("{\u{265E}}"), "{now}");
    assert!(now.ends_with("\r\n\r\n[White \"B\"]\r\n\r\n1. d4 *\r\n"), "{now}");
    app.take(1, OpenAs::Open(0));
    assert_eq!(app.line(), "d4");
}

#[test]
fn files_read_while_something_is_entered_are_shown_one_by_one() {
    let mut app = TestApp::new();
    app.give(UserCommand::EditTags);
    for (name, text) in [("a.pgn", "1. a3 *"), ("b.pgn", "1. b3 *"), ("c.pgn", "1. c3 *")] {
        app.act(Action::Opened(Opened::of(name, text).into()));
    }
    assert!(app.says("c.pgn") && !app.says("b.pgn"));
    app.act(Action::DismissToasts);
    assert!(app.says("b.pgn") && !app.says("a.pgn"));
    let hours = 3_600_000;
    for now in [1_000, hours, 2 * hours] {
        update(&mut app.model, Action::Tick, now);
        assert_eq!(app.model.next_change_ms(now), None);
    }
    app.act(Action::CloseDialog);
    app.act(Action::ShowOpened);
    assert_eq!(app.line(), "b3");
    assert!(app.says("a.pgn") && !app.says("b.pgn has been read"));
    app.act(Action::ShowOpened);
    assert_eq!(app.line(), "a3");
    assert!(!app.model.toasts.iter().any(|toast| toast.offers.contains(&ToastOffer::ShowOpened)));
}

#[test]
fn a_file_of_positions_is_a_recent_file() {
    let mut app = TestApp::new();
    let path = app.folder.path().join("suite.epd");
    fs::write(&path, "4k3/8/8/8/8/8/4P3/4K3 w - -\n4k3/8/8/8/8/8/8/4K2R w K -\n").unwrap();
    app.open(&path);
    assert_eq!(app.rows(), [0, 1]);
    let recent = app.model.settings.recent_files.first().map(PathBuf::from);
    assert_eq!(recent, Some(file::true_path(&path)));
}
