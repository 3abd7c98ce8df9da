//! The list of games: the rows to show, and opening its games, merging them into the one on the board, or copying
//! them.

use std::path::PathBuf;
use std::sync::Arc;

use super::collection::{ExploreRequest, GameList, GamesAction, Origin, Purpose, ReadRequest};
use super::explorer::{GamesAnswer, Source};
use super::open::Opened;
use super::own::user_side;
use super::paste::Pasted;
use super::{link, open_link, remove, saving};
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::effect::Effect;
use crate::game::state::GameState;
use crate::game::{board, position, tree_edit};
use crate::model::Model;
use crate::window::view::Dialog;
use crate::window::workspace::{PaneId, Workspace};
use tabia_chess::Color;
use tabia_games::collection::Collection;
use tabia_games::collection::filter::Filter;
use tabia_games::collection::listing::{Column, Sort};
use tabia_games::export::diagram::{Colours, STANDARD};
use tabia_games::export::job::{Choices, Job, Kind};
use tabia_games::game::pgn_encoding::Encoding;
use tabia_games::game::pgn_read::PgnGame;
use tabia_games::game::pgn_write;
use tabia_games::game::tree::{GameTree, NodeId};
use tabia_text::{Phrase, phrase, t};

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
        GamesAction::SaveTo { game, path, games, append } => {
            saving::save_to(cx, *game, path, games, append);
        }
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
            look_at_list(cx, |list| list.view.likeness = likeness);
        }
        GamesAction::GameKept(news) => saving::kept(cx, *news),
        GamesAction::KeepFailed => saving::keep_failed(cx),
        GamesAction::NoOwnGames => {
            cx.m.toasts.info(t!("library-no-own-games"));
        }
        GamesAction::Remove(game) => remove::ask_to_remove(cx, game),
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
fn look_at_list(cx: &mut Cx<'_>, change: impl FnOnce(&mut GameList)) {
    if let Some(list) = &mut cx.m.games {
        change(list);
    }
}

/// Requests rows for the list and moves for the explorer, if what is wanted differs from the last request.
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
    take_from_list(cx, hit.game, Purpose::Open(hit.ply));
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
        Err(error) => return cx.m.toasts.error(t!("library-read-failed", error = error)),
    };
    match request.purpose {
        Purpose::Open(ply) => open_from_list(cx, request, game, ply),
        Purpose::Merge if request.serial == cx.m.game.serial => merge(cx, &game),
        // The merge was meant for a game that has left the board.
        Purpose::Merge => {}
        Purpose::Copy => {
            let text = pgn_write::write(&game.tags, &game.tree);
            cx.out.push(Effect::CopyText(text));
            cx.m.toasts.info(t!("library-game-copied"));
        }
    }
}

fn open_from_list(cx: &mut Cx<'_>, request: &ReadRequest, game: PgnGame, ply: u32) {
    let list = cx.m.games.as_ref().filter(|list| list.origin.is_same(&request.origin));
    let Some(list) = list else { return };
    if list.stamp != request.stamp {
        // The file has been written since, and the game may be at another place in it.
        return take_from_list(cx, request.place.game, request.purpose);
    }
    let name = list.name.clone();
    let what = phrase!(
        "library-undo-open-game",
        number = (request.place.game + 1).to_string(),
        name = name
    );
    let line = game.tree.main_line();
    let shown = line.get(ply as usize).copied();
    let problem = problem_text(&game);
    position::set_up(cx, GameState::analysis_of(game.tree, game.tags), what);
    face_user(cx);
    saving::settle_home(cx, request.origin.clone(), request.stamp, request.place);
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
    tree_edit::change(cx, |edits, tree| {
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
    }
}

/// Handles the result of an export.
pub(crate) fn exported(cx: &mut Cx<'_>, done: Result<PathBuf, String>) {
    match done {
        Ok(path) => cx.m.toasts.info(t!("library-exported", path = path.display().to_string())),
        Err(error) => cx.m.toasts.error(t!("library-export-failed", error = error)),
    }
}

// Putting what was opened or pasted on the board: a position, a game, or a list of games.

/// A longer pasted text is not parsed between two frames, bytes.
const LARGE_TEXT: usize = 1 << 20;

/// Handles a pasted text and returns its content. A large one is parsed on another thread and comes back as opened.
pub(crate) fn paste(cx: &mut Cx<'_>, text: String) -> Option<Opened> {
    if text.len() > LARGE_TEXT {
        cx.out.push(Effect::TakeText { source: t!("library-clipboard").to_owned(), text });
        return None;
    }
    Some(Opened::of(t!("library-clipboard"), &text))
}

/// Handles a text that was read.
pub(crate) fn take_opened(cx: &mut Cx<'_>, opened: Opened) {
    if let Some(path) = &opened.file
        && opened.found.is_ok()
        && !opened.quietly
    {
        saving::remember_file(cx, path);
    }
    let listed = opened.quietly || opened.as_list;
    let list = match (&opened.found, &opened.list) {
        (Ok(Pasted::Games(list)), _) => Some(Arc::clone(list)),
        // A file that is to be listed stays a list, even with one game or none.
        (_, Some(list)) if listed => Some(Arc::clone(list)),
        _ => None,
    };
    if let Some(list) = list {
        return show_list(cx, opened, list);
    }
    if opened.quietly {
        return;
    }
    let pasted =
        matches!(opened.origin, Origin::Text(_)) && opened.source == t!("library-clipboard");
    let source = opened.source.as_str();
    let what = if pasted {
        phrase!("library-undo-paste")
    } else {
        phrase!("library-undo-open", source = source)
    };
    match opened.found {
        Ok(Pasted::Position(position)) => {
            position::set_up(cx, GameState::analysis_line(&position), what);
            // A user who opens a position without moves wants to find a move.
            let bare = position.moves.is_empty();
            position::face(cx, if bare { cx.m.game.board().stm() } else { Color::White });
            cx.m.toasts.info(if pasted {
                t!("library-position-pasted").to_owned()
            } else {
                t!("library-position-opened", source = source)
            });
        }
        Ok(Pasted::Game(game)) => {
            let list = opened.list.as_ref();
            let encoding = list.map_or(Encoding::Utf8, |list| list.encoding());
            take_game(cx, game, what, (!pasted).then_some(source), encoding);
            if let Some(place) = opened.place {
                saving::settle_home(cx, opened.origin, opened.stamp, place);
            }
        }
        Ok(Pasted::Games(_)) => {}
        Ok(Pasted::Link(link)) => open_link::open(cx, *link, what),
        Err(problem) => {
            let is_link = matches!(&opened.origin, Origin::Text(text) if link::is_link(text));
            let title = if is_link {
                t!("link-unreadable").to_owned()
            } else if pasted {
                t!("library-nothing-in-clipboard").to_owned()
            } else {
                t!("library-nothing-in-file", source = source)
            };
            cx.m.dialog = Some(match problem.fen {
                Some(text) => Dialog::BrokenFen { title, text },
                None => Dialog::Problem { title, lines: problem.lines },
            });
        }
    }
}

/// `source`: the file it was opened from; `None`: it was pasted.
fn take_game(
    cx: &mut Cx<'_>,
    game: PgnGame,
    what: Phrase,
    source: Option<&str>,
    encoding: Encoding,
) {
    let odd = problem_text(&game);
    let moves = (game.tree.main_line().len() - 1).div_ceil(2);
    let variations = variations(&game.tree);
    position::set_up(cx, GameState::analysis_of(game.tree, game.tags), what);
    face_user(cx);
    if cx.m.view.workspace == Workspace::Study {
        cx.open_pane(PaneId::Moves);
    }
    if let Some(text) = odd {
        return cx.m.toasts.warn_of_game(with_encoding(text, encoding), cx.m.game.serial);
    }
    let text = match source {
        None => t!("library-game-pasted", moves = moves, variations = variations),
        Some(source) => {
            t!("library-game-opened", source = source, moves = moves, variations = variations)
        }
    };
    cx.m.toasts.info(with_encoding(text, encoding));
}

/// Turns the board to Black for a game the user played as Black, for another one to the side that its file says.
fn face_user(cx: &mut Cx<'_>) {
    let tags = &cx.m.game.tags;
    let of_file = || {
        let below = tags.known("Orientation")?;
        Color::ALL.into_iter().find(|side| side.name().eq_ignore_ascii_case(below))
    };
    let side = user_side(tags, &cx.m.settings.player_name).or_else(of_file);
    position::face(cx, side.unwrap_or(Color::White));
}

/// The number of variations in a game.
fn variations(tree: &GameTree) -> usize {
    let (mut count, mut waiting) = (0, vec![NodeId::ROOT]);
    while let Some(node) = waiting.pop() {
        let children = tree.children(node);
        count += children.len().saturating_sub(1);
        waiting.extend(children);
    }
    count
}

/// Shows the list of a text with several games.
pub(crate) fn show_list(cx: &mut Cx<'_>, opened: Opened, list: Arc<Collection>) {
    // The user's own games come as a list, in which the newest game is selected.
    let Opened { source, origin, stamp, quietly, as_list: newest, filter, .. } = opened;
    let known = cx.m.games.as_ref().map(|list| &list.origin).or(cx.m.list_of_session.as_ref());
    if quietly && !known.is_some_and(|known| known.is_same(&origin)) {
        // The list was to be read again, but has been closed since or replaced by another.
        return;
    }
    cx.m.list_of_session = None;
    let (games, cut, encoding) = (list.len(), list.is_cut(), list.encoding());
    let asked = Filter::parse(&filter);
    let test = asked.on(&list);
    let tells = |game: &u32| list.tells_something(*game) && test.passes(*game);
    let mut all = 0..games as u32;
    let first = if newest { all.rfind(tells) } else { all.find(tells) };
    cx.m.last_list += 1;
    let mut new = GameList::new(cx.m.last_list, source.clone(), origin, stamp, list);
    let old = cx.m.games.take().filter(|old| old.origin.is_same(&new.origin));
    if let Some(old) = &old {
        new.copy_view(old);
    }
    cx.m.games = Some(new);
    if newest && old.is_none() {
        let sort = Sort { column: Column::Number, descending: true };
        look_at_list(cx, |list| list.view.sort = sort);
    }
    if !filter.is_empty() {
        look_at_list(cx, |list| list.set_filter(filter));
    }
    cx.save = true;
    if quietly {
        return;
    }
    cx.close_dialogs();
    // A game in progress, or with changes that are in no file, stays on the board beside the list: a large file takes
    // long to read, and the user may be in the middle of a move.
    let stays = cx.m.game.is_played() || cx.m.would_lose().is_some();
    if let Some(first) = first.filter(|_| !stays) {
        take_from_list(cx, first, Purpose::Open(0));
    }
    cx.study(PaneId::Games);
    if cut {
        let text = t!("library-list-cut", source = source, n = games);
        cx.m.toasts.warn(text);
    } else {
        let text = t!("library-listed", n = games, source = source);
        cx.m.toasts.info(with_encoding(text, encoding));
    }
}

pub(crate) fn take_from_list(cx: &mut Cx<'_>, game: u32, purpose: Purpose) {
    let Some(list) = &mut cx.m.games else { return };
    let Some(place) = list.place(game) else { return };
    let (origin, stamp, serial) = (list.origin.clone(), list.stamp, cx.m.game.serial);
    let number = if matches!(purpose, Purpose::Open(_)) { list.next_open(game) } else { 0 };
    let request = ReadRequest { origin, stamp, place, purpose, serial, number };
    cx.out.push(Effect::ReadGame(Box::new(request)));
}

/// A message about a file, with its encoding if that is not UTF-8.
fn with_encoding(text: String, encoding: Encoding) -> String {
    if encoding == Encoding::Utf8 {
        return text;
    }
    t!("library-encoded", text = text, encoding = encoding.name())
}

/// What could not be read of a game, as text.
pub(crate) fn problem_text(game: &PgnGame) -> Option<String> {
    let first = game.warnings.first()?.to_string();
    Some(t!("library-problems", n = game.warnings.len(), first = first))
}
