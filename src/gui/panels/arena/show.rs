//! The arena's parts and their places: the tournament with its standings on the left, the games on the right. When
//! nothing is being played it offers what can be done.

use std::time::Duration;

use eframe::egui::containers::menu::MenuButton;
use eframe::egui::{
    Align, Button, Label, Layout, ProgressBar, Rect, Response, RichText, ScrollArea, Ui, UiBuilder,
    Vec2, pos2, vec2,
};

use tabia_app::action::{Action, ArenaAction, ArenaExport, Growth, Proposal};
use tabia_app::arena::draft::{self, Form};
use tabia_app::arena::state::{RatingList, Run, SavedTournament};
use tabia_engine::play::control::Control;
use tabia_games::strength::sprt::Decision;
use tabia_host::referee::live::TournamentState;
use tabia_host::referee::plan::{OpeningSource, Plan};
use tabia_host::referee::player::Player;
use tabia_host::referee::schedule::{Colours, Format};
use tabia_text::{number, t};

use super::{games, set_up, standings, test_curve};
use crate::gui::arrangement::layout::{CORNER, EDGE, GAP};
use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::widgets::buttons;

/// Space inside panels, points.
pub(super) const INSIDE: f32 = 16.0;
/// Share of the width given to the left column.
const LEFT: f32 = 0.637;
/// Share of the height given to the standings, and the maximum they may take with more players.
const UPPER: f32 = 0.5;
const MAX_UPPER: f32 = 0.62;
/// Height of a header: a sentence, its details, and the bar below.
const HEAD: f32 = 48.0;

/// Shows the workspace.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let area = ui.max_rect();
    let body = Rect::from_min_max(area.min + vec2(EDGE, 4.0), area.max - vec2(EDGE, EDGE));
    let arena = &cx.model.arena;
    match (&arena.draft, &arena.ratings, &arena.run) {
        (Some(draft), ..) => set_up::show(ui, cx, body, draft, out),
        (None, Some(list), _) => ratings(ui, cx, body, list, out),
        (None, None, Some(run)) => tournament(ui, cx, body, run, out),
        (None, None, None) => nothing(ui, cx, body, out),
    }
}

/// A panel in this place.
pub(super) fn panel(ui: &mut Ui, salt: &str, place: Rect, add: impl FnOnce(&mut Ui)) {
    ui.painter().rect_filled(place, CORNER, theme::palette(ui).panel);
    let inner = place.shrink(INSIDE);
    let mut child = ui.new_child(UiBuilder::new().id_salt(salt).max_rect(inner));
    child.set_clip_rect(place.intersect(ui.clip_rect()));
    add(&mut child);
}

/// Text of 12 in weak ink.
pub(super) fn small(ui: &mut Ui, text: impl Into<String>) {
    let ink = theme::palette(ui).text_faint;
    ui.add(Label::new(RichText::new(text).small().color(ink)).truncate());
}

fn tournament(ui: &mut Ui, cx: &Cx<'_>, body: Rect, run: &Run, out: &mut Vec<Action>) {
    let left = ((body.width() - GAP) * LEFT).floor();
    let room = body.height() - GAP;
    let wanted = HEAD + standings::height(run.names.len()) + 2.0 * INSIDE;
    let upper = wanted.min(room * MAX_UPPER).max(room * UPPER);
    let split = (body.top() + upper).floor();
    let upper = Rect::from_min_max(body.min, pos2(body.left() + left, split));
    let lower =
        Rect::from_min_max(pos2(body.left(), split + GAP), pos2(upper.right(), body.bottom()));
    let right = Rect::from_min_max(pos2(upper.right() + GAP, body.top()), body.max);
    panel(ui, "standings", upper, |ui| {
        head(ui, cx, run, out);
        standings::of_run(ui, cx, run, out);
    });
    if run.sprt().is_some() {
        panel(ui, "test", lower, |ui| test_curve::show(ui, run));
        panel(ui, "games", right, |ui| games::wall_and_list(ui, cx, run, out));
    } else {
        panel(ui, "list", lower, |ui| games::list(ui, run, out));
        panel(ui, "games", right, |ui| games::wall(ui, cx, run, out));
    }
}

/// The progress of the tournament, its description, and what can be done with it.
fn head(ui: &mut Ui, cx: &Cx<'_>, run: &Run, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let (rect, _) =
        ui.allocate_exact_size(vec2(ui.available_width(), HEAD), eframe::egui::Sense::hover());
    let right = buttons::at_right(ui, "orders", rect, |ui| orders(ui, cx, run, out));
    let words = rect.with_max_x(right.left() - 12.0);
    let mut column = ui.new_child(UiBuilder::new().id_salt("words").max_rect(words));
    column.spacing_mut().item_spacing.y = 2.0;
    let title = RichText::new(title(run)).size(18.0).color(p.text);
    column.add(Label::new(title).truncate());
    let halted = matches!(run.state, TournamentState::Paused(Some(_)));
    let (text, ink) = match state(cx, run) {
        // The reason the games stopped has the line to itself.
        Some(state) if halted => (state, p.warn),
        Some(state) => (format!("{state} · {}", description(run)), p.text_weak),
        None => (description(run), p.text_weak),
    };
    // Where it is cut off, the tooltip has the whole text.
    column.add(Label::new(RichText::new(text).small().color(ink)).truncate());
    let played = run.ended.len() as f32;
    let share = played / (played + run.games_left() as f32).max(1.0);
    let share = if is_over(run) { 1.0 } else { share };
    let bar = ProgressBar::new(share).desired_height(4.0).fill(p.accent);
    ui.add(bar);
}

/// Whether no more games will be played.
pub(crate) fn is_over(run: &Run) -> bool {
    match run.state {
        TournamentState::Ended { complete } => complete || run.decision().is_some(),
        _ => false,
    }
}

/// Maximum length of a name in the title, so that what it has won is visible too.
const WINNER: usize = 24;

fn title(run: &Run) -> String {
    let (played, games) = (run.ended.len(), run.progress.games);
    let (champion, round) = (run.progress.champion, run.progress.round);
    match (&run.state, champion.and_then(|champion| run.names.get(champion))) {
        (_, Some(winner)) => {
            let winner = format::elided(winner, WINNER);
            t!("arena-won", winner = winner.as_ref(), games = played)
        }
        (TournamentState::Ended { .. }, None) if let Some(decision) = run.decision() => {
            decided(decision, played as u32)
        }
        (TournamentState::Ended { complete: true }, None) => {
            t!("arena-all-played", name = run.title(), games = games)
        }
        _ => match round {
            Some((round, rounds)) => {
                let (round, rounds) = (round.to_string(), rounds.to_string());
                // Tied matches of a knock-out may take more.
                let least = if run.progress.ties.is_empty() { "no" } else { "yes" };
                t!(
                    "arena-progress-round",
                    played = played,
                    games = games,
                    round = round,
                    rounds = rounds,
                    least = least,
                )
            }
            None => progress_of(run),
        },
    }
}

/// What a test has decided.
fn decided(decision: Decision, games: u32) -> String {
    match decision {
        Decision::H1 => t!("arena-decided-h1", games = games),
        Decision::H0 => t!("arena-decided-h0", games = games),
    }
}

/// How many games of a tournament have been played.
pub(crate) fn progress_of(run: &Run) -> String {
    let (form, tested) = (Form::of(run.plan.format), run.sprt().is_some());
    progress(form, tested, run.ended.len() as u32, run.progress.games)
}

/// How many games have been played: ties of a knock-out may take more games than are known, a match that is `tested`
/// ends when its test decides.
fn progress(form: Form, tested: bool, played: u32, games: u32) -> String {
    if tested {
        return t!("arena-progress-test", played = played, games = games);
    }
    let least = if form == Form::KnockOut { "yes" } else { "no" };
    t!("arena-progress", played = played, games = games, least = least)
}

/// The state of a tournament in words: why no game starts, or the time left. `None` if it is over, or if there is no
/// estimate of the time.
pub(crate) fn state(cx: &Cx<'_>, run: &Run) -> Option<String> {
    match &run.state {
        TournamentState::Ended { .. } if is_over(run) => None,
        TournamentState::Ended { .. } => Some(t!("arena-state-stopped").to_owned()),
        TournamentState::Stopping => Some(t!("arena-state-stopping").to_owned()),
        TournamentState::Paused(Some(why)) => Some(t!("arena-state-waits", why = why.as_str())),
        _ if run.paused && run.under_way().next().is_some() => {
            Some(t!("arena-state-pausing").to_owned())
        }
        _ if run.paused => Some(t!("arena-state-paused").to_owned()),
        _ if run.allowed == 0 => Some(t!("arena-state-own-game").to_owned()),
        _ => {
            let left = run.left_ms(cx.now_ms)?;
            // It is unknown when its test decides.
            let most = run.sprt().is_some() && run.games_to_decide().is_none();
            Some(t!("arena-state-left", most = if most { "yes" } else { "no" }, time = rough(left)))
        }
    }
}

/// A time rounded to the precision of an estimate.
pub(super) fn rough(ms: u64) -> String {
    let minutes = ms as f64 / 60_000.0;
    match minutes {
        ..1.0 => t!("arena-time-under-a-minute").to_owned(),
        ..90.0 => t!("arena-time-minutes", n = minutes.round() as u64),
        ..2880.0 => t!("arena-time-hours", n = number(minutes / 60.0, 1)),
        _ => t!("arena-time-days", n = number(minutes / 1440.0, 1)),
    }
}

/// Seconds with as many digits as needed.
fn seconds(time: Duration) -> String {
    let ms = time.as_millis();
    let digits = (0..3).find(|&digits| ms.is_multiple_of(10_u128.pow(3 - digits)));
    number(time.as_secs_f64(), digits.unwrap_or(3) as usize)
}

/// The limit of a search in words.
pub(super) fn control(of: Option<Control>) -> String {
    match of {
        None => t!("arena-control-none").to_owned(),
        Some(Control::Clock(clock)) => {
            let [base, increment] = [clock.base, clock.increment].map(seconds);
            match clock.moves {
                Some(moves) => {
                    t!("arena-control-moves", moves = moves, base = base, increment = increment)
                }
                None => t!("arena-control-clock", base = base, increment = increment),
            }
        }
        Some(Control::MoveTime(time)) => {
            t!("arena-control-movetime", time = format::duration(time.as_millis() as u64))
        }
        Some(Control::Nodes(nodes) | Control::SoftNodes(nodes)) => {
            t!("arena-control-nodes", nodes = nodes)
        }
        Some(Control::Depth(depth)) => t!("arena-control-depth", depth = depth),
    }
}

/// The limits of a plan in words: the common one, and those of players with their own.
fn limits(plan: &Plan) -> String {
    let own = |player: &&Player| player.control.is_some() && player.control != plan.control;
    let mut own = plan.players.iter().filter(own);
    match (own.next(), own.next()) {
        (None, _) => control(plan.control),
        (Some(player), None) if plan.control.is_some() => {
            let name = format::elided(player.label(), WINNER);
            let (all, limit) = (control(plan.control), control(player.control));
            t!("arena-control-own", all = all, name = name.as_ref(), limit = limit)
        }
        (Some(_), _) => t!("arena-control-different").to_owned(),
    }
}

/// Form, games, limit and openings of a tournament in a line.
fn description(run: &Run) -> String {
    let plan = &run.plan;
    let pairs = plan.games == Colours::Pairs;
    let form = match plan.format {
        Format::Match { rounds } => {
            t!("arena-about-match", n = rounds, pairs = if pairs { "yes" } else { "no" })
        }
        Format::RoundRobin { cycles } => {
            t!("arena-about-round-robin", n = cycles, pairs = if pairs { "yes" } else { "no" })
        }
        Format::Gauntlet { cycles } => {
            t!("arena-about-gauntlet", n = cycles, pairs = if pairs { "yes" } else { "no" })
        }
        Format::Swiss { rounds, .. } => t!("arena-about-swiss", n = rounds),
        Format::KnockOut { .. } => t!("arena-form-knock-out").to_owned(),
    };
    let openings = match plan.openings.from {
        OpeningSource::WellKnown => t!("arena-openings-known"),
        OpeningSource::Balanced => t!("arena-openings-balanced"),
        OpeningSource::Pgn { .. } => t!("arena-openings-pgn"),
        OpeningSource::Epd { .. } => t!("arena-openings-epd"),
        OpeningSource::Book { .. } => t!("arena-openings-book"),
    };
    let openings = match run.progress.repeated {
        Some((n, _)) => t!("arena-openings-repeated", openings = openings, n = n),
        None => openings.to_owned(),
    };
    let seed = t!("arena-seed", seed = plan.openings.seed.to_string());
    [form, limits(plan), openings, seed].join(", ")
}

fn orders(ui: &mut Ui, cx: &Cx<'_>, run: &Run, out: &mut Vec<Action>) {
    let mut give = |action| out.push(Action::Arena(action));
    let busy = cx.model.arena_busy();
    if let TournamentState::Ended { .. } = run.state {
        // This may be where the buttons of the running tournament were. A late click on it starts nothing: the form that
        // it opens can be cancelled.
        if button(ui, Icon::NewGame, t!("arena-set-up"), busy.is_none()) {
            give(ArenaAction::SetUp);
        }
        if !is_over(run) {
            let goes_on = run.file.clone().filter(|_| busy.is_none());
            if button(ui, Icon::Play, t!("arena-go-on"), goes_on.is_some())
                && let Some(file) = goes_on
            {
                give(ArenaAction::GoOn(file));
            }
            // It keeps the other buttons in their places.
            button(ui, Icon::Stop, t!("arena-stop-after"), false);
        }
    } else {
        let stopping = run.state == TournamentState::Stopping;
        let waits = matches!(run.state, TournamentState::Paused(Some(_)));
        let (icon, name, tip, pause) = if run.paused || waits || stopping {
            (Icon::Play, t!("arena-resume"), t!("arena-resume.tip"), false)
        } else {
            (Icon::Pause, t!("arena-pause"), t!("arena-pause.tip"), true)
        };
        if button_for(ui, icon, name, true).on_hover_text(tip).clicked() {
            give(ArenaAction::Pause(pause));
        }
        let stop = button_for(ui, Icon::Stop, t!("arena-stop-after"), !stopping);
        if stop.on_hover_text(t!("arena-stop-after.tip")).clicked() {
            give(ArenaAction::StopAfterGames);
        }
    }
    let more = Button::new(Icon::More.glyph().to_string()).min_size(Vec2::splat(32.0));
    let (more, _) = MenuButton::from_button(more).ui(ui, |ui| {
        ui.set_min_width(220.0);
        if run.goes_on() {
            if ui.button(t!("arena-stop-now")).on_hover_text(t!("arena-stop-now.tip")).clicked() {
                give(ArenaAction::StopNow);
                ui.close();
            }
            ui.separator();
        }
        grow(ui, cx, run, &mut give);
        for (export, name) in [
            (ArenaExport::Pgn, t!("arena-export-pgn")),
            (ArenaExport::Csv, t!("arena-export-csv")),
            (ArenaExport::Markdown, t!("arena-export-markdown")),
        ] {
            let enabled = export != ArenaExport::Pgn || run.file.is_some();
            if ui.add_enabled(enabled, Button::new(name)).clicked() {
                give(ArenaAction::Export(export));
                ui.close();
            }
        }
        ui.separator();
        if ui.button(t!("arena-set-up")).clicked() {
            give(ArenaAction::SetUp);
            ui.close();
        }
        if ui.button(t!("arena-open-plan")).clicked() {
            give(ArenaAction::OpenPlan);
            ui.close();
        }
        if ui.button(t!("arena-ratings")).clicked() {
            give(ArenaAction::Ratings);
            ui.close();
        }
        let over = cx.model.arena_busy().is_none();
        if ui.add_enabled(over, Button::new(t!("arena-saved"))).clicked() {
            give(ArenaAction::Close);
            ui.close();
        }
    });
    more.accessible_name(t!("arena-more")).on_hover_text(t!("arena-more"));
}

/// Adds rounds or another player, if the form allows it.
fn grow(ui: &mut Ui, cx: &Cx<'_>, run: &Run, give: &mut impl FnMut(ArenaAction)) {
    let cycles = match run.plan.format {
        Format::Match { rounds: cycles }
        | Format::RoundRobin { cycles }
        | Format::Gauntlet { cycles } => cycles,
        Format::Swiss { .. } | Format::KnockOut { .. } => return,
    };
    let decided = run.decision().is_some();
    let menu = |ui: &mut Ui, name: &str, add: &mut dyn FnMut(&mut Ui)| {
        let menu = ui.add_enabled_ui(!decided, |ui| ui.menu_button(name, add).response).inner;
        menu.on_disabled_hover_text(t!("arena-longer.decided"));
    };
    menu(ui, t!("arena-longer"), &mut |ui| {
        let mut more = [cycles + 1, cycles + 10, cycles.saturating_mul(2)];
        more.sort_unstable();
        for (at, cycles) in more.into_iter().enumerate() {
            if at > 0 && cycles == more[at - 1] {
                continue;
            }
            let text = match run.plan.format {
                Format::Match { .. } => t!("arena-longer-to-of-match", n = cycles),
                _ => t!("arena-longer-to", n = cycles),
            };
            if ui.button(text).clicked() {
                give(ArenaAction::Grow(Growth::Cycles(cycles)));
                ui.close();
            }
        }
    });
    if !matches!(run.plan.format, Format::Match { .. }) {
        menu(ui, t!("arena-add"), &mut |ui| {
            for player in set_up::candidates(cx) {
                if set_up::candidate(ui, cx, &player) {
                    let player = draft::with_own_name(&run.plan, player);
                    give(ArenaAction::Grow(Growth::Player(Box::new(player))));
                    ui.close();
                }
            }
        });
    }
    ui.separator();
}

/// The rating list of all tournaments.
fn ratings(ui: &mut Ui, cx: &Cx<'_>, body: Rect, list: &RatingList, out: &mut Vec<Action>) {
    panel(ui, "ratings", body, |ui| {
        let p = theme::palette(ui);
        ui.horizontal(|ui| {
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                ui.label(RichText::new(t!("arena-ratings")).size(18.0).color(p.text));
                let games = list.standings.games();
                small(ui, t!("arena-ratings-of", tournaments = list.tournaments, games = games));
            });
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if button(ui, Icon::Cross, t!("arena-close"), true) {
                    out.push(Action::Arena(ArenaAction::Close));
                }
            });
        });
        if list.names.is_empty() {
            ui.add_space(8.0);
            return small(ui, t!("arena-no-game-ended"));
        }
        standings::of_ratings(ui, cx, list, out);
    });
}

pub(super) fn button(ui: &mut Ui, icon: Icon, name: &str, enabled: bool) -> bool {
    button_for(ui, icon, name, enabled).clicked()
}

fn button_for(ui: &mut Ui, icon: Icon, name: &str, enabled: bool) -> Response {
    let button = Button::new(format!("{} {name}", icon.glyph())).min_size(vec2(0.0, 32.0));
    ui.add_enabled(enabled, button).accessible_name(name)
}

/// Nothing is being played: what can be played, and the earlier tournaments.
fn nothing(ui: &mut Ui, cx: &Cx<'_>, body: Rect, out: &mut Vec<Action>) {
    panel(ui, "nothing", body, |ui| {
        let p = theme::palette(ui);
        ui.spacing_mut().item_spacing.y = 8.0;
        let saved = cx.model.arena.saved.as_deref().unwrap_or_default();
        ui.label(RichText::new(t!("arena-none")).size(18.0).color(p.text));
        ui.add(Label::new(RichText::new(t!("arena-none.why")).color(p.text_weak)).wrap());
        ui.add_space(8.0);
        let busy = cx.model.arena_busy();
        ui.horizontal_wrapped(|ui| {
            let text = format!("{} {}", Icon::NewGame.glyph(), t!("arena-set-up"));
            let main = Button::new(RichText::new(text).color(p.on_accent)).fill(p.accent);
            let main = ui.add_enabled(busy.is_none(), main.min_size(vec2(0.0, 32.0)));
            if main.accessible_name(t!("arena-set-up")).clicked() {
                out.push(Action::Arena(ArenaAction::SetUp));
            }
            if button(ui, Icon::Open, t!("arena-open-plan"), busy.is_none()) {
                out.push(Action::Arena(ArenaAction::OpenPlan));
            }
            if button(ui, Icon::Chart, t!("arena-ratings"), !saved.is_empty()) {
                out.push(Action::Arena(ArenaAction::Ratings));
            }
            if let Some(busy) = busy {
                ui.label(RichText::new(busy).color(p.text_weak));
            }
        });
        // Its space is kept even when there is none, so that the list does not move.
        let problem = cx.model.arena.problem.as_deref().unwrap_or(" ");
        ui.add(Label::new(RichText::new(problem).color(p.bad)).truncate());
        proposals(ui, cx, out);
        if saved.is_empty() {
            return;
        }
        ui.add_space(16.0);
        ui.label(RichText::new(t!("arena-saved")).color(p.text_weak));
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for tournament in saved {
                saved_row(ui, cx, tournament, out);
            }
        });
    });
}

/// Tournaments that can be set up by one click.
fn proposals(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let weak = theme::palette(ui).text_weak;
    ui.label(RichText::new(t!("arena-propose")).color(weak));
    let idle = cx.model.arena_busy().is_none();
    let has_engines = cx.model.settings.engines.engines.iter().any(|spec| spec.enabled);
    let engines = if has_engines {
        t!("arena-propose-engines.text")
    } else {
        t!("arena-propose-engines.none")
    };
    let rows = [
        (Proposal::Searches, t!("arena-propose-searches"), t!("arena-propose-searches.text")),
        (Proposal::Change, t!("arena-propose-change"), t!("arena-propose-change.text")),
        (Proposal::Levels, t!("arena-propose-levels"), t!("arena-propose-levels.text")),
        (Proposal::Engines, t!("arena-propose-engines"), engines),
    ];
    for (of, name, text) in rows {
        ui.horizontal(|ui| {
            let enabled = idle && (of != Proposal::Engines || has_engines);
            let button = Button::new(name).min_size(vec2(PROPOSAL, 28.0));
            if ui.add_enabled(enabled, button).clicked() {
                out.push(Action::Arena(ArenaAction::Propose(of)));
            }
            ui.add(Label::new(RichText::new(text).small().color(weak)).truncate());
        });
    }
}

/// Width of the buttons of proposed tournaments, points.
const PROPOSAL: f32 = 200.0;

/// With less room than this the details of an earlier tournament take two lines, points.
const ROOM_FOR_COLUMNS: f32 = 840.0;

/// Progress of an earlier tournament.
pub(super) fn progress_of_saved(saved: &SavedTournament) -> String {
    let form = saved.form.unwrap_or(Form::Match);
    progress(form, saved.tested, saved.played, saved.games)
}

/// Result of an earlier tournament, its progress, or why it cannot be read.
fn result_of(saved: &SavedTournament) -> String {
    let played = saved.played;
    match (saved.decision, &saved.winner) {
        _ if let Some(problem) = &saved.problem => problem.clone(),
        _ if !saved.over => progress_of_saved(saved),
        (Some(decision), _) => decided(decision, played),
        (None, Some(winner)) => {
            let winner = format::elided(winner, WINNER);
            t!("arena-saved-won", winner = winner.as_ref(), n = played)
        }
        (None, None) => t!("count-games", n = played),
    }
}

/// An earlier tournament; one interrupted by a stop, a crash or a restart can be resumed.
fn saved_row(ui: &mut Ui, cx: &Cx<'_>, saved: &SavedTournament, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let (icon, text, name) = if saved.over {
        (Icon::Open, t!("arena-look"), t!("arena-look-at", name = saved.name.as_str()))
    } else {
        (Icon::Play, t!("arena-go-on"), t!("arena-go-on-with", name = saved.name.as_str()))
    };
    ui.horizontal(|ui| {
        let button = Button::new(format!("{} {text}", icon.glyph())).min_size(vec2(130.0, 28.0));
        let readable = saved.problem.is_none();
        let button = ui.add_enabled(readable && cx.model.arena_busy().is_none(), button);
        if button.accessible_name(&name).clicked() {
            out.push(Action::Arena(ArenaAction::GoOn(saved.file.clone())));
        }
        let aside = t!("arena-put-aside", name = saved.name.as_str());
        ui.add_enabled_ui(cx.model.arena_busy().is_none(), |ui| {
            if buttons::small(ui, Icon::Trash, &aside).clicked() {
                out.push(Action::Arena(ArenaAction::PutAside(saved.file.clone())));
            }
        });
        let title = format::elided(&saved.name, format::NAME).into_owned();
        let title = Label::new(RichText::new(title).color(p.text)).truncate();
        let form = saved.form.map_or("–", set_up::form_name);
        let ink = if saved.problem.is_some() { p.warn } else { p.text_weak };
        let games = result_of(saved);
        let day = saved.day.replace('.', "-");
        let players = saved.players.join(", ");
        let players = format::elided(&players, 160);
        let cell = |text: &str, ink| Label::new(RichText::new(text).small().color(ink)).truncate();
        if ui.available_width() < ROOM_FOR_COLUMNS {
            let rest = [form, &games, &day, &players].join(" · ");
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.add(title);
                let rest = cell(&rest, ink).show_tooltip_when_elided(false);
                ui.add(rest).on_hover_text(format::path(&saved.file));
            });
            return;
        }
        column(ui, 220.0, |ui| ui.add(title));
        column(ui, 110.0, |ui| ui.add(cell(form, p.text_weak)));
        column(ui, 220.0, |ui| ui.add(cell(&games, ink)));
        column(ui, 80.0, |ui| ui.add(cell(&day, p.text_weak)));
        let players = cell(&players, p.text_faint).show_tooltip_when_elided(false);
        ui.add(players).on_hover_text(format::path(&saved.file));
    });
}

/// A part of a row with its own width.
fn column(ui: &mut Ui, width: f32, add: impl FnOnce(&mut Ui) -> eframe::egui::Response) {
    let layout = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(vec2(width, 28.0), layout, |ui| {
        ui.set_width(width);
        add(ui);
    });
}

#[cfg(test)]
mod tests {
    use tabia_text::Language;

    use super::*;

    #[test]
    fn times_below_a_second_have_the_digits_they_need() {
        let of = |text: &str| control(Some(Control::Clock(text.parse().unwrap())));
        assert_eq!(of("0.3+0.003"), "0.3 s + 0.003 s");
        assert_eq!(of("10+0.1"), "10 s + 0.1 s");
        assert_eq!(of("40/60"), "40 moves in 60 s + 0 s");
        let _german = Language::by_id("de").unwrap().on_this_thread();
        assert_eq!(of("0.3+0.003"), "0,3 s + 0,003 s");
    }
}
