//! What the root tells of its lines. A front end shows the newest it was told of each line, so what is told has
//! to fit together at any moment: no two lines begin with the same move, the better ones come first, and a
//! line that is known whole is never replaced by a bound on it.

use std::cmp::Reverse;

use crate::search::report::RootMove;
use crate::search::score::Bound;
use tabia_chess::Move;

use super::root::RootLine;
use super::value::{Value, to_score};

/// A line as it is told.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PublishedLine {
    pub(super) mv: Move,
    pub(super) value: Value,
    pub(super) bound: Bound,
    /// Plies.
    pub(super) depth: i32,
    pub(super) seldepth: usize,
    /// The line, the move itself first.
    pub(super) pv: Vec<Move>,
}

impl PublishedLine {
    fn of(line: &RootLine) -> Option<PublishedLine> {
        Some(PublishedLine {
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

/// The lines as they stand.
#[derive(Debug, Default)]
pub(super) struct Published {
    /// The best lines, the best first; those of an iteration before the newest stand behind its own.
    rows: Vec<PublishedLine>,
    /// A window that failed since, by the number of its line: a bound on a move, until the window is found.
    open: Option<(usize, PublishedLine)>,
    /// What was last told of each line.
    reported: Vec<PublishedLine>,
}

impl Published {
    /// These lines are searched, the best first; of those known before, as many as are wanted stay behind them.
    pub(super) fn finish(&mut self, done: &[RootLine], wanted: usize) {
        self.open = None;
        let known = std::mem::take(&mut self.rows);
        self.rows = done.iter().filter_map(PublishedLine::of).collect();
        let new = |row: &PublishedLine| !done.iter().any(|line| line.mv == row.mv);
        self.rows.extend(known.into_iter().filter(new));
        self.rows.truncate(wanted);
    }

    /// The window of a line has failed.
    pub(super) fn fail(&mut self, number: usize, line: &RootLine) {
        self.open = self.with_known_line(line).map(|row| (number, row));
    }

    /// The search is over and the first of these moves is played. If an iteration that was not finished has put it
    /// there, it becomes the first line, and what had been better is told with the bound that says it no
    /// longer is.
    pub(super) fn end(&mut self, lines: &[RootLine], wanted: usize) {
        self.open = None;
        let Some(best) = lines.first() else { return };
        if self.rows.first().is_some_and(|row| row.mv == best.mv) {
            return;
        }
        let Some(row) = self.with_known_line(best) else { return };
        let overtaken: Vec<Option<PublishedLine>> = self
            .rows
            .iter()
            .map(|known| {
                let line = lines.iter().find(|line| line.mv == known.mv)?;
                let newer = self.with_known_line(line).filter(|now| now.depth >= known.depth)?;
                (known.value > row.value && newer.value <= row.value).then_some(newer)
            })
            .collect();
        for (known, newer) in self.rows.iter_mut().zip(overtaken) {
            if let Some(newer) = newer {
                *known = newer;
            }
        }
        self.rows.retain(|known| known.mv != row.mv);
        self.rows.insert(0, row);
        self.rows.truncate(wanted);
    }

    /// A bound comes with no more than its move; a line known to begin with that move is told with it.
    fn with_known_line(&self, line: &RootLine) -> Option<PublishedLine> {
        let mut row = PublishedLine::of(line)?;
        let known = self.rows.iter().find(|known| known.mv == row.mv);
        if let Some(known) = known.filter(|known| known.pv.len() > row.pv.len()) {
            row.pv.clone_from(&known.pv);
        }
        Some(row)
    }

    /// The best line.
    pub(super) fn best(&self) -> Option<&PublishedLine> {
        self.rows.first()
    }

    /// The lines as they stand, bounds of open windows left out where a line is known.
    pub(super) fn lines(&self) -> &[PublishedLine] {
        &self.rows
    }

    /// The lines with the open window in its place.
    fn with_open(&self) -> Vec<PublishedLine> {
        let Some((number, open)) = &self.open else { return self.rows.clone() };
        let mut rows: Vec<PublishedLine> =
            self.rows.iter().filter(|row| row.mv != open.mv).cloned().collect();
        rows.insert((*number).min(rows.len()), open.clone());
        rows.truncate(self.rows.len().max(1));
        rows
    }

    /// What has to be told now so that the newest word of each line fits to those of the others: the
    /// lines that differ from what was last told in their place, with their numbers, 0 the best.
    pub(super) fn changes(&mut self) -> Vec<(usize, PublishedLine)> {
        let now = self.with_open();
        let differs =
            |(number, row): &(usize, PublishedLine)| self.reported.get(*number) != Some(row);
        let changes = now.iter().cloned().enumerate().filter(differs).collect();
        self.reported = now;
        changes
    }

    /// Every root move with what is known of it: the lines first, then the others by depth and score.
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
        let mut published = Published::default();
        let e4 = line("e2e4 e7e5", 8, 40, Bound::Exact);
        let d4 = line("d2d4 d7d5", 8, 30, Bound::Exact);
        published.finish(&[e4.clone(), d4.clone()], 2);
        assert_eq!(published.changes().len(), 2);
        assert!(published.changes().is_empty(), "nothing is told twice");
        // The second move fails high in the next iteration's first window.
        published.fail(0, &line("d2d4", 9, 60, Bound::Lower));
        let changes = published.changes();
        assert_eq!(changes.len(), 2, "the other line makes room");
        assert_eq!(
            (changes[0].1.mv, changes[0].1.bound, changes[0].1.pv.len()),
            (d4.mv, Bound::Lower, 2)
        );
        assert_eq!(changes[1].1.mv, e4.mv);
        assert_eq!(published.lines().len(), 2);
        assert_eq!(published.best().unwrap().mv, e4.mv, "nothing is settled yet");
        // Stopped here, the move is played that failed high, and its whole line is told.
        published.end(&[line("d2d4", 9, 60, Bound::Lower), e4.clone()], 2);
        assert_eq!((published.lines()[0].mv, published.lines()[0].pv.len()), (d4.mv, 2));
        assert_eq!(published.lines()[1].mv, e4.mv);
    }

    #[test]
    fn a_move_that_fell_behind_in_the_last_iteration_is_told_with_its_bound() {
        let mut published = Published::default();
        let e4 = line("e2e4 e7e5", 8, 40, Bound::Exact);
        let d4 = line("d2d4 d7d5", 8, 30, Bound::Exact);
        published.finish(&[e4, d4.clone()], 2);
        published.end(&[d4.clone(), line("e2e4", 9, 10, Bound::Upper)], 2);
        let bounds: Vec<_> =
            published.lines().iter().map(|row| (row.value, row.bound, row.pv.len())).collect();
        assert_eq!(bounds, [(30, Bound::Exact, 2), (10, Bound::Upper, 2)]);
    }

    #[test]
    fn lines_of_the_iteration_before_stand_behind_those_of_the_new_one() {
        let mut published = Published::default();
        let all = ["e2e4 e7e5", "d2d4 d7d5", "g1f3 g8f6"];
        let old: Vec<RootLine> = all
            .iter()
            .zip([40, 30, 20])
            .map(|(text, value)| line(text, 8, value, Bound::Exact))
            .collect();
        published.finish(&old, 3);
        published.changes();
        published.finish(&[line("g1f3 d7d5", 9, 35, Bound::Exact)], 3);
        let depths: Vec<i32> = published.lines().iter().map(|row| row.depth).collect();
        assert_eq!(depths, [9, 8, 8]);
        let moves: Vec<Move> = published.lines().iter().map(|row| row.mv).collect();
        assert_eq!(moves, [old[2].mv, old[0].mv, old[1].mv]);
        assert_eq!(published.changes().len(), 3, "all have another place");
        let root = published.root_moves(&old);
        assert_eq!(root.iter().map(|root| root.mv).collect::<Vec<_>>(), moves);
        assert_eq!(root[0].depth, Some(9), "the list says what the line says");
    }
}
