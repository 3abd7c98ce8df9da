//! The openings of a match: positions of a file in order or shuffled, random lines of a book, random balanced
//! positions, or well-known lines.

use std::collections::HashSet;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

use tabia_chess::{Board, Move, SplitMix64, rules, san};
use tabia_engine::play::adjudication::Adjudication;
use tabia_engine::search::limits::StopSignal;
use tabia_games::book::polyglot::{self, Book};
use tabia_games::collection::file::text_stream;
use tabia_games::game::pgn_read::PgnGame;
use tabia_games::game::pgn_stream::PgnStream;
use tabia_games::game::position::GamePosition;
use tabia_games::regular_file;
use tabia_lab::scratch::openings::balanced_opening;
use tabia_text::t;

use super::player::PreparedPlayer;
use super::resume::id_of;

/// Well-known lines with chances for both sides, selected for Tabia.
const WELL_KNOWN: [&str; 40] = [
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6",
    "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6",
    "e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Be7",
    "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6",
    "e4 e5 Nf3 Nc6 Nc3 Nf6 Bb5 Bb4",
    "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4",
    "e4 e5 Nc3 Nf6 f4 d5 fxe5 Nxe4",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6",
    "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5",
    "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6 c4 Nf6",
    "e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6 Bd3 Nf6",
    "e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6 Nc3 Qc7",
    "e4 c5 Nf3 Nc6 Bb5 g6 O-O Bg7",
    "e4 c5 c3 Nf6 e5 Nd5 d4 cxd4",
    "e4 c5 Nc3 Nc6 g3 g6 Bg2 Bg7",
    "e4 e6 d4 d5 Nc3 Nf6 Bg5 Be7",
    "e4 e6 d4 d5 Nc3 Bb4 e5 c5",
    "e4 e6 d4 d5 Nd2 Nf6 e5 Nfd7",
    "e4 e6 d4 d5 e5 c5 c3 Nc6",
    "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5",
    "e4 c6 d4 d5 e5 Bf5 Nf3 e6",
    "e4 c6 d4 d5 exd5 cxd5 c4 Nf6",
    "e4 d6 d4 Nf6 Nc3 g6 Nf3 Bg7",
    "e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6",
    "e4 Nf6 e5 Nd5 d4 d6 Nf3 Bg4",
    "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7",
    "d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5",
    "d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4",
    "d4 d5 c4 c6 Nf3 Nf6 Nc3 e6",
    "d4 d5 c4 dxc4 Nf3 Nf6 e3 e6",
    "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O",
    "d4 Nf6 c4 e6 Nf3 b6 g3 Ba6",
    "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6",
    "d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5",
    "d4 Nf6 c4 e6 g3 d5 Bg2 Be7",
    "d4 f5 g3 Nf6 Bg2 e6 Nf3 Be7",
    "c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5",
    "Nf3 d5 g3 Nf6 Bg2 c6 O-O Bg4",
];

/// The number of [`well_known`] lines.
pub const WELL_KNOWN_COUNT: u32 = WELL_KNOWN.len() as u32;

/// The openings of a match. The same seed gives the same opening for each round.
#[derive(Clone, Debug)]
pub enum Openings {
    /// Random moves to roughly balanced positions, from this seed.
    Random(u64),
    /// Lines of a book to a ply, each move drawn by its weight.
    Book {
        book: Arc<Book>,
        /// Moves of both sides, at most.
        plies: usize,
        /// The seed of the random choice.
        seed: u64,
    },
    /// These in turn, starting again after the last.
    Positions(Vec<GamePosition>),
}

impl Openings {
    /// These positions in the random order of this seed; `None`: in the given order.
    ///
    /// # Errors
    /// If the game is already over in one of them, or there is none.
    pub(crate) fn from_positions(
        mut all: Vec<GamePosition>,
        seed: Option<u64>,
    ) -> Result<Openings, String> {
        if all.is_empty() {
            return Err(t!("arena-opening-none").to_owned());
        }
        let over = |board: &Board| {
            rules::automatic_outcome(board, 1).is_some() || rules::claim(board, 1).is_some()
        };
        if let Some(over) = all.iter().map(GamePosition::board).find(over) {
            return Err(t!("arena-opening-over", fen = over.to_string()));
        }
        if let Some(seed) = seed {
            let mut rng = SplitMix64::new(seed);
            for at in (1..all.len()).rev() {
                all.swap(at, rng.below(at + 1));
            }
        }
        Ok(Openings::Positions(all))
    }

    /// The opening of a round. `None`: stopped.
    pub(crate) fn of_round(&self, round: u32, stop: &StopSignal) -> Option<GamePosition> {
        match self {
            Openings::Random(seed) => {
                let moves = balanced_opening(*seed, round, stop)?;
                Some(GamePosition { start: Board::start(), moves })
            }
            Openings::Book { book, plies, seed } => {
                let moves = book_line(book, *plies, *seed, round);
                Some(GamePosition { start: Board::start(), moves })
            }
            Openings::Positions(all) => all.get(round as usize % all.len()).cloned(),
        }
    }

    /// Checks that a player can play all of them.
    ///
    /// # Errors
    /// Names the player and the first opening of Chess960.
    pub(super) fn check(&self, player: &PreparedPlayer) -> Result<(), String> {
        let Openings::Positions(all) = self else { return Ok(()) };
        let chess960 = all.iter().map(|opening| &opening.start).find(|start| start.is_chess960());
        let Some(start) = chess960.filter(|_| !player.chess960) else { return Ok(()) };
        Err(t!("arena-opening-chess960", name = player.name.as_str(), fen = start.to_string()))
    }

    /// Checks that a game begins from all of them, with this adjudication.
    ///
    /// # Errors
    /// Names the first opening that the tablebases decide at once.
    pub(super) fn check_undecided(&self, adjudication: &Adjudication) -> Result<(), String> {
        let Openings::Positions(all) = self else { return Ok(()) };
        let decided = |board: &Board| adjudication.by_tables(board).is_some();
        match all.iter().map(GamePosition::board).find(decided) {
            Some(board) => Err(t!("arena-opening-tables", fen = board.to_string())),
            None => Ok(()),
        }
    }

    /// Number of different positions in which this many rounds begin.
    pub fn different(&self, rounds: u32) -> u32 {
        let count = |keys: HashSet<u64>| keys.len() as u32;
        match self {
            Openings::Random(_) => rounds,
            Openings::Book { book, plies, seed } => {
                let line = |round| book_line(book, *plies, *seed, round);
                let moves = (0..rounds).map(line);
                let opening = |moves| GamePosition { start: Board::start(), moves };
                count(moves.map(|moves| opening(moves).board().key()).collect())
            }
            Openings::Positions(all) => {
                let played = all.iter().take(rounds as usize);
                count(played.map(|opening| opening.board().key()).collect())
            }
        }
    }

    /// A text that distinguishes these openings from others.
    pub(super) fn words(&self) -> String {
        match self {
            Openings::Random(seed) => format!("random {seed}"),
            Openings::Book { book, plies, seed } => {
                format!("book {} {plies} {seed}", id_of(book.write()))
            }
            Openings::Positions(all) => {
                let line =
                    |opening: &GamePosition| format!("{} {:?}", opening.start, opening.moves);
                all.iter().map(line).collect::<Vec<_>>().join("\n")
            }
        }
    }
}

/// A line of a book. It ends early if the book has no move or the game would be over.
fn book_line(book: &Book, plies: usize, seed: u64, round: u32) -> Vec<Move> {
    let mut rng = SplitMix64::new(seed ^ SplitMix64::new(u64::from(round)).next_u64());
    let (mut board, mut line) = (Board::start(), Vec::new());
    while line.len() < plies {
        let moves = book.moves(&board);
        let all: usize = moves.iter().map(|found| usize::from(found.weight)).sum();
        if all == 0 {
            break;
        }
        let mut at = rng.below(all);
        let drawn = moves.iter().find(|found| {
            let weight = usize::from(found.weight);
            let here = at < weight;
            at = at.saturating_sub(weight);
            here
        });
        let Some(drawn) = drawn else { break };
        let mut next = board;
        next.make_move(drawn.mv);
        if !next.has_legal_move() {
            break;
        }
        line.push(drawn.mv);
        board = next;
    }
    line
}

/// Well-known lines.
pub fn well_known() -> Vec<GamePosition> {
    let line = |text: &&str| {
        let mut board = Board::start();
        let moves = text.split(' ').map_while(|word| {
            let mv = san::parse(&board, word).ok()?;
            board.make_move(mv);
            Some(mv)
        });
        GamePosition { start: Board::start(), moves: moves.collect() }
    };
    WELL_KNOWN.iter().map(line).collect()
}

/// The openings of a file of games.
///
/// # Errors
/// If the file cannot be read or a game in it has errors.
pub(crate) fn of_games(path: &Path, plies: usize) -> Result<Vec<GamePosition>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let text = regular_file::stream(path).and_then(text_stream).map_err(failed)?;
    let mut stream = PgnStream::new(BufReader::new(text));
    let mut all = Vec::new();
    while let Some((game, line)) = stream.read_game().map_err(failed)? {
        if let Some(warning) = game.warnings.first() {
            let (file, line) = (path.display().to_string(), line.to_string());
            return Err(t!(
                "arena-opening-game",
                file = file,
                line = line,
                error = warning.to_string()
            ));
        }
        all.push(of_game(&game, plies));
    }
    Ok(all)
}

/// The Polyglot book of a file, repaired where possible.
///
/// # Errors
/// If the file cannot be read or is not a book.
pub(crate) fn of_book(path: &Path, plies: usize, seed: u64) -> Result<Openings, String> {
    let named = |error: String| format!("{}: {error}", path.display());
    let bytes =
        regular_file::read(path, polyglot::MAX_BYTES).map_err(|error| named(error.to_string()))?;
    let (book, _) = Book::read(&bytes).map_err(|error| named(error.to_string()))?;
    if book.moves(&Board::start()).is_empty() {
        return Err(named(t!("arena-opening-book").to_owned()));
    }
    Ok(Openings::Book { book: Arc::new(book), plies, seed })
}

/// The first plies of a game's main line, as an opening.
pub fn of_game(game: &PgnGame, plies: usize) -> GamePosition {
    let tree = &game.tree;
    let line = tree.main_line();
    // An opening ends before a null move.
    let moves = line.iter().filter(|&&node| node != tree.root()).map_while(|&node| tree.mv(node));
    GamePosition { start: *tree.board(tree.root()), moves: moves.take(plies).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::EngineConfig;
    use tabia_engine::search::thinker::CommonOptions;
    use tabia_games::game::pgn_read::read_all;

    #[test]
    fn the_same_seed_gives_the_same_order_and_every_opening_is_played() {
        let games = read_all("1. e4 e5 2. Nf3 *\n\n1. d4 d5 *\n\n1. c4 *\n\n1. Nf3 *");
        let all: Vec<GamePosition> = games.iter().map(|game| of_game(game, 2)).collect();
        assert_eq!(all.iter().map(|o| o.moves.len()).collect::<Vec<_>>(), [2, 2, 1, 1]);
        let never = StopSignal::never();
        let order = |seed: Option<u64>| {
            let openings = Openings::from_positions(all.clone(), seed).unwrap();
            (0..8).map(|round| openings.of_round(round, &never).unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(order(Some(3)), order(Some(3)));
        assert_eq!(order(None)[..4], all);
        assert_eq!(order(None)[4..], all);
        for opening in &all {
            assert!(order(Some(5))[..4].contains(opening));
        }
        assert!((0..20).any(|seed| order(Some(seed)) != order(None)));
        assert!(Openings::from_positions(Vec::new(), None).is_err());
    }

    #[test]
    fn well_known_lines_are_legal_and_different() {
        let all = well_known();
        let words = |text: &str| text.split(' ').count();
        assert_eq!(
            all.iter().map(|line| line.moves.len()).collect::<Vec<_>>(),
            WELL_KNOWN.iter().map(|text| words(text)).collect::<Vec<_>>()
        );
        let keys: std::collections::BTreeSet<u64> =
            all.iter().map(|line| line.board().key()).collect();
        assert_eq!(keys.len(), WELL_KNOWN.len());
    }

    #[test]
    fn lines_of_a_book_repeat_with_their_seed_and_differ_by_round() {
        let book = Arc::new(tabia_games::book::built_in().clone());
        let never = StopSignal::never();
        let line = |seed, round| {
            let openings = Openings::Book { book: book.clone(), plies: 6, seed };
            openings.of_round(round, &never).unwrap()
        };
        assert_eq!(line(1, 0), line(1, 0));
        let rounds: Vec<_> = (0..20).map(|round| line(1, round)).collect();
        assert!(rounds.iter().any(|other| *other != rounds[0]));
        assert!(rounds.iter().all(|line| line.moves.len() <= 6 && line.moves.len() >= 2));
        assert!((0..20).any(|seed| line(seed, 0) != line(1, 0)));
    }

    #[test]
    fn an_opening_that_is_over_is_refused() {
        for over in [
            "7k/5KQ1/8/8/8/8/8/8 b - - 0 1",
            "8/8/8/4k3/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/3R4/4K3 w - - 100 90",
        ] {
            let over = GamePosition::new(Board::from_fen(over).unwrap());
            let error = Openings::from_positions(vec![over], None).unwrap_err();
            assert!(error.contains("where the game is over"), "{error}");
        }
    }

    #[test]
    fn equal_openings_count_once() {
        let games = read_all("1. e4 e5 *\n\n1. e4 c5 *\n\n1. d4 *");
        let count = |plies| {
            let all = games.iter().map(|game| of_game(game, plies)).collect();
            let openings = Openings::from_positions(all, None).unwrap();
            [1, 3, 100].map(|rounds| openings.different(rounds))
        };
        assert_eq!((count(1), count(2)), ([1, 2, 2], [1, 3, 3]));
        let book = Arc::new(tabia_games::book::built_in().clone());
        let lines = Openings::Book { book, plies: 1, seed: 1 };
        assert!((2..20).contains(&lines.different(1000)), "first moves of the book");
        assert_eq!(Openings::Random(1).different(1000), 1000);
    }

    #[test]
    fn an_opening_of_chess960_is_refused_for_an_engine_without_the_option() {
        let fen = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1";
        let starts = [Board::start(), Board::from_fen(fen).unwrap()].map(GamePosition::new);
        let openings = Openings::from_positions(starts.to_vec(), None).unwrap();
        let config = EngineConfig::Scratch(Arc::default());
        let common = CommonOptions { threads: 1, hash_mib: 1, multi_pv: 1 };
        let mut player = PreparedPlayer::of("old", config, None, common);
        assert_eq!(openings.check(&player), Ok(()));
        player.chess960 = false;
        let error = openings.check(&player).unwrap_err();
        assert!(error.starts_with("old offers no option UCI_Chess960"), "{error}");
        assert!(error.contains("bqnbrkrn/"), "{error}");
        let standard = Openings::from_positions(starts[..1].to_vec(), None).unwrap();
        assert_eq!(standard.check(&player), Ok(()));
    }

    #[test]
    fn random_openings_repeat_with_their_seed() {
        let never = StopSignal::never();
        let one = |seed| Openings::Random(seed).of_round(3, &never).unwrap();
        assert_eq!(one(1), one(1));
        assert_ne!(one(1), one(2));
        assert!(one(1).board().has_legal_move());
    }
}
