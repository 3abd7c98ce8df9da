//! A match that was ended by whatever goes on: its file of games says what was played. What was being written then,
//! at the end of the file, is cut off and played again.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use thiserror::Error;

use tabia_games::game::pgn_read::PgnGame;
use tabia_games::game::pgn_stream::PgnStream;
use tabia_games::regular_file;
use tabia_games::strength::sheet::Points;

use super::record::{GAME_TAG, MATCH_TAG};
use super::run::{Fixture, Schedule};

/// Why a match cannot go on from a file.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// The file cannot be read or cut.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A game of something else is in it.
    #[error(
        "line {line}: found a game of another match, expected {MATCH_TAG} {id}: engines, openings, limits and rules must be those it began with"
    )]
    Other {
        line: usize,
        /// What the match is called.
        id: String,
    },
    /// A game that cannot be counted, and others behind it.
    #[error("line {line}: found a game that is not complete, and others behind it")]
    Damaged { line: usize },
    /// The same game twice.
    #[error("line {line}: found game {game} a second time")]
    Twice {
        line: usize,
        /// Which, from 1.
        game: u32,
    },
}

/// A game of the match that the file already holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    pub fixture: Fixture,
    /// How it ended for White.
    pub white: Points,
    /// The tag Termination.
    pub termination: String,
}

/// The games of a file that belong to this match, and how many bytes of the file they take. A game behind them that is
/// not complete is not among them. A file that is not there has none.
///
/// # Errors
/// Files that cannot be read, or hold something else.
pub fn read(
    path: &Path,
    id: &str,
    schedule: &Schedule,
) -> Result<(Vec<PlayedGame>, u64), ResumeError> {
    let file = match regular_file::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((Vec::new(), 0)),
        file => file?,
    };
    let mut stream = PgnStream::new(BufReader::new(file));
    let (mut played, mut end): (Vec<PlayedGame>, u64) = (Vec::new(), 0);
    let mut torn = None;
    while let Some(placed) = stream.read_placed()? {
        let line = placed.line;
        if let Some(line) = torn {
            return Err(ResumeError::Damaged { line });
        }
        let Some(number) = complete(&placed.game, placed.bytes) else {
            // One whose moves have begun has all its tags: without that of this match it is somebody's game.
            if !placed.game.tree.is_empty() && placed.game.tags.get(MATCH_TAG) != Some(id) {
                return Err(ResumeError::Other { line, id: id.to_owned() });
            }
            torn = Some(line);
            continue;
        };
        if placed.game.tags.get(MATCH_TAG) != Some(id) {
            return Err(ResumeError::Other { line, id: id.to_owned() });
        }
        end = placed.offset + placed.bytes.len() as u64;
        // A match may go on with fewer rounds than it had: then what is beyond does not count.
        let Some(fixture) = schedule.fixture(number - 1) else { continue };
        if played.iter().any(|known| known.fixture == fixture) {
            return Err(ResumeError::Twice { line, game: number });
        }
        let tags = &placed.game.tags;
        let white = match tags.get("Result") {
            Some("1-0") => Points::Win,
            Some("0-1") => Points::Loss,
            _ => Points::Draw,
        };
        let termination = tags.get("Termination").unwrap_or_default().to_owned();
        played.push(PlayedGame { fixture, white, termination });
    }
    let behind = &stream.between().bytes;
    if torn.is_none()
        && let Some(last) = behind.iter().rposition(|&byte| byte > b' ')
    {
        // Comments and other text that somebody has put behind the games, but not the beginning of a tag.
        let text = behind.trim_ascii_start();
        end += if text.starts_with(b"[") { 0 } else { last as u64 + 1 };
    }
    Ok((played, end))
}

/// Cuts a file behind its last complete game, so that what follows is appended there.
///
/// # Errors
/// What the system says.
pub fn cut(path: &Path, end: u64) -> io::Result<()> {
    let file: File = regular_file::append(path)?;
    if file.metadata()?.len() > end {
        file.set_len(end)?;
    }
    Ok(())
}

/// The number of a game that was written to its end: its text ends with the result its tags name.
fn complete(game: &PgnGame, bytes: &[u8]) -> Option<u32> {
    let result = game.tags.get("Result").filter(|result| *result != "*")?;
    let number = game.tags.get(GAME_TAG)?.parse().ok().filter(|number| *number > 0)?;
    bytes.trim_ascii_end().ends_with(result.as_bytes()).then_some(number)
}

/// A short name of everything that makes one match another: the same text, the same name, in every version of the
/// program (FNV-1a, 64 bits: <http://www.isthe.com/chongo/tech/comp/fnv/>).
pub fn id_of(text: &str) -> String {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, mix))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u32, result: &str) -> String {
        format!(
            "[Result \"{result}\"]\n[{MATCH_TAG} \"m\"]\n[{GAME_TAG} \"{number}\"]\n\n1. e4 {{x}} {result}\n\n"
        )
    }

    fn read_text(text: &str) -> Result<(Vec<PlayedGame>, u64), ResumeError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.pgn");
        std::fs::write(&path, text).unwrap();
        read(&path, "m", &Schedule::new(2, false, 3))
    }

    #[test]
    fn a_game_cut_anywhere_is_played_again_and_those_before_it_stay() {
        let (first, second) = (game(1, "1-0"), game(4, "1/2-1/2"));
        let whole = first.clone() + &second;
        for cut_at in 0..second.trim_end().len() {
            let (kept, end) = read_text(&whole[..first.len() + cut_at]).unwrap();
            assert_eq!((kept.len(), kept[0].fixture.game), (1, 0), "cut {cut_at}");
            assert_eq!(end as usize, first.trim_end().len(), "cut {cut_at}");
        }
        let (kept, _) = read_text(&whole).unwrap();
        assert_eq!(kept.iter().map(|kept| kept.fixture.game).collect::<Vec<_>>(), [0, 3]);
        assert_eq!([kept[0].white, kept[1].white], [Points::Win, Points::Draw]);
    }

    #[test]
    fn what_is_no_part_of_the_match_is_refused_with_its_line() {
        let other = game(1, "1-0").replace("\"m\"", "\"n\"");
        assert!(
            read_text(&other).unwrap_err().to_string().starts_with("line 1: found a game of an")
        );
        let torn = game(1, "1-0").replace(" 1-0\n\n", "\n\n") + &game(2, "1-0");
        assert!(matches!(read_text(&torn), Err(ResumeError::Damaged { line: 1 })));
        let twice = game(2, "1-0") + &game(2, "1-0");
        assert!(matches!(read_text(&twice), Err(ResumeError::Twice { game: 2, .. })));
        assert_eq!(read_text(&game(9, "0-1")).unwrap().0, [], "beyond the schedule");
        assert_eq!(read_text("").unwrap(), (Vec::new(), 0));
    }

    #[test]
    fn what_somebody_has_written_behind_the_games_stays() {
        let games = game(1, "1-0");
        for behind in ["; a note\n", "% escaped\n{seen}\n"] {
            let (kept, end) = read_text(&format!("{games}{behind}")).unwrap();
            let whole = games.len() + behind.trim_end().len();
            assert_eq!((kept.len(), end as usize), (1, whole), "{behind}");
        }
        let (kept, end) = read_text(&format!("{games}[Event \"x")).unwrap();
        assert_eq!((kept.len(), end as usize), (1, games.trim_end().len()), "the beginning of one");
        let foreign = read_text(&format!("{games}[White \"A\"]\n\n1. e4 e5 *\n"));
        assert!(matches!(foreign, Err(ResumeError::Other { line: 7, .. })), "{foreign:?}");
    }

    #[test]
    fn a_file_is_cut_behind_its_last_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.pgn");
        assert_eq!(read(&path, "m", &Schedule::new(2, false, 3)).unwrap(), (Vec::new(), 0));
        std::fs::write(&path, "123456").unwrap();
        cut(&path, 4).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "1234");
    }

    #[test]
    fn names_of_matches_are_those_of_the_published_hash() {
        assert_eq!(id_of(""), "cbf29ce484222325");
        assert_eq!(id_of("foobar"), "85944171f73967e8");
    }
}
