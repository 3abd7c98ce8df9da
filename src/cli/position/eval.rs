//! `tabia eval` and UCI's `eval`: the evaluation term by term in centipawns, adding up to the score.

use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use super::analyse;
use crate::args::NetworkArgs;
use crate::failure::Failure;
use crate::out::Out;
use crate::values;
use tabia_chess::{Board, File, Piece, Rank, Square};
use tabia_engine::eval::PHASE_MAX;
use tabia_engine::eval::nnue::inside::NetworkBreakdown;
use tabia_engine::eval::nnue::{Network, file};
use tabia_engine::eval::trace::{Breakdown, Tapered};

pub(crate) fn run<W: Write>(
    args: &NetworkArgs,
    input: &mut impl BufRead,
    out: &mut Out<W>,
) -> Result<(), Failure> {
    let network = chosen(args.net.as_deref())?;
    let ask = Ask { json: args.json, network: network.as_deref() };
    let text = args.fen.join(" ");
    if text != "-" {
        let board = values::board(&text)?;
        return write(&board, ask, out);
    }
    analyse::answer(input, args.json, out, |board, out| write(board, ask, out))
}

/// Output settings.
#[derive(Clone, Copy)]
struct Ask<'a> {
    json: bool,
    network: Option<&'a Network>,
}

fn write<W: Write>(board: &Board, ask: Ask<'_>, out: &mut Out<W>) -> Result<(), Failure> {
    let breakdown = tabia_engine::eval::explain(board);
    let network = ask.network.map(|network| network.explain(board));
    if ask.json {
        let mut object = object(board, &breakdown);
        if let Some(breakdown) = network {
            object["network"] = network_object(&breakdown);
        }
        return out.json(&object);
    }
    out.lines(table(&breakdown))?;
    network.map_or(Ok(()), |breakdown| out.lines(network_table(&breakdown, board)))
}

/// Both sides of each term, tapered and rounded. Each number is what the term adds to the tapered sum of the terms
/// before it, so each is off by less than a centipawn and together they give the exact sum.
struct Blend<'a> {
    of: &'a Breakdown,
    /// White's and Black's value of each term.
    terms: Vec<[i32; 2]>,
    /// White's less Black's, all terms.
    sum: i32,
}

impl<'a> Blend<'a> {
    fn new(of: &'a Breakdown) -> Self {
        let (mut so_far, mut sum) = (Tapered::default(), 0);
        let mut step = |value: Tapered, sign: i32| {
            so_far.mg += sign * value.mg;
            so_far.eg += sign * value.eg;
            let now = of.blend(so_far);
            let part = (now - sum) * sign;
            sum = now;
            part
        };
        let terms =
            of.terms.iter().map(|term| [step(term.white, 1), step(term.black, -1)]).collect();
        Blend { of, terms, sum }
    }

    /// Value of a known ending less the sum of terms and tempo; 0 if there is none.
    fn rest(&self) -> i32 {
        self.of.score_cp - self.of.tempo - self.sum
    }
}

fn object(board: &Board, breakdown: &Breakdown) -> Value {
    let blend = Blend::new(breakdown);
    let side = |value: Tapered, tapered: i32| json!({ "mg": value.mg, "eg": value.eg, "tapered": tapered });
    let terms: Vec<Value> = breakdown
        .terms
        .iter()
        .zip(&blend.terms)
        .map(|(term, tapered)| {
            json!({
                "name": term.name,
                "white": side(term.white, tapered[0]),
                "black": side(term.black, tapered[1]),
            })
        })
        .collect();
    json!({
        "fen": board.to_string(),
        "score_cp": breakdown.score_cp,
        "terms": terms,
        "sum": side(breakdown.sum, blend.sum),
        "tempo": breakdown.tempo,
        "rest": blend.rest(),
        "known": breakdown.known,
        "phase": breakdown.phase,
        "phase_max": PHASE_MAX,
        "scale": breakdown.scale,
    })
}

/// The breakdown as text.
pub(crate) fn table(breakdown: &Breakdown) -> Vec<String> {
    let blend = Blend::new(breakdown);
    let row = |name: &str, white: Tapered, w: i32, black: Tapered, b: i32| {
        format!(
            "{name:<22}{:>6}{:>6}{w:>8} |{:>6}{:>6}{b:>8} |{:>7}",
            white.mg,
            white.eg,
            black.mg,
            black.eg,
            w - b
        )
    };
    let mut lines = vec![
        format!("{:<22}{:^20} |{:^20} |{:>7}", "centipawns", "White", "Black", "White"),
        format!(
            "{:<22}{:>6}{:>6}{:>8} |{:>6}{:>6}{:>8} |{:>7}",
            "", "mg", "eg", "tapered", "mg", "eg", "tapered", "- Black"
        ),
    ];
    let last = |name: &str, value: i32| format!("{name:<66}{value:>7}");
    for (term, tapered) in breakdown.terms.iter().zip(&blend.terms) {
        lines.push(row(term.name, term.white, tapered[0], term.black, tapered[1]));
    }
    lines.push(last("Sum of the terms", blend.sum));
    lines.push(last("Tempo, for the side to move", breakdown.tempo));
    if let Some(known) = breakdown.known {
        lines.push(last(&format!("Known ending: {known}"), blend.rest()));
    }
    lines.push(last("Score, White's view", breakdown.score_cp));
    lines.push(format!(
        "Phase {} of {PHASE_MAX}: middlegame values count {:.0} %; a lead in the endgame is scaled by {}/64",
        breakdown.phase,
        f64::from(breakdown.phase) * 100.0 / f64::from(PHASE_MAX),
        breakdown.scale
    ));
    lines
}

// Breakdown of the network, as text and JSON; centipawns, White's view.

/// The network of a file, or the built-in one.
pub fn chosen(path: Option<&Path>) -> Result<Option<Arc<Network>>, Failure> {
    let Some(path) = path else { return Ok(file::built_in()) };
    let opened = Network::open(path).map_err(|error| Failure::Refused(error.to_string()))?;
    Ok(Some(Arc::new(opened)))
}

/// The breakdown as JSON.
pub fn network_object(of: &NetworkBreakdown) -> Value {
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

/// The breakdown as text: the board with each piece's contribution, and the outputs.
pub fn network_table(of: &NetworkBreakdown, board: &Board) -> Vec<String> {
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
    use tabia_engine::eval::trace::Term;

    fn output(fen: &str, input: &str, json: bool) -> (Vec<String>, Result<(), Failure>) {
        let mut text = Vec::new();
        let args = NetworkArgs { fen: vec![fen.to_owned()], json, net: None };
        let ended = run(&args, &mut input.as_bytes(), &mut Out::new(&mut text));
        (String::from_utf8(text).unwrap().lines().map(str::to_owned).collect(), ended)
    }

    /// The score of an object, added up from its parts.
    fn added_up(object: &Value) -> i64 {
        let number = |value: &Value| value.as_i64().unwrap();
        let terms: i64 = object["terms"]
            .as_array()
            .unwrap()
            .iter()
            .map(|term| number(&term["white"]["tapered"]) - number(&term["black"]["tapered"]))
            .sum();
        terms + number(&object["tempo"]) + number(&object["rest"])
    }

    #[test]
    fn every_line_gets_one_object_and_the_terms_add_up() {
        let fens = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\n\
                    r1bq1rk1/4bppp/p1np1n2/1pp1p3/4P3/2P2N1P/PPBPBPP1/R2QRNK1 b - - 4 13\n\
                    8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 0 50\n\
                    8/5k2/3p2b1/1p1Pp2p/pP2Pp1P/P4P1K/4B3/8 w - - 0 50\n\
                    8/8/8/4k3/8/8/4P3/4K3 b - - 0 1\n8/8/8/3k4/8/2KNB3/8/8 b - - 0 1\n";
        let (lines, ended) = output("-", fens, true);
        ended.unwrap();
        assert_eq!(lines.len(), 6);
        for line in &lines {
            let object: Value = serde_json::from_str(line).unwrap();
            assert_eq!(added_up(&object), object["score_cp"].as_i64().unwrap(), "{line}");
            assert!(object["rest"] == 0 || !object["known"].is_null(), "{line}");
        }
    }

    #[test]
    fn a_refused_line_is_answered_and_the_rest_read() {
        let (lines, ended) = output("-", "rubbish\n8/8/8/8/8/2k5/2p5/2K5 w - - 0 1", true);
        assert_eq!(lines.len(), 2);
        assert!(lines[0].contains("\"error\":"), "{}", lines[0]);
        assert!(lines[1].contains("\"score_cp\":"), "{}", lines[1]);
        assert_eq!(ended.unwrap_err().to_string(), "1 of 2 lines are no position");
    }

    #[test]
    fn rounded_parts_add_up() {
        let value = |mg, eg| Tapered { mg, eg };
        let term = |name, white, black| Term { name, white, black };
        let terms = vec![
            term("a", value(10, 7), value(3, 5)),
            term("b", value(1, 0), value(0, 1)),
            term("c", value(-5, 11), value(2, -9)),
        ];
        let breakdown = Breakdown {
            terms,
            phase: 11,
            sum: value(1, 21),
            scale: 64,
            tempo: 12,
            score_cp: (11 + 21 * 13) / 24 + 12,
            known: None,
        };
        let blend = Blend::new(&breakdown);
        assert_eq!(blend.terms.iter().map(|[w, b]| w - b).sum::<i32>(), blend.sum);
        assert_eq!(blend.rest(), 0);
        let text = table(&breakdown).join("\n");
        assert!(text.contains("Sum of the terms"), "{text}");
    }

    #[test]
    fn the_table_is_for_people() {
        let (lines, ended) = output("startpos", "", false);
        ended.unwrap();
        assert!(lines.iter().any(|line| line.starts_with("Material")), "{lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("Score, White's view")));
    }
}
