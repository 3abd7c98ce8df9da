//! Details of game trees and PGN, as tables of cases: edits and their descriptions, the order of siblings, signs and
//! words of movetext, tags, comments.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use tabia_chess::{Board, Move, Square, uci_move};
use tabia_games::game::annotation::{Brush, EvalValue, Nag, NodeEval, Shape};
use tabia_games::game::edits::{Direction, Edits};
use tabia_games::game::pgn_read::read_all;
use tabia_games::game::pgn_write;
use tabia_games::game::tags::Tags;
use tabia_games::game::tree::{GameTree, NodeId, Notes};
use tabia_text::t;

fn tree_of(moves: &str) -> GameTree {
    read_all(&format!("{moves} *")).remove(0).tree
}

fn mv(tree: &GameTree, at: NodeId, text: &str) -> Move {
    uci_move::parse(tree.board(at), text).unwrap()
}

/// Every line of the tree as written.
fn movetext(tree: &GameTree) -> String {
    let text = pgn_write::write(&Tags::roster(), tree);
    let body = text.split("\n\n").nth(1).unwrap();
    body.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn an_edit_is_named_undone_and_made_again() {
    let mut tree = tree_of("1. e4 e5");
    let bare = movetext(&tree);
    let [root, e4] = [NodeId::ROOT, tree.main_line()[1]];
    let mut edits = Edits::default();
    assert_eq!((edits.undo_text(), edits.redo_text()), (None, None));
    assert_eq!((edits.undo(&mut tree), edits.redo(&mut tree)), (None, None));

    let d4 = mv(&tree, root, "d2d4");
    let node = edits.add_move(&mut tree, root, d4).unwrap();
    assert_eq!((edits.undo_text(), edits.redo_text()), (Some("Add d4".to_owned()), None));
    assert_eq!(edits.add_move(&mut tree, root, d4).unwrap(), node, "found where it is");
    assert_eq!(edits.undo(&mut tree).map(|what| what.text()), Some("Add d4".to_owned()));
    assert_eq!((movetext(&tree), edits.undo_text()), (bare, None));
    assert_eq!(edits.redo_text(), Some("Add d4".to_owned()));
    assert_eq!(edits.redo(&mut tree).map(|what| what.text()), Some("Add d4".to_owned()));
    assert!(tree.contains(node) && edits.redo_text().is_none());

    let null = edits.add_null(&mut tree, e4).unwrap();
    assert!(tree.is_null(null));
    assert_eq!(edits.undo_text(), Some(t!("study-undo-null-move").to_owned()));
    assert_eq!(edits.add_null(&mut tree, e4), Some(null));
    edits.undo(&mut tree);
    assert!(!tree.contains(null) && tree.contains(node));
    // A new edit clears redo.
    assert!(edits.redo_text().is_some());
    assert!(edits.set_comment(&mut tree, e4, "Best by test."));
    assert_eq!(edits.redo_text(), None);
    assert!(!edits.set_comment(&mut tree, e4, "Best by test."), "nothing new");
    assert_eq!(edits.undo_text(), Some("Comment".to_owned()));

    // An edit removed from the history stays in the tree.
    edits.take(Direction::Undo);
    assert_eq!(edits.undo_text(), Some("Add d4".to_owned()));
    assert_eq!(tree.comment(e4), "Best by test.");
    edits.undo(&mut tree);
    edits.take(Direction::Redo);
    assert_eq!(edits.redo(&mut tree), None);
    assert_eq!(tree.comment(e4), "Best by test.");
}

#[test]
fn the_oldest_edits_are_forgotten_one_by_one() {
    let mut tree = tree_of("1. e4");
    let node = tree.main_line()[1];
    let mut edits = Edits::default();
    for number in 0..2000 {
        assert!(edits.set_comment(&mut tree, node, &number.to_string()));
    }
    let undone = std::iter::from_fn(|| edits.undo(&mut tree)).count();
    let left: usize = tree.comment(node).parse().unwrap();
    assert!((100..2000).contains(&undone), "{undone}");
    assert_eq!(left, 1999 - undone, "the latest ones are kept, and as many as there is room for");
    for number in 0..=undone {
        edits.set_comment(&mut tree, node, &format!("again {number}"));
    }
    assert_eq!(std::iter::from_fn(|| edits.undo(&mut tree)).count(), undone, "no more and no less");
}

#[test]
fn only_one_glyph_judges_a_move() {
    let mut tree = tree_of("1. e4 e5");
    let node = tree.main_line()[1];
    let mut edits = Edits::default();
    let (good, bad, equal, novelty) = (Nag(1), Nag(2), Nag(10), Nag(146));
    for (nag, expected) in [
        (good, vec![good]),
        (bad, vec![bad]),
        (equal, vec![bad, equal]),
        (novelty, vec![bad, equal, novelty]),
        (good, vec![good, equal, novelty]),
        (equal, vec![good, novelty]),
        (good, vec![novelty]),
    ] {
        assert!(edits.toggle_nag(&mut tree, node, nag));
        assert_eq!(tree.nags(node), expected, "{nag:?}");
    }
    assert!(!edits.toggle_nag(&mut tree, NodeId::ROOT, good));
    assert!(edits.clear_nags(&mut tree, node) && tree.nags(node).is_empty());
    assert!(!edits.clear_nags(&mut tree, node));
    let gone = tree.main_line()[2];
    tree.delete(gone).unwrap();
    assert!(
        !edits.set_comment(&mut tree, gone, "x")
            && !edits.set_notes(&mut tree, gone, Notes::default(), "x".into())
    );
}

#[test]
fn siblings_change_places_and_come_back() {
    let mut tree = tree_of("1. e4 (1. d4) (1. c4) (1. Nf3) e5");
    let order = |tree: &GameTree| {
        let all = tree.children(NodeId::ROOT).iter();
        all.map(|&node| tree.san(node).to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(order(&tree), "e4 d4 c4 Nf3");
    let nf3 = tree.children(NodeId::ROOT)[3];
    assert!(tree.promote(nf3));
    assert_eq!(order(&tree), "Nf3 e4 d4 c4");
    assert!(!tree.promote(nf3), "it is the main line already");
    assert_eq!(tree.parent(nf3), Some(NodeId::ROOT));
    assert_eq!(tree.parent(NodeId::ROOT), None);
    let c4 = tree.children(NodeId::ROOT)[3];
    assert_eq!(tree.variation_head(c4), Some(c4));
    assert!(tree.promote(c4));
    assert_eq!(order(&tree), "c4 Nf3 e4 d4");
}

#[test]
fn two_trees_are_equal_when_all_that_is_in_them_is() {
    let text = "1. e4 {a} e5 (1... c5 $2 {[%clk 0:01:00]}) 2. Nf3";
    let tree = tree_of(text);
    assert_eq!(tree, tree_of(text));
    for other in [
        "1. e4 {b} e5 (1... c5 $2 {[%clk 0:01:00]}) 2. Nf3",
        "1. e4 {a} e5 (1... c5 $1 {[%clk 0:01:00]}) 2. Nf3",
        "1. e4 {a} e5 (1... c5 $2 {[%clk 0:01:01]}) 2. Nf3",
        "1. e4 {a} e5 (1... c6 $2 {[%clk 0:01:00]}) 2. Nf3",
        "1. e4 {a} e5 (1... c5 $2 {[%clk 0:01:00]}) 2. Nc3",
        "1. e4 {a} e5 (1... c5 $2 {[%clk 0:01:00]})",
        "1. e4 {a} e5 2. Nf3",
        "1. e4 {a} c5 $2 {[%clk 0:01:00]} (1... e5 2. Nf3)",
    ] {
        assert_ne!(tree, tree_of(other), "{other}");
    }
}

#[test]
fn notes_of_two_games_are_joined() {
    let (mut ours, theirs) = (
        tree_of("1. e4 {ours} $1 {[%csl Ge4][%clk 0:01:00]} e5"),
        tree_of(
            "1. e4 {theirs} $1 $10 {[%csl Re4,Gd4][%clk 0:02:00][%emt 0:00:05]} e5 {new} 2. Nf3",
        ),
    );
    let mut edits = Edits::default();
    let bare = movetext(&ours);
    assert!(edits.merge(&mut ours, &theirs).is_ok());
    let line = ours.main_line();
    assert_eq!(ours.comment(line[1]), "ours / theirs");
    assert_eq!(ours.nags(line[1]), [Nag(1), Nag(10)]);
    let circle = |at, brush| Shape::Circle { at, brush };
    let shapes = [circle(Square::E4, Brush::Green), circle(Square::D4, Brush::Green)];
    assert_eq!(ours.shapes(line[1]), shapes, "one mark a place");
    assert_eq!((ours.clock_ms(line[1]), ours.elapsed_ms(line[1])), (Some(60_000), Some(5_000)));
    assert_eq!((ours.comment(line[2]), line.len()), ("new", 4));
    // A second merge adds nothing.
    let once = ours.clone();
    let _ = edits.merge(&mut ours, &theirs);
    assert_eq!(ours, once);
    while edits.undo(&mut ours).is_some() {}
    assert_eq!(movetext(&ours), bare);
    // A game with another start position cannot be merged.
    let other = read_all("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *").remove(0).tree;
    let error = edits.merge(&mut ours, &other).unwrap_err();
    assert!(error.found.starts_with("4k3/8/8/8/8/8/4P3/4K3"), "{error}");
}

#[test]
fn position_signs_are_glyphs() {
    for (sign, nag) in [
        ("=", 10),
        ("inf", 13),
        ("\u{221e}", 13),
        ("+=", 14),
        ("+/=", 14),
        ("\u{2a72}", 14),
        ("=+", 15),
        ("=/+", 15),
        ("\u{2a71}", 15),
        ("+/-", 16),
        ("\u{b1}", 16),
        ("-/+", 17),
        ("\u{2213}", 17),
        ("+-", 18),
        ("+\u{2212}", 18),
        ("-+", 19),
        ("\u{2212}+", 19),
        ("N", 146),
        ("RR", 145),
        ("D", 220),
        ("\u{25a1}", 7),
        ("!", 1),
        ("?", 2),
        ("!!", 3),
        ("??", 4),
        ("!?", 5),
        ("?!", 6),
        ("$7", 7),
    ] {
        for blank in [" ", ""] {
            let game = read_all(&format!("1. e4{blank}{sign} e5 2. Nf3")).remove(0);
            let line = game.tree.main_line();
            assert_eq!(game.warnings, [], "{blank}{sign}");
            assert_eq!(
                (line.len(), game.tree.nags(line[1])),
                (4, &[Nag(nag)][..]),
                "{blank}{sign}"
            );
        }
    }
}

#[test]
fn all_signs_joined_to_a_move_are_kept() {
    let start = "[FEN \"8/P5k1/8/8/3N4/8/8/R3K2R w KQ - 0 1\"]\n\n1. ";
    for (word, san, nags, odd) in [
        ("Nf5+!", "Nf5+", &[1][..], ""),
        ("Nf5!+", "Nf5+", &[1], ""),
        ("Nf5!#", "Nf5+", &[1], ""),
        ("Nf5!!++", "Nf5+", &[3], ""),
        ("Nf5!+-", "Nf5+", &[1, 18], ""),
        ("Nf5+-!?", "Nf5+", &[18, 5], ""),
        ("Nf5++-", "Nf5+", &[18], ""),
        ("Nf5+-+", "Nf5+", &[19], ""),
        ("O-O=", "O-O", &[10], ""),
        ("O-O-O-+", "O-O-O", &[19], ""),
        ("Nb3N!", "Nb3", &[146, 1], ""),
        ("Nb3!N", "Nb3", &[1, 146], ""),
        ("d4b3=", "Nb3", &[10], ""),
        ("a8N", "a8=N", &[], ""),
        ("a8N=", "a8=N", &[10], ""),
        ("a8=Q\u{b1}", "a8=Q", &[16], ""),
        ("Nb3!!!", "Nb3", &[], "!!!"),
        ("Nb3-", "Nb3", &[], "-"),
        ("Nb3=/!", "Nb3", &[1], "=/"),
        ("--!", "--", &[1], ""),
    ] {
        let game = read_all(&format!("{start}{word} *")).remove(0);
        let (tree, node) = (&game.tree, *game.tree.main_line().get(1).expect(word));
        let nags: Vec<Nag> = nags.iter().map(|&nag| Nag(nag)).collect();
        assert_eq!((tree.san(node), tree.nags(node)), (san, &nags[..]), "{word}");
        assert_eq!(tree.comment(node), odd, "{word}");
        assert_eq!(
            game.warnings.len(),
            usize::from(!odd.is_empty()),
            "{word}: {:?}",
            game.warnings
        );
    }
    let unfinished = read_all(&format!("{start}a8= *")).remove(0);
    assert_eq!(unfinished.tree.nags(unfinished.tree.main_line()[1]), []);
    assert_eq!(unfinished.warnings.len(), 1, "read as a queen");
}

#[test]
fn null_moves_and_castlings_have_many_spellings() {
    for null in ["--", "Z0", "null", "NULL", "@@@@", "0000", "pass", "<>", "\u{2014}"] {
        let tree = tree_of(&format!("1. e4 {null} 2. d4"));
        let line = tree.main_line();
        assert!(line.len() == 4 && tree.is_null(line[2]), "{null}");
    }
    for (short, long) in [("O-O", "O-O-O"), ("0-0", "0-0-0"), ("o-o", "o-o-o")] {
        let set_up = |castling: &str| {
            let text = format!("[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n\n1. {castling} *");
            let tree = read_all(&text).remove(0).tree;
            tree.main_line().get(1).map(|&node| tree.board(node).king(tabia_chess::Color::White))
        };
        assert_eq!((set_up(short), set_up(long)), (Some(Square::G1), Some(Square::C1)));
    }
}

#[test]
fn variant_names_of_standard_chess_are_known_and_others_are_reported() {
    for (variant, ours) in [
        ("Standard", true),
        ("chess", true),
        ("Chess960", true),
        ("Fischerandom", true),
        ("Fischer-Random", true),
        ("From Position", true),
        ("DFRC", true),
        ("Atomic", false),
        ("Crazyhouse", false),
    ] {
        let game = read_all(&format!("[Variant \"{variant}\"]\n\n1. e4 *")).remove(0);
        assert_eq!(game.warnings.is_empty(), ours, "{variant}");
    }
    // A message shows the beginning of what it is about, on one line.
    for (name, shown) in [
        ("x".repeat(30), "x".repeat(30)),
        ("x".repeat(31), format!("{}\u{2026}", "x".repeat(30))),
        ("my own\tchess".to_owned(), "my own chess".to_owned()),
    ] {
        let game = read_all(&format!("[Variant \"{name}\"]\n\n1. e4 *")).remove(0);
        let warnings: Vec<String> = game.warnings.iter().map(ToString::to_string).collect();
        let shown = format!("\u{201c}{shown}\u{201d}");
        assert!(warnings.iter().any(|warning| warning.contains(&shown)), "{warnings:?}");
    }
}

#[test]
fn tags_are_found_however_many_there_are() {
    for count in [0, 3, 7, 8, 9, 15, 16, 17, 18, 31, 32, 33, 40, 100] {
        let mut tags = Tags::new();
        for number in 0..count {
            tags.set(format!("Tag{number}"), number.to_string());
        }
        assert_eq!((tags.len(), tags.is_empty()), (count, count == 0));
        for number in 0..count {
            assert_eq!(tags.get(&format!("Tag{number}")), Some(&*number.to_string()), "{count}");
            tags.set(format!("Tag{number}"), "again");
        }
        assert_eq!(tags.len(), count, "set twice they are there once");
        // After one is removed, the others are found and keep their order.
        tags.remove("Tag1");
        tags.remove("Tag1000");
        let left: Vec<String> = tags.iter().map(|(name, _)| name.to_owned()).collect();
        let expected: Vec<String> =
            (0..count).filter(|&n| n != 1).map(|n| format!("Tag{n}")).collect();
        assert_eq!(left, expected);
        assert!(expected.iter().all(|name| tags.get(name) == Some("again")), "{count}");
        assert_eq!(tags.get("Tag1"), None);
        tags.set("New", "1");
        assert_eq!(tags.iter().last(), Some(("New", "1")));
        assert_eq!(tags.get("New"), Some("1"));
    }
    let roster = Tags::roster();
    let values: Vec<&str> = roster.iter().map(|(_, value)| value).collect();
    assert_eq!(values, ["?", "?", "????.??.??", "?", "?", "?", "*"]);
}

#[test]
fn values_for_unknown_are_not_known() {
    for (value, known) in [
        ("", false),
        ("-", false),
        ("?", false),
        ("????.??.??", false),
        ("....", false),
        ("1992.??.??", true),
        ("*", true),
        ("Tal", true),
        ("?!", true),
        ("???????????", false),
        ("-?", true),
    ] {
        let mut tags = Tags::new();
        tags.set("X", value);
        assert_eq!(tags.known("X"), known.then_some(value), "{value}");
    }
    for (length, known) in [(99, false), (100, false), (101, true)] {
        let mut tags = Tags::new();
        tags.set("X", "?".repeat(length));
        assert_eq!(tags.known("X").is_some(), known, "{length}");
    }
    assert_eq!(Tags::new().known("X"), None);
}

#[test]
fn a_written_game_says_where_it_begins_only_when_it_must() {
    let written = |fen: &str, variant: Option<&str>| {
        let tree = GameTree::new(Board::from_fen(fen).unwrap());
        let mut tags = Tags::roster();
        if let Some(variant) = variant {
            tags.set("Variant", variant);
        }
        pgn_write::write(&tags, &tree)
    };
    let (usual, own) = (Board::start().to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    let shuffled = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1";
    for (fen, variant, wanted) in [
        (usual.as_str(), None, [false, false]),
        (own, None, [true, false]),
        (shuffled, None, [true, true]),
        (shuffled, Some("?"), [true, true]),
        (own, Some("Chess960"), [true, true]),
        (usual.as_str(), Some("Chess960"), [false, true]),
    ] {
        let text = written(fen, variant);
        let found = [text.contains("[SetUp \"1\"]\n[FEN"), text.contains("[Variant \"Chess960\"]")];
        assert_eq!(found, wanted, "{text}");
    }
    assert!(written(shuffled, Some("Fischerandom")).contains("[Variant \"Fischerandom\"]"));
}

#[test]
fn brushes_have_letters_and_names() {
    let names = Brush::ALL.map(Brush::name);
    assert_eq!(names, ["green", "red", "blue", "orange"]);
    for brush in Brush::ALL {
        assert_eq!(Brush::from_letter(brush.letter()), Some(brush));
    }
    assert_eq!(Brush::from_letter('x'), None);
}

#[test]
fn comments_end_where_they_are_closed_or_the_next_game_begins() {
    let next = "\n\n[Event \"next\"]\n\n1. d4 *";
    for (text, games, comment) in [
        ("1. e4 {a} e5 *", 1, "a"),
        ("1. e4 {a {b} c} e5 *", 1, "a (b) c"),
        ("1. e4 {open", 1, "open"),
        ("1. e4 {open\n\n[Event \"x\"]\n\n1. d4 *", 2, "open"),
        ("1. e4 {open\r\n\r\n[Event \"x\"]\r\n\r\n1. d4 *", 2, "open"),
        ("1. e4 {open\r\r[Event \"x\"]\r\r1. d4 *", 2, "open"),
        ("1. e4 {open\n \t\n[E_1 \t\"x\"]\n\n1. d4 *", 2, "open"),
        ("1. e4 {a\n\n[Event x] b} e5 *", 1, "a [Event x] b"),
        ("1. e4 {a\n\n[ \"x\"] b} e5 *", 1, "a [ \"x\"] b"),
        ("1. e4 {a\n[Event \"x\"] b} e5 *", 1, "a [Event \"x\"] b"),
    ] {
        let all = read_all(text);
        assert_eq!(all.len(), games, "{text:?}");
        let tree = &all[0].tree;
        let found = tree.comment(tree.main_line()[1]);
        let found = found.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(found, comment, "{text:?}");
        // In any case, a game after it is read.
        let both = read_all(&format!("{text}{next}"));
        assert_eq!(both.len(), games + 1, "{text:?}");
        let last = &both.last().unwrap().tree;
        assert_eq!(movetext(last), "1. d4 *", "{text:?}");
    }
    // Nested braces are followed for some thousand bytes; then the first closing brace counts.
    for (filling, nested) in [(100, true), (4000, true), (4200, false), (9000, false)] {
        let text = format!("1. e4 {{a {{b}} {} }} e5 *", "c ".repeat(filling / 2));
        let game = read_all(&text).remove(0);
        let comment = game.tree.comment(game.tree.main_line()[1]);
        assert_eq!(comment.len() > 10, nested, "{filling}: {} bytes", comment.len());
    }
}

#[test]
fn an_evaluation_is_noted_with_its_depth() {
    for (note, value, depth) in [
        ("[%eval 0.35]", EvalValue::Cp(35), None),
        ("[%eval -1.2,18]", EvalValue::Cp(-120), Some(18)),
        ("[%eval #3]", EvalValue::Mate(3), None),
        ("[%eval #-4,22]", EvalValue::Mate(-4), Some(22)),
    ] {
        let tree = tree_of(&format!("1. e4 {{{note}}} e5"));
        assert_eq!(tree.eval(tree.main_line()[1]), Some(NodeEval { value, depth }), "{note}");
    }
}
