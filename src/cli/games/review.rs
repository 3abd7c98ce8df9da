//! `tabia review`: the engine reviews games, reports the quality of play, and writes the games with its notes.

use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::pgn::{
    Part, complain_of, each_part_of, input, not_written, open, put_part, state_of_target,
};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::out::{Out, counted};
use crate::thinkers::start_engine;
use crate::values::{output_file, refuse_own_input};
use tabia_chess::Color;
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::search::limits::{Limits, StopSignal, StopToken};
use tabia_engine::search::report::IterationInfo;
use tabia_engine::search::thinker::{CommonOptions, SearchObserver, Thinker};
use tabia_games::book::in_book;
use tabia_games::collection::file::{Stamp, text_stream, write_games};
use tabia_games::game::pgn_read::{self, PgnGame, PgnProblem};
use tabia_games::game::pgn_stream::PgnStream;
use tabia_games::game::pgn_write;
use tabia_games::whole_file;
use tabia_host::review::classify::MoveClass;
use tabia_host::review::collector::AnalysisCollector;
use tabia_host::review::words::Why;
use tabia_host::review::{MoveReview, Review, Summary, deeper, notes, words};
use tabia_text::t;

/// Node limit per position by default.
const DEFAULT_NODES: u64 = 200_000;

#[derive(Debug, Args)]
pub(crate) struct ReviewArgs {
    /// The file of games; `-` reads standard input
    file: PathBuf,
    /// Time for each position, ms
    #[arg(long, value_name = "MS", conflicts_with_all = ["depth", "nodes"],
        value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Depth of the search of each position, plies
    #[arg(long, conflicts_with = "nodes", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Nodes for each position (200000 when no limit is given)
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The reviewing engine: a UCI engine's path, in quotes if it has spaces, and its arguments; the built-in one by
    /// default
    #[arg(long, value_name = "ENGINE")]
    uci: Option<String>,
    /// Review only this game of the file, from 1
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Write the games with their notes to this file, in UTF-8. Deeper evaluations in them stay. Nothing is written if
    /// anything could not be read. After
    /// an interrupt or a failure of the engine the rest is written without a review
    #[arg(short, long, value_name = "OUT.pgn", value_parser = output_file())]
    output: Option<PathBuf>,
    /// With --output: write even if something could not be read
    #[arg(long, requires = "output")]
    lossy: bool,
    /// One JSON object per game
    #[arg(long)]
    json: bool,
}

impl ReviewArgs {
    /// Whether no file is written.
    pub(crate) fn only_speaks(&self) -> bool {
        self.output.is_none()
    }
}

/// A game in `--json` format.
#[derive(Serialize)]
struct GameReport {
    game: usize,
    white: Side,
    black: Side,
    /// Places of the game that could not be read; the review may end at the first.
    errors: usize,
    moves: Vec<MoveReport>,
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
    /// Number of moves by class.
    classes: BTreeMap<&'static str, usize>,
}

#[derive(Serialize)]
struct MoveReport {
    number: String,
    san: String,
    class: &'static str,
    accuracy: f64,
    centipawn_loss: u32,
    /// After the move, White's view.
    #[serde(skip_serializing_if = "Option::is_none")]
    score_cp: Option<i32>,
    /// Moves to the mate after it, positive when White mates; 0 for the move that mates.
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
}

pub(crate) fn run<W: Write>(args: &ReviewArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let mut read = None;
    if let Some(output) = &args.output {
        if args.game.is_some() {
            refuse_own_input([&args.file], [output])?;
        }
        read = state_of_target(&args.file, output)?;
        whole_file::check(output).map_err(|error| Failure::file(output, &error))?;
    }
    let source = Source::of(args)?;
    refuse_errors(args, &source)?;
    let mut work = Work {
        args,
        read,
        reviewer: Reviewer::start(args.uci.as_deref(), limits(args))?,
        out,
        games: 0,
        reviewed: 0,
        variants: 0,
        written: Vec::new(),
        first: true,
        halted: None,
    };
    let (interrupt, token) = (Interrupt::watch(), Arc::new(StopToken::default()));
    let stop = StopSignal::new(Arc::clone(&token), 1);
    let review = || each_part_of(source.stream()?, &args.file, |part| work.part(part, &stop));
    interrupt.stopping(|| token.stop(1), review)?;
    work.finish()
}

/// A file of games under review.
struct Work<'a, W: Write> {
    args: &'a ReviewArgs,
    /// The state of the file when it was opened, if it is written back into itself.
    read: Option<Stamp>,
    reviewer: Reviewer,
    out: &'a mut Out<W>,
    /// Number of games so far.
    games: usize,
    /// Number of games that were reviewed to their end.
    reviewed: usize,
    /// Number of games of variants with other rules.
    variants: usize,
    /// The text for the output file.
    written: Vec<u8>,
    /// Whether the text has no part yet.
    first: bool,
    /// Why the rest is not reviewed.
    halted: Option<Failure>,
}

impl<W: Write> Work<'_, W> {
    fn part(&mut self, part: Part<'_>, stop: &StopSignal) -> Result<(), Failure> {
        let args = self.args;
        let text = match part {
            // Text around a single game is not part of it.
            Part::Between(_) if args.game.is_some() => return Ok(()),
            Part::Between(between) => {
                refuse(args, pgn_read::number_of(&between.problems))?;
                complain_of(&args.file, None, &between.problems);
                between.text()
            }
            Part::Game(game, _) => {
                self.games += 1;
                if args.game.is_some_and(|wanted| wanted != self.games as u64) {
                    return Ok(());
                }
                refuse(args, pgn_read::number_of(&game.warnings))?;
                complain_of(&args.file, Some(self.games), &game.warnings);
                if game.is_variant() {
                    self.variants += 1;
                } else if self.halted.is_none() {
                    self.review(game, stop)?;
                }
                pgn_write::write(&game.tags, &game.tree)
            }
        };
        if args.only_speaks() {
            return Ok(());
        }
        Ok(put_part(&mut self.written, &mut self.first, &text)?)
    }

    /// Reviews a game, prints its review and adds the notes to it.
    fn review(&mut self, game: &mut PgnGame, stop: &StopSignal) -> Result<(), Failure> {
        let reviewed = self.reviewer.review(game, stop);
        let interrupted = || Failure::Interrupted(counted(self.reviewed, "game") + " reviewed");
        let (review, moves) = match reviewed.and_then(|done| done.ok_or_else(interrupted)) {
            Ok(done) => done,
            Err(failure) if self.args.only_speaks() => return Err(failure),
            Err(failure) => {
                self.halted = Some(failure);
                return Ok(());
            }
        };
        self.reviewed += 1;
        let report = game_report(self.games, game, &review, &moves);
        if self.args.json { self.out.json(&report) } else { self.out.lines(lines(&report)) }?;
        notes::write(&mut game.tree, &moves, notes::NoteKinds::ALL);
        Ok(())
    }

    /// Writes the games.
    fn finish(self) -> Result<(), Failure> {
        let Work { args, read, games, reviewed, variants, written, halted, .. } = self;
        if let Some(wanted) = args.game.filter(|wanted| *wanted > games as u64) {
            let games = counted(games, "game");
            return Err(Failure::Refused(format!("game {wanted}: the file holds {games}")));
        }
        if games == 0 {
            let file = args.file.display();
            return Err(Failure::Refused(format!("{file}: the file holds no game")));
        }
        if variants > 0 {
            crate::complain(format!(
                "{} of other variants not reviewed",
                counted(variants, "game")
            ));
        }
        let Some(path) = &args.output else { return Ok(()) };
        let put = |path: &Path, read| {
            write_games(path, read, |out| Ok(out.write_all(&written)?))
                .map_err(|failure: Failure| failure.of_file(path))
        };
        // A review may have taken hours, so its result is written beside a file that has changed meanwhile.
        let write = || {
            let changed = |read| Stamp::of(path).ok() != Some(read);
            match put(path, read) {
                Err(_) if read.is_some_and(changed) => {}
                done => return done,
            }
            let mut names = (1..).map(|n| path.with_extension(format!("reviewed-{n}.pgn")));
            let beside = names.find(|name| !name.exists()).unwrap_or_default();
            put(&beside, None)?;
            let changed = t!("error-file-changed", name = path.display().to_string());
            let name = beside.display();
            Err(Failure::Refused(format!("{changed}, so the games were written to {name}")))
        };
        let Some(failure) = halted else { return write() };
        let name = path.display();
        let done = if reviewed == 0 {
            format!("no game was reviewed, so nothing was written to {name}")
        } else {
            write()?;
            format!("{reviewed} of {} reviewed, all written to {name}", counted(games, "game"))
        };
        Err(match failure {
            Failure::Interrupted(_) => Failure::Interrupted(done),
            other => Failure::Refused(format!("{other}; {done}")),
        })
    }
}

/// The games, which are read twice if they must be without errors.
enum Source<'a> {
    File(&'a Path),
    /// The text of a pipe, which can be read only once.
    Text(Arc<[u8]>),
}

impl Source<'_> {
    fn of(args: &ReviewArgs) -> Result<Source<'_>, Failure> {
        let is_file = args.file.as_os_str() != "-"
            && std::fs::metadata(&args.file).is_ok_and(|data| data.is_file());
        if is_file || args.output.is_none() || args.lossy {
            return Ok(Source::File(&args.file));
        }
        let mut text = Vec::new();
        input(&args.file)
            .and_then(|mut input| input.read_to_end(&mut text))
            .map_err(|error| Failure::file(&args.file, &error))?;
        Ok(Source::Text(text.into()))
    }

    fn stream(&self) -> Result<PgnStream<Box<dyn Read>>, Failure> {
        match self {
            Source::File(file) => open(file),
            Source::Text(text) => {
                let text = text_stream(Box::new(Cursor::new(Arc::clone(text))));
                Ok(PgnStream::new(text.map_err(Failure::from)?))
            }
        }
    }
}

/// Refuses to write games with errors, before any review.
fn refuse_errors(args: &ReviewArgs, source: &Source<'_>) -> Result<(), Failure> {
    if args.output.is_none() || args.lossy {
        return Ok(());
    }
    // Nothing else can say what is wrong with the text of a pipe.
    let complain = |game, problems: &[PgnProblem]| {
        if matches!(source, Source::Text(_)) {
            complain_of(&args.file, game, problems);
        }
        pgn_read::number_of(problems)
    };
    let (mut number, mut errors) = (0, 0);
    each_part_of(source.stream()?, &args.file, |part| {
        errors += match part {
            Part::Between(_) if args.game.is_some() => 0,
            Part::Between(between) => complain(None, &between.problems),
            Part::Game(game, _) => {
                number += 1;
                if args.game.is_some_and(|wanted| wanted != number as u64) {
                    0
                } else {
                    complain(Some(number), &game.warnings)
                }
            }
        };
        Ok(())
    })?;
    refuse(args, errors)
}

/// Error: too many errors to write the games.
fn refuse(args: &ReviewArgs, errors: usize) -> Result<(), Failure> {
    match &args.output {
        Some(output) if errors > 0 && !args.lossy => Err(not_written(&args.file, output, errors)),
        _ => Ok(()),
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

fn game_report(game: usize, read: &PgnGame, review: &Review, moves: &[MoveReview]) -> GameReport {
    let side = |color: Color| {
        let Summary { moves, accuracy, average_cp_loss, errors, classes } =
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
            classes: MoveClass::ALL
                .iter()
                .map(|class| (class.name(), classes[class.index()]))
                .collect(),
        }
    };
    let move_report = |review: &MoveReview| MoveReport {
        number: notes::number(&read.tree, review),
        san: read.tree.san(review.node).to_owned(),
        class: review.class.name(),
        accuracy: tenths(review.accuracy),
        centipawn_loss: review.cp_loss,
        score_cp: review.white_score.cp(),
        mate: review.white_score.mate_in_moves(),
        words: review.why.as_ref().map(Why::text),
    };
    GameReport {
        game,
        white: side(Color::White),
        black: side(Color::Black),
        errors: pgn_read::number_of(&read.warnings),
        moves: moves.iter().map(move_report).collect(),
    }
}

fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// A game as text: both sides, then all moves that were not good.
fn lines(report: &GameReport) -> Vec<String> {
    let side = |name: &str, side: &Side| {
        let number = |value: Option<f64>| value.map_or("-".to_owned(), |v| format!("{v:.1}"));
        format!(
            "{name} ({}): accuracy {}, average loss {} cp, {}",
            side.name,
            number(side.accuracy),
            number(side.average_centipawn_loss),
            words::errors_text([side.inaccuracies, side.mistakes, side.blunders])
        )
    };
    let mut lines = vec![
        format!("Game {}", report.game),
        side("White", &report.white),
        side("Black", &report.black),
    ];
    for mv in &report.moves {
        if !matches!(mv.class, "book" | "best" | "excellent" | "good" | "forced" | "only move") {
            let words = mv.words.as_ref().map_or(String::new(), |words| format!(": {words}"));
            lines.push(format!("  {} {} {}{words}", mv.number, mv.san, mv.class));
        }
    }
    lines
}

// The engine that reviews: the built-in one, or an external one over UCI.

/// Number of lines searched; the second one shows how much better the best move is.
const LINES: u32 = 2;

/// The engine and its limits per position.
pub(crate) struct Reviewer {
    engine: Box<dyn Thinker>,
    limits: Limits,
}

/// Passes the reports of a search to the review.
struct Listener<'a>(&'a mut AnalysisCollector);

impl SearchObserver for Listener<'_> {
    fn on_iteration(&mut self, info: &IterationInfo) {
        self.0.on_iteration(info);
    }
}

impl Reviewer {
    /// The built-in engine, or the one started by this command line.
    pub(crate) fn start(uci: Option<&str>, limits: Limits) -> Result<Reviewer, Failure> {
        let EngineOptions { threads, hash_mib, .. } = EngineOptions::default();
        let options = CommonOptions { threads, hash_mib, multi_pv: LINES };
        Ok(Reviewer { engine: start_engine(uci, &options)?, limits })
    }

    /// Reviews a game; `None` if it was stopped.
    pub(crate) fn review(
        &mut self,
        game: &PgnGame,
        stop: &StopSignal,
    ) -> Result<Option<(Review, Vec<MoveReview>)>, Failure> {
        self.engine.new_game()?;
        let mut review = Review::new(&game.tree);
        while let Some((place, position)) = review.next(&game.tree) {
            let mut collector = AnalysisCollector::default();
            let listener = &mut Listener(&mut collector);
            let limits = if review.again() { &deeper(&self.limits) } else { &self.limits };
            let outcome = self.engine.search(&position, limits, stop, listener)?;
            if stop.is_stopped() {
                return Ok(None);
            }
            let Some(analysis) = collector.finish(&outcome) else {
                let (name, board) = (self.engine.name(), position.board());
                return Err(Failure::Refused(format!("{name}: gave no score for {board}")));
            };
            review.take(&game.tree, place, analysis);
        }
        let moves = review.moves(&game.tree, in_book);
        Ok(Some((review, moves)))
    }
}
