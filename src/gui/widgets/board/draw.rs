//! Paints the board: squares, marks, pieces at rest. It decides nothing; what to paint is handed in.

use std::f32::consts::TAU;

use eframe::egui::epaint::Mesh;
use eframe::egui::{
    Align2, Color32, FontId, Painter, Rect, Shape as Paint, Stroke, StrokeKind, Vec2, pos2, vec2,
};

use super::geometry::Geometry;
use crate::gui::look::pieces::PieceSet;
use crate::gui::look::theme;
use crate::gui::look::theme::board::{BoardTheme, Pair};
use tabia_chess::bitboard::Bitboard;
use tabia_chess::piece::Piece;
use tabia_chess::square::Square;

/// Below this many pixels a square is too small for letters.
const MIN_COORDINATE_SQUARE: f32 = 26.0;
/// Parts of the side of a square.
const DOT: f32 = 0.145;
const RING: f32 = 0.085;
const OUTLINE: f32 = 0.05;

/// Painter, place and colours of one board.
pub(super) struct Canvas<'a> {
    pub(super) painter: &'a Painter,
    pub(super) geometry: Geometry,
    pub(super) theme: &'a BoardTheme,
    pub(super) tints: Option<&'a [Color32; Square::COUNT]>,
    pub(super) pieces: PieceSet,
}

/// Squares that are marked by a colour of their own.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks {
    pub(super) last_move: Option<(Square, Square)>,
    pub(super) premove: Option<(Square, Square)>,
    pub(super) selected: Option<Square>,
    pub(super) check: Option<Square>,
}

fn either(pair: Option<(Square, Square)>, square: Square) -> bool {
    pair.is_some_and(|(from, to)| square == from || square == to)
}

impl Canvas<'_> {
    /// All squares with their marks. One mesh of plain quads: edges on whole pixels need no softening.
    pub(super) fn squares(&self, marks: &Marks) {
        let mut mesh = Mesh::default();
        mesh.reserve_vertices(4 * Square::COUNT);
        mesh.reserve_triangles(2 * Square::COUNT);
        for square in Square::all() {
            mesh.add_colored_rect(self.geometry.square_rect(square), self.fill(square, marks));
        }
        if let Some(king) = marks.check {
            self.glow(&mut mesh, king);
        }
        self.painter.add(Paint::mesh(mesh));
        if self.theme.outlined {
            for square in Square::all().filter(|&s| either(marks.last_move, s)) {
                self.outline(square, self.theme.line, OUTLINE);
            }
        }
        if let Some(king) = marks.check {
            // The ring says it to those who do not see red.
            let width = self.geometry.square_side() * OUTLINE * 0.8;
            let radius = self.geometry.square_side() / 2.0 - width;
            let stroke = Stroke::new(width, self.theme.check);
            self.painter.circle_stroke(self.geometry.center(king), radius, stroke);
        }
    }

    /// A red glow, full at the heart and gone at the edge of the square.
    fn glow(&self, mesh: &mut Mesh, square: Square) {
        const STEPS: u32 = 40;
        const RINGS: [(f32, f32); 3] = [(0.24, 0.95), (0.42, 0.60), (0.60, 0.0)];
        let rect = self.geometry.square_rect(square);
        let center = rect.center();
        let first = mesh.vertices.len() as u32;
        mesh.colored_vertex(center, self.theme.check);
        for (radius, alpha) in RINGS {
            let color = self.theme.check.gamma_multiply(alpha);
            for i in 0..STEPS {
                let out = Vec2::angled(TAU * i as f32 / STEPS as f32) * radius * rect.width();
                mesh.colored_vertex(rect.clamp(center + out), color);
            }
        }
        for i in 0..STEPS {
            let next = (i + 1) % STEPS;
            mesh.add_triangle(first, first + 1 + i, first + 1 + next);
            for ring in 0..RINGS.len() as u32 - 1 {
                let inner = first + 1 + ring * STEPS;
                let outer = inner + STEPS;
                mesh.add_triangle(inner + i, outer + i, outer + next);
                mesh.add_triangle(inner + i, outer + next, inner + next);
            }
        }
    }

    /// Files along the lower edge, ranks along the left.
    pub(super) fn coordinates(&self, marks: &Marks) {
        let side = self.geometry.square_side();
        if side * self.painter.pixels_per_point() < MIN_COORDINATE_SQUARE {
            return;
        }
        let font = FontId::proportional((side * 0.19).clamp(8.0, 17.0));
        let inset = vec2((side * 0.05).max(2.0), (side * 0.025).max(1.0));
        for i in 0..8 {
            if let Some(square) = self.geometry.at(i, 7) {
                let at = self.geometry.square_rect(square).right_bottom() - inset;
                let color = self.coordinate_color(square, marks);
                let letter = square.file().letter();
                self.painter.text(at, Align2::RIGHT_BOTTOM, letter, font.clone(), color);
            }
            if let Some(square) = self.geometry.at(0, i) {
                let at = self.geometry.square_rect(square).left_top() + inset;
                let color = self.coordinate_color(square, marks);
                let digit = square.rank().letter();
                self.painter.text(at, Align2::LEFT_TOP, digit, font.clone(), color);
            }
        }
    }

    /// Files below the board, ranks left of it, on whatever is there.
    pub(super) fn coordinates_outside(&self) {
        let (board, side) = (self.geometry.rect(), self.geometry.square_side());
        let edge = (side * 0.26).clamp(12.0, 22.0);
        let font = FontId::proportional((edge * 0.68).max(9.0));
        let color = theme::palette(self.painter.ctx()).text_weak;
        for i in 0..8 {
            if let Some(square) = self.geometry.at(i, 7) {
                let at = pos2(self.geometry.center(square).x, board.bottom() + edge / 2.0);
                let letter = square.file().letter();
                self.painter.text(at, Align2::CENTER_CENTER, letter, font.clone(), color);
            }
            if let Some(square) = self.geometry.at(0, i) {
                let at = pos2(board.left() - edge / 2.0, self.geometry.center(square).y);
                let digit = square.rank().letter();
                self.painter.text(at, Align2::CENTER_CENTER, digit, font.clone(), color);
            }
        }
    }

    /// Of the two colours for letters the one that stands out more from the square as it is now.
    fn coordinate_color(&self, square: Square, marks: &Marks) -> Color32 {
        let ground = self.fill(square, marks).intensity();
        let Pair { light, dark } = self.theme.coordinate;
        let apart = |color: Color32| (color.intensity() - ground).abs();
        if apart(light) >= apart(dark) { light } else { dark }
    }

    fn fill(&self, square: Square, marks: &Marks) -> Color32 {
        if let Some(tints) = self.tints {
            return tints[square.index()];
        }
        let pair = if marks.selected == Some(square) {
            self.theme.selected
        } else if either(marks.premove, square) {
            self.theme.premove
        } else if either(marks.last_move, square) {
            self.theme.last_move
        } else {
            self.theme.square
        };
        pair.on(square.is_light())
    }

    /// A line inside the edge of a square.
    pub(super) fn outline(&self, square: Square, color: Color32, part: f32) {
        let pixel = 1.0 / self.painter.pixels_per_point();
        let width = (self.geometry.square_side() * part / pixel).round().max(2.0) * pixel;
        let rect = self.geometry.square_rect(square);
        self.painter.rect_stroke(rect, 0, Stroke::new(width, color), StrokeKind::Inside);
    }

    /// Dots on empty squares, rings round what can be taken.
    pub(super) fn targets(&self, targets: Bitboard, occupied: Bitboard, hover: Option<Square>) {
        let side = self.geometry.square_side();
        let pixel = 1.0 / self.painter.pixels_per_point();
        for square in targets {
            let center = self.geometry.center(square);
            let hovered = hover == Some(square);
            let color = if hovered { self.theme.target_hover } else { self.theme.target };
            if occupied.has(square) {
                let width = side * RING;
                let radius = (side - width) / 2.0 - pixel;
                self.painter.circle_stroke(center, radius, Stroke::new(width, color));
            } else {
                let grown = if hovered { 1.35 } else { 1.0 };
                self.painter.circle_filled(center, side * DOT * grown, color);
            }
        }
    }

    /// A piece in its place; `alpha` 1 is solid.
    pub(super) fn piece(&self, piece: Piece, rect: Rect, alpha: f32) {
        self.pieces.paint(self.painter, piece, rect, Color32::WHITE.gamma_multiply(alpha));
    }
}
