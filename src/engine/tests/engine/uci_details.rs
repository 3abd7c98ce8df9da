//! UCI details: line lengths, mates in moves, clocks and limits, invalid arguments.

use std::io::{self, BufReader, Read};
use std::time::Duration;

use tabia_chess::Board;
use tabia_engine::search::score::Score;
use tabia_engine::uci::answer::{Answer, parse as answer};
use tabia_engine::uci::command::{UciCommand, parse};
use tabia_engine::uci::lines::{Line, MAX_LINE_BYTES, next};

#[test]
fn lines_are_kept_up_to_the_longest_and_begun_beyond() {
    for length in [
        0,
        1,
        199,
        200,
        201,
        MAX_LINE_BYTES - 1,
        MAX_LINE_BYTES,
        MAX_LINE_BYTES + 1,
        2 * MAX_LINE_BYTES,
    ] {
        for capacity in [1, 64, 150, 8192, 4 * MAX_LINE_BYTES] {
            if capacity < 64 && length > 1000 {
                continue;
            }
            let text = format!("{}\nnext", "x".repeat(length));
            let mut input = BufReader::with_capacity(capacity, text.as_bytes());
            match next(&mut input, MAX_LINE_BYTES).unwrap().unwrap() {
                Line::Text(line) => assert!(line.len() == length && length <= MAX_LINE_BYTES),
                Line::TooLong { bytes, start } => {
                    assert!(length > MAX_LINE_BYTES && bytes == length as u64, "{bytes}");
                    assert_eq!(start, "x".repeat(200), "{capacity}");
                }
            }
            assert_eq!(next(&mut input, MAX_LINE_BYTES).unwrap(), Some(Line::Text("next".into())));
            assert_eq!(next(&mut input, MAX_LINE_BYTES).unwrap(), None);
        }
    }
}

/// Returns its text byte by byte, with an interruption before each, and fails after the last.
struct Shaky(Vec<u8>, bool);

impl Read for Shaky {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        if self.1 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        if self.0.is_empty() {
            return Err(io::ErrorKind::ConnectionReset.into());
        }
        buffer[0] = self.0.remove(0);
        Ok(1)
    }
}

#[test]
fn interruptions_are_retried_and_errors_reported() {
    let mut input = BufReader::new(Shaky(b"uci\nis".to_vec(), false));
    assert_eq!(next(&mut input, MAX_LINE_BYTES).unwrap(), Some(Line::Text("uci".into())));
    assert_eq!(
        next(&mut input, MAX_LINE_BYTES).unwrap_err().kind(),
        io::ErrorKind::ConnectionReset
    );
}

#[test]
fn a_mate_in_moves_is_one_in_plies() {
    for (moves, plies) in [(1, 1), (2, 3), (5, 9), (0, 0), (-1, -2), (-2, -4), (-7, -14)] {
        let Answer::Info(info) = answer(&format!("info depth 1 score mate {moves}")) else {
            panic!("no info")
        };
        assert_eq!(info.score, Some(Score::Mate(plies)), "{moves}");
    }
    for (line, ponder) in [
        ("bestmove e2e4", None),
        ("bestmove e2e4 ponder e7e5", Some("e7e5")),
        ("bestmove e2e4 ponder (none)", None),
        ("bestmove e2e4 ponder 0000", None),
        ("bestmove e2e4 ponder", None),
        ("bestmove e2e4 e7e5", None),
    ] {
        let Answer::BestMove { best, ponder: found } = answer(line) else { panic!("no answer") };
        assert_eq!((best.as_str(), found.as_deref()), ("e2e4", ponder), "{line}");
    }
}

#[test]
fn a_bench_has_a_depth_of_one_or_more() {
    for (line, depth) in
        [("bench", Some(None)), ("bench 1", Some(Some(1))), ("bench 12", Some(Some(12)))]
    {
        assert_eq!(parse(line).command, depth.map(UciCommand::Bench), "{line}");
    }
    for line in ["bench 0", "bench -1", "bench deep"] {
        let parsed = parse(line);
        assert_eq!(parsed.command, None, "{line}");
        assert!(parsed.notes[0].contains("expected a depth in plies"), "{:?}", parsed.notes);
    }
}

#[test]
fn times_are_taken_up_to_decades() {
    for (ms, expected) in [
        ("0", 0),
        ("-5", 0),
        ("1500", 1500),
        ("1099511627776", 1 << 40),
        ("1099511627777", 1 << 40),
        ("9223372036854775807", 1 << 40),
    ] {
        let Some(UciCommand::Go(go)) = parse(&format!("go movetime {ms}")).command else {
            panic!("no go")
        };
        let limits = go.limits(&Board::start(), &mut Vec::new());
        assert_eq!(limits.movetime, Some(Duration::from_millis(expected)), "{ms}");
    }
}
