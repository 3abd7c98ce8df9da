//! What panels read: the model, the time, how the settings display positions, moves and scores, and the root move under
//! the pointer.

use eframe::egui::{Context, Id, Ui};

use tabia_app::lab::state::MarkedMove;
use tabia_app::model::Model;
use tabia_app::window::settings;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Color, Move};
use tabia_engine::search::score::Pov;
use tabia_text::t;

use crate::gui::look::theme::BoardTheme;
use crate::gui::widgets::board::Coordinates;

#[derive(Clone, Copy, Debug)]
pub struct Cx<'a> {
    /// Everything the program knows.
    pub model: &'a Model,
    /// Now, ms since the program started.
    pub now_ms: u64,
}

/// The colours of the board.
pub fn board_theme(model: &Model) -> &'static BoardTheme {
    BoardTheme::by_name(&model.settings.board_theme)
}

/// The place of the board's letters and digits.
pub fn coordinates(model: &Model) -> Coordinates {
    match model.settings.coordinates {
        settings::Coordinates::Inside => Coordinates::Inside,
        settings::Coordinates::Outside => Coordinates::Outside,
        settings::Coordinates::None => Coordinates::None,
    }
}

/// The side at the bottom of the board.
pub fn orientation(model: &Model) -> Color {
    if model.view.flipped { Color::Black } else { Color::White }
}

/// The point of view of scores, for the title of a column.
pub fn pov_title(model: &Model) -> &'static str {
    match model.settings.pov {
        Pov::White => t!("present-view-white"),
        Pov::SideToMove => t!("present-view-mover"),
    }
}

/// The point of view of scores, as a sentence.
pub(crate) fn pov_sentence(model: &Model) -> &'static str {
    match model.settings.pov {
        Pov::White => t!("lines-view-white"),
        Pov::SideToMove => t!("lines-view-mover"),
    }
}

// The root move under the pointer, in whichever panel: the other panels and the board highlight it too. It lasts from
// frame to frame and is no choice of the user, so it is not part of the model.

/// The move pointed at, by which panel, and in which frame it was set.
#[derive(Clone, Copy)]
struct PointedMove {
    by: PaneId,
    at: MarkedMove,
    frame: u64,
}

fn id() -> Id {
    Id::unique("move under the pointer")
}

fn kept(ctx: &Context) -> Option<PointedMove> {
    let kept: PointedMove = ctx.data(|data| data.get_temp(id()))?;
    // The mark of a panel that has been closed meanwhile is out of date.
    (kept.frame + 1 >= ctx.cumulative_frame_nr()).then_some(kept)
}

/// The move pointed at in the position with this key.
pub(crate) fn pointed(ctx: &Context, key: u64) -> Option<Move> {
    kept(ctx).filter(|kept| kept.at.key == key).map(|kept| kept.at.mv)
}

/// Each panel calls this in every frame with the move under the pointer.
pub(crate) fn point(ui: &Ui, by: PaneId, at: Option<MarkedMove>) {
    let before = kept(ui);
    match at {
        Some(at) => {
            let frame = ui.cumulative_frame_nr();
            ui.data_mut(|data| data.insert_temp(id(), PointedMove { by, at, frame }));
        }
        None if before.is_some_and(|before| before.by == by) => {
            ui.data_mut(|data| data.remove::<PointedMove>(id()));
        }
        None => return,
    }
    if before.map(|before| before.at) != at {
        // Whatever was drawn earlier in the frame shows it in the next one.
        ui.request_repaint();
    }
}

/// The marked move of the position with this key.
pub(crate) fn kept_mark(model: &Model, key: u64) -> Option<Move> {
    model.lab.marked.filter(|mark| mark.key == key).map(|mark| mark.mv)
}

/// The moves of the shown position to highlight on the board: the marked one and the one pointed at.
pub fn marked_moves(model: &Model, ctx: &Context) -> Vec<Move> {
    let board = model.game.board();
    let hides = model.hides_engine();
    let marked = kept_mark(model, board.key()).filter(|_| shows_marks(model) && !hides);
    // Books, games and tablebases do not come from the engine.
    let known = [PaneId::Explorer, PaneId::Tablebase];
    let by = kept(ctx).filter(|kept| !hides || known.contains(&kept.by));
    let pointed = by.filter(|kept| kept.at.key == board.key()).map(|kept| kept.at.mv);
    let mut moves: Vec<Move> = marked.into_iter().chain(pointed).collect();
    moves.dedup();
    moves.retain(|&mv| board.is_legal(mv));
    moves
}

/// Whether a panel is visible in which marks are made.
fn shows_marks(model: &Model) -> bool {
    [PaneId::RootRace, PaneId::LiveTree].iter().any(|pane| model.view.panes.contains(pane))
}
