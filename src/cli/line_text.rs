//! Lines of moves as the commands of the terminal write them.

use tabia_chess::{Board, Move, san, uci_move};

/// A line in UCI and in SAN, as far as it is legal.
pub(super) fn line_text(board: &Board, moves: &[Move]) -> (Vec<String>, Vec<String>) {
    let mut board = *board;
    let chess960 = board.is_chess960();
    let text = moves.iter().map_while(|&mv| {
        let text = board
            .is_legal(mv)
            .then(|| (uci_move::write(&board, mv, chess960), san::write(&board, mv)));
        text.inspect(|_| board.make_move(mv))
    });
    text.unzip()
}
