//! The one table of panels: a row holds everything about a panel. The View menu, the palette, the tabs and the default
//! arrangements are made from it.

use eframe::egui::Ui;

use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::model::Model;
use tabia_app::window::workspace::{PaneId, Workspace};

use crate::gui::panels;
use crate::gui::panels::game::moves::Field;
use crate::gui::present::context::Cx;
use crate::gui::present::empty;
use crate::gui::present::view_head;
use tabia_text::{Language, t};

/// Groups of related panels; those of one group share a stack of tabs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PaneGroup {
    /// The engine's output.
    Engine,
    /// How the engine got there.
    Search,
    /// Curves.
    Graphs,
    /// The game on the board.
    Game,
    /// Books, games and tablebases.
    Library,
    /// The Lab: a search in detail.
    Watch,
    /// The Lab: searches measured and compared.
    Experiments,
    /// The Lab: the score of a position.
    Evaluation,
    /// The Lab: how a program represents the board.
    Representation,
    /// The Lab: search algorithms step by step.
    Algorithms,
    /// Guided tours.
    Learn,
    /// The duel: both engines.
    DuelEngines,
    /// The duel: comparison of the two.
    Between,
}

impl PaneGroup {
    /// All groups in menu order, which is also their order from top to bottom in the window.
    pub(crate) const ALL: [PaneGroup; 13] = [
        PaneGroup::Engine,
        PaneGroup::Search,
        PaneGroup::Graphs,
        PaneGroup::Game,
        PaneGroup::Library,
        PaneGroup::Watch,
        PaneGroup::Experiments,
        PaneGroup::Evaluation,
        PaneGroup::Representation,
        PaneGroup::Algorithms,
        PaneGroup::Learn,
        PaneGroup::DuelEngines,
        PaneGroup::Between,
    ];

    /// The groups of the Lab's views. They share a stack that shows the tabs of one of them at a time.
    pub(crate) const VIEWS: [PaneGroup; 5] = [
        PaneGroup::Watch,
        PaneGroup::Experiments,
        PaneGroup::Evaluation,
        PaneGroup::Representation,
        PaneGroup::Algorithms,
    ];

    /// The title of a group.
    pub(crate) fn title(self) -> &'static str {
        match self {
            PaneGroup::Experiments => t!("views-experiments"),
            PaneGroup::Evaluation => t!("views-evaluation"),
            PaneGroup::Representation => t!("views-board"),
            PaneGroup::Algorithms => t!("views-algorithms"),
            _ => t!("views-watch"),
        }
    }
}

/// What a panel would reveal to a user who wants to find it out alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reveals {
    Nothing,
    /// Moves, which are the solution of a puzzle.
    Moves,
    /// Evaluations.
    Judgement,
}

/// Shows the content of a panel.
type Show = fn(&mut Ui, &Cx<'_>, &mut Field, &mut Vec<Action>);

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PaneInfo {
    pub id: PaneId,
    /// The group of panels it belongs to.
    pub group: PaneGroup,
    /// The workspaces that show it by default; none for panels opened on demand.
    pub home: &'static [Workspace],
    /// What it would reveal.
    pub reveals: Reveals,
    show: Show,
}

const fn row(
    id: PaneId,
    group: PaneGroup,
    home: &'static [Workspace],
    reveals: Reveals,
    show: Show,
) -> PaneInfo {
    PaneInfo { id, group, home, reveals, show }
}

/// Every panel, in the order of the tabs within its group.
#[rustfmt::skip]
const TABLE: &[PaneInfo] = {
    use panels as p;
    use PaneGroup as G;
    use PaneId as P;
    use Workspace::{Duel, Lab, Play, Study};
    &[
        row(P::Lines, G::Engine, &[Study, Lab], Reveals::Judgement, |ui, cx, _, out| p::search::lines::show(ui, cx, out)),
        row(P::Story, G::Search, &[Lab], Reveals::Judgement, |ui, cx, _, out| p::search::story::show(ui, cx, out)),
        row(P::RootMoves, G::Search, &[Study], Reveals::Judgement, |ui, cx, _, out| p::search::root_moves::show(ui, cx, out)),
        row(P::Iterations, G::Search, &[Lab], Reveals::Judgement, |ui, cx, _, out| p::search::root_moves::iterations(ui, cx, out)),
        row(P::Statistics, G::Search, &[Lab], Reveals::Judgement, |ui, cx, _, out| p::search::statistics::show(ui, cx, out)),
        row(P::SearchPlot, G::Graphs, &[Lab], Reveals::Judgement, |ui, cx, _, out| p::search::statistics::search_plot(ui, cx, out)),
        row(P::Evaluation, G::Graphs, &[Study, Lab], Reveals::Judgement, |ui, cx, _, out| p::study::evaluation::show(ui, cx, out)),
        row(P::Moves, G::Game, &[Play, Study, Duel], Reveals::Moves, p::game::moves::show),
        row(P::Explorer, G::Library, &[Study], Reveals::Moves, |ui, cx, _, out| p::library::explorer::show(ui, cx, out)),
        row(P::Games, G::Library, &[Study], Reveals::Nothing, |ui, cx, _, out| p::library::games::show(ui, cx, out)),
        row(P::Review, G::Library, &[Study], Reveals::Nothing, |ui, cx, _, out| p::study::review::show(ui, cx, out)),
        row(P::Tablebase, G::Library, &[Study], Reveals::Judgement, |ui, cx, _, out| p::library::explorer::tablebase(ui, cx, out)),
        row(P::LiveTree, G::Watch, &[Lab], Reveals::Judgement, |ui, cx, _, out| p::lab::live_tree::show(ui, cx, out)),
        row(P::SearchTree, G::Watch, &[Lab], Reveals::Judgement, |ui, cx, _, out| p::lab::tree::show(ui, cx, out)),
        row(P::RootRace, G::Watch, &[Lab], Reveals::Judgement, |ui, cx, _, out| p::lab::race::show(ui, cx, out)),
        row(P::WhyNot, G::Watch, &[Lab], Reveals::Judgement, |ui, cx, _, out| p::lab::why_not::show(ui, cx, out)),
        row(P::MoveOrder, G::Watch, &[Lab], Reveals::Judgement, |ui, cx, _, out| p::lab::move_order::show(ui, cx, out)),
        row(P::HashTable, G::Watch, &[Lab], Reveals::Judgement, |ui, cx, _, out| p::lab::hash_table::show(ui, cx, out)),
        row(P::Profile, G::Watch, &[Lab], Reveals::Nothing, |ui, cx, _, out| p::lab::profile::show(ui, cx, out)),
        row(P::Compare, G::Experiments, &[Lab], Reveals::Nothing, |ui, cx, _, out| p::lab::compare::show(ui, cx, out)),
        row(P::Branching, G::Experiments, &[Lab], Reveals::Nothing, |ui, cx, _, out| p::lab::experiment::show(ui, cx, P::Branching, out)),
        row(P::Horizon, G::Experiments, &[Lab], Reveals::Judgement, |ui, cx, _, out| p::lab::horizon::show(ui, cx, out)),
        row(P::TimeUse, G::Experiments, &[Lab], Reveals::Judgement, |ui, cx, _, out| p::lab::experiment::show(ui, cx, P::TimeUse, out)),
        row(P::Contempt, G::Experiments, &[Lab], Reveals::Judgement, |ui, cx, _, out| p::lab::experiment::show(ui, cx, P::Contempt, out)),
        row(P::Xray, G::Evaluation, &[Lab], Reveals::Judgement, |ui, cx, _, out| p::lab::xray::show(ui, cx, out)),
        row(P::Scratch, G::Evaluation, &[Lab], Reveals::Judgement, |ui, cx, _, out| p::lab::scratch::show(ui, cx, out)),
        row(P::Tuning, G::Evaluation, &[Lab], Reveals::Nothing, |ui, cx, _, out| p::lab::experiment::show(ui, cx, P::Tuning, out)),
        row(P::Bitboards, G::Representation, &[Lab], Reveals::Nothing, |ui, cx, _, out| p::lab::foundations::bits::show(ui, cx, out)),
        row(P::Sliders, G::Representation, &[Lab], Reveals::Nothing, |ui, cx, _, out| p::lab::foundations::sliders::show(ui, cx, out)),
        row(P::Zobrist, G::Representation, &[Lab], Reveals::Nothing, |ui, cx, _, out| p::lab::foundations::zobrist::show(ui, cx, out)),
        row(P::Representations, G::Representation, &[Lab], Reveals::Nothing, |ui, cx, _, out| p::lab::representations::show(ui, cx, out)),
        row(P::Ladder, G::Algorithms, &[Lab], Reveals::Judgement, |ui, cx, _, out| p::lab::ladder::show(ui, cx, out)),
        row(P::AlphaBeta, G::Algorithms, &[Lab], Reveals::Judgement, |ui, cx, _, out| p::lab::alpha_beta::show(ui, cx, out)),
        row(P::Playouts, G::Algorithms, &[Lab], Reveals::Judgement, |ui, cx, _, out| p::lab::playouts::show(ui, cx, out)),
        row(P::SmallGame, G::Algorithms, &[Lab], Reveals::Nothing, |ui, cx, _, out| p::lab::small_game::show(ui, cx, out)),
        row(P::Tour, G::Learn, &[], Reveals::Nothing, |ui, cx, _, out| p::lab::tour(ui, cx, out)),
        row(P::Duel, G::DuelEngines, &[Duel], Reveals::Judgement, |ui, cx, _, out| p::duel::show(ui, cx, out)),
        row(P::Disputed, G::Between, &[Duel], Reveals::Judgement, |ui, cx, _, out| p::duel::disputed(ui, cx, out)),
        row(P::DuelCourse, G::Between, &[Duel], Reveals::Judgement, |ui, cx, _, out| p::duel::course(ui, cx, out)),
        row(P::DuelPresets, G::Between, &[Duel], Reveals::Judgement, |ui, cx, _, out| p::duel::presets(ui, cx, out)),
    ]
};

// A panel without a row, or whose row is not at its number, does not compile.
const _: () = {
    assert!(TABLE.len() == PaneId::ALL.len(), "every panel has one row");
    let mut at = 0;
    while at < TABLE.len() {
        assert!(TABLE[at].id as usize == at, "rows stand in the order of `PaneId`");
        at += 1;
    }
};

/// The row of a panel.
pub(crate) fn info(id: PaneId) -> &'static PaneInfo {
    &TABLE[id as usize]
}

/// All rows, in the order of menus and tabs.
pub(crate) fn all() -> impl Iterator<Item = &'static PaneInfo> {
    TABLE.iter()
}

/// The panel with this title, in the current language or in English, ignoring case and spaces.
pub(crate) fn from_title(text: &str) -> Option<PaneId> {
    let plain = |s: &str| s.to_lowercase().replace([' ', '-', '_'], "");
    let find = || all().find(|info| plain(info.id.title()) == plain(text)).map(|info| info.id);
    find().or_else(|| {
        let _english = Language::english().on_this_thread();
        find()
    })
}

/// Whether a panel is hidden now so as not to reveal anything.
pub(crate) fn is_hidden(model: &Model, id: PaneId) -> bool {
    match info(id).reveals {
        Reveals::Nothing => false,
        Reveals::Moves => model.has_puzzle(),
        Reveals::Judgement => model.hides_engine(),
    }
}

/// Shows a panel, or why it is hidden now.
pub(crate) fn show(
    ui: &mut Ui,
    cx: &Cx<'_>,
    id: PaneId,
    comment: &mut Field,
    out: &mut Vec<Action>,
) {
    let info = info(id);
    view_head::remember_place(ui, id);
    let learning = cx.model.has_puzzle();
    match info.reveals {
        Reveals::Moves if learning => {
            empty::empty(ui, t!("pane-hidden"), t!("pane-hidden.moves"));
        }
        Reveals::Judgement if learning => {
            empty::empty(ui, t!("pane-hidden"), t!("pane-hidden.puzzles"));
        }
        Reveals::Judgement if cx.model.hides_engine() => {
            let offers = [UserCommand::HideEngine];
            empty::offer(ui, cx, [t!("pane-hidden"), t!("pane-hidden.engine")], &offers, out);
        }
        Reveals::Nothing | Reveals::Moves | Reveals::Judgement => {
            ui.push_id(id, |ui| (info.show)(ui, cx, comment, out));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_are_found_by_their_titles() {
        assert_eq!(from_title("root-moves"), Some(PaneId::RootMoves));
        assert_eq!(from_title("nothing"), None);
        for info in all() {
            assert_eq!(from_title(info.id.title()), Some(info.id), "two panels are called alike");
        }
    }

    #[test]
    fn every_panel_but_the_tour_is_at_home_somewhere_and_groups_stand_together() {
        for info in all() {
            assert!(info.group == PaneGroup::Learn || !info.home.is_empty(), "{}", info.id.title());
        }
        let order = |info: &PaneInfo| PaneGroup::ALL.iter().position(|group| *group == info.group);
        assert!(all().map(order).collect::<Vec<_>>().is_sorted());
    }
}
