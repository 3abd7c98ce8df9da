//! PUCT in the window, by the names a screen reader gives: for analysis, as an opponent, in the settings; and the duel
//! of both engines. Except for pictures no engine is started: their output is simulated. Pictures: `cargo test --test
//! window duel -- --ignored`, in `target/gallery`.
#![expect(clippy::expect_used, clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use tabia_text::t;

use crate::interface::{Ui, act, click, drain_for, open_with_settings};
use crate::texts::texts;
use eframe::egui::{
    Context, Event, Modifiers, MouseWheelSource, MouseWheelUnit, Role, TouchPhase, Vec2, vec2,
};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tabia::gui::headless::frames;
use tabia::gui::present::arrows;
use tabia::gui::widgets::board::shapes::Brush;
use tabia::gui::window::shell::{Shell, ShellOptions};
use tabia_app::action::{Action, DuelAction, UserCommand};
use tabia_app::duel::state::{By, Shows};
use tabia_app::window::settings::{SettingChange, Settings, ThemeChoice};
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Color, uci_move};
use tabia_engine::puct::options::PuctConfig;
use tabia_engine::search::detail::{Detail, PuctDetail, PuctMove};
use tabia_engine::search::report::{
    IterationInfo, Progress, RootMove, SearchOutcome, Snapshot, StopReason,
};
use tabia_engine::search::score::{Bound, Score};
use tabia_engine::search::thinker::EngineId;
use tabia_host::worker::protocol::{Event as News, Live};
use tabia_lab::duel_positions::POSITIONS;

const OURS: EngineId = EngineId::BUILT_IN;
const PUCT: EngineId = EngineId::PUCT;

fn open(size: Vec2, theme: ThemeChoice) -> Ui {
    let settings = Settings { book_moves: false, theme, ..Settings::default() };
    open_with_settings(size.into(), settings)
}

/// Simulates output of PUCT for the shown position: moves with playouts, and value and prior per mille.
fn grows(shell: &mut Shell, children: &[(&str, u32, u32, u32)]) {
    grows_with(shell, children, None);
}

/// The same with a proven result for the first move.
fn grows_with(shell: &mut Shell, children: &[(&str, u32, u32, u32)], first: Option<Score>) {
    let job = shell.model.engine.job(PUCT).expect("a search is under way").id;
    let board = *shell.model.game.board();
    let moves: Vec<PuctMove> = children
        .iter()
        .map(|&(text, n, q, p)| PuctMove {
            mv: uci_move::parse(&board, text).unwrap(),
            n,
            q: q as f32 / 1000.0,
            p: p as f32 / 1000.0,
            u: 0.1,
            proof: first.filter(|_| text == children[0].0),
        })
        .collect();
    let playouts: u32 = children.iter().map(|child| child.1).sum();
    let cp = |root: &PuctMove| root.proof.unwrap_or(Score::Cp((root.q * 400.0) as i32 - 200));
    let lines: Vec<IterationInfo> = (1..)
        .zip(moves.iter().take(3))
        .map(|(number, root)| IterationInfo {
            multi_pv: number,
            nodes: Some(u64::from(playouts)),
            time_ms: u64::from(playouts) / 20,
            ..IterationInfo::new(7, board.stm(), cp(root), vec![root.mv])
        })
        .collect();
    let root_moves = moves.iter().map(|root| RootMove {
        score: Some(cp(root)),
        nodes: Some(u64::from(root.n)),
        ..RootMove::new(root.mv)
    });
    let progress = Progress {
        time_ms: u64::from(playouts) / 20,
        nodes: Some(u64::from(playouts)),
        depth: Some(7),
        hashfull: Some(31),
        root_moves: root_moves.collect(),
        lines: lines.clone(),
        ..Progress::new(board.stm())
    };
    let detail = PuctDetail {
        threads: 1,
        playouts: u64::from(playouts),
        visits: playouts + 500,
        mean_depth: 7.3,
        nodes: u64::from(playouts),
        discarded: 0,
        moves,
    };
    shell.apply(Action::Engine(PUCT, News::Started { job }));
    for info in lines {
        shell.apply(Action::Engine(PUCT, News::Iteration { job, info }));
    }
    let snapshot = Snapshot { progress, detail: Detail::Puct(Box::new(detail)) };
    shell.apply(Action::Live(PUCT, Live { job, snapshot }));
}

const START: [(&str, u32, u32, u32); 3] =
    [("e2e4", 6_000, 540, 300), ("d2d4", 3_000, 530, 250), ("g1f3", 1_000, 520, 100)];

#[test]
fn it_joins_the_analysis_from_the_menu_and_the_panels_show_its_own_numbers() {
    let mut h = open(vec2(1280.0, 800.0), ThemeChoice::Dark);
    act(&mut h, Action::Command(UserCommand::LabWorkspace));
    act(&mut h, Action::OpenPane(PaneId::Lines));
    click(&mut h, t!("lines-add-engine"));
    click(&mut h, "Tabia PUCT");
    assert_eq!(h.state().model.analysing(), [OURS, PUCT]);
    assert!(h.state().model.engine.analysis, "the Lab searches at once");
    grows(h.state_mut(), &START);
    act(&mut h, Action::Focus(PUCT));
    for words in ["playouts per second ", "memory in use 3.1"] {
        assert!(h.query_all_by_label_contains(words).next().is_some(), "{words}");
    }
    act(&mut h, Action::OpenPane(PaneId::Statistics));
    h.get_by_label_contains(t!("search-mean-line"));
    h.get_by_label_contains(t!("search-reused"));
    assert!(
        h.query_by_label_contains(t!("search-null-cutoffs")).is_none(),
        "nothing of the other kind"
    );
    act(&mut h, Action::OpenPane(PaneId::RootMoves));
    h.get_by_label(t!("search-share-playouts"));
    h.get_by_label("30.0\u{a0}%");
    act(&mut h, Action::OpenPane(PaneId::RootRace));
    h.get_by_label_contains(t!("race-none.why"));
    act(&mut h, Action::OpenPane(PaneId::Profile));
    h.get_by_label_contains("Playouts grow a tree and cut nothing off");
}

#[test]
fn as_an_opponent_it_has_no_levels_of_alpha_beta() {
    let mut h = open(vec2(1280.0, 800.0), ThemeChoice::Light);
    act(&mut h, Action::Command(UserCommand::NewGame));
    click(&mut h, t!("new-game-more"));
    h.get_by_role_and_label(Role::ComboBox, t!("new-game-opponent")).click();
    h.run_steps(8);
    click(&mut h, "Tabia PUCT");
    h.get_by_label(t!("new-game-own-full"));
    assert!(h.query_by_role_and_label(Role::ComboBox, t!("new-game-strength")).is_none());
    click(&mut h, t!("button-start"));
    let game = &h.state().model.game;
    assert_eq!(game.engine_of(Color::Black), Some(PUCT));
    assert_eq!(game.player_name(Color::Black), "Tabia PUCT");
}

#[test]
fn the_engine_settings_choose_the_search_method() {
    let mut h = open(vec2(1280.0, 800.0), ThemeChoice::Light);
    act(&mut h, Action::Command(UserCommand::Settings));
    h.get_by_role_and_label(Role::RadioButton, "Engine").click();
    h.run_steps(8);
    h.get_by_role_and_label(Role::ComboBox, t!("puct-method")).scroll_to_me();
    h.run_steps(8);
    h.get_by_role_and_label(Role::ComboBox, t!("puct-method")).click();
    h.run_steps(8);
    click(&mut h, PuctConfig::Uct.name());
    assert_eq!(h.state().model.settings.puct.config, Some(PuctConfig::Uct));
}

/// Simulates a line of alpha-beta after this many ms, and its root moves.
fn searches(shell: &mut Shell, time_ms: u64, scored_lines: &[(&str, i32)]) {
    let job = shell.model.engine.job(OURS).expect("a search is under way").id;
    let board = *shell.model.game.board();
    shell.apply(Action::Engine(OURS, News::Started { job }));
    let mut root_moves = Vec::new();
    let mut lines = Vec::new();
    for (number, &(line, cp)) in (1..).zip(scored_lines) {
        let mut after = board;
        let mut pv = Vec::new();
        for word in line.split(' ') {
            let mv = uci_move::parse(&after, word).unwrap();
            pv.push(mv);
            after.make_move(mv);
        }
        root_moves.push(RootMove {
            score: Some(Score::Cp(cp)),
            bound: Some(Bound::Exact),
            pv: pv.clone(),
            ..RootMove::new(pv[0])
        });
        let depth = 8 + time_ms as u32 / 100;
        let info = IterationInfo {
            multi_pv: number,
            time_ms,
            nodes: Some(time_ms * 1_000),
            ..IterationInfo::new(depth, board.stm(), Score::Cp(cp), pv)
        };
        lines.push(info.clone());
        shell.apply(Action::Engine(OURS, News::Iteration { job, info }));
    }
    let progress = Progress {
        time_ms,
        nodes: Some(time_ms * 1_000),
        depth: Some(8),
        root_moves,
        lines,
        ..Progress::new(board.stm())
    };
    let detail = Detail::AlphaBeta(Box::default());
    shell.apply(Action::Live(OURS, Live { job, snapshot: Snapshot { progress, detail } }));
}

/// A duel at the start position in which both engines have sent lines.
fn duel(size: Vec2) -> Ui {
    let mut h = open(size, ThemeChoice::Dark);
    act(&mut h, Action::Command(UserCommand::Duel));
    searches(h.state_mut(), 100, &[("d2d4 d7d5", 30), ("e2e4 e7e5 g1f3", 28)]);
    searches(h.state_mut(), 400, &[("e2e4 e7e5 g1f3", 35), ("d2d4 d7d5", 30), ("g1f3 d7d5", -400)]);
    grows(h.state_mut(), &START);
    h.run_steps(8);
    h
}

#[test]
fn in_a_small_window_each_engine_still_shows_its_move_and_the_verdict_is_whole() {
    for size in [vec2(1024.0, 640.0), vec2(960.0, 600.0), vec2(900.0, 600.0), vec2(720.0, 480.0)] {
        let mut h = duel(size);
        let foot = h.query_all_by_label(t!("duel-board")).map(|node| node.rect().top());
        let foot = foot.fold(size.y, f32::min);
        for name in ["Alpha-beta", "PUCT"] {
            let rows = h
                .query_all_by_role(Role::Row)
                .filter(|row| row.accesskit_node().label().unwrap_or_default().starts_with(name));
            let first = rows.map(|row| row.rect().bottom()).fold(f32::INFINITY, f32::min);
            assert!(
                first <= foot,
                "{size:?}: the first move of {name} ends at {first}, not {foot}"
            );
        }
        searches(h.state_mut(), 900, &[("d2d4 d7d5", 50), ("e2e4 e7e5 g1f3", 30)]);
        h.run_steps(8);
        let verdict = t!("duel-verdict-differ", one = "d4", other = "e4");
        let mut shown = texts(&h).into_iter().filter(|(text, _)| text.galley.text() == verdict);
        assert!(shown.any(|(text, _)| !text.galley.elided), "{size:?}: {verdict} is cut");
    }
}

#[test]
fn both_engines_stand_side_by_side_in_one_unit_with_the_time_of_their_moves() {
    let mut h = duel(vec2(1280.0, 800.0));
    h.get_by_label(&t!("duel-verdict-same", move = "e4"));
    let bars: Vec<String> = ["Alpha-beta", "PUCT"]
        .iter()
        .map(|name| {
            let words = format!("{name}: White expects");
            let bar = h.get_by_label_contains(&words);
            bar.accesskit_node().label().unwrap_or_default()
        })
        .collect();
    assert!(bars.iter().all(|bar| bar.contains("\u{a0}%")), "{bars:?}");
    h.get_by_label_contains("Alpha-beta: e4 since 0.40\u{a0}s (400k nodes)");
    let held = "PUCT: e4 since 0.50\u{a0}s (10.0k playouts)";
    h.get_by_label_contains(held);
    let shapes = arrows::computer_shapes(&h.state().model);
    let labels: Vec<&str> = shapes.iter().map(|shape| shape.label.as_str()).collect();
    assert!(labels.contains(&"AP"), "one arrow of both: {labels:?}");
    searches(h.state_mut(), 900, &[("d2d4 d7d5", 50), ("e2e4 e7e5 g1f3", 30)]);
    h.run_steps(8);
    h.get_by_label(&t!("duel-verdict-differ", one = "d4", other = "e4"));
    h.get_by_label_contains(&t!("duel-held-never", held = held, move = "d4"));
    let idle = |h: &Ui| h.query_all_by_label(t!("lines-state-idle")).count();
    assert_eq!(idle(&h), 0);
    act(&mut h, Action::Command(UserCommand::ToggleAnalysis));
    assert_eq!(idle(&h), 2, "neither waits for anything");
}

#[test]
fn the_board_shows_priors_playouts_and_the_change_between_them() {
    let mut h = duel(vec2(1280.0, 800.0));
    let shapes = |h: &Ui| arrows::computer_shapes(&h.state().model);
    for (word, label, brush) in [
        ("Prior", "30 %", Brush::EngineAt(3)),
        ("Playouts", "60 %", Brush::EngineAt(3)),
        ("Change", "+30", Brush::Green),
    ] {
        h.get_by_role_and_label(Role::RadioButton, word).click();
        h.run_steps(8);
        let shapes = shapes(&h);
        let to = |square| shapes.iter().find(|shape| shape.shape.to == Some(square));
        let pawn = to(tabia_chess::Square::E4).unwrap();
        assert_eq!((pawn.label.as_str(), pawn.shape.brush), (label, brush), "{word}");
    }
    h.get_by_role_and_label(Role::RadioButton, "From").click();
    h.run_steps(8);
    assert_eq!(h.state().model.duel.by, By::Origin);
    act(&mut h, Action::Command(UserCommand::PlayWorkspace));
    assert!(shapes(&h).iter().all(|shape| !shape.label.contains('%')), "only in the duel");
}

#[test]
fn a_disputed_move_is_shown_with_its_line_and_can_be_examined() {
    let mut h = duel(vec2(1280.0, 800.0));
    act(&mut h, Action::OpenPane(PaneId::Disputed));
    h.get_by_label_contains("PUCT likes it; for alpha-beta it loses");
    h.get_by_label(&t!("lines-why-not", move = "♘f3")).click();
    h.run_steps(8);
    assert!(h.state().model.lab.last_run("why").is_some());
}

#[test]
fn the_wheel_on_a_line_is_independent_of_lines_in_other_panels() {
    let mut h = duel(vec2(1280.0, 800.0));
    act(&mut h, Action::OpenPane(PaneId::Disputed));
    let card = h.get_by_label_contains("PUCT likes it; for alpha-beta it loses").rect();
    let words: Vec<_> = h.query_all_by_label("1. Nf3").map(|node| node.rect()).collect();
    let word = words.iter().find(|rect| rect.top() > card.top()).expect("a line in the card");
    assert!(h.query_all_by_label("1. Nf3").count() > 1, "the lines of the engines are beside it");
    h.hover_at(word.center());
    h.run_steps(8);
    h.event(Event::MouseWheel {
        unit: MouseWheelUnit::Line,
        delta: vec2(0.0, -1.0),
        phase: TouchPhase::Move,
        source: MouseWheelSource::Unknown,
        modifiers: Modifiers::NONE,
    });
    h.run_steps(4);
    let board = *h.state().model.game.board();
    let after = ["g1f3", "d7d5"]
        .iter()
        .fold(board, |board, text| board.after(uci_move::parse(&board, text).unwrap()));
    h.get_by_label(&format!("Position {after}"));
}

#[test]
fn the_card_of_a_disputed_move_agrees_with_its_line() {
    let mut h = duel(vec2(1280.0, 800.0));
    act(&mut h, Action::OpenPane(PaneId::Disputed));
    let labels = |h: &Ui, start: &str| -> Vec<String> {
        let all = h.query_all_by_label_contains(start);
        let text = |node: egui_kittest::Node<'_>| {
            node.accesskit_node().label().or_else(|| node.accesskit_node().value())
        };
        all.filter_map(text).collect()
    };
    let number = |text: &str, before: &str| {
        let at = text.find(before).unwrap() + before.len();
        text[at..].chars().take_while(char::is_ascii_digit).collect::<String>()
    };
    let cards = labels(&h, "White expects: alpha-beta");
    act(&mut h, Action::OpenPane(PaneId::Duel));
    let lines = labels(&h, "PUCT, line: White expects ");
    assert_eq!((cards.len(), lines.len()), (1, 3), "{cards:?} {lines:?}");
    // The third line is that of the move.
    assert_eq!(number(&cards[0], "PUCT "), number(&lines[2], "expects "), "{cards:?} {lines:?}");
}

#[test]
fn after_a_proof_playouts_do_not_count() {
    let mut h = duel(vec2(1280.0, 800.0));
    act(&mut h, Action::OpenPane(PaneId::Disputed));
    // Both prefer e4, which PUCT has proven; most playouts went to other moves before.
    let proven = [("e2e4", 300, 900, 300), ("g1f3", 9_000, 400, 100), ("d2d4", 700, 530, 250)];
    searches(
        h.state_mut(),
        900,
        &[("e2e4 e7e5 g1f3", 600), ("d2d4 d7d5", 30), ("g1f3 d7d5", -400)],
    );
    grows_with(h.state_mut(), &proven, Some(Score::Mate(5)));
    h.run_steps(8);
    h.get_by_label(t!("duel-disputed-none"));
    // Without the proof, the move with the most playouts counts as its choice.
    grows(h.state_mut(), &proven);
    h.run_steps(8);
    h.get_by_label_contains("PUCT likes it; for alpha-beta it loses");
}

#[test]
fn different_moves_of_the_same_value_are_no_disagreement() {
    let mut h = duel(vec2(1280.0, 800.0));
    searches(h.state_mut(), 900, &[("d2d4 d7d5", 0), ("e2e4 e7e5 g1f3", 0)]);
    grows(h.state_mut(), &[("e2e4", 6_000, 500, 300), ("d2d4", 3_000, 500, 250)]);
    h.run_steps(8);
    h.get_by_label(&t!("duel-verdict-even", one = "d4", other = "e4", percent = "50"));
}

#[test]
fn agreement_over_time_and_presets_have_their_panels() {
    let mut h = duel(vec2(1920.0, 1080.0));
    searches(h.state_mut(), 900, &[("e2e4 e7e5 g1f3", 36)]);
    h.run_steps(8);
    act(&mut h, Action::OpenPane(PaneId::DuelCourse));
    h.get_by_label_contains("Same best move ");
    act(&mut h, Action::OpenPane(PaneId::DuelPresets));
    click(&mut h, POSITIONS[0].title());
    assert_eq!(h.state().model.duel.preset_on(h.state().model.game.board()), Some(0));
}

#[test]
fn a_match_is_graphed_below_the_board() {
    let mut h = duel(vec2(1280.0, 800.0));
    let expected = format!("{}, {}", t!("duel-expected"), t!("duel-expected.unit"));
    assert!(h.query_by_label(&expected).is_none());
    click(&mut h, t!("command-PlayDuelMatch"));
    let text = START[0].0;
    searches(h.state_mut(), 100, &[("e2e4 e7e5", 40)]);
    searches(h.state_mut(), 400, &[("e2e4 e7e5", 45)]);
    let job = h.state().model.engine.job(OURS).unwrap().id;
    let best = uci_move::parse(h.state().model.game.board(), text).ok();
    let outcome = SearchOutcome {
        best,
        score: Some(Score::Cp(40)),
        ..SearchOutcome::nothing(StopReason::Time)
    };
    act(&mut h, Action::Engine(OURS, News::Finished { job, outcome, dropped: 0 }));
    assert!(h.state().model.game.engine_to_move());
    h.get_by_label(&expected);
    // The other engine is to move in the next position.
    act(&mut h, Action::OpenPane(PaneId::DuelCourse));
    grows(h.state_mut(), &[("e7e5", 6_000, 500, 300), ("c7c5", 3_000, 500, 250)]);
    h.run_steps(8);
    assert!(h.query_by_label_contains("Same best move ").is_none(), "of different positions");
    assert!(h.query_all_by_label(t!("duel-verdict-apart")).next().is_some());
}

/// The name of a picture, and its preparation.
type Scene = (&'static str, fn(&mut Shell));

/// `cargo test --test window duel -- --ignored`: pictures in `target/gallery`.
#[test]
#[ignore = "writes pictures for people to look at"]
fn pictures() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target/gallery");
    std::fs::create_dir_all(&folder).unwrap();
    let scenes: [Scene; 6] = [
        ("duel_moves", |_| {}),
        ("duel_prior", |shell| shell.apply(Action::Duel(DuelAction::Show(Shows::Prior)))),
        ("duel_change", |shell| {
            shell.apply(Action::Duel(DuelAction::Show(Shows::Change)));
            shell.apply(Action::OpenPane(PaneId::DuelCourse));
        }),
        ("duel_presets", |shell| shell.apply(Action::OpenPane(PaneId::DuelPresets))),
        ("duel_match", |shell| {
            shell.apply(Action::Set(SettingChange::ThinkMs(100)));
            shell.apply(Action::Command(UserCommand::PlayDuelMatch));
            drain_for(shell, 6_000);
        }),
        ("duel_settings", |shell| shell.apply(Action::Command(UserCommand::Settings))),
    ];
    for (theme, mode) in [(ThemeChoice::Dark, "dark"), (ThemeChoice::Light, "light")] {
        for (size, name) in [([1280.0, 800.0], "m"), ([1920.0, 1080.0], "l")] {
            for (scene, prepare) in scenes {
                let ctx = Context::default();
                let options = ShellOptions { home: None, engine: true, no_animation: true };
                let mut shell = Shell::new(&ctx, &options);
                shell.apply(Action::Set(SettingChange::Theme(theme)));
                shell.apply(Action::Set(SettingChange::HashMib(64)));
                shell.apply(Action::Duel(DuelAction::Preset(0)));
                drain_for(&mut shell, 3_000);
                prepare(&mut shell);
                shell.apply(Action::DismissToasts);
                let image = frames::render(&ctx, size, 1.0, |ui| shell.show(ui));
                image.save(folder.join(format!("{scene}_{mode}_{name}.png"))).unwrap();
            }
        }
    }
}
