//! Reads files of games one game after another, however many there are.

use std::io::{self, BufReader, Read};
use std::path::Path;

use tabia_games::regular_file;

use super::error::DataError;
use super::game::{GameRecord, HEAD, MAGIC, bytes_of};

/// An iterator over the games of a file. After an error it ends: behind a damaged place nothing tells
/// where the next game begins.
#[derive(Debug)]
pub struct GameReader<R> {
    input: R,
    offset: u64,
    ended: bool,
    bytes: Vec<u8>,
}

impl<R: Read> GameReader<R> {
    /// Looks at the first bytes.
    ///
    /// # Errors
    /// When they do not say that games follow.
    pub fn new(mut input: R) -> Result<Self, DataError> {
        let mut found = Vec::new();
        input.by_ref().take(MAGIC.len() as u64).read_to_end(&mut found)?;
        if found != MAGIC {
            return Err(DataError::Format { found, expected: "TABIAG1 (games)" });
        }
        Ok(GameReader { input, offset: MAGIC.len() as u64, ended: false, bytes: Vec::new() })
    }

    /// The next game, if there is one.
    fn read(&mut self) -> Result<Option<GameRecord>, DataError> {
        self.bytes.clear();
        let found = self.fill(HEAD)?;
        if found == 0 {
            return Ok(None);
        }
        let offset = self.offset;
        let cut = |found, expected| DataError::Truncated { offset, found, expected, what: "game" };
        let Some(&head) = self.bytes.first_chunk::<HEAD>() else {
            return Err(cut(found, HEAD));
        };
        let whole = bytes_of(&head);
        let found = self.fill(whole)?;
        if found < whole {
            return Err(cut(found, whole));
        }
        let game = GameRecord::read(&self.bytes, offset)?;
        self.offset += whole as u64;
        Ok(Some(game))
    }

    /// Reads on until so many bytes are there or the input ends. How many are.
    fn fill(&mut self, wanted: usize) -> io::Result<usize> {
        let missing = (wanted - self.bytes.len()) as u64;
        self.input.by_ref().take(missing).read_to_end(&mut self.bytes)?;
        Ok(self.bytes.len())
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<GameRecord, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let game = self.read().transpose();
        self.ended = !matches!(game, Some(Ok(_)));
        game
    }
}

/// The games of a file.
///
/// # Errors
/// When it cannot be opened or holds no games; errors further on come with the games.
pub fn open(
    path: &Path,
) -> Result<impl Iterator<Item = Result<GameRecord, DataError>> + use<>, DataError> {
    let name = path.to_path_buf();
    let open = || GameReader::new(BufReader::with_capacity(1 << 16, regular_file::open(path)?));
    let games = open().map_err(|error| error.of_file(path))?;
    Ok(games.map(move |game| game.map_err(|error| error.of_file(&name))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::game::{GameResult, ScoredMove, Source};
    use tabia_chess::{Board, SplitMix64};

    fn random_game(rng: &mut SplitMix64) -> GameRecord {
        let start = Board::chess960(rng.below(960)).unwrap();
        let (mut board, mut moves) = (start, Vec::new());
        for _ in 0..rng.below(120) {
            let legal = board.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[rng.below(legal.len())];
            moves.push(ScoredMove { mv, score: rng.next_u64() as i16 });
            board.make_move(mv);
        }
        let result = GameResult::ALL[rng.below(3)];
        GameRecord { start, result, source: Source::ALL[rng.below(4)], moves }
    }

    fn file_of(games: &[GameRecord]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for game in games {
            game.write(&mut bytes);
        }
        bytes
    }

    fn read_all(bytes: &[u8]) -> Result<Vec<GameRecord>, DataError> {
        GameReader::new(bytes)?.collect()
    }

    #[test]
    fn games_come_back() {
        let mut rng = SplitMix64::new(3);
        let games: Vec<GameRecord> = (0..300).map(|_| random_game(&mut rng)).collect();
        assert_eq!(read_all(&file_of(&games)).unwrap(), games);
    }

    #[test]
    fn any_damage_is_found_and_placed() {
        let mut rng = SplitMix64::new(4);
        let games: Vec<GameRecord> = (0..3).map(|_| random_game(&mut rng)).collect();
        let good = file_of(&games);
        let second = (file_of(&games[..1])).len();
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 1 << rng.below(8);
            let error = read_all(&bad).unwrap_err().to_string();
            assert!(at < 8 || error.contains("offset "), "{at}: {error}");
        }
        for end in 8..good.len() {
            let read = read_all(&good[..end]);
            match read {
                Ok(games) => assert!(games.len() < 3 && file_of(&games).len() == end),
                Err(error) => assert!(error.to_string().contains("the file ends after"), "{error}"),
            }
        }
        let error = read_all(&good[..second + 5]).unwrap_err().to_string();
        let wanted = format!("offset {second}: the file ends after 5 of 32 bytes of a game");
        assert_eq!(error, wanted);
    }
}
