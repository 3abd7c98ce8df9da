//! A connection with a running UCI engine: sends commands and waits for answers, always with a timeout and only while
//! the process lives.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::error::UciError;
use super::inbox::Received;
use super::log::{ConversationLog, Side};
use super::option::{OptionKind, UciOption};
use super::process::Process;
use super::requested_options::SentOptions;
use super::spec::{Identity, Timeouts, UciSpec};
use tabia_chess::{Board, uci_move};
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::uci::answer::Answer;
use tabia_games::game::position::GamePosition;
use tabia_games::printable;
use tabia_text::t;

/// How long one read of the inbox waits; stops and timeouts are noticed at most this late.
pub(super) const POLL_INTERVAL: Duration = Duration::from_millis(4);
/// How often the process is checked for its end: another process may hold its output open.
const LIFE_CHECK_INTERVAL: Duration = Duration::from_millis(50);
/// How long to read what an ended process has left in its pipes.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(500);
/// Maximum number of options kept of an engine.
const MAX_OPTIONS: usize = 1000;

/// Maximum number of options named in the log because they are not kept or cannot be read.
const MAX_OPTION_NOTES: usize = 20;

/// A running engine that has sent `uciok`.
#[derive(Debug)]
pub(super) struct UciConnection {
    pub(super) process: Process,
    /// Its name in messages.
    pub(super) name: String,
    pub(super) identity: Identity,
    pub(super) values: SentOptions,
    pub(super) timeouts: Timeouts,
    log: Arc<ConversationLog>,
    life_checked: Instant,
    ended: Option<Instant>,
}

impl UciConnection {
    /// Starts an engine and reads its name, author and options.
    pub(super) fn start(
        spec: &UciSpec,
        timeouts: Timeouts,
        log: &Arc<ConversationLog>,
        stop: &StopSignal,
    ) -> Result<UciConnection, UciError> {
        let process = Process::start(spec, log)?;
        let mut connection = UciConnection {
            process,
            name: printable::line(spec.title()).into_owned(),
            identity: Identity::default(),
            values: SentOptions::default(),
            timeouts,
            log: log.clone(),
            life_checked: Instant::now(),
            ended: None,
        };
        connection.send("uci")?;
        let mut identity = Identity::default();
        let mut notes = Vec::new();
        let mut take = |answer: &Answer| match answer {
            Answer::Name(name) => identity.name = Some(name.clone()),
            Answer::Author(author) => identity.author = Some(author.clone()),
            Answer::Option(line) => notes.extend(add_option(&mut identity, line)),
            _ => {}
        };
        let is_expected = |answer: &Answer| *answer == Answer::UciOk;
        let within = timeouts.handshake;
        connection.expect("uciok", t!("engine-doing-starting"), within, stop, |answer| {
            take(answer);
            is_expected(answer)
        })?;
        for note in notes.iter().take(MAX_OPTION_NOTES) {
            connection.note(note);
        }
        if notes.len() > MAX_OPTION_NOTES {
            let more = notes.len() - MAX_OPTION_NOTES;
            connection.note(&t!("engine-note-more-options", n = more));
        }
        if spec.name.trim().is_empty()
            && let Some(name) = identity.name.as_ref().filter(|name| !name.is_empty())
        {
            connection.name.clone_from(name);
        }
        connection.identity = identity;
        Ok(connection)
    }

    pub(super) fn send(&mut self, line: &str) -> Result<(), UciError> {
        let within = self.timeouts.write;
        if self.process.send(line, within) {
            return Ok(());
        }
        self.process.end(Duration::ZERO);
        Err(UciError::Unresponsive { name: self.name.clone(), within })
    }

    /// Logs an oddity that is not an error.
    pub(super) fn note(&self, text: &str) {
        self.log.push(Side::Note, text);
    }

    /// Sends `isready` and waits for `readyok`. A `bestmove` that comes meanwhile belongs to no search; it is
    /// noted and dropped.
    pub(super) fn ready(&mut self, stop: &StopSignal) -> Result<Vec<String>, UciError> {
        self.send("isready")?;
        let mut notes = Vec::new();
        let within = self.timeouts.ready;
        self.expect("readyok", t!("engine-doing-ready"), within, stop, |answer| {
            if let Answer::BestMove { best, .. } = answer
                && notes.is_empty()
            {
                let found = tabia_engine::uci::excerpt(best);
                notes.push(t!("engine-note-unasked", found = found));
            }
            *answer == Answer::ReadyOk
        })?;
        for note in &notes {
            self.note(note);
        }
        Ok(notes)
    }

    /// Waits for the expected answer; `info` lines are ignored.
    fn expect(
        &mut self,
        expected: &'static str,
        doing: &'static str,
        within: Duration,
        stop: &StopSignal,
        mut is_expected: impl FnMut(&Answer) -> bool,
    ) -> Result<(), UciError> {
        let until = Instant::now() + within;
        loop {
            if stop.is_final() {
                return Err(UciError::Abandoned { name: self.name.clone(), doing });
            }
            if Instant::now() >= until {
                return Err(self.timed_out(expected, within));
            }
            if let Received::Answer(answer) = self.next(doing)?
                && is_expected(&answer)
            {
                return Ok(());
            }
        }
    }

    /// The next message, if one comes within [`POLL_INTERVAL`].
    pub(super) fn next(&mut self, doing: &'static str) -> Result<Received, UciError> {
        if self.life_checked.elapsed() >= LIFE_CHECK_INTERVAL {
            self.life_checked = Instant::now();
            if self.ended.is_none() && self.process.has_ended() {
                self.ended = Some(self.life_checked);
            }
        }
        if self.ended.is_some_and(|at| at.elapsed() >= DRAIN_TIMEOUT) {
            return Err(self.connection_lost(doing));
        }
        let received = self.process.inbox.take(POLL_INTERVAL);
        received.ok_or_else(|| self.connection_lost(doing))
    }

    /// The error for an answer that did not come in time. The engine is ended.
    pub(super) fn timed_out(&mut self, expected: &'static str, within: Duration) -> UciError {
        self.process.end(Duration::ZERO);
        UciError::Late {
            name: self.name.clone(),
            expected,
            within,
            stderr_tail: self.stderr_tail(),
        }
    }

    /// The error for an engine whose output has ended. The engine is ended if it still runs.
    fn connection_lost(&mut self, doing: &'static str) -> UciError {
        let died = self.process.wait(DRAIN_TIMEOUT);
        if died {
            self.process.wait_for_stderr(DRAIN_TIMEOUT / 2);
        }
        let status = self.process.end(Duration::ZERO);
        let (name, stderr_tail) = (self.name.clone(), self.stderr_tail());
        if !died {
            return UciError::Closed { name, doing, stderr_tail };
        }
        let status =
            status.map_or_else(|| t!("engine-status-unknown").to_owned(), |s| s.to_string());
        UciError::Died { name, doing, status, stderr_tail }
    }

    /// Its last line on standard error since it was started.
    fn stderr_tail(&self) -> Option<String> {
        self.log.last_of(Side::Error, self.process.since)
    }
}

// The text of `position` and `go`.

/// Whether the position is sent as Chess960.
pub(super) fn is_chess960(position: &GamePosition) -> bool {
    position.start.is_chess960()
}

/// `position .. moves ..`
pub(super) fn position(position: &GamePosition) -> String {
    let chess960 = is_chess960(position);
    let start = &position.start;
    let text = if *start == Board::start() {
        "position startpos".to_owned()
    } else {
        format!("position fen {start}")
    };
    let moves = uci_move::write_line(start, &position.moves, chess960);
    if moves.is_empty() { text } else { format!("{text} moves {}", moves.join(" ")) }
}

/// `go ..` with the same limits. UCI has no soft node limit, so it is sent as a hard one. Without any limit this is `go
/// infinite`. UCI cannot express a delay (sent as an increment), an hourglass or the time controls after the next one.
pub(super) fn go(position: &GamePosition, limits: &Limits) -> String {
    let mut text = "go".to_owned();
    if limits.ponder {
        text += " ponder";
    }
    if let Some(clock) = &limits.clock {
        // An empty clock is sent as 1 ms: some engines take 0 for no clock at all.
        let [white, black] = clock.time.map(|time| time.as_millis().max(1));
        let [white_inc, black_inc] = clock.increment.map(|time| time.as_millis());
        let _ = write!(text, " wtime {white} btime {black} winc {white_inc} binc {black_inc}");
        if let Some(moves) = clock.moves_to_go {
            let _ = write!(text, " movestogo {moves}");
        }
    }
    let movetime = limits.movetime.map(|time| (time.as_millis() as u64).max(1));
    for (word, number) in [
        ("depth", limits.depth.map(u64::from)),
        ("nodes", limits.node_target()),
        ("mate", limits.mate.map(u64::from)),
        ("movetime", movetime),
    ] {
        if let Some(number) = number {
            let _ = write!(text, " {word} {number}");
        }
    }
    if limits.infinite || text == "go" {
        text += " infinite";
    }
    if !limits.search_moves.is_empty() {
        // Last, because nothing marks the end of the list of moves.
        text += " searchmoves";
        let board = position.board();
        for &mv in &limits.search_moves {
            let _ = write!(text, " {}", uci_move::write(&board, mv, is_chess960(position)));
        }
    }
    text
}

/// Adds an option that an engine has sent; the later one counts if it is sent twice. Returns what to log of one that is
/// not kept or cannot be read.
fn add_option(identity: &mut Identity, line: &str) -> Option<String> {
    let option = UciOption::parse(line);
    identity.options.retain(|known| !known.is_named(&option.name));
    if identity.options.len() == MAX_OPTIONS {
        identity.options_dropped += 1;
        return Some(t!("engine-note-option-dropped", name = option.name, most = MAX_OPTIONS));
    }
    let note = match &option.kind {
        OptionKind::Unreadable { reason } => {
            let name = option.name.as_str();
            Some(t!("engine-note-option-unreadable", name = name, reason = reason.as_str()))
        }
        _ => None,
    };
    identity.options.push(option);
    note
}

#[cfg(test)]
mod say_tests {
    use std::time::Duration;

    use super::*;
    use tabia_engine::search::limits::ClockLimits;

    fn after(fen: &str, moves: &str) -> GamePosition {
        let mut position = GamePosition::new(Board::from_fen(fen).unwrap());
        for text in moves.split_whitespace() {
            let mv = uci_move::parse(&position.board(), text).unwrap();
            position.moves.push(mv);
        }
        position
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn positions_are_sent_with_their_history() {
        assert_eq!(position(&after(START, "")), "position startpos");
        assert_eq!(position(&after(START, "e2e4 e7e5")), "position startpos moves e2e4 e7e5");
        let castling = after("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1");
        assert_eq!(position(&castling), "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1");
        let chess960 = after("1k6/8/8/8/8/8/8/1K4R1 w G - 0 1", "b1g1");
        assert!(is_chess960(&chess960));
        assert!(position(&chess960).ends_with(" moves b1g1"), "{}", position(&chess960));
    }

    #[test]
    fn every_limit_is_sent() {
        let start = after(START, "");
        let command = |limits: &Limits| go(&start, limits);
        assert_eq!(command(&Limits::default()), "go infinite");
        assert_eq!(command(&Limits::depth(7)), "go depth 7");
        assert_eq!(command(&Limits::soft_nodes(5)), "go nodes 5");
        let two = Limits { mate: Some(3), ..Limits::movetime(Duration::from_millis(20)) };
        assert_eq!(command(&two), "go mate 3 movetime 20");
        let clock = ClockLimits {
            time: [Duration::from_mins(1), Duration::ZERO],
            increment: [Duration::from_millis(500), Duration::ZERO],
            moves_to_go: Some(9),
        };
        let search_moves = vec![uci_move::parse(&Board::start(), "g1f3").unwrap()];
        let all = Limits { clock: Some(clock), ponder: true, search_moves, ..Limits::default() };
        assert_eq!(
            command(&all),
            "go ponder wtime 60000 btime 1 winc 500 binc 0 movestogo 9 searchmoves g1f3"
        );
    }

    #[test]
    fn options_that_are_dropped_or_unreadable_are_noted() {
        let mut identity = Identity::default();
        for number in 0..MAX_OPTIONS {
            let line = format!("name {number} type check default true");
            assert_eq!(add_option(&mut identity, &line), None);
        }
        assert_eq!(add_option(&mut identity, "name 5 type check default false"), None);
        let note = add_option(&mut identity, "name Late type check default true").unwrap();
        assert!(note.contains("Late"), "{note}");
        assert_eq!((identity.options.len(), identity.options_dropped), (MAX_OPTIONS, 1));
        identity.options.pop();
        let note = add_option(&mut identity, "name Range type spin default 1 min 9 max 2").unwrap();
        assert!(note.contains("Range"), "{note}");
        assert_eq!((identity.options.len(), identity.options_dropped), (MAX_OPTIONS, 1));
    }
}
