//! The view of playouts: a tree grown step by step.

use egui_kittest::kittest::Queryable as _;
use tabia_app::action::{Action, LabAction, UserCommand};
use tabia_app::lab::playouts::{PlayoutsAction, PlayoutsDraft, SortBy};
use tabia_app::model::Model;
use tabia_app::window::settings::ThemeChoice;
use tabia_app::window::workspace::PaneId;
use tabia_engine::puct::options::PuctConfig;
use tabia_engine::search::score::Score;
use tabia_text::t;

use super::{MIDDLEGAME, Scene, Ui, act, click, model, open, wait};

fn playouts(h: &Ui<'_>) -> u32 {
    model(h).lab.playouts.grown().unwrap().stepper.playouts()
}

fn idle(model: &Model) -> bool {
    model.lab.playouts.left == 0
}

fn draft(rung: PuctConfig) -> LabAction {
    PlayoutsAction::Draft(PlayoutsDraft::of(rung)).into()
}

#[test]
fn a_playout_is_made_phase_by_phase_and_each_is_told() {
    let mut h = open(PaneId::Playouts);
    h.get_by_label("Select, next");
    h.get_by_label_contains("The root's moves are listed with their priors");
    h.get_by_label_contains("Next is ");
    h.get_by_label_contains("Q + c * P * sqrt(N) / (1 + n)");
    click(&mut h, "Next phase");
    h.get_by_label("Evaluate, next");
    h.get_by_label_contains("Next: find out what the position is worth, by the evaluation");
    // The tree shows the line under way, and the board its arrow.
    assert!(h.query_all_by_label_contains("on the line under way").count() >= 2);
    click(&mut h, "Next phase");
    h.get_by_label("Back up, next");
    h.get_by_label_contains("who is to move there. Next: count that at every node");
    assert_eq!(playouts(&h), 0);
    click(&mut h, "Next phase");
    h.get_by_label_contains("Playout 1 is backed up");
    h.get_by_label("1 playouts");
    click(&mut h, "Next playout");
    click(&mut h, "+10");
    wait(&mut h, "twelve playouts", idle);
    assert_eq!(playouts(&h), 12);
    click(&mut h, "+1000");
    wait(&mut h, "a thousand playouts", idle);
    assert_eq!(playouts(&h), 1012);
    assert_eq!(h.query_all_by_label_contains("on the line under way").count(), 0);
    click(&mut h, "Begin the tree anew");
    assert_eq!(playouts(&h), 0);
}

#[test]
fn any_node_is_come_to_and_left_again() {
    let mut h = open(PaneId::Playouts);
    act(&mut h, Action::Lab(PlayoutsAction::Playouts(300).into()));
    wait(&mut h, "playouts", idle);
    let view = model(&h).lab.playouts.in_sight().unwrap();
    let most = view.moves.iter().max_by_key(|of| of.n).unwrap().mv;
    act(&mut h, Action::Lab(PlayoutsAction::Sort(SortBy::Visits).into()));
    let down = h.query_all_by_label_contains("Down to ").next().unwrap();
    down.click_accesskit();
    h.run_steps(3);
    assert_eq!(model(&h).lab.playouts.path, [most], "the most visited stands first");
    h.get_by_label_contains("White to move, N ");
    click(&mut h, "Root");
    assert!(model(&h).lab.playouts.path.is_empty());
    // By the tree as well.
    let node = h.query_all_by_label_contains("Node ").next().unwrap();
    node.click_accesskit();
    h.run_steps(3);
    assert_eq!(model(&h).lab.playouts.path.len(), 1);
    // The board goes elsewhere: another tree.
    act(&mut h, Action::SetFen("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1".to_owned()));
    assert!(playouts(&h) == 0 && model(&h).lab.playouts.path.is_empty());
    act(&mut h, Action::SetFen("R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1".to_owned()));
    act(&mut h, Action::OpenPane(PaneId::Playouts));
    h.get_by_label("No moves");
}

#[test]
fn every_rung_shows_its_formula_and_constants() {
    for rung in PuctConfig::ALL {
        let mut h = open(PaneId::Playouts);
        act(&mut h, Action::Lab(draft(rung)));
        act(&mut h, Action::Lab(PlayoutsAction::Playouts(60).into()));
        wait(&mut h, "playouts", idle);
        let formula = match rung {
            PuctConfig::Flat => "the one with the fewest playouts is next",
            PuctConfig::Uct | PuctConfig::UctEval => "Q + c * sqrt(ln N / n)",
            _ => "Q + c * P * sqrt(N) / (1 + n)",
        };
        h.get_by_label_contains(formula);
        assert_eq!(playouts(&h), 60);
        let random = matches!(rung, PuctConfig::Flat | PuctConfig::Uct);
        let seed = PlayoutsDraft::of(rung).is_random();
        assert_eq!(seed, random);
    }
}

#[test]
fn it_plays_by_itself_until_it_is_paused() {
    let mut h = open(PaneId::Playouts);
    act(&mut h, Action::Lab(PlayoutsAction::Speed(50.0).into()));
    h.get_by_label("Play phase by phase").click();
    h.run_steps(3);
    wait(&mut h, "two playouts", |model| {
        model.lab.playouts.grown().is_some_and(|grown| grown.stepper.playouts() >= 2)
    });
    h.get_by_label("Pause").click();
    h.run_steps(3);
    assert!(!model(&h).lab.playouts.is_busy());
    let stage = model(&h).lab.playouts.grown().unwrap().stepper.stage();
    h.run_steps(5);
    assert_eq!(model(&h).lab.playouts.grown().unwrap().stepper.stage(), stage);
}

#[test]
fn it_explains_itself_and_its_example_is_proven() {
    let mut h = open(PaneId::Playouts);
    click(&mut h, t!("present-explain"));
    h.get_by_label_contains("Show me:").click();
    h.run_steps(3);
    wait(&mut h, "the proof", idle);
    let proof = model(&h).lab.playouts.grown().unwrap().proof();
    assert_eq!(proof, Some(Score::Mate(3)));
    h.get_by_label_contains("The root is proven: win, mate in 3 plies");
    act(&mut h, Action::Command(UserCommand::Undo));
    assert_eq!(model(&h).game.board().to_string(), MIDDLEGAME);
}

fn scene(name: &str, rung: PuctConfig, count: u32, then: &[PlayoutsAction]) {
    for theme in [ThemeChoice::Dark, ThemeChoice::Light] {
        for size in [[1280.0, 800.0], [1920.0, 1080.0]] {
            let mut scene = Scene::new(theme, PaneId::Playouts);
            scene.lab(&[draft(rung), PlayoutsAction::Playouts(count).into()]);
            while !idle(&scene.shell.model) {
                scene.lab(&[PlayoutsAction::Tick.into()]);
            }
            for action in then {
                scene.lab(&[(*action).into()]);
            }
            scene.save(size, name);
        }
    }
}

#[test]
#[ignore = "writes pictures for people to look at"]
fn pictures() {
    scene("playouts_empty", PuctConfig::Knowledge, 0, &[]);
    scene("playouts", PuctConfig::Knowledge, 300, &[PlayoutsAction::Phase]);
    scene("playouts_uct", PuctConfig::Uct, 60, &[PlayoutsAction::Sort(SortBy::Sum)]);
    scene("playouts_network", PuctConfig::Network, 500, &[]);
}
