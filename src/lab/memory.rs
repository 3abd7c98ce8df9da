//! Tables of what the engine remembers of a position: the order in which it would try the moves, and what its hash
//! table knows.

use serde_json::{Map, json};

use tabia_chess::Board;
use tabia_engine::search::inspection::{OrderView, TtEntryView, TtView};
use tabia_engine::search::score::{Bound, Pov};

use crate::table::{Cell, Column, Medium, Row, Table};

/// A bound in the words of programs.
pub fn bound_word(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

/// The moves in their order. Scores are history units.
pub fn order(board: &Board, order: &OrderView) -> Table {
    let mut table = Table::new(vec![
        Column::new("number").only(&[Medium::Csv, Medium::Text]).place("", 3, "  "),
        Column::words("move").place("", 8, " "),
        Column::words("stage").place("", 18, " "),
        Column::new("score").place("", 7, "  "),
        Column::words("parts").only(&[Medium::Csv]),
        Column::words("parts").only(&[Medium::Json]),
        Column::words("parts").only(&[Medium::Text]).missing("").place("", 0, ""),
        Column::new("see_cp").only(&[Medium::Json]),
    ]);
    for (at, ordered) in order.moves.iter().enumerate() {
        let parts: Vec<String> =
            ordered.parts.iter().map(|(name, part)| format!("{name} {part:+}")).collect();
        let exchange = ordered.see_cp.map(|cp| format!("exchange {:+.1}", f64::from(cp) / 100.0));
        let with_exchange: Vec<String> = parts.iter().cloned().chain(exchange).collect();
        let named: Map<_, _> =
            ordered.parts.iter().map(|&(name, part)| (name.to_owned(), json!(part))).collect();
        table.row([
            (at + 1).into(),
            Cell::mv(board, Some(ordered.mv)),
            ordered.stage.name().into(),
            ordered.score.into(),
            with_exchange.join(", ").into(),
            Cell::Json(named.into()),
            parts.join(", ").into(),
            ordered.see_cp.into(),
        ]);
    }
    table
}

/// What the hash table knows of a position and, a row each, of those behind its moves.
pub fn entries(board: &Board, table: &TtView) -> Table {
    let csv = &[Medium::Csv];
    let json = &[Medium::Json];
    let mut rows = Table::new(vec![
        Column::words("move").only(csv),
        Column::words("score").only(csv),
        Column::score("score", Pov::SideToMove).only(json),
        Column::words("bound").only(json),
        Column::new("depth"),
        Column::new("age"),
        Column::words("reply").only(csv),
        Column::words("move").only(json),
        Column::new("eval_cp").csv_key("static_cp"),
        Column::new("pv").only(json),
        Column::new("cluster"),
        Column::new("way"),
        Column::words("tag"),
        Column::words("data"),
    ]);
    rows.rows.push(row(Cell::words(""), board, table.entry.as_ref()));
    for (mv, entry) in &table.successors {
        let by = Cell::mv(board, Some(*mv));
        rows.rows.push(row(by, &board.after(*mv), entry.as_ref()));
    }
    rows
}

fn row(by: Cell, board: &Board, entry: Option<&TtEntryView>) -> Row {
    let Some(entry) = entry else { return vec![by] };
    let reply = match entry.mv {
        Some(mv) if board.is_legal(mv) => Cell::mv(board, entry.mv),
        Some(_) => "an illegal move".into(),
        None => "no move".into(),
    };
    let score = match (entry.score, entry.bound) {
        (Some(score), Some(bound)) => format!("{}{score}", bound.sign()),
        _ => "no score".to_owned(),
    };
    vec![
        by,
        score.into(),
        Cell::score(entry.score),
        entry.bound.map(bound_word).into(),
        entry.depth.into(),
        u32::from(entry.age).into(),
        reply,
        Cell::mv(board, entry.mv),
        entry.eval_cp.into(),
        entry.pv.into(),
        entry.cluster.into(),
        u32::from(entry.way).into(),
        format!("{:06x}", entry.tag).into(),
        format!("{:016x}", entry.data).into(),
    ]
}
