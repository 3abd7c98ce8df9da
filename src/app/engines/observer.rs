//! The observer: full-strength analysis, on a seat of its own, during a game against an engine. While an opponent of
//! full strength thinks, its own search is shown instead.
//!
//! It counts as help, so it runs only if the user wants it. It takes the built-in engine's place in the analysis, so
//! that every panel that shows analysis shows its search; the search of the weak level is kept apart.
//!
//! The opponent must not be weakened. It plays with the threads and the hash table of the settings, as without an
//! observer. The observer has its own hash table and uses the processors the opponent leaves free, at least one; if
//! there are none, the observer waits while the opponent searches.

use tabia_chess::{Color, Move};
use tabia_engine::alphabeta::options::{EngineOptions, Strength};
use tabia_engine::search::thinker::EngineId;
use tabia_host::kinds::{self, SeatOptions};
use tabia_text::t;

use super::state::{Purpose, Watching};
use crate::cx::Cx;
use crate::effect::Effect;
use crate::game::state::{Help, Phase, Player};
use crate::model::Model;
use crate::window::toasts::ToastOffer;

/// Minimum hash of the observer, MiB, unless the total is less.
const MIN_HASH_MIB: u32 = 16;

impl Model {
    /// Whether there is a game in which the engine's thinking can be shown.
    pub(crate) fn can_watch(&self) -> bool {
        opponent(self).is_some() && self.settings.watching != Watching::Off
    }

    /// Whether the panels show an engine's thinking during the game: the observer's or, at full strength, the
    /// opponent's own.
    pub fn watches(&self) -> bool {
        self.engine.watching && self.can_watch()
    }

    /// Whether the panels show the observer's search: always if the opponent plays below its full strength, else on
    /// the user's turn, unless the position is analysed anyway or the opponent ponders. Otherwise the opponent's own
    /// search is shown.
    pub fn observes(&self) -> bool {
        let weak = |(id, strength)| {
            let for_learning = kinds::of_seat(id).is_some_and(|kind| kind.for_learning);
            self.play_options(id, strength).is_restrained() || for_learning
        };
        let idle = || {
            let own_turn = !self.game.engine_to_move();
            own_turn && !self.engine.analysis && pondered(self).is_none()
        };
        self.needs_observer() && (opponent(self).is_some_and(weak) || idle())
    }

    /// Whether the observer has a seat, from the first move to the last.
    pub(crate) fn needs_observer(&self) -> bool {
        !self.in_duel() && self.watches()
    }

    /// The side for which an engine is searching a move, whichever engine's search the panels show.
    pub fn side_thinking(&self) -> Option<Color> {
        let plays = |purpose| matches!(purpose, Purpose::Play | Purpose::ConfirmResign);
        let job = self.engine.job_for(plays).map(|job| job.node);
        let node = job.or(self.engine.pending_move.map(|decided| decided.node))?;
        self.game.tree.contains(node).then(|| self.game.tree.board(node).stm())
    }
}

/// At the start of a game: starts full-strength analysis if the settings say so, or offers it the first time.
pub(crate) fn begin_watching(cx: &mut Cx<'_>) {
    let settings = &mut cx.m.settings;
    cx.m.engine.watching = settings.watching == Watching::Always;
    offer_watching(cx);
}

/// Offers it, if that was not done before and an engine plays: a game can also begin with a first move.
pub(crate) fn offer_watching(cx: &mut Cx<'_>) {
    let plays = opponent(cx.m).is_some();
    if cx.m.settings.watching != Watching::Unasked || !plays {
        return;
    }
    // A user who does not answer gets it on request; it is offered only once.
    cx.m.settings.watching = Watching::OnRequest;
    cx.out.push(Effect::SaveSettings);
    cx.m.toasts.ask(t!("engines-watching-ask"), &Watching::ALL.map(ToastOffer::Watching));
}

/// Stores the user's choice and applies it to the game on the board.
pub(crate) fn choose_watching(cx: &mut Cx<'_>, watching: Watching) {
    cx.m.settings.watching = watching;
    cx.m.engine.watching = watching == Watching::Always;
}

/// Turns the observer on or off for this game.
pub(crate) fn toggle_watching(cx: &mut Cx<'_>) {
    let on = !cx.m.engine.watching;
    cx.m.engine.watching = on;
    let seat = cx.m.engine.seat_mut(EngineId::OBSERVER);
    seat.done = None;
    seat.halted &= !on;
}

/// Notes the help in a game during which an engine shows its thinking: the result says less about its player.
pub(crate) fn settle_help(cx: &mut Cx<'_>) {
    let engine = &cx.m.engine;
    let shows = engine.analysis || engine.watching || engine.threat;
    if shows && !cx.m.hides_engine() && cx.m.game.is_played() {
        cx.save |= cx.m.game.note_help(Help::Analysis);
    }
}

/// The opponent of a person who plays, if it is an engine and the game is not over.
fn opponent(m: &Model) -> Option<(EngineId, Strength)> {
    let game = &m.game;
    let side = game.engine_side().filter(|_| !matches!(game.phase, Phase::Over(_)))?;
    match *game.player(side) {
        Player::Engine { id, strength, .. } => Some((id, strength)),
        Player::Human { .. } => None,
    }
}

/// The observer's search options.
pub(crate) fn observer_options(m: &Model) -> SeatOptions {
    let own = m.settings.engine;
    let left = m.processors.saturating_sub(opponent_threads(m));
    let threads = left.clamp(1, own.threads.max(1));
    let hash_mib = (own.hash_mib / 2).max(MIN_HASH_MIB.min(own.hash_mib));
    let multi_pv = own.multi_pv.max(1);
    let strength = Strength::Full;
    SeatOptions::BuiltIn(EngineOptions { threads, hash_mib, multi_pv, strength, ..own })
}

/// Whether the observer waits: the opponent is searching and leaves it no processor.
pub(crate) fn observer_waits(m: &Model) -> bool {
    let plays = |purpose| matches!(purpose, Purpose::Play | Purpose::ConfirmResign);
    let to_search = m.game.engine_to_move()
        && m.game.phase == Phase::Running
        && m.engine.pending_move.is_none();
    (to_search || m.engine.job_for(plays).is_some()) && m.processors <= opponent_threads(m)
}

/// The most search threads of an engine that plays a side of the game: they take turns. 0: people play.
pub(crate) fn players_threads(m: &Model) -> u32 {
    let threads = m.game.players.iter().filter_map(|player| match *player {
        Player::Engine { id, strength, .. } => {
            Some(m.threads_of(id, &m.play_options(id, strength)))
        }
        Player::Human { .. } => None,
    });
    threads.max().unwrap_or(0)
}

fn opponent_threads(m: &Model) -> u32 {
    let Some((id, strength)) = opponent(m) else { return 0 };
    m.threads_of(id, &m.play_options(id, strength))
}

/// The reply the opponent ponders on, if it does.
pub(super) fn pondered(m: &Model) -> Option<Move> {
    let game = &m.game;
    let expected = m.engine.expected.filter(|expected| expected.node == game.live)?;
    let on = m.settings.ponder && game.phase == Phase::Running && !m.engine.analysis;
    let side = game.engine_side().filter(|_| on)?;
    let board = game.live_board();
    (board.stm() != side && board.is_legal(expected.mv)).then_some(expected.mv)
}
