//! The hand-crafted evaluation (HCE): a sum of terms, one function per term, tapered between middlegame and endgame. It
//! evaluates one position without search.
//!
//! Every term adds weights to an `EvalSink` by their index in `layout`. The sink of the search adds the weights up; the
//! sinks of the tuner and the breakdown count their uses. The code is the same, so the terms shown add up to the score.
//! Two parts are not a plain sum (`shape`). What depends only on pawns and kings, or only on material, is cached in
//! [`cache::EvalCache`], one per thread.

pub mod cache;
mod endings;
mod info;
pub mod layout;
pub mod net_file;
pub mod nnue;
mod pawns;
mod pieces;
pub mod policy;
pub mod shape;
pub mod trace;
mod weights;

use tabia_chess::{Bitboard, Board, Color, PieceType, Square};

use cache::EvalCache;
use info::EvalInfo;
use layout::{Group, Part};
use shape::Material;
use trace::{Breakdown, EvalSink, Share, Sum, Tapered, Term, Trace, Uses};

pub use endings::{PHASE_MAX, SCALE_FULL};
pub use info::king_zone;
pub use weights::TEMPO;

/// Phase weight of each piece, pawn to king.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// The evaluation in centipawns, side to move's view.
pub fn evaluate(board: &Board) -> i32 {
    value(board, static_terms)
}

/// The same evaluation, with a cache.
#[inline]
pub fn evaluate_with(board: &Board, cache: &mut EvalCache) -> i32 {
    value(board, |info, sum| cache.static_terms(info, sum))
}

/// The known value, or all terms tapered, side to move's view.
#[inline]
fn value(board: &Board, static_terms: impl FnOnce(&mut EvalInfo<'_>, &mut Sum)) -> i32 {
    let white = if let Some((_, value)) = endings::known_ending(board) {
        value
    } else {
        let mut sum = Sum::default();
        terms(board, &mut sum, static_terms);
        let sum = sum.total();
        sum.blended(phase(board), scale(board, sum)) + tempo(board)
    };
    if board.stm() == Color::White { white } else { -white }
}

/// Piece values of the material evaluation, centipawns: those of the Simplified Evaluation Function (Chess Programming
/// Wiki).
const MATERIAL: [i32; 6] = [100, 320, 330, 500, 900, 0];

/// Rough piece values of the rules that compare material, pawn to king, centipawns: futility and delta pruning, scaling
/// of endings. No measurement of them is recorded.
pub(crate) const PIECE_VALUE: [i32; 6] = [100, 320, 330, 500, 950, 0];

/// Material, centipawns, side to move's view.
pub fn material(board: &Board) -> i32 {
    let side = |us: Color| -> i32 {
        let worth = |kind: PieceType| MATERIAL[kind.index()] * board.by(us, kind).count() as i32;
        PieceType::ALL.into_iter().map(worth).sum()
    };
    side(board.stm()) - side(!board.stm())
}

/// The evaluation term by term for each side. The score is that of [`evaluate`], White's view.
pub fn explain(board: &Board) -> Breakdown {
    let trace = trace(board);
    let mut terms = Vec::with_capacity(Part::ALL.len());
    let mut sum = Tapered::default();
    for part in Part::ALL {
        let [white, black] = if part == Part::Initiative {
            shape::shares(sum.eg, trace.part(Color::White, part).eg)
        } else {
            Color::ALL.map(|us| trace.part(us, part))
        };
        sum.mg += white.mg - black.mg;
        sum.eg += white.eg - black.eg;
        terms.push(Term { name: part.name(), white, black });
    }
    let (phase, scale, tempo) = (phase(board), scale(board, sum), tempo(board));
    let known_ending = endings::known_ending(board);
    let score_cp =
        known_ending.map_or_else(|| sum.blended(phase, scale) + tempo, |(_, value)| value);
    Breakdown {
        terms,
        phase,
        sum,
        scale,
        tempo,
        score_cp,
        known: known_ending.map(|(name, _)| name),
    }
}

/// The evaluation by square: each weight and the squares it comes from. The shares of a term add up to [`explain()`].
pub fn locate(board: &Board) -> Vec<Share> {
    let mut uses = Uses::default();
    terms(board, &mut uses, static_terms);
    uses.shares(&explain(board))
}

/// Material imbalance, White less Black, by kind of pair, of a position, optionally without a piece.
pub fn imbalance(board: &Board, without: Option<Square>) -> Vec<(&'static Group, Tapered)> {
    let mut material = Material::of(board);
    if let Some(piece) = without.and_then(|square| board.piece_on(square)) {
        material = material.without(piece.color(), piece.kind());
    }
    let mut trace = Trace::new();
    shape::imbalance(&material, &mut trace, |_, _| Bitboard::EMPTY);
    let of_group = |group: &'static Group| {
        let mut sum = Tapered::default();
        for index in group.start..group.start + group.len {
            let [white, black] = trace.uses[index].map(i32::from);
            sum.mg += weight(index).mg * (white - black);
            sum.eg += weight(index).eg * (white - black);
        }
        (group, sum)
    };
    layout::GROUPS.iter().filter(|group| group.part == Part::Imbalance).map(of_group).collect()
}

/// How often each weight is used in a position, for the tuner.
pub fn trace(board: &Board) -> Trace {
    let mut trace = Trace::new();
    terms(board, &mut trace, static_terms);
    trace
}

/// A weight by its index in [`layout`].
pub fn weight(index: usize) -> Tapered {
    weights::WEIGHTS[index].tapered()
}

/// Phase of a position, and scale factors for a lead of White and of Black.
pub fn phase_and_scales(board: &Board) -> (i32, [i32; 2]) {
    (phase(board), Color::ALL.map(|us| endings::scale(board, us)))
}

/// Whether the position is a known ending.
pub fn is_known(board: &Board) -> bool {
    endings::known_ending(board).is_some()
}

/// Insufficient material: bare kings, or one minor piece.
pub fn is_bare_draw(board: &Board) -> bool {
    let occupied = board.occupied();
    let minors = board.pieces(PieceType::Knight) | board.pieces(PieceType::Bishop);
    occupied.count() <= 3 && (occupied - minors).count() == 2
}

/// Terms that depend only on pawns and kings or only on material.
fn static_terms(info: &mut EvalInfo<'_>, sink: &mut impl EvalSink) {
    let board = info.board;
    shape::imbalance(&Material::of(board), sink, |us, kind| board.by(us, kind));
    for us in Color::ALL {
        pawns::structure(info, us, sink);
        pieces::shelter(info, us, sink);
    }
}

/// All terms of both sides. Terms that use attack maps come after those that fill them.
#[inline]
fn terms<T: EvalSink>(
    board: &Board,
    sink: &mut T,
    static_terms: impl FnOnce(&mut EvalInfo<'_>, &mut T),
) {
    let mut info = EvalInfo::new(board);
    static_terms(&mut info, sink);
    for us in Color::ALL {
        pieces::pieces(&mut info, us, sink);
    }
    for us in Color::ALL {
        pawns::stopped(&info, us, sink);
        pawns::passed(&info, us, sink);
        pieces::king_attack(&info, us, sink);
        pieces::threats(&info, us, sink);
        pieces::space(&info, us, sink);
    }
    shape::initiative_units(&info, sink);
}

fn scale(board: &Board, sum: Tapered) -> i32 {
    endings::scale(board, if sum.eg >= 0 { Color::White } else { Color::Black })
}

fn tempo(board: &Board) -> i32 {
    if board.stm() == Color::White { TEMPO } else { -TEMPO }
}

/// Game phase: [`PHASE_MAX`] down to 0.
fn phase(board: &Board) -> i32 {
    let sum: i32 = PieceType::ALL
        .iter()
        .map(|&kind| board.pieces(kind).count() as i32 * PHASE[kind.index()])
        .sum();
    sum.min(PHASE_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::{BoardBuilder, SplitMix64};

    /// Positions of random games from several starts.
    pub(super) fn positions() -> Vec<Board> {
        let mut rng = SplitMix64::new(11);
        let mut found = Vec::new();
        for game in 0..60 {
            let mut board = Board::chess960(rng.below(960)).unwrap_or_else(Board::start);
            for _ in 0..150 {
                if board.make_random_move(&mut rng).is_none() {
                    break;
                }
                found.push(board);
            }
            assert!(!found.is_empty(), "game {game}");
        }
        found
    }

    #[test]
    fn the_start_position_is_even() {
        let breakdown = explain(&Board::start());
        assert_eq!(breakdown.sum.mg, 0);
        assert_eq!(breakdown.phase, PHASE_MAX);
        assert_eq!(evaluate(&Board::start()), TEMPO);
    }

    #[test]
    fn the_terms_add_up_to_the_score() {
        let mut cache = EvalCache::default();
        for board in positions() {
            let breakdown = explain(&board);
            let mut sum = Tapered::default();
            for term in &breakdown.terms {
                sum.mg += term.white.mg - term.black.mg;
                sum.eg += term.white.eg - term.black.eg;
            }
            assert_eq!(sum, breakdown.sum, "{board}");
            if breakdown.known.is_none() {
                let blended = sum.blended(breakdown.phase, breakdown.scale) + breakdown.tempo;
                assert_eq!(blended, breakdown.score_cp, "{board}");
            }
            let white = if board.stm() == Color::White { 1 } else { -1 };
            assert_eq!(evaluate(&board), white * breakdown.score_cp, "{board}");
            assert_eq!(evaluate(&board), evaluate_with(&board, &mut cache), "{board}");
        }
    }

    #[test]
    fn both_colours_are_evaluated_alike() {
        for board in positions() {
            let mut mirror = BoardBuilder::new();
            for kind in PieceType::ALL {
                for us in Color::ALL {
                    for square in board.by(us, kind) {
                        let piece = tabia_chess::Piece::new(us.other(), kind);
                        mirror.place(square.flip_rank(), piece);
                    }
                }
            }
            mirror.stm = board.stm().other();
            for (us, wing, file) in board.castling().iter() {
                mirror.castling.set(us.other(), wing, Some(file));
            }
            let mirror = mirror.build().expect("the mirror image of a legal position");
            assert_eq!(evaluate(&board), evaluate(&mirror), "{board}");
        }
    }
}
