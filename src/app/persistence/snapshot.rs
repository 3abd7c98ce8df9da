//! The data of a session, taken from the model at one moment. Taking it only copies; the expensive conversion to a
//! session and to text can run on another thread.

use std::sync::Arc;

use serde::Deserialize;
use tabia_games::game::edits::Direction;
use tabia_text::{Phrase, t};

use super::analyses::{self, PositionAnalyses};
use super::session::{SavedGame, SavedView, Session, VERSION};
use crate::arena::draft::Draft;
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::effect::Effect;
use crate::game::board;
use crate::game::history::{History, Restored};
use crate::game::state::GameState;
use crate::lab::trials::ExperimentRun;
use crate::library::collection::Origin;
use crate::library::open::Opened;
use crate::library::show_opened;
use crate::library::sources::{GameSource, SavedSource};
use crate::model::Model;
use crate::review::run;
use crate::review::saved::SavedReview;
use crate::review::state::{ReviewRun, RunState};

/// Maximum number of games in the undo list that are stored.
const MAX_BEFORE: usize = 5;
/// Maximum number of changes of the game on the board that are stored for undo.
const MAX_EDITS: usize = 10;
/// Maximum length of a pasted text whose list of games is stored, bytes: it is written with every session.
const MAX_LIST_TEXT: usize = 256 << 10;
/// Maximum number of nodes in all states stored for undo.
const MAX_NODES: usize = 20_000;

/// The parts of the model that are stored.
#[derive(Clone, Debug)]
pub struct Snapshot {
    now_ms: u64,
    game: GameState,
    home: Option<SavedSource>,
    /// Games that undo leads back to, the change that replaced each, and its source; newest first.
    before: Vec<(Arc<GameState>, Phrase, Option<SavedSource>)>,
    /// The last changes of the game.
    history: History,
    review: Option<ReviewRun>,
    found: PositionAnalyses,
    view: SavedView,
    list_text: Option<Arc<str>>,
    lab: Vec<ExperimentRun>,
    draft: Option<Box<Draft>>,
}

impl Snapshot {
    /// The model at `now_ms`. Costs a copy of the game on the board.
    pub fn of(model: &Model, now_ms: u64) -> Snapshot {
        let home = |game: &GameState| model.sources.of(game.serial).and_then(GameSource::saved);
        // During a tour the user's own game is stored.
        let aside = model.aside.as_deref();
        let game = model.own_game();
        let history = aside.map_or(&model.history, |aside| &aside.history);
        let analysis = model.duel.before.map_or(model.engine.analysis, |before| before.analysis);
        // A puzzle turns the board and shows its own position.
        let learn = model.learn.as_ref().filter(|learn| learn.serial == game.serial);
        let flipped = learn.map_or(model.view.flipped, |learn| learn.flipped);
        let mut shown = game.clone();
        if let Some(learn) = learn.filter(|learn| game.tree.contains(learn.came_from)) {
            shown.current = learn.came_from;
        }
        let experiments = aside.map_or(&model.lab.jobs, |aside| &aside.lab.jobs);
        let before = history
            .other_games(game)
            .take(MAX_BEFORE)
            .map(|(game, what)| (Arc::clone(game), what.clone(), home(game)));
        Snapshot {
            now_ms,
            home: home(game),
            before: before.collect(),
            history: history.newest(MAX_EDITS),
            review: model.reviews.of(game.serial).cloned(),
            found: analyses::of(&model.telemetry, game, aside.map(|_| game.serial)),
            game: shown,
            view: SavedView {
                analysis: aside.map_or(analysis, |aside| aside.analysis),
                flipped: aside.map_or(flipped, |aside| aside.flipped),
                turned: model.view.turned,
                hide_engine: model.view.hide_engine,
                focus: model.duel.before.map_or(model.view.focus, |before| before.focus),
                window: model.view.window,
                layout: model.view.layout.clone(),
                workspace: Some(model.view.workspace.name().to_owned()),
                list: model
                    .games
                    .as_ref()
                    .and_then(|list| list.origin.path()?.to_str().map(ToOwned::to_owned)),
            },
            list_text: model.games.as_ref().and_then(|list| match &list.origin {
                Origin::Text(text) if text.len() <= MAX_LIST_TEXT => Some(Arc::clone(text)),
                _ => None,
            }),
            lab: experiments.values().cloned().collect(),
            draft: model.arena.draft.clone(),
        }
    }

    /// The session to write.
    pub fn session(self) -> Session {
        let saved = |game: &GameState, what: String, home: Option<SavedSource>| {
            let mut saved = SavedGame::of(game, self.now_ms);
            (saved.what, saved.home) = (what, home);
            saved
        };
        let before = self.before.into_iter().rev();
        let edits = states_before(&self.game, self.history).into_iter();
        Session {
            version: VERSION,
            review: self
                .review
                .filter(|run| run.state != RunState::Recorded)
                .map(|run| SavedReview::of(&run, &self.game.tree)),
            found: analyses::saved(&self.found, &self.game.tree),
            game: saved(&self.game, String::new(), self.home),
            before: before.map(|(game, what, home)| saved(&game, what.to_saved(), home)).collect(),
            edits: edits.map(|(game, what)| saved(&game, what.to_saved(), None)).collect(),
            view: self.view,
            list_text: self.list_text.map(|text| text.to_string()),
            lab: self.lab.iter().filter_map(ExperimentRun::save).collect(),
            draft: self.draft.and_then(|draft| serde_json::to_value(draft).ok()),
        }
    }
}

/// The game before each of its last changes, newest last.
fn states_before(game: &GameState, mut history: History) -> Vec<(GameState, Phrase)> {
    let (mut game, mut states, mut nodes) = (game.clone(), Vec::new(), 0);
    while !history.leads_to_other(&game) {
        match history.turn(Direction::Undo, &mut game, |_| {}) {
            Some((Restored::Game(before), what)) => states.push((*before, what)),
            Some((Restored::Tree(shown), what)) => {
                game.current = shown;
                states.push((game.clone(), what));
            }
            // This change stays, but the state before it can still be reached.
            Some((Restored::Held, _)) => continue,
            None => break,
        }
        let Some((before, _)) = states.last() else { break };
        game = before.clone();
        nodes += game.tree.len();
        if nodes > MAX_NODES {
            states.pop();
            break;
        }
    }
    states.reverse();
    states
}

impl Session {
    /// The session of a model. Clocks are written with their values at `now_ms`.
    pub fn of(model: &Model, now_ms: u64) -> Session {
        Snapshot::of(model, now_ms).session()
    }
}

/// Continues where the last run ended. Clocks are paused until the player resumes.
pub(crate) fn restore_session(cx: &mut Cx<'_>, session: &Session) {
    let game = match session.game.restore() {
        Ok(game) => game,
        Err(error) => return cx.m.toasts.error(t!("error-saved-lost", error = error.to_string())),
    };
    for saved in &session.before {
        // A game that cannot be read must not prevent the others from being restored.
        if let Ok(mut game) = saved.restore() {
            cx.m.last_game += 1;
            game.serial = cx.m.last_game;
            if let Some(home) = saved.home() {
                cx.m.put_source(game.serial, home);
            }
            cx.m.history.restore(game, saved.what());
        }
    }
    let waits = game.clocks.is_some() && game.is_played();
    board::replace_game(cx, game);
    restore_edits(cx, session);
    for saved in &session.found {
        if let Some((node, id, kept)) = saved.restore(&cx.m.game.tree)
            && cx.m.is_known(id)
        {
            cx.m.telemetry.restore(node, id, kept);
        }
    }
    if let Some(saved) = &session.review {
        let game = &cx.m.game;
        let mut run = saved.restore(game.serial, &game.tree);
        run.assume_options(run::options_of(cx.m, run.request.engine));
        cx.m.reviews.put(run);
        if cx.m.review().is_some_and(|run| run.state == RunState::Stopped) {
            cx.m.toasts.offer(t!("review-not-finished"), UserCommand::ResumeReview);
        }
    }
    if let Some(home) = session.game.home() {
        cx.m.put_source(cx.m.game.serial, home);
    }
    if let Some(list) = &session.view.list {
        cx.m.list_of_session = Some(Origin::File(list.into()));
        cx.out.push(Effect::OpenFile { path: list.into(), quietly: true });
    } else if let Some(text) = &session.list_text {
        let opened = Opened::of(t!("library-clipboard"), text);
        cx.m.list_of_session = Some(opened.origin.clone());
        show_opened::take_opened(cx, Opened { quietly: true, ..opened });
    }
    for error in cx.m.lab.restore(&session.lab) {
        cx.m.toasts.error(t!("error-saved-lab", error = error.to_string()));
    }
    cx.m.arena.draft =
        session.draft.as_ref().and_then(|draft| Deserialize::deserialize(draft).ok());
    let saved = &session.view;
    cx.m.view.flipped = saved.flipped;
    cx.m.view.turned = saved.turned;
    cx.m.view.hide_engine = saved.hide_engine;
    cx.m.view.focus = saved.focus;
    cx.m.view.layout.clone_from(&saved.layout);
    cx.m.view.workspace = session.workspace(&cx.m.game);
    cx.m.view.window = saved.window;
    cx.m.engine.analysis = saved.analysis;
    if waits {
        cx.m.game.paused = true;
        cx.m.toasts.offer(t!("library-game-is-back"), UserCommand::Pause);
    }
}

/// Restores the last changes of the game, so that they can be undone as if the program had not ended. A state with
/// different moves has different node numbers, so nothing stored by node number applies to it, but it has the same
/// file as its source.
fn restore_edits(cx: &mut Cx<'_>, session: &Session) {
    for saved in &session.edits {
        let Ok(mut game) = saved.restore() else { continue };
        if game.id == 0 {
            game.id = cx.m.game.id;
        }
        // A game may have begun from a position of another one.
        let same = game.id == cx.m.game.id;
        game.serial = cx.m.game.serial;
        if !same || !saved.tree.has_moves_of(&session.game.tree) {
            cx.m.last_game += 1;
            game.serial = cx.m.last_game;
            if let Some(home) = session.game.home().filter(|_| same) {
                cx.m.put_source(game.serial, home);
            }
        }
        cx.m.history.restore(game, saved.what());
    }
}
