//! Who plays whom, in which order, from which opening. In a round robin and a gauntlet all games are known from the
//! beginning. In a Swiss tournament and a knock-out the pairings of a round follow only from the results before it,
//! so that a resumed tournament finds the same pairings.
//!
//! - A game is identified by its round and the players' colours. Its number is for display: once given, it does not
//!   change when rounds or players are added.
//! - Swiss: players are ranked by points, then by their place in the list; within a score group the upper half plays
//!   the lower half, skipping opponents already met. Rematches are avoided if possible. With an odd number, the last
//!   player that has had no bye gets one, which counts as winning all its games.
//! - Knock-out: players are seeded in the order of the list, so that the first ones meet late and get the byes. The
//!   player with more points wins a tie; while the points are equal, a limited number of further pairs are played,
//!   and then the better seed advances.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use tabia_games::strength::sheet::Points;

use super::openings::Openings;
use super::pairing::{Matching, pair_up};

/// The format of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Format {
    /// Two players.
    Match {
        /// Number of openings played.
        rounds: u32,
    },
    /// Every player plays every other one.
    RoundRobin {
        /// How often each pairing is played.
        cycles: u32,
    },
    /// The first player plays all others.
    Gauntlet {
        /// How often each pairing is played.
        cycles: u32,
    },
    /// Players of about equal points meet.
    Swiss {
        rounds: u32,
        /// Pairs of games that two players play in a round.
        #[serde(default = "one")]
        pairs: u32,
    },
    /// The loser of a tie is eliminated.
    KnockOut {
        /// Pairs of games of a tie.
        #[serde(default = "one")]
        pairs: u32,
        /// Maximum number of further pairs while a tie is equal; after them the better seed advances.
        #[serde(default = "two")]
        tie_breaks: u32,
    },
}

fn one() -> u32 {
    1
}

fn two() -> u32 {
    2
}

/// How the games of two players share openings and colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Colours {
    /// Two games from one opening, with both colours.
    #[default]
    Pairs,
    /// One game from each opening, with alternating colours.
    Alternating,
}

/// A game of a tournament before it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number in the tournament, from 0.
    pub game: u32,
    /// Its round, from 0: all games of a round have the same opening.
    pub round: u32,
    /// The player with White.
    pub white: usize,
    /// The player with Black.
    pub black: usize,
}

/// Identifies a game: round, White, Black.
type Key = (u32, usize, usize);

impl Fixture {
    fn key(&self) -> Key {
        (self.round, self.white, self.black)
    }
}

/// Two players who meet in a round of a Swiss tournament or a knock-out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tie {
    /// The better placed one.
    pub first: usize,
    /// The other; `None`: a bye.
    pub second: Option<usize>,
}

/// The progress of a tournament, in addition to its games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Number of games of the whole tournament, as far as known.
    pub games: u32,
    /// Half points each player has from byes.
    pub bye_halves: Vec<u32>,
    /// The round of a Swiss tournament or a knock-out that was paired last, from 1, and the number of rounds.
    pub round: Option<(u32, u32)>,
    /// Rounds of a knock-out that each player has won; empty for other formats. A bye counts when its round is over.
    pub rounds_won: Vec<u32>,
    /// The state of each player in a knock-out; empty for other formats.
    pub fates: Vec<Fate>,
    /// The ties of a knock-out as far as they are paired, by round; empty for other formats.
    pub ties: Vec<TieScore>,
    /// The winner of a knock-out that is over.
    pub champion: Option<usize>,
    /// The number of different openings and of rounds that need one, if openings are repeated.
    pub repeated: Option<(u32, u32)>,
}

/// The state of a player in a knock-out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It plays, or waits for its next round.
    In,
    /// It has a bye in the current round.
    Bye,
    /// It has lost a tie.
    Out,
    /// A tie stayed equal to the end, and the opponent was the better seed.
    OutBySeed,
}

/// The score of a tie in a knock-out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TieScore {
    /// The round, from 1.
    pub round: u32,
    /// The players.
    pub tie: Tie,
    /// Points of both, in halves.
    pub halves: [u32; 2],
    /// The winner, if the tie is decided.
    pub winner: Option<usize>,
}

impl TieScore {
    /// Whether the tie stayed equal to the end, so that the better seed advanced.
    pub fn is_by_seed(&self) -> bool {
        self.tie.second.is_some() && self.winner.is_some() && self.halves[0] == self.halves[1]
    }
}

impl Progress {
    /// A rank of how far each player has come in a knock-out, highest for the furthest; empty for other formats.
    /// Players still in rank above the others.
    pub fn reached(&self) -> Vec<u32> {
        let rank = |(&won, fate): (&u32, &Fate)| match fate {
            Fate::In | Fate::Bye => 1_000 + won,
            Fate::Out | Fate::OutBySeed => won,
        };
        self.rounds_won.iter().zip(&self.fates).map(rank).collect()
    }
}

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// This game begins.
    Play(Fixture),
    /// A game in progress has to end first.
    Wait,
    /// All games are played.
    Over,
}

/// Why a game is not part of the tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotScheduled {
    /// The two players do not meet in that round.
    NotPaired,
    /// The round is after the last one, as in a file of a tournament that had more rounds.
    Beyond,
    /// It is already played.
    Twice,
}

/// The games of a tournament with their results so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    format: Format,
    players: usize,
    colours: Colours,
    /// White's points.
    played: BTreeMap<Key, Points>,
    in_play: BTreeSet<Key>,
    /// The numbers already given.
    numbers: BTreeSet<u32>,
    /// All games before this place of a round robin are played or in progress.
    cursor: u32,
    /// The rounds of a Swiss tournament or a knock-out that are paired.
    stages: Vec<Vec<Tie>>,
    /// The first round after the last one in which games were played earlier: they would count again if rounds were
    /// added, but their results are not kept.
    beyond: Option<u32>,
    /// Number of different openings; `None`: not known.
    openings: Option<u32>,
}

impl Schedule {
    /// The games of this many players. A Swiss tournament and a knock-out always play pairs, whatever `colours` says.
    pub fn new(format: Format, players: usize, colours: Colours) -> Schedule {
        let colours = match format {
            Format::Swiss { .. } | Format::KnockOut { .. } => Colours::Pairs,
            _ => colours,
        };
        let mut schedule = Schedule {
            format,
            players,
            colours,
            played: BTreeMap::new(),
            in_play: BTreeSet::new(),
            numbers: BTreeSet::new(),
            cursor: 0,
            stages: Vec::new(),
            beyond: None,
            openings: None,
        };
        schedule.pair_next_stages();
        schedule
    }

    /// Notes how many different openings its rounds have.
    pub(super) fn set_openings(&mut self, openings: &Openings) {
        self.openings = self.rounds().map(|rounds| openings.different(rounds));
    }

    /// Number of rounds, each with an opening of its own; `None`: it depends on results.
    fn rounds(&self) -> Option<u32> {
        match self.format {
            Format::Swiss { rounds, pairs } => Some(rounds.saturating_mul(pairs)),
            _ => self.cycles(),
        }
    }

    /// The format of the tournament.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Rounds of a round robin or a gauntlet; `None`: its rounds depend on results.
    pub fn cycles(&self) -> Option<u32> {
        match self.format {
            Format::Match { rounds } => Some(rounds),
            Format::RoundRobin { cycles } | Format::Gauntlet { cycles } => Some(cycles),
            Format::Swiss { .. } | Format::KnockOut { .. } => None,
        }
    }

    /// The pairings known so far. Results are reported from the view of the first player.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        if self.cycles().is_some() {
            return (0..self.pairing_count()).map(|at| self.pairing(at)).collect();
        }
        let mut known = Vec::new();
        for tie in self.stages.iter().flatten() {
            if let Some(second) = tie.second {
                let pairing = [tie.first.min(second), tie.first.max(second)];
                if !known.contains(&pairing) {
                    known.push(pairing);
                }
            }
        }
        known
    }

    /// Number of games of the whole tournament, including the tie-breaks of a knock-out known so far.
    pub fn games(&self) -> u32 {
        match self.format {
            Format::Swiss { rounds, pairs } => rounds * (self.players as u32 / 2) * 2 * pairs,
            Format::KnockOut { pairs, .. } => {
                let all = self.stages.iter().enumerate();
                let ties = all.flat_map(|(stage, ties)| ties.iter().map(move |&tie| (stage, tie)));
                let known = ties.filter(|(_, tie)| tie.second.is_some());
                let more: u32 = known.map(|(stage, tie)| self.pairs_due(stage, tie) - pairs).sum();
                2 * (self.players.saturating_sub(1) as u32 * pairs + more)
            }
            _ => self.cycles().unwrap_or(0).saturating_mul(self.per_round()),
        }
    }

    /// Number of games played.
    pub fn played(&self) -> u32 {
        self.played.len() as u32
    }

    /// Half points each player has from byes of a Swiss tournament.
    pub fn bye_halves(&self) -> Vec<u32> {
        let mut halves = vec![0; self.players];
        if let Format::Swiss { pairs, .. } = self.format {
            for tie in self.stages.iter().flatten().filter(|tie| tie.second.is_none()) {
                halves[tie.first] += 4 * pairs;
            }
        }
        halves
    }

    pub fn progress(&self) -> Progress {
        let rounds = match self.format {
            Format::Swiss { rounds, .. } => Some(rounds),
            Format::KnockOut { .. } => Some(self.players.next_power_of_two().trailing_zeros()),
            _ => None,
        };
        Progress {
            games: self.games(),
            bye_halves: self.bye_halves(),
            round: rounds.map(|rounds| (self.stages.len() as u32, rounds)),
            rounds_won: self.rounds_won(),
            fates: self.fates(),
            ties: self.ties(),
            champion: self.champion(),
            repeated: self.repeated_openings(),
        }
    }

    /// The number of different openings and of rounds that need one, if there are fewer openings than rounds.
    fn repeated_openings(&self) -> Option<(u32, u32)> {
        Some((self.openings?, self.rounds()?)).filter(|(openings, rounds)| openings < rounds)
    }

    /// Rounds of a knock-out that each player has won, including byes of finished rounds; empty for other formats.
    fn rounds_won(&self) -> Vec<u32> {
        let Format::KnockOut { .. } = self.format else { return Vec::new() };
        let mut won = vec![0; self.players];
        for (stage, ties) in self.stages.iter().enumerate() {
            let is_over = stage + 1 < self.stages.len();
            let counted = ties.iter().filter(|tie| tie.second.is_some() || is_over);
            for winner in counted.filter_map(|&tie| self.winner(stage, tie)) {
                won[winner] += 1;
            }
        }
        won
    }

    /// The state of each player in a knock-out; empty for other formats.
    fn fates(&self) -> Vec<Fate> {
        let Format::KnockOut { .. } = self.format else { return Vec::new() };
        let mut fates = vec![Fate::In; self.players];
        let last = self.stages.len() as u32;
        for score in self.ties() {
            let Tie { first, second } = score.tie;
            match (second, score.winner) {
                (None, _) if score.round == last => fates[first] = Fate::Bye,
                (Some(second), Some(winner)) => {
                    let loser = if winner == second { first } else { second };
                    fates[loser] = if score.is_by_seed() { Fate::OutBySeed } else { Fate::Out };
                }
                _ => {}
            }
        }
        fates
    }

    /// The ties of a knock-out as far as they are paired; empty for other formats.
    fn ties(&self) -> Vec<TieScore> {
        let Format::KnockOut { .. } = self.format else { return Vec::new() };
        let stages = self.stages.iter().enumerate();
        let ties = stages.flat_map(|(stage, ties)| ties.iter().map(move |&tie| (stage, tie)));
        ties.map(|(stage, tie)| self.score(stage, tie)).collect()
    }

    /// The winner of a knock-out that is over.
    pub fn champion(&self) -> Option<usize> {
        let Format::KnockOut { .. } = self.format else { return None };
        let [tie] = self.stages.last()?[..] else { return None };
        self.winner(self.stages.len() - 1, tie)
    }

    /// The next game, which then counts as in progress.
    pub fn begin_next(&mut self) -> Next {
        match self.open_game() {
            Some(((round, white, black), natural)) => {
                self.in_play.insert((round, white, black));
                Next::Play(Fixture { game: self.number(natural), round, white, black })
            }
            None if self.in_play.is_empty() => Next::Over,
            None => Next::Wait,
        }
    }

    /// Whether no game is open or in progress.
    pub fn is_over(&mut self) -> bool {
        self.in_play.is_empty() && self.open_game().is_none()
    }

    /// The next game that is neither played nor in progress, with its place in the order of play.
    fn open_game(&mut self) -> Option<(Key, u32)> {
        if self.cycles().is_some() { self.next_of_cycles() } else { self.next_of_stage() }
    }

    /// Number of games in progress.
    pub fn in_play(&self) -> usize {
        self.in_play.len()
    }

    /// Records the result of a game in progress.
    pub fn finish(&mut self, fixture: Fixture, white: Points) {
        self.in_play.remove(&fixture.key());
        self.played.insert(fixture.key(), white);
        self.pair_next_stages();
    }

    /// Reopens a game in progress that was abandoned.
    pub fn abandon(&mut self, fixture: Fixture) {
        self.in_play.remove(&fixture.key());
        self.numbers.remove(&fixture.game);
        self.cursor = 0;
    }

    /// Records a game that was played earlier, with White's points.
    ///
    /// # Errors
    /// If it is not part of this tournament.
    pub(crate) fn add_played(
        &mut self,
        fixture: Fixture,
        white: Points,
    ) -> Result<(), NotScheduled> {
        let Fixture { round, white: a, black: b, .. } = fixture;
        if a == b || a >= self.players || b >= self.players {
            return Err(NotScheduled::NotPaired);
        }
        if let Some(cycles) = self.cycles() {
            let gauntlet = matches!(self.format, Format::Gauntlet { .. });
            if gauntlet && a != 0 && b != 0
                || self.colours == Colours::Alternating
                    && Schedule::alternating(round, [a.min(b), a.max(b)]) != [a, b]
            {
                return Err(NotScheduled::NotPaired);
            }
            if round >= cycles {
                self.beyond = Some(self.beyond.map_or(round, |known| known.min(round)));
                self.numbers.insert(fixture.game);
                return Err(NotScheduled::Beyond);
            }
        } else {
            let (stage, pair) = (round / self.stage_rounds(), round % self.stage_rounds());
            if matches!(self.format, Format::Swiss { rounds, .. } if stage >= rounds) {
                self.numbers.insert(fixture.game);
                return Err(NotScheduled::Beyond);
            }
            let Some(ties) = self.stages.get(stage as usize) else {
                return Err(NotScheduled::NotPaired);
            };
            let meets = |tie: &&Tie| {
                [(tie.first, tie.second), (tie.second.unwrap_or(tie.first), Some(tie.first))]
                    .contains(&(a, Some(b)))
            };
            let tie = ties.iter().find(meets).ok_or(NotScheduled::NotPaired)?;
            if pair >= self.pairs_due(stage as usize, *tie) {
                return Err(NotScheduled::NotPaired);
            }
        }
        if self.played.contains_key(&fixture.key()) {
            return Err(NotScheduled::Twice);
        }
        self.numbers.insert(fixture.game);
        self.finish(fixture, white);
        Ok(())
    }

    /// Sets the rounds of a round robin or a gauntlet. Returns whether that was possible: not beyond a round whose games
    /// were played earlier and do not count.
    pub fn set_cycles(&mut self, new: u32) -> bool {
        if self.beyond.is_some_and(|round| new > round) {
            return false;
        }
        match &mut self.format {
            Format::Match { rounds: cycles }
            | Format::RoundRobin { cycles }
            | Format::Gauntlet { cycles } => *cycles = new,
            Format::Swiss { .. } | Format::KnockOut { .. } => return false,
        }
        self.cursor = 0;
        true
    }

    /// Adds a player to a round robin or a gauntlet, at the end of the list. Returns whether that was possible.
    pub fn add_player(&mut self) -> bool {
        let grows = matches!(self.format, Format::RoundRobin { .. } | Format::Gauntlet { .. });
        if grows {
            self.players += 1;
            self.cursor = 0;
        }
        grows
    }

    /// A number for a game: its place in the order of play, or the number after the highest one if that is already
    /// taken.
    fn number(&mut self, natural: u32) -> u32 {
        let behind = self.numbers.last().map_or(0, |last| last.saturating_add(1));
        let number = if self.numbers.contains(&natural) { behind } else { natural };
        self.numbers.insert(number);
        number
    }

    // Round robin and gauntlet.

    fn pairing_count(&self) -> usize {
        match self.format {
            Format::Gauntlet { .. } => self.players.saturating_sub(1),
            _ => self.players * self.players.saturating_sub(1) / 2,
        }
    }

    /// The pairing at this place of a round: 0-1, 0-2, .., 1-2, ..
    fn pairing(&self, mut at: usize) -> [usize; 2] {
        for a in 0..self.players {
            let others = self.players - 1 - a;
            if at < others {
                return [a, a + 1 + at];
            }
            at -= others;
        }
        [0, 0]
    }

    /// The pairing played at this place of a round. A round robin uses the circle method: the last player stays fixed
    /// and the others rotate around it, so that all players have about the same number of games at any time. With an
    /// odd number, the player who would meet the empty place waits.
    fn pairing_in_order(&self, at: usize) -> [usize; 2] {
        if matches!(self.format, Format::Gauntlet { .. }) || self.players < 3 {
            return self.pairing(at);
        }
        let (players, tables) = (self.players, self.players / 2);
        let circle = players - 1 + players % 2;
        let (turn, table) = (at / tables, at % tables + players % 2);
        let (a, b) = match table {
            0 => (turn, players - 1),
            table => ((turn + table) % circle, (turn + circle - table) % circle),
        };
        [a.min(b), a.max(b)]
    }

    fn per_round(&self) -> u32 {
        let games = if self.colours == Colours::Pairs { 2 } else { 1 };
        games * self.pairing_count() as u32
    }

    /// White and Black of the only game that two players have in a round: each has White in every other game of the
    /// pairing and in about half of its games of a round.
    fn alternating(round: u32, [a, b]: [usize; 2]) -> [usize; 2] {
        if (a + b + round as usize).is_multiple_of(2) { [b, a] } else { [a, b] }
    }

    fn next_of_cycles(&mut self) -> Option<(Key, u32)> {
        let per_round = self.per_round();
        while self.cursor < self.games() {
            let at = self.cursor;
            let (round, within) = (at / per_round, at % per_round);
            let [white, black] = if self.colours == Colours::Pairs {
                let [a, b] = self.pairing_in_order(within as usize / 2);
                if within.is_multiple_of(2) { [a, b] } else { [b, a] }
            } else {
                Schedule::alternating(round, self.pairing_in_order(within as usize))
            };
            let key = (round, white, black);
            if !self.played.contains_key(&key) && !self.in_play.contains(&key) {
                return Some((key, at));
            }
            self.cursor += 1;
        }
        None
    }

    // Swiss and knock-out.

    /// Number of rounds of openings in a stage.
    fn stage_rounds(&self) -> u32 {
        match self.format {
            Format::Swiss { pairs, .. } => pairs,
            Format::KnockOut { pairs, tie_breaks } => pairs + tie_breaks,
            _ => 1,
        }
        .max(1)
    }

    /// The tag Round of a game: the round and the number of the game in it, such as `4.2`. If two players can meet in
    /// several pairs in a round of a Swiss tournament or a knock-out, the pair is in the middle: `2.3.1`.
    pub(crate) fn round_tag(&self, fixture: Fixture) -> String {
        let leg = if fixture.white < fixture.black { 1 } else { 2 };
        match self.stage_rounds() {
            1 => format!("{}.{leg}", fixture.round + 1),
            pairs => {
                let (stage, pair) = (fixture.round / pairs, fixture.round % pairs);
                format!("{}.{}.{leg}", stage + 1, pair + 1)
            }
        }
    }

    /// The round of a game, from 0, read from its tag Round. Older files always have two numbers, the first of which
    /// counts all pairs.
    pub(crate) fn round_of_tag(&self, tag: &str) -> Option<u32> {
        let mut numbers = tag.split('.').map(|number| number.parse::<u32>().ok()?.checked_sub(1));
        let first = numbers.next()??;
        let second = numbers.next().flatten();
        if numbers.next().is_none() {
            return Some(first);
        }
        let pair = second.filter(|&pair| pair < self.stage_rounds())?;
        first.checked_mul(self.stage_rounds())?.checked_add(pair)
    }

    fn round(&self, stage: usize, pair: u32) -> u32 {
        stage as u32 * self.stage_rounds() + pair
    }

    /// Half points of both players in the first pairs of a tie, and whether all these games are played.
    fn tie_halves(&self, stage: usize, [a, b]: [usize; 2], pairs: u32) -> ([u32; 2], bool) {
        let (mut halves, mut complete) = ([0, 0], true);
        for round in (0..pairs).map(|pair| self.round(stage, pair)) {
            for (key, white) in [((round, a, b), 0), ((round, b, a), 1)] {
                match self.played.get(&key) {
                    None => complete = false,
                    Some(points) => {
                        halves[white] += points.halves();
                        halves[1 - white] += 2 - points.halves();
                    }
                }
            }
        }
        (halves, complete)
    }

    /// Number of pairs of a tie to be played, by the results so far.
    fn pairs_due(&self, stage: usize, tie: Tie) -> u32 {
        let Some(second) = tie.second else { return 0 };
        match self.format {
            Format::KnockOut { pairs, tie_breaks } => {
                let equal = |due: &u32| {
                    let (halves, complete) = self.tie_halves(stage, [tie.first, second], *due);
                    complete && halves[0] == halves[1]
                };
                (pairs..pairs + tie_breaks).find(|due| !equal(due)).unwrap_or(pairs + tie_breaks)
            }
            Format::Swiss { pairs, .. } => pairs,
            _ => 0,
        }
    }

    /// The winner of a tie, if it is decided.
    fn winner(&self, stage: usize, tie: Tie) -> Option<usize> {
        self.score(stage, tie).winner
    }

    /// The score of a tie.
    fn score(&self, stage: usize, tie: Tie) -> TieScore {
        let round = stage as u32 + 1;
        let Some(second) = tie.second else {
            return TieScore { round, tie, halves: [0, 0], winner: Some(tie.first) };
        };
        let due = self.pairs_due(stage, tie);
        let (halves, complete) = self.tie_halves(stage, [tie.first, second], due);
        // If it stays equal, the better seed wins.
        let winner = complete.then(|| match halves[0].cmp(&halves[1]) {
            std::cmp::Ordering::Greater => tie.first,
            std::cmp::Ordering::Less => second,
            std::cmp::Ordering::Equal => tie.first.min(second),
        });
        TieScore { round, tie, halves, winner }
    }

    fn next_of_stage(&self) -> Option<(Key, u32)> {
        let stage = self.stages.len().checked_sub(1)?;
        let ties = &self.stages[stage];
        for tie in ties {
            let Some(second) = tie.second else { continue };
            for pair in 0..self.pairs_due(stage, *tie) {
                let round = self.round(stage, pair);
                for key in [(round, tie.first, second), (round, second, tie.first)] {
                    if !self.played.contains_key(&key) && !self.in_play.contains(&key) {
                        let taken = (0..).zip(&self.numbers);
                        let free = taken.take_while(|(at, number)| at == *number).count();
                        return Some((key, free as u32));
                    }
                }
            }
        }
        None
    }

    /// Pairs the next rounds as far as the results allow.
    fn pair_next_stages(&mut self) {
        loop {
            let at = self.stages.len();
            let complete = at.checked_sub(1).is_none_or(|last| {
                self.stages[last].iter().all(|tie| self.winner(last, *tie).is_some())
            });
            let next = match self.format {
                Format::Swiss { rounds, .. } if complete && (at as u32) < rounds => {
                    self.swiss_round()
                }
                Format::KnockOut { .. } if complete => self.knock_out_round(),
                _ => return,
            };
            if next.is_empty() {
                return;
            }
            self.stages.push(next);
        }
    }

    fn knock_out_round(&self) -> Vec<Tie> {
        let Some(last) = self.stages.len().checked_sub(1) else {
            // The numbers of two seeds that meet add up to the same sum: 1-8, 4-5, 2-7, 3-6.
            let mut seeds = vec![0];
            while seeds.len() < self.players {
                let last = 2 * seeds.len() - 1;
                seeds = seeds.into_iter().flat_map(|seed| [seed, last - seed]).collect();
            }
            let present = |seed: usize| (seed < self.players).then_some(seed);
            let (pairs, _) = seeds.as_chunks::<2>();
            return pairs
                .iter()
                .map(|&[a, b]| Tie { first: a.min(b), second: present(a.max(b)) })
                .collect();
        };
        let winners: Vec<usize> =
            self.stages[last].iter().filter_map(|tie| self.winner(last, *tie)).collect();
        let (pairs, _) = winners.as_chunks::<2>();
        pairs.iter().map(|&[a, b]| Tie { first: a.min(b), second: Some(a.max(b)) }).collect()
    }

    fn swiss_round(&self) -> Vec<Tie> {
        let mut halves = self.bye_halves();
        for (&(_, white, black), points) in &self.played {
            halves[white] += points.halves();
            halves[black] += 2 - points.halves();
        }
        let mut order: Vec<usize> = (0..self.players).collect();
        order.sort_by_key(|&player| (std::cmp::Reverse(halves[player]), player));
        let mut meetings = vec![vec![0_u32; self.players]; self.players];
        let mut had_bye = BTreeSet::new();
        for &Tie { first, second } in self.stages.iter().flatten() {
            if let Some(second) = second {
                meetings[first][second] += 1;
                meetings[second][first] += 1;
            } else {
                had_bye.insert(first);
            }
        }
        // Once all have met, the next rounds avoid further rematches.
        let pairs = (0..self.players).flat_map(|one| (0..one).map(move |other| [one, other]));
        let fewest = pairs.map(|[one, other]| meetings[one][other]).min().unwrap_or(0);
        let more = |row: Vec<u32>| row.into_iter().map(|times| times > fewest).collect();
        let met: Vec<Vec<bool>> = meetings.into_iter().map(more).collect();
        let byes: Vec<Option<usize>> = if self.players.is_multiple_of(2) {
            vec![None]
        } else {
            let without = order.iter().rev().copied().filter(|&player| !had_bye.contains(&player));
            let without: Vec<Option<usize>> = without.map(Some).collect();
            if without.is_empty() { vec![order.last().copied()] } else { without }
        };
        let everyone = Matching::new(&met);
        let without = |bye: Option<usize>| {
            bye.map_or_else(|| everyone.clone(), |player| everyone.without(player))
        };
        // The first of equals.
        let best = byes.into_iter().map(|bye| (bye, without(bye)));
        let best = best.min_by_key(|(_, others)| others.rematches());
        let Some((bye, others)) = best else { return Vec::new() };
        order.retain(|&player| Some(player) != bye);
        let mut ties = pair_up(order, &halves, others);
        ties.extend(bye.map(|first| Tie { first, second: None }));
        ties
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays all games one after the other; `result` gives White's points.
    fn play_all(schedule: &mut Schedule, result: impl Fn(Fixture) -> Points) -> Vec<Fixture> {
        let mut all = Vec::new();
        while let Next::Play(fixture) = schedule.begin_next() {
            schedule.finish(fixture, result(fixture));
            all.push(fixture);
        }
        assert!(schedule.is_over());
        all
    }

    /// The player earlier in the list wins.
    fn by_seed(fixture: Fixture) -> Points {
        if fixture.white < fixture.black { Points::Win } else { Points::Loss }
    }

    fn draw(_: Fixture) -> Points {
        Points::Draw
    }

    #[test]
    fn every_pairing_plays_every_opening_with_both_colours() {
        let mut schedule = Schedule::new(Format::RoundRobin { cycles: 4 }, 3, Colours::Pairs);
        assert_eq!(schedule.pairings(), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(schedule.games(), 24);
        let all = play_all(&mut schedule, draw);
        assert_eq!(all.len(), 24);
        for (at, pair) in all.chunks(2).enumerate() {
            assert_eq!((pair[0].white, pair[0].black), (pair[1].black, pair[1].white));
            assert_eq!([pair[0].round, pair[1].round], [at as u32 / 3; 2]);
        }
        assert!(all.iter().enumerate().all(|(at, fixture)| fixture.game == at as u32));
        let gauntlet = Schedule::new(Format::Gauntlet { cycles: 1 }, 4, Colours::Pairs);
        assert_eq!(gauntlet.pairings(), [[0, 1], [0, 2], [0, 3]]);
    }

    #[test]
    fn all_players_of_a_round_robin_have_about_the_same_number_of_games_at_any_time() {
        for players in 2..=9 {
            let mut schedule =
                Schedule::new(Format::RoundRobin { cycles: 1 }, players, Colours::Pairs);
            let pairings = schedule.pairings();
            let all = play_all(&mut schedule, draw);
            let mut games = vec![0_u32; players];
            let mut met = BTreeSet::new();
            for (at, pair) in all.chunks(2).enumerate() {
                let sides = [pair[0].white, pair[0].black];
                for player in sides {
                    games[player] += 1;
                }
                met.insert(sides);
                if (at + 1).is_multiple_of(players / 2) {
                    let (least, most) = (games.iter().min(), games.iter().max());
                    assert!(most.unwrap() - least.unwrap() <= 1, "{players} after {at}: {games:?}");
                }
            }
            assert_eq!(met, pairings.into_iter().collect(), "{players}");
        }
    }

    #[test]
    fn a_tie_that_stays_equal_says_that_the_better_seed_goes_on() {
        let format = Format::KnockOut { pairs: 1, tie_breaks: 1 };
        let mut schedule = Schedule::new(format, 3, Colours::Pairs);
        let by_round =
            |fixture: Fixture| if fixture.round < 2 { Points::Draw } else { by_seed(fixture) };
        assert_eq!(play_all(&mut schedule, by_round).len(), 6);
        let Progress { ties, fates, .. } = schedule.progress();
        let seen: Vec<_> = ties
            .iter()
            .map(|score| (score.round, score.halves, score.winner, score.is_by_seed()))
            .collect();
        assert_eq!(
            seen,
            [(1, [0, 0], Some(0), false), (1, [4, 4], Some(1), true), (2, [4, 0], Some(0), false)]
        );
        assert_eq!(fates, [Fate::In, Fate::Out, Fate::OutBySeed]);
    }

    /// A tournament whose games were played in another order continues with the remaining ones.
    #[test]
    fn games_played_in_another_order_are_found() {
        let format = Format::RoundRobin { cycles: 2 };
        let mut schedule = Schedule::new(format, 5, Colours::Pairs);
        let mut known = BTreeSet::new();
        for game in 0..9 {
            let [a, b] = schedule.pairing(game as usize / 2);
            let (white, black) = if game % 2 == 0 { (a, b) } else { (b, a) };
            let fixture = Fixture { game, round: 0, white, black };
            schedule.add_played(fixture, Points::Draw).unwrap();
            known.insert(fixture.key());
        }
        let rest = play_all(&mut schedule, draw);
        assert_eq!(rest.len(), 40 - 9);
        assert!(rest.iter().all(|fixture| known.insert(fixture.key())));
        let numbers: BTreeSet<u32> = rest.iter().map(|fixture| fixture.game).collect();
        assert!(numbers.len() == 31 && numbers.iter().all(|&number| number >= 9));
    }

    #[test]
    fn single_games_share_the_colours() {
        let mut schedule = Schedule::new(Format::RoundRobin { cycles: 2 }, 4, Colours::Alternating);
        let all = play_all(&mut schedule, draw);
        assert_eq!((all.len(), schedule.games()), (12, 12));
        for player in 0..4 {
            assert_eq!(all.iter().filter(|game| game.white == player).count(), 3, "{player}");
        }
        let first = all[..6].iter().filter(|game| game.white == 0).count();
        assert!((1..=2).contains(&first), "not all Whites in one round");
    }

    #[test]
    fn a_number_stays_when_rounds_and_players_are_added() {
        let mut schedule = Schedule::new(Format::RoundRobin { cycles: 1 }, 3, Colours::Pairs);
        let mut all = play_all(&mut schedule, draw);
        assert!(schedule.set_cycles(2) && schedule.add_player());
        let added = play_all(&mut schedule, draw);
        assert_eq!(added.len(), 24 - 6);
        all.extend(added);
        let numbers: BTreeSet<u32> = all.iter().map(|fixture| fixture.game).collect();
        assert_eq!(numbers.len(), 24, "each its own");
        let keys: BTreeSet<Key> = all.iter().map(Fixture::key).collect();
        assert_eq!(keys.len(), 24);
        let mut knock_out =
            Schedule::new(Format::KnockOut { pairs: 1, tie_breaks: 1 }, 4, Colours::Pairs);
        assert!(!knock_out.set_cycles(2) && !knock_out.add_player());
    }

    #[test]
    fn a_swiss_tournament_pairs_equal_points_without_rematches() {
        for (players, rounds) in [(2, 1), (4, 3), (5, 5), (8, 5), (9, 6), (30, 7)] {
            let format = Format::Swiss { rounds, pairs: 1 };
            let mut schedule = Schedule::new(format, players, Colours::Pairs);
            let all = play_all(&mut schedule, by_seed);
            assert_eq!(all.len() as u32, schedule.games(), "{players}");
            assert_eq!(schedule.stages.len(), rounds as usize);
            let mut met = BTreeSet::new();
            for tie in schedule.stages.iter().flatten() {
                if let Some(second) = tie.second {
                    assert!(
                        met.insert([tie.first.min(second), tie.first.max(second)]),
                        "{players}"
                    );
                }
            }
            let byes = schedule.bye_halves();
            assert!(byes.iter().all(|&halves| halves <= 4), "one bye at most: {byes:?}");
            assert_eq!(byes.iter().sum::<u32>(), if players % 2 == 1 { 4 * rounds } else { 0 });
        }
        let mut eight = Schedule::new(Format::Swiss { rounds: 3, pairs: 2 }, 8, Colours::Pairs);
        let meets = |stage: &[Tie]| {
            stage.iter().map(|tie| (tie.first, tie.second.unwrap())).collect::<Vec<_>>()
        };
        assert_eq!(
            meets(&eight.stages[0]),
            [(0, 4), (1, 5), (2, 6), (3, 7)],
            "upper half against lower"
        );
        play_all(&mut eight, by_seed);
        assert_eq!(meets(&eight.stages[1]), [(0, 2), (1, 3), (4, 6), (5, 7)], "winners meet");
    }

    #[test]
    fn long_swiss_tournaments_have_no_avoidable_rematches() {
        for (players, rounds) in [(32, 19), (33, 19), (101, 30)] {
            let format = Format::Swiss { rounds, pairs: 1 };
            let mut schedule = Schedule::new(format, players, Colours::Pairs);
            play_all(&mut schedule, by_seed);
            let mut met = BTreeSet::new();
            for (stage, ties) in schedule.stages.iter().enumerate() {
                for Tie { first, second } in ties.iter().filter(|tie| tie.second.is_some()) {
                    let second = second.unwrap();
                    let new = met.insert([*first.min(&second), *first.max(&second)]);
                    assert!(new, "{players} players, round {}", stage + 1);
                }
            }
        }
    }

    #[test]
    fn games_of_rounds_that_were_removed_do_not_count_and_are_not_played_twice() {
        let mut before = Schedule::new(Format::RoundRobin { cycles: 3 }, 3, Colours::Pairs);
        let all = play_all(&mut before, draw);
        let mut fewer = Schedule::new(Format::RoundRobin { cycles: 1 }, 3, Colours::Pairs);
        for &fixture in &all {
            let wanted = if fixture.round == 0 { Ok(()) } else { Err(NotScheduled::Beyond) };
            assert_eq!(fewer.add_played(fixture, Points::Draw), wanted);
        }
        assert!(fewer.is_over());
        assert!(!fewer.set_cycles(2) && fewer.set_cycles(1), "round 2 is in the file");
        assert!(fewer.add_player());
        let numbers: BTreeSet<u32> = all.iter().map(|fixture| fixture.game).collect();
        let added = play_all(&mut fewer, draw);
        assert!(added.iter().all(|fixture| !numbers.contains(&fixture.game)), "{added:?}");

        let swiss = |rounds| Schedule::new(Format::Swiss { rounds, pairs: 2 }, 4, Colours::Pairs);
        let all = play_all(&mut swiss(3), by_seed);
        let mut fewer = swiss(2);
        for &fixture in &all {
            let wanted = if fixture.round < 4 { Ok(()) } else { Err(NotScheduled::Beyond) };
            assert_eq!(fewer.add_played(fixture, by_seed(fixture)), wanted);
        }
        assert!(fewer.is_over());
    }

    #[test]
    fn rematches_are_as_few_as_possible_when_all_have_met() {
        let mut schedule = Schedule::new(Format::Swiss { rounds: 4, pairs: 1 }, 4, Colours::Pairs);
        assert_eq!(play_all(&mut schedule, draw).len(), 16);
        let met: BTreeSet<[usize; 2]> = schedule.stages[..3]
            .iter()
            .flatten()
            .map(|tie| [tie.first.min(tie.second.unwrap()), tie.first.max(tie.second.unwrap())])
            .collect();
        assert_eq!(met.len(), 6, "the first three rounds are a round robin");
        let mut long = Schedule::new(Format::Swiss { rounds: 9, pairs: 1 }, 4, Colours::Pairs);
        play_all(&mut long, by_seed);
        let mut times = BTreeMap::new();
        for tie in long.stages.iter().flatten() {
            let second = tie.second.unwrap();
            *times.entry([tie.first.min(second), tie.first.max(second)]).or_insert(0) += 1;
        }
        assert_eq!(times.into_values().collect::<Vec<_>>(), [3; 6]);
    }

    #[test]
    fn a_tie_is_decided_by_points_then_further_pairs_then_seed() {
        let format = Format::KnockOut { pairs: 1, tie_breaks: 2 };
        let mut schedule = Schedule::new(format, 6, Colours::Pairs);
        assert_eq!(
            schedule.stages[0],
            [(0, None), (3, Some(4)), (1, None), (2, Some(5))]
                .map(|(first, second)| Tie { first, second })
        );
        let all = play_all(&mut schedule, by_seed);
        assert_eq!((all.len(), schedule.games(), schedule.champion()), (10, 10, Some(0)));
        let progress = schedule.progress();
        assert_eq!((progress.round, progress.champion), (Some((3, 3)), Some(0)));
        assert_eq!(progress.rounds_won, [3, 2, 1, 1, 0, 0]);
        assert_eq!(progress.fates[1..], [Fate::Out; 5]);
        assert_eq!(progress.reached(), [1_003, 2, 1, 1, 0, 0]);
        let mut drawn = Schedule::new(format, 2, Colours::Pairs);
        assert_eq!(drawn.games(), 2);
        assert_eq!(play_all(&mut drawn, draw).len(), 6, "one pair and two that break the tie");
        assert_eq!(drawn.games(), 6);
        assert_eq!(drawn.champion(), Some(0), "the better seed");
        let mut decided = Schedule::new(format, 2, Colours::Pairs);
        let second_pair = |fixture: Fixture| match fixture {
            Fixture { round: 1, white: 1, .. } => Points::Win,
            _ => Points::Draw,
        };
        assert_eq!(play_all(&mut decided, second_pair).len(), 4);
        assert_eq!(decided.champion(), Some(1));
    }

    #[test]
    fn a_bye_ranks_below_winners_and_above_eliminated_players() {
        use Fate::{Bye, In, Out};

        let format = Format::KnockOut { pairs: 1, tie_breaks: 0 };
        let mut schedule = Schedule::new(format, 6, Colours::Pairs);
        for _ in 0..2 {
            let Next::Play(fixture) = schedule.begin_next() else { panic!("no game") };
            schedule.finish(fixture, by_seed(fixture));
        }
        let progress = schedule.progress();
        assert_eq!(progress.fates, [Bye, Bye, In, In, Out, In]);
        assert_eq!(progress.rounds_won, [0, 0, 0, 1, 0, 0]);
        assert_eq!(progress.reached(), [1_000, 1_000, 1_000, 1_001, 0, 1_000]);
    }

    #[test]
    fn current_and_older_round_tags_are_read() {
        let knock_out = Format::KnockOut { pairs: 1, tie_breaks: 2 };
        for (format, tags) in [
            (knock_out, ["1.1.1", "2.2.2"]),
            (Format::Swiss { rounds: 5, pairs: 1 }, ["1.1", "5.2"]),
            (Format::RoundRobin { cycles: 5 }, ["1.1", "5.2"]),
        ] {
            let schedule = Schedule::new(format, 4, Colours::Pairs);
            let fixtures = [(0, 1, 2), (4, 2, 1)];
            for ((round, white, black), tag) in fixtures.into_iter().zip(tags) {
                let fixture = Fixture { game: 0, round, white, black };
                assert_eq!(schedule.round_tag(fixture), tag);
                assert_eq!(schedule.round_of_tag(tag), Some(round));
            }
            assert_eq!(schedule.round_of_tag("8.1"), Some(7));
            for wrong in ["0.1", "x", "", "?"] {
                assert_eq!(schedule.round_of_tag(wrong), None, "{wrong}");
            }
        }
        let schedule = Schedule::new(knock_out, 4, Colours::Pairs);
        assert_eq!(schedule.round_of_tag("1.4.1"), None, "no round has so many pairs");
    }

    #[test]
    fn games_in_progress_are_awaited_and_abandoned_ones_played_again() {
        let mut schedule =
            Schedule::new(Format::KnockOut { pairs: 1, tie_breaks: 0 }, 4, Colours::Pairs);
        let begun: Vec<Fixture> = (0..4)
            .map(|_| match schedule.begin_next() {
                Next::Play(fixture) => fixture,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(schedule.begin_next(), Next::Wait);
        schedule.abandon(begun[1]);
        assert_eq!(schedule.begin_next(), Next::Play(begun[1]));
        for &fixture in &begun {
            schedule.finish(fixture, by_seed(fixture));
        }
        assert!(matches!(
            schedule.begin_next(),
            Next::Play(Fixture { round: 1, white: 0, black: 1, .. })
        ));
    }

    #[test]
    fn the_rounds_of_a_swiss_tournament_follow_from_its_games() {
        let format = Format::Swiss { rounds: 4, pairs: 1 };
        let mut first = Schedule::new(format, 7, Colours::Pairs);
        let result =
            |fixture: Fixture| match (fixture.white * 3 + fixture.black + fixture.round as usize)
                % 3
            {
                0 => Points::Win,
                1 => Points::Draw,
                _ => Points::Loss,
            };
        let all = play_all(&mut first, result);
        for cut in 0..all.len() {
            let mut again = Schedule::new(format, 7, Colours::Pairs);
            for &fixture in &all[..cut] {
                again.add_played(fixture, result(fixture)).unwrap();
            }
            assert_eq!(play_all(&mut again, result), all[cut..], "cut at {cut}");
            assert_eq!(again.stages, first.stages);
        }
        let mut again = Schedule::new(format, 7, Colours::Pairs);
        let later = all[all.len() - 1];
        assert_eq!(again.add_played(later, Points::Win), Err(NotScheduled::NotPaired));
        again.add_played(all[0], Points::Win).unwrap();
        assert_eq!(again.add_played(all[0], Points::Win), Err(NotScheduled::Twice));
    }
}
