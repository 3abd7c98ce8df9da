//! The arena in the window by the names a screen reader gives things: setting up, watching, opening games; and a
//! tournament that is really played, stopped and resumed from its folder.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use std::time::{Duration, Instant};

use eframe::egui::{Context, Role};
use egui_kittest::kittest::Queryable as _;
use tabia::gui::window::shell::{Shell, ShellOptions};
use tabia_app::action::{Action, ArenaAction, ArenaNews, Growth, Proposal, UserCommand};
use tabia_app::arena::draft::{self, Draft, Form};
use tabia_app::arena::state::{GamePlayed, SavedTournament, TournamentStarted};
use tabia_app::model::Model;
use tabia_app::window::workspace::Workspace;
use tabia_chess::{Board, Color, uci_move};
use tabia_engine::play::Cause;
use tabia_engine::play::adjudication::{DrawRule, ResignRule};
use tabia_engine::play::control::Control;
use tabia_engine::search::score::Score;
use tabia_games::game::position::GamePosition;
use tabia_games::strength::sheet::Points;
use tabia_games::strength::sprt::{Decision, EloModel};
use tabia_games::strength::standings::FinishedGame;
use tabia_host::referee::live::{LiveEnd, LiveEvent, LiveGame, LiveMove, TournamentState};
use tabia_host::referee::plan::{OpeningSource, Plan, SprtPlan};
use tabia_host::referee::resume::KeptGame;
use tabia_host::referee::schedule::{Fate, Fixture, Format, Next, Progress, Schedule};
use tabia_text::t;

use crate::interface::{Ui, act, click, drain_until, open, wait};
use crate::texts::texts;

fn give(h: &mut Ui, action: ArenaAction) {
    act(h, Action::Arena(action));
    // The list of the folder arrives from another thread.
    h.run_steps(4);
}

/// The messages of a running tournament of five players: a third is played, two games are running; with a test it is a
/// match of two.
pub(crate) fn news(with_test: bool) -> Vec<ArenaNews> {
    let names: &[&str] = if with_test {
        &["Tabia, new time use", "Tabia 1.0"]
    } else {
        &["Stockfish 15.1", "Ethereal 14", "Tabia", "Toga II 4.01", "Tabia PUCT"]
    };
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    let players = names.iter().map(|name| {
        let mut player = tabia_host::referee::player::Player::from_line("alphabeta").unwrap();
        player.name.clone_from(name);
        player
    });
    let form =
        if with_test { Format::Match { rounds: 200 } } else { Format::RoundRobin { cycles: 15 } };
    let mut plan = Plan::new(players.collect(), form);
    "Autumn round robin".clone_into(&mut plan.name);
    plan.control = Some(Control::Clock("10+0.1".parse().unwrap()));
    plan.concurrency = if with_test { 2 } else { 4 };
    if with_test {
        let model = EloModel::Logistic;
        plan.sprt = Some(SprtPlan { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model });
    }
    let progress = Progress { games: draft::games(&plan), ..Progress::default() };
    let mut results = results(&names, with_test);
    let last = results.pop().unwrap();
    let begun = TournamentStarted {
        plan,
        file: Some("autumn.json".into()),
        names: names.clone(),
        results: results
            .into_iter()
            .map(|result| KeptGame { result, cause: None, nodes: [None; 2] })
            .collect(),
        progress: progress.clone(),
    };
    let played = GamePlayed { result: last, cause: Cause::Winning, nodes: [None; 2], progress };
    let events = events(&names, with_test);
    vec![
        ArenaNews::Begun(Box::new(begun)),
        ArenaNews::Live(events),
        ArenaNews::Played(Box::new(played)),
    ]
}

fn results(names: &[String], with_test: bool) -> Vec<FinishedGame> {
    let mut results = Vec::new();
    let pairings: Vec<(usize, usize)> = (0..names.len())
        .flat_map(|one| (one + 1..names.len()).map(move |other| (one, other)))
        .collect();
    for round in 0..if with_test { 90 } else { 10 } {
        for &(one, other) in &pairings {
            for (white, black) in [(one, other), (other, one)] {
                let number = results.len() as u32;
                let better = (other - one) as u32 * 2;
                let points = match (number * 7 + round * 5 + one as u32 * 3) % 11 {
                    n if n < 2 + better => Points::Win,
                    n if n < 8 => Points::Draw,
                    _ => Points::Loss,
                };
                let points = if white == one { points } else { points.reversed() };
                results.push(FinishedGame {
                    number,
                    round,
                    white,
                    black,
                    points,
                    termination: ["normal", "adjudication", "time forfeit"][number as usize % 3]
                        .to_owned(),
                    plies: 60 + number % 50,
                    time_ms: [9_000, 8_000],
                    moves: [40, 40],
                });
            }
        }
    }
    results
}

fn events(names: &[String], with_test: bool) -> Vec<LiveEvent> {
    let mut events = vec![LiveEvent::State(TournamentState::Playing)];
    for (table, moves) in
        ["e2e4 e7e5 g1f3 b8c6 f1b5", "d2d4 g8f6 c2c4 e7e6 b1c3 f8b4"].iter().enumerate()
    {
        let (white, black) = if with_test { (table, 1 - table) } else { (table, table + 2) };
        let game = LiveGame {
            fixture: Fixture { game: 200 + table as u32, round: 10, white, black },
            names: [names[white].clone(), names[black].clone()],
            controls: [Control::Clock("10+0.1".parse().unwrap()); 2],
            opening: GamePosition::new(Board::start()),
            moves: Vec::new(),
            thinking: None,
        };
        events.push(LiveEvent::Begun(table, Box::new(game)));
        let mut board = Board::start();
        let line: Vec<_> = moves.split(' ').collect();
        for (at, text) in line.iter().enumerate() {
            let mv = uci_move::parse(&board, text).unwrap();
            let mut rest = board;
            let pv = line[at..].iter().map(|text| {
                let mv = uci_move::parse(&rest, text).unwrap();
                rest.make_move(mv);
                mv
            });
            let played = LiveMove {
                mv,
                san: String::new(),
                uci: (*text).to_owned(),
                mover: board.stm(),
                score: Some(Score::Cp(if board.stm() == Color::White { 35 } else { -20 })),
                depth: Some(14),
                nodes: Some(500_000),
                nps: Some(1_250_000),
                pv: pv.collect(),
                spent_ms: 400,
                clocks_ms: [Some(9_600 - 200 * at as u64), Some(9_300)],
            };
            board.make_move(mv);
            events.push(LiveEvent::Moved(table, Box::new(played)));
        }
    }
    events
}

fn runs(h: &mut Ui, with_test: bool) {
    h.state_mut().apply(Action::Command(UserCommand::ArenaWorkspace));
    for news in news(with_test) {
        give(h, ArenaAction::News(news));
    }
}

#[test]
fn nothing_is_played_until_a_tournament_is_set_up_and_started() {
    let mut h = open([1280.0, 800.0]);
    click(&mut h, "Arena");
    assert_eq!(h.state().model.view.workspace, Workspace::Arena);
    click(&mut h, "New tournament");
    h.get_by_label("Name of player 2");
    assert!(h.query_by_label_contains("10 games").is_some());
    click(&mut h, "Remove Tabia PUCT");
    assert!(h.query_by_label_contains(t!("arena-needs-two")).is_some(), "one player is none");
    click(&mut h, "Cancel");
    h.get_by_label("No tournament is running");
}

#[test]
fn a_cell_lists_its_games_and_a_board_is_shown_large() {
    for size in [[1280.0, 800.0], [1024.0, 700.0]] {
        let mut h = open(size);
        runs(&mut h, false);
        assert!(h.query_by_label_contains("200 of 300 games").is_some());
        let cell = h.get_by_label_contains("Tabia against Ethereal 14: ");
        cell.click();
        h.run_steps(8);
        h.get_by_label("Tabia and Ethereal 14");
        assert!(h.query_by_label_contains("Game 200:").is_none(), "of other players");
        click(&mut h, "All");
        h.get_by_label("Last games");
        h.get_by_label("Stockfish 15.1 against Tabia").click();
        h.run_steps(8);
        assert_eq!(h.state().model.arena.run.as_ref().unwrap().large, Some(0));
        h.get_all_by_label_contains("Depth 14").next().expect("what both think");
        click(&mut h, "Show all");
        click(&mut h, "Pause");
        h.get_by_label("Resume");
    }
}

#[test]
fn a_knock_out_names_its_winner_and_its_rounds() {
    let mut h = open([1280.0, 800.0]);
    runs(&mut h, false);
    let plan = h.state().model.arena.run.as_ref().unwrap().plan.clone();
    let begun = |progress: Progress| {
        let names = ["Loser", "Winner"].map(str::to_owned).to_vec();
        let result = |number, points| FinishedGame {
            number,
            round: 0,
            white: number as usize % 2,
            black: 1 - number as usize % 2,
            points,
            termination: "normal".to_owned(),
            plies: 60,
            time_ms: [9, 9],
            moves: [30, 30],
        };
        // The list does not show their numbers in the plan.
        let results = vec![result(4, Points::Win), result(19, Points::Draw)];
        let results =
            results.into_iter().map(|result| KeptGame { result, cause: None, nodes: [None; 2] });
        let (plan, results) = (plan.clone(), results.collect());
        let begun = TournamentStarted { plan, file: None, names, results, progress };
        ArenaAction::News(ArenaNews::Begun(Box::new(begun)))
    };
    let open = Progress { games: 4, round: Some((1, 2)), ..Progress::default() };
    give(&mut h, begun(open));
    assert!(h.query_by_label_contains("Round 1 of 2, 2 of 4 games").is_some());
    assert!(h.query_by_label_contains("1. Loser, points 1½").is_some());
    assert!(h.query_by_label_contains("Game 2: Winner against Loser").is_some());
    let (rounds_won, champion, fates) = (vec![1, 2], Some(1), vec![Fate::Out, Fate::In]);
    let over = Progress { games: 2, rounds_won, fates, champion, ..Progress::default() };
    give(&mut h, begun(over));
    assert!(h.query_by_label_contains("Winner wins the knock-out").is_some());
    assert!(h.query_by_label_contains("1. Winner, points ½").is_some());
}

#[test]
fn the_test_of_a_match_shows_its_curve_and_verdict() {
    let mut h = open([1280.0, 800.0]);
    runs(&mut h, true);
    h.get_by_label("Log-likelihood ratio");
    assert!(h.query_by_label_contains("Pairs 0").is_some());
    // Only the maximum number of games of a test is known.
    h.get_by_label("180 games, at most 400");
    let to_decide = h.state().model.arena.run.as_ref().unwrap().games_to_decide();
    let words = if to_decide.is_some() { "Time left: " } else { "Time left at most: " };
    assert!(h.query_by_label_contains(words).is_some());
}

#[test]
fn in_other_workspaces_the_top_bar_says_that_a_tournament_runs() {
    let mut h = open([1280.0, 800.0]);
    runs(&mut h, false);
    assert!(h.query_by_label("Arena: 200/300").is_none(), "it is in sight");
    h.state_mut().apply(Action::Command(UserCommand::StudyWorkspace));
    h.run_steps(8);
    click(&mut h, "Arena: 200/300");
    assert_eq!(h.state().model.view.workspace, Workspace::Arena);
}

/// A shell with a folder, and no window.
fn shell(home: &std::path::Path) -> Shell {
    let options = ShellOptions { home: Some(home.into()), engine: false, no_animation: true };
    Shell::new(&Context::default(), &options)
}

fn ended(model: &Model) -> usize {
    model.arena.run.as_ref().map_or(0, |run| run.ended.len())
}

#[test]
fn a_tournament_is_played_stopped_and_resumed_after_a_restart() {
    let home = tempfile::tempdir().unwrap();
    let mut first = shell(home.path());
    let plan = short_plan(&first.model, "Short");
    start(&mut first, plan);
    drain_until(&mut first, "game", |model| ended(model) >= 3);
    // As if the program had been killed: the threads only notice that the window is gone.
    drop(first);
    // A killed process releases its files at once, threads of this process when their games are aborted.
    let pgn = std::fs::File::open(home.path().join("tournaments/Short.pgn")).unwrap();
    pgn.lock().unwrap();
    drop(pgn);

    let mut again = shell(home.path());
    again.apply(Action::Command(UserCommand::ArenaWorkspace));
    drain_until(&mut again, "tournament of before", |model| {
        model.arena.saved.as_ref().is_some_and(|saved| !saved.is_empty())
    });
    let saved = again.model.arena.saved.clone().unwrap();
    assert_eq!((saved.len(), saved[0].name.as_str()), (1, "Short"));
    assert!(saved[0].played >= 3);
    again.apply(Action::Arena(ArenaAction::GoOn(saved[0].file.clone())));
    drain_until(&mut again, "end", is_complete);
    assert_eq!(ended(&again.model), 10);
    let numbers: std::collections::BTreeSet<u32> = again
        .model
        .arena
        .run
        .as_ref()
        .unwrap()
        .ended
        .iter()
        .map(|game| game.result.number)
        .collect();
    assert_eq!(numbers.len(), 10, "no game twice");

    again.apply(Action::Arena(ArenaAction::OpenGame(4)));
    drain_until(&mut again, "game on the board", |model| {
        model.game.tags.get("MatchGame") == Some("5")
    });
    assert_eq!(again.model.view.workspace, Workspace::Study);
}

/// A plan of short games between the two built-in engines.
fn short_plan(model: &Model, name: &str) -> Plan {
    let mut plan = draft::in_form(&Draft::first(model.processors).plan, Form::RoundRobin);
    name.clone_into(&mut plan.name);
    plan.control = Some(Control::Nodes(60));
    plan.adjudication.max_moves = Some(12);
    plan.concurrency = 2;
    plan
}

fn start(shell: &mut Shell, plan: Plan) {
    let draft = Draft { plan, opened: None };
    shell.apply(Action::Arena(ArenaAction::Draft(Box::new(draft))));
    shell.apply(Action::Arena(ArenaAction::Start));
}

fn is_complete(model: &Model) -> bool {
    let run = model.arena.run.as_ref();
    run.is_some_and(|run| run.state == TournamentState::Ended { complete: true })
}

#[test]
fn a_tournament_grows_while_it_runs_and_all_are_rated() {
    let home = tempfile::tempdir().unwrap();
    let mut shell = shell(home.path());
    let plan = short_plan(&shell.model, "Grows");
    start(&mut shell, plan);
    drain_until(&mut shell, "game", |model| ended(model) >= 1);
    let mut third = shell.model.arena.run.as_ref().unwrap().plan.players[0].clone();
    third.name = "Third".to_owned();
    shell.apply(Action::Arena(ArenaAction::Grow(Growth::Player(Box::new(third)))));
    drain_until(&mut shell, "third player", |model| {
        model.arena.run.as_ref().is_some_and(|run| run.names.len() == 3)
    });
    drain_until(&mut shell, "end", is_complete);
    assert_eq!(ended(&shell.model), 3 * 10, "everybody against everybody");

    // After the last game, too.
    shell.apply(Action::Arena(ArenaAction::Grow(Growth::Cycles(6))));
    drain_until(&mut shell, "more games", |model| ended(model) == 3 * 12 && is_complete(model));
    let file = shell.model.arena.run.as_ref().unwrap().file.clone().unwrap();
    let kept = Plan::open(&file).unwrap();
    assert_eq!((kept.players.len(), kept.format), (3, Format::RoundRobin { cycles: 6 }));

    shell.apply(Action::Arena(ArenaAction::Ratings));
    drain_until(&mut shell, "rating list", |model| model.arena.ratings.is_some());
    let list = shell.model.arena.ratings.as_ref().unwrap();
    assert_eq!((list.tournaments, list.standings.games(), list.names.len()), (1, 36, 3));
}

/// Variable that names the folder of the program to be killed.
const HOME: &str = "TABIA_TEST_ARENA_HOME";

/// Not a test: the program that is killed.
#[test]
#[ignore = "started and killed by another test"]
fn plays_until_it_is_killed() {
    let Some(home) = std::env::var_os(HOME) else { return };
    let mut shell = shell(home.as_ref());
    let mut plan = short_plan(&shell.model, "Killed");
    plan.format = Format::RoundRobin { cycles: 500 };
    start(&mut shell, plan);
    drain_until(&mut shell, "end", is_complete);
}

#[test]
fn a_tournament_whose_program_is_killed_loses_at_most_the_games_under_way() {
    let home = tempfile::tempdir().unwrap();
    let mut killed = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "arena::plays_until_it_is_killed", "--ignored"])
        .env(HOME, home.path())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let games = home.path().join("tournaments/Killed.pgn");
    let begun = || {
        let text = std::fs::read(&games).unwrap_or_default();
        String::from_utf8_lossy(&text).matches("[MatchGame ").count()
    };
    let begin = Instant::now();
    while begun() < 5 {
        assert!(begin.elapsed() < Duration::from_mins(2), "no games within two minutes");
        std::thread::sleep(Duration::from_millis(5));
    }
    // On Unix this is SIGKILL, which the program cannot handle.
    killed.kill().unwrap();
    killed.wait().unwrap();
    let left = begun();

    let mut again = shell(home.path());
    again.apply(Action::Command(UserCommand::ArenaWorkspace));
    drain_until(&mut again, "tournament of before", |model| {
        model.arena.saved.as_ref().is_some_and(|saved| !saved.is_empty())
    });
    let saved = again.model.arena.saved.clone().unwrap();
    assert!(!saved[0].over, "it is offered");
    again.apply(Action::Arena(ArenaAction::GoOn(saved[0].file.clone())));
    drain_until(&mut again, "tournament", |model| model.arena.run.is_some());
    assert!(ended(&again.model) + 1 >= left, "the one being written at most is lost");
    drain_until(&mut again, "more games", |model| ended(model) > left + 3);
    let run = again.model.arena.run.as_ref().unwrap();
    let numbers: std::collections::BTreeSet<u32> =
        run.ended.iter().map(|game| game.result.number).collect();
    assert_eq!(numbers.len(), run.ended.len(), "no game twice");
}

fn set_up(size: [f32; 2]) -> Ui {
    let mut h = open(size);
    h.state_mut().apply(Action::Command(UserCommand::ArenaWorkspace));
    give(&mut h, ArenaAction::SetUp);
    h
}

#[test]
fn in_a_small_window_the_whole_form_of_a_tournament_is_visible() {
    for size in [[900.0, 600.0], [720.0, 480.0]] {
        let mut h = set_up(size);
        let mut draft = h.state().model.arena.draft.clone().unwrap();
        draft.plan.adjudication.draw = Some(DrawRule { from: 34, moves: 8, cp: 10 });
        give(&mut h, ArenaAction::Draft(draft));
        for name in [
            t!("arena-form"),
            t!("arena-pairs"),
            t!("arena-increment"),
            t!("arena-openings"),
            t!("arena-seed-name"),
            t!("arena-from-move"),
        ] {
            let places = h.query_all_by_label(name).map(|node| node.rect());
            let right = places.map(|place| place.right()).fold(0.0, f32::max);
            assert!(right > 0.0 && right < size[0] - 12.0, "{size:?}: {name} ends at {right}");
        }
        let cut: Vec<_> = texts(&h).into_iter().filter(|(text, _)| text.galley.elided).collect();
        assert!(cut.is_empty(), "{size:?}: {:?} is cut", cut[0].0.galley.text());
    }
}

#[test]
fn a_note_does_not_cover_the_buttons_of_the_tournament_form() {
    let mut h = set_up([1440.0, 900.0]);
    let text = "Something failed again, and a long sentence says why it did. ".repeat(4);
    h.state_mut().apply(Action::Failed(text));
    h.run_steps(8);
    let note = h.get_by_label(t!("toast-dismiss")).rect();
    for name in [t!("arena-start"), t!("arena-save-plan"), t!("arena-open-plan")] {
        let button = h.get_by_label(name).rect();
        assert!(note.bottom() < button.top(), "{name} at {button} is below the note at {note}");
    }
}

#[test]
fn two_players_have_no_sonneborn_berger() {
    for with_test in [false, true] {
        let mut h = open([1440.0, 900.0]);
        h.state_mut().apply(Action::Command(UserCommand::ArenaWorkspace));
        for news in news(with_test) {
            give(&mut h, ArenaAction::News(news));
        }
        let head = t!("arena-head-sonneborn-berger");
        let shown = texts(&h).iter().any(|(text, _)| text.galley.text() == head);
        assert_eq!(shown, !with_test);
    }
}

#[test]
fn a_decided_test_says_so_first_and_offers_nothing_that_is_over() {
    let mut h = open([1280.0, 800.0]);
    h.state_mut().apply(Action::Command(UserCommand::ArenaWorkspace));
    for mut news in news(true) {
        if let ArenaNews::Live(events) = &mut news {
            // The game that was counted last.
            let fixture = Fixture { game: 179, round: 89, white: 0, black: 1 };
            for event in &mut *events {
                if let LiveEvent::Begun(0, game) = event {
                    game.fixture = fixture;
                }
            }
            let (result, termination, reason) = ("1-0", "normal", String::new());
            events.push(LiveEvent::Ended(0, fixture, LiveEnd { result, termination, reason }));
        }
        if let ArenaNews::Begun(begun) = &mut news {
            // The first player wins most of these games.
            begun.plan.sprt.as_mut().unwrap().model = EloModel::Normalised;
            for kept in &mut begun.results {
                let first = kept.result.white == 0;
                let won = kept.result.number % 6 != 0;
                let points = if won { Points::Win } else { Points::Draw };
                kept.result.points = if first { points } else { points.reversed() };
            }
        }
        give(&mut h, ArenaAction::News(news));
    }
    give(&mut h, ArenaAction::News(ArenaNews::Over(None)));
    assert!(h.query_by_label_contains("H1 accepted after 180 games").is_some());
    assert!(h.query_by_label(t!("arena-go-on")).is_none());
    assert!(h.query_by_label(t!("arena-stop-after")).is_none());
    h.get_by_label(t!("arena-test-elo-normalised"));
    h.get_by_label(t!("arena-last-game"));
    let reason = t!("arena-end", why = t!("arena-end-scores"), moves = 45);
    let words = format!("½-½, {reason}");
    assert!(texts(&h).iter().any(|(text, _)| text.galley.text() == words), "how it ended");
    // The label of the bound is where the curve begins, not where it ends.
    let upper = texts(&h).into_iter().find(|(text, _)| text.galley.text().starts_with("accept H1"));
    assert!(upper.unwrap().0.pos.x < 200.0);
}

#[test]
fn in_a_narrow_window_a_test_has_its_numbers_with_their_errors() {
    let mut h = open([900.0, 700.0]);
    h.state_mut().apply(Action::Command(UserCommand::ArenaWorkspace));
    for mut news in news(true) {
        if let ArenaNews::Begun(begun) = &mut news {
            begun.plan.sprt.as_mut().unwrap().model = EloModel::Normalised;
            begun.plan.concurrency = 1;
        }
        give(&mut h, ArenaAction::News(news));
    }
    let shown = texts(&h);
    let named = |name: &str| shown.iter().find(|(text, _)| text.galley.text() == name).unwrap();
    for name in [t!("arena-test-won"), t!("arena-test-pairs"), t!("arena-test-elo-normalised")] {
        assert!(!named(name).0.galley.elided, "{name}");
    }
    let errors = shown.iter().filter(|(text, _)| text.galley.text().contains(" ± "));
    assert!(errors.filter(|(text, _)| text.pos.y > 500.0 && !text.galley.elided).count() >= 2);
    let verdict = shown.iter().find(|(text, _)| text.galley.text().contains("No verdict yet"));
    assert!(!verdict.unwrap().0.galley.elided);
    let board = h.get_by_label("Tabia, new time use against Tabia 1.0").rect();
    assert!(board.width() > 200.0, "{board}");
}

#[test]
fn the_ties_of_a_knock_out_are_listed_by_round() {
    let mut h = open([1280.0, 800.0]);
    runs(&mut h, false);
    let plan = h.state().model.arena.run.as_ref().unwrap().plan.clone();
    let mut schedule = Schedule::new(Format::KnockOut { pairs: 1, tie_breaks: 0 }, 2, plan.games);
    while let Next::Play(fixture) = schedule.begin_next() {
        schedule.finish(fixture, Points::Draw);
    }
    let names = ["Better seed", "A very long engine name: Stockfish 15.1"].map(str::to_owned);
    let (names, progress, results) = (names.to_vec(), schedule.progress(), Vec::new());
    let begun = TournamentStarted { plan, file: None, names, results, progress };
    give(&mut h, ArenaAction::News(ArenaNews::Begun(Box::new(begun))));
    h.get_by_label_contains("Round 1: Better seed against A very long engine name");
    assert!(h.query_by_label_contains("wins the final as the better seed").is_some());
    let shown = |text: &str| texts(&h).iter().any(|(shown, _)| shown.galley.text() == text);
    assert!(shown(t!("arena-out-by-seed")) && shown("A very long engine name: Stockfish 15.1"));
    assert!(!shown(t!("arena-head-sonneborn-berger")));
    click(&mut h, t!("arena-all-games"));
    h.get_by_label(t!("arena-last-games"));
}

#[test]
fn the_last_rounds_of_a_knock_out_have_words_of_their_own() {
    let mut h = open([1280.0, 800.0]);
    runs(&mut h, false);
    let mut plan = h.state().model.arena.run.as_ref().unwrap().plan.clone();
    plan.format = Format::KnockOut { pairs: 1, tie_breaks: 0 };
    let mut schedule = Schedule::new(plan.format, 5, plan.games);
    let (results, progress) = (Vec::new(), schedule.progress());
    let names = ["Ada", "Bob", "Cleo", "Dan", "Eva"].map(str::to_owned).to_vec();
    let (plan_of_run, names_of_run) = (plan.clone(), names.clone());
    let begun =
        TournamentStarted { plan: plan_of_run, file: None, names: names_of_run, results, progress };
    give(&mut h, ArenaAction::News(ArenaNews::Begun(Box::new(begun))));
    h.get_by_label_contains("Round 1: Dan against Eva –");
    while let Next::Play(fixture) = schedule.begin_next() {
        let better = fixture.white < fixture.black;
        schedule.finish(fixture, if better { Points::Win } else { Points::Loss });
    }
    let (progress, results) = (schedule.progress(), Vec::new());
    let begun = TournamentStarted { plan, file: None, names, results, progress };
    give(&mut h, ArenaAction::News(ArenaNews::Begun(Box::new(begun))));
    let listed = |words: &str| h.query_by_label_contains(words).is_some();
    assert!(listed("Round 1: Dan against Eva 2–0 Dan advances"));
    assert!(listed("Round 2: Ada against Dan 2–0 Ada reaches the final"));
    assert!(listed("Round 3: Ada against Bob 2–0 Ada wins the final"));
}

#[test]
fn in_a_narrow_window_the_list_of_tournaments_has_all_it_says() {
    let mut h = open([640.0, 700.0]);
    let saved = SavedTournament {
        name: "Club".to_owned(),
        file: "club.json".into(),
        form: Some(Form::KnockOut),
        problem: None,
        played: 1,
        games: 6,
        players: vec!["Tabia".to_owned(), "Toga".to_owned()],
        over: false,
        tested: false,
        decision: None,
        winner: None,
        day: "2026.11.21".to_owned(),
    };
    h.state_mut().apply(Action::Command(UserCommand::ArenaWorkspace));
    wait(&mut h, "list", |model| model.arena.saved.is_some());
    give(&mut h, ArenaAction::News(ArenaNews::Saved(Ok(vec![saved]))));
    h.run_steps(8);
    let row = h.get_by_label_contains("2026-11-21 · Tabia, Toga");
    assert!(row.rect().right() <= 640.0, "{:?}", row.rect());
    assert!(h.query_by_label_contains("1 of at least 6 games").is_some());
}

#[test]
fn earlier_tournaments_say_who_won_and_which_way_a_test_went() {
    let mut h = open([1280.0, 800.0]);
    let saved = |name: &str| SavedTournament {
        name: name.to_owned(),
        file: name.into(),
        form: Some(Form::Match),
        problem: None,
        played: 150,
        games: 40_000,
        players: vec!["Tabia".to_owned(), "Toga".to_owned()],
        over: true,
        tested: true,
        decision: None,
        winner: None,
        day: "2026.11.21".to_owned(),
    };
    let all = vec![
        SavedTournament { decision: Some(Decision::H0), ..saved("decided") },
        SavedTournament { over: false, ..saved("interrupted") },
        SavedTournament {
            winner: Some("Toga".to_owned()),
            form: Some(Form::KnockOut),
            problem: None,
            ..saved("cup")
        },
    ];
    h.state_mut().apply(Action::Command(UserCommand::ArenaWorkspace));
    wait(&mut h, "list", |model| model.arena.saved.is_some());
    give(&mut h, ArenaAction::News(ArenaNews::Saved(Ok(all))));
    h.run_steps(8);
    for words in
        ["H0 accepted after 150 games", "150 games, at most 40,000", "Toga wins after 150 games"]
    {
        h.get_by_label(words);
    }
}

#[test]
fn a_plan_that_was_changed_makes_way_only_after_a_yes() {
    let mut h = open([1280.0, 800.0]);
    h.state_mut().apply(Action::Command(UserCommand::ArenaWorkspace));
    give(&mut h, ArenaAction::SetUp);
    assert!(texts(&h).iter().all(|(text, _)| text.galley.text() != "AlphaBeta"), "a name of code");
    let mut draft = h.state().model.arena.draft.clone().unwrap();
    draft.plan.name = "Mine".to_owned();
    give(&mut h, ArenaAction::Draft(draft));
    give(&mut h, ArenaAction::Propose(Proposal::Comparison));
    assert!(h.query_all_by_label_contains("Replace the plan “Mine”?").next().is_some());
    click(&mut h, t!("arena-replace-plan.do"));
    assert_eq!(
        h.state().model.arena.draft.as_ref().unwrap().plan.players[0].name,
        "A everything on"
    );
}

#[test]
fn a_plan_with_games_beside_it_goes_on() {
    let mut h = open([1280.0, 800.0]);
    h.state_mut().apply(Action::Command(UserCommand::ArenaWorkspace));
    // The window lists its own folder first.
    wait(&mut h, "list", |model| model.arena.saved.is_some());
    let mut plan = short_plan(&h.state().model, "Cup");
    let file = std::path::PathBuf::from("/cups/cup.json");
    give(&mut h, ArenaAction::News(ArenaNews::Opened(Box::new(plan.clone()), file.clone())));
    h.get_by_label(t!("arena-start"));
    let saved = SavedTournament {
        name: "Cup".to_owned(),
        file: file.clone(),
        form: Some(Form::RoundRobin),
        problem: None,
        played: 4,
        games: 10,
        players: Vec::new(),
        over: false,
        tested: false,
        decision: None,
        winner: None,
        day: "2026.11.21".to_owned(),
    };
    give(&mut h, ArenaAction::News(ArenaNews::Saved(Ok(vec![saved]))));
    h.get_by_label(t!("arena-go-on"));
    assert!(h.query_by_label_contains("4 of 10 games").is_some());
    // Neither a missing common limit nor a number that the form does not offer is changed by showing the plan.
    plan.format = Format::Match { rounds: 5 };
    let model = EloModel::Normalised;
    plan.sprt = Some(SprtPlan { elo0: 0.0, elo1: 10.0, alpha: 0.0005, beta: 0.05, model });
    plan.openings.from = OpeningSource::Pgn { file: "/cups/lines.pgn".into(), plies: 300 };
    let common = plan.control.take();
    plan.players.iter_mut().for_each(|player| player.control = common);
    give(&mut h, ArenaAction::News(ArenaNews::Opened(Box::new(plan), file.clone())));
    assert_eq!(h.state().model.arena.draft.as_ref().unwrap().file(), Some(file));
}

#[test]
fn the_keyboard_goes_from_left_to_right_through_what_stands_at_the_right() {
    let mut h = set_up([1280.0, 800.0]);
    h.get_by_label(t!("arena-cancel")).focus();
    h.run_steps(4);
    for name in [t!("arena-open-plan"), t!("arena-save-plan"), t!("arena-start")] {
        h.key_press(eframe::egui::Key::Tab);
        h.run_steps(4);
        assert!(h.get_by_label(name).is_focused(), "{name}");
    }
}

#[test]
fn a_knock_out_says_how_long_it_may_take() {
    let mut h = set_up([1280.0, 800.0]);
    let mut draft = h.state().model.arena.draft.clone().unwrap();
    draft.plan.format = Format::KnockOut { pairs: 1, tie_breaks: 2 };
    draft.plan.control = Some(Control::MoveTime(Duration::from_secs(6)));
    draft.plan.concurrency = 1;
    give(&mut h, ArenaAction::Draft(draft));
    // For games of 55 moves per side.
    h.get_by_label("2 to 6 games, about 22 minutes to about 66 minutes");
}

#[test]
fn what_time_is_for_is_asked_only_of_clocks() {
    let mut h = set_up([1280.0, 800.0]);
    let asked = |h: &Ui| texts(h).iter().any(|(of, _)| of.galley.text() == t!("arena-period"));
    assert!(asked(&h));
    let mut draft = h.state().model.arena.draft.clone().unwrap();
    draft.plan.control = Some(Control::Nodes(10_000));
    give(&mut h, ArenaAction::Draft(draft));
    assert!(!asked(&h));
    let shown = |text: &str| texts(&h).iter().any(|(of, _)| of.galley.text() == text);
    assert!(shown("10,000") && shown("10,000 nodes per move"), "the field and the players");
}

#[test]
fn a_rule_takes_no_number_that_a_plan_refuses() {
    let mut h = set_up([1280.0, 800.0]);
    let mut draft = h.state().model.arena.draft.clone().unwrap();
    draft.plan.adjudication.resign = Some(ResignRule { moves: 1, cp: 100 });
    give(&mut h, ArenaAction::Draft(draft));
    let moves = format!("{} {}", t!("arena-win-rule"), t!("arena-unit-moves.name"));
    h.get_by_role_and_label(Role::SpinButton, &moves).scroll_to_me();
    h.run_steps(8);
    let shown = |unit: &str| texts(&h).iter().any(|(of, _)| of.galley.text().trim() == unit);
    assert!(shown("move") && shown("pawn"), "one of each");
    for (name, number) in [(&*moves, "5000"), (t!("arena-unit-pawns.name"), "0")] {
        h.get_by_role_and_label(Role::SpinButton, name).click();
        h.run_steps(8);
        h.key_press_modifiers(eframe::egui::Modifiers::COMMAND, eframe::egui::Key::A);
        h.run_steps(4);
        h.get_by_role_and_label(Role::SpinButton, name).type_text(number);
        h.key_press(eframe::egui::Key::Enter);
        h.run_steps(8);
    }
    let plan = &h.state().model.arena.draft.as_ref().unwrap().plan;
    assert_eq!(plan.adjudication.resign, Some(ResignRule { moves: 1_000, cp: 1 }));
    assert_eq!(draft::problem(plan), None);
}

#[test]
fn a_match_has_one_pairing() {
    let mut h = set_up([1280.0, 800.0]);
    assert!(h.query_all_by_label(t!("arena-cycles")).next().is_some());
    let mut draft = h.state().model.arena.draft.clone().unwrap();
    draft.plan = draft::in_form(&draft.plan, Form::Match);
    give(&mut h, ArenaAction::Draft(draft));
    assert!(h.query_all_by_label(t!("arena-cycles")).next().is_none());
    assert!(h.query_all_by_label(t!("arena-cycles.match")).next().is_some());
}

#[test]
fn a_player_that_is_added_is_scrolled_to() {
    let mut h = set_up([1280.0, 800.0]);
    for _ in 0..4 {
        click(&mut h, t!("arena-add"));
        click(&mut h, "Tabia 1500");
    }
    let (card, foot) = (h.get_by_label("Name of player 6"), h.get_by_label(t!("arena-start")));
    assert!(card.rect().bottom() < foot.rect().top(), "{} is in sight", card.rect());
}

#[test]
fn what_an_engine_counts_is_called_by_its_name() {
    let mut h = open([1440.0, 900.0]);
    h.state_mut().apply(Action::Command(UserCommand::ArenaWorkspace));
    for mut news in news(false) {
        if let ArenaNews::Begun(begun) = &mut news {
            "puct".clone_into(&mut begun.plan.players[2].engine);
        }
        give(&mut h, ArenaAction::News(news));
    }
    click(&mut h, "Stockfish 15.1 against Tabia");
    for unit in ["nodes/s", "playouts/s"] {
        h.get_by_label_contains(unit);
    }
}

#[test]
fn a_limit_of_one_player_is_in_the_head() {
    let mut h = open([1440.0, 900.0]);
    h.state_mut().apply(Action::Command(UserCommand::ArenaWorkspace));
    for mut news in news(true) {
        if let ArenaNews::Begun(begun) = &mut news {
            begun.plan.players[1].control = Some(Control::Nodes(1_200));
        }
        give(&mut h, ArenaAction::News(news));
    }
    assert!(h.query_by_label_contains("(Tabia 1.0: 1,200 nodes per move)").is_some());
}
