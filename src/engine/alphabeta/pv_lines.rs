//! Principal variations as they are reported. A front end shows the latest report of each line, so the lines must be
//! consistent at any moment: no two lines begin with the same move, better lines come first, and a bound never replaces
//! a known line.

use std::cmp::Reverse;

use crate::search::report::RootMove;
use crate::search::score::Bound;
use tabia_chess::Move;

use super::root::RootLine;
use super::value::{Value, to_score};

/// A reported line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PvLine {
    pub(super) mv: Move,
    pub(super) value: Value,
    pub(super) bound: Bound,
    /// Depth, plies.
    pub(super) depth: i32,
    pub(super) seldepth: usize,
    /// The variation, starting with the move itself.
    pub(super) pv: Vec<Move>,
}

impl PvLine {
    fn of(line: &RootLine) -> Option<PvLine> {
        Some(PvLine {
            mv: line.mv,
            value: line.reported_value()?,
            bound: line.reported_bound(),
            depth: line.depth,
            seldepth: line.seldepth,
            pv: line.pv.clone(),
        })
    }

    fn root_move(&self, nodes: u64) -> RootMove {
        RootMove {
            mv: self.mv,
            score: Some(to_score(self.value)),
            bound: Some(self.bound),
            depth: Some(self.depth as u32),
            nodes: Some(nodes),
            pv: self.pv.clone(),
        }
    }
}

/// All reported lines.
#[derive(Debug, Default)]
pub(super) struct PvLines {
    /// Best lines first. Lines of the previous iteration follow those of the current one.
    rows: Vec<PvLine>,
    /// The line whose aspiration window failed, and its number: only a bound is known.
    open: Option<(usize, PvLine)>,
    /// The last report of each line.
    reported: Vec<PvLine>,
}

impl PvLines {
    /// Sets the lines searched so far, the best first. Lines of the previous iteration follow, up to `wanted`.
    pub(super) fn finish(&mut self, done: &[RootLine], wanted: usize) {
        self.open = None;
        let known = std::mem::take(&mut self.rows);
        self.rows = done.iter().filter_map(PvLine::of).collect();
        let new = |row: &PvLine| !done.iter().any(|line| line.mv == row.mv);
        self.rows.extend(known.into_iter().filter(new));
        self.rows.truncate(wanted);
    }

    /// The aspiration window of a line failed.
    pub(super) fn fail(&mut self, number: usize, line: &RootLine) {
        self.open = self.with_known_line(line).map(|row| (number, row));
    }

    /// The search has ended and `lines[0]` is played. If an unfinished iteration put that move first, it becomes the
    /// first line, and lines it overtook are reported with their new bound: a move that failed low in that iteration is
    /// passed over even if its bound is above the value of a move that the iteration did not reach.
    pub(super) fn end(&mut self, lines: &[RootLine], wanted: usize) {
        self.open = None;
        let Some(best) = lines.first() else { return };
        if self.rows.first().is_some_and(|row| row.mv == best.mv) {
            return;
        }
        let Some(row) = self.with_known_line(best) else { return };
        let overtaken = |known: &PvLine| {
            let line = lines.iter().find(|line| line.mv == known.mv)?;
            let newer = self.with_known_line(line).filter(|now| now.depth >= known.depth)?;
            let fell_behind = newer.value <= row.value || newer.bound == Bound::Upper;
            (known.value > row.value && fell_behind).then_some(newer)
        };
        let newer: Vec<Option<PvLine>> = self.rows.iter().map(overtaken).collect();
        let places: Vec<usize> = (0..newer.len()).filter(|&at| newer[at].is_some()).collect();
        let mut newer: Vec<PvLine> = newer.into_iter().flatten().collect();
        newer.sort_by_key(|row| Reverse(row.value));
        for (at, newer) in places.into_iter().zip(newer) {
            self.rows[at] = newer;
        }
        self.rows.retain(|known| known.mv != row.mv);
        self.rows.insert(0, row);
        self.rows.truncate(wanted);
    }

    /// A bound has no PV beyond its move; the PV of a known line with that move is used.
    fn with_known_line(&self, line: &RootLine) -> Option<PvLine> {
        let mut row = PvLine::of(line)?;
        let known = self.rows.iter().find(|known| known.mv == row.mv);
        if let Some(known) = known.filter(|known| known.pv.len() > row.pv.len()) {
            row.pv.clone_from(&known.pv);
        }
        Some(row)
    }

    /// The best line.
    pub(super) fn best(&self) -> Option<&PvLine> {
        self.rows.first()
    }

    /// The lines without failed windows.
    pub(super) fn lines(&self) -> &[PvLine] {
        &self.rows
    }

    /// The lines, with the failed window in its place.
    fn with_open(&self) -> Vec<PvLine> {
        let Some((number, open)) = &self.open else { return self.rows.clone() };
        let mut rows: Vec<PvLine> =
            self.rows.iter().filter(|row| row.mv != open.mv).cloned().collect();
        rows.insert((*number).min(rows.len()), open.clone());
        rows.truncate(self.rows.len().max(1));
        rows
    }

    /// Lines that differ from their last report, with their numbers from 0.
    pub(super) fn changes(&mut self) -> Vec<(usize, PvLine)> {
        let now = self.with_open();
        let differs = |(number, row): &(usize, PvLine)| self.reported.get(*number) != Some(row);
        let changes = now.iter().cloned().enumerate().filter(differs).collect();
        self.reported = now;
        changes
    }

    /// All root moves: the lines first, then the others by depth and score.
    pub(super) fn root_moves(&self, lines: &[RootLine]) -> Vec<RootMove> {
        let nodes_of = |mv| lines.iter().find(|line| line.mv == mv).map_or(0, |line| line.nodes);
        let mut moves: Vec<RootMove> =
            self.rows.iter().map(|row| row.root_move(nodes_of(row.mv))).collect();
        let listed = |mv: Move| self.rows.iter().any(|row| row.mv == mv);
        let mut others: Vec<&RootLine> = lines.iter().filter(|line| !listed(line.mv)).collect();
        others.sort_by_key(|line| {
            Reverse((
                line.reported_value().map(|_| line.depth),
                line.rank,
                line.reported_value(),
                line.nodes,
            ))
        });
        moves.extend(others.into_iter().map(RootLine::report));
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::{Board, uci_move};

    fn line(text: &str, depth: i32, value: Value, bound: Bound) -> RootLine {
        let board = Board::start();
        let mut position = board;
        let mut pv = Vec::new();
        for word in text.split(' ') {
            let mv = uci_move::parse(&position, word).unwrap();
            position.make_move(mv);
            pv.push(mv);
        }
        let mut line = RootLine::new(pv[0]);
        (line.depth, line.value, line.bound, line.pv) = (depth, Some(value), bound, pv);
        line
    }

    #[test]
    fn lines_are_unique_and_a_bound_never_takes_the_place_of_a_line() {
        let mut pv_lines = PvLines::default();
        let e4 = line("e2e4 e7e5", 8, 40, Bound::Exact);
        let d4 = line("d2d4 d7d5", 8, 30, Bound::Exact);
        pv_lines.finish(&[e4.clone(), d4.clone()], 2);
        assert_eq!(pv_lines.changes().len(), 2);
        assert!(pv_lines.changes().is_empty(), "nothing is told twice");
        // The second move fails high in the first window of the next iteration.
        pv_lines.fail(0, &line("d2d4", 9, 60, Bound::Lower));
        let changes = pv_lines.changes();
        assert_eq!(changes.len(), 2, "the other line makes room");
        assert_eq!(
            (changes[0].1.mv, changes[0].1.bound, changes[0].1.pv.len()),
            (d4.mv, Bound::Lower, 2)
        );
        assert_eq!(changes[1].1.mv, e4.mv);
        assert_eq!(pv_lines.lines().len(), 2);
        assert_eq!(pv_lines.best().unwrap().mv, e4.mv, "nothing is settled yet");
        // The search stops here; the move that failed high is played and its whole line is reported.
        pv_lines.end(&[line("d2d4", 9, 60, Bound::Lower), e4.clone()], 2);
        assert_eq!((pv_lines.lines()[0].mv, pv_lines.lines()[0].pv.len()), (d4.mv, 2));
        assert_eq!(pv_lines.lines()[1].mv, e4.mv);
    }

    #[test]
    fn a_move_that_fell_behind_is_reported_with_its_bound() {
        let mut pv_lines = PvLines::default();
        let e4 = line("e2e4 e7e5", 8, 40, Bound::Exact);
        let d4 = line("d2d4 d7d5", 8, 30, Bound::Exact);
        pv_lines.finish(&[e4, d4.clone()], 2);
        pv_lines.end(&[d4.clone(), line("e2e4", 9, 10, Bound::Upper)], 2);
        let bounds: Vec<_> =
            pv_lines.lines().iter().map(|row| (row.value, row.bound, row.pv.len())).collect();
        assert_eq!(bounds, [(30, Bound::Exact, 2), (10, Bound::Upper, 2)]);
    }

    #[test]
    fn an_overtaken_move_is_reported_with_its_bound_even_above_the_score_of_the_move_played() {
        let mut pv_lines = PvLines::default();
        let all = ["e2e4 e7e5", "d2d4 d7d5", "g1f3 g8f6"];
        let known = all.iter().zip([40, 30, 20]);
        let known: Vec<RootLine> =
            known.map(|(text, value)| line(text, 8, value, Bound::Exact)).collect();
        pv_lines.finish(&known, 3);
        // The window failed low for the first two moves, and the search stopped at the third.
        let [e4, d4] = [("e2e4", 5), ("d2d4", 25)];
        let low = |(text, value)| line(text, 9, value, Bound::Upper);
        pv_lines.end(&[known[2].clone(), low(e4), low(d4)], 3);
        let rows = pv_lines.lines().iter().map(|row| (row.depth, row.value, row.bound));
        assert_eq!(
            rows.collect::<Vec<_>>(),
            [(8, 20, Bound::Exact), (9, 25, Bound::Upper), (9, 5, Bound::Upper)]
        );
    }

    #[test]
    fn lines_of_the_previous_iteration_follow_those_of_the_new_one() {
        let mut pv_lines = PvLines::default();
        let all = ["e2e4 e7e5", "d2d4 d7d5", "g1f3 g8f6"];
        let old: Vec<RootLine> = all
            .iter()
            .zip([40, 30, 20])
            .map(|(text, value)| line(text, 8, value, Bound::Exact))
            .collect();
        pv_lines.finish(&old, 3);
        pv_lines.changes();
        pv_lines.finish(&[line("g1f3 d7d5", 9, 35, Bound::Exact)], 3);
        let depths: Vec<i32> = pv_lines.lines().iter().map(|row| row.depth).collect();
        assert_eq!(depths, [9, 8, 8]);
        let moves: Vec<Move> = pv_lines.lines().iter().map(|row| row.mv).collect();
        assert_eq!(moves, [old[2].mv, old[0].mv, old[1].mv]);
        assert_eq!(pv_lines.changes().len(), 3, "all have another place");
        let root = pv_lines.root_moves(&old);
        assert_eq!(root.iter().map(|root| root.mv).collect::<Vec<_>>(), moves);
        assert_eq!(root[0].depth, Some(9), "the list says what the line says");
    }
}
