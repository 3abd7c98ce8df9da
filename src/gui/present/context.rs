//! What panels read: the model, the time, and how the settings want positions, moves and scores shown.

use tabia_app::model::Model;
use tabia_app::window::look;
use tabia_app::window::settings::Notation;
use tabia_chess::Color;
use tabia_engine::search::score::Pov;

use crate::gui::look::theme::BoardTheme;
use crate::gui::widgets::board::Coordinates;

/// What a panel is given.
#[derive(Clone, Copy, Debug)]
pub struct Cx<'a> {
    /// Everything the program knows.
    pub model: &'a Model,
    /// Now, ms since the program began.
    pub now_ms: u64,
}

/// Whether moves are written with little pieces.
pub fn figurines(model: &Model) -> bool {
    model.settings.notation == Notation::Figurine
}

/// The colours of the board.
pub fn board_theme(model: &Model) -> &'static BoardTheme {
    BoardTheme::by_name(&model.settings.board_theme)
}

/// Where the letters and digits of the board stand.
pub fn coordinates(model: &Model) -> Coordinates {
    match model.settings.coordinates {
        look::Coordinates::Inside => Coordinates::Inside,
        look::Coordinates::Outside => Coordinates::Outside,
        look::Coordinates::None => Coordinates::None,
    }
}

/// The side at the bottom of the board.
pub fn orientation(model: &Model) -> Color {
    if model.view.flipped { Color::Black } else { Color::White }
}

/// Whose view scores are shown from, for the head of a column.
pub fn pov_title(model: &Model) -> &'static str {
    match model.settings.pov {
        Pov::White => "White's view",
        Pov::Mover => "Mover's view",
    }
}
