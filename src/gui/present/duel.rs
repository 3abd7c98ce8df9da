//! The two minds of the duel as the panels show them, and what the board shows of them.

use tabia_app::duel::course::{self, Said};
use tabia_app::duel::dispute::{self, Disputed};
use tabia_app::duel::heat;
use tabia_app::duel::state::minds_play;
use tabia_app::duel::state::{MINDS, NAMES, Shows};
use tabia_app::engines::telemetry::SearchView;
use tabia_chess::board::Board;
use tabia_chess::color::Color;
use tabia_chess::moves::Move;
use tabia_chess::square::Square;
use tabia_engine::search::detail::puct::PuctDetail;
use tabia_engine::search::engine_id::EngineId;
use tabia_engine::search::score::Score;
use tabia_engine::search::wdl::{Wdl, material};
use tabia_games::game::tree::NodeId;

use super::arrows::arrow;
use super::context::{Cx, LineView};
use crate::gui::look::theme::board::BRUSHES;
use crate::gui::widgets::board::shapes::{Brush, ComputerShape};
use eframe::egui::Color32;

/// Moves that have an arrow with their number.
const MOST_ARROWS: usize = 6;
/// Numbers smaller than this have no arrow.
const LEAST: f32 = 0.01;
/// How strongly the square with the greatest number is tinted.
const TINT: f32 = 0.85;

/// One of the minds.
#[derive(Clone, Debug)]
pub(crate) struct Mind<'a> {
    /// Which.
    pub id: EngineId,
    /// Its school.
    pub name: &'static str,
    /// Which of the colours for engines it has.
    pub slot: usize,
    /// The position it speaks of: the shown one or, after its own move in a game, the one before.
    pub node: NodeId,
    /// Its search of that position.
    pub search: Option<&'a SearchView>,
    /// Its lines, the best first.
    pub lines: Vec<LineView>,
    /// What it said over time.
    pub said: Vec<Said>,
}

impl Mind<'_> {
    /// The numbers of the tree search by playouts.
    pub(crate) fn puct(&self) -> Option<&PuctDetail> {
        self.search?.live.as_ref()?.detail.puct()
    }
}

impl<'a> Cx<'a> {
    /// Both minds, alpha-beta first.
    pub(crate) fn minds(&self) -> [Mind<'a>; 2] {
        let (model, shown) = (self.model, self.model.analysed());
        let tree = &model.game.tree;
        [0, 1].map(|at| {
            let id = MINDS[at];
            let known = |node: &NodeId| !model.telemetry.lines(tree, *node, id).is_empty();
            let before = tree.parent(shown).filter(|_| minds_play(&model.game)).filter(known);
            let node = Some(shown).filter(known).or(before).unwrap_or(shown);
            let search = model.telemetry.search_of(tree, node, id);
            let material = material(tree.board(node));
            Mind {
                id,
                name: NAMES[at],
                slot: self.slot(id),
                node,
                search,
                lines: self.line_views(model.telemetry.lines(tree, node, id)),
                said: search.map_or_else(Vec::new, |search| course::said(search, material)),
            }
        })
    }

    /// The moves the minds dispute, and the position.
    pub(crate) fn disputed(&self) -> (Board, NodeId, Vec<Disputed>) {
        let [alphabeta, puct] = self.minds();
        let board = *self.model.game.tree.board(puct.node);
        let found = match (alphabeta.search, puct.search) {
            (Some(one), Some(other)) if alphabeta.node == puct.node => {
                dispute::disputed(one, other, &board)
            }
            _ => Vec::new(),
        };
        (board, puct.node, found)
    }

    /// What the board shows of the priors and playouts; `None` where it shows something else.
    fn heat(&self) -> Option<(Shows, Vec<(Move, f32)>)> {
        let model = self.model;
        let shows = Some(model.duel.shows).filter(|&shows| shows != Shows::Moves)?;
        if !model.in_duel() || model.hides_engine() || model.learn.is_some() {
            return None;
        }
        let [_, puct] = self.minds();
        let here = puct.node == model.game.current;
        Some((shows, heat::by_move(puct.puct().filter(|_| here)?, shows)))
    }

    /// Arrows for the greatest of these numbers, each with its number in per cent.
    pub(crate) fn heat_shapes(&self) -> Option<Vec<ComputerShape>> {
        let (shows, moves) = self.heat()?;
        let moves = heat::by_way(&moves);
        let most = moves.first().map_or(0.0, |of| of.1.abs()).max(LEAST);
        let slot = self.slot(EngineId::PUCT) as u8;
        let shapes = moves.iter().take(MOST_ARROWS).filter(|of| of.1.abs() >= LEAST);
        let shape = |&(mv, value): &(Move, f32)| {
            let brush = match shows {
                Shows::Change if value >= 0.0 => Brush::Green,
                Shows::Change => Brush::Red,
                Shows::Moves | Shows::Prior | Shows::Visits => Brush::EngineAt(slot),
            };
            let label = match shows {
                Shows::Change => format!("{:+.0}", value * 100.0),
                Shows::Moves | Shows::Prior | Shows::Visits => format!("{:.0} %", value * 100.0),
            };
            arrow(mv, brush, label, value.abs() / most)
        };
        Some(shapes.map(shape).collect())
    }

    /// The colours of the squares while they show these numbers.
    pub(crate) fn heat_tints(&self) -> Option<[Color32; Square::COUNT]> {
        let (shows, moves) = self.heat()?;
        let sums = heat::by_square(&moves, self.model.duel.by);
        let most = sums.iter().fold(LEAST, |most, sum| most.max(sum.abs()));
        let theme = self.board_theme();
        let own = BRUSHES.engines[self.slot(EngineId::PUCT) % BRUSHES.engines.len()];
        let mut tints = [Color32::TRANSPARENT; Square::COUNT];
        for square in Square::all() {
            let value = sums[square.index()];
            let towards = match shows {
                Shows::Change if value >= 0.0 => BRUSHES.green,
                Shows::Change => BRUSHES.red,
                Shows::Moves | Shows::Prior | Shows::Visits => own,
            };
            let ground = theme.square.on(square.is_light());
            let share = (value.abs() / most).clamp(0.0, 1.0).sqrt() * TINT;
            tints[square.index()] = ground.lerp_to_gamma(towards.to_opaque(), share);
        }
        Some(tints)
    }
}

/// What White can expect of a score of a position, per cent.
pub(crate) fn expected_percent(white: Score, board: &Board) -> f64 {
    Wdl::of(white, material(board)).expected_percent()
}

/// An expected share, 0 to 1, of the mover's as White's, per cent.
pub(crate) fn whites_percent(expected: f64, stm: Color) -> f64 {
    100.0 * if stm == Color::White { expected } else { 1.0 - expected }
}
