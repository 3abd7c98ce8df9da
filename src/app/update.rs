//! The one place where the model changes: an action in, effects out. Pure but for the model: the time is
//! handed in, nothing is read or written, so every rule of the program can be tested without a window.

use std::path::PathBuf;

use crate::game::rewind::Rewind;
use crate::search::engine_id::EngineId;
use crate::worker::protocol::Event;

use super::action::{Action, UserCommand};
use super::effect::Effect;
use super::game::state::GameState;
use super::model::Model;
use super::window::sounds::Sound;
use super::window::workspace::Workspace;

/// How long after looking elsewhere the session is written, ms.
const SAVE_AFTER_MS: u64 = 800;

/// Answers one action. `now_ms` is the time of a clock that never goes back.
pub fn update(model: &mut Model, action: Action, now_ms: u64) -> Vec<Effect> {
    let notes = model.toasts.newest();
    let mut cx = Cx { m: model, now: now_ms, out: Vec::new(), save: false, sound: None };
    cx.forget_typed_before(&action);
    cx.act(action);
    cx.settle();
    cx.settle_typed();
    cx.settle_keys();
    cx.settle_end_card();
    cx.settle_toasts(notes);
    cx.settle_games();
    cx.settle_look();
    cx.settle_playouts();
    cx.settle_expected();
    cx.settle_tour();
    cx.settle_sound();
    if cx.save {
        cx.settle_saved();
        cx.m.save_at_ms = None;
        cx.out.push(Effect::SaveSession);
    }
    cx.out
}

/// The model under change, the time, and what is to be done outside.
pub(super) struct Cx<'a> {
    pub(super) m: &'a mut Model,
    pub(super) now: u64,
    pub(super) out: Vec<Effect>,
    /// The session is to be written.
    pub(super) save: bool,
    /// What is to be heard.
    pub(super) sound: Option<Sound>,
}

impl Cx<'_> {
    pub(super) fn act(&mut self, action: Action) {
        match action {
            Action::Command(command) => self.command(command),
            Action::Shortcut(command) => self.shortcut(command),
            Action::KeyUp => self.let_go(),
            Action::Typed(key, command) => self.typed(key, command),
            Action::Keys(action) => self.rebind(action),
            Action::PlayMove { from, to, promotion } => self.play_move(from, to, promotion),
            Action::Premove { from, to, promotion } => self.set_premove(from, to, promotion),
            Action::CancelPremove => self.m.game.premove = None,
            Action::GoTo(node) => self.go_to(node),
            Action::PlayLine { node, moves } => self.play_line(node, &moves),
            Action::Edit { node, edit } => self.edit(node, edit),
            Action::Annotate(what) => self.annotate(what),
            Action::ToggleShape(shape) => self.toggle_shape(shape),
            Action::StartGame(new) => self.start_game(new),
            Action::DraftNewGame(new) => self.draft_new_game(new),
            Action::SetTags(tags) => self.set_tags(tags),
            Action::ExploreIn(source) => self.explore_in(source),
            Action::BookOpened { opened, mended } => self.book_opened(opened, mended),
            Action::SetFen(fen) => self.set_fen(&fen),
            Action::PasteText(text) => self.paste(text),
            Action::Opened(opened) => self.take_opened(*opened),
            Action::Games(action) => self.games(action),
            Action::OpenRecent(index) => self.open_recent(index),
            Action::Editor(action) => self.editor(action),
            Action::Review(action) => self.review(action),
            Action::Learn(action) => self.learn(action),
            Action::Lab(action) => self.lab(action),
            Action::Duel(action) => self.duel(action),
            Action::Tour(action) => self.tour(action),
            Action::PanesOpen(panes) => self.m.view.panes = panes,
            Action::Tables(news) => self.tables(news),
            Action::Expected(news) => self.expected(*news),
            Action::TableFolder(folder) => self.add_table_folder(folder),
            Action::PickTableFolder => self.out.push(Effect::PickTableFolder),
            Action::Engine(EngineId::LAB, event) => self.lab_event(event),
            Action::Engine(_, Event::Looked(look)) => self.looked(*look),
            Action::Engine(id, event) => self.engine_event(id, event),
            Action::Live(id, live) => self.live(id, live),
            Action::WorkerGone(EngineId::LAB, _) => self.lab_thread_ended(),
            Action::WorkerGone(id, replaced) => self.worker_gone(id, replaced),
            Action::Engines(action) => self.engines(action),
            Action::ShowGraph(graph) => self.m.view.graph = graph,
            Action::Ask(action) => self.ask_about(action),
            Action::Focus(id) => self.m.view.focus = Some(id),
            Action::TakesPart(id, takes_part) => self.take_part(id, takes_part),
            Action::Tick => self.tick(),
            Action::RestoreSession(session) => self.restore_session(&session),
            Action::Set(change) => self.set(change),
            Action::EndCard(open) => self.show_end_card(open),
            Action::OpenDialog(dialog) => self.m.dialog = Some(dialog),
            Action::CloseDialog => self.close_dialog(),
            Action::OpenLastSession => self.open_last_session(),
            Action::NotKept(why) => self.m.not_kept = why,
            Action::Confirm => self.confirm(),
            Action::Leave => self.out.push(Effect::Leave),
            Action::DismissToast(id) => self.m.toasts.dismiss(id),
            Action::DismissToasts => self.m.toasts.clear(),
            Action::OpenPane(pane) => self.open_pane(pane),
            Action::ClosePane(pane) => {
                self.out.push(Effect::ClosePane(self.m.view.workspace, pane));
            }
            Action::Layout(layout) => {
                self.m.view.layout = Some(layout);
                self.save = true;
            }
            Action::WindowMoved(place) => {
                self.m.view.window = Some(place);
                self.save_soon();
            }
            Action::Reading(reading) => self.reading(reading),
            Action::CancelReading => self.out.push(Effect::CancelReading),
            Action::FullScreenChanged(on) => self.m.view.full_screen = on,
            Action::PictureSaved(saved) => self.picture_saved(saved),
            Action::Failed(error) => self.m.toasts.error(error),
        }
    }

    fn picture_saved(&mut self, saved: Result<PathBuf, String>) {
        match saved {
            Ok(path) => self.m.toasts.info(format!("Picture saved as {}", path.display())),
            Err(error) => {
                self.m.toasts.error(format!("The picture could not be saved: {error}"));
            }
        }
    }

    /// Remembers the game for undo, before moves are added to it or something about players and clocks is changed.
    /// Its clocks stand still in the memory.
    pub(super) fn record(&mut self, what: impl Into<String>) {
        let rewind = Rewind::of(&self.m.game.tree);
        let game = self.standing_still();
        self.m.history.record_part(game, rewind, what);
        self.save = true;
    }

    /// Remembers the whole game for undo, before another takes its place or many of its notes are changed.
    pub(super) fn record_whole(&mut self, what: impl Into<String>) {
        let mut game = self.m.game.clone();
        stand_still(&mut game, self.now);
        self.m.history.record(game, what);
        self.save = true;
    }

    /// The game without its tree and with its clocks stopped, for keeping.
    pub(super) fn standing_still(&self) -> GameState {
        let mut game = self.m.game.without_tree();
        stand_still(&mut game, self.now);
        game
    }

    /// Puts a new game on the board. The old one is not remembered here.
    pub(super) fn replace_game(&mut self, mut game: GameState) {
        self.m.last_game += 1;
        game.serial = self.m.last_game;
        if game.id == 0 {
            game.id = self.m.ids.next_u64();
        }
        self.put_on_board(game);
    }

    /// Shows a game, new or come back. What belongs to the old one is forgotten.
    pub(super) fn put_on_board(&mut self, game: GameState) {
        if game.serial != self.m.game.serial {
            self.keep_game();
            self.m.telemetry.forget();
            self.m.engine.forget_game();
            self.suit_workspace(&game);
        }
        self.m.game = game;
        self.forget_advice();
        self.m.engine.lock = None;
        self.m.engine.let_all_go();
        self.m.view.annotating = None;
        self.m.editor = None;
        self.m.dialog = None;
        self.save = true;
    }

    /// A command by its keys. Behind a dialog most do nothing.
    fn shortcut(&mut self, command: UserCommand) {
        if self.m.dialog.is_none() || command.works_in_dialogs() {
            self.command(command);
            self.hold(command);
        }
    }

    /// Another game comes onto the board: one to be played belongs into Play, one to be looked at does not.
    pub(super) fn suit_workspace(&mut self, game: &GameState) {
        let looked_at = game.is_analysis_board();
        match self.m.view.workspace {
            Workspace::Play if looked_at => self.go_to_workspace(Workspace::Study),
            Workspace::Duel if !looked_at && game.human_side().is_some() => {
                self.go_to_workspace(Workspace::Play);
            }
            Workspace::Study | Workspace::Lab if !looked_at => {
                self.go_to_workspace(Workspace::Play);
            }
            Workspace::Play | Workspace::Study | Workspace::Lab | Workspace::Duel => {}
        }
    }

    /// Time has passed.
    fn tick(&mut self) {
        self.m.toasts.tick(self.now);
        self.typed_rests();
        self.listen_to_clocks();
        self.flag_fall();
        self.act_on_decision();
        self.save |= self.m.save_at_ms.is_some_and(|at| at <= self.now);
    }

    /// The session is to be written when nothing else happens for a moment: stepping through a game must not
    /// write a file per key.
    pub(super) fn save_soon(&mut self) {
        self.m.save_at_ms = Some(self.now + SAVE_AFTER_MS);
    }
}

/// Stops the clocks of a game that is kept.
pub(super) fn stand_still(game: &mut GameState, now: u64) {
    if let Some(clocks) = &mut game.clocks {
        clocks.stop(now);
    }
}
