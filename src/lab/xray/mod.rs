//! Evaluation X-ray: both evaluations of a position broken down by term, by square, by piece and by input. Nothing is
//! searched. Numbers are centipawns from White's view unless stated otherwise.

mod terms;

impl Xray {
    /// For each square, how much the hand-crafted score drops without the piece there. The drop includes everything that
    /// changes with the piece, such as the phase: with all pieces on the board the terms of its square alone would make
    /// a queen worth little more than a pawn. The drops do not add up to the score.
    pub fn by_piece(&self) -> [Option<i32>; Square::COUNT] {
        let mut squares = [None; Square::COUNT];
        for worth in &self.pieces {
            squares[worth.square.index()] = worth.terms_cp;
        }
        squares
    }

    /// The terms and their sum.
    pub fn terms_table(&self) -> Table {
        let csv = &[Medium::Csv];
        let mut table = Table::new(vec![
            Column::words("term").only(csv),
            Column::new("white mg").only(csv),
            Column::new("white eg").only(csv),
            Column::new("black mg").only(csv),
            Column::new("black eg").only(csv),
            Column::new("tapered cp (White's view)").only(csv),
        ]);
        for row in &self.terms.rows {
            table.row([
                row.kind.name().into(),
                row.white.mg.into(),
                row.white.eg.into(),
                row.black.mg.into(),
                row.black.eg.into(),
                row.tapered_cp.into(),
            ]);
        }
        let none = [Cell::None, Cell::None, Cell::None, Cell::None];
        let score = Cell::from(self.terms.score_cp);
        table.row([Cell::from("Score")].into_iter().chain(none).chain([score]));
        table
    }

    /// The loss of the score without each piece, by both evaluations.
    pub fn pieces_table(&self) -> Table {
        let (csv, json) = (&[Medium::Csv], &[Medium::Json]);
        let mut table = Table::new(vec![
            Column::words("square"),
            Column::words("piece"),
            Column::words("hand-crafted cp").only(csv),
            Column::words("network cp").only(csv),
            Column::words("difference cp").only(csv),
            Column::new("terms_cp").only(json),
            Column::new("network_cp").only(json),
            Column::new("difference_cp").only(json),
        ]);
        for worth in &self.pieces {
            let numbers = [worth.terms_cp, worth.network_cp, worth.difference_cp()];
            let signed = |cp: Option<i32>| cp.map_or("-".to_owned(), |cp| format!("{cp:+}"));
            let place = [worth.square.to_string(), worth.piece.fen_char().to_string()];
            let cells = place.map(Cell::from).into_iter();
            let people = numbers.map(|cp| Cell::from(signed(cp)));
            table.row(cells.chain(people).chain(numbers.map(Cell::from)));
        }
        table
    }

    /// The outputs of the network and, below them, its inputs.
    pub fn network_csv(&self) -> String {
        let Some(network) = &self.network else { return String::new() };
        let columns = ["output", "pieces", "cp", "in use"];
        let mut outputs = Table::new(columns.map(Column::new).into());
        for (at, output) in network.breakdown.outputs.iter().enumerate() {
            let pieces = format!("{}-{}", output.pieces.start(), output.pieces.end());
            outputs.row([at.into(), pieces.into(), output.score_cp.into(), output.in_use.into()]);
        }
        outputs.csv() + &network.inputs_table().csv()
    }
}

impl NetworkXray {
    /// The active inputs and the contribution of each.
    pub fn inputs_table(&self) -> Table {
        let (csv, json) = (&[Medium::Csv], &[Medium::Json]);
        let mut table = Table::new(vec![
            Column::words("square"),
            Column::words("piece"),
            Column::words("stands").only(csv),
            Column::new("en_prise").only(json),
            Column::new("passed").only(json),
            Column::new("white_input").csv_key("white input"),
            Column::new("black_input").csv_key("black input"),
            Column::new("white_adds_cp").csv_key("white adds cp"),
            Column::new("black_adds_cp").csv_key("black adds cp"),
            Column::new("adds_cp").csv_key("both add cp"),
        ]);
        for on in &self.inside.inputs {
            table.row([
                on.square.to_string().into(),
                on.piece.fen_char().to_string().into(),
                stands(on).into(),
                on.en_prise.into(),
                on.passed.into(),
                u32::from(on.inputs[0]).into(),
                u32::from(on.inputs[1]).into(),
                on.adds_cp[0].into(),
                on.adds_cp[1].into(),
                on.both_cp.into(),
            ]);
        }
        table
    }
}

/// The state of an input's piece as the network sees it, in the words used in files.
pub fn stands(on: &InputOn) -> &'static str {
    match (on.en_prise, on.passed) {
        (false, false) => "safe",
        (true, false) => "en prise",
        (false, true) => "passed",
        (true, true) => "passed, en prise",
    }
}

#[cfg(test)]
mod tests;

pub use terms::{Change, PieceWorth, Place, Row, RowKind, Terms, changes, without};

use tabia_chess::{Board, Square};
use tabia_engine::eval::nnue::Network;
use tabia_engine::eval::nnue::inside::{InputOn, NetworkBreakdown, NetworkInside};

use crate::table::{Cell, Column, Medium, Table};

/// A position analysed by both evaluations.
#[derive(Clone, Debug)]
pub struct Xray {
    /// The position.
    pub board: Board,
    /// The hand-crafted evaluation.
    pub terms: Terms,
    /// The network, if there is one.
    pub network: Option<NetworkXray>,
    /// Each piece except the kings with its value by both evaluations, in order from a1.
    pub pieces: Vec<PieceWorth>,
}

/// A network's evaluation and its internal values.
#[derive(Clone, Debug)]
pub struct NetworkXray {
    /// Score, outputs, and the contribution of each piece.
    pub breakdown: NetworkBreakdown,
    /// Inputs, accumulators, and the score without rounding.
    pub inside: NetworkInside,
}

impl NetworkXray {
    /// The output in use, 0 that for the fewest pieces.
    pub fn bucket(&self) -> usize {
        self.breakdown.outputs.iter().position(|output| output.in_use).unwrap_or_default()
    }

    /// The score minus the unquantised score, centipawns.
    pub fn quantisation_error_cp(&self) -> f64 {
        f64::from(self.inside.score_cp) - self.inside.exact_cp
    }
}

impl Xray {
    /// Analyses a position.
    pub fn of(board: &Board, network: Option<&Network>) -> Xray {
        let terms = Terms::of(board);
        let network = network.map(|network| NetworkXray {
            breakdown: network.explain(board),
            inside: network.inside(board),
        });
        let breakdown = network.as_ref().map(|network| &network.breakdown);
        let pieces = terms::pieces(board, terms.score_cp, breakdown);
        Xray { board: *board, terms, network, pieces }
    }
}
