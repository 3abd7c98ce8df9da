//! The horizon of the search: static evaluation, quiescence search and searches of increasing depth side by side along
//! a line; and the horizon effect ([`effect`]).

mod effect;

use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use tabia_chess::{Board, Color, Move, san, uci_move};
use tabia_engine::alphabeta::Engine;
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::search::report::{IterationInfo, StopReason};
use tabia_engine::search::score::{Bound, Pov, Score};
use tabia_engine::search::thinker::SearchObserver;
use tabia_games::game::position::GamePosition;
use tabia_text::t;

pub use effect::{EFFECT_FEN, EffectRequest, EffectRow, HorizonEffect, SightValue, sights};

use crate::ab::Side;
use crate::experiment::{Example, Experiment, Form, Info, LabContext, LabError, Trial};
use crate::table::{Cell, Column, Medium, Row, Table, Unit};

/// Maximum number of positions of a line.
pub const MAX_PLIES: usize = 64;

/// A line and how deep to search its positions.
#[derive(Clone, Debug)]
pub struct HorizonRequest {
    /// Where it begins.
    pub start: GamePosition,
    /// The moves of a game. Empty: the principal variation of a search to `deepest`.
    pub line: Vec<Move>,
    /// Deepest search of each position, plies; the others are the powers of two below it.
    pub deepest: u32,
}

impl HorizonRequest {
    /// The depths searched: 1, 2, 4, 8 and so on, and the deepest.
    pub fn depths(&self) -> Vec<u32> {
        depths(self.deepest)
    }
}

fn depths(deepest: u32) -> Vec<u32> {
    let powers = (0..).map(|power| 1 << power).take_while(|&depth| depth < deepest);
    powers.chain([deepest.max(1)]).collect()
}

/// A position of the line. Scores are White's view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HorizonRow {
    /// Plies from the start of the line.
    pub ply: usize,
    /// The move that led here; `None` at the start.
    #[serde(with = "crate::experiment::move_bits")]
    pub mv: Option<Move>,
    /// Static evaluation, centipawns.
    pub static_cp: i32,
    pub quiescence: Score,
    /// What each depth found, in the order of [`HorizonRequest::depths`].
    pub searched: Vec<DepthValue>,
}

/// What a search of one depth found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DepthValue {
    /// Plies.
    pub depth: u32,
    pub score: Score,
    /// The move it would play; `None` where the game is over.
    #[serde(with = "crate::experiment::move_bits")]
    pub best: Option<Move>,
    /// Nodes it took.
    pub nodes: u64,
}

/// Searches the positions of the line. `report` is called with each row and returns whether to continue.
pub fn run(
    request: &HorizonRequest,
    engine: &mut Engine,
    stop: &StopSignal,
    report: &mut dyn FnMut(&HorizonRow) -> bool,
) -> Vec<HorizonRow> {
    let line = if request.line.is_empty() {
        principal(request, engine, stop)
    } else {
        request.line.clone()
    };
    let mut position = request.start.clone();
    let mut rows = Vec::new();
    for ply in 0..=line.len().min(MAX_PLIES) {
        let mv = ply.checked_sub(1).map(|last| line[last]);
        if let Some(mv) = mv {
            if !position.board().is_legal(mv) {
                break;
            }
            position.moves.push(mv);
        }
        let Some(row) = row(request, engine, stop, &position, (ply, mv)) else { break };
        let go_on = report(&row);
        rows.push(row);
        if !go_on {
            break;
        }
    }
    rows
}

/// The principal variation of a search to the deepest depth.
fn principal(request: &HorizonRequest, engine: &mut Engine, stop: &StopSignal) -> Vec<Move> {
    engine.new_game();
    let mut line = Line::default();
    let _ = engine.go(&request.start, &Limits::depth(request.deepest), stop, &mut line);
    line.0
}

/// The last line reported.
#[derive(Debug, Default)]
struct Line(Vec<Move>);

impl SearchObserver for Line {
    fn on_iteration(&mut self, info: &IterationInfo) {
        if info.multi_pv == 1 && info.bound == Bound::Exact {
            self.0.clone_from(&info.pv);
        }
    }
}

/// One position; `None` when stopped.
fn row(
    request: &HorizonRequest,
    engine: &mut Engine,
    stop: &StopSignal,
    position: &GamePosition,
    (ply, mv): (usize, Option<Move>),
) -> Option<HorizonRow> {
    let stm = position.board().stm();
    // Also with an empty memory: the correction history of other positions would change this evaluation.
    engine.new_game();
    let static_values = engine.static_values(position)?;
    let mut searched = Vec::new();
    for depth in request.depths() {
        // Each depth with an empty memory, because results of deeper searches would help a shallower one.
        engine.new_game();
        let outcome = engine.go(position, &Limits::depth(depth), stop, &mut ());
        if outcome.reason == StopReason::Stopped {
            return None;
        }
        let score = white(outcome.score?, stm);
        let nodes = outcome.nodes.unwrap_or(0);
        searched.push(DepthValue { depth, score, best: outcome.best, nodes });
    }
    let static_cp =
        if stm == Color::White { static_values.static_cp } else { -static_values.static_cp };
    Some(HorizonRow {
        ply,
        mv,
        static_cp,
        quiescence: white(static_values.quiescence, stm),
        searched,
    })
}

fn white(score: Score, stm: Color) -> Score {
    if stm == Color::White { score } else { score.flipped() }
}

/// Every position of a line, searched to increasing depths.
#[derive(Debug)]
pub struct Horizon;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Deepest search of each position, plies.
    pub depth: u32,
    /// The moves to follow; none: the principal variation of a search.
    #[serde(with = "crate::experiment::move_list")]
    pub line: Vec<Move>,
    /// How the engine searches and evaluates. The hand-crafted terms show the effect best, because the network
    /// recognises hanging pieces.
    #[serde(default)]
    pub side: Side,
}

impl Request {
    /// The depths searched.
    pub fn depths(&self) -> Vec<u32> {
        depths(self.depth)
    }
}

/// The options of its terminal command.
#[derive(Clone, Copy, Debug, Args)]
pub struct Options {
    /// Deepest search, plies
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub depth: u32,
    /// How the engine searches, in words with commas as those of `tabia lab ab`: all, plain, no-RULE, hand-crafted,
    /// material
    #[arg(long, value_name = "WORDS", default_value = "all", value_parser = Side::parse)]
    pub side: Side,
}

impl From<Options> for Request {
    fn from(Options { depth, side }: Options) -> Request {
        Request { depth, line: Vec::new(), side }
    }
}

impl Default for Request {
    fn default() -> Request {
        Request { depth: 8, line: Vec::new(), side: Side::default() }
    }
}

/// A move with its number, for either side.
fn numbered(board: &Board, mv: Move) -> String {
    let dots = if board.stm() == Color::White { "." } else { "…" };
    format!("{}{dots} {}", board.fullmove_number(), san::write(board, mv))
}

fn value_object(board: &Board, value: &DepthValue) -> Value {
    json!({
        "depth": value.depth,
        "score_cp": value.score.cp(),
        "score_mate": value.score.mate_in_moves(),
        "best": value.best.map(|mv| uci_move::write(board, mv, board.is_chess960())),
        "nodes": value.nodes,
    })
}

impl Experiment for Horizon {
    const INFO: Info = Info {
        id: "horizon",
        start: "horizon-along-line",
        empty: ["horizon-empty", "horizon-empty.why"],
        note: "",
        about: "",
        example: Example { label: "", fen: None },
        help: ["", ""],
    };
    type Request = Request;
    type Update = HorizonRow;

    /// The moves of a game have no option.
    fn options(request: &Request) -> Option<Vec<(&'static str, String)>> {
        let Request { depth, line, side } = request;
        line.is_empty().then(|| vec![("depth", depth.to_string()), ("side", side.words())])
    }

    fn run(
        request: &Request,
        position: &GamePosition,
        context: &mut LabContext<'_>,
        report: &mut dyn FnMut(HorizonRow) -> bool,
    ) -> Result<(), LabError> {
        let Side { rules, eval } = request.side;
        let usual = *context.engine.options();
        // If less memory is available than before, it continues with less.
        let _ = context.engine.set_options(&EngineOptions { rules, eval, ..usual });
        let (start, line) = (position.clone(), request.line.clone());
        let request = HorizonRequest { start, line, deepest: request.depth.clamp(1, 64) };
        run(&request, context.engine, context.stop, &mut |row| report(row.clone()));
        Ok(())
    }

    fn columns(request: &Request) -> Table {
        let (csv, json, text) = (&[Medium::Csv], &[Medium::Json], &[Medium::Text]);
        let mut columns = vec![
            Column::new("ply").place("", 3, " "),
            Column::words("move").only(csv),
            Column::words("move").only(&[Medium::Json, Medium::Text]).place("", 8, " "),
            Column::words("fen").only(json),
            Column::new("static_cp").unit(Unit::Centipawns).only(&[Medium::Csv, Medium::Json]),
            Column::score("static", Pov::White).only(text).place("", 6, " "),
            Column::score("quiescence", Pov::White).head("quiesc").place("", 6, " "),
        ];
        columns.extend(request.depths().into_iter().map(|depth| {
            let column = Column::score(format!("depth_{depth}"), Pov::White);
            let column = column.head(format!("d{depth}")).only(&[Medium::Csv, Medium::Text]);
            column.place("", 7, "")
        }));
        columns.push(Column::new("searched").only(json));
        Table::new(columns)
    }

    fn rows(trial: &Trial<Self>, before: &[HorizonRow], row: &HorizonRow) -> Vec<Row> {
        let mut last = trial.position.board();
        for mv in before.iter().filter_map(|row| row.mv) {
            if !last.is_legal(mv) {
                return Vec::new();
            }
            last.make_move(mv);
        }
        let mv = row.mv.filter(|&mv| last.is_legal(mv));
        let at = mv.map_or(last, |mv| last.after(mv));
        let name = mv.map_or(Cell::Text("horizon-start"), |mv| numbered(&last, mv).into());
        let searched: Vec<Value> =
            row.searched.iter().map(|value| value_object(&at, value)).collect();
        let pawns = format!("{:+.2}", f64::from(row.static_cp) / 100.0);
        let mut cells = vec![
            row.ply.into(),
            name,
            Cell::mv(&last, mv),
            at.to_string().into(),
            row.static_cp.into(),
            pawns.into(),
            Cell::Score(row.quiescence),
        ];
        cells.extend(row.searched.iter().map(|value| Cell::Score(value.score)));
        cells.push(Cell::Json(searched.into()));
        vec![cells]
    }

    fn form(request: &mut Request, form: &mut dyn Form) {
        form.number(t!("horizon-depth"), t!("horizon-depth.tip"), &mut request.depth, 1..=16);
        form.side(t!("horizon-search"), &mut request.side);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::AnyTrial as _;
    use tabia_engine::alphabeta::options::EvalKind;

    fn engine() -> Engine {
        Engine::new(&EngineOptions { hash_mib: 4, ..EngineOptions::default() })
    }

    #[test]
    fn rows_follow_the_line_and_hold_every_depth() {
        let request = HorizonRequest {
            start: GamePosition::new(Board::start()),
            line: Vec::new(),
            deepest: 6,
        };
        assert_eq!(request.depths(), [1, 2, 4, 6]);
        let mut engine = engine();
        let mut reported = 0;
        let rows = run(&request, &mut engine, &StopSignal::never(), &mut |_| {
            reported += 1;
            true
        });
        assert!(rows.len() >= 2 && rows.len() == reported);
        for row in &rows {
            let depths: Vec<u32> = row.searched.iter().map(|value| value.depth).collect();
            assert_eq!(depths, [1, 2, 4, 6]);
            let nodes: Vec<u64> = row.searched.iter().map(|value| value.nodes).collect();
            assert!(nodes.is_sorted(), "{nodes:?}");
        }
        // The row of a position equals a separate search of it.
        engine.new_game();
        let alone = engine.static_values(&request.start).unwrap();
        assert_eq!((rows[0].static_cp, rows[0].quiescence), (alone.static_cp, alone.quiescence));
        assert_eq!(rows[0].searched[3].best, rows[1].mv);
        let one = HorizonRequest { deepest: 1, ..request };
        assert_eq!(one.depths(), [1]);
        let first = run(&one, &mut engine, &StopSignal::never(), &mut |_| false);
        assert_eq!(first.len(), 1, "it ends when it is told to");
    }

    /// The pawn on d5 has been captured and is about to be recaptured: the terms do not see it, quiescence search does.
    #[test]
    fn the_static_evaluation_does_not_see_a_pending_recapture() {
        let board = Board::from_fen("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
        let side = Side { eval: EvalKind::HandCrafted, ..Side::default() };
        let request = Request { depth: 1, side, ..Request::default() };
        let mut trial = Trial::<Horizon>::new(GamePosition::new(board.unwrap()), request);
        let (mut engine, mut rows) = (engine(), Vec::new());
        let before = *engine.options();
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
        let first = &trial.updates[0];
        let settled = first.quiescence.clamped_cp(2_000);
        assert!(first.static_cp > settled + 60, "{} {settled}", first.static_cp);
        assert_eq!(*engine.options(), before);
    }

    #[test]
    fn moves_stand_in_the_rows_as_people_write_them() {
        let mut position = GamePosition::new(Board::start());
        position.moves.push(uci_move::parse(&Board::start(), "e2e4").unwrap());
        let mut board = position.board();
        let mut moves = vec![None];
        for text in ["e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "e1g1"] {
            let mv = uci_move::parse(&board, text).unwrap();
            board.make_move(mv);
            moves.push(Some(mv));
        }
        let (static_cp, quiescence, searched) = (10, Score::Cp(20), Vec::new());
        let row =
            |(ply, mv)| HorizonRow { ply, mv, static_cp, quiescence, searched: searched.clone() };
        let request = Request { depth: 1, ..Request::default() };
        let mut trial = Trial::<Horizon>::new(position, request);
        trial.updates = moves.into_iter().enumerate().map(row).collect();
        let csv = crate::experiment::AnyTrial::table(&trial).csv();
        let moves: Vec<&str> =
            csv.lines().skip(1).filter_map(|line| line.split(',').nth(1)).collect();
        let wanted = ["start", "1… e5", "2. Nf3", "2… Nc6", "3. Bc4", "3… Nf6", "4. O-O"];
        assert_eq!(moves, wanted);
        assert!(csv.contains("\n6,4. O-O,10,+0.20,"), "{csv}");
    }
}
