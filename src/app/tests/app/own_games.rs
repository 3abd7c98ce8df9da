//! The file of the user's own games: what is added, when, and that each game is in it once.

use std::fs;
use std::path::PathBuf;

use tabia_app::action::{Action, GamesAction, TourAction, TreeEdit, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::game::new_game::NewGame;
use tabia_app::library::own::KeepRequest;
use tabia_app::model::SavedFile;
use tabia_app::persistence::session::Session;
use tabia_app::window::settings::SettingChange;
use tabia_app::window::view::Dialog;
use tabia_chess::{Board, Color};
use tabia_engine::search::score::Score;
use tabia_games::game::annotation::EvalValue;
use tabia_games::game::pgn_read::{self, PgnGame};

use super::test_app::{TestApp, blitz, from_fen, humans};
use tabia_app::game::new_game::Sides;
use tabia_app::game::state::BEGAN_TAG;
use tabia_text::t;

/// An app whose finished games go into a real file.
struct Own {
    app: TestApp,
    folder: tempfile::TempDir,
}

impl Own {
    fn with(new: NewGame) -> Own {
        Own { app: TestApp::with(new), folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("My games.pgn")
    }

    /// The requests to add games since the last check.
    fn asked(&mut self) -> Vec<KeepRequest> {
        let effects = self.app.take_effects().into_iter();
        effects
            .filter_map(|effect| match effect {
                Effect::KeepGame(request) => Some(*request),
                _ => None,
            })
            .collect()
    }

    fn keep(&mut self) {
        for request in self.asked() {
            let news = request.carry_out(&self.path());
            self.app.act(Action::Games(GamesAction::GameKept(news.into())));
        }
    }

    /// The games in the file.
    fn games(&mut self) -> Vec<PgnGame> {
        self.keep();
        pgn_read::read_all(&fs::read_to_string(self.path()).unwrap_or_default())
    }

    fn resign(&mut self) {
        self.app.give(UserCommand::Resign);
        // The command asks for confirmation.
        self.app.act(Action::Confirm);
    }

    fn play(&mut self, moves: &[&str]) {
        for text in moves {
            self.app.play(text);
        }
    }
}

fn line(game: &PgnGame) -> String {
    let line = game.tree.main_line();
    line.iter().skip(1).map(|&node| game.tree.san(node)).collect::<Vec<_>>().join(" ")
}

const MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];

#[test]
fn a_game_is_kept_with_clocks_evaluations_and_tags() {
    let mut own = Own::with(blitz());
    own.play(&["e2e4"]);
    own.app.report(9, 1, "c7c5", -30);
    own.app.answer("c7c5");
    own.app.now += 7_500;
    own.play(&["g1f3"]);
    own.app.started();
    own.app.now += 1_000;
    own.resign();
    let games = own.games();
    assert_eq!((games.len(), line(&games[0])), (1, "e4 c5 Nf3".to_owned()));
    let (tags, tree) = (&games[0].tags, &games[0].tree);
    for (name, value) in [
        ("Event", "Casual game"),
        ("Date", own.app.model.today.as_str()),
        ("White", "Player"),
        ("Result", "0-1"),
        ("TimeControl", "60+2"),
        ("Termination", "normal"),
    ] {
        assert_eq!(tags.get(name), Some(value), "{name}");
    }
    assert!(tags.known("Black").is_some_and(|name| name.contains("Tabia")), "{tags:?}");
    let nodes = tree.main_line();
    assert_eq!(tree.clock_ms(nodes[1]), own.app.model.game.tree.clock_ms(nodes[1]));
    assert_eq!(tree.clock_ms(nodes[3]), Some(60_000 + 2_000 - 7_500 + 2_000));
    assert!(own.app.says("My games"), "the first time one is told");
}

#[test]
fn a_finished_game_that_is_not_kept_is_unsaved() {
    let mut own = Own::with(humans());
    own.app.act(Action::Set(SettingChange::KeepGames(false)));
    own.play(&MATE[..3]);
    assert!(!own.app.model.unsaved);
    own.play(&MATE[3..]);
    assert!(own.app.model.unsaved);
    own.app.act(Action::SetFen(Board::start().to_string()));
    assert!(own.app.model.dialog.is_none(), "the user wants none kept, and undo leads back");
    own.app.give(UserCommand::Undo);
    assert!(own.app.model.unsaved);
    own.app.give(UserCommand::KeepGame);
    own.keep();
    assert!(!own.app.model.unsaved, "it is in a file now");
    assert!(own.app.model.is_in_own_games(), "there is nothing to add");
    let node = own.app.model.game.live;
    let edit = TreeEdit::Comment { before: false, text: "Mate".to_owned(), more: false };
    own.app.act(Action::Edit { node, edit });
    assert!(!own.app.model.is_in_own_games(), "as it stands now it is not in the file");
}

#[test]
fn evaluations_of_full_strength_are_kept_and_those_of_weak_levels_are_not() {
    let eval = |strong: bool| {
        let strength = if strong {
            tabia_engine::alphabeta::options::Strength::Full
        } else {
            tabia_engine::alphabeta::options::Strength::Character(2)
        };
        let mut own = Own::with(NewGame { strength, ..NewGame::default() });
        own.play(&["e2e4"]);
        own.app.report(9, 1, "c7c5", -30);
        own.app.answer("c7c5");
        own.resign();
        let game = own.games().remove(0);
        let nodes = game.tree.main_line();
        [1, 2].map(|ply| game.tree.eval(nodes[ply]))
    };
    let [before, after] = eval(true).map(Option::unwrap);
    // White's view: the score that Black, to move, got for the position, and that of the move chosen because of it.
    assert_eq!((before.value, before.depth), (EvalValue::Cp(30), Some(9)));
    assert_eq!((after.value, after.depth), (EvalValue::Cp(30), Some(8)));
    assert_eq!(eval(false), [None, None]);
}

#[test]
fn a_game_that_goes_on_after_a_takeback_takes_its_own_place() {
    let mut own = Own::with(humans());
    own.play(&MATE);
    assert_eq!(own.games().len(), 1);
    own.app.give(UserCommand::Takeback);
    own.play(&["d8f6", "e2e4"]);
    own.resign();
    let games = own.games();
    assert_eq!(games.len(), 1, "one game, once");
    assert_eq!(line(&games[0]), "f3 e5 g4 Qf6 e4");
    own.app.give(UserCommand::Undo);
    own.resign();
    assert_eq!(own.games().len(), 1);
    own.app.give(UserCommand::Rematch);
    own.play(&MATE);
    let games = own.games();
    assert_eq!(games.len(), 2, "another game stands behind it");
    assert_ne!(games[0].tags.get("GameId"), games[1].tags.get("GameId"));
}

#[test]
fn a_game_that_leaves_the_board_is_kept_once_its_player_has_moved() {
    let mut own = Own::with(NewGame { sides: Sides::HumanBlack, ..NewGame::default() });
    own.app.answer("e2e4");
    assert!(!UserCommand::KeepGame.is_enabled(&own.app.model));
    own.app.act(Action::StartGame(NewGame { sides: Sides::HumanWhite, ..NewGame::default() }));
    assert!(own.asked().is_empty(), "the engine alone has moved");
    own.play(&["e2e4"]);
    assert!(UserCommand::KeepGame.is_enabled(&own.app.model));
    own.app.act(Action::StartGame(humans()));
    let kept: Vec<KeepRequest> = own.asked();
    assert!(matches!(&kept[..], [one] if one.text.contains("1. e4")), "{kept:?}");
    own.play(&["e2e4", "e7e5"]);
    own.app.act(Action::StartGame(humans()));
    let games = own.games();
    assert_eq!((games.len(), games[0].tags.get("Result")), (1, Some("*")));
    own.app.give(UserCommand::Undo);
    own.play(&["g1f3"]);
    own.resign();
    let games = own.games();
    assert_eq!((games.len(), line(&games[0])), (1, "e4 e5 Nf3".to_owned()));
    // Leaving it again unchanged adds nothing. An analysis board is not a game.
    own.app.act(Action::PasteText("1. d4 d5 2. c4 *".to_owned()));
    own.app.act(Action::StartGame(humans()));
    assert!(own.asked().is_empty());
}

#[test]
fn the_moves_that_were_played_are_the_main_line() {
    let mut own = Own::with(humans());
    own.play(&["e2e4", "e7e5", "g1f3"]);
    own.app.give(UserCommand::First);
    own.play(&["d2d4", "d7d5"]);
    own.resign();
    let games = own.games();
    assert_eq!((games.len(), line(&games[0])), (1, "d4 d5".to_owned()));
    assert_eq!(games[0].tree.len(), 6, "the others stand beside it");
}

#[test]
fn of_a_game_from_a_shown_position_only_the_moves_since_then_count() {
    let mut own = Own::with(NewGame::default());
    own.app.act(Action::PasteText(
        "1. e4 {[%eval 0.3] a word} e5 (1... c5) 2. Bc4 Nc6 3. Qh5 Nf6?? 4. Qxf7# 1-0".to_owned(),
    ));
    for _ in 0..6 {
        own.app.give(UserCommand::Next);
    }
    own.app.give(UserCommand::PlayFromHere);
    own.resign();
    assert!(own.games().is_empty(), "no move of its own");
    own.app.give(UserCommand::Rematch);
    own.app.answer("d2d3");
    own.resign();
    assert!(own.games().is_empty(), "none of the user's");
    own.app.give(UserCommand::Rematch);
    own.play(&["h5f7"]);
    let games = own.games();
    assert_eq!((games.len(), line(&games[0])), (1, "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#".to_owned()));
    assert_eq!(games[0].tags.get(BEGAN_TAG), Some("6"));
    let tree = &games[0].tree;
    assert_eq!(tree.len(), 8, "without variations");
    assert!(tree.ids().all(|node| tree.eval(node).is_none() && tree.comment(node).is_empty()));
}

#[test]
fn what_could_have_come_after_the_end_is_tried_outside_play() {
    let mut own = Own::with(NewGame::default());
    own.play(&["e2e4"]);
    own.app.answer("e7e5");
    own.resign();
    assert_eq!(own.app.model.movable_side(), None);
    own.app.give(UserCommand::StudyWorkspace);
    own.play(&["g1f3", "b8c6"]);
    let game = &own.app.model.game;
    assert_eq!((game.tree.san(game.current), game.tree.ply(game.live)), ("Nc6", 2));
    own.app.give(UserCommand::Rematch);
    let games = own.games();
    assert_eq!((games.len(), line(&games[0])), (1, "e4 e5".to_owned()));
}

#[test]
fn a_game_from_a_position_and_one_of_chess960_are_kept_as_they_are() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let mut own = Own::with(from_fen(fen, Sides::Humans));
    own.play(&["e2e4", "e8d7"]);
    own.resign();
    let fischer = "4k3/8/8/8/8/8/8/1RK4R w HB - 0 1";
    own.app.act(Action::StartGame(from_fen(fischer, Sides::Humans)));
    own.play(&["c1h1", "e8d7"]);
    own.resign();
    let games = own.games();
    assert_eq!(games[0].tree.board(games[0].tree.root()), &Board::from_fen(fen).unwrap());
    assert_eq!(
        (line(&games[1]), games[1].tags.get("Variant")),
        ("O-O Kd7".to_owned(), Some("Chess960"))
    );
}

#[test]
fn nothing_is_kept_when_that_is_turned_off() {
    let mut own = Own::with(humans());
    own.app.act(Action::Set(SettingChange::KeepGames(false)));
    own.play(&MATE);
    assert!(own.asked().is_empty());
}

#[test]
fn a_game_that_could_not_be_kept_is_tried_again() {
    let mut own = Own::with(humans());
    own.play(&MATE);
    // A folder is where the file should be.
    fs::create_dir(own.path()).unwrap();
    own.keep();
    assert!(own.app.says("Could not be added to My games"), "{:?}", own.app.toasts());
    fs::remove_dir(own.path()).unwrap();
    own.app.act(Action::StartGame(humans()));
    own.play(&["e2e4", "e7e5"]);
    own.resign();
    assert_eq!(own.games().len(), 2);
}

#[test]
fn a_game_that_could_not_be_kept_is_unsaved_until_it_is_written() {
    let mut own = Own::with(humans());
    own.play(&MATE);
    assert!(!own.app.model.unsaved && own.app.model.question_before_end().is_none());
    fs::create_dir(own.path()).unwrap();
    own.keep();
    assert!(own.app.model.unsaved && own.app.model.has_unsaved_game());
    // It is remembered when it has left the board, too.
    own.app.act(Action::SetFen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned()));
    own.keep();
    let games = |own: &Own| match own.app.model.question_before_end() {
        Some(Dialog::Unkept { session: false, games, why, .. }) if !why.is_empty() => games,
        other => panic!("{other:?}"),
    };
    assert_eq!(games(&own), 1);
    own.play(&["e2e4"]);
    own.app.act(Action::NotKept(SavedFile::Session, Some("disk full".to_owned())));
    let both = own.app.model.question_before_end();
    assert!(matches!(both, Some(Dialog::Unkept { session: true, games: 1, .. })), "{both:?}");
    own.app.act(Action::NotKept(SavedFile::Session, None));
    own.app.act(Action::Games(GamesAction::KeepFailed));
    own.keep();
    assert_eq!(games(&own), 1, "it failed once more");
    fs::remove_dir(own.path()).unwrap();
    own.app.act(Action::Games(GamesAction::KeepFailed));
    own.keep();
    assert!(own.app.model.question_before_end().is_none());
    assert_eq!(own.games().len(), 1);
}

#[test]
fn the_name_of_a_game_survives_a_restart() {
    let mut own = Own::with(humans());
    own.play(&MATE);
    own.keep();
    let text = Session::of(&own.app.model, 0).to_text();
    own.app = TestApp::new();
    own.app.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    own.app.give(UserCommand::Takeback);
    own.play(&["d8f6"]);
    own.resign();
    assert_eq!(own.games().len(), 1);
}

#[test]
fn evaluations_survive_a_restart() {
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. e4 e5 *".to_owned()));
    app.give(UserCommand::ToggleAnalysis);
    app.started();
    app.report(12, 1, "e2e4", 25);
    app.report(12, 2, "d2d4", 20);
    let shown = app.model.game.current;
    let text = Session::of(&app.model, 0).to_text();
    let mut later = TestApp::new();
    later.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    let (old, new) = (&app.model, &later.model);
    let of = |model: &tabia_app::model::Model| {
        let id = tabia_engine::search::thinker::EngineId::BUILT_IN;
        let kept = model.telemetry.kept(&model.game.tree, shown, id).unwrap();
        let line = |line: &tabia_app::engines::telemetry::Line| {
            (line.info.depth, line.info.score, line.info.pv.clone(), line.info.multi_pv)
        };
        kept.lines.iter().map(line).collect::<Vec<_>>()
    };
    assert_eq!(of(new), of(old));
    assert_eq!((of(new).len(), of(new)[0].1), (2, Score::Cp(25)));
    // Nothing is shown for an engine that no longer exists.
    let other = text.replace("\"engine\":0", "\"engine\":77");
    assert_ne!(other, text);
    let mut later = TestApp::new();
    later.act(Action::RestoreSession(Box::new(Session::parse(&other).unwrap())));
    let model = &later.model;
    let point = model.telemetry.evaluation(
        &model.game.tree,
        shown,
        tabia_engine::search::thinker::EngineId::BUILT_IN,
    );
    assert!(point.is_none());
}

#[test]
fn my_games_opens_the_file_or_says_that_there_is_none() {
    let mut own = Own::with(humans());
    own.play(&MATE);
    own.app.take_effects();
    own.app.give(UserCommand::MyGames);
    let opens = |effect: &Effect| matches!(effect, Effect::OpenOwnGames { .. });
    assert!(own.app.take_effects().iter().any(opens));
    own.app.act(Action::Games(GamesAction::NoOwnGames));
    assert!(own.app.says(t!("library-no-own-games")));
}

#[test]
fn a_game_is_saved_on_request_and_its_place_is_shown() {
    let mut own = Own::with(humans());
    own.app.act(Action::Set(SettingChange::KeepGames(false)));
    assert!(!UserCommand::KeepGame.is_enabled(&own.app.model), "no game yet");
    own.play(&MATE);
    assert!(own.asked().is_empty());
    own.app.give(UserCommand::KeepGame);
    assert_eq!(own.games().len(), 1);
    assert!(own.app.says(&t!("library-kept", number = "1")));
    own.app.give(UserCommand::KeepGame);
    assert!(own.asked().is_empty() && own.app.says(t!("library-already-kept")));
    // Games added automatically are not reported each time.
    own.app.act(Action::Set(SettingChange::KeepGames(true)));
    own.app.act(Action::DismissToasts);
    own.app.give(UserCommand::Rematch);
    own.play(&MATE);
    assert_eq!(own.games().len(), 2);
    assert!(own.app.toasts().is_empty(), "{:?}", own.app.toasts());
    // A file that cannot be written is reported.
    own.app.act(Action::Set(SettingChange::KeepGames(false)));
    own.app.give(UserCommand::Rematch);
    own.play(&MATE);
    own.app.give(UserCommand::KeepGame);
    let request = own.asked().remove(0);
    let news = request.carry_out(&own.folder.path().join("nowhere\0").join("x.pgn"));
    own.app.act(Action::Games(GamesAction::GameKept(news.into())));
    assert!(own.app.says("Could not be added to My games"));
}

#[test]
fn the_name_in_the_settings_stands_on_the_card_and_in_the_files() {
    let mut own = Own::with(blitz());
    own.app.act(Action::Set(SettingChange::PlayerName("  Ada Lovelace ".to_owned())));
    let on_card = |own: &Own| own.app.model.game.player_name(Color::White).into_owned();
    assert_eq!(on_card(&own), "Ada Lovelace", "in the game on the board, too");
    own.play(&["e2e4"]);
    own.app.answer("c7c5");
    own.resign();
    own.app.act(Action::Set(SettingChange::PlayerName("Bo".to_owned())));
    assert_eq!(on_card(&own), "Ada Lovelace", "what is over was played under another name");
    assert_eq!(own.games()[0].tags.get("White"), Some("Ada Lovelace"));
    own.app.give(UserCommand::Rematch);
    own.app.act(Action::StartGame(NewGame { sides: Sides::HumanBlack, ..blitz() }));
    assert_eq!(own.app.model.game.player_name(Color::Black), "Bo");
    assert_eq!(own.app.model.game.export_tags().get("Black"), Some("Bo"));
    own.app.act(Action::Set(SettingChange::PlayerName(String::new())));
    assert_eq!(own.app.model.game.player_name(Color::Black), t!("player-you"));
}

#[test]
fn an_older_version_that_could_not_be_kept_does_not_replace_a_newer_one() {
    let mut own = Own::with(humans());
    own.play(&MATE);
    own.app.give(UserCommand::Takeback);
    own.play(&["d8f6", "e2e4"]);
    own.resign();
    let requests = own.asked();
    let [older, newer] = &requests[..] else { panic!("{requests:?}") };
    fs::create_dir(own.path()).unwrap();
    let failed = older.clone().carry_out(&own.path());
    own.app.act(Action::Games(GamesAction::GameKept(failed.into())));
    fs::remove_dir(own.path()).unwrap();
    let kept = newer.clone().carry_out(&own.path());
    own.app.act(Action::Games(GamesAction::GameKept(kept.into())));
    assert!(!own.app.model.unsaved && own.app.model.question_before_end().is_none());
    own.app.act(Action::Games(GamesAction::KeepFailed));
    assert_eq!(line(&own.games()[0]), "f3 e5 g4 Qf6 e4");
}

#[test]
fn another_name_reaches_the_game_beside_a_tour() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    app.act(Action::Tour(TourAction::Begin(0)));
    app.act(Action::Set(SettingChange::PlayerName("Ada".to_owned())));
    app.act(Action::Tour(TourAction::Exit));
    assert_eq!(app.model.game.player_name(Color::White), "Ada");
}
