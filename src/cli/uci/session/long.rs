//! Counts and the bench: long work that no worker does. Whoever talks to the program is listened to meanwhile.

use std::io::Write;
use std::sync::Arc;
use std::thread::Builder;

use crossbeam_channel::{Receiver, TryRecvError, bounded, never, select};

use crate::args::BenchArgs;
use crate::failure::Failure;
use crate::look::{bench, perft};
use tabia_engine::alphabeta::bench::DEPTH;
use tabia_engine::search::stop::{StopSignal, StopToken};
use tabia_engine::uci::command::UciCommand;

use super::{Heard, NO_POSITION, Session};

/// Lines of the bench that can wait to be written.
const LINE_ROOM: usize = 16;

impl<W: Write> Session<'_, W> {
    pub(super) fn perft(&mut self, depth: u32) -> Result<(), Failure> {
        let Some(position) = &self.position else { return self.say(NO_POSITION) };
        let root = position.board();
        let mut total = u64::from(depth == 0);
        if depth > 0 {
            for mv in perft::sorted_moves(&root) {
                let mut go_on = || self.nothing_stops();
                let below = perft::interruptible(&root.after(mv), depth - 1, &mut go_on)?;
                let Some(nodes) = below else { return self.say("go perft: stopped") };
                self.out.line(perft::branch(&root, mv, nodes, self.options.chess960))?;
                total += nodes;
            }
        }
        self.out.line(perft::total(total))
    }

    /// Listens during a long count. `isready` is answered, `stop` ends the count, and so does a `quit` that did
    /// not come together with it; everything else waits for its end.
    fn nothing_stops(&mut self) -> Result<bool, Failure> {
        if self.waiting.has_stop() {
            return Ok(false);
        }
        while !self.waiting.is_full() {
            match self.lines.try_recv() {
                Ok(line) if self.goes_on_after(&line)? => {}
                Ok(_) => return Ok(false),
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => break,
            }
        }
        Ok(true)
    }

    /// Takes a line that comes during long work, and says whether the work goes on.
    fn goes_on_after(&mut self, line: &Heard) -> Result<bool, Failure> {
        match self.read(line)? {
            None => {}
            Some(UciCommand::Stop) => {
                // Meant for what waits, too.
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

    /// The bench, on a thread of its own, ended as a count is. One that is deeper than usual may take for ever, so
    /// it also ends as an endless search does: by a `go` or `quit` that waits, and by the end of the input.
    pub(super) fn bench(&mut self, depth: Option<u32>) -> Result<(), Failure> {
        let token = Arc::new(StopToken::default());
        let stop = StopSignal::new(token.clone(), 1);
        let (send, told) = bounded(LINE_ROOM);
        let args = BenchArgs { depth, ..BenchArgs::default() };
        let work = move || {
            let send_line = |line: String| send.send(line).map_err(|_| Failure::Closed);
            // The line that is not taken is of a bench that nobody waits for.
            let _ = bench::run_until(&args, &stop, send_line);
        };
        let thread = Builder::new().name("bench".into()).spawn(work);
        let thread = thread.map_err(|error| Failure::Refused(format!("no thread: {error}")))?;
        let ended = self.listen_to(&told, depth.is_some_and(|depth| depth > DEPTH));
        token.stop(1);
        drop(told);
        // A panic has been told on standard error already.
        let _ = thread.join();
        ended
    }

    /// Passes the lines of the bench on until it has no more, or somebody ends it.
    fn listen_to(&mut self, told: &Receiver<String>, endless: bool) -> Result<(), Failure> {
        let (lines, silence) = (self.lines.clone(), never());
        loop {
            let unwanted = self.waiting.has_stop()
                || endless && (self.closed || self.next_waits() || self.waiting.is_full());
            if unwanted {
                return self.say("bench: stopped");
            }
            let deaf = self.closed || self.waiting.is_full();
            let lines = if deaf { &silence } else { &lines };
            select! {
                recv(told) -> line => match line {
                    Ok(line) => self.out.line(line)?,
                    Err(_) => return Ok(()),
                },
                recv(lines) -> line => match line {
                    Ok(line) if self.goes_on_after(&line)? => {}
                    Ok(_) => return self.say("bench: stopped"),
                    Err(_) => self.closed = true,
                },
            }
        }
    }
}
