//! Finds puzzles in games.
//!
//! A short search of each position finds errors: positions in which the side to move has clearly better chances than
//! before the last move, or throws its own chances away. Such a position is a puzzle if searches of two lines to
//! [`FIND_DEPTH`] and to [`CONFIRM_DEPTH`] agree on the best move, and
//!
//! - it is better than the second by at least [`MARGIN`] of the expected points ([`win_percent`], lichess' formula),
//! - it wins ([`WINNING`] centipawns or a mate), or it holds a game that the second move loses ([`HELD`], [`LOST`]),
//! - it is neither the only legal move nor a recapture; a solution that is a single capture must take an undefended
//!   piece outside of any exchange.
//!
//! The solution continues with the best reply and the solver's next move as long as that move is equally unique and no
//! position is repeated.
//!
//! # Rating
//!
//! The engine plays the puzzle at [`LEVELS`] of limited strength, [`TRIES`] times each with different random errors. The
//! rating is the one at which these results are most likely, if a solver's chance is `1 / (1 + 10^((puzzle - solver) /
//! 400))`; two virtual results at 1500, one solved and one failed, are added. One third of the rating is the Elo at
//! which the engine searches as many nodes as the full search needed to settle on the move.

use tabia_chess::{Board, Move};
use tabia_engine::alphabeta::Engine;
use tabia_engine::alphabeta::options::{EngineOptions, Strength};
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::search::report::{IterationInfo, StopReason};
use tabia_engine::search::score::{Bound, Score};
use tabia_engine::search::thinker::SearchObserver;
use tabia_games::game::pgn_read::PgnGame;
use tabia_games::game::position::GamePosition;
use tabia_games::game::tags::Tags;

use super::themes::{Theme, themes};
use super::{Puzzle, cut_repetition};
use crate::review::Analysis;
use crate::review::accuracy::win_percent;
use crate::review::collector::AnalysisCollector;

/// Nodes of the search of each position of a game; the last iteration is completed.
const SCAN_NODES: u64 = 600;
/// The first plies of a game are not searched.
const OPENING_PLIES: usize = 12;
/// Least chances lost by an error, per cent.
const ERROR: f64 = 12.0;
/// Depth of the search that finds a puzzle, plies.
pub(crate) const FIND_DEPTH: u32 = 8;
/// Depth of the search that confirms it, plies.
pub(crate) const CONFIRM_DEPTH: u32 = 12;
/// A search that reaches this limit ends, and its position is not a puzzle.
const MAX_NODES: u64 = 1_500_000;
/// How much better the best move must be than the second, per cent of the expected points.
pub const MARGIN: f64 = 25.0;
/// Score from which a move wins, centipawns.
pub const WINNING: i32 = 200;
/// Expected points, per cent, from which a game is held.
pub const HELD: f64 = 42.0;
/// Expected points, per cent, up to which it is lost.
pub(crate) const LOST: f64 = 20.0;
/// Maximum number of the solver's moves.
const MAX_MOVES: usize = 6;
/// Maximum number of puzzles from one game.
const MAX_PER_GAME: usize = 2;

/// Elo of the levels that try a puzzle.
pub(crate) const LEVELS: [u16; 7] = [780, 970, 1140, 1400, 1690, 1940, 2170];
/// Number of tries of each level.
pub const TRIES: u64 = 3;
/// Maximum number of nodes the engine searches for a move, by Elo.
const NODES_OF_ELO: [(f64, f64); 8] = [
    (780.0, 300.0),
    (970.0, 800.0),
    (1140.0, 2e3),
    (1400.0, 5e3),
    (1690.0, 14e3),
    (1940.0, 40e3),
    (2170.0, 150e3),
    (2400.0, 500e3),
];
/// Size of the hash tables, MiB: one for the searches, one for the levels.
const HASH_MIB: [u32; 2] = [32, 1];

/// Finds puzzles; owns its engines.
#[derive(Debug)]
pub struct Maker {
    engine: Engine,
    level: Engine,
}

impl Default for Maker {
    fn default() -> Self {
        let [hash_mib, small] = HASH_MIB;
        let engine =
            |hash_mib| Engine::new(&EngineOptions { hash_mib, ..EngineOptions::default() });
        Maker { engine: engine(hash_mib), level: engine(small) }
    }
}

impl Maker {
    /// The puzzles of the main line of a game. A stop ends it early, with none.
    pub fn puzzles_of(&mut self, game: &PgnGame, stop: &StopSignal) -> Vec<Puzzle> {
        let source = source(&game.tags);
        let positions = positions(game);
        let scores: Vec<Score> =
            positions.iter().map(|position| self.score(&position.now, stop)).collect();
        let percents: Vec<f64> = scores.iter().map(|&score| win_percent(score)).collect();
        let (mut puzzles, mut free_from) = (Vec::new(), OPENING_PLIES);
        for (at, position) in positions.iter().enumerate() {
            if at < free_from || puzzles.len() == MAX_PER_GAME || stop.is_stopped() {
                continue;
            }
            let before = at.checked_sub(1).map_or(50.0, |before| 100.0 - percents[before]);
            let after = percents.get(at + 1).map_or(percents[at], |after| 100.0 - after);
            if percents[at] < HELD || percents[at] - before.min(after) < ERROR {
                continue;
            }
            let Some(puzzle) = self.puzzle(position, &source, stop) else { continue };
            free_from = at + puzzle.line.len() + 1;
            puzzles.push(puzzle);
        }
        if stop.is_stopped() { Vec::new() } else { puzzles }
    }

    /// Recomputes the rating of a puzzle with the current levels.
    pub fn rating_of(&mut self, puzzle: &Puzzle) -> u16 {
        self.rating(&puzzle.board, &puzzle.line, puzzle.nodes, &StopSignal::never())
    }

    fn score(&mut self, position: &GamePosition, stop: &StopSignal) -> Score {
        let outcome = self.engine.go(position, &Limits::soft_nodes(SCAN_NODES), stop, &mut ());
        outcome.score.unwrap_or(Score::EVEN)
    }

    /// The puzzle in a position, if there is one.
    fn puzzle(&mut self, position: &Position, source: &str, stop: &StopSignal) -> Option<Puzzle> {
        let board = position.board;
        let (found, nodes) = self.search(&board, FIND_DEPTH, stop)?;
        let &first = found.line.first()?;
        let exchange = first.is_capture() && position.taken_on.is_some();
        let recaptures = exchange && position.taken_on == Some(first.to());
        if !is_unique(&found) || recaptures {
            return None;
        }
        let (mut now, mut line, mut saves) = (board, Vec::new(), false);
        while let Some((best, _)) = self.search(&now, CONFIRM_DEPTH, stop) {
            let &mv = best.line.first()?;
            if !is_unique(&best) || line.is_empty() && mv != first {
                break;
            }
            if line.is_empty() {
                saves = !wins(best.score);
            }
            line.push(mv);
            now.make_move(mv);
            if line.len() == 2 * MAX_MOVES - 1 || stop.is_stopped() {
                break;
            }
            // The hash table can cut a line short.
            let reply = best.line.get(1).copied().filter(|&reply| now.is_legal(reply));
            let Some(reply) = reply.or_else(|| self.reply(&now, stop)) else { break };
            line.push(reply);
            now.make_move(reply);
        }
        cut_repetition(&board, &mut line);
        if line.is_empty() {
            return None;
        }
        let themes = themes(&board, &line, saves);
        // A solution of a single capture must win an undefended piece; in the middle of an exchange it would be
        // obvious.
        let shown = |theme| themes.contains(&theme);
        let plain = line.len() == 1 && first.is_capture() && !shown(Theme::MateInOne);
        if plain && (exchange || !shown(Theme::Hanging)) {
            return None;
        }
        let rating = self.rating(&board, &line, nodes, stop);
        let source = source.to_owned();
        Some(Puzzle {
            board,
            line,
            themes,
            rating,
            depth: CONFIRM_DEPTH,
            nodes,
            score: None,
            played: None,
            last: None,
            source,
        })
    }

    fn reply(&mut self, board: &Board, stop: &StopSignal) -> Option<Move> {
        let limits = Limits::depth(CONFIRM_DEPTH - 1);
        self.engine.go(&GamePosition::new(*board), &limits, stop, &mut ()).best
    }

    /// Searches two lines to a depth; also returns the nodes after which the best move no longer changed. `None` if
    /// there is no second move or the depth was not reached.
    fn search(&mut self, board: &Board, depth: u32, stop: &StopSignal) -> Option<(Analysis, u64)> {
        // With fewer lines, nothing would be known of the second move.
        self.engine.set_options(&EngineOptions { multi_pv: 2, ..*self.engine.options() }).ok()?;
        let limits = Limits { nodes: Some(MAX_NODES), ..Limits::depth(depth) };
        let mut observer = Finder::default();
        let outcome = self.engine.go(&GamePosition::new(*board), &limits, stop, &mut observer);
        self.engine.set_options(&EngineOptions { multi_pv: 1, ..*self.engine.options() }).ok()?;
        let nodes = observer.nodes;
        let found = observer.collector.finish(&outcome)?;
        let is_mate = matches!(found.score, Score::Mate(plies) if plies > 0);
        let deep = outcome.reason == StopReason::Depth || is_mate;
        (deep && found.second.is_some()).then_some((found, nodes))
    }

    /// See [the module](self).
    fn rating(&mut self, board: &Board, line: &[Move], nodes: u64, stop: &StopSignal) -> u16 {
        let mut results = vec![(1500, 1, 2)];
        for elo in LEVELS {
            let strength = Strength::Elo(elo);
            let options = EngineOptions { strength, ..*self.level.options() };
            // A failure to get more memory does not matter here.
            let _ = self.level.set_options(&options);
            let solved = (0..TRIES).filter(|&seed| self.solves(board, line, seed, stop)).count();
            results.push((elo, solved, TRIES as usize));
        }
        let from_levels = most_likely(&results);
        (from_levels * 2.0 / 3.0 + elo_of_nodes(nodes) / 3.0).round() as u16
    }

    fn solves(&mut self, board: &Board, line: &[Move], seed: u64, stop: &StopSignal) -> bool {
        self.level.set_seed(seed);
        self.level.new_game();
        let mut now = *board;
        line.iter().enumerate().all(|(at, &mv)| {
            let solved = at % 2 == 1 || {
                let position = GamePosition::new(now);
                self.level.go(&position, &Limits::default(), stop, &mut ()).best == Some(mv)
            };
            now.make_move(mv);
            solved
        })
    }
}

/// A position of a game.
struct Position {
    /// The position with the moves before it.
    now: GamePosition,
    /// The position as a puzzle shows it, without history.
    board: Board,
    /// The square of the capture that led to it.
    taken_on: Option<tabia_chess::Square>,
}

/// The positions of the main line in which a move can be found, up to the first null move.
fn positions(game: &PgnGame) -> Vec<Position> {
    let tree = &game.tree;
    let line = tree.main_line();
    let played = line.iter().take_while(|&&node| !tree.is_null(node));
    let position = |&node| {
        let now = tree.position(node);
        let taken_on = tree.mv(node).filter(|mv| mv.is_capture()).map(Move::to);
        // A puzzle does not contain the moves before it, so they do not count for the 50-move rule.
        let mut builder = tabia_chess::BoardBuilder::from(tree.board(node));
        builder.halfmove_clock = 0;
        builder.build().ok().map(|board| Position { now, board, taken_on })
    };
    played.map_while(position).collect()
}

/// Collects the lines of a search and the nodes after which its best move no longer changed.
#[derive(Default)]
struct Finder {
    collector: AnalysisCollector,
    best: Option<Move>,
    nodes: u64,
}

impl SearchObserver for Finder {
    fn on_iteration(&mut self, info: &IterationInfo) {
        self.collector.on_iteration(info);
        if info.multi_pv == 1 && info.bound != Bound::Upper && self.best != info.pv.first().copied()
        {
            self.best = info.pv.first().copied();
            self.nodes = info.nodes.unwrap_or_default();
        }
    }
}

fn wins(score: Score) -> bool {
    score.clamped_cp(i32::MAX) >= WINNING
}

/// Whether only the best move keeps the win or the draw.
fn is_unique(found: &Analysis) -> bool {
    let Some(second) = found.second.map(win_percent) else { return false };
    let best = win_percent(found.score);
    let counts = wins(found.score) || best >= HELD && second <= LOST;
    counts && best - second >= MARGIN
}

/// `Smith-Jones 1974`.
fn source(tags: &Tags) -> String {
    let name = |tag| tags.known(tag).and_then(|name| name.split(',').next()).unwrap_or("?").trim();
    let year =
        tags.known("Date").and_then(|date| date.split('.').next()).filter(|y| !y.contains('?'));
    let year = year.map_or(String::new(), |year| format!(" {year}"));
    format!("{}-{}{year}", name("White"), name("Black"))
}

/// The rating of a puzzle at which these results of solvers (Elo, solved, tried) are most likely.
fn most_likely(results: &[(u16, usize, usize)]) -> f64 {
    let (mut low, mut high) = (0.0, 4000.0);
    while high - low > 0.5 {
        let rating = f64::midpoint(low, high);
        let surplus = |&(elo, solved, tried): &(u16, usize, usize)| {
            let expected = 1.0 / (1.0 + 10f64.powf((rating - f64::from(elo)) / 400.0));
            solved as f64 - tried as f64 * expected
        };
        // If more was solved than expected, the puzzle is easier.
        if results.iter().map(surplus).sum::<f64>() > 0.0 { high = rating } else { low = rating }
    }
    low
}

/// The Elo at which the engine searches this many nodes, interpolated logarithmically between the entries of
/// [`NODES_OF_ELO`].
fn elo_of_nodes(nodes: u64) -> f64 {
    let nodes = (nodes as f64).clamp(NODES_OF_ELO[0].1, NODES_OF_ELO[NODES_OF_ELO.len() - 1].1);
    let pair = NODES_OF_ELO.windows(2).find(|pair| nodes <= pair[1].1);
    let [(low, few), (high, many)] = pair.map_or([NODES_OF_ELO[0]; 2], |pair| [pair[0], pair[1]]);
    low + (high - low) * (nodes / few).ln() / (many / few).ln().max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::{san, uci_move};
    use tabia_games::game::pgn_read;

    fn analysis(best: Score, second: Option<Score>) -> Analysis {
        Analysis { score: best, line: Vec::new(), second, depth: 9 }
    }

    #[test]
    fn a_move_is_unique_by_a_stated_margin() {
        let cp = |best, second| is_unique(&analysis(Score::Cp(best), Some(Score::Cp(second))));
        assert!(cp(300, 0) && !cp(300, 150), "the second wins half as much");
        assert!(!cp(190, -200), "neither wins nor saves");
        assert!(cp(0, -500), "a draw instead of a loss");
        assert!(!cp(0, -200), "not lost yet");
        assert!(!is_unique(&analysis(Score::Cp(900), None)), "the only legal move");
        assert!(is_unique(&analysis(Score::Mate(3), Some(Score::Cp(100)))));
        assert!(!is_unique(&analysis(Score::Mate(3), Some(Score::Cp(900)))));
    }

    #[test]
    fn a_blunder_in_a_game_becomes_a_puzzle() {
        // 7... Bxd1 allows a mate.
        let text = "[White \"Smith, A\"]\n[Black \"Jones, B\"]\n[Date \"1974.05.01\"]\n\n\
                    1. e4 e5 2. Nf3 Nc6 3. Bc4 d6 4. Nc3 Bg4 5. h3 Bh5 6. a3 a6 7. Nxe5 Bxd1 8. Bxf7+ Ke7 \
                    9. Nd5# 1-0";
        let game = &pgn_read::read_all(text)[0];
        let mut maker = Maker::default();
        let puzzles = maker.puzzles_of(game, &StopSignal::never());
        let [puzzle] = &puzzles[..] else { panic!("{puzzles:?}") };
        assert_eq!((puzzle.source.as_str(), puzzle.depth), ("Smith-Jones 1974", CONFIRM_DEPTH));
        assert!(puzzle.to_string().contains("pv Bxf7+ Ke7 Nd5#;"), "{puzzle}");
        assert_eq!(puzzle.themes, [Theme::MateInTwo]);
        let board = Board::from_fen("r3k3/8/8/3N4/8/8/PP6/4K3 w - - 0 1").unwrap();
        let position = Position { now: GamePosition::new(board), board, taken_on: None };
        let fork = maker.puzzle(&position, "x", &StopSignal::never()).unwrap();
        assert_eq!(fork.line.first(), san::parse(&board, "Nc7+").ok().as_ref());
        assert!(fork.themes.contains(&Theme::Fork));
        let taken_on = Some(uci_move::parse(&board, "d5c7").unwrap().to());
        let back = Position { taken_on, ..position };
        assert!(
            maker.puzzle(&back, "x", &StopSignal::never()).is_some(),
            "a check is no recapture"
        );
    }

    #[test]
    fn ratings_follow_who_solves_it() {
        let all = |solved: [usize; 7]| {
            let results = LEVELS.iter().zip(solved).map(|(&elo, solved)| (elo, solved, 3));
            most_likely(&results.chain([(1500, 1, 2)]).collect::<Vec<_>>())
        };
        let (easy, hard) = (all([3; 7]), all([0; 7]));
        let middle = all([0, 0, 1, 1, 2, 3, 3]);
        assert!(easy < 700.0 && hard > 2300.0, "{easy} {hard}");
        assert!((1300.0..1700.0).contains(&middle), "{middle}");
        assert!(
            (elo_of_nodes(1) - 780.0).abs() < 1e-9
                && (elo_of_nodes(u64::MAX) - 2400.0).abs() < 1e-9
        );
        assert!((elo_of_nodes(2_000) - 1140.0).abs() < 1e-6);
    }
}
