//! The comment editor below the move list: the text behind or in front of the shown move, and its glyphs.
//! It stays open while one walks through the game.

use eframe::egui::{
    Button, Id, Key, KeyboardShortcut, Label, Modifiers, RichText, ScrollArea, TextEdit, Ui,
    UiBuilder, WidgetInfo, vec2,
};

use tabia_app::action::{Action, TreeEdit};
use tabia_app::commands::command::UserCommand;
use tabia_app::window::view::Annotating;
use tabia_games::game::tree::{GameTree, NodeId};

use crate::gui::look::format;
use crate::gui::look::icons::Icon;
use crate::gui::present::context::Cx;
use crate::gui::widgets::icon_button;
use crate::gui::widgets::segmented;

/// Height of the editor, points: heading and three lines.
const HEIGHT: f32 = 112.0;
/// The same with one line, where the panel is low.
const LOW: f32 = 72.0;
/// Narrowest button of a glyph, points.
const GLYPH: f32 = 28.0;
/// Width of the glyphs and the button behind them, points.
const GLYPHS_WIDTH: f32 = 260.0;
/// Glyphs offered as buttons: those that judge the move.
const GLYPHS: [UserCommand; 7] = [
    UserCommand::GlyphGood,
    UserCommand::GlyphMistake,
    UserCommand::GlyphBrilliant,
    UserCommand::GlyphBlunder,
    UserCommand::GlyphInteresting,
    UserCommand::GlyphDubious,
    UserCommand::GlyphOnlyMove,
];

/// Longest text that can be changed here, bytes: a longer one is only read, page by page.
const LONGEST: usize = 80_000;
/// Characters that can be typed.
const TYPED: usize = 20_000;
/// Bytes of a page.
const PAGE: usize = 3_000;

/// The half-typed comment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Field {
    of: Option<(u64, Annotating)>,
    text: String,
    /// The page of a text that is too long.
    page: usize,
}

/// The height the editor takes of so much.
pub(crate) fn height(available: f32) -> f32 {
    if available < 2.4 * HEIGHT { LOW } else { HEIGHT }
}

/// Shows the editor.
pub(crate) fn show(
    ui: &mut Ui,
    cx: &Cx<'_>,
    at: Annotating,
    field: &mut Field,
    out: &mut Vec<Action>,
) {
    let game = &cx.model.game;
    let id = Id::unique("comment");
    let opened = field.of != Some((game.serial, at));
    if written(&game.tree, at).len() > LONGEST {
        if opened {
            keep(cx, field, out);
            *field = Field { of: Some((game.serial, at)), ..Field::default() };
        }
        return pages(ui, cx, at, field, out);
    }
    if opened {
        keep(cx, field, out);
        field.of = Some((game.serial, at));
        written(&game.tree, at).clone_into(&mut field.text);
    }
    if opened && !ui.memory(|memory| memory.has_focus(id)) {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    heading(ui, cx, at, out);
    let done = ui.input_mut(|input| {
        let focused = !input.modifiers.shift;
        focused && input.key_pressed(Key::Enter)
    });
    let rows = if ui.available_height() < LOW { 1 } else { 3 };
    let area = UiBuilder::new().max_rect(ui.available_rect_before_wrap());
    let response = ui
        .scope_builder(area, |ui| {
            let edit = TextEdit::multiline(&mut field.text)
                .id(id)
                .desired_rows(rows)
                .char_limit(TYPED)
                .desired_width(f32::INFINITY)
                .hint_text("Enter saves, Shift+Enter begins a line, Esc leaves")
                .return_key(Some(KeyboardShortcut::new(Modifiers::SHIFT, Key::Enter)));
            ui.add(edit).accessible_name("Comment")
        })
        .inner;
    if response.lost_focus() {
        if ui.input(|input| input.key_pressed(Key::Escape)) {
            field.of = None;
            out.push(Action::Annotate(None));
        } else {
            keep(cx, field, out);
        }
    } else if response.has_focus() && done {
        keep(cx, field, out);
        field.of = None;
        out.push(Action::Annotate(None));
    }
}

/// A text too long for the editor, to be read and copied.
fn pages(ui: &mut Ui, cx: &Cx<'_>, at: Annotating, field: &mut Field, out: &mut Vec<Action>) {
    let whole = written(&cx.model.game.tree, at);
    heading(ui, cx, at, out);
    let last = whole.len().div_ceil(PAGE) - 1;
    ui.horizontal(|ui| {
        if icon_button::small(ui, Icon::Previous, "Page before").clicked() {
            field.page = field.page.saturating_sub(1);
        }
        if icon_button::small(ui, Icon::Next, "Next page").clicked() {
            field.page = (field.page + 1).min(last);
        }
        field.page = field.page.min(last);
        let size = format::bytes(whole.len());
        let text = format!(
            "Page {} of {}, too long to be changed here ({size})",
            field.page + 1,
            last + 1
        );
        ui.label(RichText::new(text).small());
        if ui.small_button("Copy all").clicked() {
            ui.copy_text(whole.to_owned());
        }
    });
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.add(Label::new(page(whole, field.page)).wrap());
    });
}

/// A page of a text, cut between characters.
fn page(text: &str, number: usize) -> &str {
    let begin = text.floor_char_boundary(number * PAGE);
    let end = text.floor_char_boundary((number + 1) * PAGE);
    &text[begin..end]
}

/// Writes what was typed into the game it was typed for.
pub(crate) fn keep(cx: &Cx<'_>, field: &Field, out: &mut Vec<Action>) {
    let game = &cx.model.game;
    let Some((serial, at)) = field.of else { return };
    let text = field.text.trim();
    // What was only read has no text of its own.
    if game.tree.contains(at.node) && written(&game.tree, at).len() > LONGEST {
        return;
    }
    if serial == game.serial && game.tree.contains(at.node) && written(&game.tree, at) != text {
        let edit = TreeEdit::Comment { before: at.before, text: text.to_owned() };
        out.push(Action::Edit { node: at.node, edit });
    }
}

fn written(tree: &GameTree, at: Annotating) -> &str {
    if at.before { tree.lead(at.node) } else { tree.comment(at.node) }
}

fn heading(ui: &mut Ui, cx: &Cx<'_>, at: Annotating, out: &mut Vec<Action>) {
    let tree = &cx.model.game.tree;
    let root = at.node == NodeId::ROOT;
    ui.horizontal(|ui| {
        if root {
            ui.label(RichText::new("Comment on the game").strong());
        } else {
            let name = super::numbered(tree, at.node);
            ui.label(RichText::new(name).strong());
            let places = [(true, "Before"), (false, "After")];
            if let Some(before) = segmented::show(ui, "Place", at.before, &places) {
                out.push(Action::Annotate(Some(Annotating { before, ..at })));
            }
            // Where there is no room for them there are keys and the menu of the move.
            if ui.available_width() > GLYPHS_WIDTH {
                glyphs(ui, cx, at.node, out);
            }
        }
        ui.with_layout(eframe::egui::Layout::right_to_left(eframe::egui::Align::Center), |ui| {
            if icon_button::small(ui, Icon::Cross, "Close the comment").clicked() {
                out.push(Action::Annotate(None));
            }
        });
    });
}

/// Buttons for the glyphs that judge the move.
pub(crate) fn glyphs(ui: &mut Ui, cx: &Cx<'_>, node: NodeId, out: &mut Vec<Action>) {
    let tree = &cx.model.game.tree;
    ui.spacing_mut().item_spacing.x = 2.0;
    for command in GLYPHS {
        let Some(nag) = command.glyph() else { continue };
        let on = tree.nags(node).contains(&nag);
        let sign = nag.sign().unwrap_or_default();
        let name = nag.meaning().unwrap_or_default();
        let face = Button::selectable(on, RichText::new(sign).strong());
        let response = ui.add(face.min_size(vec2(GLYPH, 24.0)));
        response.widget_info(|| WidgetInfo::selected(eframe::egui::Role::Button, true, on, name));
        let keys = command.keys_text(cx.model).unwrap_or_default();
        if response.on_hover_text(format!("{name}  {keys}")).clicked() {
            out.push(Action::Edit { node, edit: TreeEdit::ToggleNag(nag) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_hold_the_whole_text_once() {
        let text = "äöü€".repeat(1_000);
        let pages: Vec<&str> = (0..text.len().div_ceil(PAGE)).map(|n| page(&text, n)).collect();
        assert_eq!(pages.concat(), text);
        assert!(pages.iter().all(|page| page.len() <= PAGE + 3));
        assert_eq!(page(&text, 1_000), "");
    }
}
