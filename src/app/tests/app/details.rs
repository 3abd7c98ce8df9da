//! Small features without the window: the list of engines, tablebases, questions, theme and zoom, each with what it
//! saves and reports.

use std::path::PathBuf;

use tabia_app::action::{Action, EditorAction, EngineAction, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::library::tables::{TablesNews, TablesState};
use tabia_app::update::update;
use tabia_app::window::settings::{SettingChange, ThemeChoice};
use tabia_app::window::view::Dialog;
use tabia_chess::Board;
use tabia_engine::search::thinker::EngineId;
use tabia_games::tablebase::ProbeError;
use tabia_host::external::option::UciOption;
use tabia_host::external::spec::Identity;
use tabia_text::t;

use super::test_app::TestApp;

impl TestApp {
    /// Acts; `effects` are then those of this action alone.
    fn step(&mut self, action: Action) {
        self.effects = self.effects_of(action);
    }

    fn engines(&mut self, action: EngineAction) {
        self.step(Action::Engines(action));
    }

    fn saved(&self) -> bool {
        self.effects.iter().any(|effect| matches!(effect, Effect::SaveSettings))
    }

    /// Returns the messages and clears them.
    fn messages(&mut self) -> Vec<String> {
        let messages = self.model.toasts.iter().map(|toast| toast.text.clone()).collect();
        self.model.toasts.clear();
        messages
    }
}

#[test]
fn an_engine_is_added_asked_and_taken_off_the_list() {
    let mut app = TestApp::new();
    app.engines(EngineAction::Add("  stockfish --flag  ".into()));
    let spec = app.model.settings.engines.get(1).unwrap();
    assert_eq!(
        (spec.command.as_str(), &spec.arguments[..]),
        ("stockfish", &["--flag".to_owned()][..])
    );
    assert!(app.saved() && matches!(app.model.dialog, Some(Dialog::Engines)));
    let asked = |app: &TestApp| {
        let probes = app.effects.iter().filter(|e| matches!(e, Effect::ProbeEngine { .. })).count();
        let looks = app.effects.iter().filter(|e| matches!(e, Effect::FindEngines)).count();
        (probes, looks)
    };
    assert_eq!(asked(&app), (1, 1), "it is asked what it is, and others are looked for");
    assert_eq!(app.model.settings.last_engine, 1);

    // While the dialog is open, the search is not repeated.
    app.engines(EngineAction::AddFile(PathBuf::from("/opt/an engine")));
    assert_eq!(asked(&app), (1, 0));
    assert_eq!(app.model.settings.engines.get(2).unwrap().command, "/opt/an engine");
    assert_eq!(app.model.settings.last_engine, 2);
    assert!(app.messages().is_empty());

    app.engines(EngineAction::Add("  ".into()));
    assert!(!app.saved());
    assert!(app.messages()[0].starts_with("This engine was not added: "));
    assert_eq!(app.model.settings.engines.engines.len(), 2);

    // An engine that analyses is stopped too, and no other.
    app.model.settings.analysing = vec![EngineId(2), EngineId(1)];
    app.engines(EngineAction::Remove(2));
    assert!(app.saved());
    assert_eq!(app.model.settings.analysing, [EngineId(1)]);
    assert!(app.model.settings.engines.get(2).is_none());
    app.engines(EngineAction::Remove(2));
    assert!(!app.saved(), "it was gone");
    app.engines(EngineAction::Add("third".into()));
    assert_eq!(app.model.settings.last_engine, 3, "no number is given twice");
}

#[test]
fn the_dialog_of_engines_looks_for_them_when_it_opens() {
    let mut app = TestApp::new();
    app.engines(EngineAction::Offer(PathBuf::from("found/engine")));
    assert!(matches!(app.model.dialog, Some(Dialog::Engines)));
    assert!(app.effects.iter().any(|effect| matches!(effect, Effect::FindEngines)));
    assert_eq!(app.model.engines.offered, Some(PathBuf::from("found/engine")));
    app.engines(EngineAction::Answer(false));
    assert!(app.model.engines.offered.is_none() && app.model.settings.engines.engines.is_empty());
    app.engines(EngineAction::Offer(PathBuf::from("found/engine")));
    app.engines(EngineAction::Answer(true));
    assert_eq!(app.model.settings.engines.engines[0].command, "found/engine");
    app.engines(EngineAction::SetUp(1));
    assert_eq!(app.model.engines.asked_for, Some(1));
    // When reopened, it asks for no particular engine.
    app.step(Action::CloseDialog);
    app.engines(EngineAction::Offer(PathBuf::from("another")));
    assert_eq!(app.model.engines.asked_for, None);
}

/// A stored property of an entry, as text.
type Shown = fn(&tabia_host::external::spec::UciSpec) -> String;

#[test]
fn every_change_of_an_entry_is_made_and_saved_or_refused_in_words() {
    let mut app = TestApp::new();
    app.engines(EngineAction::Add("one".into()));
    let options = ["name Threads type spin default 1 min 1 max 8", "name Clear Hash type button"]
        .map(UciOption::parse)
        .to_vec();
    let result = Ok(Identity { options, ..Identity::default() });
    app.engines(EngineAction::Probed { id: 1, number: 1, result });
    assert!(app.saved());
    let set = |name: &str, value: &str| EngineAction::SetOption {
        id: 1,
        name: name.into(),
        value: value.into(),
    };
    let steps: [(EngineAction, Shown, &str); 12] = [
        (EngineAction::Rename(1, "Uno".into()), |s| s.name.clone(), "Uno"),
        (
            EngineAction::SetFolder(1, " games ".into()),
            |s| format!("{:?}", s.folder),
            "Some(\"games\")",
        ),
        (EngineAction::SetFolder(1, "  ".into()), |s| format!("{:?}", s.folder), "None"),
        (EngineAction::Enable(1, false), |s| s.enabled.to_string(), "false"),
        (EngineAction::Enable(1, true), |s| s.enabled.to_string(), "true"),
        (
            EngineAction::SetEnvironment(1, "A=b".into()),
            |s| format!("{:?}", s.environment),
            "{\"A\": \"b\"}",
        ),
        (set("Threads", "4"), |s| format!("{:?}", s.options), "{\"Threads\": \"4\"}"),
        (set("threads", "5"), |s| format!("{:?}", s.options.values()), "[\"5\"]"),
        (set("Threads", "1"), |s| format!("{:?}", s.options), "{\"Threads\": \"1\"}"),
        (set("Threads", "3"), |s| format!("{:?}", s.options), "{\"Threads\": \"3\"}"),
        (EngineAction::ResetOptions(1), |s| format!("{:?}", s.options), "{}"),
        (
            EngineAction::SetCommand(1, "two 'a b'".into()),
            |s| format!("{} {:?} {}", s.command, s.arguments, s.identity.is_some()),
            "two [\"a b\"] false",
        ),
    ];
    for (action, kept, expected) in steps {
        let shown = format!("{action:?}");
        app.engines(action);
        assert!(app.saved() && app.messages().is_empty(), "{shown}");
        assert_eq!(kept(app.model.settings.engines.get(1).unwrap()), expected, "{shown}");
    }
    let before = format!("{:?}", app.model.settings.engines);
    for (refused, word) in [
        (EngineAction::Rename(9, "x".into()), "no longer in the list"),
        (EngineAction::SetFolder(9, "x".into()), "no longer in the list"),
        (EngineAction::Enable(9, true), "no longer in the list"),
        (EngineAction::SetCommand(9, "x".into()), "no longer in the list"),
        (EngineAction::ResetOptions(9), "no longer in the list"),
        (EngineAction::SetCommand(1, " ".into()), "expected one"),
        (EngineAction::SetEnvironment(1, "no sign".into()), "Environment: "),
        (set("Hash", "5"), "has no option"),
    ] {
        let shown = format!("{refused:?}");
        app.engines(refused);
        let messages = app.messages();
        assert!(
            !app.saved() && messages.len() == 1 && messages[0].contains(word),
            "{shown}: {messages:?}"
        );
    }
    assert_eq!(format!("{:?}", app.model.settings.engines), before);
}

#[test]
fn news_of_tables_counts_only_while_they_are_asked_for() {
    let mut app = TestApp::new();
    let (old, new) = (PathBuf::from("old"), PathBuf::from("new"));
    app.step(Action::TableFolder(old.clone()));
    let opened = |app: &TestApp| {
        app.effects.iter().find_map(|effect| match effect {
            Effect::OpenTables(folders) => Some(folders.clone()),
            _ => None,
        })
    };
    assert_eq!(opened(&app), Some(vec![old.clone()]));
    assert!(app.saved());
    assert_eq!(app.model.tables.state, TablesState::Opening);
    app.step(Action::TableFolder(old.clone()));
    assert_eq!((opened(&app), app.saved()), (None, false), "it is there already");
    app.step(Action::Set(SettingChange::TableFolders(vec![new.clone()])));
    assert_eq!(opened(&app), Some(vec![new.clone()]));

    // News about the old folder comes too late.
    let news = |folders: &PathBuf| {
        let folders = vec![folders.clone()];
        [
            TablesNews::Opened {
                folders: folders.clone(),
                tables: 5,
                most_men: 3,
                damaged: Some("KQvK".into()),
            },
            TablesNews::Damaged { folders: folders.clone(), error: "KPvK".into() },
            TablesNews::Refused { folders, error: "nothing there".into() },
        ]
    };
    for late in news(&old) {
        app.step(Action::Tables(late));
        assert_eq!(app.messages().len(), 0);
        assert_eq!(app.model.tables.state, TablesState::Opening);
    }
    let [opens, damaged, refused] = news(&new);
    app.step(Action::Tables(opens));
    assert_eq!(app.model.tables.state, TablesState::Open { tables: 5, most_men: 3 });
    assert_eq!(app.messages(), [t!("library-tables-problem", error = "KQvK")]);

    // A position with three pieces is probed once, and only its answer is kept.
    let asked = |app: &TestApp| app.effects.iter().any(|e| matches!(e, Effect::ProbeTables(_)));
    app.step(Action::SetFen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".into()));
    assert!(asked(&app));
    let board = *app.model.game.board();
    let answer = |board: Board| {
        let found = Err(ProbeError::Castling);
        Action::Tables(TablesNews::Answer { board: Box::new(board), found })
    };
    app.step(answer(Board::start()));
    assert!(app.model.tables.answer(&board).is_none() && !asked(&app), "another position's");
    app.step(answer(board));
    assert!(app.model.tables.answer(&board).is_some() && !asked(&app));
    app.step(Action::Tables(damaged));
    assert_eq!(app.messages(), [t!("library-tables-problem", error = "KPvK")]);
    assert!(asked(&app), "what they said may be wrong");
    app.step(Action::Tables(refused));
    assert_eq!(app.model.tables.state, TablesState::Refused("nothing there".into()));
    assert_eq!(app.messages(), [t!("library-tables-refused", error = "nothing there")]);
    app.step(Action::SetFen("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1".into()));
    assert!(!asked(&app), "there are none to ask");
    app.step(Action::Set(SettingChange::TableFolders(Vec::new())));
    assert_eq!(app.model.tables.state, TablesState::None);
}

#[test]
fn theme_and_zoom_step_and_come_back() {
    let mut app = TestApp::new();
    let mut seen = Vec::new();
    for _ in 0..ThemeChoice::ALL.len() {
        seen.push(app.model.settings.theme);
        app.step(Action::Command(UserCommand::NextTheme));
        assert!(app.saved());
    }
    assert_eq!(seen, ThemeChoice::ALL);
    assert_eq!(app.model.settings.theme, ThemeChoice::ALL[0], "round and round");

    let scale = |app: &mut TestApp, command| {
        app.step(Action::Command(command));
        assert!(app.saved());
        app.model.settings.ui_scale
    };
    let usual = app.model.settings.ui_scale;
    let larger = scale(&mut app, UserCommand::ZoomIn);
    assert!(larger > usual);
    assert!((scale(&mut app, UserCommand::ZoomOut) - usual).abs() < 1e-6);
    assert!(scale(&mut app, UserCommand::ZoomOut) < usual);
    assert!((scale(&mut app, UserCommand::ZoomReset) - usual).abs() < 1e-6);
}

#[test]
fn the_board_that_is_shown_is_the_one_that_is_turned() {
    let mut app = TestApp::new();
    let turned = |app: &TestApp| {
        (app.model.view.flipped, app.model.editor.as_ref().map(|editor| editor.flipped))
    };
    assert_eq!(turned(&app), (false, None));
    app.step(Action::Command(UserCommand::Flip));
    assert_eq!(turned(&app), (true, None));
    app.step(Action::Command(UserCommand::EditPosition));
    let begun = turned(&app).1.unwrap();
    app.step(Action::Command(UserCommand::Flip));
    assert_eq!(turned(&app), (true, Some(!begun)));
    app.step(Action::Command(UserCommand::Flip));
    assert_eq!(turned(&app), (true, Some(begun)));
    app.step(Action::Editor(EditorAction::Cancel));
    app.step(Action::Command(UserCommand::Flip));
    assert_eq!(turned(&app), (false, None));
}

#[test]
fn a_question_is_answered_once() {
    let question = || {
        let (question, command) = ("Turn the board?".to_owned(), UserCommand::Flip);
        Action::OpenDialog(Dialog::Confirm { question, command })
    };
    let mut app = TestApp::new();
    app.step(question());
    app.step(Action::CloseDialog);
    assert!(app.model.dialog.is_none() && !app.model.view.flipped, "no is no");
    app.step(Action::Confirm);
    assert!(!app.model.view.flipped, "nothing was asked");
    app.step(question());
    app.step(Action::Confirm);
    assert!(app.model.dialog.is_none() && app.model.view.flipped);
    // If the user declines the offered session, it is kept, and a message says where.
    let kept = PathBuf::from("session.1.json");
    app.step(Action::OfferSession(kept.clone()));
    let offered = |app: &TestApp| matches!(app.model.dialog, Some(Dialog::LastSession));
    let list = "1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n";
    for text in ["1. e4 *", list] {
        app.step(Action::PasteText(text.to_owned()));
        assert!(offered(&app), "it waits for an answer");
    }
    app.step(Action::PasteText("no game".to_owned()));
    assert!(
        matches!(app.model.dialog, Some(Dialog::Problem { .. })) && app.model.offered.is_some()
    );
    app.step(Action::CloseDialog);
    assert!(offered(&app), "it still waits");
    app.step(Action::DismissToasts);
    app.step(Action::CloseDialog);
    assert_eq!(app.messages(), [t!("dialog-last-session.kept", path = kept.display().to_string())]);
}

#[test]
fn a_text_is_read_since_it_was_begun() {
    let mut app = TestApp::new();
    let mut since = Vec::new();
    for (now, reading) in [
        (10, Some(("a.pgn", 0.1))),
        (20, Some(("a.pgn", 0.5))),
        (30, Some(("b.pgn", 0.1))),
        (40, None),
        (50, Some(("b.pgn", 0.2))),
    ] {
        let reading = reading.map(|(name, share)| (name.to_owned(), share));
        update(&mut app.model, Action::Reading(reading), now);
        since.push(app.model.reading.as_ref().map(|reading| reading.since_ms));
    }
    assert_eq!(since, [Some(10), Some(10), Some(30), None, Some(50)]);
}
