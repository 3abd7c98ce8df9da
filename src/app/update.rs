//! The one place where the model changes: an action in, effects out. Apart from the model it is pure: the time is an
//! argument, and nothing is read or written, so every rule of the program can be tested without a window.
//!
//! Each action goes to its feature. Then the rules in [`crate::rules`] are applied in order.

use tabia_engine::search::thinker::EngineId;
use tabia_host::worker::protocol::Event;

use crate::action::{Action, DuelAction, EditorAction, GamesAction, LabAction};
use crate::arena::update as arena;
use crate::commands::{give, keymap};
use crate::cx::Cx;
use crate::duel::begin;
use crate::effect::Effect;
use crate::engines::{asked, list, news, seating};
use crate::game::replacement::Replacement;
use crate::game::{board, play, position, replace, tree_edit};
use crate::lab::inspections;
use crate::lab::scratch::ScratchAction;
use crate::lab::update as lab;
use crate::lab::xray::XrayAction;
use crate::library::collection::OpenAs;
use crate::library::{games, link, show_opened};
use crate::model::Model;
use crate::opponent::decide;
use crate::persistence::snapshot;
use crate::results::update as results;
use crate::review::run;
use crate::rules;
use crate::tours::update as tours;
use crate::training::state::TrainingAction;
use crate::training::update as training;
use crate::window::settings::SettingChange;
use crate::window::view::Dialog;
use crate::window::workspace::PaneId;
use crate::window::{presenter, set};

/// Handles one action. `now_ms` is the time of a monotonic clock.
pub fn update(model: &mut Model, action: Action, now_ms: u64) -> Vec<Effect> {
    let mut cx = Cx::new(model, now_ms);
    give::end_typing_before(&mut cx, &action);
    act(&mut cx, action);
    rules::apply_all(&mut cx);
    cx.out
}

#[expect(clippy::too_many_lines, reason = "an arm an action, and none forgotten")]
fn act(cx: &mut Cx<'_>, action: Action) {
    match action {
        Action::Command(command) => give::give(cx, command),
        Action::Shortcut(command) => give::shortcut(cx, command),
        Action::KeyUp => give::let_go(cx),
        Action::Typed(key, command) => give::type_key(cx, key, command),
        Action::TextForField(text) => {
            cx.m.typed.add_for_field(&text);
        }
        Action::FieldFocused => cx.m.typed.field_focused(),
        Action::Keys(action) => {
            let known = &cx.m.settings.keys;
            if let Some(keys) = keymap::update(&mut cx.m.rebinding, action, known) {
                set::set(cx, SettingChange::Keys(keys));
            }
        }
        Action::PlayMove { from, to, promotion } => give::play_move(cx, from, to, promotion),
        Action::Premove { from, to, promotion } => play::set_premove(cx, from, to, promotion),
        Action::MoveRefused => play::refuse_move(cx),
        Action::CancelPremove => cx.m.game.premove = None,
        Action::GoTo(node) => board::go_to(cx, node),
        Action::PlayLine { node, moves } => play::play_line(cx, node, &moves),
        Action::Edit { node, edit } => tree_edit::edit(cx, node, edit),
        Action::Annotate(what) => tree_edit::annotate(cx, what),
        Action::ToggleShape(shape) => tree_edit::toggle_shape(cx, shape),
        Action::StartGame(new) => replace::request(cx, Replacement::New(new)),
        Action::DraftNewGame(new) => set::draft_new_game(cx, new),
        Action::SetTags(tags) => tree_edit::set_tags(cx, &tags),
        Action::ExploreIn(source) => cx.m.explorer.source = source,
        Action::BookOpened { opened, mended } => set::book_opened(cx, opened, mended),
        Action::SetFen(text) if link::is_link(&text) => act(cx, Action::PasteText(text)),
        Action::SetFen(fen) => replace::request(cx, Replacement::Fen(fen)),
        Action::PasteText(text) => {
            if let Some(fen) = position::for_editor(cx.m, &text) {
                position::edit_position(cx, EditorAction::Paste(fen));
            } else if let Some(opened) = show_opened::paste(cx, text) {
                replace::request(cx, Replacement::Opened(Box::new(opened)));
            }
        }
        Action::Opened(opened) => replace::opened(cx, opened),
        Action::ShowOpened => replace::show_opened(cx),
        Action::Games(GamesAction::Read { request, found })
            if matches!(request.purpose, OpenAs::Open(_)) =>
        {
            if games::is_awaited(cx, &request) {
                match found {
                    Ok(game) => replace::request(cx, Replacement::FromList(request, game)),
                    Err(_) => games::game_read(cx, &request, found),
                }
            }
        }
        Action::Games(action) => games::update(cx, action),
        Action::OpenRecentPosition(index) => replace::request(cx, Replacement::Recent(index)),
        Action::Editor(EditorAction::Apply) => replace::request(cx, Replacement::Edited),
        Action::Editor(action) => position::edit_position(cx, action),
        Action::Review(action) => run::update(cx, action),
        Action::Learn(action) => run::update_learn(cx, action),
        // Positions that a tour puts on the board are not worth saving, and the user's game is set aside.
        Action::Lab(LabAction::ShowMe(pane)) if cx.m.aside.is_none() => {
            replace::request(cx, Replacement::ShowMe(pane));
        }
        Action::Lab(LabAction::Xray(XrayAction::PutOnBoard)) => {
            replace::request(cx, Replacement::XrayBoard);
        }
        Action::Lab(LabAction::Scratch(ScratchAction::Play)) => {
            replace::request(cx, Replacement::PlayScratch);
        }
        Action::Lab(action) => lab::update(cx, action),
        Action::Duel(DuelAction::Preset(at)) => {
            replace::request(cx, Replacement::DuelPreset(at));
        }
        Action::Duel(action) => begin::update(cx, action),
        Action::Arena(action) => arena::update(cx, action),
        Action::Training(TrainingAction::Analyse) => {
            if let Some(puzzle) = cx.m.training.finished_puzzle() {
                let puzzle = Box::new(puzzle.clone());
                replace::request(cx, Replacement::Puzzle(puzzle));
            }
        }
        Action::Training(action) => training::update(cx, action),
        Action::RepertoireRead(read) => training::repertoire_read(cx, read),
        Action::PuzzlesRead(read) => training::puzzles_read(cx, *read),
        Action::ProgressRead(read) => training::progress_read(cx, *read),
        Action::Results(action) => results::update(cx, action),
        Action::Tour(action) => tours::update(cx, action),
        Action::PanesOpen(panes) => {
            // While the timeline is hidden, nothing would say that the other panels show an earlier state.
            if !panes.contains(&PaneId::LiveTree) {
                cx.m.telemetry.look_back(None);
            }
            cx.m.view.panes = panes;
        }
        Action::Tables(news) => {
            if let Some(error) = cx.m.tables.take(news) {
                cx.m.toasts.error(error);
            }
        }
        Action::Expected(news) => cx.m.expected.take(*news),
        Action::TableFolder(folder) => set::add_table_folder(cx, folder),
        Action::Engine(EngineId::LAB, event) => lab::event(cx, event),
        Action::Engine(EngineId::TRAINER, event) => training::event(cx, event),
        Action::Engine(_, Event::Inspection(look)) => inspections::on_inspection(cx, *look),
        Action::Engine(id, event) => news::engine_event(cx, id, event),
        Action::Live(id, live) => news::live(cx, id, live),
        Action::WorkerGone(EngineId::LAB, _) => lab::thread_ended(cx),
        Action::WorkerGone(EngineId::TRAINER, _) => training::thread_ended(cx),
        Action::WorkerGone(id, replaced) => news::worker_gone(cx, id, replaced),
        Action::Engines(action) => list::update(cx, action),
        Action::ShowGraph(graph) => cx.m.view.graph = graph,
        Action::Ask(action) => asked::ask_about(cx, action),
        Action::Focus(id) => cx.m.view.focus = Some(id),
        Action::TakesPart(id, takes_part) => seating::take_part(cx, id, takes_part),
        Action::Tick => tick(cx),
        Action::NewDay(today) => begin_day(cx, today),
        Action::RestoreSession(session) => snapshot::restore_session(cx, &session),
        Action::Set(change) => set::set(cx, change),
        Action::PlaySound(sound) => {
            let volume = cx.m.settings.sounds.volume;
            cx.out.push(Effect::Sound { sound, volume });
        }
        Action::EndCard(open) => cx.m.view.end_card = open,
        Action::OpenDialog(dialog @ Dialog::Unkept { .. }) => set::open_over(cx, dialog),
        Action::OpenDialog(dialog) => cx.m.dialog = Some(dialog),
        Action::CloseDialog => set::close_dialog(cx),
        Action::AskForFile(question) => set::ask_for_file(cx, question),
        Action::FileChosen(path) => set::file_chosen(cx, path),
        Action::OfferSession(kept) => cx.m.offered = Some(kept),
        Action::OpenLastSession => set::open_last_session(cx),
        Action::NotKept(file, why) => {
            let works = why.is_none();
            if let Some(before) = cx.m.not_kept.set(file, why).filter(|_| works) {
                cx.m.toasts.withdraw(&before);
            }
        }
        Action::AdoptSettings(settings) => {
            set::adopt(cx, *settings);
            training::begin_day(cx);
        }
        Action::AdoptProgress(progress) => {
            training::put(cx, *progress);
        }
        Action::Confirm => give::confirm(cx),
        Action::SaveFirst => replace::save_first(cx),
        Action::QuitAnyway => cx.out.push(Effect::QuitAnyway),
        Action::DismissToast(id) => cx.m.toasts.dismiss(id),
        Action::DismissToasts => cx.m.toasts.clear(),
        Action::OpenPane(pane) => cx.open_pane(pane),
        Action::ClosePane(pane) => cx.out.push(Effect::ClosePane(cx.m.view.workspace, pane)),
        Action::Layout(layout) => {
            cx.m.view.layout = Some(layout);
            cx.save = true;
        }
        Action::WindowMoved(place) => {
            cx.m.view.window = Some(place);
            cx.save_soon();
        }
        Action::Reading(reading) => set::reading(cx, reading),
        Action::CancelReading => cx.out.push(Effect::CancelReading),
        Action::StepPresentation { on } => presenter::step(cx, on),
        Action::FullScreenChanged(on) => cx.m.view.full_screen = on,
        Action::Failed(error) => cx.m.toasts.error(error),
        Action::Lost(error) => cx.m.toasts.loss(error),
    }
}

/// Handles the start of a new day: more puzzles are due, and the results of the last days cover other days.
fn begin_day(cx: &mut Cx<'_>, today: String) {
    cx.m.today = today;
    training::begin_day(cx);
    cx.m.results.outdate();
}

/// Handles the passing of time.
fn tick(cx: &mut Cx<'_>) {
    cx.m.toasts.tick(cx.now);
    give::rest_typing(cx);
    if let Some(sound) = cx.m.low_time.notices(&cx.m.game, cx.now) {
        cx.sound(sound);
    }
    decide::act_on_decision(cx);
    cx.save |= cx.m.save_at_ms.is_some_and(|at| at <= cx.now);
}
