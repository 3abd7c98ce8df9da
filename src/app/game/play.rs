//! Moves: by the user, by the engine, premoves, and lines of moves that are looked at.

use super::state::{GameState, Help, Phase, Player, Premove};
use super::time_control::ClockKind;
use super::words::end_text;
use super::{board, times};
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::engines::observer;
use crate::library::saving;
use crate::model::Model;
use crate::opponent::draws_and_resigning::DrawAnswer;
use crate::opponent::views::Lead;
use crate::opponent::{events, views};
use crate::window::notation::Notation;
use crate::window::settings::PromotionPreference;
use crate::window::sounds::Sound;
use crate::window::view::Dialog;
use crate::window::workspace::Workspace;
use tabia_chess::{
    Color, DrawReason, Move, Outcome, PieceType, Square, WinReason, premove, rules, san,
};
use tabia_games::game::rewind::Rewind;
use tabia_games::game::tree::{GameTree, NodeId};
use tabia_games::words::{self, color_id};
use tabia_text::{phrase, t};

/// A move of the user, given by its squares.
pub(crate) fn play_move(cx: &mut Cx<'_>, from: Square, to: Square, promotion: Option<PieceType>) {
    let game = &cx.m.game;
    if game.moves_are_premoves() {
        return set_premove(cx, from, to, promotion);
    }
    if game.movable_side() != Some(game.board().stm()) {
        return;
    }
    if let Some(mv) = resolve_move(cx, from, to, promotion) {
        user_move(cx, mv);
    }
}

/// Handles a move that the board refuses: in a paused game it says why.
pub(crate) fn refuse_move(cx: &mut Cx<'_>) {
    if cx.m.game.paused {
        cx.m.toasts.offer(t!("toast-paused"), UserCommand::Pause);
    } else {
        cx.sound(Sound::Illegal);
    }
}

/// The legal move that is meant. A promotion without a piece becomes a queen if the user does not want to be asked.
pub(crate) fn resolve_move(
    cx: &Cx<'_>,
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
) -> Option<Move> {
    let board = cx.m.game.board();
    let named = board.find_move(from, to, promotion);
    if named.is_none() && cx.m.settings.promotion == PromotionPreference::Queen {
        return board.find_move(from, to, Some(PieceType::Queen));
    }
    named
}

/// A legal move of the user on the shown board.
pub(crate) fn user_move(cx: &mut Cx<'_>, mv: Move) {
    // A user who moves wants an answer, whatever was stopped before.
    cx.m.engine.resume_all();
    let game = &cx.m.game;
    let from = game.current;
    // A game that has ended stays as it was: other moves become variations.
    let free = game.is_analysis_board() || matches!(game.phase, Phase::Over(_));
    if let Some(known) = played_or_known(game, from, mv)
        && (game.tree.is_on_path(known, game.live) || free)
    {
        // The move was already played here: the user steps through the game without changing it.
        cx.sound_of(known);
        return board::go_to(cx, known);
    }
    if free {
        return analysis_move(cx, mv);
    }
    if !game.at_live() {
        return if game.clocks.is_some() && game.is_played() {
            // Moves played on the clock are final: used time is not given back.
            board::go_to(cx, cx.m.game.live);
            cx.m.toasts.info(t!("toast-clock-goes-on"));
        } else if game.tree.is_on_path(from, game.live) {
            fork(cx, mv);
        } else {
            // The moves that led here were not played: this one is tried too.
            play_line(cx, from, &[mv]);
        };
    }
    let what = phrase!("change-move", move = san::write(game.board(), mv));
    board::record(cx, what);
    make_move(cx, mv);
}

/// A new move on an analysis board, or beside a game that has ended.
fn analysis_move(cx: &mut Cx<'_>, mv: Move) {
    let what = phrase!("change-move", move = san::write(cx.m.game.board(), mv));
    board::record(cx, what);
    let game = &mut cx.m.game;
    if let Ok(node) = game.tree.add_move(game.current, mv) {
        if game.is_analysis_board() {
            game.phase = Phase::Running;
        }
        cx.sound_of(node);
        board::show(cx, node);
        cx.save = true;
    }
}

/// Another move in an earlier position of a game: the game continues from there, with the clocks of that time. The
/// move becomes the main line, and the moves played before stay as a variation.
fn fork(cx: &mut Cx<'_>, mv: Move) {
    let what = phrase!("change-move", move = san::write(cx.m.game.board(), mv));
    board::record(cx, what);
    let game = &mut cx.m.game;
    game.clocks = times::clocks_at(game, game.current);
    game.live = game.current;
    game.began_at = game.began_at.min(game.tree.ply(game.live));
    game.phase = Phase::Running;
    game.draw_offer = None;
    game.draw_declined = None;
    game.tags.set("Result", "*");
    game.note_help(Help::Takeback);
    make_move(cx, mv);
    cx.m.toasts.offer(t!("toast-goes-on-from-here"), UserCommand::Undo);
}

/// Adds a line of the engine to the tree and shows its end. A running game is not affected.
pub(crate) fn play_line(cx: &mut Cx<'_>, node: NodeId, moves: &[Move]) {
    if !cx.m.game.tree.contains(node) || moves.is_empty() {
        return;
    }
    let end = if cx.m.game.is_analysis_board() {
        add_to_analysis(cx, node, moves)
    } else {
        add_beside_game(cx, node, moves)
    };
    cx.sound_of(end);
    board::show(cx, end);
}

/// Adds a line to an analysis board. Returns its end.
fn add_to_analysis(cx: &mut Cx<'_>, node: NodeId, moves: &[Move]) -> NodeId {
    let before = board::standing_still(cx);
    let tree = &mut cx.m.game.tree;
    let (rewind, nodes) = (Rewind::of(tree), tree.len());
    let end = add_line(tree, node, moves);
    if tree.len() > nodes {
        cx.m.history.record_part(before, rewind, phrase!("change-play-line"));
        cx.m.game.phase = Phase::Running;
    }
    end
}

/// Adds a line to the tree of a game. Undo removes only the line, because the game may have continued. Returns its
/// end.
fn add_beside_game(cx: &mut Cx<'_>, node: NodeId, moves: &[Move]) -> NodeId {
    let mut known = node;
    let mut new = moves;
    while let [mv, rest @ ..] = new
        && let Some(child) = cx.m.game.tree.child(known, *mv)
    {
        (known, new) = (child, rest);
    }
    let [first, rest @ ..] = new else { return known };
    let mut end = known;
    board::change(cx, |edits, tree| {
        let Ok(added) = edits.add_move(tree, known, *first) else { return false };
        if let Some(edit) = edits.last_mut() {
            edit.what = phrase!("change-play-line");
        }
        end = add_line(tree, added, rest);
        true
    });
    end
}

/// Adds moves as far as they are legal. Returns the last node.
fn add_line(tree: &mut GameTree, node: NodeId, moves: &[Move]) -> NodeId {
    let mut end = node;
    for &mv in moves {
        match tree.add_move(end, mv) {
            Ok(next) => end = next,
            Err(_) => break,
        }
    }
    end
}

/// Plays a legal move in the current position of the game, for either side. It becomes the main line: lines that were
/// looked at before are variations.
pub(crate) fn make_move(cx: &mut Cx<'_>, mv: Move) {
    let now = cx.now;
    let game = &mut cx.m.game;
    let followed = game.at_live();
    if game.live == NodeId::ROOT {
        board::note_beginning(game, &cx.m.today);
    }
    let mover = game.live_board().stm();
    let on_clock = game.move_limit(mover).is_none();
    let Ok(node) = game.tree.add_move(game.live, mv) else { return };
    if game.tree.variation_head(node).is_some() {
        cx.m.history.promote_played(&mut game.tree, node);
    }
    if let Some(clocks) = &mut game.clocks {
        // The first move, a premove and a book move are made before the side's clock was started: they take no time
        // and earn their increment.
        if on_clock && clocks.running() != Some(mover) {
            clocks.start(mover, now);
        }
        let spent = clocks.spent_ms(mover, now);
        let hidden = matches!(clocks.control(mover).kind, ClockKind::Delay | ClockKind::Bronstein)
            || clocks.over_ms(mover, now) > 0;
        let notes = game.tree.notes_mut(node);
        // With a delay or after the flag, two clock readings do not show how long a move took.
        notes.elapsed_ms = hidden.then_some(spent);
        let left = clocks.press(mover, now);
        notes.clock_ms = on_clock.then_some(left);
    }
    game.live = node;
    if game.phase == Phase::Fresh {
        game.phase = Phase::Running;
        observer::offer_watching(cx);
    }
    let game = &mut cx.m.game;
    if game.draw_offer == Some(!mover) {
        // Making a move declines the offer.
        game.draw_offer = None;
        game.draw_declined = Some(node);
    }
    if followed {
        board::show(cx, node);
    }
    cx.sound_of(node);
    cx.save = true;
    end_by_rules(cx);
}

/// Stores a move to be played after the opponent's. If the opponent has moved meanwhile, as while the piece of a
/// promotion was chosen, it is played at once.
pub(crate) fn set_premove(cx: &mut Cx<'_>, from: Square, to: Square, promotion: Option<PieceType>) {
    let game = &mut cx.m.game;
    if game.expects_move() && !game.moves_are_premoves() {
        return match resolve_move(cx, from, to, promotion) {
            Some(mv) => user_move(cx, mv),
            None => cx.m.toasts.info(t!("toast-premove-gone")),
        };
    }
    let board = game.board();
    let own = board.piece_on(from).is_some_and(|p| Some(p.color()) == game.movable_side());
    if !game.moves_are_premoves() || !own || !premove::reach(board, from).has(to) {
        return;
    }
    let promotion = if premove::promotes(board, from, to) {
        promotion.or(Some(PieceType::Queen))
    } else {
        None
    };
    game.premove = Some(Premove { from, to, promotion });
    cx.sound(Sound::Premove);
}

/// Plays the premove if it is legal now, else drops it.
fn play_premove(cx: &mut Cx<'_>, kept: Premove) {
    let game = &cx.m.game;
    if game.phase != Phase::Running || game.paused || game.engine_to_move() {
        return;
    }
    match game.live_board().find_move(kept.from, kept.to, kept.promotion) {
        Some(mv) => {
            let what = phrase!("change-move", move = san::write(cx.m.game.live_board(), mv));
            board::record(cx, what);
            make_move(cx, mv);
        }
        None => cx.m.toasts.info(t!("toast-premove-gone")),
    }
}

/// Handles the engine's decision on its move.
pub(crate) fn engine_move(cx: &mut Cx<'_>, mv: Move) {
    let watching = cx.m.game.at_live();
    let kept = cx.m.game.premove.take();
    // A comment that is being typed stays at its move.
    let annotating = cx.m.view.annotating;
    make_move(cx, mv);
    if !watching {
        let name = Notation::current().write(cx.m.game.tree.san(cx.m.game.live));
        let text = t!("toast-engine-played", move = name);
        cx.m.toasts.offer(text, UserCommand::ToGame);
    }
    if let Some(kept) = kept {
        play_premove(cx, kept);
    }
    cx.m.view.annotating = annotating;
}

/// Takes back moves to before the human's last one. They are removed from the tree; undo restores them.
pub(crate) fn takeback(cx: &mut Cx<'_>) {
    let Some(target) = takeback_target(&cx.m.game) else { return };
    let before = board::standing_still(cx);
    let game = &mut cx.m.game;
    let Some(first) = next_towards(game, target) else { return };
    let name = Notation::current().write(game.tree.san(first)).into_owned();
    let fresh = target == NodeId::ROOT;
    let earned = [target, game.live].map(|node| times::earned_ms(game, node));
    let clocks = times::clocks_at(game, target).map(|clocks| match &game.clocks {
        // Time used is not given back, and a move that is taken back earns nothing. Of a game without moves nothing
        // is left: it begins with full clocks.
        Some(now) if !fresh => clocks.at_most(now, earned, cx.now),
        _ => clocks,
    });
    let Some(rewind) = Rewind::deleting(&mut game.tree, first) else { return };
    cx.m.history.record_part(before, rewind, phrase!("change-take-back"));
    cx.save = true;
    let game = &mut cx.m.game;
    game.clocks = clocks;
    game.live = target;
    game.phase = if fresh { Phase::Fresh } else { Phase::Running };
    game.paused &= !fresh;
    game.draw_offer = None;
    game.premove = None;
    game.tags.set("Result", "*");
    // If the game was over, it no longer is.
    game.note_help(Help::Takeback);
    board::show(cx, target);
    cx.m.toasts.offer(t!("toast-took-back", move = name), UserCommand::Undo);
}

/// Turns the board to the human's side, if there is exactly one human.
pub(crate) fn face_human(cx: &mut Cx<'_>) {
    if let Some(side) = cx.m.game.human_side() {
        cx.m.view.flipped = side == Color::Black;
        cx.m.view.turned = false;
    }
}

/// Why a takeback is refused although a move could be taken back: a game that has ended on the clock stays as it is.
pub(crate) fn takeback_refused(model: &Model) -> Option<&'static str> {
    let over = matches!(model.game.phase, Phase::Over(_)) && takeback_target(&model.game).is_some();
    match () {
        () if model.learn.is_some() => Some(t!("takeback-refused.puzzles")),
        () if over && model.game.clocks.is_some() => Some(t!("takeback-refused")),
        // A finished game must not be changed by a key press while an earlier move is shown.
        () if over && !model.game.at_live() => Some(t!("takeback-refused.elsewhere")),
        () => None,
    }
}

/// The target of a takeback: against the engine before the human's last move, between humans before the last move.
pub(crate) fn takeback_target(game: &GameState) -> Option<NodeId> {
    if game.phase == Phase::Fresh || game.is_analysis_board() {
        return None;
    }
    // Moves from before the game began are not taken back.
    let before = |node| game.tree.parent(node).filter(|_| game.tree.ply(node) > game.began_at);
    let mut at = before(game.live)?;
    if game.players.iter().all(Player::is_engine) {
        return None;
    }
    if game.human_side().is_none() {
        return Some(at);
    }
    while Some(game.tree.board(at).stm()) != game.human_side() {
        at = before(at)?;
    }
    Some(at)
}

/// The child of a node for a move: the one on the way to the current position of the game if it has this move, else
/// the first one that has. The game may be in a variation that begins like its main line.
pub(crate) fn played_or_known(game: &GameState, from: NodeId, mv: Move) -> Option<NodeId> {
    let known = game.tree.child(from, mv)?;
    Some(game.forward(from).filter(|&next| game.tree.mv(next) == Some(mv)).unwrap_or(known))
}

/// The node after `ancestor` on the way to the current position of the game.
fn next_towards(game: &GameState, ancestor: NodeId) -> Option<NodeId> {
    let mut at = game.live;
    loop {
        let parent = game.tree.parent(at)?;
        if parent == ancestor {
            return Some(at);
        }
        at = parent;
    }
}

// How games end: by the rules, on time, by resignation, by agreement or claim.

/// Hides the result card once it does not fit: the game continues, another one is on the board, or another position
/// or the review is shown. It comes back only when a game ends, and only in Play: elsewhere it would cover what is
/// being studied.
pub(crate) fn settle_end_card(cx: &mut Cx<'_>) {
    let game = &cx.m.game;
    let ended = matches!(game.phase, Phase::Over(_)) && game.at_live();
    let elsewhere = cx.m.view.workspace != Workspace::Play;
    let covered = elsewhere || cx.m.editor.is_some() || cx.m.learn.is_some();
    cx.m.view.end_card &= ended && !covered && !game.is_analysis_board();
}

pub(crate) fn end_game(cx: &mut Cx<'_>, outcome: Outcome) {
    let game = &mut cx.m.game;
    if let Some(clocks) = &mut game.clocks {
        clocks.stop(cx.now);
    }
    game.phase = Phase::Over(outcome);
    game.paused = false;
    game.draw_offer = None;
    game.premove = None;
    game.tags.set("Result", outcome.pgn());
    if cx.m.game.at_live() {
        cx.m.view.end_card = true;
    } else {
        // The card is not visible while another position is shown.
        cx.m.toasts.offer(words::outcome(outcome), UserCommand::ToGame);
    }
    saving::keep_game(cx);
    events::at_end(cx, outcome);
    cx.sound(Sound::End);
    cx.save = true;
}

/// Ends the game if the rules do so after the last move. An engine claims the draws it wants; between two engines
/// every possible claim is made, so that they do not shuffle on to move 75.
pub(crate) fn end_by_rules(cx: &mut Cx<'_>) {
    let game = &cx.m.game;
    if game.is_analysis_board() {
        return;
    }
    if let Some(outcome) = game.tree.outcome(game.live) {
        return end_game(cx, outcome);
    }
    let Some(claim) = game.tree.claim(game.live) else { return };
    let engines = game.players.iter().all(Player::is_engine);
    let stm = game.live_board().stm();
    if game.player(stm).is_engine() && (engines || views::accepts_draw(cx, stm)) {
        end_game(cx, claim.outcome());
    }
}

/// Ends the game if a flag has fallen.
pub(crate) fn flag_fall(cx: &mut Cx<'_>) {
    let game = &cx.m.game;
    if game.phase != Phase::Running {
        return;
    }
    let now = cx.now;
    if let Some(side) = cx.m.game.clocks.as_mut().and_then(|clocks| clocks.newly_fallen(now)) {
        if cx.m.game.human_side() == Some(side) {
            cx.m.game.note_help(Help::Flag);
            cx.m.toasts.info(t!("toast-flag-fallen.yours"));
            cx.save = true;
        } else {
            cx.m.toasts.info(t!("toast-flag-fallen", color = color_id(side)));
        }
    }
    let game = &cx.m.game;
    if let Some(loser) = game.clocks.as_ref().and_then(|clocks| clocks.fallen(cx.now)) {
        let outcome = rules::outcome_on_time(game.live_board(), loser);
        end_game(cx, outcome);
    }
}

/// Asks whether the user wants to resign, because the button is close to others.
pub(crate) fn ask_to_resign(cx: &mut Cx<'_>) {
    let game = &cx.m.game;
    let question = match game.human_side() {
        Some(_) => t!("dialog-resign").to_owned(),
        // Between two people at one board it is the side to move.
        None => t!("dialog-resign.side", color = color_id(game.live_board().stm())),
    };
    let command = UserCommand::Resign;
    cx.m.dialog = Some(Dialog::Confirm { question, command });
}

/// Resigns for the human; between two humans for the side to move.
pub(crate) fn resign(cx: &mut Cx<'_>) {
    if !UserCommand::Resign.is_enabled(cx.m) {
        return;
    }
    let game = &cx.m.game;
    let loser = game.human_side().unwrap_or(game.live_board().stm());
    board::record(cx, phrase!("change-resign"));
    end_game(cx, Outcome::Win { winner: !loser, reason: WinReason::Resignation });
}

/// Handles a draw command: asks first if it may end a game in which the user is better.
pub(crate) fn draw_by_command(cx: &mut Cx<'_>, command: UserCommand) {
    let Some(lead) = lead_given_away(cx, command) else { return draw(cx, command) };
    let question = match lead {
        Lead::Evaluation => t!("dialog-draw-while-leading"),
        Lead::Material => t!("dialog-draw-while-leading.material"),
    };
    cx.m.dialog = Some(Dialog::Confirm { question: question.to_owned(), command });
}

/// The user's lead in a game against an engine that this draw command may give away.
fn lead_given_away(cx: &Cx<'_>, command: UserCommand) -> Option<Lead> {
    let game = &cx.m.game;
    let human = game.human_side()?;
    // An offer that the engine is sure to decline ends nothing. While it thinks, its answer is unknown.
    let may_end = command != UserCommand::OfferDraw
        || game.live_board().stm() != human
        || matches!(views::draw_answer_of(cx, !human), DrawAnswer::Accept);
    views::lead(cx, human).filter(|_| may_end)
}

/// Offers, accepts or claims a draw without asking first.
pub(crate) fn draw(cx: &mut Cx<'_>, command: UserCommand) {
    match command {
        UserCommand::AcceptDraw => accept_draw(cx),
        UserCommand::ClaimDraw => claim_draw(cx),
        _ => offer_draw(cx),
    }
}

/// The draw the human may claim.
fn claim_draw(cx: &mut Cx<'_>) {
    if let Some(claim) = cx.m.game.claim() {
        board::record(cx, phrase!("change-claim-draw"));
        end_game(cx, claim.outcome());
    }
}

/// Offers a draw. Between two people the side to move offers and the other answers, by command or by making a move.
/// An engine answers at once, or with its move while it thinks.
fn offer_draw(cx: &mut Cx<'_>) {
    let Some(human) = cx.m.game.human_side() else {
        cx.m.game.draw_offer = Some(cx.m.game.live_board().stm());
        return;
    };
    cx.m.game.draw_offer = Some(human);
    if cx.m.game.live_board().stm() == human {
        answer_draw_offer(cx);
    } else {
        cx.m.toasts.info(t!("toast-draw-offered"));
    }
}

/// Accepts the draw offer for a person.
fn accept_draw(cx: &mut Cx<'_>) {
    board::record(cx, phrase!("change-agree-draw"));
    end_game(cx, Outcome::Draw(DrawReason::Agreement));
}

/// Declines the draw offer for a person.
pub(crate) fn decline_draw(cx: &mut Cx<'_>) {
    cx.m.game.draw_offer = None;
    cx.m.game.draw_declined = Some(cx.m.game.live);
    cx.save = true;
}

/// Answers a person's pending draw offer for the engine. Returns whether it accepted.
pub(crate) fn answer_draw_offer(cx: &mut Cx<'_>) -> bool {
    let game = &cx.m.game;
    let Some(human) = game.draw_offer.filter(|&side| game.human_side() == Some(side)) else {
        return false;
    };
    cx.m.game.draw_offer = None;
    match views::draw_answer_of(cx, !human) {
        DrawAnswer::Accept => {
            board::record(cx, phrase!("change-agree-draw"));
            end_game(cx, Outcome::Draw(DrawReason::Agreement));
            cx.m.toasts.info(t!("toast-draw-agreed"));
            true
        }
        DrawAnswer::Decline(why) => {
            cx.m.game.draw_declined = Some(cx.m.game.live);
            cx.m.toasts.info(why);
            false
        }
    }
}

/// Pauses the game or resumes it.
pub(crate) fn pause(cx: &mut Cx<'_>) {
    cx.m.game.paused = !cx.m.game.paused;
    if cx.m.game.paused {
        cx.m.game.premove = None;
        cx.m.toasts.offer(t!("toast-paused"), UserCommand::Pause);
    }
    cx.save = true;
}

/// How the game ended for its player, such as `You won by checkmate on move 27`; `None` while it is in progress.
pub fn headline(game: &GameState) -> Option<String> {
    let Phase::Over(outcome) = game.phase else { return None };
    // A player who resigned or lost on time did so while thinking about a move that was never made.
    let in_thought = match outcome {
        Outcome::Win { reason, .. } => matches!(reason, WinReason::Resignation | WinReason::Time),
        Outcome::Draw(reason) => reason == DrawReason::TimeVsInsufficient,
    };
    let number = if in_thought {
        game.live_board().fullmove_number()
    } else {
        game.tree.move_number(game.live)
    };
    Some(end_text(outcome, game.human_side(), number))
}

#[cfg(test)]
mod ending_tests {
    use super::*;
    use crate::game::state::Player;
    use tabia_chess::{Board, Color, DrawReason, uci_move};
    use tabia_engine::alphabeta::options::Strength;
    use tabia_games::game::pgn_read;

    fn game(moves: &[&str], outcome: Outcome) -> GameState {
        let players = [Player::human(), Player::built_in(Strength::Full)];
        let mut game = GameState::new(Board::start(), players);
        for text in moves {
            let mv = uci_move::parse(game.tree.board(game.live), text).unwrap();
            game.live = game.tree.add_move(game.live, mv).unwrap();
        }
        game.phase = Phase::Over(outcome);
        game
    }

    #[test]
    fn a_game_that_stands_in_the_second_of_two_lines_is_gone_through() {
        // Sessions of older versions contain such games.
        let read = pgn_read::read_all("1. d4 (1. d4 Nf6 2. c4) d5 *").remove(0);
        let mut game =
            GameState { tree: read.tree, ..game(&[], Outcome::Draw(DrawReason::Agreement)) };
        let line = game.tree.children(NodeId::ROOT)[1];
        game.live = *game.tree.line_through(line).last().unwrap();
        let d4 = game.tree.mv(line).unwrap();
        assert_eq!(played_or_known(&game, NodeId::ROOT, d4), Some(line));
    }

    #[test]
    fn a_game_ends_in_the_words_of_who_played_it() {
        let mate = |winner| Outcome::Win { winner, reason: WinReason::Checkmate };
        let fools = game(&["f2f3", "e7e5", "g2g4", "d8h4"], mate(Color::Black));
        assert_eq!(headline(&fools).as_deref(), Some("You lost by checkmate on move 2"));
        let won = Outcome::Win { winner: Color::White, reason: WinReason::Resignation };
        let won = game(&["e2e4"], won);
        assert_eq!(headline(&won).as_deref(), Some("You won by resignation on move 1"));
        let lost = Outcome::Win { winner: Color::Black, reason: WinReason::Time };
        let lost = game(&["e2e4", "c7c5"], lost);
        assert_eq!(headline(&lost).as_deref(), Some("You lost on time on move 2"));
        let resigned = Outcome::Win { winner: Color::Black, reason: WinReason::Resignation };
        let resigned = game(&["e2e4", "c7c5"], resigned);
        assert_eq!(headline(&resigned).as_deref(), Some("You resigned on move 2"));
        let drawn = game(&["e2e4", "e7e5"], Outcome::Draw(DrawReason::Agreement));
        assert_eq!(headline(&drawn).as_deref(), Some("Draw by agreement on move 1"));
        let mut people = won;
        people.players = [Player::human(), Player::human()];
        assert_eq!(headline(&people).as_deref(), Some("White won by resignation on move 1"));
        people.phase = Phase::Running;
        assert_eq!(headline(&people), None);
    }
}
