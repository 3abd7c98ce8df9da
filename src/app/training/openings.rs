//! The user's own openings: the repertoire is a game with its variations, or all games of a list, as in a PGN with a
//! game for each opening. The user plays one side; the replies come from the repertoire, and those that are frequent
//! in the book or lead to positions not practised yet come more often. A move the user forgot comes again.
//!
//! A position that occurs at several places of the repertoire is one position with the moves of all of them. A move
//! of the user marked as a mistake is not part of the repertoire; one of the other side is a reply like any other.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tabia_chess::{Board, Color, Move, SplitMix64};
use tabia_games::book;
use tabia_games::collection::file::Place;
use tabia_games::game::annotation::Nag;
use tabia_games::game::position::GamePosition;
use tabia_games::game::tree::{GameTree, NodeId};

use super::progress::{Grade, Progress};
use crate::library::collection::Origin;

/// Maximum number of games in a list that become a repertoire.
pub const MAX_GAMES: usize = 1_000;
/// Number of plies of each game that are used.
pub const MAX_PLIES: usize = 40;
/// A reply weighs at least this part of the one that weighs most.
const MIN_PART: usize = 16;
/// How much more a reply weighs that leads to a position not practised yet.
const NEW: usize = 4;
/// Glyphs of moves that are not recommended.
const MISTAKES: [Nag; 3] = [Nag::MISTAKE, Nag::BLUNDER, Nag::DUBIOUS];

/// The source of the repertoire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpeningsFrom {
    /// The game on the board.
    #[default]
    Game,
    /// The games of the open list that match its filter.
    List,
}

/// What a repertoire was made of, so that it can be made again.
#[derive(Clone, Debug)]
pub(crate) enum RepertoireSource {
    /// The game with this [`GameState::serial`](crate::game::state::GameState::serial).
    Game(u64),
    /// The games of a list.
    List(Origin),
}

impl RepertoireSource {
    /// Whether both are the same game or the same list, whatever its moves or games are now.
    pub(crate) fn is_same(&self, other: &RepertoireSource) -> bool {
        match (self, other) {
            (RepertoireSource::Game(one), RepertoireSource::Game(other)) => one == other,
            (RepertoireSource::List(one), RepertoireSource::List(other)) => one.is_same(other),
            _ => false,
        }
    }
}

/// A request to read games as a repertoire.
#[derive(Clone, Debug)]
pub struct RepertoireRequest {
    /// Its number, repeated in the answer.
    pub ticket: u64,
    pub side: Color,
    pub origin: Origin,
    /// The places of the games, at most [`MAX_GAMES`].
    pub places: Vec<Place>,
}

/// A repertoire that was read.
#[derive(Clone, Debug)]
pub struct RepertoireRead {
    pub ticket: u64,
    pub side: Color,
    /// The games in one tree, or the error as text.
    pub tree: Result<Arc<GameTree>, String>,
}

impl RepertoireRequest {
    /// Reads the games into one tree. Games with another start position than the first are left out. Waits for the
    /// disk; `None` if it was cancelled.
    pub fn answer(self, stop: &AtomicBool) -> Option<RepertoireRead> {
        let RepertoireRequest { ticket, side, origin, places } = self;
        let mut all: Option<GameTree> = None;
        for place in &places {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            match origin.read(place) {
                Ok(game) => {
                    let start = *game.tree.board(NodeId::ROOT);
                    let tree = all.get_or_insert_with(|| GameTree::new(start));
                    if *tree.board(NodeId::ROOT) == start {
                        add(tree, &game.tree);
                    }
                }
                Err(error) => return Some(RepertoireRead { ticket, side, tree: Err(error) }),
            }
        }
        let tree = Ok(Arc::new(all.unwrap_or_else(|| GameTree::new(Board::start()))));
        Some(RepertoireRead { ticket, side, tree })
    }
}

/// Adds the first moves of a game with its variations and glyphs to a tree with the same start position. A null move
/// ends a line.
fn add(tree: &mut GameTree, game: &GameTree) {
    let mut waiting = vec![(NodeId::ROOT, NodeId::ROOT)];
    while let Some((theirs, ours)) = waiting.pop() {
        if game.ply(theirs) - game.ply(NodeId::ROOT) >= MAX_PLIES {
            continue;
        }
        for &child in game.children(theirs) {
            let Some(added) = game.mv(child).and_then(|mv| tree.add_move(ours, mv).ok()) else {
                continue;
            };
            let glyphs = &mut tree.notes_mut(added).nags;
            let new = |glyph: &&Nag| !glyphs.contains(glyph);
            let new: Vec<Nag> = game.nags(child).iter().filter(new).copied().collect();
            glyphs.extend(new);
            waiting.push((child, added));
        }
    }
}

/// A run through a repertoire.
#[derive(Clone, Debug)]
pub struct Repertoire {
    pub side: Color,
    tree: GameTree,
    /// The nodes of each position, by the key of the position.
    nodes: HashMap<u64, Vec<NodeId>>,
    /// The current node.
    at: NodeId,
    /// The keys of the positions in which a move of the user was asked for in this run.
    asked: HashSet<u64>,
    pub state: State,
    /// The number of moves known and forgotten in this run.
    pub known: u32,
    pub forgotten: u32,
    /// The number of positions of the whole repertoire whose move was known the last time, and of all.
    pub learned: usize,
    pub positions: usize,
    /// The number of positions of the whole repertoire whose move is due today.
    pub due: usize,
}

/// The state of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Ask,
    /// This move is not in the repertoire.
    Wrong(Move),
    /// The repertoire ends here.
    Over,
}

impl Repertoire {
    /// Starts a run; `None` if the side has no move in the repertoire.
    pub(crate) fn new(
        tree: &GameTree,
        side: Color,
        progress: &Progress,
        today: u32,
        rng: &mut SplitMix64,
    ) -> Option<Repertoire> {
        let mut nodes: HashMap<u64, Vec<NodeId>> = HashMap::new();
        for node in tree.ids() {
            nodes.entry(tree.board(node).key()).or_default().push(node);
        }
        let mut run = Repertoire {
            side,
            tree: tree.clone(),
            nodes,
            at: tree.root(),
            asked: HashSet::new(),
            state: State::Ask,
            known: 0,
            forgotten: 0,
            learned: 0,
            positions: 0,
            due: 0,
        };
        let own: Vec<(NodeId, Vec<Move>)> = run.own_positions(tree.root()).collect();
        if own.is_empty() {
            return None;
        }
        run.count(progress, today);
        // If a move is due, the run starts at its position, otherwise at the start of the game.
        let due = |(node, moves): &(NodeId, Vec<Move>)| {
            Some((progress.due_opening(tree.board(*node), moves, today)?, *node))
        };
        if let Some((_, node)) = own.iter().filter_map(due).min_by_key(|&(day, _)| day) {
            run.at = node;
        }
        run.reply(progress, rng);
        Some(run)
    }

    /// Counts the positions of the whole repertoire, and those whose move is known and due.
    pub(crate) fn count(&mut self, progress: &Progress, today: u32) {
        let own: Vec<(NodeId, Vec<Move>)> = self.own_positions(self.tree.root()).collect();
        let board = |node: NodeId| self.tree.board(node);
        let known = own.iter().filter(|(node, moves)| progress.knew_opening(board(*node), moves));
        let due = own
            .iter()
            .filter(|(node, moves)| progress.due_opening(board(*node), moves, today).is_some());
        (self.learned, self.due, self.positions) = (known.count(), due.count(), own.len());
    }

    /// Starts another run through the repertoire as it was.
    pub(crate) fn again(
        &self,
        progress: &Progress,
        today: u32,
        rng: &mut SplitMix64,
    ) -> Option<Repertoire> {
        Repertoire::new(&self.tree, self.side, progress, today, rng)
    }

    /// The current position with the moves that led to it.
    pub(crate) fn position(&self) -> GamePosition {
        self.tree.position(self.at)
    }

    pub fn board(&self) -> &Board {
        self.tree.board(self.at)
    }

    pub fn last(&self) -> Option<Move> {
        self.tree.mv(self.at)
    }

    /// The moves of the repertoire in the current position, the main one first.
    pub fn moves(&self) -> Vec<Move> {
        self.continuations(self.at).into_iter().map(|(mv, _)| mv).collect()
    }

    /// The moves of the repertoire in the position of a node, each with the node after it: those after the node first,
    /// then those after other nodes with the same position.
    fn continuations(&self, node: NodeId) -> Vec<(Move, NodeId)> {
        let (tree, board) = (&self.tree, self.tree.board(node));
        let same = self.nodes.get(&board.key()).into_iter().flatten();
        let others = same.copied().filter(|&other| other != node);
        let children = std::iter::once(node).chain(others).flat_map(|node| tree.children(node));
        let all: Vec<(Move, NodeId)> =
            children.filter_map(|&child| Some((tree.mv(child)?, child))).collect();
        let own = board.stm() == self.side;
        let is_mistake = |mv: Move| {
            let marked =
                |child: NodeId| tree.nags(child).iter().any(|glyph| MISTAKES.contains(glyph));
            own && all.iter().any(|&(other, child)| other == mv && marked(child))
        };
        let mut found: Vec<(Move, NodeId)> = Vec::new();
        for &(mv, child) in &all {
            if !found.iter().any(|&(known, _)| known == mv) && !is_mistake(mv) {
                found.push((mv, child));
            }
        }
        found
    }

    /// A node of each position from this node on in which the repertoire has a move for the user, with its moves.
    fn own_positions(&self, from: NodeId) -> impl Iterator<Item = (NodeId, Vec<Move>)> {
        let (mut waiting, mut known) = (vec![from], HashSet::new());
        std::iter::from_fn(move || {
            while let Some(node) = waiting.pop() {
                let board = self.tree.board(node);
                if !known.insert(board.key()) {
                    continue;
                }
                let continuations = self.continuations(node);
                waiting.extend(continuations.iter().rev().map(|&(_, child)| child));
                if board.stm() == self.side && !continuations.is_empty() {
                    return Some((node, continuations.into_iter().map(|(mv, _)| mv).collect()));
                }
            }
            None
        })
    }

    /// Plays a move of the user. Returns its grade, if that is decided now.
    pub(crate) fn play(
        &mut self,
        mv: Move,
        progress: &Progress,
        rng: &mut SplitMix64,
    ) -> Option<Grade> {
        if self.state == State::Over || !self.board().is_legal(mv) {
            return None;
        }
        let again = matches!(self.state, State::Wrong(_));
        let found = self.continuations(self.at).into_iter().find(|&(known, _)| known == mv);
        let Some((_, next)) = found else {
            self.state = State::Wrong(mv);
            self.forgotten += u32::from(!again);
            return (!again).then_some(Grade::Failed);
        };
        self.at = next;
        self.state = State::Ask;
        self.known += u32::from(!again);
        self.reply(progress, rng);
        (!again).then_some(Grade::Solved)
    }

    /// Plays a reply of the repertoire, if the other side is to move, and ends the run if the user then has no move
    /// to find, or had to find it before in this run.
    fn reply(&mut self, progress: &Progress, rng: &mut SplitMix64) {
        if self.board().stm() != self.side {
            let replies = self.continuations(self.at);
            let weights = self.weights(&replies, progress);
            let mut drawn = rng.below(weights.iter().sum::<usize>().max(1));
            for ((_, child), weight) in replies.into_iter().zip(weights) {
                if drawn < weight {
                    self.at = child;
                    break;
                }
                drawn -= weight;
            }
        }
        let own = self.board().stm() == self.side && !self.moves().is_empty();
        if !own || !self.asked.insert(self.board().key()) {
            self.state = State::Over;
        }
    }

    /// The relative frequencies of replies: the square root of the weight in the built-in book, so that rare replies
    /// come too, and more for those that lead to a position not practised yet.
    fn weights(&self, replies: &[(Move, NodeId)], progress: &Progress) -> Vec<usize> {
        let book = book::built_in().moves(self.board());
        let known = |mv: Move| {
            let entry = book.iter().find(|entry| entry.mv == mv);
            entry.map_or(0, |entry| usize::from(entry.weight).isqrt())
        };
        let weights: Vec<usize> = replies.iter().map(|&(mv, _)| known(mv)).collect();
        let least = (weights.iter().max().unwrap_or(&0) / MIN_PART).max(1);
        let is_new = |node: NodeId| {
            let mut positions = self.own_positions(node);
            positions.any(|(node, moves)| !progress.knows_opening(self.tree.board(node), &moves))
        };
        let new = |&(_, node): &(Move, NodeId)| if is_new(node) { NEW } else { 1 };
        let weight = |(weight, reply): (usize, &(Move, NodeId))| weight.max(least) * new(reply);
        weights.into_iter().zip(replies).map(weight).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::san;
    use tabia_games::game::pgn_read;

    const OWN: &str = "1. e4 e5 (1... c5 2. Nf3 d6 3. d4) 2. Nf3 Nc6 3. Bb5 *";

    fn run(side: Color, progress: &Progress, today: u32) -> Option<Repertoire> {
        let game = &pgn_read::read_all(OWN)[0];
        Repertoire::new(&game.tree, side, progress, today, &mut SplitMix64::new(3))
    }

    fn run_of(text: &str, progress: &Progress, rng: &mut SplitMix64) -> Option<Repertoire> {
        let game = &pgn_read::read_all(text)[0];
        Repertoire::new(&game.tree, Color::White, progress, 0, rng)
    }

    fn mv(run: &Repertoire, text: &str) -> Move {
        san::parse(run.board(), text).unwrap()
    }

    #[test]
    fn a_repertoire_is_played_through_with_its_replies() {
        let (mut rng, progress) = (SplitMix64::new(3), Progress::default());
        let mut run = run(Color::White, &progress, 0).unwrap();
        assert_eq!(run.play(mv(&run, "e4"), &progress, &mut rng), Some(Grade::Solved));
        assert_eq!(run.board().stm(), Color::White, "a reply of the repertoire is on the board");
        assert_eq!(run.play(mv(&run, "Nf3"), &progress, &mut rng), Some(Grade::Solved));
        let last = run.moves()[0];
        run.play(last, &progress, &mut rng);
        assert_eq!((run.state, run.known, run.forgotten), (State::Over, 3, 0));
        assert_eq!(run.play(last, &progress, &mut rng), None, "it is over");
        assert!(super::tests::run(Color::Black, &progress, 0).is_some());
        let empty = &pgn_read::read_all("*")[0];
        assert!(Repertoire::new(&empty.tree, Color::White, &progress, 0, &mut rng).is_none());
    }

    #[test]
    fn the_games_of_a_list_become_one_repertoire() {
        let long: String = (0..15).map(|_| "Nf3 Nf6 Ng1 Ng8 ").collect();
        let games = [
            "1. e4 e5 2. Nf3 *",
            "1. e4 c5 (1... e6 2. d4) 2. Nc3?! *",
            "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *",
            &long,
        ];
        let text: Arc<str> = games.join("\n\n[Event \"?\"]\n\n").into();
        let list = tabia_games::collection::Collection::of_text(&text);
        let entries = list.entries().iter().enumerate();
        let places: Vec<Place> = entries.map(|(at, entry)| Place::of(at as u32, entry)).collect();
        assert_eq!(places.len(), 4);
        let request =
            RepertoireRequest { ticket: 3, side: Color::White, origin: Origin::Text(text), places };
        assert!(request.clone().answer(&AtomicBool::new(true)).is_none(), "given up");
        let read = request.answer(&AtomicBool::new(false)).unwrap();
        let tree = read.tree.unwrap();
        let e4 = tree.children(NodeId::ROOT)[0];
        assert_eq!((read.ticket, tree.children(NodeId::ROOT).len()), (3, 2), "e4 and Nf3");
        assert_eq!(tree.children(e4).len(), 3, "e5, c5 and e6");
        let marked = |node: &NodeId| tree.nags(*node) == [Nag::DUBIOUS];
        assert_eq!(tree.ids().filter(marked).count(), 1, "the glyph of Nc3");
        let deepest = tree.ids().map(|node| tree.ply(node)).max();
        assert_eq!(deepest, Some(MAX_PLIES), "the rest of a game is no opening");
    }

    #[test]
    fn both_replies_come_and_the_frequent_one_more_often() {
        let progress = Progress::default();
        let mut rng = SplitMix64::new(5);
        let replies: Vec<Option<Move>> = (0..60)
            .map(|_| {
                let mut run = run(Color::White, &progress, 0).unwrap();
                run.play(mv(&run, "e4"), &progress, &mut rng);
                run.last()
            })
            .collect();
        let first = replies.iter().filter(|reply| **reply == replies[0]).count();
        assert!((1..60).contains(&first), "{first} of 60");
    }

    #[test]
    fn rare_replies_come_and_those_not_practised_more_often() {
        let (text, mut rng) = ("1. e4 c5 (1... Nh6 2. d4) 2. Nf3 *", SplitMix64::new(7));
        let mut progress = Progress::default();
        let count = |progress: &Progress, rng: &mut SplitMix64| {
            let plays = |_: &u32| {
                let mut run = run_of(text, progress, rng).unwrap();
                run.play(mv(&run, "e4"), progress, rng);
                san::write(run.board(), run.moves()[0]) == "d4"
            };
            (0..400).filter(plays).count()
        };
        let mut practise = |reply: &str| {
            let board = Board::start();
            let board = board.after(san::parse(&board, "e4").unwrap());
            let board = board.after(san::parse(&board, reply).unwrap());
            let own = if reply == "c5" { "Nf3" } else { "d4" };
            let own = san::parse(&board, own).unwrap();
            progress.record_opening(&board, &[own], Grade::Solved, 0);
            progress.clone()
        };
        let new_reply = count(&practise("c5"), &mut rng);
        let rare_reply = count(&practise("Nh6"), &mut rng);
        assert!((8..60).contains(&rare_reply), "{rare_reply} of 400");
        assert!(new_reply > 2 * rare_reply, "{new_reply} against {rare_reply}");
    }

    #[test]
    fn mistakes_of_the_user_are_left_out_and_those_of_the_other_side_played() {
        let text = "1. e4 e5 2. Nf3 (2. Qh5? Nc6 3. Bc4) (2. f4 $6 d5) 2... f6?? 3. Nxe5 *";
        let (mut rng, progress) = (SplitMix64::new(3), Progress::default());
        let mut run = run_of(text, &progress, &mut rng).unwrap();
        run.play(mv(&run, "e4"), &progress, &mut rng);
        assert_eq!(run.moves(), [mv(&run, "Nf3")]);
        assert_eq!(run.play(mv(&run, "Qh5"), &progress, &mut rng), Some(Grade::Failed));
        run.play(mv(&run, "Nf3"), &progress, &mut rng);
        assert_eq!(run.moves(), [mv(&run, "Nxe5")]);
        let mut due = Progress::default();
        let after = pgn_read::read_all("1. e4 e5 2. Qh5 Nc6 *").remove(0).tree;
        let last = *after.main_line().last().unwrap();
        let bc4 = san::parse(after.board(last), "Bc4").unwrap();
        due.record_opening(after.board(last), &[bc4], Grade::Failed, 0);
        let game = &pgn_read::read_all(text)[0];
        let run = Repertoire::new(&game.tree, Color::White, &due, 9, &mut rng).unwrap();
        assert_eq!(*run.board(), Board::start(), "what follows a mistake is not asked");
        assert!(run_of("1. e4? e5 2. Nf3 *", &progress, &mut rng).is_none());
    }

    #[test]
    fn a_position_has_the_moves_of_all_its_places() {
        let (mut rng, progress) = (SplitMix64::new(3), Progress::default());
        for _ in 0..10 {
            let text = "1. d4 d5 (1... Nf6 2. Nf3 d5 3. c4 e6 4. Nc3) 2. Nf3 Nf6 *";
            let mut run = run_of(text, &progress, &mut rng).unwrap();
            for text in ["d4", "Nf3", "c4", "Nc3"] {
                assert_eq!(run.play(mv(&run, text), &progress, &mut rng), Some(Grade::Solved));
            }
            assert_eq!(run.state, State::Over);
        }
        let mut run = run_of("1. Nf3 Nf6 2. Ng1 Ng8 3. e4 *", &progress, &mut rng).unwrap();
        assert_eq!(run.moves().len(), 2, "Nf3 and e4");
        for text in ["Nf3", "Ng1"] {
            run.play(mv(&run, text), &progress, &mut rng);
        }
        assert_eq!(run.state, State::Over, "a repetition ends the run");
    }

    #[test]
    fn a_forgotten_move_comes_again_where_it_stands() {
        let mut rng = SplitMix64::new(3);
        let mut progress = Progress::default();
        let mut forgets = run(Color::White, &progress, 10).unwrap();
        forgets.play(mv(&forgets, "e4"), &progress, &mut rng);
        let (board, moves) = (*forgets.board(), forgets.moves());
        assert_eq!(forgets.play(mv(&forgets, "a3"), &progress, &mut rng), Some(Grade::Failed));
        assert!(matches!(forgets.state, State::Wrong(_)) && forgets.forgotten == 1);
        progress.record_opening(&board, &moves, Grade::Failed, 10);
        assert_eq!(
            forgets.play(mv(&forgets, "Nf3"), &progress, &mut rng),
            None,
            "the first try counts"
        );
        assert_eq!((forgets.state, forgets.known), (State::Ask, 1));
        let again = run(Color::White, &progress, 10).unwrap();
        assert_eq!((again.board(), again.due), (&Board::start(), 0));
        let again = run(Color::White, &progress, 11).unwrap();
        assert_eq!((again.board(), again.due), (&board, 1), "due the day after");
    }
}
