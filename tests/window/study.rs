//! Review, learning from mistakes and tablebases in the real interface, without window or graphics card; and pictures
//! of them: `cargo test --release --test window study -- --ignored`.
#![expect(clippy::expect_used, clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use std::path::PathBuf;
use std::time::{Duration, Instant};
use tabia_text::{Language, t};

use crate::interface::{Ui, click, interface_at, open_usual, open_with_engine, wait};
use eframe::egui::{Context, Pos2, Rect};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use tabia::gui::headless::frames;
use tabia::gui::look::theme;
use tabia::gui::panels;
use tabia::gui::present::context::Cx;
use tabia::gui::window::shell::{Shell, ShellOptions};
use tabia_app::action::{Action, LearnAction, ReviewAction, UserCommand};
use tabia_app::library::tables::{TableResult, TablesNews, TablesState};
use tabia_app::model::Model;
use tabia_app::review::state::{Budget, ReviewRequest, RunState};
use tabia_app::update::update;
use tabia_app::window::notation::Notation;
use tabia_app::window::settings::{SettingChange, Settings, ThemeChoice};
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, uci_move};
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::annotation::Nag;
use tabia_games::tablebase::{MoveVerdict, Verdict, Wdl};
use tabia_host::review::classify::MoveClass;

/// Black's third move is a blunder.
const SHORT: &str =
    "[White \"Anna\"]\n[Black \"Bert\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0";
/// The Immortal Game, London 1851, which has errors.
const LONG: &str = "[White \"Anderssen, Adolf\"]\n[Black \"Kieseritzky, Lionel\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 \
    10. g4 Nf6 11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2 \
    18. Bd6 Bxg1 19. e5 Qxa1+ 20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0";

fn reviewed(model: &Model) -> bool {
    model.review().is_some_and(|run| run.state == RunState::Done)
}

#[test]
fn a_game_is_reviewed_from_the_panel_and_a_mistake_is_corrected() {
    let mut h = open_with_engine();
    h.state_mut().apply(Action::Set(SettingChange::HashMib(16)));
    h.state_mut().apply(Action::PasteText(SHORT.to_owned()));
    h.run_steps(3);
    click(&mut h, t!("pane-review"));
    click(&mut h, "Review game");
    click(&mut h, t!("review-options"));
    click(&mut h, "Depth");
    h.get_by_label_contains(&t!("count-positions", n = 8));
    h.state_mut().apply(Action::Review(ReviewAction::Draft(ReviewRequest {
        budget: Budget::Depth(7),
        ..ReviewRequest::default()
    })));
    h.run_steps(2);
    click(&mut h, t!("review-start"));
    wait(&mut h, "end of the review", reviewed);
    h.get_by_label_contains(&t!(
        "review-sum-of",
        name = t!("review-accuracy"),
        side = t!("white"),
        value = ""
    ));
    let blunder = t!("review-class-blunder");
    h.get_by_label(&t!("review-sum-of", name = blunder, side = t!("black"), value = "1"));
    let name = format!("3… Nf6?? {blunder}: {}", t!("review-why-allows-mate", n = 1));
    let row = h.get_by_label_contains(&name);
    row.click_accesskit();
    h.run_steps(3);
    let game = &h.state().model.game;
    assert_eq!(game.tree.san(game.current), "Nf6");

    h.state_mut().apply(Action::DismissToasts);
    click(&mut h, t!("command-LearnMistakes"));
    click(&mut h, &t!("review-learn-side", color = "black", name = "Bert", n = 1));
    h.get_by_label(&t!("review-learn-puzzle", n = 1, all = 1));
    h.get_by_label(t!("review-learn-find-black"));
    h.get_by_label(t!("review-learn-make-move"));
    the_buttons_stay_where_they_are_while_the_board_is_elsewhere(&mut h);
    assert!(h.get_all_by_label(t!("pane-hidden.puzzles")).count() >= 1);
    h.get_by_label("g8, black knight").click();
    h.run_steps(2);
    h.get_by_label_contains("f6, empty").click();
    h.run_steps(3);
    h.get_by_label_contains(t!("review-learn-as-played", text = "").trim());
    for language in [Language::english(), Language::by_id("de").unwrap()] {
        let _in = language.on_this_thread();
        for size in [[1024.0, 700.0], [1280.0, 800.0]] {
            h.set_size(size.into());
            h.run_steps(4);
            let leave = h.get_by_label(t!("review-learn-leave")).rect();
            let window = Rect::from_min_size(Pos2::ZERO, size.into());
            assert!(window.contains_rect(leave), "{size:?}: {leave}");
        }
    }
    h.run_steps(4);
    click(&mut h, t!("review-learn-retry"));
    h.get_by_label("g7, black pawn").click();
    h.run_steps(2);
    h.get_by_label_contains("g6, empty").click();
    h.run_steps(2);
    wait(&mut h, "verdict", |model| {
        !matches!(
            model.learn.as_ref().map(|learn| &learn.stage),
            Some(tabia_app::review::learn::Stage::Judging(_))
        )
    });
    h.get_by_label_contains(&t!("review-learn-right", san = "g6"));
    click(&mut h, t!("review-learn-finish"));
    h.get_by_label(&t!("review-learn-later", n = 1, all = 1));
    click(&mut h, t!("review-learn-back"));
    assert!(h.state().model.learn.is_none());
    // The lines come back, and the panels get their heights.
    h.run_steps(8);
    click(&mut h, t!("review-more"));
    click(&mut h, t!("review-remove"));
    assert!(!UserCommand::RemoveReview.is_enabled(&h.state().model));
}

fn the_buttons_stay_where_they_are_while_the_board_is_elsewhere(h: &mut Ui) {
    let places = |h: &Ui| {
        let names = ["review-learn-skip", "review-learn-leave", "review-learn-solution"];
        names.map(|key| h.get_by_label(tabia_text::text(key)).rect())
    };
    let before = places(h);
    h.state_mut().apply(Action::Command(UserCommand::Next));
    h.run_steps(3);
    h.get_by_label(t!("review-learn-elsewhere"));
    assert!(h.query_by_label(t!("review-learn-make-move")).is_none(), "the board is elsewhere");
    h.get_by_label(t!("review-learn-to-puzzle"));
    assert_eq!(places(h), before, "no button moves away under the pointer");
    h.state_mut().apply(Action::Command(UserCommand::Previous));
    h.run_steps(3);
}

/// The name of the evaluation graph, up to its number of positions.
fn strip() -> String {
    t!("study-strip", n = 1).split(':').next().unwrap().to_owned()
}

fn sign(class: MoveClass) -> &'static str {
    class.nag().and_then(Nag::sign).unwrap()
}

fn class_name(class: MoveClass) -> &'static str {
    match class {
        MoveClass::Blunder => t!("review-class-blunder"),
        MoveClass::Mistake => t!("review-class-mistake"),
        MoveClass::MissedWin => t!("review-class-missed-win"),
        _ => t!("review-class-inaccuracy"),
    }
}

/// All parts of a review are visible at once; only the moments scroll.
#[test]
fn a_review_is_one_screen() {
    for size in [[1024.0, 700.0], [1280.0, 800.0], [1920.0, 1080.0]] {
        let options = ShellOptions { home: None, engine: true, no_animation: true };
        let mut h = interface_at(size, 12, move |ctx| Shell::new(ctx, &options));
        h.run_steps(3);
        h.state_mut().apply(Action::Set(SettingChange::HashMib(16)));
        h.state_mut().apply(Action::PasteText(LONG.to_owned()));
        let budget = Budget::KiloNodes(4);
        let request = ReviewRequest { budget, ..ReviewRequest::default() };
        h.state_mut().apply(Action::Review(ReviewAction::Start(request)));
        h.run_steps(4);
        let places = |h: &Ui| -> Vec<Rect> {
            let part = |name: &str| h.get_all_by_label_contains(name).next().unwrap().rect();
            let side = t!("white");
            let blunders =
                t!("review-sum-of", name = t!("review-class-blunder"), side = side, value = "");
            let graph = strip();
            [graph.as_str(), &blunders, t!("review-errors")].map(part).to_vec()
        };
        let running = places(&h);
        wait(&mut h, "end of the review", reviewed);
        h.state_mut().apply(Action::DismissToasts);
        h.run_steps(4);
        let window = Rect::from_min_size(Pos2::ZERO, size.into()).shrink(12.0);
        let model = &h.state().model;
        let first = model.review().unwrap().errors().next().unwrap();
        let name = format!("{}{} ", model.game.tree.san(first.node), sign(first.class));
        let name = name + class_name(first.class);
        let top = h.get_all_by_label_contains(&name).next().unwrap().rect().top();
        let head = h.get_by_label_contains(t!("review-errors")).rect().bottom();
        assert!(top >= head && top < head + 40.0, "{size:?}: the list begins at {top}, {head}");
        let now = places(&h);
        assert_eq!(now, running, "{size:?}: nothing has moved");
        assert!(now.iter().all(|place| window.contains_rect(*place)), "{size:?}: {now:?}");
        assert_eq!(h.query_all_by_label_contains(&strip()).count(), 1, "one graph");
        // A key goes to the first one, which is chosen and visible.
        h.state_mut().apply(Action::Command(UserCommand::First));
        h.state_mut().apply(Action::Command(UserCommand::NextMoment));
        h.run_steps(3);
        let model = &h.state().model;
        let first = model.review().unwrap().errors().next().unwrap();
        assert_eq!(model.game.current, first.node);
        let san = model.game.tree.san(first.node);
        let name = format!("{san}{} {}", sign(first.class), class_name(first.class));
        let row = h.get_all_by_label_contains(&name).next().unwrap().rect();
        assert!(window.contains_rect(row), "{size:?}: in sight");
    }
}

#[test]
fn a_partial_review_has_sums_so_far() {
    let mut h = open_with_engine();
    h.state_mut().apply(Action::Set(SettingChange::HashMib(16)));
    h.state_mut().apply(Action::PasteText(LONG.to_owned()));
    h.run_steps(3);
    click(&mut h, t!("pane-review"));
    let request = ReviewRequest { budget: Budget::Depth(12), ..ReviewRequest::default() };
    h.state_mut().apply(Action::Review(ReviewAction::Start(request)));
    wait(&mut h, "six positions", |model| progress(model) >= 6);
    h.state_mut().apply(Action::Review(ReviewAction::Stop));
    h.run_steps(3);
    let (name, side) = (t!("review-accuracy-so-far"), t!("white"));
    h.get_by_label_contains(&t!("review-sum-of", name = name, side = side, value = ""));
    let whole = t!("review-sum-of", name = t!("review-accuracy"), side = side, value = "");
    assert!(h.query_by_label_contains(&whole).is_none(), "not as if it were all of it");
}

#[test]
fn engine_output_can_be_hidden_from_all_panels() {
    let mut h = open_usual();
    h.state_mut().apply(Action::Command(UserCommand::LabWorkspace));
    h.run_steps(3);
    assert!(h.query_by_label(t!("story-of.search")).is_some());
    h.state_mut().apply(Action::Command(UserCommand::HideEngine));
    h.run_steps(3);
    assert!(h.query_by_label(t!("story-of.search")).is_none());
    assert_eq!(h.get_all_by_label(t!("pane-hidden")).count(), 2);
    let show = h.get_all_by_label(t!("verb-show-engine")).next().unwrap();
    show.click();
    h.run_steps(3);
    assert!(!h.state().model.view.hide_engine && h.query_by_label(t!("story-of.search")).is_some());
}

#[test]
fn a_folder_without_tables_gives_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = open_usual();
    h.state_mut().apply(Action::Command(UserCommand::Settings));
    h.run_steps(3);
    click(&mut h, t!("settings-tables"));
    h.get_by_label(t!("tables-no-folder"));
    h.get_by_label("Folder").focus();
    h.run_steps(2);
    h.get_by_label("Folder").type_text(&folder.path().display().to_string());
    h.run_steps(2);
    click(&mut h, t!("button-add"));
    let refused = |model: &Model| matches!(model.tables.state, TablesState::Refused(_));
    wait(&mut h, "refusal", refused);
    assert!(h.get_all_by_label_contains("found no Syzygy table").count() >= 1);
    click(&mut h, t!("tables-remove-folder"));
    assert_eq!(h.state().model.tables.state, TablesState::None);
}

/// A model with open tables that contain this position.
fn with_tables(fen: &str, here: Verdict, moves: &[(&str, Wdl, i32)]) -> Model {
    let mut model = Model::new(Settings::default());
    let mut act = |action| drop(update(&mut model, action, 1));
    let folders = vec![PathBuf::from("tables")];
    act(Action::Set(SettingChange::TableFolders(folders.clone())));
    act(Action::Tables(TablesNews::Opened { folders, tables: 30, most_men: 4, damaged: None }));
    act(Action::SetFen(fen.to_owned()));
    let board = Board::from_fen(fen).unwrap();
    let moves = moves.iter().map(|&(text, wdl, dtz)| MoveVerdict {
        mv: uci_move::parse(&board, text).unwrap(),
        verdict: Verdict { wdl, dtz },
    });
    let found = Ok(TableResult { here, moves: moves.collect() });
    act(Action::Tables(TablesNews::Answer { board: Box::new(board), found }));
    model
}

#[test]
fn the_tables_show_every_move_and_a_click_plays_it() {
    let fen = "8/8/8/8/8/2k5/2p5/2K5 b - - 0 1";
    let here = Verdict { wdl: Wdl::Draw, dtz: 0 };
    let mut model = with_tables(fen, here, &[("c3d3", Wdl::Draw, 0), ("c3b3", Wdl::Loss, -12)]);
    drop(update(&mut model, Action::Set(SettingChange::Notation(Notation::Letters)), 2));
    let show = |ui: &mut eframe::egui::Ui, (model, out): &mut (Model, Vec<Action>)| {
        theme::install(ui.ctx());
        panels::library::explorer::tablebase(ui, &Cx { model, now_ms: 0 }, out);
    };
    let mut h = Harness::builder().with_size([420.0, 300.0]).build_ui_state(show, (model, vec![]));
    h.run();
    h.get_by_label(t!("library-tables-drawn"));
    h.get_by_label(&format!("Kb3: {}, DTZ -12", t!("library-tables-loss")));
    h.get_by_label(&format!("Kd3: {}, DTZ 0", t!("draw"))).click();
    h.run();
    assert!(matches!(&h.state().1[..], [Action::PlayLine { moves, .. }] if moves.len() == 1));
    // For a position with more pieces than the tables have, the panel says so.
    let mut model = h.state().0.clone();
    drop(update(&mut model, Action::SetFen(Board::start().to_string()), 2));
    h.state_mut().0 = model;
    h.run();
    h.get_by_label(&t!("library-tables-men", n = 32));
    h.get_by_label(&t!("library-tables-extent", n = 30, men = 4));
}

/// A shell with a game reviewed.
fn scene(theme: ThemeChoice) -> (Shell, Context) {
    let ctx = Context::default();
    let options = ShellOptions { home: None, engine: true, no_animation: true };
    let mut shell = Shell::new(&ctx, &options);
    shell.apply(Action::Set(SettingChange::Theme(theme)));
    shell.apply(Action::Set(SettingChange::HashMib(32)));
    if let Ok(language) = std::env::var("TABIA_LANGUAGE") {
        shell.apply(Action::Set(SettingChange::Language(language)));
    }
    shell.apply(Action::PasteText(LONG.to_owned()));
    let budget = Budget::KiloNodes(40);
    let request = ReviewRequest { budget, ..ReviewRequest::default() };
    shell.apply(Action::Review(ReviewAction::Start(request)));
    (shell, ctx)
}

fn drain(shell: &mut Shell, done: impl Fn(&Model) -> bool) {
    let begin = Instant::now();
    while !done(&shell.model) {
        assert!(begin.elapsed() < Duration::from_mins(3), "it takes too long");
        shell.drain();
        std::thread::sleep(Duration::from_millis(3));
    }
}

fn save(shell: &mut Shell, ctx: &Context, name: &str, size: [f32; 2]) {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target/gallery");
    std::fs::create_dir_all(&folder).expect("a folder for the pictures");
    shell.apply(Action::DismissToasts);
    let image = frames::render(ctx, size, 1.0, |ui| shell.show(ui));
    image.save(folder.join(format!("study_{name}.png"))).expect("a picture is written");
}

/// The name of a picture, and its preparation.
type Picture = (&'static str, fn(&mut Shell));

#[test]
#[ignore = "writes pictures for people to look at"]
fn pictures() {
    for (theme, mode) in [(ThemeChoice::Dark, "dark"), (ThemeChoice::Light, "light")] {
        let sizes = [
            ([1920.0, 1080.0], "l"),
            ([1280.0, 800.0], "m"),
            ([1024.0, 700.0], "n"),
            ([800.0, 600.0], "s"),
        ];
        for (size, name) in sizes {
            let stages: [Picture; 7] = [
                ("dialog", |shell| {
                    shell.apply(Action::Review(ReviewAction::Stop));
                    shell.apply(Action::Command(UserCommand::ReviewGame));
                }),
                ("running", |shell| drain(shell, |model| progress(model) > 12)),
                ("done", |shell| drain(shell, reviewed)),
                ("graph", |shell| {
                    drain(shell, reviewed);
                    shell.apply(Action::OpenPane(PaneId::Evaluation));
                }),
                ("puzzle", |shell| {
                    drain(shell, reviewed);
                    shell.apply(Action::Learn(LearnAction::Start(None)));
                }),
                ("wrong", |shell| {
                    drain(shell, reviewed);
                    shell.apply(Action::Learn(LearnAction::Start(None)));
                    let played = shell.model.learn.as_ref().map(|learn| learn.puzzles[0].played);
                    let mv = played.expect("a puzzle");
                    let (from, to, promotion) = (mv.from(), mv.to(), mv.promotion());
                    shell.apply(Action::PlayMove { from, to, promotion });
                }),
                ("tables", |shell| {
                    if let Some(folder) = std::env::var_os("TABIA_SYZYGY") {
                        let folders = vec![folder.into()];
                        shell.apply(Action::Set(SettingChange::TableFolders(folders)));
                    }
                    shell.apply(Action::SetFen("8/8/8/8/3k4/8/2K1R3/8 w - - 0 1".to_owned()));
                    shell.apply(Action::OpenPane(PaneId::Tablebase));
                    let begin = Instant::now();
                    drain(shell, |_| begin.elapsed() > Duration::from_secs(2));
                }),
            ];
            let wanted = std::env::var("TABIA_SCENE").unwrap_or_default();
            let name = |stage: &str| format!("{stage}_{mode}_{name}");
            for (stage, prepare) in stages {
                if !wanted.split(',').any(|part| name(stage).contains(part)) {
                    continue;
                }
                // A picture consumes the textures of a context, so each needs a scene of its own.
                let (mut shell, ctx) = scene(theme);
                prepare(&mut shell);
                save(&mut shell, &ctx, &name(stage), size);
            }
        }
    }
}

fn progress(model: &Model) -> usize {
    model.review().map_or(0, |run| run.review().progress().0)
}

#[test]
#[ignore = "needs table files: TABIA_SYZYGY names their folder"]
fn the_folder_in_the_settings_serves_panel_and_engine() {
    let folder = PathBuf::from(std::env::var_os("TABIA_SYZYGY").expect("TABIA_SYZYGY is set"));
    let options = ShellOptions { home: None, engine: true, no_animation: true };
    let mut shell = Shell::new(&Context::default(), &options);
    shell.apply(Action::SetFen("8/8/8/8/3k4/8/2K1R3/8 w - - 0 1".to_owned()));
    shell.apply(Action::Set(SettingChange::TableFolders(vec![folder])));
    drain(&mut shell, |model| model.tables.answer(model.game.board()).is_some());
    let answer = shell.model.tables.answer(shell.model.game.board()).cloned().unwrap();
    let found = answer.expect("the tables know king and rook against king");
    assert_eq!((found.here.wdl, found.moves[0].verdict.wdl), (Wdl::Win, Wdl::Win));
    assert_eq!(found.here.dtz, found.moves[0].verdict.dtz);
    shell.apply(Action::Command(UserCommand::ToggleAnalysis));
    let hits = |model: &Model| {
        let search = model.telemetry.search(EngineId::BUILT_IN);
        search
            .and_then(|search| search.live.as_ref())
            .is_some_and(|live| live.progress.tb_hits > Some(0))
    };
    drain(&mut shell, hits);
}
