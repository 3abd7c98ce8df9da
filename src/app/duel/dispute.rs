//! The moves the minds dispute: what one likes and the other refutes, with the line that does it.

use crate::engines::telemetry::SearchView;
use tabia_chess::{Board, Move};
use tabia_engine::search::detail::PuctDetail;
use tabia_engine::search::score::{Bound, Score, Wdl, material};

/// A move that gets this share of the playouts is liked, and so is the one that gets most.
const LIKED: f64 = 0.08;
/// A move whose playouts are fewer than this share was hardly looked at.
const HARDLY: f64 = 0.01;
/// A line of alpha-beta that lies this close to its best is liked, in expected score.
const CLOSE: f64 = 0.02;
/// A move that is this much worse than the best is refuted, in expected score.
const REFUTED: f64 = 0.10;
/// Moves told at most.
const MOST: usize = 8;

/// Who likes a move; the other refutes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LikedBy {
    /// Alpha-beta.
    AlphaBeta,
    /// The tree search by playouts.
    Puct,
}

/// What alpha-beta says of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Mover's view.
    pub score: Score,
    /// Whether it is exact; of moves beside the best lines it is a bound.
    pub bound: Bound,
    /// What the mover can expect, 0 to 1.
    pub expected: f64,
    /// The move and what follows, as far as it is known.
    pub line: Vec<Move>,
}

/// What the tree search by playouts says of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    /// Playouts through it.
    pub playouts: u32,
    /// Their share of all, 0 to 1.
    pub share: f64,
    /// What the mover can expect, 0 to 1.
    pub expected: f64,
    /// What was believed of it before, 0 to 1.
    pub prior: f64,
    /// The move and what follows.
    pub line: Vec<Move>,
}

/// A disputed move.
#[derive(Clone, Debug, PartialEq)]
pub struct Disputed {
    /// The move.
    pub mv: Move,
    /// Who likes it.
    pub liked_by: LikedBy,
    /// What the one says.
    pub judged: Judged,
    /// What the other says.
    pub weighed: Weighed,
    /// How much worse it is than the best move of whoever refutes it, in expected score of the mover.
    pub loses: f64,
    /// That is the least it loses.
    pub at_least: bool,
}

impl Disputed {
    /// The line that refutes it: by whoever does not like it.
    pub fn refutation(&self) -> &[Move] {
        match self.liked_by {
            LikedBy::AlphaBeta => &self.weighed.line,
            LikedBy::Puct => &self.judged.line,
        }
    }
}

/// The disputed moves of a position both search, those first that lose most.
pub fn disputed(alphabeta: &SearchView, puct: &SearchView, board: &Board) -> Vec<Disputed> {
    let Some(detail) = puct.live.as_ref().and_then(|live| live.detail.puct()) else {
        return Vec::new();
    };
    let judged = |mv: Move| judged(alphabeta, board, mv);
    let weighed = |mv: Move| weighed(puct, detail, mv);
    let best = alphabeta.lines.iter().find(|line| line.own);
    let Some(best) = best.and_then(|line| judged(*line.info.pv.first()?)) else {
        return Vec::new();
    };
    let most = detail.moves.iter().max_by_key(|told| told.n).and_then(|told| weighed(told.mv));
    let Some(most) = most.filter(|most| most.playouts > 0) else { return Vec::new() };
    let mut found: Vec<Disputed> = Vec::new();
    for told in &detail.moves {
        let (Some(judged), Some(weighed)) = (judged(told.mv), weighed(told.mv)) else { continue };
        let upper = judged.bound != Bound::Lower;
        let (lost, missed) = (best.expected - judged.expected, most.expected - weighed.expected);
        let liked = weighed.share >= LIKED || weighed.playouts == most.playouts;
        let likes = judged.bound == Bound::Exact && lost <= CLOSE;
        let refuted = missed >= REFUTED || weighed.share < HARDLY;
        let by = match () {
            () if liked && upper && lost >= REFUTED => LikedBy::Puct,
            () if likes && refuted && weighed.line != most.line => LikedBy::AlphaBeta,
            () => continue,
        };
        let at_least = by == LikedBy::Puct && judged.bound == Bound::Upper;
        let loses = if by == LikedBy::Puct { lost } else { missed };
        found.push(Disputed { mv: told.mv, liked_by: by, judged, weighed, loses, at_least });
    }
    found.sort_by(|a, b| b.loses.total_cmp(&a.loses));
    found.truncate(MOST);
    found
}

/// What alpha-beta says of a move: by its line, else by the list of root moves.
fn judged(search: &SearchView, board: &Board, mv: Move) -> Option<Judged> {
    let expects = |score| Wdl::of(score, material(board)).expected_percent() / 100.0;
    let line = search.lines.iter().filter(|line| line.own).map(|line| &line.info);
    if let Some(info) = line.into_iter().find(|info| info.pv.first() == Some(&mv)) {
        let (score, bound, line) = (info.score, info.bound, info.pv.clone());
        return Some(Judged { score, bound, expected: expects(score), line });
    }
    let root = search.root_moves().iter().find(|root| root.mv == mv)?;
    let (score, bound) = (root.score?, root.bound?);
    Some(Judged { score, bound, expected: expects(score), line: root.pv.clone() })
}

fn weighed(search: &SearchView, detail: &PuctDetail, mv: Move) -> Option<Weighed> {
    let told = detail.moves.iter().find(|told| told.mv == mv)?;
    let line = search.root_moves().iter().find(|root| root.mv == mv);
    Some(Weighed {
        playouts: told.n,
        share: detail.share(told.n),
        expected: f64::from(told.q),
        prior: f64::from(told.p),
        line: line.map_or_else(|| vec![mv], |root| root.pv.clone()),
    })
}
