//! The window: the only place that knows egui.

pub mod context;
pub mod files;
pub mod format;
pub mod frame;
pub mod icons;
pub mod layout;
pub mod paint;
pub mod panels;
pub mod parts;
pub mod pieces;
pub mod saver;
pub mod screenshot;
pub mod shell;
pub mod shortcuts;
pub mod theme;
pub mod widgets;

use eframe::egui::{IconData, ViewportBuilder};
use eframe::{NativeOptions, Renderer};

use shell::{Shell, ShellOptions};

use crate::app::store::Store;
use crate::cli::args::OpenRequest;

/// Opens the window and stays until it is closed.
///
/// `open` is what was named on the command line.
///
/// # Errors
/// One sentence for people: no display, a system library that is missing.
pub fn run(open: Option<OpenRequest>) -> Result<(), String> {
    if !has_display() {
        return Err(
            "there is no display to open a window on. In the terminal there are `tabia uci`, \
                    `analyse`, `perft`, `bench`, `board`, `eval` and `screenshot`."
                .to_owned(),
        );
    }
    let options = NativeOptions {
        viewport: ViewportBuilder::default()
            .with_title("Tabia")
            .with_app_id("tabia")
            .with_inner_size([1280.0, 800.0])
            .with_min_inner_size([640.0, 480.0])
            .with_drag_and_drop(true)
            .with_icon(icon()),
        renderer: Renderer::Glow,
        ..NativeOptions::default()
    };
    let create: eframe::AppCreator<'_> = Box::new(move |cc| {
        let home = Store::default_home();
        let options = ShellOptions { home, engine: true, still: false };
        let mut shell = Shell::new(&cc.egui_ctx, &options);
        shell.open(open);
        Ok(Box::new(shell))
    });
    eframe::run_native("tabia", options, create).map_err(|error| explained(&error))
}

/// Whether the environment names a display.
fn has_display() -> bool {
    let named = |variable: &str| std::env::var_os(variable).is_some_and(|value| !value.is_empty());
    !cfg!(all(unix, not(target_os = "macos")))
        || named("DISPLAY")
        || named("WAYLAND_DISPLAY")
        || named("WAYLAND_SOCKET")
}

/// What a failed start means, with the packages that give what may be missing.
fn explained(error: &eframe::Error) -> String {
    format!(
        "the window could not be opened ({error}). On Debian it needs the packages libx11-6 \
         libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0 libegl1 libgl1-mesa-dri"
    )
}

fn icon() -> IconData {
    let png = include_bytes!("../../assets/icon/tabia.png");
    eframe::icon_data::from_png_bytes(png).unwrap_or_default()
}
