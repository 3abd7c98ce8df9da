//! A UCI engine: starts it, sets its options, searches and stops it. Every call ends in bounded time whatever the engine
//! does, and oddities are reported.

use std::sync::Arc;
use std::time::Duration;

use tabia_chess::Move;
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::uci::answer::UciInfo;
use tabia_games::game::position::GamePosition;

use super::connection;
use super::connection::UciConnection;
use super::error::UciError;
use super::log::{ConversationLog, Side};
use super::option::OptionKind;
use super::requested_options::{OptionNote, RequestedOptions};
use super::search_session::{Listener, SearchSession, UciSearchResult};
use super::spec::{Identity, Timeouts, UciSpec};

/// An engine of the user. It is started when it is first needed.
#[derive(Debug)]
pub struct UciEngine {
    spec: Arc<UciSpec>,
    timeouts: Timeouts,
    log: Arc<ConversationLog>,
    requested_options: RequestedOptions,
    abandoned: StopSignal,
    /// Whether the last position was sent as Chess960.
    chess960: bool,
    connection: Option<UciConnection>,
    /// Why it is down. It stays down, so that a broken engine is not started again and again.
    failure: Option<String>,
    /// Oddities not reported yet.
    notes: Vec<String>,
    /// The notes last reported on options that could not be set.
    reported_notes: Vec<OptionNote>,
}

impl UciEngine {
    /// The engine of this entry. All that is sent and received goes into the log.
    pub fn new(spec: Arc<UciSpec>, timeouts: Timeouts, log: Arc<ConversationLog>) -> UciEngine {
        UciEngine {
            spec,
            timeouts,
            log,
            requested_options: RequestedOptions::default(),
            abandoned: StopSignal::never(),
            chess960: false,
            connection: None,
            failure: None,
            notes: Vec::new(),
            reported_notes: Vec::new(),
        }
    }

    /// The log of the conversation.
    pub fn log(&self) -> &Arc<ConversationLog> {
        &self.log
    }

    pub fn name(&self) -> &str {
        self.connection.as_ref().map_or_else(|| self.spec.title(), |connection| &connection.name)
    }

    /// Its name, author and options as it sent them; `None` while it is not running.
    pub fn identity(&self) -> Option<&Identity> {
        self.connection.as_ref().map(|connection| &connection.identity)
    }

    /// Its process id; `None` while it is not running.
    pub fn pid(&self) -> Option<u32> {
        self.connection.as_ref()?.process.pid()
    }

    /// Starts it, if it is not running.
    ///
    /// # Errors
    /// If it cannot be started, does not answer `uci`, or has failed before.
    pub fn start(&mut self, stop: &StopSignal) -> Result<(), UciError> {
        if self.connection.is_some() {
            return Ok(());
        }
        if let Some(because) = &self.failure {
            return Err(UciError::Down { name: self.name().to_owned(), because: because.clone() });
        }
        let started = UciConnection::start(&self.spec, self.timeouts, &self.log, stop);
        self.connection = Some(started.map_err(|error| self.failed(error))?);
        Ok(())
    }

    /// Sets the signal that ends every wait that has no signal of its own.
    #[must_use]
    pub fn abandoned_with(mut self, abandoned: StopSignal) -> UciEngine {
        self.abandoned = abandoned;
        self
    }

    pub(super) fn abandoned(&self) -> StopSignal {
        self.abandoned.clone()
    }

    pub fn requested_options(&self) -> &RequestedOptions {
        &self.requested_options
    }

    /// Sets the options for later searches.
    pub fn configure(&mut self, requested_options: RequestedOptions) {
        self.requested_options = requested_options;
    }

    /// Sends the options at once, if it is running, and returns what is wrong with those that cannot be set. Notes about
    /// them are not repeated with the next search.
    ///
    /// # Errors
    /// If it does not answer.
    pub fn apply(&mut self, stop: &StopSignal) -> Result<Vec<String>, UciError> {
        let done = self.changes_to(self.chess960, stop);
        done.map_err(|error| self.failed(error))?;
        let wrong = &self.reported_notes;
        self.notes.retain(|note| !wrong.iter().any(|known| known.used == *note));
        Ok(wrong.iter().map(|note| note.refused.clone()).collect())
    }

    /// Presses one of its buttons. Does nothing if it is not running or has no such button.
    ///
    /// # Errors
    /// If it does not read its input.
    pub fn press(&mut self, button: &str) -> Result<(), UciError> {
        let Some(connection) = &mut self.connection else { return Ok(()) };
        let known = connection.identity.option(button).filter(|o| o.kind == OptionKind::Button);
        let Some(line) = known.map(|option| option.setoption(None)) else { return Ok(()) };
        connection.send(&line).map_err(|error| self.failed(error))
    }

    /// Sends `ucinewgame`.
    ///
    /// # Errors
    /// As [`UciEngine::start`], and if it does not answer.
    pub fn new_game(&mut self, stop: &StopSignal) -> Result<(), UciError> {
        self.start(stop)?;
        let Some(connection) = &mut self.connection else { return Ok(()) };
        let asked = connection.send("ucinewgame").and_then(|()| connection.ready(stop));
        let notes = asked.map_err(|error| self.failed(error))?;
        self.notes.extend(notes);
        Ok(())
    }

    /// Searches a position until a limit is reached or `stop` is raised. `on_info` receives its `info` lines, on this
    /// thread.
    ///
    /// # Errors
    /// If it cannot be started, does not answer, ends or returns no legal move. Unless the error leaves it running, it is
    /// ended and stays down.
    pub fn search(
        &mut self,
        position: &GamePosition,
        limits: &Limits,
        stop: &StopSignal,
        on_info: &mut dyn FnMut(&UciInfo<Move>),
    ) -> Result<UciSearchResult, UciError> {
        self.search_with(position, limits, stop, &mut OnInfo(on_info))
    }

    /// As [`UciEngine::search`], with a [`Listener`], which is also called while no line comes.
    ///
    /// # Errors
    /// As [`UciEngine::search`].
    pub(crate) fn search_with(
        &mut self,
        position: &GamePosition,
        limits: &Limits,
        stop: &StopSignal,
        listener: &mut dyn Listener,
    ) -> Result<UciSearchResult, UciError> {
        let board = position.board();
        if !board.has_legal_move() {
            // Engines differ in how they answer a position without legal moves.
            return Ok(UciSearchResult::nothing());
        }
        self.start(stop)?;
        let prepared = self.prepare(position, stop);
        let Some(connection) = &mut self.connection else { return Ok(UciSearchResult::nothing()) };
        let found = prepared.and_then(|()| {
            SearchSession::new(connection, board, limits, stop).run(position, listener)
        });
        let mut found = found.map_err(|error| self.failed(error))?;
        let earlier = std::mem::take(&mut self.notes);
        found.notes.splice(..0, earlier);
        Ok(found)
    }

    /// Sends the options for this position and waits for `readyok`.
    fn prepare(&mut self, position: &GamePosition, stop: &StopSignal) -> Result<(), UciError> {
        let chess960 = connection::is_chess960(position);
        if chess960 && !self.identity().is_some_and(Identity::plays_chess960) {
            return Err(UciError::NoChess960 { name: self.name().to_owned() });
        }
        self.chess960 = chess960;
        self.changes_to(chess960, stop)
    }

    fn changes_to(&mut self, chess960: bool, stop: &StopSignal) -> Result<(), UciError> {
        let Some(connection) = &mut self.connection else { return Ok(()) };
        let changes = connection.values.changes_to(
            &connection.identity,
            &self.spec,
            &self.requested_options,
            chess960,
        );
        for line in &changes.lines {
            connection.send(line)?;
        }
        // Also if nothing has changed: late output of earlier searches comes before `readyok`.
        let odd = connection.ready(stop)?;
        // Notes are reported once, not before every search.
        if changes.notes != self.reported_notes {
            for note in &changes.notes {
                connection.note(&note.used);
            }
            self.notes.extend(changes.notes.iter().map(|note| note.used.clone()));
            self.reported_notes = changes.notes;
        }
        self.notes.extend(odd);
        Ok(())
    }

    /// Sends `quit`, and kills the engine if it does not end. It can be started again.
    pub fn quit(&mut self) {
        if let Some(mut connection) = self.connection.take() {
            connection.process.end(self.timeouts.farewell);
        }
    }

    /// Ends an engine after an error it cannot recover from.
    fn failed(&mut self, error: UciError) -> UciError {
        self.log.push(Side::Note, &error.to_string());
        if error.leaves_it_running() {
            return error;
        }
        if let Some(mut connection) = self.connection.take() {
            let polite = matches!(error, UciError::Abandoned { .. });
            connection.process.end(if polite { self.timeouts.farewell } else { Duration::ZERO });
        }
        if !matches!(error, UciError::Abandoned { .. }) {
            self.failure = Some(error.to_string());
        }
        error
    }
}

/// Adapts a function to [`Listener`].
struct OnInfo<'a>(&'a mut dyn FnMut(&UciInfo<Move>));

impl Listener for OnInfo<'_> {
    fn on_info(&mut self, info: &UciInfo<Move>) {
        (self.0)(info);
    }
}

impl Drop for UciEngine {
    fn drop(&mut self) {
        self.quit();
    }
}
