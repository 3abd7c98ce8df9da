//! Games of any size in the window: a hundred thousand plies, a variation at every move, very deep nesting, texts of
//! many megabytes. The work of a frame does not depend on the size of the game.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::time::{Duration, Instant};

use crate::interface::interface;
use eframe::egui::{Context, Event, Key, Modifiers, Pos2, RawInput, Rect, Vec2};
use egui_kittest::kittest::Queryable as _;
use tabia::gui::window::shell::{Shell, ShellOptions};
use tabia_app::action::{Action, TreeEdit};
use tabia_app::commands::command::UserCommand;
use tabia_app::library::open::Opened;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, uci_move};
use tabia_games::game::pgn_write;
use tabia_games::game::tags::Tags;
use tabia_games::game::tree::{GameTree, NodeId};

const SIZE: Vec2 = Vec2::new(1280.0, 800.0);
/// Knight moves out and back, and other knight moves for variations.
const ROUND: [[&str; 2]; 4] =
    [["g1f3", "b1c3"], ["g8f6", "b8c6"], ["f3g1", "b1c3"], ["f6g8", "b8c6"]];

/// The variations beside the main line.
#[derive(Clone, Copy, PartialEq)]
enum Beside {
    Nothing,
    /// A variation of one move at every move.
    Comb,
    /// A variation at every move of the variation before it.
    Deep,
}

fn game(plies: usize, beside: Beside) -> GameTree {
    let mut tree = GameTree::new(Board::start());
    let mut at = NodeId::ROOT;
    let add = |tree: &mut GameTree, at, text| {
        let mv = uci_move::parse(tree.board(at), text).unwrap();
        tree.add_move(at, mv).unwrap()
    };
    for ply in 0..plies {
        let [main, other] = ROUND[ply % 4];
        at = match beside {
            Beside::Nothing => add(&mut tree, at, main),
            Beside::Comb => {
                let next = add(&mut tree, at, main);
                add(&mut tree, at, other);
                next
            }
            Beside::Deep => {
                add(&mut tree, at, other);
                add(&mut tree, at, main)
            }
        };
    }
    tree
}

/// Every panel that shows a game, one after the other.
const PANES: [PaneId; 4] = [PaneId::Moves, PaneId::Evaluation, PaneId::Explorer, PaneId::Review];

fn opened(tree: &GameTree) -> Action {
    Action::Opened(Box::new(Opened::of("a test", &pgn_write::write(&Tags::roster(), tree))))
}

fn comment(node: NodeId, before: bool, text: String) -> Action {
    Action::Edit { node, edit: TreeEdit::Comment { before, text, more: false } }
}

struct TimedWindow {
    ctx: Context,
    shell: Shell,
    frames: usize,
}

impl TimedWindow {
    fn new(tree: &GameTree) -> TimedWindow {
        let ctx = Context::default();
        let options = ShellOptions { home: None, engine: false, no_animation: true };
        let mut shell = Shell::new(&ctx, &options);
        shell.apply(opened(tree));
        TimedWindow { ctx, shell, frames: 0 }
    }

    /// Draws a frame and returns its time and its number of shapes.
    fn frame(&mut self, events: Vec<Event>) -> (Duration, usize) {
        self.frames += 1;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, SIZE)),
            time: Some(self.frames as f64 / 60.0),
            events,
            ..RawInput::default()
        };
        let begin = Instant::now();
        self.shell.drain();
        let output = self.ctx.run_ui(input, |ui| self.shell.show(ui));
        let shapes = self.ctx.tessellate(output.shapes.clone(), output.pixels_per_point).len();
        let took = begin.elapsed();
        let drawn = output.shapes.len();
        output.drop_without_applying_deltas();
        assert!(shapes > 0);
        (took, drawn)
    }

    /// The time of a frame while the mouse moves, and the most shapes in one, with each panel open in turn. The time is
    /// the median over the panels of the fastest frame, which a busy machine slows least.
    fn frames(&mut self) -> (Duration, usize) {
        let (mut times, mut most) = (Vec::new(), 0);
        for pane in PANES {
            self.shell.apply(Action::OpenPane(pane));
            let mut quickest = Duration::MAX;
            for n in 0..14 {
                let pointer = Pos2::new(900.0 + 20.0 * n as f32, 300.0 + 10.0 * n as f32);
                let (took, shapes) = self.frame(vec![Event::PointerMoved(pointer)]);
                if n >= 4 {
                    quickest = quickest.min(took);
                    most = most.max(shapes);
                }
            }
            times.push(quickest);
        }
        times.sort_unstable();
        (times[times.len() / 2], most)
    }
}

fn command(app: &mut TimedWindow, command: UserCommand) -> Duration {
    let begin = Instant::now();
    app.shell.apply(Action::Command(command));
    begin.elapsed()
}

#[test]
fn what_a_frame_draws_does_not_grow_with_the_game() {
    for beside in [Beside::Nothing, Beside::Comb, Beside::Deep] {
        let [mut small, mut large] =
            [1_000, 50_000].map(|plies| TimedWindow::new(&game(plies, beside)));
        for place in [UserCommand::First, UserCommand::Last] {
            command(&mut small, place);
            command(&mut large, place);
            let ((fast, few), (slow, many)) = (small.frames(), large.frames());
            assert!(many <= 2 * few + 200, "{few} shapes, then {many}");
            // The game is fifty times as long; the machine may be busy with something else.
            let bound = 6 * fast + Duration::from_millis(25);
            assert!(slow <= bound, "a frame of {fast:?} became one of {slow:?}");
        }
    }
}

#[test]
fn the_time_of_an_action_grows_less_than_the_game() {
    let [fast, slow] = [1_000, 50_000].map(quickest_move);
    // The game is fifty times as long; the machine may be busy with something else.
    let bound = 6 * fast + Duration::from_millis(400);
    assert!(slow <= bound, "a move and its frame of {fast:?} became one of {slow:?}");
}

/// The shortest time of a move and its frame in a game of this many plies.
fn quickest_move(plies: usize) -> Duration {
    let mut app = TimedWindow::new(&game(plies, Beside::Comb));
    app.frames();
    // A position where the rules have not ended the game yet.
    let begins = app.shell.model.game.tree.main_line()[2];
    let nodes = app.shell.model.game.tree.len();
    let mut quickest = Duration::MAX;
    for pawn in ["a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "g2g3", "h2h3"] {
        app.shell.apply(Action::GoTo(begins));
        let begin = Instant::now();
        for text in [pawn, "e7e6", "f3d4"] {
            let mv = uci_move::parse(app.shell.model.game.board(), text).unwrap();
            app.shell.apply(Action::PlayMove { from: mv.from(), to: mv.to(), promotion: None });
            app.frame(Vec::new());
        }
        command(&mut app, UserCommand::Undo);
        app.frame(Vec::new());
        quickest = quickest.min(begin.elapsed() / 4);
    }
    assert_eq!(app.shell.model.game.tree.len(), nodes + 7 * 2);
    quickest
}

#[test]
fn texts_of_many_megabytes_are_shown_in_part() {
    let mut app = TimedWindow::new(&game(20, Beside::Comb));
    // With short texts; the machine may be busy with something else.
    let bound = 6 * app.frames().0 + Duration::from_millis(300);
    let tree = &app.shell.model.game.tree;
    let before = tree.main_line()[2];
    let [node, side] = tree.children(before)[..] else { panic!("a move and a variation") };
    app.shell.apply(comment(node, false, "So it goes. ".repeat(2_000_000)));
    app.shell.apply(comment(side, true, "x".repeat(5_000_000)));
    let mut tags = Tags::roster();
    for name in ["White", "Event", "Result", "ECO"] {
        tags.set(name, format!("{name} ").repeat(2_000_000));
    }
    app.shell.apply(Action::SetTags(tags));
    let (took, shapes) = app.frames();
    assert!(took < bound && shapes < 3_000, "{took:?}, {shapes} shapes");
    for (shown, dialog) in [
        (node, UserCommand::Comment),
        (side, UserCommand::CommentBefore),
        (side, UserCommand::EditTags),
    ] {
        app.shell.apply(Action::GoTo(shown));
        command(&mut app, dialog);
        let (took, shapes) = app.frames();
        assert!(took < bound && shapes < 3_000, "{took:?}, {shapes} shapes");
    }
    assert_eq!(app.shell.model.game.tree.comment(node).len(), 24_000_000, "and none is lost");
}

#[test]
fn the_shown_move_is_always_visible() {
    let options = ShellOptions { home: None, engine: false, no_animation: true };
    let mut harness = interface(options, 16);
    let tree = game(10_000, Beside::Comb);
    harness.state_mut().apply(opened(&tree));
    harness.state_mut().apply(Action::OpenPane(PaneId::Moves));
    harness.run();
    let line = harness.state().model.game.tree.main_line();
    for ply in [5_000_usize, 9_999, 1, 7_502] {
        harness.state_mut().apply(Action::GoTo(line[ply]));
        harness.run();
        let dots = if ply % 2 == 1 { "." } else { "…" };
        let name = format!("{}{dots} N", ply.div_ceil(2));
        let shown: Vec<_> = harness.query_all_by_label_contains(&name).collect();
        assert!(!shown.is_empty(), "{name} is not in the list");
        assert!(shown.iter().all(|move_| harness.ctx.content_rect().intersects(move_.rect())));
    }
    // A click on a variation in the middle, and a step by key from there.
    let other = harness.state().model.game.tree.children(line[7_502])[1];
    harness.state_mut().apply(Action::GoTo(other));
    harness.run();
    harness.key_press_modifiers(Modifiers::NONE, Key::ArrowLeft);
    harness.run();
    assert_eq!(harness.state().model.game.current, line[7_502]);
    harness.get_by_label("3752. Ng1").click();
    harness.run();
    assert_eq!(harness.state().model.game.current, line[7_503]);
}

/// Figures to read: `cargo test --test window large_games -- --ignored --nocapture`.
#[test]
#[ignore = "prints a table, takes a while"]
fn a_table_of_games_and_their_frames() {
    let text = |megabytes: usize| "So it goes. ".repeat(megabytes * 1_000_000 / 12);
    let mut tags = Tags::roster();
    tags.set("White", text(40));
    let cases = [
        ("10 plies", game(10, Beside::Nothing), None),
        ("10,000 plies", game(10_000, Beside::Nothing), None),
        ("100,000 plies", game(100_000, Beside::Nothing), None),
        ("comb of 60,000", game(60_000, Beside::Comb), None),
        ("nested 1,000 deep", game(1_000, Beside::Deep), None),
        (
            "comment of 52 MB",
            game(20, Beside::Nothing),
            Some(comment(NodeId::ROOT, false, text(52))),
        ),
        ("tag of 40 MB", game(20, Beside::Nothing), Some(Action::SetTags(tags))),
    ];
    for (name, tree, more) in cases {
        let mut app = TimedWindow::new(&tree);
        app.shell.apply_all(more);
        let (first, _) = app.frame(Vec::new());
        command(&mut app, UserCommand::Last);
        let (frame, shapes) = app.frames();
        app.shell.apply(Action::OpenPane(PaneId::Moves));
        app.frame(Vec::new());
        // The third position of the main line, or its last if everything else is in variations.
        let line = app.shell.model.game.tree.main_line();
        app.shell.apply(Action::GoTo(line[2.min(line.len() - 1)]));
        app.frame(Vec::new());
        let mv = app.shell.model.game.board().legal_moves()[0];
        let begin = Instant::now();
        app.shell.apply(Action::PlayMove { from: mv.from(), to: mv.to(), promotion: None });
        let played = begin.elapsed();
        let (after, _) = app.frame(Vec::new());
        let stepped = command(&mut app, UserCommand::Previous);
        let (next, _) = app.frame(Vec::new());
        println!(
            "{name:20} first frame {first:>10.1?}  frame {frame:>8.1?} ({shapes} shapes)  a move {played:>8.1?} \
             and its frame {after:>8.1?}  a step {stepped:>8.1?} and its frame {next:>8.1?}"
        );
    }
}
