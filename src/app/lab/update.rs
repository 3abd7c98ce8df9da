//! Handles the actions in the Lab: experiments run on a seat of their own, and their results are stored.

use std::sync::Arc;

use tabia_chess::Move;
use tabia_engine::alphabeta::tree::Expansion;
use tabia_games::game::tree::NodeId;
use tabia_host::worker::protocol::{Event, JobId};
use tabia_lab::ab::{self, Ab, Positions};
use tabia_lab::experiment::{AnyUpdate, Ask, Entry, Experiment as _};
use tabia_lab::foundations::sliders::{FindMagic, MagicRequest, Slider};
use tabia_lab::horizon::{self, Horizon, MAX_PLIES};
use tabia_lab::small_game::learn::SmallGame;
use tabia_lab::tree_index::{self, Tree, moves_to};
use tabia_lab::why::{Question, WhyNot};
use tabia_text::t;

use super::about::{Then, about};
use super::export::ViewChoices;
use super::foundations::BitsPage;
use super::playouts::{PlayoutsAction, PlayoutsDraft};
use super::state::{LabAction, LabState, Pin, TREE_DEPTH, TreeView};
use super::xray::{XrayAction, XrayView};
use super::{playouts, run, scratch, small_game, terminal, xray};
use crate::cx::Cx;
use crate::effect::Effect;
use crate::engines::requests;
use crate::game::position;
use crate::library::write_link;
use crate::window::view::Dialog;
use crate::window::workspace::{PaneId, Workspace};

/// Handles an action in the Lab.
pub(crate) fn update(cx: &mut Cx<'_>, action: LabAction) {
    match action {
        LabAction::Why { node, mv } => ask_why(cx, node, mv),
        LabAction::Record(depth) => {
            let depth = depth.clamp(*TREE_DEPTH.start(), *TREE_DEPTH.end());
            let request = tree_index::Request { depth, ..tree_index::Request::default() };
            cx.m.lab.choices.tree_filter = None;
            run::run(cx, &Ask::of::<Tree>(request));
        }
        LabAction::Expand(at) => expand(cx, at),
        LabAction::Back => {
            if cx.m.lab.trees.len() > 1 {
                // The answer of a running expansion would not belong to the tree it leads back to.
                if expands(&cx.m.lab) {
                    run::stop(cx);
                }
                cx.m.lab.trees.pop();
            }
        }
        LabAction::HorizonOfGame => horizon_of_game(cx),
        LabAction::Ask(ask) => {
            cx.m.lab.drafts.insert(ask.entry().id(), ask);
        }
        LabAction::SaveTree => {
            if let Some(view) = cx.m.lab.trees.last() {
                cx.out.push(Effect::SaveTree(Arc::clone(&view.recorded)));
            }
        }
        LabAction::PickPositions => cx.out.push(Effect::PickPositions),
        LabAction::ComparePositions(path) => {
            let positions = Positions::File(path.to_string_lossy().into_owned());
            let request = ab::Request { positions, ..cx.m.lab.request::<Ab>() };
            cx.m.lab.drafts.insert(Ab::INFO.id, Ask::of::<Ab>(request));
        }
        LabAction::Run(ask) => run::run(cx, &ask),
        LabAction::Stop => run::stop(cx),
        LabAction::Profile => {
            cx.m.lab.profiled = cx.m.engine.job(cx.m.focus()).map(|job| job.id);
        }
        LabAction::Bits(view) => cx.m.lab.choices.bits = view,
        LabAction::Slider(view) => cx.m.lab.choices.slider = view,
        LabAction::Zobrist(view) => cx.m.lab.choices.zobrist = view,
        LabAction::Steps(view) => {
            if view.score != cx.m.settings.quiz_score {
                cx.m.settings.quiz_score = view.score;
                cx.out.push(Effect::SaveSettings);
            }
            cx.m.lab.choices.steps = view;
        }
        LabAction::FindMagic(part, square) => {
            let request = MagicRequest { part, square, seed: cx.m.rng.next_u64() };
            run::run(cx, &Ask::of::<FindMagic>(request));
        }
        LabAction::ShowMe(pane) => show_me(cx, pane),
        LabAction::Pin(pane) => toggle(cx, pane),
        LabAction::ExportView(pane) => {
            cx.m.dialog = Some(Dialog::ExportView(pane, cx.m.settings.view_export));
        }
        LabAction::DraftExport(choices) => {
            if let Some(Dialog::ExportView(_, draft)) = &mut cx.m.dialog {
                *draft = choices.clamped();
            }
        }
        LabAction::Export(choices) => export(cx, choices.clamped()),
        LabAction::CopyLink(pane) => write_link::copy(cx, Some(pane)),
        LabAction::CopyTerminalCommand(pane) => terminal::copy(cx, pane),
        LabAction::Xray(action) => xray::update::update(cx, action),
        LabAction::Mark(mark) => {
            let again = cx.m.lab.marked == Some(mark);
            cx.m.lab.marked = (!again).then_some(mark);
        }
        LabAction::Scratch(action) => scratch::update::update(cx, action),
        LabAction::Playouts(action) => playouts::update::update(cx, action),
        LabAction::SmallGame(action) => small_game::update::update(cx, action),
        LabAction::RaceAxis(axis) => cx.m.lab.choices.race_axis = axis,
        LabAction::RaceByMove(by_move) => cx.m.lab.choices.race_by_move = by_move,
        LabAction::LadderDepth(depth) => cx.m.lab.choices.ladder_depth = depth,
        LabAction::TreeFilter(filter) => cx.m.lab.choices.tree_filter = filter,
        LabAction::Looks(ply) => cx.m.lab.looks = ply,
        LabAction::TreeColor(color) => cx.m.lab.tree_color = color,
        LabAction::LookBack(to) => cx.m.telemetry.look_back(to),
    }
}

/// Exports the view of the dialog.
fn export(cx: &mut Cx<'_>, choices: ViewChoices) {
    let Some(Dialog::ExportView(pane, _)) = cx.m.dialog else { return };
    cx.m.dialog = None;
    cx.m.settings.view_export = choices;
    cx.out.extend([Effect::SaveSettings, Effect::ExportView(pane, choices)]);
}

/// Starts analysis when an analysis board comes to the Lab and the live tree is visible, so that there is something
/// to see. Analysis started this way ends when the user leaves the Lab, except for the duel, which also analyses.
pub(crate) fn settle_entered(cx: &mut Cx<'_>) {
    let workspace = cx.m.view.workspace;
    let here = workspace == Workspace::Lab;
    let left = !here && workspace != Workspace::Duel;
    // The window reports its panels in the frame after the workspace has changed.
    let named = cx.m.view.panes.iter().any(|pane| pane.workspace() == Workspace::Lab);
    let entered = here && named && std::mem::take(&mut cx.m.lab.entered);
    let entered = entered && cx.m.view.panes.contains(&PaneId::LiveTree);
    let free = !cx.m.game.is_played() && cx.m.tour.is_none() && cx.m.editor.is_none();
    let on = cx.m.engine.analysis;
    if entered && free && !on && cx.m.learn.is_none() && !cx.m.hides_engine() {
        requests::switch_analysis(cx, true);
        cx.m.lab.began_analysis = true;
    } else if left && std::mem::take(&mut cx.m.lab.began_analysis) && on {
        requests::switch_analysis(cx, false);
    } else if !on {
        // Someone has switched the analysis off: it no longer belongs to the Lab.
        cx.m.lab.began_analysis = false;
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
        return cx.m.toasts.info(t!("tree-null-move-above"));
    };
    let path = recorded.path.iter().copied().chain(below).collect();
    let (depth, alpha, beta) = (node.depth, node.alpha, node.beta);
    let node = Some(Expansion { path, depth, alpha, beta });
    let ask = Ask::of::<Tree>(tree_index::Request { node, ..tree_index::Request::default() });
    let here = cx.m.game.current;
    // The next recording is of a whole tree again.
    let draft = Ask::of::<Tree>(cx.m.lab.request::<Tree>());
    cx.m.lab.choices.tree_filter = None;
    run::begin(cx, ask.at(recorded.root.clone()), here);
    cx.m.lab.drafts.insert(Tree::INFO.id, draft);
}

/// Whether a node of a recorded tree is being searched again.
fn expands(lab: &LabState) -> bool {
    let running = lab.last_run(Tree::INFO.id).filter(|_| lab.is_at(Tree::INFO.id));
    running.is_some_and(|run| {
        run.trial.ask().get::<Tree>().is_some_and(|request| request.node.is_some())
    })
}

/// Runs the horizon experiment along the game from the shown position on; at the end of the game from its beginning.
fn horizon_of_game(cx: &mut Cx<'_>) {
    let tree = &cx.m.game.tree;
    let nodes = cx.m.game.line();
    let here = tree.ply(cx.m.game.current);
    let begins = if here + 1 < nodes.len() { here } else { 0 };
    // A null move ends the line, which may contain only moves.
    let moves = nodes[begins + 1..].iter().map_while(|&node| tree.mv(node));
    let line: Vec<Move> = moves.take(MAX_PLIES).collect();
    let from = nodes[begins];
    if line.is_empty() {
        return cx.m.toasts.info(t!("lab-horizon-no-moves"));
    }
    let request = horizon::Request { line, ..cx.m.lab.request::<Horizon>() };
    run::run_at(cx, &Ask::of::<Horizon>(request), from);
}

/// Handles news from the Lab's seat. News of an earlier job is ignored.
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
                cx.m.toasts.error(t!("lab-engine-failed", error = error));
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

/// The thread of the Lab's seat has ended.
pub(crate) fn thread_ended(cx: &mut Cx<'_>) {
    run::fail(cx, t!("lab-thread-ended"));
}

/// Stores results of the running trial. A tree is added to those shown: another run would discard it.
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
    if let Some(learnt) = update.get::<SmallGame>() {
        lab.small_game.learnt(&learnt.net);
    }
}

/// Sets up the example of a view and does what demonstrates it.
fn show_me(cx: &mut Cx<'_>, pane: PaneId) {
    let Some(example) = about(pane).map(|about| about.example) else { return };
    cx.m.lab.pins.remove(&pane);
    if let Some(fen) = example.fen {
        position::set_fen(cx, fen);
    }
    cx.open_pane(pane);
    match example.then {
        Then::Follow => {}
        Then::Analyse => requests::switch_analysis(cx, true),
        Then::Paint(row) => {
            for action in [XrayAction::Show(XrayView::Terms), XrayAction::Select(Some(row))] {
                update(cx, LabAction::Xray(action));
            }
        }
        Then::MovesOf(from) => {
            let bits = &mut cx.m.lab.choices.bits;
            (bits.page, bits.from, bits.mv) = (BitsPage::Moves, Some(from), None);
        }
        Then::QueenOn(square) => {
            let occupied = cx.m.game.board().occupied();
            let slider = &mut cx.m.lab.choices.slider;
            (slider.slider, slider.square) = (Slider::Queen, square);
            slider.occupied = occupied;
        }
        Then::Playouts(config, count) => {
            playouts::update::update(cx, PlayoutsAction::Draft(PlayoutsDraft::of(config)));
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

/// Pins a view to the position on the board, or lets it follow the board again.
pub(super) fn toggle(cx: &mut Cx<'_>, pane: PaneId) {
    let game = &cx.m.game;
    if cx.m.lab.pinned(pane, game).is_some() {
        cx.m.lab.pins.remove(&pane);
    } else {
        let pin = Pin { game: game.serial, node: game.current };
        cx.m.lab.pins.insert(pane, pin);
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
        assert!(
            model
                .toasts
                .iter()
                .any(|toast| toast.text.contains(tabia_text::t!("pane-hidden.engine")))
        );
        update(&mut model, hide, 0);
        assert!(asks(&mut model, why));
        let run = model.lab.last_run("why").unwrap();
        assert_eq!(run.place.map(|place| place.node), Some(NodeId::ROOT));
        assert_eq!(model.lab.trial::<WhyNot>().unwrap().request.mv, Some(mv));
        // The move is illegal in the present position, so there is no question.
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
        assert!(asks(&mut model, LabAction::HorizonOfGame));
        assert!(model.lab.last_run("horizon").unwrap().trial.holds_for(model.game.board().key()));
        assert!(model.lab.is_at(Horizon::INFO.id));
        update(&mut model, Action::Command(UserCommand::Last), 0);
        assert!(asks(&mut model, LabAction::HorizonOfGame));
        assert!(!model.lab.trial::<Horizon>().unwrap().request.line.is_empty());
        let start = model.game.tree.board(NodeId::ROOT).key();
        assert!(model.lab.last_run("horizon").unwrap().trial.holds_for(start));
        // At the end of a variation the line is that variation; a null move ends it.
        let line = |text: &str, steps: usize| {
            let mut model = Model::new(Settings::default());
            update(&mut model, Action::PasteText(text.to_owned()), 0);
            update(&mut model, Action::Command(UserCommand::First), 0);
            let tree = &model.game.tree;
            let mut node = NodeId::ROOT;
            for _ in 0..steps {
                node = *tree.children(node).last().unwrap();
            }
            update(&mut model, Action::GoTo(node), 0);
            assert!(asks(&mut model, LabAction::HorizonOfGame));
            model.lab.trial::<Horizon>().unwrap().request.line.len()
        };
        assert_eq!(line("1. e4 e5 2. Nf3 (2. Nc3 Nf6 3. f4 d5 4. exd5) 2... Nc6 *", 7), 7);
        assert_eq!(line("1. e4 -- 2. d4 d5 *", 0), 1);
        // Without moves there is no line.
        let mut empty = Model::new(Settings::default());
        assert!(
            !asks(&mut empty, LabAction::HorizonOfGame) && empty.lab.trial::<Horizon>().is_none()
        );
    }
}
