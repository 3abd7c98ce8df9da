//! Board representations compared: speeds as multiples of the array's, beside published results.

use std::cmp::Ordering;

use eframe::egui::{DragValue, RichText, ScrollArea, Ui};

use tabia_app::action::{Action, LabAction};
use tabia_app::window::workspace::PaneId;
use tabia_lab::experiment::{AnyTrial as _, Experiment as _, Trial};
use tabia_lab::representations::MAX_MOVES;
use tabia_lab::representations::race::{
    ChoiceStanding, Kind, Race, RaceTable, Request, Spread, Standing,
};
use tabia_lab::table::{Cell, Table};

use tabia_text::{number, t, text};

use super::heading;
use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::empty;
use crate::gui::present::view_head;
use crate::gui::present::view_head::Head;
use crate::gui::widgets::bars;
use crate::gui::widgets::bars::Measured;

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let lab = &cx.model.lab;
    let trial = lab.trial::<Race>().filter(|trial| trial.last().is_some());
    let copy = || trial.map_or(String::new(), |trial| built(trial).csv());
    let copy = trial.is_some().then_some(&copy as &dyn Fn() -> String);
    let head = Head { pane: PaneId::Representations, follows: false, copy };
    let drafted = lab.request::<Race>();
    let mut seconds = drafted.seconds;
    view_head::show(ui, cx, &head, out, |ui, out| {
        let drag = DragValue::new(&mut seconds)
            .range(1..=600)
            .suffix(format!(" {}", t!("limit-unit-seconds")));
        let field = ui.add(drag).accessible_name(t!("representations-seconds"));
        field.on_hover_text(t!("representations-seconds"));
        if super::start_or_stop(ui, cx, (Race::INFO.id, text(Race::INFO.start)), out) {
            out.push(Action::Lab(LabAction::run::<Race>(Request { seconds })));
        }
    });
    if seconds != drafted.seconds {
        // Before the race that may have been requested in the same frame.
        out.insert(0, Action::Lab(LabAction::ask::<Race>(Request { seconds })));
    }
    let Some(table) = trial.and_then(Trial::last) else {
        if lab.is_at(Race::INFO.id) {
            let words = [t!("representations-racing"), t!("representations-racing.why")];
            return empty::empty(ui, words[0], words[1]);
        }
        let words = Race::INFO.empty.map(text);
        if lab.job.is_none() && empty::offer_button(ui, words, t!("representations-offer")) {
            out.push(Action::Lab(LabAction::run::<Race>(Request { seconds })));
        }
        return;
    };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        summary(ui, table);
        heading(ui, t!("representations-perft"));
        let perft = |standing: &Standing| (standing.perft, standing.perft_ratio);
        bars::show_measured(ui, &rows(table, &perft, &|kind| ratio_published(kind, false)));
        heading(ui, t!("representations-search"));
        let search = |standing: &Standing| (standing.search, standing.search_ratio);
        bars::show_measured(ui, &rows(table, &search, &|kind| ratio_published(kind, true)));
        heading(ui, t!("representations-choices"));
        super::note(ui, t!("representations-choices-told"));
        let choices: Vec<Measured> = table.choices.iter().map(choice).collect();
        bars::show_measured(ui, &choices);
        for standing in &table.choices {
            encoding(ui, standing);
        }
    });
}

/// The state of the race, and whether all did the same work.
fn summary(ui: &mut Ui, table: &RaceTable) {
    let agree = table.standings.iter().all(|standing| standing.nodes_agree)
        && table.choices.iter().all(|choice| choice.nodes_agree);
    let p = theme::palette(ui);
    let (text, color) = if agree {
        (t!("representations-agree"), p.good)
    } else {
        (t!("representations-disagree"), p.bad)
    };
    ui.label(RichText::new(text).color(color));
    let seconds = number(table.seconds, 1);
    super::note(ui, &t!("representations-told", rounds = table.rounds, seconds = seconds));
}

/// A published speed as a multiple of that publication's array speed.
fn ratio_published(kind: Kind, search: bool) -> Option<f64> {
    let (found, first) = kind.published().zip(Kind::Array.published())?;
    Some(if search {
        found.search_mnps / first.search_mnps
    } else {
        found.perft_mnps / first.perft_mnps
    })
}

/// The 95 % confidence interval of a measurement as text, `?` for unknown ends.
fn interval(spread: Spread, decimals: usize) -> [String; 2] {
    let end = |end: Option<f64>| end.map_or("?".to_owned(), |end| number(end, decimals));
    [end(spread.low), end(spread.high)]
}

fn whisker(ratio: Spread) -> Option<[f32; 2]> {
    ratio.low.zip(ratio.high).map(|(low, high)| [low as f32, high as f32])
}

fn rows(
    table: &RaceTable,
    of: &dyn Fn(&Standing) -> (Spread, Spread),
    published: &dyn Fn(Kind) -> Option<f64>,
) -> Vec<Measured> {
    let row = |kind: Kind| {
        let name = kind.title().to_owned();
        let theirs = published(kind);
        let other = theirs.map(|ratio| ratio as f32);
        let Some(standing) = table.standings.iter().find(|standing| standing.kind == kind) else {
            let hint = t!("representations-not-built.tip").to_owned();
            let text = t!("representations-not-built").to_owned();
            return Measured { name, value: None, whisker: None, other, text, hint };
        };
        let (speed, ratio) = of(standing);
        let [low, high] = interval(speed, 2);
        let speeds = t!(
            "representations-speeds",
            mean = number(speed.mean, 2),
            low = low,
            high = high,
            min = number(speed.min, 2),
            max = number(speed.max, 2)
        );
        let (mean, [low, high]) = (number(ratio.mean, 3), interval(ratio, 3));
        let ratios = match theirs {
            Some(theirs) => t!(
                "representations-ratios-published",
                mean = mean,
                low = low,
                high = high,
                theirs = number(theirs, 2)
            ),
            None => t!("representations-ratios", mean = mean, low = low, high = high),
        };
        let hint = format!("{speeds}\n{ratios}");
        let text = format!("{} ×{}", number(speed.mean, 1), number(ratio.mean, 2));
        let (value, whisker) = (Some(ratio.mean as f32), whisker(ratio));
        Measured { name, value, whisker, other, text, hint }
    };
    Kind::ALL.into_iter().map(row).collect()
}

fn choice(standing: &ChoiceStanding) -> Measured {
    let ([name, before], ratio) = (standing.choice.titles(), standing.ratio);
    let [fast, slow] = standing.speeds.map(|speed| number(speed.mean, 1));
    let [low, high] = interval(ratio, 3);
    Measured {
        name: name.to_owned(),
        value: Some(ratio.mean as f32),
        whisker: whisker(ratio),
        other: Some(1.0),
        text: format!("×{}", number(ratio.mean, 2)),
        hint: t!(
            "representations-choice-hint",
            before = before,
            mean = number(ratio.mean, 3),
            low = low,
            high = high,
            fast = fast,
            slow = slow
        ),
    }
}

/// What an encoding of moves saves, beside published results.
fn encoding(ui: &mut Ui, standing: &ChoiceStanding) {
    if let Some(text) = encoding_text(standing) {
        super::note(ui, &text);
    }
}

fn encoding_text(standing: &ChoiceStanding) -> Option<String> {
    let choice = standing.choice;
    let ([bytes, before], published) = (choice.bytes()?, choice.published()?);
    let percent = |ratio: f64| format!("{} %", number((ratio - 1.0).abs() * 100.0, 0));
    let change = ((standing.ratio.mean - 1.0) * 100.0).round() as i64;
    Some(t!(
        "representations-encoding",
        bytes = bytes,
        before = before,
        list = bytes * MAX_MOVES,
        list_before = before * MAX_MOVES,
        change = percent(standing.ratio.mean),
        how = match change.cmp(&0) {
            Ordering::Less => "slower",
            Ordering::Equal => "same",
            Ordering::Greater => "faster",
        },
        published = percent(published)
    ))
}

/// The representations this build has.
fn built(trial: &Trial<Race>) -> Table {
    let mut table = trial.table();
    let known = table.column("perft_mnps").unwrap_or(0);
    table.rows.retain(|row| row[known] != Cell::None);
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_lab::representations::race::Choice;
    use tabia_text::Language;

    #[test]
    fn what_became_slower_is_not_called_faster() {
        let _english = Language::english().on_this_thread();
        let text = |mean: f64| {
            let ratio = Spread { mean, low: None, high: None, min: mean, max: mean };
            let choice = Choice::Generation;
            let standing = ChoiceStanding { choice, ratio, speeds: [ratio; 2], nodes_agree: true };
            encoding_text(&standing).unwrap()
        };
        assert!(text(0.88).contains("became 12 % slower here"), "{}", text(0.88));
        assert!(text(1.12).contains("became 12 % faster here"), "{}", text(1.12));
        assert!(text(1.001).contains("neither faster nor slower"), "{}", text(1.001));
        assert!(text(0.88).contains("almost 50 % faster in Tesseract"));
    }
}
