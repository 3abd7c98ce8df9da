//! The comment editor below the move list: the text behind or in front of the shown move, and its glyphs.
//! It stays open while one walks through the game.

use eframe::egui::{
    Button, Id, Key, KeyboardShortcut, Modifiers, RichText, TextEdit, Ui, UiBuilder, WidgetInfo,
    vec2,
};

use crate::app::action::{Action, TreeEdit};
use crate::app::command::UserCommand;
use crate::app::view::Annotating;
use crate::game::tree::{GameTree, NodeId};

use super::super::super::context::Cx;
use super::super::super::icons::Icon;
use super::super::super::widgets::icon_button;
use super::super::super::widgets::segmented;

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

/// The half-typed comment.
#[derive(Clone, Debug, Default)]
pub struct Field {
    of: Option<(u64, Annotating)>,
    text: String,
}

/// The height the editor takes of so much.
pub fn height(available: f32) -> f32 {
    if available < 2.4 * HEIGHT { LOW } else { HEIGHT }
}

/// Shows the editor.
pub fn show(ui: &mut Ui, cx: &Cx<'_>, at: Annotating, field: &mut Field, out: &mut Vec<Action>) {
    let game = &cx.model.game;
    let id = Id::unique("comment");
    let opened = field.of != Some((game.serial, at));
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

/// Writes what was typed into the game it was typed for.
pub fn keep(cx: &Cx<'_>, field: &Field, out: &mut Vec<Action>) {
    let game = &cx.model.game;
    let Some((serial, at)) = field.of else { return };
    let text = field.text.trim();
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
                glyphs(ui, tree, at.node, out);
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
pub fn glyphs(ui: &mut Ui, tree: &GameTree, node: NodeId, out: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.x = 2.0;
    for command in GLYPHS {
        let Some(nag) = command.glyph() else { continue };
        let on = tree.nags(node).contains(&nag);
        let sign = nag.sign().unwrap_or_default();
        let name = nag.meaning().unwrap_or_default();
        let face = Button::selectable(on, RichText::new(sign).strong());
        let response = ui.add(face.min_size(vec2(GLYPH, 24.0)));
        response.widget_info(|| WidgetInfo::selected(eframe::egui::Role::Button, true, on, name));
        let keys = command.keys_text().unwrap_or_default();
        if response.on_hover_text(format!("{name}  {keys}")).clicked() {
            out.push(Action::Edit { node, edit: TreeEdit::ToggleNag(nag) });
        }
    }
}
