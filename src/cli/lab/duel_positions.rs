//! `tabia lab duel-positions`: what both searches find in the example positions of the duel.

use std::io::Write;

use serde_json::json;

use super::args::DuelPositionsArgs;
use crate::failure::Failure;
use crate::out::Out;
use tabia_games::whole_file;
use tabia_lab::duel_positions::{self, Answer, Answers};

pub(super) fn run<W: Write>(args: &DuelPositionsArgs, out: &mut Out<W>) -> Result<(), Failure> {
    if !args.json {
        out.line("From: nodes of alpha-beta, playouts of PUCT; cp: White's view")?;
        out.line("position        alpha-beta          PUCT                PUCT, rules of thumb")?;
    }
    let mut failure = None;
    let measured = duel_positions::measure(args.nodes, args.playouts, |position, answers| {
        let Answers { alpha_beta, puct, rules } = answers;
        let line = if args.json {
            out.json(&json!({
                "id": position.id, "fen": position.fen, "best": position.best,
                "alpha_beta": alpha_beta, "puct": puct, "rules": rules,
            }))
        } else {
            let cell = |answer: &Answer| match (answer.from, answer.cp) {
                (Some(from), _) => format!("{} from {from}", answer.mv),
                (None, Some(cp)) if position.best.is_empty() => format!("{}, {cp} cp", answer.mv),
                (None, _) => format!("{}, not best", answer.mv),
            };
            let [alpha_beta, puct, rules] = [alpha_beta, puct, rules].map(cell);
            let id = position.id;
            out.line(format!("{id:<15} {alpha_beta:<19} {puct:<19} {rules}"))
        };
        failure = failure.take().or(line.err());
    })?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    let Some(path) = &args.write else { return Ok(()) };
    let text = serde_json::to_string_pretty(&measured)
        .map_err(|error| Failure::Refused(error.to_string()))?;
    whole_file::write_bytes(path, (text + "\n").as_bytes())
        .map_err(|error| Failure::file(path, &error))
}
