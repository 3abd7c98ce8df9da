//! Why not, tree, comparison, profile, hash table, move order and horizon, each filled by its own button and read by
//! the names a screen reader gives.

use std::time::Duration;
use tabia_text::t;

use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tabia::gui::present::analysis;
use tabia_app::action::{Action, LabAction, UserCommand};
use tabia_app::model::Model;
use tabia_app::window::settings::{SettingChange, ThemeChoice};
use tabia_app::window::workspace::PaneId;
use tabia_chess::uci_move;
use tabia_engine::alphabeta::options::EvalKind;
use tabia_engine::alphabeta::rule_set::RuleSet;
use tabia_engine::search::inspection::SearchInspection;
use tabia_lab::ab::{Ab, Equal, Positions, Request, Side};
use tabia_lab::branching::{self, Branching};
use tabia_lab::contempt::Contempt;
use tabia_lab::experiment::Experiment as _;
use tabia_lab::horizon::{self, EffectRequest, Horizon, HorizonEffect};
use tabia_lab::time_use::{self, TimeUse};
use tabia_lab::tuning::{self, Tuning};
use tabia_lab::why::WhyNot;

use super::{MIDDLEGAME, Scene, Ui, act, click, idle, model, open, wait};

/// The last inspection of the position on the board.
fn seen(model: &Model) -> Option<&SearchInspection> {
    model.lab.look_at(model.game.board().key())
}

#[test]
fn a_tree_is_recorded_unfolded_and_a_node_searched_again() {
    let mut h = open(PaneId::SearchTree);
    click(&mut h, t!("tree-record-tree"));
    wait(&mut h, "tree", |model| idle(model) && !model.lab.trees.is_empty());
    let recorded = model(&h).lab.trees[0].recorded.clone();
    // There are never more recorded nodes than searched ones: skipped moves are counted separately.
    let [nodes, skipped] = model(&h).lab.trees[0].index.visits_and_skips();
    assert_eq!(nodes as u64, recorded.tree.visits());
    assert!(nodes as u64 <= recorded.nodes && skipped > 0);
    let kept = t!("tree-summary-kept", n = 2, nodes = "|", skips = 2, skipped = "|");
    h.get_by_label_contains(super::start(&kept));
    assert_eq!(recorded.tree.depth, 8);
    // The root is selected; its principal variation is unfolded.
    h.get_by_label(t!("tree-the-root"));
    assert!(h.query_all_by_label_contains(super::start(&t!("tree-fold", node = "|"))).count() >= 3);
    let child = first_child(&h);
    act(&mut h, Action::Lab(LabAction::Expand(child)));
    wait(&mut h, "expansion", |model| idle(model) && model.lab.trees.len() == 2);
    click(&mut h, t!("tree-back"));
    assert_eq!(model(&h).lab.trees.len(), 1);
    click(&mut h, t!("tree-picture"));
    h.get_by_label_contains(super::start(&t!("tree-picture-told", n = "|")));
    assert!(!says_another_position(&h));
    elsewhere(&mut h, PaneId::SearchTree);
    assert!(says_another_position(&h));
}

/// Opens another game and brings the view to the front again.
fn elsewhere(h: &mut Ui<'_>, pane: PaneId) {
    act(h, Action::SetFen("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1".to_owned()));
    act(h, Action::OpenPane(pane));
}

fn says_another_position(h: &Ui<'_>) -> bool {
    h.query_all_by_label_contains(t!("experiment-other-position")).count() > 0
}

/// An entry directly below the last search of the root, with a move.
fn first_child(h: &Ui<'_>) -> u32 {
    let view = model(h).lab.trees.last().unwrap();
    let root = *view.index.roots().last().unwrap();
    view.index.children(root)[0]
}

#[test]
fn why_not_explains_a_move() {
    let mut h = open(PaneId::WhyNot);
    h.get_by_label(t!("why-not-no-move"));
    let (node, board) = (model(&h).game.current, *model(&h).game.board());
    // This move loses the pawn.
    let mv = uci_move::parse(&board, "e6e5").unwrap();
    act(&mut h, Action::Lab(LabAction::Why { node, mv }));
    h.get_by_label_contains(&t!("why-not-title", move = "9… e5"));
    wait(&mut h, "answer", idle);
    h.get_by_label_contains(t!("why-not-verified"));
    let answer = model(&h).lab.trial::<WhyNot>().unwrap().last().unwrap().clone();
    assert!(answer.verified && answer.line.first() == Some(&mv));
    h.get_by_label_contains(super::start(&t!("why-not-effort", nodes = "|", all = "", share = "")));
    // Another game clears it.
    elsewhere(&mut h, PaneId::WhyNot);
    h.get_by_label(t!("why-not-no-move"));
}

#[test]
fn two_ways_of_searching_are_compared_and_can_be_stopped() {
    let mut h = open(PaneId::Compare);
    let draft = Request {
        sides: [Side::default(), Side::parse("no-tt").unwrap()],
        equal: Equal::Depth(5, Duration::from_mins(1)),
        positions: Positions::BuiltIn,
        ..Request::default()
    };
    act(&mut h, Action::Lab(LabAction::ask::<Ab>(draft.clone())));
    h.get_by_label(&t!("experiment-side-one", side = "B", rule = "Transposition table"));
    // What can be copied later has its place from the beginning, so that the controls beside it stay where they are.
    let copy = |h: &Ui<'_>| h.get_by_label(t!("present-copy-csv")).accesskit_node().is_disabled();
    let places = |h: &Ui<'_>| {
        [t!("compare-start"), t!("compare-equal"), t!("compare-file-button")]
            .map(|name| h.get_by_label(name).rect())
    };
    let before = places(&h);
    assert!(copy(&h));
    click(&mut h, t!("compare-start"));
    wait(&mut h, "comparison", idle);
    assert!(!copy(&h) && places(&h) == before);
    let compare = model(&h).lab.trial::<Ab>().unwrap().clone();
    assert_eq!((compare.updates.len(), compare.request), (30, draft.clone()));
    // The ratio in the headline is that of the totals in the bars.
    let nodes = [0, 1]
        .map(|side: usize| compare.updates.iter().map(|pair| pair.runs[side].nodes).sum::<u64>());
    let ratio = tabia_text::number(nodes[1] as f64 / nodes[0] as f64, 2);
    let words = t!(
        "compare-summary",
        done = 30,
        all = 30,
        nodes = ratio,
        clock = "compared",
        time = "|",
        agree = "",
        cut = 0
    );
    h.get_by_label_contains(words.split('|').next().unwrap());
    h.get_by_label_contains(super::start(&t!("compare-medians", nodes = "|", time = "")));
    let branching = t!("compare-branching", a = "|", b = "");
    h.get_by_label_contains(super::start(&branching));
    // Deep enough not to end before it is stopped.
    let deep = Request { equal: Equal::Depth(24, Duration::from_mins(10)), ..draft.clone() };
    act(&mut h, Action::Lab(LabAction::ask::<Ab>(deep.clone())));
    act(&mut h, Action::Lab(LabAction::run::<Ab>(deep)));
    assert!(model(&h).lab.is_at(Ab::INFO.id));
    click(&mut h, "Stop");
    assert!(idle(model(&h)));
    // The seat is free again at once.
    let quick =
        Request { equal: Equal::Nodes(1_000), positions: Positions::Shown, ..draft.clone() };
    act(&mut h, Action::Lab(LabAction::ask::<Ab>(quick.clone())));
    act(&mut h, Action::Lab(LabAction::run::<Ab>(quick)));
    wait(&mut h, "comparison after the stop", idle);
    assert_eq!(model(&h).lab.trial::<Ab>().unwrap().updates.len(), 1);
    assert_eq!(model(&h).settings.engine.rules, RuleSet::ALL);
}

#[test]
fn the_hash_table_is_inspected_while_a_view_is_open() {
    let mut h = open(PaneId::MoveOrder);
    wait(&mut h, "look", |model| seen(model).is_some());
    h.get_by_label_contains(t!("move-order-no-guess"));
    act(&mut h, Action::Command(UserCommand::ToggleAnalysis));
    let knows = |model: &Model| seen(model).is_some_and(|look| look.order.best.is_some());
    wait(&mut h, "look into a search", knows);
    h.get_by_label_contains(super::start(&t!("move-order-guess", depth = "|", move = "")));
    act(&mut h, Action::OpenPane(PaneId::HashTable));
    h.get_by_label(t!("hash-table-line"));
    h.get_by_label_contains(super::start(&t!("hash-table-capacity", n = "|")));
    let look = seen(model(&h)).unwrap();
    assert!(look.table.survey.sampled > 1000 && look.order.moves.len() > 30);
    let search = |model: &Model| model.engine.jobs().next().map(|job| job.id);
    let before = search(model(&h));
    act(&mut h, Action::OpenPane(PaneId::Profile));
    assert_eq!(search(model(&h)), before, "no search begins anew because somebody looks");
    let counted = |model: &Model| {
        let search = model.engine.jobs().next();
        search.is_some_and(|job| job.watch.profile)
    };
    assert!(!counted(model(&h)));
    wait(&mut h, "counts", |model| analysis::live(model).is_some());
    h.get_by_label(t!("profile-measure")).click();
    h.run_steps(4);
    assert!(counted(model(&h)) && search(model(&h)) != before, "asked for, the search counts");
    act(&mut h, Action::Command(UserCommand::ToggleAnalysis));
}

#[test]
fn the_horizon_is_searched_along_a_line() {
    let mut h = open(PaneId::Horizon);
    act(
        &mut h,
        Action::Lab(LabAction::run::<Horizon>(horizon::Request {
            depth: 3,
            ..horizon::Request::default()
        })),
    );
    wait(&mut h, "line", idle);
    let horizon = model(&h).lab.trial::<Horizon>().unwrap().clone();
    assert_eq!(horizon.request.depths(), [1, 2, 3]);
    assert!(horizon.updates.len() > 1);
    h.get_by_label(t!("horizon-start"));
    act(&mut h, Action::Lab(LabAction::run::<HorizonEffect>(EffectRequest { depth: 6 })));
    wait(&mut h, "effect", idle);
    h.get_by_label(t!("horizon-sight-quiescence"));
    assert_eq!(model(&h).lab.trial::<HorizonEffect>().unwrap().updates.len(), 6);
    assert!(!says_another_position(&h));
    // Both were run with the network, but another evaluation is set now.
    let network = t!("experiment-other-evaluation", name = t!("eval-network"));
    assert!(h.query_by_label(&network).is_none());
    act(&mut h, Action::Set(SettingChange::Eval(EvalKind::HandCrafted)));
    assert_eq!(h.query_all_by_label(&network).count(), 2);
    // Below the effect, whose position is its own, the line of another position is folded away.
    elsewhere(&mut h, PaneId::Horizon);
    assert!(!says_another_position(&h));
    h.get_by_label(t!("horizon-sight-quiescence"));
    click(&mut h, t!("horizon-elsewhere"));
    h.run_steps(10);
    assert!(says_another_position(&h));
}

#[test]
fn views_say_that_the_game_is_over() {
    let searches = [PaneId::SearchTree, PaneId::WhyNot, PaneId::HashTable, PaneId::MoveOrder];
    let experiments = [PaneId::TimeUse, PaneId::Branching, PaneId::Contempt, PaneId::Horizon];
    let experiments = experiments.into_iter().chain([PaneId::Ladder, PaneId::Compare]);
    for pane in searches.into_iter().chain(experiments) {
        let mut h = open(pane);
        act(&mut h, Action::SetFen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1".to_owned()));
        act(&mut h, Action::OpenPane(pane));
        if [PaneId::HashTable, PaneId::MoveOrder].contains(&pane) {
            wait(&mut h, "look", |model| seen(model).is_some());
        }
        if pane == PaneId::Compare {
            let here = Request { positions: Positions::Shown, ..Request::default() };
            act(&mut h, Action::Lab(LabAction::ask::<Ab>(here)));
        }
        assert!(h.query_all_by_label(t!("present-over")).count() > 0, "{pane:?}");
        if let Some(entry) = pane.experiment().filter(|entry| !entry.info.start.is_empty()) {
            let mut starts = h.query_all_by_label(tabia_text::text(entry.info.start));
            assert!(starts.any(|start| start.accesskit_node().is_disabled()), "{pane:?}");
        }
        assert!(h.query_by_label(t!("why-not-no-move")).is_none());
        assert!(h.query_by_label(t!("tree-record-tree")).is_none());
    }
}

#[test]
fn the_branching_factor_is_shown_beside_the_searches_of_the_window() {
    let mut h = open(PaneId::Branching);
    h.get_by_label(t!("branching-empty"));
    let request = branching::Request { depth: 5, ..branching::Request::default() };
    act(&mut h, Action::Lab(LabAction::run::<Branching>(request)));
    wait(&mut h, "measurement", idle);
    let words = t!("branching-summary", a = "|", a_rules = "", b = "", b_rules = "");
    h.get_by_label_contains(words.split('|').next().unwrap());
    h.get_by_label(t!("branching-tesseract-without"));
    h.get_by_label("×5.99");
    assert_eq!(h.get_all_by_label_contains(t!("branching-curves")).count(), 2);
    // A search of the window is shown beside them once it has two iterations.
    act(&mut h, Action::Command(UserCommand::ToggleAnalysis));
    let watched = |model: &Model| {
        let entry = PaneId::Branching.experiment().unwrap();
        model.trial_table(entry).csv().contains("(shown),")
    };
    wait(&mut h, "iterations", watched);
    act(&mut h, Action::Command(UserCommand::ToggleAnalysis));
    // After the board changes, the view names the position of its numbers.
    act(&mut h, Action::SetFen("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1".to_owned()));
    act(&mut h, Action::OpenPane(PaneId::Branching));
    h.get_by_label(t!("experiment-other-position"));
    // Searches of another position are not shown: their branching factor differs.
    assert!(!watched(model(&h)));
    act(&mut h, Action::Command(UserCommand::ToggleAnalysis));
    wait(&mut h, "iterations here", watched);
}

#[test]
fn the_time_of_a_move_is_shown_with_its_budget_and_why_it_stopped() {
    let mut h = open(PaneId::TimeUse);
    h.get_by_label(t!("clock-empty"));
    let request = time_use::Request { seconds: 3, increment: 0, to_go: 0 };
    act(&mut h, Action::Lab(LabAction::run::<TimeUse>(request)));
    wait(&mut h, "search", idle);
    let trial = model(&h).lab.trial::<TimeUse>().unwrap().clone();
    for line in TimeUse::summary(&trial) {
        h.get_by_label(&line);
    }
    // The title, with the unit, and the plot.
    assert_eq!(h.get_all_by_label_contains(t!("clock-curves")).count(), 2);
    h.get_by_label_contains(t!("clock-budget", soft = "|", hard = "").split('|').next().unwrap());
    assert!(h.query_by_label(t!("experiment-other-settings")).is_none());
    let other = time_use::Request { seconds: 5, ..request };
    act(&mut h, Action::Lab(LabAction::ask::<TimeUse>(other)));
    h.get_by_label(t!("experiment-other-settings"));
}

#[test]
fn contempt_is_shown_by_the_value_of_a_draw() {
    let mut h = open(PaneId::Contempt);
    let fen = Contempt::INFO.example.fen.unwrap();
    act(&mut h, Action::SetFen(fen.to_owned()));
    act(&mut h, Action::OpenPane(PaneId::Contempt));
    act(&mut h, Action::Lab(LabAction::run::<Contempt>(Contempt::example())));
    wait(&mut h, "searches", idle);
    let trial = model(&h).lab.trial::<Contempt>().unwrap().clone();
    assert_eq!(trial.updates.len(), 5);
    h.get_by_label(&Contempt::summary(&trial)[0]);
    h.get_by_label("+1.00");
    let draws = h.query_all_by_label(t!("contempt-draw")).count();
    assert_eq!(draws, trial.updates.iter().filter(|one| one.is_draw(&trial.position)).count());
}

#[test]
fn weights_are_tuned_step_by_step_whatever_the_position() {
    let mut h = open(PaneId::Tuning);
    let request = tuning::Request { steps: 12, rate: 20, level: 1 };
    act(&mut h, Action::Lab(LabAction::run::<Tuning>(request)));
    wait(&mut h, "steps", idle);
    let trial = model(&h).lab.trial::<Tuning>().unwrap().clone();
    assert_eq!(trial.updates.len(), 13);
    for line in Tuning::summary(&trial) {
        h.get_by_label(&line);
    }
    // A title and the plot itself.
    for curves in [t!("tuning-loss-curves"), t!("tuning-weight-curves")] {
        assert_eq!(h.query_all_by_label(curves).count(), 2);
    }
    elsewhere(&mut h, PaneId::Tuning);
    assert!(!says_another_position(&h), "it depends on no position");
}

#[test]
fn a_pinned_view_keeps_its_position_while_the_board_moves_on() {
    let mut h = open(PaneId::MoveOrder);
    wait(&mut h, "look", |model| seen(model).is_some());
    let (node, key) = (model(&h).game.current, model(&h).game.board().key());
    click(&mut h, t!("present-pin"));
    let mv = uci_move::parse(model(&h).game.board(), "d5c4").unwrap();
    act(&mut h, Action::PlayLine { node, moves: vec![mv] });
    h.get_by_label_contains(t!("present-pinned-start"));
    // The other view follows the board, and both positions are inspected in turn.
    act(&mut h, Action::PanesOpen(vec![PaneId::MoveOrder, PaneId::HashTable]));
    let both = |model: &Model| seen(model).is_some() && model.lab.look_at(key).is_some();
    for _ in 0..400 {
        if both(model(&h)) {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
        // Discards the window's message about visible panels.
        h.state_mut().drain();
        h.state_mut().apply(Action::PanesOpen(vec![PaneId::MoveOrder, PaneId::HashTable]));
    }
    assert!(both(model(&h)), "both positions were looked at");
    click(&mut h, t!("present-follow"));
    let lab = &model(&h).lab;
    assert_eq!(lab.node_of(PaneId::MoveOrder, &model(&h).game), model(&h).game.current);
}

#[test]
fn every_view_explains_itself_and_shows_an_example() {
    for pane in [PaneId::WhyNot, PaneId::SearchTree, PaneId::HashTable, PaneId::Horizon] {
        let mut h = open(pane);
        click(&mut h, t!("present-explain"));
        h.get_by_label_contains("Show me:").click();
        h.run_steps(3);
        assert_ne!(model(&h).game.board().to_string(), MIDDLEGAME, "{pane:?} shows its example");
        match pane {
            PaneId::WhyNot => {
                wait(&mut h, "answer", idle);
                h.get_by_label_contains(&t!("why-not-mate", n = 2));
            }
            PaneId::SearchTree => {
                wait(&mut h, "tree", |model| idle(model) && !model.lab.trees.is_empty());
            }
            PaneId::Horizon => wait(&mut h, "effect", |model| {
                model.lab.trial::<HorizonEffect>().is_some_and(|trial| !trial.updates.is_empty())
            }),
            _ => assert!(model(&h).engine.analysis),
        }
        // The earlier position comes back.
        act(&mut h, Action::Command(UserCommand::Undo));
        assert_eq!(model(&h).game.board().to_string(), MIDDLEGAME);
    }
}

/// A view with its experiment, or with a running search.
fn scene(theme: ThemeChoice, pane: PaneId, actions: &[LabAction], name: &str) {
    let mut scene = Scene::new(theme, pane);
    scene.lab(actions);
    scene.shell.apply(Action::OpenPane(pane));
    if actions.is_empty() {
        scene.shell.apply(Action::PanesOpen(vec![pane]));
        scene.shell.apply(Action::Command(UserCommand::ToggleAnalysis));
        scene.pass(Duration::from_secs(3));
    }
    scene.save([1280.0, 800.0], name);
}

#[test]
#[ignore = "writes pictures for people to look at"]
fn pictures() {
    let board = tabia_chess::Board::from_fen(MIDDLEGAME).unwrap();
    let mv = uci_move::parse(&board, "f6e4").unwrap();
    let why = LabAction::Why { node: tabia_games::game::tree::NodeId::ROOT, mv };
    for theme in [ThemeChoice::Dark, ThemeChoice::Light] {
        scene(theme, PaneId::SearchTree, &[LabAction::Stop], "tree_empty");
        scene(theme, PaneId::SearchTree, &[LabAction::Record(8)], "tree");
        scene(theme, PaneId::WhyNot, std::slice::from_ref(&why), "why");
        scene(theme, PaneId::Compare, &[LabAction::run::<Ab>(Request::default())], "compare");
        let both = [
            LabAction::run::<Horizon>(horizon::Request::default()),
            LabAction::run::<HorizonEffect>(EffectRequest { depth: 7 }),
        ];
        scene(theme, PaneId::Horizon, &both, "horizon");
        scene(theme, PaneId::Profile, &[], "profile");
        scene(theme, PaneId::HashTable, &[], "hash");
        scene(theme, PaneId::MoveOrder, &[], "order");
    }
}

/// `cargo test --test window pictures_of_experiments -- --ignored`: pictures in `target/gallery`.
#[test]
#[ignore = "writes pictures for people to look at"]
fn pictures_of_experiments() {
    let theme = ThemeChoice::Dark;
    let clock = time_use::Request { seconds: 30, increment: 0, to_go: 0 };
    scene(theme, PaneId::TimeUse, &[LabAction::run::<TimeUse>(clock)], "clock");
    let request = Contempt::example();
    scene(theme, PaneId::Contempt, &[LabAction::run::<Contempt>(request)], "contempt");
    let request = tuning::Request::default();
    scene(theme, PaneId::Tuning, &[LabAction::run::<Tuning>(request)], "tuning");
    let request = Request { equal: Equal::Depth(5, Duration::from_mins(1)), ..Ab::example() };
    scene(theme, PaneId::Compare, &[LabAction::run::<Ab>(request)], "compare_quiescence");
}
