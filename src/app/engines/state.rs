//! What the engines were asked and how far they are. Each sits on a seat and does one search at a time; each
//! search has a number, so that news of an earlier one can never be taken for news of the present one.

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

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The engine's own move in a game.
    Play,
    /// Analysis of the shown position, until it is stopped or reaches the limit of the settings.
    Analyse,
    /// A good move to be shown, not played.
    Hint,
    /// A good move to be played for the user.
    PlayBest,
    /// Whether a game that looks lost to a weak level really is.
    ConfirmResign,
    /// Thinking on the opponent's time about the position after this move of theirs.
    Ponder(Move),
    /// A position of the game under review.
    Review,
    /// What a move is worth that was tried in a puzzle.
    Try(Move),
    /// What the side not to move threatens in the shown position.
    Threat,
}

impl Purpose {
    /// Whether it goes on beside what the panels of the engine show.
    pub fn is_in_background(self) -> bool {
        matches!(self, Purpose::Review | Purpose::Try(_) | Purpose::Threat)
    }
}

/// The search an engine is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    pub engine: EngineId,
    /// Its number, of all seats together.
    pub id: JobId,
    pub purpose: Purpose,
    /// The serial number of the game that it searches for.
    pub game: u64,
    /// The position it searches; while pondering the one before the expected move.
    pub node: NodeId,
    /// Key of the position searched, to notice when another position has taken the node's place.
    pub key: u64,
    /// The options it was asked with.
    pub options: SeatOptions,
    /// How many engines took part in the analysis when it began.
    pub sharing: usize,
    /// How closely it is watched.
    pub watch: Watch,
    /// What it may spend, if it is an analysis that ends by itself.
    pub limit: Option<MoveLimit>,
    /// The number of what was asked about the moves, 0 for nothing: see [`Asked`].
    pub asked: u64,
    /// When the worker began, ms; after pondering, when the expected move came.
    pub started_ms: Option<u64>,
}

/// A search that should be running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) engine: EngineId,
    pub(crate) purpose: Purpose,
    pub(crate) node: NodeId,
    pub(crate) options: SeatOptions,
}

/// What is wanted of whom: at most one search a seat.
pub(crate) type AllWanted = BTreeMap<EngineId, Wanted>;

/// The engine's next move, found but not made yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingMove {
    /// In this position.
    pub node: NodeId,
    /// Key of that position.
    pub(crate) key: u64,
    pub mv: Move,
    /// When it is to be made, ms.
    pub due_ms: u64,
    /// Whether the engine resigns instead; `None` while that is being found out.
    pub(crate) resigns: Option<bool>,
    /// The reply expected.
    pub(crate) expected: Option<Move>,
    /// It is a move of the book: nobody searched for it.
    pub book: bool,
}

/// The reply the engine expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Expected {
    /// In this position.
    pub(crate) node: NodeId,
    /// The reply.
    pub(crate) mv: Move,
}

/// What the engine thought of its own move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OwnScore {
    /// Before the move.
    pub(crate) node: NodeId,
    /// Mover's view.
    pub(crate) score: Score,
}

/// A good move that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// In this position.
    pub node: NodeId,
    pub mv: Move,
    /// Its score, mover's view, where the engine gave one.
    pub score: Option<Score>,
}

/// One engine's work.
#[derive(Clone, Debug, Default)]
pub struct Seat {
    /// The search under way.
    pub job: Option<Job>,
    /// There is no worker and none could be started.
    pub gone: bool,
    /// The user stopped it, or it failed too often: it begins nothing before it is told to go on.
    pub halted: bool,
    /// What went wrong last, until a search works again.
    pub failure: Option<String>,
    /// What the user can do about that, where it is known.
    pub advice: Option<&'static str>,
    /// An analysis that ended by itself; it is not begun again as long as nothing changes.
    pub(crate) done: Option<Job>,
    /// What was put there; `None` for the built-in engine, which always sits there.
    pub(crate) opened: Option<EngineConfig>,
    /// Options the worker has.
    pub(crate) sent: Option<SeatOptions>,
    /// Failures in a row without a finished search between them.
    pub(crate) failures: u32,
}

impl Seat {
    /// Nothing is wrong with it, or no longer.
    pub(super) fn well(&mut self) {
        (self.failure, self.advice) = (None, None);
    }
}

/// Everything known about the engines' work besides their results.
#[derive(Clone, Debug)]
pub struct EngineState {
    /// The seats that are taken; the built-in engine's is there from the start.
    seats: BTreeMap<EngineId, Seat>,
    /// What went wrong with engines that have given up their seats since.
    failed: BTreeMap<EngineId, String>,
    /// Analysis is switched on: whenever an engine that takes part has nothing else to do, it analyses.
    pub analysis: bool,
    /// The position analysed while the user looks at others; `None`: the shown one.
    pub lock: Option<NodeId>,
    /// What is asked about the moves of the analysed position.
    pub(crate) asked: Option<Asked>,
    pub(crate) last_asked: u64,
    pub threat: bool,
    /// Good moves asked for: what for and where.
    pub(crate) advice: Option<(Purpose, NodeId)>,
    /// The last hint.
    pub hint: Option<Hint>,
    /// The move an engine holds back for a moment.
    pub pending_move: Option<PendingMove>,
    /// The reply it would ponder on.
    pub(crate) expected: Option<Expected>,
    /// Scores of the engines' own moves, the newest last: for resigning and draws.
    pub(crate) own: Vec<OwnScore>,
    /// Where an engine last offered a draw.
    pub(crate) offered: Option<NodeId>,
    /// Highest job number given.
    pub(crate) last_job: u64,
    /// The engine's thinking is shown while one plays.
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
    /// An engine's work, if its seat is taken.
    pub fn seat(&self, id: EngineId) -> Option<&Seat> {
        self.seats.get(&id)
    }

    /// The same, to be changed; takes the seat if nobody sits there yet.
    pub(crate) fn seat_mut(&mut self, id: EngineId) -> &mut Seat {
        self.seats.entry(id).or_default()
    }

    /// All seats that are taken.
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

    /// What went wrong the last time with an engine; `None`: it works, or was not used yet.
    pub fn last_failure(&self, id: EngineId) -> Option<&str> {
        match self.seats.get(&id) {
            Some(seat) => seat.failure.as_deref(),
            None => self.failed.get(&id).map(String::as_str),
        }
    }

    /// Why an engine has given up; `None`: it has not, or was told to go on since. What it said before counts no longer.
    pub fn given_up(&self, id: EngineId) -> Option<&str> {
        let seat = self.seat(id).filter(|seat| seat.halted || seat.gone)?;
        seat.failure.as_deref().filter(|_| seat.job.is_none())
    }

    /// The search an engine is at.
    pub fn job(&self, id: EngineId) -> Option<Job> {
        self.seats.get(&id)?.job
    }

    pub fn purpose(&self, id: EngineId) -> Option<Purpose> {
        self.job(id).map(|job| job.purpose)
    }

    /// The searches under way, by seat.
    pub fn jobs(&self) -> impl Iterator<Item = Job> {
        self.seats.values().filter_map(|seat| seat.job)
    }

    /// The next job's number.
    pub(crate) fn next_job(&mut self) -> JobId {
        self.last_job += 1;
        JobId(self.last_job)
    }

    /// Remembers what an engine thought of a move of its own; of one position only the last word.
    pub(crate) fn note_own(&mut self, node: NodeId, score: Score) {
        self.own.retain(|own| own.node != node);
        self.own.push(OwnScore { node, score });
    }

    /// Forgets what belonged to a game that is gone.
    pub(crate) fn forget_game(&mut self) {
        self.own.clear();
        self.offered = None;
        self.expected = None;
        self.pending_move = None;
    }

    /// Whether an engine of the user's has been started and not ended since.
    pub fn runs(&self, id: u32) -> bool {
        let seat = self.seat(EngineId(id));
        seat.is_some_and(|seat| seat.opened.is_some() && !seat.gone)
    }

    /// Whether the move an engine is about to make is one of the book.
    pub fn plays_from_book(&self) -> bool {
        self.pending_move.is_some_and(|pending_move| pending_move.book)
    }

    /// No hint is shown or waited for any more.
    pub(crate) fn forget_advice(&mut self) {
        self.advice = None;
        self.hint = None;
    }

    /// Every engine may begin again, but those without a worker.
    pub(crate) fn resume_all(&mut self) {
        for seat in self.seats.values_mut() {
            seat.halted = seat.gone;
        }
    }

    /// The engines go on after a stop or failures.
    pub(crate) fn go_on(&mut self) {
        for seat in self.seats.values_mut() {
            seat.halted = false;
            seat.failures = 0;
            seat.well();
        }
    }

    /// The search with this number, if it is under way.
    pub fn current(&self, engine: EngineId, id: JobId) -> Option<Job> {
        self.job(engine).filter(|job| job.id == id)
    }

    /// The search that is for something other than analysis and review: a move, advice, a judgement.
    pub fn serving(&self) -> Option<Job> {
        let aside =
            |job: &Job| matches!(job.purpose, Purpose::Analyse | Purpose::Review | Purpose::Threat);
        self.jobs().find(|job| !aside(job))
    }

    /// Whether a search of this kind is under way on any seat.
    pub fn job_for(&self, is: impl Fn(Purpose) -> bool) -> Option<Job> {
        self.jobs().find(|job| is(job.purpose))
    }

    /// Whether the processor is busy.
    pub fn is_busy(&self) -> bool {
        self.jobs().next().is_some()
    }
}

/// What the engine does, for the user to read. Whether it runs must never be a guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineStatus {
    /// It has nothing to do.
    Idle,
    /// It thinks about its move.
    Thinking(NodeId),
    /// It plays a move of the book, without thinking.
    FromBook(NodeId),
    /// It analyses at full strength during a game against a weaker engine.
    Watching(NodeId),
    /// It analyses a position.
    Analysing {
        node: NodeId,
        /// Whether it stays there while the user looks elsewhere.
        locked: bool,
    },
    /// It thinks on the user's time.
    Pondering {
        /// The position where the game stands.
        node: NodeId,
        expected: Move,
    },
    /// It looks for a good move for the user.
    Advising(NodeId),
    /// It reviews the game: positions done, and all.
    Reviewing(usize, usize),
    /// It judges a move tried in a puzzle.
    Judging,
    /// It looks for what the side not to move threatens, and does nothing else.
    SeekingThreat,
    /// Analysis is on, but the game is over in this position.
    NothingToSearch,
    /// The analysis of this position has ended, by its limit or because nothing is left to find.
    Finished,
    /// The user stopped it.
    Halted,
    /// The game is paused.
    Paused,
    /// It failed, and why.
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

    /// One or two words for a status line.
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

/// What is asked about the moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The position.
    pub node: NodeId,
    /// Its key, to notice when another has taken its place.
    pub(crate) key: u64,
    /// Only these are searched; empty: all.
    pub only: Vec<Move>,
    /// These are not.
    pub not: Vec<Move>,
    /// Tells what was asked before from what is asked now; never 0.
    pub(crate) number: u64,
    /// An engine that answered with another move; it is told once.
    pub(super) reported: Option<EngineId>,
}

/// What can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskAction {
    /// Search only this move, and those asked for in this way before.
    Only(NodeId, Move),
    /// Search this move no longer.
    Not(NodeId, Move),
    /// Ask no longer about this move.
    Drop(Move),
    /// Search all moves again.
    All,
}

impl Asked {
    /// The moves that are searched, in the board's order.
    pub fn searched(&self, board: &Board) -> Vec<Move> {
        let only = |mv: &Move| self.only.is_empty() || self.only.contains(mv);
        let legal = board.legal_moves();
        legal.iter().copied().filter(|mv| only(mv) && !self.not.contains(mv)).collect()
    }
}

/// Whether full-strength analysis is shown during a game against a weaker engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Watching {
    /// Nobody has been asked yet: it is offered with the first game.
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
    /// What can be chosen.
    pub const ALL: [Watching; 3] = [Watching::Always, Watching::OnRequest, Watching::Off];

    /// As buttons and settings name it.
    pub fn label(self) -> &'static str {
        match self {
            Watching::Always => t!("watching-always"),
            Watching::Unasked | Watching::OnRequest => t!("watching-on-request"),
            Watching::Off => t!("watching-off"),
        }
    }
}
