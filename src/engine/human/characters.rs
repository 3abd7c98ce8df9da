//! The twelve characters of limited strength: their names, Elo, style and opening repertoire.

use tabia_chess::{Board, Color, Move, uci_move};
use tabia_games::openings;

use super::style::Style;

/// A character.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Character {
    /// Name, also its value as an option of UCI.
    pub name: &'static str,
    /// Measured Elo on the scale of limited strength.
    pub elo: u16,
    /// Half of the 95 % interval of that number.
    pub error: u16,
    /// The Elo on the scale at which it plays; its style and openings change the measured Elo.
    pub plays_at: u16,
    /// Preferences for kinds of moves.
    pub style: Style,
    /// Its opening repertoire.
    pub repertoire: &'static [Line],
    /// Time it takes for a move, as a share of the usual time.
    pub pace: f64,
    /// Whether it resigns lost games.
    pub resigns: bool,
    /// Statistics of its style.
    pub habits: Habits,
}

/// Statistics of a character's games (`tabia-train habits`).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Habits {
    /// Games counted.
    pub games: u32,
    /// Exchanges of equal pieces it began, per game.
    pub exchanges: f32,
    /// Moves of pieces towards the enemy king and checks, per hundred moves.
    pub attacks: f32,
    /// Pawn moves to the fourth rank or further near the enemy king, per game.
    pub pawn_storms: f32,
    /// Moves that sacrifice material near the enemy king, per game.
    pub sacrifices: f32,
    /// Queen moves before move 8, per game.
    pub early_queens: f32,
    /// Share of games in which it castled to the king's side.
    pub short_castling: f32,
    /// Share of games in which it castled to the queen's side.
    pub long_castling: f32,
    /// Moves per game.
    pub moves: f32,
}

/// A line of a repertoire: one side plays its moves as long as the opponent plays the opponent's moves of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The side that plays it.
    pub side: Color,
    /// The moves of both sides from the start position, in UCI notation.
    pub moves: &'static str,
}

const fn white(moves: &'static str) -> Line {
    Line { side: Color::White, moves }
}

const fn black(moves: &'static str) -> Line {
    Line { side: Color::Black, moves }
}

const EARLY_QUEENS: &[Line] = &[
    white("e2e4 e7e5 d1h5 b8c6 f1c4"),
    white("e2e4 d7d5 e4d5 d8d5"),
    black("e2e4 d7d5 e4d5 d8d5"),
    black("d2d4 d7d5"),
];
const OPEN_GAMES: &[Line] =
    &[white("e2e4 e7e5 g1f3 b8c6"), black("e2e4 e7e5 g1f3 b8c6"), black("d2d4 d7d5")];
const ITALIAN: &[Line] = &[
    white("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d3"),
    white("e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 d2d3 f8c5"),
    white("e2e4 c7c5 g1f3"),
    white("e2e4 e7e6 d2d4 d7d5 e4d5 e6d5"),
    white("e2e4 c7c6 d2d4 d7d5 e4d5 c6d5"),
    black("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5"),
    black("d2d4 d7d5"),
];
const SOLID: &[Line] = &[
    white("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 d2d3 g8f6"),
    black("e2e4 c7c6 d2d4 d7d5 e4d5 c6d5 f1d3 b8c6"),
    black("e2e4 c7c6 b1c3 d7d5 e4d5 c6d5"),
    black("d2d4 d7d5 c2c4 c7c6 g1f3 g8f6"),
    black("c2c4 c7c6 e2e4 d7d5"),
];
const GAMBITS: &[Line] = &[
    white("e2e4 e7e5 f2f4 e5f4 g1f3"),
    white("e2e4 c7c5 d2d4 c5d4 c2c3"),
    white("e2e4 e7e6 d2d4 d7d5 b1c3"),
    black("d2d4 e7e5 d4e5 b8c6"),
    black("e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 f3g5 d7d5 e4d5 b7b5"),
];
const LONDON: &[Line] = &[
    white("d2d4 d7d5 c1f4 g8f6 e2e3 c7c5 c2c3 b8c6 b1d2"),
    white("d2d4 g8f6 c1f4 e7e6 e2e3 d7d5 g1f3"),
    white("d2d4 g8f6 c1f4 g7g6 e2e3 f8g7 g1f3"),
    white("d2d4 c7c5 e2e3"),
    white("d2d4 e7e6 c1f4"),
    black("e2e4 c7c6 d2d4 d7d5"),
    black("d2d4 d7d5 c2c4 e7e6"),
];
const SICILIANS: &[Line] = &[
    black("e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 g7g6 f2f3"),
    black("e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6 c1g5 e7e6 f2f4"),
    black("e2e4 c7c5 c2c3 g8f6"),
    black("d2d4 g8f6 c2c4 g7g6 b1c3 f8g7 e2e4 d7d6"),
    white("e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 g7g6 c1e3 f8g7 f2f3"),
    white("e2e4 e7e5 g1f3 b8c6 d2d4 e5d4 f3d4"),
];
const ENDGAMES: &[Line] = &[
    white("d2d4 d7d5 c2c4 e7e6 c4d5 e6d5"),
    white("c2c4 e7e5 b1c3 g8f6 g2g3"),
    black("e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f6e4"),
    black("e2e4 e7e5 g1f3 g8f6 f3e5 d7d6 e5f3 f6e4"),
    black("d2d4 g8f6 c2c4 e7e6 g1f3 b7b6"),
];
const MODERN: &[Line] = &[
    white("g1f3 d7d5 d2d4 g8f6 c2c4 e7e6"),
    white("c2c4 g8f6 b1c3 e7e5"),
    black("d2d4 g8f6 c2c4 g7g6 b1c3 d7d5 c4d5 f6d5"),
    black("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7"),
];
const ATTACKS: &[Line] = &[
    white("e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6 c1e3 e7e5 d4b3 c8e6 f2f3"),
    white("e2e4 e7e6 d2d4 d7d5 b1c3 g8f6 e4e5 f6d7 f2f4"),
    white("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 b2b4 c5b4 c2c3"),
    white("e2e4 c7c6 d2d4 d7d5 e4e5"),
    black("d2d4 g8f6 c2c4 c7c5 d4d5 b7b5"),
    black("e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6"),
];
const PREPARED: &[Line] = &[
    white("d2d4 g8f6 c2c4 e7e6 b1c3 f8b4 e2e3 e8g8"),
    white("d2d4 d7d5 c2c4 c7c6 g1f3 g8f6 b1c3 e7e6 e2e3 b8d7"),
    white("c2c4 e7e5 g2g3 g8f6 f1g2 d7d5"),
    black("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8"),
    black("e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6 f1e2 e7e5"),
    black("d2d4 g8f6 c2c4 e7e6 b1c3 f8b4"),
];

/// All characters, the weakest first. `benches/measurements/opponents.md` has the games behind the numbers.
pub const CHARACTERS: [Character; 12] = [
    Character {
        name: "Pip",
        elo: 560,
        error: 100,
        plays_at: 560,
        style: Style { attack: 0.4, ..Style::AVERAGE },
        repertoire: OPEN_GAMES,
        pace: 0.7,
        resigns: true,
        habits: Habits {
            games: 168,
            exchanges: 1.14,
            attacks: 13.6,
            pawn_storms: 1.13,
            sacrifices: 0.65,
            early_queens: 0.44,
            short_castling: 0.45,
            long_castling: 0.06,
            moves: 52.6,
        },
    },
    Character {
        name: "Trude",
        elo: 700,
        error: 95,
        plays_at: 710,
        style: Style { exchanges: -0.5, ..Style::AVERAGE },
        repertoire: OPEN_GAMES,
        pace: 1.6,
        resigns: false,
        habits: Habits {
            games: 184,
            exchanges: 0.88,
            attacks: 16.7,
            pawn_storms: 0.89,
            sacrifices: 0.47,
            early_queens: 0.3,
            short_castling: 0.58,
            long_castling: 0.04,
            moves: 52.2,
        },
    },
    Character {
        name: "Bruno",
        elo: 910,
        error: 55,
        plays_at: 900,
        style: Style { early_queen: 2.0, attack: 0.5, ..Style::AVERAGE },
        repertoire: EARLY_QUEENS,
        pace: 0.8,
        resigns: true,
        habits: Habits {
            games: 126,
            exchanges: 1.44,
            attacks: 22.9,
            pawn_storms: 1.13,
            sacrifices: 0.46,
            early_queens: 3.06,
            short_castling: 0.27,
            long_castling: 0.1,
            moves: 55.6,
        },
    },
    Character {
        name: "Lena",
        elo: 1080,
        error: 50,
        plays_at: 1050,
        style: Style::AVERAGE,
        repertoire: ITALIAN,
        pace: 1.0,
        resigns: true,
        habits: Habits {
            games: 120,
            exchanges: 1.5,
            attacks: 19.5,
            pawn_storms: 1.18,
            sacrifices: 0.38,
            early_queens: 0.18,
            short_castling: 0.6,
            long_castling: 0.08,
            moves: 58.7,
        },
    },
    Character {
        name: "Sami",
        elo: 1230,
        error: 50,
        plays_at: 1200,
        style: Style { attack: 0.8, pawn_storm: 0.8, sacrifices: 0.8, ..Style::AVERAGE },
        repertoire: GAMBITS,
        pace: 0.8,
        resigns: true,
        habits: Habits {
            games: 150,
            exchanges: 1.61,
            attacks: 25.5,
            pawn_storms: 1.85,
            sacrifices: 0.67,
            early_queens: 0.42,
            short_castling: 0.51,
            long_castling: 0.13,
            moves: 54.9,
        },
    },
    Character {
        name: "Nadia",
        elo: 1310,
        error: 50,
        plays_at: 1350,
        style: Style { exchanges: 1.2, pawn_storm: -0.5, ..Style::AVERAGE },
        repertoire: SOLID,
        pace: 1.0,
        resigns: true,
        habits: Habits {
            games: 160,
            exchanges: 2.19,
            attacks: 18.8,
            pawn_storms: 0.8,
            sacrifices: 0.33,
            early_queens: 0.41,
            short_castling: 0.67,
            long_castling: 0.05,
            moves: 60.7,
        },
    },
    Character {
        name: "Henk",
        elo: 1490,
        error: 50,
        plays_at: 1440,
        style: Style { long_castling: -1.0, ..Style::AVERAGE },
        repertoire: LONDON,
        pace: 1.0,
        resigns: true,
        habits: Habits {
            games: 164,
            exchanges: 1.83,
            attacks: 19.5,
            pawn_storms: 1.06,
            sacrifices: 0.23,
            early_queens: 0.41,
            short_castling: 0.6,
            long_castling: 0.07,
            moves: 59.9,
        },
    },
    Character {
        name: "Ines",
        elo: 1630,
        error: 50,
        plays_at: 1540,
        style: Style { pawn_storm: 0.8, long_castling: 1.5, ..Style::AVERAGE },
        repertoire: SICILIANS,
        pace: 1.7,
        resigns: true,
        habits: Habits {
            games: 164,
            exchanges: 1.7,
            attacks: 19.4,
            pawn_storms: 1.66,
            sacrifices: 0.31,
            early_queens: 0.41,
            short_castling: 0.65,
            long_castling: 0.13,
            moves: 60.5,
        },
    },
    Character {
        name: "Viktor",
        elo: 1820,
        error: 55,
        plays_at: 1800,
        style: Style { exchanges: 1.0, king_walks: 0.8, attack: -0.4, ..Style::AVERAGE },
        repertoire: ENDGAMES,
        pace: 1.2,
        resigns: true,
        habits: Habits {
            games: 170,
            exchanges: 2.03,
            attacks: 17.0,
            pawn_storms: 0.91,
            sacrifices: 0.28,
            early_queens: 0.3,
            short_castling: 0.74,
            long_castling: 0.09,
            moves: 64.8,
        },
    },
    Character {
        name: "Mei",
        elo: 2010,
        error: 55,
        plays_at: 2020,
        style: Style { captures: 1.5, ..Style::AVERAGE },
        repertoire: MODERN,
        pace: 0.7,
        resigns: true,
        habits: Habits {
            games: 172,
            exchanges: 2.01,
            attacks: 20.1,
            pawn_storms: 1.2,
            sacrifices: 0.42,
            early_queens: 0.3,
            short_castling: 0.74,
            long_castling: 0.07,
            moves: 71.8,
        },
    },
    Character {
        name: "Rafael",
        elo: 2050,
        error: 65,
        plays_at: 2080,
        style: Style { attack: 0.6, pawn_storm: 0.6, sacrifices: 1.5, ..Style::AVERAGE },
        repertoire: ATTACKS,
        pace: 0.9,
        resigns: true,
        habits: Habits {
            games: 122,
            exchanges: 2.07,
            attacks: 22.1,
            pawn_storms: 1.33,
            sacrifices: 0.66,
            early_queens: 0.16,
            short_castling: 0.75,
            long_castling: 0.06,
            moves: 73.4,
        },
    },
    Character {
        name: "Dr. Linde",
        elo: 2350,
        error: 100,
        plays_at: 2400,
        style: Style::AVERAGE,
        repertoire: PREPARED,
        pace: 1.1,
        resigns: true,
        habits: Habits {
            games: 112,
            exchanges: 2.03,
            attacks: 23.4,
            pawn_storms: 1.32,
            sacrifices: 0.43,
            early_queens: 0.25,
            short_castling: 0.76,
            long_castling: 0.05,
            moves: 77.6,
        },
    },
];

/// Style statistics of the engines at full strength, counted in games against each other.
pub mod masters {
    use super::Habits;

    /// The alpha-beta search.
    pub const ALPHA_BETA: Habits = Habits {
        games: 108,
        exchanges: 2.45,
        attacks: 19.5,
        pawn_storms: 1.43,
        sacrifices: 0.44,
        early_queens: 0.15,
        short_castling: 0.79,
        long_castling: 0.14,
        moves: 69.6,
    };
    /// The alpha-beta search with the gambler's contempt.
    pub const GAMBLER: Habits = Habits {
        games: 108,
        exchanges: 2.41,
        attacks: 19.5,
        pawn_storms: 1.32,
        sacrifices: 0.44,
        early_queens: 0.18,
        short_castling: 0.81,
        long_castling: 0.09,
        moves: 71.8,
    };
    /// The PUCT search.
    pub const PUCT: Habits = Habits {
        games: 108,
        exchanges: 1.84,
        attacks: 15.4,
        pawn_storms: 1.16,
        sacrifices: 0.22,
        early_queens: 0.24,
        short_castling: 0.82,
        long_castling: 0.05,
        moves: 64.5,
    };
}

impl Character {
    /// The opening families of its repertoire for this side, without duplicates.
    pub fn openings(&self, side: Color) -> Vec<&'static str> {
        let mut found = Vec::new();
        for line in self.repertoire.iter().filter(|line| line.side == side) {
            let mut boards = vec![Board::start()];
            for word in line.moves.split(' ') {
                let before = boards[boards.len() - 1];
                let Ok(mv) = uci_move::parse(&before, word) else { break };
                boards.push(before.after(mv));
            }
            let family = openings::of_game(&boards).map(|opening| opening.family());
            found.extend(family.filter(|family| !found.contains(family)));
        }
        found
    }

    /// The moves of its repertoire in a position. A move occurs once for each line that contains it there.
    pub fn opening(&self, board: &Board) -> Vec<Move> {
        let mut found = Vec::new();
        for line in self.repertoire.iter().filter(|line| line.side == board.stm()) {
            let mut at = Board::start();
            for word in line.moves.split(' ') {
                let Ok(mv) = uci_move::parse(&at, word) else { break };
                if at.key() == board.key() {
                    found.push(mv);
                    break;
                }
                at.make_move(mv);
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_grow_stronger_and_their_openings_are_legal() {
        for pair in CHARACTERS.windows(2) {
            assert!(pair[0].elo < pair[1].elo, "{} and {}", pair[0].name, pair[1].name);
        }
        for one in &CHARACTERS {
            for line in one.repertoire {
                let mut board = Board::start();
                for word in line.moves.split(' ') {
                    let mv = uci_move::parse(&board, word);
                    let mv = mv.unwrap_or_else(|error| panic!("{}: {line:?}: {error}", one.name));
                    if line.side == board.stm() {
                        assert!(one.opening(&board).contains(&mv), "{line:?}");
                    }
                    board.make_move(mv);
                }
            }
        }
    }

    /// The numbers of each row with this name in the tables of `benches/measurements/opponents.md`.
    fn measured(name: &str) -> Vec<Vec<f64>> {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benches/measurements/opponents.md");
        let text = std::fs::read_to_string(path).unwrap();
        let rows = text.lines().filter_map(|line| line.strip_prefix(&format!("| {name} | ")));
        rows.map(|row| {
            let numbers = row.split(['|', '±']).map(str::trim).filter(|cell| !cell.is_empty());
            numbers.map(|cell| cell.parse().unwrap()).collect()
        })
        .collect()
    }

    /// As a row of the tables: castling in per cent.
    fn row_of(habits: &Habits) -> [f32; 9] {
        [
            habits.games as f32,
            habits.exchanges,
            habits.attacks,
            habits.pawn_storms,
            habits.sacrifices,
            habits.early_queens,
            habits.short_castling * 100.0,
            habits.long_castling * 100.0,
            habits.moves,
        ]
    }

    #[test]
    fn the_numbers_of_characters_are_the_measured_ones() {
        let alike = |row: &[f64], habits: &Habits| {
            let shown = row_of(habits).map(f64::from);
            row.len() == shown.len()
                && row.iter().zip(shown).all(|(one, other)| (one - other).abs() < 1e-4)
        };
        for one in &CHARACTERS {
            let [elo, habits] = &measured(one.name)[..] else { panic!("{}", one.name) };
            let [.., value, error] = elo[..] else { panic!("{elo:?}") };
            let (shown, shown_error) = (f64::from(one.elo), f64::from(one.error));
            assert!((value - shown).abs() <= 5.0, "{}: {shown} for {value}", one.name);
            assert!((error - shown_error).abs() <= 5.0, "{}: ± {error}", one.name);
            assert!(alike(habits, &one.habits), "{}: {habits:?}", one.name);
        }
        let masters = [
            ("Alpha-beta", masters::ALPHA_BETA),
            ("Gambler", masters::GAMBLER),
            ("PUCT", masters::PUCT),
        ];
        for (name, habits) in masters {
            // Games, points, then the habits.
            let mut row = measured(name).concat();
            row.remove(1);
            assert!(alike(&row, &habits), "{name}: {row:?}");
        }
    }

    #[test]
    fn the_london_system_is_played_in_every_game() {
        let henk = CHARACTERS.iter().find(|one| one.name == "Henk").unwrap();
        let start = Board::start();
        let queens_pawn = uci_move::parse(&start, "d2d4").unwrap();
        let first = henk.opening(&start);
        assert!(!first.is_empty() && first.iter().all(|&mv| mv == queens_pawn));
        let mut board = start.after(queens_pawn);
        board.make_move(uci_move::parse(&board, "g8f6").unwrap());
        let bishop = uci_move::parse(&board, "c1f4").unwrap();
        assert!(henk.opening(&board).iter().all(|&mv| mv == bishop));
    }
}
