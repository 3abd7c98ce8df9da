//! What one kind of engine tells and others do not: the second half of a snapshot.
//!
//! The types of all kinds lie here, below the engines that fill them: a snapshot crosses threads as plain
//! data, and a view matches on the kind without knowing an engine.

use tabia_chess::Move;

use super::score::Score;

/// The part of a snapshot that depends on the kind of engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Detail {
    /// The built-in alpha-beta search.
    AlphaBeta(Box<AlphaBetaDetail>),
    /// The built-in tree search by playouts.
    Puct(Box<PuctDetail>),
    /// An external engine that speaks UCI.
    Uci(UciDetail),
}

impl Detail {
    /// The counters of an alpha-beta search.
    pub fn alphabeta(&self) -> Option<&AlphaBetaDetail> {
        match self {
            Detail::AlphaBeta(detail) => Some(detail),
            Detail::Puct(_) | Detail::Uci(_) => None,
        }
    }

    /// The numbers of a tree search by playouts.
    pub fn puct(&self) -> Option<&PuctDetail> {
        match self {
            Detail::Puct(detail) => Some(detail),
            Detail::AlphaBeta(_) | Detail::Uci(_) => None,
        }
    }

    /// The root move under search and its number, 1 the first, where the engine says it.
    pub fn current(&self) -> Option<(Move, u32)> {
        match self {
            Detail::AlphaBeta(detail) => detail.current,
            Detail::Puct(_) => None,
            Detail::Uci(detail) => detail.current,
        }
    }
}

/// The part of a snapshot that only an alpha-beta search knows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AlphaBetaDetail {
    /// Searching threads.
    pub threads: u32,
    /// Root move under search and its number, 1 the first.
    pub current: Option<(Move, u32)>,
    /// Which of the lines wanted is being searched, 1 the best; each begins with the moves that no better one has.
    pub line: u32,
    /// Counters so far.
    pub counts: SearchCounts,
    /// Where the work went, if the search was asked to keep count.
    pub profile: Option<Box<SearchProfile>>,
}

/// Where the work of a search went: counts that are kept only for those who look, by the leading thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchProfile {
    /// Nodes of the main search by ply from the root.
    pub nodes: Vec<u64>,
    /// Nodes of quiescence by ply from the root.
    pub qnodes: Vec<u64>,
    /// Nodes below the root that failed high, by which move of the order did it: the first entry counts the
    /// first move, the last one everything behind.
    pub cut_by: [u64; SearchProfile::MOVES],
    /// Moves searched by how much less deeply than their node's depth: the first entry counts those with no
    /// reduction, the last one that much or more.
    pub reduced_by: [u64; SearchProfile::REDUCTIONS],
}

impl SearchProfile {
    /// Places in the move order told apart.
    pub const MOVES: usize = 16;
    /// Reductions told apart.
    pub const REDUCTIONS: usize = 12;
}

/// Why a node or a move was not searched, or to another depth than usual: the rules of the search by
/// name. Those that are rules can be turned off (`RuleSet`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum PruneReason {
    /// The bounds left no room for anything better than a mate already found.
    MateDistance,
    /// The transposition table already knew enough.
    TtCutoff,
    /// Static evaluation so far above beta that a reply was not needed.
    ReverseFutility,
    /// Even passing the move kept the score above beta.
    NullMove,
    /// Static evaluation so far below alpha that only captures were tried.
    Razoring,
    /// A quiet move could not lift the evaluation to alpha.
    Futility,
    /// Too late in the move order at this depth.
    LateMove,
    /// The move loses material by static exchange.
    StaticExchange,
    /// The side to move was content to stand pat.
    StandPat,
    /// Quiescence: even winning the captured piece would not reach alpha.
    Delta,
    /// Quiet moves like this one have failed too often before.
    History,
    /// A capture held well above beta in a shallower search.
    ProbCut,
    /// Besides the table's move another one beat beta, too.
    MultiCut,
    /// The table had no move for the node: a ply less.
    IterativeReduction,
    /// A late move was searched less deeply first.
    LateReduction,
    /// The evaluation after a reduced move said that the reduction was too large or too small.
    Hindsight,
    /// No other move came near the table's: it was searched deeper.
    Singular,
    /// A move could bring a position of the line about again: a draw at least.
    UpcomingRepetition,
    /// The tablebases know the result.
    Tablebase,
    /// The position has occurred before: a draw.
    Repetition,
    /// Fifty moves without a capture or a pawn move: a draw.
    FiftyMoves,
    /// Neither side has enough left to mate: a draw.
    BareDraw,
    /// As deep as the search can go: judged as it stands.
    MaxPly,
}

impl PruneReason {
    /// All reasons, in the order of their indices.
    pub const ALL: [PruneReason; 23] = [
        PruneReason::MateDistance,
        PruneReason::TtCutoff,
        PruneReason::ReverseFutility,
        PruneReason::NullMove,
        PruneReason::Razoring,
        PruneReason::Futility,
        PruneReason::LateMove,
        PruneReason::StaticExchange,
        PruneReason::StandPat,
        PruneReason::Delta,
        PruneReason::History,
        PruneReason::ProbCut,
        PruneReason::MultiCut,
        PruneReason::IterativeReduction,
        PruneReason::LateReduction,
        PruneReason::Hindsight,
        PruneReason::Singular,
        PruneReason::UpcomingRepetition,
        PruneReason::Tablebase,
        PruneReason::Repetition,
        PruneReason::FiftyMoves,
        PruneReason::BareDraw,
        PruneReason::MaxPly,
    ];

    /// Whether it is a rule of the search that can be turned off. Standing pat is part of what quiescence is,
    /// draws are rules of the game, and no line is endless.
    pub fn is_rule(self) -> bool {
        !matches!(
            self,
            PruneReason::StandPat
                | PruneReason::Repetition
                | PruneReason::FiftyMoves
                | PruneReason::BareDraw
                | PruneReason::MaxPly
        )
    }

    /// Whether it ends a whole node; the others leave out a move or change a depth.
    pub fn ends_node(self) -> bool {
        !matches!(
            self,
            PruneReason::Futility
                | PruneReason::LateMove
                | PruneReason::StaticExchange
                | PruneReason::Delta
                | PruneReason::History
                | PruneReason::IterativeReduction
                | PruneReason::LateReduction
                | PruneReason::Hindsight
                | PruneReason::Singular
        )
    }

    /// Position in [`PruneReason::ALL`] and in [`SearchCounts::pruned`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// The field's name for it.
    pub fn name(self) -> &'static str {
        tabia_text::text(&format!("prune-{}", self.slug()))
    }

    /// The name as one word that stays in every language: `null-move`.
    pub fn slug(self) -> &'static str {
        match self {
            PruneReason::MateDistance => "mate-distance",
            PruneReason::TtCutoff => "tt-cut-off",
            PruneReason::ReverseFutility => "reverse-futility",
            PruneReason::NullMove => "null-move",
            PruneReason::Razoring => "razoring",
            PruneReason::Futility => "futility",
            PruneReason::LateMove => "late-move",
            PruneReason::StaticExchange => "static-exchange",
            PruneReason::StandPat => "stand-pat",
            PruneReason::Delta => "delta",
            PruneReason::History => "history",
            PruneReason::ProbCut => "probcut",
            PruneReason::MultiCut => "multi-cut",
            PruneReason::IterativeReduction => "iterative-reduction",
            PruneReason::LateReduction => "late-move-reduction",
            PruneReason::Hindsight => "hindsight",
            PruneReason::Singular => "singular-extension",
            PruneReason::UpcomingRepetition => "upcoming-repetition",
            PruneReason::Tablebase => "endgame-tables",
            PruneReason::Repetition => "repetition",
            PruneReason::FiftyMoves => "fifty-moves",
            PruneReason::BareDraw => "bare-draw",
            PruneReason::MaxPly => "deepest-ply",
        }
    }
}

/// Counters of one search, all threads added up. Shares and rates are for the reader to divide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchCounts {
    /// Nodes of the main search and quiescence together.
    pub nodes: u64,
    /// Nodes of quiescence.
    pub qnodes: u64,
    /// Look-ups in the transposition table.
    pub tt_probes: u64,
    /// Look-ups that found the position.
    pub tt_hits: u64,
    /// Nodes where a move failed high.
    pub beta_cutoffs: u64,
    /// Of those, where the first move tried did.
    pub first_move_cutoffs: u64,
    /// Moves searched with a late-move reduction.
    pub lmr_tries: u64,
    /// Of those, searched again at full depth.
    pub lmr_researches: u64,
    /// Null moves tried (those that cut are in `pruned`).
    pub null_tries: u64,
    /// Positions found in the tablebases, the root and its moves included.
    pub tb_hits: u64,
    /// Aspiration windows that failed low.
    pub aspiration_low: u64,
    /// Aspiration windows that failed high.
    pub aspiration_high: u64,
    /// Nodes whose moves were searched to the end or to a cut-off.
    pub searched: u64,
    /// Nodes under way when the search was stopped.
    pub interrupted: u64,
    /// Nodes or moves not searched, by [`PruneReason::index`]. Each node is counted once: here with a reason
    /// that ends a node, in `searched` or in `interrupted`.
    pub pruned: [u64; PruneReason::ALL.len()],
}

impl std::ops::AddAssign for SearchCounts {
    fn add_assign(&mut self, o: SearchCounts) {
        self.nodes += o.nodes;
        self.qnodes += o.qnodes;
        self.tt_probes += o.tt_probes;
        self.tt_hits += o.tt_hits;
        self.beta_cutoffs += o.beta_cutoffs;
        self.first_move_cutoffs += o.first_move_cutoffs;
        self.lmr_tries += o.lmr_tries;
        self.lmr_researches += o.lmr_researches;
        self.null_tries += o.null_tries;
        self.tb_hits += o.tb_hits;
        self.aspiration_low += o.aspiration_low;
        self.aspiration_high += o.aspiration_high;
        self.searched += o.searched;
        self.interrupted += o.interrupted;
        for (a, b) in self.pruned.iter_mut().zip(o.pruned) {
            *a += b;
        }
    }
}

/// A root move. Values lie between 0 and 1, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuctMove {
    /// The move.
    pub mv: Move,
    /// Playouts through it.
    pub n: u32,
    /// What it is taken to be worth.
    pub q: f32,
    /// Prior probability.
    pub p: f32,
    /// The bonus for looking at it again; infinite where UCB1 never has.
    pub u: f32,
    /// What is proven of it.
    pub proof: Option<Score>,
}

/// The part of a snapshot that only such a search has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PuctDetail {
    /// Searching threads.
    pub threads: u32,
    /// Playouts of this search.
    pub playouts: u64,
    /// Visits of the root, those of searches before counted where their tree was kept.
    pub visits: u32,
    /// Mean length of a playout's line, plies.
    pub mean_depth: f32,
    /// Nodes of the tree.
    pub nodes: u64,
    /// Nodes thrown away because the tree did not fit into its memory.
    pub thrown: u64,
    /// The root's moves, the best to play first.
    pub moves: Vec<PuctMove>,
}

impl PuctDetail {
    /// The share of the playouts that went through a move with so many, 0 to 1; 0 before the first.
    pub fn share(&self, n: u32) -> f64 {
        let all: u64 = self.moves.iter().map(|entry| u64::from(entry.n)).sum();
        if all == 0 { 0.0 } else { f64::from(n) / all as f64 }
    }
}

/// The part of a snapshot that only a UCI engine has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UciDetail {
    /// `currmove` and `currmovenumber`, 1 the first.
    pub current: Option<(Move, u32)>,
    /// `cpuload`, per mille.
    pub cpu_load: Option<u32>,
    /// The newest `info string`.
    pub string: Option<String>,
    /// What was odd about what it said, for a person to read.
    pub notes: Vec<String>,
    /// Lines that came faster than they were read.
    pub dropped: u64,
}
