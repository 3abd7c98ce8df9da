//! Tables with a line of titles and rows of one height.

use eframe::egui::{Align, Layout, RichText, Sense, Ui};
use egui_extras::{Column, TableBuilder, TableRow};

use crate::gui::look::theme;

/// Height of the line of titles, points.
const TITLES: f32 = 20.0;

/// What a table is made of.
pub(crate) struct Table<'a> {
    /// Title and width of each column.
    pub columns: &'a [(&'a str, Column)],
    /// Height of a row, points.
    pub height: f32,
    /// Whether rows can be clicked.
    pub clickable: bool,
}

impl Table<'_> {
    /// Shows so many rows, of which `fill` shows one each time it is called.
    pub(crate) fn show(
        &self,
        ui: &mut Ui,
        rows: usize,
        mut fill: impl FnMut(&mut TableRow<'_, '_>),
    ) {
        let mut table = TableBuilder::new(ui).cell_layout(Layout::left_to_right(Align::Center));
        if self.clickable {
            table = table.sense(Sense::click());
        }
        for (_, width) in self.columns {
            table = table.column(*width);
        }
        let table = table.header(TITLES, |mut header| {
            for (title, _) in self.columns {
                header.col(|ui| {
                    let color = theme::palette(ui).text_weak;
                    ui.label(RichText::new(*title).small().color(color));
                });
            }
        });
        table.body(|body| body.rows(self.height, rows, |mut row| fill(&mut row)));
    }
}
