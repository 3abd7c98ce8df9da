//! A long stress test of the program: kills, many random keys, mutated files, long scripts and random conversations,
//! each against a child process, so that crashes are counted.
//!
//! ```text
//! TABIA_CAMPAIGN_SECONDS=3600 cargo test --release --test terminal campaign::campaign -- --ignored --nocapture
//! ```
//!
//! takes about that long and ends with a table. `TABIA_CAMPAIGN_SEED` varies it, `TABIA_CAMPAIGN_ONLY` names the one
//! part to run (`kills`, `storm`, `files`, `scripts`, `talks`). The window needs Xvfb and xdotool; without them its
//! parts are left out and the table says so. `TABIA_SYZYGY` names a folder of tablebases to mutate.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[cfg(feature = "gui")]
mod display;
mod files;
#[cfg(feature = "gui")]
mod kills;
#[cfg(feature = "gui")]
mod storm;
mod talks;
mod tally;
use std::time::Duration;

use tabia_chess::SplitMix64;
use tally::Tally;

/// Default time, seconds.
const USUAL_SECONDS: u64 = 120;

fn number(name: &str, other: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(other)
}

#[test]
#[ignore = "takes as long as TABIA_CAMPAIGN_SECONDS says"]
fn campaign() {
    let all = Duration::from_secs(number("TABIA_CAMPAIGN_SECONDS", USUAL_SECONDS));
    let only = std::env::var("TABIA_CAMPAIGN_ONLY").ok();
    let wanted = |name: &str| only.as_deref().is_none_or(|only| only == name);
    // A percentage of the time.
    let share = |parts: u32| if only.is_some() { all } else { all * parts / 100 };
    let mut rng = SplitMix64::new(number("TABIA_CAMPAIGN_SEED", 1));
    let mut table: Vec<Tally> = Vec::new();
    #[cfg(feature = "gui")]
    {
        if wanted("kills") {
            table.push(kills::run(&mut rng, share(40)));
        }
        if wanted("storm") {
            table.push(storm::run(&mut rng, share(15)));
        }
    }
    if wanted("files") {
        table.extend(files::run_all(&mut rng, share(30)));
    }
    if wanted("scripts") {
        table.push(talks::scripts(&mut rng));
    }
    if wanted("talks") {
        table.push(talks::random(&mut rng, share(10)));
    }
    println!("\n{}", tally::HEAD);
    for row in &table {
        println!("{row}");
    }
    for row in &table {
        row.examples.iter().for_each(|example| println!("\n{}: {example}", row.what));
    }
    let bad: Vec<&str> = table.iter().filter(|row| !row.is_good()).map(|row| row.what).collect();
    assert!(bad.is_empty(), "not everything was survived: {bad:?}");
}
