//! Every dialog at four sizes, including portrait, in both themes, as pictures in `target/gallery/dialogs`: `cargo test
//! --test window dialog_gallery -- --ignored`.
#![expect(clippy::expect_used, clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use std::path::{Path, PathBuf};

use crate::interface::interface_at;
use eframe::egui::{Context, Event, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::kittest::Queryable as _;
use tabia::gui::headless::frames::Headless;
use tabia::gui::window::shell::{Shell, ShellOptions};
use tabia_app::action::{Action, UserCommand};
use tabia_app::engines::state::Watching;
use tabia_app::game::clock::TimeControl;
use tabia_app::game::new_game::{NewGame, Sides, StartFrom};
use tabia_app::library::collection::{GameText, SaveDoubt, SaveQuestion, WriteKind};
use tabia_app::persistence::store::Loaded;
use tabia_app::window::settings::{SettingChange, Settings, ThemeChoice};
use tabia_app::window::view::Dialog;
use tabia_chess::uci_move;
use tabia_host::external::option::UciOption;
use tabia_host::external::spec::Identity;

const SIZES: [([f32; 2], &str); 4] = [
    ([800.0, 600.0], "small"),
    ([1280.0, 800.0], "medium"),
    ([1920.0, 1080.0], "large"),
    ([700.0, 1000.0], "portrait"),
];
const THEMES: [(ThemeChoice, &str); 2] =
    [(ThemeChoice::Light, "light"), (ThemeChoice::Dark, "dark")];

const GAME: &str = "[White \"Morphy, Paul\"]\n[Black \"Duke Karl / Count Isouard\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 \
    cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0";

/// The preparation of a picture, and the labels clicked then.
type Scene = (&'static str, fn(&mut Shell), &'static [&'static str]);

fn dialog(shell: &mut Shell, dialog: Dialog) {
    shell.apply(Action::OpenDialog(dialog));
}

fn command(shell: &mut Shell, command: UserCommand) {
    shell.apply(Action::Command(command));
}

fn save(shell: &mut Shell, why: SaveDoubt) {
    let path = PathBuf::from("/home/somebody/games/A rather long name of a file of games.pgn");
    dialog(shell, Dialog::Save(SaveQuestion { game: GameText::default(), path, why }));
}

fn played(shell: &mut Shell, moves: &[&str]) {
    shell.apply(Action::StartGame(NewGame { sides: Sides::Humans, ..NewGame::default() }));
    for text in moves {
        let mv = uci_move::parse(shell.model.game.board(), text).unwrap();
        let (from, to, promotion) = (mv.from(), mv.to(), mv.promotion());
        shell.apply(Action::PlayMove { from, to, promotion });
    }
}

const SCENES: &[Scene] = &[
    ("new_game", |s| command(s, UserCommand::NewGame), &[]),
    (
        "new_game_most",
        |s| {
            let time = Some(TimeControl::minutes(90, 30));
            dialog(
                s,
                Dialog::NewGame(NewGame {
                    sides: Sides::Engines,
                    time,
                    black_time: time,
                    start: StartFrom::Fen("8/8/8/8/8/8/8/8 w - - 0 1".into()),
                    ..NewGame::default()
                }),
            );
        },
        &[],
    ),
    (
        "review",
        |s| {
            s.apply(Action::PasteText(GAME.into()));
            command(s, UserCommand::ReviewGame);
        },
        &[],
    ),
    (
        "tags",
        |s| {
            s.apply(Action::PasteText(GAME.into()));
            command(s, UserCommand::EditTags);
        },
        &[],
    ),
    (
        "resign",
        |s| {
            played(s, &["e2e4", "e7e5"]);
            command(s, UserCommand::Resign);
        },
        &[],
    ),
    ("save_replaces", |s| save(s, SaveDoubt::Replaces(11)), &[]),
    ("save_changed", |s| save(s, SaveDoubt::Changed), &[]),
    ("save_over", |s| save(s, SaveDoubt::Over(12_345)), &[]),
    (
        "save_encoding",
        |s| save(s, SaveDoubt::Encoding { found: '\u{141}', kind: WriteKind::Append }),
        &[],
    ),
    (
        "save_loses",
        |s| {
            let (lost, new) = ("2. Nf6 Nc6 3. Bb5 ".repeat(40), "1. e4 e5 ".repeat(80));
            save(s, SaveDoubt::Loses { game: 11, lost, new });
        },
        &[],
    ),
    (
        "problem",
        |s| {
            s.apply(Action::PasteText(
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w KQkq - 0 1".into(),
            ));
        },
        &[],
    ),
    ("last_session", |s| s.apply(Action::OfferSession("session.old".into())), &[]),
    ("engines", |s| command(s, UserCommand::Engines), &[]),
    ("engine_log", |s| dialog(s, Dialog::EngineLog { id: 1, from_list: false }), &[]),
    ("settings_1", |s| command(s, UserCommand::Settings), &[]),
    ("settings_2", |s| command(s, UserCommand::Settings), &["Board"]),
    ("settings_3", |s| command(s, UserCommand::Settings), &["Engine"]),
    ("settings_4", |s| command(s, UserCommand::Settings), &["Opponent"]),
    ("settings_5", |s| command(s, UserCommand::Settings), &["Endgames"]),
    ("settings_6", |s| command(s, UserCommand::Settings), &["Sound"]),
    ("settings_7", |s| command(s, UserCommand::Settings), &["Keys"]),
    (
        "export_page",
        |s| {
            s.apply(Action::PasteText(GAME.into()));
            command(s, UserCommand::ExportPage);
        },
        &[],
    ),
    ("export_board", |s| command(s, UserCommand::ExportBoard), &[]),
    (
        "merge",
        |s| {
            dialog(
                s,
                Dialog::MergeDuplicates { name: "A rather long name.pgn".into(), games: 12_345 },
            );
        },
        &[],
    ),
    ("keys", |s| command(s, UserCommand::ShowKeys), &[]),
    ("palette", |s| command(s, UserCommand::Palette), &[]),
    ("welcome", |s| command(s, UserCommand::Welcome), &[]),
    ("about", |s| command(s, UserCommand::About), &[]),
    ("editor", |s| command(s, UserCommand::EditPosition), &[]),
    ("end_card", |s| played(s, &["f2f3", "e7e5", "g2g4", "d8h4"]), &[]),
    ("game", |s| played(s, &["e2e4", "e7e5", "g1f3", "b8c6"]), &[]),
    (
        "fen_folded",
        |s| {
            s.apply(Action::Set(SettingChange::FenBar(false)));
            played(s, &["e2e4", "e7e5"]);
        },
        &[],
    ),
    ("study_empty", |s| command(s, UserCommand::StudyWorkspace), &[]),
    (
        "study_game",
        |s| {
            s.apply(Action::PasteText(GAME.into()));
            command(s, UserCommand::Next);
        },
        &[],
    ),
    (
        "draw_offered",
        |s| {
            played(s, &["e2e4", "e7e5", "g1f3", "b8c6"]);
            command(s, UserCommand::OfferDraw);
        },
        &[],
    ),
    (
        "notes",
        |s| {
            s.apply(Action::PasteText(GAME.into()));
            command(s, UserCommand::Last);
            command(s, UserCommand::CopyFen);
            s.apply(Action::Failed(
                "Something could not be written: the disk is full, or nobody may write there, or it is away"
                    .into(),
            ));
        },
        &[],
    ),
    ("watching_offered", |s| s.apply(Action::StartGame(NewGame::default())), &[]),
    (
        "watching",
        |s| {
            s.apply(Action::Set(SettingChange::Watching(Watching::Always)));
            s.apply(Action::StartGame(NewGame::default()));
        },
        &[],
    ),
];

fn shell(ctx: &Context, theme: ThemeChoice, setup: fn(&mut Shell)) -> Shell {
    let mut settings = Settings { theme, ..Settings::default() };
    let id = settings.engines.add("stockfish").unwrap();
    let options = [
        "name Threads type spin default 1 min 1 max 1024",
        "name Hash type spin default 16 min 1 max 4096",
        "name Skill Level type spin default 20 min 0 max 20",
    ];
    let options = options.iter().map(|line| UciOption::parse(line)).collect();
    let spec = settings.engines.get_mut(id).unwrap();
    spec.identity =
        Some(Identity { name: Some("Stockfish 16".into()), options, ..Identity::default() });
    let options = ShellOptions { home: None, engine: false, no_animation: true };
    let mut shell = Shell::with(ctx, &options, Loaded { settings, ..Loaded::default() });
    if let Ok(language) = std::env::var("TABIA_LANGUAGE") {
        shell.apply(Action::Set(SettingChange::Language(language)));
    }
    setup(&mut shell);
    shell
}

/// The places of these labels, each clicked before the next is looked for.
fn places(size: [f32; 2], setup: fn(&mut Shell), labels: &[&str]) -> Vec<Pos2> {
    if labels.is_empty() {
        return Vec::new();
    }
    let mut h = interface_at(size, 30, move |ctx| shell(ctx, ThemeChoice::Dark, setup));
    h.run_steps(6);
    let mut found = Vec::new();
    for label in labels {
        let all = h.query_all_by_label(label);
        let at = all.last().expect("there is such a label").rect().center();
        found.push(at);
        h.event(Event::PointerMoved(at));
        for pressed in [true, false] {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
            h.event(Event::PointerButton { pos: at, button, pressed, modifiers });
        }
        h.run_steps(4);
    }
    found
}

#[test]
#[ignore = "writes pictures for people to look at"]
fn every_dialog() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/gallery/dialogs");
    std::fs::create_dir_all(&folder).unwrap();
    let only = std::env::var("TABIA_SCENE").unwrap_or_default();
    for &(name, setup, labels) in SCENES.iter().filter(|(name, ..)| name.contains(&only)) {
        for (size, size_name) in SIZES {
            let clicks = places(size, setup, labels);
            for (theme, mode) in THEMES {
                let ctx = Context::default();
                let mut shell = shell(&ctx, theme, setup);
                let mut headless = Headless::new(ctx, vec2(size[0], size[1]), 1.0);
                let mut show = |ui: &mut eframe::egui::Ui| {
                    shell.drain();
                    shell.show(ui);
                };
                headless.settle(12, &mut show);
                for &at in &clicks {
                    headless.push(Event::PointerMoved(at));
                    headless.frame(&mut show);
                    for pressed in [true, false] {
                        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
                        headless.push(Event::PointerButton { pos: at, button, pressed, modifiers });
                        headless.frame(&mut show);
                    }
                    headless.push(Event::PointerGone);
                    headless.settle(12, &mut show);
                }
                let path = folder.join(format!("{name}_{size_name}_{mode}.png"));
                headless.picture().save(path).unwrap();
            }
        }
    }
}
