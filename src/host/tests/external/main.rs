//! UCI engines that behave and engines that do everything they must not: what is told, how long it takes,
//! and that nothing of them is left. A binary of its own: it is the scripted engine too, and some tests measure the
//! memory of their process.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod fake_engine;
mod hostile;
mod lab;
mod polite;
mod thinker;

/// Not a test: this binary, started anew with the variable set, is the engine that the tests talk to.
#[test]
fn fake_engine_of_the_other_tests() {
    if let Ok(behaviour) = std::env::var(lab::BEHAVIOUR) {
        fake_engine::run(&behaviour);
    }
}
