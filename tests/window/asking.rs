//! Analysis of some moves only, threats, time controls and graphs over the game in the window, by the names a screen
//! reader gives. The engines' output is simulated.
#![expect(clippy::expect_used, clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Memory, Modifiers, PointerButton};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tabia_text::t;

use tabia::gui::headless::frames;
use tabia::gui::present::{analysis, arrows, context};
use tabia::gui::widgets::board::shapes::Brush;
use tabia::gui::window::shell::{Shell, ShellOptions};
use tabia_app::action::{Action, AskAction, UserCommand};
use tabia_app::game::clock::{ClockKind, MoveLimit, TimeControl};
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::persistence::store::Loaded;
use tabia_app::window::settings::{SettingChange, Settings, ThemeChoice};
use tabia_app::window::view::Graph;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, Color, Move, uci_move};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::report::IterationInfo;
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::EngineId;
use tabia_host::worker::protocol::Event as News;

use crate::interface::{Ui, act, click, give, interface_at};

fn shell(ctx: &eframe::egui::Context) -> Shell {
    let settings = Settings { book_moves: false, natural_pace: false, ..Settings::default() };
    let options = ShellOptions { home: None, engine: false, no_animation: true };
    let mut shell = Shell::with(ctx, &options, Loaded { settings, ..Loaded::default() });
    shell.apply(Action::Command(UserCommand::StudyWorkspace));
    shell
}

fn open() -> Ui {
    let mut harness = interface_at([1280.0, 800.0], 12, shell);
    harness.run_steps(8);
    harness
}

fn mv(board: &Board, text: &str) -> Move {
    uci_move::parse(board, text).unwrap()
}

/// Simulates a line of an engine's current search.
fn say(shell: &mut Shell, id: EngineId, board: &Board, (depth, score): (u32, Score), text: &str) {
    let job = shell.model.engine.job(id).expect("it searches").id;
    let info = IterationInfo::new(depth, board.stm(), score, vec![mv(board, text)]);
    shell.apply(Action::Engine(id, News::Iteration { job, info }));
}

/// The position with the other side to move.
fn passed(board: &Board) -> Board {
    let mut passed = *board;
    passed.make_null();
    passed
}

fn drag_asking(h: &mut Ui, from: &str, to: &str) {
    let modifiers = Modifiers::COMMAND | Modifiers::CTRL;
    let (from, to) = (h.get_by_label(from).rect().center(), h.get_by_label(to).rect().center());
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers,
    };
    for event in [
        Event::PointerMoved(from),
        button(from, true),
        Event::PointerMoved(from + (to - from) * 0.5),
        Event::PointerMoved(to),
        button(to, false),
    ] {
        h.event(event);
        h.run_steps(2);
    }
}

#[test]
fn a_move_made_with_ctrl_can_be_searched_alone_or_left_out() {
    let mut h = open();
    give(&mut h, UserCommand::ToggleAnalysis);
    drag_asking(&mut h, "e2, white pawn", "e4, empty");
    h.get_by_label(&t!("lines-why-not", move = "e4"));
    click(&mut h, &t!("lines-only", move = "e4"));
    drag_asking(&mut h, "g1, white knight", "f3, empty");
    click(&mut h, &t!("lines-without", move = "♘f3"));
    let board = *h.state().model.game.board();
    let asked = h.state().model.engine.asked().unwrap().clone();
    assert_eq!((asked.only, asked.not), (vec![mv(&board, "e2e4")], vec![mv(&board, "g1f3")]));
    say(h.state_mut(), EngineId::BUILT_IN, &board, (9, Score::Cp(20)), "e2e4");
    h.run_steps(3);
    {
        let model = &h.state().model;
        let [short, words] = analysis::score_note(model, &analysis::lines(model)[0]);
        let only = t!("lines-asked-only", moves = "e4");
        let without = t!("lines-asked-without", moves = "♘f3");
        let asked = format!("{only}, {without}");
        assert_eq!(short, asked);
        let view = t!("present-view-white");
        assert_eq!(words, t!("lines-asked-by", asked = asked, view = view, name = "Tabia"));
    }
    // The value of some moves only is not in the bar.
    let model = &h.state().model;
    let (evaluation, by) = analysis::evaluation(model);
    assert!(by.is_none(), "{evaluation:?} {by:?}");
    // If the position's value is known, the bar shows it and says that the lines are about something else.
    click(&mut h, &t!("lines-asked-drop", what = t!("lines-asked-only", moves = "e4")));
    click(&mut h, &t!("lines-asked-drop", what = t!("lines-asked-without", moves = "♘f3")));
    say(h.state_mut(), EngineId::BUILT_IN, &board, (12, Score::Mate(1)), "g1f3");
    let node = h.state().model.game.current;
    act(&mut h, Action::Ask(AskAction::Not(node, mv(&board, "g1f3"))));
    act(&mut h, Action::Ask(AskAction::Only(node, mv(&board, "e2e4"))));
    say(h.state_mut(), EngineId::BUILT_IN, &board, (13, Score::Cp(-174)), "e2e4");
    h.run_steps(3);
    let bar = t!("widget-evaluation", score = "#1");
    let bar = format!("{bar}, depth 12, by Tabia, White is expected to score 100 %");
    let asked = [t!("lines-asked-only", moves = "e4"), t!("lines-asked-without", moves = "♘f3")];
    h.get_by_label(&t!("widget-evaluation-aside", evaluation = bar, asked = asked.join(", ")));
    let [only, without] = [
        t!("lines-asked-drop", what = t!("lines-asked-only", moves = "e4")),
        t!("lines-asked-drop", what = t!("lines-asked-without", moves = "♘f3")),
    ];
    click(&mut h, &without);
    click(&mut h, &only);
    assert!(h.state().model.engine.asked().is_none());
    assert!(h.query_by_label(&only).is_none() && h.query_by_label(&without).is_none());
}

#[test]
fn a_line_offers_the_three_questions() {
    let mut h = open();
    give(&mut h, UserCommand::ToggleAnalysis);
    let board = *h.state().model.game.board();
    say(h.state_mut(), EngineId::BUILT_IN, &board, (9, Score::Cp(20)), "d2d4");
    h.run_steps(3);
    h.get_by_label("1. d4").click_secondary();
    h.run_steps(3);
    // The menu stays about its move when the line becomes another one.
    say(h.state_mut(), EngineId::BUILT_IN, &board, (10, Score::Cp(30)), "e2e4");
    h.run_steps(3);
    h.get_by_label("1. e4");
    h.get_by_label(&t!("lines-why-not", move = "d4"));
    h.get_by_label(&t!("lines-only", move = "d4"));
    click(&mut h, &t!("lines-without", move = "d4"));
    let asked = t!("lines-asked-without", moves = "d4");
    h.get_by_label(&t!("lines-asked-drop", what = asked));
}

/// Presses the right button of the mouse on a square of the board.
fn press_secondary(h: &mut Ui, square: &str) {
    let (pos, modifiers) = (h.get_by_label(square).rect().center(), Modifiers::NONE);
    h.event(Event::PointerMoved(pos));
    for pressed in [true, false] {
        h.event(Event::PointerButton { pos, button: PointerButton::Secondary, pressed, modifiers });
        h.run_steps(2);
    }
}

#[test]
fn the_menu_of_an_arrow_stays_and_the_keys_belong_to_it() {
    let mut h = open();
    act(&mut h, Action::PasteText("1. e4 e5 *".to_owned()));
    give(&mut h, UserCommand::Last);
    give(&mut h, UserCommand::Comment);
    h.ctx.memory_mut(Memory::stop_text_input);
    let shown = h.state().model.game.current;
    give(&mut h, UserCommand::ToggleAnalysis);
    let board = *h.state().model.game.board();
    say(h.state_mut(), EngineId::BUILT_IN, &board, (9, Score::Cp(20)), "d2d4");
    h.run_steps(3);
    press_secondary(&mut h, "d4, empty");
    // The arrow goes, the menu stays.
    say(h.state_mut(), EngineId::BUILT_IN, &board, (10, Score::Cp(30)), "g1f3");
    h.run_steps(3);
    h.key_press(Key::Delete);
    h.run_steps(3);
    assert_eq!(h.state().model.game.current, shown);
    h.get_by_label(&t!("lines-why-not", move = "d4"));
    h.key_press(Key::Escape);
    h.run_steps(3);
    assert!(h.query_by_label(&t!("lines-why-not", move = "d4")).is_none());
    assert!(h.state().model.view.annotating.is_some(), "Esc closes the menu alone");
    assert!(h.state().model.game.shapes().is_empty());
}

#[test]
fn a_threat_is_an_arrow_and_a_line_that_says_whose_move_it_would_be() {
    let mut h = open();
    act(&mut h, Action::SetFen(THREATENED.to_owned()));
    give(&mut h, UserCommand::Threat);
    h.get_by_label(&t!("present-threat-sought", side = t!("black")));
    let board = passed(h.state().model.game.board());
    say(h.state_mut(), EngineId::THREAT, &board, (9, Score::Mate(1)), "f6f2");
    h.run_steps(3);
    let text = {
        let model = &h.state().model;
        arrows::threat_text(model).unwrap()
    };
    assert!(
        text.starts_with("If it were Black's move: 4") && text.contains("Qxf2#, #−1"),
        "{text}"
    );
    assert!(text.ends_with("(White's view), depth 9"), "{text}");
    h.get_by_label(&t!("present-threat-short", side = t!("black"), score = "#−1", depth = 9));
    let model = &h.state().model;
    let shapes = arrows::computer_shapes(model);
    assert!(
        shapes.iter().any(|of| of.shape.brush == Brush::Threat && of.label == t!("present-threat"))
    );
    assert!(
        h.query_all_by_label_contains("Qxf2#")
            .all(|word| word.accesskit_node().role() != Role::Button),
        "a click plays nothing"
    );
    // No move of White has this arrow: a right click draws, as on any square.
    for drawn in [1, 0] {
        press_secondary(&mut h, "f2, white pawn");
        assert_eq!(h.state().model.game.shapes().len(), drawn);
    }
    click(&mut h, t!("present-threat-hide"));
    assert!(h.state().model.threat().is_none());
    act(&mut h, Action::SetFen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1".to_owned()));
    give(&mut h, UserCommand::Threat);
    let refused =
        t!("present-threat-refused", side = t!("black"), why = t!("engines-threat-check"));
    h.get_by_label_contains(&refused);
}

#[test]
fn without_the_panel_of_lines_the_threat_stands_in_the_status_bar() {
    let mut h = open();
    act(&mut h, Action::ClosePane(PaneId::Lines));
    act(&mut h, Action::SetFen(THREATENED.to_owned()));
    give(&mut h, UserCommand::Threat);
    h.run_steps(3);
    h.get_by_label_contains(&t!("present-threat-sought", side = t!("black")));
}

#[test]
fn a_row_of_the_explorer_under_the_pointer_is_an_arrow_on_the_board() {
    let mut h = open();
    act(&mut h, Action::OpenPane(PaneId::Explorer));
    let at = h.get_all_by_label("e4").next().expect("a row of the book").rect().center();
    h.hover_at(at);
    h.run_steps(3);
    let model = &h.state().model;
    let marked = context::marked_moves(model, &h.ctx);
    assert_eq!(marked, [mv(h.state().model.game.board(), "e2e4")]);
    // Book moves are not engine output: they stay visible while the engine is hidden.
    give(&mut h, UserCommand::HideEngine);
    let model = &h.state().model;
    assert_eq!(context::marked_moves(model, &h.ctx).len(), 1);
}

#[test]
fn the_explorer_says_whether_a_game_has_left_the_known_moves() {
    let mut h = open();
    act(&mut h, Action::OpenPane(PaneId::Explorer));
    act(&mut h, Action::SetFen("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1".into()));
    h.run_steps(3);
    h.get_by_label(t!("explorer-nothing.position"));
    act(&mut h, Action::PasteText("1. a4 h5 2. h4 a5 3. Ra3 Rh6 *".to_owned()));
    give(&mut h, UserCommand::Last);
    h.run_steps(3);
    h.get_by_label(t!("explorer-nothing.why"));
}

#[test]
fn the_static_evaluation_is_shown_beside_the_searched_one() {
    let mut h = open();
    act(&mut h, Action::SetFen("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1".into()));
    give(&mut h, UserCommand::ToggleAnalysis);
    let board = *h.state().model.game.board();
    say(h.state_mut(), EngineId::BUILT_IN, &board, (9, Score::Cp(-800)), "e7e5");
    h.run_steps(3);
    let shows = |h: &Ui, sign: &str| {
        h.query_all_by_label_contains(&format!("Static {sign}")).next().is_some()
    };
    assert!(shows(&h, "+"), "White's view");
    act(&mut h, Action::Set(SettingChange::Pov(tabia_engine::search::score::Pov::SideToMove)));
    assert!(shows(&h, "-") || shows(&h, "−"), "the mover's view");
}

#[test]
fn a_weak_opponent_shows_no_static_evaluation_and_analysis_is_offered_as_help() {
    let mut h = open();
    let sides = Sides::HumanBlack;
    let new = NewGame { sides, strength: Strength::Elo(1_500), ..NewGame::default() };
    act(&mut h, Action::StartGame(new));
    give(&mut h, UserCommand::StudyWorkspace);
    act(&mut h, Action::OpenPane(PaneId::Lines));
    let board = *h.state().model.game.board();
    say(h.state_mut(), EngineId::BUILT_IN, &board, (9, Score::Cp(20)), "e2e4");
    h.run_steps(3);
    h.get_by_label_contains(t!("lines-no-evaluation"));
    assert!(h.query_all_by_label_contains(t!("lines-static")).next().is_none());
    act(&mut h, Action::OpenPane(PaneId::Evaluation));
    h.get_by_label(t!("study-no-score"));
    assert!(h.get_all_by_label_contains(t!("present-weak.why")).count() > 0);
    assert!(h.query_by_label(t!("verb-start-analysis")).is_none());
}

#[test]
fn graphs_over_the_game_are_chosen_by_name() {
    let mut h = open();
    let game = "[TimeControl \"300+3\"]\n\n1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:58]} \
                2. Nf3 {[%clk 0:04:53]} Nc6 {[%clk 0:05:00]} *";
    act(&mut h, Action::PasteText(game.to_owned()));
    act(&mut h, Action::OpenPane(PaneId::Evaluation));
    let axis = |[name, unit]: [&str; 2]| format!("{name}, {unit}");
    h.get_by_label(t!("study-no-score"));
    click(&mut h, "Time");
    h.get_by_label(&axis([t!("study-axis-time"), t!("study-axis-time.unit")]));
    click(&mut h, t!("study-graph-chances"));
    h.get_by_label(t!("study-no-chances"));
    give(&mut h, UserCommand::First);
    give(&mut h, UserCommand::ToggleAnalysis);
    let board = *h.state().model.game.board();
    say(h.state_mut(), EngineId::BUILT_IN, &board, (9, Score::Cp(20)), "d2d4");
    h.run_steps(3);
    h.get_by_label(&axis([t!("study-axis-chances"), t!("study-axis-chances.unit")]));
    click(&mut h, "Depth");
    h.get_by_label(&axis([t!("study-axis-depth"), t!("study-axis-depth.unit")]));
    click(&mut h, "Score");
    h.get_by_label(&axis([t!("study-axis-score"), t!("study-axis-score.unit")]));
}

fn draft(h: &mut Ui, change: impl FnOnce(&mut NewGame)) {
    let mut draft = NewGame::default();
    change(&mut draft);
    act(h, Action::DraftNewGame(draft));
}

#[test]
fn nothing_moves_in_the_new_game_dialog_whatever_its_time_is() {
    let mut h = open();
    give(&mut h, UserCommand::NewGame);
    click(&mut h, t!("new-game-more"));
    let places = |h: &Ui| {
        [
            t!("button-start"),
            t!("button-cancel"),
            t!("new-game-back"),
            "5+3",
            t!("new-game-standard"),
            t!("sides-human-black"),
        ]
        .map(|label| h.get_by_label(label).rect())
    };
    let before = places(&h);
    let time = |kind| Some(TimeControl { kind, ..TimeControl::periods(40, 90, 30, 30) });
    for kind in ClockKind::ALL {
        draft(&mut h, |draft| draft.time = time(kind));
        assert_eq!(places(&h), before, "{kind:?}");
    }
    draft(&mut h, |draft| {
        draft.time = time(ClockKind::Delay);
        draft.black_time = Some(TimeControl::minutes(1, 0));
        draft.play_on = true;
    });
    assert_eq!(places(&h), before);
    for limit in [MoveLimit::Depth(9), MoveLimit::Nodes(1_000_000_000), MoveLimit::Time(5_000)] {
        draft(&mut h, |draft| draft.move_limit = Some(limit));
        assert_eq!(places(&h), before, "{limit:?}");
    }
}

#[test]
fn the_dialog_sets_kind_odds_and_what_the_engine_may_spend() {
    let mut h = open();
    give(&mut h, UserCommand::NewGame);
    click(&mut h, t!("new-game-more"));
    click(&mut h, "40/90, 30, +30");
    click(&mut h, t!("clock-play-on"));
    h.get_by_label(t!("clock-kind")).click();
    h.run_steps(3);
    click(&mut h, t!("clock-bronstein"));
    // Whether visible or not: the dialog is lower than its rows.
    let limit = t!("limit-kind-of", who = t!("new-game-engine-moves"));
    h.get_by_label(&limit).click_accesskit();
    h.run_steps(3);
    click(&mut h, t!("limit-nodes"));
    click(&mut h, t!("button-start"));
    let game = &h.state().model.game;
    let clocks = game.clocks.as_ref().unwrap();
    let asked = TimeControl { kind: ClockKind::Bronstein, ..TimeControl::periods(40, 90, 30, 30) };
    assert_eq!((clocks.controls(), clocks.plays_on()), ([asked; 2], true));
    assert_eq!(game.move_limit(Color::Black), Some(MoveLimit::Nodes(100_000)));
    h.get_by_label("White's clock 1:30:00, 40 to go");
    h.get_by_label_contains(&t!("count-nodes", n = 100_000));
}

#[test]
fn clocks_show_the_increment_of_their_time_control() {
    let mut h = open();
    let of = |time: TimeControl| NewGame {
        sides: Sides::Humans,
        time: Some(time),
        ..NewGame::default()
    };
    let kind = |kind| TimeControl { kind, ..TimeControl::minutes(5, 3) };
    act(&mut h, Action::StartGame(of(kind(ClockKind::Hourglass))));
    h.get_by_label("White's clock 5:00, hourglass");
    act(&mut h, Action::StartGame(of(kind(ClockKind::Delay))));
    for (from, to) in [("e2", "e4"), ("e7", "e5")] {
        let (from, to) = (from.parse().unwrap(), to.parse().unwrap());
        act(&mut h, Action::PlayMove { from, to, promotion: None });
    }
    h.get_by_label_contains("White's clock 5:00, running, delay ");
    act(&mut h, Action::StartGame(of(TimeControl::minutes(5, 3))));
    act(&mut h, Action::Confirm);
    h.get_by_label("White's clock 5:00");
}

/// Black's queen threatens mate on f2.
const THREATENED: &str = "rnb1k1nr/pppp1ppp/5q2/2b1p3/4P3/2NP4/PPP2PPP/R1BQKBNR w KQkq - 1 4";

const SCENES: [&str; 6] = ["asked", "threat", "chances", "time", "new_game", "clocks"];

/// Pictures to look at, in `target/gallery`:
/// `cargo test --test window asking -- --ignored`.
#[test]
#[ignore = "writes pictures for people to look at"]
fn pictures() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target/gallery");
    std::fs::create_dir_all(&folder).unwrap();
    for (theme, mode) in [(ThemeChoice::Dark, "dark"), (ThemeChoice::Light, "light")] {
        for (size, name) in [([1280.0, 800.0], "m"), ([800.0, 600.0], "s")] {
            for what in SCENES {
                let ctx = eframe::egui::Context::default();
                let mut shell = shell(&ctx);
                shell.apply(Action::Set(SettingChange::Theme(theme)));
                stage(&mut shell, what);
                let image = frames::render(&ctx, size, 1.0, |ui| shell.show(ui));
                image.save(folder.join(format!("asking_{what}_{name}_{mode}.png"))).unwrap();
            }
        }
    }
}

fn stage(shell: &mut Shell, what: &str) {
    let fen = |shell: &mut Shell| shell.apply(Action::SetFen(THREATENED.to_owned()));
    match what {
        "asked" => {
            fen(shell);
            shell.apply(Action::Command(UserCommand::ToggleAnalysis));
            let (node, board) = (shell.model.game.current, *shell.model.game.board());
            shell.apply(Action::Ask(AskAction::Only(node, mv(&board, "g1f3"))));
            shell.apply(Action::Ask(AskAction::Only(node, mv(&board, "d1f3"))));
            shell.apply(Action::Ask(AskAction::Not(node, mv(&board, "d1e2"))));
            say(shell, EngineId::BUILT_IN, &board, (14, Score::Cp(-20)), "g1f3");
        }
        "threat" => {
            fen(shell);
            shell.apply(Action::Command(UserCommand::ToggleAnalysis));
            shell.apply(Action::Command(UserCommand::Threat));
            let board = *shell.model.game.board();
            say(shell, EngineId::BUILT_IN, &board, (14, Score::Cp(31)), "g1f3");
            say(shell, EngineId::THREAT, &passed(&board), (9, Score::Mate(1)), "f6f2");
        }
        "chances" | "time" => {
            shell.apply(Action::PasteText(TIMED.to_owned()));
            shell.apply(Action::OpenPane(PaneId::Evaluation));
            let graph = if what == "time" { Graph::Time } else { Graph::Chances };
            shell.apply(Action::ShowGraph(graph));
            shell.apply(Action::Command(UserCommand::ToggleAnalysis));
            let scores = [20, 35, -10, 40, 90, 130, 80, 180];
            for (at, cp) in scores.into_iter().enumerate() {
                let board = *shell.model.game.board();
                let first = board.legal_moves()[0];
                let text = uci_move::write(&board, first, false);
                let cp = if board.stm() == Color::White { cp } else { -cp };
                let depth = 12 + (at as u32 * 5) % 7;
                say(shell, EngineId::BUILT_IN, &board, (depth, Score::Cp(cp)), &text);
                shell.apply(Action::Command(UserCommand::Next));
            }
        }
        "new_game" => {
            shell.apply(Action::Command(UserCommand::NewGame));
            let draft = NewGame {
                time: Some(TimeControl::periods(40, 90, 30, 30)),
                black_time: Some(TimeControl::minutes(15, 10)),
                move_limit: Some(MoveLimit::Nodes(100_000)),
                ..NewGame::default()
            };
            shell.apply(Action::DraftNewGame(draft));
        }
        _ => {
            let new = NewGame {
                time: Some(TimeControl::periods(40, 90, 30, 30)),
                move_limit: Some(MoveLimit::Nodes(100_000)),
                ..NewGame::default()
            };
            shell.apply(Action::StartGame(new));
            shell.apply(Action::Command(UserCommand::Threat));
        }
    }
}

const TIMED: &str = "[White \"A\"]\n[Black \"B\"]\n[TimeControl \"300+3\"]\n\n1. e4 {[%clk 0:05:00]} e5 \
    {[%clk 0:04:58]} 2. Nf3 {[%clk 0:04:53]} Nc6 {[%clk 0:05:00]} 3. Bb5 {[%clk 0:04:20]} a6 \
    {[%clk 0:04:40]} 4. Ba4 {[%clk 0:04:21]} Nf6 {[%clk 0:03:50]} *";
