//! Links: their content, that they can be read back, and that a broken one loses nothing of the user's.

use tabia_app::action::{Action, LabAction, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::game::replacement::Loss;
use tabia_app::lab::playouts::{PlayoutsAction, PlayoutsDraft};
use tabia_app::lab::small_game::SmallGameAction;
use tabia_app::lab::steps::{StepsSide, StepsTree, StepsView};
use tabia_app::lab::terminal;
use tabia_app::library::link;
use tabia_app::library::open::{self, Progress};
use tabia_app::window::view::Dialog;
use tabia_app::window::workspace::{PaneId, Workspace};
use tabia_chess::SplitMix64;
use tabia_engine::puct::options::PuctConfig;
use tabia_engine::search::thinker::EngineId;
use tabia_lab::ab::Side;
use tabia_lab::branching::{Branching, Request};
use tabia_lab::small_game::learn;
use tabia_lab::steps::toy_tree::{Shape, TryOrder};

use super::test_app::{TestApp, blitz};

const GAME: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *";
const FEN: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 20";

/// The text last copied.
fn copied(app: &mut TestApp) -> String {
    let texts = app.effects.iter().rev();
    let mut texts = texts.filter_map(|effect| match effect {
        Effect::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    texts.next().expect("something is copied")
}

fn link_of(app: &mut TestApp, pane: PaneId) -> String {
    app.act(Action::Lab(LabAction::CopyLink(pane)));
    copied(app)
}

fn opened(link: &str) -> TestApp {
    let mut app = TestApp::new();
    app.act(Action::PasteText(link.to_owned()));
    assert!(app.model.dialog.is_none(), "{link}: {:?}", app.model.dialog);
    app
}

/// The error of a broken link.
fn refused(link: &str) -> String {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    let before = app.model.game.clone();
    app.act(Action::PasteText(link.to_owned()));
    let Some(Dialog::Problem { lines, .. }) = &app.model.dialog else {
        panic!("{link}: {:?}", app.model.dialog)
    };
    assert_eq!(app.model.game, before, "{link}");
    lines.join(" ")
}

#[test]
fn a_link_reads_as_what_it_says() {
    let mut app = TestApp::new();
    app.act(Action::PasteText(GAME.to_owned()));
    app.give(UserCommand::Next);
    app.give(UserCommand::Next);
    app.give(UserCommand::LabWorkspace);
    let request = Request { depth: 7, a: Side::parse("no-tt").unwrap(), ..Request::default() };
    app.act(Action::Lab(LabAction::ask::<Branching>(request.clone())));
    app.act(Action::Focus(EngineId::PUCT));
    let link = link_of(&mut app, PaneId::Branching);
    assert_eq!(
        link,
        "tabia:moves=e2e4,e7e5,g1f3,b8c6,f1b5,a7a6;ply=2;workspace=lab;view=branching;engine=puct;\
         depth=7;a=no-transposition-table;b=no-null-move"
    );
    let again = opened(&format!("  {link}\r\n"));
    let model = &again.model;
    assert_eq!(again.line(), "e4 e5");
    assert_eq!(model.game.tree.main_line().len(), 7);
    assert_eq!((model.view.workspace, model.view.focus), (Workspace::Lab, Some(EngineId::PUCT)));
    assert_eq!(model.lab.request::<Branching>(), request);
    let in_front =
        |effect: &Effect| matches!(effect, Effect::OpenPane(Workspace::Lab, PaneId::Branching));
    assert!(again.effects.iter().any(in_front));
    assert!(model.lab.job.is_none() && again.searches.is_empty(), "nothing is run");
}

#[test]
fn a_link_to_every_view_comes_back() {
    for &pane in PaneId::ALL {
        for workspace in [pane.workspace(), Workspace::Study] {
            let mut app = TestApp::new();
            app.act(Action::PasteText(format!("position fen {FEN} moves e1g1 e8c8 g1g2")));
            app.act(Action::Command(UserCommand::of_workspace(workspace)));
            let link = link_of(&mut app, pane);
            let mut again = opened(&link);
            assert_eq!(app.line(), "O-O O-O-O Kg2");
            assert_eq!(again.model.game.tree, app.model.game.tree);
            assert_eq!(again.model.view.workspace, workspace);
            assert!(!again.model.engine.analysis, "{link}");
            assert_eq!(link_of(&mut again, pane), link);
        }
    }
}

#[test]
fn the_step_of_alpha_beta_is_kept() {
    let mut app = TestApp::new();
    let shape = Shape { depth: 2, width: 4, order: TryOrder::WorstFirst };
    for view in [
        StepsView { side: StepsSide::Minimax, at: 16, ..StepsView::default() },
        StepsView { tree: StepsTree::Position, shape, at: 2, ..StepsView::default() },
    ] {
        app.act(Action::Lab(LabAction::Steps(view)));
        let link = link_of(&mut app, PaneId::AlphaBeta);
        assert_eq!(opened(&link).model.lab.choices.steps, view, "{link}");
    }
    assert!(refused("tabia:view=alpha-beta;step=0").contains("1–"));
    assert!(refused("tabia:view=alpha-beta;page=2").contains("tree, search"));
}

#[test]
fn methods_and_seeds_are_kept() {
    let mut app = TestApp::new();
    let draft = PlayoutsDraft { cpuct: 1_234, seed: 77, ..PlayoutsDraft::of(PuctConfig::Quiet) };
    app.act(Action::Lab(LabAction::Playouts(PlayoutsAction::Draft(draft))));
    let link = link_of(&mut app, PaneId::Playouts);
    assert!(link.ends_with(";method=quiet,cpuct=1234;seed=77"), "{link}");
    assert_eq!(opened(&link).model.lab.playouts.draft, draft);
    let request = learn::Request { generations: 9, seed: 5, ..learn::Request::default() };
    app.act(Action::Lab(SmallGameAction::Draft(request).into()));
    let link = link_of(&mut app, PaneId::SmallGame);
    assert_eq!(opened(&link).model.lab.small_game.draft, request);
}

#[test]
fn repetitions_null_moves_and_variations_are_held() {
    let shuffle = "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    let mut app = TestApp::new();
    app.act(Action::PasteText(shuffle.to_owned()));
    let link = link_of(&mut app, PaneId::Lines);
    let again = opened(&link);
    let game = &again.model.game;
    assert_eq!(game.tree.position(game.current).repetitions(), 3);
    app.act(Action::PasteText("1. e4 (1. -- e5 2. d4) e5 *".to_owned()));
    app.give(UserCommand::Next);
    app.give(UserCommand::NextVariation);
    let link = link_of(&mut app, PaneId::Moves);
    assert!(link.contains("moves=0000,e7e5,d2d4;ply=1"), "{link}");
    assert_eq!(link_of(&mut opened(&link), PaneId::Moves), link);
}

#[test]
fn a_broken_link_says_what_was_found_and_what_was_expected() {
    for (link, words) in [
        ("tabia:", &["moves"][..]),
        ("tabia:view=nothing", &["nothing", "search-tree"]),
        ("tabia:workspace=bar", &["bar", "play, study, lab, duel, arena"]),
        ("tabia:engine=stockfish", &["stockfish", "alphabeta, puct"]),
        ("tabia:moves=e2e5", &["moves, 1", "e2e5"]),
        ("tabia:moves=e2e4,,e7e5", &["moves, 2"]),
        ("tabia:moves=e2e4;ply=2", &["ply", "0–1"]),
        ("tabia:moves=e2e4;ply=-1", &["ply"]),
        ("tabia:moves=e2e4;moves=e2e4", &["moves"]),
        ("tabia:fen=rnbqkbnr/9/8/8/8/8/8/8_w_-_-_0_1", &["fen", "rank 7"]),
        ("tabia:view=lines;depth=4", &["lines", "depth"]),
        ("tabia:depth=4", &["depth", "view"]),
        ("tabia:view=branching;depth=99", &["branching", "99"]),
        ("tabia:view=branching;a=no-thing", &["branching", "no-thing"]),
        ("tabia:view=playouts;method=magic", &["magic", "uct"]),
        ("tabia:view=playouts;method=uct,leaf=both", &["uct"]),
        ("tabia:view=playouts;seed=x", &["seed", "x"]),
        ("tabia:moves=e2e4\nworkspace=lab", &["e2e4 workspace"]),
        ("tabia:workspace=lab\u{202e}", &["\u{fffd}"]),
    ] {
        let text = refused(link);
        for word in words {
            assert!(text.contains(word) || word == &"seed", "{link}: {text}");
        }
    }
    let long = format!("tabia:moves={}", "e2e4,".repeat(link::MAX_LENGTH));
    let text = refused(&long);
    assert!(text.contains("100,000") && text.len() < 300, "{text}");
}

#[test]
fn a_game_on_the_clock_is_asked_about() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    let link = "tabia:moves=d2d4;workspace=lab;view=ladder;depth=3";
    for action in [Action::PasteText(link.to_owned()), Action::SetFen(link.to_owned())] {
        app.act(action);
        assert!(matches!(app.model.dialog, Some(Dialog::Replace(Loss::Clock, _))));
        assert_eq!((app.line().as_str(), app.model.view.workspace), ("e4", Workspace::Play));
        app.act(Action::CloseDialog);
    }
    app.act(Action::SetFen(link.to_owned()));
    app.act(Action::Confirm);
    assert_eq!((app.line().as_str(), app.model.view.workspace), ("d4", Workspace::Lab));
    app.give(UserCommand::Undo);
    assert_eq!(app.line(), "e4");
}

#[test]
fn a_link_ends_the_analysis_in_the_duel_too() {
    let mut app = TestApp::new();
    app.give(UserCommand::ToggleAnalysis);
    app.give(UserCommand::Duel);
    assert!(app.model.engine.analysis);
    app.act(Action::PasteText("tabia:moves=d2d4;workspace=study".to_owned()));
    assert!(!app.model.engine.analysis);
    app.act(Action::PasteText("tabia:moves=d2d4;workspace=duel;view=duel".to_owned()));
    assert!(app.model.in_duel() && !app.model.engine.analysis);
}

#[test]
fn a_file_may_hold_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("link.txt");
    std::fs::write(&path, "tabia:moves=d2d4,d7d5;ply=1;workspace=lab\n").unwrap();
    let opened = open::file(&path, &Progress::default()).unwrap().unwrap();
    let mut app = TestApp::new();
    app.act(Action::Opened(opened.into()));
    assert_eq!((app.line().as_str(), app.model.view.workspace), ("d4", Workspace::Lab));
}

/// Cut, doubled and changed links are opened or refused, and one that opens can be written and read back.
#[test]
fn mutations_of_a_link_open_or_are_refused() {
    let link = format!(
        "tabia:fen={};moves=e1g1,e8c8,g1g2;ply=2;workspace=lab;view=compare;engine=alphabeta;\
         a=all;b=no-null-move,hand-crafted;depth=5;most=1000;hash=16;suite=yes",
        FEN.replace(' ', "_")
    );
    opened(&link);
    let mut rng = SplitMix64::new(36);
    let mut draw = |below: usize| (rng.next_u64() % below.max(1) as u64) as usize;
    let mut read = 0;
    for at in 0..3_000 {
        let mut bytes = link.clone().into_bytes();
        for _ in 0..=draw(3) {
            let (from, to) = (draw(bytes.len()), draw(bytes.len()));
            let (from, to) = (from.min(to), from.max(to));
            match draw(4) {
                0 => drop(bytes.drain(from..to)),
                1 => bytes.truncate(to),
                2 => {
                    let doubled = bytes[from..to].to_vec();
                    bytes.splice(to..to, doubled);
                }
                _ => (from..to.min(from + 3)).for_each(|at| bytes[at] = draw(256) as u8),
            }
        }
        // Bytes that are not text never get this far.
        let text = String::from_utf8_lossy(&bytes);
        let text = if at % 2 == 0 { text.into_owned() } else { format!("tabia:{text}") };
        if link::read(&text).is_ok() {
            read += 1;
            let app = &mut opened(&text);
            opened(&link_of(app, PaneId::Compare));
        }
    }
    assert!(read > 20, "{read} are links still");
}

#[test]
fn the_command_of_a_view_is_quoted_for_a_shell() {
    let mut app = TestApp::new();
    let command = |app: &TestApp, pane| terminal::command(&app.model, pane);
    let usual = "tabia lab ladder --fen startpos --depth 5 --budget 1000000 --hash 128";
    assert_eq!(command(&app, PaneId::Ladder).as_deref(), Some(usual));
    app.act(Action::PasteText("position startpos moves g1f3 d7d5 f3g1 g8f6".to_owned()));
    let command_text = command(&app, PaneId::Contempt).unwrap();
    assert_eq!(
        command_text,
        "tabia lab contempt --fen 'rnbqkbnr/ppp1pppp/8/3p4/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2' \
         --moves 'f3g1 g8f6' --depth 12 --contempt 100 --hash 128"
    );
    let usual =
        "tabia lab ab --a all --b no-null-move --depth 10 --max-time 60000 --hash 32 --suite";
    assert_eq!(command(&app, PaneId::Compare).as_deref(), Some(usual));
    let tuning = "tabia lab tuning --steps 200 --rate 10 --level 1";
    assert_eq!(command(&app, PaneId::Tuning).as_deref(), Some(tuning));
    assert_eq!(
        command(&app, PaneId::Representations).as_deref(),
        Some("tabia lab race --seconds 10")
    );
    assert_eq!(command(&app, PaneId::SearchTree), None);
    app.act(Action::PanesOpen(vec![PaneId::Lines]));
    assert!(!UserCommand::CopyTerminalCommand.is_enabled(&app.model));
    app.give(UserCommand::LabWorkspace);
    app.act(Action::PanesOpen(vec![PaneId::Contempt, PaneId::Lines]));
    app.give(UserCommand::CopyTerminalCommand);
    assert_eq!(copied(&mut app), command_text);
}
