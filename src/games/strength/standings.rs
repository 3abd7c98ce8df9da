//! The table of a tournament, computed from its games: scores between players, ratings, how the games ended and how
//! long they took.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::pentanomial::Tally;
use super::rating::{Encounters, Ratings};
use super::sheet::{EloEstimate, Points, ScoreSheet};

/// A played game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// Its number, from 0.
    pub number: u32,
    /// Its round, from 0: two games of two players in a round are a pair from one opening.
    pub round: u32,
    /// The player with White.
    pub white: usize,
    /// The player with Black.
    pub black: usize,
    /// White's points.
    pub points: Points,
    /// The tag Termination.
    pub termination: String,
    /// Its length with the opening, plies.
    pub plies: u32,
    /// Time White and Black used, ms.
    pub time_ms: [u64; 2],
    /// Moves White and Black made in that time.
    pub moves: [u32; 2],
}

impl FinishedGame {
    /// The points of one of its two players.
    pub fn points_of(&self, player: usize) -> Points {
        if player == self.white { self.points } else { self.points.reversed() }
    }
}

/// Why a player has no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrated {
    /// It has scored against the rated ones, directly or through others, and they have not scored against it: it is
    /// stronger, by an unknown amount.
    Above,
    /// They have scored against it, directly or through others, and it has not scored against them: it is weaker.
    Below,
    /// Neither has scored against the other, not even through others.
    NotLinked,
    /// No player is rated, and it has won all its games.
    WonAll,
    /// No player is rated, and it has lost all its games.
    LostAll,
    /// No player is rated, and it has won and lost.
    NobodyRated,
}

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its place in the list of players.
    pub player: usize,
    /// Its games.
    pub sheet: ScoreSheet,
    /// Half points from byes.
    pub bye_halves: u32,
    /// Its Elo relative to the mean of the field with its 95 % error bar, see [`rating`](super::rating).
    pub elo: Option<EloEstimate>,
    /// Why it has no Elo; `None` if it has one or has not played.
    pub unrated: Option<Unrated>,
    /// Its performance: the mean of its opponents plus the Elo of its score.
    pub performance: Option<f64>,
    /// Sonneborn-Berger: for each game its points times all points of the opponent.
    pub sonneborn_berger: f64,
    /// Its games with White.
    pub white: ScoreSheet,
    /// Time it used, ms.
    pub time_ms: u64,
    /// Moves it made in that time.
    pub moves: u32,
}

impl Row {
    /// Its points, byes included.
    pub fn points(&self) -> f64 {
        f64::from(self.halves()) / 2.0
    }

    fn halves(&self) -> u32 {
        2 * self.sheet.wins + self.sheet.draws + self.bye_halves
    }

    /// Time of a move, ms; `None` before the first.
    pub fn ms_per_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.time_ms as f64 / f64::from(self.moves))
    }
}

/// The table of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// The players, the best first: by points, then Sonneborn-Berger, then their place in the list.
    pub rows: Vec<Row>,
    /// All games, from White's view.
    pub white: ScoreSheet,
    /// How the games ended: values of the tag Termination with their counts, the most frequent first.
    pub ends: Vec<(String, u32)>,
    /// Length of all games, plies.
    pub plies: u64,
    /// By a player and another.
    cells: BTreeMap<(usize, usize), Tally>,
    ratings: Ratings,
}

/// Running totals of a tournament's games, so that the table does not need all games again.
#[derive(Clone, Debug, Default)]
pub struct Tallies {
    /// By player, up to the last one that has played.
    rows: Vec<Row>,
    white: ScoreSheet,
    ends: BTreeMap<String, u32>,
    plies: u64,
    cells: BTreeMap<(usize, usize), Tally>,
    encounters: Encounters,
    /// The half points in the games of two players in a round, for the first of them.
    rounds: BTreeMap<(u32, [usize; 2]), Vec<u32>>,
}

impl Tallies {
    /// Counts a game.
    pub fn add(&mut self, game: &FinishedGame) {
        let (known, players) = (self.rows.len(), game.white.max(game.black) + 1);
        self.rows.extend((known..players).map(Row::new));
        self.white.add(game.points);
        self.plies += u64::from(game.plies);
        match self.ends.get_mut(&game.termination) {
            Some(count) => *count += 1,
            None => drop(self.ends.insert(game.termination.clone(), 1)),
        }
        for (color, (player, other, points)) in [
            (game.white, game.black, game.points),
            (game.black, game.white, game.points.reversed()),
        ]
        .into_iter()
        .enumerate()
        {
            self.cells.entry((player, other)).or_default().add(game.round, points);
            let row = &mut self.rows[player];
            row.sheet.add(points);
            row.time_ms += game.time_ms[color];
            row.moves += game.moves[color];
            if color == 0 {
                row.white.add(points);
            }
            if player < other {
                self.meet(game.round, [player, other], points.halves());
            }
        }
    }

    /// Counts a game of two players in a round for their ratings: with its partner it is a pair.
    fn meet(&mut self, round: u32, players: [usize; 2], halves: u32) {
        let met = self.rounds.entry((round, players)).or_default();
        met.push(halves);
        let encounters = &mut self.encounters;
        match met[..] {
            [first, second] => {
                encounters.remove(players, 1, first);
                encounters.add(players, 2, first + second);
            }
            // A game played twice in a round has no partner.
            [first, second, third] => {
                encounters.remove(players, 2, first + second);
                for halves in [first, second, third] {
                    encounters.add(players, 1, halves);
                }
            }
            _ => encounters.add(players, 1, halves),
        }
    }

    /// The table of this many players. `bye_halves` are the half points from byes; players beyond it have none.
    pub fn standings(&self, players: usize, bye_halves: &[u32]) -> Standings {
        let mut rows = self.rows.clone();
        rows.extend((rows.len()..players).map(Row::new));
        let Tallies { white, plies, ref cells, ref encounters, .. } = *self;
        for (row, &halves) in rows.iter_mut().zip(bye_halves) {
            row.bye_halves = halves;
        }
        let ratings = encounters.ratings(rows.len());
        let halves: Vec<u32> = rows.iter().map(Row::halves).collect();
        for row in &mut rows {
            let met = cells.range((row.player, 0)..(row.player + 1, 0));
            for (&(_, other), tally) in met.clone() {
                let ScoreSheet { wins, draws, .. } = tally.sheet;
                let scored = f64::from(2 * wins + draws) / 2.0;
                row.sonneborn_berger += scored * f64::from(halves[other]) / 2.0;
            }
            row.elo = ratings.estimate(row.player);
            if row.elo.is_none() && row.sheet.games() > 0 {
                row.unrated = Some(match ratings.beside_rated(row.player) {
                    Some(Ordering::Greater) => Unrated::Above,
                    Some(_) => Unrated::Below,
                    None if !ratings.is_empty() => Unrated::NotLinked,
                    // A player with draws would be rated.
                    None if row.sheet.losses == 0 => Unrated::WonAll,
                    None if row.sheet.wins == 0 => Unrated::LostAll,
                    None => Unrated::NobodyRated,
                });
            }
            let opponents = met.map(|(&(_, other), tally)| (other, f64::from(tally.sheet.games())));
            row.performance =
                row.sheet.score().and_then(|score| ratings.performance(opponents, score));
        }
        rows.sort_by(|a, b| {
            let by_points = b.halves().cmp(&a.halves());
            by_points
                .then(b.sonneborn_berger.total_cmp(&a.sonneborn_berger))
                .then(a.player.cmp(&b.player))
        });
        let mut ends: Vec<(String, u32)> =
            self.ends.iter().map(|(end, &count)| (end.clone(), count)).collect();
        ends.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        Standings { rows, white, ends, plies, cells: cells.clone(), ratings }
    }
}

impl Standings {
    /// The table of this many players. `bye_halves` are the half points from byes; players beyond it have none.
    pub fn of(players: usize, games: &[FinishedGame], bye_halves: &[u32]) -> Standings {
        let mut tallies = Tallies::default();
        for game in games.iter().filter(|game| game.white.max(game.black) < players) {
            tallies.add(game);
        }
        tallies.standings(players, bye_halves)
    }

    /// Ranks the players by how far each came in a knock-out, keeping the order of equal ones. Players beyond `reached`
    /// have 0.
    pub fn rank_by_rounds(&mut self, reached: &[u32]) {
        self.rows.sort_by_key(|row| std::cmp::Reverse(reached.get(row.player).copied()));
    }

    /// The players as a rating list, the strongest first. Unrated players that are stronger than the rated ones are
    /// above them, weaker ones are last; among themselves they are ordered by whom they have scored against, then by
    /// their score.
    pub fn by_rating(&self) -> Vec<&Row> {
        let mut rows: Vec<&Row> = self.rows.iter().collect();
        let rank = |row: &Row| {
            let score = row.sheet.score().unwrap_or(0.0);
            let group = match row.unrated {
                Some(Unrated::Above) => 3,
                None if row.elo.is_some() => 2,
                Some(Unrated::Below) => 0,
                _ => 1,
            };
            (group, row.elo.map_or(self.ratings.reach(row.player) as f64, |found| found.elo), score)
        };
        rows.sort_by(|a, b| {
            let (a, b) = (rank(a), rank(b));
            b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)).then(b.2.total_cmp(&a.2))
        });
        rows
    }

    /// The results of a player against another; `None` if they have not met.
    pub fn cell(&self, player: usize, other: usize) -> Option<&Tally> {
        self.cells.get(&(player, other))
    }

    /// The ratings with the errors of their differences.
    pub fn ratings(&self) -> &Ratings {
        &self.ratings
    }

    /// Games played.
    pub fn games(&self) -> u32 {
        self.white.games()
    }

    /// Mean length of a game, plies; `None` before the first.
    pub fn mean_plies(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.plies as f64 / f64::from(self.games()))
    }

    /// Share of drawn games, 0 to 1; `None` before the first.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.games() > 0).then(|| f64::from(self.white.draws) / f64::from(self.games()))
    }
}

impl Row {
    fn new(player: usize) -> Row {
        Row {
            player,
            sheet: ScoreSheet::default(),
            bye_halves: 0,
            elo: None,
            unrated: None,
            performance: None,
            sonneborn_berger: 0.0,
            white: ScoreSheet::default(),
            time_ms: 0,
            moves: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u32, players: [usize; 2], points: Points) -> FinishedGame {
        FinishedGame {
            number,
            round: number / 2,
            white: players[0],
            black: players[1],
            points,
            termination: if number == 3 { "time forfeit" } else { "normal" }.to_owned(),
            plies: 60 + number,
            time_ms: [1_000, 500],
            moves: [20, 20],
        }
    }

    /// Three players, two games each: A beats B with both colours, B and C draw twice, C and A win one each.
    fn games() -> Vec<FinishedGame> {
        vec![
            game(0, [0, 1], Points::Win),
            game(1, [1, 0], Points::Loss),
            game(2, [1, 2], Points::Draw),
            game(3, [2, 1], Points::Draw),
            game(4, [2, 0], Points::Win),
            game(5, [0, 2], Points::Win),
        ]
    }

    #[test]
    fn the_table_is_as_computed_by_hand() {
        let table = Standings::of(3, &games(), &[]);
        // A: 2 of B, 1 of C. C: 1 of B, 1 of A. B: 1 of C.
        let points: Vec<(usize, f64)> =
            table.rows.iter().map(|row| (row.player, row.points())).collect();
        assert_eq!(points, [(0, 3.0), (2, 2.0), (1, 1.0)]);
        // A: 2 * 1 + 1 * 2 = 4. C: 1 * 1 + 1 * 3 = 4. B: 1 * 2 = 2.
        assert_eq!(
            table.rows.iter().map(|row| row.sonneborn_berger).collect::<Vec<_>>(),
            [4.0, 4.0, 2.0]
        );
        let cell = table.cell(1, 0).unwrap();
        assert_eq!((cell.sheet.losses, cell.pairs.0), (2, [1, 0, 0, 0, 0]));
        assert_eq!(table.cell(0, 2).unwrap().split, 1);
        assert_eq!(table.cell(0, 0), None);
        // White: +3 =2 -1.
        assert_eq!(table.white, ScoreSheet { wins: 3, draws: 2, losses: 1 });
        assert_eq!(table.rows[0].white, ScoreSheet { wins: 2, draws: 0, losses: 0 });
        assert_eq!(table.ends, [("normal".to_owned(), 5), ("time forfeit".to_owned(), 1)]);
        assert_eq!((table.games(), table.mean_plies()), (6, Some(62.5)));
        assert_eq!((table.rows[0].time_ms, table.rows[0].ms_per_move()), (3_000, Some(37.5)));
        assert!((table.draw_ratio().unwrap() - 1.0 / 3.0).abs() < 1e-12);
        // A scored 3 of 4: 190.85 Elo above the mean of its opponents, who are together as much below the mean as A
        // is above it.
        let (elo, performance) =
            (table.rows[0].elo.unwrap().elo, table.rows[0].performance.unwrap());
        assert!((performance - (190.848_5 - elo / 2.0)).abs() < 1e-3, "{elo} {performance}");
    }

    /// Game by game, with an incomplete pair, a single game, and a pairing played three times in a round.
    #[test]
    fn the_table_grows_game_by_game() {
        let mut all = games();
        all.push(FinishedGame { round: 7, ..game(6, [1, 2], Points::Win) });
        all.extend(
            [7, 8, 9].map(|number| FinishedGame { round: 8, ..game(number, [0, 2], Points::Draw) }),
        );
        let mut tallies = Tallies::default();
        let mut encounters = Encounters::default();
        for (at, game) in all.iter().enumerate() {
            tallies.add(game);
            assert_eq!(tallies.standings(3, &[1]), Standings::of(3, &all[..=at], &[1]), "{at}");
        }
        let halves = |game: &FinishedGame| match game.points_of(game.white.min(game.black)) {
            Points::Win => 2,
            Points::Draw => 1,
            Points::Loss => 0,
        };
        for pair in all[..6].chunks(2) {
            let players = [pair[0].white, pair[0].black];
            let sum = pair.iter().map(halves).sum::<u32>();
            encounters.add([players[0].min(players[1]), players[0].max(players[1])], 2, sum);
        }
        for game in &all[6..] {
            encounters.add([game.white, game.black], 1, halves(game));
        }
        assert_eq!(tallies.encounters, encounters);
    }

    #[test]
    fn a_knock_out_is_ranked_by_rounds_and_a_rating_list_by_ratings() {
        let mut all = games();
        // D beats A, E loses to B.
        all.push(game(6, [3, 0], Points::Win));
        all.push(game(8, [4, 1], Points::Loss));
        let mut table = Standings::of(5, &all, &[]);
        let order = |rows: &[&Row]| rows.iter().map(|row| row.player).collect::<Vec<_>>();
        assert_eq!(order(&table.by_rating()), [3, 0, 2, 1, 4]);
        let why =
            |player: usize| table.rows.iter().find(|row| row.player == player).unwrap().unrated;
        assert_eq!([0, 3, 4].map(why), [None, Some(Unrated::Above), Some(Unrated::Below)]);
        table.rank_by_rounds(&[1, 2, 0, 1]);
        assert_eq!(order(&table.rows.iter().collect::<Vec<_>>()), [1, 0, 3, 2, 4]);
    }

    #[test]
    fn unrated_players_linked_through_others_rank_above_or_below_the_rated_ones() {
        // A and B draw, C beats A, D beats C; B beats E, E beats F; G and H have met no one else.
        let all = [
            game(0, [0, 1], Points::Draw),
            game(2, [2, 0], Points::Win),
            game(4, [3, 2], Points::Win),
            game(6, [1, 4], Points::Win),
            game(8, [4, 5], Points::Win),
            game(10, [6, 7], Points::Win),
        ];
        let table = Standings::of(8, &all, &[]);
        let rows: Vec<_> = table.by_rating().iter().map(|row| (row.player, row.unrated)).collect();
        let (above, below) = (Some(Unrated::Above), Some(Unrated::Below));
        let apart = Some(Unrated::NotLinked);
        let wanted = [(3, above), (2, above), (1, None), (0, None), (6, apart), (7, apart)];
        assert_eq!(rows[..6], wanted);
        assert_eq!(rows[6..], [(4, below), (5, below)]);
    }

    /// A beats B twice and both beat C and D, who split their games; B has the better score, because A has lost most
    /// games against E.
    #[test]
    fn an_unrated_player_ranks_above_those_it_has_beaten() {
        let mut all = vec![game(0, [0, 1], Points::Win), game(1, [1, 0], Points::Loss)];
        all.extend((2..8).map(|number| game(number, [2, 3], Points::Draw)));
        for (number, player) in [(8, 0), (10, 1)] {
            all.extend([2, 3].map(|other| game(number, [player, other], Points::Win)));
        }
        all.extend((12..20).map(|number| game(number, [4, 0], Points::Win)));
        let table = Standings::of(5, &all, &[]);
        let rows: Vec<_> = table.by_rating().iter().map(|row| row.player).collect();
        assert_eq!(rows, [4, 0, 1, 2, 3]);
    }

    #[test]
    fn without_any_rating_the_reason_depends_on_the_results() {
        let all = [game(0, [1, 2], Points::Win), game(2, [0, 1], Points::Win)];
        let table = Standings::of(4, &all, &[]);
        let rows: Vec<_> = table.by_rating().iter().map(|row| (row.player, row.unrated)).collect();
        let [won, lost] = [Unrated::WonAll, Unrated::LostAll].map(Some);
        assert_eq!(rows, [(0, won), (1, Some(Unrated::NobodyRated)), (2, lost), (3, None)]);
    }

    #[test]
    fn byes_count_as_points_but_not_as_games() {
        let table = Standings::of(4, &games(), &[0, 0, 0, 8]);
        assert_eq!((table.rows[0].player, table.rows[0].points()), (3, 4.0));
        assert_eq!((table.rows[0].sheet.games(), table.rows[0].elo), (0, None));
        let empty = Standings::of(2, &[], &[]);
        assert_eq!((empty.games(), empty.mean_plies(), empty.rows[1].performance), (0, None, None));
        let beyond = Standings::of(2, &games(), &[]);
        assert_eq!(beyond.games(), 2, "players beyond the field are left out");
    }
}
