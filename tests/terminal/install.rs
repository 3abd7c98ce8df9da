//! The commands that install the program on a system, as a user runs them.
#![cfg(all(unix, not(target_os = "macos")))]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn tabia(home: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabia"));
    // PATH contains only what a test has put there, so that no tool of this machine writes files.
    command.args(words).env_clear().env("HOME", home).env("PATH", home.join("bin"));
    command.env("XDG_DATA_HOME", home.join("data"));
    command.output().unwrap()
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Every file and folder below a folder; files with their content.
fn below(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            found.insert(path.clone(), fs::read(&path).unwrap_or_default());
            open.push(path);
        }
    }
    found
}

#[test]
fn uninstall_removes_exactly_what_install_wrote() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    // Files of other programs in the same folders.
    for other in ["applications/other.desktop", "icons/hicolor/48x48/apps/other.png"] {
        let path = data.join(other);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "theirs").unwrap();
    }
    let before = below(&data);
    let output = text(&tabia(home.path(), &["install-desktop"]));
    assert!(output.contains("--remove"), "{output}");
    let entry = fs::read_to_string(data.join("applications/tabia.desktop")).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_tabia")).canonicalize().unwrap();
    assert!(entry.contains(&format!("Exec=\"{}\" %f\n", program.display())), "{entry}");
    for name in [
        "icons/hicolor/scalable/apps/tabia.svg",
        "icons/hicolor/48x48/apps/tabia.png",
        "mime/packages/tabia.xml",
        "metainfo/tabia.metainfo.xml",
    ] {
        assert!(data.join(name).is_file(), "{name}");
    }
    let installed = below(&data);
    let again = text(&tabia(home.path(), &["install-desktop"]));
    assert!(again.starts_with("11 files"), "{again}");
    assert_eq!(below(&data), installed, "twice is as good as once");
    assert!(text(&tabia(home.path(), &["install-desktop", "--remove"])).starts_with("11 files"));
    assert_eq!(below(&data), before);
    let nothing = text(&tabia(home.path(), &["install-desktop", "--remove"]));
    assert!(nothing.starts_with("nothing of Tabia"), "{nothing}");
    assert_eq!(below(&data), before);
}

/// Imitates a tool that builds a cache file from all files of a folder.
fn tool(home: &Path, name: &str, made: &str) {
    let bin = home.join("bin");
    fs::create_dir_all(&bin).unwrap();
    let script = format!("#!/bin/sh\nfor last; do :; done\necho \"$last\"/* > \"$last/{made}\"\n");
    fs::write(bin.join(name), script).unwrap();
    fs::set_permissions(bin.join(name), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn caches_of_the_desktop_are_updated_or_removed() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    tool(home.path(), "update-mime-database", "mime.cache");
    tool(home.path(), "update-desktop-database", "mimeinfo.cache");
    text(&tabia(home.path(), &["install-desktop"]));
    assert!(data.join("mime/mime.cache").is_file());
    let known = fs::read_to_string(data.join("applications/mimeinfo.cache")).unwrap();
    assert!(known.contains("tabia.desktop"), "{known}");
    text(&tabia(home.path(), &["install-desktop", "--remove"]));
    assert!(below(&data).is_empty(), "{:?}", below(&data).keys());
    // If other programs have files there, the cache stays, without Tabia.
    fs::create_dir_all(data.join("applications")).unwrap();
    fs::write(data.join("applications/other.desktop"), "theirs").unwrap();
    text(&tabia(home.path(), &["install-desktop"]));
    text(&tabia(home.path(), &["install-desktop", "--remove"]));
    let known = fs::read_to_string(data.join("applications/mimeinfo.cache")).unwrap();
    assert!(known.contains("other.desktop") && !known.contains("tabia"), "{known}");
}

#[test]
fn a_folder_that_cannot_be_written_is_reported() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("data"), "a file in the way").unwrap();
    let refused = tabia(home.path(), &["install-desktop"]);
    assert_eq!(refused.status.code(), Some(1));
    let why = String::from_utf8(refused.stderr).unwrap();
    assert!(why.contains("data/"), "{why}");
    assert_eq!(fs::read_to_string(home.path().join("data")).unwrap(), "a file in the way");
}

#[test]
fn a_package_has_an_entry_for_the_program_on_path() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("usr");
    text(&tabia(home.path(), &["install-desktop", "--package", folder.to_str().unwrap()]));
    let entry = fs::read_to_string(folder.join("share/applications/tabia.desktop")).unwrap();
    assert!(entry.contains("\nExec=tabia %f\n"), "{entry}");
    assert!(!home.path().join("data").exists());
}

#[test]
fn manual_and_completions_know_every_command() {
    let home = tempfile::tempdir().unwrap();
    let page = text(&tabia(home.path(), &["man"]));
    let bash = text(&tabia(home.path(), &["completions", "bash"]));
    let described = tabia_cli::command_line();
    for command in described.get_subcommands().filter(|command| !command.is_hide_set()) {
        let name = command.get_name();
        assert!(page.contains(&format!("tabia\\-{}(1)", name.replace('-', "\\-"))), "{name}");
        assert!(bash.contains(name), "{name}");
    }
    assert!(page.starts_with(".ie") || page.contains(".TH tabia 1"), "{}", &page[..80]);
    let why = text(&tabia(home.path(), &["man", "lab", "why"]));
    assert!(why.contains("tabia\\-lab\\-why") && why.contains("\\-\\-fen"), "{why}");
    for shell in ["zsh", "fish"] {
        assert!(text(&tabia(home.path(), &["completions", shell])).contains("install-desktop"));
    }
    let refused = tabia(home.path(), &["man", "lab", "whi"]);
    let output = String::from_utf8(refused.stderr).unwrap();
    assert!(output.contains("“whi” is no command, expected one of:"), "{output}");
}
