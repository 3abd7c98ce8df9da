//! Commands of registered experiments: arguments, help and output are generated from the experiment. Those below that
//! have arguments of their own share their output.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};
use serde_json::{Value, json};

use super::args::{
    AbArgs, BitboardsArgs, Common, DEFAULT_HASH_MIB, HorizonArgs, MovesArgs, OrderArgs, Position,
    SliderArgs, SmallGameArgs, ZobristArgs,
};
use super::{engine, refuse_over, searchable};
use crate::failure::Failure;
use crate::out::Out;
use crate::values::{self, output_file};
use tabia_chess::{ParseSquareError, Square, attacks};
use tabia_engine::search::inspection::InspectionRequest;
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::search::score::Pov;
use tabia_games::export::diagram::Style;
use tabia_games::whole_file;
use tabia_lab::ab::{Ab, Positions};
use tabia_lab::experiment::{AnyTrial, Ask, Entry, LabContext, Trial};
use tabia_lab::foundations::bitboards::parse_hex;
use tabia_lab::foundations::{bitboards, legality, sliders, zobrist};
use tabia_lab::horizon::{EFFECT_FEN, EffectRequest, Horizon, HorizonEffect};
use tabia_lab::page::{Course, Page, Searches};
use tabia_lab::small_game::learn::{self, Generation};
use tabia_lab::small_game::net::Net;
use tabia_lab::story::{self, Story};
use tabia_lab::table::Table;
use tabia_lab::{REGISTRY, ab, memory};
use tabia_text::t;

/// A registered experiment with its arguments.
#[derive(Debug)]
pub(crate) struct Registered {
    ask: Ask,
    position: Position,
    common: Common,
    page: PageArgs,
}

/// Output of an experiment that searches no position.
#[derive(Debug, Args)]
struct JsonArgs {
    /// One JSON object per line
    #[arg(long)]
    json: bool,
}

/// The output file of a page.
#[derive(Debug, Args)]
struct PageArgs {
    /// Write one HTML page with all results instead of lines
    #[arg(long, value_name = "OUT.html", conflicts_with = "json", value_parser = output_file())]
    html: Option<PathBuf>,
}

impl Registered {
    pub(super) fn only_speaks(&self) -> bool {
        self.page.html.is_none()
    }

    fn is_command(name: &str) -> bool {
        REGISTRY.iter().any(|entry| entry.id() == name && command(entry).is_some())
    }
}

/// The command of an experiment; `None` if it has a hand-written one.
fn command(entry: &Entry) -> Option<Command> {
    let [about, json] = entry.info.help;
    let command = Command::new(entry.id());
    let command = if entry.searches_its_position() {
        Common::augment_args(entry.augment(Position::augment_args(command))?)
    } else {
        JsonArgs::augment_args(entry.augment(command)?)
    };
    let command = PageArgs::augment_args(command);
    // Added last, because flattened arguments replace the description.
    Some(command.about(about).after_help(json))
}

impl FromArgMatches for Registered {
    fn from_arg_matches(found: &ArgMatches) -> Result<Self, clap::Error> {
        let Some((name, found)) = found.subcommand() else {
            return Err(clap::Error::new(ErrorKind::MissingSubcommand));
        };
        let Some(entry) = Entry::by_id(name) else {
            return Err(clap::Error::new(ErrorKind::InvalidSubcommand));
        };
        let (position, common) = if entry.searches_its_position() {
            (Position::from_arg_matches(found)?, Common::from_arg_matches(found)?)
        } else {
            let JsonArgs { json } = JsonArgs::from_arg_matches(found)?;
            (Position::start(), Common { hash: DEFAULT_HASH_MIB, json })
        };
        let page = PageArgs::from_arg_matches(found)?;
        Ok(Registered { ask: entry.parse(found)?, position, common, page })
    }

    fn update_from_arg_matches(&mut self, found: &ArgMatches) -> Result<(), clap::Error> {
        *self = Registered::from_arg_matches(found)?;
        Ok(())
    }
}

impl Subcommand for Registered {
    fn augment_subcommands(parent: Command) -> Command {
        REGISTRY.iter().filter_map(command).fold(parent, Command::subcommand)
    }

    fn augment_subcommands_for_update(parent: Command) -> Command {
        Registered::augment_subcommands(parent)
    }

    fn has_subcommand(name: &str) -> bool {
        Registered::is_command(name)
    }
}

pub(super) fn run<W: Write>(args: &Registered, out: &mut Out<W>) -> Result<(), Failure> {
    let trial = args.ask.at(args.position.with_history()?);
    match &args.page.html {
        Some(path) => write_page(trial, args, path, out),
        None => run_trial(trial, &args.common, out),
    }
}

/// Runs a trial and writes the results as a page: for the story the whole search, for others their table.
fn write_page<W: Write>(
    mut trial: Box<dyn AnyTrial>,
    args: &Registered,
    path: &Path,
    out: &mut Out<W>,
) -> Result<(), Failure> {
    refuse_over(trial.over())?;
    let mut engine = engine(args.common.hash);
    let stop = StopSignal::never();
    let mut context = LabContext { engine: &mut engine, stop: &stop };
    let info = args.ask.entry().info;
    let board = trial.position().board();
    let page = Page {
        title: info.help[0].to_owned(),
        about: tabia_text::text(info.about).to_owned(),
        theme: None,
        style: Style { coordinates: false, ..Style::default() },
        board: trial.holds_for(board.key()).then_some(board),
        game: String::new(),
        last_move: None,
    };
    let html = if let Some(request) = args.ask.get::<Story>() {
        let last = story::search(request, trial.position(), &mut context);
        let last = last.ok_or_else(|| Failure::Refused("there was nothing to search".into()))?;
        let race = &last.progress.race;
        let courses = [Course { name: "Tabia", race, color: 0, puct: false, judges: true }];
        let moves = |text: &str| text.to_owned();
        let (pov, view) = (Pov::White, t!("present-view-white"));
        page.searches(&Searches { board: &board, courses: &courses, pov, view, moves: &moves })
    } else {
        let runner = trial.clone();
        let done = runner.run(&mut context, &mut |update| {
            trial.add(&update);
            true
        });
        done.map_err(|error| Failure::Refused(error.to_string()))?;
        let mut notes = trial.summary();
        notes.push(tabia_text::text(info.note).to_owned());
        page.table(&trial.table(), &notes)
    };
    let failed = |error: std::io::Error| Failure::Refused(format!("{}: {error}", path.display()));
    whole_file::write_bytes(path, html.as_bytes()).map_err(failed)?;
    out.line(format!("Written: {}", path.display()))
}

/// Runs a trial and writes its rows as they arrive.
pub(super) fn run_trial<W: Write>(
    mut trial: Box<dyn AnyTrial>,
    common: &Common,
    out: &mut Out<W>,
) -> Result<(), Failure> {
    refuse_over(trial.over())?;
    let table = trial.columns();
    if !common.json {
        heads(&table, out)?;
    }
    let mut write = |rows: &[tabia_lab::table::Row]| {
        rows.iter().try_for_each(|row| {
            if common.json { out.json(&table.object(row)) } else { out.line(table.line(row)) }
        })
    };
    write(&table.rows)?;
    let runner = trial.clone();
    let mut engine = engine(common.hash);
    let stop = StopSignal::never();
    let mut failure = None;
    let done = {
        let mut report = |update| {
            let first = trial.count();
            trial.add(&update);
            if !trial.replaces() {
                failure = write(&trial.rows_from(first)).err();
            }
            failure.is_none()
        };
        runner.run(&mut LabContext { engine: &mut engine, stop: &stop }, &mut report)
    };
    if let Some(failure) = failure {
        return Err(failure);
    }
    done.map_err(|error| Failure::Refused(error.to_string()))?;
    if trial.replaces() {
        write(&trial.rows_from(0))?;
    }
    if common.json {
        return trial.summary_object().map_or(Ok(()), |object| out.json(&object));
    }
    out.lines(trial.summary())
}

// `tabia lab ab`.

pub(super) fn ab<W: Write>(args: &AbArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let asked = ab::Request::from(args.options);
    let positions = match (&args.epd, &args.fen) {
        (Some(path), _) => Positions::File(path.display().to_string()),
        (None, Some(_)) => Positions::Shown,
        (None, None) => Positions::BuiltIn,
    };
    let request = ab::Request { positions, ..asked };
    let fen = args.fen.as_deref().unwrap_or("startpos");
    let position = values::position(fen, args.moves.as_deref())?;
    let common = Common { hash: args.options.hash, json: args.json };
    run_trial(Box::new(Trial::<Ab>::new(position, request)), &common, out)
}

// `tabia lab bitboards`, `moves`, `slider` and `zobrist`.

/// Writes the units of a table and the heads of its columns.
fn heads<W: Write>(table: &Table, out: &mut Out<W>) -> Result<(), Failure> {
    out.lines(table.units_line())?;
    out.lines(table.head_line())
}

/// Writes a table as lines.
pub(super) fn lines<W: Write>(table: &Table, out: &mut Out<W>) -> Result<(), Failure> {
    heads(table, out)?;
    rows(table, false, out)
}

/// Writes the rows of a table as objects or lines.
pub(super) fn rows<W: Write>(table: &Table, json: bool, out: &mut Out<W>) -> Result<(), Failure> {
    table.rows.iter().try_for_each(|row| {
        if json { out.json(&table.object(row)) } else { out.line(table.line(row)) }
    })
}

pub(super) fn bitboards<W: Write>(args: &BitboardsArgs, out: &mut Out<W>) -> Result<(), Failure> {
    rows(&bitboards::table(&args.position.board()?), args.json, out)
}

pub(super) fn moves<W: Write>(args: &MovesArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let mut board = args.position.board()?;
    let mut jumped = None;
    if let Some(text) = &args.after {
        let mv = values::legal_move(&board, text)?;
        jumped = legality::jumped(mv);
        board.make_move(mv);
    }
    rows(&legality::table(&board, jumped), args.json, out)
}

pub(super) fn slider<W: Write>(args: &SliderArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let refused = |error: ParseSquareError| Failure::Refused(error.to_string());
    let square: Square = args.square.parse().map_err(refused)?;
    let occupied = parse_hex(&args.occupied).map_err(Failure::Refused)?;
    rows(&sliders::table(args.piece, square, occupied), args.json, out)?;
    if args.json {
        return Ok(());
    }
    let method = if attacks::USES_PEXT { "pext" } else { "magic" };
    out.line(format!("The engine of this build uses {method}"))
}

pub(super) fn zobrist<W: Write>(args: &ZobristArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let board = args.position.board()?;
    let table = zobrist::table(&board);
    if !args.json {
        return rows(&table, false, out);
    }
    let mut terms = table.objects();
    let key = terms.pop().map_or(Value::Null, |mut last| last["key"].take());
    out.json(&json!({ "key": key, "terms": terms }))
}

// `tabia lab horizon`.

pub(super) fn horizon<W: Write>(args: &HorizonArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let fen = args.fen.as_deref().unwrap_or(if args.effect { EFFECT_FEN } else { "startpos" });
    let position = values::position(fen, args.moves.as_deref())?;
    let trial: Box<dyn AnyTrial> = if args.effect {
        // At any position; the window shows the effect only at a fixed position.
        let request = EffectRequest { depth: args.options.depth };
        Box::new(Trial::<HorizonEffect> { position, request, updates: Vec::new() })
    } else {
        Box::new(Trial::<Horizon>::new(position, args.options.into()))
    };
    run_trial(trial, &args.common, out)
}

// `tabia lab order`.

pub(super) fn order<W: Write>(args: &OrderArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let position = searchable(&args.position)?;
    let board = position.board();
    let mut engine = engine(args.common.hash);
    if args.depth > 0 {
        engine.go(&position, &Limits::depth(args.depth), &StopSignal::never(), &mut ());
    }
    let seen = engine.inspect(&InspectionRequest { position });
    let Some(seen) = seen else { return Err(Failure::Refused("the engine has no thread".into())) };
    let table = memory::order(&board, &seen.order);
    if args.common.json { rows(&table, true, out) } else { lines(&table, out) }
}

// `tabia lab small-game`: self-play and learning on a solved game, one line per generation.

pub(super) fn small_game<W: Write>(args: &SmallGameArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let request = learn::Request::from(args.options);
    if !args.json {
        out.line(
            "generation   games  policy right  search right  value error  points  losses         seconds",
        )?;
    }
    let mut failure = None;
    let mut report = |generation: &Generation, _: &Net| {
        let table = learn::table(std::slice::from_ref(generation));
        failure = rows(&table, args.json, out).err();
        failure.is_none()
    };
    let learnt = learn::learn(&request, &StopSignal::never(), &mut report);
    if let Some(failure) = failure {
        return Err(failure);
    }
    learnt
        .map(drop)
        .map_err(|error| Failure::Refused(format!("no thread could be started: {error}")))
}
