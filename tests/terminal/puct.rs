//! PUCT over UCI, on an engine seat, from the terminal, and its bench.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tabia_chess::{Board, epd};
use tabia_engine::alphabeta::bench::POSITIONS;
use tabia_engine::puct::options::{PuctConfig, PuctOptions};
use tabia_engine::puct::{PuctEngine, bench};
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::search::report::StopReason;
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::position::GamePosition;
use tabia_host::kinds::SeatOptions;
use tabia_host::worker::Handle;
use tabia_host::worker::pool::{Pool, SeatNews};
use tabia_host::worker::protocol::{self, Event, JobId, Watch};

use super::programs::tabia;

/// Time limit of an answer; generous, because the machine may be busy.
const TIMEOUT: Duration = Duration::from_mins(1);

fn text(output: &[u8]) -> String {
    String::from_utf8(output.to_vec()).unwrap()
}

/// The output of a conversation sent all at once, which ends with its input.
fn talk(args: &[&str], script: &[&str]) -> Vec<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabia"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all((script.join("\n") + "\n").as_bytes()).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    text(&output.stdout).lines().map(str::to_owned).collect()
}

fn starting<'a>(lines: &'a [String], start: &str) -> Vec<&'a str> {
    lines.iter().map(String::as_str).filter(|line| line.starts_with(start)).collect()
}

#[test]
fn the_option_switches_to_it_and_back() {
    let lines = talk(
        &["uci"],
        &[
            "uci",
            "setoption name Hash value 2",
            "setoption name UCI_ShowWDL value true",
            "setoption name MultiPV value 2",
            "setoption name Search value PUCT",
            "position startpos moves e2e4",
            "go nodes 400",
            "setoption name PuctMethod value uct",
            "go nodes 50",
            "setoption name Search value AlphaBeta",
            "go nodes 400",
            "setoption name Search value plain",
            "go depth 2",
            "setoption name Search value chess",
            "isready",
        ],
    );
    let option = "option name Search type combo default AlphaBeta var AlphaBeta var PUCT var Plain";
    assert!(lines.iter().any(|line| line == option));
    assert_eq!(starting(&lines, "bestmove ").len(), 4, "{lines:#?}");
    let first = lines.iter().take_while(|line| !line.starts_with("bestmove"));
    let infos: Vec<&String> = first.filter(|line| line.starts_with("info depth")).collect();
    let last = infos.last().unwrap();
    assert!(last.contains(" multipv 2 score "), "{last}");
    for field in [" seldepth ", " wdl ", " nodes 400", " hashfull ", " time ", " pv "] {
        assert!(last.contains(field), "{field}: {last}");
    }
    assert!(
        lines
            .iter()
            .any(|line| line.contains("found 'chess', expected one of AlphaBeta, PUCT, Plain")),
        "{lines:#?}"
    );
}

#[test]
fn it_can_be_chosen_on_the_command_line() {
    let lines = talk(
        &["uci", "--puct"],
        &[
            "uci",
            "setoption name Hash value 2",
            "setoption name UCI_Chess960 value true",
            "setoption name UCI_LimitStrength value true",
            "position fen 1k6/pppppppp/8/8/8/8/PPPP1PPP/RK4R1 w AG - 0 1",
            "go nodes 100 searchmoves b1g1",
            "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
            "go mate 1",
            "position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
            "go nodes 10",
            "position startpos",
            "go wtime 400 btime 400 winc 5 binc 5",
            "go infinite",
        ],
    );
    assert!(lines.contains(
        &"option name Search type combo default PUCT var AlphaBeta var PUCT var Plain".into()
    ));
    let answers = starting(&lines, "bestmove ");
    assert_eq!(answers.len(), 5, "{lines:#?}");
    assert!(answers[0].starts_with("bestmove b1g1"), "castling as Chess960 writes it");
    assert_eq!(answers[1], "bestmove a1a8");
    assert_eq!(answers[2], "bestmove 0000");
    assert!(lines.iter().any(|line| line.contains(" score mate 1 ")), "{lines:#?}");
    assert!(lines.iter().any(|line| line.contains("PUCT has one strength")), "{lines:#?}");
}

#[test]
fn a_file_that_is_not_a_policy_network_changes_nothing() {
    let lines = talk(
        &["uci", "--puct"],
        &["setoption name PolicyFile value nowhere.net", "position startpos", "go nodes 20"],
    );
    assert!(
        lines.iter().any(|line| line.contains("setoption PolicyFile: nowhere.net")),
        "{lines:#?}"
    );
    assert_eq!(starting(&lines, "bestmove ").len(), 1);
}

fn search(job: u64, limits: Limits) -> protocol::Command {
    protocol::Command::Search {
        job: JobId(job),
        position: GamePosition::new(Board::start()),
        limits,
        watch: Watch { snapshot_every_ms: Some(5), profile: false, tree: false },
    }
}

#[test]
fn a_worker_searches_with_it_stops_it_and_ponders() {
    let options = PuctOptions { hash_mib: 2, ..PuctOptions::default() };
    let handle = Handle::spawn(options, Arc::new(|_| ())).unwrap();
    let few =
        SeatOptions::Puct(PuctOptions { hash_mib: 3, ..PuctOptions::of(PuctConfig::Uniform) });
    assert_eq!((few.multi_pv(), few.is_restrained()), (1, false));
    handle.try_send(protocol::Command::SetOptions(few)).unwrap();
    handle.try_send(search(1, Limits::infinite())).unwrap();
    let finished = |handle: &Handle| loop {
        match handle.recv_timeout(TIMEOUT).expect("no answer") {
            Event::Finished { job, outcome, .. } => return (job, outcome),
            Event::Failed { error, .. } => panic!("{error}"),
            _ => {}
        }
    };
    loop {
        // The state of a running search is reported besides its lines.
        if let Some(live) = handle.take_live() {
            assert!(live.snapshot.detail.puct().unwrap().playouts > 0);
            break;
        }
        std::thread::yield_now();
    }
    handle.stop(JobId(1));
    let (job, outcome) = finished(&handle);
    assert_eq!((job, outcome.reason), (JobId(1), StopReason::Stopped));
    let limits = Limits { ponder: true, ..Limits::nodes(50) };
    handle.try_send(search(2, limits)).unwrap();
    assert!(handle.recv_timeout(TIMEOUT).is_ok());
    handle.ponder_hit(JobId(2));
    assert!(finished(&handle).1.best.is_some());
}

#[test]
fn the_engine_pool_of_the_window_can_run_it() {
    let mut pool = Pool::new(Arc::new(|_| ()));
    let options = PuctOptions { hash_mib: 2, ..PuctOptions::default() };
    pool.seat(EngineId::PUCT, options).unwrap();
    assert!(pool.has(EngineId::PUCT) && EngineId::PUCT.is_own() && !EngineId::PUCT.is_built_in());
    pool.send(EngineId::PUCT, search(7, Limits::nodes(100)));
    loop {
        match pool.next(EngineId::PUCT) {
            Some(SeatNews::Event(Event::Finished { job, outcome, .. })) => {
                assert_eq!((job, outcome.nodes), (JobId(7), Some(100)));
                break;
            }
            Some(SeatNews::Gone) => panic!("it has gone"),
            _ => std::thread::yield_now(),
        }
    }
}

#[test]
fn the_terminal_shows_the_root_and_analyses() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let args = ["lab", "puct", "--fen", fen, "--playouts", "300", "--hash", "2", "--json"];
    let output = tabia(&args);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let moves: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(moves.len(), Board::from_fen(fen).unwrap().legal_moves().len());
    let sum = |key: &str| moves.iter().map(|row| row[key].as_f64().unwrap()).sum::<f64>();
    assert!((sum("n") - 300.0).abs() < 0.5 && (sum("p") - 1.0).abs() < 0.01);
    assert!(moves.iter().all(|row| (0.0..=1.0).contains(&row["q"].as_f64().unwrap())));
    assert!(moves.iter().all(|row| row["u"].is_number() && row["move"].is_string()));
    assert_eq!(moves.iter().filter(|row| row["next"] == true).count(), 1);
    assert_eq!(text(&output.stdout), text(&tabia(&args).stdout), "the same seed, the same tree");
    let person = tabia(&["lab", "puct", "--fen", fen, "--playouts", "50", "--method", "uct"]);
    assert!(text(&person.stdout).contains("Next "), "{}", text(&person.stdout));
    let few = ["lab", "puct", "--fen", fen, "--playouts", "5", "--method", "uct", "--json"];
    for line in text(&tabia(&few).stdout).lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        assert_eq!(row["q"].is_null(), row["n"] == 0 && row["proof_mate"].is_null(), "{line}");
    }
    let analysed = tabia(&["analyse", fen, "--search", "puct", "--nodes", "200", "--json"]);
    let last = text(&analysed.stdout);
    assert!(last.lines().last().unwrap().contains("bestmove"), "{last}");
    let unknown = tabia(&["analyse", fen, "--search", "mcts"]);
    assert!(text(&unknown.stderr).contains("uct-eval"), "{}", text(&unknown.stderr));
    let mate = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
    let none = tabia(&["lab", "puct", "--fen", mate]);
    assert!(text(&none.stderr).contains("checkmate"));
}

#[test]
fn a_match_is_reported_game_by_game() {
    let args =
        ["lab", "puct-match", "--a", "quiet", "--b", "flat", "--games", "2", "--nodes", "20"];
    let output = tabia(&[&args[..], &["--hash", "1", "--json"]].concat());
    let lines: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3, "{}", text(&output.stderr));
    assert_eq!((&lines[0]["a_white"], &lines[2]["games"]), (&Value::Bool(true), &Value::from(2)));
}

#[test]
fn the_bench_of_each_method_has_a_signature() {
    let of = |config, playouts| {
        let options = PuctOptions::of(config);
        bench::run(&POSITIONS[..6], playouts, &options, &StopSignal::never(), |_, _| {}).unwrap()
    };
    for config in [PuctConfig::Uct, PuctConfig::Quiet] {
        let (one, two) = (of(config, 60), of(config, 60));
        assert_eq!((one.signature, one.playouts), (two.signature, two.playouts), "{config:?}");
        assert_ne!(one.signature, of(config, 61).signature);
    }
    let output = tabia(&["bench", "--puct", "--playouts", "5"]);
    let lines = text(&output.stdout);
    assert!(lines.lines().last().unwrap().contains(" nodes "), "{lines}");
    assert!(lines.contains("\nsignature "), "{lines}");
}

/// `TABIA_SYZYGY=DIR cargo test --release --test terminal puct::tables -- --ignored`: with four-man tables a won
/// endgame is played to mate, a drawn one is reported as drawn, and the leaves of a search with one more piece find
/// their results.
#[test]
#[ignore = "asks for a folder of tables"]
fn tables_are_probed_at_the_root_and_at_leaves() {
    let folder = std::env::var("TABIA_SYZYGY").expect("TABIA_SYZYGY names a folder");
    let tables = Arc::new(tabia_games::tablebase::Syzygy::open(&[folder]).unwrap());
    let mut engine = PuctEngine::new(&PuctOptions { hash_mib: 4, ..PuctOptions::default() });
    engine.set_tables(Some(tables));
    let at = |fen: &str| GamePosition::new(Board::from_fen(fen).unwrap());
    let mut search = |position: &GamePosition, playouts| {
        engine.go(position, &Limits::nodes(playouts), &StopSignal::never(), &mut ())
    };
    let mut game = at("8/8/8/4k3/8/8/8/KBN5 w - - 0 1");
    let first = search(&game, 100);
    assert!(matches!(first.score, Some(Score::Tablebase(plies)) if plies > 0), "{first:?}");
    while let Some(best) = search(&game, 100).best {
        game.moves.push(best);
        assert!(game.moves.len() < 100, "no mate within fifty moves: {}", game.board());
    }
    assert!(game.board().in_check(), "{}", game.board());
    let drawn = search(&at("8/8/8/4k3/8/8/4n3/4K2R w - - 0 1"), 500);
    assert!(matches!(drawn.score, Some(Score::Cp(cp)) if cp.abs() < 200), "{drawn:?}");
    // Capturing the knight leaves a won endgame with four pieces, which the first playout of the move finds.
    let won = search(&at("8/8/8/3k4/8/8/3n3P/K2R4 w - - 0 1"), 3_000);
    assert!(matches!(won.score, Some(Score::Tablebase(plies)) if plies > 0), "{won:?}");
}

/// `TABIA_MATES=FILE cargo test --release --test terminal puct::mates -- --ignored --nocapture`: the mates in one to
/// four moves (`bm #1` to `#4`) of a file of EPDs are proven, and none is reported as shorter than it is.
#[test]
#[ignore = "long; asks for a file"]
fn mates_of_a_file_are_proven_and_never_too_short() {
    let file = std::env::var("TABIA_MATES").expect("TABIA_MATES names a file");
    let (mut engine, mut found, mut asked) =
        (PuctEngine::new(&PuctOptions::default()), [0; 5], [0; 5]);
    for line in std::fs::read_to_string(file).unwrap().lines() {
        let Some((fen, moves)) = line.split_once(" bm #") else { continue };
        let Ok(moves @ 1..=4) = moves.trim_end_matches(';').trim().parse::<usize>() else {
            continue;
        };
        let board = epd::parse(fen).unwrap().board;
        asked[moves] += 1;
        engine.new_game();
        let limits = Limits { mate: Some(moves as u32), ..Limits::nodes(100_000) };
        let position = GamePosition::new(board);
        let outcome = engine.go(&position, &limits, &StopSignal::never(), &mut ());
        if let Some(Score::Mate(plies)) = outcome.score {
            assert!(plies >= 2 * moves as i32 - 1, "{fen}: mate in {moves}, told {plies} plies");
            found[moves] += 1;
        }
    }
    for moves in 1..=4 {
        println!("mate in {moves}: {} of {}", found[moves], asked[moves]);
    }
    assert_eq!(found[1], asked[1]);
}
