//! Tournaments of fast engines: what a watcher sees, what can be changed during play, and what is recorded.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::Duration;

use super::live::{LiveEvent, TournamentState, Watcher};
use super::plan::Plan;
use super::player::Player;
use super::record::result_of;
use super::recorder::Recorder;
use super::resume;
use super::run::{Match, Tournament};
use super::schedule::{Fixture, Format};
use tabia_engine::play::Game;
use tabia_games::strength::standings::FinishedGame;

/// Longest a test waits for an event.
const LONG: Duration = Duration::from_mins(2);

fn players(count: usize) -> Vec<Player> {
    let lines = [
        "plain name=p",
        "alphabeta name=a",
        "puct name=u",
        "alphabeta name=h option.Eval=HandCrafted",
    ];
    lines[..count].iter().map(|line| Player::from_line(line).unwrap()).collect()
}

fn plan(count: usize, format: Format) -> Plan {
    let mut plan = Plan::new(players(count), format);
    plan.control = Some(tabia_engine::play::control::Control::Nodes(50));
    (plan.hash, plan.adjudication.max_moves) = (1, Some(6));
    plan
}

fn ready(plan: &Plan) -> Match {
    plan.ready(Path::new("")).unwrap()
}

/// Plays all games and returns the results in the order in which they ended.
fn play_all(tournament: &Tournament) -> Vec<FinishedGame> {
    let mut results = Vec::new();
    tournament
        .play(&mut |fixture, game| {
            results.push(result_of(fixture, game));
            true
        })
        .unwrap();
    results
}

/// Plays on another thread while `act` runs. Returns the games in the order in which they ended.
fn play_and(tournament: &Tournament, act: impl FnOnce(&mut Watcher)) -> Vec<Fixture> {
    let mut watcher = tournament.watch();
    std::thread::scope(|scope| {
        let play = std::thread::Builder::new().spawn_scoped(scope, || {
            let mut ended = Vec::new();
            let mut on_game = |fixture: Fixture, _: &Game| {
                ended.push(fixture);
                true
            };
            tournament.play(&mut on_game).unwrap();
            ended
        });
        act(&mut watcher);
        play.unwrap().join().unwrap()
    })
}

/// Waits for an event and returns all events up to it.
fn until(watcher: &mut Watcher, wanted: impl Fn(&LiveEvent) -> bool) -> Vec<LiveEvent> {
    let mut all = Vec::new();
    loop {
        let events = watcher.events();
        let found = events.iter().any(&wanted);
        all.extend(events);
        if found {
            return all;
        }
        assert!(watcher.wait(LONG), "nothing more happens: {all:?}");
    }
}

fn count_ended(events: &[LiveEvent]) -> usize {
    events.iter().filter(|event| matches!(event, LiveEvent::Ended(..))).count()
}

fn ended(event: &LiveEvent) -> bool {
    matches!(event, LiveEvent::State(TournamentState::Ended { .. }))
}

#[test]
fn a_watcher_sees_every_game_with_its_moves() {
    let mut plan = plan(3, Format::RoundRobin { cycles: 1 });
    plan.players[0].control =
        Some(tabia_engine::play::control::Control::Clock("60+1".parse().unwrap()));
    plan.concurrency = 2;
    let tournament = Tournament::new(ready(&plan), false);
    let wakes = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&wakes);
    tournament.wake_with(Arc::new(move || {
        counted.fetch_add(1, SeqCst);
    }));
    let mut events = Vec::new();
    let fixtures = play_and(&tournament, |watcher| events = until(watcher, ended));
    assert_eq!(fixtures.len(), 6);
    assert!(wakes.load(SeqCst) > 6);
    // A game ends on the table it began on, with all its moves between.
    let mut tables = [None, None];
    let mut seen = BTreeSet::new();
    for event in &events {
        match event {
            LiveEvent::Begun(table, game) => {
                assert!(tables[*table].is_none() && game.moves.is_empty());
                assert!(!game.opening.moves.is_empty(), "of the well-known lines");
                let board = game.opening.board();
                tables[*table] = Some((game.clone(), board, 0));
            }
            LiveEvent::Moved(table, mv) => {
                let (game, board, count) = tables[*table].as_mut().unwrap();
                assert_eq!(mv.mover, board.stm());
                assert_eq!(tabia_chess::san::write(board, mv.mv), mv.san);
                assert_eq!(mv.pv.first(), Some(&mv.mv));
                assert!(mv.nodes.is_some() && mv.score.is_some(), "{mv:?}");
                for (color, name) in game.names.iter().enumerate() {
                    assert_eq!(mv.clocks_ms[color].is_some(), name == "p", "{mv:?}");
                }
                board.make_move(mv.mv);
                *count += 1;
            }
            LiveEvent::Thinking(table, info) => {
                let (_, board, _) = tables[*table].as_ref().unwrap();
                assert_eq!(info.stm, board.stm());
            }
            LiveEvent::Ended(table, fixture, end) => {
                let (game, _, count) = tables[*table].take().unwrap();
                assert_eq!(game.fixture, *fixture);
                assert!(count <= 12 && count > 0, "six moves of each at most: {count}");
                assert!(["1-0", "0-1", "1/2-1/2"].contains(&end.result), "{end:?}");
                seen.insert(fixture.game);
            }
            LiveEvent::State(_) => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(seen.len(), 6);
    assert_eq!(tournament.state(), TournamentState::Ended { complete: true });
    assert_eq!(events.last(), Some(&LiveEvent::State(TournamentState::Ended { complete: true })));
}

#[test]
fn a_slow_watcher_does_not_delay_games_and_gets_the_newest_ones() {
    let plan = plan(2, Format::Match { rounds: 40 });
    let tournament = Tournament::new(ready(&plan), false);
    let mut watcher = tournament.watch();
    assert_eq!(play_all(&tournament).len(), 80);
    let events = watcher.events();
    assert_eq!(events[0], LiveEvent::Missed(16), "of 80 games 64 are kept");
    assert_eq!(count_ended(&events), 64);
    assert!(watcher.events().is_empty() && !watcher.wait(Duration::ZERO));
}

#[test]
fn a_paused_tournament_begins_no_game_until_it_is_resumed() {
    let plan = plan(3, Format::RoundRobin { cycles: 3 });
    let tournament = Tournament::new(ready(&plan), false);
    let fixtures = play_and(&tournament, |watcher| {
        until(watcher, |event| matches!(event, LiveEvent::Ended(..)));
        tournament.pause();
        // The game in progress ends, and no other begins.
        while tournament.schedule().in_play() > 0 {
            watcher.wait(Duration::from_millis(10));
            watcher.events();
        }
        let played = tournament.schedule().played();
        assert!(played < 18, "{played}");
        assert_eq!(tournament.state(), TournamentState::Paused(None));
        watcher.events();
        assert!(!watcher.wait(Duration::from_millis(50)), "nothing happens");
        assert_eq!(tournament.schedule().played(), played);
        tournament.resume();
        until(watcher, ended);
    });
    assert_eq!(fixtures.len(), 18);
}

#[test]
fn a_stopped_tournament_ends_after_the_games_in_progress_or_at_once() {
    for now in [false, true] {
        let mut plan = plan(2, Format::Match { rounds: 400 });
        plan.concurrency = 2;
        let tournament = Tournament::new(ready(&plan), false);
        let mut seen = 0;
        let fixtures = play_and(&tournament, |watcher| {
            seen = count_ended(&until(watcher, |event| matches!(event, LiveEvent::Ended(..))));
            if now {
                tournament.stop_now();
            } else {
                tournament.stop_after_games();
            }
            seen += count_ended(&until(watcher, ended));
        });
        assert!(fixtures.len() < 800);
        assert_eq!(fixtures.len(), seen, "a game that is seen to end is kept");
        assert_eq!(tournament.schedule().in_play(), 0);
        assert_eq!(tournament.schedule().played() as usize, fixtures.len());
        assert_eq!(tournament.state(), TournamentState::Ended { complete: false });
    }
}

#[test]
fn rounds_players_and_tables_are_added_while_it_is_played() {
    let plan = plan(3, Format::RoundRobin { cycles: 1 });
    let tournament = Tournament::new(ready(&plan), false);
    tournament.pause();
    let kept = || Ok::<(), ()>(());
    let fixtures = play_and(&tournament, |watcher| {
        let games = tournament.games();
        let unkept = tournament.set_cycles(2, || Err("no room"));
        assert_eq!((unkept, tournament.games()), (Err("no room"), games), "nothing has changed");
        assert_eq!(tournament.set_cycles(2, kept), Ok(true));
        let added = Player::from_line("alphabeta name=new nodes=20").unwrap();
        let (player, control) = plan.prepare(&added, Path::new("")).unwrap();
        assert_eq!(tournament.add_player(player.clone(), control, kept), Ok(true));
        let again = tournament.add_player(player, control, || panic!("it is refused before"));
        assert_eq!(again, Ok::<bool, ()>(false), "one of that name is there");
        tournament.set_concurrency(3);
        assert_eq!(tournament.games(), 24);
        tournament.resume();
        until(watcher, |event| matches!(event, LiveEvent::Begun(2, _)));
        tournament.set_concurrency(1);
        until(watcher, ended);
    });
    assert_eq!(fixtures.len(), 24);
    let numbers: BTreeSet<u32> = fixtures.iter().map(|fixture| fixture.game).collect();
    assert_eq!(numbers.len(), 24);
    assert_eq!(fixtures.iter().filter(|game| game.white == 3 || game.black == 3).count(), 12);
    let swiss =
        Tournament::new(ready(&self::plan(3, Format::Swiss { rounds: 2, pairs: 1 })), false);
    assert_eq!(swiss.set_cycles(5, kept), Ok(false));
}

#[test]
fn swiss_and_knock_out_are_played_to_their_end() {
    let mut swiss = plan(3, Format::Swiss { rounds: 3, pairs: 1 });
    swiss.concurrency = 3;
    let tournament = Tournament::new(ready(&swiss), false);
    assert_eq!(play_all(&tournament).len(), 6, "one of three has a bye");
    assert_eq!(tournament.schedule().bye_halves(), [4, 4, 4]);
    let mut knock_out = plan(4, Format::KnockOut { pairs: 1, tie_breaks: 1 });
    knock_out.concurrency = 2;
    let tournament = Tournament::new(ready(&knock_out), false);
    let mut progress = Vec::new();
    let mut on_game = |fixture: Fixture, game: &Game| {
        progress.push(tournament.progress_with(fixture, game));
        true
    };
    tournament.play(&mut on_game).unwrap();
    assert!((6..=12).contains(&progress.len()), "{}", progress.len());
    let last = progress.last().unwrap();
    assert!(last.champion.is_some() && *last == tournament.progress(), "{last:?}");
    assert_eq!((last.games as usize, last.round), (progress.len(), Some((2, 2))));
}

#[cfg(unix)]
#[test]
fn an_engine_that_no_longer_starts_pauses_or_ends_the_tournament() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("engine");
    let text = "#!/bin/sh\nwhile read -r word rest; do case $word in\nuci) echo uciok;;\nisready) echo readyok;;\n\
                go) exit 1;;\nquit) exit 0;;\nesac; done\n";
    std::fs::write(&program, text).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut plan = plan(1, Format::Match { rounds: 20 });
    plan.players.push(Player::from_line(&format!("'{}' name=gone", program.display())).unwrap());
    plan.failed_starts = 2;
    for pauses in [true, false] {
        std::fs::write(&program, text).unwrap();
        let tournament = Tournament::new(ready(&plan), pauses);
        std::fs::write(&program, "no program").unwrap();
        if pauses {
            let fixtures = play_and(&tournament, |watcher| {
                let gone = |event: &LiveEvent| match event {
                    LiveEvent::State(TournamentState::Paused(Some(reason))) => {
                        assert!(
                            reason.starts_with("gone could not be started 2 times"),
                            "{reason}"
                        );
                        true
                    }
                    _ => false,
                };
                until(watcher, gone);
                std::fs::write(&program, text).unwrap();
                tournament.resume();
                until(watcher, ended);
            });
            assert_eq!(fixtures.len(), 40, "and it goes on once the engine is there again");
        } else {
            let mut games = 0;
            let mut on_game = |_: Fixture, _: &Game| {
                games += 1;
                true
            };
            let error = tournament.play(&mut on_game).unwrap_err().to_string();
            assert!(error.starts_with("gone could not be started 2 times"), "{error}");
            assert_eq!(games, 0, "what was not played is no game lost");
        }
    }
}

#[test]
fn played_games_are_found_again_even_if_the_tournament_has_grown() {
    let folder = tempfile::tempdir().unwrap();
    for format in [
        Format::RoundRobin { cycles: 1 },
        Format::Gauntlet { cycles: 2 },
        Format::Swiss { rounds: 2, pairs: 1 },
        Format::KnockOut { pairs: 1, tie_breaks: 1 },
    ] {
        let path = folder.path().join("games.pgn");
        drop(std::fs::remove_file(&path));
        let mut plan = plan(3, format);
        // In two parts, the first of which ends after five games.
        let mut played: Vec<FinishedGame> = Vec::new();
        let (mut parts, mut whole, mut causes) = (0, Vec::new(), BTreeMap::new());
        loop {
            let mut ready = ready(&plan);
            let (recorder, kept, _) = Recorder::open(&path, &plan, &mut ready).unwrap();
            let timeless = |games: &[FinishedGame]| {
                let mut games = games.to_vec();
                games.sort_by_key(|game| game.number);
                for game in &mut games {
                    // The file has whole milliseconds, like the game, but may omit a zero.
                    (game.time_ms, game.moves) = ([0; 2], [0; 2]);
                }
                games
            };
            let overview = resume::overview(&path, &plan).unwrap();
            assert_eq!(overview.played as usize, played.len());
            assert_eq!(overview.over, ready.schedule.is_over(), "{format:?}");
            let results: Vec<_> = kept.iter().map(|kept| kept.result.clone()).collect();
            assert_eq!(timeless(&results), timeless(&played), "{format:?}");
            for kept in kept {
                assert_eq!(kept.cause.as_ref(), causes.get(&kept.result.number));
            }
            let tournament = Tournament::new(ready, false);
            let mut games = 0;
            let mut on_game = |fixture: Fixture, game: &Game| {
                recorder.write(&tournament, fixture, game).unwrap();
                played.push(result_of(fixture, game));
                causes.insert(fixture.game, game.ending.cause.clone());
                games += 1;
                games < 5
            };
            tournament.play(&mut on_game).unwrap();
            parts += 1;
            if games < 5 {
                whole.push(played.len());
                match plan.format {
                    Format::RoundRobin { cycles } if cycles < 2 => {
                        plan.format = Format::RoundRobin { cycles: 2 };
                        plan.players = players(4);
                    }
                    _ => {
                        let mut unnamed = plan.clone();
                        unnamed.players.iter_mut().for_each(|player| player.name.clear());
                        let found = resume::overview(&path, &unnamed).unwrap();
                        assert!(found.over, "{format:?}");
                        assert_eq!(found, resume::overview(&path, &plan).unwrap(), "{format:?}");
                        break;
                    }
                }
            }
        }
        let numbers: BTreeSet<u32> = played.iter().map(|game| game.number).collect();
        assert_eq!(numbers.len(), played.len(), "{format:?}");
        match format {
            Format::RoundRobin { .. } => assert_eq!((whole, parts), (vec![6, 24], 6)),
            Format::Gauntlet { .. } => assert_eq!(whole, [8]),
            Format::Swiss { .. } => assert_eq!(whole, [4]),
            _ => assert!(whole[0] >= 4),
        }
    }
}
