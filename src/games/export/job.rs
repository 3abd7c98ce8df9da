//! An export: a game or one of its positions, the format and the options. Also the frames of an animation as a list of
//! nodes; the pictures are rendered one by one, so a long game needs no more memory than a short one.

use serde::{Deserialize, Serialize};

use super::diagram::{Colours, Diagram, PieceDrawings, Style};
use super::page::Moments;
use super::{diagram, page};
use crate::game::tags::Tags;
use crate::game::tree::{GameTree, NodeId};
use tabia_chess::Color;

/// Range of the number of moves between two diagrams.
pub const EVERY: std::ops::RangeInclusive<u32> = 0..=50;

/// The format of an export.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// The shown position as pixels.
    #[default]
    Png,
    /// The shown position as a drawing that can be made any size.
    Svg,
    /// The shown line as an animation.
    Gif,
    /// The game as a page to print.
    Html,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 4] = [Kind::Png, Kind::Svg, Kind::Gif, Kind::Html];

    /// Its file extension.
    pub fn extension(self) -> &'static str {
        match self {
            Kind::Png => "png",
            Kind::Svg => "svg",
            Kind::Gif => "gif",
            Kind::Html => "html",
        }
    }
}

/// The options of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Choices {
    /// Side of the board, pixels.
    pub size_px: u32,
    /// How long a move is shown, ms.
    pub delay_ms: u32,
    /// Letters and digits beside the board.
    pub coordinates: bool,
    /// Arrows and circles.
    pub arrows: bool,
    /// The squares of the last move.
    pub last_move: bool,
    /// The players' names above and below the board.
    pub names: bool,
    /// Diagrams after moves with a glyph, a comment, arrows or circles.
    pub annotated: bool,
    /// Diagrams where lines end.
    pub ends: bool,
    /// Diagrams after every this many moves; 0 is none.
    pub every: u32,
}

impl Default for Choices {
    fn default() -> Choices {
        Choices {
            size_px: 480,
            delay_ms: 1000,
            coordinates: true,
            arrows: true,
            last_move: true,
            names: true,
            annotated: true,
            ends: false,
            every: 10,
        }
    }
}

impl Choices {
    /// The same with every value inside its range.
    #[must_use]
    pub fn clamped(self) -> Choices {
        Choices {
            size_px: self.size_px.clamp(*SIZE_PX.start(), *SIZE_PX.end()),
            delay_ms: self.delay_ms.clamp(*DELAY_MS.start(), *DELAY_MS.end()),
            every: self.every.min(*EVERY.end()),
            ..self
        }
    }
}

/// All data of an export.
#[derive(Clone, Debug)]
pub struct Job {
    /// The format.
    pub kind: Kind,
    /// The options.
    pub choices: Choices,
    /// The tags.
    pub tags: Tags,
    /// The game.
    pub tree: GameTree,
    /// The shown position.
    pub node: NodeId,
    /// The side below.
    pub orientation: Color,
    /// Name of the board's colours, for rendering pixels.
    pub theme: String,
    /// The same colours, for drawings.
    pub colours: Colours,
    /// Name of the piece set, for rendering pixels.
    pub piece_set: String,
    /// The same set, for drawings.
    pub pieces: PieceDrawings,
    /// The letters of the pieces in moves, in the order of [`LETTERS`](crate::game::piece_letters::LETTERS).
    pub letters: &'static str,
}

impl Job {
    /// The file, if it is a text; `None` if it consists of pixels.
    pub fn text(&self) -> Option<String> {
        let Choices { coordinates, arrows, last_move, annotated, ends, every, .. } = self.choices;
        let (colours, orientation) = (self.colours, self.orientation);
        let style = Style { pieces: &self.pieces, colours, orientation, coordinates };
        match self.kind {
            Kind::Svg => {
                let mut diagram = Diagram::at(&self.tree, self.node);
                if !arrows {
                    diagram.shapes = &[];
                }
                diagram.last_move = diagram.last_move.filter(|_| last_move);
                Some(diagram::drawing(&diagram, &style))
            }
            Kind::Html => {
                let moments = Moments { annotated, ends, every };
                Some(page::page(&self.tags, &self.tree, moments, &style, self.letters))
            }
            Kind::Png | Kind::Gif => None,
        }
    }
}

/// Range of the time a move is shown, ms.
pub const DELAY_MS: std::ops::RangeInclusive<u32> = 100..=10_000;
/// Range of the board's side, pixels.
pub const SIZE_PX: std::ops::RangeInclusive<u32> = 160..=1200;
/// The last position is shown this many times as long, as a pause before the animation repeats.
const REST: u32 = 3;

/// One picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The position.
    pub node: NodeId,
    /// How long it is shown, ms.
    pub shown_ms: u32,
}

/// The pictures of a line through a node: from the start position to its end. A game without moves is one picture.
pub fn of_line(tree: &GameTree, node: NodeId, delay_ms: u32) -> Vec<Frame> {
    let delay = delay_ms.clamp(*DELAY_MS.start(), *DELAY_MS.end());
    let mut frames: Vec<Frame> =
        tree.line_through(node).into_iter().map(|node| Frame { node, shown_ms: delay }).collect();
    if let Some(last) = frames.last_mut() {
        last.shown_ms = delay * REST;
    }
    frames
}

#[cfg(test)]
mod tests {
    use crate::game::pgn_read;

    use super::*;

    #[test]
    fn a_line_has_a_picture_for_each_position() {
        let tree = pgn_read::read_all("1. e4 e5 (1... c5 2. Nf3) 2. f4 *").remove(0).tree;
        let main = of_line(&tree, NodeId::ROOT, 500);
        assert_eq!(main.len(), 4);
        assert_eq!((main[0].shown_ms, main[3].shown_ms), (500, 1500));
        let c5 = tree.children(tree.main_line()[1])[1];
        assert_eq!(of_line(&tree, c5, 1).len(), 4, "through the variation to its end");
        assert_eq!(of_line(&tree, c5, 1)[0].shown_ms, 100);
        let none = pgn_read::read_all("[White \"A\"]\n\n*").remove(0).tree;
        assert_eq!(
            of_line(&none, NodeId::ROOT, 500),
            [Frame { node: NodeId::ROOT, shown_ms: 1500 }]
        );
    }
}
