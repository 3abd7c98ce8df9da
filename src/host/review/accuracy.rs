//! Winning chances from scores, and accuracy from lost chances. The formulas are those published at
//! <https://lichess.org/page/accuracy>, so that the numbers can be compared.

use tabia_engine::search::score::Score;

/// Scores are capped at this for averages, centipawns: losing a queen in a lost game says nothing.
pub(crate) const CP_LIMIT: i32 = 1000;

/// Expected points, per cent, of the side whose score it is: `50 + 50 · (2 / (1 + exp(-0.00368208 · cp)) - 1)`, with
/// `cp` clamped to ±1000; a forced mate is ±1000.
pub fn win_percent(score: Score) -> f64 {
    let cp = f64::from(capped_cp(score));
    50.0 + 50.0 * (2.0 / (1.0 + (-0.003_682_08 * cp).exp()) - 1.0)
}

/// Centipawns clamped to ±[`CP_LIMIT`]; a mate or a tablebase result is the limit.
pub fn capped_cp(score: Score) -> i32 {
    score.clamped_cp(CP_LIMIT)
}

/// Accuracy of one move, 0 to 100, from the mover's win percentages before and after it:
/// `103.1668 · exp(-0.04354 · loss) - 3.1669`, one added for the doubt in the scores.
pub fn move_accuracy(before: f64, after: f64) -> f64 {
    let loss = (before - after).max(0.0);
    if loss == 0.0 {
        return 100.0;
    }
    (103.1668 * (-0.043_54 * loss).exp() - 3.1669 + 1.0).clamp(0.0, 100.0)
}

/// Accuracy of one side over a game: the mean of two means of its moves. The first weights each move by the volatility
/// around it (the standard deviation of White's win percentage in a window of a tenth of the game, 2 to 8 positions,
/// clamped to 0.5 to 12); the second is the harmonic mean, in which bad moves weigh more. `None` if there are no moves.
///
/// `white_percents` are White's win percentages of all positions from the first on, `moves` the accuracies
/// of the side's moves with the ply of each, from 0.
pub fn game_accuracy(white_percents: &[f64], moves: &[(usize, f64)]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let window = (white_percents.len().saturating_sub(1) / 10).clamp(2, 8);
    let weight = |ply: usize| {
        let end = (ply + 2).max(window).min(white_percents.len());
        let part = &white_percents[end.saturating_sub(window)..end];
        deviation(part).clamp(0.5, 12.0)
    };
    let total: f64 = moves.iter().map(|&(ply, _)| weight(ply)).sum();
    let weighted = moves.iter().map(|&(ply, accuracy)| weight(ply) * accuracy).sum::<f64>() / total;
    let inverse: f64 = moves.iter().map(|&(_, accuracy)| 1.0 / accuracy.max(1.0)).sum();
    let harmonic = moves.len() as f64 / inverse;
    Some(f64::midpoint(weighted, harmonic))
}

/// Standard deviation.
fn deviation(values: &[f64]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

/// Centipawns a move lost, from the mover's scores before and after it, each clamped to ±[`CP_LIMIT`]; never less than
/// 0.
pub fn centipawn_loss(before: Score, after: Score) -> u32 {
    (capped_cp(before) - capped_cp(after)).max(0).unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_follow_the_score() {
        assert!((win_percent(Score::Cp(0)) - 50.0).abs() < 1e-9);
        assert!((win_percent(Score::Cp(100)) - 59.1).abs() < 0.05);
        assert!((win_percent(Score::Mate(3)) - win_percent(Score::Cp(5000))).abs() < 1e-9);
        assert!((win_percent(Score::Cp(250)) + win_percent(Score::Cp(-250)) - 100.0).abs() < 1e-9);
    }

    #[test]
    fn accuracy_falls_with_the_chances_lost() {
        assert!((move_accuracy(60.0, 60.0) - 100.0).abs() < 1e-9);
        assert!(
            (move_accuracy(40.0, 70.0) - 100.0).abs() < 1e-9,
            "better than thought is not worse"
        );
        assert!((move_accuracy(60.0, 50.0) - 64.58).abs() < 0.1);
        assert!(move_accuracy(100.0, 0.0) < 1.0);
    }

    #[test]
    fn a_game_is_as_good_as_its_moves() {
        let even = [50.0; 21];
        let perfect: Vec<_> = (0..10).map(|n| (2 * n, 100.0)).collect();
        assert!((game_accuracy(&even, &perfect).unwrap() - 100.0).abs() < 1e-9);
        let mut flawed = perfect;
        flawed[5].1 = 10.0;
        let accuracy = game_accuracy(&even, &flawed).unwrap();
        assert!((60.0..95.0).contains(&accuracy), "{accuracy}");
        assert_eq!(game_accuracy(&even, &[]), None);
    }

    #[test]
    fn losses_are_capped() {
        assert_eq!(centipawn_loss(Score::Cp(30), Score::Cp(-70)), 100);
        assert_eq!(centipawn_loss(Score::Cp(30), Score::Cp(70)), 0);
        assert_eq!(centipawn_loss(Score::Mate(5), Score::Cp(4000)), 0);
        assert_eq!(centipawn_loss(Score::Mate(5), Score::Mate(-4)), 2000);
    }
}
