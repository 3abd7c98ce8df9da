//! `tabia pgn --html`, `--svg`, `--png`, `--gif`: the files written, and the errors.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

const GAMES: &str = "[White \"<script>alert('x')</script>\"]\n[Black \"A & B\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 {a \"reply\"} 2. Nf3 $1 (2. f4 exf4) Nc6 1-0\n\n\
    [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n\n[White \"Nobody\"]\n\n*\n";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("games.pgn"), GAMES).unwrap();
        Folder(folder)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabia"));
        command.current_dir(self.0.path()).args(["pgn", "games.pgn"]).args(args);
        command.output().unwrap()
    }

    fn made(&self, name: &str, args: &[&str]) -> Vec<u8> {
        let ended = self.run(args);
        assert!(ended.status.success(), "{args:?}: {ended:?}");
        fs::read(self.at(name)).unwrap()
    }
}

#[test]
fn a_page_holds_the_game_and_nothing_harmful() {
    let folder = Folder::new();
    let page = String::from_utf8(folder.made("a.html", &["--html", "a.html", "--every", "1"]));
    let page = page.unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert!(
        !page.contains("<script") && page.contains("&lt;script&gt;") && page.contains("A &amp; B")
    );
    // Diagrams after 1...e5 and 2...Nc6, and after 2.Nf3 with its glyph.
    assert_eq!(page.matches("<figure>").count(), 3);
    for (args, figures) in [
        (&["--every", "0", "--no-annotated"][..], 0),
        (&["--every", "0", "--no-annotated", "--ends"], 2),
        (&["--game", "2", "--every", "0"], 1),
        (&["--game", "3"], 0),
    ] {
        let args = [&["--html", "a.html"], args].concat();
        let page = String::from_utf8(folder.made("a.html", &args)).unwrap();
        assert_eq!(page.matches("<figure>").count(), figures, "{args:?}");
    }
}

#[test]
fn a_drawing_shows_the_position_after_a_number_of_plies() {
    let folder = Folder::new();
    let men = |args: &[&str]| {
        let text = folder.made("a.svg", &[&["--svg", "a.svg"], args].concat());
        let text = String::from_utf8(text).unwrap();
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
        text
    };
    assert_eq!(men(&["--ply", "0"]).matches("<use href=\"#wp\"").count(), 8);
    assert_eq!(men(&["--game", "2"]).matches("<use href=\"#wp\"").count(), 1);
    let below = men(&["--game", "2", "--black", "--no-coordinates"]);
    assert!(below.contains("viewBox=\"0 0 800 800\""));
    assert_ne!(below, men(&["--game", "2", "--no-coordinates"]));
    assert_ne!(men(&["--ply", "1"]), men(&["--ply", "1", "--no-last-move"]));
}

#[test]
fn missing_games_and_positions_are_reported() {
    let folder = Folder::new();
    for (args, message) in [
        (&["--html", "a.html", "--game", "4"][..], "found 3 games, expected game 4"),
        (&["--svg", "a.svg", "--ply", "5"], "expected at most 4"),
        (&["--svg", "games.pgn"], "is the same file as"),
        (&["--gif", "games.pgn"], "is the same file as"),
        (&["--html", "none/a.html"], "none/a.html"),
        (&["--gif", "a.gif", "--board", "5000"], "from 160 to 1200"),
        (&["--gif", "a.gif", "--delay", "1"], "from 100 to 10000"),
        (&["--gif", "a.PNG"], "a.PNG: expected a name that ends with .gif"),
        (&["--html", "a.html", "--ply", "1"], "cannot be used with"),
        (&["--html", "a.html", "--delay", "500"], "cannot be used with"),
        (&["--html", "a.html", "--json"], "cannot be used with"),
        (&["--html", "a.html", "--svg", "a.svg"], "cannot be used with"),
    ] {
        let ended = folder.run(args);
        let stderr = String::from_utf8_lossy(&ended.stderr);
        assert!(!ended.status.success() && stderr.contains(message), "{args:?}: {stderr}");
    }
    assert_eq!(fs::read_to_string(folder.at("games.pgn")).unwrap(), GAMES);
}

#[cfg(all(unix, feature = "gui"))]
#[test]
fn an_export_that_is_ended_leaves_no_file() {
    use std::process::Stdio;

    let folder = Folder::new();
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(4_000);
    fs::write(folder.at("games.pgn"), format!("{moves}*\n")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabia"));
    command.current_dir(folder.0.path()).args(["pgn", "games.pgn", "--gif", "long.gif"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let entries = || fs::read_dir(folder.0.path()).unwrap().count();
    // Until the file beside it is there.
    while entries() == 1 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let pid = rustix::process::Pid::from_raw(child.id() as i32).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    let ended = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(stderr, "tabia: interrupted: nothing was written to long.gif\n");
    assert_eq!(ended.status.code(), Some(130));
    assert_eq!(entries(), 1);
}

#[test]
fn pictures_are_painted_by_a_build_with_a_window_and_others_say_so() {
    let folder = Folder::new();
    for (name, option, head) in
        [("a.png", "--png", &b"\x89PNG"[..]), ("a.gif", "--gif", &b"GIF89a"[..])]
    {
        let args = [option, name, "--board", "160"];
        if cfg!(feature = "gui") {
            assert!(folder.made(name, &args).starts_with(head), "{name}");
        } else {
            let ended = folder.run(&args);
            assert!(!ended.status.success() && !folder.at(name).exists(), "{ended:?}");
        }
    }
}
