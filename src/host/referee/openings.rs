//! Where the games of a match begin: positions of a file in an order drawn by lot, or random balanced ones.

use tabia_chess::{Board, SplitMix64};
use tabia_engine::search::limits::StopSignal;
use tabia_games::game::pgn_read::PgnGame;
use tabia_games::game::position::GamePosition;
use tabia_lab::matches;

/// The openings of a match. The same seed gives the same opening for each round.
#[derive(Clone, Debug)]
pub enum Openings {
    /// Random moves to positions in which both sides stand about alike.
    Random(u64),
    /// These in turn; after the last the first again.
    Positions(Vec<GamePosition>),
}

impl Openings {
    /// These positions in an order drawn by lot; `None`: as they stand.
    ///
    /// # Errors
    /// Where no game can be played from one of them, or there is none.
    pub fn from_positions(
        mut all: Vec<GamePosition>,
        seed: Option<u64>,
    ) -> Result<Openings, String> {
        if all.is_empty() {
            return Err("found no opening, expected at least one".to_owned());
        }
        if let Some(over) = all.iter().map(GamePosition::board).find(|b| !b.has_legal_move()) {
            return Err(format!("found {over}, expected an opening with a move to play"));
        }
        if let Some(seed) = seed {
            let mut rng = SplitMix64::new(seed);
            for at in (1..all.len()).rev() {
                all.swap(at, rng.below(at + 1));
            }
        }
        Ok(Openings::Positions(all))
    }

    /// Where the games of a round begin. `None`: stopped.
    pub fn of_round(&self, round: u32, stop: &StopSignal) -> Option<GamePosition> {
        match self {
            Openings::Random(seed) => {
                let moves = matches::balanced_opening(*seed, round, stop)?;
                Some(GamePosition { start: Board::start(), moves })
            }
            Openings::Positions(all) => all.get(round as usize % all.len()).cloned(),
        }
    }

    /// Different openings; `None`: more than any match needs.
    pub fn count(&self) -> Option<usize> {
        match self {
            Openings::Random(_) => None,
            Openings::Positions(all) => Some(all.len()),
        }
    }

    /// What tells these openings from others.
    pub(super) fn words(&self) -> String {
        match self {
            Openings::Random(seed) => format!("random {seed}"),
            Openings::Positions(all) => {
                let line =
                    |opening: &GamePosition| format!("{} {:?}", opening.start, opening.moves);
                all.iter().map(line).collect::<Vec<_>>().join("\n")
            }
        }
    }
}

/// The first plies of a game's main line, as an opening.
pub fn of_game(game: &PgnGame, plies: usize) -> GamePosition {
    let tree = &game.tree;
    let line = tree.main_line();
    // A null move is no move of a game.
    let moves = line.iter().filter(|&&node| node != tree.root()).map_while(|&node| tree.mv(node));
    GamePosition { start: *tree.board(tree.root()), moves: moves.take(plies).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
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
    fn an_opening_that_is_over_is_refused() {
        let mated = Board::from_fen("7k/5KQ1/8/8/8/8/8/8 b - - 0 1").unwrap();
        let error = Openings::from_positions(vec![GamePosition::new(mated)], None).unwrap_err();
        assert!(error.contains("expected an opening with a move to play"), "{error}");
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
