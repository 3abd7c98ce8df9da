//! The dialog that exports the game on the board: as what, and how it is to look.

use eframe::egui::{DragValue, Grid, RichText, Sides, Ui};

use tabia_app::action::{Action, GamesAction};
use tabia_games::export::frames::{self, DELAY_MS, SIZE_PX};
use tabia_games::export::job::{Choices, EVERY, Kind};

use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::parts;
use crate::gui::widgets::segmented;

/// Height of the tallest page, so that the dialog keeps its size, points.
const ROWS: f32 = 190.0;

/// Shows the dialog.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, draft: (Kind, Choices), out: &mut Vec<Action>) {
    ui.set_width(440.0);
    ui.heading("Export");
    ui.add_space(theme::GAP);
    let (mut kind, mut choices) = draft;
    let kinds = [
        (Kind::Png, "Board, PNG"),
        (Kind::Svg, "Board, SVG"),
        (Kind::Gif, "Game, GIF"),
        (Kind::Html, "Game, page"),
    ];
    if let Some(chosen) = segmented::show(ui, "Export as", kind, &kinds) {
        kind = chosen;
    }
    ui.add_space(theme::PAD);
    parts::dialog_body(ui, |ui| {
        ui.set_min_height(ROWS);
        let grid = Grid::new("export").num_columns(2).min_col_width(150.0).spacing([18.0, 8.0]);
        grid.show(ui, |ui| rows(ui, kind, &mut choices));
    });
    let p = theme::palette(ui);
    ui.label(RichText::new(forecast(cx, kind, choices)).small().color(p.text_weak));
    ui.add_space(theme::PAD);
    Sides::new().show(
        ui,
        |_| {},
        |ui| {
            if parts::way_out(ui, "Cancel") {
                out.push(Action::CloseDialog);
            }
            if parts::main_button(ui, "Export…", true) {
                out.push(Action::Games(GamesAction::Export(kind, choices)));
            }
        },
    );
    if (kind, choices) != draft {
        out.insert(0, Action::Games(GamesAction::DraftExport(kind, choices)));
    }
}

fn rows(ui: &mut Ui, kind: Kind, choices: &mut Choices) {
    let painted = matches!(kind, Kind::Png | Kind::Gif);
    if painted {
        number(ui, "Side of the board", &mut choices.size_px, SIZE_PX, (" px", 2.0));
    }
    if kind == Kind::Gif {
        number(ui, "A move is shown for", &mut choices.delay_ms, DELAY_MS, (" ms", 10.0));
    }
    if kind == Kind::Html {
        name(ui, "A diagram");
        ui.checkbox(&mut choices.annotated, "After glyphs, comments and arrows");
        ui.end_row();
        name(ui, "");
        ui.checkbox(&mut choices.ends, "Where each line ends");
        ui.end_row();
        number(ui, "After every so many moves", &mut choices.every, EVERY, ("", 0.1));
        name(ui, "In the diagrams");
    } else {
        name(ui, "Show");
        ui.checkbox(&mut choices.last_move, "The last move");
        ui.end_row();
        name(ui, "");
        ui.checkbox(&mut choices.arrows, "Arrows and circles");
        ui.end_row();
        name(ui, "");
    }
    ui.checkbox(&mut choices.coordinates, "Coordinates");
    ui.end_row();
    if painted {
        name(ui, "");
        ui.checkbox(&mut choices.names, "Names and clocks");
        ui.end_row();
    }
}

fn name(ui: &mut Ui, text: &str) {
    parts::row_name(ui, text);
}

fn number(
    ui: &mut Ui,
    text: &str,
    value: &mut u32,
    range: std::ops::RangeInclusive<u32>,
    (suffix, speed): (&str, f64),
) {
    let p = theme::palette(ui);
    let label = ui.label(RichText::new(text).color(p.text_weak));
    let field = DragValue::new(value).range(range).suffix(suffix).speed(speed);
    ui.add(field).labelled_by(label.id);
    ui.end_row();
}

/// What will be written.
fn forecast(cx: &Cx<'_>, kind: Kind, choices: Choices) -> String {
    let game = &cx.model.game;
    match kind {
        Kind::Png => "The shown position as a picture".to_owned(),
        Kind::Svg => "The shown position as a drawing that can be made any size".to_owned(),
        Kind::Gif => {
            let frames = frames::of_line(&game.tree, game.current, choices.delay_ms);
            let ms: u64 = frames.iter().map(|frame| u64::from(frame.shown_ms)).sum();
            let seconds = ms.div_ceil(1000);
            let (minutes, rest) = (seconds / 60, seconds % 60);
            format!("The shown line: {} positions in {minutes}:{rest:02}", frames.len())
        }
        Kind::Html => "The game with all variations, one file that needs nothing else".to_owned(),
    }
}
