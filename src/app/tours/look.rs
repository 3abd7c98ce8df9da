//! What a view is made to show for a step, and how it is seen that the reader has made it show something.

use crate::cx::Cx;
use crate::game::editor::EditorState;
use crate::lab::foundations::{BitsBoard, BitsKind, BitsPage, BitsView, SliderView, ZobristPage};
use crate::lab::playouts::PlayoutsAction;
use crate::lab::steps::{StepsSide, StepsTree, StepsView};
use crate::lab::xray::{XrayAction, XrayView};
use crate::model::Model;
use crate::window::workspace::PaneId;
use tabia_chess::bitboard::Bitboard;
use tabia_chess::{Color, Piece, Square};
use tabia_engine::puct::options::Rung;
use tabia_lab::foundations::bitboards::{BoardName, Direction, SetOp};
use tabia_lab::foundations::sliders::{Method, Slider};
use tabia_lab::xray::RowKind;

/// What a view shows, as far as a step is about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A page of the bitboards.
    Page(BitsPage),
    /// A set of the position among the bitboards.
    Board(BoardName),
    /// This set shifted, with what would wrap left out or not.
    Shift(BoardName, Direction, bool),
    /// Two sets combined.
    Combine(BoardName, SetOp, BoardName),
    /// The bit scan of this set, at this step or a later one.
    Scan(BoardName, usize),
    /// The moves of the piece on this square, among the bitboards.
    MovesOf(Square),
    /// No piece's moves yet.
    NoMoves,
    /// The bits of a move from this square.
    BitsOf(Square),
    /// This piece in the view of sliders, on this square, the pieces of the position in its way.
    Slides(Slider, Square),
    /// This piece in the view of sliders, wherever it stands.
    Slider(Slider),
    /// The attacks of sliders by this method.
    Method(Method),
    /// A blocker on this square.
    Blocker(Square),
    /// None there.
    NoBlocker(Square),
    /// A page of the keys.
    Zobrist(ZobristPage),
    /// Alpha-beta or minimax over the small tree, from its first step.
    SmallTree(StepsSide),
    /// The small tree at this step or a later one.
    Step(usize),
    /// Its first cut-off.
    FirstCut,
    /// A branch that will be cut was found in the quiz.
    CutFound,
    /// The evaluation looked through, nothing edited.
    Xray(XrayView),
    /// The squares of this row painted.
    Row(RowKind),
    /// A square of the X-ray's board emptied.
    Emptied(Square),
    /// A piece put on a square of the X-ray's board, from that square.
    Moved(Square, Square),
    /// A tree grown by this rung of the ladder, by so many playouts or until its root is proven.
    Grown(Rung, u32),
    /// The node behind this move from the root of that tree.
    Below(Square, Square),
    /// The root of that tree.
    AtRoot,
}

impl Look {
    /// Whether that is what is shown.
    pub(super) fn is_met(self, model: &Model) -> bool {
        let lab = &model.lab;
        let (bits, slider, steps) = (&lab.bits, &lab.slider, &lab.steps);
        let (live, page) = (BitsBoard::Live, |page| bits.page == page);
        let computes = |kind| page(BitsPage::Operations) && bits.kind == kind;
        match self {
            Look::Page(wanted) => page(wanted),
            Look::Board(name) => page(BitsPage::Boards) && bits.board == live(name),
            Look::Shift(name, direction, masked) => {
                let shown = (bits.board, bits.direction, bits.masked);
                computes(BitsKind::Shift) && shown == (live(name), direction, masked)
            }
            Look::Combine(one, op, other) => {
                let (set, shown) = ([live(one), live(other)], [bits.board, bits.other]);
                let both = shown == set || shown == [set[1], set[0]];
                computes(BitsKind::Combine) && bits.op == op && both
            }
            Look::Scan(name, step) => {
                page(BitsPage::Steps) && bits.board == live(name) && bits.scan >= step
            }
            Look::MovesOf(square) => page(BitsPage::Moves) && bits.from == Some(square),
            Look::NoMoves => page(BitsPage::Moves) && bits.from.is_none() && bits.mv.is_none(),
            Look::BitsOf(square) => {
                page(BitsPage::Moves) && bits.mv.is_some_and(|mv| mv.from() == square)
            }
            Look::Slides(piece, square) => (slider.slider, slider.square) == (piece, square),
            Look::Slider(piece) => slider.slider == piece,
            Look::Method(method) => slider.method == method,
            Look::Blocker(square) => slider.occupied.has(square),
            Look::NoBlocker(square) => !slider.occupied.has(square),
            Look::Zobrist(page) => lab.zobrist.page == page,
            Look::SmallTree(side) => (steps.tree, steps.side) == (StepsTree::Small, side),
            Look::Step(at) => steps.tree == StepsTree::Small && steps.at >= at,
            Look::FirstCut => steps.tree == StepsTree::Small && steps.at >= first_cut(steps),
            Look::CutFound => steps.quiz && steps.score[0] > 0,
            Look::Xray(view) => lab.xray.view == view,
            Look::Row(row) => lab.xray.row == Some(row),
            Look::Grown(rung, playouts) => lab.playouts.grown().is_some_and(|grown| {
                let enough = grown.stepper.playouts() >= playouts || grown.proof().is_some();
                grown.by.rung == rung && enough
            }),
            Look::Below(from, to) => {
                let path = &lab.playouts.path;
                path.len() == 1 && (path[0].from(), path[0].to()) == (from, to)
            }
            Look::AtRoot => lab.playouts.path.is_empty(),
            Look::Emptied(square) => {
                edited(model).is_some_and(|edit| edit.piece_on(square).is_none())
            }
            Look::Moved(from, to) => {
                let board = model.game.tree.board(lab.node_of(PaneId::Xray, &model.game));
                edited(model).is_some_and(|edit| {
                    let moved = edit.piece_on(to) == board.piece_on(from);
                    moved && edit.piece_on(from).is_none()
                })
            }
        }
    }

    /// Makes the view show it.
    pub(super) fn bring(self, cx: &mut Cx<'_>) {
        let position = *cx.m.game.board();
        let lab = &mut cx.m.lab;
        let (bits, slider, steps) = (&mut lab.bits, &mut lab.slider, &mut lab.steps);
        let live = BitsBoard::Live;
        match self {
            Look::Page(page) => bits.page = page,
            Look::Board(name) => (bits.page, bits.board) = (BitsPage::Boards, live(name)),
            Look::Shift(name, direction, masked) => {
                (bits.page, bits.kind) = (BitsPage::Operations, BitsKind::Shift);
                (bits.board, bits.direction, bits.masked) = (live(name), direction, masked);
            }
            Look::Combine(one, op, other) => {
                (bits.page, bits.kind, bits.op) = (BitsPage::Operations, BitsKind::Combine, op);
                (bits.board, bits.other) = (live(one), live(other));
            }
            Look::Scan(name, scan) => {
                *bits = BitsView { page: BitsPage::Steps, board: live(name), scan, ..*bits };
            }
            Look::MovesOf(square) => {
                (bits.page, bits.from, bits.mv) = (BitsPage::Moves, Some(square), None);
            }
            Look::NoMoves => (bits.page, bits.from, bits.mv) = (BitsPage::Moves, None, None),
            Look::BitsOf(square) => {
                let first = position.legal_moves().iter().copied().find(|mv| mv.from() == square);
                (bits.page, bits.from, bits.mv) = (BitsPage::Moves, Some(square), first);
            }
            Look::Slides(piece, square) => {
                let occupied = position.occupied() & !Bitboard::from(square);
                *slider = SliderView { slider: piece, square, occupied, ..*slider };
            }
            Look::Slider(piece) => slider.slider = piece,
            Look::Method(method) => slider.method = method,
            Look::Blocker(square) => slider.occupied |= Bitboard::from(square),
            Look::NoBlocker(square) => slider.occupied &= !Bitboard::from(square),
            Look::Zobrist(page) => lab.zobrist.page = page,
            Look::SmallTree(side) => {
                *steps = StepsView {
                    tree: StepsTree::Small,
                    side,
                    quiz: false,
                    score: [0; 2],
                    ..*steps
                }
                .from_the_start();
            }
            Look::Step(at) => (steps.tree, steps.at) = (StepsTree::Small, at),
            Look::FirstCut => (steps.tree, steps.at) = (StepsTree::Small, first_cut(steps)),
            Look::CutFound => find_cut(steps, &position),
            Look::Xray(view) => {
                cx.xray(XrayAction::Reset);
                cx.xray(XrayAction::Select(None));
                cx.xray(XrayAction::Show(view));
            }
            Look::Row(row) => cx.xray(XrayAction::Select(Some(row))),
            Look::Grown(rung, playouts) => cx.grow(rung, playouts),
            Look::Below(from, to) => {
                let moves = position.legal_moves();
                let mv = moves.iter().find(|mv| (mv.from(), mv.to()) == (from, to));
                if let Some(&mv) = mv {
                    cx.playouts(PlayoutsAction::Down(mv));
                }
            }
            Look::AtRoot => cx.playouts(PlayoutsAction::Up(0)),
            Look::Emptied(square) => cx.xray(XrayAction::Remove(square)),
            Look::Moved(from, to) => cx.xray(XrayAction::MovePiece(from, to)),
        }
    }
}

/// The board of a colour's pieces of a kind.
pub(super) const fn pieces(color: Color, kind: tabia_chess::PieceType) -> BoardName {
    BoardName::Pieces(Piece::new(color, kind))
}

/// The X-ray's board, if something was edited.
fn edited(model: &Model) -> Option<&EditorState> {
    model.lab.xray.edit(model.game.serial)
}

/// The step of the small tree at which something is cut for the first time.
fn first_cut(steps: &StepsView) -> usize {
    let lesson = StepsTree::Small.lesson(&tabia_chess::Board::start(), steps.shape);
    lesson.next_cut(0).map_or(0, |(step, _)| step)
}

/// Answers the quiz rightly.
fn find_cut(steps: &mut StepsView, position: &tabia_chess::Board) {
    (steps.quiz, steps.side) = (true, StepsSide::AlphaBeta);
    let lesson = steps.tree.lesson(position, steps.shape);
    if let Some((_, left)) = lesson.next_cut(steps.at)
        && let Some(&cut) = left.first()
    {
        steps.answer(&lesson, cut);
    }
}
