//! Review of a game: the value of each move according to an engine, totals for both sides, and the notes in the game
//! that report them. The review does not search: the owner of an engine asks which position is next and passes in the
//! analysis, so a review can be stopped and resumed at any time.
//!
//! `Review::next` returns the next position, beginning with the last, and `Review::take` takes its analysis. If that
//! contradicts the analysis of the position after the same move, both positions are searched again. Formulas and limits
//! are in `accuracy` and `classify`. The text names only what a line shows (`words`, `motifs`: a fork or pin is named
//! only if the line takes the piece). A move is brilliant if it is the only move, offers a piece that was safe, and
//! does not leave its side worse. Phases follow from the pieces on the board (`phase`). `recorded` judges a game by the
//! evaluations in its PGN. `notes` remembers what it has added, so that it can be removed again.

pub mod accuracy;
pub mod classify;
pub mod collector;
pub mod expected;
pub mod motifs;
pub mod notes;
pub mod phase;
pub mod recorded;
pub mod words;

use std::collections::{BTreeSet, HashMap};

use tabia_chess::{Board, Color, Move};
use tabia_engine::search::limits::Limits;
use tabia_engine::search::score::{Pov, Score};
use tabia_games::game::annotation::BestMove;
use tabia_games::game::position::GamePosition;
use tabia_games::game::tree::{GameTree, NodeId};

use accuracy::{centipawn_loss, game_accuracy, move_accuracy, win_percent};
use classify::{Evidence, MoveClass, classify, offers_piece};
use words::Why;

/// What an engine found in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// View of the side to move.
    pub score: Score,
    /// The best line.
    pub line: Vec<Move>,
    /// Score of the second choice, if one was searched.
    pub second: Option<Score>,
    /// Depth reached, plies; 0 if the engine reported none.
    pub depth: u32,
}

/// A review in progress, or done.
#[derive(Clone, Debug)]
pub struct Review {
    /// The main line, from the root on.
    line: Vec<NodeId>,
    /// Hash keys of their positions, to notice when they have changed.
    keys: Vec<u64>,
    found: Vec<Option<Analysis>>,
    /// The place of each node in the line.
    places: HashMap<NodeId, usize>,
    /// Number of analysed positions.
    done: usize,
    /// All positions from this place on are analysed.
    open: usize,
    /// The places where the first move of the line is known to be the engine's first choice; `None`: all. A game with
    /// recorded evaluations marks those where it was played ([`BestMove`]).
    known_best: Option<BTreeSet<usize>>,
    /// The places to search again, see [`Review::take`].
    doubted: BTreeSet<usize>,
    /// All places that are or were among them.
    searched_again: BTreeSet<usize>,
}

/// Largest difference of the winning chances before and after the engine's first choice that is accepted, percentage
/// points: the cost of a mistake.
const CONTRADICTION: f64 = 10.0;

/// The limits of a search that decides between two contradicting ones: four times the nodes or time, or two plies more.
pub fn deeper(limits: &Limits) -> Limits {
    Limits {
        depth: limits.depth.map(|depth| depth.saturating_add(2)),
        nodes: limits.nodes.map(|nodes| nodes.saturating_mul(4)),
        movetime: limits.movetime.map(|time| time * 4),
        ..limits.clone()
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct MoveReview {
    /// The node the move led to.
    pub node: NodeId,
    /// The side that made it.
    pub mover: Color,
    pub class: MoveClass,
    /// From 0 to 100.
    pub accuracy: f64,
    /// See [`centipawn_loss`]; 0 for the engine's first choice.
    pub cp_loss: u32,
    /// The score of the position after it, from White's view.
    pub white_score: Score,
    /// Depth of the search behind that score, plies.
    pub depth: u32,
    /// Set if it was the engine's first choice.
    pub best: Option<BestMove>,
    /// The engine's better line; empty if the move was the first choice.
    pub better: Vec<Move>,
    /// What is wrong with it, if that is proved.
    pub why: Option<Why>,
}

/// Statistics of one side's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// Number of moves reviewed.
    pub moves: usize,
    /// From 0 to 100; see [`game_accuracy`].
    pub accuracy: Option<f64>,
    pub average_cp_loss: Option<f64>,
    /// Number of inaccuracies, mistakes (including missed wins) and blunders.
    pub errors: [usize; 3],
    /// Number of moves of each class, by [`MoveClass::index`].
    pub classes: [usize; MoveClass::ALL.len()],
}

impl Review {
    /// A review of the main line of a game, up to its first null move.
    pub fn new(tree: &GameTree) -> Review {
        Review::of_line(tree, tree.main_line())
    }

    /// A review of any line of a game, up to its first null move.
    pub fn of_line(tree: &GameTree, mut line: Vec<NodeId>) -> Review {
        if let Some(null) = line.iter().position(|&node| tree.is_null(node)) {
            line.truncate(null);
        }
        let keys = line.iter().map(|&node| tree.board(node).key()).collect();
        let found = line.iter().map(|&node| finished(tree, node)).collect();
        let places = HashMap::new();
        let (doubted, searched_again) = (BTreeSet::new(), BTreeSet::new());
        let (done, open, known_best) = (0, 0, None);
        let mut review =
            Review { line, keys, found, places, done, open, known_best, doubted, searched_again };
        review.count();
        review
    }

    /// The nodes under review, the root first.
    pub fn line(&self) -> &[NodeId] {
        &self.line
    }

    /// The analysis of a place of the line.
    pub fn found(&self, place: usize) -> Option<&Analysis> {
        self.found.get(place)?.as_ref()
    }

    /// The place of a node in the line.
    pub fn place(&self, node: NodeId) -> Option<usize> {
        self.places.get(&node).copied()
    }

    /// Whether first choices of the engine are known. Evaluations in a game of another program do not name them.
    pub fn knows_best(&self) -> bool {
        self.known_best.as_ref().is_none_or(|known| !known.is_empty())
    }

    /// How many places from the start on are still in the game.
    pub fn in_game(&self, tree: &GameTree) -> usize {
        let here =
            |(&node, &key): (&NodeId, &u64)| tree.contains(node) && tree.board(node).key() == key;
        self.line.iter().zip(&self.keys).take_while(|&pair| here(pair)).count()
    }

    /// Forgets the places whose positions are no longer in the game, and all after them. Returns whether there were
    /// any.
    pub fn keep_to(&mut self, tree: &GameTree) -> bool {
        let sound = self.in_game(tree);
        let gone = sound < self.line.len();
        self.line.truncate(sound);
        self.keys.truncate(sound);
        self.found.truncate(sound);
        if gone {
            self.doubted.split_off(&sound);
            self.searched_again.split_off(&sound);
            self.count();
        }
        gone
    }

    /// Number of analysed positions, and of all.
    pub fn progress(&self) -> (usize, usize) {
        (self.done - self.doubted.len(), self.found.len())
    }

    /// Whether a place is to be searched again.
    pub fn is_doubted(&self, place: usize) -> bool {
        self.doubted.contains(&place)
    }

    /// How many places are to be searched again.
    pub fn doubted(&self) -> usize {
        self.doubted.len()
    }

    /// Marks the same places to be searched again as another review of the same line.
    pub fn doubt_as(&mut self, other: &Review) {
        self.doubted.clone_from(&other.doubted);
        self.searched_again.clone_from(&other.searched_again);
    }

    /// Recomputes the counters.
    fn count(&mut self) {
        self.places = self.line.iter().enumerate().map(|(place, &node)| (node, place)).collect();
        self.done = self.found.iter().flatten().count();
        self.open = self.found.len();
        self.close_ends();
    }

    /// Moves `open` past the analysed positions at the end.
    fn close_ends(&mut self) {
        while self.open.checked_sub(1).is_some_and(|last| self.found[last].is_some()) {
            self.open -= 1;
        }
    }

    /// The place of the next position to analyse. The last comes first, because the hash table then helps with the
    /// positions before.
    pub fn next_place(&self) -> Option<usize> {
        self.doubted.last().copied().or(self.open.checked_sub(1))
    }

    /// Whether the next position was searched before and is to be searched [`deeper`].
    pub fn again(&self) -> bool {
        !self.doubted.is_empty()
    }

    /// As [`Review::next_place`], with the position.
    pub fn next(&self, tree: &GameTree) -> Option<(usize, GamePosition)> {
        let place = self.next_place()?;
        Some((place, tree.position(self.line[place])))
    }

    /// Takes the analysis of a place of the main line. The engine's first choice cannot change the value of a position:
    /// if the scores before and after it contradict each other, the position after it is searched again, and if its
    /// score is confirmed, the one before; each at most once.
    pub fn take(&mut self, tree: &GameTree, place: usize, analysis: Analysis) {
        self.put(place, analysis);
        self.doubted.remove(&place);
        let pairs = [Some(place), place.checked_sub(1)].into_iter().flatten();
        for before in pairs.filter(|&before| self.contradicts(tree, before)).collect::<Vec<_>>() {
            let doubted = [before + 1, before].into_iter().find(|place| {
                !self.searched_again.contains(place) && tree.outcome(self.line[*place]).is_none()
            });
            if let Some(doubted) = doubted {
                self.searched_again.insert(doubted);
                self.doubted.insert(doubted);
            }
        }
    }

    /// Whether the engine's first choice was played at a place and the scores before and after it contradict each
    /// other.
    fn contradicts(&self, tree: &GameTree, place: usize) -> bool {
        let (Some(had), Some(has)) = (self.found(place), self.found(place + 1)) else {
            return false;
        };
        let first = had.line.first().copied();
        let after = win_percent(for_mover(has.score));
        first.is_some()
            && first == tree.mv(self.line[place + 1])
            && (win_percent(had.score) - after).abs() >= CONTRADICTION
    }

    /// Stores the analysis of a place of the main line. The standard start position is even, whatever was found there.
    pub fn put(&mut self, place: usize, mut analysis: Analysis) {
        // A PGN has no evaluation before the first move. With one value a game is worth the same while it is reviewed
        // and when it is read again.
        if place == 0 && self.keys.first() == Some(&Board::start().key()) {
            analysis.score = Score::EVEN;
        }
        if let Some(slot) = self.found.get_mut(place) {
            self.done += usize::from(slot.is_none());
            *slot = Some(analysis);
            self.close_ends();
        }
    }

    /// Number of moves from the start on that are in an opening book. `in_book` is called until it first returns
    /// `false`.
    pub fn book_plies(&self, tree: &GameTree, in_book: impl Fn(&Board, Move) -> bool) -> usize {
        let known =
            |pair: &&[NodeId]| tree.mv(pair[1]).is_some_and(|mv| in_book(tree.board(pair[0]), mv));
        self.line.windows(2).take_while(known).count()
    }

    /// The move that leads to a place, if the positions before and after it are analysed. `in_book`: this move and all
    /// before it are in an opening book.
    pub fn move_to(&self, tree: &GameTree, place: usize, in_book: bool) -> Option<MoveReview> {
        let from = place.checked_sub(1)?;
        let (had, has) = (self.found(from)?, self.found(place)?);
        let (before, node) = (tree.board(self.line[from]), self.line[place]);
        let known = self.known_best.as_ref().is_none_or(|known| known.contains(&from));
        let best = had.line.first().copied().filter(|_| known);
        Some(review_move(before, (node, tree.mv(node)?), (had, best), has, in_book))
    }

    /// The moves whose positions before and after are analysed. `in_book` says whether a move is in an opening book; it
    /// is called for moves from the start until it first returns `false`.
    pub fn moves(
        &self,
        tree: &GameTree,
        in_book: impl Fn(&Board, Move) -> bool,
    ) -> Vec<MoveReview> {
        let book = self.book_plies(tree, in_book);
        (1..self.line.len()).filter_map(|place| self.move_to(tree, place, place <= book)).collect()
    }

    /// Statistics of one side, from its reviewed moves.
    pub fn summary<'a>(
        &self,
        tree: &GameTree,
        moves: impl IntoIterator<Item = &'a MoveReview>,
        side: Color,
    ) -> Summary {
        let own: Vec<&MoveReview> =
            moves.into_iter().filter(|review| review.mover == side).collect();
        let ply = |node: NodeId| self.place(node).unwrap_or(1).saturating_sub(1);
        let accuracies: Vec<(usize, f64)> =
            own.iter().map(|review| (ply(review.node), review.accuracy)).collect();
        let losses: u32 = own.iter().map(|review| review.cp_loss).sum();
        let count = |classes: &[MoveClass]| {
            own.iter().filter(|review| classes.contains(&review.class)).count()
        };
        Summary {
            moves: own.len(),
            accuracy: game_accuracy(&self.white_percents(tree), &accuracies),
            average_cp_loss: (!own.is_empty()).then(|| f64::from(losses) / own.len() as f64),
            errors: [
                count(&[MoveClass::Inaccuracy]),
                count(&[MoveClass::Mistake, MoveClass::MissedWin]),
                count(&[MoveClass::Blunder]),
            ],
            classes: MoveClass::ALL.map(|class| count(&[class])),
        }
    }

    /// White's win percentage in every position; one that is not analysed has the value of the one before.
    fn white_percents(&self, tree: &GameTree) -> Vec<f64> {
        let mut last = 50.0;
        let percent = |(&node, found): (&NodeId, &Option<Analysis>)| {
            if let Some(found) = found {
                let own = win_percent(found.score);
                last = if tree.board(node).stm() == Color::White { own } else { 100.0 - own };
            }
            last
        };
        self.line.iter().zip(&self.found).map(percent).collect()
    }
}

/// The analysis of a position in which the game is over; it needs no engine.
fn finished(tree: &GameTree, node: NodeId) -> Option<Analysis> {
    let outcome = tree.outcome(node)?;
    let score = if outcome.winner().is_some() { Score::Mate(0) } else { Score::EVEN };
    Some(Analysis { score, line: Vec::new(), second: None, depth: 0 })
}

/// Converts a score after a move, from the opponent's view, to the mover's view in the position before it.
pub fn for_mover(after: Score) -> Score {
    match after {
        Score::Cp(cp) => Score::Cp(-cp),
        Score::Mate(plies) if plies > 0 => Score::Mate(-plies - 1),
        Score::Mate(plies) => Score::Mate(1 - plies),
        Score::Tablebase(plies) if plies > 0 => Score::Tablebase(-plies - 1),
        Score::Tablebase(plies) => Score::Tablebase(1 - plies),
    }
}

fn review_move(
    before: &Board,
    (node, played): (NodeId, Move),
    (had, best): (&Analysis, Option<Move>),
    has: &Analysis,
    in_book: bool,
) -> MoveReview {
    let (mover, first) = (before.stm(), best == Some(played));
    // The engine's own choice is never an error, whatever a later search finds.
    let after = for_mover(has.score);
    let after_counted = if first { had.score } else { after };
    let class = classify(&Evidence {
        played,
        best,
        before: had.score,
        second: had.second,
        after: after_counted,
        legal: before.count_legal_moves(),
        in_book,
        offers: first && offers_piece(before, played),
    });
    let better = Some(&had.line).filter(|line| line.first() != Some(&played));
    let better = better.cloned().unwrap_or_default();
    let error = words::Error {
        board: before,
        played,
        before: had.score,
        after,
        refutation: &has.line,
        better: &better,
    };
    let white = |second: Score| second.seen_from(Pov::White, mover).to_eval();
    MoveReview {
        node,
        mover,
        class,
        best: first.then(|| BestMove { second: had.second.and_then(white) }),
        accuracy: move_accuracy(win_percent(had.score), win_percent(after_counted)),
        cp_loss: centipawn_loss(had.score, after_counted),
        white_score: has.score.seen_from(Pov::White, !mover),
        depth: has.depth,
        why: class.is_error().then(|| words::explain(&error)).flatten().map(|why| match class {
            MoveClass::Inaccuracy => why.in_context(had.score, after),
            _ => why,
        }),
        better,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::SplitMix64;
    use tabia_games::game::annotation::EvalValue;
    use tabia_games::game::pgn_read::read_all;
    use tabia_games::game::pgn_write;
    use tabia_games::game::tags::Tags;

    fn analysis(score: Score, line: &[&str], board: &Board) -> Analysis {
        let mut board = *board;
        let line = line.iter().map(|text| {
            let mv = tabia_chess::san::parse(&board, text).unwrap();
            board.make_move(mv);
            mv
        });
        Analysis { score, line: line.collect(), second: None, depth: 9 }
    }

    #[test]
    fn a_game_is_reviewed_in_any_order_and_with_interruptions() {
        let mut tree = read_all("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0").remove(0).tree;
        let line = tree.main_line();
        let mut review = Review::new(&tree);
        assert_eq!(review.progress(), (1, 8), "mate needs no engine");
        let found: [(Score, &[&str]); 7] = [
            (Score::Cp(30), &["e4"]),
            (Score::Cp(-30), &["e5"]),
            (Score::Cp(30), &["Nf3"]),
            (Score::Cp(20), &["Nc6"]),
            (Score::Cp(-20), &["Bc4"]),
            (Score::Cp(20), &["g6", "Qf3"]),
            (Score::Mate(1), &["Qxf7#"]),
        ];
        let mut asked = Vec::new();
        while let Some((place, position)) = review.next(&tree) {
            assert_eq!(position.board(), *tree.board(line[place]));
            asked.push(place);
            let (score, best) = found[place];
            review.put(place, analysis(score, best, tree.board(line[place])));
        }
        assert_eq!(asked, [6, 5, 4, 3, 2, 1, 0]);
        let moves = review.moves(&tree, |board, _| board.fullmove_number() == 1);
        let classes: Vec<MoveClass> = moves.iter().map(|review| review.class).collect();
        assert_eq!(classes[..2], [MoveClass::Book, MoveClass::Book]);
        assert_eq!((classes[5], classes[6]), (MoveClass::Blunder, MoveClass::Best));
        let why = moves[5].why.as_ref().map(Why::text);
        assert_eq!(why.as_deref(), Some("Allows mate in 1: Qxf7#"));
        assert_eq!(moves[5].white_score, Score::Mate(1), "of the position after the move");
        assert_eq!(moves[6].white_score, Score::Mate(0));
        let [white, black] = Color::ALL.map(|side| review.summary(&tree, &moves, side));
        assert_eq!((white.errors, black.errors), ([0, 0, 0], [0, 0, 1]));
        assert!(white.accuracy > black.accuracy && black.average_cp_loss > Some(300.0));

        let bare = tree.clone();
        let written = notes::write(&mut tree, &moves, notes::NoteKinds::ALL);
        let blunder = moves[5].node;
        assert_eq!(tree.nags(blunder), [tabia_games::game::annotation::Nag::BLUNDER]);
        assert!(tree.comment(blunder).contains("Allows mate in 1"), "{}", tree.comment(blunder));
        let eval = |ply: usize| tree.eval(line[ply]).map(|eval| eval.value);
        // As in lichess and python-chess: mate in this many moves from here, and nothing after the mating move.
        assert_eq!([eval(6), eval(7)], [Some(EvalValue::Mate(1)), None]);
        let german = tabia_text::Language::by_id("de").unwrap().on_this_thread();
        let mut other = bare.clone();
        notes::write(&mut other, &moves, notes::NoteKinds::ALL);
        let text = "Grober Fehler. Erlaubt Matt in 1: Qxf7#. Besser: g6.";
        assert_eq!(other.comment(blunder), text);
        drop(german);
        let variation = tree.children(line[5])[1];
        assert_eq!(tree.san(variation), "g6");
        let once = tree.clone();
        assert!(notes::write(&mut tree, &moves, notes::NoteKinds::ALL).is_empty());
        assert_eq!(tree, once, "written twice it says nothing twice");
        assert!(notes::is_there(&tree, &written));
        notes::remove(&mut tree, &written);
        assert!(!notes::is_there(&tree, &written));
        assert_eq!(
            pgn_write::write(&Tags::roster(), &tree),
            pgn_write::write(&Tags::roster(), &bare)
        );
    }

    #[test]
    fn positions_that_contradict_each_other_are_searched_again() {
        let tree = tabia_games::game::pgn_read::read_all("1. e4 e5 2. Nf3 *").remove(0).tree;
        let line = tree.main_line();
        let mut review = Review::new(&tree);
        let mut asked = Vec::new();
        while let Some((place, _)) = review.next(&tree) {
            asked.push((place, review.again()));
            let cp = match asked.last() {
                Some((3, _)) => -20,
                Some((2, false)) => 300,
                _ => 20,
            };
            let first = line.get(place + 1).and_then(|&node| tree.mv(node));
            let (line, second, depth) = (first.into_iter().collect(), None, 9);
            review.take(&tree, place, Analysis { score: Score::Cp(cp), line, second, depth });
        }
        let once = [(3, false), (2, false), (3, true), (2, true), (1, false), (0, false)];
        assert_eq!(asked, once);
        assert_eq!(review.found(2).unwrap().score, Score::Cp(20));
        let limits = deeper(&Limits::movetime(std::time::Duration::from_millis(250)));
        assert_eq!(limits, Limits::movetime(std::time::Duration::from_secs(1)));
    }

    /// A line of random moves.
    fn stroll(board: &Board, plies: u64, rng: &mut SplitMix64) -> Vec<Move> {
        let mut board = *board;
        let mut line = Vec::new();
        for _ in 0..plies {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.next_u64() as usize % moves.len()];
            board.make_move(mv);
            line.push(mv);
        }
        line
    }

    #[test]
    fn notes_can_be_removed_whatever_an_engine_says() {
        let mut rng = SplitMix64::new(7);
        for _ in 0..300 {
            let mut tree = GameTree::new(Board::start());
            let mut at = tree.root();
            for mv in stroll(&Board::start(), 60, &mut rng) {
                at = tree.add_move(at, mv).unwrap();
            }
            let text = |tree: &GameTree| pgn_write::write(&Tags::roster(), tree);
            let bare = text(&tree);
            let mut review = Review::new(&tree);
            while let Some((place, position)) = review.next(&tree) {
                let plies = 1 + rng.next_u64() % 9;
                let line = stroll(&position.board(), plies, &mut rng);
                let mut score = || match rng.next_u64() % 5 {
                    0 => Score::Mate(1 + (rng.next_u64() % 30) as i32),
                    1 => Score::Mate(-1 - (rng.next_u64() % 30) as i32),
                    _ => Score::Cp((rng.next_u64() % 1600) as i32 - 800),
                };
                let (score, second) = (score(), Some(score()));
                review.put(place, Analysis { score, line, second, depth: 5 });
            }
            let moves = review.moves(&tree, |_, _| false);
            assert_eq!(moves.len() + 1, review.line().len());
            let written = notes::write(&mut tree, &moves, notes::NoteKinds::ALL);
            assert_ne!(text(&tree), bare);
            notes::remove(&mut tree, &written);
            assert_eq!(text(&tree), bare);
        }
    }
}
