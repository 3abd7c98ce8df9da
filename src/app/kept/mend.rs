//! Reads what can be read of JSON that does not fit as a whole: field by field over the defaults, at every depth.
//! One unknown word costs one field.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{fs, io};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::engines::telemetry::{Line, NodeAnalysis, Telemetry};
use crate::game::state::GameState;
use tabia_chess::{Board, Move, uci_move};
use tabia_engine::search::report::IterationInfo;
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::saved::Rows;
use tabia_games::game::tree::{GameTree, NodeId};

/// Elements of a list that are looked at one by one; those behind are left out.
const MOST_ELEMENTS: usize = 1000;

/// The value with everything in it that `found` says and this program understands. The names of the fields that
/// were left out are added to `odd`, as paths: `engine.eval`, `recent[2]`. Fields without a meaning here are passed
/// over in silence.
pub(crate) fn over<T: Serialize + DeserializeOwned + Clone>(
    base: &T,
    found: &Value,
    odd: &mut Vec<String>,
) -> T {
    if let Ok(whole) = T::deserialize(found) {
        return whole;
    }
    let Ok(mut value) = serde_json::to_value(base) else { return base.clone() };
    let fits = |value: &Value| T::deserialize(value).is_ok();
    let mut place = Vec::new();
    Mending { root: &mut value, fits: &fits, odd }.take(&mut place, found);
    T::deserialize(&value).unwrap_or_else(|_| base.clone())
}

/// A step into a value.
enum Step {
    Key(String),
    Index(usize),
}

struct Mending<'a> {
    root: &'a mut Value,
    fits: &'a dyn Fn(&Value) -> bool,
    odd: &'a mut Vec<String>,
}

impl Mending<'_> {
    /// Puts a value in its place, or as much of it as fits there.
    fn take(&mut self, place: &mut Vec<Step>, found: &Value) {
        let before = self.swap(place, Some(found.clone()));
        if (self.fits)(self.root) {
            return;
        }
        let known = before.clone();
        self.swap(place, before);
        match (known, found) {
            (Some(Value::Object(_)), Value::Object(fields)) => {
                for (name, value) in fields {
                    place.push(Step::Key(name.clone()));
                    self.take(place, value);
                    place.pop();
                }
            }
            (Some(Value::Array(_)), Value::Array(elements)) => {
                self.swap(place, Some(Value::Array(Vec::new())));
                for element in elements.iter().take(MOST_ELEMENTS) {
                    let at = self.length(place);
                    place.push(Step::Index(at));
                    self.take(place, element);
                    place.pop();
                }
            }
            _ => self.odd.push(text(place)),
        }
    }

    /// The value that holds the last step of a place.
    fn holder(&mut self, place: &[Step]) -> Option<&mut Value> {
        place.iter().try_fold(&mut *self.root, |value, step| match step {
            Step::Key(name) => value.get_mut(name),
            Step::Index(at) => value.get_mut(at),
        })
    }

    fn length(&mut self, place: &[Step]) -> usize {
        self.holder(place).and_then(|value| value.as_array()).map_or(0, Vec::len)
    }

    /// Puts a value in a place, or nothing, and gives what was there.
    fn swap(&mut self, place: &[Step], value: Option<Value>) -> Option<Value> {
        let Some((last, way)) = place.split_last() else {
            return value.map(|value| std::mem::replace(&mut *self.root, value));
        };
        let holder = self.holder(way)?;
        match (last, holder, value) {
            (Step::Key(name), Value::Object(fields), Some(value)) => {
                fields.insert(name.clone(), value)
            }
            (Step::Key(name), Value::Object(fields), None) => fields.remove(name),
            (Step::Index(at), Value::Array(elements), Some(value)) => {
                if let Some(old) = elements.get_mut(*at) {
                    return Some(std::mem::replace(old, value));
                }
                elements.push(value);
                None
            }
            (Step::Index(_), Value::Array(elements), None) => {
                elements.pop();
                None
            }
            _ => None,
        }
    }
}

fn text(place: &[Step]) -> String {
    place.iter().fold(String::new(), |text, step| match step {
        Step::Key(name) if text.is_empty() => name.clone(),
        Step::Key(name) => format!("{text}.{name}"),
        Step::Index(at) => format!("{text}[{at}]"),
    })
}

/// Names of fields for people: the first few of them.
pub fn named(odd: &[String]) -> String {
    const SHOWN: usize = 6;
    let shown = odd.iter().take(SHOWN).map(|name| elided(name)).collect::<Vec<_>>().join(", ");
    match odd.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

fn elided(name: &str) -> String {
    const LONGEST: usize = 60;
    if name.chars().count() <= LONGEST {
        return name.to_owned();
    }
    name.chars().take(LONGEST).chain(['…']).collect()
}

// What engines have found out about the positions of a game, as a session keeps it: each engine's lines for each
// position, by their place in the tree.

/// Lines of a position that are kept.
const LINES: usize = 3;
/// Moves of a line that are kept, plies.
const PLIES: usize = 16;

/// What was found, not in writing yet.
pub(crate) type Found = Vec<(NodeId, EngineId, NodeAnalysis)>;

/// What an engine has found out about a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedFound {
    /// The position's row in the tree.
    row: u32,
    /// Whose it is.
    #[serde(default)]
    engine: EngineId,
    lines: Vec<SavedLine>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SavedLine {
    depth: u32,
    /// The mover's view.
    score: Score,
    /// UCI, castling as king takes rook.
    #[serde(default)]
    moves: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(default)]
    time_ms: u64,
}

/// What is known of the positions of a game, as much of it as is kept.
pub(crate) fn of(telemetry: &Telemetry, game: &GameState) -> Found {
    let mut found: Found = Vec::new();
    for (node, engine, analysis) in telemetry.all_kept() {
        if game.tree.contains(node) && game.tree.board(node).key() == analysis.key {
            let lines = analysis.lines.iter().take(LINES).cloned().collect();
            found.push((node, engine, NodeAnalysis { key: analysis.key, lines }));
        }
    }
    found
}

/// The same in writing.
pub(crate) fn saved(found: &Found, tree: &GameTree) -> Vec<SavedFound> {
    let rows = Rows::of(tree);
    let one = |(node, engine, analysis): &(NodeId, EngineId, NodeAnalysis)| {
        let board = tree.board(*node);
        let lines = analysis.lines.iter().map(|line| SavedLine::of(line, board)).collect();
        Some(SavedFound { row: rows.row(*node)?, engine: *engine, lines })
    };
    let mut saved: Vec<SavedFound> = found.iter().filter_map(one).collect();
    saved.sort_by_key(|found| (found.row, found.engine));
    saved
}

impl SavedLine {
    fn of(line: &Line, board: &Board) -> SavedLine {
        let mut at = *board;
        let mut moves = String::new();
        for &mv in line.info.pv.iter().take(PLIES) {
            if !at.is_legal(mv) {
                break;
            }
            if !moves.is_empty() {
                moves.push(' ');
            }
            moves += &uci_move::write(&at, mv, true);
            at.make_move(mv);
        }
        let IterationInfo { depth, score, nodes, time_ms, .. } = line.info;
        SavedLine { depth, score, moves, nodes, time_ms }
    }

    fn restore(&self, number: usize, board: &Board) -> Line {
        let mut at = *board;
        let mut moves: Vec<Move> = Vec::new();
        for text in self.moves.split(' ').take(PLIES) {
            let Ok(mv) = uci_move::parse(&at, text) else { break };
            at.make_move(mv);
            moves.push(mv);
        }
        let info = IterationInfo {
            multi_pv: number as u32 + 1,
            nodes: self.nodes,
            time_ms: self.time_ms,
            ..IterationInfo::new(self.depth, board.stm(), self.score, moves)
        };
        Line { info, stale: true, own: false }
    }
}

impl SavedFound {
    /// What was found, again: of the position that stands in its row now. `None` where there is none, or no line.
    pub(crate) fn restore(&self, tree: &GameTree) -> Option<(NodeId, EngineId, NodeAnalysis)> {
        let node = tree.numbered(self.row as usize)?;
        let board = tree.board(node);
        let lines = self.lines.iter().take(LINES).enumerate();
        let lines: Vec<Line> = lines.map(|(at, line)| line.restore(at, board)).collect();
        let analysis = NodeAnalysis { key: board.key(), lines };
        (!analysis.lines.is_empty()).then_some((node, self.engine, analysis))
    }
}

// Copies of files of the store that are put aside before they are lost: `session.json.bad`, then `.bad-2` and so
// on. Nothing put aside replaces another, until there are so many that the oldest has to go.

/// Copies of one file and kind that are kept.
pub(crate) const MOST: usize = 9;

/// Renames a file out of the way and says where it is now.
///
/// # Errors
/// What the system says; then it is where it was.
pub(crate) fn put(path: &Path, kind: &str) -> io::Result<PathBuf> {
    let aside = free(path, kind);
    fs::rename(path, &aside)?;
    Ok(aside)
}

/// Copies a file and says where the copy is. Where one of the same content is already there, that one.
///
/// # Errors
/// What the system says.
pub(crate) fn copy(path: &Path, kind: &str) -> io::Result<PathBuf> {
    let bytes = fs::read(path)?;
    let same = |known: &&PathBuf| {
        let size = fs::metadata(known).map(|data| data.len()).ok();
        size == Some(bytes.len() as u64) && fs::read(known).is_ok_and(|other| other == bytes)
    };
    if let Some(known) = names(path, kind).iter().find(same) {
        return Ok(known.clone());
    }
    let aside = free(path, kind);
    tabia_games::whole_file::write_private(&aside, &bytes)?;
    Ok(aside)
}

/// All names a copy of this kind can have, in their order.
fn names(path: &Path, kind: &str) -> Vec<PathBuf> {
    let name = |number: usize| {
        let mut name = OsString::from(path.as_os_str());
        name.push(format!(".{kind}"));
        if number > 1 {
            name.push(format!("-{number}"));
        }
        PathBuf::from(name)
    };
    (1..=MOST).map(name).collect()
}

/// The first free name; where there is none, that of the oldest copy.
fn free(path: &Path, kind: &str) -> PathBuf {
    let names = names(path, kind);
    let age = |name: &&PathBuf| {
        fs::symlink_metadata(name)
            .and_then(|data| data.modified())
            .unwrap_or(SystemTime::UNIX_EPOCH)
    };
    let there = |name: &&PathBuf| fs::symlink_metadata(name).is_ok();
    let oldest = names.iter().min_by_key(age);
    let chosen = names.iter().find(|name| !there(name)).or(oldest);
    chosen.cloned().unwrap_or_else(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::settings::{Notation, Settings, ThemeChoice};
    use tabia_engine::alphabeta::options::EvalKind;

    fn read(text: &str) -> (Settings, Vec<String>) {
        let mut odd = Vec::new();
        let found = serde_json::from_str(text).unwrap();
        (over(&Settings::default(), &found, &mut odd), odd)
    }

    #[test]
    fn one_unknown_word_costs_one_field() {
        let (settings, odd) = read(
            r#"{"theme": "Sepia", "notation": "Letters", "ui_scale": "huge", "think_ms": 3000,
                "engine": {"threads": 3, "eval": "Oracle", "hash_mib": -5},
                "recent": ["8/8/8/8/8/8/8/8 w - - 0 1", 7, "x"], "later": {"a": 1}}"#,
        );
        assert_eq!(odd, ["engine.eval", "engine.hash_mib", "recent[1]", "theme", "ui_scale"]);
        let fresh = Settings::default();
        assert_eq!((settings.theme, settings.notation), (ThemeChoice::System, Notation::Letters));
        assert_eq!((settings.think_ms, settings.engine.threads), (3000, 3));
        assert_eq!(settings.engine.eval, EvalKind::default());
        assert_eq!(settings.engine.hash_mib, fresh.engine.hash_mib);
        assert_eq!(settings.recent.len(), 2);
    }

    #[test]
    fn what_fits_is_read_as_it_is_and_what_is_no_object_costs_everything() {
        let (settings, odd) = read(r#"{"think_ms": 700}"#);
        assert_eq!((settings.think_ms, odd.len()), (700, 0));
        let (settings, odd) = read("[1, 2]");
        assert_eq!((settings, odd.len()), (Settings::default(), 1));
        let many: Vec<String> = (0..9).map(|n| n.to_string()).collect();
        assert_eq!(named(&many), "0, 1, 2, 3, 4, 5 and 3 more");
    }
}

#[cfg(test)]
mod aside_tests {
    use super::*;

    #[test]
    fn nothing_put_aside_replaces_another_before_there_are_many() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("session.json");
        for n in 0..MOST {
            fs::write(&path, n.to_string()).unwrap();
            let aside = put(&path, "bad").unwrap();
            let number = if n == 0 { String::new() } else { format!("-{}", n + 1) };
            assert_eq!(aside, folder.path().join(format!("session.json.bad{number}")));
            let old = SystemTime::now() - std::time::Duration::from_hours(24 - n as u64);
            fs::File::options().write(true).open(&aside).unwrap().set_modified(old).unwrap();
        }
        fs::write(&path, "one more").unwrap();
        assert_eq!(put(&path, "bad").unwrap(), folder.path().join("session.json.bad"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), MOST);
        assert_eq!(fs::read_to_string(folder.path().join("session.json.bad-2")).unwrap(), "1");
    }

    #[test]
    fn a_copy_is_made_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("session.json");
        fs::write(&path, "a").unwrap();
        let first = copy(&path, "kept").unwrap();
        assert_eq!(copy(&path, "kept").unwrap(), first);
        fs::write(&path, "b").unwrap();
        let second = copy(&path, "kept").unwrap();
        assert_ne!(second, first);
        assert_eq!(fs::read_to_string(first).unwrap(), "a");
        assert_eq!(fs::read_to_string(second).unwrap(), "b");
        assert!(path.exists());
    }
}
