//! `tabia lab why`.

use std::io::Write;
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::out::Out;
use crate::values;
use tabia_chess::{Board, san};
use tabia_engine::search::detail::PruneReason;
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::search::score::{Bound, Score};
use tabia_lab::memory::bound_word;
use tabia_lab::why::{self, Proof, Why, WhyRequest, how_known};

use super::args::WhyArgs;
use super::{engine, put_score, san_line, uci, uci_line};

pub(super) fn run<W: Write>(args: &WhyArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let position = args.position.with_history()?;
    let board = position.board();
    let mv = values::legal_move(&board, &args.mv)?;
    let search = args
        .depth
        .map_or_else(|| Limits::movetime(Duration::from_millis(args.movetime)), Limits::depth);
    let request = WhyRequest { position, mv, search, verify: !args.unverified };
    let mut engine = engine(args.common.hash);
    let answer = why::run(&request, &mut engine, &StopSignal::never(), &mut |_| {})
        .map_err(|error| Failure::Refused(error.to_string()))?;
    if args.common.json {
        out.json(&object(&board, &answer))
    } else {
        write_text(&board, &answer, out)
    }
}

fn object(board: &Board, why: &Why) -> Value {
    let mut object = Map::new();
    let line = uci_line(board, &why.line);
    object.insert("move".into(), json!(uci(board, why.mv)));
    object.insert("best".into(), json!(uci(board, why.best)));
    object.insert("refutation".into(), json!(line.get(1..).unwrap_or_default()));
    object.insert("proof".into(), json!(why.proof.word()));
    object.insert("ends".into(), json!(why.ends.map(|ends| ends.to_string())));
    object.insert("only".into(), json!(why.is_only));
    put_score(&mut object, "score", why.score);
    put_score(&mut object, "best", Some(why.best_score));
    object.insert("bound".into(), json!(why.score.map(|_| bound_word(why.bound))));
    object.insert("best_bound".into(), json!(bound_word(why.best_bound)));
    object.insert("depth".into(), json!(why.depth));
    object.insert("best_depth".into(), json!(why.best_depth));
    object.insert("verified".into(), json!(why.verified));
    object.insert("fell_behind".into(), json!(why.fell_behind));
    let lost = if let Proof::Material { lost_cp, .. } = why.proof { Some(lost_cp) } else { None };
    object.insert("lost_cp".into(), json!(lost));
    object.insert("nodes".into(), json!(why.known.nodes));
    object.insert("all_nodes".into(), json!(why.known.all_nodes));
    let last = why.known.last().copied();
    object.insert("order".into(), json!(last.map(|last| last.order)));
    object.insert("reduction".into(), json!(last.map(|last| last.reduction)));
    object.insert("closed".into(), json!(last.map(|last| last.closed)));
    object.insert("cut".into(), json!(last.and_then(|last| last.cut).map(PruneReason::name)));
    object.insert("iteration".into(), json!(why.known.iteration));
    let deepest = why.known.deepest().map(|iteration| iteration.depth);
    object.insert("deepest_look".into(), json!(deepest));
    let window = last.map(|last| last.window.map(|end| end.map(|score| score.to_string())));
    object.insert("window".into(), json!(window));
    Value::Object(object)
}

fn write_text<W: Write>(board: &Board, why: &Why, out: &mut Out<W>) -> Result<(), Failure> {
    let name = |mv| san::write(board, mv);
    // A proved mate needs no depth: the search went on to deeper ones after it had found the mate.
    let known = |bound: Bound, score: Score, depth: u32| match (bound, score) {
        (Bound::Exact, Score::Mate(_)) => score.to_string(),
        _ => format!("{}{score} at depth {depth}", bound.sign()),
    };
    let score = why.score.map_or("unknown".to_owned(), |score| known(why.bound, score, why.depth));
    out.line("Scores    pawns, side to move's view")?;
    out.line(format!("Move      {} {score}", name(why.mv)))?;
    let best = known(why.best_bound, why.best_score, why.best_depth);
    out.line(format!("Best      {} {best}", name(why.best)))?;
    out.line(format!("Line      {}", san_line(board, &why.line)))?;
    if let Some(ends) = why.ends {
        out.line(format!("Ends      {ends}"))?;
    }
    let proof = match &why.proof {
        _ if why.is_only => "none, it is the only legal move",
        Proof::Best if why.mv != why.best => "none, it is as good as the best",
        Proof::Better => "none, it is better than the one chosen",
        Proof::MatesLater { .. } => "mates later than the best",
        Proof::MatedSooner { .. } => "is mated sooner than after the best",
        proof => proof.word(),
    };
    out.line(format!("Proof     {proof}"))?;
    let how = if why.verified { "searched alone" } else { "what the search of all moves knew" };
    out.line(format!("Known by  {how}"))?;
    if let Some(depth) = why.fell_behind {
        out.line(format!("Behind    by half a pawn and more since depth {depth}"))?;
    }
    out.line(format!("Nodes     {} of {}", why.known.nodes, why.known.all_nodes))?;
    let how = how_known(why, &|score| score.to_string());
    if how.is_empty() { Ok(()) } else { out.line(how) }
}
