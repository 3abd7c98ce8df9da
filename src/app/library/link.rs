//! Links: a position with its moves, the workspace and view that show it and their settings, as one line of text.
//! They are read wherever a position can be pasted, and by `tabia 'tabia:…'`.
//!
//! `tabia:moves=e2e4,e7e5,g1f3;ply=2;workspace=lab;view=branching;depth=10;a=all;b=no-null-move`
//!
//! The parts may come in any order. `fen`, with `_` for spaces, is the position before the moves, omitted for the
//! usual start position; `ply` is the shown position, omitted for the last; `view` is a panel by its name in tours;
//! `engine` is the one whose search is shown in full. All other parts are settings of the view: the options of its
//! command in the terminal. A link starts no search.

use std::ops::RangeInclusive;

use tabia_chess::{Board, uci_move};
use tabia_engine::search::thinker::EngineId;
use tabia_engine::uci::search_option::SearchKind;
use tabia_games::game::tree::{GameTree, NodeId};
use tabia_games::{printable, words};
use tabia_lab::experiment::{Ask, Entry, Experiment as _};
use tabia_lab::small_game::learn::SmallGame;
use tabia_lab::steps::toy_tree::{DEPTHS, Shape, TryOrder, WIDTHS};
use tabia_lab::tours::wrong;
use tabia_text::t;

use crate::lab::playouts::PlayoutsDraft;
use crate::lab::steps::{StepsSide, StepsTree, StepsView};
use crate::tours::words::Word as _;
use crate::window::workspace::{PaneId, Workspace};

/// The beginning of every link.
pub(super) const SCHEME: &str = "tabia:";
/// Maximum length of a link, bytes: enough for any game, and still possible on a command line.
pub const MAX_LENGTH: usize = 100_000;
/// A null move, as in sessions.
pub(super) const NULL: &str = "0000";
/// The parts that are not settings, in the order in which they are written.
const PARTS: [&str; 6] = ["fen", "moves", "ply", "workspace", "view", "engine"];
/// Engines whose search can be shown in full.
pub(super) const ENGINES: [(SearchKind, EngineId); 2] =
    [(SearchKind::AlphaBeta, EngineId::BUILT_IN), (SearchKind::Puct, EngineId::PUCT)];

/// The content of a link.
#[derive(Clone, Debug)]
pub struct Link {
    pub(super) tree: GameTree,
    pub(super) shown: NodeId,
    pub(super) workspace: Option<Workspace>,
    pub(super) view: Option<PaneId>,
    pub(super) engine: Option<EngineId>,
    pub(super) settings: Settings,
}

/// The settings of the view.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Settings {
    /// The defaults.
    Usual,
    Experiment(Ask),
    Playouts(PlayoutsDraft),
    Steps(StepsView),
}

/// A text without surrounding characters added by editors.
pub(crate) fn clean(text: &str) -> &str {
    text.trim_start_matches('\u{feff}').trim()
}

/// Whether a text is meant as a link.
pub fn is_link(text: &str) -> bool {
    let head = clean(text).get(..SCHEME.len());
    head.is_some_and(|head| head.eq_ignore_ascii_case(SCHEME))
}

/// Reads a link.
///
/// # Errors
/// What was found and what was expected, as text for the user.
pub fn read(text: &str) -> Result<Link, String> {
    let text = clean(text);
    if text.len() > MAX_LENGTH {
        return Err(t!("link-too-long", found = text.len(), limit = MAX_LENGTH));
    }
    if text.contains(printable::is_active) {
        return Err(wrong(&printable::line(text), t!("link-one-line")));
    }
    let rest = text.get(SCHEME.len()..).unwrap_or_default();
    let mut given: Vec<(&str, &str)> = Vec::new();
    for part in rest.split(';') {
        let Some((name, value)) = part.split_once('=') else {
            return Err(wrong(part, &format!("{}=…", PARTS.join("=…, "))));
        };
        if given.iter().any(|(other, _)| *other == name) {
            return Err(t!("link-twice", part = name));
        }
        given.push((name, value));
    }
    let part = |name: &str| given.iter().find(|(other, _)| *other == name).map(|(_, value)| *value);
    let (tree, line) = game(part("fen"), part("moves").unwrap_or_default())?;
    let last = line.len() - 1;
    let ply = part("ply").map_or(Ok(last), |text| {
        let ply = text.parse().ok().filter(|&ply| ply <= last);
        ply.ok_or_else(|| in_part("ply", &wrong(text, &format!("0–{last}"))))
    })?;
    let view = part("view").map(PaneId::named).transpose();
    let view = view.map_err(|why| in_part("view", &why))?;
    let settings: Vec<_> =
        given.iter().copied().filter(|(name, _)| !PARTS.contains(name)).collect();
    let settings = read_settings(view, &settings)?;
    let workspace = part("workspace").map(|name| {
        let known = || Workspace::ALL.map(Workspace::name).join(", ").to_lowercase();
        Workspace::from_name(name).ok_or_else(|| in_part("workspace", &wrong(name, &known())))
    });
    let engine = part("engine").map(|name| {
        let named = ENGINES.iter().find(|(kind, _)| kind.word().eq_ignore_ascii_case(name));
        let known = || ENGINES.map(|(kind, _)| kind.word()).join(", ").to_lowercase();
        named.map(|(_, id)| *id).ok_or_else(|| in_part("engine", &wrong(name, &known())))
    });
    let (workspace, engine) = (workspace.transpose()?, engine.transpose()?);
    Ok(Link { shown: line[ply], tree, workspace, view, engine, settings })
}

/// The game from a FEN by these moves, with the nodes of its line.
fn game(fen: Option<&str>, moves: &str) -> Result<(GameTree, Vec<NodeId>), String> {
    let start = fen.map(|fen| Board::from_fen(&fen.replace('_', " ")));
    let start =
        start.transpose().map_err(|error| in_part("fen", &words::fen_problem(error.problem())))?;
    let mut tree = GameTree::new(start.unwrap_or_else(Board::start));
    let mut line = vec![NodeId::ROOT];
    let mut at = NodeId::ROOT;
    for text in moves.split(',').filter(|_| !moves.is_empty()) {
        let wrong_move = |why: &str| in_part(&format!("moves, {}", line.len()), why);
        at = if text == NULL {
            tree.add_null(at).ok_or_else(|| wrong_move(t!("link-null-in-check")))?
        } else {
            let mv = uci_move::parse(tree.board(at), text);
            let mv = mv.map_err(|error| wrong_move(&words::uci_move_error(&error)))?;
            tree.add_move(at, mv).map_err(|error| wrong_move(&error.to_string()))?
        };
        line.push(at);
    }
    Ok((tree, line))
}

fn read_settings(view: Option<PaneId>, given: &[(&str, &str)]) -> Result<Settings, String> {
    let Some(&(first, _)) = given.first() else { return Ok(Settings::Usual) };
    let Some(view) = view else { return Err(wrong(first, &PARTS.join(", "))) };
    let in_view = |why: String| in_part(&view.word(), &why);
    if view == PaneId::Playouts {
        let mut draft = PlayoutsDraft::default();
        for &(name, value) in given {
            let number = || value.parse().map_err(|_| in_view(wrong(value, t!("link-number"))));
            match name {
                "method" => {
                    draft = PlayoutsDraft::from_words(value, draft.seed).map_err(in_view)?;
                }
                "seed" => draft.seed = number()?,
                _ => return Err(in_view(wrong(name, "method, seed"))),
            }
        }
        return Ok(Settings::Playouts(draft));
    }
    if view == PaneId::AlphaBeta {
        let mut steps = StepsView::default();
        for &(name, value) in given {
            set_step(&mut steps, name, value).map_err(in_view)?;
        }
        return Ok(Settings::Steps(steps));
    }
    let entry = match view {
        PaneId::SmallGame => Entry::by_id(SmallGame::INFO.id),
        _ => view.experiment(),
    };
    let entry = entry.ok_or_else(|| in_view(wrong(first, t!("link-no-settings"))))?;
    entry.read_options(given).map(Settings::Experiment).map_err(in_view)
}

fn in_part(part: &str, why: &str) -> String {
    t!("link-part", part = part, why = why)
}

/// Highest alpha-beta step that a link may name; the largest tree has fewer.
const MAX_STEP: usize = 1_000_000;

/// The settings of alpha-beta step by step as parts of a link; steps count from 1 as on screen.
pub(super) fn of_steps(view: &StepsView) -> Vec<(&'static str, String)> {
    let Shape { depth, width, order } = view.shape;
    let mut parts = vec![("tree", view.tree.word()), ("search", view.side.word())];
    if view.tree == StepsTree::Position {
        parts.extend([
            ("depth", depth.to_string()),
            ("width", width.to_string()),
            ("order", order.word()),
        ]);
    }
    parts.push(("step", (view.at + 1).to_string()));
    parts
}

/// Applies a part of a link to the view of alpha-beta step by step, or returns what is wrong with it.
fn set_step(view: &mut StepsView, name: &str, value: &str) -> Result<(), String> {
    let number = |range: RangeInclusive<usize>| {
        let number = value.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| wrong(value, &format!("{}–{}", range.start(), range.end())))
    };
    match name {
        "tree" => view.tree = StepsTree::named(value)?,
        "search" => view.side = StepsSide::named(value)?,
        "depth" => {
            view.shape.depth = number(*DEPTHS.start() as usize..=*DEPTHS.end() as usize)? as u32;
        }
        "width" => view.shape.width = number(WIDTHS)?,
        "order" => view.shape.order = TryOrder::named(value)?,
        "step" => view.at = number(1..=MAX_STEP)? - 1,
        _ => return Err(wrong(name, "tree, search, depth, width, order, step")),
    }
    Ok(())
}
