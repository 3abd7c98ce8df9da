//! The requests to the engines and their progress. Each engine has a seat and does one search at a time; each search
//! has a number, so that news of an earlier one can never be taken for news of the current one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tabia_chess::{Board, Move};
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_host::kinds::{EngineConfig, SeatOptions};
use tabia_host::worker::protocol::{JobId, Watch};
use tabia_text::t;

use crate::game::clock::MoveLimit;

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The engine's own move in a game.
    Play,
    /// Analysis of the shown position, until it is stopped or reaches the limit of the settings.
    Analyse,
    /// A good move to show, not to play.
    Hint,
    /// A good move to play for the user.
    PlayBest,
    /// Checking whether a game that looks lost to a weak level really is.
    ConfirmResign,
    /// Pondering on the position after this move of the opponent.
    Ponder(Move),
    /// A position of the game under review.
    Review,
    /// The evaluation of a move tried in a puzzle.
    Try(Move),
    /// What the side not to move threatens in the shown position.
    Threat,
}

impl Purpose {
    /// Whether it runs in the background of what the engine's panels show.
    pub fn is_in_background(self) -> bool {
        matches!(self, Purpose::Review | Purpose::Try(_) | Purpose::Threat)
    }
}

/// The search an engine is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    pub engine: EngineId,
    /// Its number, unique over all seats.
    pub id: JobId,
    pub purpose: Purpose,
    /// The serial number of the game it is for.
    pub game: u64,
    /// The position searched; while pondering, the one before the expected move.
    pub node: NodeId,
    /// Key of the position searched, to notice when another position has replaced it at the node.
    pub key: u64,
    /// The options of the search.
    pub options: SeatOptions,
    /// How many engines took part in the analysis when it began.
    pub sharing: usize,
    /// How closely it is watched.
    pub watch: Watch,
    /// The limit, if it is an analysis that ends by itself, or of a review for each position.
    pub limit: Option<MoveLimit>,
    /// The number of the question about moves, 0 for none: see [`MoveRestriction`].
    pub asked: u64,
    /// When the worker began, ms; after pondering, when the expected move was played.
    pub started_ms: Option<u64>,
}

/// A search that should be running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WantedSearch {
    pub(crate) engine: EngineId,
    pub(crate) purpose: Purpose,
    pub(crate) node: NodeId,
    pub(crate) options: SeatOptions,
}

/// The wanted searches: at most one per seat.
pub(crate) type AllWanted = BTreeMap<EngineId, WantedSearch>;

/// The engine's next move, found but not played yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingMove {
    /// The position.
    pub node: NodeId,
    /// Key of the position.
    pub(crate) key: u64,
    pub mv: Move,
    /// When to play it, ms.
    pub due_ms: u64,
    /// Whether the engine resigns instead; `None` while that is being checked.
    pub(crate) resigns: Option<bool>,
    /// The expected reply.
    pub(crate) expected: Option<Move>,
    /// It is a book move: there was no search for it.
    pub book: bool,
}

/// The reply the engine expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Expected {
    /// The position.
    pub(crate) node: NodeId,
    /// The reply.
    pub(crate) mv: Move,
}

/// An engine's score of its own move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OwnScore {
    /// The position before the move.
    pub(crate) node: NodeId,
    /// Side to move's view.
    pub(crate) score: Score,
}

/// A good move requested by the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The position.
    pub node: NodeId,
    pub mv: Move,
    /// Its score, side to move's view, if the engine gave one.
    pub score: Option<Score>,
}

/// The work of one engine.
#[derive(Clone, Debug, Default)]
pub struct Seat {
    /// The running search.
    pub job: Option<Job>,
    /// There is no worker, and none could be started.
    pub gone: bool,
    /// The user stopped it, or it failed too often: it starts nothing until the user resumes it.
    pub halted: bool,
    /// The last failure, until a search works again.
    pub failure: Option<String>,
    /// What the user can do about the failure, if that is known.
    pub advice: Option<&'static str>,
    /// An analysis that ended by itself; it is not restarted as long as nothing changes.
    pub(crate) done: Option<Job>,
    /// The engine that was started there; `None` for the built-in engine, which is always there.
    pub(crate) opened: Option<EngineConfig>,
    /// Options already sent to the worker.
    pub(crate) sent: Option<SeatOptions>,
    /// Failures in a row, without a finished search in between.
    pub(crate) failures: u32,
}

impl Seat {
    /// Clears all failures: the engine works.
    pub(super) fn well(&mut self) {
        (self.failure, self.advice) = (None, None);
    }

    /// The analysis that ended by itself, if nothing was begun since.
    pub fn finished(&self) -> Option<JobId> {
        self.done.filter(|_| self.job.is_none()).map(|job| job.id)
    }
}

/// Everything known about the engines' work apart from their results.
#[derive(Clone, Debug)]
pub struct EngineState {
    /// The seats in use; the built-in engine has one from the start.
    seats: BTreeMap<EngineId, Seat>,
    /// The last failure of engines that no longer have a seat.
    failed: BTreeMap<EngineId, String>,
    /// Analysis is switched on: an engine that takes part analyses whenever it has nothing else to do.
    pub analysis: bool,
    /// The position that stays under analysis while the user looks at others; `None`: the shown one.
    pub lock: Option<NodeId>,
    /// The question about moves of the analysed position.
    pub(crate) asked: Option<MoveRestriction>,
    pub(crate) last_asked: u64,
    pub threat: bool,
    /// The requested advice: its purpose and position.
    pub(crate) advice: Option<(Purpose, NodeId)>,
    /// The last hint.
    pub hint: Option<Hint>,
    /// The move an engine holds back for a moment.
    pub pending_move: Option<PendingMove>,
    /// The reply to ponder on.
    pub(crate) expected: Option<Expected>,
    /// Scores of the engines' own moves, newest last: for resigning and draws.
    pub(crate) own: Vec<OwnScore>,
    /// Where an engine last offered a draw.
    pub(crate) offered: Option<NodeId>,
    /// Highest job number used.
    pub(crate) last_job: u64,
    /// The engine's thinking is shown during a game.
    pub watching: bool,
}

impl Default for EngineState {
    fn default() -> EngineState {
        EngineState {
            seats: BTreeMap::from([(EngineId::BUILT_IN, Seat::default())]),
            failed: BTreeMap::new(),
            analysis: false,
            lock: None,
            asked: None,
            last_asked: 0,
            threat: false,
            advice: None,
            hint: None,
            pending_move: None,
            expected: None,
            own: Vec::new(),
            offered: None,
            last_job: 0,
            watching: false,
        }
    }
}

impl EngineState {
    /// An engine's seat, if it has one.
    pub fn seat(&self, id: EngineId) -> Option<&Seat> {
        self.seats.get(&id)
    }

    /// An engine's seat, mutable; created if there is none.
    pub(crate) fn seat_mut(&mut self, id: EngineId) -> &mut Seat {
        self.seats.entry(id).or_default()
    }

    /// All seats in use.
    pub fn seats(&self) -> impl Iterator<Item = (EngineId, &Seat)> {
        self.seats.iter().map(|(&id, seat)| (id, seat))
    }

    /// Gives a seat up.
    pub(crate) fn leave(&mut self, id: EngineId) {
        let Some(seat) = self.seats.remove(&id) else { return };
        match seat.failure {
            Some(why) => drop(self.failed.insert(id, why)),
            None => drop(self.failed.remove(&id)),
        }
    }

    /// The last failure of an engine; `None`: it works, or was not used yet.
    pub fn last_failure(&self, id: EngineId) -> Option<&str> {
        match self.seats.get(&id) {
            Some(seat) => seat.failure.as_deref(),
            None => self.failed.get(&id).map(String::as_str),
        }
    }

    /// Why an engine has given up; `None`: it has not, or the user has resumed it. Its earlier reports no longer
    /// count.
    pub fn given_up(&self, id: EngineId) -> Option<&str> {
        let seat = self.seat(id).filter(|seat| seat.halted || seat.gone)?;
        seat.failure.as_deref().filter(|_| seat.job.is_none())
    }

    /// The search an engine is running.
    pub fn job(&self, id: EngineId) -> Option<Job> {
        self.seats.get(&id)?.job
    }

    pub fn purpose(&self, id: EngineId) -> Option<Purpose> {
        self.job(id).map(|job| job.purpose)
    }

    /// The running searches, by seat.
    pub fn jobs(&self) -> impl Iterator<Item = Job> {
        self.seats.values().filter_map(|seat| seat.job)
    }

    /// The next job number.
    pub(crate) fn next_job(&mut self) -> JobId {
        self.last_job += 1;
        JobId(self.last_job)
    }

    /// Remembers an engine's score of its own move; for a position only the last one.
    pub(crate) fn note_own(&mut self, node: NodeId, score: Score) {
        self.own.retain(|own| own.node != node);
        self.own.push(OwnScore { node, score });
    }

    /// Drops everything that belongs to the previous game.
    pub(crate) fn forget_game(&mut self) {
        self.own.clear();
        self.offered = None;
        self.expected = None;
        self.pending_move = None;
    }

    /// Whether one of the user's engines has been started and not ended since.
    pub fn runs(&self, id: u32) -> bool {
        let seat = self.seat(EngineId(id));
        seat.is_some_and(|seat| seat.opened.is_some() && !seat.gone)
    }

    /// Whether the move an engine is about to play is a book move.
    pub fn plays_from_book(&self) -> bool {
        self.pending_move.is_some_and(|pending_move| pending_move.book)
    }

    /// Drops hint and advice, shown or requested.
    pub(crate) fn forget_advice(&mut self) {
        self.advice = None;
        self.hint = None;
    }

    /// Lets every engine start again, except those without a worker.
    pub(crate) fn resume_all(&mut self) {
        for seat in self.seats.values_mut() {
            seat.halted = seat.gone;
        }
    }

    /// Resumes the engines after a stop or failures.
    pub(crate) fn go_on(&mut self) {
        for seat in self.seats.values_mut() {
            seat.halted = false;
            seat.failures = 0;
            seat.well();
        }
    }

    /// The search with this number, if it is running.
    pub fn current(&self, engine: EngineId, id: JobId) -> Option<Job> {
        self.job(engine).filter(|job| job.id == id)
    }

    /// The running search for something other than analysis and review: a move, advice, an evaluation.
    pub(crate) fn serving(&self) -> Option<Job> {
        let aside =
            |job: &Job| matches!(job.purpose, Purpose::Analyse | Purpose::Review | Purpose::Threat);
        self.jobs().find(|job| !aside(job))
    }

    /// Whether a search with such a purpose is running on any seat.
    pub fn job_for(&self, is: impl Fn(Purpose) -> bool) -> Option<Job> {
        self.jobs().find(|job| is(job.purpose))
    }

    /// Whether the processor is busy.
    pub fn is_busy(&self) -> bool {
        self.jobs().next().is_some()
    }
}

/// What the engine is doing, for display. The user must never have to guess whether it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineStatus {
    /// It has nothing to do.
    Idle,
    /// It thinks about its move.
    Thinking(NodeId),
    /// It plays a book move, without thinking.
    FromBook(NodeId),
    /// It analyses at full strength during a game against a weaker engine.
    Watching(NodeId),
    /// It analyses a position.
    Analysing {
        node: NodeId,
        /// Whether the analysis stays there while the user looks at other positions.
        locked: bool,
    },
    /// It ponders on the user's time.
    Pondering {
        /// The current position of the game.
        node: NodeId,
        expected: Move,
    },
    /// It looks for a good move for the user.
    Advising(NodeId),
    /// It reviews the game: positions done, and their total.
    Reviewing(usize, usize),
    /// It evaluates a move tried in a puzzle.
    Judging,
    /// It looks for what the side not to move threatens, and does nothing else.
    SeekingThreat,
    /// Analysis is on, but the game is over in this position.
    NothingToSearch,
    /// The analysis of this position has ended, by its limit or because there is nothing left to find.
    Finished,
    /// The user stopped it.
    Halted,
    /// The game is paused.
    Paused,
    /// It failed; the reason.
    Failed(String),
}

impl EngineStatus {
    /// Whether the processor is busy.
    pub fn is_running(&self) -> bool {
        matches!(
            self,
            EngineStatus::Thinking(_)
                | EngineStatus::Watching(_)
                | EngineStatus::Analysing { .. }
                | EngineStatus::Pondering { .. }
                | EngineStatus::Advising(_)
                | EngineStatus::Reviewing(..)
                | EngineStatus::Judging
                | EngineStatus::SeekingThreat
        )
    }

    /// One or two words for the status bar.
    pub fn label(&self) -> &'static str {
        match self {
            EngineStatus::Idle => t!("engines-status-idle"),
            EngineStatus::Thinking(_) => t!("engines-status-thinking"),
            EngineStatus::FromBook(_) => t!("engines-status-book"),
            EngineStatus::Watching(_) => t!("engines-status-watching"),
            EngineStatus::Analysing { locked: false, .. } => t!("engines-status-analysing"),
            EngineStatus::Analysing { locked: true, .. } => t!("engines-status-locked"),
            EngineStatus::Pondering { .. } => t!("engines-status-pondering"),
            EngineStatus::Advising(_) => t!("engines-status-advising"),
            EngineStatus::Reviewing(..) => t!("engines-status-reviewing"),
            EngineStatus::Judging => t!("engines-status-judging"),
            EngineStatus::SeekingThreat => t!("engines-status-threat"),
            EngineStatus::NothingToSearch => t!("engines-status-over"),
            EngineStatus::Finished => t!("engines-status-finished"),
            EngineStatus::Halted => t!("engines-status-halted"),
            EngineStatus::Paused => t!("engines-status-paused"),
            EngineStatus::Failed(_) => t!("engines-status-failed"),
        }
    }
}

/// A question about moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRestriction {
    /// The position.
    pub node: NodeId,
    /// Its key, to notice when another position has replaced it at the node.
    pub(crate) key: u64,
    /// The only moves to search; empty: all.
    pub only: Vec<Move>,
    /// Moves to leave out.
    pub not: Vec<Move>,
    /// Distinguishes this question from earlier ones; never 0.
    pub(crate) number: u64,
    /// An engine that answered with another move, which was reported once.
    pub(super) reported: Option<EngineId>,
}

/// Changes of the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskAction {
    /// Search only this move, besides those chosen earlier in this way.
    Only(NodeId, Move),
    /// Do not search this move.
    Not(NodeId, Move),
    /// Remove this move from the choice.
    Drop(Move),
    /// Search all moves again.
    All,
}

impl MoveRestriction {
    /// The moves that are searched, in the board's order.
    pub fn searched(&self, board: &Board) -> Vec<Move> {
        let only = |mv: &Move| self.only.is_empty() || self.only.contains(mv);
        let legal = board.legal_moves();
        legal.iter().copied().filter(|mv| only(mv) && !self.not.contains(mv)).collect()
    }
}

/// When full-strength analysis is shown during a game against a weaker engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Watching {
    /// The user has not been asked yet: it is offered with the first game.
    #[default]
    Unasked,
    /// From the beginning of every game.
    Always,
    /// When the user asks for it, until the game ends.
    OnRequest,
    /// Never.
    Off,
}

impl Watching {
    /// The choices.
    pub const ALL: [Watching; 3] = [Watching::Always, Watching::OnRequest, Watching::Off];

    /// The name on buttons and in the settings.
    pub fn label(self) -> &'static str {
        match self {
            Watching::Always => t!("watching-always"),
            Watching::Unasked | Watching::OnRequest => t!("watching-on-request"),
            Watching::Off => t!("watching-off"),
        }
    }
}
