//! Growing a tree by hand: steps, choosing nodes, changing positions.

use super::*;
use crate::action::{Action, LabAction, UserCommand};
use crate::lab::playouts::visible_nodes::visible_nodes;
use crate::model::Model;
use crate::update::update;
use crate::window::settings::Settings;
use tabia_chess::uci_move;

fn act(model: &mut Model, action: PlayoutsAction) {
    update(model, Action::Lab(action.into()), 0);
}

fn draft(config: PuctConfig) -> PlayoutsAction {
    PlayoutsAction::Draft(PlayoutsDraft { config, ..PlayoutsDraft::default() })
}

fn model(config: PuctConfig) -> Model {
    let mut model = Model::new(Settings::default());
    act(&mut model, draft(config));
    model
}

/// Runs all pending playouts.
fn finish(model: &mut Model) {
    for _ in 0..10_000 {
        if model.lab.playouts.left == 0 {
            return;
        }
        act(model, PlayoutsAction::Tick);
    }
    panic!("{} left", model.lab.playouts.left);
}

fn grown(model: &Model) -> &Grown {
    model.lab.playouts.grown().unwrap()
}

#[test]
fn a_phase_changes_what_it_says_and_nothing_else() {
    let mut model = model(PuctConfig::Knowledge);
    let sums = |model: &Model| {
        let root = grown(model).node(&[]).unwrap();
        (
            root.visits,
            root.moves.iter().map(|of| of.n).sum::<u32>(),
            grown(model).stepper.playouts(),
        )
    };
    for number in 1..60 {
        assert_eq!(grown(&model).stepper.stage(), Stage::Select);
        let before = sums(&model);
        loop {
            act(&mut model, PlayoutsAction::Phase);
            if grown(&model).stepper.stage() == Stage::Select {
                break;
            }
            // Selecting, expanding and evaluating change no counts yet.
            assert_eq!(sums(&model), before);
            assert!(!grown(&model).stepper.line().is_empty());
        }
        assert_eq!(sums(&model), (before.0 + 1, before.1 + 1, number));
        let last = grown(&model).done.back().unwrap();
        assert!(last.number == number && last.plies >= 1 && (0.0..=1.0).contains(&last.q));
    }
}

#[test]
fn visits_add_up_in_every_config_and_drawn_nodes_are_in_the_tree() {
    for config in PuctConfig::ALL {
        let mut model = model(config);
        act(&mut model, PlayoutsAction::Playouts(120));
        finish(&mut model);
        let tree = grown(&model);
        let root = tree.node(&[]).unwrap();
        let through: u32 = root.moves.iter().map(|of| of.n).sum();
        assert_eq!((root.visits, through, tree.stepper.playouts()), (121, 120, 120), "{config:?}");
        assert_eq!(tree.done.len(), KEPT);
        // The last value reported matches the tree: the mean of the root is that of all values.
        let drawn = visible_nodes(&model.lab.playouts, 20);
        assert!(drawn.len() > 5 && drawn.len() <= 20, "{config:?} {}", drawn.len());
        assert_eq!(drawn[0].visits, 120, "not the root's own evaluation");
        for (at, node) in drawn.iter().enumerate().skip(1) {
            let parent = &drawn[node.parent.unwrap()];
            assert!(node.parent.unwrap() < at && node.line.starts_with(&parent.line));
            assert!(node.visits <= parent.visits && node.visits > 0, "{config:?}");
        }
        if tree.by.selection() == Selection::Flat {
            let each: Vec<u32> = root.moves.iter().map(|of| of.n).collect();
            assert_eq!(each, [6; 20], "each as often as the others");
        }
    }
}

#[test]
fn the_same_seed_grows_the_same_tree_however_it_is_stepped() {
    let shown = |model: &Model| format!("{:?}", grown(model).node(&[]));
    let mut by_phases = model(PuctConfig::Uct);
    while grown(&by_phases).stepper.playouts() < 40 {
        act(&mut by_phases, PlayoutsAction::Phase);
    }
    let mut at_once = model(PuctConfig::Uct);
    act(&mut at_once, PlayoutsAction::Playouts(40));
    finish(&mut at_once);
    assert_eq!(shown(&by_phases), shown(&at_once));
    let other = PlayoutsDraft { config: PuctConfig::Uct, seed: 2, ..PlayoutsDraft::default() };
    act(&mut at_once, PlayoutsAction::Draft(other));
    act(&mut at_once, PlayoutsAction::Playouts(40));
    finish(&mut at_once);
    assert_ne!(shown(&by_phases), shown(&at_once));
}

#[test]
fn another_config_has_its_own_defaults_and_keeps_what_was_changed() {
    let quiet = PlayoutsDraft::of(PuctConfig::Quiet);
    assert_eq!(quiet.on(PuctConfig::Hybrid), PlayoutsDraft::of(PuctConfig::Hybrid));
    let changed = PlayoutsDraft { first_play: 300, seed: 4, ..quiet };
    let hybrid = PlayoutsDraft::of(PuctConfig::Hybrid);
    let expected = PlayoutsDraft { first_play: 300, seed: 4, ..hybrid };
    assert_eq!(changed.on(PuctConfig::Hybrid), expected);
    assert_eq!(changed.on(PuctConfig::Hybrid).on(PuctConfig::Quiet), changed);
}

#[test]
fn another_config_constant_or_position_starts_anew() {
    let mut model = model(PuctConfig::Uniform);
    let count = |model: &Model| grown(model).stepper.playouts();
    act(&mut model, PlayoutsAction::Playouts(30));
    assert_eq!(count(&model), 30);
    let first = grown(&model).node(&[]).unwrap().moves[0].mv;
    act(&mut model, PlayoutsAction::Down(first));
    assert_eq!(model.lab.playouts.path, [first]);
    act(&mut model, draft(PuctConfig::Uniform));
    assert_eq!(count(&model), 30, "nothing was changed");
    act(&mut model, draft(PuctConfig::Network));
    assert!(count(&model) == 0 && model.lab.playouts.path.is_empty());
    act(&mut model, PlayoutsAction::Playouts(5));
    let draft = PlayoutsDraft { cpuct: 2_000, ..model.lab.playouts.draft };
    act(&mut model, PlayoutsAction::Draft(draft));
    assert_eq!(count(&model), 0);
    act(&mut model, PlayoutsAction::Playouts(5));
    act(&mut model, PlayoutsAction::Play(true));
    let elsewhere = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1";
    update(&mut model, Action::SetFen(elsewhere.to_owned()), 0);
    act(&mut model, PlayoutsAction::Tick);
    assert!(!model.lab.playouts.playing, "it does not go on by itself somewhere else");
    assert_eq!(grown(&model).board().to_string(), elsewhere);
    assert_eq!(count(&model), 0);
    act(&mut model, PlayoutsAction::Phase);
    update(&mut model, Action::Command(UserCommand::Undo), 0);
    act(&mut model, PlayoutsAction::Tick);
    assert_eq!(grown(&model).board().key(), tabia_chess::Board::start().key());
    assert_eq!(grown(&model).stepper.stage(), Stage::Select);
}

#[test]
fn it_plays_at_its_speed_and_a_click_stops_it() {
    let mut model = model(PuctConfig::Quiet);
    let at = |model: &mut Model, action, now| {
        update(model, Action::Lab(LabAction::Playouts(action)), now);
        grown(model).stepper.stage()
    };
    at(&mut model, PlayoutsAction::Speed(4.0), 1_000);
    at(&mut model, PlayoutsAction::Play(true), 1_000);
    assert_eq!(at(&mut model, PlayoutsAction::Tick, 1_000), Stage::Evaluate);
    assert_eq!(at(&mut model, PlayoutsAction::Tick, 1_249), Stage::Evaluate);
    assert!(matches!(at(&mut model, PlayoutsAction::Tick, 1_250), Stage::BackUp(_)));
    at(&mut model, PlayoutsAction::Phase, 1_300);
    assert!(!model.lab.playouts.is_busy());
    at(&mut model, PlayoutsAction::Speed(f64::NAN), 1_300);
    assert!(SPEED.contains(&model.lab.playouts.speed));
}

#[test]
fn the_path_leads_down_and_up_again() {
    let mut model = model(PuctConfig::Knowledge);
    act(&mut model, PlayoutsAction::Playouts(100));
    finish(&mut model);
    for _ in 0..2 {
        let view = model.lab.playouts.in_sight().unwrap();
        let most = view.moves.iter().max_by_key(|of| of.n).unwrap().mv;
        act(&mut model, PlayoutsAction::Down(most));
    }
    assert_eq!(model.lab.playouts.path.len(), 2);
    let line = model.lab.playouts.path.clone();
    let never = uci_move::parse(&tabia_chess::Board::start(), "a2a3").unwrap();
    act(&mut model, PlayoutsAction::Down(never));
    assert_eq!(model.lab.playouts.path, line, "there is no such node");
    act(&mut model, PlayoutsAction::Up(1));
    assert_eq!(model.lab.playouts.path, line[..1]);
    act(&mut model, PlayoutsAction::Line(KEPT - 1));
    let last = grown(&model).done.back().unwrap();
    assert!(last.line.starts_with(&model.lab.playouts.path) && !model.lab.playouts.path.is_empty());
    act(&mut model, PlayoutsAction::Line(KEPT));
    act(&mut model, PlayoutsAction::Choose(line[0]));
    act(&mut model, PlayoutsAction::Up(0));
    assert!(model.lab.playouts.path.is_empty() && model.lab.playouts.chosen.is_none());
}

#[test]
fn what_is_proven_or_over_goes_no_further() {
    let mut model = model(PuctConfig::Knowledge);
    let mate = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    update(&mut model, Action::SetFen(mate.to_owned()), 0);
    act(&mut model, PlayoutsAction::Playouts(1_000));
    finish(&mut model);
    assert_eq!(grown(&model).proof(), Some(Score::Mate(1)));
    let done = grown(&model).stepper.playouts();
    assert!(done < 1_000);
    act(&mut model, PlayoutsAction::Phase);
    assert_eq!(grown(&model).stepper.playouts(), done);
    let mated = "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1";
    update(&mut model, Action::SetFen(mated.to_owned()), 0);
    act(&mut model, PlayoutsAction::Playouts(10));
    assert!(matches!(model.lab.playouts.tree, Some(Err(NoTree::GameOver))));
    assert!(!model.lab.playouts.is_busy() && visible_nodes(&model.lab.playouts, 9).is_empty());
}

#[test]
fn memory_is_bounded_however_long_it_goes_on() {
    let mut model = model(PuctConfig::Uniform);
    let bytes = grown(&model).stepper.tree().bytes();
    assert!(bytes <= (TREE_MIB as usize) << 20);
    act(&mut model, PlayoutsAction::Playouts(u32::MAX));
    assert!(model.lab.playouts.left <= MAX_PLAYOUTS);
    finish(&mut model);
    let tree = grown(&model).stepper.tree();
    assert_eq!((tree.bytes(), grown(&model).done.len()), (bytes, KEPT));
    assert_eq!(grown(&model).stepper.playouts(), MAX_PLAYOUTS);
}
