//! Panels that have nothing to show, and notes above what search panels show.

use eframe::egui::{
    Align, Button, Label, Layout, RichText, Role, TextStyle, TextWrapMode, Ui, WidgetInfo,
    WidgetText, vec2,
};

use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::engines::state::EngineStatus;
use tabia_chess::rules::Outcome;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::result::GameResult;
use tabia_games::words;
use tabia_text::t;

use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::present::analysis;
use crate::gui::present::context::Cx;
use crate::gui::present::parts::labelled_button;

/// Height of an empty panel that is folded to one line, points.
const FOLDED: f32 = 30.0;
/// Height of the two lines of an empty panel, points.
const EMPTY_TEXT: f32 = 42.0;
/// Height of the buttons below them with the space above, points.
const EMPTY_OFFERS: f32 = 40.0;

/// The text of a panel that has nothing to show, when nothing can be done about it: what is missing and why.
pub(crate) fn empty(ui: &mut Ui, what: &str, why: &str) {
    empty_with(ui, [what, why], 0.0, |_| {});
}

/// The same with what would fill the panel: commands that are enabled now are buttons below.
pub(crate) fn offer(
    ui: &mut Ui,
    cx: &Cx<'_>,
    words: [&str; 2],
    commands: &[UserCommand],
    out: &mut Vec<Action>,
) {
    let given = |command: &&UserCommand| command.is_enabled(cx.model);
    let commands: Vec<UserCommand> = commands.iter().filter(given).copied().collect();
    if commands.is_empty() {
        return empty_with(ui, words, 0.0, |_| {});
    }
    empty_with(ui, words, EMPTY_OFFERS, |ui| {
        ui.horizontal_wrapped(|ui| {
            for &command in &commands {
                labelled_button(ui, cx, command, out);
            }
        });
    });
}

/// The same with a button of its own. Returns whether it was pressed.
pub(crate) fn offer_button(ui: &mut Ui, words: [&str; 2], name: &str) -> bool {
    let mut pressed = false;
    empty_with(ui, words, EMPTY_OFFERS, |ui| {
        pressed = ui.add(Button::new(name).min_size(vec2(0.0, 30.0))).clicked();
    });
    pressed
}

/// What the search of another engine cannot show, and a button to switch to Tabia's own.
pub(crate) fn offer_tabia(ui: &mut Ui, words: [&str; 2], out: &mut Vec<Action>) {
    if offer_button(ui, words, t!("present-tabia")) {
        show_tabia(out);
    }
}

/// Makes the panels show Tabia's own search and adds it to the analysis.
pub(crate) fn show_tabia(out: &mut Vec<Action>) {
    out.push(Action::TakesPart(EngineId::BUILT_IN, true));
    out.push(Action::Focus(EngineId::BUILT_IN));
}

/// Two lines in the middle of the panel and below them an element of height `below`. In a low panel it is one line:
/// both texts after each other, and at its end the element.
fn empty_with(ui: &mut Ui, [what, why]: [&str; 2], below: f32, add: impl FnOnce(&mut Ui)) {
    let p = theme::palette(ui);
    if ui.available_height() < EMPTY_TEXT + below {
        return folded(ui, [what, why], add);
    }
    let space = (ui.available_height() - EMPTY_TEXT - below) / 2.0;
    ui.add_space(space.max(2.0));
    ui.vertical_centered(|ui| {
        ui.label(RichText::new(what).color(p.text_weak));
        ui.label(RichText::new(why).small().color(p.text_faint));
    });
    if below > 0.0 {
        ui.add_space(4.0);
        centred(ui, add);
    }
}

/// The same in one line.
fn folded(ui: &mut Ui, [what, why]: [&str; 2], add: impl FnOnce(&mut Ui)) {
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        ui.set_min_height(FOLDED);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            add(ui);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let name = Label::new(RichText::new(what).color(p.text_weak)).truncate();
                let name = ui.add(name);
                let reason = WidgetText::from(RichText::new(why).small().color(p.text_weak));
                let wrap = Some(TextWrapMode::Extend);
                let reason = reason.into_galley(ui, wrap, f32::INFINITY, TextStyle::Small);
                // Without room for the reason it is in the tooltip.
                if reason.size().x <= ui.available_width() {
                    ui.label(reason);
                } else {
                    name.on_hover_text(why);
                }
            });
        });
    });
}

/// Shows something in the middle of the line; its width is known from the previous frame.
fn centred(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let id = ui.scope_id().with("centred");
    let known = ui.data(|data| data.get_temp::<f32>(id));
    let room = ui.available_width();
    ui.horizontal(|ui| {
        ui.add_space(((room - known.unwrap_or(room)) / 2.0).max(0.0));
        let width = ui.scope(add).response.rect.width();
        if known.is_none_or(|known| (known - width).abs() > 0.5) {
            ui.data_mut(|data| data.insert_temp(id, width));
            ui.request_repaint();
        }
    });
}

/// The text of a panel if the game is over by the rules and there is nothing to search.
pub(crate) fn game_over(ui: &mut Ui, cx: &Cx<'_>, outcome: Outcome, out: &mut Vec<Action>) {
    let ended = words::outcome(outcome);
    let result = format!("{} · {ended}", GameResult::won_by(outcome.winner()).shown());
    let words = [result.as_str(), t!("present-over")];
    offer(ui, cx, words, &[UserCommand::ReviewGame], out);
}

/// The text of the panels of a search while there is none, and what starts one.
pub(crate) fn no_search(ui: &mut Ui, cx: &Cx<'_>, what: &str, out: &mut Vec<Action>) {
    let model = cx.model;
    if let Some(outcome) = analysis::search_outcome(cx.model) {
        return game_over(ui, cx, outcome, out);
    }
    if analysis::is_thinking(cx.model) && analysis::search(cx.model).is_some() {
        let what = t!("present-searching", name = model.engine_name(model.focus()));
        return empty(ui, &what, t!("present-first-iteration"));
    }
    // After the game there is no need to watch the opponent think.
    if let Some(level) = analysis::weak_level(cx.model).filter(|_| model.game.is_played()) {
        return offer_watching(ui, cx, level, out);
    }
    let (why, command) = match model.engine_status() {
        EngineStatus::Halted | EngineStatus::Failed(_) => {
            (t!("present-engine-stopped"), UserCommand::GoEngine)
        }
        EngineStatus::Paused => (t!("present-game-paused"), UserCommand::Pause),
        _ if model.engine.analysis => (t!("present-analysis-on"), UserCommand::ToggleAnalysis),
        _ => match analysis::weak_opponent(model) {
            Some(level) => return offer_watching(ui, cx, level, out),
            None => (t!("present-analyse"), UserCommand::ToggleAnalysis),
        },
    };
    offer(ui, cx, [what, why], &[command], out);
}

/// What can be shown during a game against a weak level, and that this is help.
fn offer_watching(ui: &mut Ui, cx: &Cx<'_>, level: String, out: &mut Vec<Action>) {
    let what = t!("present-weak", level = level);
    let words = [what.as_str(), t!("present-weak.why")];
    offer(ui, cx, words, &[UserCommand::Watch, UserCommand::Hint], out);
}

/// Notes above the content of a search panel: which position the search is of, if that is not the one on the board; and
/// why scores of a weak level are left out.
pub(crate) fn search_notes(ui: &mut Ui, cx: &Cx<'_>) {
    position_note(ui, cx);
    if let Some(level) = analysis::weak_level(cx.model) {
        let text = t!("present-weak", level = level);
        ui.label(RichText::new(text).small().color(theme::palette(ui).text_weak));
    }
}

/// In a view by depth: up to which depth scores may come from an earlier search.
pub(crate) fn known_note(ui: &mut Ui, cx: &Cx<'_>) {
    let live = analysis::search(cx.model).and_then(|search| search.live.as_ref());
    let Some(detail) = live.and_then(|live| live.detail.alphabeta()) else { return };
    // The line is there without a note too, so that nothing below moves from one search to the next.
    let known = |depth| t!("present-known", depth = depth);
    let text = RichText::new(detail.tt_depth.map_or_else(|| " ".to_owned(), known)).small();
    ui.add(Label::new(text.color(theme::palette(ui).text_weak)).truncate());
}

/// Names the position of the shown content, if it is not the one on the board.
pub(crate) fn position_note(ui: &mut Ui, cx: &Cx<'_>) {
    let Some(other) = analysis::other_position(cx.model) else { return };
    let p = theme::palette(ui);
    let (icon, text) = (Icon::Clock.glyph(), t!("present-position", place = other.name));
    let label = Label::new(RichText::new(format!("{icon} {text}")).small().color(p.warn));
    let hint =
        if other.old { t!("present-position.old") } else { t!("present-position.searching") };
    let note = ui.add(label.truncate());
    note.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    note.on_hover_text(hint);
}
