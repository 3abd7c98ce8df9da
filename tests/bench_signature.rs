//! The bench searches as many nodes as it is said to: the play has not changed unnoticed.

use tabia::engine::bench;

#[test]
fn the_bench_has_its_signature() {
    let result = bench::run(bench::DEPTH, |_, _| {}).expect("the bench positions are valid");
    assert_eq!(
        result.nodes,
        bench::SIGNATURE,
        "the play has changed; if that is meant, write {} into bench::SIGNATURE",
        result.nodes
    );
}
