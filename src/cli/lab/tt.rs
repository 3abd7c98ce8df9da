//! `tabia lab tt`.

use std::io::Write;

use serde_json::{Value, json};

use crate::failure::Failure;
use crate::out::Out;
use tabia_chess::{Board, Move, san};
use tabia_engine::search::inspection::{
    EvaluationView, InspectionRequest, TtEntryView, TtSurvey, TtView,
};
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_lab::memory;

use super::args::TtArgs;
use super::{engine, san_line, searchable, uci, uci_line};

pub(super) fn run<W: Write>(args: &TtArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let position = searchable(&args.position)?;
    let board = position.board();
    let mut engine = engine(args.common.hash);
    engine.go(&position, &Limits::depth(args.depth), &StopSignal::never(), &mut ());
    let seen = engine.inspect(&InspectionRequest { position });
    let Some(seen) = seen else { return Err(Failure::Refused("the engine has no thread".into())) };
    if args.common.json {
        let evaluation = evaluation(&seen.evaluation);
        let objects = objects(&board, &seen.table).into_iter().chain([evaluation]);
        return objects.into_iter().try_for_each(|object| out.json(&object));
    }
    out.lines(lines(&board, &seen.table))?;
    let EvaluationView { raw_cp, correction_cp, corrected_cp, .. } = seen.evaluation;
    let (Some(raw), Some(corrected)) = (raw_cp, corrected_cp) else { return Ok(()) };
    out.line(format!(
        "static    {raw:+} cp uncorrected, correction {correction_cp:+} cp, {corrected:+} cp as the search uses it, side \
         to move's view"
    ))
}

fn evaluation(view: &EvaluationView) -> Value {
    let [pawns, minors, majors, white, black] = view.corrections.map(|(_, cp)| cp);
    json!({
        "what": "evaluation",
        "raw_cp": view.raw_cp,
        "scaled_cp": view.scaled_cp,
        "correction_pawns_cp": pawns,
        "correction_minors_cp": minors,
        "correction_majors_cp": majors,
        "correction_white_cp": white,
        "correction_black_cp": black,
        "correction_cp": view.correction_cp,
        "corrected_cp": view.corrected_cp,
    })
}

fn chain_of(table: &TtView) -> Vec<Move> {
    table.chain.iter().map(|link| link.mv).collect()
}

fn objects(board: &Board, table: &TtView) -> Vec<Value> {
    // A missing entry is null, not an object of nulls.
    let rows = memory::entries(board, table).objects();
    let known = |(row, entry): (Value, &Option<TtEntryView>)| {
        if entry.is_some() { row } else { Value::Null }
    };
    let entries = std::iter::once(&table.entry).chain(table.successors.iter().map(|(_, of)| of));
    let mut entries = rows.into_iter().zip(entries).map(known);
    let mut objects = vec![json!({ "what": "entry", "entry": entries.next() })];
    for ((mv, _), entry) in table.successors.iter().zip(entries) {
        objects.push(json!({ "what": "successor", "by": uci(board, *mv), "entry": entry }));
    }
    objects.push(json!({
        "what": "line",
        "moves": uci_line(board, &chain_of(table)),
        "end": table.chain_end.words(),
    }));
    objects.push(survey(&table.survey));
    objects
}

/// Counts up to the last non-zero one.
fn trimmed(counts: &[u64]) -> &[u64] {
    let used = counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
    &counts[..used]
}

fn survey(survey: &TtSurvey) -> Value {
    json!({
        "what": "survey",
        "capacity": survey.capacity,
        "sampled": survey.sampled,
        "empty": survey.empty,
        "by_age": trimmed(&survey.by_age),
        "by_depth": trimmed(&survey.by_depth),
        "by_bound": {
            "none": survey.by_bound[0],
            "upper": survey.by_bound[1],
            "lower": survey.by_bound[2],
            "exact": survey.by_bound[3],
        },
    })
}

fn lines(board: &Board, table: &TtView) -> Vec<String> {
    let mut lines =
        vec!["Scores: pawns, view of the side to move in the position of the entry".to_owned()];
    lines.push(format!("here      {}", described(board, table.entry.as_ref())));
    for (mv, entry) in &table.successors {
        let after = board.after(*mv);
        let name = san::write(board, *mv);
        lines.push(format!("{name:<9} {}", described(&after, entry.as_ref())));
    }
    let moves = san_line(board, &chain_of(table));
    lines.push(format!("line      {moves} ({})", table.chain_end.words()));
    let TtSurvey { capacity, sampled, empty, .. } = table.survey;
    let filled = (sampled - empty) * 1000 / sampled.max(1);
    lines.push(format!("table     {capacity} entries, {filled} per mille filled by a sample"));
    lines
}

fn described(board: &Board, entry: Option<&TtEntryView>) -> String {
    let Some(entry) = entry else { return "no entry".into() };
    let mv = entry.mv.filter(|&mv| board.is_legal(mv)).map(|mv| san::write(board, mv));
    let score = entry.score.map_or("-".to_owned(), |score| score.to_string());
    format!(
        "{:<7} {}{score} depth {} age {} cluster {} entry {} tag {:06x} data {:016x}",
        mv.unwrap_or_else(|| "-".into()),
        entry.bound.map_or("", |bound| bound.sign()),
        entry.depth,
        entry.age,
        entry.cluster,
        entry.way,
        entry.tag,
        entry.data
    )
}
