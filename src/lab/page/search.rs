//! A search as a page: its tree at the end of each iteration with a timeline, the data and the position of each node,
//! and the story. Two searches of one position are shown side by side, aligned by time.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use tabia_chess::{Board, Color, Move, Piece, Square, san};
use tabia_engine::puct::leaf_evaluator::CURVE;
use tabia_engine::search::live_tree::{LiveNode, LiveTree};
use tabia_engine::search::race::{RootIteration, RootRace};
use tabia_engine::search::score::{Bound, Pov, Score, Wdl, material};
use tabia_games::export::diagram::escaped;
use tabia_games::printable;
use tabia_text::{Language, t};

use super::Page;
use crate::story;

const SCRIPT: &str = include_str!("search.js");

/// Maximum size of the data of a page, bytes. If a search has more, small subtrees are left out, and the page says so.
pub const MAX_BYTES: usize = 1_700_000;
/// Score from which the colour is fully saturated, centipawns.
const FULL_COLOR_CP: i32 = 250;
/// Scores beyond this are drawn at the edge of the curve, centipawns.
const EDGE_CP: i32 = 1_500;
/// Moves of a line shown as text.
const LINE: usize = 12;
/// Number of colours for engines.
pub const ENGINE_COLORS: usize = 4;

/// One search.
#[derive(Clone, Copy, Debug)]
pub struct Course<'a> {
    /// The engine.
    pub name: &'a str,
    pub race: &'a RootRace,
    /// Its colour where two engines are compared, below [`ENGINE_COLORS`].
    pub color: usize,
    /// A tree grown by playouts.
    pub puct: bool,
    /// Whether its scores are evaluations of the position.
    pub judges: bool,
}

/// One search, or two of the same position.
#[derive(Clone, Copy)]
pub struct Searches<'a> {
    pub board: &'a Board,
    pub courses: &'a [Course<'a>],
    /// The point of view of scores in numbers and text.
    pub pov: Pov,
    pub view: &'a str,
    /// Converts the moves in a text to the reader's notation.
    pub moves: &'a dyn Fn(&str) -> String,
}

/// The moments of searches of one position: for each moment, the index of the current iteration of each search. The
/// first moment is when all searches have an iteration.
pub fn moments(races: &[&RootRace]) -> Vec<Vec<usize>> {
    let ends = |race: &RootRace| race.iterations().iter().map(|of| of.time_ms).collect::<Vec<_>>();
    let ends: Vec<Vec<u64>> = races.iter().map(|race| ends(race)).collect();
    if let [only] = &ends[..] {
        return (0..only.len()).map(|at| vec![at]).collect();
    }
    let mut times: Vec<u64> = ends.iter().flatten().copied().collect();
    times.sort_unstable();
    let at = |time: u64, ends: &Vec<u64>| ends.iter().rposition(|&end| end <= time);
    let moment = |time| ends.iter().map(|ends| at(time, ends)).collect::<Option<Vec<usize>>>();
    let mut moments: Vec<Vec<usize>> = times.into_iter().filter_map(moment).collect();
    moments.dedup();
    moments
}

impl Page<'_> {
    /// The page of searches.
    pub fn searches(&self, searches: &Searches<'_>) -> String {
        let mut least = LiveTree::SEEN;
        let (mut data, mut size) = searches.data(least);
        // Halves the number of nodes each time; the largest subtrees stay.
        while size > MAX_BYTES && least > 8 {
            least /= 2;
            (data, size) = searches.data(least);
        }
        data["last"] = self.last_move.map(|(from, to)| format!("{from}{to}")).into();
        data["flip"] = (self.style.orientation == Color::Black).into();
        let [light, dark] = self.style.colours.squares.map(|color| format!("#{color:06x}"));
        let [light_move, dark_move] =
            self.style.colours.last_move.map(|color| format!("#{color:06x}"));
        data["board"] = json!([light, dark, light_move, dark_move]);
        let note = if least < LiveTree::SEEN {
            format!("<p class=\"small\">{}</p>\n", escaped(&t!("page-left-out", n = least)))
        } else {
            String::new()
        };
        let fen = escaped(&searches.board.to_string());
        let main = searches.frame() + &note + &format!("<p class=\"small fen\">FEN: {fen}</p>\n");
        self.document(&main, Some((&data, SCRIPT)))
    }
}

impl Searches<'_> {
    /// Whether moments are shown as times: the iterations of two engines, or of playouts, are not depths to compare.
    fn is_timed(&self) -> bool {
        self.courses.len() > 1 || self.courses.iter().any(|course| course.puct)
    }

    /// The page before the script fills it.
    fn frame(&self) -> String {
        let two = self.courses.len() > 1;
        let mut trees = String::new();
        for (at, course) in self.courses.iter().enumerate() {
            let name = escaped(&printable::line(course.name));
            let mark = if two {
                let color = course.color % ENGINE_COLORS;
                format!("<i class=\"engine\" style=\"background:var(--engine-{color})\"></i>")
            } else {
                String::new()
            };
            let _ = writeln!(
                trees,
                "<section class=\"search\"><div class=\"head\"><span class=\"score\" id=\"score-{at}\"></span>\
                 <span class=\"name\">{mark}{name}</span><span class=\"figures\" id=\"figures-{at}\"></span><button class=\"whole\" id=\"whole-{at}\">{}</button></div>\
                 <p class=\"line\" id=\"line-{at}\"></p>\
                 <div class=\"tree\" id=\"tree-{at}\" tabindex=\"0\" role=\"img\"></div></section>",
                escaped(t!("live-tree-whole"))
            );
        }
        let class = if two { "trees two" } else { "trees" };
        let button = |id: &str, shape: &str, name: &str| {
            let name = escaped(name);
            format!(
                "<button id=\"{id}\" aria-label=\"{name}\" title=\"{name}\"><svg viewBox=\"0 0 16 16\" \
                 aria-hidden=\"true\"><path d=\"{shape}\"/></svg></button>"
            )
        };
        let buttons = button("previous", "M10.5 3L5 8l5.5 5z", t!("live-tree-previous"))
            + &button("play", "", t!("live-tree-play"))
            + &button("next", "M5.5 3L11 8l-5.5 5z", t!("live-tree-next"));
        let curve = self.curve_title();
        let (timed, unit) =
            if self.is_timed() { (" timed", t!("column-time")) } else { ("", t!("column-depth")) };
        format!(
            "<div class=\"show\">\n<aside class=\"side\"><div class=\"board\" id=\"board\"></div>\
             <div class=\"words\" id=\"words\" aria-live=\"polite\"></div></aside>\n<div>\n<div class=\"{class}\">\n{trees}</div>\n\
             <div class=\"legend\" id=\"keys\"></div>\n\
             <div class=\"controls\">{buttons}<span class=\"when\" id=\"when\"></span><label>{} <select id=\"color\"></select></label></div>\n\
             <p class=\"small title\">{}</p>\n<div class=\"course\" id=\"course\"></div>\n<input type=\"range\" id=\"time\" min=\"0\" step=\"1\" aria-label=\"{}\">\n\
             <section class=\"happened{timed}\"><h2>{}</h2><p class=\"story-head\">{}</p><ol class=\"story\" id=\"story\"></ol></section>\n</div>\n</div>\n",
            escaped(t!("live-tree-color")),
            escaped(&curve),
            escaped(t!("page-timeline")),
            escaped(t!("story-column")),
            escaped(unit),
        )
    }

    fn curve_title(&self) -> String {
        if self.courses.len() > 1 {
            t!("page-expected").to_owned()
        } else {
            t!("live-tree-timeline", view = self.view)
        }
    }

    /// The data, with subtrees of at least 1/`least` of all nodes, and their size in bytes.
    fn data(&self, least: u64) -> (Value, usize) {
        let mut tables = Tables::default();
        let engines: Vec<Value> =
            self.courses.iter().map(|course| self.course(course, least, &mut tables)).collect();
        let races: Vec<&RootRace> = self.courses.iter().map(|course| course.race).collect();
        let moments = moments(&races);
        let language = Language::current();
        let data = json!({
            "engines": engines,
            "steps": moments,
            "story": self.story(&moments),
            "timed": self.is_timed(),
            "scores": tables.scores.0,
            "rules": tables.rules.0,
            "start": placement(self.board),
            "move": self.board.fullmove_number(),
            "black": self.board.stm() == Color::Black,
            "decimal": language.decimal_sign(),
            "group": language.group_sign(),
            "endings": [
                t!("tree-legend-exact"),
                t!("tree-legend-fail-high"),
                t!("tree-legend-fail-low"),
                t!("tree-legend-cut"),
                t!("tree-legend-none"),
            ],
            "texts": self.texts(),
        });
        let size = data.to_string().len();
        (data, size)
    }

    /// The texts of the user interface, with `{0}` where the script inserts a number or a name.
    fn texts(&self) -> Value {
        let white = self.pov == Pov::White || self.board.stm() == Color::White;
        let mut ends = [t!("live-tree-good-black"), t!("live-tree-good-white")];
        if !white {
            ends.reverse();
        }
        // One text for one thing and one for several.
        let share = |unit: &str| {
            [1, 2].map(|count| {
                t!("live-tree-node-share", nodes = "{0}", count = count, share = "{1}", unit = unit)
            })
        };
        let searched = [1, 2].map(|count| {
            t!("live-tree-node-searched", depth = "{0}", count = count, iteration = "{1}")
        });
        let figures = [1, 2].map(|count| {
            t!("page-figures", depth = "{0}", nodes = "{1}", count = count, time = "{2}")
        });
        let grown = [1, 2].map(|count| {
            t!(
                "page-figures-playouts",
                plies = "{0}",
                playouts = "{1}",
                count = count,
                time = "{2}"
            )
        });
        json!({
            "ends": ends,
            "percent": t!("live-tree-percent", share = "{0}"),
            "score": t!("live-tree-node-score", score = "{0}", view = self.view),
            "open": t!("live-tree-node-open"),
            "nodes": share("nodes"),
            "playouts": share("playouts"),
            "cut": t!("live-tree-node-cut", rule = "{0}"),
            "searched": searched,
            "quiescence": t!("live-tree-node-quiescence", iteration = "{0}"),
            "first": t!("live-tree-node-first"),
            "depth": t!("live-tree-depth", depth = "{0}"),
            "of": t!("live-tree-depth-of", depth = "{0}", of = "{1}"),
            "time": t!("page-time", time = "{0}"),
            "figures": figures,
            "grown": grown,
            "by": [t!("live-tree-by-score"), t!("live-tree-by-kind"), t!("live-tree-by-rule"), t!("live-tree-by-age")],
            "expected": t!("live-tree-expected"),
            "plain": t!("live-tree-searched"),
            "new": t!("live-tree-age-new"),
            "old": t!("live-tree-age-old"),
            "play": t!("live-tree-play"),
            "pause": t!("page-pause"),
            "tree": t!("live-tree-picture", n = "{0}"),
            "curve": self.curve_title(),
            "root": t!("page-root"),
            "null": t!("live-tree-null"),
            "hint": t!("page-hint"),
        })
    }

    fn course(&self, course: &Course<'_>, least: u64, tables: &mut Tables) -> Value {
        let mut positions = Positions::new(*self.board);
        let iterations: Vec<Value> = course
            .race
            .iterations()
            .iter()
            .map(|iteration| self.iteration(course, iteration, least, (&mut positions, tables)))
            .collect();
        let rows: Vec<Value> = positions
            .rows
            .iter()
            .map(|row| json!([row.parent, (self.moves)(&row.san), row.squares, row.changes]))
            .collect();
        json!({
            "name": printable::line(course.name),
            "puct": course.puct,
            "color": course.color % ENGINE_COLORS,
            "positions": rows,
            "iterations": iterations,
        })
    }

    fn iteration(
        &self,
        course: &Course<'_>,
        iteration: &RootIteration,
        least: u64,
        (positions, tables): (&mut Positions, &mut Tables),
    ) -> Value {
        let progress = iteration.state.as_ref().map(|state| &state.progress);
        let line = progress.and_then(|progress| progress.lines.first());
        let entry = iteration.best.and_then(|best| iteration.of(best));
        let found = entry.and_then(|entry| Some((entry.score?, entry.bound?)));
        let found = found.filter(|_| course.judges);
        let pv: &[Move] = line.map_or(&[], |line| &line.pv);
        let tree = progress.and_then(|progress| progress.tree.as_deref());
        let grown = iteration.state.as_ref().and_then(|state| state.detail.puct());
        let (nodes, line_nodes) = tree.map_or_else(Default::default, |tree| {
            let on_line = tree.line(pv);
            let total = tree.total();
            let wide = |at: usize| {
                tree.nodes[at].nodes.saturating_mul(least) >= total
                    || on_line.contains(&(at as u32))
            };
            let mut places: Vec<Option<u32>> = Vec::with_capacity(tree.nodes.len());
            let mut nodes: Vec<i64> = Vec::new();
            for (at, node) in tree.nodes.iter().enumerate() {
                let parent = places.get(node.parent as usize).copied().flatten();
                let place = match parent {
                    _ if at == 0 => Some(0),
                    Some(parent) if wide(at) => positions.place(parent, node.mv),
                    _ => None,
                };
                places.push(place);
                if let Some(place) = place {
                    nodes.extend(self.node(course, node, place, tables));
                }
            }
            let line: Vec<u32> =
                on_line.iter().filter_map(|&at| places.get(at as usize).copied()?).collect();
            (nodes, line)
        });
        json!({
            "depth": iteration.depth,
            "plies": grown.map(|grown| grown.mean_depth),
            "ms": iteration.time_ms,
            "nodes": iteration.nodes,
            "best": entry.map_or_else(String::new, |entry| self.numbered(entry.mv)),
            "score": found.map(|(score, bound)| tables.score(self, score, bound)),
            "y": found.map(|(score, _)| self.height(course, score)),
            "line": (self.moves)(&san::line_text(self.board, pv, LINE)),
            "pv": line_nodes,
            "tree": nodes,
        })
    }

    /// Position, nodes, score, depth and iteration of the result, how it ended, by which rule; -1 for what is not known.
    fn node(
        &self,
        course: &Course<'_>,
        node: &LiveNode,
        place: u32,
        tables: &mut Tables,
    ) -> [i64; 7] {
        let score = node.score.filter(|_| course.judges);
        let score = score.map_or(-1, |score| tables.score(self, score, node.bound) as i64);
        let rule = node.cut.map_or(-1, |rule| {
            tables.rules.of(rule.index(), || json!([rule.name(), rule.index()])) as i64
        });
        let ending = match (node.score, node.cut) {
            (None, _) => 4,
            (_, Some(_)) => 3,
            // Bounds are from the view of the root; a node fails high for its side to move.
            (_, None) => {
                match if node.ply.is_multiple_of(2) { node.bound } else { node.bound.flipped() } {
                    Bound::Exact => 0,
                    Bound::Lower => 1,
                    Bound::Upper => 2,
                }
            }
        };
        let (depth, iteration) = (i64::from(node.depth), i64::from(node.iteration));
        [i64::from(place), node.nodes as i64, score, depth, iteration, ending, rule]
    }

    /// The height of a score in the curve: pawns, or White's expected points in per cent if two engines are compared.
    fn height(&self, course: &Course<'_>, score: Score) -> f64 {
        let stm = self.board.stm();
        let height = if self.courses.len() > 1 {
            let (white, material) = (score.seen_from(Pov::White, stm), material(self.board));
            // Its scores are made from expected scores by its own curve.
            let wdl =
                if course.puct { CURVE.wdl(white, material) } else { Wdl::of(white, material) };
            wdl.expected_percent()
        } else {
            f64::from(score.seen_from(self.pov, stm).clamped_cp(EDGE_CP)) / 100.0
        };
        (height * 100.0).round() / 100.0
    }

    /// A root move with its number.
    fn numbered(&self, mv: Move) -> String {
        (self.moves)(&san::line_text(self.board, &[mv], 1))
    }

    /// What happened, each with its moment and its depth, or its time in ms.
    fn story(&self, moments: &[Vec<usize>]) -> Vec<Value> {
        let mut all = Vec::new();
        for (at, course) in self.courses.iter().enumerate().filter(|(_, course)| course.judges) {
            for event in story::events(course.race) {
                let step = moments.iter().position(|moment| moment[at] >= event.iteration);
                let Some(step) = step else { continue };
                let words = story::sentence(&event, self.board, self.pov, &Score::text);
                let when = if self.is_timed() { event.time_ms } else { event.depth.into() };
                all.push((step, when, at, (self.moves)(&words)));
            }
        }
        all.sort_by_key(|(step, ..)| *step);
        all.into_iter().map(|(step, when, at, words)| json!([step, when, at, words])).collect()
    }
}

/// Values that are stored once in the data and referred to by index.
#[derive(Debug)]
struct Distinct<K>(Vec<Value>, HashMap<K, usize>);

impl<K> Default for Distinct<K> {
    fn default() -> Self {
        Distinct(Vec::new(), HashMap::new())
    }
}

impl<K: std::hash::Hash + Eq> Distinct<K> {
    fn of(&mut self, key: K, make: impl FnOnce() -> Value) -> usize {
        let Distinct(values, places) = self;
        *places.entry(key).or_insert_with(|| {
            values.push(make());
            values.len() - 1
        })
    }
}

#[derive(Debug, Default)]
struct Tables {
    /// The text, and the centipawns for the side to move at the root that choose the colour.
    scores: Distinct<(Score, u8)>,
    /// Name and number of the colour.
    rules: Distinct<usize>,
}

impl Tables {
    /// The index of a score of the side to move at the root.
    fn score(&mut self, searches: &Searches<'_>, score: Score, bound: Bound) -> usize {
        let stm = searches.board.stm();
        self.scores.of((score, bound as u8), || {
            let flips = searches.pov == Pov::White && stm == Color::Black;
            let seen = if flips { bound.flipped() } else { bound };
            let score = score.seen_from(searches.pov, stm);
            let text = format!("{}{}", seen.sign(), score.text());
            json!([text, seen.proven_cp(score.clamped_cp(FULL_COLOR_CP))])
        })
    }
}

/// A position below the root, as the change made by a move.
#[derive(Debug)]
struct PositionRow {
    parent: u32,
    san: String,
    /// From and to: `e2e4`.
    squares: String,
    /// The new content of each changed square: `e2.e4P`.
    changes: String,
}

/// The positions of a search, each once.
#[derive(Debug)]
struct Positions {
    places: HashMap<(u32, Option<Move>), u32>,
    boards: Vec<Board>,
    rows: Vec<PositionRow>,
}

impl Positions {
    fn new(root: Board) -> Positions {
        let none = String::new;
        let row = PositionRow { parent: 0, san: none(), squares: none(), changes: none() };
        Positions { places: HashMap::new(), boards: vec![root], rows: vec![row] }
    }

    /// The index of the position after a move or a null move; `None` if the move is not legal.
    fn place(&mut self, parent: u32, mv: Option<Move>) -> Option<u32> {
        if let Some(&place) = self.places.get(&(parent, mv)) {
            return Some(place);
        }
        let before = *self.boards.get(parent as usize)?;
        let mut after = before;
        let (san, squares) = match mv {
            Some(mv) if before.is_legal(mv) => {
                after.make_move(mv);
                (san::write(&before, mv), format!("{}{}", mv.from(), mv.to()))
            }
            None if !before.in_check() => {
                after.make_null();
                (t!("live-tree-null").to_owned(), String::new())
            }
            _ => return None,
        };
        let mut changes = String::new();
        for square in Square::all() {
            let piece = after.piece_on(square);
            if piece != before.piece_on(square) {
                let _ = write!(changes, "{square}{}", piece.map_or('.', Piece::fen_char));
            }
        }
        let place = self.rows.len() as u32;
        self.places.insert((parent, mv), place);
        self.boards.push(after);
        self.rows.push(PositionRow { parent, san, squares, changes });
        Some(place)
    }
}

/// The contents of the 64 squares, from a1 to h8.
fn placement(board: &Board) -> String {
    Square::all().map(|at| board.piece_on(at).map_or('.', Piece::fen_char)).collect()
}

impl std::fmt::Debug for Searches<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Searches").field("courses", &self.courses).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::LabContext;
    use crate::page::PageTheme;
    use tabia_engine::alphabeta::Engine;
    use tabia_engine::alphabeta::options::EngineOptions;
    use tabia_engine::search::limits::StopSignal;
    use tabia_games::export::diagram::Style;
    use tabia_games::game::position::GamePosition;

    const FEN: &str = "r3r1k1/pp3pbp/1qp3p1/2B5/2BP2b1/Q1n2N2/P4PPP/3R1K1R b - - 0 17";

    fn race(fen: &str, depth: u32) -> (Board, RootRace) {
        let board = Board::from_fen(fen).unwrap();
        let options = EngineOptions { hash_mib: 8, ..EngineOptions::default() };
        let mut engine = Engine::new(&options);
        let stop = StopSignal::never();
        let mut context = LabContext { engine: &mut engine, stop: &stop };
        let request = story::Request { depth, all: true };
        let last = story::search(&request, &GamePosition::new(board), &mut context);
        (board, last.unwrap().progress.race)
    }

    fn html(board: &Board, courses: &[Course<'_>]) -> String {
        let page = Page {
            title: "Live tree".to_owned(),
            about: String::new(),
            theme: Some(PageTheme::Dark),
            style: Style { coordinates: false, ..Style::default() },
            board: Some(*board),
            game: String::new(),
            last_move: None,
        };
        let moves = |text: &str| text.to_owned();
        let (pov, view) = (Pov::White, "White's view");
        page.searches(&Searches { board, courses, pov, view, moves: &moves })
    }

    /// The data as a browser reads them.
    fn data_of(html: &str) -> Value {
        let (_, rest) = html.split_once("id=\"data\">").unwrap();
        serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
    }

    #[test]
    fn the_data_are_those_of_the_search() {
        let (board, race) = race(FEN, 10);
        let course = Course {
            name: "</script><b>E\u{202e}",
            race: &race,
            color: 0,
            puct: false,
            judges: true,
        };
        let html = html(&board, &[course]);
        assert_eq!(html.matches("</script>").count(), 2, "the data's and the script's");
        assert!(!html.contains("<b>E") && html.len() < 2_000_000, "{}", html.len());
        let data = data_of(&html);
        let engine = &data["engines"][0];
        let iterations = engine["iterations"].as_array().unwrap();
        assert_eq!(iterations.len(), race.iterations().len());
        assert_eq!(data["steps"].as_array().unwrap().len(), iterations.len());
        let story = data["story"].as_array().unwrap();
        assert_eq!(story.len(), story::events(&race).len());
        assert!(data["timed"] == false && story.iter().all(|row| row[1].as_u64() <= Some(10)));
        assert!(html.contains(">Depth</p>") && html.contains(&format!("FEN: {FEN}")));
        let positions = engine["positions"].as_array().unwrap();
        for (of, kept) in race.iterations().iter().zip(iterations) {
            assert_eq!(kept["depth"], of.depth);
            let tree = of.state.as_ref().unwrap().progress.tree.clone().unwrap();
            let rows: Vec<&[Value]> = kept["tree"].as_array().unwrap().chunks(7).collect();
            assert_eq!(rows.len(), tree.nodes.len());
            for (row, node) in rows.iter().zip(&tree.nodes) {
                assert_eq!(row[1], node.nodes);
                let score = row[2].as_i64().unwrap();
                assert_eq!(score < 0, node.score.is_none());
                if let Some(score) = node.score {
                    let found = &data["scores"][row[2].as_u64().unwrap() as usize];
                    let text = found[0].as_str().unwrap();
                    let white = score.seen_from(Pov::White, Color::Black);
                    assert!(text.ends_with(&white.text()));
                    let bound = node.bound.flipped();
                    assert_eq!(found[1], bound.proven_cp(white.clamped_cp(FULL_COLOR_CP)));
                }
            }
        }
        // The changes lead from the first position to the one a move leads to.
        let mut squares: Vec<char> = data["start"].as_str().unwrap().chars().collect();
        let first = positions.iter().find(|row| row[0] == 0 && row[1] != "").unwrap();
        let changes: Vec<char> = first[3].as_str().unwrap().chars().collect();
        for change in changes.chunks(3) {
            let at = (change[0] as usize - 'a' as usize) + 8 * (change[1] as usize - '1' as usize);
            squares[at] = change[2];
        }
        let mv = board.legal_moves().iter().copied().find(|&mv| first[1] == san::write(&board, mv));
        assert_eq!(squares.iter().collect::<String>(), placement(&board.after(mv.unwrap())));
    }

    #[test]
    fn a_large_search_is_exported_without_its_small_subtrees() {
        let (board, race) = race(FEN, 9);
        let moves = |text: &str| text.to_owned();
        let course = Course { name: "A", race: &race, color: 0, puct: false, judges: true };
        let courses = [course];
        let (pov, view) = (Pov::White, "");
        let searches = Searches { board: &board, courses: &courses, pov, view, moves: &moves };
        let rows = |least| {
            let data = searches.data(least).0;
            let iterations = data["engines"][0]["iterations"].as_array().unwrap().clone();
            iterations.iter().map(|of| of["tree"].as_array().unwrap().len() / 7).collect::<Vec<_>>()
        };
        let (all, few) = (rows(LiveTree::SEEN), rows(20));
        assert!(few.iter().sum::<usize>() * 3 < all.iter().sum::<usize>(), "{few:?} {all:?}");
        // The expected line stays.
        let data = searches.data(20).0;
        let last = data["engines"][0]["iterations"].as_array().unwrap().last().unwrap().clone();
        assert!(last["pv"].as_array().unwrap().len() > 2);
        assert!(!html(&board, &courses).contains("are left out"));
    }

    #[test]
    fn two_searches_share_their_moments() {
        let (board, one) = race(FEN, 7);
        let (_, other) = race(FEN, 9);
        let moments = moments(&[&one, &other]);
        assert_eq!(
            moments.last().unwrap()[..],
            [one.iterations().len() - 1, other.iterations().len() - 1]
        );
        for pair in moments.windows(2) {
            assert!(pair[0] != pair[1] && pair[0].iter().zip(&pair[1]).all(|(a, b)| a <= b));
        }
        let course = |name, race| Course { name, race, color: 1, puct: false, judges: true };
        let html = html(&board, &[course("A", &one), course("B", &other)]);
        let data = data_of(&html);
        assert_eq!(data["steps"].as_array().unwrap().len(), moments.len());
        // The iterations of two engines are compared by time; each has the colour it has in the window.
        assert!(data["timed"] == true && html.contains(">Time</p>"));
        assert!(html.contains("var(--engine-1)") && data["engines"][0]["color"] == 1);
        for at in [0, 1] {
            assert!(html.contains(&format!("id=\"tree-{at}\"")));
            for iteration in data["engines"][at]["iterations"].as_array().unwrap() {
                assert!((0.0..=100.0).contains(&iteration["y"].as_f64().unwrap()));
            }
        }
    }
}
