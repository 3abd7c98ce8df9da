//! `tabia lab puct` and `puct-match`.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use crate::failure::Failure;
use crate::out::Out;
use crate::values::{STRONGEST, Searcher};
use tabia_chess::{Board, san};
use tabia_engine::alphabeta::Engine;
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::eval::policy::PolicyNet;
use tabia_engine::play::Side;
use tabia_engine::play::control::{Clock, Control};
use tabia_engine::puct::PuctEngine;
use tabia_engine::puct::options::PuctOptions;
use tabia_engine::puct::view::{MoveView, NodeView, Why};
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::Thinker;
use tabia_lab::matches::play;

use super::args::{PuctArgs, PuctMatchArgs};
use super::scratch::report_match;
use super::uci;

pub(super) fn root<W: Write>(args: &PuctArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let position = args.position.with_history()?;
    let board = position.board();
    let options = PuctOptions {
        hash_mib: args.common.hash,
        seed: args.seed,
        method: args.method.unwrap_or_else(|| STRONGEST.method()),
        ..PuctOptions::default()
    };
    let mut engine = PuctEngine::new(&options);
    engine.set_policy(policy(args.policy.as_deref())?);
    let limits = Limits::nodes(args.playouts);
    let outcome = engine.go(&position, &limits, &StopSignal::never(), &mut ());
    let Some(view) = engine.node(&[]) else {
        let why = if board.in_check() { "checkmate" } else { "stalemate" };
        return Err(Failure::Refused(format!("no legal move: {why}")));
    };
    let mut places: Vec<usize> = (0..view.moves.len()).collect();
    places.sort_by_key(|&at| std::cmp::Reverse(view.moves[at].n));
    if args.common.json {
        return places.iter().try_for_each(|&at| out.json(&object(&board, &view, at)));
    }
    let factors = view.c_formula().map_or(String::new(), |factors| {
        format!(" = {factors} (set, growth with N, spread of the values)")
    });
    out.line(format!("N {}  Q {:.4}  c {:.3}{factors}", view.visits, view.q, view.c))?;
    out.line("move        n       Q       P       U     Q+U")?;
    for &at in &places {
        let MoveView { mv, n, q, p, u, proof } = view.moves[at];
        let proof = proof.map_or(String::new(), |proof| format!("  {proof}"));
        let next = if view.next == Some(at) { "  next" } else { "" };
        let sum = q + u;
        let mv = san::write(&board, mv);
        out.line(format!("{mv:<8} {n:>5} {q:>7.4} {p:>7.4} {u:>7.4} {sum:>7.4}{proof}{next}"))?;
    }
    if let Some(next) = view.next {
        let mv = san::write(&board, view.moves[next].mv);
        let tie = match view.tied() {
            0 => String::new(),
            1 => ", a tie with one other: the first by prior is taken".to_owned(),
            others => format!(", a tie with {others} others: the first by prior is taken"),
        };
        out.line(format!("Next {mv}: {}{tie} ({})", why(view.why), view.formula(next)))?;
    }
    let best = outcome.best.map_or(String::new(), |mv| san::write(&board, mv));
    let (kept, discarded) = engine.nodes_kept_and_discarded();
    out.line(format!("Best move: {best}; {kept} nodes kept, {discarded} thrown away"))
}

/// The policy network of a file.
fn policy(path: Option<&std::path::Path>) -> Result<Option<Arc<PolicyNet>>, Failure> {
    let loaded =
        path.map(|path| PolicyNet::load(path).map_err(|error| Failure::Refused(error.to_string())));
    Ok(loaded.transpose()?.map(Arc::new))
}

fn why(why: Why) -> &'static str {
    match why {
        Why::FewestPlayouts => "it had the fewest playouts",
        Why::NeverVisited => "it was never visited",
        Why::GreatestSum => "its sum is the greatest",
        Why::OnlyOne => "every other move is decided",
        Why::Decided => "every move is decided",
    }
}

fn object(board: &Board, view: &NodeView, at: usize) -> Value {
    let MoveView { mv, n, q, p, u, proof } = view.moves[at];
    // Infinity is null, because JSON has no number for it.
    let finite = |number: f32| number.is_finite().then_some(number);
    json!({
        "move": uci(board, mv),
        "n": n,
        "q": q,
        "p": p,
        "u": finite(u),
        "sum": finite(q + u),
        "proof_cp": proof.and_then(Score::cp),
        "proof_mate": proof.and_then(Score::mate_in_moves),
        "next": view.next == Some(at),
        "parent_n": view.visits,
        "c": view.c,
        "c_set": view.c_factors[0],
        "c_growth": view.c_factors[1],
        "c_spread": view.c_factors[2],
    })
}

pub(super) fn matched<W: Write>(args: &PuctMatchArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let mine = policy(args.policy.as_deref())?;
    let theirs = match args.b_policy.as_deref() {
        None => mine.clone(),
        Some(path) if path.as_os_str() == "-" => None,
        other => policy(other)?,
    };
    let engine = |searcher: Searcher, policy, threads| -> Box<dyn Thinker> {
        match searcher.options() {
            None => Box::new(Engine::new(&EngineOptions {
                hash_mib: args.hash,
                ..EngineOptions::default()
            })),
            Some(options) => {
                let options =
                    PuctOptions { hash_mib: args.hash, seed: args.seed, threads, ..options };
                let mut engine = PuctEngine::new(&options);
                engine.set_policy(policy);
                Box::new(engine)
            }
        }
    };
    let control = |nodes: Option<u64>| match args.time {
        Some(time) => {
            let [base, increment] = [time, args.increment].map(Duration::from_millis);
            Control::Clock(Clock { base, increment, moves: None })
        }
        None => Control::Nodes(nodes.unwrap_or(args.nodes)),
    };
    let (mut a, mut b) = (engine(args.a, mine, args.a_threads), engine(args.b, theirs, 1));
    let sides = [
        Side { engine: a.as_mut(), control: control(args.a_nodes) },
        Side { engine: b.as_mut(), control: control(args.b_nodes) },
    ];
    report_match("A", args.json, out, |stop, on_game| {
        play(sides, args.games, args.seed, stop, on_game)
    })
}
