//! The search whose lines the panels show in full: its position and the age of its lines, how reliable their scores
//! are, how many of the requested lines exist, a bound whose window is still open, the move under search. Further
//! below, the evaluation of a position and its source.

use eframe::egui::{Context, Id};

use tabia_app::action::Action;
use tabia_app::engines::state::{EngineStatus, Purpose};
use tabia_app::engines::telemetry;
use tabia_app::engines::telemetry::{EvalSource, GamePoint, Line, SearchView, bound_seen_from};
use tabia_app::game::new_game::engine_title;
use tabia_app::game::state::Player;
use tabia_app::model::Model;
use tabia_app::window::notation;
use tabia_chess::rules::Outcome;
use tabia_chess::{Board, Color, Move};
use tabia_engine::alphabeta;
use tabia_engine::alphabeta::options::{EvalKind, Strength};
use tabia_engine::search::report::{IterationInfo, RootMove, Snapshot};
use tabia_engine::search::score::{Bound, Pov, Score, Wdl, material};
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::result::GameResult;
use tabia_games::game::tree::NodeId;
use tabia_games::words;
use tabia_text::t;

use crate::gui::look::format;
use crate::gui::present::memo::once;
use crate::gui::present::{context, line_words};
use crate::gui::widgets::beside_board::Evaluation;

/// One of the engine's lines, ready to be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct LineView {
    /// The line's number, 1 the best.
    pub number: u32,
    /// White's view.
    pub white: Score,
    /// From the chosen point of view.
    pub score: Score,
    /// The kind of bound, from the chosen point of view.
    pub bound: Bound,
    /// What the engine reported.
    pub info: IterationInfo,
    /// It is from an earlier iteration or search, or of a position that is no longer on the board.
    pub stale: bool,
    /// Which of these, in words; empty for a line that is not stale.
    pub age: String,
}

impl LineView {
    /// Bound sign and score.
    pub fn score_text(&self) -> String {
        format!("{}{}", self.bound.sign(), self.score.text())
    }

    /// The kind of bound of [`LineView::white`].
    pub(crate) fn white_bound(&self) -> Bound {
        bound_seen_from(self.info.bound, Pov::White, self.info.stm)
    }

    /// Bound sign and score from White's view.
    pub(crate) fn white_text(&self) -> String {
        format!("{}{}", self.white_bound().sign(), self.white.text())
    }
}

/// The node the engine's panels are about: the one under search, else the shown one.
pub fn search_node(model: &Model) -> NodeId {
    let shown = model.game.current;
    let focus = model.focus();
    if let Some(job) = model.engine.job(focus).filter(|job| !job.purpose.is_in_background()) {
        return job.node;
    }
    // After the engine's move its results stay until there is one for the new position.
    let own = model.telemetry.search(focus).filter(|search| {
        (search.purpose == Purpose::Play || search.engine == EngineId::OBSERVER)
            && model.game.tree.parent(shown) == Some(search.node)
            && !model.telemetry.has_lines(&model.game.tree, shown, focus)
    });
    model.engine.lock.or(own.map(|search| search.node)).unwrap_or(shown)
}

/// The move the engine expects and ponders on during the user's time.
pub fn pondered(model: &Model) -> Option<Move> {
    match model.engine.job(model.focus()).map(|job| job.purpose) {
        Some(Purpose::Ponder(expected)) => Some(expected),
        _ => None,
    }
}

/// The position the engine's panels are about: while it ponders, the one after the expected move.
pub fn search_board(model: &Model) -> Board {
    let mut board = *model.game.tree.board(search_node(model));
    if let Some(expected) = pondered(model).filter(|&mv| board.is_legal(mv)) {
        board.make_move(expected);
    }
    board
}

/// How the game ends by the rules in that position.
pub fn search_outcome(model: &Model) -> Option<Outcome> {
    model.game.tree.outcome(search_node(model)).filter(|_| pondered(model).is_none())
}

/// The search of that position, if one is running or was the last.
pub fn search(model: &Model) -> Option<&SearchView> {
    let telemetry = &model.telemetry;
    match pondered(model) {
        Some(_) => telemetry.search(model.focus()),
        None => telemetry.search_or_earlier(&model.game.tree, search_node(model), model.focus()),
    }
}

/// The name of the engine of that search if it plays below its strength. Its scores are no evaluations: it misjudges on
/// purpose.
pub fn weak_level(model: &Model) -> Option<String> {
    let search = search(model).filter(|search| !search.judges())?;
    Some(level_name(model, search.engine, search.strength))
}

/// The name of the opponent in the game being played if it plays below its strength: analysis of that game is help.
pub(crate) fn weak_opponent(model: &Model) -> Option<String> {
    let side = model.game.engine_side().filter(|_| model.game.is_played())?;
    let Player::Engine { id, strength, .. } = *model.game.player(side) else { return None };
    let weak = model.play_options(id, strength).is_restrained();
    weak.then(|| level_name(model, id, strength))
}

fn level_name(model: &Model, engine: EngineId, strength: Strength) -> String {
    match strength.character().filter(|_| engine.is_built_in()) {
        Some(level) => level.name.to_owned(),
        None => engine_title(&model.engine_name(engine), strength),
    }
}

/// The action that plays moves from the engine's panels.
pub fn play_line(model: &Model, moves: &[Move]) -> Action {
    let moves = pondered(model).into_iter().chain(moves.iter().copied()).collect();
    Action::PlayLine { node: search_node(model), moves }
}

/// The depth of a search's best line, so that it matches the score beside it, and the deepest ply that any line of this
/// depth reached. Without a line of its own, the iteration under way; empty before the engine has reported any.
pub(crate) fn depth_of(search: &SearchView, best: Option<&LineView>) -> String {
    if let Some(line) = best.filter(|line| !line.stale) {
        let depth = line.info.depth;
        let others = search.lines.iter().map(|line| &line.info).filter(|of| of.depth == depth);
        let deepest = others.chain([&line.info]).filter_map(|of| of.seldepth).max();
        return format::depth(depth, deepest);
    }
    match search.depth() {
        0 => String::new(),
        depth => format::depth(depth, search.seldepth()),
    }
}

/// Names of what an engine's searches count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Units {
    /// For sentences: `nodes` or `playouts`.
    pub word: &'static str,
    /// The title of a count.
    pub nodes: &'static str,
    pub per_second: &'static str,
    /// The title of the memory use.
    pub memory: &'static str,
    /// The same where it is shown alone: the table may hold much more from earlier searches.
    pub memory_used: &'static str,
    /// Columns of shares.
    pub share: &'static str,
}

/// A playout search counts playouts, and fills the memory of its tree.
pub(crate) fn units(engine: EngineId) -> Units {
    if engine == EngineId::PUCT {
        Units {
            word: "playouts",
            nodes: t!("search-playouts"),
            per_second: t!("lines-pps"),
            memory: t!("lines-memory"),
            memory_used: t!("lines-memory"),
            share: t!("search-share-playouts"),
        }
    } else {
        Units {
            word: "nodes",
            nodes: t!("column-nodes"),
            per_second: t!("lines-nps"),
            memory: t!("lines-hash"),
            memory_used: t!("lines-hash.search"),
            share: t!("search-share-nodes"),
        }
    }
}

/// The newest snapshot of that search.
pub fn live(model: &Model) -> Option<&Snapshot> {
    search(model)?.live.as_ref()
}

/// The engine's lines for that position.
pub fn lines(model: &Model) -> Vec<LineView> {
    let telemetry = &model.telemetry;
    let lines = match pondered(model).and(search(model)) {
        Some(search) if search.judges() => search.lines.clone(),
        Some(_) => Vec::new(),
        None => telemetry.lines(&model.game.tree, search_node(model), model.focus()),
    };
    let mut views = line_views(model, lines);
    if model.engine.given_up(model.focus()).is_some() {
        for view in views.iter_mut().filter(|view| !view.stale) {
            (view.stale, view.age) = (true, t!("present-before-failure").to_owned());
        }
    }
    views
}

/// Lines of one engine, displayed according to the settings.
pub(crate) fn line_views(model: &Model, lines: Vec<Line>) -> Vec<LineView> {
    let newest = lines.iter().filter(|line| line.own).map(|line| line.info.depth).max();
    lines.into_iter().enumerate().map(|(at, line)| line_view(model, at, line, newest)).collect()
}

fn line_view(model: &Model, at: usize, line: Line, newest: Option<u32>) -> LineView {
    let pov = model.settings.pov;
    let age = age(model, &line, newest);
    LineView {
        number: at as u32 + 1,
        white: line.score(Pov::White),
        score: line.score(pov),
        bound: line.bound(pov),
        stale: !age.is_empty(),
        age,
        info: line.info,
    }
}

/// Bound sign and score of a score from the side to move's view, displayed according to the settings.
pub fn score_text(model: &Model, score: Option<Score>, bound: Bound, stm: Color) -> String {
    let pov = model.settings.pov;
    match score {
        Some(score) => {
            let sign = bound_seen_from(bound, pov, stm).sign();
            format!("{sign}{}", score.seen_from(pov, stm).text())
        }
        None => "–".to_owned(),
    }
}

/// The probabilities of win, draw and loss of an engine's line, from a point of view: its own, or those of the curve
/// behind its scores; `None` for other engines that report none.
pub(crate) fn chances(id: EngineId, info: &IterationInfo, board: &Board, pov: Pov) -> Option<Wdl> {
    telemetry::chances(id, info, board).map(|wdl| wdl.seen_from(pov, info.stm))
}

/// White's probabilities for an engine's line, to compare engines: for one without any, by the model fitted to
/// alpha-beta.
pub(crate) fn compared_chances(id: EngineId, info: &IterationInfo, board: &Board) -> Wdl {
    let fitted = || Wdl::of(info.score, material(board)).seen_from(Pov::White, info.stm);
    chances(id, info, board, Pov::White).unwrap_or_else(fitted)
}

/// The probabilities behind a score and their source: short, and in words.
pub fn score_note(model: &Model, line: &LineView) -> [String; 2] {
    let pov = model.settings.pov;
    let side = match pov {
        Pov::White => words::side(Color::White),
        Pov::SideToMove => words::side(line.info.stm),
    };
    let name = model.engine_name(model.focus());
    if let Some(asked) = line_words::asked_text(model) {
        let view = context::pov_title(model);
        let words = t!("lines-asked-by", asked = asked.as_str(), view = view, name = name);
        return [asked, words];
    }
    let Some(chances) = chances(model.focus(), &line.info, &search_board(model), pov) else {
        let view = context::pov_title(model);
        return [name.clone(), t!("present-by-view", name = name, view = view)];
    };
    let [win, draw, loss] = per_cent(chances);
    [
        t!("present-wdl", side = side, win = win, draw = draw, loss = loss),
        t!("present-wdl-words", side = side, win = win, draw = draw, loss = loss, name = name),
    ]
}

/// What the engine is doing, and where if that is not the shown position.
pub fn status_text(model: &Model) -> String {
    let text = plain_status_text(model);
    // With one engine it is clear which one is working.
    let run =
        model.review().filter(|_| matches!(model.engine_status(), EngineStatus::Reviewing(..)));
    let who = run.map_or_else(|| model.focus(), |run| run.request.engine);
    let only = who.is_built_in() && model.analysing().len() == 1;
    if only { text } else { format!("{}: {text}", model.engine_name(who)) }
}

fn plain_status_text(model: &Model) -> String {
    let status = model.engine_status();
    let label = match &status {
        EngineStatus::Failed(error) => return t!("present-failed", error = error.as_str()),
        EngineStatus::Pondering { node, expected } => {
            let board = model.game.tree.board(*node);
            let line = notation::line(board, &[*expected], 1);
            return t!("present-pondering", move = line);
        }
        EngineStatus::Reviewing(done, all) => {
            return t!("present-reviewing", done = *done, all = *all);
        }
        status => status.label(),
    };
    let node = search_node(model);
    if status.is_running() && node != model.game.current {
        let tree = &model.game.tree;
        return match tree.mv(node) {
            Some(_) => {
                t!("present-status-after", status = label, move = format::move_name(tree, node))
            }
            None => t!("present-status-start", status = label),
        };
    }
    label.to_owned()
}

/// Whether the engine is searching.
pub fn is_thinking(model: &Model) -> bool {
    model.engine_status().is_running()
}

/// Probabilities of win, draw and loss in whole per cent, which add up to 100 as the per-mille values do to 1000: draws
/// get the rest. If an engine's values add up to something else, they are shown as they are.
pub(crate) fn per_cent(wdl: Wdl) -> [u32; 3] {
    let [win, draw, loss] = [wdl.win, wdl.draw, wdl.loss].map(|permille| (permille + 5) / 10);
    if wdl.win + wdl.draw + wdl.loss != 1000 {
        return [win, draw, loss];
    }
    let loss = loss.min(100 - win);
    [win, 100 - win - loss, loss]
}

/// A bound on a move while its window is searched again. It is shown beside a complete line, never in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenBound {
    /// The number of the line it is about, 1 the best. There may be fewer lines so far.
    pub beside: u32,
    /// Whether the move of that line is the one it is about.
    pub own: bool,
    /// Sign and score from the chosen point of view: `≥ +0.57`.
    pub short: String,
    /// The same with the depth and, if it is not the first move of the line beside it, the move.
    pub text: String,
    /// An explanation for the tooltip and screen readers.
    pub words: String,
    /// Whether the score may be higher than shown, from the chosen point of view; otherwise lower.
    pub higher: bool,
}

/// The position the panels are about, if it is not the one on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherPosition {
    /// `before 2… d5`, `after 12. Nf3`, `at the start`.
    pub name: String,
    /// No engine is working on it any more.
    pub old: bool,
}

/// The position of the lines, if it is not the one on the board. While the engine ponders, the status names it.
pub fn other_position(model: &Model) -> Option<OtherPosition> {
    let (tree, node, shown) = (&model.game.tree, search_node(model), model.game.current);
    if node == shown || pondered(model).is_some() {
        return None;
    }
    let name = match () {
        () if tree.parent(shown) == Some(node) => {
            t!("present-before", move = format::move_name(tree, shown))
        }
        () if tree.mv(node).is_some() => {
            t!("present-after", move = format::move_name(tree, node))
        }
        () => t!("present-at-start").to_owned(),
    };
    let old = model.engine.job(model.focus()).is_none_or(|job| job.node != node);
    Some(OtherPosition { name, old })
}

/// Why a line is greyed out: the position before, an earlier search, an iteration before the newest.
pub(crate) fn age(model: &Model, line: &Line, newest: Option<u32>) -> String {
    match other_position(model).filter(|other| other.old) {
        Some(other) => other.name,
        None if !line.stale => String::new(),
        None if !line.own => t!("present-earlier-search").to_owned(),
        None => match newest {
            Some(depth) if depth > line.info.depth => {
                t!("present-older", depth = depth)
            }
            _ => t!("present-earlier-search").to_owned(),
        },
    }
}

/// Why a row of the root list is greyed out; `None`: it is not.
pub fn root_age(model: &Model, search: &SearchView, root: &RootMove) -> Option<String> {
    let other = other_position(model).filter(|other| other.old).map(|other| other.name);
    other.or_else(|| {
        let newest = search.newest_root_depth().filter(|_| search.is_older(root))?;
        Some(t!("present-root-age", depth = root.depth?, newest = newest))
    })
}

/// How many lines the panel shows, and why they are fewer or more than set for analysis.
pub fn lines_title(model: &Model) -> [String; 2] {
    let set = model.settings.engine.multi_pv as usize;
    if model.hides_lines() {
        return [t!("present-lines", n = 0), t!("lines-hidden.why").to_owned()];
    }
    let running = search(model).filter(|search| search.ended.is_none());
    // Before its first line a search is counted by its purpose.
    let shown = match lines(model).len() {
        0 => running.map_or(0, |search| search.wanted.min(set)),
        shown => shown,
    };
    let setting = t!("present-lines-set", n = set);
    if shown == 0 || shown == set {
        return [t!("present-lines", n = set), setting];
    }
    if shown > set {
        let kept = t!("present-lines-kept");
        return [kept_title(set, shown), format!("{kept}. {setting}")];
    }
    let moves = search_board(model).legal_moves().len();
    let name = model.engine_name(model.focus());
    let wanted = search(model).map(|search| search.wanted);
    let why = match wanted {
        _ if moves == shown => t!("present-lines-legal", n = moves),
        None => t!("present-lines-kept").to_owned(),
        Some(wanted) if wanted <= shown => t!("present-lines-wanted", name = name, n = wanted),
        Some(_) => t!("present-lines-given", name = name, n = shown),
    };
    [t!("present-lines-of", shown = shown, set = set), format!("{why}. {setting}")]
}

/// The number of lines set, and how many of an earlier search are shown.
pub(crate) fn kept_title(set: usize, shown: usize) -> String {
    t!("present-lines-set-kept", n = set, kept = shown)
}

/// The open bound in an engine's search of the position the panels are about.
pub fn open_bound(model: &Model, id: EngineId) -> Option<OpenBound> {
    let search = if id == model.focus() {
        search(model)
    } else {
        let (tree, node) = (&model.game.tree, search_node(model));
        model.telemetry.search_of(tree, node, id)
    };
    let open = search?.open_bound()?;
    let lines: Vec<&IterationInfo> = search?.lines.iter().map(|line| &line.info).collect();
    let own = lines.iter().position(|line| line.pv.first() == open.pv.first());
    let beside = own.map_or(open.multi_pv.max(1), |at| at as u32 + 1);
    let board = search_board(model);
    let mv = open.pv.first().copied().filter(|&mv| board.is_legal(mv));
    let mv = mv.map_or_else(String::new, |mv| notation::san(&board, mv));
    let pov = model.settings.pov;
    let bound = bound_seen_from(open.bound, pov, open.stm);
    let score = open.score.seen_from(pov, open.stm);
    let short = format!("{} {}", bound.sign(), score.text());
    let at = t!("present-bound-at", score = short.as_str(), depth = open.depth);
    let words = t!(
        "present-bound",
        fails = if open.bound == Bound::Lower { "high" } else { "low" },
        move = mv.as_str(),
        bound = if bound == Bound::Lower { "lower" } else { "upper" },
        score = score.text(),
        depth = open.depth,
    );
    let text = if own.is_some() || mv.is_empty() { at } else { format!("{mv} {at}") };
    let higher = bound == Bound::Lower;
    Some(OpenBound { beside, own: own.is_some(), short, text, words, higher })
}

/// The root move under search: its number, and for which line if several are wanted.
pub(crate) fn searching(model: &Model, search: &SearchView) -> String {
    let board = search_board(model);
    let live = search.live.as_ref().filter(|_| search.ended.is_none());
    let under = live.and_then(|live| {
        let (mv, number) = live.detail.current().filter(|(mv, _)| board.is_legal(*mv))?;
        let mv = notation::san(&board, mv);
        // Only an engine that reports all root moves numbers them and says for which line.
        let Some(detail) = live.detail.alphabeta() else {
            return Some(t!("present-searching-number", move = mv, number = number));
        };
        let all = live.progress.root_moves.len();
        Some(match search.wanted.min(all) {
            0 | 1 => t!("present-searching-of", move = mv, number = number, all = all),
            lines => t!(
                "present-searching-line",
                move = mv,
                number = number,
                all = all,
                line = detail.line,
                lines = lines,
            ),
        })
    });
    under.unwrap_or_default()
}

impl LineView {
    /// The line in words: number, score, depth, and its age if it is not the newest.
    pub(crate) fn words(&self) -> String {
        let (number, depth) = (self.number, self.info.depth);
        let text = t!("present-line", number = number, score = self.score_text(), depth = depth);
        if self.age.is_empty() { text } else { format!("{text}, {}", self.age) }
    }
}

// What is known about the evaluation of a position, and its source: for the bar, the move list, the graph.

/// What the bar shows: the evaluation of the shown position, White's view, and its source.
pub fn evaluation(model: &Model) -> (Evaluation, Option<String>) {
    let tree = &model.game.tree;
    let node = model.game.current;
    if let Some(outcome) = tree.outcome(node) {
        return (Evaluation::Over(outcome), None);
    }
    if model.hides_engine() {
        return (Evaluation::Unknown, None);
    }
    let failed = |id: EngineId| model.engine.given_up(id).is_some();
    let able = std::iter::once(model.focus()).chain(model.analysing()).find(|&id| !failed(id));
    let preferred = able.unwrap_or(model.focus());
    let by_failed =
        |point: &GamePoint| matches!(point.source, EvalSource::Engine { id, .. } if failed(id));
    let point = model.telemetry.evaluation(tree, node, preferred);
    // What an engine reported before it failed is better than nothing.
    let in_file = || model.telemetry.in_file(tree, node);
    let point = point.map(|of| if by_failed(&of) { in_file().unwrap_or(of) } else { of });
    let Some(point) = point else { return (Evaluation::Unknown, None) };
    let (score, bound) = (point.score, point.bound);
    let board = tree.board(node);
    let (depth, own, by) = match point.source {
        EvalSource::Engine { id, depth } => {
            let line = model.telemetry.first_line(tree, node, id);
            let own = line.as_ref().and_then(|line| chances(id, &line.info, board, Pov::White));
            let name = model.engine_name(id);
            let by = match line.and_then(|line| line.info.wdl) {
                Some(_) if !id.is_tabia() => t!("present-by-chances", name = name),
                _ => t!("present-by", name = name),
            };
            (Some(depth), own, by)
        }
        source => (None, None, source_text(model, source)),
    };
    let wdl = own.unwrap_or_else(|| Wdl::of(score, material(board)));
    (Evaluation::Score { score, bound, depth, wdl }, Some(by))
}

/// The question the lines of the shown position answer, if it is not the whole position: the bar then shows another
/// search than the lines.
pub fn asked_here(model: &Model) -> Option<String> {
    let here = model.engine.asked().is_some_and(|asked| asked.node == model.game.current);
    line_words::asked_text(model).filter(|_| here && !model.hides_engine())
}

/// A short evaluation beside a move of the list, and all of it for the tooltip.
pub fn eval_text(model: &Model, node: NodeId) -> Option<[String; 2]> {
    if model.hides_engine() {
        return None;
    }
    let point = model.evaluation(node)?;
    if let EvalSource::Rules(outcome) = point.source {
        // The result of the game is below its moves.
        if node == model.game.live && model.game.result_text().is_some() {
            return None;
        }
        let result = GameResult::won_by(outcome.winner()).shown();
        return Some([result.to_owned(), point_text(model, &point)]);
    }
    let short = format!("{}{}", point.bound.sign(), point.score.short());
    Some([short, format!("{}, {}", point_text(model, &point), t!("present-view-white"))])
}

/// A point of the graph in words: value and source.
pub fn point_text(model: &Model, point: &GamePoint) -> String {
    match point.source {
        EvalSource::Rules(outcome) => {
            let result = GameResult::won_by(outcome.winner()).shown();
            format!("{result}, {}", words::outcome(outcome))
        }
        from => {
            let (bound, score) = (point.bound.sign(), point.score.text());
            format!("{bound}{score} {}", source_text(model, from))
        }
    }
}

/// The source: `by Stockfish 16, depth 20`.
pub fn source_text(model: &Model, source: EvalSource) -> String {
    match source {
        EvalSource::Engine { id, depth } => {
            t!("present-by-depth", name = model.engine_name(id), depth = depth)
        }
        EvalSource::File { depth: Some(depth) } => t!("present-file-depth", depth = depth),
        EvalSource::File { depth: None } => t!("present-file").to_owned(),
        EvalSource::Rules(outcome) => words::outcome(outcome),
    }
}

/// The static evaluation of the position the engine's panels are about, as at the start of its search, from the chosen
/// point of view; `None` in check, where there is no static evaluation.
pub(crate) fn static_eval(model: &Model, ctx: &Context) -> Option<Score> {
    let board = search_board(model);
    // The playout search has no choice of evaluations.
    let playouts = model.focus() == EngineId::PUCT;
    let kind = if playouts { EvalKind::Network } else { model.settings.engine.eval };
    let mover = mover_view(ctx, kind, &board)?;
    let pov = model.settings.pov;
    Some(mover.seen_from(pov, board.stm()))
}

/// From the side to move's view, computed once for each position.
fn mover_view(ctx: &Context, kind: EvalKind, board: &Board) -> Option<Score> {
    if board.in_check() {
        return None;
    }
    Some(once(ctx, Id::unique("static evaluation"), (kind, board.key()), || {
        Score::Cp(alphabeta::static_eval(kind, board))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_per_cents_add_up_to_a_hundred() {
        for win in 0..=1000 {
            for loss in 0..=1000 - win {
                let [whole_win, draw, whole_loss] =
                    per_cent(Wdl { win, draw: 1000 - win - loss, loss });
                assert_eq!(whole_win + draw + whole_loss, 100, "{win} {loss}");
                assert!(whole_win.abs_diff(win / 10) <= 1 && whole_loss.abs_diff(loss / 10) <= 1);
                assert!(draw.abs_diff((1000 - win - loss) / 10) <= 1, "{win} {loss}");
            }
        }
        assert_eq!(per_cent(Wdl { win: 446, draw: 216, loss: 338 }), [45, 21, 34]);
    }
}

#[cfg(test)]
mod judgement_tests {
    use super::*;
    use tabia_chess::Color;
    use tabia_engine::eval::nnue::file;

    #[test]
    fn it_is_what_the_search_begins_with_and_turns_with_the_view() {
        let ctx = Context::default();
        let queen_up = Board::from_fen("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
        let board = queen_up.unwrap();
        let of = |kind: EvalKind, board: &Board| mover_view(&ctx, kind, board);
        let score = of(EvalKind::Network, &board).unwrap();
        assert_eq!(score, of(EvalKind::Network, &board).unwrap());
        assert_eq!(score, Score::Cp(file::built_in().unwrap().evaluate(&board)));
        assert_eq!(of(EvalKind::Material, &board), Some(Score::Cp(-900)), "another is chosen");
        // Known endings take precedence over the network.
        let known = Board::from_fen("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1").unwrap();
        assert_eq!(of(EvalKind::Network, &known), Some(Score::EVEN));
        assert!(score.clamped_cp(5_000) < -300, "Black is to move and a queen behind: {score}");
        let white = score.seen_from(Pov::White, Color::Black);
        assert_eq!(white.clamped_cp(5_000), -score.clamped_cp(5_000));
        let check = Board::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").unwrap();
        assert_eq!(of(EvalKind::Network, &check), None);
    }
}
