//! What a network says of a position, taken apart: the share of each piece and the word of each output.

use std::ops::RangeInclusive;

use tabia_chess::{Board, Color, Piece, PieceType, Square};

use super::{Network, features};

/// The word of a network. Every number is in centipawns, White's view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkBreakdown {
    /// The evaluation.
    pub score_cp: i32,
    /// What each piece but the kings contributes, from a1 on.
    pub pieces: Vec<PieceShare>,
    /// What each output says, that for the fewest pieces first.
    pub outputs: Vec<BucketOutput>,
}

/// What a piece contributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceShare {
    /// The piece.
    pub piece: Piece,
    /// Where it stands.
    pub square: Square,
    /// The score less what it is with the piece taken off the board. Where that changes how others stand (en
    /// prise, passed) or the output that counts, the change is in it.
    pub contribution_cp: i32,
}

/// What an output says of the position, whether it is the one that counts or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BucketOutput {
    /// Pieces on the board, kings counted, for which it counts.
    pub pieces: RangeInclusive<u32>,
    /// Its word.
    pub score_cp: i32,
    /// Whether it is the one that counts.
    pub in_use: bool,
}

impl Network {
    /// Takes the evaluation of a position apart.
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

    /// The numbers of pieces for which an output counts.
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

    #[test]
    fn a_piece_taken_away_is_a_piece_not_there() {
        for buckets in [1, 8] {
            let network = Network::new(&Parameters::random(64, buckets, 4)).unwrap();
            let alone = |fen| -network.evaluate(&Board::from_fen(fen).unwrap());
            // Six pieces and five have different ones of eight outputs.
            let score = alone("4k3/2r5/8/8/8/3N4/3P4/B3K3 b - - 0 1");
            let without = [
                alone("4k3/2r5/8/8/8/3N4/3P4/4K3 b - - 0 1"),
                alone("4k3/2r5/8/8/8/3N4/8/B3K3 b - - 0 1"),
                alone("4k3/2r5/8/8/8/8/3P4/B3K3 b - - 0 1"),
                alone("4k3/8/8/8/8/3N4/3P4/B3K3 b - - 0 1"),
            ];
            let board = Board::from_fen("4k3/2r5/8/8/8/3N4/3P4/B3K3 b - - 0 1").unwrap();
            let said = network.explain(&board);
            assert_eq!(said.score_cp, score);
            let found: Vec<i32> = said.pieces.iter().map(|share| share.contribution_cp).collect();
            assert_eq!(found, without.map(|without| score - without));
        }
    }

    #[test]
    fn the_output_in_use_is_the_score() {
        let network = Network::new(&Parameters::random(32, 8, 5)).unwrap();
        for board in positions(6).iter().step_by(9) {
            let said = network.explain(board);
            let count = board.occupied().count();
            assert_eq!(said.outputs.len(), 8);
            for output in &said.outputs {
                assert_eq!(output.in_use, output.pieces.contains(&count), "{board}");
                assert!(!output.in_use || output.score_cp == said.score_cp, "{board}");
            }
        }
        let said = network.explain(&Board::start());
        let ranges: Vec<_> = said.outputs.into_iter().map(|output| output.pieces).collect();
        assert_eq!(
            (ranges[0].clone(), ranges[1].clone(), ranges[7].clone()),
            (2..=5, 6..=9, 30..=32)
        );
    }
}
