//! Handles the actions on the page of results.

use std::sync::Arc;

use tabia_text::t;

use super::export;
use super::read::ResultsRequest;
use super::state::{ResultsAction, Stage};
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::effect::Effect;
use crate::game::times::day;
use crate::library::collection::is_of_file;
use crate::library::own;
use crate::model::Model;
use crate::opponent::even::EvenMatch;
use crate::training::state::Page;
use crate::window::view::Dialog;
use crate::window::workspace::Workspace;

pub(crate) fn update(cx: &mut Cx<'_>, action: ResultsAction) {
    match action {
        ResultsAction::Read { ticket, read } => {
            let page = &mut cx.m.results;
            if ticket == page.ticket && page.stage == Stage::Asked {
                page.stage = Stage::Shown;
                (page.record, page.results) = match read {
                    Ok((record, results)) => (Some(Ok(record)), results),
                    Err(error) => (Some(Err(error)), Arc::default()),
                };
                seed_even_match(cx);
            }
        }
        ResultsAction::Filter(filter) => {
            let page = &mut cx.m.results;
            page.filter = filter;
            page.stage = match page.stage {
                Stage::Shown | Stage::Uncounted => Stage::Uncounted,
                // The result was not shown yet: it is read with the new filter.
                Stage::Asked | Stage::Outdated => Stage::Outdated,
            };
        }
        ResultsAction::ListAll(all) => cx.m.results.lists_all = all,
        ResultsAction::ShowGames(filter) => cx.out.push(Effect::OpenOwnGames { filter }),
        ResultsAction::Export => {
            let text = export::csv(&cx.m.results.results);
            let name = t!("results-file").to_owned();
            cx.out.push(Effect::SaveText { name, ending: "csv", text });
        }
        ResultsAction::PutAside(done) => put_aside(cx, done),
    }
}

/// Whether an even match can be chosen that has had no game so far: it starts at the user's rating.
fn chooses_first_even_match(m: &Model) -> bool {
    matches!(m.dialog, Some(Dialog::NewGame(_))) && m.settings.even_match.games == 0
}

/// Starts an even match without games at the user's rating, if there is one.
fn seed_even_match(cx: &mut Cx<'_>) {
    let rating = cx.m.results.results.best_known_rating();
    let Some(rating) = rating.filter(|_| chooses_first_even_match(cx.m)) else { return };
    let even = EvenMatch::at(rating.value);
    cx.m.settings.even_match = even;
    if let Some(Dialog::NewGame(draft)) = &mut cx.m.dialog {
        *draft = std::mem::take(draft).with_even_match(even);
    }
}

/// While the page is shown, its numbers are kept up to date with the file; the dialog of a new game may need them
/// once.
pub(crate) fn settle(cx: &mut Cx<'_>) {
    let shown = cx.m.view.workspace == Workspace::Training && cx.m.training.page == Page::Results;
    if !shown && !chooses_first_even_match(cx.m) {
        // Another program may have written to the file while the page was not shown.
        cx.m.results.outdate();
        return;
    }
    let page = &mut cx.m.results;
    let known = match page.stage {
        Stage::Asked | Stage::Shown => return,
        Stage::Uncounted => page.record.clone().and_then(Result::ok),
        Stage::Outdated => None,
    };
    page.stage = Stage::Asked;
    page.ticket += 1;
    let settings = &cx.m.settings;
    cx.out.push(Effect::ReadResults(ResultsRequest {
        ticket: page.ticket,
        user: settings.player_name.clone(),
        engines: settings.engines.engines.iter().map(|spec| spec.name.clone()).collect(),
        filter: page.filter,
        today: day(&cx.m.today),
        known,
    }));
}

/// Asks before the file is moved out of the way.
pub(crate) fn ask_delete(cx: &mut Cx<'_>) {
    let question = t!("results-delete").to_owned();
    cx.m.dialog = Some(Dialog::Confirm { question, command: UserCommand::DeleteMyGames });
}

/// Handles the result of moving the file out of the way.
fn put_aside(cx: &mut Cx<'_>, done: Result<Option<std::path::PathBuf>, String>) {
    cx.m.results.outdate();
    match done {
        Ok(Some(path)) => {
            cx.m.own.forget_file();
            let file = path.with_file_name(own::FILE_NAME);
            if cx.m.games.as_ref().is_some_and(|list| is_of_file(list, &file)) {
                cx.m.games = None;
                cx.m.explorer.games = None;
            }
            cx.save = true;
            cx.m.toasts.info(t!("results-deleted", path = path.display().to_string()));
        }
        Ok(None) => cx.m.toasts.info(t!("library-no-own-games")),
        Err(error) => cx.m.toasts.error(t!("results-delete-failed", error = error)),
    }
}
