//! `tabia pgn --stats`: statistics of a file of games, without parsing the moves.

use std::collections::HashSet;
use std::io::{Read, Write};
use std::path::Path;

use serde::Serialize;

use tabia_chess::{Board, Color};
use tabia_games::collection::entry::Date;
use tabia_games::game::pgn_stream::PgnStream;
use tabia_games::game::result::GameResult;
use tabia_games::game::tags::Tags;

use crate::failure::Failure;
use crate::out::{Out, counted};

/// Statistics of a file.
#[derive(Debug, Default, Serialize)]
struct Stats {
    games: usize,
    white_wins: usize,
    black_wins: usize,
    draws: usize,
    /// Games without a valid result.
    unknown: usize,
    players: usize,
    /// Number of different events.
    events: usize,
    /// As far as they are known.
    first_date: Option<String>,
    last_date: Option<String>,
    /// Games with their own start position.
    with_start_position: usize,
    /// Games with an ECO tag.
    with_eco: usize,
    highest_elo: Option<u32>,
    /// Places between games with text that is not a comment.
    unreadable: usize,
}

/// What was found so far: names, and the first and last date.
#[derive(Default)]
struct Names {
    dates: Option<(Date, Date)>,
    players: HashSet<String>,
    events: HashSet<String>,
}

/// Counts the games of a stream; `file` is its name.
pub(super) fn run<R: Read, W: Write>(
    mut stream: PgnStream<R>,
    file: &Path,
    json: bool,
    out: &mut Out<W>,
) -> Result<(), Failure> {
    let (mut stats, mut names) = (Stats::default(), Names::default());
    loop {
        let read = stream.next_game().map_err(|error| Failure::file(file, &error))?;
        let ended = read.is_none();
        if let Some(game) = read {
            stats.games += 1;
            stats.count(&game.tags(), &mut names);
        }
        stats.unreadable += usize::from(!stream.between().problems.is_empty());
        if ended {
            break;
        }
    }
    stats.first_date = names.dates.map(|(first, _)| first.to_string());
    stats.last_date = names.dates.map(|(_, last)| last.to_string());
    (stats.players, stats.events) = (names.players.len(), names.events.len());
    if json { out.json(&stats) } else { out.lines(stats.lines()) }
}

impl Stats {
    fn count(&mut self, tags: &Tags, names: &mut Names) {
        *match tags.result() {
            GameResult::White => &mut self.white_wins,
            GameResult::Black => &mut self.black_wins,
            GameResult::Draw => &mut self.draws,
            GameResult::Open => &mut self.unknown,
        } += 1;
        for name in ["White", "Black"].into_iter().filter_map(|tag| tags.known(tag)) {
            if !names.players.contains(name) {
                names.players.insert(name.to_owned());
            }
        }
        names.events.extend(tags.known("Event").map(str::to_owned));
        let date = Date::parse(tags.known("Date").unwrap_or_default());
        if !date.is_unknown() {
            let (first, last) = names.dates.unwrap_or((date, date));
            names.dates = Some((first.min(date), last.max(date)));
        }
        let is_own = |fen| Board::from_fen(fen).is_ok_and(|board| board != Board::start());
        self.with_start_position += usize::from(tags.known("FEN").is_some_and(is_own));
        self.with_eco += usize::from(tags.known("ECO").is_some());
        let elo = |side| tags.elo(side).map(u32::from);
        self.highest_elo = self.highest_elo.max(elo(Color::White)).max(elo(Color::Black));
    }

    fn lines(&self) -> Vec<String> {
        let share = |part: usize| 100.0 * part as f64 / self.games.max(1) as f64;
        let mut lines = vec![
            format!("Games: {}", self.games),
            format!("White wins: {} ({:.1} %)", self.white_wins, share(self.white_wins)),
            format!("Draws: {} ({:.1} %)", self.draws, share(self.draws)),
            format!("Black wins: {} ({:.1} %)", self.black_wins, share(self.black_wins)),
            format!("Without result: {} ({:.1} %)", self.unknown, share(self.unknown)),
            format!("Players: {}, events: {}", self.players, self.events),
            match (&self.first_date, &self.last_date) {
                (Some(first), Some(last)) => format!("Dates: {first} to {last}"),
                _ => "No date given".to_owned(),
            },
            format!(
                "With a start position of their own: {}, with an ECO code: {}",
                self.with_start_position, self.with_eco
            ),
            match self.highest_elo {
                Some(elo) => format!("Highest Elo: {elo}"),
                None => "No Elo given".to_owned(),
            },
        ];
        if self.unreadable > 0 {
            let places = counted(self.unreadable, "place");
            lines.push(format!("Text that is no game: in {places} (see --check)"));
        }
        lines
    }
}
