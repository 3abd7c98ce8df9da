//! What is asked about the moves of the analysed position, as chips that a click takes away.

use eframe::egui::{Button, RichText, Ui};

use tabia_app::action::{Action, AskAction};
use tabia_chess::{Move, san};

use super::context::Cx;
use crate::gui::look::icons::Icon;
use crate::gui::look::theme;

/// How long what is asked holds, for the pointer.
const HOLDS: &str = "Until another position is analysed. Scores are of these moves only, so no bar or graph has them";

impl Cx<'_> {
    /// What is asked about the moves of the position the panels speak of: `only Nf3, Nc3`, `without e4`.
    pub fn asked_text(&self) -> Option<String> {
        let asked = self.model.engine.asked().filter(|asked| asked.node == self.search_node())?;
        let names = |moves: &[Move]| {
            let board = self.model.game.tree.board(asked.node);
            let legal = moves.iter().filter(|&&mv| board.is_legal(mv));
            legal.map(|&mv| san::write(board, mv)).collect::<Vec<_>>().join(", ")
        };
        let only = (!asked.only.is_empty()).then(|| format!("only {}", names(&asked.only)));
        let not = (!asked.not.is_empty()).then(|| format!("without {}", names(&asked.not)));
        let both: Vec<String> = only.into_iter().chain(not).collect();
        Some(both.join(", "))
    }
}

/// Shows the chips, where something is asked.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let Some(asked) = cx.model.engine.asked().filter(|asked| asked.node == cx.search_node()) else {
        return;
    };
    let board = cx.model.game.tree.board(asked.node);
    let p = theme::palette(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.label(RichText::new("Searched:").small().color(p.text_weak)).on_hover_text(HOLDS);
        let only = asked.only.iter().map(|&mv| ("only", mv));
        let not = asked.not.iter().map(|&mv| ("not", mv));
        for (word, mv) in only.chain(not).filter(|(_, mv)| board.is_legal(*mv)) {
            let name = san::write(board, mv);
            let text = format!("{word} {name} {}", Icon::Cross.glyph());
            let chip = Button::new(RichText::new(text).color(p.text)).fill(p.raised).small();
            let chip = ui.add(chip.corner_radius(9.0)).on_hover_text(HOLDS);
            if chip.accessible_name(format!("{word} {name}: ask no longer")).clicked() {
                out.push(Action::Ask(AskAction::Drop(mv)));
            }
        }
        if asked.only.len() + asked.not.len() > 1 && ui.small_button("All moves").clicked() {
            out.push(Action::Ask(AskAction::All));
        }
    });
}
