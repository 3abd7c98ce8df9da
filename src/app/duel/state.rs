//! The state of the duel: what preceded it, and what the board shows.

use crate::engines::telemetry::{SearchView, SeriesPoint, chances, modelled_chances};
use crate::game::state::GameState;
use tabia_chess::{Board, Move, Square};
use tabia_engine::search::detail::PuctDetail;
use tabia_engine::search::score::{Bound, Score, Wdl};
use tabia_engine::search::thinker::EngineId;
use tabia_text::t;

/// The two engines, in the order shown.
pub const DUEL_ENGINES: [EngineId; 2] = [EngineId::BUILT_IN, EngineId::PUCT];

/// The name of one of them in the duel, by its kind of search and not the program.
pub fn duel_engine_name(at: usize) -> &'static str {
    if at == 0 { t!("duel-alpha-beta") } else { t!("duel-puct") }
}

/// What the board shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shows {
    /// The best moves of both as arrows.
    #[default]
    Moves,
    /// The tree search's priors of the moves.
    Prior,
    /// The visits of its playouts.
    Visits,
    /// The difference between visits and priors.
    Change,
}

/// Which square of a move is tinted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum By {
    /// Its target square.
    #[default]
    Target,
    /// Its origin square.
    Origin,
}

/// The state before the duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Before {
    pub(crate) analysis: bool,
    pub(crate) focus: Option<EngineId>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Duel {
    /// The state before; `None`: there is no duel.
    pub(crate) before: Option<Before>,
    /// What the board shows.
    pub shows: Shows,
    /// Which square of a move is tinted.
    pub by: By,
    /// The preset on the board, by its index, and the key of its position.
    pub(crate) preset: Option<(usize, u64)>,
    /// Games of the engines against each other since the program started: colours alternate.
    pub(crate) games: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DuelAction {
    /// Choose what the board shows.
    Show(Shows),
    /// Choose which square of the moves is tinted.
    TintBy(By),
    /// Put the preset with this index on the board.
    Preset(usize),
}

impl Duel {
    /// The preset on a board, by its index.
    pub fn preset_on(&self, board: &Board) -> Option<usize> {
        let (at, key) = self.preset?;
        (board.key() == key).then_some(at)
    }
}

/// Whether the two engines play each other.
pub fn duel_engines_play(game: &GameState) -> bool {
    DUEL_ENGINES.iter().all(|&engine| game.has_engine(engine))
}

// Both engines over time: the best move of each, its score, since when, and whether they agree.

/// An engine's best move at a time of its search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestMoveAt {
    /// Since its search began, ms.
    pub time_ms: u64,
    /// Nodes or playouts at that time.
    pub nodes: Option<u64>,
    /// The best move.
    pub mv: Move,
    /// White's expected score, 0 to 1, a draw counting half; `None` unless the score is exact.
    pub expected: Option<f64>,
}

/// Since when an engine has kept its best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    pub mv: Move,
    /// Since its search began, ms.
    pub since_ms: u64,
    /// Nodes or playouts at that time.
    pub nodes: Option<u64>,
}

/// A period in which both have a best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Start, ms.
    pub from_ms: u64,
    /// End, ms.
    pub to_ms: u64,
    /// Whether it is the same move.
    pub agree: bool,
}

/// The history of an engine's best move on this board, oldest first.
pub fn best_move_history(search: &SearchView, board: &Board) -> Vec<BestMoveAt> {
    let one = |at: &SeriesPoint| {
        let wdl = at.wdl.or_else(|| modelled_chances(search.engine, at.score, board));
        let expected = wdl.filter(|_| at.bound == Bound::Exact).map(expected_score);
        Some(BestMoveAt { time_ms: at.time_ms, nodes: at.nodes, mv: at.mv?, expected })
    };
    search.series.iter().filter_map(one).collect()
}

/// Since when an engine has kept its present best move.
pub fn held(history: &[BestMoveAt]) -> Option<Held> {
    let mv = history.last()?.mv;
    let run = history.iter().rev().take_while(|at| at.mv == mv).last()?;
    Some(Held { mv, since_ms: run.time_ms, nodes: run.nodes })
}

/// When an engine first had a move as its best.
pub fn first_named(history: &[BestMoveAt], mv: Move) -> Option<BestMoveAt> {
    history.iter().find(|at| at.mv == mv).copied()
}

/// Where both agree and where not, from the first time both have a best move to the latest report of either.
pub fn agreement(history: [&[BestMoveAt]; 2]) -> Vec<Stretch> {
    let mut times: Vec<u64> =
        history.iter().flat_map(|of| of.iter().map(|at| at.time_ms)).collect();
    times.sort_unstable();
    times.dedup();
    let mut stretches: Vec<Stretch> = Vec::new();
    let mut next = [0_usize; 2];
    let mut now: [Option<Move>; 2] = [None; 2];
    for time in times {
        for ((history, next), now) in history.iter().zip(&mut next).zip(&mut now) {
            while let Some(at) = history.get(*next).filter(|at| at.time_ms <= time) {
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

/// The share of the time in which both agreed, 0 to 1; `None` if no time has passed.
pub fn share_agreed(stretches: &[Stretch]) -> Option<f64> {
    let length = |of: &Stretch| of.to_ms - of.from_ms;
    let all: u64 = stretches.iter().map(length).sum();
    let agreed: u64 = stretches.iter().filter(|of| of.agree).map(length).sum();
    (all > 0).then(|| agreed as f64 / all as f64)
}

// The tree search's priors and visits, by move and by square.

/// The value of each move as a share of all, from 0 to 1 (a change from -1 to 1), greatest first. `Moves` has none.
pub fn by_move(detail: &PuctDetail, shows: Shows) -> Vec<(Move, f32)> {
    let share = |n: u32| detail.share(n) as f32;
    let begun = detail.moves.iter().any(|child| child.n > 0);
    let mut moves: Vec<(Move, f32)> = match shows {
        Shows::Moves => Vec::new(),
        Shows::Prior => detail.moves.iter().map(|child| (child.mv, child.p)).collect(),
        Shows::Visits => detail.moves.iter().map(|child| (child.mv, share(child.n))).collect(),
        // Before the first playout nothing has changed yet.
        Shows::Change if !begun => detail.moves.iter().map(|child| (child.mv, 0.0)).collect(),
        Shows::Change => {
            detail.moves.iter().map(|child| (child.mv, share(child.n) - child.p)).collect()
        }
    };
    moves.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    moves
}

/// The moves grouped by origin and target, so that promotions are together. The order stays.
pub fn by_way(moves: &[(Move, f32)]) -> Vec<Vec<(Move, f32)>> {
    let mut ways: Vec<Vec<(Move, f32)>> = Vec::new();
    for &of in moves {
        let same = |way: &&mut Vec<(Move, f32)>| {
            way.iter().all(|(mv, _)| (mv.from(), mv.to()) == (of.0.from(), of.0.to()))
        };
        match ways.iter_mut().find(same) {
            Some(way) => way.push(of),
            None => ways.push(vec![of]),
        }
    }
    ways
}

/// The values summed by square.
pub fn by_square(moves: &[(Move, f32)], by: By) -> [f32; Square::COUNT] {
    let mut sums = [0.0; Square::COUNT];
    for &(mv, value) in moves {
        let square = if by == By::Target { mv.drawn_to() } else { mv.from() };
        sums[square.index()] += value;
    }
    sums
}

// The disputed moves: those that one engine likes and the other refutes, with the refuting line.

/// A move with this share of the playouts is liked, and so is the one with the most.
const LIKED: f64 = 0.08;
/// A move with less than this share of the playouts was hardly searched.
const HARDLY: f64 = 0.01;
/// A line of alpha-beta within this distance of its best is liked, in expected score.
const CLOSE: f64 = 0.02;
/// A move that is worse than the best by this much is refuted, in expected score.
const REFUTED: f64 = 0.10;
/// Maximum number of moves shown.
const MAX_SHOWN: usize = 8;

/// The engine that likes a move; the other refutes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LikedBy {
    AlphaBeta,
    /// The tree search by playouts.
    Puct,
}

/// Alpha-beta's result for a move.
#[derive(Clone, Debug, PartialEq)]
pub struct AlphaBetaOpinion {
    /// Side to move's view.
    pub score: Score,
    /// Whether it is exact; for moves outside the best lines it is a bound.
    pub bound: Bound,
    /// Expected score of the side to move, 0 to 1.
    pub expected: f64,
    /// The move and its continuation, as far as known.
    pub line: Vec<Move>,
}

/// The tree search's result for a move.
#[derive(Clone, Debug, PartialEq)]
pub struct PuctOpinion {
    /// Playouts through it.
    pub playouts: u32,
    /// Their share of all, 0 to 1.
    pub share: f64,
    /// Expected score of the side to move, 0 to 1; for a proven move the proven result.
    pub expected: f64,
    /// Its proven result.
    pub proof: Option<Score>,
    /// Its prior, 0 to 1.
    pub prior: f64,
    /// The move and its continuation.
    pub line: Vec<Move>,
}

/// A disputed move.
#[derive(Clone, Debug, PartialEq)]
pub struct Disputed {
    pub mv: Move,
    pub liked_by: LikedBy,
    /// Alpha-beta's result.
    pub by_alphabeta: AlphaBetaOpinion,
    /// The tree search's result.
    pub by_puct: PuctOpinion,
    /// How much worse it is than the best move of the engine that refutes it, in expected score of the side to move.
    pub loses: f64,
    /// It loses at least this much.
    pub at_least: bool,
}

impl Disputed {
    /// The refuting line, from the engine that does not like the move.
    pub fn refutation(&self) -> &[Move] {
        match self.liked_by {
            LikedBy::AlphaBeta => &self.by_puct.line,
            LikedBy::Puct => &self.by_alphabeta.line,
        }
    }
}

/// The disputed moves of a position that both search, those that lose most first.
pub fn disputed(alphabeta: &SearchView, puct: &SearchView, board: &Board) -> Vec<Disputed> {
    let Some(detail) = puct.live.as_ref().and_then(|live| live.detail.puct()) else {
        return Vec::new();
    };
    let by_alphabeta = |mv: Move| by_alphabeta(alphabeta, board, mv);
    let by_puct = |mv: Move| by_puct(puct, detail, board, mv);
    let best = alphabeta.lines.iter().find(|line| line.own);
    let Some(best) = best.and_then(|line| by_alphabeta(*line.info.pv.first()?)) else {
        return Vec::new();
    };
    // The move PUCT would play: its first line; a proven win is there whatever the visits.
    let line = puct.lines.iter().find(|line| line.own).and_then(|line| line.info.pv.first());
    let Some(chosen) = line.copied().or_else(|| detail.moves.first().map(|child| child.mv)) else {
        return Vec::new();
    };
    let Some(plays) = by_puct(chosen).filter(|of| of.playouts > 0) else { return Vec::new() };
    // Once a win is proven, playouts go elsewhere or end, so they no longer show what it likes.
    let decided = plays.proof.is_some_and(is_win);
    let most = detail.moves.iter().map(|child| child.n).max().unwrap_or(0);
    let mut found: Vec<Disputed> = Vec::new();
    for child in &detail.moves {
        let (Some(by_alphabeta), Some(by_puct)) = (by_alphabeta(child.mv), by_puct(child.mv))
        else {
            continue;
        };
        let upper = by_alphabeta.bound != Bound::Lower;
        let (lost, missed) =
            (best.expected - by_alphabeta.expected, plays.expected - by_puct.expected);
        let often = by_puct.share >= LIKED || by_puct.playouts == most;
        let liked = child.mv == chosen || often && !decided && by_puct.proof.is_none();
        let likes = by_alphabeta.bound == Bound::Exact && lost <= CLOSE;
        let rarely = by_puct.share < HARDLY;
        let refuted =
            if decided { missed >= REFUTED && !rarely } else { missed >= REFUTED || rarely };
        let by = match () {
            () if liked && upper && lost >= REFUTED => LikedBy::Puct,
            () if likes && refuted && child.mv != chosen => LikedBy::AlphaBeta,
            () => continue,
        };
        let at_least = by == LikedBy::Puct && by_alphabeta.bound == Bound::Upper;
        let loses = if by == LikedBy::Puct { lost } else { missed };
        found.push(Disputed { mv: child.mv, liked_by: by, by_alphabeta, by_puct, loses, at_least });
    }
    found.sort_by(|a, b| b.loses.total_cmp(&a.loses));
    found.truncate(MAX_SHOWN);
    found
}

/// Alpha-beta's result for a move: from its line, else from the list of root moves.
fn by_alphabeta(search: &SearchView, board: &Board, mv: Move) -> Option<AlphaBetaOpinion> {
    let expects = |score| modelled_chances(search.engine, score, board).map(expected_score);
    let line = search.lines.iter().filter(|line| line.own).map(|line| &line.info);
    if let Some(info) = line.into_iter().find(|info| info.pv.first() == Some(&mv)) {
        let (score, bound, line) = (info.score, info.bound, info.pv.clone());
        return Some(AlphaBetaOpinion { score, bound, expected: expects(score)?, line });
    }
    let root = search.root_moves().iter().find(|root| root.mv == mv)?;
    let (score, bound) = (root.score?, root.bound?);
    Some(AlphaBetaOpinion { score, bound, expected: expects(score)?, line: root.pv.clone() })
}

/// The expected score, 0 to 1.
fn expected_score(wdl: Wdl) -> f64 {
    wdl.expected_percent() / 100.0
}

fn by_puct(
    search: &SearchView,
    detail: &PuctDetail,
    board: &Board,
    mv: Move,
) -> Option<PuctOpinion> {
    let child = detail.moves.iter().find(|child| child.mv == mv)?;
    let root = search.root_moves().iter().find(|root| root.mv == mv);
    // The panel with the lines shows the score of the line, which may be newer than the list of root moves.
    let line = search.lines.iter().filter(|line| line.own).map(|line| &line.info);
    let line = line.into_iter().find(|info| info.pv.first() == Some(&mv));
    let shown = line.and_then(|info| chances(search.engine, info, board)).map(expected_score);
    Some(PuctOpinion {
        playouts: child.n,
        share: detail.share(child.n),
        expected: child.proof.map_or(shown.unwrap_or(f64::from(child.q)), proven),
        proof: child.proof,
        prior: f64::from(child.p),
        line: line
            .map(|info| &info.pv)
            .or_else(|| root.map(|root| &root.pv))
            .map_or_else(|| vec![mv], Clone::clone),
    })
}

/// The expected score of a proven result for the side to move.
fn proven(score: Score) -> f64 {
    match score {
        Score::Mate(_) | Score::Tablebase(_) if is_win(score) => 1.0,
        Score::Mate(_) | Score::Tablebase(_) => 0.0,
        Score::Cp(_) => 0.5,
    }
}

fn is_win(score: Score) -> bool {
    matches!(score, Score::Mate(n) | Score::Tablebase(n) if n > 0)
}

#[cfg(test)]
mod course_tests {
    use super::*;
    use tabia_chess::{Board, uci_move};

    fn mv(text: &str) -> Move {
        uci_move::parse(&Board::start(), text).unwrap()
    }

    fn at(time_ms: u64, text: &str) -> BestMoveAt {
        BestMoveAt { time_ms, nodes: Some(time_ms * 10), mv: mv(text), expected: Some(0.5) }
    }

    #[test]
    fn a_move_is_held_since_it_was_last_taken_up() {
        let history = [at(1, "e2e4"), at(5, "d2d4"), at(9, "e2e4"), at(20, "e2e4")];
        let expected = Held { mv: mv("e2e4"), since_ms: 9, nodes: Some(90) };
        assert_eq!(held(&history), Some(expected));
        assert_eq!(first_named(&history, mv("e2e4")).map(|at| at.time_ms), Some(1));
        assert_eq!(first_named(&history, mv("g1f3")), None);
        assert_eq!(held(&[]), None);
    }

    #[test]
    fn agreement_begins_when_both_have_spoken_and_changes_with_either() {
        let one = [at(10, "e2e4"), at(100, "d2d4")];
        let other = [at(30, "e2e4"), at(60, "d2d4"), at(200, "d2d4")];
        let stretches: Vec<(u64, u64, bool)> = agreement([&one, &other])
            .into_iter()
            .map(|of| (of.from_ms, of.to_ms, of.agree))
            .collect();
        assert_eq!(stretches, [(30, 60, true), (60, 100, false), (100, 200, true)]);
        let share = share_agreed(&agreement([&one, &other])).unwrap();
        assert!((share - 130.0 / 170.0).abs() < 1e-9, "{share}");
        assert!(agreement([&one, &[]]).is_empty());
        assert_eq!(share_agreed(&[]), None);
    }
}

#[cfg(test)]
mod heat_tests {
    use super::*;
    use tabia_chess::{Board, uci_move};
    use tabia_engine::search::detail::PuctMove;

    #[test]
    fn what_a_pawn_becomes_is_one_way() {
        let board = Board::from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1").unwrap();
        let mv = |text: &str| uci_move::parse(&board, text).unwrap();
        let moves = [(mv("a7a8q"), 0.5), (mv("a1b1"), 0.3), (mv("a7a8n"), -0.1)];
        assert_eq!(by_way(&moves), [vec![moves[0], moves[2]], vec![moves[1]]]);
    }

    #[test]
    fn shares_add_up_and_changes_cancel_out() {
        let board = Board::start();
        let child = |text: &str, n, p| PuctMove {
            mv: uci_move::parse(&board, text).unwrap(),
            n,
            q: 0.5,
            p,
            u: 0.0,
            proof: None,
        };
        let moves = vec![child("e2e4", 30, 0.5), child("e2e3", 10, 0.3), child("d2d4", 60, 0.2)];
        let detail = PuctDetail { moves, ..PuctDetail::default() };
        let sum = |moves: &[(Move, f32)]| moves.iter().map(|of| of.1).sum::<f32>();
        let visits = by_move(&detail, Shows::Visits);
        assert!((sum(&visits) - 1.0).abs() < 1e-6 && visits[0].0.to() == Square::D4);
        let change = by_move(&detail, Shows::Change);
        assert!(sum(&change).abs() < 1e-6);
        assert!((change[0].1 - 0.4).abs() < 1e-6, "the greatest first: {change:?}");
        let prior = by_move(&detail, Shows::Prior);
        let origin = by_square(&prior, By::Origin);
        assert!((origin[Square::E2.index()] - 0.8).abs() < 1e-6);
        let target = by_square(&prior, By::Target);
        assert!((target[Square::E4.index()] - 0.5).abs() < 1e-6);
        let castling = Board::from_fen("r3k3/8/8/8/8/8/8/4K3 b q - 0 1").unwrap();
        let long = by_square(&[(uci_move::parse(&castling, "e8c8").unwrap(), 1.0)], By::Target);
        assert_eq!((long[Square::C8.index()], long[Square::A8.index()]), (1.0, 0.0));
        assert!(by_move(&detail, Shows::Moves).is_empty());
        let fresh = PuctDetail::default();
        assert!(by_move(&fresh, Shows::Visits).is_empty());
    }
}
