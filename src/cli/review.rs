//! `tabia review`: has the engine look through games, tells how well each side played, and writes the games
//! with its notes.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use crate::book;
use crate::chess::{Board, Color, Move};
use crate::engine::limits::Limits;
use crate::engine::options::EngineOptions;
use crate::engine::score::{Bound, Score};
use crate::game::pgn_read::PgnGame;
use crate::game::position::GamePosition;
use crate::game::{pgn_stream, pgn_write};
use crate::review::{Analysis, MoveReview, Review, Summary, notes};
use crate::worker::Handle;
use crate::worker::protocol::{Command, Event, JobId, Watch};

use super::failure::Failure;
use super::out::Out;
use super::pgn::open;

/// Nodes spent on a position where no limit is given.
const DEFAULT_NODES: u64 = 200_000;

#[derive(Debug, Args)]
pub(super) struct ReviewArgs {
    /// The file of games
    file: PathBuf,
    /// Time for each position, ms
    #[arg(long, value_name = "MS", conflicts_with_all = ["depth", "nodes"])]
    movetime: Option<u64>,
    /// Depth of the search of each position, plies
    #[arg(long, conflicts_with = "nodes", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Nodes for each position (200000 when no limit is given)
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Review only this game of the file, from 1
    #[arg(long, value_name = "NUMBER")]
    game: Option<usize>,
    /// Write the games with their notes to this file
    #[arg(short, long, value_name = "OUT.pgn")]
    output: Option<PathBuf>,
    /// One JSON object a game
    #[arg(long)]
    json: bool,
}

/// A game as `--json` tells it.
#[derive(Serialize)]
struct Told {
    game: usize,
    white: Side,
    black: Side,
    moves: Vec<ToldMove>,
}

#[derive(Serialize)]
struct Side {
    name: String,
    moves: usize,
    accuracy: Option<f64>,
    average_centipawn_loss: Option<f64>,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

#[derive(Serialize)]
struct ToldMove {
    number: String,
    san: String,
    class: &'static str,
    accuracy: f64,
    centipawn_loss: u32,
    /// After the move, White's view.
    #[serde(skip_serializing_if = "Option::is_none")]
    score_cp: Option<i32>,
    /// Moves to the mate, positive when White mates.
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
}

pub(super) fn run<W: Write>(args: &ReviewArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let options = EngineOptions { multi_pv: 2, ..EngineOptions::default() };
    let engine = Handle::spawn(options, Arc::new(|| ()))
        .map_err(|error| Failure::Refused(format!("no thread for the engine: {error}")))?;
    let mut judge = Judge { engine, job: 0, limits: limits(args) };
    let mut stream: pgn_stream::PgnStream<_> = open(&args.file)?;
    let (mut number, mut written) = (0, String::new());
    while let Some((mut game, _)) =
        stream.read_game().map_err(|error| Failure::file(&args.file, &error))?
    {
        number += 1;
        if args.game.is_some_and(|wanted| wanted != number) {
            continue;
        }
        let (review, moves) = judge.review(&game)?;
        let told = told(number, &game, &review, &moves);
        if args.json {
            out.json(&told)?;
        } else {
            out.lines(lines(&told))?;
        }
        notes::write(&mut game.tree, &moves);
        written += if written.is_empty() { "" } else { "\n" };
        written += &pgn_write::write(&game.tags, &game.tree);
    }
    if let Some(wanted) = args.game.filter(|wanted| *wanted > number) {
        return Err(Failure::Refused(format!("game {wanted}: the file holds {number} games")));
    }
    match &args.output {
        Some(path) => std::fs::write(path, written).map_err(|error| Failure::file(path, &error)),
        None => Ok(()),
    }
}

fn limits(args: &ReviewArgs) -> Limits {
    let unlimited = args.depth.is_none() && args.movetime.is_none();
    Limits {
        depth: args.depth,
        movetime: args.movetime.map(Duration::from_millis),
        nodes: args.nodes.or(unlimited.then_some(DEFAULT_NODES)),
        ..Limits::default()
    }
}

/// The engine and what it may spend on a position.
struct Judge {
    engine: Handle,
    job: u64,
    limits: Limits,
}

impl Judge {
    fn review(&mut self, game: &PgnGame) -> Result<(Review, Vec<MoveReview>), Failure> {
        self.send(Command::NewGame)?;
        let mut review = Review::new(&game.tree);
        while let Some((place, position)) = review.next(&game.tree) {
            let analysis = self.analyse(position)?;
            review.put(place, analysis);
        }
        let moves = review.moves(&game.tree, in_book);
        Ok((review, moves))
    }

    fn send(&self, command: Command) -> Result<(), Failure> {
        let full = |_| Failure::Refused("the engine takes no order".into());
        self.engine.try_send(command).map_err(full)
    }

    fn analyse(&mut self, position: GamePosition) -> Result<Analysis, Failure> {
        self.job += 1;
        let (job, limits) = (JobId(self.job), self.limits.clone());
        self.send(Command::Search { job, position, limits, watch: Watch::default() })?;
        let mut found = Analysis { score: Score::EVEN, line: Vec::new(), second: None, depth: 0 };
        loop {
            match self.engine.recv() {
                Some(Event::Iteration { info, .. }) if info.bound == Bound::Exact => {
                    if info.multi_pv == 1 {
                        (found.score, found.line, found.depth) = (info.score, info.pv, info.depth);
                    } else if info.depth == found.depth {
                        found.second = Some(info.score);
                    }
                }
                Some(Event::Finished { outcome, .. }) => {
                    if found.line.first() != outcome.best.as_ref() {
                        found.line = outcome.best.into_iter().chain(outcome.ponder).collect();
                        found.score = outcome.score;
                    }
                    return Ok(found);
                }
                Some(Event::Failed { error, job: Some(_) }) => return Err(Failure::Refused(error)),
                Some(Event::Failed { error, job: None }) => super::complain(error),
                Some(_) => {}
                None => return Err(Failure::Refused("the engine has gone".into())),
            }
        }
    }
}

fn in_book(board: &Board, mv: Move) -> bool {
    book::built_in().moves(board).iter().any(|known| known.mv == mv)
}

fn told(game: usize, read: &PgnGame, review: &Review, moves: &[MoveReview]) -> Told {
    let side = |color: Color| {
        let Summary { moves, accuracy, average_cp_loss, errors } =
            review.summary(&read.tree, moves, color);
        let name = read.tags.known(if color == Color::White { "White" } else { "Black" });
        Side {
            name: name.unwrap_or("?").to_owned(),
            moves,
            accuracy: accuracy.map(tenths),
            average_centipawn_loss: average_cp_loss.map(tenths),
            inaccuracies: errors[0],
            mistakes: errors[1],
            blunders: errors[2],
        }
    };
    let told_move = |review: &MoveReview| ToldMove {
        number: notes::number(&read.tree, review),
        san: read.tree.san(review.node).to_owned(),
        class: review.class.name(),
        accuracy: tenths(review.accuracy),
        centipawn_loss: review.cp_loss,
        score_cp: review.white_score.cp(),
        mate: review.white_score.mate_in_moves(),
        words: review.words.clone(),
    };
    Told {
        game,
        white: side(Color::White),
        black: side(Color::Black),
        moves: moves.iter().map(told_move).collect(),
    }
}

fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// A game for a person: both sides, then every move that was more or less than good.
fn lines(told: &Told) -> Vec<String> {
    let side = |name: &str, side: &Side| {
        let number = |value: Option<f64>| value.map_or("-".to_owned(), |v| format!("{v:.1}"));
        format!(
            "{name} ({}): accuracy {}, average loss {} cp, {} inaccuracies, {} mistakes, {} blunders",
            side.name,
            number(side.accuracy),
            number(side.average_centipawn_loss),
            side.inaccuracies,
            side.mistakes,
            side.blunders
        )
    };
    let mut lines =
        vec![format!("Game {}", told.game), side("White", &told.white), side("Black", &told.black)];
    for mv in &told.moves {
        if !matches!(mv.class, "book" | "best" | "excellent" | "good" | "forced") {
            let words = mv.words.as_ref().map_or(String::new(), |words| format!(": {words}"));
            lines.push(format!("  {} {} {}{words}", mv.number, mv.san, mv.class));
        }
    }
    lines
}
