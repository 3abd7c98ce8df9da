//! The UCI loop between standard input, the worker and standard output. `uci` parses lines, `session` executes
//! commands.

use std::io;
use std::io::{BufReader, IsTerminal as _, StdinLock, Write};
use std::sync::Arc;
use std::thread::Builder;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, bounded, never, select};
#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::session::{Flow, InputLine, Seat, Session};
use crate::args::UciArgs;
use crate::failure::Failure;
use crate::hangup;
use crate::out::Out;
use tabia_chess::{Board, Move};
use tabia_engine::search::limits::Limits;
use tabia_engine::search::report::{IterationInfo, SearchOutcome, Snapshot};
use tabia_engine::uci::command::parse;
use tabia_engine::uci::go;
use tabia_engine::uci::info::Root;
use tabia_engine::uci::lines::Line;
use tabia_engine::uci::search_option::SearchKind;
use tabia_engine::uci::{info, lines};
use tabia_host::worker::protocol::JobId;

/// Capacity of the line queue; the sender waits when it is full.
const LINE_ROOM: usize = 64;
/// Read buffer size, larger than that of standard input, which is then bypassed.
const INPUT_ROOM: usize = 64 << 10;

/// Lines of a script follow each other within this time; those of a GUI usually do not.
pub(super) const SCRIPT_GAP: Duration = Duration::from_millis(100);

/// An end of the input that comes later than this after the last line is not that of a script.
const END_GAP: Duration = Duration::from_secs(1);

/// How long a program started without a command waits for a command of UCI if its input is not a terminal. GUIs send
/// theirs at once.
const FIRST_COMMAND: Duration = Duration::from_secs(2);

/// Serves UCI on standard input and output until `quit` or the end of the input. Search rules are announced among the
/// options only on request.
pub(crate) fn run(args: &UciArgs, out: &mut Out) -> Result<(), Failure> {
    converse(None, &read_stdin().map_err(|error| no_thread(&error))?, args, out)
}

/// Serves UCI if standard input is not a terminal and a command arrives soon. Returns whether that was so.
pub(crate) fn run_if_addressed(out: &mut Out) -> Result<bool, Failure> {
    if io::stdin().is_terminal() {
        return Ok(false);
    }
    let lines = read_stdin().map_err(|error| no_thread(&error))?;
    let Some(first) = first_command(&lines) else { return Ok(false) };
    converse(Some(&first), &lines, &UciArgs::default(), out).map(|()| true)
}

/// The first line that is a command, if it arrives soon. Other text is not from a chess program, even with the word of a
/// command in it.
fn first_command(lines: &Receiver<InputLine>) -> Option<InputLine> {
    let until = Instant::now() + FIRST_COMMAND;
    let is_command = |line: &Line| {
        let Line::Text(text) = line else { return false };
        let parsed = parse(text);
        parsed.command.is_some() && parsed.notes.is_empty()
    };
    loop {
        let input = lines.recv_deadline(until).ok()?;
        if is_command(&input.line) {
            return Some(input);
        }
    }
}

fn no_thread(error: &io::Error) -> Failure {
    Failure::Refused(format!("no thread could be started: {error}"))
}

fn converse(
    first: Option<&InputLine>,
    lines: &Receiver<InputLine>,
    args: &UciArgs,
    out: &mut Out,
) -> Result<(), Failure> {
    hangup::ends_the_program();
    let (waker, woken) = bounded(1);
    let wake = Arc::new(move |_| {
        // A full slot already wakes the loop.
        let _ = waker.try_send(());
    });
    let search = if args.puct { SearchKind::Puct } else { SearchKind::AlphaBeta };
    let (handle, seat) = Seat::take(search, wake).map_err(|error| no_thread(&error))?;
    let silence = never();
    let mut session = Session::new(handle, seat, lines.clone(), args.rules, out);
    if let Some(first) = first
        && session.handle_line(first)? == Flow::Quit
    {
        return Ok(());
    }
    while session.process_queue()? == Flow::Continue {
        let lines = if session.accepts_lines() { lines } else { &silence };
        let flow = select! {
            recv(lines) -> line => match line {
                Ok(line) => session.handle_line(&line)?,
                Err(_) => session.close(),
            },
            recv(woken) -> word => match word {
                Ok(()) => session.handle_event()?,
                Err(_) => return Err(Failure::Refused("the engine has gone".into())),
            },
        };
        if flow == Flow::Quit {
            break;
        }
    }
    Ok(())
}

/// Reads standard input on its own thread. The end of the input closes the channel; after a pause it is a `quit` first,
/// because then its writer is gone.
fn read_stdin() -> io::Result<Receiver<InputLine>> {
    let (sender, receiver) = bounded(LINE_ROOM);
    Builder::new().name("uci-stdin".into()).spawn(move || {
        let mut input = BufReader::with_capacity(INPUT_ROOM, io::stdin().lock());
        let (mut moment, mut has_spoken) = (Duration::ZERO, false);
        loop {
            let together = has_more(&input, moment);
            let since = Instant::now();
            let Ok(Some(line)) = lines::next(&mut input, lines::MAX_COMMAND_BYTES) else {
                if has_spoken && since.elapsed() >= END_GAP {
                    let quit = InputLine { line: Line::Text("quit".into()), together: false };
                    // Otherwise the session is over.
                    let _ = sender.send(quit);
                }
                break;
            };
            has_spoken = true;
            // After `isready` the client waits for the answer, so the next line is not part of a script.
            let asks = matches!(&line, Line::Text(text) if text.trim() == "isready");
            moment = if asks { Duration::ZERO } else { SCRIPT_GAP };
            if sender.send(InputLine { line, together }).is_err() {
                break;
            }
        }
    })?;
    Ok(receiver)
}

/// Whether more input arrives within this time.
#[cfg(unix)]
fn has_more(input: &BufReader<StdinLock<'_>>, moment: Duration) -> bool {
    let moment = Timespec { tv_sec: 0, tv_nsec: moment.subsec_nanos().into() };
    let mut ends = [PollFd::new(input.get_ref(), PollFlags::IN)];
    !input.buffer().is_empty() || poll(&mut ends, Some(&moment)).is_ok_and(|ready| ready > 0)
}

/// Whether more input is already in the buffer.
#[cfg(not(unix))]
fn has_more(input: &BufReader<StdinLock<'_>>, _: Duration) -> bool {
    !input.buffer().is_empty()
}

// A search of a UCI conversation, from `go` to `bestmove`.

/// Before this time the current move is not reported, because it changes too fast, ms.
const QUIET_MS: u64 = 3000;

/// How a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// By its own limits.
    Limits,
    /// By its own limits after a ponder hit; before that by a stop.
    PonderHit,
    /// By a stop only: it is infinite, or searches for a mate that may not exist.
    Stop,
}

impl End {
    /// How a search with these limits ends.
    pub(crate) fn of(limits: &Limits) -> End {
        match (go::bounded(limits), limits.ponder) {
            (true, false) => End::Limits,
            (true, true) => End::PonderHit,
            (false, _) => End::Stop,
        }
    }
}

/// A search without a `bestmove` yet.
pub(crate) struct Job {
    pub(crate) id: JobId,
    pub(crate) root: Board,
    /// The moves it may choose from; empty: all.
    pub(crate) search_moves: Vec<Move>,
    pub(crate) chess960: bool,
    pub(crate) show_wdl: bool,
    pub(crate) end: End,
    /// The engine has failed, and the answer is still due.
    pub(crate) failed: bool,
    /// Time of its last progress report, ms.
    pub(crate) reported_ms: u64,
    /// Nodes of its last line; `None` before the first line.
    pub(crate) reported_nodes: Option<u64>,
}

impl Job {
    fn root(&self) -> Root<'_> {
        Root { board: &self.root, chess960: self.chess960, show_wdl: self.show_wdl }
    }

    pub(crate) fn iteration<W: Write>(
        &mut self,
        info: &IterationInfo,
        out: &mut Out<W>,
    ) -> Result<(), Failure> {
        self.reported_ms = info.time_ms;
        self.reported_nodes = Some(info.nodes.unwrap_or(0));
        out.line(info::iteration(info, self.root()))
    }

    pub(crate) fn progress<W: Write>(
        &mut self,
        snapshot: &Snapshot,
        out: &mut Out<W>,
    ) -> Result<(), Failure> {
        // An iteration may be newer than the snapshot; counters must not decrease.
        let time_ms = snapshot.progress.time_ms;
        if time_ms < self.reported_ms.max(QUIET_MS) {
            return Ok(());
        }
        self.reported_ms = time_ms;
        out.lines(info::progress(snapshot, self.root()))
    }

    pub(crate) fn best_move<W: Write>(
        &self,
        outcome: &SearchOutcome,
        out: &mut Out<W>,
    ) -> Result<(), Failure> {
        out.lines(info::game_over(&self.root))?;
        out.lines(info::totals(outcome, self.reported_nodes, self.root()))?;
        out.line(info::best_move(outcome, self.root()))
    }

    /// A move if the engine has none: any legal move among those allowed keeps the game going.
    pub(crate) fn any_move<W: Write>(&self, out: &mut Out<W>) -> Result<(), Failure> {
        let any = self.search_moves.first().copied();
        let any = any.or_else(|| self.root.legal_moves().first().copied());
        let any = any.map(|mv| self.root().mv(mv));
        out.line(format_args!("bestmove {}", any.as_deref().unwrap_or("0000")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_command_opens_a_conversation() {
        for (texts, expected) in [
            (&["uci"][..], Some("uci")),
            (&["", "isready", "uci"], Some("isready")),
            (&["hello", "1. e4 e5", "White must stop d5"], None),
        ] {
            let (sender, lines) = bounded(LINE_ROOM);
            for text in texts {
                let line = Line::Text((*text).into());
                sender.send(InputLine { line, together: true }).unwrap();
            }
            drop(sender);
            let first = first_command(&lines).map(|input| input.line);
            assert_eq!(first, expected.map(|text| Line::Text(text.into())), "{texts:?}");
        }
    }
}
