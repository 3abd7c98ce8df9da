//! Finds duplicate games in a file and merges them.
//!
//! Two games are the same if they begin in the same position, have the same main line of at least one move, and their
//! tags do not contradict each other in names, date or result, nor in the tags that tell games of one day apart. A
//! missing value or a difference in case or accents is not a contradiction. Games with unreadable parts are left alone.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::path::Path;

use crate::game::edits::Edits;
use crate::game::pgn_read::PgnGame;
use crate::game::pgn_write;
use crate::game::result::GameResult;
use crate::game::tags::Tags;
use crate::game::tree::GameTree;
use tabia_chess::Move;

use super::Collection;
use super::changes::{self, Change, Changes};
use super::entry::{Date, fold};
use super::file::{FileError, Place, Stamp, Text, has_crlf};

/// The groups of duplicate games by the data of a list: numbers in the order of the file, beginning with the one that
/// stays. [`confirmed`] also compares the tags that are only in the file.
pub fn groups(list: &Collection) -> Vec<Vec<u32>> {
    let mut alike: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut groups: Vec<Vec<u32>> = Vec::new();
    for game in 0..list.len() as u32 {
        let broken = list.entry(game).is_none_or(|entry| entry.marks.broken);
        if list.moves(game).is_empty() || broken {
            continue;
        }
        let known = alike.entry(print(list, game)).or_default();
        // It must agree with each game of the group, because a missing value agrees with every other value.
        let agrees = |&&at: &&usize| groups[at].iter().all(|&other| are_same(list, other, game));
        if let Some(&at) = known.iter().find(agrees) {
            groups[at].push(game);
        } else {
            known.push(groups.len());
            groups.push(vec![game]);
        }
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// A hash of a game's start and moves.
fn print(list: &Collection, game: u32) -> u64 {
    let mut hasher = DefaultHasher::new();
    list.start(game).key().hash(&mut hasher);
    list.moves(game).hash(&mut hasher);
    hasher.finish()
}

/// Whether two games of a list are the same.
pub(crate) fn are_same(list: &Collection, one: u32, other: u32) -> bool {
    let (Some(a), Some(b)) = (list.entry(one), list.entry(other)) else { return false };
    let named = |name: fn(&Collection, u32) -> &str| {
        let [a, b] = [one, other].map(|game| fold(name(list, game).trim()));
        a.is_empty() || b.is_empty() || a == b
    };
    list.start(one) == list.start(other)
        && list.moves(one) == list.moves(other)
        && named(Collection::white)
        && named(Collection::black)
        && dates_agree(a.date, b.date)
        && (a.result == b.result || [a.result, b.result].contains(&GameResult::Open))
}

fn dates_agree(a: Date, b: Date) -> bool {
    let agree = |a: u32, b: u32| a == 0 || b == 0 || a == b;
    agree(a.year(), b.year()) && agree(a.month(), b.month()) && agree(a.day(), b.day())
}

/// The groups in which neither the games' other tags contradict each other nor the moves after a null move differ.
/// `go_on` is called for each group with the share that is done and returns whether to continue; `None` if it was
/// cancelled.
///
/// # Errors
/// If the file cannot be read or has changed since it was read.
pub fn confirmed(
    path: &Path,
    list: &Collection,
    groups: &[Vec<u32>],
    go_on: &mut dyn FnMut(f32) -> bool,
) -> Result<Option<Vec<Vec<u32>>>, FileError> {
    let mut file = Text::open(path).map_err(FileError::system(path))?;
    let mut all = Vec::new();
    for (done, group) in groups.iter().enumerate() {
        if !go_on(done as f32 / groups.len() as f32) {
            return Ok(None);
        }
        let mut parts: Vec<Vec<(u32, Tags, Line)>> = Vec::new();
        for &game in group {
            let Some(entry) = list.entry(game) else { continue };
            let read = file.game(path, &Place::of(game, entry))?;
            let (tags, line) = (read.tags, main_line(&read.tree));
            let agrees = |part: &&mut Vec<(u32, Tags, Line)>| {
                part.iter().all(|(_, others, moves)| *moves == line && tags_agree(others, &tags))
            };
            match parts.iter_mut().find(agrees) {
                Some(part) => part.push((game, tags, line)),
                None => parts.push(vec![(game, tags, line)]),
            }
        }
        let part = |part: Vec<(u32, Tags, Line)>| part.into_iter().map(|(game, ..)| game).collect();
        all.extend(parts.into_iter().filter(|part| part.len() > 1).map(part));
    }
    Ok(Some(all))
}

/// A main line; `None` is a null move, where the line of a list ends.
type Line = Vec<Option<Move>>;

fn main_line(tree: &GameTree) -> Line {
    tree.main_line().iter().map(|&node| tree.mv(node)).collect()
}

/// Whether the tags that tell games of one day apart do not contradict each other.
fn tags_agree(one: &Tags, other: &Tags) -> bool {
    let differ =
        |name: &str, equal: fn(&str, &str) -> bool| match (one.known(name), other.known(name)) {
            (Some(a), Some(b)) => !equal(a.trim(), b.trim()),
            _ => false,
        };
    let rounds = |a: &str, b: &str| within(a, b) || within(b, a);
    // Other sites are names of places, which are spelled in many ways.
    let sites = |a: &str, b: &str| a == b || !(a.starts_with("http") && b.starts_with("http"));
    let exact = |a: &str, b: &str| a == b;
    !differ("Round", rounds)
        && !differ("Site", sites)
        && !["UTCTime", "GameId", "MatchId", "MatchGame"].iter().any(|name| differ(name, exact))
}

/// The changes that merge each group into one game. Only reads the file. `go_on` as for [`confirmed`].
///
/// # Errors
/// If the file cannot be read, has changed since it was read, or too much data would have to be kept.
pub fn merging(
    path: &Path,
    read: Stamp,
    list: &Collection,
    groups: &[Vec<u32>],
    go_on: &mut dyn FnMut(f32) -> bool,
) -> Result<Option<Changes>, FileError> {
    let mut file = Text::open(path).map_err(FileError::system(path))?;
    let place = |&game: &u32| Some(Place::of(game, list.entry(game)?));
    let others = groups.iter().flat_map(|group| group.iter().skip(1));
    let others: Vec<Place> = others.filter_map(place).collect();
    let mut all = changes::removal(path, read, list, &others)?;
    let mut merged = Vec::new();
    for (done, group) in groups.iter().enumerate() {
        if !go_on(done as f32 / groups.len() as f32) {
            return Ok(None);
        }
        let mut places = group.iter().filter_map(place);
        let Some(first) = places.next() else { continue };
        let mut game = file.game(path, &first)?;
        let mut grown = false;
        for place in places {
            grown |= take_in(&mut game, &file.game(path, &place)?);
        }
        if grown {
            merged.push(replacement(&mut file, path, &first, &game)?);
        }
    }
    for change in &merged {
        // It is written with its end and needs no other.
        if let Ok(at) = all.list.binary_search_by_key(&(change.game + 1), |it| it.game) {
            all.list[at].new.clear();
        }
    }
    all.list.append(&mut merged);
    all.list.sort_by_key(|change| change.offset);
    Ok(Some(all))
}

/// Merges comments, variations and tags of a duplicate into a game. Of two values that do not contradict each other, the
/// one that says more stays. Returns whether anything was new.
pub(super) fn take_in(game: &mut PgnGame, other: &PgnGame) -> bool {
    let before = game.tree.clone();
    let merged = Edits::default().merge(&mut game.tree, &other.tree).is_ok();
    let mut grown = merged && game.tree != before;
    for (name, value) in other.tags.iter() {
        let fuller = match (game.tags.known(name), other.tags.known(name)) {
            (None, Some(new)) if new != "*" => Some(value.to_owned()),
            (Some(own), Some(new)) if DATES.contains(&name) => fuller_date(own, new),
            (Some(own), Some(new)) if name == "Round" => within(new.trim(), own.trim())
                .then(|| new.to_owned())
                .filter(|new| new.trim() != own.trim()),
            _ => None,
        };
        if let Some(value) = fuller {
            game.tags.set(name, value);
            grown = true;
        }
    }
    if game.tags.get("Result").is_none_or(|result| result == "*")
        && let Some(result) = other.tags.get("Result").filter(|&result| result != "*")
    {
        game.tags.set("Result", result);
        grown = true;
    }
    for line in other.tags.lines() {
        if !game.tags.lines().contains(line) {
            game.tags.add_line(line.clone());
            grown = true;
        }
    }
    grown
}

/// Tags with a date.
const DATES: [&str; 3] = ["Date", "UTCDate", "EventDate"];

/// A date with the parts that only the other one knows; `None` if there are none or the dates contradict each other.
fn fuller_date(own: &str, other: &str) -> Option<String> {
    let (mine, new) = (Date::parse(own), Date::parse(other));
    if !dates_agree(mine, new) {
        return None;
    }
    let known = |date: Date| [date.year(), date.month(), date.day()].map(|part| part > 0);
    (known(new) > known(mine)).then(|| other.to_owned())
}

/// Whether a round is the same as another or adds the number of the board to it, as some sources do.
fn within(whole: &str, part: &str) -> bool {
    whole.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn replacement(
    file: &mut Text,
    path: &Path,
    place: &Place,
    game: &PgnGame,
) -> Result<Change, FileError> {
    let mut old = file.bytes_of(path, place)?;
    old.truncate(old.trim_ascii_end().len());
    let text = pgn_write::write(&game.tags, &game.tree);
    let new = file.bytes_for(path, text.trim_end(), has_crlf(&old))?;
    Ok(Change { offset: place.offset, old, new, game: place.game, fewer: 0 })
}

#[cfg(test)]
mod tests {
    use crate::collection::scan;
    use std::fs;

    use super::*;

    fn read(path: &Path) -> Collection {
        scan::read(fs::File::open(path).unwrap(), &mut |_| true).unwrap().unwrap()
    }

    fn found(text: &str) -> Vec<Vec<u32>> {
        groups(&Collection::of_text(text))
    }

    #[test]
    fn only_tags_that_are_present_decide() {
        let game = |tags: &str| format!("{tags}\n\n1. e4 e5 2. Nf3 *\n\n");
        let full = "[White \"R\u{e9}ti\"]\n[Black \"B\"]\n[Date \"1920.05.??\"]\n[Result \"1-0\"]";
        let full = game(full).replace('*', "1-0");
        for (tags, same) in [
            ("[White \"RETI\"]", true),
            ("[White \"?\"]\n[Date \"1920.??.??\"]", true),
            ("[White \"R\u{e9}ti\"]\n[Date \"1921.05.01\"]", false),
            ("[White \"Tal\"]", false),
            ("[Black \"R\u{e9}ti\"]", false),
        ] {
            assert_eq!(found(&(full.clone() + &game(tags))).len(), usize::from(same), "{tags}");
        }
        assert!(found(&(full.clone() + &full.replace("1-0", "0-1"))).is_empty());
        assert!(found(&(full.clone() + &full.replace("Nf3", "Nc3"))).is_empty());
        assert!(found("[White \"A\"]\n\n*\n\n[White \"A\"]\n\n*\n").is_empty(), "no moves");
        assert!(found("1. e4 e5 2. Ke3 *\n\n1. e4 e5 2. Ke3 *\n").is_empty(), "half read");
        let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n\n";
        assert!(found(&format!("{fen}1. e4 *\n")).is_empty(), "another start");
        assert_eq!(found(&fen.repeat(3)), [[0, 1, 2]]);
    }

    #[test]
    fn a_game_that_matches_two_different_ones_joins_only_one() {
        let game = |white: &str| format!("[White \"{white}\"]\n\n1. d4 d5 *\n\n");
        let text = game("?") + &game("A") + &game("B") + &game("A");
        assert_eq!(found(&text), [vec![0, 1, 3]]);
    }

    #[test]
    fn games_of_one_day_differ_by_their_other_tags() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("day.pgn");
        for (one, other, same) in [
            ("[Round \"1\"]", "[Round \"2\"]", false),
            ("[Round \"1\"]", "[Round \"1.3\"]", true),
            ("[Round \"1\"]", "[Round \"10\"]", false),
            ("[Round \"?\"]", "[Round \"2\"]", true),
            ("[UTCTime \"10:00:00\"]", "[UTCTime \"10:05:00\"]", false),
            ("[GameId \"a\"]", "[GameId \"b\"]", false),
            ("[GameId \"a\"]", "[UTCTime \"10:05:00\"]", true),
            ("[MatchGame \"1\"]", "[MatchGame \"2\"]", false),
            ("[Site \"Baden\"]", "[Site \"Baden-Baden\"]", true),
            ("[Site \"https://a/1\"]", "[Site \"https://a/2\"]", false),
        ] {
            let game = |tag: &str| format!("[White \"A\"]\n{tag}\n\n1. e4 e5 *\n\n");
            fs::write(&path, game(one) + &game(other)).unwrap();
            let list = read(&path);
            let found = groups(&list);
            assert_eq!(found, [[0, 1]]);
            let confirmed = confirmed(&path, &list, &found, &mut |_| true).unwrap().unwrap();
            assert_eq!(confirmed.len(), usize::from(same), "{one} {other}");
        }
    }

    #[test]
    fn games_that_differ_after_a_null_move_are_not_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("null.pgn");
        let game = |rest: &str| format!("[White \"A\"]\n\n1. e4 e5 2. -- {rest} *\n\n");
        fs::write(&path, game("d5 3. Nf3") + &game("Nc6 3. d4") + &game("d5 3. Nf3")).unwrap();
        let list = read(&path);
        let found = groups(&list);
        assert_eq!(found, [[0, 1, 2]], "a list has the moves up to there");
        let confirmed = confirmed(&path, &list, &found, &mut |_| true).unwrap().unwrap();
        assert_eq!(confirmed, [[0, 2]]);
    }

    #[test]
    fn the_tag_that_says_more_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tags.pgn");
        let game = |date: &str, round: &str| {
            format!("[White \"A\"]\n[Date \"{date}\"]\n[Round \"{round}\"]\n\n1. e4 e5 *\n\n")
        };
        for (one, other, date, round) in [
            (("1960.??.??", "?"), ("1960.05.02", "3.1"), "1960.05.02", "3.1"),
            (("1927.??.??", "1"), ("1927.03.??", "1.3"), "1927.03.??", "1.3"),
            (("1927.03.14", "1.3"), ("1927.??.??", "1"), "1927.03.14", "1.3"),
            (("????.??.??", "1"), ("1927.??.??", "1"), "1927.??.??", "1"),
        ] {
            fs::write(&path, game(one.0, one.1) + &game(other.0, other.1)).unwrap();
            let list = read(&path);
            let stamp = Stamp::of(&path).unwrap();
            let all = merging(&path, stamp, &list, &[vec![0, 1]], &mut |_| true).unwrap().unwrap();
            changes::make(&path, &all, &mut |_| true).unwrap();
            let merged = fs::read_to_string(&path).unwrap();
            let tags = format!("[Date \"{date}\"]\n[Round \"{round}\"]");
            assert!(merged.contains(&tags), "{merged}");
        }
    }

    #[test]
    fn one_game_of_each_group_stays_with_the_data_of_the_others() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("twice.pgn");
        let text = "[White \"A\"]\r\n\r\n1. e4 {good} e5 *\r\n\r\n[White \"C\"]\r\n\r\n1. c4 *\r\n\r\n\
            [White \"A\"]\r\n[Site \"Baden\"]\r\n\r\n1. e4 e5 (1... c5 2. Nf3) 1-0\r\n\r\n\
            [White \"C\"]\r\n\r\n1. c4 *\r\n";
        fs::write(&path, text).unwrap();
        let list = read(&path);
        let twice = groups(&list);
        assert_eq!(twice, [[0, 2], [1, 3]]);
        let stamp = Stamp::of(&path).unwrap();
        assert_eq!(merging(&path, stamp, &list, &twice, &mut |_| false).unwrap(), None);
        assert_eq!(confirmed(&path, &list, &twice, &mut |_| false).unwrap(), None);
        let changes = merging(&path, stamp, &list, &twice, &mut |_| true).unwrap().unwrap();
        assert_eq!(changes.fewer(), 2);
        let undo = changes::make(&path, &changes, &mut |_| true).unwrap().unwrap();
        let now = read(&path);
        assert_eq!(
            (now.len(), now.site(0), now.entry(0).unwrap().result),
            (2, "Baden", GameResult::White)
        );
        let first = fs::read_to_string(&path).unwrap();
        assert!(first.contains("{good}") && first.contains("(1... c5 2. Nf3)"), "{first}");
        assert!(first.contains("[White \"C\"]\r\n\r\n1. c4 *\r\n"), "the other is as it was");
        assert!(!first.replace("\r\n", "").contains('\n'));
        changes::make(&path, &undo, &mut |_| true).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}
