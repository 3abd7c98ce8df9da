//! Samples from an archive of engine games (`data::archive`) with evaluations and principal variations. Engines use
//! different scales; the results of the games convert them to one. Games without a result are skipped.

use std::collections::HashMap;

use crate::data::archive::{self, ArchiveError, ArchiveEval, Game, Ply};
use crate::data::game::{GameRecord, GameResult, NO_SCORE, ScoredMove, Source};
use crate::data::sample::Sample;
use tabia_chess::{Board, Color, Move, uci_move};

use super::policy::sample::Positions;
use super::pool::Pool;
use super::pool::{Filter, LeftOut};

/// Evaluations beyond this count as mates, pawns.
const DECIDED: f64 = 60.0;
/// Evaluations beyond this are not used for fitting the scale, pawns.
const FIT_UP_TO: f64 = 8.0;
/// Minimum number of evaluations for an engine in a year to get its own scale.
const FIT_FROM: usize = 2000;
/// Shrinkage of a group's slope towards the overall slope, in evaluations.
const SHRINK: f64 = 5000.0;
/// A slope this many times larger or smaller than the overall one is not a scale; evaluations of the engine are then
/// not used.
const STRANGE: f64 = 3.0;
/// Range of slopes searched, per pawn.
const SLOPES: (f64, f64) = (0.1, 6.0);

/// Conversion of an engine's evaluations to winning chances.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct EngineScale {
    /// First word of the engine's name, and the year.
    pub group: String,
    /// Evaluations used for fitting.
    pub evaluations: usize,
    /// Slope of the logistic curve, per pawn.
    pub slope: f64,
}

impl EngineScale {
    /// The slope, shrunk towards the overall one if few evaluations support it.
    fn shrunk(&self, overall: f64) -> f64 {
        let own = self.evaluations as f64;
        let mean = (own * self.slope.ln() + SHRINK * overall.ln()) / (own + SHRINK);
        mean.exp()
    }

    /// Whether it is implausible.
    pub(crate) fn is_strange(&self, overall: f64) -> bool {
        !(overall / STRANGE..=overall * STRANGE).contains(&self.slope)
    }
}

/// Counts of a conversion.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Converted {
    /// Games read.
    pub games: u64,
    /// Positions on the board with an evaluation.
    pub evaluated: u64,
    /// Positions along variations.
    pub along_variations: u64,
    /// Positions left out, by reason.
    pub left_out: [u64; LeftOut::ALL.len()],
    /// Variations with an illegal move; the moves before it are used.
    pub broken_variations: u64,
    /// The scales, by group.
    pub scales: Vec<EngineScale>,
}

/// Settings of a conversion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Choice {
    /// Which positions.
    pub filter: Filter,
    /// Plies followed along a variation; 0: only positions on the board.
    pub variation_plies: usize,
    /// Centipawns per unit of the logistic function in the output.
    pub scale: f64,
    /// Keep each engine's own unit, for comparison.
    pub own_scales: bool,
}

/// Converts a whole archive into a pool.
///
/// # Errors
/// The first line that cannot be read.
pub(crate) fn convert(
    text: &str,
    choice: Choice,
    pool: &mut Pool,
) -> Result<Converted, ArchiveError> {
    let slopes = fit(text)?;
    let overall = slopes.get("").map_or(1.0, |scale| scale.slope);
    let mut done = Converted::default();
    for_each_game(text, |game, result| {
        done.games += 1;
        // Factors from pawns to centipawns, by side.
        let factors = game.engines.each_ref().map(|group| {
            let scale = slopes.get(group);
            let slope = scale.map_or(overall, |scale| scale.shrunk(overall));
            let strange = scale.is_some_and(|scale| scale.is_strange(overall));
            if choice.own_scales { Some(100.0) } else { (!strange).then_some(slope * choice.scale) }
        });
        take(game, result, factors, choice, pool, &mut done)
    })?;
    done.scales = slopes.into_values().collect();
    done.scales.sort_by(|a, b| a.group.cmp(&b.group));
    Ok(done)
}

/// Adds the positions of an archive and the moves played, with each engine's own evaluations times 100. Moves without
/// an evaluation are book moves and are skipped.
///
/// # Errors
/// The first line that cannot be read.
pub(crate) fn moves(text: &str, positions: &mut Positions) -> Result<(), ArchiveError> {
    for_each_game(text, |game, result| {
        let (mut board, mut moves) = (game.start, Vec::with_capacity(game.plies.len()));
        for ply in &game.plies {
            let mv = legal(&board, ply)?;
            let score = pawns_of(ply.eval).map_or(NO_SCORE, |pawns| {
                let white = (100.0 * pawns).clamp(-30_000.0, 30_000.0) as i16;
                if board.stm() == Color::White { white } else { -white }
            });
            moves.push(ScoredMove { mv, score });
            board.make_move(mv);
        }
        let game = GameRecord { start: game.start, result, source: Source::Archive, moves };
        positions.add_if(&game, |scored| scored.score != NO_SCORE);
        Ok(())
    })
}

fn legal(board: &Board, ply: &Ply<'_>) -> Result<Move, ArchiveError> {
    read_move(board, ply.mv).ok_or_else(|| ArchiveError::Line {
        line: ply.line,
        what: format!("move {}, expected one legal in {board}", ply.mv),
    })
}

/// Adds the positions of one game to the pool.
fn take(
    game: &Game<'_>,
    result: GameResult,
    factors: [Option<f64>; 2],
    choice: Choice,
    pool: &mut Pool,
    done: &mut Converted,
) -> Result<(), ArchiveError> {
    let mut board = game.start;
    let mut boards = Vec::with_capacity(game.plies.len());
    for ply in &game.plies {
        let mv = legal(&board, ply)?;
        boards.push((board, mv));
        board.make_move(mv);
    }
    let held_out = pool.holds_out(&game.start, &board);
    pool.games_held_out += u64::from(held_out);
    for (ply, &(board, mv)) in game.plies.iter().zip(&boards) {
        let (Some(pawns), Some(factor)) = (pawns_of(ply.eval), factors[board.stm().index()]) else {
            continue;
        };
        done.evaluated += 1;
        let cp = pawns * factor;
        let mut note = |board: &Board, mv: Move| {
            let mover = if board.stm() == Color::White { cp } else { -cp };
            let scored = ScoredMove { mv, score: mover.clamp(-30_000.0, 30_000.0) as i16 };
            let reason = if pawns.abs() > DECIDED {
                Some(LeftOut::Decided)
            } else {
                choice.filter.leaves_out(board, scored)
            };
            if let Some(reason) = reason {
                done.left_out[reason as usize] += 1;
            } else {
                let sample = Sample::new(board, scored.score, result, Source::Archive);
                pool.add_sample(board, sample, held_out);
            }
        };
        note(&board, mv);
        // The evaluation is that of the end of the variation, so all positions on it share it.
        let mut child = board.after(mv);
        for text in ply.variation.split_ascii_whitespace().take(choice.variation_plies) {
            let Some(mv) = read_move(&child, text) else {
                done.broken_variations += 1;
                break;
            };
            note(&child, mv);
            done.along_variations += 1;
            child.make_move(mv);
        }
    }
    Ok(())
}

fn read_move(board: &Board, text: &str) -> Option<Move> {
    uci_move::parse(board, text).ok()
}

/// Fits a slope for every engine and year, and one under the empty name for all others, by logistic regression of the
/// results.
fn fit(text: &str) -> Result<HashMap<String, EngineScale>, ArchiveError> {
    let mut groups: HashMap<String, Vec<(f32, f32)>> = HashMap::new();
    for_each_game(text, |game, result| {
        let result = f32::from(result as u8) / 2.0;
        let mut stm = game.start.stm();
        for ply in &game.plies {
            if let Some(pawns) = pawns_of(ply.eval).filter(|pawns| pawns.abs() <= FIT_UP_TO) {
                let point = (pawns as f32, result);
                for name in [game.engines[stm.index()].as_str(), ""] {
                    match groups.get_mut(name) {
                        Some(points) => points.push(point),
                        None => drop(groups.insert(name.to_owned(), vec![point])),
                    }
                }
            }
            stm = !stm;
        }
        Ok(())
    })?;
    let enough = |(name, points): &(String, Vec<_>)| name.is_empty() || points.len() >= FIT_FROM;
    let scale = |(group, points): (String, Vec<(f32, f32)>)| {
        let scale = EngineScale {
            group: group.clone(),
            evaluations: points.len(),
            slope: slope_of(&points),
        };
        (group, scale)
    };
    Ok(groups.into_iter().filter(enough).map(scale).collect())
}

/// The slope with the smallest squared error, by ternary search on a logarithmic scale.
fn slope_of(points: &[(f32, f32)]) -> f64 {
    let error = |slope: f64| -> f64 {
        let one = |&(pawns, result): &(f32, f32)| {
            let chance = 1.0 / (1.0 + (-slope * f64::from(pawns)).exp());
            (chance - f64::from(result)).powi(2)
        };
        points.iter().map(one).sum()
    };
    let (mut low, mut high) = (SLOPES.0.ln(), SLOPES.1.ln());
    for _ in 0..18 {
        let third = (high - low) / 3.0;
        if error((low + third).exp()) < error((high - third).exp()) {
            high -= third;
        } else {
            low += third;
        }
    }
    f64::midpoint(low, high).exp()
}

/// Calls `visit` with each game that has a result.
fn for_each_game(
    text: &str,
    mut visit: impl FnMut(&Game<'_>, GameResult) -> Result<(), ArchiveError>,
) -> Result<(), ArchiveError> {
    archive::read(text.as_bytes(), |game| {
        let game = game?;
        game.result.map_or(Ok(()), |result| visit(&game, result))
    })
}

/// An evaluation in pawns, White's view; mates are clamped.
fn pawns_of(eval: ArchiveEval) -> Option<f64> {
    match eval {
        ArchiveEval::Nothing => None,
        ArchiveEval::Pawns(pawns) => Some(pawns),
        ArchiveEval::Mate(Color::White) => Some(2.0 * DECIDED),
        ArchiveEval::Mate(Color::Black) => Some(-2.0 * DECIDED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARCHIVE: &str = "\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1|1-0|Stockfish 16|LCZero 0.30|2022.05.24|x|1
e2e4 - -
e7e5 0.50 20 g1f3 b8c6 f1b5 a7a6
g1f3 0.25 20 b8c6 f1b5 zzzz a7a6
b8c6 M12 20
f1b5  3
g8f6 0.10 4
e1h1 0.20 5

4k3/8/8/8/8/8/4P3/4K3 w - - 0 40|*|A|B|2011.01.02|x|2
e2e4 0.00 3

4k3/8/8/8/8/8/4P3/4K3 w - - 0 40|0-1|A|B|2011.01.02|x|2
e2e4 -1.00 3 e8e7 e4e5
";

    fn choice() -> Choice {
        let filter = Filter { min_ply: 0, ..Filter::default() };
        Choice { filter, variation_plies: 15, scale: 200.0, own_scales: true }
    }

    #[test]
    fn positions_on_the_board_and_along_variations_are_taken() {
        let mut pool = Pool::new(choice().filter, 0.0, 1);
        let done = convert(ARCHIVE, choice(), &mut pool).unwrap();
        assert_eq!((done.games, done.evaluated, done.broken_variations), (2, 6, 1));
        assert_eq!(done.along_variations, 4 + 2 + 2);
        // The mate is dropped; 4 quiet moves of the first variation remain, some with repeated positions.
        assert_eq!(done.left_out[LeftOut::Decided as usize], 1);
        let found: Vec<i16> = pool.training.iter().map(|sample| sample.score).collect();
        assert_eq!(found, [-50, 50, -50, 50, -50, 20, -100, 100, -100]);
        assert_eq!(pool.repeated, 4);
        assert!(done.scales.iter().all(|scale| scale.group.is_empty()));
    }

    #[test]
    fn scores_of_moves_are_those_of_the_mover_and_mates_keep_their_side() {
        let scores = |text: &str| -> Vec<i16> {
            let mut positions = Positions::new(0.0, 1);
            moves(text, &mut positions).unwrap();
            positions.training.iter().map(|sample| sample.score).collect()
        };
        assert_eq!(scores(ARCHIVE), [-50, 25, -12_000, -10, 20, -100]);
        let by_black = ARCHIVE.replace("b8c6 M12", "b8c6 -M12");
        assert_eq!(scores(&by_black), [-50, 25, 12_000, -10, 20, -100]);
    }

    #[test]
    fn an_invalid_archive_is_reported_with_its_line() {
        let mut pool = Pool::new(choice().filter, 0.0, 1);
        let error_of =
            |text: &str, pool: &mut Pool| convert(text, choice(), pool).unwrap_err().to_string();
        assert_eq!(
            error_of("x|y\n", &mut pool),
            "line 1: 2 fields, expected FEN|result|white|black|date"
        );
        let bad = ARCHIVE.replace("b8c6 M12", "b8c5 M12");
        assert!(error_of(&bad, &mut pool).starts_with("line 5: move b8c5, expected one legal in "));
        let bad = ARCHIVE.replace("|0-1|", "|won|");
        assert!(error_of(&bad, &mut pool).starts_with("line 13: result won"));
    }

    #[test]
    fn the_slope_of_generated_results_is_recovered() {
        let mut rng = tabia_chess::SplitMix64::new(3);
        let points: Vec<(f32, f32)> = (0..40_000)
            .map(|_| {
                let pawns = rng.unit_f64() * 8.0 - 4.0;
                let chance = 1.0 / (1.0 + (-0.8 * pawns).exp());
                (pawns as f32, if rng.unit_f64() < chance { 1.0 } else { 0.0 })
            })
            .collect();
        assert!((slope_of(&points) - 0.8).abs() < 0.05, "{}", slope_of(&points));
    }
}
