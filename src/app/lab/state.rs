//! What the Lab was asked and what it found.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::export::ViewChoices;
use super::foundations::{BitsView, SliderView, ZobristView};
use super::playouts::{PlayoutsAction, PlayoutsState};
use super::scratch::{ScratchAction, ScratchState, ScratchView};
use super::small_game::{SmallGameAction, SmallGameState};
use super::steps::StepsView;
use super::trials::{ExperimentRun, JobState, SavedRun};
use super::xray::{XrayAction, XrayState, XrayView};
use crate::game::state::GameState;
use crate::window::workspace::PaneId;
use tabia_chess::attacks::slider_table::SliderPart;
use tabia_chess::{Move, Square};
use tabia_engine::search::detail::PruneReason;
use tabia_engine::search::inspection::SearchInspection;
use tabia_games::game::tree::NodeId;
use tabia_host::worker::protocol::JobId;
use tabia_lab::experiment::{Ask, Entry, Experiment, LabError, Trial};
use tabia_lab::small_game::learn::SmallGame;
use tabia_lab::tree_index::{self, RecordedTree, Tree, TreeIndex};
use tabia_lab::xray::RowKind;

/// Depths a tree can be asked for, plies.
pub const TREE_DEPTH: std::ops::RangeInclusive<u32> = 1..=20;

/// Depth at which a step of a tour has a tree recorded, plies.
pub(crate) const TOUR_TREE_DEPTH: u32 = 6;

/// The experiment under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabJob {
    pub id: JobId,
    /// The experiment, by its id in the registry.
    pub experiment: &'static str,
}

/// A recorded tree on screen.
#[derive(Clone, Debug)]
pub struct TreeView {
    pub recorded: Arc<RecordedTree>,
    /// The same, walkable.
    pub index: Arc<TreeIndex>,
}

impl TreeView {
    pub fn new(recorded: Arc<RecordedTree>) -> TreeView {
        let index = Arc::new(TreeIndex::new(&recorded.tree));
        TreeView { recorded, index }
    }
}

/// A move that stays marked wherever it stands, until it is clicked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkedMove {
    /// Key of its position.
    pub key: u64,
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

/// What the colours of the live tree show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TreeColor {
    /// The latest score of each node.
    #[default]
    Score,
    /// Whether it has an exact score, failed high or low, or was cut.
    Kind,
    /// The rule that cut it.
    Rule,
    /// How many iterations ago its result was found.
    Age,
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
    pub(super) seen: Option<Box<SearchInspection>>,
    /// The order of the moves when it was first seen.
    pub(super) first: Option<Vec<Move>>,
    /// When it was last asked for, ms.
    pub(super) asked: u64,
    /// An answer to that is still to come.
    pub(super) waiting: bool,
    /// The game it belongs to: another game may begin with an empty memory.
    pub(super) game: u64,
    /// The search that was last known to be under way.
    pub(super) job: Option<JobId>,
    /// A search has begun or ended since it was asked for.
    pub(super) outdated: bool,
}

/// Everything the Lab has found.
#[derive(Clone, Debug, Default)]
pub struct LabState {
    /// The experiment under way.
    pub job: Option<LabJob>,
    /// The tree and the nodes of it that were searched again, the whole tree first. The last is on screen.
    pub trees: Vec<TreeView>,
    /// What is chosen in its views.
    pub choices: LabChoices,
    /// The search that is to begin anew so that its profile is recorded.
    pub(crate) profiled: Option<JobId>,
    /// The positions at which views look into the built-in engine's memory.
    pub(super) inspections: Vec<LookView>,
    /// The views that do not follow the board.
    pub(super) pins: BTreeMap<PaneId, Pin>,
    /// What the evaluation X-ray shows.
    pub xray: XrayState,
    /// The root move that stays marked.
    pub marked: Option<MarkedMove>,
    pub tree_color: TreeColor,
    /// The board shows where the search looks: the moves of this ply from the root, from 1.
    pub looks: Option<u8>,
    /// The Lab was entered with this action.
    pub(crate) entered: bool,
    /// The Lab began the analysis, and ends it when it is left.
    pub(crate) began_analysis: bool,
    /// The evaluation from scratch.
    pub scratch: ScratchState,
    /// A tree grown by playouts.
    pub playouts: PlayoutsState,
    /// A small game learnt from nothing.
    pub small_game: SmallGameState,
    /// The last run of each experiment of the registry.
    pub(crate) jobs: BTreeMap<&'static str, ExperimentRun>,
    /// What the next run of each is asked, where it was changed.
    pub(super) drafts: BTreeMap<&'static str, Ask>,
}

/// What the reader has chosen in views of the Lab. A tour sets it too, and leaves it as it was.
#[derive(Clone, Copy, Debug, Default)]
pub struct LabChoices {
    pub bits: BitsView,
    pub slider: SliderView,
    pub zobrist: ZobristView,
    /// Alpha-beta step by step.
    pub steps: StepsView,
    /// What the root race is drawn over.
    pub race_axis: RaceAxis,
    /// The root race lists its moves, not its iterations.
    pub race_by_move: bool,
    /// The recorded tree shows only the nodes that this ended.
    pub tree_filter: Option<PruneReason>,
}

/// The part of the Lab that is the reader's own, kept while a tour uses the Lab.
#[derive(Clone, Debug)]
pub(crate) struct LabAside {
    choices: LabChoices,
    xray: (XrayView, Option<RowKind>),
    scratch: ScratchView,
    drafts: BTreeMap<&'static str, Ask>,
    pub(crate) jobs: BTreeMap<&'static str, ExperimentRun>,
    /// The experiment that was running.
    pub(crate) job: Option<LabJob>,
}

impl LabState {
    pub(crate) fn set_aside(&self) -> LabAside {
        LabAside {
            choices: self.choices,
            xray: (self.xray.view, self.xray.row),
            scratch: self.scratch.view,
            drafts: self.drafts.clone(),
            jobs: self.jobs.clone(),
            job: self.job,
        }
    }

    /// Takes back what was set aside. An experiment that ran on meanwhile, at a position outside the tour, keeps what
    /// it has found since.
    pub(crate) fn bring_back(&mut self, aside: LabAside) {
        let mut jobs = aside.jobs;
        for (id, run) in jobs.iter_mut().filter(|(_, run)| run.state == JobState::Running) {
            match self.jobs.remove(id) {
                Some(now) if now.place == run.place => *run = now,
                _ => run.state = JobState::Stopped,
            }
        }
        self.jobs = jobs;
        self.drafts = aside.drafts;
        // The score of the quiz is the reader's, wherever it was made.
        let score = self.choices.steps.score;
        self.choices = aside.choices;
        self.choices.steps.score = score;
        (self.xray.view, self.xray.row) = aside.xray;
        self.scratch.view = aside.scratch;
    }

    /// Has the next run of an experiment ask what one asks that nobody has changed; a tree is recorded as deep as the
    /// tours speak of.
    pub(crate) fn ask_as_usual(&mut self, experiment: &str) {
        self.drafts.remove(experiment);
        if experiment == Tree::INFO.id {
            let request = tree_index::Request { depth: TOUR_TREE_DEPTH, ..Default::default() };
            self.drafts.insert(Tree::INFO.id, Ask::of::<Tree>(request));
        }
    }

    /// Whether the experiment with this id is under way.
    pub fn is_at(&self, experiment: &str) -> bool {
        self.job.is_some_and(|job| job.experiment == experiment)
    }

    /// The last run of an experiment.
    pub fn last_run(&self, id: &str) -> Option<&ExperimentRun> {
        self.jobs.get(id)
    }

    /// What the last run of an experiment asked and found.
    pub fn trial<E: Experiment>(&self) -> Option<&Trial<E>> {
        self.jobs.get(E::INFO.id)?.trial.as_any().downcast_ref()
    }

    /// What the next run of an experiment is asked.
    pub fn draft(&self, entry: &'static Entry) -> Ask {
        self.drafts.get(entry.id()).cloned().unwrap_or_else(|| entry.default())
    }

    /// The request of the next run.
    pub fn request<E: Experiment>(&self) -> E::Request {
        let drafted = self.drafts.get(E::INFO.id).and_then(|ask| ask.get::<E>());
        drafted.cloned().unwrap_or_default()
    }

    /// What the next run of the experiment that a view shows is asked.
    pub(crate) fn ask_of(&self, pane: PaneId) -> Option<Ask> {
        match pane {
            PaneId::SmallGame => Some(Ask::of::<SmallGame>(self.small_game.draft)),
            _ => pane.experiment().map(|entry| self.draft(entry)),
        }
    }

    /// Takes the runs of an earlier session; why some are left out.
    pub(crate) fn restore(&mut self, saved: &[SavedRun]) -> Vec<LabError> {
        let mut errors = Vec::new();
        for job in saved {
            match ExperimentRun::restore(job) {
                Ok(job) => {
                    let entry = job.trial.entry();
                    self.drafts.insert(entry.id(), job.trial.ask());
                    self.jobs.insert(entry.id(), job);
                }
                Err(error) => errors.push(error),
            }
        }
        errors
    }
}

/// What can be asked of the Lab.
#[derive(Clone, Debug, PartialEq)]
pub enum LabAction {
    /// Why not this move?
    Why {
        /// In this position.
        node: NodeId,
        mv: Move,
    },
    /// Search the shown position to a depth and write the tree down.
    Record(u32),
    /// Search an entry of the tree on screen again.
    Expand(u32),
    /// Back from a node searched again to the tree it was in.
    Back,
    /// Look along the game's main line from the shown position on, to this depth.
    HorizonOfGame,
    /// Stop what is under way; what was found stays.
    Stop,
    /// Mark a root move wherever it stands; the same again takes the mark away.
    Mark(MarkedMove),
    /// Draw the root race over this.
    RaceAxis(RaceAxis),
    /// List the moves of the root race, or its iterations.
    RaceByMove(bool),
    /// Show the nodes of the recorded tree that this ended, or all of them.
    TreeFilter(Option<PruneReason>),
    /// Colour the live tree by this.
    TreeColor(TreeColor),
    /// Show on the board where the search looks at this ply, or nothing.
    Looks(Option<u8>),
    /// Show a search as it was at the end of an iteration, by its index in the race; `None`: all as they are now.
    LookBack(Option<(JobId, usize)>),
    /// Begin the search anew and record where its nodes go.
    Profile,
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
    /// Let the user pick a file of positions to compare two ways of searching on.
    PickPositions,
    /// Compare on the positions of this file.
    ComparePositions(PathBuf),
    /// Save the tree on screen, every node that was recorded.
    SaveTree,
    /// Ask how a view is to be exported.
    ExportView(PaneId),
    /// The dialog of the export has another draft.
    DraftExport(ViewChoices),
    /// Export the view the dialog is about.
    Export(ViewChoices),
    /// Copy a link to a view.
    CopyLink(PaneId),
    /// Copy the command of the terminal that finds what a view shows.
    CopyTerminalCommand(PaneId),
    /// Something in the evaluation X-ray.
    Xray(XrayAction),
    /// Something in the evaluation from scratch.
    Scratch(ScratchAction),
    /// Something in the view of playouts.
    Playouts(PlayoutsAction),
    /// Something in the view of the small game.
    SmallGame(SmallGameAction),
    /// Change what the next run of an experiment is asked.
    Ask(Ask),
    /// Run an experiment at the position its view shows.
    Run(Ask),
}

impl LabAction {
    pub fn run<E: Experiment>(request: E::Request) -> LabAction {
        LabAction::Run(Ask::of::<E>(request))
    }

    /// Change what its next run is asked.
    pub fn ask<E: Experiment>(request: E::Request) -> LabAction {
        LabAction::Ask(Ask::of::<E>(request))
    }
}

// Looks into the built-in engine's memory: asked for as long as a view that is open wants them, one at a time.

impl LabState {
    /// What was last seen of a position, which goes by its Zobrist key.
    pub fn look_at(&self, key: u64) -> Option<&SearchInspection> {
        self.inspections.iter().find(|look| look.key == key)?.seen.as_deref()
    }
}

impl LabState {
    /// In which order the moves of a position stood when a view first looked at it, usually before it was searched.
    pub fn first_order(&self, key: u64) -> Option<&[Move]> {
        self.inspections.iter().find(|look| look.key == key)?.first.as_deref()
    }
}

// Views that follow the board, until they are pinned to a position.

impl LabState {
    /// The position a view is pinned to, as long as the game has it.
    pub fn pinned(&self, pane: PaneId, game: &GameState) -> Option<NodeId> {
        let pin = self.pins.get(&pane)?;
        (pin.game == game.serial && game.tree.contains(pin.node)).then_some(pin.node)
    }

    /// The position a view shows: the one it is pinned to, or the one on the board.
    pub fn node_of(&self, pane: PaneId, game: &GameState) -> NodeId {
        self.pinned(pane, game).unwrap_or(game.current)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use tabia_lab::branching::Branching;

    #[test]
    fn saved_runs_that_cannot_be_read_are_named_and_left_out() {
        let mut lab = LabState::default();
        let job = |trial: Value| SavedRun { trial, state: JobState::Done };
        let id = Branching::INFO.id;
        let errors = lab.restore(&[
            job(serde_json::json!({ "experiment": "no-such" })),
            job(serde_json::json!({ "experiment": id, "start": "nonsense" })),
        ]);
        assert_eq!(errors.len(), 2);
        assert!(errors[0].to_string().contains("“no-such”"));
        assert!(lab.jobs.is_empty());
    }
}
