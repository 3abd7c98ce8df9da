//! The small widgets used with mouse and screen reader: their names and their responses.

use eframe::egui;
use eframe::egui::{Key, Role, Ui, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tabia_text::t;

use tabia::gui::headless::frames::Headless;
use tabia::gui::look::icons::Icon;
use tabia::gui::look::theme::BoardTheme;
use tabia::gui::look::{icons, theme};
use tabia::gui::widgets::bars::Bar;
use tabia::gui::widgets::beside_board::{ClockFace, EvalBar, Evaluation};
use tabia::gui::widgets::board::BoardView;
use tabia::gui::widgets::plot::{Course, Curve, Point};
use tabia::gui::widgets::small_boards::MiniBoard;
use tabia::gui::widgets::{bars, beside_board, buttons, plot, small_boards};
use tabia_chess::{Board, Color, Outcome, Square, WinReason};
use tabia_engine::search::score::{Bound, Score, Wdl};

fn harness<S: 'static>(ui: impl FnMut(&mut Ui, &mut S) + 'static, state: S) -> Harness<'static, S> {
    Harness::builder()
        .with_size([420.0, 320.0])
        .renderer(crate::interface::Cpu::default())
        .with_context_setup(|ctx| {
            theme::install(ctx);
            icons::install(ctx);
        })
        .build_ui_state(ui, state)
}

#[test]
fn a_segment_is_chosen_by_click_and_by_key() {
    let choices = [(0, "White"), (1, "Random"), (2, "Black")];
    let mut play = harness(
        move |ui, chosen: &mut Vec<i32>| {
            let now = chosen.last().copied().unwrap_or(1);
            chosen.extend(buttons::segmented(ui, "Side", now, &choices));
            // The next widget is below, not on top.
            ui.label("below");
        },
        Vec::new(),
    );
    let group = play.get_by_role_and_label(Role::RadioGroup, "Side").rect();
    assert!(play.get_by_label("below").rect().top() >= group.bottom());
    play.get_by_label("Random").click();
    play.run();
    assert!(play.state().is_empty(), "the chosen one is no news");
    play.get_by_label("Black").click();
    play.run();
    play.get_by_label("White").focus();
    play.run();
    play.key_press(Key::Space);
    play.run();
    assert_eq!(*play.state(), [2, 0]);
}

#[test]
fn the_evaluation_bar_says_whose_view_bound_and_depth() {
    let evaluation =
        |score, bound| Evaluation::Score { score, bound, depth: Some(18), wdl: Wdl::of(score, 50) };
    let mate = Outcome::Win { winner: Color::White, reason: WinReason::Checkmate };
    let bars = [
        (
            evaluation(Score::Cp(-240), Bound::Lower),
            "Evaluation ≥−2.40 for White, depth 18, White is expected to score 8 %",
        ),
        (
            evaluation(Score::Mate(5), Bound::Exact),
            "Evaluation #3 for White, depth 18, White is expected to score 100 %",
        ),
        (Evaluation::Over(mate), "1-0, White wins by checkmate"),
        (Evaluation::Unknown, t!("widget-evaluation-unknown")),
    ];
    for (evaluation, name) in bars {
        let play = harness(
            move |ui, (): &mut ()| {
                let (rect, _) = ui.allocate_exact_size(vec2(22.0, 280.0), egui::Sense::hover());
                let orientation = Color::Black;
                beside_board::eval_bar(
                    ui,
                    rect,
                    &EvalBar {
                        evaluation,
                        source: None,
                        lines_of: None,
                        orientation,
                        animate: true,
                    },
                );
            },
            (),
        );
        play.get_by_role_and_label(Role::Meter, name);
    }
}

#[test]
fn clocks_bars_and_small_boards_have_accessible_names() {
    let play = harness(
        |ui, (): &mut ()| {
            let face = ClockFace {
                text: "0:08.3".into(),
                owner: "White".into(),
                running: true,
                low: true,
                ..ClockFace::default()
            };
            beside_board::clock_face(ui, &face);
            let share = Bar {
                name: t!("search-table-hits").into(),
                share: Some(0.31),
                value: "31 %".into(),
                hint: String::new(),
            };
            bars::show(ui, &[share]);
            let board = Board::start();
            let theme = BoardTheme::by_name("Green");
            let orientation = Color::White;
            let mini = MiniBoard { board: &board, orientation, last_move: None, theme };
            small_boards::mini_board(ui, &mini, 160.0);
        },
        (),
    );
    play.get_by_role_and_label(Role::Timer, "White's clock 0:08.3, low, running");
    play.get_by_label("Table hits: 31 %");
    play.get_by_label_contains("Position rnbqkbnr/");
}

#[test]
fn an_icon_button_has_a_name_and_every_icon_a_glyph() {
    // The harness fails on a character that no font has.
    let mut play = harness(
        |ui, presses: &mut u32| {
            let names = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/icons"));
            ui.horizontal_wrapped(|ui| {
                for file in names.expect("the drawings are there").flatten() {
                    let file = file.file_name();
                    let name = file.to_str().and_then(|name| name.strip_suffix(".svg"));
                    let icon = name.and_then(Icon::from_name).expect("every drawing is an icon");
                    ui.label(icon.glyph().to_string());
                }
            });
            *presses += u32::from(buttons::small(ui, Icon::Flip, "Flip board").clicked());
        },
        0,
    );
    play.get_by_role_and_label(Role::Button, "Flip board").click();
    play.run();
    assert_eq!(*play.state(), 1);
}

#[test]
fn a_click_into_the_graph_of_a_game_gives_the_ply() {
    let point = |i| Point::exact(f64::from(i), f64::from(i % 5) - 2.0, format!("ply {i}"));
    let curve = Curve::new("search", egui::Color32::WHITE, (0..21).map(point).collect());
    let names = ["Evaluation", t!("search-unit-score")];
    let mut play = harness(
        move |ui, clicked: &mut Vec<usize>| {
            let course = Course { shown: 3, plies: 20, ..Course::default() };
            clicked.extend(plot::over_game(
                ui,
                names,
                std::slice::from_ref(&curve),
                &course,
                200.0,
            ));
        },
        Vec::new(),
    );
    play.run();
    let graph = play.get_by_label("Evaluation, pawns, White's view").rect();
    let middle = graph.center();
    play.hover_at(middle);
    play.run_steps(2);
    // The point under the pointer is described at once, in text that a screen reader finds.
    play.get_by_label("ply 9");
    for pressed in [true, false] {
        play.event(egui::Event::PointerButton {
            pos: middle,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        });
    }
    play.run_steps(4);
    assert_eq!(play.state().len(), 1);
    assert!((9..=11).contains(&play.state()[0]), "{:?}", play.state());
    let node = play.get_by_label("Evaluation, pawns, White's view");
    assert!(node.accesskit_node().label().is_some());
}

#[test]
fn a_moved_piece_slides_and_then_stops() {
    let before = Board::start();
    let mv = before.find_move(Square::E2, Square::E4, None).expect("legal");
    let after = before.after(mv);
    for (animate, ms, looks) in [(true, 600, 4), (true, 0, 2), (false, 600, 2)] {
        let mut headless = Headless::new(egui::Context::default(), vec2(300.0, 300.0), 1.0);
        let show = |board: Board, headless: &mut Headless| {
            headless.frame(&mut |ui| {
                let mut view = BoardView::new(&board);
                view.animate = animate;
                view.options.animation_ms = ms;
                view.show(ui);
            })
        };
        while show(before, &mut headless) {}
        let mut pictures = vec![headless.picture()];
        while show(after, &mut headless) {
            pictures.push(headless.picture());
            assert!(pictures.len() < 20, "it must come to rest");
        }
        pictures.push(headless.picture());
        pictures.dedup();
        // A frame lasts a quarter of a second: before, on the way at 0.25 and 0.5 s, at the end.
        assert_eq!(pictures.len(), looks, "{animate} {ms}");
    }
}
