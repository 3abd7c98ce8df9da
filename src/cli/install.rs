//! `tabia install-desktop`: installs or removes desktop entry, icon, file types and software centre data for one user.
//! `tabia man` and `tabia completions`.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;
use clap_complete::Shell;
use directories::BaseDirs;

use crate::failure::Failure;
use crate::out::Out;
use tabia_games::whole_file;

/// Add Tabia to the desktop's menu, for this user.
#[derive(Debug, Args)]
pub(crate) struct DesktopArgs {
    /// Remove everything that this command has installed
    #[arg(long)]
    remove: bool,
    /// Put the files below FOLDER/share instead, for a package that installs the program on PATH
    #[arg(long, value_name = "FOLDER", conflicts_with = "remove")]
    package: Option<PathBuf>,
}

/// Programs that update the desktop's caches, with the folder each needs below the data folder, and the cache files it
/// creates there. A missing program is not needed: desktops then read the files themselves.
const DESKTOP_TOOLS: [(&str, &str, &[&str]); 2] = [
    (
        "update-mime-database",
        "mime",
        &[
            "XMLnamespaces",
            "aliases",
            "generic-icons",
            "globs",
            "globs2",
            "icons",
            "magic",
            "mime.cache",
            "subclasses",
            "treemagic",
            "types",
            "version",
        ],
    ),
    ("update-desktop-database", "applications", &["mimeinfo.cache"]),
];

/// Runs the command.
pub(crate) fn run(args: &DesktopArgs, out: &mut Out) -> Result<(), Failure> {
    if let Some(folder) = &args.package {
        let share = folder.join("share");
        install(&share, None)?;
        return out.line(format_args!("written below {}", share.display()));
    }
    let share = share()?;
    if args.remove {
        let removed = remove(&share)?;
        return match removed {
            0 => out.line(format_args!("nothing of Tabia was below {}", share.display())),
            count => out.line(format_args!("{count} files taken away below {}", share.display())),
        };
    }
    let program = std::env::current_exe()
        .map_err(|error| Failure::Refused(format!("where this program lies: {error}")))?;
    let count = install(&share, Some(&program))?;
    notify_desktop(&share);
    let (share, program) = (share.display(), program.display());
    out.line(format_args!("{count} files written below {share}; the entry starts {program}"))?;
    out.line("`tabia install-desktop --remove` takes them away again")
}

/// The user's data folder: `XDG_DATA_HOME`, else `~/.local/share`.
fn share() -> Result<PathBuf, Failure> {
    if cfg!(any(windows, target_os = "macos")) {
        let why = "this system has no entries of the kind that Linux and BSD desktops share";
        return Err(Failure::Refused(why.to_owned()));
    }
    let found = BaseDirs::new().map(|dirs| dirs.data_dir().to_owned());
    found.ok_or_else(|| Failure::Refused("the system names no folder of yours".to_owned()))
}

/// Writes all files atomically; returns their number.
fn install(share: &Path, program: Option<&Path>) -> Result<usize, Failure> {
    let entry = text(program).map_err(Failure::Refused)?;
    let mut count = 0;
    for (name, bytes) in OTHERS.iter().copied().chain([(ENTRY, entry.as_bytes())]) {
        let path = share.join(name);
        let folder = path.parent().unwrap_or(share);
        let written = std::fs::create_dir_all(folder)
            .and_then(|()| whole_file::write(&path, |file| file.write_all(bytes)));
        written.map_err(|error| Failure::file(&path, &error))?;
        count += 1;
    }
    Ok(count)
}

/// Removes all files, the caches made from them, and folders that are empty then. Returns the number of files.
fn remove(share: &Path) -> Result<usize, Failure> {
    let names = || OTHERS.iter().map(|(name, _)| *name).chain([ENTRY]);
    let mut count = 0;
    for name in names() {
        let path = share.join(name);
        match std::fs::remove_file(&path) {
            Ok(()) => count += 1,
            Err(error) if is_gone(&error) => {}
            Err(error) => return Err(Failure::file(&path, &error)),
        }
    }
    if count == 0 {
        return Ok(0);
    }
    // Called while the folders still exist, so that the file types are removed from the caches.
    notify_desktop(share);
    for (_, folder, made) in DESKTOP_TOOLS {
        forget_made(&share.join(folder), made);
    }
    for name in names() {
        let folders = Path::new(name).ancestors().skip(1).filter(|folder| *folder != Path::new(""));
        for folder in folders {
            // A folder with other files stays, and so do its parents.
            let removed = std::fs::remove_dir(share.join(folder));
            if removed.is_err_and(|error| !is_gone(&error)) {
                break;
            }
        }
    }
    Ok(count)
}

/// Removes the caches in a folder that has no other files.
fn forget_made(folder: &Path, made: &[&str]) {
    let names = |folder: &Path| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name()).collect::<Vec<_>>()
    };
    for inner in names(folder) {
        // Succeeds only for empty folders.
        let _ = std::fs::remove_dir(folder.join(inner));
    }
    let found = names(folder);
    if found.iter().all(|name| made.iter().any(|made| name.as_os_str() == *made)) {
        for name in found {
            let _ = std::fs::remove_file(folder.join(name));
        }
    }
}

fn is_gone(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Updates the desktop's caches. Failures are ignored, because nothing depends on it.
fn notify_desktop(share: &Path) {
    for (program, folder, _) in DESKTOP_TOOLS {
        let folder = share.join(folder);
        if !folder.is_dir() {
            continue;
        }
        let mut command = Command::new(program);
        let quiet = command.arg(folder).stdin(Stdio::null()).stdout(Stdio::null());
        let _ = quiet.stderr(Stdio::null()).status();
    }
}

// The desktop entry with the program's path, and the other desktop files from `assets`.

/// A desktop file: its path below the data folder (`~/.local/share`, `/usr/share`), and its content.
pub(super) type Placed = (&'static str, &'static [u8]);

/// Path of the desktop entry.
pub(super) const ENTRY: &str = "applications/tabia.desktop";

/// Its text for a program on PATH.
const ENTRY_TEXT: &str = include_str!("../../assets/desktop/tabia.desktop");

/// All other files.
pub(super) const OTHERS: [Placed; 10] = [
    ("icons/hicolor/scalable/apps/tabia.svg", include_bytes!("../../assets/icon/tabia.svg")),
    ("icons/hicolor/256x256/apps/tabia.png", include_bytes!("../../assets/icon/tabia.png")),
    ("icons/hicolor/128x128/apps/tabia.png", include_bytes!("../../assets/icon/tabia-128.png")),
    ("icons/hicolor/64x64/apps/tabia.png", include_bytes!("../../assets/icon/tabia-64.png")),
    ("icons/hicolor/48x48/apps/tabia.png", include_bytes!("../../assets/icon/tabia-48.png")),
    ("icons/hicolor/32x32/apps/tabia.png", include_bytes!("../../assets/icon/tabia-32.png")),
    ("icons/hicolor/24x24/apps/tabia.png", include_bytes!("../../assets/icon/tabia-24.png")),
    ("icons/hicolor/16x16/apps/tabia.png", include_bytes!("../../assets/icon/tabia-16.png")),
    ("mime/packages/tabia.xml", include_bytes!("../../assets/desktop/tabia-mime.xml")),
    ("metainfo/tabia.metainfo.xml", include_bytes!("../../assets/desktop/tabia.metainfo.xml")),
];

/// The desktop entry for a program at this path; `None`: for a program on PATH.
///
/// # Errors
/// If the path cannot be written into an entry.
pub(super) fn text(program: Option<&Path>) -> Result<String, String> {
    let Some(program) = program else { return Ok(ENTRY_TEXT.to_owned()) };
    let refused = || {
        format!(
            "{}: this path cannot be written into a desktop entry; expected Unicode without control characters",
            program.display()
        )
    };
    let path = program.to_str().filter(|path| !path.chars().any(char::is_control));
    let path = path.ok_or_else(refused)?;
    let word = quoted(path);
    // TryExec takes the path itself, with the escapes of all values.
    let own = format!("TryExec={}\nExec={word} %f\n", path.replace('\\', "\\\\"));
    Ok(ENTRY_TEXT.replace("Exec=tabia %f\n", &own))
}

/// A word of an Exec line: quoted, with the escapes of a quoted word and those of all values.
fn quoted(path: &str) -> String {
    let mut word = String::from("\"");
    for letter in path.chars() {
        match letter {
            '"' | '`' | '$' => word.extend(["\\\\".to_owned(), letter.to_string()]),
            '\\' => word.push_str("\\\\\\\\"),
            '%' => word.push_str("%%"),
            other => word.push(other),
        }
    }
    word.push('"');
    word
}

// `tabia man` and `tabia completions`: generated from the command line description.

/// Write the manual page of a command in the format of `man`.
#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The command, such as `uci` or `lab why`; if omitted, the program itself
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
}

/// Write completions for a shell.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Writes a manual page.
pub(crate) fn man(args: &ManArgs, out: &mut Out) -> Result<(), Failure> {
    let mut command = crate::command_line();
    // Names of the whole path: `tabia-lab-why`.
    command.build();
    let mut found = &command;
    for word in &args.command {
        found = found.find_subcommand(word).ok_or_else(|| {
            let known: Vec<&str> = found.get_subcommands().map(clap::Command::get_name).collect();
            Failure::Refused(if known.is_empty() {
                format!("found “{word}”, expected nothing after {}", found.get_name())
            } else {
                format!("“{word}” is no command, expected one of: {}", known.join(", "))
            })
        })?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(found.clone()).render(&mut page)?;
    out.line(String::from_utf8_lossy(&page).trim_end())
}

/// Writes the completions.
pub(crate) fn completions(args: &CompletionsArgs, out: &mut Out) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut crate::command_line(), "tabia", &mut text);
    out.line(String::from_utf8_lossy(&text).trim_end())
}

#[cfg(test)]
mod entry_tests {
    use super::*;

    #[test]
    fn a_path_stands_in_the_entry_so_that_it_is_found_again() {
        let line = |path: &str| {
            let text = text(Some(Path::new(path))).unwrap();
            text.lines().find(|line| line.starts_with("Exec=")).unwrap().to_owned()
        };
        assert_eq!(line("/opt/tabia"), r#"Exec="/opt/tabia" %f"#);
        assert_eq!(line("/my programs/100%/tabia"), r#"Exec="/my programs/100%%/tabia" %f"#);
        assert_eq!(line(r#"/a"b$c\d/tabia"#), r#"Exec="/a\\"b\\$c\\\\d/tabia" %f"#);
        assert!(text(Some(Path::new("/a\nb/tabia"))).is_err());
    }

    #[test]
    fn entry_types_and_data_speak_of_the_same_program() {
        let read = |name: &str| {
            let file = OTHERS.iter().find(|(path, _)| path.ends_with(name)).unwrap();
            String::from_utf8(file.1.to_vec()).unwrap()
        };
        let (types, data) = (read("tabia.xml"), read("tabia.metainfo.xml"));
        let line = |key: &str| ENTRY_TEXT.lines().find_map(|line| line.strip_prefix(key)).unwrap();
        for name in line("MimeType=").split_terminator(';') {
            assert!(types.contains(&format!("\"{name}\"")), "{name}");
            assert!(data.contains(&format!(">{name}<")) || name == "application/x-chess-pgn");
        }
        for name in line("Categories=").split_terminator(';') {
            assert!(data.contains(&format!("<category>{name}</category>")), "{name}");
        }
        assert_eq!((line("Icon="), line("StartupWMClass=")), ("tabia", "tabia"));
        assert_eq!(line("Version="), "1.4", "the newest that validators in use know");
        let version = format!("version=\"{}\"", env!("CARGO_PKG_VERSION"));
        assert!(data.contains(&version), "{version}");
    }

    #[test]
    fn drawings_have_the_sizes_of_their_folders() {
        for (path, bytes) in OTHERS.iter().filter(|(path, _)| path.contains(".png")) {
            // The width is in the first chunk of a PNG.
            let side = u32::from_be_bytes(bytes[16..20].try_into().unwrap());
            assert!(path.contains(&format!("/{side}x{side}/")), "{path}: {side}");
        }
    }
}
