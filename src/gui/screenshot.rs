//! A picture of the real interface without a window or a graphics card: the same frame function, drawn
//! by the painter of `paint`.

use std::time::{Duration, Instant};

use eframe::egui::Context;

use crate::app::action::Action;
use crate::app::settings::{SettingChange, ThemeChoice};
use crate::app::toasts::ToastKind;
use crate::cli::args::{self, ScreenshotRequest};
use crate::{regular_file, whole_file};

use super::layout::Pane;
use super::paint;
use super::shell::{Shell, ShellOptions};

/// Longest wait for the games of a file.
const MOST_READING: Duration = Duration::from_mins(2);

/// Takes the picture.
///
/// # Errors
/// In words: a refused FEN, an unknown panel, a file that cannot be written.
pub fn run(request: &ScreenshotRequest) -> Result<(), String> {
    let ctx = Context::default();
    let options = ShellOptions { home: None, engine: request.think_ms > 0, still: true };
    let mut shell = Shell::new(&ctx, &options);
    let theme = match request.theme {
        args::ThemeChoice::Light => ThemeChoice::Light,
        args::ThemeChoice::Dark => ThemeChoice::Dark,
    };
    shell.apply(Action::Set(SettingChange::Theme(theme)));
    prepare(&mut shell, request)?;
    let size = [request.size.width as f32, request.size.height as f32];
    let image = paint::render(&ctx, size, request.scale, |ui| shell.show(ui));
    let failed = |error: &dyn std::fmt::Display| {
        format!("Could not write {}: {error}", request.file.display())
    };
    let mut bytes = std::io::Cursor::new(Vec::new());
    image.write_to(&mut bytes, image::ImageFormat::Png).map_err(|error| failed(&error))?;
    whole_file::write_bytes(&request.file, bytes.get_ref()).map_err(|error| failed(&error))
}

fn prepare(shell: &mut Shell, request: &ScreenshotRequest) -> Result<(), String> {
    if let Some(fen) = &request.fen {
        crate::chess::board::Board::from_fen(fen).map_err(|error| error.to_string())?;
        shell.apply(Action::SetFen(fen.clone()));
    }
    if let Some(games) = &request.games {
        regular_file::open(games).map_err(|error| format!("{}: {error}", games.display()))?;
        shell.open(Some(args::OpenRequest::Pgn(games.clone())));
        let listed = |shell: &Shell| shell.model.games.as_ref().is_some_and(|list| !list.waiting);
        let end = Instant::now() + MOST_READING;
        let failed = |shell: &Shell| {
            let mut toasts = shell.model.toasts.iter();
            toasts.find(|toast| toast.kind == ToastKind::Error).map(|toast| toast.text.clone())
        };
        while !listed(shell) && shell.model.dialog.is_none() && Instant::now() < end {
            if let Some(error) = failed(shell) {
                return Err(error);
            }
            shell.drain();
            std::thread::sleep(Duration::from_millis(5));
        }
        if !listed(shell) {
            return Err(format!("No list of games could be made of {}", games.display()));
        }
        shell.apply(Action::Command(crate::app::command::UserCommand::NextGame));
        let begun = shell.model.game.serial;
        while shell.model.game.serial == begun && Instant::now() < end {
            shell.drain();
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    if let Some(panel) = &request.panel {
        let pane = Pane::from_title(panel).ok_or_else(|| {
            let known: Vec<_> = Pane::ALL.iter().map(|pane| pane.title()).collect();
            format!("No panel is called \"{panel}\"; there are: {}", known.join(", "))
        })?;
        shell.layout.set_open(pane, true);
    }
    shell.model.toasts = crate::app::toasts::Toasts::default();
    if request.think_ms > 0 {
        shell.apply(Action::Command(crate::app::command::UserCommand::ToggleAnalysis));
        let end = Instant::now() + Duration::from_millis(request.think_ms);
        while Instant::now() < end {
            shell.drain();
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    Ok(())
}
