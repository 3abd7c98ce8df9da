//! Games between scripted engines.

use std::collections::VecDeque;
use std::time::Duration;

use super::adjudication::{Adjudication, DrawRule, ResignRule};
use super::control::Control;
use super::{Cause, Ending, Game, Rules, Side, play_observed};
use crate::search::limits::{Limits, StopSignal};
use crate::search::report::{SearchOutcome, StopReason};
use crate::search::score::Score;
use crate::search::thinker::{CommonOptions, SearchError, SearchObserver, Thinker};
use tabia_chess::{Board, Color, Move, uci_move};
use tabia_games::game::position::GamePosition;

/// Plays its moves in order with a constant score, slowly, and fails when there are no more.
struct Script {
    moves: VecDeque<&'static str>,
    score: Option<Score>,
    takes: Duration,
    usable: bool,
}

impl Script {
    fn new(moves: &[&'static str], score: i32) -> Script {
        let moves = moves.iter().copied().collect();
        Script { moves, score: Some(Score::Cp(score)), takes: Duration::ZERO, usable: false }
    }
}

impl Thinker for Script {
    fn name(&self) -> &'static str {
        "Script"
    }

    fn configure(&mut self, _: &CommonOptions) -> Result<(), SearchError> {
        Ok(())
    }

    fn new_game(&mut self) -> Result<(), SearchError> {
        Ok(())
    }

    fn search(
        &mut self,
        position: &GamePosition,
        _: &Limits,
        _: &StopSignal,
        _: &mut dyn SearchObserver,
    ) -> Result<SearchOutcome, SearchError> {
        std::thread::sleep(self.takes);
        let message = "out of moves".to_owned();
        let out = SearchError::Failed { message, advice: "", usable: self.usable };
        let text = self.moves.pop_front().ok_or(out)?;
        let best: Option<Move> = uci_move::parse(&position.board(), text).ok();
        let score = self.score;
        Ok(SearchOutcome { best, score, ..SearchOutcome::nothing(StopReason::Unspecified) })
    }
}

fn rules() -> Rules {
    Rules { adjudication: Adjudication::default(), margin: Duration::from_millis(20) }
}

fn played_from(
    start: Board,
    white: Script,
    black: Script,
    control: Control,
    rules: &Rules,
) -> Game {
    let [mut white, mut black] = [white, black];
    let sides = [Side { engine: &mut white, control }, Side { engine: &mut black, control }];
    play_observed(sides, &GamePosition::new(start), rules, &StopSignal::never(), &mut ()).unwrap()
}

fn played(white: &[&'static str], black: &[&'static str]) -> Game {
    let control = Control::Nodes(1);
    played_from(Board::start(), Script::new(white, 0), Script::new(black, 0), control, &rules())
}

#[test]
fn games_end_by_the_rules() {
    let mate = played(&["f2f3", "g2g4"], &["e7e5", "d8h4"]);
    assert_eq!((mate.ending.winner, mate.ending.pgn()), (Some(Color::Black), "0-1"));
    assert_eq!(mate.ending.to_string(), "Black wins by checkmate");
    assert_eq!((mate.ending.termination(), mate.moves.len()), ("normal", 4));
    let back = played(&["g1f3", "f3g1"].repeat(5), &["g8f6", "f6g8"].repeat(5));
    assert_eq!(back.ending.to_string(), "Draw by threefold repetition");
    assert_eq!(back.moves.len(), 8);
}

#[test]
fn an_engine_that_fails_loses_and_its_message_is_kept() {
    let broken = played(&["e2e4"], &[]);
    assert_eq!(
        broken.ending,
        Ending { winner: Some(Color::White), cause: Cause::Broken("out of moves".into()) }
    );
    assert_eq!((broken.ending.pgn(), broken.ending.termination()), ("1-0", "abandoned"));
    let illegal = played(&["e2e5"], &[]);
    assert_eq!((illegal.ending.pgn(), illegal.ending.termination()), ("0-1", "rules infraction"));
    let mut dumb = Script::new(&[], 0);
    dumb.usable = true;
    let game = played_from(Board::start(), dumb, Script::new(&[], 0), Control::Nodes(1), &rules());
    assert_eq!(game.ending.termination(), "rules infraction");
}

#[test]
fn a_time_forfeit_loses_unless_the_opponent_cannot_mate() {
    let slow = |takes: u64| Script {
        takes: Duration::from_millis(takes),
        ..Script::new(&["e2e4", "e1e2"], 0)
    };
    let clock = Control::Clock("0.1".parse().unwrap());
    let quick = Script::new(&["e7e5"], 0);
    let game = played_from(Board::start(), slow(150), quick, clock, &rules());
    assert_eq!(game.ending.to_string(), "Black wins on time");
    assert_eq!(game.ending.termination(), "time forfeit");
    let hung = Script { takes: Duration::from_millis(150), ..Script::new(&[], 0) };
    let game = played_from(Board::start(), hung, Script::new(&[], 0), clock, &rules());
    assert_eq!(game.ending.termination(), "time forfeit", "the flag fell before it was given up");
    let lone = Board::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
    let game = played_from(lone, slow(150), Script::new(&[], 0), clock, &rules());
    assert_eq!((game.ending.winner, game.ending.termination()), (None, "time forfeit"));
    let game = played_from(
        Board::start(),
        slow(150),
        Script::new(&["e7e5"], 0),
        Control::MoveTime(Duration::from_millis(100)),
        &rules(),
    );
    assert_eq!(game.ending.termination(), "time forfeit");
}

#[test]
fn games_are_adjudicated_where_that_is_asked_for() {
    let line = ["g1f3", "f3g1", "b1c3", "c3b1", "g1h3", "h3g1", "b1a3", "a3b1"];
    let reply = ["g8f6", "f6g8", "b8c6", "c6b8", "g8h6", "h6g8", "b8a6", "a6b8"];
    let decided = |cp: i32, adjudication: Adjudication| {
        let rules = Rules { adjudication, ..rules() };
        let sides = (Script::new(&line, cp), Script::new(&reply, -cp));
        played_from(Board::start(), sides.0, sides.1, Control::Nodes(1), &rules)
    };
    let resign = Some(ResignRule { moves: 2, cp: 500 });
    let won = decided(600, Adjudication { resign, ..Adjudication::default() });
    assert_eq!((won.ending.pgn(), won.moves.len()), ("1-0", 4));
    assert_eq!(won.ending.termination(), "adjudication");
    let draw = Some(DrawRule { from: 3, moves: 2, cp: 10 });
    let even = decided(0, Adjudication { draw, ..Adjudication::default() });
    assert_eq!((even.ending.cause, even.moves.len()), (Cause::Even, 5));
    let long = decided(50, Adjudication { max_moves: Some(3), ..Adjudication::default() });
    assert_eq!((long.ending.cause, long.moves.len()), (Cause::TooLong, 6));
}

#[test]
fn a_stopped_game_has_no_result() {
    let token = std::sync::Arc::new(crate::search::limits::StopToken::default());
    token.stop(u64::MAX);
    let (mut white, mut black) = (Script::new(&["e2e4"], 0), Script::new(&[], 0));
    let control = Control::Nodes(1);
    let sides = [Side { engine: &mut white, control }, Side { engine: &mut black, control }];
    let opening = GamePosition::new(Board::start());
    assert_eq!(play_observed(sides, &opening, &rules(), &StopSignal::new(token, 1), &mut ()), None);
}
