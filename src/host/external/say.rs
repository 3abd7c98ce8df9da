//! What is told to an engine, in words: positions with the moves that led to them, and limits.

use std::fmt::Write as _;

use tabia_chess::{Board, uci_move};
use tabia_engine::search::limits::Limits;
use tabia_games::game::position::GamePosition;

/// Whether the position is told as one of Chess960.
pub(super) fn is_chess960(position: &GamePosition) -> bool {
    position.start.is_chess960()
}

/// `position .. moves ..`
pub(super) fn position(position: &GamePosition) -> String {
    let chess960 = is_chess960(position);
    let mut board = position.start;
    let mut text = if board == Board::start() {
        "position startpos".to_owned()
    } else {
        format!("position fen {board}")
    };
    for (at, &mv) in position.moves.iter().enumerate() {
        text += if at == 0 { " moves " } else { " " };
        text += &uci_move::write(&board, mv, chess960);
        board.make_move(mv);
    }
    text
}

/// `go ..`: the same limits. UCI has no soft limit of nodes: it is told as a hard one. Without any limit it
/// is `go infinite`. UCI has no words for a delay (it comes here as an increment), for an hourglass and for what
/// comes after the next time control.
pub(super) fn go(position: &GamePosition, limits: &Limits) -> String {
    let mut text = "go".to_owned();
    if limits.ponder {
        text += " ponder";
    }
    if let Some(clock) = &limits.clock {
        // An empty clock is told as the least there is: some engines take 0 for no clock at all.
        let [white, black] = clock.time.map(|time| time.as_millis().max(1));
        let [white_inc, black_inc] = clock.increment.map(|time| time.as_millis());
        let _ = write!(text, " wtime {white} btime {black} winc {white_inc} binc {black_inc}");
        if let Some(moves) = clock.moves_to_go {
            let _ = write!(text, " movestogo {moves}");
        }
    }
    let movetime = limits.movetime.map(|time| (time.as_millis() as u64).max(1));
    for (word, number) in [
        ("depth", limits.depth.map(u64::from)),
        ("nodes", limits.nodes.or(limits.soft_nodes)),
        ("mate", limits.mate.map(u64::from)),
        ("movetime", movetime),
    ] {
        if let Some(number) = number {
            let _ = write!(text, " {word} {number}");
        }
    }
    if limits.infinite || text == "go" {
        text += " infinite";
    }
    if !limits.search_moves.is_empty() {
        // Last, since a list of moves has no end of its own.
        text += " searchmoves";
        let board = position.board();
        for &mv in &limits.search_moves {
            let _ = write!(text, " {}", uci_move::write(&board, mv, is_chess960(position)));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use tabia_engine::search::limits::ClockLimits;

    fn after(fen: &str, moves: &str) -> GamePosition {
        let mut position = GamePosition::new(Board::from_fen(fen).unwrap());
        for text in moves.split_whitespace() {
            let mv = uci_move::parse(&position.board(), text).unwrap();
            position.moves.push(mv);
        }
        position
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn positions_are_told_with_their_history() {
        assert_eq!(position(&after(START, "")), "position startpos");
        assert_eq!(position(&after(START, "e2e4 e7e5")), "position startpos moves e2e4 e7e5");
        let castling = after("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1");
        assert_eq!(position(&castling), "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1");
        let chess960 = after("1k6/8/8/8/8/8/8/1K4R1 w G - 0 1", "b1g1");
        assert!(is_chess960(&chess960));
        assert!(position(&chess960).ends_with(" moves b1g1"), "{}", position(&chess960));
    }

    #[test]
    fn every_limit_is_told() {
        let start = after(START, "");
        let said = |limits: &Limits| go(&start, limits);
        assert_eq!(said(&Limits::default()), "go infinite");
        assert_eq!(said(&Limits::depth(7)), "go depth 7");
        assert_eq!(said(&Limits { soft_nodes: Some(5), ..Limits::default() }), "go nodes 5");
        let two = Limits { mate: Some(3), ..Limits::movetime(Duration::from_millis(20)) };
        assert_eq!(said(&two), "go mate 3 movetime 20");
        let clock = ClockLimits {
            time: [Duration::from_mins(1), Duration::ZERO],
            increment: [Duration::from_millis(500), Duration::ZERO],
            moves_to_go: Some(9),
        };
        let search_moves = vec![uci_move::parse(&Board::start(), "g1f3").unwrap()];
        let all = Limits { clock: Some(clock), ponder: true, search_moves, ..Limits::default() };
        assert_eq!(
            said(&all),
            "go ponder wtime 60000 btime 1 winc 500 binc 0 movestogo 9 searchmoves g1f3"
        );
    }
}
