//! The engine as an opponent: pace, resigning, draws, pondering, weak levels.

use tabia_app::action::{Action, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::engines::state::{EngineStatus, Purpose};
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::game::state::{Phase, Player};
use tabia_app::game::times;
use tabia_app::opponent::events::not_followed;
use tabia_app::opponent::remarks::Moment;
use tabia_app::persistence::session::Session;
use tabia_app::window::settings::SettingChange;
use tabia_app::window::view::Dialog;
use tabia_chess::{Color, DrawReason, Outcome, WinReason, uci_move};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::EngineId;
use tabia_host::worker::protocol::Command;

use super::desk::{Desk, blitz, from_fen, humans};
use tabia_text::t;

/// A late endgame in which both sides can shuffle their kings forever.
const LEVEL_ENDING: &str = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 60";

#[test]
fn two_people_at_one_board_play_a_game_even_without_clocks() {
    let mut desk = Desk::with(humans());
    assert!(!desk.model.game.is_analysis_board());
    desk.play("e2e4");
    desk.play("e7e5");
    assert!(desk.model.game.is_played());
    desk.give(UserCommand::Takeback);
    assert_eq!(desk.line(), "e4");
    desk.play("c7c5");
    desk.give(UserCommand::OfferDraw);
    assert_eq!(desk.model.game.draw_offer, Some(Color::White), "the side to move offers");
    assert_eq!(desk.model.game.phase, Phase::Running);
    desk.give(UserCommand::DeclineDraw);
    assert!(!UserCommand::AcceptDraw.is_enabled(&desk.model));
    desk.play("g1f3");
    desk.give(UserCommand::OfferDraw);
    desk.play("b8c6");
    assert_eq!(desk.model.game.draw_offer, Some(Color::Black), "an offer outlasts the own move");
    desk.play("f1b5");
    assert_eq!(desk.model.game.draw_offer, None, "moving on declines");
    desk.give(UserCommand::OfferDraw);
    desk.give(UserCommand::AcceptDraw);
    assert_eq!(desk.model.game.phase, Phase::Over(Outcome::Draw(DrawReason::Agreement)));
    assert_eq!(desk.model.movable_side(), None);
    desk.give(UserCommand::Undo);
    desk.resign();
    let lost = Outcome::Win { winner: Color::White, reason: WinReason::Resignation };
    assert_eq!(desk.model.game.phase, Phase::Over(lost), "Black was to move and resigned");
    desk.give(UserCommand::Undo);
    let text = Session::of(&desk.model, desk.now).to_text();
    let mut again = Desk::new();
    again.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    assert!(again.model.game.is_played(), "it is a game after a restart too");
}

#[test]
fn an_older_session_of_two_people_without_clocks_is_an_analysis_board() {
    let mut desk = Desk::new();
    desk.act(Action::SetFen(LEVEL_ENDING.to_owned()));
    let text = Session::of(&desk.model, desk.now).to_text();
    for (old, free) in [(text.replace("\"analysis\":true,", ""), true), (text, true)] {
        let mut again = Desk::new();
        again.act(Action::RestoreSession(Box::new(Session::parse(&old).unwrap())));
        assert_eq!(again.model.game.is_analysis_board(), free);
    }
}

#[test]
fn a_weak_level_takes_its_time_and_its_clock_runs_meanwhile() {
    let mut desk = Desk::with(NewGame { strength: Strength::Character(3), ..blitz() });
    desk.act(Action::Set(SettingChange::NaturalPace(true)));
    desk.play("e2e4");
    desk.started();
    desk.now += 10;
    desk.answer_scored("e7e5", Score::Cp(0));
    assert_eq!(desk.line(), "e4", "found, but not made yet");
    assert!(matches!(desk.model.engine_status(), EngineStatus::Thinking(_)));
    assert_eq!(
        desk.model.engine.job(EngineId::BUILT_IN),
        None,
        "and nothing is searched meanwhile"
    );
    let wait = desk.model.next_change_ms(desk.now).unwrap();
    assert!((1..1_500).contains(&wait), "{wait}");
    let due = desk.model.engine.pending_move.unwrap().due_ms;
    desk.now = due - 1;
    desk.act(Action::Tick);
    assert_eq!(desk.line(), "e4");
    assert_eq!(desk.model.game.clocks.as_ref().unwrap().running(), Some(Color::Black));
    desk.now = due;
    desk.act(Action::Tick);
    assert_eq!(desk.line(), "e4 e5");
    let used = 60_000 + 2_000 - times::clock_ms(&desk.model.game, Color::Black, desk.now).unwrap();
    assert_eq!(used, due - 1_000, "its clock shows what it took");

    desk.play("g1f3");
    desk.answer("b8c6");
    desk.give(UserCommand::MoveNow);
    assert_eq!(desk.line(), "e4 e5 Nf3 Nc6", "it can be hurried");
    desk.play("f1b5");
    desk.answer("a7a6");
    desk.give(UserCommand::Takeback);
    desk.now += 60_000;
    desk.act(Action::Tick);
    assert_eq!(desk.line(), "e4 e5 Nf3 Nc6", "a move held back is gone with its position");
    desk.now += 0;
    desk.act(Action::StartGame(NewGame { strength: Strength::Full, ..blitz() }));
    desk.act(Action::Confirm);
    desk.play("e2e4");
    desk.answer("e7e5");
    assert_eq!(desk.line(), "e4 e5", "full strength uses its time anyway");
}

/// The desk after this many moves of Black with this score, the kings shuffling.
fn shuffled(strength: Strength, moves: usize, score: i32) -> Desk {
    with_contempt(0, strength, moves, score)
}

/// The same with this contempt for a draw.
fn with_contempt(contempt: i32, strength: Strength, moves: usize, score: i32) -> Desk {
    let new = from_fen(LEVEL_ENDING, Sides::HumanWhite);
    let mut desk = Desk::with(NewGame { strength, ..new });
    desk.act(Action::Set(SettingChange::Contempt(contempt)));
    let walk = [("e1d1", "e8d8"), ("d1c1", "d8c8"), ("c1b1", "c8b8"), ("b1a1", "b8a8")];
    let back = [("a1b1", "a8b8"), ("b1c1", "b8c8"), ("c1d1", "c8d8"), ("d1e1", "d8e8")];
    for (own, reply) in walk.into_iter().chain(back).take(moves) {
        desk.play(own);
        desk.answer_scored(reply, Score::Cp(score));
    }
    desk
}

#[test]
fn the_engine_resigns_a_game_that_has_been_hopeless_for_some_moves() {
    let given_up = Outcome::Win { winner: Color::White, reason: WinReason::Resignation };
    let desk = shuffled(Strength::Full, 2, -1_200);
    assert_eq!(desk.model.game.phase, Phase::Running, "not at the first shock");
    let desk = shuffled(Strength::Full, 3, -1_200);
    assert_eq!(desk.model.game.phase, Phase::Over(given_up));
    assert_eq!(desk.model.game.tree.ply(desk.model.game.live), 5, "in place of its move");

    let mut desk = shuffled(Strength::Full, 2, -1_200);
    desk.act(Action::Set(SettingChange::EngineMayResign(false)));
    desk.play("c1b1");
    desk.answer_scored("c8b8", Score::Cp(-1_200));
    assert_eq!(desk.model.game.phase, Phase::Running, "unless it may not");
}

#[test]
fn a_weak_level_resigns_only_when_full_strength_agrees() {
    for (verdict, over) in [(-1_000, true), (-300, false)] {
        let mut desk = shuffled(Strength::Character(7), 3, -1_200);
        assert_eq!(desk.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::ConfirmResign));
        assert!(matches!(desk.model.engine_status(), EngineStatus::Thinking(_)));
        let strength = desk.effects.iter().rev().find_map(|effect| match effect {
            Effect::ToEngine(_, Command::SetOptions(options)) => Some(options.strength()),
            _ => None,
        });
        assert_eq!(strength, Some(Strength::Full));
        desk.answer_scored("c8b8", Score::Cp(verdict));
        assert_eq!(matches!(desk.model.game.phase, Phase::Over(_)), over, "at {verdict}");
        assert_eq!(desk.model.game.tree.ply(desk.model.game.live), if over { 5 } else { 6 });
    }
}

#[test]
fn the_weakest_resign_too_by_their_scores_or_by_what_stands_on_the_board() {
    let desk = shuffled(Strength::Character(2), 3, -1_200);
    assert_eq!(desk.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::ConfirmResign));
    // It is a queen down and has not noticed. Trude (1) never resigns.
    for (strength, asks) in
        [(Strength::Character(2), true), (Strength::Character(1), false), (Strength::Full, false)]
    {
        let new = from_fen("4k3/4p3/8/8/8/8/4P3/Q3K3 w - - 0 60", Sides::HumanWhite);
        let mut desk = Desk::with(NewGame { strength, ..new });
        for (own, reply) in [("e1d1", "e8d8"), ("d1e1", "d8e8"), ("e1d1", "e8d8")] {
            assert_eq!(desk.model.engine.purpose(EngineId::BUILT_IN), None);
            desk.play(own);
            desk.answer_scored(reply, Score::Cp(0));
        }
        let confirms =
            desk.model.engine.purpose(EngineId::BUILT_IN) == Some(Purpose::ConfirmResign);
        assert_eq!(confirms, asks, "{strength:?}");
        if asks {
            desk.answer_scored("e8f7", Score::Cp(-1_100));
            assert!(matches!(desk.model.game.phase, Phase::Over(_)));
        }
    }
}

#[test]
fn the_engine_offers_a_draw_in_a_level_ending_and_moving_on_declines_it() {
    let mut desk = shuffled(Strength::Full, 4, 5);
    assert_eq!(desk.model.game.draw_offer, Some(Color::Black));
    assert!(desk.says(t!("toast-engine-offers-draw")));
    assert!(!UserCommand::OfferDraw.is_enabled(&desk.model));
    desk.play("a1b1");
    assert_eq!(desk.model.game.draw_offer, None);
    desk.answer_scored("a8b8", Score::Cp(0));
    assert_eq!(desk.model.game.draw_offer, None, "it does not nag");
    let mut desk = shuffled(Strength::Full, 4, 5);
    desk.give(UserCommand::AcceptDraw);
    assert_eq!(desk.model.game.phase, Phase::Over(Outcome::Draw(DrawReason::Agreement)));
}

#[test]
fn a_draw_is_asked_about_while_one_leads_and_only_then() {
    let asks = |desk: &Desk| matches!(desk.model.dialog, Some(Dialog::Confirm { .. }));
    // Black thinks it is worse and would take any draw.
    let mut desk = shuffled(Strength::Full, 5, -150);
    desk.give(UserCommand::OfferDraw);
    assert!(asks(&desk) && desk.model.game.is_played());
    desk.act(Action::CloseDialog);
    assert!(desk.model.game.is_played() && UserCommand::OfferDraw.is_enabled(&desk.model));
    desk.give(UserCommand::OfferDraw);
    desk.act(Action::Confirm);
    assert_eq!(desk.model.game.phase, Phase::Over(Outcome::Draw(DrawReason::Agreement)));
    // A level game is drawn without a question, and a declined offer costs nothing.
    let mut desk = shuffled(Strength::Full, 5, -10);
    desk.give(UserCommand::OfferDraw);
    assert!(!asks(&desk));
    assert_eq!(desk.model.game.phase, Phase::Over(Outcome::Draw(DrawReason::Agreement)));
    let mut desk = shuffled(Strength::Full, 1, -150);
    desk.give(UserCommand::OfferDraw);
    assert!(!asks(&desk), "one bad score is not enough for the engine");
    assert!(desk.says(t!("toast-draw-declined.later")), "{:?}", desk.toasts());
}

#[test]
fn contempt_decides_what_a_draw_counts_for() {
    let offers = |contempt, strength, score| {
        with_contempt(contempt, strength, 4, score).model.game.draw_offer.is_some()
    };
    assert!(offers(0, Strength::Full, 0));
    assert!(!offers(150, Strength::Full, 0), "a level game is better than a draw");
    assert!(offers(150, Strength::Full, -150), "this is one");
    assert!(offers(150, Strength::Character(7), 0), "weak levels know nothing of it");
}

#[test]
fn the_engine_ponders_on_the_expected_move_and_goes_on_when_it_comes() {
    let mut desk = Desk::with(NewGame { strength: Strength::Full, ..blitz() });
    desk.play("e2e4");
    desk.answer_expecting("e7e5", "g1f3");
    assert_eq!(desk.model.engine.job(EngineId::BUILT_IN), None, "not unless it is switched on");
    desk.act(Action::Set(SettingChange::Ponder(true)));
    let f3 = uci_move::parse(desk.model.game.board(), "g1f3").unwrap();
    assert_eq!(desk.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Ponder(f3)));
    assert!(desk.asked().limits.ponder && desk.asked().limits.clock.is_some());
    assert_eq!(desk.asked().position.moves.len(), 3, "the expected move is part of the position");
    let live = desk.model.game.live;
    let status = EngineStatus::Pondering { node: live, expected: f3 };
    assert_eq!(desk.model.engine_status(), status);
    desk.started();
    desk.report(6, 1, "b8c6", 15);
    assert!(desk.model.telemetry.lines(&desk.model.game.tree, live, EngineId::BUILT_IN).is_empty());
    assert_eq!(
        desk.model.telemetry.evaluation(&desk.model.game.tree, live, EngineId::BUILT_IN),
        None
    );
    assert_eq!(desk.model.game.clocks.as_ref().unwrap().running(), Some(Color::White));
    desk.now += 5_000;

    let (job, searches) = (desk.job(), desk.searches.len());
    desk.play("g1f3");
    assert_eq!((desk.hit, desk.job()), (job.0, job), "the same search goes on");
    assert_eq!(desk.searches.len(), searches);
    assert_eq!(desk.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Play));
    assert_eq!(desk.model.game.clocks.as_ref().unwrap().running(), Some(Color::Black));
    desk.now += 1_000;
    desk.report(9, 1, "b8c6", 20);
    let live = desk.model.game.live;
    assert_eq!(
        desk.model.telemetry.lines(&desk.model.game.tree, live, EngineId::BUILT_IN)[0].info.depth,
        9
    );
    desk.answer_expecting("b8c6", "f1b5");
    assert_eq!(desk.line(), "e4 e5 Nf3 Nc6");
    let used =
        60_000 + 2 * 2_000 - times::clock_ms(&desk.model.game, Color::Black, desk.now).unwrap();
    assert_eq!(used, 1_000, "pondering was free");
}

#[test]
fn another_move_than_the_expected_one_ends_pondering() {
    let mut desk = Desk::new();
    desk.act(Action::Set(SettingChange::Ponder(true)));
    desk.play("e2e4");
    desk.answer_expecting("e7e5", "g1f3");
    let pondering = desk.job();
    desk.give(UserCommand::Hint);
    assert_eq!(desk.stopped, pondering.0, "what the user asks for goes first");
    desk.answer_scored("g1f3", Score::Cp(0));
    let pondering = desk.job();
    assert!(matches!(desk.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Ponder(_))));
    desk.play("d2d4");
    assert_eq!(desk.stopped, pondering.0);
    assert_eq!(desk.hit, 0);
    assert_eq!(desk.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Play));
    assert!(!desk.asked().limits.ponder);
    desk.answer_expecting("e5d4", "d1d4");
    desk.give(UserCommand::StopEngine);
    assert_eq!(desk.model.engine.job(EngineId::BUILT_IN), None, "it can be told to rest");
    desk.play("d1d4");
    assert_eq!(
        desk.model.engine.purpose(EngineId::BUILT_IN),
        Some(Purpose::Play),
        "and plays on all the same"
    );
}

#[test]
fn what_a_weak_level_thinks_is_no_evaluation() {
    let mut desk = Desk::with(NewGame { strength: Strength::Character(2), ..NewGame::default() });
    desk.play("e2e4");
    desk.report(2, 1, "e7e5", 210);
    let (node, line) = (desk.model.game.live, desk.model.game.line());
    let tree = &desk.model.game.tree;
    assert!(desk.model.telemetry.lines(tree, node, EngineId::BUILT_IN).is_empty());
    assert!(desk.model.telemetry.over_line(tree, &line, EngineId::BUILT_IN).is_empty());
    assert!(!desk.model.telemetry.search_of(tree, node, EngineId::BUILT_IN).unwrap().judges());
    desk.give(UserCommand::Takeback);
    desk.give(UserCommand::ToggleAnalysis);
    desk.report(3, 1, "d2d4", 30);
    let tree = &desk.model.game.tree;
    assert_eq!(
        desk.model.telemetry.over_line(tree, &desk.model.game.line(), EngineId::BUILT_IN).len(),
        1
    );
}

#[test]
fn an_even_match_follows_the_result_once_and_goes_on_in_the_rematch() {
    let even = NewGame::default().even(Desk::new().model.settings.even_match);
    let mut desk = Desk::with(even.clone());
    let strength = |desk: &Desk, side| match *desk.model.game.player(side) {
        Player::Engine { strength, .. } => strength.elo(),
        Player::Human { .. } => None,
    };
    let first = desk.model.settings.even_match.elo;
    assert_eq!(strength(&desk, Color::Black), Some(first));
    desk.play("e2e4");
    desk.answer("e7e5");
    desk.play("g1f3");
    let text = Session::of(&desk.model, desk.now).to_text();
    desk.resign();
    let lower = desk.model.settings.even_match;
    assert!(lower.elo < first && lower.games == 1, "{lower:?}");
    assert!(desk.says(&t!("toast-even-match", elo = lower.elo.to_string())), "{:?}", desk.toasts());
    desk.give(UserCommand::Takeback);
    desk.play("d2d4");
    desk.answer("d7d5");
    desk.resign();
    assert_eq!(desk.model.settings.even_match, lower, "a game counts once");
    desk.give(UserCommand::Rematch);
    assert_eq!(strength(&desk, Color::White), Some(lower.elo));
    assert!(desk.model.game.even);
    // The stored draft has the old number.
    desk.give(UserCommand::NewGame);
    let Some(Dialog::NewGame(draft)) = &desk.model.dialog else { panic!("no dialog") };
    assert!(draft.even && draft.strength == Strength::Elo(lower.elo));
    desk.act(Action::CloseDialog);

    let mut again = Desk::new();
    again.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    assert!(again.model.game.even, "it is one after a restart too");
    again.give(UserCommand::SwitchSides);
    assert!(!again.model.game.even, "another game than was agreed");
    let engines = NewGame { sides: Sides::Engines, ..even };
    assert!(!Desk::with(engines).model.game.even);
}

#[test]
fn an_even_match_follows_no_game_with_help_and_none_of_one_move() {
    let games = |moves: &[&str], takes_back: bool| {
        let even = NewGame::default().even(Desk::new().model.settings.even_match);
        let mut desk = Desk::with(even);
        for pair in moves.chunks(2) {
            desk.play(pair[0]);
            desk.answer(pair[1]);
        }
        if takes_back {
            desk.give(UserCommand::Takeback);
        }
        desk.resign();
        assert!(matches!(desk.model.game.phase, Phase::Over(_)));
        (desk.model.settings.even_match.games, not_followed(&desk.model))
    };
    let (short, help) = (t!("board-even-short"), t!("board-even-help"));
    assert_eq!(games(&["e2e4", "e7e5"], false), (0, Some(short)));
    assert_eq!(games(&["e2e4", "e7e5", "g1f3", "b8c6"], false), (1, None));
    assert_eq!(games(&["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"], true), (0, Some(help)));
}

#[test]
fn characters_remark_only_when_asked_to_and_each_thing_once() {
    let new = NewGame { strength: Strength::Character(4), ..NewGame::default() };
    let mut desk = Desk::with(new);
    let shown = |desk: &Desk| desk.model.remarks.shown(desk.model.game.serial, desk.now);
    desk.play("e2e4");
    desk.answer("e7e5");
    assert_eq!(shown(&desk), None, "off at first");
    desk.act(Action::Set(SettingChange::Remarks(true)));
    desk.act(Action::StartGame(NewGame { strength: Strength::Character(4), ..NewGame::default() }));
    desk.act(Action::Confirm);
    desk.play("e2e4");
    desk.answer_scored("e7e5", Score::Cp(0));
    let greeting = shown(&desk).expect("a greeting");
    assert_eq!((greeting.moment, greeting.side), (Moment::Greeting, Color::Black));
    assert!(!greeting.text().is_empty() && !greeting.text().contains("remark-"));
    desk.now += 60_000;
    assert_eq!(shown(&desk), None, "it goes again");
    for (own, reply) in [("g1f3", "b8c6"), ("f1c4", "f8c5"), ("e1g1", "g8f6")] {
        desk.play(own);
        desk.answer_scored(reply, Score::Cp(-500));
    }
    assert_eq!(shown(&desk).map(|remark| remark.moment), Some(Moment::Behind));
    desk.now += 60_000;
    desk.play("d2d3");
    desk.answer_scored("d7d6", Score::Cp(-600));
    assert_eq!(shown(&desk), None, "once a game");
    desk.resign();
    assert_eq!(shown(&desk), None);
    let at_end = desk.model.remarks.at_end(desk.model.game.serial);
    assert_eq!(at_end.map(|remark| remark.moment), Some(Moment::Won));
}
