//! The positions that experiments are run on where none is given.

use tabia_chess::Board;
use tabia_engine::alphabeta::bench;
use tabia_games::game::position::GamePosition;

/// Thirty positions of the bench: two thirds openings and middlegames, one third endings.
pub fn positions() -> Vec<GamePosition> {
    let texts = bench::POSITIONS[..20].iter().chain(&bench::POSITIONS[24..34]);
    texts.filter_map(|fen| Board::from_fen(fen).ok()).map(GamePosition::new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_thirty() {
        assert_eq!(positions().len(), 30);
    }
}
