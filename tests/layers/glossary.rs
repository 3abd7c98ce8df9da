//! Words that may not be used in identifiers, each with the usual word of computer chess. The identifiers of all
//! source files and tests are checked; comments and texts are not.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The part of an identifier that a banned word is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Match {
    /// A whole identifier, such as a type.
    Whole,
    /// The start of an identifier.
    Prefix,
    /// One word of an identifier, in upper or lower case.
    Word,
}
use Match::{Prefix, Whole, Word};

/// A word that may not be used in identifiers.
struct Banned {
    kind: Match,
    ours: &'static str,
    /// The usual word, or advice.
    field: &'static str,
}

const fn banned(kind: Match, ours: &'static str, field: &'static str) -> Banned {
    Banned { kind, ours, field }
}

const GLOSSARY: &[Banned] = &[
    banned(Whole, "Told", "`PvLine`, or a report named after its content"),
    banned(Whole, "Listed", "`UciInfo`"),
    banned(Whole, "Look", "`SearchInspection`; `ViewTarget` for a tour"),
    banned(Whole, "Looked", "`SearchInspection`"),
    banned(Whole, "Judge", "`Evaluator`, `Adjudicator` or `Reviewer`"),
    banned(Whole, "Mind", "`LeafEvaluator`"),
    banned(Whole, "MINDS", "`DUEL_ENGINES`"),
    banned(Whole, "Occupant", "`EngineBackend`"),
    banned(Whole, "Recipe", "`EngineConfig`"),
    banned(Whole, "OWES_MOVE", "`RETURNS_MOVE_IF_STOPPED`"),
    banned(Whole, "Leave", "`NodeResult`"),
    banned(Whole, "Visit", "`NodeEvent`"),
    banned(Whole, "Rung", "`PuctConfig`"),
    banned(Whole, "TB_FOUND", "`TB_WIN_IN_MAX_PLY`"),
    banned(Whole, "StillValues", "`StaticValues`"),
    banned(Whole, "NO_ROW", "`NO_CONT_INDEX`"),
    banned(Whole, "row_on", "`cont_index_of`"),
    banned(Whole, "last_words", "`stderr_tail`"),
    banned(Whole, "take_in_passing", "`make_en_passant`"),
    banned(Whole, "doubtful_first", "`first_move_reduction`"),
    banned(Whole, "mind_the_hit", "`handle_ponderhit`"),
    banned(Whole, "singular_table_depth", "`singular_tt_depth_margin`"),
    banned(Whole, "Found", "what was found, such as `PgnError`"),
    banned(Whole, "Kept", "what is kept, such as `SavedSession`"),
    banned(Whole, "MOST", "`MAX_` and what it limits"),
    banned(Whole, "LOOK", "`POLL_INTERVAL`"),
    banned(Prefix, "MOST_", "`MAX_`"),
    banned(Prefix, "LONGEST", "`MAX_`"),
    banned(Prefix, "FURTHEST", "`MAX_`"),
    banned(Prefix, "LEAST_", "`MIN_`"),
    banned(Prefix, "FEWEST_", "`MIN_`"),
    banned(Word, "told", "`reported`, or a noun for what it is"),
    banned(Word, "said", "`message`, `stderr` or `output`"),
    banned(Word, "heard", "`input` or `received`"),
    banned(Word, "hear", "`receive` or `on_` and the event"),
    banned(Word, "hunt", "`SearchSession`"),
    banned(Word, "deaf", "`unresponsive`"),
    banned(Word, "patience", "`timeouts`"),
    banned(Word, "mind", "`evaluator`"),
    banned(Word, "minds", "`engines`"),
    banned(Word, "judge", "`evaluate`, `evaluator` or `reviewer`"),
    banned(Word, "judged", "`evaluated`"),
    banned(Word, "lot", "`random` or `rng`"),
    banned(Word, "lots", "`rng`"),
    banned(Word, "prey", "`captured_square`"),
    banned(Word, "sapling", "`ToyTree`"),
    banned(Word, "twig", "`visible_nodes`"),
    banned(Word, "twigs", "`visible_nodes`"),
    banned(Word, "lessons", "`MixedData`"),
    banned(Whole, "still", "`static_eval`, or an adjective for what does not change"),
    banned(Word, "rung", "`config`"),
];

/// The identifiers of a source text, without comments and literals.
fn identifiers(text: &str) -> Vec<(usize, &str)> {
    let bytes = text.as_bytes();
    let (mut out, mut at, mut line) = (Vec::new(), 0, 1);
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    while at < bytes.len() {
        let rest = &text[at..];
        let raw =
            rest.trim_start_matches('b').strip_prefix('r').map(|rest| rest.trim_start_matches('#'));
        let end = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if raw.is_some_and(|raw| raw.starts_with('"')) {
            let open = rest.find('"').unwrap_or(0);
            let close = format!("\"{}", "#".repeat(rest[..open].matches('#').count()));
            rest[open + 1..].find(&close).map_or(rest.len(), |end| open + 1 + end + close.len())
        } else if rest.starts_with('"') || rest.starts_with("b\"") {
            let open = rest.find('"').unwrap_or(0);
            string_end(&rest.as_bytes()[open..]) + open
        } else if let Some(end) = character_end(rest) {
            end
        } else if word(bytes[at]) {
            let end = rest.bytes().position(|byte| !word(byte)).unwrap_or(rest.len());
            if !bytes[at].is_ascii_digit() {
                out.push((line, &rest[..end]));
            }
            end
        } else {
            rest.chars().next().map_or(1, char::len_utf8)
        };
        line += rest[..end].matches('\n').count();
        at += end;
    }
    out
}

/// Length of a string literal with its quotes.
fn string_end(bytes: &[u8]) -> usize {
    let mut at = 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

/// Length of a character literal, if the text begins with one and not with a lifetime.
fn character_end(text: &str) -> Option<usize> {
    let prefix = usize::from(text.starts_with('b'));
    let inner = text[prefix..].strip_prefix('\'')?;
    if let Some(escape) = inner.strip_prefix('\\') {
        return escape.get(1..)?.find('\'').map(|end| end + 4 + prefix);
    }
    let length = inner.chars().next()?.len_utf8();
    inner[length..].starts_with('\'').then_some(length + 2 + prefix)
}

/// The words of an identifier in lower case: `MAX_SearchTime2` is max, search, time, 2.
fn words(identifier: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut before = '_';
    for c in identifier.chars() {
        if c != '_' {
            let begins = before == '_'
                || before.is_ascii_digit() != c.is_ascii_digit()
                || before.is_lowercase() && c.is_uppercase();
            match out.last_mut().filter(|_| !begins) {
                Some(word) => word.push(c.to_ascii_lowercase()),
                None => out.push(c.to_ascii_lowercase().to_string()),
            }
        }
        before = c;
    }
    out
}

impl Banned {
    /// Whether an identifier, made of these words, is banned.
    fn matches(&self, identifier: &str, words: &[String]) -> bool {
        match self.kind {
            Whole => identifier == self.ours,
            Prefix => identifier.starts_with(self.ours),
            Word => words.iter().any(|word| word == self.ours),
        }
    }
}

/// All source files, as paths below the repository.
fn sources() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut open = ["src", "tests", "benches"].map(|folder| root.join(folder)).to_vec();
    let mut out = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|end| end == "rs") {
            let below = path.strip_prefix(root).unwrap();
            out.push(below.to_str().unwrap().replace('\\', "/"));
        }
    }
    out.sort();
    out
}

#[test]
fn identifiers_use_the_words_of_the_field() {
    let mut faults = Vec::new();
    for file in sources() {
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&file)).unwrap();
        let first_uses: BTreeMap<&str, usize> =
            identifiers(&text).into_iter().rev().map(|(line, name)| (name, line)).collect();
        for (identifier, line) in first_uses {
            let words = words(identifier);
            for Banned { ours, field, .. } in
                GLOSSARY.iter().filter(|entry| entry.matches(identifier, &words))
            {
                faults.push(format!("{file}:{line}: {identifier}: found {ours}, expected {field}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn comments_and_literals_are_not_identifiers() {
    let text = "fn r#use(a: &'a str) { /* b */ let c = \"d \\\" e\"; // f\n r#\"g\"#; b'h'; '\\''; i(\"é\") }";
    let found: Vec<&str> = identifiers(text).into_iter().map(|(_, name)| name).collect();
    assert_eq!(found, ["fn", "r", "use", "a", "a", "str", "let", "c", "i"]);
    assert_eq!(identifiers("a\n\"b\nc\"\nd"), [(1, "a"), (4, "d")]);
    assert_eq!(words("MAX_searchTime2"), ["max", "search", "time", "2"]);
}
