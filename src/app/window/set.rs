//! Settings, dialogs and the rest of what concerns the window and no game.

use std::path::PathBuf;

use super::settings::SettingChange;
use super::view::Dialog;
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::effect::Effect;
use crate::engines::observer;
use crate::engines::state::Job;
use crate::game::new_game::NewGame;
use crate::game::state::Phase;
use crate::library::choose::FileQuestion;
use crate::library::explorer::{OpenBook, Source};
use crate::model::Reading;
use tabia_engine::search::thinker::EngineId;
use tabia_text::t;

/// The session that was offered is to be opened.
pub(crate) fn open_last_session(cx: &mut Cx<'_>) {
    if let Some(kept) = cx.m.offered.take() {
        cx.m.dialog = None;
        cx.out.push(Effect::OpenSession(kept));
    }
}

/// No to the open question.
pub(crate) fn close_dialog(cx: &mut Cx<'_>) {
    if matches!(cx.m.dialog, Some(Dialog::ChooseFile { .. })) {
        return file_chosen(cx, None);
    }
    match cx.m.dialog.take() {
        Some(Dialog::LastSession) => {
            if let Some(kept) = cx.m.offered.take() {
                let text = t!("dialog-last-session.kept", path = kept.display().to_string());
                cx.m.toasts.info(text);
            }
        }
        Some(Dialog::EngineLog { from_list: true, .. }) => cx.m.dialog = Some(Dialog::Engines),
        _ => {}
    }
}

/// Asks for a file or folder, over the dialog that is open.
pub(crate) fn ask_for_file(cx: &mut Cx<'_>, question: FileQuestion) {
    let behind = cx.m.dialog.take().map(Box::new);
    cx.m.dialog = Some(Dialog::ChooseFile { question, behind });
}

/// It was chosen, or nothing was.
pub(crate) fn file_chosen(cx: &mut Cx<'_>, chosen: Option<PathBuf>) {
    match cx.m.dialog.take() {
        Some(Dialog::ChooseFile { question, behind }) => {
            if let Some(path) = chosen {
                question.answer(path);
            }
            cx.m.dialog = behind.map(|behind| *behind);
        }
        other => cx.m.dialog = other,
    }
}

/// Changes a setting. If it concerns a running search, `settle` starts that again with the new options;
/// what is known of the position with other options no longer stands in its way.
pub(crate) fn set(cx: &mut Cx<'_>, change: SettingChange) {
    let (before, puct) = (cx.m.settings.engine, cx.m.settings.puct);
    if matches!(change, SettingChange::KeepGames(_)) {
        // Whether the game on the board counts as saved depends on it.
        cx.save = true;
    }
    if let SettingChange::Watching(watching) = change {
        observer::choose_watching(cx, watching);
    }
    let sounds = matches!(change, SettingChange::Sounds(_)).then(|| cx.m.settings.sounds.clone());
    let renames = matches!(change, SettingChange::PlayerName(_));
    change.apply(&mut cx.m.settings);
    if renames {
        rename_user(cx);
        cx.m.results.outdate();
    }
    if cx.m.settings.book_file.is_none() {
        cx.m.explorer.book = None;
    }
    if puct.config() != cx.m.settings.puct.config()
        && let Some(node) = cx.m.telemetry.search(EngineId::PUCT).map(|search| search.node)
    {
        // Found by another way of searching. A search under way begins anew by itself, as its options are others.
        cx.m.telemetry.forget_node(node, EngineId::PUCT);
    }
    let after = cx.m.settings.engine;
    // More lines or fewer leave the position worth what it was.
    if before.eval != after.eval {
        let jobs: Vec<Job> = cx.m.engine.jobs().collect();
        for job in jobs {
            cx.m.telemetry.forget_node(job.node, job.engine);
        }
    }
    if let Some(sound) = sounds.and_then(|before| cx.m.settings.sounds.sample(&before)) {
        cx.sound(sound);
    }
    cx.out.push(Effect::SaveSettings);
}

/// Asks before the settings are as on the first day.
pub(crate) fn ask_reset(cx: &mut Cx<'_>) {
    let question = t!("settings-reset.question").to_owned();
    cx.m.dialog = Some(Dialog::Confirm { question, command: UserCommand::ResetSettings });
}

/// The settings are as on the first day, and can be looked at.
pub(crate) fn reset(cx: &mut Cx<'_>) {
    set(cx, SettingChange::Reset);
    cx.m.dialog = Some(Dialog::Settings);
}

/// The user is called otherwise in the game under way, too. One that is over keeps the name it was played under.
fn rename_user(cx: &mut Cx<'_>) {
    let user = cx.m.user();
    let game = &mut cx.m.game;
    if let Some(side) = game.human_side().filter(|_| !matches!(game.phase, Phase::Over(_))) {
        game.players[side.index()] = user;
        cx.save = true;
    }
}

/// A text is being read, or none any more.
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

/// The new-game dialog has another draft.
pub(crate) fn draft_new_game(cx: &mut Cx<'_>, new: NewGame) {
    if matches!(cx.m.dialog, Some(Dialog::NewGame(_))) {
        cx.m.dialog = Some(Dialog::NewGame(new));
    }
}

/// A book was read, or could not be; `mended` says what was wrong with it and could be put right.
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

/// A folder of endgame tables was picked.
pub(crate) fn add_table_folder(cx: &mut Cx<'_>, folder: PathBuf) {
    let mut folders = cx.m.settings.table_folders.clone();
    if !folders.contains(&folder) {
        folders.push(folder);
        set(cx, SettingChange::TableFolders(folders));
    }
}
