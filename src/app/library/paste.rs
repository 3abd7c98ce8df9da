//! Recognizes the content of a pasted or loaded text: a position, one or several games, a list of moves, or nothing
//! readable, and then what was tried and why each attempt failed.

use std::sync::Arc;

use super::link::{self, Link, clean};
use tabia_chess::{Board, epd, uci_move};
use tabia_games::collection::file::{self, Place};
use tabia_games::collection::{Collection, scan};
use tabia_games::game::pgn_read::{self, PgnGame};
use tabia_games::game::pgn_write;
use tabia_games::game::position::GamePosition;
use tabia_games::game::tags::Tags;
use tabia_games::game::tree::GameTree;
use tabia_games::words;
use tabia_text::{Language, t};

use crate::window::notation;

/// The content of a text.
#[derive(Clone, Debug)]
pub enum Pasted {
    /// A position, perhaps with the moves that led to it.
    Position(Box<GamePosition>),
    Game(PgnGame),
    /// Several games, not parsed yet.
    Games(Arc<Collection>),
    Link(Box<Link>),
}

/// A text of no known format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotReadable {
    /// What was tried and why it failed, one attempt per line.
    pub lines: Vec<String>,
    /// The text, if it is a FEN that can be repaired.
    pub fen: Option<String>,
}

/// The content of a text or the failed attempts, and the place of a single game in it.
pub(crate) type PasteResult = (Result<Pasted, NotReadable>, Option<Place>);

/// Maximum length of a text in which a position or moves in another notation are looked for, bytes.
const MAX_GUESSED: usize = 100_000;

/// Maximum length of a quotation in a message, characters.
const QUOTED: usize = 40;

/// Reads a text in the format that it most resembles: FEN or EPD, a UCI `position` line, PGN with or without tags. A
/// single game comes with its place in the text.
pub(crate) fn read_at_once(text: &str) -> PasteResult {
    read_watched(text, &mut |_| true).unwrap_or_else(|| (Err(empty()), None))
}

/// The same for a large text: `go_on` gets the number of bytes parsed and returns whether to continue. `None` if it
/// stopped the reading.
pub(crate) fn read_watched(text: &str, go_on: &mut dyn FnMut(u64) -> bool) -> Option<PasteResult> {
    let text = clean(text);
    if let Some(found) = read_position(text) {
        return Some((found, None));
    }
    // Reading from memory cannot fail.
    let list = Arc::new(scan::read(text.as_bytes(), go_on).unwrap_or_default()?);
    let read_one = |place: &Place| file::game_in(text.as_bytes(), place.offset as usize, place);
    let (found, place) = of_list(&list, text, read_one);
    let doubtful = match &found {
        Ok(Pasted::Game(game)) => game.tags.is_empty() && !game.warnings.is_empty(),
        Ok(_) => false,
        Err(_) => true,
    };
    if doubtful && text.len() <= MAX_GUESSED {
        let fen = || fen_among_words(text).filter(|_| found.is_err());
        if let Some(better) = in_other_letters(text).or_else(fen) {
            return Some((Ok(better), None));
        }
    }
    Some((found, place))
}

/// Moves with the piece letters of another language, such as `Sf3`, if all of them can be read.
fn in_other_letters(text: &str) -> Option<Pasted> {
    Language::all().into_iter().find_map(|language| {
        let game = pgn_read::read_all(&notation::with_pgn_letters(text, language)?).pop()?;
        let whole = game.warnings.is_empty() && !game.tree.is_empty();
        whole.then_some(Pasted::Game(game))
    })
}

/// A position given as FEN with other words around it.
fn fen_among_words(text: &str) -> Option<Pasted> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let starts = |word: &str| looks_like_fen(word) && word.matches('/').count() == 7;
    let at = words.iter().position(|word| starts(word))?;
    // As many fields as belong to it.
    (1..=6).rev().find_map(|fields| {
        let fen = words.get(at..at + fields)?.join(" ");
        let board = Board::from_fen(fen.trim_matches(['"', '\'', '(', ')', '[', ']'])).ok()?;
        Some(position(GamePosition::new(board)))
    })
}

fn empty() -> NotReadable {
    NotReadable { lines: vec![t!("library-paste-empty").to_owned()], fen: None }
}

/// The content of a list of games: the list itself, a single game, or nothing. `text` is at least the beginning of
/// the text it was made from.
pub(crate) fn of_list(
    list: &Arc<Collection>,
    text: &str,
    read_one: impl Fn(&Place) -> Option<PgnGame>,
) -> PasteResult {
    let telling: Vec<u32> =
        (0..list.len() as u32).filter(|&game| list.tells_something(game)).take(2).collect();
    if telling.len() > 1 {
        return (Ok(Pasted::Games(Arc::clone(list))), None);
    }
    let game = telling.first().copied().unwrap_or(0);
    let place = list.entry(game).map(|entry| Place::of(game, entry));
    let found = place.as_ref().and_then(read_one);
    match found {
        Some(game) if has_content(&game) => (Ok(Pasted::Game(game)), place),
        found => (Err(no_game(text, found)), None),
    }
}

/// Why a text contains no game.
fn no_game(text: &str, found: Option<PgnGame>) -> NotReadable {
    let text = clean(text);
    let why = found.and_then(|game| game.warnings.into_iter().next());
    let excerpt: String = text.chars().take(QUOTED).collect();
    let mut failed = NotReadable { lines: Vec::new(), fen: None };
    failed.lines.push(t!("library-paste-found", text = excerpt));
    failed.lines.push(match why {
        None => t!("library-paste-no-moves").to_owned(),
        Some(why) => t!("library-paste-no-game", error = why.to_string()),
    });
    failed
}

/// The text as one position or a list of moves in coordinates; `None` if it resembles neither.
pub(crate) fn read_position(text: &str) -> Option<Result<Pasted, NotReadable>> {
    let text = clean(text);
    if text.is_empty() {
        return Some(Err(empty()));
    }
    if link::is_link(text) {
        let link = link::read(text).map(|link| Pasted::Link(Box::new(link)));
        return Some(link.map_err(|why| NotReadable { lines: vec![why], fen: None }));
    }
    if let Some(line) = uci_line(text) {
        return Some(position_line(line).map(position).map_err(|why| NotReadable {
            lines: vec![t!("library-paste-uci", error = why)],
            fen: None,
        }));
    }
    if looks_like_fen(text) {
        return Some(read_fen(text));
    }
    if let Some(place) = web_address(text) {
        let lines = vec![t!("library-paste-address").to_owned()];
        let none = || Err(NotReadable { lines, fen: None });
        return Some(fen_in_address(place).map_or_else(none, |fen| read_fen(&fen)));
    }
    uci_moves(text).map(|moves| Ok(position(moves)))
}

/// A text with several positions, each on its own line as FEN or EPD, as PGN: a game without moves for each, with its
/// `id` as the event. Empty lines and comments, which begin with `#`, are left out. A line that cannot be read becomes
/// a game with an invalid FEN. `None` if the text is not of this kind.
pub(crate) fn positions_as_games(text: &str) -> Option<String> {
    let lines = clean(text).lines().map(str::trim);
    let lines: Vec<&str> =
        lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let are_positions = lines.len() > 1 && lines.iter().all(|line| looks_like_fen(line));
    are_positions.then(|| lines.into_iter().map(game_of_line).collect())
}

/// A position as a game without moves.
fn game_of_line(line: &str) -> String {
    let mut tags = Tags::default();
    let epd = epd::parse(line).ok();
    if let Some(id) = epd.as_ref().and_then(|epd| epd.get("id")).and_then(|id| id.first()) {
        tags.set("Event", id.as_str());
    }
    let board = epd.map(|epd| epd.board).or_else(|| Board::from_fen(line).ok());
    let tree = GameTree::new(board.unwrap_or_else(Board::start));
    if board.is_none() {
        tags.set("FEN", line);
    }
    pgn_write::write(&tags, &tree) + "\n"
}

fn read_fen(text: &str) -> Result<Pasted, NotReadable> {
    match Board::from_fen(text) {
        Ok(board) => Ok(position(GamePosition::new(board))),
        Err(error) => {
            if let Ok(epd) = epd::parse(text.lines().next().unwrap_or(text)) {
                return Ok(position(GamePosition::new(epd.board)));
            }
            let lines = vec![t!("library-paste-fen", error = words::fen_problem(error.problem()))];
            Err(NotReadable { lines, fen: Some(text.to_owned()) })
        }
    }
}

fn position(found: GamePosition) -> Pasted {
    Pasted::Position(Box::new(found))
}

/// Whether a game has any content: moves, a start position of its own, or tags.
fn has_content(game: &PgnGame) -> bool {
    !game.tree.is_empty() || !game.tags.is_empty()
}

/// The part after the scheme, if the text is the address of a web page.
fn web_address(text: &str) -> Option<&str> {
    let place = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
    (!place.contains(char::is_whitespace)).then_some(place)
}

/// The FEN in the address of a board on lichess: `lichess.org/analysis/standard/8/8/…/4K3_w_-_-_0_1`.
fn fen_in_address(place: &str) -> Option<String> {
    let place = place.split(['?', '#']).next()?.replace("%20", " ").replace('_', " ");
    let page = ["/analysis/", "/editor/"].into_iter().find_map(|page| place.split_once(page));
    let (_, rest) = page?;
    // The variant may come before the FEN.
    let behind = rest.split_once('/').map(|(_, rest)| rest);
    [Some(rest), behind]
        .into_iter()
        .flatten()
        .find(|fen| looks_like_fen(fen))
        .map(ToOwned::to_owned)
}

/// Whether there are seven slashes before the first blank, as in no other format.
fn looks_like_fen(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let slashes = first.matches('/').count();
    let pieces = |c: char| c.is_ascii_digit() || "pnbrqkPNBRQK/".contains(c);
    slashes >= 5 && first.chars().filter(|&c| !pieces(c)).count() <= 2
}

/// The arguments of a UCI `position` line, if the text is one.
fn uci_line(text: &str) -> Option<&str> {
    let rest = text.lines().next()?.strip_prefix("position")?;
    rest.starts_with(char::is_whitespace).then(|| rest.trim())
}

fn position_line(line: &str) -> Result<GamePosition, String> {
    let (head, moves) = match line.split_once("moves") {
        Some((head, moves)) => (head.trim(), moves),
        None => (line.trim(), ""),
    };
    let start = match head.strip_prefix("fen") {
        Some(fen) => {
            Board::from_fen(fen.trim()).map_err(|error| words::fen_problem(error.problem()))?
        }
        None if head == "startpos" => Board::start(),
        None => return Err(t!("library-paste-uci-head", found = head)),
    };
    with_moves(start, moves.split_whitespace())
}

fn with_moves<'a>(
    start: Board,
    moves: impl Iterator<Item = &'a str>,
) -> Result<GamePosition, String> {
    match uci_move::parse_line(&start, moves) {
        (moves, None) => Ok(GamePosition { start, moves }),
        (_, Some(error)) => Err(words::uci_move_error(&error)),
    }
}

/// `e2e4 e7e5 …` from the usual start position, if that is the whole text.
fn uci_moves(text: &str) -> Option<GamePosition> {
    with_moves(Board::start(), text.split_whitespace()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Pasted, NotReadable> {
        read_at_once(text).0
    }

    fn pasted_position(text: &str) -> GamePosition {
        match read(text) {
            Ok(Pasted::Position(found)) => *found,
            other => panic!("{text}: {other:?}"),
        }
    }

    fn game(text: &str) -> PgnGame {
        match read(text) {
            Ok(Pasted::Game(game)) => game,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn a_fen_may_have_words_around_it() {
        let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
        let board = Board::from_fen(fen).unwrap();
        for text in
            [format!("FEN: {fen} (after e4)"), format!("see \"{fen}\""), format!("(x) {fen}")]
        {
            assert_eq!(pasted_position(&text).start, board, "{text}");
        }
        assert!(read("FEN: rnbqkbnr/pppppppp/8/8 and more").is_err());
    }

    #[test]
    fn moves_may_have_the_piece_letters_of_a_language() {
        let found = game("1.e2-e4 e7-e5 2.Sf3 Sc6 3.Lb5 a6");
        assert!(found.warnings.is_empty(), "{:?}", found.warnings);
        assert_eq!(found.tree.san(*found.tree.main_line().last().unwrap()), "a6");
        assert_eq!(game("Sf3 d5").tree.len(), 3);
        let english = game("1. Nf3 d5 2. Qxx");
        assert!(!english.warnings.is_empty(), "kept as it is");
    }

    #[test]
    fn positions_come_in_many_dresses() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let board = Board::from_fen(fen).unwrap();
        for text in [
            fen.to_owned(),
            format!("\u{feff}  {fen}\r\n"),
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -".to_owned(),
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O; id \"x\";".to_owned(),
            format!("position fen {fen}"),
        ] {
            assert_eq!(pasted_position(&text).board(), board, "{text}");
        }
        assert_eq!(pasted_position("position startpos moves e2e4 c7c5").moves.len(), 2);
        assert_eq!(pasted_position("e2e4 c7c5 g1f3").moves.len(), 3);
    }

    #[test]
    fn games_come_with_and_without_tags() {
        assert_eq!(game("1. e4 e5 2. Nf3 Nc6 *").tree.main_line().len(), 5);
        assert_eq!(game("e4 e5 Nf3").tree.main_line().len(), 4);
        let text = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 1-0\n";
        let Ok(Pasted::Games(list)) = read(text) else { panic!("two games") };
        assert_eq!((list.len(), list.white(1), list.moves(1).len()), (2, "B", 1));
        let Ok(Pasted::Games(list)) = read("1. e4 1-0 1. d4 d5 0-1") else { panic!("no tags") };
        assert_eq!(list.len(), 2);
        assert_eq!(game("% for others\n{so it was} 1. e4 * {and that was it}").tree.len(), 2);
    }

    #[test]
    fn what_cannot_be_read_says_what_was_tried() {
        let error = read("hello, world").unwrap_err();
        assert_eq!(error.lines.len(), 2, "{:?}", error.lines);
        let error = read("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap_err();
        assert!(error.lines[0].contains("rank 6"), "{:?}", error.lines);
        let error = read("position startpos moves e2e5").unwrap_err();
        assert!(error.lines[0].contains("e2e5"), "{:?}", error.lines);
        assert!(read("  \n").is_err());
    }

    #[test]
    fn the_address_of_a_board_gives_its_position_and_others_say_what_to_copy() {
        let fen = "r1bqkbnr/pp2pppp/2n5/3p4/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2 4";
        let board = Board::from_fen(fen).unwrap();
        let fen = fen.replace(' ', "_");
        for page in ["analysis", "analysis/standard", "analysis/fromPosition", "editor"] {
            let address = format!("https://lichess.org/{page}/{fen}?color=black#7");
            assert_eq!(pasted_position(&address).board(), board, "{address}");
        }
        for address in ["https://lichess.org/Fe5xTkUr/black", "http://example.org/analysis"] {
            assert_eq!(read(address).unwrap_err().lines, [t!("library-paste-address")]);
        }
        assert!(read("https://lichess.org/analysis/8/9/8/8/8/8/8/8_w").unwrap_err().fen.is_some());
    }

    #[test]
    fn a_broken_fen_is_handed_on() {
        let text = "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1";
        assert_eq!(read(text).unwrap_err().fen.as_deref(), Some(text));
        assert_eq!(read("hello, world").unwrap_err().fen, None);
    }
}
