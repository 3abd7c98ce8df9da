//! The buttons under the board. Each has its place, which depends on the width alone: what cannot be done now is
//! grey, and nothing ever stands where something else stood a moment before.

use eframe::egui::{Align, Label};
use eframe::egui::{
    Button, Layout, Rect, RichText, Role, Sense, TextStyle, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::game::state::Phase;

use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::present::clear;
use crate::gui::present::clear::Clear;
use crate::gui::present::context::Cx;
use crate::gui::widgets::icon_button;
use crate::gui::widgets::icon_button::IconButton;

/// Space between two buttons, points.
const GAP: f32 = 2.0;
/// Space between the steps and the board's turn, points.
const APART: f32 = 6.0;
/// Side of a button without words where there is room, and the least, points.
const SIDE: (f32, f32) = (30.0, 18.0);
/// Space on either side of a button's words, points.
const PAD: f32 = 8.0;

/// What steps through the game, on the left.
const STEPS: [UserCommand; 5] = [
    UserCommand::First,
    UserCommand::Previous,
    UserCommand::Next,
    UserCommand::Last,
    UserCommand::Flip,
];

/// A place on the right.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Hint,
    Takeback,
    Draw,
    Resign,
    Pause,
    Watch,
    NewGame,
}

/// What stands in a place.
struct Face {
    command: UserCommand,
    icon: Icon,
    word: &'static str,
    name: &'static str,
}

impl Place {
    const ALL: [Place; 7] = [
        Place::Hint,
        Place::Takeback,
        Place::Draw,
        Place::Resign,
        Place::Pause,
        Place::Watch,
        Place::NewGame,
    ];

    /// What it holds now; `None`: nothing, and nothing else comes there.
    fn face(self, cx: &Cx<'_>) -> Option<Face> {
        let game = &cx.model.game;
        let free = game.is_analysis_board();
        let face = |command, icon, word, name| Some(Face { command, icon, word, name });
        match self {
            Place::Hint => face(UserCommand::Hint, Icon::Hint, "Hint", "Hint"),
            // On a board without a game nothing is taken back, and a game has nothing to take back at first.
            Place::Takeback if free => {
                face(UserCommand::PlayFromHere, Icon::Play, "Play", "Play from here")
            }
            Place::Takeback => {
                face(UserCommand::Takeback, Icon::Takeback, "Take back", "Take back")
            }
            Place::NewGame => face(UserCommand::NewGame, Icon::NewGame, "New game", "New game"),
            _ if free => None,
            Place::Draw => face(UserCommand::OfferDraw, Icon::Handshake, "Draw", "Offer a draw"),
            Place::Resign => face(UserCommand::Resign, Icon::Resign, "Resign", "Resign"),
            Place::Pause if game.paused => face(UserCommand::Pause, Icon::Play, "Resume", "Resume"),
            Place::Pause => face(UserCommand::Pause, Icon::Pause, "Pause", "Pause"),
            Place::Watch => face(UserCommand::Watch, Icon::Eye, "Watch", "Watch at full strength"),
        }
    }

    /// The word beside the drawing where there is room; some drawings are told apart without.
    fn word(self) -> Option<&'static str> {
        match self {
            Place::Hint => Some("Hint"),
            Place::Takeback => Some("Take back"),
            Place::Draw => Some("Draw"),
            Place::Resign => Some("Resign"),
            Place::Pause | Place::Watch | Place::NewGame => None,
        }
    }
}

/// Shows the row.
pub(super) fn show(ui: &mut Ui, cx: &Cx<'_>, row: Rect, out: &mut Vec<Action>) {
    clear::tell(ui, Clear::Toolbar, row);
    let count = (STEPS.len() + Place::ALL.len()) as f32;
    let side = ((row.width() - APART - GAP * count) / count).clamp(SIDE.0.min(SIDE.1), SIDE.0);
    let mut left = row.left();
    for (at, command) in STEPS.into_iter().enumerate() {
        if command == UserCommand::Flip {
            left += APART;
        }
        icon_ui(ui, cx, square(left, row, side), (command, None), at, out);
        left += side + GAP;
    }
    let worded: f32 = Place::ALL.iter().map(|place| width(ui, *place, side, true) + GAP).sum();
    let words = row.right() - worded >= left;
    let mut right = row.right();
    for (at, place) in Place::ALL.into_iter().enumerate().rev() {
        let width = width(ui, place, side, words);
        let rect = Rect::from_x_y_ranges(right - width..=right, square(right, row, side).y_range());
        right -= width + GAP;
        let Some(face) = place.face(cx) else { continue };
        if words && place.word().is_some() {
            worded_ui(ui, cx, rect, (&face, at), out);
        } else {
            let shown = Some((face.icon, face.name));
            icon_ui(ui, cx, rect, (face.command, shown), STEPS.len() + at, out);
        }
    }
}

/// A square of the row, this far to the right.
fn square(left: f32, row: Rect, side: f32) -> Rect {
    Rect::from_min_size(pos2(left, row.center().y - side / 2.0), vec2(side, side))
}

/// Width of a place: it has room for whatever may stand there.
fn width(ui: &Ui, place: Place, side: f32, words: bool) -> f32 {
    match place.word().filter(|_| words) {
        Some(word) => {
            let font = TextStyle::Button.resolve(ui.style());
            let text = format!("{} {word}", Icon::Hint.glyph());
            let galley = ui.painter().layout_no_wrap(text, font, theme::palette(ui).text);
            (galley.size().x + 2.0 * PAD).ceil()
        }
        None => side,
    }
}

fn icon_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    rect: Rect,
    (command, face): (UserCommand, Option<(Icon, &str)>),
    at: usize,
    out: &mut Vec<Action>,
) {
    let info = command.info();
    let (icon, name) = match face {
        Some((icon, name)) => (Some(icon), name),
        None => (Icon::from_name(info.icon), info.name),
    };
    let button = IconButton {
        icon: icon.unwrap_or(Icon::More),
        name,
        keys: command.keys_text(cx.model),
        // A button whose face changes says by that what it is.
        on: command.is_checked(cx.model).filter(|_| command != UserCommand::Pause),
        enabled: command.is_enabled(cx.model),
        side: rect.width(),
    };
    let place = UiBuilder::new().id_salt(("place", at)).max_rect(rect);
    let mut child = ui.new_child(place.layout(Layout::left_to_right(Align::Center)));
    child.spacing_mut().item_spacing.x = 0.0;
    if icon_button::show(&mut child, &button).clicked() {
        out.push(Action::Command(command));
    }
}

fn worded_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    rect: Rect,
    (face, at): (&Face, usize),
    out: &mut Vec<Action>,
) {
    let info = face.command.info();
    let hint = match face.command.keys_text(cx.model) {
        Some(keys) => format!("{}  {keys}", info.tooltip),
        None => info.tooltip.to_owned(),
    };
    let place = UiBuilder::new().id_salt(("place", at)).max_rect(rect);
    let mut child = ui.new_child(place.layout(Layout::left_to_right(Align::Center)));
    child.spacing_mut().button_padding.x = 0.0;
    let text = format!("{} {}", face.icon.glyph(), face.word);
    let button = Button::new(text).min_size(rect.size()).frame_when_inactive(false);
    let button = child.add_enabled(face.command.is_enabled(cx.model), button.truncate());
    let button = button.accessible_name(face.name).on_hover_text(hint);
    if button.clicked() {
        out.push(Action::Command(face.command));
    }
}

/// What the game waits for or how it ended, and what can be answered to that. Takes what is left of the strip.
pub(super) fn status(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    for command in [UserCommand::DeclineDraw, UserCommand::AcceptDraw, UserCommand::ClaimDraw] {
        if command.is_enabled(cx.model) {
            answer_ui(ui, cx, command, out);
        }
    }
    let p = theme::palette(ui);
    let (text, strong) = cx.game_status();
    let color = if strong { p.text } else { p.text_weak };
    let over = matches!(cx.model.game.phase, Phase::Over(_)) && !cx.model.view.end_card;
    let ends = over && cx.model.game.at_live() && !cx.model.game.is_analysis_board();
    if ui.available_width() < 40.0 {
        // Without room it is there for screen readers alone.
        let (_, response) = ui.allocate_exact_size(vec2(1.0, 1.0), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Status, true, &text));
        return;
    }
    let sense = if ends { Sense::click() } else { Sense::hover() };
    let label = Label::new(RichText::new(&text).size(14.0).color(color)).truncate().sense(sense);
    let label = ui.add(label);
    if label.clicked() {
        out.push(Action::EndCard(true));
    }
    label.widget_info(|| WidgetInfo::labeled(Role::Status, true, &text));
    label.on_hover_text(&text);
}

/// An answer to what the status says; it stands beside it and nowhere near the other buttons.
fn answer_ui(ui: &mut Ui, cx: &Cx<'_>, command: UserCommand, out: &mut Vec<Action>) {
    let info = command.info();
    let button = IconButton {
        icon: Icon::from_name(info.icon).unwrap_or(Icon::More),
        name: info.name,
        keys: command.keys_text(cx.model),
        on: None,
        enabled: command.is_enabled(cx.model),
        side: SIDE.0,
    };
    if icon_button::show(ui, &button).clicked() {
        out.push(Action::Command(command));
    }
}
