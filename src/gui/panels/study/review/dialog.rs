//! The dialog that has a game reviewed: how long for each position, whose moves, which notes.

use eframe::egui::{DragValue, Grid, RichText, Sides as Row, Ui};

use tabia_app::action::{Action, ReviewAction};
use tabia_app::review::state::{Budget, DEPTH, KILO_NODES, ReviewRequest, Sides, TIME_MS};
use tabia_host::review::notes::Kinds;

use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::parts;
use crate::gui::widgets::segmented;

/// A kind of budget.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Time,
    Depth,
    Nodes,
}

impl Kind {
    fn of(budget: Budget) -> Kind {
        match budget {
            Budget::TimeMs(_) => Kind::Time,
            Budget::Depth(_) => Kind::Depth,
            Budget::KiloNodes(_) => Kind::Nodes,
        }
    }

    /// What is offered first when this kind is chosen.
    fn first(self) -> Budget {
        match self {
            Kind::Time => Budget::TimeMs(1_000),
            Kind::Depth => Budget::Depth(16),
            Kind::Nodes => Budget::KiloNodes(500),
        }
    }
}

/// Shows the dialog.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, draft: ReviewRequest, out: &mut Vec<Action>) {
    ui.set_width(440.0);
    ui.heading("Review game");
    ui.add_space(theme::GAP);
    let mut request = draft;
    Grid::new("review").num_columns(2).spacing([18.0, 10.0]).show(ui, |ui| {
        budget(ui, &mut request.budget);
        if cx.model.choosable().len() > 1 {
            name(ui, "By");
            parts::engine_choice(ui, cx, "Reviewed by", &mut request.engine);
            ui.end_row();
        }
        name(ui, "Whose moves");
        let sides = [(Sides::Both, "Both"), (Sides::White, "White's"), (Sides::Black, "Black's")];
        if let Some(chosen) = segmented::show(ui, "Whose moves", request.sides, &sides) {
            request.sides = chosen;
        }
        ui.end_row();
        name(ui, "Written into the game");
        ui.vertical(|ui| kinds(ui, &mut request.notes));
        ui.end_row();
    });
    ui.add_space(theme::GAP);
    let p = theme::palette(ui);
    ui.label(RichText::new(forecast(cx, request)).small().color(p.text_weak));
    ui.add_space(theme::PAD);
    Row::new().show(
        ui,
        |_| {},
        |ui| {
            if parts::way_out(ui, "Cancel") {
                out.push(Action::CloseDialog);
            }
            if parts::main_button(ui, "Start review", true) {
                out.push(Action::Review(ReviewAction::Start(request)));
            }
        },
    );
    if request != draft {
        out.insert(0, Action::Review(ReviewAction::Draft(request)));
    }
}

fn name(ui: &mut Ui, text: &str) {
    parts::row_name(ui, text);
}

fn budget(ui: &mut Ui, budget: &mut Budget) {
    name(ui, "For each position");
    ui.horizontal(|ui| {
        let choices = [(Kind::Time, "Time"), (Kind::Depth, "Depth"), (Kind::Nodes, "Nodes")];
        if let Some(kind) = segmented::show(ui, "For each position", Kind::of(*budget), &choices) {
            *budget = kind.first();
        }
        let (value, range, suffix, speed) = match budget {
            Budget::TimeMs(ms) => (ms, TIME_MS, " ms", 10.0),
            Budget::Depth(plies) => (plies, DEPTH, " plies", 0.1),
            Budget::KiloNodes(thousands) => (thousands, KILO_NODES, " thousand", 5.0),
        };
        let field = DragValue::new(value).range(range).suffix(suffix).speed(speed);
        ui.add(field);
    });
    ui.end_row();
}

fn kinds(ui: &mut Ui, kinds: &mut Kinds) {
    ui.checkbox(&mut kinds.glyphs, "Glyphs: ?!, ?, ??, !!");
    ui.checkbox(&mut kinds.words, "What is wrong, in words");
    ui.checkbox(&mut kinds.lines, "Better lines as variations");
    ui.checkbox(&mut kinds.scores, "Scores behind the moves");
}

/// How long it takes, as far as that can be said, and what happens meanwhile.
fn forecast(cx: &Cx<'_>, request: ReviewRequest) -> String {
    let positions = cx.model.game.tree.main_line().len() as u64;
    let time = match request.budget {
        Budget::TimeMs(ms) => {
            format!("{positions} positions, at most {}", super::rough(positions * u64::from(ms)))
        }
        _ => format!("{positions} positions"),
    };
    format!("{time}. The board stays free; a game or analysis comes first and the review waits")
}
