//! `tabia install-desktop`: entry, icon, file types and data for software centres, put in place for one user and
//! taken away again.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;
use directories::BaseDirs;

use tabia_games::whole_file;

use super::entry;
use crate::failure::Failure;
use crate::out::Out;

/// Put Tabia into the menu of the desktop, for this user.
#[derive(Debug, Args)]
pub(crate) struct DesktopArgs {
    /// Take everything away again that this command has put in place
    #[arg(long)]
    remove: bool,
    /// Put the files below FOLDER/share instead, for a package that brings the program to PATH
    #[arg(long, value_name = "FOLDER", conflicts_with = "remove")]
    package: Option<PathBuf>,
}

/// Programs that tell the desktop of new files, with the folder each wants below the folder of data, and what each
/// makes there of the files of all programs. One that is not there is not needed: desktops look for themselves.
const TELL: [(&str, &str, &[&str]); 2] = [
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

/// Carries it out.
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
    tell(&share);
    let (share, program) = (share.display(), program.display());
    out.line(format_args!("{count} files written below {share}; the entry starts {program}"))?;
    out.line("`tabia install-desktop --remove` takes them away again")
}

/// The user's folder of data: `XDG_DATA_HOME`, else `~/.local/share`.
fn share() -> Result<PathBuf, Failure> {
    if cfg!(any(windows, target_os = "macos")) {
        let why = "this system has no entries of the kind that Linux and BSD desktops share";
        return Err(Failure::Refused(why.to_owned()));
    }
    let found = BaseDirs::new().map(|dirs| dirs.data_dir().to_owned());
    found.ok_or_else(|| Failure::Refused("the system names no folder of yours".to_owned()))
}

/// Writes all files; each is the old one or the new one. Says how many they are.
fn install(share: &Path, program: Option<&Path>) -> Result<usize, Failure> {
    let entry = entry::text(program).map_err(Failure::Refused)?;
    let mut count = 0;
    for (name, bytes) in entry::OTHERS.iter().copied().chain([(entry::ENTRY, entry.as_bytes())]) {
        let path = share.join(name);
        let folder = path.parent().unwrap_or(share);
        let written = std::fs::create_dir_all(folder)
            .and_then(|()| whole_file::write(&path, |file| file.write_all(bytes)));
        written.map_err(|error| Failure::file(&path, &error))?;
        count += 1;
    }
    Ok(count)
}

/// Removes all files, what was made of them for the desktop, and the folders that are empty then. Says how many files
/// there were.
fn remove(share: &Path) -> Result<usize, Failure> {
    let names = || entry::OTHERS.iter().map(|(name, _)| *name).chain([entry::ENTRY]);
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
    // While its folders are still there: it forgets the file types then.
    tell(share);
    for (_, folder, made) in TELL {
        forget_made(&share.join(folder), made);
    }
    for name in names() {
        let folders = Path::new(name).ancestors().skip(1).filter(|folder| *folder != Path::new(""));
        for folder in folders {
            // One with something else in it stays, and so do those around it.
            let removed = std::fs::remove_dir(share.join(folder));
            if removed.is_err_and(|error| !is_gone(&error)) {
                break;
            }
        }
    }
    Ok(count)
}

/// Removes what was made of the files in a folder, where none of them is left and nothing else is there.
fn forget_made(folder: &Path, made: &[&str]) {
    let names = |folder: &Path| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name()).collect::<Vec<_>>()
    };
    for inner in names(folder) {
        // Only succeeds for folders that are empty.
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

/// Tells the desktop. Nothing depends on it, so nothing is said of failures.
fn tell(share: &Path) {
    for (program, folder, _) in TELL {
        let folder = share.join(folder);
        if !folder.is_dir() {
            continue;
        }
        let mut command = Command::new(program);
        let quiet = command.arg(folder).stdin(Stdio::null()).stdout(Stdio::null());
        let _ = quiet.stderr(Stdio::null()).status();
    }
}
