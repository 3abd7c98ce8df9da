//! Where the squares lie on the screen. All sizes are whole pixels, so that edges stay sharp.

use eframe::egui::{Pos2, Rect, Vec2, pos2, vec2};

use tabia_chess::color::Color;
use tabia_chess::file::File;
use tabia_chess::rank::Rank;
use tabia_chess::square::Square;

/// A board laid out on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Geometry {
    rect: Rect,
    square: f32,
    orientation: Color,
}

impl Geometry {
    /// Side in points of the largest board that fits into `available`: eight squares of whole pixels,
    /// each at least 8 pixels.
    pub fn side(available: Vec2, pixels_per_point: f32) -> f32 {
        let pixels = (available.min_elem() * pixels_per_point / 8.0 + 0.01).floor().max(8.0);
        8.0 * pixels / pixels_per_point
    }

    /// The largest board in the middle of `area`, with the side of `orientation` below.
    pub fn fit(area: Rect, orientation: Color, pixels_per_point: f32) -> Self {
        let side = Self::side(area.size(), pixels_per_point);
        let round = |v: f32| (v * pixels_per_point).round() / pixels_per_point;
        let corner = area.center() - Vec2::splat(side / 2.0);
        let rect = Rect::from_min_size(pos2(round(corner.x), round(corner.y)), Vec2::splat(side));
        Self { rect, square: side / 8.0, orientation }
    }

    /// The whole board.
    pub fn rect(&self) -> Rect {
        self.rect
    }

    /// Side of one square, points.
    pub fn square_side(&self) -> f32 {
        self.square
    }

    /// Whose side is below.
    pub fn orientation(&self) -> Color {
        self.orientation
    }

    /// Column and row of a square as seen, from the top left.
    pub fn column_row(&self, square: Square) -> (usize, usize) {
        let (file, rank) = (square.file().index(), square.rank().index());
        match self.orientation {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        }
    }

    /// The square seen in this column and row, if there is one.
    pub fn at(&self, column: usize, row: usize) -> Option<Square> {
        if column > 7 || row > 7 {
            return None;
        }
        let (file, rank) = match self.orientation {
            Color::White => (column, 7 - row),
            Color::Black => (7 - column, row),
        };
        Some(Square::new(File::from_index(file)?, Rank::from_index(rank)?))
    }

    /// Where a square lies.
    pub fn square_rect(&self, square: Square) -> Rect {
        let (column, row) = self.column_row(square);
        let corner = self.rect.min + vec2(column as f32, row as f32) * self.square;
        Rect::from_min_size(corner, Vec2::splat(self.square))
    }

    /// The middle of a square.
    pub fn center(&self, square: Square) -> Pos2 {
        self.square_rect(square).center()
    }

    /// The square under a point, if the point is on the board.
    pub fn square_at(&self, pos: Pos2) -> Option<Square> {
        if !self.rect.contains(pos) {
            return None;
        }
        let offset = (pos - self.rect.min) / self.square;
        self.at((offset.x as usize).min(7), (offset.y as usize).min(7))
    }

    /// The squares in reading order: left to right, from the top.
    pub fn in_reading_order(&self) -> impl Iterator<Item = Square> + use<> {
        let this = *self;
        (0..64).filter_map(move |i| this.at(i % 8, i / 8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_points_agree_from_both_sides() {
        for orientation in Color::ALL {
            let area = Rect::from_min_size(pos2(13.3, 7.7), vec2(641.0, 480.0));
            let geometry = Geometry::fit(area, orientation, 1.25);
            for square in Square::all() {
                assert_eq!(geometry.square_at(geometry.center(square)), Some(square));
                let (column, row) = geometry.column_row(square);
                assert_eq!(geometry.at(column, row), Some(square));
            }
            assert_eq!(geometry.square_at(pos2(0.0, 0.0)), None);
        }
        let white =
            Geometry::fit(Rect::from_min_size(Pos2::ZERO, Vec2::splat(80.0)), Color::White, 1.0);
        assert_eq!(white.square_at(pos2(5.0, 75.0)), Some(Square::A1));
        assert_eq!(white.in_reading_order().next(), Some(Square::A8));
    }

    #[test]
    fn every_edge_falls_on_a_pixel() {
        for ppp in [1.0, 1.25, 1.5, 2.0, 3.0] {
            for size in [240.0, 333.0, 641.5] {
                let area = Rect::from_min_size(pos2(3.3, 4.9), vec2(size, size + 50.0));
                let geometry = Geometry::fit(area, Color::White, ppp);
                for square in Square::all() {
                    for v in
                        [geometry.square_rect(square).min.x, geometry.square_rect(square).max.y]
                    {
                        let pixels = v * ppp;
                        assert!((pixels - pixels.round()).abs() < 1e-2, "{ppp} {size} {pixels}");
                    }
                }
                assert!(geometry.rect().width() <= size + 0.01);
            }
        }
    }
}
