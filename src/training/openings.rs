//! Openings of self-play: random moves from a start position, a book or a random ending, so that all games differ.

use clap::ValueEnum;

use crate::data::game::Source;
use tabia_chess::{
    Bitboard, Board, BoardBuilder, Color, Move, Piece, PieceType, SplitMix64, Square, chess960,
    rules, see,
};

/// Random plies from a start position; one more in half of the games, so that either side moves first.
const RANDOM_PLIES: usize = 8;
/// Random plies from a book position, and one more in half the games.
const BOOK_PLIES: usize = 2;
/// A random move may lose this much by SEE, centipawns; otherwise another move is drawn.
const WORST_EXCHANGE: i32 = -300;
/// Attempts to draw a better random move.
const REDRAWS: usize = 8;
/// Move number of a random ending, so that it counts as late in a game.
const ENDING_MOVE: u32 = 40;
/// Maximum number of pieces per side of a random ending.
const ENDING_PIECES: usize = 3;
/// Maximum number of pawns per side of a random ending.
const ENDING_PAWNS: usize = 5;

/// Kind of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// Random moves from the start position
    Standard,
    /// Random moves from Chess960 positions, half of them different for the two sides
    Chess960,
    /// Endings drawn at random
    Endings,
    /// Eight of ten games standard, one Chess960, one ending
    Mixed,
}

impl Kind {
    /// Name for files.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Standard => "standard",
            Kind::Chess960 => "chess960",
            Kind::Endings => "endings",
            Kind::Mixed => "mixed",
        }
    }

    /// The source of one game of this kind.
    fn source(self, rng: &mut SplitMix64) -> Source {
        match self {
            Kind::Standard => Source::Standard,
            Kind::Chess960 => Source::Chess960,
            Kind::Endings => Source::Endings,
            Kind::Mixed => match rng.below(10) {
                0 => Source::Chess960,
                1 => Source::Endings,
                _ => Source::Standard,
            },
        }
    }
}

/// Whether [`draw`] can find an opening that is not over from this position of a book.
pub(crate) fn can_be_played_on(start: &Board) -> bool {
    goes_on(start, BOOK_PLIES)
}

/// Whether some moves lead to a position that is not over.
fn goes_on(board: &Board, plies: usize) -> bool {
    match plies {
        0 => !is_over(board),
        _ => board.legal_moves().iter().any(|&mv| goes_on(&board.after(mv), plies - 1)),
    }
}

fn is_over(board: &Board) -> bool {
    rules::automatic_outcome(board, 1).is_some() || rules::claim(board, 1).is_some()
}

/// Draws an opening that is not over. A book replaces all kinds; one of its positions at least must be one that
/// [can be played on](can_be_played_on).
pub(crate) fn draw(rng: &mut SplitMix64, kind: Kind, book: &[Board]) -> (Board, Source) {
    let mut source = kind.source(rng);
    loop {
        let (start, plies) = match source {
            _ if !book.is_empty() => {
                let start = book[rng.below(book.len())];
                source = if start.is_chess960() { Source::Chess960 } else { Source::Standard };
                (start, BOOK_PLIES)
            }
            Source::Endings => match ending(rng) {
                Some(board) => (board, 0),
                None => continue,
            },
            Source::Chess960 => match chess960_start(rng) {
                Some(board) => (board, RANDOM_PLIES),
                None => continue,
            },
            _ => (Board::start(), RANDOM_PLIES),
        };
        let plies = if plies == 0 { 0 } else { plies + rng.below(2) };
        if let Some(board) = wander(rng, start, plies) {
            return (board, source);
        }
    }
}

fn chess960_start(rng: &mut SplitMix64) -> Option<Board> {
    let white = rng.below(chess960::COUNT);
    let black = if rng.below(2) == 0 { white } else { rng.below(chess960::COUNT) };
    Board::double_chess960(white, black)
}

/// Plays random legal moves; `None` if the game ends.
fn wander(rng: &mut SplitMix64, mut board: Board, plies: usize) -> Option<Board> {
    for _ in 0..plies {
        board.make_move(random_move(rng, &board)?);
    }
    if is_over(&board) { None } else { Some(board) }
}

/// A random move that seldom loses a piece.
fn random_move(rng: &mut SplitMix64, board: &Board) -> Option<Move> {
    let moves = board.legal_moves();
    let draw = |rng: &mut SplitMix64| moves.get(rng.below(moves.len())).copied();
    for _ in 0..REDRAWS {
        let mv = draw(rng)?;
        if see::at_least(board, mv, WORST_EXCHANGE) {
            return Some(mv);
        }
    }
    draw(rng)
}

/// An ending with random material, equal for both sides in half of the cases. `None` for an illegal position.
fn ending(rng: &mut SplitMix64) -> Option<Board> {
    let white = ending_side(rng);
    let black = if rng.below(2) == 0 { white.clone() } else { ending_side(rng) };
    let mut builder = BoardBuilder::new();
    builder.fullmove_number = ENDING_MOVE;
    builder.stm = Color::ALL[rng.below(2)];
    for (color, kinds) in [(Color::White, white), (Color::Black, black)] {
        for kind in kinds {
            place(rng, &mut builder, Piece::new(color, kind))?;
        }
    }
    let board = builder.build().ok()?;
    (!board.in_check()).then_some(board)
}

/// King, some pieces, some pawns; at least one of them.
fn ending_side(rng: &mut SplitMix64) -> Vec<PieceType> {
    const DRAWN: [PieceType; 8] = [
        PieceType::Knight,
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Bishop,
        PieceType::Rook,
        PieceType::Rook,
        PieceType::Rook,
        PieceType::Queen,
    ];
    let mut side = vec![PieceType::King];
    side.extend((0..rng.below(ENDING_PIECES + 1)).map(|_| DRAWN[rng.below(DRAWN.len())]));
    let fewest = usize::from(side.len() == 1);
    let pawns = fewest + rng.below(ENDING_PAWNS + 1 - fewest);
    side.extend(std::iter::repeat_n(PieceType::Pawn, pawns));
    side
}

/// Puts a piece on a random free square; pawns not on a last rank.
fn place(rng: &mut SplitMix64, builder: &mut BoardBuilder, piece: Piece) -> Option<()> {
    let last_ranks = Bitboard(0xFF00_0000_0000_00FF);
    for _ in 0..REDRAWS {
        let square = Square::from_index(rng.below(Square::COUNT))?;
        let fits = piece.kind() != PieceType::Pawn || !last_ranks.has(square);
        if fits && builder.piece_on(square).is_none() {
            builder.place(square, piece);
            return Some(());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn starts_are_playable_different_and_of_the_kind_asked_for() {
        for kind in [Kind::Standard, Kind::Chess960, Kind::Endings, Kind::Mixed] {
            let mut rng = SplitMix64::new(1);
            let mut keys = HashSet::new();
            let mut turns = [0; 2];
            for _ in 0..300 {
                let (board, source) = draw(&mut rng, kind, &[]);
                assert!(board.has_legal_move(), "{board}");
                assert!(kind == Kind::Mixed || source.name() == kind.name());
                turns[board.stm().index()] += 1;
                keys.insert(board.key());
            }
            assert!(keys.len() > 290, "{kind:?}: {} of 300 differ", keys.len());
            assert!(turns.iter().all(|&turns| turns > 100), "{kind:?}: {turns:?}");
        }
    }

    #[test]
    fn a_book_takes_the_place_of_the_start() {
        let book = [Board::from_fen("4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1").unwrap()];
        let (board, source) = draw(&mut SplitMix64::new(2), Kind::Standard, &book);
        assert!(board.occupied().count() >= 8 && source == Source::Standard, "{board}");
        // Whatever kind is drawn, the source says what was played.
        let chess960 = [Board::chess960(0).unwrap()];
        for kind in [Kind::Standard, Kind::Chess960, Kind::Endings] {
            let source = |book: &[Board]| draw(&mut SplitMix64::new(2), kind, book).1;
            assert_eq!(source(&book), Source::Standard, "{kind:?}");
            assert_eq!(source(&chess960), Source::Chess960, "{kind:?}");
        }
        let mut rng = SplitMix64::new(2);
        assert_eq!(draw(&mut rng.clone(), Kind::Mixed, &[]), draw(&mut rng, Kind::Mixed, &[]));
    }
}
