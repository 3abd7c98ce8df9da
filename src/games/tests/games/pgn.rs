//! PGN reading and writing: sloppy input is read, problems are reported with their line, and written games are read
//! back unchanged.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "helpers of tests fail loudly and tell"
)]

use std::path::Path;

use tabia_chess::Board;
use tabia_games::game::annotation::{EvalValue, Nag, NodeEval};
use tabia_games::game::pgn_encoding::Encoding;
use tabia_games::game::pgn_read::{PgnFault, PgnGame, number_of, read_all};
use tabia_games::game::pgn_stream::PgnStream;
use tabia_games::game::pgn_write::write;
use tabia_games::game::tags::Tags;
use tabia_games::game::tree::{GameTree, NodeId};

fn one(text: &str) -> PgnGame {
    let mut games = read_all(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

fn main_line(game: &PgnGame) -> String {
    let line = game.tree.main_line();
    line[1..].iter().map(|&id| game.tree.san(id)).collect::<Vec<_>>().join(" ")
}

/// Equal trees: same moves in the same places with the same notes.
fn assert_same(a: &GameTree, b: &GameTree, text: &str) {
    assert_eq!(a.board(a.root()), b.board(b.root()));
    let mut left = vec![(a.root(), b.root())];
    while let Some((x, y)) = left.pop() {
        assert_eq!(a.mv(x), b.mv(y));
        assert_eq!(a.notes(x), b.notes(y), "notes after {} in {text}", a.san(x));
        assert_eq!(a.children(x).len(), b.children(y).len(), "children after {}", a.san(x));
        left.extend(a.children(x).iter().copied().zip(b.children(y).iter().copied()));
    }
}

fn round_trip(game: &PgnGame) -> String {
    let text = write(&game.tags, &game.tree);
    let back = one(&text);
    let odd = back
        .warnings
        .iter()
        .find(|w| !matches!(w.fault, PgnFault::Variant { .. } | PgnFault::Start(_)));
    if game.tree.all_unread().next().is_none() && game.tags.lines().is_empty() {
        assert_eq!(odd, None, "{text}");
    }
    assert_same(&game.tree, &back.tree, &text);
    for (name, value) in
        game.tags.iter().filter(|(name, _)| !["Result", "FEN", "SetUp"].contains(name))
    {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let stays = |(back, read): (&str, &str)| back == name && words(read) == words(value);
        assert!(back.tags.iter().any(stays), "{name} {value}: {text}");
    }
    assert_eq!(write(&back.tags, &back.tree), text, "written twice it differs");
    text
}

#[test]
fn a_game_with_everything_comes_back_the_same() {
    let text = r#"[Event "A \"quoted\" name, with \\ in it"]
[Site "Tabia"]
[Date "2026.11.21"]
[Round "1"]
[White "Réti, Richard"]
[Black "?"]
[Result "1/2-1/2"]
[ECO "C42"]

{Before the first move} 1. e4 {[%eval 0.25,22] [%clk 0:09:58.5] a classic} e5 $1 $14
( {or} 1... c5 {[%csl Yd4][%cal Gc5d4,Rd2d4] Sicilian} 2. Nf3 ( 2. c3 d5 $6 ( 2... Nf6 3. e5 ) )
2... d6 ) ( 1... e6 2. d4 d5 ) 2. Nf3 Nf6 3. Nxe5 d6 ; to the end of the line
4. Nf3 Nxe4 1/2-1/2
"#;
    let game = one(text);
    assert_eq!(game.warnings, []);
    assert_eq!(main_line(&game), "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4");
    let tree = &game.tree;
    assert_eq!(tree.comment(tree.root()), "Before the first move");
    let e4 = tree.main_line()[1];
    assert_eq!(tree.comment(e4), "a classic");
    assert_eq!(tree.clock_ms(e4), Some(598_500));
    assert_eq!(tree.eval(e4), Some(NodeEval { value: EvalValue::Cp(25), depth: Some(22) }));
    let replies = tree.children(e4);
    assert_eq!(replies.iter().map(|&id| tree.san(id)).collect::<Vec<_>>(), ["e5", "c5", "e6"]);
    assert_eq!(tree.nags(replies[0]), [Nag(1), Nag(14)]);
    assert_eq!(tree.lead(replies[1]), "or");
    assert_eq!(tree.shapes(replies[1]).len(), 3);
    let d6 = tree.main_line()[6];
    assert_eq!(tree.comment(d6), "to the end of the line");
    let text = round_trip(&game);
    assert!(text.lines().all(|line| line.starts_with('[') || line.chars().count() <= 80), "{text}");
    assert!(text.contains("(2... Nf6 3. e5)"), "{text}");
}

#[test]
fn every_line_end_and_mark_is_read() {
    let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5\n2. Nf3 *\n\n[White \"C\"]\n\n1. d4 *\n";
    for text in [
        text.to_owned(),
        text.replace('\n', "\r\n"),
        text.replace('\n', "\r"),
        format!("\u{feff}{text}"),
    ] {
        let games = read_all(&text);
        assert_eq!(games.len(), 2, "{text:?}");
        assert_eq!(main_line(&games[0]), "e4 e5 Nf3");
        assert_eq!(games[1].tags.get("White"), Some("C"));
        assert!(games.iter().all(|game| game.warnings.is_empty()));
    }
}

#[test]
fn sloppy_writing_is_understood() {
    let cases = [
        ("1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0-0 Nf6", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6"),
        ("e4 e5 Nf3", "e4 e5 Nf3"),
        ("1. e4 1... e5 2 Nf3", "e4 e5 Nf3"),
        ("1. e2e4 e7e5 2. Ng1-f3", "e4 e5 Nf3"),
        ("1.e4! e5?! 2.Nf3 !! Nc6??", "e4 e5 Nf3 Nc6"),
        ("1. e4 d5 2. e5 f5 3. exf6 e.p. exf6", "e4 d5 e5 f5 exf6 exf6"),
        ("1. e4 d5 2. e5 f5 3. exf6e.p. exf6", "e4 d5 e5 f5 exf6 exf6"),
        ("1. e4 e5 2. nf3", "e4 e5 Nf3"),
        ("1. e2e4 e7e5 2. g1f3 b8c6 3. f1c4 f8c5 4. e1g1", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O"),
        ("1. e4 -- 2. d4 Z0 3. Nf3 0000", "e4 -- d4 -- Nf3 --"),
        ("1. e4 {a {nested} one} e5", "e4 e5"),
        ("1. e4 [%stray] e5", "e4 e5"),
        ("1.e4 $1 e5 $ 2 2. Nf3", "e4 e5 Nf3"),
        ("1. e4 = e5 +/- 2. Nf3 N", "e4 e5 Nf3"),
        ("1. e4\u{2026} e5", "e4 e5"),
        ("% a line for others 1. d4\n1. e4 e5", "e4 e5"),
    ];
    for (text, line) in cases {
        assert_eq!(main_line(&one(text)), line, "{text}");
    }
    let game = one("1.e4! e5?! 2.Nf3 !! Nc6?? 3. Bb5 =");
    let nags: Vec<u8> =
        game.tree.main_line().iter().flat_map(|&id| game.tree.nags(id)).map(|nag| nag.0).collect();
    assert_eq!(nags, [1, 6, 3, 4, 10]);
}

#[test]
fn results_end_games_with_or_without_tags() {
    let games = read_all("1. e4 e5 1-0 1. d4 d5 0-1 1. c4 1/2-1/2 1. b3 * 1. a3 ½-½");
    let results: Vec<_> =
        games.iter().map(|game| game.tags.get("Result").unwrap_or("none")).collect();
    assert_eq!(results, ["1-0", "0-1", "1/2-1/2", "none", "1/2-1/2"]);
    let games = read_all("[White \"A\"]\n1. e4 e5\n[White \"B\"]\n1. d4");
    assert_eq!(games.len(), 2, "tags begin the next game where the result is missing");
    assert_eq!(read_all("").len() + read_all(" \n\u{feff}").len(), 0);
    assert_eq!(one("[White \"Tags only\"]").tree.len(), 1);
}

#[test]
fn start_positions_come_from_tags() {
    let game = one("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 8. e4 *");
    assert_eq!(main_line(&game), "Kd7 e4");
    let text = round_trip(&game);
    assert!(text.contains("7... Kd7 8. e4 *"), "{text}");

    let start = Board::chess960(0).unwrap();
    let game = one(&format!("[Variant \"Chess960\"]\n[FEN \"{start}\"]\n\n1. e4 e5 *"));
    assert_eq!(game.warnings, []);
    let text = round_trip(&game);
    assert!(text.contains("[Variant \"Chess960\"]"), "{text}");

    let game = one("[FEN \"4k3/8/8/8/8/8/8/4K3 w K - 0 1\"]\n\n1. Kd2 *");
    assert!(matches!(game.warnings[0].fault, PgnFault::Start(_)), "{:?}", game.warnings);
    assert_eq!(main_line(&game), "Kd2", "the repair is used");

    let game = one("[FEN \"nonsense\"]\n\n1. e4 e5 2. Qxz9 (1. d4) *");
    assert_eq!(game.warnings.len(), 1, "no move is looked for on a board that is not there");
    assert_eq!(game.tree.len(), 1);
}

#[test]
fn unreadable_text_is_reported_with_its_line() {
    let game = one("[White \"A\"]\n\n1. e4 e5\n2. Ke3 d6 (2... d5) 3. d4 *");
    assert_eq!(main_line(&game), "e4 e5");
    assert_eq!(game.warnings.len(), 1);
    assert_eq!(game.warnings[0].line, 4);
    let text = game.warnings[0].to_string();
    assert!(text.starts_with("line 4, column 4: \u{201c}Ke3\u{201d}"), "{text}");

    let game = one("1. e4 d5 2. Bb5+ (2. d4 -- 3. c4 {x}) -- 3. Nf3 *");
    assert_eq!(main_line(&game), "e4 d5 Bb5+");
    assert_eq!(game.tree.len(), 7, "a null move in a variation is kept");
    assert!(
        matches!(game.warnings[..], [ref w] if w.fault == PgnFault::NullMove { found: "--".into() })
    );
    round_trip(&game);

    let game = one("1. e4 ) e5 (1... c5 (1... e6 {never closed");
    assert_eq!(game.tree.len(), 5);
    assert_eq!(game.warnings.len(), 3, "{:?}", game.warnings);
    let game = one("( 1. e4 ) 1. d4 $999");
    assert_eq!(main_line(&game), "d4");
    assert_eq!(game.warnings.len(), 2, "{:?}", game.warnings);

    let game = one(&format!("1. e4 {}e5 *", "[x] ".repeat(50)));
    assert_eq!((game.warnings.len(), number_of(&game.warnings)), (21, 50));
    let last = game.warnings.last().unwrap().to_string();
    assert_eq!(last, "line 1, column 87: 30 more problems from here on");

    let games = read_all(
        "[White \"A\"]\n\n1. e4 {open\n\n[White \"B\"]\n\n1. d4 (1. c4 *\n\n[White \"C\"]\n*",
    );
    let names: Vec<_> =
        games.iter().map(|game| game.tags.get("White").unwrap_or_default()).collect();
    assert_eq!(names, ["A", "B", "C"], "damage stays in its game");
    assert_eq!((games[0].warnings[0].line, games[0].warnings[0].column), (3, 7));
    assert_eq!(games[1].tree.len(), 3);

    let game = one("[Bad tag\n[White \"A]\n[Black B]\n[Variant \"Atomic\"]\n1. e4 *");
    assert_eq!(game.tags.get("White"), Some("A"));
    assert_eq!(game.tags.get("Black"), Some("B"));
    assert!(game.warnings.iter().any(|w| matches!(w.fault, PgnFault::Variant { .. })));
}

#[test]
fn a_move_read_as_another_is_reported() {
    for (moves, line, repaired) in [
        ("1. a8(N) Kb3", "a8=N Kb3", None),
        ("1. a8= N Kb3", "a8=N Kb3", None),
        ("1. a8=(R)! Kb3", "a8=R Kb3", None),
        ("1. a8 B Kb3", "a8=B Kb3", None),
        ("1. a8 Kb3", "a8=Q Kb3", Some("a8=Q")),
        ("1. kf2 Kb3", "Kf2 Kb3", None),
    ] {
        let game = one(&format!("[FEN \"8/P7/8/8/8/2k5/8/4K3 w - - 0 1\"]\n\n{moves} *"));
        assert_eq!(main_line(&game), line, "{moves}");
        let found: Vec<_> = game.warnings.iter().map(|warning| &warning.fault).collect();
        match (repaired, &found[..]) {
            (None, []) => {}
            (Some(mv), [PgnFault::Repaired { read, .. }]) => assert_eq!(read, mv),
            _ => panic!("{moves}: {found:?}"),
        }
    }
    let game = one("[FEN \"4k3/8/8/2p5/1P6/B7/8/4K3 w - - 0 1\"]\n\n1. Bxc5? *");
    assert_eq!(main_line(&game), "bxc5");
    let [warning] = &game.warnings[..] else { panic!("{:?}", game.warnings) };
    assert!(warning.to_string().ends_with("can go to c5; read as bxc5"), "{warning}");
}

#[test]
fn nothing_can_make_it_panic() {
    let pieces = [
        "[",
        "]",
        "{",
        "}",
        "(",
        ")",
        "$",
        ";",
        "%",
        "\"",
        "\\",
        "1.",
        "e4",
        "Nf3",
        "--",
        "1-0",
        "*",
        "\n",
        "\r",
        "\u{feff}",
        "é",
        "½",
        "[%clk",
        "[%cal Ge2",
        "\0",
        "O-O",
        "!?",
        "0-0",
        "[FEN \"",
        "8/8",
    ];
    let mut state = 12345_u64;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..12 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            text.push_str(pieces[(state >> 33) as usize % pieces.len()]);
            if state >> 63 == 1 {
                text.push(' ');
            }
        }
        for game in read_all(&text) {
            round_trip(&game);
        }
        let first = text.as_bytes().get(..4).unwrap_or_default();
        if Encoding::wide(first).is_some() {
            continue;
        }
        let games = read_all(&text).iter().filter(|game| !game.is_text()).count();
        assert_eq!(scanned(&text).len(), games, "{text:?}");
    }
}

#[test]
fn deep_nesting_and_long_games_are_read() {
    let deep = "1. e4 ".to_owned() + &"(1. e4 ".repeat(2_000) + &")".repeat(2_000);
    assert_eq!(one(&deep).tree.len(), 2_002, "each is a move of its own, however deep");
    let step = "Nf3 Nf6 (Nc6 Ng1 Nb8 (Na5 ";
    let deep = step.repeat(5_000);
    let game = one(&deep);
    round_trip(&game);
    assert!(game.tree.len() > 20_000, "{}", game.tree.len());
    let mut long = String::new();
    for _ in 0..1_000 {
        long += "Nf3 Nf6 Ng1 Ng8 ";
    }
    assert_eq!(one(&long).tree.len(), 4_001);
}

#[test]
fn the_quick_scan_finds_the_same_games() {
    let text = "[White \"A\"]\n\n1. e4 (1. d4 *) e5 1-0\n\n[White \"B\"]\n\n1. c4 {1-0 [x \"y\"]} *\n1. b3";
    let (scanned, games) = (scanned(text), read_all(text));
    assert_eq!(scanned.len(), 3);
    for ((_, game, _), read) in scanned.iter().zip(&games) {
        assert_eq!(game, read);
    }
    assert_eq!(scanned[1].0, 5);
    assert_eq!(scanned[0].2.get("Result"), Some("1-0"));
}

/// Reads every file named `*.pgn` below the folder in `TABIA_PGN` and writes every game back:
/// `TABIA_PGN=/path cargo test --release --test games pgn:: -- --ignored --nocapture`
#[test]
#[ignore = "needs a folder of PGN files"]
fn files_are_read_and_come_back_the_same() {
    let folder = std::env::var("TABIA_PGN").expect("TABIA_PGN names a folder");
    let mut folders = vec![Path::new(&folder).to_owned()];
    let (mut games, mut plies) = (0, 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ext| ext == "pgn") {
                let (g, p) = check_file(&path);
                (games, plies) = (games + g, plies + p);
            }
        }
    }
    println!("{games} games, {plies} plies");
    assert!(games > 0);
}

fn check_file(path: &Path) -> (usize, usize) {
    let file = || std::fs::File::open(path).unwrap();
    let (mut games, mut plies, mut odd) = (0, 0, 0);
    let mut raw = PgnStream::new(file());
    let mut stream = PgnStream::new(file());
    while let Some((game, line)) = stream.read_game().unwrap() {
        let found = raw.next_game().unwrap().unwrap();
        assert_eq!(found.line, line);
        assert_eq!(found.read(), game, "{}: line {line}", path.display());
        (games, plies, odd) = (games + 1, plies + game.tree.len() - 1, odd + game.warnings.len());
        for warning in game.warnings.iter().filter(|_| odd < 40) {
            println!("  {}: {warning}", path.display());
        }
        round_trip(&game);
    }
    assert!(raw.next_game().unwrap().is_none());
    println!("{}: {games} games, {plies} plies, {odd} oddities", path.display());
    (games, plies)
}

/// Returns its bytes in pieces of odd sizes, like a pipe.
struct Trickle<'a>(&'a [u8], usize);

impl std::io::Read for Trickle<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let size = self.1.min(self.0.len()).min(into.len());
        let (now, later) = self.0.split_at(size);
        into[..size].copy_from_slice(now);
        (self.0, self.1) = (later, self.1 % 7 + 1);
        Ok(size)
    }
}

#[test]
fn a_game_found_in_a_file_depends_on_the_byte_before_it() {
    let text = "1. e4 1-0 % no line for others\n2. d4 *";
    let mut stream = PgnStream::new(text.as_bytes());
    stream.next_game().unwrap();
    let second = stream.next_game().unwrap().unwrap().read();
    assert_eq!(second, read_all(text)[1]);
    assert_eq!((second.warnings[0].line, second.warnings[0].column), (1, 11));
}

#[test]
fn unreadable_text_is_written_back_unchanged() {
    for (text, kept) in [
        (
            "1. e4 e5 2. Nf6 Nc6 3. Bb5 a6 {long analysis} 4. Ba4 1-0",
            "2. Nf6 Nc6 3. Bb5 a6 {long analysis} 4. Ba4 1-0\n",
        ),
        ("1. e4 (1. d4 d5 2. Kd8 (x) y ; foo\n) e5 *", "2. Kd8 (x) y ; foo\n) 1... e5 *"),
        ("1. e4 ({why} 1. Qa5 b) e5 *", "({why} 1. Qa5 b) 1... e5"),
        ("1. e4 e5 2. Ke4 ( x {open", "2. Ke4 ( x {open}) *"),
        ("1. e4 %foo e5 *", "%foo e5 *"),
        ("1. e4 e5 2. Qh9\n% for others\nNc6 1-0 ; said", "2. Qh9\n% for others\nNc6 ; said\n1-0"),
        ("[FEN \"8/8/8 w\"]\n\n1. e4 e5 1-0", "[FEN \"8/8/8 w\"]\n\n1. e4 e5 1-0"),
        ("[Variant \"Atomic\"]\n\n1. Nf3 d6 2. Nd4 e5 3. Nf5 *", "1. Nf3 d6 2. Nd4 e5 3. Nf5 *"),
        (
            "[Wh~te \"A\"]\n% mine\n[White \"B\"]\n[White \"C\"]\n\n1. e4 *",
            "[White \"B\"]\n[White \"C\"]\n",
        ),
        ("[Wh~te \"A\"]\n% mine\n[White \"B\"]\n\n1. e4 *", "[Wh~te \"A\"]\n% mine\n\n1. e4 *"),
        ("[Date \"1999.01.01\" approx]\n\n1. e4 *", "[Date \"1999.01.01\"]\n"),
        ("[Date \"1999.01.01\" approx]\n\n1. e4 *", "\n\n{approx} 1. e4 *"),
        ("a4(}(({}))(()){{}){{", "1. a4 {(} (}(({}))(()){{}) *"),
        ("1. e4 $999 [x] ) e5 *", "1. e4 {$999 [x] )} 1... e5"),
        ("[Result \"1-0\"]\n\n1. e4 e5 0-1", "{0-1} 1-0"),
        ("1. e4 (1. Nf6 [\n) 1... e5 2. Nf3 (2. f4 ]) 2... Nc6 *", "(1. Nf6 [\n)"),
    ] {
        let game = one(text);
        let written = write(&game.tags, &game.tree);
        assert!(written.contains(kept), "{text}\n{written}");
        round_trip(&game);
    }
}

#[test]
fn moves_after_an_unread_line_make_it_a_variation() {
    let game = one("1. e4 e5 2. Nf6 Nc6 {x} 3. Bb5 1-0");
    let mut tree = game.tree.clone();
    let at = *tree.main_line().last().unwrap();
    let mv = tabia_chess::san::parse(tree.board(at), "Nf3").unwrap();
    tree.add_move(at, mv).unwrap();
    let text = write(&game.tags, &tree);
    assert!(text.contains("1. e4 e5 2. Nf3 (2. Nf6 Nc6 {x} 3. Bb5) 1-0\n"), "{text}");
    assert_eq!(one(&text).tree.all_unread().collect::<Vec<_>>(), ["2. Nf6 Nc6 {x} 3. Bb5"]);
}

#[test]
fn text_between_games_is_reported_and_is_no_game() {
    let text = "foreword of nobody\n\n[White \"A\"]\n\n1. e4 *\n\n% escaped\n; a note\n\n1. d4 *\n\n<end>\n";
    let mut stream = PgnStream::new(text.as_bytes());
    assert!(stream.read_game().unwrap().is_some());
    assert_eq!(stream.between().text(), "foreword of nobody");
    assert!(!stream.between().problems.is_empty());
    assert!(stream.read_game().unwrap().is_some());
    assert_eq!(stream.between().text(), "% escaped");
    assert_eq!(stream.between().problems, []);
    assert!(stream.read_game().unwrap().is_none());
    assert_eq!(stream.between().text(), "<end>");
}

#[test]
fn words_before_the_first_move_become_a_comment() {
    let text = "  Anderssen - Kieseritzky\n  London 1851 (offhand)\n% kept\n\n1. e4 e5 2. f4 1-0\n\n   \
                Another one\n\n1.d2-d4 Ng8-f6 *\n";
    let games = read_all(text);
    let moves: Vec<String> = games.iter().map(main_line).collect();
    assert_eq!(moves, ["e4 e5 f4", "d4 Nf6"]);
    let comment = games[0].tree.comment(NodeId::ROOT);
    assert_eq!(comment, "Anderssen - Kieseritzky London 1851 (offhand) % kept");
    assert_eq!(games[0].warnings.len(), 1, "{:?}", games[0].warnings);
    for game in &games {
        round_trip(game);
    }
    // A numbered word is an unreadable move, and words without moves are not a game.
    assert_eq!(one("1. pawn 2. e4 *").tree.all_unread().collect::<Vec<_>>(), ["1. pawn 2. e4"]);
    let words = one("{first} Some words (and more e4 [");
    assert_eq!(words.tree.comment(NodeId::ROOT), "first");
    assert_eq!(words.tree.all_unread().collect::<Vec<_>>(), ["Some words (and more e4 [\n)"]);
}

#[test]
fn tags_behind_blanks_begin_a_game_of_their_own() {
    for blank in [" ", "\t  ", "\u{a0}", "\x0b", "\u{2003} "] {
        for moves in ["1. e4 e5", "1. e4 e5 {never closed", "1. e4 e5 (1... c5", "1. e4 e5 *"] {
            let text = format!(
                "{blank}[Event \"A\"]\n{blank}[White \"B\"]\n\n{blank}{moves}\n\n{blank}[Event \"C\"]\n\n1. d4 *\n"
            );
            let games = read_all(&text);
            let lines: Vec<String> = games.iter().map(main_line).collect();
            assert_eq!(lines, ["e4 e5", "d4"], "{text:?}");
            assert_eq!(games[0].tags.get("White"), Some("B"), "{text:?}");
        }
    }
}

#[test]
fn long_algebraic_moves_are_read() {
    let game =
        one("1. e2-e4 e7-e5 2. Ng1-f3 b8-c6 3. f1-c4 Bf8-c5 4. d2-d4 e5xd4 5. f3xd4 Nc6xd4 \
         6. Ke1-g1 Ng8-e7 7. d1xd4 e8-g8 *");
    assert_eq!(game.warnings, []);
    let moves = "e4 e5 Nf3 Nc6 Bc4 Bc5 d4 exd4 Nxd4 Nxd4 O-O Ne7 Qxd4 O-O";
    assert_eq!(main_line(&game), moves);
}

#[test]
fn a_stream_gives_the_games_of_the_text() {
    let mut text = String::new();
    for n in 0..30_000 {
        let (moves, minute) = ("Nf3 ".repeat(n % 5), n % 10);
        text += "[White \"A\"]\r\n[Round \"";
        text += &n.to_string();
        text += "\"]\r\n\r\n1. e4 {[%clk 0:0";
        text += &minute.to_string();
        text += ":00] a\r\nb} e5 (1... c5) 2. Qxx ";
        text += &moves;
        text += "1-0\r\n\r\n";
    }
    let games = read_all(&text);
    assert_eq!(games.len(), 30_000);
    let mut stream = PgnStream::new(Trickle(text.as_bytes(), 1));
    for game in &games {
        assert_eq!(stream.read_game().unwrap().as_ref().map(|(game, _)| game), Some(game));
    }
    assert!(stream.read_game().unwrap().is_none());
    let mut trickle = PgnStream::new(Trickle(text.as_bytes(), 1));
    let mut stream = PgnStream::new(text.as_bytes());
    while let Some(raw) = stream.next_game().unwrap() {
        let slow = trickle.next_game().unwrap().unwrap();
        assert_eq!((raw.line, raw.offset, raw.tags()), (slow.line, slow.offset, slow.tags()));
        assert_eq!(text.as_bytes()[raw.offset as usize..][..raw.bytes().len()], *raw.bytes());
    }
    assert!(trickle.next_game().unwrap().is_none());
}

/// The games that the quick scan finds: line, game, tags.
fn scanned(text: &str) -> Vec<(usize, PgnGame, Tags)> {
    let mut stream = PgnStream::new(text.as_bytes());
    let mut games = Vec::new();
    while let Some(raw) = stream.next_game().unwrap() {
        games.push((raw.line, raw.read(), raw.tags()));
    }
    games
}

#[test]
fn the_quick_scan_finds_the_result_of_the_whole_game() {
    for (tag, moves, result) in [
        ("[Result \"*\"]\n", "1. e4 1-0", "1-0"),
        ("[Result \"1/2\"]\n", "1. e4", "1/2-1/2"),
        ("[Result \"1:0\"]\n", "1. e4 0-1", "1-0"),
        ("[Result \"?\"]\n", "1. e4 0-1", "0-1"),
        ("[Result \"?\"]\n", "1. e4 *", "?"),
        ("", "1. e4 1/2", "1/2-1/2"),
    ] {
        let text = format!("[White \"A\"]\n{tag}\n{moves}\n");
        let (_, game, tags) = scanned(&text).remove(0);
        assert_eq!(
            (tags.get("Result"), game.tags.get("Result")),
            (Some(result), Some(result)),
            "{text}"
        );
    }
}

/// Each of these once split a game in two or lost a part of it on saving.
#[test]
fn odd_signs_among_tags_and_moves_split_no_game() {
    for (text, moves) in [
        ("[White \"A\"]~\n[Black \"B\"]\n\n1. e4 e5 *\n", "e4 e5"),
        ("[White \"A\"](\n[Black \"B\"]\n\n1. e4 e5 *\n", "e4 e5"),
        ("[White \"A\"])\n[Black \"B\"]\n\n1. e4 e5 *\n", "e4 e5"),
        ("[White \"A\"]\n[Wh]iteElo \"1\"]\n[Black \"B\"]\n\n1. e4 e5 *\n", "e4 e5"),
        ("[White \"A\"]\n{a word}\n[Black \"B\"]\n\n1. e4 e5 *\n", "e4 e5"),
        ("[White \"A\"]\n[Black \"B\"]\n\n1. e4 [ 1... e5 2. Nf3 *\n", "e4 e5 Nf3"),
    ] {
        let game = one(text);
        assert_eq!(main_line(&game), moves, "{text}");
        assert_eq!((game.tags.get("White"), game.tags.get("Black")), (Some("A"), Some("B")));
        round_trip(&game);
    }
}

#[test]
fn control_characters_of_a_tag_stay_but_line_ends() {
    let text = "[White \"A\u{0}B\u{1b}[2J\tC\u{85}\"]\n[Site \"some\nwhere\"]\n\n1. e4 *\n";
    let game = one(text);
    assert_eq!(game.tags.get("White"), Some("A\u{0}B\u{1b}[2J\tC\u{85}"));
    assert_eq!(game.tags.get("Site"), Some("some where"));
    round_trip(&game);
}

#[test]
fn a_fen_is_written_as_the_file_has_it_while_it_tells_the_start() {
    let fen = "nrkbbqnr/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQNR w HBhb - 0 1";
    let game = one(&format!("[FEN \"{fen}\"]\n\n1. e4 *\n"));
    let written = write(&game.tags, &game.tree);
    assert!(written.contains(fen) && written.contains("[SetUp \"1\"]"), "{written}");
    let other = one("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n");
    let written = write(&game.tags, &other.tree);
    assert!(written.contains("4K2R w K - 0 1") && !written.contains(fen), "{written}");
}

#[test]
fn the_fen_of_the_usual_start_position_stays_where_the_file_has_it() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let game = one(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. e4 *\n"));
    let written = write(&game.tags, &game.tree);
    assert!(written.contains("[SetUp \"1\"]") && written.contains(fen), "{written}");
    let without = write(&one("1. e4 *\n").tags, &game.tree);
    assert!(!without.contains("FEN"), "{without}");
}

#[test]
fn commands_stay_in_one_line() {
    let pair = |n: u32| {
        let words = "x ".repeat(n as usize % 30);
        format!(
            "{n}. Nf3 {{[%clk 1:30:{n:02}] {words}}} Nf6 {{{words}[%eval 0.19,18]}} {}. Ng1 Ng8 ",
            n + 1
        )
    };
    let game = one(&(1..60).step_by(2).map(pair).collect::<String>());
    let text = round_trip(&game);
    let begun = text.lines().filter(|line| line.matches("[%").count() != line.matches(']').count());
    // No command is split between two lines; lines of tags are not counted.
    assert_eq!(
        begun.filter(|line| !line.starts_with('[') || line.starts_with("[%")).count(),
        0,
        "{text}"
    );
    assert!(
        text.matches("[%clk 1:").count() == 30 && text.matches("[%eval 0.19,18]").count() == 30
    );
}

#[test]
fn letters_whose_last_byte_is_a_blank_of_latin_1_stay_whole() {
    for letter in ['\u{2020}', '\u{e0}', '\u{3a0}', '\u{5e0}', '\u{c5}', '\u{1F3A0}'] {
        for text in [
            format!("1. e4 e5 2. {letter}Nf3 x{letter}y {letter} Nc6 *"),
            format!("1. e4 {letter} e5 *"),
            format!("{letter}a{letter} b 1. e4 *"),
        ] {
            let game = one(&text);
            let written = round_trip(&game);
            let count = |text: &str| text.matches(letter).count();
            assert_eq!(count(&written), count(&text), "{written}");
            assert!(!written.contains('\u{fffd}'), "{written}");
        }
    }
}

#[test]
fn bytes_without_a_meaning_in_windows_1252_separate_no_words() {
    for byte in [0x81, 0x8D, 0x8F, 0x90, 0x9D] {
        let text = [b"1. e4 e5 2. Ke4 e.p.".as_slice(), &[byte], b"1-0) 1-0\n"].concat();
        let mut stream = PgnStream::new(text.as_slice());
        let (game, _) = stream.read_game().unwrap().unwrap();
        let written = write(&game.tags, &game.tree);
        assert_eq!(read_all(&written).len(), 1, "{written:?}");
        let sign = char::from(byte);
        assert!(written.contains(&format!("e.p.{sign}1-0")), "{written:?}");
    }
}
