//! Won endings against a bare king: the engine plays both sides until mate, with few nodes a move and no tablebases.
#![expect(clippy::expect_used, reason = "a test says what it expects")]

use tabia_chess::rules::automatic_outcome;
use tabia_chess::{Board, Color, Outcome, WinReason};
use tabia_engine::alphabeta::Engine;
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_games::game::position::GamePosition;

/// Nodes a move.
const NODES: u64 = 10_000;
/// Bishop and knight need more; with fewer it is luck whether fifty moves are enough.
const MANY_NODES: u64 = 20_000;

/// Plays an ending; returns the number of moves White needed to mate.
fn moves_to_mate(fen: &str, nodes: u64) -> u32 {
    let options = EngineOptions { hash_mib: 8, ..EngineOptions::default() };
    let mut engine = Engine::new(&options);
    let mut position = GamePosition::new(Board::from_fen(fen).expect("a valid FEN"));
    loop {
        let board = position.board();
        match automatic_outcome(&board, position.repetitions()) {
            None => {}
            Some(Outcome::Win { winner: Color::White, reason: WinReason::Checkmate }) => {
                return position.moves.len().div_ceil(2) as u32;
            }
            Some(other) => panic!("{fen} ends in {other} after {} plies", position.moves.len()),
        }
        assert!(board.halfmove_clock() < 100, "{fen}: no mate in fifty moves, now {board}");
        let outcome = engine.go(&position, &Limits::nodes(nodes), &StopSignal::never(), &mut ());
        position.moves.push(outcome.best.expect("there is a legal move"));
    }
}

#[test]
fn queen_against_king() {
    for fen in ["8/8/8/4k3/8/8/8/KQ6 w - - 0 1", "7K/8/8/3k4/8/8/8/Q7 b - - 0 1"] {
        assert!(moves_to_mate(fen, NODES) <= 15, "{fen}");
    }
}

#[test]
fn rook_against_king() {
    for fen in ["8/8/8/4k3/8/8/8/KR6 w - - 0 1", "7K/8/8/3k4/8/8/8/R7 b - - 0 1"] {
        assert!(moves_to_mate(fen, NODES) <= 25, "{fen}");
    }
}

#[test]
fn two_bishops_against_king() {
    for fen in ["8/8/8/4k3/8/8/8/KBB5 w - - 0 1", "5BBK/8/8/3k4/8/8/8/8 b - - 0 1"] {
        assert!(moves_to_mate(fen, NODES) <= 30, "{fen}");
    }
}

#[test]
fn bishop_and_knight_against_king() {
    for fen in ["8/8/8/4k3/8/8/8/KBN5 w - - 0 1", "5NBK/8/8/3k4/8/8/8/8 b - - 0 1"] {
        assert!(moves_to_mate(fen, MANY_NODES) <= 45, "{fen}");
    }
}
