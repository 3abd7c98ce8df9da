//! Asking a running engine and waiting for its answers: always for a time, and never longer than it lives.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::error::UciError;
use super::inbox::Heard;
use super::log::{ConversationLog, Side};
use super::option::UciOption;
use super::process::Process;
use super::spec::{Identity, Patience, UciSpec};
use super::wishes::Values;
use tabia_chess::{Board, uci_move};
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::uci::answer::{Answer, UciInfo};
use tabia_games::game::position::GamePosition;
use tabia_games::printable;
use tabia_text::t;

/// How long one look into the inbox waits: what is looked after besides is at most this late.
pub(super) const SLICE: Duration = Duration::from_millis(4);
/// How often it is looked whether the process has ended, for its output may be held open by another.
const LIFE_CHECK: Duration = Duration::from_millis(50);
/// How long what an ended process has left in its pipes may take to arrive.
const LEFT_OVER: Duration = Duration::from_millis(500);
/// Options of an engine that are kept.
const MAX_OPTIONS: usize = 1000;

/// A running engine that has introduced itself.
#[derive(Debug)]
pub(super) struct Talk {
    pub(super) process: Process,
    /// What it is called in messages.
    pub(super) name: String,
    pub(super) identity: Identity,
    pub(super) values: Values,
    pub(super) patience: Patience,
    log: Arc<ConversationLog>,
    looked: Instant,
    ended: Option<Instant>,
}

/// What came of waiting a moment.
#[derive(Debug)]
pub(super) enum Said {
    Info(Box<UciInfo>),
    Word(Answer),
    Nothing,
}

impl Talk {
    /// Starts an engine and hears what it says of itself.
    pub(super) fn start(
        spec: &UciSpec,
        patience: Patience,
        log: &Arc<ConversationLog>,
        stop: &StopSignal,
    ) -> Result<Talk, UciError> {
        let process = Process::start(spec, log)?;
        let mut talk = Talk {
            process,
            name: printable::line(spec.title()).into_owned(),
            identity: Identity::default(),
            values: Values::default(),
            patience,
            log: log.clone(),
            looked: Instant::now(),
            ended: None,
        };
        talk.say("uci")?;
        let mut identity = Identity::default();
        let mut take = |answer: &Answer| match answer {
            Answer::Name(name) => identity.name = Some(name.clone()),
            Answer::Author(author) => identity.author = Some(author.clone()),
            Answer::Option(line) if identity.options.len() < MAX_OPTIONS => {
                let option = UciOption::parse(line);
                // Said twice, the later word counts.
                identity.options.retain(|known| !known.is_named(&option.name));
                identity.options.push(option);
            }
            _ => {}
        };
        let is_it = |answer: &Answer| *answer == Answer::UciOk;
        let within = patience.handshake;
        talk.expect("uciok", t!("engine-doing-starting"), within, stop, |answer| {
            take(answer);
            is_it(answer)
        })?;
        if spec.name.trim().is_empty()
            && let Some(name) = identity.name.as_ref().filter(|name| !name.is_empty())
        {
            talk.name.clone_from(name);
        }
        talk.identity = identity;
        Ok(talk)
    }

    pub(super) fn say(&mut self, line: &str) -> Result<(), UciError> {
        let within = self.patience.write;
        if self.process.say(line, within) {
            return Ok(());
        }
        self.process.end(Duration::ZERO);
        Err(UciError::Deaf { name: self.name.clone(), within })
    }

    /// Writes down what is odd but no failure.
    pub(super) fn note(&self, text: &str) {
        self.log.push(Side::Note, text);
    }

    /// Asks whether it has done everything it was told, and waits until it has. Best moves that come
    /// meanwhile were asked for by nobody; they are told and dropped.
    pub(super) fn ready(&mut self, stop: &StopSignal) -> Result<Vec<String>, UciError> {
        self.say("isready")?;
        let mut notes = Vec::new();
        let within = self.patience.ready;
        self.expect("readyok", t!("engine-doing-ready"), within, stop, |answer| {
            if let Answer::BestMove { best, .. } = answer
                && notes.is_empty()
            {
                let found = tabia_engine::uci::quoted(best);
                notes.push(t!("engine-note-unasked", found = found));
            }
            *answer == Answer::ReadyOk
        })?;
        for note in &notes {
            self.note(note);
        }
        Ok(notes)
    }

    /// Waits until an answer is the one; `info` lines are passed over.
    fn expect(
        &mut self,
        expected: &'static str,
        doing: &'static str,
        within: Duration,
        stop: &StopSignal,
        mut is_it: impl FnMut(&Answer) -> bool,
    ) -> Result<(), UciError> {
        let until = Instant::now() + within;
        loop {
            if stop.is_final() {
                return Err(UciError::Abandoned { name: self.name.clone(), doing });
            }
            if Instant::now() >= until {
                return Err(self.late(expected, within));
            }
            if let Said::Word(answer) = self.next(doing)?
                && is_it(&answer)
            {
                return Ok(());
            }
        }
    }

    /// What it says within a moment.
    pub(super) fn next(&mut self, doing: &'static str) -> Result<Said, UciError> {
        if self.looked.elapsed() >= LIFE_CHECK {
            self.looked = Instant::now();
            if self.ended.is_none() && self.process.has_ended() {
                self.ended = Some(self.looked);
            }
        }
        if self.ended.is_some_and(|at| at.elapsed() >= LEFT_OVER) {
            return Err(self.gone(doing));
        }
        match self.process.inbox.take(SLICE) {
            Heard::Info(info) => Ok(Said::Info(info)),
            Heard::Word(answer) => Ok(Said::Word(answer)),
            Heard::Nothing => Ok(Said::Nothing),
            Heard::Closed => Err(self.gone(doing)),
        }
    }

    /// The failure of an answer that did not come. The engine is ended.
    pub(super) fn late(&mut self, expected: &'static str, within: Duration) -> UciError {
        self.process.end(Duration::ZERO);
        UciError::Late { name: self.name.clone(), expected, within, last_words: self.last_words() }
    }

    /// The failure of an engine that says nothing more. It is ended if it has not ended by itself.
    fn gone(&mut self, doing: &'static str) -> UciError {
        let died = self.process.wait(LEFT_OVER);
        if died {
            self.process.wait_for_last_words(LEFT_OVER / 2);
        }
        let status = self.process.end(Duration::ZERO);
        let (name, last_words) = (self.name.clone(), self.last_words());
        if !died {
            return UciError::Closed { name, doing, last_words };
        }
        let status =
            status.map_or_else(|| t!("engine-status-unknown").to_owned(), |s| s.to_string());
        UciError::Died { name, doing, status, last_words }
    }

    /// Its last line on standard error since it was started.
    fn last_words(&self) -> Option<String> {
        self.log.last_of(Side::Error, self.process.since)
    }
}

// What is told to an engine, in words: positions with the moves that led to them, and limits.

/// Whether the position is told as one of Chess960.
pub(super) fn is_chess960(position: &GamePosition) -> bool {
    position.start.is_chess960()
}

/// `position .. moves ..`
pub(super) fn position(position: &GamePosition) -> String {
    let chess960 = is_chess960(position);
    let mut board = position.start;
    let mut text = if board == Board::start() {
        "position startpos".to_owned()
    } else {
        format!("position fen {board}")
    };
    for (at, &mv) in position.moves.iter().enumerate() {
        text += if at == 0 { " moves " } else { " " };
        text += &uci_move::write(&board, mv, chess960);
        board.make_move(mv);
    }
    text
}

/// `go ..`: the same limits. UCI has no soft limit of nodes: it is told as a hard one. Without any limit it
/// is `go infinite`. UCI has no words for a delay (it comes here as an increment), for an hourglass and for what
/// comes after the next time control.
pub(super) fn go(position: &GamePosition, limits: &Limits) -> String {
    let mut text = "go".to_owned();
    if limits.ponder {
        text += " ponder";
    }
    if let Some(clock) = &limits.clock {
        // An empty clock is told as the least there is: some engines take 0 for no clock at all.
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
        ("nodes", limits.nodes.or(limits.soft_nodes)),
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
        // Last, since a list of moves has no end of its own.
        text += " searchmoves";
        let board = position.board();
        for &mv in &limits.search_moves {
            let _ = write!(text, " {}", uci_move::write(&board, mv, is_chess960(position)));
        }
    }
    text
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
    fn positions_are_told_with_their_history() {
        assert_eq!(position(&after(START, "")), "position startpos");
        assert_eq!(position(&after(START, "e2e4 e7e5")), "position startpos moves e2e4 e7e5");
        let castling = after("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1");
        assert_eq!(position(&castling), "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1");
        let chess960 = after("1k6/8/8/8/8/8/8/1K4R1 w G - 0 1", "b1g1");
        assert!(is_chess960(&chess960));
        assert!(position(&chess960).ends_with(" moves b1g1"), "{}", position(&chess960));
    }

    #[test]
    fn every_limit_is_told() {
        let start = after(START, "");
        let said = |limits: &Limits| go(&start, limits);
        assert_eq!(said(&Limits::default()), "go infinite");
        assert_eq!(said(&Limits::depth(7)), "go depth 7");
        assert_eq!(said(&Limits { soft_nodes: Some(5), ..Limits::default() }), "go nodes 5");
        let two = Limits { mate: Some(3), ..Limits::movetime(Duration::from_millis(20)) };
        assert_eq!(said(&two), "go mate 3 movetime 20");
        let clock = ClockLimits {
            time: [Duration::from_mins(1), Duration::ZERO],
            increment: [Duration::from_millis(500), Duration::ZERO],
            moves_to_go: Some(9),
        };
        let search_moves = vec![uci_move::parse(&Board::start(), "g1f3").unwrap()];
        let all = Limits { clock: Some(clock), ponder: true, search_moves, ..Limits::default() };
        assert_eq!(
            said(&all),
            "go ponder wtime 60000 btime 1 winc 500 binc 0 movestogo 9 searchmoves g1f3"
        );
    }
}
