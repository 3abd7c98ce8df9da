//! The sheet of keyboard shortcuts, made from the command table.

use eframe::egui::{Grid, RichText, ScrollArea, Ui};

use crate::app::commands::command::{Group, UserCommand};

use crate::gui::look::theme;

/// Shows the sheet.
pub(crate) fn show(ui: &mut Ui) {
    ui.heading("Keys");
    ui.add_space(theme::GAP);
    ScrollArea::vertical().max_height(ui.ctx().content_rect().height() * 0.7).show(ui, |ui| {
        ui.columns(2, |columns| {
            for (at, group) in Group::ALL.into_iter().enumerate() {
                let ui = &mut columns[at % 2];
                group_ui(ui, group);
            }
        });
        let p = theme::palette(ui);
        ui.add_space(theme::GAP);
        for line in [
            "On the board: drag or click two squares to move, right-drag draws an arrow, right-click \
             a circle (Shift red, Alt blue), the wheel steps through the game",
            "A move made on the board with Ctrl (Command on a Mac) is not played: it is asked why not; so does a \
             right click on a move in any list or on the head of an engine's arrow",
            "Tab reaches the board, arrow keys walk its squares, Enter picks up and puts down",
        ] {
            ui.label(RichText::new(line).color(p.text_weak));
        }
    });
}

fn group_ui(ui: &mut Ui, group: Group) {
    ui.label(RichText::new(group.title()).strong());
    Grid::new(group.title()).num_columns(2).spacing([16.0, 3.0]).show(ui, |ui| {
        for command in UserCommand::ALL {
            let info = command.info();
            if info.group != group {
                continue;
            }
            let Some(keys) = command.keys_text() else { continue };
            ui.label(RichText::new(keys).monospace().color(theme::palette(ui).accent));
            ui.label(info.name);
            ui.end_row();
        }
    });
    ui.add_space(theme::GAP);
}
