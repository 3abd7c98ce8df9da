//! Tournaments: the referee on its own thread, and the reading and writing of files around it. The newest state of the
//! games under way is taken from its watcher once a frame, so that no game ever waits for the window.

use std::fs;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use crossbeam_channel::{Receiver, Sender, bounded};

use tabia_app::action::{Action, ArenaAction, ArenaNews, ArenaPick, Growth};
use tabia_app::arena::draft::{self, Form};
use tabia_app::arena::messages::ArenaCommand;
use tabia_app::arena::state::{Begun, Grown, Played, PutAside, RatingList, SavedTournament};
use tabia_app::game::times;
use tabia_app::library::open::Opened;
use tabia_app::library::own;
use tabia_engine::play::Game;
use tabia_games::game::pgn_encoding::to_utf8;
use tabia_games::game::pgn_stream::PgnStream;
use tabia_games::strength::standings::Standings;
use tabia_games::{printable, regular_file, whole_file};
use tabia_host::referee::field::Field;
use tabia_host::referee::live::{LiveEvent, TournamentState, Watcher};
use tabia_host::referee::plan::Plan;
use tabia_host::referee::record::{GAME_TAG, Header, Record, append, claim, result_of};
use tabia_host::referee::resume::{self, KeptGame, Recorded};
use tabia_host::referee::run::{Tournament, game_id};
use tabia_host::referee::schedule::Fixture;
use tabia_host::worker::{Urgency, Wake};
use tabia_text::t;

use crate::gui::background::pick::{Pick, Picker};
use crate::gui::background::thread::{self, Outbox};

/// Capacity of the queue of news of the running tournament. When it is full, the tournament waits for the window.
const ROOM: usize = 64;
/// The folder of tournaments inside the program's folder.
const FOLDER: &str = "tournaments";
/// Maximum number of tournaments listed.
const MAX_LISTED: usize = 100;

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
                    Some(news(ArenaNews::Saved(saved(folder.as_deref(), elsewhere))))
                });
            }
            ArenaCommand::Play(plan, file) => {
                let folder = self.folder.clone();
                self.play(move || {
                    Ok(match (file, folder) {
                        (None, Some(folder)) => {
                            let (plan, file) = keep(&folder, *plan)?;
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
                    Some(news(ArenaNews::PutAside(off_the_list(file, folder.as_deref()))))
                });
            }
            ArenaCommand::BringBack(aside) => self.start("arena-finder", move || {
                Some(news(ArenaNews::BroughtBack(bring_back(&aside))))
            }),
            ArenaCommand::Pause
            | ArenaCommand::Resume
            | ArenaCommand::StopAfterGames
            | ArenaCommand::StopNow
            | ArenaCommand::SetConcurrency(_) => {
                if let Some(running) = &lock(&self.shared).running {
                    steer(&running.tournament, &command);
                }
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
            ArenaCommand::SavePlan(plan) => {
                let name = format!("{}.json", printable::file_name(&plan.name));
                self.save(t!("arena-dialog-save"), name, "json", move |file| {
                    whole_file::write_bytes(file, plan.text().as_bytes())
                });
            }
            ArenaCommand::SaveText(name, text) => {
                let name = format!("{}.csv", printable::file_name(&name));
                self.save(t!("arena-dialog-table"), name, "csv", move |file| {
                    whole_file::write_bytes(file, text.as_bytes())
                });
            }
            ArenaCommand::SaveGames(name) => self.save_games(&name),
            ArenaCommand::ReadGame(number) => self.read_game(number),
            ArenaCommand::ReadMet(players, elsewhere) => self.read_met(players, elsewhere),
        }
    }

    /// Rates all players.
    fn rate(&self, elsewhere: Vec<PathBuf>) {
        let folder = self.folder.clone();
        self.start("arena-rater", move || {
            Some(match games_in(folder.as_deref(), elsewhere) {
                Ok(files) => news(ArenaNews::Ratings(Box::new(rate(&files)))),
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
        self.save(t!("arena-dialog-games"), name, "pgn", move |file| {
            if regular_file::same(&games, file) {
                return Ok(());
            }
            whole_file::write(file, |into| {
                io::copy(&mut regular_file::open(&games)?, into).map(drop)
            })
        });
    }

    /// Loads a game onto the board.
    fn read_game(&self, number: u32) {
        let Some(games) = lock(&self.shared).games() else {
            return self.fail(t!("arena-games-nowhere"));
        };
        self.start("arena-reader", move || {
            Some(match text_of(&games, number) {
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
            let text = games_in(folder.as_deref(), elsewhere).map(|files| met(&files, &players));
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
                write_plan(&grown, file.as_deref())?;
                Ok(ToPlay::again(grown, file))
            });
        };
        let player = self.player();
        self.start("arena-grower", move || {
            match join(&tournament, &growth, &grown, file.as_deref()) {
                Ok(()) => {
                    lock(&player.shared).plan = Some((grown.clone(), file));
                    let (players, games) = (tournament.players(), tournament.games());
                    let names = players.iter().map(|player| player.0.name.clone()).collect();
                    Some(news(ArenaNews::Grown(Box::new(Grown { plan: grown, names, games }))))
                }
                // Its last game has ended meanwhile: the tournament is resumed.
                Err(_) if matches!(tournament.state(), TournamentState::Ended { .. }) => {
                    player.run(|| {
                        write_plan(&grown, file.as_deref())?;
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

    /// Lets the user pick a file and writes it.
    fn save(
        &self,
        title: &'static str,
        name: String,
        ending: &'static str,
        write: impl FnOnce(&Path) -> io::Result<()> + Send + 'static,
    ) {
        let picker = self.picker.clone();
        self.start("file-dialog", move || {
            let pick = Pick::new_file(title, name).kind(ending.to_uppercase(), &[ending]);
            let file = picker.pick(pick)?;
            Some(match write(&file) {
                Ok(()) => news(ArenaNews::Written(file)),
                Err(error) => Action::Failed(named(&file, &error)),
            })
        });
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
            if let Some(recorded) = file.as_deref().and_then(|file| finished(file, &plan)) {
                self.show(plan, file, recorded);
                return Ok(());
            }
            self.play(&plan, file, origin).inspect_err(|_| {
                if let Some(file) = kept {
                    forget_unplayed(&file);
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
        let begun = Begun { plan, file, names, results, progress };
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
            if let Some(recorded) = earlier.and_then(|file| recorded(file, plan)) {
                self.show(plan.clone(), file.clone(), recorded);
            }
        });
        let mut ready = ready.map_err(|error| error.to_string())?;
        let sprt = plan.sprt().map_err(|error| error.to_string())?;
        let games = file.as_ref().map(|file| file.with_extension("pgn"));
        let claimed = games.as_ref().map(|file| claim(file).map_err(|error| named(file, &error)));
        let _claimed = claimed.transpose()?;
        let mut results = Vec::new();
        if let Some(games) = &games {
            let (read, end) =
                resume::read(games, &mut ready).map_err(|error| named(games, &error))?;
            resume::cut(games, end).map_err(|error| named(games, &error))?;
            results = read;
        }
        let (names, common) = (ready.names(), ready.common_id());
        let tournament = Arc::new(Tournament::new(ready, true));
        // The window decides how many games may begin beside the user's own.
        tournament.pause();
        let wake = self.wake.clone();
        tournament.wake_with(Arc::new(move || (wake.0)(Urgency::Soon)));
        let mut pairs = tabia_games::strength::pentanomial::Tally::default();
        for KeptGame { result, .. } in &results {
            pairs.add(result.round, result.points_of(0));
        }
        let begun =
            Begun { plan: plan.clone(), file, names, results, progress: tournament.progress() };
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
            let written = games.as_ref().map_or(Ok(()), |path| {
                let text = pgn(&tournament, (plan, &common), fixture, game);
                append(path, &text).map_err(|error| named(path, &error))
            });
            if let Err(error) = written {
                failure = Some(error);
                return false;
            }
            let result = result_of(fixture, game);
            pairs.add(result.round, result.points_of(0));
            let (progress, cause) =
                (tournament.progress_with(fixture, game), game.ending.cause.clone());
            let played = Box::new(Played { result, cause, progress });
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

fn pgn(
    tournament: &Tournament,
    (plan, common): (&Plan, &str),
    fixture: Fixture,
    game: &Game,
) -> String {
    let players = tournament.players();
    let [white, black] = [fixture.white, fixture.black].map(|player| &*players[player]);
    let names = [white.0.name.as_str(), black.0.name.as_str()];
    let id = game_id(common, [&white.0, &black.0]);
    let header = Header { event: plan.name.clone(), id };
    let round = tournament.round_tag(fixture);
    let record = Record { fixture, round, names, controls: [white.1, black.1], game };
    record.pgn(&header, SystemTime::now())
}

fn news(news: ArenaNews) -> Action {
    Action::Arena(ArenaAction::News(news))
}

fn lock<T>(of: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

fn named(file: &Path, error: &impl std::fmt::Display) -> String {
    format!("{}: {error}", file.display())
}

/// Passes a command to a running tournament.
fn steer(tournament: &Tournament, command: &ArenaCommand) {
    match command {
        ArenaCommand::Pause => tournament.pause(),
        ArenaCommand::Resume => tournament.resume(),
        ArenaCommand::StopAfterGames => tournament.stop_after_games(),
        ArenaCommand::StopNow => tournament.stop_now(),
        ArenaCommand::SetConcurrency(games) => tournament.set_concurrency(*games as usize),
        _ => {}
    }
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

/// Writes a changed plan to its file, if it has one.
fn write_plan(plan: &Plan, file: Option<&Path>) -> Result<(), String> {
    let Some(file) = file else { return Ok(()) };
    whole_file::write_bytes(file, plan.text().as_bytes()).map_err(|error| named(file, &error))
}

/// Adds rounds or a player to a running tournament. `grown`: its plan with them.
fn join(
    tournament: &Tournament,
    growth: &Growth,
    grown: &Plan,
    file: Option<&Path>,
) -> Result<(), String> {
    let done = match growth {
        Growth::Cycles(cycles) => tournament.set_cycles(*cycles, || write_plan(grown, file))?,
        Growth::Player(player) => {
            let folder = file.and_then(Path::parent).unwrap_or(Path::new(""));
            let (ready, control) =
                grown.prepare(player, folder).map_err(|error| error.to_string())?;
            tournament.check_openings(&ready)?;
            tournament.add_player(ready, control, || write_plan(grown, file))?
        }
    };
    done.then_some(()).ok_or_else(|| t!("arena-not-grown").to_owned())
}

/// The games of a tournament by the path of its plan, read without its players.
fn recorded(file: &Path, plan: &Plan) -> Option<Recorded> {
    resume::recorded(&file.with_extension("pgn"), plan).ok().flatten()
}

/// As [`recorded`], if no game is left to play.
fn finished(file: &Path, plan: &Plan) -> Option<Recorded> {
    // The tags alone are read faster.
    let seen = resume::overview(&file.with_extension("pgn"), plan).ok()?;
    if seen.over { recorded(file, plan).filter(|recorded| recorded.over) } else { None }
}

/// The games of two players in some files, in file order. Unreadable files are left out.
fn met(files: &[PathBuf], players: &[String; 2]) -> String {
    let mut all = String::new();
    for file in files {
        let Ok(opened) = regular_file::open(file) else { continue };
        let mut stream = PgnStream::new(BufReader::new(opened));
        while let Ok(Some(placed)) = stream.read_placed() {
            let name = |tag: &str| {
                let name = placed.game.tags.get(tag).unwrap_or_default();
                players.iter().position(|player| *player == printable::line(name))
            };
            if matches!((name("White"), name("Black")), (Some(0), Some(1)) | (Some(1), Some(0))) {
                all.push_str(String::from_utf8_lossy(&to_utf8(placed.bytes)).trim());
                all.push_str("\n\n");
            }
        }
    }
    all
}

/// The game files in a folder and those beside plans elsewhere.
fn games_in(folder: Option<&Path>, mut elsewhere: Vec<PathBuf>) -> Result<Vec<PathBuf>, String> {
    let mut files: Vec<PathBuf> = match folder.map(|folder| (folder, fs::read_dir(folder))) {
        Some((_, Ok(entries))) => entries.filter_map(|entry| Some(entry.ok()?.path())).collect(),
        Some((folder, Err(error))) if error.kind() != io::ErrorKind::NotFound => {
            return Err(named(folder, &error));
        }
        _ => Vec::new(),
    };
    files.retain(|file| file.extension().is_some_and(|ending| ending == "pgn"));
    retain_outside(&mut elsewhere, folder);
    files.extend(elsewhere.into_iter().map(|plan| plan.with_extension("pgn")));
    files.sort();
    Ok(files)
}

/// Keeps the plans outside the folder of tournaments that have games beside them.
fn retain_outside(plans: &mut Vec<PathBuf>, folder: Option<&Path>) {
    plans.retain(|file| {
        folder.is_none_or(|folder| !file.starts_with(folder)) && file.with_extension("pgn").exists()
    });
}

/// The rating list of some files. Whatever cannot be read is left out and not counted.
fn rate(files: &[PathBuf]) -> RatingList {
    let mut field = Field::default();
    let read = files.iter().filter(|file| field.read(file).is_ok()).count();
    let standings = Standings::of(field.names.len(), &field.games, &[]);
    RatingList::new(field.names, standings, read as u32)
}

/// Writes a plan into the folder of tournaments, under an unused name, which becomes the plan's name. One without a name
/// gets that of a new plan.
fn keep(folder: &Path, mut plan: Plan) -> Result<(Plan, PathBuf), String> {
    let failed = |error: io::Error| named(folder, &error);
    fs::create_dir_all(folder).map_err(failed)?;
    if plan.name.trim().is_empty() {
        t!("arena-new").clone_into(&mut plan.name);
    }
    // A copy of a copy gets a new number instead of a second one.
    let copy = plan.name.strip_suffix(')').and_then(|name| name.rsplit_once(" ("));
    let copy = copy.and_then(|(base, number)| Some((base, number.parse().ok()?)));
    let copy = copy.filter(|&(_, number): &(_, u32)| number < 100);
    let (base, mut number) = copy.unwrap_or((plan.name.as_str(), 1));
    let base = base.to_owned();
    loop {
        let file = folder.join(format!("{}.json", printable::file_name(&plan.name)));
        if !file.exists() && !file.with_extension("pgn").exists() {
            whole_file::write_bytes(&file, plan.text().as_bytes()).map_err(failed)?;
            return Ok((plan, file));
        }
        number += 1;
        // File names have a length limit.
        let begin: String = base.chars().take(50).collect();
        plan.name = format!("{begin} ({number})");
    }
}

/// Removes the files of a new tournament that could not start; its plan is still set up in the window. A tournament
/// with games stays.
fn forget_unplayed(file: &Path) {
    let games = file.with_extension("pgn");
    if games.metadata().map_or(true, |data| data.len() == 0) {
        let _ = fs::remove_file(games);
        let _ = fs::remove_file(file);
    }
}

/// Removes a tournament from the list. Files outside the program's folder belong to the user: they are not renamed.
fn off_the_list(file: PathBuf, folder: Option<&Path>) -> Result<PutAside, String> {
    if folder.is_some_and(|own| file.starts_with(own)) {
        return put_aside(&file);
    }
    Ok(PutAside { plan: file.clone(), file, games: None })
}

/// Renames the games and the plan of a tournament, so that it is no longer listed. Returns the plan's new path.
fn put_aside(file: &Path) -> Result<PutAside, String> {
    // The plan first: games without one are not listed, but a plan without games would be played again.
    let plan = own::put_aside(file)?;
    let plan = plan.ok_or_else(|| named(file, &io::Error::from(io::ErrorKind::NotFound)))?;
    match own::put_aside(&file.with_extension("pgn")) {
        Ok(games) => Ok(PutAside { file: file.to_owned(), plan, games }),
        Err(error) => {
            let _ = fs::rename(&plan, file);
            Err(error)
        }
    }
}

/// Gives the files of a tournament their names back, unless those are taken.
fn bring_back(aside: &PutAside) -> Result<(), String> {
    let PutAside { file, plan, games } = aside;
    let kept = file.with_extension("pgn");
    if let Some(taken) = [file, &kept].into_iter().find(|file| file.exists()) {
        return Err(named(taken, &io::Error::from(io::ErrorKind::AlreadyExists)));
    }
    if let Some(games) = games {
        fs::rename(games, &kept).map_err(|error| named(games, &error))?;
    }
    fs::rename(plan, file).map_err(|error| {
        // So that it can be tried again.
        if let Some(games) = games {
            let _ = fs::rename(&kept, games);
        }
        named(plan, &error)
    })
}

/// The tournaments in a folder and those of plans elsewhere that have games beside them, newest first.
fn saved(folder: Option<&Path>, mut elsewhere: Vec<PathBuf>) -> Vec<SavedTournament> {
    let entries = folder.and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten();
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let files = files.filter(|file| file.extension().is_some_and(|ending| ending == "json"));
    retain_outside(&mut elsewhere, folder);
    let mut files: Vec<(SystemTime, PathBuf)> = files
        .chain(elsewhere)
        .filter_map(|file| {
            let changed = |file: &Path| file.metadata().and_then(|data| data.modified());
            let games = changed(&file.with_extension("pgn"));
            Some((games.or_else(|_| changed(&file)).ok()?, file))
        })
        .collect();
    files.sort();
    let newest = files.into_iter().rev().take(MAX_LISTED);
    let read = |(changed, file): (SystemTime, PathBuf)| {
        let plan = Plan::open(&file).ok()?;
        let games = file.with_extension("pgn");
        let found = resume::overview(&games, &plan).unwrap_or_else(|_| resume::Overview {
            names: plan.labels(),
            games: draft::games(&plan),
            ..resume::Overview::default()
        });
        let printed = |text: &str| printable::line(text).into_owned();
        let resume::Overview { names, played, games, over, decision, winner } = found;
        let players: Vec<_> = names.iter().map(|name| printed(name)).collect();
        let (tested, winner) = (plan.sprt.is_some(), winner.map(|at| players[at].clone()));
        let day = times::date_of(changed);
        let name = printed(&plan.name);
        let form = Form::of(plan.format);
        Some(SavedTournament {
            name,
            file,
            form,
            played,
            games,
            players,
            over,
            tested,
            decision,
            winner,
            day,
        })
    };
    newest.filter_map(read).collect()
}

/// The text of a game by its number, from 0, and its number in the file, from 1.
fn text_of(file: &Path, number: u32) -> io::Result<Option<(u32, String)>> {
    let (wanted, mut at) = ((number + 1).to_string(), 0);
    let mut stream = PgnStream::new(BufReader::new(regular_file::open(file)?));
    while let Some(placed) = stream.read_placed()? {
        at += 1;
        if placed.game.tags.get(GAME_TAG) == Some(&wanted) {
            return Ok(Some((at, String::from_utf8_lossy(&to_utf8(placed.bytes)).into_owned())));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use eframe::egui::Context;
    use tabia_engine::play::control::Control;
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
    fn a_tournament_is_put_aside_with_its_games() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join(FOLDER);
        let plan = draft::Draft::first(1).plan;
        for _ in 0..2 {
            let (_, file) = keep(&folder, plan.clone()).unwrap();
            fs::write(file.with_extension("pgn"), "[Event \"?\"]\n").unwrap();
            assert_eq!(saved(Some(&folder), Vec::new()).len(), 1);
            let aside = put_aside(&file).unwrap();
            assert!(saved(Some(&folder), Vec::new()).is_empty());
            bring_back(&aside).unwrap();
            assert_eq!(saved(Some(&folder), Vec::new()).len(), 1);
            assert_eq!(fs::read(file.with_extension("pgn")).unwrap(), b"[Event \"?\"]\n");
            assert!(bring_back(&aside).is_err(), "a file is there");
            assert!(put_aside(&file).unwrap().plan.exists());
            assert!(saved(Some(&folder), Vec::new()).is_empty());
        }
        assert_eq!(fs::read_dir(folder).unwrap().count(), 4, "all four files are still there");
    }

    #[test]
    fn a_tournament_whose_files_cannot_be_renamed_stays_as_it_was() {
        let home = tempfile::tempdir().unwrap();
        let (_, file) = keep(home.path(), draft::Draft::first(1).plan).unwrap();
        let (games, plan) = (file.with_extension("pgn"), fs::read(&file).unwrap());
        // Not a file of games.
        fs::create_dir(&games).unwrap();
        assert!(put_aside(&file).is_err());
        assert_eq!(fs::read(&file).unwrap(), plan);
        fs::remove_dir(&games).unwrap();
        fs::write(&games, "[Event \"?\"]\n").unwrap();
        let aside = put_aside(&file).unwrap();
        let elsewhere = home.path().join("elsewhere");
        fs::rename(&aside.plan, &elsewhere).unwrap();
        assert!(bring_back(&aside).is_err());
        assert!(!games.exists(), "its plan is not there");
        fs::rename(&elsewhere, &aside.plan).unwrap();
        bring_back(&aside).unwrap();
        assert!(file.exists() && games.exists());
    }

    #[test]
    fn a_tournament_played_beside_its_own_plan_is_listed_with_those_of_the_program() {
        let (home, own) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let plan = draft::Draft::first(1).plan;
        let (_, inside) = keep(home.path(), plan.clone()).unwrap();
        let outside = own.path().join("cup.json");
        fs::write(&outside, plan.text()).unwrap();
        let listed = || {
            let found = saved(Some(home.path()), vec![outside.clone(), inside.clone()]);
            found.into_iter().map(|found| found.file).collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(listed(), [inside.clone()].into(), "nothing of it was played");
        fs::write(outside.with_extension("pgn"), "").unwrap();
        assert_eq!(listed(), [inside.clone(), outside.clone()].into());
        // Ratings count the same tournaments.
        fs::write(inside.with_extension("pgn"), "").unwrap();
        let rated = games_in(Some(home.path()), vec![outside.clone(), inside.clone()]).unwrap();
        let both = [&inside, &outside].map(|plan| plan.with_extension("pgn"));
        assert_eq!(rated.into_iter().collect::<std::collections::BTreeSet<_>>(), both.into());
        // The user's files do not change when they are removed from the list.
        let (mut tasks, actions) = tasks();
        tasks.folder = Some(home.path().to_owned());
        tasks.give(ArenaCommand::PutAside(outside.clone()));
        let ArenaNews::PutAside(Ok(aside)) = next(&actions) else {
            panic!("it is off the list");
        };
        assert!(aside.is_forgotten() && outside.exists());
    }

    #[test]
    fn tournaments_of_one_name_are_given_others() {
        let home = tempfile::tempdir().unwrap();
        let kept = |plan| {
            let (plan, file) = keep(home.path(), plan).unwrap();
            assert_eq!(plan.name, Plan::open(&file).unwrap().name);
            plan
        };
        let first = Plan { name: "Levels 2 to 3".to_owned(), ..draft::Draft::first(1).plan };
        let mut plan = first.clone();
        for name in ["Levels 2 to 3", "Levels 2 to 3 (2)", "Levels 2 to 3 (3)"] {
            plan = kept(plan);
            assert_eq!(plan.name, name);
        }
        assert_eq!(kept(first).name, "Levels 2 to 3 (4)");
    }

    #[test]
    fn a_tournament_without_a_name_is_listed_under_the_usual_one() {
        let home = tempfile::tempdir().unwrap();
        for name in ["", " "] {
            let plan = Plan { name: name.to_owned(), ..draft::Draft::first(1).plan };
            keep(home.path(), plan).unwrap();
        }
        let listed = saved(Some(home.path()), Vec::new()).into_iter().map(|found| found.name);
        let usual = t!("arena-new");
        assert_eq!(
            listed.collect::<std::collections::BTreeSet<_>>(),
            [usual.to_owned(), format!("{usual} (2)")].into()
        );
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
            let (_, file) = keep(home.path(), plan).unwrap();
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
            tasks.send.send(news(ArenaNews::Saved(Vec::new()))).unwrap();
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
