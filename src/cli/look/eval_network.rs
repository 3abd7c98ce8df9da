//! What a network says of a position, as a table and as JSON; every number in centipawns, White's view.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::chess::board::Board;
use crate::chess::file::File;
use crate::chess::piece::Piece;
use crate::chess::rank::Rank;
use crate::chess::square::Square;
use crate::eval::nnue::explain::NetworkBreakdown;
use crate::eval::nnue::{Network, built_in};

use crate::cli::failure::Failure;

/// The network of a file, else the built-in one.
pub(crate) fn chosen(path: Option<&Path>) -> Result<Option<Arc<Network>>, Failure> {
    let Some(path) = path else { return Ok(built_in::network()) };
    let opened = Network::open(path).map_err(|error| Failure::Refused(error.to_string()))?;
    Ok(Some(Arc::new(opened)))
}

/// For programs.
pub(crate) fn object(of: &NetworkBreakdown) -> Value {
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
pub(crate) fn table(of: &NetworkBreakdown, board: &Board) -> Vec<String> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::Network;
    use crate::training::model::{Shape, Weights};

    #[test]
    fn every_output_is_told_and_one_is_in_use() {
        let weights = Weights::random(Shape { width: 32, buckets: 8 }, 3);
        let network = Network::new(&weights.quantised(300)).unwrap();
        let board = Board::from_fen("4k3/2r5/8/8/8/3N4/3P4/B3K3 b - - 0 1").unwrap();
        let said = network.explain(&board);
        let object = object(&said);
        assert_eq!(object["outputs"].as_array().unwrap().len(), 8);
        assert_eq!(object["pieces"].as_array().unwrap().len(), 4);
        assert_eq!(object["outputs"][1]["in_use"], true);
        assert_eq!(object["outputs"][1]["score_cp"], object["score_cp"]);
        assert_eq!(
            (&object["unit"], &object["point_of_view"]),
            (&json!("centipawns"), &json!("White"))
        );
        let lines = table(&said, &board);
        let used: Vec<_> = lines.iter().filter(|line| line.ends_with("in use")).collect();
        assert!(used.len() == 1 && used[0].starts_with("Output for 6 to 9 pieces"), "{lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("8 ") && line.contains("k  ")));
    }
}
