//! What panels read: the model, the time, how the settings want positions, moves and scores shown, and the root move
//! under the pointer.

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
    /// Now, ms since the program began.
    pub now_ms: u64,
}

/// The colours of the board.
pub fn board_theme(model: &Model) -> &'static BoardTheme {
    BoardTheme::by_name(&model.settings.board_theme)
}

/// Where the letters and digits of the board stand.
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

/// Whose view scores are shown from, for the head of a column.
pub fn pov_title(model: &Model) -> &'static str {
    match model.settings.pov {
        Pov::White => t!("present-view-white"),
        Pov::SideToMove => t!("present-view-mover"),
    }
}

// The root move under the pointer, in whichever panel: the other panels and the board highlight it too. It lasts from
// frame to frame and is no choice of the user, so it is not part of the model.

/// What is pointed at, by which panel, and in which frame it said so.
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
    // A panel that was closed meanwhile says nothing any more.
    (kept.frame + 1 >= ctx.cumulative_frame_nr()).then_some(kept)
}

/// The move pointed at in the position with this key.
pub(crate) fn pointed(ctx: &Context, key: u64) -> Option<Move> {
    kept(ctx).filter(|kept| kept.at.key == key).map(|kept| kept.at.mv)
}

/// A panel says in each frame what the pointer is on in it.
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
        // What stands before it in the frame shows it in the next one.
        ui.request_repaint();
    }
}

/// The marked move of the position with this key.
pub(crate) fn kept_mark(model: &Model, key: u64) -> Option<Move> {
    model.lab.marked.filter(|mark| mark.key == key).map(|mark| mark.mv)
}

/// The moves of the shown position to be marked on the board: the marked one and the one pointed at.
pub fn marked_moves(model: &Model, ctx: &Context) -> Vec<Move> {
    let board = model.game.board();
    let hides = model.hides_engine();
    let marked = kept_mark(model, board.key()).filter(|_| shows_marks(model) && !hides);
    // Books, games and tables are no words of the engine.
    let known = [PaneId::Explorer, PaneId::Tablebase];
    let by = kept(ctx).filter(|kept| !hides || known.contains(&kept.by));
    let pointed = by.filter(|kept| kept.at.key == board.key()).map(|kept| kept.at.mv);
    let mut moves: Vec<Move> = marked.into_iter().chain(pointed).collect();
    moves.dedup();
    moves.retain(|&mv| board.is_legal(mv));
    moves
}

/// Whether a panel is in sight that marks are made in.
fn shows_marks(model: &Model) -> bool {
    [PaneId::RootRace, PaneId::LiveTree].iter().any(|pane| model.view.panes.contains(pane))
}
