//! The notes of the engine panels beside the lines, by the names a screen reader gives: open bounds, the age and
//! position of a line, the number of lines, the current move. The engines' output is simulated.
#![expect(clippy::expect_used, clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use crate::interface::{Ui, give, open_with_settings};
use crate::texts::texts;
use eframe::egui::Key;
use egui_kittest::kittest::Queryable as _;
use tabia::gui::present::analysis;
use tabia::gui::window::shell::Shell;
use tabia_app::action::{Action, ReviewAction, UserCommand};
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::review::state::ReviewRequest;
use tabia_app::window::settings::{SettingChange, Settings};
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Move, uci_move};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::detail::{AlphaBetaDetail, Detail, UciDetail};
use tabia_engine::search::report::{
    IterationInfo, Progress, RootMove, SearchOutcome, Snapshot, StopReason,
};
use tabia_engine::search::score::{Bound, Score};
use tabia_engine::search::thinker::EngineId;
use tabia_host::worker::protocol::{Event, JobId, Live};
use tabia_text::t;

const OURS: EngineId = EngineId::BUILT_IN;

fn open(lines: u32) -> Ui {
    open_at([1280.0, 800.0], lines)
}

fn open_at(size: [f32; 2], lines: u32) -> Ui {
    let mut settings = Settings { book_moves: false, natural_pace: false, ..Settings::default() };
    settings.engine.multi_pv = lines;
    let mut h = open_with_settings(size, settings);
    give(&mut h, UserCommand::StudyWorkspace);
    h
}

fn job(shell: &Shell) -> JobId {
    shell.model.engine.job(OURS).expect("it searches").id
}

fn moves(shell: &Shell, line: &str) -> Vec<Move> {
    let mut board = *shell.model.game.board();
    let played = line.split_whitespace().map(|word| {
        let mv = uci_move::parse(&board, word).unwrap();
        board.make_move(mv);
        mv
    });
    played.collect()
}

/// Simulates a line of the engine's search of the shown position.
fn say(shell: &mut Shell, multi_pv: u32, (depth, cp, bound): (u32, i32, Bound), line: &str) {
    let (job, stm) = (job(shell), shell.model.game.board().stm());
    let pv = moves(shell, line);
    let info = IterationInfo {
        multi_pv,
        bound,
        nodes: Some(1_000 << depth),
        ..IterationInfo::new(depth, stm, Score::Cp(cp), pv)
    };
    shell.apply(Action::Engine(OURS, Event::Iteration { job, info }));
}

fn analyse(h: &mut Ui, fen: Option<&str>) {
    let shell = h.state_mut();
    if let Some(fen) = fen {
        shell.apply(Action::SetFen(fen.to_owned()));
    }
    shell.apply(Action::Command(UserCommand::ToggleAnalysis));
}

/// A snapshot with these root moves, of which the first is being searched for this line.
fn snapshot(shell: &mut Shell, roots: &[(&str, Option<u32>)], line: u32) {
    let stm = shell.model.game.board().stm();
    let mut progress = Progress::new(stm);
    progress.depth = roots[0].1.map(|depth| depth + 1);
    let root = |&(mv, depth): &(&str, Option<u32>)| {
        let mv = moves(shell, mv)[0];
        let (score, bound) = (depth.map(|_| Score::Cp(5)), depth.map(|_| Bound::Exact));
        RootMove { depth, score, bound, ..RootMove::new(mv) }
    };
    progress.root_moves = roots.iter().map(root).collect();
    let current = Some((progress.root_moves[0].mv, 1));
    let detail = AlphaBetaDetail { threads: 1, current, line, ..AlphaBetaDetail::default() };
    let snapshot = Snapshot { progress, detail: Detail::AlphaBeta(Box::new(detail)) };
    let job = job(shell);
    shell.apply(Action::Live(OURS, Live { job, snapshot }));
}

#[test]
fn the_shares_of_root_moves_have_room_beside_the_board() {
    for [width, height] in [[1600.0, 1000.0], [1280.0, 800.0]] {
        let mut h = open_at([width, height], 2);
        analyse(&mut h, None);
        let shell = h.state_mut();
        shell.apply(Action::OpenPane(PaneId::RootMoves));
        let stm = shell.model.game.board().stm();
        let mut progress = Progress::new(stm);
        let firsts = moves(shell, "e2e4").into_iter().chain(moves(shell, "d2d4"));
        let root = |mv| RootMove { nodes: Some(5_000), depth: Some(9), ..RootMove::new(mv) };
        progress.root_moves = firsts.map(root).collect();
        let detail = Detail::AlphaBeta(Box::default());
        let (job, snapshot) = (job(shell), Snapshot { progress, detail });
        shell.apply(Action::Live(OURS, Live { job, snapshot }));
        h.run_steps(8);
        let shares: Vec<_> = texts(&h)
            .into_iter()
            .filter(|(text, _)| text.galley.text().starts_with("50.0"))
            .collect();
        assert_eq!(shares.len(), 2);
        for (text, clip) in shares {
            let right = text.visual_bounding_rect().right();
            // The antialiased edge of the text reaches beyond its letters.
            assert!(right <= clip.right() + 1.0, "{width}: {right} beyond {clip:?}");
        }
    }
}

#[test]
fn an_open_bound_is_a_chip_beside_the_last_complete_line() {
    let mut h = open(2);
    analyse(&mut h, None);
    say(h.state_mut(), 1, (13, 30, Bound::Exact), "e2e4 e7e5");
    say(h.state_mut(), 2, (13, 20, Bound::Exact), "d2d4 d7d5");
    say(h.state_mut(), 1, (14, 57, Bound::Lower), "e2e4");
    h.run_steps(4);
    h.get_by_label("Line 1: +0.30 depth 13");
    h.get_by_label("Line 2: +0.20 depth 13");
    let words = t!(
        "present-bound",
        fails = "high",
        move = "e4",
        bound = "lower",
        score = "+0.57",
        depth = 14,
    );
    let words = words.as_str();
    assert_eq!(h.get_all_by_label(words).count(), 2, "in the headline and beside the line");
    {
        let model = &h.state().model;
        let open = analysis::open_bound(model, OURS).unwrap();
        assert_eq!((open.beside, open.text.as_str()), (1, "≥ +0.57 at depth 14"));
        // The chip is in the row of its line, right of the moves.
        let row = h.get_by_label("Line 1: +0.30 depth 13").rect();
        let chips: Vec<_> = h.get_all_by_label(words).map(|chip| chip.rect()).collect();
        assert!(chips.iter().any(|chip| row.contains_rect(*chip)), "{chips:?} in {row:?}");
    }
    // A move that is in no line is named beside the line that it may replace.
    say(h.state_mut(), 2, (14, -40, Bound::Upper), "g1f3");
    let model = &h.state().model;
    let open = analysis::open_bound(model, OURS).unwrap();
    assert_eq!((open.beside, open.text.as_str()), (2, "♘f3 ≤ −0.40 at depth 14"));
    assert!(!open.higher && open.words.starts_with("Fails low: ♘f3 is worth at most −0.40"));
    // The value is exact now, so the chip disappears.
    say(h.state_mut(), 2, (14, -45, Bound::Exact), "g1f3");
    h.run_steps(4);
    assert!(h.query_all_by_label_contains("Fails ").next().is_none());
    h.get_by_label("Line 2: −0.45 depth 14");
}

#[test]
fn a_row_of_the_comparison_shows_only_the_bound_of_its_own_move() {
    let mut h = open(1);
    h.state_mut().apply(Action::TakesPart(EngineId::PUCT, true));
    analyse(&mut h, None);
    say(h.state_mut(), 1, (13, 30, Bound::Exact), "e2e4 e7e5");
    for (mv, rows) in [("e2e4", 1), ("b1c3", 0)] {
        say(h.state_mut(), 1, (14, -40, Bound::Upper), mv);
        h.run_steps(4);
        assert_eq!(h.query_all_by_label_contains("; Fails low").count(), rows, "{mv}");
    }
}

#[test]
fn a_bound_is_shown_from_the_chosen_point_of_view() {
    let mut h = open(1);
    analyse(&mut h, Some("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
    say(h.state_mut(), 1, (9, 10, Bound::Exact), "e7e5");
    say(h.state_mut(), 1, (10, 40, Bound::Lower), "e7e5");
    let model = &h.state().model;
    let open = analysis::open_bound(model, OURS).unwrap();
    assert_eq!(open.short, "≤ −0.40", "good for Black, so at most that for White");
    assert!(!open.higher && open.words.starts_with("Fails high"), "{open:?}");
}

#[test]
fn lines_of_the_previous_position_are_greyed_and_named() {
    let mut h = open(1);
    let (sides, strength) = (Sides::HumanBlack, Strength::Full);
    h.state_mut().apply(Action::StartGame(NewGame { sides, strength, ..NewGame::default() }));
    h.state_mut().apply(Action::Command(UserCommand::StudyWorkspace));
    say(h.state_mut(), 1, (12, 25, Bound::Exact), "e2e4 e7e5");
    snapshot(h.state_mut(), &[("e2e4", Some(12)), ("d2d4", Some(12))], 1);
    h.run_steps(4);
    h.get_by_label("Line 1: +0.25 depth 12");
    let best = Some(moves(h.state(), "e2e4")[0]);
    let outcome = SearchOutcome {
        best,
        score: Some(Score::Cp(25)),
        ..SearchOutcome::nothing(StopReason::Time)
    };
    let job = job(h.state());
    h.state_mut().apply(Action::Engine(OURS, Event::Finished { job, outcome, dropped: 0 }));
    std::thread::sleep(std::time::Duration::from_millis(5));
    h.run_steps(8);
    assert_eq!(h.state().model.game.tree.len(), 2, "it has moved");
    let before = t!("present-before", move = "1. e4");
    h.get_by_label(&t!("present-position", place = before));
    h.get_by_label("Line 1: +0.25 depth 12, before 1. e4");
    let model = &h.state().model;
    assert!(analysis::lines(model).iter().all(|line| line.stale));
    let search = analysis::search(model).unwrap();
    let age = analysis::root_age(model, search, &search.root_moves()[0]);
    assert_eq!(age.as_deref(), Some("before 1. e4"));
}

#[test]
fn rows_of_an_older_iteration_or_search_say_so() {
    let mut h = open(2);
    analyse(&mut h, None);
    say(h.state_mut(), 1, (12, 30, Bound::Exact), "e2e4");
    say(h.state_mut(), 2, (12, 20, Bound::Exact), "d2d4");
    say(h.state_mut(), 1, (13, 35, Bound::Exact), "e2e4");
    h.run_steps(4);
    h.get_by_label("Line 2: +0.20 depth 12, older than the newest, depth 13");
    snapshot(h.state_mut(), &[("e2e4", Some(13)), ("d2d4", Some(12)), ("c2c4", None)], 1);
    let model = &h.state().model;
    let search = analysis::search(model).unwrap();
    let ages: Vec<Option<String>> =
        search.root_moves().iter().map(|root| analysis::root_age(model, search, root)).collect();
    assert_eq!(ages, [None, Some("Depth 12, the newest is 13".to_owned()), None]);
    // After a restart, the known lines are of the earlier search.
    h.key_press(Key::Space);
    h.run_steps(4);
    h.key_press(Key::Space);
    h.run_steps(4);
    let line = t!("present-line", number = 1, score = "+0.35", depth = 13);
    h.get_by_label(&format!("{line}, {}", t!("present-earlier-search")));
}

#[test]
fn the_head_counts_the_existing_lines() {
    let mut h = open(3);
    h.get_by_label("3 lines");
    analyse(&mut h, Some("7k/8/8/8/8/8/r7/1r5K w - - 0 1"));
    h.run_steps(4);
    let cx = |h: &Ui| analysis::lines_title(&h.state().model);
    assert_eq!(cx(&h)[0], "3 lines", "what analysis is set to, before there is one");
    // In this position White can be mated.
    analyse(&mut h, Some("7k/8/8/8/8/8/r7/6K1 w - - 0 1"));
    if h.state().model.engine.job(OURS).is_none() {
        analyse(&mut h, None);
    }
    say(h.state_mut(), 1, (20, -900, Bound::Exact), "g1h1");
    h.run_steps(4);
    h.get_by_label("1 of 3 lines");
    let given = t!("present-lines-given", name = "Tabia", n = 1);
    assert!(cx(&h)[1].starts_with(&given), "{:?}", cx(&h));
    say(h.state_mut(), 2, (20, -950, Bound::Exact), "g1f1");
    let (legal, set) = (t!("present-lines-legal", n = 2), t!("present-lines-set", n = 3));
    assert_eq!(cx(&h)[1], format!("{legal}. {set}"));
    assert_eq!(cx(&h)[0], "2 of 3 lines");
    h.state_mut().apply(Action::Set(SettingChange::MultiPv(2)));
    assert_eq!(cx(&h)[0], "2 lines");
    // More lines are stored than are set to be shown; the number that the buttons change is named first.
    h.state_mut().apply(Action::Command(UserCommand::ToggleAnalysis));
    h.state_mut().apply(Action::Set(SettingChange::MultiPv(1)));
    assert_eq!(cx(&h)[0], t!("present-lines-set-kept", n = 1, kept = 2));
}

#[test]
fn lines_of_a_review_are_kept_ones() {
    let mut h = open(3);
    h.state_mut().apply(Action::PasteText("1. e4 e5 *".to_owned()));
    give(&mut h, UserCommand::Last);
    h.state_mut().apply(Action::Review(ReviewAction::Start(ReviewRequest::default())));
    for (number, line) in [(1, "g1f3"), (2, "f1c4")] {
        say(h.state_mut(), number, (12, 30, Bound::Exact), line);
    }
    let [title, why] = analysis::lines_title(&h.state().model);
    assert_eq!(title, "2 of 3 lines");
    assert!(why.starts_with(t!("present-lines-kept")), "{why}");
}

#[test]
fn the_current_move_is_shown_with_its_line_while_searching() {
    let mut h = open(3);
    analyse(&mut h, None);
    say(h.state_mut(), 1, (12, 30, Bound::Exact), "e2e4");
    let roots = [("e2e4", Some(12)), ("d2d4", Some(12)), ("c2c4", Some(12)), ("g1f3", Some(12))];
    snapshot(h.state_mut(), &roots, 2);
    h.run_steps(4);
    h.get_by_label("Searching e4 1 of 4, line 2 of 3");
    // Moves are shown in the notation of the lines.
    let knight = [("g1f3", Some(12)), ("e2e4", Some(12))];
    snapshot(h.state_mut(), &knight, 1);
    h.run_steps(4);
    h.get_by_label("Searching ♘f3 1 of 2, line 1 of 2");
    snapshot(h.state_mut(), &roots, 2);
    h.run_steps(4);
    h.key_press(Key::Space);
    h.run_steps(4);
    assert!(h.state().model.engine.job(OURS).is_none());
    assert!(h.query_by_label_contains("Searching").is_none(), "nobody searches");
}

#[test]
fn the_depth_is_that_of_the_line_everywhere_and_the_deepest_of_its_lines() {
    for pane in [PaneId::Lines, PaneId::LiveTree] {
        let mut h = open(2);
        let command = UserCommand::of_workspace(pane.workspace());
        h.state_mut().apply(Action::Command(command));
        h.state_mut().apply(Action::OpenPane(pane));
        h.run_steps(4);
        // The Lab starts the analysis by itself.
        if h.state().model.engine.job(OURS).is_none() {
            analyse(&mut h, None);
        }
        let (job, stm) = (job(h.state()), h.state().model.game.board().stm());
        let mut progress = Progress::new(stm);
        for (multi_pv, seldepth, mv) in [(1, 3, "e2e4"), (2, 19, "d2d4")] {
            let pv = moves(h.state(), mv);
            let info = IterationInfo::new(12, stm, Score::Cp(30), pv);
            let info = IterationInfo { multi_pv, seldepth: Some(seldepth), ..info };
            progress.lines.push(info.clone());
            h.state_mut().apply(Action::Engine(OURS, Event::Iteration { job, info }));
        }
        // The next iteration is in progress.
        (progress.depth, progress.seldepth) = (Some(13), Some(5));
        let snapshot = Snapshot { progress, detail: Detail::Uci(UciDetail::default()) };
        h.state_mut().apply(Action::Live(OURS, Live { job, snapshot }));
        h.run_steps(4);
        let count = |name: &str| h.query_all_by_label_contains(name).count();
        assert!(count("Depth 12/19") > 0 && count("Depth 13/") == 0, "{pane:?}");
    }
}

#[test]
fn a_search_by_playouts_counts_playouts_in_every_panel() {
    const PUCT: EngineId = EngineId::PUCT;
    let mut h = open(1);
    h.state_mut().apply(Action::TakesPart(PUCT, true));
    h.state_mut().apply(Action::TakesPart(OURS, false));
    h.state_mut().apply(Action::Focus(PUCT));
    analyse(&mut h, None);
    let shell = h.state_mut();
    let job = shell.model.engine.job(PUCT).expect("it searches").id;
    let info =
        IterationInfo::new(9, tabia_chess::Color::White, Score::Cp(20), moves(shell, "e2e4"));
    let info = IterationInfo { nodes: Some(1_870_000), hashfull: Some(802), ..info };
    shell.apply(Action::Engine(PUCT, Event::Iteration { job, info }));
    for pane in [PaneId::Lines, PaneId::Iterations, PaneId::LiveTree] {
        h.state_mut().apply(Action::OpenPane(pane));
        h.run_steps(4);
        let count = |name: &str| h.query_all_by_label_contains(name).count();
        assert!(count(t!("search-playouts")) > 0, "{pane:?}");
        assert_eq!(count(t!("lines-nps")) + count(t!("search-first-move-cutoffs")), 0, "{pane:?}");
    }
}
