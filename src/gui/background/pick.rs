//! Asks the user for a file or a folder: with the system's dialog if the system has one, else with the window's own.
//! Both may take time, so callers use their own thread.
//!
//! On Linux the system's dialog is the file chooser of the desktop portal, or zenity. `rfd` returns `None` both when
//! the user chose nothing and when there is neither, so it is checked before: the portal answers on the session bus
//! with the version of its file chooser, and the bus starts the portal if it is not running yet.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tabia_app::action::Action;
use tabia_app::library::choose::{FileQuestion, PathKind};

use crate::gui::background::thread::Outbox;

/// What is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Pick {
    pub(crate) title: String,
    pub(crate) wanted: PathKind,
    /// Kinds of files by name, each with its extensions.
    pub(crate) kinds: Vec<(String, Vec<&'static str>)>,
    /// The name proposed for a new file; may be empty.
    pub(crate) name: String,
}

impl Pick {
    /// An existing file of any kind.
    pub(crate) fn file(title: impl Into<String>) -> Pick {
        let (kinds, name) = (Vec::new(), String::new());
        Pick { title: title.into(), wanted: PathKind::File, kinds, name }
    }

    pub(crate) fn folder(title: impl Into<String>) -> Pick {
        Pick { wanted: PathKind::Folder, ..Pick::file(title) }
    }

    /// A file to be written, with the name proposed.
    pub(crate) fn new_file(title: impl Into<String>, name: impl Into<String>) -> Pick {
        Pick { wanted: PathKind::NewFile, name: name.into(), ..Pick::file(title) }
    }

    /// Restricts it to files with these extensions.
    pub(crate) fn kind(mut self, name: impl Into<String>, endings: &[&'static str]) -> Pick {
        self.kinds.push((name.into(), endings.to_vec()));
        self
    }
}

/// Asks the user for files, on behalf of other threads.
#[derive(Clone, Debug)]
pub(crate) struct Picker {
    outbox: Outbox,
    /// The system's dialog may be shown: not in tests and screenshots.
    system: Arc<AtomicBool>,
}

impl Picker {
    /// A picker whose own dialog is opened by an action.
    pub(crate) fn new(outbox: Outbox) -> Picker {
        Picker { outbox, system: Arc::default() }
    }

    /// From now on the system's dialog is shown if there is one.
    pub(crate) fn use_system(&self) {
        self.system.store(true, Ordering::Relaxed);
    }

    /// What the user chose. Blocks.
    pub(crate) fn pick(&self, pick: Pick) -> Option<PathBuf> {
        if self.system.load(Ordering::Relaxed) && has_dialog() {
            return of_system(pick);
        }
        let endings = pick.kinds.iter().flat_map(|(_, endings)| endings);
        let endings = endings.filter(|ending| **ending != "*").map(|&ending| ending.to_owned());
        let (question, answers) =
            FileQuestion::new(pick.title, pick.wanted, endings.collect(), pick.name);
        if !self.outbox.send(Action::AskForFile(question)) {
            return None;
        }
        answers.recv().ok()
    }
}

fn of_system(pick: Pick) -> Option<PathBuf> {
    let mut dialog = rfd::FileDialog::new().set_title(pick.title);
    for (name, endings) in &pick.kinds {
        dialog = dialog.add_filter(name, endings);
    }
    match pick.wanted {
        PathKind::File => dialog.pick_file(),
        PathKind::NewFile => {
            let path = dialog.set_file_name(pick.name).save_file()?;
            match &pick.kinds[..] {
                [(_, endings)] if endings.len() == 1 => Some(ended(path, endings[0])),
                _ => Some(path),
            }
        }
        PathKind::Folder => dialog.pick_folder(),
    }
}

/// A new file's name with the extension added if it has none, as in the program's own dialog. The dialog has not asked
/// about replacing a file of the longer name, so that is not replaced.
fn ended(path: PathBuf, ending: &str) -> PathBuf {
    let longer = path.with_extension(ending);
    if path.extension().is_some() || path.exists() || longer.exists() { path } else { longer }
}

/// Whether the system has a dialog for files.
#[cfg(not(target_os = "linux"))]
fn has_dialog() -> bool {
    true
}

/// Whether the system has a dialog for files.
#[cfg(target_os = "linux")]
fn has_dialog() -> bool {
    pollster::block_on(linux::portal()).is_ok() || linux::on_path("zenity")
}

#[cfg(target_os = "linux")]
mod linux {
    use std::os::unix::fs::PermissionsExt as _;
    use std::time::Duration;

    use zbus::connection::Builder;

    /// A portal that has not answered within this time will not answer.
    const TIMEOUT: Duration = Duration::from_secs(4);

    /// Asks the desktop portal for its file chooser.
    pub(super) async fn portal() -> zbus::Result<()> {
        let bus = Builder::session()?.method_timeout(TIMEOUT).build().await?;
        let chooser = ("org.freedesktop.portal.FileChooser", "version");
        bus.call_method(
            Some("org.freedesktop.portal.Desktop"),
            "/org/freedesktop/portal/desktop",
            Some("org.freedesktop.DBus.Properties"),
            "Get",
            &chooser,
        )
        .await?;
        Ok(())
    }

    /// Whether a program of this name is on PATH.
    pub(super) fn on_path(name: &str) -> bool {
        let paths = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&paths).any(|folder| {
            let found = folder.join(name).metadata();
            found.is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_file_without_an_extension_gets_one() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("old"), "").unwrap();
        std::fs::write(at("other.pgn"), "").unwrap();
        for (name, ended_name) in
            [("new", "new.pgn"), ("new.txt", "new.txt"), ("old", "old"), ("other", "other")]
        {
            assert_eq!(ended(at(name), "pgn"), at(ended_name));
        }
    }
}
