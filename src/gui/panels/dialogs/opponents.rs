//! The opponents of a new game as cards: characters of limited strength, masters, the user's engines. Also their
//! portraits, names and descriptions, which the dialog also shows for the chosen one.

use eframe::egui::style::ScrollAnimation;
use eframe::egui::text::{LayoutJob, TextFormat, TextWrapping};
use eframe::egui::{
    Align, Align2, Button, Color32, FontId, Galley, Layout, Rect, RichText, Role, Sense,
    StrokeKind, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

use tabia_app::action::{Action, UserCommand};
use tabia_app::engines::seats;
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_chess::Color;
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::human::characters::{
    CHARACTERS, Habits,
    masters::{ALPHA_BETA, GAMBLER, PUCT},
};
use tabia_engine::search::thinker::EngineId;
use tabia_games::printable;
use tabia_host::external::spec::UciSpec;
use tabia_host::kinds;
use tabia_text::{number, t};

use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::parts;
use crate::gui::widgets::buttons;
use crate::gui::widgets::portrait::{Extra, Hair, Portrait};

/// Minimum width of a card, points.
const NARROWEST: f32 = 170.0;
/// A card narrower than this has room for a third line, points.
const NARROW: f32 = 188.0;
/// Height of a card, without and with the third line, points.
const HEIGHT: [f32; 2] = [124.0, 140.0];
/// Space between cards and inside them, points.
const SPACE: [f32; 2] = [8.0, 12.0];
/// Side of an emblem on a card, points.
const EMBLEM: f32 = 56.0;
/// Height of the heading of the other opponents, and side of the button that turns a card, points.
const HEADING: f32 = 16.0;
const TURN: f32 = 22.0;
/// Font sizes of a name, of which the first that fits is used, points.
const NAME: [f32; 3] = [18.0, 16.0, 14.0];

/// A possible opponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Opponent {
    pub engine: EngineId,
    pub strength: Strength,
    /// Its strength follows the user's results.
    pub even: bool,
}

/// The portraits of the characters.
const PORTRAITS: [Portrait; CHARACTERS.len()] = {
    use Extra::{Beard, Glasses, Moustache, Serious, Tie, Wrinkles};
    let [fair, warm, tan, brown] = theme::SKINS;
    let [blond, red, dark, grey, white] = theme::HAIR;
    let [yellow, blue, green, red_cloth, violet, cream, navy, wine] = theme::CLOTHES;
    let g = theme::EMBLEMS;
    [
        portrait((g[0], fair, red, blue), Hair::Tuft, &[]),
        portrait((g[1], fair, white, violet), Hair::Bun, &[Glasses, Wrinkles]),
        portrait((g[2], warm, dark, red_cloth), Hair::Parted, &[Moustache]),
        portrait((g[3], fair, blond, cream), Hair::Long, &[]),
        portrait((g[4], brown, dark, navy), Hair::Cap, &[]),
        portrait((g[5], warm, dark, wine), Hair::Bob, &[]),
        portrait((g[6], fair, red, green), Hair::Parted, &[Beard]),
        portrait((g[7], tan, dark, yellow), Hair::Long, &[Serious]),
        portrait((g[8], fair, grey, green), Hair::Bald, &[Moustache, Serious, Wrinkles]),
        portrait((g[9], warm, dark, blue), Hair::Fringe, &[Glasses]),
        portrait((g[10], tan, dark, wine), Hair::Beret, &[Moustache]),
        portrait((g[11], fair, grey, navy), Hair::Parted, &[Glasses, Serious, Tie]),
    ]
};

const fn portrait(
    (ground, skin, hair, clothes): (Color32, Color32, Color32, Color32),
    style: Hair,
    extras: &'static [Extra],
) -> Portrait {
    Portrait { ground, skin, hair, clothes, style, extras }
}

impl Opponent {
    /// The opponent chosen so far; of two engines White's.
    pub(crate) fn of(game: &NewGame) -> Opponent {
        let even = game.even && !matches!(game.sides, Sides::Humans | Sides::Engines);
        Opponent { engine: game.engine, strength: game.strength, even }
    }

    /// An opponent that does not follow the user's results.
    pub(crate) fn new(engine: EngineId, strength: Strength) -> Opponent {
        Opponent { engine, strength, even: false }
    }

    /// Its name: that of the character, else that of the engine.
    pub(crate) fn name(self, cx: &Cx<'_>) -> String {
        match self.strength {
            _ if self.even => t!("new-game-even").to_owned(),
            Strength::Gambler if self.engine.is_built_in() => t!("strength-gambler").to_owned(),
            Strength::Character(_) if self.engine.is_built_in() => {
                self.strength.character().map_or_else(String::new, |one| one.name.to_owned())
            }
            _ => printable::line(&cx.model.engine_name(self.engine)).into_owned(),
        }
    }

    /// Its Elo number, if it has one.
    pub(crate) fn elo(self) -> Option<u16> {
        match self.strength {
            Strength::Elo(elo) if !self.engine.is_built_in() => Some(elo),
            strength if self.engine.is_built_in() => strength.elo(),
            _ => None,
        }
    }

    /// Why a user's engine failed when it was last tested or used; `None`: it did not.
    fn failure<'a>(self, cx: &Cx<'a>) -> Option<&'a str> {
        cx.model.engine_failure(self.engine).filter(|_| !self.engine.is_own())
    }

    /// How strong it is, in a word or two.
    pub(crate) fn strength_words(self, cx: &Cx<'_>) -> String {
        self.strength(cx, false)
    }

    /// Its name and how strong it is, in a line.
    pub(crate) fn name_and_strength(self, cx: &Cx<'_>) -> String {
        format!("{}, {}", self.name(cx), self.strength(cx, true))
    }

    /// How strong it is; `after`: after its name, where the words begin with a small letter.
    fn strength(self, cx: &Cx<'_>, after: bool) -> String {
        let words = |alone: &str, small: &str| if after { small } else { alone }.to_owned();
        if self.failure(cx).is_some() {
            return words(t!("new-game-not-started"), t!("new-game-not-started.after"));
        }
        let limited =
            cx.model.settings.engines.get(self.engine.0).is_some_and(UciSpec::limits_strength);
        let learning = kinds::of_seat(self.engine).is_some_and(|kind| kind.for_learning);
        match (self.elo(), self.strength) {
            (Some(elo), _) => t!("new-game-elo-number", elo = elo.to_string()),
            (None, Strength::Skill(skill)) if !self.engine.is_built_in() => {
                t!("new-game-skill-number", skill = skill.to_string())
            }
            _ if learning => words(t!("new-game-for-learning"), t!("new-game-for-learning.after")),
            _ if limited => words(t!("new-game-as-set-up"), t!("new-game-as-set-up.after")),
            _ => words(t!("new-game-full-strength"), t!("new-game-full-strength.after")),
        }
    }

    /// How it plays, in a sentence.
    pub(crate) fn plays(self, cx: &Cx<'_>) -> &'static str {
        if self.engine.is_built_in() {
            return match self.strength {
                _ if self.even => t!("new-game-plays-even"),
                Strength::Character(at) if usize::from(at) < CHARACTERS.len() => {
                    tabia_text::text(&format!("new-game-plays-{at}"))
                }
                Strength::Elo(_) => t!("new-game-plays-elo"),
                Strength::Gambler => t!("new-game-plays-gambler"),
                _ => t!("new-game-plays-full"),
            };
        }
        let offered = seats::handicaps(cx.model, self.engine).unwrap_or_default();
        match self.engine {
            EngineId::PUCT => t!("new-game-plays-puct"),
            engine if engine.is_own() => t!("new-game-plays-plain"),
            _ if offered.elo.is_some() || offered.skill.is_some() => {
                t!("new-game-plays-yours.held")
            }
            _ => t!("new-game-plays-yours"),
        }
    }

    /// The same; for a limited strength, also which people make similar mistakes.
    pub(crate) fn plays_and_errs(self, cx: &Cx<'_>) -> String {
        let plays = self.plays(cx);
        let limited = self.strength.character().map(|one| one.plays_at).or(self.elo());
        match limited.filter(|_| self.engine.is_built_in()) {
            Some(elo) => t!("new-game-plays-and-errs", plays = plays, errs = parts::errs(elo)),
            None => plays.to_owned(),
        }
    }

    /// What its strength means.
    pub(crate) fn details(self, cx: &Cx<'_>) -> String {
        if self.engine.is_built_in() {
            parts::strength_note(self.strength)
        } else if self.engine.is_own() {
            t!("new-game-own-full").to_owned()
        } else {
            self.failure(cx).unwrap_or_default().to_owned()
        }
    }

    /// How often it does what, if that was counted.
    fn habits(self) -> Option<&'static Habits> {
        match self.strength {
            _ if self.even => None,
            Strength::Full if self.engine == EngineId::PUCT => Some(&PUCT),
            Strength::Full if self.engine.is_built_in() => Some(&ALPHA_BETA),
            Strength::Gambler if self.engine.is_built_in() => Some(&GAMBLER),
            strength if self.engine.is_built_in() => {
                strength.character().map(|character| &character.habits)
            }
            _ => None,
        }
    }

    /// Paints its emblem.
    pub(crate) fn emblem(self, ui: &Ui, place: Rect) {
        let character = match self.strength {
            _ if self.even || !self.engine.is_built_in() => None,
            Strength::Character(at) => Some(usize::from(at)).filter(|&at| at < CHARACTERS.len()),
            // A face means a character; an Elo number close to a character's gets none.
            Strength::Elo(_) | Strength::Full | Strength::Skill(_) | Strength::Gambler => None,
        };
        if let Some(at) = character {
            return PORTRAITS[at].paint(ui.painter(), place);
        }
        let (icon, ground) = match self.engine {
            _ if self.even => (Icon::Scales, 5),
            EngineId::PUCT => (Icon::Tree, 0),
            engine if engine.is_built_in() && self.strength == Strength::Gambler => (Icon::Bolt, 4),
            engine if engine.is_built_in() => (Icon::Engine, 3),
            engine if engine.is_own() => (Icon::Book, 1),
            _ => (Icon::Engine, 2),
        };
        icon_emblem(ui, place, icon, theme::ICON_EMBLEMS[ground]);
    }
}

/// The back of a card: its openings, and how often it does what, as measured in games against equal opponents.
fn back(one: Opponent, habits: &Habits) -> Vec<String> {
    let percent = |share: f32| number(f64::from(share) * 100.0, 0);
    let mut lines = match one.strength.character() {
        Some(character) => {
            let opens = |side| character.openings(side).join(", ");
            vec![
                t!("new-game-back-white", openings = opens(Color::White)),
                t!("new-game-back-black", openings = opens(Color::Black)),
            ]
        }
        None => vec![t!("new-game-back-book").to_owned()],
    };
    lines.extend([
        t!(
            "new-game-back-play",
            exchanges = number(f64::from(habits.exchanges), 1),
            attacks = number(f64::from(habits.attacks), 0)
        ),
        t!(
            "new-game-back-castles",
            short = percent(habits.short_castling),
            long = percent(habits.long_castling)
        ),
        t!(
            "new-game-back-games",
            moves = number(f64::from(habits.moves), 0),
            games = habits.games.to_string()
        ),
    ]);
    lines
}

/// A character's openings on one line of this width: as many as fit, and how many more there are.
fn opens(ui: &Ui, openings: &[&str], side: Color, width: f32) -> String {
    let line = |kept: usize| {
        let (names, more) = (openings[..kept].join(", "), openings.len() - kept);
        let names = if more > 0 { format!("{names} +{more}") } else { names };
        match side {
            Color::White => t!("new-game-back-white.short", openings = names),
            Color::Black => t!("new-game-back-black.short", openings = names),
        }
    };
    let fits = |words: &String| {
        let ink = (theme::SMALL, Color32::PLACEHOLDER);
        text(ui, words, ink, (f32::INFINITY, 1)).size().x <= width
    };
    let shown = (1..=openings.len()).rev().map(line).find(fits);
    shown.unwrap_or_else(|| line(openings.len().min(1)))
}

fn icon_emblem(ui: &Ui, place: Rect, icon: Icon, ground: Color32) {
    ui.painter().rect_filled(place, 8.0, ground);
    let font = FontId::proportional(place.width() * 0.56);
    let ink = theme::NUMBER.light;
    ui.painter().text(place.center(), Align2::CENTER_CENTER, icon.glyph(), font, ink);
}

/// Shows the cards with this width. Returns the opponent that was clicked, if any. `turned` is the one whose card shows
/// its back; `opens`: the dialog has just been opened, and the chosen one is scrolled to.
pub(crate) fn cards(
    ui: &mut Ui,
    cx: &Cx<'_>,
    width: f32,
    (draft, turned, opens): (&NewGame, &mut Option<Opponent>, bool),
    out: &mut Vec<Action>,
) -> Option<Opponent> {
    let own = EngineId::BUILT_IN;
    let characters = (0..CHARACTERS.len()).map(|at| Strength::Character(at as u8));
    let levels: Vec<Opponent> = characters.map(|strength| Opponent::new(own, strength)).collect();
    let columns = ((width + SPACE[0]) / (NARROWEST + SPACE[0])).floor().max(1.0) as usize;
    let card = (width - SPACE[0] * (columns as f32 - 1.0)) / columns as f32;
    let grid = Grid { columns, card, name: name_size(ui, cx, card, &levels) };
    let (mut clicked, chosen) = (None, Opponent::of(draft));
    let mut show = |ui: &mut Ui, opponents: &[Opponent]| {
        grid.show(ui, opponents.len(), |ui, at, place| {
            let one = opponents[at];
            if opens && one == chosen {
                ui.scroll_to_rect_animation(place, None, ScrollAnimation::none());
            }
            let habits = one.habits();
            let back = habits.filter(|_| *turned == Some(one));
            if let Some(habits) = back {
                back_of(ui, cx, (place, &grid), (one, habits));
            } else if card_of(ui, cx, (place, &grid), one, draft) {
                clicked = Some(one);
            }
            // A button on every card would be distracting, and in the way of the arrow keys.
            let looked_at = back.is_some() || ui.rect_contains_pointer(place) || one == chosen;
            let turns = looked_at && habits.is_some();
            if turns && turn_button(ui, cx, place, (one, back.is_some())) {
                *turned = if back.is_some() { None } else { Some(one) };
            }
        });
    };
    show(ui, &levels);
    ui.add_space(2.0);
    others_heading(ui, width, out);
    show(ui, &others(cx, draft));
    clicked
}

/// The masters, the even match, then the other engines.
fn others(cx: &Cx<'_>, draft: &NewGame) -> Vec<Opponent> {
    let own = EngineId::BUILT_IN;
    let mut others: Vec<Opponent> =
        [Strength::Full, Strength::Gambler].map(|strength| Opponent::new(own, strength)).into();
    let engines = cx.model.choosable().into_iter().map(|(engine, _)| engine);
    others.extend(engines.filter(|engine| !engine.is_built_in()).map(|engine| {
        // The chosen one is shown with its strength.
        let chosen = draft.engine == engine;
        Opponent::new(engine, if chosen { draft.strength } else { Strength::Full })
    }));
    let is_master = |one: &Opponent| one.engine.is_built_in() || one.engine == EngineId::PUCT;
    others.sort_by_key(|one| !is_master(one));
    let masters = others.iter().filter(|&one| is_master(one)).count();
    let strength = cx.model.settings.even_match.strength();
    others.insert(masters, Opponent { engine: own, strength, even: true });
    others
}

/// The heading above them, with the link to more engines on the right.
fn others_heading(ui: &mut Ui, width: f32, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let (row, _) = ui.allocate_exact_size(vec2(width, HEADING), Sense::hover());
    let title = text(ui, t!("new-game-other-engines"), (theme::SMALL, p.text_faint), (width, 1));
    let top = row.center().y - title.size().y / 2.0;
    ui.painter().galley(pos2(row.left(), top), title, p.text_faint);
    let place = UiBuilder::new().id_salt("add an engine").max_rect(row.expand2(vec2(0.0, 4.0)));
    let mut right = ui.new_child(place.layout(Layout::right_to_left(Align::Center)));
    let name = t!("new-game-add-engine");
    let words = RichText::new(format!("{} {name}", Icon::Plus.glyph())).small();
    let button = right.add(Button::new(words).frame_when_inactive(false));
    if button.accessible_name(name).on_hover_text(t!("new-game-add-engine.how")).clicked() {
        out.push(Action::Command(UserCommand::Engines));
    }
}

/// Turns a character's card. Returns whether it was clicked.
fn turn_button(ui: &mut Ui, cx: &Cx<'_>, card: Rect, (one, back): (Opponent, bool)) -> bool {
    let corner = pos2(card.right() - TURN - 4.0, card.top() + 4.0);
    let place = Rect::from_min_size(corner, vec2(TURN, TURN));
    let mut child = ui
        .new_child(UiBuilder::new().id_salt(("turn", one.engine.0, one.strength)).max_rect(place));
    let name = if back {
        t!("new-game-card-front", name = one.name(cx))
    } else {
        t!("new-game-card-back", name = one.name(cx))
    };
    let icon = if back { Icon::Cross } else { Icon::Info };
    let ink = theme::palette(ui).text_faint;
    let words = RichText::new(icon.glyph().to_string()).color(ink);
    let button = Button::new(words).frame_when_inactive(false).min_size(place.size());
    child.spacing_mut().button_padding = vec2(2.0, 0.0);
    child.add(button).accessible_name(&name).on_hover_text(name).clicked()
}

/// Width of a line on the back of a card of this width.
fn back_room(card: f32) -> f32 {
    card - SPACE[1] - 8.0
}

/// The back of a card.
fn back_of(
    ui: &mut Ui,
    cx: &Cx<'_>,
    (place, grid): (Rect, &Grid),
    (one, habits): (Opponent, &Habits),
) {
    let p = theme::palette(ui);
    let mut lines = back(one, habits);
    let id = ui.scope_id().with(("back", one.engine.0, one.strength));
    let response = ui.interact(place, id, Sense::hover());
    let games = habits.games.to_string();
    let hint = t!("new-game-back-games.hint", games = games);
    let all = format!("{}\n{}\n{hint}", one.name(cx), lines.join("\n"));
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &all));
    let edge = StrokeKind::Inside;
    ui.painter().rect(place, theme::RADIUS, p.panel, (1.0, p.border), edge);
    let left = place.left() + SPACE[1];
    let room = back_room(grid.card);
    if let Some(character) = one.strength.character() {
        for (line, side) in lines.iter_mut().zip(Color::ALL) {
            *line = opens(ui, &character.openings(side), side, room);
        }
    }
    let name = text(ui, &one.name(cx), (14.0, p.text), (room - TURN - 4.0, 1));
    let mut top = place.top() + 8.0;
    let name_height = name.size().y;
    ui.painter().galley(pos2(left, top), name, p.text);
    top += name_height + 2.0;
    for line in &lines {
        let words = text(ui, line, (theme::SMALL, p.text_weak), (room, 1));
        ui.painter().galley(pos2(left, top), words, p.text_weak);
        top += 17.0;
    }
    response.on_hover_text(all);
}

/// Cards in rows.
struct Grid {
    columns: usize,
    /// Width of a card, points.
    card: f32,
    /// Size of the names, points.
    name: f32,
}

impl Grid {
    fn height(&self) -> f32 {
        HEIGHT[usize::from(self.card < NARROW)]
    }

    fn show(&self, ui: &mut Ui, count: usize, mut card: impl FnMut(&mut Ui, usize, Rect)) {
        ui.spacing_mut().item_spacing.y = SPACE[0];
        for first in (0..count).step_by(self.columns) {
            let width = self.columns as f32 * (self.card + SPACE[0]) - SPACE[0];
            let (row, _) = ui.allocate_exact_size(vec2(width, self.height()), Sense::hover());
            for at in first..count.min(first + self.columns) {
                let left = row.left() + (at - first) as f32 * (self.card + SPACE[0]);
                let size = vec2(self.card, row.height());
                card(ui, at, Rect::from_min_size(pos2(left, row.top()), size));
            }
        }
    }
}

/// The largest size at which the names of all levels fit.
fn name_size(ui: &Ui, cx: &Cx<'_>, card: f32, levels: &[Opponent]) -> f32 {
    let room = card - EMBLEM - 3.0 * SPACE[1] + 4.0;
    let fits = |size: &f32| {
        levels.iter().all(|level| {
            let font = FontId::proportional(*size);
            let name = ui.painter().layout_no_wrap(level.name(cx), font, Color32::PLACEHOLDER);
            name.size().x <= room
        })
    };
    NAME.into_iter().find(fits).unwrap_or(NAME[2])
}

/// A card. Returns whether it was clicked.
fn card_of(
    ui: &mut Ui,
    cx: &Cx<'_>,
    (place, grid): (Rect, &Grid),
    one: Opponent,
    draft: &NewGame,
) -> bool {
    let chosen = draft.sides != Sides::Humans && one == Opponent::of(draft);
    let (name, strength) = (one.name(cx), one.strength_words(cx));
    let words = format!("{name}, {strength}");
    let id = ("opponent", one.engine.0, one.strength);
    let response = buttons::tile(ui, place, id, (&words, chosen));
    if ui.is_rect_visible(place) {
        one.emblem(ui, emblem_place(place));
        let failed = one.failure(cx).is_some();
        written(ui, (place, grid), [&name, &strength, one.plays(cx)], failed);
    }
    let hint = format!("{words}\n{}", one.details(cx));
    response.on_hover_text(hint.trim_end()).clicked()
}

fn emblem_place(card: Rect) -> Rect {
    Rect::from_min_size(card.min + vec2(SPACE[1], SPACE[1]), vec2(EMBLEM, EMBLEM))
}

/// Name and strength beside the emblem, the sentence below.
fn written(
    ui: &Ui,
    (place, grid): (Rect, &Grid),
    [name, strength, plays]: [&str; 3],
    failed: bool,
) {
    let p = theme::palette(ui);
    let emblem = emblem_place(place);
    let left = emblem.right() + SPACE[1];
    let room = place.right() - left - 8.0;
    let name = name_text(ui, name, (grid.name, p.text), room);
    let ink = if failed { p.warn } else { p.text_faint };
    let strength = text(ui, strength, (theme::SMALL, ink), (room, 1));
    let height = name.size().y + 2.0 + strength.size().y;
    let top = emblem.center().y - height / 2.0;
    let below = top + name.size().y + 2.0;
    ui.painter().galley(pos2(left, top), name, p.text);
    ui.painter().galley(pos2(left, below), strength, ink);
    let lines = 2 + usize::from(grid.card < NARROW);
    let width = place.width() - 2.0 * SPACE[1];
    let plays = text(ui, plays, (theme::SMALL, p.text_weak), (width, lines));
    ui.painter().galley(pos2(emblem.left(), emblem.bottom() + 8.0), plays, p.text_weak);
}

/// Lays a name out in one line of this width, or else in two lines of smaller letters: the version of an engine is at
/// the end of its name.
fn name_text(ui: &Ui, name: &str, ink: (f32, Color32), width: f32) -> std::sync::Arc<Galley> {
    let line = text(ui, name, ink, (width, 1));
    if line.elided { text(ui, name, (NAME[2], ink.1), (width, 2)) } else { line }
}

/// Lays a text out in at most this many lines of this width, with an ellipsis if it is longer.
pub(crate) fn text(
    ui: &Ui,
    text: &str,
    (size, color): (f32, Color32),
    (width, lines): (f32, usize),
) -> std::sync::Arc<Galley> {
    let wrap = TextWrapping {
        max_width: width,
        max_rows: lines,
        break_anywhere: lines == 1,
        ..TextWrapping::default()
    };
    let mut job = LayoutJob { wrap, ..LayoutJob::default() };
    // Small text has a line height of 16 (`look::theme::SMALL` is 12).
    let line_height = (size <= theme::SMALL).then_some(16.0);
    let font_id = FontId::proportional(size);
    job.append(text, 0.0, TextFormat { font_id, color, line_height, ..TextFormat::default() });
    ui.painter().layout_job(job)
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::Context;
    use tabia_text::Language;

    #[test]
    fn the_version_of_an_engine_is_on_its_card() {
        let ctx = Context::default();
        theme::install(&ctx);
        let room = 189.0 - EMBLEM - 2.0 * SPACE[1] - 8.0;
        let mut show = |ui: &mut Ui| {
            let rows = |name: &str| {
                let laid = name_text(ui, name, (NAME[0], Color32::PLACEHOLDER), room);
                assert!(!laid.elided && laid.size().y <= EMBLEM - 18.0, "{name}");
                laid.rows.len()
            };
            assert_eq!(rows("Toga II"), 1);
            assert_eq!(rows("Stockfish 17.1"), 1, "in smaller letters");
            assert_eq!(rows("Fairy-Stockfish 14.0.1"), 2);
        };
        let mut shown = ctx.run_ui(eframe::egui::RawInput::default(), &mut show);
        shown.textures_delta.clear();
    }

    #[test]
    fn the_openings_on_a_card_are_cut_between_two_names_only() {
        let ctx = Context::default();
        theme::install(&ctx);
        // A card of four in a row at 1280 × 800 points.
        let room = back_room(189.0);
        for language in Language::all() {
            let _spoken = language.on_this_thread();
            let mut show = |ui: &mut Ui| {
                for (character, side) in
                    CHARACTERS.iter().flat_map(|one| Color::ALL.map(|side| (one, side)))
                {
                    let line = opens(ui, &character.openings(side), side, room);
                    let ink = (theme::SMALL, Color32::PLACEHOLDER);
                    let width = text(ui, &line, ink, (f32::INFINITY, 1)).size().x;
                    assert!(width <= room, "{}: {line}", character.name);
                }
            };
            let mut shown = ctx.run_ui(eframe::egui::RawInput::default(), &mut show);
            shown.textures_delta.clear();
        }
    }
}
