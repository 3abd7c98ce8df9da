//! PUCT bench: fixed positions with the same number of playouts each. The lengths of the playouts and the root visits
//! are hashed into the signature, which changes when the behaviour of the search does.

use std::time::{Duration, Instant};

use crate::search::limits::{Limits, StopSignal};
use tabia_chess::{Board, FenError};
use tabia_games::game::position::GamePosition;

use super::PuctEngine;
use super::options::PuctOptions;

/// Playouts of each position.
pub const PLAYOUTS: u64 = 2_000;
/// Size of the tree, MiB.
pub const HASH_MIB: u32 = 16;

/// Result of the bench.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PuctBench {
    /// Playouts of all positions.
    pub playouts: u64,
    /// Time of all searches.
    pub time: Duration,
    /// The signature.
    pub signature: u64,
}

/// Searches all positions with one thread. `done` is called after each with the number finished and its playouts.
/// `stop` ends the bench early; the result then covers only a part.
///
/// # Errors
/// When a position is invalid.
pub fn run(
    positions: &[&str],
    playouts: u64,
    options: &PuctOptions,
    stop: &StopSignal,
    mut done: impl FnMut(usize, u64),
) -> Result<PuctBench, FenError> {
    let options = PuctOptions { hash_mib: HASH_MIB, threads: 1, ..*options };
    let mut engine = PuctEngine::new(&options);
    let mut total = PuctBench::default();
    for (number, fen) in positions.iter().enumerate() {
        engine.new_game();
        let position = GamePosition::new(Board::from_fen(fen)?);
        let started = Instant::now();
        let outcome = engine.go(&position, &Limits::nodes(playouts), stop, &mut ());
        if stop.is_stopped() {
            break;
        }
        total.time += started.elapsed();
        let made = outcome.nodes.unwrap_or(0);
        total.playouts += made;
        let mut mix = |number: u64| {
            total.signature = (total.signature ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            total.signature ^= total.signature >> 29;
        };
        mix(made);
        if let Some(root) = engine.node(&[]) {
            root.moves
                .iter()
                .for_each(|entry| mix(u64::from(entry.n) << 16 | u64::from(entry.mv.bits())));
        }
        mix(engine.nodes_kept_and_discarded().0 as u64);
        done(number + 1, made);
    }
    // Short enough to read aloud.
    total.signature %= 100_000_000;
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puct::options::PuctConfig;

    const POSITIONS: [&str; 3] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];

    fn signature(config: PuctConfig) -> u64 {
        let options = PuctOptions::of(config);
        let bench = run(&POSITIONS, 150, &options, &StopSignal::never(), |_, _| ()).unwrap();
        // A search ends exactly at its node limit.
        assert_eq!(bench.playouts, 450);
        bench.signature
    }

    /// A change here means that the search or the evaluation has changed and belongs in the commit message.
    /// Configurations with the policy network are left out, because their signature changes with every new network.
    /// Logarithms and powers of other systems may differ in the last digit.
    #[test]
    #[cfg_attr(
        not(all(target_os = "linux", target_arch = "x86_64")),
        ignore = "numbers of one system"
    )]
    fn the_signature_of_each_school_is_the_known_one() {
        let known = [(PuctConfig::Uct, 75_384_383), (PuctConfig::Quiet, 33_051_811)];
        assert_eq!(known.map(|(config, _)| (config, signature(config))), known);
        assert_eq!(
            signature(PuctConfig::Hybrid),
            signature(PuctConfig::Hybrid),
            "the same each time"
        );
        assert_ne!(signature(PuctConfig::Hybrid), signature(PuctConfig::Quiet));
    }

    #[test]
    fn invalid_positions_are_reported_and_a_stop_ends_the_bench() {
        let options = PuctOptions::default();
        assert!(run(&["8/8"], 10, &options, &StopSignal::never(), |_, _| ()).is_err());
        let token = std::sync::Arc::new(crate::search::limits::StopToken::default());
        let stop = StopSignal::new(token.clone(), 1);
        token.stop(1);
        assert_eq!(run(&POSITIONS, 150, &options, &stop, |_, _| ()).unwrap().playouts, 0);
    }
}
