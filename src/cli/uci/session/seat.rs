//! The engine of a session with its networks and tablebases, which the next engine takes over.

use std::collections::VecDeque;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crossbeam_channel::{Receiver, TryRecvError, bounded, never, select};

use super::{InputLine, NO_POSITION, Session};
use crate::failure::Failure;
use crate::position::bench::BenchArgs;
use crate::position::{bench, perft};
use tabia_engine::alphabeta::bench::DEPTH;
use tabia_engine::alphabeta::search_thread;
use tabia_engine::eval::nnue::{Network, file};
use tabia_engine::eval::policy::PolicyNet;
use tabia_engine::search::limits::{StopSignal, StopToken};
use tabia_engine::search::thinker::CommonOptions;
use tabia_engine::uci::command::UciCommand;
use tabia_engine::uci::option::UciOptions;
use tabia_engine::uci::search_option::SearchKind;
use tabia_games::tablebase::{Syzygy, refused_in_words};
use tabia_host::kinds;
use tabia_host::kinds::SeatOptions;
use tabia_host::worker::protocol::Command;
use tabia_host::worker::{Handle, Wake};

/// Data for replacing the engine.
pub(in crate::uci) struct Seat {
    /// Called when the engine has an event.
    wake: Wake,
    /// The initial kind of engine.
    pub(super) first: SearchKind,
    /// The current kind of engine.
    now: SearchKind,
    /// A limited strength is set that this engine does not have, which has been said.
    limit_is_unused: bool,
    policy: Option<Arc<PolicyNet>>,
    tables: Option<Arc<Syzygy>>,
}

impl Seat {
    /// Starts the first engine.
    pub(in crate::uci) fn take(search: SearchKind, wake: Wake) -> std::io::Result<(Handle, Seat)> {
        let handle = spawn(search, &wake)?;
        let seat = Seat {
            wake,
            first: search,
            now: search,
            limit_is_unused: false,
            policy: None,
            tables: None,
        };
        Ok((handle, seat))
    }
}

fn spawn(search: SearchKind, wake: &Wake) -> std::io::Result<Handle> {
    let config = (kinds::of_search(search).config)(&UciOptions::default());
    Handle::spawn(config, Arc::clone(wake))
}

impl<W: Write> Session<'_, W> {
    /// Options for the current kind of engine.
    pub(super) fn seat_options(&self) -> SeatOptions {
        match (kinds::of_search(self.options.search).config)(&self.options).options() {
            SeatOptions::Common(common) => SeatOptions::Common(CommonOptions {
                multi_pv: self.options.engine.multi_pv,
                ..common
            }),
            options => options,
        }
    }

    /// Sends the options to the engine and reports those it does not have.
    pub(super) fn send_options(&mut self) -> Result<(), Failure> {
        let options = self.seat_options();
        self.send(Command::SetOptions(options))?;
        let limited = self.options.engine.strength.elo().is_some();
        let search = self.options.search;
        let is_unused = search != SearchKind::AlphaBeta && limited;
        if is_unused && !self.seat.limit_is_unused {
            let word = search.word();
            self.say(&format!("Search {word} has one strength: what limits it is left aside"))?;
        }
        self.seat.limit_is_unused = is_unused;
        Ok(())
    }

    /// Replaces the engine and sets all options.
    pub(super) fn change_search(&mut self) -> Result<(), Failure> {
        let search = self.options.search;
        if search == self.seat.now {
            return Ok(());
        }
        match spawn(search, &self.seat.wake) {
            // The old engine is idle, because options are set between searches.
            Ok(handle) => self.handle = handle,
            Err(error) => {
                self.options.search = self.seat.now;
                return self.say(&format!("setoption Search: no thread could be started: {error}"));
            }
        }
        self.seat.now = search;
        self.send_options()?;
        self.send(Command::SetNetwork(self.network.clone()))?;
        self.send(Command::SetPolicy(self.seat.policy.clone()))?;
        self.send(Command::SetTables(self.seat.tables.clone()))
    }

    /// Loads a network, or the built-in one; an invalid file changes nothing.
    pub(super) fn set_network(&mut self, path: Option<&Path>) -> Result<(), Failure> {
        match path.map(Network::open).transpose() {
            Ok(network) => {
                let network = network.map(Arc::new);
                self.network = network.clone().or_else(file::built_in);
                self.send(Command::SetNetwork(network))
            }
            Err(error) => self.say(&format!("setoption EvalFile: {error}")),
        }
    }

    /// Loads a policy network, or the built-in one; an invalid file changes nothing.
    pub(super) fn set_policy(&mut self, path: Option<&Path>) -> Result<(), Failure> {
        match path.map(PolicyNet::load).transpose() {
            Ok(policy) => {
                self.seat.policy = policy.map(Arc::new);
                self.send(Command::SetPolicy(self.seat.policy.clone()))
            }
            Err(error) => self.say(&format!("setoption PolicyFile: {error}")),
        }
    }

    /// Opens tablebases. If that fails the session continues without any.
    pub(super) fn set_tables(&mut self, folders: &[PathBuf]) -> Result<(), Failure> {
        self.seat.tables = None;
        if folders.is_empty() {
            return self.send(Command::SetTables(None));
        }
        match Syzygy::open(folders) {
            Ok(tables) => {
                let (files, men) = (tables.tables(), tables.most_men());
                if let Some(damaged) = refused_in_words(tables.refused()) {
                    self.say(&format!("setoption SyzygyPath: {damaged}"))?;
                }
                self.seat.tables = Some(Arc::new(tables));
                self.send(Command::SetTables(self.seat.tables.clone()))?;
                self.say(&format!(
                    "SyzygyPath: found tables for {files} endings of up to {men} men"
                ))
            }
            Err(error) => {
                self.send(Command::SetTables(None))?;
                self.say(&format!("setoption SyzygyPath: {error}; no tables are in use"))
            }
        }
    }
}

// Queue of commands that wait for the end of a search. None is dropped: when it is full, no more lines are read.

/// Memory limit of the queue, bytes: some hundred thousand typical commands.
const ROOM: usize = 64 << 20;

#[derive(Debug, Default)]
pub(super) struct Queue {
    commands: VecDeque<UciCommand>,
    /// Approximate memory of all commands, bytes.
    bytes: usize,
    /// Number of `go` commands.
    searches: usize,
    /// Number of `stop` commands.
    stops: usize,
    /// Number of `quit` commands.
    quits: usize,
}

impl Queue {
    pub(super) fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }

    /// Whether the queue is full.
    pub(super) fn is_full(&self) -> bool {
        self.bytes >= ROOM
    }

    /// Whether a `go` is queued.
    pub(super) fn has_search(&self) -> bool {
        self.searches > 0
    }

    /// Whether a `stop` is queued; it applies to everything before it.
    pub(super) fn has_stop(&self) -> bool {
        self.stops > 0
    }

    /// Whether a `quit` is queued.
    pub(super) fn has_quit(&self) -> bool {
        self.quits > 0
    }

    pub(super) fn first(&self) -> Option<&UciCommand> {
        self.commands.front()
    }

    pub(super) fn push(&mut self, command: UciCommand) {
        self.count(&command);
        self.commands.push_back(command);
    }

    /// Inserts a command at the front.
    pub(super) fn push_first(&mut self, command: UciCommand) {
        self.count(&command);
        self.commands.push_front(command);
    }

    pub(super) fn pop(&mut self) -> Option<UciCommand> {
        let command = self.commands.pop_front()?;
        self.bytes -= size(&command);
        self.searches -= usize::from(is_search(&command));
        self.stops -= usize::from(command == UciCommand::Stop);
        self.quits -= usize::from(command == UciCommand::Quit);
        Some(command)
    }

    fn count(&mut self, command: &UciCommand) {
        self.bytes += size(command);
        self.searches += usize::from(is_search(command));
        self.stops += usize::from(*command == UciCommand::Stop);
        self.quits += usize::from(*command == UciCommand::Quit);
    }
}

fn is_search(command: &UciCommand) -> bool {
    matches!(command, UciCommand::Go(_) | UciCommand::Bench(_))
}

/// Approximate memory of a command, bytes.
fn size(command: &UciCommand) -> usize {
    /// Overhead of a small allocation, bytes.
    const PIECE: usize = 32;
    let own = size_of::<UciCommand>();
    own + match command {
        UciCommand::Position(text) => {
            let fen = text.fen.as_ref().map_or(0, |fen| PIECE + fen.len());
            let mv = |mv: &String| size_of::<String>() + PIECE + mv.len();
            fen + text.moves.iter().map(mv).sum::<usize>()
        }
        UciCommand::SetOption { name, value } => {
            2 * PIECE + name.len() + value.as_ref().map_or(0, String::len)
        }
        UciCommand::Go(go) => {
            go.search_moves.iter().map(|mv| size_of::<String>() + PIECE + mv.len()).sum()
        }
        _ => 0,
    }
}

// Perft and bench: long work outside the worker, during which input is still handled.

/// Capacity of the queue of bench output lines.
const LINE_ROOM: usize = 16;

impl<W: Write> Session<'_, W> {
    pub(super) fn perft(&mut self, depth: u32) -> Result<(), Failure> {
        let Some(position) = &self.position else { return self.say(NO_POSITION) };
        let root = position.board();
        let mut total = u64::from(depth == 0);
        if depth > 0 {
            for mv in perft::sorted_moves(&root) {
                let mut go_on = || self.keep_going();
                let below = perft::interruptible(&root.after(mv), depth - 1, &mut go_on)?;
                let Some(nodes) = below else { return self.say("go perft: stopped") };
                self.out.line(perft::branch(&root, mv, nodes, self.options.chess960))?;
                total += nodes;
            }
        }
        self.out.line(perft::total(total))
    }

    /// Handles input during perft. `isready` is answered; `stop` ends it, and so does a `quit` that is not that of a
    /// script; everything else is queued.
    fn keep_going(&mut self) -> Result<bool, Failure> {
        if self.waiting.has_stop() {
            return Ok(false);
        }
        while !self.waiting.is_full() {
            match self.lines.try_recv() {
                Ok(line) if self.continues_after(&line)? => {}
                Ok(_) => return Ok(false),
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => break,
            }
        }
        Ok(true)
    }

    /// Handles a line during long work; returns whether the work continues.
    fn continues_after(&mut self, line: &InputLine) -> Result<bool, Failure> {
        match self.read(line)? {
            None => {}
            Some(UciCommand::Stop) => {
                // It applies to queued commands too.
                if self.go_waits() {
                    self.waiting.push(UciCommand::Stop);
                }
                return Ok(false);
            }
            Some(UciCommand::Quit) if self.quits_at_once() => {
                self.waiting.push_first(UciCommand::Quit);
                return Ok(false);
            }
            Some(UciCommand::IsReady) => self.out.line("readyok")?,
            Some(UciCommand::Uci) => self.introduce()?,
            Some(UciCommand::Debug(on)) => self.debug = on,
            Some(command) => drop(self.wait(command)?),
        }
        Ok(true)
    }

    /// Runs the bench on its own thread; it can be ended like perft. A bench deeper than usual may never finish, so it
    /// is also ended like an endless search: by a queued `go` or `quit`, and by the end of the input.
    pub(super) fn bench(&mut self, depth: Option<u32>) -> Result<(), Failure> {
        let token = Arc::new(StopToken::default());
        let stop = StopSignal::new(token.clone(), 1);
        let (send, output) = bounded(LINE_ROOM);
        let args = BenchArgs { depth, ..BenchArgs::default() };
        let work = move || {
            let send_line = |line: String| send.send(line).map_err(|_| Failure::Closed);
            bench::run_until(&args, &stop, send_line)
        };
        let thread = match search_thread("bench").spawn(work) {
            Ok(thread) => thread,
            Err(error) => return self.say(&format!("bench: no thread could be started: {error}")),
        };
        let ended = self.forward_lines(&output, depth.is_some_and(|depth| depth > DEPTH));
        token.stop(1);
        drop(output);
        match thread.join() {
            Ok(Err(Failure::Refused(error))) if ended.is_ok() => {
                self.say(&format!("bench: {error}"))
            }
            // A line that was not accepted belongs to a stopped bench. A panic has already printed its message.
            _ => ended,
        }
    }

    /// Forwards the lines of the bench until it ends or is stopped.
    fn forward_lines(&mut self, output: &Receiver<String>, endless: bool) -> Result<(), Failure> {
        let (input, no_input) = (self.lines.clone(), never());
        loop {
            let unwanted = self.waiting.has_stop()
                || endless && (self.closed || self.next_waits() || self.waiting.is_full());
            if unwanted {
                return self.say("bench: stopped");
            }
            let ignores_input = self.closed || self.waiting.is_full();
            let input = if ignores_input { &no_input } else { &input };
            select! {
                recv(output) -> line => match line {
                    Ok(line) => self.out.line(line)?,
                    Err(_) => return Ok(()),
                },
                recv(input) -> line => match line {
                    Ok(line) if self.continues_after(&line)? => {}
                    Ok(_) => return self.say("bench: stopped"),
                    Err(_) => self.closed = true,
                },
            }
        }
    }
}

#[cfg(test)]
mod queue_tests {
    use super::*;
    use tabia_engine::uci::command::parse;

    fn command(line: &str) -> UciCommand {
        parse(line).command.unwrap()
    }

    #[test]
    fn commands_come_out_in_order_and_are_counted() {
        let mut queue = Queue::default();
        let lines =
            ["position startpos moves e2e4", "go searchmoves e7e5", "setoption name Hash value 3"];
        for line in lines {
            queue.push(command(line));
        }
        assert!(queue.has_search() && !queue.is_full() && !queue.is_empty());
        queue.push_first(command("quit"));
        assert_eq!(queue.first(), Some(&UciCommand::Quit));
        assert_eq!(queue.pop(), Some(UciCommand::Quit));
        for line in lines {
            assert_eq!(queue.pop(), Some(command(line)));
        }
        assert_eq!((queue.pop(), queue.bytes, queue.searches), (None, 0, 0));
    }

    #[test]
    fn thousands_of_long_games_fit_and_no_more_than_memory_has() {
        let mut queue = Queue::default();
        let game = format!("position startpos moves{}", " g1f3 g8f6 f3g1 f6g8".repeat(50));
        let mut pairs = 0;
        while !queue.is_full() {
            queue.push(command(&game));
            queue.push(command("go nodes 100"));
            pairs += 1;
        }
        assert!((4_000..10_000).contains(&pairs), "{pairs}");
        while queue.pop().is_some() {}
        assert!(!queue.is_full() && !queue.has_search());
    }
}
