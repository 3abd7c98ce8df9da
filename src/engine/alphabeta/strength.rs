//! Limited strength: what holds the engine back at a given Elo number, and the named levels. The errors
//! themselves are made in `handicap`.
//!
//! A strength below full is an Elo number; the named levels are points on the same scale. For some numbers the
//! scale holds what restrains the engine, measured by matches (`benches/measurements/search.md`), and between them
//! it mixes.

use std::ops::RangeInclusive;

use super::options::Strength;

/// What holds a strength back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Restraint {
    /// Plies it looks ahead, exchanges not counted. The fraction is the share of positions in which it
    /// looks one ply further.
    pub(super) depth: f64,
    /// Positions it looks at per move, at most.
    pub(super) nodes: u64,
    /// Its judgement of single positions is off by up to this many centipawns.
    pub(super) misjudges_cp: u32,
    /// It likes or dislikes a piece on a square by up to this many centipawns, all game long.
    pub(super) taste_cp: u32,
    /// So many of a thousand long captures it does not see; more of quiet moves, fewer of short ones.
    pub(super) overlooks_permille: u32,
}

/// A point of the scale of strength.
struct Point {
    elo: u16,
    restraint: Restraint,
}

const fn point(elo: u16, depth: f64, nodes: u64, errors: [u32; 3]) -> Point {
    let [misjudges_cp, taste_cp, overlooks_permille] = errors;
    Point { elo, restraint: Restraint { depth, nodes, misjudges_cp, taste_cp, overlooks_permille } }
}

/// The scale: restraints and the Elo measured with them, the weakest first. The matches behind it are in
/// `benches/measurements/search.md` ("Limited strength").
const SCALE: [Point; 8] = [
    point(780, 1.0, 300, [260, 60, 450]),
    point(970, 1.3, 800, [190, 50, 330]),
    point(1140, 2.0, 2_000, [140, 40, 220]),
    point(1400, 3.0, 5_000, [95, 30, 130]),
    point(1690, 4.5, 14_000, [55, 20, 60]),
    point(1940, 6.5, 40_000, [30, 10, 20]),
    point(2170, 9.0, 150_000, [12, 4, 0]),
    point(2400, 40.0, 500_000, [0, 0, 0]),
];

/// Elo numbers that can be asked for.
pub const ELO: RangeInclusive<u16> = SCALE[0].elo..=SCALE[SCALE.len() - 1].elo;

/// A named strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its name.
    pub name: &'static str,
    /// The Elo number it stands for.
    pub elo: u16,
}

/// All levels below full strength, the weakest first.
pub const LEVELS: [Level; 7] = [
    Level { name: "Woodpusher", elo: 780 },
    Level { name: "Coffee house", elo: 900 },
    Level { name: "Skittles", elo: 1100 },
    Level { name: "Club night", elo: 1350 },
    Level { name: "First board", elo: 1650 },
    Level { name: "Norm hunter", elo: 1950 },
    Level { name: "Title match", elo: 2400 },
];

impl Strength {
    /// The named level, if it is one.
    pub fn level(self) -> Option<&'static Level> {
        match self {
            Strength::Level(number) => LEVELS.get(usize::from(number)),
            Strength::Full | Strength::Elo(_) => None,
        }
    }

    /// The Elo number it stands for; `None` for full strength.
    pub fn elo(self) -> Option<u16> {
        match self {
            Strength::Full => None,
            Strength::Level(number) => LEVELS.get(usize::from(number)).map(|level| level.elo),
            Strength::Elo(elo) => Some(elo.clamp(*ELO.start(), *ELO.end())),
        }
    }

    /// What holds it back; `None` for full strength.
    pub fn restraint(self) -> Option<Restraint> {
        self.elo().map(Restraint::of)
    }
}

impl Level {
    /// What limits it, in one sentence.
    pub fn limited_by(&self) -> String {
        Restraint::of(self.elo).to_string()
    }
}

impl Restraint {
    /// The restraint that makes for this Elo number, between the points of the scale.
    pub fn of(elo: u16) -> Restraint {
        let above = SCALE.iter().position(|point| point.elo >= elo).unwrap_or(SCALE.len() - 1);
        let (low, high) = (&SCALE[above.saturating_sub(1)], &SCALE[above]);
        let span = f64::from(high.elo - low.elo);
        let share = if span > 0.0 { f64::from(elo.saturating_sub(low.elo)) / span } else { 0.0 };
        let mix = |low: f64, high: f64| low + (high - low) * share.min(1.0);
        let (low, high) = (low.restraint, high.restraint);
        let count = |low: u32, high: u32| mix(f64::from(low), f64::from(high)).round() as u32;
        Restraint {
            depth: mix(low.depth, high.depth),
            // Strength goes with the logarithm of the nodes.
            nodes: mix((low.nodes as f64).ln(), (high.nodes as f64).ln()).exp().round() as u64,
            misjudges_cp: count(low.misjudges_cp, high.misjudges_cp),
            taste_cp: count(low.taste_cp, high.taste_cp),
            overlooks_permille: count(low.overlooks_permille, high.overlooks_permille),
        }
    }
}

/// One sentence for people.
impl std::fmt::Display for Restraint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let depth = self.depth.round() as u32;
        if depth >= 20 {
            write!(f, "Looks at no more than {} positions a move", thousands(self.nodes))?;
        } else {
            let plies = if depth == 1 { "its own move" } else { "plies" };
            match depth {
                1 => write!(f, "Looks one ply ahead, {plies} and the exchanges on it")?,
                _ => write!(f, "Looks about {depth} {plies} ahead")?,
            }
        }
        if self.misjudges_cp + self.taste_cp > 0 {
            let pawns = f64::from(self.misjudges_cp) / 100.0;
            write!(f, ", misjudges positions by up to {pawns:.1} pawns")?;
        }
        if self.overlooks_permille >= 10 {
            let one_in = (1000.0 / f64::from(self.overlooks_permille)).round() as u32;
            write!(f, " and overlooks one long-range capture in {one_in}")?;
        }
        f.write_str(".")
    }
}

/// 12345 as `12,345`.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_grows_in_everything() {
        for pair in SCALE.windows(2) {
            assert!(pair[0].elo < pair[1].elo);
        }
        let scale: Vec<Restraint> = ELO.step_by(50).map(Restraint::of).collect();
        for pair in scale.windows(2) {
            assert!(pair[0].depth <= pair[1].depth && pair[0].nodes <= pair[1].nodes);
            assert!(pair[0].misjudges_cp >= pair[1].misjudges_cp);
            assert!(pair[0].taste_cp >= pair[1].taste_cp);
            assert!(pair[0].overlooks_permille >= pair[1].overlooks_permille);
        }
        for point in &SCALE {
            assert_eq!(Restraint::of(point.elo), point.restraint);
        }
    }

    #[test]
    fn numbers_beyond_the_scale_are_its_ends() {
        assert_eq!(Strength::Elo(1).restraint(), Some(Restraint::of(*ELO.start())));
        assert_eq!(Strength::Elo(u16::MAX).elo(), Some(*ELO.end()));
        assert_eq!(Strength::Full.restraint(), None);
        assert_eq!(Strength::Level(LEVELS.len() as u8).elo(), None, "beyond the last: full");
    }

    #[test]
    fn levels_lie_on_the_scale_and_say_what_limits_them() {
        for pair in LEVELS.windows(2) {
            assert!(pair[0].elo < pair[1].elo);
        }
        assert!(LEVELS.iter().all(|level| ELO.contains(&level.elo)));
        assert!(LEVELS[0].limited_by().starts_with("Looks one ply ahead"));
        assert_eq!(thousands(500_000), "500,000");
        assert_eq!(thousands(12), "12");
    }
}
