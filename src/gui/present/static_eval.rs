//! The static evaluation of a position beside what a search says of it: the built-in network's word without looking
//! a move ahead.

use eframe::egui::{Context, Id};

use tabia_chess::Board;
use tabia_engine::eval::nnue::built_in;
use tabia_engine::search::score::Score;

use super::context::Cx;

/// What the number is, for the pointer.
pub(crate) const MEANS: &str = "Static evaluation by the built-in network: without looking a move ahead, in pawns, from the same view as the \
     score. In check there is none";

impl Cx<'_> {
    /// The static evaluation of the position the engine's panels speak of, from the chosen point of view; `None` in
    /// check, where nobody judges without looking ahead.
    pub(crate) fn static_eval(&self, ctx: &Context) -> Option<Score> {
        let board = self.search_board();
        let mover = mover_view(ctx, &board)?;
        let pov = self.model.settings.pov;
        Some(mover.seen_from(pov, board.stm()))
    }
}

/// Zobrist key and evaluation of the position looked at last.
type Known = (u64, Score);

/// Of the side to move, worked out once for each position.
fn mover_view(ctx: &Context, board: &Board) -> Option<Score> {
    if board.in_check() {
        return None;
    }
    let id = Id::unique("static evaluation");
    if let Some((_, score)) =
        ctx.data(|data| data.get_temp::<Known>(id)).filter(|known| known.0 == board.key())
    {
        return Some(score);
    }
    let score = Score::Cp(built_in::network()?.evaluate(board));
    ctx.data_mut(|data| data.insert_temp::<Known>(id, (board.key(), score)));
    Some(score)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::Color;
    use tabia_engine::search::score::Pov;

    #[test]
    fn it_is_the_networks_own_word_and_turns_with_the_view() {
        let ctx = Context::default();
        let queen_up = Board::from_fen("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
        let board = queen_up.unwrap();
        let score = mover_view(&ctx, &board).unwrap();
        let again = mover_view(&ctx, &board).unwrap();
        assert_eq!(score, again);
        assert_eq!(score, Score::Cp(built_in::network().unwrap().evaluate(&board)));
        assert!(score.clamped_cp(5_000) < -300, "Black is to move and a queen behind: {score}");
        let white = score.seen_from(Pov::White, Color::Black);
        assert_eq!(white.clamped_cp(5_000), -score.clamped_cp(5_000));
        let check = Board::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").unwrap();
        assert_eq!(mover_view(&ctx, &check), None);
    }
}
