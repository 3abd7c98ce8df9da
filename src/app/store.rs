//! Where session and settings lie on disk, and what becomes of one that cannot be read.

use std::io;
use std::path::{Path, PathBuf};

use crate::{regular_file, whole_file};

use super::session::Session;
use super::settings::Settings;

/// Environment variable that names another folder for everything the program keeps.
pub const HOME_VARIABLE: &str = "TABIA_HOME";

/// Largest session or settings that are read, bytes; ten times what the largest game needs.
const MOST_BYTES: u64 = 1 << 30;

/// The folder everything is kept in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Store {
    home: PathBuf,
}

/// What was found at the start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loaded {
    /// The settings, or defaults.
    pub settings: Settings,
    /// The last session, if there was one that could be read.
    pub session: Option<Session>,
    /// What could not be read and what became of it, in words.
    pub problems: Vec<String>,
}

impl Store {
    /// A store in this folder, which need not exist yet.
    pub fn new(home: PathBuf) -> Store {
        Store { home }
    }

    /// The folder to use: `TABIA_HOME`, else the user's data folder for this program. `None` where the system
    /// knows no home.
    pub fn default_home() -> Option<PathBuf> {
        match std::env::var_os(HOME_VARIABLE) {
            Some(path) if !path.is_empty() => Some(PathBuf::from(path)),
            _ => Some(directories::ProjectDirs::from("", "", "tabia")?.data_dir().to_owned()),
        }
    }

    /// The session's file.
    pub fn session_path(&self) -> PathBuf {
        self.home.join("session.json")
    }

    /// The settings' file.
    pub fn settings_path(&self) -> PathBuf {
        self.home.join("settings.json")
    }

    /// Reads what is there. A file that cannot be read is put aside as `….bad` and told of; nothing is ever
    /// overwritten unread.
    pub fn load(&self) -> Loaded {
        let mut loaded = Loaded::default();
        let settings =
            |text: &str| serde_json::from_str::<Settings>(text).map_err(|error| error.to_string());
        if let Some(found) = read(&self.settings_path(), settings, &mut loaded.problems) {
            loaded.settings = found.clamped();
        }
        let session = |text: &str| Session::parse(text).map_err(|error| error.to_string());
        loaded.session = read(&self.session_path(), session, &mut loaded.problems);
        loaded
    }
}

fn read<T>(
    path: &Path,
    parse: impl Fn(&str) -> Result<T, String>,
    problems: &mut Vec<String>,
) -> Option<T> {
    let bytes = match regular_file::read(path, MOST_BYTES) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        Err(error) => {
            problems.push(format!("Could not read {}: {error}", path.display()));
            return None;
        }
    };
    let parsed = String::from_utf8(bytes).map_err(|error| error.to_string());
    match parsed.and_then(|text| parse(&text)) {
        Ok(found) => Some(found),
        Err(error) => {
            problems.push(put_aside(path, &error));
            None
        }
    }
}

/// Renames a damaged file out of the way and says so.
fn put_aside(path: &Path, error: &str) -> String {
    let aside = path.with_extension("json.bad");
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match std::fs::rename(path, &aside) {
        Ok(()) => format!("{name} is damaged ({error}); it was kept as {}", aside.display()),
        Err(why) => format!("{name} is damaged ({error}) and could not be put aside: {why}"),
    }
}

/// Writes a text into a file of the store; the folder is made if need be.
///
/// # Errors
/// What the system says; then the file is as it was.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    whole_file::write_bytes(path, text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::model::Model;

    #[test]
    fn a_first_start_finds_nothing_and_complains_of_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let loaded = Store::new(folder.path().join("never made")).load();
        assert_eq!(loaded, Loaded::default());
    }

    #[test]
    fn what_is_written_is_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().join("new"));
        let model = Model::new(Settings { ui_scale: 1.5, ..Settings::default() });
        let session = Session::of(&model, 0);
        write(&store.session_path(), &session.to_text()).unwrap();
        let settings = serde_json::to_string(&model.settings).unwrap();
        write(&store.settings_path(), &settings).unwrap();
        let loaded = store.load();
        assert_eq!(loaded.settings, model.settings);
        assert_eq!(loaded.session, Some(session));
        let files = std::fs::read_dir(folder.path().join("new")).unwrap().count();
        assert_eq!(files, 2, "nothing is left lying about");
    }

    #[test]
    fn a_damaged_file_is_kept_aside_and_told_of() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().to_owned());
        for text in ["{\"version\": 1, \"ga", "{\"version\": 99}", "\u{0}"] {
            std::fs::write(store.session_path(), text).unwrap();
            let loaded = store.load();
            assert_eq!(loaded.session, None);
            assert_eq!(loaded.problems.len(), 1, "{:?}", loaded.problems);
            assert!(loaded.problems[0].contains("session.json.bad"), "{:?}", loaded.problems);
            let aside = std::fs::read_to_string(folder.path().join("session.json.bad")).unwrap();
            assert_eq!(aside, text);
            assert!(!store.session_path().exists());
        }
    }
}
