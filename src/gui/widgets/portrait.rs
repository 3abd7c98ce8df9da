//! Portraits of the characters: heads drawn from a few shapes, so that they are sharp at every size.

use crate::gui::look::theme;
use eframe::egui::{Color32, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, pos2, vec2};

/// The features of a portrait.
#[derive(Clone, Copy, Debug)]
pub struct Portrait {
    /// The background.
    pub ground: Color32,
    pub skin: Color32,
    /// Hair, eyebrows and beard.
    pub hair: Color32,
    pub clothes: Color32,
    /// How the hair is worn.
    pub style: Hair,
    /// Further features.
    pub extras: &'static [Extra],
}

/// A hairstyle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hair {
    /// Short, with a tuft.
    Tuft,
    /// A bun on top.
    Bun,
    /// Short, parted at the side.
    Parted,
    /// Long, over both shoulders.
    Long,
    /// Under a cap with a brim.
    Cap,
    /// To the chin.
    Bob,
    /// A bob with a fringe.
    Fringe,
    /// Only at the sides.
    Bald,
    /// Under a beret.
    Beret,
}

/// A further feature of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// Round glasses.
    Glasses,
    /// A full beard.
    Beard,
    Moustache,
    /// A mouth that does not smile.
    Serious,
    /// A jacket with a tie.
    Tie,
    /// Wrinkles beside the eyes.
    Wrinkles,
}

const EYE: Color32 = theme::PORTRAIT_INK;
const LIGHT: Color32 = theme::PORTRAIT_LIGHT;
/// Corners of the frame, points.
const CORNER: f32 = 8.0;

impl Portrait {
    /// Paints it into a square.
    pub fn paint(&self, painter: &Painter, place: Rect) {
        // Coordinates from 0 to 100 inside the square.
        let unit = place.width() / 100.0;
        let at = |x: f32, y: f32| pos2(place.left() + x * unit, place.top() + y * unit);
        let painter = painter.with_clip_rect(painter.clip_rect().intersect(place));
        painter.rect_filled(place, CORNER, self.ground);
        let ellipse = |x: f32, y: f32, rx: f32, ry: f32, color: Color32| {
            painter.add(Shape::ellipse_filled(at(x, y), vec2(rx, ry) * unit, color));
        };
        let line = |points: &[(f32, f32)], width: f32, color: Color32| {
            let points: Vec<Pos2> = points.iter().map(|&(x, y)| at(x, y)).collect();
            painter.add(Shape::line(points, Stroke::new(width * unit, color)));
        };
        let has = |extra: Extra| self.extras.contains(&extra);
        let shade = self.skin.lerp_to_gamma(EYE, 0.25);
        self.hair_behind(&painter, &at, unit);
        // Shoulders end at the lower edge, rounded like it.
        let shoulders = Rect::from_min_max(at(16.0, 78.0), at(84.0, 100.0));
        let round = (22.0 * unit) as u8;
        let corners = CornerRadius { nw: round, ne: round, sw: 0, se: 0 };
        painter.rect_filled(shoulders, corners, self.clothes);
        if has(Extra::Tie) {
            let lapels = [at(38.0, 78.0), at(62.0, 78.0), at(50.0, 97.0)];
            painter.add(Shape::convex_polygon(lapels.to_vec(), LIGHT, Stroke::NONE));
            line(&[(50.0, 80.0), (50.0, 97.0)], 5.0, EYE);
        }
        ellipse(50.0, 74.0, 9.0, 10.0, shade);
        ellipse(50.0, 52.0, 21.0, 25.0, self.skin);
        ellipse(29.0, 54.0, 4.0, 6.0, self.skin);
        ellipse(71.0, 54.0, 4.0, 6.0, self.skin);
        if has(Extra::Beard) {
            let jaw = [
                (29.0, 54.0),
                (33.0, 64.0),
                (50.0, 60.0),
                (67.0, 64.0),
                (71.0, 54.0),
                (68.0, 72.0),
                (58.0, 82.0),
                (42.0, 82.0),
                (32.0, 72.0),
            ];
            ellipse(50.0, 70.0, 19.0, 13.0, self.hair);
            line(&jaw[..2], 5.0, self.hair);
            line(&[jaw[3], jaw[4]], 5.0, self.hair);
        }
        self.hair_before(&painter, &at, unit);
        for x in [41.0, 59.0] {
            ellipse(x, 52.0, 2.6, 3.0, EYE);
            line(&[(x - 5.0, 45.5), (x + 5.0, 45.5)], 2.2, self.hair.lerp_to_gamma(EYE, 0.3));
        }
        if has(Extra::Wrinkles) {
            line(&[(33.0, 56.0), (36.0, 58.0)], 1.4, shade);
            line(&[(67.0, 56.0), (64.0, 58.0)], 1.4, shade);
        }
        line(&[(50.0, 54.0), (48.0, 60.0), (51.0, 60.5)], 1.8, shade);
        let mouth: &[(f32, f32)] = if has(Extra::Serious) {
            &[(44.0, 67.0), (56.0, 67.0)]
        } else {
            &[(43.0, 65.5), (46.5, 68.0), (50.0, 68.8), (53.5, 68.0), (57.0, 65.5)]
        };
        let lips = if has(Extra::Beard) { LIGHT.lerp_to_gamma(shade, 0.5) } else { EYE };
        line(mouth, 2.2, lips.lerp_to_gamma(shade, 0.3));
        if has(Extra::Moustache) {
            line(
                &[(41.0, 65.0), (46.0, 62.0), (50.0, 63.5), (54.0, 62.0), (59.0, 65.0)],
                3.6,
                self.hair,
            );
        }
        if has(Extra::Glasses) {
            for x in [41.0, 59.0] {
                painter.circle_stroke(at(x, 52.0), 7.0 * unit, Stroke::new(1.8 * unit, EYE));
            }
            line(&[(48.0, 52.0), (52.0, 52.0)], 1.8, EYE);
        }
    }

    fn hair_behind(&self, painter: &Painter, at: &impl Fn(f32, f32) -> Pos2, unit: f32) {
        let block = |x0: f32, y0: f32, x1: f32, y1: f32, round: f32| {
            let rect = Rect::from_min_max(at(x0, y0), at(x1, y1));
            painter.rect_filled(rect, round * unit, self.hair);
        };
        match self.style {
            Hair::Long => block(23.0, 22.0, 77.0, 90.0, 24.0),
            Hair::Bob | Hair::Fringe => block(24.0, 22.0, 76.0, 74.0, 22.0),
            Hair::Bun => {
                painter.circle_filled(at(50.0, 17.0), 11.0 * unit, self.hair);
                block(26.0, 24.0, 74.0, 62.0, 22.0);
            }
            Hair::Bald => {
                painter.circle_filled(at(29.0, 45.0), 8.0 * unit, self.hair);
                painter.circle_filled(at(71.0, 45.0), 8.0 * unit, self.hair);
            }
            Hair::Tuft | Hair::Parted | Hair::Cap | Hair::Beret => {
                block(27.0, 24.0, 73.0, 54.0, 20.0);
            }
        }
    }

    fn hair_before(&self, painter: &Painter, at: &impl Fn(f32, f32) -> Pos2, unit: f32) {
        let shape = |points: &[(f32, f32)], color: Color32| {
            let points: Vec<Pos2> = points.iter().map(|&(x, y)| at(x, y)).collect();
            painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
        };
        let cap = |x: f32, y: f32, rx: f32, ry: f32, color: Color32| {
            painter.add(Shape::ellipse_filled(at(x, y), vec2(rx, ry) * unit, color));
        };
        let hair = self.hair;
        match self.style {
            Hair::Tuft => {
                cap(50.0, 33.0, 22.0, 10.0, hair);
                shape(&[(44.0, 28.0), (52.0, 14.0), (60.0, 28.0)], hair);
            }
            Hair::Parted => {
                cap(47.0, 33.0, 20.0, 10.0, hair);
                shape(&[(60.0, 27.0), (73.0, 36.0), (72.0, 46.0), (66.0, 38.0)], hair);
            }
            Hair::Bun => cap(50.0, 32.0, 22.0, 8.0, hair),
            Hair::Long => {
                shape(&[(50.0, 24.0), (72.0, 32.0), (75.0, 50.0), (66.0, 40.0)], hair);
                shape(&[(52.0, 24.0), (28.0, 32.0), (25.0, 50.0), (36.0, 38.0)], hair);
            }
            Hair::Bob => {
                cap(50.0, 31.0, 22.0, 9.0, hair);
                shape(&[(28.0, 32.0), (36.0, 34.0), (29.0, 54.0)], hair);
            }
            Hair::Fringe => {
                let fringe = Rect::from_min_max(at(29.0, 25.0), at(71.0, 42.0));
                painter.rect_filled(fringe, 8.0 * unit, hair);
            }
            Hair::Cap => {
                cap(50.0, 31.0, 24.0, 14.0, self.clothes);
                cap(56.0, 38.0, 26.0, 4.0, self.clothes.lerp_to_gamma(EYE, 0.4));
            }
            Hair::Beret => {
                cap(47.0, 29.0, 27.0, 10.0, self.clothes);
                painter.circle_filled(at(47.0, 19.0), 2.6 * unit, self.clothes);
            }
            Hair::Bald => {}
        }
    }
}
