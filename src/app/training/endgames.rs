//! Endgames to win or hold against the engine, which plays as well as it can and probes the tablebases if there are
//! any. Only the rules decide the result.

use tabia_chess::{Board, Color, Move, Outcome, rules};
use tabia_engine::eval;
use tabia_engine::search::report::{IterationInfo, SearchOutcome};
use tabia_engine::search::score::Score;
use tabia_games::game::position::GamePosition;
use tabia_host::review::collector::AnalysisCollector;
use tabia_text::t;

/// A draw counts as held after this many moves of the solver, unless the engine considers the game lost.
pub const HOLD_MOVES: u32 = 25;
/// Score for the solver from which the engine considers the game won, centipawns: less than in any start position
/// that is to be won.
const WINNING: i32 = 200;
/// Score for the solver from which the engine considers the game lost, centipawns: a rook and a pawn against a rook
/// may look like 300 and be a draw.
const LOSING: i32 = -500;

/// The goal of an endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    Win,
    Draw,
}

impl Goal {
    /// The goal as text.
    pub fn text(self) -> &'static str {
        match self {
            Goal::Win => t!("endgame-goal-win"),
            Goal::Draw => t!("endgame-goal-draw"),
        }
    }
}

/// An endgame with its start positions. The solver is the side to move.
#[derive(Debug, PartialEq, Eq)]
pub struct Endgame {
    /// Its name in files.
    pub name: &'static str,
    pub goal: Goal,
    fens: &'static [&'static str],
}

/// All endgames, the easiest first.
pub const ENDGAMES: &[Endgame] = &[
    Endgame {
        name: "rook",
        goal: Goal::Win,
        fens: &[
            "8/8/8/3k4/8/8/8/R3K3 w - - 0 1",
            "8/8/4k3/8/8/8/8/4K2R w - - 0 1",
            "4k3/8/8/8/8/8/8/K6R w - - 0 1",
        ],
    },
    Endgame {
        name: "opposition",
        goal: Goal::Win,
        fens: &[
            "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
            "8/3k4/8/3K4/8/3P4/8/8 w - - 0 1",
            "3k4/8/3K4/3P4/8/8/8/8 w - - 0 1",
        ],
    },
    Endgame {
        name: "pawn-draw",
        goal: Goal::Draw,
        fens: &[
            "8/8/8/4k3/4P3/4K3/8/8 b - - 0 1",
            "4k3/8/4P3/4K3/8/8/8/8 b - - 0 1",
            "8/8/8/8/k7/P7/1K6/8 b - - 0 1",
        ],
    },
    Endgame {
        name: "queen-pawn",
        goal: Goal::Win,
        fens: &[
            "8/8/8/8/8/1K6/3pk3/7Q w - - 0 1",
            "7Q/8/8/8/4K3/8/1pk5/8 w - - 0 1",
            "4Q3/8/8/8/3K4/8/6pk/8 w - - 0 1",
        ],
    },
    Endgame {
        name: "lucena",
        goal: Goal::Win,
        fens: &[
            "3K4/3P1k2/8/8/8/8/2r5/4R3 w - - 0 1",
            "1K6/1P1k4/8/8/8/8/r7/2R5 w - - 0 1",
            "5K2/3k1P2/8/8/8/8/6r1/4R3 w - - 0 1",
        ],
    },
    Endgame {
        name: "philidor",
        goal: Goal::Draw,
        fens: &[
            "4k3/8/r7/3KP3/8/8/8/7R b - - 0 1",
            "3k4/7R/8/3KP3/8/r7/8/8 b - - 0 1",
            "4k3/R7/8/3PK3/8/7r/8/8 b - - 0 1",
        ],
    },
    Endgame {
        name: "vancura",
        goal: Goal::Draw,
        fens: &["R7/6k1/P4r2/8/8/8/8/1K6 b - - 0 1", "R7/6k1/P4r2/8/2K5/8/8/8 b - - 0 1"],
    },
    Endgame {
        name: "bishop-knight",
        goal: Goal::Win,
        fens: &[
            "7k/5K2/5N2/8/4B3/8/8/8 w - - 0 1",
            "8/8/8/3k4/8/8/3BN3/3K4 w - - 0 1",
            "4k3/8/4K3/4NB2/8/8/8/8 w - - 0 1",
        ],
    },
];

impl Endgame {
    /// Its name in the window.
    pub fn title(&self) -> &'static str {
        match self.name {
            "rook" => t!("endgame-rook"),
            "opposition" => t!("endgame-opposition"),
            "pawn-draw" => t!("endgame-pawn-draw"),
            "queen-pawn" => t!("endgame-queen-pawn"),
            "lucena" => t!("endgame-lucena"),
            "philidor" => t!("endgame-philidor"),
            "vancura" => t!("endgame-vancura"),
            _ => t!("endgame-bishop-knight"),
        }
    }

    /// Its start positions.
    pub fn starts(&self) -> usize {
        self.fens.len()
    }
}

/// An endgame in progress.
#[derive(Clone, Debug)]
pub struct Drill {
    /// Its index in [`ENDGAMES`].
    pub endgame: usize,
    /// The index of its start position.
    pub start: usize,
    pub solver: Color,
    pub position: GamePosition,
    pub state: DrillState,
    /// A move was taken back: the attempt counts as unsuccessful.
    pub taken_back: bool,
    /// The engine's scores after each move of the solver that it has answered, from the solver's view, with the
    /// depth.
    scores: Vec<Option<(Score, u32)>>,
    collector: AnalysisCollector,
}

/// The hardest drawing move where every move draws, by the exact evaluation of king and pawn against king: the fewest
/// of the replies draw, nothing can be captured, and no position is repeated. The search does not distinguish these
/// moves. `None`: its own move is as good.
fn hardest(position: &GamePosition, own: Move) -> Option<Move> {
    let draws = |board: &Board| board.occupied().count() <= 3 && eval::evaluate(board) == 0;
    let board = position.board();
    let share = |mv: Move| {
        let mut next = position.clone();
        next.moves.push(mv);
        let after = next.board();
        let replies = after.legal_moves();
        let saving = replies.iter().filter(|&&reply| draws(&after.after(reply))).count();
        let keeps = draws(&after) && !replies.iter().any(|reply| reply.is_capture());
        (keeps && saving > 0 && next.repetitions() < 2).then(|| saving * 1000 / replies.len())
    };
    let known = draws(&board).then(|| board.legal_moves())?;
    let all = known.iter().filter_map(|&mv| Some((share(mv)?, mv)));
    let (least, hard) = all.min_by_key(|&(share, _)| share)?;
    (share(own) != Some(least)).then_some(hard)
}

/// The state of an endgame in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrillState {
    /// The solver is to move.
    Ask,
    /// The engine is thinking.
    Thinking,
    Reached,
    Missed,
}

impl Drill {
    /// Starts an endgame; `None` if there is no such position.
    pub(crate) fn new(endgame: usize, start: usize) -> Option<Drill> {
        let fen = ENDGAMES.get(endgame)?.fens.get(start)?;
        let board = Board::from_fen(fen).ok()?;
        Some(Drill {
            endgame,
            start,
            solver: board.stm(),
            position: GamePosition::new(board),
            state: DrillState::Ask,
            taken_back: false,
            scores: Vec::new(),
            collector: AnalysisCollector::default(),
        })
    }

    pub fn info(&self) -> &'static Endgame {
        &ENDGAMES[self.endgame]
    }

    pub fn last(&self) -> Option<Move> {
        self.position.moves.last().copied()
    }

    /// The engine's score after its last move, from the solver's view, and the depth.
    pub fn score(&self) -> Option<(Score, u32)> {
        self.scores.last().copied().flatten()
    }

    /// The number of the solver's moves so far.
    pub fn moves(&self) -> u32 {
        self.position.moves.len().div_ceil(2) as u32
    }

    pub fn is_over(&self) -> bool {
        matches!(self.state, DrillState::Reached | DrillState::Missed)
    }

    /// Plays a move of the solver. `true`: the engine has to answer.
    pub(crate) fn play(&mut self, mv: Move) -> bool {
        if self.state != DrillState::Ask || !self.position.board().is_legal(mv) {
            return false;
        }
        self.position.moves.push(mv);
        self.state = DrillState::Thinking;
        self.collector = AnalysisCollector::default();
        self.settle();
        self.state == DrillState::Thinking
    }

    /// The position that the engine has to answer, searched from the beginning.
    pub(crate) fn searched(&mut self) -> Option<GamePosition> {
        self.collector = AnalysisCollector::default();
        (self.state == DrillState::Thinking).then(|| self.position.clone())
    }

    pub(crate) fn iteration(&mut self, info: &IterationInfo) {
        self.collector.on_iteration(info);
    }

    /// Plays the engine's answer.
    pub(crate) fn answer(&mut self, outcome: &SearchOutcome) {
        let Some(mv) = outcome.best.filter(|&mv| self.position.board().is_legal(mv)) else {
            return self.failed();
        };
        let found = std::mem::take(&mut self.collector).finish(outcome);
        self.scores.push(found.map(|found| (found.score.flipped(), found.depth)));
        let hardest = (self.info().goal == Goal::Draw).then(|| hardest(&self.position, mv));
        self.position.moves.push(hardest.flatten().unwrap_or(mv));
        self.state = DrillState::Ask;
        self.settle();
        let is_long = self.info().goal == Goal::Draw && self.moves() >= HOLD_MOVES;
        let held = is_long && self.score().is_some_and(|score| self.is_in_reach(score));
        if self.state == DrillState::Ask && held {
            self.state = DrillState::Reached;
        }
    }

    /// The engine gave no move: takes back the solver's.
    pub(crate) fn failed(&mut self) {
        if self.state == DrillState::Thinking {
            self.position.moves.pop();
            self.state = DrillState::Ask;
        }
    }

    /// The solver's move after which, by the engine's scores, the goal stayed out of reach, and the position before
    /// it; `None`: it is still in reach, or was reached.
    pub fn turning_point(&self) -> Option<(Board, Move)> {
        let ply = self.turning_ply()?;
        let before =
            GamePosition { start: self.position.start, moves: self.position.moves[..ply].to_vec() };
        Some((before.board(), self.position.moves[ply]))
    }

    /// Whether the goal is within reach by this score.
    fn is_in_reach(&self, (score, _): (Score, u32)) -> bool {
        match self.info().goal {
            Goal::Win => score.clamped_cp(i32::MAX) >= WINNING,
            Goal::Draw => score.clamped_cp(i32::MAX) > LOSING,
        }
    }

    /// The ply of that move.
    fn turning_ply(&self) -> Option<usize> {
        let in_reach = |score| self.is_in_reach(score);
        let kept = self.scores.iter().rposition(|score| score.is_none_or(in_reach));
        let ply = 2 * kept.map_or(0, |kept| kept + 1);
        let known = match self.state {
            DrillState::Ask | DrillState::Thinking => 2 * self.scores.len(),
            DrillState::Reached => 0,
            // The last move may have ended the game, and has no score then.
            DrillState::Missed => self.position.moves.len(),
        };
        (ply < known).then_some(ply)
    }

    /// Takes moves back to where the goal was still within reach.
    pub(crate) fn take_back(&mut self) {
        if let Some(ply) = self.turning_ply() {
            self.position.moves.truncate(ply);
            self.scores.truncate(ply / 2);
            (self.state, self.taken_back) = (DrillState::Ask, true);
        }
    }

    /// Ends the game if the rules do, including a draw by repetition or the fifty-move rule.
    fn settle(&mut self) {
        if let Some(outcome) = self.outcome() {
            let reached = match self.info().goal {
                Goal::Win => outcome.winner() == Some(self.solver),
                Goal::Draw => outcome.winner() != Some(!self.solver),
            };
            self.state = if reached { DrillState::Reached } else { DrillState::Missed };
        }
    }

    /// The outcome of the game, if it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        let (board, repetitions) = (self.position.board(), self.position.repetitions());
        rules::automatic_outcome(&board, repetitions)
            .or_else(|| rules::claim(&board, repetitions).map(rules::Claim::outcome))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::san;
    use tabia_engine::search::report::StopReason;

    fn outcome(best: Option<Move>, score: Score) -> SearchOutcome {
        SearchOutcome {
            best,
            score: Some(score),
            depth: Some(9),
            ..SearchOutcome::nothing(StopReason::Depth)
        }
    }

    fn mv(drill: &Drill, text: &str) -> Move {
        san::parse(&drill.position.board(), text).unwrap()
    }

    #[test]
    fn every_endgame_has_positions_in_which_there_is_something_to_do() {
        for (at, endgame) in ENDGAMES.iter().enumerate() {
            assert!(endgame.starts() >= 2 && !endgame.title().is_empty());
            for start in 0..endgame.starts() {
                let drill =
                    Drill::new(at, start).unwrap_or_else(|| panic!("{} {start}", endgame.name));
                let board = drill.position.board();
                assert!(
                    board.has_legal_move() && drill.outcome().is_none(),
                    "{} {start}",
                    endgame.name
                );
                let mover = |color| tabia_chess::rules::can_mate(&board, color);
                assert!(endgame.goal == Goal::Draw || mover(drill.solver), "{}", endgame.name);
            }
            assert!(Drill::new(at, endgame.starts()).is_none());
        }
        assert!(Drill::new(ENDGAMES.len(), 0).is_none());
    }

    #[test]
    fn a_pawn_that_cannot_win_is_not_given_away() {
        for (fen, own) in
            [("8/8/4k3/8/4P3/4K3/8/8 w - - 0 1", "Kf2"), ("8/8/3k4/8/4P3/4K3/8/8 w - - 0 1", "e5+")]
        {
            let board = Board::from_fen(fen).unwrap();
            let own = san::parse(&board, own).unwrap();
            let hard = hardest(&GamePosition::new(board), own).unwrap();
            assert!(["Kd4", "Kf4"].contains(&&*san::write(&board, hard)), "{fen}");
            assert_eq!(hardest(&GamePosition::new(board), hard), None, "nothing is harder");
        }
        let won = Board::from_fen("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1").unwrap();
        for board in [won, Board::start()] {
            let own = board.legal_moves()[0];
            assert_eq!(hardest(&GamePosition::new(board), own), None);
        }
    }

    #[test]
    fn a_win_is_a_mate_and_nothing_less() {
        let mut drill = Drill::new(0, 0).unwrap();
        drill.position =
            GamePosition::new(Board::from_fen("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap());
        assert!(!drill.play(mv(&drill, "Ra8#")), "nothing is left to answer");
        assert_eq!(drill.state, DrillState::Reached);
        let mut drill = Drill::new(0, 0).unwrap();
        drill.position =
            GamePosition::new(Board::from_fen("7k/8/5K2/8/8/8/8/6R1 w - - 0 1").unwrap());
        drill.play(mv(&drill, "Kf7"));
        let reply = san::parse(&drill.position.board(), "Kh7").unwrap();
        drill.answer(&outcome(Some(reply), Score::Mate(-2)));
        assert_eq!((drill.state, drill.score()), (DrillState::Ask, Some((Score::Mate(2), 9))));
        let mut stalemate = Drill::new(0, 0).unwrap();
        stalemate.position =
            GamePosition::new(Board::from_fen("7k/8/5K2/8/8/8/8/5R2 w - - 0 1").unwrap());
        stalemate.play(mv(&stalemate, "Rg1"));
        assert_eq!(stalemate.state, DrillState::Thinking);
        let reply = san::parse(&stalemate.position.board(), "Kh7").unwrap();
        stalemate.answer(&outcome(Some(reply), Score::Mate(-9)));
        assert_eq!(stalemate.state, DrillState::Ask);
    }

    #[test]
    fn the_move_that_gave_the_goal_away_is_found_and_can_be_taken_back() {
        let opposition = ENDGAMES.iter().position(|endgame| endgame.name == "opposition").unwrap();
        let mut drill = Drill::new(opposition, 0).unwrap();
        let start = drill.position.board();
        let given_away = mv(&drill, "Kd5");
        for (own, reply) in [("Kd5", "Ke7"), ("e6", "Ke8"), ("Kd6", "Kd8"), ("e7+", "Ke8")] {
            let known = drill.turning_point();
            assert!(drill.play(mv(&drill, own)) && drill.turning_point() == known);
            let reply = mv(&drill, reply);
            drill.answer(&outcome(Some(reply), Score::EVEN));
            assert_eq!(drill.turning_point(), Some((start, given_away)), "at once");
        }
        assert!(!drill.play(mv(&drill, "Ke6")), "stalemate");
        assert_eq!(drill.state, DrillState::Missed);
        assert_eq!(drill.turning_point(), Some((start, given_away)));
        drill.take_back();
        assert_eq!((drill.state, drill.moves(), drill.score()), (DrillState::Ask, 0, None));
        assert!(drill.taken_back && drill.turning_point().is_none());
        // The position stays won until the move that stalemates.
        drill.position =
            GamePosition::new(Board::from_fen("7k/8/6K1/8/8/8/4R3/8 w - - 0 1").unwrap());
        for (own, reply) in [("Re1", "Kg8"), ("Rg1", "Kh8")] {
            drill.play(mv(&drill, own));
            let reply = mv(&drill, reply);
            drill.answer(&outcome(Some(reply), Score::Mate(-9)));
        }
        let before = drill.position.board();
        let stalemates = mv(&drill, "Kh6");
        drill.play(stalemates);
        assert_eq!(drill.state, DrillState::Missed, "stalemate");
        assert_eq!(drill.turning_point(), Some((before, stalemates)));
        drill.take_back();
        assert_eq!((drill.position.board(), drill.score()), (before, Some((Score::Mate(9), 9))));
    }

    #[test]
    fn a_lost_piece_misses_the_win_and_a_draw_is_held_by_the_rules() {
        let mut drill = Drill::new(0, 0).unwrap();
        drill.position =
            GamePosition::new(Board::from_fen("8/8/8/8/8/2k5/1R6/3K4 w - - 0 1").unwrap());
        drill.play(mv(&drill, "Ke2"));
        let takes = san::parse(&drill.position.board(), "Kxb2").unwrap();
        drill.answer(&outcome(Some(takes), Score::EVEN));
        assert_eq!(drill.state, DrillState::Missed, "bare kings");
        let draw = ENDGAMES.iter().position(|endgame| endgame.name == "pawn-draw").unwrap();
        let mut held = Drill::new(draw, 0).unwrap();
        held.position =
            GamePosition::new(Board::from_fen("4k3/4P3/3K4/8/8/8/8/8 b - - 0 1").unwrap());
        held.play(mv(&held, "Kf7"));
        let queens = san::parse(&held.position.board(), "Kd7").unwrap();
        held.answer(&outcome(Some(queens), Score::Cp(600)));
        assert_eq!(held.state, DrillState::Ask);
        held.play(mv(&held, "Kf6"));
        held.answer(&SearchOutcome::nothing(StopReason::Stopped));
        assert_eq!(
            (held.state, held.moves()),
            (DrillState::Ask, 1),
            "without an answer the move is taken back"
        );
    }

    #[test]
    fn a_lost_game_is_not_held_after_its_moves() {
        let philidor = ENDGAMES.iter().position(|endgame| endgame.name == "philidor").unwrap();
        let mut drill = Drill::new(philidor, 0).unwrap();
        let quiet = |position: &GamePosition| {
            let is_quiet = |mv: &Move| {
                let mut next = position.clone();
                next.moves.push(*mv);
                !mv.is_capture() && next.board().has_legal_move() && next.repetitions() < 2
            };
            position.board().legal_moves().iter().copied().find(is_quiet).unwrap()
        };
        let mut turn = |score: Score| {
            let own = quiet(&drill.position);
            assert!(drill.play(own));
            let reply = quiet(&drill.position);
            drill.answer(&outcome(Some(reply), score));
            (drill.state, drill.turning_point().map(|(_, mv)| mv == own))
        };
        for _ in 2..HOLD_MOVES {
            assert_eq!(turn(Score::Cp(300)), (DrillState::Ask, None));
        }
        assert_eq!(turn(Score::Mate(20)), (DrillState::Ask, Some(true)), "the move that loses");
        assert_eq!(turn(Score::Mate(19)), (DrillState::Ask, Some(false)), "play goes on");
        assert_eq!(turn(Score::EVEN), (DrillState::Reached, None), "the win was given away");
    }
}
