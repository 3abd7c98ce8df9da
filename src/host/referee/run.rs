//! A whole match: several games at once, each on its own thread with its own engines, until all games are played or the
//! caller stops it.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::{io, thread};

use crossbeam_channel::{Sender, bounded};
use thiserror::Error;

use super::openings::Openings;
use super::player::PreparedPlayer;
use super::resume::id_of;
use tabia_chess::Color;
use tabia_engine::play::control::Control;
use tabia_engine::play::{Cause, Ending, Game, Rules, Side, play_engines};
use tabia_engine::search::limits::{StopSignal, StopToken};
use tabia_engine::search::thinker::Thinker;
use tabia_games::game::position::GamePosition;

/// Failed starts of an engine in a row before the match is abandoned.
const MAX_FAILURES: u32 = 3;

/// Everything about a match.
#[derive(Clone, Debug)]
pub struct Match {
    /// Who plays, and what each may spend.
    pub players: Vec<(PreparedPlayer, Control)>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// Where games begin.
    pub openings: Openings,
    /// Adjudication and time rules.
    pub rules: Rules,
    /// Games at a time.
    pub concurrency: usize,
}

/// Why a match ended before its time.
#[derive(Debug, Error)]
pub enum MatchError {
    /// An engine cannot be started any more.
    #[error("{name} could not be started {MAX_FAILURES} times in a row: {message}")]
    Gone {
        name: String,
        /// Why.
        message: String,
    },
    /// The system gives no thread.
    #[error("no thread to be had: {0}")]
    Thread(#[from] io::Error),
}

/// What a thread reports.
enum WorkerMessage {
    Played(Fixture, Box<Game>),
    Failed(MatchError),
}

impl Match {
    /// A hash of engines, limits, openings and rules: equal matches have equal ids. `lines` describes the players.
    pub fn id(&self, lines: &[&str]) -> String {
        let players = self.players.iter().zip(lines);
        let players: Vec<String> = players
            .map(|((ready, control), line)| format!("{} {line} {control}", ready.name))
            .collect();
        let adjudication = &self.rules.adjudication;
        id_of(&format!(
            "{players:?} {:?} {:?} {:?} {:?} {}",
            self.schedule.pairings(),
            adjudication.draw,
            adjudication.resign,
            (adjudication.max_moves, adjudication.tables.is_some()),
            self.openings.words()
        ))
    }

    /// Plays all games that are not in `played`. `on_game` is called as each game ends and returns whether the match goes
    /// on. Raising the token for all jobs ends the match without its unfinished games.
    ///
    /// # Errors
    /// If an engine cannot be started any more or there is no thread; the games reported until then count.
    pub fn play(
        &self,
        played: &BTreeSet<u32>,
        token: &Arc<StopToken>,
        on_game: &mut dyn FnMut(Fixture, &Game) -> bool,
    ) -> Result<(), MatchError> {
        let stop = StopSignal::new(Arc::clone(token), 1);
        let next = AtomicU32::new(0);
        let (sender, receiver) = bounded(self.concurrency.max(1));
        thread::scope(|scope| {
            let mut result = Ok(());
            for number in 1..=self.concurrency.max(1) {
                let (news, stop, next) = (sender.clone(), &stop, &next);
                // Engines are built and dropped on the thread they search on.
                let work = move || MatchWorker::new(self, stop, news).play_all(played, next);
                let named = thread::Builder::new().name(format!("table-{number}"));
                if let Err(error) = named.spawn_scoped(scope, work) {
                    result = Err(MatchError::Thread(error));
                    token.stop(u64::MAX);
                    break;
                }
            }
            drop(sender);
            let mut ended = result.is_err();
            for news in receiver {
                if ended {
                    continue;
                }
                match news {
                    WorkerMessage::Played(fixture, game) => ended = !on_game(fixture, &game),
                    WorkerMessage::Failed(error) => {
                        result = Err(error);
                        ended = true;
                    }
                }
                if ended {
                    token.stop(u64::MAX);
                }
            }
            result
        })
    }
}

/// A thread that plays one game after the other, with its own engines.
struct MatchWorker<'a> {
    plan: &'a Match,
    stop: &'a StopSignal,
    news: Sender<WorkerMessage>,
    /// By player.
    slots: Vec<PlayerSlot>,
}

/// The engine of a player on this thread.
#[derive(Default)]
struct PlayerSlot {
    engine: Option<Box<dyn Thinker>>,
    /// Failed starts in a row.
    failures: u32,
}

impl<'a> MatchWorker<'a> {
    fn new(plan: &'a Match, stop: &'a StopSignal, news: Sender<WorkerMessage>) -> MatchWorker<'a> {
        let slots = plan.players.iter().map(|_| PlayerSlot::default()).collect();
        MatchWorker { plan, stop, news, slots }
    }

    fn play_all(&mut self, played: &BTreeSet<u32>, next: &AtomicU32) {
        while !self.stop.is_stopped() {
            let Some(fixture) = self.plan.schedule.fixture(next.fetch_add(1, Relaxed)) else {
                return;
            };
            if played.contains(&fixture.game) {
                continue;
            }
            let news = match self.game(fixture) {
                Ok(None) => return,
                Ok(Some(game)) => WorkerMessage::Played(fixture, Box::new(game)),
                Err(error) => WorkerMessage::Failed(error),
            };
            let over = matches!(news, WorkerMessage::Failed(_));
            if self.news.send(news).is_err() || over {
                return;
            }
        }
    }

    /// Plays one game. `None`: stopped.
    fn game(&mut self, fixture: Fixture) -> Result<Option<Game>, MatchError> {
        let Some(opening) = self.plan.openings.of_round(fixture.round, self.stop) else {
            return Ok(None);
        };
        let mut engines = Vec::new();
        for (player, color) in [(fixture.white, Color::White), (fixture.black, Color::Black)] {
            match self.take_engine(player)? {
                Ok(engine) => engines.push((player, engine)),
                Err(_) if self.stop.is_stopped() => return Ok(None),
                Err(message) => return Ok(Some(forfeit(opening, color, message))),
            }
        }
        let controls = [fixture.white, fixture.black].map(|player| self.plan.players[player].1);
        let [(white, a), (black, b)] = &mut engines[..] else { return Ok(None) };
        let sides = [
            Side { engine: a.as_mut(), control: controls[0] },
            Side { engine: b.as_mut(), control: controls[1] },
        ];
        let game = play_engines(sides, &opening, &self.plan.rules, self.stop);
        let loser = game.as_ref().and_then(|game| match game.ending {
            // The state of an engine that failed is unknown, so it is started again.
            Ending {
                winner: Some(winner),
                cause: Cause::Broken(_) | Cause::Illegal(_) | Cause::Time,
            } => Some(if winner == Color::White { *black } else { *white }),
            _ => None,
        });
        for (player, engine) in engines {
            if Some(player) != loser {
                self.slots[player].engine = Some(engine);
            }
        }
        Ok(game)
    }

    /// The engine of a player, started if necessary. The inner error says why this game cannot be played.
    fn take_engine(
        &mut self,
        player: usize,
    ) -> Result<Result<Box<dyn Thinker>, String>, MatchError> {
        let (ready, slot) = (&self.plan.players[player].0, &mut self.slots[player]);
        if let Some(engine) = slot.engine.take() {
            return Ok(Ok(engine));
        }
        match ready.take(self.stop) {
            Ok(engine) => {
                slot.failures = 0;
                Ok(Ok(engine))
            }
            Err(error) => {
                slot.failures += 1;
                let message = error.to_string();
                if slot.failures >= MAX_FAILURES && !self.stop.is_stopped() {
                    return Err(MatchError::Gone { name: ready.name.clone(), message });
                }
                Ok(Err(message))
            }
        }
    }
}

/// A game that one side could not begin.
fn forfeit(opening: GamePosition, loser: Color, message: String) -> Game {
    let ending = Ending { winner: Some(!loser), cause: Cause::Broken(message) };
    Game { opening, moves: Vec::new(), ending }
}

// Who plays whom, in which order, from which opening.

/// A game of a match before it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number in the match, from 0.
    pub game: u32,
    /// Which round, from 0: all pairings of a round play the same opening.
    pub round: u32,
    pub pairing: usize,
    /// The player with White.
    pub white: usize,
    /// The player with Black.
    pub black: usize,
}

/// All games of a match: in each round every pairing plays one opening with both colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    rounds: u32,
}

impl Schedule {
    /// Everybody plays everybody, or in a gauntlet the first everybody else.
    pub fn new(players: usize, gauntlet: bool, rounds: u32) -> Schedule {
        let first = if gauntlet { 1 } else { players };
        let of = |a: usize| (a + 1..players).map(move |b| [a, b]);
        Schedule { pairings: (0..first.min(players)).flat_map(of).collect(), rounds }
    }

    /// Which players meet, the first the one results are told of.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    pub fn games(&self) -> u32 {
        self.rounds * self.per_round()
    }

    fn per_round(&self) -> u32 {
        2 * self.pairings.len() as u32
    }

    pub fn fixture(&self, game: u32) -> Option<Fixture> {
        if game >= self.games() {
            return None;
        }
        let (round, within) = (game / self.per_round(), game % self.per_round());
        let pairing = within as usize / 2;
        let [a, b] = self.pairings[pairing];
        let (white, black) = if within % 2 == 0 { (a, b) } else { (b, a) };
        Some(Fixture { game, round, pairing, white, black })
    }
}

#[cfg(test)]
mod schedule_tests {
    use super::*;

    #[test]
    fn every_pairing_plays_every_opening_with_both_colours() {
        let schedule = Schedule::new(3, false, 4);
        assert_eq!(schedule.pairings(), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(schedule.games(), 24);
        let all: Vec<Fixture> = (0..24).map(|game| schedule.fixture(game).unwrap()).collect();
        for pair in all.chunks(2) {
            assert_eq!((pair[0].white, pair[0].black), (pair[1].black, pair[1].white));
            assert_eq!((pair[0].round, pair[0].pairing), (pair[1].round, pair[1].pairing));
        }
        assert!(all.iter().all(|fixture| fixture.round == fixture.game / 6));
        assert_eq!(schedule.fixture(24), None);
        let gauntlet = Schedule::new(4, true, 1);
        assert_eq!(gauntlet.pairings(), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(Schedule::new(2, true, 5), Schedule::new(2, false, 5));
    }
}
