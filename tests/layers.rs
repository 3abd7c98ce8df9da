//! What the compiler does not check about the layers: the order of modules inside a crate, and who may print. Crates
//! keep their own order, since none can depend on one above it, and only the root package depends on egui. This is a
//! binary of its own, which reads the source and links none of it. `glossary` checks the words of identifiers.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "layers/glossary.rs"]
mod glossary;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Modules of a crate in layers, lowest first. A module names only modules of lower layers of its crate.
const ORDER: &[(&str, &[&[&str]])] = &[
    (
        "games",
        &[
            &["printable", "regular_file", "strength", "whole_file", "words"],
            &["game", "book", "openings", "positions", "tablebase"],
            &["collection", "export"],
        ],
    ),
    (
        "engine",
        &[
            &["eval", "thread_memory"],
            &["search"],
            &["clock", "human", "play"],
            &["alphabeta", "puct"],
            &["uci"],
        ],
    ),
    ("host", &[&["external", "review"], &["kinds", "puzzles"], &["worker", "referee"]]),
    (
        "cli",
        &[
            &["failure"],
            &["hangup", "interrupt", "limits", "out", "parallel", "values"],
            &["install", "request", "thinkers"],
            &["games"],
            &["position", "referee"],
            &["lab"],
            &["args"],
            &["uci"],
        ],
    ),
];

/// Folders whose code neither prints nor reads standard input; code in `chess` also starts no thread and reads no
/// clock.
const SILENT: &[&str] = &["chess", "games", "engine", "lab", "host/external", "app"];
const PRINTS_OR_READS: &[&str] = &["println!", "eprintln!", "print!", "eprint!", "stdin()"];
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

/// The same without test files and without the items after a `#[cfg(test)]`.
fn without_tests(folder: &str) -> Vec<(String, usize, String)> {
    let mut lines = lines_below(folder);
    let mut item = None;
    lines.retain(|(file, _, line)| {
        if file.ends_with("tests.rs") || file.contains("/tests/") {
            return false;
        }
        let code = line.trim();
        let place = (file.clone(), line.len() - line.trim_start().len());
        if item.as_ref().is_some_and(|(of, _)| *of == place.0) {
            let ends = match code.chars().next() {
                None | Some('#') => false,
                Some('}') => true,
                _ => code.ends_with([';', ',', '}']),
            };
            // The lines inside the item are indented.
            if ends && item.as_ref() == Some(&place) {
                item = None;
            }
            return false;
        }
        item = code.starts_with("#[cfg(test)]").then_some(place);
        item.is_none()
    });
    lines
}

/// Modules of the same crate that a text names behind `crate::`, or behind `super::` at the top of the crate.
fn named_modules(text: &str, before: &str) -> Vec<String> {
    let first = |path: String| path.split("::").next().unwrap_or_default().to_owned();
    let named = text.match_indices(before).flat_map(|(at, found)| {
        let path = &text[at + found.len()..];
        let end = if path.starts_with('{') {
            path.find(';')
        } else {
            path.find(|c: char| !(c.is_alphanumeric() || c == '_'))
        };
        imported(&path[..end.unwrap_or(path.len())])
    });
    named.map(first).collect()
}

/// How a file of `module` violates the order of its crate.
fn out_of_order(order: &[&[&str]], module: &str, text: &str, is_top: bool) -> Option<String> {
    let layer = |name: &str| order.iter().position(|layer| layer.contains(&name));
    let own = layer(module)?;
    let mut named = named_modules(text, "crate::");
    if is_top {
        named.extend(named_modules(text, "super::"));
    }
    named
        .iter()
        .filter(|&other| other != module)
        .find(|other| layer(other).is_some_and(|other| other >= own))
        .map(|other| format!("{module} names {other}, which is not below it"))
}

/// The code of each file of some lines.
fn by_file(lines: Vec<(String, usize, String)>) -> BTreeMap<String, String> {
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    for (file, _, line) in lines {
        let text = texts.entry(file).or_default();
        text.push_str(&line);
        text.push('\n');
    }
    texts
}

#[test]
fn modules_of_a_crate_name_only_those_below_them() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (crate_folder, order) in ORDER {
        for module in order.iter().flat_map(|layer| layer.iter()) {
            let mut place = format!("{crate_folder}/{module}");
            if !source.join(&place).is_dir() {
                place.push_str(".rs");
            }
            let top = [source.join(&place), source.join(&place).join("mod.rs")];
            for (file, text) in by_file(lines_below(&place)) {
                let is_top = top.iter().any(|top| *top == Path::new(&file));
                let fault = out_of_order(order, module, &text, is_top);
                assert!(fault.is_none(), "{file}: {}", fault.unwrap_or_default());
            }
        }
    }
}

#[test]
fn every_module_of_a_crate_has_its_layer() {
    for (crate_folder, order) in ORDER {
        let lines = without_tests(&format!("{crate_folder}/lib.rs"));
        let modules = lines.iter().filter_map(|(_, _, line)| {
            let declared = line.trim_start_matches("pub ").strip_prefix("mod ")?;
            Some(declared.trim_end_matches(';'))
        });
        let layered = order.iter().flat_map(|layer| layer.iter().copied());
        assert_eq!(
            layered.collect::<BTreeSet<_>>(),
            modules.collect::<BTreeSet<_>>(),
            "{crate_folder}"
        );
    }
}

#[test]
fn lower_layers_neither_print_nor_read() {
    for folder in SILENT {
        for (file, number, line) in without_tests(folder) {
            let found = PRINTS_OR_READS.iter().find(|word| line.contains(*word));
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
    let fault = |module, text| out_of_order(order, module, text, true).is_some();
    assert!(fault("eval", "use crate::search::score::Score;"));
    assert!(fault("alphabeta", "let x = crate::puct::run();"));
    assert!(fault("search", "use crate::{\n    eval::Term,\n    puct,\n};"));
    assert!(fault("search", "use super::puct::run;"));
    assert!(out_of_order(order, "search", "use super::puct::run;", false).is_none());
    assert!(!fault("puct", "use crate::search::score::Score; use crate::{eval, puct::tree};"));
}

#[test]
fn only_test_items_are_left_out() {
    // A test item in the middle of the file, and its tests at the end.
    let file = "engine/clock.rs";
    let marks = lines_below(file).into_iter().filter(|(_, _, line)| line.contains("cfg(test)"));
    let marks: Vec<usize> = marks.map(|(_, number, _)| number).collect();
    let [middle, .., tests] = marks[..] else { panic!("{marks:?}") };
    let kept: Vec<usize> = without_tests(file).iter().map(|(_, number, _)| *number).collect();
    assert!(!kept.contains(&(middle + 1)) && kept.iter().any(|&number| number > middle));
    assert!(kept.iter().all(|&number| number < tests));
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
    let named_after = |file: String| {
        let file = Path::new(&file).strip_prefix(&root).unwrap().with_extension("");
        file.to_str().unwrap().trim_end_matches("/mod").to_owned()
    };
    let texts = by_file(without_tests("app"));
    let texts: BTreeMap<String, String> =
        texts.into_iter().map(|(file, text)| (named_after(file), text)).collect();
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
