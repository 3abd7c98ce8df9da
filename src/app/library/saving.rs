//! Saving the game on the board: back into the file it came from, appended to a file, or as a new file. The first
//! time, nothing is overwritten without a question: ours, or that of the system's file dialog.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tabia_chess::Color;
use tabia_engine::search::score::Pov;
use tabia_engine::search::thinker::EngineId;
use tabia_games::collection::entry::fingerprint_of;
use tabia_games::collection::file::{Place, Stamp};
use tabia_games::collection::keep::ID_TAG;
use tabia_games::game::annotation::NodeEval;
use tabia_games::game::edits::Edits;
use tabia_games::game::pgn_write;
use tabia_games::game::tags::{HUMAN, PROGRAM};
use tabia_games::game::tree::{GameTree, NodeId};
use tabia_games::printable;
use tabia_text::t;

use super::collection::{
    GameText, Origin, PickedFile, SaveAnswer, SaveDoubt, SaveQuestion, SaveTo, WriteKind,
    WriteRequest, WriteResult, is_of_file,
};
use super::own::{KeepRequest, OwnGameAdded, id_text, is_kept};
use super::remove;
use super::saved_check::{Checked, Unsaved, is_large};
use super::sources::GameSource;
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::effect::Effect;
use crate::engines::telemetry::Telemetry;
use crate::game::state::GameState;
use crate::model::Model;
use crate::window::set;
use crate::window::toasts::ToastOffer;
use crate::window::view::Dialog;

/// Saves the game to the file it came from, or to a new file if it came from none.
pub(crate) fn save_file(cx: &mut Cx<'_>) {
    save_back(cx, false);
}

/// The same; `may_overwrite`: the user has already agreed that it replaces the game in the file.
pub(crate) fn save_back(cx: &mut Cx<'_>, may_overwrite: bool) {
    let place = cx.m.home().and_then(|home| Some((home, home.path()?.to_owned())));
    let Some((home, path)) = place else { return save_elsewhere(cx) };
    if home.saved_fingerprint == pgn_fingerprint(cx) {
        // A large game counts as changed after an edit that was undone.
        let (fingerprint, serial) = (home.saved_fingerprint, cx.m.game.serial);
        let (tree, tags) = (&cx.m.game.tree, cx.m.game.export_tags());
        cx.m.checked = Some(Checked::of(serial, tree, tags, fingerprint, true));
        cx.save = true;
        let text = t!("library-unchanged", path = path.display().to_string());
        return cx.m.toasts.info(text);
    }
    let here: HashSet<&str> = cx.m.game.tree.all_unread().collect();
    let unread = home.unread.iter().map(String::as_str);
    let lost: Vec<&str> = unread.filter(|text| !here.contains(text)).collect();
    let game = home.place.game;
    let why = if !lost.is_empty() {
        SaveDoubt::Loses { game, lost: lost.join("\n\n"), new: pgn(cx) }
    } else if may_overwrite || home.may_overwrite {
        let kind = WriteKind::Replace(home.stamp, home.place);
        return write(cx, game_text(cx), path, kind, false);
    } else {
        SaveDoubt::Replaces(game)
    };
    cx.m.dialog = Some(Dialog::Save(SaveQuestion { game: game_text(cx), path, why }));
}

/// Lets the user pick a file for the game on the board.
pub(crate) fn save_elsewhere(cx: &mut Cx<'_>) {
    let game = game_text(cx);
    pick_new_file(cx, game);
}

fn pick_new_file(cx: &mut Cx<'_>, game: GameText) {
    let to = SaveTo::New(file_name(&cx.m.game));
    pick_file(cx, game, to);
}

/// Lets the user pick a file to whose end the game on the board is added.
pub(crate) fn append_to_file(cx: &mut Cx<'_>) {
    let game = game_text(cx);
    pick_file(cx, game, SaveTo::EndOf);
}

fn pick_file(cx: &mut Cx<'_>, game: GameText, to: SaveTo) {
    cx.m.sources.picking = true;
    cx.out.push(Effect::PickFileToSave { game: game.into(), to });
}

/// Handles the answer to the open question.
pub(crate) fn answer_save(cx: &mut Cx<'_>, answer: SaveAnswer) {
    let Some(Dialog::Save(question)) = &cx.m.dialog else { return };
    let SaveQuestion { game, path, why } = question.clone();
    cx.m.dialog = None;
    match (answer, why) {
        (SaveAnswer::Elsewhere, _) => pick_new_file(cx, game),
        (SaveAnswer::Append, _) => write(cx, game, path, WriteKind::Append, false),
        (SaveAnswer::Replace, SaveDoubt::Over(_)) => {
            write(cx, game, path, WriteKind::Create, false);
        }
        (SaveAnswer::Replace, SaveDoubt::Replaces(_) | SaveDoubt::Loses { .. }) => {
            match cx.m.sources.of(game.serial).filter(|home| !home.has_no_place) {
                Some(home) => {
                    let kind = WriteKind::Replace(home.stamp, home.place);
                    write(cx, game, path, kind, false);
                }
                // The game was deleted from the file meanwhile.
                None => pick_new_file(cx, game),
            }
        }
        (SaveAnswer::Convert, SaveDoubt::Encoding { kind, .. }) => {
            write(cx, game, path, kind, true);
        }
        // A changed file is not overwritten, and no file is converted without a question.
        (SaveAnswer::Replace | SaveAnswer::Convert, _) => {}
    }
}

/// Handles the file picked for a game.
pub(crate) fn save_to(cx: &mut Cx<'_>, game: GameText, path: PathBuf, file: PickedFile) {
    cx.m.sources.picking = false;
    match file {
        PickedFile::EndOf => write(cx, game, path, WriteKind::Append, false),
        PickedFile::New(games) if games > 1 => {
            let why = SaveDoubt::Over(games);
            set::open_over(cx, Dialog::Save(SaveQuestion { game, path, why }));
        }
        PickedFile::New(_) => write(cx, game, path, WriteKind::Create, false),
    }
}

/// Writes a game, in its present state if it is still on the board; `convert` converts the whole file to UTF-8 first.
fn write(cx: &mut Cx<'_>, game: GameText, path: PathBuf, kind: WriteKind, convert: bool) {
    if cx.m.sources.writing {
        // The game's place is unknown until the current write is done.
        return cx.m.toasts.warn(t!("library-still-saving"));
    }
    cx.m.sources.writing = true;
    let list = cx.m.games.as_ref().filter(|list| is_of_file(list, &path));
    let list = list.map(|list| (Arc::clone(&list.collection), list.stamp));
    let game = if game.serial == cx.m.game.serial { game_text(cx) } else { game };
    let GameText { serial, id, text, unread } = game;
    let request = WriteRequest { serial, id, path, kind, text, unread, convert, list };
    cx.out.push(Effect::WriteGame(Box::new(request)));
}

/// Handles the result of writing a game.
pub(crate) fn wrote(cx: &mut Cx<'_>, wrote: WriteResult) {
    cx.m.sources.writing = false;
    let WriteResult { request, done, doubt, stamp_before, list } = wrote;
    let WriteRequest { serial, id, path, kind, text, unread, convert, .. } = request;
    let written = match (done, doubt) {
        (Ok(written), _) => written,
        (Err(_), Some(_)) if serial != cx.m.game.serial => {
            // The question would seem to be about the game that is on the board now.
            let path = path.display().to_string();
            return cx.m.toasts.error(t!("library-not-saved-left", path = path));
        }
        (Err(_), Some(why)) => {
            let game = GameText { serial, id, text, unread };
            set::open_over(cx, Dialog::Save(SaveQuestion { game, path, why }));
            return;
        }
        (Err(error), None) => {
            let offers = [ToastOffer::Command(UserCommand::SaveFileAs)];
            let text = t!("library-save-failed", error = error);
            return cx.m.toasts.error_with(text, &offers);
        }
    };
    cx.m.results.outdate();
    let origin = Origin::File(path.clone());
    let (stamp, place) = (written.stamp, written.place);
    let saved_fingerprint = fingerprint_of(text.as_bytes());
    if kind == WriteKind::Create {
        cx.m.sources.forget_places(&path);
    } else if !convert {
        cx.m.sources.relocate_after_write(&path, stamp_before, &written, (id, saved_fingerprint));
    }
    if convert {
        // All games have moved; listing them again finds their places.
        remove::read_list_again(cx, &path);
    } else if let Some(own) = cx.m.games.as_mut().filter(|list| is_of_file(list, &path)) {
        own.update_after_write(stamp_before, stamp, list);
        if own.stamp != stamp {
            // The list is of the file as another program left it.
            remove::read_list_again(cx, &path);
        }
    }
    let source = GameSource::new(id, origin, stamp, place, saved_fingerprint, unread);
    cx.m.put_source(serial, GameSource { may_overwrite: true, ..source });
    remember_file(cx, &path);
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    cx.m.toasts.info(t!("library-saved", number = (place.game + 1).to_string(), name = name));
    cx.save = true;
}

/// Determines whether the game on the board still equals its saved version. A large game is not written out for that:
/// it counts as changed once anything was done to it, even if that was undone. Saving it compares exactly.
pub(crate) fn settle_saved(cx: &mut Cx<'_>) {
    let home = cx.m.home().filter(|home| !home.has_no_place);
    match home.map(|home| home.saved_fingerprint) {
        Some(saved_fingerprint) => compare(cx, saved_fingerprint),
        None => cx.m.checked = None,
    }
    cx.m.unsaved = cx.m.aside.is_none() && cx.m.in_no_file() >= Unsaved::Ended;
}

/// Compares the game on the board with its saved version by fingerprint.
fn compare(cx: &mut Cx<'_>, saved_fingerprint: u32) {
    let (serial, tags) = (cx.m.game.serial, cx.m.game.export_tags());
    let tree = &cx.m.game.tree;
    let before = cx.m.checked.as_ref().filter(|checked| checked.is_of(serial, saved_fingerprint));
    if before.is_some_and(|checked| checked.holds(serial, tree, &tags, saved_fingerprint)) {
        return;
    }
    let same = match before {
        Some(_) if is_large(tree, &tags) => false,
        _ => saved_fingerprint == pgn_fingerprint(cx),
    };
    cx.m.checked = Some(Checked::of(serial, &cx.m.game.tree, tags, saved_fingerprint, same));
}

/// Whether the game on the board is unchanged and can be opened again from its source: a file or the open list.
pub(crate) fn can_be_opened_again(model: &Model) -> bool {
    let stands = model.home().is_some_and(|home| home.path().is_some());
    (stands || model.listed_game().is_some()) && model.in_no_file() == Unsaved::Nothing
}

/// The game as it is stored: the moves that were played as the main line, with clock times and the scores of engines
/// at full strength for each position.
fn text_of(game: &GameState, telemetry: &Telemetry, focus: EngineId) -> String {
    let mut tree = game.tree.clone();
    let mut edits = Edits::<()>::default();
    edits.promote_to_main(&mut tree, game.live);
    // Moves tried after the end.
    edits.cut_after(&mut tree, game.live);
    for node in game.tree.path(game.live) {
        if tree.eval(node).is_none()
            && let Some(eval) = eval_of(&game.tree, telemetry, node, focus)
        {
            tree.notes_mut(node).eval = Some(eval);
        }
    }
    let mut tags = game.export_tags();
    tags.set(ID_TAG, id_text(game.id));
    for side in Color::ALL {
        let kind = if game.player(side).is_engine() { PROGRAM } else { HUMAN };
        tags.set(format!("{}Type", side.name()), kind);
    }
    if game.time_tags().is_empty() {
        // PGN's value for "no time control".
        tags.set("TimeControl", "-");
    }
    pgn_write::write(&tags, &tree)
}

/// The score for a position: of the position itself, else what the engine gave for the move that led to it when it
/// chose it. None if the game is over: the moves say it all.
fn eval_of(
    tree: &GameTree,
    telemetry: &Telemetry,
    node: NodeId,
    focus: EngineId,
) -> Option<NodeEval> {
    if tree.outcome(node).is_some() {
        return None;
    }
    let (parent, mv) = (tree.parent(node)?, tree.mv(node)?);
    let (best, later) = if let Some((_, here)) = telemetry.best_kept(tree, node, focus) {
        (here.best()?, 0)
    } else {
        let (_, before) = telemetry.best_kept(tree, parent, focus)?;
        (before.best().filter(|best| best.info.pv.first() == Some(&mv))?, 1)
    };
    let score = best.score(Pov::White);
    let value = if later == 0 { score } else { score.a_ply_later() }.to_eval()?;
    let depth = best.info.depth.saturating_sub(later);
    Some(NodeEval { value, depth: (depth > 0).then_some(depth) })
}

/// Adds the game on the board to the user's own games, if it belongs there.
pub(crate) fn keep_game(cx: &mut Cx<'_>) {
    if cx.m.settings.keep_games && is_kept(&cx.m.game) {
        send_to_own(cx, false);
    }
}

/// Adds the game on the board to the user's own games at the user's request, and reports where it is.
pub(crate) fn keep_game_now(cx: &mut Cx<'_>) {
    let id = cx.m.game.id;
    if send_to_own(cx, true) {
        cx.m.own.asked = Some(id);
    } else {
        cx.m.toasts.offer(t!("library-already-kept"), UserCommand::MyGames);
    }
}

/// Sends the game on the board to the file, unless this version was already sent, or the game was deleted with the file,
/// has not continued since and is not asked for. Returns whether it was sent.
fn send_to_own(cx: &mut Cx<'_>, asked: bool) -> bool {
    let game = &cx.m.game;
    let text = text_of(game, &cx.m.telemetry, cx.m.focus());
    let (revision, plies) = (game.tree.revision(), game.tree.path(game.live).len());
    let request =
        KeepRequest { id: game.id, revision, plies, text, before: cx.m.own.version(game.id) };
    let wanted = asked || !cx.m.own.is_deleted(&request);
    let new = wanted && cx.m.own.send(&request);
    if new {
        keep_failed(cx);
        cx.out.push(Effect::KeepGame(Box::new(request)));
    }
    new
}

/// Sends the games again that could not be written to the file.
pub(crate) fn keep_failed(cx: &mut Cx<'_>) {
    for request in cx.m.own.send_failed() {
        cx.out.push(Effect::KeepGame(Box::new(request)));
    }
}

/// Handles the result of adding a game to the user's own games.
pub(crate) fn kept(cx: &mut Cx<'_>, news: OwnGameAdded) {
    let OwnGameAdded { request, path, done } = news;
    let asked = cx.m.own.asked.take_if(|id| *id == request.id).is_some();
    // The game may now count as saved.
    cx.save = true;
    let kept = match done {
        Ok(kept) => kept,
        Err(error) => {
            let text = t!("library-keep-failed", error = error.clone());
            if cx.m.own.fail(request, error) {
                cx.m.toasts.error(text);
            }
            return;
        }
    };
    let game = (request.id, fingerprint_of(request.text.as_bytes()));
    cx.m.sources.relocate_after_write(&path, kept.stamp_before, &kept.written, game);
    cx.m.results.outdate();
    remove::read_list_again(cx, &path);
    if asked {
        let text = t!("library-kept", number = (kept.written.place.game + 1).to_string());
        cx.m.toasts.offer(text, UserCommand::MyGames);
    } else if kept.written.place.game == 0 && !kept.replaced {
        let text = t!("library-first-kept");
        cx.m.toasts.offer(text, UserCommand::MyGames);
    }
}

/// The game on the board, to be written.
fn game_text(cx: &Cx<'_>) -> GameText {
    let (serial, id) = (cx.m.game.serial, cx.m.game.id);
    GameText { serial, id, text: pgn(cx), unread: unread_of(cx) }
}

/// The game as PGN, with the names shown in the window.
pub(crate) fn pgn(cx: &Cx<'_>) -> String {
    let game = &cx.m.game;
    pgn_write::write(&game.export_tags(), &game.tree)
}

/// Characters of a player in the name of a file.
const MAX_NAME: usize = 30;

/// A suggested file name, `White - Black.pgn`: the players' names as on the screen.
pub(crate) fn file_name(game: &GameState) -> String {
    let name = |side| game.player_name(side).chars().take(MAX_NAME).collect::<String>();
    format!(
        "{}.pgn",
        printable::file_name(&format!("{} - {}", name(Color::White), name(Color::Black)))
    )
}

/// Records the source of the game on the board, and that its version there is the present one.
pub(crate) fn settle_home(cx: &mut Cx<'_>, origin: Origin, stamp: Stamp, place: Place) {
    let (saved_fingerprint, unread) = (pgn_fingerprint(cx), unread_of(cx));
    let (serial, id) = (cx.m.game.serial, cx.m.game.id);
    let source = GameSource::new(id, origin, stamp, place, saved_fingerprint, unread);
    cx.m.put_source(serial, source);
}

/// Remembers a file that was opened.
pub(crate) fn remember_file(cx: &mut Cx<'_>, path: &Path) {
    cx.m.settings.remember_file(path);
    cx.out.push(Effect::SaveSettings);
}

/// The lines of the game that could not be read.
fn unread_of(cx: &Cx<'_>) -> Vec<String> {
    cx.m.game.tree.all_unread().map(ToOwned::to_owned).collect()
}

/// The fingerprint of the game as PGN.
pub(crate) fn pgn_fingerprint(cx: &Cx<'_>) -> u32 {
    fingerprint_of(pgn(cx).as_bytes())
}
