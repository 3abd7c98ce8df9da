//! A match between two evaluations from scratch: same search, same nodes a move, the same openings with both
//! colours. With the same seed it is the same match, game for game.

use std::convert::Infallible;
use std::ops::RangeInclusive;

use super::search::{Budget, Root, search};
use super::values::{Level, ScratchEval};
use tabia_chess::board::Board;
use tabia_chess::color::Color;
use tabia_chess::moves::Move;
use tabia_chess::rng::SplitMix64;
use tabia_chess::rules::{self, Outcome};
use tabia_engine::search::stop::StopSignal;
use tabia_games::strength::sheet::Points;

/// Games a match can have.
pub const GAMES: RangeInclusive<u32> = 2..=10_000;
/// Nodes a move can have.
pub const NODES: RangeInclusive<u64> = 50..=1_000_000;
/// Plies played at random before a game.
const OPENING_PLIES: usize = 8;
/// An opening is kept where both sides stand about alike: within this, centipawns
const BALANCED_CP: i32 = 60;
/// by a search of so many nodes with all knowledge.
const BALANCE_NODES: u64 = 1_500;
/// Openings drawn until one is balanced; the last is taken as it is.
const DRAWS: usize = 50;
/// A game that is not over by then, plies with the opening, is a draw.
pub const LONGEST: usize = 300;

/// A match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchPlan {
    /// The two sides, A and B.
    pub evals: [ScratchEval; 2],
    /// Games, [`GAMES`]. Two by two they share an opening.
    pub games: u32,
    /// Nodes of each search, [`NODES`].
    pub nodes: u64,
    /// What the openings are drawn from.
    pub seed: u64,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchGame {
    /// Its number, from 1.
    pub number: u32,
    /// Whether A has White.
    pub a_is_white: bool,
    /// All moves from the start position on.
    pub moves: Vec<Move>,
    /// Of these the opening's.
    pub opening: usize,
    /// How it ended for A.
    pub points: Points,
    /// Why it ended, for a person.
    pub reason: String,
}

/// The moves of a game and how it ended; no outcome where it was too long.
pub(crate) type Played = (Vec<Move>, Option<Outcome>);

/// Plays a match; `tell` hears of each game as it ends. A stop ends it within a millisecond or two, without the game
/// under way.
pub fn play(plan: &MatchPlan, stop: &StopSignal, tell: &mut dyn FnMut(MatchGame)) {
    let games = plan.games.clamp(*GAMES.start(), *GAMES.end());
    let Ok(()) = play_pairs(games, plan.seed, stop, tell, |opening, a_is_white| {
        let white = usize::from(!a_is_white);
        let sides = [&plan.evals[white], &plan.evals[1 - white]];
        Ok::<_, Infallible>(game(sides, opening, plan.nodes, stop))
    });
}

/// Plays games two by two from the same opening with both colours, and tells of each as it ends. `game` plays one:
/// the opening's moves, whether A has White; nothing comes of it where it was stopped.
///
/// # Errors
/// That of the first game that fails.
pub(crate) fn play_pairs<E>(
    games: u32,
    seed: u64,
    stop: &StopSignal,
    tell: &mut dyn FnMut(MatchGame),
    mut game: impl FnMut(&[Move], bool) -> Result<Option<Played>, E>,
) -> Result<(), E> {
    let judge = ScratchEval::at(Level::Tapering);
    let mut opening = Vec::new();
    for number in 1..=games {
        let a_is_white = number % 2 == 1;
        if a_is_white {
            match draw_opening(&judge, seed, number / 2, stop) {
                Some(drawn) => opening = drawn,
                None => return Ok(()),
            }
        }
        let Some((moves, outcome)) = game(&opening, a_is_white)? else { return Ok(()) };
        let points = match outcome.and_then(Outcome::winner) {
            None => Points::Draw,
            Some(winner) if (winner == Color::White) == a_is_white => Points::Win,
            Some(_) => Points::Loss,
        };
        let reason = outcome.map_or_else(
            || format!("Draw: not over after {LONGEST} plies"),
            |outcome| outcome.to_string(),
        );
        tell(MatchGame { number, a_is_white, moves, opening: opening.len(), points, reason });
    }
    Ok(())
}

/// The opening of a pair of games drawn from this seed: random moves from the start position to one where both sides
/// stand about alike. `None`: stopped.
pub fn balanced_opening(seed: u64, pair: u32, stop: &StopSignal) -> Option<Vec<Move>> {
    draw_opening(&ScratchEval::at(Level::Tapering), seed, pair, stop)
}

/// The same with a judge who is there already.
fn draw_opening(judge: &ScratchEval, seed: u64, pair: u32, stop: &StopSignal) -> Option<Vec<Move>> {
    let mut rng = SplitMix64::new(seed ^ SplitMix64::new(u64::from(pair)).next_u64());
    let mut line = Vec::new();
    for _ in 0..DRAWS {
        line.clear();
        let mut board = Board::start();
        for _ in 0..OPENING_PLIES {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len())];
            line.push(mv);
            board.make_move(mv);
        }
        let root = Root { board: &board, keys: &[board.key()], moves: &[] };
        let budget = &Budget::nodes(BALANCE_NODES);
        let found = search(judge, &root, budget, stop, &mut |_, _| true);
        if stop.is_stopped() {
            return None;
        }
        let score = found.and_then(|found| found.score?.cp());
        if score.is_some_and(|cp| cp.abs() <= BALANCED_CP) {
            break;
        }
    }
    Some(line)
}

/// A game between White's evaluation and Black's: its moves and its outcome, none where it was too long. `None`:
/// stopped.
fn game(
    sides: [&ScratchEval; 2],
    opening: &[Move],
    nodes: u64,
    stop: &StopSignal,
) -> Option<Played> {
    let mut board = Board::start();
    let mut moves = opening.to_vec();
    let mut keys = vec![board.key()];
    for &mv in opening {
        board.make_move(mv);
        keys.push(board.key());
    }
    while moves.len() < LONGEST {
        let times = keys.iter().filter(|&&key| key == board.key()).count();
        let claimed = || rules::claim(&board, times).map(rules::Claim::outcome);
        if let Some(outcome) = rules::automatic_outcome(&board, times).or_else(claimed) {
            return Some((moves, Some(outcome)));
        }
        let root = Root { board: &board, keys: &keys, moves: &[] };
        let eval = sides[board.stm().index()];
        let budget = &Budget::nodes(nodes.clamp(*NODES.start(), *NODES.end()));
        let found = search(eval, &root, budget, stop, &mut |_, _| true)?;
        if stop.is_stopped() {
            return None;
        }
        let mv = found.pv[0];
        moves.push(mv);
        board.make_move(mv);
        keys.push(board.key());
    }
    Some((moves, None))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use super::*;
    use tabia_engine::search::stop::StopToken;
    use tabia_games::strength::sheet::ScoreSheet;

    fn plan(a: Level, b: Level, games: u32) -> MatchPlan {
        MatchPlan { evals: [a, b].map(ScratchEval::at), games, nodes: 200, seed: 7 }
    }

    fn played(plan: &MatchPlan) -> Vec<MatchGame> {
        let mut games = Vec::new();
        play(plan, &StopSignal::never(), &mut |game| games.push(game));
        games
    }

    #[test]
    fn a_match_is_always_the_same_and_its_games_are_legal() {
        let plan = plan(Level::Squares, Level::Material, 4);
        let games = played(&plan);
        assert_eq!(games, played(&plan));
        assert_ne!(games, played(&MatchPlan { seed: 8, ..plan }), "another seed, other openings");
        assert_eq!(games.iter().map(|game| game.number).collect::<Vec<_>>(), [1, 2, 3, 4]);
        for pair in games.chunks(2) {
            assert!(pair[0].a_is_white && !pair[1].a_is_white);
            let openings = [&pair[0], &pair[1]].map(|game| &game.moves[..game.opening]);
            assert_eq!(openings[0], openings[1]);
        }
        for game in &games {
            let mut board = Board::start();
            let mut keys = vec![board.key()];
            for &mv in &game.moves {
                assert!(board.is_legal(mv));
                board.make_move(mv);
                keys.push(board.key());
            }
            let times = keys.iter().filter(|&&key| key == board.key()).count();
            let outcome = rules::automatic_outcome(&board, times)
                .or_else(|| rules::claim(&board, times).map(rules::Claim::outcome));
            let white = match outcome.and_then(Outcome::winner) {
                None => Points::Draw,
                Some(Color::White) => Points::Win,
                Some(Color::Black) => Points::Loss,
            };
            let for_a = match (white, game.a_is_white) {
                (Points::Draw, _) => Points::Draw,
                (points, true) => points,
                (Points::Win, false) => Points::Loss,
                (_, false) => Points::Win,
            };
            assert_eq!(game.points, for_a, "{}", game.reason);
            assert!(outcome.is_some() || game.moves.len() == LONGEST);
        }
    }

    #[test]
    fn an_evaluation_against_itself_is_even() {
        let mut sheet = ScoreSheet::default();
        let plan = plan(Level::Pawns, Level::Pawns, 4);
        for game in played(&plan) {
            sheet.add(game.points);
        }
        assert_eq!(sheet.games(), 4);
        assert_eq!(sheet.wins, sheet.losses, "both play each opening with both colours");
    }

    #[test]
    fn a_match_is_stopped_at_once() {
        let token = Arc::new(StopToken::default());
        let stop = StopSignal::new(token.clone(), 1);
        let long =
            MatchPlan { games: 10_000, nodes: 1_000_000, ..plan(Level::King, Level::Pawns, 2) };
        let stopper = move || {
            std::thread::sleep(Duration::from_millis(50));
            token.stop(1);
        };
        std::thread::Builder::new().name("stopper".into()).spawn(stopper).unwrap();
        let begin = Instant::now();
        play(&long, &stop, &mut |_| ());
        assert!(begin.elapsed() < Duration::from_secs(3), "{:?}", begin.elapsed());
    }
}
