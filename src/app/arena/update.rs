//! Handles the actions in the arena and the news of the threads that play.

use std::path::Path;

use tabia_games::printable;
use tabia_host::referee::live::TournamentState;
use tabia_host::referee::plan::{OpeningSource, Plan};
use tabia_text::t;

use super::draft::{self, Draft};
use super::messages::{
    ArenaAction, ArenaCommand, ArenaExport, ArenaNews, ArenaPick, Growth, Proposal,
};
use super::proposals;
use super::state::{PutAside, Run};
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::effect::Effect;
use crate::engines::{observer, seats};
use crate::model::Model;
use crate::window::toasts::ToastOffer;
use crate::window::view::Dialog;
use crate::window::workspace::Workspace;

/// Handles an action in the arena.
pub(crate) fn update(cx: &mut Cx<'_>, action: ArenaAction) {
    let send = |cx: &mut Cx<'_>, command| cx.out.push(Effect::Arena(command));
    match action {
        ArenaAction::SetUp => {
            cx.m.arena.draft = Some(Box::new(first_draft(cx.m)));
        }
        ArenaAction::Propose(of) => propose(cx, of),
        ArenaAction::Draft(draft) => {
            // The action may correct the problem with the plan.
            cx.m.arena.problem = None;
            cx.m.arena.draft = Some(draft);
            cx.save_soon();
        }
        ArenaAction::Cancel => put_draft(cx, None),
        ArenaAction::RestorePlan => {
            if let Some(plan) = cx.m.arena.dropped_draft.take() {
                cx.m.toasts.outdate(&[ToastOffer::RestorePlan]);
                put_draft(cx, Some(plan));
            }
        }
        ArenaAction::Pick(pick) => send(cx, ArenaCommand::Pick(pick)),
        ArenaAction::Start => {
            let Some(draft) = cx.m.arena.draft.clone() else { return };
            if cx.m.arena_start_refused().is_none() {
                play(cx, &draft);
            }
        }
        // A running tournament is not replaced.
        ArenaAction::GoOn(_) | ArenaAction::PutAside(_) if cx.m.arena_busy().is_some() => {}
        ArenaAction::GoOn(file) => {
            begin(cx);
            send(cx, ArenaCommand::GoOn(file));
        }
        ArenaAction::PutAside(file) => send(cx, ArenaCommand::PutAside(file)),
        ArenaAction::BringBack => bring_back(cx),
        ArenaAction::OpenPlan => ask_to_replace_plan(cx, None),
        ArenaAction::SavePlan => {
            if let Some(draft) = &cx.m.arena.draft {
                // The plan may be saved in another folder than the one it was opened from.
                let from = draft.opened.as_ref().and_then(|(file, _)| file.parent());
                let plan = draft.plan.clone();
                let plan = from.map_or_else(|| plan.clone(), |from| plan.clone().detached(from));
                let name = printable::file_name(&plan.name);
                cx.out.push(Effect::SaveText { name, ending: "json", text: plan.text() });
            }
        }
        ArenaAction::Pause(paused) => pause(cx, paused),
        ArenaAction::StopAfterGames => send(cx, ArenaCommand::StopAfterGames),
        ArenaAction::StopNow => send(cx, ArenaCommand::StopNow),
        ArenaAction::Grow(growth) => grow(cx, growth),
        ArenaAction::Ratings => {
            let elsewhere = cx.m.settings.tournament_plans.clone();
            send(cx, ArenaCommand::Rate(elsewhere));
        }
        ArenaAction::Close => {
            let arena = &mut cx.m.arena;
            if arena.ratings.take().is_none() && cx.m.arena_busy().is_none() {
                cx.m.arena.run = None;
                find(cx);
            }
        }
        ArenaAction::List(shown) => {
            if let Some(run) = &mut cx.m.arena.run {
                run.list(shown);
            }
        }
        ArenaAction::Enlarge(table) => {
            if let Some(run) = &mut cx.m.arena.run {
                run.large = table;
            }
        }
        ArenaAction::OpenGame(number) => send(cx, ArenaCommand::ReadGame(number)),
        ArenaAction::OpenMet(one, other) => {
            let names = cx.m.arena.ratings.as_ref().map(|list| &list.names);
            let name = |player| names.and_then(|names| names.get(player)).cloned();
            if let (Some(one), Some(other)) = (name(one), name(other)) {
                let elsewhere = cx.m.settings.tournament_plans.clone();
                send(cx, ArenaCommand::ReadMet([one, other], elsewhere));
            }
        }
        ArenaAction::Export(export) => write(cx, export),
        ArenaAction::News(news) => take(cx, news),
    }
}

/// Pauses or resumes the starting of games.
fn pause(cx: &mut Cx<'_>, paused: bool) {
    let Some(run) = &mut cx.m.arena.run else { return };
    run.paused = paused;
    // If it also waits for something else, that decides when it resumes.
    if paused {
        cx.out.push(Effect::Arena(ArenaCommand::Pause));
    } else if run.allowed > 0 {
        cx.out.push(Effect::Arena(ArenaCommand::Resume));
    }
}

/// The initial plan of the setup: that of the last tournament.
fn first_draft(m: &Model) -> Draft {
    match &m.arena.run {
        Some(run) => Draft { plan: run.plan.clone(), opened: None },
        None => Draft::first(m.processors),
    }
}

/// Sets up a proposed tournament. A running tournament is not replaced, and if the user has changed the plan being set
/// up, the program asks first.
fn propose(cx: &mut Cx<'_>, of: Proposal) {
    if let Some(why) = cx.m.arena_busy() {
        return cx.m.toasts.offer(why, UserCommand::ArenaWorkspace);
    }
    ask_to_replace_plan(cx, Some(of));
}

/// Replaces the plan being set up by a proposed one, or by a plan from a file (`None`). Asks first if the user has
/// changed it.
fn ask_to_replace_plan(cx: &mut Cx<'_>, of: Option<Proposal>) {
    match cx.m.arena.draft.as_deref() {
        Some(draft) if is_changed(cx.m, draft) => {
            let name = printable::line(&draft.plan.name).into_owned();
            cx.m.dialog = Some(Dialog::ReplacePlan { name, of });
        }
        _ => replace_plan(cx, of),
    }
}

/// Replaces the plan being set up by a proposed one, or lets the user pick a plan (`None`).
pub(crate) fn replace_plan(cx: &mut Cx<'_>, of: Option<Proposal>) {
    match of {
        Some(of) => set_up_offered(cx, of),
        None => cx.out.push(Effect::Arena(ArenaCommand::PickPlan)),
    }
}

/// Ends the setup, or continues it with another plan. A note offers to restore a plan that the user has changed.
fn put_draft(cx: &mut Cx<'_>, draft: Option<Box<Draft>>) {
    cx.m.arena.problem = None;
    let before = std::mem::replace(&mut cx.m.arena.draft, draft);
    if let Some(changed) = before.filter(|before| is_changed(cx.m, before)) {
        let name = printable::line(&changed.plan.name).into_owned();
        // The button of an earlier toast would restore this one.
        cx.m.toasts.outdate(&[ToastOffer::RestorePlan]);
        let text = t!("arena-plan-discarded", name = name);
        cx.m.toasts.info_with(text, &[ToastOffer::RestorePlan]);
        cx.m.arena.dropped_draft = Some(changed);
    }
    cx.save_soon();
}

/// Whether the user has changed the plan being set up, so that the changes would be lost.
fn is_changed(m: &Model, draft: &Draft) -> bool {
    let is_offered = || Proposal::ALL.iter().any(|&of| *draft == proposals::offered(m, of));
    draft.file().is_none() && *draft != first_draft(m) && !is_offered()
}

/// Sets up a proposed tournament, replacing the plan being set up.
fn set_up_offered(cx: &mut Cx<'_>, of: Proposal) {
    cx.m.arena.problem = None;
    cx.m.arena.draft = Some(Box::new(proposals::offered(cx.m, of)));
    cx.go_to_workspace(Workspace::Arena);
    cx.save_soon();
}

/// Plays a match of another workspace at once, unless a tournament is already running.
pub(crate) fn play(cx: &mut Cx<'_>, draft: &Draft) {
    if let Some(why) = cx.m.arena_busy() {
        return cx.m.toasts.offer(why, UserCommand::ArenaWorkspace);
    }
    begin(cx);
    cx.out.push(Effect::Arena(ArenaCommand::Play(Box::new(draft.played()), draft.file())));
}

/// Marks that a tournament is being prepared.
fn begin(cx: &mut Cx<'_>) {
    cx.m.arena.preparing = true;
    cx.m.arena.problem = None;
}

/// Adds rounds or another player; a finished tournament is prepared again.
fn grow(cx: &mut Cx<'_>, growth: Growth) {
    let Some(run) = &cx.m.arena.run else { return };
    // Games after the decision of a test would not count.
    if run.decision().is_some() || growth.apply(&run.plan).is_none() {
        return;
    }
    if !run.goes_on() {
        if cx.m.arena_busy().is_some() {
            return;
        }
        begin(cx);
    }
    cx.out.push(Effect::Arena(ArenaCommand::Grow(growth)));
}

fn write(cx: &mut Cx<'_>, export: ArenaExport) {
    let Some(run) = &cx.m.arena.run else { return };
    let table = tabia_host::referee::standings::table(
        run.standings(),
        &run.names,
        &run.conduct,
        &run.progress,
    );
    let name = run.plan.name.clone();
    match export {
        ArenaExport::Pgn => cx.out.push(Effect::Arena(ArenaCommand::SaveGames(name))),
        ArenaExport::Csv => {
            let name = printable::file_name(&name);
            cx.out.push(Effect::SaveText { name, ending: "csv", text: table.csv() });
        }
        ArenaExport::Markdown => cx.copy_text(table.markdown(), t!("arena-table-copied")),
    }
}

fn take(cx: &mut Cx<'_>, news: ArenaNews) {
    let now = cx.now;
    let arena = &mut cx.m.arena;
    match news {
        ArenaNews::Saved(Ok(saved)) => arena.saved = Some(saved),
        ArenaNews::Saved(Err(problem)) => {
            arena.saved = Some(Vec::new());
            arena.problem = Some(problem);
        }
        ArenaNews::PutAside(done) => put_aside(cx, done),
        ArenaNews::BroughtBack(done) => brought_back(cx, done),
        ArenaNews::Opened(plan, file) => {
            // The plan may have been changed while its user chose the file.
            put_draft(cx, Some(Box::new(Draft::opened(*plan, file.clone()))));
            // The games are stored beside the plan, both those already played and new ones.
            cx.m.settings.remember_plan(file);
            cx.out.push(Effect::SaveSettings);
            find(cx);
        }
        ArenaNews::Picked(pick, path) => {
            if let Some(draft) = &mut arena.draft {
                put(&mut draft.plan, pick, &path);
            }
            cx.save_soon();
        }
        ArenaNews::Grown(grown) => {
            if let Some(run) = &mut arena.run {
                run.grow(*grown);
                cx.m.lab.scratch.follow(run);
            }
        }
        ArenaNews::Ratings(list) => arena.ratings = Some(list),
        ArenaNews::Starting(name) => {
            arena.awaited = Some(printable::line(&name).into_owned()).filter(|_| arena.preparing);
        }
        ArenaNews::Begun(begun) => {
            (arena.preparing, arena.awaited) = (false, None);
            arena.ratings = None;
            // Another plan may have been set up meanwhile.
            let taken = arena.draft.take_if(|draft| {
                // If another tournament has its name, the name is changed for the file.
                Plan { name: begun.plan.name.clone(), ..draft.played() } == begun.plan
            });
            let run = arena.run.insert(Box::new(Run::new(*begun, now)));
            cx.m.lab.scratch.follow(run);
            if taken.is_some() {
                // In a session the draft would hide the tournament after a crash.
                cx.save = true;
            }
        }
        ArenaNews::Played(played) => {
            if let Some(run) = &mut arena.run {
                cx.m.lab.scratch.add_game(&played.result);
                run.add(*played);
            }
        }
        ArenaNews::Live(events) => {
            if let Some(run) = &mut arena.run {
                for event in events {
                    run.take(event, now);
                }
            }
        }
        ArenaNews::Over(problem) => over(cx, problem),
    }
}

/// Handles the end of a tournament, or the failure to start one.
fn over(cx: &mut Cx<'_>, problem: Option<String>) {
    let arena = &mut cx.m.arena;
    let prepared = std::mem::take(&mut arena.preparing);
    arena.awaited = None;
    if let Some(run) = arena.run.as_mut().filter(|_| !prepared) {
        run.tables.clear();
        if run.goes_on() {
            run.state = TournamentState::Ended { complete: false };
        }
    }
    let problem = problem.map(|problem| printable::line(&problem).into_owned());
    if let Some(problem) = &problem {
        if cx.m.view.workspace != Workspace::Arena || !cx.m.arena.says_problem() {
            cx.m.toasts.error(problem.clone());
        }
    } else if !prepared && cx.m.view.workspace != Workspace::Arena {
        let stopped = cx.m.arena.run.as_ref().filter(|run| {
            run.state == TournamentState::Ended { complete: false } && run.decision().is_none()
        });
        let text = stopped.map(|run| {
            let name = printable::line(&run.plan.name).into_owned();
            t!("arena-stopped-toast", name = name, n = run.ended.len())
        });
        cx.m.toasts.info(text.unwrap_or_else(|| t!("arena-over-toast").to_owned()));
    }
    cx.m.arena.problem = problem;
    find(cx);
}

/// Looks for the earlier tournaments.
fn find(cx: &mut Cx<'_>) {
    let elsewhere = cx.m.settings.tournament_plans.clone();
    cx.out.push(Effect::Arena(ArenaCommand::Find(elsewhere)));
}

/// Restores the tournament that was last removed from the list.
fn bring_back(cx: &mut Cx<'_>) {
    match cx.m.arena.put_aside.take() {
        Some(aside) if aside.is_forgotten() => {
            cx.m.settings.remember_plan(aside.file);
            cx.out.push(Effect::SaveSettings);
            brought_back(cx, Ok(()));
        }
        Some(aside) => cx.out.push(Effect::Arena(ArenaCommand::BringBack(aside))),
        None => {}
    }
}

/// Handles the result of restoring a tournament.
fn brought_back(cx: &mut Cx<'_>, done: Result<(), String>) {
    cx.m.toasts.outdate(&[ToastOffer::BringBackTournament]);
    if let Err(error) = done {
        cx.m.toasts.error(error);
    }
    find(cx);
}

/// Handles the result of removing a tournament from the list.
fn put_aside(cx: &mut Cx<'_>, done: Result<PutAside, String>) {
    match done {
        Ok(aside) => {
            // The button of an earlier toast would restore this one.
            cx.m.toasts.outdate(&[ToastOffer::BringBackTournament]);
            let text = if aside.is_forgotten() {
                cx.m.settings.tournament_plans.retain(|file| *file != aside.file);
                cx.out.push(Effect::SaveSettings);
                t!("arena-put-aside-elsewhere", name = aside.title())
            } else {
                t!("arena-put-aside-done", name = aside.title())
            };
            cx.m.toasts.info_with(text, &[ToastOffer::BringBackTournament]);
            cx.m.arena.put_aside = Some(aside);
        }
        Err(error) => cx.m.toasts.error(error),
    }
    find(cx);
}

/// Sets the picked file or folder in a plan.
fn put(plan: &mut Plan, pick: ArenaPick, path: &Path) {
    match pick {
        ArenaPick::Openings => {
            let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
            let (file, plies) = (path.to_owned(), draft::OPENING_PLIES);
            plan.openings.from = match ending.to_str() {
                Some("pgn") => OpeningSource::Pgn { file, plies },
                Some("bin") => OpeningSource::Book { file, plies },
                _ => OpeningSource::Epd { file },
            };
        }
        ArenaPick::Tables => plan.adjudication.syzygy = Some(path.to_owned()),
        ArenaPick::Folder(player) => {
            if let Some(player) = player.find(plan) {
                player.folder = Some(path.to_string_lossy().into_owned());
            }
        }
        ArenaPick::Option { player, name, .. } => {
            if let Some(player) = player.find(plan) {
                player.options.insert(name, path.to_string_lossy().into_owned());
            }
        }
    }
}

impl Model {
    /// Why no other tournament can start now; `None`: one can.
    pub fn arena_busy(&self) -> Option<String> {
        let arena = &self.arena;
        match (&arena.run, &arena.awaited) {
            (_, Some(name)) if arena.preparing => {
                Some(t!("arena-preparing-player", name = name.as_str()))
            }
            _ if arena.preparing => Some(t!("arena-preparing").to_owned()),
            (Some(run), _) if run.goes_on() => Some(t!("arena-one-at-a-time").to_owned()),
            _ => None,
        }
    }

    /// Why the plan being set up cannot be played now; `None`: it can.
    pub fn arena_start_refused(&self) -> Option<String> {
        self.arena_busy().or_else(|| draft::problem(&self.arena.draft.as_ref()?.plan))
    }

    /// Search threads that a game or an analysis outside the arena needs, whether it is thinking now or not.
    pub fn own_threads(&self) -> u32 {
        if self.engine.analysis {
            seats::threads_asked(self)
        } else if self.game.is_played() && !self.game.paused && self.stuck_player().is_none() {
            observer::players_threads(self)
        } else {
            0
        }
    }
}

/// Sets the number of concurrent games to what the user's own games and analyses leave processors for.
pub(crate) fn settle(cx: &mut Cx<'_>) {
    if cx.m.view.workspace == Workspace::Arena && !cx.m.arena.listed {
        cx.m.arena.listed = true;
        find(cx);
    }
    let (own, processors) = (cx.m.own_threads(), cx.m.processors);
    let searches = cx.m.engine.jobs().next().is_some();
    let Some(run) = cx.m.arena.run.as_mut().filter(|run| run.goes_on()) else { return };
    let wanted = run.plan.concurrency;
    let allowed = if own == 0 {
        wanted
    } else {
        // While nothing searches, one game always may: a game may wait for its user's move for hours.
        let free = processors.saturating_sub(own) / draft::threads_of_a_game(&run.plan);
        wanted.min(free.max(u32::from(!searches)))
    };
    let before = std::mem::replace(&mut run.allowed, allowed);
    if allowed == before {
        return;
    }
    let paused = run.paused;
    if allowed == 0 {
        cx.out.push(Effect::Arena(ArenaCommand::Pause));
        return;
    }
    cx.out.push(Effect::Arena(ArenaCommand::SetConcurrency(allowed)));
    if before == 0 && !paused {
        cx.out.push(Effect::Arena(ArenaCommand::Resume));
    }
}
