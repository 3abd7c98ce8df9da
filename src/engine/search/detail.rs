//! Search data that only one kind of engine has.
//!
//! The types are defined below the engines: a snapshot crosses threads as plain data, and a view matches on the kind
//! without depending on an engine.

use tabia_chess::Move;

use super::score::Score;

/// Engine-specific part of a snapshot.
#[derive(Clone, Debug, PartialEq)]
pub enum Detail {
    /// Alpha-beta.
    AlphaBeta(Box<AlphaBetaDetail>),
    /// PUCT.
    Puct(Box<PuctDetail>),
    /// External UCI engine.
    Uci(UciDetail),
}

impl Detail {
    /// Counters of an alpha-beta search.
    pub fn alphabeta(&self) -> Option<&AlphaBetaDetail> {
        match self {
            Detail::AlphaBeta(detail) => Some(detail),
            Detail::Puct(_) | Detail::Uci(_) => None,
        }
    }

    /// Numbers of a PUCT search.
    pub fn puct(&self) -> Option<&PuctDetail> {
        match self {
            Detail::Puct(detail) => Some(detail),
            Detail::AlphaBeta(_) | Detail::Uci(_) => None,
        }
    }

    /// Current root move and its number, from 1, if the engine reports it.
    pub fn current(&self) -> Option<(Move, u32)> {
        match self {
            Detail::AlphaBeta(detail) => detail.current,
            Detail::Puct(_) => None,
            Detail::Uci(detail) => detail.current,
        }
    }
}

/// Alpha-beta part of a snapshot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AlphaBetaDetail {
    /// Search threads.
    pub threads: u32,
    /// Current root move and its number, from 1.
    pub current: Option<(Move, u32)>,
    /// Line being searched with `MultiPV`, 1 the best; each line excludes the first moves of better ones.
    pub line: u32,
    /// Depth to which the transposition table knew the position when the search began, plies: iterations up to it may
    /// take their scores from earlier searches. `None` if it did not know it.
    pub tt_depth: Option<u32>,
    /// Counters.
    pub counts: SearchCounts,
    /// Profile, if requested.
    pub profile: Option<Box<SearchProfile>>,
}

/// Where the main thread spent its nodes; counted only on request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchProfile {
    /// Nodes of the main search by ply from the root.
    pub nodes: Vec<u64>,
    /// Nodes of quiescence by ply from the root.
    pub qnodes: Vec<u64>,
    /// Fail highs below the root by move number: the first entry counts first moves, the last one all later moves.
    pub cut_by: [u64; SearchProfile::MOVES],
    /// Moves searched in the main search by their first reduction: the first entry counts unreduced moves, the last one
    /// that reduction or more.
    pub reduced_by: [u64; SearchProfile::REDUCTIONS],
}

impl SearchProfile {
    /// Number of move number classes.
    pub const MOVES: usize = 16;
    /// Number of reduction classes.
    pub(crate) const REDUCTIONS: usize = 12;
}

/// Why a node or move was pruned, or its depth was changed. Those that are search rules can be turned off (`RuleSet`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum PruneReason {
    /// Mate distance pruning: the window is empty.
    MateDistance,
    /// TT cutoff.
    TtCutoff,
    /// Reverse futility pruning.
    ReverseFutility,
    /// Null move pruning.
    NullMove,
    /// Razoring.
    Razoring,
    /// Futility pruning.
    Futility,
    /// Late move pruning.
    LateMove,
    /// SEE pruning.
    StaticExchange,
    /// Stand pat.
    StandPat,
    /// Delta pruning in quiescence search.
    Delta,
    /// History pruning.
    History,
    /// `ProbCut`.
    ProbCut,
    /// Multi-cut: another move besides the TT move beats beta.
    MultiCut,
    /// Internal iterative reduction: no TT move.
    IterativeReduction,
    /// Late move reduction.
    LateReduction,
    /// Hindsight: a reduction was corrected by the evaluation after the move.
    Hindsight,
    /// Singular extension of the TT move.
    Singular,
    /// A move can repeat an earlier position.
    UpcomingRepetition,
    /// Tablebase result.
    Tablebase,
    /// Draw by repetition.
    Repetition,
    /// Draw by the fifty-move rule.
    FiftyMoves,
    /// Draw by insufficient material.
    BareDraw,
    /// Maximum ply reached.
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

    /// Whether it is a search rule that can be turned off. Stand pat is part of quiescence search, draws are rules of
    /// the game, and the maximum ply is a limit.
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

    /// Whether it ends a node; others skip a move or change a depth.
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

    /// Whether it only changes the depth of what is searched: nothing is left out.
    pub fn changes_depth(self) -> bool {
        matches!(
            self,
            PruneReason::IterativeReduction
                | PruneReason::LateReduction
                | PruneReason::Hindsight
                | PruneReason::Singular
        )
    }

    /// Index in [`PruneReason::ALL`] and [`SearchCounts::pruned`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// Its usual name.
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

/// Search counters, summed over all threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchCounts {
    /// Nodes, including quiescence search.
    pub nodes: u64,
    /// Nodes of quiescence search.
    pub qnodes: u64,
    /// TT probes.
    pub tt_probes: u64,
    /// TT hits.
    pub tt_hits: u64,
    /// Beta cutoffs.
    pub beta_cutoffs: u64,
    /// Beta cutoffs by the first move.
    pub first_move_cutoffs: u64,
    /// Late move reductions.
    pub lmr_tries: u64,
    /// Re-searches after a late move reduction.
    pub lmr_researches: u64,
    /// Null move searches (cutoffs are in `pruned`).
    pub null_tries: u64,
    /// Tablebase hits, including root moves.
    pub tb_hits: u64,
    /// Aspiration windows that failed low.
    pub aspiration_low: u64,
    /// Aspiration windows that failed high.
    pub aspiration_high: u64,
    /// Nodes whose moves were searched.
    pub searched: u64,
    /// Nodes in progress when the search was stopped.
    pub interrupted: u64,
    /// Nodes or moves by [`PruneReason::index`]. Each node is counted once: here with a reason that ends a node, in
    /// `searched` or in `interrupted`.
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

/// A move of a node of PUCT. Values are between 0 and 1, from the view of the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuctMove {
    /// The move.
    pub mv: Move,
    /// Visits n.
    pub n: u32,
    /// Q; before the first visit, first-play urgency.
    pub q: f32,
    /// Prior probability P.
    pub p: f32,
    /// Exploration bonus U; infinite for an unvisited move with UCB1.
    pub u: f32,
    /// Proven result.
    pub proof: Option<Score>,
}

impl PuctMove {
    /// Q + U.
    pub fn sum(&self) -> f32 {
        self.q + self.u
    }

    /// Q; `None` before the first visit with UCB1, which tries every move once and does not use it.
    pub fn used_q(&self) -> Option<f32> {
        let tried = self.n > 0 || self.proof.is_some();
        (tried || self.u.is_finite()).then_some(self.q)
    }
}

/// PUCT part of a snapshot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PuctDetail {
    /// Searching threads.
    pub threads: u32,
    /// Playouts of this search.
    pub playouts: u64,
    /// Visits of the root, including those from a reused tree.
    pub visits: u32,
    /// Mean length of a playout, plies.
    pub mean_depth: f32,
    /// Nodes in the tree; an upper bound if it is a part of the one before.
    pub nodes: u64,
    /// Nodes discarded because the memory was full.
    pub discarded: u64,
    /// Root moves, the best first.
    pub moves: Vec<PuctMove>,
}

impl PuctDetail {
    /// Visits of the root from earlier searches; the evaluation of the root is none. A thread may have added a playout
    /// that is not counted yet, so fewer than the threads are none.
    pub fn kept(&self) -> u64 {
        let kept = u64::from(self.visits).saturating_sub(self.playouts + 1);
        if kept > u64::from(self.threads) { kept } else { 0 }
    }

    /// Share of the root visits for a move with `n`, 0 to 1.
    pub fn share(&self, n: u32) -> f64 {
        let all: u64 = self.moves.iter().map(|entry| u64::from(entry.n)).sum();
        if all == 0 { 0.0 } else { f64::from(n) / all as f64 }
    }
}

/// UCI part of a snapshot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UciDetail {
    /// `currmove` and `currmovenumber`, from 1.
    pub current: Option<(Move, u32)>,
    /// `cpuload`, per mille.
    pub cpu_load: Option<u32>,
    /// The newest `info string`.
    pub string: Option<String>,
    /// Warnings about its output.
    pub notes: Vec<String>,
    /// Output lines dropped because they came too fast.
    pub dropped: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visits_beyond_the_playouts_of_a_search_are_kept_from_an_earlier_one() {
        let of = |visits, playouts| {
            PuctDetail { threads: 2, visits, playouts, ..PuctDetail::default() }.kept()
        };
        assert_eq!(
            [of(0, 0), of(1, 0), of(101, 100), of(103, 100), of(401, 100)],
            [0, 0, 0, 0, 300]
        );
    }
}
