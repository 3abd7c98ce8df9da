//! Settings, dialogs and everything else that concerns the window and no game.

use std::mem::discriminant;
use std::path::PathBuf;

use super::settings::{SettingChange, Settings};
use super::view::Dialog;
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::effect::Effect;
use crate::engines::observer;
use crate::engines::puct::PuctSettings;
use crate::game::new_game::NewGame;
use crate::game::replacement::Replacement;
use crate::game::state::Phase;
use crate::library::choose::{FileQuestion, PathKind};
use crate::library::explorer::{OpenBook, Source};
use crate::model::Reading;
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::search::thinker::EngineId;
use tabia_text::t;

/// Opens the session that was offered.
pub(crate) fn open_last_session(cx: &mut Cx<'_>) {
    if let Some(kept) = cx.m.offered.take() {
        cx.m.dialog = None;
        cx.out.push(Effect::OpenSession(kept));
    }
}

/// Answers no to the open question.
pub(crate) fn close_dialog(cx: &mut Cx<'_>) {
    match cx.m.dialog.take() {
        Some(Dialog::LastSession) => {
            if let Some(kept) = cx.m.offered.take() {
                let text = t!("dialog-last-session.kept", path = kept.display().to_string());
                cx.m.toasts.info(text);
            }
        }
        Some(Dialog::EngineLog { from_list: true, .. }) => cx.m.dialog = Some(Dialog::Engines),
        // A game that was set up is not lost with the answer.
        Some(Dialog::Replace(_, new)) => {
            if let Replacement::New(draft) = *new {
                cx.m.dialog = Some(Dialog::NewGame(draft));
            }
        }
        _ => {}
    }
}

/// Opens a dialog for which the user has not left the open one: that comes back when the new one is closed.
pub(crate) fn open_over(cx: &mut Cx<'_>, dialog: Dialog) {
    let again = |open: &mut Dialog| {
        !matches!(open, Dialog::Palette) && discriminant(open) != discriminant(&dialog)
    };
    cx.m.behind.extend(cx.m.dialog.take_if(again));
    cx.m.dialog = Some(dialog);
}

/// Asks for a file or folder, on top of the open dialog.
pub(crate) fn ask_for_file(cx: &mut Cx<'_>, question: FileQuestion) {
    open_over(cx, Dialog::ChooseFile(question));
}

/// Handles the chosen file.
pub(crate) fn file_chosen(cx: &mut Cx<'_>, path: PathBuf) {
    match cx.m.dialog.take() {
        Some(Dialog::ChooseFile(question)) => {
            let is_folder = question.wanted == PathKind::Folder;
            let folder = if is_folder { Some(path.as_path()) } else { path.parent() };
            // The file of the settings is text.
            let kept = folder.filter(|folder| folder.is_absolute() && folder.to_str().is_some());
            if let Some(folder) = kept {
                cx.m.settings.chosen_folder = Some(folder.to_owned());
                cx.out.push(Effect::SaveSettings);
            }
            question.answer(path);
        }
        other => cx.m.dialog = other,
    }
}

/// Changes a setting. If it concerns a running search, that is restarted with the new options after the action;
/// results of other options no longer prevent storing new ones.
pub(crate) fn set(cx: &mut Cx<'_>, change: SettingChange) {
    let before = (cx.m.settings.engine, cx.m.settings.puct);
    if matches!(change, SettingChange::KeepGames(_)) {
        // It affects whether the game on the board counts as saved.
        cx.save = true;
    }
    let sounds = matches!(change, SettingChange::Sounds(_)).then(|| cx.m.settings.sounds.clone());
    let renames = matches!(change, SettingChange::PlayerName(_));
    let chooses_watching = matches!(change, SettingChange::Watching(_) | SettingChange::Reset);
    change.apply(&mut cx.m.settings);
    if chooses_watching {
        observer::choose_watching(cx, cx.m.settings.watching);
    }
    if renames {
        rename_user(cx);
        cx.m.results.outdate();
    }
    changed(cx, before);
    if let Some(sound) = sounds.and_then(|before| cx.m.settings.sounds.sample(&before)) {
        cx.sound(sound);
    }
    cx.out.push(Effect::SaveSettings);
}

/// Takes the settings that another window has saved. The window reads their files.
pub(crate) fn adopt(cx: &mut Cx<'_>, settings: Settings) {
    let before = (cx.m.settings.engine, cx.m.settings.puct);
    if settings.puzzle_file != cx.m.settings.puzzle_file {
        (cx.m.training.file, cx.m.training.file_error) = (None, None);
    }
    cx.m.settings = settings;
    cx.m.use_settings();
    observer::choose_watching(cx, cx.m.settings.watching);
    cx.m.results.outdate();
    changed(cx, before);
}

/// Settings were changed that had these values before.
fn changed(cx: &mut Cx<'_>, (before, puct): (EngineOptions, PuctSettings)) {
    let book = &mut cx.m.explorer.book;
    *book = book.take().filter(|open| cx.m.settings.book_file.as_ref() == Some(&open.path));
    if puct.config() != cx.m.settings.puct.config() {
        cx.m.telemetry.outdate(EngineId::PUCT);
    }
    // The number of lines does not change the value of a position.
    if before.eval != cx.m.settings.engine.eval {
        cx.m.telemetry.outdate(EngineId::BUILT_IN);
        cx.m.telemetry.outdate(EngineId::OBSERVER);
    }
}

/// Asks before all settings are reset.
pub(crate) fn ask_reset(cx: &mut Cx<'_>) {
    let question = t!("settings-reset.question").to_owned();
    cx.m.dialog = Some(Dialog::Confirm { question, command: UserCommand::ResetSettings });
}

/// Resets all settings and shows them.
pub(crate) fn reset(cx: &mut Cx<'_>) {
    set(cx, SettingChange::Reset);
    cx.m.dialog = Some(Dialog::Settings);
}

/// Renames the user in the game in progress too. A finished game keeps the name it was played under.
fn rename_user(cx: &mut Cx<'_>) {
    let user = cx.m.user();
    let game = cx.m.own_game_mut();
    if let Some(side) = game.human_side().filter(|_| !matches!(game.phase, Phase::Over(_))) {
        game.players[side.index()] = user;
        cx.save = true;
    }
}

/// Stores which text is being read, if any.
pub(crate) fn reading(cx: &mut Cx<'_>, reading: Option<(String, f32)>) {
    let before = cx.m.reading.take();
    cx.m.reading = reading.map(|(name, share)| {
        let since_ms = match before {
            Some(before) if before.name == name => before.since_ms,
            _ => cx.now,
        };
        Reading { name, share, since_ms }
    });
}

/// Stores the choices in the new-game dialog.
pub(crate) fn draft_new_game(cx: &mut Cx<'_>, new: NewGame) {
    if matches!(cx.m.dialog, Some(Dialog::NewGame(_))) {
        cx.m.dialog = Some(Dialog::NewGame(new));
    }
}

/// Handles a book that was read, or could not be; `mended` lists the errors that were repaired.
pub(crate) fn book_opened(cx: &mut Cx<'_>, opened: Result<OpenBook, String>, mended: Vec<String>) {
    match opened {
        Ok(open) => {
            let known = cx.m.settings.book_file.as_ref() == Some(&open.path);
            if !known {
                let moves = open.book.len();
                let text = t!("toast-book-opened", name = open.name(), moves = moves);
                cx.m.toasts.info(text);
                set(cx, SettingChange::BookFile(Some(open.path.clone())));
                cx.m.explorer.source = Source::Book;
            }
            cx.m.explorer.book = Some(open);
        }
        Err(error) => cx.m.toasts.error(error),
    }
    for line in mended {
        cx.m.toasts.warn(line);
    }
}

/// Adds the folder of tablebases that was picked.
pub(crate) fn add_table_folder(cx: &mut Cx<'_>, folder: PathBuf) {
    let mut folders = cx.m.settings.table_folders.clone();
    if !folders.contains(&folder) {
        folders.push(folder);
        set(cx, SettingChange::TableFolders(folders));
    }
}
