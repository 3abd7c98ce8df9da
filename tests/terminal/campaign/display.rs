//! A virtual display, a window on it, and key presses.

use std::io::Read as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Longest wait for a window.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A child process that ends with the test.
#[derive(Debug)]
pub(crate) struct Running(pub(crate) Child);

impl Running {
    /// Kills it without a chance to clean up.
    pub(crate) fn kill(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }

    /// Whether it has exited normally.
    pub(crate) fn has_quit(&mut self) -> bool {
        self.0.try_wait().unwrap().is_some_and(|status| status.success())
    }

    /// Whether it still runs.
    pub(crate) fn lives(&mut self) -> bool {
        self.0.try_wait().unwrap().is_none()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The virtual display.
#[derive(Debug)]
pub(crate) struct Display {
    _xvfb: Running,
    name: String,
}

impl Display {
    /// `None` if Xvfb or xdotool is not installed.
    pub(crate) fn start() -> Option<Display> {
        let mut xvfb = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1600x1000x24", "-nolisten", "tcp"])
            // Otherwise it restarts whenever the last client leaves, and refuses connections meanwhile.
            .arg("-noreset")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut out = xvfb.stdout.take()?;
        let (mut number, mut byte) = (String::new(), [0u8]);
        while out.read(&mut byte).ok()? == 1 && byte[0] != b'\n' {
            number.push(char::from(byte[0]));
        }
        let display = Display { _xvfb: Running(xvfb), name: format!(":{}", number.trim()) };
        display.xdotool(&["version"]).map(|_| display)
    }

    /// The output of xdotool; `None` if it failed.
    pub(crate) fn xdotool(&self, args: &[&str]) -> Option<String> {
        let out = Command::new("xdotool").args(args).env("DISPLAY", &self.name).output().ok()?;
        out.status.success().then(|| String::from_utf8_lossy(&out.stdout).trim().to_owned())
    }

    /// Starts the program, waits for its window, gives it the keyboard focus, and returns the window's number.
    pub(crate) fn open(&self, home: &Path) -> Option<(Running, String)> {
        let stderr = std::fs::File::create(home.join("stderr.txt")).unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_tabia"))
            .env("DISPLAY", &self.name)
            .env("TABIA_HOME", home)
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(stderr)
            .spawn()
            .unwrap();
        let mut running = Running(child);
        let begin = Instant::now();
        while begin.elapsed() < TIMEOUT && running.lives() {
            let found = self.xdotool(&["search", "--onlyvisible", "--name", "Tabia"]);
            if let Some(window) = found.as_deref().and_then(|found| found.lines().next()) {
                self.xdotool(&["windowfocus", "--sync", window]);
                return Some((running, window.to_owned()));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        None
    }
}

/// A key of the command table as xdotool calls it.
pub(crate) fn key_name(keys: tabia_app::commands::command::Keys) -> String {
    let key = match keys.key {
        "ArrowLeft" => "Left",
        "ArrowRight" => "Right",
        "ArrowUp" => "Up",
        "ArrowDown" => "Down",
        "PageUp" => "Prior",
        "PageDown" => "Next",
        "Enter" => "Return",
        "Space" => "space",
        "Backspace" => "BackSpace",
        "Comma" => "comma",
        "Plus" => "plus",
        "Minus" => "minus",
        "Equals" => "equal",
        "Questionmark" => "question",
        letter if letter.len() == 1 => return held(keys) + &letter.to_lowercase(),
        other => other,
    };
    held(keys) + key
}

fn held(keys: tabia_app::commands::command::Keys) -> String {
    let names = [(keys.ctrl, "ctrl+"), (keys.shift, "shift+"), (keys.alt, "alt+")];
    names.iter().filter(|(held, _)| *held).map(|(_, name)| *name).collect()
}
