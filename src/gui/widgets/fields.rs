//! Fields of numbers, and sliders.

use std::ops::RangeInclusive;

use eframe::egui::{AsIdSalt, ComboBox, DragValue, Response, Slider, Ui};
use tabia_app::game::clock::MoveLimit;

use tabia_text::{number, read_number, t};

use crate::gui::widgets::keep_arrow_keys;

/// A number with decimals in the format of the language.
pub(crate) fn decimal(field: DragValue<'_>) -> DragValue<'_> {
    field.custom_formatter(|value, decimals| text(value, &decimals)).custom_parser(read_number)
}

/// The same with a name for 0.
pub(crate) fn named_zero<'a>(field: DragValue<'a>, name: &'static str) -> DragValue<'a> {
    field
        .custom_formatter(move |value, decimals| match value {
            0.0 => name.to_owned(),
            value => text(value, &decimals),
        })
        .custom_parser(move |text| if text.trim() == name { Some(0.0) } else { read_number(text) })
}

/// A number with no more decimals than needed, within this range.
fn text(value: f64, decimals: &RangeInclusive<usize>) -> String {
    let is_exact = |&digits: &usize| {
        let unit = 10_f64.powi(digits as i32);
        (value * unit - (value * unit).round()).abs() < 1e-6
    };
    number(value, decimals.clone().find(is_exact).unwrap_or(*decimals.end()))
}

/// A slider that keeps the arrow keys while it has the focus.
pub(crate) fn slider(ui: &mut Ui, slider: Slider<'_>) -> Response {
    let response = ui.add(slider);
    if response.has_focus() {
        keep_arrow_keys(ui, response.id);
    }
    response
}

/// Width of the choice of a limit's kind, points.
pub(crate) const LIMIT_KIND: f32 = 166.0;
/// Room for the longest limit, points.
const LIMIT_VALUE: f32 = 96.0;

/// The texts of a limit's fields.
pub(crate) struct LimitWords<'a> {
    /// No limit, seconds, nodes, depth.
    pub(crate) choices: [&'a str; 4],
    /// For screen readers: the name of the choice of the kind.
    pub(crate) kind: &'a str,
    /// For screen readers: the name of the number.
    pub(crate) value: &'a str,
}

/// A choice of the kind of limit, and beside it a number.
pub(crate) fn move_limit(
    ui: &mut Ui,
    salt: impl AsIdSalt,
    words: &LimitWords<'_>,
    limit: &mut Option<MoveLimit>,
) {
    // The initial value of each kind when it is chosen.
    let kinds = [
        None,
        Some(MoveLimit::Time(5_000)),
        Some(MoveLimit::Nodes(100_000)),
        Some(MoveLimit::Depth(10)),
    ];
    let kind = |limit: Option<MoveLimit>| match limit {
        None => 0,
        Some(MoveLimit::Time(_)) => 1,
        Some(MoveLimit::Nodes(_)) => 2,
        Some(MoveLimit::Depth(_)) => 3,
    };
    let before = kind(*limit);
    let mut chosen = before;
    let combo = ComboBox::from_id_salt(salt);
    let combo = combo.selected_text(words.choices[chosen]).width(LIMIT_KIND);
    let shown = combo.show_ui(ui, |ui| {
        for (at, choice) in words.choices.into_iter().enumerate() {
            ui.selectable_value(&mut chosen, at, choice);
        }
    });
    shown.response.accessible_name(words.kind);
    if chosen != before {
        *limit = kinds[chosen];
    }
    let size = [LIMIT_VALUE, ui.spacing().interact_size.y];
    let value = match limit {
        None => return,
        Some(MoveLimit::Time(ms)) => {
            let mut seconds = *ms as f64 / 1_000.0;
            let most = MoveLimit::MAX_TIME_MS as f64 / 1_000.0;
            let value = DragValue::new(&mut seconds).range(0.1..=most).speed(0.1);
            let value = value.suffix(format!(" {}", t!("limit-unit-seconds")));
            let response = ui.add_sized(size, decimal(value));
            if response.changed() {
                *ms = (seconds * 1_000.0).round() as u64;
            }
            response
        }
        Some(MoveLimit::Nodes(nodes)) => {
            let speed = (*nodes as f64 / 100.0).max(1.0);
            let value = DragValue::new(nodes).range(1..=MoveLimit::MAX_NODES).speed(speed);
            ui.add_sized(size, value)
        }
        Some(MoveLimit::Depth(depth)) => {
            let plies = t!("limit-plies", n = *depth);
            let value = DragValue::new(depth).range(1..=MoveLimit::MAX_DEPTH);
            ui.add_sized(size, value.suffix(format!(" {plies}")))
        }
    };
    value.accessible_name(words.value);
}
