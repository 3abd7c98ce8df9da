//! Random keys and window sizes, sent as fast as possible, with a bound on memory.

use std::time::{Duration, Instant};

use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand as C;
use tabia_app::model::Model;
use tabia_app::persistence::session::Session;
use tabia_app::update::update;
use tabia_app::window::settings::Settings;
use tabia_chess::SplitMix64;

use super::display::{Display, key_name};
use super::files::GAME;
use super::tally::Tally;
use crate::watched::{Fate, MAX_MEMORY, memory_of};

/// Commands that leave the program or open a system dialog, which would take all keys.
const LEFT_OUT: [C; 6] =
    [C::Quit, C::OpenFile, C::OpenBook, C::SaveFile, C::SaveFileAs, C::FullScreen];

/// Number of keys sent at once.
const BURST: usize = 30;

pub(crate) fn run(rng: &mut SplitMix64, time: Duration) -> Tally {
    let mut tally = Tally::new("storm of keys and sizes");
    let Some(display) = Display::start() else {
        tally.notes = "left out: Xvfb or xdotool is missing".into();
        return tally;
    };
    let home = tempfile::tempdir().unwrap();
    let mut model = Model::new(Settings::default());
    update(&mut model, Action::PasteText(GAME.to_owned()), 0);
    std::fs::write(home.path().join("session.json"), Session::of(&model, 0).to_text()).unwrap();
    let Some((mut tabia, mut window)) = display.open(home.path()) else {
        tally.count(Fate::Hung, || "no window came".into());
        return tally;
    };
    let begin = Instant::now();
    let (mut sent, mut most, mut quits) = (0, 0, 0);
    while begin.elapsed() < time {
        let keys: Vec<String> = (0..BURST).map(|_| key(rng)).collect();
        let mut words = vec!["key", "--delay", "2"];
        words.extend(keys.iter().map(String::as_str));
        display.xdotool(&words);
        sent += BURST;
        let [width, height] = [640 + rng.below(900), 480 + rng.below(500)].map(|n| n.to_string());
        display.xdotool(&["windowsize", &window, &width, &height]);
        most = most.max(memory_of(&tabia.0));
        if tabia.has_quit() {
            // Quit is also in the palette, where arrows and Enter can choose it.
            quits += 1;
            let Some(again) = display.open(home.path()) else {
                tally.count(Fate::Hung, || "no window came after it was quit".into());
                break;
            };
            (tabia, window) = again;
        }
        let fate = match (tabia.lives(), most > MAX_MEMORY) {
            (false, _) => Fate::Died,
            (true, true) => Fate::Hung,
            (true, false) => Fate::Survived,
        };
        let stderr = home.path().join("stderr.txt");
        tally.count(fate, || format!("{most} bytes; {:?}", std::fs::read_to_string(stderr)));
        if fate != Fate::Survived {
            break;
        }
    }
    tally.notes = format!("{sent} keys, at most {} MiB, quit {quits} times", most >> 20);
    tally
}

/// A key of the table, or one for text and dialogs.
fn key(rng: &mut SplitMix64) -> String {
    const OTHERS: [&str; 12] = [
        "Escape",
        "Escape",
        "Return",
        "Tab",
        "x",
        "7",
        "BackSpace",
        "space",
        "Down",
        "Up",
        "a",
        "shift+Tab",
    ];
    loop {
        if rng.below(4) == 0 {
            return OTHERS[rng.below(OTHERS.len())].to_owned();
        }
        let command = C::ALL[rng.below(C::ALL.len())];
        if let Some(&keys) = command.info().keys.first().filter(|_| !LEFT_OUT.contains(&command)) {
            return key_name(keys);
        }
    }
}
