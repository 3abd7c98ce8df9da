//! The floors of the house, kept: reads every source file and refuses a name that points upward or
//! sideways. The compiler checks crates, not modules; this checks modules. Faults are planted below to
//! see the check catch them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// Rooms by floor, the ground first. A room knows the floors below its own, never its neighbours.
const FLOORS: &[&[&str]] = &[
    &["chess", "printable", "regular_file", "strength", "whole_file"],
    &["game", "eval", "data", "book", "openings", "tablebase"],
    &["search", "tuning", "collection", "export"],
    &["clock"],
    &["alphabeta", "puct"],
    &["uci", "training", "review", "lab"],
    &["external"],
    &["worker", "referee"],
    &["app", "cli"],
    &["gui"],
];

/// What the roof may name of the house.
const ROOF: &[&str] = &["cli", "gui"];

/// Crates of the window; only `src/gui` names them.
const WINDOW_CRATES: &[&str] =
    &["egui", "eframe", "egui_extras", "egui_plot", "egui_tiles", "epaint", "rfd", "winit"];

/// Words a room may not use: (room, word, why).
const BANNED: &[(&str, &str, &str)] = &[
    ("chess", "println", "the rules print nothing"),
    ("chess", "eprintln", "the rules print nothing"),
    ("chess", "thread", "the rules start no thread"),
    ("chess", "Instant", "the rules read no clock"),
    ("chess", "SystemTime", "the rules read no clock"),
    ("chess", "fs", "the rules open no file"),
    ("eval", "println", "the evaluation prints nothing"),
    ("tuning", "println", "the tuner prints nothing"),
    ("search", "println", "words print nothing"),
    ("search", "thread", "words start no thread"),
    ("search", "Instant", "words read no clock"),
    ("search", "fs", "words open no file"),
    ("search", "crossbeam_channel", "words own no channel"),
    ("search", "mpsc", "words own no channel"),
    ("alphabeta", "println", "the engine prints nothing"),
    ("alphabeta", "print", "the engine prints nothing"),
    ("alphabeta", "eprintln", "the engine prints nothing"),
    ("alphabeta", "stdout", "the engine prints nothing"),
    ("alphabeta", "stdin", "the engine reads nothing"),
    ("alphabeta", "crossbeam_channel", "the engine owns no channel"),
    ("alphabeta", "mpsc", "the engine owns no channel"),
    ("puct", "println", "the engine prints nothing"),
    ("puct", "print", "the engine prints nothing"),
    ("puct", "eprintln", "the engine prints nothing"),
    ("puct", "crossbeam_channel", "the engine owns no channel"),
    ("puct", "mpsc", "the engine owns no channel"),
    ("data", "println", "what is read and written here are files"),
    ("training", "println", "progress is told to the caller"),
    ("training", "eprintln", "progress is told to the caller"),
    ("external", "println", "what an engine says goes into its log"),
    ("external", "eprintln", "what an engine says goes into its log"),
    ("uci", "println", "UCI text is made here and printed elsewhere"),
    ("uci", "stdout", "UCI text is made here and printed elsewhere"),
    ("uci", "stdin", "UCI text is read elsewhere"),
];

/// Longest a source file may be.
const MAX_LINES: usize = 500;

/// Files that are one long table.
const TABLES: &[&str] = &[];

#[derive(Debug, PartialEq)]
struct Fault {
    file: String,
    line: usize,
    what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "src/{}:{}: {}", self.file, self.line, self.what)
    }
}

/// A path written in the source, resolved from the crate's root: `["gui", "panels", "moves"]`.
#[derive(Debug, PartialEq)]
struct Named {
    line: usize,
    path: Vec<String>,
}

// ---------------------------------------------------------------------------------------------
// Reading

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    /// `::`
    Sep,
    Sign(char),
}

/// Words and signs of a source text with their lines; comments, strings and characters left out.
fn tokens(text: &str) -> Vec<(usize, Token)> {
    let chars: Vec<char> = text.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let (mut out, mut i, mut line) = (Vec::new(), 0, 1);
    while i < chars.len() {
        let c = at(i);
        let end = match c {
            '/' if at(i + 1) == '/' => find(&chars, i, |rest| rest[0] == '\n'),
            '/' if at(i + 1) == '*' => block_comment_end(&chars, i),
            '"' => string_end(&chars, i),
            'r' | 'b' if raw_string_hashes(&chars, i).is_some() => raw_string_end(&chars, i),
            '\'' if at(i + 1) == '\\' => find(&chars, i + 3, |rest| rest[0] == '\'') + 1,
            '\'' if at(i + 2) == '\'' => i + 3,
            c if c.is_alphabetic() || c == '_' => {
                let end = find(&chars, i, |rest| !(rest[0].is_alphanumeric() || rest[0] == '_'));
                out.push((line, Token::Word(chars[i..end].iter().collect())));
                end
            }
            ':' if at(i + 1) == ':' => {
                out.push((line, Token::Sep));
                i + 2
            }
            c => {
                if !c.is_whitespace() {
                    out.push((line, Token::Sign(c)));
                }
                i + 1
            }
        };
        let end = end.min(chars.len());
        line += chars[i..end].iter().filter(|&&c| c == '\n').count();
        i = end;
    }
    out
}

fn find(chars: &[char], from: usize, stop: impl Fn(&[char]) -> bool) -> usize {
    (from..chars.len()).find(|&i| stop(&chars[i..])).unwrap_or(chars.len())
}

fn block_comment_end(chars: &[char], from: usize) -> usize {
    let (mut depth, mut i) = (0, from);
    while i < chars.len() {
        if chars[i..].starts_with(&['/', '*']) {
            depth += 1;
            i += 2;
        } else if chars[i..].starts_with(&['*', '/']) {
            depth -= 1;
            i += 2;
            if depth == 0 {
                break;
            }
        } else {
            i += 1;
        }
    }
    i
}

fn string_end(chars: &[char], from: usize) -> usize {
    let mut i = from + 1;
    while i < chars.len() && chars[i] != '"' {
        i += if chars[i] == '\\' { 2 } else { 1 };
    }
    i + 1
}

/// Number of `#` of a raw string (`r"`, `br#"`) that begins here and its first quote.
fn raw_string_hashes(chars: &[char], from: usize) -> Option<(usize, usize)> {
    if from > 0 && (chars[from - 1].is_alphanumeric() || chars[from - 1] == '_') {
        return None;
    }
    let mut i = from + usize::from(chars[from] == 'b');
    if chars.get(i) != Some(&'r') {
        return None;
    }
    i += 1;
    let hashes = chars[i..].iter().take_while(|&&c| c == '#').count();
    (chars.get(i + hashes) == Some(&'"')).then_some((hashes, i + hashes))
}

fn raw_string_end(chars: &[char], from: usize) -> usize {
    let Some((hashes, quote)) = raw_string_hashes(chars, from) else { return from + 1 };
    let close: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
    find(chars, quote + 1, |rest| rest.starts_with(&close)) + close.len()
}

/// Module path of a file: `gui/panels/moves.rs` is `gui::panels::moves`, `gui/mod.rs` is `gui`.
fn module_of(file: &str) -> Vec<String> {
    let mut path: Vec<String> =
        file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if path.last().is_some_and(|last| last == "mod" || last == "lib" || last == "main") {
        path.pop();
    }
    path
}

/// Every path of this file that starts at `crate`, `tabia`, `super` or `self`.
fn named(file: &str, tokens: &[(usize, Token)]) -> Vec<Named> {
    let mut module = module_of(file);
    // Braces open now, and how many were open when each inline module began.
    let (mut open, mut inline) = (0_usize, Vec::new());
    let (mut out, mut i) = (Vec::new(), 0);
    while let Some((_, token)) = tokens.get(i) {
        match token {
            Token::Sign('{') => {
                if let (Some((_, Token::Word(name))), Some((_, Token::Word(word)))) =
                    (tokens.get(i.wrapping_sub(1)), tokens.get(i.wrapping_sub(2)))
                    && word == "mod"
                {
                    module.push(name.clone());
                    inline.push(open);
                }
                open += 1;
            }
            Token::Sign('}') => {
                open = open.saturating_sub(1);
                if inline.last() == Some(&open) {
                    inline.pop();
                    module.pop();
                }
            }
            Token::Word(word)
                if matches!(word.as_str(), "crate" | "tabia" | "super" | "self")
                    && tokens.get(i + 1).is_some_and(|(_, next)| *next == Token::Sep)
                    && !matches!(tokens.get(i.wrapping_sub(1)), Some((_, Token::Sep))) =>
            {
                let base = if word == "crate" || word == "tabia" {
                    Vec::new()
                } else {
                    let up = usize::from(word == "super");
                    module[..module.len().saturating_sub(up)].to_vec()
                };
                i = tree(tokens, i + 2, &base, &mut out);
                continue;
            }
            _ => {}
        }
        i += 1;
    }
    out
}

/// Reads what follows a `::` (a name, `{..}` or `*`) and gives the place after it.
fn tree(tokens: &[(usize, Token)], mut i: usize, base: &[String], out: &mut Vec<Named>) -> usize {
    let mut path = base.to_vec();
    while let Some((line, token)) = tokens.get(i) {
        match token {
            Token::Word(word) => {
                match word.as_str() {
                    "super" => drop(path.pop()),
                    "self" => {}
                    name => path.push(name.to_owned()),
                }
                i += 1;
                if !tokens.get(i).is_some_and(|(_, next)| *next == Token::Sep) {
                    out.push(Named { line: *line, path });
                    return i;
                }
                i += 1;
            }
            Token::Sign('*') => {
                path.push("*".to_owned());
                out.push(Named { line: *line, path });
                return i + 1;
            }
            Token::Sign('{') => {
                i += 1;
                while let Some((_, token)) = tokens.get(i) {
                    match token {
                        Token::Sign('}') => return i + 1,
                        Token::Sign(',') => i += 1,
                        // `name as other`: the other name is nobody's path.
                        Token::Word(word) if word == "as" => i += 2,
                        Token::Word(_) | Token::Sign('*' | '{') => i = tree(tokens, i, &path, out),
                        _ => return i,
                    }
                }
            }
            // A turbofish (`Self::<T>`), or the end of something that was no path.
            _ => {
                out.push(Named { line: *line, path });
                return i;
            }
        }
    }
    i
}

// ---------------------------------------------------------------------------------------------
// Judging

fn floor_of(room: &str) -> Option<usize> {
    FLOORS.iter().position(|rooms| rooms.contains(&room))
}

/// The panel a file belongs to: `panels/game/moves/mod.rs` and `panels/game/moves/list.rs` are both `moves`.
fn panel_of(module: &[String]) -> Option<&str> {
    match module {
        [room, panels, _, panel, ..] if room == "gui" && panels == "panels" => Some(panel),
        _ => None,
    }
}

/// Whether a file is a widget or a part of one.
fn is_widget(module: &[String]) -> bool {
    matches!(module, [room, widgets, _, ..] if room == "gui" && widgets == "widgets")
}

/// Everything wrong with one file. `panels` are the names of all panel modules.
fn faults(file: &str, text: &str, panels: &[String]) -> Vec<Fault> {
    let mut out = Vec::new();
    let mut fault =
        |line: usize, what: String| out.push(Fault { file: file.to_owned(), line, what });
    let tokens = tokens(text);
    let module = module_of(file);
    let room = module.first().map_or("", String::as_str);

    if !text.starts_with("//!") {
        fault(1, "the file does not say what it is: no `//!` at its top".into());
    }
    let lines = text.lines().count();
    let is_test = file.ends_with("/tests.rs") || file.contains("/tests/");
    if lines > MAX_LINES && !TABLES.contains(&file) && !is_test {
        fault(lines, format!("{lines} lines, at most {MAX_LINES}: look for a seam"));
    }
    for (line, token) in &tokens {
        let Token::Word(word) = token else { continue };
        if room != "gui" && WINDOW_CRATES.contains(&word.as_str()) {
            fault(*line, format!("`{word}` is named outside src/gui"));
        }
        for (_, _, why) in BANNED.iter().filter(|(r, w, _)| *r == room && w == word) {
            fault(*line, format!("`{word}`: {why}"));
        }
    }
    for Named { line, path } in named(file, &tokens) {
        if let Some(what) = path_fault(file, &module, &path, panels) {
            fault(line, what);
        }
    }
    out
}

/// What is wrong with naming `path` in the module, if anything.
fn path_fault(file: &str, module: &[String], path: &[String], panels: &[String]) -> Option<String> {
    let target = path.first()?;
    let shown = path.join("::");
    if target == "*" {
        return Some("`crate::*` hides who uses what".into());
    }
    if file == "main.rs" {
        return (!ROOF.contains(&target.as_str()))
            .then(|| format!("the roof names `{shown}`; it may name {}", ROOF.join(", ")));
    }
    if file == "lib.rs" {
        return Some(format!("lib.rs is a map and names nothing, not even `{shown}`"));
    }
    let room = module.first()?;
    let Some(own) = floor_of(room) else { return Some(format!("`{room}` has no floor")) };
    let Some(theirs) = floor_of(target) else {
        return Some(format!("`{shown}`: there is no room `{target}`"));
    };
    if target != room && theirs >= own {
        let way = if theirs == own { "sideways" } else { "upward" };
        return Some(format!("{room} names `{shown}`, which points {way}"));
    }
    if is_widget(module) && (target == "worker" || target == "app") {
        return Some(format!("a widget names `{shown}`; it is handed plain data instead"));
    }
    if let (Some(mine), Some(other)) = (panel_of(module), panel_of(path))
        && mine != other
        && panels.iter().any(|panel| panel == other)
    {
        return Some(format!("panel `{mine}` names panel `{other}`"));
    }
    None
}

// ---------------------------------------------------------------------------------------------
// Circles

/// A module by its path from the crate's root.
type Module = Vec<String>;

/// Which modules name which others of their room.
type Edges = BTreeMap<Module, BTreeSet<Module>>;

/// Adds what one file names of its own room; its tests do not count, nor does what a `mod.rs` names of its parts.
fn add_edges(edges: &mut Edges, modules: &BTreeSet<Module>, file: &str, text: &str) {
    let own = module_of(file);
    if own.is_empty() || file.ends_with("/tests.rs") || file.contains("/tests/") {
        return;
    }
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    for Named { path, .. } in named(file, &tokens(code)) {
        let module = (1..=path.len()).rev().map(|n| &path[..n]).find(|p| modules.contains(*p));
        let Some(module) = module else { continue };
        if module[0] == own[0] && !module.starts_with(&own) {
            edges.entry(own.clone()).or_default().insert(module.to_vec());
        }
    }
}

/// The largest set of modules of a room that all know each other, over others or at once; empty without any.
fn largest_circle(edges: &Edges, room: &str) -> BTreeSet<String> {
    let below = |module: &Module| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![module]);
        while let Some(next) = open.pop() {
            for other in edges.get(next).into_iter().flatten() {
                if seen.insert(other) {
                    open.push(other);
                }
            }
        }
        seen
    };
    let of_room = edges.keys().filter(|module| module[0] == room);
    let reach: BTreeMap<&Module, BTreeSet<&Module>> =
        of_room.map(|module| (module, below(module))).collect();
    let circle = |module: &Module| -> BTreeSet<String> {
        let back = |other: &&&Module| reach.get(**other).is_some_and(|r| r.contains(module));
        reach[module].iter().filter(back).map(|other| other[1..].join("::")).collect()
    };
    reach.keys().map(|module| circle(module)).max_by_key(BTreeSet::len).unwrap_or_default()
}

#[test]
fn modules_of_a_room_do_not_turn_in_circles() {
    let (names, texts) = house();
    let modules: BTreeSet<Module> = names.iter().map(|name| module_of(name)).collect();
    let mut edges = Edges::new();
    for (name, text) in names.iter().zip(&texts) {
        add_edges(&mut edges, &modules, name, text);
    }
    for room in FLOORS.iter().copied().flatten() {
        let circle = largest_circle(&edges, room);
        assert!(circle.is_empty(), "{room}, {} modules: {circle:?}", circle.len());
    }
}

#[test]
fn planted_circles_are_found() {
    let module = |file: &str| module_of(&format!("uci/{file}.rs"));
    let modules = ["mod", "a", "b", "in/mod", "in/c", "d"].map(module).into_iter().collect();
    let mut edges = Edges::new();
    for (file, body) in [
        ("uci/a.rs", "use super::b::X;"),
        ("uci/b.rs", "fn f() { crate::uci::in::c::g(); }"),
        (
            "uci/in/c.rs",
            "use super::super::d;\n#[cfg(test)]\nmod tests {\n use crate::uci::a::X;\n}",
        ),
        ("uci/d.rs", "use crate::chess::a::X;"),
    ] {
        add_edges(&mut edges, &modules, file, body);
    }
    assert!(largest_circle(&edges, "uci").is_empty(), "tests do not count");
    add_edges(&mut edges, &modules, "uci/in/c.rs", "use crate::uci::{d::Y, a::{self, X}};");
    let circle = largest_circle(&edges, "uci").into_iter().collect::<Vec<_>>();
    assert_eq!(circle, ["a", "b", "in::c"]);
}

// ---------------------------------------------------------------------------------------------
// The house

fn source_files(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            source_files(&path, out);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            out.push(path);
        }
    }
}

/// The names of all source files and what stands in them.
fn house() -> (Vec<String>, Vec<String>) {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    source_files(&src, &mut files);
    files.sort();
    assert!(files.len() > 20, "the sources were not found");
    let name =
        |path: &PathBuf| path.strip_prefix(&src).unwrap().to_str().unwrap().replace('\\', "/");
    let texts = files.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    (files.iter().map(name).collect(), texts)
}

#[test]
fn every_file_keeps_to_its_floor() {
    let (names, texts) = house();
    let mut panels: Vec<String> =
        names.iter().filter_map(|name| panel_of(&module_of(name)).map(str::to_owned)).collect();
    panels.dedup();
    let found: Vec<String> = names
        .iter()
        .zip(&texts)
        .flat_map(|(name, text)| faults(name, text, &panels))
        .map(|fault| fault.to_string())
        .collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn every_room_has_a_floor() {
    let lib = include_str!("../src/lib.rs");
    for line in lib.lines().filter_map(|line| line.strip_prefix("pub mod ")) {
        let room = line.trim_end_matches(';');
        assert!(floor_of(room).is_some(), "`{room}` has no floor in FLOORS");
    }
}

// ---------------------------------------------------------------------------------------------
// Planted faults

/// What the check says of a file with this body.
fn said(file: &str, body: &str) -> Vec<String> {
    let panels = ["moves".to_owned(), "play".to_owned()];
    faults(file, &format!("//! A file.\n{body}"), &panels)
        .into_iter()
        .map(|fault| format!("{}: {}", fault.line, fault.what))
        .collect()
}

#[test]
fn names_that_point_down_are_fine() {
    for (file, body) in [
        ("alphabeta/mod.rs", "use crate::chess::board::Board;\nuse crate::eval::explain::{self};"),
        ("gui/panels/game/moves.rs", "use super::Panel;\nuse crate::app::model::Model;"),
        ("gui/panels/game/moves/list.rs", "use super::super::moves::row;"),
        ("app/mod.rs", "// crate::gui is not named in comments\nconst X: &str = \"crate::gui\";"),
        ("chess/board.rs", "/// ```\n/// use tabia::chess::board::Board;\n/// ```\nfn f() {}"),
        ("main.rs", "use tabia::cli;\nfn main() { tabia::gui::run(None); }"),
        ("alphabeta/mod.rs", "mod tests { use super::*; fn f() { super::super::chess::x(); } }"),
    ] {
        assert_eq!(said(file, body), Vec::<String>::new(), "{file}");
    }
}

#[test]
fn planted_faults_are_caught() {
    for (file, body, wanted) in [
        (
            "chess/board.rs",
            "use crate::game::tree::GameTree;",
            "2: chess names `game::tree::GameTree`",
        ),
        ("alphabeta/mod.rs", "\nuse crate::worker::Handle;", "3: alphabeta names `worker::Handle`"),
        ("eval/mod.rs", "use crate::game::position;", "points sideways"),
        ("game/pgn.rs", "use crate::eval;", "points sideways"),
        ("app/update.rs", "use crate::cli::args;", "points sideways"),
        ("uci/info.rs", "fn f() -> crate::worker::Handle { g() }", "points upward"),
        ("alphabeta/mod.rs", "use crate::{chess::Board, worker::{self}};", "`worker`"),
        ("alphabeta/mod.rs", "use super::gui::run;", "alphabeta names `gui::run`"),
        ("alphabeta/tt.rs", "mod tests { use super::super::super::cli; }", "alphabeta names `cli`"),
        ("alphabeta/tt.rs", "fn f() { println!(\"x\"); }", "2: `println`"),
        ("alphabeta/smp.rs", "use crossbeam_channel::bounded;", "owns no channel"),
        ("app/model.rs", "use egui::Color32;", "`egui` is named outside"),
        ("worker/mod.rs", "use crate::*;", "hides who uses what"),
        ("worker/mod.rs", "use crate::telemetry::X;", "no room `telemetry`"),
        ("gui/widgets/board.rs", "use crate::app::model::Model;", "a widget names"),
        ("gui/widgets/board.rs", "use crate::worker::Handle;", "a widget names"),
        ("gui/panels/game/moves.rs", "use super::play;", "panel `moves` names panel `play`"),
        (
            "gui/panels/game/moves/list.rs",
            "use crate::gui::panels::search::play::x;",
            "names panel `play`",
        ),
        ("main.rs", "use tabia::alphabeta::Engine;", "the roof names `alphabeta::Engine`"),
        ("lib.rs", "pub use crate::chess::board::Board;", "names nothing"),
        ("lobby/mod.rs", "use crate::chess;", "`lobby` has no floor"),
    ] {
        let said = said(file, body);
        assert!(
            said.len() == 1 && said[0].contains(wanted),
            "{file}: {body}\nsaid {said:?}, wanted {wanted:?}"
        );
    }
}

#[test]
fn long_and_silent_files_are_caught() {
    let long = "//! Long.\n".to_owned() + &"fn f() {}\n".repeat(MAX_LINES);
    assert_eq!(faults("chess/long.rs", &long, &[]).len(), 1);
    assert_eq!(faults("chess/tests.rs", &long, &[]), []);
    assert_eq!(faults("chess/mute.rs", "fn f() {}\n", &[]).len(), 1);
}

#[test]
fn strings_and_comments_are_not_read() {
    let body = concat!(
        "/* crate::gui /* nested */ egui */\n",
        "const A: &str = r#\"crate::gui \" egui\"#;\n",
        "const B: char = '\"'; const C: char = '\\''; const D: &str = \"\\\" egui\";\n",
        "fn f<'a>(x: &'a str) { use crate::worker::X; }\n",
    );
    assert_eq!(said("app/model.rs", body), Vec::<String>::new());
    assert_eq!(said("alphabeta/x.rs", body).len(), 1, "the code after them is");
    assert!(said("alphabeta/x.rs", body)[0].starts_with("5: "));
}

/// Whether a file of tests names the window without asking for its feature: then nothing could be tested
/// where the window is not built.
fn wants_window_unasked(text: &str) -> bool {
    let names_window = tokens(text).iter().any(|(_, token)| match token {
        Token::Word(word) => {
            word == "gui" || word == "egui_kittest" || WINDOW_CRATES.contains(&word.as_str())
        }
        _ => false,
    });
    let asks = |line: &str| line.starts_with("#![cfg(") && line.contains("feature = \"gui\"");
    names_window && !text.lines().any(asks)
}

#[test]
fn tests_of_the_window_ask_for_it() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut files: Vec<PathBuf> =
        fs::read_dir(tests).unwrap().map(|entry| entry.unwrap().path()).collect();
    // This file names the window in the faults it plants.
    let is_test =
        |path: &Path| path.extension().is_some_and(|ext| ext == "rs") && !path.ends_with(file!());
    files.retain(|path| is_test(path));
    assert!(files.len() > 20, "the tests were not found");
    files.retain(|path| wants_window_unasked(&fs::read_to_string(path).unwrap()));
    assert!(files.is_empty(), "without #![cfg(feature = \"gui\")]: {files:?}");

    assert!(wants_window_unasked("use eframe::egui;"));
    assert!(wants_window_unasked("use tabia::{chess, gui::theme};"));
    assert!(!wants_window_unasked("#![cfg(feature = \"gui\")]\nuse egui_kittest::Harness;"));
    assert!(!wants_window_unasked("#![cfg(all(feature = \"gui\", unix))]\nuse eframe::egui;"));
    assert!(!wants_window_unasked("// egui\nconst NAME: &str = \"gui\";"));
}
