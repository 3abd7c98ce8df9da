//! Games of the engine against itself, with the score of every move.

use std::path::Path;

use crate::data::game::{GameRecord, MATE_FOUND, NO_SCORE, ScoredMove};
use crate::data::reader;
use tabia_chess::{Board, Color};

use super::error::DataError;
use super::samples::{Collector, Label};

/// The name of its evaluations.
const ENGINE: &str = "self-play";

/// Offers positions of all games in a file of `tabia-train datagen`.
///
/// # Errors
/// The file cannot be read or is damaged, or the copy cannot be written.
pub fn read(path: &Path, collector: &mut Collector) -> Result<(), DataError> {
    for game in reader::open(path)? {
        one(&game?, collector)?;
    }
    Ok(())
}

fn one(game: &GameRecord, collector: &mut Collector) -> Result<(), DataError> {
    let result = f32::from(game.result as u8) / 2.0;
    let mut ended = Ok(());
    collector.begin_game();
    game.for_each(|board, scored| {
        if ended.is_ok() && collector.draw() {
            ended = match white_pawns(board, scored) {
                Some(eval) => collector.offer(board, Label { result, eval: Some((ENGINE, eval)) }),
                None => Ok(()),
            };
        }
    });
    Ok(ended?)
}

/// The score in pawns, White's view, unless there is none or it is a mate.
fn white_pawns(board: &Board, scored: ScoredMove) -> Option<f32> {
    let score = f32::from(scored.score) / 100.0;
    let known = scored.score != NO_SCORE && scored.score.unsigned_abs() < MATE_FOUND.unsigned_abs();
    known.then_some(if board.stm() == Color::White { score } else { -score })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::game::{GameResult, Source};
    use tabia_chess::Square;

    #[test]
    fn scores_are_turned_to_white_and_mates_left_out() {
        let mut board = Board::start();
        let mut moves = Vec::new();
        for (from, to, score) in [
            (Square::E2, Square::E4, 30),
            (Square::E7, Square::E5, -40),
            (Square::G1, Square::F3, 31_500),
        ] {
            let mv = board.find_move(from, to, None).expect("a legal move");
            moves.push(ScoredMove { mv, score });
            board.make_move(mv);
        }
        let (result, source) = (GameResult::WhiteWins, Source::Standard);
        let game = GameRecord { start: Board::start(), result, source, moves };
        let mut seen = Vec::new();
        game.for_each(|board, scored| seen.push(white_pawns(board, scored)));
        assert_eq!(seen, [Some(0.3), Some(0.4), None]);
        let mut collector = Collector::new(1, 1);
        one(&game, &mut collector).expect("nothing is written");
        assert_eq!((collector.games(), collector.kept()), (1, 2));
    }
}
