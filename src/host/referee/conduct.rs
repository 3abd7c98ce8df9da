//! How the players of a tournament keep to its rules: the games they lost by a fault, and their use of a node limit.

use std::fmt;

use tabia_engine::play::Game;
use tabia_engine::play::control::Control;
use tabia_games::strength::sheet::Points;
use tabia_games::strength::standings::FinishedGame;
use tabia_text::t;

/// Nodes beyond twice the limit that are tolerated on a move: engines count in steps.
const NODE_TOLERANCE: u64 = 1_000;
/// An engine that uses less than this share of its nodes on each move does not search by the limit.
const UNUSED: u64 = 10;
/// Minimum number of moves before the use of nodes on all of them is judged.
const MIN_MOVES: u32 = 20;

/// The use of a node limit by an engine, in a game or in all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeUse {
    /// The limit of a move.
    pub given: u64,
    /// Moves with a known number of nodes.
    pub moves: u32,
    /// The nodes of all moves.
    pub nodes: u64,
    /// Largest number of nodes spent on a move.
    pub most: u64,
}

impl NodeUse {
    /// Of White and Black in a game; `None`: the side has no node limit, or does not report its nodes.
    pub fn of_game(game: &Game, controls: [Control; 2]) -> [Option<NodeUse>; 2] {
        let begun = game.opening.board().stm().index();
        let mut found = [None; 2];
        for (at, played) in game.moves.iter().enumerate() {
            let mover = (begun + at) % 2;
            let (Control::Nodes(given), Some(nodes)) = (controls[mover], played.nodes) else {
                continue;
            };
            let of_move = NodeUse { given, moves: 1, nodes, most: nodes };
            found[mover] = Some(of_move.and(found[mover]));
        }
        found
    }

    /// Reads the text of a tag.
    pub(super) fn parse(text: &str) -> Option<NodeUse> {
        let numbers: Vec<u64> = text.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
        let [given, moves, nodes, most] = numbers[..] else { return None };
        Some(NodeUse { given, moves: u32::try_from(moves).ok()?, nodes, most })
    }

    fn and(self, other: Option<NodeUse>) -> NodeUse {
        let Some(other) = other else { return self };
        NodeUse {
            given: self.given,
            moves: self.moves.saturating_add(other.moves),
            nodes: self.nodes.saturating_add(other.nodes),
            most: self.most.max(other.most),
        }
    }

    /// The mean number of nodes of a move.
    pub fn mean(&self) -> u64 {
        self.nodes / u64::from(self.moves.max(1))
    }

    /// Whether a move took far more nodes than the limit.
    pub fn is_over(&self) -> bool {
        self.most > self.given.saturating_mul(2).saturating_add(NODE_TOLERANCE)
    }

    /// Whether the moves took more than twice the limit on average.
    fn is_over_on_average(&self) -> bool {
        self.moves >= MIN_MOVES && self.mean() > self.given.saturating_mul(2)
    }

    /// Whether every move took far fewer nodes than the limit.
    pub fn is_unused(&self) -> bool {
        self.moves >= MIN_MOVES && self.most < self.given / UNUSED
    }
}

/// Writes the text of a tag: the limit, the moves, their nodes, the most nodes of a move.
impl fmt::Display for NodeUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NodeUse { given, moves, nodes, most } = self;
        write!(f, "{given} {moves} {nodes} {most}")
    }
}

/// The faults of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conduct {
    /// Games lost on time.
    pub time: u32,
    /// Games lost by an illegal move.
    pub illegal: u32,
    /// Games lost because the engine failed.
    pub failed: u32,
    /// Its use of its node limit; `None`: it has none, or does not report its nodes.
    pub nodes: Option<NodeUse>,
}

impl Conduct {
    /// Counts a game and the use of nodes by White and Black.
    pub fn count(players: &mut [Conduct], result: &FinishedGame, nodes: [Option<NodeUse>; 2]) {
        let sides = [result.white, result.black];
        for (player, nodes) in sides.into_iter().zip(nodes) {
            if let (Some(known), Some(nodes)) = (players.get_mut(player), nodes) {
                known.nodes = Some(nodes.and(known.nodes));
            }
        }
        let loser = match result.points {
            Points::Win => result.black,
            Points::Loss => result.white,
            Points::Draw => return,
        };
        let Some(loser) = players.get_mut(loser) else { return };
        match result.termination.as_str() {
            "time forfeit" => loser.time += 1,
            "rules infraction" => loser.illegal += 1,
            "abandoned" => loser.failed += 1,
            _ => {}
        }
    }

    /// Sentences about what is unusual.
    pub fn lines(&self, name: &str) -> Vec<String> {
        let faults = [
            (self.time > 0).then(|| t!("arena-conduct-time", n = self.time)),
            (self.illegal > 0).then(|| t!("arena-conduct-illegal", n = self.illegal)),
            (self.failed > 0).then(|| t!("arena-conduct-failed", n = self.failed)),
        ];
        let faults: Vec<String> = faults.into_iter().flatten().collect();
        let lost = (!faults.is_empty())
            .then(|| t!("arena-conduct-lost", name = name, faults = faults.join(", ")));
        let nodes = self.nodes.and_then(|nodes| {
            let [given, most, mean] =
                [nodes.given, nodes.most, nodes.mean()].map(|nodes| nodes.to_string());
            if nodes.is_over() {
                Some(t!("arena-conduct-over", name = name, most = most, given = given))
            } else if nodes.is_over_on_average() {
                Some(t!("arena-conduct-mean", name = name, mean = mean, given = given))
            } else if nodes.is_unused() {
                Some(t!("arena-conduct-unused", name = name, most = most, given = given))
            } else {
                None
            }
        });
        lost.into_iter().chain(nodes).collect()
    }
}

#[cfg(test)]
mod tests {
    use tabia_chess::{Board, uci_move};
    use tabia_engine::play::{Cause, Ending, PlayedMove};
    use tabia_engine::search::score::Bound;
    use tabia_games::game::position::GamePosition;

    use super::*;
    use crate::referee::record::result_of;
    use crate::referee::schedule::Fixture;

    fn game(moves: usize, nodes: [u64; 2], ending: Ending) -> Game {
        let mv = uci_move::parse(&Board::start(), "e2e4").unwrap();
        let played = |nodes| PlayedMove {
            mv,
            score: None,
            bound: Bound::Exact,
            depth: None,
            nodes: Some(nodes),
            spent_ms: 0,
            left_ms: None,
        };
        let moves = (0..2 * moves).map(|at| played(nodes[at % 2])).collect();
        Game { opening: GamePosition::new(Board::start()), moves, ending }
    }

    fn conduct(game: &Game, limit: u64) -> Vec<String> {
        let fixture = Fixture { game: 0, round: 0, white: 1, black: 0 };
        let mut players = [Conduct::default(); 2];
        let used = NodeUse::of_game(game, [Control::Nodes(limit); 2]);
        for nodes in used.into_iter().flatten() {
            assert_eq!(NodeUse::parse(&nodes.to_string()), Some(nodes));
        }
        Conduct::count(&mut players, &result_of(fixture, game), used);
        ["a", "b"].iter().zip(&players).flat_map(|(name, found)| found.lines(name)).collect()
    }

    #[test]
    fn engines_that_do_not_keep_to_their_nodes_are_named() {
        let lines = |moves: usize, nodes: [u64; 2], limit: u64| {
            let ending = Ending { winner: None, cause: Cause::TooLong };
            conduct(&game(moves, nodes, ending), limit)
        };
        assert_eq!(lines(20, [3_100, 2_900], 3_000), Vec::<String>::new());
        let unused = ["b never used more than 20 of its 3000 nodes"];
        assert_eq!(lines(20, [20, 2_900], 3_000), unused);
        assert_eq!(lines(19, [20, 2_900], 3_000), Vec::<String>::new(), "too few moves");
        let over = ["a spent 9000 nodes on a move where it was given 3000"];
        assert_eq!(lines(1, [300, 9_000], 3_000), over);
        let mean = ["b spent 1000 nodes a move on average where it was given 200"];
        assert_eq!(lines(20, [1_000, 210], 200), mean, "within the tolerance of a move");
    }

    #[test]
    fn games_lost_by_a_fault_are_counted() {
        for (cause, words) in [
            (Cause::Time, "a lost 1 on time"),
            (Cause::Illegal("x".into()), "a lost 1 by an illegal move"),
            (Cause::Broken("x".into()), "a lost 1 by failing"),
        ] {
            let winner = Some(tabia_chess::Color::White);
            assert_eq!(conduct(&game(1, [1, 1], Ending { winner, cause }), 1), [words]);
        }
    }
}
