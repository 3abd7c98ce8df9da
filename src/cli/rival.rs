//! Another UCI engine as a child process. It is asked with time-outs, its words are not trusted, and it
//! is gone when this is dropped, whatever it does.

use std::io::{BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread::Builder;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, bounded};

use crate::chess::{Board, Move, uci_move};
use crate::game::position::GamePosition;
use crate::search::limits::Limits;
use crate::search::observer::SearchObserver;
use crate::search::report::{IterationInfo, SearchOutcome, StopReason};
use crate::search::stop::StopSignal;
use crate::search::thinker::{CommonOptions, SearchError, Thinker};
use crate::uci::answer::{Answer, Info, parse};

use super::lines::{self, Line};

/// Lines of the engine that can wait; more and it waits itself.
const LINE_ROOM: usize = 1024;
/// How long it may take to say `uciok` or `readyok`.
const HANDSHAKE: Duration = Duration::from_secs(15);
/// How long it may take beyond the time it was given.
const GRACE: Duration = Duration::from_secs(10);
/// How long a search without a limit of time may take.
const LONGEST_SEARCH: Duration = Duration::from_mins(30);
/// How often the word to stop is looked for during a search.
const LOOK_UP: Duration = Duration::from_millis(20);
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
    pub(super) fn start(command: &str) -> Result<Rival, SearchError> {
        let mut words = command.split_whitespace();
        let (program, arguments): (&str, Vec<&str>) = if Path::new(command).is_file() {
            (command, Vec::new())
        } else {
            (words.next().unwrap_or_default(), words.collect())
        };
        let refused = |error: std::io::Error| SearchError::Start {
            engine: command.to_owned(),
            why: error.to_string(),
        };
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
        rival.introduce()?;
        Ok(rival)
    }

    fn introduce(&mut self) -> Result<(), SearchError> {
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
        self.ready()
    }

    fn ready(&mut self) -> Result<(), SearchError> {
        self.say("isready")?;
        let until = Instant::now() + HANDSHAKE;
        while self.answer(until, "readyok")? != Answer::ReadyOk {}
        Ok(())
    }

    /// Sets an option, if it has it.
    fn set(&mut self, name: &str, value: &str) -> Result<(), SearchError> {
        if self.options.iter().any(|option| option == name) {
            self.say(&format!("setoption name {name} value {value}"))?;
        }
        Ok(())
    }

    /// Sets it thinking about a position.
    fn go(&mut self, position: &GamePosition, limits: &Limits) -> Result<(), SearchError> {
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
        self.say(&go(limits))
    }

    fn say(&mut self, text: &str) -> Result<(), SearchError> {
        let (engine, expected) = (self.name.clone(), "an engine that listens".to_owned());
        let gone = SearchError::Gone { engine, expected };
        let Some(input) = &mut self.input else { return Err(gone) };
        let said = input.write_all(format!("{text}\n").as_bytes()).and_then(|()| input.flush());
        said.map_err(|_| gone)
    }

    /// Its next line. `wanted` is what is being waited for, for the message when it does not come.
    fn answer(&self, until: Instant, wanted: &str) -> Result<Answer, SearchError> {
        let (engine, expected) = (self.name.clone(), wanted.to_owned());
        let left = until.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            Ok(Line::Text(text)) => Ok(parse(&text)),
            Ok(Line::TooLong) => Ok(Answer::Other),
            Err(error) if error.is_timeout() => Err(SearchError::Late { engine, expected }),
            Err(_) => Err(SearchError::Gone { engine, expected }),
        }
    }

    /// Its next line during a search; `None`: none came for a moment.
    fn answer_soon(&self, until: Instant) -> Result<Option<Answer>, SearchError> {
        match self.answer(until.min(Instant::now() + LOOK_UP), "bestmove") {
            Err(SearchError::Late { .. }) if Instant::now() < until => Ok(None),
            answer => answer.map(Some),
        }
    }
}

impl Thinker for Rival {
    fn name(&self) -> &str {
        &self.name
    }

    fn configure(&mut self, options: &CommonOptions) -> Result<(), SearchError> {
        let CommonOptions { threads, hash_mib, multi_pv } = *options;
        for (name, value) in [("Threads", threads), ("Hash", hash_mib), ("MultiPV", multi_pv)] {
            self.set(name, &value.to_string())?;
        }
        self.ready()
    }

    fn new_game(&mut self) -> Result<(), SearchError> {
        self.say("ucinewgame")?;
        self.ready()
    }

    fn search(
        &mut self,
        position: &GamePosition,
        limits: &Limits,
        stop: &StopSignal,
        observer: &mut dyn SearchObserver,
    ) -> Result<SearchOutcome, SearchError> {
        let (board, begin) = (position.board(), Instant::now());
        self.go(position, limits)?;
        let until = begin + limits.movetime.map_or(LONGEST_SEARCH, |time| time + GRACE);
        let (mut last, mut stopped): (Option<IterationInfo>, _) = (None, false);
        loop {
            if stop.is_stopped() && !stopped {
                self.say("stop")?;
                stopped = true;
            }
            match self.answer_soon(until)? {
                Some(Answer::Info(info)) => {
                    let measured = begin.elapsed().as_millis() as u64;
                    if let Some(info) = heard(&board, &info, measured) {
                        observer.on_iteration(&info);
                        last = if info.multi_pv == 1 { Some(info) } else { last };
                    }
                }
                Some(Answer::BestMove { best, ponder }) => {
                    let moves = self.answered(&board, best, ponder)?;
                    let time_ms = begin.elapsed().as_millis() as u64;
                    let reason = if stopped { StopReason::Stopped } else { StopReason::Unsaid };
                    return Ok(outcome(moves, last, time_ms, reason));
                }
                _ => {}
            }
        }
    }
}

impl Rival {
    /// Its best move, which must be legal, and the reply it expects, which need not be.
    fn answered(
        &self,
        board: &Board,
        best: Option<String>,
        ponder: Option<String>,
    ) -> Result<[Option<Move>; 2], SearchError> {
        let Some(mv) = best.as_deref().and_then(|text| uci_move::parse(board, text).ok()) else {
            if best.is_none() && !board.has_legal_move() {
                return Ok([None; 2]);
            }
            let found = best.map_or("no move".to_owned(), |best| format!("bestmove {best}"));
            let expected = format!("a legal move in {board}");
            return Err(SearchError::Unfit { engine: self.name.clone(), found, expected });
        };
        let reply = ponder.and_then(|text| uci_move::parse(&board.after(mv), &text).ok());
        Ok([Some(mv), reply])
    }
}

/// What a search came to, by its last word on the best line.
fn outcome(
    [best, ponder]: [Option<Move>; 2],
    last: Option<IterationInfo>,
    time_ms: u64,
    reason: StopReason,
) -> SearchOutcome {
    SearchOutcome {
        best,
        ponder,
        score: last.as_ref().map(|info| info.score),
        depth: last.as_ref().map(|info| info.depth),
        nodes: last.as_ref().and_then(|info| info.nodes),
        time_ms: last.map_or(time_ms, |info| info.time_ms),
        reason,
        last: None,
    }
}

/// A line of the engine; `None` where it does not say depth, score and moves. Moves that are not legal end
/// the line.
fn heard(board: &Board, info: &Info, measured_ms: u64) -> Option<IterationInfo> {
    let mut after = *board;
    let mut pv = Vec::new();
    for text in &info.pv {
        let Ok(mv) = uci_move::parse(&after, text) else { break };
        after.make_move(mv);
        pv.push(mv);
    }
    pv.first()?;
    Some(IterationInfo {
        multi_pv: info.multi_pv.unwrap_or(1),
        bound: info.bound?,
        nodes: info.nodes,
        time_ms: info.time_ms.unwrap_or(measured_ms),
        ..IterationInfo::new(info.depth?, board.stm(), info.score?, pv)
    })
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
