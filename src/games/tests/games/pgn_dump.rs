//! Writes every game of a folder of PGN files as one JSON line, to compare another reader with Tabia's: tags, and each
//! node with its parent, move, comments, glyphs, clock and evaluation.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use tabia_chess::uci_move;
use tabia_games::game::annotation::EvalValue;
use tabia_games::game::comment;
use tabia_games::game::pgn_read::PgnGame;
use tabia_games::game::pgn_stream::PgnStream;
use tabia_games::game::tree::{GameTree, NodeId};

/// Every file named `*.pgn` below a folder, in the order of their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|ext| ext == "pgn") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Index of the parent in the list, move, comment before, comment after as written, glyphs, clock and evaluation.
fn node(tree: &GameTree, id: NodeId, parent: usize) -> Value {
    let notes = tree.notes(id);
    let mv = match (tree.mv(id), tree.parent(id)) {
        (Some(mv), Some(before)) => {
            let board = tree.board(before);
            uci_move::write(board, mv, board.is_chess960())
        }
        (None, Some(_)) => "0000".to_owned(),
        _ => String::new(),
    };
    let eval = notes.eval.map(|eval| match eval.value {
        EvalValue::Cp(cp) => json!([cp, eval.depth]),
        EvalValue::Mate(moves) => json!([format!("#{moves}"), eval.depth]),
    });
    let nags: Vec<u8> = notes.nags.iter().map(|nag| nag.0).collect();
    // Where an engine wrote words, the file has no commands for them.
    let mut written = notes.clone();
    if notes.words() != comment::shown(&notes.comment) {
        (written.eval, written.elapsed_ms) = (None, None);
    }
    let text = comment::render(&written);
    json!([parent, mv, notes.lead, text, nags, notes.clock_ms, eval])
}

fn dump(game: &PgnGame, file: &str, number: usize, line: usize) -> Value {
    let tree = &game.tree;
    let (mut nodes, mut waiting) = (Vec::new(), vec![(tree.root(), 0)]);
    while let Some((id, parent)) = waiting.pop() {
        let at = nodes.len();
        nodes.push(node(tree, id, parent));
        waiting.extend(tree.children(id).iter().rev().map(|&child| (child, at)));
    }
    let tags: Vec<_> = game.tags.iter().collect();
    let problems: Vec<String> = game.warnings.iter().map(ToString::to_string).collect();
    let fen = tree.board(tree.root()).to_string();
    json!({ "file": file, "game": number, "line": line, "tags": tags, "fen": fen,
            "problems": problems, "nodes": nodes })
}

/// `TABIA_PGN=FOLDER TABIA_PGN_DUMP=OUT cargo test --test games pgn_dump -- --ignored`; `TABIA_PGN_GAMES` bounds the
/// games of each file.
#[test]
#[ignore = "needs a folder of PGN files and a place to write to"]
fn games_are_dumped() {
    let folder = PathBuf::from(std::env::var("TABIA_PGN").expect("TABIA_PGN names a folder"));
    let out = std::env::var("TABIA_PGN_DUMP").expect("TABIA_PGN_DUMP names a file");
    let most = std::env::var("TABIA_PGN_GAMES").ok().and_then(|text| text.parse().ok());
    let mut out = std::io::BufWriter::new(std::fs::File::create(out).unwrap());
    for path in files(&folder) {
        let name = path.strip_prefix(&folder).unwrap().display().to_string();
        let mut stream = PgnStream::new(std::fs::File::open(&path).unwrap());
        let mut games = 0;
        while most.is_none_or(|most| games < most) {
            let Some((game, line)) = stream.read_game().unwrap() else { break };
            games += 1;
            writeln!(out, "{}", dump(&game, &name, games, line)).unwrap();
        }
        println!("{name}: {games} games");
        assert!(games > 0 || std::fs::metadata(&path).unwrap().len() < 16);
    }
    out.flush().unwrap();
}
