//! A self-play game of PUCT with the visit counts of each search.
//!
//! ```text
//! file   "TABIAV1\n", then games until the end
//! game    0..28  the position it begins from, see `packed`
//!        28      result: 0 Black won, 1 drawn, 2 White won
//!        29      where it comes from, as in `game`
//!        30..32  number of plies n
//!        32..36  bytes of the plies
//!        36..    n times: the move played (16 bits: from, to, kind); the result that the search expects for the
//!                mover and its chance of a draw, each a share of 65,535 (16 bits); number of moves k (8 bits); then
//!                k times a move and its share of the playouts of 65,535 (16 bits each)
//!        last 4  checksum of all bytes of the game before: 32-bit FNV-1a
//! ```
//!
//! All numbers are little-endian. Positions without a training target have `k` = 0.

use std::path::Path;

use tabia_chess::{Board, Move};
use tabia_games::{regular_file, whole_file};

use super::game::{GameResult, Source, fnv};
use super::packed;
use super::reader::DataError;

/// Magic of the file.
pub const MAGIC: &[u8; 8] = b"TABIAV1\n";
/// The value of 1 in a share.
pub const WHOLE: u16 = u16::MAX;
/// Largest file that is read, bytes.
const MAX_BYTES: u64 = 1 << 30;
/// Size of a game's header, bytes.
const HEAD: usize = packed::BYTES + 8;
/// Size of a ply without its moves, and of a move with its share, bytes.
const PLY: usize = 7;
const SHARE: usize = 4;
/// Size of the checksum, bytes.
const SUM: usize = 4;

/// A move played, and the result of its search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisitPly {
    /// The move played.
    pub mv: Move,
    /// Expected score for the side to move: 0 lost, [`WHOLE`] won.
    pub expected: u16,
    /// Draw probability, of [`WHOLE`].
    pub draw: u16,
    /// Moves with their shares of the visits, adding up to [`WHOLE`]; empty without a training target.
    pub shares: Vec<(Move, u16)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisitGame {
    /// Where it began.
    pub start: Board,
    /// How it ended.
    pub result: GameResult,
    pub source: Source,
    /// Its plies, all moves legal; at most 65,535.
    pub plies: Vec<VisitPly>,
}

impl VisitGame {
    /// Appends the game in binary form.
    pub fn write(&self, out: &mut Vec<u8>) {
        let from = out.len();
        let plies = &self.plies[..self.plies.len().min(usize::from(u16::MAX))];
        out.extend_from_slice(&packed::pack(&self.start));
        out.extend([self.result as u8, self.source as u8]);
        out.extend((plies.len() as u16).to_le_bytes());
        let length = |ply: &VisitPly| PLY + SHARE * ply.shares.len().min(255);
        out.extend((plies.iter().map(length).sum::<usize>() as u32).to_le_bytes());
        for ply in plies {
            let shares = &ply.shares[..ply.shares.len().min(255)];
            for number in [ply.mv.bits(), ply.expected, ply.draw] {
                out.extend(number.to_le_bytes());
            }
            out.push(shares.len() as u8);
            for (mv, share) in shares {
                out.extend(mv.bits().to_le_bytes());
                out.extend(share.to_le_bytes());
            }
        }
        let sum = fnv(&out[from..]);
        out.extend(sum.to_le_bytes());
    }

    /// Calls `visit` with each position and its ply.
    pub fn for_each(&self, mut visit: impl FnMut(&Board, &VisitPly)) {
        let mut board = self.start;
        for ply in &self.plies {
            visit(&board, ply);
            board.make_move(ply.mv);
        }
    }
}

/// Writes a game file atomically.
///
/// # Errors
/// Errors of the file system.
pub fn write_file(path: &Path, games: &[VisitGame]) -> Result<(), DataError> {
    let mut bytes = MAGIC.to_vec();
    for game in games {
        game.write(&mut bytes);
    }
    whole_file::write_bytes(path, &bytes).map_err(|error| DataError::from(error).of_file(path))
}

/// Reads the games of a file.
///
/// # Errors
/// States the error and its location.
pub fn read_file(path: &Path) -> Result<Vec<VisitGame>, DataError> {
    let read = || parse(&regular_file::read(path, MAX_BYTES)?);
    read().map_err(|error: DataError| error.of_file(path))
}

/// Parses a game file.
fn parse(bytes: &[u8]) -> Result<Vec<VisitGame>, DataError> {
    let mut rest = bytes.strip_prefix(MAGIC).ok_or_else(|| DataError::Format {
        found: bytes[..bytes.len().min(MAGIC.len())].to_vec(),
        expected: "TABIAV1 (games with visits)",
    })?;
    let mut games = Vec::new();
    while !rest.is_empty() {
        let offset = (bytes.len() - rest.len()) as u64;
        let short = |expected: usize| DataError::Truncated {
            offset,
            found: rest.len(),
            expected,
            what: "game with visits",
        };
        let head: &[u8; HEAD] = rest.first_chunk().ok_or_else(|| short(HEAD))?;
        let length = u32::from_le_bytes([head[32], head[33], head[34], head[35]]) as usize;
        let whole = HEAD.saturating_add(length).saturating_add(SUM);
        let (game, after) = rest.split_at_checked(whole).ok_or_else(|| short(whole))?;
        games.push(game_of(game, head).map_err(|what| DataError::Damaged { offset, what })?);
        rest = after;
    }
    Ok(games)
}

/// Parses a game, with header and checksum.
fn game_of(bytes: &[u8], head: &[u8; HEAD]) -> Result<VisitGame, String> {
    let Some((body, sum)) = bytes.split_last_chunk::<SUM>() else {
        return Err("no checksum, expected one".to_owned());
    };
    let (found, expected) = (u32::from_le_bytes(*sum), fnv(body));
    if found != expected {
        return Err(format!("checksum {found:08x}, expected {expected:08x} for this game"));
    }
    let start = head.first_chunk().map_or_else(|| Err("no position".to_owned()), packed::unpack)?;
    let result = GameResult::from_index(head[28])
        .ok_or_else(|| format!("result {}, expected 0, 1 or 2", head[28]))?;
    let source = Source::from_index(head[29])
        .ok_or_else(|| format!("source {}, expected 0 to 5", head[29]))?;
    let count = usize::from(u16::from_le_bytes([head[30], head[31]]));
    let (mut board, mut plies, mut rest) = (start, Vec::new(), &body[HEAD..]);
    while let Some((&[a, b, c, d, e, f, moves], after)) = rest.split_first_chunk::<PLY>() {
        let mv = legal(&board, a, b)?;
        let length = SHARE * usize::from(moves);
        let (shares, after) = after.split_at_checked(length).ok_or("the plies are cut off")?;
        let shares = shares.as_chunks::<SHARE>().0.iter();
        let shares = shares
            .map(|&[a, b, c, d]| Ok((legal(&board, a, b)?, u16::from_le_bytes([c, d]))))
            .collect::<Result<_, String>>()?;
        let (expected, draw) = (u16::from_le_bytes([c, d]), u16::from_le_bytes([e, f]));
        plies.push(VisitPly { mv, expected, draw, shares });
        board.make_move(mv);
        rest = after;
    }
    if plies.len() != count || !rest.is_empty() {
        let (found, over) = (plies.len(), rest.len());
        return Err(format!("{found} plies and {over} bytes, expected {count} plies"));
    }
    Ok(VisitGame { start, result, source, plies })
}

/// A move from its bits.
fn legal(board: &Board, low: u8, high: u8) -> Result<Move, String> {
    let bits = u16::from_le_bytes([low, high]);
    let mv = Move::from_bits(bits).filter(|&mv| board.is_legal(mv));
    mv.ok_or_else(|| format!("move {bits:#06x}, expected one legal in {board}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games() -> Vec<VisitGame> {
        let game = |from: usize, result| {
            let (mut board, mut plies) = (Board::start(), Vec::new());
            for ply in 0..6 {
                let moves = board.legal_moves();
                let mv = moves[(from + ply) % moves.len()];
                let shares =
                    if ply == 2 { Vec::new() } else { vec![(mv, 60_000), (moves[0], 5_535)] };
                plies.push(VisitPly { mv, expected: 30_000 + ply as u16, draw: 9, shares });
                board.make_move(mv);
            }
            VisitGame { start: Board::start(), result, source: Source::Standard, plies }
        };
        vec![game(3, GameResult::Draw), game(7, GameResult::WhiteWins)]
    }

    #[test]
    fn games_come_back_and_damage_is_found_wherever_it_is() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.visits");
        write_file(&path, &games()).unwrap();
        assert_eq!(read_file(&path).unwrap(), games());
        let bytes = std::fs::read(&path).unwrap();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            assert!(parse(&damaged).is_err(), "byte {at}");
            // The file may end between two games; then the second one is missing.
            assert!(
                at == MAGIC.len()
                    || parse(&bytes[..at]).is_ok_and(|found| found.len() == 1)
                    || parse(&bytes[..at]).is_err(),
                "cut at {at}"
            );
        }
        std::fs::write(&path, &bytes[..bytes.len() - 9]).unwrap();
        let error = read_file(&path).unwrap_err().to_string();
        assert!(
            error.contains("a.visits: offset") && error.contains("the file ends after"),
            "{error}"
        );
        assert!(parse(b"TABIAG1\n").unwrap_err().to_string().contains("TABIAV1"));
        assert_eq!(parse(MAGIC).unwrap(), []);
    }

    #[test]
    fn a_sound_checksum_does_not_make_a_move_legal() {
        let mut game = games().remove(0);
        game.plies[3].mv = game.plies[0].mv;
        let mut bytes = MAGIC.to_vec();
        game.write(&mut bytes);
        let error = parse(&bytes).unwrap_err().to_string();
        assert!(error.contains("offset 8") && error.contains("expected one legal"), "{error}");
    }

    #[test]
    fn positions_are_passed_with_their_plies() {
        let (game, mut seen) = (games().remove(0), 0);
        game.for_each(|board, ply| {
            assert!(board.is_legal(ply.mv));
            seen += 1;
        });
        assert_eq!(seen, 6);
    }
}
