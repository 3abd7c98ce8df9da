//! A UCI conversation: the position, the options and the search under way, and what each command does
//! to them.
//!
//! One search at a time. While it runs, `stop`, `ponderhit`, `isready` and questions are obeyed
//! at once; whatever changes the state, a further `go` too, waits in order until the search has ended
//! (and so does a `ponderhit` that comes after that `go`). A `stop` ends every search asked for before it: each
//! is answered at once, those that wait by searches of one ply.
//! A search that would never end by itself is stopped for a `go` that waits. So every `go` is answered by one
//! `bestmove`, and a script of any length can be piped in: nothing is dropped, and where too much waits, lines are
//! read when there is room again.
//!
//! A `quit` must end a script after all of its searches, and the search of an interface at once. The two are told
//! apart by how they come: one that came within a moment of the `go` before it, or behind a `go` that waits, waits for
//! the searches that have an end of their own; one that came by itself ends the search under way. The end of the
//! input always waits.
//!
//! After a `position` that is refused there is none until another comes: a `go` is answered by `bestmove 0000`,
//! for the move of the position before would be one of another game.

mod seat;

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, TryRecvError, TrySendError};

use tabia_chess::Board;
use tabia_engine::eval::nnue::{Network, file};
use tabia_engine::uci::command::{PositionText, UciCommand, parse, parse_start};
use tabia_engine::uci::go::Go;
use tabia_engine::uci::info;
use tabia_engine::uci::lines::{Line, MAX_COMMAND_BYTES};
use tabia_engine::uci::option::{Effect, UciOptions, announce_from};
use tabia_games::game::position::GamePosition;
use tabia_host::worker::Handle;
use tabia_host::worker::protocol::{Command, Event, JobId, Watch};

use super::serve::{End, Job};
use crate::failure::Failure;
use crate::look::{board, eval};
use crate::out::Out;
use crate::uci::session::seat::Queue;
pub(super) use seat::Seat;

/// Time between two reports of the move under search, ms.
const PROGRESS_MS: u64 = 1000;
/// How long `quit` waits for the last answer.
const FAREWELL: Duration = Duration::from_secs(1);

/// What is said instead of an answer about a position that was refused.
const NO_POSITION: &str = "there is no position: the last one was refused";

/// A line of the input.
pub(super) struct Heard {
    pub(super) line: Line,
    /// It came within a moment of the line before it.
    pub(super) together: bool,
}

/// How lines have come since the last search was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pace {
    /// Each within a moment of the one before it.
    Script,
    /// With a pause, or no search was asked for yet.
    Conversation,
}

/// Whether the conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Stay,
    Leave,
}

pub(super) struct Session<'a, W: Write> {
    handle: Handle,
    seat: Seat,
    lines: Receiver<Heard>,
    out: &'a mut Out<W>,
    /// No more lines will come.
    closed: bool,
    /// Commands that wait for the end of the search.
    waiting: Queue,
    pace: Pace,
    /// `None` after one that was refused.
    position: Option<GamePosition>,
    options: UciOptions,
    /// The network of the engine.
    network: Option<Arc<Network>>,
    /// The rules of the search are announced among the options.
    with_rules: bool,
    debug: bool,
    job: Option<Job>,
    last_job: JobId,
}

impl<'a, W: Write> Session<'a, W> {
    pub(super) fn new(
        handle: Handle,
        seat: Seat,
        lines: Receiver<Heard>,
        with_rules: bool,
        out: &'a mut Out<W>,
    ) -> Self {
        let mut options = UciOptions::default();
        options.search = seat.first;
        Session {
            with_rules,
            handle,
            seat,
            lines,
            out,
            closed: false,
            waiting: Queue::default(),
            pace: Pace::Conversation,
            position: Some(GamePosition::new(Board::start())),
            options,
            network: file::built_in(),
            debug: false,
            job: None,
            last_job: JobId(0),
        }
    }

    /// Whether a further line would be taken: not after the end of the input, nor while too many wait.
    pub(super) fn listens(&self) -> bool {
        !self.closed && !self.waiting.is_full()
    }

    /// The end of the input: searches that end by themselves are waited for, others stopped.
    pub(super) fn close(&mut self) -> Flow {
        self.closed = true;
        self.stop_endless();
        Flow::Stay
    }

    /// Obeys what has waited, as far as that is possible now.
    pub(super) fn catch_up(&mut self) -> Result<Flow, Failure> {
        let aimed =
            |command: &UciCommand| matches!(command, UciCommand::Stop | UciCommand::PonderHit);
        while self.job.is_none() || self.waiting.first().is_some_and(aimed) {
            let Some(command) = self.waiting.pop() else {
                return Ok(if self.closed { Flow::Leave } else { Flow::Stay });
            };
            if self.obey(command)? == Flow::Leave {
                return Ok(Flow::Leave);
            }
        }
        Ok(Flow::Stay)
    }

    /// Takes a line: obeys it, or lets it wait.
    pub(super) fn hear(&mut self, line: &Heard) -> Result<Flow, Failure> {
        let Some(command) = self.read(line)? else { return Ok(Flow::Stay) };
        let go_waits = self.go_waits();
        let at_once = match command {
            // Meant for the latest `go`, and for everything before it.
            UciCommand::Stop if go_waits => {
                self.obey(UciCommand::Stop)?;
                false
            }
            UciCommand::PonderHit => !go_waits,
            UciCommand::Quit => self.quits_at_once(),
            UciCommand::Stop | UciCommand::IsReady | UciCommand::Uci | UciCommand::Debug(_) => true,
            UciCommand::Display | UciCommand::Eval => self.waiting.is_empty(),
            _ => self.job.is_none() && self.waiting.is_empty(),
        };
        if at_once { self.obey(command) } else { self.wait(command) }
    }

    fn go_waits(&self) -> bool {
        self.waiting.has_search()
    }

    /// Something waits for which a search without an end is stopped.
    fn next_waits(&self) -> bool {
        self.waiting.has_search() || self.waiting.has_quit()
    }

    /// Whether a `quit` heard now ends what is under way.
    fn quits_at_once(&self) -> bool {
        self.pace == Pace::Conversation && !self.go_waits()
    }

    /// The command in a line; what is wrong with the line is said at once.
    fn read(&mut self, heard: &Heard) -> Result<Option<UciCommand>, Failure> {
        if !heard.together {
            self.pace = Pace::Conversation;
        }
        let command = self.parse(&heard.line)?;
        if let Some(UciCommand::Go(_) | UciCommand::Bench(_)) = command {
            self.pace = Pace::Script;
        }
        Ok(command)
    }

    fn parse(&mut self, line: &Line) -> Result<Option<UciCommand>, Failure> {
        let text = match line {
            Line::Text(text) => text,
            Line::TooLong { start, .. } => {
                self.out.heard("(too long)");
                self.say(&format!("a line of more than {MAX_COMMAND_BYTES} bytes was skipped"))?;
                return Ok(parse_start(start));
            }
        };
        self.out.heard(text);
        let parsed = parse(text);
        parsed.notes.iter().try_for_each(|note| self.say(note))?;
        Ok(parsed.command)
    }

    fn wait(&mut self, command: UciCommand) -> Result<Flow, Failure> {
        let quits = command == UciCommand::Quit;
        let searches = matches!(command, UciCommand::Go(_) | UciCommand::Bench(_));
        self.waiting.push(command);
        // With no room left a `stop` could not be heard either.
        let ends = searches || quits || self.waiting.is_full();
        if ends && self.stop_endless() && !quits {
            self.say("the search under way has no end of its own and is stopped for the next")?;
        }
        Ok(Flow::Stay)
    }

    fn obey(&mut self, command: UciCommand) -> Result<Flow, Failure> {
        match command {
            UciCommand::Uci => self.introduce()?,
            UciCommand::Debug(on) => self.debug = on,
            UciCommand::IsReady => self.ready()?,
            UciCommand::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            UciCommand::Register => {}
            UciCommand::NewGame => self.send(Command::NewGame)?,
            UciCommand::Position(text) => self.set_position(&text)?,
            UciCommand::NoPosition => self.position = None,
            UciCommand::Go(go) => match go.perft {
                Some(depth) => self.perft(depth)?,
                None => self.go(&go)?,
            },
            UciCommand::Stop => {
                if let Some(job) = &self.job {
                    self.handle.stop(job.id);
                }
            }
            UciCommand::PonderHit => {
                if let Some(job) = &mut self.job {
                    if job.end == End::PonderHit {
                        job.end = End::Limits;
                    }
                    self.handle.ponder_hit(job.id);
                }
            }
            UciCommand::Quit => return self.quit(),
            UciCommand::Display => match self.board() {
                Some(board) => self.out.lines(board::describe(&board))?,
                None => self.say(NO_POSITION)?,
            },
            UciCommand::Eval => self.evaluate()?,
            UciCommand::Bench(depth) => self.bench(depth)?,
        }
        Ok(Flow::Stay)
    }

    fn board(&self) -> Option<Board> {
        self.position.as_ref().map(GamePosition::board)
    }

    fn evaluate(&mut self) -> Result<(), Failure> {
        let Some(board) = self.board() else { return self.say(NO_POSITION) };
        self.out.lines(eval::table(&tabia_engine::eval::explain(&board)))?;
        match &self.network {
            Some(network) => self.out.lines(eval::network_table(&network.explain(&board), &board)),
            None => Ok(()),
        }
    }

    fn introduce(&mut self) -> Result<(), Failure> {
        self.out.line(concat!("id name Tabia ", env!("CARGO_PKG_VERSION")))?;
        self.out.line("id author the Tabia authors")?;
        self.out.lines(announce_from(self.with_rules, self.seat.first))?;
        self.out.line("uciok")
    }

    /// During a search the answer is due at once; else when everything before it is done.
    fn ready(&mut self) -> Result<(), Failure> {
        if self.job.is_none() {
            self.send(Command::Ping)?;
            loop {
                match self.handle.recv() {
                    Some(Event::Ready) => break,
                    Some(event) => self.event(event)?,
                    None => return Err(gone()),
                }
            }
        }
        self.out.line("readyok")
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Failure> {
        match self.options.set(name, value) {
            Ok(Effect::None) => Ok(()),
            Ok(Effect::Engine) => self.send_options(),
            Ok(Effect::Search) => self.change_search(),
            Ok(Effect::PolicyFile(path)) => self.set_policy(path.as_deref()),
            Ok(Effect::EvalFile(path)) => self.set_network(path.as_deref()),
            Ok(Effect::SyzygyPath(folders)) => self.set_tables(&folders),
            Ok(Effect::ClearHash) => self.send(Command::NewGame),
            Ok(Effect::LogFile) => match self.out.log_to(self.options.log_file.as_deref()) {
                Ok(()) => Ok(()),
                Err(error) => {
                    self.say(&format!("setoption {name}: the file cannot be opened: {error}"))
                }
            },
            Err(error) => self.say(&error.to_string()),
        }
    }

    fn set_position(&mut self, text: &PositionText) -> Result<(), Failure> {
        match text.resolve() {
            Ok(position) => {
                self.position = Some(position);
                Ok(())
            }
            Err(error) => {
                self.position = None;
                self.say(&error.to_string())
            }
        }
    }

    fn go(&mut self, go: &Go) -> Result<(), Failure> {
        let Some(position) = self.position.clone() else {
            self.say(NO_POSITION)?;
            return self.out.line("bestmove 0000");
        };
        let root = position.board();
        let mut notes = Vec::new();
        let limits = go.limits(&root, &mut notes);
        notes.iter().try_for_each(|note| self.say(note))?;
        self.last_job.0 += 1;
        let id = self.last_job;
        let UciOptions { chess960, show_wdl, .. } = self.options;
        let end = End::of(&limits);
        self.send(Command::Search {
            job: id,
            position,
            limits,
            watch: Watch { snapshot_every_ms: Some(PROGRESS_MS), profile: false },
        })?;
        self.job = Some(Job { id, root, chess960, show_wdl, end, told_ms: 0 });
        if self.waiting.has_stop() {
            self.handle.stop(id);
        }
        // Nobody is left to stop it, or the next is waiting already.
        if self.closed || self.next_waits() || self.waiting.is_full() {
            self.stop_endless();
        }
        Ok(())
    }

    /// Stops a search that would not end by itself. Says whether there was one.
    fn stop_endless(&mut self) -> bool {
        let endless = self.job.as_mut().filter(|job| job.end != End::Limits);
        if let Some(job) = endless {
            job.end = End::Limits;
            self.handle.stop(job.id);
            return true;
        }
        false
    }

    fn quit(&mut self) -> Result<Flow, Failure> {
        if let Some(job) = &self.job {
            self.handle.stop(job.id);
        }
        let until = Instant::now() + FAREWELL;
        while self.job.is_some() {
            let left = until.saturating_duration_since(Instant::now());
            let Ok(event) = self.handle.recv_timeout(left) else { break };
            self.event(event)?;
        }
        Ok(Flow::Leave)
    }

    /// The worker has something to tell.
    pub(super) fn news(&mut self) -> Result<Flow, Failure> {
        loop {
            match self.handle.try_recv() {
                Ok(event) => self.event(event)?,
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return Err(gone()),
            }
        }
        if let (Some(live), Some(job)) = (self.handle.take_live(), &mut self.job)
            && live.job == job.id
        {
            job.progress(&live.snapshot, self.out)?;
        }
        Ok(Flow::Stay)
    }

    fn event(&mut self, event: Event) -> Result<(), Failure> {
        match event {
            Event::Iteration { job: id, info } => {
                if let Some(job) = self.job.as_mut().filter(|job| job.id == id) {
                    job.iteration(&info, self.out)?;
                }
            }
            Event::Finished { job: id, outcome, dropped } => {
                if self.debug {
                    let (depth, nodes) = (outcome.depth.unwrap_or(0), outcome.nodes.unwrap_or(0));
                    let reason = outcome.reason;
                    self.say(&format!(
                        "ended by {reason:?} after {depth} plies, {nodes} nodes and {} ms; {dropped} lines \
                         were not told",
                        outcome.time_ms
                    ))?;
                }
                if let Some(job) = self.job.take_if(|job| job.id == id) {
                    job.best_move(&outcome, self.out)?;
                }
            }
            Event::Note { text, .. } | Event::Reduced { text } => self.say(&text)?,
            Event::Failed { job: id, error, .. } => {
                self.say(&error)?;
                if let Some(job) = self.job.take_if(|job| Some(job.id) == id) {
                    job.any_move(self.out)?;
                }
            }
            Event::Started { .. }
            | Event::Ready
            | Event::Lab { .. }
            | Event::LabDone { .. }
            | Event::Looked(_) => {}
        }
        Ok(())
    }

    /// Sends to the worker. Where many options come in a row it needs a moment, and room for its
    /// events.
    fn send(&mut self, mut command: Command) -> Result<(), Failure> {
        loop {
            match self.handle.try_send(command) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Disconnected(_)) => return Err(gone()),
                Err(TrySendError::Full(back)) => command = back,
            }
            if let Ok(event) = self.handle.recv_timeout(Duration::from_millis(1)) {
                self.event(event)?;
            }
        }
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        self.out.line(info::string(text))
    }
}

fn gone() -> Failure {
    Failure::Refused("the engine has gone".into())
}
