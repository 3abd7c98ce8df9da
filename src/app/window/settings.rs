//! Everything the user can set and the program remembers. A setting is one row of the table below: its name in the
//! file, its type, its default, the function that limits it to its range, and the range. The texts in the dialog are
//! the message `setting-NAME` with the name of the setting, and its attributes. A field that is missing in an older or
//! newer file has its default.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, Serialize};

use tabia_engine::alphabeta::options::{
    CONTEMPT, EngineOptions, EvalKind, HASH_MIB, MOVE_OVERHEAD_MS, Strength, THREADS,
};
use tabia_engine::search::score::Pov;
use tabia_engine::search::thinker::EngineId;
use tabia_games::book::pick::Choice;
use tabia_games::export::job::Choices;
use tabia_host::external::list::EngineList;
use tabia_lab::tours::BUILT_IN;

use crate::commands::keymap::KeyMap;
use crate::engines::puct::PuctSettings;
use crate::engines::state::Watching;
use crate::game::clock::MoveLimit;
use crate::game::new_game::NewGame;
use crate::lab::export::ViewChoices;
use crate::lab::scratch::ScratchSettings;
use crate::library::tables::MAX_FOLDERS;
use crate::opponent::even::EvenMatch;
use crate::review::state::ReviewRequest;
use crate::training::state::TrainingChoices;

use super::notation::Notation;
use super::sounds::SoundSettings;
use tabia_text::t;

/// Possible scales of the interface.
pub const UI_SCALE: RangeInclusive<f32> = 0.5..=3.0;
/// Possible numbers of lines searched in the window.
pub const LINES: RangeInclusive<u32> = 0..=10;
/// Maximum number of tours whose step is remembered: far more than there are.
const MAX_TOURS: usize = 1_000;
/// Maximum number of recent positions, and of recent files.
pub const MAX_RECENT: usize = 12;
/// Maximum number of tournament plans remembered.
const MAX_TOURNAMENT_PLANS: usize = 50;

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThemeChoice {
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

    pub fn label(self) -> &'static str {
        match self {
            ThemeChoice::System => t!("theme-system"),
            ThemeChoice::Light => t!("theme-light"),
            ThemeChoice::Dark => t!("theme-dark"),
        }
    }
}

/// The promotion piece when none is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PromotionPreference {
    /// The board asks.
    #[default]
    Ask,
    /// A queen; the board asks while Alt is held.
    Queen,
}

/// The texts and the range of a setting.
#[derive(Clone, Debug)]
pub struct Setting<T: 'static> {
    /// The message with its name, and optional attributes `unit` and `hint`.
    pub key: &'static str,
    /// Its range; `None`: every value of its type.
    pub range: Option<RangeInclusive<T>>,
    pub get: fn(&Settings) -> &T,
    pub change: fn(T) -> SettingChange,
}

impl<T> Setting<T> {
    /// Its name in the dialog.
    pub fn label(&self) -> &'static str {
        tabia_text::text(self.key)
    }

    /// The unit of a number, if it needs one.
    pub fn unit(&self) -> Option<&'static str> {
        self.attribute("unit")
    }

    /// Its tooltip.
    pub fn hint(&self) -> Option<&'static str> {
        self.attribute("hint")
    }

    fn attribute(&self, name: &str) -> Option<&'static str> {
        tabia_text::find(&format!("{}.{name}", self.key))
    }
}

/// The range of a row, if it has one.
macro_rules! range {
    () => {
        None
    };
    ($range:expr) => {
        Some($range)
    };
}

/// Generates from the table the settings, their defaults, their ranges, and their changes. A row is `name: Type =
/// default, (limiting function), Change [range];`, and `options` are parts of settings that can be changed
/// separately.
macro_rules! settings {
    (
        whole {
            $(
                $(#[$meta:meta])*
                $field:ident : $ty:ty = $first:expr
                    $(, ($fit:expr))? $(, $Change:ident $([$range:expr])?)?;
            )*
        }
        options {
            $(
                $(#[$part_meta:meta])*
                $Part:ident = $whole:ident . $part:ident : $part_ty:ty $([$part_range:expr])?;
            )*
        }
    ) => {
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(default)]
        pub struct Settings {
            $( $(#[$meta])* pub $field: $ty, )*
        }

        impl Default for Settings {
            fn default() -> Self {
                Settings { $( $field: $first, )* }
            }
        }

        #[derive(Clone, Debug, PartialEq)]
        pub enum SettingChange {
            $($( $Change($ty), )?)*
            $( $(#[$part_meta])* $Part($part_ty), )*
            /// Forget the recent positions.
            ForgetRecent,
            /// Reset everything except the user's own data: engines, positions, files, progress.
            Reset,
        }

        impl Settings {
            /// Limits each value to its range.
            fn fit(&mut self) {
                $(
                    $($( self.$field = self.$field.clamp(*$range.start(), *$range.end()); )?)?
                    $( self.$field = $fit(std::mem::take(&mut self.$field)); )?
                )*
            }
        }

        impl SettingChange {
            fn make(self, settings: &mut Settings) {
                match self {
                    $($( SettingChange::$Change(value) => settings.$field = value, )?)*
                    $( SettingChange::$Part(value) => settings.$whole.$part = value, )*
                    SettingChange::ForgetRecent => settings.recent.clear(),
                    SettingChange::Reset => settings.reset(),
                }
            }
        }

        /// The texts and range of each setting that can be changed, by the name of the change.
        #[expect(non_upper_case_globals, reason = "named as the changes are")]
        impl Settings {
            $($(
                pub const $Change: Setting<$ty> = Setting {
                    key: concat!("setting-", stringify!($Change)),
                    range: range!($($range)?),
                    get: |settings| &settings.$field,
                    change: SettingChange::$Change,
                };
            )?)*
            $(
                pub const $Part: Setting<$part_ty> = Setting {
                    key: concat!("setting-", stringify!($Part)),
                    range: range!($($part_range)?),
                    get: |settings| &settings.$whole.$part,
                    change: SettingChange::$Part,
                };
            )*
        }
    };
}

settings! {
    whole {
        /// The user's name as a player; empty: `You` on screen, `Player` in files.
        player_name: String = String::new(), (fit_name), PlayerName;
        theme: ThemeChoice = ThemeChoice::System, Theme;
        /// By name; an unknown name means the default.
        board_theme: String = String::new(), BoardTheme;
        /// By name; an unknown name means the default.
        piece_set: String = String::new(), PieceSet;
        /// Duration of the piece animation, ms; 0 means none.
        animation_ms: u32 = 200, AnimationMs [0..=1000];
        /// Only necessary motion.
        reduced_motion: bool = false, ReducedMotion;
        /// Letters and numbers at the board's edge.
        #[serde(deserialize_with = "coordinates")]
        coordinates: Coordinates = Coordinates::Inside, Coordinates;
        /// Dots and rings on the possible target squares of the picked piece.
        show_destinations: bool = true, ShowDestinations;
        /// Number of best lines shown as arrows; 0 means none.
        engine_arrows: u32 = 3, EngineArrows [0..=5];
        eval_bar: bool = true, EvalBar;
        /// The FEN of the shown position in the status bar; off, the bar is a line of small text.
        fen_bar: bool = true, FenBar;
        /// The menus are in the top bar; off, one button opens them.
        menu_bar: bool = true, MenuBar;
        /// Three things to try under the live tree.
        live_tree_tips: bool = true, LiveTreeTips;
        pov: Pov = Pov::White, Pov;
        /// Language code of the interface; empty or unknown: the language of the system.
        language: String = String::new(), Language;
        notation: Notation = Notation::Figurine, Notation;
        /// Scale of the interface, 1 is normal.
        ui_scale: f32 = 1.0, (clamp_scale), UiScale;
        /// Options of the built-in engine for analysis. `strength` is always full here.
        engine: EngineOptions = first_options(), (fit_options);
        /// The settings of the tree search by playouts.
        puct: PuctSettings = PuctSettings::default(), (PuctSettings::clamped), Puct;
        /// The engines that take part in analysis, in the order shown; empty: the built-in one.
        analysing: Vec<EngineId> = vec![EngineId::BUILT_IN];
        /// The user's own engines.
        engines: EngineList = EngineList::default();
        /// The highest number ever given to one of the user's engines; no number is used twice.
        last_engine: u32 = 0;
        /// The limit for the analysis of a position; `None`: it runs until it is stopped.
        analysis_limit: Option<MoveLimit> = None, (fit_limit), AnalysisLimit;
        /// Time per move of the engine in a game without clocks, ms.
        think_ms: u32 = 2_000, ThinkMs [100..=600_000];
        /// Weak levels take the time a person would; off, they answer at once.
        natural_pace: bool = true, NaturalPace;
        engine_may_resign: bool = true, EngineMayResign;
        /// Pondering: the engine thinks on the user's time in a game.
        ponder: bool = false, Ponder;
        /// How much the built-in engine dislikes a draw in games at full strength, centipawns.
        contempt: i32 = 0, Contempt [CONTEMPT];
        watching: Watching = Watching::default(), Watching;
        /// The engine plays the opening from a book.
        book_moves: bool = true, BookMoves;
        /// Number of plies for which it follows the book.
        book_plies: u32 = 16, BookPlies [1..=60];
        /// 0 always takes the most popular move, 50 draws by popularity, 100 draws any move the book knows.
        book_variety: u32 = 50, BookVariety [0..=100];
        /// A Polyglot book used in place of the built-in one.
        book_file: Option<PathBuf> = None, BookFile;
        /// A file of puzzles, a set of its own in the training.
        puzzle_file: Option<PathBuf> = None, PuzzleFile;
        /// Last choices in the training.
        training: TrainingChoices = TrainingChoices::default();
        /// The promotion piece when none is given.
        promotion: PromotionPreference = PromotionPreference::Ask, Promotion;
        /// The state of the even match.
        even_match: EvenMatch = EvenMatch::default(), (EvenMatch::clamped);
        /// Characters say a short line at some moments of a game.
        remarks: bool = false, Remarks;
        /// Last choices in the new-game dialog.
        new_game: NewGame = NewGame::default(), (NewGame::clamped);
        /// Last choices in the review dialog.
        review: ReviewRequest = ReviewRequest::default(), (ReviewRequest::clamped);
        /// Folders of Syzygy tables.
        table_folders: Vec<PathBuf> = Vec::new(), (first::<MAX_FOLDERS, _>), TableFolders;
        /// Positions set up or loaded, as FEN, newest first.
        recent: Vec<String> = Vec::new(), (first::<MAX_RECENT, _>);
        /// Files opened or written, newest first.
        recent_files: Vec<String> = Vec::new();
        /// Plans of tournaments opened outside the program's folder, newest first.
        tournament_plans: Vec<PathBuf> = Vec::new(), (first::<MAX_TOURNAMENT_PLANS, _>);
        /// The folder last chosen in the program's own dialog for files.
        chosen_folder: Option<PathBuf> = None;
        /// The step at which each tour was left, from 0, by the name of its file.
        #[serde(deserialize_with = "tour_steps")]
        tour_steps: BTreeMap<String, usize> = BTreeMap::new(), (few_tours);
        /// The tours that were read to their end, by the names of their files.
        finished_tours: BTreeSet<String> = BTreeSet::new(), (few_finished_tours);
        /// The number of arrows when they were last switched off.
        arrows_before: u32 = 3, (some_arrows);
        /// Correct guesses in the quiz of alpha-beta step by step, and all guesses.
        quiz_score: [u32; 2] = [0; 2];
        /// The user's evaluation from scratch.
        scratch: ScratchSettings = ScratchSettings::default(), (ScratchSettings::clamped);
        /// Games that were played are added to the file of the user's own games.
        keep_games: bool = true, KeepGames;
        /// Last choices in the export dialog.
        export: Choices = Choices::default(), (Choices::clamped);
        /// Last choices in the export of a view.
        view_export: ViewChoices = ViewChoices::default(), (ViewChoices::clamped);
        sounds: SoundSettings = SoundSettings::default(), (SoundSettings::clamped), Sounds;
        /// The changes to the shortcuts.
        keys: KeyMap = KeyMap::default(), (KeyMap::sound), Keys;
        /// Moves can be typed outside a field.
        typed_moves: bool = true, TypedMoves;
    }
    options {
        /// The evaluation.
        Eval = engine.eval: EvalKind;
        /// Size of the transposition table, MiB.
        HashMib = engine.hash_mib: u32 [HASH_MIB];
        /// Search threads.
        Threads = engine.threads: u32 [THREADS];
        /// Lines searched.
        MultiPv = engine.multi_pv: u32 [LINES];
        /// Kept back from the clock per move, ms.
        MoveOverheadMs = engine.move_overhead_ms: u32 [MOVE_OVERHEAD_MS];
    }
}

/// Longest name of a player, characters.
pub const MAX_NAME: usize = 60;

/// Cuts a name to a length that fits on a line of its own.
fn fit_name(mut name: String) -> String {
    let mut left = MAX_NAME;
    name.retain(|letter| {
        let fits = !letter.is_control() && left > 0;
        left -= usize::from(fits);
        fits
    });
    name
}

fn fit_limit(limit: Option<MoveLimit>) -> Option<MoveLimit> {
    limit.map(MoveLimit::clamped)
}

/// Half of the processors, so that the window and other programs keep some.
fn first_options() -> EngineOptions {
    let all = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = (all as u32 / 2).max(1);
    EngineOptions { hash_mib: 128, threads, multi_pv: 3, ..EngineOptions::default() }
}

fn fit_options(options: EngineOptions) -> EngineOptions {
    let multi_pv = options.multi_pv.clamp(*LINES.start(), *LINES.end());
    let options = EngineOptions { strength: Strength::Full, ..options }.clamped();
    EngineOptions { multi_pv, ..options }
}

/// A number of arrows above 0.
fn some_arrows(number: u32) -> u32 {
    number.clamp(1, 5)
}

/// The first `MAX` elements of a list.
fn first<const MAX: usize, T>(mut list: Vec<T>) -> Vec<T> {
    list.truncate(MAX);
    list
}

fn few_tours(steps: BTreeMap<String, usize>) -> BTreeMap<String, usize> {
    steps.into_iter().take(MAX_TOURS).collect()
}

fn few_finished_tours(names: BTreeSet<String>) -> BTreeSet<String> {
    names.into_iter().take(MAX_TOURS).collect()
}

impl Settings {
    /// The settings with every value inside its range.
    #[must_use]
    pub fn clamped(mut self) -> Settings {
        self.fit();
        self.engines.begin_after(self.last_engine);
        self.last_engine = self.engines.last_id();
        self
    }

    /// Resets the settings. The user's engines, own evaluation, files, and progress are not settings of the window
    /// and stay.
    fn reset(&mut self) {
        let old = std::mem::take(self);
        *self = Settings {
            player_name: old.player_name,
            analysing: old.analysing,
            engines: old.engines,
            book_file: old.book_file,
            puzzle_file: old.puzzle_file,
            table_folders: old.table_folders,
            recent: old.recent,
            recent_files: old.recent_files,
            tournament_plans: old.tournament_plans,
            chosen_folder: old.chosen_folder,
            scratch: old.scratch,
            even_match: old.even_match,
            tour_steps: old.tour_steps,
            finished_tours: old.finished_tours,
            quiz_score: old.quiz_score,
            ..Settings::default()
        };
    }

    /// Whether they differ only in what the program remembers by itself: positions, files and last choices.
    pub fn has_same_choices(&self, other: &Settings) -> bool {
        let with_memory_of_other = Settings {
            recent: other.recent.clone(),
            recent_files: other.recent_files.clone(),
            tournament_plans: other.tournament_plans.clone(),
            chosen_folder: other.chosen_folder.clone(),
            tour_steps: other.tour_steps.clone(),
            finished_tours: other.finished_tours.clone(),
            quiz_score: other.quiz_score,
            new_game: other.new_game.clone(),
            review: other.review,
            export: other.export,
            view_export: other.view_export,
            training: other.training,
            ..self.clone()
        };
        with_memory_of_other == *other
    }

    /// The step at which the tour with this name was left, from 0.
    pub fn tour_step(&self, name: &str) -> usize {
        self.tour_steps.get(name).copied().unwrap_or(0)
    }

    /// Remembers a position as the newest.
    pub(crate) fn remember(&mut self, fen: String) {
        self.recent.retain(|known| *known != fen);
        self.recent.insert(0, fen);
        self.recent.truncate(MAX_RECENT);
    }

    /// How the engine chooses from the book; `None` if it plays without one.
    pub(crate) fn book_choice(&self) -> Option<Choice> {
        let (depth_plies, variety) = (self.book_plies as usize, self.book_variety as u8);
        self.book_moves.then_some(Choice { depth_plies, variety })
    }

    /// Remembers a file as the newest. A path that is not valid Unicode is not remembered.
    pub(crate) fn remember_file(&mut self, path: &Path) {
        // A relative name would mean another file when the program is started in another folder.
        let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        if let Some(name) = whole.to_str() {
            self.recent_files.retain(|known| known != name);
            self.recent_files.insert(0, name.to_owned());
            self.recent_files.truncate(MAX_RECENT);
        }
    }

    /// Remembers the plan of a tournament as the newest.
    pub(crate) fn remember_plan(&mut self, file: PathBuf) {
        self.tournament_plans.retain(|known| *known != file);
        self.tournament_plans.insert(0, file);
        self.tournament_plans.truncate(MAX_TOURNAMENT_PLANS);
    }

    /// Duration of the piece animation in effect, ms: 0 with reduced motion.
    pub fn animation(&self) -> u32 {
        if self.reduced_motion { 0 } else { self.animation_ms }
    }
}

/// A scale inside its range; NaN becomes 1.
fn clamp_scale(scale: f32) -> f32 {
    if scale.is_finite() { scale.clamp(*UI_SCALE.start(), *UI_SCALE.end()) } else { 1.0 }
}

impl SettingChange {
    /// Applies the change.
    pub fn apply(self, settings: &mut Settings) {
        self.make(settings);
        *settings = std::mem::take(settings).clamped();
    }
}

// Choices for the look of the board that are more than a switch.

/// Where the coordinates of a board are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Coordinates {
    /// In the squares of two edges.
    #[default]
    Inside,
    /// Beside the board.
    Outside,
    /// Nowhere.
    None,
}

impl Coordinates {
    /// All choices, in the order offered.
    pub const ALL: [Coordinates; 3] =
        [Coordinates::Inside, Coordinates::Outside, Coordinates::None];

    pub fn label(self) -> &'static str {
        match self {
            Coordinates::Inside => t!("coordinates-inside"),
            Coordinates::Outside => t!("coordinates-outside"),
            Coordinates::None => t!("coordinates-none"),
        }
    }
}

/// Reads the place of the coordinates. Older files have a switch instead.
pub(super) fn coordinates<'de, D: Deserializer<'de>>(from: D) -> Result<Coordinates, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Stored {
        Shown(bool),
        Place(Coordinates),
    }
    Ok(match Stored::deserialize(from)? {
        Stored::Shown(true) => Coordinates::Inside,
        Stored::Shown(false) => Coordinates::None,
        Stored::Place(place) => place,
    })
}

/// Reads the steps at which tours were left. Older files have a list of them, in the order of the program's tours.
fn tour_steps<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, usize>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Stored {
        List(Vec<usize>),
        ByName(BTreeMap<String, usize>),
    }
    let names = BUILT_IN[0].files.iter().map(|(name, _)| (*name).to_owned());
    Ok(match Stored::deserialize(from)? {
        Stored::List(steps) => names.zip(steps).filter(|(_, step)| *step > 0).collect(),
        Stored::ByName(steps) => steps,
    })
}

/// The speed of moving pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speed {
    /// No animation.
    Off,
    /// Fast, for quick games.
    Fast,
    /// Easy to follow.
    Normal,
    /// For demonstrations.
    Slow,
}

impl Speed {
    /// All choices, in the order offered.
    pub const ALL: [Speed; 4] = [Speed::Off, Speed::Fast, Speed::Normal, Speed::Slow];

    pub fn label(self) -> &'static str {
        match self {
            Speed::Off => t!("speed-off"),
            Speed::Fast => t!("speed-fast"),
            Speed::Normal => t!("speed-normal"),
            Speed::Slow => t!("speed-slow"),
        }
    }

    /// Duration of a move, ms.
    pub fn ms(self) -> u32 {
        match self {
            Speed::Off => 0,
            Speed::Fast => 100,
            Speed::Normal => 200,
            Speed::Slow => 450,
        }
    }

    /// The speed nearest to this duration, ms. Only 0 is `Off`.
    pub fn nearest(ms: u32) -> Speed {
        let moving = [Speed::Fast, Speed::Normal, Speed::Slow];
        if ms == 0 {
            return Speed::Off;
        }
        let far = |speed: &Speed| speed.ms().abs_diff(ms);
        moving.into_iter().min_by_key(far).unwrap_or(Speed::Normal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::persistence::settings_file::SettingsFile;
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
    fn last_choices_are_not_settings_that_the_user_changed() {
        let before = Settings::default();
        let mut now = before.clone();
        now.remember("8/8/8/8/8/8/8/K1k5 w - - 0 1".to_owned());
        now.training = serde_json::from_str(r#"{"black_below": true}"#).unwrap();
        assert!(now != before && now.has_same_choices(&before));
        now.animation_ms += 1;
        assert!(!now.has_same_choices(&before));
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
    fn the_steps_of_tours_are_kept_by_name_and_read_from_the_list_of_before() {
        let (mut settings, _, odd) = SettingsFile::parse(r#"{"tour_steps": [4, 0, 7]}"#).unwrap();
        assert!(odd.is_empty(), "{odd:?}");
        let left = [0, 1, 2, 3].map(|at| settings.tour_step(BUILT_IN[0].files[at].0));
        assert_eq!(left, [4, 0, 7, 0]);
        settings.tour_steps.insert("mine".to_owned(), 2);
        let text = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<Settings>(&text).unwrap(), settings);
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
        assert_eq!(settings.recent.len(), MAX_RECENT);
        assert_eq!(settings.recent[..3], ["15", "19", "18"]);
    }
}

#[cfg(test)]
mod look_tests {
    use super::*;

    #[test]
    fn every_speed_is_the_nearest_to_itself_and_only_none_is_off() {
        for speed in Speed::ALL {
            assert_eq!(Speed::nearest(speed.ms()), speed);
        }
        for (ms, speed) in [(1, Speed::Fast), (260, Speed::Normal), (1000, Speed::Slow)] {
            assert_eq!(Speed::nearest(ms), speed, "{ms} ms");
        }
    }
}
