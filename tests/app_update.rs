//! The program without its window: actions in, effects out, told by plain assertions. The engine is played
//! by the tests.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests fail loudly")]

use tabia::alphabeta::options::{EngineOptions, Strength};
use tabia::app::action::{Action, EditorAction, GamesAction, TreeEdit, UserCommand};
use tabia::app::effect::Effect;
use tabia::app::engines::state::{EngineStatus, Purpose};
use tabia::app::engines::telemetry::EvalSource;
use tabia::app::game::clock::TimeControl;
use tabia::app::game::new_game::{NewGame, Sides, StartFrom};
use tabia::app::game::state::{Phase, Player, Premove};
use tabia::app::kept::session::Session;
use tabia::app::library::collection::SaveAnswer;
use tabia::app::library::open::Opened;
use tabia::app::model::Model;
use tabia::app::update::update;
use tabia::app::window::dialog::Dialog;
use tabia::app::window::settings::{SettingChange, Settings};
use tabia::app::window::view::Annotating;
use tabia::chess::rules::{DrawReason, Outcome, WinReason};
use tabia::chess::{Board, Color, Move, Piece, SplitMix64, Square, uci_move};
use tabia::game::annotation::{Brush, Shape};
use tabia::game::position::GamePosition;
use tabia::game::tree::NodeId;
use tabia::search::detail::{Detail, uci::UciDetail};
use tabia::search::engine_id::EngineId;
use tabia::search::limits::Limits;
use tabia::search::report::{
    IterationInfo, Progress, RootMove, SearchOutcome, Snapshot, StopReason,
};
use tabia::search::score::{Bound, Pov, Score};
use tabia::worker::protocol::{Command, Event, JobId, Live, SeatOptions};

/// A search the model has asked for.
#[derive(Clone, Debug)]
struct Asked {
    job: JobId,
    position: GamePosition,
    limits: Limits,
}

/// A model with a clock, and what it wanted done.
struct Desk {
    model: Model,
    now: u64,
    /// Every effect since the last look.
    effects: Vec<Effect>,
    /// Every search ever asked for.
    searches: Vec<Asked>,
    /// Highest job told to stop.
    stopped: u64,
    /// Highest job told that the expected move came.
    hit: u64,
}

impl Desk {
    fn new() -> Desk {
        // A held back move has tests of its own; in the others the answer is the move.
        let settings = Settings { natural_pace: false, book_moves: false, ..Settings::default() };
        let mut model = Model::new(settings);
        model.lots = SplitMix64::new(1);
        Desk { model, now: 1_000, effects: Vec::new(), searches: Vec::new(), stopped: 0, hit: 0 }
    }

    fn with(new: NewGame) -> Desk {
        let mut desk = Desk::new();
        desk.act(Action::StartGame(new));
        desk
    }

    fn act(&mut self, action: Action) {
        for effect in update(&mut self.model, action, self.now) {
            match &effect {
                Effect::ToEngine(_, Command::Search { job, position, limits, .. }) => {
                    assert!(
                        job.0 > self.searches.last().map_or(0, |last| last.job.0),
                        "numbers grow"
                    );
                    self.searches.push(Asked {
                        job: *job,
                        position: position.clone(),
                        limits: limits.clone(),
                    });
                }
                Effect::Stop(_, job) => self.stopped = self.stopped.max(job.0),
                Effect::PonderHit(_, job) => self.hit = self.hit.max(job.0),
                _ => {}
            }
            self.effects.push(effect);
        }
    }

    fn give(&mut self, command: UserCommand) {
        assert!(command.is_enabled(&self.model), "{command:?} is not enabled");
        self.act(Action::Command(command));
    }

    /// The user's move, as UCI text.
    fn play(&mut self, text: &str) {
        let (from, to) = (text[..2].parse().unwrap(), text[2..4].parse().unwrap());
        let promotion = text[4..].chars().next().and_then(tabia::chess::PieceType::from_letter);
        self.act(Action::PlayMove { from, to, promotion });
    }

    fn job(&self) -> JobId {
        self.model.engine.job(EngineId::BUILT_IN).expect("a search is under way").id
    }

    fn asked(&self) -> &Asked {
        self.searches.last().expect("a search was asked for")
    }

    fn started(&mut self) {
        let job = self.job();
        self.act(Action::Engine(EngineId::BUILT_IN, Event::Started { job }));
    }

    fn outcome(best: Option<Move>, score: Score) -> SearchOutcome {
        SearchOutcome {
            best,
            ponder: None,
            score: Some(score),
            depth: Some(5),
            nodes: Some(1_000),
            time_ms: 10,
            reason: StopReason::Time,
            last: None,
        }
    }

    /// The engine decides on this move, mover's view.
    fn answer_scored(&mut self, text: &str, score: Score) {
        let Asked { job, position, .. } = self.asked().clone();
        assert_eq!(self.job(), job);
        let mv = uci_move::parse(&position.board(), text).unwrap();
        let outcome = Desk::outcome(Some(mv), score);
        self.act(Action::Engine(EngineId::BUILT_IN, Event::Finished { job, outcome, dropped: 0 }));
    }

    /// The engine decides on a move and expects a reply.
    fn answer_expecting(&mut self, text: &str, reply: &str) {
        let Asked { job, position, .. } = self.asked().clone();
        let mut board = position.board();
        let mv = uci_move::parse(&board, text).unwrap();
        board.make_move(mv);
        let ponder = Some(uci_move::parse(&board, reply).unwrap());
        let outcome = SearchOutcome { ponder, ..Desk::outcome(Some(mv), Score::Cp(0)) };
        self.act(Action::Engine(EngineId::BUILT_IN, Event::Finished { job, outcome, dropped: 0 }));
    }

    fn answer(&mut self, text: &str) {
        self.started();
        self.answer_scored(text, Score::Cp(0));
    }

    /// The engine reports a line of the search under way, mover's view.
    fn report(&mut self, depth: u32, multi_pv: u32, text: &str, cp: i32) {
        let Asked { job, position, .. } = self.asked().clone();
        let info = Desk::info(&position.board(), depth, multi_pv, text, cp);
        self.act(Action::Engine(EngineId::BUILT_IN, Event::Iteration { job, info }));
    }

    fn info(board: &Board, depth: u32, multi_pv: u32, text: &str, cp: i32) -> IterationInfo {
        let pv = vec![uci_move::parse(board, text).unwrap()];
        IterationInfo {
            seldepth: Some(depth + 4),
            multi_pv,
            nodes: Some(100 * 3_u64.pow(depth)),
            time_ms: u64::from(depth) * 10,
            hashfull: Some(12),
            tb_hits: Some(0),
            ..IterationInfo::new(depth, board.stm(), Score::Cp(cp), pv)
        }
    }

    fn line(&self) -> String {
        let tree = &self.model.game.tree;
        let path = tree.path(self.model.game.live);
        path[1..].iter().map(|&id| tree.san(id)).collect::<Vec<_>>().join(" ")
    }

    fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    fn saves(&mut self) -> bool {
        self.take_effects().iter().any(|effect| matches!(effect, Effect::SaveSession))
    }

    fn says(&self, text: &str) -> bool {
        self.model.toasts.iter().any(|toast| toast.text.contains(text))
    }

    fn toasts(&self) -> Vec<&str> {
        self.model.toasts.iter().map(|toast| toast.text.as_str()).collect()
    }
}

fn humans() -> NewGame {
    NewGame { sides: Sides::Humans, ..NewGame::default() }
}

fn blitz() -> NewGame {
    NewGame { time: Some(TimeControl::minutes(1, 2)), ..NewGame::default() }
}

fn from_fen(fen: &str, sides: Sides) -> NewGame {
    NewGame { sides, start: StartFrom::Fen(fen.to_owned()), ..NewGame::default() }
}

// ------------------------------------------------------------------------------------------- playing

#[test]
fn the_first_move_on_the_board_starts_a_game_and_the_engine_answers() {
    let mut desk = Desk::new();
    assert_eq!(desk.model.game.phase, Phase::Fresh);
    assert_eq!(desk.model.engine_status(), EngineStatus::Idle);
    desk.act(Action::Tick);
    assert!(desk.searches.is_empty(), "nothing thinks before somebody plays");
    desk.play("e2e5");
    assert!(desk.model.game.tree.is_empty(), "an illegal move is no move");
    desk.play("e2e4");
    assert_eq!(desk.model.game.phase, Phase::Running);
    assert!(matches!(desk.model.engine_status(), EngineStatus::Thinking(_)));
    assert_eq!(desk.asked().position.moves.len(), 1);
    assert!(desk.asked().limits.movetime.is_some(), "without clocks it thinks for a set time");
    assert!(desk.saves());
    desk.answer("c7c5");
    assert_eq!(desk.line(), "e4 c5");
    assert!(desk.model.game.at_live());
    assert_eq!(desk.model.engine_status(), EngineStatus::Idle);
    assert!(desk.saves(), "the session is written after the engine's move too");
}

#[test]
fn the_engine_is_asked_with_the_strength_of_its_player() {
    let mut desk = Desk::with(NewGame { strength: Strength::Level(2), ..NewGame::default() });
    desk.play("e2e4");
    let options = desk.effects.iter().find_map(|effect| match effect {
        Effect::ToEngine(_, Command::SetOptions(options)) => Some(*options),
        _ => None,
    });
    assert_eq!(options.unwrap().strength(), Strength::Level(2));
    assert_eq!(options.unwrap().multi_pv(), 1);
    desk.answer("e7e5");
    desk.take_effects();
    desk.play("g1f3");
    let told =
        desk.effects.iter().any(|e| matches!(e, Effect::ToEngine(_, Command::SetOptions(_))));
    assert!(!told, "what it knows already it is not told again");
}

#[test]
fn news_of_an_earlier_search_is_dropped() {
    let mut desk = Desk::new();
    desk.play("e2e4");
    let old = desk.asked().clone();
    desk.give(UserCommand::Takeback);
    assert_eq!(desk.stopped, old.job.0, "the search is told to stop");
    assert_eq!(desk.model.engine.job(EngineId::BUILT_IN), None);
    assert_eq!(desk.line(), "");
    let board = old.position.board();
    let mv = uci_move::parse(&board, "e7e5").unwrap();
    let info = Desk::info(&board, 3, 1, "e7e5", 10);
    desk.act(Action::Engine(EngineId::BUILT_IN, Event::Iteration { job: old.job, info }));
    let outcome = Desk::outcome(Some(mv), Score::Cp(10));
    desk.act(Action::Engine(
        EngineId::BUILT_IN,
        Event::Finished { job: old.job, outcome, dropped: 0 },
    ));
    assert_eq!(desk.line(), "");
    assert!(
        desk.model
            .telemetry
            .search(EngineId::BUILT_IN)
            .is_none_or(|search| search.history.is_empty())
    );
}

#[test]
fn a_stopped_search_cannot_answer_for_the_next_one() {
    let mut desk = Desk::new();
    desk.play("e2e4");
    let first = desk.asked().job;
    desk.give(UserCommand::Takeback);
    desk.play("d2d4");
    assert!(desk.asked().job > first);
    let mv = uci_move::parse(&desk.asked().position.board(), "e7e5").unwrap();
    let outcome = Desk::outcome(Some(mv), Score::Cp(10));
    desk.act(Action::Engine(
        EngineId::BUILT_IN,
        Event::Finished { job: first, outcome, dropped: 0 },
    ));
    assert_eq!(desk.line(), "d4");
    desk.answer("d7d5");
    assert_eq!(desk.line(), "d4 d5");
}

#[test]
fn taking_back_returns_to_before_the_own_last_move() {
    let mut desk = Desk::new();
    assert!(!UserCommand::Takeback.is_enabled(&desk.model));
    desk.play("e2e4");
    desk.answer("e7e5");
    desk.play("g1f3");
    desk.answer("b8c6");
    desk.give(UserCommand::Takeback);
    assert_eq!(desk.line(), "e4 e5");
    assert_eq!(desk.model.game.tree.len(), 3);
    desk.give(UserCommand::Takeback);
    assert_eq!(desk.line(), "");
    assert_eq!(desk.model.game.phase, Phase::Fresh);
    assert_eq!(desk.searches.len(), 2);
    desk.give(UserCommand::Undo);
    desk.give(UserCommand::Undo);
    assert_eq!(desk.line(), "e4 e5 Nf3 Nc6", "undo brings everything back");
    assert_eq!(desk.model.engine.job(EngineId::BUILT_IN), None);
}

#[test]
fn the_human_may_have_black() {
    let mut desk = Desk::with(NewGame { sides: Sides::HumanBlack, ..NewGame::default() });
    assert!(desk.model.view.flipped, "the board is seen from the human's side");
    assert!(matches!(desk.model.engine_status(), EngineStatus::Thinking(_)), "the engine begins");
    desk.answer("d2d4");
    desk.play("g8f6");
    assert_eq!(desk.line(), "d4 Nf6");
    assert_eq!(desk.searches.len(), 2);
}

#[test]
fn random_colours_are_drawn_from_the_models_lots() {
    let mut seen = [false; 2];
    for seed in 0..20 {
        let mut desk = Desk::new();
        desk.model.lots = SplitMix64::new(seed);
        desk.act(Action::StartGame(NewGame { sides: Sides::Random, ..NewGame::default() }));
        seen[desk.model.game.human_side().unwrap().index()] = true;
    }
    assert_eq!(seen, [true, true]);
}

#[test]
fn two_humans_play_without_the_engine() {
    let mut desk = Desk::with(NewGame { time: Some(TimeControl::minutes(5, 0)), ..humans() });
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        desk.play(text);
    }
    let mate = Outcome::Win { winner: Color::Black, reason: WinReason::Checkmate };
    assert_eq!(desk.model.game.phase, Phase::Over(mate));
    assert_eq!(desk.model.game.tags.get("Result"), Some("0-1"));
    assert_eq!(desk.model.game.result_text().unwrap(), "0-1 · Black wins by checkmate");
    assert!(desk.searches.is_empty());
    assert_eq!(
        desk.model.game.clocks.as_ref().unwrap().running(),
        None,
        "clocks stop with the game"
    );
    assert_eq!(desk.model.game.movable_side(), None);
}

#[test]
fn the_engine_plays_itself() {
    let sides = Sides::Engines;
    let strong = Strength::Level(5);
    let mut desk = Desk::with(NewGame { sides, black_strength: strong, ..NewGame::default() });
    desk.answer("e2e4");
    desk.answer("e7e5");
    assert_eq!(desk.line(), "e4 e5");
    assert_eq!(desk.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Play));
    assert_eq!(desk.model.game.movable_side(), None);
    assert_eq!(desk.model.game.player(Color::Black), &Player::built_in(strong));
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2) {
        desk.answer(text);
    }
    let drawn = Outcome::Draw(DrawReason::Threefold);
    assert_eq!(desk.model.game.phase, Phase::Over(drawn), "two engines do not shuffle for ever");
}

#[test]
fn a_move_in_the_past_opens_a_variation_and_the_game_goes_on_there() {
    let mut desk = Desk::with(blitz());
    desk.play("e2e4");
    desk.now += 3_000;
    desk.answer("e7e5");
    desk.now += 10_000;
    desk.play("g1f3");
    desk.answer("b8c6");
    let left = |desk: &Desk, node| desk.model.game.noted_clock_ms(Color::White, node);
    let white_after_two = left(&desk, desk.model.game.live);
    assert_eq!(white_after_two, Some(52_000));
    desk.give(UserCommand::First);
    desk.give(UserCommand::Next);
    desk.give(UserCommand::Next);
    assert!(!desk.model.game.at_live(), "looking back changes nothing");
    let jobs = desk.searches.len();
    desk.play("g1f3");
    assert_eq!(desk.searches.len(), jobs, "the move that was played is only shown");
    assert_eq!(desk.line(), "e4 e5 Nf3 Nc6");
    desk.give(UserCommand::Previous);
    desk.play("f1c4");
    assert_eq!(desk.line(), "e4 e5 Bc4");
    assert_eq!(desk.model.game.tree.len(), 6, "the old line is kept");
    assert!(desk.says("goes on from here"));
    assert_eq!(desk.searches.len(), jobs + 1);
    let clocks = desk.model.game.clocks.as_ref().unwrap();
    assert_eq!(clocks.left_ms(Color::White, desk.now), 60_000, "clocks as they were there");
    desk.answer("g8f6");
    desk.give(UserCommand::First);
    desk.give(UserCommand::Last);
    assert!(desk.model.game.at_live(), "forward leads to where the game stands");
    desk.give(UserCommand::Undo);
    assert_eq!(desk.line(), "e4 e5 Nf3 Nc6");
}

#[test]
fn the_engine_moves_while_the_user_looks_elsewhere() {
    let mut desk = Desk::new();
    desk.play("e2e4");
    desk.answer("e7e5");
    desk.play("g1f3");
    desk.give(UserCommand::First);
    desk.answer("b8c6");
    assert_eq!(desk.model.game.current, NodeId::ROOT, "the view is not torn away");
    assert!(desk.says("has played Nc6"));
    desk.give(UserCommand::ToGame);
    assert!(desk.model.game.at_live());
}

#[test]
fn a_premove_is_played_when_it_is_legal_and_else_dropped() {
    let mut desk = Desk::new();
    desk.play("e2e4");
    assert!(desk.model.game.moves_are_premoves());
    let ahead = |from, to| Action::Premove { from, to, promotion: None };
    desk.act(ahead(Square::E7, Square::E5));
    assert_eq!(desk.model.game.premove, None, "not the opponent's pieces");
    desk.act(ahead(Square::D1, Square::H5));
    assert!(desk.model.game.premove.is_some());
    desk.play("g1f3");
    let kept = Premove { from: Square::G1, to: Square::F3, promotion: None };
    assert_eq!(desk.model.game.premove, Some(kept));
    desk.play("d2d4");
    assert_eq!(desk.model.game.premove.unwrap().from, Square::D2, "one is kept, the last");
    desk.play("d2d5");
    assert_eq!(desk.model.game.premove.unwrap().to, Square::D4, "pawns do not jump so far");
    desk.answer("e7e5");
    assert_eq!(desk.line(), "e4 e5 d4");
    assert_eq!(
        desk.model.engine.purpose(EngineId::BUILT_IN),
        Some(Purpose::Play),
        "and the engine is at it again"
    );
    desk.play("d4e5");
    desk.answer("e5d4");
    assert_eq!(desk.line(), "e4 e5 d4 exd4", "the pawn it would have taken is gone");
    assert_eq!(desk.model.game.premove, None);
    desk.play("d1d4");
    desk.act(Action::Premove { from: Square::D4, to: Square::D8, promotion: None });
    desk.act(Action::CancelPremove);
    desk.answer("b8c6");
    assert_eq!(desk.line(), "e4 e5 d4 exd4 Qxd4 Nc6");
}

#[test]
fn the_user_can_give_up_and_play_again_with_colours_swapped() {
    let mut desk = Desk::with(blitz());
    assert!(!UserCommand::Resign.is_enabled(&desk.model), "there is no game to give up yet");
    desk.play("e2e4");
    desk.answer("e7e5");
    desk.give(UserCommand::Resign);
    let lost = Outcome::Win { winner: Color::Black, reason: WinReason::Resignation };
    assert_eq!(desk.model.game.phase, Phase::Over(lost));
    assert!(desk.says("Black wins by resignation"));
    desk.give(UserCommand::Rematch);
    assert_eq!(desk.model.game.human_side(), Some(Color::Black));
    assert!(desk.model.game.tree.is_empty() && desk.model.game.clocks.is_some());
    assert_eq!(
        desk.model.engine.purpose(EngineId::BUILT_IN),
        Some(Purpose::Play),
        "White is the engine now"
    );
    desk.give(UserCommand::Undo);
    assert_eq!(desk.model.game.phase, Phase::Over(lost));
    desk.give(UserCommand::Undo);
    assert_eq!(desk.line(), "e4 e5");
    assert_eq!(desk.model.game.phase, Phase::Running, "a resignation too can be undone");
}

fn shuffle(desk: &mut Desk, rounds: usize, score: i32) {
    for _ in 0..rounds {
        for (own, reply) in [("g1f3", "g8f6"), ("f3g1", "f6g8")] {
            desk.play(own);
            desk.answer_scored(reply, Score::Cp(score));
        }
    }
}

#[test]
fn the_engine_takes_a_draw_when_it_is_not_better() {
    let mut desk = Desk::new();
    shuffle(&mut desk, 1, -10);
    desk.give(UserCommand::OfferDraw);
    assert!(desk.says("declines"), "too early: {:?}", desk.toasts());
    assert!(!UserCommand::OfferDraw.is_enabled(&desk.model), "not twice in one position");
    for (own, reply) in [
        ("a2a3", "a7a6"),
        ("b2b3", "b7b6"),
        ("c2c3", "c7c6"),
        ("d2d3", "d7d6"),
        ("e2e3", "e7e6"),
        ("f2f3", "f7f6"),
        ("g2g3", "g7g6"),
        ("h2h3", "h7h6"),
    ] {
        desk.play(own);
        desk.answer_scored(reply, Score::Cp(300));
    }
    desk.give(UserCommand::OfferDraw);
    assert_eq!(desk.model.game.phase, Phase::Running);
    assert!(desk.says("declines the draw: it thinks it stands better"), "{:?}", desk.toasts());
    desk.play("a3a4");
    desk.answer_scored("a6a5", Score::Cp(-120));
    desk.play("b3b4");
    desk.give(UserCommand::OfferDraw);
    assert_eq!(desk.model.game.draw_offer, Some(Color::White), "it answers with its move");
    desk.answer_scored("b6b5", Score::Cp(-130));
    assert!(desk.says("agrees to a draw: it thinks it stands worse"), "{:?}", desk.toasts());
    assert_eq!(desk.model.game.phase, Phase::Over(Outcome::Draw(DrawReason::Agreement)));
    assert_eq!(desk.model.game.live_board().stm(), Color::Black, "and does not move any more");
}

#[test]
fn draws_can_be_claimed_and_come_by_themselves() {
    let mut desk = Desk::new();
    shuffle(&mut desk, 1, 100);
    assert!(!UserCommand::ClaimDraw.is_enabled(&desk.model));
    shuffle(&mut desk, 1, 100);
    desk.give(UserCommand::ClaimDraw);
    assert_eq!(desk.model.game.phase, Phase::Over(Outcome::Draw(DrawReason::Threefold)));
    desk.give(UserCommand::Undo);
    shuffle(&mut desk, 2, 100);
    assert_eq!(desk.model.game.phase, Phase::Over(Outcome::Draw(DrawReason::Fivefold)));
    // An engine that is not better claims by itself.
    let mut desk = Desk::new();
    shuffle(&mut desk, 1, -50);
    desk.play("g1f3");
    desk.answer_scored("g8f6", Score::Cp(-50));
    desk.play("f3g1");
    desk.answer_scored("f6g8", Score::Cp(-50));
    desk.play("g1f3");
    assert_eq!(desk.model.game.phase, Phase::Over(Outcome::Draw(DrawReason::Threefold)));
}

#[test]
fn stalemate_and_dead_positions_end_the_game() {
    let mut desk = Desk::with(from_fen("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", Sides::HumanWhite));
    desk.play("f1f7");
    assert_eq!(desk.model.game.phase, Phase::Over(Outcome::Draw(DrawReason::Stalemate)));
    assert!(desk.searches.is_empty());
    let mut desk = Desk::with(from_fen("7k/8/8/8/8/8/1p6/K7 w - - 0 1", Sides::Humans));
    desk.act(Action::StartGame(NewGame {
        time: Some(TimeControl::minutes(1, 0)),
        ..from_fen("7k/8/8/8/8/8/1p6/K7 w - - 0 1", Sides::Humans)
    }));
    desk.play("a1b2");
    assert_eq!(desk.model.game.phase, Phase::Over(Outcome::Draw(DrawReason::DeadPosition)));
}

#[test]
fn promotions_ask_or_become_queens() {
    let fen = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
    let mut desk = Desk::with(from_fen(fen, Sides::HumanWhite));
    desk.play("a7a8");
    assert!(desk.model.game.tree.is_empty(), "nothing is chosen for the user");
    desk.play("a7a8n");
    assert_eq!(desk.line(), "a8=N");
    let mut desk = Desk::with(from_fen(fen, Sides::HumanWhite));
    desk.act(Action::Set(SettingChange::Promotion(
        tabia::app::window::settings::PromotionPreference::Queen,
    )));
    desk.play("a7a8");
    assert_eq!(desk.line(), "a8=Q+");
}

#[test]
fn sides_can_be_switched_in_the_middle() {
    let mut desk = Desk::new();
    desk.play("e2e4");
    desk.answer("e7e5");
    desk.give(UserCommand::SwitchSides);
    assert!(desk.model.view.flipped);
    assert_eq!(
        desk.model.engine.purpose(EngineId::BUILT_IN),
        Some(Purpose::Play),
        "the engine plays White now"
    );
    desk.answer("g1f3");
    desk.play("b8c6");
    assert_eq!(desk.line(), "e4 e5 Nf3 Nc6");
    let mut desk = Desk::new();
    desk.give(UserCommand::SwitchSides);
    assert_eq!(
        desk.model.engine.purpose(EngineId::BUILT_IN),
        Some(Purpose::Play),
        "even before the first move"
    );
}

#[test]
fn a_game_starts_from_any_shown_position() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *".to_owned()));
    assert!(desk.model.game.is_analysis_board());
    for _ in 0..3 {
        desk.give(UserCommand::Next);
    }
    desk.give(UserCommand::PlayFromHere);
    assert_eq!(desk.model.game.human_side(), Some(Color::Black));
    assert!(desk.model.view.flipped);
    desk.play("d7d6");
    assert_eq!(desk.line(), "e4 e5 Nf3 d6");
    desk.answer("d2d4");
    assert_eq!(desk.line(), "e4 e5 Nf3 d6 d4");
    assert!(desk.model.game.tree.main_line().len() == 7, "the pasted game is still there");
}

#[test]
fn a_chess960_game_begins_from_its_number() {
    let start = StartFrom::Chess960(0);
    let desk = Desk::with(NewGame { start, ..NewGame::default() });
    assert_eq!(desk.model.game.board(), &Board::chess960(0).unwrap());
    let desk = Desk::with(from_fen("not a position", Sides::Humans));
    assert!(matches!(desk.model.dialog, Some(Dialog::Problem { .. })));
    assert_eq!(desk.model.game.board(), &Board::start(), "what was there stays");
}

// ---------------------------------------------------------------------- the engine as an opponent

/// A late ending in which both sides can shuffle their kings for ever.
const LEVEL_ENDING: &str = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 60";

#[test]
fn two_people_at_one_board_play_a_game_even_without_clocks() {
    let mut desk = Desk::with(humans());
    assert!(!desk.model.game.is_analysis_board());
    desk.play("e2e4");
    desk.play("e7e5");
    assert!(desk.model.game.is_played());
    desk.give(UserCommand::Takeback);
    assert_eq!(desk.line(), "e4");
    desk.play("c7c5");
    desk.give(UserCommand::OfferDraw);
    assert_eq!(desk.model.game.draw_offer, Some(Color::White), "the side to move offers");
    assert_eq!(desk.model.game.phase, Phase::Running);
    desk.give(UserCommand::DeclineDraw);
    assert!(!UserCommand::AcceptDraw.is_enabled(&desk.model));
    desk.play("g1f3");
    desk.give(UserCommand::OfferDraw);
    desk.play("b8c6");
    assert_eq!(desk.model.game.draw_offer, Some(Color::Black), "an offer outlasts the own move");
    desk.play("f1b5");
    assert_eq!(desk.model.game.draw_offer, None, "moving on declines");
    desk.give(UserCommand::OfferDraw);
    desk.give(UserCommand::AcceptDraw);
    assert_eq!(desk.model.game.phase, Phase::Over(Outcome::Draw(DrawReason::Agreement)));
    assert_eq!(desk.model.game.movable_side(), None);
    desk.give(UserCommand::Undo);
    desk.give(UserCommand::Resign);
    let lost = Outcome::Win { winner: Color::White, reason: WinReason::Resignation };
    assert_eq!(desk.model.game.phase, Phase::Over(lost), "Black was to move and resigned");
    desk.give(UserCommand::Undo);
    let text = Session::of(&desk.model, desk.now).to_text();
    let mut again = Desk::new();
    again.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    assert!(again.model.game.is_played(), "it is a game after a restart too");
}

#[test]
fn an_older_session_of_two_people_without_clocks_is_an_analysis_board() {
    let mut desk = Desk::new();
    desk.act(Action::SetFen(LEVEL_ENDING.to_owned()));
    let text = Session::of(&desk.model, desk.now).to_text();
    for (old, free) in [(text.replace("\"analysis\":true,", ""), true), (text, true)] {
        let mut again = Desk::new();
        again.act(Action::RestoreSession(Box::new(Session::parse(&old).unwrap())));
        assert_eq!(again.model.game.is_analysis_board(), free);
    }
}

#[test]
fn a_weak_level_takes_its_time_and_its_clock_runs_meanwhile() {
    let mut desk = Desk::with(NewGame { strength: Strength::Level(2), ..blitz() });
    desk.act(Action::Set(SettingChange::NaturalPace(true)));
    desk.play("e2e4");
    desk.started();
    desk.now += 10;
    desk.answer_scored("e7e5", Score::Cp(0));
    assert_eq!(desk.line(), "e4", "found, but not made yet");
    assert!(matches!(desk.model.engine_status(), EngineStatus::Thinking(_)));
    assert_eq!(
        desk.model.engine.job(EngineId::BUILT_IN),
        None,
        "and nothing is searched meanwhile"
    );
    let wait = desk.model.next_change_ms(desk.now).unwrap();
    assert!((1..1_500).contains(&wait), "{wait}");
    let due = desk.model.engine.decided.unwrap().due_ms;
    desk.now = due - 1;
    desk.act(Action::Tick);
    assert_eq!(desk.line(), "e4");
    assert_eq!(desk.model.game.clocks.as_ref().unwrap().running(), Some(Color::Black));
    desk.now = due;
    desk.act(Action::Tick);
    assert_eq!(desk.line(), "e4 e5");
    let used = 60_000 + 2_000 - desk.model.game.clock_ms(Color::Black, desk.now).unwrap();
    assert_eq!(used, due - 1_000, "its clock shows what it took");

    desk.play("g1f3");
    desk.answer("b8c6");
    desk.give(UserCommand::MoveNow);
    assert_eq!(desk.line(), "e4 e5 Nf3 Nc6", "it can be hurried");
    desk.play("f1b5");
    desk.answer("a7a6");
    desk.give(UserCommand::Takeback);
    desk.now += 60_000;
    desk.act(Action::Tick);
    assert_eq!(desk.line(), "e4 e5 Nf3 Nc6", "a move held back is gone with its position");
    desk.now += 0;
    desk.act(Action::StartGame(NewGame { strength: Strength::Full, ..blitz() }));
    desk.play("e2e4");
    desk.answer("e7e5");
    assert_eq!(desk.line(), "e4 e5", "full strength uses its time anyway");
}

/// The desk after so many moves of Black's at this score, kings shuffling.
fn shuffled(strength: Strength, moves: usize, score: i32) -> Desk {
    let new = from_fen(LEVEL_ENDING, Sides::HumanWhite);
    let mut desk = Desk::with(NewGame { strength, ..new });
    let walk = [("e1d1", "e8d8"), ("d1c1", "d8c8"), ("c1b1", "c8b8"), ("b1a1", "b8a8")];
    let back = [("a1b1", "a8b8"), ("b1c1", "b8c8"), ("c1d1", "c8d8"), ("d1e1", "d8e8")];
    for (own, reply) in walk.into_iter().chain(back).take(moves) {
        desk.play(own);
        desk.answer_scored(reply, Score::Cp(score));
    }
    desk
}

#[test]
fn the_engine_resigns_a_game_that_has_been_hopeless_for_some_moves() {
    let given_up = Outcome::Win { winner: Color::White, reason: WinReason::Resignation };
    let desk = shuffled(Strength::Full, 2, -1_200);
    assert_eq!(desk.model.game.phase, Phase::Running, "not at the first shock");
    let desk = shuffled(Strength::Full, 3, -1_200);
    assert_eq!(desk.model.game.phase, Phase::Over(given_up));
    assert_eq!(desk.model.game.tree.ply(desk.model.game.live), 5, "in place of its move");

    let mut desk = shuffled(Strength::Full, 2, -1_200);
    desk.act(Action::Set(SettingChange::EngineMayResign(false)));
    desk.play("c1b1");
    desk.answer_scored("c8b8", Score::Cp(-1_200));
    assert_eq!(desk.model.game.phase, Phase::Running, "unless it may not");
}

#[test]
fn a_weak_level_resigns_only_when_full_strength_agrees() {
    for (verdict, over) in [(-1_000, true), (-300, false)] {
        let mut desk = shuffled(Strength::Level(4), 3, -1_200);
        assert_eq!(desk.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Judge));
        assert!(matches!(desk.model.engine_status(), EngineStatus::Thinking(_)));
        let told = desk.effects.iter().rev().find_map(|effect| match effect {
            Effect::ToEngine(_, Command::SetOptions(options)) => Some(options.strength()),
            _ => None,
        });
        assert_eq!(told, Some(Strength::Full));
        desk.answer_scored("c8b8", Score::Cp(verdict));
        assert_eq!(matches!(desk.model.game.phase, Phase::Over(_)), over, "at {verdict}");
        assert_eq!(desk.model.game.tree.ply(desk.model.game.live), if over { 5 } else { 6 });
    }
}

#[test]
fn a_beginner_s_opponent_plays_until_mate() {
    let desk = shuffled(Strength::Level(1), 4, -1_200);
    assert_eq!(desk.model.engine.purpose(EngineId::BUILT_IN), None, "nothing has to be judged");
    assert_eq!(desk.model.game.phase, Phase::Running);
}

#[test]
fn the_engine_offers_a_draw_in_a_level_ending_and_moving_on_declines_it() {
    let mut desk = shuffled(Strength::Full, 4, 5);
    assert_eq!(desk.model.game.draw_offer, Some(Color::Black));
    assert!(desk.says("offers a draw"));
    assert!(!UserCommand::OfferDraw.is_enabled(&desk.model));
    desk.play("a1b1");
    assert_eq!(desk.model.game.draw_offer, None);
    desk.answer_scored("a8b8", Score::Cp(0));
    assert_eq!(desk.model.game.draw_offer, None, "it does not nag");
    let mut desk = shuffled(Strength::Full, 4, 5);
    desk.give(UserCommand::AcceptDraw);
    assert_eq!(desk.model.game.phase, Phase::Over(Outcome::Draw(DrawReason::Agreement)));
}

#[test]
fn the_engine_ponders_on_the_expected_move_and_goes_on_when_it_comes() {
    let mut desk = Desk::with(NewGame { strength: Strength::Full, ..blitz() });
    desk.play("e2e4");
    desk.answer_expecting("e7e5", "g1f3");
    assert_eq!(desk.model.engine.job(EngineId::BUILT_IN), None, "not unless it is switched on");
    desk.act(Action::Set(SettingChange::Ponder(true)));
    let f3 = uci_move::parse(desk.model.game.board(), "g1f3").unwrap();
    assert_eq!(desk.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Ponder(f3)));
    assert!(desk.asked().limits.ponder && desk.asked().limits.clock.is_some());
    assert_eq!(desk.asked().position.moves.len(), 3, "the expected move is part of the position");
    let live = desk.model.game.live;
    let status = EngineStatus::Pondering { node: live, expected: f3 };
    assert_eq!(desk.model.engine_status(), status);
    desk.started();
    desk.report(6, 1, "b8c6", 15);
    assert!(desk.model.telemetry.lines(&desk.model.game.tree, live, EngineId::BUILT_IN).is_empty());
    assert_eq!(
        desk.model.telemetry.evaluation(&desk.model.game.tree, live, EngineId::BUILT_IN),
        None
    );
    assert_eq!(desk.model.game.clocks.as_ref().unwrap().running(), Some(Color::White));
    desk.now += 5_000;

    let (job, searches) = (desk.job(), desk.searches.len());
    desk.play("g1f3");
    assert_eq!((desk.hit, desk.job()), (job.0, job), "the same search goes on");
    assert_eq!(desk.searches.len(), searches);
    assert_eq!(desk.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Play));
    assert_eq!(desk.model.game.clocks.as_ref().unwrap().running(), Some(Color::Black));
    desk.now += 1_000;
    desk.report(9, 1, "b8c6", 20);
    let live = desk.model.game.live;
    assert_eq!(
        desk.model.telemetry.lines(&desk.model.game.tree, live, EngineId::BUILT_IN)[0].info.depth,
        9
    );
    desk.answer_expecting("b8c6", "f1b5");
    assert_eq!(desk.line(), "e4 e5 Nf3 Nc6");
    let used = 60_000 + 2 * 2_000 - desk.model.game.clock_ms(Color::Black, desk.now).unwrap();
    assert_eq!(used, 1_000 + 2_000, "pondering was free, the free first move earned nothing");
}

#[test]
fn another_move_than_the_expected_one_ends_pondering() {
    let mut desk = Desk::new();
    desk.act(Action::Set(SettingChange::Ponder(true)));
    desk.play("e2e4");
    desk.answer_expecting("e7e5", "g1f3");
    let pondering = desk.job();
    desk.give(UserCommand::Hint);
    assert_eq!(desk.stopped, pondering.0, "what the user asks for goes first");
    desk.answer_scored("g1f3", Score::Cp(0));
    let pondering = desk.job();
    assert!(matches!(desk.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Ponder(_))));
    desk.play("d2d4");
    assert_eq!(desk.stopped, pondering.0);
    assert_eq!(desk.hit, 0);
    assert_eq!(desk.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Play));
    assert!(!desk.asked().limits.ponder);
    desk.answer_expecting("e5d4", "d1d4");
    desk.give(UserCommand::StopEngine);
    assert_eq!(desk.model.engine.job(EngineId::BUILT_IN), None, "it can be told to rest");
    desk.play("d1d4");
    assert_eq!(
        desk.model.engine.purpose(EngineId::BUILT_IN),
        Some(Purpose::Play),
        "and plays on all the same"
    );
}

#[test]
fn what_a_weak_level_thinks_is_no_evaluation() {
    let mut desk = Desk::with(NewGame { strength: Strength::Level(1), ..NewGame::default() });
    desk.play("e2e4");
    desk.report(2, 1, "e7e5", 210);
    let (node, line) = (desk.model.game.live, desk.model.game.line());
    let tree = &desk.model.game.tree;
    assert!(desk.model.telemetry.lines(tree, node, EngineId::BUILT_IN).is_empty());
    assert!(desk.model.telemetry.over_line(tree, &line, EngineId::BUILT_IN).is_empty());
    assert!(!desk.model.telemetry.search_of(tree, node, EngineId::BUILT_IN).unwrap().judges());
    desk.give(UserCommand::Takeback);
    desk.give(UserCommand::ToggleAnalysis);
    desk.report(3, 1, "d2d4", 30);
    let tree = &desk.model.game.tree;
    assert_eq!(
        desk.model.telemetry.over_line(tree, &desk.model.game.line(), EngineId::BUILT_IN).len(),
        1
    );
}

// ------------------------------------------------------------------------------------------- clocks

#[test]
fn clocks_run_from_the_first_move_and_for_the_engine_from_its_start() {
    let mut desk = Desk::with(blitz());
    let running = |desk: &Desk| desk.model.game.clocks.as_ref().unwrap().running();
    desk.now += 60_000;
    desk.act(Action::Tick);
    assert_eq!(running(&desk), None, "nobody loses time before the first move");
    desk.play("e2e4");
    desk.now += 5_000;
    desk.act(Action::Tick);
    assert_eq!(running(&desk), None, "the engine is still starting");
    desk.started();
    assert_eq!(running(&desk), Some(Color::Black));
    desk.now += 4_000;
    desk.answer_scored("e7e5", Score::Cp(0));
    let game = &desk.model.game;
    assert_eq!(
        game.clock_ms(Color::Black, desk.now),
        Some(58_000),
        "four seconds used, two earned"
    );
    assert_eq!(running(&desk), Some(Color::White));
    desk.now += 7_000;
    desk.play("g1f3");
    let clock = desk.asked().limits.clock.unwrap();
    assert_eq!(clock.time.map(|t| t.as_millis()), [55_000, 58_000]);
    assert_eq!(clock.increment.map(|t| t.as_millis()), [2_000, 2_000]);
    assert_eq!(desk.model.next_change_ms(desk.now), None);
    desk.started();
    assert_eq!(desk.model.next_change_ms(desk.now), Some(1_000), "the next second");
}

#[test]
fn a_fallen_flag_loses_unless_nobody_could_mate() {
    let mut desk = Desk::with(blitz());
    desk.play("e2e4");
    desk.answer("e7e5");
    desk.now += 59_999;
    desk.act(Action::Tick);
    assert_eq!(desk.model.game.phase, Phase::Running);
    desk.now += 1;
    desk.act(Action::Tick);
    let lost = Outcome::Win { winner: Color::Black, reason: WinReason::Time };
    assert_eq!(desk.model.game.phase, Phase::Over(lost));
    assert_eq!(desk.model.game.clock_ms(Color::White, desk.now + 9_999), Some(0));

    let new = from_fen("7k/8/8/8/8/8/P7/K7 w - - 0 1", Sides::Humans);
    let mut desk = Desk::with(NewGame { time: Some(TimeControl::minutes(1, 0)), ..new });
    desk.play("a2a3");
    desk.play("h8h7");
    desk.now += 60_000;
    desk.act(Action::Tick);
    let drawn = Outcome::Draw(DrawReason::TimeVsInsufficient);
    assert_eq!(desk.model.game.phase, Phase::Over(drawn), "a bare king cannot win");
}

#[test]
fn a_pause_stops_clocks_and_engine() {
    let mut desk = Desk::with(blitz());
    desk.play("e2e4");
    desk.started();
    let job = desk.job();
    desk.now += 2_000;
    desk.give(UserCommand::Pause);
    assert_eq!(desk.stopped, job.0);
    assert_eq!(desk.model.engine_status(), EngineStatus::Paused);
    desk.now += 100_000;
    desk.act(Action::Tick);
    assert_eq!(desk.model.game.clock_ms(Color::Black, desk.now), Some(58_000));
    assert_eq!(desk.model.game.movable_side(), None);
    desk.give(UserCommand::Pause);
    assert!(desk.job() > job, "it is asked again, with the time that is left");
    assert_eq!(desk.asked().limits.clock.unwrap().time[1].as_millis(), 58_000);
}

#[test]
fn taking_back_gives_the_time_back() {
    let mut desk = Desk::with(blitz());
    desk.play("e2e4");
    desk.answer("e7e5");
    desk.now += 20_000;
    desk.play("g1f3");
    desk.give(UserCommand::Takeback);
    assert_eq!(desk.model.game.clock_ms(Color::White, desk.now), Some(60_000));
    assert_eq!(desk.model.game.clocks.as_ref().unwrap().running(), Some(Color::White));
}

// ------------------------------------------------------------------------------------------- the engine

#[test]
fn analysis_follows_the_shown_position() {
    let mut desk = Desk::new();
    desk.give(UserCommand::ToggleAnalysis);
    assert!(desk.model.game.is_analysis_board(), "a fresh board becomes an analysis board");
    assert!(desk.asked().limits.infinite);
    desk.report(5, 1, "e2e4", 30);
    let first = desk.job();
    desk.play("e2e4");
    assert_eq!(desk.stopped, first.0);
    assert_eq!(desk.asked().position.moves.len(), 1);
    desk.play("e7e5");
    assert_eq!(desk.line(), "e4 e5", "nothing plays by itself");
    desk.give(UserCommand::First);
    assert_eq!(desk.asked().position.moves.len(), 0);
    let tree = &desk.model.game.tree;
    let lines = desk.model.telemetry.lines(tree, NodeId::ROOT, EngineId::BUILT_IN);
    assert_eq!(lines[0].info.depth, 5, "what was found is there again");
    assert!(lines[0].stale, "and marked until the new search has its own");
    desk.report(1, 1, "d2d4", 20);
    let lines = desk.model.telemetry.lines(&desk.model.game.tree, NodeId::ROOT, EngineId::BUILT_IN);
    assert!(!lines[0].stale && lines[0].info.depth == 1);
    let kept =
        desk.model.telemetry.kept(&desk.model.game.tree, NodeId::ROOT, EngineId::BUILT_IN).unwrap();
    assert_eq!(kept.best().unwrap().info.depth, 5, "the deeper result is kept");
    let last = desk.job();
    desk.give(UserCommand::ToggleAnalysis);
    assert_eq!(desk.stopped, last.0);
    assert_eq!(desk.model.engine_status(), EngineStatus::Idle);
}

#[test]
fn analysis_on_and_off_leaves_a_fresh_board_as_it_was() {
    let mut desk = Desk::new();
    desk.give(UserCommand::ToggleAnalysis);
    desk.give(UserCommand::ToggleAnalysis);
    desk.play("e2e4");
    assert_eq!(
        desk.model.engine.purpose(EngineId::BUILT_IN),
        Some(Purpose::Play),
        "the first move starts a game"
    );
}

#[test]
fn analysis_can_be_locked_to_a_position() {
    let mut desk = Desk::new();
    desk.give(UserCommand::ToggleAnalysis);
    desk.play("e2e4");
    let locked = desk.job();
    desk.give(UserCommand::LockAnalysis);
    desk.play("e7e5");
    desk.give(UserCommand::First);
    assert_eq!(desk.job(), locked, "it stays where it was");
    assert!(matches!(desk.model.engine_status(), EngineStatus::Analysing { locked: true, .. }));
    desk.give(UserCommand::LockAnalysis);
    assert!(desk.job() > locked);
    assert!(desk.asked().position.moves.is_empty());
}

#[test]
fn analysis_has_nothing_to_do_where_the_game_is_over() {
    let mut desk = Desk::new();
    desk.act(Action::SetFen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1".to_owned()));
    desk.give(UserCommand::ToggleAnalysis);
    assert!(desk.searches.is_empty());
    assert_eq!(desk.model.engine_status(), EngineStatus::NothingToSearch);
    let point = desk
        .model
        .telemetry
        .evaluation(&desk.model.game.tree, NodeId::ROOT, EngineId::BUILT_IN)
        .unwrap();
    assert!(matches!(point.source, EvalSource::Rules(_)));
    assert!(point.score.clamped_cp(1_000) > 0, "White has won");
}

#[test]
fn other_options_start_the_search_again() {
    let mut desk = Desk::new();
    desk.give(UserCommand::ToggleAnalysis);
    desk.report(9, 1, "e2e4", 30);
    let first = desk.job();
    desk.take_effects();
    desk.give(UserCommand::MoreLines);
    assert_eq!(desk.stopped, first.0);
    let sent: Vec<&Effect> = desk
        .effects
        .iter()
        .filter(|e| matches!(e, Effect::Stop(..) | Effect::ToEngine(..) | Effect::SaveSettings))
        .collect();
    assert!(
        matches!(
            sent[..],
            [
                Effect::SaveSettings,
                Effect::Stop(..),
                Effect::ToEngine(
                    _,
                    Command::SetOptions(SeatOptions::BuiltIn(EngineOptions { multi_pv: 4, .. }))
                ),
                Effect::ToEngine(_, Command::Search { .. })
            ]
        ),
        "{sent:?}"
    );
    desk.report(2, 1, "e2e4", 30);
    desk.report(2, 2, "d2d4", 25);
    let kept =
        desk.model.telemetry.kept(&desk.model.game.tree, NodeId::ROOT, EngineId::BUILT_IN).unwrap();
    assert_eq!(kept.lines.len(), 2, "the new lines count though the search is younger");
    let second = desk.job();
    desk.act(Action::Set(SettingChange::Pov(Pov::Mover)));
    assert_eq!(desk.job(), second, "a setting that is none of its business leaves it alone");
}

#[test]
fn analysis_goes_on_after_the_engines_own_moves() {
    let mut desk = Desk::new();
    desk.play("e2e4");
    desk.give(UserCommand::ToggleAnalysis);
    assert_eq!(
        desk.model.engine.purpose(EngineId::BUILT_IN),
        Some(Purpose::Play),
        "its own move comes first"
    );
    assert!(!desk.model.game.is_analysis_board(), "a running game stays a game");
    desk.answer("e7e5");
    assert_eq!(desk.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Analyse));
    desk.play("g1f3");
    assert_eq!(desk.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Play));
}

#[test]
fn a_search_that_fails_leaves_the_game_alone() {
    let mut desk = Desk::new();
    desk.play("e2e4");
    let job = desk.job();
    let failed = |job| {
        Action::Engine(
            EngineId::BUILT_IN,
            Event::Failed { job: Some(job), error: "it broke".to_owned(), advice: None },
        )
    };
    desk.take_effects();
    desk.act(failed(job));
    assert_eq!(desk.line(), "e4");
    assert!(desk.says("it broke"));
    let second = desk.job();
    assert!(second > job, "it is asked once more");
    let told =
        desk.effects.iter().any(|e| matches!(e, Effect::ToEngine(_, Command::SetOptions(_))));
    assert!(told, "the fresh engine gets its options");
    desk.act(failed(second));
    assert_eq!(desk.model.engine.job(EngineId::BUILT_IN), None, "but not for ever");
    assert!(matches!(desk.model.engine_status(), EngineStatus::Failed(_)));
    desk.give(UserCommand::GoEngine);
    desk.answer("e7e5");
    assert_eq!(desk.line(), "e4 e5");
    assert_eq!(desk.model.engine_status(), EngineStatus::Idle);
}

#[test]
fn a_lost_worker_is_told_of_and_replaced() {
    let mut desk = Desk::new();
    desk.play("e2e4");
    let job = desk.job();
    desk.act(Action::WorkerGone(EngineId::BUILT_IN, Ok(())));
    assert!(desk.job() > job);
    desk.act(Action::WorkerGone(EngineId::BUILT_IN, Err("no thread".to_owned())));
    assert_eq!(desk.model.engine.job(EngineId::BUILT_IN), None);
    assert_eq!(desk.model.engine_status(), EngineStatus::Failed("no thread".to_owned()));
    desk.give(UserCommand::GoEngine);
    assert_eq!(desk.model.engine.job(EngineId::BUILT_IN), None, "there is nobody to ask");
    assert_eq!(desk.line(), "e4");
}

#[test]
fn a_hint_is_shown_and_not_played() {
    let mut desk = Desk::new();
    desk.give(UserCommand::Hint);
    assert_eq!(desk.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Hint));
    assert!(desk.asked().limits.movetime.is_some());
    desk.answer("g1f3");
    let hint = desk.model.engine.hint.unwrap();
    assert_eq!((hint.mv.from(), hint.node), (Square::G1, NodeId::ROOT));
    assert_eq!(desk.line(), "");
    desk.play("e2e4");
    assert_eq!(desk.model.engine.hint, None, "a hint goes with its position");
    assert_eq!(desk.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Play));
    assert!(!UserCommand::Hint.is_enabled(&desk.model), "not while the opponent thinks");
}

#[test]
fn the_best_move_is_played_for_the_user() {
    let mut desk = Desk::new();
    desk.give(UserCommand::PlayBest);
    assert_eq!(desk.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::PlayBest));
    desk.answer("d2d4");
    assert_eq!(desk.line(), "d4");
    assert_eq!(
        desk.model.engine.purpose(EngineId::BUILT_IN),
        Some(Purpose::Play),
        "and the opponent answers"
    );
    let mut desk = Desk::new();
    desk.give(UserCommand::ToggleAnalysis);
    desk.report(12, 1, "c2c4", 20);
    desk.give(UserCommand::PlayBest);
    assert_eq!(desk.line(), "c4", "what is known already needs no search");
}

#[test]
fn the_engine_can_be_stopped_told_to_move_and_let_go_on() {
    let mut desk = Desk::new();
    desk.play("e2e4");
    let job = desk.job();
    desk.give(UserCommand::MoveNow);
    assert_eq!(desk.stopped, job.0);
    assert_eq!(desk.job(), job, "its answer still counts");
    desk.answer_scored("e7e5", Score::Cp(0));
    assert_eq!(desk.line(), "e4 e5");
    desk.play("g1f3");
    desk.give(UserCommand::StopEngine);
    assert_eq!(desk.model.engine_status(), EngineStatus::Halted);
    desk.act(Action::Tick);
    assert_eq!(desk.model.engine.job(EngineId::BUILT_IN), None);
    desk.give(UserCommand::GoEngine);
    assert_eq!(desk.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Play));
}

#[test]
fn telemetry_keeps_what_was_told_and_no_more() {
    let mut desk = Desk::new();
    desk.give(UserCommand::ToggleAnalysis);
    desk.play("e2e4");
    for depth in 1..=6 {
        desk.report(depth, 1, "e7e5", -20 - depth as i32);
        desk.report(depth, 2, "c7c5", -30);
    }
    let search = desk.model.telemetry.search(EngineId::BUILT_IN).unwrap();
    assert_eq!(search.history.len(), 12);
    assert_eq!(search.series.len(), 6);
    assert_eq!(search.series[5].score, Score::Cp(26), "White's view");
    assert_eq!((search.depth(), search.seldepth()), (6, Some(10)));
    let factor = search.branching_factor().unwrap();
    assert!((factor - 3.0).abs() < 1e-6, "{factor}");
    assert_eq!(search.hashfull(), Some(12));
    assert!(search.root_moves().is_empty(), "nothing is made up");

    let board = desk.asked().position.board();
    let root = |text: &str, nodes| RootMove {
        score: Some(Score::Cp(-20)),
        bound: Some(Bound::Exact),
        depth: Some(6),
        nodes: Some(nodes),
        ..RootMove::new(uci_move::parse(&board, text).unwrap())
    };
    let progress = Progress {
        depth: Some(7),
        seldepth: Some(12),
        nodes: Some(900_000),
        time_ms: 500,
        hashfull: Some(20),
        tb_hits: Some(0),
        root_moves: vec![root("e7e5", 300), root("c7c5", 100)],
        ..Progress::new(board.stm())
    };
    let snapshot = Snapshot { progress, detail: Detail::Uci(UciDetail::default()) };
    let stale = Live { job: JobId(0), snapshot: snapshot.clone() };
    desk.act(Action::Live(EngineId::BUILT_IN, stale));
    assert!(desk.model.telemetry.search(EngineId::BUILT_IN).unwrap().live.is_none());
    let job = desk.job();
    desk.act(Action::Live(EngineId::BUILT_IN, Live { job, snapshot }));
    let search = desk.model.telemetry.search(EngineId::BUILT_IN).unwrap();
    assert_eq!((search.depth(), search.nodes()), (7, Some(900_000)));
    assert_eq!(search.nps(), Some(1_800_000));
    assert_eq!(search.node_share(&search.root_moves()[0]), Some(0.75));

    let line = desk.model.game.line();
    let over = desk.model.telemetry.over_line(&desk.model.game.tree, &line, EngineId::BUILT_IN);
    assert_eq!(over.len(), 1, "only what was searched has a value");
    assert_eq!((over[0].ply, over[0].score), (1, Score::Cp(26)));
}

#[test]
fn a_bound_is_kept_as_a_bound() {
    let mut desk = Desk::new();
    desk.give(UserCommand::ToggleAnalysis);
    desk.play("e2e4");
    let board = desk.asked().position.board();
    let info = IterationInfo { bound: Bound::Lower, ..Desk::info(&board, 4, 1, "e7e5", 40) };
    let job = desk.job();
    desk.act(Action::Engine(EngineId::BUILT_IN, Event::Iteration { job, info }));
    let search = desk.model.telemetry.search(EngineId::BUILT_IN).unwrap();
    assert_eq!(search.series[0].score, Score::Cp(-40));
    assert_eq!(search.series[0].bound, Bound::Upper, "at least for Black is at most for White");
    assert_eq!(search.lines[0].bound(Pov::White), Bound::Upper);
    let node = desk.model.game.current;
    assert_eq!(desk.model.telemetry.kept(&desk.model.game.tree, node, EngineId::BUILT_IN), None);
}

// ------------------------------------------------------------------------------------------- positions

#[test]
fn loading_never_loses_the_game_and_undo_returns_to_it() {
    let mut desk = Desk::with(blitz());
    desk.play("e2e4");
    let job = desk.job();
    desk.started();
    desk.now += 1_000;
    desk.act(Action::PasteText("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1".to_owned()));
    assert_eq!(desk.stopped, job.0);
    assert!(desk.model.game.is_analysis_board());
    assert_eq!(desk.model.engine.job(EngineId::BUILT_IN), None, "nothing plays by itself");
    desk.now += 500_000;
    desk.give(UserCommand::Undo);
    assert_eq!(desk.line(), "e4");
    assert!(desk.model.game.paused, "a game on the clock waits for its player");
    assert_eq!(desk.model.game.clock_ms(Color::Black, desk.now), Some(59_000));
    desk.give(UserCommand::Pause);
    desk.answer("e7e5");
    assert_eq!(desk.line(), "e4 e5");
    desk.give(UserCommand::Undo);
    assert_eq!(desk.line(), "", "the move before, of the same game");
    desk.give(UserCommand::Redo);
    assert_eq!(desk.line(), "e4 e5");
}

#[test]
fn texts_of_every_kind_can_be_pasted() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText(
        "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0".to_owned(),
    ));
    assert_eq!(desk.model.game.tree.len(), 4);
    assert_eq!(desk.model.game.result_text().as_deref(), Some("1-0"));
    assert_eq!(desk.model.game.player_name(Color::White), "A");
    desk.act(Action::PasteText("position startpos moves e2e4 e7e5".to_owned()));
    assert_eq!(desk.line(), "e4 e5");
    desk.act(Action::PasteText("1. d4 d5 2. c4".to_owned()));
    assert_eq!(desk.model.game.tree.len(), 4);
    let before = desk.model.game.clone();
    desk.act(Action::PasteText("what is this".to_owned()));
    let Some(Dialog::Problem { lines, .. }) = &desk.model.dialog else { panic!("no answer") };
    assert!(lines.len() >= 2, "{lines:?}");
    assert_eq!(desk.model.game, before);
    desk.act(Action::CloseDialog);
    let text = "[White \"X\"]\n1. e4 *\n[White \"Y\"]\n1. d4 *";
    desk.act(Action::Opened(Opened::of("two.pgn", text).into()));
    let list = desk.model.games.as_ref().unwrap();
    assert_eq!((list.collection.len(), list.name.as_str()), (2, "two.pgn"));
    assert_eq!(desk.model.game.tree.len(), 4, "the board stays as it is");
    desk.act(Action::Opened(Opened::of("odd.pgn", "1. e4 e5 2. Ke3 *").into()));
    assert!(desk.says("oddity"), "{:?}", desk.toasts());
    desk.take_effects();
    let large = "1. e4 e5 2. Nf3 Nc6 ".repeat(60_000);
    desk.act(Action::PasteText(large));
    let taken = desk.effects.iter().any(|effect| matches!(effect, Effect::TakeText { .. }));
    assert!(taken, "a large text is not read between two frames");
    desk.act(Action::Reading(Some(("large.pgn".into(), 0.25))));
    desk.now += 400;
    desk.act(Action::Reading(Some(("large.pgn".into(), 0.5))));
    let reading = desk.model.reading.clone().unwrap();
    assert_eq!((reading.share, desk.now - reading.since_ms), (0.5, 400));
    desk.act(Action::CancelReading);
    assert!(desk.effects.iter().any(|effect| matches!(effect, Effect::CancelReading)));
    desk.act(Action::Reading(None));
    assert_eq!(desk.model.reading, None);
}

#[test]
fn a_refused_fen_says_why_and_offers_a_repair() {
    let mut desk = Desk::new();
    desk.act(Action::SetFen("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1".to_owned()));
    let Some(Dialog::Problem { lines, repair, .. }) = desk.model.dialog.clone() else {
        panic!("no answer")
    };
    assert!(lines[0].contains("castling"), "{lines:?}");
    desk.act(Action::SetFen(repair.unwrap()));
    assert_eq!(desk.model.game.board().to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(desk.model.settings.recent.len(), 1);
    desk.act(Action::SetFen(Board::start().to_string()));
    desk.act(Action::OpenRecent(0));
    assert_eq!(desk.model.game.board().to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    desk.act(Action::OpenRecent(77));
}

#[test]
fn the_editor_works_on_a_position_of_its_own() {
    let mut desk = Desk::with(blitz());
    desk.play("e2e4");
    desk.answer("e7e5");
    let before = desk.model.game.tree.clone();
    desk.give(UserCommand::EditPosition);
    assert!(desk.model.game.paused, "the clock does not run meanwhile");
    let act = |desk: &mut Desk, action| desk.act(Action::Editor(action));
    act(&mut desk, EditorAction::Clear);
    let editor = desk.model.editor.as_ref().unwrap();
    assert!(editor.problem().unwrap().contains("king missing"), "{:?}", editor.problem());
    act(&mut desk, EditorAction::Apply);
    assert!(desk.model.editor.is_some(), "an unsound position is not taken over");
    act(&mut desk, EditorAction::Cancel);
    assert_eq!(desk.model.game.tree, before);

    desk.give(UserCommand::EditPosition);
    act(&mut desk, EditorAction::Clear);
    act(&mut desk, EditorAction::Place(Square::E1, Piece::WhiteKing));
    act(&mut desk, EditorAction::Place(Square::H1, Piece::WhiteRook));
    act(&mut desk, EditorAction::Place(Square::E8, Piece::BlackKing));
    let king_side = tabia::chess::Wing::KingSide;
    act(&mut desk, EditorAction::Castling(Color::White, king_side, true));
    let editor = desk.model.editor.as_ref().unwrap();
    assert_eq!(editor.fen_text, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert!(!editor.can_grant(Color::Black, king_side));
    act(&mut desk, EditorAction::Move(Square::H1, Square::H2));
    assert!(!desk.model.editor.as_ref().unwrap().may_castle(Color::White, king_side));
    act(&mut desk, EditorAction::FenText("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1".to_owned()));
    assert!(desk.model.editor.as_ref().unwrap().repair().is_some());
    act(&mut desk, EditorAction::Repair);
    act(&mut desk, EditorAction::SwapColors);
    assert_eq!(desk.model.editor.as_ref().unwrap().fen_text, "4k2r/8/8/8/8/8/8/4K3 b k - 0 1");
    act(&mut desk, EditorAction::Apply);
    assert!(desk.model.editor.is_none() && desk.model.game.is_analysis_board());
    assert_eq!(desk.model.game.board().to_string(), "4k2r/8/8/8/8/8/8/4K3 b k - 0 1");
    desk.give(UserCommand::Undo);
    assert_eq!(desk.line(), "e4 e5", "the game it was opened over is still there");
}

// ------------------------------------------------------------------------------------------- the tree

#[test]
fn variations_are_walked_promoted_and_deleted() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText("1. e4 e5 (1... c5 2. Nf3 (2. c3) ) (1... e6) 2. Nf3 *".to_owned()));
    let mut go = |command| desk.give(command);
    go(UserCommand::Next);
    go(UserCommand::Next);
    go(UserCommand::NextVariation);
    assert_eq!(desk.line(), "e4 c5");
    desk.give(UserCommand::NextVariation);
    assert_eq!(desk.line(), "e4 e6");
    desk.give(UserCommand::NextVariation);
    assert_eq!(desk.line(), "e4 e5", "around the end");
    desk.give(UserCommand::PreviousVariation);
    desk.give(UserCommand::PromoteVariation);
    desk.give(UserCommand::First);
    desk.give(UserCommand::Last);
    assert_eq!(desk.line(), "e4 e6");
    let size = desk.model.game.tree.len();
    desk.give(UserCommand::DeleteVariation);
    assert_eq!((desk.line().as_str(), desk.model.game.tree.len()), ("e4", size - 1));
    desk.give(UserCommand::Undo);
    assert_eq!(desk.model.game.tree.len(), size);
    assert!(desk.says("Undone"));
}

#[test]
fn a_line_of_the_engine_can_be_played_out() {
    let mut desk = Desk::new();
    desk.play("e2e4");
    desk.answer("e7e5");
    let node = desk.model.game.live;
    let mut board = *desk.model.game.live_board();
    let mut moves = Vec::new();
    for text in ["g1f3", "b8c6", "f1b5"] {
        moves.push(uci_move::parse(&board, text).unwrap());
        board.make_move(*moves.last().unwrap());
    }
    desk.act(Action::PlayLine { node, moves });
    assert_eq!(desk.line(), "e4 e5", "in a game that is looking ahead");
    assert_eq!(desk.model.game.tree.san(desk.model.game.current), "Bb5");
    assert_eq!(desk.model.game.movable_side(), None, "Black is not the user's");
    desk.give(UserCommand::ToGame);
    desk.play("g1f3");
    assert_eq!(desk.line(), "e4 e5 Nf3", "the game goes on");
    desk.act(Action::GoTo(node));
    desk.give(UserCommand::Undo);
    desk.give(UserCommand::Undo);
    assert_eq!(desk.model.game.tree.len(), 3, "the line came as one edit");
}

/// The tree as text, with its notes.
fn pgn(desk: &Desk) -> String {
    let game = &desk.model.game;
    let text = tabia::game::pgn_write::write(&tabia::game::tags::Tags::new(), &game.tree);
    let moves = text.lines().filter(|line| !line.starts_with('['));
    moves.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_tree_can_be_rearranged_and_every_step_comes_back() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText(
        "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6) 2. Nf3 *".into(),
    ));
    let find = |desk: &Desk, san: &str| {
        let tree = &desk.model.game.tree;
        tree.ids().find(|&id| tree.san(id) == san).unwrap()
    };
    let mut seen = vec![pgn(&desk)];
    let edits = [
        (
            "c3",
            TreeEdit::Promote,
            "1. e4 e5 (1... c5 2. c3 (2. Nf3 d6) 2... d5) (1... e6) 2. Nf3 *",
        ),
        (
            "d5",
            TreeEdit::MakeMain,
            "1. e4 c5 (1... e5 2. Nf3) (1... e6) 2. c3 (2. Nf3 d6) 2... d5 *",
        ),
        ("e5", TreeEdit::Demote, "1. e4 c5 (1... e6) (1... e5 2. Nf3) 2. c3 (2. Nf3 d6) 2... d5 *"),
        ("c3", TreeEdit::CutAfter, "1. e4 c5 (1... e6) (1... e5 2. Nf3) 2. c3 (2. Nf3 d6) *"),
        ("e6", TreeEdit::Delete, "1. e4 c5 (1... e5 2. Nf3) 2. c3 (2. Nf3 d6) *"),
    ];
    for (san, edit, after) in edits {
        let node = find(&desk, san);
        desk.act(Action::Edit { node, edit });
        assert_eq!(pgn(&desk), after, "{san}");
        seen.push(after.to_owned());
    }
    for before in seen.iter().rev().skip(1) {
        desk.give(UserCommand::Undo);
        assert_eq!(pgn(&desk), *before);
    }
    for after in seen.iter().skip(1) {
        desk.give(UserCommand::Redo);
        assert_eq!(pgn(&desk), *after);
    }
}

#[test]
fn notes_are_edits_like_any_other() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText("1. e4 e5 *".to_owned()));
    desk.give(UserCommand::Next);
    let node = desk.model.game.current;
    desk.give(UserCommand::GlyphGood);
    desk.give(UserCommand::GlyphWhiteSlightly);
    let before = |text: &str| TreeEdit::Comment { before: true, text: text.to_owned() };
    desk.act(Action::Edit { node, edit: before("First") });
    let circle = Shape::Circle { at: Square::D4, brush: Brush::Blue };
    desk.act(Action::ToggleShape(circle));
    assert_eq!(pgn(&desk), "{First} 1. e4 $1 $14 {[%csl Bd4]} 1... e5 *");
    desk.give(UserCommand::ClearGlyphs);
    assert!(!UserCommand::ClearGlyphs.is_enabled(&desk.model));
    desk.give(UserCommand::First);
    for _ in 0..3 {
        desk.give(UserCommand::Undo);
    }
    assert_eq!(pgn(&desk), "1. e4 $1 $14 e5 *");
    assert_eq!(desk.model.game.current, node, "what comes back is shown");
    assert!(desk.says("Undone: Comment before"));
    assert!(UserCommand::GlyphGood.is_enabled(&desk.model));
    desk.give(UserCommand::First);
    assert!(!UserCommand::GlyphGood.is_enabled(&desk.model), "no move leads to the start");
}

#[test]
fn the_comment_editor_follows_and_closes_with_its_position() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText("1. e4 e5 2. Nf3 *".to_owned()));
    desk.give(UserCommand::Next);
    desk.give(UserCommand::Comment);
    let at = |desk: &Desk| desk.model.view.annotating.map(|at| at.node);
    assert_eq!(at(&desk), Some(desk.model.game.current));
    desk.give(UserCommand::Next);
    assert_eq!(at(&desk), Some(desk.model.game.current), "walking on");
    desk.give(UserCommand::DeleteVariation);
    assert_eq!(at(&desk), Some(desk.model.game.current), "the move before is shown now");
    desk.act(Action::SetFen(Board::start().to_string()));
    assert_eq!(at(&desk), None, "another game");
}

#[test]
fn tag_pairs_are_changed_and_changed_back() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText("[White \"A\"]\n\n1. e4 e5 *".to_owned()));
    desk.give(UserCommand::EditTags);
    let Some(Dialog::Tags(tags)) = desk.model.dialog.clone() else { panic!("no dialog") };
    let mut changed = tags.clone();
    changed.set("White", "Lasker");
    desk.act(Action::SetTags(changed));
    assert!(desk.model.dialog.is_none());
    assert_eq!(desk.model.game.tags.get("White"), Some("Lasker"));
    desk.give(UserCommand::Undo);
    assert_eq!(desk.model.game.tags, tags);
}

#[test]
fn the_engine_plays_openings_from_the_book_and_then_thinks() {
    let mut desk = Desk::new();
    desk.act(Action::Set(SettingChange::BookMoves(true)));
    desk.act(Action::Set(SettingChange::BookVariety(0)));
    desk.act(Action::Set(SettingChange::BookPlies(2)));
    desk.play("e2e4");
    assert!(desk.searches.is_empty(), "a book move needs no search");
    assert_eq!(desk.line(), "e4 c5", "the most popular reply");
    desk.play("g1f3");
    assert_eq!(desk.searches.len(), 1, "the third ply is beyond the book");
    desk.answer("d7d6");
    assert_eq!(desk.line(), "e4 c5 Nf3 d6");
    desk.give(UserCommand::Takeback);
    desk.give(UserCommand::Takeback);
    desk.act(Action::Set(SettingChange::BookPlies(60)));
    desk.play("a2a3");
    assert_eq!(desk.line(), "a3", "no book move: the engine thinks");
    assert!(desk.model.engine.job(EngineId::BUILT_IN).is_some());
}

#[test]
fn two_engines_leave_the_book_and_search() {
    let mut desk = Desk::new();
    desk.act(Action::Set(SettingChange::BookMoves(true)));
    desk.act(Action::Set(SettingChange::BookPlies(6)));
    let new = NewGame { sides: Sides::Engines, ..NewGame::default() };
    desk.act(Action::StartGame(new));
    assert_eq!(desk.model.game.tree.len(), 1, "one can watch them");
    let mut plies = 0;
    while desk.searches.is_empty() {
        desk.now += 300;
        desk.act(Action::Tick);
        plies += 1;
        assert_eq!(desk.model.game.tree.len(), 1 + plies, "a move at a time");
    }
    assert!((1..=6).contains(&plies), "{plies}");
}

#[test]
fn a_book_is_opened_remembered_and_closed() {
    use tabia::app::library::explorer::{OpenBook, Source};
    let folder = std::env::temp_dir().join(format!("tabia-book-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("own.bin");
    let moves = tabia::book::built_in();
    std::fs::write(&path, moves.write()).unwrap();
    let mut desk = Desk::new();
    let (opened, mended) = OpenBook::read(&path);
    desk.act(Action::BookOpened { opened, mended });
    assert_eq!(desk.model.explorer.source, Source::Book);
    assert_eq!(desk.model.settings.book_file.as_ref(), Some(&path));
    assert!(!desk.model.explorer.moves(&Board::start()).unwrap().is_empty());
    std::fs::write(&path, "no book").unwrap();
    let (opened, mended) = OpenBook::read(&path);
    desk.act(Action::BookOpened { opened, mended });
    assert!(desk.says("expected"), "a text is refused in words");
    assert!(desk.model.explorer.book.is_some(), "the old book stays");
    desk.act(Action::Set(SettingChange::BookFile(None)));
    assert_eq!(desk.model.explorer.moves(&Board::start()), None);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_running_game_cannot_be_deleted_from_under_itself() {
    let mut desk = Desk::new();
    desk.play("e2e4");
    desk.answer("e7e5");
    desk.give(UserCommand::Previous);
    desk.give(UserCommand::DeleteVariation);
    assert_eq!(desk.line(), "e4 e5");
    assert!(desk.says("take back"));
}

#[test]
fn shapes_comments_and_glyphs_belong_to_their_move() {
    use tabia::game::nag::Nag;
    let mut desk = Desk::new();
    desk.act(Action::PasteText("1. e4 e5 *".to_owned()));
    let arrow = |brush| Shape::Arrow { from: Square::E2, to: Square::E4, brush };
    desk.act(Action::ToggleShape(arrow(Brush::Green)));
    desk.act(Action::ToggleShape(arrow(Brush::Red)));
    assert_eq!(desk.model.game.shapes(), [arrow(Brush::Red)], "another colour replaces it");
    desk.act(Action::ToggleShape(Shape::Circle { at: Square::D4, brush: Brush::Blue }));
    desk.give(UserCommand::Next);
    assert!(desk.model.game.shapes().is_empty());
    let node = desk.model.game.current;
    let edit = TreeEdit::Comment { before: false, text: "best".to_owned() };
    desk.act(Action::Edit { node, edit });
    for nag in [Nag::GOOD, Nag::BLUNDER, Nag(14)] {
        desk.act(Action::Edit { node, edit: TreeEdit::ToggleNag(nag) });
    }
    assert_eq!(desk.model.game.tree.nags(node), [Nag::BLUNDER, Nag(14)], "one judgement of a move");
    desk.take_effects();
    desk.give(UserCommand::CopyPgn);
    let pgn = desk.take_effects().into_iter().find_map(|effect| match effect {
        Effect::CopyText(text) => Some(text),
        _ => None,
    });
    let pgn = pgn.unwrap();
    assert!(pgn.contains("{[%csl Bd4] [%cal Re2e4]} 1. e4 $4 $14 {best} 1... e5 *"), "{pgn}");
    desk.give(UserCommand::First);
    desk.give(UserCommand::ClearShapes);
    assert!(desk.model.game.shapes().is_empty());
}

#[test]
fn what_was_meant_for_a_game_that_is_gone_does_nothing() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText("1. e4 e5 2. Nf3 *".to_owned()));
    desk.give(UserCommand::Last);
    let gone = desk.model.game.current;
    desk.act(Action::SetFen(Board::start().to_string()));
    for action in [
        Action::GoTo(gone),
        Action::Edit { node: gone, edit: TreeEdit::Delete },
        Action::Edit { node: gone, edit: TreeEdit::Promote },
        Action::Annotate(Some(Annotating { node: gone, before: false })),
        Action::PlayLine { node: gone, moves: Vec::new() },
        Action::Games(GamesAction::StandOn(3)),
        Action::Games(GamesAction::Save(SaveAnswer::Replace)),
        Action::Confirm,
        Action::DismissToast(99),
        Action::Editor(EditorAction::Clear),
    ] {
        desk.act(action);
    }
    assert_eq!(desk.model.game.tree.len(), 1);
    assert_eq!(desk.model.game.current, NodeId::ROOT);
}

// ------------------------------------------------------------------------------------------- the session

#[test]
fn the_session_survives_with_game_clocks_and_view() {
    let mut desk = Desk::with(blitz());
    desk.play("e2e4");
    desk.answer("c7c5");
    desk.now += 12_345;
    desk.play("g1f3");
    desk.started();
    desk.now += 1_000;
    desk.give(UserCommand::First);
    desk.give(UserCommand::Flip);
    desk.act(Action::Layout(serde_json::json!({ "panels": [1, 2] })));
    let text = Session::of(&desk.model, desk.now).to_text();

    let mut later = Desk::new();
    later.now = 5;
    later.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    let (old, new) = (&desk.model.game, &later.model.game);
    assert_eq!(later.line(), "e4 c5 Nf3");
    assert_eq!((new.current, new.live), (old.current, old.live));
    assert_eq!((&new.tree, &new.tags, &new.players), (&old.tree, &old.tags, &old.players));
    assert_eq!(new.clock_ms(Color::White, 5), old.clock_ms(Color::White, desk.now));
    assert_eq!(new.clocks.as_ref().unwrap().left_ms(Color::Black, 99_999), 61_000);
    assert!(new.paused && later.says("paused"), "the clock does not run by itself");
    assert!(later.model.view.flipped);
    assert_eq!(later.model.view.layout, desk.model.view.layout);
    assert!(later.searches.is_empty());
    later.give(UserCommand::Pause);
    assert_eq!(later.asked().position.moves.len(), 3, "then the engine goes on thinking");
}

#[test]
fn a_game_without_clocks_goes_on_at_once() {
    let mut desk = Desk::new();
    desk.play("e2e4");
    let text = Session::of(&desk.model, 0).to_text();
    let mut later = Desk::new();
    later.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    assert_eq!(later.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Play));
    later.answer("e7e5");
    assert_eq!(later.line(), "e4 e5");
}

#[test]
fn analysis_and_the_game_behind_it_survive_too() {
    let mut desk = Desk::new();
    desk.play("e2e4");
    desk.answer("e7e5");
    desk.act(Action::PasteText("1. d4 d5 2. c4 e6 (2... c6) *".to_owned()));
    desk.give(UserCommand::ToggleAnalysis);
    let text = Session::of(&desk.model, 0).to_text();
    let mut later = Desk::new();
    later.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    assert_eq!(later.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Analyse));
    assert_eq!(later.model.game.tree.len(), 6);
    later.give(UserCommand::Undo);
    assert_eq!(later.line(), "e4 e5", "the game that was being played is not lost");
    assert_eq!(later.model.game.human_side(), Some(Color::White));
}

#[test]
fn every_ending_survives() {
    let mut desk = Desk::new();
    desk.play("e2e4");
    desk.answer("e7e5");
    desk.give(UserCommand::Resign);
    let phase = desk.model.game.phase;
    let session = Session::parse(&Session::of(&desk.model, 0).to_text()).unwrap();
    assert_eq!(session.game.restore().unwrap().phase, phase);
}

#[test]
fn damaged_sessions_are_refused() {
    let text = Session::of(&Desk::new().model, 0).to_text();
    for (from, to) in [
        ("\"version\":1", "\"version\":\"x\""),
        ("\"game\":{", "\"play\":{"),
        ("rnbqkbnr/", "rnbqqbnr/"),
        ("\"rows\":[{}]", "\"rows\":[]"),
    ] {
        let damaged = text.replacen(from, to, 1);
        assert_ne!(damaged, text, "{from}");
        assert!(Session::parse(&damaged).is_err(), "{from} -> {to}");
    }
    for end in 0..text.len() {
        assert!(Session::parse(&text[..end]).is_err(), "cut at {end}");
    }
    for (from, to) in [
        ("\"version\":1", "\"version\":2"),
        ("\"current\":0", "\"current\":7"),
        ("\"live\":0", "\"live\":4000000000"),
        ("\"flipped\":false", "\"flipped\":\"half\""),
    ] {
        let odd = text.replacen(from, to, 1);
        assert_ne!(odd, text, "{from}");
        let (session, left_out) = Session::read(&odd).unwrap();
        assert!(session.game.restore().is_ok(), "{from} -> {to}");
        assert_eq!(left_out.is_empty(), from.contains("version"), "{left_out:?}");
    }
}

#[test]
fn stepping_through_a_game_writes_the_session_once() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText("1. e4 e5 2. Nf3 Nc6 *".to_owned()));
    desk.take_effects();
    for _ in 0..4 {
        desk.now += 30;
        desk.give(UserCommand::Next);
    }
    assert!(!desk.saves(), "not per key");
    let wait = desk.model.next_change_ms(desk.now).unwrap();
    desk.now += wait.max(5_000);
    desk.act(Action::Tick);
    assert!(desk.saves());
    desk.act(Action::Tick);
    assert!(!desk.saves());
}

// ------------------------------------------------------------------------------------------- the window

#[test]
fn commands_reach_the_world_as_effects() {
    let mut desk = Desk::new();
    desk.give(UserCommand::CopyFen);
    desk.give(UserCommand::Paste);
    desk.give(UserCommand::OpenFile);
    desk.give(UserCommand::SaveFile);
    desk.give(UserCommand::FullScreen);
    desk.give(UserCommand::ResetWorkspace);
    desk.give(UserCommand::Quit);
    let effects = desk.take_effects();
    let has = |wanted: &dyn Fn(&Effect) -> bool| effects.iter().any(wanted);
    assert!(has(&|e| matches!(e, Effect::CopyText(text) if *text == Board::start().to_string())));
    assert!(has(&|e| matches!(e, Effect::RequestPaste)));
    assert!(has(&|e| matches!(e, Effect::PickFileToOpen)));
    assert!(has(
        &|e| matches!(e, Effect::PickFileToSave { suggested, .. } if suggested.contains(".pgn"))
    ));
    assert!(has(&|e| matches!(e, Effect::FullScreen(true))));
    assert!(has(&|e| matches!(e, Effect::ResetWorkspace(_))));
    assert!(has(&|e| matches!(e, Effect::Quit)) && has(&|e| matches!(e, Effect::SaveSession)));
}

#[test]
fn every_command_can_be_given_at_any_time() {
    let openings: [&[&str]; 3] = [&[], &["e2e4"], &["e2e4", "e7e5"]];
    for moves in openings {
        for command in UserCommand::ALL {
            let mut desk = Desk::with(blitz());
            for (i, text) in moves.iter().enumerate() {
                if i % 2 == 0 { desk.play(text) } else { desk.answer(text) }
            }
            // Not enabled ones are ignored, enabled ones leave a model that can go on.
            desk.act(Action::Command(command));
            desk.act(Action::Command(UserCommand::Undo));
            desk.act(Action::Tick);
            assert!(desk.model.game.tree.contains(desk.model.game.current), "{command:?}");
            assert!(desk.model.game.tree.contains(desk.model.game.live), "{command:?}");
        }
    }
}

#[test]
fn switches_say_whether_they_are_on() {
    let mut desk = Desk::new();
    for command in [
        UserCommand::ToggleAnalysis,
        UserCommand::Flip,
        UserCommand::ToggleEvalBar,
        UserCommand::ToggleEngineArrows,
        UserCommand::HideEngine,
        UserCommand::TogglePov,
        UserCommand::EditPosition,
    ] {
        let before = command.is_checked(&desk.model).expect("a switch");
        desk.give(command);
        assert_eq!(command.is_checked(&desk.model), Some(!before), "{command:?}");
        desk.give(command);
        assert_eq!(command.is_checked(&desk.model), Some(before), "{command:?}");
    }
    assert_eq!(UserCommand::NewGame.is_checked(&desk.model), None);
    let scale = desk.model.settings.ui_scale;
    desk.give(UserCommand::ZoomIn);
    desk.give(UserCommand::ZoomOut);
    assert!((desk.model.settings.ui_scale - scale).abs() < 1e-5);
    for _ in 0..3 {
        desk.give(UserCommand::NextTheme);
    }
    assert_eq!(desk.model.settings.theme, Settings::default().theme);
}

#[test]
fn the_new_game_dialog_edits_a_draft() {
    let mut desk = Desk::new();
    desk.give(UserCommand::NewGame);
    let draft = NewGame { sides: Sides::HumanBlack, ..blitz() };
    desk.act(Action::DraftNewGame(draft.clone()));
    assert!(matches!(&desk.model.dialog, Some(Dialog::NewGame(shown)) if *shown == draft));
    assert!(desk.model.game.clocks.is_none(), "nothing happens before it is confirmed");
    desk.act(Action::StartGame(draft.clone()));
    assert!(desk.model.dialog.is_none());
    assert_eq!(desk.model.settings.new_game, draft, "it is remembered");
}

#[test]
fn lines_shown_before_stay_until_the_new_search_has_its_own() {
    let mut desk = Desk::new();
    desk.give(UserCommand::ToggleAnalysis);
    for (slot, text) in [(1, "e2e4"), (2, "d2d4"), (3, "c2c4")] {
        desk.report(8, slot, text, 30 - slot as i32);
    }
    desk.report(9, 1, "e2e4", 33);
    let shown = |desk: &Desk| {
        let lines =
            desk.model.telemetry.lines(&desk.model.game.tree, NodeId::ROOT, EngineId::BUILT_IN);
        lines.iter().map(|line| (line.info.depth, line.stale)).collect::<Vec<_>>()
    };
    assert_eq!(shown(&desk), [(9, false), (8, true), (8, true)]);
    desk.play("e2e4");
    desk.give(UserCommand::First);
    assert_eq!(shown(&desk), [(9, true), (8, true), (8, true)], "all three were kept");
    desk.give(UserCommand::FewerLines);
    assert_eq!(shown(&desk), [(9, true), (8, true)]);
    desk.report(1, 1, "g1f3", 10);
    assert_eq!(shown(&desk), [(1, false), (8, true)]);
}

#[test]
fn exported_games_name_players_date_and_time() {
    let mut desk = Desk::new();
    desk.model.today = "2026.11.21".to_owned();
    desk.act(Action::StartGame(blitz()));
    desk.play("e2e4");
    desk.answer("e7e5");
    desk.give(UserCommand::Resign);
    desk.take_effects();
    desk.give(UserCommand::SaveFile);
    let Some(Effect::PickFileToSave { suggested, append: false }) = desk.take_effects().pop()
    else {
        panic!("no file is asked for")
    };
    let picked = GamesAction::SaveTo { path: "x.pgn".into(), games: 0, append: false };
    desk.act(Action::Games(picked));
    let Some(Effect::WriteGame(request)) = desk.take_effects().pop() else {
        panic!("nothing to save")
    };
    let text = request.text;
    assert!(suggested.starts_with("Player - Tabia"), "{suggested}");
    for tag in [
        "[Date \"2026.11.21\"]",
        "[White \"Player\"]",
        "[Result \"0-1\"]",
        "[TimeControl \"60+2\"]",
    ] {
        assert!(text.contains(tag), "{tag} is missing in {text}");
    }
    assert!(text.contains("1. e4 {[%clk 0:01:00]} 1... e5 {[%clk 0:01:02]} 0-1"), "{text}");
}
