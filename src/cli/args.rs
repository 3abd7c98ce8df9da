//! The command line. Requests for the window are plain types (`request`).

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::{Args, Parser, Subcommand};

use tabia_games::regular_file;

use super::failure::Failure;
use super::games::book::BookCommand;
use super::games::pgn::PgnArgs;
use super::games::puzzles::PuzzlesCommand;
use super::games::review::ReviewArgs;
use super::install::{CompletionsArgs, DesktopArgs, ManArgs};
use super::lab::LabCommand;
use super::position::NetworkArgs;
use super::position::analyse::AnalyseArgs;
use super::position::bench::BenchArgs;
use super::position::board::BoardArgs;
use super::position::epd::EpdArgs;
use super::position::perft::PerftArgs;
use super::position::probe::ProbeArgs;
use super::referee::{MatchArgs, RatingsArgs, TournamentArgs};
use super::request::OpenRequest;
use super::request::ScreenshotRequest;
use super::values::board;

/// Tabia: a chess program in which you can see how the engine thinks.
#[derive(Debug, Parser)]
#[command(name = "tabia", version, args_conflicts_with_subcommands = true)]
#[command(
    after_help = "Without a command, the window opens, unless another program sends `uci`: then Tabia runs \
                  as an engine (`tabia uci` always does). The variable TABIA_HOME names the folder of all user \
                  data: settings, session, games, engines."
)]
pub(super) struct CommandLine {
    #[command(subcommand)]
    pub(super) command: Option<CliCommand>,
    /// A .pgn, .fen or .epd file, a FEN or a link (tabia:…, in quotes) to open in the window
    #[arg(value_name = "FILE|FEN|LINK")]
    pub(super) open: Vec<OsString>,
}

/// Terminal commands.
#[derive(Debug, Subcommand)]
pub(super) enum CliCommand {
    /// Talk UCI on standard input and output, for other chess programs
    Uci(UciArgs),
    /// Search a position and print the results
    Analyse(AnalyseArgs),
    /// Count the legal move sequences of a given length (perft)
    Perft(PerftArgs),
    /// Search fixed positions: total nodes are the signature of the engine
    Bench(BenchArgs),
    /// Show a position: drawing, FEN, key, legal moves
    Board(BoardArgs),
    /// Evaluate without searching, term by term
    Eval(NetworkArgs),
    /// Solve a test suite and count the solved positions
    Epd(EpdArgs),
    /// Check, count, rewrite or export a file of games
    Pgn(PgnArgs),
    /// Make an opening book from games, or show the moves of one
    #[command(subcommand)]
    Book(BookCommand),
    /// Probe the Syzygy tables for an endgame position
    Probe(ProbeArgs),
    /// Review games with the engine and print the mistakes
    Review(ReviewArgs),
    /// Find puzzles for players in games
    #[command(subcommand)]
    Puzzles(PuzzlesCommand),
    /// Show the policy network's view of a position: win, draw and loss, and how likely each move is to be the best
    Policy(NetworkArgs),
    /// Run an experiment of the Lab: why not this move, two searches compared, the tree, the hash table, bitboards
    #[command(subcommand)]
    Lab(LabCommand),
    /// Draw the interface into a PNG file, without a display
    Screenshot(ScreenshotRequest),
    /// Add Tabia to the desktop's menu and install its icon and file types, for this user
    InstallDesktop(DesktopArgs),
    /// Write the manual page of a command in the format of `man`: tabia man | man -l -
    Man(ManArgs),
    /// Write completions for a shell: source <(tabia completions bash)
    Completions(CompletionsArgs),
    /// Have engines play each other: both colours of each opening, error bars, sequential test, PGN, resume
    Match(Box<MatchArgs>),
    /// Play the tournament of a file, or resume it: round robin, gauntlet, Swiss, knock-out
    Tournament(TournamentArgs),
    /// Rate the players of files of games: Elo with errors, and who played whom
    Ratings(RatingsArgs),
}

impl CliCommand {
    /// Whether the command ends when its output is closed. The others end soon by themselves, or write a file that is
    /// wanted even then.
    pub(super) fn ends_when_output_closes(&self) -> bool {
        match self {
            Self::Uci(_)
            | Self::Analyse(_)
            | Self::Perft(_)
            | Self::Bench(_)
            | Self::Board(_)
            | Self::Eval(_)
            | Self::Epd(_)
            | Self::Probe(_)
            | Self::Policy(_)
            | Self::Man(_)
            | Self::Completions(_)
            | Self::Ratings(_)
            | Self::Book(BookCommand::Show(_)) => true,
            Self::Lab(command) => command.only_speaks(),
            Self::Pgn(args) => args.only_speaks(),
            Self::Review(args) => args.only_speaks(),
            // Without a PGN file nothing would remain of the match.
            Self::Match(args) => args.pgn.is_none(),
            Self::Screenshot(_)
            | Self::InstallDesktop(_)
            | Self::Tournament(_)
            | Self::Puzzles(_)
            | Self::Book(BookCommand::Make(_)) => false,
        }
    }
}

#[derive(Debug, Default, Args)]
pub(super) struct UciArgs {
    /// List the rules of the search among the options, to be turned off one by one
    #[arg(long)]
    pub(super) rules: bool,
    /// Search by playouts (PUCT) unless the option Search is changed
    #[arg(long)]
    pub(super) puct: bool,
}

impl OpenRequest {
    /// A file if it exists, else a FEN.
    pub(super) fn from_words(words: &[OsString]) -> Result<Option<OpenRequest>, Failure> {
        let name = words.join(OsStr::new(" "));
        let (path, text) = (Path::new(&name), name.to_string_lossy());
        let extension = path.extension().and_then(|ext| ext.to_str()).map(str::to_ascii_lowercase);
        match extension.as_deref() {
            _ if words.is_empty() => Ok(None),
            _ if text.starts_with("tabia:") => Ok(Some(Self::Link(text.into_owned()))),
            _ if words.len() > 1
                && !path.exists()
                && words.iter().all(|it| Path::new(it).is_file()) =>
            {
                Err(Failure::Refused(format!("{text}: {} files, expected one", words.len())))
            }
            Some("pgn" | "fen" | "epd") => readable(path).map(|()| Some(Self::File(path.into()))),
            // A folder or a pipe is reported as such.
            _ if path.exists() => readable(path).map(|()| Some(Self::File(path.into()))),
            _ if text.contains('/') && text.contains(' ') => {
                board(&text).map(|board| Some(Self::Position(board)))
            }
            _ => Err(Failure::Refused(format!(
                "“{text}” is no command, no file that can be found, no FEN and no link; \
                 `tabia --help` lists the commands"
            ))),
        }
    }
}

fn readable(path: &Path) -> Result<(), Failure> {
    regular_file::open(path).map(drop).map_err(|error| Failure::file(path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;
    use tabia_chess::Board;

    fn open(words: &[&str]) -> Result<Option<OpenRequest>, String> {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        OpenRequest::from_words(&words).map_err(|failure| failure.to_string())
    }

    #[test]
    fn the_command_line_is_sound() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn words_without_a_command_open_a_position_or_a_file() {
        assert_eq!(open(&[]), Ok(None));
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(open(&[fen]), Ok(Some(OpenRequest::Position(Board::start()))));
        let words: Vec<&str> = fen.split(' ').collect();
        assert_eq!(open(&words), Ok(Some(OpenRequest::Position(Board::start()))));
        let link = "tabia:moves=e2e4;workspace=play";
        assert_eq!(open(&[link]), Ok(Some(OpenRequest::Link(link.to_owned()))));
        assert!(open(&["benhc"]).unwrap_err().contains("no command"));
        let folder = std::env::temp_dir();
        let refused = open(&[folder.to_str().unwrap()]).unwrap_err();
        assert!(refused.ends_with("found a folder, expected a file"), "{refused}");
        assert!(open(&["missing.pgn"]).unwrap_err().starts_with("missing.pgn: "));
        assert!(open(&["8/8/8/8/8/8/8/8 w - - 0 1"]).unwrap_err().contains("king missing"));
    }

    #[test]
    fn files_of_games_and_of_positions_are_opened_by_the_window() {
        let dir = tempfile::tempdir().unwrap();
        for name in ["a.EPD", "b.pgn", "c.fen", "games"] {
            let path = dir.path().join(name);
            std::fs::write(&path, "1. e4 *").unwrap();
            assert_eq!(open(&[path.to_str().unwrap()]), Ok(Some(OpenRequest::File(path))));
        }
        let two = ["a.EPD", "b.pgn"].map(|name| dir.path().join(name));
        let refused = open(&two.each_ref().map(|path| path.to_str().unwrap())).unwrap_err();
        assert!(refused.ends_with(": 2 files, expected one"), "{refused}");
        assert!(open(&["missing.epd"]).unwrap_err().starts_with("missing.epd: "));
    }
}
