//! Arguments of a match.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::failure::Failure;
use crate::values::{output_file, spin};
use tabia_engine::alphabeta::options::{HASH_MIB, THREADS};
use tabia_engine::play::adjudication::{DrawRule, ResignRule};
use tabia_engine::play::control::{Clock, Control};
use tabia_games::strength::sprt::{EloModel, Sprt, SprtError};
use tabia_host::referee::plan::{
    AdjudicationPlan, MAX_RULE_CP, MAX_RULE_MOVES, OpeningPlan, OpeningSource, Order, Plan,
    SprtPlan,
};
use tabia_host::referee::player::Player;
use tabia_host::referee::schedule::Format;

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct MatchArgs {
    /// A player, at least twice: a value of the UCI option Search (alphabeta, puct, ..) or a UCI engine's path and
    /// arguments; then settings: name=NAME, tc=CLOCK, nodes=N, movetime=MS, depth=PLIES, option.NAME=VALUE
    #[arg(short, long = "engine", value_name = "ENGINE", required = true, value_parser = Player::from_line)]
    pub(super) engines: Vec<Player>,
    /// The clock of each side: [MOVES/]SECONDS[+SECONDS], as in 8+0.08 or 40/60
    #[arg(long, value_name = "CLOCK", group = "control")]
    pub(super) tc: Option<Clock>,
    /// Nodes or playouts per move, instead of a clock
    #[arg(long, group = "control", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: Option<u64>,
    /// Time for each move, ms, instead of a clock
    #[arg(long, value_name = "MS", group = "control", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub(super) movetime: Option<u64>,
    /// Depth of each search, plies, instead of a clock
    #[arg(long, value_name = "PLIES", group = "control", value_parser = clap::value_parser!(u32).range(1..=200))]
    pub(super) depth: Option<u32>,
    /// Time by which an engine may exceed its limit, ms
    #[arg(long, value_name = "MS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(0..=60_000))]
    pub(super) margin: u64,
    /// Longest time of a search without a clock, s; a longer one counts as failed
    #[arg(long, alias = "patience", value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(super) search_timeout: u64,
    /// Size of each engine's hash table or tree, unless its --engine sets option.Hash
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = spin(&HASH_MIB))]
    pub(super) hash: u32,
    /// Search threads of each engine, unless its --engine sets option.Threads
    #[arg(long, default_value_t = 1, value_parser = spin(&THREADS))]
    pub(super) threads: u32,
    /// Games between each pair of engines, an even number: two share an opening
    #[arg(long, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub(super) games: Option<u32>,
    /// Openings for each pair of engines, both with both colours (50 if neither this nor --games is given)
    #[arg(long, conflicts_with = "games", value_parser = clap::value_parser!(u32).range(1..=500_000))]
    pub(super) rounds: Option<u32>,
    /// Gauntlet: the first engine plays all others
    #[arg(long)]
    pub(super) gauntlet: bool,
    /// Games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(super) concurrency: u32,
    /// Openings: positions, one FEN or EPD per line, or the games of a .pgn file; random balanced ones without this
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Option<PathBuf>,
    /// Play only this many plies of each game of openings [default: 16]
    #[arg(long, value_name = "N", requires = "openings", value_parser = clap::value_parser!(u32).range(0..=600))]
    pub(super) plies: Option<u32>,
    /// Use the openings in the order of the file instead of a random one
    #[arg(long, requires = "openings")]
    pub(super) in_order: bool,
    /// Random seed of the openings
    #[arg(long, conflicts_with = "in_order", default_value_t = 1)]
    pub(super) seed: u64,
    #[command(flatten)]
    pub(super) decided: Decided,
    #[command(flatten)]
    pub(super) test: Test,
    /// Write the games to this file, each when it ends
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    pub(crate) pgn: Option<PathBuf>,
    /// Resume the match of that file
    #[arg(long, requires = "pgn")]
    pub(super) resume: bool,
    /// The event in the games' tags
    #[arg(long, value_name = "TEXT", default_value = "Tabia match")]
    pub(super) event: String,
    /// Print the standings after this many games
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) every: u32,
    /// One JSON object per line: each game, the standing after every N, and the final one
    #[arg(long)]
    pub(super) json: bool,
}

/// Adjudication.
#[derive(Debug, Args)]
pub(super) struct Decided {
    /// A draw when both engines' scores stay within CP for MOVES moves each, not before MOVE: 34,8,10
    #[arg(long, value_name = "MOVE,MOVES,CP", value_parser = draw)]
    pub(super) draw: Option<DrawRule>,
    /// A win when both engines report CP or more for MOVES moves each: 4,600
    #[arg(long, value_name = "MOVES,CP", value_parser = resign)]
    pub(super) resign: Option<ResignRule>,
    /// A draw after this many moves of each side
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(super) max_moves: Option<u32>,
    /// Adjudicate with the Syzygy tables of this folder
    #[arg(long, value_name = "DIR")]
    pub(super) syzygy: Option<PathBuf>,
}

/// Sequential test of a match between two engines.
#[derive(Debug, Args)]
pub(super) struct Test {
    /// Stop when the first of two engines is shown to be stronger by ELO1, or not by ELO0: 0,6
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = pair)]
    pub(super) sprt: Option<[f64; 2]>,
    /// Error probabilities of the test
    #[arg(long, value_name = "ALPHA,BETA", requires = "sprt", default_value = "0.05,0.05", value_parser = pair)]
    pub(super) errors: [f64; 2],
    /// Elo model of the test
    #[arg(long, value_enum, requires = "sprt", default_value_t = Model::Normalised)]
    pub(super) model: Model,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Model {
    /// Normalised by the spread of a game
    #[value(alias = "normalized")]
    Normalised,
    /// By the logistic curve
    Logistic,
}

impl Model {
    pub(super) fn elo(self) -> EloModel {
        match self {
            Model::Normalised => EloModel::Normalised,
            Model::Logistic => EloModel::Logistic,
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  Two networks, 8000 nodes a move, until one hypothesis is shown:
    tabia match -e 'alphabeta name=new option.EvalFile=new.nnue' -e 'alphabeta name=old' \\
        --nodes 8000 --openings uho.epd --sprt 0,6 --games 20000 --concurrency 2
  On the clock against another engine; after an interruption, the same line with --resume continues:
    tabia match -e alphabeta -e '/usr/games/stockfish option.Skill\\ Level=10' --tc 8+0.08 \\
        --openings 8moves.pgn --rounds 100 --draw 34,8,10 --resign 4,600 --pgn games.pgn

Engines do not ponder: option.Ponder=true is refused.

Errors are those of pairs of games (pentanomial), 95 %. LOS is the likelihood that the first is the stronger one.";

impl MatchArgs {
    /// Time control of all engines, if given.
    pub(super) fn control(&self) -> Option<Control> {
        let clock = self.tc.map(Control::Clock).or(self.nodes.map(Control::Nodes));
        let time = self.movetime.map(|ms| Control::MoveTime(Duration::from_millis(ms)));
        clock.or(time).or(self.depth.map(Control::Depth))
    }

    /// Openings per pair of engines.
    fn rounds(&self) -> u32 {
        self.rounds.or(self.games.map(|games| games / 2)).unwrap_or(50)
    }

    /// The plan described by these arguments.
    pub(super) fn plan(&self) -> Result<Plan, Failure> {
        let engines = self.engines.len();
        if engines < 2 {
            let message = "found one engine, expected --engine at least twice";
            return Err(Failure::Refused(message.into()));
        }
        let control = self.control();
        if let Some(player) =
            self.engines.iter().find(|player| player.control.or(control).is_none())
        {
            return Err(Failure::Refused(format!(
                "{}: found no limit, expected --tc, --nodes, --movetime or --depth, or one of the engine's own",
                player.label()
            )));
        }
        if let Some(games) = self.games.filter(|games| games % 2 == 1) {
            return Err(Failure::Refused(format!(
                "--games: found {games}, expected an even number: each opening is played with both colours"
            )));
        }
        let cycles = self.rounds();
        let format =
            if self.gauntlet { Format::Gauntlet { cycles } } else { Format::RoundRobin { cycles } };
        Ok(Plan {
            name: self.event.clone(),
            openings: self.openings()?,
            control,
            margin_ms: self.margin,
            search_timeout_s: self.search_timeout,
            threads: self.threads,
            hash: self.hash,
            adjudication: AdjudicationPlan {
                draw: self.decided.draw,
                resign: self.decided.resign,
                max_moves: self.decided.max_moves,
                syzygy: self.decided.syzygy.clone(),
            },
            sprt: self.sprt()?,
            concurrency: self.concurrency,
            ..Plan::new(self.engines.clone(), format)
        })
    }

    fn openings(&self) -> Result<OpeningPlan, Failure> {
        let order = if self.in_order { Order::Sequential } else { Order::Random };
        let from = match self.openings.clone() {
            None => OpeningSource::Balanced,
            Some(file) => {
                let extension = file.extension();
                if extension.is_some_and(|extension| extension.eq_ignore_ascii_case("pgn")) {
                    OpeningSource::Pgn { file, plies: self.plies.unwrap_or(16) }
                } else if self.plies.is_some() {
                    let file = file.display();
                    let text = format!("--plies: found {file}, expected a file of games, .pgn");
                    return Err(Failure::Refused(text));
                } else {
                    OpeningSource::Epd { file }
                }
            }
        };
        Ok(OpeningPlan { from, order, seed: self.seed })
    }

    fn sprt(&self) -> Result<Option<SprtPlan>, Failure> {
        let Some([elo0, elo1]) = self.test.sprt else { return Ok(None) };
        let engines = self.engines.len();
        if engines > 2 {
            return Err(Failure::Refused(format!("--sprt: found {engines} engines, expected two")));
        }
        let ([alpha, beta], model) = (self.test.errors, self.test.model.elo());
        Sprt::new([elo0, elo1], [alpha, beta], model).map_err(|error| {
            let option = match error {
                SprtError::Elo(..) => "--sprt",
                SprtError::Errors(..) => "--errors",
            };
            Failure::Refused(format!("{option}: {error}"))
        })?;
        Ok(Some(SprtPlan { elo0, elo1, alpha, beta, model }))
    }
}

#[derive(Debug, Args)]
#[command(after_long_help = TOURNAMENT)]
pub(crate) struct TournamentArgs {
    /// The tournament: players, form, openings, limits and rules as JSON
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,
    /// The file for the games, each written when it ends; a tournament is resumed from it (the plan's name with .pgn
    /// without this)
    #[arg(short, long, alias = "out", value_name = "FILE", value_parser = output_file())]
    pub(super) output: Option<PathBuf>,
    /// Write the standings to this file, .md (a table to paste) or .csv
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    pub(super) standings: Option<PathBuf>,
    /// Print only the final standings
    #[arg(long)]
    pub(super) quiet: bool,
    /// Print and write the standings after this many games
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) every: u32,
    /// One JSON object per line: each game, the standing after every N, and the final one
    #[arg(long)]
    pub(super) json: bool,
}

const TOURNAMENT: &str = "\
A plan, with all that it can leave out in brackets:
  { \"version\": 1, \"players\": [
      { \"engine\": \"alphabeta\", [\"name\": \"new\", \"options\": { \"EvalFile\": \"new.nnue\" }, \"level\": \"Pip\",
        \"elo\": 1500, \"threads\": 1, \"hash\": 16, \"control\": { \"nodes\": 8000 }] },
      { \"engine\": \"/usr/games/stockfish\", [\"arguments\": []] } ],
    \"format\": { \"round_robin\": { \"cycles\": 3 } },
    \"control\": { \"clock\": \"8+0.08\" },
    [\"name\": \"Club\", \"games\": \"pairs\", \"concurrency\": 1, \"threads\": 1, \"hash\": 16, \"margin_ms\": 20,
     \"search_timeout_s\": 120, \"failed_starts\": 3,
     \"openings\": { \"from\": \"well_known\", \"order\": \"random\", \"seed\": 1 },
     \"adjudication\": { \"draw\": { \"from\": 34, \"moves\": 8, \"cp\": 10 },
       \"resign\": { \"moves\": 4, \"cp\": 600 }, \"max_moves\": 200, \"syzygy\": \"DIR\" },
     \"sprt\": { \"elo0\": 0, \"elo1\": 5, \"alpha\": 0.05, \"beta\": 0.05, \"model\": \"normalized\" }] }
Formats: {\"match\": {\"rounds\": N}}, {\"round_robin\": {\"cycles\": N}}, {\"gauntlet\": {\"cycles\": N}},
  {\"swiss\": {\"rounds\": N, \"pairs\": 1}}, {\"knock_out\": {\"pairs\": 1, \"tie_breaks\": 2}}.
Levels: the name of a character or \"Full strength\" for alphabeta, the number of Skill Level for other programs.
Controls: clock, nodes, soft_nodes, depth, movetime_ms. Games: pairs, or alternating (one game an opening).
Openings: \"well_known\", \"balanced\" (random), {\"pgn\": {\"file\": F, \"plies\": 16}}, {\"epd\": {\"file\": F}},
  {\"book\": {\"file\": F, \"plies\": 16}}; order: random or sequential. Relative paths are those beside the plan.

After a kill or Ctrl+C, the same command continues the tournament. Cycles, rounds of a Swiss tournament, players at the end of a
round robin or gauntlet, and concurrency may be changed before that. A bye of a Swiss tournament counts as all points of
its tie; a level tie of a knock-out is broken by tie_breaks more pairs, then the better seed advances. An engine that
fails loses its game; one that cannot be started failed_starts times in a row ends the tournament, which continues with
the same command once it can.

Elo is the most likely rating over all pairings, relative to the mean of the field, with its 95 % error (by pairs of games).
Perf. is the mean rating of the opponents and what the score is worth; SB is Sonneborn-Berger.";

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
#[command(after_long_help = RATINGS)]
pub(crate) struct RatingsArgs {
    /// Files of games; `-` reads standard input
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,
    /// Give this player a rating, so that the others are rated relative to it: NAME or NAME=ELO
    #[arg(long, value_name = "NAME[=ELO]")]
    pub(super) anchor: Option<String>,
    /// Leave out players with fewer games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) min_games: u32,
    /// Also list the results of each pairing
    #[arg(long)]
    pub(super) pairings: bool,
    /// Comma-separated values
    #[arg(long, group = "form")]
    pub(super) csv: bool,
    /// A Markdown table
    #[arg(long, group = "form")]
    pub(super) markdown: bool,
    /// One JSON object per line
    #[arg(long, group = "form")]
    pub(super) json: bool,
}

const RATINGS: &str = "\
Ratings are the most likely ones over all games of all files together (Bradley-Terry with draws as half points), against
the mean of those rated, or against the anchor. Errors are 95 %; the two games of a pair in a match count as one pair.
Only one group is rated: the one with the most games whose members have all scored against each other, directly or
through others. For all other players the list says whether they are stronger or weaker than that group, or cannot be
compared with it.";

/// Parses numbers separated by commas, each within its range.
fn numbers<const N: usize>(text: &str, limits: [i64; N], form: &str) -> Result<[i64; N], String> {
    let refused = || {
        let ranges: Vec<String> = limits.iter().map(|limits| format!("1 to {limits}")).collect();
        format!("expected {form}, {}", ranges.join(", "))
    };
    let found: Option<Vec<i64>> =
        text.split(',').map(|number| number.trim().parse().ok()).collect();
    let found: [i64; N] = found.and_then(|found| found.try_into().ok()).ok_or_else(refused)?;
    let fits = found.iter().zip(limits).all(|(number, limits)| (1..=limits).contains(number));
    if fits { Ok(found) } else { Err(refused()) }
}

fn draw(text: &str) -> Result<DrawRule, String> {
    let limits = [i64::from(MAX_RULE_MOVES), i64::from(MAX_RULE_MOVES), i64::from(MAX_RULE_CP)];
    let [from, moves, cp] = numbers(text, limits, "MOVE,MOVES,CP")?;
    Ok(DrawRule { from: from as u32, moves: moves as u32, cp: cp as i32 })
}

fn resign(text: &str) -> Result<ResignRule, String> {
    let [moves, cp] =
        numbers(text, [i64::from(MAX_RULE_MOVES), i64::from(MAX_RULE_CP)], "MOVES,CP")?;
    Ok(ResignRule { moves: moves as u32, cp: cp as i32 })
}

fn pair(text: &str) -> Result<[f64; 2], String> {
    let found = text.split_once(',').and_then(|(a, b)| {
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|n| n.is_finite());
        Some([number(a)?, number(b)?])
    });
    found.ok_or_else(|| "expected two numbers with a comma between them".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without the brackets around optional parts.
    #[test]
    fn the_plan_in_the_help_can_be_played() {
        let (plan, _) = TOURNAMENT.split_once("Formats:").unwrap();
        let (_, plan) = plan.split_once("brackets:\n").unwrap();
        let plan = plan.replace("[\"", "\"").replace("[]]", "[]").replace(" }] }", " } }");
        let mut plan = Plan::read(plan.as_bytes()).unwrap();
        plan.check().unwrap();
        // A file that does not exist.
        assert_eq!(plan.players[0].options.remove("EvalFile").as_deref(), Some("new.nnue"));
        plan.prepare(&plan.players[0], std::path::Path::new("")).unwrap();
    }

    #[test]
    fn rules_are_read_with_all_their_numbers_and_no_others() {
        assert_eq!(draw("34, 8,10"), Ok(DrawRule { from: 34, moves: 8, cp: 10 }));
        assert_eq!(resign("4,600"), Ok(ResignRule { moves: 4, cp: 600 }));
        for text in ["", "4", "4,600,1", "0,600", "4,99999", "4,x", "-4,600"] {
            assert!(
                resign(text).unwrap_err().starts_with("expected MOVES,CP, 1 to 1000"),
                "{text}"
            );
        }
        assert_eq!(pair("-3, 3"), Ok([-3.0, 3.0]));
        for text in ["", "1", "1,", "nan,1", "1,2,3"] {
            assert!(pair(text).is_err(), "{text}");
        }
    }
}
