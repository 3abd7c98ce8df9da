//! The root race: curve, row, move and arrow are linked.

use std::time::Duration;
use tabia_text::t;

use eframe::egui::{Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, TouchPhase};
use egui_kittest::kittest::Queryable as _;

use tabia::gui::present::context;
use tabia_app::action::{Action, LabAction, UserCommand};
use tabia_app::lab::state::{MarkedMove, RaceAxis};
use tabia_app::model::Model;
use tabia_app::window::settings::ThemeChoice;
use tabia_app::window::workspace::PaneId;
use tabia_chess::Move;
use tabia_engine::search::thinker::EngineId;
use tabia_lab::why::WhyNot;

use super::{Scene, Ui, act, model, open, wait};

/// A finished search of ten iterations with the race in front.
fn searched() -> Ui<'static> {
    let mut h = open(PaneId::RootRace);
    assert!(h.query_all_by_label(t!("race-no-iterations")).count() > 0);
    act(&mut h, Action::Command(UserCommand::ToggleAnalysis));
    wait(&mut h, "search", |model| iterations(model) >= 9);
    act(&mut h, Action::Command(UserCommand::ToggleAnalysis));
    h.run_steps(6);
    h
}

fn iterations(model: &Model) -> usize {
    let search = model.telemetry.search(EngineId::BUILT_IN);
    search.and_then(|search| search.race()).map_or(0, |race| race.iterations().len())
}

fn last_best(model: &Model) -> Move {
    let race = model.telemetry.search(EngineId::BUILT_IN).unwrap().race().unwrap();
    race.iterations().last().unwrap().best.unwrap()
}

fn marked(h: &Ui<'_>) -> Vec<Move> {
    let model = model(h);
    let mut moves = context::marked_moves(model, &h.ctx);
    moves.sort_by_key(|mv| (mv.from(), mv.to()));
    moves
}

/// A view by depth says that its low depths may show scores of an earlier, deeper search.
#[test]
fn the_race_says_what_the_hash_table_knew_before() {
    let mut h = searched();
    let known = t!("present-known", depth = "|");
    let says = |h: &Ui<'_>| h.query_all_by_label_contains(super::start(&known)).count();
    assert_eq!(says(&h), 0, "the table was empty");
    let first = model(&h).telemetry.search(EngineId::BUILT_IN).unwrap().job;
    act(&mut h, Action::Command(UserCommand::ToggleAnalysis));
    wait(&mut h, "another search", |model| {
        let search = model.telemetry.search(EngineId::BUILT_IN).filter(|of| of.job != first);
        let live = search.and_then(|search| search.live.as_ref());
        let detail = live.and_then(|live| live.detail.alphabeta());
        detail.is_some_and(|detail| detail.tt_depth.is_some())
    });
    assert!(says(&h) > 0);
    act(&mut h, Action::OpenPane(PaneId::Iterations));
    assert!(says(&h) > 0);
}

#[test]
fn the_race_shows_and_links_every_move_of_every_iteration() {
    let mut h = searched();
    let race = model(&h).telemetry.search(EngineId::BUILT_IN).unwrap().race().unwrap().clone();
    for (depth, iteration) in (1..).zip(race.iterations()) {
        assert_eq!(iteration.depth, depth, "none is missing");
        assert_eq!(iteration.moves.len(), model(&h).game.board().legal_moves().len());
    }
    h.get_by_label_contains(&format!("{}, ", t!("race-scores")));
    h.get_by_label_contains(&format!("{}, ", t!("race-shares")));
    // The newest iteration is on top; the pointer over it marks its best move on the board.
    let count = race.iterations().len();
    h.get_by_label_contains(&t!("race-iterations", n = count));
    assert!(marked(&h).is_empty());
    let best = last_best(model(&h));
    let row = first_row(&h);
    h.hover_at(row);
    h.run_steps(3);
    assert_eq!(marked(&h), [best]);
    // A click keeps the mark when the pointer leaves; another removes it.
    click_at(&mut h, row);
    h.remove_cursor();
    h.run_steps(3);
    let key = model(&h).game.board().key();
    assert_eq!(model(&h).lab.marked, Some(MarkedMove { key, mv: best }));
    assert_eq!(marked(&h), [best]);
    let unmark = t!("race-unmark", mv = tabia_chess::san::write(model(&h).game.board(), best));
    h.get_by_label(&unmark).click();
    h.run_steps(3);
    assert!(model(&h).lab.marked.is_none());
    h.remove_cursor();
    h.run_steps(3);
    assert!(marked(&h).is_empty());
    // A hidden race marks nothing.
    act(&mut h, Action::Lab(LabAction::Mark(MarkedMove { key, mv: best })));
    act(&mut h, Action::Command(UserCommand::HideEngine));
    assert!(marked(&h).is_empty());
    assert!(h.query_by_label_contains(t!("race-scores")).is_none());
}

/// The middle of the first row of the table of iterations.
fn first_row(h: &Ui<'_>) -> Pos2 {
    let head = h.get_by_label(t!("race-column-best")).rect();
    head.center() + eframe::egui::vec2(0.0, 24.0)
}

fn click_at(h: &mut Ui<'_>, pos: Pos2) {
    h.drag_at(pos);
    h.run_steps(2);
    h.drop_at(pos);
    h.run_steps(2);
}

#[test]
fn the_axis_is_depth_or_time_and_the_table_by_iteration_or_by_move() {
    let mut h = searched();
    for (label, axis) in [
        (t!("column-time"), RaceAxis::Time),
        (t!("race-log-time"), RaceAxis::LogTime),
        (t!("column-depth"), RaceAxis::Depth),
    ] {
        let radio = eframe::egui::Role::RadioButton;
        h.get_by_role_and_label(radio, label).click();
        h.run_steps(3);
        assert_eq!(model(&h).lab.choices.race_axis, axis);
        h.get_by_label_contains(&format!("{}, ", t!("race-scores")));
    }
    let moves = model(&h).game.board().legal_moves().len();
    h.get_by_label(t!("race-by-move")).click();
    h.run_steps(3);
    h.get_by_label(&t!("count-moves", n = moves));
    h.get_by_label(t!("race-column-share"));
}

/// Drags from square to square with a key held.
fn drag(h: &mut Ui<'_>, [from, to]: [&str; 2], modifiers: Modifiers) {
    let at = |h: &Ui<'_>, name: &str| h.get_by_label(name).rect().center();
    let (from, to) = (at(h, from), at(h, to));
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers,
    };
    let middle = from + (to - from) * 0.5;
    for event in [
        Event::PointerMoved(from),
        button(from, true),
        Event::PointerMoved(middle),
        Event::PointerMoved(to),
        button(to, false),
    ] {
        h.event(event);
        h.run_steps(2);
    }
}

fn asked(h: &Ui<'_>) -> Option<Move> {
    model(h).lab.trial::<WhyNot>().and_then(|trial| trial.request.mv)
}

#[test]
fn a_move_made_with_ctrl_is_explained_and_not_played() {
    let mut h = open(PaneId::WhyNot);
    let before = model(&h).game.board().to_string();
    let squares = ["e6, black pawn", "e5, empty"];
    // With the engine hidden nothing is searched, and the reason is shown.
    act(&mut h, Action::Command(UserCommand::HideEngine));
    drag(&mut h, squares, Modifiers::COMMAND | Modifiers::CTRL);
    assert_eq!(asked(&h), None);
    assert!(model(&h).toasts.iter().any(|toast| toast.text.contains(t!("pane-hidden.engine"))));
    act(&mut h, Action::Command(UserCommand::HideEngine));
    drag(&mut h, squares, Modifiers::COMMAND | Modifiers::CTRL);
    h.get_by_label(&t!("lines-why-not", move = "e5")).click();
    h.run_steps(3);
    let mv = asked(&h).unwrap();
    assert_eq!((mv.from().to_string(), mv.to().to_string()), ("e6".into(), "e5".into()));
    assert_eq!(model(&h).game.board().to_string(), before, "it is not played");
    wait(&mut h, "answer", |model| model.lab.job.is_none());
    let expected = t!("why-not-known-score", depth = "|", order = "");
    h.get_by_label_contains(super::start(&expected));
    let depth = model(&h).lab.trial::<WhyNot>().unwrap().last().unwrap().best_depth;
    h.get_by_label_contains(
        &t!("why-not-own-search", move = t!("why-not-best-move"), depth = depth),
    );
    // On a small board the wheel steps through the line.
    let answer = model(&h).lab.trial::<WhyNot>().unwrap().last().unwrap().clone();
    assert!(answer.line.len() >= 3, "{answer:?}");
    let board = *model(&h).game.board();
    let after: Vec<String> = (1..=3)
        .map(|plies| answer.line[..plies].iter().fold(board, |b, &mv| b.after(mv)).to_string())
        .collect();
    let first = h.get_all_by_label("9… e5").next().unwrap().rect().center();
    h.hover_at(first);
    h.run_steps(8);
    h.get_by_label(&format!("Position {}", after[0]));
    for shown in &after[1..] {
        h.event(Event::MouseWheel {
            unit: MouseWheelUnit::Line,
            delta: eframe::egui::vec2(0.0, -1.0),
            phase: TouchPhase::Move,
            source: eframe::egui::MouseWheelSource::Unknown,
            modifiers: Modifiers::NONE,
        });
        h.run_steps(4);
        h.get_by_label(&format!("Position {shown}"));
    }
    // Without the key it is a move like any other.
    drag(&mut h, squares, Modifiers::NONE);
    assert_ne!(model(&h).game.board().to_string(), before);
}

#[test]
fn a_right_click_explains_a_played_move_and_an_arrow() {
    let mut h = open(PaneId::Moves);
    act(&mut h, Action::PasteText("1. e4 e5 2. Nf3 Nc6".to_owned()));
    act(&mut h, Action::OpenPane(PaneId::Moves));
    h.get_by_label("2. Nf3").click_secondary();
    h.run_steps(3);
    h.get_by_label(&t!("lines-why-not", move = "♘f3")).click();
    h.run_steps(3);
    let node = model(&h).lab.last_run("why").unwrap().place.unwrap().node;
    let tree = &model(&h).game.tree;
    assert!(tree.board(node).is_legal(asked(&h).unwrap()) && tree.ply(node) == 2);
    // An engine arrow has a menu at its head.
    act(&mut h, Action::Command(UserCommand::ToggleAnalysis));
    let knows = |model: &Model| {
        let search = model.telemetry.search(EngineId::BUILT_IN);
        search.is_some_and(|search| search.depth() >= 6 && !search.lines.is_empty())
    };
    wait(&mut h, "line", knows);
    act(&mut h, Action::Command(UserCommand::ToggleAnalysis));
    let (board, node) = (*model(&h).game.board(), model(&h).game.current);
    let lines = model(&h).telemetry.lines(&model(&h).game.tree, node, EngineId::BUILT_IN);
    let mv = lines[0].info.pv[0];
    act(&mut h, Action::Lab(LabAction::Stop));
    let square = format!("{}, ", mv.to());
    let target = h.get_all_by_label_contains(&square).next().unwrap();
    target.click_secondary();
    h.run_steps(3);
    let name = tabia_app::window::notation::san(&board, mv);
    h.get_by_label(&format!("Circle {}", mv.to()));
    h.get_by_label(&t!("lines-why-not", move = name.as_str())).click();
    h.run_steps(3);
    assert_eq!(asked(&h), Some(mv));
}

#[test]
fn the_tree_finds_a_position_and_follows_the_best_line() {
    let mut h = open(PaneId::SearchTree);
    act(&mut h, Action::Lab(LabAction::Record(6)));
    wait(&mut h, "tree", |model| model.lab.job.is_none() && !model.lab.trees.is_empty());
    h.get_by_label(t!("tree-follow")).click();
    h.run_steps(3);
    assert!(h.query_by_label(t!("tree-the-root")).is_none(), "its end is selected");
    let recorded = model(&h).lab.trees[0].recorded.clone();
    let key = model(&h).game.board().key();
    let places = tabia_lab::tree_index::with_key(&recorded.tree, &recorded.keys, key);
    h.get_by_label(t!("tree-find-board")).click();
    h.run_steps(3);
    h.get_by_label_contains(super::end(&t!("tree-place", at = "|", n = places.len())));
    // A position that is not in the tree, and an invalid one.
    let wrong = t!("tree-find-error", error = "|");
    let cases = [("8/8/8/8/8/8/8/8 w - - 0 1", super::start(&wrong)), (START, t!("tree-not-here"))];
    for (text, shown) in cases {
        let field = h.get_by_label(t!("tree-find"));
        field.focus();
        h.run_steps(2);
        h.key_press_modifiers(Modifiers::COMMAND | Modifiers::CTRL, Key::A);
        h.run_steps(2);
        h.get_by_label(t!("tree-find")).type_text(text);
        h.run_steps(2);
        h.key_press(Key::Enter);
        h.run_steps(3);
        h.get_by_label_contains(shown);
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn arrow_keys_move_no_focus_in_the_table_and_select_squares_on_the_board() {
    let mut h = open(PaneId::Moves);
    let button = h.get_all_by_label("Flip board").next().unwrap();
    button.focus();
    h.run_steps(2);
    let focused = h.ctx.memory(eframe::egui::Memory::focused);
    assert!(focused.is_some());
    // Without a move no command of an arrow key is possible; the focus must stay nevertheless.
    for key in [Key::ArrowDown, Key::ArrowUp, Key::ArrowLeft, Key::ArrowRight] {
        h.key_press(key);
        h.run_steps(2);
        assert_eq!(h.ctx.memory(eframe::egui::Memory::focused), focused, "{key:?}");
    }
    // On the board they select squares, even if a command is possible.
    act(&mut h, Action::PasteText("1. e4 e5 2. Nf3 Nc6".to_owned()));
    act(&mut h, Action::Command(UserCommand::First));
    h.get_by_label("e1, white king").focus();
    h.run_steps(3);
    h.key_press(Key::ArrowRight);
    h.run_steps(3);
    assert_eq!(model(&h).game.current, tabia_games::game::tree::NodeId::ROOT);
    assert!(h.get_by_label("f1, white bishop").is_focused());
}

fn scene(theme: ThemeChoice, size: [f32; 2], axis: RaceAxis, name: &str) {
    let mut scene = Scene::new(theme, PaneId::RootRace);
    let shell = &mut scene.shell;
    shell.apply(Action::Lab(LabAction::RaceAxis(axis)));
    shell.apply(Action::PanesOpen(vec![PaneId::RootRace]));
    shell.apply(Action::Command(UserCommand::ToggleAnalysis));
    scene.pass(Duration::from_secs(5));
    let model = &scene.shell.model;
    if iterations(model) > 0 {
        let (key, mv) = (model.game.board().key(), last_best(model));
        scene.shell.apply(Action::Lab(LabAction::Mark(MarkedMove { key, mv })));
    }
    scene.save(size, name);
}

#[test]
#[ignore = "writes pictures for people to look at"]
fn pictures() {
    scene(ThemeChoice::Dark, [1280.0, 800.0], RaceAxis::Depth, "race");
    scene(ThemeChoice::Light, [1280.0, 800.0], RaceAxis::LogTime, "race");
    scene(ThemeChoice::Dark, [1800.0, 1000.0], RaceAxis::LogTime, "race");
}
