//! Panels as high as what they show. The best lines and a panel that has nothing to show ask for so much; the others
//! share the rest. Only where nobody has put the panels elsewhere or drawn a boundary.

use eframe::egui::Context;
use egui_tiles::{Container, LinearDir, Tile, TileId, Tree};

use crate::app::window::workspace::PaneId;
use crate::gui::present::heights;

/// Least height of a panel with its strip of tabs, points.
const LEAST: f32 = 96.0;
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
    let asked: Vec<Option<f32>> = shown.iter().map(|&id| asked_of(tree, ctx, id)).collect();
    let heights = shared(&asked, height);
    if let Some(Tile::Container(Container::Linear(linear))) = tree.tiles.get_mut(column) {
        for (id, height) in shown.into_iter().zip(heights) {
            linear.shares.set_share(id, height);
        }
    }
}

/// What the panel in front of a stack has asked for.
fn asked_of(tree: &Tree<PaneId>, ctx: &Context, stack: TileId) -> Option<f32> {
    let front = match tree.tiles.get(stack)? {
        Tile::Pane(pane) => *pane,
        Tile::Container(Container::Tabs(tabs)) => *tree.tiles.get_pane(&tabs.active?)?,
        Tile::Container(_) => return None,
    };
    heights::asked(ctx, front)
}

/// The heights of stacks that ask for so much, or for what is left.
fn shared(asked: &[Option<f32>], height: f32) -> Vec<f32> {
    let most = asked.iter().flatten().fold(0.0, |most: f32, &of| most.max(of));
    let none_left = asked.iter().all(Option::is_some);
    // Where all ask for so much, the largest takes the rest.
    let takes_rest = |of: &Option<f32>| of.is_none_or(|of| none_left && of >= most);
    let fixed: f32 =
        asked.iter().filter(|of| !takes_rest(of)).flatten().map(|of| of.max(LEAST)).sum();
    let room = height * (1.0 - REST);
    let less = if fixed > room { room / fixed } else { 1.0 };
    let rest = asked.iter().filter(|of| takes_rest(of)).count().max(1) as f32;
    asked
        .iter()
        .map(|of| match of {
            Some(of) if !takes_rest(&Some(*of)) => of.max(LEAST) * less,
            _ => ((height - fixed * less) / rest).max(1.0),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_get_what_they_show_and_tables_the_rest() {
        assert_eq!(shared(&[Some(200.0), None], 700.0), [200.0, 500.0]);
        assert_eq!(shared(&[Some(120.0), None, None], 720.0), [120.0, 300.0, 300.0]);
        assert_eq!(shared(&[None, Some(30.0)], 700.0), [604.0, 96.0], "a strip and a few words");
    }

    #[test]
    fn no_panel_takes_it_all() {
        let heights = shared(&[Some(900.0), None], 500.0);
        assert!((heights[0] - 300.0).abs() < 0.1 && (heights[1] - 200.0).abs() < 0.1);
        assert_eq!(shared(&[Some(150.0), Some(100.0)], 700.0), [600.0, 100.0]);
        assert_eq!(shared(&[], 700.0), Vec::<f32>::new());
    }
}
