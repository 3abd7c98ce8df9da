//! Names in the user interface for the rules of a search, the stages and scores of move ordering, the terms of the
//! evaluation and the configurations of Monte Carlo tree search. Files and the terminal use the engine's own names.

use tabia_chess::{Board, Piece};
use tabia_engine::eval::layout::{Group, Part};
use tabia_engine::search::inspection::{ChainEnd, OrderStage};
use tabia_text::t;

use crate::xray::RowKind;

/// A stage of move ordering.
pub fn stage(stage: OrderStage) -> &'static str {
    match stage {
        OrderStage::TtMove => t!("move-order-stage-tt-move"),
        OrderStage::GoodNoisy => t!("move-order-stage-good-noisy"),
        OrderStage::Refutation => t!("move-order-stage-refutation"),
        OrderStage::Quiet => t!("move-order-stage-quiet"),
        OrderStage::BadNoisy => t!("move-order-stage-bad-noisy"),
        OrderStage::Generated => t!("move-order-stage-generated"),
    }
}

/// A part of the score of a move, by the engine's name of it.
pub fn order_part(name: &str) -> String {
    let text = match name {
        "butterfly" => t!("move-order-part-butterfly"),
        "pawn history" => t!("move-order-part-pawns"),
        "counter move" => t!("move-order-part-counter"),
        "victim" => t!("move-order-part-victim"),
        "promotion" => t!("move-order-part-promotion"),
        "capture history" => t!("move-order-part-captures"),
        "near the root" => t!("move-order-part-root"),
        "check" => t!("move-order-part-check"),
        "enters attack" => t!("move-order-part-enters"),
        "leaves attack" => t!("move-order-part-leaves"),
        "rounding" => t!("move-order-part-rounding"),
        _ => {
            return match name.split_once(' ') {
                Some(("continuation", n)) => t!("move-order-part-continuation", n = n),
                Some(("killer", n)) => t!("move-order-part-killer", n = n),
                _ => name.to_owned(),
            };
        }
    };
    text.to_owned()
}

/// Why the line of hash moves ends.
pub fn chain_end(end: ChainEnd, last: &Board) -> &'static str {
    match end {
        ChainEnd::NotFound => t!("hash-table-end-not-found"),
        ChainEnd::NoMove => t!("hash-table-end-no-move"),
        ChainEnd::NotLegal => t!("hash-table-end-not-legal"),
        ChainEnd::Repetition => t!("hash-table-end-repetition"),
        ChainEnd::GameOver if last.in_check() => t!("hash-table-end-checkmate"),
        ChainEnd::GameOver => t!("hash-table-end-stalemate"),
        ChainEnd::Long => t!("hash-table-end-long"),
    }
}

/// A row of the X-ray.
pub fn term(kind: RowKind) -> &'static str {
    term_texts(kind)[0]
}

/// What a row of the X-ray counts.
pub fn term_explained(kind: RowKind) -> &'static str {
    term_texts(kind)[1]
}

fn term_texts(kind: RowKind) -> [&'static str; 2] {
    match kind {
        RowKind::Term(part) => match part {
            Part::Material => [t!("xray-term-material"), t!("xray-term-material.tip")],
            Part::Imbalance => [t!("xray-term-imbalance"), t!("xray-term-imbalance.tip")],
            Part::Squares => [t!("xray-term-squares"), t!("xray-term-squares.tip")],
            Part::Mobility => [t!("xray-term-mobility"), t!("xray-term-mobility.tip")],
            Part::Pawns => [t!("xray-term-pawns"), t!("xray-term-pawns.tip")],
            Part::Passed => [t!("xray-term-passed"), t!("xray-term-passed.tip")],
            Part::Shelter => [t!("xray-term-shelter"), t!("xray-term-shelter.tip")],
            Part::Attack => [t!("xray-term-attack"), t!("xray-term-attack.tip")],
            Part::Threats => [t!("xray-term-threats"), t!("xray-term-threats.tip")],
            Part::Pieces => [t!("xray-term-pieces"), t!("xray-term-pieces.tip")],
            Part::Space => [t!("xray-term-space"), t!("xray-term-space.tip")],
            Part::Initiative => [t!("xray-term-initiative"), t!("xray-term-initiative.tip")],
        },
        RowKind::Scaling => [t!("xray-term-scaling"), t!("xray-term-scaling.tip")],
        RowKind::Tempo => [t!("xray-term-tempo"), t!("xray-term-tempo.tip")],
        RowKind::Known => [t!("xray-term-known"), t!("xray-term-known.tip")],
        RowKind::Rounding => [t!("xray-term-rounding"), t!("xray-term-rounding.tip")],
    }
}

pub fn weight(group: &Group) -> &'static str {
    let id = group.name.to_lowercase().replace('_', "-");
    tabia_text::text(&format!("xray-weight-{id}"))
}

/// A known ending, by the engine's name of it.
pub fn ending(name: &'static str) -> &'static str {
    match name {
        "Mate with the pieces" => t!("xray-ending-mate"),
        "Rook's pawns, drawn" => t!("xray-ending-rook-pawns"),
        "Wrong bishop" => t!("xray-ending-wrong-bishop"),
        "Bishop and knight" => t!("xray-ending-bishop-knight"),
        "Not enough to mate" => t!("xray-ending-not-enough"),
        "King and pawn, drawn" => t!("xray-ending-pawn-drawn"),
        "King and pawn, won" => t!("xray-ending-pawn-won"),
        other => other,
    }
}

/// A piece in the middle of a sentence: `white knight`.
pub fn piece(piece: Piece) -> &'static str {
    let id = format!("{}-{}", piece.color().name(), piece.kind().name()).to_lowercase();
    tabia_text::text(&format!("xray-piece-{id}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::{Color, PieceType};
    use tabia_engine::eval::layout::GROUPS;

    #[test]
    fn weights_and_pieces_have_names() {
        for group in GROUPS {
            assert!(!weight(group).starts_with("xray-"), "{}", group.name);
        }
        for color in Color::ALL {
            for kind in PieceType::ALL {
                assert!(!piece(Piece::new(color, kind)).starts_with("xray-"), "{color} {kind:?}");
            }
        }
    }
}
