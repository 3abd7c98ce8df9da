//! What the engine does with the move it has found: when it plays it, and whether it resigns or offers a draw.

use super::draws_and_resigning::DrawAnswer;
use super::{draws_and_resigning, views};
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::engines::state::{Expected, Job, PendingMove};
use crate::game::play;
use crate::game::state::{Phase, Player};
use tabia_chess::{Board, Color, DrawReason, Move, Outcome, WinReason};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::report::SearchOutcome;
use tabia_engine::search::score::Score;
use tabia_games::game::tree::NodeId;
use tabia_host::kinds;
use tabia_text::t;

/// Plies between two draw offers of the engine.
const OFFER_EVERY: usize = 20;

/// The search for the engine's move has ended with this result.
pub(crate) fn decide(cx: &mut Cx<'_>, job: &Job, mv: Move, outcome: &SearchOutcome) {
    if let Some(score) = outcome.score {
        cx.m.engine.note_own(job.node, score);
    }
    let strength = job.options.strength();
    let side = cx.m.game.tree.board(job.node).stm();
    let by_scores = || draws_and_resigning::looks_lost(&views::own_scores(cx, side, job.node));
    let by_material = || {
        draws_and_resigning::counts_material(strength)
            && draws_and_resigning::is_far_behind(views::own_turns(cx, job.node))
    };
    let hopeless = cx.m.settings.engine_may_resign && (by_scores() || by_material());
    let resigns = match strength.elo() {
        // A weak level misjudges on purpose, so full strength must confirm that the game is lost.
        Some(_) if hopeless => None,
        _ => Some(hopeless),
    };
    let due_ms = job.started_ms.unwrap_or(cx.now) + delay_ms(cx, strength, mv);
    let (node, key) = (job.node, job.key);
    let expected = outcome.ponder;
    let book = false;
    cx.m.engine.pending_move = Some(PendingMove { node, key, mv, due_ms, resigns, expected, book });
    act_on_decision(cx);
}

/// The search at full strength, of a position that looks lost to a weak level, has ended.
pub(crate) fn resignation_checked(cx: &mut Cx<'_>, score: Option<Score>) {
    if let Some(decided) = &mut cx.m.engine.pending_move {
        decided.resigns = Some(score.is_some_and(draws_and_resigning::is_lost));
    }
    act_on_decision(cx);
}

/// Plays the pending move, or resigns, if it is due.
pub(crate) fn act_on_decision(cx: &mut Cx<'_>) {
    let Some(decided) = cx.m.engine.pending_move.filter(|decided| decided.due_ms <= cx.now) else {
        return;
    };
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

/// Time from the start of the search to the move, ms. Full strength uses its time anyway.
pub(crate) fn delay_ms(cx: &Cx<'_>, strength: Strength, mv: Move) -> u64 {
    let Strength::Level(level) = strength else { return 0 };
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
    let clock = clocks.map(|clocks| ClockState {
        left_ms: clocks.left_ms(side, cx.now),
        increment_ms: clocks.control(side).search_increment_ms(),
        low: clocks.is_low(side, cx.now),
    });
    min_delay_ms(&MoveContext { level, board, recaptures: was_capture_on_target(live), clock })
}

/// The engine has just moved and may offer a draw. Two engines agree at once.
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
        cx.m.toasts.offer(t!("toast-engine-offers-draw"), UserCommand::AcceptDraw);
    }
}

/// Time between the book moves of two engines, ms.
const WATCHED_MS: u64 = 300;

/// The engine's move from the book, if it is to move and the book has one. It is delayed like any other move.
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
    // Engines for learning and the engines of the duel find their own opening moves.
    let for_learning = kinds::of_seat(id).is_some_and(|kind| kind.for_learning);
    let own = for_learning || cx.m.in_duel();
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
    let due_ms = cx.now + delay_ms(cx, strength, mv).max(watched);
    let resigns = Some(false);
    let (expected, book) = (None, true);
    cx.m.engine.pending_move = Some(PendingMove { node, key, mv, due_ms, resigns, expected, book });
    act_on_decision(cx);
}

// How long a weak level takes for its moves. It finds them at once, but an instant reply would not feel like a person.

/// What the time for a move depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveContext<'a> {
    /// Number of the level, 0 the weakest.
    pub level: u8,
    /// The position.
    pub board: &'a Board,
    /// The move recaptures on the square of the last capture.
    pub recaptures: bool,
    /// The engine's clock, if there is one.
    pub clock: Option<ClockState>,
}

/// The clock, as far as the delay depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClockState {
    /// Left, ms.
    pub left_ms: u64,
    /// Added after each move, ms.
    pub increment_ms: u64,
    /// It should hurry.
    pub low: bool,
}

/// Time for an ordinary move by level, ms. Judged by hand.
const USUAL_MS: [u64; 7] = [1_000, 1_200, 1_400, 1_600, 1_700, 1_700, 1_500];
/// The only legal move, ms.
const FORCED_MS: u64 = 350;
/// Share of the usual time for a recapture, per cent.
const RECAPTURE_PERCENT: u64 = 45;
/// Share of the usual time for the first moves, per cent.
const OPENING_PERCENT: u64 = 50;
/// The first moves end here.
const OPENING_MOVES: u32 = 4;
/// At most this share of the clock goes into one move.
const CLOCK_SHARE: u64 = 60;

/// The minimum time between the opponent's move and this one, ms. The same position gives the same time; others
/// differ by up to 40 % either way, so that the pace is not uniform.
pub(crate) fn min_delay_ms(turn: &MoveContext<'_>) -> u64 {
    if turn.clock.is_some_and(|clock| clock.low) {
        return 0;
    }
    let board = turn.board;
    let usual = USUAL_MS[usize::from(turn.level).min(USUAL_MS.len() - 1)];
    let mut ms = if board.legal_moves().len() == 1 {
        FORCED_MS
    } else if turn.recaptures {
        usual * RECAPTURE_PERCENT / 100
    } else if board.fullmove_number() <= OPENING_MOVES {
        usual * OPENING_PERCENT / 100
    } else {
        usual
    };
    ms = ms * (60 + board.key() % 81) / 100;
    match turn.clock {
        Some(clock) => ms.min(clock.left_ms / CLOCK_SHARE + clock.increment_ms / 2),
        None => ms,
    }
}

#[cfg(test)]
mod pace_tests {
    use super::*;

    fn turn(board: &Board, clock: Option<ClockState>) -> u64 {
        min_delay_ms(&MoveContext { level: 3, board, recaptures: false, clock })
    }

    fn board(fen: &str) -> Board {
        Board::from_fen(fen).unwrap()
    }

    const MIDDLE: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10";

    #[test]
    fn an_ordinary_move_takes_a_second_or_two() {
        let ms = turn(&board(MIDDLE), None);
        assert!((900..2_300).contains(&ms), "{ms}");
        assert_eq!(ms, turn(&board(MIDDLE), None), "the same again");
    }

    #[test]
    fn what_is_plain_is_played_sooner() {
        let middle = board(MIDDLE);
        let taking = MoveContext { level: 3, board: &middle, recaptures: true, clock: None };
        assert!(min_delay_ms(&taking) < turn(&middle, None) / 2);
        assert!(turn(&Board::start(), None) < 1_200);
        let only = board("k7/8/8/8/8/1r6/8/K6r w - - 0 30");
        assert_eq!(only.legal_moves().len(), 1);
        assert!(turn(&only, None) < 500);
    }

    #[test]
    fn the_clock_is_never_in_danger() {
        let clock = |left_ms, increment_ms, low| Some(ClockState { left_ms, increment_ms, low });
        let middle = board(MIDDLE);
        assert_eq!(turn(&middle, clock(5_000, 0, true)), 0, "none in time trouble");
        assert_eq!(turn(&middle, clock(30_000, 0, false)), 500);
        assert_eq!(turn(&middle, clock(600_000, 5_000, false)), turn(&middle, None));
    }
}
