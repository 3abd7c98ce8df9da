//! Replacing the game on the board by other games and positions: new games, pasted texts, files, sessions. The
//! previous game is always remembered for undo.

use tabia_chess::{Board, Color};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::position::GamePosition;
use tabia_games::game::tree::NodeId;
use tabia_host::puzzles::Puzzle;

use super::clock::Clocks;
use super::editor::{EditorAction, EditorState, MAX_FEN};
use super::new_game::{NewGame, Sides, StartFrom};
use super::state::{GameState, Help, Phase, Player};
use super::time_control::MoveLimit;
use super::words::fen_text;
use super::{board, play};
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::effect::Effect;
use crate::engines::{observer, requests, seating};
use crate::library::paste::{self, Pasted};
use crate::model::Model;
use crate::window::view::Dialog;
use crate::window::workspace::{PaneId, Workspace};
use tabia_games::words::color_id;
use tabia_text::{Phrase, phrase, t};

/// Opens the editor on the shown position, or leaves it. A game on the clock is paused meanwhile.
pub(crate) fn toggle_editor(cx: &mut Cx<'_>) {
    if cx.m.editor.is_some() {
        return board::leave_editor(cx);
    }
    if cx.m.view.workspace.hides_game() {
        cx.go_to_workspace(Workspace::Play);
    }
    let board = cx.m.game.board();
    let left = cx.m.left_editor.take().filter(|(key, _)| *key == board.key());
    let editor = left.map(|(_, editor)| editor);
    cx.m.editor = editor.or_else(|| Some(EditorState::new(board, cx.m.view.flipped)));
    cx.close_dialogs();
    if cx.m.game.clocks.is_some() && cx.m.game.is_played() && !cx.m.game.paused {
        play::pause(cx);
    }
}

/// Handles an action in the editor.
pub(crate) fn edit_position(cx: &mut Cx<'_>, action: EditorAction) {
    let Some(editor) = &mut cx.m.editor else { return };
    match action {
        EditorAction::Cancel => board::leave_editor(cx),
        action => editor.act(action),
    }
}

/// The FEN of a pasted text that belongs in the open editor: that of a position without moves, or a text meant as a
/// FEN.
pub(crate) fn for_editor(model: &Model, text: &str) -> Option<String> {
    if model.editor.is_none() || text.len() > MAX_FEN {
        return None;
    }
    match paste::read_at_once(text).0 {
        Ok(Pasted::Position(position)) if position.moves.is_empty() => {
            Some(position.start.to_string())
        }
        Ok(_) => None,
        Err(problem) => problem.fen,
    }
}

/// Uses the position of the editor as an analysis board.
pub(crate) fn apply_edited(cx: &mut Cx<'_>) {
    let Some(editor) = &cx.m.editor else { return };
    let (board, flipped) = (editor.board().copied(), editor.flipped);
    if let Some(board) = board {
        set_up(cx, GameState::analysis(board), phrase!("change-edit-position"));
        cx.m.view.turned |= cx.m.view.flipped != flipped;
        cx.m.view.flipped = flipped;
    }
}

/// Starts the requested game.
pub(crate) fn start_game(cx: &mut Cx<'_>, new: NewGame) {
    let new = new.clamped().with_even_match(cx.m.settings.even_match);
    let draw = cx.m.rng.next_u64();
    let start = match new.board(cx.m.game.board(), draw) {
        Ok(board) => board,
        Err(error) => {
            let title = t!("fen-cannot-be-played").to_owned();
            cx.m.dialog = Some(match &new.start {
                StartFrom::Fen(text) => Dialog::BrokenFen { title, text: text.clone() },
                _ => Dialog::Problem { title, lines: vec![fen_text(&error)] },
            });
            return;
        }
    };
    let engine = |id, strength| cx.m.engine_player(id, strength);
    let white_is_human = match new.sides {
        Sides::Random => draw & 1 == 0,
        sides => sides == Sides::HumanWhite,
    };
    let players = match new.sides {
        Sides::Humans => {
            new.names.each_ref().map(|name| Player::Human { name: name.trim().to_owned() })
        }
        Sides::Engines => {
            [engine(new.engine, new.strength), engine(new.black_engine, new.black_strength)]
        }
        _ if white_is_human => [cx.m.user(), engine(new.engine, new.strength)],
        _ => [engine(new.engine, new.strength), cx.m.user()],
    };
    let mut game = GameState::new(start, players);
    game.clocks = new.clocks();
    game.move_limits = new.move_limits(game.human_side());
    game.even = new.even;
    // Another start position is wanted for this game and its rematches, not for all new games.
    cx.m.settings.new_game = NewGame { start: StartFrom::Standard, ..new };
    cx.out.push(Effect::SaveSettings);
    begin(cx, game, phrase!("change-new-game"));
}

/// Puts a game about to begin on the board, and starts it if an engine is to move.
fn begin(cx: &mut Cx<'_>, game: GameState, what: Phrase) {
    board::record_replaced(cx, what);
    board::replace_game(cx, game);
    board::note_beginning(&mut cx.m.game, &cx.m.today);
    requests::end_help(cx);
    seating::clear_memory(cx);
    observer::begin_watching(cx);
    if !cx.m.game.players.iter().any(Player::is_engine) {
        // Between two people at one board, White is at the bottom, whoever played last.
        (cx.m.view.flipped, cx.m.view.turned) = (false, false);
    }
    play::face_human(cx);
    if cx.m.game.engine_to_move() {
        cx.m.game.phase = Phase::Running;
    }
    play::end_by_rules(cx);
}

/// Starts a game from the start position against the user's evaluation from scratch, with the colours of the last new
/// game.
pub(crate) fn play_scratch(cx: &mut Cx<'_>) {
    let kept = &mut cx.m.settings.scratch;
    kept.opponent = kept.eval.clone();
    let engine = cx.m.engine_player(EngineId::SCRATCH, Strength::Full);
    let user_is_white = match cx.m.settings.new_game.sides {
        Sides::HumanBlack => false,
        Sides::Random => cx.m.rng.next_u64() & 1 == 0,
        Sides::HumanWhite | Sides::Humans | Sides::Engines => true,
    };
    let players = if user_is_white { [cx.m.user(), engine] } else { [engine, cx.m.user()] };
    cx.out.push(Effect::SaveSettings);
    begin(cx, GameState::new(Board::start(), players), phrase!("change-game-scratch"));
    cx.go_to_workspace(Workspace::Play);
    let color = if user_is_white { Color::White } else { Color::Black };
    let text = t!("toast-play-scratch", color = color_id(color));
    cx.m.toasts.offer(text, UserCommand::Undo);
}

/// Starts the same game again from its beginning, with colours swapped.
pub(crate) fn rematch(cx: &mut Cx<'_>) {
    let old = &cx.m.game;
    let [white, black] = old.players.clone();
    let mut game = GameState::from_position(&old.tree.position(old.beginning()), [black, white]);
    // An even match continues at the strength that its results have led to.
    game.even = old.even;
    if let Some(side) = game.engine_side().filter(|_| game.even) {
        let strength = cx.m.settings.even_match.strength();
        game.players[side.index()] = cx.m.engine_player(EngineId::BUILT_IN, strength);
    }
    game.clocks = old.clocks.as_ref().map(|clocks| {
        let [white, black] = clocks.controls();
        Clocks::new([black, white]).playing_on(clocks.plays_on())
    });
    let [white, black] = old.move_limits;
    game.move_limits = [black, white];
    begin(cx, game, phrase!("change-rematch"));
}

/// Swaps the sides of user and engine.
pub(crate) fn switch_sides(cx: &mut Cx<'_>) {
    board::record(cx, phrase!("change-switch-sides"));
    let game = &mut cx.m.game;
    game.players.swap(0, 1);
    game.move_limits.swap(0, 1);
    game.even = false;
    if game.live != game.beginning() {
        game.note_help(Help::Sides);
    }
    game.premove = None;
    game.draw_offer = None;
    if game.phase == Phase::Fresh && game.engine_to_move() {
        game.phase = Phase::Running;
    }
    play::face_human(cx);
}

/// Starts a game against the engine from the shown position, with the user as the side to move.
pub(crate) fn play_from_here(cx: &mut Cx<'_>) {
    let last = &cx.m.settings.new_game;
    let opponent = cx.m.engine_player(last.engine, last.strength);
    let limit = last.move_limit;
    let side = cx.m.game.board().stm();
    let player = |of| if of == side { cx.m.user() } else { opponent.clone() };
    let limits = Color::ALL.map(|of| limit.filter(|_| of != side));
    begin_here(cx, phrase!("change-play-from-here"), Color::ALL.map(player), limits);
    let game = &cx.m.game;
    // The same condition as in `results::game`.
    let usual = game.began_at == 0 && *game.tree.board(NodeId::ROOT) == Board::start();
    let text = t!(
        "toast-play-from-here",
        color = color_id(side),
        opponent = game.player_name(!side),
        rated = if usual { "yes" } else { "no" }
    );
    cx.m.toasts.offer(text, UserCommand::Undo);
}

/// Starts a game of these players from the shown position, without clocks; `what` names the undo step.
pub(crate) fn begin_here(
    cx: &mut Cx<'_>,
    what: Phrase,
    players: [Player; 2],
    move_limits: [Option<MoveLimit>; 2],
) {
    // Only the moves that led here: later moves of the other game and its annotations do not belong to this one.
    let shown = cx.m.game.tree.position(cx.m.game.current);
    let game = GameState { move_limits, ..GameState::from_position(&shown, players) };
    begin(cx, game, what);
}

/// Puts an analysis board in the place of the game.
pub(crate) fn set_up(cx: &mut Cx<'_>, game: GameState, what: Phrase) {
    let played = cx.m.game.is_played();
    board::record_replaced(cx, what);
    let fen = game.tree.board(NodeId::ROOT).to_string();
    // Those of a tour would push out the user's own.
    if *game.tree.board(NodeId::ROOT) != Board::start() && cx.m.aside.is_none() {
        cx.m.settings.remember(fen);
        cx.out.push(Effect::SaveSettings);
    }
    board::replace_game(cx, game);
    if played {
        cx.m.toasts.offer(t!("toast-undo-leads-back"), UserCommand::Undo);
    }
}

/// Turns the board to this side, unless the user has flipped it.
pub(crate) fn face(cx: &mut Cx<'_>, side: Color) {
    if !cx.m.view.turned {
        cx.m.view.flipped = side == Color::Black;
    }
}

/// Sets up a position given as FEN.
pub(crate) fn set_fen(cx: &mut Cx<'_>, fen: &str) {
    if let Ok(board) = Board::from_fen(fen.trim()) {
        set_up(cx, GameState::analysis(board), phrase!("change-set-up"));
    } else {
        let (title, text) = (t!("fen-is-none").to_owned(), fen.to_owned());
        cx.m.dialog = Some(Dialog::BrokenFen { title, text });
    }
}

/// Puts a puzzle with its solution on the board of the study and analyses it.
pub(crate) fn analyse_puzzle(cx: &mut Cx<'_>, puzzle: &Puzzle) {
    let line = GamePosition { start: puzzle.board, moves: puzzle.line.clone() };
    set_up(cx, GameState::analysis_line(&line), phrase!("change-puzzle"));
    face(cx, puzzle.solver());
    board::go_to(cx, NodeId::ROOT);
    cx.study(PaneId::Lines);
    requests::switch_analysis(cx, true);
}

/// Opens a recent position.
pub(crate) fn open_recent(cx: &mut Cx<'_>, index: usize) {
    if let Some(fen) = cx.m.settings.recent.get(index).cloned() {
        set_fen(cx, &fen);
    }
}
