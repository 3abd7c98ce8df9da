//! The named levels: what limits each of them, from a beginner's play to everything the engine has.
//! A level never throws dice over its move: it misjudges and overlooks the same things whenever it
//! meets them in a game, as people do.

use crate::chess::moves::Move;
use crate::chess::rng::SplitMix64;
use crate::chess::square::Square;

use super::limits::Limits;
use super::options::Strength;
use super::value::Value;

/// A named strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its name.
    pub name: &'static str,
    /// What limits it, in one sentence.
    pub limited_by: &'static str,
    /// Whom it may feel like. Judged by hand, not yet measured by matches.
    pub feels_like: &'static str,
    /// Plies it looks ahead, exchanges not counted.
    depth: u32,
    /// Positions it looks at per move.
    nodes: u64,
    /// Its judgement is off by up to this many centipawns.
    misjudges_cp: i32,
    /// So many of a thousand long replies of the opponent it does not see.
    overlooks_permille: u32,
}

/// All levels, the weakest first. The last is full strength.
pub const LEVELS: [Level; 8] = [
    Level {
        name: "Woodpusher",
        limited_by: "Looks one move ahead, misjudges positions by up to two pawns and often \
                     overlooks long-range replies.",
        feels_like: "someone who has just learnt the rules",
        depth: 1,
        nodes: 400,
        misjudges_cp: 220,
        overlooks_permille: 450,
    },
    Level {
        name: "Coffee house",
        limited_by: "Looks one move and the reply ahead, misjudges by up to a pawn and a half and \
                     overlooks one long-range reply in four.",
        feels_like: "a casual player",
        depth: 2,
        nodes: 1_500,
        misjudges_cp: 150,
        overlooks_permille: 260,
    },
    Level {
        name: "Skittles",
        limited_by: "Looks three plies ahead, misjudges by up to a pawn and overlooks one \
                     long-range reply in seven.",
        feels_like: "a regular casual player",
        depth: 3,
        nodes: 4_000,
        misjudges_cp: 100,
        overlooks_permille: 140,
    },
    Level {
        name: "Club night",
        limited_by: "Looks four plies ahead, misjudges by up to two thirds of a pawn and now and \
                     then overlooks a long-range reply.",
        feels_like: "a club player",
        depth: 4,
        nodes: 10_000,
        misjudges_cp: 65,
        overlooks_permille: 70,
    },
    Level {
        name: "First board",
        limited_by: "Looks six plies ahead and misjudges by up to a third of a pawn.",
        feels_like: "a strong club player",
        depth: 6,
        nodes: 30_000,
        misjudges_cp: 35,
        overlooks_permille: 20,
    },
    Level {
        name: "Norm hunter",
        limited_by: "Looks eight plies ahead and misjudges by up to a seventh of a pawn.",
        feels_like: "a master",
        depth: 8,
        nodes: 120_000,
        misjudges_cp: 15,
        overlooks_permille: 0,
    },
    Level {
        name: "Title match",
        limited_by: "Looks at half a million positions a move, judged as well as it can.",
        feels_like: "stronger than any club opponent",
        depth: 40,
        nodes: 500_000,
        misjudges_cp: 0,
        overlooks_permille: 0,
    },
    Level {
        name: "Full strength",
        limited_by: "Limited by nothing but its time and your processor.",
        feels_like: "the engine as it is",
        depth: u32::MAX,
        nodes: u64::MAX,
        misjudges_cp: 0,
        overlooks_permille: 0,
    },
];

impl Strength {
    /// The level, unless it is full strength.
    pub fn level(self) -> Option<&'static Level> {
        match self {
            Strength::Full => None,
            Strength::Level(number) => LEVELS[..LEVELS.len() - 1].get(usize::from(number)),
        }
    }
}

impl Level {
    /// The limits of a search at this level: its own where they are tighter. Analysis without end
    /// is not play and stays unlimited.
    pub(super) fn limit(&self, limits: &Limits) -> Limits {
        if limits.infinite || limits.mate.is_some() {
            return limits.clone();
        }
        Limits {
            depth: Some(limits.depth.unwrap_or(u32::MAX).min(self.depth)),
            nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(self.nodes)),
            ..limits.clone()
        }
    }

    /// Its weaknesses in the game with this seed.
    pub(super) fn handicap(&self, seed: u64) -> Handicap {
        Handicap { seed, spread: self.misjudges_cp, overlooks: self.overlooks_permille }
    }
}

/// What a weak level gets wrong: always the same in the same position of the same game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handicap {
    seed: u64,
    spread: i32,
    overlooks: u32,
}

impl Handicap {
    /// The evaluation as this level sees it. The error is the sum of two even ones, so that large
    /// errors are rarer than small ones.
    pub(super) fn misjudge(&self, key: u64, value: Value) -> Value {
        if self.spread == 0 {
            return value;
        }
        let mut rng = SplitMix64::new(key ^ self.seed);
        let half = (self.spread + 1) as usize;
        value + (rng.below(half) + rng.below(half)) as Value - self.spread
    }

    /// Whether a reply of the opponent is overlooked: never the taking back on the square just
    /// moved to, the more easily the further the piece comes from.
    pub(super) fn overlooks(&self, key: u64, mv: Move, last_to: Option<Square>) -> bool {
        if self.overlooks == 0 || last_to == Some(mv.to()) {
            return false;
        }
        let distance = mv.from().distance(mv.to()).min(4);
        let permille = self.overlooks * distance / 4;
        let mut rng = SplitMix64::new(key ^ self.seed ^ u64::from(mv.bits()).rotate_left(40));
        rng.below(1000) < permille as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_errs_the_same_way_in_the_same_game() {
        let handicap = LEVELS[0].handicap(7);
        let other_game = LEVELS[0].handicap(8);
        let keys = 0..1000_u64;
        assert!(keys.clone().all(|key| handicap.misjudge(key, 10) == handicap.misjudge(key, 10)));
        assert!(keys.clone().any(|key| handicap.misjudge(key, 10) != other_game.misjudge(key, 10)));
        let spread = LEVELS[0].misjudges_cp;
        assert!(keys.clone().all(|key| handicap.misjudge(key, 0).abs() <= spread));
        let mean: i32 = keys.map(|key| handicap.misjudge(key, 0)).sum::<i32>() / 1000;
        assert!(mean.abs() < spread / 10, "biased by {mean}");
    }

    #[test]
    fn levels_grow_in_everything() {
        for pair in LEVELS.windows(2) {
            assert!(pair[0].depth < pair[1].depth && pair[0].nodes < pair[1].nodes);
            assert!(pair[0].misjudges_cp >= pair[1].misjudges_cp);
            assert!(pair[0].overlooks_permille >= pair[1].overlooks_permille);
        }
        assert_eq!(Strength::Level(LEVELS.len() as u8 - 1).level(), None);
        assert_eq!(Strength::Level(0).level(), Some(&LEVELS[0]));
    }
}
