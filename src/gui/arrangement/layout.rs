//! The layout of a workspace: board and panels in tiles with boundaries between them, tabs and their buttons. Every
//! tile keeps its place until the user moves a boundary, chooses another workspace or resizes the window.

use eframe::egui::{
    self, Color32, CursorIcon, Id, Painter, PointerButton, Rect, Response, RichText, Role, Sense,
    Stroke, StrokeKind, TextStyle, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use egui_tiles::{
    Container, EditAction, LinearDir, ResizeState, SimplificationOptions, TabState, Tabs, Tile,
    TileId, Tiles, Tree, UiResponse,
};
use serde::{Deserialize, Serialize};

use tabia_app::window::workspace::{PaneId, Workspace};

use crate::gui::arrangement::arrangements::{self, Leaf, Shape};
use crate::gui::arrangement::panes;
use crate::gui::arrangement::panes::PaneGroup;
use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::panels::game::board::{self, AROUND};
use crate::gui::widgets::buttons;
use tabia_text::t;

/// Space between the window's edge and its content, points.
pub(crate) const EDGE: f32 = 12.0;
/// Space between tiles, which is also the boundary that can be dragged, points.
pub(crate) const GAP: f32 = 8.0;
/// Height of the strip of tabs, points.
const TABS: f32 = 36.0;
/// Minimum width and height of a tile, points.
const MIN_TILE: f32 = 90.0;
/// Corner radius of a panel, points.
pub(crate) const CORNER: u8 = 8;
/// Minimum width of the panels beside the board, points.
const MIN_SIDE: f32 = 380.0;
/// Minimum height of the panels below the board, points.
const MIN_BELOW: f32 = 216.0;
/// The same minimum as a share of a low window.
const SHARE_BELOW: f32 = 0.3;
/// Replaces both minimums while a tour is open.
const MIN_TOUR: f32 = 304.0;
const SHARE_TOUR: f32 = 0.46;
/// Share of the width given to the board's column in the Lab and the duel, where the views matter more.
const BESIDE_VIEWS: f32 = 0.37;
/// Maximum share of the height given to the board where it is above the panels.
const ABOVE_PANELS: f32 = 0.5;

/// The arrangement of one workspace. Serialised into the session.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Layout {
    tree: Tree<Leaf>,
    /// The shape the default arrangement was made for; `None` once the user has changed it. Until then it is made again
    /// when the window changes shape.
    #[serde(default)]
    made_for: Option<Shape>,
    /// The user has moved a boundary or a panel: the board's size is no longer computed.
    #[serde(default)]
    resized: bool,
    /// The panels that have been in front, most recent last.
    #[serde(skip)]
    seen: Vec<PaneId>,
    /// The panels in front in the last frame.
    #[serde(skip)]
    front: Vec<PaneId>,
    /// What is serialised, when it was last asked for changes.
    #[serde(skip)]
    compared: Option<Saved>,
}

/// What is serialised of an arrangement: tree, `made_for`, `resized`.
type Saved = (Tree<Leaf>, Option<Shape>, bool);

impl Layout {
    /// The default arrangement of a workspace, until the window's shape is known.
    pub(crate) fn first(workspace: Workspace) -> Layout {
        let shape = Shape::Normal;
        Layout {
            tree: arrangements::first(workspace, shape),
            made_for: Some(shape),
            resized: false,
            seen: Vec::new(),
            front: Vec::new(),
            compared: None,
        }
    }

    /// The arrangement saved in a session, or the default if it cannot be read, is damaged, or was never changed and
    /// lacks a panel added since.
    pub(crate) fn restore(workspace: Workspace, kept: Option<&serde_json::Value>) -> Layout {
        let current = |layout: &Layout| {
            let has = |pane: PaneId| layout.find(pane).is_some();
            layout.made_for.is_none() || arrangements::first_panes(workspace).into_iter().all(has)
        };
        let mut layout = kept
            .and_then(|value| Layout::deserialize(value).ok())
            .filter(|layout| arrangements::is_sound(&layout.tree))
            .filter(current)
            .unwrap_or_else(|| Layout::first(workspace));
        arrangements::mend(&mut layout.tree);
        layout
    }

    /// Whether anything that is saved has changed since the last call, or this is the first.
    pub(crate) fn take_change(&mut self) -> bool {
        let same = |(tree, made_for, resized): &Saved| {
            (tree, *made_for, *resized) == (&self.tree, self.made_for, self.resized)
        };
        let changed = !self.compared.as_ref().is_some_and(same);
        if changed {
            self.compared = Some((self.tree.clone(), self.made_for, self.resized));
        }
        changed
    }

    /// This arrangement as saved in a session.
    pub(crate) fn keep(&self) -> Option<serde_json::Value> {
        serde_json::to_value(self).ok()
    }

    /// Whether the panel is open, in front of its tabs or behind another.
    pub(crate) fn is_open(&self, pane: PaneId) -> bool {
        self.find(pane).is_some_and(|id| self.tree.is_visible(id))
    }

    /// Whether the panel is open and in front of its tabs.
    pub(crate) fn is_in_sight(&self, pane: PaneId) -> bool {
        let tiles = &self.tree.tiles;
        let Some(mut id) = self.find(pane).filter(|_| self.is_open(pane)) else { return false };
        while let Some(parent) = tiles.parent_of(id) {
            if let Some(Tile::Container(Container::Tabs(tabs))) = tiles.get(parent)
                && tabs.active != Some(id)
            {
                return false;
            }
            id = parent;
        }
        true
    }

    /// When the panel last came to the front, as its position in the order of panels; `None` if it never has.
    pub(crate) fn last_seen(&self, pane: PaneId) -> Option<usize> {
        self.seen.iter().position(|seen| *seen == pane)
    }

    /// Opens the panel in front of its neighbours, or closes it. Its place is remembered.
    pub(crate) fn set_open(&mut self, pane: PaneId, open: bool) {
        if self.is_open(pane) != open {
            self.made_for = None;
            self.put(pane, open);
        } else if open {
            self.bring_to_front(pane);
        }
        if open {
            // A panel just opened goes in front, whatever came to the front before it.
            self.note_front();
            self.note_seen(pane);
        }
    }

    fn put(&mut self, pane: PaneId, open: bool) {
        match (self.find(pane), open) {
            (Some(id), _) => self.tree.set_visible(id, open),
            (None, true) => arrangements::insert(&mut self.tree, pane),
            (None, false) => {}
        }
        if open {
            self.bring_to_front(pane);
        }
    }

    fn bring_to_front(&mut self, pane: PaneId) {
        self.tree.make_active(|_, tile| *tile == Tile::Pane(Leaf::Panel(pane)));
    }

    fn find(&self, pane: PaneId) -> Option<TileId> {
        self.tree.tiles.find_pane(&Leaf::Panel(pane))
    }

    /// Shows board and panels. `show` shows one of them, `strip` what is beside the tab of a panel that is alone in its
    /// stack, from the right. Returns the panels whose tab was closed.
    pub(crate) fn show(
        &mut self,
        ui: &mut Ui,
        workspace: Workspace,
        show: &mut dyn FnMut(&mut Ui, Leaf),
        strip: &dyn Fn(&mut Ui, PaneId),
    ) -> Vec<PaneId> {
        let size = ui.max_rect().size();
        self.note_front();
        self.fit(workspace, size);
        if !self.resized {
            self.fit_board(size);
        }
        let is_stack = |tile: &Tile<Leaf>| matches!(tile, Tile::Container(Container::Tabs(_)));
        let tiles = self.tree.tiles.iter();
        let stacks = tiles.filter(|(_, tile)| is_stack(tile)).map(|(&id, _)| id).collect();
        let ground = theme::palette(ui).window;
        let mut panels = Panels {
            show,
            strip,
            stacks,
            ground,
            closed: Vec::new(),
            moved: false,
            group: PaneGroup::Watch,
            tab_pad: TAB_PAD,
            hidden: Vec::new(),
            tabs: Rect::NOTHING,
            chosen: None,
        };
        self.tree.ui(&mut panels, ui);
        let Panels { closed, moved, chosen, .. } = panels;
        if let Some(view) = chosen {
            self.bring_to_front(view);
        }
        if moved {
            // Whatever the user has placed stays there.
            self.made_for = None;
            self.resized = true;
            arrangements::mend(&mut self.tree);
        }
        closed
    }

    /// Gives the board of a default arrangement as much room as it needs to be large, and the panels the rest. The
    /// sizes depend only on the window.
    fn fit_board(&mut self, size: Vec2) {
        let Some(board) = self.tree.tiles.find_pane(&Leaf::Board) else { return };
        let Some(parent) = self.tree.tiles.parent_of(board) else { return };
        let grandparent = self.tree.tiles.parent_of(parent);
        match (self.direction(parent), grandparent) {
            (Some(LinearDir::Horizontal), None) => {
                let wide = board::width_for_height(size.y, AROUND).min(size.x - GAP - MIN_SIDE);
                self.set_first(parent, wide, size.x - GAP);
            }
            (Some(LinearDir::Vertical), None) => {
                let high = board::height_for_width(size.x, AROUND).min(size.y * ABOVE_PANELS);
                self.set_first(parent, high, size.y - GAP);
            }
            (Some(LinearDir::Vertical), Some(row)) => {
                // The tour is there: while one is open the board leaves room for its text.
                let (least, share) = if self.is_open(PaneId::Tour) {
                    (MIN_TOUR, SHARE_TOUR)
                } else {
                    (MIN_BELOW, SHARE_BELOW)
                };
                let below = least.min(size.y * share);
                let wide = ((size.x - GAP) * BESIDE_VIEWS).round();
                let high = board::height_for_width(wide, AROUND).min(size.y - GAP - below);
                self.set_first(row, wide, size.x - GAP);
                self.set_first(parent, high, size.y - GAP);
            }
            _ => {}
        }
    }

    fn direction(&self, id: TileId) -> Option<LinearDir> {
        match self.tree.tiles.get_container(id)? {
            Container::Linear(linear) => Some(linear.dir),
            Container::Tabs(_) | Container::Grid(_) => None,
        }
    }

    /// Gives the first visible tile of a row or column this much of the whole; the others keep their proportions.
    fn set_first(&mut self, id: TileId, first: f32, whole: f32) {
        let Some(Container::Linear(linear)) = self.tree.tiles.get_container(id) else { return };
        let shown = |id: &&TileId| self.tree.tiles.is_visible_in_layout(**id);
        let shown: Vec<TileId> = linear.children.iter().filter(shown).copied().collect();
        let [head, others @ ..] = &shown[..] else { return };
        let sum: f32 = others.iter().map(|&id| linear.shares[id]).sum();
        let gaps = GAP * others.len().saturating_sub(1) as f32;
        let rest = (whole - first - gaps).max(1.0);
        let shares: Vec<(TileId, f32)> =
            others.iter().map(|&id| (id, linear.shares[id] / sum.max(1e-6) * rest)).collect();
        let head = *head;
        let Some(Tile::Container(Container::Linear(linear))) = self.tree.tiles.get_mut(id) else {
            return;
        };
        linear.shares.set_share(head, first.max(1.0));
        for (id, share) in shares {
            linear.shares.set_share(id, share);
        }
    }

    /// Notes which panels have come to the front.
    fn note_front(&mut self) {
        let mut front = self.in_front();
        // When panels come to share a stack, the moves go in front, unless another came later. Otherwise the Lab's
        // views and the duel's two engines go in front of what was below them.
        front.sort_by_key(|&pane| (pane == PaneId::Moves, pane == PaneId::Duel, pane));
        for &pane in &front {
            if !self.front.contains(&pane) {
                self.note_seen(pane);
            }
        }
        self.front = front;
    }

    fn note_seen(&mut self, pane: PaneId) {
        self.seen.retain(|seen| *seen != pane);
        self.seen.push(pane);
    }

    /// Makes the arrangement again for another shape of the window, as long as the user has not changed it. In each
    /// stack, the panel most recently in front comes to the front.
    fn fit(&mut self, workspace: Workspace, size: Vec2) {
        let shape = Shape::of(size);
        if self.made_for.is_none_or(|made| made == shape) {
            return;
        }
        self.note_front();
        self.tree = arrangements::first(workspace, shape);
        self.made_for = Some(shape);
        for pane in self.seen.clone() {
            self.bring_to_front(pane);
        }
        // A panel in front only because nothing of its stack was seen yet counts as the least recently seen.
        self.front = self.in_front();
        let unseen = self.front.iter().filter(|pane| !self.seen.contains(pane));
        let unseen: Vec<PaneId> = unseen.copied().collect();
        self.seen.splice(0..0, unseen);
    }

    /// The panels in front of their tabs.
    fn in_front(&self) -> Vec<PaneId> {
        let active = |tile: &Tile<Leaf>| match tile {
            Tile::Container(Container::Tabs(tabs)) => tabs.active,
            Tile::Container(_) | Tile::Pane(_) => None,
        };
        let ids = self.tree.tiles.tiles().filter_map(active);
        ids.filter_map(|id| self.tree.tiles.get_pane(&id)?.panel()).collect()
    }
}

/// Space on either side of a tab's title, points.
const TAB_PAD: f32 = 8.0;
/// Minimum of that space, points.
const MIN_TAB_PAD: f32 = 3.0;
/// Side length of the cross that closes the panel in front, and width of its place, points.
const CROSS: f32 = 16.0;
const CROSS_PLACE: f32 = 28.0;
/// Side of the button that lists the panels without a tab, points.
const MORE: f32 = 24.0;

/// The tabs that a strip has room for, from the width of each and the one in front: the first ones and the one in front.
fn tabs_with_room(widths: &[f32], front: Option<usize>, room: f32) -> Vec<bool> {
    let mut left = room - front.map_or(0.0, |front| widths[front]);
    let mut full = false;
    let fits = |(at, width): (usize, &f32)| {
        if Some(at) == front {
            return true;
        }
        left -= width;
        full |= left < 0.0;
        !full
    };
    widths.iter().enumerate().map(fits).collect()
}

/// What the tiles need to be drawn, and what the user did to them.
pub(crate) struct Panels<'a> {
    /// Shows the board or the content of a panel.
    pub(crate) show: &'a mut dyn FnMut(&mut Ui, Leaf),
    /// Shows what is beside the tab of a panel.
    strip: &'a dyn Fn(&mut Ui, PaneId),
    /// The stacks of tabs.
    stacks: Vec<TileId>,
    /// The colour between the tiles.
    ground: Color32,
    /// Panels whose tab was closed.
    pub(crate) closed: Vec<PaneId>,
    /// A panel or a boundary was dragged.
    pub(crate) moved: bool,
    /// The view group whose tabs the strip being drawn shows.
    group: PaneGroup,
    /// Space beside the titles of that strip, points.
    tab_pad: f32,
    /// The panels for whose tabs that strip has no room; a menu at its end lists them.
    hidden: Vec<PaneId>,
    /// The room for the tabs of that strip.
    tabs: Rect,
    /// The panel to show, chosen in a menu of the strip.
    chosen: Option<PaneId>,
}

impl Panels<'_> {
    /// The view group whose tabs a stack of these open panels shows: that of the view in front, or else of the last view
    /// that was, or else the first one.
    fn group_of(ui: &Ui, stack: TileId, panes: &[PaneId], front: Option<PaneId>) -> PaneGroup {
        let shown = front.map(|pane| panes::info(pane).group);
        let id = group_id(stack);
        if let Some(group) = shown.filter(|group| PaneGroup::VIEWS.contains(group)) {
            ui.data_mut(|data| {
                data.insert_temp(id, group);
                data.insert_temp(id.with(group), front);
            });
            return group;
        }
        let has = |group: &PaneGroup| panes.iter().any(|&it| panes::info(it).group == *group);
        let last = ui.data(|data| data.get_temp(id)).filter(has);
        last.or_else(|| PaneGroup::VIEWS.into_iter().find(has)).unwrap_or(PaneGroup::Watch)
    }

    /// The choice of the group of views, if the stack has views of several.
    fn group_choice(&mut self, ui: &mut Ui, stack: TileId, panes: &[PaneId]) {
        let of =
            |group: PaneGroup| panes.iter().copied().find(|&it| panes::info(it).group == group);
        if PaneGroup::VIEWS.into_iter().filter_map(of).nth(1).is_none() {
            return;
        }
        let shown = self.group;
        let p = theme::palette(ui);
        ui.add_space(TAB_PAD);
        let title = RichText::new(format!("{} {}", shown.title(), Icon::ChevronDown.glyph()))
            .color(p.text_weak);
        let menu = ui.menu_button(title, |ui| {
            for group in PaneGroup::VIEWS {
                let Some(first) = of(group) else { continue };
                if ui.selectable_label(group == shown, group.title()).clicked() {
                    let last = group_id(stack).with(group);
                    let last = ui.data(|data| data.get_temp::<Option<PaneId>>(last)).flatten();
                    self.chosen = last.filter(|pane| panes.contains(pane)).or(Some(first));
                    ui.close();
                }
            }
        });
        menu.response.accessible_name(t!("views-group")).on_hover_text(t!("views-group.tip"));
        let line = ui.available_rect_before_wrap();
        ui.painter().vline(line.left(), line.y_range().shrink(TABS / 4.0), (1.0, p.border));
        ui.add_space(TAB_PAD / 2.0);
    }

    /// Distributes the room of a strip among the tabs of the panels that are open. If it is a little too narrow they
    /// move closer together; else a menu lists the last ones.
    fn give_room(&mut self, ui: &Ui, panes: &[PaneId], front: Option<PaneId>) {
        let font = TextStyle::Button.resolve(ui.style());
        let width = |pane: PaneId| {
            let title = pane.title().to_owned();
            ui.painter().layout_no_wrap(title, font.clone(), Color32::PLACEHOLDER).size().x
        };
        let shown = panes.iter().copied().filter(|&pane| {
            let group = panes::info(pane).group;
            group == self.group || !PaneGroup::VIEWS.contains(&group)
        });
        let tabs: Vec<(PaneId, f32)> = shown.map(|pane| (pane, width(pane))).collect();
        let line = ui.available_rect_before_wrap();
        self.tabs = line;
        self.hidden.clear();
        let taken: f32 = tabs.iter().map(|tab| tab.1).sum();
        let pad = (line.width() - taken) / (2.0 * tabs.len().max(1) as f32);
        self.tab_pad = TAB_PAD.min(pad.floor());
        if self.tab_pad < MIN_TAB_PAD {
            self.tab_pad = TAB_PAD;
            let widths: Vec<f32> = tabs.iter().map(|tab| tab.1 + 2.0 * TAB_PAD).collect();
            let front = tabs.iter().position(|tab| Some(tab.0) == front);
            let fits = tabs_with_room(&widths, front, line.width() - MORE);
            let hidden = tabs.iter().zip(fits).filter(|(_, fits)| !fits);
            self.hidden.extend(hidden.map(|(tab, _)| tab.0));
        }
    }
}

/// Where a stack stores its view group and, by group, the view that was in front.
fn group_id(stack: TileId) -> Id {
    Id::unique(("group of views", stack))
}

impl egui_tiles::Behavior<Leaf> for Panels<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _: TileId, leaf: &mut Leaf) -> UiResponse {
        if *leaf == Leaf::Board {
            (self.show)(ui, *leaf);
            return UiResponse::None;
        }
        let fill = theme::palette(ui).panel;
        ui.painter().rect_filled(ui.max_rect(), 0, fill);
        egui::Frame::new().inner_margin(theme::PAD).show(ui, |ui| (self.show)(ui, *leaf));
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, leaf: &Leaf) -> egui::WidgetText {
        leaf.panel().map_or("", PaneId::title).into()
    }

    /// A tab: its title. A middle click closes its panel.
    fn tab_ui(
        &mut self,
        tiles: &mut Tiles<Leaf>,
        ui: &mut Ui,
        id: Id,
        tile: TileId,
        state: &TabState,
    ) -> Response {
        let Some(pane) = tiles.get_pane(&tile).and_then(|leaf| leaf.panel()) else {
            return ui.label("");
        };
        let group = panes::info(pane).group;
        if group != self.group && PaneGroup::VIEWS.contains(&group) {
            let nowhere = Rect::from_min_size(ui.cursor().left_top(), Vec2::ZERO);
            return ui.interact(nowhere, id, Sense::hover());
        }
        if self.hidden.contains(&pane) && !state.is_being_dragged {
            let nowhere = Rect::from_min_size(ui.cursor().left_top(), Vec2::ZERO);
            return ui.interact(nowhere, id, Sense::hover());
        }
        let (p, title) = (theme::palette(ui), pane.title());
        let color = if state.active { p.text } else { p.text_weak };
        let font = TextStyle::Button.resolve(ui.style());
        let galley = ui.painter().layout_no_wrap(title.to_owned(), font, color);
        let width = galley.size().x + 2.0 * self.tab_pad;
        let (_, rect) = ui.allocate_space(vec2(width, ui.available_height()));
        let response = ui.interact(rect, id, Sense::click_and_drag());
        let response = response.on_hover_cursor(CursorIcon::Grab);
        response.widget_info(|| {
            WidgetInfo::selected(Role::Button, ui.is_enabled(), state.active, title)
        });
        if state.is_being_dragged {
            return response;
        }
        let line = rect.shrink2(vec2(self.tab_pad - 2.0, 0.0)).x_range();
        if state.active {
            ui.painter().hline(line, rect.bottom() - 2.0, (2.0, p.accent));
        } else if response.hovered() || response.has_focus() {
            ui.painter().hline(line, rect.bottom() - 2.0, (2.0, p.border));
        }
        let at = pos2(rect.left() + self.tab_pad, rect.center().y - galley.size().y / 2.0);
        ui.painter().galley(at, galley, color);
        if response.clicked_by(PointerButton::Middle) {
            self.closed.push(pane);
        }
        response
    }

    /// In the stack of the Lab's views: the choice of their group. What is left is for the tabs.
    fn tab_bar_left_ui(&mut self, tiles: &Tiles<Leaf>, ui: &mut Ui, stack: TileId, tabs: &Tabs) {
        let open = |id: &TileId| tiles.is_visible_in_layout(*id);
        let panes = tabs.children.iter().filter(|id| open(id));
        let panes: Vec<PaneId> = panes.filter_map(|id| tiles.get_pane(id)?.panel()).collect();
        let front = tabs.active.and_then(|id| tiles.get_pane(&id)?.panel());
        self.group = Self::group_of(ui, stack, &panes, front);
        self.group_choice(ui, stack, &panes);
        self.give_room(ui, &panes, front);
    }

    /// The tabs without room, at the end of the strip.
    fn tab_bar_trailing_ui(&mut self, _: &Tiles<Leaf>, ui: &mut Ui, _: TileId, _: &Tabs) {
        if self.hidden.is_empty() {
            return;
        }
        let place = self.tabs.with_min_x(self.tabs.right() - MORE);
        let place = egui::UiBuilder::new().id_salt("tabs without room").max_rect(place);
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        let more =
            buttons::small(&mut ui.new_child(place.layout(layout)), Icon::More, t!("pane-more"));
        egui::Popup::menu(&more).show(|ui| {
            for &pane in &self.hidden {
                if ui.button(pane.title()).clicked() {
                    self.chosen = Some(pane);
                    ui.close();
                }
            }
        });
    }

    /// The cross that closes the panel in front, always in the same place.
    fn top_bar_right_ui(
        &mut self,
        tiles: &Tiles<Leaf>,
        ui: &mut Ui,
        stack: TileId,
        tabs: &Tabs,
        _: &mut f32,
    ) {
        let front = tabs.active.and_then(|id| tiles.get_pane(&id)?.panel());
        let Some(pane) = front else { return };
        let (_, place) = ui.allocate_space(vec2(CROSS_PLACE, ui.available_height()));
        let rect = Rect::from_center_size(place.center(), Vec2::splat(CROSS));
        if cross_ui(ui, rect, ui.scope_id().with(stack), pane.title()) {
            self.closed.push(pane);
        }
        if tabs.children.iter().filter(|id| tiles.is_visible_in_layout(**id)).count() == 1 {
            let title = pane.title();
            let font = TextStyle::Button.resolve(ui.style());
            let tab = ui.painter().layout_no_wrap(title.to_owned(), font, Color32::PLACEHOLDER);
            let mut rest = ui.available_rect_before_wrap();
            rest.min.x += tab.size().x + 4.0 * TAB_PAD;
            if rest.width() > 0.0 {
                let layout = egui::Layout::right_to_left(egui::Align::Center);
                let mut rest = ui.new_child(egui::UiBuilder::new().max_rect(rest).layout(layout));
                (self.strip)(&mut rest, pane);
            }
        }
    }

    /// Round corners: the background colour of the window around every stack.
    fn paint_on_top_of_tile(&self, painter: &Painter, _: &egui::Style, tile: TileId, rect: Rect) {
        if self.stacks.contains(&tile) {
            painter.rect_stroke(rect, CORNER, (GAP / 2.0, self.ground), StrokeKind::Outside);
        }
    }

    fn resize_stroke(&self, style: &egui::Style, state: ResizeState) -> Stroke {
        match state {
            ResizeState::Idle => Stroke::NONE,
            ResizeState::Hovering => Stroke::new(2.0, style.visuals.selection.stroke.color),
            ResizeState::Dragging => Stroke::new(3.0, style.visuals.selection.stroke.color),
        }
    }

    fn on_edit(&mut self, action: EditAction) {
        self.moved |= matches!(action, EditAction::TileDropped | EditAction::TileResized);
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions {
            // A stack keeps its strip of tabs with only one panel, and the board has no strip.
            prune_single_child_tabs: false,
            ..SimplificationOptions::default()
        }
    }

    fn tab_bar_height(&self, _: &egui::Style) -> f32 {
        TABS
    }

    fn gap_width(&self, _: &egui::Style) -> f32 {
        GAP
    }

    fn min_size(&self) -> f32 {
        MIN_TILE
    }

    fn tab_bar_color(&self, visuals: &egui::Visuals) -> Color32 {
        visuals.panel_fill
    }

    fn tab_bar_hline_stroke(&self, _: &egui::Visuals) -> Stroke {
        Stroke::NONE
    }
}

/// The cross that closes a panel. Returns whether it was clicked.
fn cross_ui(ui: &Ui, rect: Rect, tab: Id, title: &str) -> bool {
    let response = ui.interact(rect, tab.with("close"), Sense::click());
    let name = t!("pane-close", title = title);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), &name));
    let p = theme::palette(ui);
    let hovered = response.hovered() || response.has_focus();
    if hovered {
        ui.painter().rect_filled(rect, theme::RADIUS - 2, p.hover);
    }
    let stroke = Stroke::new(1.2, if hovered { p.text } else { p.text_faint });
    let lines = rect.shrink(CROSS * 0.32);
    ui.painter().line_segment([lines.left_top(), lines.right_bottom()], stroke);
    ui.painter().line_segment([lines.right_top(), lines.left_bottom()], stroke);
    response.on_hover_text(name).clicked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrangement_survives_a_session_and_a_damaged_one_falls_back() {
        let mut layout = Layout::first(Workspace::Lab);
        layout.set_open(PaneId::Statistics, false);
        let kept = layout.keep();
        let again = Layout::restore(Workspace::Lab, kept.as_ref());
        assert!(!again.is_open(PaneId::Statistics));
        assert!(again.is_open(PaneId::Lines));
        let damaged = serde_json::json!({"tree": 3});
        assert!(Layout::restore(Workspace::Study, Some(&damaged)).is_open(PaneId::Moves));
    }

    /// A change of an arrangement and one of its stacks.
    type Damage<'a> = &'a dyn Fn(&mut Layout, TileId);

    #[test]
    fn an_arrangement_that_is_no_tree_falls_back() {
        let study = Layout::restore(Workspace::Study, None);
        assert!(arrangements::is_sound(&study.tree));
        let restored = |damage: Damage<'_>| {
            let mut layout = Layout::first(Workspace::Study);
            layout.set_open(PaneId::Games, false);
            let moves = layout.find(PaneId::Moves).unwrap();
            let stack = layout.tree.tiles.parent_of(moves).unwrap();
            damage(&mut layout, stack);
            Layout::restore(Workspace::Study, layout.keep().as_ref())
        };
        assert!(!restored(&|_, _| {}).is_open(PaneId::Games), "this one is not damaged");
        let add = |layout: &mut Layout, stack: TileId, child: TileId| {
            let Some(Tile::Container(tabs)) = layout.tree.tiles.get_mut(stack) else { panic!() };
            tabs.add_child(child);
        };
        let nowhere = TileId::from_u64(9_999);
        let damages: [Damage<'_>; 6] = [
            // A stack in itself, a tile in two places, one that does not exist.
            &|layout, stack| add(layout, stack, stack),
            &|layout, stack| {
                let lines = layout.find(PaneId::Lines).unwrap();
                add(layout, stack, lines);
            },
            &|layout, stack| add(layout, stack, nowhere),
            &|layout, _| layout.tree.root = Some(nowhere),
            &|layout, _| layout.tree.root = None,
            // A panel outside the tree.
            &|layout, _| {
                let _ = layout.tree.tiles.insert_pane(Leaf::Panel(PaneId::Tour));
            },
        ];
        for (at, damage) in damages.into_iter().enumerate() {
            assert_eq!(restored(damage).tree, study.tree, "{at}");
        }
    }

    #[test]
    fn tabs_without_room_are_the_last_ones_and_never_the_one_in_front() {
        let widths = [50.0, 60.0, 40.0, 30.0];
        assert_eq!(tabs_with_room(&widths, Some(0), 160.0), [true, true, true, false]);
        assert_eq!(tabs_with_room(&widths, Some(3), 160.0), [true, true, false, true]);
        assert_eq!(tabs_with_room(&widths, None, 90.0), [true, false, false, false]);
        assert_eq!(tabs_with_room(&widths, Some(1), 20.0), [false, true, false, false]);
    }

    #[test]
    fn a_stack_shows_views_of_a_group_that_it_has() {
        egui::__run_test_ui(|ui| {
            let stack = TileId::from_u64(1);
            let group = |panes: &[PaneId], front| Panels::group_of(ui, stack, panes, Some(front));
            let panes = [PaneId::Explorer, PaneId::Branching, PaneId::Xray];
            assert_eq!(group(&panes, PaneId::Explorer), PaneGroup::Experiments, "after a start");
            assert_eq!(group(&panes, PaneId::Xray), PaneGroup::Evaluation);
            assert_eq!(group(&panes, PaneId::Explorer), PaneGroup::Evaluation, "the last one");
            assert_eq!(
                group(&panes[..2], PaneId::Explorer),
                PaneGroup::Experiments,
                "it is closed"
            );
        });
    }

    #[test]
    fn every_first_arrangement_has_its_panels_and_no_others() {
        for workspace in Workspace::ALL {
            for shape in Shape::ALL {
                let layout = Layout {
                    tree: arrangements::first(workspace, shape),
                    ..Layout::first(workspace)
                };
                for &pane in PaneId::ALL {
                    let wanted = arrangements::first_panes(workspace).contains(&pane);
                    assert_eq!(layout.is_open(pane), wanted, "{workspace:?} {shape:?} {pane:?}");
                }
            }
        }
    }

    #[test]
    fn a_panel_can_be_pulled_into_any_workspace_and_closed_there() {
        for workspace in Workspace::ALL {
            let mut layout = Layout::first(workspace);
            for &pane in PaneId::ALL {
                layout.set_open(pane, true);
                assert!(layout.is_open(pane), "{pane:?} in {workspace:?}");
            }
            for &pane in PaneId::ALL {
                layout.set_open(pane, false);
                assert!(!layout.is_open(pane));
            }
            layout.set_open(PaneId::Games, true);
            assert!(layout.is_open(PaneId::Games), "after all were closed");
        }
    }

    #[test]
    fn what_nobody_has_changed_follows_the_shape_and_keeps_what_is_in_front() {
        let mut layout = Layout::first(Workspace::Study);
        layout.set_open(PaneId::Explorer, true);
        layout.fit(Workspace::Study, Vec2::new(1900.0, 1000.0));
        assert_eq!(layout.made_for, Some(Shape::Wide));
        assert!(layout.in_front().contains(&PaneId::Explorer));
        layout.set_open(PaneId::Games, false);
        layout.fit(Workspace::Study, Vec2::new(1000.0, 700.0));
        assert!(!layout.is_open(PaneId::Games), "what one has changed stays as it is");
    }

    #[test]
    fn a_layout_knows_whether_it_has_changed() {
        let mut layout = Layout::first(Workspace::Study);
        assert!(layout.take_change() && !layout.take_change());
        layout.set_open(PaneId::Games, false);
        assert!(layout.take_change() && !layout.take_change());
    }

    #[test]
    fn a_panel_opened_before_the_workspace_was_shown_leaves_the_board_its_room() {
        let mut layout = Layout::first(Workspace::Lab);
        layout.set_open(PaneId::Tour, true);
        egui::__run_test_ui(|ui| {
            let area = Rect::from_min_size(ui.max_rect().min, Vec2::new(1256.0, 690.0));
            let mut child = ui.new_child(egui::UiBuilder::new().max_rect(area));
            let mut width = 0.0;
            layout.show(
                &mut child,
                Workspace::Lab,
                &mut |ui, leaf| {
                    if leaf == Leaf::Board {
                        width = ui.max_rect().width();
                    }
                },
                &|_, _| {},
            );
            assert!((340.0..500.0).contains(&width), "{width}");
        });
    }

    #[test]
    fn an_untouched_arrangement_of_an_older_program_gets_the_panels_that_came_since() {
        let mut layout = Layout::first(Workspace::Lab);
        let id = layout.find(PaneId::Statistics).unwrap();
        layout.tree.remove_recursively(id);
        let again = Layout::restore(Workspace::Lab, layout.keep().as_ref());
        assert!(again.is_open(PaneId::Statistics));
    }
}
