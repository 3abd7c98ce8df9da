//! Pictures of a board for people elsewhere: the board of the window, painted by the processor alone, with names,
//! clocks and coordinates around it.

use eframe::egui::{
    Align2, Color32, Context, FontId, Label, Pos2, Rect, RichText, Ui, UiBuilder, pos2, vec2,
};
use image::RgbaImage;

use tabia_app::game::clock::clock_text;
use tabia_chess::Color;
use tabia_games::export::job::{Choices, Job};
use tabia_games::game::tree::{GameTree, NodeId};

use super::frames::Headless;
use crate::gui::look::pieces::PieceStyle;
use crate::gui::look::theme::BoardTheme;
use crate::gui::look::{format, theme};
use crate::gui::present::arrows::shape_in;
use crate::gui::widgets::board::{BoardView, Coordinates};

/// Room for the coordinates, and for a line with a player's name, as parts of the board's side.
const EDGE: f32 = 0.038;
const NAME: f32 = 0.075;

/// Paints positions of one game, one after the other, all in the same way.
#[derive(Debug)]
pub(crate) struct BoardPainter {
    headless: Headless,
    choices: Choices,
    orientation: Color,
    theme: &'static BoardTheme,
    /// White's and Black's.
    names: [String; 2],
    /// A frame was drawn.
    begun: bool,
}

impl BoardPainter {
    /// For the pictures of a game.
    pub(crate) fn new(job: &Job) -> BoardPainter {
        let ctx = Context::default();
        theme::install(&ctx);
        ctx.set_theme(eframe::egui::Theme::Light);
        egui_extras::install_image_loaders(&ctx);
        PieceStyle::by_name(&job.piece_set).choose(&ctx);
        let choices = job.choices.clamped();
        let name = |side: Color| {
            let name = job.tags.known(side.name()).unwrap_or(side.name());
            format::elided(name, format::NAME).into_owned()
        };
        let size = size_of(&choices);
        BoardPainter {
            headless: Headless::new(ctx, vec2(size[0], size[1]), 1.0),
            choices,
            orientation: job.orientation,
            theme: BoardTheme::by_name(&job.theme),
            names: Color::ALL.map(name),
            begun: false,
        }
    }

    /// The picture of a position.
    pub(crate) fn picture(&mut self, tree: &GameTree, node: NodeId) -> RgbaImage {
        let BoardPainter { headless, choices, orientation, theme, names, .. } = self;
        let look = Look { choices, orientation: *orientation, theme, names };
        let mut show = |ui: &mut Ui| look.show(ui, tree, node);
        if !std::mem::replace(&mut self.begun, true) {
            // The second frame has what the first one only asked for, such as fonts.
            headless.frame(&mut show);
        }
        headless.frame(&mut show);
        headless.picture()
    }
}

/// Width and height of a picture, whole pixels.
fn size_of(choices: &Choices) -> [f32; 2] {
    let side = choices.size_px as f32;
    let edge = if choices.coordinates { (side * EDGE).round() } else { 0.0 };
    let name = if choices.names { (side * NAME).round() } else { 0.0 };
    [side + edge, side + edge + 2.0 * name]
}

struct Look<'a> {
    choices: &'a Choices,
    orientation: Color,
    theme: &'a BoardTheme,
    names: &'a [String; 2],
}

impl Look<'_> {
    fn show(&self, ui: &mut Ui, tree: &GameTree, node: NodeId) {
        let p = theme::palette(ui);
        let side = self.choices.size_px as f32;
        let [width, height] = size_of(self.choices);
        ui.painter().rect_filled(Rect::from_min_size(Pos2::ZERO, vec2(width, height)), 0, p.panel);
        let edge = width - side;
        let top = if self.choices.names { (side * NAME).round() } else { 0.0 };
        let board = Rect::from_min_size(pos2(edge, top), vec2(side, side));
        let shapes: Vec<_> = if self.choices.arrows {
            tree.shapes(node).iter().copied().map(shape_in).collect()
        } else {
            Vec::new()
        };
        let last_move = tree.mv(node).map(|mv| (mv.from(), mv.to()));
        let mut view = BoardView::new(tree.board(node));
        view.orientation = self.orientation;
        view.last_move = last_move.filter(|_| self.choices.last_move);
        view.shapes = &shapes;
        view.theme = self.theme;
        // Letters and digits stand beside the board, or nowhere.
        view.options.coordinates = Coordinates::None;
        view.paint_still(ui, board);
        if self.choices.coordinates {
            coordinates(ui, self.orientation, board, p.text_weak);
        }
        if self.choices.names {
            let line = |y: f32| Rect::from_min_size(pos2(edge, y), vec2(side, top));
            self.player(ui, tree, node, (!self.orientation, line(0.0)));
            self.player(ui, tree, node, (self.orientation, line(height - top)));
        }
    }

    /// Name and clock of a side.
    fn player(&self, ui: &mut Ui, tree: &GameTree, node: NodeId, (side, line): (Color, Rect)) {
        let p = theme::palette(ui);
        let font = FontId::proportional(line.height() * 0.5);
        let clock = clock_of(tree, node, side).map(clock_text);
        let radius = line.height() * 0.19;
        let fill = if side == Color::White { p.white_side } else { p.black_side };
        let mark = pos2(line.left() + radius + 1.0, line.center().y);
        ui.painter().circle(mark, radius, fill, (1.0, p.text_faint));
        let mut right = line.right();
        if let Some(clock) = clock {
            let at = pos2(right - 2.0, line.center().y);
            let text = ui.painter().text(at, Align2::RIGHT_CENTER, clock, font.clone(), p.text);
            right = text.left() - radius;
        }
        let place =
            Rect::from_min_max(pos2(mark.x + 2.0 * radius, line.top()), pos2(right, line.bottom()));
        let mut ui = ui.new_child(
            UiBuilder::new()
                .max_rect(place)
                .layout(eframe::egui::Layout::left_to_right(eframe::egui::Align::Center)),
        );
        let name = RichText::new(&self.names[side.index()]).font(font).color(p.text);
        ui.add(Label::new(name).truncate());
    }
}

/// What a side had left on its clock, ms, as far as it was noted.
fn clock_of(tree: &GameTree, node: NodeId, side: Color) -> Option<u64> {
    let mut at = Some(node);
    while let Some(here) = at {
        if tree.mv(here).is_some() && tree.mover(here) == side {
            return tree.clock_ms(here);
        }
        at = tree.parent(here);
    }
    None
}

/// Letters below the board, digits left of it.
fn coordinates(ui: &Ui, orientation: Color, board: Rect, color: Color32) {
    let (cell, edge) = (board.width() / 8.0, board.width() * EDGE);
    let font = FontId::proportional(edge * 0.72);
    for at in 0..8_u8 {
        let (file, rank) = match orientation {
            Color::White => (at, 7 - at),
            Color::Black => (7 - at, at),
        };
        let along = (f32::from(at) + 0.5) * cell;
        let left = pos2(board.left() - edge / 2.0, board.top() + along);
        let below = pos2(board.left() + along, board.bottom() + edge / 2.0);
        let (letter, digit) = (char::from(b'a' + file), char::from(b'1' + rank));
        ui.painter().text(left, Align2::CENTER_CENTER, digit, font.clone(), color);
        ui.painter().text(below, Align2::CENTER_CENTER, letter, font.clone(), color);
    }
}
