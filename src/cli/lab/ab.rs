//! `tabia lab ab`.

use std::io::Write;
use std::time::Duration;

use crate::failure::Failure;
use crate::out::Out;
use crate::values;
use tabia_chess::Board;
use tabia_games::game::position::GamePosition;
use tabia_lab::ab::experiment::{Ab, Request};
use tabia_lab::ab::{Equal, Side};
use tabia_lab::experiment::Trial;

use super::args::AbArgs;
use super::registered::tell;

/// Depth where nothing else is said, plies.
const USUAL_DEPTH: u32 = 10;

pub(super) fn run<W: Write>(args: &AbArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let side = |text: &str| Side::parse(text).map_err(|error| Failure::Refused(error.to_string()));
    let sides = [side(&args.a)?, side(&args.b)?];
    let board = args.fen.as_deref().map(values::board).transpose()?;
    let equal = match (args.depth, args.nodes, args.movetime) {
        (_, Some(nodes), _) => Equal::Nodes(nodes),
        (_, _, Some(ms)) => Equal::Time(Duration::from_millis(ms)),
        (depth, None, None) => {
            Equal::Depth(depth.unwrap_or(USUAL_DEPTH), Duration::from_millis(args.most))
        }
    };
    let request = Request { sides, equal, suite: board.is_none(), hash_mib: args.common.hash };
    let position = GamePosition::new(board.unwrap_or_else(Board::start));
    tell(Box::new(Trial::<Ab>::new(position, request)), &args.common, out)
}
