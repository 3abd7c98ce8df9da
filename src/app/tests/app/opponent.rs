//! The engine as an opponent: pace, resigning, draws, pondering, weak levels.

use tabia_app::action::{Action, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::engines::state::{EngineStatus, Purpose};
use tabia_app::game::clock::MoveLimit;
use tabia_app::game::new_game::{NewGame, Sides, StartFrom};
use tabia_app::game::state::{Phase, Player};
use tabia_app::game::times;
use tabia_app::opponent::events::not_followed;
use tabia_app::opponent::remarks::Moment;
use tabia_app::persistence::session::Session;
use tabia_app::window::settings::SettingChange;
use tabia_app::window::view::Dialog;
use tabia_chess::{Color, DrawReason, Outcome, WinReason, uci_move};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::report::IterationInfo;
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::EngineId;
use tabia_host::worker::protocol::{Command, Event};

use super::test_app::{TestApp, blitz, from_fen, humans};
use tabia_text::t;

/// A late endgame in which both sides can shuffle their kings forever.
const LEVEL_ENDING: &str = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 60";

#[test]
fn two_people_at_one_board_play_a_game_even_without_clocks() {
    let mut app = TestApp::with(humans());
    assert!(!app.model.game.is_analysis_board());
    app.play("e2e4");
    app.play("e7e5");
    assert!(app.model.game.is_played());
    app.give(UserCommand::Takeback);
    assert_eq!(app.line(), "e4");
    app.play("c7c5");
    app.give(UserCommand::OfferDraw);
    assert_eq!(app.model.game.draw_offer, Some(Color::White), "the side to move offers");
    assert_eq!(app.model.game.phase, Phase::Running);
    app.give(UserCommand::DeclineDraw);
    assert!(!UserCommand::AcceptDraw.is_enabled(&app.model));
    app.play("g1f3");
    app.give(UserCommand::OfferDraw);
    app.play("b8c6");
    assert_eq!(app.model.game.draw_offer, Some(Color::Black), "an offer outlasts the own move");
    app.play("f1b5");
    assert_eq!(app.model.game.draw_offer, None, "moving on declines");
    app.give(UserCommand::OfferDraw);
    app.give(UserCommand::AcceptDraw);
    assert_eq!(app.model.game.phase, Phase::Over(Outcome::Draw(DrawReason::Agreement)));
    assert_eq!(app.model.movable_side(), None);
    app.give(UserCommand::Undo);
    app.resign();
    let lost = Outcome::Win { winner: Color::White, reason: WinReason::Resignation };
    assert_eq!(app.model.game.phase, Phase::Over(lost), "Black was to move and resigned");
    app.give(UserCommand::Undo);
    let text = Session::of(&app.model, app.now).to_text();
    let mut again = TestApp::new();
    again.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    assert!(again.model.game.is_played(), "it is a game after a restart too");
}

#[test]
fn an_older_session_of_two_people_without_clocks_is_an_analysis_board() {
    let mut app = TestApp::new();
    app.act(Action::SetFen(LEVEL_ENDING.to_owned()));
    let text = Session::of(&app.model, app.now).to_text();
    for (old, free) in [(text.replace("\"analysis\":true,", ""), true), (text, true)] {
        let mut again = TestApp::new();
        again.act(Action::RestoreSession(Box::new(Session::parse(&old).unwrap())));
        assert_eq!(again.model.game.is_analysis_board(), free);
    }
}

#[test]
fn a_weak_level_takes_its_time_and_its_clock_runs_meanwhile() {
    let mut app = TestApp::with(NewGame { strength: Strength::Character(3), ..blitz() });
    app.act(Action::Set(SettingChange::NaturalPace(true)));
    app.play("e2e4");
    app.started();
    app.now += 10;
    app.answer_scored("e7e5", Score::Cp(0));
    assert_eq!(app.line(), "e4", "found, but not made yet");
    assert!(matches!(app.model.engine_status(), EngineStatus::Thinking(_)));
    assert_eq!(app.model.engine.job(EngineId::BUILT_IN), None, "and nothing is searched meanwhile");
    let wait = app.model.next_change_ms(app.now).unwrap();
    assert!((1..1_500).contains(&wait), "{wait}");
    let due = app.model.engine.pending_move.unwrap().due_ms;
    app.now = due - 1;
    app.act(Action::Tick);
    assert_eq!(app.line(), "e4");
    assert_eq!(app.model.game.clocks.as_ref().unwrap().running(), Some(Color::Black));
    app.now = due;
    app.act(Action::Tick);
    assert_eq!(app.line(), "e4 e5");
    let used = 60_000 + 2_000 - times::clock_ms(&app.model.game, Color::Black, app.now).unwrap();
    assert_eq!(used, due - 1_000, "its clock shows what it took");

    app.play("g1f3");
    app.answer("b8c6");
    app.give(UserCommand::MoveNow);
    assert_eq!(app.line(), "e4 e5 Nf3 Nc6", "it can be hurried");
    app.play("f1b5");
    app.answer("a7a6");
    app.give(UserCommand::Takeback);
    app.now += 60_000;
    app.act(Action::Tick);
    assert_eq!(app.line(), "e4 e5 Nf3 Nc6", "a move held back is gone with its position");
    app.now += 0;
    app.act(Action::StartGame(NewGame { strength: Strength::Full, ..blitz() }));
    app.act(Action::Confirm);
    app.play("e2e4");
    app.answer("e7e5");
    assert_eq!(app.line(), "e4 e5", "full strength uses its time anyway");
}

/// The app after this many moves of Black with this score, the kings shuffling.
fn shuffled(strength: Strength, moves: usize, score: i32) -> TestApp {
    with_contempt(0, strength, moves, score)
}

/// The same with this contempt for a draw.
fn with_contempt(contempt: i32, strength: Strength, moves: usize, score: i32) -> TestApp {
    let new = from_fen(LEVEL_ENDING, Sides::HumanWhite);
    let mut app = TestApp::with(NewGame { strength, ..new });
    app.act(Action::Set(SettingChange::Contempt(contempt)));
    let walk = [("e1d1", "e8d8"), ("d1c1", "d8c8"), ("c1b1", "c8b8"), ("b1a1", "b8a8")];
    let back = [("a1b1", "a8b8"), ("b1c1", "b8c8"), ("c1d1", "c8d8"), ("d1e1", "d8e8")];
    for (own, reply) in walk.into_iter().chain(back).take(moves) {
        app.play(own);
        app.answer_scored(reply, Score::Cp(score));
    }
    app
}

#[test]
fn the_engine_resigns_a_game_that_has_been_hopeless_for_some_moves() {
    let given_up = Outcome::Win { winner: Color::White, reason: WinReason::Resignation };
    let app = shuffled(Strength::Full, 2, -1_200);
    assert_eq!(app.model.game.phase, Phase::Running, "not at the first shock");
    let app = shuffled(Strength::Full, 3, -1_200);
    assert_eq!(app.model.game.phase, Phase::Over(given_up));
    assert_eq!(app.model.game.tree.ply(app.model.game.live), 5, "in place of its move");

    let mut app = shuffled(Strength::Full, 2, -1_200);
    app.act(Action::Set(SettingChange::EngineMayResign(false)));
    app.play("c1b1");
    app.answer_scored("c8b8", Score::Cp(-1_200));
    assert_eq!(app.model.game.phase, Phase::Running, "unless it may not");
}

#[test]
fn a_weak_level_resigns_only_when_full_strength_agrees() {
    for (verdict, over) in [(-1_000, true), (-300, false)] {
        let mut app = shuffled(Strength::Character(7), 3, -1_200);
        assert_eq!(app.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::ConfirmResign));
        assert!(matches!(app.model.engine_status(), EngineStatus::Thinking(_)));
        let strength = app.effects.iter().rev().find_map(|effect| match effect {
            Effect::ToEngine(_, Command::SetOptions(options)) => Some(options.strength()),
            _ => None,
        });
        assert_eq!(strength, Some(Strength::Full));
        app.answer_scored("c8b8", Score::Cp(verdict));
        assert_eq!(matches!(app.model.game.phase, Phase::Over(_)), over, "at {verdict}");
        assert_eq!(app.model.game.tree.ply(app.model.game.live), if over { 5 } else { 6 });
    }
}

#[test]
fn the_weakest_resign_too_by_their_scores_or_by_what_stands_on_the_board() {
    let app = shuffled(Strength::Character(2), 3, -1_200);
    assert_eq!(app.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::ConfirmResign));
    // It is a queen down and has not noticed. Trude (1) never resigns.
    for (strength, asks) in
        [(Strength::Character(2), true), (Strength::Character(1), false), (Strength::Full, false)]
    {
        let new = from_fen("4k3/4p3/8/8/8/8/4P3/Q3K3 w - - 0 60", Sides::HumanWhite);
        let mut app = TestApp::with(NewGame { strength, ..new });
        for (own, reply) in [("e1d1", "e8d8"), ("d1e1", "d8e8"), ("e1d1", "e8d8")] {
            assert_eq!(app.model.engine.purpose(EngineId::BUILT_IN), None);
            app.play(own);
            app.answer_scored(reply, Score::Cp(0));
        }
        let confirms = app.model.engine.purpose(EngineId::BUILT_IN) == Some(Purpose::ConfirmResign);
        assert_eq!(confirms, asks, "{strength:?}");
        if asks {
            app.answer_scored("e8f7", Score::Cp(-1_100));
            assert!(matches!(app.model.game.phase, Phase::Over(_)));
        }
    }
}

#[test]
fn the_engine_offers_a_draw_in_a_level_ending_and_moving_on_declines_it() {
    let mut app = shuffled(Strength::Full, 4, 5);
    assert_eq!(app.model.game.draw_offer, Some(Color::Black));
    assert!(app.says(t!("toast-engine-offers-draw")));
    assert!(!UserCommand::OfferDraw.is_enabled(&app.model));
    app.play("a1b1");
    assert_eq!(app.model.game.draw_offer, None);
    app.answer_scored("a8b8", Score::Cp(0));
    assert_eq!(app.model.game.draw_offer, None, "it does not nag");
    let mut app = shuffled(Strength::Full, 4, 5);
    app.give(UserCommand::AcceptDraw);
    assert_eq!(app.model.game.phase, Phase::Over(Outcome::Draw(DrawReason::Agreement)));
}

#[test]
fn a_draw_that_gives_away_a_visible_lead_is_confirmed_first() {
    let question = |app: &TestApp| match &app.model.dialog {
        Some(Dialog::Confirm { question, .. }) => Some(question.clone()),
        _ => None,
    };
    let agreed = Phase::Over(Outcome::Draw(DrawReason::Agreement));
    // White is a rook ahead, which anyone can see.
    let rook_up = || from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 60", Sides::HumanWhite);
    let mut app = TestApp::with(NewGame { strength: Strength::Character(1), ..rook_up() });
    app.play("a1a2");
    app.give(UserCommand::OfferDraw);
    assert_eq!(question(&app).as_deref(), Some(t!("dialog-draw-while-leading.material")));
    app.act(Action::CloseDialog);
    assert!(app.model.game.is_played() && UserCommand::OfferDraw.is_enabled(&app.model));
    // The hidden score of the engine, which thinks it is worse, is not revealed by a question.
    let mut app = shuffled(Strength::Full, 5, -150);
    app.give(UserCommand::OfferDraw);
    assert_eq!((question(&app), app.model.game.phase), (None, agreed));
    // The same with the evaluation on screen.
    let mut app = shuffled(Strength::Full, 5, -150);
    app.give(UserCommand::Watch);
    let job = app.model.engine.job(EngineId::OBSERVER).unwrap().id;
    let board = *app.model.game.live_board();
    let pv = vec![uci_move::parse(&board, "b1a1").unwrap()];
    let info = IterationInfo::new(12, board.stm(), Score::Cp(150), pv);
    app.act(Action::Engine(EngineId::OBSERVER, Event::Started { job }));
    app.act(Action::Engine(EngineId::OBSERVER, Event::Iteration { job, info }));
    app.give(UserCommand::OfferDraw);
    assert_eq!(question(&app).as_deref(), Some(t!("dialog-draw-while-leading")));
    app.act(Action::Confirm);
    assert_eq!(app.model.game.phase, agreed);
    // A declined offer costs nothing.
    let mut app = shuffled(Strength::Full, 1, -150);
    app.give(UserCommand::OfferDraw);
    assert_eq!(question(&app), None, "one bad score is not enough for the engine");
    assert!(app.says(t!("toast-draw-declined.not-yet")), "{:?}", app.toasts());
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
    let mut app = TestApp::with(NewGame { strength: Strength::Full, ..blitz() });
    app.play("e2e4");
    app.answer_expecting("e7e5", "g1f3");
    assert_eq!(app.model.engine.job(EngineId::BUILT_IN), None, "not unless it is switched on");
    app.act(Action::Set(SettingChange::Ponder(true)));
    let f3 = uci_move::parse(app.model.game.board(), "g1f3").unwrap();
    assert_eq!(app.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Ponder(f3)));
    assert!(app.asked().limits.ponder && app.asked().limits.clock.is_some());
    assert_eq!(app.asked().position.moves.len(), 3, "the expected move is part of the position");
    let live = app.model.game.live;
    let status = EngineStatus::Pondering { node: live, expected: f3 };
    assert_eq!(app.model.engine_status(), status);
    app.started();
    app.report(6, 1, "b8c6", 15);
    assert!(app.model.telemetry.lines(&app.model.game.tree, live, EngineId::BUILT_IN).is_empty());
    assert_eq!(
        app.model.telemetry.evaluation(&app.model.game.tree, live, EngineId::BUILT_IN),
        None
    );
    assert_eq!(app.model.game.clocks.as_ref().unwrap().running(), Some(Color::White));
    app.now += 5_000;

    let (job, searches) = (app.job(), app.searches.len());
    app.play("g1f3");
    assert_eq!((app.hit, app.job()), (job.0, job), "the same search goes on");
    assert_eq!(app.searches.len(), searches);
    assert_eq!(app.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Play));
    assert_eq!(app.model.game.clocks.as_ref().unwrap().running(), Some(Color::Black));
    app.now += 1_000;
    app.report(9, 1, "b8c6", 20);
    let live = app.model.game.live;
    assert_eq!(
        app.model.telemetry.lines(&app.model.game.tree, live, EngineId::BUILT_IN)[0].info.depth,
        9
    );
    app.answer_expecting("b8c6", "f1b5");
    assert_eq!(app.line(), "e4 e5 Nf3 Nc6");
    let used =
        60_000 + 2 * 2_000 - times::clock_ms(&app.model.game, Color::Black, app.now).unwrap();
    assert_eq!(used, 1_000, "pondering was free");
}

#[test]
fn another_move_than_the_expected_one_ends_pondering() {
    let mut app = TestApp::new();
    app.act(Action::Set(SettingChange::Ponder(true)));
    app.play("e2e4");
    app.answer_expecting("e7e5", "g1f3");
    let pondering = app.job();
    app.give(UserCommand::Hint);
    assert_eq!(app.stopped, pondering.0, "what the user asks for goes first");
    app.answer_scored("g1f3", Score::Cp(0));
    let pondering = app.job();
    assert!(matches!(app.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Ponder(_))));
    app.play("d2d4");
    assert_eq!(app.stopped, pondering.0);
    assert_eq!(app.hit, 0);
    assert_eq!(app.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Play));
    assert!(!app.asked().limits.ponder);
    app.answer_expecting("e5d4", "d1d4");
    app.give(UserCommand::StopEngine);
    assert_eq!(app.model.engine.job(EngineId::BUILT_IN), None, "it can be told to rest");
    app.play("d1d4");
    assert_eq!(
        app.model.engine.purpose(EngineId::BUILT_IN),
        Some(Purpose::Play),
        "and plays on all the same"
    );
}

#[test]
fn what_a_weak_level_thinks_is_no_evaluation() {
    let mut app = TestApp::with(NewGame { strength: Strength::Character(2), ..NewGame::default() });
    app.play("e2e4");
    app.report(2, 1, "e7e5", 210);
    let (node, line) = (app.model.game.live, app.model.game.line());
    let tree = &app.model.game.tree;
    assert!(app.model.telemetry.lines(tree, node, EngineId::BUILT_IN).is_empty());
    assert!(app.model.telemetry.over_line(tree, &line, EngineId::BUILT_IN).is_empty());
    assert!(!app.model.telemetry.search_of(tree, node, EngineId::BUILT_IN).unwrap().judges());
    app.give(UserCommand::Takeback);
    app.give(UserCommand::ToggleAnalysis);
    app.report(3, 1, "d2d4", 30);
    let tree = &app.model.game.tree;
    assert_eq!(
        app.model.telemetry.over_line(tree, &app.model.game.line(), EngineId::BUILT_IN).len(),
        1
    );
}

#[test]
fn an_even_match_follows_the_result_once_and_goes_on_in_the_rematch() {
    let even = NewGame::default().even(TestApp::new().model.settings.even_match);
    let mut app = TestApp::with(even.clone());
    let strength = |app: &TestApp, side| match *app.model.game.player(side) {
        Player::Engine { strength, .. } => strength.elo(),
        Player::Human { .. } => None,
    };
    let first = app.model.settings.even_match.elo;
    assert_eq!(strength(&app, Color::Black), Some(first));
    app.play("e2e4");
    app.answer("e7e5");
    app.play("g1f3");
    let text = Session::of(&app.model, app.now).to_text();
    app.resign();
    let lower = app.model.settings.even_match;
    assert!(lower.elo < first && lower.games == 1, "{lower:?}");
    assert!(app.says(&t!("toast-even-match", elo = lower.elo.to_string())), "{:?}", app.toasts());
    app.give(UserCommand::Takeback);
    app.play("d2d4");
    app.answer("d7d5");
    app.resign();
    assert_eq!(app.model.settings.even_match, lower, "a game counts once");
    app.give(UserCommand::Rematch);
    assert_eq!(strength(&app, Color::White), Some(lower.elo));
    assert!(app.model.game.even);
    // The stored draft has the old number.
    app.give(UserCommand::NewGame);
    let Some(Dialog::NewGame(draft)) = &app.model.dialog else { panic!("no dialog") };
    assert!(draft.even && draft.strength == Strength::Elo(lower.elo));
    app.act(Action::CloseDialog);

    let mut again = TestApp::new();
    again.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    assert!(again.model.game.even, "it is one after a restart too");
    again.give(UserCommand::SwitchSides);
    assert!(!again.model.game.even, "another game than was agreed");
    let engines = NewGame { sides: Sides::Engines, ..even };
    assert!(!TestApp::with(engines).model.game.even);
}

#[test]
fn an_even_match_follows_no_game_with_help_and_none_of_one_move() {
    let games = |moves: &[&str], takes_back: bool| {
        let even = NewGame::default().even(TestApp::new().model.settings.even_match);
        let mut app = TestApp::with(even);
        for pair in moves.chunks(2) {
            app.play(pair[0]);
            app.answer(pair[1]);
        }
        if takes_back {
            app.give(UserCommand::Takeback);
        }
        app.resign();
        assert!(matches!(app.model.game.phase, Phase::Over(_)));
        (app.model.settings.even_match.games, not_followed(&app.model))
    };
    let (short, help) = (t!("board-even-short"), t!("board-even-help"));
    assert_eq!(games(&["e2e4", "e7e5"], false), (0, Some(short)));
    assert_eq!(games(&["e2e4", "e7e5", "g1f3", "b8c6"], false), (1, None));
    assert_eq!(games(&["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"], true), (0, Some(help)));
}

#[test]
fn an_even_match_follows_no_game_from_a_position_or_against_a_limited_opponent() {
    let even = || NewGame::default().even(TestApp::new().model.settings.even_match);
    let fen = "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1".to_owned();
    let set_up = NewGame { start: StartFrom::Fen(fen), ..even() };
    let limited = NewGame { move_limit: Some(MoveLimit::Depth(1)), ..even() };
    for (new, why, replies) in [
        (set_up, t!("board-even-position"), ["e8e7", "e7e6"]),
        (limited, t!("board-even-limited"), ["e7e5", "b8c6"]),
    ] {
        let mut app = TestApp::with(new);
        for (own, reply) in ["e2e3", "g1f3"].into_iter().zip(replies) {
            app.play(own);
            app.answer(reply);
        }
        app.resign();
        assert_eq!(app.model.settings.even_match.games, 0);
        assert_eq!(not_followed(&app.model), Some(why));
    }
}

#[test]
fn characters_remark_only_when_asked_to_and_each_thing_once() {
    let new = NewGame { strength: Strength::Character(4), ..NewGame::default() };
    let mut app = TestApp::with(new);
    let shown = |app: &TestApp| app.model.remarks.shown(app.model.game.serial, app.now);
    app.play("e2e4");
    app.answer("e7e5");
    assert_eq!(shown(&app), None, "off at first");
    app.act(Action::Set(SettingChange::Remarks(true)));
    app.act(Action::StartGame(NewGame { strength: Strength::Character(4), ..NewGame::default() }));
    app.act(Action::Confirm);
    app.play("e2e4");
    app.answer_scored("e7e5", Score::Cp(0));
    let greeting = shown(&app).expect("a greeting");
    assert_eq!((greeting.moment, greeting.side), (Moment::Greeting, Color::Black));
    assert!(!greeting.text().is_empty() && !greeting.text().contains("remark-"));
    app.now += 60_000;
    assert_eq!(shown(&app), None, "it goes again");
    for (own, reply) in [("g1f3", "b8c6"), ("f1c4", "f8c5"), ("e1g1", "g8f6")] {
        app.play(own);
        app.answer_scored(reply, Score::Cp(-500));
    }
    assert_eq!(shown(&app).map(|remark| remark.moment), Some(Moment::Behind));
    app.now += 60_000;
    app.play("d2d3");
    app.answer_scored("d7d6", Score::Cp(-600));
    assert_eq!(shown(&app), None, "once a game");
    app.resign();
    assert_eq!(shown(&app), None);
    let at_end = app.model.remarks.at_end(app.model.game.serial);
    assert_eq!(at_end.map(|remark| remark.moment), Some(Moment::Won));
}
