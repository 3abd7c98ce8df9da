//! The window is killed at random moments while a game with clocks, comments and variations is edited. The session file
//! must then hold a state that the program went through: the test applies the same keys to a model of its own, and the
//! file must hold the state after one of the actions.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;
use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand as C;
use tabia_app::game::clock::TimeControl;
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::model::Model;
use tabia_app::persistence::session::Session;
use tabia_app::update::update;
use tabia_app::window::settings::Settings;
use tabia_chess::{SplitMix64, Square};

use super::display::{Display, key_name};
use super::files::GAME;
use super::tally::Tally;
use crate::watched::Fate;

/// Number of rounds, if there is time.
const ROUNDS: usize = 50;

/// Commands that change the game or the shown move and open no dialog.
const COMMANDS: [C; 22] = [
    C::Undo,
    C::Undo,
    C::Redo,
    C::Next,
    C::Next,
    C::Next,
    C::Next,
    C::Previous,
    C::First,
    C::Last,
    C::ForwardTen,
    C::PreviousVariation,
    C::NextVariation,
    C::NextVariation,
    C::PromoteVariation,
    C::DemoteVariation,
    C::MakeMainLine,
    C::DeleteVariation,
    C::CutAfter,
    C::GlyphGood,
    C::GlyphBlunder,
    C::ClearGlyphs,
];

/// How a round went.
struct Round {
    fate: Fate,
    /// The program's error output, in case it died.
    stderr: String,
    /// What was wrong with the file, if anything.
    wrong: Option<String>,
    /// Whether the file held another state than at the start.
    moved: bool,
}

pub(crate) fn run(rng: &mut SplitMix64, time: Duration) -> Tally {
    let mut tally = Tally::new("kill -9 in the window");
    let Some(display) = Display::start() else {
        tally.notes = "left out: Xvfb or xdotool is missing".into();
        return tally;
    };
    let begin = Instant::now();
    let mut moved = 0;
    while tally.rounds() < ROUNDS && (tally.rounds() == 0 || begin.elapsed() < time) {
        let seed = rng.next_u64();
        let round = round(&display, &mut SplitMix64::new(seed));
        tally.count(round.fate, || format!("seed {seed}: {}", round.stderr));
        if let Some(wrong) = round.wrong {
            tally.wrong(format!("seed {seed}: {wrong}"));
        }
        moved += usize::from(round.moved);
    }
    tally.notes = format!("{moved} killed after changes");
    // Otherwise the test would prove nothing.
    if tally.rounds() >= 4 && moved * 2 < tally.rounds() {
        tally.wrong(format!("the keys have reached the window in {moved} rounds only"));
    }
    tally
}

fn round(display: &Display, rng: &mut SplitMix64) -> Round {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("session.json");
    let clocks = rng.below(2) == 0;
    let text = Session::of(&first(clocks), 0).to_text();
    fs::write(&file, &text).unwrap();
    // Keys act at once, in the window as in the model.
    fs::write(home.path().join("settings.json"), r#"{"typed_moves": false}"#).unwrap();
    let mut twin = Model::new(Settings::default());
    let session = serde_json::from_str(&text).unwrap();
    update(&mut twin, Action::RestoreSession(Box::new(session)), 0);

    let stderr = || fs::read_to_string(home.path().join("stderr.txt")).unwrap_or_default();
    let bad = |fate| Round { fate, stderr: stderr(), wrong: None, moved: false };
    let Some((mut tabia, _)) = display.open(home.path()) else { return bad(Fate::Hung) };
    std::thread::sleep(Duration::from_millis(1500));
    let mut states = vec![state(&twin)];
    let keys = 4 + rng.below(40);
    for _ in 0..keys {
        let command = COMMANDS[rng.below(COMMANDS.len())];
        let Some(&keys) = command.info().keys.first() else { continue };
        // Keys still queued when the window is killed may never have been handled.
        if display.xdotool(&["key", &key_name(keys)]).is_none() {
            break;
        }
        update(&mut twin, Action::Command(command), 0);
        states.push(state(&twin));
        std::thread::sleep(Duration::from_millis(rng.below(120) as u64));
    }
    std::thread::sleep(Duration::from_millis(rng.below(1500) as u64));
    if !tabia.lives() {
        return bad(Fate::Died);
    }
    tabia.kill();
    let (wrong, moved) = match held(&file) {
        Err(error) => (Some(error), false),
        Ok(found) => match states.iter().rposition(|state| *state == found) {
            Some(at) => (None, at > 0),
            None => {
                (Some(format!("the file holds what never was: {}", nearest(&states, &found))), true)
            }
        },
    };
    // The program must start again.
    let fate = match display.open(home.path()) {
        Some((mut again, _)) => {
            if again.lives() {
                Fate::Survived
            } else {
                Fate::Died
            }
        }
        None => Fate::Hung,
    };
    Round { fate, stderr: stderr(), wrong, moved }
}

/// The game at the start.
fn first(clocks: bool) -> Model {
    let mut model = Model::new(Settings::default());
    if !clocks {
        update(&mut model, Action::PasteText(GAME.to_owned()), 0);
        return model;
    }
    let time = Some(TimeControl::minutes(10, 5));
    let game = NewGame { sides: Sides::Humans, time, ..NewGame::default() };
    update(&mut model, Action::StartGame(game), 0);
    for (number, (from, to)) in [
        (Square::E2, Square::E4),
        (Square::E7, Square::E5),
        (Square::G1, Square::F3),
        (Square::B8, Square::C6),
        (Square::F1, Square::B5),
        (Square::A7, Square::A6),
    ]
    .into_iter()
    .enumerate()
    {
        update(&mut model, Action::PlayMove { from, to, promotion: None }, 1000 * number as u64);
    }
    model
}

/// The game of a model as it is written to the file.
fn state(model: &Model) -> Value {
    let text = Session::of(model, 0).to_text();
    without_time(serde_json::from_str(&text).unwrap())
}

/// The game in the file, or why there is none.
fn held(file: &Path) -> Result<Value, String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let session: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let game: Session = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    game.game.restore().map_err(|error| error.to_string())?;
    Ok(without_time(session))
}

/// The number of the most similar state, and the differences from it.
fn nearest(states: &[Value], found: &Value) -> String {
    let differing = states.iter().enumerate().map(|(at, state)| {
        let mut places = Vec::new();
        differences("", state, found, &mut places);
        (places.len(), at, places)
    });
    let Some((count, at, mut places)) = differing.min_by_key(|(count, ..)| *count) else {
        return "there is no state".to_owned();
    };
    places.truncate(6);
    format!("{count} differences from state {at} of {}: {places:#?}", states.len() - 1)
}

fn differences(place: &str, expected: &Value, found: &Value, out: &mut Vec<String>) {
    match (expected, found) {
        (Value::Object(a), Value::Object(b)) => {
            let keys: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            for key in keys {
                let of = |map: &serde_json::Map<String, Value>| {
                    map.get(key).cloned().unwrap_or_default()
                };
                differences(&format!("{place}/{key}"), &of(a), &of(b), out);
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (at, (a, b)) in a.iter().zip(b).enumerate() {
                differences(&format!("{place}/{at}"), a, b, out);
            }
        }
        _ if expected == found => {}
        _ => {
            let cut = |value: &Value| value.to_string().chars().take(200).collect::<String>();
            out.push(format!("{place}: expected {}, found {}", cut(expected), cut(found)));
        }
    }
}

/// The game without clock times, which change by themselves.
fn without_time(mut session: Value) -> Value {
    let mut game = session["game"].take();
    if let Some(clocks) = game.get_mut("clocks").and_then(Value::as_object_mut) {
        clocks.remove("left_ms");
    }
    game
}
