//! Standing of a match, as text and JSON.

use serde_json::{Value, json};

use tabia_engine::play::{Cause, Game};
use tabia_games::strength::pentanomial::Tally;
use tabia_games::strength::sheet::ScoreSheet;
use tabia_games::strength::sprt::{Decision, Sprt};
use tabia_games::strength::standings::{FinishedGame, Standings};
use tabia_host::referee::conduct::{Conduct, NodeUse};
use tabia_host::referee::schedule::Fixture;

/// Standing of a match.
pub(super) struct Standing {
    pub(super) names: Vec<String>,
    /// The games so far.
    games: Vec<FinishedGame>,
    pairings: Vec<[usize; 2]>,
    /// Results by pairing.
    tallies: Vec<Tally>,
    /// Of each engine.
    pub(super) conduct: Vec<Conduct>,
    sprt: Option<Sprt>,
}

impl Standing {
    pub(super) fn new(
        names: Vec<String>,
        pairings: Vec<[usize; 2]>,
        sprt: Option<Sprt>,
    ) -> Standing {
        let tallies = vec![Tally::default(); pairings.len()];
        let conduct = vec![Conduct::default(); names.len()];
        Standing { names, games: Vec::new(), pairings, tallies, conduct, sprt }
    }

    /// Adds a game, with the use of node limits by White and Black.
    pub(super) fn add(&mut self, result: FinishedGame, nodes: [Option<NodeUse>; 2]) {
        let FinishedGame { white, black, round, points, .. } = result;
        let meet = |pairing: &[usize; 2]| pairing.contains(&white) && pairing.contains(&black);
        let at = self.pairings.iter().position(meet).unwrap_or_else(|| {
            self.pairings.push([white.min(black), white.max(black)]);
            self.tallies.push(Tally::default());
            self.tallies.len() - 1
        });
        let is_first = self.pairings[at][0] == white;
        self.tallies[at].add(round, if is_first { points } else { points.reversed() });
        Conduct::count(&mut self.conduct, &result, nodes);
        self.games.push(result);
    }

    /// The table of all players. `bye_halves` are their half points without games.
    pub(super) fn standings(&self, bye_halves: &[u32]) -> Standings {
        Standings::of(self.names.len(), &self.games, bye_halves)
    }

    pub(super) fn games(&self) -> u32 {
        self.games.len() as u32
    }

    /// Decision of the sequential test, if any.
    pub(super) fn decision(&self) -> Option<Decision> {
        self.sprt?.decision(&self.tallies.first()?.pairs)
    }

    /// The standing as text, with at most this many of the pairings that have played.
    pub(super) fn lines(&self, longest: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let only = self.pairings.len() == 1;
        let pairings = self.pairings.iter().zip(&self.tallies);
        let played = pairings.filter(|(_, tally)| only || tally.sheet.games() > 0);
        for (&[a, b], tally) in played.take(longest) {
            lines.push(format!("{} against {}: {}", self.names[a], self.names[b], tally.words()));
        }
        if let (Some(sprt), Some(tally)) = (&self.sprt, self.tallies.first()) {
            lines.push(sprt.words(&tally.pairs));
        }
        for (name, conduct) in self.names.iter().zip(&self.conduct) {
            lines.extend(conduct.lines(name));
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
        let all = self.names.iter().zip(&self.conduct);
        let faults = all.map(|(name, Conduct { time, illegal, failed, nodes })| {
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
