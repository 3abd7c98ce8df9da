//! Handles the actions in the small game.

use std::sync::Arc;

use tabia_lab::experiment::Ask;
use tabia_lab::small_game::learn::SmallGame;
use tabia_lab::small_game::net::Net;

use super::SmallGameAction;
use crate::cx::Cx;
use crate::lab::run;
use crate::lab::state::LabAction;

/// Handles an action in the view.
pub(crate) fn update(cx: &mut Cx<'_>, action: SmallGameAction) {
    let state = &mut cx.m.lab.small_game;
    match action {
        SmallGameAction::Draft(draft) => state.ask(draft),
        SmallGameAction::Learn => {
            let request = state.draft;
            state.learnt(&Arc::new(Net::random(request.seed)));
            run::run(cx, &Ask::of::<SmallGame>(request));
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
    use tabia_engine::search::thinker::EngineId;
    use tabia_host::worker::protocol::Event;
    use tabia_lab::experiment::AnyUpdate;
    use tabia_lab::small_game::learn::{Generation, Learnt, Request, TestResult};

    fn act(model: &mut Model, action: SmallGameAction) -> Vec<Effect> {
        update(model, Action::Lab(action.into()), 0)
    }

    fn generation(number: u32) -> Generation {
        let test =
            TestResult { policy_right: 0.5, search_right: 0.7, value_error: 0.4, points: 0.2 };
        Generation { number, games: number * 100, losses: [1.0, 0.1], test, time_ms: 10 }
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
        // Moves of a lost game can be taken back and replaced.
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
        let update_of = |number| {
            let learnt = Learnt { generation: generation(number), net: Arc::clone(&other) };
            AnyUpdate::of::<SmallGame>(learnt)
        };
        let learnt = |model: &Model| model.lab.trial::<SmallGame>().unwrap().updates.len();
        let before = model.lab.small_game.thought;
        for number in 0..3 {
            let event = Event::Lab { job, update: update_of(number) };
            update(&mut model, Action::Engine(EngineId::LAB, event), 0);
        }
        assert_eq!(learnt(&model), 3);
        assert!(model.lab.small_game.thought != before, "another net thinks otherwise");
        let effects = update(&mut model, Action::Lab(LabAction::Stop), 0);
        assert!(effects.iter().any(|of| matches!(of, Effect::Stop(EngineId::LAB, _))));
        let late = Event::Lab { job, update: update_of(3) };
        update(&mut model, Action::Engine(EngineId::LAB, late), 0);
        assert_eq!(learnt(&model), 3);
        act(&mut model, SmallGameAction::Learn);
        assert_eq!(learnt(&model), 0, "from nothing again");
    }
}
