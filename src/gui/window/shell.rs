//! The window's application: drains the worker, runs the update, carries out its effects, and shows
//! menu, board, panels and dialogs. The only holder of a worker handle.

mod desks;
mod library;
mod seats;
mod senses;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use eframe::egui::{Context, SystemTheme, ThemePreference, Ui, ViewportCommand};

use tabia_app::action::Action;
use tabia_app::effect::Effect;
use tabia_app::kept::store;
use tabia_app::kept::store::{Loaded, Store};
use tabia_app::library::own::FILE_NAME;
use tabia_app::model::Model;
use tabia_app::update::update;
use tabia_app::window::dialog::Dialog;
use tabia_app::window::settings::ThemeChoice;
use tabia_app::window::workspace::PaneId;
use tabia_chess::fen::FenStyle;
use tabia_cli::request::OpenRequest;
use tabia_engine::search::engine_id::EngineId;
use tabia_games::tablebase::Syzygy;
use tabia_host::worker::pool::{Pool, SeatNews};
use tabia_host::worker::protocol::Command;

use super::frame;
use super::keeper::Keeper;
use super::native;
use super::pace::Pace;
use super::saver::Saver;
use crate::gui::arrangement::arrangements::Arrangements;
use crate::gui::arrangement::panes;
use crate::gui::desks::engine_desk::EngineDesk;
use crate::gui::desks::expect::ExpectDesk;
use crate::gui::desks::files::Files;
use crate::gui::desks::fonts::FontDesk;
use crate::gui::desks::sounds::SoundDesk;
use crate::gui::desks::tables::TableDesk;
use crate::gui::look::icons;
use crate::gui::look::pieces::PieceStyle;
use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::view_head;

/// How long events may be taken in before a frame is shown, so that a flood cannot hold one up.
const DRAIN_BUDGET: Duration = Duration::from_millis(4);

/// So much news of engines is taken in before a frame is shown; the rest waits for the next.
pub const MOST_NEWS: usize = 500;

/// Time until what found no room is sent again.
const RETRY: Duration = Duration::from_millis(20);

/// Time between two looks at how far a file is read.
const READING_SHOWN: Duration = Duration::from_millis(100);

/// What the application stands on.
#[derive(Clone, Debug, Default)]
pub struct ShellOptions {
    /// Where session and settings are kept; `None`: nothing is read or written.
    pub home: Option<PathBuf>,
    /// Whether engines run, the built-in one and those of the user.
    pub engine: bool,
    /// Whether nothing moves by itself, for pictures.
    pub still: bool,
}

/// Something that can be looked at from everywhere and is changed in this file alone.
#[derive(Debug)]
pub struct ReadOnly<T>(T);

impl<T> std::ops::Deref for ReadOnly<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// The application: model, worker, files and what is on screen besides the model.
#[derive(Debug)]
pub struct Shell {
    /// Everything the program knows. It changes by actions alone: `apply` is the only way.
    pub model: ReadOnly<Model>,
    /// Where the panels stand in each workspace.
    pub(crate) arrangements: Arrangements,
    pub(crate) chrome: frame::Chrome,
    seats: Pool,
    pace: Pace,
    /// News of the seats looked at for this frame.
    taken: usize,
    /// Whether engines are started at all.
    starts: bool,
    pub(crate) saver: Option<Saver>,
    pub(crate) keeper: Keeper,
    files: Files,
    engines: EngineDesk,
    tables: TableDesk,
    expect: ExpectDesk,
    /// The file of one's own games.
    own_games: Option<PathBuf>,
    sounds: SoundDesk,
    fonts: Option<FontDesk>,
    /// The endgame tables the engine has.
    syzygy: Option<Arc<Syzygy>>,
    begun: Instant,
    title: String,
    /// What the window's frame was told to look like.
    framed: Option<SystemTheme>,
    still: bool,
    pub(crate) ctx: Context,
}

impl Shell {
    /// Builds the application on a context: from the session kept in `home`, or new.
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
        let wake = ctx.clone();
        let saver = store
            .is_some()
            .then(|| Saver::start(store::write, move || wake.request_repaint()))
            .transpose();
        let mut shell = Shell {
            model: ReadOnly(Model::new(loaded.settings)),
            arrangements: Arrangements::default(),
            chrome: frame::Chrome::default(),
            seats: Pool::new(pace.wake_of(ctx)),
            pace,
            taken: 0,
            starts: options.engine,
            saver: None,
            keeper: Keeper::new(store, loaded.owner, loaded.settings_file),
            files: Files::new(ctx.clone()),
            engines: EngineDesk::new(ctx.clone()),
            expect: ExpectDesk::new(ctx.clone()),
            tables: TableDesk::new(ctx.clone(), options.home.as_deref()),
            own_games: options.home.as_ref().map(|home| home.join(FILE_NAME)),
            sounds: SoundDesk::default(),
            fonts: None,
            syzygy: None,
            begun: Instant::now(),
            title: String::new(),
            framed: None,
            still: options.still,
            ctx: ctx.clone(),
        };
        let mut problems = loaded.problems;
        if let Some(why) = loaded.not_kept {
            problems.push(format!("Nothing is kept: {why}"));
            shell.apply(Action::NotKept(Some(why)));
        }
        match saver {
            Ok(saver) => shell.saver = saver,
            Err(error) => problems.push(format!("Nothing will be saved: {error}")),
        }
        if options.engine
            && let Err(error) = shell.seat_built_in()
        {
            problems.push(error);
        }
        if let Some(session) = loaded.session {
            shell.restore(session);
        }
        if let Some(kept) = loaded.offered {
            shell.apply(Action::OpenDialog(Dialog::LastSession { kept }));
        }
        if let Some(book) = shell.model.settings.book_file.clone() {
            shell.files.open(book, false);
        }
        shell.apply_all(problems.into_iter().map(Action::Failed));
        shell
    }

    /// Opens what was named on the command line.
    pub fn open(&mut self, request: Option<OpenRequest>) {
        match request {
            Some(OpenRequest::Pgn(path)) => self.files.open(path, false),
            Some(OpenRequest::Position(board)) => {
                self.apply(Action::SetFen(board.fen(FenStyle::XFen)));
            }
            None => {}
        }
    }

    /// Milliseconds since the program began; never goes back.
    pub fn now_ms(&self) -> u64 {
        self.begun.elapsed().as_millis() as u64
    }

    fn seat_built_in(&mut self) -> Result<(), String> {
        let options = self.model.settings.engine;
        let seated = self.seats.seat_built_in(EngineId::BUILT_IN, options);
        seated.map_err(|error| format!("The engine did not start: {error}"))?;
        if let Some(tables) = self.syzygy.clone() {
            self.seats.send(EngineId::BUILT_IN, Command::SetTables(Some(tables)));
        }
        Ok(())
    }

    /// Takes in what the worker, the dialogs and the clock have to say.
    pub fn drain(&mut self) {
        self.drain_seats();
        self.drain_desks();
        let reading = self.files.reading();
        if reading.is_some() || self.model.reading.is_some() {
            self.apply(Action::Reading(reading));
            self.ctx.request_repaint_after(READING_SHOWN);
        }
        self.keep();
        if !self.seats.flush() {
            self.ctx.request_repaint_after(RETRY);
        }
        self.apply(Action::Tick);
    }

    /// News of the seats in turn, so that none that floods keeps the others waiting.
    fn drain_seats(&mut self) {
        let begin = Instant::now();
        let mut open = self.seats.ids();
        self.taken = 0;
        while !open.is_empty() {
            if begin.elapsed() >= DRAIN_BUDGET || self.taken + open.len() > MOST_NEWS {
                self.ctx.request_repaint();
                return;
            }
            self.taken += open.len();
            open.retain(|&id| match self.seats.next(id) {
                Some(SeatNews::Event(event)) => {
                    self.apply(Action::Engine(id, event));
                    true
                }
                Some(SeatNews::Live(live)) => {
                    self.apply(Action::Live(id, live));
                    false
                }
                Some(SeatNews::Gone) => {
                    // An engine of the user's is opened again by the model, if it is still wanted.
                    if [EngineId::LAB, EngineId::THREAT].contains(&id) {
                        self.seats.leave(id);
                    }
                    let again = if id.is_built_in() { self.seat_built_in() } else { Ok(()) };
                    self.apply(Action::WorkerGone(id, again));
                    false
                }
                None => false,
            });
        }
    }

    /// How much news of engines the last frame has looked at, at most [`MOST_NEWS`].
    pub fn taken(&self) -> usize {
        self.taken
    }

    /// Runs the update for one action and carries out what comes of it.
    pub fn apply(&mut self, action: Action) {
        let now = self.now_ms();
        for effect in update(&mut self.model.0, action, now) {
            self.carry_out(effect);
        }
    }

    /// Runs the update for several actions in turn.
    pub fn apply_all(&mut self, actions: impl IntoIterator<Item = Action>) {
        for action in actions {
            self.apply(action);
        }
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::OpenSeat { .. }
            | Effect::OpenScratch(_)
            | Effect::OpenObserver(_)
            | Effect::OpenPuct(_)
            | Effect::ProbeEngine(..)
                if !self.starts => {}
            Effect::OpenSeat { id, spec, log } => self.open_seat(id, spec, log),
            Effect::OpenScratch(eval) => self.open_scratch(eval),
            Effect::OpenObserver(options) => self.open_observer(options),
            Effect::OpenPuct(options) => self.open_puct(options),
            Effect::CloseSeat(id) => self.seats.leave(id),
            Effect::ProbeEngine(spec, log) => self.tell_of(|shell| shell.engines.probe(spec, log)),
            Effect::SaveEngineLog { name, log } => {
                self.tell_of(|shell| shell.engines.save_log(&name, log));
            }
            Effect::FindEngines => self.tell_of(|shell| shell.engines.find()),
            Effect::PickEngine => self.tell_of(|shell| shell.engines.pick()),
            Effect::PickEnginePath { id, name, folder } => {
                self.tell_of(|shell| shell.engines.pick_path(id, name, folder));
            }
            Effect::ToEngine(id @ (EngineId::LAB | EngineId::THREAT), command) => {
                self.ask_own(id, command);
            }
            Effect::ToEngine(id, command) => self.seats.send(id, command),
            Effect::Look(id, request) => self.seats.look(id, request),
            Effect::Stop(id, job) => self.seats.stop(id, job),
            Effect::PonderHit(id, job) => self.seats.ponder_hit(id, job),
            Effect::CopyText(text) => self.ctx.copy_text(text),
            Effect::RequestPaste => self.ctx.send_viewport_cmd(ViewportCommand::RequestPaste),
            Effect::PickBook => self.files.pick_book(),
            Effect::PickFileToOpen => self.files.pick_to_open(),
            Effect::TakeText { source, text } => self.files.take(source, text),
            Effect::CancelReading => self.files.cancel(),
            Effect::OpenFile { path, quietly } => self.files.open(path, quietly),
            Effect::ListGames(request) => self.files.list(*request),
            Effect::ExploreGames(request) => self.files.explore(*request),
            Effect::ReadGame(request) => self.files.read_game(*request),
            Effect::WriteGame(request) => self.files.write_game(*request),
            Effect::KeepGame(request) => self.keep_game(*request),
            Effect::OpenOwnGames => self.open_own_games(),
            Effect::ChangeFile(request) => self.files.change_file(*request),
            Effect::PickFileToSave { suggested, append } => {
                self.files.pick_to_save(suggested, append);
            }
            Effect::Export { job, suggested } => self.export(*job, suggested),
            Effect::PictureOf(pane) => self.take_picture(pane),
            Effect::PickTableFolder => self.files.pick_table_folder(),
            Effect::OpenTables(folders) => {
                // The engine lets go of the old ones first: it may not use what is no longer asked for.
                self.use_tables(None);
                let opened = self.tables.open(folders);
                self.tell(opened);
            }
            Effect::ProbeTables(board) => {
                let asked = self.tables.probe(board);
                self.tell(asked);
            }
            Effect::Expect(request) => {
                let asked = self.expect.ask(*request);
                self.tell(asked);
            }
            Effect::OpenSession(kept) => self.open_session(&kept),
            Effect::SaveSession => self.save_session(),
            Effect::SaveSettings => self.save_settings(),
            Effect::Sound { sound, volume } => self.sounds.play(sound, volume),
            Effect::FullScreen(on) => self.ctx.send_viewport_cmd(ViewportCommand::Fullscreen(on)),
            Effect::OpenPane(workspace, pane) => {
                self.arrangements.of_mut(workspace).set_open(pane, true);
            }
            Effect::ClosePane(workspace, pane) => {
                self.arrangements.of_mut(workspace).set_open(pane, false);
            }
            Effect::ResetWorkspace(workspace) => self.arrangements.reset(workspace),
            Effect::Quit => self.ctx.send_viewport_cmd(ViewportCommand::Close),
        }
    }

    /// Has the next frame's picture of a view saved where the user says.
    fn take_picture(&mut self, pane: PaneId) {
        let Some(place) = view_head::place(&self.ctx, pane) else { return };
        let save = self.files.saves_picture(panes::info(pane).title.to_owned());
        let scale = self.ctx.pixels_per_point();
        self.ctx.request_screenshot(move |image| save(&image, place * scale));
        self.ctx.request_repaint();
    }

    /// Does something of which only a failure is told.
    fn tell_of(&mut self, act: impl FnOnce(&mut Shell) -> Result<(), String>) {
        if let Err(error) = act(self) {
            self.apply(Action::Failed(error));
        }
    }

    /// Tells of what could not be done.
    fn tell(&mut self, result: Result<(), String>) {
        if let Err(error) = result {
            self.apply(Action::Failed(error));
        }
    }

    /// Shows one frame and applies what the user did in it.
    pub fn show(&mut self, ui: &mut Ui) {
        self.follow_settings(ui);
        self.follow_window(ui);
        let now = self.now_ms();
        let actions = frame::show(ui, &self.model, &mut self.arrangements, &mut self.chrome, now);
        if !actions.is_empty() {
            // What they change is seen in the next frame.
            ui.request_repaint();
        }
        self.apply_all(actions);
        self.keep_layout(ui);
        self.pace.follow(&self.model);
        let asked = matches!(self.model.dialog, Some(Dialog::LastSession { .. }));
        if let Some(wait) = self.keeper.frame(asked) {
            ui.request_repaint_after(wait);
        }
        if let Some(ms) = self.model.next_change_ms(self.now_ms()) {
            ui.request_repaint_after(Duration::from_millis(ms.max(10)));
        }
    }

    /// Theme and scale as the settings have them.
    fn follow_settings(&mut self, ui: &Ui) {
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
        if self.framed.replace(frame) != Some(frame) {
            ui.send_viewport_cmd(ViewportCommand::SetTheme(frame));
        }
        let scale = self.model.settings.ui_scale;
        if (ui.zoom_factor() - scale).abs() > 1e-3 {
            ui.set_zoom_factor(scale);
        }
        let seconds = if self.model.settings.reduced_motion { 0.0 } else { 1.0 / 12.0 };
        if (ui.style().animation_time - seconds).abs() > f32::EPSILON && !self.still {
            ui.all_styles_mut(|style| style.animation_time = seconds);
        }
    }

    /// Title, full screen and dropped files.
    fn follow_window(&mut self, ui: &Ui) {
        let cx = Cx { model: &self.model, now_ms: self.now_ms() };
        let mark = if self.model.unsaved { "• " } else { "" };
        let title = format!("{mark}{} – Tabia", cx.game_title());
        if title != self.title {
            ui.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
        let (full_screen, dropped) =
            ui.input(|input| (input.viewport().fullscreen, input.raw.dropped_files.clone()));
        if let Some(on) = full_screen.filter(|&on| on != self.model.view.full_screen) {
            self.apply(Action::FullScreenChanged(on));
        }
        let before = self.model.view.window;
        let zoom = ui.zoom_factor();
        let place = ui.input(|input| native::place_now(input.viewport(), zoom, before));
        if let Some(place) = place.filter(|_| place != before) {
            self.apply(Action::WindowMoved(place));
        }
        for file in dropped {
            self.files.open_dropped(file.path().to_path_buf());
        }
    }

    /// Tells the model which panels are in sight.
    pub(crate) fn tell_panes(&mut self) {
        let layout = self.arrangements.of(self.model.view.workspace);
        let panes = PaneId::ALL.iter().copied();
        let open: Vec<PaneId> = panes.filter(|&pane| layout.is_in_sight(pane)).collect();
        if open != self.model.view.panes {
            self.apply(Action::PanesOpen(open));
        }
    }

    /// Tells the model how the panels stand once the mouse has let go of them.
    fn keep_layout(&mut self, ui: &Ui) {
        if ui.input(|input| input.pointer.any_down()) {
            return;
        }
        self.tell_panes();
        let workspace = self.model.view.workspace;
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
