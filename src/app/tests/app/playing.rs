//! Games: moves, the engine's replies, taking back, premoves, results.

use tabia_app::action::{Action, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::engines::state::{EngineStatus, Purpose};
use tabia_app::game::clock::TimeControl;
use tabia_app::game::new_game::{NewGame, Sides, StartFrom};
use tabia_app::game::state::{HELP_TAG, Phase, Player, Premove};
use tabia_app::game::times;
use tabia_app::game::typed::TypedKey;
use tabia_app::persistence::session::Session;
use tabia_app::window::settings::SettingChange;
use tabia_app::window::view::Dialog;
use tabia_chess::{
    Board, Color, DrawReason, Outcome, PieceType, SplitMix64, Square, WinReason, uci_move,
};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_host::kinds::SeatOptions;
use tabia_host::worker::protocol::{Command, Event};

use super::test_app::{TestApp, blitz, from_fen, humans};
use tabia_text::t;

#[test]
fn the_first_move_on_the_board_starts_a_game_and_the_engine_answers() {
    let mut app = TestApp::new();
    assert_eq!(app.model.game.phase, Phase::Fresh);
    assert_eq!(app.model.engine_status(), EngineStatus::Idle);
    app.act(Action::Tick);
    assert!(app.searches.is_empty(), "nothing thinks before somebody plays");
    app.play("e2e5");
    assert!(app.model.game.tree.is_empty(), "an illegal move is no move");
    app.play("e2e4");
    assert_eq!(app.model.game.phase, Phase::Running);
    assert!(matches!(app.model.engine_status(), EngineStatus::Thinking(_)));
    assert_eq!(app.asked().position.moves.len(), 1);
    assert!(app.asked().limits.movetime.is_some(), "without clocks it thinks for a set time");
    assert!(app.saves());
    app.answer("c7c5");
    assert_eq!(app.line(), "e4 c5");
    assert!(app.model.game.at_live());
    assert_eq!(app.model.engine_status(), EngineStatus::Idle);
    assert!(app.saves(), "the session is written after the engine's move too");
}

#[test]
fn the_engine_is_asked_with_the_strength_of_its_player() {
    let mut app = TestApp::with(NewGame { strength: Strength::Character(3), ..NewGame::default() });
    app.play("e2e4");
    let options = app.effects.iter().find_map(|effect| match effect {
        Effect::ToEngine(_, Command::SetOptions(options)) => Some(*options),
        _ => None,
    });
    assert_eq!(options.unwrap().strength(), Strength::Character(3));
    assert_eq!(options.unwrap().multi_pv(), 1);
    app.answer("e7e5");
    app.take_effects();
    app.play("g1f3");
    let options_sent =
        app.effects.iter().any(|e| matches!(e, Effect::ToEngine(_, Command::SetOptions(_))));
    assert!(!options_sent, "what it knows already it is not told again");
}

#[test]
fn contempt_goes_to_who_plays_and_not_to_who_analyses() {
    let mut app = TestApp::with(NewGame::default());
    let change = SettingChange::Contempt(40);
    app.act(Action::Set(change));
    assert_eq!(app.model.settings.engine.contempt, 0);
    let contempt = |options: SeatOptions| match options {
        SeatOptions::BuiltIn(own) => own.contempt,
        others => panic!("not ours: {others:?}"),
    };
    let model = &app.model;
    assert_eq!(contempt(model.play_options(EngineId::BUILT_IN, Strength::Full)), 40);
    assert_eq!(contempt(model.analysis_options(EngineId::BUILT_IN)), 0);
    assert_eq!(contempt(model.review_options(EngineId::BUILT_IN)), 0);
    app.act(Action::Set(SettingChange::Contempt(9_000)));
    assert_eq!(app.model.settings.clone().clamped().contempt, 200);
}

#[test]
fn news_of_an_earlier_search_is_dropped() {
    let mut app = TestApp::new();
    app.play("e2e4");
    let old = app.asked().clone();
    app.give(UserCommand::Takeback);
    assert_eq!(app.stopped, old.job.0, "the search is told to stop");
    assert_eq!(app.model.engine.job(EngineId::BUILT_IN), None);
    assert_eq!(app.line(), "");
    let board = old.position.board();
    let mv = uci_move::parse(&board, "e7e5").unwrap();
    let info = TestApp::info(&board, 3, 1, "e7e5", 10);
    app.act(Action::Engine(EngineId::BUILT_IN, Event::Iteration { job: old.job, info }));
    let outcome = TestApp::outcome(Some(mv), Score::Cp(10));
    app.act(Action::Engine(
        EngineId::BUILT_IN,
        Event::Finished { job: old.job, outcome, dropped: 0 },
    ));
    assert_eq!(app.line(), "");
    assert!(
        app.model
            .telemetry
            .search(EngineId::BUILT_IN)
            .is_none_or(|search| search.history.is_empty())
    );
}

#[test]
fn a_stopped_search_cannot_answer_for_the_next_one() {
    let mut app = TestApp::new();
    app.play("e2e4");
    let first = app.asked().job;
    app.give(UserCommand::Takeback);
    app.play("d2d4");
    assert!(app.asked().job > first);
    let mv = uci_move::parse(&app.asked().position.board(), "e7e5").unwrap();
    let outcome = TestApp::outcome(Some(mv), Score::Cp(10));
    app.act(Action::Engine(
        EngineId::BUILT_IN,
        Event::Finished { job: first, outcome, dropped: 0 },
    ));
    assert_eq!(app.line(), "d4");
    app.answer("d7d5");
    assert_eq!(app.line(), "d4 d5");
}

#[test]
fn a_game_that_has_ended_on_the_clock_is_not_taken_back() {
    let played = |new: NewGame| {
        let mut app = TestApp::with(new);
        app.play("e2e4");
        app.answer("e7e5");
        app.play("g1f3");
        app.answer("b8c6");
        app.resign();
        app
    };
    let mut app = played(blitz());
    assert!(!UserCommand::Takeback.is_enabled(&app.model));
    app.act(Action::Shortcut(UserCommand::Takeback));
    assert!(app.says(t!("takeback-refused")));
    app.give(UserCommand::Undo);
    assert!(matches!(app.model.game.phase, Phase::Over(_)), "undo leaves it as it is, too");
    assert_eq!(app.line(), "e4 e5 Nf3 Nc6");
    // Without clocks, undo of the end is help.
    let mut app = played(NewGame::default());
    app.give(UserCommand::Undo);
    assert_eq!(app.model.game.phase, Phase::Running);
    assert_eq!(app.model.game.tags.get(HELP_TAG), Some("takeback"));
    // Without clocks it is, but not while an early move is shown.
    let mut app = played(NewGame::default());
    app.give(UserCommand::First);
    app.act(Action::Shortcut(UserCommand::Takeback));
    assert!(app.says(t!("takeback-refused.elsewhere")));
    assert!(matches!(app.model.game.phase, Phase::Over(_)));
    app.give(UserCommand::ToGame);
    app.give(UserCommand::Takeback);
    assert_eq!((app.line().as_str(), app.model.game.phase), ("e4 e5", Phase::Running));
}

#[test]
fn two_people_have_names_and_the_one_to_move_resigns() {
    let names = ["Anna ".to_owned(), "Ben".to_owned()];
    let mut app = TestApp::with(NewGame { names, ..humans() });
    assert_eq!(Color::ALL.map(|side| app.model.game.player_name(side)), ["Anna", "Ben"]);
    app.play("e2e4");
    app.give(UserCommand::Resign);
    let Some(Dialog::Confirm { question, .. }) = &app.model.dialog else { panic!("no question") };
    assert_eq!(*question, t!("dialog-resign.side", color = "black"));
}

#[test]
fn taking_back_returns_to_before_the_own_last_move() {
    let mut app = TestApp::new();
    assert!(!UserCommand::Takeback.is_enabled(&app.model));
    app.play("e2e4");
    app.answer("e7e5");
    app.play("g1f3");
    app.answer("b8c6");
    app.give(UserCommand::Takeback);
    assert_eq!(app.line(), "e4 e5");
    assert_eq!(app.model.game.tree.len(), 3);
    app.give(UserCommand::Takeback);
    assert_eq!(app.line(), "");
    assert_eq!(app.model.game.phase, Phase::Fresh);
    assert_eq!(app.searches.len(), 2);
    app.give(UserCommand::Undo);
    app.give(UserCommand::Undo);
    assert_eq!(app.line(), "e4 e5 Nf3 Nc6", "undo brings everything back");
    assert_eq!(app.model.engine.job(EngineId::BUILT_IN), None);
}

#[test]
fn the_human_may_have_black() {
    let mut app = TestApp::with(NewGame { sides: Sides::HumanBlack, ..NewGame::default() });
    assert!(app.model.view.flipped, "the board is seen from the human's side");
    assert!(matches!(app.model.engine_status(), EngineStatus::Thinking(_)), "the engine begins");
    app.answer("d2d4");
    app.play("g8f6");
    assert_eq!(app.line(), "d4 Nf6");
    assert_eq!(app.searches.len(), 2);
    app.act(Action::StartGame(humans()));
    assert!(!app.model.view.flipped, "two people begin from White's side");
    let tags = app.model.game.export_tags();
    assert_eq!((tags.get("White"), tags.get("Black")), (Some("White"), Some("Black")));
}

#[test]
fn random_colours_are_drawn_from_the_models_rng() {
    let mut seen = [false; 2];
    for seed in 0..20 {
        let mut app = TestApp::new();
        app.model.rng = SplitMix64::new(seed);
        app.act(Action::StartGame(NewGame { sides: Sides::Random, ..NewGame::default() }));
        seen[app.model.game.human_side().unwrap().index()] = true;
    }
    assert_eq!(seen, [true, true]);
}

#[test]
fn moves_beside_a_game_that_has_ended_are_variations() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    app.answer("e7e5");
    app.resign();
    let (over, live) = (app.model.game.phase, app.model.game.live);
    let jobs = app.searches.len();
    for letter in "d4".chars() {
        let glyph = (letter == '4').then_some(UserCommand::GlyphBlunder);
        app.act(Action::Typed(TypedKey::Char(letter), glyph));
    }
    assert!(app.model.game.tree.nags(live).is_empty(), "a mistyped move is no glyph");
    app.give(UserCommand::First);
    app.play("d2d4");
    app.play("d7d5");
    assert_eq!((app.model.game.phase, app.model.game.live), (over, live));
    assert_eq!((app.searches.len(), app.model.game.tree.main_line().len()), (jobs, 3));
    assert_eq!(app.model.game.tags.get("Result"), Some("0-1"));
    app.give(UserCommand::Undo);
    app.give(UserCommand::Undo);
    assert_eq!((app.model.game.phase, app.model.game.tree.len()), (over, 3));
}

#[test]
fn two_humans_play_without_the_engine() {
    let mut app = TestApp::with(NewGame { time: Some(TimeControl::minutes(5, 0)), ..humans() });
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        app.play(text);
    }
    let mate = Outcome::Win { winner: Color::Black, reason: WinReason::Checkmate };
    assert_eq!(app.model.game.phase, Phase::Over(mate));
    assert_eq!(app.model.game.tags.get("Result"), Some("0-1"));
    assert_eq!(
        app.model.game.result_text().unwrap(),
        t!("result-with-reason", result = "0-1", reason = t!("outcome-checkmate", side = "black"))
    );
    assert!(app.searches.is_empty());
    assert_eq!(
        app.model.game.clocks.as_ref().unwrap().running(),
        None,
        "clocks stop with the game"
    );
    assert_eq!(app.model.game.movable_side(), None);
}

#[test]
fn the_engine_plays_itself() {
    let sides = Sides::Engines;
    let strong = Strength::Character(9);
    let mut app = TestApp::with(NewGame { sides, black_strength: strong, ..NewGame::default() });
    app.answer("e2e4");
    app.answer("e7e5");
    assert_eq!(app.line(), "e4 e5");
    assert_eq!(app.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Play));
    assert_eq!(app.model.game.movable_side(), None);
    assert_eq!(app.model.game.player(Color::Black), &Player::built_in(strong));
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2) {
        app.answer(text);
    }
    let drawn = Outcome::Draw(DrawReason::Threefold);
    assert_eq!(app.model.game.phase, Phase::Over(drawn), "two engines do not shuffle for ever");
}

#[test]
fn a_move_in_the_past_opens_a_variation_and_the_game_goes_on_there() {
    let mut app = TestApp::new();
    app.play("e2e4");
    app.answer("e7e5");
    app.play("g1f3");
    app.answer("b8c6");
    app.give(UserCommand::First);
    app.give(UserCommand::Next);
    app.give(UserCommand::Next);
    assert!(!app.model.game.at_live(), "looking back changes nothing");
    let jobs = app.searches.len();
    app.play("g1f3");
    assert_eq!(app.searches.len(), jobs, "the move that was played is only shown");
    assert_eq!(app.line(), "e4 e5 Nf3 Nc6");
    app.give(UserCommand::Previous);
    app.play("f1c4");
    assert_eq!(app.line(), "e4 e5 Bc4");
    assert_eq!(app.model.game.tree.len(), 6, "the old line is kept");
    assert!(app.says(t!("toast-goes-on-from-here")));
    assert_eq!(app.searches.len(), jobs + 1);
    app.answer("g8f6");
    let main = |app: &TestApp| {
        let tree = &app.model.game.tree;
        let line = tree.main_line();
        line[1..].iter().map(|&id| tree.san(id)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(main(&app), "e4 e5 Bc4 Nf6", "what is played is the main line");
    app.give(UserCommand::First);
    app.give(UserCommand::Last);
    assert!(app.model.game.at_live(), "forward leads to where the game stands");
    app.give(UserCommand::Undo);
    assert_eq!(app.line(), "e4 e5 Nf3 Nc6");
    assert_eq!(main(&app), app.line(), "and no longer");
    app.give(UserCommand::Redo);
    assert_eq!((main(&app), app.line()), ("e4 e5 Bc4 Nf6".to_owned(), main(&app)));
}

#[test]
fn on_the_clock_a_move_in_the_past_leads_back_to_the_game() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    app.now += 3_000;
    app.answer("e7e5");
    app.now += 10_000;
    app.play("g1f3");
    app.answer("b8c6");
    let clocks = |app: &TestApp| {
        Color::ALL.map(|side| times::clock_ms(&app.model.game, side, app.now).unwrap())
    };
    let (tree, before) = (app.model.game.tree.clone(), clocks(&app));
    app.give(UserCommand::First);
    app.play("e2e4");
    assert!(!app.model.game.at_live(), "the move that was played is only shown");
    app.give(UserCommand::First);
    app.play("d2d4");
    assert!(app.model.game.at_live() && app.says(t!("toast-clock-goes-on")));
    assert_eq!((&app.model.game.tree, clocks(&app)), (&tree, before));
}

#[test]
fn the_engine_moves_while_the_user_looks_elsewhere() {
    let mut app = TestApp::new();
    app.play("e2e4");
    app.answer("e7e5");
    app.play("g1f3");
    app.give(UserCommand::First);
    app.answer("b8c6");
    assert_eq!(app.model.game.current, NodeId::ROOT, "the view is not torn away");
    assert!(app.says(&t!("toast-engine-played", move = "Nc6")));
    app.give(UserCommand::ToGame);
    assert!(app.model.game.at_live());
}

#[test]
fn a_premove_is_played_when_it_is_legal_and_else_dropped() {
    let mut app = TestApp::new();
    app.play("e2e4");
    assert!(app.model.game.moves_are_premoves());
    let ahead = |from, to| Action::Premove { from, to, promotion: None };
    app.act(ahead(Square::E7, Square::E5));
    assert_eq!(app.model.game.premove, None, "not the opponent's pieces");
    app.act(ahead(Square::D1, Square::H5));
    assert!(app.model.game.premove.is_some());
    app.play("g1f3");
    let kept = Premove { from: Square::G1, to: Square::F3, promotion: None };
    assert_eq!(app.model.game.premove, Some(kept));
    app.play("d2d4");
    assert_eq!(app.model.game.premove.unwrap().from, Square::D2, "one is kept, the last");
    app.play("d2d5");
    assert_eq!(app.model.game.premove.unwrap().to, Square::D4, "pawns do not jump so far");
    app.answer("e7e5");
    assert_eq!(app.line(), "e4 e5 d4");
    assert_eq!(
        app.model.engine.purpose(EngineId::BUILT_IN),
        Some(Purpose::Play),
        "and the engine is at it again"
    );
    app.play("d4e5");
    app.answer("e5d4");
    assert_eq!(app.line(), "e4 e5 d4 exd4", "the pawn it would have taken is gone");
    assert_eq!(app.model.game.premove, None);
    app.play("d1d4");
    app.act(Action::Premove { from: Square::D4, to: Square::D8, promotion: None });
    app.act(Action::CancelPremove);
    app.answer("b8c6");
    assert_eq!(app.line(), "e4 e5 d4 exd4 Qxd4 Nc6");
}

#[test]
fn a_premove_whose_piece_is_chosen_after_the_reply_is_played() {
    let start = from_fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", Sides::HumanWhite);
    let mut app = TestApp::with(start);
    app.play("e1e2");
    app.answer("e8d7");
    let ahead = |from, to, promotion| Action::Premove { from, to, promotion };
    app.act(ahead(Square::A7, Square::A8, Some(PieceType::Queen)));
    assert_eq!(app.line(), "Ke2 Kd7 a8=Q");
    app.answer("d7d6");
    app.act(ahead(Square::A8, Square::B6, None));
    assert_eq!(app.line(), "Ke2 Kd7 a8=Q Kd6", "it is no longer legal");
    assert!(app.says(t!("toast-premove-gone")));
}

#[test]
fn the_user_can_give_up_and_play_again_with_colours_swapped() {
    let mut app = TestApp::with(blitz());
    assert!(!UserCommand::Resign.is_enabled(&app.model), "there is no game to give up yet");
    app.play("e2e4");
    app.answer("e7e5");
    app.resign();
    let lost = Outcome::Win { winner: Color::Black, reason: WinReason::Resignation };
    assert_eq!(app.model.game.phase, Phase::Over(lost));
    assert!(app.model.view.end_card);
    app.give(UserCommand::Rematch);
    assert_eq!(app.model.game.human_side(), Some(Color::Black));
    assert!(app.model.game.tree.is_empty() && app.model.game.clocks.is_some());
    assert_eq!(
        app.model.engine.purpose(EngineId::BUILT_IN),
        Some(Purpose::Play),
        "White is the engine now"
    );
    app.give(UserCommand::Undo);
    assert_eq!(app.model.game.phase, Phase::Over(lost));
    app.give(UserCommand::Undo);
    assert_eq!(app.line(), "e4 e5");
    assert_eq!(app.model.game.phase, Phase::Over(lost), "the result of a game on the clock stays");
}

fn shuffle(app: &mut TestApp, rounds: usize, score: i32) {
    for _ in 0..rounds {
        for (own, reply) in [("g1f3", "g8f6"), ("f3g1", "f6g8")] {
            app.play(own);
            app.answer_scored(reply, Score::Cp(score));
        }
    }
}

#[test]
fn a_weak_level_takes_a_draw_of_bare_rooks_whatever_its_scores_are() {
    let new = from_fen("8/8/4k3/8/8/4K3/4R3/2r5 w - - 0 60", Sides::HumanWhite);
    let mut app = TestApp::with(NewGame { strength: Strength::Character(2), ..new });
    for (own, reply) in [("e2b2", "c1c3"), ("e3d2", "c3c4"), ("d2d3", "c4c5"), ("d3d2", "c5c4")] {
        app.play(own);
        app.answer_scored(reply, Score::Cp(80));
        if own == "e2b2" {
            app.give(UserCommand::OfferDraw);
            assert!(app.says(t!("toast-draw-declined.later")), "{:?}", app.toasts());
        }
    }
    app.give(UserCommand::OfferDraw);
    assert_eq!(app.model.game.phase, Phase::Over(Outcome::Draw(DrawReason::Agreement)));
}

#[test]
fn the_engine_takes_a_draw_when_it_is_not_better() {
    let mut app = TestApp::with(NewGame { strength: Strength::Full, ..NewGame::default() });
    shuffle(&mut app, 1, -10);
    app.give(UserCommand::OfferDraw);
    assert!(app.says(t!("toast-draw-declined.early")), "too early: {:?}", app.toasts());
    assert!(!UserCommand::OfferDraw.is_enabled(&app.model), "not twice in one position");
    for (own, reply) in [
        ("a2a3", "a7a6"),
        ("b2b3", "b7b6"),
        ("c2c3", "c7c6"),
        ("d2d3", "d7d6"),
        ("e2e3", "e7e6"),
        ("f2f3", "f7f6"),
        ("g2g3", "g7g6"),
        ("h2h3", "h7h6"),
    ] {
        app.play(own);
        app.answer_scored(reply, Score::Cp(300));
    }
    app.give(UserCommand::OfferDraw);
    assert_eq!(app.model.game.phase, Phase::Running);
    assert!(app.says(t!("toast-draw-declined.better")), "{:?}", app.toasts());
    app.play("a3a4");
    app.answer_scored("a6a5", Score::Cp(-120));
    app.play("b3b4");
    app.give(UserCommand::OfferDraw);
    assert_eq!(app.model.game.draw_offer, Some(Color::White), "it answers with its move");
    app.answer_scored("b6b5", Score::Cp(-130));
    assert!(app.says(t!("toast-draw-agreed")), "{:?}", app.toasts());
    assert_eq!(app.model.game.phase, Phase::Over(Outcome::Draw(DrawReason::Agreement)));
    assert_eq!(app.model.game.live_board().stm(), Color::Black, "and does not move any more");
}

#[test]
fn draws_can_be_claimed_and_come_by_themselves() {
    let mut app = TestApp::new();
    shuffle(&mut app, 1, 100);
    assert!(!UserCommand::ClaimDraw.is_enabled(&app.model));
    shuffle(&mut app, 1, 100);
    app.give(UserCommand::ClaimDraw);
    assert_eq!(app.model.game.phase, Phase::Over(Outcome::Draw(DrawReason::Threefold)));
    app.give(UserCommand::Undo);
    shuffle(&mut app, 2, 100);
    assert_eq!(app.model.game.phase, Phase::Over(Outcome::Draw(DrawReason::Fivefold)));
    // An engine that is not better claims the draw itself.
    let mut app = TestApp::new();
    shuffle(&mut app, 1, -50);
    app.play("g1f3");
    app.answer_scored("g8f6", Score::Cp(-50));
    app.play("f3g1");
    app.answer_scored("f6g8", Score::Cp(-50));
    app.play("g1f3");
    assert_eq!(app.model.game.phase, Phase::Over(Outcome::Draw(DrawReason::Threefold)));
}

#[test]
fn stalemate_and_dead_positions_end_the_game() {
    let mut app = TestApp::with(from_fen("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", Sides::HumanWhite));
    app.play("f1f7");
    assert_eq!(app.model.game.phase, Phase::Over(Outcome::Draw(DrawReason::Stalemate)));
    assert!(app.searches.is_empty());
    let mut app = TestApp::with(from_fen("7k/8/8/8/8/8/1p6/K7 w - - 0 1", Sides::Humans));
    app.act(Action::StartGame(NewGame {
        time: Some(TimeControl::minutes(1, 0)),
        ..from_fen("7k/8/8/8/8/8/1p6/K7 w - - 0 1", Sides::Humans)
    }));
    app.play("a1b2");
    assert_eq!(app.model.game.phase, Phase::Over(Outcome::Draw(DrawReason::DeadPosition)));
}

#[test]
fn promotions_ask_or_become_queens() {
    let fen = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
    let mut app = TestApp::with(from_fen(fen, Sides::HumanWhite));
    app.play("a7a8");
    assert!(app.model.game.tree.is_empty(), "nothing is chosen for the user");
    app.play("a7a8n");
    assert_eq!(app.line(), "a8=N");
    let mut app = TestApp::with(from_fen(fen, Sides::HumanWhite));
    app.act(Action::Set(SettingChange::Promotion(
        tabia_app::window::settings::PromotionPreference::Queen,
    )));
    app.play("a7a8");
    assert_eq!(app.line(), "a8=Q+");
}

#[test]
fn sides_can_be_switched_in_the_middle() {
    let mut app = TestApp::new();
    app.play("e2e4");
    app.answer("e7e5");
    app.give(UserCommand::SwitchSides);
    assert!(app.model.view.flipped);
    assert_eq!(
        app.model.engine.purpose(EngineId::BUILT_IN),
        Some(Purpose::Play),
        "the engine plays White now"
    );
    app.answer("g1f3");
    app.play("b8c6");
    assert_eq!(app.line(), "e4 e5 Nf3 Nc6");
    let mut app = TestApp::new();
    app.give(UserCommand::SwitchSides);
    assert_eq!(
        app.model.engine.purpose(EngineId::BUILT_IN),
        Some(Purpose::Play),
        "even before the first move"
    );
}

#[test]
fn a_game_starts_from_any_shown_position() {
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *".to_owned()));
    assert!(app.model.game.is_analysis_board());
    for _ in 0..3 {
        app.give(UserCommand::Next);
    }
    app.give(UserCommand::PlayFromHere);
    assert_eq!(app.model.game.human_side(), Some(Color::Black));
    assert!(app.model.view.flipped);
    app.give(UserCommand::Undo);
    assert!(!app.model.view.flipped, "the board is turned as it was");
    app.give(UserCommand::Redo);
    assert!(app.model.view.flipped);
    app.give(UserCommand::Undo);
    app.give(UserCommand::PlayFromHere);
    let opponent = app.model.game.player_name(Color::White).into_owned();
    let color = tabia_games::words::color_id(Color::Black);
    let toast = |rated| {
        t!("toast-play-from-here", color = color, opponent = opponent.as_str(), rated = rated)
    };
    assert!(app.says(&toast("no")) && toast("no").contains(&opponent), "{:?}", app.toasts());
    assert!(toast("no") != toast("yes"));
    app.play("d7d6");
    assert_eq!(app.line(), "e4 e5 Nf3 d6");
    app.answer("d2d4");
    assert_eq!(app.line(), "e4 e5 Nf3 d6 d4");
    assert_eq!(app.model.game.tree.len(), 6, "what came next in the pasted game is no part of it");
    app.give(UserCommand::Takeback);
    assert_eq!(app.line(), "e4 e5 Nf3");
    assert!(!UserCommand::Takeback.is_enabled(&app.model), "it began here");
    app.play("d7d6");
    app.resign();
    app.give(UserCommand::Rematch);
    assert_eq!(app.line(), "e4 e5 Nf3", "from the same position");
    assert_eq!(app.model.game.human_side(), Some(Color::White));
    app.answer("b8c6");
    let text = Session::of(&app.model, app.now).to_text();
    let mut again = TestApp::new();
    again.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    assert_eq!(again.model.game.began_at, 3);
}

#[test]
fn help_by_undo_by_another_move_or_by_changed_sides_is_noted() {
    let helped = |help: &dyn Fn(&mut TestApp)| {
        let mut app = TestApp::with(NewGame { time: None, ..blitz() });
        app.play("f2f3");
        app.answer("e7e5");
        app.play("g2g4");
        help(&mut app);
        app.model.game.tags.known(HELP_TAG).map(ToOwned::to_owned)
    };
    assert_eq!(helped(&|app| app.answer("d8h4")), None);
    let undone = helped(&|app| {
        app.answer("d8h4");
        app.give(UserCommand::Undo);
        app.play("e2e4");
    });
    assert_eq!(undone.as_deref(), Some("takeback"));
    let forked = helped(&|app| {
        app.answer("d7d6");
        app.give(UserCommand::Previous);
        app.give(UserCommand::Previous);
        app.play("e2e4");
    });
    assert_eq!(forked.as_deref(), Some("takeback"));
    let changed = helped(&|app| {
        app.give(UserCommand::SwitchSides);
        app.give(UserCommand::Undo);
    });
    assert_eq!(changed.as_deref(), Some("sides"), "undo does not undo the help");
    let before = {
        let mut app = TestApp::with(NewGame { time: None, ..blitz() });
        app.give(UserCommand::SwitchSides);
        app.model.game.tags.known(HELP_TAG).is_some()
    };
    assert!(!before, "nothing had been played");
}

#[test]
fn analysis_and_threat_of_another_game_are_no_help_in_this_one() {
    let mut app = TestApp::with(NewGame { time: None, ..blitz() });
    app.play("e2e4");
    app.answer("e7e5");
    app.act(Action::PasteText("1. d4 d5 *".to_owned()));
    app.act(Action::Confirm);
    app.model.engine.threat = true;
    if !app.model.engine.analysis {
        app.give(UserCommand::ToggleAnalysis);
    }
    app.give(UserCommand::Undo);
    assert_eq!(app.line(), "e4 e5");
    assert!(!app.model.engine.analysis && !app.model.engine.threat);
    assert_eq!(app.model.game.tags.known(HELP_TAG), None);
    app.model.engine.threat = true;
    app.act(Action::StartGame(NewGame { time: None, ..blitz() }));
    app.play("e2e4");
    assert_eq!(app.model.game.tags.known(HELP_TAG), None);
}

#[test]
fn a_chess960_game_begins_from_its_number() {
    let start = StartFrom::Chess960(0);
    let mut app = TestApp::with(NewGame { start, ..NewGame::default() });
    assert_eq!(app.model.game.board(), &Board::chess960(0).unwrap());
    assert_eq!(app.model.settings.new_game.start, StartFrom::Standard, "it is this game's alone");
    app.play("e2e4");
    app.resign();
    app.give(UserCommand::Rematch);
    assert_eq!(app.model.game.tree.board(NodeId::ROOT), &Board::chess960(0).unwrap());
    let app = TestApp::with(from_fen("not a position", Sides::Humans));
    assert!(matches!(app.model.dialog, Some(Dialog::BrokenFen { .. })));
    assert_eq!(app.model.game.board(), &Board::start(), "what was there stays");
}

#[test]
fn a_level_of_an_earlier_version_becomes_the_character_of_about_its_strength() {
    let old = r#"{"strength":{"Level":3},"black_strength":{"Level":0}}"#;
    let new: NewGame = serde_json::from_str(old).unwrap();
    let new = new.clamped();
    let found = (new.strength, new.black_strength);
    assert_eq!(found, (Strength::Character(5), Strength::Character(1)));
    let theirs = NewGame { engine: EngineId(7), strength: Strength::Skill(3), ..new };
    assert_eq!(theirs.clamped().strength, Strength::Skill(3), "an engine of the user's has skills");
}
