//! The views of searching and of board representations.

use egui_kittest::kittest::Queryable as _;
use tabia_app::action::{Action, LabAction, UserCommand};
use tabia_app::window::settings::ThemeChoice;
use tabia_app::window::workspace::PaneId;
use tabia_lab::experiment::Experiment as _;
use tabia_lab::ladder::algorithm::Algorithm;
use tabia_lab::ladder::experiment::{Agreement, Ladder, Request, agreement};
use tabia_lab::representations::race::{self, Race};
use tabia_text::t;

use super::{MIDDLEGAME, Scene, act, click, idle, model, open, wait};

#[test]
fn a_ladder_is_run_read_and_stopped() {
    let mut h = open(PaneId::Ladder);
    let draft = Request { depth: 2, budget: 100_000 };
    act(&mut h, Action::Lab(LabAction::ask::<Ladder>(draft)));
    click(&mut h, t!("ladder-offer"));
    wait(&mut h, "ladder", idle);
    let view = model(&h).lab.trial::<Ladder>().unwrap().clone();
    assert_eq!((view.request, view.updates.len()), (draft, 24));
    assert_eq!(
        (agreement(&view.updates, 1), agreement(&view.updates, 2)),
        (Agreement::Minimax, Agreement::Minimax)
    );
    h.get_by_label(t!("ladder-agree"));
    for algorithm in Algorithm::ALL {
        h.get_by_label(algorithm.title());
    }
    assert_eq!(h.get_all_by_label_contains(t!("ladder-plot")).count(), 2);
    let minimal = t!("ladder-minimal", n = 2, leaves = "|", even = "", moves = "", budget = "");
    h.get_by_label_contains(minimal.split('|').next().unwrap());
    // A deep search is stopped, which frees the seat at once.
    let deep = Request { depth: 9, budget: u64::MAX };
    act(&mut h, Action::Lab(LabAction::ask::<Ladder>(deep)));
    act(&mut h, Action::Lab(LabAction::run::<Ladder>(deep)));
    assert!(model(&h).lab.is_at(Ladder::INFO.id));
    wait(&mut h, "first rows", |model| {
        model.lab.trial::<Ladder>().is_some_and(|l| l.updates.len() > 3)
    });
    click(&mut h, "Stop");
    assert!(idle(model(&h)));
    act(&mut h, Action::Lab(LabAction::ask::<Ladder>(Request { depth: 1, ..draft })));
    act(&mut h, Action::Lab(LabAction::run::<Ladder>(Request { depth: 1, ..draft })));
    wait(&mut h, "ladder after the stop", idle);
    assert_eq!(model(&h).lab.trial::<Ladder>().unwrap().updates.len(), 12);
    // After the board changes, the view names the position of its numbers.
    act(&mut h, Action::SetFen("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1".to_owned()));
    act(&mut h, Action::OpenPane(PaneId::Ladder));
    h.get_by_label(t!("experiment-other-position"));
}

#[test]
fn alpha_beta_is_stepped_through_and_its_cuts_are_guessed() {
    let mut h = open(PaneId::AlphaBeta);
    let expected = t!("alpha-beta-enter", node = "root", who = t!("alpha-beta-max"), window = "|");
    h.get_by_label_contains(super::start(&expected));
    h.get_by_label_contains(super::start(&t!("alpha-beta-at", step = 1, steps = "|")));
    click(&mut h, t!("alpha-beta-next"));
    h.get_by_label_contains(super::start(&t!("alpha-beta-at", step = 2, steps = "|")));
    h.get_by_label_contains(&t!("alpha-beta-node-open", node = "a", window = "[−∞, ∞]"));
    click(&mut h, t!("alpha-beta-last"));
    h.get_by_label_contains(super::start(&t!("alpha-beta-leave-root", value = "|")));
    let cut = t!("alpha-beta-node-cut", node = "|");
    let cut = super::end(&cut);
    assert!(h.query_all_by_label_contains(cut).count() > 0);
    click(&mut h, t!("alpha-beta-previous"));
    click(&mut h, t!("alpha-beta-first"));
    assert_eq!(h.query_all_by_label_contains(cut).count(), 0);
    // The root is already being searched, so a click on it does not count as a guess; the first branch is never cut.
    click(&mut h, t!("alpha-beta-quiz"));
    h.get_by_label(t!("alpha-beta-quiz-ask"));
    let root = format!("{}: ", t!("lab-root"));
    h.get_by_label_contains(&root).click();
    h.run_steps(3);
    h.get_by_label(t!("alpha-beta-quiz-ask"));
    h.get_by_label(&t!("alpha-beta-node-ahead", node = "a")).click();
    h.run_steps(3);
    h.get_by_label_contains(&t!("alpha-beta-quiz-score", right = 0, all = 1));
    click(&mut h, t!("alpha-beta-minimax"));
    click(&mut h, t!("alpha-beta-last"));
    assert_eq!(h.query_all_by_label_contains(cut).count(), 0);
    click(&mut h, t!("alpha-beta-both"));
    assert!(h.query_all_by_label_contains(&root).count() == 2);
    let same = t!("alpha-beta-visited", minimax = "", alphabeta = "", saved = "|", value = "");
    h.get_by_label_contains(super::end(&same));
    // Each tree has its own sentence.
    click(&mut h, t!("alpha-beta-first"));
    click(&mut h, t!("alpha-beta-next"));
    for search in [t!("alpha-beta-alpha-beta"), t!("alpha-beta-minimax")] {
        let entered =
            t!("alpha-beta-enter", node = "a", who = t!("alpha-beta-min"), window = "none");
        h.get_by_label_contains(&format!("{search}: {entered}"));
    }
}

#[test]
fn the_tree_of_the_position_follows_the_board() {
    let mut h = open(PaneId::AlphaBeta);
    h.get_by_label(t!("alpha-beta-tree")).click();
    h.run_steps(3);
    click(&mut h, t!("alpha-beta-tree-position"));
    h.get_by_label_contains(super::end(&t!("alpha-beta-value-pawns", value = "|")));
    h.get_by_label(t!("alpha-beta-worst-first"));
    click(&mut h, t!("alpha-beta-last"));
    let mate_next = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    act(&mut h, Action::SetFen(mate_next.to_owned()));
    act(&mut h, Action::OpenPane(PaneId::AlphaBeta));
    h.get_by_label_contains(super::start(&t!("alpha-beta-at", step = 1, steps = "|")));
    click(&mut h, t!("alpha-beta-last"));
    h.get_by_label_contains(&t!("alpha-beta-leave-root", value = "#1"));
    h.get_by_label_contains(&t!("alpha-beta-node-done", node = "Ra8#", value = "#1"));
}

#[test]
fn representations_race_and_agree() {
    let mut h = open(PaneId::Representations);
    h.get_by_label(t!("representations-empty"));
    act(&mut h, Action::Lab(LabAction::run::<Race>(race::Request { seconds: 1 })));
    wait(&mut h, "race", idle);
    h.get_by_label(t!("representations-agree"));
    assert!(
        h.query_all_by_label_contains(&format!("{}: ", t!("representations-kind-array"))).count()
            == 2
    );
    assert!(
        h.query_all_by_label_contains(&format!("{}: ", t!("representations-kind-magic"))).count()
            == 2
    );
    h.get_by_label_contains(&format!("{}: ×", t!("representations-choice-packed")));
    let race = model(&h).lab.trial::<Race>().unwrap().last().unwrap().clone();
    assert!(race.rounds >= 1 && race.standings.len() >= 5);
    act(&mut h, Action::Lab(LabAction::run::<Race>(race::Request { seconds: 600 })));
    click(&mut h, "Stop");
    assert!(idle(model(&h)));
}

#[test]
fn every_view_explains_itself_and_shows_an_example() {
    for pane in [PaneId::Ladder, PaneId::AlphaBeta] {
        let mut h = open(pane);
        click(&mut h, t!("present-explain"));
        h.get_by_label_contains("Show me:").click();
        h.run_steps(3);
        assert_ne!(model(&h).game.board().to_string(), MIDDLEGAME, "{pane:?} shows its example");
        if pane == PaneId::Ladder {
            assert!(model(&h).lab.is_at(Ladder::INFO.id));
            act(&mut h, Action::Lab(LabAction::Stop));
        }
        act(&mut h, Action::Command(UserCommand::Undo));
        assert_eq!(model(&h).game.board().to_string(), MIDDLEGAME);
    }
}

fn scene(pane: PaneId, actions: &[LabAction], name: &str) {
    for theme in [ThemeChoice::Dark, ThemeChoice::Light] {
        for size in [[1280.0, 800.0], [1920.0, 1080.0]] {
            let mut scene = Scene::new(theme, pane);
            scene.lab(actions);
            scene.shell.apply(Action::OpenPane(pane));
            scene.save(size, name);
        }
    }
}

#[test]
#[ignore = "writes pictures for people to look at"]
fn pictures() {
    let draft = Request { depth: 4, budget: 200_000 };
    scene(PaneId::Ladder, &[], "ladder_empty");
    scene(
        PaneId::Ladder,
        &[LabAction::ask::<Ladder>(draft), LabAction::run::<Ladder>(draft)],
        "ladder",
    );
    scene(PaneId::AlphaBeta, &[], "steps");
    scene(
        PaneId::Representations,
        &[LabAction::run::<Race>(race::Request { seconds: 2 })],
        "representations",
    );
}
