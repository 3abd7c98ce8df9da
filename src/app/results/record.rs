//! The numbers of the page, computed from the games of the file by pure functions.

use std::collections::BTreeMap;

use tabia_chess::Color;
use tabia_games::collection::entry::Date;
use tabia_games::strength::sheet::{Points, ScoreSheet};
use tabia_host::review::phase::Phase;
use tabia_host::review::words::ErrorKind;

use super::game::{NotRated, PhaseQuality, PlayedGame, TimeClass};
use super::rating::{self, RatedGame, UserRating};

/// Which games count. Ratings are computed from all games, whatever the filter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// `None`: games of all classes.
    pub class: Option<TimeClass>,
    pub period: Period,
}

/// The period in which games count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Period {
    #[default]
    All,
    /// The last 365 days.
    Year,
    /// The last 90 days.
    Quarter,
    /// The last 30 days.
    Month,
}

impl Period {
    pub const ALL: [Period; 4] = [Period::All, Period::Year, Period::Quarter, Period::Month];

    /// Its number of days; `None`: unlimited.
    fn days(self) -> Option<u32> {
        match self {
            Period::All => None,
            Period::Year => Some(365),
            Period::Quarter => Some(90),
            Period::Month => Some(30),
        }
    }

    /// Whether a date is in it. A date not known to the day is only in the unlimited period, as one of the future is;
    /// elsewhere it may be tomorrow already.
    fn has(self, date: Date, today: u32) -> bool {
        let within = |day: u32, days: u32| day + days > today && day <= today + 1;
        self.days().is_none_or(|days| day_number(date).is_some_and(|day| within(day, days)))
    }
}

/// The day number of a date, counted from 1970-01-01; `None` if it is not known to the day.
pub(crate) fn day_number(date: Date) -> Option<u32> {
    (date.day() > 0).then(|| crate::game::times::day(&date.to_string()))
}

/// Results against an opponent.
#[derive(Clone, Debug, PartialEq)]
pub struct OpponentRow {
    /// Empty if unknown.
    pub name: String,
    /// The latest Elo; `None` if there is none.
    pub elo: Option<u16>,
    pub tally: ScoreSheet,
}

/// Results in an opening.
#[derive(Clone, Debug, PartialEq)]
pub struct OpeningRow {
    /// The family, in English.
    pub name: &'static str,
    /// The first and the last ECO code of its games.
    pub codes: [&'static str; 2],
    pub tally: ScoreSheet,
}

/// The accuracy of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AccuracyPoint {
    /// The number of the game among those with an accuracy, from 1.
    pub number: u32,
    pub date: Date,
    /// From 0 to 100.
    pub accuracy: f64,
}

/// Consecutive games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Streak {
    /// The present streak, up to the newest game.
    pub now: u32,
    pub longest: u32,
}

impl Streak {
    fn go_on(&mut self, goes_on: bool) {
        self.now = if goes_on { self.now + 1 } else { 0 };
        self.longest = self.longest.max(self.now);
    }
}

/// Everything shown on the page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// All games that count.
    pub tally: ScoreSheet,
    /// The rating of each class with rated games, from all games of the file.
    pub ratings: Vec<(TimeClass, UserRating)>,
    /// Finished games of the file that are not rated, by reason as in [`NotRated::ALL`].
    pub not_rated: [u32; NotRated::ALL.len()],
    /// Most games first.
    pub opponents: Vec<OpponentRow>,
    /// Most games first.
    pub openings: Vec<OpeningRow>,
    /// As White and as Black.
    pub colours: [ScoreSheet; 2],
    /// By the phase in which the game ended, as in [`Phase::ALL`].
    pub phases: [ScoreSheet; 3],
    /// Of the games with evaluations.
    pub accuracy: Vec<AccuracyPoint>,
    /// By phase, as in [`Phase::ALL`].
    pub quality: [PhaseQuality; 3],
    /// Errors of each kind, as in [`ErrorKind::ALL`].
    pub kinds: [u32; ErrorKind::ALL.len()],
    /// Games won in a row.
    pub wins: Streak,
    /// Games in a row that were not lost.
    pub unbeaten: Streak,
}

impl Results {
    /// The numbers of these games. `today` counts from 1970-01-01.
    pub fn of(games: &[PlayedGame], filter: GameFilter, today: u32) -> Results {
        let games = by_date(games);
        let mut results = Results { ratings: ratings(&games), ..Results::default() };
        let mut opponents: BTreeMap<&str, (Option<u16>, ScoreSheet)> = BTreeMap::new();
        let mut openings: BTreeMap<&str, OpeningRow> = BTreeMap::new();
        for game in games {
            if let Err(reason) = game.rated {
                results.not_rated[reason as usize] += 1;
            }
            let asked = filter.class.is_none_or(|class| class == game.class);
            if !asked || !filter.period.has(game.date, today) {
                continue;
            }
            results.count(game);
            let (elo, tally) = opponents.entry(&game.opponent).or_default();
            *elo = game.elo.or(*elo);
            tally.add(game.result);
            if let Some(opening) = game.opening {
                let row = openings.entry(opening.name).or_insert(OpeningRow {
                    name: opening.name,
                    codes: [opening.eco; 2],
                    tally: ScoreSheet::default(),
                });
                row.codes = [row.codes[0].min(opening.eco), row.codes[1].max(opening.eco)];
                row.tally.add(game.result);
            }
        }
        let rows = opponents.into_iter();
        results.opponents = rows
            .map(|(name, (elo, tally))| OpponentRow { name: name.to_owned(), elo, tally })
            .collect();
        results.openings = openings.into_values().collect();
        // Rows with equal numbers stay in the order of their names.
        results.opponents.sort_by_key(|row| std::cmp::Reverse(row.tally.games()));
        results.openings.sort_by_key(|row| std::cmp::Reverse(row.tally.games()));
        results
    }

    fn count(&mut self, game: &PlayedGame) {
        self.tally.add(game.result);
        self.colours[game.side.index()].add(game.result);
        self.phases[game.phase as usize].add(game.result);
        self.wins.go_on(game.result == Points::Win);
        self.unbeaten.go_on(game.result != Points::Loss);
        let Some(quality) = &game.quality else { return };
        let (number, date) = (self.accuracy.len() as u32 + 1, game.date);
        self.accuracy.push(AccuracyPoint { number, date, accuracy: quality.accuracy });
        for (all, more) in self.quality.iter_mut().zip(quality.phases) {
            all.add(more);
        }
        for (all, more) in self.kinds.iter_mut().zip(quality.kinds) {
            *all += more;
        }
    }

    /// The rating based on the most games, of whatever class.
    pub fn best_known_rating(&self) -> Option<&UserRating> {
        self.ratings.iter().map(|(_, rating)| rating).max_by_key(|rating| rating.games)
    }

    /// Results with a colour.
    pub fn colour(&self, color: Color) -> ScoreSheet {
        self.colours[color.index()]
    }

    /// Results of the games that ended in a phase.
    pub fn phase(&self, phase: Phase) -> ScoreSheet {
        self.phases[phase as usize]
    }

    /// The mean accuracy of the games with evaluations; `None` without such games.
    pub fn mean_accuracy(&self) -> Option<f64> {
        let sum: f64 = self.accuracy.iter().map(|point| point.accuracy).sum();
        (!self.accuracy.is_empty()).then(|| sum / self.accuracy.len() as f64)
    }
}

/// The games by date; those of a day in the order of the file. A game whose day is unknown follows the game before it
/// in the file.
fn by_date(games: &[PlayedGame]) -> Vec<&PlayedGame> {
    let mut day = 0;
    let dated = games.iter().map(|game| {
        if game.date.day() > 0 {
            day = game.date.number();
        }
        (day, game)
    });
    let mut dated: Vec<(u32, &PlayedGame)> = dated.collect();
    dated.sort_by_key(|&(day, _)| day);
    dated.into_iter().map(|(_, game)| game).collect()
}

/// The rating of each class with rated games.
fn ratings(games: &[&PlayedGame]) -> Vec<(TimeClass, UserRating)> {
    let of_class = |class: TimeClass| {
        let rated = games.iter().filter(|game| game.class == class);
        let rated: Vec<RatedGame> =
            rated.filter_map(|game| Some((game.date, game.rated.ok()?, game.result))).collect();
        Some((class, rating::rating(&rated)?))
    };
    TimeClass::ALL.into_iter().filter_map(of_class).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::times::day;
    use crate::results::read::ResultsRequest;
    use std::sync::atomic::AtomicBool;

    /// Nine games: opponent, Elo, colour, result, time, day, moves.
    const GAMES: [(&str, &str, char, &str, &str, &str, &str); 9] = [
        ("Tabia, Bruno", "1200", 'w', "1-0", "300+3", "2026.01.05", "1. e4 c5 2. Nf3"),
        ("Tabia, Bruno", "1200", 'b', "0-1", "300+3", "2026.01.05", "1. e4 c5 2. c3"),
        ("Tabia, Bruno", "1250", 'w', "0-1", "300+3", "2026.01.06", "1. d4 d5 2. c4"),
        ("Tabia, Clara", "1500", 'w', "1/2-1/2", "300+3", "2026.02.01", "1. e4 e5 2. Nf3 Nc6"),
        ("Tabia, Clara", "1500", 'b', "0-1", "60", "2026.02.02", "1. e4 c5 2. Nf3"),
        ("Tabia, full strength", "", 'w', "0-1", "-", "2026.02.03", "1. e4 e5"),
        ("Tabia, Bruno", "1200", 'w', "1-0", "-", "2026.03.01", "1. e4 e5"),
        ("Tabia, Bruno", "1200", 'w', "1-0", "300+3", "2026.03.01", "1. e4 c5"),
        ("Tabia, Bruno", "1200", 'w', "*", "300+3", "2026.03.01", "1. e4 c5"),
    ];

    fn games() -> Vec<PlayedGame> {
        let game = |(name, elo, colour, result, time, date, moves)| {
            let (own, other) = if colour == 'w' { ("White", "Black") } else { ("Black", "White") };
            format!(
                "[{own} \"Me\"]\n[{other} \"{name}\"]\n[{own}Type \"human\"]\n\
                 [{other}Type \"program\"]\n[{other}Elo \"{elo}\"]\n[Date \"{date}\"]\n\
                 [TimeControl \"{time}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n"
            )
        };
        let text: Vec<String> = GAMES.into_iter().map(game).collect();
        let text = text.concat();
        let request = ResultsRequest::default();
        let record = request.read(text.as_bytes(), &AtomicBool::new(false)).unwrap().unwrap();
        assert_eq!((record.games.len(), record.unfinished), (8, 1));
        record.games
    }

    fn tally(wins: u32, draws: u32, losses: u32) -> ScoreSheet {
        ScoreSheet { wins, draws, losses }
    }

    #[test]
    fn a_small_file_gives_the_numbers_counted_by_hand() {
        let results = Results::of(&games(), GameFilter::default(), day("2026.03.02"));
        assert_eq!(results.tally, tally(5, 1, 2));
        let opponents: Vec<_> =
            results.opponents.iter().map(|row| (row.name.as_str(), row.elo, row.tally)).collect();
        assert_eq!(
            opponents,
            [
                ("Tabia, Bruno", Some(1200), tally(4, 0, 1)),
                ("Tabia, Clara", Some(1500), tally(1, 1, 0)),
                ("Tabia, full strength", None, tally(0, 0, 1)),
            ]
        );
        let openings: Vec<_> =
            results.openings.iter().map(|row| (row.name, row.codes, row.tally.games())).collect();
        assert_eq!(openings[0], ("Sicilian Defense", ["B20", "B27"], 4));
        assert_eq!(
            (results.colour(Color::White), results.colour(Color::Black)),
            (tally(3, 1, 2), tally(2, 0, 0))
        );
        assert_eq!(results.phase(Phase::Opening).games(), 8);
        assert_eq!(results.not_rated, [1, 0, 0]);
        assert_eq!(
            (results.wins, results.unbeaten),
            (Streak { now: 2, longest: 2 }, Streak { now: 2, longest: 2 },)
        );
        let ratings: Vec<_> =
            results.ratings.iter().map(|(class, rating)| (*class, rating.games)).collect();
        assert_eq!(
            ratings,
            [(TimeClass::Bullet, 1), (TimeClass::Blitz, 5), (TimeClass::Untimed, 1)]
        );
        let blitz = &results.ratings[1].1;
        assert_eq!(results.best_known_rating(), Some(blitz));
        assert_eq!(blitz.course.len(), 4, "a period a day");
        let (value, error) = (blitz.value, blitz.error);
        // Two wins at 1200, then a loss at 1250, a draw at 1500 and another win: calculated outside this program.
        assert!(
            (value - EXPECTED.0).abs() < 1.0 && (error - EXPECTED.1).abs() < 1.0,
            "{value} {error}"
        );
    }

    /// The rating of the blitz games by the formulas of Glickman's paper, and twice its deviation.
    const EXPECTED: (f64, f64) = (1441.13, 353.15);

    #[test]
    fn an_opponents_number_is_known_from_games_that_are_not_rated_too() {
        let mut game = games().remove(0);
        game.rated = Err(NotRated::Help);
        let results = Results::of(&[game], GameFilter::default(), 0);
        assert_eq!((results.opponents[0].elo, results.ratings.len()), (Some(1200), 0));
    }

    #[test]
    fn filters_leave_games_out_but_not_of_the_rating() {
        let (games, today) = (games(), day("2026.03.02"));
        let of = |class, period| Results::of(&games, GameFilter { class, period }, today);
        let all = of(None, Period::All);
        let blitz = of(Some(TimeClass::Blitz), Period::All);
        assert_eq!((blitz.tally, blitz.ratings.clone()), (tally(3, 1, 1), all.ratings.clone()));
        assert_eq!(of(None, Period::Month).tally.games(), 5, "from the 1st of February on");
        assert_eq!(of(None, Period::Quarter).tally.games(), 8);
        let month = GameFilter { class: None, period: Period::Month };
        let past = Results::of(&games, month, day("2020.01.01"));
        assert_eq!(past.tally.games(), 0, "none of the future");
        assert_eq!(
            of(Some(TimeClass::Rapid), Period::All),
            Results { ratings: all.ratings, not_rated: all.not_rated, ..Results::default() }
        );
    }

    #[test]
    fn streaks_end_with_what_breaks_them() {
        let template = games().remove(0);
        let results = |letters: &str| {
            let game = |letter| PlayedGame {
                result: match letter {
                    '+' => Points::Win,
                    '=' => Points::Draw,
                    _ => Points::Loss,
                },
                ..template.clone()
            };
            let games: Vec<PlayedGame> = letters.chars().map(game).collect();
            let results = Results::of(&games, GameFilter::default(), 0);
            [results.wins.now, results.wins.longest, results.unbeaten.now, results.unbeaten.longest]
        };
        assert_eq!(results(""), [0, 0, 0, 0]);
        assert_eq!(results("+++=+-+="), [0, 3, 2, 5]);
        assert_eq!(results("-++"), [2, 2, 2, 2]);
        assert_eq!(results("==="), [0, 0, 3, 3]);
    }

    #[test]
    fn streaks_and_ratings_follow_the_dates_not_the_file() {
        let template = games().remove(0);
        let game = |date: &str, result| PlayedGame {
            date: Date::parse(date),
            result,
            rated: Ok(1500),
            class: TimeClass::Blitz,
            ..template.clone()
        };
        let (won, lost) = (Points::Win, Points::Loss);
        let file = [
            game("2026.03.02", won),
            game("????.??.??", won),
            game("2026.03.01", lost),
            game("2026.03.02", won),
            game("2026.02", lost),
        ];
        let results = Results::of(&file, GameFilter::default(), 0);
        assert_eq!(
            results.wins,
            Streak { now: 0, longest: 3 },
            "the last follows the 2nd of March"
        );
        let dates: Vec<String> =
            results.ratings[0].1.course.iter().map(|point| point.date.to_string()).collect();
        assert_eq!(dates, ["2026.03.01", "2026.03.02", "", "2026.03.02", "2026.02"]);
    }
}
