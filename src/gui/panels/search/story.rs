//! The story of the search in sentences. Each leads to its iteration: every panel then shows the search as it was.

use std::sync::Arc;

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{
    Align, FontId, Layout, Rect, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2,
};

use tabia_app::action::{Action, LabAction};
use tabia_app::engines::telemetry::SearchView;
use tabia_app::window::workspace::PaneId;
use tabia_chess::Move;
use tabia_engine::search::race::RootRace;
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::EngineId;
use tabia_host::worker::protocol::JobId;
use tabia_lab::story::{self, Event};
use tabia_text::t;

use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::{analysis, context, parts};
use crate::gui::widgets::move_text;

/// Width of the column of depths, points.
const DEPTH: f32 = 34.0;
/// Between two sentences, points.
const BETWEEN: f32 = 6.0;

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let job = analysis::search(cx.model).map(|search| search.job);
    let newest = job.and_then(|job| cx.model.telemetry.newest_of(job));
    let Some(race) = newest.and_then(|search| search.race().filter(|race| !race.is_empty())) else {
        return parts::no_search(ui, cx, t!("story-none"), out);
    };
    let Some(search) = newest else { return };
    parts::search_notes(ui, cx);
    if !search.judges() {
        return;
    }
    let all = events(ui, cx, search, race);
    let id = ui.scope_id().with("all events");
    let mut whole: bool = ui.data(|data| data.get_temp(id)).unwrap_or(false);
    let shown = if whole { all.to_vec() } else { story::short(&all) };
    head(ui, all.len(), &mut whole);
    ui.data_mut(|data| data.insert_temp(id, whole));
    let at = cx.model.telemetry.looks_back(search.job);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for event in shown.iter().rev() {
            if row(ui, cx, event, at == Some(event.iteration)) {
                // The same again leads back to now.
                let to = (at != Some(event.iteration)).then_some((search.job, event.iteration));
                // The timeline says that all panels are of that time.
                out.push(Action::OpenPane(PaneId::LiveTree));
                out.push(Action::Lab(LabAction::LookBack(to)));
            }
        }
    });
}

/// What happened in a search, kept until another iteration or failed window is known.
#[derive(Clone)]
struct KeptEvents {
    job: JobId,
    iterations: usize,
    fails: usize,
    playouts: Option<Move>,
    events: Arc<Vec<Event>>,
}

fn events(ui: &Ui, cx: &Cx<'_>, search: &SearchView, race: &RootRace) -> Arc<Vec<Event>> {
    let id = ui.scope_id().with("events");
    let (job, iterations, fails) = (search.job, race.iterations().len(), race.fails().len());
    let playouts = choice_by_playouts(cx, search);
    let kept: Option<KeptEvents> = ui.data(|data| data.get_temp(id));
    let same = |kept: &KeptEvents| {
        (kept.job, kept.iterations, kept.fails, kept.playouts) == (job, iterations, fails, playouts)
    };
    if let Some(kept) = kept.filter(same) {
        return kept.events;
    }
    let mut events = story::events(race);
    if let Some(event) = playouts.and_then(|mv| story::agreement(race, mv)) {
        story::insert(&mut events, event);
    }
    let events = Arc::new(events);
    let kept = KeptEvents { job, iterations, fails, playouts, events: Arc::clone(&events) };
    ui.data_mut(|data| data.insert_temp(id, kept));
    events
}

/// The move that the search by playouts chooses in the position of another search, if it has looked at it.
fn choice_by_playouts(cx: &Cx<'_>, search: &SearchView) -> Option<Move> {
    if search.engine == EngineId::PUCT {
        return None;
    }
    let (telemetry, tree) = (&cx.model.telemetry, &cx.model.game.tree);
    let other = telemetry.search_or_earlier(tree, search.node, EngineId::PUCT)?;
    let other = other.lines.first().filter(|line| line.own && other.judges());
    other.and_then(|line| line.info.pv.first().copied())
}

/// The choice of all sentences, where there are more than the most telling ones.
fn head(ui: &mut Ui, all: usize, whole: &mut bool) {
    if all <= story::SHORT {
        return;
    }
    let size = vec2(ui.available_width(), theme::ROW);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        let name = if *whole { t!("story-fewer").to_owned() } else { t!("story-more", n = all) };
        if ui.small_button(name).clicked() {
            *whole = !*whole;
        }
    });
}

/// Depth and sentence. Says whether it was clicked.
fn row(ui: &mut Ui, cx: &Cx<'_>, event: &Event, chosen: bool) -> bool {
    let p = theme::palette(ui);
    let board = analysis::search_board(cx.model);
    let text = |score: Score| score.text();
    let words = story::sentence(event, &board, cx.model.settings.pov, &text);
    let width = ui.available_width();
    let mut job = LayoutJob::default();
    job.wrap.max_width = (width - DEPTH - 12.0).max(60.0);
    let words = move_text::with_pieces(&words, context::piece_names(cx.model)).into_owned();
    job.append(&words, 0.0, TextFormat::simple(FontId::proportional(13.5), p.text));
    let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
    let size = vec2(width, galley.size().y + 2.0 * BETWEEN);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    if ui.is_rect_visible(rect) {
        if chosen || response.hovered() || response.has_focus() {
            let fill = if chosen { p.raised } else { p.hover };
            ui.painter().rect_filled(rect, theme::RADIUS, fill);
        }
        let font = FontId::proportional(theme::SMALL);
        let depth = Rect::from_min_size(rect.min, vec2(DEPTH - 8.0, rect.height()));
        let depth_at = pos2(depth.right(), rect.top() + BETWEEN + 8.0);
        let anchor = eframe::egui::Align2::RIGHT_CENTER;
        ui.painter().text(depth_at, anchor, event.depth.to_string(), font, p.text_faint);
        ui.painter().galley(rect.min + vec2(DEPTH, BETWEEN), galley, p.text);
    }
    let name = t!("story-row", depth = event.depth, sentence = words);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, &name));
    response.on_hover_text(t!("story-row.tip")).clicked()
}
