//! Tables with a header line and rows of equal height.

use eframe::egui::{Align, Color32, Label, Layout, RichText, Sense, TextStyle, Ui};
use egui_extras::{Column, TableBuilder, TableRow};

use crate::gui::look::theme::{self, Palette};

/// Height of the header line, points.
const HEADS: f32 = 20.0;

/// Size of a figure, points. Those of the interface's font are all as wide.
pub(crate) const FIGURE: f32 = 13.5;

/// Width of a column, points. A column is never narrower than its title.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Width {
    /// This wide.
    Exact(f32),
    /// This wide, of figures: the title is right-aligned as they are ([`figure`]).
    Figures(f32),
    /// The room the others leave, at least this.
    Rest(f32),
    /// Set by the user; initial and minimum width.
    Resizable { first: f32, least: f32 },
}

impl Width {
    /// Minimum width, points.
    pub(crate) fn least(self) -> f32 {
        match self {
            Width::Exact(width) | Width::Figures(width) | Width::Rest(width) => width,
            Width::Resizable { least, .. } => least,
        }
    }

    fn column(self, head: f32) -> Column {
        match self {
            Width::Exact(width) | Width::Figures(width) => Column::exact(width.max(head)),
            Width::Rest(least) => Column::remainder().at_least(least.max(head)).clip(true),
            Width::Resizable { first, least } => {
                Column::initial(first).at_least(least.max(head)).resizable(true).clip(true)
            }
        }
    }
}

/// The parts of a table.
#[derive(Clone, Copy)]
pub(crate) struct Table<'a> {
    /// Distinguishes it from others in the same panel.
    pub(crate) salt: &'a str,
    /// Title and width of each column.
    pub(crate) columns: &'a [(&'a str, Width)],
    /// The tooltip of each title; may be shorter.
    pub(crate) hints: &'a [&'a str],
    /// Height of a row, points.
    pub(crate) height: f32,
    /// Whether rows can be clicked.
    pub(crate) clickable: bool,
    /// As high as all its rows, in a panel that scrolls; otherwise the table scrolls.
    pub(crate) whole: bool,
    /// Whether cells are right-aligned.
    pub(crate) numbers: bool,
    /// The row to scroll to.
    pub(crate) sought: Option<usize>,
}

impl Default for Table<'_> {
    fn default() -> Self {
        Table {
            salt: "table",
            columns: &[],
            hints: &[],
            height: theme::ROW,
            clickable: false,
            whole: false,
            numbers: false,
            sought: None,
        }
    }
}

impl Table<'_> {
    /// Shows this many rows; each call of `fill` fills one.
    pub(crate) fn show(&self, ui: &mut Ui, rows: usize, fill: impl FnMut(&mut TableRow<'_, '_>)) {
        self.show_under(ui, rows, |ui, at| self.head(ui, at), fill);
    }

    /// The same with the caller's titles, made from the number of the column.
    pub(crate) fn show_under(
        &self,
        ui: &mut Ui,
        rows: usize,
        mut head: impl FnMut(&mut Ui, usize),
        mut fill: impl FnMut(&mut TableRow<'_, '_>),
    ) {
        let align = if self.numbers { Layout::right_to_left } else { Layout::left_to_right };
        let font = TextStyle::Small.resolve(ui.style());
        let width = |text: &str| {
            let text = text.to_owned();
            ui.painter().layout_no_wrap(text, font.clone(), Color32::PLACEHOLDER).size().x.ceil()
        };
        let widths: Vec<Column> =
            self.columns.iter().map(|(head, size)| size.column(width(head))).collect();
        let mut table = TableBuilder::new(ui).id_salt(self.salt).cell_layout(align(Align::Center));
        if self.whole {
            let height = rows as f32 * (self.height + 4.0) + HEADS + 4.0;
            table = table.vscroll(false).min_scrolled_height(height);
        }
        if self.clickable {
            table = table.sense(Sense::click());
        }
        if let Some(row) = self.sought {
            table = table.scroll_to_row(row, Some(Align::Center));
        }
        for column in widths {
            table = table.column(column);
        }
        let table = table.header(HEADS, |mut header| {
            for at in 0..self.columns.len() {
                header.col(|ui| head(ui, at));
            }
        });
        table.body(|body| body.rows(self.height, rows, |mut row| fill(&mut row)));
    }

    fn head(&self, ui: &mut Ui, at: usize) {
        let (title, width) = self.columns[at];
        let title = RichText::new(title).small().color(theme::palette(ui).text_weak);
        let label = match width {
            Width::Figures(_) => ui.with_layout(at_right(), |ui| ui.label(title)).inner,
            _ => ui.label(title),
        };
        if let Some(hint) = self.hints.get(at) {
            label.on_hover_text(*hint);
        }
    }
}

fn at_right() -> Layout {
    Layout::right_to_left(Align::Center)
}

/// A cell of a number: right-aligned, so that the digits are under each other.
pub(crate) fn figure(
    row: &mut TableRow<'_, '_>,
    text: impl Into<String>,
    color: impl FnOnce(&Palette) -> Color32,
) {
    row.col(|ui| {
        let text = RichText::new(text).size(FIGURE).color(color(theme::palette(ui)));
        ui.with_layout(at_right(), |ui| ui.label(text));
    });
}

/// A cell of a number or a move.
pub(crate) fn mono(
    row: &mut TableRow<'_, '_>,
    text: impl Into<String>,
    color: impl FnOnce(&Palette) -> Color32,
) {
    row.col(|ui| {
        let color = color(theme::palette(ui));
        ui.label(RichText::new(text).monospace().color(color));
    });
}

/// A cell of words, in small print; if they do not fit, the tooltip has all of them.
pub(crate) fn small(
    row: &mut TableRow<'_, '_>,
    text: impl Into<String>,
    color: impl FnOnce(&Palette) -> Color32,
) {
    row.col(|ui| {
        let color = color(theme::palette(ui));
        ui.add(Label::new(RichText::new(text).small().color(color)).truncate());
    });
}

/// A left-aligned cell among numbers.
pub(crate) fn name(row: &mut TableRow<'_, '_>, add: impl FnOnce(&mut Ui)) {
    row.col(|ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), add);
    });
}
