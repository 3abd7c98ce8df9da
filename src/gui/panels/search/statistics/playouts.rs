//! The same of a tree search by playouts: how its tree grew and where its playouts went.

use eframe::egui::{ScrollArea, Ui};

use tabia_chess::san;
use tabia_engine::search::detail::puct::PuctDetail;

use super::section;
use crate::gui::look::format;
use crate::gui::present::context::Cx;
use crate::gui::widgets::bars;
use crate::gui::widgets::bars::Bar;

/// Root moves shown.
const MOVES: usize = 12;

/// Shows the panel.
pub(super) fn show(ui: &mut Ui, cx: &Cx<'_>, detail: &PuctDetail, hashfull: Option<u32>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        section(ui, "The tree");
        bars::show(ui, &tree(detail, hashfull));
        section(ui, "Where the playouts went");
        bars::show(ui, &moves(cx, detail));
    });
}

fn tree(detail: &PuctDetail, hashfull: Option<u32>) -> Vec<Bar> {
    let number = |name: &str, value: String, hint: &str| Bar {
        name: name.to_owned(),
        share: None,
        value,
        hint: hint.to_owned(),
    };
    let kept = u64::from(detail.visits).saturating_sub(detail.playouts);
    let mut bars = vec![
        number("Playouts", format::count(detail.playouts), "Each looks at one new position"),
        number(
            "Kept from before",
            format::count(kept),
            "Playouts of the move before that still count",
        ),
        number(
            "Mean line",
            format!("{:.1} plies", detail.mean_depth),
            "Mean length of a playout's line: what stands as depth elsewhere",
        ),
        number("Nodes", format::count(detail.nodes), "Positions in the tree"),
    ];
    if detail.thrown > 0 {
        let hint = "Nodes given up because the tree did not fit into its memory";
        bars.push(number("Thrown away", format::count(detail.thrown), hint));
    }
    if let Some(hashfull) = hashfull {
        bars.push(Bar {
            name: "Memory in use".to_owned(),
            share: Some(hashfull as f32 / 1000.0),
            value: format::permille(hashfull),
            hint: "Share of the memory of the tree that is in use".to_owned(),
        });
    }
    bars
}

fn moves(cx: &Cx<'_>, detail: &PuctDetail) -> Vec<Bar> {
    let board = cx.search_board();
    let all: u64 = detail.moves.iter().map(|root| u64::from(root.n)).sum();
    let legal = detail.moves.iter().filter(|root| board.is_legal(root.mv));
    legal
        .take(MOVES)
        .map(|root| Bar {
            name: san::write(&board, root.mv),
            share: Some(if all == 0 { 0.0 } else { root.n as f32 / all as f32 }),
            value: format::percent(u64::from(root.n), all),
            hint: format!(
                "{} of {} playouts; worth {:.1} %, prior {:.1} %",
                format::count(u64::from(root.n)),
                format::count(all),
                root.q * 100.0,
                root.p * 100.0
            ),
        })
        .collect()
}
