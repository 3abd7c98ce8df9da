//! What the user can set and the program remembers. Every field has a default, so that an older or
//! newer file can be read; values outside their ranges are brought inside on load.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use tabia_engine::alphabeta::options::{CONTEMPT, EngineOptions, EvalKind, Strength};
use tabia_engine::search::engine_id::EngineId;
use tabia_engine::search::score::Pov;
use tabia_games::book::pick::Choice;
use tabia_games::export::job::Choices;
use tabia_host::external::list::EngineList;

use crate::commands::keymap::KeyMap;
use crate::engines::puct::PuctSettings;
use crate::engines::watching::Watching;
use crate::game::new_game::NewGame;
use crate::lab::scratch::ScratchSettings;
use crate::library::tables::MOST_FOLDERS;
use crate::review::state::ReviewRequest;

use super::look::{self, Coordinates};
use super::sounds::SoundSettings;

/// Scale of the interface that can be set.
pub const UI_SCALE: RangeInclusive<f32> = 0.5..=3.0;
/// Length of the piece animation that can be set, ms; 0 is none.
pub const ANIMATION_MS: RangeInclusive<u32> = 0..=1000;
/// Arrows for the engine's best lines; 0 is none.
pub const ENGINE_ARROWS: RangeInclusive<u32> = 0..=5;
/// Lines the engine searches in the window.
pub const LINES: RangeInclusive<u32> = 1..=10;
/// Time per move of the engine in a game without clocks, ms.
pub const THINK_MS: RangeInclusive<u32> = 100..=600_000;
/// Plies the engine follows a book.
pub const BOOK_PLIES: RangeInclusive<u32> = 1..=60;
/// Variety of its choice from a book.
pub const BOOK_VARIETY: RangeInclusive<u32> = 0..=100;
/// Tours whose step is remembered.
pub const MOST_TOURS: usize = 32;
/// Positions and files remembered.
pub const MOST_RECENT: usize = 12;

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThemeChoice {
    /// As the system has it.
    #[default]
    System,
    /// Dark text on light ground.
    Light,
    /// Light text on dark ground.
    Dark,
}

impl ThemeChoice {
    /// All choices, in the order in which a key steps through them.
    pub const ALL: [ThemeChoice; 3] = [ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark];

    /// Its name.
    pub fn label(self) -> &'static str {
        match self {
            ThemeChoice::System => "System",
            ThemeChoice::Light => "Light",
            ThemeChoice::Dark => "Dark",
        }
    }
}

/// How pieces are written in moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Notation {
    /// Little pieces.
    #[default]
    Figurine,
    /// K, Q, R, B, N.
    Letters,
}

/// What a pawn becomes when nothing else is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PromotionPreference {
    /// The board asks.
    #[default]
    Ask,
    /// A queen; the board asks while Ctrl is held.
    Queen,
}

/// Everything the user can set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Settings {
    /// Light or dark.
    pub theme: ThemeChoice,
    /// Name of the board's colours; one the window does not know means its default.
    pub board_theme: String,
    /// Name of the chess set; one the window does not know means its default.
    pub piece_set: String,
    /// Length of the piece animation, ms; 0 is none.
    pub animation_ms: u32,
    /// Nothing moves that need not.
    pub reduced_motion: bool,
    /// Letters and numbers at the board's edge.
    #[serde(deserialize_with = "look::coordinates")]
    pub coordinates: Coordinates,
    /// Dots and rings where the picked piece can go.
    pub show_destinations: bool,
    /// Arrows for so many of the best lines; 0 is none.
    pub engine_arrows: u32,
    /// The bar beside the board.
    pub eval_bar: bool,
    /// The FEN of the shown position in the status bar; off, the bar is a line of small text.
    pub fen_bar: bool,
    /// Whose view scores are shown from.
    pub pov: Pov,
    /// How pieces are written in moves.
    pub notation: Notation,
    /// Size of everything, 1 is normal.
    pub ui_scale: f32,
    /// Options of the built-in engine when it analyses. `strength` is always full here.
    pub engine: EngineOptions,
    /// What is set about the tree search by playouts.
    pub puct: PuctSettings,
    /// The engines that take part in analysis, in the order in which they are shown; empty: the built-in one.
    pub analysing: Vec<EngineId>,
    /// The user's own engines.
    pub engines: EngineList,
    /// The highest number an engine of the user's ever had; none is given out twice.
    pub last_engine: u32,
    /// Time per move of the engine in a game without clocks, ms.
    pub think_ms: u32,
    /// Weak levels take the time a person would; off, they answer at once.
    pub natural_pace: bool,
    /// The engine gives hopeless games up.
    pub engine_may_resign: bool,
    /// The engine thinks on the user's time in a game.
    pub ponder: bool,
    /// How much the built-in engine dislikes a draw in games at full strength, centipawns.
    pub contempt: i32,
    /// Whether full strength looks on while one plays.
    pub watching: Watching,
    /// The engine plays the opening from a book.
    pub book_moves: bool,
    /// Plies of a game for which it follows the book.
    pub book_plies: u32,
    /// 0 always takes the most popular move, 50 draws by popularity, 100 draws any move the book knows.
    pub book_variety: u32,
    /// A Polyglot book opened in place of the built-in one.
    pub book_file: Option<PathBuf>,
    /// What a pawn becomes when nothing else is said.
    pub promotion: PromotionPreference,
    /// Last choices in the new-game dialog.
    pub new_game: NewGame,
    /// Last choices in the review dialog.
    pub review: ReviewRequest,
    /// Folders of endgame tables.
    pub table_folders: Vec<PathBuf>,
    /// Positions set up or loaded, as FEN, newest first.
    pub recent: Vec<String>,
    /// Files opened or written, newest first.
    pub recent_files: Vec<String>,
    /// The step at which each tour was left, from 0.
    pub tour_steps: Vec<usize>,
    /// The user's evaluation from scratch.
    pub scratch: ScratchSettings,
    /// Games played are put into the file of one's own games.
    pub keep_games: bool,
    /// Last choices in the export dialog.
    pub export: Choices,
    /// What can be heard.
    pub sounds: SoundSettings,
    /// What was changed about the keys of the commands.
    pub keys: KeyMap,
    /// Moves typed outside a field are played.
    pub typed_moves: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            theme: ThemeChoice::System,
            board_theme: String::new(),
            piece_set: String::new(),
            animation_ms: 200,
            reduced_motion: false,
            coordinates: Coordinates::Inside,
            show_destinations: true,
            engine_arrows: 3,
            eval_bar: true,
            fen_bar: true,
            pov: Pov::White,
            notation: Notation::Figurine,
            ui_scale: 1.0,
            engine: EngineOptions {
                hash_mib: 128,
                threads: default_threads(),
                multi_pv: 3,
                ..EngineOptions::default()
            },
            puct: PuctSettings::default(),
            analysing: vec![EngineId::BUILT_IN],
            engines: EngineList::default(),
            last_engine: 0,
            think_ms: 2_000,
            natural_pace: true,
            engine_may_resign: true,
            ponder: false,
            contempt: 0,
            watching: Watching::default(),
            book_moves: true,
            book_plies: 16,
            book_variety: 50,
            book_file: None,
            promotion: PromotionPreference::Ask,
            new_game: NewGame::default(),
            review: ReviewRequest::default(),
            table_folders: Vec::new(),
            recent: Vec::new(),
            recent_files: Vec::new(),
            tour_steps: Vec::new(),
            scratch: ScratchSettings::default(),
            keep_games: true,
            export: Choices::default(),
            sounds: SoundSettings::default(),
            keys: KeyMap::default(),
            typed_moves: true,
        }
    }
}

/// Half of the processors, so that the window and other programs keep theirs.
fn default_threads() -> u32 {
    let all = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    (all as u32 / 2).max(1)
}

impl Settings {
    /// The same with every value inside its range.
    #[must_use]
    pub fn clamped(mut self) -> Settings {
        let within = |v: u32, r: RangeInclusive<u32>| v.clamp(*r.start(), *r.end());
        self.animation_ms = within(self.animation_ms, ANIMATION_MS);
        self.engine_arrows = within(self.engine_arrows, ENGINE_ARROWS);
        self.think_ms = within(self.think_ms, THINK_MS);
        self.book_plies = within(self.book_plies, BOOK_PLIES);
        self.book_variety = within(self.book_variety, BOOK_VARIETY);
        self.ui_scale = clamp_scale(self.ui_scale);
        self.engine = EngineOptions { strength: Strength::Full, ..self.engine }.clamped();
        self.contempt = self.contempt.clamp(*CONTEMPT.start(), *CONTEMPT.end());
        self.engine.multi_pv = within(self.engine.multi_pv, LINES);
        self.puct = self.puct.clamped();
        self.new_game = self.new_game.clamped();
        self.review = self.review.clamped();
        self.scratch = self.scratch.clamped();
        self.export = self.export.clamped();
        self.sounds = self.sounds.clamped();
        self.engines.begin_after(self.last_engine);
        self.last_engine = self.engines.last_id();
        self.recent.truncate(MOST_RECENT);
        self.table_folders.truncate(MOST_FOLDERS);
        self.tour_steps.truncate(MOST_TOURS);
        self.keys = self.keys.sound();
        self
    }

    /// Remembers a position as the newest.
    pub fn remember(&mut self, fen: String) {
        self.recent.retain(|known| *known != fen);
        self.recent.insert(0, fen);
        self.recent.truncate(MOST_RECENT);
    }

    /// How the engine chooses from the book; `None` when it plays without one.
    pub fn book_choice(&self) -> Option<Choice> {
        let (depth_plies, variety) = (self.book_plies as usize, self.book_variety as u8);
        self.book_moves.then_some(Choice { depth_plies, variety })
    }

    /// Remembers a file as the newest. One that cannot be named in writing is not remembered.
    pub fn remember_file(&mut self, path: &Path) {
        // A relative name would mean another file after a start elsewhere.
        let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        if let Some(name) = whole.to_str() {
            self.recent_files.retain(|known| known != name);
            self.recent_files.insert(0, name.to_owned());
            self.recent_files.truncate(MOST_RECENT);
        }
    }

    /// Piece animation in effect, ms: none with reduced motion.
    pub fn animation(&self) -> u32 {
        if self.reduced_motion { 0 } else { self.animation_ms }
    }
}

/// A scale inside its range; what is no number becomes 1.
pub(crate) fn clamp_scale(scale: f32) -> f32 {
    if scale.is_finite() { scale.clamp(*UI_SCALE.start(), *UI_SCALE.end()) } else { 1.0 }
}

/// One change of a setting.
#[derive(Clone, Debug, PartialEq)]
pub enum SettingChange {
    /// Light or dark.
    Theme(ThemeChoice),
    /// The board's colours by name.
    BoardTheme(String),
    /// The chess set by name.
    PieceSet(String),
    /// Length of the piece animation, ms.
    AnimationMs(u32),
    /// Nothing moves that need not.
    ReducedMotion(bool),
    /// Letters and numbers at the board's edge.
    Coordinates(Coordinates),
    /// Dots and rings where the picked piece can go.
    ShowDestinations(bool),
    /// Arrows for so many lines.
    EngineArrows(u32),
    /// The bar beside the board.
    EvalBar(bool),
    /// The FEN of the shown position in the status bar.
    FenBar(bool),
    /// Whose view scores are shown from.
    Pov(Pov),
    /// How pieces are written in moves.
    Notation(Notation),
    /// Size of everything.
    UiScale(f32),
    /// What judges positions.
    Eval(EvalKind),
    /// Size of the transposition table, MiB.
    HashMib(u32),
    /// Search threads.
    Threads(u32),
    /// Lines searched.
    MultiPv(u32),
    /// Kept back from the clock per move, ms.
    MoveOverheadMs(u32),
    /// What is set about the tree search by playouts.
    Puct(PuctSettings),
    /// Time per move without clocks, ms.
    ThinkMs(u32),
    /// Weak levels take the time a person would.
    NaturalPace(bool),
    /// The engine gives hopeless games up.
    EngineMayResign(bool),
    /// The engine thinks on the user's time.
    Ponder(bool),
    /// How much the engine dislikes a draw.
    Contempt(i32),
    /// Full strength looks on while one plays.
    Watching(Watching),
    /// The engine plays from a book.
    BookMoves(bool),
    /// How many plies.
    BookPlies(u32),
    /// How far from the most popular move.
    BookVariety(u32),
    /// Which book; `None`: the built-in one.
    BookFile(Option<PathBuf>),
    /// What a pawn becomes.
    Promotion(PromotionPreference),
    /// Folders of endgame tables.
    TableFolders(Vec<PathBuf>),
    /// Games played are put into the file of one's own games.
    KeepGames(bool),
    /// What can be heard.
    Sounds(SoundSettings),
    /// The keys of the commands.
    Keys(KeyMap),
    /// Moves typed outside a field are played.
    TypedMoves(bool),
    /// Forget the recent positions.
    ForgetRecent,
    /// Everything as on the first day, recent positions and the layout excepted.
    Reset,
}

impl SettingChange {
    /// Makes the change.
    pub fn apply(self, settings: &mut Settings) {
        match self {
            SettingChange::Theme(v) => settings.theme = v,
            SettingChange::BoardTheme(v) => settings.board_theme = v,
            SettingChange::PieceSet(v) => settings.piece_set = v,
            SettingChange::AnimationMs(v) => settings.animation_ms = v,
            SettingChange::ReducedMotion(v) => settings.reduced_motion = v,
            SettingChange::Coordinates(v) => settings.coordinates = v,
            SettingChange::ShowDestinations(v) => settings.show_destinations = v,
            SettingChange::EngineArrows(v) => settings.engine_arrows = v,
            SettingChange::EvalBar(v) => settings.eval_bar = v,
            SettingChange::FenBar(v) => settings.fen_bar = v,
            SettingChange::Pov(v) => settings.pov = v,
            SettingChange::Notation(v) => settings.notation = v,
            SettingChange::UiScale(v) => settings.ui_scale = v,
            SettingChange::Eval(v) => settings.engine.eval = v,
            SettingChange::HashMib(v) => settings.engine.hash_mib = v,
            SettingChange::Threads(v) => settings.engine.threads = v,
            SettingChange::MultiPv(v) => settings.engine.multi_pv = v,
            SettingChange::MoveOverheadMs(v) => settings.engine.move_overhead_ms = v,
            SettingChange::Puct(v) => settings.puct = v,
            SettingChange::ThinkMs(v) => settings.think_ms = v,
            SettingChange::NaturalPace(v) => settings.natural_pace = v,
            SettingChange::EngineMayResign(v) => settings.engine_may_resign = v,
            SettingChange::Ponder(v) => settings.ponder = v,
            SettingChange::Contempt(v) => settings.contempt = v,
            SettingChange::Watching(v) => settings.watching = v,
            SettingChange::BookMoves(v) => settings.book_moves = v,
            SettingChange::BookPlies(v) => settings.book_plies = v,
            SettingChange::BookVariety(v) => settings.book_variety = v,
            SettingChange::BookFile(v) => settings.book_file = v,
            SettingChange::Promotion(v) => settings.promotion = v,
            SettingChange::TableFolders(v) => settings.table_folders = v,
            SettingChange::KeepGames(v) => settings.keep_games = v,
            SettingChange::Sounds(v) => settings.sounds = v,
            SettingChange::Keys(v) => settings.keys = v,
            SettingChange::TypedMoves(v) => settings.typed_moves = v,
            SettingChange::ForgetRecent => settings.recent.clear(),
            SettingChange::Reset => {
                // The user's engines and own evaluation are theirs and no setting of the window.
                let (old, new) = (std::mem::take(settings), Settings::default());
                let (analysing, engines, recent) = (old.analysing, old.engines, old.recent);
                let scratch = old.scratch;
                *settings = Settings { analysing, engines, recent, scratch, ..new };
            }
        }
        *settings = std::mem::take(settings).clamped();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kept::settings_file::SettingsFile;
    use crate::window::sounds::Sound;

    #[test]
    fn a_strange_file_becomes_usable_settings() {
        let text = r#"{"ui_scale": 40.0, "animation_ms": 999999, "unknown": 3,
            "engine": {"threads": 0, "hash_mib": 0, "strength": {"Level": 2}},
            "new_game": {"start": {"Chess960": 5000}, "time": {"base_ms": 0}}}"#;
        let settings = serde_json::from_str::<Settings>(text).unwrap().clamped();
        assert!((settings.ui_scale - 3.0).abs() < 1e-6);
        assert_eq!(settings.animation_ms, 1000);
        assert_eq!(settings.engine.threads, 1);
        assert_eq!(settings.engine.hash_mib, 1);
        assert_eq!(settings.engine.strength, Strength::Full, "analysis is at full strength");
        assert!(settings.show_destinations, "missing fields have their defaults");
    }

    #[test]
    fn how_the_board_looks_is_read_from_files_of_before_and_damage_costs_one_field() {
        for (text, place, odd) in [
            (r#"{"coordinates": true}"#, Coordinates::Inside, ""),
            (r#"{"coordinates": false}"#, Coordinates::None, ""),
            (r#"{"coordinates": "Outside", "piece_set": "Book"}"#, Coordinates::Outside, ""),
            (r#"{"coordinates": 7, "piece_set": "Book"}"#, Coordinates::Inside, "coordinates"),
            (r#"{"piece_set": ["x"]}"#, Coordinates::Inside, "piece_set"),
        ] {
            let (settings, _, left_out) = SettingsFile::parse(text).unwrap();
            assert_eq!((settings.coordinates, left_out.join(" ").as_str()), (place, odd), "{text}");
            let kept = text.contains("Book");
            assert_eq!(settings.piece_set == "Book", kept, "{text}");
        }
        let (settings, _, odd) =
            SettingsFile::parse(r#"{"sounds": {"volume": 900, "silent": ["Check", "Whistle"]}}"#)
                .unwrap();
        assert_eq!(settings.sounds.volume, 100);
        assert_eq!((settings.sounds.silent.as_slice(), odd.len()), ([Sound::Check].as_slice(), 1));
    }

    #[test]
    fn settings_survive_a_round_trip() {
        let mut settings = Settings::default();
        SettingChange::Theme(ThemeChoice::Dark).apply(&mut settings);
        SettingChange::UiScale(f32::NAN).apply(&mut settings);
        SettingChange::MultiPv(99).apply(&mut settings);
        settings.remember("8/8/8/8/8/8/8/8 w - - 0 1".to_owned());
        assert!((settings.ui_scale - 1.0).abs() < 1e-6);
        assert_eq!(settings.engine.multi_pv, *LINES.end());
        let text = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<Settings>(&text).unwrap(), settings);
    }

    #[test]
    fn recent_positions_are_few_and_the_newest_first() {
        let mut settings = Settings::default();
        for n in 0..20 {
            settings.remember(n.to_string());
        }
        settings.remember("15".to_owned());
        assert_eq!(settings.recent.len(), MOST_RECENT);
        assert_eq!(settings.recent[..3], ["15", "19", "18"]);
    }
}
