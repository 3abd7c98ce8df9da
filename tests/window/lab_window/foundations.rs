//! Bitboards, sliders and Zobrist keys.

use std::time::{Duration, Instant};

use eframe::egui::accesskit::Role;
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
use tabia_lab::foundations::sliders::{FindMagic, Method, Slider, spread};
use tabia_text::{number, t};

use super::{Scene, Ui, act, model, window};

/// White can castle on neither wing; the knight is pinned.
const FEN: &str = "1k1rr3/8/8/8/8/8/4N3/R3K2R w KQ - 0 1";

fn open(pane: PaneId, workspace: Workspace, engine: bool) -> Ui<'static> {
    let mut h = window([1280.0, 800.0], engine);
    act(&mut h, Action::Command(UserCommand::of_workspace(workspace)));
    act(&mut h, Action::OpenPane(pane));
    h
}

/// Clicks as assistive technology does, whether visible or not.
fn click(h: &mut Ui<'_>, name: &str) {
    h.get_by_label(name).click_accesskit();
    h.run_steps(3);
}

fn bits(h: &Ui<'_>) -> BitsView {
    model(h).lab.choices.bits
}

#[test]
fn a_click_on_a_live_board_copies_it_and_flips_the_bit() {
    for workspace in [Workspace::Lab, Workspace::Play, Workspace::Study] {
        let mut h = open(PaneId::Bitboards, workspace, false);
        h.get_by_label("0x000000000000FF00");
        h.get_by_label("65280");
        h.get_by_label(&t!("bits-square-and-bit", square = "a2", bit = 8));
        assert_eq!(bits(&h).board, BitsView::default().board);
        click(&mut h, "e4 clear");
        let view = bits(&h);
        assert_eq!(view.board, BitsBoard::Free);
        assert_eq!(view.free, Bitboard(0xFF00) | Bitboard::from(Square::E4));
        let copy = t!("bits-click-flips-copy", name = t!("bits-board-white-pawn"));
        h.get_by_label(&copy);
        click(&mut h, "e4 set");
        assert_eq!(bits(&h).free, Bitboard(0xFF00));
        click(&mut h, t!("foundations-clear"));
        assert_eq!(bits(&h).free, Bitboard::EMPTY);
        click(&mut h, &t!("bits-show", name = t!("bits-board-attacks-black")));
        h.get_by_label("a6 set");
        click(&mut h, &t!("bits-show", name = t!("bits-board-checkers")));
        h.get_by_label("0x0000000000000000");
    }
}

#[test]
fn pawns_wrap_without_the_mask() {
    let mut h = open(PaneId::Bitboards, Workspace::Lab, false);
    click(&mut h, t!("bits-page-operations"));
    h.get_by_label("(a & ~FILE_H) << 9");
    h.get_by_label(&t!("bits-mask-removes", n = 1));
    click(&mut h, t!("bits-mask-first"));
    assert!(!bits(&h).masked);
    h.get_by_label("a << 9");
    h.get_by_label_contains(&t!("bits-wrapped-squares", squares = "a4"));
    click(&mut h, &t!("bits-shift-to", direction = t!("bits-direction-nw")));
    assert_eq!(bits(&h).direction, Direction::NorthWest);
    h.get_by_label_contains(&t!("bits-wrapped-squares", squares = "h2"));
    click(&mut h, t!("bits-combine"));
    click(&mut h, t!("bits-op-or"));
    h.get_by_label("a | b");
    click(&mut h, t!("bits-keep-result"));
    let board = *model(&h).game.board();
    let pawns = board.by(Color::White, PieceType::Pawn);
    assert_eq!(bits(&h).free, pawns | BoardName::Attacks(Color::Black).set(&board));
    click(&mut h, t!("bits-turn"));
    click(&mut h, t!("bits-turn-half"));
    h.get_by_label(&t!("bits-on-word", method = t!("bits-turn-half.method")));
}

#[test]
fn bits_and_subsets_are_stepped_through() {
    let mut h = open(PaneId::Bitboards, Workspace::Lab, false);
    click(&mut h, t!("bits-page-steps"));
    h.get_by_label(&t!("bits-scan-step", square = "a2", zeros = 8, left = 7));
    let step = |step: &str| t!("foundations-step-of", step = step, name = t!("bits-scan.step"));
    click(&mut h, &step(t!("button-next")));
    h.get_by_label(&t!("bits-scan-step", square = "b2", zeros = 9, left = 6));
    click(&mut h, &step(t!("foundations-first")));
    assert_eq!(bits(&h).scan, 0);
    let step = |step: &str| t!("foundations-step-of", step = step, name = t!("bits-subset-step"));
    let (next, back) = (step(t!("button-next")), step(t!("button-back")));
    click(&mut h, &next);
    click(&mut h, &next);
    assert_eq!(bits(&h).subset, Bitboard::from(Square::B2));
    h.get_by_label(&t!("bits-subset-number", number = "2", total = "256"));
    click(&mut h, &back);
    click(&mut h, &back);
    click(&mut h, &back);
    assert_eq!(bits(&h).subset, Bitboard(0xFF00), "before the first comes the last");
    click(&mut h, t!("bits-page-encoding"));
    h.get_by_label(&t!("bits-one-hot-name", ones = 32, all = 768));
    h.get_by_label("71776119061217280");
}

#[test]
fn every_pseudo_legal_move_that_is_not_legal_says_why() {
    let mut h = open(PaneId::Bitboards, Workspace::Lab, false);
    act(&mut h, Action::SetFen(FEN.to_owned()));
    click(&mut h, t!("bits-page-moves"));
    click(&mut h, &t!("bits-moves-of", kind = "knight", square = "e2"));
    let knight = t!("piece-knight");
    h.get_by_label(&t!("bits-piece-moves", piece = knight, square = "e2", n = 6, legal = 0));
    let rook = |square: &str| t!("bits-piece-on", kind = "rook", square = square);
    h.get_all_by_label(&t!("bits-illegal-pinned", by = rook("e8"))).next();
    click(&mut h, &t!("bits-moves-of", kind = "king", square = "e1"));
    let through = t!("bits-illegal-through-check", by = rook("d8"), n = 1, square = "d1");
    h.get_by_label(&through);
    click(&mut h, "O-O");
    h.get_by_label(&t!("bits-in-sixteen-bits", mv = "O-O"));
    h.get_by_label(t!("bits-kind-castles-king-side"));
    h.get_by_label(t!("bits-special-castling"));
    click(&mut h, &t!("bits-moves-of", kind = "rook", square = "a1"));
    h.get_by_label(t!("bits-click-move"));
}

#[test]
fn four_methods_agree_and_a_magic_number_is_found() {
    let mut h = open(PaneId::Sliders, Workspace::Lab, true);
    let attacked = |h: &Ui<'_>| {
        let view = model(h).lab.choices.slider;
        hex(attacks::rook(view.square, view.occupied))
    };
    let before = attacked(&h);
    h.get_all_by_label(&before).next().unwrap();
    h.get_by_label(t!("sliders-agree"));
    assert_eq!(h.get_all_by_label(t!("sliders-yes")).count(), 4);
    // With the mouse, too.
    h.get_by_label("d5 clear, attacked").click();
    h.run_steps(3);
    let after = attacked(&h);
    assert_ne!(before, after);
    h.get_all_by_label(&after).next().unwrap();
    click(&mut h, t!("sliders-move-piece"));
    h.get_by_label_contains("a1 clear").click_accesskit();
    h.run_steps(3);
    assert_eq!(model(&h).lab.choices.slider.square, Square::A1);
    for method in Method::ALL {
        // The table of answers names it, too.
        h.get_by_role_and_label(Role::RadioButton, method.title()).click_accesskit();
        h.run_steps(3);
        assert_eq!(model(&h).lab.choices.slider.method, method);
    }
    click(&mut h, t!("piece-queen"));
    click(&mut h, t!("sliders-as-bishop"));
    assert_eq!(model(&h).lab.choices.slider.shown_part(), SliderPart::Bishop);
    click(&mut h, t!("sliders-from-position"));
    assert_eq!(model(&h).lab.choices.slider.occupied, model(&h).game.board().occupied());
    click(&mut h, t!("piece-bishop"));
    let magic = t!("sliders-method-magic");
    h.get_by_role_and_label(Role::RadioButton, magic).click_accesskit();
    h.run_steps(3);
    click(&mut h, t!("sliders-find"));
    let begin = Instant::now();
    while model(&h).lab.job.is_some() {
        assert!(begin.elapsed() < Duration::from_mins(2), "no magic number within two minutes");
        std::thread::sleep(Duration::from_millis(5));
        h.step();
    }
    h.run_steps(3);
    let progress = *model(&h).lab.trial::<FindMagic>().unwrap().last().unwrap();
    h.get_by_label(&hex(Bitboard(progress.found.unwrap())));
    let factor = progress.found.unwrap();
    let spread = spread(progress.request.part, progress.request.square, factor);
    assert_eq!(spread.harmful, 0);
    let (used, harmless) = (spread.used, spread.harmless);
    h.get_by_label(&t!("sliders-found-spread", used = used, harmless = harmless, harmful = 0));
    // A rook in the corner takes longer; it can be stopped, which frees the seat.
    h.state_mut().apply(Action::Lab(LabAction::FindMagic(SliderPart::Rook, Square::H8)));
    assert!(model(&h).lab.job.is_some());
    h.state_mut().apply(Action::Lab(LabAction::Stop));
    assert!(model(&h).lab.job.is_none());
}

#[test]
fn shows_the_terms_of_a_key_and_the_changes_by_a_move() {
    let mut h = open(PaneId::Zobrist, Workspace::Lab, false);
    act(&mut h, Action::SetFen(Board::start().to_string()));
    h.get_by_label(&t!("zobrist-terms-agree", n = 36));
    let term = |piece: &str, square: &str| t!("zobrist-term-piece", piece = piece, square = square);
    h.get_by_label(&term(t!("bits-piece-white-pawn"), "e2"));
    click(&mut h, t!("zobrist-last-move"));
    h.get_by_label(t!("zobrist-no-move"));
    for (from, to) in [("e2", "e4"), ("e7", "e5"), ("g1", "f3"), ("b8", "c6")] {
        let (from, to) = (from.parse().unwrap(), to.parse().unwrap());
        act(&mut h, Action::PlayMove { from, to, promotion: None });
    }
    h.get_by_label(&t!("zobrist-xors", n = 3, terms = 36));
    h.get_by_label(&term(t!("bits-piece-black-knight"), "c6"));
    click(&mut h, t!("zobrist-orders"));
    h.get_by_label(t!("zobrist-orders-of-game"));
    h.get_by_label(t!("zobrist-same-key"));
    h.get_by_label(&t!("zobrist-repetitions", n = 1, before = 0));
    click(&mut h, t!("zobrist-table"));
    h.get_by_label(&t!("zobrist-false-match", times = number(699_051.0, 0)));
    h.get_by_label(t!("zobrist-positions.name"));
    for bits in [t!("zobrist-full-key", bits = "64"), t!("zobrist-half-key", bits = "32")] {
        h.get_by_label(&bits);
    }
}

fn scene(theme: ThemeChoice, size: [f32; 2], pane: PaneId, actions: &[LabAction], name: &str) {
    let mut scene = Scene::new(theme, pane);
    let shell = &mut scene.shell;
    shell.apply(Action::PlayMove { from: Square::F6, to: Square::E4, promotion: None });
    // Narrow windows represent a panel opened beside the board.
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
