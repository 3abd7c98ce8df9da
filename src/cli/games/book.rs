//! `tabia book`: creates an opening book from games, and shows the book moves of a position.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde::Serialize;

use tabia_chess::{Board, Color, Move, san, uci_move};
use tabia_games::book::make::{BookMaker, Selection};
use tabia_games::book::polyglot::{self, Book, BookMove};
use tabia_games::book::{self};
use tabia_games::game::pgn_read::PgnGame;
use tabia_games::game::result::GameResult;
use tabia_games::{openings, regular_file, whole_file};
use tabia_text::number;

use super::pgn::{Part, complain_of, each_part};
use crate::failure::Failure;
use crate::out::{Out, counted};
use crate::values::{FenArg, output_file, refuse_own_input};

#[derive(Debug, Subcommand)]
pub(crate) enum BookCommand {
    /// Make a Polyglot book from games
    Make(MakeArgs),
    /// Show the book moves of a position
    Show(ShowArgs),
}

#[derive(Debug, Args)]
pub(crate) struct MakeArgs {
    /// Files of games; `-` reads standard input
    #[arg(value_name = "PGN", required = true)]
    games: Vec<PathBuf>,
    /// The file for the book
    #[arg(short, long, value_name = "FILE", value_parser = output_file())]
    output: PathBuf,
    /// Number of plies used from each game
    #[arg(long, value_name = "PLIES", default_value_t = 24)]
    depth: usize,
    /// Minimum number of games in which a move must have been played
    #[arg(long, value_name = "GAMES", default_value_t = 3)]
    min_games: u32,
    /// Minimum score of a move, per cent
    #[arg(long, value_name = "PERCENT", default_value_t = 25, value_parser = clap::value_parser!(u32).range(0..=100))]
    min_score: u32,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    position: FenArg,
    /// A Polyglot book, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run<W: Write>(command: &BookCommand, out: &mut Out<W>) -> Result<(), Failure> {
    match command {
        BookCommand::Make(args) => make(args, out),
        BookCommand::Show(args) => show(args, out),
    }
}

fn make<W: Write>(args: &MakeArgs, out: &mut Out<W>) -> Result<(), Failure> {
    refuse_own_input(&args.games, [&args.output])?;
    let mut maker = BookMaker::new(Selection {
        depth_plies: args.depth,
        least_games: args.min_games,
        least_score_permille: args.min_score * 10,
    });
    let (mut used, mut passed, mut variants) = (0, 0, 0);
    for file in &args.games {
        let mut number = 0;
        each_part(file, |part| {
            let game = match part {
                Part::Game(game, _) => game,
                Part::Between(between) => {
                    complain_of(file, None, &between.problems);
                    return Ok(());
                }
            };
            number += 1;
            complain_of(file, Some(number), &game.warnings);
            if game.is_variant() {
                variants += 1;
                return Ok(());
            }
            match moves_and_winner(game) {
                Some((moves, winner)) => {
                    maker.add(game.tree.board(game.tree.root()), &moves, winner);
                    used += 1;
                }
                None => passed += 1,
            }
            Ok(())
        })?;
    }
    let mut left_out = format!("{} without a result", counted(passed, "game"));
    if variants > 0 {
        left_out = format!("{left_out} and {} of other variants", counted(variants, "game"));
    }
    let book = maker.book();
    if book.is_empty() {
        return Err(Failure::Refused(format!(
            "no move was played in {} and made {} per cent; {} looked at, {left_out} left out",
            counted(args.min_games as usize, "game"),
            args.min_score,
            counted(used, "game")
        )));
    }
    whole_file::write_bytes(&args.output, &book.write())
        .map_err(|error| Failure::file(&args.output, &error))?;
    let path = args.output.display();
    out.line(format!(
        "{} from {} written to {path}; {left_out} left out",
        counted(book.len(), "move"),
        counted(used, "game")
    ))
}

/// The main line of a game and its winner; `None` for an unknown result.
fn moves_and_winner(game: &PgnGame) -> Option<(Vec<Move>, Option<Color>)> {
    let result = game.tags.result();
    if result == GameResult::Open {
        return None;
    }
    let line = game.tree.main_line();
    // Up to the first null move, after which book moves make no sense.
    let moves = line.iter().skip(1).map_while(|&id| game.tree.mv(id)).collect();
    Some((moves, result.winner()))
}

/// Reads a book and reports repairs on standard error.
pub(crate) fn read(path: &Path) -> Result<Book, Failure> {
    let bytes = regular_file::read(path, polyglot::MAX_BYTES)
        .map_err(|error| Failure::file(path, &error))?;
    let (book, repairs) = Book::read(&bytes)
        .map_err(|error| Failure::Refused(format!("{}: {error}", path.display())))?;
    for repair in repairs {
        crate::complain(format!("{}: {repair}", path.display()));
    }
    Ok(book)
}

/// The book moves of a position.
#[derive(Serialize)]
struct Shown {
    fen: String,
    eco: Option<&'static str>,
    opening: Option<&'static str>,
    moves: Vec<ShownMove>,
}

#[derive(Serialize)]
struct ShownMove {
    uci: String,
    san: String,
    weight: u16,
    /// Share of all weights, per cent.
    share: f64,
    /// Only in the built-in book.
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<u16>,
    /// Score of the side to move, per cent; only in the built-in book.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
}

fn show<W: Write>(args: &ShowArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let board = args.position.board()?;
    let opened = args.book.as_deref().map(read).transpose()?;
    let moves = opened.as_ref().unwrap_or_else(|| book::built_in()).moves(&board);
    let total: f64 = moves.iter().map(|found| f64::from(found.weight)).sum();
    let shown = moves.iter().map(|&found| shown_move(&board, found, total, opened.is_none()));
    let opening = openings::of(&board);
    let shown = Shown {
        fen: board.to_string(),
        eco: opening.map(|opening| opening.eco),
        opening: opening.map(|opening| opening.name),
        moves: shown.collect(),
    };
    if args.json {
        return out.json(&shown);
    }
    if let (Some(eco), Some(name)) = (shown.eco, shown.opening) {
        out.line(format!("{eco} {name}"))?;
    }
    if shown.moves.is_empty() {
        return out.line("The book does not know this position");
    }
    out.lines(shown.moves.iter().map(|mv| {
        let games = mv.games.map_or_else(String::new, |games| {
            let word = if games == 1 { "game " } else { "games" };
            format!(", {:>8} {word}", number(games.into(), 0))
        });
        let score = mv.score.map_or_else(String::new, |score| format!(", score {score:.1} %"));
        format!("{:<7} weight {:>5.1} %{games}{score}", mv.san, mv.share)
    }))
}

fn shown_move(board: &Board, found: BookMove, total: f64, ours: bool) -> ShownMove {
    ShownMove {
        uci: uci_move::write(board, found.mv, false),
        san: san::write(board, found.mv),
        weight: found.weight,
        share: (f64::from(found.weight) / total.max(1.0) * 1000.0).round() / 10.0,
        games: ours.then(|| found.tally().games),
        score: ours.then(|| f64::from(found.tally().score_permille) / 10.0),
    }
}
