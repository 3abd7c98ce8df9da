//! What a network says of a position, as a table and as JSON; every number in centipawns, White's view.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use tabia_chess::{Board, File, Piece, Rank, Square};
use tabia_engine::eval::nnue::explain::NetworkBreakdown;
use tabia_engine::eval::nnue::{Network, built_in};

use crate::failure::Failure;

/// The network of a file, else the built-in one.
pub fn chosen(path: Option<&Path>) -> Result<Option<Arc<Network>>, Failure> {
    let Some(path) = path else { return Ok(built_in::network()) };
    let opened = Network::open(path).map_err(|error| Failure::Refused(error.to_string()))?;
    Ok(Some(Arc::new(opened)))
}

/// For programs.
pub fn object(of: &NetworkBreakdown) -> Value {
    let pieces = of.pieces.iter().map(|share| {
        json!({
            "square": share.square.to_string(),
            "piece": share.piece.fen_char().to_string(),
            "contribution_cp": share.contribution_cp,
        })
    });
    let outputs = of.outputs.iter().map(|output| {
        json!({
            "pieces_min": output.pieces.start(),
            "pieces_max": output.pieces.end(),
            "score_cp": output.score_cp,
            "in_use": output.in_use,
        })
    });
    json!({
        "unit": "centipawns",
        "point_of_view": "White",
        "score_cp": of.score_cp,
        "pieces": pieces.collect::<Vec<Value>>(),
        "outputs": outputs.collect::<Vec<Value>>(),
    })
}

/// For people: the board with each piece and its contribution, and what each output says.
pub fn table(of: &NetworkBreakdown, board: &Board) -> Vec<String> {
    let mut lines = vec![
        String::new(),
        "Network, centipawns, White's view: the score less what it is without the piece".to_owned(),
    ];
    for rank in Rank::ALL.into_iter().rev() {
        let cell = |file: File| {
            let square = Square::new(file, rank);
            let share = of.pieces.iter().find(|share| share.square == square);
            match (board.piece_on(square).map(Piece::fen_char), share) {
                (Some(piece), Some(share)) => format!("{piece}{:>+6} ", share.contribution_cp),
                (Some(piece), None) => format!("{piece:<8}"),
                (None, _) => format!("{:<8}", "."),
            }
        };
        let cells: String = File::ALL.into_iter().map(cell).collect();
        lines.push(format!("{rank} {cells}").trim_end().to_owned());
    }
    if of.outputs.len() > 1 {
        for output in &of.outputs {
            let (few, many) = (output.pieces.start(), output.pieces.end());
            let name = format!("Output for {few} to {many} pieces");
            let mark = if output.in_use { "  in use" } else { "" };
            lines.push(format!("{name:<30}{:>+7}{mark}", output.score_cp));
        }
    }
    lines.push(format!("{:<66}{:>7}", "Score of the network, White's view", of.score_cp));
    lines
}
