//! `tabia-train policytest`: quality of policy networks on held-out games.

use std::io::Write;
use std::path::Path;

use crate::data::archive::ArchiveError;
use crate::data::game::Source;
use crate::policy::sample::{PolicySample, Positions};
use crate::policy::trainer::{Counts, PolicyMeasure};
use crate::tcec;
use tabia_engine::eval::policy::PolicyNet;

use super::data_args::PolicytestArgs;
use super::{policy, relabel};
use tabia_cli::failure::Failure;
use tabia_cli::out::Out;
use tabia_cli::position::policy::chosen;

pub(crate) fn run<W: Write>(args: &PolicytestArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let samples = samples(args)?;
    if samples.is_empty() {
        return Err(Failure::Refused("these games hold no position to judge by".to_owned()));
    }
    let mut nets = Vec::new();
    for path in &args.nets {
        nets.push((path.display().to_string(), chosen(Some(path))?));
    }
    if nets.is_empty() {
        nets.push(("Built-in".to_owned(), chosen(None)?));
    }
    for (name, net) in &nets {
        out.lines(table(name, net, &samples))?;
    }
    Ok(())
}

/// The test positions.
fn samples(args: &PolicytestArgs) -> Result<Vec<PolicySample>, Failure> {
    let mut positions = Positions::new(args.share.unwrap_or(0.0), args.seed);
    policy::read(&args.games, &args.moves, &mut positions)?;
    for path in &args.archive {
        let text = relabel::text(path)?;
        let refused = |error: ArchiveError| {
            let name = Path::new(path).display();
            Failure::Refused(format!("{name}: {error}"))
        };
        tcec::moves(&text, &mut positions).map_err(refused)?;
    }
    positions.shuffle();
    let mut samples = if args.share.is_some() { positions.held_out } else { positions.training };
    samples.truncate(usize::try_from(args.limit).unwrap_or(usize::MAX));
    Ok(samples)
}

fn table(name: &str, net: &PolicyNet, samples: &[PolicySample]) -> Vec<String> {
    let measure = PolicyMeasure::of(net, samples);
    let row = |name: &str, counts: &Counts| {
        let [first, third, fifth] = counts.top.map(|top| counts.mean(top as f64));
        let (surprise, moves) = (counts.mean(counts.surprise), counts.mean(counts.moves as f64));
        let result = counts.mean(counts.result_loss);
        let error = counts.mean(counts.result_error);
        let score = match counts.scored {
            0 => format!("{:>10}", "-"),
            scored => format!("{:>10.4}", counts.score_loss / scored as f64),
        };
        format!(
            "  {name:<12}{first:>8.4}{third:>8.4}{fifth:>8.4}{surprise:>10.4}{result:>10.4}{error:>10.4}\
             {score}{moves:>8.1}{:>11}",
            counts.positions
        )
    };
    let mut lines = vec![
        format!("{name}, {} hidden neurons, {:016x}", net.width(), net.checksum()),
        format!(
            "  {:<12}{:>8}{:>8}{:>8}{:>10}{:>10}{:>10}{:>10}{:>8}{:>11}",
            "",
            "top-1",
            "top-3",
            "top-5",
            "policy",
            "result",
            "squared",
            "score",
            "moves",
            "positions"
        ),
        row("all", &measure.all),
    ];
    let sources = Source::ALL.iter().zip(&measure.sources);
    let with_some = sources.filter(|(_, counts)| counts.positions > 0);
    lines.extend(with_some.map(|(source, counts)| row(source.name(), counts)));
    if let Some(correlation) = measure.rank_correlation {
        lines.push(format!(
            "  rank correlation of the expected result with the score: {correlation:.3}"
        ));
    }
    lines
}
