//! `tabia-train nettest`: error of evaluations on held-out scores and results.

use std::io::Write;

use crate::data::game::Source;
use crate::data::packed;
use crate::data::sample::Sample;
use crate::measure::{Loss, Measure, rank_correlation};
use crate::model::Target;
use crate::network::Rounding;
use tabia_chess::Board;
use tabia_engine::eval::nnue::Network;

use super::data_args::NettestArgs;
use super::network;
use tabia_cli::failure::Failure;
use tabia_cli::out::Out;

pub(crate) fn run<W: Write>(args: &NettestArgs, out: &mut Out<W>) -> Result<(), Failure> {
    if args.checkpoint.is_some() && args.nets.len() != 1 {
        return Err(Failure::Refused(format!(
            "found {} networks, expected the one that was made from the checkpoint",
            args.nets.len()
        )));
    }
    let samples =
        network::read(&args.samples).map_err(|error| Failure::Refused(error.to_string()))?;
    let boards = samples
        .iter()
        .map(|sample| packed::unpack(&sample.position))
        .collect::<Result<Vec<Board>, String>>()
        .map_err(Failure::Refused)?;
    let target = Target { scale: f32::from(args.scale), result_share: args.result_share };
    let hand: Vec<i32> = boards.iter().map(tabia_engine::eval::evaluate).collect();
    out.lines(table("Hand-crafted", &samples, &hand, target))?;
    for path in &args.nets {
        let network = Network::open(path).map_err(|error| Failure::Refused(error.to_string()))?;
        let evals: Vec<i32> = boards.iter().map(|board| network.evaluate(board)).collect();
        let name = format!(
            "{}, {} a side, outputs {}",
            path.display(),
            network.width(),
            network.buckets()
        );
        out.lines(table(&name, &samples, &evals, target))?;
        out.line(format_args!(
            "  {:<24}{:>10.3} times the hand-crafted evaluation",
            "size",
            spread(&evals) / spread(&hand).max(1.0)
        ))?;
        if let Some(checkpoint) = &args.checkpoint {
            let floating = crate::network::evaluations(checkpoint, &network, &samples)
                .map_err(|error| Failure::Refused(error.to_string()))?;
            let Rounding { mean, greatest } = Rounding::between(&evals, &floating);
            let nearest: Vec<i32> = floating.iter().map(|eval| eval.round() as i32).collect();
            out.lines(table("The same in floating point", &samples, &nearest, target))?;
            out.line(format_args!(
                "  {:<24}{mean:>10.2} centipawns apart, at most {greatest:.1}",
                "rounding"
            ))?;
        }
    }
    Ok(())
}

/// Mean absolute evaluation, clamped to ten pawns.
fn spread(evals: &[i32]) -> f64 {
    let sum: i64 = evals.iter().map(|eval| i64::from(eval.abs().min(1000))).sum();
    sum as f64 / evals.len().max(1) as f64
}

fn table(name: &str, samples: &[Sample], evals: &[i32], target: Target) -> Vec<String> {
    let scale = Measure::best_scale(samples, evals, target);
    let measure = Measure::of(samples, evals, scale, target);
    let scores: Vec<i32> = samples.iter().map(|sample| i32::from(sample.score)).collect();
    let row = |name: String, loss: Loss| {
        let mean = loss.mean()?;
        Some(format!("  {name:<24}{mean:>10.5}{:>10}", loss.count))
    };
    let mut lines = vec![
        format!("{name}: winning chance by a scale of {scale:.0} centipawns"),
        format!("  {:<24}{:>10}{:>10}", "", "loss", "positions"),
    ];
    lines.extend(row("all".to_owned(), measure.all));
    let sources = Source::ALL.iter().zip(measure.sources);
    lines.extend(sources.filter_map(|(source, loss)| row(source.name().to_owned(), loss)));
    for (class, &loss) in measure.pieces.iter().enumerate().rev() {
        lines.extend(row(format!("{} to {} pieces", class * 8 + 1, class * 8 + 8), loss));
    }
    let correlation = rank_correlation(evals, &scores);
    lines.push(format!("  {:<24}{correlation:>10.3}", "rank correlation"));
    lines
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use tabia_chess::Board;
    use tabia_cli::position::eval::{network_object as object, network_table as table};
    use tabia_engine::eval::nnue::Network;

    use crate::model::{Shape, Weights};

    #[test]
    fn the_evaluation_of_a_network_lists_every_output_and_marks_one() {
        let weights = Weights::random(Shape { width: 32, buckets: 8 }, 3);
        let network = Network::new(&weights.quantised(300)).unwrap();
        let board = Board::from_fen("4k3/2r5/8/8/8/3N4/3P4/B3K3 b - - 0 1").unwrap();
        let breakdown = network.explain(&board);
        let object = object(&breakdown);
        assert_eq!(object["outputs"].as_array().unwrap().len(), 8);
        assert_eq!(object["pieces"].as_array().unwrap().len(), 4);
        assert_eq!(object["outputs"][1]["in_use"], true);
        assert_eq!(object["outputs"][1]["score_cp"], object["score_cp"]);
        assert_eq!(
            (&object["unit"], &object["point_of_view"]),
            (&json!("centipawns"), &json!("White"))
        );
        let lines = table(&breakdown, &board);
        let used: Vec<_> = lines.iter().filter(|line| line.ends_with("in use")).collect();
        assert!(used.len() == 1 && used[0].starts_with("Output for 6 to 9 pieces"), "{lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("8 ") && line.contains("k  ")));
    }
}
