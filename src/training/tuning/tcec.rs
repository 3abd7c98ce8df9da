//! Positions from an archive of engine games (`data::archive`): as played, and along the lines the engines
//! expected.

use std::io::BufRead;

use crate::data::archive::{self, Game, Ply, Said};
use tabia_chess::{Board, Color, uci_move};

use super::error::DataError;
use super::samples::{Collector, Label};

/// Plies at the beginning that are left out.
const OPENING_PLIES: usize = 8;

/// Offers positions of all games. Gives the number of games left out or left unfinished because they have no
/// result or something in them could not be read.
///
/// # Errors
/// The input cannot be read or the copy not written.
pub fn read(input: impl BufRead, collector: &mut Collector) -> Result<u32, DataError> {
    let mut broken = 0;
    archive::read(input, |game| {
        let whole = match game {
            Ok(game) => offer(&game, collector)?,
            Err(_) => false,
        };
        broken += u32::from(!whole);
        Ok::<(), DataError>(())
    })?;
    Ok(broken)
}

/// Offers the positions of a game, until a move is none; false if there is such a move, or no result.
fn offer(game: &Game<'_>, collector: &mut Collector) -> Result<bool, DataError> {
    let Some(result) = game.result else { return Ok(false) };
    let result = f32::from(result as u8) / 2.0;
    collector.begin_game();
    let mut board = game.start;
    for (played, ply) in game.plies.iter().enumerate() {
        let mover = board.stm();
        let Ok(mv) = uci_move::parse(&board, ply.mv) else { return Ok(false) };
        board.make_move(mv);
        let Said::Pawns(pawns) = ply.said else { continue };
        if played >= OPENING_PLIES {
            let engine = &game.engines[usize::from(mover == Color::Black)];
            let label = Label { result, eval: Some((engine, pawns as f32)) };
            offer_ply(board, ply, label, collector)?;
        }
    }
    Ok(true)
}

/// Offers the position after a ply, and one of its line.
fn offer_ply(
    board: Board,
    ply: &Ply<'_>,
    label: Label<'_>,
    collector: &mut Collector,
) -> Result<(), DataError> {
    if collector.draw() {
        collector.offer(&board, label)?;
    }
    // Every position of the expected line shares its evaluation; one of them is enough.
    let line: Vec<&str> = ply.variation.split_ascii_whitespace().collect();
    if !line.is_empty() && collector.draw() {
        let length = 1 + collector.below(line.len());
        if let Some(board) = along(board, &line[..length]) {
            collector.offer(&board, label)?;
        }
    }
    Ok(())
}

/// The position after these moves.
fn along(mut board: Board, line: &[&str]) -> Option<Board> {
    for text in line {
        board.make_move(uci_move::parse(&board, text).ok()?);
    }
    Some(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read_and_broken_ones_counted() {
        let start = Board::start();
        let mut text = format!("{start}|1-0|Alpha 1.0|Beta_2|2020.01.01|E|1\n");
        for ply in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(20) {
            text.extend([ply, " 0.30 20 \n"]);
        }
        let illegal = format!("\n{start}|1/2-1/2|A|B|2021|E|2\ne2e4 0.1 9\ne2e4 0.1 9\n\n");
        let unfinished = format!("{start}|*|A|B|2021|E|3\ne2e4 - -\n");
        text.extend([illegal, unfinished]);
        let mut collector = Collector::new(1, 1);
        assert_eq!(read(text.as_bytes(), &mut collector).expect("readable"), 2);
        assert_eq!((collector.games(), collector.kept()), (2, 12));
        let set = collector.finish(0.4);
        assert_eq!(
            set.scales.iter().map(|s| s.0.as_str()).collect::<Vec<_>>(),
            ["alpha 2020", "beta 2020"]
        );
    }
}
