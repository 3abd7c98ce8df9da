//! The engines' best lines, live: the participating engines and their results, state and figures of the focused search,
//! one row per line below. A move under the pointer shows its position on a small board, the wheel steps through the
//! line, a click plays up to that move.

mod comparison;
mod machine;

use eframe::egui;
use eframe::egui::text::{LayoutJob, TextFormat, TextWrapping};
use eframe::egui::{
    Align, Align2, FontId, Frame, Label, Layout, Panel, Rect, Response, RichText, Role, ScrollArea,
    Sense, StrokeKind, TextStyle, Ui, WidgetInfo, vec2,
};

use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::engines::telemetry::SearchView;
use tabia_app::game::new_game::engine_title;
use tabia_app::game::state::Player;
use tabia_app::window::notation;
use tabia_chess::Board;
use tabia_engine::search::score::Score;
use tabia_text::t;

use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::present::analysis::{LineView, OpenBound};
use crate::gui::present::context::Cx;
use crate::gui::present::line_words::MoveLine;
use crate::gui::present::{analysis, arrows, empty, line_words, parts};
use crate::gui::widgets::bars;
use crate::gui::widgets::buttons;

/// Height of a line, points.
const ROW: f32 = 26.0;
/// Width of the large score and the chip beside it, points.
const SCORE: f32 = 158.0;
/// A line with less room than this has a chip without the depth, points.
const ROOM_FOR_DEPTH: f32 = 300.0;
/// Size of the large score, points.
const LARGE: f32 = 27.0;
/// From this height on the panel has room for large figures, points.
const ROOMY: f32 = 120.0;
/// Minimum height for the lines below the comparison of the engines, points.
const MIN_LINES: f32 = 56.0;
/// Height of a note at the foot, points.
const NOTE: f32 = 24.0;

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    header(ui, cx, out);
    comparison::chips(ui, cx, out);
    notes(ui, cx, out);
    if cx.model.hides_lines() {
        comparison::trouble(ui, cx, out);
        main_figures(ui, cx, true);
        return empty::empty(ui, t!("lines-hidden"), t!("lines-hidden.why"));
    }
    let several = cx.model.analysing().len() > 1;
    if !several {
        comparison::trouble(ui, cx, out);
        main_figures(ui, cx, true);
        return lines(ui, cx, out);
    }
    if ui.available_height() >= comparison::height(cx) + MIN_LINES {
        comparison::trouble(ui, cx, out);
        let roomy = ui.available_height() - comparison::height(cx) > ROOMY;
        comparison::show(ui, cx, !roomy, out);
        main_figures(ui, cx, false);
        return lines(ui, cx, out);
    }
    // In a low panel everything scrolls.
    ScrollArea::vertical().id_salt("all").auto_shrink(false).show(ui, |ui| {
        comparison::trouble(ui, cx, out);
        comparison::show(ui, cx, false, out);
        empty::position_note(ui, cx);
        rows(ui, cx, &analysis::lines(cx.model), out);
    });
}

/// Notes that come and go are at the foot, so that nothing above them moves. Below a threat there is always room for
/// questions about moves.
fn notes(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let watches = cx.model.watches();
    let (threat, asked) = (arrows::is_threat_shown(cx.model), line_words::is_asked(cx.model));
    if !(watches || threat || asked) {
        return;
    }
    let panel = Panel::bottom("notes on the search").frame(Frame::new());
    panel.resizable(false).show_separator_line(false).min_size(0.0).show(ui, |ui| {
        if watches {
            own_view(ui, cx);
        }
        if threat {
            arrows::show(ui, cx, out);
        }
        if asked {
            line_words::show_asked(ui, cx, out);
        } else if threat {
            ui.allocate_space(vec2(1.0, NOTE));
        }
    });
}

/// Score and figures of the search, large if there is room. `row`: in a row instead.
fn main_figures(ui: &mut Ui, cx: &Cx<'_>, row: bool) {
    let Some(state) = figures_of(ui, cx) else { return };
    if ui.available_height() > ROOMY {
        figures(ui, &state);
    } else if row {
        figures_in_a_row(ui, &state);
    }
}

/// The lines of the focused engine, or why there are none.
fn lines(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    ui.add_space(2.0);
    let lines = analysis::lines(cx.model);
    let over = analysis::search_outcome(cx.model).is_some();
    if lines.is_empty() || over {
        // Other engines may well have lines, which are above.
        let name = cx.model.engine_name(cx.model.focus());
        let by = (cx.model.analysing().len() > 1).then(|| t!("lines-none-by", name = name));
        return empty::no_search(ui, cx, by.as_deref().unwrap_or(t!("lines-none")), out);
    }
    empty::position_note(ui, cx);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| rows(ui, cx, &lines, out));
}

fn rows(ui: &mut Ui, cx: &Cx<'_>, lines: &[LineView], out: &mut Vec<Action>) {
    let board = analysis::search_board(cx.model);
    let open = analysis::open_bound(cx.model, cx.model.focus());
    ui.spacing_mut().item_spacing.y = 2.0;
    for line in lines {
        // If its line is not there yet, the last line has room for it.
        let beside = |open: &&OpenBound| open.beside.min(lines.len() as u32) == line.number;
        let open = open.as_ref().filter(beside);
        row(ui, cx, &board, (line, open), out);
    }
}

fn header(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        let thinking = analysis::is_thinking(cx.model);
        let (dot, _) = ui.allocate_exact_size(vec2(10.0, 30.0), Sense::hover());
        let color = if thinking { p.good } else { p.text_faint };
        if thinking {
            ui.painter().circle_filled(dot.center(), 4.5, color);
        } else {
            ui.painter().circle_stroke(dot.center(), 4.0, (1.5, color));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let on = cx.model.engine.analysis;
            let (icon, name) = if on {
                (Icon::Pause, t!("verb-stop-analysis"))
            } else {
                (Icon::Analyse, t!("command-ToggleAnalysis"))
            };
            parts::command_button(ui, cx, UserCommand::ToggleAnalysis, Some((icon, name)), out);
            parts::command_button(ui, cx, UserCommand::LockAnalysis, None, out);
            if buttons::small(ui, Icon::Plus, t!("command-MoreLines.tip")).clicked() {
                out.push(Action::Command(UserCommand::MoreLines));
            }
            let [text, why] = analysis::lines_title(cx.model);
            // The place is as wide as the longest form, so that the buttons do not move.
            let font = TextStyle::Body.resolve(ui.style());
            let width = |text: String| {
                ui.painter().layout_no_wrap(text, font.clone(), p.text_weak).size().x
            };
            let kept = width(analysis::kept_title(88, 88));
            let longest = width(t!("present-lines-of", shown = 88, set = 88)).max(kept);
            let (place, _) = ui.allocate_exact_size(vec2(longest, 20.0), Sense::hover());
            let label = Label::new(RichText::new(text).color(p.text_weak));
            ui.put(place, label).on_hover_text(why);
            if buttons::small(ui, Icon::Minus, t!("command-FewerLines.tip")).clicked() {
                out.push(Action::Command(UserCommand::FewerLines));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let status = analysis::status_text(cx.model);
                let label = Label::new(RichText::new(&status).strong()).truncate();
                ui.add(label).on_hover_text(status);
            });
        });
    });
}

/// Score large, the figures of the search beside it.
fn figures(ui: &mut Ui, state: &Figures) {
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            // There is always room for the chip, so that nothing moves when it appears.
            ui.set_width(SCORE);
            let large = FontId::proportional(LARGE);
            ui.horizontal(|ui| {
                let stale = state.best.as_ref().is_some_and(|line| line.stale);
                // A text in place of a score is smaller than a score, in a place of the same height.
                let (size, color) = match state.best {
                    None => (bars::FIGURE, p.text_faint),
                    Some(_) if stale => (LARGE, p.text_faint),
                    Some(_) => (LARGE, p.text),
                };
                ui.set_min_height(ui.fonts_mut(|fonts| fonts.row_height(&large)));
                ui.label(RichText::new(&state.score).size(size).color(color));
                if let Some(open) = &state.open {
                    bound(ui, open, &open.short);
                }
            });
            let [short, words] = &state.score_note;
            let note = ui.label(RichText::new(short).small().color(p.text_weak));
            note.accessible_name(words).on_hover_text(words);
        });
        ui.add_space(4.0);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing = vec2(14.0, 2.0);
            ui.horizontal(|ui| {
                for (name, value) in &state.values {
                    if bars::figure_width(ui, name, value) > ui.available_width() {
                        break;
                    }
                    let hint = match *name {
                        name if name == t!("lines-static") => t!("lines-static.hint"),
                        name if name == t!("column-depth") => t!("lines-depth.hint"),
                        _ => "",
                    };
                    bars::figure(ui, name, value, hint);
                }
            });
            // Always there, so that the lines below do not move.
            let text = match state.searching.as_str() {
                "" => String::new(),
                what => format!("{} {what}", t!("lines-searching")),
            };
            ui.add(Label::new(RichText::new(text).small().color(p.text_weak)).truncate());
        });
    });
}

/// The same in one line of small text, for a low panel.
fn figures_in_a_row(ui: &mut Ui, state: &Figures) {
    let p = theme::palette(ui);
    let mut left = ui.available_width().min(ui.clip_rect().right() - ui.cursor().left());
    if let Some(open) = &state.open {
        left -= bound_width(ui, &open.text) + theme::GAP;
    }
    let wrap = TextWrapping::truncate_at_width(left);
    let width = |text: &str| {
        let galley =
            ui.painter().layout_no_wrap(text.to_owned(), FontId::proportional(12.5), p.text);
        galley.size().x
    };
    left -= width(&state.score);
    let mut job = LayoutJob { wrap, ..LayoutJob::default() };
    let mut add = |text: &str, color| {
        let font = FontId::proportional(12.5);
        job.append(text, 0.0, TextFormat::simple(font, color));
    };
    add(&state.score, p.text);
    for (name, value) in &state.values {
        let name = format!("   {name} ");
        // A figure is shown whole or not at all.
        left -= width(&name) + width(value);
        if left < 0.0 {
            break;
        }
        add(&name, p.text_weak);
        add(value, p.text);
    }
    let Some(open) = &state.open else {
        ui.label(job);
        return;
    };
    ui.horizontal(|ui| {
        ui.label(job);
        bound(ui, open, &open.text);
    });
}

fn row(
    ui: &mut Ui,
    cx: &Cx<'_>,
    board: &Board,
    (line, open): (&LineView, Option<&OpenBound>),
    out: &mut Vec<Action>,
) {
    let height = ROW;
    let width = ui.available_width();
    let (rect, row) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    if !ui.is_rect_visible(rect) {
        return;
    }
    let p = theme::palette(ui);
    let badge = Rect::from_min_size(rect.min + vec2(0.0, 2.0), vec2(64.0, height - 4.0));
    score_badge(ui, badge, line);
    ui.painter().text(
        badge.right_center() + vec2(26.0, 0.0),
        Align2::RIGHT_CENTER,
        line.info.depth.to_string(),
        FontId::monospace(theme::SMALL),
        if line.stale { p.text_faint } else { p.text_weak },
    );
    let mut text = Rect::from_min_max(badge.right_top() + vec2(34.0, -2.0), rect.max);
    let name = line.words();
    row.widget_info(|| WidgetInfo::labeled(Role::Row, true, &name));
    if !line.age.is_empty() {
        row.on_hover_text(&line.age);
    }
    if let Some(open) = open {
        // Without room for everything the depth is only in the tooltip.
        let roomy = text.width() > ROOM_FOR_DEPTH;
        let shown = if roomy { &open.text } else { &open.short };
        let place = text.with_min_x(text.right() - bound_width(ui, shown));
        bound_at(ui, line.number, place, open, shown);
        text.max.x = place.left() - theme::GAP;
    }
    let color = if line.stale { p.text_faint } else { p.text };
    let salt = u64::from(line.number);
    // After an expected move the line starts from no position of the game.
    let node = analysis::pondered(cx.model).is_none().then(|| analysis::search_node(cx.model));
    let words = MoveLine { start: board, moves: &line.info.pv, salt, color, node, plays: true };
    if let Some(chosen) = line_words::show(ui, cx, &words, text, out) {
        out.push(analysis::play_line(cx.model, &line.info.pv[..=chosen]));
    }
}

/// A badge in the colour of the side that is better.
fn score_badge(ui: &Ui, rect: Rect, line: &LineView) {
    let p = theme::palette(ui);
    let good_for_white = line.white.clamped_cp(1) >= 0;
    let (fill, ink) =
        if good_for_white { (p.white_side, p.black_side) } else { (p.black_side, p.white_side) };
    ui.painter().rect(rect, 4, fill, (1.0, p.edge), egui::StrokeKind::Inside);
    let font = FontId::proportional(13.5);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, line.score_text(), font, ink);
    if line.stale {
        // The badge keeps its colours, which show whose score it is, and is dimmed.
        ui.painter().rect_filled(rect, 4, p.panel.gamma_multiply(0.2));
    }
}

/// The figures above the lines: score, what it is, and named values.
#[derive(Clone, Debug)]
struct Figures {
    best: Option<LineView>,
    /// A bound beside the score whose window is still open.
    open: Option<OpenBound>,
    /// The score of the best line.
    score: String,
    /// Point of view and win probability.
    score_note: [String; 2],
    /// Name and value, in order.
    values: Vec<(&'static str, String)>,
    /// The root move under search; empty while there is none.
    searching: String,
}

/// Depth, nodes, speed and the rest as the panel shows them.
fn figures_of(ui: &Ui, cx: &Cx<'_>) -> Option<Figures> {
    let best = analysis::lines(cx.model).into_iter().next();
    // Lines beside the search of a weak level are not from that search, so its depth is not theirs.
    let search = analysis::search(cx.model).filter(|search| search.judges() || best.is_none());
    let mut values = match (search, &best) {
        (Some(search), _) => of_search(search, best.as_ref()),
        (None, Some(line)) => {
            let units = analysis::units(cx.model.focus());
            vec![
                (t!("column-depth"), format::depth(line.info.depth, line.info.seldepth)),
                (units.nodes, format::count_of(line.info.nodes)),
                (units.per_second, format::count_of(line.info.nps)),
                (t!("column-time"), format::duration(line.info.time_ms)),
            ]
        }
        (None, None) => return None,
    };
    let weak = best.is_none() && analysis::weak_level(cx.model).is_some();
    if analysis::search_outcome(cx.model).is_some() || weak && !cx.model.game.is_played() {
        return None;
    }
    // It describes our evaluation, which another engine does not have, and a weak level does not show.
    if cx.model.focus().is_tabia() && !weak {
        let unseen =
            analysis::static_eval(cx.model, ui).map_or_else(|| "–".to_owned(), Score::text);
        values.insert(1.min(values.len()), (t!("lines-static"), unseen));
    }
    values.retain(|(_, value)| !value.is_empty());
    let (score, score_note) = match &best {
        Some(line) => (line.score_text(), analysis::score_note(cx.model, line)),
        None if weak => ("–".to_owned(), [t!("lines-no-evaluation"); 2].map(str::to_owned)),
        None => ("–".to_owned(), [t!("lines-no-score"); 2].map(str::to_owned)),
    };
    let open = analysis::open_bound(cx.model, cx.model.focus()).filter(|open| open.beside == 1);
    let searching = analysis::search(cx.model)
        .map_or_else(String::new, |search| analysis::searching(cx.model, search));
    Some(Figures { best, open, score, score_note, values, searching })
}

fn of_search(search: &SearchView, best: Option<&LineView>) -> Vec<(&'static str, String)> {
    let units = analysis::units(search.engine);
    vec![
        (t!("column-depth"), analysis::depth_of(search, best)),
        (units.nodes, format::count_of(search.nodes())),
        (units.per_second, format::count_of(search.nps())),
        (t!("column-time"), format::duration(search.time_ms())),
        (t!("lines-tb-hits"), tb_hits(search)),
        (units.memory, search.hashfull().map_or_else(String::new, format::permille)),
    ]
}

/// Tablebase hits, if there were any.
fn tb_hits(search: &SearchView) -> String {
    let live = search.live.as_ref().and_then(|live| live.progress.tb_hits);
    let reported = search.history.back().and_then(|info| info.tb_hits);
    format::count_of(live.max(reported).filter(|&hits| hits > 0))
}

/// Height of a chip, points.
const HEIGHT: f32 = 17.0;
/// Space beside its text, points.
const PAD: f32 = 5.0;
/// Width of the mark for the direction in which the window failed, points.
const MARK: f32 = 10.0;

/// Width of a chip with this text, points.
fn bound_width(ui: &Ui, text: &str) -> f32 {
    let font = FontId::proportional(theme::SMALL);
    let color = theme::palette(ui).text;
    ui.painter().layout_no_wrap(text.to_owned(), font, color).size().x + 2.0 * PAD + MARK
}

/// Shows an open bound as a chip, beside the last complete line and never in its place.
fn bound(ui: &mut Ui, open: &OpenBound, text: &str) -> Response {
    let size = vec2(bound_width(ui, text), HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    paint_bound(ui, rect, open, text);
    with_bound_hint(response, open)
}

/// Shows the chip of an open bound in a place of a row; `salt` is the row's own.
fn bound_at(ui: &Ui, salt: u32, place: Rect, open: &OpenBound, text: &str) -> Response {
    let rect = Rect::from_center_size(place.center(), vec2(place.width(), HEIGHT));
    let id = ui.scope_id().with(("open bound", salt));
    let response = ui.interact(rect, id, Sense::hover());
    paint_bound(ui, rect, open, text);
    with_bound_hint(response, open)
}

/// Adds a tooltip that explains the chip.
fn with_bound_hint(response: Response, open: &OpenBound) -> Response {
    let words = open.words.clone();
    response.widget_info(move || WidgetInfo::labeled(Role::Label, true, &words));
    response.on_hover_text(&open.words)
}

fn paint_bound(ui: &Ui, rect: Rect, open: &OpenBound, text: &str) {
    let p = theme::palette(ui);
    ui.painter().rect(rect, 4, p.raised, (1.0, p.warn), StrokeKind::Inside);
    let at = rect.left_center() + vec2(PAD + 3.0, 0.0);
    mark(ui, at, open.higher);
    let at = rect.left_center() + vec2(PAD + MARK, 0.0);
    let font = FontId::proportional(theme::SMALL);
    ui.painter().text(at, Align2::LEFT_CENTER, text, font, p.text);
}

/// A small triangle; pointing up, the score may be higher than the bound.
fn mark(ui: &Ui, at: eframe::egui::Pos2, up: bool) {
    let p = theme::palette(ui);
    let tip = if up { -3.5 } else { 3.5 };
    let points = vec![at + vec2(0.0, tip), at + vec2(-3.5, -tip), at + vec2(3.5, -tip)];
    let triangle = eframe::egui::Shape::convex_polygon(points, p.warn, eframe::egui::Stroke::NONE);
    ui.painter().add(triangle);
}

/// Moves shown of the opponent's own line.
const MOVES: usize = 4;

/// While full-strength analysis is shown during a game, explains that this is help, and what the weaker opponent itself
/// thinks: the two must not be confused.
fn own_view(ui: &mut Ui, cx: &Cx<'_>) {
    let p = theme::palette(ui);
    let note = |ui: &mut Ui, icon: Icon, text: &str, hint: &str| {
        let shown = RichText::new(format!("{} {text}", icon.glyph())).small().color(p.text_weak);
        let label = ui.add(Label::new(shown).truncate());
        label.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
        label.on_hover_text(hint);
    };
    let hint = match UserCommand::Watch.keys_text(cx.model) {
        Some(keys) => t!("lines-help.keys", keys = keys),
        None => t!("lines-help.hint").to_owned(),
    };
    note(ui, Icon::Eye, t!("lines-help"), &hint);
    if let Some(text) = opponents_line(cx) {
        note(ui, Icon::Engine, &text, t!("lines-opponent.hint"));
    }
}

/// The opponent's last result, from the chosen point of view: `Stockfish's own view: 12… Nf6 +0.30`.
fn opponents_line(cx: &Cx<'_>) -> Option<String> {
    let game = &cx.model.game;
    let Player::Engine { id, strength, .. } = *game.player(game.engine_side()?) else {
        return None;
    };
    let search = cx.model.telemetry.search(id).filter(|search| !search.judges())?;
    let here = game.tree.contains(search.node) && game.tree.board(search.node).key() == search.key;
    let line = search.lines.first().filter(|_| here)?;
    let built_in = if id.is_built_in() { String::new() } else { cx.model.engine_name(id) };
    let name = engine_title(&built_in, strength);
    let pv = &line.info.pv[..line.info.pv.len().min(MOVES)];
    let moves = notation::line(game.tree.board(search.node), pv, MOVES);
    let info = &line.info;
    let score = analysis::score_text(cx.model, Some(info.score), info.bound, info.stm);
    Some(t!("lines-opponent", name = name, moves = moves, score = score))
}
