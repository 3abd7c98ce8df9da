//! The page of the user's results in the window: empty, with games of a real file, its rows, its export, deleting.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use eframe::egui::vec2;
use egui_kittest::kittest::Queryable as _;
use tabia_app::action::{Action, UserCommand};
use tabia_app::library::own;
use tabia_app::model::Model;
use tabia_app::results::game::OwnRecord;
use tabia_app::results::read::ResultsRequest;
use tabia_app::results::record::{GameFilter, Results};
use tabia_app::window::view::Dialog;
use tabia_chess::{Board, Move, SplitMix64};
use tabia_engine::human::characters::CHARACTERS;
use tabia_games::game::annotation::{EvalValue, NodeEval};
use tabia_games::game::pgn_write;
use tabia_games::game::tags::Tags;
use tabia_games::game::tree::GameTree;
use tabia_text::{Language, t};

use crate::interface::{Ui, open_at_home, wait};

/// The openings of the games.
const OPENINGS: [&str; 10] = [
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
    "e4 e5 Nf3 Nc6 Bb5 a6",
    "e4 e5 Nf3 Nc6 Bc4 Bc5",
    "d4 d5 c4 e6 Nc3 Nf6",
    "e4 c6 d4 d5",
    "e4 e6 d4 d5 Nc3",
    "d4 Nf6 c4 g6 Nc3 Bg7",
    "Nf3 d5 g3",
    "c4 e5",
    "e4 c5 c3",
];

/// A file with this many games of the user. Opponents, times, results and evaluations are the same each time; the
/// newest game is of 20 November 2026.
pub(crate) fn own_games(count: usize) -> String {
    let mut rng = SplitMix64::new(11);
    (0..count).map(|n| game(&mut rng, n, count)).collect()
}

fn game(rng: &mut SplitMix64, n: usize, count: usize) -> String {
    let character = &CHARACTERS[rng.below(4) + 1];
    let (own, other) = if n.is_multiple_of(2) { ("White", "Black") } else { ("Black", "White") };
    // The user improves and wins more of the later games.
    let won = rng.below(100) < 35 + 30 * n / count.max(1);
    let result = match (won, rng.below(6) == 0) {
        (_, true) => "1/2-1/2",
        (true, _) if own == "White" => "1-0",
        (false, _) if own == "Black" => "1-0",
        _ => "0-1",
    };
    let days_back = (count - 1 - n) * 300 / count.max(1);
    let (month, day) = (11 - days_back / 28, 20 - days_back % 28 % 20);
    let time = ["300+3", "300+3", "60", "600+5", "-"][rng.below(5)];
    let mut tags = Tags::roster();
    for (name, value) in [
        ("Event", "Casual game".to_owned()),
        ("Date", format!("2026.{month:02}.{day:02}")),
        (own, "Player".to_owned()),
        (other, format!("Tabia, {}", character.name)),
        ("Result", if n % 29 == 7 { "*".to_owned() } else { result.to_owned() }),
        ("TimeControl", time.to_owned()),
    ] {
        tags.set(name, value);
    }
    tags.set(format!("{other}Elo"), character.elo.to_string());
    tags.set(format!("{own}Type"), "human");
    tags.set(format!("{other}Type"), "program");
    if n % 13 == 5 {
        tags.set("Help", "takeback");
    }
    pgn_write::write(&tags, &moves(rng, n)) + "\n"
}

/// An opening and then random moves that prefer captures, with evaluations in every second game.
fn moves(rng: &mut SplitMix64, n: usize) -> GameTree {
    let mut tree = GameTree::new(Board::start());
    let mut at = tree.root();
    let mut worth = 20;
    let mut opening = OPENINGS[rng.below(OPENINGS.len())].split(' ');
    for _ in 0..20 + rng.below(60) {
        let board = *tree.board(at);
        let legal = board.legal_moves();
        if legal.is_empty() {
            break;
        }
        let known = opening.next().map(|text| tabia_chess::san::parse(&board, text).unwrap());
        let takes: Vec<Move> = legal.iter().copied().filter(|mv| mv.is_capture()).collect();
        let free = if takes.is_empty() || rng.below(3) == 0 {
            legal[rng.below(legal.len())]
        } else {
            takes[rng.below(takes.len())]
        };
        let Ok(next) = tree.add_move(at, known.unwrap_or(free)) else { break };
        at = next;
        let slip = if rng.below(9) == 0 { 260 } else { 24 };
        worth += rng.below(2 * slip + 1) as i32 - slip as i32;
        if n.is_multiple_of(2) {
            let value = EvalValue::Cp(worth.clamp(-900, 900));
            tree.notes_mut(at).eval = Some(NodeEval { value, depth: Some(14) });
        }
    }
    tree
}

/// The record of such a file, and its results.
pub(crate) fn read(count: usize) -> (Arc<OwnRecord>, Arc<Results>) {
    let text = own_games(count);
    let record = ResultsRequest::default().read(text.as_bytes(), &AtomicBool::new(false));
    let record = record.unwrap().unwrap();
    let results = Results::of(&record.games, GameFilter::default(), 20_783);
    (Arc::new(record), Arc::new(results))
}

fn open(home: &Path) -> Ui {
    let mut h = open_at_home(home);
    h.state_mut().apply(Action::Command(UserCommand::MyResults));
    wait(&mut h, "the file is read", |model| model.results.record.is_some());
    h
}

#[test]
fn an_empty_page_says_what_to_do() {
    let home = tempfile::tempdir().unwrap();
    let mut h = open(home.path());
    h.get_by_label_contains("No games yet");
    h.get_by_label_contains("New game").click();
    h.run_steps(4);
    assert!(matches!(h.state().model.dialog, Some(Dialog::NewGame(_))));
}

#[test]
fn ratings_tables_and_notes_are_shown_and_a_row_lists_its_games() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join(own::FILE_NAME), own_games(120)).unwrap();
    let mut h = open(home.path());
    let results = h.state().model.results.results.clone();
    let (class, rating) = &results.ratings[0];
    h.get_by_label(class.title());
    h.get_by_label(&format!("{:.0}", rating.value));
    h.get_by_label(&format!("± {:.0}", rating.error));
    h.get_by_label("Opponents");
    h.get_by_label("Sicilian Defense");
    h.get_by_label_contains("unfinished games are not counted");
    let row = &results.opponents[0];
    h.get_by_label(&row.name).click();
    let games = row.tally.games();
    let listed = |model: &Model| model.games.as_ref().is_some_and(|list| !list.rows.is_empty());
    wait(&mut h, "the list is opened", listed);
    let list = h.state().model.games.as_ref().unwrap();
    assert!(list.view.filter.contains(&row.name), "{}", list.view.filter);
    assert!(list.rows.len() as u32 >= games, "finished games and those that are not");
}

#[test]
fn names_of_pages_in_two_rows_cover_nothing() {
    let _spoken = Language::by_id("de").unwrap().on_this_thread();
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join(own::FILE_NAME), own_games(40)).unwrap();
    let mut h = open(home.path());
    h.set_size(vec2(720.0, 480.0));
    h.run_steps(8);
    let page = h.get_by_label(t!("training-results")).rect();
    let export = h.get_by_label(t!("results-export")).rect();
    assert!(page.bottom() < export.top(), "{page}, {export}");
}

#[test]
fn the_shown_table_is_written_into_the_chosen_file() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join(own::FILE_NAME), own_games(30)).unwrap();
    let mut h = open(home.path());
    h.get_by_label("Export as CSV…").click();
    h.run_steps(4);
    let asks = |model: &Model| matches!(model.dialog, Some(Dialog::ChooseFile(_)));
    wait(&mut h, "a file is asked for", asks);
    let path = home.path().join("results.csv");
    h.state_mut().apply(Action::FileChosen(path.clone()));
    let tells = |model: &Model| model.toasts.iter().any(|it| it.text.contains("results.csv"));
    wait(&mut h, "the file is written", tells);
    let text = fs::read_to_string(path).unwrap();
    let won = h.state().model.results.results.tally.wins;
    assert!(text.starts_with(&format!("table,row,measure,value\nall,,won,{won}\n")), "{text}");
}

#[test]
fn a_file_that_holds_no_games_does_not_stop_the_page() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join(own::FILE_NAME);
    fs::write(&path, [b"\0\xff{[(\"".to_vec(), own_games(3).into_bytes()].concat()).unwrap();
    let h = open(home.path());
    assert!(matches!(h.state().model.results.record, Some(Ok(_))));
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    let h = open(home.path());
    h.get_by_label_contains("My games cannot be read");
}

#[test]
fn deleted_games_disappear_and_stay_on_the_disk() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join(own::FILE_NAME);
    fs::write(&path, own_games(5)).unwrap();
    let mut h = open(home.path());
    h.state_mut().apply(Action::Command(UserCommand::DeleteMyGames));
    h.run_steps(4);
    assert!(matches!(h.state().model.dialog, Some(Dialog::Confirm { .. })));
    h.state_mut().apply(Action::Confirm);
    let empty = |model: &Model| {
        model
            .results
            .record
            .as_ref()
            .is_some_and(|read| read.as_ref().is_ok_and(|it| it.is_empty()))
    };
    wait(&mut h, "the page is empty", empty);
    assert!(!path.exists());
    let aside = home.path().join(format!("{}.deleted", own::FILE_NAME));
    assert_eq!(fs::read_to_string(aside).unwrap(), own_games(5));
}

/// Prints how long thousands of games take.
#[test]
#[ignore = "measures"]
fn many_games_take_so_long() {
    let text = own_games(5_000);
    let begin = Instant::now();
    let record =
        ResultsRequest::default().read(text.as_bytes(), &AtomicBool::new(false)).unwrap().unwrap();
    let read = begin.elapsed();
    let begin = Instant::now();
    let results = Results::of(&record.games, GameFilter::default(), 20_783);
    let counted = begin.elapsed();
    assert!(results.tally.games() > 4_000);
    eprintln!("{} bytes: read in {read:?}, counted in {counted:?}", text.len());
}
