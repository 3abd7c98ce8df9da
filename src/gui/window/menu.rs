//! The bar at the top: menus, the switch of the workspaces, the title of the game, and a few buttons.

use std::path::Path;

use eframe::egui::{Align, Layout as UiLayout, MenuBar, RichText, TextStyle, Ui};

use tabia_app::action::{Action, GamesAction, TourAction};
use tabia_app::commands::command::{Group, UserCommand};
use tabia_app::tours;
use tabia_app::window::workspace::Workspace;

use super::shortcuts;
use crate::gui::arrangement::layout::Layout;
use crate::gui::arrangement::panes;
use crate::gui::arrangement::panes::PaneGroup;
use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::parts;
use crate::gui::widgets::segmented;

/// Height of the bar's content: that of the icon buttons, so that all stands on one line, points.
const HEIGHT: f32 = 30.0;
/// From this width on the bar has room for more than the most needed, points.
const ROOMY: f32 = 760.0;

/// Shows the bar.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, layout: &Layout, out: &mut Vec<Action>) {
    ui.spacing_mut().interact_size.y = HEIGHT;
    let roomy = ui.available_width() >= ROOMY;
    MenuBar::new().ui(ui, |ui| {
        for group in Group::ALL {
            if group == Group::Help {
                ui.menu_button("Learn", |ui| learn(ui, out));
            }
            ui.menu_button(group.title(), |ui| group_menu(ui, cx, group, layout, out));
        }
        ui.add_space(if roomy { 14.0 } else { 2.0 });
        workspaces(ui, cx, out);
        ui.with_layout(UiLayout::right_to_left(Align::Center), |ui| {
            ui.add_space(4.0);
            parts::command_button(ui, cx, UserCommand::Settings, None, out);
            if roomy {
                parts::command_button(ui, cx, UserCommand::NextTheme, None, out);
            }
            parts::command_button(ui, cx, UserCommand::Palette, None, out);
            ui.add_space(8.0);
            title(ui, cx);
        });
    });
}

/// What the window is arranged for.
fn workspaces(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let choices = Workspace::ALL.map(|workspace| (workspace, workspace.name()));
    let hint = |workspace: Workspace| {
        let command = UserCommand::of_workspace(workspace);
        format!("{}  {}", command.info().tooltip, command.keys_text(cx.model).unwrap_or_default())
    };
    let current = cx.model.view.workspace;
    if let Some(chosen) = segmented::with_hints(ui, "Workspace", current, &choices, &hint) {
        out.push(Action::Command(UserCommand::of_workspace(chosen)));
    }
}

/// Both players where there is room for both, and whether the game is saved. They stand beside the board too.
fn title(ui: &mut Ui, cx: &Cx<'_>) {
    let p = theme::palette(ui);
    if cx.model.unsaved {
        let mark = ui.label(RichText::new("•").color(p.accent));
        let keys = UserCommand::SaveFile.keys_text(cx.model);
        let saves = keys.map_or_else(String::new, |keys| format!(" ({keys} saves)"));
        mark.on_hover_text(format!("Changed since it was saved{saves}"));
    }
    let title = cx.game_title();
    let font = TextStyle::Body.resolve(ui.style());
    let galley = ui.painter().layout_no_wrap(title, font, p.text_weak);
    if galley.size().x <= ui.available_width() {
        ui.label(galley);
    }
}

fn group_menu(ui: &mut Ui, cx: &Cx<'_>, group: Group, layout: &Layout, out: &mut Vec<Action>) {
    ui.set_min_width(220.0);
    for command in UserCommand::ALL {
        if command.info().group == group {
            shortcuts::menu_entry(ui, cx.model, command, out);
        }
    }
    match group {
        Group::File => recent_files(ui, cx, out),
        Group::Edit => recent(ui, cx, out),
        Group::View => panels(ui, layout, out),
        Group::Annotate | Group::Go | Group::Game | Group::Engine | Group::Help => {}
    }
}

/// The tours, and the views of the foundations.
fn learn(ui: &mut Ui, out: &mut Vec<Action>) {
    ui.set_min_width(220.0);
    for (number, tour) in tours::ALL.iter().enumerate() {
        if ui.button(format!("{}. {}", number + 1, tour.title)).on_hover_text(tour.about).clicked()
        {
            out.push(Action::Tour(TourAction::Begin(number)));
            ui.close();
        }
    }
    ui.separator();
    for info in panes::all().filter(|info| info.group == PaneGroup::Foundations) {
        if ui.button(info.title).clicked() {
            out.push(Action::Command(UserCommand::of_workspace(Workspace::Lab)));
            out.push(Action::OpenPane(info.id));
            ui.close();
        }
    }
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

/// Which panels are open in the workspace on screen.
fn panels(ui: &mut Ui, layout: &Layout, out: &mut Vec<Action>) {
    ui.separator();
    ui.menu_button("Panels", |ui| {
        for (at, group) in PaneGroup::ALL.into_iter().enumerate() {
            if at > 0 {
                ui.separator();
            }
            for info in panes::all().filter(|info| info.group == group) {
                let mut open = layout.is_open(info.id);
                if ui.checkbox(&mut open, info.title).changed() {
                    out.push(if open {
                        Action::OpenPane(info.id)
                    } else {
                        Action::ClosePane(info.id)
                    });
                }
            }
        }
    });
}
