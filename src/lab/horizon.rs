//! Where the horizon lies: the static evaluation, quiescence and searches of growing depth side by side, along a
//! line; and what a search sees by depth with and without quiescence and extensions.

use tabia_chess::color::Color;
use tabia_chess::moves::Move;
use tabia_engine::alphabeta::Engine;
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::alphabeta::rule_set::RuleSet;
use tabia_engine::alphabeta::technique::Technique;
use tabia_engine::search::detail::alphabeta::PruneReason;
use tabia_engine::search::limits::Limits;
use tabia_engine::search::observer::SearchObserver;
use tabia_engine::search::report::{IterationInfo, StopReason};
use tabia_engine::search::score::{Bound, Score};
use tabia_engine::search::stop::StopSignal;
use tabia_games::game::position::GamePosition;

/// Positions of a line looked at, at most.
pub const LONGEST: usize = 64;

/// A line to look along.
#[derive(Clone, Debug)]
pub struct HorizonRequest {
    /// Where it begins.
    pub start: GamePosition,
    /// The moves to follow: a game's. Empty: the principal variation of a search to `deepest`.
    pub line: Vec<Move>,
    /// Deepest search of each position, plies; the others are the powers of two below it.
    pub deepest: u32,
}

impl HorizonRequest {
    /// The depths searched: 1, 2, 4, 8 and so on, and the deepest.
    pub fn depths(&self) -> Vec<u32> {
        let powers = (0..).map(|power| 1 << power).take_while(|&depth| depth < self.deepest);
        powers.chain([self.deepest.max(1)]).collect()
    }
}

/// A position of the line. Scores are White's view.
#[derive(Clone, Debug, PartialEq)]
pub struct HorizonRow {
    /// Plies from the start of the line.
    pub ply: usize,
    /// The move that led here; `None` at the start.
    pub mv: Option<Move>,
    /// Static evaluation, centipawns.
    pub static_cp: i32,
    /// Quiescence.
    pub quiescence: Score,
    /// What each depth found, in the order of [`HorizonRequest::depths`].
    pub searched: Vec<DepthValue>,
}

/// What a search of one depth found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthValue {
    /// Plies.
    pub depth: u32,
    /// Score.
    pub score: Score,
    /// The move it would play; `None` where the game is over.
    pub best: Option<Move>,
    /// Nodes it took.
    pub nodes: u64,
}

/// Looks along the line. `tell` hears each row as it is known and says whether to go on.
pub fn run(
    request: &HorizonRequest,
    engine: &mut Engine,
    stop: &StopSignal,
    tell: &mut dyn FnMut(&HorizonRow) -> bool,
) -> Vec<HorizonRow> {
    let line = if request.line.is_empty() {
        principal(request, engine, stop)
    } else {
        request.line.clone()
    };
    let mut position = request.start.clone();
    let mut rows = Vec::new();
    for ply in 0..=line.len().min(LONGEST) {
        let mv = ply.checked_sub(1).map(|last| line[last]);
        if let Some(mv) = mv {
            if !position.board().is_legal(mv) {
                break;
            }
            position.moves.push(mv);
        }
        let Some(row) = row(request, engine, stop, &position, (ply, mv)) else { break };
        let go_on = tell(&row);
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

/// The last line told.
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
    // From an empty memory, too: what was learnt of other positions corrects the evaluation of this one.
    engine.new_game();
    let still = engine.still_values(position)?;
    let mut searched = Vec::new();
    for depth in request.depths() {
        // Each depth from an empty memory: a deeper one of before would know more than its depth.
        engine.new_game();
        let outcome = engine.go(position, &Limits::depth(depth), stop, &mut ());
        if outcome.reason == StopReason::Stopped {
            return None;
        }
        let score = white(outcome.score?, stm);
        let nodes = outcome.nodes.unwrap_or(0);
        searched.push(DepthValue { depth, score, best: outcome.best, nodes });
    }
    let static_cp = if stm == Color::White { still.static_cp } else { -still.static_cp };
    Some(HorizonRow { ply, mv, static_cp, quiescence: white(still.quiescence, stm), searched })
}

fn white(score: Score, stm: Color) -> Score {
    if stm == Color::White { score } else { score.flipped() }
}

/// A way of searching that the horizon effect is shown with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// Its name.
    pub name: &'static str,
    /// Its rules.
    pub rules: RuleSet,
}

/// Fixed depth alone, with quiescence, and with extensions as well. Nothing else is changed.
pub fn sights() -> [Sight; 3] {
    let plain = RuleSet::ALL.without(PruneReason::Singular);
    [
        Sight { name: "Neither", rules: plain.without_technique(Technique::Quiescence) },
        Sight { name: "Quiescence alone", rules: plain },
        Sight { name: "And extensions", rules: RuleSet::ALL },
    ]
}

/// A position of Reinfeld's "Win at Chess": the knight's way to h5 wins material. Quiescence sees it from four
/// plies on. A search without it ends in the middle of exchanges and, at every depth from two to ten, prefers a check on
/// b3 or c4, which only puts them off.
pub const EFFECT_FEN: &str = "r5k1/pppb3p/2np1n2/8/3PqNpP/3Q2P1/PPP5/R4RK1 w - - 0 1";

/// What each sight finds at a depth. Scores are White's view.
#[derive(Clone, Debug, PartialEq)]
pub struct EffectRow {
    /// Plies.
    pub depth: u32,
    /// By [`sights`].
    pub by_sight: [DepthValue; 3],
}

/// Searches a position with every sight to every depth up to `deepest`.
pub fn effect(
    position: &GamePosition,
    deepest: u32,
    engine: &mut Engine,
    stop: &StopSignal,
    tell: &mut dyn FnMut(&EffectRow) -> bool,
) -> Vec<EffectRow> {
    let usual = *engine.options();
    let stm = position.board().stm();
    let mut rows = Vec::new();
    'depths: for depth in 1..=deepest {
        let mut found = Vec::new();
        for sight in sights() {
            let _ = engine.set_options(&EngineOptions { rules: sight.rules, ..usual });
            engine.new_game();
            let outcome = engine.go(position, &Limits::depth(depth), stop, &mut ());
            let Some(score) = outcome.score.filter(|_| outcome.reason != StopReason::Stopped)
            else {
                break 'depths;
            };
            let nodes = outcome.nodes.unwrap_or(0);
            found.push(DepthValue { depth, score: white(score, stm), best: outcome.best, nodes });
        }
        let Ok(by_sight) = <[DepthValue; 3]>::try_from(found) else { break };
        let row = EffectRow { depth, by_sight };
        let go_on = tell(&row);
        rows.push(row);
        if !go_on {
            break;
        }
    }
    let _ = engine.set_options(&usual);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::board::Board;

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
        let mut told = 0;
        let rows = run(&request, &mut engine, &StopSignal::never(), &mut |_| {
            told += 1;
            true
        });
        assert!(rows.len() >= 2 && rows.len() == told);
        for row in &rows {
            let depths: Vec<u32> = row.searched.iter().map(|value| value.depth).collect();
            assert_eq!(depths, [1, 2, 4, 6]);
            let nodes: Vec<u64> = row.searched.iter().map(|value| value.nodes).collect();
            assert!(nodes.is_sorted(), "{nodes:?}");
        }
        // The row of a position says what a search of it alone says.
        engine.new_game();
        let alone = engine.still_values(&request.start).unwrap();
        assert_eq!((rows[0].static_cp, rows[0].quiescence), (alone.static_cp, alone.quiescence));
        assert_eq!(rows[0].searched[3].best, rows[1].mv);
        let one = HorizonRequest { deepest: 1, ..request };
        assert_eq!(one.depths(), [1]);
        let first = run(&one, &mut engine, &StopSignal::never(), &mut |_| false);
        assert_eq!(first.len(), 1, "it ends when it is told to");
    }

    #[test]
    fn without_quiescence_the_search_believes_what_it_cannot_see() {
        let position = GamePosition::new(Board::from_fen(EFFECT_FEN).unwrap());
        let mut engine = engine();
        let before = *engine.options();
        let rows = effect(&position, 5, &mut engine, &StopSignal::never(), &mut |_| true);
        assert_eq!(rows.len(), 5);
        for row in &rows[3..] {
            let [blind, quiet, all] = &row.by_sight;
            let gap = quiet.score.clamped_cp(2000) - blind.score.clamped_cp(2000);
            assert!(gap > 150 && blind.best != quiet.best && quiet.best == all.best, "{row:?}");
        }
        assert_eq!(*engine.options(), before);
    }
}
