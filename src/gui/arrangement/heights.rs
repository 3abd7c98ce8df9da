//! Panels as high as what they show. The best lines, the moves and a panel that has nothing to show ask for so much;
//! the others share the rest. Only where nobody has put the panels elsewhere or drawn a boundary.

use eframe::egui::Context;
use egui_tiles::{Container, LinearDir, Tile, TileId, Tree};

use crate::gui::present::heights;
use crate::gui::present::heights::Wish;
use tabia_app::window::workspace::PaneId;

/// Least height of a panel with its strip of tabs, points.
const LEAST: f32 = 72.0;
/// What the panels that share the rest get at least together, as a share of the height.
const REST: f32 = 0.4;
/// Gives the panels that stand one below the other their heights.
pub(crate) fn fit(tree: &mut Tree<PaneId>, ctx: &Context, height: f32) {
    let Some(root) = tree.root() else { return };
    let columns: Vec<TileId> = match tree.tiles.get(root) {
        Some(Tile::Container(Container::Linear(linear))) => match linear.dir {
            LinearDir::Vertical => vec![root],
            LinearDir::Horizontal => linear.children.clone(),
        },
        _ => return,
    };
    for column in columns {
        fit_column(tree, ctx, column, height);
    }
}

fn fit_column(tree: &mut Tree<PaneId>, ctx: &Context, column: TileId, height: f32) {
    let Some(Tile::Container(Container::Linear(linear))) = tree.tiles.get(column) else { return };
    if linear.dir != LinearDir::Vertical {
        return;
    }
    let shown: Vec<TileId> =
        linear.children.iter().copied().filter(|&id| tree.is_visible(id)).collect();
    let asked: Vec<Option<Wish>> = shown.iter().map(|&id| asked_of(tree, ctx, id)).collect();
    let heights = shared(&asked, height);
    if let Some(Tile::Container(Container::Linear(linear))) = tree.tiles.get_mut(column) {
        for (id, height) in shown.into_iter().zip(heights) {
            linear.shares.set_share(id, height);
        }
    }
}

/// What the panel in front of a stack has asked for.
fn asked_of(tree: &Tree<PaneId>, ctx: &Context, stack: TileId) -> Option<Wish> {
    let front = match tree.tiles.get(stack)? {
        Tile::Pane(pane) => *pane,
        Tile::Container(Container::Tabs(tabs)) => *tree.tiles.get_pane(&tabs.active?)?,
        Tile::Container(_) => return None,
    };
    heights::asked(ctx, front)
}

/// The heights of stacks that ask for so much, or for what is left.
fn shared(asked: &[Option<Wish>], height: f32) -> Vec<f32> {
    // Where all ask for so much, one takes the rest: the last that shows something.
    let last = || asked.iter().rposition(|of| of.is_some_and(|wish| !wish.empty));
    let none_left = asked.iter().all(Option::is_some);
    let filler = none_left.then(|| last().or(asked.len().checked_sub(1))).flatten();
    let fixed = |(at, of): (usize, &Option<Wish>)| {
        of.filter(|_| filler != Some(at)).map(|wish| wish.height.max(LEAST))
    };
    let wanted: Vec<Option<f32>> = asked.iter().enumerate().map(fixed).collect();
    let sum: f32 = wanted.iter().flatten().sum();
    let room = height * (1.0 - REST);
    let less = if sum > room { room / sum } else { 1.0 };
    let rest = wanted.iter().filter(|of| of.is_none()).count().max(1) as f32;
    let share = ((height - sum * less) / rest).max(1.0);
    wanted.iter().map(|of| of.map_or(share, |of| of * less)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn shows(height: f32) -> Wish {
        Wish { height, empty: false }
    }

    const fn empty(height: f32) -> Wish {
        Wish { height, empty: true }
    }

    #[test]
    fn lines_get_what_they_show_and_tables_the_rest() {
        assert_eq!(shared(&[Some(shows(200.0)), None], 700.0), [200.0, 500.0]);
        assert_eq!(shared(&[Some(shows(120.0)), None, None], 720.0), [120.0, 300.0, 300.0]);
        assert_eq!(
            shared(&[None, Some(empty(30.0))], 700.0),
            [628.0, 72.0],
            "a strip and one line"
        );
    }

    #[test]
    fn no_panel_takes_it_all() {
        let heights = shared(&[Some(shows(900.0)), None], 500.0);
        assert!((heights[0] - 300.0).abs() < 0.1 && (heights[1] - 200.0).abs() < 0.1);
        assert_eq!(shared(&[], 700.0), Vec::<f32>::new());
    }

    #[test]
    fn where_all_ask_the_last_that_shows_something_takes_the_rest() {
        assert_eq!(shared(&[Some(shows(150.0)), Some(shows(100.0))], 700.0), [150.0, 550.0]);
        assert_eq!(shared(&[Some(shows(150.0)), Some(empty(78.0))], 700.0), [622.0, 78.0]);
        assert_eq!(shared(&[Some(empty(114.0)), Some(empty(78.0))], 700.0), [114.0, 586.0]);
    }
}
