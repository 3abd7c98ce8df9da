//! The location of session and settings on disk, who may write them, and what happens to a file that cannot be read.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tabia_games::{regular_file, whole_file};
use tabia_text::{Language, t};

use super::owner::{Owner, OwnerError};
use super::session::{Session, VERSION};
use super::settings_file::SettingsFile;
use super::{aside, mend};
use crate::model::Model;
use crate::training::progress::Progress;
use crate::window::settings::Settings;

/// Environment variable that names another folder for all files of the program.
pub const HOME_VARIABLE: &str = "TABIA_HOME";
/// Age at which a half-written file counts as left over, if the system cannot say whether its writer is alive.
const LEFT_OVER: Duration = Duration::from_hours(1);

/// Maximum size of a session or settings file, bytes; ten times what the largest game needs.
const MAX_BYTES: u64 = 1 << 30;

/// The folder for all files of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Store {
    home: PathBuf,
}

/// The data found at the start.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The settings, or defaults.
    pub settings: Settings,
    /// Their file, for writing them back.
    pub settings_file: SettingsFile,
    pub training: Progress,
    /// The last session, if there was one that could be read.
    pub session: Option<Session>,
    /// A copy of the last session, which crashed the last start and is only opened on request.
    pub offered: Option<PathBuf>,
    /// Files that could not be read and what happened to them, as text.
    pub problems: Vec<String>,
    /// The right to write session and settings.
    pub owner: Option<Owner>,
    /// Why there is none, as text.
    pub not_kept: Option<String>,
    /// Another process has the right, and it can be claimed later.
    pub taken: bool,
    /// This program may write to the folder, which contained neither settings nor a session.
    pub first_start: bool,
}

impl Store {
    /// A store in this folder, which may not exist yet.
    pub fn new(home: PathBuf) -> Store {
        Store { home }
    }

    /// The folder to use: `TABIA_HOME`, else the user's data folder for this program. `None` if the system knows no
    /// home folder.
    pub fn default_home() -> Option<PathBuf> {
        match std::env::var_os(HOME_VARIABLE) {
            Some(path) if !path.is_empty() => Some(PathBuf::from(path)),
            _ => Some(directories::ProjectDirs::from("", "", "tabia")?.data_dir().to_owned()),
        }
    }

    /// Removes other users' access to the folder, which older versions left open; not if the user has named the
    /// folder.
    pub fn close_to_others(&self) {
        #[cfg(unix)]
        if std::env::var_os(HOME_VARIABLE).is_none_or(|path| path.is_empty()) {
            use std::os::unix::fs::PermissionsExt as _;
            // Fails harmlessly if the folder does not exist or belongs to another user.
            let _ = std::fs::set_permissions(&self.home, std::fs::Permissions::from_mode(0o700));
        }
    }

    /// The path of the session.
    pub fn session_path(&self) -> PathBuf {
        self.home.join("session.json")
    }

    /// The path of the settings.
    pub fn settings_path(&self) -> PathBuf {
        self.home.join("settings.json")
    }

    /// The path of the training progress.
    pub fn training_path(&self) -> PathBuf {
        self.home.join("training.json")
    }

    /// Claims the folder and reads its files. What cannot be read completely is reported and kept under another name;
    /// if that is impossible, nothing is written in this run. A second window reads only the settings and, of the
    /// session, the layout of the panels; it changes nothing on disk.
    pub fn load(&self) -> Loaded {
        match Owner::claim(&self.home) {
            Ok(owner) => {
                let wait = if owner.is_locked() { Duration::ZERO } else { LEFT_OVER };
                whole_file::sweep(&self.home, wait);
                self.read(Loaded { owner: Some(owner), ..Loaded::default() })
            }
            Err(why) => {
                let not_kept = Some(why.to_string());
                self.read(Loaded { not_kept, taken: true, ..Loaded::default() })
            }
        }
    }

    /// Claims the folder for a window that came second, and reads its files again.
    ///
    /// # Errors
    /// If another process still owns it.
    pub fn take_over(&self) -> Result<Loaded, OwnerError> {
        let owner = Some(Owner::try_claim(&self.home)?);
        Ok(self.read(Loaded { owner, ..Loaded::default() }))
    }

    /// Copies a file of the store before it is overwritten with another state, and returns the path of the copy; `None`
    /// if there is no such file.
    ///
    /// # Errors
    /// The error as text.
    pub fn keep_aside(path: &Path) -> Result<Option<PathBuf>, String> {
        if !path.exists() {
            return Ok(None);
        }
        let failed = |error: io::Error| {
            let path = path.display().to_string();
            t!("error-saved-not-aside", path = path, error = error.to_string())
        };
        aside::copy(path, "kept").map(Some).map_err(failed)
    }

    fn read(&self, mut loaded: Loaded) -> Loaded {
        let known = [self.settings_path(), self.session_path()];
        loaded.first_start = loaded.owner.is_some()
            && known.iter().all(|path| matches!(path.try_exists(), Ok(false)));
        self.load_settings(&mut loaded);
        // Problems are worded before the window has chosen the language of the settings.
        let language = Language::by_id(&loaded.settings.language);
        let _language = language.map(Language::on_this_thread);
        self.load_training(&mut loaded);
        match &loaded.owner {
            None => loaded.session = self.appearance(),
            Some(owner) if owner.found_unclean_start() && self.session_path().exists() => {
                self.offer_session(&mut loaded);
            }
            Some(_) => self.load_session(&mut loaded),
        }
        loaded
    }

    fn load_settings(&self, loaded: &mut Loaded) {
        let path = self.settings_path();
        let Some(text) = text_of(&path) else { return };
        match text.and_then(|text| SettingsFile::parse(&text)) {
            Ok((settings, file, odd)) => {
                let language = Language::by_id(&settings.language);
                let _language = language.map(Language::on_this_thread);
                (loaded.settings, loaded.settings_file) = (settings, file);
                if !odd.is_empty() {
                    let text = t!("error-saved-settings", names = mend::named(&odd));
                    loaded.problems.push(text);
                }
            }
            Err(error) => loaded.put_aside(&path, &error),
        }
    }

    fn load_training(&self, loaded: &mut Loaded) {
        let path = self.training_path();
        let Some(text) = text_of(&path) else { return };
        match text.and_then(|text| Progress::parse(&text)) {
            Ok((progress, newer, odd)) => {
                loaded.training = progress;
                loaded.keep_copy(&path, newer, &odd);
            }
            Err(error) => loaded.put_aside(&path, &error),
        }
    }

    fn load_session(&self, loaded: &mut Loaded) {
        let path = self.session_path();
        let Some(text) = text_of(&path) else { return };
        let found = text.and_then(|text| Session::read(&text).map_err(|error| error.to_string()));
        match found {
            Ok((session, odd)) => {
                let newer = Some(session.version).filter(|&version| version > VERSION);
                loaded.session = Some(session);
                loaded.keep_copy(&path, newer, &odd);
            }
            Err(error) => loaded.put_aside(&path, &error),
        }
    }

    /// Keeps a copy of the session that crashed the last start.
    fn offer_session(&self, loaded: &mut Loaded) {
        loaded.offered = loaded.copy_aside(&self.session_path(), "kept");
    }

    /// A session with only the panel layout of the last one.
    fn appearance(&self) -> Option<Session> {
        let text =
            String::from_utf8(regular_file::read(&self.session_path(), MAX_BYTES).ok()?).ok()?;
        let (found, _) = Session::read(&text).ok()?;
        let mut fresh = Session::of(&Model::new(Settings::default()), 0);
        fresh.view.layout = found.view.layout;
        Some(fresh)
    }
}

impl Loaded {
    /// Renames an unreadable file out of the way and reports it. Without the right to write, the file stays where it
    /// is.
    fn put_aside(&mut self, path: &Path, error: &str) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if self.owner.is_none() {
            return self.problems.push(t!("error-saved-unreadable", name = name, error = error));
        }
        match aside::put(path, "bad") {
            Ok(aside) => self.problems.push(t!(
                "error-saved-unreadable-kept",
                name = name,
                error = error,
                path = aside.display().to_string()
            )),
            Err(why) => self.keep_nothing(t!(
                "error-saved-unreadable-stays",
                name = name,
                error = error,
                why = why.to_string()
            )),
        }
    }

    /// Keeps a copy of a file that was written by a newer version (its number) or not understood completely, and
    /// reports it.
    fn keep_copy(&mut self, path: &Path, newer: Option<u32>, odd: &[String]) {
        if self.owner.is_none() || newer.is_none() && odd.is_empty() {
            return;
        }
        let kind = newer.map_or("bad".to_owned(), |version| format!("version-{version}"));
        let Some(copy) = self.copy_aside(path, &kind) else { return };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let (names, path) = (mend::named(odd), copy.display().to_string());
        self.problems.push(match newer {
            Some(_) if odd.is_empty() => t!("error-saved-newer-kept", name = name, path = path),
            Some(_) => t!("error-saved-newer-left-kept", name = name, names = names, path = path),
            None => t!("error-saved-bad-left-kept", name = name, names = names, path = path),
        });
    }

    /// Copies a file that will be overwritten, and returns the path of the copy.
    fn copy_aside(&mut self, path: &Path, kind: &str) -> Option<PathBuf> {
        let copied = aside::copy(path, kind);
        copied
            .map_err(|error| {
                let path = path.display().to_string();
                self.keep_nothing(t!(
                    "error-saved-not-aside",
                    path = path,
                    error = error.to_string()
                ));
            })
            .ok()
    }

    /// A file can neither be used nor moved out of the way: overwriting it would lose it, so nothing is written.
    fn keep_nothing(&mut self, why: String) {
        self.owner = None;
        self.not_kept = Some(why);
    }
}

/// Reads a session that was moved out of the way.
///
/// # Errors
/// The error as text.
pub fn read_session(path: &Path) -> Result<(Session, Vec<String>), String> {
    let failed = |error: String| t!("error-read", path = path.display().to_string(), error = error);
    let bytes = regular_file::read(path, MAX_BYTES).map_err(|error| failed(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|error| failed(error.to_string()))?;
    Session::read(&text).map_err(|error| failed(error.to_string()))
}

/// The text of a file, or why it cannot be read; `None` if there is none.
fn text_of(path: &Path) -> Option<Result<String, String>> {
    match regular_file::read(path, MAX_BYTES) {
        Ok(bytes) => {
            // Some editors begin a file with a byte order mark.
            let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").map(<[u8]>::to_vec).unwrap_or(bytes);
            Some(String::from_utf8(bytes).map_err(|error| error.to_string()))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => Some(Err(error.to_string())),
    }
}

/// Writes a text to a file of the store, readable only by its user; creates the folder if necessary.
///
/// # Errors
/// The error of the system; the file is then unchanged.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        whole_file::create_private_folder(folder)?;
    }
    whole_file::write_private(path, text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::notation::Notation;

    fn texts(folder: &Path) -> Vec<(String, String)> {
        let mut found: Vec<(String, String)> = std::fs::read_dir(folder)
            .unwrap()
            .flatten()
            .map(|entry| {
                let name = entry.file_name().to_string_lossy().into_owned();
                (name, std::fs::read_to_string(entry.path()).unwrap())
            })
            .filter(|(name, _)| name.starts_with("se"))
            .collect();
        found.sort();
        found
    }

    #[test]
    fn a_first_start_finds_nothing_and_complains_of_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let loaded = Store::new(folder.path().join("never made")).load();
        assert_eq!(loaded.settings, Settings::default());
        assert!(loaded.session.is_none() && loaded.offered.is_none() && loaded.problems.is_empty());
        assert!(loaded.owner.is_some() && loaded.not_kept.is_none() && loaded.first_start);
    }

    #[test]
    fn what_is_written_is_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().join("new"));
        let model = Model::new(Settings { ui_scale: 1.5, ..Settings::default() });
        let session = Session::of(&model, 0);
        write(&store.session_path(), &session.to_text()).unwrap();
        let settings = SettingsFile::default().text(&model.settings);
        write(&store.settings_path(), &settings).unwrap();
        let loaded = store.load();
        assert!(!loaded.first_start);
        assert_eq!(loaded.settings, model.settings);
        assert_eq!(loaded.session, Some(session));
        drop(loaded);
        assert_eq!(texts(&folder.path().join("new")).len(), 2, "nothing is left lying about");
    }

    #[test]
    fn every_damaged_file_is_put_aside_and_reported() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().to_owned());
        let damaged = ["{\"version\": 1, \"ga", "{\"version\": 99}", "\u{0}"];
        for (at, text) in damaged.iter().enumerate() {
            let name = if at == 0 {
                "session.json.bad".to_owned()
            } else {
                format!("session.json.bad-{}", at + 1)
            };
            std::fs::write(store.session_path(), text).unwrap();
            let loaded = store.load();
            assert_eq!(loaded.session, None);
            assert_eq!(loaded.problems.len(), 1, "{:?}", loaded.problems);
            assert!(loaded.problems[0].contains(&name), "{:?}", loaded.problems);
            assert_eq!(std::fs::read_to_string(folder.path().join(name)).unwrap(), *text);
            assert!(!store.session_path().exists());
        }
        assert_eq!(texts(folder.path()).len(), damaged.len(), "no copy has replaced another");
    }

    #[test]
    fn a_file_that_cannot_be_read_is_never_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().to_owned());
        for path in [store.session_path(), store.settings_path(), store.training_path()] {
            let make_unreadable = || {
                let file = std::fs::File::create(&path).unwrap();
                file.set_len(MAX_BYTES + 1).unwrap();
            };
            make_unreadable();
            let loaded = store.load();
            assert!(loaded.owner.is_some() && !path.exists());
            let aside = path.with_extension("json.bad");
            assert!(loaded.problems[0].contains(&aside.display().to_string()));
            drop(loaded);
            make_unreadable();
            // Renaming fails as well, because a file cannot replace a folder.
            std::fs::remove_file(&aside).unwrap();
            for n in 1..=aside::MAX_COPIES {
                let number = if n == 1 { String::new() } else { format!("-{n}") };
                std::fs::create_dir(path.with_extension(format!("json.bad{number}"))).unwrap();
            }
            let loaded = store.load();
            assert!(loaded.owner.is_none() && path.exists());
            let name = path.file_name().unwrap().to_str().unwrap();
            assert!(loaded.not_kept.unwrap().contains(name));
            std::fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn what_is_not_understood_of_training_costs_only_itself_and_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().to_owned());
        let texts = [
            (r#"{"version": 9, "solved": 7, "best": {"find": 12}, "medals": 3}"#, "version-9"),
            (r#"{"version": 1, "solved": 7, "best": {"find": 12, "colour": "high"}}"#, "bad"),
        ];
        for (text, kind) in texts {
            std::fs::write(store.training_path(), text).unwrap();
            let loaded = store.load();
            assert_eq!((loaded.training.solved, loaded.training.best["find"]), (7, 12));
            assert_eq!(loaded.problems.len(), 1, "{:?}", loaded.problems);
            let copy = folder.path().join(format!("training.json.{kind}"));
            assert!(loaded.problems[0].contains(&copy.display().to_string()));
            assert_eq!(std::fs::read_to_string(copy).unwrap(), text);
            let written = loaded.training.to_text();
            assert!(written.contains(r#""version": 1"#), "it is this version that wrote it");
        }
    }

    #[test]
    fn an_unknown_word_in_the_settings_is_named_and_costs_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().to_owned());
        let text = r#"{"notation": "Letters", "theme": "Sepia", "engine": {"eval": "Oracle"}}"#;
        std::fs::write(store.settings_path(), text).unwrap();
        let loaded = store.load();
        assert_eq!(loaded.settings.notation, Notation::Letters);
        assert_eq!(loaded.problems.len(), 1, "{:?}", loaded.problems);
        assert!(loaded.problems[0].contains("engine.eval, theme"), "{:?}", loaded.problems);
        assert_eq!(std::fs::read_to_string(store.settings_path()).unwrap(), text);
    }

    #[test]
    fn problems_are_worded_in_the_language_of_the_settings() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().to_owned());
        let text = r#"{"language": "de", "theme": "Sepia"}"#;
        std::fs::write(store.settings_path(), text).unwrap();
        std::fs::write(store.training_path(), "nothing").unwrap();
        let problems = store.load().problems;
        assert!(problems[0].starts_with("Einstellungen"), "{problems:?}");
        assert!(problems[1].contains("ließ sich nicht lesen"), "{problems:?}");
    }

    #[test]
    fn a_session_of_a_newer_version_is_read_as_far_as_possible_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().to_owned());
        let mut session =
            serde_json::to_value(Session::of(&Model::new(Settings::default()), 0)).unwrap();
        session["version"] = (VERSION + 1).into();
        session["flipped"] = true.into();
        session["game"]["phase"] = "adjourned".into();
        session["game"]["sealed_move"] = "e2e4".into();
        session["game"]["tree"]["rows"] = serde_json::json!([{}, {"m": "d2d4"}]);
        let text = session.to_string();
        std::fs::write(store.session_path(), &text).unwrap();
        let loaded = store.load();
        let found = loaded.session.unwrap();
        assert!(found.view.flipped && found.game.restore().unwrap().tree.len() == 2);
        assert!(loaded.problems[0].contains("newer version"), "{:?}", loaded.problems);
        assert!(loaded.problems[0].contains("game.phase"), "{:?}", loaded.problems);
        let kept = folder.path().join("session.json.version-2");
        assert_eq!(std::fs::read_to_string(kept).unwrap(), text);
        assert!(store.session_path().exists(), "until it is written anew");
    }

    #[test]
    fn a_second_window_reads_and_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().to_owned());
        let first = store.load();
        std::fs::write(store.session_path(), "{\"version\": 1, \"ga").unwrap();
        std::fs::write(store.settings_path(), r#"{"think_ms": 700}"#).unwrap();
        let before = texts(folder.path());
        let second = store.load();
        assert!(second.owner.is_none());
        assert!(second.taken && second.not_kept.unwrap().contains("nother window"));
        assert_eq!(second.settings.think_ms, 700);
        assert!(store.take_over().is_err());
        assert_eq!(texts(folder.path()), before);
        drop(first);
        std::fs::write(store.settings_path(), r#"{"think_ms": 800}"#).unwrap();
        let over = store.take_over().unwrap();
        assert!(over.owner.is_some() && !over.taken && over.not_kept.is_none());
        assert_eq!(over.settings.think_ms, 800);
    }

    #[test]
    fn a_session_that_a_start_did_not_survive_is_offered_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().to_owned());
        let session = Session::of(&Model::new(Settings::default()), 0);
        write(&store.session_path(), &session.to_text()).unwrap();
        // The state after a start that was killed while it loaded the session.
        std::fs::write(folder.path().join("starting"), "1").unwrap();
        let loaded = store.load();
        assert!(loaded.session.is_none());
        let copy = loaded.offered.clone().unwrap();
        assert_eq!(read_session(&copy).unwrap().0, session);
        drop(loaded);
        let loaded = store.load();
        assert!(loaded.offered.is_none() && loaded.session.is_some(), "asked once");
    }

    #[test]
    fn what_killed_writers_have_left_is_gone_at_the_next_start() {
        let folder = tempfile::tempdir().unwrap();
        let left = folder.path().join(".tabia-Xy12.writing");
        std::fs::write(&left, "half").unwrap();
        let first = Store::new(folder.path().to_owned()).load();
        assert!(!left.exists());
        std::fs::write(&left, "half").unwrap();
        drop(Store::new(folder.path().to_owned()).load());
        assert!(left.exists(), "the first window may be writing it");
        drop(first);
    }
}
