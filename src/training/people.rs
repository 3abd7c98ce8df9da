//! The moves people played with the engine's scores of all legal moves: the rows to which limited strength is fitted
//! and by which it is tested (`training/fit_people.py`). Also style statistics of the characters' games.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;
use tabia_chess::{Board, Move};
use tabia_engine::alphabeta::Engine;
use tabia_engine::eval::policy::PolicyNet;
use tabia_engine::human::style::{Kind, Kinds};
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::search::report::IterationInfo;
use tabia_engine::search::score::Bound;
use tabia_engine::search::thinker::SearchObserver;
use tabia_games::book;
use tabia_games::game::pgn_read::PgnGame;
use tabia_games::game::tree::NodeId;

/// Score of a mate, centipawns; other scores are at most this.
const DECIDED_CP: i32 = 3_000;
/// Maximum number of nodes of a search of all moves of a position.
const MAX_NODES: u64 = 3_000_000;

/// One move of a person.
#[derive(Debug, Serialize)]
struct Row {
    /// Number of the game in the file, from 0.
    game: u32,
    /// Plies before the move.
    ply: usize,
    /// Rating of the player who moved.
    elo: u32,
    /// The tag `TimeControl`.
    control: String,
    /// Time left before the move, s.
    left: Option<f64>,
    /// Time spent on the move, s.
    spent: Option<f64>,
    /// Pieces on the board.
    pieces: u32,
    /// Whether the move recaptures on the square of the last capture.
    recaptures: bool,
    /// Index of the move played.
    played: usize,
    /// Policy of each legal move.
    priors: Vec<f32>,
    /// Weight of each legal move in the built-in book; empty if it has none.
    book: Vec<u16>,
    /// For each depth from 1 on, the score of each legal move, centipawns, side to move's view; `null`: none.
    values: Vec<Vec<Option<i32>>>,
}

/// The exact scores of all moves by depth.
struct Scores<'a> {
    moves: &'a [Move],
    by_depth: Vec<Vec<Option<i32>>>,
}

impl SearchObserver for Scores<'_> {
    fn on_iteration(&mut self, info: &IterationInfo) {
        let at = info.pv.first().and_then(|first| self.moves.iter().position(|mv| mv == first));
        let (Some(at), Bound::Exact, depth @ 1..) = (at, info.bound, info.depth as usize) else {
            return;
        };
        if self.by_depth.len() < depth {
            self.by_depth.resize(depth, vec![None; self.moves.len()]);
        }
        self.by_depth[depth - 1][at] = Some(info.score.clamped_cp(DECIDED_CP));
    }
}

/// Writes a row, as a line of JSON, for each move of the main line with at least two legal moves and a rated player.
/// Only one of `every` positions is taken. `engine` searches all moves (`multi_pv`). Returns the number of rows.
///
/// # Errors
/// If `out` cannot be written.
pub(crate) fn rows(
    game: &PgnGame,
    (number, every): (u32, u32),
    (engine, policy): (&mut Engine, &PolicyNet),
    depth: u32,
    out: &mut dyn Write,
) -> io::Result<u32> {
    let mut count = 0;
    let tree = &game.tree;
    let rating = |name: &str| game.tags.get(name).and_then(|text| text.parse::<u32>().ok());
    let ratings = [rating("WhiteElo"), rating("BlackElo")];
    let control = game.tags.get("TimeControl").unwrap_or("-");
    let increment = control.split_once('+').and_then(|(_, text)| text.parse::<f64>().ok());
    let mut clocks = [None::<f64>; 2];
    for id in tree.main_line() {
        let (Some(before), Some(mv)) = (tree.parent(id), tree.mv(id)) else { continue };
        let board = tree.board(before);
        let side = board.stm().index();
        let after = tree.clock_ms(id).map(|ms| ms as f64 / 1000.0);
        let left = std::mem::replace(&mut clocks[side], after);
        let spent = left.zip(after).map(|(left, after)| left + increment.unwrap_or(0.0) - after);
        let moves: Vec<Move> = board.legal_moves().iter().copied().collect();
        let played = moves.iter().position(|other| *other == mv);
        let taken = (tree.ply(before) as u32 + number).is_multiple_of(every);
        let (Some(elo), Some(played), true) = (ratings[side], played, taken && moves.len() > 1)
        else {
            continue;
        };
        let mut priors = vec![0.0; moves.len()];
        policy.priors(board, &moves, &mut priors, 1.0);
        engine.new_game();
        let mut scores = Scores { moves: &moves, by_depth: Vec::new() };
        let limits = Limits { depth: Some(depth), nodes: Some(MAX_NODES), ..Limits::default() };
        engine.go(&tree.position(before), &limits, &StopSignal::never(), &mut scores);
        let row = Row {
            game: number,
            ply: tree.ply(before),
            elo,
            control: control.to_owned(),
            left,
            spent,
            pieces: board.occupied().count(),
            recaptures: captured_on(game, before).is_some_and(|square| square == mv.to()),
            played,
            priors,
            book: book_weights(board, &moves),
            values: scores.by_depth,
        };
        serde_json::to_writer(&mut *out, &row)?;
        writeln!(out)?;
        count += 1;
    }
    Ok(count)
}

/// Weight of each move in the built-in book; empty if it has none.
fn book_weights(board: &Board, moves: &[Move]) -> Vec<u16> {
    let known = book::built_in().moves(board);
    let weight = |mv: &Move| known.iter().find(|one| one.mv == *mv).map_or(0, |one| one.weight);
    if known.is_empty() { Vec::new() } else { moves.iter().map(weight).collect() }
}

/// The square on which the move that led to a node captured.
fn captured_on(game: &PgnGame, node: NodeId) -> Option<tabia_chess::Square> {
    let mv = game.tree.mv(node)?;
    let before = game.tree.board(game.tree.parent(node)?);
    before.piece_on(mv.to()).filter(|_| mv.is_capture()).map(|_| mv.to())
}

/// Style statistics of a player's games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct HabitCounts {
    pub games: u32,
    /// Moves it made.
    pub moves: u32,
    /// Exchanges it began.
    pub exchanges: u32,
    /// Moves of pieces towards the enemy king and checks.
    pub attacks: u32,
    /// Pawn moves to the fourth rank or further near the enemy king.
    pub pawn_storms: u32,
    /// Material sacrificed near the enemy king.
    pub sacrifices: u32,
    /// Queen moves before move 8.
    pub early_queens: u32,
    /// Games in which it castled to the king's side and to the queen's.
    pub castled: [u32; 2],
}

/// Adds a game to the counts of both players, by name.
pub(crate) fn count_habits(game: &PgnGame, counts: &mut BTreeMap<String, HabitCounts>) {
    for (side, name) in ["White", "Black"].into_iter().enumerate() {
        let name = game.tags.get(name).unwrap_or("?").to_owned();
        let count = counts.entry(name).or_default();
        count.games += 1;
        for id in game.tree.main_line() {
            let (Some(before), Some(mv)) = (game.tree.parent(id), game.tree.mv(id)) else {
                continue;
            };
            let board: &Board = game.tree.board(before);
            if board.stm().index() != side {
                continue;
            }
            let kinds = Kinds::of(board, mv);
            let is = |kind| u32::from(kinds.has(kind));
            count.moves += 1;
            count.exchanges += is(Kind::Exchange);
            count.attacks += is(Kind::Attack);
            count.pawn_storms += is(Kind::PawnStorm);
            count.sacrifices += is(Kind::Sacrifice);
            count.early_queens += is(Kind::EarlyQueen);
            if mv.is_castling() {
                count.castled[usize::from(kinds.has(Kind::LongCastling))] += 1;
            }
        }
    }
}
