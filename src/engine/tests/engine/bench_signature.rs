//! The bench signature is the documented one, so play has not changed by accident. With a network all kernels search
//! the same tree.

use std::sync::Arc;

use tabia_engine::alphabeta::bench;
use tabia_engine::alphabeta::options::EvalKind;
use tabia_engine::eval::nnue::kernels::Kernels;
use tabia_engine::eval::nnue::{Network, Parameters};
use tabia_engine::search::limits::StopSignal;

#[test]
fn the_bench_has_its_signatures() {
    for (eval, signature) in bench::SIGNATURES {
        let result = bench::run(bench::DEPTH, eval, None, &StopSignal::never(), |_, _| {});
        let nodes = result.expect("the bench positions are valid").nodes;
        assert_eq!(
            nodes, signature,
            "the play with {eval:?} has changed; if that is meant, write {nodes} into bench::SIGNATURES"
        );
    }
}

#[test]
fn every_kernel_searches_the_same_tree() {
    let nodes = |kernels| {
        let network = Network::new(&Parameters::random(64, 8, 7));
        let network = network.expect("numbers that fit together").with_kernels(kernels);
        let result = bench::run(
            6,
            EvalKind::Network,
            Some(Arc::new(network)),
            &StopSignal::never(),
            |_, _| {},
        );
        result.expect("the bench positions are valid").nodes
    };
    let best = nodes(Kernels::best());
    assert!(best > 10_000, "{best} nodes");
    for kernels in Kernels::available() {
        assert_eq!(nodes(kernels), best, "{}", kernels.name);
    }
}
