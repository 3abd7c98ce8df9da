//! Implements [`Thinker`] for external UCI engines: translates their output into the shared report types.

use std::time::{Duration, Instant};

use tabia_chess::{Board, Move};
use tabia_engine::search::detail::{Detail, UciDetail};
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::search::report::{
    IterationInfo, Progress, RootMove, SearchOutcome, Snapshot, StopReason,
};
use tabia_engine::search::score::{Bound, Score};
use tabia_engine::search::thinker::{CommonOptions, SearchError, SearchObserver, Thinker};
use tabia_engine::uci::answer::UciInfo;
use tabia_games::game::position::GamePosition;

use super::engine::UciEngine;
use super::error::UciError;
use super::requested_options::RequestedOptions;
use super::search_session::{Listener, UciSearchResult};

impl From<UciError> for SearchError {
    fn from(error: UciError) -> SearchError {
        SearchError::Failed {
            message: error.to_string(),
            advice: error.advice(),
            usable: error.leaves_it_running(),
        }
    }
}

impl Thinker for UciEngine {
    fn name(&self) -> &str {
        UciEngine::name(self)
    }

    /// The options are sent before the next search.
    fn configure(&mut self, options: &CommonOptions) -> Result<(), SearchError> {
        let CommonOptions { threads, hash_mib, multi_pv } = *options;
        let (threads, hash_mib, multi_pv) = (Some(threads), Some(hash_mib), Some(multi_pv));
        let requested_options =
            RequestedOptions { threads, hash_mib, multi_pv, ..*self.requested_options() };
        UciEngine::configure(self, requested_options);
        let wrong = self.apply(&self.abandoned())?;
        if wrong.is_empty() {
            return Ok(());
        }
        Err(SearchError::Reduced(format!("{}: {}", self.name(), wrong.join("; "))))
    }

    fn new_game(&mut self) -> Result<(), SearchError> {
        Ok(UciEngine::new_game(self, &self.abandoned())?)
    }

    fn search(
        &mut self,
        position: &GamePosition,
        limits: &Limits,
        stop: &StopSignal,
        observer: &mut dyn SearchObserver,
    ) -> Result<SearchOutcome, SearchError> {
        let mut report = Report::new(&position.board(), observer);
        let found = self.search_with(position, limits, stop, &mut report)?;
        Ok(report.outcome(found))
    }
}

/// A line and when it was received.
struct Slot {
    info: IterationInfo,
    sequence: u64,
}

/// Translates the output of an engine into reports of the search.
struct Report<'a> {
    observer: &'a mut dyn SearchObserver,
    began: Instant,
    progress: Progress,
    detail: UciDetail,
    /// The newest of each line, the first line at 0.
    slots: Vec<Option<Slot>>,
    /// The newest bound, until a line with an exact score follows.
    open: Option<IterationInfo>,
    /// The newest exact score of the first line that came without moves, and its depth.
    without_moves: Option<(Score, Option<u32>)>,
    sequence: u64,
    /// When the last snapshot was made, and whether anything has changed since.
    shown: Option<Instant>,
    news: bool,
}

/// Maximum number of lines kept; no position has more moves.
const MAX_LINES: usize = 256;

impl<'a> Report<'a> {
    fn new(board: &Board, observer: &'a mut dyn SearchObserver) -> Report<'a> {
        Report {
            observer,
            began: Instant::now(),
            progress: Progress::new(board.stm()),
            detail: UciDetail::default(),
            slots: Vec::new(),
            open: None,
            without_moves: None,
            sequence: 0,
            shown: None,
            news: false,
        }
    }

    fn measured_ms(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }

    /// A line as an iteration; `None` if it lacks depth, score or moves.
    fn iteration(&self, info: &UciInfo<Move>) -> Option<IterationInfo> {
        if !info.is_line() {
            return None;
        }
        Some(IterationInfo {
            seldepth: info.seldepth,
            multi_pv: info.multi_pv?,
            bound: info.bound?,
            wdl: info.wdl,
            nodes: info.nodes,
            time_ms: info.time_ms.unwrap_or_else(|| self.measured_ms()),
            nps: info.nps,
            hashfull: info.hashfull,
            tb_hits: info.tb_hits,
            ..IterationInfo::new(info.depth?, self.progress.stm, info.score?, info.pv.clone())
        })
    }

    /// Keeps a line. A bound never takes the place of a line with a score.
    fn keep(&mut self, info: &IterationInfo) {
        let at = (info.multi_pv as usize).checked_sub(1).filter(|&at| at < MAX_LINES);
        let Some(at) = at else { return };
        if self.slots.len() <= at {
            self.slots.resize_with(at + 1, || None);
        }
        let known = &mut self.slots[at];
        let is_full = |slot: &Slot| slot.info.bound == Bound::Exact;
        if info.bound == Bound::Exact || !known.as_ref().is_some_and(is_full) {
            self.sequence += 1;
            *known = Some(Slot { info: info.clone(), sequence: self.sequence });
            let found =
                |open: &IterationInfo| open.multi_pv == info.multi_pv || open.depth < info.depth;
            self.open = self.open.take().filter(|open| !found(open));
        } else {
            self.open = Some(info.clone());
        }
    }

    /// A search may end before the best move has an exact score. Then no line contains the move, and its bound, which
    /// is all that is known about it, becomes the first line.
    fn settle(&mut self, best: Option<Move>) {
        let plays = |info: &IterationInfo| best.is_some() && info.pv.first() == best.as_ref();
        let is_listed = self.slots.iter().flatten().any(|slot| plays(&slot.info));
        let Some(info) = self.open.take().filter(|open| !is_listed && plays(open)) else { return };
        self.sequence += 1;
        self.slots.insert(0, Some(Slot { info, sequence: self.sequence }));
        for (slot, number) in self.slots.iter_mut().zip(1..) {
            if let Some(slot) = slot {
                slot.info.multi_pv = number;
            }
        }
    }

    /// The current lines. Of two that begin with the same move, the older one is obsolete.
    fn lines(&self) -> Vec<IterationInfo> {
        let kept = |slot: &&Slot| {
            let first = slot.info.pv.first();
            !self
                .slots
                .iter()
                .flatten()
                .any(|other| other.sequence > slot.sequence && other.info.pv.first() == first)
        };
        self.slots.iter().flatten().filter(kept).map(|slot| slot.info.clone()).collect()
    }

    fn snapshot(&mut self) -> Snapshot {
        let lines = self.lines();
        let root_move = |info: &IterationInfo| {
            let &mv = info.pv.first()?;
            Some(RootMove {
                score: Some(info.score),
                bound: Some(info.bound),
                depth: Some(info.depth),
                pv: info.pv.clone(),
                ..RootMove::new(mv)
            })
        };
        self.progress.root_moves = lines.iter().filter_map(root_move).collect();
        self.progress.lines = lines;
        self.progress.time_ms = self.measured_ms();
        Snapshot { progress: self.progress.clone(), detail: Detail::Uci(self.detail.clone()) }
    }

    /// Sends a snapshot if one is wanted and due, and something has changed.
    fn show(&mut self) {
        let Some(every) = self.observer.snapshot_every_ms() else { return };
        let every = Duration::from_millis(every);
        if self.news && self.shown.is_none_or(|at| at.elapsed() >= every) {
            let snapshot = self.snapshot();
            self.observer.on_snapshot(snapshot);
            self.shown = Some(Instant::now());
            self.news = false;
        }
    }

    fn outcome(mut self, found: UciSearchResult) -> SearchOutcome {
        self.detail.notes = found.notes;
        self.detail.dropped = found.dropped;
        self.detail.current = None;
        self.settle(found.best);
        let last = self.snapshot();
        let line = last.progress.lines.iter().find(|info| info.pv.first() == found.best.as_ref());
        // Some engines send no moves with their scores.
        let alone = self.without_moves.filter(|_| last.progress.lines.is_empty());
        SearchOutcome {
            best: found.best,
            ponder: found.ponder,
            score: line.map(|info| info.score).or(alone.map(|(score, _)| score)),
            bound: line.map_or(Bound::Exact, |info| info.bound),
            depth: line.map(|info| info.depth).or(alone.and_then(|(_, depth)| depth)),
            nodes: last.progress.nodes,
            time_ms: last.progress.time_ms,
            reason: match (found.best, found.stopped) {
                (None, _) => StopReason::Forced,
                (_, true) => StopReason::Stopped,
                (_, false) => StopReason::Unspecified,
            },
            last: Some(last),
            hesitation: None,
        }
    }
}

impl Listener for Report<'_> {
    fn on_info(&mut self, info: &UciInfo<Move>) {
        let progress = &mut self.progress;
        progress.depth = info.depth.or(progress.depth);
        progress.seldepth = info.seldepth.or(progress.seldepth);
        progress.nodes = info.nodes.or(progress.nodes);
        progress.nps = info.nps.or(progress.nps);
        progress.hashfull = info.hashfull.or(progress.hashfull);
        progress.tb_hits = info.tb_hits.or(progress.tb_hits);
        let detail = &mut self.detail;
        if let (Some(mv), Some(number)) = (info.currmove, info.currmove_number) {
            detail.current = Some((mv, number));
        }
        detail.cpu_load = info.cpu_load.or(detail.cpu_load);
        detail.string = info.string.clone().or(detail.string.take());
        if let (Some(score), Some(Bound::Exact), [], None | Some(1)) =
            (info.score, info.bound, &info.pv[..], info.multi_pv)
        {
            self.without_moves = Some((score, info.depth));
        }
        if let Some(info) = self.iteration(info) {
            self.keep(&info);
            self.progress.race.add_line(&info);
            self.observer.on_iteration(&info);
        }
        self.news = true;
        self.show();
    }

    fn idle(&mut self) {
        self.show();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_engine::search::score::Score;
    use tabia_engine::uci::answer::{Answer, parse};

    #[derive(Default)]
    struct Notes(Vec<IterationInfo>, Vec<Snapshot>);

    impl SearchObserver for Notes {
        fn on_iteration(&mut self, info: &IterationInfo) {
            self.0.push(info.clone());
        }

        fn snapshot_every_ms(&self) -> Option<u64> {
            Some(0)
        }

        fn on_snapshot(&mut self, snapshot: Snapshot) {
            self.1.push(snapshot);
        }
    }

    /// The notes and the outcome of a search in which an engine sends these lines.
    fn reported(lines: &[&str], best: &str) -> (Notes, SearchOutcome) {
        let (board, mut notes) = (Board::start(), Notes::default());
        let mut report = Report::new(&board, &mut notes);
        for line in lines {
            let Answer::Info(info) = parse(line) else { panic!("{line}") };
            report.on_info(&info.on(&board).0);
        }
        let best = tabia_chess::uci_move::parse(&board, best).ok();
        let found = UciSearchResult { best, ..UciSearchResult::nothing() };
        let outcome = report.outcome(found);
        (notes, outcome)
    }

    #[test]
    fn lines_are_unique_and_a_bound_never_takes_the_place_of_a_score() {
        let (notes, outcome) = reported(
            &[
                "info depth 9 multipv 1 score cp 30 nodes 100 pv e2e4 e7e5",
                "info depth 9 multipv 2 score cp 20 nodes 110 pv d2d4",
                "info depth 10 multipv 1 score cp 25 lowerbound nodes 150 pv e2e4",
                "info depth 10 multipv 1 score cp 40 nodes 200 pv d2d4 d7d5",
            ],
            "d2d4",
        );
        assert_eq!(notes.0.len(), 4, "every line is told");
        let seen = |at: usize| -> Vec<(Score, u32)> {
            notes.1[at].progress.lines.iter().map(|info| (info.score, info.depth)).collect()
        };
        assert_eq!(seen(1), [(Score::Cp(30), 9), (Score::Cp(20), 9)]);
        assert_eq!(seen(2), seen(1), "the bound changes nothing");
        assert_eq!(
            seen(3),
            [(Score::Cp(40), 10)],
            "the older line with the same move is overtaken"
        );
        assert_eq!(
            (outcome.score, outcome.depth, outcome.nodes),
            (Some(Score::Cp(40)), Some(10), Some(200))
        );
        assert_eq!(outcome.reason, StopReason::Unspecified);
    }

    #[test]
    fn a_best_move_with_only_a_bound_has_the_bound_as_its_score() {
        let lines = [
            "info depth 9 multipv 1 score cp 30 nodes 100 pv e2e4 e7e5",
            "info depth 9 multipv 2 score cp 20 nodes 110 pv g1f3",
            "info depth 10 multipv 1 score cp 55 lowerbound nodes 150 pv d2d4",
        ];
        let (_, outcome) = reported(&lines, "d2d4");
        assert_eq!((outcome.score, outcome.depth), (Some(Score::Cp(55)), Some(10)));
        let reported_lines = outcome.last.unwrap().progress.lines;
        let bounds: Vec<_> =
            reported_lines.iter().map(|info| (info.multi_pv, info.bound)).collect();
        assert_eq!(bounds, [(1, Bound::Lower), (2, Bound::Exact), (3, Bound::Exact)]);
        // The bound does not replace the line of a move that has one.
        let (_, outcome) = reported(&lines, "g1f3");
        assert_eq!((outcome.score, outcome.depth), (Some(Score::Cp(20)), Some(9)));
        let (_, outcome) = reported(&lines, "c2c4");
        assert_eq!(outcome.score, None, "nothing is made up");
    }

    #[test]
    fn fields_an_engine_does_not_send_stay_empty() {
        let (notes, outcome) =
            reported(&["info currmove e2e4 currmovenumber 1", "info string hm"], "e2e4");
        assert!(notes.0.is_empty());
        let last = outcome.last.unwrap();
        assert_eq!((outcome.score, outcome.depth, outcome.nodes), (None, None, None));
        assert_eq!((last.progress.nps, last.progress.hashfull), (None, None));
        let Detail::Uci(detail) = notes.1.last().map(|snapshot| &snapshot.detail).unwrap() else {
            panic!()
        };
        assert_eq!(detail.current.map(|(_, number)| number), Some(1));
        assert_eq!((detail.string.as_deref(), detail.cpu_load), (Some("hm"), None));
    }
}
