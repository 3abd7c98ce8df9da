//! A whole tournament: several games at once, each on its own thread with its own engines, until all games are played
//! or it is stopped. Changes made meanwhile take effect between two games.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Scope;
use std::{io, thread};

use thiserror::Error;

use super::live::{Live, LiveEnd, LiveGame, LiveObserver, TournamentState, Watcher};
use super::openings::Openings;
use super::plan;
use super::player::PreparedPlayer;
use super::resume::id_of;
use super::schedule::{Fixture, Format, Next, Progress, Schedule};
use tabia_chess::Color;
use tabia_engine::alphabeta::search_thread;
use tabia_engine::play::control::Control;
use tabia_engine::play::{Cause, Ending, Game, Rules, Side, play_observed};
use tabia_engine::search::limits::{StopSignal, StopToken};
use tabia_engine::search::thinker::Thinker;
use tabia_games::game::position::GamePosition;
use tabia_games::strength::sheet::Points;
use tabia_text::t;

/// Maximum number of idle engines a table keeps for later games.
const MAX_IDLE_ENGINES: usize = 4;

/// Everything about a match or a tournament.
#[derive(Clone, Debug)]
pub struct Match {
    /// The players and their controls.
    pub players: Vec<(PreparedPlayer, Control)>,
    /// The pairings and the results so far.
    pub schedule: Schedule,
    pub openings: Openings,
    /// Adjudication and time rules.
    pub rules: Rules,
    /// Number of concurrent games.
    pub concurrency: usize,
    /// Number of consecutive failed starts after which an engine is given up.
    pub failed_starts: u32,
}

/// Why a match ended early.
#[derive(Debug, Error)]
pub enum MatchError {
    /// An engine can no longer be started.
    #[error("{}", t!("arena-gone", name = name.as_str(), times = *times, message = message.as_str()))]
    Gone {
        name: String,
        /// Number of attempts.
        times: u32,
        /// The last error.
        message: String,
    },
    /// A thread could not be started.
    #[error("{}", t!("error-thread", error = _0.to_string()))]
    Thread(#[from] io::Error),
}

impl Match {
    /// A hash of openings, rules and format: everything that all games share and that cannot change during the
    /// tournament.
    pub(crate) fn common_id(&self) -> String {
        let adjudication = &self.rules.adjudication;
        // A round robin may grow, so its players and cycles are not included.
        let form = match self.schedule.format() {
            Format::Match { .. } | Format::RoundRobin { .. } => "round robin".to_owned(),
            Format::Gauntlet { .. } => "gauntlet".to_owned(),
            Format::Swiss { pairs, .. } => format!("swiss {pairs} {:?}", self.names()),
            Format::KnockOut { .. } => format!("{:?} {:?}", self.schedule.format(), self.names()),
        };
        // The default margin is not included, as in older files.
        let margin = match self.rules.margin.as_millis() {
            margin if margin == u128::from(plan::margin()) => String::new(),
            margin => format!(" {margin} ms"),
        };
        id_of(
            format!(
                "{form} {:?} {:?} {:?} {}",
                adjudication.draw,
                adjudication.resign,
                (adjudication.max_moves, adjudication.tables.is_some()),
                id_of(self.openings.words())
            ) + &margin,
        )
    }

    /// The names of the players.
    pub fn names(&self) -> Vec<String> {
        self.players.iter().map(|(ready, _)| ready.name.clone()).collect()
    }
}

/// A hash of a game's tournament and its two players: equal for games that count as the same match.
pub(super) fn game_id(common: &str, [one, other]: [&PreparedPlayer; 2]) -> String {
    let mut players = [&one.description, &other.description];
    players.sort();
    id_of(format!("{common} {players:?}"))
}

/// White's points in a game.
pub(crate) fn white_points(game: &Game) -> Points {
    match game.ending.winner {
        Some(Color::White) => Points::Win,
        Some(Color::Black) => Points::Loss,
        None => Points::Draw,
    }
}

/// A running tournament: [`Tournament::play`] is called on one thread, everything else from any.
#[derive(Debug)]
pub struct Tournament {
    openings: Openings,
    rules: Rules,
    failed_starts: u32,
    shared: Mutex<Shared>,
    changed: Condvar,
    token: Arc<StopToken>,
    stop: StopSignal,
    live: Arc<Live>,
}

/// The state that tables read between two games.
#[derive(Debug)]
struct Shared {
    players: Vec<Arc<(PreparedPlayer, Control)>>,
    schedule: Schedule,
    concurrency: usize,
    phase: Phase,
    /// Whether an engine that does not start pauses the tournament instead of ending it.
    pauses: bool,
    /// Ended games that are not written yet.
    done: VecDeque<(Fixture, Game)>,
    failed: Option<MatchError>,
    /// Tables that have a thread.
    seated: Vec<bool>,
}

impl Shared {
    /// Makes the schedule longer unless the tournament has ended, and calls `keep` before that takes effect.
    fn grow<E>(
        &mut self,
        grow: impl FnOnce(&mut Schedule) -> bool,
        keep: impl FnOnce() -> Result<(), E>,
    ) -> Result<bool, E> {
        let mut grown = self.schedule.clone();
        if self.phase == Phase::Ended || !grow(&mut grown) {
            return Ok(false);
        }
        keep()?;
        self.schedule = grown;
        Ok(true)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Playing,
    Paused,
    Stopping,
    Ended,
}

impl Tournament {
    /// The games of the schedule that are not played. If an engine can no longer be started, the tournament pauses
    /// until [`Tournament::resume`] with `pauses`, and ends without it.
    pub fn new(ready: Match, pauses: bool) -> Tournament {
        let token = Arc::new(StopToken::default());
        let shared = Shared {
            players: ready.players.into_iter().map(Arc::new).collect(),
            schedule: ready.schedule,
            concurrency: ready.concurrency.max(1),
            phase: Phase::Playing,
            pauses,
            done: VecDeque::new(),
            failed: None,
            seated: Vec::new(),
        };
        Tournament {
            openings: ready.openings,
            rules: ready.rules,
            failed_starts: ready.failed_starts,
            shared: Mutex::new(shared),
            changed: Condvar::new(),
            stop: StopSignal::new(Arc::clone(&token), 1),
            token,
            live: Arc::new(Live::new()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays all games that are not played yet. `on_game` is called as each game ends, before games that depend on it
    /// begin, and returns whether the tournament goes on.
    ///
    /// # Errors
    /// If an engine can no longer be started or there is no thread; the games reported until then count.
    pub fn play(&self, on_game: &mut dyn FnMut(Fixture, &Game) -> bool) -> Result<(), MatchError> {
        thread::scope(|scope| {
            let mut shared = self.lock();
            loop {
                if let Some((fixture, game)) = shared.done.pop_front() {
                    drop(shared);
                    let goes_on = on_game(fixture, &game);
                    shared = self.lock();
                    shared.schedule.finish(fixture, white_points(&game));
                    if !goes_on {
                        break;
                    }
                    self.changed.notify_all();
                    continue;
                }
                let idle = shared.schedule.in_play() == 0;
                let over = idle && (shared.phase == Phase::Stopping || shared.schedule.is_over());
                // A table may be about to report a game that has just ended.
                let left = shared.phase == Phase::Ended && !shared.seated.contains(&true);
                if over || left {
                    break;
                }
                if shared.phase == Phase::Playing {
                    self.seat(scope, &mut shared);
                    if shared.phase == Phase::Ended {
                        // No thread could be started, so none may be there to wake this one.
                        continue;
                    }
                }
                shared = self.changed.wait(shared).unwrap_or_else(PoisonError::into_inner);
            }
            shared.phase = Phase::Ended;
            self.token.stop(u64::MAX);
            self.live.set_state(TournamentState::Ended { complete: shared.schedule.is_over() });
            self.changed.notify_all();
            shared.failed.take().map_or(Ok(()), Err)
        })
    }

    /// Starts a thread for each table that has none.
    fn seat<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>, shared: &mut Shared) {
        let tables = shared.concurrency;
        shared.seated.resize(tables.max(shared.seated.len()), false);
        for table in 0..tables {
            if shared.seated[table] {
                continue;
            }
            // Engines are built and dropped on the thread they search on.
            let work = move || {
                let guard = TableGuard { tournament: self, table };
                Table { tournament: self, number: table, idle: BTreeMap::new() }.play_all();
                drop(guard);
            };
            let named = search_thread(format!("table-{}", table + 1));
            match named.spawn_scoped(scope, work) {
                Ok(_) => shared.seated[table] = true,
                Err(error) => {
                    shared.failed = Some(MatchError::Thread(error));
                    shared.phase = Phase::Ended;
                    self.changed.notify_all();
                    return;
                }
            }
        }
    }

    /// Changes the state that the tables read.
    fn change<T>(&self, change: impl FnOnce(&mut Shared) -> T) -> T {
        let changed = change(&mut self.lock());
        self.changed.notify_all();
        changed
    }

    /// An engine can no longer be started.
    fn give_up(&self, shared: &mut Shared, error: MatchError) {
        if shared.phase == Phase::Ended {
            return;
        }
        if shared.pauses {
            // A tournament that is about to end is not paused.
            if shared.phase != Phase::Stopping {
                shared.phase = Phase::Paused;
                self.live.set_state(TournamentState::Paused(Some(error.to_string())));
            }
        } else {
            shared.failed = Some(error);
            shared.phase = Phase::Ended;
            self.token.stop(u64::MAX);
        }
    }

    fn set_phase(&self, phase: Phase, state: TournamentState) {
        self.change(|shared| {
            if shared.phase != Phase::Ended {
                shared.phase = phase;
                self.live.set_state(state);
            }
        });
    }

    /// Begins no new game; those in progress continue.
    pub fn pause(&self) {
        self.set_phase(Phase::Paused, TournamentState::Paused(None));
    }

    /// Begins games again, even after [`Tournament::stop_after_games`] while a game is in progress.
    pub fn resume(&self) {
        self.set_phase(Phase::Playing, TournamentState::Playing);
    }

    /// Ends the tournament after the games in progress.
    pub fn stop_after_games(&self) {
        self.set_phase(Phase::Stopping, TournamentState::Stopping);
    }

    /// Ends the tournament at once. Games in progress do not count; ended games do.
    pub fn stop_now(&self) {
        self.token.stop(u64::MAX);
        self.set_phase(Phase::Ended, TournamentState::Stopping);
    }

    /// Sets the number of concurrent games. If it falls, tables end after their current game.
    pub fn set_concurrency(&self, games: usize) {
        self.change(|shared| shared.concurrency = games.max(1));
    }

    /// Sets the rounds of a round robin, a gauntlet or a match, and calls `keep` before that takes effect. Returns
    /// whether it was possible; it is not once the tournament has ended.
    ///
    /// # Errors
    /// Those of `keep`; then nothing has changed.
    pub fn set_cycles<E>(
        &self,
        cycles: u32,
        keep: impl FnOnce() -> Result<(), E>,
    ) -> Result<bool, E> {
        let grow = |schedule: &mut Schedule| {
            let grown = schedule.set_cycles(cycles);
            schedule.set_openings(&self.openings);
            grown
        };
        self.change(|shared| shared.grow(grow, keep))
    }

    /// Checks that a player can play the openings.
    ///
    /// # Errors
    /// Names the player and an opening that it cannot play.
    pub fn check_openings(&self, player: &PreparedPlayer) -> Result<(), String> {
        self.openings.check(player)
    }

    /// Adds a player to a round robin or a gauntlet, and calls `keep` before that takes effect. It plays all rounds,
    /// including those already played by others. Returns whether it was possible: its name must be unique, and the
    /// tournament must not have ended.
    ///
    /// # Errors
    /// Those of `keep`; then nothing has changed.
    pub fn add_player<E>(
        &self,
        player: PreparedPlayer,
        control: Control,
        keep: impl FnOnce() -> Result<(), E>,
    ) -> Result<bool, E> {
        self.change(|shared| {
            if shared.players.iter().any(|known| known.0.has_name_of(&player)) {
                return Ok(false);
            }
            let added = shared.grow(Schedule::add_player, keep)?;
            if added {
                shared.players.push(Arc::new((player, control)));
            }
            Ok(added)
        })
    }

    /// The players, including added ones.
    pub fn players(&self) -> Vec<Arc<(PreparedPlayer, Control)>> {
        self.lock().players.clone()
    }

    /// The pairings and the results so far.
    pub fn schedule(&self) -> Schedule {
        self.lock().schedule.clone()
    }

    pub fn progress(&self) -> Progress {
        self.lock().schedule.progress()
    }

    /// The progress including this game, which otherwise counts only after [`Tournament::play`]'s `on_game`.
    pub fn progress_with(&self, fixture: Fixture, game: &Game) -> Progress {
        let shared = self.lock();
        if shared.schedule.cycles().is_some() {
            return shared.schedule.progress();
        }
        let mut schedule = shared.schedule.clone();
        drop(shared);
        schedule.finish(fixture, white_points(game));
        schedule.progress()
    }

    /// The tag Round of a game.
    pub(crate) fn round_tag(&self, fixture: Fixture) -> String {
        self.lock().schedule.round_tag(fixture)
    }

    /// Number of games of the whole tournament.
    pub fn games(&self) -> u32 {
        self.lock().schedule.games()
    }

    pub fn state(&self) -> TournamentState {
        self.live.state()
    }

    /// A watcher of everything that happens from now on.
    pub fn watch(&self) -> Watcher {
        Watcher::new(Arc::clone(&self.live))
    }

    /// Sets a function that the games' threads call whenever something has happened. It must return quickly.
    pub fn wake_with(&self, wake: Arc<dyn Fn() + Send + Sync>) {
        self.live.set_wake(wake);
    }
}

/// Frees a table when its thread ends, even by a panic: then the tournament ends and `play` propagates the panic.
struct TableGuard<'a> {
    tournament: &'a Tournament,
    table: usize,
}

impl Drop for TableGuard<'_> {
    fn drop(&mut self) {
        let panics = thread::panicking();
        self.tournament.change(|shared| {
            shared.seated[self.table] = false;
            if panics {
                shared.phase = Phase::Ended;
                self.tournament.live.set_state(TournamentState::Stopping);
            }
        });
    }
}

/// A thread that plays one game after the other, with its own engines.
struct Table<'a> {
    tournament: &'a Tournament,
    number: usize,
    /// Idle engines, by player.
    idle: BTreeMap<usize, Box<dyn Thinker>>,
}

impl Table<'_> {
    fn play_all(&mut self) {
        while let Some(fixture) = self.next_fixture() {
            let tournament = self.tournament;
            match self.game(fixture) {
                Ok(Some(game)) => {
                    tournament.change(|shared| shared.done.push_back((fixture, game)));
                }
                Ok(None) => {
                    tournament.live.abandon(self.number);
                    return tournament.change(|shared| shared.schedule.abandon(fixture));
                }
                Err(error) => {
                    tournament.live.abandon(self.number);
                    tournament.change(|shared| {
                        shared.schedule.abandon(fixture);
                        tournament.give_up(shared, error);
                    });
                    self.idle.clear();
                }
            }
        }
    }

    /// The next game. `None`: the table is no longer wanted.
    fn next_fixture(&mut self) -> Option<Fixture> {
        let mut shared = self.tournament.lock();
        loop {
            let ends = matches!(shared.phase, Phase::Stopping | Phase::Ended);
            if ends || self.number >= shared.concurrency {
                return None;
            }
            // The writer of the games must not fall behind.
            if shared.phase == Phase::Playing
                && shared.done.len() <= shared.concurrency
                && let Next::Play(fixture) = shared.schedule.begin_next()
            {
                return Some(fixture);
            }
            shared = self.tournament.changed.wait(shared).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Plays one game. `None`: stopped.
    fn game(&mut self, fixture: Fixture) -> Result<Option<Game>, MatchError> {
        let (stop, live) = (&self.tournament.stop, &*self.tournament.live);
        let Some(opening) = self.tournament.openings.of_round(fixture.round, stop) else {
            return Ok(None);
        };
        let players = {
            let shared = self.tournament.lock();
            [fixture.white, fixture.black].map(|player| Arc::clone(&shared.players[player]))
        };
        let controls = [players[0].1, players[1].1];
        live.begin(
            self.number,
            LiveGame {
                fixture,
                names: [players[0].0.name.clone(), players[1].0.name.clone()],
                controls,
                opening: opening.clone(),
                moves: Vec::new(),
                thinking: None,
            },
        );
        let game = self.play(fixture, &players, &opening)?;
        if let Some(game) = &game {
            live.end(
                self.number,
                LiveEnd {
                    result: game.ending.pgn(),
                    termination: game.ending.termination(),
                    reason: game.ending.to_string(),
                },
            );
        }
        Ok(game)
    }

    fn play(
        &mut self,
        fixture: Fixture,
        players: &[Arc<(PreparedPlayer, Control)>; 2],
        opening: &GamePosition,
    ) -> Result<Option<Game>, MatchError> {
        let stop = &self.tournament.stop;
        self.drop_idle([fixture.white, fixture.black]);
        let mut engines = Vec::new();
        for (number, player) in [fixture.white, fixture.black].into_iter().zip(players) {
            let Some(engine) = self.take_engine(number, &player.0)? else { return Ok(None) };
            engines.push((number, engine));
        }
        let [(white, a), (black, b)] = &mut engines[..] else { return Ok(None) };
        let sides = [
            Side { engine: a.as_mut(), control: players[0].1 },
            Side { engine: b.as_mut(), control: players[1].1 },
        ];
        let controls = [players[0].1, players[1].1];
        let mut observer = LiveObserver::new(&self.tournament.live, self.number, opening, controls);
        let game = play_observed(sides, opening, &self.tournament.rules, stop, &mut observer);
        if let Some(game) = &game {
            observer.finish(game);
        }
        let loser = game.as_ref().and_then(|game| match game.ending {
            // The state of an engine that failed is unknown, so it is started again.
            Ending { winner: Some(winner), cause: Cause::Broken(_) | Cause::Illegal(_) } => {
                Some(!winner)
            }
            // The opponent may lack mating material.
            Ending { cause: Cause::Time, .. } => {
                let begun = game.opening.board().stm();
                Some(if game.moves.len().is_multiple_of(2) { begun } else { !begun })
            }
            _ => None,
        });
        let loser = loser.map(|side| if side == Color::White { *white } else { *black });
        engines.retain(|&(player, _)| Some(player) != loser);
        self.keep(engines);
        Ok(game)
    }

    /// Keeps idle engines for later games.
    fn keep(&mut self, engines: Vec<(usize, Box<dyn Thinker>)>) {
        self.idle.extend(engines);
    }

    /// Ends idle engines if there are too many.
    fn drop_idle(&mut self, playing: [usize; 2]) {
        let mut kept = 0;
        self.idle.retain(|player, _| {
            let plays = playing.contains(player);
            kept += usize::from(!plays);
            plays || kept <= MAX_IDLE_ENGINES
        });
    }

    /// The engine of a player, started if necessary. `None`: stopped. A failed start does not lose the game: it is
    /// retried a number of times.
    fn take_engine(
        &mut self,
        number: usize,
        ready: &PreparedPlayer,
    ) -> Result<Option<Box<dyn Thinker>>, MatchError> {
        if let Some(engine) = self.idle.remove(&number) {
            return Ok(Some(engine));
        }
        let stop = &self.tournament.stop;
        let mut times = 0;
        loop {
            let error = match ready.take(stop) {
                Ok(engine) => return Ok(Some(engine)),
                Err(_) if stop.is_stopped() => return Ok(None),
                Err(error) => error,
            };
            times += 1;
            if times >= self.tournament.failed_starts {
                let (name, message) = (ready.name.clone(), error.to_string());
                return Err(MatchError::Gone { name, times, message });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::plan::Plan;
    use super::super::player::Player;
    use super::*;

    fn plan() -> Plan {
        let players = ["plain name=a nodes=1", "plain name=b nodes=1"];
        let players = players.map(|line| Player::from_line(line).unwrap()).to_vec();
        Plan::new(players, Format::Match { rounds: 1 })
    }

    #[test]
    fn a_missing_engine_does_not_pause_a_tournament_that_is_about_to_end() {
        let tournament = Tournament::new(plan().ready(Path::new("")).unwrap(), true);
        let gone = || MatchError::Thread(io::Error::other("gone"));
        tournament.stop_after_games();
        tournament.change(|shared| tournament.give_up(shared, gone()));
        assert_eq!(tournament.state(), TournamentState::Stopping);
        tournament.resume();
        tournament.change(|shared| tournament.give_up(shared, gone()));
        assert!(matches!(tournament.state(), TournamentState::Paused(Some(_))));
    }

    #[test]
    fn settings_of_all_players_are_part_of_the_match_id() {
        let ids = |change: &dyn Fn(&mut Plan)| {
            let mut plan = plan();
            change(&mut plan);
            let ready = plan.ready(Path::new("")).unwrap();
            let [one, other] = [&ready.players[0].0, &ready.players[1].0];
            game_id(&ready.common_id(), [one, other])
        };
        let usual = ids(&|_| {});
        let changes: [&dyn Fn(&mut Plan); 3] =
            [&|plan| plan.threads = 2, &|plan| plan.hash = 2, &|plan| plan.margin_ms = 21];
        for change in changes {
            assert_ne!(ids(change), usual);
        }
        let own = ids(&|plan| plan.players.iter_mut().for_each(|player| player.hash = Some(2)));
        assert_eq!(ids(&|plan| plan.hash = 2), own, "by whichever way it is set");
    }
}
