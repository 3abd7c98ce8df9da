//! The live tree: it grows while the search runs, the timeline shows earlier states of the search in every panel, and a
//! sentence of the story leads to its iteration.

use eframe::egui::{Event, Key, Modifiers, PointerButton, accesskit::Role, pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tabia_app::action::{Action, UserCommand};
use tabia_app::engines::telemetry::SearchView;
use tabia_app::model::Model;
use tabia_app::window::settings::SettingChange;
use tabia_app::window::workspace::{PaneId, Workspace};
use tabia_engine::search::score::Pov;
use tabia_engine::search::thinker::EngineId;
use tabia_host::worker::protocol::JobId;
use tabia_text::t;

use super::{Ui, act, click, end, model, open, show, start, wait, window};

const BLACK_TO_MOVE: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

fn search(model: &Model) -> Option<&SearchView> {
    model.telemetry.search(EngineId::BUILT_IN)
}

fn job(model: &Model) -> JobId {
    search(model).unwrap().job
}

fn iterations(model: &Model) -> usize {
    let newest = model.telemetry.newest(EngineId::BUILT_IN).and_then(SearchView::race);
    newest.map_or(0, |race| race.iterations().len())
}

/// The live tree of a search that has ended after some iterations.
fn searched() -> Ui<'static> {
    let mut h = open(PaneId::LiveTree);
    assert!(model(&h).engine.analysis, "a search begins at once");
    wait(&mut h, "search", |model| iterations(model) >= 9);
    act(&mut h, Action::Command(UserCommand::ToggleAnalysis));
    wait(&mut h, "end", |model| !model.engine.is_busy());
    h
}

#[test]
fn the_tree_of_the_search_is_drawn_and_its_moves_are_those_of_the_root() {
    let h = searched();
    let picture = t!("live-tree-picture", n = 0);
    assert!(h.query_all_by_label_contains(start(&picture.replace('0', "|"))).count() == 1);
    let progress = &search(model(&h)).unwrap().live.as_ref().unwrap().progress;
    let tree = progress.tree.as_ref().unwrap();
    assert_eq!(Some(tree.total()), progress.nodes);
    assert!(tree.nodes.len() > 50 && tree.children(0).count() > 1);
}

#[test]
fn in_a_small_window_nothing_covers_the_legend_and_the_things_to_try() {
    let mut h = window([720.0, 480.0], true);
    show(&mut h, PaneId::LiveTree);
    act(&mut h, Action::Command(UserCommand::LabWorkspace));
    wait(&mut h, "search", |model| iterations(model) >= 4);
    let choice = h.get_by_role_and_label(Role::ComboBox, t!("live-tree-color")).rect();
    let close = h.get_by_label(t!("live-tree-try-close")).rect();
    for (words, end) in [
        (t!("live-tree-good-black"), choice),
        (t!("live-tree-good-white"), choice),
        (t!("live-tree-expected"), choice),
        (t!("live-tree-try-hover"), close),
        (t!("live-tree-try-click"), close),
        (t!("live-tree-try-drag"), close),
    ] {
        for place in h.query_all_by_label(words).map(|node| node.rect()) {
            assert!(!place.intersects(end), "{words} at {place} below {end}");
        }
    }
}

#[test]
fn the_legend_uses_the_point_of_view_of_the_numbers() {
    let mut h = searched();
    let order = |h: &Ui<'_>| {
        let at = |name| h.get_by_label(name).rect().left();
        at(t!("live-tree-good-black")) < at(t!("live-tree-good-white"))
    };
    assert!(order(&h));
    act(&mut h, Action::SetFen(BLACK_TO_MOVE.to_owned()));
    act(&mut h, Action::Command(UserCommand::ToggleAnalysis));
    wait(&mut h, "search", |model| iterations(model) >= 4);
    assert!(order(&h), "from White's view whoever is to move");
    act(&mut h, Action::Set(SettingChange::Pov(Pov::SideToMove)));
    assert!(!order(&h));
}

#[test]
fn the_timeline_shows_earlier_states_of_the_search() {
    let mut h = searched();
    let all = iterations(model(&h));
    let newest = search(model(&h)).unwrap().clone();
    let depth = |at: usize| newest.race().unwrap().iterations()[at].depth;
    click(&mut h, t!("live-tree-previous"));
    click(&mut h, t!("live-tree-previous"));
    let at = model(&h).telemetry.looks_back(job(model(&h))).unwrap();
    assert_eq!(at, all - 3);
    h.get_by_label(&t!("live-tree-depth-of", depth = depth(at), of = depth(all - 1)));
    let past = search(model(&h)).unwrap().clone();
    let iteration = &newest.race().unwrap().iterations()[at];
    let of_depth = t!("live-tree-at", depth = depth(at), state = "finished", sentence = "");
    assert!(h.query_all_by_label_contains(&of_depth).next().is_some(), "the number has its depth");
    assert_eq!(past.nodes(), iteration.nodes);
    assert_eq!(past.lines[0].info.depth, depth(at));
    assert_eq!(past.lines[0].info.pv.first().copied(), iteration.best);
    assert_eq!(past.race().unwrap().iterations().len(), at + 1);
    assert!(past.history.iter().all(|info| info.depth <= depth(at)));
    let tree = past.live.as_ref().unwrap().progress.tree.clone().unwrap();
    assert_eq!(Some(tree.total()), iteration.nodes, "the tree is of that time, too");
    click(&mut h, t!("live-tree-now"));
    assert_eq!(search(model(&h)), Some(&newest));
    // With the timeline hidden, nothing shows an earlier state.
    click(&mut h, t!("live-tree-previous"));
    assert!(model(&h).telemetry.looks_back(job(model(&h))).is_some());
    act(&mut h, Action::Command(UserCommand::of_workspace(Workspace::Study)));
    assert_eq!(search(model(&h)), Some(&newest));
}

#[test]
fn a_drag_on_the_timeline_ends_where_the_button_is_released() {
    let mut h = searched();
    let strip = h.get_by_label(t!("live-tree-bands")).rect();
    let at =
        |share: f32| pos2(strip.left() + 38.0 + share * (strip.width() - 46.0), strip.center().y);
    let button = |pos, pressed| {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        Event::PointerButton { pos, button, pressed, modifiers }
    };
    let looks_back = |h: &Ui<'_>| model(h).telemetry.looks_back(job(model(h)));
    h.event(Event::PointerMoved(at(0.2)));
    h.event(button(at(0.2), true));
    h.step();
    h.event(Event::PointerMoved(at(0.4)));
    h.run_steps(2);
    let before = looks_back(&h).unwrap();
    // The last move and the end of the drag are in one frame.
    let last = [Event::PointerMoved(at(0.7)), button(at(0.7), false)];
    h.input_mut().events.extend(last);
    h.run_steps(3);
    assert!(looks_back(&h).unwrap() > before + 1, "{:?} after {before}", looks_back(&h));
}

#[test]
fn a_sentence_of_the_story_leads_to_its_iteration() {
    let mut h = searched();
    let events = {
        let race = search(model(&h)).unwrap().race().unwrap();
        tabia_lab::story::short(&tabia_lab::story::events(race))
    };
    // The newest is on top, where it is always visible.
    let newest = events.last().unwrap();
    let row = t!("story-row", depth = newest.depth, sentence = "|");
    let click_row = |h: &mut Ui<'_>| {
        h.query_all_by_label_contains(start(&row)).next().unwrap().click();
        h.run_steps(3);
    };
    click_row(&mut h);
    let at = model(&h).telemetry.looks_back(job(model(&h)));
    assert_eq!(at, Some(newest.iteration));
    click_row(&mut h);
    assert_eq!(model(&h).telemetry.looks_back(job(model(&h))), None, "the same again");
}

#[test]
fn a_search_that_the_lab_began_ends_when_it_is_left() {
    let mut h = open(PaneId::LiveTree);
    assert!(model(&h).engine.analysis);
    act(&mut h, Action::Command(UserCommand::of_workspace(Workspace::Study)));
    assert!(!model(&h).engine.analysis);
    // The duel searches, too; when it is left, the search ends like one started for the Lab.
    act(&mut h, Action::Command(UserCommand::of_workspace(Workspace::Lab)));
    h.run_steps(3);
    act(&mut h, Action::Command(UserCommand::of_workspace(Workspace::Duel)));
    assert!(model(&h).engine.analysis);
    act(&mut h, Action::Command(UserCommand::of_workspace(Workspace::Study)));
    assert!(!model(&h).engine.analysis);
    // An analysis that was already on continues, and one stopped by hand does not restart.
    act(&mut h, Action::Command(UserCommand::ToggleAnalysis));
    act(&mut h, Action::Command(UserCommand::of_workspace(Workspace::Lab)));
    act(&mut h, Action::Command(UserCommand::of_workspace(Workspace::Study)));
    assert!(model(&h).engine.analysis);
    act(&mut h, Action::Command(UserCommand::of_workspace(Workspace::Lab)));
    act(&mut h, Action::Command(UserCommand::ToggleAnalysis));
    h.run_steps(4);
    assert!(!model(&h).engine.analysis);
}

#[test]
fn the_keyboard_goes_through_the_tree() {
    let mut h = searched();
    let picture = t!("live-tree-picture", n = 0).replace('0', "|");
    h.get_by_label_contains(end(&picture)).focus();
    h.run_steps(2);
    h.key_press(Key::ArrowDown);
    h.run_steps(2);
    // The largest root move is chosen and described.
    let tree = search(model(&h)).unwrap().live.as_ref().unwrap().progress.tree.clone().unwrap();
    let largest = tree.children(0).max_by_key(|&at| tree.nodes[at as usize].nodes).unwrap();
    let board = model(&h).game.board();
    let mv = tree.nodes[largest as usize].mv.unwrap();
    let name = tabia_chess::san::write(board, mv);
    let labels: Vec<String> =
        h.query_all_by_role(Role::Image).filter_map(|node| node.accesskit_node().label()).collect();
    assert!(labels.iter().any(|label| label.contains(&name)), "{name}: {labels:?}");
    h.key_press(Key::Enter);
    h.run_steps(2);
    h.get_by_label_contains(t!("live-tree-whole")).click();
    h.run_steps(2);
    assert!(h.query_by_label_contains(t!("live-tree-whole")).is_none());
}
