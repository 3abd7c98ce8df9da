//! Replacing the game on the board: at once, or after a question if something of the present game would be lost.

use super::new_game::StartFrom;
use super::replacement::{Loss, Replacement};
use super::state::Phase;
use super::{position, tree_edit};
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::duel::begin;
use crate::duel::state::DuelAction;
use crate::lab::about::about;
use crate::lab::scratch::ScratchAction;
use crate::lab::state::LabAction;
use crate::lab::update as lab;
use crate::lab::xray::XrayAction;
use crate::library::open::Opened;
use crate::library::paste::Pasted;
use crate::library::{games, saving, show_opened};
use crate::model::Model;
use crate::review::run;
use crate::tours::update as tours;
use crate::window::toasts::ToastOffer;
use crate::window::view::Dialog;
use tabia_chess::Board;
use tabia_games::game::edits::Direction;
use tabia_text::t;

/// Puts the replacement on the board, or asks first.
pub(crate) fn request(cx: &mut Cx<'_>, new: Replacement) {
    // A replacement that waited for the user to choose a file is no longer wanted.
    cx.m.waiting = None;
    match cx.m.would_lose().filter(|_| takes_place(cx.m, &new)) {
        Some(loss) => cx.m.dialog = Some(Dialog::Replace(loss, Box::new(new))),
        None => carry_out(cx, new),
    }
}

/// Handles a file or a large text that was read, which may have taken long. While a dialog or the position editor is
/// open, it only offers to show it.
pub(crate) fn opened(cx: &mut Cx<'_>, opened: Box<Opened>) {
    if opened.quietly {
        // The user has not asked for a list that is read again.
        show_opened::take_opened(cx, *opened);
    } else if cx.m.editor.is_some() || games::has_open_input(cx.m) {
        let waiting = &mut cx.m.opened_meanwhile;
        waiting.retain(|earlier| !earlier.origin.is_same(&opened.origin));
        waiting.push(*opened);
        offer_opened(cx);
    } else {
        request(cx, Replacement::Opened(opened));
    }
}

/// Offers to show the newest of what was read while something was being entered.
pub(crate) fn offer_opened(cx: &mut Cx<'_>) {
    cx.m.toasts.outdate(&[ToastOffer::ShowOpened]);
    if let Some(newest) = cx.m.opened_meanwhile.last() {
        let text = t!("library-read-meanwhile", source = newest.source.as_str());
        cx.m.toasts.ask(text, &[ToastOffer::ShowOpened]);
    }
}

/// Shows the newest of what was read while something was being entered, and offers the one before it.
pub(crate) fn show_opened(cx: &mut Cx<'_>) {
    if let Some(opened) = cx.m.opened_meanwhile.pop() {
        offer_opened(cx);
        request(cx, Replacement::Opened(Box::new(opened)));
    }
}

/// Whether the replacement really comes onto the board: a text may contain no game, or a list.
fn takes_place(model: &Model, new: &Replacement) -> bool {
    match new {
        Replacement::Fen(fen) => Board::from_fen(fen.trim()).is_ok(),
        Replacement::ShowMe(pane) => about(*pane).is_some_and(|about| about.example.fen.is_some()),
        Replacement::Edited => model.editor.as_ref().is_some_and(|editor| editor.board().is_some()),
        Replacement::Opened(opened) => {
            let one =
                matches!(opened.found, Ok(Pasted::Position(_) | Pasted::Game(_) | Pasted::Link(_)));
            let listed = opened.as_list && opened.list.is_some();
            one && !listed
        }
        Replacement::New(_)
        | Replacement::Recent(_)
        | Replacement::FromList(..)
        | Replacement::Undo
        | Replacement::PlayFromHere
        | Replacement::Rematch
        | Replacement::DuelMatch
        | Replacement::DuelPreset(_)
        | Replacement::Puzzle(_)
        | Replacement::XrayBoard
        | Replacement::PlayScratch => true,
    }
}

/// Whether a game begins from the shown position.
fn begins_here(new: &Replacement) -> bool {
    match new {
        Replacement::New(new) => new.start == StartFrom::Current,
        Replacement::PlayFromHere | Replacement::DuelMatch => true,
        _ => false,
    }
}

/// Puts the replacement on the board, whatever is there.
pub(crate) fn carry_out(cx: &mut Cx<'_>, new: Replacement) {
    if takes_place(cx.m, &new) {
        if begins_here(&new) {
            run::end_learning(cx);
        } else {
            run::leave_learning(cx);
        }
        tours::release(cx);
    }
    match new {
        Replacement::New(new) => position::start_game(cx, new),
        Replacement::Fen(fen) => position::set_fen(cx, &fen),
        Replacement::Recent(index) => position::open_recent(cx, index),
        Replacement::Edited => position::apply_edited(cx),
        Replacement::Opened(opened) => show_opened::take_opened(cx, *opened),
        Replacement::FromList(request, game) => games::game_read(cx, &request, Ok(game)),
        Replacement::Undo => tree_edit::turn(cx, Direction::Undo),
        Replacement::PlayFromHere => position::play_from_here(cx),
        Replacement::Rematch => position::rematch(cx),
        Replacement::DuelMatch => begin::play_duel_match(cx),
        Replacement::DuelPreset(at) => begin::update(cx, DuelAction::Preset(at)),
        Replacement::Puzzle(puzzle) => position::analyse_puzzle(cx, &puzzle),
        Replacement::ShowMe(pane) => lab::update(cx, LabAction::ShowMe(pane)),
        Replacement::XrayBoard => lab::update(cx, LabAction::Xray(XrayAction::PutOnBoard)),
        Replacement::PlayScratch => lab::update(cx, LabAction::Scratch(ScratchAction::Play)),
    }
}

/// Saves the user's game, as the answer to a question about unsaved changes. Before a replacement it goes back to
/// its own file, and the replacement waits. A tour is left first, so that the game is on the board.
pub(crate) fn save_first(cx: &mut Cx<'_>) {
    let new = match cx.m.dialog.take() {
        Some(Dialog::Replace(Loss::Edits, new)) => Some(new),
        Some(Dialog::Unkept { .. }) => None,
        other => return cx.m.dialog = other,
    };
    if cx.m.aside.is_some() {
        tours::leave(cx);
    }
    saving::save_back(cx, true);
    cx.m.waiting = new;
}

/// Puts the waiting replacement on the board once the game is saved; drops it if the game could not be saved.
pub(crate) fn settle(cx: &mut Cx<'_>) {
    let mut dialogs = cx.m.dialog.iter().chain(&cx.m.behind);
    let asked = dialogs.any(|dialog| matches!(dialog, Dialog::Save(_)));
    if cx.m.sources.writing || cx.m.sources.picking || asked {
        return;
    }
    let Some(new) = cx.m.waiting.take() else { return };
    saving::settle_saved(cx);
    if !cx.m.unsaved {
        carry_out(cx, *new);
    }
}

/// Closes a question about a game in progress once that is over. The replacement that waited for the answer goes on the
/// board, unless something else would be lost.
pub(crate) fn settle_question(cx: &mut Cx<'_>) {
    use UserCommand::{AcceptDraw, ClaimDraw, OfferDraw, Resign};
    match &cx.m.dialog {
        Some(Dialog::Confirm { command: Resign | OfferDraw | AcceptDraw | ClaimDraw, .. })
            if matches!(cx.m.game.phase, Phase::Over(_)) =>
        {
            cx.m.dialog = None;
        }
        Some(Dialog::Replace(Loss::Clock, _)) if cx.m.would_lose() != Some(Loss::Clock) => {
            if let Some(Dialog::Replace(_, new)) = cx.m.dialog.take() {
                request(cx, *new);
            }
        }
        _ => {}
    }
}
