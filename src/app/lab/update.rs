//! The Lab's side of the model: experiments go to a seat of their own, what they find is kept.

use std::sync::Arc;

use tabia_chess::Move;
use tabia_engine::alphabeta::tree::Expansion;
use tabia_games::game::tree::NodeId;
use tabia_host::worker::protocol::{Event, JobId};
use tabia_lab::experiment::{AnyUpdate, Ask, Entry};
use tabia_lab::foundations::sliders::{FindMagic, MagicRequest, Slider};
use tabia_lab::horizon::{self, Horizon, LONGEST};
use tabia_lab::matches::LevelMatches;
use tabia_lab::small_game::learn::SmallGame;
use tabia_lab::tree_index::{self, Tree, moves_to};
use tabia_lab::why::{Question, WhyNot};

use super::about::{Then, about};
use super::foundations::BitsPage;
use super::playouts::{PlayoutsAction, PlayoutsDraft};
use super::state::{LabAction, TREE_DEPTH, TreeView};
use super::xray::{XrayAction, XrayView};
use super::{pins, playouts, run, scratch_update, small_game_update, xray_update};
use crate::cx::Cx;
use crate::effect::Effect;
use crate::engines::requests;
use crate::game::position;
use crate::window::workspace::PaneId;

/// Does what was asked of the Lab.
pub(crate) fn update(cx: &mut Cx<'_>, action: LabAction) {
    match action {
        LabAction::Why { node, mv } => ask_why(cx, node, mv),
        LabAction::Record(depth) => {
            let depth = depth.clamp(*TREE_DEPTH.start(), *TREE_DEPTH.end());
            let request = tree_index::Request { depth, ..tree_index::Request::default() };
            run::run(cx, &Ask::of::<Tree>(request));
        }
        LabAction::Expand(at) => expand(cx, at),
        LabAction::Back => {
            if cx.m.lab.trees.len() > 1 {
                cx.m.lab.trees.pop();
            }
        }
        LabAction::HorizonOfGame(deepest) => horizon_of_game(cx, deepest),
        LabAction::Ask(ask) => {
            cx.m.lab.drafts.insert(ask.entry().id(), ask);
        }
        LabAction::Run(ask) => run::run(cx, &ask),
        LabAction::Stop => run::stop(cx),
        LabAction::Bits(view) => cx.m.lab.bits = view,
        LabAction::Slider(view) => cx.m.lab.slider = view,
        LabAction::Zobrist(view) => cx.m.lab.zobrist = view,
        LabAction::Steps(view) => cx.m.lab.steps = view,
        LabAction::FindMagic(part, square) => {
            let request = MagicRequest { part, square, seed: cx.m.lots.next_u64() };
            run::run(cx, &Ask::of::<FindMagic>(request));
        }
        LabAction::ShowMe(pane) => show_me(cx, pane),
        LabAction::Pin(pane) => pins::toggle(cx, pane),
        LabAction::Picture(pane) => cx.out.push(Effect::PictureOf(pane)),
        LabAction::Xray(action) => xray_update::update(cx, action),
        LabAction::Mark(mark) => {
            let again = cx.m.lab.marked == Some(mark);
            cx.m.lab.marked = (!again).then_some(mark);
        }
        LabAction::Scratch(action) => scratch_update::update(cx, action),
        LabAction::Playouts(action) => playouts::update::update(cx, action),
        LabAction::SmallGame(action) => small_game_update::update(cx, action),
        LabAction::RaceAxis(axis) => cx.m.lab.race_axis = axis,
    }
}

fn ask_why(cx: &mut Cx<'_>, node: NodeId, mv: Move) {
    if let Some(reason) = cx.m.why_not_refused() {
        return cx.m.toasts.info(reason);
    }
    let tree = &cx.m.game.tree;
    if !tree.contains(node) || !tree.board(node).is_legal(mv) {
        return;
    }
    run::run_at(cx, &Ask::of::<WhyNot>(Question { mv: Some(mv) }), node);
    cx.open_pane(PaneId::WhyNot);
}

fn expand(cx: &mut Cx<'_>, at: u32) {
    let Some(view) = cx.m.lab.trees.last() else { return };
    let recorded = Arc::clone(&view.recorded);
    let Some(node) = recorded.tree.nodes.get(at as usize) else { return };
    let Some(below) = moves_to(&recorded.tree, at) else {
        return cx.m.toasts.info("Behind a passed move there is no position to search again");
    };
    let path = recorded.path.iter().copied().chain(below).collect();
    let (depth, alpha, beta) = (node.depth, node.alpha, node.beta);
    let node = Some(Expansion { path, depth, alpha, beta });
    let ask = Ask::of::<Tree>(tree_index::Request { node, ..tree_index::Request::default() });
    let here = cx.m.game.current;
    run::begin(cx, ask.at(recorded.root.clone()), here);
}

/// Along the game from the shown position on; at its end from its beginning.
fn horizon_of_game(cx: &mut Cx<'_>, deepest: u32) {
    let tree = &cx.m.game.tree;
    let here = cx.m.game.current;
    let from = if tree.next(here).is_some() { here } else { NodeId::ROOT };
    let mut line = Vec::new();
    let mut at = from;
    while let Some(next) = tree.next(at).filter(|_| line.len() < LONGEST) {
        line.extend(tree.mv(next));
        at = next;
    }
    if line.is_empty() {
        return cx.m.toasts.info("The game has no moves to look along");
    }
    let request = horizon::Request { depth: deepest.clamp(1, 20), line };
    run::run_at(cx, &Ask::of::<Horizon>(request), from);
}

/// News from the Lab's seat. Of an earlier job nothing is taken.
pub(crate) fn event(cx: &mut Cx<'_>, event: Event) {
    match event {
        Event::Lab { job, update } if cx.m.lab.job.is_some_and(|now| now.id == job) => {
            take(cx, &update);
        }
        Event::LabDone { job, error } => done(cx, job, error),
        Event::Failed { job, error, .. } => {
            let current = cx.m.lab.job.map(|now| now.id);
            if job.is_some() && job == current {
                run::fail(cx, &error);
            } else if job.is_none() {
                cx.m.toasts.error(format!("The Lab's engine: {error}"));
            }
        }
        _ => {}
    }
}

fn done(cx: &mut Cx<'_>, job: JobId, error: Option<String>) {
    if cx.m.lab.job.is_none_or(|now| now.id != job) {
        return;
    }
    match error {
        Some(error) => run::fail(cx, &error),
        None => run::done(cx),
    }
}

/// The thread of the Lab's seat is gone.
pub(crate) fn thread_ended(cx: &mut Cx<'_>) {
    run::fail(cx, "the engine's thread ended");
}

/// Takes what the trial under way has found. A tree goes on top of those shown instead: another run would let it go.
fn take(cx: &mut Cx<'_>, update: &AnyUpdate) {
    let lab = &mut cx.m.lab;
    let Some(job) = lab.job.and_then(|job| lab.jobs.get_mut(job.experiment)) else { return };
    if let Some(recorded) = update.get::<Tree>() {
        if recorded.path.is_empty() {
            lab.trees.clear();
        }
        return lab.trees.push(TreeView::new(Arc::clone(recorded)));
    }
    job.trial.add(update);
    if let Some((level, game)) = update.get::<LevelMatches>() {
        lab.scratch.add_game(*level, game);
    }
    if let Some(learnt) = update.get::<SmallGame>() {
        lab.small_game.learnt(&learnt.net);
    }
}

/// Sets up the example of a view and does there what shows it.
fn show_me(cx: &mut Cx<'_>, pane: PaneId) {
    let Some(example) = about(pane).map(|about| about.example) else { return };
    cx.m.lab.pins.remove(&pane);
    if let Some(fen) = example.fen {
        position::set_fen(cx, fen);
    }
    cx.open_pane(pane);
    match example.then {
        Then::Look => {}
        Then::Analyse => {
            if !cx.m.engine.analysis {
                requests::toggle_analysis(cx);
            }
        }
        Then::Paint(row) => {
            for action in [XrayAction::Show(XrayView::Terms), XrayAction::Select(Some(row))] {
                update(cx, LabAction::Xray(action));
            }
        }
        Then::MovesOf(from) => {
            let bits = &mut cx.m.lab.bits;
            (bits.page, bits.from, bits.mv) = (BitsPage::Moves, Some(from), None);
        }
        Then::QueenOn(square) => {
            let occupied = cx.m.game.board().occupied();
            let slider = &mut cx.m.lab.slider;
            (slider.slider, slider.square) = (Slider::Queen, square);
            slider.occupied = occupied;
        }
        Then::Playouts(rung, count) => {
            playouts::update::update(cx, PlayoutsAction::Draft(PlayoutsDraft::of(rung)));
            playouts::update::update(cx, PlayoutsAction::Reset);
            playouts::update::update(cx, PlayoutsAction::Playouts(count));
        }
        Then::Run(id) => {
            if let Some(entry) = Entry::by_id(id) {
                run::run(cx, &entry.example());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::action::{Action, LabAction, UserCommand};
    use crate::effect::Effect;
    use crate::lab::state::MarkedMove;
    use crate::model::Model;
    use crate::update::update;
    use crate::window::settings::Settings;
    use tabia_chess::uci_move;
    use tabia_engine::search::thinker::EngineId;
    use tabia_games::game::tree::NodeId;
    use tabia_lab::experiment::Experiment as _;
    use tabia_lab::horizon::Horizon;
    use tabia_lab::why::WhyNot;

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
        assert!(!asks(&mut model, why.clone()) && model.lab.trial::<WhyNot>().is_none());
        assert!(model.toasts.iter().any(|toast| toast.text.contains("The engine is hidden")));
        update(&mut model, hide, 0);
        assert!(asks(&mut model, why));
        let run = model.lab.last_run("why").unwrap();
        assert_eq!(run.place.map(|place| place.node), Some(NodeId::ROOT));
        assert_eq!(model.lab.trial::<WhyNot>().unwrap().request.mv, Some(mv));
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
        assert!(model.lab.last_run("horizon").unwrap().trial.holds_for(model.game.board().key()));
        assert!(model.lab.is_at(Horizon::INFO.id));
        update(&mut model, Action::Command(UserCommand::Last), 0);
        assert!(asks(&mut model, LabAction::HorizonOfGame(2)));
        assert!(!model.lab.trial::<Horizon>().unwrap().request.line.is_empty());
        let start = model.game.tree.board(NodeId::ROOT).key();
        assert!(model.lab.last_run("horizon").unwrap().trial.holds_for(start));
        // Without a move there is nothing to look along.
        let mut empty = Model::new(Settings::default());
        assert!(
            !asks(&mut empty, LabAction::HorizonOfGame(2))
                && empty.lab.trial::<Horizon>().is_none()
        );
    }
}
