//! Fields of numbers.

use std::ops::RangeInclusive;

use eframe::egui::DragValue;

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
