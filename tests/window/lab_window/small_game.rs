//! The small game: trained, watched, stopped, played against.

use eframe::egui::Shape;
use eframe::egui::epaint::ClippedShape;
use egui_kittest::kittest::Queryable as _;
use tabia_app::action::{Action, LabAction};
use tabia_app::lab::small_game::SmallGameAction;
use tabia_app::model::Model;
use tabia_app::window::settings::ThemeChoice;
use tabia_app::window::workspace::PaneId;
use tabia_lab::experiment::Experiment as _;
use tabia_lab::representations::race::{self, Race};
use tabia_lab::small_game::learn::{Request, SmallGame};
use tabia_text::t;

use super::{Scene, act, click, idle, model, open, start, wait};

fn short(generations: u32) -> Request {
    Request { generations, games: 40, playouts: 16, positions: 40, matched: 4, threads: 1, seed: 1 }
}

fn learnt(model: &Model) -> usize {
    model.lab.trial::<SmallGame>().map_or(0, |trial| trial.updates.len())
}

#[test]
fn its_training_is_shown_and_can_be_stopped() {
    let mut h = open(PaneId::SmallGame);
    h.get_by_label_contains(t!("small-game-nothing"));
    act(&mut h, Action::Lab(SmallGameAction::Draft(short(3)).into()));
    click(&mut h, t!("small-game-learn"));
    assert!(model(&h).lab.is_at(SmallGame::INFO.id));
    wait(&mut h, "three generations", idle);
    assert_eq!(learnt(model(&h)), 4);
    let expected = t!(
        "small-game-progress",
        stopped = "no",
        generation = 3,
        generations = 3,
        games = "120",
        time = "|",
        policy = "",
        search = "",
        error = "",
        points = ""
    );
    h.get_by_label_contains(start(&expected));
    h.get_by_label_contains(&format!("{}, %", t!("small-game-learning")));
    act(&mut h, Action::Lab(SmallGameAction::Draft(short(500)).into()));
    click(&mut h, t!("small-game-learn"));
    wait(&mut h, "a generation", |model| learnt(model) > 1);
    click(&mut h, t!("button-stop"));
    assert!(idle(model(&h)));
    let stopped = t!(
        "small-game-progress",
        stopped = "yes",
        generation = "|",
        generations = "",
        games = "",
        time = "",
        policy = "",
        search = "",
        error = "",
        points = ""
    );
    h.get_by_label_contains(start(&stopped));
    // The seat is free for another experiment at once.
    act(&mut h, Action::Lab(LabAction::run::<Race>(race::Request { seconds: 1 })));
    wait(&mut h, "a race after it", idle);
    assert!(model(&h).lab.trial::<Race>().is_some_and(|race| race.last().is_some()));
}

#[test]
fn a_game_is_played_against_it() {
    let mut h = open(PaneId::SmallGame);
    h.get_by_label(t!("small-game-your-turn"));
    h.get_by_label(&t!("small-game-column", column = 3, n = 0)).click();
    h.run_steps(3);
    assert_eq!(model(&h).lab.small_game.columns.len(), 2);
    h.get_by_label_contains(start(&t!(
        "small-game-for-you",
        network = "|",
        search = "",
        proof = "none"
    )));
    // Columns that are not proven show the mean of their playouts.
    let found = model(&h).lab.small_game.thought.unwrap().found;
    let open = found.means.iter().zip(found.proofs).filter(|(_, proof)| proof.is_none());
    let means: Vec<f32> = open.filter_map(|(mean, _)| *mean).collect();
    assert!(!means.is_empty());
    for mean in means {
        let text = tabia_text::signed(mean, 2);
        let is_it = |shape: &ClippedShape| matches!(&shape.shape, Shape::Text(of) if of.galley.text() == text);
        assert!(h.output().shapes.iter().any(is_it), "{text}");
    }
    click(&mut h, t!("small-game-take-back"));
    assert!(model(&h).lab.small_game.columns.is_empty());
    click(&mut h, t!("small-game-it-begins"));
    assert_eq!(model(&h).lab.small_game.columns.len(), 1);
    for _ in 0..20 {
        let position = model(&h).lab.small_game.position();
        let Some(column) = position.moves().next() else { break };
        act(&mut h, Action::Lab(SmallGameAction::Drop(column).into()));
    }
    let result = model(&h).lab.small_game.result().unwrap();
    let results = [t!("small-game-it-won"), t!("draw"), t!("small-game-you-won")];
    h.get_by_label(results[(result + 1) as usize]);
    click(&mut h, t!("small-game-you-begin"));
    h.get_by_label(&t!("small-game-column", column = 1, n = 0));
}

fn scene(name: &str, actions: &[LabAction]) {
    for theme in [ThemeChoice::Dark, ThemeChoice::Light] {
        for size in [[1280.0, 800.0], [1920.0, 1080.0]] {
            let mut scene = Scene::new(theme, PaneId::SmallGame);
            scene.lab(actions);
            scene.save(size, name);
        }
    }
}

#[test]
#[ignore = "writes pictures for people to look at"]
fn pictures() {
    scene("small_game_empty", &[]);
    let draft = SmallGameAction::Draft(short(12));
    let moves = [2, 1].map(|column| SmallGameAction::Drop(column).into());
    let begin = [draft.into(), SmallGameAction::Learn.into()];
    scene("small_game", &[&begin[..], &moves[..]].concat());
}
