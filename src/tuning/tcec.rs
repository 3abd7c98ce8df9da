//! Games with the evaluations of the engines that played them, one block a game: first
//! `FEN|result|White|Black|date|event|round`, then one line a ply, `move eval depth pv...`, moves in
//! UCI form with castling as king takes rook, evaluations in pawns, White's view, or `-`. Blocks end
//! with an empty line.

use std::io::BufRead;

use crate::chess::board::Board;
use crate::chess::color::Color;
use crate::chess::uci_move;

use super::error::DataError;
use super::samples::{Collector, Label};

/// Plies at the beginning that are left out.
const OPENING_PLIES: u32 = 8;

/// A game being read.
#[derive(Debug)]
struct Game {
    board: Board,
    result: f32,
    /// Engines with the year, White's and Black's.
    engines: [String; 2],
    plies: u32,
}

/// Offers positions of all games, as played and along the lines the engines expected. Gives the number
/// of games left unfinished because something in them could not be read.
///
/// # Errors
/// The input cannot be read or the copy not written.
pub fn read(input: impl BufRead, collector: &mut Collector) -> Result<u32, DataError> {
    let (mut game, mut broken) = (None, 0);
    for line in input.lines() {
        let line = line?;
        if line.contains('|') {
            game = header(&line);
            if game.is_some() {
                collector.begin_game();
            } else {
                broken += 1;
            }
        } else if let Some(playing) = &mut game {
            if line.is_empty() {
                game = None;
            } else if !playing.ply(&line, collector)? {
                game = None;
                broken += 1;
            }
        }
    }
    Ok(broken)
}

/// A game at its beginning, unless the line is none or the game has no result.
fn header(line: &str) -> Option<Game> {
    let fields: Vec<&str> = line.split('|').collect();
    let [fen, result, white, black, date, ..] = fields[..] else { return None };
    let result = match result {
        "1-0" => 1.0,
        "0-1" => 0.0,
        "1/2-1/2" => 0.5,
        _ => return None,
    };
    // Versions of a year are alike enough; the scale of an evaluation changes over the years.
    let engine = |name: &str| {
        let word = name.split([' ', '_']).next().unwrap_or(name);
        format!("{word} {}", date.get(..4).unwrap_or("?"))
    };
    let board = Board::from_fen(fen).ok()?;
    Some(Game { board, result, engines: [engine(white), engine(black)], plies: 0 })
}

impl Game {
    /// Plays the move of a line; false if it is none.
    fn ply(&mut self, line: &str, collector: &mut Collector) -> Result<bool, DataError> {
        let mut words = line.split(' ');
        let mover = self.board.stm();
        let Some(mv) = words.next().and_then(|text| uci_move::parse(&self.board, text).ok()) else {
            return Ok(false);
        };
        self.board.make_move(mv);
        self.plies += 1;
        let eval = words.next().and_then(|text| text.parse::<f32>().ok());
        let Some(eval) = eval.filter(|eval| eval.is_finite()) else { return Ok(true) };
        if self.plies <= OPENING_PLIES {
            return Ok(true);
        }
        let engine = &self.engines[usize::from(mover == Color::Black)];
        let label = Label { result: self.result, eval: Some((engine, eval)) };
        if collector.draw() {
            collector.offer(&self.board, label)?;
        }
        // Every position of the expected line shares its evaluation; one of them is enough.
        let line: Vec<&str> = words.skip(1).collect();
        if !line.is_empty() && collector.draw() {
            let length = 1 + collector.below(line.len());
            if let Some(board) = along(self.board, &line[..length]) {
                collector.offer(&board, label)?;
            }
        }
        Ok(true)
    }
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
            ["Alpha 2020", "Beta 2020"]
        );
    }
}
