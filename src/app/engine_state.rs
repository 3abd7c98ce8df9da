//! What the engine was asked and how far it is: one search at a time, each with a number, so that news
//! of an earlier one can never be taken for news of the present one.

use crate::alphabeta::options::EngineOptions;
use crate::chess::Move;
use crate::game::tree::NodeId;
use crate::search::score::Score;
use crate::worker::protocol::JobId;

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The engine's own move in a game.
    Play,
    /// Analysis of the shown position, without end.
    Analyse,
    /// A good move to be shown, not played.
    Hint,
    /// A good move to be played for the user.
    PlayBest,
    /// Whether a game that looks lost to a weak level really is.
    Judge,
    /// Thinking on the opponent's time about the position after this move of theirs.
    Ponder(Move),
    /// A position of the game under review.
    Review,
    /// What a move is worth that was tried in a task.
    Try(Move),
}

impl Purpose {
    /// Whether it goes on beside what the panels of the engine show.
    pub fn is_in_background(self) -> bool {
        matches!(self, Purpose::Review | Purpose::Try(_))
    }
}

/// The search the engine is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its number.
    pub id: JobId,
    /// What it is for.
    pub purpose: Purpose,
    /// The position it searches; while pondering the one before the expected move.
    pub node: NodeId,
    /// Key of the position searched, to notice when another position has taken the node's place.
    pub key: u64,
    /// The options it was asked with.
    pub options: EngineOptions,
    /// When the worker began, ms; after pondering, when the expected move came.
    pub started_ms: Option<u64>,
}

/// The engine's next move, found but not made yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided {
    /// In this position.
    pub node: NodeId,
    /// Key of that position.
    pub(super) key: u64,
    /// The move.
    pub mv: Move,
    /// When it is to be made, ms.
    pub due_ms: u64,
    /// Whether the engine resigns instead; `None` while that is being found out.
    pub(super) resigns: Option<bool>,
    /// The reply expected.
    pub(super) expected: Option<Move>,
}

/// The reply the engine expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Expected {
    /// In this position.
    pub(super) node: NodeId,
    /// The reply.
    pub(super) mv: Move,
}

/// What the engine thought of its own move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OwnScore {
    /// Before the move.
    pub(super) node: NodeId,
    /// Mover's view.
    pub(super) score: Score,
}

/// A good move that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// In this position.
    pub node: NodeId,
    /// The move.
    pub mv: Move,
    /// Its score, mover's view, where the engine gave one.
    pub score: Option<Score>,
}

/// Everything known about the engine's work besides its results.
#[derive(Clone, Debug, Default)]
pub struct EngineState {
    /// The search under way.
    pub job: Option<Job>,
    /// Analysis is switched on: whenever the engine has nothing else to do, it analyses.
    pub analysis: bool,
    /// The position analysed while the user looks at others; `None`: the shown one.
    pub lock: Option<NodeId>,
    /// There is no worker and none could be started.
    pub gone: bool,
    /// The user stopped the engine; it begins nothing before it is told to go on.
    pub halted: bool,
    /// Good moves asked for: what for and where.
    pub(super) advice: Option<(Purpose, NodeId)>,
    /// An analysis that ended by itself; it is not begun again as long as nothing changes.
    pub(super) done: Option<(NodeId, u64, EngineOptions)>,
    /// The last hint.
    pub hint: Option<Hint>,
    /// What went wrong last, until a search works again.
    pub failure: Option<String>,
    /// The move the engine holds back for a moment.
    pub decided: Option<Decided>,
    /// The reply it would ponder on.
    pub(super) expected: Option<Expected>,
    /// Scores of the engine's own moves, the newest last: for resigning and draws.
    pub(super) own: Vec<OwnScore>,
    /// Where the engine last offered a draw.
    pub(super) offered: Option<NodeId>,
    /// Options the worker has.
    pub(super) sent: Option<EngineOptions>,
    /// Highest job number given.
    pub(super) last_job: u64,
    /// Failures in a row without a finished search between them.
    pub(super) failures: u32,
}

impl EngineState {
    /// The next job's number.
    pub(super) fn next_job(&mut self) -> JobId {
        self.last_job += 1;
        JobId(self.last_job)
    }

    /// Remembers what the engine thought of a move of its own; of one position only the last word.
    pub(super) fn note_own(&mut self, node: NodeId, score: Score) {
        self.own.retain(|own| own.node != node);
        self.own.push(OwnScore { node, score });
    }

    /// Forgets what belonged to a game that is gone.
    pub(super) fn forget_game(&mut self) {
        self.own.clear();
        self.offered = None;
        self.expected = None;
        self.decided = None;
    }

    /// Whether an event of this job concerns the search under way.
    pub fn is_current(&self, id: JobId) -> bool {
        self.job.is_some_and(|job| job.id == id)
    }

    /// The purpose of the search under way.
    pub fn purpose(&self) -> Option<Purpose> {
        self.job.map(|job| job.purpose)
    }

    /// Whether the processor is at work.
    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }
}

/// What the engine does, for the user to read. Whether it runs must never be a guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineStatus {
    /// It has nothing to do.
    Idle,
    /// It thinks about its move.
    Thinking(NodeId),
    /// It analyses a position.
    Analysing {
        /// Which.
        node: NodeId,
        /// Whether it stays there while the user looks elsewhere.
        locked: bool,
    },
    /// It thinks on the user's time.
    Pondering {
        /// The position where the game stands.
        node: NodeId,
        /// The move it expects there.
        expected: Move,
    },
    /// It looks for a good move for the user.
    Advising(NodeId),
    /// It reviews the game: positions done, and all.
    Reviewing(usize, usize),
    /// It judges a move tried in a task.
    Judging,
    /// Analysis is on, but the game is over in this position.
    NothingToSearch,
    /// The user stopped it.
    Halted,
    /// The game is paused.
    Paused,
    /// It failed, and why.
    Failed(String),
}

impl EngineStatus {
    /// Whether the processor is at work.
    pub fn is_running(&self) -> bool {
        matches!(
            self,
            EngineStatus::Thinking(_)
                | EngineStatus::Analysing { .. }
                | EngineStatus::Pondering { .. }
                | EngineStatus::Advising(_)
                | EngineStatus::Reviewing(..)
                | EngineStatus::Judging
        )
    }

    /// One or two words for a status line.
    pub fn label(&self) -> &'static str {
        match self {
            EngineStatus::Idle => "Idle",
            EngineStatus::Thinking(_) => "Thinking",
            EngineStatus::Analysing { locked: false, .. } => "Analysing",
            EngineStatus::Analysing { locked: true, .. } => "Analysing, locked",
            EngineStatus::Pondering { .. } => "Pondering",
            EngineStatus::Advising(_) => "Looking for a move",
            EngineStatus::Reviewing(..) => "Reviewing",
            EngineStatus::Judging => "Judging your move",
            EngineStatus::NothingToSearch => "Game over here",
            EngineStatus::Halted => "Stopped",
            EngineStatus::Paused => "Paused",
            EngineStatus::Failed(_) => "Failed",
        }
    }
}
