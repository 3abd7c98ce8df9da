//! Tables of what the engine's memory holds about a position: the order in which it would try the moves, and the
//! entries of its hash table.

use serde_json::{Map, json};

use tabia_chess::{Board, Square};
use tabia_engine::search::inspection::{OrderView, TtEntryView, TtView};
use tabia_engine::search::score::{Bound, Pov};

use crate::table::{Cell, Column, Medium, Row, Table};
use tabia_text::t;

/// The name of a bound for programs.
pub fn bound_word(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

/// The moves in their order. Scores are history units.
pub fn order(board: &Board, order: &OrderView) -> Table {
    let parts = t!("move-order-column-parts");
    let mut table = Table::new(vec![
        Column::new("number").head("").only(&[Medium::Csv, Medium::Text]).place("", 3, "  "),
        Column::words("move").head(t!("column-move")).place("", 8, " "),
        Column::words("stage").head(t!("move-order-column-stage")).place("", 18, " "),
        Column::new("score").head(t!("column-score")).place("", 7, "  "),
        Column::words("parts").only(&[Medium::Csv]),
        Column::words("parts").only(&[Medium::Json]),
        Column::words("parts").head(parts).only(&[Medium::Text]).missing("").place("", 0, ""),
        Column::new("see_cp").only(&[Medium::Json]),
    ]);
    for (at, ordered) in order.moves.iter().enumerate() {
        let parts: Vec<String> =
            ordered.parts.iter().map(|(name, part)| format!("{name} {part:+}")).collect();
        let exchange =
            ordered.see_cp.map(|cp| format!("exchange {:+.1} pawns", f64::from(cp) / 100.0));
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

/// The hash entries of a position and, one row each, of the positions after its moves.
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

/// A field of the data word of a hash table entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtField {
    /// The text key of its name.
    pub name: &'static str,
    /// Its lowest bit and its width.
    pub bits: (u32, u32),
    /// The number in these bits; signed for value and evaluation.
    pub stored: i64,
}

/// The fields of the data word of an entry, from the lowest bit.
pub fn tt_fields(data: u64) -> [TtField; 7] {
    let mut low = 0;
    [
        ("hash-table-field-move", 16, false),
        ("hash-table-field-value", 16, true),
        ("hash-table-field-eval", 16, true),
        ("hash-table-field-depth", 8, false),
        ("hash-table-field-bound", 2, false),
        ("hash-table-field-pv", 1, false),
        ("hash-table-field-generation", 5, false),
    ]
    .map(|(name, count, signed)| {
        // Shifted up and down again, which extends the sign.
        let top = data << (64 - low - count);
        let stored =
            if signed { (top as i64) >> (64 - count) } else { (top >> (64 - count)) as i64 };
        let bits = (low, count);
        low += count;
        TtField { name, bits, stored }
    })
}

// Scores of the move histories by square.

/// The entries of a history that belong to a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HistorySquare {
    /// Entries that have been written.
    pub count: u32,
    /// Their mean, history units: above zero where moves have caused cutoffs, below where they have failed.
    pub mean: i32,
    /// The lowest and the highest of them.
    pub range: [i16; 2],
}

impl HistorySquare {
    fn of(entries: impl Iterator<Item = i16>) -> HistorySquare {
        let written: Vec<i16> = entries.filter(|&entry| entry != 0).collect();
        let sum: i64 = written.iter().map(|&entry| i64::from(entry)).sum();
        let least = written.iter().copied().min().unwrap_or(0);
        let most = written.iter().copied().max().unwrap_or(0);
        let mean = sum / written.len().max(1) as i64;
        HistorySquare { count: written.len() as u32, mean: mean as i32, range: [least, most] }
    }
}

/// For a history with a row of 64 target squares for each piece or origin: the rows selected by `counts`, by target
/// square.
pub fn history_to(table: &[i16], counts: impl Fn(usize) -> bool) -> [HistorySquare; Square::COUNT] {
    std::array::from_fn(|square| {
        let rows = (0..table.len() / Square::COUNT).filter(|&row| counts(row));
        HistorySquare::of(rows.map(|row| table[row * Square::COUNT + square]))
    })
}

/// For a history by origin and target: the values by origin.
pub fn history_from(
    table: &[i16],
    counts: impl Fn(usize) -> bool,
) -> [HistorySquare; Square::COUNT] {
    std::array::from_fn(|square| {
        let row = table.iter().skip(square * Square::COUNT).take(Square::COUNT).copied();
        HistorySquare::of(row.filter(|_| counts(square)))
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::Move;
    use tabia_engine::alphabeta::Engine;
    use tabia_engine::alphabeta::options::EngineOptions;
    use tabia_engine::search::inspection::InspectionRequest;
    use tabia_engine::search::limits::{Limits, StopSignal};
    use tabia_engine::search::score::Score;
    use tabia_games::game::position::GamePosition;

    #[test]
    fn the_fields_of_an_entry_say_what_the_engine_reads_from_it() {
        let mut engine = Engine::new(&EngineOptions { hash_mib: 4, ..EngineOptions::default() });
        let position = GamePosition::new(Board::start());
        engine.go(&position, &Limits::depth(7), &StopSignal::never(), &mut ());
        let seen = engine.inspect(&InspectionRequest { position }).unwrap().table;
        let successors = seen.successors.iter().filter_map(|(_, entry)| entry.as_ref());
        let (mut entries, mut negative) = (0, 0);
        for entry in seen.entry.iter().chain(successors) {
            let fields = tt_fields(entry.data);
            assert_eq!(fields.iter().map(|field| field.bits.1).sum::<u32>(), 64);
            let [mv, value, eval, depth, bound, pv, _] = fields.map(|field| field.stored);
            assert_eq!(Move::from_bits(mv as u16), entry.mv);
            assert_eq!((depth, pv != 0), (i64::from(entry.depth), entry.pv));
            assert_eq!(entry.eval_cp.map(i64::from), Some(eval));
            let word = [None, Some(Bound::Upper), Some(Bound::Lower), Some(Bound::Exact)];
            assert_eq!(word[bound as usize], entry.bound);
            if let Some(cp) = entry.score.and_then(Score::cp) {
                assert_eq!(i64::from(cp), value);
            }
            entries += 1;
            negative += u32::from(value < 0);
        }
        assert!(entries > 10 && negative > 0, "{entries} {negative}");
    }

    #[test]
    fn history_squares_are_signed_means_of_what_was_written() {
        let mut table = vec![0_i16; 12 * 64];
        // Two pieces moved to e4: one entry at the limit, one negative; a third piece was never tried there.
        (table[28], table[64 + 28], table[2 * 64 + 5]) = (8_192, -1_000, -40);
        let all = history_to(&table, |_| true);
        assert_eq!((all[28].count, all[28].mean, all[28].range), (2, 3_596, [-1_000, 8_192]));
        assert_eq!((all[5].mean, all[6]), (-40, HistorySquare::default()));
        let knight = history_to(&table, |row| row == 1);
        assert_eq!((knight[28].count, knight[28].mean), (1, -1_000));
        let from = history_from(&table, |square| square != 1);
        assert_eq!((from[0].mean, from[1].count, from[2].mean), (8_192, 0, -40));
        assert_eq!(history_to(&[], |_| true)[0], HistorySquare::default());
    }
}
