//! A tree grown by playouts under the reader's control: the configuration, its constants, the progress of the current
//! playout, and the selected node of the tree. The actions are in `update`, the picture of the tree in `visible_nodes`.

#[cfg(test)]
mod tests;
pub(crate) mod update;
pub mod visible_nodes;

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use tabia_chess::{Board, Move};
use tabia_engine::puct::leaf_evaluator::Nets;
use tabia_engine::puct::options::{
    LeafValue, Method, PriorKind, PuctConfig, PuctOptions, Selection,
};
use tabia_engine::puct::playout::{Stage, Stepper};
use tabia_engine::puct::view::NodeView;
use tabia_engine::puct::words;
use tabia_engine::search::score::Score;
use tabia_games::game::position::GamePosition;
use tabia_lab::tours::wrong;

/// Memory of the tree, MiB. Nodes that do not fit are discarded, and their number is shown.
pub const TREE_MIB: u32 = 8;
/// Maximum number of playouts whose lines are listed.
pub const KEPT: usize = 50;
/// Maximum length of such a line, plies.
pub const KEPT_PLIES: usize = 12;
/// Phases per second during automatic play.
pub const SPEED: RangeInclusive<f64> = 0.5..=50.0;
/// Maximum number of playouts requested at once.
pub const MAX_PLAYOUTS: u32 = 10_000;

/// The parameters for growing the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayoutsDraft {
    pub config: PuctConfig,
    /// `c` of UCB1, thousandths, up to 5,000.
    pub ucb_c: u32,
    /// `c` of PUCT, thousandths, up to 5,000.
    pub cpuct: u32,
    /// FPU reduction: the expected loss of a move before its first playout, thousandths, up to 1,000.
    pub first_play: u32,
    /// Temperature of the network's priors, thousandths, from 100 to 5,000.
    pub temperature: u32,
    /// Influence of the move histories on the priors, thousandths, up to 20,000.
    pub history: u32,
    /// Seed of the random playouts.
    pub seed: u64,
}

impl Default for PlayoutsDraft {
    fn default() -> PlayoutsDraft {
        PlayoutsDraft::of(PuctConfig::Knowledge)
    }
}

impl PlayoutsDraft {
    /// A configuration with its default constants.
    pub fn of(config: PuctConfig) -> PlayoutsDraft {
        PlayoutsDraft::with(config, config.method(), 1)
    }

    /// A configuration with the constants of this method.
    fn with(config: PuctConfig, method: Method, seed: u64) -> PlayoutsDraft {
        let Method { ucb_c, cpuct, first_play, temperature, history, .. } = method;
        PlayoutsDraft { config, ucb_c, cpuct, first_play, temperature, history, seed }
    }

    /// Another configuration: constants that are still the defaults of this one become its defaults.
    #[must_use]
    pub fn on(self, config: PuctConfig) -> PlayoutsDraft {
        let (old, new) = (PlayoutsDraft::of(self.config), PlayoutsDraft::of(config));
        let pick = |own: u32, old: u32, new: u32| if own == old { new } else { own };
        PlayoutsDraft {
            config,
            ucb_c: pick(self.ucb_c, old.ucb_c, new.ucb_c),
            cpuct: pick(self.cpuct, old.cpuct, new.cpuct),
            first_play: pick(self.first_play, old.first_play, new.first_play),
            temperature: pick(self.temperature, old.temperature, new.temperature),
            history: pick(self.history, old.history, new.history),
            seed: self.seed,
        }
    }

    /// Whether a tree grown with these parameters meets a request: the same configuration, with those constants that
    /// were requested to differ from its defaults.
    pub(crate) fn fulfils(&self, wanted: &PlayoutsDraft) -> bool {
        let usual = PlayoutsDraft::of(wanted.config);
        let constants =
            |of: &PlayoutsDraft| [of.ucb_c, of.cpuct, of.first_play, of.temperature, of.history];
        let [own, wanted_ones, usual] = [self, wanted, &usual].map(constants);
        let asked = (0..own.len()).filter(|&at| wanted_ones[at] != usual[at]);
        self.config == wanted.config && asked.into_iter().all(|at| own[at] == wanted_ones[at])
    }

    /// The draft with every value inside its range.
    #[must_use]
    pub fn clamped(self) -> PlayoutsDraft {
        let [ucb_c, cpuct] = [self.ucb_c, self.cpuct].map(|c| c.min(5_000));
        let temperature = self.temperature.clamp(100, 5_000);
        let (first_play, history) = (self.first_play.min(1_000), self.history.min(20_000));
        PlayoutsDraft { ucb_c, cpuct, first_play, temperature, history, ..self }
    }

    /// The method as written on command lines: the configuration, and the constants that differ from its defaults.
    pub fn words(&self) -> String {
        let usual = PlayoutsDraft::of(self.config);
        let constants = [
            ("ucb-c", self.ucb_c, usual.ucb_c),
            ("cpuct", self.cpuct, usual.cpuct),
            ("first-play", self.first_play, usual.first_play),
            ("temperature", self.temperature, usual.temperature),
            ("history", self.history, usual.history),
        ];
        let changed = constants.into_iter().filter(|(_, value, usual)| value != usual);
        let changed = changed.map(|(name, value, _)| format!(",{name}={value}"));
        [self.config.word().to_owned()].into_iter().chain(changed).collect()
    }

    /// The draft of a method written this way.
    ///
    /// # Errors
    /// If there are unknown words, or the method is not a configuration with changed constants.
    pub(crate) fn from_words(text: &str, seed: u64) -> Result<PlayoutsDraft, String> {
        let method = words::method(text)?;
        let of = |config: PuctConfig| PlayoutsDraft::with(config, method, seed).clamped();
        let mut drafts = PuctConfig::ALL.into_iter().map(of);
        drafts
            .find(|draft| draft.options().method == method)
            .ok_or_else(|| wrong(text, &PuctConfig::ALL.map(PuctConfig::word).join(", ")))
    }

    /// The settings of the search.
    pub fn options(&self) -> PuctOptions {
        let PlayoutsDraft { config, ucb_c, cpuct, first_play, temperature, history, seed } = *self;
        let method = Method { ucb_c, cpuct, first_play, temperature, history, ..config.method() };
        PuctOptions { hash_mib: TREE_MIB, method, seed, ..PuctOptions::default() }
    }

    /// Whether its playouts are games of random moves.
    pub fn is_random(&self) -> bool {
        self.config.method().leaf == LeafValue::Playout
    }

    /// Whether it uses a network.
    pub fn is_advised(&self) -> bool {
        self.config.method().prior == PriorKind::Network
    }

    /// How it chooses moves.
    pub fn selection(&self) -> Selection {
        self.config.method().selection
    }
}

/// The sort order of the table of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SortBy {
    /// In the order of the search: the greatest prior first.
    #[default]
    Prior,
    /// By name.
    Move,
    /// Most playouts first.
    Visits,
    /// The greatest mean value first.
    Value,
    /// The greatest bonus first.
    Bonus,
    /// The greatest sum first: the order in which the moves will be selected.
    Sum,
}

/// A finished playout.
#[derive(Clone, Debug, PartialEq)]
pub struct DonePlayout {
    /// Its number, from 1.
    pub number: u32,
    /// The first [`KEPT_PLIES`] moves of its line.
    pub line: Vec<Move>,
    /// Plies of the whole line.
    pub plies: usize,
    /// Its value from the root's side to move, 0 to 1.
    pub q: f32,
    /// Whether the position was evaluated; otherwise its value or result was known.
    pub evaluated: bool,
}

/// Why there is no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTree {
    /// The game is over in the position.
    GameOver,
    NoMemory,
}

/// A tree and its parameters.
#[derive(Debug)]
pub struct Grown {
    /// The position at its root.
    pub position: GamePosition,
    /// Its parameters.
    pub by: PlayoutsDraft,
    /// The search.
    pub stepper: Stepper,
    /// The last playouts, newest last.
    pub done: VecDeque<DonePlayout>,
    /// In the current playout the position has been evaluated.
    evaluated: bool,
}

impl Grown {
    /// A tree of one node.
    ///
    /// # Errors
    /// If there is nothing to search, or no memory.
    pub fn new(position: &GamePosition, by: PlayoutsDraft) -> Result<Grown, NoTree> {
        let stepper = Stepper::new(position, &by.options(), &Nets::built_in());
        let stepper = stepper.map_err(|_| NoTree::NoMemory)?.ok_or(NoTree::GameOver)?;
        let position = position.clone();
        Ok(Grown { position, by, stepper, done: VecDeque::with_capacity(KEPT), evaluated: false })
    }

    /// The position at its root.
    pub fn board(&self) -> Board {
        self.position.board()
    }

    /// Runs the next phase of the current playout, or the first of the next one.
    pub fn phase(&mut self) {
        match self.stepper.stage() {
            Stage::Select => self.evaluated = false,
            Stage::Evaluate => self.evaluated = true,
            Stage::Expand | Stage::BackUp(_) => {}
        }
        if let Stage::BackUp(leaf) = self.stepper.stage() {
            let mut line = self.stepper.line();
            let plies = line.len();
            line.truncate(KEPT_PLIES);
            // The value is from the view of the side to move at the end of the line.
            let q = if plies.is_multiple_of(2) { leaf.q } else { 1.0 - leaf.q };
            self.stepper.step();
            if self.done.len() >= KEPT {
                self.done.pop_front();
            }
            let number = self.stepper.playouts();
            self.done.push_back(DonePlayout { number, line, plies, q, evaluated: self.evaluated });
        } else {
            self.stepper.step();
        }
    }

    /// Runs the rest of the current playout, or all of the next one.
    pub fn playout(&mut self) {
        self.phase();
        while self.stepper.stage() != Stage::Select {
            self.phase();
        }
    }

    /// The node at the end of a line from the root, if the tree has it.
    pub fn node(&self, line: &[Move]) -> Option<NodeView> {
        let tree = self.stepper.tree();
        tree.find(line).map(|id| NodeView::of(tree, id))
    }

    /// The proven result of the root.
    pub fn proof(&self) -> Option<Score> {
        let tree = self.stepper.tree();
        let root = tree.root();
        tree.arena().is_alive(root).then(|| tree.arena().node(root).proof.score()).flatten()
    }
}

/// The state of the view.
#[derive(Debug)]
pub struct PlayoutsState {
    /// The parameters for growing the tree.
    pub draft: PlayoutsDraft,
    /// The tree, or why there is none; `None` before the view was first visible.
    pub tree: Option<Result<Grown, NoTree>>,
    /// The key of its position, and the length of the position's history.
    made_for: Option<(u64, usize)>,
    /// The selected node, as moves from the root.
    pub path: Vec<Move>,
    /// The move whose formula is shown; if none is chosen, the one that would be selected next.
    pub chosen: Option<Move>,
    /// The sort order of the table.
    pub sort: SortBy,
    /// Whether it plays automatically.
    pub playing: bool,
    /// Phases per second, [`SPEED`].
    pub speed: f64,
    /// Requested playouts that are still to be made.
    pub left: u32,
    /// When the next phase is due, ms.
    due: u64,
}

impl Default for PlayoutsState {
    fn default() -> PlayoutsState {
        PlayoutsState {
            draft: PlayoutsDraft::default(),
            tree: None,
            made_for: None,
            path: Vec::new(),
            chosen: None,
            sort: SortBy::default(),
            playing: false,
            speed: 2.0,
            left: 0,
            due: 0,
        }
    }
}

impl Clone for PlayoutsState {
    /// Copies everything but the tree, which can be grown again.
    fn clone(&self) -> PlayoutsState {
        let PlayoutsState { draft, sort, speed, .. } = *self;
        PlayoutsState { draft, sort, speed, ..PlayoutsState::default() }
    }
}

impl PlayoutsState {
    /// The tree.
    pub fn grown(&self) -> Option<&Grown> {
        self.tree.as_ref()?.as_ref().ok()
    }

    pub fn in_sight(&self) -> Option<NodeView> {
        self.grown()?.node(&self.path)
    }

    /// Whether there is work to do without an action.
    pub fn is_busy(&self) -> bool {
        self.playing || self.left > 0
    }
}

/// Actions in the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayoutsAction {
    /// Grow the tree with these parameters, from the start.
    Draft(PlayoutsDraft),
    /// Restart the same tree.
    Reset,
    /// Run the next phase of a playout.
    Phase,
    /// Run to the end of the playout, and this many playouts in all.
    Playouts(u32),
    /// Start or stop automatic play.
    Play(bool),
    /// Set the phases per second.
    Speed(f64),
    /// Select the node after this move.
    Down(Move),
    /// Select the node this many plies from the root.
    Up(usize),
    /// Select the end of a listed playout's line, given by its index, as far as the tree has its nodes.
    Line(usize),
    /// Show the formula of this move.
    Choose(Move),
    /// Sort the table.
    Sort(SortBy),
    /// The view is visible, and time has passed.
    Tick,
}
