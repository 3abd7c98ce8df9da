//! Small things around the board, by the names a screen reader gives: the FEN bar, the threat shown while its key is
//! held, empty panels, saving a game from its card, and the agreement of all panels about a position.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use std::time::{Duration, Instant};
use tabia_text::t;

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers, PointerButton, Rect, Shape};
use egui_kittest::kittest::Queryable as _;

use tabia::gui::present::context::Cx;
use tabia::gui::present::{analysis, arrows};
use tabia::gui::window::shell::{Shell, ShellOptions};
use tabia_app::action::{Action, TourAction, TreeEdit, UserCommand};
use tabia_app::game::clock::TimeControl;
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::library::collection::{GameText, SaveDoubt, SaveQuestion, WriteKind};
use tabia_app::library::open::{self, Progress};
use tabia_app::opponent::even::EvenMatch;
use tabia_app::review::state::ReviewRequest;
use tabia_app::window::settings::SettingChange;
use tabia_app::window::view::Dialog;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Move, Square, uci_move};
use tabia_engine::search::report::IterationInfo;
use tabia_engine::search::score::{Pov, Score};
use tabia_engine::search::thinker::EngineId;
use tabia_games::export::job::{Choices, Kind};
use tabia_games::game::tags::Tags;
use tabia_games::game::tree::NodeId;
use tabia_host::worker::protocol::Event as News;

use crate::interface::{Ui, act, give, interface_at, open};

fn rect(h: &Ui, name: &str) -> Option<Rect> {
    h.query_all_by_label(name).last().map(|node| node.rect())
}

#[test]
fn the_folded_fen_bar_gives_its_space_to_the_board_and_stays_folded() {
    let home = tempfile::tempdir().unwrap();
    let start = |home: &std::path::Path| {
        let home = Some(home.to_owned());
        let mut h = interface_at([1280.0, 800.0], 30, |ctx| {
            Shell::new(ctx, &ShellOptions { home, engine: false, no_animation: true })
        });
        h.run_steps(8);
        give(&mut h, UserCommand::StudyWorkspace);
        h
    };
    let mut h = start(home.path());
    let board = h.get_by_label_contains("a1, ").rect();
    let fold = h.get_by_label(t!("fen-fold")).rect();
    assert!(rect(&h, t!("fen-copy")).is_some());
    h.get_by_label(t!("fen-fold")).click();
    h.run_steps(8);
    assert!(rect(&h, t!("fen-copy")).is_none() && !h.state().model.settings.fen_bar);
    let unfold = h.get_by_label(t!("fen-unfold")).rect();
    assert!((unfold.center().x - fold.center().x).abs() < 1.0, "in the same place");
    assert!(h.get_by_label_contains("a1, ").rect().bottom() > board.bottom() + 8.0);
    let folded = h.get_by_label_contains("a1, ").rect();
    // A typed move is echoed there, and the board stays in place.
    h.input_mut().events.extend([
        Event::Key {
            key: Key::N,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::SHIFT,
        },
        Event::Text("N".to_owned()),
    ]);
    h.run_steps(3);
    h.get_by_label(&t!("typed-move.name", text = "N"));
    assert_eq!(h.get_by_label_contains("a1, ").rect(), folded);
    drop(h);
    let mut h = start(home.path());
    h.get_by_label(t!("fen-unfold")).click();
    h.run_steps(8);
    assert_eq!(h.get_by_label_contains("a1, ").rect(), board, "as it was");
}

fn key(h: &mut Ui, key: Key, pressed: bool) {
    let modifiers = Modifiers::NONE;
    h.event(Event::Key { key, physical_key: None, pressed, repeat: false, modifiers });
    h.run_steps(3);
}

#[test]
fn the_threat_shows_while_its_key_is_held_and_stays_after_a_tap() {
    let mut h = open([1280.0, 800.0]);
    act(&mut h, Action::PasteText("1. e4 e5 2. Bc4 Nc6 3. Qh5 *".to_owned()));
    let shown = |h: &Ui| h.state().model.engine.threat;
    key(&mut h, Key::X, true);
    key(&mut h, Key::X, false);
    assert!(shown(&h), "a tap switches it on");
    key(&mut h, Key::X, true);
    key(&mut h, Key::X, false);
    assert!(!shown(&h), "and off");
    key(&mut h, Key::X, true);
    assert!(shown(&h));
    for _ in 0..4 {
        // A key that is held repeats.
        key(&mut h, Key::X, true);
        assert!(shown(&h), "it does not flutter");
    }
    std::thread::sleep(Duration::from_millis(450));
    key(&mut h, Key::X, false);
    assert!(!shown(&h), "gone with the key");
    // The window loses the keyboard focus, so all keys count as released.
    key(&mut h, Key::X, true);
    std::thread::sleep(Duration::from_millis(450));
    h.event(Event::WindowFocused(false));
    h.run_steps(3);
    assert!(!shown(&h));
}

/// The height of the stack whose tab this is, from its strip of tabs to the next stack or the end.
fn stacks(h: &Ui, tabs: [&str; 2]) -> [f32; 2] {
    let top = |name: &str| rect(h, name).unwrap().top();
    let end = h.query_all_by_label(t!("fen-fold")).last().unwrap().rect().top();
    [top(tabs[1]) - top(tabs[0]), end - top(tabs[1])]
}

#[test]
fn heights_of_panels_do_not_depend_on_their_content() {
    let mut h = open([1280.0, 800.0]);
    act(&mut h, Action::PasteText("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *".to_owned()));
    act(&mut h, Action::DismissToasts);
    give(&mut h, UserCommand::StudyWorkspace);
    act(&mut h, Action::OpenPane(PaneId::RootMoves));
    act(&mut h, Action::OpenPane(PaneId::Moves));
    h.run_steps(8);
    let [upper, lower] = stacks(&h, [t!("pane-root-moves"), t!("pane-moves")]);
    // It says how to fill the panel.
    let tab = rect(&h, t!("pane-root-moves")).unwrap();
    let button = rect(&h, "Start analysis").unwrap();
    assert!(button.top() > tab.bottom() && button.bottom() < tab.top() + upper, "{button:?}");
    // Their heights do not depend on their content.
    act(&mut h, Action::PasteText(format!("{LONG} *")));
    act(&mut h, Action::DismissToasts);
    h.run_steps(8);
    let now = stacks(&h, [t!("pane-root-moves"), t!("pane-moves")]);
    assert!((now[0] - upper).abs() < 0.1 && (now[1] - lower).abs() < 0.1, "{now:?}");
}

/// Moves back and forth, so many that a list of them is long.
const LONG: &str = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nc3 Nc6 8. Nb1 Nb8 \
    9. Nc3 Nc6 10. Nb1 Nb8 11. Na3 Na6 12. Nb1 Nb8 13. Na3 Na6 14. Nb1 Nb8 15. Nh3 Nh6 16. Ng1 Ng8 17. Nh3 Nh6 \
    18. Ng1 Ng8 19. e3 e6 20. Be2 Be7 21. Bf1 Bf8 22. Be2 Be7 23. Bf1 Bf8 24. Bd3 Bd6 25. Bf1 Bf8";

#[test]
fn the_results_of_the_explorer_fit_into_its_panel() {
    for size in [[1280.0, 800.0], [1024.0, 700.0], [1600.0, 1000.0]] {
        let mut h = open(size);
        give(&mut h, UserCommand::StudyWorkspace);
        act(&mut h, Action::OpenPane(PaneId::Explorer));
        let edge = rect(&h, &t!("pane-close", title = t!("pane-explorer"))).unwrap().right();
        let bars: Vec<Rect> =
            h.query_all_by_label_contains("White won ").map(|bar| bar.rect()).collect();
        assert!(bars.len() > 3);
        for bar in bars {
            assert!(bar.right() <= edge + 8.0 && bar.width() >= 60.0, "{size:?}: {bar} {edge}");
        }
    }
}

#[test]
fn chapters_without_players_are_listed_by_their_titles() {
    let mut h = open([1280.0, 800.0]);
    let games = "[Event \"Endgames: Chapter 1: Lucena\"]\n\n1. e4 *\n\n\
        [Event \"Endgames: Chapter 2: Philidor\"]\n\n1. d4 *\n";
    act(&mut h, Action::PasteText(games.to_owned()));
    let [first, second] =
        ["Chapter 1: Lucena", "Chapter 2: Philidor"].map(|title| rect(&h, title).unwrap());
    assert!((first.left() - second.left()).abs() < 0.5 && first.bottom() < second.top());
    // The lines between columns do not cross the titles, which span several columns.
    let black = rect(&h, &t!("library-sort", column = t!("library-black-name"))).unwrap();
    let across = Rect::from_x_y_ranges(first.left()..=black.left() + 4.0, first.y_range());
    let lines = vertical_lines(&h);
    let near = |rect: Rect| lines.iter().filter(|line| line.intersects(rect)).count();
    assert_eq!(near(across), 0);
    assert!(near(across.with_min_y(black.top()).with_max_y(black.bottom())) > 0, "heads have them");
}

/// The vertical lines of a frame.
fn vertical_lines(h: &Ui) -> Vec<Rect> {
    fn walk(shape: &Shape, out: &mut Vec<Rect>) {
        match shape {
            Shape::LineSegment { points: [a, b], stroke }
                if stroke.width > 0.0 && (a.x - b.x).abs() < 0.1 =>
            {
                out.push(Rect::from_two_pos(*a, *b));
            }
            Shape::Vec(all) => all.iter().for_each(|shape| walk(shape, out)),
            _ => {}
        }
    }
    let mut out = Vec::new();
    h.output().shapes.iter().for_each(|clipped| walk(&clipped.shape, &mut out));
    out
}

#[test]
fn after_a_double_click_on_a_game_the_keys_step_through_it() {
    let mut h = open([1280.0, 800.0]);
    let games = "[White \"Ann\"]\n\n1. e4 e5 *\n\n[White \"Bob\"]\n\n1. d4 d5 2. c4 *\n";
    act(&mut h, Action::PasteText(games.to_owned()));
    let pos = rect(&h, "Bob").unwrap().center();
    h.event(Event::PointerMoved(pos));
    h.step();
    for _ in 0..2 {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        let events =
            [true, false].map(|pressed| Event::PointerButton { pos, button, pressed, modifiers });
        h.input_mut().events.extend(events);
        h.step();
    }
    let begin = Instant::now();
    while h.state().model.game.tree.len() != 4 {
        assert!(begin.elapsed() < Duration::from_secs(30), "not opened");
        std::thread::sleep(Duration::from_millis(10));
        h.step();
    }
    let ply = |h: &Ui| {
        let game = &h.state().model.game;
        game.tree.ply(game.current)
    };
    for (pressed, expected) in
        [(Key::End, 3), (Key::ArrowLeft, 2), (Key::Home, 0), (Key::ArrowRight, 1)]
    {
        key(&mut h, pressed, true);
        key(&mut h, pressed, false);
        let cursor = h.state().model.games.as_ref().unwrap().cursor;
        assert_eq!((ply(&h), cursor), (expected, Some(1)), "{pressed:?}");
    }
}

#[test]
fn a_game_is_saved_from_its_card_which_says_where() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().to_owned();
    let mut h = interface_at([1280.0, 800.0], 30, move |ctx| {
        Shell::new(ctx, &ShellOptions { home: Some(folder), engine: false, no_animation: true })
    });
    h.run_steps(8);
    act(&mut h, Action::Set(SettingChange::KeepGames(false)));
    act(&mut h, Action::StartGame(NewGame { sides: Sides::Humans, ..NewGame::default() }));
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        let mv = uci_move::parse(h.state().model.game.board(), text).unwrap();
        act(&mut h, Action::PlayMove { from: mv.from(), to: mv.to(), promotion: None });
    }
    h.get_by_label(&t!("end-checkmate", who = "black", move = "2"));
    let file = home.path().join("My games.pgn");
    assert!(
        h.query_by_label(t!("board-in-my-games")).is_none() && !file.exists(),
        "nothing is kept unasked"
    );
    std::thread::sleep(Duration::from_millis(450));
    h.run_steps(3);
    double_click(&mut h, t!("board-save"));
    let begin = Instant::now();
    while h.query_by_label(&t!("library-kept", number = "1")).is_none() {
        assert!(begin.elapsed() < Duration::from_secs(30), "not kept");
        std::thread::sleep(Duration::from_millis(10));
        h.step();
    }
    h.get_by_label(t!("board-in-my-games"));
    assert!(std::fs::read_to_string(&file).unwrap().contains("Qh4#"));
    h.run_steps(3);
    assert!(h.query_by_label("Save").is_none(), "it is in the file as it is");
    assert!(h.state().model.dialog.is_none(), "the second click does not save it elsewhere");
    double_click(&mut h, t!("board-review"));
    let dialog = h.state().model.dialog.as_ref();
    assert!(matches!(dialog, Some(Dialog::Review(_))), "the second click does not close it");
}

/// Clicks twice where this is, whatever is there the second time.
fn double_click(h: &mut Ui, name: &str) {
    let pos = rect(h, name).unwrap().center();
    h.event(Event::PointerMoved(pos));
    h.step();
    for _ in 0..2 {
        for pressed in [true, false] {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
            h.event(Event::PointerButton { pos, button, pressed, modifiers });
        }
        h.step();
    }
    h.run_steps(4);
}

const OURS: EngineId = EngineId::BUILT_IN;

/// Simulates a line of the engine's search of the shown position.
fn say(shell: &mut Shell, multi_pv: u32, (depth, cp): (u32, i32), line: &str) {
    let job = shell.model.engine.job(OURS).unwrap().id;
    let board = *shell.model.game.board();
    let mut after = board;
    let pv: Vec<Move> = line
        .split_whitespace()
        .map(|word| {
            let mv = uci_move::parse(&after, word).unwrap();
            after.make_move(mv);
            mv
        })
        .collect();
    let nodes = Some(1_000 << depth);
    let info = IterationInfo {
        multi_pv,
        nodes,
        ..IterationInfo::new(depth, board.stm(), Score::Cp(cp), pv)
    };
    shell.apply(Action::Engine(OURS, News::Iteration { job, info }));
}

#[test]
fn all_panels_agree_about_a_position() {
    for pov in [Pov::White, Pov::SideToMove] {
        let mut h = open([2560.0, 1440.0]);
        act(&mut h, Action::Set(SettingChange::MultiPv(2)));
        act(&mut h, Action::Set(SettingChange::Pov(pov)));
        act(&mut h, Action::PasteText("1. e4 c5 2. Nf3 *".to_owned()));
        act(&mut h, Action::DismissToasts);
        give(&mut h, UserCommand::Last);
        give(&mut h, UserCommand::StudyWorkspace);
        give(&mut h, UserCommand::ToggleAnalysis);
        let mut scores = Vec::new();
        // Black is to move, so what is worse for Black is better for White. First a smaller depth, then a larger one.
        for (depth, cp) in [(11, -25), (12, -57)] {
            say(h.state_mut(), 1, (depth, cp), "d7d6 d2d4");
            say(h.state_mut(), 2, (depth, cp - 10), "b8c6 d2d4");
            h.run_steps(8);
            let white = Score::Cp(-cp).text();
            let shown = if pov == Pov::White { white.clone() } else { Score::Cp(cp).text() };
            // The line, the large number above the lines, the row of its move.
            h.get_by_label(&format!("Line 1: {shown} depth {depth}"));
            assert!(
                h.query_all_by_label_contains(&shown).count() >= 2,
                "the headline says {shown}"
            );
            // The bar and the list of moves always take White's view.
            let bar = t!("widget-evaluation", score = white.as_str());
            let bar = format!("{bar}, depth {depth}, by Tabia, ");
            h.get_by_label_contains(&bar);
            let model = &h.state().model;
            let cx = Cx { model, now_ms: 0 };
            let [short, whole] = analysis::eval_text(cx.model, model.game.current).unwrap();
            assert_eq!(short, Score::Cp(-cp).short());
            assert!(whole.starts_with(&format!("{white} by Tabia, depth {depth}")), "{whole}");
            // The graph: value, unit and source of the point of this position.
            let point = model.telemetry.evaluation(&model.game.tree, model.game.current, OURS);
            let text = analysis::point_text(cx.model, &point.unwrap());
            assert_eq!(text, format!("{white} by Tabia, depth {depth}"));
            // The arrow of the best line.
            let arrows = arrows::computer_shapes(cx.model);
            let best = arrows.iter().find(|arrow| arrow.strength >= 1.0).unwrap();
            assert_eq!(best.label, "1");
            scores.push(shown);
        }
        assert!(
            h.query_all_by_label_contains(&scores[0]).count() == 0,
            "nobody says what is outdated"
        );
    }
}

/// Dialogs with a cancel button.
fn with_a_way_out() -> Vec<Dialog> {
    let path = std::path::PathBuf::from("/home/somebody/A rather long name of a file of games.pgn");
    let save =
        |why| Dialog::Save(SaveQuestion { game: GameText::default(), path: path.clone(), why });
    vec![
        Dialog::NewGame(NewGame::default()),
        Dialog::Review(ReviewRequest::default()),
        Dialog::Confirm { question: t!("dialog-resign").to_owned(), command: UserCommand::Resign },
        Dialog::MergeDuplicates { name: "games.pgn".to_owned(), games: 12_345 },
        Dialog::Export(Kind::Html, Choices::default()),
        Dialog::Export(Kind::Gif, Choices::default()),
        save(SaveDoubt::Replaces(11)),
        save(SaveDoubt::Changed),
        save(SaveDoubt::Over(12_345)),
        save(SaveDoubt::Encoding { found: '\u{141}', kind: WriteKind::Append }),
        save(SaveDoubt::Loses {
            game: 11,
            lost: "2. Nf6 Nc6 3. Bb5 ".repeat(40),
            new: "1. e4 e5 ".repeat(80),
        }),
        Dialog::Tags(Tags::roster()),
    ]
}

#[test]
fn the_cancel_button_of_every_dialog_is_before_its_main_button_and_no_note_covers_it() {
    for size in [[1280.0, 800.0], [800.0, 600.0], [700.0, 1000.0]] {
        let mut h = open(size);
        for dialog in with_a_way_out() {
            act(&mut h, Action::PasteText("1. e4 e5 2. Nf3 *".to_owned()));
            assert!(!h.state().model.toasts.is_empty(), "a note lies about");
            act(&mut h, Action::OpenDialog(dialog.clone()));
            let way_out = rect(&h, t!("button-cancel")).unwrap();
            let size = match dialog {
                // A cross at the upper right.
                Dialog::NewGame(_) => (32.0, 32.0),
                _ => (88.0, 30.0),
            };
            assert_eq!((way_out.width(), way_out.height()), size, "{dialog:?}");
            for name in
                ["Start", t!("review-start"), "Resign", "Merge duplicates", "Export…", "Save"]
            {
                let others = h.query_all_by_label(name).map(|node| node.rect());
                let beside = others.filter(|other| other.y_range() == way_out.y_range());
                for other in beside {
                    assert!(way_out.right() < other.left(), "{name} of {dialog:?}");
                }
            }
            let at = way_out.center();
            h.event(Event::PointerMoved(at));
            for pressed in [true, false] {
                let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
                h.event(Event::PointerButton { pos: at, button, pressed, modifiers });
            }
            h.run_steps(4);
            assert!(h.state().model.dialog.is_none(), "{size:?} {dialog:?}: something lies on it");
        }
    }
}

#[test]
fn the_new_game_dialog_fits_into_a_window_of_usual_size() {
    let mut h = open([1280.0, 800.0]);
    let start = |h: &Ui| rect(h, t!("button-start")).unwrap();
    let elo = EvenMatch::default().elo.to_string();
    let even = format!("{}, {}", t!("new-game-even"), t!("new-game-elo-number", elo = elo));
    for sides in Sides::ALL {
        let new = NewGame { sides, ..NewGame::default() };
        act(&mut h, Action::OpenDialog(Dialog::NewGame(new.clone())));
        let place = start(&h);
        let last = rect(&h, &even).unwrap();
        assert!(last.bottom() < place.bottom(), "{sides:?}: {last:?} {place:?}");
        h.get_by_label(t!("new-game-more")).click();
        h.run_steps(3);
        assert_eq!(start(&h), place, "{sides:?}");
        let time = Some(tabia_app::game::clock::TimeControl::minutes(5, 3));
        act(&mut h, Action::DraftNewGame(NewGame { time, ..new }));
        assert_eq!(start(&h), place, "{sides:?}");
        let last = h.get_by_role_and_label(Role::CheckBox, t!("black")).rect();
        assert!(last.bottom() < place.bottom(), "{sides:?}: {last:?} {place:?}");
        let first = h.get_by_role_and_label(Role::RadioButton, t!("sides-human-white")).rect();
        assert!(first.top() > 40.0);
        act(&mut h, Action::CloseDialog);
    }
}

#[test]
fn the_place_of_a_hidden_evaluation_says_how_to_show_it() {
    let mut h = open([1280.0, 800.0]);
    let how = t!("play-evaluation-hidden.how", button = t!("board-watch"));
    h.get_by_label(&how);
    give(&mut h, UserCommand::HideEngine);
    act(&mut h, Action::PlayMove { from: Square::E2, to: Square::E4, promotion: None });
    give(&mut h, UserCommand::Resign);
    act(&mut h, Action::Confirm);
    let back = t!("play-evaluation-hidden.engine", button = t!("verb-show-engine"));
    h.get_by_label(&back);
    h.get_by_label(t!("verb-show-engine")).click();
    h.run_steps(8);
    assert!(rect(&h, &back).is_none() && !h.state().model.view.hide_engine);
    act(&mut h, Action::StartGame(NewGame::default()));
    act(&mut h, Action::PlayMove { from: Square::E2, to: Square::E4, promotion: None });
    give(&mut h, UserCommand::HideEngine);
    double_click(&mut h, t!("verb-show-engine"));
    let model = &h.state().model;
    assert!(UserCommand::Watch.is_enabled(model) && !model.watches(), "the second click is lost");
    assert!(!model.view.hide_engine);
}

#[test]
fn a_question_about_a_paused_game_says_that_it_is_paused() {
    let mut h = open([1280.0, 800.0]);
    let time = Some(TimeControl::minutes(3, 2));
    act(&mut h, Action::StartGame(NewGame { time, ..NewGame::default() }));
    act(&mut h, Action::PlayMove { from: Square::E2, to: Square::E4, promotion: None });
    let asks = |h: &mut Ui| {
        act(h, Action::StartGame(NewGame::default()));
        let texts = [t!("dialog-abandon.text"), t!("dialog-abandon.paused")];
        let found = texts.map(|text| rect(h, text).is_some());
        act(h, Action::CloseDialog);
        found
    };
    assert_eq!(asks(&mut h), [true, false]);
    give(&mut h, UserCommand::Pause);
    assert_eq!(asks(&mut h), [false, true]);
}

#[test]
fn a_question_during_a_tour_is_about_the_game_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.pgn");
    std::fs::write(&path, "1. e4 e5 *\n").unwrap();
    let mut h = open([1280.0, 800.0]);
    let opened = open::file(&path, &Progress::default()).unwrap().unwrap();
    act(&mut h, Action::Opened(opened.into()));
    let edit = TreeEdit::Comment { before: false, text: "mine".to_owned(), more: false };
    act(&mut h, Action::Edit { node: NodeId::ROOT, edit });
    act(&mut h, Action::Tour(TourAction::Begin(0)));
    act(&mut h, Action::SetFen(tabia_chess::Board::start().to_string()));
    let number = "1".to_owned();
    assert!(rect(&h, &t!("dialog-edits", number = number, name = "mine.pgn")).is_some());
    assert!(rect(&h, t!("button-save")).is_some());
    assert!(rect(&h, t!("dialog-save-as")).is_none(), "it goes back into its file");
}

#[test]
fn the_list_of_shortcuts_fills_its_page() {
    let mut h = open([1280.0, 800.0]);
    act(&mut h, Action::OpenDialog(Dialog::Settings));
    h.query_all_by_label(t!("settings-keys")).last().unwrap().click();
    h.run_steps(4);
    let foot = rect(&h, t!("settings-reset")).unwrap().top();
    // Parts outside the list are clipped and take no click.
    let fields = UserCommand::ALL.map(|command| {
        let name = command.name().trim_end_matches('…');
        rect(&h, &t!("keys-of", name = name))
    });
    let above = |field: &Rect| field.bottom() < foot - 24.0;
    let lowest = fields.into_iter().flatten().filter(above);
    let lowest = lowest.max_by(|a, b| a.bottom().total_cmp(&b.bottom())).unwrap();
    assert!(foot - lowest.bottom() < 60.0, "{lowest} above {foot}");
    let pos = lowest.center();
    h.event(Event::PointerMoved(pos));
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        h.event(Event::PointerButton { pos, button, pressed, modifiers });
    }
    h.run_steps(4);
    assert!(h.state().model.rebinding.is_some());
}
