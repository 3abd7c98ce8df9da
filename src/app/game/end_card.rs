//! The card on the board that tells how a game has ended: when it is there, and its words.

use tabia_chess::rules::{Outcome, WinReason};

use super::state::{GameState, Phase};
use crate::update::Cx;

impl Cx<'_> {
    /// The card goes once it is out of place: the game goes on, another one came, one looks elsewhere, or at its
    /// review. It comes back only where a game ends anew.
    pub(crate) fn settle_end_card(&mut self) {
        let game = &self.m.game;
        let ended = matches!(game.phase, Phase::Over(_)) && game.at_live();
        let covered = self.m.editor.is_some() || self.m.learn.is_some();
        self.m.view.end_card &= ended && !covered && !game.is_analysis_board();
    }

    /// Closes the card, or shows it again.
    pub(crate) fn show_end_card(&mut self, open: bool) {
        self.m.view.end_card = open;
    }
}

/// How the game ended for its player, such as `You won by mate in 27 moves`; `None` while it goes on.
pub fn headline(game: &GameState) -> Option<String> {
    let Phase::Over(outcome) = game.phase else { return None };
    let moves = game.tree.ply(game.live).div_ceil(2);
    let counted = if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") };
    let (reason, winner) = match outcome {
        Outcome::Draw(reason) => return Some(format!("Draw {reason} after {counted}")),
        Outcome::Win { winner, reason } => (reason, winner),
    };
    let who = match game.human_side() {
        Some(human) if human == winner => "You won".to_owned(),
        Some(_) => "You lost".to_owned(),
        None => format!("{winner} won"),
    };
    Some(match reason {
        WinReason::Checkmate => format!("{who} by mate in {counted}"),
        reason => format!("{who} {reason} after {counted}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::state::Player;
    use tabia_chess::{Board, Color, DrawReason, uci_move};
    use tabia_engine::alphabeta::options::Strength;

    fn game(moves: &[&str], outcome: Outcome) -> GameState {
        let players = [Player::human(), Player::built_in(Strength::Full)];
        let mut game = GameState::new(Board::start(), players, None);
        for text in moves {
            let mv = uci_move::parse(game.tree.board(game.live), text).unwrap();
            game.live = game.tree.add_move(game.live, mv).unwrap();
        }
        game.phase = Phase::Over(outcome);
        game
    }

    #[test]
    fn a_game_ends_in_the_words_of_who_played_it() {
        let mate = |winner| Outcome::Win { winner, reason: WinReason::Checkmate };
        let fools = game(&["f2f3", "e7e5", "g2g4", "d8h4"], mate(Color::Black));
        assert_eq!(headline(&fools).as_deref(), Some("You lost by mate in 2 moves"));
        let won = Outcome::Win { winner: Color::White, reason: WinReason::Resignation };
        let won = game(&["e2e4"], won);
        assert_eq!(headline(&won).as_deref(), Some("You won by resignation after 1 move"));
        let drawn = game(&["e2e4", "e7e5"], Outcome::Draw(DrawReason::Agreement));
        assert_eq!(headline(&drawn).as_deref(), Some("Draw by agreement after 1 move"));
        let mut people = won;
        people.players = [Player::human(), Player::human()];
        assert_eq!(headline(&people).as_deref(), Some("White won by resignation after 1 move"));
        people.phase = Phase::Running;
        assert_eq!(headline(&people), None);
    }
}
