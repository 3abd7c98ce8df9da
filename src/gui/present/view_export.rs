//! The formats in which a view can be exported: the content of its page, and the pictures of its animation.

use eframe::egui::{Context, Vec2, vec2};

use tabia_app::engines::telemetry::SearchView;
use tabia_app::lab::about::about;
use tabia_app::lab::export::{REST, ViewChoices};
use tabia_app::model::Model;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, Color};
use tabia_engine::search::race::RootRace;
use tabia_games::export::diagram::{Diagram, Style};
use tabia_games::export::job::Kind;
use tabia_games::game::tree::NodeId;
use tabia_games::words::side as side_name;
use tabia_host::worker::protocol::JobId;
use tabia_lab::experiment::Entry;
use tabia_lab::page::{Course, Page, PageTheme, Searches, moments};
use tabia_text::{t, text};

use crate::gui::arrangement::panes;
use crate::gui::look::format::move_name;
use crate::gui::look::pieces::PieceStyle;
use crate::gui::present::{analysis, context, duel, roster, view_head};

/// Maximum number of pictures in an animation; of more moments every second one is left out, repeatedly if needed.
const MAX_PICTURES: usize = 120;

/// What the page of a view contains.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Content {
    /// The search with its tree and timeline, or both searches of the duel.
    Searches,
    /// The table of an experiment.
    Table(&'static Entry),
    /// The view as a picture.
    Picture,
}

/// Whether a view shows the duel.
fn of_duel(pane: PaneId) -> bool {
    matches!(pane, PaneId::Duel | PaneId::DuelCourse | PaneId::Disputed)
}

/// Whether a view shows a search and follows the timeline.
fn follows(pane: PaneId) -> bool {
    use PaneId as P;
    let own = matches!(
        pane,
        P::Lines
            | P::Story
            | P::RootMoves
            | P::Iterations
            | P::Statistics
            | P::SearchPlot
            | P::LiveTree
            | P::RootRace
            | P::Profile
    );
    own || of_duel(pane)
}

/// The searches a view shows that have iterations, in their newest states.
fn searches(model: &Model, pane: PaneId) -> Vec<(&SearchView, &RootRace)> {
    let jobs: Vec<JobId> = match pane {
        _ if !follows(pane) || panes::is_hidden(model, pane) => Vec::new(),
        _ if of_duel(pane) => {
            let engines = duel::engines(model);
            let same = engines[0].node == engines[1].node;
            let shown = engines.iter().filter(|_| same).filter_map(|engine| engine.search);
            shown.map(|search| search.job).collect()
        }
        _ => analysis::search(model).map(|search| search.job).into_iter().collect(),
    };
    let newest = jobs.into_iter().filter_map(|job| model.telemetry.newest_of(job));
    let known = |search| Some((search, SearchView::race(search)?));
    newest.filter_map(known).filter(|(_, race)| !race.iterations().is_empty()).collect()
}

/// The moments of an animation: which iteration of each search is shown.
pub(crate) fn pictures(model: &Model, pane: PaneId) -> Vec<Vec<(JobId, usize)>> {
    let searches = searches(model, pane);
    let races: Vec<&RootRace> = searches.iter().map(|(_, race)| *race).collect();
    if races.is_empty() {
        return Vec::new();
    }
    let jobs = || searches.iter().map(|(search, _)| search.job);
    let all = moments(&races);
    let every = all.len().div_ceil(MAX_PICTURES).max(1);
    let last = all.len().saturating_sub(1);
    let kept = all.into_iter().enumerate().filter(|(at, _)| (last - at).is_multiple_of(every));
    kept.map(|(_, moment)| jobs().zip(moment).collect()).collect()
}

/// The length of an animation with this many pictures, ms.
pub(crate) fn length_ms(pictures: usize, step_ms: u32) -> u64 {
    (pictures as u64 + u64::from(REST) - 1) * u64::from(step_ms)
}

/// Why a view has no animation; `None`: it has one.
pub(crate) fn no_animation(model: &Model, pane: PaneId) -> Option<&'static str> {
    match pictures(model, pane).len() {
        _ if !follows(pane) => Some(t!("view-export-no-course")),
        0 | 1 => Some(t!("view-export-no-search")),
        _ => None,
    }
}

/// The content of a view's page.
pub(crate) fn content(model: &Model, pane: PaneId) -> Content {
    let has_page =
        matches!(pane, PaneId::LiveTree | PaneId::Story | PaneId::Duel | PaneId::DuelCourse);
    let has_tree = |(_, race): &(&SearchView, &RootRace)| {
        let states = race.iterations().iter().filter_map(|iteration| iteration.state.as_ref());
        states.filter_map(|state| state.progress.tree.as_ref()).any(|tree| tree.total() > 0)
    };
    if has_page && searches(model, pane).iter().any(has_tree) {
        return Content::Searches;
    }
    let entry = pane.experiment().filter(|_| !panes::is_hidden(model, pane));
    let has_rows = |entry: &&'static Entry| {
        model.lab.last_run(entry.id()).is_some_and(|run| !run.trial.rows_from(0).is_empty())
    };
    entry.filter(has_rows).map_or(Content::Picture, Content::Table)
}

/// The position a view is about, if it is about one.
pub(crate) fn board(model: &Model, pane: PaneId) -> Option<Board> {
    match content(model, pane) {
        Content::Searches => Some(analysis::search_board(model)),
        Content::Table(entry) => model.lab.last_run(entry.id()).and_then(|run| {
            let board = run.trial.position().board();
            // A result that holds for every position is not about one.
            (!run.trial.holds_for(!board.key())).then_some(board)
        }),
        Content::Picture if follows(pane) && !of_duel(pane) => Some(analysis::search_board(model)),
        Content::Picture => Some(*model.game.tree.board(model.lab.node_of(pane, &model.game))),
    }
}

/// The page of a view. `picture`: the view as a PNG, called only if the page shows it.
pub(crate) fn page(
    model: &Model,
    (pane, theme): (PaneId, Option<PageTheme>),
    picture: &mut dyn FnMut() -> Vec<u8>,
) -> String {
    let content = content(model, pane);
    let board = board(model, pane);
    let node = board.and_then(|board| node(model, pane, &board));
    let explained = about(pane).map(|about| about.text).or(of_duel(pane).then(|| t!("page-duel")));
    let page = Page {
        title: pane.title().to_owned(),
        about: explained.unwrap_or_default().to_owned(),
        theme,
        style: Style {
            pieces: PieceStyle::by_name(&model.settings.piece_set).drawings(),
            colours: context::board_theme(model).colours(),
            orientation: context::orientation(model),
            coordinates: false,
        },
        board,
        game: node.map_or_else(String::new, |node| game_line(model, node)),
        last_move: node.and_then(|node| Diagram::at(&model.game.tree, node).last_move),
    };
    match (content, board) {
        (Content::Searches, Some(board)) => of_searches(model, pane, &page, &board),
        (Content::Table(entry), _) => {
            let run = model.lab.last_run(entry.id());
            let mut notes = run.map_or_else(Vec::new, |run| run.trial.summary());
            if !entry.info.note.is_empty() {
                notes.push(text(entry.info.note).to_owned());
            }
            page.table(&model.trial_table(entry), &notes)
        }
        _ => page.picture(&picture()),
    }
}

/// The node of the game with the position of a page.
fn node(model: &Model, pane: PaneId, board: &Board) -> Option<NodeId> {
    let game = &model.game;
    let nodes = [analysis::search_node(model), model.lab.node_of(pane, game)];
    nodes.into_iter().find(|&node| game.tree.board(node) == board)
}

/// The players, the event, the date and the move that led to a position: `Anna – Bert · London · After 17… Nd5`.
fn game_line(model: &Model, node: NodeId) -> String {
    let game = &model.game;
    let known = |tag: &str| game.tags.known(tag).map(str::to_owned);
    let players = match (known("White"), known("Black")) {
        (None, None) => None,
        (white, black) => {
            let name = |name: Option<String>, side| name.unwrap_or_else(|| side_name(side).into());
            Some(format!("{} – {}", name(white, Color::White), name(black, Color::Black)))
        }
    };
    let after = game.tree.mv(node).map(|_| {
        let played = move_name(&game.tree, node);
        t!("export-page-after", played = model.settings.notation.write(&played).into_owned())
    });
    let parts = [players, known("Event"), known("Date"), after];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn of_searches(model: &Model, pane: PaneId, page: &Page<'_>, board: &Board) -> String {
    let searches = searches(model, pane);
    let engines = duel::engines(model);
    let names: Vec<String> = searches
        .iter()
        .map(|(search, _)| match engines.iter().find(|engine| engine.id == search.engine) {
            Some(engine) if of_duel(pane) => engine.name.to_owned(),
            _ => model.engine_name(search.engine),
        })
        .collect();
    let courses: Vec<Course<'_>> = searches
        .iter()
        .zip(&names)
        .map(|((search, race), name)| Course {
            name,
            race,
            color: roster::slot(model, search.engine),
            puct: search.live.as_ref().is_some_and(|live| live.detail.puct().is_some()),
            judges: search.judges(),
        })
        .collect();
    let notation = model.settings.notation;
    let moves = |text: &str| notation.write(text).into_owned();
    let (pov, view) = (model.settings.pov, context::pov_title(model));
    page.searches(&Searches { board, courses: &courses, pov, view, moves: &moves })
}

/// Rough size of an animation, bytes. Measured on the live tree and the duel.
pub(crate) fn rough_bytes(pictures: usize, [width, height]: [u32; 2]) -> usize {
    pictures * width as usize * height as usize / 14
}

/// Size of a view that is not on screen, points.
const UNSEEN: Vec2 = vec2(900.0, 640.0);

/// Height of the strip above a view that shows its position, points.
pub(crate) const STRIP: f32 = 112.0;

/// Size of the picture of a view as on screen, points, and how much of its height is the strip with the position. A
/// page shows the position itself.
pub(crate) fn size(ctx: &Context, model: &Model, pane: PaneId, kind: Kind) -> (Vec2, f32) {
    let view = view_head::place(ctx, pane).map_or(UNSEEN, |place| place.size);
    let strip = if kind == Kind::Html || board(model, pane).is_none() { 0.0 } else { STRIP };
    (view + vec2(0.0, strip), strip)
}

/// The size of a picture in pixels. `size`: that of the view on screen, points, and `scale` pixels per point.
pub(crate) fn pixels(choices: &ViewChoices, size: [f32; 2], scale: f32) -> ([u32; 2], f32) {
    let scale = choices.width_px.map_or(scale, |width| width as f32 / size[0].max(1.0));
    (size.map(|points| (points * scale).round() as u32), scale)
}
