//! The layout of board and panels in each workspace: the default for the window's shape, or as the user arranged it.

use std::collections::HashSet;

use eframe::egui::{Id, Vec2};
use egui_tiles::{Container, Linear, LinearDir, Tile, TileId, Tiles, Tree};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use tabia_app::window::workspace::{PaneId, Workspace};

use crate::gui::arrangement::layout::Layout;
use crate::gui::arrangement::panes::{self, PaneGroup};

/// The key of the only arrangement in sessions saved before workspaces existed.
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
    /// The arrangements saved in a session. One that cannot be read is replaced by the default. The only arrangement of
    /// an older session becomes the study's.
    pub(crate) fn restore(kept: Option<&Value>) -> Arrangements {
        let of = |workspace: Workspace| match kept {
            // The layout of these workspaces is fixed.
            _ if workspace.is_fixed() => Layout::first(workspace),
            Some(old) if old.get(OLD).is_some() => {
                let study = Some(old).filter(|_| workspace == Workspace::Study);
                Layout::restore(workspace, study)
            }
            _ => Layout::restore(workspace, kept.and_then(|kept| kept.get(workspace.name()))),
        };
        Arrangements { all: Workspace::ALL.map(of) }
    }

    /// These arrangements as saved in a session, by workspace name.
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

    /// The arrangement of a workspace, mutable.
    pub(crate) fn of_mut(&mut self, workspace: Workspace) -> &mut Layout {
        &mut self.all[workspace as usize]
    }

    /// Puts the panels of a workspace back into their default places.
    pub(crate) fn reset(&mut self, workspace: Workspace) {
        *self.of_mut(workspace) = Layout::first(workspace);
    }
}

/// What a tile of an arrangement holds. A panel is saved by its name alone, as in sessions from before the board had a
/// tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Leaf {
    /// The board with its players, bar and buttons.
    Board,
    #[serde(untagged)]
    Panel(PaneId),
}

impl Leaf {
    pub(crate) fn panel(self) -> Option<PaneId> {
        match self {
            Leaf::Board => None,
            Leaf::Panel(pane) => Some(pane),
        }
    }
}

/// Below this width the moves share a stack with the panels beside them, points.
const NORMAL: f32 = 1200.0;
/// From this width on Study has three columns, points.
const WIDE: f32 = 1600.0;

/// The shape of the window's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Shape {
    /// Taller than wide: the board above the panels.
    Portrait,
    Narrow,
    Normal,
    Wide,
}

impl Shape {
    #[cfg(test)]
    pub(crate) const ALL: [Shape; 4] = [Shape::Portrait, Shape::Narrow, Shape::Normal, Shape::Wide];

    /// The shape of a space of this size, points. The margins of the window are not part of it.
    pub(crate) fn of(size: Vec2) -> Shape {
        let width = size.x + 2.0 * super::layout::EDGE;
        if size.x < size.y {
            Shape::Portrait
        } else if width < NORMAL {
            Shape::Narrow
        } else if width < WIDE {
            Shape::Normal
        } else {
            Shape::Wide
        }
    }
}

/// A part of a default arrangement, with the shares of its children.
enum Part {
    Board,
    /// The panels of these groups, as tabs of one stack.
    Tabs(&'static [PaneGroup]),
    Row(Vec<(Part, f32)>),
    Column(Vec<(Part, f32)>),
}

/// The shares of the board and of what is below it have no effect: [`super::layout::Layout`] gives the board the room
/// it needs.
fn plan(workspace: Workspace, shape: Shape) -> Part {
    use PaneGroup as G;
    use Part::{Board, Column, Row, Tabs};
    const LINES: Part = Tabs(&[G::Engine, G::Search, G::Graphs]);
    const LAB: Part = Tabs(&G::VIEWS);
    const SEARCH: Part = Tabs(&[G::Search, G::Engine, G::Graphs]);
    const DUEL: Part = Tabs(&[G::DuelEngines]);
    const BETWEEN: Part = Tabs(&[G::Between]);
    const MOVES: Part = Tabs(&[G::Game]);
    match (workspace, shape) {
        (Workspace::Arena | Workspace::Training, _) => Board,
        (Workspace::Play, _) => Row(vec![(Board, 1.0), (Tabs(&[G::Game]), 1.0)]),
        (Workspace::Study, Shape::Portrait) => Column(vec![
            (Board, 1.0),
            (LINES, 0.45),
            (Row(vec![(Tabs(&[G::Game]), 1.0), (Tabs(&[G::Library]), 1.0)]), 0.55),
        ]),
        (Workspace::Study, Shape::Narrow) => Row(vec![
            (Board, 1.0),
            (Column(vec![(LINES, 0.45), (Tabs(&[G::Game, G::Library]), 0.55)]), 1.0),
        ]),
        (Workspace::Study, Shape::Normal) => {
            let below = Row(vec![(Tabs(&[G::Game]), 1.0), (Tabs(&[G::Library]), 1.0)]);
            Row(vec![(Board, 1.0), (Column(vec![(LINES, 0.45), (below, 0.55)]), 1.0)])
        }
        (Workspace::Study, Shape::Wide) => Row(vec![
            (Board, 1.0),
            (Column(vec![(Tabs(&[G::Engine]), 0.38), (Tabs(&[G::Game]), 0.62)]), 1.1),
            (Column(vec![(Tabs(&[G::Search, G::Graphs]), 0.38), (Tabs(&[G::Library]), 0.62)]), 1.0),
        ]),
        (Workspace::Lab, Shape::Portrait) => {
            Column(vec![(Board, 1.0), (LAB, 0.62), (SEARCH, 0.38)])
        }
        (Workspace::Lab, _) => {
            Row(vec![(Column(vec![(Board, 1.0), (SEARCH, 1.0)]), 1.0), (LAB, 1.0)])
        }
        (Workspace::Duel, Shape::Portrait) => {
            Column(vec![(Board, 1.0), (DUEL, 0.55), (Tabs(&[G::Between, G::Game]), 0.45)])
        }
        (Workspace::Duel, _) => {
            let engines = Column(vec![(DUEL, 0.74), (BETWEEN, 0.26)]);
            Row(vec![(Column(vec![(Board, 1.0), (MOVES, 1.0)]), 1.0), (engines, 1.0)])
        }
    }
}

/// The panels a workspace shows by default, in no particular order.
pub(crate) fn first_panes(workspace: Workspace) -> Vec<PaneId> {
    let at_home = |info: &&panes::PaneInfo| info.home.contains(&workspace);
    panes::all().filter(at_home).map(|info| info.id).collect()
}

/// The default arrangement of a workspace.
pub(crate) fn first(workspace: Workspace, shape: Shape) -> Tree<Leaf> {
    let mut tiles = Tiles::default();
    let root = add(&mut tiles, workspace, &plan(workspace, shape));
    Tree::new(Id::unique(("panels", workspace)), root, tiles)
}

fn add(tiles: &mut Tiles<Leaf>, workspace: Workspace, part: &Part) -> TileId {
    match part {
        Part::Board => tiles.insert_pane(Leaf::Board),
        Part::Tabs(groups) => {
            let panes = groups.iter().flat_map(|&group| of_group(workspace, group));
            let ids = panes.map(|pane| tiles.insert_pane(Leaf::Panel(pane))).collect();
            tiles.insert_tab_tile(ids)
        }
        Part::Row(parts) => linear(tiles, workspace, LinearDir::Horizontal, parts),
        Part::Column(parts) => linear(tiles, workspace, LinearDir::Vertical, parts),
    }
}

fn linear(
    tiles: &mut Tiles<Leaf>,
    workspace: Workspace,
    dir: LinearDir,
    parts: &[(Part, f32)],
) -> TileId {
    let ids: Vec<TileId> = parts.iter().map(|(part, _)| add(tiles, workspace, part)).collect();
    let mut linear = Linear::new(dir, ids.clone());
    for (id, (_, share)) in ids.into_iter().zip(parts) {
        linear.shares.set_share(id, *share);
    }
    tiles.insert_new(Tile::Container(Container::Linear(linear)))
}

fn of_group(workspace: Workspace, group: PaneGroup) -> impl Iterator<Item = PaneId> {
    let here = move |info: &&panes::PaneInfo| info.group == group && info.home.contains(&workspace);
    panes::all().filter(here).map(|info| info.id)
}

/// Puts a panel that has no place yet into a tree: with the tabs of its group, or of the group it is read with;
/// otherwise into the last stack; if there is none, into a new stack beside the board.
pub(crate) fn insert(tree: &mut Tree<Leaf>, pane: PaneId) {
    let id = tree.tiles.insert_pane(Leaf::Panel(pane));
    let Some(root) = tree.root() else {
        tree.root = Some(tree.tiles.insert_tab_tile(vec![id]));
        return;
    };
    let group = panes::info(pane).group;
    let stacks = stacks_of(tree, root);
    let with = |group: PaneGroup| stacks.iter().find(|(_, groups)| groups.contains(&group));
    let kin: &[PaneGroup] = match group {
        // A tour is placed beside the view it describes.
        PaneGroup::Learn => &[PaneGroup::Search],
        view if PaneGroup::VIEWS.contains(&view) => &PaneGroup::VIEWS,
        _ => &[],
    };
    let related = || kin.iter().find_map(|&group| with(group));
    let found = with(group).or_else(related).or(stacks.last());
    if let Some((stack, _)) = found {
        tree.move_tile_to_container(id, *stack, usize::MAX, false);
    } else {
        let stack = tree.tiles.insert_tab_tile(vec![id]);
        tree.root = Some(tree.tiles.insert_horizontal_tile(vec![root, stack]));
    }
}

/// The visible stacks of tabs from top to bottom, with the groups of their panels.
fn stacks_of(tree: &Tree<Leaf>, at: TileId) -> Vec<(TileId, Vec<PaneGroup>)> {
    let Some(Tile::Container(container)) = tree.tiles.get(at) else { return Vec::new() };
    if !matches!(container, Container::Tabs(_)) {
        return container.children().flat_map(|&child| stacks_of(tree, child)).collect();
    }
    let shown = |&&id: &&TileId| tree.is_visible(id);
    let leaves = container.children().filter(shown).filter_map(|id| tree.tiles.get_pane(id));
    let panes = leaves.filter_map(|leaf| leaf.panel());
    let groups: Vec<PaneGroup> = panes.map(|pane| panes::info(pane).group).collect();
    if groups.is_empty() { Vec::new() } else { vec![(at, groups)] }
}

/// Whether every tile in the tree exists and is in one place only, and all panels and the board, if there is one, are in
/// the tree.
pub(crate) fn is_sound(tree: &Tree<Leaf>) -> bool {
    let Some(root) = tree.root() else { return false };
    let (mut seen, mut next) = (HashSet::new(), vec![root]);
    while let Some(id) = next.pop() {
        match tree.tiles.get(id) {
            Some(tile) if seen.insert(id) => {
                if let Tile::Container(container) = tile {
                    next.extend(container.children());
                }
            }
            _ => return false,
        }
    }
    tree.tiles.iter().all(|(id, tile)| seen.contains(id) || tile.is_container())
}

/// Gives the board its own tile if it has none or was dropped among tabs, and gives every panel dropped beside others a
/// stack of tabs.
pub(crate) fn mend(tree: &mut Tree<Leaf>) {
    let Some(root) = tree.root() else {
        tree.root = Some(tree.tiles.insert_pane(Leaf::Board));
        return;
    };
    let in_tabs = |tree: &Tree<Leaf>, id: TileId| {
        let parent = tree.tiles.parent_of(id).and_then(|parent| tree.tiles.get_container(parent));
        matches!(parent, Some(Container::Tabs(_)))
    };
    let leaves: Vec<(TileId, Leaf)> = tree
        .tiles
        .iter()
        .filter_map(|(&id, tile)| match tile {
            Tile::Pane(leaf) => Some((id, *leaf)),
            Tile::Container(_) => None,
        })
        .collect();
    for &(id, leaf) in &leaves {
        if leaf.panel().is_some() && !in_tabs(tree, id) {
            let stack = tree.tiles.insert_tab_tile(vec![id]);
            replace(tree, id, stack);
        }
    }
    match leaves.iter().find(|(_, leaf)| *leaf == Leaf::Board) {
        Some(&(board, _)) if in_tabs(tree, board) => {
            if let Some(parent) = tree.tiles.parent_of(board) {
                if let Some(Tile::Container(tabs)) = tree.tiles.get_mut(parent) {
                    tabs.remove_child(board);
                }
                let row = tree.tiles.insert_horizontal_tile(vec![board, parent]);
                replace(tree, parent, row);
            }
        }
        Some(_) => {}
        None => {
            let board = tree.tiles.insert_pane(Leaf::Board);
            let root = tree.root().unwrap_or(root);
            tree.root = Some(tree.tiles.insert_horizontal_tile(vec![board, root]));
        }
    }
}

/// Puts a tile, which may contain `old`, in the place of `old`.
fn replace(tree: &mut Tree<Leaf>, old: TileId, new: TileId) {
    let holds = |tile: &Tile<Leaf>| match tile {
        Tile::Container(container) => container.has_child(old),
        Tile::Pane(_) => false,
    };
    let parent = tree.tiles.iter().find(|&(&id, tile)| id != new && holds(tile));
    let Some(parent) = parent.map(|(&id, _)| id) else {
        tree.root = Some(new);
        return;
    };
    if let Some(Tile::Container(container)) = tree.tiles.get_mut(parent) {
        if let Container::Linear(linear) = container {
            linear.shares.replace_with(old, new);
        }
        let _ = container.replace_child(old, new);
    }
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

    /// A session saved before workspaces existed, with the statistics closed.
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
