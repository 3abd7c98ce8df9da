//! Counts where the search spends its work: by ply, by the move number of the cutoff, by reduction.

use crate::search::detail::SearchProfile;
use crate::search::score::Bound;

use super::tree::{Attempt, NodeEvent, NodeResult, Recorder};
use super::value::MAX_PLY;

/// Records a [`SearchProfile`].
#[derive(Debug)]
pub(super) struct ProfileRecorder {
    profile: SearchProfile,
    open: Vec<OpenNode>,
    attempt: Attempt,
}

/// A node being searched.
#[derive(Clone, Copy, Debug)]
struct OpenNode {
    /// Whether it is a node of the main search, not of quiescence search.
    main: bool,
    /// Number of the last move tried, from 1; 0 if none yet.
    order: usize,
}

impl ProfileRecorder {
    pub(super) fn new() -> ProfileRecorder {
        let plies = vec![0; MAX_PLY + 1];
        let profile =
            SearchProfile { nodes: plies.clone(), qnodes: plies, ..SearchProfile::default() };
        ProfileRecorder { profile, open: Vec::with_capacity(MAX_PLY), attempt: Attempt::default() }
    }
}

impl Recorder for ProfileRecorder {
    const ON: bool = true;

    fn attempt(&mut self, attempt: Attempt) {
        self.attempt = attempt;
    }

    fn enter(&mut self, event: NodeEvent) {
        let attempt = std::mem::take(&mut self.attempt);
        if let Some(parent) = self.open.last_mut().filter(|_| attempt.order > 0) {
            // A re-search is not another move, and quiescence search has no reductions.
            if parent.main && parent.order != attempt.order {
                let last = SearchProfile::REDUCTIONS as i32 - 1;
                self.profile.reduced_by[attempt.reduction.clamp(0, last) as usize] += 1;
            }
            parent.order = attempt.order;
        }
        let main = event.depth > 0;
        let counts = if main { &mut self.profile.nodes } else { &mut self.profile.qnodes };
        // A pass over the root moves is not a node.
        if let (Some(count), false) = (counts.get_mut(event.ply), self.open.is_empty()) {
            *count += 1;
        }
        self.open.push(OpenNode { main, order: 0 });
    }

    fn leave(&mut self, result: NodeResult) {
        let order = self.open.pop().map_or(0, |node| node.order);
        let below_root = !self.open.is_empty();
        if let (NodeResult::Searched(_, Bound::Lower), true, 1..) = (result, below_root, order) {
            self.profile.cut_by[(order - 1).min(SearchProfile::MOVES - 1)] += 1;
        }
    }

    fn profile(&self) -> Option<Box<SearchProfile>> {
        let mut profile = self.profile.clone();
        for plies in [&mut profile.nodes, &mut profile.qnodes] {
            let deepest = plies.iter().rposition(|&count| count > 0).map_or(0, |at| at + 1);
            plies.truncate(deepest);
        }
        Some(Box::new(profile))
    }
}

#[cfg(test)]
mod tests {
    use super::super::value::{INFINITE, Window};
    use super::*;
    use crate::search::detail::PruneReason;

    #[test]
    fn a_move_of_the_main_search_counts_once_with_its_first_reduction() {
        let mut recorder = ProfileRecorder::new();
        let window = Window { alpha: -INFINITE, beta: INFINITE };
        let event = |ply: usize, depth: i32| NodeEvent { ply, depth, window, mv: None };
        let visit = |recorder: &mut ProfileRecorder, order, reduction, event| {
            recorder.attempt(Attempt { order, reduction, extension: 0 });
            recorder.enter(event);
        };
        recorder.enter(event(0, 5));
        // An unreduced first move, which goes into quiescence search with two captures.
        visit(&mut recorder, 1, 0, event(1, 0));
        for order in [1, 2] {
            visit(&mut recorder, order, 0, event(2, 0));
            recorder.leave(NodeResult::Cut(PruneReason::StandPat, 0));
        }
        recorder.leave(NodeResult::Searched(0, Bound::Exact));
        // A second move reduced by three plies, searched again by one ply less, and then with the full window.
        for reduction in [3, 1, 0] {
            visit(&mut recorder, 2, reduction, event(1, 4 - reduction));
            recorder.leave(NodeResult::Searched(0, Bound::Exact));
        }
        // A null move in between is no move of the order.
        visit(&mut recorder, 0, 0, event(1, 2));
        recorder.leave(NodeResult::Searched(0, Bound::Exact));
        visit(&mut recorder, 3, 3, event(1, 1));
        recorder.leave(NodeResult::Searched(0, Bound::Exact));
        let reduced_by = recorder.profile().unwrap().reduced_by;
        assert_eq!((reduced_by[0], reduced_by[3]), (1, 2));
        assert_eq!(reduced_by.iter().sum::<u64>(), 3);
    }
}
