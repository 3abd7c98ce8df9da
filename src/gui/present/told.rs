//! What the engines' panels say beside the lines: which position they are of and how old they are, how many of
//! those wanted are there, a bound whose window is still open, the move under search.

use tabia_app::engines::telemetry::{Line, SearchView, bound_seen_from};
use tabia_chess::san;
use tabia_engine::search::engine_id::EngineId;
use tabia_engine::search::report::{IterationInfo, RootMove};
use tabia_engine::search::score::Bound;

use crate::gui::look::format;
use crate::gui::present::context::{Cx, LineView};

/// A bound on a move while its window is searched again. It stands beside a whole line, never in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenBound {
    /// The number of the line it stands beside, 1 the best.
    pub beside: u32,
    /// Sign and score from the chosen point of view: `≥ +0.57`.
    pub short: String,
    /// The same with the depth and, where it is not the first of the line beside it, the move.
    pub text: String,
    /// What it means, for the pointer and screen readers.
    pub words: String,
    /// Whether the move is better for the side to move than was thought, else worse.
    pub fails_high: bool,
}

/// The position the panels speak of, where it is not the one on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherPosition {
    /// `before 2… d5`, `after 12. Nf3`, `at the start`.
    pub name: String,
    /// Nobody works on it any more.
    pub old: bool,
}

impl Cx<'_> {
    /// Which position the lines are of, where that is not the one on the board. While the engine ponders, the
    /// status names it.
    pub fn other_position(&self) -> Option<OtherPosition> {
        let (tree, node, shown) =
            (&self.model.game.tree, self.search_node(), self.model.game.current);
        if node == shown || self.pondered().is_some() {
            return None;
        }
        let name = match () {
            () if tree.parent(shown) == Some(node) => {
                format!("before {}", format::move_name(tree, shown))
            }
            () if tree.mv(node).is_some() => format!("after {}", format::move_name(tree, node)),
            () => "at the start".to_owned(),
        };
        let old = self.model.engine.job(self.focus()).is_none_or(|job| job.node != node);
        Some(OtherPosition { name, old })
    }

    /// Why a line is greyed: the position before, an earlier search, an earlier iteration than the newest.
    pub(crate) fn age(&self, line: &Line, newest: Option<u32>) -> String {
        match self.other_position().filter(|other| other.old) {
            Some(other) => other.name,
            None if !line.stale => String::new(),
            None if !line.own => "of an earlier search".to_owned(),
            None => match newest {
                Some(depth) if depth > line.info.depth => {
                    format!("older than the newest, depth {depth}")
                }
                _ => "of an earlier search".to_owned(),
            },
        }
    }

    /// Why a row of the root list is greyed; `None`: it is not.
    pub fn root_age(&self, search: &SearchView, root: &RootMove) -> Option<String> {
        let other = self.other_position().filter(|other| other.old).map(|other| other.name);
        other.or_else(|| {
            let newest = search.newest_root_depth().filter(|_| search.is_older(root))?;
            Some(format!("Depth {}, the newest is {newest}", root.depth?))
        })
    }

    /// How many lines stand in the panel, and why they are not as many as analysis is set to.
    pub fn lines_title(&self) -> [String; 2] {
        let set = self.model.settings.engine.multi_pv as usize;
        let running = self.search().filter(|search| search.ended.is_none());
        // Before its first line a search is counted by what it is for.
        let shown = match self.lines().len() {
            0 => running.map_or(0, |search| search.wanted.min(set)),
            shown => shown,
        };
        let setting = format!("Analysis is set to {}", counted(set));
        if shown == 0 || shown == set {
            return [counted(set), setting];
        }
        if shown > set {
            return [counted(shown), format!("Kept from an earlier search. {setting}")];
        }
        let moves = self.search_board().legal_moves().len();
        let name = self.model.engine_name(self.focus());
        let wanted = self.search().map_or(set, |search| search.wanted);
        let why = match () {
            () if moves == shown && moves == 1 => "There is only one legal move".to_owned(),
            () if moves == shown => format!("There are only {moves} legal moves"),
            () if wanted <= shown => format!("This search of {name} is for {}", counted(wanted)),
            () => format!("{name} has given {} so far", counted(shown)),
        };
        [format!("{shown} of {set} lines"), format!("{why}. {setting}")]
    }

    /// The bound that is open in an engine's search of the position the panels speak of.
    pub fn open_bound(&self, id: EngineId) -> Option<OpenBound> {
        let search = if id == self.focus() {
            self.search()
        } else {
            let (tree, node) = (&self.model.game.tree, self.search_node());
            self.model.telemetry.search_of(tree, node, id)
        };
        let open = search?.open_bound()?;
        let lines: Vec<&IterationInfo> = search?.lines.iter().map(|line| &line.info).collect();
        let own = lines.iter().position(|line| line.pv.first() == open.pv.first());
        let place = (open.multi_pv.max(1) as usize).min(lines.len().max(1));
        let beside = own.map_or(place, |at| at + 1) as u32;
        let board = self.search_board();
        let mv = open.pv.first().copied().filter(|&mv| board.is_legal(mv));
        let mv = mv.map_or_else(String::new, |mv| san::write(&board, mv));
        let pov = self.model.settings.pov;
        let bound = bound_seen_from(open.bound, pov, open.stm);
        let score = open.score.seen_from(pov, open.stm);
        let short = format!("{} {score}", bound.sign());
        let at = format!("{short} at depth {}", open.depth);
        let fails_high = open.bound == Bound::Lower;
        let fails = if fails_high { "Fails high" } else { "Fails low" };
        let least = if bound == Bound::Lower { "at least" } else { "at most" };
        let words = format!(
            "{fails}: {mv} is worth {least} {score} at depth {}; its window is searched again",
            open.depth
        );
        let text = if own.is_some() || mv.is_empty() { at } else { format!("{mv} {at}") };
        Some(OpenBound { beside, short, text, words, fails_high })
    }

    /// The root move under search: its number, and for which line where several are wanted.
    pub(crate) fn searching(&self, search: &SearchView) -> String {
        let board = self.search_board();
        let live = search.live.as_ref().filter(|_| search.ended.is_none());
        let under = live.and_then(|live| {
            let (mv, number) = live.detail.current().filter(|(mv, _)| board.is_legal(*mv))?;
            let at = format!("{} {number}", san::write(&board, mv));
            // Only an engine that tells all root moves has a number of them, and says for which line.
            let Some(detail) = live.detail.alphabeta() else { return Some(at) };
            let all = live.progress.root_moves.len();
            Some(match search.wanted.min(all) {
                0 | 1 => format!("{at} of {all}"),
                lines => format!("{at} of {all}, line {} of {lines}", detail.line),
            })
        });
        under.unwrap_or_default()
    }
}

impl LineView {
    /// The line in words: number, score, depth, and what it is where it is not the newest.
    pub(crate) fn words(&self) -> String {
        let text = format!("Line {}: {} depth {}", self.number, self.score_text(), self.info.depth);
        if self.age.is_empty() { text } else { format!("{text}, {}", self.age) }
    }
}

fn counted(lines: usize) -> String {
    if lines == 1 { "1 line".to_owned() } else { format!("{lines} lines") }
}
