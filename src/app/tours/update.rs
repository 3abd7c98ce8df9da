//! Going through a tour.

use super::{ALL, At, Done, TourAction, TourView};
use crate::app::effect::Effect;
use crate::app::game::state::GameState;
use crate::app::lab::foundations::{BitsView, SliderView, ZobristView};
use crate::app::lab::scratch::ScratchAction;
use crate::app::lab::state::{LabAction, LabKind};
use crate::app::update::Cx;
use crate::app::window::workspace::{PaneId, Workspace};
use crate::chess::{Board, uci_move};
use crate::game::position::GamePosition;

/// Depth at which a step records a tree, plies.
const TREE_DEPTH: u32 = 6;
/// Depth to which a step looks along a line, plies.
const LINE_DEPTH: u32 = 8;
/// How long a step has representations race, seconds.
const RACE_SECONDS: u32 = 6;

impl Cx<'_> {
    /// Does what was asked about tours.
    pub(crate) fn tour(&mut self, action: TourAction) {
        match action {
            TourAction::Begin(tour) => {
                let Some(chosen) = ALL.get(tour) else { return };
                let left = self.m.settings.tour_steps.get(tour).copied().unwrap_or(0);
                let step = if left + 1 >= chosen.steps.len() { 0 } else { left };
                self.go_to_workspace(Workspace::Lab);
                self.m.tour = Some(TourView { tour, step, done: false });
                self.take_step();
            }
            TourAction::Step(step) => {
                let Some(view) = &mut self.m.tour else { return };
                if ALL.get(view.tour).is_some_and(|tour| step < tour.steps.len()) {
                    (view.step, view.done) = (step, false);
                    self.take_step();
                }
            }
            TourAction::DoIt => self.do_step(),
            TourAction::Leave => self.m.tour = None,
        }
    }

    /// Sets up what the step is about, and remembers how far the reader has come.
    fn take_step(&mut self) {
        let Some(view) = self.m.tour else { return };
        let Some(step) = view.now() else { return };
        let steps = &mut self.m.settings.tour_steps;
        steps.resize(ALL.len(), 0);
        if let Some(left) = steps.get_mut(view.tour) {
            *left = view.step;
            self.out.push(Effect::SaveSettings);
        }
        self.stand_at(step.at);
        if let Some(pane) = step.pane {
            self.open_pane(pane);
        }
        // Last, so that it is in sight where both share a stack.
        self.open_pane(PaneId::Tour);
    }

    fn stand_at(&mut self, at: At) {
        match at {
            At::Here => {}
            At::Fen(fen) => {
                let same = Board::from_fen(fen).is_ok_and(|board| board == *self.m.game.board());
                if !same || !self.m.game.is_analysis_board() {
                    self.set_fen(fen);
                }
            }
            At::Moves(_) | At::Line(..) => {
                let Some((start, moves)) = at.line() else { return };
                let Ok(start) = Board::from_fen(start) else { return };
                let mut position = GamePosition::new(start);
                for text in moves.split_whitespace() {
                    let Ok(mv) = uci_move::parse(&position.board(), text) else { break };
                    position.moves.push(mv);
                }
                self.set_up(GameState::analysis_line(&position), "Set up position");
            }
        }
    }

    /// Does what the step asks the reader to do.
    fn do_step(&mut self) {
        let Some(step) = self.m.tour.and_then(|view| view.now()) else { return };
        let node = self.m.game.current;
        match step.done {
            Done::Looked => {}
            Done::Played(text) => {
                if let Ok(mv) = uci_move::parse(self.m.game.board(), text) {
                    self.play_line(node, &[mv]);
                }
            }
            Done::Analysing => {
                if !self.m.engine.analysis {
                    self.toggle_analysis();
                }
            }
            Done::Began(kind) => match kind {
                LabKind::Tree => self.lab(LabAction::Record(TREE_DEPTH)),
                LabKind::Compare => self.lab(LabAction::Compare),
                LabKind::Horizon => self.lab(LabAction::Horizon(LINE_DEPTH)),
                LabKind::Effect => self.lab(LabAction::Effect(LINE_DEPTH + 1)),
                LabKind::Ladder => self.lab(LabAction::Ladder),
                LabKind::Scratch => self.lab(ScratchAction::AllMatches.into()),
                LabKind::Race => self.lab(LabAction::Race(RACE_SECONDS)),
                LabKind::Magic => {
                    let view = self.m.lab.slider;
                    self.lab(LabAction::FindMagic(view.shown_part(), view.square));
                }
                LabKind::Why | LabKind::Expand => {}
            },
            Done::Bits(page) => {
                self.lab(LabAction::Bits(BitsView { page, ..self.m.lab.bits }));
            }
            Done::Slider(method) => {
                self.lab(LabAction::Slider(SliderView { method, ..self.m.lab.slider }));
            }
            Done::Zobrist(page) => {
                self.lab(LabAction::Zobrist(ZobristView { page, ..self.m.lab.zobrist }));
            }
        }
        // What the experiment belongs to may have come to the front.
        self.open_pane(PaneId::Tour);
    }

    /// Sees whether what the step asks for has been done.
    pub(crate) fn settle_tour(&mut self) {
        let Some(view) = self.m.tour.filter(|view| !view.done) else { return };
        let Some(step) = view.now() else { return };
        let done = match step.done {
            Done::Looked => false,
            Done::Analysing => self.m.engine.analysis,
            Done::Began(kind) => self.m.lab.is_at(kind),
            Done::Bits(page) => self.m.lab.bits.page == page,
            Done::Slider(method) => self.m.lab.slider.method == method,
            Done::Zobrist(page) => self.m.lab.zobrist.page == page,
            Done::Played(text) => {
                let (tree, node) = (&self.m.game.tree, self.m.game.current);
                let before = tree.parent(node).map(|parent| tree.board(parent));
                let asked = before.and_then(|board| uci_move::parse(board, text).ok());
                asked.is_some() && asked == tree.mv(node)
            }
        };
        if let Some(view) = &mut self.m.tour {
            view.done = done;
        }
    }
}
