//! The small game: learnt, watched, stopped, played against.

use egui_kittest::kittest::Queryable as _;
use tabia_app::action::{Action, LabAction};
use tabia_app::lab::small_game::SmallGameAction;
use tabia_app::model::Model;
use tabia_app::window::settings::ThemeChoice;
use tabia_app::window::workspace::PaneId;
use tabia_lab::experiment::Experiment as _;
use tabia_lab::representations::race::{self, Race};
use tabia_lab::small_game::learn::{Request, SmallGame};

use super::{Scene, act, click, idle, model, open, wait};

fn short(generations: u32) -> Request {
    Request { generations, games: 40, playouts: 16, positions: 40, matched: 4, threads: 1, seed: 1 }
}

fn learnt(model: &Model) -> usize {
    model.lab.trial::<SmallGame>().map_or(0, |trial| trial.updates.len())
}

#[test]
fn it_learns_before_the_readers_eyes_and_is_stopped() {
    let mut h = open(PaneId::SmallGame);
    h.get_by_label_contains("It knows nothing yet");
    act(&mut h, Action::Lab(SmallGameAction::Draft(short(3)).into()));
    click(&mut h, "Learn from nothing");
    assert!(model(&h).lab.is_at(SmallGame::INFO.id));
    wait(&mut h, "three generations", idle);
    assert_eq!(learnt(model(&h)), 4);
    h.get_by_label_contains("Generation 3 of 3, 120 games");
    h.get_by_label_contains("Learning, %");
    act(&mut h, Action::Lab(SmallGameAction::Draft(short(500)).into()));
    click(&mut h, "Learn from nothing");
    wait(&mut h, "a generation", |model| learnt(model) > 1);
    click(&mut h, "Stop");
    assert!(idle(model(&h)));
    // The seat is free for something else at once.
    act(&mut h, Action::Lab(LabAction::run::<Race>(race::Request { seconds: 1 })));
    wait(&mut h, "a race after it", idle);
    assert!(model(&h).lab.trial::<Race>().is_some_and(|race| race.last().is_some()));
}

#[test]
fn a_game_is_played_against_it() {
    let mut h = open(PaneId::SmallGame);
    h.get_by_label("Your turn: four in a row wins");
    h.get_by_label("Column 3, 0 stones").click();
    h.run_steps(3);
    assert_eq!(model(&h).lab.small_game.columns.len(), 2);
    h.get_by_label_contains("For you: network ");
    click(&mut h, "Take back");
    assert!(model(&h).lab.small_game.columns.is_empty());
    click(&mut h, "It begins");
    assert_eq!(model(&h).lab.small_game.columns.len(), 1);
    for _ in 0..20 {
        let position = model(&h).lab.small_game.position();
        let Some(column) = position.moves().next() else { break };
        act(&mut h, Action::Lab(SmallGameAction::Drop(column).into()));
    }
    let result = model(&h).lab.small_game.result().unwrap();
    h.get_by_label(["It has won", "Drawn", "You have won"][(result + 1) as usize]);
    click(&mut h, "You begin");
    h.get_by_label("Column 1, 0 stones");
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
