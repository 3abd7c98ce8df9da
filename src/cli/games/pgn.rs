//! `tabia pgn`: checks, counts or rewrites a file of games.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};
use serde::Serialize;

use tabia_games::collection::file::{Stamp, text_stream, write_games};
use tabia_games::collection::keep;
use tabia_games::export::job::Kind;
use tabia_games::game::pgn_encoding::Encoding;
use tabia_games::game::pgn_read::{self, PgnGame, PgnProblem};
use tabia_games::game::pgn_stream::{Between, PgnStream};
use tabia_games::game::pgn_write;
use tabia_games::game::tree::{GameTree, NodeId};
use tabia_games::regular_file;

use super::pgn_export::ExportArgs;
use super::pgn_stats;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::out::{Out, counted};
use crate::values::{is_itself, output_file, refuse_own_input};

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("task").required(true))]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct PgnArgs {
    /// The file of games; `-` reads standard input
    pub(super) file: PathBuf,
    /// Read every game and print what could not be read; status 1 if there was anything
    #[arg(long, group = "task")]
    check: bool,
    /// Write every game to another file, in export format and UTF-8; it may also be FILE itself. Nothing is written if
    /// anything could not be read
    #[arg(long, value_name = "OUT", group = "task", value_parser = output_file())]
    rewrite: Option<PathBuf>,
    /// With --rewrite: write even if something could not be read
    #[arg(long, requires = "rewrite")]
    lossy: bool,
    /// Count games, results, players and events by their tags, and find the first and last date
    #[arg(long, group = "task")]
    stats: bool,
    /// Write a game as a page to print, diagrams included
    #[arg(long, value_name = "OUT.html", groups = ["task", "exports"], value_parser = output_file())]
    pub(super) html: Option<PathBuf>,
    /// Write a position of a game as a drawing
    #[arg(long, value_name = "OUT.svg", groups = ["task", "exports"], value_parser = output_file())]
    pub(super) svg: Option<PathBuf>,
    /// Write a position of a game as a picture
    #[arg(long, value_name = "OUT.png", groups = ["task", "exports"], value_parser = output_file())]
    pub(super) png: Option<PathBuf>,
    /// Write a game as an animation
    #[arg(long, value_name = "OUT.gif", groups = ["task", "exports"], value_parser = output_file())]
    pub(super) gif: Option<PathBuf>,
    #[command(flatten)]
    pub(super) export: ExportArgs,
    /// With --check and --stats: one JSON object per line
    #[arg(long, conflicts_with_all = ["rewrite", "exports"])]
    json: bool,
}

impl PgnArgs {
    /// Whether no file is written.
    pub(crate) fn only_speaks(&self) -> bool {
        self.rewrite.is_none() && self.export().is_none()
    }

    /// The export and its output file.
    pub(crate) fn export(&self) -> Option<(Kind, &Path)> {
        let files = [
            (Kind::Html, &self.html),
            (Kind::Svg, &self.svg),
            (Kind::Png, &self.png),
            (Kind::Gif, &self.gif),
        ];
        files.into_iter().find_map(|(kind, file)| Some((kind, file.as_deref()?)))
    }
}

pub(crate) fn run<W: Write>(args: &PgnArgs, out: &mut Out<W>) -> Result<(), Failure> {
    if args.stats {
        return pgn_stats::run(open(&args.file)?, &args.file, args.json, out);
    }
    match &args.rewrite {
        Some(target) => rewrite(args, target, out),
        None => check(args, out),
    }
}

/// A file of games, or standard input.
pub(crate) fn open(path: &Path) -> Result<PgnStream<Box<dyn Read>>, Failure> {
    let input = input(path).and_then(text_stream).map_err(|error| Failure::file(path, &error))?;
    Ok(PgnStream::new(input))
}

/// A file or a pipe; `-` is standard input.
pub(crate) fn input(path: &Path) -> io::Result<Box<dyn Read>> {
    if path == Path::new("-") { Ok(Box::new(io::stdin())) } else { regular_file::stream(path) }
}

/// Counts of one game, or of all.
#[derive(Clone, Debug, Default, Serialize)]
struct Counts {
    /// Moves of the main line.
    plies: usize,
    /// Variations, nested ones included.
    variations: usize,
    /// Comments, commands such as `[%clk]` included.
    comments: usize,
    nags: usize,
}

impl Counts {
    fn of(tree: &GameTree) -> Counts {
        let mut counts = Counts { plies: tree.main_line().len() - 1, ..Counts::default() };
        for id in tree.ids() {
            let notes = tree.notes(id);
            counts.variations += tree.children(id).len().saturating_sub(1);
            counts.comments += usize::from(notes.has_text()) + usize::from(!notes.lead.is_empty());
            counts.nags += notes.nags.len();
        }
        debug_assert!(tree.contains(NodeId::ROOT));
        counts
    }

    fn add(&mut self, other: &Counts) {
        self.plies += other.plies;
        self.variations += other.variations;
        self.comments += other.comments;
        self.nags += other.nags;
    }
}

/// A game in `--check --json` format.
#[derive(Serialize)]
struct Checked {
    /// From 1.
    game: usize,
    /// Line number of its start, from 1.
    line: usize,
    #[serde(flatten)]
    counts: Counts,
    errors: Vec<PgnErrorReport>,
}

/// An error and its location.
#[derive(Serialize)]
struct PgnErrorReport {
    line: usize,
    column: usize,
    message: String,
}

impl PgnErrorReport {
    fn of(problem: &PgnProblem) -> PgnErrorReport {
        PgnErrorReport {
            line: problem.line,
            column: problem.column,
            message: problem.fault.to_string(),
        }
    }
}

/// The last line of `--check --json`.
#[derive(Serialize)]
struct Totals {
    games: usize,
    #[serde(flatten)]
    counts: Counts,
    games_with_errors: usize,
    errors: usize,
    /// Encoding of the file.
    encoding: &'static str,
}

/// Text between games that is not a comment, in `--check --json` format.
#[derive(Serialize)]
struct Stray {
    /// Number of games before it.
    behind_game: usize,
    errors: Vec<PgnErrorReport>,
}

fn check<W: Write>(args: &PgnArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let mut totals = Totals {
        games: 0,
        counts: Counts::default(),
        games_with_errors: 0,
        errors: 0,
        encoding: "",
    };
    let mut between_games = 0;
    let file = args.file.as_path();
    let encoding = each_part(file, |part| {
        let (game, line) = match part {
            Part::Game(game, line) => (game, line),
            Part::Between(between) if between.problems.is_empty() => return Ok(()),
            Part::Between(between) => {
                let errors = pgn_read::number_of(&between.problems);
                totals.errors += errors;
                between_games += errors;
                if args.json {
                    let errors = between.problems.iter().map(PgnErrorReport::of).collect();
                    return out.json(&Stray { behind_game: totals.games, errors });
                }
                return out
                    .lines(between.problems.iter().map(|problem| place(file, None, problem)));
            }
        };
        let counts = Counts::of(&game.tree);
        totals.games += 1;
        totals.counts.add(&counts);
        totals.errors += pgn_read::number_of(&game.warnings);
        totals.games_with_errors += usize::from(!game.warnings.is_empty());
        if args.json {
            let errors = game.warnings.iter().map(PgnErrorReport::of).collect();
            return out.json(&Checked { game: totals.games, line, counts, errors });
        }
        let number = Some(totals.games);
        out.lines(game.warnings.iter().map(|problem| place(file, number, problem)))
    })?;
    totals.encoding = encoding.name();
    let errors = totals.errors;
    if args.json {
        out.json(&totals)?;
    } else {
        let Counts { plies, variations, comments, nags } = totals.counts;
        let plies = format!("{plies} {}", if plies == 1 { "ply" } else { "plies" });
        let between = match between_games {
            0 => String::new(),
            count => format!(" and {} between games", counted(count, "error")),
        };
        out.line(format!(
            "{}, {plies}, {}, {}, {}; {} in {}{between}; {}",
            counted(totals.games, "game"),
            counted(variations, "variation"),
            counted(comments, "comment"),
            counted(nags, "glyph"),
            counted(errors - between_games, "error"),
            counted(totals.games_with_errors, "game"),
            totals.encoding
        ))?;
    }
    if errors > 0 {
        return Err(Failure::Refused(format!("{}: {}", file.display(), counted(errors, "error"))));
    }
    Ok(())
}

/// A part of a file of games.
pub(super) enum Part<'a> {
    /// A game and the line number of its start.
    Game(&'a mut PgnGame, usize),
    /// Text before, between or after games.
    Between(&'a Between),
}

/// Reads a file of games part by part. Returns its encoding.
pub(super) fn each_part(
    file: &Path,
    visit: impl FnMut(Part<'_>) -> Result<(), Failure>,
) -> Result<Encoding, Failure> {
    each_part_of(open(file)?, file, visit)
}

/// Reads the games of a stream part by part; `file` is its name. Returns its encoding.
pub(super) fn each_part_of(
    mut stream: PgnStream<impl Read>,
    file: &Path,
    mut visit: impl FnMut(Part<'_>) -> Result<(), Failure>,
) -> Result<Encoding, Failure> {
    loop {
        let read = stream.read_game().map_err(|error| Failure::file(file, &error))?;
        if stream.between().says_something() {
            visit(Part::Between(stream.between()))?;
        }
        match read {
            Some((mut game, line)) => visit(Part::Game(&mut game, line))?,
            None => return Ok(stream.encoding()),
        }
    }
}

/// A place of a file that could not be read, in a game or between two, as a line.
fn place(file: &Path, game: Option<usize>, problem: &PgnProblem) -> String {
    let PgnProblem { line, column, fault } = problem;
    let part = game.map_or("between games".to_owned(), |game| format!("game {game}"));
    format!("{}:{line}:{column}: {part}: {fault}", file.display())
}

/// Reports the places of a file that could not be read, in a game or between two, on standard error.
pub(super) fn complain_of(file: &Path, game: Option<usize>, problems: &[PgnProblem]) {
    for problem in problems {
        crate::complain(place(file, game, problem));
    }
}

/// Error: nothing was written because the input has errors.
pub(super) fn not_written(file: &Path, target: &Path, errors: usize) -> Failure {
    // Standard input cannot be read again.
    let lists = if file == Path::new("-") { "" } else { "`tabia pgn FILE --check` lists them; " };
    Failure::Refused(format!(
        "{}: found {}, so nothing was written to {} ({lists}--lossy writes anyway)",
        file.display(),
        counted(errors, "error"),
        target.display()
    ))
}

/// Appends a part of a file of games, separated by an empty line.
pub(super) fn put_part(
    writer: &mut dyn Write,
    first: &mut bool,
    text: &str,
) -> std::io::Result<()> {
    if !std::mem::replace(first, false) {
        writer.write_all(b"\n")?;
    }
    writer.write_all(text.trim_end().as_bytes())?;
    writer.write_all(b"\n")
}

/// Reads every game of a file with the line number of its start.
pub fn each_game(
    file: &Path,
    mut visit: impl FnMut(&PgnGame, usize) -> Result<(), Failure>,
) -> Result<(), Failure> {
    each_part(file, |part| match part {
        Part::Game(game, line) => visit(game, line),
        Part::Between(_) => Ok(()),
    })
    .map(drop)
}

/// The state of a file of games that is about to be written back into itself, see [`write_games`]; `None` if it is
/// written to another file. Waits for other writers.
///
/// # Errors
/// If another program keeps writing to the target, such as a running match, or the target is the input under another
/// name.
pub(super) fn state_of_target(input: &Path, target: &Path) -> Result<Option<Stamp>, Failure> {
    let is_own = is_itself(input, target);
    if !is_own {
        refuse_own_input([input], [target])?;
    }
    match keep::locked(target, || Stamp::of(target)) {
        Ok(state) => Ok(is_own.then_some(state)),
        Err(error) if !is_own && error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::file(target, &error)),
    }
}

/// Writes all games and the text between them to another file.
fn rewrite<W: Write>(args: &PgnArgs, target: &Path, out: &mut Out<W>) -> Result<(), Failure> {
    let file = args.file.as_path();
    let read = state_of_target(file, target)?;
    let (mut games, mut errors, mut first) = (0, 0, true);
    let mut encoding = Encoding::default();
    // Standard input cannot be read again with --check.
    let complain = |game, problems: &[PgnProblem]| {
        if file == Path::new("-") {
            complain_of(file, game, problems);
        }
    };
    let interrupt = Interrupt::watch();
    let write = |writer: &mut dyn Write| {
        encoding = each_part(file, |part| {
            if interrupt.is_raised() {
                let path = target.display();
                return Err(Failure::Interrupted(format!("nothing was written to {path}")));
            }
            let text = match part {
                Part::Game(game, _) => {
                    (games, errors) = (games + 1, errors + pgn_read::number_of(&game.warnings));
                    complain(Some(games), &game.warnings);
                    pgn_write::write(&game.tags, &game.tree)
                }
                Part::Between(between) => {
                    errors += pgn_read::number_of(&between.problems);
                    complain(None, &between.problems);
                    between.text()
                }
            };
            Ok(put_part(writer, &mut first, &text)?)
        })?;
        if errors > 0 && !args.lossy { Err(not_written(file, target, errors)) } else { Ok(()) }
    };
    write_games(target, read, write).map_err(|failure: Failure| failure.of_file(target))?;
    let path = target.display();
    let from = match encoding {
        Encoding::Utf8 => String::new(),
        other => format!(", read as {} and written as UTF-8", other.name()),
    };
    let (games, errors) = (counted(games, "game"), counted(errors, "error"));
    out.line(format!("{games} written to {path}{from}; {errors} (see --check)"))
}
