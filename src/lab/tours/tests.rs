//! Files of tours are read, and claims hold or do not hold.

use serde_json::{Value as Json, json};

use super::claim::{Claim, Verdict};
use super::file::BLOCK;
use super::{BUILT_IN, Checked, Lesson, parse, wrong};
use tabia_text::{Language, t};

const FILE: &str = "---\ntitle: Mine\nabout: A sentence: with a colon.\n---\n\n## One\n\n```step\nview: why-not\n\
    setup: position startpos moves e2e4\nsetup: no-moves\nrun: all = zobrist --fen here\nclaim: count(terms.key) = 37\n\
    done: played e7e5\n```\n\nFirst **line**\nof it.\n\n\
    ```\n## code\n```\n\n> Do\n> this.\n\n## Two\n\n```step\nrun: xray --fen \"here g1f3 b8c6\"\nclaim: says a\n```\n\nText.\n> Look.\n";

#[test]
fn a_file_is_read() {
    let tour = parse("mine.md", FILE).unwrap();
    assert_eq!((tour.title.as_str(), tour.steps.len()), ("Mine", 2));
    assert_eq!(tour.about, "A sentence: with a colon.");
    let [one, two] = &tour.steps[..] else { panic!() };
    let view = one.view.as_ref().unwrap();
    assert_eq!((one.title.as_str(), view.line, view.value.as_str()), ("One", 9, "why-not"));
    assert_eq!(one.text, "First **line**\nof it.\n\n```\n## code\n```");
    assert_eq!(one.ask, "Do\nthis.");
    assert_eq!((one.setup.len(), one.done.as_ref().unwrap().value.as_str()), (2, "played e7e5"));
    assert_eq!((two.text.as_str(), two.ask.as_str()), ("Text.", "Look."));
    assert!(two.view.is_none() && two.setup.is_empty() && two.done.is_none());
    assert_eq!(parse("crlf.md", &FILE.replace('\n', "\r\n")).unwrap().steps[0].ask, "Do\nthis.");
}

#[test]
fn a_run_stands_at_the_position_of_its_step() {
    let tour = parse("mine.md", FILE).unwrap();
    let [one, two] = &tour.steps[..] else { panic!() };
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(one.runs[0].name.as_deref(), Some("all"));
    assert_eq!(one.runs[0].words, ["zobrist", "--fen", fen]);
    // The move of the first step's task has been played, and two more are in the line.
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    assert_eq!(two.runs[0].words, ["xray", "--fen", fen]);
}

#[test]
fn what_is_wrong_is_reported_with_its_line() {
    let error = |old: &str, new: &str| {
        assert!(FILE.contains(old), "{old}");
        let error = parse("mine.md", &FILE.replacen(old, new, 1)).unwrap_err();
        assert_eq!(error.file, "mine.md");
        (error.line, error.what)
    };
    let missing = |expected: &str| wrong("", expected);
    let cases = [
        ("---\ntitle", "# title", 1, wrong("# title: Mine", "---")),
        ("title: Mine\n", "", 3, missing("title: …")),
        ("about: ", "about ", 3, wrong("about A sentence", "title, about")),
        ("title: Mine", "title: Mine\ntitle: Yours", 3, t!("tour-error-twice", key = "title")),
        ("## One", "# One", 6, wrong("# One", "## …")),
        ("```step\nview", "```\nview", 8, wrong("```", BLOCK)),
        ("setup: no-moves", "no-moves", 11, wrong("no-moves", t!("tour-expected-entry"))),
        ("> Do\n> this.", "Do this.", 6, missing(t!("tour-expected-task"))),
        ("\nText.\n", "\n", 27, missing(t!("tour-expected-text"))),
        ("37\n", "\n", 13, missing(t!("tour-expected-field"))),
        ("37\n", "37 or so\n", 13, wrong("or so", t!("tour-expected-end"))),
        (" = 37", "", 13, missing("=, !=, <, <=, >, >=")),
        ("count(terms", "count(other:terms", 13, wrong("other", t!("tour-expected-run-name"))),
        (
            "run: all = zobrist --fen here\n",
            "",
            12,
            wrong("count(terms.key) = 37", t!("tour-expected-run")),
        ),
        ("run: xray", "run: \"xray", 30, String::new()),
    ];
    for (old, new, line, what) in cases {
        let found = error(old, new);
        assert_eq!(found.0, line, "{old}");
        assert!(what.is_empty() || found.1 == what, "{old}: {} for {what}", found.1);
    }
    assert_eq!(error("e7e5", "e7e4").0, 14);
    assert_eq!(error("here g1f3", "here g1f4").0, 30);
    let (_, before) = error("setup: position startpos moves e2e4\n", "");
    assert_eq!(before, wrong("all = zobrist --fen here", t!("tour-expected-position-before")));
    assert_eq!(parse("empty.md", "").unwrap_err().line, 1);
}

fn result() -> Vec<Json> {
    vec![
        json!({ "side": "a", "nodes": 1_200, "move": "e2e4", "terms": [{ "name": "Material", "cp": 31 }] }),
        json!({ "side": "b", "nodes": 3_000, "move": "d2d4", "terms": [{ "name": "Two words", "cp": -5 }] }),
        json!({ "median": 2.5, "ok": true, "by_depth": [3, 4, 5], "none": null }),
        json!({ "deep": [
            { "name": "x", "inner": [{ "at": 0, "n": 6 }, { "at": 1, "n": 7 }] },
            { "name": "y", "inner": [{ "at": 1, "n": 8 }] },
        ] }),
    ]
}

fn checked(claim: &str, text: &str) -> Verdict {
    let (before, now) = ([json!({ "nodes": 600 })], result());
    let claim: Claim = claim.parse().unwrap_or_else(|error| panic!("{claim}: {error}"));
    claim.check(&[(Some("before"), &before), (None, &now)], text)
}

#[test]
fn claims_hold_or_do_not() {
    let hold = [
        "nodes[side=a] = 1200",
        "nodes[side=b] / nodes[side=a] = 2.5",
        "nodes[side=a] + 2 * nodes[side=b] = 7200",
        "(nodes[side=a] + 800) * 2 = 4000",
        "nodes[side=b] > 1.4 * nodes[side=a]",
        "nodes[side=a] - before:nodes = 600",
        "nodes[side=b] = 2998 within 2",
        "move[0] = \"e2e4\"",
        "move[1] != move[0]",
        "count(move) = 2",
        "count(nodes[nodes>1500]) = 1",
        "sum(nodes) = 4200",
        "min(nodes) < max(nodes)",
        "median(nodes) = 2100",
        "geomean(nodes) = 1897.37 within 0.01",
        "last(move) = \"d2d4\"",
        "place(move[move=d2d4]) = 2",
        "terms.cp[name=Material] = 31",
        "terms.cp[name=\"Two words\"] = -5",
        "by_depth.1 = 4",
        "deep[name=x].inner.n[at=1] = 7",
        "ok = true",
    ];
    for claim in hold {
        let verdict = checked(claim, "");
        assert!(verdict.ok, "{claim}: {}", verdict.found);
    }
    let fail = [
        "nodes[side=a] = 1201",
        "ok = false",
        "move[0] = \"d2d4\"",
        "move[0] < 3",
        "nodes[side=b] = 2997 within 2",
    ];
    for claim in fail {
        assert!(!checked(claim, "").ok, "{claim}");
    }
    assert_eq!(checked("nodes[side=b] > 5000", "").found, "3000 > 5000");
}

#[test]
fn a_missing_or_ambiguous_value_is_named() {
    let none = |n: i32| t!("tour-claim-rows", n = n, field = "nodes");
    let field = t!("tour-claim-field", field = "leaves");
    let cases = [
        ("nodes = 1", none(2)),
        ("nodes[side=c] = 1", none(0)),
        ("max(nodes[side=c]) = 1", none(0)),
        ("leaves = 1", field),
        ("move[0] + 1 = 1", wrong("e2e4 + 1", t!("tour-expected-any-number"))),
    ];
    for (claim, found) in cases {
        assert_eq!(checked(claim, ""), Verdict { found, ok: false }, "{claim}");
    }
}

#[test]
fn a_number_in_a_text_must_be_the_one_found() {
    let holds = |claim: &str, text: &str| checked(claim, text).ok;
    assert!(holds("says nodes[side=b]", "It takes 3,000."));
    for text in ["3000 nodes", "13,000", "3,000,000", "3,000.5", ""] {
        assert!(!holds("says nodes[side=b]", text), "{text}");
    }
    assert!(holds("says nodes[side=b] / nodes[side=a] with 1 decimals", "2.5 times, not 12.5"));
    assert!(!holds("says nodes[side=b] / nodes[side=a] with 1 decimals", "2,5 times"));
    assert!(holds("says terms.cp[name=\"Two words\"]", "it is -5"));
    assert!(holds("says terms.cp[name=Material] as score", "that is +0.31"));
    assert!(holds("says move[0]", "e2e4!"));
    assert!(!holds("says terms.name[name=Material]", "Materials"));
    let _german = Language::by_id("de").unwrap().on_this_thread();
    assert!(holds("says nodes[side=b] / nodes[side=a] with 1 decimals", "2,5-mal"));
    assert!(holds("says nodes[side=b]", "3.000 Knoten"));
    assert!(holds("says terms.cp[name=Material] as score", "also +0,31"));
}

#[test]
fn every_claim_of_a_tour_is_checked_once_and_its_texts_in_every_language() {
    let file = |text: &str, claim: &str| {
        format!("---\ntitle: T\nabout: A\n---\n## S\n```step\n{claim}```\n{text}\n> Do it.\n")
    };
    let claims = "run: numbers\nclaim: n = 1234\nclaim: says n\nrun: broken\nclaim: n = 1\n";
    let english = file("It is 1,234.", claims);
    let mut lesson = Lesson::of_file("en", "t", "en.md", &english).unwrap();
    let german = parse("de.md", &file("Es sind 1.235.", "")).unwrap();
    lesson.translations.push((Language::by_id("de").unwrap(), german));
    let mut run = |words: &[String]| match words[0].as_str() {
        "numbers" => Ok(vec![json!({ "n": 1_234 })]),
        other => Err(format!("{other} fails")),
    };
    let mut found = Vec::new();
    let mut report = |checked: Checked| {
        let Verdict { found: value, ok } = checked.verdict.unwrap();
        found.push((checked.claim, checked.language, value, ok));
    };
    lesson.check(&|_| true, Some(&mut run), &mut report);
    let row =
        |claim: &str, language, found: &str, ok| (claim.to_owned(), language, found.to_owned(), ok);
    let wanted = [
        row("n = 1234", None, "1234 = 1234", true),
        row("says n", Some("en"), "1,234", true),
        row("says n", Some("de"), "1.234", false),
        row("n = 1", None, "broken fails", false),
    ];
    assert_eq!(found, wanted);
}

#[test]
fn claims_stand_in_the_english_tours_alone() {
    for of in &BUILT_IN[1..] {
        for (name, text) in of.files {
            let tour = parse(name, text).unwrap();
            assert!(tour.steps.iter().all(|step| step.runs.is_empty()), "{}/{name}", of.language);
        }
    }
}
