//! UCI engines that behave and engines that do everything they must not: what is told, how long it takes,
//! and that nothing of them is left.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "external/fake_engine.rs"]
mod fake_engine;
#[path = "external/hostile.rs"]
mod hostile;
#[path = "external/lab.rs"]
mod lab;
#[path = "external/polite.rs"]
mod polite;
#[path = "external/thinker.rs"]
mod thinker;

/// Not a test: this binary, started anew with the variable set, is the engine that the tests talk to.
#[test]
fn fake_engine_of_the_other_tests() {
    if let Ok(behaviour) = std::env::var(lab::BEHAVIOUR) {
        fake_engine::run(&behaviour);
    }
}
