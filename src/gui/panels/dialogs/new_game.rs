//! The dialog that starts a game. On the left the opponents as cards, or the whole form behind "More"; on the right the
//! chosen opponent, the time, the user's colour, and at the foot Start, which never moves.

use eframe::egui::{
    Align2, Button, Color32, FontId, Key, Pos2, Rect, Response, RichText, Role, ScrollArea, Sense,
    Stroke, TextEdit, Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2,
};

use tabia_app::action::Action;
use tabia_app::game::clock::{MoveLimit, TimeControl};
use tabia_app::game::new_game::{NewGame, Sides, StartFrom};
use tabia_app::game::words::fen_text;
use tabia_app::window::settings::MAX_NAME;
use tabia_chess::{Board, Color, Piece, PieceType};

use super::new_game_form as form;
use super::opponents::{self, Opponent};
use crate::gui::look::icons::Icon;
use crate::gui::look::pieces::PieceSet;
use crate::gui::look::theme;
use crate::gui::present::context::{self, Cx};
use crate::gui::widgets::buttons;
use tabia_text::t;

/// The dialog's state besides the draft.
#[derive(Clone, Debug, Default)]
pub(crate) struct Form {
    fields: form::Fields,
    /// The form is shown in place of the cards.
    more: bool,
    /// The character whose card is turned over.
    turned: Option<Opponent>,
    /// The dialog was shown in the previous frame.
    shown: bool,
    /// Where the click was that opened the dialog, until the pointer moves or clicks again: Start may be there, and it
    /// must ignore the second click of a double click.
    opened_by: Option<Pos2>,
}

/// Maximum age of the click that opened the dialog, seconds, and maximum movement of a resting pointer, points.
const OPENED: f32 = 1.0;
const RESTS: f32 = 3.0;

impl Form {
    /// The dialog is closed: next time it opens with the cards.
    pub(crate) fn close(&mut self) {
        (self.more, self.turned, self.shown, self.opened_by) = (false, None, false, None);
    }

    /// Follows the pointer from when the dialog was opened.
    fn follow(&mut self, ui: &Ui) {
        let (at, since) =
            ui.input(|input| (input.pointer.latest_pos(), input.pointer.time_since_last_click()));
        if !self.shown {
            self.opened_by = at.filter(|_| since < OPENED);
        }
        self.shown = true;
        self.opened_by =
            self.opened_by.filter(|from| at.is_some_and(|at| at.distance(*from) < RESTS));
    }
}

/// Size of the dialog with its outline if the window has room, and the space left free around it, points.
const SIZE: Vec2 = vec2(1152.0, 636.0);
const AROUND: f32 = 16.0;
/// From this width on the column on the right has its full width, points.
const WIDE: f32 = 1_000.0;

/// The places of all parts, which depend only on the size of the window.
struct Places {
    size: Vec2,
    /// Space at the edges.
    pad: f32,
    /// Width of the column on the right, with its margins and without.
    column: f32,
    inner: f32,
    /// Size of the chosen opponent's emblem.
    emblem: f32,
    /// Heights of the buttons for time and colour.
    time: f32,
    colour: f32,
    /// Space between its groups.
    gap: f32,
}

impl Places {
    fn of(ui: &Ui) -> Places {
        let size = (ui.content_rect().size() - Vec2::splat(2.0 * AROUND)).min(SIZE);
        let (wide, high) = (size.x >= WIDE, size.y >= SIZE.y);
        let pad = if wide { 24.0 } else { 16.0 };
        let inner = if wide { 272.0 } else { 240.0 };
        let [emblem, time, colour, gap] =
            if high { [72.0, 48.0, 72.0, 16.0] } else { [56.0, 40.0, 64.0, 8.0] };
        // The outline is outside the content.
        let size = (size - vec2(2.0, 2.0)).floor();
        Places { size, pad, column: inner + 2.0 * pad, inner, emblem, time, colour, gap }
    }
}

/// Height of the title with the space below, of Start, and of the words above it, points.
const TITLE: f32 = 56.0;
const START: f32 = 44.0;
const WORDS: f32 = 48.0;
/// Space between buttons side by side, points.
const BETWEEN: f32 = 8.0;

/// Shows the dialog.
pub(crate) fn show(
    ui: &mut Ui,
    cx: &Cx<'_>,
    draft: &NewGame,
    form: &mut Form,
    out: &mut Vec<Action>,
) {
    let opens = !form.shown;
    form.follow(ui);
    let at = Places::of(ui);
    let (all, _) = ui.allocate_exact_size(at.size, Sense::hover());
    let mut game = draft.clone();
    let split = all.right() - at.column;
    let p = theme::palette(ui);
    ui.painter().vline(split, all.y_range(), (1.0, p.border));

    let left = Rect::from_min_max(all.min, pos2(split, all.bottom()));
    title(ui, cx, &at, left, (&game, form.more));
    // The focus ring reaches a little further.
    let edge = 6.0;
    let top = left.top() + TITLE - edge;
    let body = Rect::from_min_max(
        pos2(left.left() + at.pad - edge, top),
        pos2(left.right() - 4.0, left.bottom() - at.pad + edge),
    );
    let width = left.width() - 2.0 * at.pad;
    let mut start = false;
    place(ui, ("left", form.more), body, |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let inset = eframe::egui::Margin::same(edge as i8);
            eframe::egui::Frame::new().inner_margin(inset).show(ui, |ui| {
                if form.more {
                    form::show(ui, cx, width, &mut form.fields, &mut game);
                    // A strength set by hand is not the one derived from the results.
                    game.even &= game.strength == draft.strength && game.engine == draft.engine;
                    return;
                }
                let cards = (&game, &mut form.turned, opens);
                if let Some(chosen) = opponents::cards(ui, cx, width, cards, out) {
                    start |= again(ui, chosen == Opponent::of(&game));
                    let game_now = game.clone();
                    game = if chosen.even {
                        game_now.even(cx.model.settings.even_match)
                    } else {
                        game_now.against(chosen.engine, chosen.strength)
                    };
                }
            });
        });
    });

    let right = Rect::from_min_max(
        pos2(split + at.pad, all.top()),
        pos2(all.right() - at.pad, all.bottom() - at.pad),
    );
    close(ui, right, &at);
    let foot = right.bottom() - START - BETWEEN - WORDS;
    let top = right.top() + if at.emblem > 60.0 { TITLE } else { TITLE - 12.0 };
    let middle = Rect::from_min_max(
        pos2(right.left() - edge, top - edge),
        pos2(right.right() + at.pad - 2.0, foot - 4.0),
    );
    place(ui, "right", middle, |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let inset = eframe::egui::Margin::same(edge as i8);
            eframe::egui::Frame::new().inner_margin(inset).show(ui, |ui| {
                ui.set_width(at.inner);
                ui.spacing_mut().item_spacing.y = 0.0;
                opponent(ui, cx, &at, &game);
                start |= times(ui, cx, &at, &mut game);
                start |= colours(ui, cx, &at, &mut game);
                ui.add_space(at.gap);
                more(ui, &mut form.more);
            });
        });
    });
    let problem = problem(&game);
    let words = Rect::from_min_size(pos2(right.left(), foot), vec2(at.inner, WORDS));
    foot_words(ui, words, &summary(cx, &game), problem.as_deref());
    let button = Rect::from_min_max(pos2(right.left(), right.bottom() - START), right.max);
    start |= start_button(ui, button, problem.is_none(), &mut form.opened_by);
    if start && problem.is_none() {
        out.push(Action::StartGame(game.clone()));
    }
    if game != *draft {
        out.insert(0, Action::DraftNewGame(game));
    }
}

/// Shows something in its own place.
fn place<R>(
    ui: &mut Ui,
    name: impl eframe::egui::AsIdSalt,
    rect: Rect,
    add: impl FnOnce(&mut Ui) -> R,
) -> R {
    add(&mut ui.new_child(UiBuilder::new().id_salt(name).max_rect(rect)))
}

/// Whether Enter was pressed on something already chosen: that starts the game, as elsewhere in the dialog.
fn again(ui: &Ui, chosen: bool) -> bool {
    chosen && ui.input(|input| input.key_pressed(Key::Enter))
}

/// The title, and a note on what the cards choose if that is unclear.
fn title(ui: &Ui, cx: &Cx<'_>, at: &Places, left: Rect, (game, more): (&NewGame, bool)) {
    let p = theme::palette(ui);
    let corner = left.min + vec2(at.pad, 20.0);
    let name = opponents::text(ui, t!("new-game-title"), (18.0, p.text), (left.width(), 1));
    let middle = corner.y + name.size().y / 2.0;
    let begins = corner.x + name.size().x + 16.0;
    ui.painter().galley(corner, name, p.text);
    let note = match game.sides {
        _ if more => return,
        Sides::Humans => t!("new-game-cards-humans").to_owned(),
        Sides::Engines => {
            let black = Opponent::new(game.black_engine, game.black_strength);
            t!("new-game-cards-engines", black = black.name(cx))
        }
        Sides::HumanWhite | Sides::HumanBlack | Sides::Random => return,
    };
    let room = left.right() - at.pad - begins;
    let note = opponents::text(ui, &note, (theme::SMALL, p.text_weak), (room, 2));
    let corner = pos2(left.right() - at.pad - note.size().x, middle - note.size().y / 2.0);
    ui.painter().galley(corner, note, p.text_weak);
}

/// The close button at the upper right.
fn close(ui: &mut Ui, right: Rect, at: &Places) {
    let side = 32.0;
    let top = if at.emblem > 60.0 { 12.0 } else { 8.0 };
    let rect =
        Rect::from_min_size(pos2(right.right() - side, right.top() + top), Vec2::splat(side));
    place(ui, "close", rect, |ui| {
        let cross = buttons::IconButton {
            icon: Icon::Cross,
            name: t!("button-cancel"),
            keys: Some("Esc".to_owned()),
            on: None,
            enabled: true,
            side,
        };
        if buttons::icon_button(ui, &cross).clicked() {
            ui.close();
        }
    });
}

/// The chosen opponent: emblem, name, its Elo as the one large number, how it plays.
fn opponent(ui: &mut Ui, cx: &Cx<'_>, at: &Places, game: &NewGame) {
    let p = theme::palette(ui);
    let size = vec2(at.inner, at.emblem + BETWEEN + 48.0 + at.gap);
    let (all, response) = ui.allocate_exact_size(size, Sense::hover());
    let emblem = Rect::from_min_size(all.min, Vec2::splat(at.emblem));
    let one = Opponent::of(game);
    let (name, plays) = if game.sides == Sides::Humans {
        ui.painter().rect_filled(emblem, 8.0, p.raised);
        let font = FontId::proportional(at.emblem * 0.5);
        let icon = Icon::Human.glyph();
        ui.painter().text(emblem.center(), Align2::CENTER_CENTER, icon, font, p.text_weak);
        (t!("new-game-humans").to_owned(), t!("new-game-plays-humans").to_owned())
    } else {
        one.emblem(ui, emblem);
        (one.name(cx), one.plays_and_errs(cx))
    };
    let left = emblem.right() + 16.0;
    let room = all.right() - left;
    let name_galley = opponents::text(ui, &name, (18.0, p.text), (room, 1));
    let number = match (game.sides, one.elo()) {
        (Sides::Humans, _) => None,
        (_, Some(elo)) => Some((elo.to_string(), 30.0, p.text)),
        (_, None) => Some((one.strength_words(cx), 16.0, p.text_weak)),
    };
    let number = number.map(|(words, size, ink)| {
        (opponents::text(ui, &words, (size, ink), (room, 1)), ink, size > 16.0)
    });
    let below = number.as_ref().map_or(0.0, |(galley, ..)| galley.size().y);
    let mut top = emblem.center().y - f32::midpoint(name_galley.size().y, below);
    let height = name_galley.size().y;
    ui.painter().galley(pos2(left, top), name_galley, p.text);
    top += height;
    if let Some((galley, ink, is_elo)) = number {
        let end = pos2(left + galley.size().x + 6.0, top + galley.size().y - 6.0);
        ui.painter().galley(pos2(left, top), galley, ink);
        if is_elo {
            let font = FontId::proportional(theme::SMALL);
            let words = match one.strength.character().filter(|_| one.engine.is_built_in()) {
                Some(character) => format!("± {} Elo", character.error),
                None => "Elo".to_owned(),
            };
            ui.painter().text(end, Align2::LEFT_BOTTOM, words, font, p.text_faint);
        }
    }
    let plays_galley = opponents::text(ui, &plays, (theme::SMALL, p.text_weak), (at.inner, 3));
    let corner = pos2(all.left(), emblem.bottom() + BETWEEN);
    ui.painter().galley(corner, plays_galley, p.text_weak);
    response.widget_info(|| {
        WidgetInfo::labeled(
            Role::Label,
            true,
            format!("{name}, {}. {plays}", one.strength_words(cx)),
        )
    });
}

/// Time controls with a button each, and the name for that speed.
const TIMES: [(&str, Option<TimeControl>); 6] = [
    ("1+0", Some(TimeControl::minutes(1, 0))),
    ("3+2", Some(TimeControl::minutes(3, 2))),
    ("5+0", Some(TimeControl::minutes(5, 0))),
    ("10+5", Some(TimeControl::minutes(10, 5))),
    ("15+10", Some(TimeControl::minutes(15, 10))),
    ("", None),
];

fn pace(at: usize) -> &'static str {
    match at {
        0 => t!("new-game-bullet"),
        1 | 2 => t!("new-game-blitz"),
        _ => t!("new-game-rapid"),
    }
}

/// Whether one of the buttons is for these clocks.
fn has_button(game: &NewGame) -> bool {
    let one = game.black_time.is_none() && TIMES.iter().any(|(_, time)| *time == game.time);
    one && !game.play_on || game.time.is_none()
}

/// The clocks in a word.
fn short(game: &NewGame) -> String {
    let of = |time: TimeControl| {
        let (minutes, seconds) = (time.base_ms / 60_000, time.increment_ms / 1_000);
        if time == TimeControl::minutes(minutes, seconds) {
            return format!("{minutes}+{seconds}");
        }
        time.words()
    };
    let mut words = match (game.time, game.black_time) {
        (None, _) => return t!("clock-none").to_owned(),
        (Some(white), Some(black)) if black != white => format!("{} : {}", of(white), of(black)),
        (Some(white), _) => of(white),
    };
    if game.play_on {
        words = format!("{words}, {}", t!("new-game-summary-play-on"));
    }
    words
}

/// The time: six buttons, and above them the clocks if no button matches. Returns whether to start.
fn times(ui: &mut Ui, cx: &Cx<'_>, at: &Places, game: &mut NewGame) -> bool {
    let p = theme::palette(ui);
    let mut start = false;
    let (row, _) = ui.allocate_exact_size(vec2(at.inner, 24.0), Sense::hover());
    let label = opponents::text(ui, t!("new-game-time"), (12.0, p.text_faint), (at.inner, 1));
    let begins = row.left() + label.size().x + 12.0;
    let middle = row.center().y - label.size().y / 2.0;
    ui.painter().galley(pos2(row.left(), middle), label, p.text_faint);
    // The clocks set under "More", else those of the last game.
    let own = !has_button(game);
    let last = if own { &*game } else { &cx.model.settings.new_game };
    if !has_button(last) {
        let last = last.clone();
        let words = if own { short(&last) } else { t!("new-game-last-time", time = short(&last)) };
        let font = (theme::SMALL, if own { p.text } else { p.text_weak });
        let galley = opponents::text(ui, &words, font, (row.right() - begins - 16.0, 1));
        let width = galley.size().x + 16.0;
        let chip = Rect::from_min_max(pos2(row.right() - width, row.top()), row.max);
        let response = buttons::tile(ui, chip, "last time", (&words, own));
        let corner = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), chip).min;
        ui.painter().galley(corner, galley, font.1);
        if response.on_hover_text(&words).clicked() {
            start |= again(ui, own);
            game.time = last.time;
            game.black_time = last.black_time;
            game.play_on = last.play_on;
        }
    }
    ui.add_space(4.0);
    let (all, _) = ui.allocate_exact_size(vec2(at.inner, 2.0 * at.time + BETWEEN), Sense::hover());
    for (i, (words, time)) in TIMES.into_iter().enumerate() {
        let cell = cell(all, (i % 3, i / 3), at.time);
        let chosen = game.time == time && has_button(game);
        let (words, pace) = if time.is_some() { (words, pace(i)) } else { (t!("clock-none"), "") };
        let name = format!("{words} {pace}");
        let response = buttons::tile(ui, cell, ("time", i), (name.trim_end(), chosen));
        let p = theme::palette(ui);
        if time.is_some() {
            two_lines(ui, cell, [(words, 16.0, p.text), (pace, theme::SMALL, p.text_weak)]);
        } else {
            let galley = opponents::text(ui, words, (14.0, p.text), (cell.width() - 4.0, 1));
            let corner = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), cell).min;
            ui.painter().galley(corner, galley, p.text);
        }
        let words = time.map_or(t!("clock-none.tip").to_owned(), TimeControl::words);
        if response.on_hover_text(words).clicked() {
            start |= again(ui, chosen);
            *game = game.clone().timed(time);
        }
    }
    ui.add_space(at.gap);
    start
}

/// A cell of a grid with three columns.
fn cell(all: Rect, (column, row): (usize, usize), height: f32) -> Rect {
    let width = (all.width() - 2.0 * BETWEEN) / 3.0;
    let corner = all.min + vec2(column as f32 * (width + BETWEEN), row as f32 * (height + BETWEEN));
    Rect::from_min_size(corner, vec2(width, height))
}

/// Two centred lines.
fn two_lines(ui: &Ui, place: Rect, lines: [(&str, f32, Color32); 2]) {
    let [first, second] = lines
        .map(|(text, size, ink)| (opponents::text(ui, text, (size, ink), (place.width(), 1)), ink));
    let height = first.0.size().y + second.0.size().y;
    let mut top = place.center().y - height / 2.0;
    for (galley, ink) in [first, second] {
        let size = galley.size();
        ui.painter().galley(pos2(place.center().x - size.x / 2.0, top), galley, ink);
        top += size.y;
    }
}

/// The user's colour. Returns whether to start.
fn colours(ui: &mut Ui, cx: &Cx<'_>, at: &Places, game: &mut NewGame) -> bool {
    let p = theme::palette(ui);
    let mut start = false;
    if game.sides == Sides::Humans {
        names(ui, at, &mut game.names);
        return start;
    }
    ui.label(RichText::new(t!("new-game-you-play")).small().color(p.text_faint));
    ui.add_space(if at.gap > 8.0 { 8.0 } else { 4.0 });
    let (all, _) = ui.allocate_exact_size(vec2(at.inner, at.colour), Sense::hover());
    let squares = context::board_theme(cx.model).square;
    let choices = [
        (Sides::HumanWhite, t!("white"), Some((Color::White, squares.dark))),
        (Sides::Random, t!("new-game-either"), None),
        (Sides::HumanBlack, t!("black"), Some((Color::Black, squares.light))),
    ];
    for (i, (sides, name, king)) in choices.into_iter().enumerate() {
        let cell = cell(all, (i, 0), at.colour);
        let chosen = game.sides == sides;
        let response = buttons::tile(ui, cell, ("colour", i), (name, chosen));
        let side = at.colour - 36.0;
        let corner = pos2(cell.center().x - side / 2.0, cell.top() + 7.0);
        let square = Rect::from_min_size(corner, Vec2::splat(side));
        if let Some((color, ground)) = king {
            ui.painter().rect_filled(square, 4.0, ground);
            let king = Piece::new(color, PieceType::King);
            PieceSet::get(ui, side).paint(ui.painter(), king, square, Color32::WHITE);
        } else {
            let font = FontId::proportional(side * 0.7);
            let icon = Icon::Shuffle.glyph();
            ui.painter().text(square.center(), Align2::CENTER_CENTER, icon, font, p.text_weak);
        }
        let word = opponents::text(ui, name, (14.0, p.text), (cell.width() - 4.0, 1));
        let corner = pos2(cell.center().x - word.size().x / 2.0, square.bottom() + 3.0);
        ui.painter().galley(corner, word, p.text);
        if response.on_hover_text(sides.label()).clicked() {
            start |= again(ui, chosen);
            game.sides = sides;
        }
    }
    start
}

/// The names of two people, in place of the user's colour.
fn names(ui: &mut Ui, at: &Places, names: &mut [String; 2]) {
    let p = theme::palette(ui);
    ui.label(RichText::new(t!("new-game-names")).small().color(p.text_faint));
    ui.add_space(if at.gap > 8.0 { 8.0 } else { 4.0 });
    let (all, _) = ui.allocate_exact_size(vec2(at.inner, at.colour), Sense::hover());
    let height = (all.height() - BETWEEN) / 2.0;
    for (i, (name, side)) in names.iter_mut().zip([t!("white"), t!("black")]).enumerate() {
        let corner = all.min + vec2(0.0, i as f32 * (height + BETWEEN));
        let row = Rect::from_min_size(corner, vec2(all.width(), height));
        place(ui, ("name", i), row, |ui| {
            let field = TextEdit::singleline(name).char_limit(MAX_NAME).hint_text(side);
            let field = field.align(Align2::LEFT_CENTER).min_size(row.size());
            ui.add_sized(row.size(), field).accessible_name(t!("new-game-name-of", who = side));
        });
    }
}

/// Switches the left side between cards and form.
fn more(ui: &mut Ui, more: &mut bool) {
    let (icon, name) = if *more {
        (Icon::ArrowLeft, t!("new-game-back"))
    } else {
        (Icon::ChevronRight, t!("new-game-more"))
    };
    let p = theme::palette(ui);
    let (place, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), 32.0), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    if response.hovered() {
        ui.painter().rect_filled(place, theme::RADIUS, p.hover);
    }
    let font = FontId::proportional(14.0);
    let left = place.left_center();
    ui.painter().text(left, Align2::LEFT_CENTER, icon.glyph(), font, p.text_weak);
    let galley = opponents::text(ui, name, (14.0, p.text), (place.width() - 24.0, 1));
    ui.painter().galley(left + vec2(24.0, -galley.size().y / 2.0), galley, p.text);
    if response.clicked() {
        *more = !*more;
    }
}

/// Why the game cannot start.
fn problem(game: &NewGame) -> Option<String> {
    match &game.start {
        StartFrom::Fen(fen) => Board::from_fen(fen).err().map(|error| fen_text(&error)),
        _ => None,
    }
}

/// The choices in a line.
fn summary(cx: &Cx<'_>, game: &NewGame) -> String {
    let time = game.time.map_or_else(|| t!("new-game-no-clock").to_owned(), |_| short(game));
    let named = |one: Opponent| match (one.elo(), one.engine.is_built_in()) {
        (Some(_), true) => one.name(cx),
        _ => one.name_and_strength(cx),
    };
    let one = Opponent::of(game);
    let mut words = match game.sides {
        Sides::Humans => t!("new-game-summary-humans", time = time),
        Sides::Engines => {
            let black = Opponent::new(game.black_engine, game.black_strength);
            let (white, black) = (one.name(cx), black.name(cx));
            t!("new-game-summary-engines", white = white, black = black, time = time)
        }
        sides => {
            let colour = match sides {
                Sides::HumanWhite => "white",
                Sides::HumanBlack => "black",
                _ => "either",
            };
            t!("new-game-summary", opponent = named(one), time = time, colour = colour)
        }
    };
    let start = match game.start {
        StartFrom::Standard => None,
        StartFrom::Current => Some(t!("new-game-summary-current")),
        StartFrom::Fen(_) => Some(t!("new-game-summary-fen")),
        StartFrom::Chess960(_) | StartFrom::RandomChess960 => Some("Chess960"),
    };
    let limits = match game.sides {
        Sides::Humans => [None, None],
        Sides::Engines => [game.move_limit, game.black_move_limit],
        _ => [game.move_limit, None],
    };
    let limits = limits.into_iter().flatten().map(MoveLimit::words);
    for part in start.map(str::to_owned).into_iter().chain(limits) {
        words.push_str(", ");
        words.push_str(&part);
    }
    words
}

/// The choices, or the problem with them, above Start.
fn foot_words(ui: &mut Ui, place: Rect, summary: &str, problem: Option<&str>) {
    let p = theme::palette(ui);
    let (words, ink) = match problem {
        Some(problem) => (format!("{} {problem}", Icon::Warning.glyph()), p.bad),
        None => (summary.to_owned(), p.text_weak),
    };
    let galley = opponents::text(ui, &words, (theme::SMALL, ink), (place.width(), 3));
    let corner = pos2(place.center().x - galley.size().x / 2.0, place.bottom() - galley.size().y);
    ui.painter().galley(corner, galley, ink);
    let response = ui.interact(place, ui.scope_id().with("summary"), Sense::hover());
    let whole = problem.unwrap_or(summary);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, whole));
    response.on_hover_text(whole);
}

/// The button at the foot.
fn start_button(ui: &mut Ui, rect: Rect, enabled: bool, opened_by: &mut Option<Pos2>) -> bool {
    let p = theme::palette(ui);
    let text = RichText::new(t!("button-start")).size(18.0).color(p.on_accent);
    let button = Button::new(text).fill(p.accent).stroke(Stroke::NONE);
    let response: Response = place(ui, "start", rect, |ui| {
        ui.add_enabled_ui(enabled, |ui| ui.add_sized(rect.size(), button)).inner
    });
    let by_pointer = ui.input(|input| input.pointer.any_click());
    let clicked = response.clicked() && !(by_pointer && opened_by.take().is_some());
    clicked || enabled && buttons::enter_pressed(ui)
}
