//! Reads as much as possible of JSON that does not fit as a whole: field by field over the defaults, at every depth.
//! One unknown word costs one field.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use tabia_text::t;

/// Maximum number of list elements that are checked one by one; further ones are left out.
const MAX_ELEMENTS: usize = 1000;

/// The value with everything in `found` that this program understands. The names of fields that were left out are
/// added to `odd`, as paths: `engine.eval`, `recent[2]`. Unknown fields are ignored silently.
pub(crate) fn over<T: Serialize + DeserializeOwned + Clone>(
    base: &T,
    found: &Value,
    odd: &mut Vec<String>,
) -> T {
    if let Ok(whole) = T::deserialize(found) {
        return whole;
    }
    let Ok(mut value) = serde_json::to_value(base) else { return base.clone() };
    let fits = |value: &Value| T::deserialize(value).is_ok();
    let mut place = Vec::new();
    Mending { root: &mut value, fits: &fits, odd }.take(&mut place, found);
    T::deserialize(&value).unwrap_or_else(|_| base.clone())
}

enum Step {
    Key(String),
    Index(usize),
}

struct Mending<'a> {
    root: &'a mut Value,
    fits: &'a dyn Fn(&Value) -> bool,
    odd: &'a mut Vec<String>,
}

impl Mending<'_> {
    /// Puts a value in a place, or as much of it as fits there.
    fn take(&mut self, place: &mut Vec<Step>, found: &Value) {
        let before = self.swap(place, Some(found.clone()));
        if (self.fits)(self.root) {
            return;
        }
        let known = before.clone();
        self.swap(place, before);
        match (known, found) {
            (Some(Value::Object(_)), Value::Object(fields)) => {
                self.take_fields(place, &fields.iter().collect::<Vec<_>>());
            }
            (Some(Value::Array(_)), Value::Array(elements)) => {
                self.swap(place, Some(Value::Array(Vec::new())));
                for element in elements.iter().take(MAX_ELEMENTS) {
                    let at = self.length(place);
                    place.push(Step::Index(at));
                    self.take(place, element);
                    place.pop();
                }
                if elements.len() > MAX_ELEMENTS {
                    self.odd.push(format!("{}[{MAX_ELEMENTS}]…", text(place)));
                }
            }
            _ => self.odd.push(text(place)),
        }
    }

    /// Puts fields in an object, or as much of them as fits there. Each attempt reads the whole value again, so fields
    /// are tried together and then by halves.
    fn take_fields(&mut self, place: &mut Vec<Step>, fields: &[(&String, &Value)]) {
        match fields {
            [] => return,
            [(name, value)] => {
                place.push(Step::Key((*name).clone()));
                self.take(place, value);
                place.pop();
                return;
            }
            _ => {}
        }
        let before: Vec<Option<Value>> = fields
            .iter()
            .map(|(name, value)| self.swap_field(place, name, Some((*value).clone())))
            .collect();
        if (self.fits)(self.root) {
            return;
        }
        for ((name, _), old) in fields.iter().zip(before) {
            self.swap_field(place, name, old);
        }
        let (first, second) = fields.split_at(fields.len() / 2);
        self.take_fields(place, first);
        self.take_fields(place, second);
    }

    /// Puts a value in a field of the object at a place, or removes it, and returns the old one.
    fn swap_field(
        &mut self,
        place: &mut Vec<Step>,
        name: &str,
        value: Option<Value>,
    ) -> Option<Value> {
        place.push(Step::Key(name.to_owned()));
        let old = self.swap(place, value);
        place.pop();
        old
    }

    /// The value that holds the last step of a place.
    fn holder(&mut self, place: &[Step]) -> Option<&mut Value> {
        place.iter().try_fold(&mut *self.root, |value, step| match step {
            Step::Key(name) => value.get_mut(name),
            Step::Index(at) => value.get_mut(at),
        })
    }

    fn length(&mut self, place: &[Step]) -> usize {
        self.holder(place).and_then(|value| value.as_array()).map_or(0, Vec::len)
    }

    /// Puts a value in a place, or removes it, and returns the old one.
    fn swap(&mut self, place: &[Step], value: Option<Value>) -> Option<Value> {
        let Some((last, way)) = place.split_last() else {
            return value.map(|value| std::mem::replace(&mut *self.root, value));
        };
        let holder = self.holder(way)?;
        match (last, holder, value) {
            (Step::Key(name), Value::Object(fields), Some(value)) => {
                fields.insert(name.clone(), value)
            }
            (Step::Key(name), Value::Object(fields), None) => fields.remove(name),
            (Step::Index(at), Value::Array(elements), Some(value)) => {
                if let Some(old) = elements.get_mut(*at) {
                    return Some(std::mem::replace(old, value));
                }
                elements.push(value);
                None
            }
            (Step::Index(_), Value::Array(elements), None) => {
                elements.pop();
                None
            }
            _ => None,
        }
    }
}

fn text(place: &[Step]) -> String {
    place.iter().fold(String::new(), |text, step| match step {
        Step::Key(name) if text.is_empty() => name.clone(),
        Step::Key(name) => format!("{text}.{name}"),
        Step::Index(at) => format!("{text}[{at}]"),
    })
}

/// Why a text is not JSON, in words.
pub(crate) fn json_error(error: &serde_json::Error) -> String {
    if error.is_eof() {
        t!("error-saved-cut-off", line = error.line())
    } else if error.is_syntax() {
        t!("error-saved-syntax", line = error.line(), column = error.column())
    } else {
        error.to_string()
    }
}

/// Names of fields for display: the first few of them.
pub fn named(odd: &[String]) -> String {
    const SHOWN: usize = 6;
    let shown = odd.iter().take(SHOWN).map(|name| elided(name)).collect::<Vec<_>>().join(", ");
    match odd.len().saturating_sub(SHOWN) {
        0 => shown,
        more => t!("error-saved-names-more", names = shown, n = more),
    }
}

fn elided(name: &str) -> String {
    const MAX_LENGTH: usize = 60;
    if name.chars().count() <= MAX_LENGTH {
        return name.to_owned();
    }
    name.chars().take(MAX_LENGTH).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::notation::Notation;
    use crate::window::settings::{Settings, ThemeChoice};
    use tabia_engine::alphabeta::options::EvalKind;

    fn read(text: &str) -> (Settings, Vec<String>) {
        let mut odd = Vec::new();
        let found = serde_json::from_str(text).unwrap();
        (over(&Settings::default(), &found, &mut odd), odd)
    }

    #[test]
    fn few_attempts_find_one_bad_field_of_many() {
        let fields = (0..10_000).map(|n| (format!("f{n}"), n.into()));
        let mut found: serde_json::Map<String, Value> = fields.collect();
        found.insert("f77".to_owned(), "bad".into());
        let attempts = std::cell::Cell::new(0);
        let fits = |root: &Value| {
            attempts.set(attempts.get() + 1);
            root.as_object().is_some_and(|fields| fields.values().all(Value::is_number))
        };
        let (mut root, mut odd) = (Value::Object(serde_json::Map::new()), Vec::new());
        Mending { root: &mut root, fits: &fits, odd: &mut odd }
            .take(&mut Vec::new(), &Value::Object(found));
        assert_eq!(odd, ["f77"]);
        assert_eq!(root.as_object().map(serde_json::Map::len), Some(9_999));
        assert!(attempts.get() < 100, "{}", attempts.get());
    }

    #[test]
    fn one_unknown_word_costs_one_field() {
        let (settings, odd) = read(
            r#"{"theme": "Sepia", "notation": "Letters", "ui_scale": "huge", "think_ms": 3000,
                "engine": {"threads": 3, "eval": "Oracle", "hash_mib": -5},
                "recent": ["8/8/8/8/8/8/8/8 w - - 0 1", 7, "x"], "later": {"a": 1}}"#,
        );
        assert_eq!(odd, ["engine.eval", "engine.hash_mib", "recent[1]", "theme", "ui_scale"]);
        let fresh = Settings::default();
        assert_eq!((settings.theme, settings.notation), (ThemeChoice::System, Notation::Letters));
        assert_eq!((settings.think_ms, settings.engine.threads), (3000, 3));
        assert_eq!(settings.engine.eval, EvalKind::default());
        assert_eq!(settings.engine.hash_mib, fresh.engine.hash_mib);
        assert_eq!(settings.recent.len(), 2);
    }

    #[test]
    fn what_fits_is_read_as_it_is_and_what_is_no_object_costs_everything() {
        let (settings, odd) = read(r#"{"think_ms": 700}"#);
        assert_eq!((settings.think_ms, odd.len()), (700, 0));
        let (settings, odd) = read("[1, 2]");
        assert_eq!((settings, odd.len()), (Settings::default(), 1));
        let many: Vec<String> = (0..9).map(|n| n.to_string()).collect();
        assert_eq!(named(&many), t!("error-saved-names-more", names = "0, 1, 2, 3, 4, 5", n = 3));
    }
}
