//! Evaluation X-ray: both evaluations of a position taken apart, by term, by square, by piece and by input. Nothing is
//! searched. Every number is in centipawns, White's view, unless it says otherwise.

mod pieces;
mod terms;

#[cfg(test)]
mod tests;

pub use pieces::{PieceWorth, without};
pub use terms::{Change, Place, Row, RowKind, Terms, changes};

use tabia_chess::board::Board;
use tabia_engine::eval::nnue::Network;
use tabia_engine::eval::nnue::explain::NetworkBreakdown;
use tabia_engine::eval::nnue::inside::NetworkInside;

/// A position seen through by both evaluations.
#[derive(Clone, Debug)]
pub struct Xray {
    /// The position.
    pub board: Board,
    /// The hand-crafted evaluation.
    pub terms: Terms,
    /// The network, where there is one.
    pub network: Option<NetworkXray>,
    /// Each piece but the kings with what both evaluations lose without it, from a1 on.
    pub pieces: Vec<PieceWorth>,
}

/// What a network says, and what is inside it.
#[derive(Clone, Debug)]
pub struct NetworkXray {
    /// Score, outputs, and what each piece contributes.
    pub said: NetworkBreakdown,
    /// Inputs, accumulators, and the score without rounding.
    pub inside: NetworkInside,
}

impl NetworkXray {
    /// The output in use, 0 that for the fewest pieces.
    pub fn bucket(&self) -> usize {
        self.said.outputs.iter().position(|output| output.in_use).unwrap_or_default()
    }

    /// The score less the same computed without cutting to whole numbers, centipawns.
    pub fn quantisation_error_cp(&self) -> f64 {
        f64::from(self.inside.score_cp) - self.inside.exact_cp
    }
}

impl Xray {
    /// Looks through a position.
    pub fn of(board: &Board, network: Option<&Network>) -> Xray {
        let terms = Terms::of(board);
        let network = network.map(|network| NetworkXray {
            said: network.explain(board),
            inside: network.inside(board),
        });
        let said = network.as_ref().map(|network| &network.said);
        let pieces = pieces::pieces(board, terms.score_cp, said);
        Xray { board: *board, terms, network, pieces }
    }
}
