//! The workspaces of the window and their panels, by name. The window decides what a panel shows and where it is.

use serde::{Deserialize, Serialize};

use tabia_lab::experiment::Entry;
use tabia_text::t;

/// A workspace. Each has its own layout of panels, which is remembered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Workspace {
    /// Playing: a large board, clocks, moves.
    #[default]
    Play,
    /// Studying games and positions: lines, moves, explorer, review, lists of games.
    Study,
    /// Studying the search.
    Lab,
    /// The two engines of the program on one position.
    Duel,
    /// Tournaments. It has fixed parts and no panels.
    Arena,
    /// Puzzles, endgames, exercises. It has a board of its own, fixed parts and no panels.
    Training,
}

impl Workspace {
    /// All of them, in the order of the switch.
    pub const ALL: [Workspace; 6] = [
        Workspace::Play,
        Workspace::Study,
        Workspace::Lab,
        Workspace::Duel,
        Workspace::Arena,
        Workspace::Training,
    ];

    /// Its name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Workspace::Play => "Play",
            Workspace::Study => "Study",
            Workspace::Lab => "Lab",
            Workspace::Duel => "Duel",
            Workspace::Arena => "Arena",
            Workspace::Training => "Training",
        }
    }

    /// Its name in the window.
    pub fn title(self) -> &'static str {
        match self {
            Workspace::Play => t!("workspace-play"),
            Workspace::Study => t!("workspace-study"),
            Workspace::Lab => t!("workspace-lab"),
            Workspace::Duel => t!("workspace-duel"),
            Workspace::Arena => t!("workspace-arena"),
            Workspace::Training => t!("workspace-training"),
        }
    }

    /// Whether it has a fixed layout, without panels to choose.
    pub fn is_fixed(self) -> bool {
        self == Workspace::Play || self.hides_game()
    }

    /// Whether it does not show the game on the board.
    pub fn hides_game(self) -> bool {
        matches!(self, Workspace::Arena | Workspace::Training)
    }

    pub fn from_name(name: &str) -> Option<Workspace> {
        Workspace::ALL.into_iter().find(|workspace| workspace.name().eq_ignore_ascii_case(name))
    }
}

macro_rules! panes {
    ($( $(#[$doc:meta])* $name:ident = $title:literal, )*) => {
        /// A panel beside the board. The window's table of panels adds its properties. The names are stored in
        /// sessions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum PaneId { $( $(#[$doc])* $name, )* }

        impl PaneId {
            /// All panels.
            pub const ALL: &[PaneId] = &[$(PaneId::$name),*];

            /// Its title on tabs and in menus.
            pub fn title(self) -> &'static str {
                tabia_text::text(match self { $(PaneId::$name => $title),* })
            }
        }
    };
}

panes! {
    /// The best lines, live.
    Lines = "pane-lines",
    /// What happened during the search, in sentences.
    Story = "pane-story",
    /// Every root move with its latest score, depth and share of the nodes.
    RootMoves = "pane-root-moves",
    /// One row per finished iteration.
    Iterations = "pane-iterations",
    /// Counters and rates of the search.
    Statistics = "pane-statistics",
    /// Score, depth and nodes over the time of one search.
    SearchPlot = "pane-search-plot",
    /// The evaluation over the course of the game.
    Evaluation = "pane-evaluation",
    /// The moves of the game.
    Moves = "pane-moves",
    /// Moves known from books and games.
    Explorer = "pane-explorer",
    /// The games of the open file.
    Games = "pane-games",
    /// How well the game was played, move by move.
    Review = "pane-review",
    /// The results of the tablebases.
    Tablebase = "pane-tablebase",
    /// The top of the tree of a running search, and how it developed.
    LiveTree = "pane-live-tree",
    /// The recorded tree of a search.
    SearchTree = "pane-search-tree",
    /// Every root move's score or bound over the iterations.
    RootRace = "pane-root-race",
    /// Why a move is not the best.
    WhyNot = "pane-why-not",
    /// The order in which moves are tried.
    MoveOrder = "pane-move-order",
    /// The contents of the hash table.
    HashTable = "pane-hash-table",
    /// Where the work of the search goes.
    Profile = "pane-profile",
    /// Two searches side by side.
    Compare = "pane-compare",
    /// The effective branching factor.
    Branching = "pane-branching",
    /// Static evaluation against searches of growing depth.
    Horizon = "pane-horizon",
    /// The budget of a move, and why a search stopped.
    TimeUse = "pane-time-use",
    /// The value of a draw.
    Contempt = "pane-contempt",
    /// The evaluation broken down into its terms.
    Xray = "pane-xray",
    /// A classical evaluation, level by level.
    Scratch = "pane-scratch",
    /// The weights of the classical evaluation fitted to games.
    Tuning = "pane-tuning",
    /// Sets of squares as numbers.
    Bitboards = "pane-bitboards",
    /// Attacks of sliders by four methods.
    Sliders = "pane-sliders",
    /// Keys of positions.
    Zobrist = "pane-zobrist",
    /// Speed of board representations.
    Representations = "pane-representations",
    /// From minimax to the engine, one technique at a time.
    Ladder = "pane-ladder",
    /// Alpha-beta step by step.
    AlphaBeta = "pane-alpha-beta",
    /// A tree grown by playouts, step by step.
    Playouts = "pane-playouts",
    /// A small game learned from scratch.
    SmallGame = "pane-small-game",
    /// The tour being taken.
    Tour = "pane-tour",
    /// Both engines on the position, side by side.
    Duel = "pane-duel",
    /// The moves on which they disagree.
    Disputed = "pane-disputed",
    /// Both searches over time.
    DuelCourse = "pane-duel-course",
    /// Positions where one kind of search does well and the other fails.
    DuelPresets = "pane-duel-presets",
}

impl PaneId {
    /// The workspace it belongs to.
    pub fn workspace(self) -> Workspace {
        match self {
            PaneId::Lines
            | PaneId::RootMoves
            | PaneId::Evaluation
            | PaneId::Moves
            | PaneId::Review
            | PaneId::Explorer
            | PaneId::Games
            | PaneId::Tablebase => Workspace::Study,
            PaneId::Duel | PaneId::Disputed | PaneId::DuelCourse | PaneId::DuelPresets => {
                Workspace::Duel
            }
            _ => Workspace::Lab,
        }
    }

    /// The experiment that the panel requests itself and shows as a table.
    pub fn experiment(self) -> Option<&'static Entry> {
        let id = match self {
            PaneId::Branching => "branching",
            PaneId::TimeUse => "clock",
            PaneId::Contempt => "contempt",
            PaneId::Tuning => "tuning",
            PaneId::Compare => "ab",
            PaneId::Horizon => "horizon",
            PaneId::Ladder => "ladder",
            PaneId::Representations => "race",
            _ => return None,
        };
        Entry::by_id(id)
    }

    /// The panel for an experiment of the registry, by its id.
    pub(crate) fn of_experiment(id: &str) -> Option<PaneId> {
        Some(match id {
            "horizon-effect" => PaneId::Horizon,
            "magic" => PaneId::Sliders,
            "small-game" => PaneId::SmallGame,
            "story" => PaneId::Story,
            "tree" => PaneId::SearchTree,
            "why" => PaneId::WhyNot,
            _ => {
                let shows = |pane: &PaneId| pane.experiment().is_some_and(|entry| entry.id() == id);
                return PaneId::ALL.iter().copied().find(shows);
            }
        })
    }
}
