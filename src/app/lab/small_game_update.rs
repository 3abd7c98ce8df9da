//! What the user does with the small game, and what is learnt of it.

use std::sync::Arc;

use super::small_game::{SmallGameAction, clamped};
use super::state::{LabAction, LabKind};
use crate::cx::Cx;
use tabia_lab::small_game::learn::Generation;
use tabia_lab::small_game::net::Net;
use tabia_lab::task::LabTask;

impl Cx<'_> {
    /// Does what was asked for in the view.
    pub(crate) fn small_game(&mut self, action: SmallGameAction) {
        let state = &mut self.m.lab.small_game;
        match action {
            SmallGameAction::Draft(draft) => {
                state.draft = clamped(draft);
                state.think();
            }
            SmallGameAction::Learn => {
                let request = state.draft;
                state.asked = Some(request);
                state.told.clear();
                state.net = Arc::new(Net::random(request.seed));
                state.think();
                let task = LabTask::SmallGame(request);
                self.begin_lab(LabKind::SmallGame, self.m.game.current, task);
            }
            SmallGameAction::Drop(column) => state.drop_stone(column),
            SmallGameAction::TakeBack => state.take_back(),
            SmallGameAction::NewGame(you_begin) => {
                state.you_begin = you_begin;
                state.columns.clear();
                state.answer();
            }
        }
    }

    /// A generation has been learnt.
    pub(crate) fn small_game_learnt(&mut self, generation: Generation, net: Arc<Net>) {
        let state = &mut self.m.lab.small_game;
        state.told.push(generation);
        state.net = net;
        state.think();
    }
}

impl From<SmallGameAction> for LabAction {
    fn from(action: SmallGameAction) -> LabAction {
        LabAction::SmallGame(action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Action;
    use crate::effect::Effect;
    use crate::lab::small_game::GAMES;
    use crate::model::Model;
    use crate::update::update;
    use crate::window::settings::Settings;
    use tabia_engine::search::engine_id::EngineId;
    use tabia_host::worker::protocol::Event;
    use tabia_lab::small_game::judge::Verdict;
    use tabia_lab::small_game::learn::Request;
    use tabia_lab::task::LabNews;

    fn act(model: &mut Model, action: SmallGameAction) -> Vec<Effect> {
        update(model, Action::Lab(action.into()), 0)
    }

    fn generation(number: u32) -> Generation {
        let verdict =
            Verdict { policy_right: 0.5, search_right: 0.7, value_error: 0.4, points: 0.2 };
        Generation { number, games: number * 100, losses: [1.0, 0.1], verdict, time_ms: 10 }
    }

    #[test]
    fn a_game_is_played_taken_back_and_ended() {
        let mut model = Model::new(Settings::default());
        let state = |model: &Model| model.lab.small_game.clone();
        assert!(state(&model).is_yours() && state(&model).thought.is_some());
        act(&mut model, SmallGameAction::Drop(2));
        assert_eq!((state(&model).columns.len(), state(&model).columns[0]), (2, 2));
        assert!(state(&model).is_yours());
        act(&mut model, SmallGameAction::Drop(9));
        assert_eq!(state(&model).columns.len(), 2, "there is no such column");
        act(&mut model, SmallGameAction::TakeBack);
        assert!(state(&model).columns.is_empty());
        act(&mut model, SmallGameAction::TakeBack);
        act(&mut model, SmallGameAction::NewGame(false));
        assert_eq!(state(&model).columns.len(), 1, "it has begun");
        act(&mut model, SmallGameAction::TakeBack);
        assert_eq!(state(&model).columns.len(), 1, "its first move stays");
        for _ in 0..20 {
            let position = state(&model).position();
            let Some(column) = position.moves().next() else { break };
            act(&mut model, SmallGameAction::Drop(column));
        }
        let end = state(&model);
        assert!(end.result().is_some() && end.thought.is_none());
        act(&mut model, SmallGameAction::Drop(0));
        assert_eq!(state(&model).columns, end.columns);
        // What was lost can be taken back and played otherwise.
        act(&mut model, SmallGameAction::TakeBack);
        assert!(state(&model).result().is_none() && state(&model).is_yours());
    }

    #[test]
    fn generations_come_in_and_a_stopped_learning_takes_no_more() {
        let mut model = Model::new(Settings::default());
        act(&mut model, SmallGameAction::Draft(Request { games: 0, ..Request::default() }));
        assert_eq!(model.lab.small_game.draft.games, *GAMES.start());
        let effects = act(&mut model, SmallGameAction::Learn);
        assert!(effects.iter().any(|of| matches!(of, Effect::ToEngine(EngineId::LAB, _))));
        let job = model.lab.job.unwrap().id;
        let other = Arc::new(Net::random(77));
        let news = |number| LabNews::SmallGame(Box::new((generation(number), Arc::clone(&other))));
        let before = model.lab.small_game.thought;
        for number in 0..3 {
            let event = Event::Lab { job, news: news(number) };
            update(&mut model, Action::Engine(EngineId::LAB, event), 0);
        }
        assert_eq!(model.lab.small_game.told.len(), 3);
        assert!(model.lab.small_game.thought != before, "another net thinks otherwise");
        let effects = update(&mut model, Action::Lab(LabAction::Stop), 0);
        assert!(effects.iter().any(|of| matches!(of, Effect::Stop(EngineId::LAB, _))));
        let late = Event::Lab { job, news: news(3) };
        update(&mut model, Action::Engine(EngineId::LAB, late), 0);
        assert_eq!(model.lab.small_game.told.len(), 3);
        act(&mut model, SmallGameAction::Learn);
        assert!(model.lab.small_game.told.is_empty(), "from nothing again");
    }
}
