//! Tables of what a review says about moves: sentences, classes, sums and numbers, with cases on both sides of every
//! limit.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use tabia_chess::{Board, Color, Move, PieceType, uci_move};
use tabia_engine::search::score::Score;
use tabia_games::game::annotation::EvalValue;
use tabia_games::game::pgn_read::read_all;
use tabia_games::game::tree::NodeId;
use tabia_host::review::accuracy::{centipawn_loss, game_accuracy, move_accuracy, win_percent};
use tabia_host::review::classify::{Evidence, MoveClass, classify, offers_piece};
use tabia_host::review::motifs::{self, Motif, motif};
use tabia_host::review::notes::{self, NoteKinds};
use tabia_host::review::phase::Phase;
use tabia_host::review::recorded;
use tabia_host::review::words::{Amount, Error, Why, errors_text, explain};
use tabia_host::review::{Analysis, MoveReview, Review, for_mover};
use tabia_text::{Language, t};

fn line(board: &Board, moves: &str) -> Vec<Move> {
    let mut board = *board;
    let moves = moves.split_whitespace().map(|text| {
        let mv = uci_move::parse(&board, text).unwrap();
        board.make_move(mv);
        mv
    });
    moves.collect()
}

fn explained(
    fen: &str,
    played: &str,
    scores: [Score; 2],
    refute: &str,
    better: &str,
) -> Option<String> {
    let board = Board::from_fen(fen).unwrap();
    let played = uci_move::parse(&board, played).unwrap();
    let refutation = line(&board.after(played), refute);
    let better = line(&board, better);
    let [before, after] = scores;
    let (board, refutation, better) = (&board, &refutation[..], &better[..]);
    explain(&Error { board, played, before, after, refutation, better }).map(|why| why.text())
}

/// A position, the move played, its refutation, the better line, and the text.
const SENTENCES: [[&str; 5]; 13] = [
    // Losses.
    [
        "6k1/7p/2n5/1B6/8/8/8/4K3 b - - 0 1",
        "h7h6",
        "b5c6 g8g7",
        "",
        "Leaves the knight on c6 hanging: Bxc6",
    ],
    [
        "4k3/7p/2n5/1B6/3P4/8/8/4K3 b - - 0 1",
        "h7h6",
        "d4d5 h6h5 d5c6 e8d8",
        "",
        "Loses a piece to d5: the knight on c6 is pinned",
    ],
    [
        "3qk3/8/8/8/8/8/P2r4/3RK3 b - - 0 1",
        "e8e7",
        "d1d2 d8d2 e1d2 e7e6",
        "",
        "Loses material worth a queen to Rxd2",
    ],
    // Material missed, one case for each amount.
    [
        "4k3/3r4/8/4N3/8/8/8/4K3 w - - 0 1",
        "e1e2",
        "e8e7",
        "e5d7 e8d7",
        "Missed Nxd7, winning material worth two pawns",
    ],
    [
        "4k3/3q4/8/8/8/8/8/3RK3 w - - 0 1",
        "e1f2",
        "e8e7",
        "d1d7 e8d7",
        "Missed Rxd7, winning a piece",
    ],
    [
        "4k3/3q4/8/4N3/8/8/8/4K3 w - - 0 1",
        "e1f2",
        "e8e7",
        "e5d7 e8d7",
        "Missed Nxd7, winning material worth a rook",
    ],
    [
        "7r/P3k3/8/8/8/8/8/4K3 w - - 0 1",
        "e1e2",
        "e7e6",
        "a7a8q e7e6 a8h8 e6d6",
        "Missed a8=Q, winning material worth a queen",
    ],
    [
        "8/P3k3/8/8/8/8/8/4K3 w - - 0 1",
        "e1e2",
        "e7e6",
        "a7a8q e7e6",
        "Missed a8=Q, winning material worth a rook",
    ],
    [
        "7k/4p3/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "e1e2",
        "h8g8",
        "e5d6 h8g8 d6e7 g8f7",
        "Missed exd6, winning material worth two pawns",
    ],
    // With a motif.
    [
        "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1",
        "e1e2",
        "e8d7",
        "d5c7 e8d7 c7a8 d7c8",
        "Missed Nc7+, forking king and rook and winning material worth a rook",
    ],
    [
        "r3k3/8/8/8/4B3/8/8/4K3 w - - 0 1",
        "e1e2",
        "e8d7",
        "e4a8 e8d7",
        "Missed Bxa8, winning the rook",
    ],
    // Material that the move played wins or loses is subtracted from what was missed.
    [
        "4k3/3q4/2n5/4N3/8/8/8/4K3 w - - 0 1",
        "e5c6",
        "e8f8",
        "e5d7 e8d7",
        "Missed Nxd7, winning a piece",
    ],
    [
        "4k3/3q4/2n5/4N3/8/8/8/4K3 w - - 0 1",
        "e5c6",
        "d7c6 e1e2",
        "e5d7 e8d7",
        "Missed Nxd7, winning material worth a rook",
    ],
];

#[test]
fn the_reason_names_what_a_bad_move_loses_or_misses() {
    for [fen, played, refute, better, expected] in SENTENCES {
        let scores = [Score::Cp(300), Score::Cp(-300)];
        assert_eq!(
            explained(fen, played, scores, refute, better).as_deref(),
            Some(expected),
            "{fen}"
        );
    }
}

#[test]
fn mates_are_named_only_where_the_move_changed_them() {
    use Score::{Cp, Mate};
    let fen = "7k/8/8/8/8/8/R6P/K7 w - - 0 1";
    let (allows, misses) = (Some("Allows mate in 2"), Some("Missed mate in 2"));
    for (before, after, expected) in [
        (Cp(0), Mate(-4), allows),
        (Mate(3), Mate(-4), allows),
        (Mate(-6), Mate(-4), None),
        (Mate(3), Cp(900), misses),
        (Mate(3), Mate(5), None),
        (Mate(-6), Cp(-900), None),
        (Cp(900), Mate(5), None),
    ] {
        let text = explained(fen, "h2h3", [before, after], "", "");
        assert_eq!(text.as_deref(), expected, "{before} to {after}");
    }
}

#[test]
fn motifs_are_distinguished_from_what_looks_like_them() {
    use PieceType::{King, Knight, Queen, Rook};
    let fork = |targets: &[PieceType]| Some(Motif::Fork { targets: targets.to_vec() });
    let knight =
        |square: &str| Some(Motif::Hanging { kind: Knight, square: square.parse().unwrap() });
    for (fen, moves, expected) in [
        ("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7 e8d7 c7a8", fork(&[King, Rook])),
        // A defended rook is still worth more than a knight.
        ("rn2k3/8/8/3N4/8/8/q7/4K3 w - - 0 1", "d5c7 e8d7 c7a8", fork(&[King, Rook])),
        // A defended knight is worth no more than a knight: there is one target only.
        ("n3k3/8/8/3N4/8/8/q7/4K3 w - - 0 1", "d5c7 e8d7 c7a8", None),
        ("n3k3/8/8/3N4/8/8/1q6/4K3 w - - 0 1", "d5c7 e8d7 c7a8", fork(&[King, Knight])),
        // Pawns are no targets, however bare.
        ("4k3/8/p7/3N4/8/8/8/4K3 w - - 0 1", "d5c7 e8d7 c7a6", None),
        // Another piece captures, so it was not a fork.
        ("r3k3/8/8/3N4/4B3/8/8/4K3 w - - 0 1", "d5c7 e8e7 e4a8", None),
        ("3rk3/8/8/1N6/8/8/8/3QK3 w - - 0 1", "b5c7 e8e7 d1d8", None),
        // The captured piece moved there by itself.
        ("4k3/8/r7/3N4/8/8/8/4K3 w - - 0 1", "d5c7 e8d7 c7a6", fork(&[King, Rook])),
        ("4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1", "c3d5", knight("d5")),
        ("4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", None),
    ] {
        let board = Board::from_fen(fen).unwrap();
        assert_eq!(motif(&board, &line(&board, moves)), expected, "{fen} {moves}");
    }
    assert_eq!(motifs::list(&[King, Queen, Rook]), "king, queen and rook");
    let list = |kinds: &[PieceType]| motifs::list(kinds);
    assert_eq!((list(&[Rook]), list(&[])), ("rook".to_owned(), String::new()));
}

#[test]
fn a_move_is_forced_or_from_the_book_before_it_is_good_or_bad() {
    use MoveClass::{
        Best, Blunder, Book, Brilliant, Excellent, Forced, Good, Inaccuracy, MissedWin, Mistake,
        OnlyMove,
    };
    use Score::Cp;
    let mv = |text| uci_move::parse(&Board::start(), text).unwrap();
    let (best, other) = ("e2e4", "d2d4");
    for (played, legal, in_book, offers, before, second, after, expected) in [
        (other, 1, true, false, Cp(0), None, Cp(-900), Forced),
        (best, 1, true, true, Cp(0), None, Cp(0), Forced),
        (best, 2, true, true, Cp(0), Some(Cp(-900)), Cp(0), Book),
        (other, 2, true, false, Cp(0), None, Cp(-5), Book),
        (other, 20, true, false, Cp(0), None, Cp(-45), Book),
        (other, 20, false, false, Cp(0), None, Cp(-45), Good),
        (other, 20, true, false, Cp(0), None, Cp(-90), Inaccuracy),
        (other, 20, true, false, Cp(0), None, Cp(-130), Mistake),
        (other, 20, true, false, Cp(0), None, Cp(-900), Blunder),
        (other, 20, false, false, Cp(0), None, Cp(0), Excellent),
        (best, 20, false, true, Cp(0), None, Cp(0), Best),
        (best, 20, false, true, Cp(0), Some(Cp(-900)), Cp(0), Brilliant),
        (best, 20, false, true, Cp(-1), Some(Cp(-900)), Cp(-1), OnlyMove),
        (best, 20, false, false, Cp(0), Some(Cp(-900)), Cp(0), OnlyMove),
        // Winning begins at 75 %, 299 centipawns.
        (other, 20, false, false, Cp(298), None, Cp(160), Mistake),
        (other, 20, false, false, Cp(299), None, Cp(160), MissedWin),
        (other, 20, false, false, Cp(299), None, Cp(0), Blunder),
        (other, 20, false, false, Cp(299), None, Cp(-299), Blunder),
        (other, 20, false, false, Cp(500), None, Cp(299), Mistake),
        (other, 20, false, false, Cp(500), None, Cp(298), MissedWin),
        (other, 20, false, false, Cp(299), None, Cp(220), Inaccuracy),
    ] {
        let (played, best) = (mv(played), Some(mv(best)));
        let evidence = Evidence { played, best, before, second, after, legal, in_book, offers };
        assert_eq!(classify(&evidence), expected, "{evidence:?}");
    }
}

#[test]
fn classes_have_names_glyphs_and_places() {
    use MoveClass::{Blunder, Brilliant, Inaccuracy, MissedWin, Mistake, OnlyMove};
    for (place, class) in MoveClass::ALL.into_iter().enumerate() {
        assert_eq!(class.index(), place);
        let glyph = match class {
            OnlyMove => Some(7),
            Mistake | MissedWin => Some(2),
            Brilliant => Some(3),
            Blunder => Some(4),
            Inaccuracy => Some(6),
            _ => None,
        };
        assert_eq!(class.nag().map(|nag| nag.0), glyph, "{class:?}");
        assert_eq!(class.is_error(), [Inaccuracy, Mistake, MissedWin, Blunder].contains(&class));
        let words: String = format!("{class:?}").to_lowercase();
        assert_eq!(class.name().replace(' ', ""), words);
    }
}

#[test]
fn an_offer_is_two_pawns_at_least_and_of_what_was_safe() {
    for (fen, mv, expected) in [
        // A rook for a defended knight loses the exchange, which is just enough.
        ("6k1/5ppp/6n1/8/8/8/8/4K1R1 w - - 0 1", "g1g6", true),
        ("6k1/5ppp/6r1/8/8/8/8/4K1R1 w - - 0 1", "g1g6", false),
        // A bishop that could only be exchanged on its square was safe there.
        ("6k1/5ppp/8/8/1n6/3B4/2P5/4K3 w - - 0 1", "d3h7", true),
        // A bishop that could be won there was not.
        ("6k1/5ppp/8/8/1n6/3B4/8/4K3 w - - 0 1", "d3h7", false),
        // A move out of check offers nothing, and pawns and kings are not pieces.
        ("4r1k1/5ppp/8/8/8/3B4/8/4K3 w - - 0 1", "d3e2", false),
        ("6k1/5ppp/7n/6P1/8/8/8/4K3 w - - 0 1", "g5g6", false),
    ] {
        let board = Board::from_fen(fen).unwrap();
        let mv = uci_move::parse(&board, mv).unwrap();
        assert_eq!(offers_piece(&board, mv), expected, "{fen}");
    }
}

#[test]
fn accuracies_are_those_of_the_formula() {
    let near = |got: f64, expected: f64| {
        assert!((got - expected).abs() < 1e-6, "{got} for {expected}");
    };
    // The documented formula, computed independently.
    let percents: Vec<f64> = (0..31)
        .map(|i| 50.0 + f64::from(i * 7 % 11) - if (12..20).contains(&i) { 20.0 } else { 0.0 })
        .collect();
    let moves: Vec<(usize, f64)> =
        (0..15).map(|n| (2 * n, [100.0, 90.0, 40.0, 0.5, 75.0][n % 5])).collect();
    near(game_accuracy(&percents, &moves).unwrap(), 36.930_550_108_770_404);
    let short = [50.0, 58.0, 66.0, 74.0, 53.0, 61.0, 69.0, 77.0];
    let moves = [(0, 100.0), (2, 20.0), (4, 60.0), (6, 80.0)];
    near(game_accuracy(&short, &moves).unwrap(), 54.929_906_542_056_074);
    let wild: Vec<f64> = (0..101).map(|i| if i / 3 % 2 == 1 { 10.0 } else { 90.0 }).collect();
    let moves: Vec<(usize, f64)> =
        (1..100).step_by(2).map(|ply| (ply, 100.0 - ply as f64)).collect();
    near(game_accuracy(&wild, &moves).unwrap(), 33.509_842_070_769_41);

    near(move_accuracy(60.0, 50.0), 103.1668 * (-0.4354_f64).exp() - 2.1669);
    near(move_accuracy(100.0, 0.0), 0.0);
    assert_eq!(centipawn_loss(Score::Cp(-100), Score::Cp(-250)), 150);
    assert_eq!(centipawn_loss(Score::Mate(1), Score::Cp(0)), 1000);
}

#[test]
fn a_score_after_a_move_is_converted_to_the_movers_view_one_ply_earlier() {
    use Score::{Cp, Mate, Tablebase};
    for (after, before) in [
        (Cp(30), Cp(-30)),
        (Mate(3), Mate(-4)),
        (Mate(1), Mate(-2)),
        (Mate(0), Mate(1)),
        (Mate(-2), Mate(3)),
        (Tablebase(9), Tablebase(-10)),
        (Tablebase(1), Tablebase(-2)),
        (Tablebase(0), Tablebase(1)),
        (Tablebase(-4), Tablebase(5)),
    ] {
        assert_eq!(for_mover(after), before, "{after}");
    }
}

#[test]
fn phases_end_where_the_rule_says() {
    for (fen, expected) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 15", Phase::Opening),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 16", Phase::Middlegame),
        // Seven pieces and six.
        ("rn1qk3/8/8/8/8/8/8/R1BQK1N1 w - - 0 1", Phase::Opening),
        ("rn1qk3/8/8/8/8/2N5/8/R1BQK3 w - - 0 1", Phase::Middlegame),
        ("rn1qk3/8/8/8/8/8/8/R1B1K1N1 w - - 0 1", Phase::Endgame),
        // Minor pieces on the opponent's first rank do not count as undeveloped.
        ("rN1qk1N1/8/8/8/8/8/8/R1B1K2R w - - 0 1", Phase::Middlegame),
    ] {
        assert_eq!(Phase::of(&Board::from_fen(fen).unwrap()), expected, "{fen}");
    }
    assert_eq!(
        Phase::ALL.map(Phase::name),
        [t!("review-phase-opening"), t!("review-phase-middlegame"), t!("review-phase-endgame")]
    );
}

/// A review of a short game in which every second move is bad.
fn reviewed(
    pgn: &str,
    score: impl Fn(usize) -> Score,
) -> (tabia_games::game::tree::GameTree, Review) {
    let tree = read_all(pgn).remove(0).tree;
    let mut review = Review::new(&tree);
    while let Some((place, position)) = review.next(&tree) {
        let line = position.board().legal_moves().iter().copied().take(1).collect();
        review.put(place, Analysis { score: score(place), line, second: None, depth: 7 });
    }
    (tree, review)
}

#[test]
fn notes_are_written_kind_by_kind() {
    let pgn = "1. e4 e5 2. Nf3 Nc6 *";
    // White's view: even, then lost after Black's first move and won again after White's second.
    let scores = [0, 0, 400, 400, -400];
    let view = |place: usize| {
        Score::Cp(if place.is_multiple_of(2) { scores[place] } else { -scores[place] })
    };
    for (kinds, wanted) in [
        (
            NoteKinds { scores: true, glyphs: false, words: false, lines: false },
            [true, false, false],
        ),
        (
            NoteKinds { scores: false, glyphs: true, words: false, lines: false },
            [false, true, false],
        ),
        (
            NoteKinds { scores: false, glyphs: false, words: true, lines: false },
            [false, false, true],
        ),
        (NoteKinds { scores: false, glyphs: false, words: false, lines: true }, [false; 3]),
        (NoteKinds { scores: false, glyphs: false, words: false, lines: false }, [false; 3]),
    ] {
        let (mut tree, review) = reviewed(pgn, view);
        let moves = review.moves(&tree, |_, _| false);
        let line = tree.main_line();
        let written = notes::write(&mut tree, &moves, kinds);
        let bad = tree.notes(line[2]);
        let there = [bad.eval.is_some(), !bad.nags.is_empty(), !bad.comment.is_empty()];
        assert_eq!(there, wanted, "{kinds:?}");
        let grew = tree.ids().count() > line.len();
        assert_eq!(grew, kinds.lines, "{kinds:?}");
        assert_eq!(written.is_empty(), !kinds.any(), "{kinds:?}");
        assert_eq!(notes::is_there(&tree, &written), kinds.any(), "{kinds:?}");
    }
    let (mut tree, review) = reviewed(pgn, view);
    let moves = review.moves(&tree, |_, _| false);
    notes::write(&mut tree, &moves, NoteKinds::ALL);
    let line = tree.main_line();
    let evals: Vec<_> = line[1..].iter().map(|&node| tree.notes(node).eval.unwrap()).collect();
    assert_eq!(
        evals.iter().map(|eval| eval.value).collect::<Vec<_>>(),
        [0, 400, 400, -400].map(EvalValue::Cp)
    );
    assert_eq!(evals[0].depth, Some(7));
    assert_eq!(
        moves.iter().map(|review| notes::number(&tree, review)).collect::<Vec<_>>(),
        ["1.", "1...", "2.", "2..."]
    );
    let summary = |side| review.summary(&tree, &moves, side);
    let [white, black] = Color::ALL.map(summary);
    assert_eq!((white.moves, white.errors), (2, [0, 0, 0]));
    assert_eq!((black.moves, black.errors), (2, [0, 0, 1]));
    assert_eq!((white.average_cp_loss, black.average_cp_loss), (Some(0.0), Some(200.0)));
    for (side, summary) in [(Color::White, white), (Color::Black, black)] {
        let own = moves.iter().filter(|review| review.mover == side);
        assert_eq!(summary.classes.iter().sum::<usize>(), summary.moves);
        for review in own {
            assert!(summary.classes[review.class.index()] > 0, "{review:?}");
        }
    }
    // By White's chances, whoever is to move.
    let chances: Vec<f64> = scores.iter().map(|&cp| win_percent(Score::Cp(cp))).collect();
    let accuracies = |side| -> Vec<(usize, f64)> {
        let plies = moves.iter().enumerate().filter(|(_, review)| review.mover == side);
        plies.map(|(ply, review)| (ply, review.accuracy)).collect()
    };
    for side in Color::ALL {
        assert_eq!(summary(side).accuracy, game_accuracy(&chances, &accuracies(side)), "{side:?}");
    }
}

#[test]
fn a_game_is_worth_the_same_while_it_is_reviewed_and_when_it_is_read_again() {
    // White's view. The start position, which no PGN has a score of, is even for both.
    let scores = [29, 25, 40, -70, -60, -150, -140, -150, -90, -160, -20];
    let view = |place: usize| {
        Score::Cp(if place.is_multiple_of(2) { scores[place] } else { -scores[place] })
    };
    let (mut tree, review) = reviewed("1. e4 e5 2. Qh5 Nc6 3. Qg5 Nf6 4. d3 h6 5. Qg3 d6 *", view);
    let moves = review.moves(&tree, |_, _| false);
    notes::write(&mut tree, &moves, NoteKinds::ALL);
    for color in Color::ALL {
        let read = recorded::side(&tree, tree.main_line(), color).unwrap();
        assert_eq!(Some(read.accuracy), review.summary(&tree, &moves, color).accuracy, "{color:?}");
    }
}

#[test]
fn a_review_keeps_the_part_of_its_line_that_is_left() {
    let (mut tree, mut review) = reviewed("1. e4 e5 2. Nf3 Nc6 *", |_| Score::EVEN);
    assert!(!review.keep_to(&tree), "all is there");
    assert_eq!(review.progress(), (5, 5));
    let line = tree.main_line();
    tree.delete(line[3]).unwrap();
    assert!(review.keep_to(&tree));
    assert_eq!((review.progress(), review.line()), ((3, 3), &line[..3]));
    assert_eq!((review.place(line[2]), review.place(line[3])), (Some(2), None));
    assert!(!review.keep_to(&tree), "said once");
    assert_eq!(review.line()[0], NodeId::ROOT);
}

#[test]
fn a_mate_is_noted_with_its_moves_and_a_depth_only_if_there_was_one() {
    let tree = read_all("1. f3 e5 2. g4 Qh4# 0-1").remove(0).tree;
    let note = |white_score, depth| {
        let mut tree = tree.clone();
        let node = tree.main_line()[if white_score == Score::Mate(0) { 4 } else { 1 }];
        let review = MoveReview {
            node,
            mover: Color::White,
            class: MoveClass::Good,
            accuracy: 90.0,
            cp_loss: 0,
            white_score,
            depth,
            best: None,
            better: Vec::new(),
            why: None,
        };
        notes::write(&mut tree, [&review], NoteKinds::ALL);
        tree.notes(node).eval.map(|eval| (eval.value, eval.depth))
    };
    assert_eq!(note(Score::Mate(3), 1), Some((EvalValue::Mate(2), Some(1))));
    assert_eq!(note(Score::Mate(-4), 0), Some((EvalValue::Mate(-2), None)));
    assert_eq!(note(Score::Mate(0), 0), None, "nothing behind the mating move");
    assert_eq!(note(Score::Cp(-35), 12), Some((EvalValue::Cp(-35), Some(12))));
}

#[test]
fn one_of_a_kind_is_written_in_the_singular() {
    let english = Language::english().on_this_thread();
    assert_eq!(errors_text([0, 1, 2]), "0 inaccuracies, 1 mistake, 2 blunders");
    assert_eq!(errors_text([1, 2, 1]), "1 inaccuracy, 2 mistakes, 1 blunder");
    drop(english);
    let _german = Language::by_id("de").unwrap().on_this_thread();
    assert_eq!(errors_text([1, 1, 2]), "1 Ungenauigkeit, 1 Fehler, 2 grobe Fehler");
}

const SCHOLAR: &str = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";

#[test]
fn mates_are_named() {
    let text = explained(SCHOLAR, "g8f6", [Score::Cp(0), Score::Mate(-2)], "h5f7", "g7g6");
    assert_eq!(text.as_deref(), Some("Allows mate in 1: Qxf7#"));
    let fen = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    let text = explained(fen, "h1g1", [Score::Mate(1), Score::Cp(500)], "g7g6", "a1a8");
    assert_eq!(text.as_deref(), Some("Missed mate in 1: Ra8#"));
}

#[test]
fn lost_material_is_named_only_where_the_line_shows_it() {
    let fen = "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1";
    let scores = [Score::Cp(300), Score::Cp(-100)];
    let text = explained(fen, "c3e4", scores, "d5e4 e1e2", "c3d5");
    let hanging = "Puts the knight on e4 en prise: dxe4";
    assert_eq!(text.as_deref(), Some(hanging));
    let text = explained(fen, "e1e2", scores, "d5d4", "c3d5 e8d7");
    assert_eq!(text, None, "one pawn is not worth a word");
    let text = explained(fen, "c3d5", scores, "e8d7", "c3e2");
    assert_eq!(text, None);
}

#[test]
fn forks_and_pins_are_named() {
    let scores = [Score::Cp(0), Score::Cp(-400)];
    let fen = "4k3/r7/8/3N4/8/8/8/4K3 b - - 0 1";
    let text = explained(fen, "a7a8", scores, "d5c7 e8d7 c7a8 d7c8", "a7d7");
    assert_eq!(text.as_deref(), Some("Loses material worth a rook: Nc7+ forks king and rook"));
    let fen = "4k3/8/2n5/1B6/3P4/8/8/4K3 w - - 0 1";
    let better = "d4d5 e8d8 d5c6 d8c7";
    let scores = [Score::Cp(400), Score::Cp(0)];
    let text = explained(fen, "e1e2", scores, "e8d7", better);
    let pinned = "Missed d5, winning a piece: the knight on c6 is pinned";
    assert_eq!(text.as_deref(), Some(pinned));
}

#[test]
fn material_is_named_only_where_the_score_falls_by_as_much() {
    let fen = "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1";
    let explained = |before, after| {
        let scores = [Score::Cp(before), Score::Cp(after)];
        explained(fen, "c3e4", scores, "d5e4 e1e2", "c3d5")
    };
    assert!(explained(300, 0).is_some());
    assert_eq!(explained(600, 200), None, "who is ahead then has not lost a piece to a pawn");
    assert_eq!(explained(60, -100), None, "the piece comes back, or there is something for it");
}

#[test]
fn a_recapture_is_not_called_a_win_of_material() {
    // White has just taken on c5 and is a pawn ahead. The line ends before Black's attack on a2 has been answered.
    let fen = "r1b1kb1r/pp1p1p1p/4p1p1/qNP1P2n/1nB5/8/PPPBQPPP/R3K1NR b KQkq - 0 10";
    let better = "f8c5 e1c1 a7a6 b5d6 c5d6 e5d6 b4a2 c1b1";
    let text = explained(fen, "f7f5", [Score::Cp(-192), Score::Cp(-378)], "a2a3", better);
    assert_eq!(text, None);
    let text = explained(fen, "f7f5", [Score::Cp(50), Score::Cp(-178)], "a2a3", better);
    assert_eq!(text.as_deref(), Some("Missed Bxc5, winning material worth two pawns"));
}

#[test]
fn an_inaccuracy_that_loses_a_piece_says_why_it_is_not_worse() {
    let piece = || Why::Loses(Amount::Piece, Some("Nxe5".to_owned()));
    let text = |before, after| piece().in_context(Score::Cp(before), Score::Cp(after)).text();
    assert_eq!(
        text(700, 400),
        "Loses a piece to Nxe5, but the player does not stand worse afterwards"
    );
    assert_eq!(text(-400, -700), "Loses a piece to Nxe5, in a position that was already worse");
    assert_eq!(text(-523, -800), "Loses a piece to Nxe5, in a position that was already lost");
    let exchange = Why::Loses(Amount::TwoPawns, None);
    assert_eq!(exchange.clone().in_context(Score::Cp(700), Score::Cp(500)), exchange);
    assert!(!piece().in_context(Score::Cp(700), Score::Cp(400)).names_better());
}

#[test]
fn an_immediate_mate_is_named_even_if_a_mate_was_coming() {
    let scores = |before| [Score::Mate(before), Score::Mate(-2)];
    let text = |before| explained(SCHOLAR, "g8f6", scores(before), "h5f7", "g7g6");
    assert_eq!(text(-8).as_deref(), Some("Allows mate in 1: Qxf7#"));
    assert_eq!(text(-4), None, "the best defence is mated in one as well");
}

#[test]
fn an_exchange_is_not_a_loss() {
    let fen = "4k3/3r4/8/8/8/8/3R4/3RK3 w - - 0 1";
    let scores = [Score::Cp(500), Score::Cp(0)];
    assert_eq!(explained(fen, "e1e2", scores, "d7d2 d1d2", "d2d7"), None);
}
