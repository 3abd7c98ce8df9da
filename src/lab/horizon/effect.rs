//! The horizon effect: the scores and full lines of plain fixed-depth searches, and what happens after the end of each
//! line. The searches are those of the ladder with the hand-crafted evaluation: nothing is pruned or reduced, and no
//! network recognises hanging pieces.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Horizon;
use crate::experiment::{Experiment, Info, LabContext, LabError, Trial};
use crate::ladder::algorithm::Algorithm;
use crate::ladder::experiment::score;
use crate::ladder::game::OnBoard;
use crate::ladder::searches::{Halt, Refined, Walk};
use crate::table::{Cell, Column, Medium, Row, Table};
use tabia_chess::{Board, Color, Move, san, uci_move};
use tabia_engine::search::limits::StopSignal;
use tabia_engine::search::score::{Pov, Score};
use tabia_games::game::position::GamePosition;

/// A search that shows the horizon effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// Its name for programs.
    pub name: &'static str,
    /// The text key of its display name.
    pub title: &'static str,
    with: Algorithm,
    extends_checks: bool,
}

/// Three searches: fixed depth only, with quiescence search, and with check extensions too. Everything else is equal.
pub fn sights() -> [Sight; 3] {
    let sight = |name, title, with| Sight { name, title, with, extends_checks: false };
    [
        sight("fixed-depth", "horizon-sight-neither", Algorithm::Pvs),
        sight("quiescence", "horizon-sight-quiescence", Algorithm::Quiescence),
        Sight {
            extends_checks: true,
            ..sight("check-extension", "horizon-sight-extensions", Algorithm::Quiescence)
        },
    ]
}

/// The bishop on e5 can be captured, but then Black mates on the first rank even if the rook interposes. A search to
/// depth 3 does not see that far. One to depth 5 does, and inserts a check on e8, which pushes the mate two plies away,
/// beyond its horizon.
pub const EFFECT_FEN: &str = "7k/4Rpp1/1p5p/4bN2/8/3P4/P2r1PPP/7K w - - 0 1";

/// Maximum number of nodes of one search.
const BUDGET: u64 = 20_000_000;

/// What one of the [`sights`] finds at a depth. Scores are from White's view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SightValue {
    pub score: Score,
    /// Its principal variation, from the root to the last ply.
    #[serde(with = "crate::experiment::move_list")]
    pub line: Vec<Move>,
    /// The value at the end of that line when captures are played out, which shows what is beyond the horizon.
    pub behind: Score,
    /// Nodes it took.
    pub nodes: u64,
}

/// What each search finds at a depth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EffectRow {
    /// Plies.
    pub depth: u32,
    /// In the order of [`sights`].
    pub by_sight: [SightValue; 3],
}

impl Sight {
    /// Searches a position to a depth; `None` when stopped or when the node limit is reached.
    fn search(self, board: &Board, depth: u32, stop: &StopSignal) -> Option<SightValue> {
        let (value, first, nodes) = self.root(board, depth, stop)?;
        let stm = board.stm();
        // A search returns only its first move. The next move is the first of a search one ply shallower after it, or
        // as deep if it answers a check that extends the search, and so on, so that the line is complete, which a line
        // from the hash table would not be.
        let (mut at, mut left, mut line, mut next) = (*board, depth, Vec::new(), first);
        while let Some(mv) = next {
            line.push(mv);
            left -= u32::from(!(self.extends_checks && at.in_check()));
            at.make_move(mv);
            if left == 0 && !(self.extends_checks && at.in_check()) {
                break;
            }
            next = self.root(&at, left, stop)?.1;
        }
        let quiescence = sights()[1].root(&at, 0, stop)?.0;
        let view = |value: i32, stm: Color| {
            if stm == Color::White { score(value) } else { score(value).flipped() }
        };
        let behind = view(quiescence, at.stm());
        Some(SightValue { score: view(value, stm), line, behind, nodes })
    }

    /// Value and best move of a position, side to move's view, and the nodes.
    fn root(
        self,
        board: &Board,
        depth: u32,
        stop: &StopSignal,
    ) -> Option<(i32, Option<Move>, u64)> {
        let mut search = Refined::new(Walk::new(OnBoard::new(*board), BUDGET, stop), self.with);
        if self.extends_checks {
            search = search.extending_checks();
        }
        let value: Result<i32, Halt> = search.search(depth);
        Some((value.ok()?, search.walk.best, search.walk.counts.nodes))
    }
}

/// What fixed depth, quiescence search and check extensions find in a position that shows the horizon effect.
#[derive(Debug)]
pub struct HorizonEffect;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EffectRequest {
    /// Deepest search, plies.
    pub depth: u32,
}

impl Default for EffectRequest {
    fn default() -> EffectRequest {
        EffectRequest { depth: 7 }
    }
}

impl Experiment for HorizonEffect {
    const INFO: Info = Info { id: "horizon-effect", start: "horizon-effect", ..Horizon::INFO };
    type Request = EffectRequest;
    type Update = EffectRow;

    fn run(
        request: &EffectRequest,
        position: &GamePosition,
        context: &mut LabContext<'_>,
        report: &mut dyn FnMut(EffectRow) -> bool,
    ) -> Result<(), LabError> {
        let board = position.board();
        for depth in 1..=request.depth {
            let found: Option<Vec<_>> =
                sights().iter().map(|sight| sight.search(&board, depth, context.stop)).collect();
            let Some(Ok(by_sight)) = found.map(<[SightValue; 3]>::try_from) else { break };
            if !report(EffectRow { depth, by_sight }) {
                break;
            }
        }
        Ok(())
    }

    fn columns(_: &EffectRequest) -> Table {
        let files = &[Medium::Csv, Medium::Json];
        Table::new(vec![
            Column::new("depth").place("", 5, ""),
            Column::words("search").place("  ", 16, ""),
            Column::words("move").only(files),
            Column::score("score", Pov::White).place(" ", 7, ""),
            Column::score("behind", Pov::White).place(" ", 7, ""),
            Column::words("line").place("  ", 0, ""),
            Column::new("nodes").only(files),
            Column::new("moves").only(&[Medium::Json]),
        ])
    }

    fn rows(trial: &Trial<Self>, _: &[EffectRow], row: &EffectRow) -> Vec<Row> {
        let board = trial.position.board();
        let rows = sights().into_iter().zip(&row.by_sight).map(|(sight, value)| {
            let first = value.line.first().copied();
            vec![
                row.depth.into(),
                sight.name.into(),
                Cell::mv(&board, first),
                Cell::Score(value.score),
                Cell::Score(value.behind),
                line_text(&board, &value.line).into(),
                value.nodes.into(),
                Cell::Json(json!(uci_line(&board, &value.line))),
            ]
        });
        rows.collect()
    }

    fn fixed_position() -> Option<GamePosition> {
        Board::from_fen(EFFECT_FEN).ok().map(GamePosition::new)
    }
}

/// A line as text, up to the first illegal move.
fn line_text(board: &Board, line: &[Move]) -> String {
    let mut at = *board;
    let legal = line.iter().map_while(|&mv| {
        let text = at.is_legal(mv).then(|| san::write(&at, mv))?;
        at.make_move(mv);
        Some(text)
    });
    legal.collect::<Vec<_>>().join(" ")
}

fn uci_line(board: &Board, line: &[Move]) -> Vec<Value> {
    uci_move::write_line(board, line, false).into_iter().map(Value::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::AnyTrial as _;
    use tabia_engine::alphabeta::Engine;
    use tabia_engine::alphabeta::options::EngineOptions;

    #[test]
    fn a_check_pushes_the_mate_over_the_horizon() {
        let position = HorizonEffect::fixed_position().unwrap();
        let board = position.board();
        let mut trial = Trial::<HorizonEffect>::new(position, EffectRequest { depth: 6 });
        let mut engine = Engine::new(&EngineOptions { hash_mib: 1, ..EngineOptions::default() });
        let mut rows = Vec::new();
        let mut context = LabContext { engine: &mut engine, stop: &StopSignal::never() };
        trial
            .run(&mut context, &mut |update| {
                rows.push(update);
                true
            })
            .unwrap();
        for row in &rows {
            trial.add(row);
        }
        let by_sight = |sight: usize| {
            let rows = trial.updates.iter();
            let moves = rows.map(|row| line_text(&board, &row.by_sight[sight].line[..1]));
            moves.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(by_sight(0), "Rxe5 Rxe5 Rxe5 Re8+ Re8+ g4");
        assert_eq!(by_sight(1), "Rxe5 Re8+ Re8+ g3 g3 g3");
        assert_eq!(by_sight(2), "Rxe5 Re8+ g3 g3 g3 g3");
        for (depth, row) in (1..).zip(&trial.updates) {
            for value in &row.by_sight[..2] {
                assert_eq!(value.line.len(), depth, "{row:?}");
            }
            // With quiescence there is nothing left to be captured at the end of the line.
            for value in &row.by_sight[1..] {
                assert_eq!(value.behind, value.score, "{row:?}");
            }
        }
        let fixed = &trial.updates[4].by_sight[0];
        let fall = fixed.score.clamped_cp(2_000) - fixed.behind.clamped_cp(2_000);
        assert!(fall > 300, "{fixed:?}");
    }

    #[test]
    fn a_reply_to_a_check_costs_no_depth() {
        let board = Board::from_fen("6k1/Q4ppp/8/8/8/5q2/R4P1P/6K1 b - - 0 1").unwrap();
        for depth in 2..=4 {
            let value = sights()[2].search(&board, depth, &StopSignal::never()).unwrap();
            assert_eq!(value.behind, value.score, "{value:?}");
        }
    }

    #[test]
    fn a_mated_position_has_no_line() {
        let board = Board::from_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").unwrap();
        let value = sights()[2].search(&board, 2, &StopSignal::never()).unwrap();
        assert_eq!((value.line.len(), value.score.mate_in_moves()), (0, Some(0)));
    }
}
