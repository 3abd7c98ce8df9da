//! Texts made to take long: reading, listing, writing, editing and saving a text that is sixteen times as long may
//! take little longer than doing it sixteen times with a short one. Only times are compared, processor times where
//! the system reports them, so that a busy machine cannot make the tests fail. Also, deep nesting must not cause deep
//! recursion.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use std::fmt::Write as _;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use tabia_app::game::state::GameState;
use tabia_app::persistence::session::SavedGame;
use tabia_chess::uci_move;
use tabia_engine::search::score::Score;
use tabia_games::collection::Collection;
use tabia_games::game::edits::Edits;
use tabia_games::game::pgn_read::{PgnGame, PgnReader, read_all};
use tabia_games::game::pgn_stream::PgnStream;
use tabia_games::game::pgn_write::write;
use tabia_games::game::tree::{GameTree, NodeId};
use tabia_host::review::{Analysis, Review, notes};

/// How many times longer the long text is.
const LONGER: usize = 16;

/// How many times longer the long text may take than as many short ones. A quadratic step takes 16 times as long.
const MAX_RATIO: u32 = 5;

/// Allowance for costs that only depend on memory: 32,000 games at once fault in fresh pages, 2,000 reuse old ones. A
/// quadratic step of a nanosecond would take a second.
const QUICK: Duration = Duration::from_millis(100);

/// Number of measurements; the fastest of each counts.
const TRIES: usize = 5;

/// A text of about `n` parts.
type Bomb = fn(usize) -> String;

fn numbered(n: usize, part: impl Fn(usize) -> String) -> String {
    (0..n).map(part).collect()
}

fn many(before: &str, part: &str, n: usize, behind: &str) -> String {
    [before, &part.repeat(n), behind].concat()
}

/// Ordinary input from people and programs, repeated very often.
const WRITTEN: &[(&str, Bomb)] = &[
    ("comments behind one move", |n| many("1. e4 ", "{x} ", n, "e5 *")),
    ("comments before a move", |n| many("1. e4 (", "{x} ", n, "1. d4) e5 *")),
    ("comments to the end of a line", |n| many("1. e4 ", "; x\n", n, "e5 *")),
    ("comments before the tags", |n| many("", "{x}\n", n, "[White \"A\"]\n\n1. e4 *")),
    ("comments behind the result", |n| many("1. e4 1-0 ", "{x} ", n, "")),
    ("words in a comment", |n| many("1. e4 {", "word ", n, "} *")),
    ("letters in a word", |n| many("1. e4 {", "word", n, "} *")),
    ("clocks in a comment", |n| many("1. e4 {", "[%clk 0:00:01] ", n, "} *")),
    ("evaluations in a comment", |n| {
        let evals = numbered(n, |i| format!("[%eval {}.{:02}]", i / 100, i % 100));
        many("1. e4 {", &evals, 1, "} *")
    }),
    ("arrows in a comment", |n| {
        let square = |i: usize| format!("{}{}", char::from(b'a' + (i % 8) as u8), i / 8 % 8 + 1);
        let arrow =
            |i: usize| format!("{}{}{},", ["G", "R"][i % 2], square(i), square(i / 64 + i + 1));
        many("1. e4 {[%cal ", &numbered(n, arrow), 1, "Ga1a2]} *")
    }),
    ("tags", |n| numbered(n, |i| format!("[Tag{i} \"x\"]\n")) + "\n1. e4 *"),
    ("tags on one line", |n| numbered(n, |i| format!("[Tag{i} \"x\"] ")) + "\n\n1. e4 *"),
    ("the same tag", |n| many("", "[White \"x\"]\n", n, "\n1. e4 *")),
    ("start positions", |n| {
        many("", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n", n, "\n1. e4 *")
    }),
    ("a long start position", |n| many("[FEN \"4k3/8/", "8/", n, " w\"]\n\n1. e4 *")),
    ("signs in a tag", |n| many("[White \"", "\\\"]", n, "\"]\n\n1. e4 *")),
    ("variations", |n| many("1. e4 ", "(1. d4 d5) ", n, "e5 *")),
    ("variations of the same move", |n| many("1. e4 ", "(1. e4) ", n, "e5 *")),
    ("variations with a comment alone", |n| many("1. e4 ", "({x}) ", n, "e5 *")),
    ("a variation at each move", |n| {
        many("", "Nf3 (e4 e5) Nf6 (d5 Nf3) Ng1 (d4 d5) Ng8 (c5 e4) ", n, "*")
    }),
    ("nested variations", |n| many("1. e4 ", "(1. d4 ", n, "") + &")".repeat(n) + " e5 *"),
    ("variations in variations", |n| many("", "Nf3 Nf6 (Nc6 Ng1 Nb8 (Na5 ", n, "*")),
    ("glyphs", |n| many("1. e4 ", &numbered(256, |i| format!("${i} ")), n / 64, "e5 *")),
    ("moves", |n| many("", "Nf3 Nf6 Ng1 Ng8\n", n, "*")),
    ("moves on one line", |n| many("", "1. Nf3 Nf6 2. Ng1 Ng8 ", n, "*")),
    ("null moves", |n| many("", "-- ", n, "*")),
    ("games", |n| many("", "[White \"A\"]\n\n1. e4 e5 1-0\n\n", n, "")),
    ("games without tags", |n| many("", "1. e4 1-0\n", n, "")),
    ("results", |n| many("", "1-0 ", n, "")),
];

/// Input that no one writes.
const DAMAGED: &[(&str, Bomb)] = &[
    ("a long move", |n| many("1. e4 N", "f3", n, " *")),
    ("unknown words", |n| many("1. e4 ", "foo ", n, "*")),
    ("unknown moves", |n| many("1. e4 ", "(1. Qh9) ", n, "*")),
    ("escaped lines", |n| many("", "%x\n", n, "1. e4 *")),
    ("percent signs", |n| many("1. e4 ", "% ", n, "*")),
    ("numbers", |n| many("", "1. ", n, "e4 *")),
    ("digits", |n| many("1. e4 ", "1", n, " *")),
    ("dots", |n| many("1. e4 1", ".", n, " e5 *")),
    ("blanks", |n| many("1. e4", " ", n, "e5 *")),
    ("blank lines", |n| many("1. e4", "\n", n, "e5 *")),
    ("byte order marks", |n| many("", "\u{feff}", n, "1. e4 *")),
    ("stray brackets", |n| many("1. e4 ", "[x] ", n, "*")),
    ("brackets", |n| many("", "[", n, "")),
    ("brackets on lines", |n| many("", "[\n", n, "")),
    ("open tags", |n| many("", "[a \"\n", n, "1. e4 *")),
    ("open tags and lines", |n| many("", "[a \"\nb ", n, "1. e4 *")),
    ("closing brackets", |n| many("1. e4 ", "]", n, " *")),
    ("round brackets", |n| many("1. e4 ", "(", n, "")),
    ("closing round brackets", |n| many("1. e4 ", ")", n, "")),
    ("braces", |n| many("1. e4 ", "{", n, "")),
    ("closing braces", |n| many("1. e4 ", "}", n, " *")),
    ("braces that do not balance", |n| many("1. e4 ", "{{} ", n, "*")),
    ("nested braces", |n| many("1. e4 ", "{{}} ", n, "*")),
    ("open comments", |n| many("", "1. e4 {x\n\n[White \"A\"]\n", n, "")),
    ("almost tags in a comment", |n| many("1. e4 {", "\n\n[Event", n, "} *")),
    ("open commands", |n| many("1. e4 {", "[%clk ", n, "} *")),
    ("nested commands", |n| many("1. e4 {", "[%clk ", n, "") + &"0:01]".repeat(n) + "} *"),
    ("dollar signs", |n| many("1. e4 ", "$", n, " *")),
    ("quotes", |n| many("[White ", "\"", n, "]\n\n1. e4 *")),
    ("semicolons", |n| many("1. e4 ", ";", n, "\n*")),
    ("bytes of nothing", |n| many("1. e4 ", "\0", n, " *")),
];

/// Processor time of this thread if Linux reports it, else elapsed time.
fn now() -> Duration {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    // The reported time is updated when the thread yields.
    std::thread::yield_now();
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let ns = schedstat.and_then(|text| text.split(' ').next()?.parse().ok()).filter(|&ns| ns > 0);
    ns.map_or_else(|| BEGIN.elapsed(), Duration::from_nanos)
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let begin = now();
    let done = work();
    (now().saturating_sub(begin), done)
}

/// The operations on a text.
const TASKS: [&str; 6] = ["read", "scan", "list", "write", "edit", "save"];

/// The duration of each operation.
fn times(text: &str) -> [Duration; TASKS.len()] {
    // One game at a time: keeping all of them would measure how fast the system provides memory.
    let (read, game) = timed(|| {
        let mut games = PgnReader::new(text);
        let first = games.next();
        games.for_each(drop);
        first.unwrap()
    });
    let (scan, _) = timed(|| {
        let mut stream = PgnStream::new(text.as_bytes());
        let mut tags = 0;
        while let Some(raw) = stream.next_game().unwrap() {
            tags += raw.tags().len();
        }
        tags
    });
    let (list, _) = timed(|| Collection::of_text(text));
    let (written, _) = timed(|| read_all(&write(&game.tags, &game.tree)));
    let (edited, ()) = timed(|| edit(&game.tree));
    let (saved, ()) = timed(|| save(game));
    [read, scan, list, written, edited, saved]
}

/// Merges, cuts, promotes, annotates; then undoes and redoes everything.
fn edit(game: &GameTree) {
    let mut tree = GameTree::new(*game.board(game.root()));
    let mut edits = Edits::default();
    edits.merge(&mut tree, game).unwrap();
    assert_eq!(tree.len(), game.len());
    edits.merge(&mut tree, game).unwrap();
    let last = tree.ids().last().unwrap();
    edits.promote_to_main(&mut tree, last);
    edits.set_comment(&mut tree, last, "x");
    edits.cut_after(&mut tree, NodeId::ROOT);
    while edits.undo(&mut tree).is_some() {}
    while edits.redo(&mut tree).is_some() {}
    while edits.undo(&mut tree).is_some() {}
    assert!(tree.is_empty());
    assert!(game.transpositions(last).count() < game.len());
}

fn save(game: PgnGame) {
    let nodes = game.tree.len();
    let saved = SavedGame::of(&GameState::analysis_of(game.tree, game.tags), 0);
    let text = serde_json::to_string(&saved).unwrap();
    let saved: SavedGame = serde_json::from_str(&text).unwrap();
    assert_eq!(saved.restore().unwrap().tree.len(), nodes);
}

/// The operations that take too long, as text.
fn defuse(name: &str, bomb: Bomb, size: usize) -> Option<String> {
    let (short, long) = (bomb(size), bomb(LONGER * size));
    let mut best = [[Duration::MAX; TASKS.len()]; 2];
    let keep = |best: &mut [Duration; TASKS.len()], times: [Duration; TASKS.len()]| {
        for (best, time) in best.iter_mut().zip(times) {
            *best = time.min(*best);
        }
    };
    let mut slow = Vec::new();
    for _ in 0..TRIES {
        keep(&mut best[1], times(&long));
        if best[1].iter().all(|&time| time <= QUICK) {
            return None;
        }
        let mut sum = [Duration::ZERO; TASKS.len()];
        for _ in 0..LONGER {
            for (sum, time) in sum.iter_mut().zip(times(&short)) {
                *sum += time;
            }
        }
        keep(&mut best[0], sum);
        let is_slow = |&task: &usize| best[1][task] > QUICK + MAX_RATIO * best[0][task];
        slow = (0..TASKS.len()).filter(is_slow).collect();
        if slow.is_empty() {
            return None;
        }
    }
    Some(slow.into_iter().fold(name.to_owned(), |mut text, task| {
        let [short, long] = best.map(|times| times[task]);
        let _ = write!(text, "; {}: {short:.0?} and {long:.0?}", TASKS[task]);
        text
    }))
}

fn defuse_all(bombs: &[(&str, Bomb)]) {
    let size = 2_000;
    let slow: Vec<String> =
        bombs.iter().filter_map(|&(name, bomb)| defuse(name, bomb, size)).collect();
    assert!(
        slow.is_empty(),
        "{} times as long a text takes too long:\n{}",
        LONGER,
        slow.join("\n")
    );
}

#[test]
fn what_is_written_takes_as_long_as_it_is() {
    defuse_all(WRITTEN);
}

#[test]
fn damage_takes_as_long_as_it_is() {
    defuse_all(DAMAGED);
}

/// A game with variations nested this deeply, each with a null move as its main continuation.
fn nested(depth: usize) -> (GameTree, NodeId) {
    let mut tree = GameTree::new(*PgnGame::empty().tree.board(NodeId::ROOT));
    let mut at = NodeId::ROOT;
    for mv in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(depth) {
        tree.add_null(at).unwrap();
        let mv = uci_move::parse(tree.board(at), mv).unwrap();
        at = tree.add_variation(at, mv).unwrap();
    }
    (tree, at)
}

/// Reviews the game along its deepest line, writes the notes and removes them.
fn review(tree: &GameTree) {
    let mut tree = tree.clone();
    let deepest = tree.ids().max_by_key(|&id| tree.ply(id)).unwrap();
    let mut review = Review::of_line(&tree, tree.path(deepest));
    while let Some(place) = review.next_place() {
        let line = tree.board(review.line()[place]).legal_moves()[..1].to_vec();
        let score = Score::Cp(if place % 2 == 0 { 300 } else { 200 });
        review.put(place, Analysis { score, line, second: None, depth: 1 });
    }
    let moves = review.moves(&tree, |_, _| false);
    let written = notes::write(&mut tree, &moves, notes::NoteKinds::ALL);
    assert!(notes::is_there(&tree, &written));
    notes::remove(&mut tree, &written);
}

#[test]
fn nothing_nested_goes_deep_in_calls() {
    let work = || {
        let (mut tree, last) = nested(100_000);
        let text = write(&PgnGame::empty().tags, &tree);
        assert!(text.contains("(1. Nf3 -- (1... Nf6 2. -- (2. Ng1"), "{}", &text[..300]);
        let again = &read_all(&text)[0];
        assert!(again.warnings.is_empty() && again.tree.len() == tree.len());
        assert_eq!(write(&again.tags, &again.tree), text);
        save(PgnGame { tree: tree.clone(), ..PgnGame::empty() });
        edit(&tree);
        let mut edits = Edits::default();
        assert!(edits.promote_to_main(&mut tree, last) && tree.main_line().last() == Some(&last));
        let first = tree.main_line()[1];
        assert!(edits.delete(&mut tree, first) && tree.len() == 2);
        while edits.undo(&mut tree).is_some() {}
        assert_eq!(tree.len(), 200_001);
        let open = "1. e4 ".to_owned() + &"(1. d4 {x} ".repeat(100_000);
        let open = &read_all(&open)[0].tree;
        assert_eq!((open.len(), open.children(NodeId::ROOT).len()), (100_002, 100_001));
        review(&tree);
    };
    let thread = std::thread::Builder::new().name("small".to_owned()).stack_size(256 << 10);
    thread.spawn(work).unwrap().join().unwrap();
}
