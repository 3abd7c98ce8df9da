//! The engines and the players: the analysing engines, each with its colour, initial and state, and their results for
//! the position side by side; the players of the game with their clocks, and what the game waits for.

use tabia_app::duel::state::{DUEL_ENGINES, duel_engine_name};
use tabia_app::engines::seats::MAX_ANALYSING;
use tabia_app::engines::state::{Job, Purpose, Seat};
use tabia_app::engines::telemetry::SearchView;
use tabia_app::game::clock::{ClockKind, Clocks, clock_text};
use tabia_app::game::state::Phase;
use tabia_app::game::times;
use tabia_app::game::words::side_to_move;
use tabia_app::model::Model;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Color, Move, san};
use tabia_engine::search::report::StopReason;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_games::words;
use tabia_text::t;

use crate::gui::look::format;
use crate::gui::look::icons::Icon;
use crate::gui::present::analysis::{LineView, OpenBound};
use crate::gui::present::{analysis, arrows};
use crate::gui::widgets::beside_board::ClockFace;

/// Scores that differ by this much in expected score are marked, per cent.
const APART: f64 = 10.0;

/// The state of an engine, for its mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SeatState {
    /// It searches.
    AtWork,
    /// Its analysis has ended by itself; the text says why.
    Finished(String),
    /// It has nothing to do.
    Idle,
    /// It failed, with the reason.
    Failed(String),
}

/// One of the participating engines.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RosterEntry {
    pub id: EngineId,
    pub name: String,
    /// A letter of its name, with a number if it would not be unique.
    pub initial: String,
    /// Its slot among the engine colours.
    pub slot: usize,
    /// Whether the panels show its search in full.
    pub focus: bool,
    pub state: SeatState,
}

/// One engine's result for the position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Opinion {
    pub by: RosterEntry,
    /// Its best move in notation; empty before it has one.
    pub san: String,
    /// Its best line.
    pub line: Option<LineView>,
    /// A bound beside the line while a window is searched again.
    pub open: Option<OpenBound>,
    /// It would play a different move from the focused engine's.
    pub differs: bool,
    /// Its score differs strongly from the focused engine's.
    pub apart: bool,
    /// The figures of its search.
    pub figures: Figures,
}

/// The figures of one search as text; empty if the engine does not report them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Figures {
    /// Depth and selective depth.
    pub depth: String,
    pub nodes: String,
    /// Nodes per second.
    pub nps: String,
    /// Use of its hash table.
    pub hash: String,
    /// Tablebase hits.
    pub tb_hits: String,
    /// Probabilities of win, draw and loss from `analysis::chances`, per cent, from the chosen point of view.
    pub wdl: String,
}

/// The engines that take part in analysis, with their distinguishing marks.
pub(crate) fn roster(model: &Model) -> Vec<RosterEntry> {
    let (ids, focus) = (model.analysing(), model.focus());
    let names: Vec<String> = ids.iter().map(|&id| model.engine_name(id)).collect();
    // In the duel the arrows are those of its columns.
    let in_column = |id: &EngineId| DUEL_ENGINES.iter().position(|it| it == id);
    let known = ids.iter().zip(&names).map(|(id, name)| {
        let at = in_column(id).filter(|_| model.in_duel());
        at.map_or_else(|| plain(name), |at| duel_engine_name(at).to_owned())
    });
    let initials = initials(&known.collect::<Vec<_>>());
    let slots = slots_of(model, &ids);
    let named = ids.into_iter().zip(names).zip(initials).zip(slots);
    named
        .map(|(((id, name), initial), slot)| {
            let (focus, state) = (id == focus, seat_state(model, id));
            RosterEntry { id, name, initial, slot, focus, state }
        })
        .collect()
}

/// The colour of an engine; the first one's if it does not take part.
pub(crate) fn slot(model: &Model, id: EngineId) -> usize {
    let ids = model.analysing();
    let at = ids.iter().position(|&known| known == id);
    at.map_or(0, |at| slots_of(model, &ids)[at])
}

/// The colour of each of these engines.
fn slots_of(model: &Model, ids: &[EngineId]) -> Vec<usize> {
    let list: Vec<EngineId> = model.choosable().into_iter().map(|(id, _)| id).collect();
    slots(&ids.iter().map(|&id| place(&list, id)).collect::<Vec<_>>())
}

pub(crate) fn seat_state(model: &Model, id: EngineId) -> SeatState {
    let Some(seat) = model.engine.seat(id) else { return SeatState::Idle };
    match (&seat.failure, seat.job) {
        (_, Some(_)) => SeatState::AtWork,
        (Some(failure), None) => SeatState::Failed(failure.clone()),
        (None, None) => match finished(model, seat, id) {
            Some(reason) => SeatState::Finished(finished_text(reason)),
            None => SeatState::Idle,
        },
    }
}

/// Why the analysis of the shown position has ended by itself, if it has.
fn finished(model: &Model, seat: &Seat, id: EngineId) -> Option<StopReason> {
    let search = model.telemetry.newest(id)?;
    let here = search.node == analysis::search_node(model);
    search.ended.filter(|_| here && seat.finished() == Some(search.job))
}

fn finished_text(reason: StopReason) -> String {
    let reason = match reason {
        StopReason::Proven => "proven",
        StopReason::Mate => "mate",
        StopReason::Forced => "forced",
        StopReason::Depth => "depth",
        StopReason::MaxDepth => "max-depth",
        StopReason::Nodes => "nodes",
        StopReason::Time => "time",
        StopReason::Stopped | StopReason::Unspecified => "other",
    };
    t!("lines-state-finished", reason = reason)
}

/// The result of each participating engine for the position the panels are about.
pub(crate) fn opinions(model: &Model) -> Vec<Opinion> {
    let (tree, node) = (&model.game.tree, analysis::search_node(model));
    let board = tree.board(node);
    let telemetry = &model.telemetry;
    let best =
        |line: &LineView| line.info.pv.first().copied().filter(|&mv: &Move| board.is_legal(mv));
    let mut opinions: Vec<(Opinion, Option<Move>)> = Vec::new();
    for by in roster(model) {
        let silent = model.engine.given_up(by.id).is_some();
        let lines = if silent { Vec::new() } else { telemetry.lines(tree, node, by.id) };
        let line = analysis::line_views(model, lines).into_iter().next();
        let mv = line.as_ref().and_then(best);
        let san = mv.map_or_else(String::new, |mv| san::write(board, mv));
        let figures = figures_of(model, by.id, line.as_ref());
        // A bound on another line would be misread as being about this one.
        let open = analysis::open_bound(model, by.id).filter(|open| open.own && open.beside == 1);
        let (differs, apart) = (false, false);
        opinions.push((Opinion { by, san, line, open, differs, apart, figures }, mv));
    }
    let chance = |of: &Opinion| {
        let line = of.line.as_ref()?;
        Some(analysis::compared_chances(of.by.id, &line.info, board).expected_percent())
    };
    let evaluated = |(of, mv): &(Opinion, Option<Move>)| Some(((*mv)?, chance(of)?));
    let reference = opinions
        .iter()
        .find(|(of, _)| of.by.focus)
        .and_then(evaluated)
        .or_else(|| opinions.iter().find_map(evaluated));
    for (opinion, mv) in &mut opinions {
        let (Some((reference_move, expected)), Some(own)) = (reference, *mv) else { continue };
        opinion.differs = own != reference_move;
        opinion.apart = chance(opinion).is_some_and(|own| (own - expected).abs() >= APART);
    }
    opinions.into_iter().map(|(opinion, _)| opinion).collect()
}

/// The figures of an engine's search of that position, else those of its kept line.
fn figures_of(model: &Model, id: EngineId, line: Option<&LineView>) -> Figures {
    let tree = &model.game.tree;
    let info = line.map(|line| &line.info);
    let pov = model.settings.pov;
    let board = tree.board(analysis::search_node(model));
    let wdl = info.and_then(|info| analysis::chances(id, info, board, pov));
    let wdl = wdl.map(|wdl| analysis::per_cent(wdl).map(|v| v.to_string()).join(" "));
    let hits = |hits: Option<u64>| format::count_of(hits.filter(|&hits| hits > 0));
    let search = model.telemetry.search_of(tree, analysis::search_node(model), id);
    let figures = match (search.filter(|search| search.judges()), info) {
        (Some(search), _) => {
            let live = search.live.as_ref().and_then(|live| live.progress.tb_hits);
            let reported = search.history.back().and_then(|info| info.tb_hits);
            Figures {
                depth: analysis::depth_of(search, line),
                nodes: format::count_of(search.nodes()),
                nps: format::count_of(search.nps()),
                hash: search.hashfull().map_or_else(String::new, format::permille),
                tb_hits: hits(live.max(reported)),
                wdl: String::new(),
            }
        }
        (None, Some(info)) => Figures {
            depth: format::depth(info.depth, info.seldepth),
            nodes: format::count_of(info.nodes),
            nps: format::count_of(info.nps),
            hash: info.hashfull.map_or_else(String::new, format::permille),
            tb_hits: hits(info.tb_hits),
            wdl: String::new(),
        },
        (None, None) => Figures::default(),
    };
    Figures { wdl: wdl.unwrap_or_default(), ..figures }
}

/// What the engines use or do, for the status bar: which engines search and how fast, or threads and hash.
pub fn engine_note(model: &Model) -> String {
    // If no panel of lines is visible the threat is shown here in words.
    let unseen = !model.view.panes.contains(&PaneId::Lines);
    if let Some(threat) = arrows::threat_text(model).filter(|_| unseen) {
        return threat;
    }
    let telemetry = &model.telemetry;
    // The current search, even if the panels show an earlier state. Of one in the background no speed is stored.
    let speed = |job: &Job| {
        let newest = telemetry.newest(job.engine).filter(|search| search.job == job.id);
        let nps = newest.and_then(SearchView::nps);
        nps.map_or_else(String::new, |nps| format!(" {}/s", format::count(nps)))
    };
    let at_work: Vec<String> = model
        .engine
        .jobs()
        .filter(|job| job.purpose != Purpose::Threat)
        .map(|job| format!("{}{}", model.engine_name(job.engine), speed(&job)))
        .collect();
    if at_work.len() > 1 {
        return at_work.join(" · ");
    }
    let options = &model.settings.engine;
    t!("present-machine", threads = options.threads, mib = options.hash_mib.to_string())
}

/// A name without that of the program, which distinguishes nothing.
fn plain(name: &str) -> String {
    name.strip_prefix("Tabia ").unwrap_or(name).to_owned()
}

/// The place of an engine among the colours: the program's additional engines have the last places, so that those of
/// the user's engines do not change; the others go by their place in the list.
fn place(list: &[EngineId], id: EngineId) -> usize {
    let own = |id: &&EngineId| id.is_own() && !id.is_built_in();
    if let Some(at) = list.iter().filter(own).position(|&known| known == id) {
        return (MAX_ANALYSING - 1).saturating_sub(at);
    }
    let others = list.iter().filter(|id| !own(id));
    others.into_iter().position(|&known| known == id).unwrap_or(0)
}

/// A letter of each name, with a number if several begin with the same one.
fn initials(names: &[String]) -> Vec<String> {
    let letter = |name: &String| {
        let first = name.chars().find(|c| c.is_alphanumeric()).unwrap_or('?');
        first.to_uppercase().next().unwrap_or(first)
    };
    let letters: Vec<char> = names.iter().map(letter).collect();
    let alike = |of: char, among: &[char]| among.iter().filter(|&&other| other == of).count();
    (0..letters.len())
        .map(|at| match alike(letters[at], &letters) {
            1 => letters[at].to_string(),
            _ => format!("{}{}", letters[at], alike(letters[at], &letters[..=at])),
        })
        .collect()
}

/// A colour for each: the one of its place in the list of all engines, else the next free one. So an engine keeps its
/// colour when others come and go.
fn slots(places: &[usize]) -> Vec<usize> {
    let mut taken = [false; MAX_ANALYSING];
    places
        .iter()
        .map(|place| {
            let tried = (0..MAX_ANALYSING).map(|step| (place + step) % MAX_ANALYSING);
            let slot = tried.clone().find(|&slot| !taken[slot]).unwrap_or(place % MAX_ANALYSING);
            taken[slot] = true;
            slot
        })
        .collect()
}

// The game on the board in words: the players, the clocks, what it waits for.

/// Both players, for the top of the window.
pub fn game_title(model: &Model) -> String {
    let game = &model.game;
    if game.is_analysis_board() && game.tags.known("White").is_none() {
        let title = game.tags.chapter().filter(|_| game.tags.known("Black").is_none());
        return title.map_or_else(
            || t!("present-analysis-board").to_owned(),
            |title| format::elided(title, format::NAME).into_owned(),
        );
    }
    format!("{} – {}", player_name(model, Color::White), player_name(model, Color::Black))
}

/// The name of a side, shortened for display.
pub fn player_name(model: &Model, side: Color) -> String {
    format::elided(&model.game.player_name(side), format::NAME).into_owned()
}

/// The icon of a side's player: an engine that plays here or, in an opened game, one by its tags.
pub(crate) fn player_icon(model: &Model, side: Color) -> Icon {
    let game = &model.game;
    let known = |name: &str| model.choosable().iter().any(|(_, known)| known == name);
    let opened = || game.is_analysis_board() && game.tags.is_engine(side, known);
    if game.player(side).is_engine() || opened() { Icon::Engine } else { Icon::User }
}

/// The Elo in a game's tags for a side that no one plays here.
pub(crate) fn noted_elo(model: &Model, side: Color) -> Option<String> {
    let game = &model.game;
    let name = if side == Color::White { "WhiteElo" } else { "BlackElo" };
    let elo = game.tags.known(name).filter(|_| game.is_analysis_board())?;
    Some(format::elided(elo, MAX_ELO).into_owned())
}

/// The time on a side's clock after its last move at the shown position, in a game without running clocks.
pub(crate) fn noted_clock(model: &Model, side: Color) -> Option<String> {
    let tree = &model.game.tree;
    let line = std::iter::successors(Some(model.game.current), |&node| tree.parent(node));
    let mut moves = line.take_while(|&node| node != NodeId::ROOT);
    let last = moves.find(|&node| tree.mover(node) == side)?;
    tree.clock_ms(last).map(clock_text)
}

/// Maximum number of characters shown of an Elo.
const MAX_ELO: usize = 6;

/// A side's clock, if the game is played with clocks.
pub fn clock(model: &Model, side: Color, now_ms: u64) -> Option<ClockFace> {
    let game = &model.game;
    let owner = words::side(side).to_owned();
    if let Some(limit) = game.move_limit(side) {
        let words = limit.words();
        let control = t!("present-move-limit", limit = words.as_str());
        let (running, low, caption) = ((model.side_thinking() == Some(side)), false, None);
        return Some(ClockFace {
            full: words.clone(),
            text: words,
            owner,
            running,
            low,
            caption,
            control,
            is_words: true,
        });
    }
    let left = times::clock_ms(game, side, now_ms)?;
    let clocks = game.clocks.as_ref()?;
    let live = is_clock_live(model);
    let over = if live { clocks.over_ms(side, now_ms) } else { 0 };
    let text = match over {
        0 => clock_text(left),
        over => format!("−{}", clock_text(over)),
    };
    Some(ClockFace {
        text,
        full: clock_text(clocks.full_ms(side)),
        owner,
        running: clocks.running() == Some(side) && live,
        low: live && clocks.is_low(side, now_ms),
        caption: clock_caption(model, clocks, side, now_ms),
        control: clocks.control(side).words(),
        is_words: false,
    })
}

/// Whether the clocks show the current time: they do while a game is played, whichever position is shown.
fn is_clock_live(model: &Model) -> bool {
    model.game.at_live() || model.game.phase == Phase::Running
}

/// What a control shows besides the time at this stage of the game; `None` for one that never shows anything.
fn clock_caption(model: &Model, clocks: &Clocks, side: Color, now_ms: u64) -> Option<String> {
    let control = clocks.control(side);
    let live = is_clock_live(model);
    let to_go = clocks.moves_to_go(side).filter(|_| live);
    match (control.kind, clocks.delay_left_ms(side, now_ms)) {
        (ClockKind::Delay, Some(ms)) if live && ms > 0 => {
            Some(t!("present-delay", seconds = ms.div_ceil(1000)))
        }
        (ClockKind::Hourglass, _) => Some(t!("present-hourglass").to_owned()),
        _ if control.moves.is_some() => {
            Some(to_go.map_or_else(String::new, |n| t!("present-to-go", n = n)))
        }
        (ClockKind::Delay, _) => Some(String::new()),
        (ClockKind::Increment | ClockKind::Bronstein, _) => None,
    }
}

/// What the game waits for or how it ended, and whether that is news.
pub fn game_status(model: &Model) -> (String, bool) {
    let game = &model.game;
    if let Some(result) = game.result_text() {
        return (format::elided(&result, format::NAME).into_owned(), true);
    }
    if game.paused {
        return (t!("present-paused").to_owned(), true);
    }
    if !game.at_live() && game.is_played() {
        let earlier = game.tree.is_on_path(game.current, game.live);
        let text = if earlier { t!("present-looking-back") } else { t!("present-looking-aside") };
        return (text.to_owned(), false);
    }
    if let Some(side) = game.draw_offer {
        return (t!("present-offers-draw", side = words::side(side)), true);
    }
    if let Some((id, why)) = model.stuck_player() {
        let name = model.engine_name(id);
        let failed = || t!("present-engine-failed", name = name, why = why.as_str());
        return (if model.is_known(id) { failed() } else { why.clone() }, true);
    }
    let stm = game.board().stm();
    let to_move = side_to_move(stm);
    match game.phase {
        _ if game.is_analysis_board() => (to_move.to_owned(), false),
        Phase::Fresh if game.human_side() == Some(stm) => (t!("present-starts").to_owned(), false),
        _ if game.human_side() == Some(stm) => (t!("present-your-move").to_owned(), true),
        _ => (to_move.to_owned(), false),
    }
}

#[cfg(test)]
mod tests {
    use tabia_app::action::Action;
    use tabia_app::game::new_game::{NewGame, Sides};
    use tabia_app::game::state::GameState;
    use tabia_app::update::update;
    use tabia_app::window::settings::Settings;
    use tabia_chess::{Board, Square};

    use super::*;

    #[test]
    fn the_status_says_whether_an_earlier_position_or_a_variation_is_shown() {
        let mut model = Model::new(Settings::default());
        let humans = NewGame { sides: Sides::Humans, ..NewGame::default() };
        let _ = update(&mut model, Action::StartGame(humans), 0);
        let e4 = Action::PlayMove { from: Square::E2, to: Square::E4, promotion: None };
        let _ = update(&mut model, e4, 0);
        let (node, board) = (model.game.live, *model.game.board());
        let e5 = board.find_move(Square::E7, Square::E5, None).expect("legal");
        let _ = update(&mut model, Action::PlayLine { node, moves: vec![e5] }, 0);
        assert_eq!(game_status(&model).0, t!("present-looking-aside"));
        let _ = update(&mut model, Action::GoTo(NodeId::ROOT), 0);
        assert_eq!(game_status(&model).0, t!("present-looking-back"));
    }

    #[test]
    fn an_engine_of_an_opened_game_has_the_icon_of_engines() {
        let mut model = Model::new(Settings::default());
        let icons = |model: &Model| Color::ALL.map(|side| player_icon(model, side));
        model.game = GameState::analysis(Board::start());
        for (tag, value) in [("White", "Ada"), ("Black", "Bob"), ("BlackType", "program")] {
            model.game.tags.set(tag, value);
        }
        assert_eq!(icons(&model), [Icon::User, Icon::Engine]);
    }

    #[test]
    fn names_that_begin_alike_are_numbered() {
        let of = |names: &[&str]| {
            initials(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(of(&["Tabia", "stockfish 16"]), ["T", "S"]);
        assert_eq!(of(&["Stockfish 16", "Tabia", "Stockfish 17"]), ["S1", "T", "S2"]);
        assert_eq!(of(&["«é»", ""]), ["É", "?"]);
    }

    #[test]
    fn an_engine_keeps_its_colour_when_another_goes() {
        assert_eq!(slots(&[0, 1, 2]), [0, 1, 2]);
        assert_eq!(slots(&[1, 2]), [1, 2]);
        assert_eq!(slots(&[1, 5, 9]), [1, 2, 3]);
        let list = [EngineId::BUILT_IN, EngineId::PUCT, EngineId(1), EngineId(2)];
        assert_eq!(list.map(|id| place(&list, id)), [0, 3, 1, 2]);
        assert_eq!(place(&list, EngineId::OBSERVER), 0);
    }
}
