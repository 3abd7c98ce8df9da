//! Types shared by all searches: limits, stop signal, scores, reports, and the trait [`thinker::Thinker`].

pub mod detail;
pub mod inspection;
pub mod limits;
pub mod live_tree;
pub mod race;
pub mod report;
pub mod score;
pub mod thinker;

/// Whether the last position has occurred before: once since the root, or twice in the game. `reach`: plies back to the
/// last irreversible move.
pub(crate) fn is_repetition(keys: &[u64], root: usize, reach: usize) -> bool {
    let now = keys.len() - 1;
    let mut seen = 0;
    for back in (4..=reach.min(now)).step_by(2) {
        if keys[now - back] == keys[now] {
            seen += 1;
            if now - back >= root || seen == 2 {
                return true;
            }
        }
    }
    false
}
