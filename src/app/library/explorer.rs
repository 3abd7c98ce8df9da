//! What books and games contain about the shown position: the source in use, and its answer.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tabia_chess::{Board, Color, Move};
use tabia_games::book::polyglot::{Book, BookMove};
use tabia_games::book::{self, polyglot};
use tabia_games::collection::explore::{Explored, Tally};
use tabia_games::regular_file;
use tabia_text::t;

/// The source of the moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Source {
    /// The book built into the program.
    #[default]
    BuiltIn,
    /// The Polyglot book opened by the user.
    Book,
    /// The open collection of games.
    Games,
}

/// A book opened by the user.
#[derive(Clone, Debug)]
pub struct OpenBook {
    /// Its file.
    pub path: PathBuf,
    /// Its moves.
    pub book: Arc<Book>,
}

impl OpenBook {
    /// Reads a Polyglot book. The second result lists the errors in it that were repaired.
    ///
    /// # Errors
    /// The error in the file.
    pub fn read(path: &Path) -> (Result<OpenBook, String>, Vec<String>) {
        match OpenBook::try_read(path) {
            Ok((open, mended)) => (Ok(open), mended),
            Err(error) => (
                Err(t!("error-open", path = path.display().to_string(), error = error)),
                Vec::new(),
            ),
        }
    }

    fn try_read(path: &Path) -> Result<(OpenBook, Vec<String>), String> {
        let bytes = regular_file::read(path, polyglot::MAX_BYTES).map_err(|e| e.to_string())?;
        let (book, repairs) = Book::read(&bytes).map_err(|error| error.to_string())?;
        let mended = repairs.iter().map(|repair| format!("{}: {repair}", path.display())).collect();
        Ok((OpenBook { path: path.to_owned(), book: Arc::new(book) }, mended))
    }

    /// The name of its file.
    pub fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str());
        name.to_string_lossy().into_owned()
    }
}

/// The moves played from a position in the games of a collection.
#[derive(Clone, Debug)]
pub struct GamesAnswer {
    /// Key of the position.
    pub key: u64,
    /// Number of the collection.
    pub collection: u64,
    /// The answer; `None` while it is being searched.
    pub explored: Option<Arc<Explored>>,
}

/// State of the explorer.
#[derive(Clone, Debug, Default)]
pub struct Explorer {
    /// The source in use.
    pub source: Source,
    /// The user's book.
    pub book: Option<OpenBook>,
    /// The last answer from the games.
    pub games: Option<GamesAnswer>,
}

/// The results of the games with a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcomes {
    /// Number of games.
    pub games: u32,
    /// Shares won by White, drawn and won by Black, with the sum 1; `None` if only the points are known.
    pub shares: Option<[f32; 3]>,
    /// White's points per game, 0 to 1; `None` if no result is known.
    pub white_score: Option<f32>,
    /// Average Elo of the players of the move.
    pub elo: Option<u32>,
    /// The last year in which it was played.
    pub last_year: Option<u32>,
}

impl Outcomes {
    /// The outcomes in the games of a collection.
    pub fn of(tally: &Tally, last_year: u32) -> Outcomes {
        let decided = tally.with_result() as f32;
        let share = |games: u32| games as f32 / decided;
        let shares = [tally.white, tally.draws, tally.black].map(share);
        Outcomes {
            games: tally.games,
            shares: (decided > 0.0).then_some(shares),
            white_score: tally.white_score(),
            elo: tally.average_elo(),
            last_year: (last_year > 0).then_some(last_year),
        }
    }
}

/// A move of the explorer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    pub mv: Move,
    /// Its share of the games if known, else of the book's weights; 0 to 1.
    pub share: f32,
    /// The results of the games with it, if the source has them.
    pub outcomes: Option<Outcomes>,
}

impl Explorer {
    /// The book in use, unless the source is the games.
    pub(crate) fn asked_book(&self) -> Option<&Book> {
        match self.source {
            Source::BuiltIn => Some(book::built_in()),
            Source::Book => self.book.as_ref().map(|open| &*open.book),
            Source::Games => None,
        }
    }

    /// The book that engines play from: the user's, else the built-in one.
    pub(crate) fn playing_book(&self) -> &Book {
        self.book.as_ref().map_or_else(|| book::built_in(), |open| &open.book)
    }

    /// The moves known in a position, most frequent first; `None` while games are being searched or if there is no
    /// source.
    pub fn moves(&self, board: &Board) -> Option<Vec<Known>> {
        if let Some(book) = self.asked_book() {
            return Some(book_moves(book, board, self.source == Source::BuiltIn));
        }
        // The last answer from the games does not stand in for a missing book.
        if self.source != Source::Games {
            return None;
        }
        let answer = self.games.as_ref().filter(|answer| answer.key == board.key())?;
        let explored = answer.explored.as_ref()?;
        let all: u32 = explored.moves.iter().map(|played| played.tally.games).sum();
        let known = explored.moves.iter().map(|played| Known {
            mv: played.mv,
            share: played.tally.games as f32 / all.max(1) as f32,
            outcomes: Some(Outcomes::of(&played.tally, played.last_year)),
        });
        Some(known.collect())
    }
}

/// Moves of a book. Only our own books contain the results of the games: their shares are those of the games, while
/// the weights, by which the engine chooses, also depend on the points.
fn book_moves(book: &Book, board: &Board, own: bool) -> Vec<Known> {
    let moves = book.moves(board);
    let size = |found: &BookMove| u32::from(if own { found.tally().games } else { found.weight });
    let all: u32 = moves.iter().map(size).sum();
    let mut known: Vec<Known> = moves
        .iter()
        .map(|found| {
            let tally = found.tally();
            let mover = f32::from(tally.score_permille) / 1000.0;
            let white = if board.stm() == Color::White { mover } else { 1.0 - mover };
            let outcomes = Outcomes {
                games: u32::from(tally.games),
                shares: tally.draws_permille.map(|draws| shares(white, f32::from(draws) / 1000.0)),
                white_score: Some(white),
                elo: None,
                last_year: None,
            };
            Known {
                mv: found.mv,
                share: size(found) as f32 / all.max(1) as f32,
                outcomes: own.then_some(outcomes),
            }
        })
        .collect();
    known.sort_by(|a, b| b.share.total_cmp(&a.share));
    known
}

/// Shares won by White, drawn and won by Black, from White's points per game and the share of draws. The draws are
/// rounded; that does not change the points.
fn shares(white_score: f32, draws: f32) -> [f32; 3] {
    let drawn = draws.min(2.0 * white_score).min(2.0 - 2.0 * white_score).max(0.0);
    [white_score - drawn / 2.0, drawn, 1.0 - white_score - drawn / 2.0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_book_tells_shares_and_scores() {
        let explorer = Explorer::default();
        let moves = explorer.moves(&Board::start()).unwrap();
        let sum: f32 = moves.iter().map(|known| known.share).sum();
        assert!((sum - 1.0).abs() < 1e-3, "{sum}");
        assert!(moves.is_sorted_by(|a, b| a.share >= b.share));
        let games: u32 = moves.iter().map(|known| known.outcomes.unwrap().games).sum();
        for known in &moves {
            let share = known.outcomes.unwrap().games as f32 / games as f32;
            assert!((known.share - share).abs() < 1e-6, "the games beside it give its share");
        }
        let first = moves[0].outcomes.unwrap();
        assert!(first.games > 10_000);
        let mut board = Board::start();
        board.make_move(moves[0].mv);
        let reply = explorer.moves(&board).unwrap()[0].outcomes.unwrap();
        let difference = first.white_score.unwrap() - reply.white_score.unwrap();
        assert!(difference.abs() < 0.1, "White's view, whoever moves: {difference}");
        for known in explorer.moves(&board).unwrap().iter().chain(&moves) {
            let outcomes = known.outcomes.unwrap();
            let [white, drawn, black] = outcomes.shares.expect("the built-in book knows draws");
            assert!((white + drawn + black - 1.0).abs() < 1e-5);
            assert!([white, drawn, black].iter().all(|share| (0.0..=1.0).contains(share)));
            let points = white + drawn / 2.0;
            assert!((points - outcomes.white_score.unwrap()).abs() < 1e-5, "one truth");
        }
        let [_, drawn, _] = first.shares.unwrap();
        assert!((0.25..0.45).contains(&drawn), "{drawn}");
        let rounded = shares(1.0, 0.02).map(|share| (share * 1e4) as u32);
        assert_eq!(rounded, [10_000, 0, 0], "rounded draws take no points away");
    }

    #[test]
    fn without_book_or_games_there_is_no_answer() {
        let board = Board::start();
        for source in [Source::Book, Source::Games] {
            assert_eq!(Explorer { source, ..Explorer::default() }.moves(&board), None);
        }
        let explored = Some(Arc::new(Explored::default()));
        let games = Some(GamesAnswer { key: board.key(), collection: 1, explored });
        let explorer = |source| Explorer { source, games: games.clone(), book: None };
        assert_eq!(explorer(Source::Games).moves(&board), Some(Vec::new()));
        assert_eq!(explorer(Source::Book).moves(&board), None, "games are no book");
    }
}
