//! What one kind of engine tells and others do not: the second half of a snapshot.
//!
//! The types of all kinds lie here, below the engines that fill them: a snapshot crosses threads as plain
//! data, and whoever shows it matches on the kind without knowing an engine.

pub mod alphabeta;
pub mod puct;
pub mod uci;

use tabia_chess::Move;

use alphabeta::AlphaBetaDetail;
use puct::PuctDetail;
use uci::UciDetail;

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
