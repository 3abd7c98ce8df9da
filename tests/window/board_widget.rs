//! The board used with mouse, keyboard and screen reader: input and resulting events. No window and no graphics card;
//! squares are found by their accessible names.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on fails; figures are for reading"
)]

use eframe::egui::{self, Color32, Key, Modifiers, PointerButton, Pos2, Role, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tabia_text::t;

use tabia::gui::widgets::board::shapes::{Brush, ComputerShape, Shape};
use tabia::gui::widgets::board::{BoardEvent, Movable, Promotion, Tool};
use tabia::gui::widgets::board::{BoardView, Placement, carry, has_keyboard, placement};
use tabia_chess::{Board, Color, Piece, PieceType, Square};

/// The simplest game: moves are played, shapes kept, other events only recorded.
struct Table {
    board: Board,
    placement: Placement,
    orientation: Color,
    movable: Movable,
    premovable: Option<Color>,
    premove: Option<(Square, Square)>,
    last_move: Option<(Square, Square)>,
    promotion: Promotion,
    shapes: Vec<Shape>,
    computer: Vec<ComputerShape>,
    editor: Option<Tool>,
    tints: Option<[Color32; Square::COUNT]>,
    log: Vec<BoardEvent>,
    keyboard: bool,
}

impl Table {
    fn new(fen: &str) -> Self {
        let board = Board::from_fen(fen).unwrap();
        Self {
            placement: placement(&board),
            board,
            orientation: Color::White,
            movable: Movable::Both,
            premovable: None,
            premove: None,
            last_move: None,
            promotion: Promotion::Ask,
            shapes: Vec::new(),
            computer: Vec::new(),
            editor: None,
            tints: None,
            log: Vec::new(),
            keyboard: false,
        }
    }

    fn ui(&mut self, ui: &mut egui::Ui) {
        let mut view = BoardView::new(&self.board);
        if self.editor.is_some() {
            view = BoardView::placed(self.placement);
        }
        view.orientation = self.orientation;
        view.movable = self.movable;
        view.premovable = self.premovable;
        view.premove = self.premove;
        view.last_move = self.last_move;
        view.options.promotion = self.promotion;
        view.shapes = &self.shapes;
        view.computer_shapes = &self.computer;
        view.editor = self.editor;
        view.tints = self.tints.as_ref();
        let events = view.show(ui).events;
        self.keyboard = has_keyboard(ui);
        for event in events {
            self.apply(event);
        }
    }

    fn apply(&mut self, event: BoardEvent) {
        self.log.push(event);
        match event {
            BoardEvent::Move { from, to, promotion } => {
                let mv = self.board.find_move(from, to, promotion).expect("only legal moves come");
                self.last_move = Some((mv.from(), mv.to()));
                self.board.make_move(mv);
            }
            BoardEvent::Premove { from, to, .. } => self.premove = Some((from, to)),
            BoardEvent::CancelPremove => self.premove = None,
            BoardEvent::ToggleShape(shape) => {
                let drawn = self.shapes.contains(&shape);
                self.shapes.retain(|other| (other.from, other.to) != (shape.from, shape.to));
                self.shapes.extend((!drawn).then_some(shape));
            }
            BoardEvent::Step(_)
            | BoardEvent::Ask { .. }
            | BoardEvent::ArrowMenu(_)
            | BoardEvent::Refused => {}
            BoardEvent::Place { piece, to } => self.placement[to.index()] = Some(piece),
            BoardEvent::Remove { from } => self.placement[from.index()] = None,
            BoardEvent::MovePiece { from, to } => {
                self.placement[to.index()] = self.placement[from.index()].take();
            }
        }
    }
}

type Play = Harness<'static, Table>;

fn table(fen: &str) -> Play {
    with(Table::new(fen))
}

fn with(table: Table) -> Play {
    Harness::builder()
        .with_size([416.0, 416.0])
        .renderer(crate::interface::Cpu::default())
        .build_ui_state(|ui, table: &mut Table| table.ui(ui), table)
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLE: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
const PROMOTE: &str = "3r2k1/2P5/8/8/8/8/2p5/5K2 w - - 0 1";

fn click(play: &mut Play, label: &str) {
    play.get_by_label(label).click();
    play.run();
}

fn center(play: &Play, label: &str) -> Pos2 {
    play.get_by_label(label).rect().center()
}

fn button(play: &mut Play, pos: Pos2, button: PointerButton, pressed: bool, modifiers: Modifiers) {
    play.event(egui::Event::PointerMoved(pos));
    play.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
    play.run();
}

fn drag_with(play: &mut Play, from: &str, to: &str, which: PointerButton, keys: Modifiers) {
    let (from, to) = (center(play, from), center(play, to));
    button(play, from, which, true, keys);
    play.hover_at(from + (to - from) * 0.5);
    play.run();
    button(play, to, which, false, keys);
}

fn drag(play: &mut Play, from: &str, to: &str) {
    drag_with(play, from, to, PointerButton::Primary, Modifiers::NONE);
}

fn mv(from: Square, to: Square) -> BoardEvent {
    BoardEvent::Move { from, to, promotion: None }
}

fn arrow(from: Square, to: Square, brush: Brush) -> BoardEvent {
    BoardEvent::ToggleShape(Shape { from, to: Some(to), brush })
}

#[test]
fn two_clicks_make_a_move() {
    let mut play = table(START);
    click(&mut play, "e2, white pawn");
    click(&mut play, "e4, empty");
    assert_eq!(play.state().log, [mv(Square::E2, Square::E4)]);
    play.get_by_label("e4, white pawn");
    // Pieces of the side not to move, and squares without a legal move, do nothing.
    click(&mut play, "d2, white pawn");
    click(&mut play, "d4, empty");
    click(&mut play, "e7, black pawn");
    click(&mut play, "e4, white pawn");
    assert_eq!(play.state().log[1..], [BoardEvent::Refused]);
}

#[test]
fn another_own_piece_takes_over_the_selection_and_a_second_click_ends_it() {
    let mut play = table(START);
    click(&mut play, "e2, white pawn");
    click(&mut play, "g1, white knight");
    click(&mut play, "f3, empty");
    assert_eq!(play.state().log, [mv(Square::G1, Square::F3)]);
    click(&mut play, "e7, black pawn");
    click(&mut play, "e7, black pawn");
    click(&mut play, "e5, empty");
    assert_eq!(play.state().log.len(), 1);
}

#[test]
fn a_drag_makes_a_move_and_a_drop_elsewhere_makes_none() {
    let mut play = table(START);
    drag(&mut play, "e2, white pawn", "e4, empty");
    assert_eq!(play.state().log, [mv(Square::E2, Square::E4)]);
    drag(&mut play, "e7, black pawn", "e4, white pawn");
    let from = center(&play, "e7, black pawn");
    button(&mut play, from, PointerButton::Primary, true, Modifiers::NONE);
    button(&mut play, Pos2::new(-30.0, 90.0), PointerButton::Primary, false, Modifiers::NONE);
    assert_eq!(play.state().log[1..], [BoardEvent::Refused], "beside the board it is put back");
    // The failed drop ended the selection.
    click(&mut play, "e5, empty");
    assert_eq!(play.state().log.len(), 2);
}

#[test]
fn a_click_may_move_a_little() {
    let mut play = table(START);
    let from = center(&play, "e2, white pawn");
    button(&mut play, from, PointerButton::Primary, true, Modifiers::NONE);
    button(&mut play, from + vec2(2.0, 0.0), PointerButton::Primary, false, Modifiers::NONE);
    click(&mut play, "e4, empty");
    assert_eq!(play.state().log, [mv(Square::E2, Square::E4)]);
}

#[test]
fn the_other_button_takes_a_drag_back() {
    let mut play = table(START);
    let (from, to) = (center(&play, "e2, white pawn"), center(&play, "e4, empty"));
    button(&mut play, from, PointerButton::Primary, true, Modifiers::NONE);
    play.hover_at(to);
    play.run();
    button(&mut play, to, PointerButton::Secondary, true, Modifiers::NONE);
    button(&mut play, to, PointerButton::Secondary, false, Modifiers::NONE);
    button(&mut play, to, PointerButton::Primary, false, Modifiers::NONE);
    assert_eq!(play.state().log, []);
    drag(&mut play, "e2, white pawn", "e4, empty");
    assert_eq!(play.state().log, [mv(Square::E2, Square::E4)]);
}

#[test]
fn castling_is_accepted_in_both_forms() {
    for (to, label) in [(Square::G1, "g1, empty"), (Square::H1, "h1, white rook")] {
        let mut play = table(CASTLE);
        drag(&mut play, "e1, white king", label);
        assert_eq!(play.state().log, [mv(Square::E1, to)]);
        play.get_by_label("g1, white king");
        play.get_by_label("f1, white rook");
        click(&mut play, "e8, black king");
        click(&mut play, "c8, empty");
        play.get_by_label("d8, black rook");
    }
}

/// White king on b1, rooks on a1 and g1: castling to the long side does not move the king far, to the short side over
/// half of the board.
const CASTLE960: &str = "rk4r1/pppppppp/8/8/8/8/PPPPPPPP/RK4R1 w GAga - 0 1";

#[test]
fn castling_is_accepted_and_marked_in_both_forms_in_chess960_too() {
    for (to, label, king) in [
        (Square::G1, "g1, white rook", "g1, white king"),
        (Square::A1, "a1, white rook", "c1, white king"),
    ] {
        let mut play = table(CASTLE960);
        click(&mut play, "b1, white king");
        let marked = play.get_by_label(label).accesskit_node().description();
        assert!(marked.is_some_and(|words| words.contains(t!("widget-square-target"))), "{label}");
        click(&mut play, label);
        assert_eq!(play.state().log, [mv(Square::B1, to)]);
        play.get_by_label(king);
    }
    for (fen, target) in [(CASTLE, "g1, empty"), (CASTLE, "h1, white rook"), (CASTLE, "c1, empty")]
    {
        let mut play = table(fen);
        click(&mut play, "e1, white king");
        let marked = play.get_by_label(target).accesskit_node().description();
        assert!(marked.is_some_and(|words| words.contains(t!("widget-square-target"))), "{target}");
    }
}

#[test]
fn an_illegal_move_is_reported_and_a_mere_choice_is_not() {
    let mut play = table(START);
    drag(&mut play, "e2, white pawn", "e5, empty");
    assert_eq!(play.state().log, [BoardEvent::Refused]);
    click(&mut play, "g1, white knight");
    click(&mut play, "b1, white knight");
    click(&mut play, "b1, white knight");
    assert_eq!(play.state().log.len(), 1, "another piece, and none any more");
    click(&mut play, "g1, white knight");
    click(&mut play, "g4, empty");
    assert_eq!(play.state().log, [BoardEvent::Refused; 2]);
    click(&mut play, "g4, empty");
    assert_eq!(play.state().log.len(), 2, "nothing was picked up");
}

#[test]
fn a_promotion_is_asked_for_by_mouse() {
    let mut play = table(PROMOTE);
    click(&mut play, "c7, white pawn");
    click(&mut play, "d8, black rook");
    assert_eq!(play.state().log, [], "the chooser waits");
    let knight = center(&play, "Promote to knight");
    assert_eq!(knight, center(&play, "d7, empty"), "one square inward");
    click(&mut play, "Promote to knight");
    let (from, to, promotion) = (Square::C7, Square::D8, Some(PieceType::Knight));
    assert_eq!(play.state().log, [BoardEvent::Move { from, to, promotion }]);
    assert!(play.query_by_label("Promote to knight").is_none());
    play.get_by_label("d8, white knight");
}

#[test]
fn a_promotion_is_chosen_or_put_away_by_key() {
    let promoted = |promotion| {
        [BoardEvent::Move { from: Square::C7, to: Square::C8, promotion: Some(promotion) }]
    };
    for (keys, wanted) in [
        (vec![Key::Enter], PieceType::Queen),
        (vec![Key::ArrowDown, Key::ArrowDown, Key::Enter], PieceType::Rook),
        (vec![Key::B], PieceType::Bishop),
    ] {
        let mut play = table(PROMOTE);
        drag(&mut play, "c7, white pawn", "c8, empty");
        assert!(play.get_by_label("Promote to queen").is_focused());
        assert!(play.state().keyboard);
        for key in keys {
            play.key_press(key);
            play.run();
        }
        assert_eq!(play.state().log, promoted(wanted));
    }
    for outside in [false, true] {
        let mut play = table(PROMOTE);
        drag(&mut play, "c7, white pawn", "c8, empty");
        if outside {
            click(&mut play, "h3, empty");
        } else {
            play.key_press(Key::Escape);
            play.run();
        }
        assert!(play.query_by_label("Promote to queen").is_none());
        assert_eq!(play.state().log, []);
        play.get_by_label("c7, white pawn");
    }
}

#[test]
fn with_auto_queen_a_pawn_promotes_without_a_question_unless_ctrl_is_held() {
    let mut table = Table::new(PROMOTE);
    table.promotion = Promotion::Queen;
    let mut play = with(table);
    drag_with(&mut play, "c7, white pawn", "c8, empty", PointerButton::Primary, Modifiers::CTRL);
    assert_eq!(play.state().log, []);
    play.key_press(Key::Escape);
    play.run();
    drag(&mut play, "c7, white pawn", "c8, empty");
    play.get_by_label("c8, white queen");
}

#[test]
fn a_premove_is_reported_shown_and_cancelled() {
    let mut table = Table::new(START);
    table.movable = Movable::One(Color::Black);
    table.premovable = Some(Color::Black);
    let mut play = with(table);
    // It is not Black's turn: a premove may go wherever the knight can move, even onto its own pawn.
    drag(&mut play, "b8, black knight", "d7, black pawn");
    let (from, to, promotion) = (Square::B8, Square::D7, None);
    assert_eq!(play.state().log, [BoardEvent::Premove { from, to, promotion }]);
    click(&mut play, "h4, empty");
    assert_eq!(play.state().log[1..], [BoardEvent::CancelPremove]);
    assert_eq!(play.state().premove, None);
    // White's pieces belong to the opponent.
    drag(&mut play, "e2, white pawn", "e4, empty");
    assert_eq!(play.state().log.len(), 2);
    // A right click that cancels draws nothing; the next one does.
    drag(&mut play, "b8, black knight", "d7, black pawn");
    let right = PointerButton::Secondary;
    drag_with(&mut play, "h4, empty", "h4, empty", right, Modifiers::NONE);
    assert_eq!(play.state().log[3..], [BoardEvent::CancelPremove]);
    drag_with(&mut play, "h4, empty", "h4, empty", right, Modifiers::NONE);
    assert!(matches!(play.state().log[4..], [BoardEvent::ToggleShape(_)]));
    // Escape puts a piece picked up down first.
    drag(&mut play, "b8, black knight", "d7, black pawn");
    click(&mut play, "g8, black knight");
    for _ in 0..2 {
        play.key_press(Key::Escape);
        play.run();
    }
    assert_eq!(play.state().log[6..], [BoardEvent::CancelPremove]);
}

#[test]
fn a_read_only_board_moves_nothing() {
    let mut table = Table::new(START);
    table.movable = Movable::None;
    let mut play = with(table);
    click(&mut play, "e2, white pawn");
    click(&mut play, "e4, empty");
    drag(&mut play, "e2, white pawn", "e4, empty");
    assert_eq!(play.state().log, []);
}

#[test]
fn the_right_button_draws_arrows_and_circles() {
    let mut play = table(START);
    let right = PointerButton::Secondary;
    drag_with(&mut play, "g1, white knight", "f3, empty", right, Modifiers::NONE);
    drag_with(&mut play, "e2, white pawn", "e4, empty", right, Modifiers::SHIFT);
    drag_with(&mut play, "d1, white queen", "d1, white queen", right, Modifiers::ALT);
    let circle = Shape { from: Square::D1, to: None, brush: Brush::Blue };
    assert_eq!(
        play.state().log,
        [
            arrow(Square::G1, Square::F3, Brush::Green),
            arrow(Square::E2, Square::E4, Brush::Red),
            BoardEvent::ToggleShape(circle),
        ]
    );
    // Drawing it again removes it. A left click removes none, because they are part of the game.
    drag_with(&mut play, "g1, white knight", "f3, empty", right, Modifiers::NONE);
    assert_eq!(play.state().shapes.len(), 2);
    click(&mut play, "e5, empty");
    assert_eq!(play.state().shapes.len(), 2);
    // With one mouse button, Shift replaces the right one.
    drag_with(&mut play, "a2, white pawn", "a3, empty", PointerButton::Primary, Modifiers::SHIFT);
    assert_eq!(play.state().log.last(), Some(&arrow(Square::A2, Square::A3, Brush::Green)));
}

#[test]
fn an_arrow_snaps_to_lines_and_knight_leaps_and_can_be_taken_back() {
    let mut play = table(START);
    let right = PointerButton::Secondary;
    drag_with(&mut play, "a1, white rook", "b5, empty", right, Modifiers::NONE);
    assert_eq!(play.state().log, [arrow(Square::A1, Square::A5, Brush::Green)]);
    let (from, to) = (center(&play, "b1, white knight"), center(&play, "c3, empty"));
    button(&mut play, from, right, true, Modifiers::NONE);
    button(&mut play, to, PointerButton::Primary, true, Modifiers::NONE);
    button(&mut play, to, PointerButton::Primary, false, Modifiers::NONE);
    button(&mut play, to, right, false, Modifiers::NONE);
    assert_eq!(play.state().log.len(), 1);
}

#[test]
fn the_wheel_steps_through_the_moves() {
    let mut play = table(START);
    let wheel = |y: f32, unit| egui::Event::MouseWheel {
        unit,
        delta: vec2(0.0, y),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    };
    let pos = center(&play, "e4, empty");
    play.hover_at(pos);
    play.run();
    play.event(wheel(-1.0, egui::MouseWheelUnit::Line));
    play.event(wheel(2.0, egui::MouseWheelUnit::Line));
    // A touchpad sends many small steps.
    for _ in 0..4 {
        play.event(wheel(-15.0, egui::MouseWheelUnit::Point));
    }
    play.run_steps(8);
    let steps = [BoardEvent::Step(1), BoardEvent::Step(-2), BoardEvent::Step(1)];
    assert_eq!(play.state().log, steps);
}

#[test]
fn the_keyboard_plays() {
    let mut play = table(START);
    play.key_press(Key::Tab);
    play.run();
    assert!(play.get_by_label("e1, white king").is_focused(), "one stop for Tab");
    assert!(play.state().keyboard);
    for key in [Key::ArrowUp, Key::Enter, Key::ArrowUp, Key::ArrowUp, Key::Space] {
        play.key_press(key);
        play.run();
    }
    assert_eq!(play.state().log, [mv(Square::E2, Square::E4)]);
    assert!(play.get_by_label("e4, white pawn").is_focused());
    play.key_press(Key::Escape);
    play.run();
    assert!(!play.state().keyboard);
}

#[test]
fn arrow_keys_follow_the_orientation_of_the_board() {
    let mut table = Table::new(START);
    table.orientation = Color::Black;
    let mut play = with(table);
    play.get_by_label("e1, white king").focus();
    play.run();
    for key in [Key::ArrowDown, Key::ArrowRight, Key::ArrowRight, Key::ArrowUp] {
        play.key_press(key);
        play.run();
    }
    assert!(play.get_by_label("c1, white bishop").is_focused());
}

#[test]
fn the_flipped_board_is_played_from_the_other_side() {
    let mut table = Table::new(START);
    table.orientation = Color::Black;
    let mut play = with(table);
    let (e2, e7) = (center(&play, "e2, white pawn"), center(&play, "e7, black pawn"));
    assert!(e2.y < e7.y);
    assert!(center(&play, "h1, white rook").x < center(&play, "a1, white rook").x);
    drag(&mut play, "e2, white pawn", "e4, empty");
    assert_eq!(play.state().log, [mv(Square::E2, Square::E4)]);
}

#[test]
fn a_screen_reader_finds_a_grid_of_named_squares_and_can_move() {
    let mut play = table(START);
    let grid = play.get_by_role(Role::Grid);
    assert_eq!(grid.accesskit_node().label().as_deref(), Some(t!("widget-board")));
    assert!(grid.rect().width() >= 384.0, "and where it lies");
    let names: Vec<String> =
        grid.children().filter_map(|child| child.accesskit_node().label()).collect();
    assert_eq!(names.len(), 64);
    assert_eq!(names[..2], ["a8, black rook", "b8, black knight"]);
    play.get_by_label("e2, white pawn").click_accesskit();
    play.run();
    let described = |label: &str| play.get_by_label(label).accesskit_node().description();
    assert_eq!(described("e2, white pawn").as_deref(), Some("selected"));
    assert_eq!(described("e4, empty").as_deref(), Some(t!("widget-square-target")));
    assert_eq!(described("e5, empty"), None);
    play.get_by_label("e4, empty").click_accesskit();
    play.run();
    assert_eq!(play.state().log, [mv(Square::E2, Square::E4)]);
}

#[test]
fn the_editor_moves_places_and_removes() {
    let mut table = Table::new(START);
    table.editor = Some(Tool::Hand);
    let mut play = with(table);
    drag(&mut play, "e1, white king", "e5, empty");
    let from = center(&play, "d1, white queen");
    button(&mut play, from, PointerButton::Primary, true, Modifiers::NONE);
    play.hover_at(Pos2::new(-20.0, 60.0));
    play.run();
    button(&mut play, Pos2::new(-40.0, 60.0), PointerButton::Primary, false, Modifiers::NONE);
    play.state_mut().editor = Some(Tool::Place(Piece::BlackKnight));
    play.run();
    drag(&mut play, "a4, empty", "c4, empty");
    click(&mut play, "a4, black knight");
    drag(&mut play, "a2, white pawn", "a3, empty");
    click(&mut play, "h2, white pawn");
    play.state_mut().editor = Some(Tool::Erase);
    play.run();
    click(&mut play, "h1, white rook");
    let knight = |to| BoardEvent::Place { piece: Piece::BlackKnight, to };
    assert_eq!(
        play.state().log,
        [
            BoardEvent::MovePiece { from: Square::E1, to: Square::E5 },
            BoardEvent::Remove { from: Square::D1 },
            knight(Square::A4),
            knight(Square::B4),
            knight(Square::C4),
            BoardEvent::Remove { from: Square::A4 },
            BoardEvent::MovePiece { from: Square::A2, to: Square::A3 },
            knight(Square::H2),
            BoardEvent::Remove { from: Square::H1 },
        ]
    );
}

#[test]
fn a_piece_clicked_in_the_editor_goes_to_the_next_click_and_not_to_the_next_drag() {
    let mut table = Table::new(START);
    table.editor = Some(Tool::Hand);
    let mut play = with(table);
    click(&mut play, "a1, white rook");
    drag(&mut play, "d1, white queen", "d4, empty");
    click(&mut play, "a1, white rook");
    // A piece put away by another tool is not remembered.
    play.state_mut().editor = Some(Tool::Place(Piece::WhitePawn));
    play.run();
    play.state_mut().editor = Some(Tool::Hand);
    play.run();
    click(&mut play, "a5, empty");
    click(&mut play, "b1, white knight");
    click(&mut play, "b1, white knight");
    click(&mut play, "b1, white knight");
    click(&mut play, "c7, black pawn");
    play.get_by_label("h1, white rook").click_accesskit();
    play.run();
    play.get_by_label("h8, black rook").click_accesskit();
    play.run();
    let moved = |from, to| BoardEvent::MovePiece { from, to };
    assert_eq!(
        play.state().log,
        [
            moved(Square::D1, Square::D4),
            moved(Square::B1, Square::C7),
            moved(Square::H1, Square::H8),
        ]
    );
}

#[test]
fn a_piece_is_carried_onto_the_board_from_outside() {
    let mut table = Table::new(START);
    table.editor = Some(Tool::Hand);
    let mut play = Harness::builder()
        .with_size([416.0, 480.0])
        .renderer(crate::interface::Cpu::default())
        .build_ui_state(
            |ui, table: &mut Table| {
                let (_, tray) =
                    ui.allocate_exact_size(vec2(40.0, 40.0), egui::Sense::click_and_drag());
                tray.widget_info(|| egui::WidgetInfo::labeled(Role::Button, true, "tray"));
                carry(&tray, Piece::WhiteQueen);
                table.ui(ui);
            },
            table,
        );
    drag(&mut play, "tray", "e4, empty");
    let event = BoardEvent::Place { piece: Piece::WhiteQueen, to: Square::E4 };
    assert_eq!(play.state().log, [event]);
    play.get_by_label("e4, white queen");
}

#[test]
fn a_piece_clicked_in_the_editor_is_marked_on_coloured_squares_too() {
    for tints in [None, Some([Color32::GRAY; Square::COUNT])] {
        let mut table = Table::new(START);
        table.editor = Some(Tool::Hand);
        table.tints = tints;
        let mut play = with(table);
        let corner = |play: &mut Play| {
            let rect = play.get_by_label("a1, white rook").rect();
            *play.render().unwrap().get_pixel(rect.right() as u32 - 5, rect.top() as u32 + 5)
        };
        let before = corner(&mut play);
        click(&mut play, "a1, white rook");
        assert_ne!(corner(&mut play), before);
        click(&mut play, "a1, white rook");
        assert_eq!(corner(&mut play), before);
    }
}

fn small(table: Table) -> Play {
    Harness::builder()
        .with_size([240.0, 240.0])
        .renderer(crate::interface::Cpu::default())
        .build_ui_state(|ui, table: &mut Table| table.ui(ui), table)
}

#[test]
fn picture_of_a_selection_a_check_and_an_arrow() {
    let mut table = Table::new("r3k2r/8/8/8/4q3/8/4R3/R3K2R b KQkq - 0 1");
    table.last_move = Some((Square::E1, Square::E2));
    let line = Shape { from: Square::E4, to: Some(Square::B1), brush: Brush::Engine };
    table.computer.push(ComputerShape {
        shape: line,
        label: "1".into(),
        strength: 1.0,
        stripe: None,
    });
    let mut play = small(table);
    click(&mut play, "e4, black queen");
    play.remove_cursor();
    play.run_steps(3);
    play.snapshot("board_selection");
}

#[test]
fn picture_of_the_promotion_chooser() {
    let mut play = small(Table::new(PROMOTE));
    drag(&mut play, "c7, white pawn", "c8, empty");
    play.remove_cursor();
    play.run_steps(3);
    play.snapshot("board_promotion");
}
