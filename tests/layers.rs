//! What the compiler does not check about the layers: the order of modules inside a crate, and who may print. Crates
//! keep their own order, since none can depend on one above it, and only the root package depends on egui. This is a
//! binary of its own, which reads the source and links none of it. `glossary` checks the words of identifiers.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "layers/glossary.rs"]
mod glossary;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Modules of a crate in layers, lowest first. A module names only modules of lower layers of its crate.
const ORDER: &[(&str, &[&[&str]])] = &[
    (
        "games",
        &[
            &["printable", "regular_file", "strength", "whole_file"],
            &["game", "book", "openings", "positions", "tablebase"],
            &["collection", "export"],
        ],
    ),
    ("engine", &[&["eval"], &["search"], &["clock", "play"], &["alphabeta", "puct"], &["uci"]]),
    ("host", &[&["external", "review"], &["kinds"], &["worker", "referee"]]),
    (
        "cli",
        &[
            &["failure"],
            &["hangup", "interrupt", "limits", "out", "parallel", "values"],
            &["request", "thinkers"],
            &["games"],
            &["position", "referee"],
            &["lab", "uci"],
        ],
    ),
];

/// Folders whose code neither prints nor reads standard input; code in `chess` also starts no thread and reads no
/// clock.
const SILENT: &[&str] = &["chess", "games", "engine", "lab", "host/external", "app"];
const PRINTS: &[&str] = &["println!", "eprintln!", "print!", "eprint!"];
const BANNED_IN_CHESS: &[&str] = &["std::thread", "std::time", "std::fs"];

/// Source lines below a folder of `src`, without comments: file, line number, text.
fn lines_below(folder: &str) -> Vec<(String, usize, String)> {
    let mut out = Vec::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder)];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            for (index, line) in text.lines().enumerate() {
                let code = line.split("//").next().unwrap_or("");
                out.push((path.display().to_string(), index + 1, code.to_owned()));
            }
        }
    }
    assert!(!out.is_empty(), "no source below src/{folder}");
    out
}

/// The same without test files and without the part of a file after its first `#[cfg(test)]`.
fn without_tests(folder: &str) -> Vec<(String, usize, String)> {
    let lines = lines_below(folder);
    let tests_of = |name: &str| {
        let begin = lines.iter().find(|(file, _, line)| file == name && line.contains("cfg(test)"));
        begin.map_or(usize::MAX, |(_, number, _)| *number)
    };
    let mut begins = BTreeMap::new();
    for (file, ..) in &lines {
        begins.entry(file.clone()).or_insert_with(|| tests_of(file));
    }
    let kept = lines.into_iter().filter(|(file, number, _)| {
        !file.ends_with("tests.rs") && !file.contains("/tests/") && *number < begins[file]
    });
    kept.collect()
}

/// Modules of the same crate that a line names by `crate::NAME`.
fn named_modules(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices("crate::").map(|(at, found)| {
        let rest = &line[at + found.len()..];
        &rest[..rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len())]
    })
}

/// How a line of `module` violates the order of its crate.
fn out_of_order(order: &[&[&str]], module: &str, line: &str) -> Option<String> {
    let layer = |name: &str| order.iter().position(|layer| layer.contains(&name));
    let own = layer(module)?;
    named_modules(line)
        .filter(|&other| other != module)
        .find(|other| layer(other).is_some_and(|other| other >= own))
        .map(|other| format!("{module} names {other}, which is not below it"))
}

#[test]
fn modules_of_a_crate_name_only_those_below_them() {
    for (crate_folder, order) in ORDER {
        for module in order.iter().flat_map(|layer| layer.iter()) {
            let mut place = format!("{crate_folder}/{module}");
            if !Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(&place).is_dir() {
                place.push_str(".rs");
            }
            for (file, number, line) in lines_below(&place) {
                let fault = out_of_order(order, module, &line);
                assert!(fault.is_none(), "{file}:{number}: {}", fault.unwrap_or_default());
            }
        }
    }
}

#[test]
fn lower_layers_do_not_print() {
    for folder in SILENT {
        for (file, number, line) in without_tests(folder) {
            let found = PRINTS.iter().find(|print| line.contains(*print));
            assert!(found.is_none(), "{file}:{number}: {found:?}");
        }
    }
    for (file, number, line) in without_tests("chess") {
        let found = BANNED_IN_CHESS.iter().find(|word| line.contains(*word));
        assert!(found.is_none(), "{file}:{number}: the rules name {found:?}");
    }
}

#[test]
fn the_check_finds_a_fault() {
    let order: &[&[&str]] = &[&["eval"], &["search"], &["alphabeta", "puct"]];
    let fault = |module, line| out_of_order(order, module, line).is_some();
    assert!(fault("eval", "use crate::search::score::Score;"));
    assert!(fault("alphabeta", "let x = crate::puct::run();"));
    assert!(!fault("puct", "use crate::search::score::Score; use crate::puct::tree;"));
}

/// The paths of an import, with its braces expanded.
fn imported(path: &str) -> Vec<String> {
    let path = path.trim();
    let Some((head, rest)) = path.split_once('{') else {
        return vec![path.split(" as ").next().unwrap_or(path).trim().to_owned()];
    };
    let (mut out, mut depth, mut from) = (Vec::new(), 0, 0);
    let inner = rest.strip_suffix('}').unwrap_or(rest);
    for (at, c) in inner.char_indices().chain([(inner.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let part = inner[from..at].trim();
                out.extend(imported(part).iter().filter(|part| !part.is_empty()).map(|part| {
                    if part == "self" {
                        head.trim_end_matches(':').into()
                    } else {
                        format!("{head}{part}")
                    }
                }));
                from = at + 1;
            }
            _ => {}
        }
    }
    out
}

/// The files of `app` without their ending, with the files each of them imports from.
fn imports_of_app() -> BTreeMap<String, Vec<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/app");
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    for (file, _, line) in without_tests("app") {
        let file = Path::new(&file).strip_prefix(&root).unwrap().with_extension("");
        let name = file.to_str().unwrap().trim_end_matches("/mod").to_owned();
        let text = texts.entry(name).or_default();
        text.push_str(&line);
        text.push('\n');
    }
    let named = |of: &str, path: &str| {
        let (up, rest) = match path.strip_prefix("crate::") {
            Some(rest) => ("", rest),
            // A `mod.rs` has the name of its folder, so that `super` in a file of the folder is that name.
            None => (of.rsplit_once('/').map_or("", |(up, _)| up), path.strip_prefix("super::")?),
        };
        let whole = format!("{up}/{}", rest.replace("::", "/"));
        let mut at = whole.trim_start_matches('/');
        while !texts.contains_key(at) {
            at = at.rsplit_once('/')?.0;
        }
        (at != of).then(|| at.to_owned())
    };
    let imports = |(of, text): (&String, &String)| {
        let uses = text.split("use ").skip(1).filter_map(|rest| rest.split_once(';'));
        let paths = uses.flat_map(|(path, _)| imported(path));
        (of.clone(), paths.filter_map(|path| named(of, &path)).collect())
    };
    texts.iter().map(imports).collect()
}

#[test]
fn the_app_has_no_import_cycles() {
    let mut left = imports_of_app();
    assert!(left["update"].contains(&"rules".to_owned()), "{:?}", left["update"]);
    // Removes files that import none of the remaining ones, until there are no more.
    loop {
        let names: Vec<String> = left.keys().cloned().collect();
        let before = left.len();
        left.retain(|_, of| of.iter().any(|other| names.contains(other)));
        if left.len() == before {
            break;
        }
    }
    assert!(left.is_empty(), "in a circle, or above one: {:?}", left.keys());
}

#[test]
fn imports_are_read_through_their_braces() {
    let found = imported("crate::a::{self, b::{C, D as E}, f}");
    assert_eq!(found, ["crate::a", "crate::a::b::C", "crate::a::b::D", "crate::a::f"]);
}
