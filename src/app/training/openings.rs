//! The user's own openings: the repertoire is a game with its variations, or all games of a list, as in a PGN with a
//! game for each opening. The user plays one side; the replies come from the repertoire, and those that are frequent
//! in the book come more often. A move the user forgot comes again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tabia_chess::{Board, Color, Move, SplitMix64};
use tabia_games::book;
use tabia_games::collection::file::Place;
use tabia_games::game::position::GamePosition;
use tabia_games::game::tree::{GameTree, NodeId};

use super::progress::{Grade, Progress};
use crate::library::collection::Origin;

/// Maximum number of games in a list that become a repertoire.
pub const MAX_GAMES: usize = 1_000;
/// Number of plies of each game that are used.
pub const MAX_PLIES: usize = 40;

/// The source of the repertoire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpeningsFrom {
    /// The game on the board.
    #[default]
    Game,
    /// The games of the open list that match its filter.
    List,
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

/// Adds the first moves of a game with its variations to a tree with the same start position. A null move ends a
/// line.
fn add(tree: &mut GameTree, game: &GameTree) {
    let mut waiting = vec![(NodeId::ROOT, NodeId::ROOT)];
    while let Some((theirs, ours)) = waiting.pop() {
        if game.ply(theirs) - game.ply(NodeId::ROOT) >= MAX_PLIES {
            continue;
        }
        for &child in game.children(theirs) {
            let added = game.mv(child).and_then(|mv| tree.add_move(ours, mv).ok());
            waiting.extend(added.map(|added| (child, added)));
        }
    }
}

/// A run through a repertoire.
#[derive(Clone, Debug)]
pub struct Repertoire {
    pub side: Color,
    tree: GameTree,
    /// The current node.
    at: NodeId,
    pub state: State,
    /// The number of moves known and forgotten in this run.
    pub known: u32,
    pub forgotten: u32,
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
        let own = |node: &NodeId| {
            let here = tree.board(*node);
            here.stm() == side && tree.children(*node).iter().any(|&child| tree.mv(child).is_some())
        };
        // If a move is due, the run starts at its position, otherwise at the start of the game.
        let due = tree
            .ids()
            .filter(own)
            .filter_map(|node| Some((progress.due_opening(tree.board(node), today)?, node)));
        let due = due.min_by_key(|&(due, _)| due).map(|(_, node)| node);
        if due.is_none() && !tree.ids().any(|node| own(&node)) {
            return None;
        }
        let mut run = Repertoire {
            side,
            tree: tree.clone(),
            at: due.unwrap_or(tree.root()),
            state: State::Ask,
            known: 0,
            forgotten: 0,
        };
        run.reply(rng);
        Some(run)
    }

    /// Starts another run through the same repertoire.
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
        self.tree.children(self.at).iter().filter_map(|&child| self.tree.mv(child)).collect()
    }

    /// Plays a move of the user. Returns its grade, if that is decided now.
    pub(crate) fn play(&mut self, mv: Move, rng: &mut SplitMix64) -> Option<Grade> {
        if self.state == State::Over || !self.board().is_legal(mv) {
            return None;
        }
        let again = matches!(self.state, State::Wrong(_));
        let Some(next) = self.tree.child(self.at, mv) else {
            self.state = State::Wrong(mv);
            self.forgotten += u32::from(!again);
            return (!again).then_some(Grade::Failed);
        };
        self.at = next;
        self.state = State::Ask;
        self.known += u32::from(!again);
        self.reply(rng);
        (!again).then_some(Grade::Solved)
    }

    /// Plays a reply of the repertoire, if the other side is to move, and ends the run if the user then has no move
    /// to find.
    fn reply(&mut self, rng: &mut SplitMix64) {
        if self.board().stm() != self.side {
            let board = *self.board();
            let replies: Vec<(NodeId, usize)> = self
                .tree
                .children(self.at)
                .iter()
                .filter_map(|&child| Some((child, weight(&board, self.tree.mv(child)?))))
                .collect();
            let total: usize = replies.iter().map(|(_, weight)| weight).sum();
            let mut drawn = rng.below(total.max(1));
            for (child, weight) in replies {
                if drawn < weight {
                    self.at = child;
                    break;
                }
                drawn -= weight;
            }
        }
        if self.board().stm() != self.side || self.moves().is_empty() {
            self.state = State::Over;
        }
    }
}

/// The relative frequency of a reply: its weight in the built-in book plus 1.
fn weight(board: &Board, mv: Move) -> usize {
    let known = book::built_in().moves(board).into_iter().find(|known| known.mv == mv);
    known.map_or(0, |known| usize::from(known.weight)) + 1
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

    fn mv(run: &Repertoire, text: &str) -> Move {
        san::parse(run.board(), text).unwrap()
    }

    #[test]
    fn a_repertoire_is_played_through_with_its_replies() {
        let (mut rng, progress) = (SplitMix64::new(3), Progress::default());
        let mut run = run(Color::White, &progress, 0).unwrap();
        assert_eq!(run.play(mv(&run, "e4"), &mut rng), Some(Grade::Solved));
        assert_eq!(run.board().stm(), Color::White, "a reply of the repertoire is on the board");
        assert_eq!(run.play(mv(&run, "Nf3"), &mut rng), Some(Grade::Solved));
        let last = run.moves()[0];
        run.play(last, &mut rng);
        assert_eq!((run.state, run.known, run.forgotten), (State::Over, 3, 0));
        assert_eq!(run.play(last, &mut rng), None, "it is over");
        assert!(super::tests::run(Color::Black, &progress, 0).is_some());
        let empty = &pgn_read::read_all("*")[0];
        assert!(Repertoire::new(&empty.tree, Color::White, &progress, 0, &mut rng).is_none());
    }

    #[test]
    fn the_games_of_a_list_become_one_repertoire() {
        let long: String = (0..15).map(|_| "Nf3 Nf6 Ng1 Ng8 ").collect();
        let games = [
            "1. e4 e5 2. Nf3 *",
            "1. e4 c5 (1... e6 2. d4) 2. Nc3 *",
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
                run.play(mv(&run, "e4"), &mut rng);
                run.last()
            })
            .collect();
        let first = replies.iter().filter(|reply| **reply == replies[0]).count();
        assert!((1..60).contains(&first), "{first} of 60");
    }

    #[test]
    fn a_forgotten_move_comes_again_where_it_stands() {
        let mut rng = SplitMix64::new(3);
        let mut progress = Progress::default();
        let mut forgets = run(Color::White, &progress, 10).unwrap();
        forgets.play(mv(&forgets, "e4"), &mut rng);
        let board = *forgets.board();
        assert_eq!(forgets.play(mv(&forgets, "a3"), &mut rng), Some(Grade::Failed));
        assert!(matches!(forgets.state, State::Wrong(_)) && forgets.forgotten == 1);
        progress.record_opening(&board, Grade::Failed, 10);
        assert_eq!(forgets.play(mv(&forgets, "Nf3"), &mut rng), None, "the first try counts");
        assert_eq!((forgets.state, forgets.known), (State::Ask, 1));
        assert_eq!(run(Color::White, &progress, 10).unwrap().board(), &Board::start());
        assert_eq!(run(Color::White, &progress, 11).unwrap().board(), &board, "due the day after");
    }
}
