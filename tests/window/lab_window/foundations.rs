//! Bitboards, sliders and Zobrist keys.

use std::time::{Duration, Instant};

use egui_kittest::kittest::Queryable as _;
use tabia_app::action::{Action, LabAction, UserCommand};
use tabia_app::lab::foundations::{
    BitsBoard, BitsKind, BitsPage, BitsView, SliderView, ZobristPage, ZobristView,
};
use tabia_app::window::settings::ThemeChoice;
use tabia_app::window::workspace::{PaneId, Workspace};
use tabia_chess::attacks::slider_table::SliderPart;
use tabia_chess::{Bitboard, Board, Color, PieceType, Square, attacks};
use tabia_lab::foundations::bitboards::{BoardName, Direction, hex};
use tabia_lab::foundations::sliders::{FindMagic, Method, Slider};

use super::{Scene, Ui, act, model, window};

/// White can castle on neither wing; the knight is pinned.
const FEN: &str = "1k1rr3/8/8/8/8/8/4N3/R3K2R w KQ - 0 1";

fn open(pane: PaneId, workspace: Workspace, engine: bool) -> Ui<'static> {
    let mut h = window([1280.0, 800.0], engine);
    act(&mut h, Action::Command(UserCommand::of_workspace(workspace)));
    act(&mut h, Action::OpenPane(pane));
    h
}

/// Clicks as assistive technology does, in sight or not.
fn click(h: &mut Ui<'_>, name: &str) {
    h.get_by_label(name).click_accesskit();
    h.run_steps(3);
}

fn bits(h: &Ui<'_>) -> BitsView {
    model(h).lab.bits
}

#[test]
fn a_click_on_a_live_board_copies_it_and_flips_the_bit() {
    for workspace in [Workspace::Lab, Workspace::Play, Workspace::Study] {
        let mut h = open(PaneId::Bitboards, workspace, false);
        h.get_by_label("0x000000000000FF00");
        h.get_by_label("65280");
        h.get_by_label("a2, bit 8");
        assert_eq!(bits(&h).board, BitsView::default().board);
        click(&mut h, "e4 clear");
        let view = bits(&h);
        assert_eq!(view.board, BitsBoard::Free);
        assert_eq!(view.free, Bitboard(0xFF00) | Bitboard::from(Square::E4));
        h.get_by_label_contains("begun as a copy of White pawns");
        click(&mut h, "e4 set");
        assert_eq!(bits(&h).free, Bitboard(0xFF00));
        click(&mut h, "Clear");
        assert_eq!(bits(&h).free, Bitboard::EMPTY);
        click(&mut h, "Show Black attacks");
        h.get_by_label("a6 set");
        click(&mut h, "Show Checkers");
        h.get_by_label("0x0000000000000000");
    }
}

#[test]
fn pawns_wrap_without_the_mask() {
    let mut h = open(PaneId::Bitboards, Workspace::Lab, false);
    click(&mut h, "Compute");
    h.get_by_label("(a & ~FILE_H) << 9");
    h.get_by_label_contains("The mask takes 1 off");
    click(&mut h, "Mask the edge file first");
    assert!(!bits(&h).masked);
    h.get_by_label("a << 9");
    h.get_by_label_contains("Wrapped around the edge: a4");
    click(&mut h, "Shift NW");
    assert_eq!(bits(&h).direction, Direction::NorthWest);
    h.get_by_label_contains("Wrapped around the edge: h2");
    click(&mut h, "Combine");
    click(&mut h, "or");
    h.get_by_label("a | b");
    click(&mut h, "Keep the result as the free board");
    let board = *model(&h).game.board();
    let pawns = board.by(Color::White, PieceType::Pawn);
    assert_eq!(bits(&h).free, pawns | BoardName::Attacks(Color::Black).set(&board));
    click(&mut h, "Turn");
    click(&mut h, "Turn by 180°");
    h.get_by_label("On a whole word: reverse all bits");
}

#[test]
fn bits_and_subsets_are_stepped_through() {
    let mut h = open(PaneId::Bitboards, Workspace::Lab, false);
    click(&mut h, "Steps");
    h.get_by_label_contains("Lowest set bit: a2 is bit 8");
    click(&mut h, "Next: bit scan");
    h.get_by_label_contains("Lowest set bit: b2 is bit 9");
    click(&mut h, "First: bit scan");
    assert_eq!(bits(&h).scan, 0);
    click(&mut h, "Next: subset");
    click(&mut h, "Next: subset");
    assert_eq!(bits(&h).subset, Bitboard::from(Square::B2));
    h.get_by_label_contains("number 2 of 256");
    click(&mut h, "Back: subset");
    click(&mut h, "Back: subset");
    click(&mut h, "Back: subset");
    assert_eq!(bits(&h).subset, Bitboard(0xFF00), "before the first comes the last");
    click(&mut h, "Encoding");
    h.get_by_label("One-hot encoding: 32 of 768 bits set");
    h.get_by_label("71776119061217280");
}

#[test]
fn every_pseudo_legal_move_that_is_not_legal_says_why() {
    let mut h = open(PaneId::Bitboards, Workspace::Lab, false);
    act(&mut h, Action::SetFen(FEN.to_owned()));
    click(&mut h, "Moves");
    click(&mut h, "Moves of the knight on e2");
    h.get_by_label("Knight on e2: 6 pseudo-legal, 0 legal");
    h.get_all_by_label("Pinned: leaving the line uncovers the king to the rook on e8").next();
    click(&mut h, "Moves of the king on e1");
    h.get_by_label("No castling through check: the rook on d8 attacks d1");
    click(&mut h, "O-O");
    h.get_by_label("e1g1 in sixteen bits");
    h.get_by_label("castles king side");
    h.get_by_label("castling");
    click(&mut h, "Moves of the rook on a1");
    h.get_by_label("Click a move to see its bits");
}

#[test]
fn four_methods_agree_and_a_magic_number_is_found() {
    let mut h = open(PaneId::Sliders, Workspace::Lab, true);
    let attacked = |h: &Ui<'_>| {
        let view = model(h).lab.slider;
        hex(attacks::rook(view.square, view.occupied))
    };
    let before = attacked(&h);
    h.get_all_by_label(&before).next().unwrap();
    h.get_by_label("All four methods find the same");
    assert_eq!(h.get_all_by_label("yes").count(), 4);
    // With the pointer, too.
    h.get_by_label("d5 clear, attacked").click();
    h.run_steps(3);
    let after = attacked(&h);
    assert_ne!(before, after);
    h.get_all_by_label(&after).next().unwrap();
    click(&mut h, "Piece");
    h.get_by_label_contains("a1 clear").click_accesskit();
    h.run_steps(3);
    assert_eq!(model(&h).lab.slider.square, Square::A1);
    for method in Method::ALL {
        // The table of answers names it, too; the choice comes before it.
        h.get_all_by_label(method.title()).next().unwrap().click_accesskit();
        h.run_steps(3);
        assert_eq!(model(&h).lab.slider.method, method);
    }
    click(&mut h, "queen");
    click(&mut h, "as bishop");
    assert_eq!(model(&h).lab.slider.shown_part(), SliderPart::Bishop);
    click(&mut h, "From the position");
    assert_eq!(model(&h).lab.slider.occupied, model(&h).game.board().occupied());
    click(&mut h, "bishop");
    h.get_all_by_label("Magic").next().unwrap().click_accesskit();
    h.run_steps(3);
    click(&mut h, "Find a magic number");
    let begin = Instant::now();
    while model(&h).lab.job.is_some() {
        assert!(begin.elapsed() < Duration::from_mins(2), "no magic number within two minutes");
        std::thread::sleep(Duration::from_millis(5));
        h.step();
    }
    h.run_steps(3);
    let progress = *model(&h).lab.trial::<FindMagic>().unwrap().last().unwrap();
    h.get_by_label(&hex(Bitboard(progress.found.unwrap())));
    h.get_by_label_contains("0 harmful");
    // A rook in the corner takes longer; it can be stopped and leaves the seat free.
    h.state_mut().apply(Action::Lab(LabAction::FindMagic(SliderPart::Rook, Square::H8)));
    assert!(model(&h).lab.job.is_some());
    h.state_mut().apply(Action::Lab(LabAction::Stop));
    assert!(model(&h).lab.job.is_none());
}

#[test]
fn the_terms_of_a_key_and_what_a_move_changes() {
    let mut h = open(PaneId::Zobrist, Workspace::Lab, false);
    act(&mut h, Action::SetFen(Board::start().to_string()));
    h.get_by_label("36 terms; their XOR is the key");
    h.get_by_label("White pawn e2");
    click(&mut h, "Last move");
    h.get_by_label_contains("No move has led here");
    for (from, to) in [("e2", "e4"), ("e7", "e5"), ("g1", "f3"), ("b8", "c6")] {
        let (from, to) = (from.parse().unwrap(), to.parse().unwrap());
        act(&mut h, Action::PlayMove { from, to, promotion: None });
    }
    h.get_by_label("3 XORs instead of 36 terms anew: the same key");
    h.get_by_label("Black knight c6");
    click(&mut h, "Two orders");
    h.get_by_label("Moves of this game and the same in another order");
    h.get_by_label("Both end at the same key");
    h.get_by_label("Repetition count 1. It stands on the board for the first time");
    click(&mut h, "Table");
    h.get_by_label_contains("once in 699051 times");
    h.get_by_label("Positions, as a power of ten");
}

fn scene(theme: ThemeChoice, size: [f32; 2], pane: PaneId, actions: &[LabAction], name: &str) {
    let mut scene = Scene::new(theme, pane);
    let shell = &mut scene.shell;
    shell.apply(Action::PlayMove { from: Square::F6, to: Square::E4, promotion: None });
    // Narrow windows stand for a panel pulled out beside the board.
    let workspace = if size[0] < 1200.0 { Workspace::Play } else { Workspace::Lab };
    shell.apply(Action::Command(UserCommand::of_workspace(workspace)));
    shell.apply(Action::OpenPane(pane));
    scene.lab(actions);
    scene.save(size, &format!("foundations_{name}"));
}

#[test]
#[ignore = "writes pictures for people to look at"]
fn pictures() {
    let bits = |page| LabAction::Bits(BitsView { page, ..BitsView::default() });
    let combine =
        BitsView { page: BitsPage::Operations, kind: BitsKind::Combine, ..BitsView::default() };
    let unmasked = BitsView { page: BitsPage::Operations, masked: false, ..BitsView::default() };
    let moves = BitsView { page: BitsPage::Moves, from: Some(Square::D4), ..BitsView::default() };
    let slider =
        |method, slider| LabAction::Slider(SliderView { method, slider, ..SliderView::default() });
    let zobrist = |page| LabAction::Zobrist(ZobristView { page, ..ZobristView::default() });
    let find = LabAction::FindMagic(SliderPart::Rook, Square::D4);
    let cases: [(PaneId, &str, Vec<LabAction>); 13] = [
        (PaneId::Bitboards, "boards", vec![bits(BitsPage::Boards)]),
        (PaneId::Bitboards, "shift", vec![LabAction::Bits(unmasked)]),
        (PaneId::Bitboards, "combine", vec![LabAction::Bits(combine)]),
        (PaneId::Bitboards, "steps", vec![bits(BitsPage::Steps)]),
        (PaneId::Bitboards, "encoding", vec![bits(BitsPage::Encoding)]),
        (PaneId::Bitboards, "moves", vec![LabAction::Bits(moves)]),
        (PaneId::Sliders, "magic", vec![slider(Method::Magic, Slider::Rook), find]),
        (PaneId::Sliders, "classical", vec![slider(Method::Classical, Slider::Queen)]),
        (PaneId::Sliders, "pext", vec![slider(Method::Pext, Slider::Bishop)]),
        (PaneId::Zobrist, "terms", vec![zobrist(ZobristPage::Terms)]),
        (PaneId::Zobrist, "last", vec![zobrist(ZobristPage::LastMove)]),
        (PaneId::Zobrist, "orders", vec![zobrist(ZobristPage::Orders)]),
        (PaneId::Zobrist, "table", vec![zobrist(ZobristPage::Table)]),
    ];
    for (theme, size) in [
        (ThemeChoice::Dark, [1280.0, 800.0]),
        (ThemeChoice::Light, [1000.0, 760.0]),
        (ThemeChoice::Light, [1920.0, 1080.0]),
    ] {
        for (pane, name, actions) in &cases {
            scene(theme, size, *pane, actions, name);
        }
    }
}
