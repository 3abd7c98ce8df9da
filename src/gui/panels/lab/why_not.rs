//! Why not this move? Its refutation, its score over depth beside the best move's, and what kind of proof there is.

use eframe::egui::{ComboBox, RichText, ScrollArea, Sense, Ui, vec2};

use tabia_app::action::{Action, LabAction};
use tabia_app::lab::trials::Place;
use tabia_app::window::notation;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, Move};
use tabia_engine::search::score::{Bound, Score};
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_games::words::outcome;
use tabia_lab::experiment::{AnyTrial as _, Experiment as _, Trial};
use tabia_lab::why::{CurvePoint, Proof, Why, WhyNot, how_known};
use tabia_text::t;

use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::line_words::MoveLine;
use crate::gui::present::view_head::Head;
use crate::gui::present::{analysis, context, empty, line_words, view_head};
use crate::gui::widgets::plot::{Curve, Point};
use crate::gui::widgets::{plot, sought};

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let trial = cx.model.lab.trial::<WhyNot>();
    let answer = trial.and_then(Trial::last);
    let copy = || trial.map_or(String::new(), |trial| trial.table().csv());
    let copy = answer.is_some().then_some(&copy as &dyn Fn() -> String);
    let head = Head { pane: PaneId::WhyNot, follows: false, copy };
    view_head::show(ui, cx, &head, out, |ui, out| bar(ui, cx, out));
    let (game, tree) = (cx.model.game.serial, &cx.model.game.tree);
    let run = cx.model.lab.last_run(WhyNot::INFO.id);
    let place = run.and_then(|run| run.place);
    let place = place.filter(|place| place.game == game && tree.contains(place.node));
    let mv = trial.and_then(|trial| trial.request.mv);
    let (Some(run), Some(Place { node, .. }), Some(mv)) = (run, place, mv) else {
        if super::shows_game_over(ui, cx, cx.model.game.board(), out) {
            return;
        }
        return empty::empty(ui, t!("why-not-no-move"), t!("why-not-no-move.why"));
    };
    let board = *tree.board(node);
    if !board.is_legal(mv) {
        return empty::empty(ui, t!("why-not-gone"), t!("why-not-gone.why"));
    }
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let number = format::number_before(&board, 0);
        let text = t!("why-not-title", move = format!("{number}{}", notation::san(&board, mv)));
        ui.label(RichText::new(text).strong().size(16.0));
        if !run.trial.holds_for(cx.model.game.board().key()) {
            super::note(ui, t!("why-not-elsewhere"));
        }
        match (answer, run.error()) {
            (Some(answer), _) => body(ui, cx, node, answer, &board, out),
            (None, Some(error)) => super::note(ui, error),
            (None, None) => super::note(ui, t!("why-not-searching")),
        }
    });
}

/// The choice of a move, and what is under way.
fn bar(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let board = cx.model.game.board();
    let moves = board.legal_moves();
    let mut chosen = None;
    ui.add_enabled_ui(!moves.is_empty(), |ui| {
        let combo = ComboBox::from_id_salt("why-move").selected_text(t!("why-not-choose"));
        let shown = combo.show_ui(ui, |ui| {
            let mut names: Vec<_> =
                moves.iter().map(|&mv| (notation::san(board, mv), mv)).collect();
            names.sort();
            for (name, mv) in names {
                if ui.selectable_label(false, name).clicked() {
                    chosen = Some(mv);
                }
            }
        });
        sought::named(ui, t!("why-not-move"), shown.response.rect);
        shown.response.accessible_name(t!("why-not-move"));
    });
    if let Some(mv) = chosen {
        out.push(Action::Lab(LabAction::Why { node: cx.model.game.current, mv }));
    }
    if cx.model.lab.is_at(WhyNot::INFO.id) {
        super::start_or_stop(ui, cx, (WhyNot::INFO.id, ""), out);
    }
}

fn body(ui: &mut Ui, cx: &Cx<'_>, node: NodeId, why: &Why, board: &Board, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let color = match why.proof {
        Proof::Best | Proof::Better => p.good,
        Proof::Bound | Proof::Unsearched => p.text_weak,
        _ => p.bad,
    };
    if let Some(ends) = why.ends {
        let text = t!("why-not-ends", outcome = outcome(ends));
        ui.label(RichText::new(text).color(color).strong());
    }
    ui.label(RichText::new(sentence(why)).color(color).strong());
    let how = if why.verified { t!("why-not-verified") } else { t!("why-not-unverified") };
    // The other move, if this one turned out better than it, is only what the first search chose.
    let better = why.proof == Proof::Better;
    let best = if better { t!("why-not-chosen") } else { t!("why-not-best-move") };
    let search = t!("why-not-own-search", move = best, depth = why.best_depth);
    super::note(ui, &format!("{how}. {search}"));
    if let Some(text) = analysis_beside(cx, node, board, why) {
        super::note(ui, &text);
    }
    if matches!(why.proof, Proof::Material { .. }) {
        super::note(ui, t!("why-not-material"));
    }
    ui.add_space(theme::GAP);
    let Why { score, bound, depth, .. } = *why;
    let of_move =
        PvLine { name: t!("why-not-this-move"), score, bound, depth, moves: &why.line, salt: 1 };
    line(ui, cx, node, board, &of_move, out);
    let of_best = PvLine {
        name: best,
        score: Some(why.best_score),
        bound: why.best_bound,
        depth: why.best_depth,
        moves: &why.best_line,
        salt: 2,
    };
    if why.mv != why.best {
        line(ui, cx, node, board, &of_best, out);
    }
    super::note(ui, &effort(why));
    let how = how_known(why, &|score| {
        analysis::score_text(cx.model, Some(score), Bound::Exact, board.stm())
    });
    if !how.is_empty() {
        super::note(ui, &how);
    }
    if why.curve.len() + why.best_curve.len() > 2 {
        curves(ui, cx, why, board);
    }
}

/// The best move according to the analysing engines, if one of them differs from the answer, which comes from a
/// separate search.
fn analysis_beside(cx: &Cx<'_>, node: NodeId, board: &Board, why: &Why) -> Option<String> {
    let model = cx.model;
    let mut differs = false;
    let mut engine = |id: EngineId| {
        let info = &model.telemetry.first_line(&model.game.tree, node, id)?.info;
        let mv = info.pv.first().copied().filter(|&mv| board.is_legal(mv))?;
        differs |= mv != why.best;
        Some(t!(
            "why-not-beside-engine",
            engine = model.engine_name(id),
            move = notation::san(board, mv),
            score = analysis::score_text(model, Some(info.score), info.bound, board.stm()),
            depth = info.depth
        ))
    };
    let engines: Vec<String> = model.analysing().into_iter().filter_map(&mut engine).collect();
    let shown = differs && !model.hides_lines();
    shown.then(|| t!("why-not-beside", engines = engines.join(" · ")))
}

/// One of the two lines.
struct PvLine<'a> {
    name: &'a str,
    score: Option<Score>,
    bound: Bound,
    depth: u32,
    moves: &'a [Move],
    salt: u64,
}

/// A score and below it its line: the wheel steps through it on a small board, a click plays it.
fn line(
    ui: &mut Ui,
    cx: &Cx<'_>,
    node: NodeId,
    board: &Board,
    pv: &PvLine<'_>,
    out: &mut Vec<Action>,
) {
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new(pv.name).color(p.text_weak));
        let text = analysis::score_text(cx.model, pv.score, pv.bound, board.stm());
        ui.label(RichText::new(text).monospace().strong());
        let view = context::pov_title(cx.model);
        // A proved mate needs no depth: the search went on to deeper ones after it had found the mate.
        let depth = match pv.score {
            Some(Score::Mate(_)) if pv.bound == Bound::Exact => view.to_owned(),
            _ => t!("why-not-depth", depth = pv.depth, view = view),
        };
        ui.label(RichText::new(depth).small().color(p.text_weak));
    });
    let size = vec2(ui.available_width(), theme::ROW + 2.0);
    let (area, _) = ui.allocate_exact_size(size, Sense::hover());
    let words = MoveLine {
        start: board,
        moves: pv.moves,
        salt: pv.salt,
        color: p.text,
        node: None,
        plays: true,
    };
    if let Some(at) = line_words::show(ui, cx, &words, area, out) {
        out.push(Action::PlayLine { node, moves: pv.moves[..=at].to_vec() });
    }
}

/// What refutes the move, in a sentence.
fn sentence(why: &Why) -> String {
    match &why.proof {
        _ if why.is_only => t!("why-not-only").to_owned(),
        Proof::Best => t!("why-not-best").to_owned(),
        Proof::Better => t!("why-not-better").to_owned(),
        Proof::MatesLater { moves, best } => t!("why-not-mates-later", n = *moves, best = *best),
        Proof::MatedSooner { moves, best } => t!("why-not-mated-sooner", n = *moves, best = *best),
        Proof::Mate(moves) => t!("why-not-mate", n = *moves),
        Proof::MissesMate(moves) => t!("why-not-misses-mate", n = *moves),
        Proof::Tablebase => t!("why-not-tablebase").to_owned(),
        Proof::Material { lost_cp, exchange } => {
            let pawns = tabia_text::number(f64::from(*lost_cp) / 100.0, 1);
            match exchange {
                Some(kind) => {
                    t!("why-not-loses", pawns = pawns, piece = kind.name().to_lowercase())
                }
                None => t!("why-not-line-loses", pawns = pawns),
            }
        }
        Proof::Evaluation => t!("why-not-evaluation").to_owned(),
        Proof::Bound => t!("why-not-bound").to_owned(),
        Proof::Unsearched => t!("why-not-unsearched").to_owned(),
    }
}

/// The effort the search spent on the move and how it was searched.
fn effort(why: &Why) -> String {
    let known = &why.known;
    let text = t!(
        "why-not-effort",
        nodes = format::count(known.nodes),
        all = format::count(known.all_nodes),
        share = format::percent(known.nodes, known.all_nodes)
    );
    match why.fell_behind {
        Some(depth) => format!("{text}. {}", t!("why-not-fell-behind", depth = depth)),
        None => text,
    }
}

/// Both scores over the depth.
fn curves(ui: &mut Ui, cx: &Cx<'_>, why: &Why, board: &Board) {
    let p = theme::palette(ui);
    let mates = |point: &&CurvePoint| point.score.mate_in_moves().is_some();
    // A mate that was proven at the nominal depth of the search would leave no room for the rest.
    let searched = |curve: &[CurvePoint]| {
        curve.iter().filter(|point| !mates(point)).map(|point| point.depth).max()
    };
    let deepest = searched(&why.best_curve).max(searched(&why.curve));
    let deepest = deepest.unwrap_or_else(|| why.best_depth.max(why.depth));
    let curve = |mv: Move, color, points: &[CurvePoint]| {
        let name = notation::san(board, mv);
        let point = |point: &CurvePoint| {
            let pawns = plot::pawns(point.score.seen_from(cx.model.settings.pov, board.stm()));
            let score =
                analysis::score_text(cx.model, Some(point.score), Bound::Exact, board.stm());
            let (name, depth) = (name.as_str(), point.depth);
            let note = t!("why-not-point", move = name, score = score, depth = depth);
            Point::exact(depth.min(deepest).into(), pawns, note)
        };
        // A curve that ended with a mate keeps it for the depths that followed.
        let after = points.last().filter(|last| last.score.mate_in_moves().is_some());
        let after = after.filter(|last| last.depth < deepest);
        let after = after.map(|last| CurvePoint { depth: deepest, ..*last });
        let points = points.iter().chain(&after).map(point).collect();
        Curve { limit: plot::MAX_PAWNS, ..Curve::new(&*name, color, points) }
    };
    let best = curve(why.best, p.series[0], &why.best_curve);
    let asked = (why.mv != why.best).then(|| curve(why.mv, p.bad, &why.curve));
    let both: Vec<Curve> = std::iter::once(best).chain(asked).collect();
    let height = ui.available_height().clamp(120.0, 220.0);
    ui.add_space(theme::GAP);
    let unit = t!("why-not-curve.unit", view = context::pov_title(cx.model));
    plot::over_depth(ui, [t!("why-not-curve"), &unit], &both, height);
}
