//! The frame around board and panels: menu bar, status bar with the FEN field, divider, dialogs, and what is
//! pasted.

use eframe::egui::{self, CentralPanel, Frame, Id, Modal, Panel, Rect, Ui, UiBuilder};

use tabia_app::action::Action;
use tabia_app::model::Model;
use tabia_app::window::dialog::Dialog;
use tabia_app::window::workspace::Workspace;

use super::{menu, shortcuts, toasts};
use crate::gui::arrangement::arrangements::Arrangements;
use crate::gui::arrangement::layout::Layout;
use crate::gui::arrangement::panes;
use crate::gui::look::theme;
use crate::gui::panels;
use crate::gui::present::clear;
use crate::gui::present::clear::Clear;
use crate::gui::present::context::Cx;

/// What is on screen besides the model: half-typed texts and open lists.
#[derive(Debug, Default)]
pub(crate) struct Chrome {
    palette: panels::dialogs::palette::Palette,
    fen: panels::game::fen_bar::FenField,
    new_game: panels::dialogs::new_game::Form,
    settings: panels::dialogs::settings::Form,
    tags: panels::dialogs::tags::Form,
    pub(crate) comment: panels::game::moves::comment::Field,
    engines: panels::engines::dialog::Form,
    engine_log: panels::engines::log::Form,
}

/// Shows everything and collects what the user did.
pub(crate) fn show(
    ui: &mut Ui,
    model: &Model,
    arrangements: &mut Arrangements,
    chrome: &mut Chrome,
    now_ms: u64,
) -> Vec<Action> {
    let mut out = Vec::new();
    let cx = Cx { model, now_ms };
    if !matches!(model.dialog, Some(Dialog::Palette)) {
        out.extend(shortcuts::pressed(ui, model));
    }
    out.extend(shortcuts::released(ui, model));
    if model.dialog.is_none() {
        pasted(ui, &mut out);
    }
    let workspace = model.view.workspace;
    let layout = arrangements.of_mut(workspace);
    if workspace == Workspace::Play {
        layout.follow_analysis(model.engine.analysis || model.watches());
    }
    Panel::top("menu")
        .frame(Frame::new().fill(theme::palette(ui).window).inner_margin(4))
        .show(ui, |ui| menu::show(ui, &cx, layout, &mut out));
    Panel::bottom("status")
        .frame(
            Frame::new().fill(theme::palette(ui).window).inner_margin(egui::Margin::symmetric(
                10,
                if model.settings.fen_bar { 5 } else { 2 },
            )),
        )
        .show(ui, |ui| {
            // No field has the focus while a move is typed, so the echo can have the place of one.
            let height = panels::game::fen_bar::height(&cx);
            if !panels::game::typed_echo::show(ui, &cx, height) {
                panels::game::fen_bar::show(ui, &cx, &mut chrome.fen, &mut out);
            }
        });
    CentralPanel::default().frame(Frame::new().fill(theme::palette(ui).window)).show(ui, |ui| {
        body(ui, &cx, layout, chrome, &mut out);
    });
    dialogs(ui, &cx, chrome, &mut out);
    toasts::show(ui, &cx, &mut out);
    out
}

fn body(ui: &mut Ui, cx: &Cx<'_>, layout: &mut Layout, chrome: &mut Chrome, out: &mut Vec<Action>) {
    let (area, workspace) = (ui.max_rect(), cx.model.view.workspace);
    let [left, right] = layout.split(ui, area, workspace, panels::game::board::width_for_height);
    let column = |ui: &mut Ui, rect: Rect, show: &mut dyn FnMut(&mut Ui)| {
        let mut child = ui.new_child(UiBuilder::new().max_rect(rect));
        child.set_clip_rect(rect.intersect(ui.clip_rect()));
        show(&mut child);
    };
    column(ui, left, &mut |ui| match &cx.model.editor {
        Some(editor) => panels::game::editor::show(ui, cx, editor, out),
        None => panels::game::board::show(ui, cx, out),
    });
    if right.is_positive() {
        column(ui, right, &mut |ui| {
            let mut show = |ui: &mut Ui, pane| panes::show(ui, cx, pane, &mut chrome.comment, out);
            let closed = layout.panels_ui(ui, workspace, &mut show);
            out.extend(closed.into_iter().map(Action::ClosePane));
        });
    }
}

/// Texts pasted while no text field has the focus.
fn pasted(ui: &Ui, out: &mut Vec<Action>) {
    let typing = ui.text_edit_focused();
    ui.input(|input| {
        for event in &input.raw.events {
            if let egui::Event::Paste(text) = event
                && !typing
            {
                out.push(Action::PasteText(text.clone()));
            }
        }
    });
}

fn dialogs(ui: &Ui, cx: &Cx<'_>, chrome: &mut Chrome, out: &mut Vec<Action>) {
    let Some(dialog) = &cx.model.dialog else {
        chrome.palette = panels::dialogs::palette::Palette::default();
        chrome.tags = panels::dialogs::tags::Form::default();
        chrome.engines = panels::engines::dialog::Form::default();
        chrome.engine_log = panels::engines::log::Form::default();
        return;
    };
    if matches!(dialog, Dialog::Palette) {
        if chrome.palette.show(ui, cx.model, out) {
            out.insert(0, Action::CloseDialog);
        }
        return;
    }
    let modal = Modal::new(Id::unique("dialog")).frame(Frame::popup(ui.style()).inner_margin(14));
    let modal = modal.show(ui, |ui| match dialog {
        Dialog::NewGame(draft) => {
            panels::dialogs::new_game::show(ui, cx, draft, &mut chrome.new_game, out);
        }
        Dialog::Review(draft) => panels::study::review::dialog::show(ui, cx, *draft, out),
        Dialog::Confirm { question, command } => {
            panels::dialogs::questions::confirm(ui, question, *command, out);
        }
        Dialog::LastSession { .. } => panels::dialogs::questions::last_session(ui, out),
        Dialog::MergeDuplicates { name, games } => {
            panels::dialogs::questions::merge_duplicates(ui, (name, *games), out);
        }
        Dialog::Export(kind, choices) => {
            panels::dialogs::export::show(ui, cx, (*kind, *choices), out);
        }
        Dialog::Save(question) => panels::dialogs::questions::save(ui, question, out),
        Dialog::Problem { title, lines, repair } => {
            panels::dialogs::questions::problem(ui, title, lines, repair.as_ref(), out);
        }
        Dialog::Tags(tags) => panels::dialogs::tags::show(ui, cx, tags, &mut chrome.tags, out),
        Dialog::Engines => panels::engines::dialog::show(ui, cx, &mut chrome.engines, out),
        Dialog::EngineLog(id) => {
            let size = panels::engines::dialog::dialog_size(ui);
            panels::engines::log::show(ui, cx, *id, (&mut chrome.engine_log, size), out);
        }
        Dialog::Settings => panels::dialogs::settings::show(ui, cx, &mut chrome.settings, out),
        Dialog::Keys => panels::dialogs::keys::show(ui, &cx.model.settings.keys),
        Dialog::About => panels::dialogs::about::show(ui),
        Dialog::Palette => {}
    });
    clear::tell(ui, Clear::Dialog, modal.response.rect);
    if modal.should_close() {
        out.push(Action::CloseDialog);
    }
}
