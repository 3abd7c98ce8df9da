//! The engines that take part, as a row of chips: a click shows the lines of one in full, a cross sends it
//! away, a menu lets others in. Where the machine is asked for more than it has, that stands there too; what
//! has failed says why and what can be done.

use eframe::egui::{Label, RichText, Role, Ui, WidgetInfo};

use tabia_app::action::{Action, EngineAction};
use tabia_app::commands::command::UserCommand;
use tabia_app::engines::seats;
use tabia_app::engines::seats::MOST_ANALYSING;
use tabia_app::window::dialog::Dialog;

use crate::gui::desks::machine::Machine;
use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::roster::{SeatState, Seated};
use crate::gui::widgets::chip;
use crate::gui::widgets::chip::{Chip, ChipEvent, Mark};

/// Widest chip, points.
const WIDEST: f32 = 170.0;
/// With less room a warning is its sign alone, points.
const ROOM_FOR_WORDS: f32 = 110.0;
/// Room for the menu behind the chips, points.
const MENU: f32 = 66.0;

/// Whether there is a row of them: several take part, or the user has engines. Else the menu in the head lets
/// others in.
pub(super) fn wanted(cx: &Cx<'_>) -> bool {
    cx.model.analysing().len() > 1 || !cx.model.settings.engines.engines.is_empty()
}

/// The menu where there is no row.
pub(super) fn menu(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let face = RichText::new(Icon::Engine.glyph());
    others(ui, cx, &cx.roster(), face, out);
}

/// Shows the row.
pub(super) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let roster = cx.roster();
    let p = theme::palette(ui);
    let share = (ui.available_width() - MENU) / roster.len() as f32 - ui.spacing().item_spacing.x;
    let leaves = roster.len() > 1;
    ui.horizontal(|ui| {
        for seated in &roster {
            let (mark, state) = state_of(cx, seated);
            let chip = Chip {
                name: &seated.name,
                state: &state,
                initial: &seated.initial,
                color: p.engines[seated.slot % p.engines.len()],
                mark,
                chosen: seated.focus,
                leaves,
                widest: share.clamp(52.0, WIDEST),
            };
            match chip::show(ui, &chip) {
                Some(ChipEvent::Chosen) => out.push(Action::Focus(seated.id)),
                Some(ChipEvent::Left) => out.push(Action::TakesPart(seated.id, false)),
                None => {}
            }
        }
        others(ui, cx, &roster, RichText::new(Icon::Plus.glyph()), out);
        overload(ui, cx);
    });
}

fn state_of(cx: &Cx<'_>, seated: &Seated) -> (Mark, String) {
    match &seated.state {
        SeatState::AtWork => (Mark::Full, "at work".to_owned()),
        SeatState::Idle if cx.model.engine.analysis => (Mark::Ring, "waiting".to_owned()),
        SeatState::Idle => (Mark::Ring, "idle".to_owned()),
        SeatState::Failed(why) => (Mark::Trouble, format!("failed: {why}")),
    }
}

/// The engines that could take part too, and the way to the list of all.
fn others(ui: &mut Ui, cx: &Cx<'_>, roster: &[Seated], face: RichText, out: &mut Vec<Action>) {
    let menu = ui.menu_button(face, |ui| {
        ui.set_min_width(180.0);
        let full = roster.len() >= MOST_ANALYSING;
        let known = cx.model.choosable();
        let free = known.iter().filter(|(id, _)| roster.iter().all(|seated| seated.id != *id));
        for (id, name) in free {
            let button = eframe::egui::Button::new(name).truncate();
            let hint = format!("{MOST_ANALYSING} engines analyse already");
            let button = ui.add_enabled(!full, button).on_disabled_hover_text(hint);
            if button.clicked() {
                out.push(Action::TakesPart(*id, true));
                ui.close();
            }
        }
        ui.separator();
        if ui.button(UserCommand::Engines.name()).clicked() {
            out.push(Action::Command(UserCommand::Engines));
            ui.close();
        }
    });
    let name = "Let another engine take part";
    menu.response.accessible_name(name).on_hover_text(name);
}

/// A warning where the engines ask for more than the machine has.
fn overload(ui: &mut Ui, cx: &Cx<'_>) {
    let asked = (seats::threads_asked(cx.model), seats::hash_asked(cx.model));
    let Some([short, whole]) = Machine::here().overload(asked.0, asked.1) else { return };
    let p = theme::palette(ui);
    let sign = Icon::Warning.glyph();
    let roomy = ui.available_width() > ROOM_FOR_WORDS;
    let text = if roomy { format!("{sign} {short}") } else { sign.to_string() };
    let response = ui.add(Label::new(RichText::new(text).small().color(p.warn)).truncate());
    let words = format!("Warning: {short}");
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    response.on_hover_text(whole);
}

/// What is wrong with the engine in focus and what can be done; nothing where it is well.
pub(super) fn trouble(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    // Alone, ours is restarted by what stands where its lines would be.
    if !wanted(cx) {
        return;
    }
    let id = cx.focus();
    let SeatState::Failed(why) = cx.seat_state(id) else { return };
    let p = theme::palette(ui);
    let text = format!("{} failed: {why}", cx.model.engine_name(id));
    let advice = cx.model.engine.seat(id).and_then(|seat| seat.advice);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(Icon::Warning.glyph()).color(p.bad));
        ui.add(Label::new(RichText::new(&text).color(p.text)).wrap());
        if let Some(advice) = advice {
            ui.label(RichText::new(advice).small().color(p.text_weak));
        }
        if id.is_own() {
            if ui.small_button("Restart").clicked() {
                out.push(Action::Command(UserCommand::GoEngine));
            }
            return;
        }
        if ui.small_button("Restart").clicked() {
            out.push(Action::Engines(EngineAction::Restart(id.0)));
        }
        if ui.small_button("Log").clicked() {
            out.push(Action::OpenDialog(Dialog::EngineLog(id.0)));
        }
        let disable = ui.small_button("Switch off");
        if disable.on_hover_text("It stays in the list of engines").clicked() {
            out.push(Action::Engines(EngineAction::Enable(id.0, false)));
        }
        if ui.small_button("Set up…").clicked() {
            out.push(Action::Engines(EngineAction::SetUp(id.0)));
        }
    });
}
