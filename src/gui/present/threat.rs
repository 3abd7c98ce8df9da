//! The threat in words: what the side not to move would play if it were its turn, with score, whose view and depth.

use eframe::egui::{Align, Layout, Rect, RichText, Sense, Ui, vec2};

use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::engines::telemetry::{Line, bound_seen_from};
use tabia_app::engines::threat::{Threat, passed};
use tabia_app::model::Model;
use tabia_chess::{Board, Color, Move, san};
use tabia_engine::search::score::{Bound, Pov};

use super::context::Cx;
use super::line_words;
use super::line_words::LineWords;
use crate::gui::look::format::number_before;
use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::look::theme::BRUSHES;
use crate::gui::widgets::icon_button;

/// Height of the row, points.
const HEIGHT: f32 = 26.0;
/// Sets its words apart from those of other lines.
const SALT: u64 = u64::MAX;

/// A threat that was found.
struct Found<'a> {
    /// The position as if it were the other side's turn.
    board: Board,
    line: &'a Line,
    /// Score and bound from the chosen point of view.
    score: String,
    /// Whose view that is.
    view: String,
}

/// The first move of the threat in the shown position.
pub fn threat_move(model: &Model) -> Option<Move> {
    let found = found_threat(model)?;
    found.line.info.pv.first().copied().filter(|&mv| found.board.is_legal(mv))
}

/// What is threatened, in words: `If it were Black's move: 5… Qxf2#, −M1 (White's view), depth 12`. `None` where
/// threats are not shown.
pub fn threat_text(model: &Model) -> Option<String> {
    let other = !model.game.board().stm();
    let begin = format!("If it were {}'s move", other.name());
    Some(match model.threat()? {
        Threat::Refused(why) => format!("{begin}: not asked, {why}"),
        Threat::Sought => format!("{begin}: looking…"),
        Threat::Found(_) => {
            let found = found_threat(model)?;
            let mv = found.line.info.pv.first().filter(|&&mv| found.board.is_legal(mv))?;
            let name =
                format!("{}{}", number_before(&found.board, 0), san::write(&found.board, *mv));
            let depth = found.line.info.depth;
            format!("{begin}: {name}, {} ({}), depth {depth}", found.score, found.view)
        }
    })
}

fn found_threat(model: &Model) -> Option<Found<'_>> {
    let Threat::Found(search) = model.threat()? else { return None };
    let line = search.lines.first()?;
    let board = passed(model.game.board()).ok()?;
    let (pov, stm): (Pov, Color) = (model.settings.pov, line.info.stm);
    let bound: Bound = bound_seen_from(line.info.bound, pov, stm);
    let score = format!("{}{}", bound.sign(), line.info.score.seen_from(pov, stm));
    let side = if pov == Pov::White { Color::White } else { stm };
    Some(Found { board, line, score, view: format!("{}'s view", side.name()) })
}

/// Shows the row, while threats are shown.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let Some(text) = threat_text(cx.model) else { return };
    let p = theme::palette(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    let mut inside = ui.new_child(
        eframe::egui::UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(Align::Center)),
    );
    let ui = &mut inside;
    ui.spacing_mut().item_spacing.x = 6.0;
    let (mark, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
    ui.painter().rect_filled(mark, 2, BRUSHES.threat.to_opaque());
    let found = found_threat(cx.model);
    let said = match &found {
        None => text.clone(),
        Some(found) => {
            let side = found.line.info.stm.name();
            format!("If it were {side}'s move · {} · depth {}", found.score, found.line.info.depth)
        }
    };
    let said = ui.label(RichText::new(said).small().color(p.text_weak));
    let whole = format!("{text}. By Tabia, on one thread beside everything else");
    said.accessible_name(&text).on_hover_text(whole);
    let mut words = ui.available_rect_before_wrap().intersect(rect);
    words.max.x -= 28.0;
    if let Some(found) = &found {
        let moves = &found.line.info.pv;
        let line = LineWords { start: &found.board, moves, salt: SALT, color: p.text, node: None };
        // A click plays nothing: it is not this side's turn.
        let _ = line_words::show(ui, cx, &line, words, out);
    }
    let end = Rect::from_min_max(rect.right_top() - vec2(26.0, 0.0), rect.max);
    let mut end = ui.new_child(eframe::egui::UiBuilder::new().max_rect(end));
    if icon_button::small(&mut end, Icon::Cross, "Show no threats").clicked() {
        out.push(Action::Command(UserCommand::Threat));
    }
}
