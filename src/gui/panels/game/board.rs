//! The board column: both players with their clocks, the evaluation bar, the board, and the actions of the game.

use eframe::egui;
use eframe::egui::{
    Align, Align2, Area, Button, Direction, Event, FontId, Frame, Id, Label, Layout, Order, Rect,
    RichText, Role, Sense, TextStyle, TextWrapMode, Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2,
};

use tabia_app::action::{Action, LabAction};
use tabia_app::commands::command::UserCommand;
use tabia_app::engines::entries::EngineAction;
use tabia_app::game::play;
use tabia_app::game::state::Phase;
use tabia_app::model::Model;
use tabia_app::opponent::events::not_followed;
use tabia_app::window::settings::PromotionPreference;
use tabia_app::window::workspace::Workspace;
use tabia_chess::{Color, Piece, PieceType};
use tabia_games::game::result::GameResult;
use tabia_games::words;

use crate::gui::look::icons::Icon;
use crate::gui::look::{format, icons, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::{analysis, arrows, context, duel, line_words, room, roster};
use crate::gui::widgets::board::geometry::Geometry;
use crate::gui::widgets::board::{BoardEvent, BoardView, Movable, Promotion};
use crate::gui::widgets::buttons::IconButton;
use crate::gui::widgets::{announce, beside_board, buttons};
use tabia_text::t;

/// Height of a player's strip, points.
const STRIP: f32 = 32.0;
/// Height of the row of actions, points.
const ACTIONS: f32 = 36.0;
/// Width of the evaluation bar, without and with its gap, points.
const BAR: f32 = 12.0;
const BAR_PLACE: f32 = 20.0;

/// Room for everything around the board: the bar beside it, players and actions above and below.
pub(crate) const AROUND: Vec2 = vec2(BAR_PLACE, 2.0 * STRIP + ACTIONS);

/// Room for what is shown around the board.
pub(crate) fn around(model: &Model) -> Vec2 {
    let bar = if model.settings.eval_bar { BAR_PLACE } else { 0.0 };
    // In a presentation only the board and its players are shown.
    let actions = if model.view.presentation.is_some() { 0.0 } else { ACTIONS };
    vec2(bar, 2.0 * STRIP + actions)
}

/// Width the column needs at this height for the board to be as large as possible.
pub(crate) fn width_for_height(height: f32, around: Vec2) -> f32 {
    height - around.y + around.x
}

/// Height the column needs at this width.
pub(crate) fn height_for_width(width: f32, around: Vec2) -> f32 {
    width - around.x + around.y
}

/// Shows the column.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let inner = ui.max_rect();
    let around = around(cx.model);
    // The board's actual size, so that the bar beside it and the strips line up with it.
    let scale = ui.pixels_per_point();
    let side = Geometry::side(inner.size() - around, scale);
    let used = Vec2::splat(side) + around;
    let (bar, actions) = (around.x, around.y - 2.0 * STRIP);
    let left = inner.left() + ((inner.width() - used.x) / 2.0).max(0.0);
    let top = inner.top() + ((inner.height() - used.y) / 2.0).max(0.0);
    let pixel = |v: f32| (v * scale).round() / scale;
    let column = Rect::from_min_size(egui::pos2(pixel(left), pixel(top)), used);
    let bottom_side = context::orientation(cx.model);

    let strip = |y: f32| Rect::from_min_size(egui::pos2(column.left() + bar, y), vec2(side, STRIP));
    player(ui, cx, !bottom_side, strip(column.top()), None);
    let board_top = column.top() + STRIP;
    let square = Rect::from_min_size(egui::pos2(column.left() + bar, board_top), vec2(side, side));
    let squares =
        Geometry::fit(context::coordinates(cx.model).room(square), bottom_side, scale).rect();
    room::tell_board(ui, square);
    if bar > 0.0 {
        let min = egui::pos2(column.left(), squares.top());
        bar_ui(ui, cx, Rect::from_min_size(min, vec2(BAR, squares.height())));
    }
    board(ui, cx, square, out);
    player(ui, cx, bottom_side, strip(board_top + side), Some(&mut *out));
    if actions == 0.0 {
        return;
    }
    let actions_rect = Rect::from_min_size(
        egui::pos2(column.left() + bar, board_top + side + STRIP),
        vec2(side, actions),
    );
    show_toolbar(ui, cx, actions_rect, out);
}

pub(super) fn bar_ui(ui: &mut Ui, cx: &Cx<'_>, rect: Rect) {
    let (evaluation, source) = analysis::evaluation(cx.model);
    let asked = analysis::asked_here(cx.model);
    let bar = beside_board::EvalBar {
        evaluation,
        source: source.as_deref(),
        lines_of: asked.as_deref(),
        orientation: context::orientation(cx.model),
        animate: cx.model.settings.animation() > 0,
    };
    beside_board::eval_bar(ui, rect, &bar);
}

/// Whether a navigation key is held down and repeating: pieces then jump instead of sliding.
fn key_repeats(ui: &Ui) -> bool {
    ui.input(|input| {
        let repeats =
            |event: &Event| matches!(event, Event::Key { repeat: true, pressed: true, .. });
        input.events.iter().any(repeats)
    })
}

pub(super) fn board(ui: &mut Ui, cx: &Cx<'_>, rect: Rect, out: &mut Vec<Action>) {
    let (game, settings) = (&cx.model.game, &cx.model.settings);
    let position = game.board();
    let (shapes, computer_shapes) =
        (arrows::user_shapes(cx.model), arrows::board_shapes(cx.model, ui));
    let side = cx.model.movable_side();
    let ahead = side.filter(|_| game.moves_are_premoves());
    let mut view = BoardView::new(position);
    view.orientation = context::orientation(cx.model);
    view.movable = match side {
        Some(side) if ahead.is_none() => Movable::One(side),
        _ => Movable::None,
    };
    view.premovable = ahead;
    let premove = game.premove.filter(|_| game.at_live());
    view.premove = premove.map(|premove| (premove.from, premove.to));
    let promotion = premove.and_then(|premove| premove.promotion);
    view.premove_piece = side.zip(promotion).map(|(side, kind)| Piece::new(side, kind));
    view.last_move = game.tree.mv(game.current).map(|mv| (mv.from(), mv.drawn_to()));
    view.shapes = &shapes;
    view.computer_shapes = &computer_shapes;
    let tints = duel::heat_tints(cx.model).or_else(|| duel::looks_tints(cx.model));
    view.tints = tints.as_ref();
    view.theme = context::board_theme(cx.model);
    view.animate = !key_repeats(ui);
    view.options.animation_ms = settings.animation();
    view.options.coordinates = context::coordinates(cx.model);
    view.options.ask = cx.model.learn.is_none();
    view.options.show_dests = settings.show_destinations;
    view.options.promotion = match settings.promotion {
        PromotionPreference::Ask => Promotion::Ask,
        PromotionPreference::Queen => Promotion::Queen,
    };
    let events = view.show_in(ui, rect).events;
    let pressed = ui.input(|input| input.pointer.primary_pressed());
    if game.paused && pressed && ui.rect_contains_pointer(rect) {
        out.push(Action::MoveRefused);
    }
    for event in events {
        if let BoardEvent::Step(plies) = event {
            let command = if plies < 0 { UserCommand::Previous } else { UserCommand::Next };
            let steps = plies.unsigned_abs() as usize;
            out.extend(std::iter::repeat_n(Action::Command(command), steps));
        }
        match event {
            BoardEvent::Ask { from, to, promotion } => {
                let mv = position.find_move(from, to, promotion);
                match (mv, cx.model.why_not_refused()) {
                    (Some(mv), None) => line_words::open_move_menu(ui, cx, mv),
                    // The action reports why nothing can be asked now.
                    (Some(mv), Some(_)) => {
                        out.push(Action::Lab(LabAction::Why { node: game.current, mv }));
                    }
                    (None, _) => {}
                }
            }
            BoardEvent::ArrowMenu(at) => line_words::open_menu(ui, cx, &computer_shapes, at, out),
            // Escape only closes the dialog.
            BoardEvent::CancelPremove if cx.model.dialog.is_some() => {}
            event => out.extend(action_of(event)),
        }
    }
    line_words::show_menu(ui, cx, out);
}

fn action_of(event: BoardEvent) -> Option<Action> {
    Some(match event {
        BoardEvent::Move { from, to, promotion } => Action::PlayMove { from, to, promotion },
        BoardEvent::Premove { from, to, promotion } => Action::Premove { from, to, promotion },
        BoardEvent::Refused => Action::MoveRefused,
        BoardEvent::CancelPremove => Action::CancelPremove,
        BoardEvent::ToggleShape(shape) => Action::ToggleShape(arrows::shape_out(shape)?),
        BoardEvent::Step(_)
        | BoardEvent::Ask { .. }
        | BoardEvent::ArrowMenu(_)
        | BoardEvent::Place { .. }
        | BoardEvent::Remove { .. }
        | BoardEvent::MovePiece { .. } => return None,
    })
}

/// Name, captured material and clock of one side; in the lower strip also what the game waits for.
fn player(ui: &mut Ui, cx: &Cx<'_>, color: Color, rect: Rect, status: Option<&mut Vec<Action>>) {
    let p = theme::palette(ui);
    let mut row =
        ui.new_child(UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(Align::Center)));
    let icon = roster::player_icon(cx.model, color);
    let to_move = cx.model.game.phase == Phase::Running
        && cx.model.game.tree.board(cx.model.game.live).stm() == color;
    let (mark, _) = row.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
    let fill = if color == Color::White { p.white_side } else { p.black_side };
    row.painter().circle(mark.center(), 6.0, fill, (1.0, p.text_faint));
    row.label(RichText::new(icon.glyph()).size(15.0).color(p.text_weak));
    let name = RichText::new(roster::player_name(cx.model, color)).size(15.0);
    row.label(if to_move { name.strong() } else { name });
    if let Some(elo) = roster::noted_elo(cx.model, color) {
        let elo = row.label(RichText::new(elo).small().color(p.text_weak));
        elo.on_hover_text(t!("board-elo"));
    }
    captured(&mut row, cx, color);
    thinking(&mut row, cx, color);
    row.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if let Some(clock) = roster::clock(cx.model, color, cx.now_ms) {
            beside_board::clock_face(ui, &clock);
        } else if let Some(clock) = roster::noted_clock(cx.model, color) {
            let words = t!("board-noted-clock", side = words::side(color), time = clock.as_str());
            let clock = ui.label(RichText::new(clock).color(p.text_weak));
            clock.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
            clock.on_hover_text(&words);
        }
        if let Some(out) = status {
            answers(ui, cx, out);
            status_text(ui, cx, out);
        }
    });
}

/// Shows that the engine of this side is thinking, or playing from its book.
pub(super) fn thinking(ui: &mut Ui, cx: &Cx<'_>, color: Color) {
    if cx.model.side_thinking() == Some(color) {
        let words = if cx.model.engine.plays_from_book() {
            t!("board-book-move")
        } else {
            t!("board-thinking")
        };
        ui.label(RichText::new(words).small().color(theme::palette(ui).accent));
    }
}

/// The pieces this side is ahead by, as small figures, and the sum in pawns.
pub(super) fn captured(ui: &mut Ui, cx: &Cx<'_>, color: Color) {
    let board = cx.model.game.tree.board(cx.model.game.current);
    let p = theme::palette(ui);
    let count = |c: Color, kind: PieceType| board.by(c, kind).count() as i32;
    let mut text = String::new();
    let mut sum = 0;
    for (kind, worth) in [
        (PieceType::Queen, 9),
        (PieceType::Rook, 5),
        (PieceType::Bishop, 3),
        (PieceType::Knight, 3),
        (PieceType::Pawn, 1),
    ] {
        let ahead = count(color, kind) - count(!color, kind);
        sum += ahead * worth;
        for _ in 0..ahead.max(0) {
            text.push(icons::figurine(kind));
        }
    }
    if !text.is_empty() {
        let label = ui.label(RichText::new(text).size(13.0).color(p.text_weak));
        label.on_hover_text(t!("board-material"));
    }
    if sum > 0 {
        ui.label(RichText::new(format!("+{sum}")).small().color(p.text_weak));
    }
}

/// Maximum width, and height, of the card that shows how the game ended, points.
pub(super) const CARD_SIZE: Vec2 = vec2(332.0, 176.0);
/// Space inside its frame, points.
const CARD_MARGIN: f32 = 12.0;
/// Height of the result, points.
const RESULT: f32 = 40.0;
/// Height of its words: always room for two lines, so that the buttons do not move, points.
const WORDS: f32 = 40.0;
/// Font size of the result, points.
const RESULT_SIZE: f32 = 30.0;
/// Height of a button, points.
const BUTTON: f32 = 30.0;

/// The card's buttons, in reading order, with the keys of their labels.
fn offers(model: &Model) -> [(UserCommand, Icon, &'static str); 4] {
    // A game that is already saved unchanged cannot be added to the file.
    let save = if model.is_in_own_games() {
        (UserCommand::SaveFileAs, Icon::Save, "command-SaveFileAs")
    } else {
        (UserCommand::KeepGame, Icon::Save, "board-save")
    };
    [
        (UserCommand::ReviewGame, Icon::Check, "board-review"),
        (UserCommand::Rematch, Icon::Rematch, "board-rematch"),
        (UserCommand::NewGame, Icon::NewGame, "board-new-game"),
        save,
    ]
}

/// Shows the card in its place, if the game has just ended and no dialog is open, which it would cover.
pub(super) fn end_card(ui: &Ui, cx: &Cx<'_>, place: Rect, out: &mut Vec<Action>) {
    if !cx.model.view.end_card || cx.model.dialog.is_some() {
        return;
    }
    let Some(headline) = play::headline(&cx.model.game) else { return };
    Area::new(Id::unique("end card"))
        .order(Order::Middle)
        .fixed_pos(place.min)
        .role(Role::Alert)
        .show(ui, |ui| {
            announce(ui, ui.unique_id());
            let frame = Frame::popup(ui.style()).inner_margin(CARD_MARGIN);
            frame.show(ui, |ui| {
                ui.set_min_size(place.size() - Vec2::splat(2.0 * CARD_MARGIN + 2.0));
                ui.set_max_size(place.size() - Vec2::splat(2.0 * CARD_MARGIN + 2.0));
                card(ui, cx, &headline, out);
            });
        });
}

fn card(ui: &mut Ui, cx: &Cx<'_>, headline: &str, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let area = ui.max_rect();
    let cross = Rect::from_min_size(area.right_top() - vec2(22.0, 2.0), vec2(24.0, 24.0));
    let words = Rect::from_min_size(area.min + vec2(0.0, RESULT), vec2(area.width(), WORDS));
    let result = match cx.model.game.phase {
        Phase::Over(outcome) => GameResult::won_by(outcome.winner()).shown(),
        _ => "",
    };
    let at = pos2(area.left(), area.top() + RESULT / 2.0 - 2.0);
    ui.painter().text(at, Align2::LEFT_CENTER, result, FontId::proportional(RESULT_SIZE), p.text);
    let label = Label::new(headline).wrap();
    // Aligned with the buttons below.
    let place = UiBuilder::new().id_salt("words").max_rect(words);
    let mut left = ui.new_child(place.layout(Layout::top_down(Align::Min)));
    left.spacing_mut().item_spacing.y = 2.0;
    let head = left.add(label);
    head.widget_info(|| WidgetInfo::labeled(Role::Heading, true, headline));
    // There is room for a remark below a single line; the opponent of an even match makes none.
    let remark = cx.model.remarks.at_end(cx.model.game.serial);
    let remark = remark.map(|remark| t!("play-remark", text = remark.text()));
    let below = not_followed(cx.model).map(str::to_owned).or(remark);
    if let Some(words) = below.filter(|_| head.rect.height() < WORDS / 2.0) {
        left.add(Label::new(RichText::new(words).color(p.text_weak)).truncate());
    }
    // A click just after the end was meant for the board, and one just after "Add" may be the second of a double click.
    let offers = offers(cx.model);
    let game = format!("{} {:?}", cx.model.game.serial, cx.model.game.live);
    let names = offers.iter().map(|(command, ..)| command.name().to_owned()).chain([game]);
    let just_shown = buttons::are_just_shown(ui, names.collect());
    let mut top = ui.new_child(UiBuilder::new().id_salt("close").max_rect(cross));
    let close = buttons::small(&mut top, Icon::Cross, t!("button-close"));
    if buttons::pressed(&close, just_shown) {
        out.push(Action::EndCard(false));
    }
    let gap = theme::GAP;
    let width = (area.width() - gap) / 2.0;
    for (at, (command, icon, key)) in offers.into_iter().enumerate() {
        let word = tabia_text::text(key);
        let (column, row) = ((at % 2) as f32, (at / 2) as f32);
        let corner = pos2(
            area.left() + column * (width + gap),
            area.bottom() - (2.0 - row) * BUTTON - (1.0 - row) * gap,
        );
        let rect = Rect::from_min_size(corner, vec2(width, BUTTON));
        let text = format!("{} {word}", icon.glyph());
        let button = Button::new(text).min_size(rect.size());
        let place = UiBuilder::new().id_salt(key).max_rect(rect);
        let centred = Layout::centered_and_justified(Direction::LeftToRight);
        let mut child = ui.new_child(place.layout(centred));
        let button = child.add_enabled(command.is_enabled(cx.model), button);
        let button = button.accessible_name(word).on_hover_text(command.info().tooltip());
        let refusal = command.refusal(cx.model);
        let button = button.on_disabled_hover_text(refusal.unwrap_or(command.info().tooltip()));
        if buttons::pressed(&button, just_shown) {
            out.push(Action::Command(command));
        }
    }
    if cx.model.own.holds(cx.model.game.id) {
        let place = Rect::from_min_max(area.min, pos2(cross.left() - 8.0, area.top() + RESULT));
        let place = UiBuilder::new().id_salt("kept").max_rect(place);
        let mut right = ui.new_child(place.layout(Layout::right_to_left(Align::Center)));
        right.label(RichText::new(t!("board-in-my-games")).small().color(p.text_weak));
    }
}

/// The place of the card on a board: the middle, or one of its halves if the middle would hide the last move or a king.
pub(super) fn card_on_board(ui: &Ui, cx: &Cx<'_>, board: Rect) -> Rect {
    let game = &cx.model.game;
    let geometry = Geometry::fit(board, context::orientation(cx.model), ui.pixels_per_point());
    let last = game.tree.mv(game.live).map(|mv| [mv.from(), mv.drawn_to()]);
    let position = game.live_board();
    let kings = Color::ALL.map(|side| position.king(side));
    let seen: Vec<Rect> = last
        .into_iter()
        .flatten()
        .chain(kings)
        .map(|square| geometry.square_rect(square).shrink(2.0))
        .collect();
    // One file of squares stays visible beside it.
    let size = CARD_SIZE.min(board.size() * vec2(0.87, 1.0) - vec2(4.0, 8.0));
    let at = |[x, y]: [f32; 2]| {
        let free = board.size() - size;
        Rect::from_min_size(board.min + vec2(free.x * x, free.y * y), size)
    };
    let hidden = |rect: &Rect| seen.iter().filter(|square| rect.intersects(**square)).count();
    let places =
        [0.5, 0.02, 0.98].iter().flat_map(|&x| [0.5, 0.25, 0.75, 0.04, 0.96].map(|y| [x, y]));
    places.map(at).min_by_key(hidden).unwrap_or(board)
}

// The buttons under the board. Each has a fixed place that depends only on the width: unavailable actions are grey, and
// no usable button appears where another one was a moment before.

/// Space between two buttons, points.
const GAP: f32 = 2.0;
/// Space between the navigation buttons and the button that flips the board, points.
const APART: f32 = 6.0;
/// Side of a button without words where there is room, and its minimum, points.
const SIDE: (f32, f32) = (30.0, 18.0);
/// Space on either side of a button's words, points.
const PAD: f32 = 8.0;

/// The buttons that step through the game, on the left.
const STEPS: [UserCommand; 5] = [
    UserCommand::First,
    UserCommand::Previous,
    UserCommand::Next,
    UserCommand::Last,
    UserCommand::Flip,
];

/// A button's place on the right.
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

/// What a place shows.
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

    /// What it shows now; `None`: it is empty, and nothing else is shown there.
    fn face(self, cx: &Cx<'_>) -> Option<Face> {
        let game = &cx.model.game;
        let free = game.is_analysis_board();
        let face = |command, icon, word, name| Some(Face { command, icon, word, name });
        match self {
            Place::Hint => face(UserCommand::Hint, Icon::Hint, t!("board-hint"), t!("board-hint")),
            // Playing from here and taking back share a place: on a board without a game nothing can be taken back, and
            // a new game has nothing to take back at first.
            Place::Takeback if free => {
                let (word, name) = (t!("board-play"), t!("board-play.name"));
                face(UserCommand::PlayFromHere, Icon::Play, word, name)
            }
            Place::Takeback => {
                let word = t!("board-take-back");
                face(UserCommand::Takeback, Icon::Takeback, word, word)
            }
            Place::NewGame => {
                let word = t!("board-new-game");
                face(UserCommand::NewGame, Icon::NewGame, word, word)
            }
            _ if free => None,
            Place::Draw => {
                let (word, name) = (t!("board-draw"), t!("board-draw.name"));
                face(UserCommand::OfferDraw, Icon::Handshake, word, name)
            }
            Place::Resign => {
                let word = t!("board-resign");
                face(UserCommand::Resign, Icon::Resign, word, word)
            }
            Place::Pause if game.paused => {
                face(UserCommand::Pause, Icon::Play, t!("board-resume"), t!("board-resume"))
            }
            Place::Pause => {
                face(UserCommand::Pause, Icon::Pause, t!("board-pause"), t!("board-pause"))
            }
            Place::Watch => {
                face(UserCommand::Watch, Icon::Eye, t!("board-watch"), t!("board-watch.name"))
            }
        }
    }

    /// The order in which places get labels as far as there is room.
    const WORDED: [Place; 5] =
        [Place::Takeback, Place::Hint, Place::NewGame, Place::Draw, Place::Resign];

    /// The label beside the icon where there is room; some icons need none.
    fn word(self) -> Option<&'static str> {
        match self {
            Place::Hint => Some(t!("board-hint")),
            Place::Takeback => Some(t!("board-take-back")),
            Place::Draw => Some(t!("board-draw")),
            Place::Resign => Some(t!("board-resign")),
            Place::NewGame => Some(t!("board-new-game")),
            Place::Pause | Place::Watch => None,
        }
    }
}

fn show_toolbar(ui: &mut Ui, cx: &Cx<'_>, row: Rect, out: &mut Vec<Action>) {
    let least = SIDE.0.min(SIDE.1);
    // Without room for all, the steps to both ends of the game are left to their keys, then empty places are left out,
    // then what the menu also has.
    let is_end = |of: &UserCommand| matches!(of, UserCommand::First | UserCommand::Last);
    let steps: Vec<UserCommand> = STEPS.into_iter().filter(|of| !is_end(of)).collect();
    let all = &Place::ALL[..];
    let held: Vec<Place> = all.iter().copied().filter(|of| of.face(cx).is_some()).collect();
    let needed: Vec<Place> =
        held.iter().copied().filter(|of| Place::WORDED[..NEEDED].contains(of)).collect();
    let count = |(steps, places): &(&[UserCommand], &[Place])| (steps.len() + places.len()) as f32;
    let fits = |shown: &(_, _)| APART + (least + GAP) * count(shown) <= row.width();
    let choices = [(&STEPS[..], all), (&steps[..], all), (&steps[..], &held[..])];
    let shown = choices.into_iter().find(fits).unwrap_or((&steps[..], &needed[..]));
    let (count, (steps, places)) = (count(&shown), shown);
    let side = ((row.width() - APART - GAP * count) / count).clamp(least, SIDE.0);
    let mut left = row.left();
    for (at, &command) in steps.iter().enumerate() {
        if command == UserCommand::Flip {
            left += APART;
        }
        icon_ui(ui, cx, square(left, row, side), (command, None), at, out);
        left += side + GAP;
    }
    let widths = |size: f32, pad: f32| {
        let mut free = row.right() - left - places.len() as f32 * (side + GAP);
        Place::WORDED.map(|place| {
            let word = place.word().unwrap_or_default();
            let width = (width_at(ui, word, size) + 2.0 * pad).ceil();
            let fits = places.contains(&place) && width - side <= free;
            free -= if fits { width - side } else { 0.0 };
            (place, fits.then_some(width))
        })
    };
    // Long labels get smaller and closer together before the most needed ones are reduced to icons.
    let needed = |widths: &[(Place, Option<f32>)]| {
        widths.iter().take(NEEDED).filter(|(_, width)| width.is_some()).count()
    };
    let usual = TextStyle::Button.resolve(ui.style()).size;
    let (large, small) = (widths(usual, PAD), widths(theme::SMALL, PAD / 2.0));
    let all_large = needed(&large) >= needed(&small);
    let (size, widths) = if all_large { (usual, large) } else { (theme::SMALL, small) };
    let mut right = row.right();
    for (at, &place) in places.iter().enumerate().rev() {
        let worded = widths.into_iter().find_map(|(of, width)| width.filter(|_| of == place));
        let width = worded.unwrap_or(side);
        let rect = Rect::from_x_y_ranges(right - width..=right, square(right, row, side).y_range());
        right -= width + GAP;
        let Some(face) = place.face(cx) else { continue };
        if worded.is_some() {
            worded_ui(ui, cx, rect, (&face, at, size), out);
        } else {
            let shown = Some((face.icon, face.name));
            icon_ui(ui, cx, rect, (face.command, shown), STEPS.len() + at, out);
        }
    }
}

/// This many of the places with labels keep a small label rather than none.
const NEEDED: usize = 3;

/// Play: navigation and the button that flips the board on the left, a new game on the right.
pub(super) fn navigation(ui: &mut Ui, cx: &Cx<'_>, row: Rect, out: &mut Vec<Action>) {
    let count = STEPS.len() as f32 + 1.0;
    let word = t!("board-new-game");
    let new_game = (width_of(ui, word) + 2.0 * ui.spacing().button_padding.x + 6.0).ceil();
    let least = SIDE.0.min(SIDE.1);
    let side = (row.width() - new_game - GAP * count) / count;
    // In a narrow column the new game is an icon too.
    let worded = side >= least;
    let side = if worded { side } else { (row.width() - GAP * count) / (count + 1.0) };
    let side = side.clamp(least, SIDE.0);
    let mut left = row.left();
    for (at, command) in STEPS.into_iter().enumerate() {
        icon_ui(ui, cx, square(left, row, side), (command, None), at, out);
        left += side + GAP;
    }
    if let Some(face) = Place::Pause.face(cx) {
        let place = square(left, row, side);
        icon_ui(ui, cx, place, (face.command, Some((face.icon, face.name))), STEPS.len(), out);
    }
    if !worded {
        let place = square(row.right() - side, row, side);
        let face = (UserCommand::NewGame, Some((Icon::NewGame, word)));
        return icon_ui(ui, cx, place, face, STEPS.len() + 1, out);
    }
    let rect = Rect::from_min_max(pos2(row.right() - new_game, row.top()), row.max);
    let mut child = ui.new_child(UiBuilder::new().id_salt("new game").max_rect(rect));
    let text = format!("{} {word}", Icon::NewGame.glyph());
    let button = Button::new(text).min_size(rect.size()).wrap_mode(TextWrapMode::Extend);
    let hint = UserCommand::NewGame.info().tooltip();
    let button = child.add(button).accessible_name(word).on_hover_text(hint);
    if button.clicked() {
        out.push(Action::Command(UserCommand::NewGame));
    }
}

/// Play: the actions of the game. The labels of a running game determine the width of each place, so that none moves.
pub(super) fn actions(ui: &mut Ui, cx: &Cx<'_>, row: Rect, out: &mut Vec<Action>) {
    let all = [Place::Takeback, Place::Hint, Place::Draw, Place::Resign];
    let usual = TextStyle::Button.resolve(ui.style()).size;
    // Long labels get smaller and closer together before they are reduced to icons.
    let widths = |size: f32, pad: f32| {
        let word = |place: Place| place.word().unwrap_or_default();
        all.map(|place| (width_at(ui, word(place), size) + 2.0 * pad).ceil())
    };
    let sizes = [(usual, PAD), (theme::SMALL, PAD / 2.0)];
    let fits = |widths: &[f32; 4]| widths.iter().sum::<f32>() <= row.width();
    let found = sizes.map(|(size, pad)| (size, widths(size, pad)));
    let [(_, least), _] = found;
    let chosen = found.into_iter().find(|(_, widths)| fits(widths));
    let words = chosen.is_some();
    let (size, widths) = chosen.unwrap_or((usual, least));
    let free = row.width() - widths.iter().sum::<f32>();
    let each = row.width() / all.len() as f32;
    let mut left = row.left();
    for (at, (place, width)) in all.into_iter().zip(widths).enumerate() {
        let width = if words { width + free / all.len() as f32 } else { each };
        let cell = Rect::from_x_y_ranges(left..=left + width, row.y_range());
        left += width;
        let Some(face) = place.face(cx) else { continue };
        if words {
            worded_ui(ui, cx, cell, (&face, ACTION + at, size), out);
        } else {
            let side = SIDE.0.min(width);
            let place = Rect::from_center_size(cell.center(), Vec2::splat(side));
            let shown = Some((face.icon, face.name));
            icon_ui(ui, cx, place, (face.command, shown), ACTION + at, out);
        }
    }
}

/// Numbers of the places of [`actions`] start here.
const ACTION: usize = 20;

/// A square of the row, this far to the right.
fn square(left: f32, row: Rect, side: f32) -> Rect {
    Rect::from_min_size(pos2(left, row.center().y - side / 2.0), vec2(side, side))
}

/// Width of an icon with this label.
fn width_of(ui: &Ui, word: &str) -> f32 {
    width_at(ui, word, TextStyle::Button.resolve(ui.style()).size)
}

fn width_at(ui: &Ui, word: &str, size: f32) -> f32 {
    let text = format!("{} {word}", Icon::Hint.glyph());
    let font = FontId::proportional(size);
    ui.painter().layout_no_wrap(text, font, theme::palette(ui).text).size().x
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
        None => (Icon::from_name(info.icon), info.name()),
    };
    let button = IconButton {
        icon: icon.unwrap_or(Icon::More),
        name,
        keys: command.keys_text(cx.model),
        // A button whose icon changes shows its state that way.
        on: command.is_checked(cx.model).filter(|_| command != UserCommand::Pause),
        enabled: command.is_enabled(cx.model),
        side: rect.width(),
    };
    let place = UiBuilder::new().id_salt(("place", at)).max_rect(rect);
    let mut child = ui.new_child(place.layout(Layout::left_to_right(Align::Center)));
    child.spacing_mut().item_spacing.x = 0.0;
    if buttons::icon_button(&mut child, &button).clicked() {
        out.push(Action::Command(command));
    }
}

fn worded_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    rect: Rect,
    (face, at, size): (&Face, usize, f32),
    out: &mut Vec<Action>,
) {
    let info = face.command.info();
    let hint = match face.command.keys_text(cx.model) {
        Some(keys) => format!("{}  {keys}", info.tooltip()),
        None => info.tooltip().to_owned(),
    };
    let place = UiBuilder::new().id_salt(("place", at)).max_rect(rect);
    let mut child = ui.new_child(place.layout(Layout::left_to_right(Align::Center)));
    child.spacing_mut().button_padding.x = 0.0;
    let text = RichText::new(format!("{} {}", face.icon.glyph(), face.word)).size(size);
    let button = Button::new(text).min_size(rect.size()).frame_when_inactive(false);
    let button = child.add_enabled(face.command.is_enabled(cx.model), button.truncate());
    let refusal = face.command.refusal(cx.model).unwrap_or(&hint);
    let button =
        button.accessible_name(face.name).on_disabled_hover_text(refusal).on_hover_text(&hint);
    if button.clicked() {
        out.push(Action::Command(face.command));
    }
}

/// The possible answers to what the game waits for.
pub(super) fn answers(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    // From the right, the claim first: an offer does not move it.
    for command in [UserCommand::ClaimDraw, UserCommand::DeclineDraw, UserCommand::AcceptDraw] {
        if command.is_enabled(cx.model) {
            answer_ui(ui, cx, command, out);
        }
    }
    if cx.model.game.paused && ui.button(t!("board-resume-game")).clicked() {
        out.push(Action::Command(UserCommand::Pause));
    }
    let stuck = cx.model.stuck_player().filter(|(id, _)| cx.model.is_known(*id));
    let Some((id, _)) = stuck else { return };
    for (icon, name, action) in [
        (Icon::Settings, t!("toast-set-up-engine"), EngineAction::SetUp(id.0)),
        (Icon::Play, t!("toast-restart"), EngineAction::Restart(id.0)),
    ] {
        let (keys, on, enabled, side) = (None, None, true, SIDE.0);
        let button = IconButton { icon, name, keys, on, enabled, side };
        if buttons::icon_button(ui, &button).clicked() {
            out.push(Action::Engines(action));
        }
    }
}

/// With less room the status is not written, points.
const MIN_STATUS: f32 = 140.0;

/// What the game waits for or how it ended. Takes the rest of the row.
pub(super) fn status_text(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let (text, strong) = roster::game_status(cx.model);
    // A screen reader first reads the move that led here.
    let (tree, shown) = (&cx.model.game.tree, cx.model.game.current);
    let spoken = match tree.mv(shown) {
        Some(_) => format!("{}. {text}", format::move_name(tree, shown)),
        None => text.clone(),
    };
    let color = if strong { p.text } else { p.text_weak };
    let over = matches!(cx.model.game.phase, Phase::Over(_));
    // Only Play has the card with more details.
    let ends = over
        && cx.model.game.at_live()
        && !cx.model.game.is_analysis_board()
        && cx.model.view.workspace == Workspace::Play;
    if ends && cx.model.view.end_card {
        // The card shows it.
        return;
    }
    if ui.available_width() < MIN_STATUS {
        // Without room it exists only for screen readers.
        let (_, response) = ui.allocate_exact_size(vec2(1.0, 1.0), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Status, true, &spoken));
        announce(ui, response.id);
        return;
    }
    let sense = if ends { Sense::click() } else { Sense::hover() };
    let width = |size: f32| {
        let font = FontId::proportional(size);
        ui.painter().layout_no_wrap(text.clone(), font, color).size().x
    };
    let size = if width(14.0) <= ui.available_width() { 14.0 } else { theme::SMALL };
    let label = Label::new(RichText::new(&text).size(size).color(color)).truncate().sense(sense);
    let label = ui.add(label);
    if label.clicked() {
        out.push(Action::EndCard(true));
    }
    label.widget_info(|| WidgetInfo::labeled(Role::Status, true, &spoken));
    announce(ui, label.id);
    label.on_hover_text(&text);
}

/// An answer to the status; it is beside the status and away from the other buttons.
fn answer_ui(ui: &mut Ui, cx: &Cx<'_>, command: UserCommand, out: &mut Vec<Action>) {
    let info = command.info();
    let button = IconButton {
        icon: Icon::from_name(info.icon).unwrap_or(Icon::More),
        name: info.name(),
        keys: command.keys_text(cx.model),
        on: None,
        enabled: command.is_enabled(cx.model),
        side: SIDE.0,
    };
    if buttons::icon_button(ui, &button).clicked() {
        out.push(Action::Command(command));
    }
}
