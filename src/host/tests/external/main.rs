//! UCI engines that behave and engines that do not: what is reported, how long it takes, and that no process is left. A
//! binary of its own, because it is also the scripted engine and some tests measure the memory of their process.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod fake_engine;
mod hostile;
mod lab;
mod polite;
mod thinker;

/// Not a test: started with the variable set, this binary is the engine that the tests talk to.
#[test]
fn fake_engine_of_the_other_tests() {
    if let Ok(behaviour) = std::env::var(lab::BEHAVIOUR) {
        fake_engine::run(&behaviour);
    }
}
