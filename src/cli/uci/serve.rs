//! `tabia uci`: the loop between standard input, the worker and standard output. What the words mean is
//! in `uci`, what is done about them in `session`.

use std::io;
use std::io::{BufReader, IsTerminal as _, StdinLock, Write};
use std::sync::Arc;
use std::thread::Builder;
use std::time::Duration;

use crossbeam_channel::{Receiver, bounded, never, select};
#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::session::{Flow, Heard, Seat, Session};
use crate::args::UciArgs;
use crate::failure::Failure;
use crate::hangup;
use crate::out::Out;
use tabia_chess::Board;
use tabia_engine::search::limits::Limits;
use tabia_engine::search::report::{IterationInfo, SearchOutcome, Snapshot};
use tabia_engine::uci::go;
use tabia_engine::uci::info::Root;
use tabia_engine::uci::lines::Line;
use tabia_engine::uci::search_option::SearchKind;
use tabia_engine::uci::{info, lines};
use tabia_host::worker::protocol::JobId;

/// Lines that can wait; more than that and the sender waits.
const LINE_ROOM: usize = 64;
/// Bytes read at once: more than the buffer of standard input, which is then left out.
const INPUT_ROOM: usize = 64 << 10;

/// Lines of a script follow each other within this time, those of an interface usually do not.
const MOMENT: Duration = Duration::from_millis(100);

/// How long a program that was started without a command waits for a first line, if its input is no
/// terminal. Interfaces send theirs at once.
const FIRST_LINE: Duration = Duration::from_secs(2);

/// Talks on standard input and output until told to quit or the input ends. The rules of the search are
/// announced among the options only where that is asked for.
pub(crate) fn run(args: &UciArgs, out: &mut Out) -> Result<(), Failure> {
    converse(None, &read_stdin().map_err(|error| no_thread(&error))?, args, out)
}

/// Talks if somebody is there to talk to: standard input is no terminal, and a line comes soon. Says
/// whether it was so. Chess interfaces start an engine by its name alone.
pub(crate) fn run_if_addressed(out: &mut Out) -> Result<bool, Failure> {
    if io::stdin().is_terminal() {
        return Ok(false);
    }
    let lines = read_stdin().map_err(|error| no_thread(&error))?;
    let Ok(first) = lines.recv_timeout(FIRST_LINE) else { return Ok(false) };
    converse(Some(&first), &lines, &UciArgs::default(), out).map(|()| true)
}

fn no_thread(error: &io::Error) -> Failure {
    Failure::Refused(format!("no thread to be had: {error}"))
}

fn converse(
    first: Option<&Heard>,
    lines: &Receiver<Heard>,
    args: &UciArgs,
    out: &mut Out,
) -> Result<(), Failure> {
    hangup::ends_the_program();
    let (waker, woken) = bounded(1);
    let wake = Arc::new(move |_| {
        // A full slot says the same already.
        let _ = waker.try_send(());
    });
    let search = if args.puct { SearchKind::Puct } else { SearchKind::AlphaBeta };
    let (handle, seat) = Seat::take(search, wake).map_err(|error| no_thread(&error))?;
    let silence = never();
    let mut session = Session::new(handle, seat, lines.clone(), args.rules, out);
    if let Some(first) = first
        && session.hear(first)? == Flow::Leave
    {
        return Ok(());
    }
    while session.catch_up()? == Flow::Stay {
        let lines = if session.listens() { lines } else { &silence };
        let flow = select! {
            recv(lines) -> line => match line {
                Ok(line) => session.hear(&line)?,
                Err(_) => session.close(),
            },
            recv(woken) -> word => match word {
                Ok(()) => session.news()?,
                Err(_) => return Err(Failure::Refused("the engine has gone".into())),
            },
        };
        if flow == Flow::Leave {
            break;
        }
    }
    Ok(())
}

/// Lines of standard input, read by a thread of their own. Its end closes the channel.
fn read_stdin() -> io::Result<Receiver<Heard>> {
    let (sender, receiver) = bounded(LINE_ROOM);
    Builder::new().name("uci-stdin".into()).spawn(move || {
        let mut input = BufReader::with_capacity(INPUT_ROOM, io::stdin().lock());
        let mut moment = Duration::ZERO;
        loop {
            let together = has_more(&input, moment);
            let Ok(Some(line)) = lines::next(&mut input, lines::MAX_COMMAND_BYTES) else { break };
            // Whoever asks this waits for the answer: the next line is of a conversation and not of a script.
            let asks = matches!(&line, Line::Text(text) if text.trim() == "isready");
            moment = if asks { Duration::ZERO } else { MOMENT };
            if sender.send(Heard { line, together }).is_err() {
                break;
            }
        }
    })?;
    Ok(receiver)
}

/// Whether more of the input comes within a moment.
#[cfg(unix)]
fn has_more(input: &BufReader<StdinLock<'_>>, moment: Duration) -> bool {
    let moment = Timespec { tv_sec: 0, tv_nsec: moment.subsec_nanos().into() };
    let mut ends = [PollFd::new(input.get_ref(), PollFlags::IN)];
    !input.buffer().is_empty() || poll(&mut ends, Some(&moment)).is_ok_and(|ready| ready > 0)
}

/// Whether more of the input has come already, as far as it has been read.
#[cfg(not(unix))]
fn has_more(input: &BufReader<StdinLock<'_>>, _: Duration) -> bool {
    !input.buffer().is_empty()
}

// A search of a UCI conversation, from its `go` to its `bestmove`.

/// Before this the move under search changes too fast to be worth a line, ms.
const QUIET_MS: u64 = 3000;

/// What a search ends by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// Its own limits.
    Limits,
    /// Its own limits once the move pondered on is played; a stop before that.
    PonderHit,
    /// A stop, or never: it is endless, or looks for a mate that may not be there.
    Stop,
}

impl End {
    /// What a search with these limits ends by.
    pub(crate) fn of(limits: &Limits) -> End {
        match (go::bounded(limits), limits.ponder) {
            (true, false) => End::Limits,
            (true, true) => End::PonderHit,
            (false, _) => End::Stop,
        }
    }
}

/// A search that was asked for and is not answered yet.
pub(crate) struct Job {
    pub(crate) id: JobId,
    pub(crate) root: Board,
    pub(crate) chess960: bool,
    pub(crate) show_wdl: bool,
    pub(crate) end: End,
    /// Time of its last report, ms.
    pub(crate) told_ms: u64,
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
        self.told_ms = info.time_ms;
        out.line(info::iteration(info, self.root()))
    }

    pub(crate) fn progress<W: Write>(
        &mut self,
        snapshot: &Snapshot,
        out: &mut Out<W>,
    ) -> Result<(), Failure> {
        // An iteration may have overtaken the snapshot; counters never run backwards.
        let time_ms = snapshot.progress.time_ms;
        if time_ms < self.told_ms.max(QUIET_MS) {
            return Ok(());
        }
        self.told_ms = time_ms;
        out.lines(info::progress(snapshot, self.root()))
    }

    pub(crate) fn best_move<W: Write>(
        &self,
        outcome: &SearchOutcome,
        out: &mut Out<W>,
    ) -> Result<(), Failure> {
        out.line(info::best_move(outcome, self.root()))
    }

    /// The answer where the engine has none: any legal move keeps the game alive.
    pub(crate) fn any_move<W: Write>(&self, out: &mut Out<W>) -> Result<(), Failure> {
        let any = self.root.legal_moves().first().map(|&mv| self.root().mv(mv));
        out.line(format_args!("bestmove {}", any.as_deref().unwrap_or("0000")))
    }
}
