//! Standing of a match, as text and JSON.

use serde_json::{Value, json};

use tabia_engine::play::control::Control;
use tabia_engine::play::{Cause, Game};
use tabia_games::strength::pentanomial::Tally;
use tabia_games::strength::sheet::{Points, ScoreSheet};
use tabia_games::strength::sprt::{Decision, Sprt};
use tabia_games::strength::standings::{GameResult, Standings};
use tabia_host::referee::schedule::Fixture;

/// Nodes beyond twice the limit that are tolerated: engines count in steps.
const NODE_TOLERANCE: u64 = 1_000;

/// Standing of a match.
pub(super) struct Standing {
    pub(super) names: Vec<String>,
    /// The games so far.
    games: Vec<GameResult>,
    pairings: Vec<[usize; 2]>,
    /// Results by pairing.
    tallies: Vec<Tally>,
    /// Games each engine lost on time, by an illegal move or because it failed.
    faults: Vec<[u32; 3]>,
    /// Largest number of nodes each engine spent on a move far beyond its limit, and the limit.
    overspent: Vec<Option<(u64, u64)>>,
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
        let (faults, overspent) = (vec![[0; 3]; names.len()], vec![None; names.len()]);
        Standing { names, games: Vec::new(), pairings, tallies, faults, overspent, sprt }
    }

    pub(super) fn add(&mut self, result: GameResult) {
        let GameResult { white, black, round, points, .. } = result;
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
            let max_spent = &mut self.overspent[[fixture.white, fixture.black][mover]];
            if spent > given.saturating_mul(2).saturating_add(NODE_TOLERANCE)
                && max_spent.is_none_or(|(known, _)| spent > known)
            {
                *max_spent = Some((spent, given));
            }
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
        for (name, overspent) in self.names.iter().zip(&self.overspent) {
            if let Some((spent, given)) = overspent {
                lines.push(format!(
                    "{name} spent {spent} nodes on a move where it was given {given}"
                ));
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
        let all = self.names.iter().zip(&self.faults).zip(&self.overspent);
        let faults = all.map(|((name, [time, illegal, failed]), overspent)| {
            let nodes = overspent.map(|(spent, _)| spent);
            json!({
                "engine": name, "time": time, "illegal": illegal, "failed": failed,
                "most_nodes_beyond_limit": nodes,
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
