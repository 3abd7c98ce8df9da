//! Paints the board: squares, marks, resting pieces. It makes no decisions; what to paint is passed in.

use std::f32::consts::TAU;

use eframe::egui::epaint::Mesh;
use eframe::egui::{
    Align2, Color32, FontId, Painter, Rect, Shape as Paint, Stroke, StrokeKind, Vec2, pos2, vec2,
};

use tabia_chess::{Bitboard, Piece, PieceType, Square};

use crate::gui::look::pieces::PieceSet;
use crate::gui::look::theme;
use crate::gui::look::theme::BoardTheme;
use crate::gui::widgets::board::Placement;
use crate::gui::widgets::board::geometry::Geometry;

/// Below this side of a square the letters would touch its piece, points.
const MIN_COORDINATE_SQUARE: f32 = 50.0;
/// Sizes in sides of a square.
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

/// Squares marked by their own colour.
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
            // The ring is for those who cannot see red.
            let width = self.geometry.square_side() * OUTLINE * 0.8;
            let radius = self.geometry.square_side() / 2.0 - width;
            let stroke = Stroke::new(width, self.theme.check);
            self.painter.circle_stroke(self.geometry.center(king), radius, stroke);
        }
    }

    /// A red glow, full in the centre and fading out at the edge of the square.
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
        if side < MIN_COORDINATE_SQUARE {
            return;
        }
        let font = FontId::proportional((side * 0.19).clamp(12.0, 17.0));
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

    /// Files below the board, ranks left of it, on any background.
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

    fn coordinate_color(&self, square: Square, marks: &Marks) -> Color32 {
        self.theme.coordinate_on(self.fill(square, marks))
    }

    fn fill(&self, square: Square, marks: &Marks) -> Color32 {
        if let Some(tints) = self.tints.filter(|_| marks.selected != Some(square)) {
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

    /// Dots on empty squares, rings around pieces that can be captured.
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

/// If more pieces than this are on new squares it is another position, not a move: nothing slides then. Four is
/// castling answered by castling.
const MAX_SLIDES: usize = 4;

/// A piece that slides to its square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slide {
    pub(super) piece: Piece,
    /// Where it came from.
    pub(super) from: Square,
    /// The square it is on now.
    pub(super) to: Square,
}

/// The pieces in motion, kept from frame to frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Motion {
    shown: Option<Placement>,
    /// When the current motion started, seconds of the context's clock.
    start: f64,
    slides: Vec<Slide>,
    /// Captured pieces, on their squares.
    fades: Vec<(Piece, Square)>,
    /// A piece the user has dropped here must not slide again.
    dropped: Option<Square>,
    /// 0 at the start, 1 at the end of the motion.
    progress: f32,
}

impl Motion {
    /// The user has dropped a piece on this square; the placement will follow.
    pub(super) fn dropped_on(&mut self, square: Square) {
        self.dropped = Some(square);
    }

    /// Takes the placement of this frame. `seconds` is the duration of a motion, 0 for none at all. Returns whether
    /// something is moving.
    pub(super) fn advance(&mut self, placement: &Placement, now: f64, seconds: f32) -> bool {
        if self.shown.as_ref() != Some(placement) {
            let dropped = self.dropped.take();
            self.slides.clear();
            self.fades.clear();
            if let (Some(old), true) = (self.shown, seconds > 0.0) {
                (self.slides, self.fades) = compare(&old, placement);
                self.slides.retain(|slide| Some(slide.to) != dropped);
            }
            self.shown = Some(*placement);
            self.start = now;
        }
        self.progress =
            if seconds > 0.0 { ((now - self.start) as f32 / seconds).clamp(0.0, 1.0) } else { 1.0 };
        if self.progress >= 1.0 {
            self.slides.clear();
            self.fades.clear();
        }
        !self.slides.is_empty() || !self.fades.is_empty()
    }

    /// Whether the piece on this square is drawn in motion and not in its place.
    pub(super) fn slides_to(&self, square: Square) -> bool {
        self.slides.iter().any(|slide| slide.to == square)
    }

    /// Pieces in motion, each with its offset from its square, in squares to the right and up (White's view).
    pub(super) fn sliding(&self) -> impl Iterator<Item = (Slide, Vec2)> {
        let left = 1.0 - ease(self.progress);
        self.slides.iter().map(move |slide| (*slide, step(slide.to, slide.from) * left))
    }

    /// Captured pieces, each with its remaining opacity, 1 to 0.
    pub(super) fn fading(&self) -> impl Iterator<Item = (Piece, Square, f32)> {
        let left = 1.0 - self.progress;
        self.fades.iter().map(move |&(piece, square)| (piece, square, left))
    }
}

fn step(from: Square, to: Square) -> Vec2 {
    let file = |s: Square| s.file().index() as f32;
    let rank = |s: Square| s.rank().index() as f32;
    vec2(file(to) - file(from), rank(to) - rank(from))
}

/// Slow, fast, slow: a cubic on either half.
fn ease(t: f32) -> f32 {
    if t < 0.5 { 4.0 * t.powi(3) } else { 1.0 - 4.0 * (1.0 - t).powi(3) }
}

fn compare(old: &Placement, new: &Placement) -> (Vec<Slide>, Vec<(Piece, Square)>) {
    let mut gone = Vec::new();
    let mut come = Vec::new();
    for square in Square::all() {
        let (before, after) = (old[square.index()], new[square.index()]);
        if before != after {
            gone.extend(before.map(|piece| (piece, square)));
            come.extend(after.map(|piece| (piece, square)));
        }
    }
    if come.len() > MAX_SLIDES || gone.len() > 2 * MAX_SLIDES {
        return (Vec::new(), Vec::new());
    }
    let mut slides = Vec::new();
    for &(piece, to) in &come {
        let nearest = gone
            .iter()
            .enumerate()
            .filter(|(_, (other, from))| may_become(*other, *from, piece, to))
            .min_by_key(|(_, (other, from))| (*other != piece, from.distance(to)))
            .map(|(i, _)| i);
        if let Some(i) = nearest {
            let (_, from) = gone.remove(i);
            slides.push(Slide { piece, from, to });
        }
    }
    (slides, gone)
}

/// Whether a piece that left `from` can be the one that came to `to`: the same piece, or a pawn that
/// promoted there (or, going back, was promoted).
fn may_become(before: Piece, from: Square, after: Piece, to: Square) -> bool {
    let promotes = |pawn: Piece, other: Piece| {
        pawn.kind() == PieceType::Pawn && PieceType::PROMOTIONS.contains(&other.kind())
    };
    before == after
        || before.color() == after.color()
            && from.distance(to) == 1
            && from.rank() != to.rank()
            && (promotes(before, after) || promotes(after, before))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::widgets::board::placement;
    use tabia_chess::Board;

    fn after(fen: &str, from: Square, to: Square, promotion: Option<PieceType>) -> Motion {
        let board = Board::from_fen(fen).unwrap();
        let mv = board.find_move(from, to, promotion).unwrap();
        let mut motion = Motion::default();
        assert!(!motion.advance(&placement(&board), 0.0, 0.2));
        assert!(motion.advance(&placement(&board.after(mv)), 1.0, 0.2));
        motion
    }

    #[test]
    fn castling_moves_both_pieces() {
        let motion = after("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", Square::E1, Square::C1, None);
        let slides: Vec<_> = motion.sliding().map(|(s, _)| (s.from, s.to)).collect();
        assert_eq!(slides, [(Square::E1, Square::C1), (Square::A1, Square::D1)]);
        assert_eq!(motion.fading().count(), 0);
    }

    #[test]
    fn captures_fade_and_promotions_slide() {
        let motion = after(
            "3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1",
            Square::C7,
            Square::D8,
            Some(PieceType::Queen),
        );
        let slide = Slide { piece: Piece::WhiteQueen, from: Square::C7, to: Square::D8 };
        let (first, offset) = motion.sliding().next().unwrap();
        assert_eq!((first, offset), (slide, vec2(-1.0, -1.0)));
        assert_eq!(motion.fading().next(), Some((Piece::BlackRook, Square::D8, 1.0)));
    }

    #[test]
    fn motion_ends_and_another_position_does_not_slide() {
        let mut motion = after("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Square::E2, Square::E4, None);
        let board = Board::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        let moved = board.after(board.find_move(Square::E2, Square::E4, None).unwrap());
        assert!(motion.advance(&placement(&moved), 1.1, 0.2));
        assert!(motion.slides_to(Square::E4));
        let (_, offset) = motion.sliding().next().unwrap();
        assert!((offset.y + 1.0).abs() < 1e-4, "half way: {offset:?}");
        assert!(!motion.advance(&placement(&moved), 1.3, 0.2));
        assert!(!motion.advance(&placement(&Board::start()), 2.0, 0.2));
        assert!(!motion.advance(&placement(&board), 3.0, 0.0));
    }

    #[test]
    fn a_dropped_piece_stays_under_the_hand() {
        let board = Board::start();
        let mut motion = Motion::default();
        motion.advance(&placement(&board), 0.0, 0.2);
        motion.dropped_on(Square::E4);
        let mv = board.find_move(Square::E2, Square::E4, None).unwrap();
        assert!(!motion.advance(&placement(&board.after(mv)), 0.1, 0.2));
    }
}
