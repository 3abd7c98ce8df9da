//! Dialogs that ask or tell: a question before a command, a text that could not be read, a choice of
//! games.

use eframe::egui::{Button, RichText, ScrollArea, Sides, Ui};
use egui_extras::{Column, TableBuilder};

use crate::app::action::Action;
use crate::app::command::UserCommand;
use crate::game::pgn_heads::PgnHead;

use super::super::theme;

/// Asks before a command is carried out.
pub fn confirm(ui: &mut Ui, question: &str, command: UserCommand, out: &mut Vec<Action>) {
    ui.set_min_width(320.0);
    ui.heading(question);
    ui.add_space(theme::PAD);
    Sides::new().show(
        ui,
        |_| {},
        |ui| {
            let p = theme::palette(ui);
            let name = command.name().trim_end_matches('…');
            if ui.add(Button::new(name).fill(p.accent_fill)).clicked() {
                out.push(Action::Confirm);
            }
            if ui.button("Cancel").clicked() {
                out.push(Action::CloseDialog);
            }
        },
    );
}

/// Tells why a text could not be read, and offers a repair where there is one.
pub fn problem(
    ui: &mut Ui,
    title: &str,
    lines: &[String],
    repair: Option<&String>,
    out: &mut Vec<Action>,
) {
    ui.set_width(480.0);
    ui.heading(title);
    ui.add_space(theme::GAP);
    let p = theme::palette(ui);
    ScrollArea::vertical().max_height(240.0).show(ui, |ui| {
        for line in lines {
            ui.label(RichText::new(line).color(p.text));
        }
    });
    if let Some(repair) = repair {
        ui.add_space(theme::GAP);
        ui.label(RichText::new("This would be accepted").small().color(p.text_weak));
        ui.label(RichText::new(repair).monospace());
    }
    ui.add_space(theme::PAD);
    Sides::new().show(
        ui,
        |_| {},
        |ui| {
            if ui.button("Close").clicked() {
                out.push(Action::CloseDialog);
            }
            if let Some(repair) = repair
                && ui.add(Button::new("Load the repaired position").fill(p.accent_fill)).clicked()
            {
                out.push(Action::CloseDialog);
                out.push(Action::SetFen(repair.clone()));
            }
        },
    );
}

/// Lets the user choose one of several games.
pub fn pick_game(ui: &mut Ui, source: &str, games: &[PgnHead], out: &mut Vec<Action>) {
    ui.set_width(620.0);
    ui.heading(format!("{} games in {source}", games.len()));
    ui.add_space(theme::GAP);
    TableBuilder::new(ui)
        .id_salt("games")
        .sense(eframe::egui::Sense::click())
        .max_scroll_height(360.0)
        .column(Column::exact(56.0))
        .columns(Column::remainder().clip(true), 2)
        .column(Column::exact(64.0))
        .column(Column::exact(96.0))
        .header(20.0, |mut header| {
            for name in ["", "White", "Black", "Result", "Date"] {
                header.col(|ui| {
                    let p = theme::palette(ui);
                    ui.label(RichText::new(name).small().color(p.text_weak));
                });
            }
        })
        .body(|body| {
            body.rows(theme::ROW, games.len(), |mut row| {
                let at = row.index();
                let tags = &games[at].tags;
                row.col(|ui| {
                    ui.label(RichText::new((at + 1).to_string()).weak());
                });
                for tag in ["White", "Black", "Result", "Date"] {
                    row.col(|ui| {
                        ui.label(tags.known(tag).unwrap_or("?"));
                    });
                }
                if row.response().clicked() {
                    out.push(Action::PickGame(at));
                }
            });
        });
    ui.add_space(theme::GAP);
    if ui.button("Cancel").clicked() {
        out.push(Action::CloseDialog);
    }
}
