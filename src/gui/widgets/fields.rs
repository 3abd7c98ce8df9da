//! Fields of numbers, and sliders.

use std::ops::RangeInclusive;

use eframe::egui::{Context, DragValue, Id, Memory, Response, Slider, Ui};

use tabia_text::{number, read_number};

/// A number with its decimals as the language writes them.
pub(crate) fn decimal(field: DragValue<'_>) -> DragValue<'_> {
    field.custom_formatter(|value, decimals| text(value, &decimals)).custom_parser(read_number)
}

/// The same where 0 has a name.
pub(crate) fn named_zero<'a>(field: DragValue<'a>, name: &'static str) -> DragValue<'a> {
    field
        .custom_formatter(move |value, decimals| match value {
            0.0 => name.to_owned(),
            value => text(value, &decimals),
        })
        .custom_parser(move |text| if text.trim() == name { Some(0.0) } else { read_number(text) })
}

/// A number with no more of these decimals than it needs.
fn text(value: f64, decimals: &RangeInclusive<usize>) -> String {
    let is_exact = |&digits: &usize| {
        let unit = 10_f64.powi(digits as i32);
        (value * unit - (value * unit).round()).abs() < 1e-6
    };
    number(value, decimals.clone().find(is_exact).unwrap_or(*decimals.end()))
}

/// A slider that keeps the arrow keys while it has the focus, see [`slider_has_keyboard`].
pub(crate) fn slider(ui: &mut Ui, slider: Slider<'_>) -> Response {
    let response = ui.add(slider);
    if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(keyboard(), response.id));
    }
    response
}

/// Whether arrow keys move a slider.
pub(crate) fn slider_has_keyboard(ctx: &Context) -> bool {
    let id: Option<Id> = ctx.data(|data| data.get_temp(keyboard()));
    id.is_some() && ctx.memory(Memory::focused) == id
}

/// Where the slider with the focus is remembered.
fn keyboard() -> Id {
    Id::unique("slider keyboard")
}
