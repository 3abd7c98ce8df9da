//! The view of playouts: a tree grown step by step.

use eframe::egui::{Rect, Shape};
use egui_kittest::kittest::Queryable as _;
use tabia_app::action::{Action, LabAction, UserCommand};
use tabia_app::lab::playouts::{PlayoutsAction, PlayoutsDraft, SortBy};
use tabia_app::model::Model;
use tabia_app::window::settings::ThemeChoice;
use tabia_app::window::workspace::PaneId;
use tabia_engine::puct::options::PuctConfig;
use tabia_engine::search::score::Score;
use tabia_text::t;

use super::{MIDDLEGAME, Scene, Ui, act, click, end, model, open, start, wait};

fn playouts(h: &Ui<'_>) -> u32 {
    model(h).lab.playouts.grown().unwrap().stepper.playouts()
}

fn idle(model: &Model) -> bool {
    model.lab.playouts.left == 0
}

fn draft(config: PuctConfig) -> LabAction {
    PlayoutsAction::Draft(PlayoutsDraft::of(config)).into()
}

#[test]
fn a_playout_is_made_phase_by_phase_and_each_is_explained() {
    let mut h = open(PaneId::Playouts);
    h.get_by_label(&t!("playouts-phase-next", phase = t!("playouts-select")));
    h.get_by_label_contains(&t!("playouts-listed", prior = "yes"));
    h.get_by_label_contains(start(&t!("playouts-why-value", move = "|")));
    h.get_by_label_contains("Q + c * P * sqrt(N) / (1 + n)");
    click(&mut h, t!("playouts-next-phase"));
    h.get_by_label(&t!("playouts-phase-next", phase = t!("playouts-evaluate")));
    h.get_by_label_contains(&t!("playouts-next-evaluate", how = "eval"));
    // The tree shows the current line, and the board its arrow.
    let current = t!("playouts-node-told-current", node = "", n = 0, value = "|");
    assert!(h.query_all_by_label_contains(end(&current)).count() >= 2);
    click(&mut h, t!("playouts-next-phase"));
    h.get_by_label(&t!("playouts-phase-next", phase = t!("playouts-back-up")));
    h.get_by_label_contains(start(&t!("playouts-next-back-up", value = "|")));
    assert_eq!(playouts(&h), 0);
    click(&mut h, t!("playouts-next-phase"));
    let expected = t!("playouts-backed-up", number = "1", line = "|", value = "", side = "", n = 1);
    h.get_by_label_contains(start(&expected));
    h.get_by_label(&t!("playouts-count", n = 1));
    click(&mut h, t!("playouts-next"));
    click(&mut h, "+10");
    wait(&mut h, "twelve playouts", idle);
    assert_eq!(playouts(&h), 12);
    click(&mut h, "+1000");
    wait(&mut h, "a thousand playouts", idle);
    assert_eq!(playouts(&h), 1012);
    assert_eq!(h.query_all_by_label_contains(end(&current)).count(), 0);
    click(&mut h, t!("playouts-restart"));
    assert_eq!(playouts(&h), 0);
}

#[test]
fn any_node_can_be_selected_and_left() {
    let mut h = open(PaneId::Playouts);
    act(&mut h, Action::Lab(PlayoutsAction::Playouts(300).into()));
    wait(&mut h, "playouts", idle);
    let view = model(&h).lab.playouts.in_sight().unwrap();
    let most = view.moves.iter().max_by_key(|of| of.n).unwrap().mv;
    act(&mut h, Action::Lab(PlayoutsAction::Sort(SortBy::Visits).into()));
    let name = t!("playouts-down", move = "|");
    let down = h.query_all_by_label_contains(start(&name)).next().unwrap();
    down.click_accesskit();
    h.run_steps(3);
    assert_eq!(model(&h).lab.playouts.path, [most], "the most visited stands first");
    let expected = t!(
        "playouts-node",
        side = t!("white"),
        visits = "|",
        below = "",
        q = "",
        value = "",
        draw = ""
    );
    h.get_by_label_contains(start(&expected));
    click(&mut h, t!("lab-root"));
    assert!(model(&h).lab.playouts.path.is_empty());
    // In the picture of the tree, too.
    let name = t!("playouts-node-name", line = "|");
    let node = h.query_all_by_label_contains(start(&name)).next().unwrap();
    node.click_accesskit();
    h.run_steps(3);
    assert_eq!(model(&h).lab.playouts.path.len(), 1);
    // Another position on the board has another tree.
    act(&mut h, Action::SetFen("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1".to_owned()));
    assert!(playouts(&h) == 0 && model(&h).lab.playouts.path.is_empty());
    act(&mut h, Action::SetFen("R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1".to_owned()));
    act(&mut h, Action::OpenPane(PaneId::Playouts));
    assert!(h.query_all_by_label(t!("present-over")).count() > 0);
}

/// A number that is cut off looks like another number.
#[test]
fn the_texts_of_the_tree_fit_into_their_fields() {
    let mut h = open(PaneId::Playouts);
    act(&mut h, Action::Lab(draft(PuctConfig::Network)));
    act(&mut h, Action::Lab(PlayoutsAction::Playouts(1000).into()));
    wait(&mut h, "playouts", idle);
    let name = t!("playouts-node-name", line = "|");
    let nodes = h.query_all_by_label_contains(start(&name));
    let fields: Vec<Rect> = nodes.map(|node| node.rect()).collect();
    let mut texts = 0;
    for shape in &h.output().shapes {
        let Shape::Text(text) = &shape.shape else { continue };
        let bounds = text.visual_bounding_rect();
        if let Some(field) = fields.iter().find(|field| field.contains(bounds.left_center())) {
            assert!(bounds.right() <= field.right(), "{}", text.galley.text());
            texts += 1;
        }
    }
    assert!(texts >= 3, "{texts}");
}

#[test]
fn every_config_shows_its_formula_and_constants() {
    for config in PuctConfig::ALL {
        let mut h = open(PaneId::Playouts);
        act(&mut h, Action::Lab(draft(config)));
        act(&mut h, Action::Lab(PlayoutsAction::Playouts(3).into()));
        wait(&mut h, "first playouts", idle);
        // UCB1 has no Q for untried moves, and tries them first.
        let first = matches!(config, PuctConfig::Uct | PuctConfig::UctEval);
        assert_eq!(h.query_all_by_label("∞").count() > 0, first, "{config:?}");
        act(&mut h, Action::Lab(PlayoutsAction::Playouts(57).into()));
        wait(&mut h, "playouts", idle);
        let flat = t!("playouts-formula-flat", move = "|");
        let formula = match config {
            PuctConfig::Flat => end(&flat),
            PuctConfig::Uct | PuctConfig::UctEval => "Q + c * sqrt(ln N / n)",
            _ => "Q + c * P * sqrt(N) / (1 + n)",
        };
        h.get_by_label_contains(formula);
        assert_eq!(playouts(&h), 60);
        let random = matches!(config, PuctConfig::Flat | PuctConfig::Uct);
        let seed = PlayoutsDraft::of(config).is_random();
        assert_eq!(seed, random);
    }
}

#[test]
fn it_plays_by_itself_until_it_is_paused() {
    let mut h = open(PaneId::Playouts);
    act(&mut h, Action::Lab(PlayoutsAction::Speed(50.0).into()));
    h.get_by_label(t!("playouts-play")).click();
    h.run_steps(3);
    wait(&mut h, "two playouts", |model| {
        model.lab.playouts.grown().is_some_and(|grown| grown.stepper.playouts() >= 2)
    });
    h.get_by_label(t!("playouts-pause")).click();
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
    // Three plies are two moves of the side that mates.
    let proof = t!("playouts-win-mate", n = 2);
    h.get_by_label_contains(&t!("playouts-root-proven", proof = proof));
    act(&mut h, Action::Command(UserCommand::Undo));
    assert_eq!(model(&h).game.board().to_string(), MIDDLEGAME);
}

fn scene(name: &str, config: PuctConfig, count: u32, then: &[PlayoutsAction]) {
    for theme in [ThemeChoice::Dark, ThemeChoice::Light] {
        for size in [[1280.0, 800.0], [1920.0, 1080.0]] {
            let mut scene = Scene::new(theme, PaneId::Playouts);
            scene.lab(&[draft(config), PlayoutsAction::Playouts(count).into()]);
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
