//! The list of games: the rows to show, and opening its games, merging them into the one on the board, or copying
//! them.

use std::path::PathBuf;
use std::sync::Arc;

use super::collection::{
    AskedPosition, ExploreRequest, GameList, GamesAction, OpenAs, Origin, ReadRequest,
};
use super::explorer::{GamesAnswer, Source};
use super::own::user_side;
use super::{remove, saving};
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::effect::Effect;
use crate::game::state::GameState;
use crate::game::{board, position};
use crate::model::Model;
use crate::window::toasts::ToastOffer;
use crate::window::view::Dialog;
use tabia_chess::Color;
use tabia_games::export::diagram::{Colours, STANDARD};
use tabia_games::export::job::{Choices, Job, Kind};
use tabia_games::game::pgn_read::{self, PgnGame};
use tabia_games::game::pgn_write;
use tabia_text::{phrase, t};

/// Handles an action on lists of games and their files.
pub(crate) fn update(cx: &mut Cx<'_>, action: GamesAction) {
    match action {
        GamesAction::RowsReady { ticket, rows } => {
            if let Some(list) = &mut cx.m.games {
                list.take_rows(ticket, rows);
            }
        }
        GamesAction::Explored { key, number, explored } => {
            if let Some(answer) = &mut cx.m.explorer.games
                && (answer.key, answer.collection) == (key, number)
            {
                answer.explored = Some(explored);
            }
        }
        GamesAction::Take { game, purpose } => take_from_list(cx, game, purpose),
        GamesAction::Read { request, found } => game_read(cx, &request, found),
        GamesAction::Close => {
            cx.m.games = None;
            cx.m.list_of_session = None;
            cx.m.explorer.games = None;
            cx.save = true;
        }
        GamesAction::OpenRecentFile(index) => open_recent_file(cx, index),
        GamesAction::Wrote(wrote) => saving::wrote(cx, *wrote),
        GamesAction::Save(answer) => saving::answer_save(cx, answer),
        GamesAction::SaveTo { game, path, file } => saving::save_to(cx, *game, path, file),
        GamesAction::NoFileToSaveTo(error) => {
            cx.m.sources.picking = false;
            if let Some(error) = error {
                cx.m.toasts.error(error);
            }
        }
        GamesAction::Filter(text) => look_at_list(cx, |list| list.set_filter(text)),
        GamesAction::Sort(column) => {
            look_at_list(cx, |list| list.view.sort = list.view.sort.clicked(column));
        }
        GamesAction::Like(likeness) => {
            let (tree, node) = (&cx.m.game.tree, cx.m.game.current);
            let last = || Some((*tree.board(tree.parent(node)?), tree.mv(node)?));
            let board = *tree.board(node);
            let asked = likeness.map(|likeness| AskedPosition { likeness, board, last: last() });
            look_at_list(cx, |list| list.view.asked = asked);
        }
        GamesAction::GameKept(news) => saving::kept(cx, *news),
        GamesAction::KeepFailed => saving::keep_failed(cx),
        GamesAction::NoOwnGames => {
            cx.m.toasts.info(t!("library-no-own-games"));
        }
        GamesAction::Remove(game) => remove::ask_to_remove(cx, game),
        GamesAction::ReadAgain => remove::read_again(cx),
        GamesAction::MergeDuplicates => remove::merge_duplicates(cx),
        GamesAction::Changed(changed) => remove::file_changed(cx, *changed),
        GamesAction::DraftExport(kind, choices) => draft_export(cx, kind, choices),
        GamesAction::Export(kind, choices) => export(cx, kind, choices),
        GamesAction::Exported(done) => exported(cx, done),
        GamesAction::PictureCopied => cx.m.toasts.info(t!("toast-picture-copied")),
        GamesAction::SelectRow(row) => look_at_list(cx, |list| list.select_row(row)),
    }
}

/// Changes how the list is displayed.
pub(super) fn look_at_list(cx: &mut Cx<'_>, change: impl FnOnce(&mut GameList)) {
    if let Some(list) = &mut cx.m.games {
        change(list);
    }
}

/// Requests rows for the list and moves for the explorer, if what is wanted differs from the last request.
pub(crate) fn settle_games(cx: &mut Cx<'_>) {
    let board = *cx.m.game.board();
    let Some(list) = &mut cx.m.games else { return };
    if let Some(request) = list.next_question() {
        cx.out.push(Effect::ListGames(Box::new(request)));
    }
    let (key, number) = (board.key(), list.number());
    let known = cx.m.explorer.games.as_ref().map(|answer| (answer.key, answer.collection));
    if cx.m.explorer.source == Source::Games && known != Some((key, number)) {
        let collection = Arc::clone(&list.collection);
        cx.m.explorer.games = Some(GamesAnswer { key, collection: number, explored: None });
        cx.out.push(Effect::ExploreGames(Box::new(ExploreRequest { number, collection, board })));
    }
}

/// Opens a recent file.
fn open_recent_file(cx: &mut Cx<'_>, index: usize) {
    if let Some(name) = cx.m.settings.recent_files.get(index) {
        let path = PathBuf::from(name);
        cx.out.push(Effect::OpenFile { path, quietly: false });
    }
}

/// Opens the game above or below that on the board in the list, `step` being -1 or 1.
pub(crate) fn neighbour_game(cx: &mut Cx<'_>, step: isize) {
    let shown = cx.m.listed_game();
    let Some(list) = &cx.m.games else { return };
    let row = list.being_read.or(shown).and_then(|game| list.row_of(game));
    let next = match row.or(list.cursor) {
        Some(row) => row.checked_add_signed(step),
        None => Some(0),
    };
    let Some((row, hit)) = next.and_then(|row| Some((row, *list.rows.get(row)?))) else {
        cx.m.toasts.info(t!("library-no-further-game"));
        return;
    };
    look_at_list(cx, |list| list.select_row(row));
    take_from_list(cx, hit.game, OpenAs::Open(hit.ply));
}

/// Whether a game that was read may come onto the board: no other was asked for since, neither of the list nor as a new
/// game, and nothing is being entered.
pub(crate) fn is_awaited(cx: &mut Cx<'_>, request: &ReadRequest) -> bool {
    let list = cx.m.games.as_mut().filter(|list| list.origin.is_same(&request.origin));
    let is_last = list.is_some_and(|list| list.take_open(request.number));
    is_last && request.serial == cx.m.game.serial && !has_open_input(cx.m)
}

/// Whether a dialog is open in which something may have been entered.
pub(crate) fn has_open_input(model: &Model) -> bool {
    model.dialog.iter().chain(&model.behind).any(|dialog| {
        !matches!(dialog, Dialog::Problem { .. } | Dialog::LastSession | Dialog::Welcome)
    })
}

/// Handles a game of the list that was read, or could not be.
pub(crate) fn game_read(
    cx: &mut Cx<'_>,
    request: &ReadRequest,
    found: Result<Box<PgnGame>, String>,
) {
    let game = match found {
        Ok(game) => *game,
        Err(error) => {
            let text = t!("library-read-failed", error = error);
            return match request.origin {
                Origin::File(_) => cx.m.toasts.error_with(text, &[ToastOffer::ReadListAgain]),
                Origin::Text(_) => cx.m.toasts.error(text),
            };
        }
    };
    match request.purpose {
        OpenAs::Open(ply) => open_from_list(cx, request, game, ply),
        OpenAs::Merge if request.serial == cx.m.game.serial => merge(cx, &game),
        // The merge was meant for a game that has left the board.
        OpenAs::Merge => {}
        OpenAs::Copy => {
            let text = pgn_write::write(&game.tags, &game.tree);
            cx.out.push(Effect::CopyText(text));
            cx.m.toasts.info(t!("library-game-copied"));
        }
    }
}

fn open_from_list(cx: &mut Cx<'_>, request: &ReadRequest, game: PgnGame, ply: u32) {
    let list = cx.m.games.as_ref().filter(|list| list.origin.is_same(&request.origin));
    let Some(list) = list else { return };
    let (stamp, mut place) = (list.stamp, request.place);
    if stamp != request.stamp {
        // The file has been written since, and the game may be at another place in it.
        match list.place_of_same(&place) {
            Some(now) => place = now,
            None => return take_from_list(cx, place.game, request.purpose),
        }
    }
    let name = list.name.clone();
    let what =
        phrase!("library-undo-open-game", number = (place.game + 1).to_string(), name = name);
    let line = game.tree.main_line();
    let shown = line.get(ply as usize).copied();
    let problem = problem_text(&game);
    position::set_up(cx, GameState::analysis_of(game.tree, game.tags), what);
    face_user(cx);
    saving::settle_home(cx, request.origin.clone(), stamp, place);
    if let Some(node) = shown {
        board::go_to(cx, node);
    }
    if let Some(text) = problem {
        cx.m.toasts.warn_of_game(text, cx.m.game.serial);
    }
}

/// Merges the moves of another game into the one on the board.
fn merge(cx: &mut Cx<'_>, game: &PgnGame) {
    let mut outcome = None;
    board::change(cx, |edits, tree| {
        let before = tree.clone();
        outcome = Some(edits.merge(tree, &game.tree));
        *tree != before
    });
    match outcome {
        Some(Ok(0)) => cx.m.toasts.info(t!("library-nothing-merged")),
        Some(Ok(moves)) => {
            let text = t!("library-merged", n = moves);
            cx.m.toasts.offer(text, UserCommand::Undo);
        }
        Some(Err(error)) => cx.m.toasts.warn(error.to_string()),
        None => {}
    }
}

/// Turns the board to Black for a game the user played as Black, for another one to the side that its file says.
pub(super) fn face_user(cx: &mut Cx<'_>) {
    let tags = &cx.m.game.tags;
    let of_file = || {
        let below = tags.known("Orientation")?;
        Color::ALL.into_iter().find(|side| side.name().eq_ignore_ascii_case(below))
    };
    let side = user_side(tags, &cx.m.settings.player_name).or_else(of_file);
    position::face(cx, side.unwrap_or(Color::White));
}

pub(crate) fn take_from_list(cx: &mut Cx<'_>, game: u32, purpose: OpenAs) {
    let Some(list) = &mut cx.m.games else { return };
    let Some(place) = list.place(game) else { return };
    let (origin, stamp, serial) = (list.origin.clone(), list.stamp, cx.m.game.serial);
    let number = if matches!(purpose, OpenAs::Open(_)) { list.next_open(game) } else { 0 };
    let request = ReadRequest { origin, stamp, place, purpose, serial, number };
    cx.out.push(Effect::ReadGame(Box::new(request)));
}

/// What could not be read of a game, as text.
pub(super) fn problem_text(game: &PgnGame) -> Option<String> {
    let first = game.warnings.first()?.to_string();
    Some(t!("library-problems", n = pgn_read::number_of(&game.warnings), first = first))
}

/// Opens the export dialog.
pub(crate) fn open_export(cx: &mut Cx<'_>, kind: Kind) {
    cx.m.dialog = Some(Dialog::Export(kind, cx.m.settings.export));
}

/// Stores the choices made in the dialog.
pub(crate) fn draft_export(cx: &mut Cx<'_>, kind: Kind, choices: Choices) {
    if matches!(cx.m.dialog, Some(Dialog::Export(..))) {
        cx.m.dialog = Some(Dialog::Export(kind, choices.clamped()));
    }
}

/// Exports the game on the board, or the position that the arena or the training shows.
pub(crate) fn export(cx: &mut Cx<'_>, kind: Kind, choices: Choices) {
    let choices = choices.clamped();
    cx.m.dialog = None;
    cx.m.settings.export = choices;
    cx.out.push(Effect::SaveSettings);
    let job = Box::new(export_job(cx, kind, choices));
    let instead = cx.m.shown_instead();
    let suggested = saving::file_name(instead.as_ref().map_or(&cx.m.game, |(game, _)| game));
    let suggested = suggested.trim_end_matches(".pgn").to_owned();
    cx.out.push(Effect::Export { job, suggested });
}

/// Copies a picture of the shown position with the choices of the last export.
pub(crate) fn copy_picture(cx: &mut Cx<'_>) {
    let job = export_job(cx, Kind::Png, cx.m.settings.export.clamped());
    cx.out.push(Effect::CopyPicture(Box::new(job)));
}

fn export_job(cx: &Cx<'_>, kind: Kind, choices: Choices) -> Job {
    let instead = cx.m.shown_instead();
    let below = if cx.m.view.flipped { Color::Black } else { Color::White };
    let (game, below) =
        instead.as_ref().map_or((&cx.m.game, below), |(game, below)| (game, *below));
    Job {
        kind,
        choices,
        tags: game.export_tags(),
        tree: game.tree.clone(),
        node: game.current,
        orientation: below,
        theme: cx.m.settings.board_theme.clone(),
        colours: Colours::default(),
        piece_set: cx.m.settings.piece_set.clone(),
        pieces: STANDARD,
        letters: cx.m.settings.notation.letters(),
    }
}

/// Handles the result of an export.
pub(crate) fn exported(cx: &mut Cx<'_>, done: Result<PathBuf, String>) {
    match done {
        Ok(path) => cx.m.toasts.info(t!("library-exported", path = path.display().to_string())),
        Err(error) => cx.m.toasts.error(t!("library-export-failed", error = error)),
    }
}
