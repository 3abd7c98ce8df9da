//! The requests to the Lab and its results.

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
use tabia_lab::ab::{self, Ab, Positions};
use tabia_lab::experiment::{Ask, Entry, Experiment, LabError, Trial};
use tabia_lab::small_game::learn::{Request, SmallGame};
use tabia_lab::small_game::net::Net;
use tabia_lab::tree_index::{self, RecordedTree, Tree, TreeIndex};
use tabia_lab::xray::RowKind;

/// Possible depths of a recorded tree, plies.
pub const TREE_DEPTH: std::ops::RangeInclusive<u32> = 1..=20;

/// Depth at which a step of a tour records a tree, plies.
pub(crate) const TOUR_TREE_DEPTH: u32 = 6;

/// The running experiment.
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
    /// The tree with an index for navigation.
    pub index: Arc<TreeIndex>,
}

impl TreeView {
    pub fn new(recorded: Arc<RecordedTree>) -> TreeView {
        let index = Arc::new(TreeIndex::new(&recorded.tree));
        TreeView { recorded, index }
    }
}

/// A move that stays marked in every view, until it is clicked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkedMove {
    /// Key of its position.
    pub key: u64,
    pub mv: Move,
}

/// The horizontal axis of the root race.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RaceAxis {
    /// Iterations.
    #[default]
    Depth,
    /// Time since the search began.
    Time,
    /// Time on a logarithmic axis.
    LogTime,
}

/// What the colours of the live tree show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TreeColor {
    /// The latest score of each node.
    #[default]
    Score,
    /// The kind of its result: exact, failed high or low, or cut.
    Kind,
    /// The rule that pruned it.
    Rule,
    /// How many iterations ago its result was computed.
    Age,
}

/// The position a view is pinned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pin {
    pub(super) game: u64,
    pub(super) node: NodeId,
}

/// A position for which views read the engine's memory.
#[derive(Clone, Debug)]
pub struct LookView {
    pub(super) node: NodeId,
    pub(super) key: u64,
    /// The last result.
    pub(super) seen: Option<Box<SearchInspection>>,
    /// The order of the moves in the first result.
    pub(super) first: Option<Vec<Move>>,
    /// When it was last requested, ms.
    pub(super) asked: u64,
    /// The request has not been answered yet.
    pub(super) waiting: bool,
    /// The game it belongs to: another game may start with an empty memory.
    pub(super) game: u64,
    /// The search that was last known to be running.
    pub(super) job: Option<JobId>,
    /// A search has started or ended since the request.
    pub(super) outdated: bool,
}

/// The results of the Lab.
#[derive(Clone, Debug, Default)]
pub struct LabState {
    /// The running experiment.
    pub job: Option<LabJob>,
    /// The recorded tree, followed by those of nodes that were searched again. The last is on screen.
    pub trees: Vec<TreeView>,
    /// The choices in its views.
    pub choices: LabChoices,
    /// The search to restart so that its profile is recorded.
    pub(crate) profiled: Option<JobId>,
    /// The positions for which views read the built-in engine's memory.
    pub(super) inspections: Vec<LookView>,
    /// The views that do not follow the board.
    pub(super) pins: BTreeMap<PaneId, Pin>,
    /// The state of the evaluation X-ray.
    pub xray: XrayState,
    /// The marked root move.
    pub marked: Option<MarkedMove>,
    pub tree_color: TreeColor,
    /// The board shows where the search looks: the moves at this ply from the root, from 1.
    pub looks: Option<u8>,
    /// This action entered the Lab.
    pub(crate) entered: bool,
    /// The Lab started the analysis, and stops it when the user leaves.
    pub(crate) began_analysis: bool,
    /// The evaluation from scratch.
    pub scratch: ScratchState,
    /// A tree grown by playouts.
    pub playouts: PlayoutsState,
    /// A small game learned from scratch.
    pub small_game: SmallGameState,
    /// The last run of each experiment in the registry.
    pub(crate) jobs: BTreeMap<&'static str, ExperimentRun>,
    /// The requests for next runs, where they were changed.
    pub(super) drafts: BTreeMap<&'static str, Ask>,
}

/// The reader's choices in views of the Lab. A tour changes them too, and restores them at its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct LabChoices {
    pub bits: BitsView,
    pub slider: SliderView,
    pub zobrist: ZobristView,
    /// Alpha-beta step by step.
    pub steps: StepsView,
    /// The horizontal axis of the root race.
    pub race_axis: RaceAxis,
    /// The root race lists its moves, not its iterations.
    pub race_by_move: bool,
    /// The depth whose rows the ladder of searches shows; `None`: the deepest.
    pub ladder_depth: Option<u32>,
    /// The recorded tree shows only nodes that ended for this reason.
    pub tree_filter: Option<PruneReason>,
}

/// The reader's own part of the Lab, set aside while a tour uses the Lab.
#[derive(Clone, Debug)]
pub(crate) struct LabAside {
    choices: LabChoices,
    xray: (XrayView, Option<RowKind>),
    scratch: ScratchView,
    playouts: PlayoutsState,
    /// The request for the next run of the small game.
    small_game: Request,
    trees: Vec<TreeView>,
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
            playouts: self.playouts.clone(),
            small_game: self.small_game.draft,
            trees: self.trees.clone(),
            drafts: self.drafts.clone(),
            jobs: self.jobs.clone(),
            job: self.job,
        }
    }

    /// Restores what was set aside. An experiment that continued meanwhile, at a position outside the tour, keeps its
    /// new results.
    pub(crate) fn bring_back(&mut self, aside: LabAside) {
        let (mut jobs, mut trees) = (aside.jobs, aside.trees);
        for (id, run) in jobs.iter_mut().filter(|(_, run)| run.state == JobState::Running) {
            match self.jobs.remove(id) {
                Some(now) if now.place == run.place => {
                    *run = now;
                    if *id == Tree::INFO.id {
                        trees = std::mem::take(&mut self.trees);
                    }
                }
                _ => run.state = JobState::Stopped,
            }
        }
        (self.jobs, self.trees) = (jobs, trees);
        self.drafts = aside.drafts;
        // The score of the quiz belongs to the reader, wherever it was made.
        let score = self.choices.steps.score;
        self.choices = aside.choices;
        self.choices.steps.score = score;
        (self.xray.view, self.xray.row) = aside.xray;
        self.scratch.view = aside.scratch;
        // Its tree is grown again only if the tour has changed how it grows.
        if self.playouts.draft != aside.playouts.draft {
            self.playouts = aside.playouts;
        }
        self.small_game.ask(aside.small_game);
        let learnt = self.trial::<SmallGame>().and_then(|trial| trial.updates.last());
        // Without a training the network knows nothing, whatever the tour has taught it.
        let untaught = || Arc::new(Net::random(self.small_game.draft.seed));
        let net = learnt.map_or_else(untaught, |learnt| Arc::clone(&learnt.net));
        self.small_game.learnt(&net);
    }

    /// Resets the request for the next run of an experiment to its default. A tree gets the depth used by the tours; a
    /// comparison gets two complete searches of the position shown, since the reader is to change one of them.
    pub(crate) fn ask_as_usual(&mut self, experiment: &str) {
        self.drafts.remove(experiment);
        if experiment == Tree::INFO.id {
            let request = tree_index::Request { depth: TOUR_TREE_DEPTH, ..Default::default() };
            self.drafts.insert(Tree::INFO.id, Ask::of::<Tree>(request));
        } else if experiment == Ab::INFO.id {
            let sides = [ab::Side::default(); 2];
            let request = ab::Request { sides, positions: Positions::Shown, ..Default::default() };
            self.drafts.insert(Ab::INFO.id, Ask::of::<Ab>(request));
        } else if experiment == SmallGame::INFO.id {
            self.small_game.ask(Request::default());
        }
    }

    /// Whether the experiment with this id is running.
    pub fn is_at(&self, experiment: &str) -> bool {
        self.job.is_some_and(|job| job.experiment == experiment)
    }

    /// The last run of an experiment.
    pub fn last_run(&self, id: &str) -> Option<&ExperimentRun> {
        self.jobs.get(id)
    }

    /// The request and results of the last run of an experiment.
    pub fn trial<E: Experiment>(&self) -> Option<&Trial<E>> {
        self.jobs.get(E::INFO.id)?.trial.as_any().downcast_ref()
    }

    /// The request for the next run of an experiment.
    pub fn draft(&self, entry: &'static Entry) -> Ask {
        self.drafts.get(entry.id()).cloned().unwrap_or_else(|| entry.default())
    }

    /// The request of the next run.
    pub fn request<E: Experiment>(&self) -> E::Request {
        let drafted = self.drafts.get(E::INFO.id).and_then(|ask| ask.get::<E>());
        drafted.cloned().unwrap_or_default()
    }

    /// The request for the next run of the experiment that a view shows.
    pub(crate) fn ask_of(&self, pane: PaneId) -> Option<Ask> {
        match pane {
            PaneId::SmallGame => Some(Ask::of::<SmallGame>(self.small_game.draft)),
            _ => pane.experiment().map(|entry| self.draft(entry)),
        }
    }

    /// Restores the runs of an earlier session; returns why some are left out.
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

#[derive(Clone, Debug, PartialEq)]
pub enum LabAction {
    /// Search why this move is not the best.
    Why {
        /// The position.
        node: NodeId,
        mv: Move,
    },
    /// Search the shown position to a depth and record the tree.
    Record(u32),
    /// Search an entry of the tree on screen again.
    Expand(u32),
    /// Go back from the tree of a node to the one before.
    Back,
    /// Run the horizon experiment along the game's main line, from the shown position on, to this depth.
    HorizonOfGame,
    /// Stop the running experiment; its results so far are kept.
    Stop,
    /// Mark a root move in every view; the same move again removes the mark.
    Mark(MarkedMove),
    /// Set the horizontal axis of the root race.
    RaceAxis(RaceAxis),
    /// List the moves of the root race, or its iterations.
    RaceByMove(bool),
    /// Show the rows of this depth in the ladder of searches, or of the deepest.
    LadderDepth(Option<u32>),
    /// Show the nodes of the recorded tree that ended for this reason, or all of them.
    TreeFilter(Option<PruneReason>),
    /// Set the colours of the live tree.
    TreeColor(TreeColor),
    /// Show on the board where the search looks at this ply, or nothing.
    Looks(Option<u8>),
    /// Show a search as it was at the end of an iteration, given by its index in the race; `None`: show all as they
    /// are now.
    LookBack(Option<(JobId, usize)>),
    /// Restart the search and record where its nodes go.
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
    /// Demonstrate a view, at a position that suits it.
    ShowMe(PaneId),
    /// Pin a view to the position on the board, or let it follow the board again.
    Pin(PaneId),
    /// Let the user pick a file of positions for a comparison of two searches.
    PickPositions,
    /// Compare on the positions in this file.
    ComparePositions(PathBuf),
    /// Save the tree on screen with every recorded node.
    SaveTree,
    /// Open the export dialog for a view.
    ExportView(PaneId),
    /// Change the choices in the export dialog.
    DraftExport(ViewChoices),
    /// Export the view of the dialog.
    Export(ViewChoices),
    /// Copy a link to a view.
    CopyLink(PaneId),
    /// Copy the terminal command that computes what a view shows.
    CopyTerminalCommand(PaneId),
    /// An action in the evaluation X-ray.
    Xray(XrayAction),
    /// An action in the evaluation from scratch.
    Scratch(ScratchAction),
    /// An action in the view of playouts.
    Playouts(PlayoutsAction),
    /// An action in the view of the small game.
    SmallGame(SmallGameAction),
    /// Change the request for an experiment's next run.
    Ask(Ask),
    /// Run an experiment at the position its view shows.
    Run(Ask),
}

impl LabAction {
    pub fn run<E: Experiment>(request: E::Request) -> LabAction {
        LabAction::Run(Ask::of::<E>(request))
    }

    /// The action that changes the request for this experiment's next run.
    pub fn ask<E: Experiment>(request: E::Request) -> LabAction {
        LabAction::Ask(Ask::of::<E>(request))
    }
}

// Reading the built-in engine's memory: requested as long as an open view needs it, one position at a time.

impl LabState {
    /// The last result for a position, given by its Zobrist key.
    pub fn look_at(&self, key: u64) -> Option<&SearchInspection> {
        self.inspections.iter().find(|look| look.key == key)?.seen.as_deref()
    }
}

impl LabState {
    /// The order of a position's moves in the first result, usually from before it was searched.
    pub fn first_order(&self, key: u64) -> Option<&[Move]> {
        self.inspections.iter().find(|look| look.key == key)?.first.as_deref()
    }
}

// Views follow the board until they are pinned to a position.

impl LabState {
    /// The position a view is pinned to, if the game still has it.
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
