//! The form that sets up a tournament: the players on the left; form, limits and rules on the right; the size of the
//! plan and the start button at the foot. The plan is a file; whatever the form does not show of it is left unchanged.

use std::ops::RangeInclusive;
use std::time::Duration;

use eframe::egui::emath::Numeric;
use eframe::egui::{
    Align, Button, Checkbox, CollapsingHeader, ComboBox, DragValue, Label, Layout, Rect, RichText,
    ScrollArea, TextEdit, Ui, UiBuilder, pos2, vec2,
};

use tabia_app::action::{Action, ArenaAction, ArenaPick, UserCommand};
use tabia_app::arena::draft::{self, Draft, Form};
use tabia_app::arena::messages::PickFor;
use tabia_app::engines::entries::{environment_text, read_environment};
use tabia_engine::play::adjudication::{DrawRule, ResignRule};
use tabia_engine::play::control::{Clock, Control};
use tabia_engine::search::thinker::EngineId;
use tabia_games::strength::sprt::EloModel;
use tabia_host::external::option::{OptionKind, PathKind, UciOption};
use tabia_host::kinds;
use tabia_host::referee::plan::{
    MAX_CONCURRENCY, MAX_RULE_CP, MAX_RULE_MOVES, OpeningSource, Order, Plan,
};
use tabia_host::referee::player::{MAX_HASH_MIB, Player};
use tabia_host::referee::schedule::{Colours, Format};
use tabia_text::t;

use super::show::{INSIDE, button, control, panel, progress_of_saved, rough, small};
use crate::gui::arrangement::layout::GAP;
use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::dialog;
use crate::gui::present::parts;
use crate::gui::widgets::buttons;
use crate::gui::widgets::fields::{decimal, named_zero};

/// Height of the foot, points.
pub(crate) const FOOT: f32 = 88.0;
/// Width of the row names, points.
const NAMES: f32 = 172.0;
/// Minimum room for the controls beside them, points.
const FIELDS: f32 = 180.0;
/// Below this width the buttons of the foot are icons, points.
const NARROW: f32 = 860.0;
/// Width of the names of options, points.
const OPTIONS: f32 = 190.0;

pub(super) fn show(ui: &mut Ui, cx: &Cx<'_>, body: Rect, draft: &Draft, out: &mut Vec<Action>) {
    let middle = (body.left() + (body.width() - GAP) / 2.0).floor();
    let bottom = body.bottom() - FOOT - GAP;
    let left = Rect::from_min_max(body.min, pos2(middle, bottom));
    let right = Rect::from_min_max(pos2(middle + GAP, body.top()), pos2(body.right(), bottom));
    let foot = Rect::from_min_max(pos2(body.left(), bottom + GAP), body.max);
    let mut changed = draft.clone();
    panel(ui, "players", left, |ui| players(ui, cx, &mut changed.plan, out));
    panel(ui, "rules", right, |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| rules(ui, &mut changed.plan, out));
    });
    if changed != *draft {
        out.push(Action::Arena(ArenaAction::Draft(Box::new(changed))));
    }
    panel(ui, "start", foot, |ui| start(ui, cx, draft, out));
}

fn title(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).size(18.0).color(theme::palette(ui).text));
}

fn players(ui: &mut Ui, cx: &Cx<'_>, plan: &mut Plan, out: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 6.0;
    // A player that was just added is scrolled to.
    let new = ui.scope_id().with("new player");
    let mut shown = ui.data_mut(|data| data.remove_temp::<usize>(new));
    ui.horizontal(|ui| {
        title(ui, t!("arena-players"));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let add = ui.menu_button(format!("{} {}", Icon::Plus.glyph(), t!("arena-add")), |ui| {
                ui.set_min_width(240.0);
                ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
                    for player in candidates(cx) {
                        if candidate(ui, cx, &player) {
                            let player = draft::with_own_name(plan, player);
                            plan.players.push(player);
                            shown = Some(plan.players.len() - 1);
                            ui.close();
                        }
                    }
                });
                ui.separator();
                if ui.button(t!("arena-add-engine")).clicked() {
                    out.push(Action::Command(UserCommand::Engines));
                    ui.close();
                }
            });
            add.response.accessible_name(t!("arena-add"));
        });
    });
    let note = RichText::new(t!("arena-players.note")).small().color(theme::palette(ui).text_faint);
    ui.add(Label::new(note).wrap());
    ui.add_space(4.0);
    let mut asked = None;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let count = plan.players.len();
        for at in 0..count {
            let card = ui.push_id(at, |ui| {
                if let Some(ask) = player(ui, cx, plan, at, out) {
                    asked = Some((at, ask));
                }
            });
            if shown == Some(at) {
                card.response.scroll_to_me(None);
            }
            ui.add_space(6.0);
        }
    });
    match asked {
        None => {}
        Some((at, Ask::Remove)) => drop(plan.players.remove(at)),
        Some((at, Ask::Copy)) => {
            let copy = draft::copy_player(plan, at);
            ui.data_mut(|data| data.insert_temp(new, copy));
        }
    }
}

/// Width of the question before a plan is replaced, points.
const QUESTION: f32 = 380.0;

/// Asks before a changed plan is replaced by a match that another workspace offers.
pub(crate) fn replace(ui: &mut Ui, name: &str, out: &mut Vec<Action>) {
    let name = format::elided(name, format::NAME);
    dialog::title(ui, QUESTION, t!("arena-replace-plan", name = name.as_ref()));
    ui.label(RichText::new(t!("arena-replace-plan.text")).color(theme::palette(ui).text));
    ui.add_space(theme::PAD);
    if dialog::buttons(ui, t!("button-cancel"), Some((t!("arena-replace-plan.do"), true))) {
        out.push(Action::Confirm);
    }
}

/// The players that can be added.
pub(super) fn candidates(cx: &Cx<'_>) -> Vec<Player> {
    let settings = &cx.model.settings;
    draft::candidates(&settings.engines.engines, &settings.scratch.eval)
}

/// A row of the menu of players to add; it says so if the engine failed when it was last tested or used.
pub(super) fn candidate(ui: &mut Ui, cx: &Cx<'_>, player: &Player) -> bool {
    let name = format::elided(player.label(), format::NAME);
    let spec = draft::spec_of(&cx.model.settings.engines.engines, player);
    let failure = spec.and_then(|spec| cx.model.engine_failure(EngineId(spec.id)));
    let button = ui.button(parts::engine_in_menu(ui, &name, failure));
    failure.map_or(button.clone(), |why| button.on_hover_text(why)).clicked()
}

/// What to do with a player.
#[derive(Clone, Copy)]
enum Ask {
    Remove,
    /// Adds the same engine again, to be given other settings.
    Copy,
}

/// A player: name, engine, and its own settings.
fn player(
    ui: &mut Ui,
    cx: &Cx<'_>,
    plan: &mut Plan,
    at: usize,
    out: &mut Vec<Action>,
) -> Option<Ask> {
    let p = theme::palette(ui);
    let mut asked = None;
    let common = (plan.control, plan.threads, plan.hash);
    let player = &mut plan.players[at];
    eframe::egui::Frame::new().fill(p.raised).corner_radius(theme::RADIUS).inner_margin(10).show(
        ui,
        |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal(|ui| {
                ui.label(RichText::new((at + 1).to_string()).color(p.text_faint));
                // The engine has the other half.
                let width = (ui.available_width() / 2.0).min(190.0);
                let field = TextEdit::singleline(&mut player.name)
                    .hint_text(player.engine.clone())
                    .desired_width(width)
                    .char_limit(80);
                let name = t!("arena-player-name", n = at + 1);
                ui.add(field).accessible_name(name);
                let own = kinds::of_word(&player.engine).map(|kind| kind.name);
                let engine = own.unwrap_or(&player.engine);
                let engine = RichText::new(format::elided(engine, 40)).small();
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let label = player.label().to_owned();
                    let name = t!("arena-remove", name = label.as_str());
                    if buttons::small(ui, Icon::Trash, &name).clicked() {
                        asked = Some(Ask::Remove);
                    }
                    let name = t!("arena-copy", name = label.as_str());
                    if buttons::small(ui, Icon::Copy, &name).clicked() {
                        asked = Some(Ask::Copy);
                    }
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        let engine = Label::new(engine.color(p.text_faint)).truncate();
                        ui.add(engine.show_tooltip_when_elided(false))
                            .on_hover_text(&player.engine);
                    });
                });
            });
            ui.horizontal_wrapped(|ui| {
                let mut own = player.control.is_some();
                let whole = control(player.control.or(common.0));
                if ui.add(Checkbox::new(&mut own, t!("arena-own-time"))).changed() {
                    player.control = own.then_some(common.0).flatten();
                }
                if let Some(limit) = &mut player.control {
                    limit_fields(ui, limit);
                    if let Control::Clock(clock) = limit {
                        ui.label(t!("arena-period"));
                        period_field(ui, clock);
                    }
                } else {
                    ui.label(RichText::new(whole).small().color(p.text_faint));
                }
            });
            ui.horizontal_wrapped(|ui| {
                let engines = &cx.model.settings.engines.engines;
                let refused = (!draft::takes_elo(engines, player)).then(|| t!("arena-elo-none"));
                optional_unless(ui, t!("arena-elo"), &mut player.elo, (1500, 500, 4000), refused);
                optional(ui, t!("arena-threads"), &mut player.threads, (common.1, 1, 1024));
                let most = player.max_hash_mib();
                optional(ui, t!("arena-hash"), &mut player.hash, (common.2.min(most), 1, most));
            });
            options(ui, cx, at, player, out);
        },
    );
    asked
}

/// The options of a player's engine, folded under a line that says how many were changed.
fn options(ui: &mut Ui, cx: &Cx<'_>, at: usize, player: &mut Player, out: &mut Vec<Action>) {
    let title = match player.options.len() {
        0 => t!("arena-options").to_owned(),
        n => t!("arena-options-set", n = n),
    };
    let title = RichText::new(title).small();
    CollapsingHeader::new(title).id_salt("options").show(ui, |ui| {
        let all = draft::options(&cx.model.settings.engines.engines, player);
        if all.is_empty() {
            small(ui, t!("arena-options-unknown"));
        }
        if kinds::of_word(&player.engine).is_none() {
            program(ui, at, player, out);
        }
        for option in all {
            row_of(ui, &option.name, OPTIONS, |ui| value(ui, (at, &option), player, out));
        }
    });
}

/// The program's working folder and environment variables.
fn program(ui: &mut Ui, at: usize, player: &mut Player, out: &mut Vec<Action>) {
    row_of(ui, t!("engines-folder"), OPTIONS, |ui| {
        let mut folder = player.folder.clone().unwrap_or_default();
        let field = TextEdit::singleline(&mut folder).hint_text(t!("engines-folder.hint"));
        let field = field.desired_width((ui.available_width() - 36.0).max(40.0)).char_limit(4096);
        if ui.add(field).accessible_name(t!("engines-folder")).changed() {
            player.folder = (!folder.is_empty()).then_some(folder);
        }
        let hint = t!("engines-option-path", name = t!("engines-folder"));
        if buttons::small(ui, Icon::Open, &hint).clicked() {
            out.push(Action::Arena(ArenaAction::Pick(ArenaPick::Folder(PickFor::new(at, player)))));
        }
    });
    row_of(ui, t!("engines-environment"), OPTIONS, |ui| {
        // A line still being typed is not valid yet.
        let id = ui.scope_id().with("environment");
        let known = environment_text(&player.environment);
        let typed = ui.data(|data| data.get_temp::<String>(id));
        let mut text = typed.unwrap_or_else(|| known.clone());
        let read = read_environment(&text);
        let ink = if read.is_ok() { theme::palette(ui).text } else { theme::palette(ui).bad };
        let field = TextEdit::multiline(&mut text).desired_rows(1).hint_text("NAME=value");
        let field = field.text_color(ink).desired_width((ui.available_width() - 8.0).max(40.0));
        let field = ui.add(field.char_limit(4096)).accessible_name(t!("engines-environment"));
        if field.changed() {
            if let Ok(environment) = read_environment(&text) {
                player.environment = environment;
            }
            ui.data_mut(|data| data.insert_temp(id, text));
        } else if field.lost_focus() {
            ui.data_mut(|data| data.remove_temp::<String>(id));
        }
    });
}

/// The value of an option; one equal to the engine's default is not stored.
fn value(
    ui: &mut Ui,
    (at, option): (usize, &UciOption),
    player: &mut Player,
    out: &mut Vec<Action>,
) {
    let set = player.options.iter().find(|(name, _)| option.is_named(name));
    let default = option.default_value().unwrap_or_default();
    let now = set.map_or(default.clone(), |(_, value)| value.clone());
    let mut new = now.clone();
    match &option.kind {
        OptionKind::Check { .. } => {
            let mut on = now == "true";
            if ui.add(Checkbox::without_text(&mut on)).accessible_name(&option.name).changed() {
                new = on.to_string();
            }
        }
        OptionKind::Spin { min, max, .. } => {
            let mut number: i64 = now.parse().unwrap_or_default();
            let range = min.unwrap_or(i64::MIN)..=max.unwrap_or(i64::MAX);
            let field = ui.add(DragValue::new(&mut number).range(range));
            if field.accessible_name(&option.name).changed() {
                new = number.to_string();
            }
        }
        OptionKind::Combo { values, .. } => {
            let combo = ComboBox::from_id_salt(&option.name).selected_text(&now).width(150.0);
            let shown = combo.truncate().show_ui(ui, |ui| {
                for value in values {
                    ui.selectable_value(&mut new, value.clone(), value);
                }
            });
            shown.response.accessible_name(&option.name);
        }
        OptionKind::Text { path, .. } => {
            let width = (ui.available_width() - if path.is_some() { 36.0 } else { 8.0 }).max(40.0);
            let field = TextEdit::singleline(&mut new).desired_width(width).char_limit(4096);
            ui.add(field).accessible_name(&option.name);
            if let Some(kind) = path {
                let hint = t!("engines-option-path", name = option.name.as_str());
                if buttons::small(ui, Icon::Open, &hint).clicked() {
                    let (name, folder) = (option.name.clone(), *kind == PathKind::Folder);
                    let pick = ArenaPick::Option { player: PickFor::new(at, player), name, folder };
                    out.push(Action::Arena(ArenaAction::Pick(pick)));
                }
            }
        }
        OptionKind::Button | OptionKind::Unreadable { .. } => {}
    }
    if new != now {
        player.options.retain(|name, _| !option.is_named(name));
        if new != default {
            player.options.insert(option.name.clone(), new);
        }
    }
}

/// An optional number, with a checkbox before it.
fn optional(ui: &mut Ui, name: &str, value: &mut Option<u32>, range: (u32, u32, u32)) {
    optional_unless(ui, name, value, range, None);
}

/// The same; if there is a reason against it, it can only be removed where it is set.
fn optional_unless(
    ui: &mut Ui,
    name: &str,
    value: &mut Option<u32>,
    (first, least, most): (u32, u32, u32),
    refused: Option<&str>,
) {
    let mut on = value.is_some();
    let enabled = on || refused.is_none();
    let tick = ui.add_enabled(enabled, Checkbox::new(&mut on, name));
    if tick.on_disabled_hover_text(refused.unwrap_or_default()).changed() {
        *value = on.then_some(first);
    }
    if let Some(value) = value {
        ui.add(number_field(value, least..=most)).accessible_name(name);
    }
    ui.add_space(6.0);
}

/// A field for a number. A value outside its range, which a file may have, stays until the user changes it.
fn number_field<N: Numeric>(value: &mut N, range: RangeInclusive<N>) -> DragValue<'_> {
    DragValue::new(value).range(range).clamp_existing_to_range(false)
}

/// The limit of a side.
fn limit_fields(ui: &mut Ui, limit: &mut Control) {
    #[derive(Clone, Copy, PartialEq)]
    enum Kind {
        Clock,
        MoveTime,
        Nodes,
        Depth,
    }
    let kind = match limit {
        Control::Clock(_) => Kind::Clock,
        Control::MoveTime(_) => Kind::MoveTime,
        Control::Nodes(_) | Control::SoftNodes(_) => Kind::Nodes,
        Control::Depth(_) => Kind::Depth,
    };
    let names = [
        (Kind::Clock, t!("arena-limit-clock")),
        (Kind::MoveTime, t!("arena-limit-movetime")),
        (Kind::Nodes, t!("arena-limit-nodes")),
        (Kind::Depth, t!("arena-limit-depth")),
    ];
    let mut chosen = kind;
    let title = names.iter().find(|(of, _)| *of == kind).map_or("", |(_, name)| name);
    let combo = ComboBox::from_id_salt("limit").selected_text(title).width(110.0);
    let shown = combo.show_ui(ui, |ui| {
        for (of, name) in names {
            ui.selectable_value(&mut chosen, of, name);
        }
    });
    shown.response.accessible_name(t!("arena-limit"));
    if chosen != kind {
        *limit = match chosen {
            Kind::Clock => Control::Clock(Clock {
                base: Duration::from_secs(10),
                increment: Duration::from_millis(100),
                moves: None,
            }),
            Kind::MoveTime => Control::MoveTime(Duration::from_millis(500)),
            Kind::Nodes => Control::Nodes(10_000),
            Kind::Depth => Control::Depth(8),
        };
    }
    match limit {
        Control::Clock(clock) => {
            seconds(ui, t!("arena-base"), &mut clock.base, 0.001..=86_400.0);
            ui.label("+");
            seconds(ui, t!("arena-increment"), &mut clock.increment, 0.0..=600.0);
        }
        Control::MoveTime(time) => seconds(ui, t!("arena-limit"), time, 0.001..=86_400.0),
        Control::Nodes(nodes) | Control::SoftNodes(nodes) => {
            let field = number_field(nodes, 1..=1_000_000_000_000_u64).speed(100);
            ui.add(decimal(field)).accessible_name(t!("arena-limit"));
        }
        Control::Depth(depth) => {
            ui.add(number_field(depth, 1..=200)).accessible_name(t!("arena-limit"));
        }
    }
}

/// How many moves a clock's time is for.
fn period_field(ui: &mut Ui, clock: &mut Clock) {
    let mut moves = clock.moves.unwrap_or(0);
    let field = number_field(&mut moves, 0..=1000).speed(0.2);
    ui.add(named_zero(field, t!("arena-period-game"))).accessible_name(t!("arena-period"));
    if moves > 0 {
        ui.label(t!("arena-period-moves", n = moves));
    }
    clock.moves = (moves > 0).then_some(moves);
}

fn seconds(ui: &mut Ui, name: &str, time: &mut Duration, range: RangeInclusive<f64>) {
    let mut value = time.as_secs_f64();
    let field = decimal(number_field(&mut value, range).speed(0.1).max_decimals(3));
    let field = field.suffix(format!(" {}", t!("limit-unit-seconds")));
    let field = ui.add(field).accessible_name(name);
    if field.changed() {
        *time = Duration::from_millis((value * 1000.0).round() as u64);
    }
}

/// A row of the form: its name and its controls.
fn row(ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui)) {
    row_of(ui, name, NAMES, add);
}

/// Controls that do not fit beside the name wrap to a second line; in a narrow column all of them are below the name.
fn row_of(ui: &mut Ui, name: &str, names: f32, add: impl FnOnce(&mut Ui)) {
    let p = theme::palette(ui);
    if ui.available_width() < names + FIELDS {
        ui.label(RichText::new(name).color(p.text_weak));
        ui.horizontal_wrapped(add);
        return;
    }
    ui.horizontal(|ui| {
        ui.set_min_height(28.0);
        let (place, _) = ui.allocate_exact_size(vec2(names, 24.0), eframe::egui::Sense::hover());
        let mut label = ui.new_child(
            UiBuilder::new()
                .id_salt(("name", name))
                .max_rect(place)
                .layout(Layout::left_to_right(Align::Center)),
        );
        label.add(Label::new(RichText::new(name).color(p.text_weak)).truncate());
        ui.horizontal_wrapped(add);
    });
}

fn rules(ui: &mut Ui, plan: &mut Plan, out: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 4.0;
    title(ui, t!("arena-rules"));
    row(ui, t!("arena-name"), |ui| {
        let field = TextEdit::singleline(&mut plan.name).desired_width(260.0).char_limit(80);
        ui.add(field).accessible_name(t!("arena-name"));
    });
    row(ui, t!("arena-form"), |ui| form(ui, plan));
    numbers(ui, plan);
    row(ui, t!("arena-limit"), |ui| {
        let shown = plan.control.unwrap_or(Control::Nodes(10_000));
        let mut limit = shown;
        limit_fields(ui, &mut limit);
        // A plan in which every player has a limit of its own may have no common one.
        if limit != shown || plan.players.iter().any(|player| player.control.is_none()) {
            plan.control = Some(limit);
        }
    });
    if let Some(Control::Clock(clock)) = &mut plan.control {
        row(ui, t!("arena-period"), |ui| period_field(ui, clock));
    }
    row(ui, t!("arena-openings"), |ui| openings(ui, plan, out));
    row(ui, t!("arena-order"), |ui| order(ui, plan));
    row(ui, t!("arena-threads-and-hash"), |ui| {
        ui.add(number_field(&mut plan.threads, 1..=1024)).accessible_name(t!("arena-threads"));
        let common = plan.players.iter().filter(|player| player.hash.is_none());
        let most = common.map(Player::max_hash_mib).min().unwrap_or(MAX_HASH_MIB);
        ui.add(DragValue::new(&mut plan.hash).range(1..=most).suffix(" MiB"))
            .accessible_name(t!("arena-hash"));
    });
    row(ui, t!("arena-at-once"), |ui| {
        ui.add(number_field(&mut plan.concurrency, 1..=MAX_CONCURRENCY))
            .accessible_name(t!("arena-at-once"));
    });
    ui.add_space(8.0);
    small(ui, t!("arena-adjudication"));
    adjudication(ui, plan, out);
    if matches!(plan.format, Format::Match { .. }) {
        ui.add_space(8.0);
        test(ui, plan);
    }
}

/// The name of a form.
pub(super) fn form_name(form: Form) -> &'static str {
    match form {
        Form::Match => t!("arena-form-match"),
        Form::RoundRobin => t!("arena-form-round-robin"),
        Form::Gauntlet => t!("arena-form-gauntlet"),
        Form::Swiss => t!("arena-form-swiss"),
        Form::KnockOut => t!("arena-form-knock-out"),
    }
}

fn form(ui: &mut Ui, plan: &mut Plan) {
    let current = Form::of(plan.format);
    let mut chosen = current;
    let width = ui.available_width().min(180.0);
    let combo = ComboBox::from_id_salt("form").selected_text(form_name(current)).width(width);
    let shown = combo.show_ui(ui, |ui| {
        for of in [Form::Match, Form::RoundRobin, Form::Gauntlet, Form::Swiss, Form::KnockOut] {
            ui.selectable_value(&mut chosen, of, form_name(of));
        }
    });
    shown.response.accessible_name(t!("arena-form"));
    if chosen != current {
        *plan = draft::in_form(plan, chosen);
    }
}

/// How many games a form has.
fn numbers(ui: &mut Ui, plan: &mut Plan) {
    let field = |ui: &mut Ui, value: &mut u32, name: &str, most: u32| {
        ui.add(number_field(value, 1..=most)).accessible_name(name);
    };
    // A match has but one pairing.
    let cycles = match plan.format {
        Format::Match { .. } => t!("arena-cycles.match"),
        _ => t!("arena-cycles"),
    };
    match &mut plan.format {
        Format::Match { rounds: number }
        | Format::RoundRobin { cycles: number }
        | Format::Gauntlet { cycles: number } => {
            row(ui, cycles, |ui| {
                field(ui, number, cycles, 500_000);
                let mut pairs = plan.games == Colours::Pairs;
                // A test counts pairs.
                let free = plan.sprt.is_none() || !pairs;
                let checkbox = Checkbox::new(&mut pairs, t!("arena-pairs"));
                let response = ui.add_enabled(free, checkbox);
                if response.on_disabled_hover_text(t!("arena-pairs.test")).changed() {
                    plan.games = if pairs { Colours::Pairs } else { Colours::Alternating };
                }
            });
        }
        Format::Swiss { rounds, pairs } => {
            row(ui, t!("arena-rounds"), |ui| field(ui, rounds, t!("arena-rounds"), 1000));
            row(ui, t!("arena-pairs-a-round"), |ui| {
                field(ui, pairs, t!("arena-pairs-a-round"), 1000);
            });
        }
        Format::KnockOut { pairs, tie_breaks } => {
            row(ui, t!("arena-pairs-a-tie"), |ui| {
                field(ui, pairs, t!("arena-pairs-a-tie"), 1000);
            });
            row(ui, t!("arena-tie-breaks"), |ui| {
                ui.add(number_field(tie_breaks, 0..=1000)).accessible_name(t!("arena-tie-breaks"));
                small(ui, t!("arena-tie-breaks.note"));
            });
        }
    }
}

/// Where games begin.
fn openings(ui: &mut Ui, plan: &mut Plan, out: &mut Vec<Action>) {
    let from = &mut plan.openings.from;
    let file = match from {
        OpeningSource::Pgn { file, .. }
        | OpeningSource::Epd { file }
        | OpeningSource::Book { file, .. } => Some(file.clone()),
        OpeningSource::WellKnown | OpeningSource::Balanced => None,
    };
    let title = match (&*from, &file) {
        (OpeningSource::Balanced, _) => t!("arena-openings-balanced").to_owned(),
        (_, Some(file)) => format::file_name(file),
        (_, None) => t!("arena-openings-known").to_owned(),
    };
    let width = ui.available_width().min(220.0);
    let combo = ComboBox::from_id_salt("openings").selected_text(title).width(width).truncate();
    let shown = combo.show_ui(ui, |ui| {
        ui.selectable_value(from, OpeningSource::WellKnown, t!("arena-openings-known"));
        ui.selectable_value(from, OpeningSource::Balanced, t!("arena-openings-balanced"));
        if ui.selectable_label(file.is_some(), t!("arena-openings-file")).clicked() {
            out.push(Action::Arena(ArenaAction::Pick(ArenaPick::Openings)));
        }
    });
    let response = shown.response.accessible_name(t!("arena-openings"));
    if let Some(file) = &file {
        response.on_hover_text(format::path(file));
    }
    if let OpeningSource::Pgn { plies, .. } | OpeningSource::Book { plies, .. } = from {
        let unit = format!(" {}", t!("arena-unit-plies", n = *plies));
        ui.add(number_field(plies, 1..=200).suffix(unit))
            .accessible_name(t!("arena-unit-plies.name"));
    }
}

/// The order in which openings are played, and the seed it is drawn from.
fn order(ui: &mut Ui, plan: &mut Plan) {
    let openings = &mut plan.openings;
    // A book and random moves have no order of their own.
    let listed = !matches!(openings.from, OpeningSource::Balanced | OpeningSource::Book { .. });
    let mut random = openings.order == Order::Random || !listed;
    let field = Checkbox::new(&mut random, t!("arena-order-random"));
    if ui.add_enabled(listed, field).changed() {
        openings.order = if random { Order::Random } else { Order::Sequential };
    }
    ui.add_enabled_ui(random, |ui| {
        ui.label(t!("arena-seed-name"));
        ui.add(DragValue::new(&mut openings.seed)).accessible_name(t!("arena-seed-name"));
    });
}

fn adjudication(ui: &mut Ui, plan: &mut Plan, out: &mut Vec<Action>) {
    let rules = &mut plan.adjudication;
    row(ui, t!("arena-win-rule"), |ui| {
        let mut on = rules.resign.is_some();
        if ui.checkbox(&mut on, "").accessible_name(t!("arena-win-rule")).changed() {
            rules.resign = on.then_some(ResignRule { moves: 4, cp: 600 });
        }
        if let Some(rule) = &mut rules.resign {
            let unit = t!("arena-unit-moves", n = rule.moves);
            moves(ui, [t!("arena-win-rule"), &unit], &mut rule.moves, MAX_RULE_MOVES);
            pawns(ui, &mut rule.cp);
        }
    });
    row(ui, t!("arena-draw-rule"), |ui| {
        let mut on = rules.draw.is_some();
        if ui.checkbox(&mut on, "").accessible_name(t!("arena-draw-rule")).changed() {
            rules.draw = on.then_some(DrawRule { from: 34, moves: 8, cp: 10 });
        }
        if let Some(rule) = &mut rules.draw {
            let unit = t!("arena-unit-moves", n = rule.moves);
            moves(ui, [t!("arena-draw-rule"), &unit], &mut rule.moves, MAX_RULE_MOVES);
            pawns(ui, &mut rule.cp);
            ui.label(t!("arena-from-move"));
            ui.add(number_field(&mut rule.from, 1..=MAX_RULE_MOVES))
                .accessible_name(t!("arena-from-move"));
        }
    });
    row(ui, t!("arena-length-rule"), |ui| {
        let mut on = rules.max_moves.is_some();
        if ui.checkbox(&mut on, "").accessible_name(t!("arena-length-rule")).changed() {
            rules.max_moves = on.then_some(200);
        }
        if let Some(most) = &mut rules.max_moves {
            let unit = t!("arena-length-rule.unit", n = *most);
            moves(ui, [t!("arena-length-rule"), &unit], most, 10_000);
            small(ui, t!("arena-length-rule.note"));
        }
    });
    row(ui, t!("arena-tables-rule"), |ui| {
        let mut on = rules.syzygy.is_some();
        if ui.checkbox(&mut on, "").accessible_name(t!("arena-tables-rule")).changed() {
            rules.syzygy = None;
            if on {
                out.push(Action::Arena(ArenaAction::Pick(ArenaPick::Tables)));
            }
        }
        let folder = rules.syzygy.as_deref();
        let text = folder.map_or_else(|| t!("arena-tables-none").to_owned(), format::file_name);
        let ink = theme::palette(ui).text_faint;
        let label = Label::new(RichText::new(text).small().color(ink)).truncate();
        let label = ui.add(label.show_tooltip_when_elided(folder.is_none()));
        if let Some(folder) = folder {
            label.on_hover_text(format::path(folder));
        }
    });
}

fn moves(ui: &mut Ui, [rule, unit]: [&str; 2], value: &mut u32, most: u32) {
    ui.add(number_field(value, 1..=most).suffix(format!(" {unit}")))
        .accessible_name(format!("{rule} {}", t!("arena-unit-moves.name")));
}

fn pawns(ui: &mut Ui, cp: &mut i32) {
    let mut value = f64::from(*cp) / 100.0;
    let unit = format!(" {}", t!("arena-unit-pawns", n = value));
    let range = 0.01..=f64::from(MAX_RULE_CP) / 100.0;
    let field = number_field(&mut value, range).speed(0.1).max_decimals(2);
    if ui.add(decimal(field.suffix(unit))).accessible_name(t!("arena-unit-pawns.name")).changed() {
        *cp = (value * 100.0).round() as i32;
    }
}

/// The unit of a test's bounds.
pub(super) fn test_model(model: EloModel) -> &'static str {
    match model {
        EloModel::Normalised => t!("arena-test-normalised"),
        EloModel::Logistic => t!("arena-test-logistic"),
    }
}

/// The test of a match.
fn test(ui: &mut Ui, plan: &mut Plan) {
    row(ui, t!("arena-test"), |ui| {
        let mut on = plan.sprt.is_some();
        if ui.checkbox(&mut on, t!("arena-test.until")).changed() {
            draft::set_test(plan, on);
        }
        if let Some(test) = &mut plan.sprt {
            for (value, name) in
                [(&mut test.elo0, t!("arena-test-low")), (&mut test.elo1, t!("arena-test-high"))]
            {
                let field = number_field(value, -1000.0..=1000.0).speed(0.5).max_decimals(1);
                ui.add(decimal(field.suffix(" Elo"))).accessible_name(name);
            }
            let combo = ComboBox::from_id_salt("test model").selected_text(test_model(test.model));
            let shown = combo.width(110.0).show_ui(ui, |ui| {
                for model in [EloModel::Normalised, EloModel::Logistic] {
                    ui.selectable_value(&mut test.model, model, test_model(model));
                }
            });
            shown.response.accessible_name(t!("arena-test-model"));
        }
    });
    let Some(test) = &mut plan.sprt else { return };
    row(ui, t!("arena-test-errors"), |ui| {
        for (value, sign, name) in [
            (&mut test.alpha, "α", t!("arena-test-alpha")),
            (&mut test.beta, "β", t!("arena-test-beta")),
        ] {
            ui.label(sign).on_hover_text(name);
            let mut percent = 100.0 * *value;
            let field = number_field(&mut percent, 0.1..=49.0).speed(0.1).max_decimals(1);
            let field = ui.add(decimal(field.suffix(" %"))).accessible_name(name);
            if field.on_hover_text(name).changed() {
                *value = percent / 100.0;
            }
        }
    });
    let n = draft::games(plan);
    if draft::cannot_decide(plan) {
        let text = RichText::new(t!("arena-test-too-few", n = n)).small();
        ui.add(Label::new(text.color(theme::palette(ui).warn)).truncate());
    } else if let Some(openings) = draft::repeated_openings(plan) {
        small(ui, t!("arena-test-repeats", n = openings));
    }
}

fn icon_button(ui: &mut Ui, icon: Icon, name: &str, enabled: bool) -> bool {
    ui.add_enabled_ui(enabled, |ui| buttons::small(ui, icon, name).clicked()).inner
}

/// The size of the plan, any problem with it, and what can be done with it.
fn start(ui: &mut Ui, cx: &Cx<'_>, draft: &Draft, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let area = ui.max_rect();
    // In a narrow window the room is for the size of the plan.
    let button = if area.width() < NARROW { icon_button } else { button };
    let refused = cx.model.arena_start_refused();
    let kept = cx.model.arena.continued();
    let (icon, name) = match kept {
        Some(kept) if !kept.over => (Icon::Play, t!("arena-go-on")),
        Some(_) => (Icon::Open, t!("arena-look")),
        None => (Icon::Play, t!("arena-start")),
    };
    let right = buttons::at_right(ui, "do", area, |ui| {
        if button(ui, Icon::Cross, t!("arena-cancel"), true) {
            out.push(Action::Arena(ArenaAction::Cancel));
        }
        if button(ui, Icon::Open, t!("arena-open-plan"), true) {
            out.push(Action::Arena(ArenaAction::OpenPlan));
        }
        if button(ui, Icon::Save, t!("arena-save-plan"), true) {
            out.push(Action::Arena(ArenaAction::SavePlan));
        }
        let text = RichText::new(format!("{} {name}", icon.glyph())).color(p.on_accent);
        let main = Button::new(text).fill(p.accent).min_size(vec2(120.0, 44.0));
        if ui.add_enabled(refused.is_none(), main).accessible_name(name).clicked() {
            out.push(Action::Arena(ArenaAction::Start));
        }
    });
    let words = area.with_max_x(right.left() - INSIDE);
    let mut column = ui.new_child(UiBuilder::new().id_salt("comes").max_rect(words));
    column.spacing_mut().item_spacing.y = 2.0;
    let (games, most) = (draft::games(&draft.plan), draft::most_games(&draft.plan));
    let time = |games: u32| {
        let time = draft::duration(&draft.plan, games).filter(|_| games > 0)?;
        Some(rough(time.as_millis() as u64))
    };
    let title = match time(games) {
        _ if let Some(kept) = kept => progress_of_saved(kept),
        // Tied matches take more games.
        time_of_least if most > games => {
            let range = t!("arena-games-range", least = games, most = most);
            match (time_of_least, time(most)) {
                (Some(least), Some(most)) if least == most => format!("{range}, {least}"),
                (Some(least), Some(most)) => {
                    let time = t!("arena-time-range", least = least, most = most);
                    format!("{range}, {time}")
                }
                _ => range,
            }
        }
        // How long a test takes depends on its games.
        _ if draft.plan.sprt.is_some() => t!("arena-games-at-most", n = games),
        Some(time) => t!("arena-comes", games = games, time = time),
        None => t!("count-games", n = games),
    };
    column.add(Label::new(RichText::new(title).size(18.0)).truncate());
    let threads = draft::threads(&draft.plan);
    let (note, ink) = match (&cx.model.arena.problem, refused) {
        (Some(problem), _) => (problem.clone(), p.bad),
        // Another running task is no mistake in the plan.
        (None, Some(busy)) if cx.model.arena_busy().is_some() => (busy, p.text_weak),
        (None, Some(refused)) => (refused, p.bad),
        (None, None) if threads > cx.model.processors => {
            let timed = if draft::is_timed(&draft.plan) { "yes" } else { "no" };
            let n = cx.model.processors;
            (t!("arena-oversubscribed", threads = threads, processors = n, timed = timed), p.warn)
        }
        (None, None) => match draft.file() {
            Some(file) => (t!("arena-beside", file = format::file_name(&file)), p.text_faint),
            None => (t!("arena-kept-here").to_owned(), p.text_faint),
        },
    };
    // Where it is cut off, the tooltip has the whole text.
    column.add(Label::new(RichText::new(note).small().color(ink)).truncate());
}
