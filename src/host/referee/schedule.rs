//! Who plays whom, in which order, from which opening.

/// A game of a match before it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number in the match, from 0.
    pub game: u32,
    /// Which round, from 0: all pairings of a round play the same opening.
    pub round: u32,
    /// Which pairing.
    pub pairing: usize,
    /// The player with White.
    pub white: usize,
    /// The player with Black.
    pub black: usize,
}

/// All games of a match: in each round every pairing plays one opening with both colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    rounds: u32,
}

impl Schedule {
    /// Everybody plays everybody, or in a gauntlet the first everybody else.
    pub fn new(players: usize, gauntlet: bool, rounds: u32) -> Schedule {
        let first = if gauntlet { 1 } else { players };
        let of = |a: usize| (a + 1..players).map(move |b| [a, b]);
        Schedule { pairings: (0..first.min(players)).flat_map(of).collect(), rounds }
    }

    /// Which players meet, the first the one results are told of.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// Games in all.
    pub fn games(&self) -> u32 {
        self.rounds * self.per_round()
    }

    fn per_round(&self) -> u32 {
        2 * self.pairings.len() as u32
    }

    /// The game with this number.
    pub fn fixture(&self, game: u32) -> Option<Fixture> {
        if game >= self.games() {
            return None;
        }
        let (round, within) = (game / self.per_round(), game % self.per_round());
        let pairing = within as usize / 2;
        let [a, b] = self.pairings[pairing];
        let (white, black) = if within % 2 == 0 { (a, b) } else { (b, a) };
        Some(Fixture { game, round, pairing, white, black })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pairing_plays_every_opening_with_both_colours() {
        let schedule = Schedule::new(3, false, 4);
        assert_eq!(schedule.pairings(), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(schedule.games(), 24);
        let all: Vec<Fixture> = (0..24).map(|game| schedule.fixture(game).unwrap()).collect();
        for pair in all.chunks(2) {
            assert_eq!((pair[0].white, pair[0].black), (pair[1].black, pair[1].white));
            assert_eq!((pair[0].round, pair[0].pairing), (pair[1].round, pair[1].pairing));
        }
        assert!(all.iter().all(|fixture| fixture.round == fixture.game / 6));
        assert_eq!(schedule.fixture(24), None);
        let gauntlet = Schedule::new(4, true, 1);
        assert_eq!(gauntlet.pairings(), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(Schedule::new(2, true, 5), Schedule::new(2, false, 5));
    }
}
