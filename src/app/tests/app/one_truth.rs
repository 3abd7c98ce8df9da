//! The reports of a search are consistent at every moment: in the window's model and, line by line, in the output for
//! a UCI front end. `TABIA_TRUTH_MS` sets how long each search lasts.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use tabia_app::action::{Action, UserCommand};
use tabia_app::model::Model;
use tabia_app::update::update;
use tabia_app::window::settings::{SettingChange, Settings};
use tabia_chess::{Board, Move};
use tabia_engine::alphabeta::Engine;
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::search::report::{IterationInfo, RootMove, SearchOutcome, Snapshot};
use tabia_engine::search::score::{Bound, Score};
use tabia_engine::search::thinker::{EngineId, SearchObserver};
use tabia_games::game::position::GamePosition;
use tabia_host::worker::protocol::{Event, Live};

const POSITIONS: [&str; 20] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
    "r1bq1rk1/pp2nppp/2n1p3/3pP3/3P4/2PB1N2/P4PPP/R1BQ1RK1 b - - 0 11",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "6k1/5ppp/8/8/8/8/R4PPP/6K1 w - - 0 1",
    "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1",
    "r1b1kb1r/3q1ppp/pBp1pn2/8/Np3P2/5B2/PPP3PP/R2Q1RK1 w kq - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "r2q1rk1/1b2bppp/p2ppn2/1p6/3QP3/1BN1B3/PPP2PPP/R3R1K1 w - - 0 13",
    "8/pp3k2/2p1p3/3pPp2/3P1P2/2P1K3/PP6/8 w - - 0 1",
    "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQK2R w KQkq - 0 6",
    "7k/3Q4/8/8/8/8/5q2/7K b - - 0 1",
    "rnb1kbnr/ppp2ppp/8/3pq3/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 4",
    "3r2k1/p4ppp/1p2p3/2n5/2P5/1P3N2/P4PPP/3R2K1 w - - 0 22",
    "r1bq1rk1/ppp1bppp/2n2n2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 b - - 0 8",
    "k7/8/8/8/8/8/1p6/1K5R b - - 0 1",
    "2kr3r/ppp2ppp/2n1bn2/2b1p3/4P3/2NPBN2/PPP1BPPP/R2Q1RK1 w - - 0 9",
];

/// A window that analyses a position and receives every report of the search.
struct Window {
    model: Model,
    board: Board,
    lines: usize,
    /// The last line of each number sent to a UCI front end, with its node count.
    newest: BTreeMap<u32, (Move, u64)>,
    bounds: usize,
}

impl Window {
    fn new(board: Board, lines: usize) -> Window {
        let mut model = Model::new(Settings::default());
        for action in [
            Action::Set(SettingChange::MultiPv(lines as u32)),
            Action::SetFen(board.to_string()),
            Action::Command(UserCommand::ToggleAnalysis),
        ] {
            update(&mut model, action, 0);
        }
        let lines = lines.min(board.legal_moves().len());
        Window { model, board, lines, newest: BTreeMap::new(), bounds: 0 }
    }

    fn check(&self) {
        let search = self.model.telemetry.search(EngineId::BUILT_IN).unwrap();
        let firsts: Vec<Move> = search.lines.iter().map(|line| line.info.pv[0]).collect();
        let unique: HashSet<Move> = firsts.iter().copied().collect();
        assert_eq!(unique.len(), firsts.len(), "{}: {firsts:?} twice", self.board);
        assert!(firsts.len() <= self.lines, "{}: more lines than were asked for", self.board);
        for line in &search.lines {
            assert!(self.board.is_legal(line.info.pv[0]));
        }
        let whole = search.lines.iter().filter(|line| line.info.bound == Bound::Exact);
        let newest = whole.map(|line| line.info.depth).max();
        for line in search.lines.iter().filter(|line| Some(line.info.depth) < newest) {
            assert!(line.stale, "{}: an older line that is not marked", self.board);
        }
        // The best move of arrow, bar and hint is that of the first line.
        let tree = &self.model.game.tree;
        let lines = self.model.telemetry.lines(tree, self.model.game.current, EngineId::BUILT_IN);
        assert_eq!(lines.first().map(|line| line.info.pv[0]), firsts.first().copied());
    }

    /// A batch of lines is complete: the last reports of all lines have to be consistent.
    fn check_newest(&self) {
        let moves: HashSet<Move> = self.newest.values().map(|&(mv, _)| mv).collect();
        assert_eq!(
            moves.len(),
            self.newest.len(),
            "{}: a move twice: {:?}",
            self.board,
            self.newest
        );
    }

    fn finish(&mut self, outcome: &SearchOutcome) {
        self.check_newest();
        let best = outcome.best.unwrap();
        if let Some(&(mv, _)) = self.newest.get(&1) {
            assert_eq!(mv, best, "{}: the move is not the first line's", self.board);
        }
        let last = outcome.last.as_ref().unwrap();
        check_snapshot(&self.board, last);
        assert_eq!(last.progress.root_moves[0].mv, best);
        let job = self.model.engine.job(EngineId::BUILT_IN).unwrap().id;
        let event = Event::Finished { job, outcome: outcome.clone(), dropped: 0 };
        update(&mut self.model, Action::Engine(EngineId::BUILT_IN, event), 0);
        self.check();
        let search = self.model.telemetry.search(EngineId::BUILT_IN).unwrap();
        let shown = search.lines.first().map(|line| line.info.score);
        assert!(shown.is_none() || shown == outcome.score, "{}: {shown:?}", self.board);
    }
}

/// The sort key of scores; all mates for one side are equal here.
fn height(score: Score) -> i32 {
    score.clamped_cp(30_000)
}

/// Lines and root moves of one snapshot agree.
fn check_snapshot(board: &Board, snapshot: &Snapshot) {
    let progress = &snapshot.progress;
    let roots: HashSet<Move> = progress.root_moves.iter().map(|root| root.mv).collect();
    assert_eq!(roots.len(), board.legal_moves().len(), "{board}: not every move once");
    for (line, root) in progress.lines.iter().zip(&progress.root_moves) {
        let line_row = (line.pv[0], Some(line.score), Some(line.bound), Some(line.depth));
        assert_eq!(line_row, (root.mv, root.score, root.bound, root.depth), "{board}");
    }
    let block: Vec<_> = progress.lines.iter().map(|line| (line.depth, line.score)).collect();
    for pair in block.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        assert!(height(pair[0].1) >= height(pair[1].1), "{board}: not in order: {block:?}");
    }
    let rank = |root: &RootMove| (root.depth, root.score.map(height));
    let others = &progress.root_moves[progress.lines.len()..];
    assert!(others.is_sorted_by(|a, b| rank(a) >= rank(b)), "{board}: {others:?}");
}

impl SearchObserver for Window {
    fn on_iteration(&mut self, info: &IterationInfo) {
        let nodes = info.nodes.unwrap();
        // Lines sent together have the same node count.
        if self.newest.values().any(|&(_, at)| at != nodes)
            && self.newest.values().all(|&(_, at)| at < nodes)
        {
            self.check_newest();
        }
        self.newest.insert(info.multi_pv, (info.pv[0], nodes));
        self.bounds += usize::from(info.bound != Bound::Exact);
        let whole =
            self.model.telemetry.search(EngineId::BUILT_IN).map_or(0, |search| search.lines.len());
        let job = self.model.engine.job(EngineId::BUILT_IN).unwrap().id;
        let event = Event::Iteration { job, info: info.clone() };
        update(&mut self.model, Action::Engine(EngineId::BUILT_IN, event), 0);
        self.check();
        let search = self.model.telemetry.search(EngineId::BUILT_IN).unwrap();
        if info.bound != Bound::Exact && whole > 0 {
            assert_eq!(search.lines.len(), whole, "a bound takes no line's place");
            assert_eq!(search.open.as_ref(), Some(info));
        }
    }

    fn snapshot_every_ms(&self) -> Option<u64> {
        Some(50)
    }

    fn on_snapshot(&mut self, snapshot: Snapshot) {
        check_snapshot(&self.board, &snapshot);
        let job = self.model.engine.job(EngineId::BUILT_IN).unwrap().id;
        update(&mut self.model, Action::Live(EngineId::BUILT_IN, Live { job, snapshot }), 0);
        self.check();
    }
}

#[test]
fn what_a_search_says_fits_together_at_every_moment() {
    let ms = std::env::var("TABIA_TRUTH_MS").ok().and_then(|ms| ms.parse().ok());
    for (at, fen) in POSITIONS.into_iter().enumerate() {
        for lines in [1, 3, 5] {
            // Failed aspiration windows are reported from the first second on, so some searches have to last longer.
            let long = at % 10 == 4 && lines > 1;
            let time = ms.unwrap_or(if long { 2_500 } else { 100 });
            search(fen, lines, &Limits::movetime(Duration::from_millis(time)));
        }
    }
    // The last report of a search that ends after a move that only failed high is a bound, on a slow machine too.
    let fen = "rnbqkb1r/1p2pp1p/p2p1np1/8/3NP3/2N1BP2/PPP3PP/R2QKB1R b KQkq - 0 7";
    let bounds = (2_000..80_000).step_by(1_500).map(|nodes| search(fen, 1, &Limits::nodes(nodes)));
    assert!(bounds.sum::<usize>() > 0, "no search ended after a move that only failed high");
}

/// Checks a search of a position; returns how many of its reports were bounds.
fn search(fen: &str, lines: usize, limits: &Limits) -> usize {
    let board = Board::from_fen(fen).unwrap();
    let mut window = Window::new(board, lines);
    let multi_pv = lines as u32;
    let mut engine =
        Engine::new(&EngineOptions { hash_mib: 8, multi_pv, ..EngineOptions::default() });
    let position = GamePosition::new(board);
    let outcome = engine.go(&position, limits, &StopSignal::never(), &mut window);
    window.finish(&outcome);
    window.bounds
}
