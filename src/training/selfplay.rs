//! Self-play on all cores, each game from another opening, stored in part files that are complete at any moment.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::openings;
use super::openings::Kind;
use crate::data::game::{GameRecord, GameResult, NO_SCORE, ScoredMove};
use crate::data::reader;
use crate::data::reader::DataError;
use tabia_chess::{Board, SplitMix64};
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::alphabeta::value::MATE;
use tabia_engine::alphabeta::{Engine, search_thread};
use tabia_engine::eval::nnue::Network;
use tabia_engine::play;
use tabia_engine::play::adjudication::{Adjudication, DrawRule, ResignRule};
use tabia_engine::play::control::Control;
use tabia_engine::play::{PlayedMove, Rules};
use tabia_engine::search::limits::StopSignal;
use tabia_engine::search::score::Score;
use tabia_games::game::position::GamePosition;

/// An opening that the first search finds this unbalanced is drawn again, centipawns.
const START_CP: i32 = 600;
/// Games per part.
const PART_GAMES: usize = 4000;
/// Finished games are saved after this time at the latest.
const SAVE_EVERY: Duration = Duration::from_secs(30);
/// Interval of progress reports.
const REPORT_EVERY: Duration = Duration::from_secs(2);
/// Finished games waiting to be collected.
const QUEUE: usize = 256;

/// Settings of a self-play run.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// Folder of the games; created if necessary.
    pub folder: PathBuf,
    /// Kind of games.
    pub kind: Kind,
    /// Opening book instead of the start position; may be empty.
    pub book: Vec<Board>,
    /// Number of games; `None`: no limit.
    pub games: Option<u64>,
    /// Time limit; `None`: no limit.
    pub time: Option<Duration>,
    /// Soft node limit of a search.
    pub soft_nodes: u64,
    /// Threads, each with its own engine.
    pub threads: usize,
    /// Random seed. A second run with the same seed in the same folder plays other games.
    pub seed: u64,
    /// Evaluation network, if the options need one; `None`: the built-in one.
    pub network: Option<Arc<Network>>,
    /// Engine options, for one thread each.
    pub options: EngineOptions,
}

/// Progress of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    /// Games already in the folder.
    pub before: u64,
    /// Games finished in this run.
    pub games: u64,
    /// Positions of these games.
    pub positions: u64,
    /// Time since the run began.
    pub elapsed: Duration,
    /// Whether the run has finished and everything is saved.
    pub done: bool,
}

/// Why a run failed.
#[derive(Debug, Error)]
pub(crate) enum SelfPlayError {
    /// The folder cannot be read or written.
    #[error(transparent)]
    Data(#[from] DataError),
    /// Every position of the book is over, or is so after a few moves.
    #[error("found no position in the book that can be played on, expected one at least")]
    Book,
    /// No thread could be started.
    #[error("no thread can be started: {0}")]
    Thread(std::io::Error),
}

/// Plays until the number of games, the time or `stop` ends the run. `report` is called with the progress every few
/// seconds.
///
/// # Errors
/// When the folder cannot be read or written, no position of the book can be played on, or no thread can be started.
/// Saved games stay.
pub(crate) fn run(
    settings: &Settings,
    stop: &AtomicBool,
    mut report: impl FnMut(&Progress),
) -> Result<Progress, SelfPlayError> {
    if !settings.book.is_empty() && !settings.book.iter().any(openings::can_be_played_on) {
        return Err(SelfPlayError::Book);
    }
    let of_folder = |error: std::io::Error| DataError::from(error).of_file(&settings.folder);
    std::fs::create_dir_all(&settings.folder).map_err(of_folder)?;
    let mut collector = Collector::new(settings)?;
    let table = Table { settings, stop, next: AtomicU64::new(0), seed: collector.seed() };
    let (sender, receiver) = sync_channel(QUEUE);
    thread::scope(|scope| {
        for number in 0..settings.threads.max(1) {
            let (table, sender) = (&table, sender.clone());
            let builder = search_thread(format!("self-play-{number}"));
            let play = move || table.play_games(&sender);
            if let Err(error) = builder.spawn_scoped(scope, play) {
                stop.store(true, Relaxed);
                return Err(SelfPlayError::Thread(error));
            }
        }
        drop(sender);
        let collected = collector.collect(&receiver, stop, &mut report);
        // After an error the players are stopped and their last games dropped.
        stop.store(true, Relaxed);
        drop(receiver);
        collected
    })?;
    Ok(collector.progress)
}

/// Receives finished games and saves them.
struct Collector<'a> {
    settings: &'a Settings,
    part: reader::Part,
    started: Instant,
    saved: Instant,
    progress: Progress,
}

impl<'a> Collector<'a> {
    fn new(settings: &'a Settings) -> Result<Self, SelfPlayError> {
        let mut before = 0;
        for file in reader::games_of(&settings.folder)? {
            for game in reader::open(&file)? {
                game?;
                before += 1;
            }
        }
        let now = Instant::now();
        Ok(Collector {
            settings,
            part: begin(settings)?,
            started: now,
            saved: now,
            progress: Progress { before, ..Progress::default() },
        })
    }

    /// Seed of this run: the given seed and the name of the first part, which is unique.
    fn seed(&self) -> u64 {
        let name = self.part.path().file_name().map_or(&[][..], OsStr::as_encoded_bytes);
        name.iter().fold(self.settings.seed, |seed, &byte| {
            SplitMix64::new(seed ^ u64::from(byte)).next_u64()
        })
    }

    fn collect(
        &mut self,
        receiver: &Receiver<GameRecord>,
        stop: &AtomicBool,
        report: &mut impl FnMut(&Progress),
    ) -> Result<(), SelfPlayError> {
        let mut last_report = Instant::now();
        loop {
            match receiver.recv_timeout(REPORT_EVERY) {
                Ok(game) => {
                    self.progress.games += 1;
                    self.progress.positions += game.moves.len() as u64;
                    self.part.push(&game);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.progress.elapsed = self.started.elapsed();
            if self.saved.elapsed() >= SAVE_EVERY || self.part.games() >= PART_GAMES {
                self.save()?;
            }
            if last_report.elapsed() >= REPORT_EVERY {
                last_report = Instant::now();
                report(&self.progress);
            }
            if self.settings.time.is_some_and(|time| self.progress.elapsed >= time) {
                stop.store(true, Relaxed);
            }
        }
        self.save()?;
        self.progress.done = true;
        report(&self.progress);
        Ok(())
    }

    fn save(&mut self) -> Result<(), SelfPlayError> {
        let saved = self.part.save();
        saved.map_err(|error| DataError::from(error).of_file(self.part.path()))?;
        self.saved = Instant::now();
        if self.part.games() >= PART_GAMES {
            self.part = begin(self.settings)?;
        }
        Ok(())
    }
}

fn begin(settings: &Settings) -> Result<reader::Part, DataError> {
    let name = format!("{}-s{}", settings.kind.name(), settings.seed);
    reader::Part::begin(&settings.folder, &name)
        .map_err(|error| DataError::from(error).of_file(&settings.folder))
}

/// Data shared by the playing threads.
struct Table<'a> {
    settings: &'a Settings,
    stop: &'a AtomicBool,
    /// Number of the next game.
    next: AtomicU64,
    seed: u64,
}

impl Table<'_> {
    /// Plays games until enough are played or the receiver is gone.
    fn play_games(&self, sender: &SyncSender<GameRecord>) {
        let options = EngineOptions { threads: 1, multi_pv: 1, ..self.settings.options };
        let mut engine = Engine::new(&options);
        engine.set_network(self.settings.network.clone());
        while !self.stop.load(Relaxed) {
            let number = self.next.fetch_add(1, Relaxed);
            if self.settings.games.is_some_and(|games| number >= games) {
                return;
            }
            // The game depends only on its number, not on the thread.
            let mut rng = SplitMix64::new(SplitMix64::new(self.seed ^ number).next_u64());
            let game = loop {
                if self.stop.load(Relaxed) {
                    return;
                }
                let (start, source) =
                    openings::draw(&mut rng, self.settings.kind, &self.settings.book);
                engine.new_game();
                if let Some((result, moves)) = self.play(&mut engine, start) {
                    break GameRecord { start, result, source, moves };
                }
            };
            if sender.send(game).is_err() {
                return;
            }
        }
    }

    /// Plays one game; `None` if the opening is too unbalanced or the run ends.
    fn play(&self, engine: &mut Engine, start: Board) -> Option<(GameResult, Vec<ScoredMove>)> {
        let control = Control::SoftNodes(self.settings.soft_nodes);
        let (signal, mut first) = (StopSignal::never(), true);
        let (opening, rules) = (GamePosition::new(start), rules(&start));
        let game = play::play(&opening, [control; 2], &rules, |turn| {
            if self.stop.load(Relaxed) {
                return None;
            }
            let outcome = engine.go(turn.position, turn.limits, &signal, &mut ());
            let cp = outcome.score.map(|score| score.clamped_cp(i32::MAX));
            let lopsided = cp.is_some_and(|cp| cp.abs() > START_CP);
            if std::mem::take(&mut first) && lopsided {
                return None;
            }
            Some(Ok(outcome))
        })?;
        let scored = |played: &PlayedMove| {
            let score = played.score.map_or(NO_SCORE, stored);
            ScoredMove { mv: played.mv, score }
        };
        let moves = game.moves.iter().map(scored).collect();
        Some((GameResult::won_by(game.ending.winner), moves))
    }
}

/// A score in the file format.
pub(super) fn stored(score: Score) -> i16 {
    let value = match score {
        Score::Mate(plies) if plies > 0 => MATE - plies,
        Score::Mate(plies) => -MATE - plies,
        Score::Cp(_) | Score::Tablebase(_) => score.cp().unwrap_or(0),
    };
    value.clamp(-MATE, MATE) as i16
}

// Adjudication of self-play, with common values of data generators (4 plies of 20 pawns, 12 plies of a tenth).

/// A win: this many centipawns for four consecutive plies.
const WIN: ResignRule = ResignRule { moves: 2, cp: 2000 };
/// From this move number on, twelve consecutive plies near zero are a draw.
const DRAW_FROM: u32 = 35;
/// A game of this many moves per side is a draw.
const MAX_MOVES: u32 = 200;

/// Rules of a self-play game from this position.
pub(crate) fn rules(start: &Board) -> Rules {
    let adjudication = Adjudication {
        draw: Some(DrawRule { from: start.fullmove_number() + DRAW_FROM, moves: 6, cp: 10 }),
        resign: Some(WIN),
        mate_decides: true,
        draw_over_zeroing: true,
        ..without_scores().adjudication
    };
    Rules { adjudication, ..Rules::default() }
}

/// Rules of a game decided only on the board.
pub(crate) fn without_scores() -> Rules {
    let adjudication = Adjudication { max_moves: Some(MAX_MOVES), ..Adjudication::default() };
    Rules { adjudication, ..Rules::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn settings(folder: &std::path::Path) -> Settings {
        Settings {
            folder: folder.to_path_buf(),
            kind: Kind::Mixed,
            book: Vec::new(),
            games: Some(12),
            time: None,
            soft_nodes: 60,
            threads: 2,
            seed: 7,
            network: None,
            options: EngineOptions { hash_mib: 1, ..EngineOptions::default() },
        }
    }

    fn starts(folder: &std::path::Path) -> Vec<u64> {
        let files = reader::games_of(folder).unwrap();
        let games = files.iter().flat_map(|file| reader::open(file).unwrap());
        games.map(|game| game.unwrap().start.key()).collect()
    }

    #[test]
    fn a_run_is_resumed_with_other_games() {
        let dir = tempfile::tempdir().unwrap();
        let mut last_report = 0;
        let first =
            run(&settings(dir.path()), &AtomicBool::new(false), |_| last_report += 1).unwrap();
        assert_eq!((first.before, first.games, first.done), (0, 12, true));
        assert!(last_report >= 1 && first.positions > 12 * 4, "{first:?}");
        let again = run(&settings(dir.path()), &AtomicBool::new(false), |_| ()).unwrap();
        assert_eq!((again.before, again.games), (12, 12));
        let starts = starts(dir.path());
        let different: HashSet<&u64> = starts.iter().collect();
        assert_eq!((starts.len(), different.len()), (24, 24));
    }

    #[test]
    fn the_same_seed_plays_the_same_games() {
        let played = |threads| {
            let dir = tempfile::tempdir().unwrap();
            let settings = Settings { threads, ..settings(dir.path()) };
            run(&settings, &AtomicBool::new(false), |_| ()).unwrap();
            let mut starts = starts(dir.path());
            starts.sort_unstable();
            starts
        };
        assert_eq!(played(1), played(2));
    }

    #[test]
    fn a_stopped_run_leaves_complete_files() {
        let dir = tempfile::tempdir().unwrap();
        let endless = Settings { games: None, ..settings(dir.path()) };
        let stop = AtomicBool::new(false);
        let progress = run(&endless, &stop, |_| stop.store(true, Relaxed)).unwrap();
        assert_eq!(starts(dir.path()).len() as u64, progress.games);
        std::fs::write(dir.path().join("bad.games"), b"TABIAG1\nrubbish").unwrap();
        let refused = run(&endless, &stop, |_| ()).unwrap_err().to_string();
        assert!(refused.contains("bad.games: offset 8: the file ends after 7"), "{refused}");
    }

    #[test]
    fn a_book_without_a_position_to_play_on_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        // A checkmate, bare kings, and the last two half moves before a draw can be claimed.
        let over = [
            "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/R3K3 w - - 98 90",
        ];
        let mut book: Vec<Board> = over.iter().map(|fen| Board::from_fen(fen).unwrap()).collect();
        let settings = |book| Settings { book, games: Some(1), ..settings(dir.path()) };
        let refused = run(&settings(book.clone()), &AtomicBool::new(false), |_| ()).unwrap_err();
        assert!(refused.to_string().starts_with("found no position in the book"), "{refused}");
        book.push(Board::start());
        assert_eq!(run(&settings(book), &AtomicBool::new(false), |_| ()).unwrap().games, 1);
    }

    #[test]
    fn scores_keep_their_mates() {
        assert_eq!(stored(Score::Mate(3)), 31_997);
        assert_eq!(stored(Score::Mate(-4)), -31_996);
        assert_eq!(stored(Score::Cp(-120)), -120);
    }
}
