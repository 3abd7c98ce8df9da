//! Tabia: a desktop chess program in which you can see how the engine thinks.
//!
//! The house has floors, and every floor knows only the floors below it, without circles inside a room
//! (`tests/layers.rs` checks):
//!
//! ```text
//!  roof     main.rs        arguments -> the window or a command
//!  floor 9  gui/           the only place that names egui (feature "gui")
//!  floor 8  app/ | cli/    model and actions, no egui | commands of the terminal, UCI loop
//!  floor 7  worker/        the threads that own the engines, commands in, events out
//!  floor 6  external/      UCI engines of the user as child processes
//!  floor 5  uci/ | training/  UCI text <-> types | self-play, choice of positions, trainer
//!           review/ | lab/ what each move of a game was worth | experiments with the engine
//!  floor 4  alphabeta/     the built-in engine: alpha-beta search, tables, time
//!           puct/          the other school: a tree grown by playouts, from flat Monte Carlo to PUCT
//!  floor 3  clock.rs       how long a search may think
//!  floor 2  search/ | tuning/ the words of any search | fits the weights of eval
//!           collection/    the games of a file: their list, search by text and position
//!           export/        games as drawings and printable pages
//!  floor 1  game/ | eval/ | data/  history, tree, PGN | the evaluation | files of games and samples
//!           book/ | openings/ | tablebase/  Polyglot books | names, ECO codes | Syzygy tables
//!  ground   chess/         the rules; no clock, file, thread, print
//!           whole_file.rs  files that are the old one or the new one
//!           regular_file.rs  files opened with a look at what they are
//!           printable.rs   text from outside made fit to be printed or drawn
//! ```
//!
//! `app`, `gui` and `cli` are cut by feature. What is in each room, and four walks through the house (a mouse drag
//! becomes an engine reply, a UCI line a `bestmove`, a search report a plotted point, an external engine's line its
//! row in the panel), are told in ARCHITECTURE.md.

pub mod alphabeta;
pub mod app;
pub mod book;
pub mod chess;
pub mod cli;
pub mod clock;
pub mod collection;
pub mod data;
pub mod eval;
pub mod export;
pub mod external;
pub mod game;
#[cfg(feature = "gui")]
pub mod gui;
pub mod lab;
pub mod openings;
pub mod printable;
pub mod puct;
pub mod referee;
pub mod regular_file;
pub mod review;
pub mod search;
pub mod strength;
pub mod tablebase;
pub mod training;
pub mod tuning;
pub mod uci;
pub mod whole_file;
pub mod worker;
