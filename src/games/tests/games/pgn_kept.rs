//! Saving a game into a file loses nothing: the rest stays byte for byte, and unreadable parts of the game are kept.
//! Uses small files; with `--ignored` the files of a folder (`tests/README.md`).
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use std::fs;
use std::path::{Path, PathBuf};

use tabia_chess::SplitMix64;
use tabia_games::collection::file::{self, Place, Stamp};
use tabia_games::collection::{Collection, scan};
use tabia_games::game::annotation::Nag;
use tabia_games::game::pgn_read::PgnGame;
use tabia_games::game::pgn_write::write;

/// Bytes that can damage a game.
const FOREIGN: [u8; 12] = [0, 0xFF, b'~', b'{', b'}', b'(', b')', b'[', b']', b'"', b'%', b';'];

fn list(path: &Path) -> Collection {
    scan::read(fs::File::open(path).unwrap(), &mut |_| true).unwrap().unwrap()
}

/// The unreadable lines of a game, including those among its tags.
fn unread(game: &PgnGame) -> Vec<String> {
    let mut all: Vec<String> = game.tree.all_unread().map(str::to_owned).collect();
    all.extend(game.tags.lines().iter().cloned());
    all.sort();
    all
}

/// Saves a game of a file with one more glyph and checks the whole file. Returns the number of its unreadable lines.
fn save_one(path: &Path, game: u32) -> usize {
    let before = fs::read(path).unwrap();
    let games = list(path);
    let place = Place::of(game, games.entry(game).unwrap());
    let case = format!("{} game {game}", path.display());
    let mut read = file::read_game(path, &place).unwrap();
    if let Some(&node) = read.tree.main_line().get(1) {
        read.tree.notes_mut(node).nags = vec![Nag(1)];
    }
    let text = write(&read.tags, &read.tree);
    let stamp = Stamp::of(path).unwrap();
    let done = match file::replace(path, stamp, &place, &text) {
        Err(file::FileError::Encoding { .. }) => {
            let (stamp, place) = file::convert(path, Some(stamp), Some(&place)).unwrap();
            let converted = fs::read(path).unwrap();
            assert!(str::from_utf8(&converted).is_ok(), "{case}");
            file::replace(path, stamp, &place.unwrap(), &text).unwrap()
        }
        done => {
            let done = done.unwrap();
            let now = fs::read(path).unwrap();
            let (begin, end) =
                (place.offset as usize, (place.offset as usize) + place.length as usize);
            let end = begin + before[begin..end].trim_ascii_end().len();
            let new_begin = done.place.offset as usize;
            let new_end = new_begin + done.place.length as usize;
            assert!(now[..begin] == before[..begin], "{case}: before it");
            let gap = &now[begin..new_begin];
            assert!(gap.iter().all(|&byte| byte == b'\n' || byte == b'\r'), "{case}: {gap:?}");
            assert!(now[new_end..] == before[end..], "{case}: behind it");
            done
        }
    };
    let after = list(path);
    assert_eq!(after.len(), games.len(), "{case}: {text}");
    let again = file::read_game(path, &done.place).unwrap();
    assert_eq!(unread(&again), unread(&read), "{case}: {text}");
    assert_eq!(again.tree.len(), read.tree.len(), "{case}: {text}");
    let pairs =
        |game: &PgnGame| game.tags.iter().map(|(n, v)| format!("{n}={v}")).collect::<Vec<_>>();
    for pair in pairs(&read) {
        let written = ["SetUp=", "FEN=", "Result="].iter().any(|name| pair.starts_with(name));
        assert!(written || pairs(&again).contains(&pair), "{case}: {pair}\n{text}");
    }
    unread(&again).len()
}

/// Inserts foreign bytes at this many places, one at a time, and saves the affected game. With a folder in `keep`, the
/// files of some cases are kept there.
fn plant(bytes: &[u8], cases: usize, seed: u64, keep: Option<&Path>) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("planted.pgn");
    let mut rng = SplitMix64::new(seed);
    let mut kept = 0;
    for case in 0..cases {
        let at = (rng.next_u64() % bytes.len().max(1) as u64) as usize;
        let foreign = FOREIGN[(rng.next_u64() % FOREIGN.len() as u64) as usize];
        // For a large file, a piece around the place is enough, from the beginning of a game on.
        let piece = piece_around(bytes, at);
        let mut planted = bytes[piece.clone()].to_vec();
        planted.insert(at - piece.start, foreign);
        fs::write(&path, &planted).unwrap();
        let games = list(&path);
        let offset = (at - piece.start) as u64;
        let Some(game) = games.entries().iter().rposition(|entry| entry.offset <= offset) else {
            continue;
        };
        kept += save_one(&path, game as u32);
        if let Some(keep) = keep {
            fs::write(keep.join(format!("{seed}-{case}-before.pgn")), &planted).unwrap();
            fs::copy(&path, keep.join(format!("{seed}-{case}-after.pgn"))).unwrap();
        }
    }
    kept
}

/// At most 40,000 bytes around a place, from the beginning of a game to the end of one.
fn piece_around(bytes: &[u8], at: usize) -> std::ops::Range<usize> {
    const SIDE: usize = 20_000;
    let begins = |from: usize, to: usize| {
        bytes[from..to]
            .windows(8)
            .position(|part| part == b"\n\n[Event")
            .map(|found| from + found + 2)
    };
    let low = at.saturating_sub(SIDE);
    let start = if low == 0 { 0 } else { begins(low, at).unwrap_or(low) };
    let high = (at + SIDE).min(bytes.len());
    let end = if high == bytes.len() { high } else { begins(at, high).unwrap_or(high) };
    start..end
}

const SMALL: &[&str] = &[
    "[Event \"A\"]\n[White \"R\u{e9}ti\"]\n[Result \"1-0\"]\n\n1. e4 {good [%clk 0:01:00]} e5 (1... c5 2. Nf3 {so} (2. c3 d5)) \
     2. Nf3 $1 Nc6 ; line\n3. Bb5 a6 1-0\n\n% escaped\n; note\n\n[Event \"B\"]\n\n1. d4 d5 2. c4 {x} *\n",
    "[Event \"A\"]\r\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\r\n\r\n1. e4 Kd7 2. Ke2 1/2-1/2\r\n\r\n1. c4 c5 *",
];

#[test]
fn a_foreign_byte_anywhere_loses_nothing() {
    for (seed, text) in (1..).zip(SMALL) {
        assert!(plant(text.as_bytes(), 150, seed, None) > 0);
        let latin_1: Vec<u8> = text.chars().map(|c| c as u8).collect();
        plant(&latin_1, 50, seed, None);
    }
}

#[test]
#[ignore = "needs a folder of PGN files"]
fn files_of_a_folder_lose_nothing() {
    let folder = std::env::var("TABIA_PGN").expect("TABIA_PGN names a folder");
    let out = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/pgn_kept");
    fs::create_dir_all(&out).unwrap();
    let mut files = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ext| ext == "pgn") {
                files.push(path);
            }
        }
    }
    files.sort();
    let work = tempfile::tempdir().unwrap();
    let copy = work.path().join("copy.pgn");
    for path in &files {
        let bytes = fs::read(path).unwrap();
        fs::write(&copy, &bytes).unwrap();
        let games = list(&copy).len() as u32;
        let (mut saved, mut unread) = (0, 0);
        for game in [0, games / 2, games.saturating_sub(1)].into_iter().filter(|_| games > 0) {
            fs::write(&copy, &bytes).unwrap();
            unread += save_one(&copy, game);
            saved += 1;
        }
        println!(
            "{}: {games} games, {saved} saved, {unread} lines of them not read",
            path.display()
        );
    }
    let mut kept = 0;
    let each = 1_000_usize.div_ceil(files.len());
    for (seed, path) in (1..).zip(&files) {
        let bytes = fs::read(path).unwrap();
        if !bytes.is_empty() {
            kept += plant(&bytes, each, seed, Some(&out));
        }
    }
    println!("{} foreign bytes: {kept} lines kept as they stood", each * files.len());
}
