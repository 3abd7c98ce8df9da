//! How a game ended, as a card on the board with what one may want next. It lies where it hides neither the last
//! move nor the kings, as far as that can be.

use eframe::egui::{
    Align, Align2, Area, Button, Direction, FontId, Frame, Id, Label, Layout, Order, Rect,
    RichText, Role, Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2,
};

use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::game::ending;
use tabia_app::game::state::Phase;
use tabia_chess::color::Color;

use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::widgets::board::geometry::Geometry;
use crate::gui::widgets::icon_button;

/// Widest and height of the card, points.
const SIZE: Vec2 = vec2(332.0, 152.0);
/// Space inside its frame, points.
const MARGIN: f32 = 12.0;
/// Height of its words: always room for two lines, so that the buttons stand where they stand, points.
const WORDS: f32 = 46.0;
/// Height of a button, points.
const BUTTON: f32 = 30.0;
/// A click meant for the board that comes just after the end presses nothing, seconds.
const TOO_SOON: f64 = 0.4;

/// What it offers, in the order of reading.
const OFFERS: [(UserCommand, Icon, &str); 4] = [
    (UserCommand::ReviewGame, Icon::Check, "Review"),
    (UserCommand::Rematch, Icon::Rematch, "Rematch"),
    (UserCommand::NewGame, Icon::NewGame, "New game"),
    (UserCommand::KeepGame, Icon::Save, "Save"),
];

/// Shows the card over the board, if the game has just ended.
pub(super) fn show(ui: &Ui, cx: &Cx<'_>, board: Rect, out: &mut Vec<Action>) {
    if !cx.model.view.end_card {
        return;
    }
    let Some(headline) = ending::headline(&cx.model.game) else { return };
    let place = place(ui, cx, board);
    let game = (cx.model.game.serial, cx.model.game.live);
    let begun = Id::unique("end card since");
    let now = ui.input(|input| input.time);
    let since = ui.data(|data| data.get_temp::<((u64, _), f64)>(begun));
    let since = since.filter(|(of, _)| *of == game).map_or(now, |(_, since)| since);
    ui.data_mut(|data| data.insert_temp(begun, (game, since)));
    let ready = now >= since + TOO_SOON;
    Area::new(Id::unique("end card"))
        .order(Order::Middle)
        .fixed_pos(place.min)
        .role(Role::Alert)
        .show(ui, |ui| {
            let frame = Frame::popup(ui.style()).inner_margin(MARGIN);
            frame.show(ui, |ui| {
                ui.set_min_size(place.size() - Vec2::splat(2.0 * MARGIN + 2.0));
                ui.set_max_size(place.size() - Vec2::splat(2.0 * MARGIN + 2.0));
                card(ui, cx, &headline, out, ready);
            });
        });
}

fn card(ui: &mut Ui, cx: &Cx<'_>, headline: &str, out: &mut Vec<Action>, ready: bool) {
    let p = theme::palette(ui);
    let area = ui.max_rect();
    let cross = Rect::from_min_size(area.right_top() - vec2(22.0, 2.0), vec2(24.0, 24.0));
    let words = Rect::from_min_max(area.min, pos2(cross.left() - 4.0, area.top() + WORDS));
    let result = match cx.model.game.phase {
        Phase::Over(outcome) => outcome.pgn().replace("1/2-1/2", "½-½").replace('-', "–"),
        _ => String::new(),
    };
    let label = Label::new(RichText::new(headline).size(16.0).strong()).wrap();
    // Flush with the buttons below.
    let place = UiBuilder::new().id_salt("words").max_rect(words);
    let mut left = ui.new_child(place.layout(Layout::left_to_right(Align::Center)));
    let head = left.add(label);
    head.widget_info(|| WidgetInfo::labeled(Role::Heading, true, headline));
    let mut top = ui.new_child(UiBuilder::new().id_salt("close").max_rect(cross));
    if icon_button::small(&mut top, Icon::Cross, "Close").clicked() && ready {
        out.push(Action::EndCard(false));
    }
    let gap = theme::GAP;
    let width = (area.width() - gap) / 2.0;
    for (at, (command, icon, word)) in OFFERS.into_iter().enumerate() {
        let (column, row) = ((at % 2) as f32, (at / 2) as f32);
        let corner = pos2(
            area.left() + column * (width + gap),
            area.bottom() - (2.0 - row) * BUTTON - (1.0 - row) * gap,
        );
        let rect = Rect::from_min_size(corner, vec2(width, BUTTON));
        let text = format!("{} {word}", icon.glyph());
        let button = Button::new(text).min_size(rect.size());
        let place = UiBuilder::new().id_salt(word).max_rect(rect);
        let centred = Layout::centered_and_justified(Direction::LeftToRight);
        let mut child = ui.new_child(place.layout(centred));
        let button = child.add_enabled(command.is_enabled(cx.model), button);
        let button = button.accessible_name(word).on_hover_text(command.info().tooltip);
        if button.clicked() && ready {
            out.push(Action::Command(command));
        }
    }
    let at = pos2(area.right(), words.bottom() + 2.0);
    let font = FontId::proportional(theme::SMALL);
    ui.painter().text(at, Align2::RIGHT_CENTER, result, font, p.text_weak);
    if cx.model.own.holds(cx.model.game.id) {
        let place = Rect::from_min_size(pos2(area.left(), at.y - 8.0), vec2(160.0, 16.0));
        let place = UiBuilder::new().id_salt("kept").max_rect(place);
        let mut left = ui.new_child(place.layout(Layout::left_to_right(Align::Center)));
        left.label(RichText::new("In My games").small().color(p.text_weak));
    }
}

/// The middle of the board, or one of its halves where the middle hides the last move or a king.
fn place(ui: &Ui, cx: &Cx<'_>, board: Rect) -> Rect {
    let game = &cx.model.game;
    let geometry = Geometry::fit(board, cx.orientation(), ui.pixels_per_point());
    let last = game.tree.mv(game.live).map(|mv| [mv.from(), mv.to()]);
    let position = game.live_board();
    let kings = Color::ALL.map(|side| position.king(side));
    let seen: Vec<Rect> = last
        .into_iter()
        .flatten()
        .chain(kings)
        .map(|square| geometry.square_rect(square).shrink(2.0))
        .collect();
    // One file of squares stays in sight beside it.
    let size = SIZE.min(board.size() * vec2(0.87, 1.0) - vec2(4.0, 8.0));
    let at = |[x, y]: [f32; 2]| {
        let free = board.size() - size;
        Rect::from_min_size(board.min + vec2(free.x * x, free.y * y), size)
    };
    let hidden = |rect: &Rect| seen.iter().filter(|square| rect.intersects(**square)).count();
    let places =
        [0.5, 0.02, 0.98].iter().flat_map(|&x| [0.5, 0.25, 0.75, 0.04, 0.96].map(|y| [x, y]));
    places.map(at).min_by_key(hidden).unwrap_or(board)
}
