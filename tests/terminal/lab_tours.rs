//! `tabia lab tours`: the claims of the built-in tours are true, and a teacher's file is checked in the same way.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use std::path::PathBuf;
use std::process::Output;

use serde_json::Value;

use super::programs::lab;

fn tours(args: &[&str]) -> Output {
    lab(&[&["tours"][..], args].concat())
}

fn objects(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A file with a tour of one step; its name contains the language.
fn file(folder: &tempfile::TempDir, language: &str, block: &str, text: &str) -> PathBuf {
    let folder = folder.path().join(language);
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("mine.md");
    let head = "---\ntitle: Mine\nabout: A tour of one step.\n---\n\n## Step\n\n```step\n\
        setup: position startpos\n";
    std::fs::write(&path, format!("{head}{block}```\n\n{text}\n\n> Do it.\n")).unwrap();
    path
}

/// In a debug build this takes a minute or two.
#[test]
fn all_claims_of_the_tours_are_true() {
    let output = tours(&["--check", "--json"]);
    let rows = objects(&output);
    let failed: Vec<_> = rows.iter().filter(|row| row["ok"] == false).collect();
    assert!(failed.is_empty(), "{failed:#?}");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let last = rows.last().unwrap();
    assert!(last["claims"].as_u64().unwrap() > 150 && last["failed"] == 0, "{last}");
    assert!(last["steps_with_claims"].as_u64().unwrap() > 70, "{last}");
    // Numbers are found in every language of the program.
    for language in ["en", "de"] {
        assert!(rows.iter().any(|row| row["language"] == language), "{language}");
    }
}

#[test]
fn the_claims_are_listed_without_running_anything() {
    let output = tours(&["--json", "--only", "1.6"]);
    assert!(output.status.success());
    let rows = objects(&output);
    assert!(rows.len() > 2 && rows[0]["ok"].is_null() && rows[0]["found"].is_null(), "{rows:?}");
    assert!(rows[0]["run"].as_str().unwrap().starts_with("bitboards"));
    for (part, named) in [("99", "found tour 99, expected 1 to "), ("1.99", "found step 99")] {
        let output = tours(&["--only", part]);
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8(output.stderr).unwrap().contains(named), "{part}");
    }
}

#[test]
fn a_false_claim_is_reported_with_the_actual_result() {
    let folder = tempfile::tempdir().unwrap();
    let block = "run: ladder --fen here --depth 2\nclaim: leaves[algorithm=minimax depth=2] = 401\n\
        claim: says leaves[algorithm=minimax depth=2]\n";
    let path = file(&folder, "de", block, "Es sind 400 Blätter.");
    let output = tours(&["--check", "--json", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let rows = objects(&output);
    assert_eq!((&rows[0]["found"], &rows[0]["ok"]), (&"400 = 401".into(), &false.into()));
    assert_eq!((&rows[1]["language"], &rows[1]["ok"]), (&"de".into(), &true.into()));
    assert!(String::from_utf8_lossy(&output.stderr).contains("1 of 2 claims do not hold"));
}

#[test]
fn a_run_that_fails_says_why_and_a_tour_cannot_run_tours() {
    let folder = tempfile::tempdir().unwrap();
    for (run, why) in
        [("ladder --deep 2", "--deep"), ("tours --check", "tours"), ("nothing", "nothing")]
    {
        let block = format!("run: {run}\nclaim: leaves = 1\n");
        let path = file(&folder, "en", &block, "Text.");
        let output = tours(&["--check", "--json", path.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(1), "{run}");
        let found = objects(&output)[0]["found"].as_str().unwrap().to_owned();
        assert!(found.contains(why), "{run}: {found}");
    }
}

#[test]
fn a_file_that_cannot_be_read_is_reported_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "en", "run: ladder\nclaim: leaves ==\n", "Text.");
    let output = tours(&["--check", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("mine.md, line 11"), "{text}");
    // Blocks that only the window reads are checked in the same way.
    for (block, found) in [
        ("view: bananas\n", "bananas"),
        ("done: plaid d1d8\n", "plaid"),
        ("setup: bananas 3\n", "bananas"),
    ] {
        let path = file(&folder, "en", block, "Text.");
        let output = tours(&["--check", path.to_str().unwrap()]);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{block}");
        assert!(text.contains("mine.md, line") && text.contains(found), "{text}");
    }
    let missing = folder.path().join("missing.md");
    let output = tours(&["--check", missing.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("missing.md"));
}
