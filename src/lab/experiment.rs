//! The parts of every experiment: a request, a run that reports its findings, and a table of them. A new one implements
//! [`Experiment`] and gets a line in the registry (`lib.rs`); the worker's task, the panel, the session and the
//! terminal command are derived from these.

use std::any::Any;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use thiserror::Error;

use crate::ab::Side;
use crate::table::{Row, Table};
use crate::tours::wrong;
use tabia_chess::rules::{Outcome, automatic_outcome};
use tabia_chess::{Board, uci_move};
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::alphabeta::{Engine, bench};
use tabia_engine::search::limits::StopSignal;
use tabia_games::game::position::GamePosition;
use tabia_games::words;
use tabia_text::t;

/// The texts about an experiment, as keys; empty if the experiment's own view shows them.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// Its name in sessions and in the terminal (`tabia lab ID`).
    pub id: &'static str,
    /// The label of its button.
    pub start: &'static str,
    /// The text of a panel without results, and what it would show.
    pub empty: [&'static str; 2],
    /// How to read the table.
    pub note: &'static str,
    /// An explanation of what is shown.
    pub about: &'static str,
    /// A request and a position that show the experiment at its best.
    pub example: Example,
    /// The help of its terminal command, not keys: one line, and the meaning of the fields of `--json`.
    pub help: [&'static str; 2],
}

impl Info {
    /// For an experiment with its own view and command, which have their own texts.
    pub(crate) const fn of_own_view(id: &'static str, start: &'static str) -> Info {
        let example = Example { label: "", fen: None };
        Info { id, start, empty: ["", ""], note: "", about: "", example, help: ["", ""] }
    }
}

/// An instructive example of an experiment.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The label of the button.
    pub label: &'static str,
    /// `None` if the experiment does not depend on the position on the board.
    pub fen: Option<&'static str>,
}

/// Why an experiment has no result.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LabError {
    /// A text for the user.
    #[error("{0}")]
    Failed(String),
    /// The game is over at the position that would be searched.
    #[error("{}", t!("experiment-over", how = words::outcome(*.0)))]
    Over(Outcome),
    #[error("{}", t!("experiment-unknown", found = .0.as_str(), known = .1.as_str()))]
    Unknown(String, String),
    #[error("{}", t!("experiment-unreadable", name = .0.as_str(), why = .1.as_str()))]
    Unreadable(String, String),
}

/// How the game has ended in a position, where an experiment has nothing to search.
pub fn over(board: &Board) -> Option<Outcome> {
    automatic_outcome(board, 1)
}

/// The resources of an experiment.
#[derive(Debug)]
pub struct LabContext<'a> {
    /// The Lab's own engine. Its memory and options may be changed; the options are restored afterwards.
    pub engine: &'a mut Engine,
    pub stop: &'a StopSignal,
}

/// The nodes of a search in the window, by depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchGrowth {
    /// The engine and the position.
    pub name: String,
    /// The ends of its iterations, with increasing depths.
    pub iterations: Vec<IterationEnd>,
}

/// The end of an iteration of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IterationEnd {
    /// Plies.
    pub depth: u32,
    /// Nodes of the whole search so far.
    pub nodes: u64,
    /// Since the search began, ms.
    pub time_ms: u64,
}

/// Draws the controls of a request, so that an experiment need not know the window. Names are in the current language.
pub trait Form {
    /// A whole number.
    fn number(&mut self, name: &str, hint: &str, value: &mut u32, range: RangeInclusive<u32>);
    /// One of some numbers of nodes.
    fn nodes(&mut self, name: &str, value: &mut u64, choices: &[u64]);
    /// A search configuration: the active rules and the evaluation.
    fn side(&mut self, name: &str, side: &mut Side);
}

pub trait Experiment: fmt::Debug + Send + Sync + 'static {
    const INFO: Info;
    /// Whether each update is the whole result and replaces the previous one.
    const REPLACES: bool = false;
    /// The request, without the position.
    type Request: Clone + fmt::Debug + Default + PartialEq + Send + Sync;
    /// A finding, reported at once.
    type Update: Clone + fmt::Debug + Send + Sync;

    /// Runs it. `report` returns whether to continue.
    ///
    /// # Errors
    /// Why there is no result. A stop is not an error.
    fn run(
        request: &Self::Request,
        position: &GamePosition,
        context: &mut LabContext<'_>,
        report: &mut dyn FnMut(Self::Update) -> bool,
    ) -> Result<(), LabError>;

    /// The columns and the fixed rows. Empty for an experiment whose result is not a table.
    fn columns(_request: &Self::Request) -> Table {
        Table::default()
    }

    /// The rows that `update` adds to the table after the earlier updates.
    fn rows(_trial: &Trial<Self>, _before: &[Self::Update], _update: &Self::Update) -> Vec<Row>
    where
        Self: Sized,
    {
        Vec::new()
    }

    /// A summary of the result, in lines of text.
    fn summary(_trial: &Trial<Self>) -> Vec<String>
    where
        Self: Sized,
    {
        Vec::new()
    }

    /// A summary of the result for programs: the last object of `--json`.
    fn summary_object(_trial: &Trial<Self>) -> Option<Value>
    where
        Self: Sized,
    {
        None
    }

    /// The request as options of its terminal command, names and values, `yes` for a switch that is on; links contain
    /// the same. `None` if options cannot express it.
    fn options(_request: &Self::Request) -> Option<CommandOptions> {
        None
    }

    /// The controls of the request; none for an experiment with its own view.
    fn form(_request: &mut Self::Request, _form: &mut dyn Form) {}

    fn example() -> Self::Request {
        Self::Request::default()
    }

    /// The position it runs on, if it is not the one shown.
    fn fixed_position() -> Option<GamePosition> {
        None
    }

    /// Whether the result depends on the position.
    fn depends_on_position(_request: &Self::Request) -> bool {
        Self::fixed_position().is_none()
    }

    /// Rows for searches observed outside the experiment.
    fn watched(_searches: &[SearchGrowth]) -> Vec<Row> {
        Vec::new()
    }
}

/// One run of an experiment: the request, the position, and the findings.
#[derive(Debug)]
pub struct Trial<E: Experiment> {
    pub position: GamePosition,
    pub request: E::Request,
    pub updates: Vec<E::Update>,
}

// Not derived, because that would require the experiment itself to be `Clone`.
impl<E: Experiment> Clone for Trial<E> {
    fn clone(&self) -> Self {
        let Trial { position, request, updates } = self;
        let (position, request) = (position.clone(), request.clone());
        Trial { position, request, updates: updates.clone() }
    }
}

impl<E: Experiment> Trial<E> {
    /// A trial that has not been run.
    pub fn new(position: GamePosition, request: E::Request) -> Trial<E> {
        let position = E::fixed_position().unwrap_or(position);
        Trial { position, request, updates: Vec::new() }
    }

    /// The newest update.
    pub fn last(&self) -> Option<&E::Update> {
        self.updates.last()
    }
}

/// Options of a command in the terminal, names and values.
pub type CommandOptions = Vec<(&'static str, String)>;

/// A request of some experiment.
#[derive(Clone)]
pub struct Ask {
    entry: &'static Entry,
    request: Arc<dyn Any + Send + Sync>,
}

impl Ask {
    pub fn of<E: Experiment>(request: E::Request) -> Ask {
        Ask { entry: Entry::of::<E>(), request: Arc::new(request) }
    }

    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// The request, if it is one of this experiment.
    pub fn get<E: Experiment>(&self) -> Option<&E::Request> {
        self.request.downcast_ref().filter(|_| self.entry.id() == E::INFO.id)
    }

    /// The request after editing in the form.
    #[must_use]
    pub fn edited(&self, form: &mut dyn Form) -> Ask {
        (self.entry.edit)(self, form)
    }

    /// A trial of this request on a position.
    pub fn at(&self, position: GamePosition) -> Box<dyn AnyTrial> {
        (self.entry.trial)(self, position)
    }
}

impl fmt::Debug for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&(self.entry.debug)(self))
    }
}

impl PartialEq for Ask {
    fn eq(&self, other: &Ask) -> bool {
        self.entry.id() == other.entry.id() && (self.entry.same)(self, other)
    }
}

/// A finding of any experiment.
#[derive(Clone, Debug)]
pub struct AnyUpdate(Arc<dyn Erased>);

impl AnyUpdate {
    pub fn of<E: Experiment>(update: E::Update) -> AnyUpdate {
        AnyUpdate(Arc::new(update))
    }

    /// The update, if it is one of this experiment.
    pub fn get<E: Experiment>(&self) -> Option<&E::Update> {
        self.0.as_ref().any().downcast_ref()
    }
}

trait Erased: fmt::Debug + Send + Sync {
    fn any(&self) -> &dyn Any;
}

impl<T: fmt::Debug + Send + Sync + 'static> Erased for T {
    fn any(&self) -> &dyn Any {
        self
    }
}

/// A trial of any experiment.
pub trait AnyTrial: fmt::Debug + Send + Sync {
    fn entry(&self) -> &'static Entry;
    fn position(&self) -> &GamePosition;
    fn ask(&self) -> Ask;
    /// Whether its result applies to the position with this key.
    fn holds_for(&self, key: u64) -> bool;
    /// How the game has ended at the position it would search.
    fn over(&self) -> Option<Outcome>;
    /// Runs it on the context's engine, whose options are restored afterwards.
    ///
    /// # Errors
    /// Why there is no result.
    fn run(
        &self,
        context: &mut LabContext<'_>,
        report: &mut dyn FnMut(AnyUpdate) -> bool,
    ) -> Result<(), LabError>;
    /// Adds an update; one of another experiment is ignored.
    fn add(&mut self, update: &AnyUpdate);
    /// How many updates it holds.
    fn count(&self) -> usize;
    /// The columns and the fixed rows.
    fn columns(&self) -> Table;
    /// The rows of the updates, beginning with this one.
    fn rows_from(&self, first: usize) -> Vec<Row>;
    fn summary(&self) -> Vec<String>;
    fn summary_object(&self) -> Option<Value>;
    fn as_any(&self) -> &dyn Any;
    fn boxed(&self) -> Box<dyn AnyTrial>;
    /// Whether each update is the whole result.
    fn replaces(&self) -> bool;

    /// Everything found so far.
    fn table(&self) -> Table {
        let mut table = self.columns();
        table.rows.extend(self.rows_from(0));
        table
    }
}

impl Clone for Box<dyn AnyTrial> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

impl<E: Experiment> AnyTrial for Trial<E> {
    fn entry(&self) -> &'static Entry {
        Entry::of::<E>()
    }

    fn position(&self) -> &GamePosition {
        &self.position
    }

    fn ask(&self) -> Ask {
        Ask::of::<E>(self.request.clone())
    }

    fn holds_for(&self, key: u64) -> bool {
        !E::depends_on_position(&self.request) || self.position.board().key() == key
    }

    fn over(&self) -> Option<Outcome> {
        // The experiment's own position may have been replaced by another.
        let searched = E::depends_on_position(&self.request) || E::fixed_position().is_some();
        over(&self.position.board()).filter(|_| searched)
    }

    fn run(
        &self,
        context: &mut LabContext<'_>,
        report: &mut dyn FnMut(AnyUpdate) -> bool,
    ) -> Result<(), LabError> {
        if let Some(outcome) = self.over() {
            return Err(LabError::Over(outcome));
        }
        let usual = *context.engine.options();
        let mut erased = |update: E::Update| report(AnyUpdate::of::<E>(update));
        let done = E::run(&self.request, &self.position, context, &mut erased);
        if *context.engine.options() != usual {
            restore(context.engine, &usual);
        }
        done
    }

    fn add(&mut self, update: &AnyUpdate) {
        let Some(update) = update.get::<E>() else { return };
        if E::REPLACES {
            self.updates.clear();
        }
        self.updates.push(update.clone());
    }

    fn count(&self) -> usize {
        self.updates.len()
    }

    fn columns(&self) -> Table {
        E::columns(&self.request)
    }

    fn rows_from(&self, first: usize) -> Vec<Row> {
        let rows = (first..self.updates.len()).map(|at| {
            let (before, update) = (&self.updates[..at], &self.updates[at]);
            E::rows(self, before, update)
        });
        rows.flatten().collect()
    }

    fn summary(&self) -> Vec<String> {
        E::summary(self)
    }

    fn summary_object(&self) -> Option<Value> {
        E::summary_object(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn boxed(&self) -> Box<dyn AnyTrial> {
        Box::new(self.clone())
    }

    fn replaces(&self) -> bool {
        E::REPLACES
    }
}

/// Restores the options of an engine after an experiment that changed them.
fn restore(engine: &mut Engine, usual: &EngineOptions) {
    // If less memory is available than before, it continues with less.
    let _ = engine.set_options(usual);
    engine.new_game();
}

/// An experiment in the registry.
pub struct Entry {
    pub info: Info,
    default: fn() -> Ask,
    example: fn() -> Ask,
    edit: fn(&Ask, &mut dyn Form) -> Ask,
    trial: fn(&Ask, GamePosition) -> Box<dyn AnyTrial>,
    /// How a session saves a run; `None` for an experiment whose results are too large for that.
    session_format: Option<SessionFormat>,
    searches_its_position: fn() -> bool,
    watched: fn(&[SearchGrowth]) -> Vec<Row>,
    fixed_rows: fn() -> usize,
    same: fn(&Ask, &Ask) -> bool,
    debug: fn(&Ask) -> String,
    options: fn(&Ask) -> Option<CommandOptions>,
    reader: Option<Reader>,
    /// Whether its command is derived from its request; otherwise it is written by hand.
    makes_command: bool,
}

/// How a run is saved in a session and restored from it.
#[derive(Clone, Copy)]
struct SessionFormat {
    save: fn(&dyn AnyTrial) -> Option<Value>,
    read: fn(Value) -> Result<Box<dyn AnyTrial>, LabError>,
}

/// How a request is read from the options of a terminal command.
#[derive(Clone, Copy)]
struct Reader {
    augment: fn(clap::Command) -> clap::Command,
    parse: fn(&clap::ArgMatches) -> Result<Ask, clap::Error>,
}

impl Reader {
    const fn of<E: Experiment, A: clap::Args + Into<E::Request>>() -> Reader {
        Reader {
            augment: A::augment_args,
            parse: |found| A::from_arg_matches(found).map(|args| Ask::of::<E>(args.into())),
        }
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entry").field(&self.id()).finish()
    }
}

/// The saved form of a trial.
#[derive(Deserialize)]
struct Saved<R, N> {
    start: String,
    moves: String,
    request: R,
    news: Vec<N>,
}

impl Entry {
    /// An experiment whose command, if any, is written by hand, and whose runs are not saved.
    pub const fn new<E: Experiment>() -> Entry {
        Entry {
            info: E::INFO,
            default: || Ask::of::<E>(E::Request::default()),
            example: || Ask::of::<E>(E::example()),
            edit: |ask, form| {
                let mut request = ask.get::<E>().cloned().unwrap_or_default();
                E::form(&mut request, form);
                Ask::of::<E>(request)
            },
            trial: |ask, position| {
                let request = ask.get::<E>().cloned().unwrap_or_default();
                Box::new(Trial::<E>::new(position, request))
            },
            session_format: None,
            searches_its_position: || E::depends_on_position(&E::Request::default()),
            watched: E::watched,
            fixed_rows: || E::columns(&E::Request::default()).rows.len(),
            same: |one, other| one.get::<E>() == other.get::<E>(),
            debug: |ask| format!("{}: {:?}", E::INFO.id, ask.get::<E>()),
            options: |ask| E::options(&ask.get::<E>().cloned().unwrap_or_default()),
            reader: None,
            makes_command: false,
        }
    }

    /// Like [`Entry::new`], with a request that is read from the options of a hand-written command.
    #[must_use]
    pub const fn with_options<E: Experiment, A: clap::Args + Into<E::Request>>(self) -> Entry {
        Entry { reader: Some(Reader::of::<E, A>()), ..self }
    }

    /// Like [`Entry::new`], and sessions save its last run.
    pub const fn with_session<E: Experiment>() -> Entry
    where
        E::Request: Serialize + DeserializeOwned,
        E::Update: Serialize + DeserializeOwned,
    {
        Entry {
            session_format: Some(SessionFormat { save: save::<E>, read: read::<E> }),
            ..Entry::new::<E>()
        }
    }

    /// Like [`Entry::with_session`], and the command is derived from the request.
    pub(crate) const fn with_command<E: Experiment>() -> Entry
    where
        E::Request: clap::Args + Serialize + DeserializeOwned,
        E::Update: Serialize + DeserializeOwned,
    {
        let entry = Entry::with_session::<E>().with_options::<E, E::Request>();
        Entry { makes_command: true, ..entry }
    }

    /// An entry outside the registry: its settings for sessions and commands are not used.
    const fn of<E: Experiment>() -> &'static Entry {
        const { &Entry::new::<E>() }
    }

    pub fn by_id(id: &str) -> Option<&'static Entry> {
        crate::REGISTRY.iter().find(|entry| entry.id() == id)
    }

    pub fn id(&self) -> &'static str {
        self.info.id
    }

    /// The default request.
    pub fn default(&self) -> Ask {
        (self.default)()
    }

    pub fn example(&self) -> Ask {
        (self.example)()
    }

    /// Whether sessions save its last run.
    pub fn is_saved(&self) -> bool {
        self.session_format.is_some()
    }

    /// Whether its default request searches the position it is given.
    pub fn searches_its_position(&self) -> bool {
        (self.searches_its_position)()
    }

    /// Rows for searches observed outside the experiment.
    pub fn watched(&self, searches: &[SearchGrowth]) -> Vec<Row> {
        (self.watched)(searches)
    }

    /// Number of fixed rows.
    pub fn fixed_rows(&self) -> usize {
        (self.fixed_rows)()
    }

    /// Adds the arguments of the request to a command; `None` for an experiment whose command is written by hand.
    pub fn augment(&self, command: clap::Command) -> Option<clap::Command> {
        self.reader.filter(|_| self.makes_command).map(|reader| (reader.augment)(command))
    }

    /// The request from the arguments of that command.
    ///
    /// # Errors
    /// If the arguments are invalid.
    pub fn parse(&self, found: &clap::ArgMatches) -> Result<Ask, clap::Error> {
        self.reader.map_or_else(|| Ok(self.default()), |reader| (reader.parse)(found))
    }

    /// A request as options, names and values; `None` if options cannot express it.
    pub fn options(&self, ask: &Ask) -> Option<CommandOptions> {
        (self.options)(ask)
    }

    /// The request that these options express; missing ones have their defaults.
    ///
    /// # Errors
    /// A text for the user about an unknown option or an invalid value.
    pub fn read_options(&self, options: &[(&str, &str)]) -> Result<Ask, String> {
        let Some(&(first, _)) = options.first() else { return Ok(self.default()) };
        let Some(reader) = self.reader else { return Err(wrong(first, t!("link-no-settings"))) };
        let command = clap::Command::new(self.id()).no_binary_name(true).disable_help_flag(true);
        let command = (reader.augment)(command);
        let mut words = Vec::new();
        for &(name, value) in options {
            let known = command.get_arguments().find(|known| {
                let old_names = known.get_all_aliases().unwrap_or_default();
                known.get_long() == Some(name) || old_names.contains(&name)
            });
            let Some(known) = known else {
                let all = command.get_arguments().filter_map(clap::Arg::get_long);
                return Err(wrong(name, &all.collect::<Vec<_>>().join(", ")));
            };
            words.push(if known.get_action().takes_values() {
                format!("--{name}={value}")
            } else if value == "yes" {
                format!("--{name}")
            } else {
                return Err(wrong(value, "yes"));
            });
        }
        let found = command.try_get_matches_from(words).and_then(|found| (reader.parse)(&found));
        found.map_err(|error| {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default();
            line.trim_start_matches("error: ").to_owned()
        })
    }
}

/// A trial as a session saves it; `None` for an experiment that is not saved.
pub fn saved(trial: &dyn AnyTrial) -> Option<Value> {
    let session_format = Entry::by_id(trial.entry().id())?.session_format?;
    (session_format.save)(trial)
}

fn save<E: Experiment>(trial: &dyn AnyTrial) -> Option<Value>
where
    E::Request: Serialize,
    E::Update: Serialize,
{
    let trial: &Trial<E> = trial.as_any().downcast_ref()?;
    let GamePosition { start, moves } = &trial.position;
    Some(json!({
        "experiment": E::INFO.id,
        "start": start.to_string(),
        "moves": uci_move::write_line(start, moves, false).join(" "),
        "request": trial.request,
        "news": trial.updates,
    }))
}

/// Reads what [`saved`] wrote.
///
/// # Errors
/// If the experiment is unknown or is not saved, or the trial is invalid.
pub fn restored(value: Value) -> Result<Box<dyn AnyTrial>, LabError> {
    let id = value.get("experiment").and_then(Value::as_str).unwrap_or_default().to_owned();
    let Some(session_format) = Entry::by_id(&id).and_then(|entry| entry.session_format) else {
        let saved = crate::REGISTRY.iter().filter(|entry| entry.session_format.is_some());
        let known: Vec<&str> = saved.map(Entry::id).collect();
        return Err(LabError::Unknown(id, known.join(", ")));
    };
    (session_format.read)(value)
}

fn read<E: Experiment>(value: Value) -> Result<Box<dyn AnyTrial>, LabError>
where
    E::Request: DeserializeOwned,
    E::Update: DeserializeOwned,
{
    let unreadable = |why: String| LabError::Unreadable(E::INFO.id.to_owned(), why);
    let saved: Saved<E::Request, E::Update> =
        serde_json::from_value(value).map_err(|error| unreadable(error.to_string()))?;
    let start = Board::from_fen(&saved.start).map_err(|error| unreadable(error.to_string()))?;
    let (moves, error) = uci_move::parse_line(&start, saved.moves.split_whitespace());
    if let Some(error) = error {
        return Err(unreadable(error.to_string()));
    }
    let Saved { request, news: updates, .. } = saved;
    Ok(Box::new(Trial::<E> { position: GamePosition { start, moves }, request, updates }))
}

/// Positions in saved trials, as FEN.
pub(crate) mod board_fen {
    use serde::{Deserialize as _, Deserializer, Serializer, de};
    use tabia_chess::Board;

    pub(crate) fn serialize<S: Serializer>(board: &Board, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(board)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Board, D::Error> {
        Board::from_fen(&String::deserialize(from)?).map_err(de::Error::custom)
    }
}

/// Moves in saved trials, as 16 bits. Whether they are legal is checked when they are shown.
pub(crate) mod move_bits {
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};
    use tabia_chess::Move;

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        clippy::ref_option,
        reason = "the signature is serde's"
    )]
    pub(crate) fn serialize<S: Serializer>(mv: &Option<Move>, to: S) -> Result<S::Ok, S::Error> {
        mv.map(Move::bits).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Move>, D::Error> {
        let bits = Option::<u16>::deserialize(from)?;
        Ok(bits.and_then(Move::from_bits))
    }
}

/// Lines of moves in saved requests, each move as 16 bits.
pub(crate) mod move_list {
    use serde::{Deserialize as _, Deserializer, Serializer};
    use tabia_chess::Move;

    pub(crate) fn serialize<S: Serializer>(moves: &[Move], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(moves.iter().map(|mv| mv.bits()))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Move>, D::Error> {
        let bits = Vec::<u16>::deserialize(from)?;
        Ok(bits.into_iter().map_while(Move::from_bits).collect())
    }
}

/// Thirty positions of the bench: two thirds openings and middlegames, one third endings.
pub fn positions() -> Vec<GamePosition> {
    let texts = bench::POSITIONS[..20].iter().chain(&bench::POSITIONS[24..34]);
    texts.filter_map(|fen| Board::from_fen(fen).ok()).map(GamePosition::new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_searched_where_the_game_is_over() {
        let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
        let dead = "8/8/8/3k4/8/8/8/4K3 w - - 0 1";
        let mut engine = Engine::new(&EngineOptions { hash_mib: 1, ..EngineOptions::default() });
        for fen in [stalemate, dead] {
            let position = GamePosition::new(Board::from_fen(fen).unwrap());
            let mut refused = 0;
            for entry in crate::REGISTRY {
                let trial = entry.default().at(position.clone());
                let Some(outcome) = trial.over() else { continue };
                let stop = StopSignal::never();
                let mut context = LabContext { engine: &mut engine, stop: &stop };
                let id = entry.id();
                let done = trial.run(&mut context, &mut |_| panic!("{id} found something"));
                assert_eq!(done, Err(LabError::Over(outcome)), "{id}");
                refused += 1;
            }
            assert!(refused >= 8, "{refused}");
            // Its own positions are different ones.
            let suite = Entry::by_id("ab").unwrap().default();
            assert_eq!(suite.at(position).over(), None);
        }
    }

    #[test]
    fn there_are_thirty() {
        assert_eq!(positions().len(), 30);
    }
}
