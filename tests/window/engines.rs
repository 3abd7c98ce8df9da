//! The user's engines in the window, by the names a screen reader gives: the list and its forms, several at analysis
//! side by side, opponents, reviewers, the log. No engine is started here: their output is simulated. Pictures: `cargo
//! test --test window engines:: -- --ignored`, in `target/gallery`.
#![expect(clippy::expect_used, clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use std::path::PathBuf;
use std::time::{Duration, Instant};
use tabia_text::t;

use eframe::egui::{Context, Key, Role, Vec2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use tabia::gui::headless::frames;
use tabia::gui::present::{analysis, arrows, roster};
use tabia::gui::widgets::board::shapes::Brush;
use tabia::gui::window::shell::{Shell, ShellOptions};
use tabia_app::action::{Action, EngineAction, ReviewAction, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::engines::seats;
use tabia_app::engines::telemetry::SearchView;
use tabia_app::game::new_game::NewGame;
use tabia_app::model::Model;
use tabia_app::persistence::store::Loaded;
use tabia_app::review::state::ReviewRequest;
use tabia_app::update::update;
use tabia_app::window::settings::{SettingChange, Settings, ThemeChoice};
use tabia_app::window::view::Dialog;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Color, Square, uci_move};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::detail::{Detail, UciDetail};
use tabia_engine::search::report::{IterationInfo, Progress, Snapshot};
use tabia_engine::search::score::{Bound, Pov, Score, Wdl};
use tabia_engine::search::thinker::EngineId;
use tabia_host::external::log::Side;
use tabia_host::external::option::{OptionKind, UciOption};
use tabia_host::external::spec::{Identity, UciSpec};
use tabia_host::worker::protocol::{Event, Live};

use crate::interface::{Ui, click, interface_at};

const TABIA: EngineId = EngineId::BUILT_IN;
const FISH: EngineId = EngineId(1);
const ZERO: EngineId = EngineId(2);

/// Some options of Stockfish and Lc0, and invalid lines.
const OPTIONS: [&str; 16] = [
    "name Debug Log File type string default",
    "name Threads type spin default 1 min 1 max 1024",
    "name Hash type spin default 16 min 1 max 33554432",
    "name Clear Hash type button",
    "name Ponder type check default false",
    "name MultiPV type spin default 1 min 1 max 500",
    "name Skill Level type spin default 20 min 0 max 20",
    "name Move Overhead type spin default 10 min 0 max 5000",
    "name nodestime type spin default 0 min 0 max 10000",
    "name UCI_Chess960 type check default false",
    "name UCI_LimitStrength type check default false",
    "name UCI_Elo type spin default 1320 min 1320 max 3190",
    "name SyzygyPath type string default <empty>",
    "name ScoreType type combo default centipawn var centipawn var Q var W-L",
    "name Style type slider default 3",
    "",
];

fn engine(id: u32, name: &str, command: &str) -> UciSpec {
    let mut spec = UciSpec::new(id, command, Vec::new());
    spec.identity = Some(Identity {
        name: Some(name.to_owned()),
        author: Some("its makers".to_owned()),
        options: OPTIONS.iter().map(|line| UciOption::parse(line)).collect(),
        ..Identity::default()
    });
    spec
}

/// Two engines of the user that take part in the analysis.
fn with_engines() -> Settings {
    let mut settings = Settings { book_moves: false, ..Settings::default() };
    settings.engines.engines.push(engine(1, "Stockfish 16", "/usr/games/stockfish"));
    settings.engines.engines.push(engine(2, "Lc0 v0.31.2 built with a very long name", "lc0"));
    settings.analysing = vec![TABIA, FISH, ZERO];
    settings
}

fn shell_of(ctx: &Context, settings: Settings) -> Shell {
    let options = ShellOptions { home: None, engine: false, no_animation: true };
    let mut shell = Shell::with(ctx, &options, Loaded { settings, ..Loaded::default() });
    shell.apply(Action::Command(UserCommand::StudyWorkspace));
    shell
}

fn open_at(size: Vec2, settings: Settings) -> Ui {
    let mut harness = interface_at(size.into(), 12, move |ctx| shell_of(ctx, settings));
    harness.run_steps(8);
    harness
}

fn open() -> Ui {
    open_at(vec2(1280.0, 800.0), Settings::default())
}

fn open_with_engines() -> Ui {
    open_at(vec2(1280.0, 800.0), with_engines())
}

fn click_role(h: &mut Ui, role: Role, name: &str) {
    h.get_by_role_and_label(role, name).click();
    h.run_steps(8);
}

/// Scrolls to an element.
fn scroll_to(h: &mut Ui, role: Role, name: &str) {
    h.get_by_role_and_label(role, name).scroll_to_me();
    h.run_steps(8);
}

fn type_into(h: &mut Ui, name: &str, text: &str) {
    let field = h.get_by_role_and_label(Role::TextInput, name);
    field.focus();
    h.run_steps(4);
    h.key_press_modifiers(eframe::egui::Modifiers::COMMAND, Key::A);
    h.run_steps(4);
    h.get_by_role_and_label(Role::TextInput, name).type_text(text);
    h.run_steps(4);
}

fn engines(h: &mut Ui) {
    h.state_mut().apply(Action::Command(UserCommand::Engines));
    h.run_steps(8);
}

fn spec(h: &Ui, id: u32) -> &UciSpec {
    h.state().model.settings.engines.get(id).unwrap()
}

/// Simulates a line of an engine's current search.
fn say(shell: &mut Shell, id: EngineId, (depth, cp, bound): (u32, i32, Bound), line: &str) {
    let job = shell.model.engine.job(id).expect("it searches").id;
    let mut board = *shell.model.game.board();
    let stm = board.stm();
    let mut pv = Vec::new();
    for word in line.split_whitespace() {
        let mv = uci_move::parse(&board, word).unwrap();
        board.make_move(mv);
        pv.push(mv);
    }
    let nodes = 1_000 << depth.min(20);
    let time_ms = u64::from(depth) * 130;
    let info = IterationInfo {
        bound,
        seldepth: Some(depth + 7),
        nodes: Some(nodes),
        time_ms,
        nps: Some(nodes * 1000 / time_ms),
        hashfull: Some(depth * 12),
        tb_hits: (id == FISH).then_some(1_234),
        wdl: (id == ZERO).then_some(Wdl { win: 310, draw: 540, loss: 150 }),
        ..IterationInfo::new(depth, stm, Score::Cp(cp), pv)
    };
    let mut progress = Progress::new(stm);
    progress.time_ms = time_ms;
    progress.nodes = info.nodes;
    progress.nps = info.nps;
    progress.depth = Some(depth);
    progress.tb_hits = info.tb_hits;
    progress.lines = vec![info.clone()];
    let before = shell.model.telemetry.newest(id).filter(|search| search.job == job);
    progress.race = before.and_then(SearchView::race).cloned().unwrap_or_default();
    progress.race.add_line(&info);
    let snapshot = Snapshot { progress, detail: Detail::Uci(UciDetail::default()) };
    shell.apply(Action::Engine(id, Event::Started { job }));
    shell.apply(Action::Engine(id, Event::Iteration { job, info }));
    shell.apply(Action::Live(id, Live { job, snapshot }));
}

/// Three engines at one position: two agree, the third does not.
fn analyse(shell: &mut Shell) {
    shell.apply(Action::Command(UserCommand::ToggleAnalysis));
    for depth in 8..=20 {
        let wave = (depth as i32 % 5) * 4;
        say(shell, TABIA, (depth, 30 + wave, Bound::Exact), "e2e4 e7e5 g1f3 b8c6");
        say(shell, FISH, (depth + 3, 38 - wave, Bound::Exact), "e2e4 c7c5 g1f3 d7d6");
        say(shell, ZERO, (depth / 2, 12 + wave, Bound::Exact), "d2d4 g8f6 c2c4 e7e6");
    }
    say(shell, FISH, (24, 45, Bound::Lower), "e2e4 c7c5");
}

fn fail(shell: &mut Shell, id: EngineId, error: &str) {
    for _ in 0..2 {
        let job = shell.model.engine.job(id).map(|job| job.id);
        let advice = Some(t!("engine-advice-restart"));
        shell.apply(Action::Engine(id, Event::Failed { job, error: error.to_owned(), advice }));
    }
}

#[test]
fn an_empty_list_explains_itself_and_a_command_line_adds_an_engine() {
    let mut h = open();
    engines(&mut h);
    h.get_by_label_contains("Any engine that speaks UCI");
    h.get_by_label_contains("Nothing is started that you did not add");
    type_into(&mut h, t!("engines-line"), "ssh host \"/opt/my engine");
    click(&mut h, "Add");
    h.get_by_label_contains("is never closed");
    assert!(h.state().model.settings.engines.engines.is_empty());
    type_into(&mut h, t!("engines-line"), "ssh host engine");
    h.key_press(Key::Enter);
    h.run_steps(8);
    assert_eq!((spec(&h, 1).command.as_str(), spec(&h, 1).arguments.len()), ("ssh", 2));
    h.get_by_label(&t!("engines-row", name = "ssh", state = t!("engines-asking")));
    h.get_by_role_and_label(Role::TextInput, t!("engines-command"));
    let error = "it ended before it answered".to_owned();
    let probed = EngineAction::Probed { id: 1, number: 1, result: Err(error) };
    h.state_mut().apply(Action::Engines(probed));
    h.run_steps(8);
    h.get_by_label("ssh: it ended before it answered");
}

#[test]
fn engines_found_on_path_are_offered_and_added_by_a_click() {
    let mut h = open();
    engines(&mut h);
    // Engines of this machine would replace the simulated ones.
    let begun = Instant::now();
    while h.state().model.engines.found.is_none() {
        assert!(begun.elapsed() < Duration::from_secs(20), "nobody looked for engines");
        std::thread::sleep(Duration::from_millis(5));
        h.run_steps(1);
    }
    let found = vec![
        ("stockfish".to_owned(), PathBuf::from("/usr/games/stockfish")),
        ("toga2".to_owned(), PathBuf::from("/usr/games/toga2")),
    ];
    h.state_mut().apply(Action::Engines(EngineAction::Discovered(found)));
    h.run_steps(8);
    let place = h.get_by_label("Add toga2").rect();
    click(&mut h, "Add stockfish");
    assert_eq!(spec(&h, 1).command, "/usr/games/stockfish");
    let added = h.get_by_label("Add stockfish");
    assert!(added.accesskit_node().is_disabled(), "it is in the list now");
    assert_eq!(h.get_by_label("Add toga2").rect(), place, "the next does not slide there");
}

#[test]
fn a_dropped_program_is_added_only_after_a_yes() {
    let mut h = open();
    let path = PathBuf::from("/home/me/engines/wasp");
    for yes in [false, true] {
        h.state_mut().apply(Action::Engines(EngineAction::Offer(path.clone())));
        h.run_steps(8);
        h.get_by_label_contains("Add wasp as an engine?");
        let model = &h.state().model;
        assert!(model.settings.engines.engines.is_empty() && model.engines.probe(1).is_none());
        click(&mut h, if yes { t!("engines-offer.yes") } else { t!("engines-offer.no") });
        assert_eq!(h.state().model.settings.engines.get(1).is_some(), yes);
    }
    h.get_by_label(&t!("engines-row", name = "wasp", state = t!("engines-asking")));
}

#[test]
fn the_form_changes_marks_and_resets_options() {
    let mut h = open_with_engines();
    engines(&mut h);
    h.get_by_label("Stockfish 16: Stockfish 16 by its makers");
    click_role(&mut h, Role::CheckBox, "Ponder");
    assert_eq!(spec(&h, 1).options["Ponder"], "true");
    h.get_by_label("1 of 16 changed");
    click(&mut h, "Reset Ponder");
    assert!(spec(&h, 1).options.is_empty());

    scroll_to(&mut h, Role::SpinButton, "Move Overhead");
    click_role(&mut h, Role::SpinButton, "Move Overhead");
    h.key_press_modifiers(eframe::egui::Modifiers::COMMAND, Key::A);
    h.run_steps(4);
    h.get_by_role_and_label(Role::SpinButton, "Move Overhead").type_text("120");
    h.run_steps(4);
    assert!(spec(&h, 1).options.is_empty(), "not before it is entered");
    h.key_press(Key::Enter);
    h.run_steps(8);
    assert_eq!(spec(&h, 1).options["Move Overhead"], "120");

    scroll_to(&mut h, Role::TextInput, "SyzygyPath");
    type_into(&mut h, "SyzygyPath", "/tables");
    h.key_press(Key::Enter);
    h.run_steps(8);
    assert_eq!(spec(&h, 1).options["SyzygyPath"], "/tables");
    h.get_by_label("Choose SyzygyPath");

    scroll_to(&mut h, Role::ComboBox, "ScoreType");
    click_role(&mut h, Role::ComboBox, "ScoreType");
    click(&mut h, "W-L");
    assert_eq!(spec(&h, 1).options["ScoreType"], "W-L");
    h.get_by_label("3 of 16 changed");
    scroll_to(&mut h, Role::Button, t!("engines-options-reset"));
    click(&mut h, t!("engines-options-reset"));
    assert!(spec(&h, 1).options.is_empty());

    let press = h.get_by_label("Press Clear Hash");
    assert!(press.accesskit_node().is_disabled(), "it does not run");
    h.get_by_label_contains("set by Tabia: the number of lines");
    h.get_by_label("option name Style type slider default 3");
    h.get_by_label_contains("found type “slider”");
}

#[test]
fn a_number_that_is_dragged_back_stays_as_it_was() {
    let mut h = open_with_engines();
    engines(&mut h);
    scroll_to(&mut h, Role::SpinButton, "Move Overhead");
    let from = h.get_by_role_and_label(Role::SpinButton, "Move Overhead").rect().center();
    let value = |h: &Ui| {
        let field = h.get_by_role_and_label(Role::SpinButton, "Move Overhead");
        field.accesskit_node().numeric_value()
    };
    for back in [true, false] {
        h.drag_at(from);
        h.run_steps(2);
        let mut at = from;
        let mut step = |h: &mut Ui, x: f32| {
            at.x += x;
            h.hover_at(at);
            h.run_steps(1);
        };
        (0..20).for_each(|_| step(&mut h, 1.0));
        assert!(value(&h) > Some(10.0));
        for _ in 0..40 {
            if !back || value(&h) == Some(10.0) {
                break;
            }
            step(&mut h, -1.0);
        }
        h.drop_at(at);
        h.run_steps(4);
        assert_eq!(spec(&h, 1).options.is_empty(), back);
    }
}

#[test]
fn options_are_searched_where_there_are_many() {
    let mut h = open_with_engines();
    engines(&mut h);
    type_into(&mut h, "Search options", "elo");
    h.get_by_role_and_label(Role::SpinButton, "UCI_Elo");
    assert!(h.query_by_label("Ponder").is_none());
    type_into(&mut h, "Search options", "nothing like it");
    h.get_by_label(t!("engines-options-no-match"));
}

#[test]
fn without_readable_options_none_is_reported_as_unknown() {
    let mut settings = with_engines();
    let unreadable = |option: &UciOption| matches!(option.kind, OptionKind::Unreadable { .. });
    for identity in settings.engines.engines.iter_mut().filter_map(|spec| spec.identity.as_mut()) {
        identity.options.retain(unreadable);
    }
    let mut h = open_at(vec2(1280.0, 800.0), settings);
    engines(&mut h);
    h.get_by_label("option name Style type slider default 3");
    assert!(h.query_by_label(t!("engines-options-no-match")).is_none());
    assert!(h.query_by_label(t!("engines-options-none")).is_none());
}

#[test]
fn engines_without_a_move_do_not_count_as_agreeing() {
    let mut h = open_with_engines();
    let shell = h.state_mut();
    shell.apply(Action::Command(UserCommand::ToggleAnalysis));
    for id in [TABIA, FISH] {
        say(shell, id, (20, 30, Bound::Exact), "e2e4 e7e5 g1f3 b8c6");
    }
    fail(shell, ZERO, "it ended");
    h.run_steps(8);
    h.get_by_label_contains(t!("lines-agree.others"));
    assert!(h.query_by_label_contains(t!("lines-agree")).is_none());
}

#[test]
fn an_invalid_value_stays_in_its_field_with_the_reason() {
    let mut h = open_with_engines();
    engines(&mut h);
    type_into(&mut h, "Name", "Mine");
    h.key_press(Key::Enter);
    h.run_steps(8);
    assert_eq!(spec(&h, 1).title(), "Mine");
    type_into(&mut h, t!("engines-command"), "\"stockfish");
    h.key_press(Key::Enter);
    h.run_steps(8);
    h.get_by_label_contains("is never closed");
    assert_eq!(spec(&h, 1).command, "/usr/games/stockfish");
    let field = h.get_by_role_and_label(Role::TextInput, t!("engines-command"));
    assert_eq!(field.value().as_deref(), Some("\"stockfish"));
    type_into(&mut h, t!("engines-command"), "wine sf.exe");
    h.key_press(Key::Enter);
    h.run_steps(8);
    assert_eq!((spec(&h, 1).command.as_str(), spec(&h, 1).identity.is_none()), ("wine", true));
    h.get_by_label(&t!("engines-row", name = "Mine", state = t!("engines-not-asked")));
    h.get_by_label(t!("engines-read"));
}

#[test]
fn a_wide_number_says_why_it_is_refused() {
    let mut settings = with_engines();
    let wide = UciOption::parse("name Big type spin default 0 min 0 max 9223372036854775807");
    let identity = settings.engines.get_mut(1).unwrap().identity.as_mut().unwrap();
    identity.options.insert(0, wide);
    let mut h = open_at(vec2(1280.0, 800.0), settings);
    engines(&mut h);
    type_into(&mut h, "Big", "many");
    h.key_press(Key::Enter);
    h.run_steps(8);
    assert!(spec(&h, 1).options.is_empty());
    let field = h.get_by_role_and_label(Role::TextInput, "Big").rect();
    h.hover_at(field.center());
    h.run_steps(12);
    h.get_by_label_contains("found “many”");
}

#[test]
fn typed_values_are_accepted_when_the_form_is_left() {
    let mut h = open_with_engines();
    engines(&mut h);
    type_into(&mut h, "Name", "Mine");
    h.get_by_label_contains("very long name by its makers").click();
    h.run_steps(8);
    assert_eq!(spec(&h, 1).title(), "Mine");
    assert_eq!(spec(&h, 2).name, "", "it was typed into the other's form");
    type_into(&mut h, "Folder", "/opt/nets");
    click(&mut h, t!("button-close"));
    assert_eq!(spec(&h, 2).folder.as_deref(), Some("/opt/nets"));
    engines(&mut h);
    type_into(&mut h, "Name", "Never mind");
    h.key_press(Key::Escape);
    h.run_steps(8);
    assert_eq!(spec(&h, 1).title(), "Mine");
}

#[test]
fn an_option_with_other_capitals_in_the_file_is_changed_and_reset() {
    let mut settings = with_engines();
    // The other option is one of another program.
    let options = &mut settings.engines.get_mut(1).unwrap().options;
    options.extend(["pOnder", "Gone"].map(|name| (name.to_owned(), "true".to_owned())));
    let mut h = open_at(vec2(1280.0, 800.0), settings);
    engines(&mut h);
    h.get_by_label("1 of 16 changed");
    click(&mut h, "Reset Ponder");
    assert_eq!(spec(&h, 1).options.len(), 1);
    click(&mut h, t!("engines-options-reset"));
    assert!(spec(&h, 1).options.is_empty());
}

#[test]
fn engines_are_switched_off_copied_and_deleted_after_a_question() {
    let mut h = open_with_engines();
    engines(&mut h);
    click_role(&mut h, Role::CheckBox, &t!("engines-enabled", name = "Stockfish 16"));
    assert!(!spec(&h, 1).enabled);
    assert_eq!(h.state().model.analysing(), [TABIA, ZERO]);
    h.get_by_label(t!("engines-off"));
    click(&mut h, "Duplicate");
    assert_eq!(spec(&h, 3).title(), "Stockfish 16 (copy)");
    // The copy is now the selected one.
    click(&mut h, "Delete…");
    click(&mut h, "Delete");
    assert!(h.state().model.settings.engines.get(3).is_none());
    assert_eq!(h.state().model.settings.engines.engines.len(), 2);
    // Enter answers the question, and not the dialog around it, with the main button: the engine stays.
    click(&mut h, "Delete…");
    h.key_press(Key::Enter);
    h.run_steps(3);
    h.get_by_label("Delete…");
    assert_eq!(h.state().model.settings.engines.engines.len(), 2);
    assert!(h.state().model.dialog.is_some());
    h.key_press(Key::Enter);
    h.run_steps(3);
    assert!(h.state().model.dialog.is_none(), "without a question it closes the dialog");
}

#[test]
fn the_story_names_its_engine_and_leads_to_tabias_own_search() {
    let settings = Settings { analysing: vec![FISH], ..with_engines() };
    let mut h = open_at(vec2(1280.0, 800.0), settings);
    let shell = h.state_mut();
    shell.apply(Action::Set(SettingChange::MultiPv(1)));
    shell.apply(Action::OpenPane(PaneId::Story));
    shell.apply(Action::Command(UserCommand::ToggleAnalysis));
    for (depth, line) in [(9, "e2e4"), (10, "d2d4"), (11, "d2d4")] {
        say(shell, FISH, (depth, 30, Bound::Exact), line);
    }
    h.run_steps(4);
    let story = h.get_by_label_contains("takes over").rect();
    let named = |h: &Ui| {
        let names = h.query_all_by_label_contains("Stockfish 16 ·");
        names.filter(|name| (story.top() - name.rect().top()).abs() < 120.0).count()
    };
    assert!(named(&h) > 0);
    click(&mut h, t!("present-tabia"));
    assert_eq!(h.state().model.analysing(), [FISH, TABIA]);
    assert_eq!(h.state().model.focus(), TABIA);
}

#[test]
fn the_lines_of_an_engine_without_a_tree_are_drawn_as_a_tree() {
    let settings = Settings { analysing: vec![FISH], ..with_engines() };
    let mut h = open_at(vec2(1280.0, 800.0), settings);
    let shell = h.state_mut();
    shell.apply(Action::OpenPane(PaneId::LiveTree));
    shell.apply(Action::Command(UserCommand::ToggleAnalysis));
    say(shell, FISH, (9, 30, Bound::Exact), "e2e4");
    h.run_steps(4);
    h.get_by_label_contains("Stockfish 16 shows no tree. This is its best line.");
    click(&mut h, t!("present-tabia"));
    assert_eq!(h.state().model.focus(), TABIA);
}

#[test]
fn a_damaged_entry_is_shown_with_what_is_wrong() {
    let text = r#"[{"id":1,"command":"stockfish"},{"id":"two","command":"x"}]"#;
    let engines_of = serde_json::from_str(text).unwrap();
    let settings = Settings { engines: engines_of, ..Settings::default() };
    let mut h = open_at(vec2(1280.0, 800.0), settings);
    engines(&mut h);
    h.get_by_label_contains("Entry 2 is damaged").click();
    h.run_steps(8);
    h.get_by_label("Entry 2 of the list is damaged");
    h.get_by_label_contains("stays in the settings file");
}

#[test]
fn chips_add_and_remove_engines_and_choose_the_shown_one() {
    let settings = Settings { analysing: vec![TABIA], ..with_engines() };
    let mut h = open_at(vec2(1280.0, 800.0), settings);
    click(&mut h, t!("lines-add-engine"));
    click(&mut h, "Stockfish 16");
    assert_eq!(h.state().model.analysing(), [TABIA, FISH]);
    click(&mut h, "Stockfish 16, idle");
    assert_eq!(h.state().model.focus(), FISH);
    click(&mut h, &t!("widget-leave", name = "Stockfish 16"));
    assert_eq!(h.state().model.analysing(), [TABIA]);
    let leave = t!("widget-leave", name = "Tabia");
    assert!(h.query_by_label(&leave).is_none(), "one always takes part");
}

#[test]
fn an_engine_that_failed_its_test_says_so_where_it_can_be_added() {
    let settings = Settings { analysing: vec![TABIA], ..with_engines() };
    let mut h = open_at(vec2(1280.0, 800.0), settings);
    h.state_mut().apply(Action::Engines(EngineAction::Probe(FISH.0)));
    let result = Err("it is no engine".to_owned());
    let failed = EngineAction::Probed { id: FISH.0, number: 1, result };
    h.state_mut().apply(Action::Engines(failed));
    h.run_steps(4);
    click(&mut h, t!("lines-add-engine"));
    h.get_by_label(&t!("engines-failed-last-time", name = "Stockfish 16"));
}

#[test]
fn the_head_of_the_lines_is_the_same_without_engines_of_the_user() {
    let places = |settings: Settings| {
        let h = open_at(vec2(1280.0, 800.0), Settings { analysing: vec![TABIA], ..settings });
        let names =
            [t!("command-MoreLines.tip"), t!("command-LockAnalysis"), t!("lines-add-engine")];
        names.map(|name| h.get_by_label(name).rect())
    };
    assert_eq!(places(Settings::default()), places(with_engines()));
}

#[test]
fn engines_stand_side_by_side_and_disagreement_is_marked() {
    let mut h = open_with_engines();
    analyse(h.state_mut());
    h.run_steps(4);
    h.get_by_label_contains(t!("lines-best-differ"));
    // The newest output of Stockfish is a bound: it is shown beside its last complete line, not instead of it.
    h.get_by_label_contains("Stockfish 16: e4 +0.38, depth 23/30");
    h.get_by_label(&t!(
        "present-bound",
        fails = "high",
        move = "e4",
        bound = "lower",
        score = "+0.45",
        depth = 24,
    ));
    let zero = h.get_by_label_contains("Lc0 v0.31.2 built with a very long name: d4");
    let words = zero.accesskit_node().label().unwrap();
    assert!(words.contains("win, draw, loss per cent 31 54 15"), "{words}");
    assert!(words.contains(t!("lines-row-differs")), "{words}");
    let ours = h.get_by_label_contains("Tabia: e4 +0.30").accesskit_node().label().unwrap();
    assert!(ours.contains("win, draw, loss per cent "), "by the model fitted to it: {ours}");
    h.get_by_label_contains("Stockfish 16: e4").click();
    h.run_steps(8);
    assert_eq!(h.state().model.focus(), FISH);
    h.get_by_label_contains("Stockfish 16: Analysing");
    h.get_by_label_contains("for White, depth 23, by Stockfish 16");
    let at_work = h.get_by_label_contains("/s · ").accesskit_node().value().unwrap();
    assert!(at_work.contains("Tabia") && at_work.contains("Stockfish 16"), "{at_work}");
}

#[test]
fn arrows_and_scores_name_their_engine() {
    let mut h = open_with_engines();
    analyse(h.state_mut());
    let shell = h.state();
    let model = &shell.model;
    let shapes = arrows::computer_shapes(model);
    let arrows: Vec<(&str, Brush)> =
        shapes.iter().map(|shape| (shape.label.as_str(), shape.shape.brush)).collect();
    // If two engines choose the same move, the head has both initials.
    assert_eq!(arrows, [("TS", Brush::EngineAt(0)), ("L", Brush::EngineAt(2))]);
    let [short, whole] = analysis::eval_text(model, shell.model.game.current).unwrap();
    assert_eq!(short, "+0.3");
    assert!(whole.ends_with("by Tabia, depth 20, White's view"), "{whole}");
}

#[test]
fn a_bound_of_another_line_stands_beside_that_line_alone() {
    let mut h = open_with_engines();
    h.state_mut().apply(Action::Set(SettingChange::MultiPv(3)));
    h.state_mut().apply(Action::Command(UserCommand::ToggleAnalysis));
    let line = |h: &mut Ui, number: u32, (score, bound): (i32, Bound), text: &str| {
        let shell = h.state_mut();
        let job = shell.model.engine.job(FISH).unwrap().id;
        let board = *shell.model.game.board();
        let pv = vec![uci_move::parse(&board, text).unwrap()];
        let info = IterationInfo::new(20, board.stm(), Score::Cp(score), pv);
        let info = IterationInfo { multi_pv: number, bound, ..info };
        shell.apply(Action::Engine(FISH, Event::Iteration { job, info }));
    };
    h.state_mut().apply(Action::Focus(FISH));
    for (number, score, text) in [(1, 415, "e2e4"), (2, 300, "d2d4"), (3, 200, "c2c4")] {
        line(&mut h, number, (score, Bound::Exact), text);
    }
    line(&mut h, 3, (1296, Bound::Lower), "c2c4");
    h.run_steps(4);
    let chips = |h: &Ui| h.query_all_by_label_contains("+12.96").count();
    assert_eq!(chips(&h), 1, "neither beside the headline nor in the comparison");
    line(&mut h, 1, (450, Bound::Lower), "e2e4");
    h.run_steps(4);
    assert!(h.query_all_by_label_contains("+4.50").count() > 1);
}

#[test]
fn an_engine_without_lines_is_named_where_others_have_some() {
    let mut h = open_with_engines();
    h.state_mut().apply(Action::Command(UserCommand::ToggleAnalysis));
    say(h.state_mut(), FISH, (12, 30, Bound::Exact), "e2e4 e7e5");
    h.run_steps(4);
    assert!(h.query_by_label(t!("lines-none")).is_none());
    h.get_by_label(&t!("present-searching", name = "Tabia"));
}

#[test]
fn a_failed_engine_says_why_and_what_can_be_done() {
    let mut h = open_with_engines();
    analyse(h.state_mut());
    fail(h.state_mut(), FISH, "it ended by signal 9");
    h.state_mut().apply(Action::Focus(FISH));
    h.run_steps(4);
    h.get_by_label("Stockfish 16, failed: it ended by signal 9");
    let failed = t!("lines-failed", name = "Stockfish 16", why = "it ended by signal 9");
    assert!(h.get_all_by_label(&failed).count() > 0);
    h.get_by_label(t!("engine-advice-restart"));
    h.get_by_label_contains("not be restarted automatically: it ended by signal 9. Restart it");
    let dismissed = Action::DismissToasts;
    // The same in the toast, which is shown in every workspace.
    for (name, there) in
        [(t!("toast-log"), 2), (t!("toast-restart"), 2), (t!("toast-set-up-engine"), 1)]
    {
        assert_eq!(h.get_all_by_label(name).count(), there, "{name}");
    }
    click(&mut h, t!("toast-set-up-engine"));
    assert!(matches!(h.state().model.dialog, Some(Dialog::Engines)));
    h.get_by_label(&t!("engines-failed", why = "it ended by signal 9"));
    h.state_mut().apply(Action::CloseDialog);
    h.state_mut().apply(dismissed);
    h.run_steps(8);
    click(&mut h, t!("toast-log"));
    assert!(matches!(h.state().model.dialog, Some(Dialog::EngineLog { id: 1, .. })));
    h.state_mut().apply(Action::CloseDialog);
    h.run_steps(8);
    click(&mut h, t!("toast-restart"));
    assert!(h.state().model.engine.job(FISH).is_some(), "it searches again");
    fail(h.state_mut(), FISH, "again");
    h.run_steps(4);
    click(&mut h, t!("lines-switch-off"));
    assert_eq!(h.state().model.analysing(), [TABIA, ZERO]);
}

#[test]
fn more_than_the_machine_has_is_reported_in_numbers() {
    let mut settings = with_engines();
    let entry = settings.engines.get_mut(1).unwrap();
    entry.options.insert("Threads".to_owned(), "1000".to_owned());
    entry.options.insert("Hash".to_owned(), "33554432".to_owned());
    let h = open_at(vec2(1280.0, 800.0), settings);
    assert!(seats::hash_asked(&h.state().model) > 33_554_432);
    let warning = h.get_by_label_contains("Warning: ").accesskit_node().value().unwrap();
    assert!(warning.contains(" threads on "), "{warning}");
}

#[test]
fn an_opponent_is_chosen_with_its_strength() {
    let mut h = open_with_engines();
    h.state_mut().apply(Action::Command(UserCommand::NewGame));
    h.run_steps(8);
    click(&mut h, t!("new-game-more"));
    h.get_by_role_and_label(Role::ComboBox, t!("new-game-opponent")).click();
    h.run_steps(8);
    click(&mut h, "Stockfish 16");
    click(&mut h, t!("new-game-elo"));
    let name = t!("new-game-elo-of", who = t!("new-game-opponent"));
    let slider = h.get_by_role_and_label(Role::Slider, &name);
    assert_eq!(slider.accesskit_node().min_numeric_value(), Some(1320.0));
    click(&mut h, t!("new-game-skill"));
    h.get_by_role_and_label(Role::Slider, &t!("new-game-skill-of", who = t!("new-game-opponent")));
    click(&mut h, t!("new-game-elo"));
    click(&mut h, t!("button-start"));
    let game = &h.state().model.game;
    assert_eq!(game.engine_of(Color::Black), Some(FISH));
    assert_eq!(game.player_name(Color::Black), "Stockfish 16, 1320 Elo");
}

#[test]
fn an_opponents_own_view_is_seen_from_the_chosen_side() {
    let mut h = open_with_engines();
    let shell = h.state_mut();
    let strength = Strength::Elo(1800);
    shell.apply(Action::StartGame(NewGame { engine: FISH, strength, ..NewGame::default() }));
    shell.apply(Action::Command(UserCommand::Watch));
    shell.apply(Action::PlayMove { from: Square::E2, to: Square::E4, promotion: None });
    shell.apply(Action::Command(UserCommand::StudyWorkspace));
    say(shell, FISH, (9, 80, Bound::Lower), "e7e5 g1f3");
    for (pov, score) in [(Pov::White, "≤−0.80"), (Pov::SideToMove, "≥+0.80")] {
        h.state_mut().apply(Action::Set(SettingChange::Pov(pov)));
        h.run_steps(8);
        let view = h.get_by_label_contains("own view: ").accesskit_node().value().unwrap();
        assert!(view.ends_with(score), "{view}");
    }
}

#[test]
fn two_engines_can_play_each_other() {
    let mut h = open_with_engines();
    h.state_mut().apply(Action::Command(UserCommand::NewGame));
    h.run_steps(8);
    click(&mut h, t!("new-game-more"));
    click(&mut h, t!("sides-engines"));
    for who in [t!("new-game-white-engine"), t!("new-game-black-engine")] {
        h.get_by_role_and_label(Role::ComboBox, who).click();
        h.run_steps(8);
        let name = if who.starts_with('W') { "Stockfish 16" } else { "Tabia" };
        h.get_all_by_label(name).last().unwrap().click();
        h.run_steps(8);
    }
    click(&mut h, t!("button-start"));
    let game = &h.state().model.game;
    assert_eq!(game.engine_of(Color::White), Some(FISH));
    assert_eq!(game.engine_of(Color::Black), Some(TABIA));
    assert_eq!(game.player_name(Color::White), "Stockfish 16");
}

#[test]
fn a_review_is_given_to_any_engine() {
    let mut h = open_with_engines();
    h.state_mut().apply(Action::PasteText("1. e4 e5 2. Nf3 Nc6 *".to_owned()));
    h.state_mut().apply(Action::Command(UserCommand::ReviewGame));
    h.run_steps(8);
    click(&mut h, t!("review-options"));
    h.get_by_role_and_label(Role::ComboBox, t!("review-engine")).click();
    h.run_steps(8);
    click(&mut h, "Stockfish 16");
    click(&mut h, t!("review-start"));
    assert_eq!(h.state().model.review().unwrap().request.engine, FISH);
}

#[test]
fn the_speed_of_an_analysis_is_not_that_of_a_review() {
    let mut h = open_with_engines();
    let shell = h.state_mut();
    shell.apply(Action::PasteText("1. e4 e5 2. Nf3 Nc6 *".to_owned()));
    shell.apply(Action::Command(UserCommand::First));
    analyse(shell);
    assert!(roster::engine_note(&shell.model).contains("Tabia 4"), "as fast as it says");
    for id in [TABIA, ZERO] {
        shell.apply(Action::TakesPart(id, false));
    }
    shell.apply(Action::Review(ReviewAction::Start(ReviewRequest::default())));
    shell.apply(Action::Command(UserCommand::ToggleAnalysis));
    assert_eq!(roster::engine_note(&shell.model), "Tabia · Stockfish 16");
}

#[test]
fn the_log_is_filtered_copied_and_kept_apart_from_others() {
    let mut h = open_with_engines();
    h.state_mut().apply(Action::OpenDialog(Dialog::EngineLog { id: 1, from_list: true }));
    h.run_steps(8);
    h.get_by_label(t!("engines-log-empty"));
    h.state_mut().apply(Action::Engines(EngineAction::Probe(1)));
    let log = h.state().model.engines.existing_log(1).unwrap().clone();
    log.push(Side::Sent, "uci");
    for line in ["id name Stockfish 16", "option name Hash", "uciok"] {
        log.push(Side::Received, line);
    }
    log.push(Side::Error, "cannot read the network");
    h.run_steps(8);
    let lines = t!("engines-log-lines", n = 5);
    h.get_by_label(&lines);
    h.get_by_label_contains("! cannot read the network");
    type_into(&mut h, "Filter", "NAME");
    h.get_by_label(&format!("{lines}, {}", t!("engines-log-shown", n = 2)));
    assert!(h.query_by_label_contains("! cannot").is_none());
    click_role(&mut h, Role::CheckBox, t!("engines-log-pause"));
    log.push(Side::Received, "option name Threads");
    h.run_steps(30);
    click(&mut h, t!("button-copy"));
    let copied = t!("engines-log-copied", n = 2);
    let toasts = &h.state().model.toasts;
    assert!(toasts.iter().any(|toast| toast.text == copied), "those that are shown");
    click(&mut h, t!("engines-log-all"));
    assert!(matches!(h.state().model.dialog, Some(Dialog::Engines)));
}

#[test]
fn a_log_goes_into_the_clipboard_and_into_a_file() {
    let mut model = Model::new(with_engines());
    update(&mut model, Action::Engines(EngineAction::Probe(1)), 0);
    let log = model.engines.existing_log(1).unwrap().clone();
    for line in ["id name Stockfish 16", "id author its makers", "uciok"] {
        log.push(Side::Received, line);
    }
    let copy = Action::Engines(EngineAction::CopyLog(log.find("ID ", 9)));
    let effects = update(&mut model, copy, 0);
    let text = effects.iter().find_map(|effect| match effect {
        Effect::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    assert_eq!(text.unwrap().lines().count(), 2);
    let effects = update(&mut model, Action::Engines(EngineAction::SaveLog(1)), 0);
    assert!(matches!(&effects[..], [Effect::SaveEngineLog { name, .. }] if name == "Stockfish 16"));
    let refused = Err("the disk is full".to_owned());
    update(&mut model, Action::Engines(EngineAction::LogSaved(refused)), 0);
    assert!(model.toasts.iter().any(|toast| toast.text.contains("the disk is full")));
}

#[test]
fn the_dialog_keeps_its_size_whatever_is_chosen() {
    for size in [vec2(640.0, 480.0), vec2(800.0, 600.0), vec2(2560.0, 1440.0)] {
        let mut h = open_at(size, with_engines());
        engines(&mut h);
        let place = |h: &Ui| h.get_by_label(t!("button-close")).rect();
        let before = place(&h);
        assert!(before.max.x <= size.x && before.max.y <= size.y, "{before:?} in {size:?}");
        click(&mut h, "Delete…");
        assert_eq!(place(&h), before);
        h.get_by_label_contains("very long name by its makers").click();
        h.run_steps(8);
        assert_eq!(place(&h), before);
        for id in [1, 2] {
            h.state_mut().apply(Action::Engines(EngineAction::Remove(id)));
        }
        h.run_steps(8);
        assert_eq!(place(&h), before);
    }
}

#[test]
fn a_level_of_another_engine_has_its_own_name() {
    let mut h = open_with_engines();
    let mut new = h.state().model.settings.new_game.clone();
    new.sides = tabia_app::game::new_game::Sides::HumanBlack;
    (new.engine, new.strength) = (FISH, Strength::Skill(3));
    h.state_mut().apply(Action::StartGame(new));
    say(h.state_mut(), FISH, (9, 20, Bound::Exact), "e2e4 e7e5");
    let shell = h.state();
    let model = &shell.model;
    assert_eq!(analysis::weak_level(model).as_deref(), Some("Stockfish 16, skill 3"));
}

// ---------------------------------------------------------------------------------------------
// Pictures

fn save(shell: &mut Shell, ctx: &Context, name: &str, size: [f32; 2]) {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target/gallery");
    std::fs::create_dir_all(&folder).expect("a folder for the pictures");
    let image = frames::render(ctx, size, 1.0, |ui| shell.show(ui));
    image.save(folder.join(format!("{name}.png"))).expect("a picture is written");
}

#[test]
#[ignore = "writes pictures for people to look at"]
fn pictures() {
    let sizes = [("s", [800.0, 600.0]), ("m", [1280.0, 800.0]), ("l", [2560.0, 1440.0])];
    let only = std::env::var("TABIA_PICTURE").unwrap_or_default();
    for (theme, mode) in [(ThemeChoice::Dark, "dark"), (ThemeChoice::Light, "light")] {
        for (size_name, size) in sizes {
            for kind in KINDS {
                let name = format!("engines_{kind}_{mode}_{size_name}");
                if !name.contains(&only) {
                    continue;
                }
                let ctx = Context::default();
                let mut shell = shell_of(&ctx, settings_of(kind));
                shell.apply(Action::Set(SettingChange::Theme(theme)));
                scene(&mut shell, kind);
                shell.apply(Action::DismissToasts);
                save(&mut shell, &ctx, &name, size);
            }
        }
    }
}

const KINDS: [&str; 8] =
    ["empty", "list", "offer", "analysis", "failed", "new_game", "log", "plot"];

fn settings_of(kind: &str) -> Settings {
    let mut settings = with_engines();
    match kind {
        "empty" => settings = Settings::default(),
        "list" | "offer" => {
            let text = r#"[{"id":"two","command":"b"}]"#;
            let good = std::mem::take(&mut settings.engines.engines);
            settings.engines = serde_json::from_str(text).unwrap();
            settings.engines.engines = good;
            let entry = settings.engines.get_mut(1).unwrap();
            for (name, value) in [("Ponder", "true"), ("SyzygyPath", "/home/me/tables/3-4-5")] {
                entry.options.insert(name.to_owned(), value.to_owned());
            }
            settings.engines.engines.push(UciSpec::new(3, "/opt/wasp", Vec::new()));
        }
        _ => {}
    }
    settings
}

fn scene(shell: &mut Shell, kind: &str) {
    let open = Action::Command(UserCommand::Engines);
    match kind {
        "empty" => {
            shell.apply(open);
            let found = ["stockfish", "fairy-stockfish", "ethereal-chess", "toga2"];
            let found = found.map(|name| (name.to_owned(), PathBuf::from(name))).to_vec();
            shell.apply(Action::Engines(EngineAction::Discovered(found)));
        }
        "list" => shell.apply(open),
        "offer" => {
            shell.apply(open);
            let path = PathBuf::from("/home/me/engines/viridithas-18.0.0-x86-64-v3");
            shell.apply(Action::Engines(EngineAction::Offer(path)));
            let error = "it ended with status 1 before it answered uci".to_owned();
            shell.apply(Action::Engines(EngineAction::Probe(3)));
            let probed = EngineAction::Probed { id: 3, number: 1, result: Err(error) };
            shell.apply(Action::Engines(probed));
        }
        "analysis" => analyse(shell),
        "plot" => {
            analyse(shell);
            shell.apply(Action::Command(UserCommand::LabWorkspace));
        }
        "failed" => {
            analyse(shell);
            fail(shell, FISH, "it ended by signal 9 while it searched");
            shell.apply(Action::Focus(FISH));
        }
        "new_game" => {
            shell.apply(Action::Command(UserCommand::NewGame));
            let mut draft = shell.model.settings.new_game.clone();
            draft.sides = tabia_app::game::new_game::Sides::Engines;
            (draft.engine, draft.strength) = (FISH, Strength::Elo(1800));
            shell.apply(Action::DraftNewGame(draft));
        }
        _ => {
            shell.apply(Action::Engines(EngineAction::Probe(1)));
            let log = shell.model.engines.existing_log(1).unwrap().clone();
            log.push(Side::Note, "/usr/games/stockfish was started");
            log.push(Side::Sent, "uci");
            log.push(Side::Received, "id name Stockfish 16");
            for option in OPTIONS {
                log.push(Side::Received, &format!("option {option}"));
            }
            log.push(Side::Received, "uciok");
            log.push(Side::Error, "info string cannot read the network");
            for depth in 1..40 {
                let line = "score cp 34 nodes 123456 nps 1200000 hashfull 12 pv e2e4 e7e5 g1f3";
                log.push(
                    Side::Received,
                    &format!("info depth {depth} seldepth 30 multipv 1 {line}"),
                );
            }
            shell.apply(Action::OpenDialog(Dialog::EngineLog { id: 1, from_list: true }));
        }
    }
}
