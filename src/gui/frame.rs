//! The frame around board and panels: menu bar, status bar with the FEN field, divider, dialogs,
//! toasts, and what is dropped or pasted.

use std::path::Path;

use eframe::egui::{
    self, Align, Align2, Area, CentralPanel, Frame, Id, Layout as UiLayout, MenuBar, Modal, Order,
    Panel, ProgressBar, Rect, RichText, Role, Ui, UiBuilder, vec2,
};

use crate::app::action::{Action, GamesAction};
use crate::app::command::UserCommand;
use crate::app::commands::Group;
use crate::app::dialog::Dialog;
use crate::app::model::{Model, Reading};
use crate::app::toasts::{Toast, ToastKind};

use super::context::Cx;
use super::icons::Icon;
use super::layout::{Layout, Pane, Panels};
use super::widgets::icon_button;
use super::{panels, parts};
use super::{shortcuts, theme};

/// What is read sooner than this is not announced, ms.
const QUICK_MS: u64 = 300;

/// What is on screen besides the model: half-typed texts and open lists.
#[derive(Debug, Default)]
pub struct Chrome {
    palette: panels::palette::Palette,
    fen: panels::fen_bar::FenField,
    new_game: panels::new_game::Form,
    settings: panels::settings::Page,
    tags: panels::tags::Form,
    comment: panels::moves::comment::Field,
    engines: panels::engines::Form,
    engine_log: panels::engine_log::Form,
}

/// Shows everything and collects what the user did.
pub fn show(
    ui: &mut Ui,
    model: &Model,
    layout: &mut Layout,
    chrome: &mut Chrome,
    now_ms: u64,
) -> Vec<Action> {
    let mut out = Vec::new();
    let cx = Cx { model, now_ms };
    if !matches!(model.dialog, Some(Dialog::Palette)) {
        out.extend(shortcuts::pressed(ui, model));
    }
    if model.dialog.is_none() {
        pasted(ui, &mut out);
    }
    Panel::top("menu")
        .frame(Frame::new().fill(theme::palette(ui).window).inner_margin(4))
        .show(ui, |ui| menu(ui, &cx, layout, &mut out));
    Panel::bottom("status")
        .frame(
            Frame::new()
                .fill(theme::palette(ui).window)
                .inner_margin(egui::Margin::symmetric(10, 5)),
        )
        .show(ui, |ui| panels::fen_bar::show(ui, &cx, &mut chrome.fen, &mut out));
    CentralPanel::default().frame(Frame::new().fill(theme::palette(ui).window)).show(ui, |ui| {
        body(ui, &cx, layout, chrome, &mut out);
    });
    dialogs(ui, &cx, chrome, &mut out);
    toasts(ui, &cx, &mut out);
    out
}

fn body(ui: &mut Ui, cx: &Cx<'_>, layout: &mut Layout, chrome: &mut Chrome, out: &mut Vec<Action>) {
    let writes = |action: &Action| {
        matches!(action, Action::Command(UserCommand::Comment | UserCommand::CommentBefore))
    };
    if out.iter().any(writes) {
        layout.set_open(Pane::Moves, true);
    }
    let area = ui.max_rect();
    let [left, right] = layout.split(ui, area, panels::board::width_for_height);
    let column = |ui: &mut Ui, rect: Rect, show: &mut dyn FnMut(&mut Ui)| {
        let mut child = ui.new_child(UiBuilder::new().max_rect(rect));
        child.set_clip_rect(rect.intersect(ui.clip_rect()));
        show(&mut child);
    };
    column(ui, left, &mut |ui| match &cx.model.editor {
        Some(editor) => panels::editor::show(ui, cx, editor, out),
        None => panels::board::show(ui, cx, out),
    });
    if right.is_positive() {
        column(ui, right, &mut |ui| {
            let mut show = |ui: &mut Ui, pane: Pane| panel(ui, cx, pane, chrome, out);
            layout.tree.ui(&mut Panels { show: &mut show }, ui);
        });
    }
}

fn panel(ui: &mut Ui, cx: &Cx<'_>, pane: Pane, chrome: &mut Chrome, out: &mut Vec<Action>) {
    if let Some(why) = hidden(cx, pane) {
        return parts::empty(ui, "Hidden", why);
    }
    ui.push_id(pane, |ui| match pane {
        Pane::Lines => panels::lines::show(ui, cx, out),
        Pane::Explorer => panels::explorer::show(ui, cx, out),
        Pane::RootMoves => panels::root_moves::show(ui, cx, out),
        Pane::Iterations => panels::iterations::show(ui, cx, out),
        Pane::Statistics => panels::statistics::show(ui, cx),
        Pane::SearchPlot => panels::search_plot::show(ui, cx),
        Pane::Moves => panels::moves::show(ui, cx, &mut chrome.comment, out),
        Pane::Evaluation => panels::evaluation::show(ui, cx, out),
        Pane::Review => panels::review::show(ui, cx, out),
        Pane::Tablebase => panels::tablebase::show(ui, cx, out),
        Pane::Games => panels::games::show(ui, cx, out),
    });
}

/// Why a panel shows nothing: the user wants to think alone, or a task would be given away.
fn hidden(cx: &Cx<'_>, pane: Pane) -> Option<&'static str> {
    match pane {
        Pane::Moves | Pane::Explorer if cx.model.learn.is_some() => {
            Some("Moves would give the task away")
        }
        _ if !pane.judges() || !cx.model.hides_engine() => None,
        _ if cx.model.learn.is_some() => Some("The engine is silent while you solve tasks"),
        _ => Some("Press Z to see what the engine says"),
    }
}

fn menu(ui: &mut Ui, cx: &Cx<'_>, layout: &mut Layout, out: &mut Vec<Action>) {
    // As high as the icon buttons on the right, so that both stand on one line.
    ui.spacing_mut().interact_size.y = 30.0;
    MenuBar::new().ui(ui, |ui| {
        for group in Group::ALL {
            ui.menu_button(group.title(), |ui| {
                ui.set_min_width(220.0);
                for command in UserCommand::ALL {
                    if command.info().group == group {
                        shortcuts::menu_entry(ui, cx.model, command, out);
                    }
                }
                if group == Group::File {
                    recent_files(ui, cx, out);
                }
                if group == Group::Edit {
                    recent(ui, cx, out);
                }
                if group == Group::View {
                    panes(ui, layout);
                }
            });
        }
        ui.with_layout(UiLayout::right_to_left(Align::Center), |ui| {
            ui.add_space(4.0);
            for command in [UserCommand::Settings, UserCommand::NextTheme, UserCommand::Palette] {
                parts::command_button(ui, cx, command, None, out);
            }
            let p = theme::palette(ui);
            ui.add_space(8.0);
            ui.label(RichText::new(cx.game_title()).color(p.text_weak));
            if cx.model.unsaved {
                let mark = ui.label(RichText::new("•").color(p.accent));
                mark.on_hover_text("Changed since it was saved (Ctrl+S saves)");
            }
        });
    });
}

fn recent(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let recent = &cx.model.settings.recent;
    ui.separator();
    ui.add_enabled_ui(!recent.is_empty(), |ui| {
        ui.menu_button("Recent positions", |ui| {
            for (at, fen) in recent.iter().enumerate() {
                if ui.button(RichText::new(fen).monospace()).clicked() {
                    out.push(Action::OpenRecent(at));
                    ui.close();
                }
            }
        });
    });
}

fn recent_files(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let files = &cx.model.settings.recent_files;
    ui.separator();
    ui.add_enabled_ui(!files.is_empty(), |ui| {
        ui.menu_button("Recent files", |ui| {
            for (at, name) in files.iter().enumerate() {
                let file = Path::new(name).file_name().unwrap_or(name.as_ref());
                if ui.button(file.to_string_lossy()).on_hover_text(name).clicked() {
                    out.push(Action::Games(GamesAction::OpenRecent(at)));
                    ui.close();
                }
            }
        });
    });
}

fn panes(ui: &mut Ui, layout: &mut Layout) {
    ui.separator();
    ui.menu_button("Panels", |ui| {
        for pane in Pane::ALL {
            let mut open = layout.is_open(pane);
            if ui.checkbox(&mut open, pane.title()).changed() {
                layout.set_open(pane, open);
            }
        }
    });
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
        chrome.palette = panels::palette::Palette::default();
        chrome.tags = panels::tags::Form::default();
        chrome.engines = panels::engines::Form::default();
        chrome.engine_log = panels::engine_log::Form::default();
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
            panels::new_game::show(ui, cx, draft, &mut chrome.new_game, out);
        }
        Dialog::Review(draft) => panels::review::dialog::show(ui, cx, *draft, out),
        Dialog::Confirm { question, command } => {
            panels::questions::confirm(ui, question, *command, out);
        }
        Dialog::Save(question) => panels::questions::save(ui, question, out),
        Dialog::Problem { title, lines, repair } => {
            panels::questions::problem(ui, title, lines, repair.as_ref(), out);
        }
        Dialog::Tags(tags) => panels::tags::show(ui, cx, tags, &mut chrome.tags, out),
        Dialog::Engines => panels::engines::show(ui, cx, &mut chrome.engines, out),
        Dialog::EngineLog(id) => {
            let size = panels::engines::dialog_size(ui);
            panels::engine_log::show(ui, cx, *id, (&mut chrome.engine_log, size), out);
        }
        Dialog::Settings => panels::settings::show(ui, cx, &mut chrome.settings, out),
        Dialog::Keys => panels::keys::show(ui),
        Dialog::About => panels::about::show(ui),
        Dialog::Palette => {}
    });
    if modal.should_close() {
        out.push(Action::CloseDialog);
    }
}

fn toasts(ui: &Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let toasts = &cx.model.toasts;
    let reading = cx.model.reading.as_ref();
    let reading = reading.filter(|reading| cx.now_ms >= reading.since_ms + QUICK_MS);
    if toasts.is_empty() && reading.is_none() {
        return;
    }
    Area::new(Id::unique("toasts"))
        .role(Role::Alert)
        .order(Order::Foreground)
        .anchor(Align2::RIGHT_BOTTOM, vec2(-14.0, -46.0))
        .show(ui, |ui| {
            for toast in toasts.iter() {
                toast_ui(ui, toast, out);
            }
            if let Some(reading) = reading {
                reading_ui(ui, reading, out);
            }
        });
}

/// How far a large text is read, and the way out.
fn reading_ui(ui: &mut Ui, reading: &Reading, out: &mut Vec<Action>) {
    Frame::popup(ui.style()).inner_margin(10).show(ui, |ui| {
        ui.horizontal(|ui| {
            let text = format!("Reading {}", reading.name);
            ui.label(&text);
            let bar = ProgressBar::new(reading.share).desired_width(140.0).show_percentage();
            ui.add(bar).accessible_name(text);
            if ui.button("Cancel").clicked() {
                out.push(Action::CancelReading);
            }
        });
    });
}

fn toast_ui(ui: &mut Ui, toast: &Toast, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let (icon, color, name) = match toast.kind {
        ToastKind::Info => (Icon::Info, p.accent, "Note"),
        ToastKind::Warning => (Icon::Warning, p.warn, "Warning"),
        ToastKind::Error => (Icon::Warning, p.bad, "Error"),
    };
    Frame::popup(ui.style()).inner_margin(10).show(ui, |ui| {
        ui.set_max_width(380.0);
        ui.horizontal(|ui| {
            ui.label(RichText::new(icon.glyph()).color(color)).accessible_name(name);
            ui.label(&toast.text);
            if let Some(command) = toast.offer
                && ui.button(command.name()).clicked()
            {
                out.push(Action::Command(command));
                out.push(Action::DismissToast(toast.id));
            }
            if icon_button::small(ui, Icon::Cross, "Dismiss").clicked() {
                out.push(Action::DismissToast(toast.id));
            }
        });
    });
}
