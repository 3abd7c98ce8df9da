//! The options of a new game: the players, the start position, the time. The dialog edits them, the settings store
//! them.

use serde::{Deserialize, Serialize};

use tabia_chess::{Board, Color, FenError, chess960};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::thinker::EngineId;

use super::clock::{Clocks, MoveLimit, TimeControl};
use crate::opponent::even::EvenMatch;
use tabia_text::{Language, t};

/// Opponent in the first game: a casual player has a fair chance.
pub const DEFAULT_CHARACTER: u8 = 2;

/// Who plays which side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sides {
    /// The human has White, the engine Black.
    #[default]
    HumanWhite,
    /// The human has Black, the engine White.
    HumanBlack,
    /// The colours are random.
    Random,
    /// Two humans at one board.
    Humans,
    /// An engine on each side, each at its own strength.
    Engines,
}

impl Sides {
    /// All choices.
    pub const ALL: [Sides; 5] =
        [Sides::HumanWhite, Sides::HumanBlack, Sides::Random, Sides::Humans, Sides::Engines];

    /// The name in the dialog.
    pub fn label(self) -> &'static str {
        match self {
            Sides::HumanWhite => t!("sides-human-white"),
            Sides::HumanBlack => t!("sides-human-black"),
            Sides::Random => t!("sides-random"),
            Sides::Humans => t!("sides-humans"),
            Sides::Engines => t!("sides-engines"),
        }
    }
}

/// Where the game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum StartFrom {
    /// The usual position.
    #[default]
    Standard,
    /// The position on the board.
    Current,
    /// A position given as FEN.
    Fen(String),
    /// Chess960 start position of this number, 0 to 959.
    Chess960(u16),
    /// A random Chess960 start position.
    RandomChess960,
}

/// The options of a new game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct NewGame {
    /// Who plays which side.
    pub sides: Sides,
    /// Where it begins.
    pub start: StartFrom,
    /// Time for both sides; `None`: no clocks.
    pub time: Option<TimeControl>,
    /// Black's time if it differs. The kind of clock is White's.
    pub black_time: Option<TimeControl>,
    /// A fallen flag is reported, but the game continues.
    pub play_on: bool,
    /// What the engine may spend on a move instead of using its clock; White's engine if both sides are engines.
    pub move_limit: Option<MoveLimit>,
    /// The same for Black's engine if both sides are engines.
    pub black_move_limit: Option<MoveLimit>,
    /// The engine; White's if both sides are engines.
    pub engine: EngineId,
    /// Black's engine if both sides are engines.
    pub black_engine: EngineId,
    /// The engine's strength; White's engine if both sides are engines.
    pub strength: Strength,
    /// The strength of Black's engine if both sides are engines.
    pub black_strength: Strength,
    /// An even match: `strength` is the one that the user's results have led to (`opponent::even`).
    pub even: bool,
    /// The names of two people at one board, White first.
    pub names: [String; 2],
}

impl Default for NewGame {
    fn default() -> Self {
        NewGame {
            sides: Sides::HumanWhite,
            start: StartFrom::Standard,
            time: None,
            black_time: None,
            play_on: false,
            move_limit: None,
            black_move_limit: None,
            engine: EngineId::BUILT_IN,
            black_engine: EngineId::BUILT_IN,
            strength: Strength::Character(DEFAULT_CHARACTER),
            black_strength: Strength::Character(DEFAULT_CHARACTER),
            even: false,
            names: Default::default(),
        }
    }
}

impl NewGame {
    /// The options with every value inside its range.
    #[must_use]
    pub fn clamped(mut self) -> NewGame {
        self.time = self.time.map(TimeControl::clamped);
        let kind = self.time.map(|time| time.kind);
        let alike = |time: TimeControl| TimeControl { kind: kind.unwrap_or(time.kind), ..time };
        self.black_time = self.black_time.map(alike).map(TimeControl::clamped);
        self.move_limit = self.move_limit.map(MoveLimit::clamped);
        self.black_move_limit = self.black_move_limit.map(MoveLimit::clamped);
        for (engine, strength) in
            [(self.engine, &mut self.strength), (self.black_engine, &mut self.black_strength)]
        {
            if engine.is_built_in() {
                *strength = strength.of_own_engine();
            }
        }
        if let StartFrom::Chess960(number) = &mut self.start {
            *number = (*number).min(chess960::COUNT as u16 - 1);
        }
        self
    }

    /// The options with this opponent. Between two engines it becomes White's; two people at one board give way to
    /// it.
    #[must_use]
    pub fn against(mut self, engine: EngineId, strength: Strength) -> NewGame {
        if self.sides == Sides::Humans {
            self.sides = Sides::HumanWhite;
        }
        (self.engine, self.strength, self.even) = (engine, strength, false);
        self
    }

    /// The options as an even match in its present state.
    #[must_use]
    pub fn even(self, now: EvenMatch) -> NewGame {
        NewGame { even: true, ..self.against(EngineId::BUILT_IN, now.strength()) }
    }

    /// Updates an even match to its present state; it stays one only for a single person against the engine of the
    /// match.
    #[must_use]
    pub(crate) fn with_even_match(self, now: EvenMatch) -> NewGame {
        let alone = !matches!(self.sides, Sides::Humans | Sides::Engines);
        let even = self.even && alone && self.engine.is_built_in();
        if even && matches!(self.strength, Strength::Elo(_)) {
            return NewGame { strength: now.strength(), ..self };
        }
        NewGame { even: false, ..self }
    }

    /// The options with these clocks on both sides. A fallen flag ends the game.
    #[must_use]
    pub fn timed(self, time: Option<TimeControl>) -> NewGame {
        NewGame { time, black_time: None, play_on: false, ..self }
    }

    /// The controls of both sides, if there are clocks.
    pub fn controls(&self) -> Option<[TimeControl; 2]> {
        let white = self.time?;
        Some([white, self.black_time.unwrap_or(white)])
    }

    /// The clocks at the start, if there are any.
    pub fn clocks(&self) -> Option<Clocks> {
        self.controls().map(|controls| Clocks::new(controls).playing_on(self.play_on))
    }

    /// What the engines may spend on a move, indexed by `Color::index()`; `human` is the human's side, if there is
    /// one.
    pub fn move_limits(&self, human: Option<Color>) -> [Option<MoveLimit>; 2] {
        match (self.sides, human) {
            (Sides::Humans, _) => [None; 2],
            (Sides::Engines, _) | (_, None) => [self.move_limit, self.black_move_limit],
            (_, Some(Color::White)) => [None, self.move_limit],
            (_, Some(Color::Black)) => [self.move_limit, None],
        }
    }

    /// The start position. `current` is the one on the board, `draw` a random number.
    ///
    /// # Errors
    /// If the FEN is refused.
    pub fn board(&self, current: &Board, draw: u64) -> Result<Board, FenError> {
        let numbered = |n: usize| Board::chess960(n % chess960::COUNT).unwrap_or_else(Board::start);
        Ok(match &self.start {
            StartFrom::Standard => Board::start(),
            StartFrom::Current => *current,
            StartFrom::Fen(fen) => Board::from_fen(fen)?,
            StartFrom::Chess960(number) => numbered(usize::from(*number)),
            StartFrom::RandomChess960 => numbered((draw >> 8) as usize),
        })
    }
}

/// The title of an engine with this name and strength, as a player in the window. An empty name means the built-in
/// engine.
pub fn engine_title(name: &str, strength: Strength) -> String {
    title_in(Language::current(), name, strength)
}

/// The name of an engine in a file, whatever the language of the window.
pub(crate) fn engine_tag(name: &str, strength: Strength) -> String {
    title_in(Language::english(), name, strength)
}

fn title_in(language: &'static Language, name: &str, strength: Strength) -> String {
    let elo = |name: &str, elo: u16| {
        language.format("strength-elo", &[("name", name.into()), ("elo", elo.to_string().into())])
    };
    if name.is_empty() {
        return match strength {
            Strength::Character(_) | Strength::Gambler => {
                let gambler = || language.text("strength-gambler");
                let named = strength.character().map_or_else(gambler, |one| one.name);
                language.format("strength-level", &[("level", named.into())])
            }
            Strength::Elo(points) => elo("Tabia", points),
            Strength::Full | Strength::Skill(_) => language.text("strength-full").to_owned(),
        };
    }
    match strength {
        Strength::Full | Strength::Character(_) | Strength::Gambler => name.to_owned(),
        Strength::Elo(points) => elo(name, points),
        Strength::Skill(level) => language.format(
            "strength-skill",
            &[("name", name.into()), ("skill", level.to_string().into())],
        ),
    }
}
