//! Handles the actions in the view of playouts.

use super::{Grown, MAX_PLAYOUTS, PlayoutsAction, PlayoutsDraft, PlayoutsState, SPEED};
use crate::cx::Cx;
use crate::lab::state::LabAction;
use crate::window::workspace::PaneId;
use tabia_chess::Move;
use tabia_games::game::position::GamePosition;

/// Maximum number of playouts in a row, because a frame of the window waits for them: games of random moves, others.
const AT_ONCE: [u32; 2] = [40, 100];

/// Handles an action in the view.
pub(crate) fn update(cx: &mut Cx<'_>, action: PlayoutsAction) {
    let position = position_of_view(cx);
    let state = &mut cx.m.lab.playouts;
    state.settle(&position);
    let now = cx.now;
    match action {
        PlayoutsAction::Draft(draft) => {
            let draft = draft.clamped();
            if draft != state.draft {
                state.draft = draft;
                state.begin(&position);
            }
        }
        PlayoutsAction::Reset => state.begin(&position),
        PlayoutsAction::Phase => {
            state.stop();
            state.with_tree(Grown::phase);
        }
        PlayoutsAction::Playouts(count) => {
            state.playing = false;
            state.left = state.left.saturating_add(count).min(MAX_PLAYOUTS);
            state.work();
        }
        PlayoutsAction::Play(on) => {
            state.stop();
            state.playing = on;
            state.due = now;
        }
        PlayoutsAction::Speed(speed) => {
            state.speed = if speed.is_finite() {
                speed.clamp(*SPEED.start(), *SPEED.end())
            } else {
                *SPEED.start()
            };
        }
        PlayoutsAction::Down(mv) => state.down(mv),
        PlayoutsAction::Up(plies) => {
            state.path.truncate(plies);
            state.chosen = None;
        }
        PlayoutsAction::Line(at) => state.see_line(at),
        PlayoutsAction::Choose(mv) => state.chosen = Some(mv),
        PlayoutsAction::Sort(sort) => state.sort = sort,
        PlayoutsAction::Tick => state.tick(now),
    }
}

/// Grows a tree of this configuration until it has this many playouts. Starts a new tree for 0 playouts, or if the
/// present one does not meet the request.
pub(crate) fn grow(cx: &mut Cx<'_>, wanted: PlayoutsDraft, playouts: u32) {
    let position = position_of_view(cx);
    let state = &mut cx.m.lab.playouts;
    state.settle(&position);
    if playouts == 0 || !state.draft.fulfils(&wanted) {
        state.draft = wanted;
        state.begin(&position);
    }
    let made = state.grown().map_or(playouts, |grown| grown.stepper.playouts());
    for _ in made..playouts.min(MAX_PLAYOUTS) {
        state.with_tree(Grown::playout);
    }
}

/// Makes sure that the view, if visible, has a tree of the position it shows.
pub(crate) fn settle(cx: &mut Cx<'_>) {
    if cx.m.view.panes.contains(&PaneId::Playouts) {
        let position = position_of_view(cx);
        cx.m.lab.playouts.settle(&position);
    }
}

fn position_of_view(cx: &Cx<'_>) -> GamePosition {
    let node = cx.m.lab.node_of(PaneId::Playouts, &cx.m.game);
    cx.m.game.tree.position(node)
}

impl PlayoutsState {
    /// Keeps the tree of this position, or starts a new one if the position has changed.
    fn settle(&mut self, position: &GamePosition) {
        if self.made_for != Some(named(position)) {
            self.begin(position);
        }
    }

    /// Starts a new tree.
    fn begin(&mut self, position: &GamePosition) {
        self.stop();
        self.path.clear();
        self.chosen = None;
        self.made_for = Some(named(position));
        // Free the memory of the old one first.
        self.tree = None;
        self.tree = Some(Grown::new(position, self.draft));
    }

    fn stop(&mut self) {
        self.playing = false;
        self.left = 0;
    }

    /// Does something with the tree. If there is none, or its root is proven, so that a playout would give nothing
    /// more, all pending work stops.
    fn with_tree(&mut self, step: impl FnOnce(&mut Grown)) {
        match &mut self.tree {
            Some(Ok(grown)) if grown.proof().is_none() => step(grown),
            _ => self.stop(),
        }
        self.keep_in_tree();
    }

    /// Makes some of the pending playouts.
    fn work(&mut self) {
        let most = AT_ONCE[usize::from(!self.draft.is_random())];
        for _ in 0..most.min(self.left) {
            self.left = self.left.saturating_sub(1);
            self.with_tree(Grown::playout);
        }
    }

    fn tick(&mut self, now: u64) {
        if self.left > 0 {
            self.work();
        } else if self.playing && now >= self.due {
            self.due = now + (1000.0 / self.speed) as u64;
            self.with_tree(Grown::phase);
        }
    }

    fn down(&mut self, mv: Move) {
        self.path.push(mv);
        if self.in_sight().is_none() {
            self.path.pop();
        } else {
            self.chosen = None;
        }
    }

    fn see_line(&mut self, at: usize) {
        let Some(Ok(grown)) = &self.tree else { return };
        let Some(done) = grown.done.get(at) else { return };
        self.path.clone_from(&done.line);
        self.chosen = None;
        self.keep_in_tree();
    }

    /// Moves the selection up until its node is in the tree.
    fn keep_in_tree(&mut self) {
        while !self.path.is_empty() && self.in_sight().is_none() {
            self.path.pop();
            self.chosen = None;
        }
    }
}

/// What identifies a position: the key, and the number of positions before it, because repetitions matter.
fn named(position: &GamePosition) -> (u64, usize) {
    (position.board().key(), position.moves.len())
}

impl From<PlayoutsAction> for LabAction {
    fn from(action: PlayoutsAction) -> LabAction {
        LabAction::Playouts(action)
    }
}
