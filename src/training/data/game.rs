//! A game with the score of every move.
//!
//! ```text
//! file   "TABIAG1\n", then games until the end
//! game    0..28  the position it begins from, see `packed`
//!        28      result: 0 Black won, 1 drawn, 2 White won
//!        29      where it comes from: 0 standard chess, 1 Chess960, 2 endings, 3 archive (4 and 5:
//!                samples only, see `Source`)
//!        30..32  number of plies n, little-endian
//!        32..    n times a move (16 bits: from, to, kind) and the score before it (16 bits, signed,
//!                side to move's view), little-endian
//!        last 4  checksum of all bytes of the game before: 32-bit FNV-1a, little-endian
//! ```

use tabia_chess::{Board, Color, Move};
use tabia_games::game::result;

use super::packed;
use super::reader::DataError;

/// Magic of a game file.
pub const MAGIC: &[u8; 8] = b"TABIAG1\n";
/// Size of a game's header, bytes.
pub const HEAD: usize = packed::BYTES + 4;
/// Size of a move with its score, bytes.
pub const PLY: usize = 4;
/// Size of the checksum, bytes.
pub const SUM: usize = 4;
/// Score of a move without one.
pub const NO_SCORE: i16 = i16::MIN;
/// Larger scores are forced mates: 32,000 less the plies to mate.
pub const MATE_FOUND: i16 = 31_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum GameResult {
    /// Black won.
    BlackWins = 0,
    Draw = 1,
    /// White won.
    WhiteWins = 2,
}

impl GameResult {
    /// All results, in the order of their numbers.
    pub const ALL: [GameResult; 3] =
        [GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins];

    pub fn from_index(index: u8) -> Option<GameResult> {
        Self::ALL.get(usize::from(index)).copied()
    }

    /// The result of a PGN game; `None` if it is open.
    pub fn of_pgn(result: result::GameResult) -> Option<GameResult> {
        match result {
            result::GameResult::White => Some(GameResult::WhiteWins),
            result::GameResult::Draw => Some(GameResult::Draw),
            result::GameResult::Black => Some(GameResult::BlackWins),
            result::GameResult::Open => None,
        }
    }

    /// A win of this side, or a draw.
    pub fn won_by(winner: Option<Color>) -> GameResult {
        match winner {
            None => GameResult::Draw,
            Some(Color::White) => GameResult::WhiteWins,
            Some(Color::Black) => GameResult::BlackWins,
        }
    }
}

/// Source of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Source {
    /// Self-play from openings of standard chess.
    Standard = 0,
    /// Self-play from Chess960 positions.
    Chess960 = 1,
    /// Self-play from endings.
    Endings = 2,
    /// An archive of other engines' games.
    Archive = 3,
    /// Positions of games without scores, scored by the hand-crafted evaluation or a later search.
    Labelled = 4,
    /// Positions a few random moves from a game, or from a search tree; the result of the game does not apply.
    Wandered = 5,
}

impl Source {
    /// All sources, in the order of their numbers.
    pub const ALL: [Source; 6] = [
        Source::Standard,
        Source::Chess960,
        Source::Endings,
        Source::Archive,
        Source::Labelled,
        Source::Wandered,
    ];

    pub fn from_index(index: u8) -> Option<Source> {
        Self::ALL.get(usize::from(index)).copied()
    }

    /// Name for tables and files.
    pub fn name(self) -> &'static str {
        match self {
            Source::Standard => "standard",
            Source::Chess960 => "chess960",
            Source::Endings => "endings",
            Source::Archive => "archive",
            Source::Labelled => "labelled",
            Source::Wandered => "wandered",
        }
    }
}

/// A move and the score of the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    pub mv: Move,
    /// Centipawns or a mate, side to move's view; [`NO_SCORE`] if unknown.
    pub score: i16,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Where it began.
    pub start: Board,
    /// How it ended.
    pub result: GameResult,
    pub source: Source,
    /// The moves, all legal; at most 65,535.
    pub moves: Vec<ScoredMove>,
}

impl GameRecord {
    /// Appends the game in binary form.
    pub fn write(&self, out: &mut Vec<u8>) {
        let from = out.len();
        let moves = &self.moves[..self.moves.len().min(usize::from(u16::MAX))];
        out.extend_from_slice(&packed::pack(&self.start));
        out.push(self.result as u8);
        out.push(self.source as u8);
        out.extend_from_slice(&(moves.len() as u16).to_le_bytes());
        for scored in moves {
            out.extend_from_slice(&scored.mv.bits().to_le_bytes());
            out.extend_from_slice(&scored.score.to_le_bytes());
        }
        let sum = fnv(&out[from..]);
        out.extend_from_slice(&sum.to_le_bytes());
    }

    /// Parses a game; [`bytes_of`] gives its size.
    ///
    /// # Errors
    /// If the checksum is wrong, the position invalid or a move illegal; `offset` is the position of the game in its
    /// file.
    pub fn read(bytes: &[u8], offset: u64) -> Result<GameRecord, DataError> {
        let damaged =
            |at: usize, what: String| DataError::Damaged { offset: offset + at as u64, what };
        let (Some(head), Some((body, sum))) =
            (bytes.first_chunk::<HEAD>(), bytes.split_last_chunk::<SUM>())
        else {
            return Err(damaged(0, format!("{} bytes, expected a game", bytes.len())));
        };
        let (found, expected) = (u32::from_le_bytes(*sum), fnv(body));
        if found != expected {
            let what = format!("checksum {found:08x}, expected {expected:08x} for this game");
            return Err(damaged(0, what));
        }
        let start = unpack_start(head).map_err(|what| damaged(0, what))?;
        let result = GameResult::from_index(head[28])
            .ok_or_else(|| damaged(28, format!("result {}, expected 0, 1 or 2", head[28])))?;
        let source = Source::from_index(head[29])
            .ok_or_else(|| damaged(29, format!("source {}, expected 0 to 5", head[29])))?;
        let mut moves = Vec::with_capacity(body.len() / PLY);
        let mut board = start;
        let (plies, _) = body[HEAD..].as_chunks::<PLY>();
        for (ply, &[a, b, c, d]) in plies.iter().enumerate() {
            let bits = u16::from_le_bytes([a, b]);
            let mv = Move::from_bits(bits).filter(|&mv| board.is_legal(mv)).ok_or_else(|| {
                damaged(
                    HEAD + PLY * ply,
                    format!("move {bits:#06x}, expected one legal in {board}"),
                )
            })?;
            moves.push(ScoredMove { mv, score: i16::from_le_bytes([c, d]) });
            board.make_move(mv);
        }
        Ok(GameRecord { start, result, source, moves })
    }

    /// Calls `visit` with each position, its move and the score of that move.
    pub fn for_each(&self, mut visit: impl FnMut(&Board, ScoredMove)) {
        let mut board = self.start;
        for &scored in &self.moves {
            visit(&board, scored);
            board.make_move(scored.mv);
        }
    }
}

fn unpack_start(head: &[u8; HEAD]) -> Result<Board, String> {
    head.first_chunk().map_or_else(|| Err("no position".to_owned()), packed::unpack)
}

/// Size of a game by its header, bytes.
pub fn bytes_of(head: &[u8; HEAD]) -> usize {
    HEAD + PLY * usize::from(u16::from_le_bytes([head[30], head[31]])) + SUM
}

/// 32-bit FNV-1a (<https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>). It finds damage and gives no security.
pub(crate) fn fnv(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Checksum of records in this order.
pub(crate) fn fnv_of_all(records: impl Iterator<Item = impl AsRef<[u8]>>) -> u64 {
    records.fold(0, |sum, record| {
        (sum ^ u64::from(fnv(record.as_ref()))).wrapping_mul(0x0100_0000_01B3)
    })
}
