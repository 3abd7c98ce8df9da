//! Everything that a step of a tour mentions is visible in a window of 1280 by 800 points without scrolling: the parts
//! of the view, and the task with its buttons in the tour.

use eframe::egui::Role;
use egui_kittest::kittest::Queryable as _;
use tabia_app::action::UserCommand;
use tabia_app::action::{Action, LabAction, TourAction};
use tabia_app::lab::playouts::PlayoutsAction;
use tabia_app::model::Model;
use tabia_app::window::workspace::{PaneId, Workspace};
use tabia_chess::{Color, Piece, PieceType};
use tabia_lab::experiment::Experiment as _;
use tabia_lab::foundations::sliders::FindMagic;
use tabia_lab::horizon::HorizonEffect;
use tabia_lab::names;
use tabia_lab::xray::RowKind;
use tabia_text::{t, text};

use super::{Ui, act, click, end, model, start, wait, window};

const SIZE: [f32; 2] = [1280.0, 800.0];
/// The margin of the window, which a panel does not reach into.
const EDGE: f32 = 12.0;

/// The Lab at its first start.
fn lab() -> Ui<'static> {
    let mut h = window(SIZE, true);
    act(&mut h, Action::Command(UserCommand::of_workspace(Workspace::Lab)));
    h
}

/// Goes to a step of a tour, both counted from 1; `done`: does its task.
fn at(h: &mut Ui<'_>, (tour, step): (usize, usize), done: bool) {
    act(h, Action::Tour(TourAction::Begin(tour - 1)));
    act(h, Action::Tour(TourAction::Step(step - 1)));
    if done {
        act(h, Action::Tour(TourAction::DoIt));
        wait(h, "task", |model| model.tour.is_some_and(|view| view.done));
        wait(h, "playouts", |model| model.lab.playouts.left == 0);
    }
    h.run_steps(3);
}

/// Whether an element with this in its name is completely inside the window.
fn is_in_sight(h: &Ui<'_>, place: (usize, usize), part: &str) {
    let found: Vec<_> = h.query_all_by_label_contains(part).map(|node| node.rect()).collect();
    let inside = found.iter().any(|rect| {
        let ([width, height], least) = (SIZE, 1.0);
        rect.width() > least
            && rect.height() > least
            && rect.left() >= EDGE
            && rect.top() >= EDGE
            && rect.right() <= width - EDGE
            && rect.bottom() <= height - EDGE
    });
    assert!(inside, "{}.{}: {part:?} is not in sight: {found:?}", place.0, place.1);
}

fn check(place: (usize, usize), done: bool, parts: &[&str]) {
    let mut h = lab();
    at(&mut h, place, done);
    for part in parts {
        is_in_sight(&h, place, part);
    }
}

#[test]
fn the_numbers_of_a_set_and_the_bits_of_a_move() {
    check((1, 2), true, &[t!("bits-lowest"), t!("bits-highest")]);
    check((1, 9), true, &[t!("bits-circles")]);
    check((2, 10), true, &[t!("bits-layout-664"), t!("bits-layout-6622"), t!("bits-layout-note")]);
}

#[test]
fn the_search_for_a_magic_number_its_result_and_the_tables() {
    let start = text(FindMagic::INFO.start);
    check((2, 6), false, &[start, t!("sliders-harmful"), t!("sliders-tables")]);
    check((2, 6), true, &[start, t!("sliders-found"), t!("sliders-tables")]);
    check((2, 8), true, &[t!("sliders-tables"), t!("sliders-column-bytes")]);
}

#[test]
fn the_last_columns_of_the_horizon() {
    let mut h = lab();
    at(&mut h, (4, 5), true);
    let effect =
        |model: &Model| model.lab.trial::<HorizonEffect>().is_some_and(|of| !of.updates.is_empty());
    wait(&mut h, "horizon effect", effect);
    is_in_sight(&h, (4, 5), t!("horizon-effect-behind"));
}

#[test]
fn how_the_hash_table_is_filled() {
    let age = t!("hash-table-age", n = 0);
    let parts = [t!("hash-table-survey"), t!("hash-table-bound-exact"), &*age];
    let mut h = lab();
    at(&mut h, (5, 8), false);
    wait(&mut h, "inspection", |model| {
        model
            .lab
            .look_at(model.game.board().key())
            .is_some_and(|look| look.table.survey.sampled > 0)
    });
    for part in parts {
        is_in_sight(&h, (5, 8), part);
    }
}

#[test]
fn all_terms_and_the_inputs_of_the_network() {
    let tempo = t!("xray-term-told", term = names::term(RowKind::Tempo), cp = "|");
    check((6, 1), false, &[start(&tempo), start(&t!("xray-sum-told", cp = "|"))]);
    check((6, 10), false, &[t!("xray-column-difference")]);
    let pawn = Piece::new(Color::Black, PieceType::Pawn);
    let hanging = t!("xray-on-square", square = "e5", piece = names::piece(pawn));
    check((6, 11), false, &[&hanging]);
}

#[test]
fn the_moves_of_a_tree_of_playouts_and_the_tree_itself() {
    let node = t!("playouts-node-told-current", node = "", n = 0, value = "|");
    check((8, 1), true, &["♕xd7", "♕e1"]);
    let mut h = lab();
    at(&mut h, (8, 3), false);
    act(&mut h, Action::Lab(LabAction::Playouts(PlayoutsAction::Phase)));
    is_in_sight(&h, (8, 3), end(&node));
    check((8, 4), true, &["♕xd7"]);
    check((8, 10), true, &["♕xh7"]);
}

/// Title, task and buttons, whatever the length of the text.
#[test]
fn the_task_of_every_step_and_the_buttons_in_one_place() {
    let mut h = lab();
    let mut place = None;
    for tour in 0..tabia_app::tours::all().len() {
        act(&mut h, Action::Tour(TourAction::Begin(tour)));
        let steps = &tabia_app::tours::all()[tour].steps;
        for (at, step) in steps.iter().enumerate() {
            act(&mut h, Action::Tour(TourAction::Step(at)));
            is_in_sight(&h, (tour + 1, at + 1), &step.title);
            let plain = |c: char| c.is_alphanumeric() || c == ' ';
            let asked = step.ask.trim().split(|c| !plain(c)).next().unwrap_or_default();
            is_in_sight(&h, (tour + 1, at + 1), asked);
            is_in_sight(&h, (tour + 1, at + 1), t!("button-back"));
            is_in_sight(&h, (tour + 1, at + 1), t!("tour-set-up"));
            let now = h.get_by_label(t!("tour-set-up")).rect();
            let back = h.get_by_label(t!("tour-leave")).rect();
            let first = *place.get_or_insert((now.top(), back.top()));
            assert_eq!((now.top(), back.top()), first, "{}: nothing moves", step.title);
        }
    }
}

/// Whether the window is narrow from the beginning or becomes narrow.
#[test]
fn the_tab_in_front_in_a_narrow_window() {
    let narrow = [1024.0, 700.0];
    for size in [narrow, SIZE] {
        let mut h = window(size, true);
        act(&mut h, Action::Command(UserCommand::of_workspace(Workspace::Lab)));
        at(&mut h, (7, 1), true);
        h.set_size(narrow.into());
        h.run_steps(8);
        for _ in 0..3 {
            let tab = h.get_by_role_and_label(Role::Button, PaneId::Tour.title()).rect();
            let step = h.get_by_label(t!("tour-leave")).rect();
            assert!(
                tab.left() < step.right() && tab.right() < narrow[0] - EDGE,
                "{size:?} {tab:?}"
            );
            click(&mut h, t!("button-next"));
        }
    }
}

#[test]
fn the_view_in_front_comes_back_with_the_lab() {
    let mut h = lab();
    act(&mut h, Action::OpenPane(PaneId::Sliders));
    h.get_by_label(t!("sliders-tables"));
    act(&mut h, Action::Command(UserCommand::of_workspace(Workspace::Study)));
    assert!(h.query_by_label(t!("sliders-tables")).is_none());
    act(&mut h, Action::Command(UserCommand::of_workspace(Workspace::Lab)));
    assert_eq!(model(&h).view.workspace, Workspace::Lab);
    is_in_sight(&h, (0, 0), t!("sliders-tables"));
}
