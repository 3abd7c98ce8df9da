//! What the commands of the Lab about the tree search by playouts can be asked for.

use std::path::PathBuf;

use clap::Args;

use crate::puct_args::{Searcher, rung, searcher};
use crate::values::spin;
use tabia_engine::alphabeta::options::{HASH_MIB, THREADS};
use tabia_engine::puct::options::Rung;

use super::position_args::{Common, Position};

#[derive(Debug, Args)]
pub(crate) struct PuctArgs {
    #[command(flatten)]
    pub(super) position: Position,
    /// Playouts
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(super) playouts: u64,
    /// The method: flat, uct, uct-eval, uniform, knowledge, quiet, network or hybrid; the strongest if left out
    #[arg(long, value_name = "METHOD", value_parser = rung)]
    pub(super) method: Option<Rung>,
    /// Take prior and value of the method network from this file
    #[arg(long, value_name = "FILE")]
    pub(super) policy: Option<PathBuf>,
    /// What random playouts are drawn from
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    #[command(flatten)]
    pub(super) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct PuctMatchArgs {
    /// Side A: alphabeta, puct, or a method, with commas what is different: network,leaf=quiet,cpuct=1200
    #[arg(long, value_name = "NAME", value_parser = searcher)]
    pub(super) a: Searcher,
    /// Side B
    #[arg(long, value_name = "NAME", value_parser = searcher)]
    pub(super) b: Searcher,
    /// Games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(super) games: u32,
    /// Nodes or playouts a move
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    /// Nodes of A, where they are others
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) a_nodes: Option<u64>,
    /// Nodes of B, where they are others
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) b_nodes: Option<u64>,
    /// A clock for the game instead of nodes, ms
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub(super) time: Option<u64>,
    /// Added to that clock after each move, ms
    #[arg(long, value_name = "MS", default_value_t = 0, requires = "time", value_parser = clap::value_parser!(u64).range(0..=3_600_000))]
    pub(super) increment: u64,
    /// Size of each side's tree or hash table
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = spin(&HASH_MIB))]
    pub(super) hash: u32,
    /// Take prior and value of the method network from this file
    #[arg(long, value_name = "FILE")]
    pub(super) policy: Option<PathBuf>,
    /// The same of B, where it is another; `-` for the built-in network
    #[arg(long, value_name = "FILE")]
    pub(super) b_policy: Option<PathBuf>,
    /// Search threads of A, where it is a tree search
    #[arg(long, default_value_t = 1, value_parser = spin(&THREADS))]
    pub(super) a_threads: u32,
    /// What openings and random playouts are drawn from
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// One JSON object a line
    #[arg(long)]
    pub(super) json: bool,
}
