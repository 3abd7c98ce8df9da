//! Asking what was expected of a game's moves, when it is to be seen.

use super::expected::{Asked, ExpectNews, ExpectRequest, Played};
use crate::effect::Effect;
use crate::update::Cx;
use crate::window::workspace::PaneId;
use tabia_games::game::tree::NodeId;

/// Moves of a game that are looked at.
const MOST: usize = 1_000;

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
    use crate::action::{Action, ReviewAction};
    use crate::model::Model;
    use crate::update::update;
    use crate::window::settings::Settings;
    use tabia_engine::eval::policy::built_in;
    use tabia_host::review::expected::Expectation;

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
