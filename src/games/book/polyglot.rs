//! Polyglot books (`.bin`): entries of sixteen bytes, sorted by the key of the position, most significant
//! byte first. Description: <http://hgm.nubati.net/book_format.html>.
//!
//! Read are the key, the move and its weight; the learn field means something else in every program and is
//! used only where this program wrote it. Castling is "king takes rook" in the format; the king's own way is
//! understood too.

use tabia_chess::{Board, Color, Move, Piece, PieceType, Square, Wing};

use super::random::RANDOM;

/// Largest book that is read, bytes: four million moves. Larger ones than that are mistakes.
pub const MOST_BYTES: u64 = 1 << 26;

/// Bytes of an entry.
const ENTRY: usize = 16;

/// The key of a position. One case differs from the description: an en passant square counts only if the
/// capture is legal, because a [`Board`] keeps no other.
///
/// ```
/// use tabia_games::book::polyglot;
/// use tabia_chess::Board;
/// assert_eq!(polyglot::key(&Board::start()), 0x463b_9618_1691_fc9c);
/// ```
pub fn key(board: &Board) -> u64 {
    let mut key = 0;
    for square in board.occupied() {
        if let Some(piece) = board.piece_on(square) {
            key ^= RANDOM[64 * kind(piece) + square.index()];
        }
    }
    for (color, wing, _) in board.castling().iter() {
        let right = match (color, wing) {
            (Color::White, Wing::KingSide) => 0,
            (Color::White, Wing::QueenSide) => 1,
            (Color::Black, Wing::KingSide) => 2,
            (Color::Black, Wing::QueenSide) => 3,
        };
        key ^= RANDOM[768 + right];
    }
    if let Some(square) = board.ep_square() {
        key ^= RANDOM[772 + square.file().index()];
    }
    if board.stm() == Color::White { key ^ RANDOM[780] } else { key }
}

/// Black pawn 0, white pawn 1, black knight 2, … white king 11.
fn kind(piece: Piece) -> usize {
    2 * piece.kind().index() + usize::from(piece.color() == Color::White)
}

/// One entry of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position.
    pub key: u64,
    /// The move in the format's bits.
    pub mv: u16,
    /// How good or how often; only comparable within a position.
    pub weight: u16,
    /// Free for learning programs. In books made by this program: see [`Tally`].
    pub learn: u32,
}

/// A move a book knows in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move, legal there.
    pub mv: Move,
    /// Its weight among the moves of the position.
    pub weight: u16,
    learn: u32,
}

/// What the games behind a move were, in books made by this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Games in which the move was played; 65,535 stands for more.
    pub games: u16,
    /// Points of the side that made the move, per mille, at most 1000.
    pub score_permille: u16,
    /// Share of draws, per mille, in steps of a sixty-second; `None` in books made before it was kept.
    pub draws_permille: Option<u16>,
}

/// Bits of the points in the learn field; those of the draws lie above, those of the games at the top.
const SCORE_BITS: u32 = 10;
/// The share of draws has six bits: 0 says nothing, 1 none, 63 all.
const DRAW_STEPS: u32 = 62;

impl BookMove {
    /// The games behind the move. Without meaning in books of other programs.
    pub fn tally(self) -> Tally {
        let draws = self.learn >> SCORE_BITS & 63;
        let permille = |steps: u32| ((steps * 1000 + DRAW_STEPS / 2) / DRAW_STEPS) as u16;
        Tally {
            games: (self.learn >> 16) as u16,
            score_permille: (self.learn & ((1 << SCORE_BITS) - 1)) as u16,
            draws_permille: draws.checked_sub(1).map(permille),
        }
    }
}

impl Tally {
    /// As it is kept in the learn field.
    pub(super) fn bits(self) -> u32 {
        let steps = |permille: u16| (u32::from(permille.min(1000)) * DRAW_STEPS + 500) / 1000;
        let draws = self.draws_permille.map_or(0, |permille| steps(permille) + 1);
        let score = u32::from(self.score_permille.min(1000));
        u32::from(self.games) << 16 | draws << SCORE_BITS | score
    }
}

/// A file that is no book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// Less than one entry.
    #[error("book: found {bytes} bytes, expected at least one entry of 16 bytes")]
    Empty {
        /// Its size.
        bytes: usize,
    },
    /// A text.
    #[error("book: found text, expected the binary entries of a Polyglot book")]
    Text,
}

/// Something in a book that was not as it should be and could be mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookRepair {
    /// The last entry is not complete.
    #[error(
        "book: found {extra} bytes behind the last whole entry, expected none; they are left out"
    )]
    Truncated {
        /// Bytes left out.
        extra: usize,
    },
    /// Entries in the wrong order, in which no program would find them.
    #[error(
        "book: entry {entry} comes after one with a greater key, expected rising keys; sorted anew"
    )]
    Unsorted {
        /// The first wrong one, from 1.
        entry: usize,
    },
}

/// A book in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    entries: Vec<Entry>,
}

impl Book {
    /// A book of these entries, in any order. Of two for the same move the heavier counts.
    pub fn new(mut entries: Vec<Entry>) -> Book {
        entries.sort_by_key(|e| (e.key, std::cmp::Reverse(e.weight), e.mv));
        Book { entries }
    }

    /// Reads a file's bytes, and says what had to be mended.
    ///
    /// # Errors
    /// If it is no book at all.
    pub fn read(bytes: &[u8]) -> Result<(Book, Vec<BookRepair>), BookError> {
        if bytes.len() < ENTRY {
            return Err(BookError::Empty { bytes: bytes.len() });
        }
        let head = &bytes[..bytes.len().min(4096)];
        if head.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace()) {
            return Err(BookError::Text);
        }
        let (chunks, rest) = bytes.as_chunks::<ENTRY>();
        let entries: Vec<Entry> = chunks.iter().map(Entry::read).collect();
        let mut repairs = Vec::new();
        if !rest.is_empty() {
            repairs.push(BookRepair::Truncated { extra: rest.len() });
        }
        let disorder = entries.windows(2).position(|pair| pair[0].key > pair[1].key);
        if let Some(at) = disorder {
            repairs.push(BookRepair::Unsorted { entry: at + 2 });
            return Ok((Book::new(entries), repairs));
        }
        Ok((Book { entries }, repairs))
    }

    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        self.entries.iter().flat_map(|entry| entry.bytes()).collect()
    }

    /// How many moves it knows, all positions together.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The moves it knows in a position, the heaviest first. Entries that are no legal move here, as after a
    /// chance equality of keys, are left out.
    pub fn moves(&self, board: &Board) -> Vec<BookMove> {
        let key = key(board);
        let begin = self.entries.partition_point(|entry| entry.key < key);
        let mut moves: Vec<BookMove> = Vec::new();
        for entry in self.entries[begin..].iter().take_while(|entry| entry.key == key) {
            let Some(mv) = move_of(board, entry.mv) else { continue };
            if moves.iter().all(|known| known.mv != mv) {
                moves.push(BookMove { mv, weight: entry.weight, learn: entry.learn });
            }
        }
        moves.sort_by_key(|found| std::cmp::Reverse(found.weight));
        moves
    }
}

impl Entry {
    fn read(bytes: &[u8; ENTRY]) -> Entry {
        let all = u128::from_be_bytes(*bytes);
        Entry {
            key: (all >> 64) as u64,
            mv: (all >> 48) as u16,
            weight: (all >> 32) as u16,
            learn: all as u32,
        }
    }

    fn bytes(self) -> [u8; ENTRY] {
        let low = u64::from(self.mv) << 48 | u64::from(self.weight) << 32 | u64::from(self.learn);
        (u128::from(self.key) << 64 | u128::from(low)).to_be_bytes()
    }
}

/// A legal move in the format's bits: to file, to rank, from file, from rank, promotion, three bits each.
pub fn move_bits(mv: Move) -> u16 {
    let promotion = mv.promotion().map_or(0, |kind| kind.index() as u16);
    mv.to().index() as u16 | (mv.from().index() as u16) << 6 | promotion << 12
}

fn move_of(board: &Board, bits: u16) -> Option<Move> {
    let square = |bits: u16| Square::from_index(usize::from(bits & 63));
    let promotion = match bits >> 12 {
        0 => None,
        kind @ 1..=4 => Some(PieceType::ALL[usize::from(kind)]),
        _ => return None,
    };
    board.find_move(square(bits >> 6)?, square(bits)?, promotion)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::uci_move;

    /// Position, key: the nine of the format's description.
    const KEYS: [(&str, u64); 9] = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
        ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
        ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
        ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
        ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
        ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
    ];

    #[test]
    fn the_published_keys_are_ours() {
        for (fen, published) in KEYS {
            assert_eq!(key(&Board::from_fen(fen).unwrap()), published, "{fen}");
        }
    }

    fn entry(board: &Board, uci: &str, weight: u16) -> Entry {
        let mv = uci_move::parse(board, uci).unwrap();
        Entry { key: key(board), mv: move_bits(mv), weight, learn: 0x0007_01f4 }
    }

    #[test]
    fn a_book_comes_back_and_finds_its_moves() {
        let start = Board::start();
        let castle = Board::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        let promote = Board::from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1").unwrap();
        let book = Book::new(vec![
            entry(&start, "d2d4", 10),
            entry(&start, "e2e4", 30),
            entry(&castle, "e1g1", 1),
            entry(&promote, "a7a8n", 1),
        ]);
        let (read, repairs) = Book::read(&book.write()).unwrap();
        assert_eq!((&read, &repairs[..]), (&book, &[][..]));
        let names: Vec<String> =
            read.moves(&start).iter().map(|m| uci_move::write(&start, m.mv, false)).collect();
        assert_eq!(names, ["e2e4", "d2d4"]);
        assert_eq!(
            read.moves(&start)[0].tally(),
            Tally { games: 7, score_permille: 500, draws_permille: None }
        );
        assert!(read.moves(&castle)[0].mv.is_castling());
        assert_eq!(read.moves(&promote)[0].mv.promotion(), Some(PieceType::Knight));
        assert!(read.moves(&castle.after(read.moves(&castle)[0].mv)).is_empty());
    }

    #[test]
    fn castling_is_understood_in_both_forms() {
        let board = Board::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let rook = entry(&board, "e1g1", 1);
        let own_way = Entry { mv: rook.mv & !63 | Square::G1.index() as u16, ..rook };
        for entry in [rook, own_way] {
            assert!(Book::new(vec![entry]).moves(&board)[0].mv.is_castling(), "{entry:?}");
        }
        assert_eq!(rook.mv & 63, Square::H1.index() as u16, "written as king takes rook");
    }

    #[test]
    fn damage_is_mended_or_refused() {
        let start = Board::start();
        let after = start.after(uci_move::parse(&start, "e2e4").unwrap());
        let book = Book::new(vec![entry(&start, "e2e4", 30), entry(&after, "e7e5", 3)]);
        let bytes = book.write();
        let (mended, repairs) = Book::read(&bytes[..bytes.len() - 1]).unwrap();
        assert_eq!((mended.len(), &repairs[..]), (1, &[BookRepair::Truncated { extra: 15 }][..]));
        let turned = [&bytes[16..], &bytes[..16]].concat();
        let (mended, repairs) = Book::read(&turned).unwrap();
        assert_eq!((mended, &repairs[..]), (book, &[BookRepair::Unsorted { entry: 2 }][..]));
        assert_eq!(Book::read(b"short"), Err(BookError::Empty { bytes: 5 }));
        assert_eq!(Book::read(b"[Event \"no book at all\"]\n"), Err(BookError::Text));
        // An illegal move and nonsense in the promotion bits are passed over.
        let odd = Entry { mv: 0x7FFF, ..entry(&start, "e2e4", 1) };
        assert!(Book::new(vec![odd]).moves(&start).is_empty());
    }

    #[test]
    fn a_tally_keeps_games_points_and_draws() {
        let board = Board::start();
        for (draws, kept) in [
            (None, None),
            (Some(0), Some(0)),
            (Some(1000), Some(1000)),
            (Some(500), Some(500)),
            (Some(333), Some(339)),
        ] {
            let tally = Tally { games: 65_535, score_permille: 1000, draws_permille: draws };
            let mv = tabia_chess::uci_move::parse(&board, "e2e4").unwrap();
            let read = BookMove { mv, weight: 1, learn: tally.bits() }.tally();
            assert_eq!(read, Tally { draws_permille: kept, ..tally });
        }
    }
}
