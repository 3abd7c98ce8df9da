//! Standing of a match, as text and JSON.

use serde_json::{Value, json};

use tabia_engine::play::control::Control;
use tabia_engine::play::{Cause, Game};
use tabia_games::strength::pentanomial::Tally;
use tabia_games::strength::sheet::{Points, ScoreSheet};
use tabia_games::strength::sprt::{Decision, Sprt};
use tabia_games::strength::standings::{FinishedGame, Standings};
use tabia_host::referee::schedule::Fixture;

/// Nodes beyond twice the limit that are tolerated: engines count in steps.
const NODE_TOLERANCE: u64 = 1_000;
/// An engine that uses less than this share of its nodes on each move does not search by the limit.
const UNUSED: u64 = 10;
/// Minimum number of moves before that is said.
const MIN_MOVES: u32 = 20;

/// The use of a node limit by an engine.
#[derive(Clone, Copy)]
struct NodeUse {
    /// The limit.
    given: u64,
    /// Largest number of nodes spent on a move.
    most: u64,
    moves: u32,
}

impl NodeUse {
    /// Whether a move took far more nodes than the limit.
    fn is_over(&self) -> bool {
        self.most > self.given.saturating_mul(2).saturating_add(NODE_TOLERANCE)
    }

    /// Whether every move took far fewer nodes than the limit.
    fn is_unused(&self) -> bool {
        self.moves >= MIN_MOVES && self.most < self.given / UNUSED
    }
}

/// Standing of a match.
pub(super) struct Standing {
    pub(super) names: Vec<String>,
    /// The games so far.
    games: Vec<FinishedGame>,
    pairings: Vec<[usize; 2]>,
    /// Results by pairing.
    tallies: Vec<Tally>,
    /// Games each engine lost on time, by an illegal move or because it failed.
    faults: Vec<[u32; 3]>,
    /// How each engine uses its node limit; `None`: it has none, or does not report its nodes.
    nodes: Vec<Option<NodeUse>>,
    sprt: Option<Sprt>,
}

/// Words for the faults, and their PGN terminations.
const FAULTS: [(&str, &str); 3] = [
    ("on time", "time forfeit"),
    ("by an illegal move", "rules infraction"),
    ("by failing", "abandoned"),
];

impl Standing {
    pub(super) fn new(
        names: Vec<String>,
        pairings: Vec<[usize; 2]>,
        sprt: Option<Sprt>,
    ) -> Standing {
        let tallies = vec![Tally::default(); pairings.len()];
        let (faults, nodes) = (vec![[0; 3]; names.len()], vec![None; names.len()]);
        Standing { names, games: Vec::new(), pairings, tallies, faults, nodes, sprt }
    }

    pub(super) fn add(&mut self, result: FinishedGame) {
        let FinishedGame { white, black, round, points, .. } = result;
        let meet = |pairing: &[usize; 2]| pairing.contains(&white) && pairing.contains(&black);
        let at = self.pairings.iter().position(meet).unwrap_or_else(|| {
            self.pairings.push([white.min(black), white.max(black)]);
            self.tallies.push(Tally::default());
            self.tallies.len() - 1
        });
        let is_first = self.pairings[at][0] == white;
        self.tallies[at].add(round, if is_first { points } else { points.reversed() });
        let loser = match points {
            Points::Win => Some(black),
            Points::Loss => Some(white),
            Points::Draw => None,
        };
        let fault = FAULTS.iter().position(|(_, word)| *word == result.termination);
        if let (Some(loser), Some(fault)) = (loser, fault) {
            self.faults[loser][fault] += 1;
        }
        self.games.push(result);
    }

    /// The table of all players. `bye_halves` are their half points without games.
    pub(super) fn standings(&self, bye_halves: &[u32]) -> Standings {
        Standings::of(self.names.len(), &self.games, bye_halves)
    }

    /// Checks the node limits: some engines check them rarely, some not at all.
    pub(super) fn check_nodes(&mut self, fixture: Fixture, game: &Game, controls: [Control; 2]) {
        let begun = game.opening.board().stm().index();
        for (at, played) in game.moves.iter().enumerate() {
            let mover = (begun + at) % 2;
            let (Control::Nodes(given), Some(spent)) = (controls[mover], played.nodes) else {
                continue;
            };
            let known = &mut self.nodes[[fixture.white, fixture.black][mover]];
            let known = known.get_or_insert(NodeUse { given, most: 0, moves: 0 });
            known.most = known.most.max(spent);
            known.moves += 1;
        }
    }

    pub(super) fn games(&self) -> u32 {
        self.games.len() as u32
    }

    /// Decision of the sequential test, if any.
    pub(super) fn decision(&self) -> Option<Decision> {
        self.sprt?.decision(&self.tallies.first()?.pairs)
    }

    /// The standing as text, with at most this many pairings.
    pub(super) fn lines(&self, longest: usize) -> Vec<String> {
        let mut lines = Vec::new();
        for (&[a, b], tally) in self.pairings.iter().zip(&self.tallies).take(longest) {
            lines.push(format!("{} against {}: {}", self.names[a], self.names[b], tally.words()));
        }
        if let (Some(sprt), Some(tally)) = (&self.sprt, self.tallies.first()) {
            lines.push(sprt.words(&tally.pairs));
        }
        for (name, faults) in self.names.iter().zip(&self.faults) {
            let faults: Vec<String> = FAULTS
                .iter()
                .zip(faults)
                .filter(|(_, games)| **games > 0)
                .map(|((word, _), games)| format!("{games} {word}"))
                .collect();
            if !faults.is_empty() {
                lines.push(format!("{name} lost {}", faults.join(", ")));
            }
        }
        for (name, nodes) in self.names.iter().zip(&self.nodes) {
            let Some(nodes) = nodes else { continue };
            let NodeUse { given, most, .. } = nodes;
            if nodes.is_over() {
                lines.push(format!(
                    "{name} spent {most} nodes on a move where it was given {given}"
                ));
            } else if nodes.is_unused() {
                lines.push(format!("{name} never used more than {most} of its {given} nodes"));
            }
        }
        lines
    }

    /// The standing as JSON.
    pub(super) fn object(&self, ended: bool) -> Value {
        let pairing = |(&[a, b], tally): (&[usize; 2], &Tally)| {
            let ScoreSheet { wins, draws, losses } = tally.sheet;
            let elo = tally.elo();
            let normalised = tally.pairs.normalised_elo();
            let test = self.sprt.map(|sprt| {
                let (low, high) = sprt.bounds();
                let decision = sprt.decision(&tally.pairs).map(|decision| match decision {
                    Decision::H0 => "H0",
                    Decision::H1 => "H1",
                });
                json!({ "llr": sprt.llr(&tally.pairs), "low": low, "high": high, "decision": decision })
            });
            json!({
                "first": self.names[a],
                "second": self.names[b],
                "games": tally.sheet.games(),
                "wins": wins,
                "draws": draws,
                "losses": losses,
                "score": tally.sheet.score(),
                "pairs": tally.pairs.0,
                "draw_ratio": tally.draw_ratio(),
                "elo": elo.map(|elo| elo.elo),
                "elo_low": elo.and_then(|elo| elo.low),
                "elo_high": elo.and_then(|elo| elo.high),
                "normalized_elo": normalised.map(|(elo, _)| elo),
                "normalized_error": normalised.map(|(_, error)| error),
                "los": tally.pairs.superiority(),
                "sprt": test,
            })
        };
        let pairings: Vec<Value> = self.pairings.iter().zip(&self.tallies).map(pairing).collect();
        let all = self.names.iter().zip(&self.faults).zip(&self.nodes);
        let faults = all.map(|((name, [time, illegal, failed]), nodes)| {
            let most = |found: fn(&NodeUse) -> bool| nodes.filter(found).map(|nodes| nodes.most);
            json!({
                "engine": name, "time": time, "illegal": illegal, "failed": failed,
                "most_nodes_beyond_limit": most(NodeUse::is_over),
                "most_nodes_of_unused_limit": most(NodeUse::is_unused),
            })
        });
        json!({ "ended": ended, "pairings": pairings, "faults": faults.collect::<Vec<_>>() })
    }

    /// A game as JSON.
    pub(super) fn game(&self, fixture: Fixture, game: &Game) -> Value {
        json!({
            "game": fixture.game + 1,
            "round": fixture.round + 1,
            "white": self.names[fixture.white],
            "black": self.names[fixture.black],
            "result": game.ending.pgn(),
            "termination": game.ending.termination(),
            "reason": game.ending.to_string(),
            "plies": game.opening.moves.len() + game.moves.len(),
        })
    }

    /// A message about a game lost on time, by an illegal move or by a failure.
    pub(super) fn fault(&self, fixture: Fixture, game: &Game) -> Option<String> {
        let odd = matches!(game.ending.cause, Cause::Time | Cause::Illegal(_) | Cause::Broken(_));
        odd.then(|| {
            let [white, black] = [fixture.white, fixture.black].map(|player| &self.names[player]);
            format!("Game {}, {white} - {black}: {}", fixture.game + 1, game.ending)
        })
    }
}

#[cfg(test)]
mod tests {
    use tabia_chess::{Board, uci_move};
    use tabia_engine::play::{Ending, PlayedMove};
    use tabia_engine::search::score::Bound;
    use tabia_games::game::position::GamePosition;

    use super::*;

    #[test]
    fn engines_that_do_not_keep_to_their_nodes_are_named() {
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
        let lines = |moves: usize, nodes: [u64; 2]| {
            let names = vec!["a".to_owned(), "b".to_owned()];
            let mut standing = Standing::new(names, vec![[0, 1]], None);
            let moves = (0..2 * moves).map(|at| played(nodes[at % 2])).collect();
            let ending = Ending { winner: None, cause: Cause::TooLong };
            let game = Game { opening: GamePosition::new(Board::start()), moves, ending };
            let fixture = Fixture { game: 0, round: 0, white: 1, black: 0 };
            standing.check_nodes(fixture, &game, [Control::Nodes(3_000); 2]);
            standing.lines(0)
        };
        assert_eq!(lines(20, [3_100, 2_900]), Vec::<String>::new());
        assert_eq!(lines(20, [20, 2_900]), ["b never used more than 20 of its 3000 nodes"]);
        assert_eq!(lines(19, [20, 2_900]), Vec::<String>::new(), "too few moves");
        let over = ["a spent 9000 nodes on a move where it was given 3000"];
        assert_eq!(lines(1, [300, 9_000]), over);
    }
}
