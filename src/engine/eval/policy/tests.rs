//! The network against its definition in floating point.

use super::*;
use crate::eval::nnue::tests::positions;

/// The position with colours swapped and the board flipped, which is the same for the side to move.
pub(crate) fn turned(board: &Board) -> Board {
    let text = board.to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    let swap = |text: &str| -> String {
        let other = |c: char| {
            if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        text.chars().map(other).collect()
    };
    let ranks: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let mut rights: Vec<char> = swap(fields[2]).chars().collect();
    rights.sort_by_key(char::is_ascii_lowercase);
    let ep_square = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    let stm = if fields[1] == "w" { "b" } else { "w" };
    let rights: String = rights.into_iter().collect();
    let text =
        format!("{} {stm} {rights} {ep_square} {} {}", ranks.join("/"), fields[4], fields[5]);
    Board::from_fen(&text).unwrap()
}

/// Floating-point reference: logits of the moves and of the value, and the largest rounding error of each.
struct Defined {
    moves: Vec<f64>,
    value: [f64; 3],
    bound: f64,
}

fn by_definition(parameters: &Parameters, board: &Board, moves: &[Move]) -> Defined {
    let width = parameters.width;
    let position = PositionFeatures::new(board);
    let mut inputs = Inputs::new();
    position.inputs(&mut inputs);
    let number = |at: usize| {
        let rows =
            inputs.iter().map(|&input| parameters.trunk[usize::from(input) * 2 * width + at]);
        let sum: i64 = rows.map(i64::from).sum::<i64>() + i64::from(parameters.trunk_bias[at]);
        (sum as f64 / 255.0).clamp(0.0, 1.0)
    };
    let hidden: Vec<f64> = (0..width).map(|at| number(at) * number(width + at)).collect();
    let one = f64::from(LOGIT_ONE);
    let dot = |rows: &[i8], row: usize| -> f64 {
        let row = &rows[row * width..][..width];
        row.iter().zip(&hidden).map(|(&weight, &x)| f64::from(weight) / 64.0 * x).sum()
    };
    let size = |rows: &[i8], row: usize| -> f64 {
        let row = &rows[row * width..][..width];
        row.iter().map(|&weight| f64::from(weight).abs() / 64.0).sum()
    };
    let (mut logits, mut bound) = (Vec::new(), 0.0_f64);
    for &mv in moves {
        let rows = position.rows(mv);
        let [to, from] = [usize::from(rows.to), usize::from(rows.from)];
        let biases = &parameters.biases;
        let bias = biases.to[to]
            + biases.from[from]
            + biases.flags[usize::from(rows.flags)]
            + biases.special[usize::from(rows.special)];
        logits.push(dot(&parameters.to, to) + dot(&parameters.from, from) + f64::from(bias) / one);
        bound = bound.max((size(&parameters.to, to) + size(&parameters.from, from)) / 508.0);
    }
    let bucket = (board.occupied().count() as usize - 2) / 4;
    let value = [0, 1, 2].map(|row| {
        let row = 3 * bucket + row;
        bound = bound.max(size(&parameters.value, row) / 508.0);
        dot(&parameters.value, row) + f64::from(parameters.biases.value[row]) / one
    });
    Defined { moves: logits, value, bound }
}

fn chances(logits: &[f64]) -> Vec<f64> {
    let max = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let all: Vec<f64> = logits.iter().map(|logit| (logit - max).exp()).collect();
    let sum: f64 = all.iter().sum();
    all.into_iter().map(|chance| chance / sum).collect()
}

#[test]
fn integer_arithmetic_matches_the_definition_within_the_bound() {
    for (width, games) in [(32, 12), (256, 4)] {
        let parameters = Parameters::random(width, width as u64);
        let boards = positions(games);
        let (mut seen, mut farthest) = (0, 0.0_f64);
        for kernels in Kernels::available() {
            let net = PolicyNet::new(&parameters).unwrap().with_kernels(kernels);
            for board in boards.iter().step_by(7) {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    continue;
                }
                let mut priors = vec![0.0; moves.len()];
                let wdl = net.evaluate(board, &moves, &mut priors);
                let defined = by_definition(&parameters, board, &moves);
                // A logit error of at most this changes a probability by at most this factor.
                let max_factor = (2.0 * defined.bound).exp() * 1.0001;
                let wdl = [wdl.win, wdl.draw, wdl.loss];
                let found = priors.iter().chain(&wdl).map(|&p| f64::from(p));
                let expected = chances(&defined.moves).into_iter().chain(chances(&defined.value));
                for (found, expected) in found.zip(expected) {
                    let factor = (found.max(1e-30) / expected.max(1e-30)).ln().abs().exp();
                    assert!(factor < max_factor || expected < 1e-20, "{} {board}", kernels.name);
                    farthest = farthest.max((found - expected).abs());
                }
                seen += 1;
            }
        }
        assert!(seen > 50 && farthest < 0.05, "{seen} positions, {farthest} off at most");
    }
}

#[test]
fn chances_add_up_and_all_kernels_agree() {
    let parameters = Parameters::random(64, 5);
    for board in positions(6).iter().step_by(3) {
        let moves = board.legal_moves();
        let evaluated: Vec<(Wdl, Vec<f32>)> = Kernels::available()
            .into_iter()
            .map(|kernels| {
                let net = PolicyNet::new(&parameters).unwrap().with_kernels(kernels);
                let mut priors = vec![0.0; moves.len()];
                (net.evaluate(board, &moves, &mut priors), priors)
            })
            .collect();
        let (wdl, priors) = &evaluated[0];
        assert!((wdl.win + wdl.draw + wdl.loss - 1.0).abs() < 1e-5);
        let sum: f32 = priors.iter().sum();
        assert!(moves.is_empty() || (sum - 1.0).abs() < 1e-4, "{sum}");
        assert!(evaluated.iter().all(|other| *other == evaluated[0]), "{board}");
    }
}

#[test]
fn both_colours_are_evaluated_alike_and_few_moves_are_no_error() {
    let net = PolicyNet::new(&Parameters::random(32, 7)).unwrap();
    for board in positions(6).iter().step_by(11) {
        let moves = board.legal_moves();
        let other = turned(board);
        let mut none = [];
        let wdl = net.evaluate(board, &[], &mut none);
        let mut priors = vec![0.0; moves.len()];
        assert_eq!(net.evaluate(board, &moves, &mut priors), wdl);
        assert_eq!(net.evaluate(&other, &[], &mut none), wdl, "{board}");
        let there = other.legal_moves();
        let mut others = vec![0.0; there.len()];
        net.evaluate(&other, &there, &mut others);
        for (&mv, &prior) in moves.iter().zip(&priors) {
            let same = there.iter().position(|there| {
                (there.from(), there.to(), there.kind())
                    == (mv.from().flip_rank(), mv.to().flip_rank(), mv.kind())
            });
            assert!((others[same.unwrap()] - prior).abs() < 1e-5, "{board}");
        }
    }
}

#[test]
fn a_draw_counts_half() {
    let wdl = Wdl { win: 0.5, draw: 0.3, loss: 0.2 };
    assert!((wdl.expected() - 0.65).abs() < 1e-6);
}
