//! When a command can be given, and which commands are switches that are on.

use crate::chess::Color;
use crate::game::tree::NodeId;

use super::command::UserCommand;
use super::engine_state::Purpose;
use super::game_state::{Phase, Player};
use super::model::Model;
use super::review::RunState;
use super::settings::{LINES, UI_SCALE};

impl UserCommand {
    /// Whether it would do anything now.
    pub fn is_enabled(self, model: &Model) -> bool {
        use UserCommand as C;
        let game = &model.game;
        match self {
            C::Undo => model.history.undo_text().is_some(),
            C::Redo => model.history.redo_text().is_some(),
            C::First | C::Previous | C::BackTen | C::DeleteVariation | C::CommentBefore => {
                game.tree.parent(game.current).is_some()
            }
            C::CutAfter => !game.tree.children(game.current).is_empty(),
            C::DemoteVariation => can_demote(model),
            C::ClearGlyphs => !game.tree.nags(game.current).is_empty(),
            _ if self.glyph().is_some() => game.tree.parent(game.current).is_some(),
            C::Next | C::Last | C::ForwardTen => game.tree.next(game.current).is_some(),
            C::PreviousVariation | C::NextVariation => game.tree.sibling(game.current, 1).is_some(),
            C::PromoteVariation | C::MakeMainLine => {
                game.tree.variation_head(game.current).is_some()
            }
            C::ClearShapes => !game.shapes().is_empty(),
            C::StopEngine => model.engine.is_busy() || model.engine.decided.is_some(),
            C::GoEngine => game.paused || model.engine.seats().any(|(_, seat)| seat.halted),
            C::MoveNow => {
                let playing = model.engine.job_for(|purpose| purpose == Purpose::Play);
                playing.is_some() || model.engine.decided.is_some()
            }
            C::ToGame => !game.at_live(),
            C::PreviousGame | C::NextGame => {
                model.games.as_ref().is_some_and(|list| !list.rows.is_empty())
            }
            C::LockAnalysis => model.engine.analysis,
            C::MoreLines => model.settings.engine.multi_pv < *LINES.end(),
            C::FewerLines => model.settings.engine.multi_pv > *LINES.start(),
            C::Hint | C::PlayBest => can_advise(model),
            C::ReviewGame => game.tree.next(NodeId::ROOT).is_some() && !game.is_played(),
            C::ResumeReview => model.review().is_some_and(|run| run.state == RunState::Stopped),
            C::RemoveReview => model.review().is_some_and(|run| run.is_written(&game.tree)),
            C::LearnMistakes => can_learn(model, None),
            C::Takeback => game.takeback_target().is_some(),
            C::Resign => game.is_played() && !game.players.iter().all(Player::is_engine),
            C::OfferDraw => {
                // The engine is not asked twice in one position; what people say to each other is theirs.
                let declined = game.draw_declined == Some(game.live) && game.human_side().is_some();
                let again = game.draw_offer.is_some() || declined;
                game.is_played() && !again && has_human(model)
            }
            C::AcceptDraw | C::DeclineDraw => game.can_answer_draw(),
            C::ClaimDraw => game.claim().is_some(),
            C::Pause => game.is_played(),
            C::SwitchSides => game.human_side().is_some(),
            C::PlayFromHere => game.outcome_here().is_none(),
            C::Rematch => matches!(game.phase, Phase::Over(_)) && !game.is_analysis_board(),
            C::ZoomIn => model.settings.ui_scale < *UI_SCALE.end(),
            C::ZoomOut => model.settings.ui_scale > *UI_SCALE.start(),
            _ => true,
        }
    }

    /// For switches whether they are on; `None` for commands that are no switches.
    pub fn is_checked(self, model: &Model) -> Option<bool> {
        use UserCommand as C;
        let settings = &model.settings;
        match self {
            C::ToggleAnalysis => Some(model.engine.analysis),
            C::LockAnalysis => Some(model.engine.lock.is_some()),
            C::Pause => Some(model.game.paused),
            C::Flip => Some(model.view.flipped),
            C::ToggleEvalBar => Some(settings.eval_bar),
            C::ToggleEngineArrows => Some(settings.engine_arrows > 0),
            C::HideEngine => Some(model.view.hide_engine),
            C::TogglePov => Some(settings.pov == crate::search::score::Pov::Mover),
            C::FullScreen => Some(model.view.full_screen),
            C::EditPosition => Some(model.editor.is_some()),
            _ => None,
        }
    }
}

/// Whether another move stands below the shown variation, or below the shown move of the main line.
fn can_demote(model: &Model) -> bool {
    let (tree, shown) = (&model.game.tree, model.game.current);
    let head = tree.variation_head(shown).unwrap_or(shown);
    let siblings = tree.parent(head).map_or(&[][..], |parent| tree.children(parent));
    siblings.last().is_some_and(|&last| last != head)
}

fn has_human(model: &Model) -> bool {
    Color::ALL.into_iter().any(|side| !model.game.player(side).is_engine())
}

/// Whether a review has found errors of a side (`None`: of either) that a person can put right.
pub fn can_learn(model: &Model, side: Option<Color>) -> bool {
    let Some(run) = model.review().filter(|_| !model.game.is_played()) else { return false };
    run.errors().any(|error| {
        side.is_none_or(|side| error.mover == side) && !model.game.player(error.mover).is_engine()
    })
}

/// Whether a good move can be shown for the side the user moves in the shown position.
fn can_advise(model: &Model) -> bool {
    let game = &model.game;
    let free = model.editor.is_none() && model.learn.is_none();
    game.movable_side() == Some(game.board().stm()) && free
}
