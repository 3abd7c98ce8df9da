//! What can be said of a bad move in words: only what the search has shown or the board proves.

use tabia_chess::{Board, Move, PieceType, san};
use tabia_engine::search::score::Score;

use super::motifs::{self, Motif, motif};

/// Material a line wins, pawns, before it is worth a word: less can be a matter of taste.
const WORTH_TELLING: i32 = 2;

/// Value of a man, pawns.
fn value(kind: PieceType) -> i32 {
    match kind {
        PieceType::Pawn => 1,
        PieceType::Knight | PieceType::Bishop => 3,
        PieceType::Rook => 5,
        PieceType::Queen => 9,
        PieceType::King => 0,
    }
}

/// What is known about an error. Scores are the mover's view.
#[derive(Clone, Copy, Debug)]
pub struct Error<'a> {
    /// The position before it.
    pub board: &'a Board,
    /// The move played.
    pub played: Move,
    /// The score before it.
    pub before: Score,
    /// The score after it.
    pub after: Score,
    /// The line that refutes it: the opponent's reply first. May be empty.
    pub refutation: &'a [Move],
    /// The better line, from the position before.
    pub better: &'a [Move],
}

/// One sentence about an error, without the full stop; `None` where nothing is proved.
pub fn explain(error: &Error<'_>) -> Option<String> {
    if let Some(moves) = error.after.mate_in_moves().filter(|moves| *moves < 0) {
        let already = error.before.mate_in_moves().is_some_and(|before| before < 0);
        if !already {
            return Some(format!("allows mate in {}{}", -moves, reply(error)));
        }
    }
    let still_mates = error.after.mate_in_moves().is_some_and(|after| after > 0);
    if let Some(moves) = error.before.mate_in_moves().filter(|moves| *moves > 0 && !still_mates) {
        let begin = first(error.board, error.better);
        return Some(format!("misses mate in {moves}{begin}"));
    }
    if let Some(text) = loses_material(error) {
        return Some(text);
    }
    wins_material(error)
}

/// `, beginning with Qxf7#`; nothing without a line.
fn first(board: &Board, line: &[Move]) -> String {
    told(board, line).map_or_else(String::new, |begins| format!(", beginning with {begins}"))
}

fn reply(error: &Error<'_>) -> String {
    first(&error.board.after(error.played), error.refutation)
}

/// The material balance of a line for the side that makes its first move, pawns, measured where the line
/// comes to rest: after its last capture that was answered, or at its end.
fn material_won(board: &Board, line: &[Move]) -> i32 {
    let us = board.stm();
    let mut now = *board;
    let (mut balance, mut settled) = (0, 0);
    for &mv in line {
        if !now.is_legal(mv) {
            break;
        }
        let ours = now.stm() == us;
        let taken = if mv.is_en_passant() { Some(PieceType::Pawn) } else { on(&now, mv) };
        let gain = taken.map_or(0, value) + mv.promotion().map_or(0, |kind| value(kind) - 1);
        balance += if ours { gain } else { -gain };
        // Half an exchange proves nothing: it counts once the other side has had its answer.
        if gain == 0 || !ours {
            settled = balance;
        }
        now.make_move(mv);
    }
    settled
}

fn on(board: &Board, mv: Move) -> Option<PieceType> {
    mv.is_capture().then(|| board.piece_on(mv.to()).map(tabia_chess::Piece::kind)).flatten()
}

/// `loses a knight after Qxd5 exd5`, where the refutation shows it.
fn loses_material(error: &Error<'_>) -> Option<String> {
    let board = error.board.after(error.played);
    let given = on(error.board, error.played).map_or(0, value);
    let lost = material_won(&board, error.refutation) - given;
    if lost < WORTH_TELLING {
        return None;
    }
    let how = match (motif(&board, error.refutation), told(&board, error.refutation)) {
        (Some(Motif::Hanging { kind, square }), Some(takes)) if square == error.played.to() => {
            return Some(format!("puts the {kind} on {square} where {takes} takes it for nothing"));
        }
        (Some(Motif::Hanging { kind, square }), Some(takes)) => {
            return Some(format!("leaves the {kind} on {square} hanging: {takes}"));
        }
        (Some(Motif::Fork { targets }), Some(forks)) => {
            format!(" to the fork {forks} of {}", motifs::list(&targets))
        }
        (Some(Motif::Pin { kind, square }), Some(begins)) => {
            format!(", because the {kind} on {square} is pinned: {begins}")
        }
        _ => reply(error),
    };
    Some(format!("loses {}{how}", amount(lost)))
}

/// The first move of a line, if it is one.
fn told(board: &Board, line: &[Move]) -> Option<String> {
    line.first().filter(|&&mv| board.is_legal(mv)).map(|&mv| san::write(board, mv))
}

/// `misses the win of a rook, beginning with Nc7+`: by so much the better line wins more than the move
/// played.
fn wins_material(error: &Error<'_>) -> Option<String> {
    let given = on(error.board, error.played).map_or(0, value);
    let kept = given - material_won(&error.board.after(error.played), error.refutation);
    let won = material_won(error.board, error.better);
    let missed = won.min(won - kept);
    if missed < WORTH_TELLING {
        return None;
    }
    let what = amount(missed);
    let how = match (motif(error.board, error.better), told(error.board, error.better)) {
        (Some(Motif::Hanging { kind, square }), Some(takes)) => {
            return Some(format!("misses that the {kind} on {square} hangs: {takes}"));
        }
        (Some(Motif::Fork { targets }), Some(forks)) => {
            format!(" by the fork {forks} of {}", motifs::list(&targets))
        }
        (Some(Motif::Pin { kind, square }), Some(begins)) => {
            format!(", because the {kind} on {square} is pinned: {begins}")
        }
        _ => first(error.board, error.better),
    };
    Some(format!("misses the win of {what}{how}"))
}

/// Material in words.
fn amount(pawns: i32) -> &'static str {
    match pawns {
        ..=2 => "the exchange or two pawns",
        3..=4 => "a piece",
        5..=8 => "a rook or as much",
        _ => "a queen or as much",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::uci_move;

    fn line(board: &Board, texts: &[&str]) -> Vec<Move> {
        let mut board = *board;
        let moves = texts.iter().map(|text| {
            let mv = uci_move::parse(&board, text).unwrap();
            board.make_move(mv);
            mv
        });
        moves.collect()
    }

    fn said(
        fen: &str,
        played: &str,
        scores: [Score; 2],
        refute: &[&str],
        better: &[&str],
    ) -> Option<String> {
        let board = Board::from_fen(fen).unwrap();
        let played = uci_move::parse(&board, played).unwrap();
        let refutation = line(&board.after(played), refute);
        let better = line(&board, better);
        let [before, after] = scores;
        explain(&Error {
            board: &board,
            played,
            before,
            after,
            refutation: &refutation,
            better: &better,
        })
    }

    const SCHOLAR: &str = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";

    #[test]
    fn mates_are_named() {
        let text = said(SCHOLAR, "g8f6", [Score::Cp(0), Score::Mate(-2)], &["h5f7"], &["g7g6"]);
        assert_eq!(text.as_deref(), Some("allows mate in 1, beginning with Qxf7#"));
        let fen = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
        let text = said(fen, "h1g1", [Score::Mate(1), Score::Cp(500)], &["g7g6"], &["a1a8"]);
        assert_eq!(text.as_deref(), Some("misses mate in 1, beginning with Ra8#"));
    }

    #[test]
    fn lost_material_is_named_only_where_the_line_shows_it() {
        let fen = "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1";
        let scores = [Score::Cp(300), Score::Cp(-100)];
        let text = said(fen, "c3e4", scores, &["d5e4", "e1e2"], &["c3d5"]);
        let hanging = "puts the knight on e4 where dxe4 takes it for nothing";
        assert_eq!(text.as_deref(), Some(hanging));
        let text = said(fen, "e1e2", scores, &["d5d4"], &["c3d5", "e8d7"]);
        assert_eq!(text, None, "one pawn is not worth a word");
        let text = said(fen, "c3d5", scores, &["e8d7"], &["c3e2"]);
        assert_eq!(text, None);
    }

    #[test]
    fn forks_and_pins_are_named() {
        let scores = [Score::Cp(0), Score::Cp(-400)];
        let fen = "4k3/r7/8/3N4/8/8/8/4K3 b - - 0 1";
        let text = said(fen, "a7a8", scores, &["d5c7", "e8d7", "c7a8", "d7c8"], &["a7d7"]);
        assert_eq!(
            text.as_deref(),
            Some("loses a rook or as much to the fork Nc7+ of king and rook")
        );
        let fen = "4k3/8/2n5/1B6/3P4/8/8/4K3 w - - 0 1";
        let better = &["d4d5", "e8d8", "d5c6", "d8c7"];
        let text = said(fen, "e1e2", scores, &["e8d7"], better);
        let pinned = "misses the win of a piece, because the knight on c6 is pinned: d5";
        assert_eq!(text.as_deref(), Some(pinned));
    }

    #[test]
    fn an_exchange_is_not_a_loss() {
        let fen = "4k3/3r4/8/8/8/8/3R4/3RK3 w - - 0 1";
        let scores = [Score::Cp(500), Score::Cp(0)];
        assert_eq!(said(fen, "e1e2", scores, &["d7d2", "d1d2"], &["d2d7"]), None);
    }
}
