//! Other games and positions on the board: pasted, loaded, edited.

use tabia_app::action::{Action, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::game::editor::EditorAction;
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::game::replacement::Loss;
use tabia_app::game::times;
use tabia_app::library::open::Opened;
use tabia_app::persistence::session::Session;
use tabia_app::window::settings::SettingChange;
use tabia_app::window::view::Dialog;
use tabia_chess::{Board, Color, Piece, Square};
use tabia_engine::search::thinker::EngineId;

use super::test_app::{TestApp, blitz};
use tabia_text::t;

#[test]
fn loading_never_loses_the_game_and_undo_returns_to_it() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    let job = app.job();
    app.started();
    app.now += 1_000;
    let fen = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1".to_owned();
    for action in [
        Action::PasteText(fen.clone()),
        Action::SetFen(fen.clone()),
        Action::StartGame(blitz()),
        Action::Opened(Opened::of("one.pgn", "1. d4 *").into()),
    ] {
        app.act(action);
        assert!(matches!(app.model.dialog, Some(Dialog::Replace(Loss::Clock, _))));
        app.act(Action::CloseDialog);
        // A new game stays set up.
        app.act(Action::CloseDialog);
        assert_eq!(app.line(), "e4", "the game goes on");
    }
    app.act(Action::PasteText(fen));
    app.act(Action::Confirm);
    assert_eq!(app.stopped, job.0);
    assert!(app.model.game.is_analysis_board());
    assert_eq!(app.model.engine.job(EngineId::BUILT_IN), None, "nothing plays by itself");
    app.now += 500_000;
    app.give(UserCommand::Undo);
    assert_eq!(app.line(), "e4");
    assert!(app.model.game.paused, "a game on the clock waits for its player");
    assert_eq!(times::clock_ms(&app.model.game, Color::Black, app.now), Some(59_000));
    app.give(UserCommand::Pause);
    app.answer("e7e5");
    assert_eq!(app.line(), "e4 e5");
    app.give(UserCommand::Undo);
    assert_eq!(app.line(), "", "the move before, of the same game");
    app.give(UserCommand::Redo);
    assert_eq!(app.line(), "e4 e5");
}

#[test]
fn texts_of_every_kind_can_be_pasted() {
    let mut app = TestApp::new();
    app.act(Action::PasteText("[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0".to_owned()));
    assert_eq!(app.model.game.tree.len(), 4);
    assert_eq!(app.model.game.result_text().as_deref(), Some("1-0"));
    assert_eq!(app.model.game.player_name(Color::White), "A");
    app.act(Action::PasteText("position startpos moves e2e4 e7e5".to_owned()));
    assert_eq!(app.line(), "e4 e5");
    app.act(Action::PasteText("1. d4 d5 2. c4".to_owned()));
    assert_eq!(app.model.game.tree.len(), 4);
    let before = app.model.game.clone();
    app.act(Action::PasteText("what is this".to_owned()));
    let Some(Dialog::Problem { lines, .. }) = &app.model.dialog else { panic!("no answer") };
    assert!(lines.len() >= 2, "{lines:?}");
    assert_eq!(app.model.game, before);
    app.act(Action::CloseDialog);
    let text = "[White \"X\"]\n1. e4 *\n[White \"Y\"]\n1. d4 *";
    app.act(Action::Opened(Opened::of("two.pgn", text).into()));
    let list = app.model.games.as_ref().unwrap();
    assert_eq!((list.collection.len(), list.name.as_str()), (2, "two.pgn"));
    assert_eq!(app.model.game.tree.len(), 4, "the board stays as it is");
    app.act(Action::Opened(Opened::of("odd.pgn", "1. e4 e5 2. Ke3 *").into()));
    assert!(app.says("problem"), "{:?}", app.toasts());
    app.take_effects();
    let large = "1. e4 e5 2. Nf3 Nc6 ".repeat(60_000);
    app.act(Action::PasteText(large));
    let taken = app.effects.iter().any(|effect| matches!(effect, Effect::TakeText { .. }));
    assert!(taken, "a large text is not read between two frames");
    app.act(Action::Reading(Some(("large.pgn".into(), 0.25))));
    app.now += 400;
    app.act(Action::Reading(Some(("large.pgn".into(), 0.5))));
    let reading = app.model.reading.clone().unwrap();
    assert_eq!((reading.share, app.now - reading.since_ms), (0.5, 400));
    app.act(Action::CancelReading);
    assert!(app.effects.iter().any(|effect| matches!(effect, Effect::CancelReading)));
    app.act(Action::Reading(None));
    assert_eq!(app.model.reading, None);
}

#[test]
fn a_refused_fen_says_why_and_offers_a_repair() {
    let mut app = TestApp::new();
    app.act(Action::SetFen("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1".to_owned()));
    let broken = "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1";
    let stays = |app: &TestApp| matches!(&app.model.dialog, Some(Dialog::BrokenFen { text, .. }) if text == broken);
    assert!(stays(&app), "{:?}", app.model.dialog);
    app.act(Action::CloseDialog);
    app.act(Action::PasteText(format!("  {broken}\n")));
    assert!(stays(&app), "{:?}", app.model.dialog);
    app.act(Action::CloseDialog);
    app.act(Action::SetFen(Board::from_fen(broken).unwrap_err().repair().unwrap()));
    assert_eq!(app.model.game.board().to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(app.model.settings.recent.len(), 1);
    app.act(Action::SetFen(Board::start().to_string()));
    app.act(Action::OpenRecentPosition(0));
    assert_eq!(app.model.game.board().to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    app.act(Action::OpenRecentPosition(77));
}

#[test]
fn the_editor_works_on_a_position_of_its_own() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    app.answer("e7e5");
    let before = app.model.game.tree.clone();
    app.give(UserCommand::EditPosition);
    assert!(app.model.game.paused, "the clock does not run meanwhile");
    let act = |app: &mut TestApp, action| app.act(Action::Editor(action));
    act(&mut app, EditorAction::Clear);
    let editor = app.model.editor.as_ref().unwrap();
    assert!(editor.problem().unwrap().contains("no king"), "{:?}", editor.problem());
    act(&mut app, EditorAction::Apply);
    assert!(app.model.editor.is_some(), "an unsound position is not taken over");
    act(&mut app, EditorAction::Cancel);
    assert_eq!(app.model.game.tree, before);
    assert!(app.says(t!("toast-editor-left")), "what was set up is kept");

    app.give(UserCommand::EditPosition);
    assert_eq!(app.model.editor.as_ref().unwrap().piece_on(Square::E4), None, "as it was left");
    act(&mut app, EditorAction::Clear);
    act(&mut app, EditorAction::Place(Square::E1, Piece::WhiteKing));
    act(&mut app, EditorAction::Place(Square::H1, Piece::WhiteRook));
    act(&mut app, EditorAction::Place(Square::E8, Piece::BlackKing));
    let king_side = tabia_chess::Wing::KingSide;
    act(&mut app, EditorAction::Castling(Color::White, king_side, true));
    let editor = app.model.editor.as_ref().unwrap();
    assert_eq!(editor.fen_text, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert!(!editor.can_grant(Color::Black, king_side));
    act(&mut app, EditorAction::Move(Square::H1, Square::H2));
    assert!(!app.model.editor.as_ref().unwrap().may_castle(Color::White, king_side));
    act(&mut app, EditorAction::FenText("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1".to_owned()));
    assert!(app.model.editor.as_ref().unwrap().repair().is_some());
    act(&mut app, EditorAction::Repair);
    act(&mut app, EditorAction::SwapColors);
    assert_eq!(app.model.editor.as_ref().unwrap().fen_text, "4k2r/8/8/8/8/8/8/4K3 b k - 0 1");
    act(&mut app, EditorAction::Apply);
    app.act(Action::Confirm);
    assert!(app.model.editor.is_none() && app.model.game.is_analysis_board());
    assert_eq!(app.model.game.board().to_string(), "4k2r/8/8/8/8/8/8/4K3 b k - 0 1");
    app.give(UserCommand::Undo);
    assert_eq!(app.line(), "e4 e5", "the game it was opened over is still there");
}

#[test]
fn undo_in_the_editor_takes_its_own_steps_back() {
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. e4 e5 *".to_owned()));
    app.give(UserCommand::EditPosition);
    let shown = |app: &TestApp| app.model.editor.as_ref().unwrap().fen_text.clone();
    let begun = shown(&app);
    assert!(!UserCommand::Undo.is_enabled(&app.model), "the game beneath is not undone");
    app.act(Action::Editor(EditorAction::Clear));
    for n in 1..=3 {
        app.act(Action::Editor(EditorAction::HalfmoveClock(n)));
    }
    let pasted = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    app.act(Action::PasteText(format!("{pasted}\n")));
    assert_eq!(shown(&app), pasted, "a pasted position is one for the editor");
    app.act(Action::PasteText("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1".to_owned()));
    assert!(app.model.dialog.is_none() && app.model.editor.as_ref().unwrap().repair().is_some());
    app.act(Action::PasteText("position fen 4k3/8/8/8/8/8/8/4K3 b - - 0 1".to_owned()));
    assert_eq!(shown(&app), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    // A letter is replaced in the editor: deleting it leaves a text that is not a FEN.
    for text in ["4k3/8/8/8/8/8/8/4K2 b - - 0 1", "4k3/8/8/8/8/8/8/4K2N b - - 0 1"] {
        app.act(Action::Editor(EditorAction::FenText(text.to_owned())));
    }
    app.give(UserCommand::Undo);
    assert_eq!(shown(&app), "4k3/8/8/8/8/8/8/4K3 b - - 0 1", "typed is not pasted");
    app.give(UserCommand::Undo);
    assert_eq!(shown(&app), pasted);
    app.give(UserCommand::Undo);
    assert!(shown(&app).ends_with(" 3 1"), "{}", shown(&app));
    app.give(UserCommand::Undo);
    assert_eq!(shown(&app), "8/8/8/8/8/8/8/8 w - - 0 1", "a number that is dragged is one step");
    app.give(UserCommand::Undo);
    assert_eq!(shown(&app), begun);
    assert!(!UserCommand::Undo.is_enabled(&app.model));
    for _ in 0..5 {
        app.give(UserCommand::Redo);
    }
    assert_eq!(shown(&app), "4k3/8/8/8/8/8/8/4K2N b - - 0 1");
    assert!(!UserCommand::Redo.is_enabled(&app.model));
    app.act(Action::Editor(EditorAction::Cancel));
    assert_eq!(app.model.game.tree.main_line().len(), 3);
}

#[test]
fn the_editor_follows_a_fen_that_is_not_legal() {
    let mut app = TestApp::new();
    app.give(UserCommand::EditPosition);
    app.act(Action::Editor(EditorAction::FenText("8/8/8/8/8/8/8/3RK3 b - - 4 9".to_owned())));
    let editor = app.model.editor.as_ref().unwrap();
    assert_eq!(editor.piece_on(Square::D1), Some(Piece::WhiteRook), "the board shows the text");
    assert_eq!(editor.piece_on(Square::E8), None);
    assert!(editor.board().is_none() && editor.problem().is_some());
    app.act(Action::Editor(EditorAction::Place(Square::E8, Piece::BlackKing)));
    let editor = app.model.editor.as_ref().unwrap();
    assert_eq!(editor.board().unwrap().to_string(), "4k3/8/8/8/8/8/8/3RK3 b - - 4 9");
    app.act(Action::Editor(EditorAction::Undo));
    assert!(app.model.editor.as_ref().unwrap().board().is_none(), "one step back");
    app.act(Action::Editor(EditorAction::FenText("8/8/8/8/8/8/8/3RQ b - - 4 9".to_owned())));
    let editor = app.model.editor.as_ref().unwrap();
    assert_eq!(editor.piece_on(Square::E1), Some(Piece::WhiteKing), "half a FEN is no position");
}

#[test]
fn a_fen_with_a_right_that_has_no_rook_is_shown_without_it() {
    let mut app = TestApp::new();
    app.give(UserCommand::EditPosition);
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 b KQkq - 0 1";
    app.act(Action::Editor(EditorAction::FenText(fen.to_owned())));
    let editor = app.model.editor.as_ref().unwrap();
    assert!(editor.board().is_none() && editor.problem().is_some() && editor.fen_text == fen);
    let shown = (editor.builder.stm, editor.piece_on(Square::H1), editor.builder.fen());
    let right = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 b Qkq - 0 1";
    assert_eq!(shown, (Color::Black, None, right.to_owned()), "the board shows the text");
    app.act(Action::Editor(EditorAction::Repair));
    let editor = app.model.editor.as_ref().unwrap();
    assert_eq!((editor.board().is_some(), editor.fen_text.as_str()), (true, right));
    app.act(Action::Editor(EditorAction::Undo));
    let editor = app.model.editor.as_ref().unwrap();
    assert_eq!(editor.piece_on(Square::H1), Some(Piece::WhiteRook), "one step back");
}

#[test]
fn swapped_colours_keep_en_passant() {
    let mut app = TestApp::new();
    app.give(UserCommand::EditPosition);
    let fen = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3";
    app.act(Action::Editor(EditorAction::FenText(fen.to_owned())));
    let shown = |app: &TestApp| app.model.editor.as_ref().unwrap().fen_text.clone();
    app.act(Action::Editor(EditorAction::SwapColors));
    assert!(shown(&app).ends_with(" w KQkq e6 0 3"), "{}", shown(&app));
    app.act(Action::Editor(EditorAction::SwapColors));
    assert_eq!(shown(&app), fen);
}

#[test]
fn en_passant_is_offered_where_a_pawn_can_capture() {
    let mut app = TestApp::new();
    app.give(UserCommand::EditPosition);
    let mut offered = |fen: &str| {
        app.act(Action::Editor(EditorAction::FenText(fen.to_owned())));
        app.model.editor.as_ref().unwrap().ep_candidates()
    };
    assert_eq!(offered("4k3/8/8/8/P2pP3/8/8/4K3 b - - 0 1"), [Square::E3]);
    assert_eq!(offered("4k3/8/8/8/P2pP3/8/8/4K3 b - a3 0 1"), [Square::A3, Square::E3]);
    assert_eq!(offered("3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1"), [], "a pinned pawn");
}

#[test]
fn castling_is_granted_where_the_rules_allow_it() {
    use tabia_chess::Wing::{KingSide, QueenSide};
    let mut app = TestApp::new();
    app.give(UserCommand::EditPosition);
    let mut grants = |fen: &str| {
        app.act(Action::Editor(EditorAction::FenText(fen.to_owned())));
        let editor = app.model.editor.as_ref().unwrap();
        [KingSide, QueenSide].map(|wing| editor.can_grant(Color::White, wing))
    };
    assert_eq!(grants("4k3/8/8/8/8/8/8/KR6 w - - 0 1"), [false, false]);
    assert_eq!(grants("4k3/8/8/8/8/8/8/RR2K1R1 w - - 0 1"), [false, true]);
    assert_eq!(grants("4k3/8/8/8/8/8/8/1RK3R1 w B - 0 1"), [true, true], "Chess960, as it says");
    assert_eq!(grants("4k3/8/8/8/8/8/8/1RK3R1 w - - 0 1"), [true, true], "it stays so");
    assert_eq!(grants("4k3/8/8/8/8/8/8/R3K2R w - - 0 1"), [true, true]);
    assert_eq!(grants("4k3/8/8/8/8/8/8/RR2K1R1 w - - 0 1"), [true, true]);
    let mut act = |action| {
        app.act(Action::Editor(action));
        app.model.editor.as_ref().unwrap().fen_text.clone()
    };
    act(EditorAction::Chess960(true));
    assert_eq!(
        act(EditorAction::Castling(Color::White, KingSide, true)),
        "4k3/8/8/8/8/8/8/RR2K1R1 w K - 0 1"
    );
    assert_eq!(act(EditorAction::Chess960(false)), "4k3/8/8/8/8/8/8/RR2K1R1 w - - 0 1");
}

#[test]
fn what_is_pasted_turns_the_board_until_the_user_has_turned_it_himself() {
    let black_moves = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1";
    let mut app = TestApp::new();
    let paste = |app: &mut TestApp, text: &str| {
        app.act(Action::PasteText(text.to_owned()));
        app.model.view.flipped
    };
    assert!(paste(&mut app, black_moves), "whose move it is to find");
    assert!(!paste(&mut app, "1. e4 e5 *"), "a game is seen from White");
    app.act(Action::Set(SettingChange::PlayerName("Ada".to_owned())));
    let own = "[White \"Bo\"]\n[Black \"Ada\"]\n\n1. e4 e5 *";
    assert!(paste(&mut app, own), "and one of one's own from one's own side");
    app.give(UserCommand::Flip);
    assert!(!paste(&mut app, black_moves) && !paste(&mut app, own));
    let kept = Session::of(&app.model, app.now).to_text();
    let mut app = TestApp::new();
    app.act(Action::RestoreSession(Box::new(Session::parse(&kept).unwrap())));
    assert!(!paste(&mut app, black_moves), "after a restart too");
    app.act(Action::StartGame(NewGame { sides: Sides::HumanWhite, ..NewGame::default() }));
    assert!(paste(&mut app, black_moves), "a new game is seen from its player again");
}

#[test]
fn keys_do_not_step_a_game_that_the_editor_hides() {
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. e4 e5 2. Nf3 *".to_owned()));
    app.give(UserCommand::Last);
    let before = app.model.game.clone();
    app.give(UserCommand::EditPosition);
    for command in UserCommand::ALL.into_iter().filter(|command| command.changes_shown_game()) {
        assert!(!command.is_enabled(&app.model), "{command:?}");
        app.act(Action::Shortcut(command));
    }
    assert!(app.model.editor.is_some() && app.model.game == before);
    app.act(Action::Editor(EditorAction::Cancel));
    app.give(UserCommand::Previous);
    assert_ne!(app.model.game.current, before.current);
}

#[test]
fn what_engines_found_comes_back_with_its_game() {
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. e4 *".to_owned()));
    app.give(UserCommand::Last);
    app.give(UserCommand::ToggleAnalysis);
    app.started();
    app.report(9, 1, "e7e5", 55);
    let known = |app: &TestApp| {
        let (tree, node) = (&app.model.game.tree, app.model.game.current);
        app.model.telemetry.evaluation(tree, node, EngineId::BUILT_IN).map(|point| point.score)
    };
    let found = known(&app);
    assert!(found.is_some());
    app.act(Action::PasteText("1. d4 *".to_owned()));
    app.give(UserCommand::Last);
    assert_eq!(known(&app), None);
    app.give(UserCommand::Undo);
    assert_eq!((app.line().as_str(), known(&app)), ("e4", found), "undo");
    app.give(UserCommand::Undo);
    assert_eq!((app.line().as_str(), known(&app)), ("", None));
    app.give(UserCommand::Redo);
    assert_eq!((app.line().as_str(), known(&app)), ("e4", found), "and redo past its opening");
}
