//! Pictures of the widgets to look at, written to `target/gallery`. Ignored: nothing is asserted, because a person
//! looks at them. `cargo test --release --test window board_gallery -- --ignored`.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::PathBuf;
use tabia_app::window::notation::Notation;
use tabia_text::t;

use eframe::egui;
use eframe::egui::{Context, ThemePreference, Ui, vec2};

use tabia::gui::headless::frames::{Headless, render};
use tabia::gui::look::icons::Icon;
use tabia::gui::look::theme::BoardTheme;
use tabia::gui::look::{icons, theme};
use tabia::gui::widgets::bars::Bar;
use tabia::gui::widgets::beside_board::{ClockFace, EvalBar, Evaluation};
use tabia::gui::widgets::board::BoardView;
use tabia::gui::widgets::board::shapes::{Brush, ComputerShape, Shape};
use tabia::gui::widgets::buttons::IconButton;
use tabia::gui::widgets::plot::{Curve, Point, TimePlot};
use tabia::gui::widgets::small_boards::MiniBoard;
use tabia::gui::widgets::{bars, beside_board, buttons, move_text, plot, small_boards};
use tabia_chess::{Board, Color, DrawReason, Outcome, Square, WinReason};
use tabia_engine::search::score::{Bound, Score, Wdl};

fn out(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("target/gallery");
    std::fs::create_dir_all(&dir).unwrap();
    dir.join(format!("{name}.png"))
}

pub(crate) fn context(dark: bool) -> Context {
    let ctx = Context::default();
    theme::install(&ctx);
    icons::install(&ctx);
    ctx.set_theme(if dark { ThemePreference::Dark } else { ThemePreference::Light });
    ctx
}

fn shot(name: &str, size: [f32; 2], scale: f32, dark: bool, ui: impl FnMut(&mut Ui)) {
    let ctx = context(dark);
    render(&ctx, size, scale, ui).save(out(name)).unwrap();
}

fn pane(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    egui::CentralPanel::default().show(ui, |ui| add(ui));
}

fn arrow(from: Square, to: Square, brush: Brush) -> Shape {
    Shape { from, to: Some(to), brush }
}

fn line(from: Square, to: Square, label: &str, strength: f32) -> ComputerShape {
    ComputerShape {
        shape: arrow(from, to, Brush::Engine),
        label: label.to_owned(),
        strength,
        stripe: None,
    }
}

fn middle_game() -> Board {
    Board::from_fen("r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9").unwrap()
}

#[test]
#[ignore = "writes pictures to look at"]
fn themes() {
    let board = middle_game();
    let shapes = [
        arrow(Square::G1, Square::H1, Brush::Green),
        arrow(Square::C3, Square::B5, Brush::Red),
        Shape { from: Square::E5, to: None, brush: Brush::Blue },
        Shape { from: Square::D5, to: None, brush: Brush::Orange },
    ];
    for theme in BoardTheme::ALL {
        for dark in [true, false] {
            let name = format!(
                "theme-{}-{}",
                theme.name.replace(' ', "-"),
                if dark { "dark" } else { "light" }
            );
            shot(&name, [420.0, 420.0], 1.0, dark, |ui| {
                pane(ui, |ui| {
                    let mut view = BoardView::new(&board);
                    view.theme = &theme;
                    view.last_move = Some((Square::E8, Square::G8));
                    view.shapes = &shapes;
                    view.show(ui);
                });
            });
        }
    }
}

fn marked(ui: &mut Ui, board: &Board, theme: &BoardTheme) {
    let lines = [
        line(Square::F3, Square::E5, "1", 1.0),
        line(Square::C1, Square::D2, "2", 0.6),
        line(Square::E2, Square::D3, "3", 0.3),
        line(Square::D1, Square::D3, "4", 0.1),
    ];
    let mut view = BoardView::new(board);
    view.theme = theme;
    view.last_move = Some((Square::D7, Square::D5));
    view.computer_shapes = &lines;
    view.show(ui);
}

#[test]
#[ignore = "writes pictures to look at"]
fn sizes_and_scales() {
    let board = middle_game();
    let theme = BoardTheme::by_name("Walnut");
    for (side, scale) in [(240.0, 1.0), (240.0, 2.0), (500.0, 1.25), (900.0, 1.0), (900.0, 2.0)] {
        shot(&format!("size-{side}-at-{scale}"), [side, side], scale, true, |ui| {
            pane(ui, |ui| marked(ui, &board, theme));
        });
    }
}

/// A board after some clicks and moves of the pointer.
fn played(name: &str, board: &Board, theme: &BoardTheme, side: f32, script: &[(Square, &str)]) {
    let ctx = context(true);
    let mut headless = Headless::new(ctx.clone(), vec2(side, side), 1.0);
    let mut geometry = None;
    let mut show = |ui: &mut Ui| {
        pane(ui, |ui| {
            let mut view = BoardView::new(board);
            view.theme = theme;
            view.orientation = board.stm();
            geometry = Some(view.show(ui).geometry);
        });
    };
    headless.settle(3, &mut show);
    for (square, act) in script {
        let pos = geometry.unwrap().center(*square) + vec2(7.0, 5.0);
        let button = |pressed| egui::Event::PointerButton {
            pos,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        };
        let mut events = vec![egui::Event::PointerMoved(pos)];
        match *act {
            "press" => events.push(button(true)),
            "click" => events.extend([button(true), button(false)]),
            _ => {}
        }
        for event in events {
            headless.push(event);
            let mut show = |ui: &mut Ui| {
                pane(ui, |ui| {
                    let mut view = BoardView::new(board);
                    view.theme = theme;
                    view.orientation = board.stm();
                    view.show(ui);
                });
            };
            headless.frame(&mut show);
        }
    }
    headless.picture().save(out(name)).unwrap();
}

#[test]
#[ignore = "writes pictures to look at"]
fn states() {
    let board =
        Board::from_fen("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 1 5")
            .unwrap();
    let takes = Board::from_fen("7k/2p5/3r1n2/8/1q2Q2p/8/4R3/4K3 w - - 0 1").unwrap();
    let check =
        Board::from_fen("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3").unwrap();
    let promo = Board::from_fen("3r2k1/2P5/8/8/8/8/2p5/5K2 w - - 0 1").unwrap();
    let promo_black = Board::from_fen("3r2k1/2P5/8/8/8/8/2p5/5K2 b - - 0 1").unwrap();
    for theme in [BoardTheme::by_name("Walnut"), BoardTheme::by_name("High contrast")] {
        let tag = &theme.name[..4];
        played(
            &format!("castle-{tag}"),
            &board,
            theme,
            480.0,
            &[(Square::E1, "click"), (Square::G1, "move")],
        );
        played(
            &format!("takes-{tag}"),
            &takes,
            theme,
            480.0,
            &[(Square::E4, "click"), (Square::B4, "move")],
        );
        played(
            &format!("drag-{tag}"),
            &takes,
            theme,
            480.0,
            &[(Square::E4, "press"), (Square::D5, "move"), (Square::C6, "move")],
        );
        played(&format!("check-{tag}"), &check, theme, 480.0, &[]);
        played(
            &format!("promo-{tag}"),
            &promo,
            theme,
            480.0,
            &[(Square::C7, "click"), (Square::D8, "click")],
        );
        played(
            &format!("promo-black-{tag}"),
            &promo_black,
            theme,
            480.0,
            &[(Square::C2, "click"), (Square::C1, "click"), (Square::C2, "move")],
        );
    }
    assert_eq!(board.stm(), Color::White);
}

fn curve(color: egui::Color32, y: impl Fn(usize) -> f64) -> Curve {
    let points = (0..24)
        .map(|i| Point {
            x: (i * i) as f64 / 100.0,
            y: y(i),
            bound: match i % 7 {
                3 => Bound::Lower,
                5 => Bound::Upper,
                _ => Bound::Exact,
            },
            note: format!("depth {i}"),
        })
        .collect();
    Curve::new("alpha-beta", color, points)
}

fn shares(ui: &mut Ui) {
    let bar = |name: &str, share: Option<f32>, value: &str| Bar {
        name: name.into(),
        share,
        value: value.into(),
        hint: String::new(),
    };
    bars::show(
        ui,
        &[
            bar("First-move cut-offs", Some(0.93), "93.1 %"),
            bar(t!("search-table-hits"), Some(0.31), "31.0 %"),
            bar("Late-move reductions", Some(0.0), "0"),
            bar("Nodes", None, "12.4 Mn"),
            bar("Quiescence", Some(1.0), "100 %"),
        ],
    );
}

fn course() -> plot::Course {
    plot::Course { shown: 11, plies: 24, ..plot::Course::default() }
}

fn small_widgets(ui: &mut Ui) {
    let evaluation =
        |score, bound| Evaluation::Score { score, bound, depth: Some(18), wdl: Wdl::of(score, 50) };
    let mate = Outcome::Win { winner: Color::Black, reason: WinReason::Checkmate };
    let scores = [
        (evaluation(Score::Cp(0), Bound::Exact), Color::White),
        (evaluation(Score::Cp(35), Bound::Exact), Color::White),
        (evaluation(Score::Cp(-240), Bound::Lower), Color::White),
        (evaluation(Score::Cp(620), Bound::Exact), Color::Black),
        (evaluation(Score::Mate(-5), Bound::Exact), Color::White),
        (evaluation(Score::Cp(1240), Bound::Exact), Color::White),
        (Evaluation::Over(mate), Color::White),
        (Evaluation::Over(Outcome::Draw(DrawReason::Stalemate)), Color::White),
        (Evaluation::Unknown, Color::White),
    ];
    ui.horizontal_top(|ui| {
        for (i, (evaluation, orientation)) in scores.into_iter().enumerate() {
            ui.push_id(i, |ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(12.0, 300.0), egui::Sense::hover());
                let bar = EvalBar {
                    evaluation,
                    source: None,
                    lines_of: None,
                    orientation,
                    animate: false,
                };
                beside_board::eval_bar(ui, rect, &bar);
            });
        }
        ui.vertical(|ui| {
            for (text, running, low) in [
                ("5:00", true, false),
                ("1:02:33", false, false),
                ("0:08.3", true, true),
                ("0:19", false, true),
            ] {
                let owner = "White".to_owned();
                let text = text.into();
                let face = ClockFace { text, owner, running, low, ..ClockFace::default() };
                beside_board::clock_face(ui, &face);
            }
            ui.horizontal(|ui| {
                for (on, enabled) in
                    [(None, true), (Some(true), true), (None, false), (Some(true), false)]
                {
                    let name = "Flip board";
                    let button =
                        IconButton { icon: Icon::Flip, name, keys: None, on, enabled, side: 32.0 };
                    buttons::icon_button(ui, &button);
                }
                for icon in [Icon::First, Icon::Previous, Icon::Next, Icon::Last, Icon::Settings] {
                    buttons::small(ui, icon, "button");
                }
            });
            let choices = [(0, "White"), (1, "Random"), (2, "Black")];
            buttons::segmented(ui, "Side", 1, &choices);
            let text = "12. Nf3 Bxe5+ 13. Qd8=R# O-O-O Kh1 axb8=Q";
            let color = theme::palette(ui).text;
            for notation in [Notation::Figurine, Notation::Letters] {
                notation.choose();
                ui.label(move_text::job(text, 14.0, color));
                ui.label(move_text::job(text, 18.0, color));
            }
            ui.set_max_width(320.0);
            shares(ui);
        });
        let board = middle_game();
        let mini = MiniBoard {
            board: &board,
            orientation: Color::White,
            last_move: Some((Square::D7, Square::D5)),
            theme: BoardTheme::by_name("Walnut"),
        };
        let arrows = [arrow(Square::F3, Square::E5, Brush::Engine)];
        small_boards::show_with(ui, &mini, 208.0, &arrows);
    });
    curves(ui);
}

fn curves(ui: &mut Ui) {
    let p = theme::palette(ui);
    ui.columns(2, |columns| {
        let score = [curve(p.series[0], |i| (i as f64 / 3.0).sin())];
        let names = ["Score", t!("search-unit-score")];
        let possible = (f64::NEG_INFINITY, f64::INFINITY);
        plot::over_time(
            &mut columns[0],
            &[TimePlot { names, curves: &score, possible, whole: false }],
            150.0,
        );
        let nodes = [curve(p.series[1], |i| (i * i) as f64 / 10.0)];
        let names = ["Nodes", "million"];
        plot::over_time(
            &mut columns[1],
            &[TimePlot { names, curves: &nodes, possible, whole: false }],
            150.0,
        );
    });
    let mut game = curve(p.series[2], |i| (i as f64).sin() * 2.0);
    for (i, point) in game.points.iter_mut().enumerate() {
        point.x = i as f64;
    }
    plot::over_game(ui, ["Evaluation", "win %, White"], &[game], &course(), 160.0);
}

#[test]
#[ignore = "writes pictures to look at"]
fn widgets() {
    for dark in [true, false] {
        let name = format!("widgets-{}", if dark { "dark" } else { "light" });
        shot(&name, [960.0, 820.0], 1.0, dark, |ui| pane(ui, small_widgets));
    }
}

/// Time to build and tessellate one frame of a board with everything on it, and to redraw the pieces at one size.
#[test]
#[ignore = "measures, asserts nothing"]
fn frame_cost() {
    use std::time::Instant;
    let board = middle_game();
    let ctx = context(true);
    ctx.enable_accesskit();
    let theme = BoardTheme::by_name("Walnut");
    let mut times = Vec::new();
    for i in 0..1000 {
        let input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, vec2(900.0, 900.0))),
            time: Some(f64::from(i) / 60.0),
            events: vec![egui::Event::PointerMoved(egui::pos2(100.0 + (i % 700) as f32, 400.0))],
            ..Default::default()
        };
        let start = Instant::now();
        let output = ctx.run_ui(input, |ui| pane(ui, |ui| marked(ui, &board, theme)));
        let built = start.elapsed();
        let mut textures = output.textures_delta;
        textures.set.clear();
        textures.free.clear();
        let triangles: usize = ctx.tessellate(output.shapes, 1.0).len();
        times.push((start.elapsed(), built, triangles));
    }
    let first = times[0];
    times.drain(..10);
    times.sort();
    let at = |q: usize| times[(times.len() - 1) * q / 100];
    println!("first frame {first:?}; median {:?}, 99 % {:?}, worst {:?}", at(50), at(99), at(100));
    for side in [30.0, 60.0, 110.0, 200.0] {
        let ctx = Context::default();
        let start = Instant::now();
        ctx.run_ui(egui::RawInput::default(), |ui| {
            tabia::gui::look::pieces::PieceSet::get(ui, side);
        })
        .drop_without_applying_deltas();
        println!("pieces at {side} px: {:?}", start.elapsed());
    }
}
