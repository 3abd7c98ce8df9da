//! Contempt: the value of a draw. Runs the same search with several values, each time with an empty memory.

use clap::Args;
use serde::{Deserialize, Serialize};

use tabia_chess::{Board, Move, san};
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::eval;
use tabia_engine::search::limits::Limits;
use tabia_engine::search::report::{IterationInfo, StopReason};
use tabia_engine::search::score::{Bound, Pov, Score};
use tabia_engine::search::thinker::SearchObserver;
use tabia_games::game::position::GamePosition;
use tabia_text::{signed, t};

use crate::experiment::{Example, Experiment, Form, Info, LabContext, LabError, Trial};
use crate::table::{Cell, Column, Row, Table, Unit};

/// Greatest contempt that can be asked for, centipawns.
const MAX_CONTEMPT: u32 = 200;
const MAX_DEPTH: u32 = 30;
/// Number of moves of a line that are shown.
const LINE: usize = 12;

/// Several values of contempt on one position.
#[derive(Debug)]
pub struct Contempt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Args, Serialize, Deserialize)]
pub struct Request {
    /// Depth of each search, plies
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    pub depth: u32,
    /// The greatest contempt, centipawns; the others are half of it (rounded down), none, and the same below zero
    #[arg(long, value_name = "CP", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_CONTEMPT)))]
    pub contempt: u32,
}

impl Default for Request {
    fn default() -> Request {
        Request { depth: 12, contempt: 100 }
    }
}

impl Request {
    /// The values, lowest first: five, or three if half of the greatest is less than a centipawn.
    pub fn values(self) -> Vec<i32> {
        let most = self.contempt.clamp(1, MAX_CONTEMPT) as i32;
        let mut values = vec![-most, -most / 2, 0, most / 2, most];
        values.dedup();
        values
    }
}

/// The result of a search with one value of contempt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContemptSearch {
    /// Centipawns.
    pub contempt: i32,
    /// Side to move's view; a draw is worth minus the contempt.
    pub score: Option<Score>,
    pub depth: u32,
    #[serde(with = "crate::experiment::move_list")]
    pub line: Vec<Move>,
}

impl ContemptSearch {
    /// Whether the score is that of a draw and the line leads to one: a repetition, a position one move before it
    /// (where the search stops, because it sees the repetition coming), or the end of the game. The score alone could
    /// be equal by chance. A position from the game before the search counts only at its third occurrence.
    pub fn is_draw(&self, start: &GamePosition) -> bool {
        let mut board = start.board();
        let mut keys = start.keys();
        let root = keys.len() - 1;
        let repeats = |keys: &[u64], key: u64| {
            keys[root..].contains(&key) || keys.iter().filter(|&&known| known == key).count() > 1
        };
        let mut ends = false;
        for &mv in &self.line {
            if !board.is_legal(mv) {
                break;
            }
            board.make_move(mv);
            ends |= repeats(&keys, board.key()) || board.halfmove_clock() >= 100;
            keys.push(board.key());
        }
        ends |= is_stalemate(&board) || eval::is_bare_draw(&board);
        ends |= board.legal_moves().iter().any(|&mv| {
            let mut next = board;
            next.make_move(mv);
            repeats(&keys, next.key())
        });
        ends && self.score == Some(Score::Cp(-self.contempt))
    }
}

impl ContemptSearch {
    /// Whether the line reaches an ending that the evaluation knows to be drawn, and the score is that of such an
    /// ending: it is 0 with any contempt, because no rule has ended the game there.
    pub(crate) fn is_drawn_ending(&self, start: &Board) -> bool {
        let mut board = *start;
        let known = |board: &Board| eval::is_known(board) && eval::evaluate(board) == 0;
        let mut reached = known(&board);
        for &mv in &self.line {
            if !board.is_legal(mv) {
                break;
            }
            board.make_move(mv);
            reached |= known(&board);
        }
        reached && self.score == Some(Score::EVEN)
    }

    /// The text key of its result.
    fn result(&self, start: &GamePosition) -> &'static str {
        if self.is_draw(start) {
            "contempt-draw"
        } else if self.is_drawn_ending(&start.board()) {
            "contempt-drawn-ending"
        } else {
            "contempt-no-draw"
        }
    }
}

/// The newest line of a search.
#[derive(Default)]
struct Newest(Option<IterationInfo>);

impl SearchObserver for Newest {
    fn on_iteration(&mut self, info: &IterationInfo) {
        if info.multi_pv == 1 && info.bound == Bound::Exact {
            self.0 = Some(info.clone());
        }
    }
}

fn is_stalemate(board: &Board) -> bool {
    !board.has_legal_move() && !board.in_check()
}

impl Experiment for Contempt {
    const INFO: Info = Info {
        id: "contempt",
        start: "contempt-start",
        empty: ["contempt-empty", "contempt-empty.why"],
        note: "contempt-note",
        about: "contempt-about",
        example: Example {
            label: "contempt-example",
            fen: Some("6k1/Q2n1ppp/8/8/8/5q2/R4P1P/6K1 b - - 0 1"),
        },
        help: [
            "What a draw counts for: the same search with several values of contempt",
            "With --json: one object per value: contempt (centipawns; a draw counts minus this for the side to move), \
            depth (plies), score_cp or score_mate (side to move's view), move, draw (draw: the score is exactly what a draw \
            counts for and the line leads to one; drawn ending: the line reaches an ending that the evaluation knows as \
            drawn, which counts 0 with any contempt; else no draw), line. Each search begins with an empty hash table.",
        ],
    };
    type Request = Request;
    type Update = ContemptSearch;

    fn run(
        request: &Request,
        position: &GamePosition,
        context: &mut LabContext<'_>,
        report: &mut dyn FnMut(ContemptSearch) -> bool,
    ) -> Result<(), LabError> {
        let usual = *context.engine.options();
        for contempt in request.values() {
            let options = EngineOptions { contempt, ..usual };
            let set = context.engine.set_options(&options);
            set.map_err(|error| LabError::Failed(error.to_string()))?;
            context.engine.new_game();
            let mut newest = Newest::default();
            let limits = Limits::depth(request.depth.clamp(1, MAX_DEPTH));
            let outcome = context.engine.go(position, &limits, context.stop, &mut newest);
            if outcome.reason == StopReason::Stopped {
                break;
            }
            let line = newest.0.map_or_else(Vec::new, |info| info.pv);
            let (score, depth) = (outcome.score, outcome.depth.unwrap_or(0));
            if !report(ContemptSearch { contempt, score, depth, line }) {
                break;
            }
        }
        Ok(())
    }

    fn options(request: &Request) -> Option<Vec<(&'static str, String)>> {
        Some(vec![("depth", request.depth.to_string()), ("contempt", request.contempt.to_string())])
    }

    fn columns(_: &Request) -> Table {
        Table::new(vec![
            Column::new("contempt")
                .head(t!("contempt-column-contempt"))
                .unit(Unit::Centipawns)
                .place("", 9, ""),
            Column::new("depth").head(t!("column-depth")).unit(Unit::Plies).place(" ", 6, ""),
            Column::score("score", Pov::SideToMove).head(t!("column-score")).place(" ", 7, ""),
            Column::words("draw").head(t!("contempt-column-draw")).place("  ", 13, ""),
            Column::words("move").head(t!("column-move")).place("  ", 7, ""),
            Column::words("line").head(t!("contempt-column-line")).place("  ", 0, ""),
        ])
    }

    fn rows(trial: &Trial<Self>, _: &[ContemptSearch], found: &ContemptSearch) -> Vec<Row> {
        let board = trial.position.board();
        let draw = found.result(&trial.position);
        vec![vec![
            found.contempt.into(),
            found.depth.into(),
            Cell::score(found.score),
            Cell::Text(draw),
            Cell::mv(&board, found.line.first().copied()),
            san::line_text(&board, &found.line, LINE).into(),
        ]]
    }

    fn summary(trial: &Trial<Self>) -> Vec<String> {
        let found = &trial.updates;
        let [first, .., last] = &found[..] else { return Vec::new() };
        let moves: Vec<_> = found.iter().map(|one| one.line.first().copied()).collect();
        let changes = moves.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let draws = found.iter().filter(|one| one.is_draw(&trial.position)).count();
        let (low, high) = (signed(first.contempt, 0), signed(last.contempt, 0));
        vec![t!(
            "contempt-summary",
            low = low,
            high = high,
            n = found.len(),
            draws = draws,
            changes = changes
        )]
    }

    fn form(request: &mut Request, form: &mut dyn Form) {
        let (name, hint) = (t!("contempt-form"), t!("contempt-form.tip"));
        form.number(name, hint, &mut request.contempt, 1..=MAX_CONTEMPT);
        let (name, hint) = (t!("contempt-depth"), t!("contempt-depth.tip"));
        form.number(name, hint, &mut request.depth, 1..=MAX_DEPTH);
    }

    fn example() -> Request {
        Request { depth: 10, ..Request::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{AnyTrial as _, restored, saved};
    use tabia_chess::uci_move;
    use tabia_engine::alphabeta::Engine;
    use tabia_engine::alphabeta::options::CONTEMPT;
    use tabia_engine::search::limits::StopSignal;

    fn found(fen: &str, contempt: u32) -> (Trial<Contempt>, EngineOptions, EngineOptions) {
        let position = GamePosition::new(Board::from_fen(fen).unwrap());
        let mut trial = Trial::<Contempt>::new(position, Request { depth: 10, contempt });
        let mut engine = Engine::new(&EngineOptions { hash_mib: 8, ..EngineOptions::default() });
        let before = *engine.options();
        let runner = trial.boxed();
        let mut context = LabContext { engine: &mut engine, stop: &StopSignal::never() };
        let mut report = |update| {
            trial.add(&update);
            true
        };
        runner.run(&mut context, &mut report).unwrap();
        (trial, before, *engine.options())
    }

    #[test]
    fn a_draw_counts_what_contempt_says_and_the_options_come_back() {
        // White threatens mate, and Black has nothing better than perpetual check.
        let (trial, before, after) = found("6k1/Q4ppp/8/8/8/5q2/R4P1P/6K1 b - - 0 1", 60);
        assert_eq!(after, before);
        let scores: Vec<_> = trial
            .updates
            .iter()
            .map(|one| (one.contempt, one.score, one.is_draw(&trial.position)))
            .collect();
        let draw = |contempt: i32| (contempt, Some(Score::Cp(-contempt)), true);
        assert_eq!(scores, [-60, -30, 0, 30, 60].map(draw));
        let again = restored(saved(&trial).unwrap()).unwrap();
        assert_eq!(again.table(), trial.table());
        // Its lines have move numbers, as lines do everywhere.
        assert!(trial.table().csv().contains("1… "), "{}", trial.table().csv());
    }

    #[test]
    fn in_the_example_the_draw_is_taken_until_something_better_is_left() {
        let (trial, ..) = found(Contempt::INFO.example.fen.unwrap(), 100);
        let position = &trial.position;
        let draws: Vec<bool> = trial.updates.iter().map(|one| one.is_draw(position)).collect();
        assert_eq!(draws, [true, true, true, false, false]);
        for one in &trial.updates[3..] {
            let cp = one.score.and_then(Score::cp).unwrap();
            assert!((-one.contempt..0).contains(&cp), "worse than a draw, better than this one");
        }
    }

    #[test]
    fn one_search_is_not_summed_up() {
        let (whole, ..) = found("6k1/Q4ppp/8/8/8/5q2/R4P1P/6K1 b - - 0 1", 60);
        let mut begun = Trial::<Contempt>::new(whole.position.clone(), whole.request);
        begun.updates.push(whole.updates[0].clone());
        assert!(begun.summary().is_empty());
        begun.updates.push(whole.updates[1].clone());
        assert_eq!(begun.summary().len(), 1);
    }

    #[test]
    fn a_score_that_is_the_same_by_chance_is_no_draw() {
        let board = Board::start();
        let line: Vec<Move> = board.legal_moves().iter().take(1).copied().collect();
        let one = ContemptSearch { contempt: -50, score: Some(Score::Cp(50)), depth: 1, line };
        assert!(!one.is_draw(&GamePosition::new(board)));
    }

    #[test]
    fn values_are_different_and_symmetric_about_zero() {
        for contempt in 1..=MAX_CONTEMPT {
            let values = Request { contempt, ..Request::default() }.values();
            let most = contempt as i32;
            assert_eq!((values[0], *values.last().unwrap()), (-most, most));
            assert!(values.windows(2).all(|pair| pair[0] < pair[1]), "{values:?}");
            assert!(values.iter().all(|value| values.contains(&-value)) && values.contains(&0));
            assert_eq!(values.len(), if contempt == 1 { 3 } else { 5 });
        }
        assert_eq!(Request { contempt: 100, depth: 1 }.values(), [-100, -50, 0, 50, 100]);
        assert_eq!(CONTEMPT, -(MAX_CONTEMPT as i32)..=MAX_CONTEMPT as i32, "the engine's range");
    }

    #[test]
    fn an_ending_known_as_drawn_counts_as_even_with_any_contempt() {
        // King and pawn against a king in front of it: the evaluation knows the draw, no rule has ended the game.
        let (trial, ..) = found("8/8/8/1k6/8/8/P7/K7 b - - 0 1", 100);
        let lowest = &trial.updates[0];
        assert_eq!((lowest.contempt, lowest.score), (-100, Some(Score::EVEN)));
        assert!(lowest.is_drawn_ending(&trial.position.board()));
        assert_eq!(lowest.result(&trial.position), "contempt-drawn-ending");
        assert!(!lowest.is_drawn_ending(&Board::start()));
    }

    #[test]
    fn a_position_of_the_game_counts_when_it_comes_for_the_third_time() {
        let mut position = GamePosition::new(Board::start());
        let mut board = Board::start();
        let mut play = |position: &mut GamePosition, text: &str| {
            let mv = uci_move::parse(&board, text).unwrap();
            board.make_move(mv);
            position.moves.push(mv);
        };
        for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6"] {
            play(&mut position, text);
        }
        // The start position has occurred twice and comes again after both knights have returned.
        let board = position.board();
        let home = uci_move::parse(&board, "f3g1").unwrap();
        let line = vec![home];
        let one = ContemptSearch { contempt: 20, score: Some(Score::Cp(-20)), depth: 2, line };
        assert!(one.is_draw(&position));
        assert!(!one.is_draw(&GamePosition::new(board)), "without the game it is new");
    }
}
