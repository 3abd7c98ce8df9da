//! Input for a UCI engine: long scripts with known answers, and random conversations.

use tabia_chess::{Board, SplitMix64, uci_move};

/// Positions of random games, with a move to find in each, as `position` and `go` commands.
pub(crate) fn script(pairs: usize, seed: u64) -> (String, Vec<String>) {
    let mut rng = SplitMix64::new(seed);
    let (mut text, mut moves) = (String::new(), Vec::new());
    let (mut board, mut played) = (Board::start(), String::new());
    while moves.len() < pairs {
        let legal = board.legal_moves();
        if legal.is_empty() || played.len() > 400 {
            (board, played) = (Board::start(), String::new());
            continue;
        }
        let mv = legal[rng.below(legal.len())];
        let name = uci_move::write(&board, mv, false);
        let pair = format!("position startpos moves{played}\ngo nodes 20 searchmoves {name}\n");
        text += &pair;
        played = format!("{played} {name}");
        board.make_move(mv);
        moves.push(name);
    }
    (text, moves)
}

/// A generator of small numbers, the same for the same seed.
pub(crate) struct Draw(pub(crate) u64);

impl Draw {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    /// A line: mostly valid, sometimes cut off, repeated or with random characters.
    pub(crate) fn line(&mut self) -> String {
        let mut line = self.command();
        match self.below(12) {
            0 => line.truncate(self.below(line.len() + 1)),
            1 => line = format!("{line} {}", self.command()),
            2 => {
                let noise =
                    ["\u{0}", "\u{1f600}", "-1", "99999999999999999999", "\t", "value", "name"];
                let mut words: Vec<&str> = line.split(' ').collect();
                words.insert(self.below(words.len() + 1), self.of(&noise));
                line = words.join(" ");
            }
            _ => {}
        }
        line
    }

    fn command(&mut self) -> String {
        match self.below(10) {
            0..=2 => format!("go{}", self.limits()),
            3 | 4 => format!("position {}{}", self.of(&STARTS), self.moves()),
            5 => {
                let name = self.of(&[
                    "Hash",
                    "Threads",
                    "MultiPV",
                    "Move Overhead",
                    "UCI_Chess960",
                    "UCI_ShowWDL",
                    "UCI_Elo",
                    "UCI_LimitStrength",
                    "UCI_AnalyseMode",
                    "Level",
                    "Ponder",
                    "Clear Hash",
                    "UCI_EngineAbout",
                    "Nonsense",
                ]);
                let value = self.of(&["1", "2", "3", "true", "false", "Skittles", "1500", "x", ""]);
                format!("setoption name {name} value {value}")
            }
            6 => self.of(&["isready", "uci", "debug on", "debug off", "register later"]).to_owned(),
            7 | 8 => self.of(&["stop", "ponderhit", "ucinewgame", "d", "eval"]).to_owned(),
            _ => self.of(&["", "xyzzy", "go", "position", "setoption", "bench x", "\r"]).to_owned(),
        }
    }

    fn limits(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..self.below(4) {
            let number = self.below(40);
            let part = match self.below(8) {
                0 => format!(" depth {}", number % 7),
                1 => format!(" nodes {}", number * 100),
                2 => format!(" movetime {number}"),
                3 => format!(" wtime {} btime {} winc 1 binc 1", number * 20, number * 10),
                4 => " infinite".to_owned(),
                5 => " ponder".to_owned(),
                6 => format!(" mate {}", number % 4),
                _ => format!(" searchmoves {}", self.of(&["e2e4", "d2d4 g1f3", "e1h1", "a7a8q"])),
            };
            text.push_str(&part);
        }
        text
    }

    fn moves(&mut self) -> String {
        let lines =
            ["", " moves", " moves e2e4 e7e5 g1f3", " moves e1g1", " moves e2e4 e2e4", " e2e4"];
        self.of(&lines).to_owned()
    }
}

/// Starts for random conversations, valid and invalid.
const STARTS: [&str; 9] = [
    "startpos",
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "fen 8/8/8/8/8/2k5/2p5/2K5 w - - 99 80",
    "fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "fen rubbish",
    "nowhere",
];

/// The last position of every random conversation: only the king on e5 can move.
pub(crate) const LAST: &str = "8/8/8/4k3/8/8/4P3/4K3 b - - 7 77";
