//! What the board shows and how, with a small board that has it all at once.

use eframe::egui::{ComboBox, Grid, Role, Sense, Ui, Vec2, WidgetInfo};

use super::{Changes, check, choice, choice_of, number};
use crate::gui::look::pieces::PieceStyle;
use crate::gui::look::theme;
use crate::gui::look::theme::board::BoardTheme;
use crate::gui::present::context::Cx;
use crate::gui::widgets::board::BoardView;
use tabia_app::window::look::{Coordinates, Speed};
use tabia_app::window::settings::{PromotionPreference, SettingChange, Settings};
use tabia_chess::board::Board;
use tabia_chess::square::Square;

/// Side of the example, points.
const EXAMPLE: f32 = 232.0;
/// All kinds of pieces of both sides, on squares of both kinds, and a move just made.
const POSITION: &str = "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6";

/// The move just made there, and one that can be made.
const BEFORE: (Square, Square) = (Square::F8, Square::C5);
const PLAYED: (Square, Square) = (Square::C1, Square::G5);

/// Shows the page.
pub(super) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Changes) {
    ui.horizontal_top(|ui| {
        let grid = Grid::new("board settings").num_columns(2).spacing([14.0, 6.0]);
        grid.show(ui, |ui| rows(ui, cx, out));
        ui.add_space(theme::PAD);
        let room = ui.available_width();
        if room > EXAMPLE * 0.6 {
            example(ui, cx, room.min(EXAMPLE));
        }
    });
}

fn rows(ui: &mut Ui, cx: &Cx<'_>, out: &mut Changes) {
    let settings = &cx.model.settings;
    let sets = PieceStyle::ALL.map(|style| (style, style.name()));
    let style = PieceStyle::by_name(&settings.piece_set);
    choice_of(ui, Settings::PieceSet.label, style, &sets, |style| {
        out.push(SettingChange::PieceSet(style.name().to_owned()));
    });
    colours(ui, cx, out);
    let places = Coordinates::ALL.map(|place| (place, place.label()));
    choice(ui, settings, &Settings::Coordinates, &places, out);
    let speeds = Speed::ALL.map(|speed| (speed, speed.label()));
    let speed = Speed::nearest(settings.animation_ms);
    choice_of(ui, Settings::AnimationMs.label, speed, &speeds, |speed| {
        out.push(SettingChange::AnimationMs(speed.ms()));
    });
    check(ui, settings, &Settings::ShowDestinations, out);
    check(ui, settings, &Settings::EvalBar, out);
    number(ui, settings, &Settings::EngineArrows, ("", ""), out);
    let options = [(PromotionPreference::Ask, "Ask"), (PromotionPreference::Queen, "Queen")];
    choice(ui, settings, &Settings::Promotion, &options, out);
}

fn colours(ui: &mut Ui, cx: &Cx<'_>, out: &mut Changes) {
    let label = ui.label(Settings::BoardTheme.label);
    let current = cx.board_theme();
    let combo = ComboBox::from_id_salt("board colours").selected_text(current.name);
    let shown = combo.show_ui(ui, |ui| {
        for theme in BoardTheme::ALL {
            if ui.selectable_label(theme.name == current.name, theme.name).clicked() {
                out.push(SettingChange::BoardTheme(theme.name.to_owned()));
            }
        }
    });
    drop(shown.response.labelled_by(label.id));
    ui.end_row();
}

/// A board as it will look. A move is made and taken back whenever another speed is chosen, and by a click.
fn example(ui: &mut Ui, cx: &Cx<'_>, side: f32) {
    let (area, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "The board as it will look"));
    let Ok(board) = Board::from_fen(POSITION) else { return };
    let id = ui.scope_id().with("example");
    let speed = cx.model.settings.animation();
    let mut shown = ui.data(|data| data.get_temp(id)).unwrap_or(Example { speed, played: false });
    if response.clicked() || shown.speed != speed {
        shown = Example { speed, played: !shown.played };
    }
    ui.data_mut(|data| data.insert_temp(id, shown));
    let (from, to) = PLAYED;
    let played = board.find_move(from, to, None).filter(|_| shown.played);
    let board = played.map_or(board, |mv| board.after(mv));
    let mut view = BoardView::new(&board);
    view.id_salt = "example";
    view.theme = cx.board_theme();
    view.orientation = cx.orientation();
    view.last_move = Some(if shown.played { PLAYED } else { BEFORE });
    view.options.coordinates = cx.coordinates();
    view.options.animation_ms = speed;
    view.paint_moving(ui, area);
    response.on_hover_text("Click to see a piece slide");
}

/// What the example shows.
#[derive(Clone, Copy)]
struct Example {
    /// The speed it was last shown at, ms.
    speed: u32,
    /// The move is made.
    played: bool,
}
