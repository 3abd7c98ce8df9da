//! The files of a match, written and read again.

use std::time::{Duration, SystemTime};

use super::record::{Header, Record};
#[cfg(unix)]
use super::record::{append, claim};
use super::schedule::Fixture;
use tabia_chess::{Board, Color, uci_move};
use tabia_engine::play::control::Control;
use tabia_engine::play::{Cause, Ending, Game, PlayedMove};
use tabia_engine::search::score::{Bound, Score};
use tabia_games::game::annotation::EvalValue;
use tabia_games::game::pgn_read::read_all;
use tabia_games::game::position::GamePosition;

#[test]
fn a_game_is_read_back_with_everything_that_was_recorded() {
    let mut board = Board::start();
    let mut mv = |text: &str| {
        let mv = uci_move::parse(&board, text).unwrap();
        board.make_move(mv);
        mv
    };
    let opening = GamePosition { start: Board::start(), moves: vec![mv("e2e4"), mv("e7e5")] };
    let played = |mv, score, left_ms| PlayedMove {
        mv,
        score: Some(score),
        bound: Bound::Exact,
        depth: Some(9),
        nodes: None,
        spent_ms: 1_500,
        left_ms: Some(left_ms),
    };
    let moves =
        vec![played(mv("g1f3"), Score::Cp(31), 6_580), played(mv("b8c6"), Score::Mate(5), 6_500)];
    let ending = Ending {
        winner: Some(Color::Black),
        cause: Cause::Broken("it said {1-0} and died".into()),
    };
    let game = Game { opening, moves, ending };
    let fixture = Fixture { game: 7, round: 3, white: 1, black: 0 };
    let control = Control::Clock("8+0.08".parse().unwrap());
    let round = "4.2".to_owned();
    let record =
        Record { fixture, round, names: ["new", "ol\"d"], controls: [control; 2], game: &game };
    let header = Header { event: "Test".into(), id: "0123".into() };
    // 1,700,000,000 s: 14 November 2023, 22:13:20 (as `date -u -d @1700000000` says).
    let when = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    let text = record.pgn(&header, when);
    assert!(text.ends_with(" 0-1\n\n"), "{text}");
    let read = read_all(&text);
    assert_eq!((read.len(), read[0].warnings.len()), (1, 0));
    let (tags, tree) = (&read[0].tags, &read[0].tree);
    for (tag, value) in [
        ("Event", "Test"),
        ("Date", "2023.11.14"),
        ("UTCTime", "22:13:20"),
        ("Round", "4.2"),
        ("White", "new"),
        ("Black", "ol\"d"),
        ("WhiteType", "program"),
        ("BlackType", "program"),
        ("Result", "0-1"),
        ("Termination", "abandoned"),
        ("TimeControl", "8+0.08"),
        ("PlyCount", "4"),
        ("MatchId", "0123"),
        ("MatchGame", "8"),
        ("MatchPlayers", "2 1"),
    ] {
        assert_eq!(tags.get(tag), Some(value), "{tag}");
    }
    let line = tree.main_line();
    let last = *line.last().unwrap();
    assert_eq!(tree.ply(last), 4);
    assert_eq!(tree.comment(last), "Black wins, the other engine failed: it said (1-0) and died");
    assert_eq!((tree.clock_ms(last), tree.elapsed_ms(last)), (Some(6_500), Some(1_500)));
    // Mate in three before the move is mate in two after it.
    assert_eq!(tree.eval(last).unwrap().value, EvalValue::Mate(-2), "White's view");
    let third = tree.parent(last).unwrap();
    assert_eq!(
        tree.eval(third).map(|eval| (eval.value, eval.depth)),
        Some((EvalValue::Cp(31), Some(9)))
    );
}

#[test]
fn a_game_from_a_position_says_where_it_began() {
    let start = Board::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 3 40").unwrap();
    let mv = uci_move::parse(&start, "e8e7").unwrap();
    let (score, bound) = (Some(Score::Cp(500)), Bound::Upper);
    let (depth, nodes, left_ms) = (None, None, None);
    let moves = vec![PlayedMove { mv, score, bound, depth, nodes, spent_ms: 0, left_ms }];
    let ending = Ending { winner: None, cause: Cause::TooLong };
    let game = Game { opening: GamePosition::new(start), moves, ending };
    let fixture = Fixture { game: 0, round: 0, white: 0, black: 1 };
    let controls = [Control::Nodes(5), Control::MoveTime(Duration::from_millis(1_500))];
    let round = "1.1".to_owned();
    let record = Record { fixture, round, names: ["a", "b"], controls, game: &game };
    let header = Header { event: "x".into(), id: "y".into() };
    let read = read_all(&record.pgn(&header, SystemTime::UNIX_EPOCH));
    let tags = &read[0].tags;
    assert_eq!(*read[0].tree.board(read[0].tree.root()), start);
    assert_eq!(tags.get("Date"), Some("1970.01.01"));
    assert_eq!(
        [tags.get("WhiteTimeControl"), tags.get("BlackTimeControl")],
        [Some("-"), Some("1/1.5")]
    );
    assert_eq!(tags.get("TimeControl"), None);
}

#[test]
#[cfg(unix)]
fn a_file_of_games_belongs_to_one_match_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let first = claim(&path).unwrap();
    assert_eq!(claim(&path).unwrap_err().kind(), std::io::ErrorKind::ResourceBusy);
    append(&path, "[Event \"x\"]\n\n*\n\n").unwrap();
    drop(first);
    assert!(claim(&path).is_ok());
}
