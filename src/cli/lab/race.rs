//! `tabia lab race`.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::out::{Out, counted};
use tabia_engine::search::limits::{StopSignal, StopToken};
use tabia_lab::representations::race::{
    self, ChoiceStanding, Kind, RaceRequest, RaceTable, Spread, Standing,
};

use super::args::RaceArgs;
use super::registered::rows;

pub(super) fn run<W: Write>(args: &RaceArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let request = RaceRequest { time: Duration::from_secs(args.options.seconds.into()) };
    let (interrupt, token) = (Interrupt::watch(), Arc::new(StopToken::default()));
    let stop = StopSignal::new(Arc::clone(&token), 1);
    // An interrupt ends the round in progress, which does not count.
    let mut table = RaceTable::default();
    let mut keep = |now: &RaceTable| {
        table = now.clone();
        true
    };
    interrupt.stopping(|| token.stop(1), || race::race(&request, &stop, &mut keep));
    let interrupted = || Failure::Interrupted(counted(table.rounds, "round") + " done");
    if table.rounds == 0 {
        return Err(interrupted());
    }
    if args.json {
        rows(&table.table(), true, out)?;
    } else {
        for kind in Kind::ALL {
            let standing = table.standings.iter().find(|standing| standing.kind == kind);
            line(kind, standing, out)?;
        }
    }
    if args.choices {
        for choice in &table.choices {
            if args.json {
                out.json(&choice_object(choice))?;
            } else {
                choice_line(choice, out)?;
            }
        }
    }
    if !args.json {
        out.line(format!(
            "\n{} in {:.1} s. Millions of nodes a second, geometric mean of the rounds, with 95 % confidence; x: \
             multiples of the 8x8 array, geometric means as well; published: Bijl and Tiet 2021, with their array as 1.",
            counted(table.rounds, "round"),
            table.seconds
        ))?;
    }
    if interrupt.is_raised() { Err(interrupted()) } else { Ok(()) }
}

fn put(object: &mut Map<String, Value>, name: &str, spread: Option<Spread>) {
    object.insert(name.to_owned(), json!(spread.map(|spread| spread.mean)));
    object.insert(format!("{name}_low"), json!(spread.and_then(|spread| spread.low)));
    object.insert(format!("{name}_high"), json!(spread.and_then(|spread| spread.high)));
}

/// The 95 % confidence interval of a measurement as text.
fn interval(spread: Spread) -> String {
    match spread.low.zip(spread.high) {
        Some((low, high)) => format!("({low:.2} to {high:.2})"),
        None => "(error unknown)".to_owned(),
    }
}

fn line<W: Write>(
    kind: Kind,
    standing: Option<&Standing>,
    out: &mut Out<W>,
) -> Result<(), Failure> {
    let Some(standing) = standing else {
        return out.line(format!("{:<20} not in this build", kind.title()));
    };
    let speed = |name: &str, speed: Spread, ratio: Spread| {
        let intervals = [interval(speed), interval(ratio)];
        format!("{name} {:>6.2} {} x{:.2} {}", speed.mean, intervals[0], ratio.mean, intervals[1])
    };
    let perft = speed("perft", standing.perft, standing.perft_ratio);
    let search = speed("search", standing.search, standing.search_ratio);
    let published = kind.published().zip(Kind::Array.published()).map(|(found, first)| {
        let perft = found.perft_mnps / first.perft_mnps;
        format!("  published x{perft:.2} x{:.2}", found.search_mnps / first.search_mnps)
    });
    let agree = if standing.nodes_agree { "" } else { "  NODES DIFFER" };
    let published = published.unwrap_or_default();
    out.line(format!("{:<20} {perft}   {search}{published}{agree}", kind.title()))
}

fn choice_object(standing: &ChoiceStanding) -> Value {
    let mut object = Map::new();
    object.insert("choice".into(), json!(standing.choice.name()));
    put(&mut object, "ratio", Some(standing.ratio));
    for (name, speed) in ["new_mnps", "before_mnps"].into_iter().zip(standing.speeds) {
        put(&mut object, name, Some(speed));
    }
    object.insert("bytes".into(), json!(standing.choice.bytes().map(|[new, _]| new)));
    object.insert("bytes_before".into(), json!(standing.choice.bytes().map(|[_, before]| before)));
    object.insert("ratio_published".into(), json!(standing.choice.published()));
    object.insert("nodes_agree".into(), json!(standing.nodes_agree));
    Value::Object(object)
}

fn choice_line<W: Write>(standing: &ChoiceStanding, out: &mut Out<W>) -> Result<(), Failure> {
    let [new, before] = standing.choice.titles();
    let (ratio, [fast, slow]) = (standing.ratio, standing.speeds);
    let bytes = standing.choice.bytes();
    let bytes = bytes.map_or(String::new(), |[new, before]| format!("; {new} bytes, not {before}"));
    let published = standing.choice.published();
    let published = published.map_or(String::new(), |ratio| format!("; Tesseract almost x{ratio}"));
    out.line(format!(
        "{new:<28} x{:.2} {} of {before}: {:.2} and {:.2} million a second{bytes}{published}",
        ratio.mean,
        interval(ratio),
        fast.mean,
        slow.mean
    ))
}
