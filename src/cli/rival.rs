//! Another UCI engine as a child process. It is asked with time-outs, its words are not trusted, and it
//! is gone when this is dropped, whatever it does.

use std::io::{BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread::Builder;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, bounded};

use crate::chess::uci_move;
use crate::game::position::GamePosition;
use crate::search::limits::Limits;
use crate::uci::answer::{Answer, Info, parse};

use super::failure::Failure;
use super::lines::{self, Line};

/// Lines of the engine that can wait; more and it waits itself.
const LINE_ROOM: usize = 1024;
/// How long it may take to say `uciok` or `readyok`.
const HANDSHAKE: Duration = Duration::from_secs(15);
/// How long it may take beyond the time it was given.
const GRACE: Duration = Duration::from_secs(10);
/// How long a search without a limit of time may take.
const LONGEST_SEARCH: Duration = Duration::from_mins(30);
/// How long it may take to leave.
const FAREWELL: Duration = Duration::from_millis(500);

/// A running engine.
pub(super) struct Rival {
    name: String,
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
    options: Vec<String>,
}

impl Rival {
    /// Starts an engine: a path, or a path and arguments.
    pub(super) fn start(command: &str, threads: u32, hash_mib: u32) -> Result<Rival, Failure> {
        let mut words = command.split_whitespace();
        let (program, arguments): (&str, Vec<&str>) = if Path::new(command).is_file() {
            (command, Vec::new())
        } else {
            (words.next().unwrap_or_default(), words.collect())
        };
        let refused = |error| Failure::Refused(format!("{command}: cannot be started: {error}"));
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(refused)?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (sender, lines) = bounded(LINE_ROOM);
        // From here on dropping it ends the child.
        let mut rival =
            Rival { name: command.to_owned(), child, input, lines, options: Vec::new() };
        let listen = move || {
            let Some(output) = output else { return };
            let mut output = BufReader::new(output);
            while let Ok(Some(line)) = lines::next(&mut output) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        };
        Builder::new().name("rival-lines".into()).spawn(listen).map_err(refused)?;
        rival.introduce(threads, hash_mib)?;
        Ok(rival)
    }

    fn introduce(&mut self, threads: u32, hash_mib: u32) -> Result<(), Failure> {
        self.say("uci")?;
        let until = Instant::now() + HANDSHAKE;
        loop {
            match self.answer(until, "uciok")? {
                Answer::Name(name) => self.name = name,
                Answer::Option(option) => self.options.push(option),
                Answer::UciOk => break,
                _ => {}
            }
        }
        for (name, value) in [("Threads", threads), ("Hash", hash_mib)] {
            self.set(name, &value.to_string())?;
        }
        self.ready()
    }

    fn ready(&mut self) -> Result<(), Failure> {
        self.say("isready")?;
        let until = Instant::now() + HANDSHAKE;
        while self.answer(until, "readyok")? != Answer::ReadyOk {}
        Ok(())
    }

    /// What it calls itself.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Sets an option, if it has it.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        if self.options.iter().any(|option| option == name) {
            self.say(&format!("setoption name {name} value {value}"))?;
        }
        Ok(())
    }

    /// Has it forget what it learnt from the last game.
    pub(super) fn new_game(&mut self) -> Result<(), Failure> {
        self.say("ucinewgame")?;
        self.ready()
    }

    /// Searches a position. `hear` is told what it says on the way; the end is its best move, in words, and
    /// the reply it expects.
    pub(super) fn search(
        &mut self,
        position: &GamePosition,
        limits: &Limits,
        mut hear: impl FnMut(Info),
    ) -> Result<[Option<String>; 2], Failure> {
        let chess960 = position.start.is_chess960();
        let mut text = format!("position fen {}", position.start);
        let mut board = position.start;
        for (at, &mv) in position.moves.iter().enumerate() {
            text += if at == 0 { " moves " } else { " " };
            text += &uci_move::write(&board, mv, chess960);
            board.make_move(mv);
        }
        self.set("UCI_Chess960", if chess960 { "true" } else { "false" })?;
        self.say(&text)?;
        self.say(&go(limits))?;
        let longest = limits.movetime.map_or(LONGEST_SEARCH, |time| time + GRACE);
        let until = Instant::now() + longest;
        loop {
            match self.answer(until, "bestmove")? {
                Answer::Info(info) => hear(info),
                Answer::BestMove { best, ponder } => return Ok([best, ponder]),
                _ => {}
            }
        }
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        let gone = || Failure::Refused(format!("{}: the engine has gone", self.name));
        let input = self.input.as_mut().ok_or_else(gone)?;
        input.write_all(format!("{text}\n").as_bytes()).map_err(|_| gone())?;
        input.flush().map_err(|_| gone())
    }

    /// Its next line. `wanted` is what is being waited for, for the message when it does not come.
    fn answer(&self, until: Instant, wanted: &str) -> Result<Answer, Failure> {
        let left = until.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            Ok(Line::Text(text)) => Ok(parse(&text)),
            Ok(Line::TooLong) => Ok(Answer::Other),
            Err(error) if error.is_timeout() => {
                Err(Failure::Refused(format!("{}: no {wanted} came in time", self.name)))
            }
            Err(_) => Err(Failure::Refused(format!(
                "{}: the engine has gone, expected {wanted}",
                self.name
            ))),
        }
    }
}

/// The same limits in words.
fn go(limits: &Limits) -> String {
    let mut text = "go".to_owned();
    let mut add = |word: &str, number: Option<u64>| {
        text.extend(number.map(|number| format!(" {word} {number}")));
    };
    add("depth", limits.depth.map(u64::from));
    add("nodes", limits.nodes);
    add("movetime", limits.movetime.map(|time| time.as_millis() as u64));
    text
}

impl Drop for Rival {
    fn drop(&mut self) {
        // It is asked to leave, its input is closed, and then it is made to leave.
        let _ = self.say("stop");
        let _ = self.say("quit");
        drop(self.input.take());
        let until = Instant::now() + FAREWELL;
        while Instant::now() < until {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
