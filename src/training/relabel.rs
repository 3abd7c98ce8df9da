//! New scores for samples: every position is searched again, by a stronger evaluation or deeper. The results of the
//! games stay.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use thiserror::Error;

use super::pool::Filter;
use super::pool::Pool;
use super::selfplay;
use crate::data::game::{GameRecord, GameResult, ScoredMove, Source, fnv_of_all};
use crate::data::reader::DataError;
use crate::data::sample::Sample;
use crate::data::{packed, sample};
use tabia_chess::{Board, SplitMix64, see};
use tabia_cli::parallel::in_order;
use tabia_engine::alphabeta::Engine;
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::eval;
use tabia_engine::eval::nnue::Network;
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_games::game::position::GamePosition;
use tabia_games::{regular_file, whole_file};

/// Largest settings file that is read, bytes.
const MAX_SETTINGS_BYTES: u64 = 1 << 16;
/// Samples per part. A stopped run loses at most one part per thread.
const PART_SAMPLES: usize = 20_000;

/// Settings of a relabelling.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// Folder of the parts; created if necessary.
    pub folder: PathBuf,
    /// Soft node limit of a search.
    pub soft_nodes: u64,
    /// Maximum number of positions of each search tree that are scored too: they are what an evaluation sees in play.
    pub tree: usize,
    /// Whether the samples themselves are written, or only those of their trees.
    pub originals: bool,
    /// Filter of the samples by new score and best move.
    pub filter: Filter,
    /// Threads, each with its own engine.
    pub threads: usize,
    /// Engine options, for one thread each.
    pub options: EngineOptions,
    /// Evaluation network, if the options need one; `None`: the built-in one.
    pub network: Option<Arc<Network>>,
}

/// Progress of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    /// Parts finished by earlier runs.
    pub before: usize,
    /// Parts finished in this run.
    pub parts: usize,
    /// Number of parts.
    pub of: usize,
    /// Samples kept in this run.
    pub kept: usize,
    /// Time since the run began.
    pub elapsed: Duration,
}

/// Why a run failed. Finished parts stay.
#[derive(Debug, Error)]
pub(crate) enum RelabelError {
    /// Samples could not be read or written.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A sample is not a legal position.
    #[error("{0}")]
    Position(String),
    /// The folder has parts of a run with other settings.
    #[error("{}: the parts there have other settings ({differences}); take another folder", path.display())]
    OtherRun {
        /// The settings file.
        path: PathBuf,
        differences: String,
    },
    /// No thread could be started.
    #[error("no thread can be started: {0}")]
    Thread(io::Error),
}

/// Scores the samples of a file again, part by part. Each part is written to a file in the folder, named after the
/// input and its number; existing parts are skipped, if they are of the same samples and settings. The result does not
/// depend on the number of threads.
///
/// # Errors
/// When samples cannot be read or written, the folder has parts of another run, or a thread cannot be started.
pub(crate) fn run(
    path: &Path,
    settings: &Settings,
    report: impl Fn(&Progress) + Sync,
) -> Result<Progress, RelabelError> {
    let of_folder = |error: io::Error| DataError::from(error).of_file(&settings.folder);
    std::fs::create_dir_all(&settings.folder).map_err(of_folder)?;
    let samples = sample::read_file(path)?;
    claim(path, &samples, settings)?;
    let parts: Vec<&[Sample]> = samples.chunks(PART_SAMPLES).collect();
    let (never, failure) = (AtomicBool::new(false), OnceLock::new());
    let begun = Instant::now();
    let progress = Mutex::new(Progress { of: parts.len(), ..Progress::default() });
    let work = |(): &mut (), number: u32| {
        let file = settings.folder.join(part_name(path, number as usize));
        let kept = if file.exists() {
            None
        } else {
            match do_part(parts[number as usize], settings, &file) {
                Ok(kept) => Some(kept),
                // The first failure stops all threads.
                Err(error) => return failure.set(error).ok().and(None),
            }
        };
        let mut now = progress.lock().unwrap_or_else(PoisonError::into_inner);
        now.before += usize::from(kept.is_none());
        now.parts += usize::from(kept.is_some());
        now.kept += kept.unwrap_or(0);
        now.elapsed = begun.elapsed();
        report(&now);
        Some(())
    };
    let (mut workers, numbers) = (vec![(); settings.threads.max(1)], 0..parts.len() as u32);
    in_order("relabel", &mut workers, numbers, &never, work).map_err(RelabelError::Thread)?;
    if let Some(error) = failure.into_inner() {
        return Err(error);
    }
    Ok(progress.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Writes what the parts depend on to a file in the folder, `sp.settings.json`, or compares it with that file.
fn claim(path: &Path, samples: &[Sample], settings: &Settings) -> Result<(), RelabelError> {
    let Filter { min_ply, max_score, checks, noisy, repeats } = settings.filter;
    let asked = json!({
        "samples": samples.len(),
        "checksum": fnv_of_all(samples.iter().map(Sample::bytes)),
        "nodes": settings.soft_nodes,
        "tree": settings.tree,
        "originals": settings.originals,
        "min_ply": min_ply,
        "max_score": max_score,
        "checks": checks,
        "noisy": noisy,
        "repeats": repeats,
        "hash_mib": settings.options.hash_mib,
        "eval": settings.options.eval,
        "network": settings.network.as_ref().map(|network| network.checksum()),
    });
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let file = settings.folder.join(format!("{stem}.settings.json"));
    let of_file = |error: io::Error| DataError::from(error).of_file(&file);
    let there: Value = match regular_file::read(&file, MAX_SETTINGS_BYTES) {
        Ok(bytes) => serde_json::from_slice(&bytes).unwrap_or_default(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(
                whole_file::write_bytes(&file, asked.to_string().as_bytes()).map_err(of_file)?
            );
        }
        Err(error) => return Err(of_file(error).into()),
    };
    let differs = |(name, asked): (&String, &Value)| {
        let there = there.get(name).unwrap_or(&Value::Null);
        (there != asked).then(|| format!("{name}: {there} there, {asked} asked for"))
    };
    let asked = asked.as_object().into_iter().flatten();
    let differences: Vec<String> = asked.filter_map(differs).collect();
    if differences.is_empty() {
        return Ok(());
    }
    Err(RelabelError::OtherRun { path: file, differences: differences.join("; ") })
}

/// `sp.samples`, 7: `sp-00007.samples`.
fn part_name(path: &Path, number: usize) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    format!("{stem}-{number:05}.samples")
}

/// Scores a part and writes the samples that are kept.
fn do_part(part: &[Sample], settings: &Settings, file: &Path) -> Result<usize, RelabelError> {
    let options = EngineOptions { threads: 1, multi_pv: 1, ..settings.options };
    let mut engine = Engine::new(&options);
    engine.set_network(settings.network.clone());
    let mut kept = Vec::with_capacity(part.len());
    for (sample, number) in part.iter().zip(0..) {
        let board = packed::unpack(&sample.position).map_err(RelabelError::Position)?;
        if let Some(every) = (settings.soft_nodes as usize).checked_div(settings.tree) {
            engine.sample_tree(Some(every), number);
        }
        let scored = score(&mut engine, &board, settings);
        let tree = engine.take_sampled();
        engine.sample_tree(None, 0);
        if settings.originals {
            kept.extend(scored.map(|score| Sample { score, ..*sample }));
        }
        for board in tree.iter().take(settings.tree).filter(|board| is_quiet(board)) {
            let off = |score| Sample::new(board, score, GameResult::Draw, Source::Wandered);
            kept.extend(score(&mut engine, board, settings).map(off));
        }
    }
    sample::write_file(file, &kept)?;
    Ok(kept.len())
}

/// Search score of a position, if the filter keeps it.
fn score(engine: &mut Engine, board: &Board, settings: &Settings) -> Option<i16> {
    let (position, limits) = (GamePosition::new(*board), Limits::soft_nodes(settings.soft_nodes));
    let outcome = engine.go(&position, &limits, &StopSignal::never(), &mut ());
    let scored = ScoredMove { mv: outcome.best?, score: selfplay::stored(outcome.score?) };
    settings.filter.leaves_out(board, scored).is_none().then_some(scored.score)
}

// Samples scored by the hand-crafted evaluation: positions of games without scores, and positions a few random moves
// away, as unbalanced as in a search tree. They teach a network the terms; deeper scores and results teach the rest.

/// Adds scored positions to a pool.
#[derive(Debug)]
pub(crate) struct Labeller {
    /// First ply taken, by the move number.
    min_ply: u32,
    /// Maximum absolute evaluation, centipawns.
    max_score: i16,
    /// Maximum number of random plies from each position; 0: none.
    wander: usize,
    rng: SplitMix64,
}

impl Labeller {
    /// A labeller; `wander` is the maximum number of random plies.
    pub(crate) fn new(min_ply: u32, max_score: i16, wander: usize, seed: u64) -> Labeller {
        Labeller { min_ply, max_score, wander, rng: SplitMix64::new(seed) }
    }

    /// Adds the positions of a game and those a few random moves away.
    pub(crate) fn add_game(&mut self, game: &GameRecord, pool: &mut Pool) {
        let mut last = game.start;
        for scored in &game.moves {
            last.make_move(scored.mv);
        }
        let held_out = pool.holds_out(&game.start, &last);
        pool.games_held_out += u64::from(held_out);
        game.for_each(|board, _| {
            if board.plies_before() >= self.min_ply {
                self.add(board, game.result, Source::Labelled, pool, held_out);
                self.add_off(board, pool, held_out);
            }
        });
    }

    /// Adds a position a few random moves from a sample. The sample itself already has a score.
    ///
    /// # Errors
    /// When the sample is not a legal position.
    pub(crate) fn add_off_sample(
        &mut self,
        sample: &Sample,
        pool: &mut Pool,
    ) -> Result<(), String> {
        let board = packed::unpack(&sample.position)?;
        self.add_off(&board, pool, false);
        Ok(())
    }

    /// Adds a position some random plies away.
    fn add_off(&mut self, board: &Board, pool: &mut Pool, held_out: bool) {
        if self.wander == 0 {
            return;
        }
        let mut board = *board;
        for _ in 0..=self.rng.below(self.wander) {
            let moves = board.legal_moves();
            let Some(&mv) = moves.get(self.rng.below(moves.len())) else { return };
            board.make_move(mv);
        }
        self.add(&board, GameResult::Draw, Source::Wandered, pool, held_out);
    }

    fn add(
        &self,
        board: &Board,
        result: GameResult,
        source: Source,
        pool: &mut Pool,
        held_out: bool,
    ) {
        if is_quiet(board) {
            let score = eval::evaluate(board);
            if score.abs() <= i32::from(self.max_score) {
                pool.add_sample(board, Sample::new(board, score as i16, result, source), held_out);
            }
        }
    }
}

/// Not in check, the game goes on, and no capture or promotion wins anything: the evaluation is reliable.
pub(crate) fn is_quiet(board: &Board) -> bool {
    if board.in_check() {
        return false;
    }
    let moves = board.legal_moves();
    !moves.is_empty() && !moves.iter().any(|&mv| mv.is_noisy() && see::at_least(board, mv, 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::game::{NO_SCORE, ScoredMove};
    use crate::pool::Filter;
    use tabia_chess::Color;
    use tabia_engine::alphabeta::options::EvalKind;

    fn settings(folder: &Path, threads: usize) -> Settings {
        let options =
            EngineOptions { hash_mib: 1, eval: EvalKind::HandCrafted, ..EngineOptions::default() };
        let filter = Filter { min_ply: 0, ..Filter::default() };
        let (folder, network) = (folder.to_path_buf(), None);
        Settings {
            folder,
            soft_nodes: 300,
            tree: 0,
            originals: true,
            filter,
            threads,
            options,
            network,
        }
    }

    fn samples() -> Vec<Sample> {
        let fens = [
            // A quiet one, one whose best move captures a queen, one with a mate.
            "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
            "4k3/8/8/3q4/4P3/8/8/4K2R w - - 0 1",
            "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
        ];
        let sample = |fen: &str| {
            let board = Board::from_fen(fen).unwrap();
            Sample::new(&board, 777, GameResult::Draw, Source::Standard)
        };
        fens.map(sample).to_vec()
    }

    #[test]
    fn quiet_positions_get_the_score_of_a_search_and_keep_their_result() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.samples");
        let samples = samples();
        sample::write_file(&path, &samples).unwrap();
        let folder = dir.path().join("out");
        let end = run(&path, &settings(&folder, 1), |_| ()).unwrap();
        assert_eq!((end.before, end.parts, end.of, end.kept), (0, 1, 1, 1));
        let [kept] = sample::read_file(&folder.join("a-00000.samples")).unwrap()[..] else {
            panic!()
        };
        assert_eq!(Sample { score: 777, ..kept }, samples[0]);
        assert!(kept.score.abs() < 200, "{kept:?}");
        let again = run(&path, &settings(&folder, 2), |_| ()).unwrap();
        assert_eq!((again.before, again.parts, again.kept), (1, 0, 0));
        // Neither parts with other settings nor those of other samples are taken for these.
        let deeper = Settings { soft_nodes: 5_000, ..settings(&folder, 1) };
        let error = run(&path, &deeper, |_| ()).unwrap_err().to_string();
        assert!(error.contains("(nodes: 300 there, 5000 asked for)"), "{error}");
        sample::write_file(&path, &samples[1..]).unwrap();
        let error = run(&path, &settings(&folder, 1), |_| ()).unwrap_err().to_string();
        assert!(error.contains("samples: 3 there, 2 asked for"), "{error}");
    }

    #[test]
    fn an_invalid_position_ends_the_run() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.samples");
        // The side not to move is in check.
        let board = Board::from_fen("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1").unwrap();
        let mut check = Sample::new(&board, 1, GameResult::Draw, Source::Standard);
        check.position[24] ^= 128;
        sample::write_file(&path, &[samples()[0], check]).unwrap();
        let folder = dir.path().join("out");
        assert!(run(&path, &settings(&folder, 2), |_| ()).is_err());
        let names = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
        assert_eq!(names.collect::<Vec<_>>(), ["a.settings.json"], "no part is half there");
    }

    #[test]
    fn positions_of_the_tree_are_scored_too() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.samples");
        let samples: Vec<Sample> = (0..20).map(|_| samples()[0]).collect();
        sample::write_file(&path, &samples).unwrap();
        let made = |originals: bool| {
            let folder = dir.path().join(originals.to_string());
            let all = Settings { tree: 5, originals, ..settings(&folder, 1) };
            run(&path, &all, |_| ()).unwrap();
            sample::read_file(&folder.join("a-00000.samples")).unwrap()
        };
        let (with, tree) = (made(true), made(false));
        let of_tree = |sample: &&Sample| sample.source == Source::Wandered;
        let drawn: Vec<Sample> = with.iter().filter(of_tree).copied().collect();
        assert!((10..=100).contains(&drawn.len()) && drawn == tree, "{}", drawn.len());
        assert_eq!(with.len() - drawn.len(), 20);
        let different: std::collections::HashSet<_> = drawn.iter().map(|s| s.position).collect();
        assert!(different.len() > drawn.len() / 2 && !different.contains(&samples[0].position));
        assert!(drawn.iter().all(|sample| sample.result_of_mover().is_none()));
    }

    #[test]
    fn parts_do_not_depend_on_the_threads() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.samples");
        let all: Vec<Sample> = (0..PART_SAMPLES + 3).map(|_| samples()[0]).collect();
        sample::write_file(&path, &all).unwrap();
        let made = |threads: usize| {
            let folder = dir.path().join(threads.to_string());
            let quick = Settings { soft_nodes: 1, ..settings(&folder, threads) };
            let end = run(&path, &quick, |_| ()).unwrap();
            assert_eq!((end.parts, end.kept), (2, PART_SAMPLES + 3));
            ["a-00000.samples", "a-00001.samples"]
                .map(|name| std::fs::read(folder.join(name)).unwrap())
        };
        assert!(made(1) == made(2));
    }

    #[test]
    fn positions_of_a_game_and_off_it_get_the_evaluation() {
        let (start, mut rng) = (Board::start(), SplitMix64::new(8));
        let mut pool = Pool::new(Filter::default(), 0.0, 1);
        let mut labeller = Labeller::new(10, 3000, 4, 1);
        for _ in 0..20 {
            let (mut board, mut moves) = (start, Vec::new());
            for _ in 0..60 {
                let legal = board.legal_moves();
                let Some(&mv) = legal.get(rng.below(legal.len())) else { break };
                moves.push(ScoredMove { mv, score: NO_SCORE });
                board.make_move(mv);
            }
            let (result, source) = (GameResult::WhiteWins, Source::Archive);
            labeller.add_game(&GameRecord { start, result, source, moves }, &mut pool);
        }
        let of = |source| pool.training.iter().filter(move |sample| sample.source == source);
        assert!(of(Source::Labelled).count() > 5 && of(Source::Wandered).count() > 5);
        for sample in &pool.training {
            let board = packed::unpack(&sample.position).unwrap();
            assert!(is_quiet(&board) && i32::from(sample.score) == eval::evaluate(&board));
            let won = if board.stm() == Color::White { 1.0 } else { 0.0 };
            let expected = (sample.source == Source::Labelled).then_some(won);
            assert_eq!(sample.result_of_mover(), expected, "{board}");
        }
    }

    #[test]
    fn a_hanging_piece_is_not_quiet() {
        let quiet = |fen: &str| is_quiet(&Board::from_fen(fen).unwrap());
        assert!(quiet("4k3/8/3p4/4p3/8/8/4R3/4K3 w - - 0 1"));
        assert!(!quiet("4k3/8/8/4p3/8/8/4R3/4K3 w - - 0 1"));
        assert!(!quiet("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"));
        assert!(!quiet("7k/P7/8/8/8/8/8/4K3 w - - 0 1"));
    }
}
