//! Removing games of the list from their file and restoring them.

use std::path::Path;
use std::sync::Arc;

use tabia_games::collection::changes::Appended;
use tabia_text::t;

use super::collection::is_of_file;
use super::removed::{ChangeKind, ChangeOutcome, ChangeRequest, Changed, Undoable};
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::effect::Effect;
use crate::window::toasts::ToastOffer;
use crate::window::view::Dialog;

/// Asks before a game of the list is removed from its file: it cannot be restored after the program has ended.
pub(crate) fn ask_to_remove(cx: &mut Cx<'_>, game: u32) {
    let Some(list) = &cx.m.games else { return };
    let Some(path) = list.origin.path().map(ToOwned::to_owned) else {
        let text = t!("library-not-in-file");
        return cx.m.toasts.info(text);
    };
    let Some(place) = list.place(game) else { return };
    let of = |name: &str| if name.is_empty() { "?".to_owned() } else { name.to_owned() };
    let players = [list.collection.white(game), list.collection.black(game)].map(of);
    let (number, name) = (game + 1, list.name.clone());
    let kind = ChangeKind::Remove(vec![place], Arc::clone(&list.collection));
    let request = ChangeRequest { path, stamp: list.stamp, kind };
    cx.m.dialog = Some(Dialog::DeleteGame { number, players, name, request: Box::new(request) });
}

/// Asks before duplicates are merged.
pub(crate) fn ask_to_merge(cx: &mut Cx<'_>) {
    if let Some(list) = cx.m.games.as_ref().filter(|list| list.origin.path().is_some()) {
        let (name, games) = (list.name.clone(), list.collection.len());
        cx.m.dialog = Some(Dialog::MergeDuplicates { name, games });
    }
}

/// Merges duplicates.
pub(crate) fn merge_duplicates(cx: &mut Cx<'_>) {
    cx.m.dialog = None;
    let Some(list) = &cx.m.games else { return };
    let Some(path) = list.origin.path().map(ToOwned::to_owned) else { return };
    let (stamp, kind) = (list.stamp, ChangeKind::Merge(Arc::clone(&list.collection)));
    change_file(cx, ChangeRequest { path, stamp, kind });
}

/// Undoes the last change of a file.
pub(crate) fn put_back(cx: &mut Cx<'_>) {
    if cx.m.sources.writing {
        return wait_for_writer(cx);
    }
    if let Some(Undoable { path, stamp_before, undo, .. }) = cx.m.removed.list.pop() {
        let kind = ChangeKind::Undo(undo);
        change_file(cx, ChangeRequest { path, stamp: stamp_before, kind });
    }
}

/// Requests a change of a file.
pub(crate) fn change_file(cx: &mut Cx<'_>, request: ChangeRequest) {
    if cx.m.sources.writing {
        return wait_for_writer(cx);
    }
    cx.m.sources.writing = true;
    cx.out.push(Effect::ChangeFile(Box::new(request)));
}

fn wait_for_writer(cx: &mut Cx<'_>) {
    cx.m.toasts.warn(t!("library-still-writing"));
}

/// Handles the result of a change of a file.
pub(crate) fn file_changed(cx: &mut Cx<'_>, changed: Changed) {
    cx.m.sources.writing = false;
    cx.m.results.outdate();
    cx.save = true;
    let Changed { request: ChangeRequest { path, stamp, kind }, done } = changed;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let (made, undo, list) = match done {
        Ok(ChangeOutcome::Made { made, undo, list }) => (made, undo, list),
        Ok(ChangeOutcome::Nothing) => {
            return cx.m.toasts.info(t!("library-no-duplicates", name = name));
        }
        Ok(ChangeOutcome::Cancelled) => {
            if let ChangeKind::Undo(undo) = kind {
                cx.m.removed.push((path, stamp), undo, cx.m.history.state_number());
            }
            return;
        }
        Ok(ChangeOutcome::Appended(Appended { games, stamp_before, written })) => {
            // No game on the board is one of those appended.
            cx.m.sources.relocate_after_write(&path, stamp_before, &written, (0, 0));
            read_list_again(cx, &path);
            let text = t!("library-restored-at-end", name = name, n = games);
            return cx.m.toasts.warn(text);
        }
        Err(error) => {
            if let ChangeKind::Undo(undo) = kind {
                cx.m.removed.push((path, stamp), undo, cx.m.history.state_number());
            }
            let text = t!("library-not-changed", error = error);
            return cx.m.toasts.error_with(text, &[ToastOffer::ReadListAgain]);
        }
    };
    cx.m.sources.relocate_after_change(&path, &made, undo.stamp);
    let own = cx.m.games.as_mut().filter(|own| is_of_file(own, &path) && own.stamp == stamp);
    match (&kind, own, list) {
        (ChangeKind::Remove(games, _), Some(own), Some(list)) => {
            own.update_after_removal(games, undo.stamp, list);
        }
        _ => read_list_again(cx, &path),
    }
    let games = made.fewer().unsigned_abs() as usize;
    let text = match kind {
        ChangeKind::Undo(_) => {
            cx.m.sources.restore_places(&path, stamp, undo.stamp);
            cx.m.removed.update_stamps(&path, stamp, undo.stamp);
            cx.m.removed.restored = Some(cx.m.history.state_number());
            let text = t!("library-restored", n = games, name = name);
            return cx.m.toasts.info(text);
        }
        ChangeKind::Remove(games, _) => {
            let number = games.first().map_or(0, |place| place.game + 1);
            t!("library-deleted", number = number.to_string(), name = name)
        }
        ChangeKind::Merge(_) => t!("library-merged-duplicates", n = games, name = name),
    };
    cx.m.removed.push((path, made.stamp), Arc::new(undo), cx.m.history.state_number());
    cx.m.toasts.offer(text, UserCommand::PutBack);
}

/// Reads the open list again from its file.
pub(crate) fn read_again(cx: &mut Cx<'_>) {
    let path = cx.m.games.as_ref().and_then(|list| list.origin.path().map(ToOwned::to_owned));
    if let Some(path) = path {
        read_list_again(cx, &path);
    }
}

/// Reads the list of a changed file again; filter, order and cursor stay.
pub(crate) fn read_list_again(cx: &mut Cx<'_>, path: &Path) {
    if cx.m.games.as_ref().is_some_and(|list| is_of_file(list, path)) {
        cx.out.push(Effect::OpenFile { path: path.to_owned(), quietly: true });
    }
}
