//! The list of games: what rows are wanted, and games from it on the board, merged into the one there, or copied.

use std::path::PathBuf;
use std::sync::Arc;

use tabia_chess::Color;
use tabia_games::export::diagram::Colours;
use tabia_games::export::job::{Choices, Job, Kind};
use tabia_games::export::pieces::STANDARD;
use tabia_games::game::pgn_read::PgnGame;
use tabia_games::game::pgn_write;

use super::collection::{ExploreRequest, GameList, GamesAction, Purpose, ReadRequest};
use super::explorer::{GamesAnswer, Source};
use super::{remove, saving, take};
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::effect::Effect;
use crate::game::state::GameState;
use crate::game::{board, position, tree_edit};
use crate::window::dialog::Dialog;

/// Something about lists of games and the files they are in.
pub(crate) fn update(cx: &mut Cx<'_>, action: GamesAction) {
    match action {
        GamesAction::Listed { ticket, rows } => {
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
        GamesAction::Take { game, purpose } => take::take_from_list(cx, game, purpose),
        GamesAction::Read { request, found } => game_read(cx, &request, found),
        GamesAction::Close => {
            cx.m.games = None;
            cx.m.explorer.games = None;
            cx.save = true;
        }
        GamesAction::OpenRecent(index) => open_recent_file(cx, index),
        GamesAction::Wrote(wrote) => saving::wrote(cx, *wrote),
        GamesAction::Save(answer) => saving::answer_save(cx, answer),
        GamesAction::SaveTo { path, games, append } => saving::save_to(cx, path, games, append),
        GamesAction::Filter(text) => look_at_list(cx, |list| list.set_filter(text)),
        GamesAction::Sort(column) => {
            look_at_list(cx, |list| list.view.sort = list.view.sort.clicked(column));
        }
        GamesAction::Like(likeness) => {
            look_at_list(cx, |list| list.view.likeness = likeness);
        }
        GamesAction::Kept(news) => saving::kept(cx, *news),
        GamesAction::NoOwnGames => {
            cx.m.toasts.info("No games of yours have been kept yet: play one to its end");
        }
        GamesAction::Remove(game) => remove::remove_from_file(cx, game),
        GamesAction::MergeDuplicates => remove::merge_duplicates(cx),
        GamesAction::Changed(changed) => remove::file_changed(cx, *changed),
        GamesAction::DraftExport(kind, choices) => draft_export(cx, kind, choices),
        GamesAction::Export(kind, choices) => export(cx, kind, choices),
        GamesAction::Exported(done) => exported(cx, done),
        GamesAction::StandOn(row) => look_at_list(cx, |list| list.stand_on(row)),
    }
}

/// The list is looked at otherwise.
fn look_at_list(cx: &mut Cx<'_>, change: impl FnOnce(&mut GameList)) {
    if let Some(list) = &mut cx.m.games {
        change(list);
    }
}

/// Asks for rows, and for the explorer's moves, where another answer is wanted than was asked for.
pub(crate) fn settle_games(cx: &mut Cx<'_>) {
    let board = *cx.m.game.board();
    let Some(list) = &mut cx.m.games else { return };
    if let Some(request) = list.next_question(&board) {
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

/// A file of the recent ones.
fn open_recent_file(cx: &mut Cx<'_>, index: usize) {
    if let Some(name) = cx.m.settings.recent_files.get(index) {
        let path = PathBuf::from(name);
        cx.out.push(Effect::OpenFile { path, quietly: false });
    }
}

/// The game above or below that on the board in the list, `step` being -1 or 1.
pub(crate) fn neighbour_game(cx: &mut Cx<'_>, step: isize) {
    let shown = cx.m.listed_game();
    let Some(list) = &cx.m.games else { return };
    let row = shown.and_then(|game| list.row_of(game));
    let next = match row.or(list.cursor) {
        Some(row) => row.checked_add_signed(step),
        None => Some(0),
    };
    let Some((row, hit)) = next.and_then(|row| Some((row, *list.rows.get(row)?))) else {
        cx.m.toasts.info("There is no further game in the list");
        return;
    };
    look_at_list(cx, |list| list.stand_on(row));
    take::take_from_list(cx, hit.game, Purpose::Open(hit.ply));
}

/// A game of the list was read, or could not be.
fn game_read(cx: &mut Cx<'_>, request: &ReadRequest, found: Result<Box<PgnGame>, String>) {
    let game = match found {
        Ok(game) => *game,
        Err(error) => return cx.m.toasts.error(format!("Could not read the game: {error}")),
    };
    match request.purpose {
        Purpose::Open(ply) => open_from_list(cx, request, game, ply),
        Purpose::Merge => merge(cx, &game),
        Purpose::Copy => {
            let text = pgn_write::write(&game.tags, &game.tree);
            cx.out.push(Effect::CopyText(text));
            cx.m.toasts.info("Game copied");
        }
    }
}

fn open_from_list(cx: &mut Cx<'_>, request: &ReadRequest, game: PgnGame, ply: u32) {
    let list = cx.m.games.as_ref().filter(|list| list.origin.is_same(&request.origin));
    let Some(list) = list else { return };
    let (name, stamp) = (list.name.clone(), list.stamp);
    let what = format!("Open game {} of {name}", request.place.game + 1);
    let line = game.tree.main_line();
    let shown = line.get(ply as usize).copied();
    let problem = take::problem_text(&game);
    position::set_up(cx, GameState::analysis_of(game.tree, game.tags), &what);
    saving::settle_home(cx, request.origin.clone(), stamp, request.place);
    if let Some(node) = shown {
        board::go_to(cx, node);
    }
    if let Some(text) = problem {
        cx.m.toasts.warn(text);
    }
}

/// Brings the moves of another game into the one on the board.
fn merge(cx: &mut Cx<'_>, game: &PgnGame) {
    let mut outcome = None;
    tree_edit::change(cx, |edits, tree| {
        let before = tree.clone();
        outcome = Some(edits.merge(tree, &game.tree));
        *tree != before
    });
    match outcome {
        Some(Ok(0)) => cx.m.toasts.info("All moves of that game are in this one"),
        Some(Ok(moves)) => {
            let text = format!("{moves} moves added as variations");
            cx.m.toasts.offer(text, UserCommand::Undo);
        }
        Some(Err(error)) => cx.m.toasts.warn(error.to_string()),
        None => {}
    }
}

/// Asks how it is to look.
pub(crate) fn open_export(cx: &mut Cx<'_>, kind: Kind) {
    cx.m.dialog = Some(Dialog::Export(kind, cx.m.settings.export));
}

/// The dialog has another draft.
pub(crate) fn draft_export(cx: &mut Cx<'_>, kind: Kind, choices: Choices) {
    if matches!(cx.m.dialog, Some(Dialog::Export(..))) {
        cx.m.dialog = Some(Dialog::Export(kind, choices.clamped()));
    }
}

/// Exports the game on the board.
pub(crate) fn export(cx: &mut Cx<'_>, kind: Kind, choices: Choices) {
    let choices = choices.clamped();
    cx.m.dialog = None;
    cx.m.settings.export = choices;
    cx.out.push(Effect::SaveSettings);
    let game = &cx.m.game;
    let job = Job {
        kind,
        choices,
        tags: game.export_tags(),
        tree: game.tree.clone(),
        node: game.current,
        orientation: if cx.m.view.flipped { Color::Black } else { Color::White },
        theme: cx.m.settings.board_theme.clone(),
        colours: Colours::default(),
        piece_set: cx.m.settings.piece_set.clone(),
        pieces: STANDARD,
    };
    let suggested = saving::file_name(cx);
    let suggested = suggested.trim_end_matches(".pgn").to_owned();
    cx.out.push(Effect::Export { job: Box::new(job), suggested });
}

/// It was written, or not.
pub(crate) fn exported(cx: &mut Cx<'_>, done: Result<PathBuf, String>) {
    match done {
        Ok(path) => cx.m.toasts.info(format!("Saved as {}", path.display())),
        Err(error) => cx.m.toasts.error(format!("Could not export: {error}")),
    }
}
