//! Matches between two engines of the program in one process: the same openings with both colours, the same nodes or
//! the same clock for both. Without a clock the same seed gives the same match, game for game.

use std::ops::RangeInclusive;
use std::sync::Arc;

use tabia_chess::{Board, Color, Move, SplitMix64};
use tabia_engine::play::adjudication::Adjudication;
use tabia_engine::play::control::Control;
use tabia_engine::play::{Cause, Rules, Side, play_engines};
use tabia_engine::search::limits::StopSignal;
use tabia_games::game::position::GamePosition;
use tabia_games::strength::sheet::Points;

use crate::experiment::{Experiment, Info, LabContext, LabError};
use crate::scratch::search::{Budget, Root, ScratchEngine, search};
use crate::scratch::values::{Level, ScratchEval};

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
const MAX_OPENING_TRIES: usize = 50;
/// A game is a draw after so many moves of each side, those of the opening aside: 300 plies in all.
const MAX_MOVES: u32 = 146;

/// A match between two evaluations from scratch.
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

/// Matches between levels, one after the other; they need neither the engine nor a position.
#[derive(Debug)]
pub struct LevelMatches;

impl Experiment for LevelMatches {
    const INFO: Info = Info::of_own_view("scratch", "");
    type Request = Vec<MatchPlan>;
    /// A finished game of the match of a level.
    type Update = (Level, MatchGame);

    fn run(
        plans: &Vec<MatchPlan>,
        _: &GamePosition,
        context: &mut LabContext<'_>,
        report: &mut dyn FnMut((Level, MatchGame)) -> bool,
    ) -> Result<(), LabError> {
        for plan in plans {
            let (level, mut goes_on) = (plan.evals[0].level, true);
            play_scratch(plan, context.stop, &mut |game| goes_on &= report((level, game)))
                .map_err(LabError::Failed)?;
            if !goes_on {
                break;
            }
        }
        Ok(())
    }

    fn fixed_position() -> Option<GamePosition> {
        Some(GamePosition::new(Board::start()))
    }
}

/// Plays a match between two evaluations from scratch; `report` is called with each game as it ends. A stop ends it
/// within a millisecond or two, without the game under way.
///
/// # Errors
/// As [`play`].
pub fn play_scratch(
    plan: &MatchPlan,
    stop: &StopSignal,
    report: &mut dyn FnMut(MatchGame),
) -> Result<(), String> {
    let [a, b] = &plan.evals;
    let [mut a, mut b] = [a, b].map(|eval| ScratchEngine::new(Arc::new(eval.clone())));
    let control = Control::Nodes(plan.nodes.clamp(*NODES.start(), *NODES.end()));
    let sides = [Side { engine: &mut a, control }, Side { engine: &mut b, control }];
    let games = plan.games.clamp(*GAMES.start(), *GAMES.end());
    play(sides, games, plan.seed, stop, report)
}

/// Plays so many games between A and B; `report` is called with each as it ends. A stop ends the match without the game
/// under way.
///
/// # Errors
/// Where an engine fails or plays a move that is not legal.
pub fn play(
    [a, b]: [Side<'_>; 2],
    games: u32,
    seed: u64,
    stop: &StopSignal,
    report: &mut dyn FnMut(MatchGame),
) -> Result<(), String> {
    let adjudication = Adjudication { max_moves: Some(MAX_MOVES), ..Adjudication::default() };
    let rules = Rules { adjudication, ..Rules::default() };
    let eval = ScratchEval::at(Level::Tapering);
    let mut opening = Vec::new();
    for number in 1..=games {
        let a_is_white = number % 2 == 1;
        if a_is_white {
            match draw_opening(&eval, seed, number / 2, stop) {
                Some(drawn) => opening = drawn,
                None => return Ok(()),
            }
        }
        let start = GamePosition { start: Board::start(), moves: opening.clone() };
        let first = Side { engine: &mut *a.engine, control: a.control };
        let second = Side { engine: &mut *b.engine, control: b.control };
        let sides = if a_is_white { [first, second] } else { [second, first] };
        let Some(game) = play_engines(sides, &start, &rules, stop) else { return Ok(()) };
        if let Cause::Illegal(message) | Cause::Broken(message) = game.ending.cause {
            return Err(message);
        }
        let points = match game.ending.winner {
            None => Points::Draw,
            Some(winner) if (winner == Color::White) == a_is_white => Points::Win,
            Some(_) => Points::Loss,
        };
        let moves = opening.iter().copied().chain(game.moves.iter().map(|played| played.mv));
        report(MatchGame {
            number,
            a_is_white,
            moves: moves.collect(),
            opening: opening.len(),
            points,
            reason: game.ending.to_string(),
        });
    }
    Ok(())
}

/// The opening of a pair of games drawn from this seed: random moves from the start position to one where both sides
/// stand about alike. `None`: stopped.
pub fn balanced_opening(seed: u64, pair: u32, stop: &StopSignal) -> Option<Vec<Move>> {
    draw_opening(&ScratchEval::at(Level::Tapering), seed, pair, stop)
}

/// The same with an evaluation that is there already.
fn draw_opening(eval: &ScratchEval, seed: u64, pair: u32, stop: &StopSignal) -> Option<Vec<Move>> {
    let mut rng = SplitMix64::new(seed ^ SplitMix64::new(u64::from(pair)).next_u64());
    let mut line = Vec::new();
    for _ in 0..MAX_OPENING_TRIES {
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
        let found = search(eval, &root, budget, stop, &mut |_, _| true);
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

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use tabia_chess::rules::{self, Outcome};
    use tabia_engine::play::control::Clock;
    use tabia_engine::puct::PuctEngine;
    use tabia_engine::puct::options::{PuctConfig, PuctOptions};
    use tabia_engine::search::limits::StopToken;
    use tabia_games::strength::sheet::ScoreSheet;

    fn plan(a: Level, b: Level, games: u32) -> MatchPlan {
        MatchPlan { evals: [a, b].map(ScratchEval::at), games, nodes: 200, seed: 7 }
    }

    fn played(plan: &MatchPlan) -> Vec<MatchGame> {
        let mut games = Vec::new();
        play_scratch(plan, &StopSignal::never(), &mut |game| games.push(game)).unwrap();
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
            assert!(outcome.is_some() || game.moves.len() == game.opening + 2 * MAX_MOVES as usize);
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
        play_scratch(&long, &stop, &mut |_| ()).unwrap();
        assert!(begin.elapsed() < Duration::from_secs(3), "{:?}", begin.elapsed());
    }

    /// A clock, ms.
    fn clock(base: u64, increment: u64) -> Control {
        let [base, increment] = [base, increment].map(Duration::from_millis);
        Control::Clock(Clock { base, increment, moves: None })
    }

    fn puct_match(controls: [Control; 2], games: u32) -> Vec<MatchGame> {
        let engine =
            |config| PuctEngine::new(&PuctOptions { hash_mib: 1, ..PuctOptions::of(config) });
        let (mut a, mut b) = (engine(PuctConfig::Knowledge), engine(PuctConfig::Flat));
        let sides = [
            Side { engine: &mut a, control: controls[0] },
            Side { engine: &mut b, control: controls[1] },
        ];
        let mut games_played = Vec::new();
        play(sides, games, 3, &StopSignal::never(), &mut |game| games_played.push(game)).unwrap();
        games_played
    }

    #[test]
    fn games_are_legal_repeat_and_are_won_by_the_stronger() {
        let games = puct_match([Control::Nodes(60), Control::Nodes(25)], 2);
        assert_eq!(games, puct_match([Control::Nodes(60), Control::Nodes(25)], 2));
        assert_eq!(games[0].moves[..games[0].opening], games[1].moves[..games[1].opening]);
        let mut sheet = ScoreSheet::default();
        for game in &games {
            sheet.add(game.points);
        }
        assert_eq!(sheet.losses, 0, "{games:?}");
    }

    #[test]
    fn whose_time_is_up_loses() {
        let none = clock(0, 0);
        let games = puct_match([Control::Nodes(10), none], 2);
        assert!(games.iter().all(|game| game.points == Points::Win), "{games:?}");
        let some = clock(300, 1);
        let game = &puct_match([some, Control::Nodes(2)], 1)[0];
        assert!(!game.moves.is_empty());
    }
}
