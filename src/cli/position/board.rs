//! `tabia board` and UCI's `d`: a position as text, without search.

use std::io::Write;

use clap::Args;

use tabia_chess::{
    Board, CastlingRights, FenStyle, File, Piece, Rank, Square, rules, san, uci_move,
};

use crate::failure::Failure;
use crate::out::Out;
use crate::values::FenArg;

#[derive(Debug, Args)]
pub(crate) struct BoardArgs {
    #[command(flatten)]
    pub(crate) position: FenArg,
    /// Show each of the twelve bitboards as well
    #[arg(long)]
    pub(crate) bitboards: bool,
}

pub(crate) fn run<W: Write>(args: &BoardArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let board = args.position.board()?;
    out.lines(describe(&board))?;
    if args.bitboards {
        out.lines(bitboards(&board))?;
    }
    Ok(())
}

/// The diagram, White below, and the facts.
pub(crate) fn describe(board: &Board) -> Vec<String> {
    let mut lines: Vec<String> = Rank::ALL.into_iter().rev().map(|r| rank_line(board, r)).collect();
    lines.push("  a b c d e f g h".into());
    lines.push(String::new());
    lines.push(format!("FEN: {board}"));
    if board.castling() != CastlingRights::default() && board.is_chess960() {
        lines.push(format!("Shredder-FEN: {}", board.fen(FenStyle::Shredder)));
    }
    lines.push(format!("Key: {:016x}", board.key()));
    lines.push(format!("Side to move: {}{}", board.stm(), check(board)));
    if let Some(outcome) = rules::automatic_outcome(board, 1) {
        lines.push(format!("Result: {outcome} ({})", outcome.pgn()));
    } else if let Some(claim) = rules::claim(board, 1) {
        lines.push(format!("A draw can be claimed: {claim}"));
    }
    let moves = board.legal_moves();
    let mut named: Vec<(String, String)> = moves
        .iter()
        .map(|&mv| (san::write(board, mv), uci_move::write(board, mv, board.is_chess960())))
        .collect();
    named.sort_by(|a, b| a.1.cmp(&b.1));
    let (sans, ucis): (Vec<String>, Vec<String>) = named.into_iter().unzip();
    lines.push(format!("Legal moves: {}", sans.len()));
    lines.push(format!("SAN: {}", sans.join(" ")));
    lines.push(format!("UCI: {}", ucis.join(" ")));
    lines
}

fn rank_line(board: &Board, rank: Rank) -> String {
    let letters = File::ALL.map(|file| match board.piece_on(Square::new(file, rank)) {
        Some(piece) => piece.fen_char().to_string(),
        None => ".".to_owned(),
    });
    format!("{} {}", rank.index() + 1, letters.join(" "))
}

fn check(board: &Board) -> String {
    let from: Vec<String> = board.checkers().into_iter().map(|sq| sq.to_string()).collect();
    if from.is_empty() { String::new() } else { format!(", in check from {}", from.join(" and ")) }
}

/// The twelve bitboards. a1 is bit 0, b1 bit 1, h8 bit 63.
fn bitboards(board: &Board) -> Vec<String> {
    let one = |piece: Piece| {
        let set = board.by(piece.color(), piece.kind());
        let count = set.count();
        let name = format!("{} {}", piece.color(), piece.kind().name());
        vec![String::new(), format!("{name}: 0x{:016x}, {count} set", set.0), set.to_string()]
    };
    Piece::ALL.into_iter().flat_map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_position_is_described() {
        let lines = describe(&Board::start());
        assert_eq!(lines[0], "8 r n b q k b n r");
        assert_eq!(lines[4], "4 . . . . . . . .");
        assert_eq!(lines[7], "1 R N B Q K B N R");
        let text = lines.join("\n");
        assert!(text.contains("FEN: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
        assert!(text.contains("Side to move: White\nLegal moves: 20\n"));
        assert!(text.contains(" Nf3 ") && text.contains(" g1f3 "));
    }

    #[test]
    fn check_and_the_end_are_named() {
        let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        let text = describe(&Board::from_fen(mate).unwrap()).join("\n");
        assert!(text.contains("Side to move: White, in check from h4\n"), "{text}");
        assert!(text.contains("Result: Black wins by checkmate (0-1)\nLegal moves: 0\n"), "{text}");
    }

    #[test]
    fn bitboards_have_hex_count_and_drawing() {
        let lines = bitboards(&Board::start());
        assert_eq!(lines.len(), 36);
        assert_eq!(lines[1], "White pawn: 0x000000000000ff00, 8 set");
        assert!(lines[2].ends_with("x x x x x x x x\n. . . . . . . ."));
        assert_eq!(lines[34], "Black king: 0x1000000000000000, 1 set");
    }
}
