//! The model: everything the program knows and shows. It changes only in `update`.

use std::path::{Path, PathBuf};

use tabia_chess::{Color, SplitMix64};
use tabia_engine::search::score::{Bound, Pov};
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;

use crate::arena::state::Arena;
use crate::commands::keymap::{Held, Rebinding};
use crate::duel::state::Duel;
use crate::engines::entries::EngineEntries;
use crate::engines::state::{EngineState, EngineStatus, Job, Purpose, Watching};
use crate::engines::telemetry::{EvalSource, GamePoint, Telemetry};
use crate::game::editor::EditorState;
use crate::game::history::History;
use crate::game::replacement::{Loss, Replacement};
use crate::game::state::{GameState, Phase, Player};
use crate::game::typed::{self, Typed, TypedBoard};
use crate::lab::state::LabState;
use crate::library::collection::{GameList, Origin};
use crate::library::explorer::Explorer;
use crate::library::open::Opened;
use crate::library::own::{self, OwnGames};
use crate::library::removed::Removed;
use crate::library::saved_check::{Checked, Unsaved};
use crate::library::sources::{GameSource, GameSources};
use crate::library::tables::Tables;
use crate::opponent::remarks::Remarks;
use crate::results::state::ResultsPage;
use crate::review::learn::Learn;
use crate::review::state::{ExpectedMoves, ReviewRun, Reviews, RunState};
use crate::tours::{Aside, TourView};
use crate::training::state::Training;
use crate::window::settings::Settings;
use crate::window::sounds::LowTime;
use crate::window::toasts::Toasts;
use crate::window::view::{Dialog, ViewState};
use crate::window::workspace::Workspace;
use tabia_text::t;

/// Reading or writing in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// A description of the task.
    pub name: String,
    /// The share that is done, 0 to 1.
    pub share: f32,
    /// When it began, ms.
    pub since_ms: u64,
}

/// A file of the program's folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SavedFile {
    Session,
    Settings,
    Training,
}

/// Why files of the program's folder do not have the present state, if they do not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotKept {
    pub session: Option<String>,
    pub settings: Option<String>,
    pub training: Option<String>,
}

impl NotKept {
    /// Sets why a file is not kept, and returns the reason before.
    pub(crate) fn set(&mut self, file: SavedFile, why: Option<String>) -> Option<String> {
        let reason = match file {
            SavedFile::Session => &mut self.session,
            SavedFile::Settings => &mut self.settings,
            SavedFile::Training => &mut self.training,
        };
        std::mem::replace(reason, why)
    }
}

/// Everything the program knows and shows.
#[derive(Clone, Debug)]
pub struct Model {
    /// The game on the board.
    pub game: GameState,
    /// The state of the engines' work.
    pub engine: EngineState,
    /// Information about the user's engines beyond their settings.
    pub engines: EngineEntries,
    /// What the engines reported.
    pub telemetry: Telemetry,
    /// Books and games used to explore the shown position.
    pub explorer: Explorer,
    /// The requests to the Lab and their results.
    pub lab: LabState,
    /// The duel of the program's two engines.
    pub duel: Duel,
    /// Tournaments.
    pub arena: Arena,
    /// Puzzles, endgames and exercises.
    pub training: Training,
    /// The user's results, computed from the file of the user's own games.
    pub results: ResultsPage,
    /// The tour being taken, if any.
    pub tour: Option<TourView>,
    /// The tour and the step that started the match in the arena.
    pub(crate) tour_match: Option<(usize, usize)>,
    pub settings: Settings,
    /// How all this is displayed.
    pub view: ViewState,
    /// The position editor, while it is open.
    pub editor: Option<EditorState>,
    /// The state of the editor when it was last left, with the key of the position on the board at that time.
    pub(crate) left_editor: Option<(u64, EditorState)>,
    /// The move being typed, if any.
    pub typed: Typed,
    /// The command that is getting another shortcut, if any.
    pub rebinding: Option<Rebinding>,
    /// The switch whose key is held down, if any.
    pub held: Option<Held>,
    /// The open dialog.
    pub dialog: Option<Dialog>,
    /// The dialogs it covers, the last one directly behind it.
    pub(crate) behind: Vec<Dialog>,
    /// The copy of the session that crashed the last start, until the user has decided whether to open it. Until then
    /// the old session is not overwritten.
    pub offered: Option<PathBuf>,
    /// The opponent's remarks.
    pub remarks: Remarks,
    pub toasts: Toasts,
    /// Edits that can be undone.
    pub history: History,
    /// Random numbers for colours and Chess960 positions.
    pub rng: SplitMix64,
    /// Processors of the machine.
    pub processors: u32,
    /// Random numbers for the ids of games and requests.
    pub(crate) ids: SplitMix64,
    /// Today's date in PGN format, for new games.
    pub today: String,
    /// The text being read, if any.
    pub reading: Option<Reading>,
    /// Reviews of the game on the board and of others.
    pub reviews: Reviews,
    /// The move expected at each move of the game.
    pub expected: ExpectedMoves,
    /// The mistakes the user is learning from, if any.
    pub learn: Option<Learn>,
    /// The tablebases.
    pub tables: Tables,
    /// The games of the open file, if any.
    pub games: Option<GameList>,
    /// What was read while a dialog or the position editor was open, the newest last. A note offers to show it.
    pub(crate) opened_meanwhile: Vec<Opened>,
    /// The list of the restored session, while it is being read again.
    pub(crate) list_of_session: Option<Origin>,
    /// What is known about the file of the user's own games.
    pub own: OwnGames,
    /// Games removed from files that can be restored.
    pub removed: Removed,
    /// Where the games that are or were on the board came from.
    pub sources: GameSources,
    /// The game on the board is marked as unsaved: a game from a file or a text was changed, something was written on
    /// another one, or it has ended and is in no file. A game shown by a tour is never marked.
    pub unsaved: bool,
    /// The replacement that follows once the game on the board is written.
    pub(crate) waiting: Option<Box<Replacement>>,
    /// The user's own game while a tour shows its positions.
    pub(crate) aside: Option<Box<Aside>>,
    /// What is not saved, and why. The window shows permanently that the session is not.
    pub not_kept: NotKept,
    /// The game, its tree and its tags when they were last compared with the saved version.
    pub(crate) checked: Option<Checked>,
    /// When the session has to be written because the user has shown another position, ms.
    pub(crate) save_at_ms: Option<u64>,
    /// Number of the last game put on the board.
    pub(crate) last_game: u64,
    /// Number of the last list of games.
    pub(crate) last_list: u32,
    /// Clocks that are low.
    pub(crate) low_time: LowTime,
}

impl Model {
    /// The initial board. The random numbers differ in every run.
    pub fn new(settings: Settings) -> Model {
        let mut ids = SplitMix64::from_entropy();
        let game = GameState { id: ids.next_u64(), ..GameState::first() };
        let mut engine = EngineState::default();
        engine.watching = settings.watching == Watching::Always;
        let settings = settings.clamped();
        let mut model = Model {
            game,
            engine,
            engines: EngineEntries::default(),
            telemetry: Telemetry::default(),
            explorer: Explorer::default(),
            lab: LabState::default(),
            duel: Duel::default(),
            arena: Arena::default(),
            training: Training::default(),
            results: ResultsPage::default(),
            tour: None,
            tour_match: None,
            settings,
            view: ViewState::default(),
            editor: None,
            left_editor: None,
            typed: Typed::default(),
            rebinding: None,
            held: None,
            dialog: None,
            behind: Vec::new(),
            offered: None,
            remarks: Remarks::default(),
            toasts: Toasts::default(),
            history: History::default(),
            rng: SplitMix64::from_entropy(),
            processors: std::thread::available_parallelism().map_or(1, |n| n.get() as u32),
            ids,
            today: super::game::times::today(),
            reading: None,
            reviews: Reviews::default(),
            expected: ExpectedMoves::default(),
            learn: None,
            tables: Tables::default(),
            games: None,
            opened_meanwhile: Vec::new(),
            list_of_session: None,
            own: OwnGames::default(),
            removed: Removed::default(),
            sources: GameSources::default(),
            unsaved: false,
            waiting: None,
            aside: None,
            not_kept: NotKept::default(),
            checked: None,
            save_at_ms: None,
            last_game: 0,
            last_list: 0,
            low_time: LowTime::default(),
        };
        model.use_settings();
        model.game.players[Color::White.index()] = model.user();
        model
    }

    /// Copies the settings that have a copy elsewhere: at the start, and when those of another window are taken.
    pub(crate) fn use_settings(&mut self) {
        self.training.choose(self.settings.training);
        self.lab.choices.steps.score = self.settings.quiz_score;
    }

    /// The number and the file of the user's game, if it comes from one.
    pub fn own_place(&self) -> Option<(u32, &Path)> {
        let home = self.sources.of(self.own_game().serial)?;
        Some((home.place.game, home.path()?))
    }

    /// The source of the game on the board.
    pub fn home(&self) -> Option<&GameSource> {
        self.sources.of(self.game.serial)
    }

    /// Sets the source of the game with this number. Redo leads to no other game by the time that many have been opened.
    pub(crate) fn put_source(&mut self, serial: u64, home: GameSource) {
        let Model { sources, game, history, aside, .. } = self;
        let is_aside = |of| {
            aside
                .as_ref()
                .is_some_and(|aside| aside.game.serial == of || aside.history.leads_to(of))
        };
        let used = |of| of == game.serial || history.leads_to(of) || is_aside(of);
        sources.put(serial, home, used);
    }

    /// The user's game: the one on the board, or the one set aside while a tour shows its positions.
    pub fn own_game(&self) -> &GameState {
        self.aside.as_deref().map_or(&self.game, |aside| &aside.game)
    }

    pub(crate) fn own_game_mut(&mut self) -> &mut GameState {
        self.aside.as_deref_mut().map_or(&mut self.game, |aside| &mut aside.game)
    }

    /// What of the user's game is in no file.
    pub(crate) fn in_no_file(&self) -> Unsaved {
        let checked = self.aside.as_deref().map_or(&self.checked, |aside| &aside.checked);
        let game = self.own_game();
        let will_be_kept = self.settings.keep_games && !self.own.has_failed(game.id);
        let kept = will_be_kept || self.own.holds(game.id);
        Unsaved::of(game, self.sources.of(game.serial), checked.as_ref(), kept)
    }

    /// Whether the file of the user's own games has the moves and notes of the game on the board in their present state,
    /// or will get them.
    pub fn is_in_own_games(&self) -> bool {
        self.own.has_sent(self.game.id, self.game.tree.revision())
    }

    /// What would be lost of the user's game if another took its place. An unfinished game without clocks is kept, a
    /// finished one only if the user wants that, and undo restores both.
    pub(crate) fn would_lose(&self) -> Option<Loss> {
        let game = self.own_game();
        let on_clock = game.clocks.is_some() && game.is_played() && own::is_kept(game);
        match () {
            () if on_clock && !game.players.iter().all(Player::is_engine) => Some(Loss::Clock),
            () if self.in_no_file() == Unsaved::Edits => Some(Loss::Edits),
            () => None,
        }
    }

    /// Whether no file has the user's game in its present state. An untouched board does not count.
    pub fn has_unsaved_game(&self) -> bool {
        self.in_no_file() != Unsaved::Nothing
    }

    /// The question before the program ends, if something would be lost.
    pub fn question_before_end(&self) -> Option<Dialog> {
        let NotKept { session, settings, training } = &self.not_kept;
        let session = session.as_deref().filter(|_| self.has_unsaved_game());
        let (settings, training) = (settings.as_deref(), training.as_deref());
        let failures = self.own.failures();
        let mut reasons: Vec<&str> = [session, settings, training, failures.map(|(_, why)| why)]
            .into_iter()
            .flatten()
            .collect();
        reasons.dedup();
        (!reasons.is_empty()).then(|| Dialog::Unkept {
            session: session.is_some(),
            settings: settings.is_some(),
            training: training.is_some(),
            games: failures.map_or(0, |(games, _)| games),
            why: reasons.join("\n"),
        })
    }

    /// The number of the game on the board in the open list, if it comes from there.
    pub fn listed_game(&self) -> Option<u32> {
        let (list, home) = (self.games.as_ref()?, self.home()?);
        (!home.has_no_place && home.origin.is_same(&list.origin)).then_some(home.place.game)
    }

    /// The search that the status shows: that of the engine shown in full, else any other.
    pub(crate) fn shown_job(&self) -> Option<Job> {
        // The search for the threat runs beside everything else.
        let others = || self.engine.jobs().min_by_key(|job| job.purpose == Purpose::Threat);
        self.engine.job(self.focus()).or_else(others)
    }

    pub fn engine_status(&self) -> EngineStatus {
        let focus = self.focus();
        let job = self.shown_job();
        // Other searches do not hide that the chosen engine has given up.
        let aside = |job: Job| matches!(job.purpose, Purpose::Analyse | Purpose::Threat);
        if let Some(why) = self.engine.given_up(focus).filter(|_| job.is_some_and(aside)) {
            return EngineStatus::Failed(why.to_owned());
        }
        if let Some(job) = job {
            return match job.purpose {
                Purpose::Play | Purpose::ConfirmResign => EngineStatus::Thinking(job.node),
                Purpose::Ponder(expected) => EngineStatus::Pondering { node: job.node, expected },
                Purpose::Analyse if job.engine == EngineId::OBSERVER => {
                    EngineStatus::Watching(job.node)
                }
                Purpose::Analyse => {
                    EngineStatus::Analysing { node: job.node, locked: self.engine.lock.is_some() }
                }
                Purpose::Hint | Purpose::PlayBest => EngineStatus::Advising(job.node),
                Purpose::Review => {
                    let progress = self.review().map(|run| run.review().progress());
                    let (done, all) = progress.unwrap_or_default();
                    EngineStatus::Reviewing(done, all)
                }
                Purpose::Try(_) => EngineStatus::Judging,
                Purpose::Threat => EngineStatus::SeekingThreat,
            };
        }
        if let Some(decided) = self.engine.pending_move.filter(|decided| decided.book) {
            return EngineStatus::FromBook(decided.node);
        }
        if let Some(decided) = &self.engine.pending_move {
            return EngineStatus::Thinking(decided.node);
        }
        let to_move = self.game.engine_of(self.game.live_board().stm());
        if let Some((_, why)) = self.stuck_player() {
            return EngineStatus::Failed(why);
        }
        let seat = self.engine.seat(to_move.unwrap_or(self.focus()));
        if let Some(failure) = seat.and_then(|seat| seat.failure.as_ref()) {
            return EngineStatus::Failed(failure.clone());
        }
        let halted = seat.is_some_and(|seat| seat.halted);
        let wanted =
            self.engine.analysis || (self.game.engine_to_move() && self.game.phase != Phase::Fresh);
        let analysed = self.engine.lock.unwrap_or(self.game.current);
        match () {
            () if self.game.paused => EngineStatus::Paused,
            // The position on the board is being edited.
            () if self.editor.is_some() && wanted => EngineStatus::Paused,
            () if halted && wanted => EngineStatus::Halted,
            () if self.engine.analysis && self.game.tree.outcome(analysed).is_none() => {
                EngineStatus::Finished
            }
            () if self.engine.analysis => EngineStatus::NothingToSearch,
            () => EngineStatus::Idle,
        }
    }

    /// The engine to move in a running game if it can no longer move, and why.
    pub fn stuck_player(&self) -> Option<(EngineId, String)> {
        let game = &self.game;
        let id = game.engine_of(game.live_board().stm()).filter(|_| game.is_played())?;
        if !self.is_known(id) {
            let name = self.engine_name(id);
            return Some((id, t!("toast-engine-gone", name = name)));
        }
        let seat = self.engine.seat(id).filter(|seat| seat.halted || seat.gone)?;
        seat.failure.clone().map(|why| (id, why))
    }

    /// The review of the game on the board.
    pub fn review(&self) -> Option<&ReviewRun> {
        self.reviews.of(self.game.serial)
    }

    /// The evaluation of a node of the game, as the list of moves and the graph show it: the result of the review if
    /// there is one and the game does not contradict it, so that score, glyph and moment always agree; otherwise the
    /// one from telemetry. The bar beside the board shows the running search instead.
    pub fn evaluation(&self, node: NodeId) -> Option<GamePoint> {
        let tree = &self.game.tree;
        let known = || self.telemetry.evaluation(tree, node, self.focus());
        if tree.outcome(node).is_some() {
            return known();
        }
        let by_engine = |run: &&ReviewRun| run.state != RunState::Recorded;
        let reviewed = self
            .review()
            .filter(by_engine)
            .and_then(|run| Some((run.request.engine, run.after(node)?)));
        let Some((id, found)) = reviewed else { return known() };
        // The review's notes were undone or removed: the evaluation in the game is the one that is saved.
        if self.review().is_some_and(|run| run.is_contradicted(tree, node)) {
            return self.telemetry.in_file(tree, node);
        }
        Some(GamePoint {
            ply: tree.ply(node),
            node,
            score: found.score.seen_from(Pov::White, tree.board(node).stm()),
            bound: Bound::Exact,
            source: EvalSource::Engine { id, depth: found.depth },
        })
    }

    /// The evaluations of a line, where they are known.
    pub fn evaluations(&self, line: &[NodeId]) -> Vec<GamePoint> {
        line.iter().filter_map(|&node| self.evaluation(node)).collect()
    }

    /// Whether the user has a mistake of the game to correct; nothing may give away its solution.
    pub fn has_puzzle(&self) -> bool {
        self.learn.as_ref().is_some_and(|learn| learn.puzzle().is_some())
    }

    /// Whether all engine output is hidden: the user wants it so, or has a puzzle to solve.
    pub fn hides_engine(&self) -> bool {
        self.view.hide_engine || self.has_puzzle()
    }

    /// Whether Play hides the evaluation: the user is playing and not watching, or has hidden the engine.
    pub fn hides_evaluation(&self) -> bool {
        let over = matches!(self.game.phase, Phase::Over(_));
        let shows = self.watches() || self.engine.analysis || over || self.game.is_analysis_board();
        self.hides_engine() || !shows
    }

    /// Whether the user wants to find the lines without help: scores are shown, moves are not.
    pub fn hides_lines(&self) -> bool {
        self.settings.engine.multi_pv == 0
    }

    /// Why no question about a move can be answered now; `None`: it can.
    pub fn why_not_refused(&self) -> Option<&'static str> {
        match () {
            () if self.has_puzzle() => Some(t!("pane-hidden.puzzles")),
            () if self.view.hide_engine => Some(t!("pane-hidden.engine")),
            () => None,
        }
    }

    /// The user as the player of a game against an engine.
    pub fn user(&self) -> Player {
        Player::Human { name: self.settings.player_name.trim().to_owned() }
    }

    /// Whether the game is not on screen because the position editor, the arena or the training replaces it.
    pub fn hides_game(&self) -> bool {
        self.editor.is_some() || self.view.workspace.hides_game()
    }

    /// What the arena or the training shows instead of the game, as an analysis board, and the side below; `None`:
    /// neither is on screen, or it shows no position, or several.
    pub(crate) fn shown_instead(&self) -> Option<(GameState, Color)> {
        match self.view.workspace {
            Workspace::Training => {
                let (position, below) = self.training.shown()?;
                Some((GameState::analysis_line(&position), below))
            }
            Workspace::Arena => Some((self.arena.shown_game()?, Color::White)),
            _ => None,
        }
    }

    /// The shown position as FEN; `None`: no single position is on screen.
    pub fn shown_fen(&self) -> Option<String> {
        if self.view.workspace.hides_game() {
            return self.shown_instead().map(|(game, _)| game.board().to_string());
        }
        let edited = self.editor.as_ref().map(|editor| editor.fen_text.clone());
        edited.or_else(|| Some(self.game.board().to_string()))
    }

    /// The side whose pieces can be moved now. In Play, no side can move after the game has ended; continuations can
    /// be tried in other workspaces.
    pub fn movable_side(&self) -> Option<Color> {
        let ended = matches!(self.game.phase, Phase::Over(_)) && self.game.at_live();
        let stays = ended && self.view.workspace == Workspace::Play;
        self.game.movable_side().filter(|_| !stays)
    }

    /// The board on which moves can be typed; `None`: none is on screen. It may be one on which no move can be made,
    /// so that the digit of a mistyped move does not become a command.
    pub fn typed_board(&self) -> Option<TypedBoard> {
        if self.editor.is_none() && self.view.workspace == Workspace::Training {
            let (shown, _) = self.training.shown()?;
            let board = self.training.asked();
            let movable = board.map(|board| board.stm());
            let board = board.unwrap_or_else(|| shown.board());
            return Some(TypedBoard { board, movable, premoves: false });
        }
        (!self.hides_game()).then(|| TypedBoard::of(&self.game))
    }

    /// Whether letters are read as moves now.
    pub fn takes_typed_moves(&self) -> bool {
        self.settings.typed_moves && self.dialog.is_none() && self.typed_board().is_some()
    }

    /// Whether a move of a game or an exercise is expected: letters are moves before they are commands.
    pub(crate) fn expects_move(&self) -> bool {
        if self.view.workspace == Workspace::Training {
            return self.training.asked().is_some();
        }
        self.learn.is_some() || self.game.expects_move()
    }

    /// What has been typed so far, and its meaning.
    pub fn typed_reading(&self) -> Option<(&typed::Entry, typed::Reading)> {
        self.typed.reading(&self.typed_board()?)
    }

    /// Milliseconds until something changes through time alone: a clock's text, a flag, a toast. By then the window
    /// has to send a tick and draw again. `None`: nothing will.
    pub fn next_change_ms(&self, now_ms: u64) -> Option<u64> {
        let clocks = self.game.clocks.as_ref().and_then(|clocks| clocks.next_change_ms(now_ms));
        let until = |at: u64| at.saturating_sub(now_ms);
        let save = self.save_at_ms.map(until);
        // While the engine is still asked whether it resigns, nothing is due: its answer comes as an event.
        let decided = self.engine.pending_move.filter(|decided| decided.resigns.is_some());
        let decided = decided.map(|decided| until(decided.due_ms));
        let typed = self.typed.due_ms().map(until);
        let toasts = self.toasts.next_change_ms(now_ms);
        let remark = self.remarks.next_change_ms(now_ms);
        let training = self.training.next_change_ms(now_ms);
        [clocks, toasts, remark, save, decided, typed, training].into_iter().flatten().min()
    }
}
