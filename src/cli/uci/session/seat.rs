//! Who sits at the conversation's engine, and what was read for it: a network, a policy network, endgame tables. They
//! are handed to whoever takes the seat next.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::failure::Failure;
use tabia_engine::eval::nnue::{Network, built_in};
use tabia_engine::eval::policy::PolicyNet;
use tabia_engine::search::thinker::CommonOptions;
use tabia_engine::uci::option::UciOptions;
use tabia_engine::uci::search_option::SearchKind;
use tabia_games::tablebase::{Syzygy, refused_in_words};
use tabia_host::kinds::{self, SeatOptions};
use tabia_host::worker::protocol::Command;
use tabia_host::worker::{Handle, Wake};

use super::Session;

/// What it takes to put another engine on the seat.
pub(in crate::uci) struct Seat {
    /// Called when an engine has something to tell.
    wake: Wake,
    /// Who sat there first.
    pub(super) first: SearchKind,
    /// Who sits there.
    now: SearchKind,
    policy: Option<Arc<PolicyNet>>,
    tables: Option<Arc<Syzygy>>,
}

impl Seat {
    /// A seat with its first engine.
    pub(in crate::uci) fn take(search: SearchKind, wake: Wake) -> std::io::Result<(Handle, Seat)> {
        let handle = spawn(search, &wake)?;
        let seat = Seat { wake, first: search, now: search, policy: None, tables: None };
        Ok((handle, seat))
    }
}

fn spawn(search: SearchKind, wake: &Wake) -> std::io::Result<Handle> {
    let config = (kinds::of_search(search).config)(&UciOptions::default());
    Handle::spawn(config, Arc::clone(wake))
}

impl<W: Write> Session<'_, W> {
    /// The options as whoever sits there takes them.
    pub(super) fn seat_options(&self) -> SeatOptions {
        match (kinds::of_search(self.options.search).config)(&self.options).options() {
            SeatOptions::Common(common) => SeatOptions::Common(CommonOptions {
                multi_pv: self.options.engine.multi_pv,
                ..common
            }),
            options => options,
        }
    }

    /// Tells the engine its options, and the user what it does not have of them.
    pub(super) fn send_options(&mut self) -> Result<(), Failure> {
        let options = self.seat_options();
        self.send(Command::SetOptions(options))?;
        let limited = self.options.engine.strength.elo().is_some();
        let search = self.options.search;
        if search != SearchKind::AlphaBeta && limited {
            let word = search.word();
            self.say(&format!("Search {word} has one strength: what limits it is left aside"))?;
        }
        Ok(())
    }

    /// Puts the other engine on the seat, with all that was set.
    pub(super) fn change_search(&mut self) -> Result<(), Failure> {
        let search = self.options.search;
        if search == self.seat.now {
            return Ok(());
        }
        match spawn(search, &self.seat.wake) {
            // The old one has nothing to do: options are set between searches.
            Ok(handle) => self.handle = handle,
            Err(error) => {
                self.options.search = self.seat.now;
                return self.say(&format!("setoption Search: no thread to be had: {error}"));
            }
        }
        self.seat.now = search;
        self.send_options()?;
        self.send(Command::SetNetwork(self.network.clone()))?;
        self.send(Command::SetPolicy(self.seat.policy.clone()))?;
        self.send(Command::SetTables(self.seat.tables.clone()))
    }

    /// Reads a network, or takes the built-in one again; a file that is refused changes nothing.
    pub(super) fn set_network(&mut self, path: Option<&Path>) -> Result<(), Failure> {
        match path.map(Network::open).transpose() {
            Ok(network) => {
                let network = network.map(Arc::new);
                self.network = network.clone().or_else(built_in::network);
                self.send(Command::SetNetwork(network))
            }
            Err(error) => self.say(&format!("setoption EvalFile: {error}")),
        }
    }

    /// Reads a policy network, or takes the built-in one again; a file that is refused changes nothing.
    pub(super) fn set_policy(&mut self, path: Option<&Path>) -> Result<(), Failure> {
        match path.map(PolicyNet::load).transpose() {
            Ok(policy) => {
                self.seat.policy = policy.map(Arc::new);
                self.send(Command::SetPolicy(self.seat.policy.clone()))
            }
            Err(error) => self.say(&format!("setoption PolicyFile: {error}")),
        }
    }

    /// Opens endgame tables. Where that fails the game goes on without any.
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
