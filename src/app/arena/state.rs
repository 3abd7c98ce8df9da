//! The tournament being played, as far as the window knows it, and the saved ones in the program's folder.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::OnceLock;

use tabia_chess::{Board, Color, Move};
use tabia_engine::play::Cause;
use tabia_engine::search::report::IterationInfo;
use tabia_engine::search::score::{Pov, Score};
use tabia_games::printable;
use tabia_games::strength::pentanomial::{Pentanomial, Tally};
use tabia_games::strength::sprt::{Decision, Sprt};
use tabia_games::strength::standings::{FinishedGame, Row, Standings, Tallies};
use tabia_host::referee::conduct::{Conduct, NodeUse};
use tabia_host::referee::live::{LiveEvent, LiveGame, LiveMove, TournamentState};
use tabia_host::referee::plan::Plan;
use tabia_host::referee::resume::KeptGame;
use tabia_host::referee::schedule::{Fixture, Format, Progress};

use super::draft::{Draft, Form};
use crate::game::state::GameState;

/// Minimum number of pairs before the progress of a test is extrapolated.
const MIN_PAIRS: usize = 30;
/// No speed is shown for shorter searches, ms: with times in whole milliseconds it could be wrong by more than 5 %.
const MIN_TIMED_MS: u64 = 20;
/// Maximum number of tables shown at once.
pub const MAX_WALL: usize = 4;

/// The state of the arena.
#[derive(Clone, Debug, Default)]
pub struct Arena {
    /// The plan being set up, if any.
    pub draft: Option<Box<Draft>>,
    /// The changed plan that was discarded or replaced last, which can be restored.
    pub(crate) dropped_draft: Option<Box<Draft>>,
    /// The current or last tournament.
    pub run: Option<Box<Run>>,
    /// A tournament is being prepared: engines start and games are read.
    pub preparing: bool,
    /// The player whose engine is starting.
    pub awaited: Option<String>,
    /// Tournaments in the program's folder and those of remembered plans, newest first; `None`: not read yet.
    pub saved: Option<Vec<SavedTournament>>,
    /// The list of saved tournaments was requested since the workspace was entered.
    pub(crate) listed: bool,
    /// The tournament last removed from the list, which can be restored.
    pub put_aside: Option<PutAside>,
    /// The rating list while it is shown.
    pub ratings: Option<Box<RatingList>>,
    /// The last error, until another action.
    pub problem: Option<String>,
}

impl Arena {
    /// The saved tournament that the plan being set up will resume; `None`: the plan has no games yet.
    pub fn continued(&self) -> Option<&SavedTournament> {
        let file = self.draft.as_ref()?.file()?;
        let saved = self.saved.as_ref()?.iter().find(|saved| saved.file == file)?;
        (saved.played > 0).then_some(saved)
    }

    /// The game that is shown alone, as an analysis board with the players' names; `None`: none is shown, or several.
    pub(crate) fn shown_game(&self) -> Option<GameState> {
        let run = self.run.as_ref().filter(|_| self.draft.is_none() && self.ratings.is_none())?;
        let table = match run.shown_at_end() {
            Some((table, _)) => table,
            None => run.at_table(run.large_table()?)?,
        };
        let mut game = GameState::analysis(table.board);
        for side in Color::ALL {
            game.tags.set(side.name(), table.names[side.index()].clone());
        }
        Some(game)
    }

    /// Whether an error is shown in the workspace itself.
    pub(crate) fn says_problem(&self) -> bool {
        self.draft.is_some() || self.ratings.is_none() && self.run.is_none()
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedTournament {
    pub name: String,
    /// Its plan; the games are in a file beside it.
    pub file: PathBuf,
    /// `None`: the plan cannot be read.
    pub form: Option<Form>,
    /// Why its plan or its games cannot be read.
    pub problem: Option<String>,
    /// Games already played, and (`games`) all games of the tournament.
    pub played: u32,
    pub games: u32,
    pub players: Vec<String>,
    /// No games are left to play.
    pub over: bool,
    /// It is a match that ends when its test decides.
    pub tested: bool,
    /// The decision of a match's test, after which planned games are not played.
    pub decision: Option<Decision>,
    pub winner: Option<String>,
    /// Day of its last game, or the day it was set up: `2026.11.21`.
    pub day: String,
}

/// A tournament removed from the list: its files were renamed, or it is outside the program's folder and no longer
/// remembered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PutAside {
    /// The former path of its plan.
    pub file: PathBuf,
    /// The present path of its plan.
    pub plan: PathBuf,
    /// The present path of its games; `None`: it had none.
    pub games: Option<PathBuf>,
}

impl PutAside {
    /// Whether its files kept their names.
    pub(crate) fn is_forgotten(&self) -> bool {
        self.plan == self.file
    }

    /// Its title if only its file is known.
    pub fn title(&self) -> String {
        printable::line(&self.file.file_stem().unwrap_or_default().to_string_lossy()).into_owned()
    }
}

/// The ratings of all players by the games of the saved tournaments. Players are identified by name.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingList {
    pub names: Vec<String>,
    pub standings: Standings,
    /// The number of files read.
    pub tournaments: u32,
}

impl RatingList {
    pub fn new(names: Vec<String>, standings: Standings, tournaments: u32) -> RatingList {
        RatingList { names: printed(names), standings, tournaments }
    }

    /// The players, the strongest first.
    pub fn rows(&self) -> Vec<&Row> {
        self.standings.by_rating()
    }
}

/// A tournament extended by rounds or a player.
#[derive(Clone, Debug)]
pub struct PlanExtended {
    pub plan: Plan,
    /// The names of the players.
    pub names: Vec<String>,
    /// Games of the whole tournament.
    pub games: u32,
}

/// A tournament that starts or resumes.
#[derive(Clone, Debug)]
pub struct TournamentStarted {
    pub plan: Plan,
    /// The path of the plan; `None`: nothing is saved.
    pub file: Option<PathBuf>,
    /// The names of the players.
    pub names: Vec<String>,
    /// Games that were already played.
    pub results: Vec<KeptGame>,
    pub progress: Progress,
}

/// A game that has ended.
#[derive(Clone, Debug)]
pub struct GamePlayed {
    pub result: FinishedGame,
    pub cause: Cause,
    /// How White and Black used their node limits.
    pub nodes: [Option<NodeUse>; 2],
    /// The progress of the tournament including this game.
    pub progress: Progress,
}

/// A row of the list of games.
#[derive(Clone, Debug, PartialEq)]
pub struct EndedGame {
    pub result: FinishedGame,
    /// Why it ended; `None`: it was read from the file, which only has the tag Termination.
    pub cause: Option<Cause>,
}

/// An engine's report on its last move or its current search.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// The position where its line begins.
    pub board: Board,
    pub line: Vec<Move>,
    /// White's view.
    pub score: Option<Score>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes per second.
    pub nps: Option<u64>,
}

/// A game in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct TableGame {
    pub fixture: Fixture,
    /// The names of White and Black.
    pub names: [String; 2],
    /// The current position.
    pub board: Board,
    pub last_move: Option<Move>,
    /// Plies before the first one played, by the move number at the end of the opening.
    pub before: u32,
    /// Plies played after the opening.
    pub plies: u32,
    /// The reports of White and Black.
    pub opinions: [Option<Opinion>; 2],
    /// The scores of each engine over the game: plies after the opening, and the score, White's view.
    pub courses: [Vec<(u32, Score)>; 2],
    /// Time left after the last move, or at the end of the game, ms.
    pub clocks_ms: [Option<u64>; 2],
    /// When the side to move started thinking, ms; `None`: the game has ended.
    pub since_ms: Option<u64>,
}

impl TableGame {
    fn new(game: &LiveGame, now: u64) -> TableGame {
        let clocks_ms = game.controls.map(|control| match control {
            tabia_engine::play::control::Control::Clock(clock) => {
                Some(clock.base.as_millis() as u64)
            }
            _ => None,
        });
        TableGame {
            fixture: game.fixture,
            names: game.names.clone().map(|name| printable::line(&name).into_owned()),
            board: game.opening.board(),
            last_move: None,
            before: game.opening.board().plies_before(),
            plies: 0,
            opinions: [None, None],
            courses: [Vec::new(), Vec::new()],
            clocks_ms,
            since_ms: Some(now),
        }
    }

    fn play(&mut self, played: &LiveMove, now: u64) {
        let score = played.score.map(|score| score.seen_from(Pov::White, played.mover));
        self.courses[played.mover.index()].extend(score.map(|score| (self.plies, score)));
        self.opinions[played.mover.index()] = Some(Opinion {
            board: self.board,
            line: played.pv.clone(),
            score,
            depth: played.depth,
            nps: played.nps.filter(|_| played.spent_ms >= MIN_TIMED_MS),
        });
        self.board.make_move(played.mv);
        self.last_move = Some(played.mv);
        self.plies += 1;
        self.clocks_ms = played.clocks_ms;
        self.since_ms = Some(now);
    }

    /// Stops the clocks at the end of the game.
    fn end(&mut self, now: u64) {
        self.clocks_ms = Color::ALL.map(|side| self.left_ms(side, now));
        self.since_ms = None;
    }

    fn think(&mut self, info: &IterationInfo) {
        self.opinions[info.stm.index()] = Some(Opinion {
            board: self.board,
            line: info.pv.clone(),
            score: Some(info.score.seen_from(Pov::White, info.stm)),
            depth: Some(info.depth),
            nps: info.nps.filter(|_| info.time_ms >= MIN_TIMED_MS),
        });
    }

    /// Time a side has left, ms; `None` without a clock.
    pub fn left_ms(&self, side: Color, now: u64) -> Option<u64> {
        let left = self.clocks_ms[side.index()]?;
        let since = self.since_ms.filter(|_| self.thinks(side));
        Some(left.saturating_sub(since.map_or(0, |since| now.saturating_sub(since))))
    }

    /// Whether it is a side's turn in a game that has not ended.
    pub fn thinks(&self, side: Color) -> bool {
        self.since_ms.is_some() && self.board.stm() == side
    }
}

/// Names made printable: they come from files and engines.
fn printed(names: Vec<String>) -> Vec<String> {
    names.into_iter().map(|name| printable::line(&name).into_owned()).collect()
}

/// Alternatives in the list of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GamesShown {
    /// The last games.
    #[default]
    Last,
    /// No games: the ties of a knock-out.
    Ties,
    /// The games between two players.
    Between(usize, usize),
}

impl GamesShown {
    /// Whether a game belongs to the list.
    fn has(self, game: &FinishedGame) -> bool {
        match self {
            GamesShown::Last | GamesShown::Ties => true,
            GamesShown::Between(one, other) => {
                let sides = [game.white, game.black];
                sides == [one, other] || sides == [other, one]
            }
        }
    }
}

/// The current or last tournament.
#[derive(Clone, Debug)]
pub struct Run {
    pub plan: Plan,
    /// The path of the plan; `None`: nothing is saved.
    pub file: Option<PathBuf>,
    pub names: Vec<String>,
    pub progress: Progress,
    /// The games that have ended, in the order of the file.
    pub ended: Vec<EndedGame>,
    /// The faults of each player.
    pub conduct: Vec<Conduct>,
    /// See [`Run::standings`].
    ranked: OnceLock<Standings>,
    /// The course of a match's test after each pair: games and log-likelihood ratio.
    pub curve: Vec<(u32, f64)>,
    /// The sum of the squares of its steps.
    squares: f64,
    /// The games in progress, by table; one that has ended stays until the next begins.
    pub(crate) tables: Vec<Option<TableGame>>,
    /// The last games that ended at the tables. A game ends there before it counts, if it counts at all: once a test
    /// has decided, games at other tables do not.
    finished: VecDeque<TableGame>,
    pub state: TournamentState,
    /// The content of the list of games, see [`Run::list`].
    shown: GamesShown,
    /// Indices in `ended` of the games between two players, while they are listed.
    between: Vec<usize>,
    /// The enlarged table.
    pub large: Option<usize>,
    /// The user has paused it.
    pub paused: bool,
    /// The number of games that may run at once beside the user's own work; 0: the tournament waits, as it does when
    /// it begins.
    pub allowed: u32,
    tally: Tally,
    tallies: Tallies,
    /// The number of games when this run began, and its start time, ms, for estimating the pace. The start is moved
    /// forward by the time spent waiting.
    pub since: (u32, u64),
    /// When it began to wait, paused and without games in progress, ms.
    waits_since: Option<u64>,
}

impl Run {
    pub(crate) fn new(begun: TournamentStarted, now: u64) -> Run {
        let TournamentStarted { plan, file, names, results, progress } = begun;
        let names = printed(names);
        let shown = if progress.ties.is_empty() { GamesShown::Last } else { GamesShown::Ties };
        let mut run = Run {
            plan,
            file,
            progress,
            ended: Vec::with_capacity(results.len()),
            conduct: vec![Conduct::default(); names.len()],
            ranked: OnceLock::new(),
            curve: Vec::new(),
            squares: 0.0,
            tables: Vec::new(),
            finished: VecDeque::new(),
            state: TournamentState::Playing,
            shown,
            between: Vec::new(),
            large: None,
            paused: false,
            allowed: 0,
            tally: Tally::default(),
            tallies: Tallies::default(),
            since: (results.len() as u32, now),
            waits_since: None,
            names,
        };
        for KeptGame { result, cause, nodes } in results {
            run.count(&result);
            Conduct::count(&mut run.conduct, &result, nodes);
            run.ended.push(EndedGame { result, cause });
        }
        run
    }

    pub(crate) fn add(&mut self, played: GamePlayed) {
        let GamePlayed { result, cause, nodes, progress } = played;
        self.count(&result);
        Conduct::count(&mut self.conduct, &result, nodes);
        if self.shown.has(&result) && matches!(self.shown, GamesShown::Between(..)) {
            self.between.push(self.ended.len());
        }
        self.ended.push(EndedGame { result, cause: Some(cause) });
        self.progress = progress;
        self.ranked.take();
    }

    /// Applies an extension by rounds or a player.
    pub(crate) fn grow(&mut self, grown: PlanExtended) {
        let PlanExtended { plan, names, games } = grown;
        (self.plan, self.names, self.progress.games) = (plan, printed(names), games);
        self.conduct.resize(self.names.len(), Conduct::default());
        self.ranked.take();
    }

    /// The table, computed when it is first asked for after a change: with many players the ratings take longer than
    /// a fast game, and nothing needs them between two frames.
    pub fn standings(&self) -> &Standings {
        self.ranked.get_or_init(|| {
            let (players, byes) = (self.names.len(), &self.progress.bye_halves);
            let mut standings = self.tallies.standings(players, byes);
            standings.rank_by_rounds(&self.progress.reached());
            standings
        })
    }

    /// Adds a game to the table, and to the test of a match.
    fn count(&mut self, result: &FinishedGame) {
        self.tallies.add(result);
        let Some(sprt) = self.sprt() else { return };
        let before = self.tally.pairs.pairs();
        self.tally.add(result.round, result.points_of(0));
        if self.tally.pairs.pairs() > before {
            let llr = sprt.llr(&self.tally.pairs);
            self.squares += (llr - self.curve.last().map_or(0.0, |&(_, llr)| llr)).powi(2);
            self.curve.push((self.tally.sheet.games(), llr));
        }
    }

    /// The test of a match.
    pub fn sprt(&self) -> Option<Sprt> {
        self.plan.sprt().ok().flatten()
    }

    /// The decision of the test.
    pub fn decision(&self) -> Option<Decision> {
        self.sprt()?.decision(&self.tally.pairs)
    }

    /// About how many more games the test needs, at the average step of its log-likelihood ratio so far, to two
    /// digits. `None`: it is decided, or the step is not significantly different from zero: it has to be twice its
    /// standard error.
    pub fn games_to_decide(&self) -> Option<u32> {
        let sprt = self.sprt().filter(|sprt| sprt.decision(&self.tally.pairs).is_none())?;
        let pairs = self.curve.len();
        if pairs < MIN_PAIRS {
            return None;
        }
        let llr = self.curve.last()?.1;
        let pace = llr / pairs as f64;
        let variance = (self.squares - pairs as f64 * pace * pace).max(0.0) / (pairs - 1) as f64;
        if pace.abs() < 2.0 * (variance / pairs as f64).sqrt() {
            return None;
        }
        let (low, high) = sprt.bounds();
        let bound = if pace > 0.0 { high } else { low };
        let games = 2.0 * (bound - llr) / pace;
        let unit = 10_f64.powf((games.max(1.0).log10().floor() - 1.0).max(0.0));
        Some(((games / unit).ceil() * unit) as u32)
    }

    /// The pairs of a match with a test.
    pub fn pairs(&self) -> Pentanomial {
        self.tally.pairs
    }

    /// The results of a match, from the first player's point of view.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Handles an event at the tables.
    pub(crate) fn take(&mut self, event: LiveEvent, now: u64) {
        match event {
            LiveEvent::Begun(at, game) => {
                if self.tables.len() <= at {
                    self.tables.resize(at + 1, None);
                }
                self.tables[at] = Some(TableGame::new(&game, now));
            }
            LiveEvent::Moved(at, played) => {
                if let Some(Some(table)) = self.tables.get_mut(at) {
                    table.play(&played, now);
                }
            }
            LiveEvent::Thinking(at, info) => {
                if let Some(Some(table)) = self.tables.get_mut(at) {
                    table.think(&info);
                }
            }
            LiveEvent::Ended(at, ..) => {
                if let Some(Some(table)) = self.tables.get_mut(at) {
                    table.end(now);
                    let table = table.clone();
                    // Each table may have finished one more game while another is awaited, and one that is not
                    // written yet.
                    let most = 2 * self.plan.concurrency as usize + 2;
                    self.finished.truncate(most - 1);
                    self.finished.push_front(table);
                }
            }
            LiveEvent::Abandoned(at, _) => {
                if let Some(table) = self.tables.get_mut(at) {
                    *table = None;
                }
            }
            LiveEvent::Missed(_) => {}
            LiveEvent::State(TournamentState::Paused(Some(why))) => {
                let why = printable::line(&why).into_owned();
                self.state = TournamentState::Paused(Some(why));
            }
            LiveEvent::State(state) => self.state = state,
        }
        let waits =
            matches!(self.state, TournamentState::Paused(_)) && self.under_way().next().is_none();
        if waits {
            self.waits_since.get_or_insert(now);
        } else if let Some(from) = self.waits_since.take() {
            self.since.1 += now.saturating_sub(from);
        }
    }

    /// The last counted game among those seen to their end at the tables.
    pub fn last_game(&self) -> Option<(&TableGame, &EndedGame)> {
        self.ended.iter().rev().find_map(|ended| {
            let is_it = |table: &&TableGame| table.fixture.game == ended.result.number;
            Some((self.finished.iter().find(is_it)?, ended))
        })
    }

    /// The last game of a tournament that is over: its board is shown, since empty boards would show nothing useful.
    pub fn shown_at_end(&self) -> Option<(&TableGame, &EndedGame)> {
        let over = !self.goes_on() && self.under_way().next().is_none();
        self.last_game().filter(|_| over)
    }

    /// The table whose game is shown alone; `None`: all games are shown.
    pub fn large_table(&self) -> Option<usize> {
        self.large.or_else(|| (self.plan.concurrency == 1).then_some(0))
    }

    /// Whether games are in progress or still to be played.
    pub fn goes_on(&self) -> bool {
        !matches!(self.state, TournamentState::Ended { .. })
    }

    /// Its title, made printable.
    pub fn title(&self) -> String {
        printable::line(&self.plan.name).into_owned()
    }

    /// The games in progress with their tables.
    pub fn under_way(&self) -> impl Iterator<Item = (usize, &TableGame)> {
        let tables = self.tables.iter().enumerate();
        let tables = tables.filter_map(|(at, table)| Some((at, table.as_ref()?)));
        tables.filter(|(_, table)| table.since_ms.is_some())
    }

    /// The game shown at a table: the one in progress, or the last one if the next begins at once.
    pub fn at_table(&self, at: usize) -> Option<&TableGame> {
        let game = self.tables.get(at)?.as_ref()?;
        (game.since_ms.is_some() || self.begins_another(at)).then_some(game)
    }

    /// Whether a table where a game has ended begins the next one at once.
    fn begins_another(&self, at: usize) -> bool {
        let plays = self.state == TournamentState::Playing && (at as u32) < self.allowed;
        // In the other formats it may have to wait for the end of a round.
        let waits = matches!(self.plan.format, Format::Swiss { .. } | Format::KnockOut { .. });
        let begun = self.ended.len() + self.under_way().count();
        plays && !waits && begun < self.progress.games as usize && self.decision().is_none()
    }

    /// Chooses the content of the list of games.
    pub(crate) fn list(&mut self, shown: GamesShown) {
        self.shown = shown;
        self.between = match shown {
            GamesShown::Last | GamesShown::Ties => Vec::new(),
            GamesShown::Between(..) => {
                let places = self.ended.iter().enumerate();
                places.filter(|(_, game)| shown.has(&game.result)).map(|(at, _)| at).collect()
            }
        };
    }

    /// The content of the list of games.
    pub fn shown(&self) -> GamesShown {
        self.shown
    }

    /// The number of rows in the list of games.
    pub fn listed(&self) -> usize {
        match self.shown {
            GamesShown::Last | GamesShown::Ties => self.ended.len(),
            GamesShown::Between(..) => self.between.len(),
        }
    }

    /// A row of the list of games, newest first: the game's index in the order of play, from 0, and the game. The
    /// game's own number is its place in the plan; those have gaps if ties were not played, and do not follow the
    /// order of play.
    pub fn listed_game(&self, row: usize) -> Option<(usize, &EndedGame)> {
        let from_first = self.listed().checked_sub(row + 1)?;
        let at = match self.shown {
            GamesShown::Last | GamesShown::Ties => from_first,
            GamesShown::Between(..) => *self.between.get(from_first)?,
        };
        Some((at, self.ended.get(at)?))
    }

    /// The number of games still to play: the estimate for the test of a match if there is one, else those of the
    /// plan.
    pub fn games_left(&self) -> u32 {
        let rest = self.progress.games.saturating_sub(self.ended.len() as u32);
        self.games_to_decide().map_or(rest, |games| games.min(rest))
    }

    /// Time for the remaining games at the pace so far, ms; `None`: no game has been played since the run began.
    pub fn left_ms(&self, now: u64) -> Option<u64> {
        let (games, since) = self.since;
        let played = (self.ended.len() as u32).checked_sub(games).filter(|&played| played > 0)?;
        let now = self.waits_since.unwrap_or(now);
        Some(now.saturating_sub(since) / u64::from(played) * u64::from(self.games_left()))
    }
}
