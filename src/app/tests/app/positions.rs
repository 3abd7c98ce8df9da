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

use super::desk::{Desk, blitz};
use tabia_text::t;

#[test]
fn loading_never_loses_the_game_and_undo_returns_to_it() {
    let mut desk = Desk::with(blitz());
    desk.play("e2e4");
    let job = desk.job();
    desk.started();
    desk.now += 1_000;
    let fen = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1".to_owned();
    for action in [
        Action::PasteText(fen.clone()),
        Action::SetFen(fen.clone()),
        Action::StartGame(blitz()),
        Action::Opened(Opened::of("one.pgn", "1. d4 *").into()),
    ] {
        desk.act(action);
        assert!(matches!(desk.model.dialog, Some(Dialog::Replace(Loss::Clock, _))));
        desk.act(Action::CloseDialog);
        assert_eq!(desk.line(), "e4", "the game goes on");
    }
    desk.act(Action::PasteText(fen));
    desk.act(Action::Confirm);
    assert_eq!(desk.stopped, job.0);
    assert!(desk.model.game.is_analysis_board());
    assert_eq!(desk.model.engine.job(EngineId::BUILT_IN), None, "nothing plays by itself");
    desk.now += 500_000;
    desk.give(UserCommand::Undo);
    assert_eq!(desk.line(), "e4");
    assert!(desk.model.game.paused, "a game on the clock waits for its player");
    assert_eq!(times::clock_ms(&desk.model.game, Color::Black, desk.now), Some(59_000));
    desk.give(UserCommand::Pause);
    desk.answer("e7e5");
    assert_eq!(desk.line(), "e4 e5");
    desk.give(UserCommand::Undo);
    assert_eq!(desk.line(), "", "the move before, of the same game");
    desk.give(UserCommand::Redo);
    assert_eq!(desk.line(), "e4 e5");
}

#[test]
fn texts_of_every_kind_can_be_pasted() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText(
        "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0".to_owned(),
    ));
    assert_eq!(desk.model.game.tree.len(), 4);
    assert_eq!(desk.model.game.result_text().as_deref(), Some("1-0"));
    assert_eq!(desk.model.game.player_name(Color::White), "A");
    desk.act(Action::PasteText("position startpos moves e2e4 e7e5".to_owned()));
    assert_eq!(desk.line(), "e4 e5");
    desk.act(Action::PasteText("1. d4 d5 2. c4".to_owned()));
    assert_eq!(desk.model.game.tree.len(), 4);
    let before = desk.model.game.clone();
    desk.act(Action::PasteText("what is this".to_owned()));
    let Some(Dialog::Problem { lines, .. }) = &desk.model.dialog else { panic!("no answer") };
    assert!(lines.len() >= 2, "{lines:?}");
    assert_eq!(desk.model.game, before);
    desk.act(Action::CloseDialog);
    let text = "[White \"X\"]\n1. e4 *\n[White \"Y\"]\n1. d4 *";
    desk.act(Action::Opened(Opened::of("two.pgn", text).into()));
    let list = desk.model.games.as_ref().unwrap();
    assert_eq!((list.collection.len(), list.name.as_str()), (2, "two.pgn"));
    assert_eq!(desk.model.game.tree.len(), 4, "the board stays as it is");
    desk.act(Action::Opened(Opened::of("odd.pgn", "1. e4 e5 2. Ke3 *").into()));
    assert!(desk.says("problem"), "{:?}", desk.toasts());
    desk.take_effects();
    let large = "1. e4 e5 2. Nf3 Nc6 ".repeat(60_000);
    desk.act(Action::PasteText(large));
    let taken = desk.effects.iter().any(|effect| matches!(effect, Effect::TakeText { .. }));
    assert!(taken, "a large text is not read between two frames");
    desk.act(Action::Reading(Some(("large.pgn".into(), 0.25))));
    desk.now += 400;
    desk.act(Action::Reading(Some(("large.pgn".into(), 0.5))));
    let reading = desk.model.reading.clone().unwrap();
    assert_eq!((reading.share, desk.now - reading.since_ms), (0.5, 400));
    desk.act(Action::CancelReading);
    assert!(desk.effects.iter().any(|effect| matches!(effect, Effect::CancelReading)));
    desk.act(Action::Reading(None));
    assert_eq!(desk.model.reading, None);
}

#[test]
fn a_refused_fen_says_why_and_offers_a_repair() {
    let mut desk = Desk::new();
    desk.act(Action::SetFen("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1".to_owned()));
    let broken = "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1";
    let stays = |desk: &Desk| matches!(&desk.model.dialog, Some(Dialog::BrokenFen { text, .. }) if text == broken);
    assert!(stays(&desk), "{:?}", desk.model.dialog);
    desk.act(Action::CloseDialog);
    desk.act(Action::PasteText(format!("  {broken}\n")));
    assert!(stays(&desk), "{:?}", desk.model.dialog);
    desk.act(Action::CloseDialog);
    desk.act(Action::SetFen(Board::from_fen(broken).unwrap_err().repair().unwrap()));
    assert_eq!(desk.model.game.board().to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(desk.model.settings.recent.len(), 1);
    desk.act(Action::SetFen(Board::start().to_string()));
    desk.act(Action::OpenRecent(0));
    assert_eq!(desk.model.game.board().to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    desk.act(Action::OpenRecent(77));
}

#[test]
fn the_editor_works_on_a_position_of_its_own() {
    let mut desk = Desk::with(blitz());
    desk.play("e2e4");
    desk.answer("e7e5");
    let before = desk.model.game.tree.clone();
    desk.give(UserCommand::EditPosition);
    assert!(desk.model.game.paused, "the clock does not run meanwhile");
    let act = |desk: &mut Desk, action| desk.act(Action::Editor(action));
    act(&mut desk, EditorAction::Clear);
    let editor = desk.model.editor.as_ref().unwrap();
    assert!(editor.problem().unwrap().contains("no king"), "{:?}", editor.problem());
    act(&mut desk, EditorAction::Apply);
    assert!(desk.model.editor.is_some(), "an unsound position is not taken over");
    act(&mut desk, EditorAction::Cancel);
    assert_eq!(desk.model.game.tree, before);
    assert!(desk.says(t!("toast-editor-left")), "what was set up is kept");

    desk.give(UserCommand::EditPosition);
    assert_eq!(desk.model.editor.as_ref().unwrap().piece_on(Square::E4), None, "as it was left");
    act(&mut desk, EditorAction::Clear);
    act(&mut desk, EditorAction::Place(Square::E1, Piece::WhiteKing));
    act(&mut desk, EditorAction::Place(Square::H1, Piece::WhiteRook));
    act(&mut desk, EditorAction::Place(Square::E8, Piece::BlackKing));
    let king_side = tabia_chess::Wing::KingSide;
    act(&mut desk, EditorAction::Castling(Color::White, king_side, true));
    let editor = desk.model.editor.as_ref().unwrap();
    assert_eq!(editor.fen_text, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert!(!editor.can_grant(Color::Black, king_side));
    act(&mut desk, EditorAction::Move(Square::H1, Square::H2));
    assert!(!desk.model.editor.as_ref().unwrap().may_castle(Color::White, king_side));
    act(&mut desk, EditorAction::FenText("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1".to_owned()));
    assert!(desk.model.editor.as_ref().unwrap().repair().is_some());
    act(&mut desk, EditorAction::Repair);
    act(&mut desk, EditorAction::SwapColors);
    assert_eq!(desk.model.editor.as_ref().unwrap().fen_text, "4k2r/8/8/8/8/8/8/4K3 b k - 0 1");
    act(&mut desk, EditorAction::Apply);
    desk.act(Action::Confirm);
    assert!(desk.model.editor.is_none() && desk.model.game.is_analysis_board());
    assert_eq!(desk.model.game.board().to_string(), "4k2r/8/8/8/8/8/8/4K3 b k - 0 1");
    desk.give(UserCommand::Undo);
    assert_eq!(desk.line(), "e4 e5", "the game it was opened over is still there");
}

#[test]
fn undo_in_the_editor_takes_its_own_steps_back() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText("1. e4 e5 *".to_owned()));
    desk.give(UserCommand::EditPosition);
    let shown = |desk: &Desk| desk.model.editor.as_ref().unwrap().fen_text.clone();
    let begun = shown(&desk);
    assert!(!UserCommand::Undo.is_enabled(&desk.model), "the game beneath is not undone");
    desk.act(Action::Editor(EditorAction::Clear));
    for n in 1..=3 {
        desk.act(Action::Editor(EditorAction::HalfmoveClock(n)));
    }
    let pasted = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    desk.act(Action::PasteText(format!("{pasted}\n")));
    assert_eq!(shown(&desk), pasted, "a pasted position is one for the editor");
    desk.act(Action::PasteText("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1".to_owned()));
    assert!(desk.model.dialog.is_none() && desk.model.editor.as_ref().unwrap().repair().is_some());
    desk.act(Action::PasteText("position fen 4k3/8/8/8/8/8/8/4K3 b - - 0 1".to_owned()));
    assert_eq!(shown(&desk), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    // A letter is replaced in the editor: deleting it leaves a text that is not a FEN.
    for text in ["4k3/8/8/8/8/8/8/4K2 b - - 0 1", "4k3/8/8/8/8/8/8/4K2N b - - 0 1"] {
        desk.act(Action::Editor(EditorAction::FenText(text.to_owned())));
    }
    desk.give(UserCommand::Undo);
    assert_eq!(shown(&desk), "4k3/8/8/8/8/8/8/4K3 b - - 0 1", "typed is not pasted");
    desk.give(UserCommand::Undo);
    assert_eq!(shown(&desk), pasted);
    desk.give(UserCommand::Undo);
    assert!(shown(&desk).ends_with(" 3 1"), "{}", shown(&desk));
    desk.give(UserCommand::Undo);
    assert_eq!(shown(&desk), "8/8/8/8/8/8/8/8 w - - 0 1", "a number that is dragged is one step");
    desk.give(UserCommand::Undo);
    assert_eq!(shown(&desk), begun);
    assert!(!UserCommand::Undo.is_enabled(&desk.model));
    for _ in 0..5 {
        desk.give(UserCommand::Redo);
    }
    assert_eq!(shown(&desk), "4k3/8/8/8/8/8/8/4K2N b - - 0 1");
    assert!(!UserCommand::Redo.is_enabled(&desk.model));
    desk.act(Action::Editor(EditorAction::Cancel));
    assert_eq!(desk.model.game.tree.main_line().len(), 3);
}

#[test]
fn the_editor_follows_a_fen_that_is_not_legal() {
    let mut desk = Desk::new();
    desk.give(UserCommand::EditPosition);
    desk.act(Action::Editor(EditorAction::FenText("8/8/8/8/8/8/8/3RK3 b - - 4 9".to_owned())));
    let editor = desk.model.editor.as_ref().unwrap();
    assert_eq!(editor.piece_on(Square::D1), Some(Piece::WhiteRook), "the board shows the text");
    assert_eq!(editor.piece_on(Square::E8), None);
    assert!(editor.board().is_none() && editor.problem().is_some());
    desk.act(Action::Editor(EditorAction::Place(Square::E8, Piece::BlackKing)));
    let editor = desk.model.editor.as_ref().unwrap();
    assert_eq!(editor.board().unwrap().to_string(), "4k3/8/8/8/8/8/8/3RK3 b - - 4 9");
    desk.act(Action::Editor(EditorAction::Undo));
    assert!(desk.model.editor.as_ref().unwrap().board().is_none(), "one step back");
    desk.act(Action::Editor(EditorAction::FenText("8/8/8/8/8/8/8/3RQ b - - 4 9".to_owned())));
    let editor = desk.model.editor.as_ref().unwrap();
    assert_eq!(editor.piece_on(Square::E1), Some(Piece::WhiteKing), "half a FEN is no position");
}

#[test]
fn castling_is_granted_where_the_rules_allow_it() {
    use tabia_chess::Wing::{KingSide, QueenSide};
    let mut desk = Desk::new();
    desk.give(UserCommand::EditPosition);
    let mut grants = |fen: &str| {
        desk.act(Action::Editor(EditorAction::FenText(fen.to_owned())));
        let editor = desk.model.editor.as_ref().unwrap();
        [KingSide, QueenSide].map(|wing| editor.can_grant(Color::White, wing))
    };
    assert_eq!(grants("4k3/8/8/8/8/8/8/KR6 w - - 0 1"), [false, false]);
    assert_eq!(grants("4k3/8/8/8/8/8/8/RR2K1R1 w - - 0 1"), [false, true]);
    assert_eq!(grants("4k3/8/8/8/8/8/8/1RK3R1 w B - 0 1"), [true, true], "Chess960, as it says");
    assert_eq!(grants("4k3/8/8/8/8/8/8/1RK3R1 w - - 0 1"), [true, true], "it stays so");
    assert_eq!(grants("4k3/8/8/8/8/8/8/R3K2R w - - 0 1"), [true, true]);
    assert_eq!(grants("4k3/8/8/8/8/8/8/RR2K1R1 w - - 0 1"), [true, true]);
    let mut act = |action| {
        desk.act(Action::Editor(action));
        desk.model.editor.as_ref().unwrap().fen_text.clone()
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
    let mut desk = Desk::new();
    let paste = |desk: &mut Desk, text: &str| {
        desk.act(Action::PasteText(text.to_owned()));
        desk.model.view.flipped
    };
    assert!(paste(&mut desk, black_moves), "whose move it is to find");
    assert!(!paste(&mut desk, "1. e4 e5 *"), "a game is seen from White");
    desk.act(Action::Set(SettingChange::PlayerName("Ada".to_owned())));
    let own = "[White \"Bo\"]\n[Black \"Ada\"]\n\n1. e4 e5 *";
    assert!(paste(&mut desk, own), "and one of one's own from one's own side");
    desk.give(UserCommand::Flip);
    assert!(!paste(&mut desk, black_moves) && !paste(&mut desk, own));
    let kept = Session::of(&desk.model, desk.now).to_text();
    let mut desk = Desk::new();
    desk.act(Action::RestoreSession(Box::new(Session::parse(&kept).unwrap())));
    assert!(!paste(&mut desk, black_moves), "after a restart too");
    desk.act(Action::StartGame(NewGame { sides: Sides::HumanWhite, ..NewGame::default() }));
    assert!(paste(&mut desk, black_moves), "a new game is seen from its player again");
}

#[test]
fn keys_do_not_step_a_game_that_the_editor_hides() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText("1. e4 e5 2. Nf3 *".to_owned()));
    desk.give(UserCommand::Last);
    let before = desk.model.game.clone();
    desk.give(UserCommand::EditPosition);
    for command in UserCommand::ALL.into_iter().filter(|command| command.changes_shown_game()) {
        assert!(!command.is_enabled(&desk.model), "{command:?}");
        desk.act(Action::Shortcut(command));
    }
    assert!(desk.model.editor.is_some() && desk.model.game == before);
    desk.act(Action::Editor(EditorAction::Cancel));
    desk.give(UserCommand::Previous);
    assert_ne!(desk.model.game.current, before.current);
}

#[test]
fn what_engines_found_comes_back_with_its_game() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText("1. e4 *".to_owned()));
    desk.give(UserCommand::Last);
    desk.give(UserCommand::ToggleAnalysis);
    desk.started();
    desk.report(9, 1, "e7e5", 55);
    let known = |desk: &Desk| {
        let (tree, node) = (&desk.model.game.tree, desk.model.game.current);
        desk.model.telemetry.evaluation(tree, node, EngineId::BUILT_IN).map(|point| point.score)
    };
    let found = known(&desk);
    assert!(found.is_some());
    desk.act(Action::PasteText("1. d4 *".to_owned()));
    desk.give(UserCommand::Last);
    assert_eq!(known(&desk), None);
    desk.give(UserCommand::Undo);
    assert_eq!((desk.line().as_str(), known(&desk)), ("e4", found), "undo");
    desk.give(UserCommand::Undo);
    assert_eq!((desk.line().as_str(), known(&desk)), ("", None));
    desk.give(UserCommand::Redo);
    assert_eq!((desk.line().as_str(), known(&desk)), ("e4", found), "and redo past its opening");
}
