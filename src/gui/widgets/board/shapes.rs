//! Arrows and circles on the board: what a person draws and what the engine shows. The types, not
//! the painting.

use eframe::egui::{Color32, Modifiers};

use crate::gui::look::theme::board::BRUSHES;
use tabia_chess::attacks;
use tabia_chess::bitboard::Bitboard;
use tabia_chess::square::Square;

/// The pen a shape is drawn with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Brush {
    /// No modifier key.
    #[default]
    Green,
    /// Shift or Ctrl.
    Red,
    /// Alt or the command key.
    Blue,
    /// Both.
    Orange,
    /// A line of the engine.
    Engine,
    /// A line of one of several engines, by its slot.
    EngineAt(u8),
    /// What the side not to move threatens.
    Threat,
}

impl Brush {
    /// The brush these keys choose. Shift draws with the left button too and then chooses nothing.
    pub fn from_modifiers(modifiers: Modifiers, right_button: bool) -> Self {
        let red = right_button && (modifiers.shift || modifiers.ctrl);
        let blue = modifiers.alt || modifiers.mac_cmd;
        match (red, blue) {
            (false, false) => Brush::Green,
            (true, false) => Brush::Red,
            (false, true) => Brush::Blue,
            (true, true) => Brush::Orange,
        }
    }

    /// What it looks like.
    pub fn color(self) -> Color32 {
        match self {
            Brush::Green => BRUSHES.green,
            Brush::Red => BRUSHES.red,
            Brush::Blue => BRUSHES.blue,
            Brush::Orange => BRUSHES.orange,
            Brush::Engine => BRUSHES.engine,
            Brush::Threat => BRUSHES.threat,
            Brush::EngineAt(slot) => BRUSHES.engines[usize::from(slot) % BRUSHES.engines.len()],
        }
    }
}

/// An arrow, or a circle where it leads nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Where it starts; the circled square.
    pub from: Square,
    /// Where the arrow points; `None` makes a circle.
    pub to: Option<Square>,
    /// The pen.
    pub brush: Brush,
}

/// An arrow of the engine, with what is said about it.
#[derive(Clone, Debug, PartialEq)]
pub struct ComputerShape {
    /// What is drawn.
    pub shape: Shape,
    /// Short text on the arrow's head: the number of the line or its score. Empty for none.
    pub label: String,
    /// How much it matters, 0 (thin, pale) to 1.
    pub strength: f32,
}

/// Draws a shape the way a hand expects: the same again erases it, another brush repaints it.
pub fn toggle(shapes: &mut Vec<Shape>, shape: Shape) {
    let before = shapes.iter().position(|s| s.from == shape.from && s.to == shape.to);
    match before.map(|i| shapes.remove(i)) {
        Some(old) if old.brush == shape.brush => {}
        _ => shapes.push(shape),
    }
}

/// Squares an arrow from here snaps to: where a queen or a knight could go on an empty board.
pub(super) fn arrow_targets(from: Square) -> Bitboard {
    attacks::queen(from, Bitboard::EMPTY) | attacks::knight(from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawing_again_erases_and_another_brush_repaints() {
        let arrow = Shape { from: Square::E2, to: Some(Square::E4), brush: Brush::Green };
        let red = Shape { brush: Brush::Red, ..arrow };
        let circle = Shape { to: None, ..arrow };
        let mut shapes = Vec::new();
        toggle(&mut shapes, arrow);
        toggle(&mut shapes, circle);
        toggle(&mut shapes, red);
        assert_eq!(shapes, [circle, red]);
        toggle(&mut shapes, red);
        assert_eq!(shapes, [circle]);
    }

    #[test]
    fn keys_choose_the_brush() {
        assert_eq!(Brush::from_modifiers(Modifiers::NONE, true), Brush::Green);
        assert_eq!(Brush::from_modifiers(Modifiers::SHIFT, true), Brush::Red);
        assert_eq!(Brush::from_modifiers(Modifiers::SHIFT, false), Brush::Green);
        assert_eq!(Brush::from_modifiers(Modifiers::ALT, false), Brush::Blue);
        assert_eq!(Brush::from_modifiers(Modifiers::SHIFT | Modifiers::ALT, true), Brush::Orange);
    }
}
