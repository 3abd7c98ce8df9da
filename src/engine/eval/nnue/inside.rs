//! Inspection of the network at work: active inputs, accumulators, the contribution of each neuron, and the rounding
//! error.

use std::ops::RangeInclusive;

use super::features::{Inputs, Marks, View};
use super::kernels::{LANE, Lane, numbers_of};
use super::{Network, QA, QB, features};
use tabia_chess::{Bitboard, Board, Color, Piece, PieceType, Square};

/// State of the network for a position. Scores are White's view; the first of a pair is White's accumulator.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkInside {
    /// The evaluation, centipawns.
    pub score_cp: i32,
    /// The evaluation without rounding, centipawns.
    pub exact_cp: f64,
    /// Active inputs, in order from a1.
    pub inputs: Vec<InputOn>,
    /// Accumulators, [`QA`] standing for 1.0. The activation is the square of the value clamped to 0..1.
    pub accumulators: [Vec<i16>; Color::COUNT],
    /// Contribution of each neuron to the output in use, centipawns.
    pub adds_cp: [Vec<f32>; Color::COUNT],
    /// Whether a side's perspective is mirrored: its king is on files e to h.
    pub mirrored: [bool; Color::COUNT],
}

/// The two inputs of a piece, one per accumulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputOn {
    /// Where the piece stands.
    pub square: Square,
    /// The piece.
    pub piece: Piece,
    /// Attacked by a less valuable piece, or attacked and undefended.
    pub en_prise: bool,
    /// A passed pawn.
    pub passed: bool,
    /// Input indices.
    pub inputs: [u16; Color::COUNT],
    /// Change of the score when the row of this input is added to that accumulator, all else equal, centipawns.
    pub adds_cp: [i32; Color::COUNT],
    /// Change of the score with both rows. The piece still counts, attacks and defends.
    pub both_cp: i32,
}

impl Network {
    /// Inspects the network for a position.
    pub fn inside(&self, board: &Board) -> NetworkInside {
        let pieces = features::pieces(board);
        let marks = Marks::of(&pieces);
        let views = Color::ALL.map(|side| View::new(side, board.king(side)));
        let sides = self.sides(board, &pieces);
        let bucket = self.bucket(board.occupied().count() as usize);
        let white = |mover: i32| if board.stm() == Color::White { mover } else { -mover };
        let score = |sides: &[Vec<Lane>; 2]| {
            white(self.output_of(bucket, board.stm(), &sides[0], &sides[1]))
        };
        let score_cp = score(&sides);
        let input_on = |square: Square| {
            let (piece, (en_prise, passed)) = (board.piece_on(square)?, marks.state(square)?);
            let inputs = views.map(|view| input(&marks, view, square));
            let less = [0, 1].map(|side| {
                let mut less = sides[side].clone();
                self.update(&mut less, &sides[side], &[], &[inputs[side]]);
                less
            });
            let one = [
                score_cp - score(&[less[0].clone(), sides[1].clone()]),
                score_cp - score(&[sides[0].clone(), less[1].clone()]),
            ];
            let both_cp = score_cp - score(&less);
            Some(InputOn { square, piece, en_prise, passed, inputs, adds_cp: one, both_cp })
        };
        let accumulators = [&sides[0], &sides[1]].map(|side| self.numbers(side));
        let sign = if board.stm() == Color::White { 1.0 } else { -1.0 };
        let adds_cp = Color::ALL.map(|side| {
            let half = usize::from(side != board.stm());
            let weights = self.numbers(self.half(bucket, half));
            let add = |(&value, &weight): (&i16, &i16)| {
                (sign * activation(value) * f64::from(weight) / f64::from(QB)) as f32
                    * self.scale as f32
            };
            accumulators[side.index()].iter().zip(&weights).map(add).collect()
        });
        NetworkInside {
            score_cp,
            exact_cp: sign * self.evaluate_exactly(board),
            inputs: board.occupied().into_iter().filter_map(input_on).collect(),
            accumulators,
            adds_cp,
            mirrored: views.map(View::is_mirrored),
        }
    }

    /// Evaluates a position in floating point by the definition of the network, centipawns, side to move's view.
    /// [`Network::evaluate`] rounds twice and differs by less than two centipawns. Slow, for tests and display.
    pub fn evaluate_exactly(&self, board: &Board) -> f64 {
        let bucket = self.bucket(board.occupied().count() as usize);
        let marks = Marks::of(&features::pieces(board));
        let bias = self.numbers(&self.bias);
        let mut sum = 0.0;
        for (half, side) in [board.stm(), !board.stm()].into_iter().enumerate() {
            let mut inputs = Inputs::new();
            marks.inputs(View::new(side, board.king(side)), Bitboard::FULL, &mut inputs);
            let weights = self.numbers(self.half(bucket, half));
            for (at, weight) in weights.into_iter().enumerate() {
                let rows = inputs.iter().map(|&input| f64::from(self.row(input, at)));
                let number = (f64::from(bias[at]) + rows.sum::<f64>()) / f64::from(QA);
                sum += number.clamp(0.0, 1.0).powi(2) * f64::from(weight) / f64::from(QB);
            }
        }
        sum * f64::from(self.scale) + self.bias_cp(bucket)
    }

    /// Bias of an output, centipawns, side to move's view.
    fn bias_cp(&self, bucket: usize) -> f64 {
        f64::from(self.output_bias[bucket]) * f64::from(self.scale) / f64::from(QA * QB)
    }

    /// Weights of an output for the side to move (0) or the opponent (1).
    fn half(&self, bucket: usize, half: usize) -> &[Lane] {
        let lanes = self.width / LANE;
        &self.output[(2 * bucket + half) * lanes..][..lanes]
    }

    /// A weight of an input row.
    fn row(&self, input: u16, at: usize) -> i16 {
        self.rows[usize::from(input) * self.width / LANE + at / LANE].0[at % LANE]
    }

    /// Lanes as the numbers they hold.
    fn numbers(&self, lanes: &[Lane]) -> Vec<i16> {
        numbers_of(lanes)[..self.width].to_vec()
    }
}

/// Input of the piece on a square for a side.
fn input(marks: &Marks, view: View, square: Square) -> u16 {
    let mut inputs = Inputs::new();
    marks.inputs(view, square.into(), &mut inputs);
    inputs.first().copied().unwrap_or_default()
}

/// Activation of an accumulator value, 0 to 1.
pub fn activation(value: i16) -> f64 {
    (f64::from(value) / f64::from(QA)).clamp(0.0, 1.0).powi(2)
}

// The evaluation by piece and by output.

/// Breakdown of the network's evaluation, centipawns, White's view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkBreakdown {
    /// The evaluation.
    pub score_cp: i32,
    /// Contribution of each piece except the kings, in order from a1.
    pub pieces: Vec<PieceShare>,
    /// Score of each output, fewest pieces first.
    pub outputs: Vec<BucketOutput>,
}

/// Contribution of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceShare {
    /// The piece.
    pub piece: Piece,
    /// Where it stands.
    pub square: Square,
    /// Score less the score without the piece. Changes of other pieces' properties and of the output bucket are
    /// included.
    pub contribution_cp: i32,
}

/// Score of an output, whether it is in use or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BucketOutput {
    /// Piece counts that use this output, kings included.
    pub pieces: RangeInclusive<u32>,
    /// Its score.
    pub score_cp: i32,
    /// Whether it is in use.
    pub in_use: bool,
}

impl Network {
    /// Breakdown of the evaluation of a position.
    pub fn explain(&self, board: &Board) -> NetworkBreakdown {
        let view = if board.stm() == Color::White { 1 } else { -1 };
        let pieces = features::pieces(board);
        let [white, black] = &self.sides(board, &pieces);
        let count = board.occupied().count() as usize;
        let output = |bucket| view * self.output_of(bucket, board.stm(), white, black);
        let in_use = self.bucket(count);
        let score_cp = output(in_use);
        let outputs = (0..self.buckets()).map(|bucket| BucketOutput {
            pieces: self.pieces_of(bucket),
            score_cp: output(bucket),
            in_use: bucket == in_use,
        });
        let left = self.bucket(count - 1);
        let shares = board.occupied().into_iter().filter_map(|square| {
            let piece = board.piece_on(square).filter(|piece| piece.kind() != PieceType::King)?;
            let mut rest = pieces;
            rest[piece.color().index()][piece.kind().index()].remove(square);
            let without = self.sides(board, &rest);
            let without = self.output_of(left, board.stm(), &without[0], &without[1]);
            Some(PieceShare { piece, square, contribution_cp: score_cp - view * without })
        });
        NetworkBreakdown { score_cp, pieces: shares.collect(), outputs: outputs.collect() }
    }

    /// Piece counts that use an output.
    fn pieces_of(&self, bucket: usize) -> RangeInclusive<u32> {
        let all = 2..=32;
        let counts = |&pieces: &u32| self.bucket(pieces as usize) == bucket;
        let first = all.clone().find(counts).unwrap_or(2);
        first..=all.rev().find(counts).unwrap_or(32)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Parameters;
    use super::super::tests::positions;
    use super::*;

    fn network() -> Network {
        Network::new(&Parameters::random(64, 8, 17)).unwrap()
    }

    #[test]
    fn rounding_changes_the_score_by_less_than_two_centipawns() {
        let network = network();
        let mut greatest = 0.0_f64;
        for board in positions(20) {
            let off =
                (network.evaluate_exactly(&board) - f64::from(network.evaluate(&board))).abs();
            greatest = greatest.max(off);
        }
        assert!((0.1..1.1).contains(&greatest), "{greatest}");
    }

    #[test]
    fn the_numbers_and_the_bias_add_up_to_the_exact_score() {
        let network = network();
        for board in positions(10).iter().step_by(3) {
            let inside = network.inside(board);
            let adds: f64 = inside.adds_cp.iter().flatten().map(|&add| f64::from(add)).sum();
            let view = if board.stm() == Color::White { 1 } else { -1 };
            let bucket = network.bucket(board.occupied().count() as usize);
            let bias = f64::from(view) * network.bias_cp(bucket);
            assert!((adds + bias - inside.exact_cp).abs() < 0.05, "{board}");
            assert_eq!(inside.score_cp, view * network.evaluate(board), "{board}");
        }
    }

    /// All inputs by their index in the file format: own or enemy, kind, square, properties.
    #[test]
    fn the_inputs_are_numbered_as_the_format_says() {
        let network = network();
        for board in positions(10).iter().step_by(7) {
            for on in network.inside(board).inputs {
                for side in Color::ALL {
                    let mirror = if board.king(side).file().index() >= 4 { 7 } else { 0 };
                    let ranks = if side == Color::White { 0 } else { 56 };
                    let square = on.square.index() ^ ranks ^ mirror;
                    let enemy = usize::from(on.piece.color() != side);
                    let lost = usize::from(on.en_prise);
                    let number = if on.passed {
                        1536 + 128 * lost + 64 * enemy + square
                    } else {
                        768 * lost + 384 * enemy + 64 * on.piece.kind().index() + square
                    };
                    assert_eq!(
                        usize::from(on.inputs[side.index()]),
                        number,
                        "{} {board}",
                        on.square
                    );
                }
            }
        }
    }

    /// Recomputes the contribution of an input from the parameters.
    #[test]
    fn an_input_adds_what_is_missing_without_its_row() {
        let network = network();
        let board = positions(3)[40];
        let inside = network.inside(&board);
        let sign = if board.stm() == Color::White { 1 } else { -1 };
        let bucket = network.bucket(board.occupied().count() as usize);
        let score = |accumulators: &[Vec<i16>; 2]| {
            let mut sum = 0_i64;
            for side in Color::ALL {
                let half = usize::from(side != board.stm());
                let weights = network.numbers(network.half(bucket, half));
                for (&value, weight) in accumulators[side.index()].iter().zip(weights) {
                    sum += i64::from(value.clamp(0, 255)).pow(2) * i64::from(weight);
                }
            }
            let sum = sum / 255 + i64::from(network.output_bias[bucket]);
            sign * (sum * i64::from(network.scale) / (255 * 64)) as i32
        };
        assert_eq!(inside.inputs.len(), board.occupied().count() as usize);
        for on in &inside.inputs {
            let mut both = inside.accumulators.clone();
            for side in [0, 1] {
                let mut one = inside.accumulators.clone();
                for at in 0..network.width() {
                    one[side][at] -= network.row(on.inputs[side], at);
                    both[side][at] -= network.row(on.inputs[side], at);
                }
                assert_eq!(on.adds_cp[side], inside.score_cp - score(&one), "{}", on.square);
            }
            assert_eq!(on.both_cp, inside.score_cp - score(&both), "{}", on.square);
        }
    }

    #[test]
    fn a_piece_taken_away_is_a_piece_not_there() {
        for buckets in [1, 8] {
            let network = Network::new(&Parameters::random(64, buckets, 4)).unwrap();
            let alone = |fen| -network.evaluate(&Board::from_fen(fen).unwrap());
            // Six and five pieces use different outputs of eight.
            let score = alone("4k3/2r5/8/8/8/3N4/3P4/B3K3 b - - 0 1");
            let without = [
                alone("4k3/2r5/8/8/8/3N4/3P4/4K3 b - - 0 1"),
                alone("4k3/2r5/8/8/8/3N4/8/B3K3 b - - 0 1"),
                alone("4k3/2r5/8/8/8/8/3P4/B3K3 b - - 0 1"),
                alone("4k3/8/8/8/8/3N4/3P4/B3K3 b - - 0 1"),
            ];
            let board = Board::from_fen("4k3/2r5/8/8/8/3N4/3P4/B3K3 b - - 0 1").unwrap();
            let breakdown = network.explain(&board);
            assert_eq!(breakdown.score_cp, score);
            let found: Vec<i32> =
                breakdown.pieces.iter().map(|share| share.contribution_cp).collect();
            assert_eq!(found, without.map(|without| score - without));
        }
    }

    #[test]
    fn the_output_in_use_is_the_score() {
        let network = Network::new(&Parameters::random(32, 8, 5)).unwrap();
        for board in positions(6).iter().step_by(9) {
            let breakdown = network.explain(board);
            let count = board.occupied().count();
            assert_eq!(breakdown.outputs.len(), 8);
            for output in &breakdown.outputs {
                assert_eq!(output.in_use, output.pieces.contains(&count), "{board}");
                assert!(!output.in_use || output.score_cp == breakdown.score_cp, "{board}");
            }
        }
        let breakdown = network.explain(&Board::start());
        let ranges: Vec<_> = breakdown.outputs.into_iter().map(|output| output.pieces).collect();
        assert_eq!(
            (ranges[0].clone(), ranges[1].clone(), ranges[7].clone()),
            (2..=5, 6..=9, 30..=32)
        );
    }
}
