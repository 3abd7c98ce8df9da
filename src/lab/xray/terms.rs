//! The hand-crafted evaluation as rows that add up to the score, each with the squares it comes from.

use tabia_chess::{Board, BoardBuilder, Color, Piece, PieceType, Rank, Square};
use tabia_engine::eval;
use tabia_engine::eval::layout::Part;
use tabia_engine::eval::nnue::inside::NetworkBreakdown;
use tabia_engine::eval::trace::{Breakdown, Share, Tapered};
use tabia_engine::eval::{PHASE_MAX, SCALE_FULL};

/// What a row of the table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// A term of the evaluation.
    Term(Part),
    /// What is taken from the endgame value of a lead that is hard to win.
    Scaling,
    /// For having the move.
    Tempo,
    /// What the value of a known ending, which replaces the terms and the tempo, has more than they.
    Known,
    /// The rows are rounded to whole centipawns one by one, the score once: the difference.
    Rounding,
}

impl RowKind {
    /// All of them, in the order of the table.
    pub fn all() -> impl Iterator<Item = RowKind> {
        let rest = [RowKind::Scaling, RowKind::Tempo, RowKind::Known, RowKind::Rounding];
        Part::ALL.into_iter().map(RowKind::Term).chain(rest)
    }

    /// Its name in files and on the terminal; `names::term` is what the window calls it.
    pub fn name(self) -> &'static str {
        match self {
            RowKind::Term(part) => part.name(),
            RowKind::Scaling => "Scaling",
            RowKind::Tempo => "Tempo",
            RowKind::Known => "Known ending",
            RowKind::Rounding => "Rounding",
        }
    }
}

/// What comes from one square, or, without one, from the position as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub square: Option<Square>,
    pub side: Color,
    /// How much, positive when good for that side.
    pub value: Tapered,
}

/// A row: what it gives each side, positive when good for that side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub kind: RowKind,
    /// White's share.
    pub white: Tapered,
    /// Black's share.
    pub black: Tapered,
    /// White's less Black's, blended by the phase, in whole centipawns.
    pub tapered_cp: i32,
    /// The squares it comes from, White's first, in the order of the board; they add up to both shares.
    pub places: Vec<Place>,
}

/// The hand-crafted evaluation of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The rows; their `tapered_cp` add up to the score exactly.
    pub rows: Vec<Row>,
    /// The same by single weights, for those who want to know more of a square.
    pub shares: Vec<Share>,
    /// Middlegame values count this much of [`PHASE_MAX`], endgame values the rest.
    pub phase: i32,
    /// How much of the endgame value of a lead counts, in 64ths.
    pub scale: i32,
    /// The name of the known ending, if it is one.
    pub known: Option<&'static str>,
    /// The score: what the engine's hand-crafted evaluation says.
    pub score_cp: i32,
}

impl Terms {
    /// Takes the evaluation of a position apart.
    pub fn of(board: &Board) -> Terms {
        let (breakdown, mut shares) = (eval::explain(board), eval::locate(board));
        shares.retain(|share| share.part != Part::Imbalance);
        for (part, term) in Part::ALL.into_iter().zip(&breakdown.terms) {
            if part == Part::Imbalance {
                shares.extend(imbalance(board, term));
            }
        }
        let phase = breakdown.phase;
        let term = |(part, term): (Part, &eval::trace::Term)| Row {
            kind: RowKind::Term(part),
            white: term.white,
            black: term.black,
            tapered_cp: rounded(difference(term.white, term.black), phase),
            places: places(shares.iter().filter(|share| share.part == part)),
        };
        let mut rows: Vec<Row> = Part::ALL.into_iter().zip(&breakdown.terms).map(term).collect();
        rows.push(whole(RowKind::Scaling, scaling(&breakdown), phase));
        let rest = |rows: &[Row]| {
            let missing = breakdown.score_cp - rows.iter().map(|row| row.tapered_cp).sum::<i32>();
            Tapered { mg: missing, eg: missing }
        };
        if breakdown.known.is_some() {
            rows.push(whole(RowKind::Known, rest(&rows), phase));
        } else {
            let tempo = Tapered { mg: breakdown.tempo, eg: breakdown.tempo };
            rows.push(whole(RowKind::Tempo, tempo, phase));
            rows.push(whole(RowKind::Rounding, rest(&rows), phase));
        }
        let Breakdown { scale, known, score_cp, .. } = breakdown;
        Terms { rows, shares, phase, scale, known, score_cp }
    }

    /// A value blended by the phase, centipawns.
    pub fn blend(&self, value: Tapered) -> f64 {
        f64::from(blended(value, self.phase)) / f64::from(PHASE_MAX)
    }

    /// What comes from each square by one row, or by all: centipawns, White's view.
    pub fn by_square(&self, kind: Option<RowKind>) -> [f64; Square::COUNT] {
        let mut squares = [0.0; Square::COUNT];
        for row in self.rows.iter().filter(|row| kind.is_none_or(|kind| row.kind == kind)) {
            for place in &row.places {
                let Some(square) = place.square else { continue };
                squares[square.index()] += self.white_cp(place);
            }
        }
        squares
    }

    /// What comes from the position as a whole by one row, or by all: centipawns, White's view.
    pub fn elsewhere(&self, kind: Option<RowKind>) -> f64 {
        let rows = self.rows.iter().filter(|row| kind.is_none_or(|kind| row.kind == kind));
        let places = rows.flat_map(|row| &row.places).filter(|place| place.square.is_none());
        places.map(|place| self.white_cp(place)).sum()
    }

    fn white_cp(&self, place: &Place) -> f64 {
        let value = self.blend(place.value);
        if place.side == Color::White { value } else { -value }
    }
}

/// Imbalance belongs to pairs of pieces: dividing a pair between two squares would be arbitrary, and giving it to one
/// of them says nothing of what a piece is worth. So a piece has what the term loses without it, and what is left of
/// the term (every pair counts at both of its pieces) belongs to no square.
fn imbalance(board: &Board, term: &eval::trace::Term) -> Vec<Share> {
    let whole = eval::imbalance(board, None);
    let mut shares = Vec::new();
    let mut rest = [term.white, term.black];
    for square in board.occupied() {
        let Some(piece) = board.piece_on(square) else { continue };
        let side = piece.color();
        for (&(group, all), (_, less)) in whole.iter().zip(eval::imbalance(board, Some(square))) {
            let white = difference(all, less);
            let value = if side == Color::White { white } else { difference(less, all) };
            rest[side.index()] = difference(rest[side.index()], value);
            let square = Some(square);
            shares.push(Share { part: Part::Imbalance, group, side, square, value });
        }
    }
    let group = whole.first().map(|(group, _)| *group);
    for (side, value) in Color::ALL.into_iter().zip(rest) {
        let part = Part::Imbalance;
        shares.extend(group.map(|group| Share { part, group, side, square: None, value }));
    }
    shares.retain(|share| share.value != Tapered::default());
    shares
}

/// What scaling takes from the endgame value, White's view.
fn scaling(breakdown: &Breakdown) -> Tapered {
    let eg = breakdown.sum.eg;
    Tapered { mg: 0, eg: eg * breakdown.scale / SCALE_FULL - eg }
}

/// A row that belongs to no square, from a value of White's view: a gain is told of the side that has it, except
/// that scaling is told of the side that leads, which it costs something.
fn whole(kind: RowKind, value: Tapered, phase: i32) -> Row {
    let (zero, turned) = (Tapered::default(), Tapered { mg: -value.mg, eg: -value.eg });
    let gain = value.mg + value.eg >= 0;
    let is_whites = gain != (kind == RowKind::Scaling);
    let (white, black) = if is_whites { (value, zero) } else { (zero, turned) };
    let places = [(Color::White, white), (Color::Black, black)]
        .into_iter()
        .filter(|(_, value)| *value != zero)
        .map(|(side, value)| Place { square: None, side, value })
        .collect();
    Row { kind, white, black, tapered_cp: rounded(value, phase), places }
}

/// The shares of a row, those of one side on one square put together.
fn places<'a>(shares: impl Iterator<Item = &'a Share>) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    for share in shares {
        let same = |place: &&mut Place| (place.square, place.side) == (share.square, share.side);
        match places.iter_mut().find(same) {
            Some(place) => {
                place.value.mg += share.value.mg;
                place.value.eg += share.value.eg;
            }
            None => {
                places.push(Place { square: share.square, side: share.side, value: share.value });
            }
        }
    }
    places.retain(|place| place.value != Tapered::default());
    places.sort_by_key(|place| (place.side.index(), place.square.map(Square::index)));
    places
}

fn difference(a: Tapered, b: Tapered) -> Tapered {
    Tapered { mg: a.mg - b.mg, eg: a.eg - b.eg }
}

/// A value blended by the phase, times [`PHASE_MAX`].
fn blended(value: Tapered, phase: i32) -> i32 {
    value.mg * phase + value.eg * (PHASE_MAX - phase)
}

/// The same in the nearest whole centipawns.
fn rounded(value: Tapered, phase: i32) -> i32 {
    let sum = blended(value, phase);
    (sum + sum.signum() * PHASE_MAX / 2) / PHASE_MAX
}

/// What a row came to in one position and comes to in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    pub kind: RowKind,
    /// Before, centipawns, White's view.
    pub before_cp: i32,
    pub after_cp: i32,
}

/// The rows of two positions beside each other, those that are the same left out. Their differences add up to the
/// difference of the scores.
pub fn changes(before: &Terms, after: &Terms) -> Vec<Change> {
    let of = |terms: &Terms, kind| {
        terms.rows.iter().find(|row| row.kind == kind).map_or(0, |row| row.tapered_cp)
    };
    RowKind::all()
        .map(|kind| Change { kind, before_cp: of(before, kind), after_cp: of(after, kind) })
        .filter(|change| change.before_cp != change.after_cp)
        .collect()
}

// The value of each piece where it stands: the score less what it is without the piece, defined alike for both
// evaluations.

/// A piece and what the score loses without it, centipawns, White's view: below zero for a piece that is good for
/// Black. Everything that changes with it is in it: attacks, passed pawns, the phase, the output in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceWorth {
    /// Where it stands.
    pub square: Square,
    /// The piece; never a king.
    pub piece: Piece,
    /// By the hand-crafted evaluation; `None` where chess could not have the position without the piece, because the
    /// king of the side that has just moved would stand in check.
    pub terms_cp: Option<i32>,
    /// By the network, which asks nothing of a position; `None` where there is none.
    pub network_cp: Option<i32>,
}

impl PieceWorth {
    /// The network's worth less the hand-crafted one, where both are known.
    pub fn difference_cp(&self) -> Option<i32> {
        Some(self.network_cp? - self.terms_cp?)
    }
}

/// The pieces but the kings.
pub(super) fn pieces(
    board: &Board,
    score_cp: i32,
    breakdown: Option<&NetworkBreakdown>,
) -> Vec<PieceWorth> {
    let worth = |square: Square| {
        let piece = board.piece_on(square).filter(|piece| piece.kind() != PieceType::King)?;
        let rest = without(board, square);
        let by_network =
            breakdown.and_then(|breakdown| breakdown.pieces.iter().find(|p| p.square == square));
        Some(PieceWorth {
            square,
            piece,
            terms_cp: rest.map(|rest| score_cp - white(&rest)),
            network_cp: by_network.map(|share| share.contribution_cp),
        })
    };
    board.occupied().into_iter().filter_map(worth).collect()
}

/// The hand-crafted evaluation, White's view.
fn white(board: &Board) -> i32 {
    let score = eval::evaluate(board);
    if board.stm() == Color::White { score } else { -score }
}

/// The position without the piece on a square, the same side to move, if chess could have it. With a rook its right
/// to castle goes; a pawn that has just jumped can no longer be taken.
pub fn without(board: &Board, square: Square) -> Option<Board> {
    let mut builder = BoardBuilder::from(board);
    builder.remove(square);
    builder.ep_square = None;
    for (color, wing, file) in board.castling().iter() {
        if Square::new(file, Rank::First.relative(color)) == square {
            builder.castling.set(color, wing, None);
        }
    }
    builder.build().ok()
}
