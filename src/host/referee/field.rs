//! All players of some files of games, identified by name: the data for a rating list.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{self, BufReader, Read};
use std::path::Path;

use tabia_games::collection::file::text_stream;
use tabia_games::game::pgn_stream::PgnStream;
use tabia_games::game::tags::Tags;
use tabia_games::regular_file;
use tabia_games::strength::standings::FinishedGame;

use super::record::{GAME_TAG, MATCH_TAG};

/// The games of all files.
#[derive(Debug, Default)]
pub struct Field {
    /// The players' names.
    pub names: Vec<String>,
    players: HashMap<String, usize>,
    /// Games with two players and a result.
    pub games: Vec<FinishedGame>,
    /// Numbers of the rounds of matches: the two games of a round are a pair.
    rounds: HashMap<(String, String), u32>,
    next_round: u32,
    /// The games of matches read so far, by match, number, date and time.
    known: HashSet<[String; 4]>,
    /// The number of games of matches that were read again, and left out.
    pub repeated: u32,
    /// The number of other games.
    pub skipped: u32,
}

impl Field {
    /// Adds the games of a file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(&mut self, path: &Path) -> io::Result<()> {
        self.add_games(regular_file::stream(path)?)
    }

    /// Adds the games of a stream.
    ///
    /// # Errors
    /// If the stream cannot be read or is not text.
    pub fn add_games(&mut self, input: Box<dyn Read>) -> io::Result<()> {
        let mut stream = PgnStream::new(BufReader::new(text_stream(input)?));
        while let Some(game) = stream.next_game()? {
            self.add(&game.tags());
        }
        Ok(())
    }

    fn add(&mut self, tags: &Tags) {
        let points = tags.result().points();
        let names = [tags.known("White"), tags.known("Black")];
        let (Some(points), [Some(white), Some(black)]) = (points, names) else {
            self.skipped += 1;
            return;
        };
        if white == black {
            self.skipped += 1;
            return;
        }
        // Only Tabia's matches number their games. Another match with the same settings has the same id.
        let key = [MATCH_TAG, GAME_TAG, "UTCDate", "UTCTime"];
        if tags.get(GAME_TAG).is_some()
            && !self.known.insert(key.map(|tag| tags.get(tag).unwrap_or_default().to_owned()))
        {
            self.repeated += 1;
            return;
        }
        let [white, black] = [white, black].map(|name| {
            *self.players.entry(name.to_owned()).or_insert_with(|| {
                self.names.push(name.to_owned());
                self.names.len() - 1
            })
        });
        // Only Tabia's matches record which games share an opening. The tag differs between pairings.
        let pair = tags.get(MATCH_TAG).and_then(|id| {
            let (round, _) = tags.get("Round")?.rsplit_once('.')?;
            Some((id.to_owned(), round.to_owned()))
        });
        let mut new_round = || {
            self.next_round += 1;
            self.next_round
        };
        let round = match pair {
            Some(pair) => *self.rounds.entry(pair).or_insert_with(new_round),
            None => new_round(),
        };
        self.games.push(FinishedGame {
            number: self.games.len() as u32,
            round,
            white,
            black,
            points,
            termination: tags.known("Termination").unwrap_or_default().to_owned(),
            plies: 0,
            time_ms: [0, 0],
            moves: [0, 0],
        });
    }

    /// Number of games of a player; `None`: there is no player of this name.
    pub fn games_of(&self, name: &str) -> Option<usize> {
        let player = self.names.iter().position(|known| known == name)?;
        Some(self.games.iter().filter(|game| [game.white, game.black].contains(&player)).count())
    }

    /// Leaves out players with fewer games, and their games, until every player has that many among those who stay.
    /// Returns the number of games left out.
    pub fn drop_rare(&mut self, least: u32) -> usize {
        let games = self.games.len();
        let mut players = usize::MAX;
        while self.names.len() < players {
            players = self.names.len();
            self.drop_rare_once(least);
        }
        games - self.games.len()
    }

    fn drop_rare_once(&mut self, least: u32) {
        let mut counts = vec![0; self.names.len()];
        for game in &self.games {
            counts[game.white] += 1;
            counts[game.black] += 1;
        }
        let mut kept = BTreeMap::new();
        let mut names = Vec::new();
        for (player, name) in self.names.drain(..).enumerate() {
            if counts[player] >= least {
                kept.insert(player, names.len());
                names.push(name);
            }
        }
        self.names = names;
        self.games.retain_mut(|game| {
            let (Some(&white), Some(&black)) = (kept.get(&game.white), kept.get(&game.black))
            else {
                return false;
            };
            (game.white, game.black) = (white, black);
            true
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_have_enough_games_among_those_who_stay() {
        let game = |white: &str, black: &str| {
            format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n")
        };
        let text = ["AB", "BA", "CA", "BD", "CD"].map(|pair| game(&pair[..1], &pair[1..])).concat();
        let field = || {
            let mut field = Field::default();
            field.add_games(Box::new(io::Cursor::new(text.clone().into_bytes()))).unwrap();
            field
        };
        let mut kept = field();
        assert_eq!((kept.drop_rare(2), kept.names.len()), (0, 4));
        let mut kept = field();
        assert_eq!((kept.drop_rare(3), kept.names.len()), (5, 0), "A and B have only two then");
    }

    #[test]
    fn a_game_of_a_match_counts_once() {
        let game = |id: &str, number: u32, (round, time): (&str, &str)| {
            format!(
                "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[Round \"{round}\"]\n\
                 [UTCTime \"{time}\"]\n[MatchId \"{id}\"]\n[MatchGame \"{number}\"]\n\n1. e4 1-0\n\n"
            )
        };
        let file = game("x", 1, ("1.1", "10:00:00"))
            + &game("x", 2, ("1.2", "10:00:00"))
            + &game("x", 1, ("1.1", "11:00:00"));
        let plain = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n";
        let mut field = Field::default();
        for _ in 0..2 {
            let text = file.clone() + plain;
            field.add_games(Box::new(io::Cursor::new(text.into_bytes()))).unwrap();
        }
        assert_eq!((field.games.len(), field.repeated, field.skipped), (5, 3, 0));
        assert_eq!((field.games_of("A"), field.games_of("C")), (Some(5), None));
    }
}
