//! The model with the real engine behind it, without a window: whole games, and searches that are redirected in the
//! middle.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tabia_app::action::{Action, LabAction, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::engines::state::Purpose;
use tabia_app::engines::telemetry::SearchView;
use tabia_app::game::clock::TimeControl;
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::game::state::Phase;
use tabia_app::model::Model;
use tabia_app::persistence::session::Session;
use tabia_app::update::update;
use tabia_app::window::settings::{SettingChange, Settings};
use tabia_chess::Color;
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::score::Bound;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_host::worker::Handle;

/// Longest wait of a test.
const TIMEOUT: Duration = Duration::from_mins(2);

/// Does the window's work without a window.
struct TestApp {
    model: Model,
    worker: Handle,
    begun: Instant,
    saves: usize,
}

impl TestApp {
    fn new() -> TestApp {
        let mut settings = Settings { natural_pace: false, ..Settings::default() };
        for change in
            [SettingChange::HashMib(8), SettingChange::Threads(1), SettingChange::ThinkMs(100)]
        {
            change.apply(&mut settings);
        }
        let worker = Handle::spawn(settings.engine, Arc::new(|_| {})).unwrap();
        TestApp { model: Model::new(settings), worker, begun: Instant::now(), saves: 0 }
    }

    fn now(&self) -> u64 {
        self.begun.elapsed().as_millis() as u64
    }

    fn act(&mut self, action: Action) {
        let now = self.now();
        for effect in update(&mut self.model, action, now) {
            match effect {
                Effect::ToEngine(_, command) => self.worker.try_send(command).unwrap(),
                Effect::Stop(_, job) => self.worker.stop(job),
                Effect::PonderHit(_, job) => self.worker.ponder_hit(job),
                Effect::SaveSession => self.saves += 1,
                _ => {}
            }
        }
    }

    fn give(&mut self, command: UserCommand) {
        assert!(command.is_enabled(&self.model), "{command:?}");
        self.act(Action::Command(command));
    }

    /// Handles the engine's events until `done`.
    fn until(&mut self, what: &str, done: impl Fn(&Model) -> bool) {
        let begin = Instant::now();
        while !done(&self.model) {
            assert!(begin.elapsed() < TIMEOUT, "waited too long until {what}");
            if let Ok(event) = self.worker.recv_timeout(Duration::from_millis(20)) {
                self.act(Action::Engine(EngineId::BUILT_IN, event));
            }
            if let Some(live) = self.worker.take_live() {
                self.act(Action::Live(EngineId::BUILT_IN, live));
            }
            self.act(Action::Tick);
        }
    }

    /// Plays the first legal move for the user.
    fn play_any(&mut self) {
        let mv = self.model.game.board().legal_moves()[0];
        let (from, to, promotion) = (mv.from(), mv.to(), mv.promotion());
        self.act(Action::PlayMove { from, to, promotion });
    }
}

fn is_over(model: &Model) -> bool {
    matches!(model.game.phase, Phase::Over(_))
}

#[test]
fn two_levels_play_a_whole_game_on_the_clock() {
    let mut app = TestApp::new();
    app.act(Action::StartGame(NewGame {
        sides: Sides::Engines,
        strength: Strength::Character(3),
        black_strength: Strength::Character(1),
        time: Some(TimeControl::minutes(2, 1)),
        ..NewGame::default()
    }));
    app.until("the game ends", is_over);
    let game = &app.model.game;
    assert!(game.tree.len() > 10);
    assert_eq!(app.model.engine.job(EngineId::BUILT_IN), None);
    let clocks = game.clocks.as_ref().unwrap();
    assert_eq!(clocks.running(), None);
    assert!(Color::ALL.iter().all(|&side| clocks.left_ms(side, app.now()) > 0));
    assert!(app.saves >= game.tree.len() - 1, "saved after every move");
    let line = game.tree.main_line();
    assert!(line[1..].iter().all(|&node| game.tree.clock_ms(node).is_some()));
    assert!(app.model.engine.seat(EngineId::BUILT_IN).unwrap().failure.is_none());
    let restored = Session::parse(&Session::of(&app.model, app.now()).to_text()).unwrap();
    assert_eq!(restored.game.restore().unwrap().phase, game.phase);
}

#[test]
fn a_human_and_the_engine_take_turns_and_take_back() {
    let mut app = TestApp::new();
    for plies in [2, 4, 6] {
        app.play_any();
        app.until("the engine has moved", |model| model.game.tree.ply(model.game.live) == plies);
    }
    app.play_any();
    assert_eq!(app.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Play));
    app.give(UserCommand::Takeback);
    assert_eq!(app.model.game.tree.ply(app.model.game.live), 6);
    app.play_any();
    app.until("it answers the new move", |model| model.game.tree.ply(model.game.live) == 8);
    app.give(UserCommand::Hint);
    app.until("the hint is there", |model| model.engine.hint.is_some());
    let hint = app.model.engine.hint.unwrap();
    assert!(app.model.game.board().is_legal(hint.mv));
}

#[test]
fn analysis_is_turned_round_many_times_and_never_mixed_up() {
    let mut app = TestApp::new();
    let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *";
    app.act(Action::PasteText(text.to_owned()));
    app.give(UserCommand::ToggleAnalysis);
    let line = app.model.game.tree.main_line();
    for step in 0..60_usize {
        app.act(Action::GoTo(line[step * 7 % line.len()]));
        if step % 5 == 0 {
            app.until("a line is there", |model| {
                let search = model.telemetry.search(EngineId::BUILT_IN);
                search.is_some_and(|search| search.newest().is_some_and(|info| info.depth >= 4))
            });
        }
    }
    app.give(UserCommand::MoreLines);
    app.until("four lines are there", |model| {
        let lines = model.telemetry.lines(&model.game.tree, model.game.current, EngineId::BUILT_IN);
        lines.len() == 4 && lines.iter().all(|line| line.own && line.info.depth >= 5)
    });
    let snapshot = |model: &Model| {
        model.telemetry.search(EngineId::BUILT_IN).is_some_and(|s| s.live.is_some())
    };
    app.until("a snapshot is there", snapshot);
    let tree = &app.model.game.tree;
    for &node in &line {
        let Some(kept) = app.model.telemetry.kept(tree, node, EngineId::BUILT_IN) else {
            continue;
        };
        for line in &kept.lines {
            assert_eq!(line.info.stm, tree.board(node).stm());
            let mut board = *tree.board(node);
            for &mv in &line.info.pv {
                assert!(board.is_legal(mv), "{mv:?} of a line at {}", tree.san(node));
                board.make_move(mv);
            }
        }
        assert_eq!(kept.best().unwrap().info.bound, Bound::Exact);
    }
    app.give(UserCommand::ToggleAnalysis);
    assert!(!app.model.engine_status().is_running());
}

#[test]
fn what_was_thought_of_a_position_is_there_when_the_game_comes_back_to_it() {
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. e4 e5 2. Nf3 Nc6 *".to_owned()));
    app.give(UserCommand::ToggleAnalysis);
    let line = app.model.game.tree.main_line();
    let iterations = |search: &SearchView| search.race().map_or(0, |race| race.iterations().len());
    for &node in &line[1..4] {
        app.act(Action::GoTo(node));
        app.until("it has thought", |model| {
            let search = model.telemetry.search_of(&model.game.tree, node, EngineId::BUILT_IN);
            search.is_some_and(|search| iterations(search) > 5)
        });
    }
    app.give(UserCommand::ToggleAnalysis);
    let of = |model: &Model, node| {
        let telemetry = &model.telemetry;
        telemetry.search_or_earlier(&model.game.tree, node, EngineId::BUILT_IN).cloned()
    };
    for &node in &line[1..4] {
        let search = of(&app.model, node).unwrap();
        assert!(iterations(&search) > 5 && search.node == node);
        assert_eq!(search.key, app.model.game.tree.board(node).key());
        // The timeline of an earlier search works like that of the newest.
        app.act(Action::Lab(LabAction::LookBack(Some((search.job, 2)))));
        assert_eq!(iterations(&of(&app.model, node).unwrap()), 3);
        assert_eq!(app.model.telemetry.looks_back(search.job), Some(2));
        app.act(Action::Lab(LabAction::LookBack(None)));
        assert_eq!(iterations(&of(&app.model, node).unwrap()), iterations(&search));
    }
    assert!(of(&app.model, line[0]).is_none(), "nobody looked there");
    let (telemetry, tree) = (&app.model.telemetry, &app.model.game.tree);
    let of_game = telemetry.of_game(tree, EngineId::BUILT_IN);
    let nodes: Vec<NodeId> = of_game.iter().map(|search| search.node).collect();
    assert_eq!(nodes, line[1..4], "one search of each position, in the order of the game");
    // A short search of a position does not replace a deeper result.
    let before = of(&app.model, line[1]).unwrap().depth();
    app.act(Action::GoTo(line[1]));
    app.give(UserCommand::ToggleAnalysis);
    app.give(UserCommand::ToggleAnalysis);
    app.act(Action::GoTo(line[2]));
    app.give(UserCommand::ToggleAnalysis);
    app.give(UserCommand::ToggleAnalysis);
    assert!(of(&app.model, line[1]).unwrap().depth() >= before);
    app.act(Action::PasteText("1. d4 d5 *".to_owned()));
    let line = app.model.game.tree.main_line();
    assert!(of(&app.model, line[1]).is_none(), "another game");
}

#[test]
fn the_engine_ponders_and_answers_when_the_expected_move_comes() {
    let mut app = TestApp::new();
    app.act(Action::Set(SettingChange::Ponder(true)));
    app.act(Action::StartGame(NewGame {
        strength: Strength::Full,
        time: Some(TimeControl::minutes(1, 0)),
        ..NewGame::default()
    }));
    app.play_any();
    let mut hits = 0;
    for plies in [2, 4, 6, 8] {
        app.until("it has moved", |model| model.game.tree.ply(model.game.live) == plies);
        let Some(Purpose::Ponder(expected)) = app.model.engine.purpose(EngineId::BUILT_IN) else {
            continue;
        };
        app.until("it ponders", |model| {
            model.telemetry.search(EngineId::BUILT_IN).is_some_and(|search| search.depth() >= 6)
        });
        let (from, to, promotion) = (expected.from(), expected.to(), expected.promotion());
        app.act(Action::PlayMove { from, to, promotion });
        hits += usize::from(app.model.engine.purpose(EngineId::BUILT_IN) == Some(Purpose::Play));
    }
    app.until("it has answered", |model| model.game.tree.ply(model.game.live) >= 8);
    assert!(hits >= 2, "{hits} of four moves were expected");
    assert!(app.model.engine.seat(EngineId::BUILT_IN).unwrap().failure.is_none());
}
