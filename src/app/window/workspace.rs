//! The workspaces of the window and the panels that can stand in them, by name. What a panel shows and where
//! it stands is the window's business.

use serde::{Deserialize, Serialize};

use tabia_lab::experiment::Entry;
use tabia_text::t;

/// What the window is arranged for. Each has its own arrangement of panels, which is remembered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Workspace {
    /// A game: the board large, clocks, moves.
    #[default]
    Play,
    /// Looking into games and positions: lines, moves, explorer, review, lists of games.
    Study,
    /// Looking into the search.
    Lab,
    /// Both engines of the program on one position.
    Duel,
    /// Tournaments. It has fixed parts and no panels.
    Arena,
    /// Tasks, endgames, exercises. It has a board of its own, fixed parts and no panels.
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

    /// Whether its parts have fixed places, without panels to choose.
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
    ($( $(#[$doc:meta])* $name:ident, )*) => {
        /// A panel beside the board. Its title and all else that is to be said of it is a row of the window's
        /// table of panels. The names are written into sessions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum PaneId { $( $(#[$doc])* $name, )* }

        impl PaneId {
            /// All panels.
            pub const ALL: &[PaneId] = &[$(PaneId::$name),*];
        }
    };
}

panes! {
    /// The best lines, live.
    Lines,
    /// What happened during the search, in sentences.
    Story,
    /// Every root move with its latest score, depth and share of the nodes.
    RootMoves,
    /// One row per finished iteration.
    Iterations,
    /// Counters and rates of the search.
    Statistics,
    /// Score, depth and nodes over the time of one search.
    SearchPlot,
    /// The evaluation over the game.
    Evaluation,
    /// The moves of the game.
    Moves,
    /// Moves known from books and games.
    Explorer,
    /// The games of the open file.
    Games,
    /// How well the game was played, move by move.
    Review,
    /// What the endgame tables say.
    Tablebase,
    /// The top of the tree of a search while it runs, and how the search came about.
    LiveTree,
    /// The recorded tree of a search.
    SearchTree,
    /// Every root move's score or bound over the iterations.
    RootRace,
    /// What stands against a move.
    WhyNot,
    /// The order in which moves are tried.
    MoveOrder,
    /// What the hash table knows.
    HashTable,
    /// Where the work of the search goes.
    Profile,
    /// Two ways of searching beside each other.
    Compare,
    /// The effective branching factor.
    Branching,
    /// Static evaluation against searches of growing depth.
    Horizon,
    /// The budget of a move, and why a search stopped.
    TimeUse,
    /// What a draw counts for.
    Contempt,
    /// The evaluation taken apart.
    Xray,
    /// A classical evaluation, level by level.
    Scratch,
    /// Its weights fitted to games.
    Tuning,
    /// Sets of squares as numbers.
    Bitboards,
    /// Attacks of sliders by four methods.
    Sliders,
    /// Keys of positions.
    Zobrist,
    /// Board representations raced.
    Representations,
    /// From minimax to the engine, one thing more at a time.
    Ladder,
    /// Alpha-beta step by step.
    AlphaBeta,
    /// A tree grown by playouts, step by step.
    Playouts,
    /// A small game learnt from nothing.
    SmallGame,
    /// The tour being taken.
    Tour,
    /// Both minds on the position, side by side.
    Duel,
    /// The moves they dispute.
    Disputed,
    /// Both over the time of their searches.
    DuelCourse,
    /// Positions where one school shines and the other fails.
    DuelPresets,
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

    /// The experiment of the registry that the panel shows.
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

    pub fn of_experiment(id: &str) -> Option<PaneId> {
        let shows = |pane: &PaneId| pane.experiment().is_some_and(|entry| entry.id() == id);
        PaneId::ALL.iter().copied().find(shows)
    }
}
