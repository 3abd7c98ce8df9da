//! A game of a match as PGN: all that is kept of it, so that the match can go on from there.

use std::fs::File;
#[cfg(unix)]
use std::fs::TryLockError;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::time::SystemTime;

use jiff::Timestamp;

use tabia_engine::search::score::Pov;
use tabia_games::game::annotation::NodeEval;
use tabia_games::game::pgn_write;
use tabia_games::game::tags::{PROGRAM, Tags};
use tabia_games::game::tree::GameTree;
use tabia_games::strength::standings::GameResult;
use tabia_games::{printable, regular_file};
use tabia_text::t;

use super::run::white_points;
use super::schedule::Fixture;
use tabia_engine::play::control::Control;
use tabia_engine::play::{Game, PlayedMove};

/// The tag that says which match a game belongs to.
pub const MATCH_TAG: &str = "MatchId";
/// The tag with a game's number in it, from 1.
pub const GAME_TAG: &str = "MatchGame";
/// Depths beyond this are none of a search.
const DEEPEST: u32 = 1_000;

/// What a game has in common with others of its match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub event: String,
    /// What tells the match from others, `run::game_id`.
    pub id: String,
}

/// A played game in the words of a match.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    /// Which game.
    pub fixture: Fixture,
    /// Its tag Round, see [`Schedule::round_tag`](super::schedule::Schedule::round_tag).
    pub round: String,
    /// White and Black.
    pub names: [&'a str; 2],
    /// What they could spend.
    pub controls: [Control; 2],
    /// What happened.
    pub game: &'a Game,
}

impl Record<'_> {
    /// The game as PGN text with a blank line behind it.
    pub fn pgn(&self, header: &Header, when: SystemTime) -> String {
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
        let controls = self.controls.map(time_control);
        if controls[0] == controls[1] {
            set("TimeControl", &controls[0]);
        } else {
            set("WhiteTimeControl", &controls[0]);
            set("BlackTimeControl", &controls[1]);
        }
        set(MATCH_TAG, &header.id);
        set(GAME_TAG, &(game + 1).to_string());
        let mut text = pgn_write::write(&tags, &self.tree());
        text.push('\n');
        text
    }

    /// The moves with what the engines said of them, and behind the last why the game ended.
    fn tree(&self) -> GameTree {
        let mut tree = GameTree::new(self.game.opening.start);
        let mut at = tree.root();
        let opening = self.game.opening.moves.iter().map(|&mv| (mv, None));
        let played = self.game.moves.iter().map(|played| (played.mv, Some(played)));
        for (mv, played) in opening.chain(played) {
            // What is played was legal: the referee has looked at it.
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

/// What the standings count of a game.
pub fn result_of(fixture: Fixture, game: &Game) -> GameResult {
    let begun = game.opening.board().stm().index();
    let (mut time_ms, mut moves) = ([0, 0], [0, 0]);
    for (at, played) in game.moves.iter().enumerate() {
        time_ms[(begun + at) % 2] += played.spent_ms;
        moves[(begun + at) % 2] += 1;
    }
    GameResult {
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

/// What an engine said of its move, White's view, as a value of the position after it. `before` is the position it was
/// played in. Nothing behind a move that mates.
fn eval(
    played: &PlayedMove,
    tree: &GameTree,
    before: tabia_games::game::tree::NodeId,
) -> Option<NodeEval> {
    let score = played.score?.a_ply_later().seen_from(Pov::White, tree.board(before).stm());
    let value = score.to_eval()?;
    Some(NodeEval { value, depth: played.depth.filter(|&depth| depth <= DEEPEST) })
}

/// As the PGN tag has it: only clocks can be told there, for the rest there is `-`.
fn time_control(control: Control) -> String {
    match control {
        Control::Clock(clock) => clock.to_string(),
        Control::MoveTime(time) => format!("1/{}", time.as_secs_f64()),
        Control::Nodes(_) | Control::SoftNodes(_) | Control::Depth(_) => "-".to_owned(),
    }
}

/// A moment of UTC in this format of `strftime`.
fn utc(when: SystemTime, format: &str) -> String {
    Timestamp::try_from(when).unwrap_or(Timestamp::UNIX_EPOCH).strftime(format).to_string()
}

/// Takes the file of games for whoever plays into it: nobody else can until what this returns is dropped or the process
/// has ended, however it does. Elsewhere than on Unix a lock would keep out those who only read, so there is none.
///
/// # Errors
/// [`io::ErrorKind::ResourceBusy`]: somebody else plays into it; and a file that cannot be written.
pub fn claim(path: &Path) -> io::Result<File> {
    let file = regular_file::append(path)?;
    #[cfg(unix)]
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        return Err(io::Error::new(io::ErrorKind::ResourceBusy, t!("arena-file-in-use")));
    }
    Ok(file)
}

/// Appends a game to the file in one write: where the program ends in it, [`resume`](super::resume) cuts it off.
///
/// # Errors
/// A file that cannot be written.
pub fn append(path: &Path, text: &str) -> io::Result<()> {
    let mut file = regular_file::append(path)?;
    let end = file.metadata()?.len();
    // After a truncated game there is no blank line.
    let gap = if end > 0 && !ends_blank(path, end)? { "\n\n" } else { "" };
    file.write_all(format!("{gap}{text}").as_bytes())
}

/// Whether a file of this length ends with a blank line.
fn ends_blank(path: &Path, end: u64) -> io::Result<bool> {
    let mut file = regular_file::open(path)?;
    file.seek(SeekFrom::Start(end.saturating_sub(2)))?;
    let mut tail = Vec::new();
    file.take(2).read_to_end(&mut tail)?;
    Ok(tail == b"\n\n")
}
