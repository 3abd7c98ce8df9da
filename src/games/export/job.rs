//! What is exported: a game or one of its positions, as what, and how it is to look.

use serde::{Deserialize, Serialize};

use crate::game::tags::Tags;
use crate::game::tree::{GameTree, NodeId};
use tabia_chess::Color;

use super::diagram::{self, Colours, Diagram, Style};
use super::frames::{DELAY_MS, SIZE_PX};
use super::page::{self, Moments};
use super::pieces::PieceDrawings;

/// Most moves between two diagrams that can be set.
pub const EVERY: std::ops::RangeInclusive<u32> = 0..=50;

/// What becomes of a game.
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

    /// What its files' names end with.
    pub fn extension(self) -> &'static str {
        match self {
            Kind::Png => "png",
            Kind::Svg => "svg",
            Kind::Gif => "gif",
            Kind::Html => "html",
        }
    }
}

/// How it is to look.
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
    /// Diagrams after every so many moves; 0 is none.
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

/// Everything that has to be known.
#[derive(Clone, Debug)]
pub struct Job {
    /// What it becomes.
    pub kind: Kind,
    /// How it looks.
    pub choices: Choices,
    /// Who played.
    pub tags: Tags,
    /// The game.
    pub tree: GameTree,
    /// The shown position.
    pub node: NodeId,
    /// The side below.
    pub orientation: Color,
    /// Name of the board's colours, for those who paint.
    pub theme: String,
    /// The same colours, for drawings.
    pub colours: Colours,
    /// Name of the chess set, for those who paint.
    pub piece_set: String,
    /// The same set, for drawings.
    pub pieces: PieceDrawings,
}

impl Job {
    /// The file, where it is a text; `None` where it is made of pixels.
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
                Some(page::page(&self.tags, &self.tree, moments, &style))
            }
            Kind::Png | Kind::Gif => None,
        }
    }
}
