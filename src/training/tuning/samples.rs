//! Training positions of the tuner: how often each weight is used, and the result of the game.

use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::path::Path;
use std::{fmt, io};

use thiserror::Error;

use super::model::fit_scale;
use crate::data::archive::{ArchiveEval, Game, Ply};
use crate::data::game::{GameRecord, MATE_FOUND, NO_SCORE, ScoredMove};
use crate::data::{archive, reader};
use crate::model::logistic;
use crate::relabel::is_quiet;
use tabia_chess::{Board, Color, SplitMix64, uci_move};
use tabia_engine::eval;
use tabia_engine::eval::layout::{GROUPS, Part};
use tabia_games::game::annotation::EvalValue;
use tabia_games::game::pgn_read::PgnGame;
use tabia_games::game::result::GameResult;

/// One of this many games is held out.
pub(crate) const HELD_OUT_ONE_IN: u32 = 40;
/// Minimum number of positions for an engine's evaluations to get their own scale.
const OWN_SCALE_FROM: usize = 2000;
/// Evaluations beyond this are ignored, pawns.
const EVAL_MAX: f32 = 12.0;

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Label<'a> {
    /// Result of its game for White: 1, 0.5 or 0.
    pub result: f32,
    /// Engine name and its evaluation in its own pawns, White's view.
    pub eval: Option<(&'a str, f32)>,
}

/// Uses of one weight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    pub(super) index: u16,
    pub(super) times: i16,
}

/// One position. Its uses are four runs in the list of the set: plain terms (White's less Black's), White's and Black's
/// king attack, initiative.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) start: usize,
    /// Ends of the four runs.
    pub(super) ends: [u16; 4],
    /// Weight of the middlegame value.
    pub(super) middlegame: f32,
    /// Weight of the endgame value if White leads, if Black leads.
    pub(super) endgame: [f32; 2],
    /// 1 with White to move, -1 with Black.
    pub(super) turn: f32,
    result: f32,
    eval: Option<(u16, f32)>,
    /// Target expected score.
    pub(super) target: f32,
    /// Held out from training.
    pub(super) held_out: bool,
}

/// All positions.
#[derive(Debug, Default)]
pub(crate) struct SampleSet {
    pub(super) samples: Vec<Sample>,
    pub(super) uses: Vec<Use>,
    /// Scale of each engine in pawns, and its number of evaluations.
    pub scales: Vec<(String, f32, usize)>,
}

impl SampleSet {
    /// Number of training and held-out positions.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let held_out = self.samples.iter().filter(|sample| sample.held_out).count();
        (self.samples.len() - held_out, held_out)
    }
}

/// Collects positions game by game.
pub(crate) struct Collector<'a> {
    set: SampleSet,
    engines: HashMap<String, u16>,
    draws: SplitMix64,
    one_in: usize,
    games: u32,
    game: u32,
    copy: Option<&'a mut dyn Write>,
}

impl fmt::Debug for Collector<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Collector").field("games", &self.games).finish_non_exhaustive()
    }
}

impl<'a> Collector<'a> {
    /// Keeps about one in `one_in` positions, by this seed, and writes each as a line for [`read_lines`] to `copy`.
    pub(crate) fn new(seed: u64, one_in: usize, copy: Option<&'a mut dyn Write>) -> Self {
        Collector {
            set: SampleSet::default(),
            engines: HashMap::new(),
            draws: SplitMix64::new(seed),
            one_in: one_in.max(1),
            games: 0,
            game: 0,
            copy,
        }
    }

    /// Starts the next game.
    pub(crate) fn begin_game(&mut self) {
        self.begin_game_with(self.game + 1);
    }

    /// Starts a game with its own number; numbers divisible by [`HELD_OUT_ONE_IN`] are held out.
    pub(crate) fn begin_game_with(&mut self, number: u32) {
        self.games += 1;
        self.game = number;
    }

    pub(crate) fn games(&self) -> u32 {
        self.games
    }

    /// Number of positions kept.
    pub(crate) fn kept(&self) -> usize {
        self.set.samples.len()
    }

    /// Decides at random whether to keep a position.
    pub(super) fn draw(&mut self) -> bool {
        self.draws.below(self.one_in) == 0
    }

    /// A random number below `bound`.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.draws.below(bound)
    }

    /// Keeps the position if it is quiet.
    ///
    /// # Errors
    /// The copy cannot be written.
    pub(crate) fn offer(&mut self, board: &Board, label: Label<'_>) -> io::Result<()> {
        if label.eval.is_some_and(|(_, eval)| eval.abs() > EVAL_MAX) || !is_evaluated(board) {
            return Ok(());
        }
        if let Some(copy) = &mut self.copy {
            let (engine, eval) = label.eval.unwrap_or_default();
            let eval = if label.eval.is_some() { eval.to_string() } else { String::new() };
            writeln!(copy, "{board}|{}|{eval}|{engine}|{}", label.result, self.game)?;
        }
        self.keep(board, label);
        Ok(())
    }

    fn keep(&mut self, board: &Board, label: Label<'_>) {
        let eval = label.eval.map(|(engine, eval)| {
            let next = self.engines.len() as u16;
            (*self.engines.entry(engine.to_owned()).or_insert(next), eval)
        });
        let start = self.set.uses.len();
        let ends = note_uses(board, &mut self.set.uses);
        let (phase, scale) = eval::phase_and_scales(board);
        let middlegame = phase as f32 / eval::PHASE_MAX as f32;
        self.set.samples.push(Sample {
            start,
            ends,
            middlegame,
            endgame: scale.map(|scale| (1.0 - middlegame) * scale as f32 / eval::SCALE_FULL as f32),
            turn: if board.stm() == Color::White { 1.0 } else { -1.0 },
            result: label.result,
            eval,
            target: label.result,
            held_out: self.game.is_multiple_of(HELD_OUT_ONE_IN),
        });
    }

    /// All positions with their targets: the engine's evaluation if there is one, mixed with the result by
    /// `result_share`.
    pub(crate) fn finish(self, result_share: f32) -> SampleSet {
        let Collector { mut set, engines, .. } = self;
        let mut of_engine = vec![Vec::new(); engines.len()];
        for sample in &set.samples {
            if let Some((engine, eval)) = sample.eval {
                of_engine[usize::from(engine)].push((eval, sample.result));
            }
        }
        let common = fit_scale(of_engine.iter().flatten().copied());
        let scales: Vec<f32> = of_engine
            .iter()
            .map(|pairs| {
                let own = pairs.len() >= OWN_SCALE_FROM;
                if own { fit_scale(pairs.iter().copied()) } else { common }
            })
            .collect();
        for sample in &mut set.samples {
            if let Some((engine, eval)) = sample.eval {
                let opinion = logistic(eval / scales[usize::from(engine)]);
                sample.target = opinion + result_share * (sample.result - opinion);
            }
        }
        set.scales = engines
            .into_iter()
            .map(|(name, at)| (name, scales[usize::from(at)], of_engine[usize::from(at)].len()))
            .collect();
        set.scales.sort_by(|a, b| b.2.cmp(&a.2).then_with(|| a.0.cmp(&b.0)));
        set
    }
}

/// Appends the uses of all weights in four runs and returns their ends.
fn note_uses(board: &Board, uses: &mut Vec<Use>) -> [u16; 4] {
    let trace = eval::trace(board);
    let start = uses.len();
    let mut run = |wanted: &dyn Fn(Part) -> bool, times: &dyn Fn([i16; 2]) -> i16| {
        for group in GROUPS.iter().filter(|group| wanted(group.part)) {
            for index in group.start..group.start + group.len {
                let times = times(trace.uses[index]);
                if times != 0 {
                    uses.push(Use { index: index as u16, times });
                }
            }
        }
        (uses.len() - start) as u16
    };
    let plain = |part| !matches!(part, Part::Attack | Part::Initiative);
    [
        run(&plain, &|[white, black]| white - black),
        run(&|part| part == Part::Attack, &|[white, _]| white),
        run(&|part| part == Part::Attack, &|[_, black]| black),
        run(&|part| part == Part::Initiative, &|[both, _]| both),
    ]
}

/// Quiet, not a known ending, not a draw by the fifty-move rule: a position that the search would evaluate.
fn is_evaluated(board: &Board) -> bool {
    is_quiet(board) && board.halfmove_clock() < 100 && !eval::is_known(board)
}

// Errors in the tuner's data.

/// Why positions could not be read.
#[derive(Debug, Error)]
pub(crate) enum DataError {
    /// The file cannot be read or the copy not written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A self-play file is damaged.
    #[error("{0}")]
    Games(#[from] crate::data::reader::DataError),
    /// An invalid line of positions.
    #[error("line {line}: found “{found}”, expected {expected}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// Its text, shortened.
        found: String,
        expected: &'static str,
    },
}

impl DataError {
    pub(super) fn line(line: usize, found: &str, expected: &'static str) -> DataError {
        DataError::Line { line, found: found.chars().take(80).collect(), expected }
    }
}

// PGN games: the main line with its result, and `[%eval ..]` if present.

/// Plies at the start that are skipped: opening theory says nothing about the result.
const OPENING_PLIES: usize = 12;

/// Offers positions of a game with a result; false if there is none, or an error in the game. `source` names its
/// evaluations.
///
/// # Errors
/// The copy cannot be written.
pub(crate) fn add_pgn(
    game: &PgnGame,
    source: &str,
    collector: &mut Collector<'_>,
) -> Result<bool, DataError> {
    let result = match game.tags.result() {
        GameResult::White => 1.0,
        GameResult::Black => 0.0,
        GameResult::Draw => 0.5,
        GameResult::Open => return Ok(false),
    };
    collector.begin_game();
    for &node in game.tree.main_line().iter().skip(1 + OPENING_PLIES) {
        if !collector.draw() {
            continue;
        }
        let eval = game.tree.eval(node).and_then(|eval| match eval.value {
            EvalValue::Cp(cp) => Some((source, cp as f32 / 100.0)),
            EvalValue::Mate(_) => None,
        });
        collector.offer(game.tree.board(node), Label { result, eval })?;
    }
    Ok(game.warnings.is_empty())
}

// Text format, one position per line: `FEN|result|eval|engine|game`. The result is White's (1, 0.5 or 0), the
// evaluation in pawns, White's view, or empty; positions of one game are consecutive and share its number.
// A [`Collector`] writes them as its copy.

/// Offers every position.
///
/// # Errors
/// The input cannot be read, a line is invalid, or the copy cannot be written.
pub(crate) fn read_lines(
    input: impl BufRead,
    collector: &mut Collector<'_>,
) -> Result<(), DataError> {
    let mut game = None;
    for (at, line) in input.lines().enumerate() {
        let line = line?;
        let fields: Vec<&str> = line.trim().split('|').collect();
        let [fen, result, eval, engine, number] = fields[..] else {
            return Err(DataError::line(at + 1, &line, "FEN|result|eval|engine|game"));
        };
        let board =
            Board::from_fen(fen).map_err(|_| DataError::line(at + 1, fen, "a valid FEN"))?;
        let result = result
            .parse()
            .ok()
            .filter(|result| (0.0..=1.0).contains(result))
            .ok_or_else(|| DataError::line(at + 1, result, "a result from 0 to 1"))?;
        let eval = match eval {
            "" => None,
            text => {
                let eval = text.parse().ok().filter(|eval: &f32| eval.is_finite());
                Some((engine, eval.ok_or_else(|| DataError::line(at + 1, text, "pawns"))?))
            }
        };
        let number = number
            .parse()
            .map_err(|_| DataError::line(at + 1, number, "the number of the game"))?;
        if game != Some(number) {
            game = Some(number);
            collector.begin_game_with(number);
        }
        collector.offer(&board, Label { result, eval })?;
    }
    Ok(())
}

// Self-play games, with the score of every move.

/// The name of its evaluations.
const ENGINE: &str = "self-play";

/// Offers positions of all games in a file of `tabia-train datagen`.
///
/// # Errors
/// The file cannot be read or is damaged, or the copy cannot be written.
pub(crate) fn read_selfplay(path: &Path, collector: &mut Collector<'_>) -> Result<(), DataError> {
    for game in reader::open(path)? {
        one(&game?, collector)?;
    }
    Ok(())
}

fn one(game: &GameRecord, collector: &mut Collector<'_>) -> Result<(), DataError> {
    let result = f32::from(game.result as u8) / 2.0;
    let mut ended = Ok(());
    collector.begin_game();
    game.for_each(|board, scored| {
        if ended.is_ok() && collector.draw() {
            ended = match white_pawns(board, scored) {
                Some(eval) => collector.offer(board, Label { result, eval: Some((ENGINE, eval)) }),
                None => Ok(()),
            };
        }
    });
    Ok(ended?)
}

/// Score in pawns, White's view, unless it is missing or a mate.
fn white_pawns(board: &Board, scored: ScoredMove) -> Option<f32> {
    let score = f32::from(scored.score) / 100.0;
    let known = scored.score != NO_SCORE && scored.score.unsigned_abs() < MATE_FOUND.unsigned_abs();
    known.then_some(if board.stm() == Color::White { score } else { -score })
}

// Archive of engine games (`data::archive`): positions as played, and along the expected variations.

/// Plies at the start that are skipped.
const ARCHIVE_OPENING_PLIES: usize = 8;

/// Offers positions of all games. Returns the number of games that were skipped or incomplete because of a missing
/// result or an error.
///
/// # Errors
/// The input cannot be read or the copy not written.
pub(crate) fn read_archive(
    input: impl BufRead,
    collector: &mut Collector<'_>,
) -> Result<u32, DataError> {
    let mut broken = 0;
    archive::read(input, |game| {
        let whole = match game {
            Ok(game) => offer(&game, collector)?,
            Err(_) => false,
        };
        broken += u32::from(!whole);
        Ok::<(), DataError>(())
    })?;
    Ok(broken)
}

/// Offers the positions of a game up to an illegal move; false if there is one, or no result.
fn offer(game: &Game<'_>, collector: &mut Collector<'_>) -> Result<bool, DataError> {
    let Some(result) = game.result else { return Ok(false) };
    let result = f32::from(result as u8) / 2.0;
    collector.begin_game();
    let mut board = game.start;
    for (played, ply) in game.plies.iter().enumerate() {
        let mover = board.stm();
        let Ok(mv) = uci_move::parse(&board, ply.mv) else { return Ok(false) };
        board.make_move(mv);
        let ArchiveEval::Pawns(pawns) = ply.eval else { continue };
        if played >= ARCHIVE_OPENING_PLIES {
            let engine = &game.engines[usize::from(mover == Color::Black)];
            let label = Label { result, eval: Some((engine, pawns as f32)) };
            offer_ply(board, ply, label, collector)?;
        }
    }
    Ok(true)
}

/// Offers the position after a ply, and one of its variation.
fn offer_ply(
    board: Board,
    ply: &Ply<'_>,
    label: Label<'_>,
    collector: &mut Collector<'_>,
) -> Result<(), DataError> {
    if collector.draw() {
        collector.offer(&board, label)?;
    }
    // All positions of a variation share its evaluation; one is enough.
    let line: Vec<&str> = ply.variation.split_ascii_whitespace().collect();
    if !line.is_empty() && collector.draw() {
        let length = 1 + collector.below(line.len());
        if let Some(board) = along(board, &line[..length]) {
            collector.offer(&board, label)?;
        }
    }
    Ok(())
}

/// The position after these moves.
fn along(mut board: Board, line: &[&str]) -> Option<Board> {
    for text in line {
        board.make_move(uci_move::parse(&board, text).ok()?);
    }
    Some(board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::game::{GameResult, Source};
    use tabia_chess::Square;
    use tabia_games::game::pgn_read::read_all;

    #[test]
    fn games_with_a_result_are_read() {
        let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
        let text = format!(
            "[Result \"0-1\"]\n\n{moves}{{[%eval -0.5]}} Nf3 0-1\n\n1. e4 *\n\n1. e4 e4 1-0\n"
        );
        let mut collector = Collector::new(1, 1, None);
        let games = read_all(&text);
        let add = |game| add_pgn(game, "judge", &mut collector).expect("nothing is written");
        // The second has no result, the third an illegal move.
        assert_eq!(games.iter().map(add).collect::<Vec<_>>(), [true, false, false]);
        assert_eq!((collector.games(), collector.kept()), (2, 5));
        assert_eq!(collector.finish(0.4).scales.len(), 1);
    }

    #[test]
    fn lines_are_read_and_bad_ones_named() {
        let start = Board::start();
        let good = format!("{start}|0.5|0.25|me|7\n{start}|1|||7\n{start}|0|||8\n");
        let mut collector = Collector::new(1, 1, None);
        read_lines(good.as_bytes(), &mut collector).expect("good lines");
        assert_eq!((collector.games(), collector.kept()), (2, 3));
        for (bad, found) in [
            ("rubbish", "line 1: found “rubbish”, expected FEN|result|eval|engine|game"),
            ("x|1|||1", "line 1: found “x”, expected a valid FEN"),
        ] {
            let error = read_lines(bad.as_bytes(), &mut collector).expect_err(bad).to_string();
            assert_eq!(error, found);
        }
        for bad in
            [format!("{start}|2|||1"), format!("{start}|1|x||1"), format!("{start}|1|inf||1")]
        {
            assert!(read_lines(bad.as_bytes(), &mut collector).is_err(), "{bad}");
        }
    }

    #[test]
    fn scores_are_turned_to_white_and_mates_left_out() {
        let mut board = Board::start();
        let mut moves = Vec::new();
        for (from, to, score) in [
            (Square::E2, Square::E4, 30),
            (Square::E7, Square::E5, -40),
            (Square::G1, Square::F3, 31_500),
        ] {
            let mv = board.find_move(from, to, None).expect("a legal move");
            moves.push(ScoredMove { mv, score });
            board.make_move(mv);
        }
        let (result, source) = (GameResult::WhiteWins, Source::Standard);
        let game = GameRecord { start: Board::start(), result, source, moves };
        let mut seen = Vec::new();
        game.for_each(|board, scored| seen.push(white_pawns(board, scored)));
        assert_eq!(seen, [Some(0.3), Some(0.4), None]);
        let mut collector = Collector::new(1, 1, None);
        one(&game, &mut collector).expect("nothing is written");
        assert_eq!((collector.games(), collector.kept()), (1, 2));
    }

    #[test]
    fn games_are_read_and_broken_ones_counted() {
        let start = Board::start();
        let mut text = format!("{start}|1-0|Alpha 1.0|Beta_2|2020.01.01|E|1\n");
        for ply in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(20) {
            text.extend([ply, " 0.30 20 \n"]);
        }
        let illegal = format!("\n{start}|1/2-1/2|A|B|2021|E|2\ne2e4 0.1 9\ne2e4 0.1 9\n\n");
        let unfinished = format!("{start}|*|A|B|2021|E|3\ne2e4 - -\n");
        text.extend([illegal, unfinished]);
        let mut collector = Collector::new(1, 1, None);
        assert_eq!(read_archive(text.as_bytes(), &mut collector).expect("readable"), 2);
        assert_eq!((collector.games(), collector.kept()), (2, 12));
        let set = collector.finish(0.4);
        assert_eq!(
            set.scales.iter().map(|s| s.0.as_str()).collect::<Vec<_>>(),
            ["alpha 2020", "beta 2020"]
        );
    }
}
