//! A tree grown by playouts, step by step: which move the next playout takes and why, at any node.

use std::ops::RangeInclusive;
use std::time::Duration;

use eframe::egui::{
    Align, Align2, Button, ComboBox, CornerRadius, DragValue, FontId, Label, Layout, RichText,
    Role, ScrollArea, Sense, Slider, Stroke, StrokeKind, Ui, WidgetInfo, vec2,
};
use egui_extras::TableRow;

use tabia_app::action::{Action, LabAction};
use tabia_app::lab::playouts::visible_nodes::{VisibleNode, visible_nodes};
use tabia_app::lab::playouts::{
    DonePlayout, Grown, NoTree, PlayoutsAction, PlayoutsDraft, PlayoutsState, SPEED, SortBy,
};
use tabia_app::window::notation;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, Move, san};
use tabia_engine::puct::options::{LeafValue, PuctConfig, Selection};
use tabia_engine::puct::playout::Stage;
use tabia_engine::puct::view::{NodeView, Why};
use tabia_engine::search::detail::PuctMove;
use tabia_engine::search::score::Score;
use tabia_games::words;
use tabia_lab::table::{Cell, Column, Table};
use tabia_text::{Language, t};

use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::empty;
use crate::gui::present::parts;
use crate::gui::present::view_head;
use crate::gui::present::view_head::Head;
use crate::gui::widgets;
use crate::gui::widgets::buttons::IconButton;
use crate::gui::widgets::table::{Width, mono, name};
use crate::gui::widgets::tree_picture::{Node, NodeState, Parents};
use crate::gui::widgets::{buttons, fields, sought, tree_picture};

/// From this width on the tree is beside the table, points.
const WIDE: f32 = 640.0;
/// Width of the table, points.
const TABLE: f32 = 336.0 + PROOF;
/// Width of its last column, with the button that goes down to a child and proven results, points.
const PROOF: f32 = 60.0;
/// Height of a row of the table: nearly all moves of a middlegame position are visible, points.
const MOVE_ROW: f32 = 18.0;
/// Minimum height of the words about the node above the tree, points.
const ABOUT: f32 = 156.0;

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let state = &cx.model.lab.playouts;
    let copy = || state.in_sight().map_or(String::new(), |view| rows(state, &view).csv());
    let head = Head { pane: PaneId::Playouts, follows: true, copy: Some(&copy) };
    let mut draft = state.draft;
    view_head::show(ui, cx, &head, out, |ui, _| choices(ui, &mut draft));
    if draft != state.draft {
        out.push(act(PlayoutsAction::Draft(draft)));
    }
    match &state.tree {
        None => empty::empty(ui, t!("playouts-no-tree"), t!("playouts-no-tree.why")),
        Some(Err(NoTree::GameOver)) => {
            let (lab, game) = (&cx.model.lab, &cx.model.game);
            let board = game.tree.board(lab.node_of(PaneId::Playouts, game));
            super::shows_game_over(ui, cx, board, out);
        }
        Some(Err(NoTree::NoMemory)) => {
            empty::empty(ui, t!("playouts-no-memory"), t!("playouts-no-memory.why"));
        }
        Some(Ok(grown)) => {
            show_transport(ui, state, grown, out);
            parts::steady(ui, "phase", 0.0, |ui| phase(ui, state, grown));
            ui.separator();
            body(ui, state, grown, out);
        }
    }
    if state.is_busy() {
        // The model, woken by the tick, does whatever is due.
        out.push(act(PlayoutsAction::Tick));
        let wait = if state.left > 0 { 0.0 } else { (0.5 / state.speed).min(0.1) };
        ui.request_repaint_after(Duration::from_secs_f64(wait));
    }
}

fn act(action: PlayoutsAction) -> Action {
    Action::Lab(LabAction::Playouts(action))
}

/// The search variant and its constants.
fn choices(ui: &mut Ui, draft: &mut PlayoutsDraft) {
    let combo = ComboBox::from_id_salt("rung").selected_text(draft.config.name()).width(190.0);
    // High enough for all of them.
    let combo = combo.height(300.0).show_ui(ui, |ui| {
        for config in PuctConfig::ALL {
            let choice = ui.selectable_label(draft.config == config, config.name());
            if choice.on_hover_text(adds(config)).clicked() {
                *draft = draft.on(config);
            }
        }
    });
    sought::named(ui, t!("playouts-method"), combo.response.rect);
    combo.response.accessible_name(t!("playouts-method")).on_hover_text(adds(draft.config));
    let constant =
        |ui: &mut Ui, name: &str, of: &mut u32, range: RangeInclusive<u32>, hint: &str| {
            let mut value = f64::from(*of) / 1000.0;
            let range = f64::from(*range.start()) / 1000.0..=f64::from(*range.end()) / 1000.0;
            let drag = DragValue::new(&mut value).range(range).speed(0.01).fixed_decimals(2);
            let drag = fields::decimal(drag);
            let response = ui.add(drag.prefix(format!("{name} "))).accessible_name(name);
            let response = response.on_hover_text(hint);
            sought::named(ui, name, response.rect);
            if response.changed() {
                *of = (value * 1000.0).round() as u32;
            }
        };
    match draft.selection() {
        Selection::Flat => {}
        Selection::Ucb1 => {
            let hint = t!("playouts-c.ucb");
            constant(ui, t!("playouts-c"), &mut draft.ucb_c, 0..=5_000, hint);
        }
        Selection::Puct => {
            constant(ui, t!("playouts-c"), &mut draft.cpuct, 0..=5_000, t!("playouts-c.puct"));
            let hint = t!("playouts-fpu.tip");
            constant(ui, t!("playouts-fpu"), &mut draft.first_play, 0..=1_000, hint);
            if draft.is_advised() {
                let (name, hint) = (t!("playouts-temperature"), t!("playouts-temperature.tip"));
                constant(ui, name, &mut draft.temperature, 100..=5_000, hint);
                let (name, hint) = (t!("playouts-history"), t!("playouts-history.tip"));
                constant(ui, name, &mut draft.history, 0..=20_000, hint);
            }
        }
    }
    if draft.is_random() {
        let seed = DragValue::new(&mut draft.seed).range(0..=9_999);
        ui.add(seed.prefix(format!("{} ", t!("playouts-seed"))))
            .accessible_name(t!("playouts-seed"))
            .on_hover_text(t!("playouts-seed.tip"));
    }
    let defaults = PlayoutsDraft::of(draft.config);
    let button =
        |ui: &mut Ui| ui.button(t!("playouts-defaults")).on_hover_text(t!("playouts-defaults.tip"));
    if *draft != defaults && button(ui).clicked() {
        *draft = defaults;
    }
}

/// The moves of the shown node; beside or below them the node, the formula and the tree.
fn body(ui: &mut Ui, state: &PlayoutsState, grown: &Grown, out: &mut Vec<Action>) {
    let Some(view) = state.in_sight() else { return };
    let board = state.path.iter().fold(grown.board(), |board, &mv| board.after(mv));
    let chosen = state.chosen.and_then(|mv| view.moves.iter().position(|of| of.mv == mv));
    let of = (&board, &view, chosen.or(view.next));
    if ui.available_width() < WIDE {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            parts::steady(ui, "node", 0.0, |ui| node(ui, (state, grown), of, out));
            moves(ui, state, of, true, out);
            ui.add_space(theme::PAD);
            show_picture(ui, state, grown, out);
        });
        return;
    }
    let height = ui.available_height();
    ui.horizontal_top(|ui| {
        let downwards = Layout::top_down(Align::Min);
        ui.allocate_ui_with_layout(vec2(TABLE, height), downwards, |ui| {
            ui.set_width(TABLE);
            moves(ui, state, of, false, out);
        });
        ui.separator();
        ui.vertical(|ui| {
            parts::steady(ui, "node", ABOUT, |ui| node(ui, (state, grown), of, out));
            ui.add_space(theme::GAP);
            ScrollArea::vertical()
                .id_salt("tree")
                .auto_shrink(false)
                .show(ui, |ui| show_picture(ui, state, grown, out));
        });
    });
}

/// A node: its position, its moves and which of them is described.
type OfNode<'a> = (&'a Board, &'a NodeView, Option<usize>);

/// The shown node and the formula of the described move.
fn node(
    ui: &mut Ui,
    (state, grown): (&PlayoutsState, &Grown),
    (board, view, chosen): OfNode<'_>,
    out: &mut Vec<Action>,
) {
    crumbs(ui, state, grown, out);
    about_node(ui, board, view);
    if !view.moves.is_empty() {
        formula(ui, board, view, chosen);
    }
}

/// The moves of the node; with `whole`, in a panel that scrolls, all of them.
fn moves(ui: &mut Ui, state: &PlayoutsState, of: OfNode<'_>, whole: bool, out: &mut Vec<Action>) {
    if of.1.moves.is_empty() {
        super::note(ui, t!("playouts-not-listed"));
    } else {
        show_table(ui, state, of, whole, out);
    }
}

/// The path from the root to the shown node, each part of it a button.
fn crumbs(ui: &mut Ui, state: &PlayoutsState, grown: &Grown, out: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let here = state.path.len();
        let mut crumb = |ui: &mut Ui, word: &str, plies: usize, name: &str| {
            let text = RichText::new(word).strong();
            let button = Button::new(text).selected(plies == here).frame_when_inactive(false);
            let button = ui.add(button);
            if plies == 0 {
                sought::named(ui, word, button.rect);
            }
            if button.on_hover_text(name).clicked() && plies != here {
                out.push(act(PlayoutsAction::Up(plies)));
            }
        };
        crumb(ui, t!("lab-root"), 0, t!("playouts-root-tip"));
        let mut board = grown.board();
        for (at, &mv) in state.path.iter().enumerate() {
            let word = format!("{}{}", format::number_before(&board, at), san_of(&board, mv));
            crumb(ui, &word, at + 1, t!("playouts-up"));
            board = board.after(mv);
        }
    });
}

/// A number of playouts in full.
fn count(n: u32) -> String {
    tabia_text::number(n.into(), 0)
}

/// A move in notation, even an illegal one.
fn san_of(board: &Board, mv: Move) -> String {
    if board.is_legal(mv) { notation::san(board, mv) } else { format!("{mv:?}") }
}

// The buttons that grow the tree.

/// Numbers of playouts, with a button each.
const MANY: [u32; 3] = [10, 100, 1000];

fn show_transport(ui: &mut Ui, state: &PlayoutsState, grown: &Grown, out: &mut Vec<Action>) {
    let goes_on = grown.proof().is_none();
    ui.horizontal_wrapped(|ui| {
        let icon = |ui: &mut Ui, icon, name, enabled| {
            let button = IconButton { icon, name, keys: None, on: None, enabled, side: 24.0 };
            buttons::icon_button(ui, &button).clicked()
        };
        if icon(ui, Icon::First, t!("playouts-restart"), true) {
            out.push(act(PlayoutsAction::Reset));
        }
        if state.is_busy() {
            if icon(ui, Icon::Pause, t!("playouts-pause"), true) {
                out.push(act(PlayoutsAction::Play(false)));
            }
        } else if icon(ui, Icon::Play, t!("playouts-play"), goes_on) {
            out.push(act(PlayoutsAction::Play(true)));
        }
        let mut speed = state.speed;
        ui.spacing_mut().slider_width = 60.0;
        let slider = Slider::new(&mut speed, SPEED).logarithmic(true).show_value(false);
        let slider = fields::slider(ui, slider).accessible_name(t!("playouts-speed"));
        let hint = t!("playouts-speed-value", speed = tabia_text::number(speed, 1));
        if slider.on_hover_text(hint).changed() {
            out.push(act(PlayoutsAction::Speed(speed)));
        }
        let mut button = |ui: &mut Ui, word: &str, hint: &str, action| {
            let button = ui.add_enabled(goes_on, Button::new(word));
            sought::named(ui, word, button.rect);
            if button.on_hover_text(hint).clicked() {
                out.push(act(action));
            }
        };
        let hint = t!("playouts-next-phase.tip");
        button(ui, t!("playouts-next-phase"), hint, PlayoutsAction::Phase);
        button(ui, t!("playouts-next"), t!("playouts-next.tip"), PlayoutsAction::Playouts(1));
        for many in MANY {
            let hint = t!("playouts-count", n = many);
            button(ui, &format!("+{many}"), &hint, PlayoutsAction::Playouts(many));
        }
        let n = grown.stepper.playouts();
        let text = if state.left > 0 {
            t!("playouts-count-left", n = n, left = state.left)
        } else {
            t!("playouts-count", n = n)
        };
        // A number and its unit stay on one line.
        ui.add(Label::new(RichText::new(text).color(theme::palette(ui).text_weak)).extend());
    });
}

// The current tree, as far as it is drawn, and the last playouts in notation.

/// Maximum number of nodes drawn.
const NODES: usize = 36;
/// Maximum number of playouts listed.
const LISTED: usize = 8;

fn show_picture(ui: &mut Ui, state: &PlayoutsState, grown: &Grown, out: &mut Vec<Action>) {
    let drawn = visible_nodes(state, NODES);
    let nodes: Vec<Node> = drawn.iter().map(|node| drawn_node(state, grown, node)).collect();
    let width = ui.available_width() - 12.0;
    super::note(ui, t!("playouts-picture"));
    let clicked = ScrollArea::horizontal()
        .id_salt("drawn")
        .show(ui, |ui| tree_picture::show(ui, &nodes, width, Parents::AtFirst))
        .inner;
    if let Some(node) = clicked.and_then(|at| drawn.get(at)) {
        // To its node, or to the deepest one above it that is kept.
        out.push(act(PlayoutsAction::Up(0)));
        out.extend(node.line.iter().map(|&mv| act(PlayoutsAction::Down(mv))));
    }
    ui.add_space(theme::PAD);
    last_playouts(ui, grown, out);
}

fn drawn_node(state: &PlayoutsState, grown: &Grown, node: &VisibleNode) -> Node {
    let before = node.line.len().saturating_sub(1);
    let board = node.line[..before].iter().fold(grown.board(), |board, &mv| board.after(mv));
    let name = node.line.last().map_or_else(|| t!("lab-root").to_owned(), |&mv| san_of(&board, mv));
    let value = match node.proof {
        Some(proof) => proven_short(proof),
        None if node.visits == 0 => t!("playouts-new").to_owned(),
        None => tabia_text::number(node.q.into(), 2),
    };
    let line = notation::line(&grown.board(), &node.line, node.line.len());
    let place = if node.line.is_empty() {
        t!("lab-root").to_owned()
    } else {
        t!("playouts-node-name", line = line)
    };
    let n = node.visits;
    let text = format!("{name}  {}  {value}", count(n));
    let value = node.proof.map_or(value, proven);
    let label = if node.under_way {
        t!("playouts-node-told-current", node = place, n = n, value = value)
    } else {
        t!("playouts-node-told", node = place, n = n, value = value)
    };
    let in_sight = node.line == state.path;
    Node {
        parent: node.parent,
        level: node.line.len(),
        text,
        below: String::new(),
        tone: if in_sight { NodeState::Open } else { NodeState::Done },
        square: board.stm() == grown.board().stm(),
        current: node.under_way,
        name: label,
    }
}

/// The last playouts, the newest on top.
fn last_playouts(ui: &mut Ui, grown: &Grown, out: &mut Vec<Action>) {
    if grown.done.is_empty() {
        return;
    }
    let board = grown.board();
    super::note(ui, t!("playouts-last"));
    for (at, done) in grown.done.iter().enumerate().rev().take(LISTED) {
        let rest = if done.plies > done.line.len() { " …" } else { "" };
        let line = notation::line(&board, &done.line, done.line.len());
        let text = format!(
            "{:>6}  {}  {line}{rest}",
            count(done.number),
            tabia_text::number(done.q.into(), 3)
        );
        let button = Button::new(RichText::new(text).monospace().size(theme::SMALL)).frame(false);
        let button = ui.add(button.truncate()).on_hover_text(t!("playouts-go-to-node"));
        if button.clicked() {
            out.push(act(PlayoutsAction::Line(at)));
        }
    }
}

// The moves of the shown node: N, Q, P, U and the sum, and the formula with its numbers filled in.

/// Columns: what they sort by, their titles and their meanings. Only PUCT has priors, and the flat method no bonus.
fn heads(selection: Selection) -> Vec<(SortBy, &'static str, &'static str)> {
    let mut heads = vec![
        (SortBy::Move, t!("column-move"), t!("playouts-head-move")),
        (SortBy::Visits, "n", t!("playouts-head-n")),
        (SortBy::Value, "Q", t!("playouts-head-q")),
        (SortBy::Prior, "P", t!("playouts-head-p")),
        (SortBy::Bonus, "U", t!("playouts-head-u")),
        (SortBy::Sum, "Q + U", t!("playouts-head-sum")),
    ];
    heads.retain(|(sort, ..)| match sort {
        SortBy::Prior => selection == Selection::Puct,
        SortBy::Bonus | SortBy::Sum => selection != Selection::Flat,
        SortBy::Move | SortBy::Visits | SortBy::Value => true,
    });
    heads
}

/// The formula of the chosen move, and which move is next and why.
fn formula(ui: &mut Ui, board: &Board, view: &NodeView, chosen: Option<usize>) {
    let p = theme::palette(ui);
    if let Some(of) = chosen.and_then(|at| Some((at, view.moves.get(at)?))) {
        let (at, of) = of;
        let sum = if of.u.is_finite() {
            format!(" = {}", tabia_text::number(of.sum().into(), 3))
        } else {
            String::new()
        };
        let sum = if view.selection == Selection::Flat { String::new() } else { sum };
        let name = san_of(board, of.mv);
        let general = match view.selection {
            Selection::Flat => t!("playouts-formula-flat", move = name),
            Selection::Ucb1 => format!("{name}: Q + c * sqrt(ln N / n)"),
            Selection::Puct => format!("{name}: Q + c * P * sqrt(N) / (1 + n)"),
        };
        let general = ui.label(RichText::new(general).small().color(p.text_weak));
        general.on_hover_text(t!("playouts-node-tip"));
        let numbers = if view.selection == Selection::Ucb1 && of.n == 0 {
            t!("playouts-not-visited").to_owned()
        } else {
            view.formula(at).replace('.', Language::current().decimal_sign())
        };
        ui.label(RichText::new(format!("{numbers}{sum}")).monospace());
        if view.c_formula().is_some() {
            let [set, growth, spread] = view.c_factors;
            let text = t!(
                "playouts-c-factors",
                c = tabia_text::number(f64::from(view.c), 2),
                set = tabia_text::number(f64::from(set), 2),
                growth = tabia_text::number(f64::from(growth), 2),
                visits = view.visits,
                spread = tabia_text::number(f64::from(spread), 2)
            );
            super::note(ui, &text);
        }
    }
    ui.label(RichText::new(why(board, view)).color(p.accent));
}

/// Whether a selection uses priors, for a message.
fn has_priors(selection: Selection) -> &'static str {
    if selection == Selection::Puct { "yes" } else { "no" }
}

/// Which move is next and why.
fn why(board: &Board, view: &NodeView) -> String {
    let Some(next) = view.next.and_then(|at| view.moves.get(at)) else {
        let decided = view.proof.is_some();
        let text =
            if decided { t!("playouts-no-next-position") } else { t!("playouts-no-next-moves") };
        return text.to_owned();
    };
    let name = san_of(board, next.mv);
    let tied = view.tied();
    if tied > 0 {
        let rule = match view.why {
            Why::FewestPlayouts => "fewest",
            Why::NeverVisited => "never",
            Why::GreatestSum | Why::OnlyOne | Why::Mates | Why::Decided => "sum",
        };
        let prior = has_priors(view.selection);
        return t!("playouts-why-tie", move = name, rule = rule, n = tied, prior = prior);
    }
    match view.why {
        Why::FewestPlayouts => t!("playouts-why-fewest", move = name),
        Why::NeverVisited => t!("playouts-why-never", move = name),
        Why::OnlyOne if view.moves.len() == 1 => t!("playouts-why-forced", move = name),
        Why::OnlyOne => t!("playouts-why-only", move = name),
        Why::Mates => t!("playouts-why-mates", move = name),
        Why::Decided => t!("playouts-why-decided", move = name),
        Why::GreatestSum => match view.moves.iter().filter(|of| of.q > next.q).count() {
            0 => t!("playouts-why-value", move = name),
            better => t!("playouts-why-bonus", move = name, n = better),
        },
    }
}

/// The order of the rows.
fn order(state: &PlayoutsState, board: &Board, view: &NodeView) -> Vec<usize> {
    let mut rows: Vec<usize> = (0..view.moves.len()).collect();
    let of = |at: usize| &view.moves[at];
    let by = |rows: &mut Vec<usize>, key: &dyn Fn(&PuctMove) -> f32| {
        rows.sort_by(|&a, &b| key(of(b)).total_cmp(&key(of(a))));
    };
    match state.sort {
        // As the search lists them.
        SortBy::Prior => {}
        SortBy::Move => rows.sort_by_cached_key(|&at| san_of(board, of(at).mv)),
        SortBy::Visits => by(&mut rows, &|of| of.n as f32),
        SortBy::Value => by(&mut rows, &|of| of.q),
        SortBy::Bonus => by(&mut rows, &|of| of.u),
        SortBy::Sum => by(&mut rows, &PuctMove::sum),
    }
    rows
}

fn show_table(
    ui: &mut Ui,
    state: &PlayoutsState,
    (board, view, chosen): OfNode<'_>,
    whole: bool,
    out: &mut Vec<Action>,
) {
    let rows = order(state, board, view);
    let heads = heads(view.selection);
    let columns: Vec<(&str, Width)> = heads
        .iter()
        .enumerate()
        .map(|(at, (_, head, _))| (*head, Width::Exact([84.0, 40.0, 46.0][at.min(2)])))
        .chain([("", Width::Rest(PROOF))])
        .collect();
    let shown = widgets::table::Table {
        salt: "moves",
        columns: &columns,
        height: MOVE_ROW,
        clickable: true,
        whole,
        numbers: true,
        ..Default::default()
    };
    ui.spacing_mut().item_spacing = vec2(4.0, 0.0);
    let mut sorted = None;
    let head = |ui: &mut Ui, at: usize| {
        // The buttons are not higher than the line, so all titles are at one height.
        ui.spacing_mut().interact_size.y = 0.0;
        let Some((sort, head, hint)) = heads.get(at) else {
            let color = theme::palette(ui).text_weak;
            let head = RichText::new(t!("playouts-head-proof")).small().color(color);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.label(head).on_hover_text(t!("playouts-head-proof.tip"));
            });
            return;
        };
        let align = if at == 0 { Layout::left_to_right } else { Layout::right_to_left };
        ui.with_layout(align(Align::Center), |ui| {
            let p = theme::palette(ui);
            let color = if state.sort == *sort { p.accent } else { p.text_weak };
            let button = Button::new(RichText::new(*head).small().color(color)).frame(false);
            if ui.add(button).on_hover_text(*hint).clicked() {
                sorted = Some(*sort);
            }
        });
    };
    shown.show_under(ui, rows.len(), head, |row| {
        let at = rows[row.index()];
        row.set_selected(chosen == Some(at));
        fill(row, board, view, at, out);
        let response = row.response();
        if response.double_clicked() {
            out.push(act(PlayoutsAction::Down(view.moves[at].mv)));
        } else if response.clicked() {
            out.push(act(PlayoutsAction::Choose(view.moves[at].mv)));
        }
    });
    out.extend(sorted.map(|sort| act(PlayoutsAction::Sort(sort))));
}

fn fill(
    row: &mut TableRow<'_, '_>,
    board: &Board,
    view: &NodeView,
    at: usize,
    out: &mut Vec<Action>,
) {
    let of = &view.moves[at];
    let next = view.next == Some(at);
    name(row, |ui| {
        let p = theme::palette(ui);
        let text = RichText::new(san_of(board, of.mv));
        ui.label(if next { text.color(p.accent).strong() } else { text });
        if next {
            let sign = RichText::new(Icon::ArrowLeft.glyph()).small().color(p.accent);
            ui.label(sign).on_hover_text(t!("playouts-takes-this"));
        }
    });
    // Q of a move never tried is a guess.
    let guess = of.n == 0 && of.proof.is_none();
    let number = |value: f32| match value {
        value if value.is_finite() => tabia_text::number(value.into(), 3),
        _ => "∞".to_owned(),
    };
    let flat = view.selection == Selection::Flat;
    let q = of.used_q().filter(|_| !(flat && guess)).map_or("–".to_owned(), number);
    let mut cells = vec![count(of.n), q];
    if view.selection == Selection::Puct {
        cells.push(number(of.p));
    }
    if !flat {
        cells.extend([number(of.u), number(of.sum())]);
    }
    for (at, text) in cells.into_iter().enumerate() {
        mono(row, text, |p| if guess && at == 1 { p.text_faint } else { p.text });
    }
    name(row, |ui| {
        // No higher than the row, or it would be placed lower than the other cells.
        ui.spacing_mut().interact_size.y = MOVE_ROW;
        ui.spacing_mut().button_padding = vec2(0.0, 0.0);
        if of.n > 0 {
            let name = t!("playouts-down", move = san_of(board, of.mv));
            let icon = RichText::new(Icon::ChevronRight.glyph());
            let button = ui.add(Button::new(icon).frame(false)).on_hover_text(&name);
            if button.accessible_name(&name).clicked() {
                out.push(act(PlayoutsAction::Down(of.mv)));
            }
        }
        if let Some(proof) = of.proof {
            let p = theme::palette(ui);
            let color = match proof {
                Score::Cp(_) => p.text_weak,
                Score::Mate(n) | Score::Tablebase(n) if n > 0 => p.good,
                Score::Mate(_) | Score::Tablebase(_) => p.bad,
            };
            let text = RichText::new(proven_short(proof)).monospace().color(color);
            ui.label(text).on_hover_text(proven(proof));
        }
    });
}

fn rows(state: &PlayoutsState, view: &NodeView) -> Table {
    let number = |key| Column::new(key).decimals(4);
    let mut rows = Table::new(vec![
        Column::words("move"),
        Column::new("n"),
        number("q"),
        number("p"),
        number("u"),
        number("sum"),
        Column::words("proven"),
        Column::new("next"),
        Column::new("parent_n"),
        number("c"),
        number("c_set"),
        number("c_growth"),
        number("c_spread"),
    ]);
    let Some(grown) = state.grown() else { return rows };
    let board = state.path.iter().fold(grown.board(), |board, &mv| board.after(mv));
    for at in order(state, &board, view) {
        let PuctMove { mv, n, q, p, u, proof } = view.moves[at];
        let sum = view.moves[at].sum();
        let numbers = [q, p, u, sum].map(Cell::from);
        let first = [Cell::from(san::write(&board, mv)), n.into()];
        let last = [proof.map(proven).into(), (view.next == Some(at)).into()];
        let [set, growth, spread] = view.c_factors.map(Cell::from);
        let node = [view.visits.into(), view.c.into(), set, growth, spread];
        rows.row(first.into_iter().chain(numbers).chain(last).chain(node));
    }
    rows
}

// The current phase, in words.

/// Width of a phase in the row of phases, points.
const PHASE: f32 = 92.0;
/// Its height, points.
const HEIGHT: f32 = 20.0;

fn adds(config: PuctConfig) -> &'static str {
    match config {
        PuctConfig::Flat => t!("puct-config-flat.tip"),
        PuctConfig::Uct => t!("puct-config-uct.tip"),
        PuctConfig::UctEval => t!("puct-config-uct-eval.tip"),
        PuctConfig::Uniform => t!("puct-config-uniform.tip"),
        PuctConfig::Knowledge => t!("puct-config-knowledge.tip"),
        PuctConfig::Quiet => t!("puct-config-quiet.tip"),
        PuctConfig::Network => t!("puct-config-network.tip"),
        PuctConfig::Hybrid => t!("puct-config-hybrid.tip"),
    }
}

/// The phases with the next one marked, and what happened last and happens next.
fn phase(ui: &mut Ui, state: &PlayoutsState, grown: &Grown) {
    let stage = grown.stepper.stage();
    let next = match stage {
        Stage::Select => 0,
        Stage::Expand => 1,
        Stage::Evaluate => 2,
        Stage::BackUp(_) => 3,
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let phases = [
            t!("playouts-select"),
            t!("playouts-expand"),
            t!("playouts-evaluate"),
            t!("playouts-back-up"),
        ];
        for (at, name) in phases.into_iter().enumerate() {
            chip(ui, name, at == next && grown.proof().is_none());
        }
    });
    ui.label(sentence(state, grown));
    let discarded = grown.stepper.tree().arena().discarded();
    if discarded > 0 {
        let kept = grown.stepper.tree().arena().len() as u64;
        let (n, kept, discarded) = (kept, format::count(kept), format::count(discarded));
        super::note(ui, &t!("playouts-kept", n = n, kept = kept, discarded = discarded));
    }
}

fn chip(ui: &mut Ui, name: &str, next: bool) {
    let p = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(PHASE, HEIGHT), Sense::hover());
    let label = if next { t!("playouts-phase-next", phase = name) } else { name.to_owned() };
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
    let (fill, ink, edge) =
        if next { (p.accent_fill, p.text, p.accent) } else { (p.panel, p.text_weak, p.border) };
    let stroke = Stroke::new(1.0, edge);
    ui.painter().rect(rect, CornerRadius::same(theme::RADIUS), fill, stroke, StrokeKind::Inside);
    let font = FontId::proportional(theme::SMALL);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, name, font, ink);
}

/// What happened last and happens next.
fn sentence(state: &PlayoutsState, grown: &Grown) -> String {
    let board = grown.board();
    if let Some(proof) = grown.proof() {
        return t!("playouts-root-proven", proof = proven(proof));
    }
    let stepper = &grown.stepper;
    let line = stepper.line();
    let line = notation::line(&board, &line, line.len());
    let prior = has_priors(grown.by.selection());
    let (done, next) = match stepper.stage() {
        Stage::Select => {
            let done = match grown.done.back() {
                None => t!("playouts-listed", prior = prior),
                Some(done) => backed_up(&board, done),
            };
            (done, t!("playouts-next-select").to_owned())
        }
        Stage::Expand => {
            (t!("playouts-selected", line = line), t!("playouts-next-expand", prior = prior))
        }
        Stage::Evaluate => {
            let leaf = state.draft.config.method().leaf;
            (t!("playouts-line", line = line), t!("playouts-next-evaluate", how = leaf_word(leaf)))
        }
        Stage::BackUp(leaf) => {
            let mover = words::side(stepper.board().stm());
            let [q, other] = [leaf.q, 1.0 - leaf.q].map(|q| tabia_text::number(q.into(), 3));
            let done = t!("playouts-found", line = line, value = q, side = mover);
            (done, t!("playouts-next-back-up", value = other))
        }
    };
    format!("{done} {next}")
}

/// What the last playout has found.
fn backed_up(board: &Board, done: &DonePlayout) -> String {
    let rest = if done.plies > done.line.len() { " …" } else { "" };
    let line = notation::line(board, &done.line, done.line.len());
    let line = format!("{line}{rest}");
    let (number, value) = (count(done.number), tabia_text::number(done.q.into(), 3));
    let (side, n) = (words::side(board.stm()), done.plies);
    if done.evaluated {
        t!("playouts-backed-up", number = number, line = line, value = value, side = side, n = n)
    } else {
        t!(
            "playouts-backed-up-known",
            number = number,
            line = line,
            value = value,
            side = side,
            n = n
        )
    }
}

/// How the value of a leaf is found, for the message.
fn leaf_word(leaf: LeafValue) -> &'static str {
    match leaf {
        LeafValue::Playout => "playout",
        LeafValue::Eval => "eval",
        LeafValue::Quiet => "quiet",
        LeafValue::Network => "network",
        LeafValue::Both => "both",
    }
}

/// A proven result, from the point of view of the player it is shown to.
fn proven(score: Score) -> String {
    match score {
        Score::Mate(0) => t!("playouts-mated").to_owned(),
        Score::Mate(_) => match score.mate_in_moves().unwrap_or(0) {
            n if n > 0 => t!("playouts-win-mate", n = n),
            n => t!("playouts-loss-mate", n = n.abs()),
        },
        Score::Tablebase(n) if n > 0 => t!("playouts-win-table").to_owned(),
        Score::Tablebase(_) => t!("playouts-loss-table").to_owned(),
        Score::Cp(_) => t!("playouts-short-draw").to_owned(),
    }
}

/// The same as a score, where there is only room for one.
fn proven_short(score: Score) -> String {
    match score {
        Score::Cp(_) => t!("playouts-short-draw").to_owned(),
        score => score.text(),
    }
}

/// The shown node in one line.
fn about_node(ui: &mut Ui, board: &Board, view: &NodeView) {
    let NodeView { visits, q, value, draw, proof, .. } = *view;
    let side = words::side(board.stm());
    // Its own first evaluation is the one visit that no playout made.
    let below = visits.checked_sub(1).map_or("none".to_owned(), count);
    let (visits, draw) = (count(visits), tabia_text::number(draw.into(), 2));
    let [q, value] = [q, value].map(|value| tabia_text::number(value.into(), 3));
    let text = match proof {
        None => {
            t!(
                "playouts-node",
                side = side,
                visits = visits,
                below = below,
                q = q,
                value = value,
                draw = draw
            )
        }
        Some(proof) => t!(
            "playouts-node-proven",
            side = side,
            visits = visits,
            below = below,
            q = q,
            value = value,
            draw = draw,
            proof = proven(proof)
        ),
    };
    let hint = t!("playouts-node-tip");
    let color = theme::palette(ui).text_weak;
    ui.label(RichText::new(text).color(color)).on_hover_text(hint);
}
