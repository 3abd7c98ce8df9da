//! Resumes a match that was interrupted: its file of games shows what was played. A partial game at the end of the file
//! is cut off, kept in another file and played again. Text that is not of the match is never cut off.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use thiserror::Error;

use tabia_chess::Color;
use tabia_chess::rules::Claim;
use tabia_engine::play::control::Control;
use tabia_engine::play::{Cause, Ending};
use tabia_games::game::pgn_encoding::Encoding;
use tabia_games::game::pgn_read::PgnGame;
use tabia_games::game::pgn_stream::PgnStream;
use tabia_games::game::pgn_write::tag_line;
use tabia_games::game::tags::{ROSTER, Tags};
use tabia_games::strength::pentanomial::Tally;
use tabia_games::strength::sheet::Points;
use tabia_games::strength::sprt::Decision;
use tabia_games::strength::standings::FinishedGame;
use tabia_games::{printable, regular_file};
use tabia_text::t;

use super::conduct::NodeUse;
use super::plan::Plan;
use super::record::{GAME_TAG, MATCH_TAG, node_use, other_limit, places};
use super::run::{Match, game_id};
use super::schedule::{Fixture, Format, NotScheduled, Progress, Schedule};

/// Why a match cannot be resumed from a file.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// The file cannot be read or truncated.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It contains a game that is not of this match.
    #[error("{}", t!("arena-resume-other", line = line.to_string(), difference = difference.as_str()))]
    Other {
        line: usize,
        /// What differs, as far as the tags say.
        difference: String,
    },
    /// A game that cannot be counted is followed by others.
    #[error("{}", t!("arena-resume-damaged", line = line.to_string()))]
    Damaged { line: usize },
    /// It contains the same game twice.
    #[error("{}", t!("arena-resume-twice", line = line.to_string(), game = game.to_string()))]
    Twice {
        line: usize,
        /// The number of the game, from 1.
        game: u32,
    },
    /// Two players who, by the results so far, do not meet in that round.
    #[error("{}", t!("arena-resume-not-paired", line = line.to_string()))]
    NotPaired { line: usize },
    /// It is in UTF-16, but games are appended in UTF-8.
    #[error("{}", t!("arena-resume-encoding", encoding = encoding.name()))]
    Encoding { encoding: Encoding },
}

/// A game that was played before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptGame {
    /// Its result for the standings.
    pub result: FinishedGame,
    /// Why it ended; `None`: the file does not say.
    pub cause: Option<Cause>,
    /// How White and Black used their node limits.
    pub nodes: [Option<NodeUse>; 2],
}

/// Identifies the games of this match.
struct Roster {
    /// The names in the tags.
    names: Vec<String>,
    controls: Vec<Control>,
    /// The match tag by both players, the first being the lower one.
    ids: Vec<Vec<String>>,
}

impl Roster {
    fn of(ready: &Match) -> Roster {
        let common = ready.common_id();
        let id = |a: usize, b: usize| game_id(&common, [&ready.players[a].0, &ready.players[b].0]);
        let players = ready.players.len();
        let names = ready.names().iter().map(|name| printable::line(name).into_owned()).collect();
        let ids = (0..players).map(|a| (a..players).map(|b| id(a, b)).collect()).collect();
        let controls = ready.players.iter().map(|&(_, control)| control).collect();
        Roster { names, controls, ids }
    }

    /// The index of a side's player.
    fn player(&self, tags: &Tags, side: Color) -> Option<usize> {
        let name = tags.get(side.name())?;
        self.names.iter().position(|known| known == name)
    }

    /// The error about a game of another match in this line.
    fn other(&self, line: usize, tags: &Tags) -> ResumeError {
        let differs = |side: Color| {
            let found = tags.get(side.name())?;
            let Some(player) = self.player(tags, side) else {
                let names = self.names.join(", ");
                return Some(t!("arena-resume-player", found = found, expected = names));
            };
            let [limit, expected] = other_limit(tags, side, self.controls[player])?;
            Some(t!("arena-resume-limit", name = found, found = limit, expected = expected))
        };
        // Without the tag it is no game of a match, and any likeness is by chance.
        let is_of_match = tags.get(MATCH_TAG).is_some();
        let found = Color::ALL.into_iter().find_map(differs).filter(|_| is_of_match);
        let difference = found.unwrap_or_else(|| t!("arena-resume-rest").to_owned());
        ResumeError::Other { line, difference }
    }

    /// White and Black of a game; `None`: it is not of this match.
    fn players(&self, game: &PgnGame) -> Option<[usize; 2]> {
        let player = |side| self.player(&game.tags, side);
        let (white, black) = (player(Color::White)?, player(Color::Black)?);
        let (low, high) = (white.min(black), white.max(black));
        let id = &self.ids[low][high - low];
        (game.tags.get(MATCH_TAG) == Some(id)).then_some([white, black])
    }

    /// Whether a text can be the beginning of a game of this match, as [`Record::pgn`](super::record::Record::pgn)
    /// writes it, cut off before the match tag. White and Black identify it, as far as they are present.
    fn is_beginning(&self, text: &[u8]) -> bool {
        let tag = |name: &str, value: &str| tag_line(name, value).into_bytes();
        let lines = text.split(|&byte| byte == b'\n');
        let last = lines.clone().count() - 1;
        lines.enumerate().all(|(at, line)| {
            let fits = |whole: &[u8]| line == whole || at == last && whole.starts_with(line);
            match ROSTER.get(at) {
                Some(&"Site") => fits(&tag("Site", "-")),
                Some(name @ (&"White" | &"Black")) => {
                    self.names.iter().any(|known| fits(&tag(name, known)))
                }
                Some(name) => {
                    let begun = format!("[{name} \"").into_bytes();
                    at == last && begun.starts_with(line)
                        || line.starts_with(&begun) && (at == last || line.ends_with(b"\"]"))
                }
                None => line.starts_with(b"[") || at == last && line.is_empty(),
            }
        })
    }
}

/// Adds the games of a file to the schedule of a match. Returns the games and the number of bytes they take in the
/// file, without an incomplete game at the end. A missing file has no games.
///
/// # Errors
/// If the file cannot be read or contains something else.
pub(super) fn read(path: &Path, ready: &mut Match) -> Result<(Vec<KeptGame>, u64), ResumeError> {
    read_into(path, &Roster::of(ready), &mut ready.schedule)
}

fn read_into(
    path: &Path,
    roster: &Roster,
    schedule: &mut Schedule,
) -> Result<(Vec<KeptGame>, u64), ResumeError> {
    let file = match regular_file::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((Vec::new(), 0)),
        file => file?,
    };
    let mut stream = PgnStream::new(BufReader::new(file));
    let (mut played, mut end): (Vec<KeptGame>, u64) = (Vec::new(), 0);
    // The first line of an incomplete game and its text, if that is without the tag of this match.
    let mut torn: Option<(usize, Option<Vec<u8>>)> = None;
    let mut next_line = 1;
    while let Some(placed) = stream.read_placed()? {
        let line = placed.line;
        if let Some((line, _)) = torn {
            return Err(ResumeError::Damaged { line });
        }
        next_line = line + line_feeds(placed.bytes);
        let players = roster.players(&placed.game);
        let Some(number) = complete(&placed.game.tags, placed.result) else {
            let untagged = players.is_none().then(|| placed.bytes.to_vec());
            if untagged.as_ref().is_some_and(|text| !roster.is_beginning(text)) {
                return Err(roster.other(line, &placed.game.tags));
            }
            torn = Some((line, untagged));
            continue;
        };
        let (Some([white, black]), Some(round)) = (players, round(&placed.game.tags, schedule))
        else {
            return Err(roster.other(line, &placed.game.tags));
        };
        end = placed.offset + placed.bytes.len() as u64;
        let fixture = Fixture { game: number - 1, round, white, black };
        let result = result(fixture, &placed.game);
        match schedule.add_played(fixture, result.points) {
            Ok(()) => played.push(kept(result, &placed.game)),
            // A match may be resumed with fewer rounds than it had: games of later rounds do not count.
            Err(NotScheduled::Beyond) => {}
            Err(NotScheduled::Twice) => return Err(ResumeError::Twice { line, game: number }),
            Err(NotScheduled::NotPaired) => return Err(ResumeError::NotPaired { line }),
        }
    }
    let encoding = stream.encoding();
    if matches!(encoding, Encoding::Utf16Le | Encoding::Utf16Be) {
        return Err(ResumeError::Encoding { encoding });
    }
    let behind = &stream.between().bytes;
    let Some(last) = behind.iter().rposition(|&byte| byte > b' ') else { return Ok((played, end)) };
    match torn {
        Some((_, None)) => {}
        Some((line, Some(text))) => {
            if !roster.is_beginning(&[&text[..], behind].concat()) {
                return Err(roster.other(line, &Tags::default()));
            }
        }
        None => {
            let text = behind.trim_ascii_start();
            if !text.starts_with(b"[") {
                // Comments and other text that someone has added after the games.
                end += last as u64 + 1;
            } else if !roster.is_beginning(text) {
                let line = next_line + line_feeds(&behind[..behind.len() - text.len()]);
                return Err(roster.other(line, &Tags::default()));
            }
        }
    }
    Ok((played, end))
}

#[expect(
    clippy::naive_bytecount,
    reason = "once per game, and the compiler does it 32 bytes at a time"
)]
fn line_feeds(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte == b'\n').count()
}

/// A tournament as its file of games shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The names of the players.
    pub names: Vec<String>,
    /// The games, in the order of the file.
    pub games: Vec<KeptGame>,
    /// The progress.
    pub progress: Progress,
    /// Whether no game is left to play.
    pub over: bool,
}

/// Reads a plan's tournament from its file of games without starting its players, who may no longer be installed: they
/// are recognised by their names alone. `None`: some game is not of this tournament.
///
/// # Errors
/// If the file cannot be read.
pub fn recorded(path: &Path, plan: &Plan) -> io::Result<Option<Recorded>> {
    if plan.check().is_err() {
        return Ok(None);
    }
    let names = names_in(path, plan)?;
    let mut schedule = Schedule::new(plan.format, names.len(), plan.games);
    let (mut games, mut pairs) = (Vec::new(), Tally::default());
    let mut stream = PgnStream::new(BufReader::new(regular_file::open(path)?));
    while let Some(placed) = stream.read_placed()? {
        let tags = &placed.game.tags;
        let Some(number) = complete(tags, placed.result) else { continue };
        let player = |tag: &str| names.iter().position(|name| Some(&**name) == tags.get(tag));
        let (Some(white), Some(black), Some(round)) =
            (player("White"), player("Black"), round(tags, &schedule))
        else {
            return Ok(None);
        };
        let fixture = Fixture { game: number - 1, round, white, black };
        let result = result(fixture, &placed.game);
        match schedule.add_played(fixture, result.points) {
            Ok(()) => {
                pairs.add(round, result.points_of(0));
                games.push(kept(result, &placed.game));
            }
            Err(NotScheduled::Beyond) => {}
            Err(NotScheduled::Twice | NotScheduled::NotPaired) => return Ok(None),
        }
    }
    let sprt = plan.sprt().ok().flatten();
    let decided = sprt.is_some_and(|sprt| sprt.decision(&pairs.pairs).is_some());
    let over = decided || schedule.is_over();
    Ok(Some(Recorded { names, games, progress: schedule.progress(), over }))
}

/// The names of a plan's players in the tags of their games. A player without a name has that of its engine, which is
/// not started here: its games say which, and before the first of them it has its label.
fn names_in(path: &Path, plan: &Plan) -> io::Result<Vec<String>> {
    let mut names = plan.labels();
    let unnamed = (0..names.len()).filter(|&at| plan.players[at].name.is_empty());
    let mut unnamed: BTreeSet<usize> = unnamed.collect();
    if unnamed.is_empty() {
        return Ok(names);
    }
    let file = match regular_file::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(names),
        file => file?,
    };
    let mut stream = PgnStream::new(BufReader::new(file));
    while !unnamed.is_empty()
        && let Some(game) = stream.next_game()?
    {
        let tags = game.tags();
        let places = complete(&tags, game.result()).and_then(|_| places(&tags));
        for (side, place) in Color::ALL.into_iter().zip(places.into_iter().flatten()) {
            if let Some(name) = tags.get(side.name())
                && unnamed.remove(&place)
            {
                name.clone_into(&mut names[place]);
            }
        }
    }
    Ok(names)
}

/// A summary of a file of games for a list of tournaments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overview {
    /// The names of the players.
    pub names: Vec<String>,
    /// Number of games in it.
    pub played: u32,
    /// Number of games of the whole tournament, as far as known.
    pub games: u32,
    /// All games are played.
    pub over: bool,
    /// The decision of the SPRT of a match.
    pub decision: Option<Decision>,
    /// The winner of a knock-out; in other formats in which all players have the same number of games, the player
    /// with the most points once all are played, if there is only one.
    pub winner: Option<usize>,
}

/// The progress of a plan's tournament, read from the tags and results of its complete games. No engine is started:
/// players are recognised by their names alone, and games of others are only counted. A missing file has no games.
///
/// # Errors
/// If the file cannot be read.
pub fn overview(path: &Path, plan: &Plan) -> io::Result<Overview> {
    if plan.check().is_err() {
        return Ok(Overview { names: plan.labels(), over: true, ..Overview::default() });
    }
    let names = names_in(path, plan)?;
    let mut schedule = Schedule::new(plan.format, names.len(), plan.games);
    let (mut played, mut unknown, mut pairs) = (0, false, Tally::default());
    let mut halves = vec![0; names.len()];
    let file = match regular_file::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        file => Some(file?),
    };
    let mut stream = file.map(|file| PgnStream::new(BufReader::new(file)));
    while let Some(stream) = &mut stream
        && let Some(game) = stream.next_game()?
    {
        let tags = game.tags();
        let Some(number) = complete(&tags, game.result()) else { continue };
        played += 1;
        let player = |tag: &str| names.iter().position(|name| Some(&**name) == tags.get(tag));
        if let (Some(white), Some(black), Some(round)) =
            (player("White"), player("Black"), round(&tags, &schedule))
        {
            let points = points(&tags);
            let fixture = Fixture { game: number - 1, round, white, black };
            match schedule.add_played(fixture, points) {
                Ok(()) => {
                    pairs.add(round, if white == 0 { points } else { points.reversed() });
                    halves[white] += points.halves();
                    halves[black] += points.reversed().halves();
                }
                Err(NotScheduled::Beyond) => {}
                Err(NotScheduled::Twice | NotScheduled::NotPaired) => unknown = true,
            }
        } else {
            unknown = true;
        }
    }
    let sprt = plan.sprt().ok().flatten();
    let decision = sprt.and_then(|sprt| sprt.decision(&pairs.pairs));
    let games = schedule.games();
    let counted = unknown && played >= games;
    let over = decision.is_some() || counted || schedule.is_over();
    let winner = match plan.format {
        Format::KnockOut { .. } => schedule.champion(),
        // Its first player plays more games than the others.
        Format::Gauntlet { .. } => None,
        _ if over && !unknown => {
            let byes = schedule.bye_halves();
            let points: Vec<u32> = halves.iter().zip(byes).map(|(one, bye)| one + bye).collect();
            only_highest(&points)
        }
        _ => None,
    };
    Ok(Overview { names, played, games, over, decision, winner })
}

/// The player who alone has the most points.
fn only_highest(points: &[u32]) -> Option<usize> {
    let most = points.iter().max()?;
    let mut highest = (0..points.len()).filter(|&player| points[player] == *most);
    highest.next().filter(|_| highest.next().is_none())
}

/// White's points in a game that was read, which has a result.
fn points(tags: &Tags) -> Points {
    tags.result().points().unwrap_or(Points::Draw)
}

/// The result of a game that was read, for the standings.
fn result(fixture: Fixture, game: &PgnGame) -> FinishedGame {
    let (tags, tree) = (&game.tags, &game.tree);
    let (mut time_ms, mut moves) = ([0, 0], [0, 0]);
    let line = tree.main_line();
    for pair in line.windows(2) {
        // The moves of the opening took no time.
        if let Some(spent) = tree.elapsed_ms(pair[1]) {
            let mover = tree.board(pair[0]).stm().index();
            time_ms[mover] += spent;
            moves[mover] += 1;
        }
    }
    FinishedGame {
        number: fixture.game,
        round: fixture.round,
        white: fixture.white,
        black: fixture.black,
        points: points(tags),
        termination: tags.get("Termination").unwrap_or_default().to_owned(),
        plies: line.len().saturating_sub(1) as u32,
        time_ms,
        moves,
    }
}

/// A game that was read.
fn kept(result: FinishedGame, game: &PgnGame) -> KeptGame {
    KeptGame { cause: cause(&result, game), nodes: node_use(&game.tags), result }
}

/// Why a game that was read ended, judged by its last position and the comment after its last move; `None`: neither
/// says more than the tag Termination.
fn cause(result: &FinishedGame, game: &PgnGame) -> Option<Cause> {
    let tree = &game.tree;
    let last = *tree.main_line().last()?;
    let comment = &tree.notes(last).comment;
    let winner = match result.points {
        Points::Win => Some(Color::White),
        Points::Draw => None,
        Points::Loss => Some(Color::Black),
    };
    let words = |cause: Cause| Ending { winner, cause }.to_string();
    let is_in_file = |cause: &Cause| *comment == words(cause.clone());
    match result.termination.as_str() {
        "normal" => {
            let claimed = || tree.claim(last).map(Claim::outcome);
            tree.outcome(last).or_else(claimed).map(Cause::Rules)
        }
        "adjudication" => {
            let scores = if winner.is_some() { Cause::Winning } else { Cause::Even };
            [scores, Cause::Tables, Cause::TooLong].into_iter().find(is_in_file)
        }
        // The engine's text follows Tabia's.
        "rules infraction" => comment
            .strip_prefix(&words(Cause::Illegal(String::new())))
            .map(str::to_owned)
            .map(Cause::Illegal),
        "abandoned" => comment
            .strip_prefix(&words(Cause::Broken(String::new())))
            .map(str::to_owned)
            .map(Cause::Broken),
        "time forfeit" => Some(Cause::Time),
        _ => None,
    }
}

/// The round of a game, from 0.
fn round(tags: &Tags, schedule: &Schedule) -> Option<u32> {
    schedule.round_of_tag(tags.get("Round")?)
}

/// Truncates a file after its last complete game, so that later games are appended there. Text that is cut off is
/// appended to a file beside it, with `.cut` after the name. Returns that file if there was any such text.
///
/// # Errors
/// If one of the files cannot be written; then nothing is cut off.
pub fn cut(path: &Path, end: u64) -> io::Result<Option<PathBuf>> {
    let file: File = regular_file::append(path)?;
    if file.metadata()?.len() <= end {
        return Ok(None);
    }
    let mut rest = Vec::new();
    let mut old = regular_file::open(path)?;
    old.seek(SeekFrom::Start(end))?;
    old.read_to_end(&mut rest)?;
    let text = rest.trim_ascii();
    let kept = (!text.is_empty()).then(|| {
        let mut name = path.as_os_str().to_owned();
        name.push(".cut");
        PathBuf::from(name)
    });
    if let Some(kept) = &kept {
        let mut beside = regular_file::append(kept)?;
        beside.write_all(&[text, b"\n\n"].concat())?;
        beside.sync_all()?;
    }
    file.set_len(end)?;
    Ok(kept)
}

/// The number of a game that was written completely: `result`, after its moves, is the one in its tags.
fn complete(tags: &Tags, result: Option<&[u8]>) -> Option<u32> {
    let tag = tags.get("Result").filter(|tag| *tag != "*")?;
    let number = tags.get(GAME_TAG)?.parse().ok().filter(|number| *number > 0)?;
    (result == Some(tag.as_bytes())).then_some(number)
}

/// A short hash of a text that identifies a match: the same text gives the same hash in every version of the program
/// (FNV-1a, 64 bits: <http://www.isthe.com/chongo/tech/comp/fnv/>).
pub(crate) fn id_of(text: impl AsRef<[u8]>) -> String {
    let mix = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.as_ref().iter().fold(0xcbf2_9ce4_8422_2325, mix))
}

#[cfg(test)]
mod tests {
    use super::*;

    use tabia_games::strength::sprt::EloModel;

    use crate::referee::plan::SprtPlan;
    use crate::referee::player::Player;
    use crate::referee::schedule::Colours;

    fn game(number: u32, result: &str) -> String {
        let round = (number - 1) / 2 + 1;
        let [white, black] = if number % 2 == 1 { ["a", "b"] } else { ["b", "a"] };
        format!(
            "[Event \"e\"]\n[Site \"-\"]\n[Date \"2026.01.01\"]\n[Round \"{round}.1\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\
             [{MATCH_TAG} \"m\"]\n[{GAME_TAG} \"{number}\"]\n\n1. e4 {{x [%emt 0:00:02]}} {result}\n\n"
        )
    }

    fn read_text(text: &str) -> Result<(Vec<KeptGame>, u64), ResumeError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.pgn");
        std::fs::write(&path, text).unwrap();
        read_file(&path)
    }

    fn read_file(path: &Path) -> Result<(Vec<KeptGame>, u64), ResumeError> {
        let mut schedule = Schedule::new(Format::Match { rounds: 3 }, 2, Colours::Pairs);
        let (names, id) = (vec!["a".to_owned(), "b".to_owned()], || "m".to_owned());
        let (ids, controls) = (vec![vec![id(), id()], vec![id()]], vec![Control::Nodes(700); 2]);
        read_into(path, &Roster { names, controls, ids }, &mut schedule)
    }

    #[test]
    fn a_game_cut_anywhere_is_played_again_and_those_before_it_stay() {
        let (first, second) = (game(1, "1-0"), game(4, "1/2-1/2"));
        let whole = first.clone() + &second;
        for cut_at in 0..second.trim_end().len() {
            let (kept, end) = read_text(&whole[..first.len() + cut_at]).unwrap();
            assert_eq!((kept.len(), kept[0].result.number), (1, 0), "cut {cut_at}");
            assert_eq!(end as usize, first.trim_end().len(), "cut {cut_at}");
        }
        let (kept, _) = read_text(&whole).unwrap();
        assert_eq!(kept.iter().map(|kept| kept.result.number).collect::<Vec<_>>(), [0, 3]);
        assert_eq!(
            [&kept[0], &kept[1]].map(|kept| kept.result.points),
            [Points::Win, Points::Draw]
        );
        let first = &kept[0].result;
        assert_eq!((first.time_ms, first.moves, first.plies), ([2_000, 0], [1, 0], 1));
    }

    #[test]
    fn a_file_says_who_has_won_and_which_way_a_test_went() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.pgn");
        let of = |plan: &Plan, results: &[&str]| {
            let games = results.iter().zip(1..).map(|(result, number)| game(number, result));
            std::fs::write(&path, games.collect::<String>()).unwrap();
            let found = overview(&path, plan).unwrap();
            (found.winner, found.decision)
        };
        let players = ["plain name=a", "plain name=b"];
        let players = players.map(|line| Player::from_line(line).unwrap()).to_vec();
        let mut plan = Plan::new(players, Format::Match { rounds: 2 });
        assert_eq!(of(&plan, &["1-0", "1-0", "0-1", "1/2-1/2"]), (Some(1), None));
        assert_eq!(of(&plan, &["1-0", "1-0", "1-0", "1-0"]), (None, None), "equal");
        assert_eq!(of(&plan, &["1-0", "0-1", "1-0"]), (None, None), "a game is missing");
        plan.format = Format::KnockOut { pairs: 1, tie_breaks: 0 };
        assert_eq!(of(&plan, &["1-0", "0-1"]), (Some(0), None));
        assert_eq!(of(&plan, &["1-0", "1-0"]), (Some(0), None), "the better seed");
        plan.format = Format::Match { rounds: 1_000 };
        let model = EloModel::Logistic;
        plan.sprt = Some(SprtPlan { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05, model });
        let won: Vec<_> = [["1-0", "0-1"], ["1-0", "1/2-1/2"]].concat().repeat(100);
        assert_eq!(of(&plan, &won).1, Some(Decision::H1));
        let lost: Vec<_> = [["0-1", "1-0"], ["0-1", "1/2-1/2"]].concat().repeat(100);
        assert_eq!(of(&plan, &lost).1, Some(Decision::H0));
    }

    #[test]
    fn a_foreign_game_is_refused_with_its_line() {
        let other = game(1, "1-0").replace("\"m\"", "\"n\"");
        assert!(
            read_text(&other).unwrap_err().to_string().starts_with("line 1: found a game of an")
        );
        for (tags, difference) in [
            ("[SearchLimit \"800 nodes\"]", "a: found the limit 800 nodes, expected 700 nodes"),
            ("[BlackTimeControl \"8+0.08\"]", "b: found the limit 8+0.08, expected 700 nodes"),
            ("[TimeControl \"-\"]", "engines and their options"),
            ("[SearchLimit \"700 nodes\"]", "engines and their options"),
        ] {
            let other = other.replace("[MatchGame", &format!("{tags}\n[MatchGame"));
            let found = read_text(&other).unwrap_err().to_string();
            assert!(found.contains(difference), "{tags}: {found}");
        }
        let stranger = other.replace("[White \"a\"]", "[White \"c\"]");
        let found = read_text(&stranger).unwrap_err().to_string();
        assert!(found.contains("found the player c, expected one of a, b"), "{found}");
        let torn = game(1, "1-0").replace(" 1-0\n\n", "\n\n") + &game(2, "1-0");
        assert!(matches!(read_text(&torn), Err(ResumeError::Damaged { line: 1 })));
        let twice = game(2, "1-0") + &game(2, "1-0");
        assert!(matches!(read_text(&twice), Err(ResumeError::Twice { game: 2, .. })));
        assert_eq!(read_text(&game(9, "0-1")).unwrap().0, [], "beyond the schedule");
        assert_eq!(read_text("").unwrap(), (Vec::new(), 0));
    }

    #[test]
    fn text_after_the_games_stays() {
        let games = game(1, "1-0");
        for behind in ["; a note\n", "% escaped\n{seen}\n"] {
            let (kept, end) = read_text(&format!("{games}{behind}")).unwrap();
            let whole = games.len() + behind.trim_end().len();
            assert_eq!((kept.len(), end as usize), (1, whole), "{behind}");
        }
        let (kept, end) = read_text(&format!("{games}[Event \"x")).unwrap();
        assert_eq!((kept.len(), end as usize), (1, games.trim_end().len()), "the beginning of one");
        for foreign in [
            "[White \"A\"]\n\n1. e4 e5 *\n",
            "[Event \"Prize giving\"]\n\n{The winner got a cake.}",
            "[Event \"x\"]\n[White \"a\"]\n[Black \"b\"]\n\n{Played on Tuesday} *\n",
            "[Event \"x\"]\n[Site \"-\"]\n[Date \"?\"]\n[Round \"1\"]\n[White \"c\"]\n",
            "[Notes of the club: important text",
        ] {
            let found = read_text(&format!("{games}{foreign}"));
            assert!(
                matches!(found, Err(ResumeError::Other { line: 13, .. })),
                "{foreign}: {found:?}"
            );
            let found = read_text(foreign);
            assert!(
                matches!(found, Err(ResumeError::Other { line: 1, .. })),
                "{foreign}: {found:?}"
            );
        }
    }

    #[test]
    fn a_finished_game_with_a_note_after_its_result_stays() {
        for note in ["{well played}", "; well played", "{one} ; two"] {
            let games = game(1, "1-0") + game(2, "1/2-1/2").trim_end() + " " + note + "\n";
            let (kept, end) = read_text(&games).unwrap();
            assert_eq!((kept.len(), end as usize), (2, games.trim_end().len()), "{note}");
        }
        let other = game(1, "1-0").replace(" 1-0\n", " 0-1\n");
        assert_eq!(read_text(&other).unwrap(), (Vec::new(), 0), "not the result of the tags");
    }

    #[test]
    fn a_file_in_utf_16_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.pgn");
        for encoding in [Encoding::Utf16Le, Encoding::Utf16Be] {
            for text in [game(1, "1-0"), format!("\u{feff}{}", game(1, "1-0"))] {
                std::fs::write(&path, encoding.encode(&text).unwrap()).unwrap();
                let refused = read_file(&path).unwrap_err().to_string();
                assert!(refused.starts_with("found UTF-16"), "{refused}");
            }
        }
    }

    #[test]
    fn the_overview_counts_complete_games_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.pgn");
        let players = ["plain name=a", "plain name=b"];
        let players = players.map(|line| Player::from_line(line).unwrap()).to_vec();
        let plan = Plan::new(players, Format::Match { rounds: 1 });
        let (first, second) = (game(1, "1-0"), game(2, "1/2-1/2"));
        for cut_at in 0..second.trim_end().len() {
            std::fs::write(&path, first.clone() + &second[..cut_at]).unwrap();
            let found = overview(&path, &plan).unwrap();
            assert_eq!((found.played, found.over, found.winner), (1, false, None), "{cut_at}");
        }
        std::fs::write(&path, first + &second).unwrap();
        let found = overview(&path, &plan).unwrap();
        assert_eq!((found.played, found.over, found.winner), (2, true, Some(0)));
    }

    #[test]
    fn a_tournament_is_read_without_its_engines() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.pgn");
        let players = ["/no/such/engine", "/no/other"];
        let players = players.map(|line| Player::from_line(line).unwrap()).to_vec();
        let mut plan = Plan::new(players, Format::Match { rounds: 1 });
        assert_eq!(overview(&path, &plan).unwrap().names, ["engine", "other"]);
        // Games may end in another order than they begin.
        let games = [(2, "1/2-1/2", "2 1"), (1, "1-0", "1 2")].map(|(number, result, players)| {
            let tag = format!("[MatchPlayers \"{players}\"]\n[{GAME_TAG}");
            game(number, result).replace(&format!("[{GAME_TAG}"), &tag)
        });
        std::fs::write(&path, games.concat()).unwrap();
        let found = overview(&path, &plan).unwrap();
        assert_eq!((&found.names[..], found.winner), (&["a".into(), "b".into()][..], Some(0)));
        let read = recorded(&path, &plan).unwrap().unwrap();
        assert_eq!((&read.names, read.over), (&found.names, true));
        let points = read.games.iter().map(|kept| (kept.result.white, kept.result.points));
        assert_eq!(points.collect::<Vec<_>>(), [(1, Points::Draw), (0, Points::Win)]);
        plan.format = Format::Match { rounds: 2 };
        assert!(!recorded(&path, &plan).unwrap().unwrap().over);
        plan.format = Format::Match { rounds: 1 };
        plan.players[0].name = "a stranger".to_owned();
        plan.players[1].name = "b".to_owned();
        assert_eq!(recorded(&path, &plan).unwrap(), None);
        assert!(overview(&path, &plan).unwrap().over, "all games are played, whoever played them");
    }

    #[test]
    fn a_file_is_cut_after_its_last_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.pgn");
        assert_eq!(read_file(&path).unwrap(), (Vec::new(), 0));
        let text = |path: &Path| std::fs::read_to_string(path).unwrap();
        std::fs::write(&path, "123456").unwrap();
        let kept = cut(&path, 4).unwrap().unwrap();
        assert_eq!((text(&path), text(&kept)), ("1234".to_owned(), "56\n\n".to_owned()));
        assert_eq!(kept, folder.path().join("m.pgn.cut"));
        assert_eq!(cut(&path, 3).unwrap(), Some(kept.clone()));
        assert_eq!((text(&path), text(&kept)), ("123".to_owned(), "56\n\n4\n\n".to_owned()));
        std::fs::write(&path, "123 \n\n").unwrap();
        assert_eq!(cut(&path, 3).unwrap(), None, "blanks are no text");
        assert_eq!((text(&path), text(&kept).len()), ("123".to_owned(), 7));
    }

    #[test]
    fn match_ids_are_those_of_the_published_hash() {
        assert_eq!(id_of(""), "cbf29ce484222325");
        assert_eq!(id_of("foobar"), "85944171f73967e8");
    }
}
