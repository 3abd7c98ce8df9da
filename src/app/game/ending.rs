//! How a game ended, as the PGN tag Termination: written for a game that was played, read for one that was opened.
//! The standard has one value, `normal`, for mate, resignation, agreement and the rules; which of them applies
//! follows from the result and the last position.

use tabia_chess::{DrawReason, Outcome, WinReason};
use tabia_games::game::result::GameResult;
use tabia_games::game::tags::Tags;
use tabia_games::game::tree::GameTree;
use tabia_games::words;
use tabia_text::t;

pub(super) const TAG: &str = "Termination";

/// The value of the tag for an outcome.
pub(super) fn termination(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win { reason: WinReason::Time, .. }
        | Outcome::Draw(DrawReason::TimeVsInsufficient) => "time forfeit",
        Outcome::Win { .. } | Outcome::Draw(_) => "normal",
    }
}

/// Why an opened game ended, as text; `None` if its file does not say.
pub(super) fn reason(tags: &Tags, tree: &GameTree) -> Option<String> {
    let result = tags.result();
    let last = tree.main_line().last().copied()?;
    if let Some(outcome) = tree.outcome(last).filter(|outcome| outcome.pgn() == result.text()) {
        return Some(words::outcome(outcome));
    }
    let value = tags.known(TAG)?.to_lowercase();
    // Besides the values of the standard: sentences of chess servers, such as "Anna won by resignation".
    let has = |word: &str| value.contains(word);
    let (normal, time) = (value == "normal", has("time forfeit") || has("on time"));
    // The game may have ended with a mate in a line that is no longer the main line.
    let mated = || tree.ids().any(|node| tree.san(node).ends_with('#'));
    let outcome = match (result, result.winner()) {
        (_, Some(winner)) if time => Some(Outcome::Win { winner, reason: WinReason::Time }),
        (_, Some(winner)) if has("resign") || normal && !mated() => {
            Some(Outcome::Win { winner, reason: WinReason::Resignation })
        }
        (GameResult::Draw, _) if time => Some(Outcome::Draw(DrawReason::TimeVsInsufficient)),
        (GameResult::Draw, _) if normal => {
            let claimed = tree.claim(last).map(tabia_chess::Claim::outcome);
            Some(claimed.unwrap_or(Outcome::Draw(DrawReason::Agreement)))
        }
        (GameResult::Draw, _) if has("agreement") => Some(Outcome::Draw(DrawReason::Agreement)),
        (GameResult::Draw, _) if has("repetition") => Some(Outcome::Draw(DrawReason::Threefold)),
        _ => None,
    };
    if let Some(outcome) = outcome {
        return Some(words::outcome(outcome));
    }
    let text = match value.as_str() {
        "abandoned" => t!("ending-abandoned"),
        "adjudication" => t!("ending-adjudication"),
        "rules infraction" => t!("ending-infraction"),
        "unterminated" => t!("ending-unterminated"),
        _ => return None,
    };
    Some(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::Color;
    use tabia_games::game::pgn_read;

    fn of(result: &str, termination: &str, moves: &str) -> Option<String> {
        let tag = match termination {
            "" => String::new(),
            value => format!("[Termination \"{value}\"]\n"),
        };
        let pgn = format!("[Result \"{result}\"]\n{tag}\n{moves} {result}\n");
        let read = pgn_read::read_all(&pgn).remove(0);
        reason(&read.tags, &read.tree)
    }

    #[test]
    fn the_end_of_an_opened_game_is_named_where_its_file_names_it() {
        let win = |winner, reason| Some(words::outcome(Outcome::Win { winner, reason }));
        let draw = |reason| Some(words::outcome(Outcome::Draw(reason)));
        let some = "1. e4 e5";
        let given_up = win(Color::White, WinReason::Resignation);
        assert_eq!(of("1-0", "normal", some), given_up);
        assert_eq!(of("1-0", "Normal", some), given_up);
        assert_eq!(of("1-0", "Anna won by resignation", some), given_up);
        assert_eq!(of("0-1", "Time forfeit", some), win(Color::Black, WinReason::Time));
        let mate = "1. f3 e5 2. g4 Qh4#";
        assert_eq!(of("0-1", "", mate), win(Color::Black, WinReason::Checkmate));
        let other = "1. f3 e5 2. g4 d5 (2... Qh4#)";
        assert_eq!(of("0-1", "normal", other), None, "the mate may have been played");
        assert_eq!(of("1/2-1/2", "normal", some), draw(DrawReason::Agreement));
        assert_eq!(of("1/2-1/2", "time forfeit", some), draw(DrawReason::TimeVsInsufficient));
        let round = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
        assert_eq!(of("1/2-1/2", "normal", round), draw(DrawReason::Threefold));
        assert_eq!(of("1-0", "", some), None);
        assert_eq!(of("1-0", "?", some), None);
        assert_eq!(of("1-0", "adjudication", some).as_deref(), Some(t!("ending-adjudication")));
    }
}
