//! `tabia lab puct` and `puct-match`.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use crate::failure::Failure;
use crate::out::Out;
use crate::values::Searcher;
use tabia_chess::{Board, san};
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::eval::policy::PolicyNet;
use tabia_engine::play::Rules;
use tabia_engine::play::adjudication::Adjudication;
use tabia_engine::play::control::{Clock, Control};
use tabia_engine::puct::PuctEngine;
use tabia_engine::puct::options::{LeafValue, Method, PriorKind, PuctConfig, PuctOptions};
use tabia_engine::puct::view::{NodeView, Why};
use tabia_engine::search::detail::PuctMove;
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::CommonOptions;
use tabia_host::kinds::EngineConfig;
use tabia_host::referee::openings::Openings;
use tabia_host::referee::plan::MAX_SHORT_MOVES;
use tabia_host::referee::player::PreparedPlayer;
use tabia_host::referee::run::Match;
use tabia_host::referee::schedule::{Colours, Format, Schedule};

use super::args::{PuctArgs, PuctMatchArgs};
use super::matches;
use super::{searchable, uci};

pub(super) fn root<W: Write>(args: &PuctArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let position = searchable(&args.position)?;
    let board = position.board();
    let options = PuctOptions {
        hash_mib: args.hash,
        seed: args.seed,
        method: args.method.unwrap_or_else(|| PuctConfig::STRONGEST.method()),
        ..PuctOptions::default()
    };
    let Method { prior, leaf, .. } = options.method;
    let uses_policy =
        prior == PriorKind::Network || matches!(leaf, LeafValue::Network | LeafValue::Both);
    if args.policy.is_some() && !uses_policy {
        let text = "--policy: found a method without the policy network, expected one with it";
        return Err(Failure::Refused(text.to_owned()));
    }
    let mut engine = PuctEngine::new(&options);
    engine.set_policy(policy(args.policy.as_deref())?);
    let limits = Limits::nodes(args.playouts);
    let outcome = engine.go(&position, &limits, &StopSignal::never(), &mut ());
    let Some(view) = engine.node(&[]) else {
        return Err(Failure::Refused("there is no tree".into()));
    };
    let mut places: Vec<usize> = (0..view.moves.len()).collect();
    places.sort_by_key(|&at| std::cmp::Reverse(view.moves[at].n));
    if args.json {
        return places.iter().try_for_each(|&at| out.json(&object(&board, &view, at)));
    }
    out.line(
        "N: playouts and the first evaluation of the root; n: playouts; Q: expected score of the side to move, 0 to 1; P: prior, 0 to 1; U: bonus; c: its constant",
    )?;
    let factors = view.c_formula().map_or(String::new(), |factors| {
        format!(" = {factors} (set, growth with N, spread of the values)")
    });
    out.line(format!("N {}  Q {:.4}  c {:.3}{factors}", view.visits, view.q, view.c))?;
    out.line("move        n       Q       P       U     Q+U")?;
    for &at in &places {
        let shown = view.moves[at];
        let PuctMove { mv, n, p, u, proof, .. } = shown;
        let q = shown.used_q().map_or("-".to_owned(), |q| format!("{q:.4}"));
        let proof = proof.map_or(String::new(), |proof| format!("  {proof}"));
        let next = if view.next == Some(at) { "  next" } else { "" };
        let sum = shown.sum();
        let mv = san::write(&board, mv);
        out.line(format!("{mv:<8} {n:>5} {q:>7} {p:>7.4} {u:>7.4} {sum:>7.4}{proof}{next}"))?;
    }
    if let Some(next) = view.next {
        let mv = san::write(&board, view.moves[next].mv);
        let tie = match view.tied() {
            0 => String::new(),
            1 => ", a tie with one other: the first by prior is taken".to_owned(),
            others => format!(", a tie with {others} others: the first by prior is taken"),
        };
        out.line(format!("Next {mv}: {}{tie} ({})", why(&view), view.formula(next)))?;
    }
    if let Some(proof) = view.proof {
        out.line(format!("The root is proven: {proof}. More playouts add nothing"))?;
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

fn why(view: &NodeView) -> &'static str {
    match view.why {
        Why::FewestPlayouts => "it had the fewest playouts",
        Why::NeverVisited => "it was never visited",
        Why::GreatestSum => "its sum is the greatest",
        Why::OnlyOne if view.moves.len() == 1 => "it is the only move",
        Why::OnlyOne => "every other move is decided",
        Why::Mates => "it mates",
        Why::Decided => "every move is decided",
    }
}

fn object(board: &Board, view: &NodeView, at: usize) -> Value {
    let shown = view.moves[at];
    let PuctMove { mv, n, p, u, proof, .. } = shown;
    // Infinity is null, because JSON has no number for it.
    let finite = |number: f32| number.is_finite().then_some(number);
    json!({
        "move": uci(board, mv),
        "n": n,
        "q": shown.used_q(),
        "p": p,
        "u": finite(u),
        "sum": finite(shown.sum()),
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
    let control = |nodes: Option<u64>| match args.time {
        Some(time) => {
            let [base, increment] = [time, args.increment].map(Duration::from_millis);
            Control::Clock(Clock { base, increment, moves: None })
        }
        None => Control::Nodes(nodes.unwrap_or(args.nodes)),
    };
    let player = |name, searcher: Searcher, (policy, threads)| {
        let config = match searcher.options() {
            None => EngineConfig::from(EngineOptions::default()),
            Some(options) => EngineConfig::from(PuctOptions { seed: args.seed, ..options }),
        };
        let common = CommonOptions { threads, hash_mib: args.hash, multi_pv: 1 };
        PreparedPlayer::of(name, config, policy, common)
    };
    let threads = if args.a == Searcher::AlphaBeta { 1 } else { args.a_threads };
    let players = vec![
        (player("A", args.a, (mine, threads)), control(args.a_nodes)),
        (player("B", args.b, (theirs, 1)), control(args.b_nodes)),
    ];
    let rounds = args.games.div_ceil(2);
    let adjudication = Adjudication { max_moves: Some(MAX_SHORT_MOVES), ..Adjudication::default() };
    let ready = Match {
        schedule: Schedule::new(Format::Match { rounds }, players.len(), Colours::Pairs),
        players,
        openings: Openings::Random(args.seed),
        rules: Rules { adjudication, ..Rules::default() },
        concurrency: 1,
        failed_starts: 1,
    };
    matches::play("A", ready, args.games, args.json, out)
}
