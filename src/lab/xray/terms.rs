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
    /// The reduction of the endgame value of a lead that is hard to win.
    Scaling,
    /// The bonus for the side to move.
    Tempo,
    /// The value of a known ending, which replaces the terms and the tempo, minus their sum.
    Known,
    /// The difference between rounding each row to centipawns and rounding the score once.
    Rounding,
}

impl RowKind {
    /// All of them, in the order of the table.
    pub fn all() -> impl Iterator<Item = RowKind> {
        let rest = [RowKind::Scaling, RowKind::Tempo, RowKind::Known, RowKind::Rounding];
        Part::ALL.into_iter().map(RowKind::Term).chain(rest)
    }

    /// Its name in files and on the terminal; `names::term` is its name in the window.
    pub fn name(self) -> &'static str {
        match self {
            RowKind::Term(part) => part.name(),
            RowKind::Scaling => "Scaling",
            RowKind::Tempo => "Tempo",
            RowKind::Known => "Known endgame",
            RowKind::Rounding => "Rounding",
        }
    }
}

/// The contribution of one square, or, without a square, of the position as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub square: Option<Square>,
    pub side: Color,
    /// Its value, positive if good for that side.
    pub value: Tapered,
}

/// A row with the value for each side, positive if good for that side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub kind: RowKind,
    /// White's share.
    pub white: Tapered,
    /// Black's share.
    pub black: Tapered,
    /// White's minus Black's, interpolated by the phase, in whole centipawns.
    pub tapered_cp: i32,
    /// The squares it comes from, White's first, in the order of the board; they add up to both shares.
    pub places: Vec<Place>,
}

/// The hand-crafted evaluation of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The rows; their `tapered_cp` add up to the score exactly.
    pub rows: Vec<Row>,
    /// The contributions by single weights, for the details of a square.
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
    /// Breaks down the evaluation of a position.
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

    /// The contribution of each square to one row or to all: centipawns, White's view.
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

    /// The contribution of the position as a whole to one row or to all: centipawns, White's view.
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

/// Imbalance belongs to pairs of pieces: dividing a pair between two squares would be arbitrary, and assigning it to
/// one of them would not give the value of a piece. So a piece gets the loss of the term without it, and the rest of
/// the term (every pair counts for both its pieces) belongs to no square.
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

/// The reduction of the endgame value by scaling, White's view.
fn scaling(breakdown: &Breakdown) -> Tapered {
    let eg = breakdown.sum.eg;
    Tapered { mg: 0, eg: eg * breakdown.scale / SCALE_FULL - eg }
}

/// A row that belongs to no square, from a value of White's view. A gain is assigned to the side that has it, but
/// scaling to the side that leads, as a loss.
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

/// The shares of a row, added up by side and square.
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

/// A row in two positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    pub kind: RowKind,
    /// Before, centipawns, White's view.
    pub before_cp: i32,
    pub after_cp: i32,
}

/// The rows of two positions side by side, without equal ones. Their differences add up to the difference of the
/// scores.
pub fn changes(before: &Terms, after: &Terms) -> Vec<Change> {
    let of = |terms: &Terms, kind| {
        terms.rows.iter().find(|row| row.kind == kind).map_or(0, |row| row.tapered_cp)
    };
    RowKind::all()
        .map(|kind| Change { kind, before_cp: of(before, kind), after_cp: of(after, kind) })
        .filter(|change| change.before_cp != change.after_cp)
        .collect()
}

// The value of each piece on its square: the score minus the score without the piece, defined equally for both
// evaluations.

/// A piece and the loss of the score without it, centipawns, White's view: negative for a piece that is good for Black.
/// It includes everything that changes with the piece: attacks, passed pawns, the phase, the output bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceWorth {
    /// Where it stands.
    pub square: Square,
    /// The piece; never a king.
    pub piece: Piece,
    /// By the hand-crafted evaluation; `None` if the position without the piece would be illegal, because the side not
    /// to move would be in check.
    pub terms_cp: Option<i32>,
    /// By the network, which accepts any position; `None` if there is none.
    pub network_cp: Option<i32>,
}

impl PieceWorth {
    /// The network's value minus the hand-crafted one, if both are known.
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

/// The position without the piece on a square and with the same side to move, if it is legal. Removing a rook removes
/// its castling right; a pawn that has just moved two squares can no longer be captured en passant.
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
