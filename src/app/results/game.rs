//! What a game of the file contains about the user: side, opponent, result, time, opening, and the quality of play.

use tabia_chess::Color;
use tabia_games::collection::entry::Date;
use tabia_games::game::pgn_read::PgnGame;
use tabia_games::game::tags::Tags;
use tabia_games::game::tree::GameTree;
use tabia_games::openings;
use tabia_games::strength::sheet::Points;
use tabia_host::review::classify::MoveClass;
use tabia_host::review::phase::{Phase, phases};
use tabia_host::review::recorded::{self, RecordedSide};
use tabia_host::review::words::{ErrorKind, Why};
use tabia_text::t;

use crate::game::clock::TimeControl;
use crate::game::state::{BEGAN_TAG, HELP_TAG};
use crate::library::own::user_side;

/// Plausible Elo numbers of opponents.
const ELO: std::ops::RangeInclusive<u16> = 100..=4_000;

/// Maximum length of an opponent's name, characters.
const MAX_NAME: usize = 120;

/// The time class of a game, by the limits of lichess.org.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TimeClass {
    /// Less than 3 minutes per side.
    Bullet,
    /// Less than 8 minutes.
    Blitz,
    /// Less than 25 minutes.
    Rapid,
    Classical,
    /// Without clocks.
    Untimed,
}

impl TimeClass {
    pub const ALL: [TimeClass; 5] = [
        TimeClass::Bullet,
        TimeClass::Blitz,
        TimeClass::Rapid,
        TimeClass::Classical,
        TimeClass::Untimed,
    ];

    /// The class of a time control: by its time for 40 moves.
    pub fn of(control: TimeControl) -> TimeClass {
        match control.usual_ms() / 1000 {
            0..180 => TimeClass::Bullet,
            180..480 => TimeClass::Blitz,
            480..1500 => TimeClass::Rapid,
            _ => TimeClass::Classical,
        }
    }

    /// Its name in the window.
    pub fn title(self) -> &'static str {
        match self {
            TimeClass::Bullet => t!("results-bullet"),
            TimeClass::Blitz => t!("results-blitz"),
            TimeClass::Rapid => t!("results-rapid"),
            TimeClass::Classical => t!("results-classical"),
            TimeClass::Untimed => t!("results-untimed"),
        }
    }

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            TimeClass::Bullet => "bullet",
            TimeClass::Blitz => "blitz",
            TimeClass::Rapid => "rapid",
            TimeClass::Classical => "classical",
            TimeClass::Untimed => "untimed",
        }
    }
}

/// Why a finished game does not count for the user's rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NotRated {
    /// The opponent's Elo is unknown.
    NoNumber,
    /// It did not begin in the usual start position.
    SetUp,
    /// There was help: see [`HELP_TAG`].
    Help,
}

impl NotRated {
    /// All reasons.
    pub const ALL: [NotRated; 3] = [NotRated::NoNumber, NotRated::SetUp, NotRated::Help];
}

/// An opening by its family, without the variation: `Sicilian Defense`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningFamily {
    /// The ECO code of the variation.
    pub eco: &'static str,
    /// The name in English.
    pub name: &'static str,
}

/// The quality of the user's play, if the game has evaluations.
#[derive(Clone, Debug, PartialEq)]
pub struct Quality {
    /// From 0 to 100.
    pub accuracy: f64,
    /// By phase, as in [`Phase::ALL`].
    pub phases: [PhaseQuality; 3],
    /// Errors of each kind, as in [`ErrorKind::ALL`].
    pub kinds: [u32; ErrorKind::ALL.len()],
}

/// The user's moves in one phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhaseQuality {
    pub moves: u32,
    /// Centipawns lost by all of them.
    pub cp_loss: u64,
    /// Inaccuracies, mistakes and blunders.
    pub errors: [u32; 3],
}

impl PhaseQuality {
    /// Adds the moves of another game.
    pub(crate) fn add(&mut self, other: PhaseQuality) {
        self.moves += other.moves;
        self.cp_loss += other.cp_loss;
        for (own, more) in self.errors.iter_mut().zip(other.errors) {
            *own += more;
        }
    }

    /// Average loss per move, pawns; `None` without moves.
    pub fn pawns_lost(self) -> Option<f64> {
        (self.moves > 0).then(|| self.cp_loss as f64 / f64::from(self.moves) / 100.0)
    }
}

/// A finished game of the user.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    pub date: Date,
    pub side: Color,
    /// How it ended for the user.
    pub result: Points,
    pub class: TimeClass,
    /// The name, possibly cut; empty if unknown.
    pub opponent: String,
    /// The opponent's Elo, if known.
    pub elo: Option<u16>,
    /// The opponent's Elo, or why the game is not rated.
    pub rated: Result<u16, NotRated>,
    pub opening: Option<OpeningFamily>,
    /// The phase in which it ended.
    pub phase: Phase,
    /// `None`: the game has no evaluations.
    pub quality: Option<Quality>,
}

/// The content of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnRecord {
    /// The finished games, in the order of the file.
    pub games: Vec<PlayedGame>,
    pub unfinished: u32,
    /// Games in which neither side is known to be the user's.
    pub of_others: u32,
    /// The file has more games than are read.
    pub is_cut: bool,
}

impl OwnRecord {
    /// Whether the file contains no games.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty() && self.unfinished == 0 && self.of_others == 0
    }
}

/// The kinds of games in the file.
#[derive(Clone, Debug, PartialEq)]
pub enum GameOfFile {
    Played(Box<PlayedGame>),
    /// A game of the user without a result.
    Unfinished,
    /// Neither side is known to be the user's: two people at one board, or two engines.
    OfOthers,
}

impl GameOfFile {
    /// Reads a game. `user`: the name in the settings; `known`: whether a name is that of an engine.
    pub fn of(game: &PgnGame, user: &str, known: &dyn Fn(&str) -> bool) -> GameOfFile {
        let PgnGame { tags, tree, .. } = game;
        let Some(side) = user_side(tags, user).or_else(|| against_engine(tags, known)) else {
            return GameOfFile::OfOthers;
        };
        let Some(white) = tags.result().points() else { return GameOfFile::Unfinished };
        let result = if side == Color::White { white } else { white.reversed() };
        let opponent = tags.known((!side).name()).unwrap_or_default();
        let class = control(tags, side).map_or(TimeClass::Untimed, TimeClass::of);
        let elo = elo(tags, !side);
        // Moves from before the game began are not the user's.
        let began = tags.known(BEGAN_TAG).and_then(|ply| ply.parse().ok()).unwrap_or(0);
        let line: Vec<_> = tree.main_line().into_iter().skip(began).collect();
        let positions = || line.iter().map(|&node| tree.board(node));
        GameOfFile::Played(Box::new(PlayedGame {
            date: Date::parse(tags.known("Date").or(tags.known("UTCDate")).unwrap_or("")),
            side,
            result,
            class,
            opponent: opponent.chars().take(MAX_NAME).collect(),
            elo,
            rated: rated(tags, tree, elo),
            opening: openings::of_game(positions())
                .map(|opening| OpeningFamily { eco: opening.eco, name: opening.family() }),
            phase: phases(positions()).last().copied().unwrap_or(Phase::Opening),
            quality: recorded::side(tree, line.clone(), side).map(|moves| quality(&moves)),
        }))
    }
}

/// The side that plays against an engine: in older games, which lack player types, by the names.
fn against_engine(tags: &Tags, known: &dyn Fn(&str) -> bool) -> Option<Color> {
    let typed = |side| tags.player_type(side).is_some();
    if Color::ALL.into_iter().all(typed) {
        return None;
    }
    match Color::ALL.map(|side| tags.is_engine(side, known)) {
        [true, false] => Some(Color::Black),
        [false, true] => Some(Color::White),
        _ => None,
    }
}

/// The user's time control. A delay counts as time too.
fn control(tags: &Tags, side: Color) -> Option<TimeControl> {
    let of_side = |name: &str| {
        let own = tags.known(&format!("{}{name}", side.name()));
        own.or_else(|| tags.known(name))
    };
    let control = TimeControl::from_pgn(of_side("TimeControl")?)?;
    let delay = of_side("TimeDelay").and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    let delay_ms = delay.filter(|seconds| (0.0..=3600.0).contains(seconds)).unwrap_or(0.0) * 1000.0;
    let increment_ms = control.increment_ms.max(delay_ms as u64);
    Some(TimeControl { increment_ms, ..control })
}

fn elo(tags: &Tags, side: Color) -> Option<u16> {
    tags.elo(side).filter(|elo| ELO.contains(elo))
}

fn rated(tags: &Tags, tree: &GameTree, elo: Option<u16>) -> Result<u16, NotRated> {
    let usual = *tree.board(tree.root()) == tabia_chess::Board::start();
    if !usual || tags.known(BEGAN_TAG).is_some() {
        return Err(NotRated::SetUp);
    }
    if tags.known(HELP_TAG).is_some() {
        return Err(NotRated::Help);
    }
    elo.ok_or(NotRated::NoNumber)
}

fn quality(of: &RecordedSide) -> Quality {
    let mut phases = [PhaseQuality::default(); 3];
    let mut kinds = [0; ErrorKind::ALL.len()];
    for it in &of.moves {
        let phase = &mut phases[it.phase as usize];
        phase.moves += 1;
        phase.cp_loss += u64::from(it.cp_loss);
        match it.error {
            Some(MoveClass::Inaccuracy) => phase.errors[0] += 1,
            Some(MoveClass::Mistake | MoveClass::MissedWin) => phase.errors[1] += 1,
            Some(MoveClass::Blunder) => phase.errors[2] += 1,
            _ => {}
        }
        if let Some(kind) = it.why.as_ref().map(Why::kind) {
            kinds[kind as usize] += 1;
        }
    }
    Quality { accuracy: of.accuracy, phases, kinds }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_games::game::pgn_read::read_all;

    fn of(tags: &str, moves: &str) -> GameOfFile {
        let game = read_all(&format!("{tags}\n\n{moves}\n")).remove(0);
        GameOfFile::of(&game, "Ada", &|name| name == "My engine")
    }

    fn played(tags: &str, moves: &str) -> PlayedGame {
        match of(tags, moves) {
            GameOfFile::Played(game) => *game,
            other => panic!("{other:?}"),
        }
    }

    const TYPED: &str = "[White \"Old name\"]\n[Black \"Tabia, Bruno\"]\n[BlackElo \"1200\"]\n\
        [WhiteType \"human\"]\n[BlackType \"program\"]\n[TimeControl \"300+3\"]\n\
        [Date \"2026.03.01\"]";

    #[test]
    fn a_game_tells_side_result_time_and_opponent() {
        let game = played(TYPED, "1. e4 c5 2. Nf3 1-0");
        assert_eq!((game.side, game.result), (Color::White, Points::Win));
        assert_eq!((game.class, game.rated), (TimeClass::Blitz, Ok(1200)));
        assert_eq!(game.opponent, "Tabia, Bruno");
        assert_eq!(game.opening.map(|it| (it.eco, it.name)), Some(("B27", "Sicilian Defense")));
        assert_eq!((game.phase, game.quality), (Phase::Opening, None));
        assert_eq!(played(TYPED, "1. e4 c5 1/2-1/2").result, Points::Draw);
        assert_eq!(played(TYPED, "1. e4 c5 0-1").result, Points::Loss);
        assert_eq!(of(TYPED, "1. e4 c5 *"), GameOfFile::Unfinished);
    }

    #[test]
    fn older_games_are_known_by_the_names_the_program_wrote() {
        let side = |tags: &str| match of(tags, "1. e4 1-0") {
            GameOfFile::Played(game) => Some(game.side),
            _ => None,
        };
        assert_eq!(
            side("[White \"Tabia, full strength\"]\n[Black \"Player\"]"),
            Some(Color::Black)
        );
        assert_eq!(side("[White \"Ada\"]\n[Black \"X\"]"), Some(Color::White));
        assert_eq!(side("[White \"Grace\"]\n[Black \"My engine\"]"), Some(Color::White));
        assert_eq!(side("[White \"White\"]\n[Black \"Black\"]"), None, "two people");
        assert_eq!(side("[White \"Tabia\"]\n[Black \"Stockfish 16\"]"), None);
        let two = "[White \"A\"]\n[Black \"Tabia\"]\n[WhiteType \"human\"]\n[BlackType \"human\"]";
        assert_eq!(side(two), None, "types count more than names");
        assert_eq!(side(""), None);
    }

    #[test]
    fn games_that_say_nothing_of_the_strength_are_not_rated() {
        let rated = |tags: &str, moves: &str| played(tags, moves).rated;
        let line = "1. e4 e5 1-0";
        assert_eq!(rated(&TYPED.replace("1200", "?"), line), Err(NotRated::NoNumber));
        assert_eq!(rated(&TYPED.replace("1200", "99999999"), line), Err(NotRated::NoNumber));
        let untimed = TYPED.replace("300+3", "-");
        assert_eq!(rated(&untimed, line), Ok(1200));
        assert_eq!(played(&untimed, line).class, TimeClass::Untimed);
        let helped = format!("{TYPED}\n[Help \"takeback\"]");
        assert_eq!(rated(&helped, line), Err(NotRated::Help));
        assert_eq!(played(&helped, line).elo, Some(1200), "it is known all the same");
        let fen = format!("{TYPED}\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]");
        assert_eq!(rated(&fen, "1. e4 1-0"), Err(NotRated::SetUp));
    }

    #[test]
    fn a_game_that_began_in_another_one_is_its_own_moves_alone() {
        let moves = "1. e4 {[%eval 0.3]} c5 {[%eval 0.3]} 2. Qh5 {[%eval -1.5]} Nc6 {[%eval -1.5]} \
            3. Bc4 {[%eval -1.5]} Nf6 {[%eval -1.5]} 4. Qh4 {[%eval -1.5]} d5 {[%eval -1.5]} \
            5. exd5 {[%eval -1.5]} Nxd5 {[%eval -1.5]} 6. Qg3 {[%eval -1.5]} e6 {[%eval -1.5]} \
            7. Nf3 {[%eval -1.5]} Bd6 {[%eval -1.5]} 0-1";
        let began = |ply: usize| played(&format!("{TYPED}\n[{BEGAN_TAG} \"{ply}\"]"), moves);
        let phase =
            |game: PlayedGame| game.quality.map(|it| (it.phases[0].moves, it.phases[0].errors));
        assert_eq!(phase(played(TYPED, moves)), Some((7, [0, 0, 1])));
        assert_eq!(phase(began(4)), Some((5, [0; 3])));
        assert_eq!(phase(began(6)), None, "too few");
        assert_eq!(began(4).rated, Err(NotRated::SetUp));
    }

    #[test]
    fn classes_follow_the_time_for_forty_moves() {
        use TimeClass::{Blitz, Bullet, Classical, Rapid};
        let class = |pgn: &str| TimeControl::from_pgn(pgn).map(TimeClass::of);
        for (pgn, expected) in [
            ("60", Bullet),
            ("120+1", Bullet),
            ("120+2", Blitz),
            ("179", Bullet),
            ("180", Blitz),
            ("300+3", Blitz),
            ("300+5", Rapid),
            ("600", Rapid),
            ("1500", Classical),
            ("40/5400+30:1800+30", Classical),
            ("*180", Blitz),
        ] {
            assert_eq!(class(pgn), Some(expected), "{pgn}");
        }
        let delay = format!("{}\n[TimeDelay \"10 simple\"]", TYPED.replace("300+3", "300"));
        assert_eq!(played(&delay, "1. e4 1-0").class, Rapid);
        let odds = TYPED.replace("TimeControl \"300+3\"", "WhiteTimeControl \"60\"");
        assert_eq!(played(&odds, "1. e4 1-0").class, Bullet);
    }

    #[test]
    fn evaluations_in_the_game_tell_how_well_it_was_played() {
        let moves = "1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Nf3 {[%eval 0.3]} Nc6 {[%eval 0.3]} \
            3. Bc4 {[%eval 0.2]} Nf6 {[%eval 0.2]} 4. d3 {[%eval 0.1]} h6 {[%eval 0.2]} \
            5. Bxf7+ {[%eval -3.5]} Ke7 {[%eval -3.3]} 0-1";
        let quality = played(TYPED, moves).quality.unwrap();
        assert_eq!(quality.phases[0].moves, 5);
        assert_eq!((quality.phases[0].errors, quality.phases[1].moves), ([0, 0, 1], 0));
        assert!((quality.phases[0].pawns_lost().unwrap() - 0.78).abs() < 0.05);
        assert!(quality.accuracy < 90.0);
    }
}
