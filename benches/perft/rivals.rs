//! The other move generators, each at its best: cozy-chess uses PEXT where the target has it (see Cargo.toml), and each
//! maintains only what it normally does. In play, cozy-chess maintains a key, checkers and pins, shakmaty none of them;
//! Tabia maintains keys and computes the rest on demand.

use std::env;
use std::hint::black_box;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use shakmaty::Position as _;
use tabia_chess::{Board, FenStyle};

use super::Runner;

/// All generators for this position; `made` asks for every move to be made.
pub(super) fn all(board: &Board, made: bool) -> Vec<Runner> {
    let fen = board.fen(FenStyle::Shredder);
    let mut all = vec![cozy_chess(&fen, made), shakmaty(&fen, made)];
    if let (Ok(path), false) = (env::var("TABIA_STOCKFISH"), made) {
        all.push(stockfish(&path, fen));
    }
    all
}

fn cozy_chess(fen: &str, made: bool) -> Runner {
    /// `last` is the depth at which moves are counted instead of made: 1, or 0 for never.
    fn count(board: &cozy_chess::Board, depth: u32, last: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut nodes = 0;
        board.generate_moves(|moves| {
            if depth == last {
                nodes += moves.len() as u64;
            } else {
                for mv in moves {
                    let mut next = board.clone();
                    next.play_unchecked(mv);
                    nodes += count(&next, depth - 1, last);
                }
            }
            false
        });
        nodes
    }
    let board = cozy_chess::Board::from_fen(fen, true).expect("sound");
    ("cozy-chess", Box::new(move |depth| count(black_box(&board), depth, u32::from(!made))))
}

/// The crate has its own counting function; the made form is written here.
fn shakmaty(fen: &str, made: bool) -> Runner {
    fn count(position: &shakmaty::Chess, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut nodes = 0;
        for mv in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(mv);
            nodes += count(&next, depth - 1);
        }
        nodes
    }
    let fen = shakmaty::fen::Fen::from_ascii(fen.as_bytes()).expect("sound");
    let position: shakmaty::Chess =
        fen.into_position(shakmaty::CastlingMode::Chess960).expect("sound");
    let run = move |depth| {
        let position = black_box(&position);
        if made { count(position, depth) } else { shakmaty::perft(position, depth) }
    };
    ("shakmaty", Box::new(run))
}

/// A running Stockfish.
struct Stockfish {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Stockfish {
    fn start(path: &str) -> Self {
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("TABIA_STOCKFISH names a program");
        let input = child.stdin.take().expect("piped");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let mut stockfish = Self { child, input, output };
        stockfish.send("setoption name UCI_Chess960 value true");
        stockfish
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it listens");
    }

    /// The number in the line with this prefix.
    fn number_after(&mut self, start: &str) -> u64 {
        let lines = self.output.by_ref().lines();
        let mut lines = lines.map(|line| line.expect("it speaks"));
        lines.find_map(|line| line.strip_prefix(start)?.trim().parse().ok()).expect("an answer")
    }
}

impl Drop for Stockfish {
    fn drop(&mut self) {
        self.send("quit");
        let _ = self.child.wait();
    }
}

fn stockfish(path: &str, fen: String) -> Runner {
    let mut stockfish = Stockfish::start(path);
    let run = move |depth| {
        stockfish.send(&format!("position fen {fen}"));
        stockfish.send(&format!("go perft {depth}"));
        stockfish.number_after("Nodes searched:")
    };
    ("stockfish", Box::new(run))
}
