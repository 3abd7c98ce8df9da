//! The story of the search in sentences. A click on one goes to its iteration: every panel then shows the search as it
//! was.

use std::sync::Arc;

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{
    Align, Align2, Color32, FontId, Label, Layout, Rect, Response, RichText, Role, ScrollArea,
    Sense, TextStyle, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

use tabia_app::action::{Action, LabAction};
use tabia_app::engines::telemetry::SearchView;
use tabia_app::window::notation::Notation;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, Move, san};
use tabia_engine::search::race::RootRace;
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::EngineId;
use tabia_host::worker::protocol::JobId;
use tabia_lab::story::{self, Event};
use tabia_text::{number, t};

use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::memo::once;
use crate::gui::present::{analysis, context, empty};
use crate::gui::widgets::buttons;

/// Width of the column of depths, points.
const DEPTH: f32 = 34.0;
/// Space between two sentences, points.
const BETWEEN: f32 = 6.0;

/// What the sentences are about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    Search,
    Game,
}

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let id = ui.scope_id().with("about");
    let about: About = ui.data(|data| data.get_temp(id)).unwrap_or(About::Search);
    let size = vec2(ui.available_width(), ui.spacing().interact_size.y);
    let head = |ui: &mut Ui| {
        let choices = [(About::Search, t!("story-of.search")), (About::Game, t!("story-of.game"))];
        if let Some(about) = buttons::segmented(ui, t!("story-of"), about, &choices) {
            ui.data_mut(|data| data.insert_temp(id, about));
        }
        let rest = Layout::right_to_left(Align::Center);
        ui.with_layout(rest, |ui| ui.available_rect_before_wrap()).inner
    };
    let layout = Layout::left_to_right(Align::Center);
    let more = ui.allocate_ui_with_layout(size, layout, head).inner;
    match about {
        About::Search => of_search(ui, cx, more, out),
        About::Game => of_game(ui, cx, out),
    }
}

/// The searches of the game whose scores changed most as they went deeper.
fn of_game(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let (telemetry, tree) = (&cx.model.telemetry, &cx.model.game.tree);
    let engine = cx.model.focus();
    let moments = moments(ui, cx, engine);
    if moments.is_empty() {
        let name = cx.model.engine_name(engine);
        let text = t!("story-game-none", engine = name, pawns = number(story::SWING_PAWNS, 1));
        ui.add(Label::new(RichText::new(text).color(theme::palette(ui).text_weak)).wrap());
        return;
    }
    point_of_view(ui, cx, engine);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (job, event) in moments.iter() {
            let Some(search) = telemetry.newest_of(*job) else { continue };
            let board = *tree.board(search.node);
            let sentence = words(cx, event, &board);
            let number = san::number_before(&board, 0);
            let name = t!(
                "story-game-row",
                line = number.trim(),
                depth = event.depth,
                sentence = sentence.as_str()
            );
            let chosen = cx.model.game.current == search.node
                && telemetry.looks_back(*job) == Some(event.iteration);
            let text = t!("story-row", depth = event.depth, sentence = sentence.as_str());
            let row = Row { mark: number.trim(), text: &text, name: &name, chosen };
            if row.show(ui).on_hover_text(t!("story-game-row.tip")).clicked() {
                out.push(Action::GoTo(search.node));
                out.push(Action::OpenPane(PaneId::LiveTree));
                out.push(Action::Lab(LabAction::LookBack(Some((*job, event.iteration)))));
            }
        }
    });
}

/// The moments of the game, cached until the results of its searches change.
fn moments(ui: &Ui, cx: &Cx<'_>, engine: EngineId) -> Arc<Vec<(JobId, Event)>> {
    let (telemetry, tree) = (&cx.model.telemetry, &cx.model.game.tree);
    let id = ui.scope_id().with(("moments", engine));
    once(ui.ctx(), id, (telemetry.state_number(), tree.revision()), || {
        let searches = telemetry.of_game(tree, engine).into_iter();
        let races = searches.filter_map(|search| Some((search.job, search.race()?)));
        Arc::new(story::moments(races))
    })
}

fn of_search(ui: &mut Ui, cx: &Cx<'_>, head: Rect, out: &mut Vec<Action>) {
    let job = analysis::search(cx.model).map(|search| search.job);
    let newest = job.and_then(|job| cx.model.telemetry.newest_of(job));
    let Some(race) = newest.and_then(|search| search.race().filter(|race| !race.is_empty())) else {
        return empty::no_search(ui, cx, t!("story-none"), out);
    };
    let Some(search) = newest else { return };
    empty::search_notes(ui, cx);
    if !search.judges() {
        return;
    }
    let all = events(ui, cx, search, race);
    let id = ui.scope_id().with("all events");
    let mut whole: bool = ui.data(|data| data.get_temp(id)).unwrap_or(false);
    let shown = if whole { all.to_vec() } else { story::short(&all) };
    show_all(ui, head, all.len(), &mut whole);
    point_of_view(ui, cx, search.engine);
    if !search.engine.is_own() && ui.add(buttons::secondary(t!("present-tabia"))).clicked() {
        empty::show_tabia(out);
    }
    ui.data_mut(|data| data.insert_temp(id, whole));
    let at = cx.model.telemetry.looks_back(search.job);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let board = analysis::search_board(cx.model);
        for event in shown.iter().rev() {
            let text = words(cx, event, &board);
            let name = t!("story-row", depth = event.depth, sentence = text.as_str());
            let chosen = at == Some(event.iteration);
            let row = Row { mark: &event.depth.to_string(), text: &text, name: &name, chosen };
            if row.show(ui).on_hover_text(t!("story-row.tip")).clicked() {
                // A second click returns to the current state.
                let to = (at != Some(event.iteration)).then_some((search.job, event.iteration));
                // The timeline shows that all panels are from that time.
                out.push(Action::OpenPane(PaneId::LiveTree));
                out.push(Action::Lab(LabAction::LookBack(to)));
            }
        }
    });
}

/// What happened in a search, cached until a new iteration or failed window is known.
fn events(ui: &Ui, cx: &Cx<'_>, search: &SearchView, race: &RootRace) -> Arc<Vec<Event>> {
    let playouts = choice_by_playouts(cx, search);
    let key = (search.job, race.iterations().len(), race.fails().len(), playouts);
    once(ui.ctx(), ui.scope_id().with("events"), key, || {
        let mut events = story::events(race);
        if let Some(event) = playouts.and_then(|mv| story::agreement(race, mv)) {
            story::insert(&mut events, event);
        }
        Arc::new(events)
    })
}

/// The playout search's choice in the position of another search, if it has searched it.
fn choice_by_playouts(cx: &Cx<'_>, search: &SearchView) -> Option<Move> {
    if search.engine == EngineId::PUCT {
        return None;
    }
    let (telemetry, tree) = (&cx.model.telemetry, &cx.model.game.tree);
    let other = telemetry.search_or_earlier(tree, search.node, EngineId::PUCT)?;
    let other = other.lines.first().filter(|line| line.own && other.judges());
    other.and_then(|line| line.info.pv.first().copied())
}

/// The switch for all sentences if there are more than the most important ones.
fn show_all(ui: &mut Ui, place: Rect, all: usize, whole: &mut bool) {
    if all <= story::SHORT {
        return;
    }
    let layout = Layout::right_to_left(Align::Center);
    let ui = &mut ui.new_child(UiBuilder::new().max_rect(place).layout(layout));
    let name = if *whole { t!("story-fewer").to_owned() } else { t!("story-more", n = all) };
    let font = TextStyle::Small.resolve(ui.style());
    let width = ui.painter().layout_no_wrap(name.clone(), font, Color32::PLACEHOLDER).size().x;
    let fits = width + 2.0 * ui.spacing().button_padding.x <= ui.available_width();
    let face = match (fits, *whole) {
        (true, _) => name.clone(),
        (false, true) => t!("story-fewer.short").to_owned(),
        (false, false) => t!("story-more.short", n = all),
    };
    let button = ui.add(buttons::secondary(face));
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    if button.on_hover_text(name).clicked() {
        *whole = !*whole;
    }
}

/// Whose search it is, and the unit and point of view of its scores.
fn point_of_view(ui: &mut Ui, cx: &Cx<'_>, engine: EngineId) {
    let (engine, view) = (cx.model.engine_name(engine), context::pov_title(cx.model));
    let text = RichText::new(t!("story-scores", engine = engine, view = view)).small();
    ui.add(Label::new(text.color(theme::palette(ui).text_weak)).truncate());
}

fn words(cx: &Cx<'_>, event: &Event, board: &Board) -> String {
    story::sentence(event, board, cx.model.settings.pov, &|score: Score| score.text())
}

/// A sentence that goes to its moment.
struct Row<'a> {
    /// In the left column.
    mark: &'a str,
    text: &'a str,
    /// For screen readers.
    name: &'a str,
    chosen: bool,
}

impl Row<'_> {
    fn show(&self, ui: &mut Ui) -> Response {
        let p = theme::palette(ui);
        let width = ui.available_width();
        let mut job = LayoutJob::default();
        job.wrap.max_width = (width - DEPTH - 12.0).max(60.0);
        let words = Notation::current().write(self.text).into_owned();
        job.append(&words, 0.0, TextFormat::simple(FontId::proportional(13.5), p.text));
        let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
        let size = vec2(width, galley.size().y + 2.0 * BETWEEN);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        if ui.is_rect_visible(rect) {
            if self.chosen || response.hovered() || response.has_focus() {
                let fill = if self.chosen { p.raised } else { p.hover };
                ui.painter().rect_filled(rect, theme::RADIUS, fill);
            }
            let font = FontId::proportional(theme::SMALL);
            let at = pos2(rect.left() + DEPTH - 8.0, rect.top() + BETWEEN + 8.0);
            ui.painter().text(at, Align2::RIGHT_CENTER, self.mark, font, p.text_faint);
            ui.painter().galley(rect.min + vec2(DEPTH, BETWEEN), galley, p.text);
        }
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, self.chosen, self.name));
        response
    }
}
