//! Board representations raced: speeds as multiples of the array's, beside what others measured.

use eframe::egui::{DragValue, RichText, ScrollArea, Ui};

use tabia_app::action::{Action, LabAction};
use tabia_app::window::workspace::PaneId;
use tabia_lab::experiment::{AnyTrial as _, Experiment as _, Trial};
use tabia_lab::representations::race::{
    ChoiceStanding, Kind, Race, RaceTable, Request, Spread, Standing,
};
use tabia_lab::table::{Cell, Table};

use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::parts;
use crate::gui::present::parts::Head;
use crate::gui::widgets::bars;
use crate::gui::widgets::bars::Measured;

/// Shows the panel.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let lab = &cx.model.lab;
    let trial = lab.trial::<Race>().filter(|trial| trial.last().is_some());
    let copy = || trial.map_or(String::new(), |trial| built(trial).csv());
    let copy = trial.is_some().then_some(&copy as &dyn Fn() -> String);
    let head = Head { pane: PaneId::Representations, follows: false, copy };
    let id = ui.scope_id().with("race-seconds");
    let mut seconds: u32 = ui.data(|data| data.get_temp(id)).unwrap_or(10);
    parts::show(ui, cx, &head, out, |ui, out| {
        let drag = DragValue::new(&mut seconds).range(1..=600).suffix(" s");
        ui.add(drag).on_hover_text("How long to race");
        if super::start_or_stop(ui, cx, (Race::INFO.id, "Race"), out) {
            out.push(Action::Lab(LabAction::run::<Race>(Request { seconds })));
        }
    });
    ui.data_mut(|data| data.insert_temp(id, seconds));
    let Some(table) = trial.and_then(Trial::last) else {
        if lab.is_at(Race::INFO.id) {
            return parts::empty(ui, "Racing", "A first round fills the caches and does not count");
        }
        if lab.job.is_none()
            && parts::offer_button(ui, Race::INFO.empty, "Race the representations")
        {
            out.push(Action::Lab(LabAction::run::<Race>(Request { seconds })));
        }
        return;
    };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        told(ui, table);
        heading(ui, "Perft: moves made and tested");
        let perft = |standing: &Standing| (standing.perft, standing.perft_ratio);
        bars::show_measured(ui, &rows(table, &perft, &|kind| ratio_published(kind, false)));
        heading(ui, "Search: alpha-beta with material and piece-square values");
        let search = |standing: &Standing| (standing.search, standing.search_ratio);
        bars::show_measured(ui, &rows(table, &search, &|kind| ratio_published(kind, true)));
        heading(ui, "Choices, by perft");
        let choices: Vec<Measured> = table.choices.iter().map(choice).collect();
        bars::show_measured(ui, &choices);
    });
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(theme::GAP);
    ui.label(RichText::new(text).strong());
}

/// How the race stands, and whether all did the same work.
fn told(ui: &mut Ui, table: &RaceTable) {
    let agree = table.standings.iter().all(|standing| standing.nodes_agree)
        && table.choices.iter().all(|choice| choice.nodes_agree);
    let p = theme::palette(ui);
    let (text, color) = if agree {
        ("All counted the known numbers and searched the same nodes", p.good)
    } else {
        ("Not all counted the known numbers or searched the same nodes", p.bad)
    };
    ui.label(RichText::new(text).color(color));
    let rounds = if table.rounds == 1 { "round" } else { "rounds" };
    super::note(
        ui,
        &format!(
            "{} {rounds}, {:.1} s. Millions of positions a second; bars: multiples of the 8x8 array, whiskers: 95 % \
             confidence, thin bars: Bijl and Tiet (2021)",
            table.rounds, table.seconds
        ),
    );
}

/// A published speed as a multiple of their array.
fn ratio_published(kind: Kind, search: bool) -> Option<f64> {
    let (found, first) = kind.published().zip(Kind::Array.published())?;
    Some(if search {
        found.search_mnps / first.search_mnps
    } else {
        found.perft_mnps / first.perft_mnps
    })
}

fn whisker(ratio: Spread) -> [f32; 3] {
    [ratio.mean as f32, ratio.low as f32, ratio.high as f32]
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
            let hint = "Built for a processor without the instruction PEXT".to_owned();
            return Measured { name, value: None, other, text: "not built".to_owned(), hint };
        };
        let (speed, ratio) = of(standing);
        let theirs = theirs
            .map_or("no published number".to_owned(), |ratio| format!("published x{ratio:.2}"));
        let hint = format!(
            "{:.2} million a second (95 %: {:.2} to {:.2}; rounds from {:.2} to {:.2})\nx{:.3} of the array (95 %: {:.3} to \
             {:.3}), {theirs}",
            speed.mean,
            speed.low,
            speed.high,
            speed.min,
            speed.max,
            ratio.mean,
            ratio.low,
            ratio.high
        );
        let text = format!("{:.1} x{:.2}", speed.mean, ratio.mean);
        Measured { name, value: Some(whisker(ratio)), other, text, hint }
    };
    Kind::ALL.into_iter().map(row).collect()
}

fn choice(standing: &ChoiceStanding) -> Measured {
    let ([name, before], ratio) = (standing.choice.titles(), standing.ratio);
    Measured {
        name: name.to_owned(),
        value: Some(whisker(ratio)),
        other: Some(1.0),
        text: format!("x{:.2}", ratio.mean),
        hint: format!(
            "Against {before}, the thin bar: x{:.3} (95 %: {:.3} to {:.3})",
            ratio.mean, ratio.low, ratio.high
        ),
    }
}

/// The representations this build has.
fn built(trial: &Trial<Race>) -> Table {
    let mut table = trial.table();
    let known = table.column("perft_mnps").unwrap_or(0);
    table.rows.retain(|row| row[known] != Cell::None);
    table
}
