//! What a step of a tour points at: for each condition the control to use next in order to fulfil it.

use super::{Condition, TourView};
use crate::commands::command::UserCommand;
use crate::lab::foundations::{BitsBoard, BitsKind, BitsPage, ZobristPage};
use crate::lab::scratch::ScratchPage;
use crate::lab::steps::StepsTree;
use crate::lab::xray::{XrayTool, XrayView};
use crate::model::Model;
use tabia_chess::{Square, san, uci_move};
use tabia_lab::ab::{Ab, Equal, Side};
use tabia_lab::experiment::{Entry, Experiment as _};
use tabia_lab::foundations::sliders::FindMagic;
use tabia_lab::names;
use tabia_lab::tree_index::Tree;
use tabia_text::{t, text};

/// An element of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// The element with this name in the view of the step.
    Named(String),
    /// A square of the board in that view.
    Square(Square),
    /// A square of the game's board.
    OfGame(Square),
}

impl Target {
    fn named(name: impl Into<String>) -> Target {
        Target::Named(name.into())
    }
}

/// The name of the control for a side of a comparison, by its letter.
pub fn side_name(side: &str) -> String {
    format!("side {side}")
}

/// The target of the current step; none while its result is awaited and once the task is done.
pub fn target(model: &Model) -> Option<Target> {
    open_task(model).filter(|task| !task.is_under_way(model))?.target(model)
}

/// Whether the reader has started what the current step asks for, and its result is not known yet.
pub fn is_under_way(model: &Model) -> bool {
    open_task(model).is_some_and(|task| task.is_under_way(model))
}

/// The task of the current step, if it is not done.
fn open_task(model: &Model) -> Option<&'static Condition> {
    let view: TourView = model.tour.filter(|view| !view.done)?;
    view.now()?.done.as_ref()
}

impl Condition {
    /// The control to use next in order to fulfil the condition.
    #[expect(clippy::too_many_lines, reason = "an arm for each condition")]
    fn target(&self, model: &Model) -> Option<Target> {
        let lab = &model.lab;
        let (bits, slider, steps) = (&lab.choices.bits, &lab.choices.slider, &lab.choices.steps);
        let page = |wanted: BitsPage| (bits.page != wanted).then(|| bits_page(wanted));
        let operation = |kind: BitsKind, name: &'static str| {
            page(BitsPage::Operations).or_else(|| (bits.kind != kind).then_some(name))
        };
        let set = |shown: BitsBoard, name, chooser: &'static str| {
            (shown != BitsBoard::Live(name)).then_some(chooser)
        };
        let square = |square| {
            let kind = slider.moves_piece.then(|| t!("sliders-blockers"));
            Some(kind.map_or(Target::Square(square), Target::named))
        };
        match *self {
            Condition::Analysing => Some(Target::named(UserCommand::ToggleAnalysis.verb(model))),
            Condition::Played(ref text) => {
                let mv = uci_move::parse(model.game.board(), text).ok()?;
                Some(Target::OfGame(mv.from()))
            }
            Condition::Ran(ref experiment) | Condition::Shown(ref experiment) => starts(experiment),
            Condition::Matched => Some(matched(model)),
            Condition::Filtered(_) if !Condition::Ran(Tree::INFO.id.to_owned()).is_met(model) => {
                Some(Target::named(t!("tree-record")))
            }
            Condition::Filtered(_) => Some(Target::named(t!("tree-reason-shown"))),
            // The example is behind the question mark.
            Condition::RanExample(_) => Some(Target::named(t!("present-explain"))),
            Condition::Compared(ref a, ref b, equal) => compared(model, [a, b], equal),
            Condition::Asked(_) => Some(Target::named(t!("why-not-move"))),
            Condition::Page(wanted) => Some(Target::named(bits_page(wanted))),
            Condition::Board(name) => match page(BitsPage::Boards) {
                Some(page) => Some(Target::named(page)),
                None => Some(Target::named(t!("bits-show", name = name.title()))),
            },
            Condition::Shift(name, direction, masked) => {
                let first = operation(BitsKind::Shift, t!("bits-shift"))
                    .or_else(|| set(bits.board, name, t!("bits-board-a")));
                if let Some(name) = first {
                    Some(Target::named(name))
                } else if bits.direction != direction {
                    Some(Target::named(t!("bits-shift-to", direction = direction.letters())))
                } else {
                    Some(Target::named((bits.masked != masked).then(|| t!("bits-mask-first"))?))
                }
            }
            Condition::Combine(one, op, other) => {
                let swapped = bits.board == BitsBoard::Live(other);
                let [first, second] = if swapped { [other, one] } else { [one, other] };
                let name = operation(BitsKind::Combine, t!("bits-combine"))
                    .or_else(|| set(bits.board, first, t!("bits-board-a")))
                    .or_else(|| set(bits.other, second, t!("bits-board-b")))
                    .or_else(|| (bits.op != op).then(|| op.name()))?;
                Some(Target::named(name))
            }
            Condition::Scan(name, _) => {
                let first =
                    page(BitsPage::Steps).or_else(|| set(bits.board, name, t!("bits-set-b")));
                let next = || {
                    let (step, name) = (t!("button-next"), t!("bits-scan.step"));
                    Target::named(t!("foundations-step-of", step = step, name = name))
                };
                Some(first.map_or_else(next, Target::named))
            }
            Condition::MovesOf(from) => match page(BitsPage::Moves) {
                Some(page) => Some(Target::named(page)),
                None => Some(Target::Square(from)),
            },
            Condition::BitsOf(from) => {
                let board = model.game.board();
                match page(BitsPage::Moves) {
                    Some(page) => Some(Target::named(page)),
                    None if bits.from != Some(from) => Some(Target::Square(from)),
                    None => {
                        let moves = board.legal_moves();
                        let first = moves.iter().find(|mv| mv.from() == from)?;
                        Some(Target::named(san::write(board, *first)))
                    }
                }
            }
            Condition::Slider(piece) => Some(Target::named(piece.title())),
            Condition::Method(method) => Some(Target::named(method.title())),
            Condition::Blocker(at) | Condition::NoBlocker(at) => square(at),
            Condition::Zobrist(page) => Some(Target::named(match page {
                ZobristPage::Terms => t!("zobrist-key"),
                ZobristPage::LastMove => t!("zobrist-last-move"),
                ZobristPage::Orders => t!("zobrist-orders"),
                ZobristPage::Table => t!("zobrist-table"),
            })),
            Condition::Step(_) | Condition::FirstCut => Some(Target::named(match steps.tree {
                StepsTree::Small => t!("alpha-beta-next"),
                StepsTree::Deep | StepsTree::Position => t!("alpha-beta-tree"),
            })),
            Condition::CutFound => Some(Target::named(if steps.quiz {
                t!("alpha-beta-quiz-ask")
            } else {
                t!("alpha-beta-quiz")
            })),
            Condition::Xray(view) => Some(Target::named(match view {
                XrayView::Terms => t!("xray-terms"),
                XrayView::Network => t!("xray-network"),
                XrayView::Both => t!("xray-both"),
            })),
            Condition::Row(row) => Some(Target::named(names::term(row))),
            Condition::Emptied(at) | Condition::Moved(at, _) => {
                let removes = matches!(self, Condition::Emptied(_));
                let (tool, name) = if removes {
                    (XrayTool::Erase, t!("xray-tool-erase"))
                } else {
                    (XrayTool::Move, t!("xray-tool-move"))
                };
                if lab.xray.tool == tool {
                    Some(Target::Square(at))
                } else {
                    Some(Target::named(name))
                }
            }
            Condition::Grown(wanted, playouts) => {
                let draft = lab.playouts.draft;
                if draft.config != wanted.config {
                    return Some(Target::named(t!("playouts-method")));
                }
                if !draft.fulfils(&wanted) {
                    return Some(Target::named(t!("playouts-fpu")));
                }
                let grown = lab.playouts.grown().map_or(0, |grown| grown.stepper.playouts());
                Some(Target::named(match playouts.saturating_sub(grown) {
                    1000.. => "+1000",
                    100.. => "+100",
                    10.. => "+10",
                    _ => t!("playouts-next-phase"),
                }))
            }
            Condition::AtRoot => Some(Target::named(t!("lab-root"))),
            // These are only established at the start of a step, never asked for.
            Condition::Position(_)
            | Condition::Horizon(_)
            | Condition::RaceByMove(_)
            | Condition::LadderDepth(_)
            | Condition::NoMoves
            | Condition::Slides(..)
            | Condition::SmallTree(_)
            | Condition::Below(..) => None,
        }
    }
}

fn bits_page(page: BitsPage) -> &'static str {
    match page {
        BitsPage::Boards => t!("bits-page-boards"),
        BitsPage::Operations => t!("bits-page-operations"),
        BitsPage::Steps => t!("bits-page-steps"),
        BitsPage::Encoding => t!("bits-page-encoding"),
        BitsPage::Moves => t!("bits-page-moves"),
    }
}

/// The control that starts an experiment.
fn starts(experiment: &str) -> Option<Target> {
    let name = match experiment {
        "tree" => t!("tree-record"),
        "small-game" => t!("small-game-learn"),
        "magic" => text(FindMagic::INFO.start),
        id => text(Entry::by_id(id)?.info.start),
    };
    Some(Target::named(name))
}

/// The control that plays a level against the one before it.
fn matched(model: &Model) -> Target {
    if model.lab.scratch.view.page != ScratchPage::Matches {
        return Target::named(t!("scratch-page-matches"));
    }
    // The first level has none before it.
    let level = model.settings.scratch.eval.level;
    Target::named(level.before().map_or("2".to_owned(), |other| {
        let [level, other] = [level, other].map(|level| u32::from(level.number()));
        t!("scratch-match", level = level, other = other)
    }))
}

/// The side that differs from the task, then the limit of both, then the start.
fn compared(model: &Model, wanted: [&str; 2], equal: Option<Equal>) -> Option<Target> {
    let draft = model.lab.request::<Ab>();
    for ((letter, side), wanted) in ["A", "B"].into_iter().zip(draft.sides).zip(wanted) {
        let wanted = Side::parse(wanted).ok()?;
        if side.rules != wanted.rules {
            return Some(Target::named(side_name(letter)));
        }
        if side.eval != wanted.eval {
            return Some(Target::named(t!("experiment-eval", side = letter)));
        }
    }
    let enough = match (equal, draft.equal) {
        (Some(Equal::Depth(wanted, _)), Equal::Depth(depth, _)) => depth >= wanted,
        (Some(Equal::Time(_)), Equal::Time(_)) | (None, _) => true,
        _ => false,
    };
    Some(Target::named(if enough { text(Ab::INFO.start) } else { t!("compare-equal.name") }))
}
