//! What the engine does with the move it has found: when it plays it, and whether it resigns or offers a draw.

use super::draws_and_resigning::DrawAnswer;
use super::remarks::Moment;
use super::{draws_and_resigning, events, views};
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::engines::state::{Expected, Job, PendingMove};
use crate::game::play;
use crate::game::state::{Phase, Player};
use tabia_chess::{Board, Color, DrawReason, Move, Outcome, SplitMix64, WinReason};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::report::SearchOutcome;
use tabia_engine::search::score::Score;
use tabia_games::game::tree::NodeId;
use tabia_host::kinds;
use tabia_text::t;

/// Minimum distance between two draw offers of the engine, plies.
const OFFER_EVERY: usize = 20;

/// Handles the result of the search for the engine's move.
pub(crate) fn decide(cx: &mut Cx<'_>, job: &Job, mv: Move, outcome: &SearchOutcome) {
    if let Some(score) = outcome.score {
        cx.m.engine.note_own(job.node, score);
        events::at_move(cx, job.node);
    }
    let strength = job.options.strength();
    let side = cx.m.game.tree.board(job.node).stm();
    let by_scores = || draws_and_resigning::looks_lost(&views::own_scores(cx, side, job.node));
    let by_material = || {
        draws_and_resigning::counts_material(strength)
            && draws_and_resigning::is_far_behind(views::own_turns(cx, job.node))
    };
    let resigns = strength.character().is_none_or(|one| one.resigns);
    let may_resign = cx.m.settings.engine_may_resign && resigns;
    let hopeless = may_resign && (by_scores() || by_material());
    let resigns = match strength.elo() {
        // A weak level misjudges on purpose, so a search at full strength must confirm that the game is lost.
        Some(_) if hopeless => None,
        _ => Some(hopeless),
    };
    let due_ms = job.started_ms.unwrap_or(cx.now) + delay_ms(cx, strength, mv, outcome.hesitation);
    let (node, key) = (job.node, job.key);
    let expected = outcome.ponder;
    let book = false;
    cx.m.engine.pending_move = Some(PendingMove { node, key, mv, due_ms, resigns, expected, book });
    act_on_decision(cx);
}

/// Handles the result of the full-strength search of a position that looks lost to a weak level.
pub(crate) fn resignation_checked(cx: &mut Cx<'_>, score: Option<Score>) {
    if let Some(decided) = &mut cx.m.engine.pending_move {
        decided.resigns = Some(score.is_some_and(draws_and_resigning::is_lost));
    }
    act_on_decision(cx);
}

/// Plays the pending move, or resigns, if it is due and no flag has fallen before.
pub(crate) fn act_on_decision(cx: &mut Cx<'_>) {
    play::flag_fall(cx);
    let runs = cx.m.game.phase == Phase::Running;
    let due = |decided: &PendingMove| runs && decided.due_ms <= cx.now;
    let Some(decided) = cx.m.engine.pending_move.filter(due) else { return };
    let Some(resigns) = decided.resigns else { return };
    cx.m.engine.pending_move = None;
    let side = cx.m.game.live_board().stm();
    if resigns {
        let reason = WinReason::Resignation;
        return play::end_game(cx, Outcome::Win { winner: !side, reason });
    }
    if play::answer_draw_offer(cx) {
        return;
    }
    play::engine_move(cx, decided.mv);
    let node = cx.m.game.live;
    cx.m.engine.expected = decided.expected.map(|mv| Expected { node, mv });
    offer_of_engine(cx, side);
}

/// Plays the pending move at once.
pub(crate) fn play_pending_move(cx: &mut Cx<'_>) {
    if let Some(decided) = &mut cx.m.engine.pending_move {
        decided.due_ms = cx.now;
        decided.resigns.get_or_insert(false);
    }
    act_on_decision(cx);
}

/// Time from the start of the search to the move, ms. Full strength uses its own search time.
pub(crate) fn delay_ms(cx: &Cx<'_>, strength: Strength, mv: Move, hesitation: Option<u8>) -> u64 {
    if strength.elo().is_none() || !cx.m.settings.natural_pace {
        return 0;
    }
    let game = &cx.m.game;
    let (board, live) = (game.live_board(), game.live);
    let was_capture_on_target = |node: NodeId| {
        let before = game.tree.parent(node).map(|parent| game.tree.board(parent));
        let last = game.tree.mv(node).zip(before);
        last.is_some_and(|(last, before)| {
            last.to() == mv.to() && before.piece_on(last.to()).is_some()
        })
    };
    let side = board.stm();
    let clocks = game.clocks.as_ref().filter(|_| game.move_limit(side).is_none());
    let clock = clocks.map(|clocks| {
        let control = clocks.control(side);
        ClockState {
            left: clocks.left_ms(side, cx.now),
            increment: control.search_increment_ms(),
            game: control.base_ms + EXPECTED_MOVES * control.search_increment_ms(),
        }
    });
    pace_ms(&MoveContext {
        board,
        pace: strength.character().map_or(1.0, |one| one.pace),
        recaptures: was_capture_on_target(live),
        ply: game.tree.ply(live),
        bits: hesitation.map_or(USUAL_BITS, |tenths| f64::from(tenths) / 10.0),
        clock,
    })
}

/// After the engine's move: offers a draw if it wants one. Between two engines the game then ends at once.
fn offer_of_engine(cx: &mut Cx<'_>, side: Color) {
    let game = &cx.m.game;
    let scores = views::scores_above_draw(cx, side, game.live);
    let running = game.phase == Phase::Running && game.draw_offer.is_none();
    if !running || !draws_and_resigning::offers_draw(&scores, views::stage(cx)) {
        return;
    }
    if game.players.iter().all(Player::is_engine) {
        if matches!(views::draw_answer_of(cx, !side), DrawAnswer::Accept) {
            play::end_game(cx, Outcome::Draw(DrawReason::Agreement));
        }
        return;
    }
    let tree = &game.tree;
    let lately = cx.m.engine.offered.filter(|&node| tree.contains(node)).is_some_and(|node| {
        tree.is_on_path(node, game.live) && tree.ply(game.live) < tree.ply(node) + OFFER_EVERY
    });
    if !lately && game.live_board().stm() != side {
        cx.m.engine.offered = Some(game.live);
        cx.m.game.draw_offer = Some(side);
        events::make(cx, Moment::Draw);
        cx.m.toasts.offer(t!("toast-engine-offers-draw"), UserCommand::AcceptDraw);
    }
}

/// Time between the book moves of two engines, ms.
const WATCHED_MS: u64 = 300;

/// Prepares a book move, if the engine is to move and the book has one. It is delayed like any other move.
pub(crate) fn decide_from_book(cx: &mut Cx<'_>) {
    let game = &cx.m.game;
    let engine = &cx.m.engine;
    let its_turn = game.phase == Phase::Running && game.engine_to_move();
    let Some(id) = game.engine_of(game.live_board().stm()) else { return };
    let waits = engine.seat(id).is_some_and(|seat| seat.halted || seat.gone);
    let idle = !game.paused && !waits && engine.pending_move.is_none();
    if !its_turn || !idle || engine.job(id).is_some_and(|job| job.node == game.live) {
        return;
    }
    // The user's engines, engines for learning, limited strength and the engines of the duel find their own opening
    // moves.
    let for_learning = kinds::of_seat(id).is_some_and(|kind| kind.for_learning);
    let remembers = matches!(game.player(game.live_board().stm()),
        Player::Engine { strength, .. } if id.is_built_in() && strength.elo().is_some());
    let own = !id.is_own() || for_learning || remembers || cx.m.in_duel();
    let Some(choice) = cx.m.settings.book_choice().filter(|_| !own) else {
        return;
    };
    let board = game.live_board();
    let (book, rng) = (cx.m.explorer.playing_book(), &mut cx.m.rng);
    let random = rng.next_u64() as f64 / 2f64.powi(64);
    let Some(mv) = choice.pick(book, board, game.tree.ply(game.live), random) else {
        return;
    };
    let Player::Engine { strength, .. } = *game.player(board.stm()) else { return };
    let (node, key) = (game.live, board.key());
    // A game of two engines is slow enough to be watched.
    let watched = if game.players.iter().all(Player::is_engine) { WATCHED_MS } else { 0 };
    let due_ms = cx.now + delay_ms(cx, strength, mv, None).max(watched);
    let resigns = Some(false);
    let (expected, book) = (None, true);
    cx.m.engine.pending_move = Some(PendingMove { node, key, mv, due_ms, resigns, expected, book });
    act_on_decision(cx);
}

// The time a limited strength takes for its moves. It finds them at once, but an instant reply would not feel like a
// person, and a person's clock is part of the game.

/// Expected length of a game, moves.
const EXPECTED_MOVES: u64 = 40;
/// Entropy of a choice if it is unknown, bits: about that of a middlegame.
const USUAL_BITS: f64 = 2.5;
/// Without clocks it takes the time of a game of this length.
const UNCLOCKED_MS: u64 = 3 * 60_000;
/// At most this fraction (1/8) of the clock is spent on one move.
const CLOCK_SHARE: u64 = 8;

/// What the time for a move depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveContext<'a> {
    /// The position.
    pub board: &'a Board,
    /// The character's share of the usual time.
    pub pace: f64,
    /// The move recaptures on the square of the last capture.
    pub recaptures: bool,
    /// Plies since the start of the game.
    pub ply: usize,
    /// The difficulty of the choice: entropy of its chances, bits.
    pub bits: f64,
    /// The engine's clock, if there is one.
    pub clock: Option<ClockState>,
}

/// The values of the clock that matter for the time of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClockState {
    /// Time left, ms.
    pub left: u64,
    /// Added after each move, ms.
    pub increment: u64,
    /// Time for the whole game, with the increments of [`EXPECTED_MOVES`] moves, ms.
    pub game: u64,
}

/// The time between the opponent's move and this one, ms. Its logarithm is a linear function fitted to 6,886 moves of
/// people in games of two minutes and more (`benches/measurements/opponents.md`); the remaining spread is derived
/// from the position, so the same position gives the same time.
pub(crate) fn pace_ms(turn: &MoveContext<'_>) -> u64 {
    let few = turn.board.legal_moves().len() < 4;
    let (left_ms, game_ms) =
        turn.clock.map_or((UNCLOCKED_MS, UNCLOCKED_MS), |clock| (clock.left, clock.game));
    let left = (left_ms.max(1_000) as f64 / game_ms.max(1_000) as f64).min(1.0);
    let share = -4.57 + 0.238 * left.ln() + 0.155 * turn.bits
        - if turn.recaptures { 0.56 } else { 0.0 }
        - if turn.ply < 10 { 0.535 } else { 0.0 }
        - if turn.ply < 20 { 0.407 } else { 0.0 }
        - if few { 0.254 } else { 0.0 };
    let ms = (share + spread(turn.board.key())).exp() * turn.pace * game_ms as f64;
    let ms = if turn.board.legal_moves().len() == 1 { ms / 3.0 } else { ms };
    match turn.clock {
        Some(clock) => (ms as u64).min(clock.left / CLOCK_SHARE + clock.increment / 2),
        None => ms as u64,
    }
}

/// A normal deviate derived from the position, with the standard deviation of people's times around the function
/// above, limited to one and a half standard deviations.
fn spread(key: u64) -> f64 {
    const DEVIATION: f64 = 1.03;
    let mut rng = SplitMix64::new(key);
    // The sum of twelve uniform numbers has the variance 1.
    let sum: f64 = (0..12).map(|_| rng.unit_f64()).sum();
    (sum - 6.0).clamp(-1.5, 1.5) * DEVIATION
}

#[cfg(test)]
mod pace_tests {
    use super::*;

    const MIDDLE: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10";

    fn board(fen: &str) -> Board {
        Board::from_fen(fen).unwrap()
    }

    fn turn(board: &Board, clock: Option<ClockState>) -> MoveContext<'_> {
        MoveContext { board, pace: 1.0, recaptures: false, ply: 30, bits: USUAL_BITS, clock }
    }

    const BLITZ: ClockState = ClockState { left: 180_000, increment: 2_000, game: 260_000 };

    #[test]
    fn a_hard_choice_takes_longer_than_a_plain_one() {
        let middle = board(MIDDLE);
        let usual = turn(&middle, Some(BLITZ));
        let of = |turn: MoveContext<'_>| pace_ms(&turn);
        assert_eq!(of(usual), of(usual), "the same again");
        assert!(of(MoveContext { bits: 4.0, ..usual }) > of(MoveContext { bits: 1.0, ..usual }));
        assert!(of(MoveContext { recaptures: true, ..usual }) < of(usual) * 6 / 10);
        assert!(of(MoveContext { ply: 4, ..usual }) < of(usual) / 2, "opening moves are known");
        assert!(of(MoveContext { pace: 1.7, ..usual }) > of(usual) * 16 / 10);
    }

    #[test]
    fn a_game_of_blitz_is_played_with_its_clock_and_not_over_it() {
        // Forty different positions; the clock runs down and gets its increments.
        let mut board = Board::start();
        let mut clock = BLITZ;
        for n in 0..80 {
            let moves = board.legal_moves();
            let Some(&mv) = moves.get((n * 7) % moves.len().max(1)) else { break };
            if n % 2 == 0 {
                let used = pace_ms(&MoveContext { ply: n, ..turn(&board, Some(clock)) });
                assert!(used <= clock.left / 4, "{used} of {}", clock.left);
                clock.left = clock.left - used + clock.increment;
            }
            board.make_move(mv);
        }
        assert!((30_000..170_000).contains(&clock.left), "{} left", clock.left);
    }

    #[test]
    fn the_only_move_is_played_soon() {
        let only = board("k7/8/8/8/8/1r6/8/K6r w - - 0 30");
        assert_eq!(only.legal_moves().len(), 1);
        assert!(pace_ms(&turn(&only, None)) < 2_000);
    }
}
