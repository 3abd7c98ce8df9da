//! Sets an engine's options as requested: only options it has, and only values that differ from the current ones.

use std::collections::BTreeMap;

use super::option::{OptionError, OptionKind};
use super::spec::{HANDICAPS, Identity, UciSpec};
use tabia_engine::alphabeta::options::Strength;
use tabia_text::t;

/// Options that exist in every engine under some name. They override the engine's entry; `None` leaves the
/// value to the entry, or to the engine's default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RequestedOptions {
    /// Search threads.
    pub threads: Option<u32>,
    /// Size of its hash table, MiB.
    pub hash_mib: Option<u32>,
    /// Best lines.
    pub multi_pv: Option<u32>,
    /// `Full`: whatever its entry says; `Elo`: by `UCI_LimitStrength` and `UCI_Elo`; `Skill`: by `Skill Level`;
    /// others and `None`: as its entry says.
    pub strength: Option<Strength>,
    /// Report win, draw and loss probabilities with scores, if the engine can.
    pub show_wdl: bool,
    /// The engine will ponder: some divide their time accordingly.
    pub ponder: bool,
}

impl RequestedOptions {
    /// The options by their UCI names, with values, and whether to report that the engine lacks the option.
    fn options(&self, chess960: bool) -> Vec<(&'static str, String, bool)> {
        let mut wanted = vec![("UCI_Chess960", chess960.to_string(), false)];
        let spins = [
            ("Threads", self.threads, self.threads > Some(1)),
            ("Hash", self.hash_mib, false),
            ("MultiPV", self.multi_pv, self.multi_pv > Some(1)),
        ];
        for (name, value, reports_missing) in spins {
            wanted.extend(value.map(|value| (name, value.to_string(), reports_missing)));
        }
        if self.show_wdl {
            wanted.push(("UCI_ShowWDL", "true".into(), false));
        }
        if self.ponder {
            wanted.push(("Ponder", "true".into(), false));
        }
        match self.strength {
            None | Some(Strength::Full | Strength::Character(_) | Strength::Gambler) => {}
            Some(Strength::Elo(elo)) => {
                wanted.push(("UCI_LimitStrength", "true".into(), true));
                wanted.push(("UCI_Elo", elo.to_string(), true));
            }
            Some(Strength::Skill(level)) => wanted.push(("Skill Level", level.to_string(), true)),
        }
        wanted
    }
}

/// The values sent to an engine since its start, by option name in lower case.
#[derive(Clone, Debug, Default)]
pub(super) struct SentOptions(BTreeMap<String, String>);

/// An option that cannot be set as wanted, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OptionNote {
    /// Of an engine that is used all the same.
    pub(super) used: String,
    /// Of an engine that is refused because of it.
    pub(super) refused: String,
}

impl OptionNote {
    /// The same words for both.
    fn of(text: String) -> OptionNote {
        OptionNote { refused: text.clone(), used: text }
    }
}

/// The words about a refused value.
fn refused(error: &OptionError) -> String {
    t!("engine-note-option", error = error.to_string())
}

/// Maximum number of options named to a user who asked for another.
const MAX_NAMED: usize = 20;

/// The options an engine offers, those with the most similar names first, and their number.
fn offered(identity: &Identity, name: &str) -> (String, usize) {
    let is_set =
        |kind: &OptionKind| !matches!(kind, OptionKind::Button | OptionKind::Unreadable { .. });
    let all = identity.options.iter().filter(|option| is_set(&option.kind));
    let mut all: Vec<&str> = all.map(|option| option.name.as_str()).collect();
    all.sort_by(|one, other| likeness(name, other).total_cmp(&likeness(name, one)));
    let count = all.len();
    all.truncate(MAX_NAMED);
    (all.join(", ") + if count > MAX_NAMED { ", …" } else { "" }, count)
}

/// The share of pairs of neighbouring characters that two names have in common, 0 to 1: the coefficient of Dice.
fn likeness(one: &str, other: &str) -> f64 {
    let pairs = |name: &str| {
        let all: Vec<char> = name.to_lowercase().chars().collect();
        all.windows(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>()
    };
    let (one, mut other) = (pairs(one), pairs(other));
    let (all, mut common) = (one.len() + other.len(), 0);
    for pair in one {
        if let Some(at) = other.iter().position(|known| *known == pair) {
            other.swap_remove(at);
            common += 2;
        }
    }
    f64::from(common) / all.max(1) as f64
}

/// `setoption` lines to send, and notes on options that cannot be set.
#[derive(Debug, Default, PartialEq)]
pub(super) struct OptionChanges {
    pub(super) lines: Vec<String>,
    pub(super) notes: Vec<OptionNote>,
}

impl SentOptions {
    /// The lines to send so that the engine has the options of its entry and the requested ones. They are recorded as sent.
    pub(super) fn changes_to(
        &mut self,
        identity: &Identity,
        spec: &UciSpec,
        requested_options: &RequestedOptions,
        chess960: bool,
    ) -> OptionChanges {
        let mut changes = OptionChanges::default();
        let mut wanted: BTreeMap<String, String> = BTreeMap::new();
        let full = requested_options.strength == Some(Strength::Full) && spec.limits_strength();
        let limits =
            |name: &&String| HANDICAPS.iter().any(|handicap| name.eq_ignore_ascii_case(handicap));
        for (name, value) in spec.options.iter().filter(|(name, _)| !(full && limits(name))) {
            match identity.option(name).map(|option| option.check(value)) {
                Some(Ok(value)) => drop(wanted.insert(name.to_ascii_lowercase(), value)),
                Some(Err(error)) => changes.notes.push(OptionNote {
                    used: t!("engine-note-option-kept", error = error.to_string()),
                    refused: refused(&error),
                }),
                None => {
                    let (options, n) = offered(identity, name);
                    let name = name.as_str();
                    changes.notes.push(OptionNote {
                        used: t!("engine-note-option-gone", name = name),
                        refused: t!(
                            "engine-note-option-unknown",
                            name = name,
                            options = options,
                            n = n
                        ),
                    });
                }
            }
        }
        for (name, value, reports_missing) in requested_options.options(chess960) {
            let Some(option) = identity.option(name) else {
                if reports_missing {
                    let note = t!("engine-note-option-missing", name = name, value = value);
                    changes.notes.push(OptionNote::of(note));
                }
                continue;
            };
            // Numbers are clamped to the option's range, with a note.
            let in_range = value.parse().ok().and_then(|number| option.nearest(number));
            let clamped = in_range.map_or_else(|| value.clone(), |number| number.to_string());
            match option.check(&clamped) {
                Ok(taken) => {
                    if let Err(error) = option.check(&value) {
                        changes.notes.push(OptionNote {
                            used: t!(
                                "engine-note-option-taken",
                                name = name,
                                wanted = value.as_str(),
                                taken = taken.as_str(),
                            ),
                            refused: refused(&error),
                        });
                    }
                    wanted.insert(name.to_ascii_lowercase(), taken);
                }
                Err(error) => changes.notes.push(OptionNote::of(refused(&error))),
            }
        }
        for option in &identity.options {
            let (key, Some(default)) = (option.name.to_ascii_lowercase(), option.default_value())
            else {
                continue;
            };
            // A default path or text may have a special meaning, so it is only sent if another value was set
            // before or is requested.
            let target = wanted.remove(&key).unwrap_or_else(|| default.clone());
            let current = self.0.get(&key).unwrap_or(&default);
            if *current == target {
                continue;
            }
            changes.lines.push(option.setoption(Some(&target)));
            self.0.insert(key, target);
        }
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::external::option::UciOption;

    fn identity(lines: &[&str]) -> Identity {
        let options = lines.iter().map(|line| UciOption::parse(line)).collect();
        Identity { options, ..Identity::default() }
    }

    const OFFERED: &[&str] = &[
        "name Threads type spin default 1 min 1 max 8",
        "name Hash type spin default 16 min 1 max 1024",
        "name MultiPV type spin default 1 min 1 max 500",
        "name UCI_Chess960 type check default false",
        "name UCI_LimitStrength type check default false",
        "name UCI_Elo type spin default 1320 min 1320 max 3190",
        "name Style type combo default Solid var Solid var Wild",
        "name Ponder type check default false",
    ];

    #[test]
    fn only_options_that_differ_are_sent_and_they_are_reset_when_no_longer_wanted() {
        let identity = identity(OFFERED);
        let mut spec = UciSpec::new(1, "x", Vec::new());
        spec.options.insert("style".into(), "wild".into());
        spec.options.insert("Hash".into(), "16".into());
        let mut values = SentOptions::default();
        let requested_options = RequestedOptions {
            threads: Some(64),
            multi_pv: Some(3),
            strength: Some(Strength::Elo(1500)),
            ponder: true,
            ..RequestedOptions::default()
        };
        let changes = values.changes_to(&identity, &spec, &requested_options, true);
        assert_eq!(
            changes.lines,
            [
                "setoption name Threads value 8",
                "setoption name MultiPV value 3",
                "setoption name UCI_Chess960 value true",
                "setoption name UCI_LimitStrength value true",
                "setoption name UCI_Elo value 1500",
                "setoption name Style value Wild",
                "setoption name Ponder value true",
            ]
        );
        let [note] = &changes.notes[..] else { panic!("{:?}", changes.notes) };
        assert_eq!(note.used, "Threads: wanted 64, it takes 8");
        assert_eq!(note.refused, "option Threads: found “64”, expected 1 to 8");
        assert_eq!(
            values.changes_to(&identity, &spec, &requested_options, true).lines,
            Vec::<String>::new()
        );
        let back = values.changes_to(&identity, &spec, &RequestedOptions::default(), false);
        assert_eq!(back.lines.len(), 6, "{:?}", back.lines);
        assert!(back.lines.contains(&"setoption name UCI_LimitStrength value false".to_owned()));
        assert!(back.notes.is_empty());
    }

    #[test]
    fn full_strength_goes_before_what_the_entry_says() {
        let skill = "name Skill Level type spin default 20 min 0 max 20";
        let identity = identity(&[OFFERED, &[skill]].concat());
        let mut spec = UciSpec::new(1, "x", Vec::new());
        for (name, value) in
            [("uci_limitstrength", "true"), ("UCI_Elo", "1400"), ("skill level", "3")]
        {
            spec.options.insert(name.into(), value.into());
        }
        let mut values = SentOptions::default();
        let as_set_up = RequestedOptions::default();
        let lines = values.changes_to(&identity, &spec, &as_set_up, false).lines;
        assert_eq!(lines.len(), 3, "{lines:?}");
        let full = RequestedOptions { strength: Some(Strength::Full), ..as_set_up };
        assert_eq!(
            values.changes_to(&identity, &spec, &full, false).lines,
            ["setoption name UCI_LimitStrength value false", "setoption name Skill Level value 20"]
        );
    }

    #[test]
    fn options_that_cannot_be_applied_are_reported() {
        let identity =
            identity(&["name Hash type spin default 16 min 1 max 64", "name Bad type x"]);
        let mut spec = UciSpec::new(1, "x", Vec::new());
        spec.options.insert("Gone".into(), "1".into());
        spec.options.insert("Bad".into(), "1".into());
        let requested_options = RequestedOptions {
            threads: Some(1),
            multi_pv: Some(2),
            strength: Some(Strength::Skill(3)),
            ..RequestedOptions::default()
        };
        let changes =
            SentOptions::default().changes_to(&identity, &spec, &requested_options, false);
        assert_eq!(changes.lines, Vec::<String>::new());
        let used: Vec<_> = changes.notes.iter().map(|note| &*note.used).collect();
        let used = used.join("\n");
        for part in ["option Bad: found “1”", "the option Gone", "MultiPV, wanted 2", "Skill Level"]
        {
            assert!(used.contains(part), "{part} in {used}");
        }
        assert_eq!(changes.notes.len(), 4, "{used}");
        let refused: Vec<_> = changes.notes.iter().map(|note| &*note.refused).collect();
        let refused = refused.join("\n");
        assert!(refused.contains("it offers no option Gone; there are Hash"), "{refused}");
        assert!(!refused.contains("left as it is"), "{refused}");
    }

    #[test]
    fn options_with_similar_names_are_named_first() {
        let names = ["Hash", "Threads", "Skill Level", "Slow Mover"];
        let lines = names.map(|name| format!("name {name} type spin default 1 min 1 max 20"));
        let identity = identity(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        let (named, count) = offered(&identity, "Skll");
        assert_eq!((&*named, count), ("Skill Level, Hash, Threads, Slow Mover", 4));
        assert!(offered(&identity, "mover").0.starts_with("Slow Mover, "));
        assert_eq!(offered(&Identity::default(), "Skll"), (String::new(), 0));
    }
}
