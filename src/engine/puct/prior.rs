//! Priors from rules of thumb, without a network.
//!
//! Each move gets points, and the priors are their softmax. [`POINTS`] are for captures by SEE, promotions, checks,
//! pieces that leave or enter danger, threats against more valuable pieces, castling, development, passed pawns. They
//! are estimates, not fitted.

use arrayvec::ArrayVec;

use super::history::{Gains, PieceTo};
use super::leaf_evaluator::LeafEvaluator;
use tabia_chess::{
    Bitboard, Board, Color, Move, PieceType, Rank, SplitMix64, Square, attacks, see,
};

/// Points of the rules, natural logarithms: one more makes a move 2.7 times as likely.
#[derive(Clone, Copy, Debug)]
pub struct Points {
    /// A capture that loses nothing by SEE.
    pub capture: f32,
    /// Added to [`Points::capture`] for each pawn that the capture wins.
    pub won_pawn: f32,
    /// A capture that loses material by SEE.
    pub losing_capture: f32,
    /// A promotion to a queen.
    pub queen: f32,
    /// A promotion to another piece.
    pub underpromotion: f32,
    /// A safe check.
    pub check: f32,
    /// A quiet move to a square where the piece is lost, per pawn of its value.
    pub into_danger: f32,
    /// A piece leaving a square where it would be lost, per pawn of its value.
    pub out_of_danger: f32,
    /// A quiet move to a safe square that attacks a more valuable piece.
    pub threat: f32,
    /// Castling.
    pub castling: f32,
    /// A minor piece leaving its first rank.
    pub development: f32,
    /// A king move other than castling while queens are on the board.
    pub king_walk: f32,
    /// A passed pawn move, per rank.
    pub passed: f32,
    /// A pawn move to the centre.
    pub centre: f32,
}

/// The points in use.
pub const POINTS: Points = Points {
    capture: 1.2,
    won_pawn: 0.35,
    losing_capture: -1.2,
    queen: 2.0,
    underpromotion: -2.5,
    check: 0.6,
    into_danger: -0.45,
    out_of_danger: 0.3,
    threat: 0.4,
    castling: 0.9,
    development: 0.4,
    king_walk: -0.5,
    passed: 0.2,
    centre: 0.3,
};

/// Sets the priors of these legal moves; they add up to 1.
pub fn priors(board: &Board, moves: &[Move], priors: &mut [f32]) {
    let scorer = MoveScorer::of(board);
    let mut max = f32::NEG_INFINITY;
    for (&mv, prior) in moves.iter().zip(priors.iter_mut()) {
        *prior = scorer.points(mv);
        max = max.max(*prior);
    }
    let mut sum = 0.0;
    for prior in priors.iter_mut() {
        *prior = (*prior - max).exp();
        sum += *prior;
    }
    for prior in priors.iter_mut() {
        *prior /= sum;
    }
}

/// Data that the moves of a position share.
struct MoveScorer<'a> {
    board: &'a Board,
    us: Color,
    centre: Bitboard,
    queens: bool,
}

/// Value of a piece in pawns.
fn pawns(kind: PieceType) -> f32 {
    see::VALUES[kind.index()] as f32 / 100.0
}

impl MoveScorer<'_> {
    fn of(board: &Board) -> MoveScorer<'_> {
        let files = Bitboard(0x3C3C_3C3C_3C3C_3C3C);
        let ranks = Bitboard::rank(Rank::Fourth) | Bitboard::rank(Rank::Fifth);
        let queens = board.pieces(PieceType::Queen).any();
        MoveScorer { board, us: board.stm(), centre: files & ranks, queens }
    }

    /// The expected loss of a piece of the side to move on a square, in pawns: its value if it is undefended, the
    /// difference if a less valuable piece attacks it. `gone`: the square it has left.
    fn at_risk(&self, kind: PieceType, at: Square, gone: Bitboard) -> f32 {
        let board = self.board;
        let attackers = board.attackers_to(at, board.occupied() - gone) - gone;
        let theirs = attackers & board.colors(!self.us);
        if theirs.is_empty() || kind == PieceType::King {
            return 0.0;
        }
        let guarded = (attackers & board.colors(self.us)).any();
        let cheapest = PieceType::ALL.into_iter().find(|&kind| (theirs & board.pieces(kind)).any());
        let cheapest = cheapest.map_or(f32::INFINITY, pawns);
        if !guarded {
            // The attacker may be a king: without a defender it can capture.
            pawns(kind)
        } else if cheapest > 0.0 && cheapest < pawns(kind) {
            pawns(kind) - cheapest
        } else {
            0.0
        }
    }

    fn points(&self, mv: Move) -> f32 {
        let p = &POINTS;
        let board = self.board;
        let Some(piece) = board.piece_on(mv.from()) else { return 0.0 };
        let kind = piece.kind();
        if mv.is_castling() {
            return p.castling;
        }
        let mut points = match mv.promotion() {
            Some(PieceType::Queen) => p.queen,
            Some(_) => p.underpromotion,
            None => 0.0,
        };
        let from = Bitboard::from(mv.from());
        points += p.out_of_danger * self.at_risk(kind, mv.from(), Bitboard::EMPTY);
        let safe;
        if mv.is_capture() {
            let won = see::value(board, mv);
            safe = won >= 0;
            points +=
                if safe { p.capture + p.won_pawn * (won as f32 / 100.0) } else { p.losing_capture };
        } else {
            let risk = self.at_risk(kind, mv.to(), from);
            safe = risk == 0.0;
            points += p.into_danger * risk + self.quiet(mv, kind, safe);
        }
        if safe && board.gives_check(mv) {
            points += p.check;
        }
        points
    }

    /// Points of a quiet move besides the risk.
    fn quiet(&self, mv: Move, kind: PieceType, safe: bool) -> f32 {
        let p = &POINTS;
        let board = self.board;
        let mut points = 0.0;
        if safe && kind != PieceType::King {
            let reach = attacks::piece(kind, self.us, mv.to(), board.occupied());
            let more_valuable = PieceType::ALL.into_iter().filter(|&k| pawns(k) > pawns(kind));
            let hit = more_valuable.fold(Bitboard::EMPTY, |set, k| set | board.by(!self.us, k));
            points += if (reach & hit).any() { p.threat } else { 0.0 };
        }
        match kind {
            PieceType::Knight | PieceType::Bishop => {
                let home = Bitboard::rank(Rank::First.relative(self.us));
                if home.has(mv.from()) && !home.has(mv.to()) {
                    points += p.development;
                }
            }
            PieceType::King if self.queens => points += p.king_walk,
            PieceType::Pawn => {
                if self.centre.has(mv.to()) {
                    points += p.centre;
                }
                let steps = mv.to().rank().relative(self.us).index() as f32 - 1.0;
                if self.is_passed(mv) {
                    points += p.passed * steps;
                }
            }
            _ => {}
        }
        points
    }

    /// Whether no enemy pawn is in front of the target square or on the neighbouring files.
    fn is_passed(&self, mv: Move) -> bool {
        let front = Bitboard::from(mv.to()).front_span(self.us);
        let ahead = front | front.east() | front.west();
        (ahead & self.board.by(!self.us, PieceType::Pawn)).is_empty()
    }
}

/// Moves of a position with their priors, sorted by prior, for expansion.
#[derive(Debug)]
pub struct MovePriors {
    pub(super) moves: ArrayVec<(Move, f32), 256>,
    /// Index of a mating move.
    pub(super) mating: Option<usize>,
}

impl MovePriors {
    /// Priors of these legal moves, shifted by their gains; they add up to 1. This is most of the time of a playout and
    /// needs no tree lock.
    pub(super) fn of(
        board: &Board,
        moves: &[Move],
        leaf_evaluator: &mut impl LeafEvaluator,
        gains: Option<&Gains>,
    ) -> MovePriors {
        let mut priors = [0.0; 256];
        let priors = &mut priors[..moves.len().min(256)];
        leaf_evaluator.priors(board, moves, priors);
        let mut moves: ArrayVec<(Move, f32), 256> =
            moves.iter().copied().zip(priors.iter().copied()).collect();
        if let Some(gains) = gains {
            let mut sum = 0.0;
            for (mv, prior) in &mut moves {
                *prior *= gains.factor(PieceTo::of(board, *mv));
                sum += *prior;
            }
            for (_, prior) in &mut moves {
                *prior /= sum;
            }
        }
        // The sort is stable, so equal priors keep the generation order and the tree is reproducible.
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mates = |mv: Move| board.gives_check(mv) && !board.after(mv).has_legal_move();
        let mating = moves.iter().position(|&(mv, _)| mates(mv));
        MovePriors { moves, mating }
    }
}

// Dirichlet noise on the root priors, so that self-play explores moves with a low prior.

/// Dirichlet parameter times the number of moves: with 30 moves the parameter is a third, which gives most of the noise
/// to a few moves.
const CONCENTRATION: f64 = 10.0;

/// Dirichlet noise of this length: shares that add up to 1, with parameter [`CONCENTRATION`] divided by the length.
pub(super) fn dirichlet(count: usize, rng: &mut SplitMix64) -> Vec<f32> {
    let shape = CONCENTRATION / count.max(1) as f64;
    let noise: Vec<f64> = (0..count).map(|_| gamma(shape, rng)).collect();
    let sum: f64 = noise.iter().sum();
    // All samples may underflow to zero.
    let even = 1.0 / count.max(1) as f64;
    noise.iter().map(|sample| if sum > 0.0 { sample / sum } else { even } as f32).collect()
}

/// Gamma distribution (Marsaglia, Tsang 2000); shapes below 1 by boosting.
fn gamma(shape: f64, rng: &mut SplitMix64) -> f64 {
    if shape < 1.0 {
        let sample = 1.0 - rng.unit_f64();
        return gamma(shape + 1.0, rng) * sample.powf(1.0 / shape);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        let sample = 1.0 - rng.unit_f64();
        if v > 0.0 && sample.ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// Normal distribution (Box, Muller 1958).
fn normal(rng: &mut SplitMix64) -> f64 {
    let (one, other) = (1.0 - rng.unit_f64(), rng.unit_f64());
    (-2.0 * one.ln()).sqrt() * (std::f64::consts::TAU * other).cos()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::san;

    /// Priors of some moves of a position.
    fn of(fen: &str, moves: &[&str]) -> Vec<f32> {
        let board = Board::from_fen(fen).unwrap();
        let legal = board.legal_moves();
        let mut all = vec![0.0; legal.len()];
        priors(&board, &legal, &mut all);
        assert!((all.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        let at = |text: &&str| {
            let mv = san::parse(&board, text).unwrap();
            all[legal.iter().position(|&m| m == mv).unwrap()]
        };
        moves.iter().map(at).collect()
    }

    fn falls(fen: &str, moves: &[&str]) {
        let priors = of(fen, moves);
        assert!(priors.windows(2).all(|pair| pair[0] > pair[1]), "{fen} {moves:?} {priors:?}");
    }

    #[test]
    fn good_captures_come_before_quiet_moves_and_those_before_losing_ones() {
        let fen = "4k3/8/2p5/3q4/4P3/8/3R4/4K3 w - - 0 1";
        falls(fen, &["exd5", "Ke2", "Rd4"]);
        falls(fen, &["exd5", "Rxd5", "Rd3"]);
        falls("4k3/8/2p5/3p4/8/8/3R4/4K3 w - - 0 1", &["Rd3", "Rxd5"]);
    }

    #[test]
    fn moves_out_of_danger_are_likelier_than_moves_into_it() {
        // A pawn attacks the knight; d4 is undefended and attacked by the bishop.
        falls("4k3/6b1/8/8/6p1/5N2/8/4K3 w - - 0 1", &["Nh2", "Ke2", "Nd4"]);
    }

    #[test]
    fn promotion_castling_and_passed_pawns_get_points() {
        falls("8/P7/8/8/8/1k6/8/4K3 w - - 0 1", &["a8=Q", "Ke2", "a8=N"]);
        falls("r3k2r/pppq1ppp/2n2n2/8/8/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 1", &["O-O", "a3", "Kf1"]);
        falls("4k3/8/8/P6p/8/7P/8/4K3 w - - 0 1", &["a6", "Ke2"]);
    }

    #[test]
    fn gamma_has_the_mean_and_the_variance_of_its_shape() {
        for shape in [0.3, 1.0, 2.5] {
            let mut rng = SplitMix64::new(4);
            let noise: Vec<f64> = (0..20_000).map(|_| gamma(shape, &mut rng)).collect();
            let mean = noise.iter().sum::<f64>() / 20_000.0;
            let variance =
                noise.iter().map(|sample| (sample - mean).powi(2)).sum::<f64>() / 20_000.0;
            assert!((mean - shape).abs() < 0.05 * shape.max(0.5), "{shape}: mean {mean}");
            assert!(
                (variance - shape).abs() < 0.1 * shape.max(0.5),
                "{shape}: variance {variance}"
            );
        }
    }

    #[test]
    fn shares_add_up_and_a_few_have_most() {
        let mut rng = SplitMix64::new(1);
        for count in [1, 2, 20, 218] {
            let shares = dirichlet(count, &mut rng);
            assert_eq!(shares.len(), count);
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)));
        }
        let mut shares = dirichlet(100, &mut rng);
        shares.sort_by(f32::total_cmp);
        assert!(shares[80..].iter().sum::<f32>() > 0.6);
    }
}
