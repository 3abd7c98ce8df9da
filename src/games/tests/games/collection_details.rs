//! Small lists of games: words of a filter, names without diacritics, the data of each game, and the kinds of position
//! search.

use std::sync::atomic::AtomicBool;

use tabia_chess::Board;
use tabia_games::collection::Collection;
use tabia_games::collection::entry::{Date, Setting};
use tabia_games::collection::explore::explore;
use tabia_games::collection::filter::Filter;
use tabia_games::collection::search::{Likeness, find};

const GAMES: &str = r#"[Event "Linares"]
[Site "Spain"]
[Date "1992.11.04"]
[White "Kasparov, Garry"]
[Black "Anand, V"]
[Result "1-0"]
[WhiteElo "2780"]
[BlackElo "2670"]
[ECO "B90"]

1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 1-0

[Event "Wijk"]
[Site "Holland"]
[Date "1995.??.??"]
[White "Anand, V"]
[Black "Short, N"]
[Result "0-1"]
[WhiteElo "2700"]
[BlackElo "2650"]

1. d4 d5 2. c4 0-1

[Event "Dortmund"]
[Date "1995.07.??"]
[White "Leko, P"]
[Black "Réti, R"]
[Result "1/2-1/2"]

1. Nf3 d5 {a word} 1/2-1/2

[White "Nobody"]
[Result "*"]

*
"#;

fn passing(filter: &str) -> Vec<u32> {
    let collection = Collection::of_text(GAMES);
    let filter = Filter::parse(filter);
    assert!(filter.remarks().is_empty(), "{:?}", filter.remarks());
    let test = filter.on(&collection);
    (0..collection.len() as u32).filter(|&game| test.passes(game)).collect()
}

#[test]
fn every_word_of_a_filter_works() {
    let all = vec![0, 1, 2, 3];
    for (filter, games) in [
        ("", all.clone()),
        ("anand", vec![0, 1]),
        ("-anand", vec![2, 3]),
        ("player:anand", vec![0, 1]),
        ("name:anand", vec![0, 1]),
        ("white:anand", vec![1]),
        ("black:anand", vec![0]),
        ("black=reti", vec![2]),
        ("event:linares", vec![0]),
        ("event:spain", vec![]),
        ("site:spain", vec![0]),
        ("eco:b90", vec![0]),
        ("eco:b80-b99", vec![0]),
        ("eco:b91-b99", vec![]),
        ("opening:sicilian", vec![0]),
        ("result:1-0", vec![0]),
        ("result:white", vec![0]),
        ("result:0-1", vec![1]),
        ("result:black", vec![1]),
        ("result:1/2-1/2", vec![2]),
        ("result:draw", vec![2]),
        ("result:1/2", vec![2]),
        ("result:*", vec![3]),
        ("result:open", vec![3]),
        ("1-0", vec![0]),
        ("0-1", vec![1]),
        ("1/2-1/2", vec![2]),
        ("½-½", vec![2]),
        ("result:½-½", vec![2]),
        ("welo:2780", vec![0]),
        ("whiteelo>2700", vec![0]),
        ("whiteelo>=2700", vec![0, 1]),
        ("belo:2650", vec![1]),
        ("blackelo<2670", vec![1]),
        ("blackelo<=2670", vec![0, 1]),
        ("elo>2640", vec![0, 1]),
        ("elo>2650", vec![0]),
        ("elo>2670", vec![]),
        ("moves:1-2", vec![1, 2]),
        ("moves>2", vec![0]),
        ("date:1992", vec![0]),
        ("date:1992.11", vec![0]),
        ("date:1992/11/04", vec![0]),
        ("year:1995", vec![1, 2]),
        ("date:1995.07", vec![2]),
        ("date<1995", vec![0]),
        ("date>1992", vec![1, 2]),
        ("date>=1992.11.04", vec![0, 1, 2]),
        ("date>1992.11.04", vec![1, 2]),
        ("date:1993-", vec![1, 2]),
        ("date:-1994", vec![0]),
        ("date:1990-1995.06", vec![0]),
        // An incomplete condition does not filter yet.
        ("elo:", all.clone()),
        ("result:1/2-", all.clone()),
        ("date:", all),
    ] {
        assert_eq!(passing(filter), games, "{filter}");
    }
    for wrong in [
        "elo:high",
        "date:soon",
        "date:1992x",
        "date:????",
        "result:2-0",
        "colour:red",
        "white>tal",
    ] {
        let filter = Filter::parse(wrong);
        assert_eq!(filter.remarks().len(), 1, "{wrong}");
        assert!(filter.remarks()[0].contains(wrong), "{:?}", filter.remarks());
    }
    assert!(Filter::parse("").is_empty() && !Filter::parse("tal").is_empty());
}

#[test]
fn letters_with_marks_are_found_by_plain_ones() {
    for (marked, plain) in [
        ("àáâãäåāăą", "aaaaaaaaa"),
        ("æ", "ae"),
        ("çćĉċč", "ccccc"),
        ("ďđð", "ddd"),
        ("èéêëēĕėęě", "eeeeeeeee"),
        ("ĝğġģ", "gggg"),
        ("ìíîïĩīĭįı", "iiiiiiiii"),
        ("ķ", "k"),
        ("ĺļľł", "llll"),
        ("ñńņň", "nnnn"),
        ("òóôõöøōŏő", "ooooooooo"),
        ("œ", "oe"),
        ("ŕř", "rr"),
        ("śŝşšș", "sssss"),
        ("ß", "ss"),
        ("ţťț", "ttt"),
        ("ùúûüũūŭůűų", "uuuuuuuuuu"),
        ("ýÿ", "yy"),
        ("źżž", "zzz"),
        ("ŽIŽKA", "zizka"),
        ("o\u{308}", "o"),
    ] {
        let collection = Collection::of_text(&format!("[White \"{marked}\"]\n\n*"));
        for typed in [plain, marked] {
            let filter = Filter::parse(&format!("white:{typed}"));
            assert!(filter.on(&collection).passes(0), "{typed} for {marked}");
        }
    }
}

#[test]
fn a_list_has_the_data_of_each_games_tags() {
    let collection = Collection::of_text(GAMES);
    assert!(!collection.is_empty() && Collection::of_text("").is_empty());
    assert_eq!((collection.len(), collection.entries().len()), (4, 4));
    assert!(!collection.is_cut());
    let row = |game| {
        let names = [collection.white(game), collection.black(game)];
        (names, collection.event(game), collection.site(game), collection.full_moves(game))
    };
    assert_eq!(row(0), (["Kasparov, Garry", "Anand, V"], "Linares", "Spain", 5));
    assert_eq!(row(2), (["Leko, P", "Réti, R"], "Dortmund", "", 1));
    assert_eq!(row(3), (["Nobody", ""], "", "", 0));
    assert_eq!(row(9), (["", ""], "", "", 0));
    let opening = collection.opening(0).unwrap();
    assert!(opening.name.contains("Sicilian"), "{opening:?}");
    assert_eq!(collection.opening(3), None);
    let marks = |game: u32| {
        let marks = collection.entry(game).unwrap().marks;
        (marks.annotated, marks.broken)
    };
    assert_eq!(
        [0, 1, 2, 3].map(marks),
        [(false, false), (false, false), (true, false), (false, false)]
    );
    // At least as much memory as its entries take, and not much more.
    let least = collection.entries().len() * size_of_val(&collection.entries()[0]);
    assert!((least..least + 100_000).contains(&collection.bytes()), "{}", collection.bytes());
}

#[test]
fn any_known_part_makes_a_game_count_as_known() {
    for (text, tells) in [
        ("[Round \"1\"]\n\n*", false),
        ("[White \"?\"]\n[Date \"????.??.??\"]\n[Result \"*\"]\n\n*", false),
        ("[White \"Tal\"]\n\n*", true),
        ("[Black \"Tal\"]\n\n*", true),
        ("[Event \"Riga\"]\n\n*", true),
        ("[Site \"Riga\"]\n\n*", true),
        ("[Date \"1960.??.??\"]\n\n*", true),
        ("[White \"?\"]\n[Result \"1-0\"]\n\n1-0", true),
        ("1. e4 *", true),
        ("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n*", true),
        ("[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\"]\n\n*", true),
    ] {
        let collection = Collection::of_text(text);
        assert_eq!((collection.len(), collection.tells_something(0)), (1, tells), "{text}");
        assert!(!collection.tells_something(1), "there is no such game");
    }
}

#[test]
fn settings_notes_and_faults_are_marked() {
    let shuffled = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1";
    for (text, setting, annotated, broken) in [
        ("1. e4 e5 *".to_owned(), Setting::Usual, false, false),
        ("1. e4 {good} e5 *".to_owned(), Setting::Usual, true, false),
        ("1. e4 (1. d4) e5 *".to_owned(), Setting::Usual, true, false),
        ("1. e4 e6 2. Ke8 *".to_owned(), Setting::Usual, false, true),
        ("[Variant \"Chess960\"]\n\n1. e4 *".to_owned(), Setting::Chess960, false, false),
        ("[Variant \"Fischerandom\"]\n\n1. e4 *".to_owned(), Setting::Chess960, false, false),
        (format!("[FEN \"{shuffled}\"]\n\n1. e4 *"), Setting::Chess960, false, false),
        (
            "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *".into(),
            Setting::SetUp,
            false,
            false,
        ),
    ] {
        let collection = Collection::of_text(&text);
        let marks = collection.entry(0).unwrap().marks;
        assert_eq!(
            (marks.setting, marks.annotated, marks.broken),
            (setting, annotated, broken),
            "{text}"
        );
        assert_eq!(collection.problem(0).is_some(), broken, "{text}");
    }
}

#[test]
fn days_are_known_as_far_as_they_are_written() {
    for (text, unknown, latest) in [
        ("", true, ""),
        ("????.??.??", true, ""),
        ("1992.??.??", false, "1992.12.31"),
        ("1992.11.??", false, "1992.11.31"),
        ("1992.11.04", false, "1992.11.04"),
    ] {
        let date = Date::parse(text);
        assert_eq!((date.is_unknown(), date.latest().to_string().as_str()), (unknown, latest));
    }
}

#[test]
fn points_are_shared_among_the_games_that_were_decided() {
    for ((white, draws, black), score) in [
        ((0, 0, 0), None),
        ((3, 0, 1), Some(0.75)),
        ((0, 4, 0), Some(0.5)),
        ((1, 2, 1), Some(0.5)),
        ((0, 0, 1), Some(0.0)),
        ((0, 2, 2), Some(0.25)),
    ] {
        let games = [("1-0", white), ("1/2-1/2", draws), ("0-1", black), ("*", 2)];
        let text: String = games
            .into_iter()
            .map(|(result, count)| {
                format!("[Result \"{result}\"]\n\n1. e4 {result}\n\n").repeat(count)
            })
            .collect();
        let collection = Collection::of_text(&text);
        let tally = explore(&collection, &Board::start(), &AtomicBool::new(false)).unwrap().all;
        assert_eq!(
            (tally.white_score(), tally.with_result() as usize),
            (score, white + draws + black)
        );
        assert_eq!(tally.games as usize, white + draws + black + 2);
    }
}

#[test]
fn positions_match_by_the_whole_board_the_men_or_the_pawns() {
    let games = "1. e4 e5 2. Nf3 *\n\n1. e4 e5 2. Nc3 *\n\n1. e4 d5 2. exd5 Qxd5 *\n\n1. d4 d5 *\n\n\
        [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e3 *\n\n\
        [FEN \"4k3/8/8/8/8/8/4p3/7K b - - 0 1\"]\n\n1... e1=Q+ *\n";
    let collection = Collection::of_text(games);
    let hits = |fen: &str, likeness| -> Vec<(u32, u32)> {
        let board = Board::from_fen(fen).unwrap();
        let found = find(&collection, &board, likeness, &AtomicBool::new(false)).unwrap();
        found.into_iter().map(|hit| (hit.game, hit.ply)).collect()
    };
    let open = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    assert_eq!(hits(open, Likeness::Exact), [(0, 3)]);
    assert_eq!(hits(open, Likeness::Pawns), [(0, 2), (1, 2)]);
    assert_eq!(hits(open, Likeness::Material), [(0, 0), (1, 0), (2, 0), (3, 0)]);
    let taken = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3";
    assert_eq!(hits(taken, Likeness::Exact), [(2, 4)]);
    assert_eq!(hits(taken, Likeness::Pawns), [(2, 4)]);
    assert_eq!(hits(taken, Likeness::Material), [(2, 4)]);
    // The same men on other squares, and other men of the same number.
    assert_eq!(hits("8/8/4k3/8/8/4P3/8/K7 b - - 0 1", Likeness::Exact), []);
    assert_eq!(hits("8/8/4k3/8/8/4P3/8/K7 b - - 0 1", Likeness::Pawns), [(4, 1)]);
    assert_eq!(hits("8/8/4k3/8/8/4P3/8/K7 b - - 0 1", Likeness::Material), [(4, 0)]);
    assert_eq!(hits("8/8/4k3/8/8/8/7p/K7 w - - 0 1", Likeness::Material), [(5, 0)]);
    assert_eq!(hits("8/8/4k3/8/8/8/8/K6q w - - 0 1", Likeness::Material), [(5, 1)]);
    assert_eq!(hits("8/8/4k3/8/8/8/8/K6Q b - - 0 1", Likeness::Material), []);
    assert_eq!(hits("4k3/8/8/8/8/8/8/4q2K w - - 0 2", Likeness::Exact), [(5, 1)]);
}

#[test]
fn a_search_by_several_threads_finds_every_game_once_and_in_order() {
    // Enough for more than one thread, and no multiple of anything.
    for count in [1, 1_999, 4_001, 6_007] {
        let text: String = (0..count)
            .map(|game| if game % 3 == 0 { "1. d4 *\n\n" } else { "1. e4 *\n\n" })
            .collect();
        let collection = Collection::of_text(&text);
        let board = Board::from_fen("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1");
        let go = AtomicBool::new(false);
        let hits = find(&collection, &board.unwrap(), Likeness::Exact, &go).unwrap();
        let games: Vec<u32> = hits.iter().map(|hit| hit.game).collect();
        let expected: Vec<u32> = (0..count).filter(|game| game % 3 == 0).collect();
        assert_eq!(games, expected);
        assert!(hits.iter().all(|hit| hit.ply == 1));
    }
}
