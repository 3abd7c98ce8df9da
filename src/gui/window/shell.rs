//! The window's application: drains the workers, runs the update, carries out its effects, and shows menu, board,
//! panels and dialogs. The only owner of the engines' seats.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use eframe::egui::{Context, SystemTheme, ThemePreference, Ui, ViewportCommand};

use tabia_app::action::{Action, GamesAction, ResultsAction};
use tabia_app::effect::Effect;
use tabia_app::game::times;
use tabia_app::library::open::Opened;
use tabia_app::library::own::{FILE_NAME, KeepRequest, OwnGameAdded};
use tabia_app::library::tables::TablesNews;
use tabia_app::model::{Model, SavedFile};
use tabia_app::persistence::session::Session;
use tabia_app::persistence::store::{Loaded, Store};
use tabia_app::persistence::{mend, store};
use tabia_app::training::progress::Progress;
use tabia_app::update::update;
use tabia_app::window::settings::{Settings, ThemeChoice};
use tabia_app::window::workspace::{PaneId, Workspace};
use tabia_chess::FenStyle;
use tabia_cli::request::OpenRequest;
use tabia_engine::search::thinker::EngineId;
use tabia_games::export::job::Job;
use tabia_games::tablebase::Syzygy;
use tabia_host::kinds::EngineConfig;
use tabia_host::worker::pool::{Pool, SeatNews};
use tabia_host::worker::protocol::Command;
use tabia_host::worker::{Urgency, Wake};

use super::saver::SessionSaver;
use super::{frame, native, presenter};
use crate::gui::arrangement::arrangements::Arrangements;
use crate::gui::arrangement::panes;
use crate::gui::arrangement::panes::Reveals;
use crate::gui::background::arena::ArenaTasks;
use crate::gui::background::engines::EngineTasks;
use crate::gui::background::expected::ExpectTasks;
use crate::gui::background::files::Files;
use crate::gui::background::fonts::FontLoader;
use crate::gui::background::sounds::SoundPlayer;
use crate::gui::background::tables::TablebaseTasks;
use crate::gui::headless::view::ViewJob;
use crate::gui::look::pieces::PieceStyle;
use crate::gui::look::theme::BoardTheme;
use crate::gui::look::{icons, theme};
use crate::gui::present::roster;
use tabia_text::Language;
use tabia_text::t;

/// How long events are handled before a frame is drawn, so that a flood cannot delay it.
const DRAIN_BUDGET: Duration = Duration::from_millis(4);

/// Maximum number of engine events handled before a frame is drawn; the rest waits for the next frame.
pub const MAX_NEWS: usize = 500;

/// Time until commands that found a full queue are sent again.
const RETRY_INTERVAL: Duration = Duration::from_millis(20);

/// Time between two attempts to take over from another window.
const TAKE_OVER_INTERVAL: Duration = Duration::from_secs(2);

/// Time between two updates of the progress of reading a file.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Built-in engines without an open seat until they are needed.
const OPENED_WHEN_NEEDED: [EngineId; 3] = [EngineId::LAB, EngineId::THREAT, EngineId::TRAINER];

/// How the application is started.
#[derive(Clone, Debug, Default)]
pub struct ShellOptions {
    /// The folder of session and settings; `None`: nothing is read or written.
    pub home: Option<PathBuf>,
    /// Whether engines run, the built-in one and those of the user.
    pub engine: bool,
    /// Whether animations are off, for pictures.
    pub no_animation: bool,
}

/// Readable from everywhere, changed only in this file.
#[derive(Debug)]
pub struct ReadOnly<T>(T);

impl<T> std::ops::Deref for ReadOnly<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// The application: model, workers, files and the state on screen that is not part of the model.
#[derive(Debug)]
pub struct Shell {
    /// Everything the program knows. It changes only by actions: `apply` is the only way.
    pub model: ReadOnly<Model>,
    /// The layout of the panels in each workspace.
    arrangements: Arrangements,
    chrome: frame::Chrome,
    seats: Seats,
    /// Answers to effects that were carried out at once. They are handled after all effects of the same action.
    answers: VecDeque<Action>,
    pace: Pace,
    /// Engine events handled for this frame.
    events_taken: usize,
    /// Whether engines are started at all.
    starts_engines: bool,
    saver: SessionSaver,
    /// What this window began with, if it saves nothing.
    unkept: Option<Unkept>,
    files: Files,
    engines: EngineTasks,
    tables: TablebaseTasks,
    arena: ArenaTasks,
    expect: ExpectTasks,
    /// The file of the user's own games.
    own_games: Option<PathBuf>,
    sounds: SoundPlayer,
    fonts: Option<FontLoader>,
    start_time: Instant,
    title: String,
    /// The theme last set for the window's frame.
    frame_theme: Option<SystemTheme>,
    no_animation: bool,
    /// The language of the system, in a real window; without one it is English.
    system_language: Option<&'static Language>,
    /// The user quits without saving.
    quitting: bool,
    ctx: Context,
}

/// What a window that saves nothing began with.
#[derive(Debug)]
struct Unkept {
    settings: Settings,
    progress: Progress,
    session: Session,
    /// Another window saves there; this one takes over when that one is gone.
    taken: Option<Store>,
    /// When that was last tried.
    tried: Instant,
}

impl Shell {
    /// Builds the application on a context: from the session saved in `home`, or new.
    pub fn new(ctx: &Context, options: &ShellOptions) -> Shell {
        let store = options.home.clone().map(Store::new);
        let loaded = store.as_ref().map(Store::load).unwrap_or_default();
        Shell::with(ctx, options, loaded)
    }

    /// The same with what has already been read from `home`.
    pub fn with(ctx: &Context, options: &ShellOptions, loaded: Loaded) -> Shell {
        theme::install(ctx);
        egui_extras::install_image_loaders(ctx);
        icons::install(ctx);
        let store = options.home.clone().map(Store::new).filter(|_| loaded.owner.is_some());
        let pace = Pace::default();
        let files = Files::new(ctx.clone());
        let (outbox, picker) = (files.outbox().clone(), files.picker().clone());
        let home = options.home.as_deref();
        let arena = ArenaTasks::new(outbox.clone(), picker.clone(), pace.wake_of(ctx), home);
        let mut model = Model::new(loaded.settings);
        model.training.progress = loaded.training;
        let mut shell = Shell {
            model: ReadOnly(model),
            arrangements: Arrangements::default(),
            chrome: frame::Chrome::default(),
            seats: Seats::new(pace.wake_of(ctx)),
            answers: VecDeque::new(),
            pace,
            events_taken: 0,
            starts_engines: options.engine,
            saver: SessionSaver::new(store, loaded.owner, loaded.settings_file),
            unkept: None,
            arena,
            engines: EngineTasks::new(outbox.clone(), picker),
            tables: TablebaseTasks::new(outbox.clone(), home),
            expect: ExpectTasks::new(outbox),
            files,
            own_games: options.home.as_ref().map(|home| home.join(FILE_NAME)),
            sounds: SoundPlayer::default(),
            fonts: None,
            start_time: Instant::now(),
            title: String::new(),
            frame_theme: None,
            no_animation: options.no_animation,
            system_language: None,
            quitting: false,
            ctx: ctx.clone(),
        };
        let mut problems = Vec::new();
        let saves_nothing = loaded.not_kept.is_some();
        if let Some(why) = loaded.not_kept {
            problems.push(t!("toast-not-kept", why = why.as_str()));
            shell.apply(Action::NotKept(SavedFile::Session, Some(why)));
        }
        problems.extend(shell.start_saver());
        if options.engine
            && let Err(error) = shell.seat_built_in()
        {
            problems.push(error);
        }
        if let Some(session) = loaded.session {
            shell.restore(session);
        }
        if let Some(kept) = loaded.offered {
            shell.apply(Action::OfferSession(kept));
        }
        shell.unkept = saves_nothing.then(|| Unkept {
            settings: shell.model.settings.clone(),
            progress: shell.model.training.progress.clone(),
            session: Session::of(&shell.model, 0),
            taken: options.home.clone().filter(|_| loaded.taken).map(Store::new),
            tried: Instant::now(),
        });
        shell.read_files_of_settings();
        shell.apply_all(problems.into_iter().map(Action::Failed));
        shell.apply_all(loaded.problems.into_iter().map(Action::Lost));
        shell
    }

    /// Reads the book and the file of puzzles that the settings name.
    fn read_files_of_settings(&self) {
        if let Some(book) = self.model.settings.book_file.clone() {
            self.files.open(book);
        }
        if let Some(file) = self.model.settings.puzzle_file.clone() {
            self.files.read_puzzles(file);
        }
    }

    /// Searches the fonts in these folders for characters that the window's own fonts lack; `None`: the system's.
    pub fn use_fonts_of(&mut self, folders: Option<Vec<PathBuf>>) {
        self.fonts = Some(match folders {
            Some(folders) => FontLoader::of(&self.ctx, folders),
            None => FontLoader::of_system(&self.ctx),
        });
    }

    /// Switches sounds on.
    pub(crate) fn enable_sounds(&mut self) {
        self.sounds = SoundPlayer::enabled();
    }

    /// Uses the system's file dialogs if there are any.
    pub(crate) fn use_system_dialogs(&self) {
        self.files.picker().use_system();
    }

    /// Opens the file or link named on the command line.
    pub fn open(&mut self, request: Option<OpenRequest>) {
        match request {
            Some(OpenRequest::File(path)) => self.files.open(path),
            Some(OpenRequest::Position(board)) => {
                self.apply(Action::SetFen(board.fen(FenStyle::XFen)));
            }
            Some(OpenRequest::Link(link)) => {
                self.apply(Action::Opened(Opened::of(t!("library-clipboard"), &link).into()));
            }
            None => {}
        }
    }

    /// Milliseconds since the program started; never decreases.
    pub fn now_ms(&self) -> u64 {
        self.start_time.elapsed().as_millis() as u64
    }

    fn seat_built_in(&mut self) -> Result<(), String> {
        let options = self.model.settings.engine.clamped();
        let config = EngineConfig::AlphaBeta(options);
        let seated = self.seats.open(EngineId::BUILT_IN, config);
        seated.map_err(|error| t!("toast-engine-not-started", error = error.clone()))
    }

    /// Puts an engine on a seat.
    fn open_seat(&mut self, id: EngineId, config: EngineConfig) {
        if let Err(error) = self.seats.open(id, config) {
            self.answers.push_back(Action::WorkerGone(id, Err(error)));
        }
    }

    /// Sends a command to an engine. The Lab, the threats and the training each have their own built-in engine, started
    /// when first needed.
    fn send(&mut self, id: EngineId, command: Command) {
        if OPENED_WHEN_NEEDED.contains(&id) && !self.seats.pool.has(id) {
            self.open_seat(id, EngineConfig::AlphaBeta(self.model.settings.engine.clamped()));
        }
        self.seats.pool.send(id, command);
    }

    /// Handles the events of engines, background tasks and the clock.
    pub fn drain(&mut self) {
        self.drain_seats();
        self.drain_background();
        let reading = self.files.reading();
        if reading.is_some() || self.model.reading.is_some() {
            self.apply(Action::Reading(reading));
            self.ctx.request_repaint_after(PROGRESS_INTERVAL);
        }
        self.take_over_when_due();
        self.save_when_due();
        if !self.seats.pool.flush() {
            self.ctx.request_repaint_after(RETRY_INTERVAL);
        }
        let today = times::today();
        if today != self.model.today {
            self.apply(Action::NewDay(today));
        }
        self.apply(Action::Tick);
    }

    /// Handles the events of the seats in turn, so that a flooding engine does not delay the others.
    fn drain_seats(&mut self) {
        let begin = Instant::now();
        let mut open = self.seats.pool.ids();
        self.events_taken = 0;
        while !open.is_empty() {
            if begin.elapsed() >= DRAIN_BUDGET || self.events_taken + open.len() > MAX_NEWS {
                self.ctx.request_repaint();
                return;
            }
            self.events_taken += open.len();
            open.retain(|&id| match self.seats.pool.next(id) {
                Some(SeatNews::Event(event)) => {
                    self.apply(Action::Engine(id, event));
                    true
                }
                Some(SeatNews::Live(live)) => {
                    self.apply(Action::Live(id, live));
                    false
                }
                Some(SeatNews::Gone) => {
                    // The model reopens a user's engine if it is still wanted.
                    if OPENED_WHEN_NEEDED.contains(&id) {
                        self.seats.pool.leave(id);
                    }
                    let again = if id.is_built_in() { self.seat_built_in() } else { Ok(()) };
                    self.apply(Action::WorkerGone(id, again));
                    false
                }
                None => false,
            });
        }
    }

    /// Handles the results of background tasks.
    fn drain_background(&mut self) {
        while let Some(news) = self.files.poll() {
            if let Action::Tables(TablesNews::Opened { .. }) = news {
                self.seats.use_tables(self.tables.tables());
            }
            self.apply(news);
        }
        let begin = Instant::now();
        while let Some(news) = self.arena.poll() {
            self.apply(news);
            if begin.elapsed() >= DRAIN_BUDGET {
                self.ctx.request_repaint();
                break;
            }
        }
        if let Some(events) = self.arena.live_events() {
            self.apply(events);
        }
    }

    fn restore(&mut self, session: Session) {
        self.apply(Action::RestoreSession(Box::new(session)));
        self.arrangements = Arrangements::restore(self.model.view.layout.as_ref());
    }

    /// Opens the session that was offered.
    fn open_session(&mut self, kept: &Path) {
        match store::read_session(kept) {
            Ok((session, odd)) => {
                self.restore(session);
                if !odd.is_empty() {
                    let named = mend::named(&odd);
                    self.apply(Action::Failed(t!("toast-session-left-out", names = named)));
                }
            }
            Err(error) => self.apply(Action::Failed(error)),
        }
        self.saver.restart_check();
    }

    /// Handles news from the saver, and writes a postponed session if it is due.
    fn save_when_due(&mut self) {
        while let Some((file, error)) = self.saver.next_news() {
            self.apply(Action::NotKept(file, error.clone()));
            self.apply_all(error.map(Action::Failed));
        }
        if self.saver.is_due() {
            let now = self.now_ms();
            self.saver.write_session(&self.model, now);
        }
    }

    /// Starts the thread that saves. Returns the problem as text if that fails.
    fn start_saver(&mut self) -> Option<String> {
        let wake = self.ctx.clone();
        let error = self.saver.start_saver(move || wake.request_repaint()).err()?.to_string();
        self.apply(Action::NotKept(SavedFile::Session, Some(error.clone())));
        Some(t!("toast-not-saving", error = error))
    }

    /// Tries now and then to take over from another window.
    fn take_over_when_due(&mut self) {
        let taken = self.unkept.as_ref().filter(|unkept| unkept.taken.is_some());
        let Some(waited) = taken.map(|unkept| unkept.tried.elapsed()) else { return };
        if waited >= TAKE_OVER_INTERVAL {
            self.take_over();
        }
        self.ctx.request_repaint_after(TAKE_OVER_INTERVAL.saturating_sub(waited));
    }

    /// Saves session, settings and training from now on if the other window that did is gone. What was not changed here
    /// is continued as that window left it; of what was changed, its state is kept aside.
    fn take_over(&mut self) {
        let Some(mut unkept) = self.unkept.take() else { return };
        let Some(store) = unkept.taken.clone() else { return self.unkept = Some(unkept) };
        let loaded = match store.take_over() {
            Ok(loaded) => loaded,
            Err(taken) => {
                unkept.tried = Instant::now();
                self.unkept = Some(unkept);
                return self.apply(Action::NotKept(SavedFile::Session, Some(taken.to_string())));
            }
        };
        let mut problems = loaded.problems;
        let now = self.now_ms();
        let own = self.model.own_game().serial == self.model.game.serial;
        let idle = own && Session::of(&self.model, now).has_same_work(&unkept.session);
        let new_settings = loaded.settings != unkept.settings;
        let new_progress = loaded.training != unkept.progress;
        let own_settings = !self.model.settings.has_same_choices(&unkept.settings);
        let own_progress = self.model.training.progress != unkept.progress;
        if new_settings && !own_settings {
            self.apply(Action::AdoptSettings(loaded.settings.into()));
            self.read_files_of_settings();
        }
        if new_progress && !own_progress {
            self.apply(Action::AdoptProgress(loaded.training.into()));
        }
        let mut not_kept = loaded.not_kept;
        let aside = [
            (store.settings_path(), new_settings && own_settings),
            (store.training_path(), new_progress && own_progress),
            (store.session_path(), !idle),
        ];
        for (path, _) in aside.into_iter().filter(|(_, wanted)| *wanted) {
            match Store::keep_aside(&path) {
                Ok(Some(copy)) => {
                    let path = copy.display().to_string();
                    problems.push(t!("toast-kept-aside", path = path));
                }
                Ok(None) => {}
                Err(error) => not_kept = Some(error),
            }
        }
        if let (Some(owner), None) = (loaded.owner, &not_kept) {
            self.saver.take_over(store, owner, loaded.settings_file);
            for file in [SavedFile::Session, SavedFile::Settings, SavedFile::Training] {
                self.apply(Action::NotKept(file, None));
            }
            problems.extend(self.start_saver());
            if idle {
                loaded.session.into_iter().for_each(|session| self.restore(session));
                self.apply_all(loaded.offered.map(Action::OfferSession));
            }
            self.saver.write_settings(&self.model.settings);
            self.saver.write_training(&self.model.training.progress);
            self.save_session();
        } else {
            unkept.taken = None;
            self.unkept = Some(unkept);
            self.apply(Action::NotKept(SavedFile::Session, not_kept));
        }
        self.apply_all(problems.into_iter().map(Action::Lost));
    }

    /// Notes what a window that saves nothing would lose.
    fn note_unkept(&mut self) {
        let Some(unkept) = &self.unkept else { return };
        let why = self.model.not_kept.session.clone();
        let settings = !self.model.settings.has_same_choices(&unkept.settings);
        let training = self.model.training.progress != unkept.progress;
        let (settings, training) = (why.clone().filter(|_| settings), why.filter(|_| training));
        self.apply(Action::NotKept(SavedFile::Settings, settings));
        self.apply(Action::NotKept(SavedFile::Training, training));
    }

    /// Writes the session: a small one at once, a large one at most as often as its size allows.
    fn save_session(&mut self) {
        // Until the question is answered the last session is the one to keep.
        if self.model.offered.is_some() {
            return;
        }
        let now = self.now_ms();
        if let Some(wait) = self.saver.save_session(&self.model, now) {
            self.ctx.request_repaint_after(wait);
        }
    }

    /// The number of engine events handled in the last frame, at most [`MAX_NEWS`].
    pub fn events_taken(&self) -> usize {
        self.events_taken
    }

    /// Runs the update for one action and carries out its effects, then those of the answers to them.
    pub fn apply(&mut self, action: Action) {
        let mut next = Some(action);
        while let Some(action) = next {
            let now = self.now_ms();
            for effect in update(&mut self.model.0, action, now) {
                self.carry_out(effect);
            }
            next = self.answers.pop_front();
        }
    }

    /// Runs the update for several actions in turn.
    pub fn apply_all(&mut self, actions: impl IntoIterator<Item = Action>) {
        for action in actions {
            self.apply(action);
        }
    }

    #[expect(clippy::too_many_lines, reason = "an arm an effect, and none forgotten")]
    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::OpenSeat(..)
            | Effect::ProbeEngine { .. }
            | Effect::ToEngine(EngineId::LAB | EngineId::THREAT | EngineId::TRAINER, _)
                if !self.starts_engines => {}
            Effect::OpenSeat(id, config) => self.open_seat(id, config),
            Effect::CloseSeat(id) => self.seats.pool.leave(id),
            Effect::ProbeEngine { spec, log, number } => self.engines.probe(spec, log, number),
            Effect::SaveEngineLog { name, log } => self.engines.save_log(&name, log),
            Effect::FindEngines => self.engines.find(),
            Effect::PickEngine => self.engines.pick(),
            Effect::PickEnginePath { id, name, folder } => self.engines.pick_path(id, name, folder),
            Effect::ToEngine(id, command) => self.send(id, command),
            Effect::Inspect(id, request) => self.seats.pool.inspect(id, request),
            Effect::Stop(id, job) => self.seats.pool.stop(id, job),
            Effect::PonderHit(id, job) => self.seats.pool.ponder_hit(id, job),
            Effect::Arena(command) => self.arena.give(command),
            Effect::CopyText(text) => self.ctx.copy_text(text),
            Effect::RequestPaste => self.ctx.send_viewport_cmd(ViewportCommand::RequestPaste),
            Effect::SaveWorksheet(sheet) => self.files.save_worksheet(*sheet),
            Effect::SaveTree(recorded) => self.files.save_tree(recorded),
            Effect::PickPositions => self.files.pick_positions(),
            Effect::PickPuzzles => self.files.pick_puzzles(),
            Effect::PickProgress => self.files.pick_progress(),
            Effect::PickBook => self.files.pick_book(),
            Effect::PickFileToOpen => self.files.pick_to_open(),
            Effect::TakeText { source, text } => self.files.take(source, text),
            Effect::CancelReading => self.files.cancel(),
            Effect::OpenFile { path, quietly: true } => self.files.read_list(path),
            Effect::OpenFile { path, quietly: false } => self.files.open(path),
            Effect::ListGames(request) => self.files.list(*request),
            Effect::ExploreGames(request) => self.files.explore(*request),
            Effect::ReadGame(request) => self.files.read_game(*request),
            Effect::WriteGame(request) => self.files.write_game(*request),
            Effect::KeepGame(request) => self.keep_game(*request),
            Effect::OpenOwnGames { filter } => self.open_own_games(filter),
            Effect::ReadRepertoire(request) => self.files.read_repertoire(*request),
            Effect::ReadResults(request) => {
                self.files.read_results(self.own_games.clone(), request);
            }
            Effect::SaveText { name, ending, text } => {
                self.files.save_text(&name, ending, move || text);
            }
            Effect::PutOwnGamesAside => self.put_own_games_aside(),
            Effect::ChangeFile(request) => self.files.change_file(*request),
            Effect::PickFileToSave { game, to } => self.files.pick_to_save(game, to),
            Effect::Export { job, suggested } => {
                self.files.export(with_drawings(*job), &suggested);
            }
            Effect::SaveList(list) => self.files.save_list(*list),
            Effect::CopyPicture(job) => self.files.copy_picture(with_drawings(*job)),
            Effect::ExportView(pane, choices) => {
                let now = self.now_ms();
                let job = ViewJob::new(&self.ctx, &self.model, now, (pane, choices));
                self.files.export_view(job, pane.title());
            }
            Effect::PickTableFolder => self.files.pick_table_folder(),
            Effect::OpenTables(folders) => {
                // The engine releases the old ones first: it must not use tablebases that are no longer wanted.
                self.seats.use_tables(None);
                self.tables.open(folders);
            }
            Effect::ProbeTables(board) => self.tables.probe(*board),
            Effect::Expect(request) => self.expect.ask(*request),
            Effect::OpenSession(kept) => self.open_session(&kept),
            Effect::SaveSession => self.save_session(),
            Effect::SaveSettings => self.saver.write_settings(&self.model.settings),
            Effect::SaveTraining => self.saver.write_training(&self.model.training.progress),
            Effect::Sound { sound, volume } => self.sounds.play(sound, volume),
            Effect::FullScreen(on) => self.ctx.send_viewport_cmd(ViewportCommand::Fullscreen(on)),
            Effect::OpenPane(workspace, pane) => {
                self.arrangements.of_mut(workspace).set_open(pane, true);
            }
            Effect::ClosePane(workspace, pane) => {
                self.arrangements.of_mut(workspace).set_open(pane, false);
            }
            Effect::ResetWorkspace(workspace) => self.arrangements.reset(workspace),
            Effect::Quit => {
                if self.may_leave() {
                    self.leave();
                }
            }
            Effect::QuitAnyway => self.leave(),
        }
    }

    /// Ends the program.
    fn leave(&mut self) {
        self.quitting = true;
        self.ctx.send_viewport_cmd(ViewportCommand::Close);
    }

    /// Whether the program can end without losing anything: games and session are written first, and if that fails the
    /// user is asked.
    fn may_leave(&mut self) -> bool {
        self.finish_writing();
        self.take_over();
        self.note_unkept();
        if self.model.not_kept.settings.is_some() {
            self.saver.write_settings(&self.model.settings);
        }
        if self.model.not_kept.training.is_some() {
            self.saver.write_training(&self.model.training.progress);
        }
        // Until the question is answered the last session is the one to keep.
        if self.model.offered.is_none() {
            let now = self.now_ms();
            self.saver.write_session(&self.model, now);
        }
        self.saver.wait();
        self.save_when_due();
        let Some(question) = self.model.question_before_end() else { return true };
        self.apply(Action::OpenDialog(question));
        false
    }

    /// Waits until all games are written. Those that could not be added to the user's own games are tried once more.
    fn finish_writing(&mut self) {
        let news = self.files.wait_for_writer();
        self.apply_all(news);
        self.apply(Action::Games(GamesAction::KeepFailed));
        let news = self.files.wait_for_writer();
        self.apply_all(news);
    }

    /// Adds a game to the file of the user's own games. If nothing is saved on disk, the game is not kept.
    fn keep_game(&mut self, request: KeepRequest) {
        match self.own_games.clone() {
            Some(path) => self.files.keep_game(path, request),
            None if self.model.own.is_awaited(request.id) => {
                let done = Err(t!("toast-not-kept-here").to_owned());
                let news = OwnGameAdded { request, path: FILE_NAME.into(), done };
                self.answers.push_back(Action::Games(GamesAction::GameKept(news.into())));
            }
            None => {}
        }
    }

    /// Opens the file of the user's own games.
    fn open_own_games(&mut self, filter: String) {
        match self.own_games.clone().filter(|path| path.is_file()) {
            Some(path) => self.files.open_list(path, filter),
            None => self.answers.push_back(Action::Games(GamesAction::NoOwnGames)),
        }
    }

    /// Puts the file of the user's own games aside, if it exists.
    fn put_own_games_aside(&mut self) {
        match self.own_games.clone() {
            Some(path) => self.files.put_own_games_aside(path),
            None => self.answers.push_back(Action::Results(ResultsAction::PutAside(Ok(None)))),
        }
    }

    /// Shows one frame and applies what the user did in it.
    pub fn show(&mut self, ui: &mut Ui) {
        self.follow_settings(ui);
        self.follow_window(ui);
        let now = self.now_ms();
        let actions = frame::show(ui, &self.model, &mut self.arrangements, &mut self.chrome, now);
        if !actions.is_empty() {
            // The resulting changes are visible in the next frame.
            ui.request_repaint();
        }
        self.apply_all(actions);
        self.keep_layout(ui);
        self.pace.follow(&self.model);
        if let Some(wait) = self.saver.frame(self.model.offered.is_some()) {
            ui.request_repaint_after(wait);
        }
        if let Some(ms) = self.model.next_change_ms(self.now_ms()) {
            ui.request_repaint_after(Duration::from_millis(ms.max(10)));
        }
    }

    /// Uses the language of the system unless the settings name one.
    pub fn use_language_of_system(&mut self, language: &'static Language) {
        self.system_language = Some(language);
    }

    /// Applies the language of the settings: to the whole program in its window, to this thread in tests and pictures.
    pub(crate) fn follow_language(&self) {
        let of_system = self.system_language.unwrap_or_else(Language::english);
        let wanted = Language::by_id(&self.model.settings.language).unwrap_or(of_system);
        if std::ptr::eq(wanted, Language::current()) {
            return;
        }
        match self.system_language {
            Some(_) => wanted.choose(),
            None => wanted.keep_on_this_thread(),
        }
    }

    /// Applies language, notation, theme and scale from the settings.
    fn follow_settings(&mut self, ui: &Ui) {
        self.follow_language();
        self.model.settings.notation.choose();
        let wanted = match self.model.settings.theme {
            ThemeChoice::System => ThemePreference::System,
            ThemeChoice::Light => ThemePreference::Light,
            ThemeChoice::Dark => ThemePreference::Dark,
        };
        if ui.options(|options| options.theme_preference) != wanted {
            ui.set_theme(wanted);
        }
        PieceStyle::by_name(&self.model.settings.piece_set).choose(ui);
        let frame = native::frame_theme(wanted, ui.system_theme(), ui.theme());
        if self.frame_theme.replace(frame) != Some(frame) {
            ui.send_viewport_cmd(ViewportCommand::SetTheme(frame));
        }
        let usual = ui.content_rect().size() * ui.zoom_factor();
        let larger = |_| presenter::magnification([usual.x, usual.y]);
        let larger = self.model.view.presentation.map_or(1.0, larger);
        let scale = native::scale_with_room(self.model.settings.ui_scale, usual) * larger;
        if (ui.zoom_factor() - scale).abs() > 1e-3 {
            ui.set_zoom_factor(scale);
        }
        let seconds = if self.model.settings.reduced_motion { 0.0 } else { 1.0 / 12.0 };
        if (ui.style().animation_time - seconds).abs() > f32::EPSILON && !self.no_animation {
            ui.all_styles_mut(|style| style.animation_time = seconds);
        }
    }

    /// Updates title and full screen, and handles dropped files.
    fn follow_window(&mut self, ui: &Ui) {
        let mark = if self.model.unsaved { "• " } else { "" };
        let title = format!("{mark}{} – Tabia", roster::game_title(&self.model));
        if title != self.title {
            ui.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
        let (full_screen, dropped) =
            ui.input(|input| (input.viewport().fullscreen, input.raw.dropped_files.clone()));
        if ui.input(|input| input.viewport().close_requested())
            && !self.quitting
            && !self.may_leave()
        {
            ui.send_viewport_cmd(ViewportCommand::CancelClose);
        }
        if let Some(on) = full_screen.filter(|&on| on != self.model.view.full_screen) {
            self.apply(Action::FullScreenChanged(on));
        }
        let before = self.model.view.window;
        let zoom = ui.zoom_factor();
        let place = ui.input(|input| native::place_now(input.viewport(), zoom, before));
        if let Some(place) = place.filter(|_| place != before) {
            self.apply(Action::WindowMoved(place));
        }
        if !dropped.is_empty() {
            let paths = dropped.iter().map(|file| file.path().to_path_buf()).collect();
            self.files.open_dropped(paths);
        }
    }

    /// Tells the model which panels are visible.
    pub(crate) fn tell_panes(&mut self) {
        let layout = self.arrangements.of(self.model.view.workspace);
        let panes = PaneId::ALL.iter().copied();
        let mut open: Vec<PaneId> = panes.filter(|&pane| layout.is_in_sight(pane)).collect();
        open.sort_by_key(|&pane| std::cmp::Reverse(layout.last_seen(pane)));
        if open != self.model.view.panes {
            self.apply(Action::PanesOpen(open));
        }
    }

    /// Tells the model the layout of the panels once the mouse has released them.
    fn keep_layout(&mut self, ui: &Ui) {
        if ui.input(|input| input.pointer.any_down()) {
            return;
        }
        self.tell_panes();
        let workspace = self.model.view.workspace;
        if !self.arrangements.of_mut(workspace).take_change() {
            return;
        }
        let now = self.arrangements.of(workspace).keep();
        let kept = self.model.view.layout.as_ref().and_then(|kept| kept.get(workspace.name()));
        if now.as_ref() != kept
            && let Some(layout) = self.arrangements.keep()
        {
            self.apply(Action::Layout(layout));
        }
    }
}

impl eframe::App for Shell {
    fn logic(&mut self, _: &Context, _: &mut eframe::Frame) {
        self.drain();
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.show(ui);
    }
}

impl Drop for Shell {
    /// Writes what was postponed.
    fn drop(&mut self) {
        if self.saver.is_waiting() {
            let now = self.now_ms();
            self.saver.write_session(&self.model, now);
        }
    }
}

// The seats of the engines, with the tablebases that ours search with, and how often the window is drawn while they
// work: user input and animations are drawn at once; reports of a search arrive faster than anyone can read, so they
// share a frame.

/// The seats and what their engines share.
#[derive(Debug)]
pub(crate) struct Seats {
    pub(crate) pool: Pool,
    tables: Option<Arc<Syzygy>>,
}

impl Seats {
    pub(crate) fn new(wake: Wake) -> Seats {
        Seats { pool: Pool::new(wake), tables: None }
    }

    /// Opens a seat for an engine. The program's own engines get the tablebases.
    pub(crate) fn open(&mut self, id: EngineId, config: EngineConfig) -> Result<(), String> {
        self.pool.seat(id, config).map_err(|error| error.to_string())?;
        if let Some(tables) = self.tables.clone().filter(|_| id.is_own()) {
            self.pool.send(id, Command::SetTables(Some(tables)));
        }
        Ok(())
    }

    /// Gives the program's own engines these tablebases, or removes them.
    pub(crate) fn use_tables(&mut self, tables: Option<Arc<Syzygy>>) {
        for id in self.pool.ids().into_iter().filter(|id| id.is_own()) {
            self.pool.send(id, Command::SetTables(tables.clone()));
        }
        self.tables = tables;
    }
}

/// Time between two frames requested only by a search: 15 a second.
pub(crate) const SEARCH_FRAME: Duration = Duration::from_millis(67);
/// The same while nothing on screen shows anything of a search: its events are handled, and little else.
const UNSEEN_FRAME: Duration = Duration::from_millis(500);

/// The frame interval, shared with the threads of the engines.
#[derive(Clone, Debug)]
pub(crate) struct Pace(Arc<AtomicU64>);

impl Default for Pace {
    fn default() -> Pace {
        Pace(Arc::new(AtomicU64::new(SEARCH_FRAME.as_millis() as u64)))
    }
}

impl Pace {
    /// Adapts to what is on screen.
    pub(crate) fn follow(&self, model: &Model) {
        let wait = if shows_search(model) { SEARCH_FRAME } else { UNSEEN_FRAME };
        self.0.store(wait.as_millis() as u64, Ordering::Relaxed);
    }

    /// Redraws the window when a seat has news.
    pub(crate) fn wake_of(&self, ctx: &Context) -> Wake {
        let (ctx, pace) = (ctx.clone(), self.clone());
        Arc::new(move |haste| match haste {
            Urgency::AtOnce => ctx.request_repaint(),
            Urgency::Soon => {
                ctx.request_repaint_after(Duration::from_millis(pace.0.load(Ordering::Relaxed)));
            }
        })
    }
}

/// Whether anything on screen changes with a search.
fn shows_search(model: &Model) -> bool {
    if model.view.workspace == Workspace::Arena {
        return model.arena.run.as_ref().is_some_and(|run| run.goes_on());
    }
    let shows_judgement = |reveals| matches!(reveals, Reveals::Judgement | Reveals::Nothing);
    let views = model.view.panes.iter().any(|&pane| shows_judgement(panes::info(pane).reveals));
    let settings = &model.settings;
    let on_board = settings.eval_bar || settings.engine_arrows > 0;
    views || (on_board && !model.hides_engine())
}

/// An export job with the colours and drawings of the board.
fn with_drawings(job: Job) -> Job {
    let colours = BoardTheme::by_name(&job.theme).colours();
    let pieces = *PieceStyle::by_name(&job.piece_set).drawings();
    Job { colours, pieces, ..job }
}
