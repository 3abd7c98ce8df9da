//! One's own openings: a game with its variations is the repertoire. It is played through from one side; the replies
//! come from the repertoire, those that the book plays often more often. A move that was forgotten comes again.

use tabia_chess::{Board, Color, Move, SplitMix64};
use tabia_games::book;
use tabia_games::game::tree::{GameTree, NodeId};

use super::progress::{Grade, Progress};

/// A run through a repertoire.
#[derive(Clone, Debug)]
pub struct Repertoire {
    pub side: Color,
    tree: GameTree,
    /// Where the run stands.
    at: NodeId,
    pub state: State,
    /// Moves known and forgotten in this run.
    pub known: u32,
    pub forgotten: u32,
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Ask,
    /// This move is not in the repertoire.
    Wrong(Move),
    /// The repertoire ends here.
    Over,
}

impl Repertoire {
    /// A run; `None` where the side has no move in the repertoire.
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
        // A move that is due is asked for where it stands; otherwise the run begins with the game.
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

    pub fn board(&self) -> &Board {
        self.tree.board(self.at)
    }

    pub fn last(&self) -> Option<Move> {
        self.tree.mv(self.at)
    }

    /// The moves of the repertoire here, the main one first.
    pub fn moves(&self) -> Vec<Move> {
        self.tree.children(self.at).iter().filter_map(|&child| self.tree.mv(child)).collect()
    }

    /// A move of one's own. Gives how it went, where that is decided now.
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

    /// Plays a reply of the repertoire, if it is the other side's turn, and sees whether there is a move to find then.
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

/// How often a reply comes: as the book has it, and one that it does not know once.
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
