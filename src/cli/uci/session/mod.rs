//! A UCI session: position, options, current search, and the effect of each command.
//!
//! There is one search at a time. While it runs, `stop`, `ponderhit`, `isready` and questions are executed at once;
//! commands that change the state, including a further `go`, are queued in order (and so is a `ponderhit` after that
//! `go`). A `stop` ends every search requested before it: each gets a `bestmove`, queued ones after one ply. A search
//! that would never end is stopped for a queued `go`. So every `go` but `go perft` gets one `bestmove`, and a script of
//! any length can be piped in: nothing is dropped, and when the queue is full no lines are read.
//!
//! `quit` must end a script only after all of its searches, but end the search of a GUI at once. The timing decides: a
//! `quit` that arrived right after its `go`, or after a queued `go`, waits for the searches that end by themselves if the
//! input goes on or ends right after it; any other ends the current search. The end of the input waits like that too,
//! unless it comes after a pause: then it is a `quit`.
//!
//! After an invalid `position` there is none until the next one: `go` is answered by `bestmove 0000`, because a move
//! for the previous position would belong to another game.

mod seat;

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Select, TryRecvError, TrySendError};

use tabia_chess::Board;
use tabia_engine::eval::nnue::{Network, file};
use tabia_engine::uci::command::{PositionText, UciCommand, parse, parse_start};
use tabia_engine::uci::go::Go;
use tabia_engine::uci::info;
use tabia_engine::uci::lines::{Line, MAX_COMMAND_BYTES};
use tabia_engine::uci::option::{Effect, UciOptions, announce};
use tabia_games::game::position::GamePosition;
use tabia_host::worker::Handle;
use tabia_host::worker::protocol::{Command, Event, JobId, Watch};
use tabia_lab::xray::Terms;

use super::serve::{End, Job, SCRIPT_GAP};
use crate::failure::Failure;
use crate::out::Out;
use crate::position::{board, eval};
use crate::uci::session::seat::Queue;
pub(super) use seat::Seat;

/// Time between two progress reports, ms.
const PROGRESS_MS: u64 = 1000;
/// How long `quit` waits for the last answer.
const QUIT_TIMEOUT: Duration = Duration::from_secs(1);

/// So many first and so many last notes on a command are said.
const NOTES_AT_AN_END: usize = 8;

/// Message instead of an answer for an invalid position.
const NO_POSITION: &str = "there is no position: the last one was refused";

pub(super) struct InputLine {
    pub(super) line: Line,
    /// It arrived right after the previous line.
    pub(super) together: bool,
}

/// How lines have arrived since the last `go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InputMode {
    /// Each right after the previous one.
    Script,
    /// With a pause, or there was no `go` yet.
    Conversation,
}

/// Whether the session continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Continue,
    Quit,
}

pub(super) struct Session<'a, W: Write> {
    handle: Handle,
    seat: Seat,
    lines: Receiver<InputLine>,
    out: &'a mut Out<W>,
    /// The input has ended.
    closed: bool,
    /// Commands queued until the end of the search.
    waiting: Queue,
    input_mode: InputMode,
    /// `None` after an invalid one.
    position: Option<GamePosition>,
    options: UciOptions,
    /// Evaluation network.
    network: Option<Arc<Network>>,
    /// Search rules are announced among the options.
    with_rules: bool,
    debug: bool,
    job: Option<Job>,
    last_job: JobId,
}

impl<'a, W: Write> Session<'a, W> {
    pub(super) fn new(
        handle: Handle,
        seat: Seat,
        lines: Receiver<InputLine>,
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
            input_mode: InputMode::Conversation,
            position: Some(GamePosition::new(Board::start())),
            options,
            network: file::built_in(),
            debug: false,
            job: None,
            last_job: JobId(0),
        }
    }

    /// Whether another line is accepted: not after the end of the input or when the queue is full.
    pub(super) fn accepts_lines(&self) -> bool {
        !self.closed && !self.waiting.is_full()
    }

    /// The input has ended: searches that end by themselves are finished, others stopped.
    pub(super) fn close(&mut self) -> Flow {
        self.closed = true;
        self.stop_endless();
        Flow::Continue
    }

    /// Executes queued commands as far as possible. Only then is it known whether the search under way ends by itself:
    /// its `ponderhit` may have been queued.
    pub(super) fn process_queue(&mut self) -> Result<Flow, Failure> {
        self.answer_failed()?;
        let aimed =
            |command: &UciCommand| matches!(command, UciCommand::Stop | UciCommand::PonderHit);
        while self.job.is_none() || self.waiting.first().is_some_and(aimed) {
            let Some(command) = self.waiting.pop() else {
                return Ok(if self.closed { Flow::Quit } else { Flow::Continue });
            };
            if self.execute(command)? == Flow::Quit {
                return Ok(Flow::Quit);
            }
        }
        // No one can stop it, or the next command is queued.
        if self.closed || self.next_waits() || self.waiting.is_full() {
            self.stop_endless();
        }
        Ok(Flow::Continue)
    }

    /// Executes a line or queues it.
    pub(super) fn handle_line(&mut self, line: &InputLine) -> Result<Flow, Failure> {
        let Some(command) = self.read(line)? else { return Ok(Flow::Continue) };
        let go_waits = self.go_waits();
        let at_once = match command {
            // It applies to the last `go` and everything before it.
            UciCommand::Stop if go_waits => {
                self.execute(UciCommand::Stop)?;
                false
            }
            UciCommand::PonderHit => !go_waits,
            UciCommand::Quit => self.quits_at_once(),
            UciCommand::Stop | UciCommand::IsReady | UciCommand::Uci | UciCommand::Debug(_) => true,
            UciCommand::Display | UciCommand::Eval => self.waiting.is_empty(),
            _ => self.job.is_none() && self.waiting.is_empty(),
        };
        if at_once { self.execute(command) } else { self.wait(command) }
    }

    fn go_waits(&self) -> bool {
        self.waiting.has_search()
    }

    /// Whether a queued command requires an endless search to stop.
    fn next_waits(&self) -> bool {
        self.waiting.has_search() || self.waiting.has_quit()
    }

    /// Whether a `quit` now ends the current search.
    fn quits_at_once(&self) -> bool {
        let in_script = self.input_mode == InputMode::Script || self.go_waits();
        !in_script || !self.ends_soon()
    }

    /// Whether more input or its end follows at once.
    fn ends_soon(&self) -> bool {
        let mut input = Select::new();
        input.recv(&self.lines);
        input.ready_timeout(SCRIPT_GAP).is_ok()
    }

    /// Parses a line and reports its errors.
    fn read(&mut self, input: &InputLine) -> Result<Option<UciCommand>, Failure> {
        if !input.together {
            self.input_mode = InputMode::Conversation;
        }
        let command = self.parse(&input.line)?;
        if let Some(UciCommand::Go(_) | UciCommand::Bench(_)) = command {
            self.input_mode = InputMode::Script;
        }
        Ok(command)
    }

    fn parse(&mut self, line: &Line) -> Result<Option<UciCommand>, Failure> {
        let text = match line {
            Line::Text(text) => text,
            Line::TooLong { start, .. } => {
                self.out.log_input("(too long)");
                self.say(&format!("a line of more than {MAX_COMMAND_BYTES} bytes was skipped"))?;
                return Ok(parse_start(start));
            }
        };
        self.out.log_input(text);
        if let Some(error) = self.out.take_log_failure() {
            self.say(&format!(
                "Debug Log File: the file cannot be written and is closed: {error}"
            ))?;
        }
        let parsed = parse(text);
        self.say_all(&parsed.notes)?;
        Ok(parsed.command)
    }

    fn wait(&mut self, command: UciCommand) -> Result<Flow, Failure> {
        let quits = command == UciCommand::Quit;
        let searches = matches!(command, UciCommand::Go(_) | UciCommand::Bench(_));
        self.waiting.push(command);
        // A full queue could not accept a `stop` either.
        let ends = searches || quits || self.waiting.is_full();
        if ends && self.stop_endless() && !quits {
            self.say("the search under way has no end of its own and is stopped for the next")?;
        }
        Ok(Flow::Continue)
    }

    fn execute(&mut self, command: UciCommand) -> Result<Flow, Failure> {
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
                self.stop();
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
        Ok(Flow::Continue)
    }

    fn board(&self) -> Option<Board> {
        self.position.as_ref().map(GamePosition::board)
    }

    fn evaluate(&mut self) -> Result<(), Failure> {
        let Some(board) = self.board() else { return self.say(NO_POSITION) };
        self.out.lines(eval::table(&Terms::of(&board)))?;
        match &self.network {
            Some(network) => self.out.lines(eval::network_table(&network.explain(&board), &board)),
            None => Ok(()),
        }
    }

    fn introduce(&mut self) -> Result<(), Failure> {
        self.out.line(concat!("id name Tabia ", env!("CARGO_PKG_VERSION")))?;
        self.out.line("id author the Tabia authors")?;
        self.out.lines(announce(self.with_rules, self.seat.first))?;
        self.out.line("uciok")
    }

    /// During a search `readyok` is sent at once; otherwise after everything before it.
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
        let mut notes = Vec::new();
        match text.resolve(&mut notes) {
            Ok(position) => {
                self.position = Some(position);
                self.say_all(&notes)
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
        self.say_all(&notes)?;
        self.last_job.0 += 1;
        let id = self.last_job;
        let UciOptions { chess960, show_wdl, .. } = self.options;
        let end = End::of(&limits);
        let search_moves = limits.search_moves.clone();
        self.send(Command::Search {
            job: id,
            position,
            limits,
            watch: Watch { snapshot_every_ms: Some(PROGRESS_MS), profile: false, tree: false },
        })?;
        self.job = Some(Job {
            id,
            root,
            search_moves,
            chess960,
            show_wdl,
            end,
            failed: false,
            reported_ms: 0,
            reported_nodes: None,
        });
        if self.waiting.has_stop() {
            self.stop();
        }
        Ok(())
    }

    /// Stops the current search.
    fn stop(&mut self) {
        if let Some(job) = &mut self.job {
            job.end = End::Limits;
            self.handle.stop(job.id);
        }
    }

    /// Stops a search that would never end by itself. Returns whether there was one.
    fn stop_endless(&mut self) -> bool {
        let endless = self.job.as_ref().is_some_and(|job| job.end != End::Limits);
        if endless {
            self.stop();
        }
        endless
    }

    /// Answers for a search that has failed, once an answer is expected: an infinite one has to wait for its `stop`.
    fn answer_failed(&mut self) -> Result<(), Failure> {
        match self.job.take_if(|job| job.failed && job.end == End::Limits) {
            Some(job) => job.any_move(self.out),
            None => Ok(()),
        }
    }

    fn quit(&mut self) -> Result<Flow, Failure> {
        self.stop();
        self.answer_failed()?;
        let until = Instant::now() + QUIT_TIMEOUT;
        while self.job.is_some() {
            let left = until.saturating_duration_since(Instant::now());
            let Ok(event) = self.handle.recv_timeout(left) else { break };
            self.event(event)?;
        }
        Ok(Flow::Quit)
    }

    /// Handles an event of the worker.
    pub(super) fn handle_event(&mut self) -> Result<Flow, Failure> {
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
        Ok(Flow::Continue)
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
                    let reason = outcome.reason.words();
                    self.say(&format!(
                        "ended by {reason} after {depth} plies, {nodes} nodes and {} ms; {dropped} lines \
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
                if let Some(job) = self.job.as_mut().filter(|job| Some(job.id) == id) {
                    job.failed = true;
                }
                self.answer_failed()?;
            }
            Event::Started { .. }
            | Event::Ready
            | Event::Lab { .. }
            | Event::LabDone { .. }
            | Event::Inspection(_) => {}
        }
        Ok(())
    }

    /// Sends a command to the worker. After many options in a row it may have to wait for room for the worker's events.
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

    /// Says the notes on a command; of many only the first and the last, because the last say what follows from them.
    fn say_all(&mut self, notes: &[String]) -> Result<(), Failure> {
        let (first, rest) = notes.split_at(notes.len().min(NOTES_AT_AN_END));
        let (between, last) = rest.split_at(rest.len().saturating_sub(NOTES_AT_AN_END));
        first.iter().try_for_each(|note| self.say(note))?;
        if !between.is_empty() {
            self.say(&format!("{} notes like these are left out", between.len()))?;
        }
        last.iter().try_for_each(|note| self.say(note))
    }
}

fn gone() -> Failure {
    Failure::Refused("the engine has gone".into())
}

#[cfg(test)]
mod tests {
    use tabia_engine::uci::search_option::SearchKind;

    use super::*;

    #[test]
    fn a_search_that_fails_is_answered_when_an_answer_is_due_and_by_a_move_that_was_asked_for() {
        for (go, held, ends) in [
            ("go infinite searchmoves d2d4 e2e4", true, "stop"),
            ("go ponder movetime 60000 searchmoves d2d4", true, "ponderhit"),
            ("go movetime 60000 searchmoves d2d4", false, ""),
            ("go infinite searchmoves d2d4", true, "go movetime 60000 searchmoves d2d4"),
        ] {
            let mut text = Vec::new();
            let mut out = Out::new(&mut text);
            let (handle, seat) = Seat::take(SearchKind::AlphaBeta, Arc::new(|_| {})).unwrap();
            let (_sender, lines) = crossbeam_channel::bounded(1);
            let mut session = Session::new(handle, seat, lines, false, &mut out);
            let say = |session: &mut Session<'_, _>, text: &str| {
                let line = InputLine { line: Line::Text(text.into()), together: false };
                session.handle_line(&line).unwrap();
            };
            say(&mut session, go);
            let failed =
                Event::Failed { job: Some(session.last_job), error: "broken".into(), advice: None };
            session.event(failed).unwrap();
            session.process_queue().unwrap();
            assert_eq!(session.job.is_some(), held, "{go}");
            say(&mut session, ends);
            session.answer_failed().unwrap();
            drop(session);
            let text = String::from_utf8(text).unwrap();
            assert!(text.ends_with("bestmove d2d4\n"), "{go}: {text}");
        }
    }

    /// What is answered to lines that arrive together before any of them is executed.
    fn answers(script: &[&str]) -> String {
        let mut text = Vec::new();
        let mut out = Out::new(&mut text);
        let (handle, seat) = Seat::take(SearchKind::AlphaBeta, Arc::new(|_| {})).unwrap();
        let (_sender, lines) = crossbeam_channel::bounded(1);
        let mut session = Session::new(handle, seat, lines, false, &mut out);
        for line in script {
            let line = InputLine { line: Line::Text((*line).into()), together: true };
            session.handle_line(&line).unwrap();
        }
        session.close();
        while session.process_queue().unwrap() == Flow::Continue {
            let event = session.handle.recv().unwrap();
            session.event(event).unwrap();
        }
        drop(session);
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn a_queued_ponder_search_with_a_hit_is_not_cut_off() {
        // The other two would never end if they were not stopped.
        for (ponder, after, answered, whole) in [
            ("go ponder depth 9", &["ponderhit", "go depth 1"][..], 3, true),
            ("go ponder depth 9", &["go depth 1"], 3, false),
            ("go ponder", &["ponderhit"], 2, false),
        ] {
            let script = [&["go infinite", ponder], after].concat();
            let text = answers(&script);
            assert_eq!(text.matches("bestmove").count(), answered, "{script:?}: {text}");
            assert!(!whole || text.contains("info depth 9 "), "{script:?}: {text}");
        }
    }

    #[test]
    fn many_notes_are_reported_by_the_first_and_the_last() {
        let text = answers(&[&format!("go depth 1 searchmoves{}", " e2e5".repeat(1_000))]);
        assert_eq!(text.matches("go searchmoves: ").count(), 15, "{text}");
        assert!(text.contains("info string 985 notes like these are left out"), "{text}");
        assert!(text.contains("none of the searchmoves is legal"), "{text}");
    }
}
