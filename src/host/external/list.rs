//! The engines of the user as the settings keep them. Entries are read one by one: a damaged one does not affect the
//! others, and it stays in the file unchanged, so that the user can repair it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::command_line::CommandLineError;
use super::spec::UciSpec;
use tabia_text::t;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineList {
    /// The readable ones, in the user's order.
    pub engines: Vec<UciSpec>,
    /// Entries that cannot be read.
    damaged: Vec<Damaged>,
    /// The highest number an engine ever had, as far as known. It is not written with the list.
    last_id: u32,
}

/// An entry that cannot be read.
#[derive(Clone, Debug, PartialEq)]
pub struct Damaged {
    /// Its place in the list it was read from, from 1.
    pub place: usize,
    /// What is wrong with it.
    pub error: String,
    value: Value,
}

impl EngineList {
    /// Entries that could not be read; they are written back unchanged.
    pub fn damaged(&self) -> &[Damaged] {
        &self.damaged
    }

    /// The engine with this number.
    pub fn get(&self, id: u32) -> Option<&UciSpec> {
        self.engines.iter().find(|spec| spec.id == id)
    }

    /// The engine with this number, mutable.
    pub fn get_mut(&mut self, id: u32) -> Option<&mut UciSpec> {
        self.engines.iter_mut().find(|spec| spec.id == id)
    }

    /// The highest number an engine of the list has or had. It must be saved with the list: data kept for a removed
    /// engine must never be taken for that of another one.
    pub fn last_id(&self) -> u32 {
        self.ids().max().unwrap_or(0).max(self.last_id)
    }

    /// Numbers up to this one are no longer given to engines.
    pub fn begin_after(&mut self, last_id: u32) {
        self.last_id = self.last_id.max(last_id);
    }

    /// A number that no engine of the list has or had.
    pub fn free_id(&self) -> u32 {
        let free = |id: &u32| self.ids().all(|taken| taken != *id);
        // Only a file edited by hand has the largest possible number; then any free number will do.
        self.last_id().checked_add(1).or_else(|| (1..=u32::MAX).find(free)).unwrap_or(u32::MAX)
    }

    fn ids(&self) -> impl Iterator<Item = u32> {
        let damaged = self.damaged.iter().filter_map(|entry| entry.value.get("id")?.as_u64());
        let damaged = damaged.filter_map(|id| u32::try_from(id).ok());
        self.engines.iter().map(|spec| spec.id).chain(damaged)
    }

    /// Adds an engine from a command line and returns its number.
    ///
    /// # Errors
    /// If the line does not name a program.
    pub fn add(&mut self, line: &str) -> Result<u32, CommandLineError> {
        let id = self.free_id();
        self.engines.push(UciSpec::from_command_line(id, line)?);
        Ok(id)
    }

    /// Adds a copy after the engine with this number and returns the number of the copy; `None` if there is no such
    /// engine.
    pub fn duplicate(&mut self, id: u32) -> Option<u32> {
        let at = self.engines.iter().position(|spec| spec.id == id)?;
        let copy = self.free_id();
        let name = t!("engine-copy", name = self.engines[at].title());
        let spec = UciSpec { id: copy, name, ..self.engines[at].clone() };
        self.engines.insert(at + 1, spec);
        Some(copy)
    }

    /// Removes the engine with this number.
    pub fn remove(&mut self, id: u32) -> Option<UciSpec> {
        let at = self.engines.iter().position(|spec| spec.id == id)?;
        self.begin_after(self.last_id());
        Some(self.engines.remove(at))
    }

    fn read(entries: Vec<Value>) -> EngineList {
        let mut list = EngineList::default();
        for (value, place) in entries.into_iter().zip(1..) {
            let error = match serde_json::from_value::<UciSpec>(value.clone()) {
                Ok(spec) if spec.command.trim().is_empty() => t!("engine-entry-empty").into(),
                Ok(spec) if list.get(spec.id).is_some() => {
                    t!("engine-entry-twice", id = spec.id.to_string())
                }
                Ok(spec) => {
                    list.engines.push(spec);
                    continue;
                }
                Err(error) => error.to_string(),
            };
            list.damaged.push(Damaged { place, error, value });
        }
        list
    }
}

impl Serialize for EngineList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let good = self.engines.iter().filter_map(|spec| serde_json::to_value(spec).ok());
        let damaged = self.damaged.iter().map(|entry| entry.value.clone());
        serializer.collect_seq(good.chain(damaged))
    }
}

impl<'de> Deserialize<'de> for EngineList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<EngineList, D::Error> {
        // Anything but a list is one damaged entry.
        Ok(match Value::deserialize(deserializer)? {
            Value::Array(entries) => EngineList::read(entries),
            Value::Null => EngineList::default(),
            other => EngineList::read(vec![other]),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_entry_is_kept_and_does_not_affect_the_others() {
        let text = r#"[{"id":1,"command":"a"},{"id":"two","command":"b"},7,{"id":4},
            {"id":1,"command":"again"},{"id":5,"command":" "},
            {"id":6,"command":"c","arguments":["x y"],"extra":true,"said":{"options":["junk"]}}]"#;
        let list: EngineList = serde_json::from_str(text).unwrap();
        let ids: Vec<u32> = list.engines.iter().map(|spec| spec.id).collect();
        assert_eq!(ids, [1, 6]);
        let places: Vec<usize> = list.damaged().iter().map(|entry| entry.place).collect();
        assert_eq!(places, [2, 3, 4, 5, 6]);
        let error = &list.damaged()[2].error;
        assert!(error.contains("missing field `command`"), "{error}");
        let written = serde_json::to_string(&list).unwrap();
        let again: EngineList = serde_json::from_str(&written).unwrap();
        assert_eq!(again.engines, list.engines);
        assert_eq!(again.damaged().len(), 5, "{written}");
        assert!(written.contains(r#""two""#));
    }

    #[test]
    fn anything_but_a_list_is_one_damaged_entry() {
        let list: EngineList = serde_json::from_str("{\"engines\":3}").unwrap();
        assert_eq!((list.engines.len(), list.damaged().len()), (0, 1));
        let list: EngineList = serde_json::from_str("null").unwrap();
        assert_eq!(list, EngineList::default());
    }

    #[test]
    fn engines_are_added_and_removed_with_unique_numbers() {
        let mut list = EngineList::default();
        assert_eq!((list.add("stockfish"), list.add("ssh host sf")), (Ok(1), Ok(2)));
        assert!(list.add("\"x").is_err());
        assert_eq!(list.duplicate(1), Some(3));
        let titles: Vec<&str> = list.engines.iter().map(UciSpec::title).collect();
        assert_eq!(titles, ["stockfish", "stockfish (copy)", "ssh"]);
        assert_eq!(list.remove(2).map(|spec| spec.id), Some(2));
        assert_eq!((list.remove(2), list.duplicate(9)), (None, None));
        assert_eq!(list.free_id(), 4);
        if let Some(spec) = list.get_mut(3) {
            spec.enabled = false;
        }
        assert_eq!(list.get(3).map(|spec| spec.enabled), Some(false));
    }

    #[test]
    fn a_number_is_never_given_twice() {
        let mut list = EngineList::default();
        assert_eq!((list.add("one"), list.add("two")), (Ok(1), Ok(2)));
        list.remove(2);
        assert_eq!((list.last_id(), list.add("three")), (2, Ok(3)));
        // Read again without the removed engine: the number is saved beside the list.
        let text = serde_json::to_string(&list).unwrap();
        let mut again: EngineList = serde_json::from_str(&text).unwrap();
        again.remove(3);
        let mut third: EngineList =
            serde_json::from_str(&serde_json::to_string(&again).unwrap()).unwrap();
        third.begin_after(again.last_id());
        assert_eq!(third.free_id(), 4);
        third.begin_after(u32::MAX);
        assert_eq!(third.free_id(), 2, "1 is taken");
    }
}
