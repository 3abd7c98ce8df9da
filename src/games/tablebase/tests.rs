//! The reader compared with the rules and with itself, and tested with damaged files.

use std::fs;
use std::path::{Path, PathBuf};

use super::format::Layout;
use super::index::Numbering;
use super::*;
use tabia_chess::{Color, PieceType, SplitMix64};

/// The tables in the repository.
fn own_tables() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/syzygy")
}

/// A position of these men, if it is legal: the first king is White's, the second Black's.
fn position(men: &[(Color, PieceType)], squares: &[usize], stm: Color) -> Option<Board> {
    let mut rows = [['1'; 8]; 8];
    for (&(color, kind), &square) in men.iter().zip(squares) {
        let place = &mut rows[7 - square / 8][square % 8];
        if *place != '1' || (kind == PieceType::Pawn && !(8..56).contains(&square)) {
            return None;
        }
        *place = match color {
            Color::White => kind.letter().to_ascii_uppercase(),
            Color::Black => kind.letter(),
        };
    }
    let rows = rows.map(|row| row.iter().collect::<String>()).join("/");
    Board::from_fen(&format!("{rows} {} - - 0 1", stm.letter())).ok()
}

/// The men of an ending, the first side White.
fn men(ending: &str) -> Vec<(Color, PieceType)> {
    let (white, black) = ending.split_once('v').unwrap();
    let side = |letters: &str, color| -> Vec<_> {
        letters.chars().map(|man| (color, PieceType::from_letter(man).unwrap())).collect()
    };
    [side(white, Color::White), side(black, Color::Black)].concat()
}

/// This many positions of an ending, some with swapped sides.
fn positions(ending: &str, many: usize, seed: u64) -> Vec<Board> {
    let men = men(ending);
    let swapped: Vec<_> = men.iter().map(|&(color, kind)| (color.other(), kind)).collect();
    let mut rng = SplitMix64::new(seed);
    let mut found = Vec::new();
    while found.len() < many {
        let squares: Vec<usize> = men.iter().map(|_| rng.below(64)).collect();
        let stm = Color::ALL[rng.below(2)];
        let men = if rng.below(2) == 0 { &men } else { &swapped };
        found.extend(position(men, &squares, stm));
    }
    found
}

#[test]
fn every_position_has_the_value_of_its_best_move() {
    let tables = Syzygy::open(&[own_tables()]).unwrap();
    assert_eq!((tables.tables(), tables.most_men(), tables.refused()), (5, 3, &[][..]));
    let mut won = 0;
    for board in positions("KRvK", 4000, 1).iter().chain(&positions("KPvK", 4000, 2)) {
        let here = tables.probe(board).unwrap();
        assert_eq!(tables.wdl(board), Some(here.wdl));
        if !board.has_legal_move() {
            continue;
        }
        let results = board.legal_moves();
        let results = results.iter().map(|&mv| tables.result(&board.after(mv)).unwrap().reversed());
        assert_eq!(results.max(), Some(here.wdl), "{board}");
        assert_eq!(here.dtz.signum(), here.wdl.number().signum(), "{board}");
        // Tables of distances of the promoted pieces are not among these, but those of the rook are.
        if let Ok(moves) = tables.moves(board) {
            // Distances may be rounded up by one, those of won pawn endings in moves.
            assert!(
                (moves[0].verdict.dtz - here.dtz).abs() <= 1,
                "{board}: {here:?} {:?}",
                moves[0]
            );
            won += usize::from(here.wdl == Wdl::Win);
        }
    }
    assert!(won > 1000, "{won}");
}

#[test]
fn known_endings_have_their_known_values() {
    let tables = Syzygy::open(&[own_tables()]).unwrap();
    for (fen, wdl, dtz) in [
        ("8/2K5/8/8/8/8/2P5/k7 w - - 0 1", 2, 1),
        ("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", 0, 0),
        ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", 0, 0),
        ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", -2, -4),
        ("4k3/8/4K3/8/8/8/8/R7 w - - 0 1", 2, 1),
        ("R3k3/8/4K3/8/8/8/8/8 b - - 0 1", -2, 0),
    ] {
        let found = tables.probe(&Board::from_fen(fen).unwrap()).unwrap();
        assert_eq!((found.wdl.number(), found.dtz), (wdl, dtz), "{fen}");
    }
}

#[test]
fn symmetric_positions_have_the_same_number() {
    // Codes as in a file; any order of the groups will do.
    for (ending, codes, order) in [
        ("KRvK", &[4, 6, 14][..], [0, 15]),
        ("KBNvKR", &[6, 2, 14, 3, 12], [2, 15]),
        ("KNNvK", &[14, 6, 2, 2], [1, 15]),
        ("KQQQvKQQ", &[6, 14, 5, 5, 5, 13, 13], [0, 15]),
        ("KRRRRRvK", &[6, 14, 4, 4, 4, 4, 4], [1, 15]),
        ("KPPPPPvK", &[1, 1, 1, 1, 1, 6, 14], [2, 15]),
        ("KPPPvKPP", &[9, 9, 1, 1, 1, 14, 6], [1, 0]),
        ("KRPvKRP", &[1, 9, 4, 14, 6, 12], [3, 5]),
    ] {
        let material = Material::parse(ending).unwrap();
        let men = men(ending);
        let mut rng = SplitMix64::new(7);
        let numberings: Vec<Numbering> =
            (0..4).map(|file| Numbering::new(&material, codes, order, file).unwrap()).collect();
        for _ in 0..3000 {
            let squares: Vec<usize> = men.iter().map(|_| rng.below(64)).collect();
            let Some(board) = position(&men, &squares, Color::White) else { continue };
            let number = |turn: &dyn Fn(usize) -> usize| {
                let squares: Vec<usize> = squares.iter().map(|&square| turn(square)).collect();
                let board = position(&men, &squares, Color::White).unwrap();
                let lead = material.lead_pawns();
                let pawns = |color| board.by(color, PieceType::Pawn);
                let file = lead.map_or(0, |color| index::lead_file(pawns(color), false));
                (file, numberings[file].number(&board, false).unwrap())
            };
            let same = number(&|square| square);
            assert!(same.1 < numberings[same.0].size);
            // If the foremost pawns are on two mirrored squares, the mirror image leads with the other one.
            let pawns = Color::ALL.map(|color| board.by(color, PieceType::Pawn));
            let paired = pawns.iter().any(|all| all.into_iter().any(|at| all.has(at.flip_file())));
            if !paired {
                assert_eq!(number(&|square| square ^ 7), same, "{board}");
            }
            if material.lead_pawns().is_none() {
                assert_eq!(number(&|square| square ^ 0x38), same, "{board}");
                // If all leading men are on a diagonal, a position has two numbers.
                let kings = Color::ALL.map(|color| board.king(color).index());
                let on = |step| kings.iter().all(|king| (king / 8 * step + king % 8) % 7 == 0);
                if !on(1) && !on(6) {
                    let turned = number(&|square| square >> 3 | (square & 7) << 3);
                    assert_eq!(turned, same, "{board}");
                }
            }
        }
    }
}

#[test]
fn positions_that_differ_have_different_numbers() {
    let material = Material::parse("KRvK").unwrap();
    let numbering = Numbering::new(&material, &[6, 4, 14], [0, 15], 0).unwrap();
    let mut seen = std::collections::HashMap::new();
    for all in 0..64_usize.pow(3) {
        let squares = [all % 64, all / 64 % 64, all / 4096];
        let Some(board) = position(&men("KRvK"), &squares, Color::White) else { continue };
        let number = numbering.number(&board, false).unwrap();
        // The smallest of the eight symmetries represents all.
        let turns = (0..8).map(|turn: usize| {
            squares.map(|square| {
                let square =
                    square ^ if turn & 1 > 0 { 7 } else { 0 } ^ if turn & 2 > 0 { 56 } else { 0 };
                if turn & 4 > 0 { square >> 3 | (square & 7) << 3 } else { square }
            })
        });
        let smallest = turns.min().unwrap();
        assert_eq!(*seen.entry(number).or_insert(smallest), smallest, "{board}");
    }
    assert!(seen.len() > 20_000, "{}", seen.len());
}

/// A folder with valid tables, one of which is replaced repeatedly.
struct Victim {
    folder: tempfile::TempDir,
    name: String,
    good: Vec<u8>,
    asked: Vec<Board>,
}

impl Victim {
    fn new(from: &Path, name: &str) -> Victim {
        let folder = tempfile::tempdir().unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let path = entry.unwrap().path();
            // Captures are probed too, so the three-men tables are needed.
            let small = path.file_stem().is_some_and(|stem| stem.len() == 4);
            if small && path.extension().is_some_and(|end| end == "rtbw" || end == "rtbz") {
                fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
            }
        }
        let stem = name.split('.').next().unwrap();
        let both = ["rtbw", "rtbz"].map(|end| format!("{stem}.{end}"));
        for file in both.iter().filter(|file| from.join(file).exists()) {
            let good = fs::read(from.join(file)).unwrap();
            fs::write(folder.path().join(file), good).unwrap();
        }
        let good = fs::read(from.join(name)).unwrap();
        Victim { folder, name: name.to_owned(), good, asked: positions(stem, 40, 5) }
    }

    /// Opens the folder with these bytes as the table and probes. Returns whether the table was refused at once.
    fn ask(&self, bytes: &[u8]) -> bool {
        let path = self.folder.path().join(&self.name);
        fs::remove_file(&path).unwrap_or_default();
        fs::write(&path, bytes).unwrap();
        let tables = match Syzygy::open(&[self.folder.path()]) {
            Ok(tables) => tables,
            Err(error) => {
                assert!(error.to_string().contains(&self.name), "{error}");
                return true;
            }
        };
        for board in &self.asked {
            match tables.probe(board) {
                Ok(_) | Err(ProbeError::Missing { .. }) => {}
                Err(ProbeError::Refused(refused)) => {
                    assert!(refused.path.ends_with(&self.name), "{refused}");
                    assert!(
                        !refused.why.starts_with(t!("error-table-unreadable", error = "").trim()),
                        "{refused}"
                    );
                }
                Err(other) => panic!("{other}"),
            }
        }
        let refused = tables.refused();
        assert!(refused.iter().all(|refused| refused.path == path), "{refused:?}");
        !refused.is_empty()
    }

    /// Changes bytes and truncates the file, in this many ways. Returns the numbers of trials and of refusals.
    fn torment(&self, ways: usize, seed: u64) -> [usize; 2] {
        let mut rng = SplitMix64::new(seed);
        let (len, mut counts) = (self.good.len(), [0; 2]);
        let mut count = |refused: bool| {
            counts[0] += 1;
            counts[1] += usize::from(refused);
        };
        for way in 0..ways {
            let mut bytes = self.good.clone();
            // Mostly in the header, otherwise anywhere.
            let at = if way % 3 < 2 { way % len.min(400) } else { rng.below(len - 16) };
            let byte =
                [0, 1, 3, 0x7F, 0x80, 0xFF, bytes[at] ^ 1 << rng.below(8), rng.below(256) as u8];
            bytes[at] = byte[way % 8];
            if bytes != self.good {
                assert!(self.ask(&bytes), "{} with byte {at} changed to {}", self.name, bytes[at]);
                seal(&mut bytes);
                count(self.ask(&bytes));
            }
            if way % 10 == 0 {
                let mut short = self.good[..rng.below(len)].to_vec();
                assert!(self.ask(&short), "{} cut off after {}", self.name, short.len());
                // A valid length of a table.
                short.truncate(short.len() / 64 * 64);
                short.resize(short.len().max(64) + 16, 0);
                seal(&mut short);
                count(self.ask(&short));
            }
        }
        fs::write(self.folder.path().join(&self.name), &self.good).unwrap();
        counts
    }
}

#[test]
fn a_damaged_table_causes_no_panic() {
    let mut all = [0; 2];
    for name in ["KPvK.rtbw", "KPvK.rtbz", "KRvK.rtbz", "KRvK.rtbw", "KBvK.rtbw"] {
        let [trials, refused] = Victim::new(&own_tables(), name).torment(200, 3);
        all = [all[0] + trials, all[1] + refused];
    }
    // With a matching checksum, some are refused by their headers and the others have to be read.
    assert!(all[1] > 150 && all[0] - all[1] > 150, "{all:?}");
}

#[test]
#[ignore = "TABIA_SYZYGY names a folder of Syzygy tables; takes some minutes"]
fn any_damaged_table_causes_no_panic() {
    let folder = PathBuf::from(std::env::var("TABIA_SYZYGY").unwrap());
    let (mut files, mut all) = (0, [0; 2]);
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "rtbw" || end == "rtbz") {
            let name = path.file_name().unwrap().to_str().unwrap();
            let [trials, refused] = Victim::new(&folder, name).torment(300, files);
            all = [all[0] + trials, all[1] + refused];
            files += 1;
        }
    }
    assert!(all[0] > 100 * files as usize, "{files} files, {all:?}");
}

#[test]
fn a_head_of_any_bytes_is_read_or_refused() {
    let good = fs::read(own_tables().join("KPvK.rtbw")).unwrap();
    let mut rng = SplitMix64::new(11);
    for name in ["KPvK", "KPPvKP", "KNNvK", "KQQQvKQQ", "KRBvKN"] {
        let material = Material::parse(name).unwrap();
        for _ in 0..3000 {
            let mut bytes: Vec<u8> = (0..300).map(|_| rng.below(256) as u8).collect();
            // Far enough into the header to be read in part.
            let kept = rng.below(120);
            bytes[..kept].copy_from_slice(&good[..kept]);
            for kind in [Kind::Wdl, Kind::Dtz] {
                bytes[..4].copy_from_slice(&kind.magic());
                let len = if rng.below(2) == 0 { 300 } else { u64::MAX };
                let _ = Layout::parse(&bytes, len, &material, kind);
            }
        }
    }
}

#[test]
fn a_damaged_table_is_named_when_it_is_needed() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["KPvK.rtbw", "KRvK.rtbw"] {
        fs::copy(own_tables().join(name), folder.path().join(name)).unwrap();
    }
    let path = folder.path().join("KRvK.rtbw");
    fs::write(&path, b"cut").unwrap();
    let tables = Syzygy::open(&[folder.path()]).unwrap();
    for (fen, refused) in [
        ("4k3/8/4K3/8/8/8/8/R7 w - - 0 1", true),
        ("r7/8/4K3/8/8/8/8/4k3 w - - 0 1", true),
        ("4k3/8/4K3/8/8/8/8/Q7 w - - 0 1", false),
    ] {
        match tables.result(&Board::from_fen(fen).unwrap()).unwrap_err() {
            ProbeError::Refused(found) => assert!(refused && found.path == path, "{found}"),
            other => assert!(!refused, "{other}"),
        }
    }
}

#[test]
fn a_table_truncated_while_it_is_open_is_refused_and_the_others_are_used() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["KPvK.rtbw", "KRvK.rtbw", "KQvK.rtbw", "KBvK.rtbw", "KNvK.rtbw"] {
        fs::copy(own_tables().join(name), folder.path().join(name)).unwrap();
    }
    let tables = Syzygy::open(&[folder.path()]).unwrap();
    let path = folder.path().join("KPvK.rtbw");
    fs::remove_file(&path).unwrap();
    fs::write(&path, b"cut").unwrap();
    // Whether it is still open or not, there is an answer or a refusal, but no crash.
    for board in positions("KPvK", 200, 1) {
        match tables.result(&board) {
            Ok(_) => {}
            Err(ProbeError::Refused(refused)) => assert_eq!(refused.path, path),
            Err(other) => panic!("{other}"),
        }
    }
    let rook = Board::from_fen("4k3/8/4K3/8/8/8/8/R7 w - - 0 1").unwrap();
    assert_eq!(tables.result(&rook), Ok(Wdl::Win));
}

#[test]
fn many_threads_can_probe_at_once() {
    let tables = Syzygy::open(&[own_tables()]).unwrap();
    let boards = positions("KPvK", 500, 9);
    let expected: Vec<Verdict> = boards.iter().map(|board| tables.probe(board).unwrap()).collect();
    let fresh = Syzygy::open(&[own_tables()]).unwrap();
    std::thread::scope(|scope| {
        for first in 0..4 {
            let (boards, expected, fresh) = (&boards, &expected, &fresh);
            scope.spawn(move || {
                for at in 0..boards.len() {
                    let at = (at + 125 * first) % boards.len();
                    assert_eq!(fresh.probe(&boards[at]).unwrap(), expected[at]);
                }
            });
        }
    });
}

#[test]
fn results_of_verification_are_saved() {
    let home = tempfile::tempdir().unwrap();
    let (folder, kept) = (home.path().join("tables"), home.path().join("new/verified.json"));
    fs::create_dir(&folder).unwrap();
    // Tables of one value.
    let head = [0x71, 0xE8, 0x23, 0x5D, 1, 0, 0x44, 0x66, 0xEE, 0, 0x80, 2, 0x80, 2];
    let mut bytes = head.to_vec();
    bytes.resize(80, 0);
    seal(&mut bytes);
    fs::write(folder.join("KRvK.rtbw"), &bytes).unwrap();
    bytes[6] = 0x55;
    fs::write(folder.join("KQvK.rtbw"), &bytes).unwrap();
    let compare = |stop: bool| {
        let table::FolderScan { tables, .. } = table::scan_folders(&[&folder]).unwrap();
        verified::compare(&tables.iter().collect::<Vec<_>>(), &kept, &|| stop)
    };
    assert_eq!(compare(true), []);
    let words = compare(false).iter().map(ToString::to_string).collect::<String>();
    assert!(words.contains(&["KQvK.rtbw: ", t!("error-table-checksum")].concat()), "{words}");
    let text = fs::read_to_string(&kept).unwrap();
    assert!(text.contains("KRvK.rtbw") && text.contains("KQvK.rtbw"), "{text}");
    // Known now without reading the file; a damaged list counts as empty.
    fs::write(&kept, text.replace("true", "false")).unwrap();
    assert_eq!(compare(true).len(), 2);
    fs::write(&kept, "[").unwrap();
    assert_eq!(compare(false).len(), 1);
}
