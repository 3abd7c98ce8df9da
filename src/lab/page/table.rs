//! The result of an experiment as a page: its table, which can be sorted, its curves and its position.

use std::fmt::Write as _;

use tabia_games::export::diagram::escaped;
use tabia_games::printable;
use tabia_text::{number, t, text};

use super::Page;
use crate::table::{Cell, Column, Curves, Medium, Row, Table};

const SCRIPT: &str = include_str!("table.js");
/// Size of the picture of the curves, in its own units.
const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 220.0;
/// Margins for the numbers on the left and below.
const LEFT: f64 = 64.0;
const BELOW: f64 = 26.0;

impl Page<'_> {
    /// The page of an experiment. `notes`: its summary and how to read its table.
    pub fn table(&self, table: &Table, notes: &[String]) -> String {
        let mut main = String::new();
        for note in notes.iter().filter(|note| !note.is_empty()) {
            let _ = writeln!(main, "<p>{}</p>", escaped(&printable::lines(note)));
        }
        for curves in &table.curves {
            main.push_str(&drawn(table, curves));
        }
        main.push_str(&rows(table));
        main.push_str(&self.position());
        self.document(&main, Some((&serde_json::Value::Null, SCRIPT)))
    }
}

fn rows(table: &Table) -> String {
    let columns: Vec<(usize, &Column)> = table.columns_in(Medium::Panel).collect();
    let mut out = String::from("<div class=\"wide\"><table>\n<thead><tr>");
    for (_, column) in &columns {
        let class = if column.words { " class=\"w\"" } else { "" };
        let (head, unit) = (escaped(&column.head), column.unit_and_view());
        let sort = t!("page-sort");
        let hint = if unit.is_empty() { sort.to_owned() } else { format!("{unit}. {sort}") };
        let hint = escaped(&hint);
        let _ =
            write!(out, "<th scope=\"col\"{class}><button title=\"{hint}\">{head}</button></th>");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        out.push_str("<tr>");
        for &(at, column) in &columns {
            let cell = row.get(at).unwrap_or(&Cell::None);
            let class = if column.words { " class=\"w\"" } else { "" };
            let value = match cell {
                Cell::Score(score) => Some(f64::from(score.clamped_cp(i32::MAX / 2))),
                other => other.number(),
            };
            let value = value.map_or_else(String::new, |value| format!(" data-v=\"{value}\""));
            let words =
                if matches!(cell, Cell::None) { "–".to_owned() } else { column.text(cell) };
            let words = escaped(&printable::line(&words));
            let _ = write!(out, "<td{class}{value}>{words}</td>");
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table></div>\n");
    out
}

/// A curve: its name and its points.
type Line = (String, Vec<(f64, f64)>);

/// A curve for each value of the naming column, or for each counted column.
fn lines(table: &Table, curves: &Curves) -> Vec<Line> {
    let Some(along) = table.column(curves.along) else { return Vec::new() };
    let counts: Vec<usize> = curves.counts.iter().filter_map(|key| table.column(key)).collect();
    let point = |row: &Row, count: usize| {
        let (x, y) = (row.get(along)?.number()?, row.get(count)?.number()?);
        Some((x, if curves.log { y.max(1.0).log10() } else { y })).filter(|at| at.1.is_finite())
    };
    let mut lines: Vec<Line> = Vec::new();
    for row in &table.rows {
        for &count in &counts {
            let name = match curves.by.and_then(|by| table.column(by)) {
                Some(by) => table.columns[by].text(row.get(by).unwrap_or(&Cell::None)),
                None => table.columns[count].head.to_string(),
            };
            let Some(at) = point(row, count) else { continue };
            match lines.iter_mut().find(|(known, _)| *known == name) {
                Some((_, points)) => points.push(at),
                None => lines.push((name, vec![at])),
            }
        }
    }
    lines
}

fn drawn(table: &Table, curves: &Curves) -> String {
    let lines = lines(table, curves);
    let all = || lines.iter().flat_map(|(_, points)| points);
    if all().next().is_none() {
        return String::new();
    }
    let range = |of: fn(&(f64, f64)) -> f64| {
        let (low, high) =
            all().map(of).fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)));
        if high > low { (low, high) } else { (low - 0.5, high + 0.5) }
    };
    let (xs, ys) = (range(|at| at.0), range(|at| at.1));
    let x = |v: f64| LEFT + (v - xs.0) / (xs.1 - xs.0) * (WIDTH - LEFT - 12.0);
    let y = |v: f64| 12.0 + (ys.1 - v) / (ys.1 - ys.0) * (HEIGHT - BELOW - 20.0);
    let title = escaped(text(curves.title));
    let mut out = format!(
        "<figure class=\"curves\"><h2>{title}</h2><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{title}\">"
    );
    for v in ticks(ys, curves.log) {
        let value = if curves.log { 10_f64.powf(v) } else { v };
        let place = y(v);
        let _ = write!(
            out,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{WIDTH}\" y1=\"{place:.1}\" y2=\"{place:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 6.0,
            place + 4.0,
            escaped(&label(value))
        );
    }
    for v in ticks(xs, false) {
        let _ = write!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            x(v),
            HEIGHT - 6.0,
            escaped(&label(v))
        );
    }
    for (at, (_, points)) in lines.iter().enumerate() {
        let places: Vec<String> =
            points.iter().map(|of| format!("{:.1},{:.1}", x(of.0), y(of.1))).collect();
        let _ = write!(
            out,
            "<polyline class=\"curve\" style=\"stroke:var(--many-{})\" points=\"{}\"/>",
            at % 12,
            places.join(" ")
        );
    }
    let _ = write!(
        out,
        "</svg><figcaption>{}</figcaption><div class=\"keys\">",
        escaped(text(curves.axis))
    );
    for (at, (name, _)) in lines.iter().enumerate() {
        let name = escaped(&printable::line(name));
        let _ =
            write!(out, "<span><i style=\"background:var(--many-{})\"></i>{name}</span>", at % 12);
    }
    out.push_str("</div></figure>\n");
    out
}

/// About six round numbers in a range; integers on a logarithmic axis.
fn ticks((low, high): (f64, f64), log: bool) -> Vec<f64> {
    let raw = (high - low) / 6.0;
    let unit = 10_f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().find(|&step| step * unit >= raw).unwrap_or(10.0);
    let step = if log { (step * unit).ceil() } else { step * unit };
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).map(|at| at as f64 * step).collect()
}

/// A number on an axis, as short as possible.
fn label(value: f64) -> String {
    let digits = (0..4).find(|&digits| {
        let scaled = value * 10_f64.powi(digits);
        (scaled - scaled.round()).abs() < 1e-6
    });
    number(value, digits.unwrap_or(4) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_has_round_numbers() {
        assert_eq!(ticks((1.0, 10.0), false), [2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks((1.3, 4.2), true), [2.0, 3.0, 4.0]);
        assert_eq!([label(0.25), label(2.0), label(10_000.0)], ["0.25", "2", "10,000"]);
    }
}
