//! The small game in the window: what is to be learnt with, how the learning goes, and the game against the network as
//! it is now.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::state::{LabAction, LabKind};
use crate::app::update::Cx;
use crate::lab::small_game::learn::{Generation, Request};
use crate::lab::small_game::net::{Judgement, Net};
use crate::lab::small_game::puct::{self, Found};
use crate::lab::small_game::rules::Small;
use crate::lab::task::LabTask;

/// Generations that can be asked for.
pub const GENERATIONS: RangeInclusive<u32> = 1..=500;
/// Games of a generation.
pub const GAMES: RangeInclusive<u32> = 20..=10_000;
/// Playouts of a move.
pub const PLAYOUTS: RangeInclusive<u32> = 4..=1_000;

/// What the network and its search make of the position on the small board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thought {
    /// The network alone.
    pub judged: Judgement,
    /// The search by it.
    pub found: Found,
}

/// What is learnt with, how it goes, and the game on the small board.
#[derive(Clone, Debug)]
pub struct SmallGameState {
    /// What the next learning is asked for.
    pub draft: Request,
    /// What the last one was.
    pub asked: Option<Request>,
    /// Its generations so far.
    pub told: Vec<Generation>,
    /// The network as it is now.
    pub net: Arc<Net>,
    /// The columns played, from 0.
    pub columns: Vec<usize>,
    /// Whether the reader has the first move.
    pub you_begin: bool,
    /// What it makes of the position; nothing of a finished game.
    pub thought: Option<Thought>,
}

impl Default for SmallGameState {
    fn default() -> SmallGameState {
        let draft = Request::default();
        let mut state = SmallGameState {
            net: Arc::new(Net::random(draft.seed)),
            draft,
            asked: None,
            told: Vec::new(),
            columns: Vec::new(),
            you_begin: true,
            thought: None,
        };
        state.think();
        state
    }
}

/// What can be done in the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmallGameAction {
    /// Change what the next learning is asked for.
    Draft(Request),
    /// Begin to learn, from nothing.
    Learn,
    /// Drop a stone into a column, from 0.
    Drop(usize),
    /// Take the last move back, and the answer to it.
    TakeBack,
    /// A new game; the reader has the first move or not.
    NewGame(bool),
}

impl SmallGameState {
    /// The position on the board.
    pub fn position(&self) -> Small {
        self.columns.iter().fold(Small::START, |position, &column| position.after(column))
    }

    /// Whether the reader is to move.
    pub fn is_yours(&self) -> bool {
        self.columns.len().is_multiple_of(2) == self.you_begin
    }

    /// How the game has ended for the reader: 1 won, 0 drawn, -1 lost; `None` while it goes on.
    pub fn result(&self) -> Option<i8> {
        let result = self.position().outcome()?;
        Some(if self.is_yours() { result } else { -result })
    }

    fn drop_stone(&mut self, column: usize) {
        let position = self.position();
        if position.outcome().is_none() && self.is_yours() && position.can(column) {
            self.columns.push(column);
            self.answer();
        }
    }

    /// The network's move, where it is its turn.
    fn answer(&mut self) {
        if !self.is_yours() && self.position().outcome().is_none() {
            let best = puct::search(&self.net, self.position(), self.draft.playouts, None).best();
            self.columns.push(best);
        }
        self.think();
    }

    fn take_back(&mut self) {
        if self.columns.len() > usize::from(!self.you_begin) {
            self.columns.pop();
            if !self.is_yours() {
                self.columns.pop();
            }
            self.answer();
        }
    }

    fn think(&mut self) {
        let position = self.position();
        self.thought = position.outcome().is_none().then(|| Thought {
            judged: self.net.judge(position),
            found: puct::search(&self.net, position, self.draft.playouts, None),
        });
    }
}

/// A request with every value inside its range.
fn clamped(request: Request) -> Request {
    let within = |v: u32, r: RangeInclusive<u32>| v.clamp(*r.start(), *r.end());
    Request {
        generations: within(request.generations, GENERATIONS),
        games: within(request.games, GAMES),
        playouts: within(request.playouts, PLAYOUTS),
        ..request
    }
}

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
    use crate::app::action::Action;
    use crate::app::effect::Effect;
    use crate::app::model::Model;
    use crate::app::update::update;
    use crate::app::window::settings::Settings;
    use crate::lab::small_game::judge::Verdict;
    use crate::lab::task::LabNews;
    use crate::search::engine_id::EngineId;
    use crate::worker::protocol::Event;

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
