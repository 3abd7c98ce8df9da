//! What a strong player would have been expected to play, for each move of the game: whether it is shown, what was
//! asked of the desk that works it out, and what came back.

use crate::app::effect::Effect;
use crate::app::update::Cx;
use crate::app::window::workspace::PaneId;
use crate::chess::board::Board;
use crate::chess::moves::Move;
use crate::game::tree::NodeId;
use crate::review::expected::Expectation;

/// Moves of a game that are looked at.
const MOST: usize = 1_000;

/// The game as it was when the question was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Number of the game.
    serial: u64,
    /// State of its tree.
    revision: u64,
}

/// A move to be looked at.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// Where it leads to.
    pub node: NodeId,
    /// The position before it.
    pub board: Board,
    /// The move.
    pub mv: Move,
}

/// The moves of a main line, to be worked out off the window's thread.
#[derive(Clone, Debug)]
pub struct ExpectRequest {
    /// What they are of.
    pub of: Asked,
    /// The moves.
    pub moves: Vec<Played>,
}

/// What was expected at each move of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectNews {
    /// What it is of.
    pub of: Asked,
    /// By where the moves lead to.
    pub found: Vec<(NodeId, Expectation)>,
}

/// What is shown of it.
#[derive(Clone, Debug, Default)]
pub struct ExpectedMoves {
    /// Whether the review shows it.
    pub shown: bool,
    /// What was asked last.
    asked: Option<Asked>,
    /// What came back last.
    found: Option<ExpectNews>,
}

impl ExpectedMoves {
    /// What was expected at each move of the game as it is now; `None` while that is worked out.
    pub fn found(&self) -> Option<&[(NodeId, Expectation)]> {
        let found = self.found.as_ref().filter(|found| Some(found.of) == self.asked)?;
        Some(&found.found)
    }
}

impl Cx<'_> {
    /// Shows what was expected, or no longer.
    pub(crate) fn show_expected(&mut self, shown: bool) {
        self.m.expected.shown = shown;
    }

    /// Asks what was expected in the game as it is now, if that is to be seen and not known. Of a game that is being
    /// played nothing is told.
    pub(crate) fn settle_expected(&mut self) {
        let game = &self.m.game;
        let open = self.m.view.panes.contains(&PaneId::Review) && self.m.learn.is_none();
        if !self.m.expected.shown || !open || game.is_played() {
            return;
        }
        let asked = Asked { serial: game.serial, revision: game.tree.revision() };
        if self.m.expected.asked == Some(asked) {
            return;
        }
        let tree = &game.tree;
        let played = |node: NodeId| {
            let board = *tree.board(tree.parent(node)?);
            Some(Played { node, board, mv: tree.mv(node)? })
        };
        let moves = tree.main_line().into_iter().filter_map(played).take(MOST).collect();
        self.m.expected.asked = Some(asked);
        self.out.push(Effect::Expect(Box::new(ExpectRequest { of: asked, moves })));
    }

    /// What was expected. Of a game that has changed since nothing is taken.
    pub(crate) fn expected(&mut self, news: ExpectNews) {
        let expected = &mut self.m.expected;
        if expected.asked == Some(news.of) {
            expected.found = Some(news);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::action::{Action, ReviewAction};
    use crate::app::model::Model;
    use crate::app::update::update;
    use crate::app::window::settings::Settings;
    use crate::eval::policy::built_in;

    fn asked(effects: Vec<Effect>) -> Option<ExpectRequest> {
        effects.into_iter().find_map(|effect| match effect {
            Effect::Expect(request) => Some(*request),
            _ => None,
        })
    }

    fn answer(request: &ExpectRequest) -> ExpectNews {
        let net = built_in::network().unwrap();
        let of =
            |played: &Played| Some((played.node, Expectation::of(&net, &played.board, played.mv)?));
        ExpectNews { of: request.of, found: request.moves.iter().filter_map(of).collect() }
    }

    #[test]
    fn it_is_asked_once_for_each_state_of_the_game_and_only_while_it_is_seen() {
        let mut model = Model::new(Settings::default());
        update(&mut model, Action::PasteText("1. e4 e5 2. Nf3 a5".to_owned()), 0);
        let show = |on| Action::Review(ReviewAction::ShowExpected(on));
        assert!(asked(update(&mut model, show(true), 0)).is_none(), "the panel is closed");
        let request = asked(update(&mut model, Action::PanesOpen(vec![PaneId::Review]), 0));
        let request = request.unwrap();
        assert_eq!(request.moves.len(), 4);
        assert!(asked(update(&mut model, show(true), 0)).is_none(), "once");
        assert!(model.expected.found().is_none());
        update(&mut model, Action::Expected(Box::new(answer(&request))), 0);
        let found = model.expected.found().unwrap();
        assert_eq!(found.len(), 4);
        let surprise: Vec<f32> = found.iter().map(|(_, one)| one.surprise()).collect();
        assert!(surprise[3] > surprise[0] && surprise[3] > surprise[2], "{surprise:?}");
        // Another game: asked again, and the late answer for the old one is not taken.
        let again = asked(update(&mut model, Action::PasteText("1. d4 d5".to_owned()), 0)).unwrap();
        assert_eq!(again.moves.len(), 2);
        update(&mut model, Action::Expected(Box::new(answer(&request))), 0);
        assert!(model.expected.found().is_none());
        update(&mut model, Action::Expected(Box::new(answer(&again))), 0);
        assert_eq!(model.expected.found().unwrap().len(), 2);
    }
}
