//! Pictures of the whole interface to look at, written to `target/gallery`:
//! `cargo test --release --test window interface_gallery -- --ignored`.
#![expect(clippy::expect_used, reason = "a test says what it expects")]

use std::time::{Duration, Instant};

use eframe::egui::Context;
use tabia::gui::headless::frames;
use tabia::gui::window::shell::{Shell, ShellOptions};
use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::window::settings::{SettingChange, ThemeChoice};
use tabia_app::window::workspace::PaneId;

struct Scene {
    shell: Shell,
    ctx: Context,
}

fn scene(theme: ThemeChoice) -> Scene {
    let ctx = Context::default();
    let options = ShellOptions { home: None, engine: true, no_animation: true };
    let mut shell = Shell::new(&ctx, &options);
    shell.apply(Action::Set(SettingChange::Theme(theme)));
    Scene { shell, ctx }
}

impl Scene {
    fn think(&mut self, ms: u64) {
        let end = Instant::now() + Duration::from_millis(ms);
        while Instant::now() < end {
            self.shell.drain();
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn command(&mut self, command: UserCommand) {
        self.shell.apply(Action::Command(command));
    }

    /// A game read, walked through with analysis on, and left in its middle.
    fn show_game(&mut self) {
        self.shell.apply(Action::PasteText(GAME.to_owned()));
        self.shell.apply(Action::DismissToasts);
        for _ in 0..24 {
            self.command(UserCommand::Next);
        }
        self.command(UserCommand::ToggleAnalysis);
        for _ in 0..24 {
            self.think(60);
            self.command(UserCommand::Previous);
        }
        for _ in 0..19 {
            self.command(UserCommand::Next);
        }
        self.think(700);
    }

    fn save(&mut self, name: &str, size: [f32; 2], scale: f32) {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target/gallery");
        std::fs::create_dir_all(&folder).expect("a folder for the pictures");
        let image = frames::render(&self.ctx, size, scale, |ui| self.shell.show(ui));
        image.save(folder.join(format!("{name}.png"))).expect("a picture is written");
    }
}

const GAME: &str = "[White \"Morphy, Paul\"]\n[Black \"Duke Karl / Count Isouard\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 d6 3. d4 Bg4 {This is a weak move already.} (3... exd4 4. Qxd4 Nc6 5. Bb5 \
    (5. Qd1 Nf6) 5... Bd7) 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 \
    10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 \
    16. Qb8+ Nxb8 17. Rd8# 1-0";

/// The explorer over a position of the book.
#[test]
#[ignore = "writes pictures for people to look at"]
fn explorer() {
    for (theme, mode) in [(ThemeChoice::Dark, "dark"), (ThemeChoice::Light, "light")] {
        for (size, name) in [([1280.0, 800.0], "m"), ([800.0, 600.0], "s")] {
            let mut scene = scene(theme);
            scene.shell.apply(Action::PasteText(
                "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 *".to_owned(),
            ));
            scene.shell.apply(Action::DismissToasts);
            for _ in 0..5 {
                scene.command(UserCommand::Next);
            }
            scene.shell.apply(Action::OpenPane(PaneId::Explorer));
            scene.save(&format!("explorer_{mode}_{name}"), size, 1.0);
        }
    }
}

/// A game with comments, glyphs, variations and a transposition.
const ANNOTATED: &str = "[White \"Capablanca, Jos\u{e9} Ra\u{fa}l\"]\n[Black \"Marshall, Frank James\"]\n\n\
    {The first outing of the gambit that bears Marshall's name.} 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 \
    5. O-O Be7 6. Re1 b5 7. Bb3 O-O 8. c3 d5 $5 {A pawn for time.} (8... d6 9. h3 $14 (9. d4 Bg4 $132) 9... Na5 \
    {is the main road.} 10. Bc2 c5) 9. exd5 Nxd5 {[%csl Ge5] [%cal Rf3e5]} 10. Nxe5 $1 Nxe5 11. Rxe5 Nf6 \
    (11... c6 $1 {Marshall's own improvement.} 12. d4 Bd6 13. Re1 Qh4 14. g3 $44) 12. Re1 Bd6 13. h3 Ng4 $6 \
    14. Qf3 $16 Qh4 15. d4 Nxf2 16. Re2 $7 *";

/// The move list with all it can show, and the editor of its comments.
#[test]
#[ignore = "writes pictures for people to look at"]
fn annotated() {
    for (theme, mode) in [(ThemeChoice::Dark, "dark"), (ThemeChoice::Light, "light")] {
        for (size, name) in [([1280.0, 800.0], "m"), ([800.0, 600.0], "s"), ([1920.0, 1080.0], "l")]
        {
            for editing in [false, true] {
                let mut scene = scene(theme);
                scene.shell.apply(Action::PasteText(ANNOTATED.to_owned()));
                scene.shell.apply(Action::DismissToasts);
                for _ in 0..16 {
                    scene.command(UserCommand::Next);
                }
                if editing {
                    scene.command(UserCommand::Comment);
                }
                let kind = if editing { "comment" } else { "annotated" };
                scene.save(&format!("{kind}_{mode}_{name}"), size, 1.0);
            }
        }
        let mut scene = scene(theme);
        scene.shell.apply(Action::PasteText(ANNOTATED.to_owned()));
        scene.command(UserCommand::EditTags);
        scene.save(&format!("tags_{mode}"), [1280.0, 800.0], 1.0);
    }
}

#[test]
#[ignore = "writes pictures for people to look at"]
fn pictures() {
    let sizes = [
        ("s", [800.0, 600.0], 1.0),
        ("m", [1280.0, 800.0], 1.0),
        ("l", [1920.0, 1080.0], 1.0),
        ("2x", [1000.0, 640.0], 2.0),
        ("tall", [700.0, 1000.0], 1.0),
    ];
    for (theme, mode) in [(ThemeChoice::Dark, "dark"), (ThemeChoice::Light, "light")] {
        for (dialog, name) in [
            (UserCommand::NewGame, "new_game"),
            (UserCommand::Settings, "settings"),
            (UserCommand::ShowKeys, "keys"),
            (UserCommand::Palette, "palette"),
            (UserCommand::EditPosition, "editor"),
            (UserCommand::About, "about"),
        ] {
            let mut scene = scene(theme);
            scene.command(dialog);
            scene.save(&format!("{name}_{mode}"), [1280.0, 800.0], 1.0);
        }
        for (name, size, scale) in sizes {
            // A picture takes the textures of a context with it: each needs a scene of its own.
            let mut scene = scene(theme);
            scene.show_game();
            scene.save(&format!("game_{mode}_{name}"), size, scale);
        }
    }
}
