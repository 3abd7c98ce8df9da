//! Tournaments: the referee on its own thread, and the threads that read and write files around it. The newest state of
//! the games under way is taken from its watcher once a frame, so that no game ever waits for the window.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use crossbeam_channel::{Receiver, Sender, bounded};

use tabia_app::action::{Action, ArenaAction, ArenaNews, ArenaPick, GamesAction, Growth};
use tabia_app::arena::files::{self, named};
use tabia_app::arena::messages::ArenaCommand;
use tabia_app::arena::state::{GamePlayed, PlanExtended, TournamentStarted};
use tabia_app::library::open::Opened;
use tabia_games::{printable, regular_file, whole_file};
use tabia_host::referee::conduct::NodeUse;
use tabia_host::referee::live::{LiveEvent, TournamentState, Watcher};
use tabia_host::referee::plan::Plan;
use tabia_host::referee::record::result_of;
use tabia_host::referee::recorder::Recorder;
use tabia_host::referee::resume::{KeptGame, Recorded};
use tabia_host::referee::run::Tournament;
use tabia_host::worker::{Urgency, Wake};
use tabia_text::t;

use crate::gui::background::pick::{Pick, Picker};
use crate::gui::background::thread::{self, Outbox, lock};

/// Capacity of the queue of news of the running tournament. When it is full, the tournament waits for the window.
const ROOM: usize = 64;
/// The folder of tournaments inside the program's folder.
const FOLDER: &str = "tournaments";

/// The running tournament, and the channel for its news.
#[derive(Debug)]
pub(crate) struct ArenaTasks {
    outbox: Outbox,
    picker: Picker,
    wake: WakeOf,
    /// Where tournaments are saved; `None`: they are not saved.
    folder: Option<PathBuf>,
    send: Sender<Action>,
    news: Receiver<Action>,
    shared: Arc<Mutex<Shared>>,
    /// Held by the thread of the running tournament: one has ended before the next begins.
    turn: Arc<Mutex<()>>,
}

/// Wakes the window.
#[derive(Clone)]
struct WakeOf(Wake);

impl std::fmt::Debug for WakeOf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WakeOf").finish_non_exhaustive()
    }
}

/// A running tournament.
#[derive(Debug)]
struct Running {
    tournament: Arc<Tournament>,
    watcher: Watcher,
    /// Its plan has been sent to the window.
    named: bool,
}

/// Shared by the window and the playing thread. Nothing is sent while this is locked: the sender may have to wait for
/// the window, which locks it too.
#[derive(Debug, Default)]
struct Shared {
    running: Option<Running>,
    /// The plan of the last tournament and its file.
    plan: Option<(Plan, Option<PathBuf>)>,
    /// The window has been closed.
    closed: bool,
}

impl Shared {
    /// The PGN of the last tournament.
    fn games(&self) -> Option<PathBuf> {
        let (_, file) = self.plan.as_ref()?;
        Some(file.as_ref()?.with_extension("pgn"))
    }
}

impl ArenaTasks {
    /// `home`: the folder the program keeps its files in, if it has one.
    pub(crate) fn new(
        outbox: Outbox,
        picker: Picker,
        wake: Wake,
        home: Option<&Path>,
    ) -> ArenaTasks {
        let (send, news) = bounded(ROOM);
        let folder = home.map(|home| home.join(FOLDER));
        ArenaTasks {
            outbox,
            picker,
            wake: WakeOf(wake),
            folder,
            send,
            news,
            shared: Arc::default(),
            turn: Arc::default(),
        }
    }

    /// News of the running tournament, oldest first.
    pub(crate) fn poll(&self) -> Option<Action> {
        self.news.try_recv().ok()
    }

    /// The events of the games under way since the last call; none while earlier news waits. Ask once a frame: fast games
    /// have new ones by every call.
    pub(crate) fn live_events(&self) -> Option<Action> {
        // Under the lock: events of the games come after the name of their tournament.
        let mut shared = lock(&self.shared);
        let running = shared.running.as_mut().filter(|run| run.named && self.news.is_empty())?;
        let events = running.watcher.events();
        (!events.is_empty()).then(|| news(ArenaNews::Live(events)))
    }

    /// Carries out a command.
    pub(crate) fn give(&self, command: ArenaCommand) {
        match command {
            ArenaCommand::Find(elsewhere) => {
                let folder = self.folder.clone();
                self.start("arena-finder", move || {
                    Some(news(ArenaNews::Saved(files::saved(folder.as_deref(), elsewhere))))
                });
            }
            ArenaCommand::Play(plan, file) => {
                let folder = self.folder.clone();
                self.play(move || {
                    Ok(match (file, folder) {
                        (None, Some(folder)) => {
                            let (plan, file) = files::keep(&folder, *plan)?;
                            ToPlay { plan, file: Some(file), origin: Origin::New }
                        }
                        (file, _) => ToPlay { plan: *plan, file, origin: Origin::SetUp },
                    })
                });
            }
            ArenaCommand::GoOn(file) => self.play(move || {
                let plan = Plan::open(&file).map_err(|error| named(&file, &error))?;
                Ok(ToPlay::again(plan, Some(file)))
            }),
            ArenaCommand::PutAside(file) => {
                let folder = self.folder.clone();
                self.start("arena-finder", move || {
                    Some(news(ArenaNews::PutAside(files::off_the_list(file, folder.as_deref()))))
                });
            }
            ArenaCommand::BringBack(aside) => self.start("arena-finder", move || {
                Some(news(ArenaNews::BroughtBack(files::bring_back(&aside))))
            }),
            ArenaCommand::Pause => self.steer(Tournament::pause),
            ArenaCommand::Resume => self.steer(Tournament::resume),
            ArenaCommand::StopAfterGames => self.steer(Tournament::stop_after_games),
            ArenaCommand::StopNow => self.steer(Tournament::stop_now),
            ArenaCommand::SetConcurrency(games) => {
                self.steer(|tournament| tournament.set_concurrency(games as usize));
            }
            ArenaCommand::Grow(growth) => self.grow(growth),
            ArenaCommand::Rate(elsewhere) => self.rate(elsewhere),
            ArenaCommand::Pick(pick) => {
                let picker = self.picker.clone();
                self.start("file-dialog", move || {
                    let path = picker.pick(question(&pick))?;
                    Some(news(ArenaNews::Picked(pick, path)))
                });
            }
            ArenaCommand::PickPlan => {
                let picker = self.picker.clone();
                self.start("file-dialog", move || {
                    let pick = Pick::file(t!("arena-dialog-open")).kind("JSON", &["json"]);
                    let file = picker.pick(pick)?;
                    Some(match Plan::open(&file) {
                        Ok(plan) => news(ArenaNews::Opened(Box::new(plan), file)),
                        Err(error) => Action::Failed(named(&file, &error)),
                    })
                });
            }
            ArenaCommand::SaveGames(name) => self.save_games(&name),
            ArenaCommand::ReadGame(number) => self.read_game(number),
            ArenaCommand::ReadMet(players, elsewhere) => self.read_met(players, elsewhere),
        }
    }

    /// Gives an order to the running tournament, if there is one.
    fn steer(&self, order: impl FnOnce(&Tournament)) {
        if let Some(running) = &lock(&self.shared).running {
            order(&running.tournament);
        }
    }

    /// Rates all players.
    fn rate(&self, elsewhere: Vec<PathBuf>) {
        let folder = self.folder.clone();
        self.start("arena-rater", move || {
            Some(match files::games_in(folder.as_deref(), elsewhere) {
                Ok(files) => news(ArenaNews::Ratings(Box::new(files::rate(&files)))),
                Err(error) => Action::Failed(error),
            })
        });
    }

    /// Lets the user pick a file and copies the games there.
    fn save_games(&self, name: &str) {
        let Some(games) = lock(&self.shared).games() else {
            return self.fail(t!("arena-games-nowhere"));
        };
        let name = format!("{}.pgn", printable::file_name(name));
        let picker = self.picker.clone();
        self.start("file-dialog", move || {
            let pick = Pick::new_file(t!("arena-dialog-games"), name).kind("PGN", &["pgn"]);
            let file = picker.pick(pick)?;
            let copy = |into: &mut dyn io::Write| {
                io::copy(&mut regular_file::open(&games)?, into).map(drop)
            };
            let done = if regular_file::same(&games, &file) {
                Ok(())
            } else {
                whole_file::write(&file, copy)
            };
            let done = done.map_err(|error| named(&file, &error)).map(|()| file);
            Some(Action::Games(GamesAction::Exported(done)))
        });
    }

    /// Loads a game onto the board.
    fn read_game(&self, number: u32) {
        let Some(games) = lock(&self.shared).games() else {
            return self.fail(t!("arena-games-nowhere"));
        };
        self.start("arena-reader", move || {
            Some(match files::text_of(&games, number) {
                Ok(Some((at, text))) => {
                    let source = t!("arena-game-number", number = at);
                    Action::Opened(Box::new(Opened::of(&source, &text)))
                }
                Ok(None) => Action::Failed(t!("arena-game-gone").to_owned()),
                Err(error) => Action::Failed(named(&games, &error)),
            })
        });
    }

    /// Opens the games of two players in all tournaments.
    fn read_met(&self, players: [String; 2], elsewhere: Vec<PathBuf>) {
        let folder = self.folder.clone();
        self.start("arena-reader", move || {
            let text = files::games_in(folder.as_deref(), elsewhere)
                .map(|files| files::met(&files, &players));
            Some(match text {
                Ok(text) if text.is_empty() => Action::Failed(t!("arena-game-gone").to_owned()),
                Ok(text) => {
                    let [one, other] = &players;
                    let source =
                        t!("arena-games-between", one = one.as_str(), other = other.as_str());
                    Action::Opened(Box::new(Opened::of(&source, &text)))
                }
                Err(error) => Action::Failed(error),
            })
        });
    }

    /// Makes the tournament longer or adds a player. The file is written first, so that games played from then on are
    /// planned there.
    fn grow(&self, growth: Growth) {
        let (plan, file, running) = {
            let shared = lock(&self.shared);
            let Some((plan, file)) = shared.plan.clone() else { return };
            let running = shared.running.as_ref().map(|running| Arc::clone(&running.tournament));
            (plan, file, running)
        };
        let Some(grown) = growth.apply(&plan) else { return };
        let Some(tournament) = running else {
            return self.play(move || {
                files::write_plan(&grown, file.as_deref())?;
                Ok(ToPlay::again(grown, file))
            });
        };
        let player = self.player();
        self.start("arena-grower", move || {
            match files::join(&tournament, &growth, &grown, file.as_deref()) {
                Ok(()) => {
                    lock(&player.shared).plan = Some((grown.clone(), file));
                    let (players, games) = (tournament.players(), tournament.games());
                    let names = players.iter().map(|player| player.0.name.clone()).collect();
                    Some(news(ArenaNews::Grown(Box::new(PlanExtended {
                        plan: grown,
                        names,
                        games,
                    }))))
                }
                // Its last game has ended meanwhile: the tournament is resumed.
                Err(_) if matches!(tournament.state(), TournamentState::Ended { .. }) => {
                    player.run(|| {
                        files::write_plan(&grown, file.as_deref())?;
                        Ok(ToPlay::again(grown, file))
                    });
                    None
                }
                Err(error) => Some(Action::Failed(error)),
            }
        });
    }

    /// Plays a tournament on its own thread; `plan` makes the plan there.
    fn play(&self, plan: impl FnOnce() -> Result<ToPlay, String> + Send + 'static) {
        let player = self.player();
        let work = move || {
            player.run(plan);
            None
        };
        self.outbox.start("arena", work, |error| news(ArenaNews::Over(Some(error))));
    }

    fn player(&self) -> Player {
        Player {
            send: self.send.clone(),
            ctx: self.outbox.ctx().clone(),
            wake: self.wake.clone(),
            shared: Arc::clone(&self.shared),
            turn: Arc::clone(&self.turn),
        }
    }

    fn start(&self, name: &str, work: impl FnOnce() -> Option<Action> + Send + 'static) {
        self.outbox.start(name, work, Action::Failed);
    }

    /// Reports a failure.
    fn fail(&self, why: &str) {
        self.outbox.send(Action::Failed(why.to_owned()));
    }
}

impl Drop for ArenaTasks {
    /// Games under way are abandoned: they are replayed when the tournament is resumed.
    fn drop(&mut self) {
        let mut shared = lock(&self.shared);
        shared.closed = true;
        if let Some(running) = &shared.running {
            running.tournament.stop_now();
        }
    }
}

/// A tournament to play.
struct ToPlay {
    plan: Plan,
    /// The plan's file.
    file: Option<PathBuf>,
    origin: Origin,
}

/// Where a tournament to play comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// It was set up, and its file was written just now.
    New,
    /// Its plan was opened and is set up in the window.
    SetUp,
    /// It is an earlier one: if it cannot be resumed, its games are shown.
    Earlier,
}

impl ToPlay {
    /// An earlier tournament.
    fn again(plan: Plan, file: Option<PathBuf>) -> ToPlay {
        ToPlay { plan, file, origin: Origin::Earlier }
    }
}

/// The playing thread.
struct Player {
    send: Sender<Action>,
    ctx: eframe::egui::Context,
    wake: WakeOf,
    shared: Arc<Mutex<Shared>>,
    turn: Arc<Mutex<()>>,
}

impl Player {
    /// Plays the plan returned by `plan` after any other tournament has ended, then reports the end.
    fn run(&self, plan: impl FnOnce() -> Result<ToPlay, String>) {
        let _turn = lock(&self.turn);
        let played = || {
            let ToPlay { plan, file, origin } = plan()?;
            let kept = file.clone().filter(|_| origin == Origin::New);
            if let Some(recorded) = file.as_deref().and_then(|file| files::finished(file, &plan)) {
                self.show(plan, file, recorded);
                return Ok(());
            }
            self.play(&plan, file, origin).inspect_err(|_| {
                if let Some(file) = kept {
                    files::forget_unplayed(&file);
                }
            })
        };
        // State left by a panic is dropped and never used again. The default panic hook has already printed the cause.
        let done = thread::caught(played, |_| Err(t!("arena-panicked").to_owned()));
        lock(&self.shared).running = None;
        self.tell(news(ArenaNews::Over(done.err())));
    }

    /// Shows a tournament as its games are on disk, without starting its players.
    fn show(&self, plan: Plan, file: Option<PathBuf>, recorded: Recorded) {
        let Recorded { names, games: results, progress, over } = recorded;
        {
            let mut shared = lock(&self.shared);
            if shared.closed {
                return;
            }
            shared.plan = Some((plan.clone(), file.clone()));
        }
        let begun = TournamentStarted { plan, file, names, results, progress };
        self.tell(news(ArenaNews::Begun(Box::new(begun))));
        let state = TournamentState::Ended { complete: over };
        self.tell(news(ArenaNews::Live(vec![LiveEvent::State(state)])));
    }

    fn play(&self, plan: &Plan, file: Option<PathBuf>, origin: Origin) -> Result<(), String> {
        let folder = file.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        let mut starting = |name: &str| {
            self.tell(news(ArenaNews::Starting(name.to_owned())));
        };
        let ready = plan.ready_telling(folder, &mut starting).inspect_err(|_| {
            let earlier = file.as_deref().filter(|_| origin == Origin::Earlier);
            if let Some(recorded) = earlier.and_then(|file| files::recorded(file, plan)) {
                self.show(plan.clone(), file.clone(), recorded);
            }
        });
        let mut ready = ready.map_err(|error| error.to_string())?;
        let sprt = plan.sprt().map_err(|error| error.to_string())?;
        let games = file.as_ref().map(|file| file.with_extension("pgn"));
        let (mut recorder, mut results) = (None, Vec::new());
        if let Some(games) = &games {
            let opened = Recorder::open(games, plan, &mut ready);
            let (opened, read, _) = opened.map_err(|error| named(games, &error))?;
            (recorder, results) = (Some(opened), read);
        }
        let names = ready.names();
        let tournament = Arc::new(Tournament::new(ready, true));
        // The window decides how many games may begin beside the user's own.
        tournament.pause();
        let wake = self.wake.clone();
        tournament.wake_with(Arc::new(move || (wake.0)(Urgency::Soon)));
        let mut pairs = tabia_games::strength::pentanomial::Tally::default();
        for KeptGame { result, .. } in &results {
            pairs.add(result.round, result.points_of(0));
        }
        let begun = TournamentStarted {
            plan: plan.clone(),
            file,
            names,
            results,
            progress: tournament.progress(),
        };
        {
            let mut shared = lock(&self.shared);
            if shared.closed {
                return Ok(());
            }
            let (tournament, watcher) = (Arc::clone(&tournament), tournament.watch());
            shared.running = Some(Running { tournament, watcher, named: false });
            shared.plan = Some((plan.clone(), begun.file.clone()));
        }
        self.tell(news(ArenaNews::Begun(Box::new(begun))));
        if let Some(running) = &mut lock(&self.shared).running {
            running.named = true;
        }
        if sprt.is_some_and(|sprt| sprt.decision(&pairs.pairs).is_some()) {
            return Ok(());
        }
        let mut failure = None;
        let done = tournament.play(&mut |fixture, game| {
            if let Some(recorder) = &recorder
                && let Err(error) = recorder.write(&tournament, fixture, game)
            {
                failure = Some(named(recorder.path(), &error));
                return false;
            }
            let result = result_of(fixture, game);
            pairs.add(result.round, result.points_of(0));
            let (progress, cause) =
                (tournament.progress_with(fixture, game), game.ending.cause.clone());
            let players = tournament.players();
            let controls = [fixture.white, fixture.black].map(|player| players[player].1);
            let nodes = NodeUse::of_game(game, controls);
            let played = Box::new(GamePlayed { result, cause, nodes, progress });
            self.tell(news(ArenaNews::Played(played)))
                && sprt.is_none_or(|sprt| sprt.decision(&pairs.pairs).is_none())
        });
        failure.map_or(Ok(()), Err)?;
        // Nothing reads the watcher after this, so its last events are sent now: the end of the last game and the
        // state.
        let last = lock(&self.shared).running.as_mut().map(|running| running.watcher.events());
        self.tell(news(ArenaNews::Live(last.unwrap_or_default())));
        done.map_err(|error| error.to_string())
    }

    /// Sends an action. Returns whether there is still a window.
    fn tell(&self, action: Action) -> bool {
        let sent = self.send.send(action).is_ok();
        self.ctx.request_repaint();
        sent
    }
}

fn news(news: ArenaNews) -> Action {
    Action::Arena(ArenaAction::News(news))
}

/// The question for the user.
fn question(pick: &ArenaPick) -> Pick {
    match pick {
        ArenaPick::Openings => {
            let kinds = ["pgn", "epd", "fen", "txt", "bin"];
            Pick::file(t!("arena-dialog-openings")).kind("PGN, EPD, Polyglot", &kinds)
        }
        ArenaPick::Tables => Pick::folder(t!("arena-dialog-tables")),
        ArenaPick::Folder(_) => Pick::folder(t!("engines-folder")),
        ArenaPick::Option { name, folder: true, .. } => Pick::folder(name),
        ArenaPick::Option { name, folder: false, .. } => Pick::file(name),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::{Duration, Instant};

    use eframe::egui::Context;
    use tabia_app::arena::draft;
    use tabia_engine::play::control::Control;
    use tabia_host::referee::record::GAME_TAG;
    use tabia_host::referee::schedule::Format;

    use super::*;

    /// An arena, and the end of its outbox.
    fn tasks() -> (ArenaTasks, Receiver<Action>) {
        let (outbox, actions) = Outbox::new(Context::default());
        let picker = Picker::new(outbox.clone());
        (ArenaTasks::new(outbox, picker, Arc::new(|_| ()), None), actions)
    }

    /// Waits for the next news.
    fn next(news: &Receiver<Action>) -> ArenaNews {
        match news.recv_timeout(Duration::from_mins(1)).unwrap() {
            Action::Arena(ArenaAction::News(news)) => news,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_tournament_whose_thread_cannot_be_started_is_over() {
        let (mut tasks, actions) = tasks();
        tasks.outbox = tasks.outbox.without_threads();
        let plan = draft::Draft::first(1).plan;
        tasks.give(ArenaCommand::Play(Box::new(plan), None));
        assert!(matches!(next(&actions), ArenaNews::Over(Some(_))));
    }

    #[test]
    fn a_tournament_begins_when_the_one_before_has_ended() {
        let (tasks, _) = tasks();
        let (go_on, wait) = bounded::<()>(1);
        let (began, playing) = bounded(1);
        tasks.play(move || {
            began.send(()).unwrap();
            wait.recv().unwrap();
            Err("first".to_owned())
        });
        playing.recv().unwrap();
        tasks.play(|| Err("second".to_owned()));
        std::thread::sleep(Duration::from_millis(50));
        assert!(tasks.news.is_empty());
        go_on.send(()).unwrap();
        for problem in ["first", "second"] {
            let ArenaNews::Over(Some(over)) = next(&tasks.news) else { panic!("it is over") };
            assert_eq!(over, problem);
        }
    }

    #[test]
    fn a_panic_of_the_thread_that_plays_ends_the_tournament_with_a_reason() {
        let (tasks, _) = tasks();
        tasks.play(|| panic!("on purpose"));
        let ArenaNews::Over(Some(problem)) = next(&tasks.news) else { panic!("it is over") };
        assert_eq!(problem, t!("arena-panicked"));
        assert!(lock(&tasks.shared).running.is_none());
    }

    #[test]
    fn the_end_of_the_last_game_is_reported_before_the_tournament_is_over() {
        let (tasks, _) = tasks();
        let format = Format::Match { rounds: 1 };
        let mut plan = Plan { format, concurrency: 1, ..draft::Draft::first(1).plan };
        plan.control = Some(Control::Nodes(1));
        plan.adjudication.max_moves = Some(3);
        tasks.give(ArenaCommand::Play(Box::new(plan), None));
        // Nothing reads the tables while it is played.
        let begin = Instant::now();
        while lock(&tasks.shared).running.is_none() && begin.elapsed() < Duration::from_mins(1) {
            std::thread::sleep(Duration::from_millis(1));
        }
        tasks.give(ArenaCommand::Resume);
        let is_over = || {
            let shared = lock(&tasks.shared);
            shared.plan.is_some() && shared.running.is_none()
        };
        while !is_over() && begin.elapsed() < Duration::from_mins(1) {
            std::thread::sleep(Duration::from_millis(1));
        }
        let (mut begun, mut ended) = (Vec::new(), Vec::new());
        let mut counted = Vec::new();
        loop {
            match next(&tasks.news) {
                ArenaNews::Played(played) => counted.push(played.result.number),
                ArenaNews::Live(events) => {
                    for event in events {
                        match event {
                            LiveEvent::Begun(_, game) => begun.push(game.fixture.game),
                            LiveEvent::Ended(_, fixture, _) => ended.push(fixture.game),
                            _ => {}
                        }
                    }
                }
                ArenaNews::Over(problem) => break assert_eq!(problem, None),
                _ => {}
            }
        }
        assert_eq!(counted, [0, 1]);
        assert_eq!((&begun, &ended), (&counted, &counted));
    }

    #[test]
    fn a_new_tournament_that_cannot_begin_leaves_nothing() {
        let home = tempfile::tempdir().unwrap();
        let (mut tasks, _) = tasks();
        tasks.folder = Some(home.path().to_owned());
        let mut plan = draft::Draft::first(1).plan;
        plan.players[0].engine = "no such engine".to_owned();
        tasks.give(ArenaCommand::Play(Box::new(plan), None));
        // All players are started, so that all failures are reported, and every player still awaited is named.
        for _ in 0..2 {
            let ArenaNews::Starting(_) = next(&tasks.news) else {
                panic!("the engine that is awaited is named");
            };
        }
        assert!(matches!(next(&tasks.news), ArenaNews::Over(Some(_))));
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
    }

    #[test]
    fn earlier_tournaments_are_shown_even_if_their_engines_are_gone() {
        let home = tempfile::tempdir().unwrap();
        let (tasks, _) = tasks();
        for (rounds, complete) in [(1, true), (2, false)] {
            let mut plan = draft::Draft::first(1).plan;
            plan.format = Format::Match { rounds };
            plan.control = Some(Control::Nodes(1));
            for (player, name) in plan.players.iter_mut().zip(["a", "b"]) {
                "/no/such/engine".clone_into(&mut player.engine);
                name.clone_into(&mut player.name);
            }
            let (_, file) = files::keep(home.path(), plan).unwrap();
            let games = [("a", "b", 1), ("b", "a", 2)].map(|(white, black, number)| {
                format!(
                    "[Round \"1.1\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
                     [Result \"1-0\"]\n[{GAME_TAG} \"{number}\"]\n\n1. e4 1-0\n\n"
                )
            });
            fs::write(file.with_extension("pgn"), games.concat()).unwrap();
            tasks.give(ArenaCommand::GoOn(file.clone()));
            let begun = loop {
                match next(&tasks.news) {
                    ArenaNews::Starting(_) => assert!(!complete, "no player is started"),
                    ArenaNews::Begun(begun) => break begun,
                    other => panic!("{other:?}"),
                }
            };
            assert_eq!((begun.names, begun.results.len()), (vec!["a".into(), "b".into()], 2));
            let ArenaNews::Live(events) = next(&tasks.news) else { panic!("its state") };
            let LiveEvent::State(state) = &events[0] else { panic!("{events:?}") };
            assert_eq!(*state, TournamentState::Ended { complete });
            let ArenaNews::Over(problem) = next(&tasks.news) else { panic!("it is over") };
            assert_eq!(problem.is_none(), complete, "{problem:?}");
        }
    }

    #[test]
    fn orders_are_taken_while_news_wait_for_the_window() {
        let (tasks, _) = tasks();
        for _ in 0..ROOM {
            tasks.send.send(news(ArenaNews::Saved(Ok(Vec::new())))).unwrap();
        }
        tasks.play(|| Err("on purpose".to_owned()));
        let begin = Instant::now();
        while tasks.turn.try_lock().is_ok() && begin.elapsed() < Duration::from_mins(1) {
            std::thread::sleep(Duration::from_millis(1));
        }
        tasks.give(ArenaCommand::StopNow);
        for _ in 0..ROOM {
            next(&tasks.news);
        }
        assert!(matches!(next(&tasks.news), ArenaNews::Over(Some(_))));
    }
}
