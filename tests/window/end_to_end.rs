//! End to end: the real program in a real window under Xvfb, a piece moved with the mouse, the
//! engine's reply seen, and the session file compared with what was played.
//!
//! Needs Debian's `xvfb` and `xdotool`. Without them the test says so and passes, unless `TABIA_E2E=required` is set,
//! as in the full check.
#![expect(clippy::expect_used, reason = "a test says what it expects")]

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::interface::interface;
use egui_kittest::kittest::Queryable as _;
use tabia::gui::window::shell::ShellOptions;
use tabia_app::persistence::session::Session;
use tabia_chess::uci_move;

/// A child process that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

fn tools_present() -> bool {
    let present = |tool: &str| {
        std::env::var_os("PATH")
            .is_some_and(|path| std::env::split_paths(&path).any(|dir| dir.join(tool).exists()))
    };
    let all = present("Xvfb") && present("xdotool");
    let required = std::env::var("TABIA_E2E").is_ok_and(|v| v == "required");
    assert!(all || !required, "this check needs Xvfb and xdotool");
    all
}

/// Starts a display and returns its name, `:N`.
fn start_display() -> (Running, String) {
    let mut child = Command::new("Xvfb")
        .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"])
        // Otherwise it restarts whenever the last client leaves, and refuses connections meanwhile. Every call of
        // xdotool is a client, and sometimes the program was refused.
        .arg("-noreset")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("Xvfb starts");
    let mut out = child.stdout.take().expect("piped");
    let mut number = String::new();
    let mut byte = [0u8];
    while out.read(&mut byte).expect("Xvfb tells its number") == 1 && byte[0] != b'\n' {
        number.push(char::from(byte[0]));
    }
    (Running(child), format!(":{}", number.trim()))
}

/// A home folder that was used before, so that the welcome dialog does not open.
fn home_of_before() -> tempfile::TempDir {
    let home = tempfile::tempdir().expect("a folder");
    std::fs::write(home.path().join("settings.json"), "{}").expect("settings are written");
    home
}

/// Starts the program and waits for its window. A failure shows the program's output.
fn start_tabia(display: &str, home: &Path) -> Running {
    let stderr = home.join("stderr.txt");
    let running = spawn_tabia(display, home, &stderr);
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_mins(1) {
        if xdotool(display, &["search", "--name", "Tabia"]).is_some() {
            return running;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("no window; {:?}", std::fs::read_to_string(&stderr));
}

fn spawn_tabia(display: &str, home: &Path, stderr: &Path) -> Running {
    let child = Command::new(env!("CARGO_BIN_EXE_tabia"))
        .env("DISPLAY", display)
        .env("TABIA_HOME", home)
        .env("LIBGL_ALWAYS_SOFTWARE", "1")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(stderr).expect("a file"))
        .spawn()
        .expect("tabia starts");
    Running(child)
}

fn xdotool(display: &str, args: &[&str]) -> Option<String> {
    let out = Command::new("xdotool").args(args).env("DISPLAY", display).output().ok()?;
    out.status.success().then(|| String::from_utf8_lossy(&out.stdout).trim().to_owned())
}

fn wait_for<T>(what: &str, mut check: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(value) = check() {
            return value;
        }
        assert!(begin.elapsed() < Duration::from_mins(1), "no {what} within a minute");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The centres of two squares in a window of the display's size, found by laying out the same interface without a
/// window.
fn square_centres(squares: [&str; 2]) -> [(i32, i32); 2] {
    let options = ShellOptions::default();
    let mut harness = interface(options, 12);
    harness.run_steps(2);
    squares.map(|square| {
        let centre = harness.get_by_label_contains(&format!("{square}, ")).rect().center();
        (centre.x as i32, centre.y as i32)
    })
}

/// Moves of the main line in the session file, UCI, or `None` while there is no readable file.
fn moves_in(session: &Path) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(session).ok()?;
    let session = Session::parse(&text).expect("a session file is never half-written");
    let game = session.game.restore().expect("and never holds what cannot be restored");
    let line = game.tree.main_line();
    let boards = line.iter().map(|&node| game.tree.board(node));
    let moves = line.iter().skip(1).filter_map(|&node| game.tree.mv(node));
    Some(boards.zip(moves).map(|(board, mv)| uci_move::write(board, mv, false)).collect())
}

fn drag(display: &str, from: (i32, i32), to: (i32, i32)) {
    let half = (i32::midpoint(from.0, to.0), i32::midpoint(from.1, to.1));
    let go = |p: (i32, i32)| {
        xdotool(display, &["mousemove", &p.0.to_string(), &p.1.to_string()]);
        std::thread::sleep(Duration::from_millis(150));
    };
    go(from);
    xdotool(display, &["mousedown", "1"]);
    std::thread::sleep(Duration::from_millis(150));
    go(half);
    go(to);
    xdotool(display, &["mouseup", "1"]);
}

/// Drags a piece and waits for the result. A busy machine can lose mouse events, so the drag is repeated from time to
/// time; once the piece has moved, a drag does nothing.
fn drag_until<T>(
    what: &str,
    display: &str,
    [from, to]: [(i32, i32); 2],
    mut check: impl FnMut() -> Option<T>,
) -> T {
    const AGAIN: Duration = Duration::from_secs(8);
    let mut dragged: Option<Instant> = None;
    wait_for(what, || {
        if dragged.is_none_or(|last| last.elapsed() > AGAIN) {
            drag(display, from, to);
            dragged = Some(Instant::now());
        }
        check()
    })
}

#[test]
fn a_dragged_piece_is_answered_and_survives_a_kill() {
    if !tools_present() {
        println!("skipped: Xvfb or xdotool is not installed");
        return;
    }
    let home = home_of_before();
    let session: PathBuf = home.path().join("session.json");
    let (_xvfb, display) = start_display();
    let tabia = start_tabia(&display, home.path());
    std::thread::sleep(Duration::from_secs(2));

    let [from, to] = square_centres(["e2", "e4"]);
    let moves = drag_until("reply", &display, [from, to], || {
        moves_in(&session).filter(|moves| moves.len() >= 2)
    });
    assert_eq!(moves[0], "e2e4");
    drop(tabia);
    let again = start_tabia(&display, home.path());
    std::thread::sleep(Duration::from_secs(2));
    let [from, to] = square_centres(["a2", "a3"]);
    let longer = drag_until("third move", &display, [from, to], || {
        moves_in(&session).filter(|moves| moves.len() >= 3)
    });
    assert_eq!(longer[..2], moves[..2], "the game was lost with the killed program");
    assert_eq!(longer[2], "a2a3");
    drop(again);
}

/// Exit status and output of a program that cannot open a window because of a limit.
fn refused(display: &str, home: &Path, command: &[&str]) -> (Option<i32>, String) {
    let child = Command::new(command[0])
        .args(&command[1..])
        .env("DISPLAY", display)
        .env("TABIA_HOME", home)
        .env("LIBGL_ALWAYS_SOFTWARE", "1")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut running = Running(child);
    let status = wait_for("end", || running.0.try_wait().expect("a child"));
    let mut stderr = String::new();
    let mut pipe = running.0.stderr.take().expect("piped");
    pipe.read_to_string(&mut stderr).expect("text");
    (status.code(), stderr)
}

#[test]
#[cfg(target_os = "linux")]
fn too_little_memory_for_a_window_gives_a_clear_error() {
    use std::os::unix::fs::PermissionsExt as _;
    if !tools_present() {
        return;
    }
    let (_xvfb, display) = start_display();
    let home = tempfile::tempdir().expect("a folder");
    let open = |path: &Path, mode| {
        let mode = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(path, mode).expect("own folder");
    };
    // Another user must be able to read the program and to write here: limits on threads do not apply to root.
    open(home.path(), 0o777);
    let program = home.path().join("tabia");
    std::fs::copy(env!("CARGO_BIN_EXE_tabia"), &program).expect("a copy");
    let program = program.to_str().expect("text");
    let session = home.path().join("session.json");
    std::fs::write(&session, "what was kept").expect("a file");
    let shell = |limit: &str| format!("ulimit {limit} && exec {program}");
    let root = rustix::process::getuid().is_root();
    let user: &[&str] = if root { &["setpriv", "--reuid", "65534", "--clear-groups"] } else { &[] };
    for (command, wanted) in [
        (
            vec!["sh", "-c", &shell("-v 700000")],
            "address space (`ulimit -v`), and the window needs",
        ),
        (
            [user, &["prlimit", "--nproc=4:4", program]].concat(),
            "and the window needs 16; `ulimit -u`",
        ),
        ([user, &["prlimit", "--nproc=1:1", program]].concat(), "no thread could be started"),
    ] {
        let (code, stderr) = refused(&display, home.path(), &command);
        assert_eq!(code, Some(1), "{command:?}: {stderr}");
        assert!(stderr.starts_with("tabia: ") && stderr.contains(wanted), "{command:?}: {stderr}");
        assert_eq!(std::fs::read_to_string(&session).expect("there"), "what was kept");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_window_that_may_write_no_file_stays_open() {
    if !tools_present() {
        return;
    }
    let (_xvfb, display) = start_display();
    let home = home_of_before();
    let child = Command::new("sh")
        .args(["-c", "ulimit -f 0 && exec \"$0\"", env!("CARGO_BIN_EXE_tabia")])
        .env("DISPLAY", &display)
        .env("TABIA_HOME", home.path())
        .env("LIBGL_ALWAYS_SOFTWARE", "1")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("tabia starts");
    let mut running = Running(child);
    let find = ["search", "--onlyvisible", "--name", "Tabia"];
    let window = wait_for("window", || xdotool(&display, &find).filter(|found| !found.is_empty()));
    let window = window.lines().next().expect("a window");
    xdotool(&display, &["windowfocus", "--sync", window]);
    let [from, to] = square_centres(["e2", "e4"]);
    // The move cannot be seen from outside, and a drag in a window that is still starting is lost.
    for _ in 0..3 {
        drag(&display, from, to);
        std::thread::sleep(Duration::from_secs(4));
    }
    // The first write of the session, and this check, find a program that does not handle the signal.
    for _ in 0..20 {
        xdotool(&display, &["key", "ctrl+q"]);
        std::thread::sleep(Duration::from_millis(100));
        assert_eq!(running.0.try_wait().expect("a child"), None);
    }
    assert!(!home.path().join("session.json").exists());
}
