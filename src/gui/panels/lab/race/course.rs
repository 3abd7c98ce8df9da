//! The course of a search at its root, prepared for the panel: its iterations including the one under way, the moves
//! with their own colours, and the curves.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use eframe::egui::Color32;

use tabia_app::engines::telemetry::{SearchView, bound_seen_from};
use tabia_app::lab::state::RaceAxis;
use tabia_chess::{Board, Color, Move, san};
use tabia_engine::search::race::{RootEntry, RootIteration, RootRace, RootShare};
use tabia_engine::search::score::{Bound, Pov, Score};
use tabia_lab::memory::bound_word;
use tabia_lab::table::{Cell, Column, Table};
use tabia_text::{number, t};

use crate::gui::look::theme::Palette;
use crate::gui::look::{format, theme};
use crate::gui::widgets::plot;
use crate::gui::widgets::plot::{Curve, Line, Mark, MarkKind, Point};

/// With more points than this the pale curves are thinned out.
const MAX_POINTS: usize = 4_000;

/// What is drawn.
pub(super) struct Course<'a> {
    pub(super) board: Board,
    pub(super) pov: Pov,
    pub(super) axis: RaceAxis,
    /// Whether scores may be shown: those of a weak level are no evaluation.
    pub(super) judges: bool,
    race: &'a RootRace,
    /// The iterations kept, and the one under way as far as it has got.
    rows: Vec<Arc<RootIteration>>,
    /// Whether the last row is under way.
    pub(super) under_way: bool,
    /// Every move seen, in the newest order.
    pub(super) moves: Vec<Move>,
    /// Moves that have been best, in the order in which they first were.
    leaders: Vec<Move>,
}

#[derive(Default)]
pub(super) struct MoveCurves {
    pub(super) curves: Vec<Curve>,
    /// The move of each curve.
    pub(super) moves: Vec<Move>,
    /// The iteration of each point of each curve.
    pub(super) rows: Vec<Vec<usize>>,
}

impl<'a> Course<'a> {
    /// The course of a search; `None` before it has reported anything.
    pub(super) fn of(
        search: &'a SearchView,
        board: Board,
        pov: Pov,
        axis: RaceAxis,
    ) -> Option<Course<'a>> {
        let race = search.race()?;
        let mut rows = race.iterations().to_vec();
        let now = under_way(search, rows.last().map(|row| &**row));
        let goes_on = now.is_some();
        rows.extend(now.map(Arc::new));
        if rows.is_empty() {
            return None;
        }
        let mut moves: Vec<Move> = search.root_moves().iter().map(|root| root.mv).collect();
        let mut leaders = Vec::new();
        let mut met: HashSet<Move> = moves.iter().copied().collect();
        for row in &rows {
            leaders.extend(row.best.filter(|best| !leaders.contains(best)));
            moves.extend(row.moves.iter().map(|entry| entry.mv).filter(|&mv| met.insert(mv)));
        }
        moves.retain(|&mv| board.is_legal(mv));
        let judges = search.judges();
        Some(Course { board, pov, axis, judges, race, rows, under_way: goes_on, moves, leaders })
    }

    /// The iterations, oldest first.
    pub(super) fn rows(&self) -> &[Arc<RootIteration>] {
        &self.rows
    }

    /// Number of iterations no longer kept.
    pub(super) fn left_out(&self) -> u64 {
        self.race.left_out()
    }

    /// The place of an iteration on the axis.
    pub(super) fn x(&self, row: &RootIteration) -> f64 {
        self.place(row.depth, row.time_ms)
    }

    /// The ends of the axis: the first iteration and the last, including the one under way.
    pub(super) fn span(&self) -> (f64, f64) {
        let ends =
            [self.rows.first(), self.rows.last()].map(|row| row.map_or(1.0, |row| self.x(row)));
        (ends[0], ends[1])
    }

    fn place(&self, depth: u32, time_ms: u64) -> f64 {
        match self.axis {
            RaceAxis::Depth => f64::from(depth),
            RaceAxis::Time => time_ms as f64 / 1e3,
            // A logarithm has no zero: less than a millisecond counts as one.
            RaceAxis::LogTime => time_ms.max(1) as f64 / 1e3,
        }
    }

    /// The colour of a move: those that have been best have their own.
    pub(super) fn color(&self, mv: Move, p: &Palette) -> Option<Color32> {
        let at = self.leaders.iter().position(|&leader| leader == mv)?;
        p.series.get(at).copied()
    }

    /// A move in words.
    pub(super) fn name(&self, mv: Move) -> String {
        san::write(&self.board, mv)
    }

    /// A score from the side to move's view with the sign of its bound, shown from the chosen point of view.
    pub(super) fn score_text(&self, score: Score, bound: Bound) -> String {
        let stm = self.board.stm();
        let sign = bound_seen_from(bound, self.pov, stm).sign();
        format!("{sign}{}", score.seen_from(self.pov, stm).text())
    }

    fn pawns(&self, score: Score) -> f64 {
        plot::pawns(score.seen_from(self.pov, self.board.stm()))
    }

    /// What an iteration itself found for a move; older results are left out.
    fn found(row: &RootIteration, entry: &RootEntry) -> Option<(Score, Bound)> {
        (entry.depth == Some(row.depth)).then_some(())?;
        Some((entry.score?, entry.bound?))
    }

    /// Score curves: one for each move.
    pub(super) fn scores(&self, p: &Palette) -> MoveCurves {
        let stm = self.board.stm();
        let points = self.rows.iter().enumerate().flat_map(|(at, row)| {
            row.moves.iter().filter_map(move |entry| {
                let (score, bound) = Self::found(row, entry)?;
                let bound = bound_seen_from(bound, self.pov, stm);
                let (x, y) = (self.x(row), self.pawns(score));
                Some((entry.mv, at, Point { x, y, bound, note: String::new() }))
            })
        });
        self.move_curves(p, self.limit(), points)
    }

    /// Curves of the share of each iteration's nodes, per cent.
    pub(super) fn shares(&self, p: &Palette) -> MoveCurves {
        let kept = self.race.iterations().iter().enumerate();
        let points = kept.flat_map(|(at, row)| {
            let x = self.x(row);
            let shares = self.race.shares(at).into_iter();
            shares.map(move |of| (of.mv, at, Point::exact(x, of.share * 100.0, String::new())))
        });
        self.move_curves(p, f64::INFINITY, points)
    }

    /// A curve for each move from the points of iterations, the pale ones first. `limit`: see [`Curve::limit`].
    fn move_curves(
        &self,
        p: &Palette,
        limit: f64,
        points: impl Iterator<Item = (Move, usize, Point)>,
    ) -> MoveCurves {
        let mut of: HashMap<Move, (Vec<usize>, Vec<Point>)> = HashMap::new();
        let mut all = 0;
        for (mv, row, point) in points {
            let (rows, points) = of.entry(mv).or_default();
            rows.push(row);
            points.push(point);
            all += 1;
        }
        let every = usize::max(1, all / MAX_POINTS);
        let mut drawn = MoveCurves::default();
        let (pale, coloured): (Vec<Move>, Vec<Move>) =
            self.moves.iter().partition(|&&mv| self.color(mv, p).is_none());
        for mv in pale.into_iter().chain(coloured) {
            let Some((mut rows, mut points)) = of.remove(&mv) else { continue };
            let color = self.color(mv, p);
            if color.is_none() && every > 1 {
                let last = points.len() - 1;
                let keeps = |at: usize| at.is_multiple_of(every) || at == last;
                let mut at = 0..;
                rows.retain(|_| at.next().is_none_or(keeps));
                let mut at = 0..;
                points.retain(|_| at.next().is_none_or(keeps));
            }
            let line = if color.is_none() { Line::Pale } else { Line::Normal };
            let color = color.unwrap_or(p.text_faint.gamma_multiply(0.35));
            drawn.curves.push(Curve { line, limit, ..Curve::new("", color, points) });
            drawn.moves.push(mv);
            drawn.rows.push(rows);
        }
        drawn
    }

    /// The scores of the best moves, pawns.
    fn best(&self) -> impl Iterator<Item = f64> {
        self.rows.iter().filter_map(|row| {
            let (score, _) = Self::found(row, row.of(row.best?)?)?;
            Some(self.pawns(score))
        })
    }

    /// A score beyond this many pawns is marked at the edge.
    fn limit(&self) -> f64 {
        plot::score_limit(self.best())
    }

    /// The values at the edges of the score curves: the whole course of the best moves, and what is near it.
    pub(super) fn range(&self) -> (f64, f64) {
        let limit = self.limit();
        let best: Vec<f64> = self.best().map(|best| best.clamp(-limit, limit)).collect();
        let (Some(low), Some(high)) =
            (best.iter().copied().reduce(f64::min), best.iter().copied().reduce(f64::max))
        else {
            return (-1.0, 1.0);
        };
        let (low, high) = plot::score_range((low, high), limit);
        let all = self.rows.iter().flat_map(|row| {
            row.moves.iter().filter_map(|entry| Some(self.pawns(Self::found(row, entry)?.0)))
        });
        let near: Vec<f64> =
            all.filter(|y| (low - plot::NEAR_BEST..=high + plot::NEAR_BEST).contains(y)).collect();
        let least = near.iter().copied().fold(low, f64::min);
        let most = near.iter().copied().fold(high, f64::max);
        let margin = ((most - least) * 0.06).max(0.1);
        (least - margin, most + margin)
    }

    /// Changes of the best move and failed windows.
    pub(super) fn marks(&self) -> Vec<Mark> {
        let kept = self.race.iterations();
        let changes = (0..kept.len()).filter(|&at| self.race.changes_best(at)).map(|at| {
            let best = kept[at].best.map(|mv| self.name(mv)).unwrap_or_default();
            let hint = t!("race-becomes-best", mv = best, depth = kept[at].depth);
            Mark { x: self.x(&kept[at]), kind: MarkKind::Change, hint }
        });
        let fails = self.race.fails().iter().map(|fail| {
            let (kind, how) = match fail.bound {
                Bound::Lower => (MarkKind::FailHigh, "high"),
                _ => (MarkKind::FailLow, "low"),
            };
            let mv = if self.board.is_legal(fail.mv) { self.name(fail.mv) } else { String::new() };
            let (depth, time) = (fail.depth, format::duration(fail.time_ms));
            let hint = if self.judges {
                let score = self.score_text(fail.score, fail.bound);
                t!("race-fail-score", how = how, depth = depth, mv = mv, score = score, time = time)
            } else {
                t!("race-fail", how = how, depth = depth, mv = mv, time = time)
            };
            Mark { x: self.place(fail.depth, fail.time_ms), kind, hint }
        });
        changes.chain(fails).collect()
    }

    /// The tooltip of a move's score in a row.
    pub(super) fn score_hint(&self, mv: Move, row: usize) -> String {
        let row = self.rows.get(row);
        let found = row.and_then(|row| Some((row, Self::found(row, row.of(mv)?)?)));
        let Some((row, (score, bound))) = found else { return self.name(mv) };
        let (name, score) = (self.name(mv), self.score_text(score, bound));
        let (depth, time) = (row.depth, format::duration(row.time_ms));
        if bound == Bound::Exact {
            t!("race-score-hint", mv = name, score = score, depth = depth, time = time)
        } else {
            t!("race-bound-hint", mv = name, score = score, depth = depth, time = time)
        }
    }

    /// The tooltip of a move's share of an iteration.
    pub(super) fn share_hint(&self, mv: Move, row: usize) -> String {
        let Some(of) = self.race.shares(row).into_iter().find(|of| of.mv == mv) else {
            return self.name(mv);
        };
        t!(
            "race-share-hint",
            mv = self.name(mv),
            share = number(of.share * 100.0, 1),
            depth = self.rows[row].depth,
            nodes = format::count(of.nodes)
        )
    }

    /// How often the windows of an iteration failed: low, high.
    pub(super) fn fails_of(&self, depth: u32) -> (usize, usize) {
        let of = |bound: Bound| {
            let fails = self.race.fails().iter();
            fails.filter(|fail| fail.depth == depth && fail.bound == bound).count()
        };
        (of(Bound::Upper), of(Bound::Lower))
    }

    /// Whether the best move of a row differs from that of the row before.
    pub(super) fn changes_best(&self, at: usize) -> bool {
        self.race.changes_best(at)
    }

    /// The newest result for a move in any row.
    pub(super) fn newest(&self, mv: Move) -> Option<(&RootEntry, Score, Bound)> {
        let entry = self.rows.iter().rev().find_map(|row| row.of(mv))?;
        Some((entry, entry.score?, entry.bound?))
    }

    /// The last finished iteration.
    pub(super) fn last_finished(&self) -> Option<&RootIteration> {
        self.race.iterations().last().map(|row| &**row)
    }

    /// The shares of the last iteration's nodes.
    pub(super) fn last_shares(&self) -> Vec<RootShare> {
        let last = self.race.iterations().len().checked_sub(1);
        last.map_or_else(Vec::new, |last| self.race.shares(last))
    }

    /// All of it as rows, one for each move of each iteration. Scores are from the side to move's view.
    pub(super) fn table(&self) -> Table {
        let mut table = Table::new(vec![
            Column::new("depth"),
            Column::new("time_ms"),
            Column::new("nodes"),
            Column::words("best"),
            Column::words("move"),
            Column::score("score", Pov::SideToMove),
            Column::words("bound"),
            Column::new("score_depth"),
            Column::new("move_nodes"),
            Column::new("share_of_iteration").decimals(4),
        ]);
        for (at, row) in self.race.iterations().iter().enumerate() {
            let shares: HashMap<Move, f64> =
                self.race.shares(at).into_iter().map(|of| (of.mv, of.share)).collect();
            for entry in row.moves.iter().filter(|entry| self.board.is_legal(entry.mv)) {
                table.row([
                    row.depth.into(),
                    row.time_ms.into(),
                    row.nodes.into(),
                    row.best.map(|mv| self.name(mv)).into(),
                    Cell::from(self.name(entry.mv)),
                    Cell::score(entry.score.filter(|_| self.judges)),
                    entry.bound.filter(|_| self.judges).map(bound_word).into(),
                    entry.depth.into(),
                    entry.nodes.into(),
                    shares.get(&entry.mv).copied().into(),
                ]);
            }
        }
        table
    }
}

/// The iteration under way with the moves it has reached; `None` if the search has ended or has reached none.
fn under_way(search: &SearchView, last: Option<&RootIteration>) -> Option<RootIteration> {
    if search.ended.is_some() {
        return None;
    }
    let deepest = search.newest_root_depth()?;
    if last.is_some_and(|last| last.depth >= deepest) {
        return None;
    }
    let now = search.root_moves().iter().filter(|root| root.depth == Some(deepest));
    let (time_ms, nodes) = (search.time_ms(), search.nodes());
    let moves = now.map(RootEntry::from).collect();
    Some(RootIteration { depth: deepest, time_ms, nodes, best: None, moves, state: None })
}

/// The name of a side in the title of a score column.
pub(super) fn view_name(pov: Pov, stm: Color) -> &'static str {
    match (pov, stm) {
        (Pov::White, _) | (Pov::SideToMove, Color::White) => t!("race-view-white"),
        (Pov::SideToMove, Color::Black) => t!("race-view-black"),
    }
}

/// A small square in a move's colour.
pub(super) fn swatch(ui: &mut eframe::egui::Ui, color: Option<Color32>) {
    let (rect, _) = ui.allocate_exact_size([10.0, 10.0].into(), eframe::egui::Sense::hover());
    let p = theme::palette(ui);
    if let Some(color) = color {
        ui.painter().rect_filled(rect, 2, color);
    } else {
        let thin = (1.0, p.text_faint.gamma_multiply(0.6));
        ui.painter().hline(rect.x_range(), rect.center().y, thin);
    }
}

#[cfg(test)]
mod tests {
    use tabia_chess::uci_move;

    use super::*;

    /// Adds an iteration with these moves and scores, the best first.
    fn finish(race: &mut RootRace, depth: u32, moves: &[(Move, Score)]) {
        let entry = |&(mv, score): &(Move, Score)| {
            let (score, bound) = (Some(score), Some(Bound::Exact));
            RootEntry { mv, score, bound, depth: Some(depth), nodes: None }
        };
        let best = moves.first().map(|of| of.0);
        let moves = moves.iter().map(entry).collect();
        race.finish(RootIteration { depth, time_ms: 5, nodes: None, best, moves, state: None });
    }

    /// The course of a race from the start position, the first move in the lead.
    fn course(race: &RootRace, moves: Vec<Move>) -> Course<'_> {
        Course {
            board: Board::start(),
            pov: Pov::White,
            axis: RaceAxis::Depth,
            judges: true,
            rows: race.iterations().to_vec(),
            race,
            under_way: false,
            leaders: moves[..1].to_vec(),
            moves,
        }
    }

    #[test]
    fn an_axis_covers_scores_beyond_the_usual_limit() {
        let best = uci_move::parse(&Board::start(), "e2e4").unwrap();
        let mut race = RootRace::default();
        for (depth, cp) in [(1, 1_650), (2, 1_872)] {
            finish(&mut race, depth, &[(best, Score::Cp(cp))]);
        }
        let course = course(&race, vec![best]);
        let (low, high) = course.range();
        assert!((16.0..16.5).contains(&low) && (18.72..19.5).contains(&high), "{low} to {high}");
        let drawn = course.scores(&theme::LIGHT);
        let curve = &drawn.curves[0];
        assert!(curve.points.iter().all(|point| point.y < curve.limit), "{curve:?}");
    }

    #[test]
    fn a_decided_score_is_beyond_the_axis_and_not_a_number_of_pawns() {
        let [best, other] =
            ["e2e4", "d2d4"].map(|text| uci_move::parse(&Board::start(), text).unwrap());
        let mut race = RootRace::default();
        finish(&mut race, 3, &[(best, Score::Mate(5)), (other, Score::Cp(1_700))]);
        let course = course(&race, vec![best, other]);
        let drawn = course.scores(&theme::LIGHT);
        let (low, high) = course.range();
        assert!(low < 0.0 && high < 12.0, "{low} to {high}");
        // Beyond the axis a plot marks them at its edge.
        let points: Vec<f64> = drawn.curves.iter().map(|curve| curve.points[0].y).collect();
        assert!(points.iter().all(|&y| y > high), "{points:?}");
        assert!(drawn.curves.iter().all(|curve| curve.limit.is_finite()));
    }
}
