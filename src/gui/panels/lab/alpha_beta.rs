//! Alpha-beta step by step, minimax beside it.

use std::sync::Arc;
use std::time::Duration;

use eframe::egui::{Checkbox, ComboBox, DragValue, RichText, ScrollArea, Slider, Ui};

use tabia_app::action::{Action, LabAction};
use tabia_app::lab::steps::{Guess, StepsSide, StepsTree, StepsView};
use tabia_app::window::workspace::PaneId;
use tabia_chess::Board;
use tabia_engine::search::score::Bound;
use tabia_lab::steps::record;
use tabia_lab::steps::record::{Event, RecordedSearches, Recording, Status};
use tabia_lab::steps::toy_tree::{DEPTHS, Shape, TryOrder, WIDTHS};
use tabia_lab::table::{Column, Table};
use tabia_text::t;

use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::parts;
use crate::gui::present::view_head;
use crate::gui::present::view_head::Head;
use crate::gui::widgets::tree_picture::{Node, NodeState, Parents};
use crate::gui::widgets::{buttons, fields, sought, tree_picture};

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let id = ui.scope_id().with("player");
    let mut player: Player = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let mut view = cx.model.lab.choices.steps;
    let node = cx.model.lab.node_of(PaneId::AlphaBeta, &cx.model.game);
    let board = cx.model.game.tree.board(node);
    let searches = player.searches(&mut view, board);
    let copy = || steps_table(&searches).csv();
    let head = Head { pane: PaneId::AlphaBeta, follows: true, copy: Some(&copy) };
    view_head::show(ui, cx, &head, out, |ui, _| choices(ui, &mut view));
    // A choice made in this frame is searched now.
    let searches = player.searches(&mut view, board);
    let last = view.last(&searches);
    let now = ui.input(|input| input.time);
    if transport(ui, &mut view, last) {
        player.due = now;
    }
    if let Some(wait) = player.tick(&mut view, now, last) {
        ui.request_repaint_after(Duration::from_secs_f64(wait));
    }
    let kind = ("summary", view.tree, view.side as u8, view.quiz);
    parts::steady(ui, kind, 0.0, |ui| summary(ui, &mut view, &searches));
    ui.add_space(theme::GAP);
    let clicked = trees(ui, &view, &searches);
    if let Some(node) = clicked.filter(|_| view.quiz) {
        view.answer(&searches, node);
    }
    player.seen = view.at;
    ui.data_mut(|data| data.insert_temp(id, player));
    if view != cx.model.lab.choices.steps {
        out.push(Action::Lab(LabAction::Steps(view)));
    }
}

/// Which tree, and which search of it.
fn choices(ui: &mut Ui, view: &mut StepsView) {
    let sources = [
        (StepsTree::Small, t!("alpha-beta-tree-small")),
        (StepsTree::Deep, t!("alpha-beta-tree-deep")),
        (StepsTree::Position, t!("alpha-beta-tree-position")),
    ];
    let shown = sources.iter().find(|(source, _)| *source == view.tree).map_or("", |one| one.1);
    let combo = ComboBox::from_id_salt("steps-tree").selected_text(shown).width(104.0);
    let combo = combo.show_ui(ui, |ui| {
        for (source, name) in sources {
            ui.selectable_value(&mut view.tree, source, name);
        }
    });
    sought::named(ui, t!("alpha-beta-tree"), combo.response.rect);
    combo.response.accessible_name(t!("alpha-beta-tree"));
    if view.tree == StepsTree::Position {
        let shape = &mut view.shape;
        let prefix = |name: &str| format!("{name} ");
        let depth = DragValue::new(&mut shape.depth).range(DEPTHS);
        ui.add(depth.prefix(prefix(t!("alpha-beta-depth"))))
            .accessible_name(t!("alpha-beta-depth"))
            .on_hover_text(t!("alpha-beta-depth.tip"));
        let width = DragValue::new(&mut shape.width).range(WIDTHS);
        ui.add(width.prefix(prefix(t!("alpha-beta-width"))))
            .accessible_name(t!("alpha-beta-width"))
            .on_hover_text(t!("alpha-beta-width.tip"));
        let mut worst = shape.order == TryOrder::WorstFirst;
        ui.add(Checkbox::new(&mut worst, t!("alpha-beta-worst-first")))
            .on_hover_text(t!("alpha-beta-worst-first.tip"));
        shape.order = if worst { TryOrder::WorstFirst } else { TryOrder::BestFirst };
    }
    let sides = [
        (StepsSide::AlphaBeta, t!("alpha-beta-alpha-beta")),
        (StepsSide::Minimax, t!("alpha-beta-minimax")),
        (StepsSide::Both, t!("alpha-beta-both")),
    ];
    if let Some(side) = buttons::segmented(ui, t!("alpha-beta-search"), view.side, &sides) {
        view.side = side;
    }
}

/// Back, play, forward, and the speed. Returns whether play was pressed.
fn transport(ui: &mut Ui, view: &mut StepsView, last: usize) -> bool {
    let mut begins = false;
    ui.horizontal_wrapped(|ui| {
        let at = view.at.min(last);
        let mut to = None;
        let mut button = |ui: &mut Ui, icon, name, there: usize| {
            let button = buttons::small(ui, icon, name);
            sought::named(ui, name, button.rect);
            if button.clicked() {
                to = Some(there);
            }
        };
        button(ui, Icon::First, t!("alpha-beta-first"), 0);
        button(ui, Icon::Previous, t!("alpha-beta-previous"), at.saturating_sub(1));
        button(ui, Icon::Next, t!("alpha-beta-next"), (at + 1).min(last));
        button(ui, Icon::Last, t!("alpha-beta-last"), last);
        if let Some(to) = to {
            (view.at, view.playing, view.guess) = (to, false, None);
        }
        let (icon, name) = if view.playing {
            (Icon::Pause, t!("alpha-beta-pause"))
        } else {
            (Icon::Play, t!("alpha-beta-play"))
        };
        if buttons::small(ui, icon, name).clicked() {
            view.playing = !view.playing;
            if view.playing && view.at >= last {
                view.at = 0;
            }
            begins = view.playing;
            view.guess = None;
        }
        ui.spacing_mut().slider_width = 60.0;
        let slider = Slider::new(&mut view.speed, 0.5..=10.0).logarithmic(true).show_value(false);
        let slider = fields::slider(ui, slider).accessible_name(t!("alpha-beta-speed"));
        let speed = tabia_text::number(view.speed, 1);
        slider.on_hover_text(t!("alpha-beta-speed-value", speed = speed));
        let quiz = ui.checkbox(&mut view.quiz, t!("alpha-beta-quiz"));
        sought::named(ui, t!("alpha-beta-quiz"), quiz.rect);
        if quiz.changed() {
            view.guess = None;
            (view.side, view.playing) = (StepsSide::AlphaBeta, false);
        }
        let text = t!("alpha-beta-at", step = view.at.min(last) + 1, steps = last + 1);
        ui.label(RichText::new(text).color(theme::palette(ui).text_weak));
    });
    begins
}

/// The step in a sentence for each search shown, how many nodes were saved, and the score of the quiz.
fn summary(ui: &mut Ui, view: &mut StepsView, searches: &RecordedSearches) {
    let p = theme::palette(ui);
    let alpha_beta = (t!("alpha-beta-alpha-beta"), &searches.alpha_beta);
    let minimax = (t!("alpha-beta-minimax"), &searches.minimax);
    let shown = match view.side {
        StepsSide::AlphaBeta => &[alpha_beta][..],
        StepsSide::Minimax => &[minimax],
        StepsSide::Both => &[alpha_beta, minimax],
    };
    for (name, recording) in shown {
        let last = recording.steps.len().saturating_sub(1);
        let Some(step) = recording.steps.get(view.at.min(last)) else { continue };
        let sentence = record::sentence(&searches.tree, step);
        let text = if shown.len() > 1 { format!("{name}: {sentence}") } else { sentence };
        let color = if matches!(step.event, Event::Cut { .. }) { p.accent } else { p.text };
        ui.label(RichText::new(text).color(color));
    }
    let value = searches.tree.value_text(searches.alpha_beta.value);
    let value =
        if searches.tree.centipawns { t!("alpha-beta-value-pawns", value = value) } else { value };
    let (minimax, alphabeta) = (searches.minimax.visited, searches.alpha_beta.visited);
    let saved = searches.saved();
    let text = if searches.minimax.value == searches.alpha_beta.value {
        t!(
            "alpha-beta-visited",
            minimax = minimax,
            alphabeta = alphabeta,
            saved = saved,
            value = value
        )
    } else {
        t!(
            "alpha-beta-visited-differ",
            minimax = minimax,
            alphabeta = alphabeta,
            saved = saved,
            value = value
        )
    };
    super::note(ui, &text);
    if !view.quiz {
        return;
    }
    let (text, color) = match view.guess {
        None => (t!("alpha-beta-quiz-ask"), p.warn),
        Some(Guess::Right) => (t!("alpha-beta-quiz-right"), p.good),
        Some(Guess::Wrong) => (t!("alpha-beta-quiz-wrong"), p.bad),
        Some(Guess::Nothing) => (t!("alpha-beta-quiz-nothing"), p.text_weak),
    };
    ui.horizontal_wrapped(|ui| {
        let asked = ui.label(RichText::new(text).color(color));
        sought::named(ui, text, asked.rect);
        let [right, all] = view.score;
        if all > 0 {
            let score = t!("alpha-beta-quiz-score", right = right, all = all);
            ui.label(RichText::new(score).color(color));
            let reset = ui.add(buttons::secondary(t!("alpha-beta-quiz-reset")));
            if reset.on_hover_text(t!("alpha-beta-quiz-reset.tip")).clicked() {
                (view.guess, view.score) = (None, [0; 2]);
            }
        }
    });
}

/// The tree or trees. Returns the clicked node of alpha-beta's.
fn trees(ui: &mut Ui, view: &StepsView, searches: &RecordedSearches) -> Option<usize> {
    let scroll = || ScrollArea::both().auto_shrink(false);
    let width = ui.available_width() - 12.0;
    let one = |ui: &mut Ui, recording: &Recording, width: f32| {
        tree_picture::show(ui, &picture(searches, recording, view), width, Parents::Centred)
    };
    match view.side {
        StepsSide::AlphaBeta => scroll().show(ui, |ui| one(ui, &searches.alpha_beta, width)).inner,
        StepsSide::Minimax => {
            scroll().show(ui, |ui| one(ui, &searches.minimax, width));
            None
        }
        StepsSide::Both => {
            let width = ((width - theme::PAD) / 2.0).max(1.0);
            let both = scroll().show(ui, |ui| {
                ui.horizontal_top(|ui| {
                    let clicked =
                        ui.push_id("alpha-beta", |ui| one(ui, &searches.alpha_beta, width));
                    ui.add_space(theme::PAD);
                    ui.push_id("minimax", |ui| one(ui, &searches.minimax, width));
                    clicked.inner
                })
            });
            both.inner.inner
        }
    }
}

/// A search after the step of the view. The quiz shows the values of all leaves: the cutoffs follow from them.
fn picture(searches: &RecordedSearches, recording: &Recording, view: &StepsView) -> Vec<Node> {
    let tree = &searches.tree;
    let at = view.at.min(recording.steps.len().saturating_sub(1));
    let statuses = recording.statuses(tree, at);
    let step = recording.steps.get(at);
    let done = |value, bound: Bound| format!("{}{}", bound.sign(), tree.value_text(value));
    let node = |(number, node): (usize, &tabia_lab::steps::toy_tree::ToyNode)| {
        let (tone, value) = match statuses[number] {
            Status::Unvisited => {
                let leaf = node.value.filter(|_| view.quiz);
                (NodeState::Ahead, leaf.map(|value| tree.value_text(value)))
            }
            Status::Open => (NodeState::Open, None),
            Status::Done(value, bound) => (NodeState::Done, Some(done(value, bound))),
            Status::Cut => (NodeState::Cut, None),
        };
        let open = step.and_then(|step| step.open.iter().find(|open| open.node == number));
        let window = open.and_then(|open| record::window(tree, open));
        let label = if number == 0 { record::who(tree, 0) } else { node.label.as_str() };
        let name = record::name(tree, number);
        let name = match statuses[number] {
            Status::Unvisited => t!("alpha-beta-node-ahead", node = name),
            Status::Open => {
                let window = window.as_deref().unwrap_or("none");
                t!("alpha-beta-node-open", node = name, window = window)
            }
            Status::Done(value, bound) => {
                t!("alpha-beta-node-done", node = name, value = done(value, bound))
            }
            Status::Cut => t!("alpha-beta-node-cut", node = name),
        };
        Node {
            parent: node.parent,
            level: node.ply as usize,
            text: value.map_or(label.to_owned(), |value| format!("{label}  {value}")),
            // A leaf has the next one close below it.
            below: window.filter(|_| !node.children.is_empty()).unwrap_or_default(),
            tone,
            square: tree.is_max(number),
            current: step.is_some_and(|step| step.node == number),
            name,
        }
    };
    tree.nodes.iter().enumerate().map(node).collect()
}

/// Both searches as rows, one per step.
fn steps_table(searches: &RecordedSearches) -> Table {
    let columns = ["search", "step", "position", "alpha_beta_window", "what"];
    let mut table = Table::new(columns.map(Column::words).into());
    for (name, recording) in [("alpha-beta", &searches.alpha_beta), ("minimax", &searches.minimax)]
    {
        for (number, step) in recording.steps.iter().enumerate() {
            let window = step.open.last().and_then(|open| record::window(&searches.tree, open));
            let what = record::sentence(&searches.tree, step);
            let position = record::name(&searches.tree, step.node);
            table.row([
                name.into(),
                (number + 1).into(),
                position.into(),
                window.into(),
                what.into(),
            ]);
        }
    }
    table
}

// The state that the step-by-step view keeps between frames: the searches it shows and when the next step is due.

/// The searches shown, and when the next step is due.
#[derive(Clone, Debug, Default)]
struct Player {
    /// When the next step is due, seconds of the window's clock.
    pub due: f64,
    /// The step shown last.
    seen: usize,
    /// The searches, and what they were made from.
    searches: Option<(Made, Arc<RecordedSearches>)>,
}

/// What a search was made from: a given tree from itself alone.
type Made = (StepsTree, Option<(Shape, u64)>);

impl Player {
    /// The searches of the chosen tree, made once for each tree and position. A tree different from the last starts at
    /// its first step, unless it came with its own step, for example from a link.
    fn searches(&mut self, view: &mut StepsView, board: &Board) -> Arc<RecordedSearches> {
        let made =
            (view.tree, (view.tree == StepsTree::Position).then(|| (view.shape, board.key())));
        if let Some((known, searches)) = &self.searches
            && *known == made
        {
            return Arc::clone(searches);
        }
        let searches = Arc::new(view.tree.searches(board, view.shape));
        if self.searches.is_some() && view.at == self.seen {
            *view = view.from_the_start();
        }
        self.searches = Some((made, Arc::clone(&searches)));
        searches
    }

    /// Plays the next step when it is due. Returns the time until the one after, seconds.
    fn tick(&mut self, view: &mut StepsView, now: f64, last: usize) -> Option<f64> {
        if !view.playing {
            return None;
        }
        if now >= self.due {
            view.play_on(last);
            self.due = now + 1.0 / view.speed;
        }
        view.playing.then(|| (self.due - now).max(0.0))
    }
}

#[cfg(test)]
mod player_tests {
    use super::*;

    #[test]
    fn it_plays_at_its_speed_and_stops_at_the_end() {
        let mut player = Player { due: 10.0, ..Player::default() };
        let mut view = StepsView { playing: true, ..StepsView::default() };
        assert_eq!((player.tick(&mut view, 9.0, 2), view.at), (Some(1.0), 0));
        assert_eq!((player.tick(&mut view, 10.0, 2), view.at), (Some(0.5), 1));
        assert_eq!((player.tick(&mut view, 10.6, 2), view.at), (None, 2));
        assert!(!view.playing);
    }

    #[test]
    fn another_tree_begins_anew_and_the_same_one_is_made_once() {
        let mut player = Player::default();
        let mut view = StepsView { at: 3, ..StepsView::default() };
        let board = Board::start();
        let searches = player.searches(&mut view, &board);
        assert!(Arc::ptr_eq(&searches, &player.searches(&mut view, &board)) && view.at == 3);
        player.seen = 3;
        view.tree = StepsTree::Position;
        assert!(!Arc::ptr_eq(&searches, &player.searches(&mut view, &board)) && view.at == 0);
        (player.seen, view.tree, view.at) = (0, StepsTree::Deep, 5);
        player.searches(&mut view, &board);
        assert_eq!(view.at, 5, "a link says where it begins");
    }
}
