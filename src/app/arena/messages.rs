//! What can be done in the arena, what the threads that play are asked for, and what comes back from them.

use std::path::PathBuf;

use tabia_host::referee::live::LiveEvent;
use tabia_host::referee::plan::Plan;
use tabia_host::referee::player::Player;
use tabia_host::referee::schedule::Format;

use super::draft::Draft;
use super::state::{Begun, GamesShown, Grown, Played, PutAside, RatingList, SavedTournament};

/// What can be done in the arena.
#[derive(Clone, Debug)]
pub enum ArenaAction {
    /// Set up a tournament, beginning with the plan of the last one.
    SetUp,
    /// Set up what another workspace offers a match of.
    Propose(Proposal),
    /// Change what is set up.
    Draft(Box<Draft>),
    /// Set up nothing.
    Cancel,
    /// Let the user pick a file or folder for what is set up.
    Pick(ArenaPick),
    /// Play what is set up.
    Start,
    /// Go on with the tournament of this plan.
    GoOn(PathBuf),
    /// Take the tournament of this plan off the list.
    PutAside(PathBuf),
    /// Bring the tournament back that was taken off the list last.
    BringBack,
    /// Let the user pick a plan.
    OpenPlan,
    /// Let the user pick a file and write the plan that is set up there.
    SavePlan,
    /// Begin no game, or begin games again.
    Pause(bool),
    /// End with the games under way.
    StopAfterGames,
    /// End at once.
    StopNow,
    /// More rounds, or another player, also behind the last game.
    Grow(Growth),
    /// Show the rating list of all tournaments.
    Ratings,
    /// Leave the rating list, or else the tournament that is over: those of before are shown.
    Close,
    /// Show the last games, or those of two players.
    List(GamesShown),
    /// Show this table large, or all of them.
    Enlarge(Option<usize>),
    /// Put a game on the board of the study.
    OpenGame(u32),
    /// Open the games of two players of the rating list.
    OpenMet(usize, usize),
    /// Write the games or the table.
    Export(ArenaExport),
    /// Something came from the threads that play.
    News(ArenaNews),
}

/// What another workspace offers a match of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// Both minds of the duel.
    Duel,
    /// Both sides of the comparison in the Lab.
    Comparison,
}

/// What a file or folder is picked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArenaPick {
    /// Where games begin.
    Openings,
    /// Endgame tables that end games.
    Tables,
    /// The folder a player's program is started in.
    Folder(PickFor),
    /// An option of a player.
    Option { player: PickFor, name: String, folder: bool },
}

/// The player something is picked for; others may come and go meanwhile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PickFor {
    /// Its place when it was asked for.
    pub at: usize,
    /// What it was called then.
    pub label: String,
}

impl PickFor {
    /// The player at a place.
    pub fn new(at: usize, player: &Player) -> PickFor {
        PickFor { at, label: player.label().to_owned() }
    }

    /// The player in a plan, wherever it stands now.
    pub(super) fn find<'a>(&self, plan: &'a mut Plan) -> Option<&'a mut Player> {
        let is = |player: &Player| player.label() == self.label;
        let stays = plan.players.get(self.at).is_some_and(is);
        let at = if stays { Some(self.at) } else { plan.players.iter().position(is) };
        plan.players.get_mut(at?)
    }
}

/// What a tournament that runs can be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Growth {
    /// So many rounds in all.
    Cycles(u32),
    /// Another player, who plays all rounds.
    Player(Box<Player>),
}

impl Growth {
    /// The plan with it; `None`: its form does not allow it.
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

/// What is written of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArenaExport {
    Pgn,
    Csv,
    /// The table as Markdown, into the clipboard.
    Markdown,
}

/// What comes from the threads that play.
#[derive(Clone, Debug)]
pub enum ArenaNews {
    /// The tournaments in the program's folder and those of the plans that were named.
    Saved(Vec<SavedTournament>),
    /// A tournament was put aside, or why it was not.
    PutAside(Result<PutAside, String>),
    /// It was brought back, or why it was not.
    BroughtBack(Result<(), String>),
    /// A plan that was opened, and its file.
    Opened(Box<Plan>, PathBuf),
    /// Plan, table or games were written to this file.
    Written(PathBuf),
    /// What the user picked.
    Picked(ArenaPick, PathBuf),
    /// The tournament that runs has become longer or has another player.
    Grown(Box<Grown>),
    /// The rating list.
    Ratings(Box<RatingList>),
    /// A tournament is made ready: this player's engine is being started.
    Starting(String),
    /// A tournament begins or goes on.
    Begun(Box<Begun>),
    /// A game has ended.
    Played(Box<Played>),
    /// What happened at the tables.
    Live(Vec<LiveEvent>),
    /// It is over, or did not begin, and why where something failed.
    Over(Option<String>),
}

/// What the threads that play are asked for.
#[derive(Clone, Debug)]
pub enum ArenaOrder {
    /// Look for tournaments in the program's folder and for those of these plans elsewhere that have games; comes back as
    /// `ArenaNews::Saved`.
    Find(Vec<PathBuf>),
    /// Play a plan: beside its file, else kept in the program's folder.
    Play(Box<Plan>, Option<PathBuf>),
    /// Go on with the plan of this file.
    GoOn(PathBuf),
    /// Rename the plan of this file and its games, so that they are not listed; comes back as `ArenaNews::PutAside`. What
    /// lies outside the program's folder keeps its name.
    PutAside(PathBuf),
    /// Give the files of a tournament that was put aside their names again; comes back as `ArenaNews::BroughtBack`.
    BringBack(PutAside),
    Pause,
    Resume,
    StopAfterGames,
    StopNow,
    /// So many games at once.
    SetConcurrency(u32),
    /// More rounds or another player: the plan is written, and goes on with them. Comes back as `ArenaNews::Grown`, or,
    /// where the tournament was over, as `ArenaNews::Begun`.
    Grow(Growth),
    /// Rate everybody; comes back as `ArenaNews::Ratings`.
    Rate,
    /// Let the user pick a file or folder; comes back as `ArenaNews::Picked`.
    Pick(ArenaPick),
    /// Let the user pick a plan; comes back as `ArenaNews::Opened`.
    PickPlan,
    /// Let the user pick a file and write a plan there.
    SavePlan(Box<Plan>),
    /// Read the game of this number; comes back as `Action::Opened`.
    ReadGame(u32),
    /// Read the games of two players in all tournaments; comes back as `Action::Opened`.
    ReadMet([String; 2]),
    /// Let the user pick a file and write this text there; its name proposed.
    SaveText(String, String),
    /// Let the user pick a file and copy the games there.
    SaveGames(String),
}
