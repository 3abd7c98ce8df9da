//! The conditions used by tours: the state of the program when a step begins, and what the reader has to do. Each
//! condition can be established and checked. Conditions are plain data: names, squares, numbers. `words` reads and
//! writes them.

use crate::cx::Cx;
use crate::engines::requests;
use crate::game::editor::EditorState;
use crate::game::play;
use crate::lab::foundations::{BitsBoard, BitsKind, BitsPage, BitsView, SliderView, ZobristPage};
use crate::lab::playouts::{PlayoutsAction, PlayoutsDraft, update as playouts};
use crate::lab::scratch::{ScratchAction, ScratchPage};
use crate::lab::small_game::SmallGameAction;
use crate::lab::state::LabAction;
use crate::lab::steps::{Guess, StepsSide, StepsTree, StepsView};
use crate::lab::trials::ExperimentRun;
use crate::lab::update as lab_update;
use crate::lab::xray::{XrayAction, XrayView, update as xray};
use crate::model::Model;
use crate::window::workspace::PaneId;
use tabia_chess::{Bitboard, Move, Square, uci_move};
use tabia_engine::search::detail::PruneReason;
use tabia_games::game::position::GamePosition;
use tabia_host::worker::protocol::JobId;
use tabia_lab::ab::{Ab, Equal, Positions, Request, Side};
use tabia_lab::experiment::{Entry, Experiment as _};
use tabia_lab::foundations::bitboards::{BoardName, Direction, SetOp};
use tabia_lab::foundations::sliders::{Method, Slider};
use tabia_lab::horizon::{self, Horizon};
use tabia_lab::tree_index::Tree;
use tabia_lab::why::WhyNot;
use tabia_lab::xray::RowKind;

/// A condition on the state of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// This position is on the board.
    Position(Box<GamePosition>),
    /// This move was played last, in UCI notation.
    Played(String),
    /// The engine analyses.
    Analysing,
    /// A match between a level of the evaluation from scratch and the one before it was completed.
    Matched,
    /// The experiment with this id was run since the step began, and has a result.
    Ran(String),
    /// There is a result for the default request of the experiment with this id, new or old.
    Shown(String),
    /// A tree recorded since the step began is filtered by the reason why its nodes ended, such as this one.
    Filtered(PruneReason),
    /// The root race lists its moves, or its iterations.
    RaceByMove(bool),
    /// The ladder of searches shows the rows of this depth.
    LadderDepth(u32),
    /// The example of an experiment in the registry was run since the step began.
    RanExample(String),
    /// Two searches were compared since the step began: sides A and B, in the notation of [`Side::parse`], and their
    /// common limit, if it is not the default depth.
    Compared(String, String, Option<Equal>),
    /// "Why not this move?" was asked about this move since the step began, in UCI notation.
    Asked(String),
    /// The horizon experiment uses this search, in the notation of [`Side::parse`].
    Horizon(String),
    /// The page shown in the view of bitboards.
    Page(BitsPage),
    /// A set of the position is selected in the view of bitboards.
    Board(BoardName),
    /// This set is shifted; whether the bits that would wrap around are masked out.
    Shift(BoardName, Direction, bool),
    /// Two sets are combined.
    Combine(BoardName, SetOp, BoardName),
    /// The bit scan of this set is at this step or a later one.
    Scan(BoardName, usize),
    /// The moves of the piece on this square are shown in the view of bitboards.
    MovesOf(Square),
    /// No piece is chosen there yet.
    NoMoves,
    /// The bits of a move from this square are shown.
    BitsOf(Square),
    /// The view of sliders shows this piece on this square, with the pieces of the position as blockers.
    Slides(Slider, Square),
    /// The view of sliders shows this piece on any square.
    Slider(Slider),
    /// The view of sliders uses this method.
    Method(Method),
    Blocker(Square),
    /// There is no blocker on this square.
    NoBlocker(Square),
    /// The page shown in the view of Zobrist keys.
    Zobrist(ZobristPage),
    /// The small tree is shown with alpha-beta or minimax, from its first step.
    SmallTree(StepsSide),
    /// The small tree is at this step or a later one, counted from 1 as in the view.
    Step(usize),
    /// The small tree is at its first cut-off.
    FirstCut,
    /// The reader has found a branch in the quiz that will be cut.
    CutFound,
    /// The X-ray shows this evaluation, with an unedited position.
    Xray(XrayView),
    /// The X-ray colours the squares of this row.
    Row(RowKind),
    /// A square of the X-ray's board was emptied.
    Emptied(Square),
    /// A piece was moved on the X-ray's board, between these squares.
    Moved(Square, Square),
    /// A tree was grown by this configuration, by this many playouts or until its root is proven. Constants that differ
    /// from its defaults are required as well.
    Grown(PlayoutsDraft, u32),
    /// The node after this move at the root of that tree is selected.
    Below(Square, Square),
    /// The root of that tree is selected.
    AtRoot,
}

impl Condition {
    /// Whether the condition holds.
    #[expect(clippy::too_many_lines, reason = "an arm for each condition")]
    pub(super) fn is_met(&self, model: &Model) -> bool {
        let lab = &model.lab;
        let ran = |experiment: &str| {
            let run = lab.last_run(experiment).filter(|run| is_of_step(model, run.job));
            run.is_some_and(ExperimentRun::has_result)
        };
        let (bits, slider, steps) = (&lab.choices.bits, &lab.choices.slider, &lab.choices.steps);
        let (live, page) = (BitsBoard::Live, |page| bits.page == page);
        let computes = |kind| page(BitsPage::Operations) && bits.kind == kind;
        match *self {
            Condition::Position(ref wanted) => {
                model.game.tree.position(model.game.current) == **wanted
            }
            Condition::Played(ref text) => was_played(model, text),
            Condition::Analysing => model.engine.analysis,
            Condition::Ran(ref experiment) => ran(experiment),
            Condition::Shown(ref experiment) => {
                let here = model.game.board().key();
                let usual = Entry::by_id(experiment).map(Entry::default);
                lab.last_run(experiment).is_some_and(|run| {
                    run.trial.holds_for(here) && usual.as_ref() == Some(&run.trial.ask())
                })
            }
            Condition::Matched => lab.scratch.has_complete_match(),
            Condition::Filtered(_) => ran(Tree::INFO.id) && lab.choices.tree_filter.is_some(),
            Condition::RaceByMove(by_move) => lab.choices.race_by_move == by_move,
            Condition::LadderDepth(depth) => lab.choices.ladder_depth == Some(depth),
            Condition::RanExample(ref id) => {
                let run = lab.last_run(id).map(|job| job.trial.ask());
                let example = Entry::by_id(id).map(Entry::example);
                ran(id) && run.is_some() && run == example
            }
            Condition::Compared(ref a, ref b, equal) => {
                ran(Ab::INFO.id) && compares(model, (a, b), equal)
            }
            Condition::Asked(ref text) => {
                let asked = lab.trial::<WhyNot>().and_then(|trial| trial.request.mv);
                ran(WhyNot::INFO.id) && asked.is_some() && asked == legal(model, text)
            }
            Condition::Horizon(ref words) => {
                Some(lab.request::<Horizon>().side) == Side::parse(words).ok()
            }
            Condition::Page(wanted) => page(wanted),
            Condition::Board(name) => page(BitsPage::Boards) && bits.board == live(name),
            Condition::Shift(name, direction, masked) => {
                let shown = (bits.board, bits.direction, bits.masked);
                computes(BitsKind::Shift) && shown == (live(name), direction, masked)
            }
            Condition::Combine(one, op, other) => {
                let (set, shown) = ([live(one), live(other)], [bits.board, bits.other]);
                let both = shown == set || shown == [set[1], set[0]];
                computes(BitsKind::Combine) && bits.op == op && both
            }
            Condition::Scan(name, step) => {
                page(BitsPage::Steps) && bits.board == live(name) && bits.scan >= step
            }
            Condition::MovesOf(square) => page(BitsPage::Moves) && bits.from == Some(square),
            Condition::NoMoves => page(BitsPage::Moves) && bits.from.is_none() && bits.mv.is_none(),
            Condition::BitsOf(square) => {
                page(BitsPage::Moves) && bits.mv.is_some_and(|mv| mv.from() == square)
            }
            Condition::Slides(piece, square) => (slider.slider, slider.square) == (piece, square),
            Condition::Slider(piece) => slider.slider == piece,
            Condition::Method(method) => slider.method == method,
            Condition::Blocker(square) => slider.occupied.has(square),
            Condition::NoBlocker(square) => !slider.occupied.has(square),
            Condition::Zobrist(page) => lab.choices.zobrist.page == page,
            Condition::SmallTree(side) => (steps.tree, steps.side) == (StepsTree::Small, side),
            Condition::Step(at) => steps.tree == StepsTree::Small && steps.at + 1 >= at,
            Condition::FirstCut => steps.tree == StepsTree::Small && steps.at >= first_cut(steps),
            Condition::CutFound => steps.quiz && steps.guess == Some(Guess::Right),
            Condition::Xray(view) => lab.xray.view == view,
            Condition::Row(row) => lab.xray.row == Some(row),
            Condition::Grown(wanted, playouts) => lab.playouts.grown().is_some_and(|grown| {
                let enough = grown.stepper.playouts() >= playouts || grown.proof().is_some();
                grown.by.fulfils(&wanted) && enough
            }),
            Condition::Below(from, to) => {
                let path = &lab.playouts.path;
                path.len() == 1 && (path[0].from(), path[0].to()) == (from, to)
            }
            Condition::AtRoot => lab.playouts.path.is_empty(),
            Condition::Emptied(square) => {
                edited(model).is_some_and(|edit| edit.piece_on(square).is_none())
            }
            Condition::Moved(from, to) => {
                let board = model.game.tree.board(lab.node_of(PaneId::Xray, &model.game));
                edited(model).is_some_and(|edit| {
                    let moved = edit.piece_on(to) == board.piece_on(from);
                    moved && edit.piece_on(from).is_none()
                })
            }
        }
    }

    /// The experiment that has to be started for it, with its default request or with a changed one.
    pub(super) fn experiment(&self) -> Option<&str> {
        match self {
            Condition::Ran(experiment) | Condition::Shown(experiment) => Some(experiment),
            Condition::Filtered(_) => Some(Tree::INFO.id),
            Condition::Compared(..) => Some(Ab::INFO.id),
            _ => None,
        }
    }

    /// Whether it waits for a result: of an experiment started since the step began, or of the match in the arena.
    pub(super) fn is_under_way(&self, model: &Model) -> bool {
        let experiment = match self {
            Condition::Ran(id) | Condition::RanExample(id) => id,
            Condition::Filtered(_) => Tree::INFO.id,
            Condition::Compared(..) => Ab::INFO.id,
            Condition::Asked(_) => WhyNot::INFO.id,
            Condition::Matched => {
                let ours = model.arena.preparing || model.lab.scratch.is_in_arena();
                return ours && model.arena_busy().is_some();
            }
            _ => return false,
        };
        let job = model.lab.job.filter(|job| is_of_step(model, job.id));
        job.is_some_and(|job| job.experiment == experiment)
    }

    /// Establishes the condition. The position of a step has been set up before, with the moves played since.
    #[expect(clippy::too_many_lines, reason = "an arm for each condition")]
    pub(super) fn bring(&self, cx: &mut Cx<'_>) {
        let position = *cx.m.game.board();
        let lab = &mut cx.m.lab;
        let (bits, slider, steps) =
            (&mut lab.choices.bits, &mut lab.choices.slider, &mut lab.choices.steps);
        let live = BitsBoard::Live;
        match *self {
            Condition::Position(..) => {}
            Condition::Played(ref text) => play(cx, text),
            Condition::Analysing => requests::switch_analysis(cx, true),
            Condition::Ran(ref experiment) => begin(cx, experiment),
            Condition::Shown(ref experiment) => {
                if !self.is_met(cx.m) {
                    begin(cx, experiment);
                }
            }
            Condition::Matched => {
                cx.m.lab.scratch.view.page = ScratchPage::Matches;
                if cx.m.arena_busy().is_none() {
                    cx.m.tour_match = cx.m.tour.map(|view| (view.tour, view.step));
                }
                lab_update::update(cx, ScratchAction::Match.into());
            }
            Condition::Filtered(reason) => {
                begin(cx, Tree::INFO.id);
                lab_update::update(cx, LabAction::TreeFilter(Some(reason)));
            }
            Condition::RaceByMove(by_move) => lab.choices.race_by_move = by_move,
            Condition::LadderDepth(depth) => lab.choices.ladder_depth = Some(depth),
            Condition::RanExample(ref id) => {
                if let Some(entry) = Entry::by_id(id) {
                    lab_update::update(cx, LabAction::Run(entry.example()));
                }
            }
            Condition::Compared(ref a, ref b, equal) => compare(cx, (a, b), equal),
            Condition::Horizon(ref words) => {
                if let Ok(side) = Side::parse(words) {
                    let request = horizon::Request { side, ..lab.request::<Horizon>() };
                    lab_update::update(cx, LabAction::ask::<Horizon>(request));
                }
            }
            Condition::Asked(ref text) => {
                if let Some(mv) = legal(cx.m, text) {
                    let node = cx.m.game.current;
                    lab_update::update(cx, LabAction::Why { node, mv });
                }
            }
            Condition::Page(page) => bits.page = page,
            Condition::Board(name) => (bits.page, bits.board) = (BitsPage::Boards, live(name)),
            Condition::Shift(name, direction, masked) => {
                (bits.page, bits.kind) = (BitsPage::Operations, BitsKind::Shift);
                (bits.board, bits.direction, bits.masked) = (live(name), direction, masked);
            }
            Condition::Combine(one, op, other) => {
                (bits.page, bits.kind, bits.op) = (BitsPage::Operations, BitsKind::Combine, op);
                (bits.board, bits.other) = (live(one), live(other));
            }
            Condition::Scan(name, scan) => {
                *bits = BitsView { page: BitsPage::Steps, board: live(name), scan, ..*bits };
            }
            Condition::MovesOf(square) => {
                (bits.page, bits.from, bits.mv) = (BitsPage::Moves, Some(square), None);
            }
            Condition::NoMoves => (bits.page, bits.from, bits.mv) = (BitsPage::Moves, None, None),
            Condition::BitsOf(square) => {
                let first = position.legal_moves().iter().copied().find(|mv| mv.from() == square);
                (bits.page, bits.from, bits.mv) = (BitsPage::Moves, Some(square), first);
            }
            Condition::Slides(piece, square) => {
                let occupied = position.occupied() & !Bitboard::from(square);
                *slider = SliderView { slider: piece, square, occupied, ..*slider };
            }
            Condition::Slider(piece) => slider.slider = piece,
            Condition::Method(method) => slider.method = method,
            Condition::Blocker(square) => slider.occupied |= Bitboard::from(square),
            Condition::NoBlocker(square) => slider.occupied &= !Bitboard::from(square),
            Condition::Zobrist(page) => lab.choices.zobrist.page = page,
            Condition::SmallTree(side) => {
                *steps = StepsView { tree: StepsTree::Small, side, quiz: false, ..*steps }
                    .from_the_start();
            }
            Condition::Step(at) => {
                (steps.tree, steps.at) = (StepsTree::Small, at.saturating_sub(1));
            }
            Condition::FirstCut => (steps.tree, steps.at) = (StepsTree::Small, first_cut(steps)),
            Condition::CutFound => find_cut(steps, &position),
            Condition::Xray(view) => {
                xray::update(cx, XrayAction::Reset);
                xray::update(cx, XrayAction::Select(None));
                xray::update(cx, XrayAction::Show(view));
            }
            Condition::Row(row) => xray::update(cx, XrayAction::Select(Some(row))),
            Condition::Grown(wanted, playouts) => playouts::grow(cx, wanted, playouts),
            Condition::Below(from, to) => {
                let moves = position.legal_moves();
                let mv = moves.iter().find(|mv| (mv.from(), mv.to()) == (from, to));
                if let Some(&mv) = mv {
                    playouts::update(cx, PlayoutsAction::Down(mv));
                }
            }
            Condition::AtRoot => playouts::update(cx, PlayoutsAction::Up(0)),
            Condition::Emptied(square) => xray::update(cx, XrayAction::Remove(square)),
            Condition::Moved(from, to) => xray::update(cx, XrayAction::MovePiece(from, to)),
        }
    }
}

/// Whether a run was started since the tour's step began.
fn is_of_step(model: &Model, job: JobId) -> bool {
    model.tour.is_some_and(|view| job > view.before)
}

/// Whether this move was played last.
fn was_played(model: &Model, text: &str) -> bool {
    let (tree, node) = (&model.game.tree, model.game.current);
    let before = tree.parent(node).map(|parent| tree.board(parent));
    let asked = before.and_then(|board| uci_move::parse(board, text).ok());
    asked.is_some() && asked == tree.mv(node)
}

/// The move that this text denotes in the position on the board.
fn legal(model: &Model, text: &str) -> Option<Move> {
    uci_move::parse(model.game.board(), text).ok()
}

fn play(cx: &mut Cx<'_>, text: &str) {
    if let Some(mv) = legal(cx.m, text) {
        let node = cx.m.game.current;
        play::play_line(cx, node, &[mv]);
    }
}

/// Whether the last comparison is of these sides and, if `equal` is given, over the same time or to at least that
/// depth.
fn compares(model: &Model, wanted: (&str, &str), equal: Option<Equal>) -> bool {
    let Some(trial) = model.lab.trial::<Ab>() else { return false };
    let enough = match (equal, trial.request.equal) {
        (Some(Equal::Depth(wanted, _)), Equal::Depth(depth, _)) => depth >= wanted,
        (Some(Equal::Time(_)), Equal::Time(_)) | (None, _) => true,
        _ => false,
    };
    Some(trial.request.sides) == sides(wanted.0, wanted.1) && enough
}

fn compare(cx: &mut Cx<'_>, (a, b): (&str, &str), equal: Option<Equal>) {
    if let Some(sides) = sides(a, b) {
        let usual = Request::default();
        let equal = equal.unwrap_or(usual.equal);
        lab_update::update(
            cx,
            LabAction::run::<Ab>(Request { sides, equal, positions: Positions::Shown, ..usual }),
        );
    }
}

/// Starts an experiment as its view would.
fn begin(cx: &mut Cx<'_>, experiment: &str) {
    let action = match experiment {
        "tree" => LabAction::Record(cx.m.lab.request::<Tree>().depth),
        "small-game" => SmallGameAction::Learn.into(),
        "magic" => {
            let view = cx.m.lab.choices.slider;
            LabAction::FindMagic(view.shown_part(), view.square)
        }
        id => {
            let Some(entry) = Entry::by_id(id) else { return };
            LabAction::Run(cx.m.lab.draft(entry))
        }
    };
    lab_update::update(cx, action);
}

/// Both sides of a comparison.
fn sides(a: &str, b: &str) -> Option<[Side; 2]> {
    Some([Side::parse(a).ok()?, Side::parse(b).ok()?])
}

/// The X-ray's board, if it was edited.
fn edited(model: &Model) -> Option<&EditorState> {
    model.lab.xray.edit(model.game.serial)
}

/// The step of the small tree with the first cut-off.
fn first_cut(steps: &StepsView) -> usize {
    let searches = StepsTree::Small.searches(&tabia_chess::Board::start(), steps.shape);
    searches.next_cut(0).map_or(0, |(step, _)| step)
}

/// Answers the quiz correctly.
fn find_cut(steps: &mut StepsView, position: &tabia_chess::Board) {
    (steps.quiz, steps.side) = (true, StepsSide::AlphaBeta);
    let searches = steps.tree.searches(position, steps.shape);
    if let Some((_, left)) = searches.next_cut(steps.at)
        && let Some(&cut) = left.first()
    {
        steps.answer(&searches, cut);
    }
}
