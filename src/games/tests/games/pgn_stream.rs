//! A stream gives the place and text of each game, however long the file and however small the pieces in which it
//! arrives.

use std::io::{self, Read};

use tabia_chess::SplitMix64;
use tabia_games::game::pgn_read::read_all;
use tabia_games::game::pgn_stream::PgnStream;

/// Returns its bytes in pieces of random size with occasional interruptions.
struct Trickle<'a> {
    bytes: &'a [u8],
    rng: SplitMix64,
}

impl Read for Trickle<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.rng.below(8) == 0 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let piece = (1 + self.rng.below(200_000)).min(into.len()).min(self.bytes.len());
        let (now, later) = self.bytes.split_at(piece);
        into[..piece].copy_from_slice(now);
        self.bytes = later;
        Ok(piece)
    }
}

/// A file longer than several read buffers, with the places of its games: byte, line, column, text.
fn file(seed: u64) -> (String, Vec<(u64, usize, usize, String)>) {
    let mut rng = SplitMix64::new(seed);
    let (mut text, mut games) = (String::new(), Vec::new());
    let (mut line, mut column) = (1, 1);
    let mut put = |text: &mut String, more: &str| {
        let at = (text.len() as u64, line, column);
        for (i, c) in more.char_indices() {
            let torn = c == '\r' && more[i..].starts_with("\r\n");
            match c {
                '\n' | '\r' if !torn => (line, column) = (line + 1, 1),
                _ => column += 1,
            }
        }
        text.push_str(more);
        at
    };
    let ends = ["\n", "\r\n", "\r"];
    while text.len() < 3_400_000 {
        let end = ends[rng.below(3)];
        let comment = "word ".repeat(rng.below(200));
        let moves = ["1. e4 e5", "1. d4", "e4 c5 2. Nf3"][rng.below(3)];
        let game = match rng.below(3) {
            0 => format!("[White \"{}\"]{end}{end}{moves} {{{comment}}} 1-0", rng.below(1000)),
            1 => format!("{moves} {{{comment}}}{end}1/2-1/2"),
            _ => format!("{moves} {{a{end}{comment}}} *"),
        };
        let (offset, line, column) = put(&mut text, &game);
        games.push((offset, line, column, game));
        // Usually an empty line between two games; sometimes one begins on the same line.
        match rng.below(5) {
            0 => put(&mut text, " "),
            _ => put(&mut text, &format!("{end}{end}")),
        };
    }
    (text, games)
}

#[test]
fn every_game_of_a_long_file_has_its_place_and_text() {
    for seed in 1..=2 {
        let (text, games) = file(seed);
        let input = || Trickle { bytes: text.as_bytes(), rng: SplitMix64::new(seed) };
        let mut stream = PgnStream::new(input());
        for (number, (offset, line, column, expected)) in games.iter().enumerate() {
            let game = stream.next_game().unwrap().unwrap();
            let found = String::from_utf8(game.bytes().to_vec()).unwrap();
            // A number before the first move is not part of the game here; below it is.
            let number_of_move = expected.len() - found.trim_end().len();
            let shown = expected[number_of_move..].to_owned();
            assert!(found.trim_end() == shown && number_of_move <= 3, "game {number}: {found}");
            let place =
                (game.offset - number_of_move as u64, game.line, game.column - number_of_move);
            assert_eq!(place, (*offset, *line, *column), "game {number}");
            if number % 97 == 0 {
                assert_eq!(game.read().tree, read_all(expected).remove(0).tree);
            }
        }
        assert!(stream.next_game().unwrap().is_none());

        let mut stream = PgnStream::new(input());
        for (number, (offset, line, column, expected)) in games.iter().enumerate() {
            let placed = stream.read_placed().unwrap().unwrap();
            let found = String::from_utf8(placed.bytes.to_vec()).unwrap();
            assert_eq!(found.trim_end(), expected, "game {number} read");
            let place = (placed.offset, placed.line, placed.column);
            assert_eq!(place, (*offset, *line, *column), "{number}");
            if number % 97 == 0 {
                assert_eq!(placed.game.tree, read_all(expected).remove(0).tree);
            }
        }
        assert!(stream.read_placed().unwrap().is_none());
    }
}

#[test]
fn an_input_error_is_reported() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }
    let input = b"1. e4 *\n\n1. d4".chain(Broken);
    let error = PgnStream::new(input).next_game().unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::ConnectionReset);
}

#[test]
fn the_result_after_the_moves_is_given_as_written() {
    for (text, wanted) in [
        ("1. e4 1-0", Some("1-0")),
        ("1. e4 1/2 {agreed}", Some("1/2")),
        ("1. e4 * ; 1-0", Some("*")),
        ("1. e4 (1. d4 1-0) e5", None),
        ("1. e4 e5 {1-0}", None),
        ("1. Ke4 e5 0-1", Some("0-1")),
    ] {
        let text = format!("[Event \"x\"]\n\n{text}\n");
        let wanted = wanted.map(str::as_bytes);
        let mut stream = PgnStream::new(text.as_bytes());
        assert_eq!(stream.read_placed().unwrap().unwrap().result, wanted, "{text}");
        let mut stream = PgnStream::new(text.as_bytes());
        assert_eq!(stream.next_game().unwrap().unwrap().result(), wanted, "{text}");
    }
}
