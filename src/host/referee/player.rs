//! Who plays in a match: a built-in engine or a program that talks UCI, what is set about it, and how it takes a seat.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::external::command_line;
use crate::external::engine::UciEngine;
use crate::external::spec::{Timeouts, UciSpec};
use crate::kinds;
use tabia_engine::eval::nnue::Network;
use tabia_engine::eval::policy::PolicyNet;
use tabia_engine::search::limits::StopSignal;
use tabia_engine::search::thinker::{CommonOptions, SearchError, Thinker};
use tabia_engine::uci::option::{Effect, UciOptions};
use tabia_engine::uci::search_option::SearchKind;
use tabia_games::tablebase::Syzygy;

use tabia_engine::play::control::Control;

/// Begins an option of an engine.
const OPTION: &str = "option.";
/// How long a program may be silent after `stop` before it is ended.
const STOP: Duration = Duration::from_secs(2);

/// A player as somebody described it in a line, the engine first, then what is set about it:
/// `alphabeta name=new option.EvalFile=new.nnue`, `puct nodes=400`, `/usr/games/stockfish name=sf tc=4+0.04
/// option.Threads=2`. Words of another kind are arguments of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// What it is called; empty: what it calls itself.
    pub name: String,
    /// What it may spend, where that is not what all others may.
    pub control: Option<Control>,
    /// The line, for a person and to know it again.
    pub line: String,
    kind: Kind,
    options: Vec<(String, String)>,
    threads: Option<u32>,
    hash_mib: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    BuiltIn(SearchKind),
    Program(Vec<String>),
}

impl Player {
    /// Reads a line.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub fn from_line(line: &str) -> Result<Player, String> {
        let mut words = command_line::split(line).map_err(|error| error.to_string())?.into_iter();
        let engine = words.next().unwrap_or_default();
        let mut player = Player {
            name: String::new(),
            control: None,
            line: line.trim().to_owned(),
            kind: match SearchKind::by_word(&engine) {
                Some(search) => Kind::BuiltIn(search),
                None => Kind::Program(vec![engine]),
            },
            options: Vec::new(),
            threads: None,
            hash_mib: None,
        };
        for word in words {
            player.set(word)?;
        }
        Ok(player)
    }

    /// Takes a word of the line after the engine.
    fn set(&mut self, word: String) -> Result<(), String> {
        let wrong = |error: String| format!("{word}: {error}");
        let number = |text: &str, most: u64| -> Result<u64, String> {
            let number = text.parse().ok().filter(|number| (1..=most).contains(number));
            number
                .ok_or_else(|| wrong(format!("found '{text}', expected a number from 1 to {most}")))
        };
        let (key, value) = word.split_once('=').unwrap_or((&word, ""));
        match key {
            "name" if !value.trim().is_empty() => value.trim().clone_into(&mut self.name),
            "tc" => self.control = Some(Control::Clock(value.parse().map_err(wrong)?)),
            "nodes" => self.control = Some(Control::Nodes(number(value, u64::MAX)?)),
            "depth" => self.control = Some(Control::Depth(number(value, 200)? as u32)),
            "movetime" => {
                let time = Duration::from_millis(number(value, 86_400_000)?);
                self.control = Some(Control::MoveTime(time));
            }
            _ => {
                if let Some(option) = key.strip_prefix(OPTION).filter(|name| !name.is_empty()) {
                    match option.to_ascii_lowercase().as_str() {
                        "threads" => self.threads = Some(number(value, 1024)? as u32),
                        "hash" => self.hash_mib = Some(number(value, 1 << 20)? as u32),
                        _ => self.options.push((option.to_owned(), value.to_owned())),
                    }
                } else if let Kind::Program(command) = &mut self.kind {
                    command.push(word);
                } else {
                    let expected = "name=, tc=, nodes=, depth=, movetime= or option.NAME=VALUE";
                    return Err(format!("found '{word}', expected {expected}"));
                }
            }
        }
        Ok(())
    }

    /// Reads the files its options name and sees whether it can be had at all. `common` is what all players have.
    ///
    /// # Errors
    /// Files that cannot be read, options it does not take, a program that does not start.
    pub fn prepare(
        &self,
        common: CommonOptions,
        timeouts: Timeouts,
    ) -> Result<PreparedPlayer, String> {
        let common = CommonOptions {
            threads: self.threads.unwrap_or(common.threads),
            hash_mib: self.hash_mib.unwrap_or(common.hash_mib),
            multi_pv: 1,
        };
        let seat = match &self.kind {
            Kind::BuiltIn(search) => Seat::BuiltIn(Box::new(self.built_in(*search)?)),
            Kind::Program(words) => {
                let (command, arguments) = words.split_first().ok_or("found no program")?;
                let mut spec = UciSpec::new(1, command.as_str(), arguments.to_vec());
                spec.options.extend(self.options.iter().cloned());
                Seat::Program(Arc::new(spec), Timeouts { stop: STOP, ..timeouts })
            }
        };
        let mut ready = PreparedPlayer { name: self.name.clone(), common, seat };
        let engine =
            ready.take(&StopSignal::never()).map_err(|error| format!("{}: {error}", self.line))?;
        if ready.name.is_empty() {
            engine.name().clone_into(&mut ready.name);
        }
        Ok(ready)
    }

    fn built_in(&self, search: SearchKind) -> Result<BuiltIn, String> {
        let mut found = BuiltIn::default();
        found.options.search = search;
        for (name, value) in &self.options {
            let wrong = |error: String| format!("{}: {error}", self.line);
            let effect =
                found.options.set(name, Some(value.as_str()).filter(|value| !value.is_empty()));
            match effect.map_err(|error| wrong(error.to_string()))? {
                Effect::EvalFile(path) => {
                    let read =
                        |path: &Path| Network::open(path).map_err(|error| wrong(error.to_string()));
                    found.network = path.as_deref().map(read).transpose()?.map(Arc::new);
                }
                Effect::PolicyFile(path) => {
                    let read = |path: &Path| {
                        PolicyNet::load(path).map_err(|error| wrong(error.to_string()))
                    };
                    found.policy = path.as_deref().map(read).transpose()?.map(Arc::new);
                }
                Effect::SyzygyPath(folders) if folders.is_empty() => found.tables = None,
                Effect::SyzygyPath(folders) => {
                    let tables =
                        Syzygy::open(&folders).map_err(|error| wrong(error.to_string()))?;
                    found.tables = Some(Arc::new(tables));
                }
                Effect::LogFile => {
                    return Err(wrong(format!("{name}: a match keeps no log of it")));
                }
                Effect::None | Effect::Engine | Effect::Search | Effect::ClearHash => {}
            }
        }
        Ok(found)
    }
}

/// A player whose files are read: it can sit down as often as there are games at once.
#[derive(Clone, Debug)]
pub struct PreparedPlayer {
    /// What it is called.
    pub name: String,
    common: CommonOptions,
    seat: Seat,
}

#[derive(Clone, Debug)]
enum Seat {
    BuiltIn(Box<BuiltIn>),
    Program(Arc<UciSpec>, Timeouts),
}

/// A built-in engine and what was read for it.
#[derive(Clone, Debug, Default)]
struct BuiltIn {
    options: UciOptions,
    network: Option<Arc<Network>>,
    policy: Option<Arc<PolicyNet>>,
    tables: Option<Arc<Syzygy>>,
}

impl PreparedPlayer {
    /// An engine of its own, with everything set. `abandoned` ends all waiting for it once it is raised for good.
    ///
    /// # Errors
    /// Where it cannot be had, or only with less than was asked for.
    pub fn take(&self, abandoned: &StopSignal) -> Result<Box<dyn Thinker>, SearchError> {
        let mut engine: Box<dyn Thinker> = match &self.seat {
            Seat::BuiltIn(built_in) => built_in.engine(),
            Seat::Program(spec, timeouts) => {
                let engine = UciEngine::new(Arc::clone(spec), *timeouts, Arc::default());
                let mut engine = engine.abandoned_with(abandoned.clone());
                engine.start(abandoned)?;
                Box::new(engine)
            }
        };
        engine.configure(&self.common)?;
        Ok(engine)
    }
}

impl BuiltIn {
    fn engine(&self) -> Box<dyn Thinker> {
        let mut options = self.options.clone();
        // The table that is wanted is made once, when it is configured.
        options.engine.hash_mib = 1;
        let config = (kinds::of_search(options.search).config)(&options);
        let mut engine = config.build(StopSignal::never());
        engine.set_network(self.network.clone());
        engine.set_policy(self.policy.clone());
        engine.set_tables(self.tables.clone());
        engine
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMON: CommonOptions = CommonOptions { threads: 1, hash_mib: 1, multi_pv: 1 };

    #[test]
    fn a_line_says_who_plays_and_how() {
        let player = Player::from_line(
            "'/opt/my engine/sf' -x name=\"Old one\" tc=4+0.04 option.Hash=32 option.Style=a=b",
        )
        .unwrap();
        assert_eq!(player.kind, Kind::Program(vec!["/opt/my engine/sf".into(), "-x".into()]));
        assert_eq!((player.name.as_str(), player.hash_mib), ("Old one", Some(32)));
        assert_eq!(player.control.unwrap().to_string(), "4+0.04");
        assert_eq!(player.options, [("Style".to_owned(), "a=b".to_owned())]);
        let puct = Player::from_line("PUCT nodes=400").unwrap();
        assert_eq!(puct.kind, Kind::BuiltIn(SearchKind::Puct));
        assert_eq!(puct.control, Some(Control::Nodes(400)));
    }

    #[test]
    fn an_invalid_player_line_is_refused() {
        for (line, part) in [
            ("", "expected one"),
            ("alphabeta fast", "found 'fast', expected name=, tc="),
            ("alphabeta nodes=0", "nodes=0: found '0', expected a number from 1"),
            ("puct tc=x", "tc=x: found 'x', expected [MOVES/]SECONDS"),
            ("x option.Hash=lots", "option.Hash=lots: found 'lots'"),
        ] {
            let error = Player::from_line(line).unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        }
        for (line, part) in [
            ("alphabeta option.Style=x", "no option is named 'Style'"),
            ("alphabeta option.EvalFile=/no/such.nnue", "/no/such.nnue"),
            ("/no/such/engine", "/no/such/engine"),
        ] {
            let player = Player::from_line(line).unwrap();
            let error = player.prepare(COMMON, Timeouts::default()).unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        }
    }

    #[test]
    fn a_built_in_engine_is_called_by_its_own_name_unless_it_is_given_one() {
        let ready = |line| Player::from_line(line).unwrap().prepare(COMMON, Timeouts::default());
        let own = ready("puct option.PuctMethod=Knowledge").unwrap();
        assert!(own.name.starts_with("Tabia ") && own.name.ends_with(" PUCT"), "{}", own.name);
        assert!(ready("plain depth=2").unwrap().name.ends_with(" Plain"));
        assert_eq!(ready("alphabeta name=new option.Threads=2").unwrap().name, "new");
    }
}
