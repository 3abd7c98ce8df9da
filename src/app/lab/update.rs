//! The Lab's side of the model: experiments go to a seat of their own, what they find is kept.

use std::sync::Arc;
use std::time::Duration;

use tabia_chess::{Board, Move};
use tabia_engine::alphabeta::expand::Expansion;
use tabia_engine::alphabeta::options::{EngineOptions, Strength};
use tabia_engine::search::engine_id::EngineId;
use tabia_games::game::position::GamePosition;
use tabia_games::game::tree::NodeId;
use tabia_host::worker::protocol::{Command, Event, JobId, SeatOptions};
use tabia_lab::ab::AbPlan;
use tabia_lab::foundations::magic_search::MagicRequest;
use tabia_lab::horizon::{EFFECT_FEN, HorizonRequest, LONGEST};
use tabia_lab::ladder::rows::{DEEPEST, LadderRequest};
use tabia_lab::representations::race::RaceRequest;
use tabia_lab::suite;
use tabia_lab::task::{LabNews, LabTask, TreeRequest};
use tabia_lab::tree_index::moves_to;
use tabia_lab::why::WhyRequest;

use super::state::{
    CompareView, HorizonView, LabAction, LabJob, LabKind, LadderDraft, LadderView, TREE_BUDGET,
    TREE_DEPTH, TreeView, WhyView,
};
use crate::cx::Cx;
use crate::effect::Effect;
use crate::window::workspace::PaneId;

/// Time for the position and as much for the move alone, when it is asked why not.
const WHY: Duration = Duration::from_millis(1_500);
/// Table of a comparison, MiB.
const COMPARE_HASH_MIB: u32 = 32;

impl Cx<'_> {
    /// Does what was asked of the Lab.
    pub(crate) fn lab(&mut self, action: LabAction) {
        let here = self.m.game.current;
        match action {
            LabAction::Why { node, mv } => self.ask_why(node, mv),
            LabAction::Draft(draft) => self.m.lab.draft = draft,
            LabAction::Compare => self.compare(),
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
            LabAction::Horizon(deepest) => self.horizon(here, None, deepest),
            LabAction::HorizonOfGame(deepest) => self.horizon_of_game(deepest),
            LabAction::Effect(deepest) => {
                self.m.lab.effect.clear();
                if let Ok(board) = Board::from_fen(EFFECT_FEN) {
                    let task = LabTask::Effect(GamePosition::new(board), deepest.clamp(1, 16));
                    self.begin_lab(LabKind::Effect, here, task);
                }
            }
            LabAction::LadderDraft(draft) => self.m.lab.ladder_draft = draft,
            LabAction::Ladder => self.climb(),
            LabAction::Race(seconds) => {
                let time = Duration::from_secs(u64::from(seconds.clamp(1, 600)));
                self.m.lab.race = None;
                self.begin_lab(LabKind::Race, here, LabTask::Race(RaceRequest { time }));
            }
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

    fn compare(&mut self) {
        let (draft, here) = (self.m.lab.draft, self.m.game.current);
        let positions =
            if draft.suite { suite::positions() } else { vec![self.m.game.tree.position(here)] };
        let plan = AbPlan {
            positions: positions.clone(),
            sides: draft.sides,
            equal: draft.equal,
            hash_mib: COMPARE_HASH_MIB,
        };
        let positions = Arc::new(positions);
        self.m.lab.compare = Some(CompareView { asked: draft, positions, pairs: Vec::new() });
        self.begin_lab(LabKind::Compare, here, LabTask::Ab(plan));
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
        self.horizon(from, Some(line), deepest);
    }

    /// Along a line; `None`: along the best line of a search.
    fn horizon(&mut self, node: NodeId, line: Option<Vec<Move>>, deepest: u32) {
        let start = self.m.game.tree.position(node);
        let of_game = line.is_some();
        let line = line.unwrap_or_default();
        let request = HorizonRequest { start, line, deepest: deepest.clamp(1, 20) };
        self.m.lab.horizon = Some(HorizonView {
            start: request.start.clone(),
            of_game,
            depths: request.depths(),
            rows: Vec::new(),
        });
        self.begin_lab(LabKind::Horizon, node, LabTask::Horizon(request));
    }

    /// From minimax to the engine at the position that view shows.
    fn climb(&mut self) {
        let draft = self.m.lab.ladder_draft;
        let asked =
            LadderDraft { depth: draft.depth.clamp(1, DEEPEST), budget: draft.budget.max(1) };
        let node = self.m.lab.node_of(PaneId::Ladder, &self.m.game);
        let position = self.m.game.tree.position(node);
        let board = position.board();
        self.m.lab.ladder = Some(LadderView { asked, board, rows: Vec::new() });
        let request = LadderRequest { position, depth: asked.depth, budget: asked.budget };
        self.begin_lab(LabKind::Ladder, node, LabTask::Ladder(request));
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

    fn stop_lab(&mut self) {
        if let Some(job) = self.m.lab.job.take() {
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
            None => self.m.lab.job = None,
        }
    }

    /// The thread of the Lab's seat is gone.
    pub(crate) fn lab_thread_ended(&mut self) {
        self.lab_failed("the engine's thread ended".into());
    }

    /// The experiment under way has come to nothing.
    pub(crate) fn lab_failed(&mut self, error: String) {
        let Some(job) = self.m.lab.job.take() else { return };
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
            LabNews::Pair(pair) => {
                if let Some(compare) = &mut lab.compare {
                    compare.pairs.push(pair);
                }
            }
            LabNews::Tree(recorded) => lab.trees = vec![TreeView::new(recorded)],
            LabNews::Expanded(recorded) => lab.trees.push(TreeView::new(recorded)),
            LabNews::Horizon(row) => {
                if let Some(horizon) = &mut lab.horizon {
                    horizon.rows.push(row);
                }
            }
            LabNews::Effect(row) => lab.effect.push(row),
            LabNews::Magic(progress) => lab.magic = Some(progress),
            LabNews::Ladder(row) => {
                if let Some(ladder) = &mut lab.ladder {
                    ladder.rows.push(*row);
                }
            }
            LabNews::Race(table) => lab.race = Some(*table),
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
        assert!(!asks(&mut model, why) && model.lab.why.is_none());
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
        let start = model.lab.horizon.as_ref().unwrap().start.clone();
        assert_eq!(start.board().key(), model.game.board().key());
        assert!(model.lab.is_at(LabKind::Horizon));
        update(&mut model, Action::Command(UserCommand::Last), 0);
        assert!(asks(&mut model, LabAction::HorizonOfGame(2)));
        let view = model.lab.horizon.as_ref().unwrap();
        assert!(view.of_game);
        assert_eq!(view.start.board().key(), model.game.tree.board(NodeId::ROOT).key());
        // Without a move there is nothing to look along.
        let mut empty = Model::new(Settings::default());
        assert!(!asks(&mut empty, LabAction::HorizonOfGame(2)) && empty.lab.horizon.is_none());
    }
}
