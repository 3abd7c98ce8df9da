//! Other games and positions coming onto the board: new games, pasted texts, files, sessions. The game that
//! was there is always remembered for undo.

use std::sync::Arc;

use crate::alphabeta::options::Strength;
use crate::chess::{Board, Color};
use crate::game::pgn_encoding::Encoding;
use crate::game::pgn_read::PgnGame;
use crate::game::tags::Tags;
use crate::game::tree::NodeId;
use crate::search::engine_id::EngineId;
use crate::worker::protocol::Command;

use super::clock::{Clocks, MoveLimit};
use super::new_game::{NewGame, Sides};
use super::state::{GameState, Phase, Player};
use crate::app::commands::command::UserCommand;
use crate::app::effect::Effect;
use crate::app::kept::session::Session;
use crate::app::library::collection::Origin;
use crate::app::library::games_update::{encoded, problem_text};
use crate::app::library::open::Opened;
use crate::app::library::paste::Pasted;
use crate::app::review::state::RunState;
use crate::app::update::Cx;
use crate::app::window::dialog::Dialog;
use crate::app::window::workspace::Workspace;

/// Where pasted texts come from.
const CLIPBOARD: &str = "the clipboard";
/// A pasted text longer than this is not looked at between two frames, bytes.
const LARGE_TEXT: usize = 1 << 20;

impl Cx<'_> {
    /// Starts the game that was asked for.
    pub(crate) fn start_game(&mut self, new: NewGame) {
        let new = new.clamped();
        let draw = self.m.lots.next_u64();
        let start = match new.board(self.m.game.board(), draw) {
            Ok(board) => board,
            Err(error) => return self.refuse("This position cannot be played", &error),
        };
        let engine = |id, strength| self.m.engine_player(id, strength);
        let white_is_human = match new.sides {
            Sides::Random => draw & 1 == 0,
            sides => sides == Sides::HumanWhite,
        };
        let players = match new.sides {
            Sides::Humans => [Player::human(), Player::human()],
            Sides::Engines => {
                [engine(new.engine, new.strength), engine(new.black_engine, new.black_strength)]
            }
            _ if white_is_human => [Player::human(), engine(new.engine, new.strength)],
            _ => [engine(new.engine, new.strength), Player::human()],
        };
        let mut game = GameState::new(start, players, None);
        game.clocks = new.clocks();
        game.move_limits = new.move_limits(game.human_side());
        self.m.settings.new_game = new;
        self.out.push(Effect::SaveSettings);
        self.begin(game, "New game");
    }

    /// Puts a game about to begin on the board. If the engine is to move, it does.
    fn begin(&mut self, game: GameState, what: &str) {
        self.record_whole(what);
        self.replace_game(game);
        self.m.game.note_beginning(&self.m.today);
        self.m.engine.analysis = false;
        let seats: Vec<EngineId> = self.m.engine.seats().map(|(id, _)| id).collect();
        for id in seats {
            self.tell_seat(id, Command::NewGame);
        }
        self.begin_watching();
        self.face_human();
        if self.m.game.engine_to_move() {
            self.m.game.phase = Phase::Running;
        }
        self.end_by_rules();
    }

    /// A game from the start against the user's evaluation from scratch; the colours as in the last new game.
    pub(crate) fn play_scratch(&mut self) {
        let kept = &mut self.m.settings.scratch;
        kept.opponent = kept.eval.clone();
        let engine = self.m.engine_player(EngineId::SCRATCH, Strength::Full);
        let user_is_white = match self.m.settings.new_game.sides {
            Sides::HumanBlack => false,
            Sides::Random => self.m.lots.next_u64() & 1 == 0,
            Sides::HumanWhite | Sides::Humans | Sides::Engines => true,
        };
        let players =
            if user_is_white { [Player::human(), engine] } else { [engine, Player::human()] };
        self.out.push(Effect::SaveSettings);
        self.begin(GameState::new(Board::start(), players, None), "Game from scratch");
        self.go_to_workspace(Workspace::Play);
        let side = if user_is_white { "White" } else { "Black" };
        let text = format!("You play {side} against your evaluation from scratch");
        self.m.toasts.offer(text, UserCommand::Undo);
    }

    /// The same game again with colours swapped.
    pub(crate) fn rematch(&mut self) {
        let old = &self.m.game;
        let [white, black] = old.players.clone();
        let mut game = GameState::new(*old.tree.board(NodeId::ROOT), [black, white], None);
        game.clocks = old.clocks.as_ref().map(|clocks| {
            let [white, black] = clocks.controls();
            Clocks::new([black, white]).playing_on(clocks.plays_on())
        });
        let [white, black] = old.move_limits;
        game.move_limits = [black, white];
        self.begin(game, "Rematch");
    }

    /// The engine takes the user's side and the user the engine's.
    pub(crate) fn switch_sides(&mut self) {
        self.record("Switch sides");
        let game = &mut self.m.game;
        game.players.swap(0, 1);
        game.move_limits.swap(0, 1);
        game.premove = None;
        game.draw_offer = None;
        if game.phase == Phase::Fresh && game.engine_to_move() {
            game.phase = Phase::Running;
        }
        self.face_human();
    }

    /// A game against the engine from the shown position: the user plays the side to move.
    pub(crate) fn play_from_here(&mut self) {
        let last = &self.m.settings.new_game;
        let opponent = self.m.engine_player(last.engine, last.strength);
        let limit = last.move_limit;
        let side = self.m.game.board().stm();
        let player = |of| if of == side { Player::human() } else { opponent.clone() };
        let limits = Color::ALL.map(|of| limit.filter(|_| of != side));
        self.begin_here("Play from here", Color::ALL.map(player), limits);
        self.face_human();
        self.go_to_workspace(Workspace::Play);
        self.m.toasts.offer(format!("You play {side} from here"), UserCommand::Undo);
    }

    /// Begins a game of these players from the shown position, without clocks; `what` is its step for undo.
    pub(crate) fn begin_here(
        &mut self,
        what: &str,
        players: [Player; 2],
        move_limits: [Option<MoveLimit>; 2],
    ) {
        self.record(what);
        self.keep_game();
        self.m.game.id = self.m.ids.next_u64();
        let game = &mut self.m.game;
        game.players = players;
        game.live = game.current;
        game.clocks = None;
        game.move_limits = move_limits;
        game.free = false;
        game.set_aside = None;
        game.paused = false;
        game.phase = Phase::Running;
        game.draw_offer = None;
        game.draw_declined = None;
        // Another game than the one that was loaded, by other players.
        game.tags = Tags::roster();
        game.note_beginning(&self.m.today);
        self.m.engine.forget_game();
        self.m.engine.analysis = false;
        self.m.engine.let_all_go();
    }

    /// An analysis board in place of the game.
    pub(crate) fn set_up(&mut self, game: GameState, what: &str) {
        let played = self.m.game.is_played();
        self.record_whole(what);
        let fen = game.tree.board(NodeId::ROOT).to_string();
        if *game.tree.board(NodeId::ROOT) != Board::start() {
            self.m.settings.remember(fen);
            self.out.push(Effect::SaveSettings);
        }
        self.replace_game(game);
        if played {
            self.m.toasts.offer("Undo leads back to the game you were playing", UserCommand::Undo);
        }
    }

    /// Sets up a position given as FEN.
    pub(crate) fn set_fen(&mut self, fen: &str) {
        match Board::from_fen(fen.trim()) {
            Ok(board) => self.set_up(GameState::analysis(board), "Set up position"),
            Err(error) => self.refuse("This is not a position", &error),
        }
    }

    fn refuse(&mut self, title: &str, error: &crate::chess::FenError) {
        self.m.dialog = Some(Dialog::Problem {
            title: title.to_owned(),
            lines: vec![error.to_string()],
            repair: error.repair(),
        });
    }

    /// A text was pasted. A large one is looked at elsewhere and comes back as opened.
    pub(crate) fn paste(&mut self, text: String) {
        if text.len() > LARGE_TEXT {
            return self.out.push(Effect::TakeText { source: CLIPBOARD.to_owned(), text });
        }
        self.take_opened(Opened::of(CLIPBOARD, &text));
    }

    /// A text was read.
    pub(crate) fn take_opened(&mut self, opened: Opened) {
        if let Origin::File(path) = &opened.origin
            && opened.found.is_ok()
            && !opened.quietly
        {
            self.remember_file(path);
        }
        let listed = opened.quietly || opened.as_list;
        let list = match (&opened.found, &opened.list) {
            (Ok(Pasted::Games(list)), _) => Some(Arc::clone(list)),
            // A file that was listed stays a list, even of one game or none.
            (_, Some(list)) if listed => Some(Arc::clone(list)),
            _ => None,
        };
        if let Some(list) = list {
            return self.show_list(opened, list);
        }
        if opened.quietly {
            return;
        }
        let what = match opened.source.as_str() {
            CLIPBOARD => "Paste".to_owned(),
            name => format!("Open {name}"),
        };
        match opened.found {
            Ok(Pasted::Position(position)) => {
                self.set_up(GameState::analysis_line(&position), &what);
                self.m.toasts.info(format!("Position from {}", opened.source));
            }
            Ok(Pasted::Game(game)) => {
                let encoding =
                    opened.list.as_ref().map_or_else(Encoding::default, |l| l.encoding());
                self.take_game(game, &what, encoding);
                if let Some(place) = opened.place {
                    self.settle_home(opened.origin, opened.stamp, place);
                }
            }
            Ok(Pasted::Games(_)) => {}
            Err(problem) => {
                self.m.dialog = Some(Dialog::Problem {
                    title: format!("Nothing readable in {}", opened.source),
                    lines: problem.lines,
                    repair: problem.repair,
                });
            }
        }
    }

    fn take_game(&mut self, game: PgnGame, what: &str, encoding: Encoding) {
        let (odd, moves) = (problem_text(&game), game.tree.len() - 1);
        self.set_up(GameState::analysis_of(game.tree, game.tags), what);
        match odd {
            Some(text) => self.m.toasts.warn(text + &encoded(encoding)),
            None => {
                let encoded = encoded(encoding);
                let text = format!("A game of {moves} plies, variations included{encoded}");
                self.m.toasts.info(text);
            }
        }
    }

    /// A position of the recent ones.
    pub(crate) fn open_recent(&mut self, index: usize) {
        if let Some(fen) = self.m.settings.recent.get(index).cloned() {
            self.set_fen(&fen);
        }
    }

    /// Continues where the last run ended. Clocks wait for the player.
    pub(crate) fn restore_session(&mut self, session: &Session) {
        let game = match session.game.restore() {
            Ok(game) => game,
            Err(error) => return self.m.toasts.error(format!("The last session is lost: {error}")),
        };
        for saved in &session.before {
            // A game that cannot be read is no reason to lose the others.
            if let Ok(mut game) = saved.restore() {
                self.m.last_game += 1;
                game.serial = self.m.last_game;
                if let Some(home) = saved.home() {
                    self.m.homes.put(game.serial, home);
                }
                self.m.history.restore(game, saved.what());
            }
        }
        let waits = game.clocks.is_some() && game.is_played();
        self.replace_game(game);
        for saved in &session.found {
            if let Some((node, id, kept)) = saved.restore(&self.m.game.tree)
                && self.m.is_known(id)
            {
                self.m.telemetry.restore(node, id, kept);
            }
        }
        if let Some(saved) = &session.review {
            let game = &self.m.game;
            self.m.reviews.put(saved.restore(game.serial, &game.tree));
            if self.m.review().is_some_and(|run| run.state == RunState::Stopped) {
                self.m.toasts.offer("The review is not finished", UserCommand::ResumeReview);
            }
        }
        if let Some(home) = session.game.home() {
            self.m.homes.put(self.m.game.serial, home);
        }
        if let Some(list) = &session.list {
            self.out.push(Effect::OpenFile { path: list.into(), quietly: true });
        }
        self.m.view.flipped = session.flipped;
        self.m.view.hide_engine = session.hide_engine;
        self.m.view.layout.clone_from(&session.layout);
        self.m.view.workspace = session.workspace(&self.m.game);
        self.m.view.window = session.window;
        self.m.engine.analysis = session.analysis;
        if waits {
            self.m.game.paused = true;
            self.m.toasts.offer("Your game is back; it is paused", UserCommand::Pause);
        }
    }
}
