//! `tabia lab horizon`.

use std::io::Write;

use crate::failure::Failure;
use crate::out::Out;
use crate::values;
use tabia_games::game::position::GamePosition;
use tabia_lab::experiment::{AnyTrial, Trial};
use tabia_lab::horizon::{EFFECT_FEN, EffectRequest, Horizon, HorizonEffect, Request};

use super::args::HorizonArgs;
use super::registered::tell;

pub(super) fn run<W: Write>(args: &HorizonArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let fen = args.fen.as_deref().unwrap_or(if args.effect { EFFECT_FEN } else { "startpos" });
    let position = GamePosition::new(values::board(fen)?);
    let depth = args.depth;
    let trial: Box<dyn AnyTrial> = if args.effect {
        // At any position, where the window shows the effect at its own.
        let request = EffectRequest { depth };
        Box::new(Trial::<HorizonEffect> { position, request, updates: Vec::new() })
    } else {
        Box::new(Trial::<Horizon>::new(position, Request { depth, line: Vec::new() }))
    };
    tell(trial, &args.common, out)
}
