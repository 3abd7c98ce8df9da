//! A tournament as watchers see it while it is played. The tables write their newest state, and a watcher gets the
//! changes since its last call: games never wait for it, and memory stays bounded however slow it is.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tabia_chess::{Board, Color, Move, san, uci_move};
use tabia_engine::play::control::Control;
use tabia_engine::play::{Game, GameObserver, PlayedMove, Turn};
use tabia_engine::search::report::{IterationInfo, per_second};
use tabia_engine::search::score::{Bound, Score};
use tabia_engine::search::thinker::SearchObserver;
use tabia_games::game::position::GamePosition;

use super::schedule::Fixture;

/// Number of ended games kept with their moves for slow watchers.
const MAX_ENDED: usize = 64;

/// The state of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TournamentState {
    /// New games begin.
    Playing,
    /// No new game begins; those in progress continue. The text is the reason if the pause was not requested: an
    /// engine does not start.
    Paused(Option<String>),
    /// It ends with the games in progress.
    Stopping,
    /// It has ended.
    Ended {
        /// Whether all games are played.
        complete: bool,
    },
}

/// A move of a game that is watched.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveMove {
    pub mv: Move,
    pub san: String,
    /// As UCI writes it.
    pub uci: String,
    /// The side that made it.
    pub mover: Color,
    /// Score of its search, from the mover's view.
    pub score: Option<Score>,
    /// Depth of its search, plies.
    pub depth: Option<u32>,
    /// Nodes of its search.
    pub nodes: Option<u64>,
    /// Nodes per second of its search.
    pub nps: Option<u64>,
    /// Line of its search, from this move on.
    pub pv: Vec<Move>,
    /// Time used, ms.
    pub spent_ms: u64,
    /// Time left of White and Black, ms; `None` without a clock.
    pub clocks_ms: [Option<u64>; 2],
}

/// A game that is watched.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveGame {
    /// Its pairing.
    pub fixture: Fixture,
    /// White and Black.
    pub names: [String; 2],
    /// Their time controls or other limits.
    pub controls: [Control; 2],
    /// Its start position with the opening's moves.
    pub opening: GamePosition,
    /// The moves after the opening.
    pub moves: Vec<LiveMove>,
    /// The newest line of the side to move with an exact score.
    pub thinking: Option<IterationInfo>,
}

/// How a game that was watched ended.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveEnd {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// The tag Termination.
    pub termination: &'static str,
    /// The reason as text.
    pub reason: String,
}

/// What has happened. Tables are counted from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum LiveEvent {
    /// A game has begun; its moves follow as events of their own.
    Begun(usize, Box<LiveGame>),
    /// A move was made.
    Moved(usize, Box<LiveMove>),
    /// The side to move has a new line.
    Thinking(usize, Box<IterationInfo>),
    /// The game has ended.
    Ended(usize, Fixture, LiveEnd),
    /// The game was abandoned and will be played again.
    Abandoned(usize, Fixture),
    /// This many games have ended without the watcher seeing them.
    Missed(u64),
    /// The tournament is in another state.
    State(TournamentState),
}

/// The newest state of everything.
struct State {
    tournament: TournamentState,
    tables: Vec<Table>,
    ended: VecDeque<(usize, u64, LiveGame, LiveEnd)>,
    /// Number of games that have ended, including those no longer kept.
    ended_count: u64,
    /// Games that have begun.
    begun: u64,
    /// Changes so far.
    changes: u64,
    wake: Option<Arc<dyn Fn() + Send + Sync>>,
}

#[derive(Default)]
struct Table {
    /// Its number among all games begun, and the game.
    game: Option<(u64, LiveGame)>,
    /// The value of `changes` when its newest line came.
    thought_at: u64,
}

/// The state of the tables, written by them and read by watchers.
pub(super) struct Live {
    state: Mutex<State>,
    changed: Condvar,
}

impl fmt::Debug for Live {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Live").finish_non_exhaustive()
    }
}

impl Live {
    pub(super) fn new() -> Live {
        let state = State {
            tournament: TournamentState::Playing,
            tables: Vec::new(),
            ended: VecDeque::new(),
            ended_count: 0,
            begun: 0,
            changes: 0,
            wake: None,
        };
        Live { state: Mutex::new(state), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.lock();
        state.changes += 1;
        change(&mut state);
        let wake = state.wake.clone();
        drop(state);
        self.changed.notify_all();
        if let Some(wake) = wake {
            wake();
        }
    }

    pub(super) fn set_wake(&self, wake: Arc<dyn Fn() + Send + Sync>) {
        self.lock().wake = Some(wake);
    }

    pub(super) fn state(&self) -> TournamentState {
        self.lock().tournament.clone()
    }

    pub(super) fn set_state(&self, tournament: TournamentState) {
        self.change(|state| state.tournament = tournament);
    }

    pub(super) fn begin(&self, table: usize, game: LiveGame) {
        self.change(|state| {
            state.begun += 1;
            if state.tables.len() <= table {
                state.tables.resize_with(table + 1, Table::default);
            }
            state.tables[table] = Table { game: Some((state.begun, game)), thought_at: 0 };
        });
    }

    pub(super) fn end(&self, table: usize, end: LiveEnd) {
        self.change(|state| {
            let Some((number, game)) = state.tables[table].game.take() else { return };
            if state.ended.len() == MAX_ENDED {
                state.ended.pop_front();
            }
            state.ended.push_back((table, number, game, end));
            state.ended_count += 1;
        });
    }

    pub(super) fn abandon(&self, table: usize) {
        self.change(|state| {
            if let Some(table) = state.tables.get_mut(table) {
                table.game = None;
            }
        });
    }

    fn with_game(&self, table: usize, change: impl FnOnce(&mut LiveGame)) {
        self.change(|state| {
            if let Some((_, game)) = &mut state.tables[table].game {
                change(game);
            }
        });
    }
}

/// Reports a game of a table.
pub(super) struct LiveObserver<'a> {
    live: &'a Live,
    table: usize,
    /// Moves that are reported.
    reported: usize,
    /// The position before the last of them.
    board: Board,
    clocks_ms: [Option<u64>; 2],
    /// The newest line of the side to move with an exact score.
    last: Option<IterationInfo>,
}

impl<'a> LiveObserver<'a> {
    pub(super) fn new(
        live: &'a Live,
        table: usize,
        opening: &GamePosition,
        controls: [Control; 2],
    ) -> LiveObserver<'a> {
        LiveObserver {
            live,
            table,
            reported: 0,
            board: opening.board(),
            clocks_ms: controls.map(|control| match control {
                Control::Clock(clock) => Some(clock.base.as_millis() as u64),
                _ => None,
            }),
            last: None,
        }
    }

    /// Reports the moves that are new.
    fn report(&mut self, moves: &[PlayedMove]) {
        for played in moves.get(self.reported..).unwrap_or_default() {
            let mover = self.board.stm();
            self.clocks_ms[mover.index()] = played.left_ms;
            let last = self.last.take().filter(|info| info.pv.first() == Some(&played.mv));
            let timed = |nodes| per_second(nodes, played.spent_ms);
            let mv = LiveMove {
                mv: played.mv,
                san: san::write(&self.board, played.mv),
                uci: uci_move::write(&self.board, played.mv, self.board.is_chess960()),
                mover,
                score: played.score,
                depth: played.depth,
                nodes: played.nodes,
                nps: last.as_ref().and_then(|info| info.nps).or(played.nodes.and_then(timed)),
                pv: last.map_or_else(|| vec![played.mv], |info| info.pv),
                spent_ms: played.spent_ms,
                clocks_ms: self.clocks_ms,
            };
            self.board.make_move(played.mv);
            self.live.with_game(self.table, |game| {
                game.moves.push(mv);
                game.thinking = None;
            });
        }
        self.reported = moves.len();
    }

    /// Reports the last moves.
    pub(super) fn finish(&mut self, game: &Game) {
        self.report(&game.moves);
    }
}

impl SearchObserver for LiveObserver<'_> {
    fn on_iteration(&mut self, info: &IterationInfo) {
        // A bound says neither what the side to move expects nor what it will play.
        if info.multi_pv != 1 || info.bound != Bound::Exact {
            return;
        }
        self.last = Some(info.clone());
        self.live.change(|state| {
            let changes = state.changes;
            let table = &mut state.tables[self.table];
            table.thought_at = changes;
            if let Some((_, game)) = &mut table.game {
                game.thinking = Some(info.clone());
            }
        });
    }
}

impl GameObserver for LiveObserver<'_> {
    fn on_turn(&mut self, turn: Turn<'_>) {
        self.report(turn.moves);
        self.last = None;
    }
}

/// Watches a tournament.
#[derive(Debug)]
pub struct Watcher {
    live: Arc<Live>,
    state: Option<TournamentState>,
    /// By table: the game, how many of its moves were seen, and when its line was last sent.
    tables: Vec<Option<Seen>>,
    ended: u64,
    changes: u64,
}

#[derive(Clone, Copy, Debug)]
struct Seen {
    number: u64,
    fixture: Fixture,
    moves: usize,
    thought_at: u64,
}

impl Watcher {
    pub(super) fn new(live: Arc<Live>) -> Watcher {
        let ended = live.lock().ended_count;
        Watcher { live, state: None, tables: Vec::new(), ended, changes: 0 }
    }

    /// Waits until something has happened, at most `timeout`. Returns whether it has.
    pub fn wait(&self, timeout: Duration) -> bool {
        let state = self.live.lock();
        let unchanged = |state: &mut State| state.changes == self.changes;
        let waited = self.live.changed.wait_timeout_while(state, timeout, unchanged);
        waited.unwrap_or_else(PoisonError::into_inner).0.changes != self.changes
    }

    /// What has happened since the last call, table by table, in order. Never waits for a game.
    pub fn events(&mut self) -> Vec<LiveEvent> {
        let live = Arc::clone(&self.live);
        let state = live.lock();
        let mut events = Vec::new();
        self.changes = state.changes;
        self.tables.resize(self.tables.len().max(state.tables.len()), None);
        let new = (state.ended_count - self.ended).min(state.ended.len() as u64) as usize;
        let missed = state.ended_count - self.ended - new as u64;
        self.ended = state.ended_count;
        if missed > 0 {
            events.push(LiveEvent::Missed(missed));
        }
        for (table, number, game, end) in state.ended.range(state.ended.len() - new..) {
            self.moves(*table, *number, game, &mut events);
            self.tables[*table] = None;
            events.push(LiveEvent::Ended(*table, game.fixture, end.clone()));
        }
        for (table, at) in state.tables.iter().zip(0..) {
            match &table.game {
                Some((number, game)) => {
                    self.moves(at, *number, game, &mut events);
                    if let (Some(seen), Some(info)) = (&mut self.tables[at], &game.thinking)
                        && seen.thought_at != table.thought_at
                    {
                        seen.thought_at = table.thought_at;
                        events.push(LiveEvent::Thinking(at, Box::new(info.clone())));
                    }
                }
                None => {
                    if let Some(seen) = self.tables[at].take() {
                        events.push(LiveEvent::Abandoned(at, seen.fixture));
                    }
                }
            }
        }
        if self.state.as_ref() != Some(&state.tournament) {
            self.state = Some(state.tournament.clone());
            events.push(LiveEvent::State(state.tournament.clone()));
        }
        events
    }

    /// Adds the new moves of a game.
    fn moves(&mut self, table: usize, number: u64, game: &LiveGame, events: &mut Vec<LiveEvent>) {
        let seen = match self.tables[table] {
            Some(seen) if seen.number == number => seen.moves,
            before => {
                if let Some(seen) = before
                    && seen.number != number
                {
                    events.push(LiveEvent::Abandoned(table, seen.fixture));
                }
                let begun = LiveGame { moves: Vec::new(), thinking: None, ..game.clone() };
                events.push(LiveEvent::Begun(table, Box::new(begun)));
                0
            }
        };
        for mv in game.moves.get(seen..).unwrap_or_default() {
            events.push(LiveEvent::Moved(table, Box::new(mv.clone())));
        }
        let thought_at = self.tables[table].filter(|seen| seen.number == number);
        let thought_at = thought_at.map_or(0, |seen| seen.thought_at);
        let moves = game.moves.len();
        self.tables[table] = Some(Seen { number, fixture: game.fixture, moves, thought_at });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_is_not_shown_as_what_the_side_to_move_expects() {
        let live = Live::new();
        let opening = GamePosition::new(Board::start());
        let controls = [Control::Nodes(1); 2];
        let game = LiveGame {
            fixture: Fixture { game: 0, round: 0, white: 0, black: 1 },
            names: [const { String::new() }; 2],
            controls,
            opening: opening.clone(),
            moves: Vec::new(),
            thinking: None,
        };
        live.begin(0, game);
        let mut observer = LiveObserver::new(&live, 0, &opening, controls);
        let exact = IterationInfo::new(5, Color::White, Score::Cp(20), Vec::new());
        let bound = IterationInfo { score: Score::Cp(45), bound: Bound::Lower, ..exact.clone() };
        let shown =
            || live.lock().tables[0].game.as_ref().and_then(|(_, game)| game.thinking.clone());
        observer.on_iteration(&bound);
        assert_eq!(shown(), None);
        observer.on_iteration(&exact);
        observer.on_iteration(&bound);
        assert_eq!(shown(), Some(exact));
    }
}
