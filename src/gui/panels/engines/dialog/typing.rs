//! A text that is being typed: what stands in the settings changes when the field is left, and what is refused
//! stays in the field with the reason below it.

use eframe::egui::{Key, Response, RichText, TextEdit, TextStyle, Ui};

use crate::gui::look::theme;

/// The one text that is being typed or was refused.
#[derive(Debug, Default)]
pub(super) struct Typing {
    /// Which field.
    at: String,
    text: String,
    error: Option<String>,
}

/// A field of the dialog.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<'a> {
    /// What it is called.
    pub(super) name: &'a str,
    /// The text that stands in the settings.
    pub(super) shown: &'a str,
    /// What stands in it while it is empty.
    pub(super) hint: &'a str,
    /// Points.
    pub(super) width: f32,
    /// Lines of text; with several, Enter begins another.
    pub(super) rows: usize,
    /// Whether every letter is as wide as the others.
    pub(super) monospace: bool,
}

impl Typing {
    /// Shows a field. Gives another text than the one in the settings once the field is left and `check` lets
    /// it pass.
    pub(super) fn field(
        &mut self,
        ui: &mut Ui,
        field: Field<'_>,
        check: impl FnOnce(&str) -> Result<(), String>,
    ) -> (Response, Option<String>) {
        let Field { name, shown, hint, width, rows, monospace } = field;
        let mut text = if self.at == name { self.text.clone() } else { shown.to_owned() };
        let style = if monospace { TextStyle::Monospace } else { TextStyle::Body };
        let edit = match rows {
            1 => TextEdit::singleline(&mut text),
            rows => TextEdit::multiline(&mut text).desired_rows(rows),
        };
        let edit = edit.id_salt(name).hint_text(hint).desired_width(width).font(style);
        let response = ui.add(edit).accessible_name(name);
        if response.changed() {
            *self = Typing { at: name.to_owned(), text, error: None };
        }
        if !response.lost_focus() || self.at != name || self.error.is_some() {
            return (response, None);
        }
        if ui.input(|input| input.key_pressed(Key::Escape)) {
            *self = Typing::default();
            return (response, None);
        }
        match check(&self.text) {
            Ok(()) => {
                let text = std::mem::take(self).text;
                (response, (text != shown).then_some(text))
            }
            Err(error) => {
                self.error = Some(error);
                (response, None)
            }
        }
    }

    /// Says below a field why its text was refused.
    pub(super) fn error_ui(&self, ui: &mut Ui, name: &str) {
        if let Some(error) = self.error.as_ref().filter(|_| self.at == name) {
            ui.label(RichText::new(error).small().color(theme::palette(ui).bad));
        }
    }
}
