//! A game of a match as PGN. It is the only record of the game, and a resumed match reads it.

use std::fs::File;
#[cfg(unix)]
use std::fs::TryLockError;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::time::SystemTime;

use jiff::Timestamp;

use tabia_chess::Color;
use tabia_engine::search::score::{Bound, Pov};
use tabia_games::game::annotation::NodeEval;
use tabia_games::game::pgn_write;
use tabia_games::game::tags::{PROGRAM, Tags};
use tabia_games::game::tree::GameTree;
use tabia_games::strength::standings::FinishedGame;
use tabia_games::{printable, regular_file};
use tabia_text::t;

use super::conduct::NodeUse;
use super::run::white_points;
use super::schedule::Fixture;
use tabia_engine::play::control::Control;
use tabia_engine::play::{Game, PlayedMove};

/// The tag with the id of the match a game belongs to.
pub(crate) const MATCH_TAG: &str = "MatchId";
/// The tag with the number of a game in its match, from 1.
pub const GAME_TAG: &str = "MatchGame";
/// The tag with the numbers of White and Black among the players of the plan, from 1: players without a name in the
/// plan are recognised by it.
const PLAYERS_TAG: &str = "MatchPlayers";
/// The tags with the use of a node limit, of White and Black.
const NODES_TAGS: [&str; 2] = ["WhiteNodes", "BlackNodes"];
/// The tag with a limit that [`CLOCK_TAG`] cannot express.
const LIMIT_TAG: &str = "SearchLimit";
const CLOCK_TAG: &str = "TimeControl";
/// Greater depths are not search depths.
const DEEPEST: u32 = 1_000;

/// What all games of a match have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub event: String,
    /// The id of the match, `run::game_id`.
    pub id: String,
}

/// A played game and its place in the match.
#[derive(Clone, Debug)]
pub(super) struct Record<'a> {
    /// Which game.
    pub fixture: Fixture,
    /// Its tag Round, see [`Schedule::round_tag`](super::schedule::Schedule::round_tag).
    pub round: String,
    /// White and Black.
    pub names: [&'a str; 2],
    /// Their controls.
    pub controls: [Control; 2],
    /// The moves and the result.
    pub game: &'a Game,
}

impl Record<'_> {
    /// The game as PGN text, followed by a blank line.
    pub(super) fn pgn(&self, header: &Header, when: SystemTime) -> String {
        let (game, ending) = (self.fixture.game, &self.game.ending);
        let mut tags = Tags::roster();
        let plies = self.game.opening.moves.len() + self.game.moves.len();
        let date = utc(when, "%Y.%m.%d");
        let mut set = |name: &str, value: &str| tags.set(name, value);
        set("Event", &header.event);
        set("Site", "-");
        set("Date", &date);
        set("Round", &self.round);
        set("White", &printable::line(self.names[0]));
        set("Black", &printable::line(self.names[1]));
        set("WhiteType", PROGRAM);
        set("BlackType", PROGRAM);
        set("Result", ending.pgn());
        set("UTCDate", &date);
        set("UTCTime", &utc(when, "%H:%M:%S"));
        set("Termination", ending.termination());
        set("PlyCount", &plies.to_string());
        let [white, black] = self.controls.map(limit_tags);
        if white == black {
            for (name, value) in &white {
                set(name, value);
            }
        } else {
            for (side, limits) in [("White", &white), ("Black", &black)] {
                for (name, value) in limits {
                    set(&format!("{side}{name}"), value);
                }
            }
        }
        for (name, nodes) in NODES_TAGS.into_iter().zip(NodeUse::of_game(self.game, self.controls))
        {
            if let Some(nodes) = nodes {
                set(name, &nodes.to_string());
            }
        }
        set(MATCH_TAG, &header.id);
        set(GAME_TAG, &(game + 1).to_string());
        let Fixture { white, black, .. } = self.fixture;
        set(PLAYERS_TAG, &format!("{} {}", white + 1, black + 1));
        let mut text = pgn_write::write(&tags, &self.tree());
        text.push('\n');
        text
    }

    /// The moves with the engines' evaluations, and after the last one why the game ended.
    fn tree(&self) -> GameTree {
        let mut tree = GameTree::new(self.game.opening.start);
        let mut at = tree.root();
        let opening = self.game.opening.moves.iter().map(|&mv| (mv, None));
        let played = self.game.moves.iter().map(|played| (played.mv, Some(played)));
        for (mv, played) in opening.chain(played) {
            // Played moves are legal: the referee has checked them.
            let Ok(next) = tree.add_move(at, mv) else { break };
            if let Some(played) = played {
                let eval = eval(played, &tree, at);
                let notes = tree.notes_mut(next);
                notes.eval = eval;
                notes.clock_ms = played.left_ms;
                notes.elapsed_ms = Some(played.spent_ms);
            }
            at = next;
        }
        tree.notes_mut(at).comment = printable::line(&self.game.ending.to_string()).into_owned();
        tree
    }
}

/// The result of a game for the standings.
pub fn result_of(fixture: Fixture, game: &Game) -> FinishedGame {
    let begun = game.opening.board().stm().index();
    let (mut time_ms, mut moves) = ([0, 0], [0, 0]);
    for (at, played) in game.moves.iter().enumerate() {
        time_ms[(begun + at) % 2] += played.spent_ms;
        moves[(begun + at) % 2] += 1;
    }
    FinishedGame {
        number: fixture.game,
        round: fixture.round,
        white: fixture.white,
        black: fixture.black,
        points: white_points(game),
        termination: game.ending.termination().to_owned(),
        plies: (game.opening.moves.len() + game.moves.len()) as u32,
        time_ms,
        moves,
    }
}

/// An engine's evaluation of its move, from White's view, as that of the position after it. `before` is the position it
/// was played in. `None` for a mate by this move, and for a score that is only a bound: the tag cannot express them.
fn eval(
    played: &PlayedMove,
    tree: &GameTree,
    before: tabia_games::game::tree::NodeId,
) -> Option<NodeEval> {
    let score = played.score.filter(|_| played.bound == Bound::Exact)?;
    let score = score.a_ply_later().seen_from(Pov::White, tree.board(before).stm());
    let value = score.to_eval()?;
    Some(NodeEval { value, depth: played.depth.filter(|&depth| depth <= DEEPEST) })
}

/// The tags with a limit. That of PGN can only express clocks and is `-` for everything else.
fn limit_tags(control: Control) -> Vec<(&'static str, String)> {
    match control {
        Control::Clock(clock) => vec![(CLOCK_TAG, clock.to_string())],
        Control::MoveTime(time) => vec![(CLOCK_TAG, format!("1/{}", time.as_secs_f64()))],
        Control::Nodes(_) | Control::SoftNodes(_) | Control::Depth(_) => {
            vec![(CLOCK_TAG, "-".to_owned()), (LIMIT_TAG, control.to_string())]
        }
    }
}

/// A side's limit in the tags of a game, if it differs from this one: what is there, and what was expected. Without a
/// limit there, nothing is known.
pub(super) fn other_limit(tags: &Tags, side: Color, control: Control) -> Option<[String; 2]> {
    let tag = |name: &str| {
        let own = tags.get(&format!("{}{name}", side.name()));
        own.or_else(|| tags.get(name)).filter(|value| *value != "-")
    };
    let found = tag(LIMIT_TAG).or_else(|| tag(CLOCK_TAG))?;
    let (_, expected) = limit_tags(control).pop()?;
    (found != expected).then(|| [found.to_owned(), expected])
}

/// The places of White and Black in the plan, from 0, in the tags of a game.
pub(super) fn places(tags: &Tags) -> Option<[usize; 2]> {
    let (white, black) = tags.get(PLAYERS_TAG)?.split_once(' ')?;
    let place = |number: &str| number.parse::<usize>().ok()?.checked_sub(1);
    Some([place(white)?, place(black)?])
}

/// The use of a node limit by White and Black in the tags of a game.
pub(super) fn node_use(tags: &Tags) -> [Option<NodeUse>; 2] {
    NODES_TAGS.map(|tag| tags.get(tag).and_then(NodeUse::parse))
}

/// A time in UTC in this `strftime` format.
fn utc(when: SystemTime, format: &str) -> String {
    Timestamp::try_from(when).unwrap_or(Timestamp::UNIX_EPOCH).strftime(format).to_string()
}

/// Locks the file of games for a match: no other match can write to it until the returned file is dropped or the
/// process ends. Only on Unix, because elsewhere a lock would also block readers.
///
/// # Errors
/// [`io::ErrorKind::ResourceBusy`] if another match writes to it; or if the file cannot be written.
pub(super) fn claim(path: &Path) -> io::Result<File> {
    let file = regular_file::append(path)?;
    #[cfg(unix)]
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        return Err(io::Error::new(io::ErrorKind::ResourceBusy, t!("arena-file-in-use")));
    }
    Ok(file)
}

/// Appends a game to the file in one write. If the program ends during the write, [`resume`](super::resume) cuts the
/// partial game off. Returns the new length of the file, bytes.
///
/// # Errors
/// If the file cannot be written.
pub(super) fn append(path: &Path, text: &str) -> io::Result<u64> {
    let mut file = regular_file::append(path)?;
    let end = file.metadata()?.len();
    // There is no blank line after a truncated game.
    let gap = if end > 0 && !ends_blank(path, end)? { "\n\n" } else { "" };
    let text = format!("{gap}{text}");
    file.write_all(text.as_bytes())?;
    Ok(end + text.len() as u64)
}

/// Whether a file of this length ends with a blank line.
fn ends_blank(path: &Path, end: u64) -> io::Result<bool> {
    let mut file = regular_file::open(path)?;
    file.seek(SeekFrom::Start(end.saturating_sub(2)))?;
    let mut tail = Vec::new();
    file.take(2).read_to_end(&mut tail)?;
    Ok(tail == b"\n\n")
}
