//! The Lab's side of the model: experiments go to a seat of their own, what they find is kept.

use std::sync::Arc;
use std::time::Duration;

use tabia_chess::Move;
use tabia_engine::alphabeta::expand::Expansion;
use tabia_engine::alphabeta::options::{EngineOptions, Strength};
use tabia_engine::search::engine_id::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_host::worker::protocol::{Command, Event, JobId, SeatOptions};
use tabia_lab::experiment::Ask;
use tabia_lab::foundations::magic_search::MagicRequest;
use tabia_lab::horizon::{self, Horizon, LONGEST};
use tabia_lab::task::{LabNews, LabTask, TreeRequest};
use tabia_lab::tree_index::moves_to;
use tabia_lab::why::WhyRequest;

use super::state::{LabAction, LabJob, LabKind, TREE_BUDGET, TREE_DEPTH, TreeView, WhyView};
use super::trials::JobState;
use crate::cx::Cx;
use crate::effect::Effect;
use crate::window::workspace::PaneId;

/// Time for the position and as much for the move alone, when it is asked why not.
const WHY: Duration = Duration::from_millis(1_500);

impl Cx<'_> {
    /// Does what was asked of the Lab.
    pub(crate) fn lab(&mut self, action: LabAction) {
        let here = self.m.game.current;
        match action {
            LabAction::Why { node, mv } => self.ask_why(node, mv),
            LabAction::Record(depth) => {
                let depth = depth.clamp(*TREE_DEPTH.start(), *TREE_DEPTH.end());
                let position = self.m.game.tree.position(here);
                let request = TreeRequest { position, depth, budget: TREE_BUDGET };
                self.begin_lab(LabKind::Tree, here, LabTask::Tree(request));
            }
            LabAction::Expand(at) => self.expand(at),
            LabAction::Back => {
                if self.m.lab.trees.len() > 1 {
                    self.m.lab.trees.pop();
                }
            }
            LabAction::HorizonOfGame(deepest) => self.horizon_of_game(deepest),
            LabAction::Ask(ask) => {
                self.m.lab.drafts.insert(ask.entry().id(), ask);
            }
            LabAction::Run(ask) => self.run_trial(&ask),
            LabAction::Stop => self.stop_lab(),
            LabAction::Bits(view) => self.m.lab.bits = view,
            LabAction::Slider(view) => self.m.lab.slider = view,
            LabAction::Zobrist(view) => self.m.lab.zobrist = view,
            LabAction::Steps(view) => self.m.lab.steps = view,
            LabAction::FindMagic(part, square) => {
                let request = MagicRequest { part, square, seed: self.m.lots.next_u64() };
                self.m.lab.magic = None;
                self.begin_lab(LabKind::Magic, here, LabTask::Magic(request));
            }
            LabAction::ShowMe(pane) => self.show_me(pane),
            LabAction::Pin(pane) => self.toggle_pin(pane),
            LabAction::Picture(pane) => self.out.push(Effect::PictureOf(pane)),
            LabAction::Xray(action) => self.xray(action),
            LabAction::Mark(mark) => {
                let again = self.m.lab.marked == Some(mark);
                self.m.lab.marked = (!again).then_some(mark);
            }
            LabAction::Scratch(action) => self.scratch(action),
            LabAction::Playouts(action) => self.playouts(action),
            LabAction::SmallGame(action) => self.small_game(action),
            LabAction::RaceAxis(axis) => self.m.lab.race_axis = axis,
        }
    }

    fn ask_why(&mut self, node: NodeId, mv: Move) {
        if let Some(reason) = self.m.why_not_refused() {
            return self.m.toasts.info(reason);
        }
        let tree = &self.m.game.tree;
        if !tree.contains(node) || !tree.board(node).is_legal(mv) {
            return;
        }
        let position = tree.position(node);
        let game = self.m.game.serial;
        self.m.lab.why = Some(WhyView { node, game, mv, answer: None, error: None });
        let request = WhyRequest { position, mv, search: WHY, verify: Some(WHY) };
        self.begin_lab(LabKind::Why, node, LabTask::Why(request));
        self.open_pane(PaneId::WhyNot);
    }

    fn expand(&mut self, at: u32) {
        let Some(view) = self.m.lab.trees.last() else { return };
        let recorded = Arc::clone(&view.recorded);
        let Some(node) = recorded.tree.nodes.get(at as usize) else { return };
        let Some(below) = moves_to(&recorded.tree, at) else {
            return self.m.toasts.info("Behind a passed move there is no position to search again");
        };
        let path = recorded.path.iter().copied().chain(below).collect();
        let (depth, alpha, beta) = (node.depth, node.alpha, node.beta);
        let node = Expansion { path, depth, alpha, beta };
        let task = LabTask::Expand { root: recorded.root.clone(), node, budget: TREE_BUDGET };
        self.begin_lab(LabKind::Expand, self.m.game.current, task);
    }

    /// Along the game from the shown position on; at its end from its beginning.
    fn horizon_of_game(&mut self, deepest: u32) {
        let tree = &self.m.game.tree;
        let here = self.m.game.current;
        let from = if tree.next(here).is_some() { here } else { NodeId::ROOT };
        let mut line = Vec::new();
        let mut at = from;
        while let Some(next) = tree.next(at).filter(|_| line.len() < LONGEST) {
            line.extend(tree.mv(next));
            at = next;
        }
        if line.is_empty() {
            return self.m.toasts.info("The game has no moves to look along");
        }
        let request = horizon::Request { depth: deepest.clamp(1, 20), line };
        self.run_trial_at(&Ask::of::<Horizon>(request), from);
    }

    /// Begins an experiment in place of the one under way.
    pub(super) fn begin_lab(&mut self, kind: LabKind, node: NodeId, task: LabTask) {
        self.stop_lab();
        let options = EngineOptions {
            multi_pv: 1,
            threads: 1,
            strength: Strength::Full,
            ..self.m.settings.engine
        };
        let id = self.m.engine.next_job();
        self.m.lab.error = None;
        self.m.lab.job = Some(LabJob { id, kind, node, game: self.m.game.serial });
        self.tell_seat(EngineId::LAB, Command::SetOptions(SeatOptions::BuiltIn(options)));
        self.tell_seat(EngineId::LAB, Command::Lab { job: id, task: Box::new(task) });
    }

    /// What the run of an experiment came to.
    fn trial_ended(&mut self, kind: LabKind, state: JobState) {
        if let LabKind::Trial(id) = kind
            && let Some(job) = self.m.lab.jobs.get_mut(id)
        {
            job.state = state;
        }
    }

    fn stop_lab(&mut self) {
        if let Some(job) = self.m.lab.job.take() {
            self.trial_ended(job.kind, JobState::Stopped);
            self.out.push(Effect::Stop(EngineId::LAB, job.id));
        }
    }

    /// News from the Lab's seat. Of an earlier job nothing is taken.
    pub(crate) fn lab_event(&mut self, event: Event) {
        match event {
            Event::Lab { job, news } if self.m.lab.job.is_some_and(|now| now.id == job) => {
                self.lab_news(news);
            }
            Event::LabDone { job, error } => self.lab_done(job, error),
            Event::Failed { job, error, .. } => {
                let current = self.m.lab.job.map(|now| now.id);
                if job.is_some() && job == current {
                    self.lab_failed(error);
                } else if job.is_none() {
                    self.m.toasts.error(format!("The Lab's engine: {error}"));
                }
            }
            _ => {}
        }
    }

    fn lab_done(&mut self, job: JobId, error: Option<String>) {
        if self.m.lab.job.is_none_or(|now| now.id != job) {
            return;
        }
        match error {
            Some(error) => self.lab_failed(error),
            None => {
                if let Some(job) = self.m.lab.job.take() {
                    self.trial_ended(job.kind, JobState::Done);
                }
            }
        }
    }

    /// The thread of the Lab's seat is gone.
    pub(crate) fn lab_thread_ended(&mut self) {
        self.lab_failed("the engine's thread ended".into());
    }

    /// The experiment under way has come to nothing.
    pub(crate) fn lab_failed(&mut self, error: String) {
        let Some(job) = self.m.lab.job.take() else { return };
        self.trial_ended(job.kind, JobState::Failed(error.clone()));
        if let (LabKind::Why, Some(why)) = (job.kind, &mut self.m.lab.why) {
            why.error = Some(error.clone());
        }
        self.m.toasts.error(format!("The Lab: {error}"));
        self.m.lab.error = Some(error);
    }

    fn lab_news(&mut self, news: LabNews) {
        let lab = &mut self.m.lab;
        match news {
            LabNews::Why(answer) => {
                if let Some(why) = &mut lab.why {
                    why.answer = Some(*answer);
                }
            }
            LabNews::Tree(recorded) => lab.trees = vec![TreeView::new(recorded)],
            LabNews::Expanded(recorded) => lab.trees.push(TreeView::new(recorded)),
            LabNews::Magic(progress) => lab.magic = Some(progress),
            LabNews::Trial(news) => {
                if let Some(LabKind::Trial(id)) = lab.job.map(|job| job.kind)
                    && let Some(job) = lab.jobs.get_mut(id)
                {
                    job.trial.add(&news);
                }
            }
            LabNews::ScratchGame(level, game) => self.scratch_game(level, *game),
            LabNews::SmallGame(told) => {
                let (generation, net) = *told;
                self.small_game_learnt(generation, net);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::action::{Action, LabAction, UserCommand};
    use crate::effect::Effect;
    use crate::lab::state::{LabKind, MarkedMove};
    use crate::model::Model;
    use crate::update::update;
    use crate::window::settings::Settings;
    use tabia_chess::uci_move;
    use tabia_engine::search::engine_id::EngineId;
    use tabia_games::game::tree::NodeId;
    use tabia_lab::horizon::Horizon;

    fn model() -> Model {
        let mut model = Model::new(Settings::default());
        update(&mut model, Action::PasteText("1. e4 e5 2. Nf3 Nc6".to_owned()), 0);
        model
    }

    fn asks(model: &mut Model, action: LabAction) -> bool {
        let effects = update(model, Action::Lab(action), 0);
        let lab = |effect: &Effect| matches!(effect, Effect::ToEngine(EngineId::LAB, _));
        effects.iter().any(lab)
    }

    #[test]
    fn a_played_move_is_asked_about_in_the_position_before_it_unless_the_engine_is_hidden() {
        let mut model = model();
        let board = *model.game.tree.board(NodeId::ROOT);
        let mv = uci_move::parse(&board, "e2e4").unwrap();
        let why = LabAction::Why { node: NodeId::ROOT, mv };
        let hide = Action::Command(UserCommand::HideEngine);
        update(&mut model, hide.clone(), 0);
        assert!(!asks(&mut model, why.clone()) && model.lab.why.is_none());
        assert!(model.toasts.iter().any(|toast| toast.text.contains("The engine is hidden")));
        update(&mut model, hide, 0);
        assert!(asks(&mut model, why));
        assert_eq!(model.lab.why.as_ref().map(|why| (why.node, why.mv)), Some((NodeId::ROOT, mv)));
        // Not legal where the board stands now: no question.
        let here = model.game.current;
        assert!(here == NodeId::ROOT || !asks(&mut model, LabAction::Why { node: here, mv }));
    }

    #[test]
    fn a_mark_is_taken_away_by_the_same_again() {
        let mut model = model();
        let board = *model.game.tree.board(NodeId::ROOT);
        let mark =
            |text| MarkedMove { key: board.key(), mv: uci_move::parse(&board, text).unwrap() };
        for (text, kept) in [("e2e4", Some("e2e4")), ("d2d4", Some("d2d4")), ("d2d4", None)] {
            update(&mut model, Action::Lab(LabAction::Mark(mark(text))), 0);
            assert_eq!(model.lab.marked, kept.map(mark));
        }
    }

    #[test]
    fn the_game_is_looked_along_from_here_on_and_at_its_end_from_its_beginning() {
        let mut model = model();
        update(&mut model, Action::Command(UserCommand::First), 0);
        update(&mut model, Action::Command(UserCommand::Next), 0);
        assert!(asks(&mut model, LabAction::HorizonOfGame(2)));
        assert!(model.lab.last_run("horizon").unwrap().is_of(model.game.board().key()));
        assert!(model.lab.is_at(LabKind::of::<Horizon>()));
        update(&mut model, Action::Command(UserCommand::Last), 0);
        assert!(asks(&mut model, LabAction::HorizonOfGame(2)));
        assert!(!model.lab.trial::<Horizon>().unwrap().request.line.is_empty());
        let start = model.game.tree.board(NodeId::ROOT).key();
        assert!(model.lab.last_run("horizon").unwrap().is_of(start));
        // Without a move there is nothing to look along.
        let mut empty = Model::new(Settings::default());
        assert!(
            !asks(&mut empty, LabAction::HorizonOfGame(2))
                && empty.lab.trial::<Horizon>().is_none()
        );
    }
}
