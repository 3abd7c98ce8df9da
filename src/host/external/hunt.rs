//! One search of an engine: `position` and `go`, then whatever it says until `bestmove`, with `stop` and
//! `ponderhit` at their time.

use std::time::{Duration, Instant};

use tabia_chess::{Board, Move, uci_move};
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::uci::answer::{Answer, UciInfo, is_no_move};
use tabia_engine::uci::quoted;
use tabia_games::game::position::GamePosition;
use tabia_text::t;

use super::error::UciError;
use super::talk;
use super::talk::{Said, Talk};

/// Oddities of one search that are told; more of them would say nothing new.
const MAX_NOTES: usize = 8;

/// Nodes beyond the limit, besides a quarter of it, that an engine may spend before it is told to stop: many
/// count only now and then.
const NODES_BEYOND: u64 = 50_000;

/// Hears what an engine says during a search, on the thread that asked.
pub trait Listener {
    /// A line of information.
    fn hear(&mut self, told: &UciInfo<Move>);

    /// Nothing came for a few milliseconds.
    fn idle(&mut self) {}
}

/// What a search came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The move to play; `None` only where there is no legal move.
    pub best: Option<Move>,
    /// The reply it expects, if it is legal.
    pub ponder: Option<Move>,
    /// Whether it was told to stop.
    pub stopped: bool,
    /// `info` lines that came too fast to be heard.
    pub dropped: u64,
    /// What was odd, for a person to read.
    pub notes: Vec<String>,
}

impl Found {
    /// Of a position where the game is over.
    pub(super) fn nothing() -> Found {
        Found { best: None, ponder: None, stopped: false, dropped: 0, notes: Vec::new() }
    }
}

/// A search under way.
pub(super) struct Hunt<'a> {
    talk: &'a mut Talk,
    board: Board,
    limits: &'a Limits,
    stop: &'a StopSignal,
    began: Instant,
    /// When it was told to stop.
    stopped: Option<Instant>,
    ponder_hit: bool,
    /// It goes on although it has reached its limit.
    overrun: bool,
    notes: Vec<String>,
}

impl<'a> Hunt<'a> {
    pub(super) fn new(
        talk: &'a mut Talk,
        board: Board,
        limits: &'a Limits,
        stop: &'a StopSignal,
    ) -> Hunt<'a> {
        let (began, notes) = (Instant::now(), Vec::new());
        Hunt {
            talk,
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
    ) -> Result<Found, UciError> {
        self.talk.process.inbox.listen(true);
        self.talk.say(&talk::position(position))?;
        self.talk.say(&talk::go(position, self.limits))?;
        self.began = Instant::now();
        let (best, ponder) = loop {
            self.steer()?;
            let doing = if self.stopped.is_some() {
                t!("engine-doing-stopping")
            } else {
                t!("engine-doing-thinking")
            };
            match self.talk.next(doing)? {
                Said::Info(info) => {
                    let (told, cut) = info.on(&self.board);
                    if let Some(cut) = cut {
                        let found = quoted(&cut.found);
                        self.odd(t!("engine-note-pv", found = found, place = cut.place));
                    }
                    self.compare(&told);
                    listener.hear(&told);
                }
                Said::Word(Answer::BestMove { best, ponder }) => break (best, ponder),
                Said::Word(answer) => {
                    self.odd(t!("engine-note-answer", answer = format!("{answer:?}")));
                }
                Said::Nothing => listener.idle(),
            }
        };
        let dropped = self.talk.process.inbox.dropped();
        self.talk.process.inbox.listen(false);
        self.judge(&best, ponder.as_deref(), dropped)
    }

    /// Tells it to stop or that the pondered move was played, when it is time.
    fn steer(&mut self) -> Result<(), UciError> {
        if let Some(at) = self.stopped {
            if self.stop.is_final() {
                let doing = t!("engine-doing-stopping");
                return Err(UciError::Abandoned { name: self.talk.name.clone(), doing });
            }
            let within = self.talk.patience.stop;
            return if at.elapsed() < within {
                Ok(())
            } else {
                Err(self.talk.late(t!("engine-bestmove-after-stop"), within))
            };
        }
        if self.limits.ponder && !self.ponder_hit && self.stop.is_ponder_hit() {
            self.ponder_hit = true;
            self.began = Instant::now();
            self.talk.say("ponderhit")?;
        }
        let overdue = self.longest().is_some_and(|longest| self.began.elapsed() > longest);
        if overdue {
            let after = self.began.elapsed().as_secs();
            self.odd(t!("engine-note-overdue", seconds = after));
        }
        if overdue || self.overrun || self.stop.is_stopped() {
            self.stopped = Some(Instant::now());
            self.talk.say("stop")?;
        }
        Ok(())
    }

    /// Notices that it goes on beyond its depth or nodes, by its own word: some engines know no such limits.
    fn compare(&mut self, told: &UciInfo<Move>) {
        let bound = |limits: &Limits| limits.nodes.or(limits.soft_nodes);
        let nodes = bound(self.limits).filter(|limit| {
            told.nodes.is_some_and(|nodes| nodes > limit.saturating_add(limit / 4 + NODES_BEYOND))
        });
        // The next depth may be begun before the end is noticed.
        let depth = self.limits.depth.filter(|limit| told.depth > Some(limit.saturating_add(1)));
        if self.overrun || nodes.is_none() && depth.is_none() {
            return;
        }
        self.overrun = true;
        self.odd(match (nodes, depth) {
            (Some(nodes), _) => t!("engine-note-nodes", n = nodes),
            (None, depth) => t!("engine-note-depth", depth = depth.unwrap_or_default()),
        });
    }

    /// How long it may search before it is told to stop; `None`: as long as it likes.
    fn longest(&self) -> Option<Duration> {
        let (limits, patience) = (self.limits, self.talk.patience);
        if limits.infinite || limits.ponder && !self.ponder_hit {
            return None;
        }
        let clock = limits.clock.map(|clock| clock.time[self.board.stm().index()]);
        let given = limits.movetime.into_iter().chain(clock).min();
        given.map_or(patience.longest, |time| Some(time + patience.overtime))
    }

    /// Its last word.
    fn judge(mut self, best: &str, ponder: Option<&str>, dropped: u64) -> Result<Found, UciError> {
        let mut after = self.board;
        let Ok(mv) = uci_move::parse(&after, best) else {
            let found = if is_no_move(best) {
                t!("engine-bad-move-none", move = best)
            } else {
                best.to_owned()
            };
            let (name, fen) = (self.talk.name.clone(), self.board.to_string());
            return Err(UciError::BadMove { name, found, fen });
        };
        if !self.limits.search_moves.is_empty() && !self.limits.search_moves.contains(&mv) {
            self.odd(t!("engine-note-searchmoves", found = quoted(best)));
        }
        after.make_move(mv);
        let reply = ponder.and_then(|text| uci_move::parse(&after, text).ok());
        if let (Some(text), None) = (ponder, reply) {
            self.odd(t!("engine-note-ponder", found = quoted(text)));
        }
        let (stopped, notes) = (self.stopped.is_some(), self.notes);
        Ok(Found { best: Some(mv), ponder: reply, stopped, dropped, notes })
    }

    /// Notes what is odd, once and not without end.
    fn odd(&mut self, note: String) {
        if self.notes.len() < MAX_NOTES && !self.notes.contains(&note) {
            self.talk.note(&note);
            self.notes.push(note);
        }
    }
}
