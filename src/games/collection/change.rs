//! Keeps a list up with its file when a game of it was written, without reading the file again.

use super::Collection;
use super::file::Written;
use super::scan;

impl Collection {
    /// The list after a game was put in the place of another, or behind all others where its number is that
    /// of no game yet. `text` is what was written.
    #[must_use]
    pub fn with(&self, written: &Written, text: &str) -> Collection {
        let mut next = scan::with_game(self, &written.place, text);
        let (game, last) = (written.place.game as usize, next.len() - 1);
        if game >= last {
            return next;
        }
        // What was added stands at the end; it goes to the place of the old one.
        let (Some(mut entry), at) = (next.entries.pop(), self.entries[game].moves_at) else {
            return next;
        };
        let line = next.moves.split_off(entry.moves_at as usize);
        let end =
            self.entries[game + 1..].first().map_or(next.moves.len(), |e| e.moves_at as usize);
        let longer = line.len() as i64 - (end as i64 - i64::from(at));
        next.moves.splice(at as usize..end, line);
        entry.moves_at = at;
        next.entries[game] = entry;
        for later in &mut next.entries[game + 1..] {
            later.moves_at = (i64::from(later.moves_at) + longer) as u32;
            later.offset = (later.offset as i64 + written.moved.0) as u64;
            later.line = (i64::from(later.line) + written.moved.1) as u32;
        }
        next.problems.retain(|(of, _)| *of as usize != game);
        for problem in &mut next.problems {
            if problem.0 as usize == last {
                problem.0 = game as u32;
            }
        }
        next.problems.sort_by_key(|problem| problem.0);
        next
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::file::{self, Place, Stamp};
    use super::*;

    /// Everything a list says of its games.
    fn all(list: &Collection) -> Vec<String> {
        (0..list.len() as u32)
            .map(|game| {
                let entry = list.entry(game).unwrap();
                let place = Place::of(game, entry);
                let (white, opening) = (list.white(game), list.opening(game));
                let (moves, start) = (list.moves(game), list.start(game));
                let problem = list.problem(game);
                format!(
                    "{place:?} {white} {opening:?} {moves:?} {start} {problem:?} {:?}",
                    entry.marks
                )
            })
            .collect()
    }

    #[test]
    fn the_list_is_that_of_the_file_read_again() {
        let text = "[White \"A\"]\n\n1. e4 e5 2. Ke3 1-0\n\n[White \"B\"]\n\n1. Nf3 d5 0-1\n\n\
            [White \"C\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 2. Kxx *\n";
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let read = || {
            let file = fs::File::open(&path).unwrap();
            scan::read(file, &mut |_| true).unwrap().unwrap()
        };
        for new in [
            "[White \"N\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 *\n",
            "[White \"N\"]\n\n1. d4 d5 2. Ke5 *\n",
            "*\n",
        ] {
            for game in 0..=3 {
                fs::write(&path, text).unwrap();
                let list = read();
                assert_eq!(list.len(), 3);
                let done = match list.entry(game) {
                    Some(entry) => {
                        let stamp = Stamp::of(&path).unwrap();
                        file::replace(&path, stamp, &Place::of(game, entry), new).unwrap()
                    }
                    None => file::append(&path, game, new).unwrap(),
                };
                let (kept, again) = (list.with(&done, new), read());
                if new != "*\n" {
                    assert_eq!(all(&kept), all(&again), "{new} as game {game}");
                }
                assert!(again.len() >= 2);
            }
        }
    }
}
