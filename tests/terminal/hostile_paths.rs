//! Every option and command that takes a path, given something other than a regular file: a pipe without a writer, an
//! endless device, a folder, a socket, a file larger than any memory, a name that is not valid text. Each must report
//! it within seconds and within bounded memory. The list is checked against the command line, so that no new option is
//! forgotten.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread::Builder;
use std::time::Duration;

use tabia_engine::uci::search_option::SearchKind;

use crate::watched::{Ended, Fate, run, tabia, watch};
use clap::Command as Described;
use rustix::fs::{CWD, Mode, mkfifoat};

/// What a path is used for, which decides what is allowed there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// A file that is read.
    Read,
    /// A file that is read, or a pipe with a writer.
    Stream,
    /// A file that is read, or a folder of them.
    ReadOrFolder,
    /// A file that is written.
    Write,
    /// A folder that files are written into.
    Folder,
    /// A folder of tablebases.
    Tables,
}

/// The arguments of the smallest possible run of one generation in this folder, and further ones.
macro_rules! generations {
    ($out:literal $(, $more:literal)*) => {
        &["generations", "--out", $out, "--generations", "1", "--games", "1", "--playouts", "2",
            "--gate-games", "32", "--gate-playouts", "2" $(, $more)*]
    };
}

/// The arguments of a match of two short games, and further ones.
macro_rules! a_match {
    ($($more:literal),*) => {
        &["match", "-e", "alphabeta name=a", "-e", "alphabeta name=b", "--nodes", "10", "--games", "2"
            $(, $more)*]
    };
}

/// A tournament of two short games.
const TOURNAMENT: &str = r#"{"version": 1, "players": [{"engine": "plain", "name": "a"}, {"engine": "plain", "name": "b"}],
    "format": {"match": {"rounds": 1}}, "control": {"nodes": 10}, "hash": 1, "adjudication": {"max_moves": 1}}"#;

/// The built-in network as a file.
const NETWORK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/nets/tabia.nnue");

/// Every argument that takes a path: the command, the argument's name, its use, and a command line with `@` for the
/// path, `@.md` for a link to it whose name ends so, and `%name` for a file of [`Zoo`].
const ARGUMENTS: &[(&str, &str, Use, &[&str])] = &[
    ("", "open", Use::Read, &["@"]),
    ("bench", "net", Use::Read, &["bench", "1", "--net", "@"]),
    ("eval", "net", Use::Read, &["eval", "startpos", "--net", "@"]),
    (
        "lab ab",
        "epd",
        Use::Stream,
        &["lab", "ab", "--b", "no-null-move", "--nodes", "100", "--epd", "@"],
    ),
    ("lab branching", "html", Use::Write, &["lab", "branching", "--depth", "1", "--html", "@"]),
    ("lab clock", "html", Use::Write, &["lab", "clock", "--seconds", "1", "--html", "@"]),
    ("lab contempt", "html", Use::Write, &["lab", "contempt", "--depth", "1", "--html", "@"]),
    (
        "lab duel-positions",
        "write",
        Use::Write,
        &["lab", "duel-positions", "--nodes", "1", "--playouts", "1", "--write", "@"],
    ),
    ("lab ladder", "html", Use::Write, &["lab", "ladder", "--depth", "1", "--html", "@"]),
    ("lab story", "html", Use::Write, &["lab", "story", "--depth", "1", "--html", "@"]),
    ("lab tuning", "html", Use::Write, &["lab", "tuning", "--steps", "1", "--html", "@"]),
    ("lab puct", "policy", Use::Read, &["lab", "puct", "--playouts", "1", "--policy", "@"]),
    (
        "lab puct-match",
        "policy",
        Use::Read,
        &["lab", "puct-match", "--a", "flat", "--b", "flat", "--games", "1", "--policy", "@"],
    ),
    (
        "lab puct-match",
        "b_policy",
        Use::Read,
        &["lab", "puct-match", "--a", "flat", "--b", "flat", "--games", "1", "--b-policy", "@"],
    ),
    ("lab tours", "files", Use::Read, &["lab", "tours", "--check", "@"]),
    ("lab xray", "net", Use::Read, &["lab", "xray", "--fen", "startpos", "--net", "@"]),
    ("tune", "tcec", Use::Stream, &["tune", "--tcec", "@"]),
    ("tune", "pgn", Use::Stream, &["tune", "--pgn", "@"]),
    ("tune", "selfplay", Use::Read, &["tune", "--selfplay", "@"]),
    ("tune", "positions", Use::Stream, &["tune", "--positions", "@"]),
    ("tune", "copy", Use::Write, &["tune", "--positions", "%a.lines", "--copy", "@"]),
    (
        "tune",
        "out",
        Use::Write,
        &["tune", "--positions", "%a.lines", "--epochs", "1", "--out", "@"],
    ),
    (
        "datagen",
        "out",
        Use::Folder,
        &["datagen", "--out", "@", "--games", "1", "--nodes", "10", "--threads", "1"],
    ),
    ("datagen", "book", Use::Stream, &["datagen", "--out", "%new", "--games", "1", "--book", "@"]),
    ("datagen", "net", Use::Read, &["datagen", "--out", "%new", "--games", "1", "--net", "@"]),
    ("generations", "out", Use::Folder, generations!("@")),
    ("generations", "net", Use::Read, generations!("%new", "--net", "@")),
    ("generations", "old", Use::ReadOrFolder, generations!("%new", "--old", "@")),
    ("generations", "old_moves", Use::Stream, generations!("%new", "--old-moves", "@")),
    ("datainfo", "paths", Use::ReadOrFolder, &["datainfo", "@"]),
    ("datainfo", "samples", Use::Write, &["datainfo", "%made", "--samples", "@"]),
    (
        "datainfo",
        "held_out",
        Use::Write,
        &["datainfo", "%made", "--samples", "%new", "--held-out", "@"],
    ),
    ("epd", "file", Use::Stream, &["epd", "@", "--depth", "1"]),
    ("wdl-fit", "files", Use::Stream, &["wdl-fit", "@"]),
    ("pgn", "file", Use::Stream, &["pgn", "@", "--check"]),
    ("pgn", "rewrite", Use::Write, &["pgn", "%a.pgn", "--rewrite", "@"]),
    ("pgn", "html", Use::Write, &["pgn", "%a.pgn", "--html", "@"]),
    ("pgn", "svg", Use::Write, &["pgn", "%a.pgn", "--svg", "@"]),
    ("pgn", "png", Use::Write, &["pgn", "%a.pgn", "--png", "@", "--board", "160"]),
    ("pgn", "gif", Use::Write, &["pgn", "%a.pgn", "--gif", "@", "--board", "160"]),
    ("book make", "games", Use::Stream, &["book", "make", "@", "-o", "%new"]),
    ("book make", "output", Use::Write, &["book", "make", "%a.pgn", "--min-games", "1", "-o", "@"]),
    ("book show", "book", Use::Read, &["book", "show", "startpos", "--book", "@"]),
    ("probe", "syzygy", Use::Tables, &["probe", "4k3/8/4K3/8/8/8/8/R7 w - - 0 1", "--syzygy", "@"]),
    ("review", "file", Use::Stream, &["review", "@", "--nodes", "1"]),
    ("review", "output", Use::Write, &["review", "%a.pgn", "--nodes", "1000", "-o", "@"]),
    ("convert", "archive", Use::Stream, &["convert", "@", "--samples", "%new"]),
    ("convert", "samples", Use::Write, &["convert", "%a.tcec", "--samples", "@"]),
    (
        "convert",
        "held_out",
        Use::Write,
        &["convert", "%a.tcec", "--samples", "%new", "--held-out", "@"],
    ),
    ("label", "paths", Use::ReadOrFolder, &["label", "@", "--samples", "%new"]),
    ("label", "samples", Use::Write, &["label", "%a.pgn", "--samples", "@"]),
    ("label", "held_out", Use::Write, &["label", "%a.pgn", "--samples", "%new", "--held-out", "@"]),
    ("relabel", "samples", Use::Read, &["relabel", "@", "--out", "%new"]),
    ("relabel", "out", Use::Folder, &["relabel", "%a.samples", "--out", "@"]),
    ("relabel", "net", Use::Read, &["relabel", "%a.samples", "--out", "%new", "--net", "@"]),
    ("train", "samples", Use::Read, &["train", "@", "--out", "%new"]),
    ("train", "held_out", Use::Read, &["train", "%a.samples", "--held-out", "@", "--out", "%new"]),
    (
        "train",
        "from",
        Use::Read,
        &["train", "%a.samples", "--batch", "8", "--from", "@", "--out", "%new"],
    ),
    ("train", "out", Use::Folder, &["train", "%a.samples", "--batch", "8", "--out", "@"]),
    ("nettest", "nets", Use::Read, &["nettest", "@", "--samples", "%a.samples"]),
    ("nettest", "samples", Use::Read, &["nettest", "--samples", "@"]),
    (
        "nettest",
        "checkpoint",
        Use::Read,
        &["nettest", NETWORK, "--samples", "%a.samples", "--checkpoint", "@"],
    ),
    ("train", "moves", Use::Stream, &["train", "--policy", "--moves", "@", "--out", "%new"]),
    ("policy", "net", Use::Read, &["policy", "startpos", "--net", "@"]),
    ("people", "file", Use::Stream, &["people", "@", "--out", "%new"]),
    ("people", "out", Use::Write, &["people", "%a.pgn", "--out", "@"]),
    ("habits", "files", Use::Stream, &["habits", "@"]),
    ("puzzles make", "games", Use::Stream, &["puzzles", "make", "@", "--output", "%new"]),
    ("puzzles make", "output", Use::Write, &["puzzles", "make", "%a.pgn", "--output", "@"]),
    ("puzzles rate", "puzzles", Use::Stream, &["puzzles", "rate", "@", "--output", "%new"]),
    ("puzzles rate", "output", Use::Write, &["puzzles", "rate", "%a.epd", "--output", "@"]),
    ("policytest", "nets", Use::Read, &["policytest", "@", "--moves", "%a.pgn"]),
    ("policytest", "games", Use::ReadOrFolder, &["policytest", "--games", "@"]),
    ("policytest", "moves", Use::Stream, &["policytest", "--moves", "@"]),
    ("policytest", "archive", Use::Stream, &["policytest", "--archive", "@"]),
    ("screenshot", "file", Use::Write, &["screenshot", "@"]),
    ("screenshot", "games", Use::Read, &["screenshot", "%new", "--games", "@"]),
    ("install-desktop", "package", Use::Folder, &["install-desktop", "--package", "@"]),
    ("ratings", "files", Use::Stream, &["ratings", "@"]),
    ("tournament", "file", Use::Read, &["tournament", "@", "--output", "%new"]),
    ("tournament", "output", Use::Write, &["tournament", "%a.json", "--output", "@"]),
    (
        "tournament",
        "standings",
        Use::Write,
        &["tournament", "%a.json", "--output", "%new", "--standings", "@.md"],
    ),
    ("match", "openings", Use::Stream, a_match!("--openings", "@")),
    ("match", "pgn", Use::Write, a_match!("--max-moves", "1", "--pgn", "@")),
    ("match", "syzygy", Use::Tables, a_match!("--max-moves", "1", "--syzygy", "@")),
];

/// Options of UCI that take a path.
const OPTIONS: [(&str, Use); 4] = [
    ("EvalFile", Use::Read),
    ("SyzygyPath", Use::Tables),
    ("Debug Log File", Use::Write),
    ("PolicyFile", Use::Read),
];

/// Commands and names of all arguments that take a path.
fn paths_of(command: &Described, name: &str, into: &mut BTreeSet<(String, String)>) {
    let path = std::any::TypeId::of::<PathBuf>();
    let words = std::any::TypeId::of::<OsString>();
    for argument in command.get_arguments() {
        let kind = argument.get_value_parser().type_id();
        if kind == path || kind == words {
            into.insert((name.to_owned(), argument.get_id().to_string()));
        }
    }
    for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
        paths_of(inner, format!("{name} {}", inner.get_name()).trim(), into);
    }
}

#[test]
fn no_argument_that_takes_a_path_is_forgotten() {
    let mut found = BTreeSet::new();
    paths_of(&tabia_cli::command_line(), "", &mut found);
    paths_of(&tabia_training::cli::command_line(), "", &mut found);
    let listed = ARGUMENTS.iter().map(|(command, name, ..)| ((*command).into(), (*name).into()));
    assert_eq!(found, listed.collect::<BTreeSet<(String, String)>>());
    let announced: BTreeSet<String> =
        tabia_engine::uci::option::announce(true, SearchKind::default())
            .iter()
            .filter_map(|line| line.strip_prefix("option name ")?.split_once(" type string "))
            .map(|(name, _)| name.to_owned())
            .filter(|name| name != "UCI_EngineAbout")
            .collect();
    assert_eq!(announced, OPTIONS.iter().map(|(name, _)| (*name).to_owned()).collect());
}

/// A folder with things that are not regular files, and with valid files.
struct Zoo {
    folder: tempfile::TempDir,
    _socket: UnixListener,
}

impl Zoo {
    fn new() -> Zoo {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        mkfifoat(CWD, at("fifo"), Mode::from_raw_mode(0o600)).unwrap();
        fs::create_dir(at("folder")).unwrap();
        fs::create_dir(at("tables")).unwrap();
        mkfifoat(CWD, at("tables").join("KRvK.rtbw"), Mode::from_raw_mode(0o600)).unwrap();
        std::os::unix::fs::symlink("loop", at("loop")).unwrap();
        // It is sparse and takes no space on the disk.
        fs::File::create(at("huge")).unwrap().set_len(1 << 42).unwrap();
        fs::write(at("locked"), "").unwrap();
        fs::set_permissions(at("locked"), fs::Permissions::from_mode(0o0)).unwrap();
        let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0";
        let game = format!("[Result \"1-0\"]\n\n{moves}\n");
        fs::write(folder.path().join(OsStr::from_bytes(NO_TEXT)), &game).unwrap();
        fs::write(at("a.pgn"), &game).unwrap();
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let lines: Vec<String> =
            (0..80).map(|game| format!("{start}|{}|||{game}\n", game % 2)).collect();
        fs::write(at("a.lines"), lines.concat()).unwrap();
        fs::write(at("a.json"), TOURNAMENT).unwrap();
        let archive = format!("{start}|1-0|A|B|2022.05.24|x|1\ne2e4 0.30 20 e7e5\n");
        fs::write(at("a.tcec"), archive).unwrap();
        fs::write(at("a.epd"), PUZZLE).unwrap();
        let socket = UnixListener::bind(at("socket")).unwrap();
        let zoo = Zoo { folder, _socket: socket };
        let made = |args: &[&str]| {
            let ended =
                run(&mut tabia(args.iter().map(|word| zoo.filled(word, None))), b"", TIMEOUT);
            assert!(ended.status.is_some_and(|status| status.success()), "{args:?}: {ended:?}");
        };
        let low = ["--min-ply", "0", "--share", "0"];
        made(&[&["label", "%a.pgn", "--samples", "%a.samples"], &low[..]].concat());
        made(&["datagen", "--out", "%made", "--games", "1", "--nodes", "10", "--threads", "1"]);
        zoo
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A word of a command line: `@` is the tested path, `@.md` a link to it, `%name` a file of the folder.
    fn filled(&self, word: &str, path: Option<&Path>) -> OsString {
        match (word, word.strip_prefix('%'), path) {
            ("@", _, Some(path)) => path.into(),
            ("@.md", _, Some(path)) => {
                let link = self.at("link.md");
                drop(fs::remove_file(&link));
                std::os::unix::fs::symlink(path, &link).unwrap();
                link.into()
            }
            (_, Some(name), _) => self.at(name).into(),
            _ => word.into(),
        }
    }
}

/// A line of a file of puzzles.
const PUZZLE: &str = "5k2/4R1r1/3pP2p/3N1pp1/2r2P2/7P/P1P2KP1/8 w - - fmvn 31; bm Rd7; pv Rd7; acd 12; acn 88; \
                    c0 \"quiet\"; c1 \"1054\"; id \"a\";\n";
/// A file name that is not valid UTF-8.
const NO_TEXT: &[u8] = b"\xff\xfe.pgn";
/// Time limit of an answer; generous, because the machine may be busy.
const TIMEOUT: Duration = Duration::from_mins(3);

/// Paths given instead of a regular file, and text that the error must contain. Empty: any error.
fn unfit(zoo: &Zoo, of: Use) -> Vec<(PathBuf, &'static str)> {
    let mut all = vec![
        (zoo.at("fifo"), "a pipe"),
        (zoo.at("socket"), "a socket"),
        (PathBuf::from("/dev/zero"), "a device"),
        (zoo.at("folder"), "a folder"),
        (zoo.at("huge"), ""),
        (zoo.at("loop"), ""),
    ];
    if fs::File::open(zoo.at("locked")).is_err() {
        all.push((zoo.at("locked"), "denied"));
    }
    match of {
        Use::Read | Use::Stream => {}
        Use::ReadOrFolder => all.retain(|(_, found)| *found != "a folder"),
        // A huge file is replaced like any other, and so is a dangling link.
        Use::Write => all.retain(|(path, _)| *path != zoo.at("huge") && *path != zoo.at("loop")),
        Use::Folder => all.retain(|(_, found)| *found != "a folder"),
        Use::Tables => all.push((zoo.at("tables"), "")),
    }
    if !matches!(of, Use::Read | Use::ReadOrFolder | Use::Stream) {
        for (_, found) in &mut all {
            *found = "";
        }
    }
    all
}

/// Runs a command line of the list with a path in its place.
fn run_with(zoo: &Zoo, words: &[&str], path: &Path) -> Ended {
    let new = zoo.at("new");
    drop(fs::remove_file(&new));
    drop(fs::remove_dir_all(&new));
    run(&mut tabia(words.iter().map(|word| zoo.filled(word, Some(path)))), b"", TIMEOUT)
}

#[test]
fn every_argument_refuses_what_is_not_a_file() {
    let next = AtomicUsize::new(0);
    let work = || {
        // Each thread has its own, so that the files one command writes do not disturb another.
        let zoo = Zoo::new();
        while let Some((command, name, of, words)) = ARGUMENTS.get(next.fetch_add(1, Relaxed)) {
            let painted = *command == "screenshot" || ["png", "gif"].contains(name);
            if painted && !cfg!(feature = "gui") {
                continue;
            }
            for (path, found) in unfit(&zoo, *of) {
                let ended = run_with(&zoo, words, &path);
                let case = format!("{command} {name} {}: {ended:?}", path.display());
                assert!(ended.refused(), "{case}");
                assert!(ended.stderr.contains(found), "{case}");
            }
            if matches!(of, Use::Write | Use::Folder) {
                // With a path that fits, nothing is refused.
                let fresh = zoo.at("fresh");
                let ended = run_with(&zoo, words, &fresh);
                let succeeded = ended.status.is_some_and(|status| status.success());
                assert!(succeeded, "{command} {name}: {ended:?}");
                assert!(fresh.exists(), "{command} {name}: {ended:?}");
                drop(fs::remove_file(&fresh));
                drop(fs::remove_dir_all(&fresh));
            }
            // Whether or not the file is valid, its name is like any other.
            let odd = zoo.folder.path().join(OsStr::from_bytes(NO_TEXT));
            let ended = run_with(&zoo, words, &odd);
            assert_eq!(ended.fate(), Fate::Survived, "{command} {name}: {ended:?}");
            fs::write(odd, fs::read(zoo.at("a.pgn")).unwrap()).unwrap();
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..3 {
            Builder::new().spawn_scoped(scope, work).unwrap();
        }
    });
}

#[test]
fn every_uci_option_refuses_what_is_not_a_file() {
    let zoo = Zoo::new();
    let mut script = String::new();
    let mut asked = 0;
    for (option, of) in OPTIONS {
        for (path, _) in unfit(&zoo, of) {
            let asked_for = format!("setoption name {option} value {}\nisready\n", path.display());
            script += &asked_for;
            asked += 1;
        }
    }
    let ended = run(&mut tabia(["uci"]), script.as_bytes(), TIMEOUT);
    assert_eq!(ended.fate(), Fate::Survived, "{ended:?}");
    let stdout = ended.stdout;
    let answers: Vec<&str> = stdout.split("readyok\n").collect();
    assert_eq!(answers.len(), asked + 1, "{stdout}");
    for answer in &answers[..asked] {
        assert!(answer.contains("info string setoption "), "{stdout}");
    }
}

#[test]
fn endless_standard_input_is_refused() {
    let zeros = || Stdio::from(fs::File::open("/dev/zero").unwrap());
    for (args, expected) in [
        (&["pgn", "-", "--check"][..], "without a game"),
        (&["pgn", "-", "--stats"], "without a game"),
        (&["tune", "--positions", "-"], "found a line of more than"),
    ] {
        let mut command = tabia(args);
        let mut child =
            command.stdin(zeros()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let ended = watch(&mut child, TIMEOUT);
        assert!(ended.refused() && ended.stderr.contains(expected), "{args:?}: {ended:?}");
    }
}

#[test]
fn an_endless_game_is_refused() {
    for game in ["e4 e5 ", "{ and so on "] {
        let yes = Command::new("yes").arg(game).stdout(Stdio::piped()).spawn();
        let Ok(mut yes) = yes else { return };
        let mut command = tabia(["pgn", "-", "--stats"]);
        let pipe = Stdio::from(yes.stdout.take().unwrap());
        let mut child =
            command.stdin(pipe).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let ended = watch(&mut child, TIMEOUT);
        drop(yes.kill());
        drop(yes.wait());
        assert!(ended.refused(), "{game}: {ended:?}");
        assert!(ended.stderr.contains("MiB without "), "{game}: {ended:?}");
    }
}

#[test]
fn a_pipe_with_a_writer_is_read() {
    let zoo = Zoo::new();
    let (fifo, game) = (zoo.at("fifo"), zoo.at("a.pgn"));
    let writer = Builder::new().spawn(move || fs::write(fifo, fs::read(game).unwrap())).unwrap();
    let ended = run_with(&zoo, &["pgn", "@", "--check"], &zoo.at("fifo"));
    writer.join().unwrap().unwrap();
    assert!(ended.stdout.starts_with("1 game, 10 plies"), "{ended:?}");
}

#[test]
fn no_input_file_is_overwritten() {
    let zoo = Zoo::new();
    let game = fs::read(zoo.at("a.pgn")).unwrap();
    std::os::unix::fs::symlink("a.pgn", zoo.at("soft")).unwrap();
    fs::hard_link(zoo.at("a.pgn"), zoo.at("hard")).unwrap();
    for words in [
        &["pgn", "%a.pgn", "--rewrite", "@"][..],
        &["review", "%a.pgn", "--nodes", "1", "-o", "@"],
        &["book", "make", "%a.pgn", "--min-games", "1", "-o", "@"],
        &["label", "%a.pgn", "--samples", "@"],
        &["tune", "--pgn", "%a.pgn", "--copy", "@"],
        &["tune", "--pgn", "%a.pgn", "--out", "@"],
        &["convert", "%a.pgn", "--samples", "@"],
        &["convert", "%a.pgn", "--samples", "%new", "--held-out", "@"],
        &["label", "%a.pgn", "--samples", "%new", "--held-out", "@"],
        &["datainfo", "%a.pgn", "--samples", "%new", "--held-out", "@"],
        &["screenshot", "@", "--games", "%a.pgn"],
        &["pgn", "%a.pgn", "--html", "@"],
        &["pgn", "%a.pgn", "--svg", "@"],
        &["pgn", "%a.pgn", "--png", "@"],
        &["pgn", "%a.pgn", "--gif", "@"],
        &["tournament", "%a.pgn", "--output", "@"],
        &["tournament", "%a.pgn", "--standings", "@"],
    ] {
        for name in ["soft", "hard", "folder/../a.pgn"] {
            // These two may rewrite their own file.
            let anew = words.contains(&"--rewrite") || words[0] == "review";
            if name.contains("..") && anew {
                continue;
            }
            let ended = run_with(&zoo, words, &zoo.at(name));
            assert!(ended.refused(), "{words:?} {name}: {ended:?}");
            assert!(ended.stderr.contains("is the same file as"), "{words:?} {name}: {ended:?}");
            assert_eq!(fs::read(zoo.at("a.pgn")).unwrap(), game, "{words:?} {name}");
        }
    }
    // Files named by the command: of a training, and of rescored samples.
    let folder = zoo.at("net");
    fs::create_dir(&folder).unwrap();
    for name in ["checkpoint", "curve.csv", "net.nnue", "net.policy", "a-00000.samples"] {
        fs::hard_link(zoo.at("a.pgn"), folder.join(name)).unwrap();
        let words: &[&str] = match name {
            "a-00000.samples" => &["relabel", "%a.pgn", "--out", "@"],
            "net.nnue" => &["train", "%b.pgn", "--held-out", "%a.pgn", "--out", "@"],
            "net.policy" => &["train", "--policy", "%b.pgn", "--moves", "%a.pgn", "--out", "@"],
            _ => &["train", "%a.pgn", "--out", "@"],
        };
        let ended = run_with(&zoo, words, &folder);
        assert!(ended.refused() && ended.stderr.contains("is the same file as"), "{ended:?}");
        fs::remove_file(folder.join(name)).unwrap();
    }
    // Two outputs with the same path are refused.
    for words in [
        &["label", "%a.pgn", "--samples", "@", "--held-out", "@"][..],
        &["tune", "--pgn", "%a.pgn", "--copy", "@", "--out", "@"],
    ] {
        let ended = run_with(&zoo, words, &zoo.at("new"));
        assert!(ended.refused() && ended.stderr.contains("which is written too"), "{ended:?}");
        assert!(!zoo.at("new").exists(), "{words:?}");
    }
    // Reading a folder means reading the games in it.
    let games = folder.join("b.games");
    fs::copy(zoo.at("a.pgn"), &games).unwrap();
    let words = ["datainfo", "%net", "--samples", "@"];
    let ended = run_with(&zoo, &words, &games);
    assert!(ended.refused() && ended.stderr.contains("is the same file as"), "{ended:?}");
    // Naming the file itself is intended.
    let ended = run_with(&zoo, &["pgn", "%a.pgn", "--rewrite", "@"], &zoo.at("a.pgn"));
    assert!(ended.status.unwrap().success(), "{ended:?}");
    assert!(fs::read_to_string(zoo.at("a.pgn")).unwrap().contains("5. O-O Be7 1-0"));
    assert_eq!(fs::read(zoo.at("hard")).unwrap(), game, "the other name keeps the old games");
}
