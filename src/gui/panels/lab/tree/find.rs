//! Finding a position in the tree: the one on the board, or a FEN; and going from place to place where it stands.

use std::sync::Arc;

use eframe::egui::{RichText, TextEdit, Ui};

use tabia_app::lab::state::TreeView;
use tabia_chess::Board;
use tabia_lab::tree_index::with_key;

use super::TreeLook;
use crate::gui::look::format;
use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::widgets::icon_button;

/// Characters of a FEN read at most.
const LONGEST: usize = 200;
/// Width of the field, points.
const FIELD: f32 = 180.0;

/// What is looked for and where it stands.
#[derive(Clone, Default)]
pub(super) struct Found {
    /// What was typed.
    text: String,
    /// What is wrong with that.
    error: Option<String>,
    /// The position's key and its places in the tree; `None`: nothing was looked for yet.
    places: Option<(u64, Arc<Vec<u32>>)>,
    /// Which of the places is selected.
    at: usize,
}

impl Found {
    /// How many places a position has. Looked up once for each.
    pub(super) fn count(&self, key: u64) -> Option<usize> {
        self.places.as_ref().filter(|(of, _)| *of == key).map(|(_, places)| places.len())
    }
}

impl TreeLook {
    /// Looks for a position and goes to the first place where it stands behind the selected entry, else to the first.
    pub(super) fn find(&mut self, view: &TreeView, key: u64) {
        let recorded = &view.recorded;
        let known = self.found.places.take().filter(|(of, _)| *of == key);
        let (_, places) =
            known.unwrap_or_else(|| (key, Arc::new(with_key(&recorded.tree, &recorded.keys, key))));
        let behind = places.iter().position(|&at| Some(at) > self.selected);
        self.found.at = behind.unwrap_or(0);
        let first = places.get(self.found.at).copied();
        self.found.places = Some((key, places));
        if let Some(at) = first {
            self.go_to(view, at);
        }
    }

    /// On to the next place of the position looked for, or back to the one before.
    fn step(&mut self, view: &TreeView, back: bool) {
        let Some((_, places)) = &self.found.places else { return };
        let count = places.len();
        if count == 0 {
            return;
        }
        let by = if back { count - 1 } else { 1 };
        self.found.at = (self.found.at + by) % count;
        let at = places[self.found.at];
        self.go_to(view, at);
    }
}

/// The field, the position on the board, and the places.
pub(super) fn show(ui: &mut Ui, cx: &Cx<'_>, view: &TreeView, look: &mut TreeLook) {
    ui.horizontal_wrapped(|ui| {
        let field = TextEdit::singleline(&mut look.found.text)
            .hint_text("Find a position (FEN)")
            .char_limit(LONGEST)
            .desired_width(FIELD);
        let field = ui.add(field);
        field.widget_info(|| {
            let mut info = eframe::egui::WidgetInfo::new(eframe::egui::Role::TextInput);
            info.label = Some("Position to find".to_owned());
            info
        });
        let enter = ui.input(|input| input.key_pressed(eframe::egui::Key::Enter));
        if field.lost_focus() && enter {
            match Board::from_fen(look.found.text.trim()) {
                Ok(board) => {
                    look.found.error = None;
                    look.find(view, board.key());
                }
                Err(error) => look.found.error = Some(error.to_string()),
            }
        }
        let of_board = ui.button("Find the board's");
        if of_board.on_hover_text("Go to where the position on the board stands").clicked() {
            look.found.error = None;
            look.find(view, cx.model.game.board().key());
        }
        result(ui, view, look);
    });
    if let Some(error) = &look.found.error {
        let text = format!("No position: {}", format::elided(error, format::NAME));
        ui.label(RichText::new(text).small().color(theme::palette(ui).bad));
    }
}

/// How often it stands there, and the way from place to place.
fn result(ui: &mut Ui, view: &TreeView, look: &mut TreeLook) {
    let Some((_, places)) = &look.found.places else { return };
    let count = places.len();
    let weak = theme::palette(ui).text_weak;
    if count == 0 {
        ui.label(RichText::new("Not in this tree").small().color(weak));
        return;
    }
    let text = format!("{} of {count}", look.found.at + 1);
    ui.label(RichText::new(text).small().color(weak)).on_hover_text("Places where it stands");
    if count > 1 {
        if icon_button::small(ui, Icon::ArrowUp, "Place before").clicked() {
            look.step(view, true);
        }
        if icon_button::small(ui, Icon::ArrowDown, "Next place").clicked() {
            look.step(view, false);
        }
    }
}
