//! `tabia lab`: experiments of the Lab in the terminal, as text or, with `--json`, as JSON.

mod args;
mod duel_positions;
mod matches;
mod puct;
mod race;
mod registered;
mod scratch;
mod tours;
mod tree;
mod tt;
mod why;
mod xray;

use std::io::Write;

use serde_json::{Map, Value, json};

use tabia_chess::rules::Outcome;
use tabia_chess::{Board, Move, uci_move};
use tabia_engine::alphabeta::Engine;
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::search::score::Score;
use tabia_games::game::position::GamePosition;
use tabia_lab::experiment;
use tabia_lab::experiment::LabError;

pub(super) use args::LabCommand;

use super::TourCheck;
use super::failure::Failure;
use super::out::Out;
use super::out::line_text;

pub(super) fn run<W: Write>(
    command: &LabCommand,
    tour_check: TourCheck,
    out: &mut Out<W>,
) -> Result<(), Failure> {
    match command {
        LabCommand::Why(args) => why::run(args, out),
        LabCommand::Ab(args) => registered::ab(args, out),
        LabCommand::Tree(args) => tree::run(args, out),
        LabCommand::Order(args) => registered::order(args, out),
        LabCommand::Tt(args) => tt::run(args, out),
        LabCommand::Horizon(args) => registered::horizon(args, out),
        LabCommand::Xray(args) => xray::run(args, out),
        LabCommand::Bitboards(args) => registered::bitboards(args, out),
        LabCommand::Moves(args) => registered::moves(args, out),
        LabCommand::Slider(args) => registered::slider(args, out),
        LabCommand::Zobrist(args) => registered::zobrist(args, out),
        LabCommand::Race(args) => race::run(args, out),
        LabCommand::Scratch(args) => scratch::evaluation(args, out),
        LabCommand::ScratchMatch(args) => scratch::matched(args, out),
        LabCommand::SmallGame(args) => registered::small_game(args, out),
        LabCommand::Puct(args) => puct::root(args, out),
        LabCommand::PuctMatch(args) => puct::matched(args, out),
        LabCommand::Tours(args) => tours::run(args, tour_check, out),
        LabCommand::DuelPositions(args) => duel_positions::run(args, out),
        LabCommand::Registered(args) => registered::run(args, out),
    }
}

/// An engine for the command.
fn engine(hash_mib: u32) -> Engine {
    Engine::new(&EngineOptions { hash_mib, ..EngineOptions::default() })
}

/// The position of a command that searches it.
///
/// # Errors
/// If the game is over.
fn searchable(position: &args::Position) -> Result<GamePosition, Failure> {
    let position = position.with_history()?;
    refuse_over(experiment::over(&position.board()))?;
    Ok(position)
}

/// Refuses to search a position in which the game is over, before anything is written.
fn refuse_over(outcome: Option<Outcome>) -> Result<(), Failure> {
    let refused = |outcome| Err(Failure::Refused(LabError::Over(outcome).to_string()));
    outcome.map_or(Ok(()), refused)
}

/// A move in UCI format.
fn uci(board: &Board, mv: Move) -> String {
    uci_move::write(board, mv, board.is_chess960())
}

/// A line in UCI format, up to the first illegal move.
fn uci_line(board: &Board, line: &[Move]) -> Vec<String> {
    line_text(board, line).0
}

/// A line in SAN, up to the first illegal move.
fn san_line(board: &Board, line: &[Move]) -> String {
    line_text(board, line).1.join(" ")
}

/// Adds a score to an object as `PREFIX_cp`, or a mate in moves as `PREFIX_mate`; the other one is null.
fn put_score(object: &mut Map<String, Value>, prefix: &str, score: Option<Score>) {
    object.insert(format!("{prefix}_cp"), json!(score.and_then(Score::cp)));
    object.insert(format!("{prefix}_mate"), json!(score.and_then(Score::mate_in_moves)));
}
