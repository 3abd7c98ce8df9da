//! Static evaluation, quiescence and searches of growing depth side by side: where the horizon lies.

use eframe::egui::{Align, Button, Color32, Label, Layout, RichText, ScrollArea, TextStyle, Ui};

use tabia_app::action::{Action, LabAction};
use tabia_app::window::notation::{self, Notation};
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, Move};
use tabia_engine::search::score::Score;
use tabia_lab::experiment::{AnyTrial as _, Ask, Experiment as _, Trial};
use tabia_lab::horizon::{EffectRequest, Horizon, HorizonEffect, Request, SightValue, sights};

use tabia_text::{t, text};

use super::experiment::Controls;
use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::view_head::Head;
use crate::gui::present::{context, empty, view_head};
use crate::gui::widgets::small_boards;
use crate::gui::widgets::small_boards::MiniBoard;
use crate::gui::widgets::table::{Table, Width};

/// A score that differs this much from the deepest one is marked, centipawns.
const FAR_CP: i32 = 80;

/// Side of the board of the horizon effect, points.
const EFFECT_BOARD: f32 = 130.0;
/// Width of its columns with the space between them: the depth, how far it sees, and what the captures leave, points.
const DEPTH: f32 = 58.0;
const SIGHT: f32 = 106.0;
const BEHIND: f32 = 96.0;
/// Space between two of them, points.
const SPACE: f32 = 14.0;
/// Minimum width of the line between them, points.
const LINE: f32 = 90.0;
/// Longest line shown there, plies.
const MAX_LENGTH: usize = 16;

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let lab = &cx.model.lab;
    let (line, found) = (lab.trial::<Horizon>(), lab.trial::<HorizonEffect>());
    let copy = || line.map_or(String::new(), |trial| trial.table().csv());
    let copy = line.is_some().then_some(&copy as &dyn Fn() -> String);
    let head = Head { pane: PaneId::Horizon, follows: false, copy };
    // The next run follows the best line, also after one along the game.
    let drafted = Ask::of::<Horizon>(Request { line: Vec::new(), ..lab.request::<Horizon>() });
    let mut ask = drafted.clone();
    view_head::show(ui, cx, &head, out, |ui, out| {
        ask = drafted.edited(&mut Controls { ui, id: "horizon" });
        if super::start_or_stop(ui, cx, (Horizon::INFO.id, text(Horizon::INFO.start)), out) {
            out.push(Action::Lab(LabAction::Run(ask.clone())));
        }
        let idle = !lab.is_at(Horizon::INFO.id);
        if ui.add_enabled(idle, Button::new(t!("horizon-along-game"))).clicked() {
            out.push(Action::Lab(LabAction::HorizonOfGame));
        }
        if super::start_or_stop(
            ui,
            cx,
            (HorizonEffect::INFO.id, text(HorizonEffect::INFO.start)),
            out,
        ) {
            out.push(Action::Lab(LabAction::run::<HorizonEffect>(EffectRequest::default())));
        }
    });
    if ask != drafted {
        out.insert(0, Action::Lab(LabAction::Ask(ask.clone())));
    }
    let over = super::over_here(cx, Horizon::INFO.id);
    if let Some(outcome) = over.filter(|_| found.is_none()) {
        return empty::game_over(ui, cx, outcome, out);
    }
    let line = line.filter(|_| over.is_none());
    if line.is_none() && found.is_none() {
        let words = Horizon::INFO.empty.map(text);
        if lab.job.is_some() {
            empty::empty(ui, words[0], t!("experiment-busy"));
        } else if empty::offer_button(ui, words, t!("horizon-offer")) {
            out.push(Action::Lab(LabAction::Run(ask)));
        }
        return;
    }
    super::note(ui, t!("horizon-note"));
    let found = found.filter(|trial| !trial.updates.is_empty());
    let board = cx.model.game.tree.board(lab.node_of(PaneId::Horizon, &cx.model.game));
    ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        if let Some(trial) = found {
            state(ui, cx, HorizonEffect::INFO.id);
            effect(ui, cx, trial);
            ui.add_space(theme::GAP);
        }
        match line {
            // Below the effect, an old result is only in the way.
            Some(trial) if found.is_some() && !trial.holds_for(board.key()) => {
                ui.collapsing(t!("horizon-elsewhere"), |ui| along_line(ui, cx, trial));
            }
            Some(trial) => along_line(ui, cx, trial),
            None => {}
        }
    });
}

/// The searches of growing depth along a line.
fn along_line(ui: &mut Ui, cx: &Cx<'_>, trial: &Trial<Horizon>) {
    state(ui, cx, Horizon::INFO.id);
    if let Some(run) = cx.model.lab.last_run(Horizon::INFO.id) {
        let line = trial.request.line.clone();
        let chosen = Request { line, ..cx.model.lab.request::<Horizon>() };
        super::experiment::settings_note(ui, &Ask::of::<Horizon>(chosen), run);
    }
    let board = trial.position.board();
    let number = format::number_before(&board, 0);
    let number = number.trim_end();
    let what = if trial.request.line.is_empty() {
        t!("horizon-of-line", number = number, depth = trial.request.depth)
    } else {
        t!("horizon-of-game", number = number)
    };
    super::note(ui, &format!("{what} · {}", t!("horizon-line-note")));
    rows(ui, trial);
}

fn state(ui: &mut Ui, cx: &Cx<'_>, experiment: &str) {
    if let Some(run) = cx.model.lab.last_run(experiment) {
        super::experiment::state_note(ui, cx, PaneId::Horizon, run);
        if let Some(eval) = run.eval.filter(|&eval| eval != cx.model.settings.engine.eval) {
            let name = super::experiment::eval_name(eval);
            super::note(ui, &t!("experiment-other-evaluation", name = name));
        }
    }
}

fn rows(ui: &mut Ui, view: &Trial<Horizon>) {
    let (table, depths) = (view.table(), view.request.depths());
    let name = table.column("move").unwrap_or(0);
    let heads: Vec<String> =
        depths.iter().map(|&depth| t!("horizon-column-depth", depth = depth)).collect();
    let first = [t!("horizon-column-static"), t!("horizon-column-quiescence")]
        .into_iter()
        .chain(heads.iter().map(String::as_str));
    let numbers = first.map(|head| (head, Width::Figures(62.0)));
    let columns: Vec<_> =
        std::iter::once((t!("column-move"), Width::Exact(78.0))).chain(numbers).collect();
    let shown = Table { salt: "horizon", columns: &columns, whole: true, ..Table::default() };
    shown.show(ui, view.updates.len(), |row| {
        let at = row.index();
        let found = &view.updates[at];
        let deepest = found.searched.last().map(|value| value.score.clamped_cp(1500));
        row.col(|ui| {
            let cell = table.rows.get(at).and_then(|row| row.get(name));
            let cell = cell.map_or(String::new(), |cell| table.columns[name].text(cell));
            ui.label(Notation::current().write(&cell));
        });
        let static_text = tabia_text::signed(f64::from(found.static_cp) / 100.0, 2);
        let of = |score: Score| (score.text(), score.clamped_cp(1500));
        let searched = found.searched.iter().map(|value| of(value.score));
        let first = [(static_text, found.static_cp), of(found.quiescence)];
        for (text, cp) in first.into_iter().chain(searched) {
            let far = deepest.is_some_and(|deepest| (deepest - cp).abs() >= FAR_CP);
            row.col(|ui| {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.label(deviating(ui, text, far));
                });
            });
        }
    });
}

/// The horizon effect at its position.
fn effect(ui: &mut Ui, cx: &Cx<'_>, trial: &Trial<HorizonEffect>) {
    let board = trial.position.board();
    ui.label(RichText::new(t!("horizon-effect.title")).strong());
    super::note(ui, t!("horizon-effect-note"));
    // The room that the other columns leave, so that the last one is visible.
    let font = TextStyle::Small.resolve(ui.style());
    let column = |head: &str, least: f32| {
        let (head, color) = (head.to_owned(), Color32::PLACEHOLDER);
        least.max(ui.painter().layout_no_wrap(head, font.clone(), color).size().x + SPACE)
    };
    let seen: f32 = sights().iter().map(|sight| column(text(sight.title), SIGHT)).sum();
    let others = DEPTH + seen + column(t!("horizon-effect-behind"), BEHIND);
    let left = ui.clip_rect().width() - others;
    let beside = left >= EFFECT_BOARD + LINE;
    let room = if beside { left - EFFECT_BOARD } else { left };
    let room = room.max(column(t!("horizon-effect-line"), LINE) - SPACE);
    let downwards = Layout::top_down(Align::Min);
    let layout = if beside { Layout::left_to_right(Align::Min) } else { downwards };
    ui.with_layout(layout, |ui| {
        let mini_board = MiniBoard {
            board: &board,
            orientation: tabia_chess::Color::White,
            last_move: None,
            theme: context::board_theme(cx.model),
        };
        small_boards::mini_board(ui, &mini_board, EFFECT_BOARD);
        eframe::egui::Grid::new("horizon-effect").striped(true).spacing([SPACE, 3.0]).show(
            ui,
            |ui| {
                ui.label("");
                for sight in sights() {
                    super::note(ui, text(sight.title));
                }
                super::note(ui, t!("horizon-effect-line"));
                let color = theme::palette(ui).text_weak;
                let behind = RichText::new(t!("horizon-effect-behind")).small().color(color);
                ui.label(behind).on_hover_text(t!("horizon-effect-behind.tip"));
                ui.end_row();
                for row in &trial.updates {
                    super::note(ui, &t!("horizon-column-depth", depth = row.depth));
                    for value in &row.by_sight {
                        let line = notation::line(&board, &value.line, usize::MAX);
                        ui.label(RichText::new(found(&board, value)).monospace())
                            .on_hover_text(line);
                    }
                    let [fixed, ..] = &row.by_sight;
                    let line = notation::line(&board, &fixed.line, usize::MAX);
                    let shown = whole_moves(ui, &board, &fixed.line, room);
                    ui.add(Label::new(shown).extend()).on_hover_text(line);
                    let far = (fixed.score.clamped_cp(1500) - fixed.behind.clamped_cp(1500)).abs()
                        >= FAR_CP;
                    ui.label(deviating(ui, fixed.behind.text(), far));
                    ui.end_row();
                }
            },
        );
    });
}

/// As many whole moves of a line as fit into this width.
fn whole_moves(ui: &Ui, board: &Board, line: &[Move], width: f32) -> String {
    let font = TextStyle::Body.resolve(ui.style());
    let text = |length: usize| {
        let text = notation::line(board, line, length);
        if length < line.len() { format!("{text} …") } else { text }
    };
    let fits = |text: &String| {
        let galley = ui.painter().layout_no_wrap(text.clone(), font.clone(), Color32::PLACEHOLDER);
        galley.size().x <= width
    };
    let lengths = (1..=line.len().min(MAX_LENGTH)).rev().map(text);
    let mut lengths = lengths.skip_while(|text| !fits(text));
    lengths.next().unwrap_or_else(|| text(1))
}

/// A score, on a ground of its own if it is far from what a deeper search finds.
fn deviating(ui: &Ui, score: String, far: bool) -> RichText {
    let (p, score) = (theme::palette(ui), RichText::new(score).monospace());
    if far { score.color(p.warn).background_color(p.active) } else { score.color(p.text) }
}

fn found(board: &Board, value: &SightValue) -> String {
    let mv = value.line.first().copied().filter(|&mv| board.is_legal(mv));
    format!("{} {}", mv.map_or("–".to_owned(), |mv| notation::san(board, mv)), value.score.text())
}
