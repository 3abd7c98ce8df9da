//! One bit after the other, one subset after the other.

use eframe::egui::{Button, RichText, Ui};

use tabia_app::lab::foundations::BitsView;
use tabia_chess::{Bitboard, Board};
use tabia_lab::foundations::bitboards::{next_subset, previous_subset, scan, subset_number};

use super::super::SMALL;
use crate::gui::present::context::Cx;
use crate::gui::widgets::small_boards::{Mark, Tone};

pub(super) fn show(ui: &mut Ui, cx: &Cx<'_>, position: &Board, view: &mut BitsView) {
    ui.horizontal_wrapped(|ui| {
        ui.label("Set b");
        let before = view.board;
        super::board_choice(ui, "Set b", &mut view.board);
        if view.board != before {
            (view.scan, view.subset) = (0, Bitboard::EMPTY);
        }
    });
    let set = view.set(view.board, position);
    super::super::heading(ui, "Bit scan");
    bit_scan(ui, cx, set, view);
    super::super::heading(ui, "Subsets by the carry-rippler");
    subsets(ui, cx, set, view);
}

fn bit_scan(ui: &mut Ui, cx: &Cx<'_>, set: Bitboard, view: &mut BitsView) {
    let all = scan(set);
    // The position may have changed since: then there may be fewer steps.
    let at = view.scan.min(all.len().saturating_sub(1));
    let Some(step) = all.get(at) else {
        return super::super::note(ui, "The set is empty: the loop ends before its first step");
    };
    if let Some(to) = super::super::steps(ui, "bit scan", at, all.len()) {
        view.scan = to;
    }
    let lowest = [Mark { set: step.lowest, tone: Tone::Good, meaning: "lowest bit" }];
    ui.horizontal_wrapped(|ui| {
        super::super::small_board(ui, cx, ("b", SMALL), step.before, &lowest);
        super::super::small_board(ui, cx, ("b & -b", SMALL), step.lowest, &lowest);
        super::super::small_board(ui, cx, ("b & (b - 1)", SMALL), step.rest, &[]);
    });
    let zeros = step.square.index();
    let words = format!(
        "Lowest set bit: {} is bit {zeros}, for {zeros} zeros end the number. Cleared; {}",
        step.square,
        if step.rest.is_empty() {
            "nothing is left, the loop ends".to_owned()
        } else {
            format!("{} left for the next step", step.rest.count())
        }
    );
    ui.label(words);
}

fn subsets(ui: &mut Ui, cx: &Cx<'_>, set: Bitboard, view: &mut BitsView) {
    // A subset of another set is none of this one.
    let subset = view.subset & set;
    let (number, bits) = (subset_number(set, subset), set.count());
    ui.horizontal_wrapped(|ui| {
        let first = Bitboard::EMPTY;
        let buttons = [
            ("First", first),
            ("Back", previous_subset(set, subset)),
            ("Next", next_subset(set, subset)),
            ("Last", set),
        ];
        for (word, to) in buttons {
            let button = ui.add(Button::new(word));
            if button.accessible_name(format!("{word}: subset")).clicked() {
                view.subset = to;
            }
        }
        let total = 1_u128 << bits;
        super::super::note(ui, &format!("number {number} of {total}, counted from 0"));
    });
    ui.horizontal_wrapped(|ui| {
        super::super::small_board(ui, cx, ("Set b", SMALL), set, &[]);
        super::super::small_board(ui, cx, ("Subset s", SMALL), subset, &[]);
    });
    ui.label(RichText::new("next s = (s - b) & b").monospace());
    let digit = |square| if subset.has(square) { '1' } else { '0' };
    let members: Vec<char> = set.into_iter().map(digit).collect();
    let digits: String = members.into_iter().rev().collect();
    let digits = if digits.is_empty() { "none".to_owned() } else { digits };
    super::super::note(
        ui,
        &format!(
            "The subtraction is an addition of one that carries through the gaps of b. Bits of b from the highest: \
             {digits}"
        ),
    );
}
