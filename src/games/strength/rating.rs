//! Ratings of many players from their results against each other.
//!
//! The model is that of Bradley and Terry, with Elo's formula: the expected score of a player against another is `1 /
//! (1 + 10^(-d / 400))` with the difference `d` of their ratings, and a draw counts as half a win and half a loss. The
//! ratings are the most likely ones over all pairings at once; they are found by Newton's method, because the
//! likelihood has a single maximum (R. A. Bradley and M. E. Terry, "Rank Analysis of Incomplete Block Designs", 1952;
//! D. R. Hunter, "MM algorithms for generalized Bradley-Terry models", 2004, <https://doi.org/10.1214/aos/1079120141>).
//! Only differences can be estimated: the mean of all is zero.
//!
//! A maximum exists if, for every division of the field into two parts, each part has scored against the other (Ford's
//! condition, in Hunter). Otherwise only one group in which it holds is rated: the one with the most games, and among
//! equal ones the largest. The mean is then that of the group.
//!
//! Errors are those of the sample, not of the model: draws make games less random than the model's coin, and two games
//! from one opening are dependent. So the covariance is `H^-1 M H^-1`, `H` the information of the model and `M` the sum
//! of the squared residuals of units, a unit being a pair of games or a single one (the sandwich of H. White, "Maximum
//! likelihood estimation of misspecified models", 1982). Two players who play pairs have the error of the pentanomial
//! statistics, so that a match has the same numbers everywhere.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::Z;
use super::pentanomial::{MIN_PAIRS, Pentanomial};
use super::sheet::{EloEstimate, elo_of};

/// Elo per unit of log odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// Maximum number of steps of Newton's method; about ten are enough.
const MAX_STEPS: u32 = 200;
/// Longest step, for stability.
const MAX_STEP: f64 = 1.0;
/// A step that ends the search.
const SETTLED: f64 = 1e-12;

/// Results of many players against each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encounters {
    /// By two players, the lower one first: the number of units by games and half points for it.
    units: BTreeMap<[usize; 2], BTreeMap<(u32, u32), u32>>,
}

/// The ratings of a field, Elo.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// By player; `None`: unrated.
    elo: Vec<Option<f64>>,
    /// Whether each unrated player is above or below the rated ones, see [`Ratings::beside_rated`].
    beside: Vec<Option<Ordering>>,
    /// By player, see [`Ratings::reach`].
    reach: Vec<usize>,
    /// Covariances of the rated players, Elo squared.
    covariance: Matrix,
    /// The difference of the two players of the only pairing, if it consists of pairs.
    of_pairs: Option<([usize; 2], EloEstimate)>,
    /// Their indices in it, by player.
    places: Vec<Option<usize>>,
    /// Units in which each of them played, by index.
    units: Vec<u32>,
}

impl Encounters {
    /// Counts a pair of games from one opening, or a single game, with the half points of `player`.
    pub fn add(&mut self, [player, other]: [usize; 2], games: u32, halves: u32) {
        if player == other || games == 0 || halves > 2 * games {
            return;
        }
        let halves = if player < other { halves } else { 2 * games - halves };
        let units = self.units.entry([player.min(other), player.max(other)]).or_default();
        *units.entry((games, halves)).or_default() += 1;
    }

    /// Reverts [`Encounters::add`].
    pub(super) fn remove(&mut self, players: [usize; 2], games: u32, halves: u32) {
        let Some(units) = self.units.get_mut(&players) else { return };
        if let Some(count) = units.get_mut(&(games, halves)) {
            *count -= 1;
            if *count == 0 {
                units.remove(&(games, halves));
            }
        }
    }

    /// Games and points of two players, for the first.
    fn sum(units: &BTreeMap<(u32, u32), u32>) -> (f64, f64) {
        units.iter().fold((0.0, 0.0), |(games, points), (&(of_unit, halves), &count)| {
            let count = f64::from(count);
            (games + count * f64::from(of_unit), points + count * f64::from(halves) / 2.0)
        })
    }

    /// The ratings of this many players.
    pub fn ratings(&self, players: usize) -> Ratings {
        let scored = self.scored(players);
        let conceded = reversed(&scored);
        let (group, reach) = self.rated_group(&scored, &conceded);
        let beside = beside(&group, &scored, &conceded);
        let mut places = vec![None; players];
        for (place, &player) in group.iter().enumerate() {
            places[player] = Some(place);
        }
        let mut pairings = Vec::new();
        for (&[a, b], units) in &self.units {
            if let (Some(Some(a)), Some(Some(b))) = (places.get(a), places.get(b)) {
                let (games, points) = Encounters::sum(units);
                pairings.push(([*a, *b], games, points, units));
            }
        }
        let size = group.len();
        let mut theta = vec![0.0; size];
        let score = |theta: &[f64], [a, b]: [usize; 2]| 1.0 / (1.0 + (theta[b] - theta[a]).exp());
        let mut inverse = Matrix::new(size);
        for _ in 0..MAX_STEPS {
            let (mut gradient, mut information) = (vec![0.0; size], Matrix::new(size));
            for &(pairing, games, points, _) in &pairings {
                let expected = score(&theta, pairing);
                let residual = points - games * expected;
                gradient[pairing[0]] += residual;
                gradient[pairing[1]] -= residual;
                information.add_difference(pairing, games * expected * (1.0 - expected));
            }
            // Any constant makes it regular without changing differences.
            information.add_constant(1.0);
            inverse = information.inverse();
            let step = inverse.times(&gradient);
            let longest = step.iter().fold(0.0, |longest: f64, step| longest.max(step.abs()));
            let share = if longest > MAX_STEP { MAX_STEP / longest } else { 1.0 };
            for (theta, step) in theta.iter_mut().zip(&step) {
                *theta += share * step;
            }
            if longest < SETTLED {
                break;
            }
        }
        let (mut spread, mut played) = (Matrix::new(size), vec![0; size]);
        for (pairing, _, _, units) in &pairings {
            let expected = score(&theta, *pairing);
            for (&(games, halves), &count) in *units {
                let residual = f64::from(halves) / 2.0 - f64::from(games) * expected;
                spread.add_difference(*pairing, f64::from(count) * residual * residual);
                for &place in pairing {
                    played[place] += count;
                }
            }
        }
        let covariance = inverse.product(&spread).product(&inverse).scaled(ELO * ELO);
        let of_pairs = match pairings[..] {
            [(pairing, _, _, units)] => {
                Some(pairing.map(|place| group[place])).zip(of_pairs(units))
            }
            _ => None,
        };
        let elo = places.iter().map(|place| place.map(|place| theta[place] * ELO)).collect();
        Ratings { elo, beside, reach, covariance, of_pairs, places, units: played }
    }

    /// By player: the players it has scored against.
    fn scored(&self, players: usize) -> Vec<Vec<usize>> {
        let mut scored = vec![Vec::new(); players];
        for (&[a, b], units) in &self.units {
            if b >= players {
                continue;
            }
            let (games, points) = Encounters::sum(units);
            for (winner, loser, some) in [(a, b, points > 0.0), (b, a, points < games)] {
                if some {
                    scored[winner].push(loser);
                }
            }
        }
        scored
    }

    /// The group of comparable players with the most games among themselves: each has scored, directly or through
    /// others, against each. Of groups with equally many games the largest. Also returns, by player, how many players
    /// each reaches.
    fn rated_group(
        &self,
        scored: &[Vec<usize>],
        conceded: &[Vec<usize>],
    ) -> (Vec<usize>, Vec<usize>) {
        let players = scored.len();
        let mut reach = vec![0; players];
        let mut group_of = vec![None; players];
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for player in 0..players {
            if group_of[player].is_some() {
                continue;
            }
            let (ahead, behind) = (reachable(player, scored), reachable(player, conceded));
            let group: Vec<usize> =
                (0..players).filter(|&other| ahead[other] && behind[other]).collect();
            for &other in &group {
                group_of[other] = Some(groups.len());
                reach[other] = ahead.iter().filter(|&&reached| reached).count();
            }
            groups.push(group);
        }
        let mut games = vec![0.0; groups.len()];
        for (&[a, b], units) in self.units.iter().filter(|&(&[_, b], _)| b < players) {
            if let Some(group) = group_of[a].filter(|_| group_of[a] == group_of[b]) {
                games[group] += Encounters::sum(units).0;
            }
        }
        let linked = groups.into_iter().zip(games).filter(|(group, _)| group.len() > 1);
        // Of completely equal groups, the one whose first player is first in the list.
        let rated = linked.reduce(|best, next| {
            let by_size = next.0.len().cmp(&best.0.len());
            if next.1.total_cmp(&best.1).then(by_size).is_gt() { next } else { best }
        });
        (rated.map(|(group, _)| group).unwrap_or_default(), reach)
    }
}

/// The difference of two players with the error of their pairs; `None`: most of their games are unpaired.
fn of_pairs(units: &BTreeMap<(u32, u32), u32>) -> Option<EloEstimate> {
    let mut pairs = Pentanomial::default();
    for (&(_, halves), &count) in units.iter().filter(|((games, _), _)| *games == 2) {
        pairs.0[halves as usize] += count;
    }
    let (games, points) = Encounters::sum(units);
    pairs.elo_of_games(games, points / games)
}

/// The reversed edges.
fn reversed(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut reversed = vec![Vec::new(); edges.len()];
    for (from, targets) in edges.iter().enumerate() {
        for &to in targets {
            reversed[to].push(from);
        }
    }
    reversed
}

/// Whether each of the others is above or below the rated group.
fn beside(
    group: &[usize],
    scored: &[Vec<usize>],
    conceded: &[Vec<usize>],
) -> Vec<Option<Ordering>> {
    // Its members reach each other, so a player reached from one is reached from all.
    let Some(&member) = group.first() else { return vec![None; scored.len()] };
    let (below, above) = (reachable(member, scored), reachable(member, conceded));
    let side = |(above, below)| match (above, below) {
        (true, false) => Some(Ordering::Greater),
        (false, true) => Some(Ordering::Less),
        _ => None,
    };
    above.into_iter().zip(below).map(side).collect()
}

/// The players that can be reached from a player along these edges, including itself.
fn reachable(from: usize, edges: &[Vec<usize>]) -> Vec<bool> {
    let mut reached = vec![false; edges.len()];
    reached[from] = true;
    let mut open = vec![from];
    while let Some(player) = open.pop() {
        for &next in &edges[player] {
            if !reached[next] {
                reached[next] = true;
                open.push(next);
            }
        }
    }
    reached
}

impl Ratings {
    /// The rating of a player relative to the mean of all rated ones.
    pub fn elo(&self, player: usize) -> Option<f64> {
        *self.elo.get(player)?
    }

    /// Whether an unrated player is stronger or weaker than all rated ones: it has scored against them, directly or
    /// through others, and they have not scored against it, or vice versa. `None`: it is rated, or neither has scored.
    pub(crate) fn beside_rated(&self, player: usize) -> Option<Ordering> {
        *self.beside.get(player)?
    }

    /// Number of players it has scored against, directly or through others, including itself. A player that has scored
    /// against another without conceding anything reaches more, so sorting by this never puts a player above a better
    /// one.
    pub fn reach(&self, player: usize) -> usize {
        self.reach.get(player).copied().unwrap_or_default()
    }

    /// Whether no player is rated.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// The rating of a player with its 95 % error bar. The bar is missing if it cannot be estimated because all games
    /// had the same result or the player has fewer than [`MIN_PAIRS`] units.
    pub fn estimate(&self, player: usize) -> Option<EloEstimate> {
        let elo = self.elo(player)?;
        if let Some(([first, _], difference)) = self.of_pairs {
            // The mean of both is zero, so each is half the difference from it.
            let half = difference.scaled(0.5);
            return Some(if player == first { half } else { half.reversed() });
        }
        let variance = self.place_with_error(player).map(|at| self.covariance.get(at, at));
        Some(symmetric(elo, variance))
    }

    fn place_with_error(&self, player: usize) -> Option<usize> {
        (*self.places.get(player)?).filter(|&place| self.units[place] >= MIN_PAIRS)
    }

    /// The difference of two players with its 95 % error bar, as for [`Ratings::estimate`]; `None`: one is unrated.
    pub fn difference(&self, player: usize, other: usize) -> Option<EloEstimate> {
        let elo = self.elo(player)? - self.elo(other)?;
        if player == other {
            return Some(EloEstimate { elo, low: Some(elo), high: Some(elo) });
        }
        if let Some(([first, _], difference)) = self.of_pairs {
            return Some(if player == first { difference } else { difference.reversed() });
        }
        let [a, b] = [player, other].map(|player| self.place_with_error(player));
        let covariance = |a, b| self.covariance.get(a, b);
        let variance =
            a.zip(b).map(|(a, b)| covariance(a, a) + covariance(b, b) - 2.0 * covariance(a, b));
        Some(symmetric(elo, variance))
    }

    /// The performance of a player: the mean rating of its opponents, weighted by games, plus the Elo of its score.
    /// `None` if one of them is unrated, and with all points or none.
    pub fn performance(
        &self,
        opponents: impl IntoIterator<Item = (usize, f64)>,
        score: f64,
    ) -> Option<f64> {
        let (mut sum, mut games) = (0.0, 0.0);
        for (opponent, count) in opponents {
            sum += self.elo(opponent)? * count;
            games += count;
        }
        (games > 0.0).then_some(sum / games).and_then(|mean| Some(mean + elo_of(score)?))
    }
}

/// An estimate with this variance, Elo squared.
fn symmetric(elo: f64, variance: Option<f64>) -> EloEstimate {
    // Rounding leaves a small value instead of zero.
    let error = variance.filter(|variance| *variance > 1e-9).map(|variance| Z * variance.sqrt());
    EloEstimate { elo, low: error.map(|error| elo - error), high: error.map(|error| elo + error) }
}

/// A square matrix, row by row.
#[derive(Clone, Debug, PartialEq)]
struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    fn new(size: usize) -> Matrix {
        Matrix { size, cells: vec![0.0; size * size] }
    }

    fn get(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    /// Adds the form `value (x_a - x_b)^2`.
    fn add_difference(&mut self, [a, b]: [usize; 2], value: f64) {
        self.add(a, a, value);
        self.add(b, b, value);
        self.add(a, b, -value);
        self.add(b, a, -value);
    }

    fn add_constant(&mut self, value: f64) {
        for cell in &mut self.cells {
            *cell += value;
        }
    }

    fn scaled(mut self, by: f64) -> Matrix {
        for cell in &mut self.cells {
            *cell *= by;
        }
        self
    }

    fn times(&self, vector: &[f64]) -> Vec<f64> {
        let row = |row: &[f64]| row.iter().zip(vector).map(|(a, b)| a * b).sum();
        self.cells.chunks(self.size.max(1)).map(row).collect()
    }

    fn product(&self, other: &Matrix) -> Matrix {
        let mut product = Matrix::new(self.size);
        for row in 0..self.size {
            for inner in 0..self.size {
                let value = self.get(row, inner);
                for column in 0..self.size {
                    product.add(row, column, value * other.get(inner, column));
                }
            }
        }
        product
    }

    /// The inverse of a positive definite matrix, by elimination; the diagonal needs no other pivots.
    fn inverse(mut self) -> Matrix {
        let size = self.size;
        let mut inverse = Matrix::new(size);
        for at in 0..size {
            inverse.add(at, at, 1.0);
        }
        for pivot in 0..size {
            let by = self.get(pivot, pivot);
            for column in 0..size {
                self.cells[pivot * size + column] /= by;
                inverse.cells[pivot * size + column] /= by;
            }
            for row in (0..size).filter(|&row| row != pivot) {
                let factor = self.get(row, pivot);
                if factor == 0.0 {
                    continue;
                }
                for column in 0..size {
                    let (own, other) = (self.get(pivot, column), inverse.get(pivot, column));
                    self.add(row, column, -factor * own);
                    inverse.add(row, column, -factor * other);
                }
            }
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::super::pentanomial::Tally;
    use super::super::sheet::Points;
    use super::*;

    fn close(found: Option<f64>, expected: f64, error: f64) {
        assert!((found.unwrap() - expected).abs() <= error, "{found:?} for {expected}");
    }

    /// Half of the error bar of a player.
    fn half_bar(ratings: &Ratings, player: usize) -> Option<f64> {
        half(ratings.estimate(player))
    }

    fn half(found: Option<EloEstimate>) -> Option<f64> {
        let (low, high) = found.and_then(|found| found.low.zip(found.high))?;
        Some((high - low) / 2.0)
    }

    fn pairs(into: &mut Encounters, players: [usize; 2], counts: [u32; 5]) {
        for (halves, count) in (0..).zip(counts) {
            (0..count).for_each(|_| into.add(players, 2, halves));
        }
    }

    /// Numbers of a Python script that maximises the likelihood in small steps, computes its curvature from differences
    /// and fixes one rating instead of adding a constant: 10 pairs between each two of three players, and one game.
    #[test]
    fn three_players_are_rated_as_another_method_rates_them() {
        let mut encounters = Encounters::default();
        pairs(&mut encounters, [0, 1], [1, 2, 3, 2, 2]);
        // The same from the other player's view.
        pairs(&mut encounters, [2, 0], [3, 4, 2, 1, 0]);
        pairs(&mut encounters, [1, 2], [2, 1, 4, 2, 1]);
        encounters.add([1, 2], 1, 1);
        let ratings = encounters.ratings(3);
        for (player, elo, error) in [
            (0, 65.488_497, 62.601_733),
            (1, -18.358_588, 64.692_343),
            (2, -47.129_909, 58.487_546),
        ] {
            close(ratings.elo(player), elo, 1e-4);
            close(half_bar(&ratings, player), error, 1e-3);
        }
        close(half(ratings.difference(0, 2)), 102.442_378, 1e-3);
    }

    #[test]
    fn two_players_differ_as_their_score_says() {
        let mut single = Encounters::default();
        for (halves, count) in [(2, 60), (1, 20), (0, 20)] {
            (0..count).for_each(|_| single.add([0, 1], 1, halves));
        }
        let ratings = single.ratings(2);
        // 70 %: 147.19 Elo, half of it above and below the mean. The error by the slope of the curve there:
        // 1.96 * 0.04 / (0.7 * 0.3) * 400 / ln 10 = 64.85.
        close(ratings.elo(0), 147.190_7 / 2.0, 1e-3);
        close(half(ratings.difference(0, 1)), 64.853_451, 1e-3);
        close(ratings.performance([(1, 100.0)], 0.7), -147.190_7 / 2.0 + 147.190_7, 1e-3);
        // Pairs that are always split give a smaller error than as many unrelated games.
        let mut shared = Encounters::default();
        pairs(&mut shared, [0, 1], [0, 1, 48, 1, 0]);
        let shared = half_bar(&shared.ratings(2), 0).unwrap();
        assert!(shared < half_bar(&ratings, 0).unwrap() / 4.0, "{shared}");
    }

    #[test]
    fn players_that_cannot_be_compared_have_no_rating() {
        let mut encounters = Encounters::default();
        pairs(&mut encounters, [0, 1], [1, 0, 2, 0, 1]);
        pairs(&mut encounters, [1, 2], [1, 0, 0, 0, 1]);
        // Player 3 wins all games, 4 loses all, 5 has met no one.
        pairs(&mut encounters, [3, 0], [0, 0, 0, 0, 3]);
        pairs(&mut encounters, [4, 1], [3, 0, 0, 0, 0]);
        let ratings = encounters.ratings(6);
        for player in 0..3 {
            close(ratings.elo(player), 0.0, 1e-6);
        }
        for player in 3..6 {
            assert_eq!((ratings.elo(player), half_bar(&ratings, player)), (None, None));
        }
        assert_eq!(ratings.performance([(0, 6.0)], 1.0), None);
        assert_eq!(ratings.performance([(0, 6.0), (4, 2.0)], 0.5), None, "4 has no rating");
        assert_eq!(Encounters::default().ratings(0).elo(0), None);
        let mut few = Encounters::default();
        pairs(&mut few, [0, 1], [0, 1, 5, 1, 0]);
        assert_eq!(half_bar(&few.ratings(2), 0), None);
        few.add([1, 0], 2, 2);
        let few = few.ratings(2);
        assert!(half_bar(&few, 0).is_some() && half(few.difference(0, 1)).is_some());
        let mut drawn = Encounters::default();
        pairs(&mut drawn, [0, 1], [0, 0, 8, 0, 0]);
        let drawn = drawn.ratings(2);
        close(drawn.elo(0), 0.0, 1e-9);
        assert_eq!(half_bar(&drawn, 0), None, "all ended alike");
    }

    #[test]
    fn the_linked_group_with_most_games_is_rated_however_small_it_is() {
        let mut encounters = Encounters::default();
        for player in 0..7 {
            for other in player + 1..7 {
                pairs(&mut encounters, [player, other], [0, 0, 0, 0, 1]);
            }
        }
        assert!((0..7).all(|player| encounters.ratings(7).elo(player).is_none()));
        let rated = |encounters: &Encounters| {
            let ratings = encounters.ratings(7);
            (0..7).filter(|&player| ratings.elo(player).is_some()).collect::<Vec<_>>()
        };
        pairs(&mut encounters, [5, 6], [1, 0, 0, 0, 0]);
        assert_eq!(rated(&encounters), [5, 6], "two are enough");
        let ratings = encounters.ratings(7);
        close(ratings.elo(5).zip(ratings.elo(6)).map(|(a, b)| a + b), 0.0, 1e-9);
        pairs(&mut encounters, [0, 1], [1, 0, 0, 0, 0]);
        assert_eq!(rated(&encounters), [0, 1], "as large and as many games: the first");
        pairs(&mut encounters, [5, 6], [0, 0, 1, 0, 0]);
        assert_eq!(rated(&encounters), [5, 6], "as large, more games");
        pairs(&mut encounters, [1, 2], [1, 0, 0, 0, 0]);
        assert_eq!(rated(&encounters), [0, 1, 2]);
        pairs(&mut encounters, [5, 6], [0, 0, 2, 0, 0]);
        assert_eq!(rated(&encounters), [0, 1, 2], "as many games, larger");
        pairs(&mut encounters, [5, 6], [0, 0, 20, 0, 0]);
        assert_eq!(rated(&encounters), [5, 6], "smaller, more games");
    }

    #[test]
    fn a_match_of_pairs_has_the_elo_of_all_games_and_the_error_of_its_pairs() {
        let (mut encounters, mut tally) = (Encounters::default(), Tally::default());
        for (round, [first, second]) in (0..).zip([
            [Points::Win, Points::Win],
            [Points::Win, Points::Draw],
            [Points::Draw, Points::Draw],
            [Points::Loss, Points::Draw],
            [Points::Win, Points::Win],
            [Points::Win, Points::Draw],
            [Points::Win, Points::Loss],
            [Points::Win, Points::Draw],
        ]) {
            encounters.add([0, 1], 2, first.halves() + second.halves());
            tally.add(round, first);
            tally.add(round, second);
        }
        // A game that has no partner yet.
        encounters.add([0, 1], 1, 0);
        tally.add(8, Points::Loss);
        let (ratings, found) = (encounters.ratings(2), tally.elo().unwrap());
        close(Some(found.elo), elo_of(11.0 / 17.0).unwrap(), 1e-9);
        let half_width = (found.high.unwrap() - found.low.unwrap()) / 2.0;
        for (player, sign) in [(0, 1.0), (1, -1.0)] {
            close(ratings.elo(player), sign * found.elo / 2.0, 1e-9);
            close(half_bar(&ratings, player), half_width / 2.0, 1e-9);
        }
        close(half(ratings.difference(0, 1)), half_width, 1e-9);
    }

    /// 27 losses and a draw: the score may be zero, but not above a bound.
    #[test]
    fn a_lopsided_match_of_pairs_has_the_error_bar_of_its_pairs() {
        for counts in [[13, 1, 0, 0, 0], [59, 4, 1, 0, 0]] {
            let mut encounters = Encounters::default();
            pairs(&mut encounters, [0, 1], counts);
            let ratings = encounters.ratings(2);
            let expected = Pentanomial(counts).elo().unwrap();
            assert_eq!(ratings.difference(0, 1), Some(expected));
            assert_eq!(ratings.difference(1, 0), Some(expected.reversed()));
            let (lost, won) = (ratings.estimate(0).unwrap(), ratings.estimate(1).unwrap());
            assert_eq!(lost, expected.scaled(0.5));
            assert_eq!(won, lost.reversed());
            assert_eq!(lost.low.is_none(), counts[2] == 0, "{lost:?}");
            assert!(lost.high.is_some() && lost.half_width().is_none(), "{lost:?}");
        }
    }

    #[test]
    fn the_mean_of_many_is_zero_and_far_apart_ones_are_found() {
        let mut encounters = Encounters::default();
        // Each scores half a point in 200 games against the next better one.
        for player in 0..8 {
            (0..199).for_each(|_| encounters.add([player, player + 1], 1, 2));
            encounters.add([player, player + 1], 1, 1);
        }
        let ratings = encounters.ratings(9);
        let sum: f64 = (0..9).map(|player| ratings.elo(player).unwrap()).sum();
        assert!(sum.abs() < 1e-6, "{sum}");
        let step = elo_of(199.5 / 200.0).unwrap();
        close(ratings.elo(0), 4.0 * step, 1e-3);
    }
}
