//! Pairs a round of a Swiss tournament with as few rematches as possible. Whether the other players can still be paired
//! is known before each pairing, from a maximum matching of the players who have not met (Edmonds' blossom algorithm),
//! so that no pairing has to be taken back.

use std::collections::VecDeque;

use super::schedule::Tie;

/// Pairs players, the best first, with as few rematches as possible. `halves`: half points by player. `matching`: that of
/// these players.
pub(super) fn pair_up(
    mut order: Vec<usize>,
    halves: &[u32],
    mut matching: Matching<'_>,
) -> Vec<Tie> {
    let mut ties = Vec::with_capacity(order.len() / 2);
    let mut rematches = matching.rematches();
    while !order.is_empty() {
        let first = order.remove(0);
        let same = order.iter().take_while(|&&other| halves[other] == halves[first]).count();
        // The upper half of a score group plays the lower half.
        let middle = same.div_ceil(2).saturating_sub(1);
        let mut candidates = (middle..same).chain((0..middle).rev()).chain(same..order.len());
        let rest = matching.without(first);
        let found = candidates.find_map(|at| {
            let again = usize::from(matching.met[first][order[at]]);
            let left = rematches.checked_sub(again)?;
            let others = rest.without(order[at]);
            (others.rematches() <= left).then_some((at, left, others))
        });
        let Some((at, left, others)) = found else { break };
        ties.push(Tie { first, second: Some(order.remove(at)) });
        (rematches, matching) = (left, others);
    }
    ties
}

/// As many pairs as possible of players who have not met: a maximum matching.
#[derive(Clone, Debug)]
pub(super) struct Matching<'a> {
    /// Whether two players have met, by both numbers in either order.
    met: &'a [Vec<bool>],
    /// The players that are to be paired, by number.
    present: Vec<bool>,
    /// The opponent of each player.
    mates: Vec<Option<usize>>,
}

impl<'a> Matching<'a> {
    /// The matching of all players. `met`: whether two have met, by both numbers in either order.
    pub(super) fn new(met: &'a [Vec<bool>]) -> Matching<'a> {
        let players = met.len();
        let (present, mates) = (vec![true; players], vec![None; players]);
        let mut matching = Matching { met, present, mates };
        for player in 0..players {
            if matching.mates[player].is_none() {
                matching.augment(player);
            }
        }
        matching
    }

    /// The matching of the other players. It differs from this one by at most one augmenting path, which begins at the
    /// player's opponent.
    pub(super) fn without(&self, player: usize) -> Matching<'a> {
        let mut others = self.clone();
        others.present[player] = false;
        if let Some(mate) = others.mates[player].take() {
            others.mates[mate] = None;
            others.augment(mate);
        }
        others
    }

    /// Minimum number of rematches in a round of these players.
    pub(super) fn rematches(&self) -> usize {
        let free = |&player: &usize| self.present[player] && self.mates[player].is_none();
        (0..self.mates.len()).filter(free).count() / 2
    }

    /// Pairs one more player if an augmenting path begins at this one: a path on which every other edge is a pair, to
    /// another unpaired player.
    fn augment(&mut self, root: usize) {
        let mut search = Search::new(self.mates.len(), root);
        while let Some(at) = search.queue.pop_front() {
            for to in 0..self.mates.len() {
                let known = search.blossom[at] == search.blossom[to] || self.mates[at] == Some(to);
                if !self.present[to] || known || self.met[at][to] {
                    continue;
                }
                if search.outer[to] {
                    search.contract(&self.mates, at, to);
                } else if search.parent[to].is_none() {
                    search.parent[to] = Some(at);
                    match self.mates[to] {
                        Some(mate) => search.reach(mate),
                        None => return self.flip(&search.parent, to),
                    }
                }
            }
        }
    }

    /// Exchanges the pairs on the path that ends at this player.
    fn flip(&mut self, parent: &[Option<usize>], end: usize) {
        let mut at = Some(end);
        while let Some(inner) = at
            && let Some(outer) = parent[inner]
        {
            at = self.mates[outer];
            (self.mates[inner], self.mates[outer]) = (Some(outer), Some(inner));
        }
    }
}

/// The search for an augmenting path: a tree of alternating paths from its root. Outer players are an even number of
/// steps from the root. A cycle of odd length, called blossom, counts as one outer player.
struct Search {
    /// The outer player before each inner one; inside a blossom that of the other direction too.
    parent: Vec<Option<usize>>,
    /// The player of each blossom that is nearest to the root.
    blossom: Vec<usize>,
    /// Whether a player is outer.
    outer: Vec<bool>,
    /// Outer players whose opponents are still to be examined.
    queue: VecDeque<usize>,
}

impl Search {
    fn new(players: usize, root: usize) -> Search {
        let (parent, blossom) = (vec![None; players], (0..players).collect());
        let mut search =
            Search { parent, blossom, outer: vec![false; players], queue: VecDeque::new() };
        search.reach(root);
        search
    }

    /// Adds an outer player.
    fn reach(&mut self, player: usize) {
        if !std::mem::replace(&mut self.outer[player], true) {
            self.queue.push_back(player);
        }
    }

    /// Makes one blossom of the paths of two outer players to their nearest common one.
    fn contract(&mut self, mates: &[Option<usize>], one: usize, other: usize) {
        let base = self.common(mates, one, other);
        let mut inside = vec![false; mates.len()];
        self.mark(mates, &mut inside, base, [one, other]);
        self.mark(mates, &mut inside, base, [other, one]);
        for player in 0..mates.len() {
            if inside[self.blossom[player]] {
                self.blossom[player] = base;
                self.reach(player);
            }
        }
    }

    /// The nearest common blossom of two outer players on their paths to the root.
    fn common(&self, mates: &[Option<usize>], one: usize, other: usize) -> usize {
        let above = |at: &usize| self.parent[mates[*at]?].map(|outer| self.blossom[outer]);
        let mut passed = vec![false; mates.len()];
        for at in std::iter::successors(Some(self.blossom[one]), above) {
            passed[at] = true;
        }
        let mut path = std::iter::successors(Some(self.blossom[other]), above);
        path.find(|&at| passed[at]).unwrap_or(self.blossom[one])
    }

    /// Marks the blossoms on the path from an outer player to the base, and gives its players a parent in the other
    /// direction, from the player beside it on.
    fn mark(
        &mut self,
        mates: &[Option<usize>],
        inside: &mut [bool],
        base: usize,
        [from, beside]: [usize; 2],
    ) {
        let (mut at, mut child) = (from, beside);
        while self.blossom[at] != base
            && let Some(inner) = mates[at]
        {
            (inside[self.blossom[at]], inside[self.blossom[inner]]) = (true, true);
            self.parent[at] = Some(child);
            child = inner;
            let Some(outer) = self.parent[inner] else { break };
            at = outer;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first pairing in the order of preference with at most this many rematches, by trying all.
    fn by_trying(
        order: &[usize],
        halves: &[u32],
        met: &[Vec<bool>],
        rematches: usize,
    ) -> Option<Vec<Tie>> {
        let Some((&first, rest)) = order.split_first() else { return Some(Vec::new()) };
        let same = rest.iter().take_while(|&&other| halves[other] == halves[first]).count();
        let middle = same.div_ceil(2).saturating_sub(1);
        for at in (middle..same).chain((0..middle).rev()).chain(same..rest.len()) {
            let other = rest[at];
            let again = usize::from(met[first][other]);
            let Some(left) = rematches.checked_sub(again) else { continue };
            let mut others = rest.to_vec();
            others.remove(at);
            if let Some(mut ties) = by_trying(&others, halves, met, left) {
                ties.insert(0, Tie { first, second: Some(other) });
                return Some(ties);
            }
        }
        None
    }

    #[test]
    fn a_round_is_the_first_one_with_the_fewest_rematches() {
        let mut state = 1_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            (state >> 33) % below
        };
        let mut with_rematches = 0;
        for _ in 0..3_000 {
            let players = 2 * (1 + random(4) as usize);
            let share = random(11);
            let mut met = vec![vec![false; players]; players];
            for (a, b) in (0..players).flat_map(|a| (a + 1..players).map(move |b| (a, b))) {
                let again = random(10) < share;
                (met[a][b], met[b][a]) = (again, again);
            }
            let mut halves: Vec<u32> = (0..players).map(|_| random(4) as u32).collect();
            halves.sort_by_key(|&halves| std::cmp::Reverse(halves));
            let order: Vec<usize> = (0..players).collect();
            let wanted = (0..=players / 2)
                .find_map(|rematches| by_trying(&order, &halves, &met, rematches))
                .unwrap();
            let found = pair_up(order, &halves, Matching::new(&met));
            assert_eq!(found, wanted, "{met:?} {halves:?}");
            let again = |tie: &&Tie| met[tie.first][tie.second.unwrap()];
            with_rematches += usize::from(found.iter().any(|tie| again(&tie)));
        }
        assert!(with_rematches > 300, "{with_rematches}");
    }
}
