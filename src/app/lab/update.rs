//! Handles the actions in the Lab: experiments run on a seat of their own, and their results are stored.

use super::foundations::ZobristPage;
use super::state::{LookView, Pin};
use std::sync::Arc;
use tabia_engine::search::inspection::{InspectionRequest, SearchInspection};
use tabia_engine::search::thinker::EngineId;

use super::about::{Then, about};
use super::export::ViewChoices;
use super::foundations::BitsPage;
use super::playouts::{PlayoutsAction, PlayoutsDraft};
use super::scratch::ScratchAction;
use super::small_game::{SmallGameAction, clamped};
use super::state::{LabAction, LabState, TREE_DEPTH, TreeView};
use super::xray::{XrayAction, XrayView};
use super::{playouts, run, terminal};
use crate::arena::{proposals, update as arena};
use crate::cx::Cx;
use crate::effect::Effect;
use crate::engines::requests;
use crate::game::editor::{EditorAction, EditorState};
use crate::game::position;
use crate::game::state::GameState;
use crate::library::write_link;
use crate::model::Model;
use crate::window::view::Dialog;
use crate::window::workspace::{PaneId, Workspace};
use tabia_chess::{Board, Move};
use tabia_engine::alphabeta::tree::Expansion;
use tabia_games::game::tree::NodeId;
use tabia_host::worker::protocol::{Event, JobId};
use tabia_lab::ab::{self, Ab, Positions};
use tabia_lab::experiment::{AnyUpdate, Ask, Entry, Experiment as _};
use tabia_lab::foundations::sliders::{FindMagic, MagicRequest, Slider};
use tabia_lab::horizon::{Horizon, MAX_PLIES};
use tabia_lab::scratch::values;
use tabia_lab::scratch::values::{Level, PUBLISHED, ScratchEval};
use tabia_lab::small_game::learn::SmallGame;
use tabia_lab::small_game::net::Net;
use tabia_lab::tree_index::{Tree, moves_to};
use tabia_lab::why::{Question, WhyNot};
use tabia_lab::{horizon, tree_index};
use tabia_text::{phrase, t};

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
        LabAction::Xray(action) => update_xray(cx, action),
        LabAction::Mark(mark) => {
            let again = cx.m.lab.marked == Some(mark);
            cx.m.lab.marked = (!again).then_some(mark);
        }
        LabAction::Scratch(action) => update_scratch(cx, action),
        LabAction::Playouts(action) => playouts::update::update(cx, action),
        LabAction::SmallGame(action) => update_small_game(cx, action),
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

// Actions in the view of the evaluation from scratch: numbers are changed, matches played, games started.

/// Handles an action in the view.
pub(crate) fn update_scratch(cx: &mut Cx<'_>, action: ScratchAction) {
    let kept = &mut cx.m.settings.scratch;
    let eval = &mut kept.eval;
    match action {
        ScratchAction::View(view) => {
            cx.m.lab.scratch.view = view;
            return;
        }
        ScratchAction::Match => {
            let levels = [Some(eval.level), eval.level.before()];
            return play_levels(cx, &levels.into_iter().flatten().collect::<Vec<_>>());
        }
        ScratchAction::AllMatches => return play_levels(cx, &Level::ALL),
        ScratchAction::Play => return position::play_scratch(cx),
        ScratchAction::Level(level) => eval.level = level,
        ScratchAction::Value(kind, cp) => {
            if let Some(value) = eval.material.get_mut(kind.index()) {
                *value = cp;
            }
        }
        ScratchAction::Publish(number) => {
            if let Some(set) = PUBLISHED.get(number) {
                eval.material = set.values;
            }
        }
        ScratchAction::Knob(knob, value) => *eval.knob_mut(knob) = value,
        ScratchAction::Square(part, kind, square, cp) => {
            let table = eval.squares.table_mut(part, kind);
            table[square.rank().index()][square.file().index()] = cp;
        }
        ScratchAction::ResetTable(part, kind) => {
            *eval.squares.table_mut(part, kind) = *values::initial().table(part, kind);
        }
        ScratchAction::Reset => *eval = ScratchEval::at(eval.level),
        ScratchAction::Games(games) => kept.games = games,
        ScratchAction::Nodes(nodes) => kept.nodes = nodes,
    }
    *kept = std::mem::take(kept).clamped();
    cx.out.push(Effect::SaveSettings);
}

/// Limit for seeds of openings, so that they are short enough to copy by hand.
const MAX_SEED: u64 = 1_000_000;

/// Lets the arena play these levels against each other.
fn play_levels(cx: &mut Cx<'_>, levels: &[Level]) {
    if levels.len() < 2 {
        return cx.m.toasts.info(t!("lab-scratch-first-level"));
    }
    let seed = cx.m.rng.next_u64() % MAX_SEED;
    let draft = proposals::levels(cx.m, levels, seed);
    arena::play(cx, &draft);
}

impl From<ScratchAction> for LabAction {
    fn from(action: ScratchAction) -> LabAction {
        LabAction::Scratch(action)
    }
}

// Actions in the small game, and the results of its training.

/// Handles an action in the view.
pub(crate) fn update_small_game(cx: &mut Cx<'_>, action: SmallGameAction) {
    let state = &mut cx.m.lab.small_game;
    match action {
        SmallGameAction::Draft(draft) => {
            state.draft = clamped(draft);
            state.think();
        }
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

// The X-ray's actions.

/// Handles an action in the X-ray.
pub(crate) fn update_xray(cx: &mut Cx<'_>, action: XrayAction) {
    let xray = &mut cx.m.lab.xray;
    match action {
        XrayAction::Show(view) => xray.view = view,
        XrayAction::Select(row) => xray.row = row,
        XrayAction::Tool(tool) => xray.tool = tool,
        XrayAction::Place(square, piece) => edit(cx, EditorAction::Place(square, piece)),
        XrayAction::Remove(square) => edit(cx, EditorAction::Remove(square)),
        XrayAction::MovePiece(from, to) => edit(cx, EditorAction::Move(from, to)),
        XrayAction::SideToMove(color) => edit(cx, EditorAction::SideToMove(color)),
        XrayAction::Reset => xray.forget(),
        XrayAction::PutOnBoard => {
            let edited: Option<Board> =
                xray.edit(cx.m.game.serial).and_then(EditorState::board).copied();
            if let Some(board) = edited {
                cx.m.lab.xray.forget();
                position::set_up(cx, GameState::analysis(board), phrase!("xray-put.undo"));
            }
        }
    }
}

/// Edits the X-ray's position, starting from the view's position.
fn edit(cx: &mut Cx<'_>, action: EditorAction) {
    let game = &cx.m.game;
    let board = game.tree.board(cx.m.lab.node_of(PaneId::Xray, game));
    cx.m.lab.xray.change(game.serial, board, action);
}

/// The views that read the engine's memory; the last only on its page about the table.
const LOOKING: [PaneId; 3] = [PaneId::HashTable, PaneId::MoveOrder, PaneId::Zobrist];
/// Time between two requests for one position while a search runs, and the longest wait for an answer, ms.
const LOOK_EVERY_MS: u64 = 500;

/// Sends the request that is due, if any: once for each position shown, again at intervals while the engine searches,
/// and once more after its memory has changed. A later request would replace one not yet answered, so it waits.
pub(crate) fn settle(cx: &mut Cx<'_>) {
    let wanted = looked_at(cx.m);
    let job = cx.m.engine.job(EngineId::BUILT_IN).map(|job| job.id);
    let (game, now) = (cx.m.game.serial, cx.now);
    let inspections = &mut cx.m.lab.inspections;
    inspections.retain(|look| look.game == game && wanted.contains(&(look.node, look.key)));
    for look in inspections.iter_mut() {
        look.outdated |= std::mem::replace(&mut look.job, job) != job;
    }
    let due = |look: &LookView| now >= look.asked + LOOK_EVERY_MS;
    if inspections.iter().any(|look| look.waiting && !due(look)) {
        return;
    }
    let new = wanted.iter().find(|(_, key)| inspections.iter().all(|look| look.key != *key));
    let ask = if let Some(&(node, key)) = new {
        inspections.push(LookView {
            node,
            key,
            seen: None,
            first: None,
            asked: now,
            waiting: true,
            game,
            job,
            outdated: false,
        });
        node
    } else {
        let asks =
            |look: &&mut LookView| look.outdated || due(look) && (job.is_some() || look.waiting);
        let Some(look) = inspections.iter_mut().filter(asks).min_by_key(|look| look.asked) else {
            return;
        };
        (look.asked, look.waiting, look.outdated) = (now, true, false);
        look.node
    };
    let request = InspectionRequest { position: cx.m.game.tree.position(ask) };
    cx.out.push(Effect::Inspect(EngineId::BUILT_IN, request));
}

/// The positions for which open views read the engine's memory.
fn looked_at(m: &Model) -> Vec<(NodeId, u64)> {
    let is_open = |pane: &PaneId| {
        m.view.panes.contains(pane)
            && (*pane != PaneId::Zobrist || m.lab.choices.zobrist.page == ZobristPage::Table)
    };
    let mut wanted: Vec<(NodeId, u64)> = Vec::with_capacity(LOOKING.len());
    for pane in LOOKING.into_iter().filter(is_open) {
        let node = m.lab.node_of(pane, &m.game);
        let key = m.game.tree.board(node).key();
        if wanted.iter().all(|&(_, other)| other != key) {
            wanted.push((node, key));
        }
    }
    wanted
}

/// Stores what was read from the engine's memory, unless no view shows the position any more.
pub(crate) fn on_inspection(cx: &mut Cx<'_>, look: SearchInspection) {
    if let Some(known) = cx.m.lab.inspections.iter_mut().find(|known| known.key == look.key) {
        known.waiting = false;
        let order = || look.order.moves.iter().map(|ordered| ordered.mv).collect();
        known.first.get_or_insert_with(order);
        known.seen = Some(Box::new(look));
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
    use crate::window::workspace::PaneId;
    use tabia_chess::uci_move;
    use tabia_engine::alphabeta::Engine;
    use tabia_engine::alphabeta::options::EngineOptions;
    use tabia_engine::search::inspection::InspectionRequest;
    use tabia_engine::search::thinker::EngineId;
    use tabia_games::game::tree::NodeId;
    use tabia_host::worker::protocol::Event;
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
    fn the_engine_s_memory_is_looked_at_once_more_after_a_search() {
        let mut model = model();
        let looks = |effects: &[Effect]| {
            effects.iter().filter(|effect| matches!(effect, Effect::Inspect(..))).count()
        };
        let panes = |open: &[PaneId]| Action::PanesOpen(open.to_vec());
        let answer = |model: &mut Model| {
            let data = Engine::new(&EngineOptions { hash_mib: 1, ..EngineOptions::default() });
            let position = model.game.tree.position(model.game.current);
            let look = data.inspect(&InspectionRequest { position });
            let event = Event::Inspection(Box::new(look.unwrap()));
            looks(&update(model, Action::Engine(EngineId::BUILT_IN, event), 0))
        };
        assert_eq!(looks(&update(&mut model, panes(&[PaneId::HashTable]), 0)), 1);
        assert_eq!(answer(&mut model), 0);
        let key = model.game.board().key();
        // A search starts and ends before another request is due.
        let toggle = || Action::Command(UserCommand::ToggleAnalysis);
        assert_eq!(looks(&update(&mut model, toggle(), 1)), 1);
        assert_eq!(looks(&update(&mut model, toggle(), 2)), 0, "one at a time");
        assert_eq!(answer(&mut model), 1, "the search has ended meanwhile");
        assert_eq!(answer(&mut model), 0);
        assert!(model.lab.look_at(key).is_some());
        // The result is not kept for a view that is opened later.
        update(&mut model, panes(&[]), 3);
        assert!(model.lab.look_at(key).is_none());
        assert_eq!(looks(&update(&mut model, panes(&[PaneId::MoveOrder]), 4)), 1);
        answer(&mut model);
        // Another game with the same position: the engine may have cleared its memory.
        let same = Action::SetFen(model.game.board().to_string());
        assert_eq!(looks(&update(&mut model, same, 5)), 1);
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

#[cfg(test)]
mod scratch_update_tests {
    use super::*;
    use crate::action::{Action, UserCommand};
    use crate::action::{ArenaAction, ArenaNews};
    use crate::arena::draft;
    use crate::arena::messages::ArenaCommand;
    use crate::arena::state::{Begun, Played};
    use crate::game::state::Player;
    use crate::lab::scratch::{ScratchMatch, ScratchSettings};
    use crate::model::Model;
    use crate::persistence::session::Session;
    use crate::update::update;
    use crate::window::settings::{SettingChange, Settings};
    use tabia_chess::{Color, PieceType, Square};
    use tabia_engine::play::Cause;
    use tabia_engine::search::thinker::EngineId;
    use tabia_games::strength::sheet::{Points, ScoreSheet};
    use tabia_games::strength::standings::GameResult;
    use tabia_host::kinds::EngineConfig;
    use tabia_host::referee::plan::Plan;
    use tabia_host::referee::resume::KeptGame;
    use tabia_host::referee::schedule::Progress;
    use tabia_host::worker::protocol::Command;
    use tabia_lab::scratch::values::{Knob, Part, Tapered};

    fn act(model: &mut Model, action: ScratchAction) -> Vec<Effect> {
        update(model, Action::Lab(action.into()), 0)
    }

    fn opened(effects: &[Effect]) -> Vec<ScratchEval> {
        let one = |effect: &Effect| match effect {
            Effect::OpenSeat(_, EngineConfig::Scratch(eval)) => Some((**eval).clone()),
            _ => None,
        };
        effects.iter().filter_map(one).collect()
    }

    fn searches(effects: &[Effect]) -> usize {
        let one = |effect: &&Effect| {
            matches!(effect, Effect::ToEngine(EngineId::SCRATCH, Command::Search { .. }))
        };
        effects.iter().filter(one).count()
    }

    #[test]
    fn numbers_are_changed_clamped_and_kept() {
        let mut model = Model::new(Settings::default());
        let effects = act(&mut model, ScratchAction::Level(Level::Pawns));
        assert!(effects.iter().any(|effect| matches!(effect, Effect::SaveSettings)));
        act(&mut model, ScratchAction::Publish(1));
        act(&mut model, ScratchAction::Value(PieceType::Queen, 99_999));
        act(&mut model, ScratchAction::Square(Part::Endgame, PieceType::King, Square::D5, -999));
        act(&mut model, ScratchAction::Knob(Knob::Passed, Tapered { mg: 1, eg: 2 }));
        act(&mut model, ScratchAction::Games(0));
        let kept = &model.settings.scratch;
        assert_eq!(kept.eval.material, [100, 270, 290, 430, 2_000]);
        assert_eq!(kept.eval.squares.eg[5][4][3], -300);
        assert_eq!(kept.eval.knob(Knob::Passed), Tapered { mg: 1, eg: 2 });
        assert_eq!(kept.games, 2);
        let text = serde_json::to_string(&model.settings).unwrap();
        assert_eq!(serde_json::from_str::<Settings>(&text).unwrap(), model.settings);
        update(&mut model, Action::Set(SettingChange::Reset), 0);
        assert_eq!(model.settings.scratch.eval.material[4], 2_000, "the user's, no setting");
        act(&mut model, ScratchAction::ResetTable(Part::Endgame, PieceType::King));
        assert_eq!(model.settings.scratch.eval.squares, values::initial());
        act(&mut model, ScratchAction::Reset);
        assert_eq!(model.settings.scratch.eval, ScratchEval::at(Level::Pawns));
        let old = serde_json::from_str::<Settings>("{}").unwrap();
        assert_eq!(old.scratch, ScratchSettings::default(), "a file without them loads");
    }

    fn asked(effects: &[Effect]) -> Option<Plan> {
        effects.iter().find_map(|effect| match effect {
            Effect::Arena(ArenaCommand::Play(plan, None)) => Some((**plan).clone()),
            _ => None,
        })
    }

    fn arena(model: &mut Model, news: ArenaNews) {
        update(model, Action::Arena(ArenaAction::News(news)), 0);
    }

    fn begun(plan: &Plan, results: Vec<GameResult>) -> ArenaNews {
        ArenaNews::Begun(Box::new(Begun {
            plan: plan.clone(),
            file: None,
            names: plan.players.iter().map(|player| player.label().to_owned()).collect(),
            results: results.into_iter().map(|result| KeptGame { result, cause: None }).collect(),
            progress: Progress { games: draft::games(plan), ..Progress::default() },
        }))
    }

    fn result(number: u32, [white, black]: [usize; 2], points: Points) -> GameResult {
        GameResult {
            number,
            round: number / 2,
            white,
            black,
            points,
            termination: "normal".to_owned(),
            plies: 90,
            time_ms: [9, 9],
            moves: [41, 41],
        }
    }

    fn played(number: u32, players: [usize; 2], points: Points) -> ArenaNews {
        let result = result(number, players, points);
        ArenaNews::Played(Box::new(Played {
            result,
            cause: Cause::Winning,
            progress: Progress { games: 60, ..Progress::default() },
        }))
    }

    #[test]
    fn levels_are_played_in_the_arena_and_what_they_came_to_stays() {
        let mut model = Model::new(Settings::default());
        act(&mut model, ScratchAction::Level(Level::Material));
        assert_eq!(
            asked(&act(&mut model, ScratchAction::Match)),
            None,
            "the first has none before"
        );
        act(&mut model, ScratchAction::Games(7));
        act(&mut model, ScratchAction::Level(Level::Squares));
        act(&mut model, ScratchAction::Value(PieceType::Queen, 1_000));
        let plan = asked(&act(&mut model, ScratchAction::Match)).unwrap();
        assert_eq!((plan.players.len(), draft::games(&plan)), (2, 6), "pairs");
        let own = model.settings.scratch.eval.clone();
        assert_eq!(plan.players[0].scratch(), Ok(Some(own.clone())), "with the user's numbers");
        assert_eq!(plan.players[1].scratch(), Ok(Some(own.with_level(Level::Material))));
        assert!(plan.ready(std::path::Path::new("")).is_ok());
        assert_eq!(asked(&act(&mut model, ScratchAction::AllMatches)), None, "one at a time");
        arena(&mut model, begun(&plan, vec![result(0, [0, 1], Points::Win)]));
        arena(&mut model, played(1, [1, 0], Points::Draw));
        arena(&mut model, played(2, [0, 1], Points::Win));
        let one = &model.lab.scratch.matches[0];
        assert_eq!(one.sheet, ScoreSheet { wins: 2, draws: 1, losses: 0 });
        assert!((one.level(), one.games, one.is_complete()) == (Level::Squares, 6, false));
        assert!(one.is_of(&model.settings.scratch.eval) && model.lab.scratch.is_in_arena());
        arena(&mut model, ArenaNews::Over(None));

        let all = asked(&act(&mut model, ScratchAction::AllMatches)).unwrap();
        assert_eq!((all.players.len(), draft::games(&all)), (6, 15 * 6));
        let mut other = all.clone();
        other.players.remove(1);
        arena(&mut model, begun(&other, vec![result(0, [1, 2], Points::Draw)]));
        let levels: Vec<u8> =
            model.lab.scratch.matches.iter().map(|one| one.level().number()).collect();
        assert_eq!(levels, [2, 4, 5, 6], "level 3 has nobody before it");
        assert_eq!(model.lab.scratch.matches[0].sheet.games(), 3, "of the tournament before");
        assert_eq!(model.lab.scratch.matches[1].sheet.draws, 1);
        arena(&mut model, played(1, [0, 1], Points::Win));
        assert_eq!(model.lab.scratch.matches[0].sheet.games(), 3, "others play now");
        act(&mut model, ScratchAction::Value(PieceType::Pawn, 77));
        assert!(!model.lab.scratch.matches[0].is_of(&model.settings.scratch.eval));
    }

    #[test]
    fn a_complete_match_stays_until_the_next_of_its_level_is_complete() {
        let mut model = Model::new(Settings::default());
        act(&mut model, ScratchAction::Games(2));
        let play = |model: &mut Model, games: &[Points]| {
            let plan = asked(&act(model, ScratchAction::Match)).unwrap();
            arena(model, begun(&plan, Vec::new()));
            for (number, &points) in games.iter().enumerate() {
                arena(model, played(number as u32, [number % 2, 1 - number % 2], points));
            }
            let games = |one: &ScratchMatch| (one.sheet.games(), one.sheet.wins);
            let shown: Vec<_> = model.lab.scratch.matches.iter().map(games).collect();
            arena(model, ArenaNews::Over(None));
            shown
        };
        assert_eq!(play(&mut model, &[Points::Win, Points::Loss]), [(2, 2)]);
        assert_eq!(play(&mut model, &[Points::Draw]), [(2, 2), (1, 0)]);
        assert_eq!(play(&mut model, &[]), [(2, 2), (0, 0)]);
        assert_eq!(play(&mut model, &[Points::Draw, Points::Draw]), [(2, 0)]);
    }

    #[test]
    fn a_game_against_it_is_played_with_the_numbers_it_began_with_and_survives_a_restart() {
        let mut model = Model::new(Settings::default());
        act(&mut model, ScratchAction::Level(Level::Mobility));
        let effects = act(&mut model, ScratchAction::Play);
        assert!(opened(&effects).is_empty(), "nobody has to think yet");
        let black = model.game.player(Color::Black).clone();
        let Player::Engine { id: EngineId::SCRATCH, name, .. } = &black else {
            panic!("{black:?}")
        };
        assert_eq!(name, "From scratch, level 4");
        let played = (Square::E2, Square::E4);
        let (from, to) = played;
        let effects = update(&mut model, Action::PlayMove { from, to, promotion: None }, 0);
        assert_eq!(opened(&effects), [ScratchEval::at(Level::Mobility)]);
        assert_eq!(searches(&effects), 1, "and no book answers in its place");
        // Changes during a game take effect in the next game.
        let effects = act(&mut model, ScratchAction::Level(Level::Material));
        assert!(opened(&effects).is_empty());
        assert_eq!(model.engine_name(EngineId::SCRATCH), "From scratch, level 4");

        let session = Session::of(&model, 0);
        let text = serde_json::to_string(&model.settings).unwrap();
        let settings = serde_json::from_str::<Settings>(&text).unwrap().clamped();
        let mut again = Model::new(settings);
        let effects = update(&mut again, Action::RestoreSession(Box::new(session)), 0);
        assert_eq!(*again.game.player(Color::Black), black);
        let resumed = if again.game.paused {
            update(&mut again, Action::Command(UserCommand::Pause), 0)
        } else {
            effects
        };
        assert_eq!(opened(&resumed), [ScratchEval::at(Level::Mobility)], "the same numbers");

        // Another game with other numbers gets a seat of its own again.
        let effects = act(&mut model, ScratchAction::Play);
        assert!(effects.iter().any(|e| matches!(e, Effect::CloseSeat(EngineId::SCRATCH))));
        let effects = update(&mut model, Action::PlayMove { from, to, promotion: None }, 0);
        assert_eq!(opened(&effects), [ScratchEval::at(Level::Material)]);
        // In a game against our engine again, the seat is given up.
        let effects =
            update(&mut model, Action::SetFen("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1".into()), 0);
        assert!(effects.iter().any(|e| matches!(e, Effect::CloseSeat(EngineId::SCRATCH))));
    }
}

#[cfg(test)]
mod small_game_update_tests {
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

#[cfg(test)]
mod xray_update_tests {
    use super::*;
    use crate::action::{Action, LabAction};
    use crate::model::Model;
    use crate::update::update;
    use tabia_chess::{Color, Square};

    fn act(model: &mut Model, action: XrayAction) {
        update(model, Action::Lab(LabAction::Xray(action)), 0);
    }

    fn edited(model: &Model) -> Option<&EditorState> {
        model.lab.xray.edit(model.game.serial)
    }

    #[test]
    fn a_position_is_edited_beside_the_game_and_put_on_the_board() {
        let mut model = Model::new(crate::window::settings::Settings::default());
        assert!(edited(&model).is_none());
        act(&mut model, XrayAction::Remove(Square::D8));
        assert_eq!(model.game.board(), &Board::start());
        act(&mut model, XrayAction::SideToMove(Color::Black));
        let fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
        assert_eq!(edited(&model).unwrap().board().unwrap().to_string(), fen);
        act(&mut model, XrayAction::PutOnBoard);
        assert_eq!(model.game.board().to_string(), fen);
        assert!(edited(&model).is_none());
    }

    #[test]
    fn what_chess_could_not_have_stays_off_the_board() {
        let mut model = Model::new(crate::window::settings::Settings::default());
        act(&mut model, XrayAction::Remove(Square::E8));
        assert!(edited(&model).unwrap().problem().unwrap().contains("king"));
        act(&mut model, XrayAction::PutOnBoard);
        assert_eq!(model.game.board(), &Board::start());
        assert!(edited(&model).is_some());
        act(&mut model, XrayAction::Reset);
        assert!(edited(&model).is_none());
    }

    #[test]
    fn what_is_taken_back_is_not_edited_and_another_game_forgets() {
        let mut model = Model::new(crate::window::settings::Settings::default());
        act(&mut model, XrayAction::MovePiece(Square::E2, Square::E4));
        assert!(edited(&model).is_some());
        act(&mut model, XrayAction::MovePiece(Square::E4, Square::E2));
        assert!(edited(&model).is_none());
        act(&mut model, XrayAction::Remove(Square::A2));
        let other = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1".to_owned();
        update(&mut model, Action::SetFen(other), 0);
        assert!(edited(&model).is_none());
    }
}
