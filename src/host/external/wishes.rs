//! What is wanted of an engine, told by the options it offers: only what differs from what it has, and
//! nothing it does not take.

use std::collections::BTreeMap;

use super::option::OptionKind;
use super::spec::{Identity, UciSpec};
use tabia_text::t;

/// What is wanted of every engine, whatever its options are called. It goes before what the engine's entry
/// says; `None` leaves it to the entry, and then to the engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// Search threads.
    pub threads: Option<u32>,
    /// Size of its hash table, MiB.
    pub hash_mib: Option<u32>,
    /// Best lines.
    pub multi_pv: Option<u32>,
    /// How strong it plays.
    pub strength: UciStrength,
    /// Chances of win, draw and loss beside scores, where it can tell them.
    pub show_wdl: bool,
    /// It will be told to ponder.
    pub ponder: bool,
    /// Folders of endgame tables.
    pub syzygy_path: Option<String>,
}

/// How strong an engine plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UciStrength {
    /// As its entry says.
    #[default]
    AsSet,
    /// About this Elo number (`UCI_LimitStrength`, `UCI_Elo`).
    Elo(u32),
    /// This `Skill Level`.
    Skill(u32),
}

impl Wishes {
    /// The options meant, in UCI's names, and whether to tell when the engine has no such option.
    fn options(&self, chess960: bool) -> Vec<(&'static str, String, bool)> {
        let mut wanted = vec![("UCI_Chess960", chess960.to_string(), false)];
        let spins = [
            ("Threads", self.threads, self.threads > Some(1)),
            ("Hash", self.hash_mib, false),
            ("MultiPV", self.multi_pv, self.multi_pv > Some(1)),
        ];
        for (name, value, tell) in spins {
            wanted.extend(value.map(|value| (name, value.to_string(), tell)));
        }
        if self.show_wdl {
            wanted.push(("UCI_ShowWDL", "true".into(), false));
        }
        if self.ponder {
            wanted.push(("Ponder", "true".into(), false));
        }
        if let Some(path) = &self.syzygy_path {
            wanted.push(("SyzygyPath", path.clone(), true));
        }
        match self.strength {
            UciStrength::AsSet => {}
            UciStrength::Elo(elo) => {
                wanted.push(("UCI_LimitStrength", "true".into(), true));
                wanted.push(("UCI_Elo", elo.to_string(), true));
            }
            UciStrength::Skill(level) => wanted.push(("Skill Level", level.to_string(), true)),
        }
        wanted
    }
}

/// The values an engine has been told since its start, by option in small letters.
#[derive(Clone, Debug, Default)]
pub(super) struct Values(BTreeMap<String, String>);

/// Lines to say, and what could not be had.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Changes {
    pub(super) lines: Vec<String>,
    pub(super) notes: Vec<String>,
}

impl Values {
    /// What has to be said so that the engine has what its entry and the wishes say; it is taken as said.
    pub(super) fn bring(
        &mut self,
        said: &Identity,
        spec: &UciSpec,
        wishes: &Wishes,
        chess960: bool,
    ) -> Changes {
        let mut changes = Changes::default();
        let mut wanted: BTreeMap<String, String> = BTreeMap::new();
        for (name, value) in &spec.options {
            match said.option(name).map(|option| option.check(value)) {
                Some(Ok(value)) => drop(wanted.insert(name.to_ascii_lowercase(), value)),
                Some(Err(error)) => {
                    changes.notes.push(t!("engine-note-option-kept", error = error.to_string()));
                }
                None => changes.notes.push(t!("engine-note-option-gone", name = name.as_str())),
            }
        }
        for (name, value, tell) in wishes.options(chess960) {
            let Some(option) = said.option(name) else {
                if tell {
                    changes.notes.push(t!(
                        "engine-note-option-missing",
                        name = name,
                        value = value
                    ));
                }
                continue;
            };
            // Numbers are brought into its range, and that is told.
            let nearest = value.parse().ok().and_then(|number| option.nearest(number));
            let near = nearest.map_or_else(|| value.clone(), |number| number.to_string());
            match option.check(&near) {
                Ok(taken) => {
                    if taken != value {
                        changes.notes.push(t!(
                            "engine-note-option-taken",
                            name = name,
                            wanted = value.as_str(),
                            taken = taken.as_str(),
                        ));
                    }
                    wanted.insert(name.to_ascii_lowercase(), taken);
                }
                Err(error) => {
                    changes.notes.push(t!("engine-note-option", error = error.to_string()));
                }
            }
        }
        for option in &said.options {
            let (key, Some(default)) = (option.name.to_ascii_lowercase(), option.default_value())
            else {
                continue;
            };
            // Paths and texts of the engine's own may stand for more than they say: they are only set where
            // something else was set before or is wanted.
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

/// The strengths an engine can be limited to: the least and the most Elo number; `None`: it offers none.
pub fn elo_range(said: &Identity) -> Option<(i64, i64)> {
    said.option("UCI_LimitStrength")?;
    spin_range(said, "UCI_Elo")
}

/// Its least and highest skill level; `None`: it offers none.
pub fn skill_range(said: &Identity) -> Option<(i64, i64)> {
    spin_range(said, "Skill Level")
}

fn spin_range(said: &Identity, name: &str) -> Option<(i64, i64)> {
    match said.option(name)?.kind {
        OptionKind::Spin { min, max, .. } => Some((min?, max?)),
        _ => None,
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
    ];

    #[test]
    fn only_what_differs_is_said_and_taken_back_when_it_is_no_longer_wanted() {
        let said = identity(OFFERED);
        let mut spec = UciSpec::new(1, "x", Vec::new());
        spec.options.insert("style".into(), "wild".into());
        spec.options.insert("Hash".into(), "16".into());
        let mut values = Values::default();
        let wishes = Wishes {
            threads: Some(64),
            multi_pv: Some(3),
            strength: UciStrength::Elo(1500),
            ..Wishes::default()
        };
        let changes = values.bring(&said, &spec, &wishes, true);
        assert_eq!(
            changes.lines,
            [
                "setoption name Threads value 8",
                "setoption name MultiPV value 3",
                "setoption name UCI_Chess960 value true",
                "setoption name UCI_LimitStrength value true",
                "setoption name UCI_Elo value 1500",
                "setoption name Style value Wild",
            ]
        );
        assert_eq!(changes.notes, ["Threads: wanted 64, it takes 8"]);
        assert_eq!(values.bring(&said, &spec, &wishes, true).lines, Vec::<String>::new());
        let back = values.bring(&said, &spec, &Wishes::default(), false);
        assert_eq!(back.lines.len(), 5, "{:?}", back.lines);
        assert!(back.lines.contains(&"setoption name UCI_LimitStrength value false".to_owned()));
        assert!(back.notes.is_empty());
    }

    #[test]
    fn what_cannot_be_had_is_told() {
        let said = identity(&["name Hash type spin default 16 min 1 max 64", "name Bad type x"]);
        let mut spec = UciSpec::new(1, "x", Vec::new());
        spec.options.insert("Gone".into(), "1".into());
        spec.options.insert("Bad".into(), "1".into());
        let wishes = Wishes {
            threads: Some(1),
            multi_pv: Some(2),
            strength: UciStrength::Skill(3),
            ..Wishes::default()
        };
        let changes = Values::default().bring(&said, &spec, &wishes, false);
        assert_eq!(changes.lines, Vec::<String>::new());
        let notes = changes.notes.join("\n");
        for part in ["option Bad: found '1'", "the option Gone", "MultiPV, wanted 2", "Skill Level"]
        {
            assert!(notes.contains(part), "{part} in {notes}");
        }
        assert_eq!(changes.notes.len(), 4, "{notes}");
    }

    #[test]
    fn ranges_of_strength_are_those_offered() {
        assert_eq!(elo_range(&identity(OFFERED)), Some((1320, 3190)));
        assert_eq!(skill_range(&identity(OFFERED)), None);
        assert_eq!(elo_range(&identity(&OFFERED[5..6])), None, "a number without a switch");
    }
}
