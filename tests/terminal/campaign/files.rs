//! Valid files of every kind, changed at random, each read by a child process: a command of the program, or this test
//! binary for files that only the window reads.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tabia_app::action::Action;
use tabia_app::model::Model;
use tabia_app::persistence::session::Session;
use tabia_app::persistence::store::Store;
use tabia_app::update::update;
use tabia_app::window::settings::Settings;
use tabia_chess::{Board, SplitMix64};
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::eval::nnue::Parameters;
use tabia_engine::search::limits::Limits;
use tabia_games::book::polyglot::{Book, Entry, key, move_bits};
use tabia_games::game::pgn_read::read_all;
use tabia_games::game::pgn_write;
use tabia_games::game::position::GamePosition;
use tabia_games::tablebase::{Syzygy, seal};
use tabia_host::worker::Handle;
use tabia_host::worker::protocol::{Command, Event, JobId, Watch};

use super::tally::Tally;
use crate::watched::{run, tabia};

/// Time limit of a command for a small file.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Variable that names the folder with a session and settings for the child that reads them.
const HOME: &str = "TABIA_CAMPAIGN_HOME";

/// Used instead of a command: this test binary searches with the tablebases in the folder.
const SEARCHED: &[&str] = &["searched"];

/// Positions whose tables are changed, or from which a capture or promotion leads to such a position.
const ENDINGS: [&str; 6] = [
    "8/8/8/8/8/2k5/2P5/2K5 w - - 0 1",
    "7k/8/8/3p4/8/8/8/K7 b - - 0 1",
    "8/P7/8/8/8/8/7k/K7 w - - 0 1",
    "4k3/8/4K3/8/8/8/8/R7 w - - 0 1",
    "8/8/8/3k4/8/8/8/KR6 b - - 0 1",
    "8/8/8/3k4/3p4/8/1P6/KR6 w - - 0 1",
];

/// A game that uses every feature of the format.
pub(crate) const GAME: &str = r#"[Event "A \"b\" \\ c"]
[White "Réti"]
[Black "Tartakower"]
[Result "1-0"]

{before} 1. e4 {[%eval 0.25,22] [%clk 0:09:58.5] first} e5 $1 {[%clk 0:09:57]} (1... c5 {[%cal Gc5d4]}
2. Nf3 {[%clk 0:09:50]} (2. c3 d5 $6 (2... Nf6 3. e5 Nd5 4. d4)) 2... d6 3. d4 cxd4) ({or} 1... e6 2. d4 d5)
2. Nf3 {[%clk 0:09:40]} Nc6 {[%clk 0:09:41]} (2... Nf6 {Petrov} 3. Nxe5 d6) 3. Bb5 a6 (3... Nf6) 4. Ba4 Nf6
5. O-O {[%csl Gg1]} Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 {quiet} (9. d4 Bg4) 9... Nb8 1-0
"#;

/// A kind of file: valid content, its name, and the command that reads it (`@` is the file, `.` its folder). Without a
/// command this test binary reads it like the window at its start.
struct Kind {
    what: &'static str,
    name: &'static str,
    good: Vec<u8>,
    command: &'static [&'static str],
    /// Other files of the folder, which are valid.
    beside: Vec<(String, Vec<u8>)>,
    /// Repairs the checksum, so that the changed bytes are read.
    mend: fn(&mut [u8]),
}

fn kinds(folder: &Path) -> Vec<Kind> {
    let kind = |what, name, good, command| Kind {
        what,
        name,
        good,
        command,
        beside: Vec::new(),
        mend: |_| {},
    };
    let (session, settings) = home_files();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq d3 3 12 bm e4; id \"a\";\n";
    let mut all = vec![
        kind("PGN", "a.pgn", GAME.as_bytes().to_vec(), &["pgn", "@", "--check"]),
        kind("PGN, reviewed", "a.pgn", GAME.as_bytes().to_vec(), &["review", "@", "--nodes", "1"]),
        kind("FEN and EPD", "a.epd", start.into(), &["epd", "@", "--depth", "1"]),
        kind("Polyglot books", "a.bin", book(), &["book", "show", "startpos", "--book", "@"]),
        kind("networks", "a.nnue", net(), &["eval", "startpos", "--net", "@"]),
        Kind {
            mend: mend_net,
            ..kind("networks, sums right", "a.nnue", net(), &["eval", "startpos", "--net", "@"])
        },
        kind("samples", "a.samples", made(folder, "a.samples"), &["nettest", "--samples", "@"]),
        kind("games of self-play", "a.games", made(folder, "a.games"), &["datainfo", "@"]),
        kind("sessions", "session.json", session, &[]),
        kind("settings", "settings.json", settings, &[]),
    ];
    if let Some(tables) = std::env::var_os("TABIA_SYZYGY").map(PathBuf::from) {
        all.extend(tables_in(&tables));
    }
    all
}

/// Tablebases, each probed by a command and used in a search as by the window, both with their checksum and with one
/// that hides the damage.
fn tables_in(folder: &Path) -> Vec<Kind> {
    const PAWN: &[&str] = &["probe", "8/8/8/8/8/2k5/2P5/2K5 w - - 0 1", "--syzygy", "."];
    const ROOK: &[&str] = &["probe", "4k3/8/4K3/8/8/8/8/R7 w - - 0 1", "--syzygy", "."];
    let names = ["KPvK.rtbw", "KPvK.rtbz", "KRvK.rtbw", "KRvK.rtbz"];
    let read = |name: &str| (name.to_owned(), fs::read(folder.join(name)).unwrap());
    let mut all = Vec::new();
    for name in names {
        for (what, command, mend) in [
            ("endgame tables", PAWN, None),
            ("endgame tables, sums right", PAWN, Some(seal as fn(&mut [u8]))),
            ("endgame tables, sums right", ROOK, Some(seal)),
            ("endgame tables in the engine", SEARCHED, None),
            ("endgame tables in the engine, sums right", SEARCHED, Some(seal)),
        ] {
            let beside = names.into_iter().filter(|other| *other != name).map(read).collect();
            let mend = mend.unwrap_or(|_| {});
            all.push(Kind { what, name, good: read(name).1, command, beside, mend });
        }
    }
    all
}

/// Reads changed files of every kind for this long.
pub(crate) fn run_all(rng: &mut SplitMix64, time: Duration) -> Vec<Tally> {
    let folder = tempfile::tempdir().unwrap();
    let kinds = kinds(folder.path());
    let mut tallies: Vec<Tally> = kinds.iter().map(|kind| Tally::new(kind.what)).collect();
    let begin = Instant::now();
    let home = folder.path().join("home");
    while begin.elapsed() < time {
        for (kind, tally) in kinds.iter().zip(&mut tallies) {
            drop(fs::remove_dir_all(&home));
            fs::create_dir_all(&home).unwrap();
            let mut bytes = kind.good.clone();
            let seed = rng.next_u64();
            mutate(&mut SplitMix64::new(seed), &mut bytes);
            (kind.mend)(&mut bytes);
            let path = home.join(kind.name);
            fs::write(&path, bytes).unwrap();
            for (name, good) in &kind.beside {
                fs::write(home.join(name), good).unwrap();
            }
            let ended = run(&mut reader(kind, &path), b"", TIMEOUT);
            tally.ended(&ended, || format!("seed {seed}"));
        }
    }
    tallies
}

/// The child that reads a file.
fn reader(kind: &Kind, path: &Path) -> process::Command {
    let home = path.parent().unwrap();
    let of_this = |test: &str| {
        let mut command = process::Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", test, "--ignored"]).env(HOME, home);
        command
    };
    if kind.command.is_empty() {
        return of_this("campaign::files::reads_session_and_settings");
    }
    if kind.command == SEARCHED {
        return of_this("campaign::files::searches_with_tables");
    }
    let word = |&word: &&str| match word {
        "@" => path.as_os_str().to_owned(),
        "." => home.as_os_str().to_owned(),
        word => word.into(),
    };
    tabia(kind.command.iter().map(word))
}

#[test]
#[ignore = "a child of the campaign"]
fn reads_session_and_settings() {
    let Some(home) = std::env::var_os(HOME) else { return };
    let loaded = Store::new(home.into()).load();
    let mut model = Model::new(loaded.settings);
    if let Some(session) = loaded.session {
        update(&mut model, Action::RestoreSession(Box::new(session)), 0);
    }
    // The game that was read can be shown, continued and written.
    let _ = model.game.live_board().legal_moves();
    let _ = pgn_write::write(&model.game.tags, &model.game.tree);
    let _ = Session::of(&model, 0).to_text();
}

#[test]
#[ignore = "a child of the campaign"]
fn searches_with_tables() {
    let Some(home) = std::env::var_os(HOME).map(PathBuf::from) else { return };
    let Ok(tables) = Syzygy::open(&[&home]) else { return };
    let tables = Arc::new(tables);
    let handle = Handle::spawn(EngineOptions::default(), Arc::new(|_| ())).unwrap();
    handle.try_send(Command::SetTables(Some(tables.clone()))).unwrap();
    for (fen, job) in ENDINGS.iter().zip(1..) {
        let board = Board::from_fen(fen).unwrap();
        let _ = (tables.probe(&board), tables.moves(&board));
        let (job, limits) = (JobId(job), Limits::nodes(3_000));
        let (position, watch) = (GamePosition::new(board), Watch::default());
        handle.try_send(Command::Search { job, position, limits, watch }).unwrap();
        while !matches!(handle.recv().unwrap(), Event::Finished { .. }) {}
    }
    tables.verify(&home.join("kept.json"), &|| false);
}

/// The files of a session with earlier games and of settings.
fn home_files() -> (Vec<u8>, Vec<u8>) {
    let mut model = Model::new(Settings::default());
    for text in ["1. d4 d5 2. c4 e6", GAME] {
        update(&mut model, Action::PasteText(text.to_owned()), 0);
    }
    let settings = serde_json::to_vec(&model.settings).unwrap();
    (Session::of(&model, 0).to_text().into_bytes(), settings)
}

/// Changes bytes: flips bits, cuts, repeats, swaps digits, inserts bytes that have a meaning in some format.
fn mutate(rng: &mut SplitMix64, bytes: &mut Vec<u8>) {
    const WORDS: [&str; 20] = [
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "\"",
        "\n\n",
        "\\",
        "null",
        "-1",
        "1e999",
        "true",
        "4294967296",
        "18446744073709551616",
        "$300",
        "1-0",
        "e8=Q",
        "\u{feff}",
        "kqKQ",
    ];
    for _ in 0..=rng.below(6) {
        let at = rng.below(bytes.len().max(1));
        let end = (at + 1 + rng.below(24)).min(bytes.len());
        match rng.below(7) {
            0 if !bytes.is_empty() => bytes[at] ^= 1 << rng.below(8),
            1 if !bytes.is_empty() => bytes[at] = rng.next_u64() as u8,
            2 => drop(bytes.drain(at.min(end)..end)),
            3 => {
                let piece = bytes[at.min(end)..end].to_vec();
                let to = rng.below(bytes.len().max(1)).min(bytes.len());
                bytes.splice(to..to, piece);
            }
            4 => bytes.truncate(end),
            5 => {
                let digits = bytes.iter().skip(at).position(u8::is_ascii_digit);
                if let Some(digit) = digits {
                    bytes[at + digit] = b'0' + rng.below(10) as u8;
                }
            }
            _ => {
                let word = WORDS[rng.below(WORDS.len())].bytes();
                let at = at.min(bytes.len());
                bytes.splice(at..at, word);
            }
        }
    }
}

fn book() -> Vec<u8> {
    let board = Board::start();
    let entry = |&mv: &_| Entry { key: key(&board), mv: move_bits(mv), weight: 7, learn: 0 };
    Book::new(board.legal_moves().iter().map(entry).collect()).write()
}

fn net() -> Vec<u8> {
    Parameters::random(32, 8, 7).to_bytes()
}

/// Writes a valid checksum into a network: at byte 12, 64-bit FNV-1a of everything after it.
fn mend_net(bytes: &mut [u8]) {
    let Some((head, rest)) = bytes.split_at_mut_checked(20) else { return };
    let sum = rest.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    head[12..20].copy_from_slice(&sum.to_le_bytes());
}

/// A file of training data, made by the program.
fn made(folder: &Path, name: &str) -> Vec<u8> {
    let at = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (games, out, samples) = (at("good.pgn"), at("made"), at("good.samples"));
    fs::write(&games, GAME).unwrap();
    let words = if name == "a.games" {
        vec!["datagen", "--out", &out, "--games", "2", "--nodes", "50", "--threads", "1"]
    } else {
        vec!["label", &games, "--samples", &samples, "--min-ply", "0", "--share", "0"]
    };
    let ended = run(&mut tabia(words), b"", TIMEOUT);
    assert!(ended.status.is_some_and(|status| status.success()), "{ended:?}");
    if name == "a.samples" {
        return fs::read(samples).unwrap();
    }
    let mut files = fs::read_dir(out).unwrap().map(|entry| entry.unwrap().path());
    fs::read(files.find(|path| path.extension().is_some_and(|ext| ext == "games")).unwrap())
        .unwrap()
}

#[test]
fn the_original_game_is_valid() {
    let games = read_all(GAME);
    assert_eq!((games.len(), games[0].warnings.len()), (1, 0), "{:?}", games[0].warnings);
    assert!(games[0].tree.len() > 35, "{}", games[0].tree.len());
}
