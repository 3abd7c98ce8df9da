//! Looks for well-known engines by name. The engines found are only offered; none is started.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::connection::UciConnection;
use super::error::UciError;
use super::log::ConversationLog;
use super::platform;
use super::spec::{Identity, Timeouts, UciSpec};
use tabia_engine::search::limits::StopSignal;

/// Names of free and freely usable engines that talk UCI when started without arguments.
const KNOWN: &[&str] = &[
    "stockfish",
    "fairy-stockfish",
    "ethereal",
    "ethereal-chess",
    "lc0",
    "berserk",
    "caissa",
    "clover",
    "crafty-uci",
    "dragon",
    "fruit",
    "glaurung",
    "igel",
    "komodo",
    "koivisto",
    "minic",
    "obsidian",
    "pedantic",
    "plentychess",
    "reckless",
    "rodent",
    "rofchade",
    "rubichess",
    "seer",
    "stash",
    "stormphrax",
    "toga2",
    "velvet",
    "viridithas",
    "wasp",
    "weiss",
    "xiphos",
];

/// Folders in which systems install games; they may not be in PATH.
const FOLDERS: &[&str] = &["/usr/games", "/usr/local/games"];

/// An engine that could be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discovered {
    /// The name it is known by.
    pub name: String,
    /// Its program.
    pub path: PathBuf,
}

/// Well-known engines in PATH and in the folders where systems install games, each program once, in the order of PATH.
pub fn discover() -> Vec<Discovered> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    discover_in(&path, FOLDERS.iter().map(Path::new))
}

/// Looks in the folders of a list like PATH, then in `more`.
fn discover_in<'a>(path: &OsStr, more: impl Iterator<Item = &'a Path>) -> Vec<Discovered> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for folder in std::env::split_paths(path).chain(more.map(Path::to_owned)) {
        // An empty entry of PATH means the current folder.
        if !folder.is_absolute() {
            continue;
        }
        for name in KNOWN {
            let program = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
            let runs =
                program.metadata().is_ok_and(|file| file.is_file() && platform::can_be_run(&file));
            if !runs {
                continue;
            }
            // The same program under two names or in two linked folders is offered once.
            let real = program.canonicalize().unwrap_or_else(|_| program.clone());
            if seen.insert(real) {
                found.push(Discovered { name: (*name).to_owned(), path: program });
            }
        }
    }
    found
}

/// Starts an engine to read its name, author and options, and ends it again. Call it on a thread of its own: it blocks
/// for up to `timeouts.handshake` plus `timeouts.farewell`.
///
/// # Errors
/// If it cannot be started, ends, does not send `uciok` in time, or all searches are stopped.
pub fn probe(
    spec: &UciSpec,
    timeouts: Timeouts,
    log: &Arc<ConversationLog>,
    stop: &StopSignal,
) -> Result<Identity, UciError> {
    let mut connection = UciConnection::start(spec, timeouts, log, stop)?;
    connection.process.end(timeouts.farewell);
    Ok(connection.identity)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn programs_with_known_names_are_offered_once() {
        let dir = tempfile::tempdir().unwrap();
        let (one, two) = (dir.path().join("one"), dir.path().join("two"));
        for folder in [&one, &two] {
            std::fs::create_dir(folder).unwrap();
        }
        let program = |folder: &Path, name: &str, mode: u32| {
            let path = folder.join(name);
            std::fs::write(&path, "#!/bin/sh\n").unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        };
        program(&one, "stockfish", 0o755);
        program(&one, "lc0", 0o644);
        program(&one, "unknown", 0o755);
        program(&two, "toga2", 0o755);
        std::fs::create_dir(one.join("berserk")).unwrap();
        std::os::unix::fs::symlink(one.join("stockfish"), two.join("stockfish")).unwrap();
        let path = std::env::join_paths([Path::new(""), &one, Path::new("relative")]).unwrap();
        let found = discover_in(&path, [two.as_path()].into_iter());
        let names: Vec<&str> = found.iter().map(|engine| engine.name.as_str()).collect();
        assert_eq!(names, ["stockfish", "toga2"]);
        assert_eq!(found[0].path, one.join("stockfish"));
    }
}
