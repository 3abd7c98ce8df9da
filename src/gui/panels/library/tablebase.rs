//! What the endgame tables say: the verdict of the shown position and of every move, the best first. A click
//! plays a move.

use eframe::egui::{Color32, RichText, Ui};
use egui_extras::Column;

use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::lab::state::MarkedMove;
use tabia_app::library::tables::{Found, TablesState, extent};
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, san};
use tabia_games::tablebase::{MoveVerdict, Verdict, Wdl};

use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::{context, parts, pointed, room};
use crate::gui::widgets::move_text;
use crate::gui::widgets::table::Table;

/// Shows the panel.
pub fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let board = cx.model.game.board();
    match &cx.model.tables.state {
        TablesState::None => {
            let words = ["No endgame tables", "Name a folder of Syzygy tables"];
            if parts::offer_button(ui, words, "Choose a folder…") {
                out.push(Action::PickTableFolder);
            }
        }
        TablesState::Opening => parts::empty(ui, "Looking through the tables", "A moment"),
        TablesState::Refused(error) => {
            let offers = [UserCommand::Settings];
            parts::offer(ui, cx, ["The tables cannot be used", error], &offers, out);
        }
        TablesState::Open { tables, most_men } => open(ui, cx, board, (*tables, *most_men), out),
    }
}

fn open(
    ui: &mut Ui,
    cx: &Cx<'_>,
    board: &Board,
    (tables, most_men): (usize, u32),
    out: &mut Vec<Action>,
) {
    room::stays(ui);
    let extent = extent(tables, most_men);
    if let Some(outcome) = cx.model.game.outcome_here() {
        return parts::empty(ui, &outcome.to_string(), "The game is over in this position");
    }
    if !cx.model.tables.may_know(board) {
        let men = board.occupied().count();
        let what = if men > most_men {
            format!("{men} men on the board")
        } else {
            "The tables know no castling".to_owned()
        };
        return parts::empty(ui, &what, &extent);
    }
    match cx.model.tables.answer(board) {
        None => parts::empty(ui, "Looking it up", &extent),
        Some(Err(error)) => parts::empty(ui, "No verdict", &error.to_string()),
        Some(Ok(found)) => verdicts(ui, cx, board, found, out),
    }
}

fn verdicts(ui: &mut Ui, cx: &Cx<'_>, board: &Board, found: &Found, out: &mut Vec<Action>) {
    let clock = board.halfmove_clock();
    let here = sentence(board, found.here);
    ui.label(RichText::new(here).strong().color(color(ui, found.here.at_clock(clock))));
    ui.label(
        RichText::new("DTZ: plies to the next capture or pawn move that keeps the result")
            .small()
            .color(theme::palette(ui).text_weak),
    );
    ui.add_space(2.0);
    let mut over = None;
    let columns = [
        ("Move", Column::exact(80.0)),
        ("Verdict", Column::exact(110.0)),
        ("DTZ", Column::remainder()),
    ];
    let table =
        Table { columns: &columns, height: theme::ROW + 2.0, clickable: true, ..Table::default() };
    table.show(ui, found.moves.len(), |row| {
        let MoveVerdict { mv, verdict } = found.moves[row.index()];
        let wdl = verdict.at_clock(clock);
        let name = san::write(board, mv);
        row.col(|ui| {
            let p = theme::palette(ui);
            ui.label(move_text::job(&name, 14.0, p.text, context::figurines(cx.model)));
        });
        row.col(|ui| {
            ui.label(RichText::new(word(wdl)).color(color(ui, wdl)));
        });
        row.col(|ui| {
            let p = theme::palette(ui);
            let text = if verdict.dtz == 0 { "–".to_owned() } else { verdict.dtz.to_string() };
            ui.label(RichText::new(text).monospace().color(p.text_weak));
        });
        let response = row.response();
        let label = format!("{name}: {}, DTZ {}", word(wdl), verdict.dtz);
        response.widget_info(|| {
            eframe::egui::WidgetInfo::labeled(eframe::egui::Role::Button, true, &label)
        });
        if response.hovered() {
            over = Some(MarkedMove { key: board.key(), mv });
        }
        if response.clicked() {
            let node = cx.model.game.current;
            out.push(Action::PlayLine { node, moves: vec![mv] });
        }
        response.on_hover_text("Click plays this move");
    });
    pointed::point(ui, PaneId::Tablebase, over);
}

/// `White wins: next capture or pawn move in 12 plies`.
fn sentence(board: &Board, verdict: Verdict) -> String {
    let (us, them) = (board.stm().name(), (!board.stm()).name());
    let wdl = verdict.at_clock(board.halfmove_clock());
    let plies = verdict.dtz.unsigned_abs();
    match wdl {
        Wdl::Win => format!("{us} wins (DTZ {plies})"),
        Wdl::CursedWin => format!("{us} would win, but the 50-move rule saves {them}"),
        Wdl::Draw => "Drawn".to_owned(),
        Wdl::BlessedLoss => format!("{us} would lose, but the 50-move rule makes it a draw"),
        Wdl::Loss => format!("{us} loses (DTZ {plies})"),
    }
}

/// A verdict in words.
fn word(wdl: Wdl) -> &'static str {
    match wdl {
        Wdl::Win => "Win",
        Wdl::CursedWin => "Cursed win",
        Wdl::Draw => "Draw",
        Wdl::BlessedLoss => "Blessed loss",
        Wdl::Loss => "Loss",
    }
}

fn color(ui: &Ui, wdl: Wdl) -> Color32 {
    let p = theme::palette(ui);
    match wdl {
        Wdl::Win => p.good,
        Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => p.text_weak,
        Wdl::Loss => p.bad,
    }
}
