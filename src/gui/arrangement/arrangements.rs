//! Where the panels of each workspace stand: at first, by the shape of the window, and as the user has put them.

use eframe::egui::{Id, Vec2};
use egui_tiles::{Container, Linear, LinearDir, Tile, TileId, Tiles, Tree};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use tabia_app::window::workspace::{PaneId, Workspace};

use crate::gui::arrangement::layout::Layout;
use crate::gui::arrangement::panes::{self, PaneGroup};

/// The key of the only arrangement in sessions from before there were workspaces.
const OLD: &str = "tree";

/// An arrangement for each workspace.
#[derive(Clone, Debug)]
pub(crate) struct Arrangements {
    all: [Layout; Workspace::ALL.len()],
}

impl Default for Arrangements {
    fn default() -> Self {
        Arrangements { all: Workspace::ALL.map(Layout::first) }
    }
}

impl Arrangements {
    /// The arrangements of a session, each the first one where it cannot be read. The only one of an older
    /// session becomes the study's.
    pub(crate) fn restore(kept: Option<&Value>) -> Arrangements {
        let of = |workspace: Workspace| match kept {
            // Its parts have fixed places.
            _ if workspace == Workspace::Play => Layout::first(workspace),
            Some(old) if old.get(OLD).is_some() => {
                let study = Some(old).filter(|_| workspace == Workspace::Study);
                Layout::restore(workspace, study)
            }
            _ => Layout::restore(workspace, kept.and_then(|kept| kept.get(workspace.name()))),
        };
        Arrangements { all: Workspace::ALL.map(of) }
    }

    /// These arrangements as a session keeps them, by the names of the workspaces.
    pub(crate) fn keep(&self) -> Option<Value> {
        let mut kept = Map::new();
        for workspace in Workspace::ALL {
            kept.insert(workspace.name().to_owned(), self.of(workspace).keep()?);
        }
        Some(Value::Object(kept))
    }

    /// The arrangement of a workspace.
    pub(crate) fn of(&self, workspace: Workspace) -> &Layout {
        &self.all[workspace as usize]
    }

    /// The same, to be changed.
    pub(crate) fn of_mut(&mut self, workspace: Workspace) -> &mut Layout {
        &mut self.all[workspace as usize]
    }

    /// Puts the panels of a workspace back where they were at first.
    pub(crate) fn reset(&mut self, workspace: Workspace) {
        *self.of_mut(workspace) = Layout::first(workspace);
    }
}

/// From this width and height on there is room for two columns, points.
const GRID: Vec2 = Vec2::new(880.0, 700.0);
/// Below this height stacks stand side by side, if they are this wide together, points.
const LOW: Vec2 = Vec2::new(520.0, 420.0);

/// The shape of the space beside (or below) the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Shape {
    /// High and narrow: stacks of tabs one below the other.
    Column,
    /// Low and wide: side by side.
    Row,
    /// Large: two columns, and more panels in sight at once.
    Grid,
}

impl Shape {
    /// The shape of a space of this size, points.
    pub(crate) fn of(size: Vec2) -> Shape {
        if size.x >= GRID.x && size.y >= GRID.y {
            Shape::Grid
        } else if size.y < LOW.y && size.x >= LOW.x {
            Shape::Row
        } else {
            Shape::Column
        }
    }
}

/// Panels of these groups.
#[derive(Clone, Copy)]
enum Stack {
    /// As tabs of one stack.
    Tabs(&'static [PaneGroup]),
    /// Each in sight.
    Each(PaneGroup),
}

/// Stacks from top to bottom with their shares of the height.
type Column = &'static [(Stack, f32)];

fn plan(workspace: Workspace, shape: Shape) -> &'static [Column] {
    use PaneGroup as G;
    use Stack::{Each, Tabs};
    match (workspace, shape) {
        (Workspace::Play, _) => &[&[(Tabs(&[G::Game]), 1.0)]],
        (Workspace::Study, Shape::Grid) => &[
            &[(Tabs(&[G::Engine]), 1.0), (Tabs(&[G::Search]), 1.0), (Tabs(&[G::Library]), 1.2)],
            &[(Tabs(&[G::Game]), 2.0), (Tabs(&[G::Graphs]), 1.0)],
        ],
        (Workspace::Study, Shape::Column | Shape::Row) => &[&[
            (Tabs(&[G::Engine, G::Search, G::Graphs]), 1.0),
            (Tabs(&[G::Game, G::Library]), 1.15),
        ]],
        (Workspace::Lab, Shape::Grid) => &[
            &[(Tabs(&[G::Engine]), 0.7), (Tabs(&[G::Search]), 1.0), (Each(G::Graphs), 1.0)],
            &[(Tabs(&[G::Lab]), 1.0)],
        ],
        (Workspace::Duel, Shape::Grid) => &[
            &[(Tabs(&[G::DuelEngines]), 1.5), (Tabs(&[G::Game]), 1.0)],
            &[(Each(G::Between), 1.0)],
        ],
        (Workspace::Duel, Shape::Column | Shape::Row) => {
            &[&[(Tabs(&[G::DuelEngines]), 1.15), (Tabs(&[G::Between, G::Game]), 1.0)]]
        }
        (Workspace::Lab, Shape::Column | Shape::Row) => {
            &[&[(Tabs(&[G::Lab]), 1.7), (Tabs(&[G::Search, G::Engine, G::Graphs]), 1.0)]]
        }
    }
}

/// The panels a workspace has at first, in no order.
pub(crate) fn first_panes(workspace: Workspace) -> Vec<PaneId> {
    let at_home = |info: &&panes::PaneInfo| info.home.contains(&workspace);
    panes::all().filter(at_home).map(|info| info.id).collect()
}

/// The first arrangement of a workspace.
pub(crate) fn first(workspace: Workspace, shape: Shape) -> Tree<PaneId> {
    let mut tiles = Tiles::default();
    let columns = plan(workspace, shape).iter().map(|column| {
        let mut stacks = Vec::new();
        for &(stack, share) in *column {
            match stack {
                Stack::Tabs(groups) => {
                    let panes = groups.iter().flat_map(|&group| of_group(workspace, group));
                    stacks.push((tabs(&mut tiles, &panes.collect::<Vec<_>>()), share));
                }
                Stack::Each(group) => {
                    for pane in of_group(workspace, group) {
                        stacks.push((tabs(&mut tiles, &[pane]), share));
                    }
                }
            }
        }
        let dir = match shape {
            Shape::Row => LinearDir::Horizontal,
            Shape::Column | Shape::Grid => LinearDir::Vertical,
        };
        linear(&mut tiles, dir, &stacks)
    });
    let columns: Vec<(TileId, f32)> = columns.map(|column| (column, 1.0)).collect();
    let root = linear(&mut tiles, LinearDir::Horizontal, &columns);
    Tree::new(Id::unique(("panels", workspace)), root, tiles)
}

fn of_group(workspace: Workspace, group: PaneGroup) -> impl Iterator<Item = PaneId> {
    let here = move |info: &&panes::PaneInfo| info.group == group && info.home.contains(&workspace);
    panes::all().filter(here).map(|info| info.id)
}

fn tabs(tiles: &mut Tiles<PaneId>, panes: &[PaneId]) -> TileId {
    let ids = panes.iter().map(|&pane| tiles.insert_pane(pane)).collect();
    tiles.insert_tab_tile(ids)
}

fn linear(tiles: &mut Tiles<PaneId>, dir: LinearDir, parts: &[(TileId, f32)]) -> TileId {
    if let [(only, _)] = parts {
        return *only;
    }
    let mut linear = Linear::new(dir, parts.iter().map(|(id, _)| *id).collect());
    for &(id, share) in parts {
        linear.shares.set_share(id, share);
    }
    tiles.insert_new(Tile::Container(Container::Linear(linear)))
}

/// Puts a panel that has no place yet into a tree: to the tabs of its group; else, as long as there are fewer
/// than two stacks, into one of its own above or below; else to the tabs of the last stack.
pub(crate) fn insert(tree: &mut Tree<PaneId>, pane: PaneId) {
    let id = tree.tiles.insert_pane(pane);
    let Some(root) = tree.root() else {
        tree.root = Some(tree.tiles.insert_tab_tile(vec![id]));
        return;
    };
    let group = panes::info(pane).group;
    let stacks = stacks_of(tree, root);
    let with = |group: PaneGroup| stacks.iter().find(|(_, groups)| groups.contains(&group));
    // The foundations are views of the Lab, though of a group of their own.
    let lab = (group == PaneGroup::Foundations).then(|| with(PaneGroup::Lab)).flatten();
    let kin = with(group).or(lab);
    let last = stacks.last().filter(|_| stacks.len() >= 2);
    if let Some((stack, _)) = kin.or(last) {
        return tree.move_tile_to_container(id, *stack, usize::MAX, false);
    }
    let stack = tree.tiles.insert_tab_tile(vec![id]);
    let order = |group: PaneGroup| PaneGroup::ALL.iter().position(|other| *other == group);
    let above = stacks
        .first()
        .is_none_or(|(_, groups)| groups.iter().all(|other| order(group) < order(*other)));
    let children = if above { vec![stack, root] } else { vec![root, stack] };
    tree.root = Some(tree.tiles.insert_vertical_tile(children));
}

/// The stacks of tabs in sight from top to bottom, with the groups of their panels.
fn stacks_of(tree: &Tree<PaneId>, at: TileId) -> Vec<(TileId, Vec<PaneGroup>)> {
    let Some(Tile::Container(container)) = tree.tiles.get(at) else { return Vec::new() };
    if !matches!(container, Container::Tabs(_)) {
        return container.children().flat_map(|&child| stacks_of(tree, child)).collect();
    }
    let shown = |&&id: &&TileId| tree.is_visible(id);
    let panes = container.children().filter(shown).filter_map(|id| tree.tiles.get_pane(id));
    let groups: Vec<PaneGroup> = panes.map(|&pane| panes::info(pane).group).collect();
    if groups.is_empty() { Vec::new() } else { vec![(at, groups)] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_workspace_has_its_own_arrangement_and_is_reset_alone() {
        let mut all = Arrangements::default();
        all.of_mut(Workspace::Lab).set_open(PaneId::Explorer, true);
        all.of_mut(Workspace::Study).set_open(PaneId::Games, false);
        let mut again = Arrangements::restore(all.keep().as_ref());
        assert!(again.of(Workspace::Lab).is_open(PaneId::Explorer));
        assert!(!again.of(Workspace::Study).is_open(PaneId::Games));
        again.reset(Workspace::Study);
        assert!(again.of(Workspace::Study).is_open(PaneId::Games));
        assert!(again.of(Workspace::Lab).is_open(PaneId::Explorer));
    }

    #[test]
    fn panels_that_an_older_program_opened_in_play_are_not_there() {
        let mut all = Arrangements::default();
        all.of_mut(Workspace::Play).set_open(PaneId::Explorer, true);
        let again = Arrangements::restore(all.keep().as_ref());
        assert!(!again.of(Workspace::Play).is_open(PaneId::Explorer));
        assert!(again.of(Workspace::Play).is_open(PaneId::Moves));
    }

    #[test]
    fn a_damaged_arrangement_costs_the_others_nothing() {
        let mut all = Arrangements::default();
        all.of_mut(Workspace::Lab).set_open(PaneId::Games, true);
        let mut kept = all.keep().unwrap();
        kept["Study"] = serde_json::json!({"tree": []});
        kept["Play"] = Value::Null;
        let again = Arrangements::restore(Some(&kept));
        assert!(again.of(Workspace::Lab).is_open(PaneId::Games));
        assert!(again.of(Workspace::Study).is_open(PaneId::Moves));
        assert!(again.of(Workspace::Play).is_open(PaneId::Moves));
    }

    /// A session from before there were workspaces, with the statistics closed.
    const OLD_SESSION: &str = include_str!("../../../tests/data/session/before_workspaces.json");

    #[test]
    fn the_only_arrangement_of_an_older_session_becomes_the_studys() {
        let old: Value = serde_json::from_str(OLD_SESSION).unwrap();
        let all = Arrangements::restore(old.get("layout"));
        let study = all.of(Workspace::Study);
        assert!(study.is_open(PaneId::Iterations) && study.is_open(PaneId::SearchPlot));
        assert!(!study.is_open(PaneId::Statistics), "it was closed");
        assert!(!all.of(Workspace::Play).is_open(PaneId::Iterations));
    }
}
