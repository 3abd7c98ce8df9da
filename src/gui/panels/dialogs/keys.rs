//! The sheet of keyboard shortcuts, made from the command table: as high as the window, in as many columns as it has
//! room for.

use eframe::egui::{Grid, RichText, ScrollArea, Ui};

use tabia_app::commands::command::{Group, UserCommand};
use tabia_app::commands::keymap::KeyMap;

use crate::gui::look::theme;

/// Width of a column, points.
const COLUMN: f32 = 280.0;
/// Columns at most.
const MOST_COLUMNS: usize = 4;
/// What the sheet leaves of the window: its frame, heading and the border around it, points.
const BESIDE: f32 = 110.0;
/// Height of a line, and of a heading with the gap behind its group, points.
const LINE: f32 = 21.0;
const HEADING: f32 = 34.0;

/// What has no command of its own.
const MORE: [&str; 4] = [
    "Moves can be typed anywhere outside a field: Nf3, exd5, e8=Q, O-O, e2e4; Enter plays the only one that begins so, \
     Backspace mends, Esc clears",
    "On the board: drag or click two squares to move, right-drag draws an arrow, right-click a circle (Shift red, Alt \
     blue), the wheel steps through the game",
    "A move made on the board with Ctrl (Command on a Mac) is not played: it is asked why not; so does a right click \
     on a move in any list or on the head of an engine's arrow",
    "Tab reaches the board, arrow keys walk its squares, Enter picks up and puts down",
];

/// Shows the sheet.
pub(crate) fn show(ui: &mut Ui, keys: &KeyMap) {
    let window = ui.ctx().content_rect().size();
    let room = (window.x - 80.0) / COLUMN;
    let columns = (room as usize).clamp(1, MOST_COLUMNS);
    ui.set_width(COLUMN * columns as f32);
    ui.heading("Keys");
    ui.add_space(theme::GAP);
    let height = (window.y - BESIDE).max(120.0);
    ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
        let placed = placed(keys, columns);
        ui.columns(columns, |uis| {
            for (ui, groups) in uis.iter_mut().zip(placed) {
                for group in groups {
                    group_ui(ui, group, keys);
                }
            }
        });
        let p = theme::palette(ui);
        for line in MORE {
            ui.label(RichText::new(line).color(p.text_weak));
        }
    });
}

/// The commands of a group that have keys.
fn with_keys(group: Group, keys: &KeyMap) -> impl Iterator<Item = (UserCommand, String)> {
    let of_group = UserCommand::ALL.into_iter().filter(move |c| c.info().group == group);
    of_group.filter_map(|command| Some((command, keys.text(command)?)))
}

/// The groups by column, in their order, so that the longest column is as short as can be.
fn placed(keys: &KeyMap, columns: usize) -> Vec<Vec<Group>> {
    let heights = Group::ALL.map(|group| {
        let lines = with_keys(group, keys).count();
        if lines == 0 { 0.0 } else { lines as f32 * LINE + HEADING }
    });
    // The least height for which the groups, put one below the other, need no more columns than there are.
    let fill = |limit: f32| {
        let mut placed: Vec<Vec<Group>> = vec![Vec::new()];
        let mut used = 0.0;
        for (group, height) in Group::ALL.into_iter().zip(heights) {
            if used > 0.0 && used + height > limit {
                placed.push(Vec::new());
                used = 0.0;
            }
            used += height;
            if let Some(last) = placed.last_mut() {
                last.push(group);
            }
        }
        placed
    };
    let all: f32 = heights.iter().sum();
    let steps = (all / LINE) as usize + 1;
    let limits = (1..=steps).map(|step| step as f32 * LINE);
    limits.map(fill).find(|placed| placed.len() <= columns).unwrap_or_else(|| fill(all))
}

fn group_ui(ui: &mut Ui, group: Group, keys: &KeyMap) {
    let mut rows = with_keys(group, keys).peekable();
    if rows.peek().is_none() {
        return;
    }
    ui.label(RichText::new(group.title()).strong());
    let grid = Grid::new(group.title()).num_columns(2).min_row_height(LINE - 3.0);
    grid.spacing([16.0, 3.0]).show(ui, |ui| {
        for (command, keys) in rows {
            ui.label(RichText::new(keys).monospace().color(theme::palette(ui).accent));
            ui.label(command.name());
            ui.end_row();
        }
    });
    ui.add_space(theme::GAP);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_stands_in_one_column_and_in_its_order() {
        for columns in 1..=MOST_COLUMNS {
            let placed = placed(&KeyMap::default(), columns);
            assert!(placed.len() <= columns, "{placed:?}");
            assert_eq!(placed.concat(), Group::ALL);
        }
    }
}
