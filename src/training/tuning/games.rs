//! Games in PGN: the main line with its result, and `[%eval ..]` where it stands.

use tabia_games::game::annotation::EvalValue;
use tabia_games::game::pgn_read::PgnGame;

use super::error::DataError;
use super::samples::{Collector, Label};

/// Plies at the beginning that are left out: opening theory says nothing about the result.
const OPENING_PLIES: usize = 12;

/// Offers positions of a game that has a result. `source` names the evaluations in its file.
///
/// # Errors
/// The copy cannot be written.
pub fn add(game: &PgnGame, source: &str, collector: &mut Collector) -> Result<(), DataError> {
    let result = match game.tags.get("Result") {
        Some("1-0") => 1.0,
        Some("0-1") => 0.0,
        Some("1/2-1/2") => 0.5,
        _ => return Ok(()),
    };
    collector.begin_game();
    for &node in game.tree.main_line().iter().skip(1 + OPENING_PLIES) {
        if !collector.draw() {
            continue;
        }
        let eval = game.tree.eval(node).and_then(|eval| match eval.value {
            EvalValue::Cp(cp) => Some((source, cp as f32 / 100.0)),
            EvalValue::Mate(_) => None,
        });
        collector.offer(game.tree.board(node), Label { result, eval })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_games::game::pgn_read::read_all;

    #[test]
    fn games_with_a_result_are_read() {
        let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
        let text = format!("[Result \"0-1\"]\n\n{moves}{{[%eval -0.5]}} Nf3 0-1\n\n1. e4 *\n");
        let mut collector = Collector::new(1, 1);
        for game in read_all(&text) {
            add(&game, "judge", &mut collector).expect("nothing is written");
        }
        assert_eq!((collector.games(), collector.kept()), (1, 5));
        assert_eq!(collector.finish(0.4).scales.len(), 1);
    }
}
