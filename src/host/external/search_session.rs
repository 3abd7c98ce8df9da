//! One search of an external engine: sends `position` and `go`, reads until `bestmove`, and sends `stop` and
//! `ponderhit` when they are due.

use std::time::{Duration, Instant};

use tabia_chess::{Board, Move, uci_move};
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::uci::answer::{Answer, UciInfo, is_no_move};
use tabia_engine::uci::excerpt;
use tabia_games::game::position::GamePosition;
use tabia_text::t;

use super::connection;
use super::connection::UciConnection;
use super::error::UciError;
use super::inbox::Received;

/// Maximum number of oddities reported per search.
const MAX_NOTES: usize = 8;

/// Nodes beyond the limit, in addition to a quarter of it, that an engine may spend before it is stopped: many
/// engines check the count rarely.
const NODES_BEYOND: u64 = 50_000;

/// Receives what an engine sends during a search, on the thread that started the search.
pub trait Listener {
    /// A line of information.
    fn on_info(&mut self, info: &UciInfo<Move>);

    /// Nothing came for a few milliseconds.
    fn idle(&mut self) {}
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct UciSearchResult {
    /// The move to play; `None` only if there is no legal move.
    pub best: Option<Move>,
    /// The reply it expects, if it is legal.
    pub ponder: Option<Move>,
    /// Whether `stop` was sent.
    pub stopped: bool,
    /// `info` lines that came too fast and were dropped.
    pub dropped: u64,
    /// Oddities, as text for the user.
    pub notes: Vec<String>,
}

impl UciSearchResult {
    /// The result in a position where the game is over.
    pub(super) fn nothing() -> UciSearchResult {
        UciSearchResult { best: None, ponder: None, stopped: false, dropped: 0, notes: Vec::new() }
    }
}

/// A running search.
pub(super) struct SearchSession<'a> {
    connection: &'a mut UciConnection,
    board: Board,
    limits: &'a Limits,
    stop: &'a StopSignal,
    began: Instant,
    /// When it was told to stop.
    stopped: Option<Instant>,
    ponder_hit: bool,
    /// It has exceeded its limit and is being stopped.
    overrun: bool,
    notes: Vec<String>,
}

impl<'a> SearchSession<'a> {
    pub(super) fn new(
        connection: &'a mut UciConnection,
        board: Board,
        limits: &'a Limits,
        stop: &'a StopSignal,
    ) -> SearchSession<'a> {
        let (began, notes) = (Instant::now(), Vec::new());
        SearchSession {
            connection,
            board,
            limits,
            stop,
            began,
            stopped: None,
            ponder_hit: false,
            overrun: false,
            notes,
        }
    }

    pub(super) fn run(
        mut self,
        position: &GamePosition,
        listener: &mut dyn Listener,
    ) -> Result<UciSearchResult, UciError> {
        self.connection.process.inbox.listen(true);
        self.connection.send(&connection::position(position))?;
        self.connection.send(&connection::go(position, self.limits))?;
        self.began = Instant::now();
        let (best, ponder) = loop {
            self.steer()?;
            let doing = if self.stopped.is_some() {
                t!("engine-doing-stopping")
            } else {
                t!("engine-doing-thinking")
            };
            match self.connection.next(doing)? {
                Received::Info(info) => {
                    let (info, cut) = info.on(&self.board);
                    if let Some(cut) = cut {
                        let found = excerpt(&cut.found);
                        self.note(t!("engine-note-pv", found = found, place = cut.place));
                    }
                    self.check_limits(&info);
                    listener.on_info(&info);
                }
                Received::Answer(Answer::BestMove { best, ponder }) => break (best, ponder),
                Received::Answer(answer) => {
                    self.note(t!("engine-note-answer", answer = format!("{answer:?}")));
                }
                Received::Nothing => listener.idle(),
            }
        };
        let dropped = self.connection.process.inbox.dropped();
        self.connection.process.inbox.listen(false);
        self.check_best_move(&best, ponder.as_deref(), dropped)
    }

    /// Sends `stop` or `ponderhit` when it is due.
    fn steer(&mut self) -> Result<(), UciError> {
        if let Some(at) = self.stopped {
            if self.stop.is_final() {
                let doing = t!("engine-doing-stopping");
                return Err(UciError::Abandoned { name: self.connection.name.clone(), doing });
            }
            let within = self.connection.timeouts.stop;
            return if at.elapsed() < within {
                Ok(())
            } else {
                Err(self.connection.timed_out(t!("engine-bestmove-after-stop"), within))
            };
        }
        if self.limits.ponder && !self.ponder_hit && self.stop.is_ponder_hit() {
            self.ponder_hit = true;
            self.began = Instant::now();
            self.connection.send("ponderhit")?;
        }
        let overdue =
            self.max_duration().is_some_and(|max_duration| self.began.elapsed() > max_duration);
        if overdue {
            let after = self.began.elapsed().as_secs();
            self.note(t!("engine-note-overdue", seconds = after));
        }
        if overdue || self.overrun || self.stop.is_stopped() {
            self.stopped = Some(Instant::now());
            self.connection.send("stop")?;
        }
        Ok(())
    }

    /// Notes when the engine searches beyond its depth or node limit, by the numbers it reports: some engines ignore these
    /// limits.
    fn check_limits(&mut self, info: &UciInfo<Move>) {
        let nodes = self.limits.node_target().filter(|limit| {
            info.nodes.is_some_and(|nodes| nodes > limit.saturating_add(limit / 4 + NODES_BEYOND))
        });
        // The next depth may be begun before the end is noticed.
        let depth = self.limits.depth.filter(|limit| info.depth > Some(limit.saturating_add(1)));
        if self.overrun || nodes.is_none() && depth.is_none() {
            return;
        }
        self.overrun = true;
        self.note(match (nodes, depth) {
            (Some(nodes), _) => t!("engine-note-nodes", n = nodes),
            (None, depth) => t!("engine-note-depth", depth = depth.unwrap_or_default()),
        });
    }

    /// How long it may search before `stop` is sent; `None`: no limit.
    fn max_duration(&self) -> Option<Duration> {
        let (limits, timeouts) = (self.limits, self.connection.timeouts);
        if limits.infinite || limits.ponder && !self.ponder_hit {
            return None;
        }
        let clock = limits.clock.map(|clock| clock.time[self.board.stm().index()]);
        let given = limits.movetime.into_iter().chain(clock).min();
        given.map_or(timeouts.longest, |time| Some(time + timeouts.overtime))
    }

    /// Checks the `bestmove` line and builds the result.
    fn check_best_move(
        mut self,
        best: &str,
        ponder: Option<&str>,
        dropped: u64,
    ) -> Result<UciSearchResult, UciError> {
        let mut after = self.board;
        let Ok(mv) = uci_move::parse(&after, best) else {
            let found = if is_no_move(best) {
                t!("engine-bad-move-none", move = best)
            } else {
                best.to_owned()
            };
            let (name, fen) = (self.connection.name.clone(), self.board.to_string());
            return Err(UciError::BadMove { name, found, fen });
        };
        if !self.limits.search_moves.is_empty() && !self.limits.search_moves.contains(&mv) {
            self.note(t!("engine-note-searchmoves", found = excerpt(best)));
        }
        after.make_move(mv);
        let reply = ponder.and_then(|text| uci_move::parse(&after, text).ok());
        if let (Some(text), None) = (ponder, reply) {
            self.note(t!("engine-note-ponder", found = excerpt(text)));
        }
        let (stopped, notes) = (self.stopped.is_some(), self.notes);
        Ok(UciSearchResult { best: Some(mv), ponder: reply, stopped, dropped, notes })
    }

    /// Notes an oddity, each text once and at most [`MAX_NOTES`].
    fn note(&mut self, note: String) {
        if self.notes.len() < MAX_NOTES && !self.notes.contains(&note) {
            self.connection.note(&note);
            self.notes.push(note);
        }
    }
}
