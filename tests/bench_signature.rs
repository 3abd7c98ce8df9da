//! The bench searches as many nodes as it is said to: the play has not changed unnoticed. With a network it
//! searches the same whatever instructions compute it.

#![expect(clippy::expect_used, reason = "a test that cannot go on fails")]

use std::sync::Arc;

use tabia::chess::rng::SplitMix64;
use tabia::engine::bench;
use tabia::eval::nnue::features::INPUTS;
use tabia::eval::nnue::kernels::Kernels;
use tabia::eval::nnue::{Network, Parameters};

#[test]
fn the_bench_has_its_signature() {
    let result = bench::run(bench::DEPTH, None, |_, _| {}).expect("the bench positions are valid");
    assert_eq!(
        result.nodes,
        bench::SIGNATURE,
        "the play has changed; if that is meant, write {} into bench::SIGNATURE",
        result.nodes
    );
}

/// A network of random numbers about as large as trained ones.
fn network() -> Network {
    let mut rng = SplitMix64::new(7);
    let mut numbers = |count: usize, most: usize| -> Vec<i16> {
        (0..count).map(|_| rng.below(2 * most + 1) as i16 - most as i16).collect()
    };
    let (width, buckets) = (64, 8);
    let parameters = Parameters {
        rows: numbers(INPUTS * width, 60),
        bias: numbers(width, 120),
        output: numbers(2 * width * buckets, 40),
        output_bias: vec![0; buckets],
        scale: 200,
    };
    Network::new(&parameters).expect("numbers that fit together")
}

#[test]
fn every_kernel_searches_the_same_tree() {
    let nodes = |kernels| {
        let network = network().with_kernels(kernels);
        let result = bench::run(6, Some(Arc::new(network)), |_, _| {});
        result.expect("the bench positions are valid").nodes
    };
    let best = nodes(Kernels::best());
    assert!(best > 10_000, "{best} nodes");
    for kernels in Kernels::available() {
        assert_eq!(nodes(kernels), best, "{}", kernels.name);
    }
}
