//! Both minds over time: what each would play, how good it thinks that is, since when, and whether they agree.

use crate::engines::telemetry::{SearchView, SeriesPoint};
use tabia_chess::Move;
use tabia_engine::search::score::{Bound, Wdl};

/// What a mind said at a time of its search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Said {
    /// Since its search began, ms.
    pub time_ms: u64,
    /// Nodes or playouts by then.
    pub nodes: Option<u64>,
    /// The move it would play.
    pub mv: Move,
    /// What White can expect of it, 0 to 1, a draw counted half; exact scores alone are one.
    pub expected: Option<f64>,
}

/// Since when a mind has kept to its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// The move.
    pub mv: Move,
    /// Since its search began, ms.
    pub since_ms: u64,
    /// Nodes or playouts by then.
    pub nodes: Option<u64>,
}

/// A stretch of time in which both have a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// From then, ms
    pub from_ms: u64,
    /// to then, ms.
    pub to_ms: u64,
    /// Whether it is the same move.
    pub agree: bool,
}

/// What a mind said of its best move, the oldest first. `material` is that of the position.
pub fn said(search: &SearchView, material: u32) -> Vec<Said> {
    let one = |at: &SeriesPoint| {
        let exact = at.bound == Bound::Exact;
        let expected = exact.then(|| Wdl::of(at.score, material).expected_percent() / 100.0);
        Some(Said { time_ms: at.time_ms, nodes: at.nodes, mv: at.mv?, expected })
    };
    search.series.iter().filter_map(one).collect()
}

/// Since when a mind has kept to the move it has now.
pub fn held(said: &[Said]) -> Option<Held> {
    let mv = said.last()?.mv;
    let run = said.iter().rev().take_while(|at| at.mv == mv).last()?;
    Some(Held { mv, since_ms: run.time_ms, nodes: run.nodes })
}

/// When a mind first named a move.
pub fn first_named(said: &[Said], mv: Move) -> Option<Said> {
    said.iter().find(|at| at.mv == mv).copied()
}

/// Where both agree and where not, from when both have named a move to the newest word of either.
pub fn agreement(said: [&[Said]; 2]) -> Vec<Stretch> {
    let mut times: Vec<u64> = said.iter().flat_map(|of| of.iter().map(|at| at.time_ms)).collect();
    times.sort_unstable();
    times.dedup();
    let mut stretches: Vec<Stretch> = Vec::new();
    let mut next = [0_usize; 2];
    let mut now: [Option<Move>; 2] = [None; 2];
    for time in times {
        for ((said, next), now) in said.iter().zip(&mut next).zip(&mut now) {
            while let Some(at) = said.get(*next).filter(|at| at.time_ms <= time) {
                *now = Some(at.mv);
                *next += 1;
            }
        }
        if let Some(last) = stretches.last_mut() {
            last.to_ms = time;
        }
        let [Some(one), Some(other)] = now else { continue };
        let agree = one == other;
        if stretches.last().is_none_or(|last| last.agree != agree) {
            stretches.push(Stretch { from_ms: time, to_ms: time, agree });
        }
    }
    stretches
}

/// The share of the time for which both agreed, 0 to 1; `None` where no time has passed.
pub fn share_agreed(stretches: &[Stretch]) -> Option<f64> {
    let length = |of: &Stretch| of.to_ms - of.from_ms;
    let all: u64 = stretches.iter().map(length).sum();
    let agreed: u64 = stretches.iter().filter(|of| of.agree).map(length).sum();
    (all > 0).then(|| agreed as f64 / all as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::{Board, uci_move};

    fn mv(text: &str) -> Move {
        uci_move::parse(&Board::start(), text).unwrap()
    }

    fn at(time_ms: u64, text: &str) -> Said {
        Said { time_ms, nodes: Some(time_ms * 10), mv: mv(text), expected: Some(0.5) }
    }

    #[test]
    fn a_move_is_held_since_it_was_last_taken_up() {
        let said = [at(1, "e2e4"), at(5, "d2d4"), at(9, "e2e4"), at(20, "e2e4")];
        let expected = Held { mv: mv("e2e4"), since_ms: 9, nodes: Some(90) };
        assert_eq!(held(&said), Some(expected));
        assert_eq!(first_named(&said, mv("e2e4")).map(|at| at.time_ms), Some(1));
        assert_eq!(first_named(&said, mv("g1f3")), None);
        assert_eq!(held(&[]), None);
    }

    #[test]
    fn agreement_begins_when_both_have_spoken_and_changes_with_either() {
        let one = [at(10, "e2e4"), at(100, "d2d4")];
        let other = [at(30, "e2e4"), at(60, "d2d4"), at(200, "d2d4")];
        let told: Vec<(u64, u64, bool)> = agreement([&one, &other])
            .into_iter()
            .map(|of| (of.from_ms, of.to_ms, of.agree))
            .collect();
        assert_eq!(told, [(30, 60, true), (60, 100, false), (100, 200, true)]);
        let share = share_agreed(&agreement([&one, &other])).unwrap();
        assert!((share - 130.0 / 170.0).abs() < 1e-9, "{share}");
        assert!(agreement([&one, &[]]).is_empty());
        assert_eq!(share_agreed(&[]), None);
    }
}
