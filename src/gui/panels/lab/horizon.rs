//! Static evaluation, quiescence and searches of growing depth side by side: where the horizon lies.

use std::fmt::Write as _;

use eframe::egui::{DragValue, RichText, ScrollArea, Ui};
use egui_extras::{Column, TableBuilder};

use tabia_app::action::{Action, LabAction};
use tabia_app::lab::state::{HorizonView, LabKind};
use tabia_app::window::workspace::PaneId;
use tabia_chess::board::Board;
use tabia_chess::san;
use tabia_lab::horizon::{DepthValue, EFFECT_FEN, EffectRow, HorizonRow, sights};

use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::parts;
use crate::gui::present::view_head::{self, Head};
use crate::gui::widgets::mini_board::{self, MiniBoard};

/// A score this far from the deepest one is marked, centipawns.
const FAR_CP: i32 = 80;

/// Shows the panel.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let id = ui.scope_id().with("horizon-depth");
    let mut depth: u32 = ui.data(|data| data.get_temp(id)).unwrap_or(8);
    let lab = &cx.model.lab;
    let copy = || lab.horizon.as_ref().map_or(String::new(), csv);
    let copy = lab.horizon.is_some().then_some(&copy as &dyn Fn() -> String);
    let head = Head { pane: PaneId::Horizon, follows: false, copy };
    view_head::show(ui, cx, &head, out, |ui, out| {
        let drag = DragValue::new(&mut depth).range(1..=16).prefix("depth ");
        ui.add(drag).on_hover_text("Deepest search of each position, plies");
        if super::start_or_stop(ui, cx, (LabKind::Horizon, "Along the best line"), out) {
            out.push(Action::Lab(LabAction::Horizon(depth)));
        }
        let idle = !lab.is_at(LabKind::Horizon);
        if idle && ui.button("Along the game").clicked() {
            out.push(Action::Lab(LabAction::HorizonOfGame(depth)));
        }
        if super::start_or_stop(ui, cx, (LabKind::Effect, "Horizon effect"), out) {
            out.push(Action::Lab(LabAction::Effect(depth.max(6))));
        }
    });
    ui.data_mut(|data| data.insert_temp(id, depth));
    if lab.horizon.is_none() && lab.effect.is_empty() {
        let words = [
            "No line looked along yet",
            "Every position of the best line, judged by growing depth",
        ];
        if lab.job.is_some() {
            parts::empty(ui, words[0], "Another experiment of the Lab is under way");
        } else if parts::offer_button(ui, words, "Look along the best line") {
            out.push(Action::Lab(LabAction::Horizon(depth)));
        }
        return;
    }
    super::note(ui, "Pawns, White's view; far from the deepest column is marked");
    ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        if !lab.effect.is_empty() {
            effect(ui, cx, &lab.effect);
            ui.add_space(theme::GAP);
        }
        if let Some(view) = &lab.horizon {
            let board = view.start.board();
            let number = format::number_before(&board, 0);
            let what = if view.of_game { "The game" } else { "The best line" };
            super::note(ui, &format!("{what} from move {}", number.trim_end()));
            rows(ui, view);
        }
    });
}

fn rows(ui: &mut Ui, view: &HorizonView) {
    let names = names(view);
    let height = view.rows.len() as f32 * (theme::ROW + 4.0) + 24.0;
    TableBuilder::new(ui)
        .id_salt("horizon")
        .striped(false)
        .vscroll(false)
        .min_scrolled_height(height)
        .column(Column::exact(78.0))
        .columns(Column::exact(62.0), 2 + view.depths.len())
        .header(20.0, |mut header| {
            let depths = view.depths.iter().map(|depth| format!("depth {depth}"));
            let heads = ["Move", "Static", "Quiet"].into_iter().map(str::to_owned);
            for head in heads.chain(depths) {
                header.col(|ui| {
                    ui.label(RichText::new(head).small().color(theme::palette(ui).text_weak));
                });
            }
        })
        .body(|body| {
            body.rows(theme::ROW, view.rows.len(), |mut row| {
                let row_at = row.index();
                let shown = &view.rows[row_at];
                let deepest = shown.searched.last().map(|value| value.score.clamped_cp(1500));
                row.col(|ui| {
                    ui.label(names[row_at].as_str());
                });
                let still = format!("{:+.2}", f64::from(shown.static_cp) / 100.0);
                let quiet = (shown.quiescence.to_string(), shown.quiescence.clamped_cp(1500));
                let searched = shown
                    .searched
                    .iter()
                    .map(|value| (value.score.to_string(), value.score.clamped_cp(1500)));
                let first = [(still, shown.static_cp), quiet];
                for (text, cp) in first.into_iter().chain(searched) {
                    row.col(|ui| {
                        let p = theme::palette(ui);
                        let far = deepest.is_some_and(|deepest| (deepest - cp).abs() >= FAR_CP);
                        let color = if far { p.warn } else { p.text };
                        ui.label(RichText::new(text).monospace().color(color));
                    });
                }
            });
        });
}

/// The moves of the rows with their numbers; the first row is where the line begins.
fn names(view: &HorizonView) -> Vec<String> {
    let mut board = view.start.board();
    let name = |row: &HorizonRow| match row.mv.filter(|&mv| board.is_legal(mv)) {
        None => "start".to_owned(),
        Some(mv) => {
            let name = format!("{}{}", format::number_before(&board, 0), san::write(&board, mv));
            board.make_move(mv);
            name
        }
    };
    view.rows.iter().map(name).collect()
}

/// The horizon effect at its position.
fn effect(ui: &mut Ui, cx: &Cx<'_>, rows: &[EffectRow]) {
    let Ok(board) = Board::from_fen(EFFECT_FEN) else { return };
    ui.label(RichText::new("The horizon effect").strong());
    ui.horizontal_top(|ui| {
        let mini = MiniBoard {
            board: &board,
            orientation: tabia_chess::color::Color::White,
            last_move: None,
            theme: cx.board_theme(),
        };
        mini_board::show(ui, &mini, 150.0);
        eframe::egui::Grid::new("horizon-effect").striped(true).spacing([14.0, 3.0]).show(
            ui,
            |ui| {
                ui.label("");
                for sight in sights() {
                    super::note(ui, sight.name);
                }
                ui.end_row();
                for row in rows {
                    super::note(ui, &format!("depth {}", row.depth));
                    for value in &row.by_sight {
                        ui.label(RichText::new(found(&board, value)).monospace());
                    }
                    ui.end_row();
                }
            },
        );
    });
}

fn found(board: &Board, value: &DepthValue) -> String {
    let mv = value.best.filter(|&mv| board.is_legal(mv));
    format!("{} {}", mv.map_or("–".to_owned(), |mv| san::write(board, mv)), value.score)
}

/// The table as comma-separated values.
fn csv(view: &HorizonView) -> String {
    let depths: Vec<String> = view.depths.iter().map(|depth| format!("depth_{depth}")).collect();
    let mut text = format!("ply,move,static_cp,quiescence,{}\n", depths.join(","));
    for (row, mv) in view.rows.iter().zip(names(view)) {
        let searched: Vec<String> =
            row.searched.iter().map(|value| value.score.to_string()).collect();
        let _ = writeln!(
            text,
            "{},{mv},{},{},{}",
            row.ply,
            row.static_cp,
            row.quiescence,
            searched.join(",")
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::uci_move;
    use tabia_engine::search::score::Score;
    use tabia_games::game::position::GamePosition;

    #[test]
    fn moves_stand_in_the_rows_as_people_write_them() {
        let mut start = GamePosition::new(Board::start());
        start.moves.push(uci_move::parse(&Board::start(), "e2e4").unwrap());
        let mut board = start.board();
        let mut moves = vec![None];
        for text in ["e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "e1g1"] {
            let mv = uci_move::parse(&board, text).unwrap();
            board.make_move(mv);
            moves.push(Some(mv));
        }
        let row = |(ply, mv)| HorizonRow {
            ply,
            mv,
            static_cp: 10,
            quiescence: Score::Cp(20),
            searched: Vec::new(),
        };
        let rows = moves.into_iter().enumerate().map(row).collect();
        let view = HorizonView { start, of_game: true, depths: Vec::new(), rows };
        let wanted = ["start", "1… e5", "2. Nf3", "2… Nc6", "3. Bc4", "3… Nf6", "4. O-O"];
        assert_eq!(names(&view), wanted);
        assert!(csv(&view).contains("\n6,4. O-O,10,"), "{}", csv(&view));
    }
}
