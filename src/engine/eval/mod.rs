//! The hand-crafted evaluation: a sum of terms, each a function of its own, blended between
//! middlegame and endgame by the pieces left. It looks at one position and searches nothing.
//!
//! Every term asks a `Tally` for a weight by its index in `layout`. The search's tally adds the weights up, the
//! tuner's and the breakdown's counts their uses: one code, so the terms shown are the score. Two places are no
//! plain sum (`shape`). What depends on pawns and kings alone, or on numbers of pieces alone, is kept in
//! [`cache::EvalCache`], one per thread.

pub mod cache;
mod endings;
pub mod layout;
pub mod net_file;
pub mod nnue;
mod pawns;
mod pieces;
pub mod policy;
mod scene;
pub mod shape;
pub mod trace;
mod weights;

use tabia_chess::{Board, Color, PieceType};

use cache::EvalCache;
use layout::Part;
use scene::Scene;
use shape::Material;
use trace::{Breakdown, Share, Sum, Tally, Tapered, Term, Trace, Uses};

pub use endings::{PHASE_MAX, SCALE_FULL};
pub use scene::king_zone;
pub use weights::TEMPO;

/// What a piece adds to the phase, pawn to king.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// The evaluation in centipawns, side to move's view.
pub fn evaluate(board: &Board) -> i32 {
    value(board, static_terms)
}

/// The same, quicker, with a cache of what seldom changes.
#[inline]
pub fn evaluate_with(board: &Board, cache: &mut EvalCache) -> i32 {
    value(board, |scene, sum| cache.static_terms(scene, sum))
}

/// The known value or all terms blended, side to move's view.
#[inline]
fn value(board: &Board, static_terms: impl FnOnce(&mut Scene<'_>, &mut Sum)) -> i32 {
    let white = if let Some((_, value)) = endings::known(board) {
        value
    } else {
        let mut sum = Sum::default();
        terms(board, &mut sum, static_terms);
        let sum = sum.total();
        sum.blended(phase(board), scale(board, sum)) + tempo(board)
    };
    if board.stm() == Color::White { white } else { -white }
}

/// The worth of a piece, pawn to king, where material alone is counted, centipawns: the round values of the
/// Simplified Evaluation Function (Chess Programming Wiki).
const MATERIAL: [i32; 6] = [100, 320, 330, 500, 900, 0];

/// The pieces on the board alone, centipawns, side to move's view.
pub fn material(board: &Board) -> i32 {
    let side = |us: Color| -> i32 {
        let worth = |kind: PieceType| MATERIAL[kind.index()] * board.by(us, kind).count() as i32;
        PieceType::ALL.into_iter().map(worth).sum()
    };
    side(board.stm()) - side(!board.stm())
}

/// The evaluation taken apart: what each term gives each side. The score is
/// [`evaluate`]'s, White's view.
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
    let known = endings::known(board);
    let score_cp = known.map_or_else(|| sum.blended(phase, scale) + tempo, |(_, value)| value);
    Breakdown {
        terms,
        phase,
        sum,
        scale,
        tempo,
        score_cp,
        known: known.map(|(key, _)| tabia_text::text(key)),
    }
}

/// The evaluation by square: what each weight gives, and where. The shares of a term add up to what [`explain()`] says
/// of it.
pub fn locate(board: &Board) -> Vec<Share> {
    let mut uses = Uses::default();
    terms(board, &mut uses, static_terms);
    uses.shares(&explain(board))
}

/// How often each weight is used in a position: the tuner's view of it.
pub fn trace(board: &Board) -> Trace {
    let mut trace = Trace::new();
    terms(board, &mut trace, static_terms);
    trace
}

/// The weight with this index of [`layout`], as the tuner starts from it.
pub fn weight(index: usize) -> Tapered {
    weights::WEIGHTS[index].tapered()
}

/// Phase of a position and 64ths of the endgame value that count, for a lead of White and of Black.
pub fn frame(board: &Board) -> (i32, [i32; 2]) {
    (phase(board), Color::ALL.map(|us| endings::scale(board, us)))
}

/// Whether the value of the position is known without the terms.
pub fn is_known(board: &Board) -> bool {
    endings::known(board).is_some()
}

/// Neither side can mate: bare kings, or one minor piece.
pub fn is_bare_draw(board: &Board) -> bool {
    let occupied = board.occupied();
    let minors = board.pieces(PieceType::Knight) | board.pieces(PieceType::Bishop);
    occupied.count() <= 3 && (occupied - minors).count() == 2
}

/// What depends on pawns and kings alone or on numbers of pieces alone, computed.
fn static_terms(scene: &mut Scene<'_>, tally: &mut impl Tally) {
    let board = scene.board;
    shape::imbalance(&Material::of(board), tally, |us, kind| board.by(us, kind));
    for us in Color::ALL {
        pawns::structure(scene, us, tally);
        pieces::shelter(scene, us, tally);
    }
}

/// All terms of both sides. Those that look at attacks come after those that note them.
#[inline]
fn terms<T: Tally>(
    board: &Board,
    tally: &mut T,
    static_terms: impl FnOnce(&mut Scene<'_>, &mut T),
) {
    let mut scene = Scene::new(board);
    static_terms(&mut scene, tally);
    for us in Color::ALL {
        pieces::pieces(&mut scene, us, tally);
    }
    for us in Color::ALL {
        pawns::stopped(&scene, us, tally);
        pawns::passed(&scene, us, tally);
        pieces::king_attack(&scene, us, tally);
        pieces::threats(&scene, us, tally);
        pieces::space(&scene, us, tally);
    }
    shape::initiative_units(&scene, tally);
}

fn scale(board: &Board, sum: Tapered) -> i32 {
    endings::scale(board, if sum.eg >= 0 { Color::White } else { Color::Black })
}

fn tempo(board: &Board) -> i32 {
    if board.stm() == Color::White { TEMPO } else { -TEMPO }
}

/// Pieces left, weighed: [`PHASE_MAX`] down to 0.
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
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                board.make_move(moves[rng.below(moves.len())]);
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
    fn both_colours_are_judged_alike() {
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
