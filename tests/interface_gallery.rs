//! Pictures of the whole interface to look at, written to `target/gallery`:
//! `cargo test --release --test interface_gallery -- --ignored`.
#![cfg(feature = "gui")]
#![expect(clippy::expect_used, reason = "a test says what it expects")]

use std::time::{Duration, Instant};

use eframe::egui::Context;
use tabia::app::action::Action;
use tabia::app::command::UserCommand;
use tabia::app::settings::{SettingChange, ThemeChoice};
use tabia::gui::paint;
use tabia::gui::shell::{Shell, ShellOptions};

struct Scene {
    shell: Shell,
    ctx: Context,
}

fn scene(theme: ThemeChoice) -> Scene {
    let ctx = Context::default();
    let options = ShellOptions { home: None, engine: true, still: true };
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
        self.shell.model.toasts = tabia::app::toasts::Toasts::default();
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
        let image = paint::render(&self.ctx, size, scale, |ui| self.shell.show(ui));
        image.save(folder.join(format!("{name}.png"))).expect("a picture is written");
    }
}

const GAME: &str = "[White \"Morphy, Paul\"]\n[Black \"Duke Karl / Count Isouard\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 d6 3. d4 Bg4 {This is a weak move already.} (3... exd4 4. Qxd4 Nc6 5. Bb5 \
    (5. Qd1 Nf6) 5... Bd7) 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 \
    10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 \
    16. Qb8+ Nxb8 17. Rd8# 1-0";

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
