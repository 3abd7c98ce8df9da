//! What the Lab was asked and what it found.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tabia_chess::attacks::slider_table::SliderPart;
use tabia_chess::board::Board;
use tabia_chess::{Move, Square};
use tabia_engine::alphabeta::tree::TreeBudget;
use tabia_engine::search::look::Look;
use tabia_games::game::position::GamePosition;
use tabia_games::game::tree::NodeId;
use tabia_host::worker::protocol::JobId;
use tabia_lab::ab::{AbPair, Equal, Side};
use tabia_lab::foundations::magic_search::MagicProgress;
use tabia_lab::horizon::{EffectRow, HorizonRow};
use tabia_lab::ladder::rows::LadderRow;
use tabia_lab::representations::race::RaceTable;
use tabia_lab::task::RecordedTree;
use tabia_lab::tree_index::TreeIndex;
use tabia_lab::why::Why;

use super::foundations::{BitsView, SliderView, ZobristView};
use super::playouts::{PlayoutsAction, PlayoutsState};
use super::scratch::{ScratchAction, ScratchState};
use super::small_game::{SmallGameAction, SmallGameState};
use super::steps::StepsView;
use super::xray::{XrayAction, XrayState};
use crate::window::workspace::PaneId;

/// Entries a tree may have, and how deep it may go: a hundred megabytes at most.
pub const TREE_BUDGET: TreeBudget = TreeBudget { nodes: 500_000, plies: 240 };
/// Depths a tree can be asked for, plies.
pub const TREE_DEPTH: std::ops::RangeInclusive<u32> = 1..=20;

/// The experiment under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabJob {
    /// Its number.
    pub id: JobId,
    /// What it is.
    pub kind: LabKind,
    /// The position it is about.
    pub node: NodeId,
    /// The game that position is of.
    pub game: u64,
}

/// What is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabKind {
    /// Why not this move?
    Why,
    /// Two ways of searching compared.
    Compare,
    /// A tree written down.
    Tree,
    /// A node of it searched again.
    Expand,
    /// A line looked along.
    Horizon,
    /// The horizon effect.
    Effect,
    /// A magic number looked for.
    Magic,
    /// From minimax to the engine.
    Ladder,
    /// Board representations raced.
    Race,
    /// Matches of an evaluation from scratch.
    Scratch,
    /// A small game learnt from nothing.
    SmallGame,
}

/// The question about a move and its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct WhyView {
    /// The position.
    pub node: NodeId,
    /// The game it is of.
    pub game: u64,
    /// The move.
    pub mv: Move,
    /// What is known so far.
    pub answer: Option<Why>,
    /// Why there is no answer.
    pub error: Option<String>,
}

/// What is compared with what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompareDraft {
    /// Side A and side B.
    pub sides: [Side; 2],
    /// What both get the same of.
    pub equal: Equal,
    /// On the thirty built-in positions; else on the shown one.
    pub suite: bool,
}

impl Default for CompareDraft {
    fn default() -> CompareDraft {
        let without = Side::parse("no-null-move").unwrap_or_default();
        let most = Duration::from_mins(1);
        CompareDraft {
            sides: [Side::default(), without],
            equal: Equal::Depth(10, most),
            suite: true,
        }
    }
}

/// A comparison and how far it is.
#[derive(Clone, Debug)]
pub struct CompareView {
    /// What was asked.
    pub asked: CompareDraft,
    /// The positions.
    pub positions: Arc<Vec<GamePosition>>,
    /// Those that are done.
    pub pairs: Vec<AbPair>,
}

/// A recorded tree on screen.
#[derive(Clone, Debug)]
pub struct TreeView {
    /// The tree.
    pub recorded: Arc<RecordedTree>,
    /// The same, walkable.
    pub index: Arc<TreeIndex>,
}

impl TreeView {
    pub(super) fn new(recorded: Arc<RecordedTree>) -> TreeView {
        let index = Arc::new(TreeIndex::new(&recorded.tree));
        TreeView { recorded, index }
    }
}

/// A line looked along.
#[derive(Clone, Debug)]
pub struct HorizonView {
    /// Where it begins.
    pub start: GamePosition,
    /// It follows the game; else the best line of a search.
    pub of_game: bool,
    /// The depths of the columns.
    pub depths: Vec<u32>,
    /// What is known so far.
    pub rows: Vec<HorizonRow>,
}

/// A move that stays marked wherever it stands, until it is clicked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkedMove {
    /// Key of its position.
    pub key: u64,
    /// The move.
    pub mv: Move,
}

/// What the root race is drawn over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RaceAxis {
    /// Iterations.
    #[default]
    Depth,
    /// Time since the search began.
    Time,
    /// The same, each step as wide as its factor.
    LogTime,
}

/// A ladder and how far it was climbed.
#[derive(Clone, Debug)]
pub struct LadderView {
    /// What was asked.
    pub asked: LadderDraft,
    /// The position.
    pub board: Board,
    /// The rows so far.
    pub rows: Vec<LadderRow>,
}

/// What the next ladder is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LadderDraft {
    /// Every depth up to this one, plies.
    pub depth: u32,
    /// Nodes each search may visit.
    pub budget: u64,
}

impl Default for LadderDraft {
    fn default() -> LadderDraft {
        LadderDraft { depth: 5, budget: 1_000_000 }
    }
}

/// The position a view is pinned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pin {
    pub(super) game: u64,
    pub(super) node: NodeId,
}

/// A position that views look at.
#[derive(Clone, Debug)]
pub struct LookView {
    pub(super) node: NodeId,
    pub(super) key: u64,
    /// What was seen last.
    pub(super) seen: Option<Box<Look>>,
    /// The order of the moves when it was first seen.
    pub(super) first: Option<Vec<Move>>,
    /// When it was last asked for, ms.
    pub(super) asked: u64,
    /// An answer to that is still to come.
    pub(super) waiting: bool,
}

/// Everything the Lab has found.
#[derive(Clone, Debug, Default)]
pub struct LabState {
    /// The experiment under way.
    pub job: Option<LabJob>,
    /// The last question about a move.
    pub why: Option<WhyView>,
    /// What the next comparison compares.
    pub draft: CompareDraft,
    /// The last comparison.
    pub compare: Option<CompareView>,
    /// The tree and the nodes of it that were searched again, the whole tree first. The last is on screen.
    pub trees: Vec<TreeView>,
    /// The line looked along last.
    pub horizon: Option<HorizonView>,
    /// The horizon effect by depth.
    pub effect: Vec<EffectRow>,
    /// What is chosen in the view of bitboards.
    pub bits: BitsView,
    /// What is chosen in the view of sliders.
    pub slider: SliderView,
    /// The search for a magic number: how far it is or was.
    pub magic: Option<MagicProgress>,
    /// What is chosen in the view of Zobrist keys.
    pub zobrist: ZobristView,
    /// Alpha-beta step by step.
    pub steps: StepsView,
    /// What the next ladder is asked for.
    pub ladder_draft: LadderDraft,
    /// The last ladder.
    pub ladder: Option<LadderView>,
    /// How the last race of representations stands.
    pub race: Option<RaceTable>,
    /// The positions at which views look into the built-in engine's memory.
    pub(super) looks: Vec<LookView>,
    /// The views that do not follow the board.
    pub(super) pins: BTreeMap<PaneId, Pin>,
    /// What the last experiment failed with.
    pub error: Option<String>,
    /// What the evaluation X-ray shows.
    pub xray: XrayState,
    /// The root move that stays marked.
    pub marked: Option<MarkedMove>,
    /// What the root race is drawn over.
    pub race_axis: RaceAxis,
    /// The evaluation from scratch.
    pub scratch: ScratchState,
    /// A tree grown by playouts.
    pub playouts: PlayoutsState,
    /// A small game learnt from nothing.
    pub small_game: SmallGameState,
}

impl LabState {
    /// Whether this kind of experiment is under way.
    pub fn is_at(&self, kind: LabKind) -> bool {
        self.job.is_some_and(|job| job.kind == kind)
    }
}

/// What can be asked of the Lab.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LabAction {
    /// Why not this move?
    Why {
        /// In this position.
        node: NodeId,
        /// The move.
        mv: Move,
    },
    /// Change what the next comparison compares.
    Draft(CompareDraft),
    /// Make the comparison.
    Compare,
    /// Search the shown position to a depth and write the tree down.
    Record(u32),
    /// Search an entry of the tree on screen again.
    Expand(u32),
    /// Back from a node searched again to the tree it was in.
    Back,
    /// Look along the principal variation from the shown position, to this depth.
    Horizon(u32),
    /// Look along the game's main line from the shown position on, to this depth.
    HorizonOfGame(u32),
    /// Show the horizon effect at the built-in position, to this depth.
    Effect(u32),
    /// Change what the next ladder is asked for.
    LadderDraft(LadderDraft),
    /// Climb from minimax to the engine at the position of that view.
    Ladder,
    /// Race the board representations, for so many seconds.
    Race(u32),
    /// Stop what is under way; what was found stays.
    Stop,
    /// Mark a root move wherever it stands; the same again takes the mark away.
    Mark(MarkedMove),
    /// Draw the root race over this.
    RaceAxis(RaceAxis),
    /// Choose something in the view of bitboards.
    Bits(BitsView),
    /// Choose something in the view of sliders.
    Slider(SliderView),
    /// Choose something in the view of Zobrist keys.
    Zobrist(ZobristView),
    /// Choose something in the view of alpha-beta step by step, or go to another step.
    Steps(StepsView),
    /// Look for a magic number for this square.
    FindMagic(SliderPart, Square),
    /// Show what a view is for, at a position that shows it.
    ShowMe(PaneId),
    /// Pin a view to the position on the board, or have it follow the board again.
    Pin(PaneId),
    /// Save a picture of a view.
    Picture(PaneId),
    /// Something in the evaluation X-ray.
    Xray(XrayAction),
    /// Something in the evaluation from scratch.
    Scratch(ScratchAction),
    /// Something in the view of playouts.
    Playouts(PlayoutsAction),
    /// Something in the view of the small game.
    SmallGame(SmallGameAction),
}
