//! A search that somebody leads by the hand: one step of one playout at a time.

use std::sync::atomic::AtomicU64;

use tabia_chess::Board;
use tabia_chess::Move;
use tabia_games::game::position::GamePosition;

use super::arena::{NoMemory, NodeId};
use super::chance::Leaf;
use super::judge::{Mind, Nets};
use super::options::PuctOptions;
use super::tree::{Root, Tree};
use super::walk::{Selected, Walker};

/// The step that comes next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stage {
    /// Follow the best moves from the root.
    Select,
    /// List the moves of the position reached, with their priors.
    Expand,
    /// Find out what the new position is worth.
    Evaluate,
    /// Add that value, seen by the side to move, to every node of the line.
    BackUp(Leaf),
}

/// A small search of its own.
#[derive(Debug)]
pub struct Stepper {
    tree: Tree,
    root: Root<'static>,
    judge: Mind,
    walker: Walker,
    selected: Selected,
    stage: Stage,
    playouts: u32,
}

impl Stepper {
    /// A search of a position that has a legal move, by these networks; `None` for one that has none.
    ///
    /// # Errors
    /// Where there is no memory for its tree.
    pub fn new(
        position: &GamePosition,
        options: &PuctOptions,
        nets: &Nets,
    ) -> Result<Option<Stepper>, NoMemory> {
        let board = position.board();
        let moves = board.legal_moves().to_vec();
        if moves.is_empty() {
            return Ok(None);
        }
        let PuctOptions { hash_mib, method, seed, fifty_move_rule, .. } = options.clamped();
        let root = Root {
            board,
            keys: position.keys(),
            moves,
            tables: None,
            probe_limit: 0,
            fifty_move_rule,
            tb_hits: AtomicU64::new(0),
        };
        let mut judge = Mind::new(method, nets, seed);
        let mut tree = Tree::new(hash_mib, method)?;
        tree.plant(&root, &mut judge);
        let (walker, selected) = (Walker::default(), Selected::New(None));
        let stage = Stage::Select;
        Ok(Some(Stepper { tree, root, judge, walker, selected, stage, playouts: 0 }))
    }

    /// The tree as it stands.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The step that comes next.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Playouts finished.
    pub fn playouts(&self) -> u32 {
        self.playouts
    }

    /// The line of the playout under way: its moves from the root.
    pub fn line(&self) -> Vec<Move> {
        if self.stage == Stage::Select { Vec::new() } else { self.walker.line(&self.tree) }
    }

    /// The nodes of that line.
    pub fn nodes(&self) -> Vec<NodeId> {
        if self.stage == Stage::Select {
            return Vec::new();
        }
        self.walker.path().iter().map(|step| step.node).collect()
    }

    /// The position at the end of that line.
    pub fn board(&self) -> &Board {
        if self.stage == Stage::Select { &self.root.board } else { self.walker.board() }
    }

    /// Makes the next step, and says which one comes after it.
    pub fn step(&mut self) -> Stage {
        self.stage = match self.stage {
            Stage::Select => {
                self.selected = self.walker.select(&mut self.tree, &self.root);
                self.after_line()
            }
            Stage::Expand => {
                let listed = self.walker.list(&self.root, &mut self.judge);
                self.selected = self.walker.expand(&mut self.tree, &self.root, &listed);
                self.after_line()
            }
            Stage::Evaluate => Stage::BackUp(self.walker.evaluate(self.selected, &mut self.judge)),
            Stage::BackUp(leaf) => {
                self.walker.back_up(&mut self.tree, leaf);
                self.playouts += 1;
                Stage::Select
            }
        };
        self.stage
    }

    fn after_line(&self) -> Stage {
        match self.selected {
            Selected::Unexpanded => Stage::Expand,
            Selected::Decided(leaf) | Selected::New(Some(leaf)) => Stage::BackUp(leaf),
            Selected::New(None) | Selected::Busy => Stage::Evaluate,
        }
    }

    /// Makes the steps that are left of this playout.
    pub fn finish(&mut self) {
        while self.step() != Stage::Select {}
    }
}
