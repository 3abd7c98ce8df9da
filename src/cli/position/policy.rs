//! `tabia policy`: WDL and priors of the policy network.

use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use tabia_chess::{Board, Move, san, uci_move};
use tabia_engine::eval::policy::{PolicyNet, Wdl, file};

use super::{NetworkArgs, analyse, answer};
use crate::failure::Failure;
use crate::out::Out;
use crate::values;

pub(crate) fn run<W: Write>(
    args: &NetworkArgs,
    input: &mut impl BufRead,
    out: &mut Out<W>,
) -> Result<(), Failure> {
    let net = chosen(args.net.as_deref())?;
    let text = args.fen.join(" ");
    if text != "-" {
        return write(&values::board(&text)?, &net, args.json, out);
    }
    answer(input, args.json, out, |board, out| write(board, &net, args.json, out))
}

/// The network of a file, or the built-in one.
pub fn chosen(path: Option<&Path>) -> Result<Arc<PolicyNet>, Failure> {
    match path {
        Some(path) => {
            PolicyNet::load(path).map(Arc::new).map_err(|error| Failure::Refused(error.to_string()))
        }
        None => file::built_in()
            .ok_or_else(|| Failure::Refused("the built-in policy network is damaged".to_owned())),
    }
}

fn write<W: Write>(
    board: &Board,
    net: &PolicyNet,
    json: bool,
    out: &mut Out<W>,
) -> Result<(), Failure> {
    let end = analyse::end(board);
    let (wdl, moves) = match end {
        None => evaluate(board, net),
        Some("stalemate") => (Wdl { win: 0.0, draw: 1.0, loss: 0.0 }, Vec::new()),
        Some(_) => (Wdl { win: 0.0, draw: 0.0, loss: 1.0 }, Vec::new()),
    };
    if json {
        return out.json(&object(board, wdl, &moves));
    }
    if let Some(end) = end {
        return out.line(analyse::ended(end));
    }
    out.line(format_args!(
        "win {:.1} %, draw {:.1} %, loss {:.1} %",
        100.0 * wdl.win,
        100.0 * wdl.draw,
        100.0 * wdl.loss
    ))?;
    out.lines(
        moves.iter().map(|&(mv, chance)| {
            format!("  {:<8}{:>6.2} %", san::write(board, mv), 100.0 * chance)
        }),
    )
}

/// WDL of the position, and its moves by prior.
fn evaluate(board: &Board, net: &PolicyNet) -> (Wdl, Vec<(Move, f32)>) {
    let moves = board.legal_moves();
    let mut chances = vec![0.0; moves.len()];
    let wdl = net.evaluate(board, &moves, &mut chances);
    let mut ranked: Vec<(Move, f32)> = moves.iter().copied().zip(chances).collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    (wdl, ranked)
}

fn object(board: &Board, wdl: Wdl, moves: &[(Move, f32)]) -> Value {
    let chess960 = board.is_chess960();
    let moves: Vec<Value> = moves
        .iter()
        .map(|&(mv, chance)| json!({ "uci": uci_move::write(board, mv, chess960), "p": chance }))
        .collect();
    json!({ "wdl": [wdl.win, wdl.draw, wdl.loss], "moves": moves })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_engine::eval::policy::Parameters;

    #[test]
    fn every_line_gets_one_object_and_the_chances_add_up() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("net.policy");
        std::fs::write(&path, Parameters::random(32, 1).to_bytes()).unwrap();
        let args = NetworkArgs { fen: vec!["-".into()], json: true, net: Some(path) };
        let text = "startpos\n\nnonsense\n7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n";
        let mut written = Vec::new();
        let error = run(&args, &mut text.as_bytes(), &mut Out::new(&mut written)).unwrap_err();
        assert_eq!(error.to_string(), "1 of 3 lines were refused");
        let lines: Vec<Value> = String::from_utf8(written)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let [start, nonsense, stalemate] = &lines[..] else { panic!("{lines:?}") };
        let sum = |value: &Value, key: &str| -> f64 {
            let list = value[key].as_array().unwrap();
            list.iter().map(|one| one.as_f64().or(one["p"].as_f64()).unwrap()).sum()
        };
        assert!((sum(start, "wdl") - 1.0).abs() < 1e-4 && (sum(start, "moves") - 1.0).abs() < 1e-4);
        let moves = start["moves"].as_array().unwrap();
        assert_eq!(moves.len(), 20);
        assert!(moves.windows(2).all(|two| two[0]["p"].as_f64() >= two[1]["p"].as_f64()));
        assert!(nonsense["error"].is_string());
        assert_eq!(*stalemate, json!({ "wdl": [0.0, 1.0, 0.0], "moves": [] }));
    }

    #[test]
    fn a_network_that_is_none_is_refused_by_name() {
        let args =
            NetworkArgs { fen: vec!["startpos".into()], json: false, net: Some("no/such".into()) };
        let error = run(&args, &mut "".as_bytes(), &mut Out::new(Vec::new())).unwrap_err();
        assert!(error.to_string().starts_with("no/such: "), "{error}");
    }
}
