//! The window: the only place that knows egui.
//!
//! `panels` read the model and return actions; `widgets` know neither the model nor the workers: they take data and
//! return what the user did. `window::shell` drains the workers, updates and draws. A panel is a name in
//! `app::window::workspace` and a row in `arrangement::panes` (title, group, the workspaces that show it by default,
//! what it would reveal, how it is drawn).
//!
//! The cost of a frame does not depend on the size of a game. A tree has a number for its state (`GameTree::revision`;
//! no two states share one), so whatever is derived from a whole game is computed once for each state: the blocks of
//! the move list, the curve over the game, the name of the opening. Texts from files are cut where they are shown
//! (`look::format::elided`), never where they are stored.

pub(crate) mod arrangement {
    //! The layout: the table of panels, and the arrangement of each workspace. `arrangements` has the default for each
    //! workspace and shape of window, and keeps all of them for the session; `layout` is one workspace's.

    pub(crate) mod arrangements;
    pub(crate) mod layout;
    pub(crate) mod panes;
}

mod background {
    //! Slow work on separate threads: files, tablebases, probing engines.

    pub(crate) mod added;
    pub(crate) mod arena;
    pub(crate) mod engines;
    pub(crate) mod expected;
    pub(crate) mod files;
    pub(crate) mod folders;
    pub(crate) mod fonts;
    pub(crate) mod pick;
    pub(crate) mod sounds;
    pub(crate) mod tables;
    pub(crate) mod thread;
}

pub mod headless {
    //! The interface without a window: pictures for `tabia screenshot` and for tests.

    pub mod export;
    pub mod frames;
    pub(crate) mod view;
}

pub mod look {
    //! Appearance: colours and sizes, icons, pieces, number formats.

    pub(crate) mod format;
    pub mod icons;
    pub mod pieces;
    pub mod theme;
}

pub mod panels {
    //! Panels: read the model, return actions.

    pub(crate) mod dialogs {
        //! Dialogs over everything else.

        pub(crate) mod choose;
        pub(crate) mod new_game;
        pub(crate) mod new_game_form;
        pub(crate) mod opponents;
        pub(crate) mod palette;
        pub(crate) mod questions;
        pub(crate) mod settings;
        pub(crate) mod tags;
        pub(crate) mod view_export;
    }
    pub(crate) mod arena {
        //! The arena: the running tournament, and the form that sets one up.

        pub(crate) mod games;
        pub(crate) mod set_up;
        pub(crate) mod show;
        pub(crate) mod standings;
        pub(crate) mod test_curve;
    }
    pub(crate) mod training {
        //! Training: its own board and the panels beside it.

        mod endgames;
        mod guess;
        mod openings;
        mod puzzles;
        mod results;
        pub(crate) mod show;
        mod vision;
    }
    pub(crate) mod duel;
    pub(crate) mod engines {
        //! The user's engines: their dialog and their log.

        pub(crate) mod dialog;
        pub(crate) mod log;
    }
    pub(crate) mod game {
        //! Panels of the game: the board with its players, the moves, the position editor, the FEN.

        pub(crate) mod board;
        pub(crate) mod editor;
        pub(crate) mod fen_bar;
        pub(crate) mod moves;
        pub(crate) mod play;
    }
    pub(crate) mod lab;
    pub mod library {
        //! Reference panels: games of a file, openings, tablebases.

        pub mod explorer;
        pub(crate) mod games;
    }
    pub(crate) mod search {
        //! Panels of the running engines: lines, root moves, iterations, counters, curves.

        pub(crate) mod lines;
        pub(crate) mod root_moves;
        pub(crate) mod statistics;
        pub(crate) mod story;
    }
    pub(crate) mod study {
        //! Panels about a whole game: its evaluation and its review.

        pub(crate) mod evaluation;
        pub(crate) mod moments;
        pub(crate) mod review;
        pub(crate) mod strip;
    }
}

pub mod present {
    //! The model prepared for the panels: what several of them show or need.

    pub mod analysis;
    pub mod arrows;
    pub mod context;
    pub(crate) mod dialog;
    pub(crate) mod duel;
    pub(crate) mod empty;
    pub(crate) mod line_words;
    pub(crate) mod memo;
    pub(crate) mod parts;
    pub(crate) mod room;
    pub mod roster;
    pub(crate) mod view_export;
    pub(crate) mod view_head;
}

pub mod widgets;
pub mod window {
    //! The native window and its frame: the application that runs in it, menus, keys, saved state.

    pub(crate) mod frame;
    pub(crate) mod native;
    pub(crate) mod presenter;
    pub(crate) mod saver;
    pub mod shell;
    pub(crate) mod shortcuts;
}

use std::cell::Cell;
use std::rc::Rc;

use eframe::egui::{IconData, ViewportBuilder};
use eframe::{NativeOptions, Renderer, UserEvent};
use winit::event_loop::EventLoop;
#[cfg(target_os = "linux")]
use winit::platform::{wayland::EventLoopBuilderExtWayland, x11::EventLoopBuilderExtX11};

use crate::gui::window::shell::{Shell, ShellOptions};

use tabia_app::action::Action;
use tabia_app::library::link;
use tabia_app::persistence::store::{HOME_VARIABLE, Loaded, Store};
use tabia_app::window::view::Dialog;
use tabia_cli::limits;
use tabia_cli::request::OpenRequest;
use tabia_text::{Language, t};

/// Opens the window and returns when it is closed.
///
/// `open` is the file or link named on the command line.
///
/// # Errors
/// One sentence for people: an invalid link, no display, a missing system library.
pub fn run(open: Option<OpenRequest>) -> Result<(), String> {
    if let Some(OpenRequest::Link(text)) = &open {
        link::read(text).map_err(|why| format!("{}: {why}", t!("link-unreadable")))?;
    }
    if !has_display() {
        return Err(
            "there is no display to open a window on. In the terminal there are `tabia uci`, \
                    `analyse`, `epd`, `perft`, `bench`, `board`, `eval` and `screenshot`."
                .to_owned(),
        );
    }
    limits::check_for_window()?;
    let home = Store::default_home();
    let wrong = home.as_deref().map(background::added::read_languages).unwrap_or_default();
    let locales: Vec<String> = sys_locale::get_locales().collect();
    let system_language = Language::for_locales(locales.iter().map(String::as_str));
    system_language.choose();
    let nowhere = || Loaded {
        not_kept: Some(t!("toast-no-folder", variable = HOME_VARIABLE)),
        ..Loaded::default()
    };
    let store = home.clone().map(Store::new);
    store.iter().for_each(Store::close_to_others);
    let mut loaded = store.as_ref().map_or_else(nowhere, Store::load);
    if let Some(language) = Language::by_id(&loaded.settings.language) {
        language.choose();
    }
    loaded.problems.extend(wrong);
    loaded.problems.extend(home.as_deref().map(background::added::read_tours).unwrap_or_default());
    let kept = loaded.session.as_ref().and_then(|session| session.view.window);
    let viewport = ViewportBuilder::default()
        .with_title("Tabia")
        .with_app_id("tabia")
        .with_drag_and_drop(true)
        .with_icon(icon());
    let options = NativeOptions {
        viewport: window::native::place(viewport, kept),
        renderer: Renderer::Glow,
        // We look for fonts ourselves, off the frame's thread.
        system_font_fallback: false,
        ..NativeOptions::default()
    };
    let opened = Rc::new(Cell::new(false));
    let open_now = opened.clone();
    let create: eframe::AppCreator<'_> = Box::new(move |cc| {
        if let Some(window) = cc.winit_window() {
            window::native::bring_into_sight(window);
        }
        let options = ShellOptions { home, engine: true, no_animation: false };
        let first_start = loaded.first_start;
        let mut shell = Shell::with(&cc.egui_ctx, &options, loaded);
        shell.use_language_of_system(system_language);
        shell.enable_sounds();
        shell.use_system_dialogs();
        shell.use_fonts_of(None);
        if first_start && open.is_none() {
            shell.apply(Action::OpenDialog(Dialog::Welcome));
        }
        shell.open(open);
        open_now.set(true);
        Ok(Box::new(shell))
    });
    let mut event_loop = EventLoop::<UserEvent>::with_user_event();
    #[cfg(target_os = "linux")]
    {
        // The thread that runs this is not the main one (`main.rs`).
        EventLoopBuilderExtX11::with_any_thread(&mut event_loop, true);
        EventLoopBuilderExtWayland::with_any_thread(&mut event_loop, true);
    }
    let event_loop = event_loop.build();
    let event_loop = event_loop.map_err(|error| explained(&error.to_string()))?;
    let app = eframe::create_native("tabia", options, create, &event_loop);
    let ran = event_loop.run_app(&mut window::native::Looped::new(app));
    // Exports are written on threads of their own.
    tabia_games::whole_file::wait_until_written();
    ran.map_err(|error| explained(&error.to_string()))?;
    // The loop also ends without an error if no surface to draw on could be made.
    if opened.get() { Ok(()) } else { Err(explained("no OpenGL surface")) }
}

/// Whether the environment names a display.
fn has_display() -> bool {
    let named = |variable: &str| std::env::var_os(variable).is_some_and(|value| !value.is_empty());
    !cfg!(all(unix, not(target_os = "macos")))
        || named("DISPLAY")
        || named("WAYLAND_DISPLAY")
        || named("WAYLAND_SOCKET")
}

/// Explains why the start failed, with the packages that provide what may be missing.
fn explained(error: &str) -> String {
    format!(
        "the window could not be opened ({error}). On Debian it needs the packages libx11-6 \
         libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0 libegl1 libgl1-mesa-dri"
    )
}

fn icon() -> IconData {
    let png = include_bytes!("../../assets/icon/tabia.png");
    eframe::icon_data::from_png_bytes(png).unwrap_or_default()
}
