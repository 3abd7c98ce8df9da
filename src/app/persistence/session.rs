//! The session as it is written to disk after each move and restored at the next start, however the program ended.
//! Versioned JSON; a missing field has its default.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::analyses::SavedAnalysis;
use super::mend;
use crate::game::clock::{Clocks, MoveLimit, Standing, TimeControl};
use crate::game::state::{GameState, Phase, Player};
use crate::lab::trials::SavedRun;
use crate::library::sources::{GameSource, SavedSource};
use crate::model::Model;
use crate::review::saved::SavedReview;
use crate::window::settings::Settings;
use crate::window::view::WindowPlace;
use crate::window::workspace::Workspace;
use tabia_chess::{Board, Color, DrawReason, Outcome, WinReason};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::saved::{SavedTree, SavedTreeError};
use tabia_games::game::tags::Tags;
use tabia_text::t;

/// The version written. Of a higher version, everything understood is read.
pub const VERSION: u32 = 1;

/// Everything that is restored at the next start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    /// Version of the format.
    pub version: u32,
    pub game: SavedGame,
    /// Games that undo leads back to, newest last.
    #[serde(default)]
    pub before: Vec<SavedGame>,
    /// The game before each of its last changes, newest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<SavedGame>,
    /// The review of the game.
    #[serde(default)]
    pub review: Option<SavedReview>,
    /// Engine results for its positions.
    #[serde(default)]
    pub found: Vec<SavedAnalysis>,
    /// Its fields are in the same JSON object as the others.
    #[serde(flatten)]
    pub view: SavedView,
    /// The pasted text whose games were listed, if it was small.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list_text: Option<String>,
    /// The last run of each experiment.
    #[serde(default)]
    pub lab: Vec<SavedRun>,
    /// The tournament plan being set up; `None` also if one of its files has a name that is not valid Unicode.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) draft: Option<Value>,
}

/// What was on screen, and its display options.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct SavedView {
    /// Engines were analysing.
    pub analysis: bool,
    /// Black was at the bottom.
    pub flipped: bool,
    /// The user had flipped the board.
    pub turned: bool,
    /// All engine output was hidden.
    pub hide_engine: bool,
    /// The engine whose search is shown in full, if the user chose one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) focus: Option<EngineId>,
    pub window: Option<WindowPlace>,
    /// The layout of the panels in each workspace; in older files, which had no workspaces, of the only one.
    pub layout: Option<Value>,
    /// Name of the workspace that was on screen.
    pub workspace: Option<String>,
    /// The file whose games were listed.
    pub list: Option<String>,
}

/// A game as stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedGame {
    pub(crate) tree: SavedTree,
    /// The permanent id of the game; 0 in older files.
    #[serde(default)]
    id: u64,
    /// Number of the shown position in `tree`.
    pub(crate) current: u32,
    /// Number of the current position of the game.
    pub(crate) live: u32,
    /// Plies before it that belong to another game.
    #[serde(default)]
    began_at: usize,
    /// The current position of the game, for people who look into the file. Not read.
    #[serde(default)]
    fen: String,
    #[serde(default)]
    tags: Vec<(String, String)>,
    /// Lines between the tags that are not tags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tag_lines: Vec<String>,
    white: SavedPlayer,
    black: SavedPlayer,
    phase: SavedPhase,
    #[serde(default)]
    clocks: Option<SavedClocks>,
    /// What engines may spend on a move, White first.
    #[serde(default)]
    move_limits: [Option<MoveLimit>; 2],
    /// The opponent's strength follows the result.
    #[serde(default)]
    even: bool,
    #[serde(default)]
    paused: bool,
    /// The side that offers a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draw_offer: Option<SavedSide>,
    /// Players and clocks of a game that has not begun, while its board is analysed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    set_aside: Option<([SavedPlayer; 2], Option<SavedClocks>)>,
    /// It is an analysis board. Missing in older files, where two people without clocks meant that.
    #[serde(default)]
    analysis: Option<bool>,
    /// The undo text, for games in `Session::before`.
    #[serde(default)]
    pub(crate) what: String,
    /// The source of the game.
    #[serde(default)]
    pub(crate) home: Option<SavedSource>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SavedPlayer {
    Human {
        name: String,
    },
    Engine {
        strength: Strength,
        /// Missing in older files: the built-in engine.
        #[serde(default)]
        id: EngineId,
        #[serde(default)]
        name: String,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SavedSide {
    White,
    Black,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SavedPhase {
    Fresh,
    Running,
    WhiteWins(#[serde(with = "SavedWin")] WinReason),
    BlackWins(#[serde(with = "SavedWin")] WinReason),
    Draw(#[serde(with = "SavedDraw")] DrawReason),
}

/// How a [`WinReason`] is written.
#[derive(Serialize, Deserialize)]
#[serde(remote = "WinReason", rename_all = "snake_case")]
enum SavedWin {
    Checkmate,
    Resignation,
    Time,
}

/// How a [`DrawReason`] is written.
#[derive(Serialize, Deserialize)]
#[serde(remote = "DrawReason", rename_all = "snake_case")]
enum SavedDraw {
    Stalemate,
    DeadPosition,
    Fivefold,
    SeventyFiveMoves,
    Threefold,
    FiftyMoves,
    Agreement,
    TimeVsInsufficient,
}

/// Stopped clocks. White first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SavedClocks {
    control: [TimeControl; 2],
    left_ms: [u64; 2],
    moves_made: [u32; 2],
    #[serde(default)]
    over_ms: [u64; 2],
    #[serde(default)]
    spent_ms: [u64; 2],
    #[serde(default)]
    play_on: bool,
}

/// Why a session could not be restored.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// It is not JSON, or not a session.
    #[error("{}", t!("error-saved-json", error = mend::json_error(_0)))]
    Json(#[from] serde_json::Error),
    /// The version is missing.
    #[error("{}", t!("error-saved-version"))]
    Version,
    #[error("{}", t!("error-saved-game"))]
    Game,
    /// The tree of its game is invalid.
    #[error("{}", t!("error-saved-tree", error = _0.to_string()))]
    Tree(#[from] SavedTreeError),
    /// A node is not in the tree.
    #[error("{}", t!("error-saved-node", field = *field, found = found.to_string()))]
    Node { field: &'static str, found: u32 },
}

impl Session {
    /// The initial workspace. An older file without one continues with its panels, which now belong to the study;
    /// without panels, the game on the board decides.
    pub(crate) fn workspace(&self, game: &GameState) -> Workspace {
        let named = self.view.workspace.as_deref().and_then(Workspace::from_name);
        named.unwrap_or_else(|| {
            let looks = self.view.layout.is_some() || game.is_analysis_board();
            if looks { Workspace::Study } else { Workspace::Play }
        })
    }

    /// Whether both have the same games and work, whatever is on screen.
    pub fn has_same_work(&self, other: &Session) -> bool {
        let work = |it: &Session| Session {
            found: Vec::new(),
            view: SavedView::default(),
            list_text: None,
            ..it.clone()
        };
        work(self) == work(other)
    }

    /// The text for the file.
    pub fn to_text(&self) -> String {
        // A session holds only strings, numbers and lists, which JSON can always express.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl SavedGame {
    /// The game as stored.
    pub fn of(game: &GameState, now_ms: u64) -> SavedGame {
        let (tree, [current, live]) = SavedTree::of(&game.tree, [game.current, game.live]);
        let [white, black] = game.players.each_ref().map(SavedPlayer::of);
        SavedGame {
            tree,
            id: game.id,
            current,
            live,
            began_at: game.began_at,
            fen: game.live_board().to_string(),
            tags: game.tags.iter().map(|(n, v)| (n.to_owned(), v.to_owned())).collect(),
            tag_lines: game.tags.lines().to_vec(),
            white,
            black,
            phase: SavedPhase::of(game.phase),
            clocks: game.clocks.as_ref().map(|clocks| SavedClocks::of(clocks, now_ms)),
            move_limits: game.move_limits,
            even: game.even,
            paused: game.paused,
            draw_offer: game.draw_offer.map(|side| match side {
                Color::White => SavedSide::White,
                Color::Black => SavedSide::Black,
            }),
            set_aside: game.set_aside.as_ref().map(|(players, clocks)| {
                let clocks = clocks.as_ref().map(|clocks| SavedClocks::of(clocks, now_ms));
                (players.each_ref().map(SavedPlayer::of), clocks)
            }),
            analysis: Some(game.is_analysis_board()),
            what: String::new(),
            home: None,
        }
    }

    /// Its undo text.
    pub fn what(&self) -> &str {
        &self.what
    }

    pub fn home(&self) -> Option<GameSource> {
        self.home.as_ref().map(|home| home.restore(self.id))
    }

    /// The restored game. Its clocks are stopped.
    ///
    /// # Errors
    /// What is wrong with the stored game.
    pub fn restore(&self) -> Result<GameState, SessionError> {
        let tree = self.tree.restore()?;
        let node = |field, found| {
            let id = self.tree.node(found).filter(|&id| tree.contains(id));
            id.ok_or(SessionError::Node { field, found })
        };
        let (current, live) = (node("current", self.current)?, node("live", self.live)?);
        let began_at = self.began_at.min(tree.ply(live));
        let players = [self.white.player(), self.black.player()];
        let mut tags = Tags::new();
        self.tags.iter().for_each(|(name, value)| tags.add(name.clone(), value.clone()));
        self.tag_lines.iter().for_each(|line| tags.add_line(line.clone()));
        let unplayed = self.clocks.is_none() && !players.iter().any(Player::is_engine);
        Ok(GameState {
            id: self.id,
            tree,
            current,
            live,
            began_at,
            tags,
            players,
            phase: self.phase.phase(),
            clocks: self.clocks.as_ref().map(SavedClocks::clocks),
            move_limits: self.move_limits.map(|limit| limit.map(MoveLimit::clamped)),
            even: self.even,
            paused: self.paused,
            draw_offer: self.draw_offer.map(|side| match side {
                SavedSide::White => Color::White,
                SavedSide::Black => Color::Black,
            }),
            set_aside: self.set_aside.as_ref().map(|(players, clocks)| {
                let clocks = clocks.as_ref().map(SavedClocks::clocks);
                (players.each_ref().map(SavedPlayer::player), clocks)
            }),
            free: self.analysis.unwrap_or(unplayed) && unplayed,
            ..GameState::analysis(Board::start())
        })
    }
}

impl SavedPlayer {
    fn of(player: &Player) -> SavedPlayer {
        match player {
            Player::Human { name } => SavedPlayer::Human { name: name.clone() },
            Player::Engine { id, name, strength } => {
                SavedPlayer::Engine { strength: *strength, id: *id, name: name.clone() }
            }
        }
    }

    fn player(&self) -> Player {
        match self {
            SavedPlayer::Human { name } => Player::Human { name: name.clone() },
            SavedPlayer::Engine { strength, id, name } => {
                let strength = if id.is_built_in() { strength.of_own_engine() } else { *strength };
                Player::Engine { id: *id, name: name.clone(), strength }
            }
        }
    }
}

impl SavedPhase {
    fn of(phase: Phase) -> SavedPhase {
        match phase {
            Phase::Fresh => SavedPhase::Fresh,
            Phase::Running => SavedPhase::Running,
            Phase::Over(Outcome::Win { winner: Color::White, reason }) => {
                SavedPhase::WhiteWins(reason)
            }
            Phase::Over(Outcome::Win { winner: Color::Black, reason }) => {
                SavedPhase::BlackWins(reason)
            }
            Phase::Over(Outcome::Draw(reason)) => SavedPhase::Draw(reason),
        }
    }

    fn phase(self) -> Phase {
        match self {
            SavedPhase::Fresh => Phase::Fresh,
            SavedPhase::Running => Phase::Running,
            SavedPhase::WhiteWins(reason) => {
                Phase::Over(Outcome::Win { winner: Color::White, reason })
            }
            SavedPhase::BlackWins(reason) => {
                Phase::Over(Outcome::Win { winner: Color::Black, reason })
            }
            SavedPhase::Draw(reason) => Phase::Over(Outcome::Draw(reason)),
        }
    }
}

impl SavedClocks {
    fn of(clocks: &Clocks, now_ms: u64) -> SavedClocks {
        let Standing { left_ms, over_ms, spent_ms, moves_made, play_on } = clocks.standing(now_ms);
        SavedClocks { control: clocks.controls(), left_ms, moves_made, over_ms, spent_ms, play_on }
    }

    fn clocks(&self) -> Clocks {
        let SavedClocks { control, left_ms, moves_made, over_ms, spent_ms, play_on } = *self;
        let at = Standing { left_ms, over_ms, spent_ms, moves_made, play_on };
        Clocks::standing_at(control.map(TimeControl::clamped), at)
    }
}

// Reads as much of a session as can be understood: a field that is damaged, or of a newer version, is left out, and
// if some moves of a game cannot be read, those before them are kept.

/// Fields of a row that make it a move: its parent and the move. The others can be left out.
const MOVE: [&str; 2] = ["p", "m"];

impl Session {
    /// Reads a session file and checks its game.
    ///
    /// # Errors
    /// If nothing of it can be used.
    pub fn parse(text: &str) -> Result<Session, SessionError> {
        Session::read(text).map(|(session, _)| session)
    }

    /// Like `parse`, but also returns the names of the fields that were not understood.
    ///
    /// # Errors
    /// If nothing of it can be used.
    pub fn read(text: &str) -> Result<(Session, Vec<String>), SessionError> {
        let mut odd = Vec::new();
        let mut session = match serde_json::from_str::<Session>(text) {
            Ok(session) => session,
            Err(_) => mended(serde_json::from_str(text)?, &mut odd)?,
        };
        session.game.cut_to_sound("game", &mut odd)?;
        for (name, games) in [("before", &mut session.before), ("edits", &mut session.edits)] {
            let mut number = 0..;
            games.retain_mut(|game| {
                let place = format!("{name}[{}]", number.next().unwrap_or_default());
                let sound = game.cut_to_sound(&place, &mut odd).is_ok();
                if !sound {
                    odd.push(place);
                }
                sound
            });
        }
        Ok((session, odd))
    }
}

impl SavedGame {
    /// Drops the moves from the first invalid one on, and shows the start position if a node is not in the game.
    /// `place` is the game's path in the session.
    fn cut_to_sound(&mut self, place: &str, odd: &mut Vec<String>) -> Result<(), SessionError> {
        loop {
            match self.restore() {
                Ok(_) => return Ok(()),
                Err(SessionError::Node { field, .. }) => {
                    *(if field == "live" { &mut self.live } else { &mut self.current }) = 0;
                    odd.push(format!("{place}.{field}"));
                }
                Err(SessionError::Tree(
                    SavedTreeError::Parent { row, .. }
                    | SavedTreeError::Move { row, .. }
                    | SavedTreeError::NullMove { row },
                )) => {
                    odd.push(format!("{place}.tree.rows from {row} on"));
                    self.tree.truncate(row);
                    self.stand_within(row.saturating_sub(1) as u32);
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Goes back to the last row if the rows after it were cut.
    fn stand_within(&mut self, last: u32) {
        (self.current, self.live) = (self.current.min(last), self.live.min(last));
    }
}

/// A session with everything understood of a file that does not fit as a whole.
fn mended(mut found: Value, odd: &mut Vec<String>) -> Result<Session, SessionError> {
    let version = found.get("version").and_then(Value::as_u64);
    let version = version.and_then(|version| u32::try_from(version).ok());
    let version = version.ok_or(SessionError::Version)?;
    let tree = found.pointer_mut("/game/tree").map(Value::take).ok_or(SessionError::Game)?;
    let (tree, last) = mended_tree(tree, odd).ok_or(SessionError::Game)?;
    let base = Session::of(&Model::new(Settings::default()), 0);
    // There may be many moves, which are checked only once: an empty tree replaces them meanwhile.
    if let (Some(place), Ok(empty)) =
        (found.pointer_mut("/game/tree"), serde_json::to_value(&base.game.tree))
    {
        *place = empty;
    }
    let mut session = mend::over(&base, &found, odd);
    session.version = version;
    session.game.tree = tree;
    if let Some(last) = last {
        session.game.stand_within(last);
    }
    Ok(session)
}

/// A tree with the rows before the first whose move or parent cannot be read, and the last row if some were cut.
fn mended_tree(mut found: Value, odd: &mut Vec<String>) -> Option<(SavedTree, Option<u32>)> {
    let whole = |value: Value| serde_json::from_value::<SavedTree>(value).ok();
    let start = found.get("start").cloned()?;
    let rows = found.get_mut("rows").map(Value::take)?;
    let Value::Array(rows) = rows else { return None };
    let fits = |row: &Value| whole(json!({"start": start, "rows": [row]})).is_some();
    let (mut sound, mut last) = (Vec::with_capacity(rows.len()), None);
    for mut row in rows {
        let number = sound.len();
        if !fits(&row) {
            let mut notes = Vec::new();
            if let Some(fields) = row.as_object_mut() {
                let is_move = |(name, _): &(String, Value)| MOVE.contains(&name.as_str());
                let (bare, others): (Vec<_>, Vec<_>) =
                    std::mem::take(fields).into_iter().partition(is_move);
                (*fields, notes) = (bare.into_iter().collect(), others);
            }
            if !fits(&row) {
                odd.push(format!("game.tree.rows from {number} on"));
                last = Some(number.saturating_sub(1) as u32);
                break;
            }
            for (name, value) in notes {
                let mut more = row.clone();
                more[name.as_str()] = value;
                if fits(&more) {
                    row = more;
                } else {
                    odd.push(format!("game.tree.rows[{number}].{name}"));
                }
            }
        }
        sound.push(row);
    }
    Some((whole(json!({"start": start, "rows": sound}))?, last))
}

#[cfg(test)]
mod session_read_tests {
    use super::*;

    fn session(change: impl FnOnce(&mut Value)) -> Result<(Session, Vec<String>), SessionError> {
        let fresh = Session::of(&Model::new(Settings::default()), 0);
        let mut value = serde_json::to_value(fresh).unwrap();
        value["game"]["tree"]["rows"] = json!([{}, {"m": "e2e4"}, {"p": 1, "m": "e7e5"}]);
        change(&mut value);
        Session::read(&value.to_string())
    }

    #[test]
    fn the_beginning_of_a_game_is_not_after_its_current_position() {
        let (found, odd) = session(|value| value["game"]["began_at"] = json!(u64::MAX)).unwrap();
        assert!(odd.is_empty(), "{odd:?}");
        let game = found.game.restore().unwrap();
        assert_eq!(game.began_at, game.tree.ply(game.live));
    }

    fn plies(session: &Session) -> usize {
        session.game.restore().unwrap().tree.len() - 1
    }

    #[test]
    fn one_field_costs_one_field() {
        let (found, odd) = session(|value| {
            value["game"]["white"] = json!({"remote": {"host": "x"}});
            value["game"]["tree"]["rows"][1]["nags"] = json!([300]);
            value["game"]["tree"]["rows"][1]["unread"] = json!("x");
            value["game"]["tree"]["rows"][1]["comment"] = json!("kept");
            value["window"] = json!("left");
            value["flipped"] = json!(true);
        })
        .unwrap();
        let row = "game.tree.rows[1]";
        let names =
            [&format!("{row}.nags"), &format!("{row}.unread"), "game.white.remote", "window"];
        assert_eq!(odd, names);
        assert!(found.view.flipped && plies(&found) == 2);
        let tree = found.game.restore().unwrap().tree;
        assert_eq!(tree.comment(tree.main_line()[1]), "kept");
    }

    #[test]
    fn moves_are_read_up_to_the_first_that_does_not_fit() {
        for (bad, left) in [(json!({"p": 1, "m": "e7e8"}), 1), (json!({"p": 9, "m": "e7e5"}), 1)] {
            let (found, odd) = session(|value| {
                value["game"]["tree"]["rows"][2] = bad.clone();
                value["game"]["current"] = json!(2);
            })
            .unwrap();
            assert_eq!((plies(&found), odd.len()), (left, 1), "{bad}: {odd:?}");
        }
        // A move that is not even text.
        let (found, odd) = session(|value| {
            value["game"]["tree"]["rows"][2]["m"] = json!(5);
            value["game"]["current"] = json!(0);
            value["game"]["live"] = json!(2);
        })
        .unwrap();
        assert_eq!((found.game.current, found.game.live), (0, 1));
        assert_eq!(odd, ["game.tree.rows from 2 on"]);
        let (found, odd) = session(|value| {
            value["game"]["tree"] = json!({
                "start": "4k3/8/8/8/8/8/8/3R2K1 w - - 0 1",
                "rows": [{}, {"m": "d1e1"}, {"p": 1, "m": "0000"}],
            });
        })
        .unwrap();
        assert_eq!((plies(&found), odd.len()), (1, 1), "nobody can pass in check");
    }

    #[test]
    fn only_the_position_that_is_wrong_goes_to_the_start() {
        let (found, odd) = session(|value| {
            value["game"]["live"] = json!(2);
            value["game"]["current"] = json!(77);
        })
        .unwrap();
        assert_eq!((found.game.live, found.game.current), (2, 0));
        assert_eq!((plies(&found), odd), (2, vec!["game.current".to_owned()]));
    }

    #[test]
    fn games_undo_leads_to_are_cut_and_named_like_the_game_itself() {
        let (found, odd) = session(|value| {
            let mut game = value["game"].clone();
            game["tree"]["rows"][2]["m"] = json!("e7e8");
            let mut lost = value["game"].clone();
            lost["tree"]["start"] = json!("no position");
            value["before"] = json!([lost, game]);
            value["edits"] = json!([game]);
        })
        .unwrap();
        let plies = |game: &SavedGame| game.restore().unwrap().tree.len() - 1;
        assert_eq!(found.before.iter().map(plies).collect::<Vec<_>>(), [1]);
        assert_eq!(found.edits.iter().map(plies).collect::<Vec<_>>(), [1]);
        let names = ["before[0]", "before[1].tree.rows from 2 on", "edits[0].tree.rows from 2 on"];
        assert_eq!(odd, names);
    }

    #[test]
    fn a_file_without_a_game_is_no_session() {
        for text in ["", "[]", r#"{"version": 1}"#, r#"{"version": "new", "game": {}}"#] {
            assert!(Session::read(text).is_err(), "{text}");
        }
    }
}
