//! Actions in the arena, commands to the threads that play, and their news.

use std::path::PathBuf;

use tabia_host::referee::live::LiveEvent;
use tabia_host::referee::plan::Plan;
use tabia_host::referee::player::Player;
use tabia_host::referee::schedule::Format;

use super::draft::Draft;
use super::state::{
    GamePlayed, GamesShown, PlanExtended, PutAside, RatingList, SavedTournament, TournamentStarted,
};

#[derive(Clone, Debug)]
pub enum ArenaAction {
    /// Set up a tournament, starting with the plan of the last one.
    SetUp,
    /// Set up a proposed tournament.
    Propose(Proposal),
    /// Change the plan being set up.
    Draft(Box<Draft>),
    /// Cancel the setup.
    Cancel,
    /// Let the user pick a file or folder for the plan being set up.
    Pick(ArenaPick),
    /// Play the plan being set up.
    Start,
    /// Resume the tournament of this plan.
    GoOn(PathBuf),
    /// Remove the tournament of this plan from the list.
    PutAside(PathBuf),
    /// Restore the tournament that was last removed from the list.
    BringBack,
    /// Restore the plan that was discarded or replaced last.
    RestorePlan,
    /// Let the user pick a plan to open.
    OpenPlan,
    /// Let the user pick a file and save the plan being set up there.
    SavePlan,
    /// Start no more games, or start games again.
    Pause(bool),
    /// Stop after the games in progress.
    StopAfterGames,
    /// Stop at once.
    StopNow,
    /// Add rounds or another player, even after the last game.
    Grow(Growth),
    /// Show the rating list of all tournaments.
    Ratings,
    /// Close the rating list, or else the finished tournament, and show the earlier tournaments.
    Close,
    /// Choose the games listed: the last ones, or those of two players.
    List(GamesShown),
    /// Show this table enlarged, or all tables.
    Enlarge(Option<usize>),
    /// Open a game on the board of the study.
    OpenGame(u32),
    /// Open the games of two players in the rating list.
    OpenMet(usize, usize),
    /// Export the games or the table.
    Export(ArenaExport),
    /// News from the threads that play.
    News(ArenaNews),
}

/// Tournaments that the empty arena and other workspaces propose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// A match of the two engines of the duel.
    Duel,
    /// A match of both sides of the comparison in the Lab.
    Comparison,
    /// A match of alpha-beta against PUCT.
    Searches,
    /// A test of Tabia against a copy, whose options the user then changes.
    Change,
    /// A round robin of Tabia at several levels.
    Levels,
    /// A round robin of Tabia and the user's engines.
    Engines,
}

impl Proposal {
    /// All proposals.
    pub const ALL: [Proposal; 6] = [
        Proposal::Duel,
        Proposal::Comparison,
        Proposal::Searches,
        Proposal::Change,
        Proposal::Levels,
        Proposal::Engines,
    ];
}

/// What a file or folder is picked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArenaPick {
    /// The openings of the games.
    Openings,
    /// Tablebases for adjudication.
    Tables,
    /// The working directory of a player's program.
    Folder(PickFor),
    /// An option of a player.
    Option { player: PickFor, name: String, folder: bool },
}

/// The player for whom something is picked; others may be added or removed meanwhile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PickFor {
    /// Its index when the question was asked.
    pub at: usize,
    /// Its name at that time.
    pub label: String,
}

impl PickFor {
    /// The player at an index.
    pub fn new(at: usize, player: &Player) -> PickFor {
        PickFor { at, label: player.label().to_owned() }
    }

    /// The player in a plan, at its present index.
    pub(super) fn find<'a>(&self, plan: &'a mut Plan) -> Option<&'a mut Player> {
        let is = |player: &Player| player.label() == self.label;
        let stays = plan.players.get(self.at).is_some_and(is);
        let at = if stays { Some(self.at) } else { plan.players.iter().position(is) };
        plan.players.get_mut(at?)
    }
}

/// Extensions of a running tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Growth {
    /// The new number of rounds in all.
    Cycles(u32),
    /// Another player, who plays all rounds.
    Player(Box<Player>),
}

impl Growth {
    /// The extended plan; `None`: its format does not allow it.
    pub fn apply(&self, plan: &Plan) -> Option<Plan> {
        let mut grown = plan.clone();
        match (self, &mut grown.format) {
            (
                Growth::Cycles(new),
                Format::Match { rounds: cycles }
                | Format::RoundRobin { cycles }
                | Format::Gauntlet { cycles },
            ) => *cycles = *new,
            (Growth::Player(player), Format::RoundRobin { .. } | Format::Gauntlet { .. }) => {
                grown.players.push((**player).clone());
            }
            _ => return None,
        }
        Some(grown)
    }
}

/// Exports of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArenaExport {
    Pgn,
    Csv,
    /// The table as Markdown, copied to the clipboard.
    Markdown,
}

/// News from the threads that play.
#[derive(Clone, Debug)]
pub enum ArenaNews {
    /// The tournaments in the program's folder and those of the given plans, or why the folder cannot be read.
    Saved(Result<Vec<SavedTournament>, String>),
    /// A tournament was removed from the list, or why it was not.
    PutAside(Result<PutAside, String>),
    /// It was restored, or why it was not.
    BroughtBack(Result<(), String>),
    /// A plan that was opened, and its file.
    Opened(Box<Plan>, PathBuf),
    /// What the user picked.
    Picked(ArenaPick, PathBuf),
    /// The running tournament was extended by rounds or a player.
    Grown(Box<PlanExtended>),
    Ratings(Box<RatingList>),
    /// A tournament is being prepared: this player's engine is starting.
    Starting(String),
    /// A tournament starts or resumes.
    Begun(Box<TournamentStarted>),
    /// A game has ended.
    Played(Box<GamePlayed>),
    /// Events at the tables.
    Live(Vec<LiveEvent>),
    /// The tournament is over or did not start; the error, if there was one.
    Over(Option<String>),
}

/// Orders to the threads that play.
#[derive(Clone, Debug, PartialEq)]
pub enum ArenaCommand {
    /// Look for tournaments in the program's folder, and for those of these plans elsewhere that have games; the
    /// result comes back as `ArenaNews::Saved`.
    Find(Vec<PathBuf>),
    /// Play a plan: beside its file, or without one in the program's folder.
    Play(Box<Plan>, Option<PathBuf>),
    /// Resume the plan of this file.
    GoOn(PathBuf),
    /// Rename the plan of this file and its games, so that they are not listed; the result comes back as
    /// `ArenaNews::PutAside`. Files outside the program's folder keep their names.
    PutAside(PathBuf),
    /// Give the files of a removed tournament their names back; the result comes back as `ArenaNews::BroughtBack`.
    BringBack(PutAside),
    Pause,
    Resume,
    StopAfterGames,
    StopNow,
    /// The number of games to play at once.
    SetConcurrency(u32),
    /// Add rounds or another player: the plan is saved, and play continues with it. The result comes back as
    /// `ArenaNews::Grown`, or as `ArenaNews::Begun` if the tournament was over.
    Grow(Growth),
    /// Rate all players, also by the games of these plans outside the program's folder; the result comes back as
    /// `ArenaNews::Ratings`.
    Rate(Vec<PathBuf>),
    /// Let the user pick a file or folder; comes back as `ArenaNews::Picked`.
    Pick(ArenaPick),
    /// Let the user pick a plan; comes back as `ArenaNews::Opened`.
    PickPlan,
    /// Read the game with this number; it comes back as `Action::Opened`.
    ReadGame(u32),
    /// Read the games of two players in the same tournaments; they come back as `Action::Opened`.
    ReadMet([String; 2], Vec<PathBuf>),
    /// Let the user pick a file, with this suggested name, and copy the games there; the result comes back as
    /// `GamesAction::Exported`.
    SaveGames(String),
}
