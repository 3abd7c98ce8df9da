//! The evaluation X-ray.

use egui_kittest::kittest::Queryable as _;
use tabia_app::action::{Action, LabAction};
use tabia_app::lab::xray::{XrayAction, XrayView};
use tabia_app::window::settings::ThemeChoice;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Color, Piece, Square};
use tabia_engine::eval;
use tabia_engine::eval::layout::Part;
use tabia_lab::xray::RowKind;
use tabia_text::t;

use super::{Scene, Ui, act, choose, click, model, show, start, window};

fn xray(h: &mut Ui<'_>, action: XrayAction) {
    act(h, Action::Lab(LabAction::Xray(action)));
}

/// A window high enough for all of it without scrolling.
fn high() -> Ui<'static> {
    let mut h = window([2000.0, 1400.0], false);
    show(&mut h, PaneId::Xray);
    h
}

fn white(board: &tabia_chess::Board) -> i32 {
    let score = eval::evaluate(board);
    if board.stm() == Color::White { score } else { -score }
}

#[test]
fn the_table_adds_up_to_the_score_and_a_row_paints_its_squares() {
    let mut h = high();
    let score = white(model(&h).game.board());
    h.get_by_label(&t!("xray-sum-told", cp = tabia_text::signed(score, 0)));
    h.get_by_label_contains(&t!("xray-legend", what = t!("xray-all-terms")));
    h.get_by_label_contains(start(&t!("xray-colours", low = "|", high = "")));
    let row = t!("xray-term-told", term = t!("xray-term-mobility"), cp = "|");
    h.get_by_label_contains(start(&row)).click();
    h.run_steps(3);
    assert_eq!(model(&h).lab.xray.row, Some(RowKind::Term(Part::Mobility)));
    h.remove_cursor();
    h.run_steps(3);
    h.get_by_label_contains(&t!("xray-legend", what = t!("xray-term-mobility")));
    // The score's row leads back to all of them.
    h.get_by_label_contains(start(&t!("xray-sum-told", cp = "|"))).click();
    h.run_steps(3);
    assert_eq!(model(&h).lab.xray.row, None);
}

/// Longer words of another language must not make anything wider than the panel.
#[test]
fn the_inputs_have_their_columns_in_sight_in_german() {
    let german = tabia_app::window::settings::SettingChange::Language("de".to_owned());
    let mut h = window([1280.0, 800.0], false);
    act(&mut h, Action::Set(german));
    show(&mut h, PaneId::Xray);
    xray(&mut h, XrayAction::Show(XrayView::Network));
    h.run_steps(3);
    let shown = tabia_text::Language::by_id("de").unwrap().on_this_thread();
    let column = h.get_by_label(t!("xray-column-both")).rect();
    drop(shown);
    assert!(column.right() < 1272.0, "{column:?}");
}

#[test]
fn the_network_and_both_beside_each_other() {
    let mut h = high();
    choose(&mut h, t!("xray-network"));
    assert_eq!(model(&h).lab.xray.view, XrayView::Network);
    assert_eq!(h.query_all_by_label_contains(", in use").count(), 1);
    for side in ["white", "black"] {
        let expected = t!("xray-accumulator", side = side, on = "|", all = "", full = "");
        let whose = start(&expected).trim_end_matches(": ");
        assert!(h.query_all_by_label_contains(whose).count() >= 1);
    }
    h.get_by_label_contains(&t!("xray-inputs", n = 32));
    h.get_by_label_contains(start(&t!("xray-exact", exact = "|", error = "")));
    choose(&mut h, t!("xray-both"));
    h.get_by_label(t!("xray-pieces"));
    h.get_by_label_contains(&t!("xray-legend", what = t!("xray-legend-both")));
}

#[test]
fn a_position_is_edited_shown_and_put_on_the_board() {
    let mut h = high();
    let before = white(model(&h).game.board());
    xray(&mut h, XrayAction::Remove(Square::D8));
    h.get_by_label(t!("xray-edited"));
    h.get_by_label(t!("xray-changes"));
    let serial = model(&h).game.serial;
    let edited = *model(&h).lab.xray.edit(serial).unwrap().board().unwrap();
    let after = white(&edited);
    let (was, change) = (tabia_text::signed(before, 0), tabia_text::signed(after - before, 0));
    h.get_by_label(&t!("xray-was", before = was, change = change));
    // Without a king nothing is evaluated.
    xray(&mut h, XrayAction::Remove(Square::G8));
    h.get_by_label(t!("xray-not-evaluated"));
    h.get_by_label_contains(&t!("error-fen-no-king", side = "black"));
    assert!(h.query_by_label_contains(start(&t!("xray-sum-told", cp = "|"))).is_none());
    xray(&mut h, XrayAction::Place(Square::G8, Piece::BlackKing));
    click(&mut h, t!("xray-put"));
    assert_eq!(model(&h).game.board(), &edited);
    h.get_by_label(t!("xray-not-edited"));
}

#[test]
fn the_side_not_to_move_must_not_stand_in_check() {
    let mut h = high();
    xray(&mut h, XrayAction::MovePiece(Square::A8, Square::F1));
    h.get_by_label(t!("xray-not-evaluated"));
    click(&mut h, t!("white-to-move"));
    let serial = model(&h).game.serial;
    assert_eq!(model(&h).lab.xray.edit(serial).unwrap().problem(), None);
    h.get_by_label_contains(start(&t!("xray-sum-told", cp = "|")));
    click(&mut h, t!("button-reset"));
    h.get_by_label(t!("xray-not-edited"));
}

#[test]
fn the_example_paints_an_attack_on_the_king() {
    let mut h = high();
    click(&mut h, t!("present-explain"));
    h.get_by_label_contains("Show me:").click();
    h.run_steps(3);
    assert_eq!(model(&h).lab.xray.row, Some(RowKind::Term(Part::Attack)));
    h.get_by_label_contains(&t!("xray-legend", what = t!("xray-term-attack")));
}

/// The place of a square of the X-ray's board by its name: the last of that name, because the board of the game comes
/// first.
fn square(h: &Ui<'_>, name: &str) -> eframe::egui::Pos2 {
    let all: Vec<_> = h.query_all_by_label(name).map(|node| node.rect()).collect();
    assert_eq!(all.len(), 2, "{name}");
    all[1].center()
}

#[test]
fn pieces_are_moved_placed_and_removed() {
    let mut h = high();
    let serial = model(&h).game.serial;
    let on = |h: &Ui<'_>, at: Square| model(h).lab.xray.edit(serial).map(|edit| edit.piece_on(at));
    let (from, to) = (square(&h, "e3, white pawn"), square(&h, "e5, empty"));
    h.drag_at(from);
    h.run_steps(2);
    h.hover_at(to);
    h.run_steps(2);
    h.drop_at(to);
    h.run_steps(3);
    assert_eq!(on(&h, Square::E5), Some(Some(Piece::WhitePawn)));
    assert_eq!(on(&h, Square::E3), Some(None));
    assert_eq!(model(&h).game.board().piece_on(Square::E3), Some(Piece::WhitePawn));
    click(&mut h, "White queen");
    let empty = square(&h, "h5, empty");
    h.hover_at(empty);
    h.drag_at(empty);
    h.drop_at(empty);
    h.run_steps(3);
    assert_eq!(on(&h, Square::H5), Some(Some(Piece::WhiteQueen)));
    click(&mut h, t!("xray-tool-erase"));
    let pawn = square(&h, "a7, black pawn");
    h.hover_at(pawn);
    h.drag_at(pawn);
    h.drop_at(pawn);
    h.run_steps(3);
    assert_eq!(on(&h, Square::A7), Some(None));
}

fn picture(name: &str, theme: ThemeChoice, size: [f32; 2], actions: &[XrayAction]) {
    let mut scene = Scene::new(theme, PaneId::Xray);
    let actions: Vec<LabAction> = actions.iter().copied().map(LabAction::Xray).collect();
    scene.lab(&actions);
    scene.save(size, &format!("xray_{name}"));
}

#[test]
#[ignore = "writes pictures for people to look at"]
fn pictures() {
    let mobility = XrayAction::Select(Some(RowKind::Term(Part::Mobility)));
    let edit = [XrayAction::Remove(Square::D8), XrayAction::MovePiece(Square::F3, Square::E5)];
    let broken = [XrayAction::Remove(Square::G8)];
    for theme in [ThemeChoice::Dark, ThemeChoice::Light] {
        for size in [[1280.0, 800.0], [1900.0, 1100.0]] {
            picture("terms", theme, size, &[]);
            picture("mobility", theme, size, &[mobility]);
            picture("network", theme, size, &[XrayAction::Show(XrayView::Network)]);
            picture("both", theme, size, &[XrayAction::Show(XrayView::Both)]);
            picture("edited", theme, size, &edit);
            picture("broken", theme, size, &broken);
        }
    }
}
