//! Tests that read the source of the program: every key in it is a message with the same arguments, and every message
//! is used.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::Language;

/// The uses of keys in the source.
#[derive(Default)]
struct Uses {
    /// Calls of `t!`: key, arguments, place.
    calls: Vec<(String, BTreeSet<String>, String)>,
    /// Every other string that could be a key.
    literals: BTreeSet<String>,
    /// Prefixes of keys that are made from names: `key: concat!("command-", …)`, `text(&format!("command-{…}"))`.
    families: BTreeSet<String>,
}

#[test]
fn the_source_and_the_messages_know_each_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in ["src", "tests", "benches"] {
        sources(&root.join(folder), &mut files);
    }
    let mut uses = Uses::default();
    for file in &files {
        if !file.ends_with("src/text/source.rs") {
            let text = std::fs::read_to_string(file).unwrap();
            let name = file.strip_prefix(&root).unwrap().display().to_string();
            uses.read(&text, &name);
        }
    }
    let english: BTreeMap<_, _> = Language::english().keys().collect();
    let mut wrong = Vec::new();
    let mut used = BTreeSet::new();
    for (key, args, place) in &uses.calls {
        match english.get(key.as_str()) {
            None => wrong.push(format!("{place}: no message “{key}”")),
            Some(expected) => {
                let none = BTreeSet::new();
                let expected = expected.unwrap_or(&none);
                if args != expected {
                    wrong.push(format!("{place}: “{key}” has {args:?}, its message {expected:?}"));
                }
            }
        }
        used.insert(key.as_str());
    }
    for key in english.keys() {
        // Used by the crate itself, or in its own examples.
        let own = ["language-name", "number-decimal", "number-group"].contains(key);
        let literal = used.contains(key) || uses.literals.contains(*key);
        let family = uses.families.iter().any(|family| key.starts_with(family.as_str()));
        if !own && !literal && !family {
            wrong.push(format!("assets/lang/en: “{key}” is not used"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

impl Uses {
    fn read(&mut self, source: &str, file: &str) {
        let bytes = source.as_bytes();
        let mut at = 0;
        let mut before = String::new();
        while at < bytes.len() {
            let rest = &source[at..];
            if rest.starts_with("//") {
                at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("'\"'") || rest.starts_with("'\\\"'") {
                at += rest[1..].find('\'').map_or(1, |end| end + 2);
            } else if let Some((text, length)) = literal(rest) {
                let line = source[..at].matches('\n').count() + 1;
                if is_call(&before) {
                    let args = arguments(&source[at + length..]);
                    self.calls.push((text, args, format!("{file}:{line}")));
                } else if before.trim_end().ends_with("concat!(")
                    || before.trim_end().ends_with("format!(")
                {
                    if let Some((family, _)) = text.split_once('{').or(Some((text.as_str(), "")))
                        && family.len() > 3
                        && family.ends_with('-')
                        && is_key(family)
                        && makes_key(&before)
                    {
                        self.families.insert(family.to_owned());
                    }
                    self.literals.insert(text);
                } else if is_key(&text) {
                    self.literals.insert(text);
                }
                before.clear();
                at += length;
            } else {
                let letter = rest.chars().next().unwrap_or(' ');
                if letter.is_whitespace() {
                    before.truncate(before.trim_end().len());
                    before.push(' ');
                } else {
                    before.push(letter);
                }
                at += letter.len_utf8();
            }
        }
    }
}

/// Whether the text before a string is the start of a call of `t!` or `phrase!`.
fn is_call(before: &str) -> bool {
    let before = before.trim_end();
    let name = before.strip_suffix("t!(").or(before.strip_suffix("phrase!("));
    name.is_some_and(|rest| !rest.ends_with(|c: char| c.is_alphanumeric() || c == '_'))
}

/// Whether the statement before a composed string says that it is a key, not the name of a thread or a file.
fn makes_key(before: &str) -> bool {
    let statement = before.rsplit(';').next().unwrap_or_default();
    ["text(", "find(", "key"].iter().any(|sign| statement.contains(sign))
}

fn is_key(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
}

/// The string literal at the start of a text, and its length in the source.
fn literal(source: &str) -> Option<(String, usize)> {
    if let Some(rest) = source.strip_prefix('r') {
        let hashes = rest.bytes().take_while(|&byte| byte == b'#').count();
        let inside = rest[hashes..].strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        let length = inside.find(&end)?;
        return Some((inside[..length].to_owned(), 1 + hashes + 1 + length + end.len()));
    }
    let inside = source.strip_prefix('"')?;
    let mut escaped = false;
    for (at, letter) in inside.char_indices() {
        match letter {
            '\\' if !escaped => escaped = true,
            '"' if !escaped => return Some((inside[..at].to_owned(), at + 2)),
            _ => escaped = false,
        }
    }
    None
}

/// The names of the arguments after the key of a call: each follows a comma of the call itself.
fn arguments(source: &str) -> BTreeSet<String> {
    let (mut names, mut depth, mut at) = (BTreeSet::new(), 0_i32, 0);
    while let Some(letter) = source[at..].chars().next() {
        let rest = &source[at..];
        if let Some((_, length)) = literal(rest).filter(|_| letter == '"') {
            at += length;
            continue;
        }
        match letter {
            '\'' => {
                // A character, or a lifetime.
                let closes = rest[1..].chars().nth(1) == Some('\'');
                if closes {
                    at += rest.chars().take(3).map(char::len_utf8).sum::<usize>();
                    continue;
                }
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => break,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                let name = rest[1..].trim_start();
                let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(0);
                let assigns = name[end..].trim_start();
                if assigns.starts_with('=') && !assigns.starts_with("==") && end > 0 {
                    names.insert(name[..end].to_owned());
                }
            }
            _ => {}
        }
        at += letter.len_utf8();
    }
    names
}

/// A label that opens a dialog or announces more ends with an ellipsis, without a space before it: a space would mean
/// omitted words.
#[test]
fn an_ellipsis_at_the_end_follows_without_a_space() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/lang");
    for language in ["en", "de"] {
        for file in std::fs::read_dir(root.join(language)).unwrap() {
            let file = file.unwrap().path();
            for line in std::fs::read_to_string(&file).unwrap().lines() {
                assert!(!line.ends_with(" …"), "{}: {line}", file.display());
            }
        }
    }
}

/// Texts use the quotation marks of their language for quotations. A shell and PGN have their own marks, so only a
/// value between plain marks after a space or at the beginning of a string counts as a quotation.
#[test]
fn quotation_marks_are_those_of_the_language() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut places = Vec::new();
    sources(&root.join("src"), &mut places);
    for language in ["en", "de"] {
        let files = std::fs::read_dir(root.join("assets/lang").join(language)).unwrap();
        places.extend(files.map(|file| file.unwrap().path()));
    }
    let mut wrong = Vec::new();
    for file in places.iter().filter(|file| !file.ends_with("src/text/source.rs")) {
        for (at, line) in std::fs::read_to_string(file).unwrap().lines().enumerate() {
            if !line.trim_start().starts_with("//") && has_plain_quotation(line) {
                wrong.push(format!("{}:{}: {}", file.display(), at + 1, line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "plain quotation marks:\n{}", wrong.join("\n"));
}

/// Whether a line has a quotation between plain marks: `found 'x'`, `no option '{name}'`, or `"{ $name }"` in a
/// message.
fn has_plain_quotation(line: &str) -> bool {
    let quoted_value = |(at, _): (usize, &str)| {
        let before = &line[..at];
        line[at + 2..].split_once("}'").is_some_and(|(inside, _)| {
            let value = !inside.contains(['"', '\'', '(']);
            value && (before.ends_with(' ') || before.ends_with('"') && !inside.is_empty())
        })
    };
    ["found '", "'{ $", "\"{ $"].iter().any(|begin| line.contains(begin))
        || line.match_indices("'{").any(quoted_value)
}

#[test]
fn plain_quotations_are_found() {
    for line in
        ["format!(\"found '{text}', expected\")", "\"'{word}' is no command\"", "a = \"{ $name }\""]
    {
        assert!(has_plain_quotation(line), "{line}");
    }
    for line in [
        "format!(\"'{}'\", word)",
        "format!(\"FILE='{}'\", file)",
        "if letter == '{' || letter == '}'",
    ] {
        assert!(!has_plain_quotation(line), "{line}");
    }
}

#[test]
fn calls_are_found() {
    let mut uses = Uses::default();
    uses.read(
        "fn f() { t!(\"a-b\"); // t!(\"no\")\n t!(\n \"c\", n = f(1, \"x, y = 2\"), name = 'q'); text(\"d-e\");\n\
         key: concat!(\"command-\", x); spawn(format!(\"search-{id}\")); g(t!(\"in-ner\", a = t!(\"deep\", z = 1))); }",
        "file",
    );
    let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<BTreeSet<_>>();
    let calls: Vec<_> =
        uses.calls.iter().map(|(key, args, _)| (key.as_str(), args.clone())).collect();
    let expected = [
        ("a-b", set(&[])),
        ("c", set(&["n", "name"])),
        ("in-ner", set(&["a"])),
        ("deep", set(&["z"])),
    ];
    // The content of an argument is read as part of the call around it and again by itself.
    for call in &expected {
        assert!(calls.contains(call), "{call:?} in {calls:?}");
    }
    assert!(uses.literals.contains("d-e"));
    assert_eq!(uses.families, set(&["command-"]));
}
