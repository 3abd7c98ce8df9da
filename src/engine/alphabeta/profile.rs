//! Counts where the search spends its work: by ply, by the move number of the cutoff, by reduction.

use crate::search::detail::SearchProfile;
use crate::search::score::Bound;

use super::tree::{Attempt, NodeEvent, NodeResult, Recorder};
use super::value::MAX_PLY;

/// Records a [`SearchProfile`].
#[derive(Debug)]
pub(super) struct ProfileRecorder {
    profile: SearchProfile,
    /// Open nodes: number of the last move tried, from 1; 0 if none yet.
    open: Vec<usize>,
    attempt: Attempt,
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
        if attempt.order > 0 {
            if let Some(parent) = self.open.last_mut() {
                *parent = attempt.order;
            }
            let last = SearchProfile::REDUCTIONS as i32 - 1;
            self.profile.reduced_by[attempt.reduction.clamp(0, last) as usize] += 1;
        }
        let counts =
            if event.depth > 0 { &mut self.profile.nodes } else { &mut self.profile.qnodes };
        // A pass over the root moves is not a node.
        if let (Some(count), false) = (counts.get_mut(event.ply), self.open.is_empty()) {
            *count += 1;
        }
        self.open.push(0);
    }

    fn leave(&mut self, result: NodeResult) {
        let order = self.open.pop().unwrap_or(0);
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
