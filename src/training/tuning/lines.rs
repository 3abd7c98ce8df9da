//! Positions one a line: `FEN|result|eval|engine|game`. The result is White's (1, 0.5 or 0), the
//! evaluation in pawns, White's view, or empty; positions of one game stand together and share its
//! number. [`Collector::copy_to`] writes them.

use std::io::BufRead;

use tabia_chess::Board;

use super::error::DataError;
use super::samples::{Collector, Label};

/// Offers every position.
///
/// # Errors
/// The input cannot be read, a line is no position, or the copy cannot be written.
pub fn read(input: impl BufRead, collector: &mut Collector) -> Result<(), DataError> {
    let mut game = None;
    for (at, line) in input.lines().enumerate() {
        let line = line?;
        let fields: Vec<&str> = line.trim().split('|').collect();
        let [fen, result, eval, engine, number] = fields[..] else {
            return Err(DataError::line(at + 1, &line, "FEN|result|eval|engine|game"));
        };
        let board =
            Board::from_fen(fen).map_err(|_| DataError::line(at + 1, fen, "a valid FEN"))?;
        let result = result
            .parse()
            .ok()
            .filter(|result| (0.0..=1.0).contains(result))
            .ok_or_else(|| DataError::line(at + 1, result, "a result from 0 to 1"))?;
        let eval = match eval {
            "" => None,
            text => {
                let eval = text.parse().ok().filter(|eval: &f32| eval.is_finite());
                Some((engine, eval.ok_or_else(|| DataError::line(at + 1, text, "pawns"))?))
            }
        };
        let number = number
            .parse()
            .map_err(|_| DataError::line(at + 1, number, "the number of the game"))?;
        if game != Some(number) {
            game = Some(number);
            collector.begin_game_with(number);
        }
        collector.offer(&board, Label { result, eval })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_bad_ones_named() {
        let start = Board::start();
        let good = format!("{start}|0.5|0.25|me|7\n{start}|1|||7\n{start}|0|||8\n");
        let mut collector = Collector::new(1, 1);
        read(good.as_bytes(), &mut collector).expect("good lines");
        assert_eq!((collector.games(), collector.kept()), (2, 3));
        for (bad, found) in [
            ("rubbish", "line 1: found 'rubbish', expected FEN|result|eval|engine|game"),
            ("x|1|||1", "line 1: found 'x', expected a valid FEN"),
        ] {
            let error = read(bad.as_bytes(), &mut collector).expect_err(bad).to_string();
            assert_eq!(error, found);
        }
        for bad in
            [format!("{start}|2|||1"), format!("{start}|1|x||1"), format!("{start}|1|inf||1")]
        {
            assert!(read(bad.as_bytes(), &mut collector).is_err(), "{bad}");
        }
    }
}
