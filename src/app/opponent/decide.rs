//! What the engine makes of the move it has found: how long it holds it back, and whether it resigns or
//! offers a draw instead of playing on.

use tabia_chess::rules::{Outcome, WinReason};
use tabia_chess::{Color, DrawReason, Move};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::report::SearchOutcome;
use tabia_engine::search::score::Score;
use tabia_games::game::tree::NodeId;

use super::manners;
use super::manners::{DrawAnswer, Stage};
use super::pace;
use super::pace::{ClockState, Turn};
use crate::commands::command::UserCommand;
use crate::engines::state::{Decided, Expected, Job};
use crate::game::state::{Phase, Player};
use crate::update::Cx;

/// Plies between two draw offers of the engine.
const OFFER_EVERY: usize = 20;

impl Cx<'_> {
    /// The search for the engine's move has ended with this.
    pub(crate) fn decide(&mut self, job: &Job, mv: Move, outcome: &SearchOutcome) {
        if let Some(score) = outcome.score {
            self.m.engine.note_own(job.node, score);
        }
        let strength = job.options.strength();
        let side = self.m.game.tree.board(job.node).stm();
        let hopeless = self.m.settings.engine_may_resign
            && manners::may_resign(strength)
            && manners::looks_lost(&self.own_scores(side, job.node));
        let resigns = match strength.elo() {
            // A weak level misjudges on purpose: full strength has to confirm that all is lost.
            Some(_) if hopeless => None,
            _ => Some(hopeless),
        };
        let due_ms = job.started_ms.unwrap_or(self.now) + self.held_back_ms(strength, mv);
        let (node, key) = (job.node, job.key);
        let expected = outcome.ponder;
        let book = false;
        self.m.engine.decided = Some(Decided { node, key, mv, due_ms, resigns, expected, book });
        self.act_on_decision();
    }

    /// Full strength has judged a position that looks hopeless to a weak level.
    pub(crate) fn judged(&mut self, score: Option<Score>) {
        if let Some(decided) = &mut self.m.engine.decided {
            decided.resigns = Some(score.is_some_and(manners::is_lost));
        }
        self.act_on_decision();
    }

    /// Plays the move decided on, or resigns, if its time has come.
    pub(crate) fn act_on_decision(&mut self) {
        let Some(decided) = self.m.engine.decided.filter(|decided| decided.due_ms <= self.now)
        else {
            return;
        };
        let Some(resigns) = decided.resigns else { return };
        self.m.engine.decided = None;
        let side = self.m.game.live_board().stm();
        if resigns {
            let reason = WinReason::Resignation;
            return self.end_game(Outcome::Win { winner: !side, reason });
        }
        if self.answer_draw_offer() {
            return;
        }
        self.engine_move(decided.mv);
        let node = self.m.game.live;
        self.m.engine.expected = decided.expected.map(|mv| Expected { node, mv });
        self.offer_of_engine(side);
    }

    /// Plays the move held back at once.
    pub(crate) fn hurry(&mut self) {
        if let Some(decided) = &mut self.m.engine.decided {
            decided.due_ms = self.now;
            decided.resigns.get_or_insert(false);
        }
        self.act_on_decision();
    }

    /// How long after its search began a move is to be made, ms. Full strength uses its time anyway.
    pub(crate) fn held_back_ms(&self, strength: Strength, mv: Move) -> u64 {
        let Strength::Level(level) = strength else { return 0 };
        if strength.elo().is_none() || !self.m.settings.natural_pace {
            return 0;
        }
        let game = &self.m.game;
        let (board, live) = (game.live_board(), game.live);
        let took = |node: NodeId| {
            let before = game.tree.parent(node).map(|parent| game.tree.board(parent));
            let last = game.tree.mv(node).zip(before);
            last.is_some_and(|(last, before)| {
                last.to() == mv.to() && before.piece_on(last.to()).is_some()
            })
        };
        let side = board.stm();
        let clocks = game.clocks.as_ref().filter(|_| game.move_limit(side).is_none());
        let clock = clocks.map(|clocks| ClockState {
            left_ms: clocks.left_ms(side, self.now),
            increment_ms: clocks.control(side).told_ms(),
            low: clocks.is_low(side, self.now),
        });
        pace::least_ms(&Turn { level, board, recaptures: took(live), clock })
    }

    /// Scores of the engine's own moves for a side on the way to a node, the newest first.
    fn own_scores(&self, side: Color, node: NodeId) -> Vec<Score> {
        let tree = &self.m.game.tree;
        let own = self.m.engine.own.iter().rev();
        own.filter(|own| tree.contains(own.node) && tree.is_on_path(own.node, node))
            .filter(|own| tree.board(own.node).stm() == side)
            .map(|own| own.score)
            .collect()
    }

    /// The same as far above what a draw counts for: with contempt a drawn line has a score below zero.
    fn over_a_draw(&self, side: Color, node: NodeId) -> Vec<Score> {
        let draw_cp = match self.m.game.player(side) {
            Player::Engine { id, strength, .. } if id.is_built_in() && strength.elo().is_none() => {
                -self.m.settings.contempt
            }
            _ => 0,
        };
        let over = |score| match score {
            Score::Cp(cp) => Score::Cp(cp - draw_cp),
            certain => certain,
        };
        self.own_scores(side, node).into_iter().map(over).collect()
    }

    fn stage(&self) -> Stage {
        let board = self.m.game.live_board();
        Stage { fullmove: board.fullmove_number(), men: board.occupied().count() }
    }

    /// What the engine, playing this side, says to a draw.
    pub(crate) fn says_to_draw(&self, side: Color) -> DrawAnswer {
        manners::draw_answer(&self.over_a_draw(side, self.m.game.live), self.stage())
    }

    /// Whether the engine, playing this side, would rather claim a draw than play on.
    pub(crate) fn content_with_draw(&self, side: Color) -> bool {
        let newest = self.over_a_draw(side, self.m.game.live).first().copied();
        newest.is_some_and(manners::not_better)
    }

    /// The engine has just moved: it may offer a draw with that. Two engines agree at once.
    fn offer_of_engine(&mut self, side: Color) {
        let game = &self.m.game;
        let scores = self.over_a_draw(side, game.live);
        let running = game.phase == Phase::Running && game.draw_offer.is_none();
        if !running || !manners::offers_draw(&scores, self.stage()) {
            return;
        }
        if game.players.iter().all(Player::is_engine) {
            if matches!(self.says_to_draw(!side), DrawAnswer::Accept(_)) {
                self.end_game(Outcome::Draw(DrawReason::Agreement));
            }
            return;
        }
        let tree = &game.tree;
        let lately =
            self.m.engine.offered.filter(|&node| tree.contains(node)).is_some_and(|node| {
                tree.is_on_path(node, game.live)
                    && tree.ply(game.live) < tree.ply(node) + OFFER_EVERY
            });
        if !lately && game.live_board().stm() != side {
            self.m.engine.offered = Some(game.live);
            self.m.game.draw_offer = Some(side);
            self.m.toasts.offer("The engine offers a draw", UserCommand::AcceptDraw);
        }
    }
}
