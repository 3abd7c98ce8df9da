//! The options an engine offers, with their types, and what values they take. A line that cannot be read is kept as
//! text, so that it can be shown.
//!
//! ```
//! use tabia_host::external::option::{OptionKind, UciOption};
//! let option = UciOption::parse("name Hash type spin default 16 min 1 max 1024");
//! assert_eq!(option.name, "Hash");
//! assert_eq!(option.check("2048").unwrap_err().to_string(), "Hash: found “2048”, expected 1 to 1024");
//! ```

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use tabia_engine::uci::excerpt;
use tabia_text::t;

/// How UCI writes an empty string.
const EMPTY: &str = "<empty>";

/// An option of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UciOption {
    /// Its name, as far as it can be read.
    pub name: String,
    /// Its type, default and range.
    pub kind: OptionKind,
    /// The engine's text after `option`.
    line: String,
}

/// The types of options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// On or off.
    Check { default: bool },
    /// A whole number.
    Spin {
        default: i64,
        /// The minimum, if the engine sent one.
        min: Option<i64>,
        /// The maximum, if the engine sent one.
        max: Option<i64>,
    },
    /// One of several values.
    Combo {
        default: String,
        /// The possible values.
        values: Vec<String>,
    },
    /// An action, without a value.
    Button,
    Text {
        default: String,
        /// Whether the name says that a file or folder is meant.
        path: Option<PathKind>,
    },
    /// The line cannot be read.
    Unreadable {
        /// What was found and what was expected.
        reason: String,
    },
}

/// What a path option names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    File,
    Folder,
}

/// A value that an option does not accept.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", t!("engine-option-refused", name = name.as_str(), found = excerpt(found), expected = expected.as_str()))]
pub struct OptionError {
    /// The option.
    pub name: String,
    pub found: String,
    /// The possible values.
    pub expected: String,
}

impl UciOption {
    /// Reads an engine's text after `option`.
    pub fn parse(line: &str) -> UciOption {
        let (name, kind) = read(line);
        UciOption { name, kind, line: line.to_owned() }
    }

    /// The engine's text after `option`.
    pub fn line(&self) -> &str {
        &self.line
    }

    /// Whether this is the option of that name; UCI ignores case.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Its default as text; `None` for buttons and options that cannot be read.
    pub fn default_value(&self) -> Option<String> {
        match &self.kind {
            OptionKind::Check { default } => Some(default.to_string()),
            OptionKind::Spin { default, .. } => Some(default.to_string()),
            OptionKind::Combo { default, .. } | OptionKind::Text { default, .. } => {
                Some(default.clone())
            }
            OptionKind::Button | OptionKind::Unreadable { .. } => None,
        }
    }

    /// Checks that the option accepts a value; returns it as it will be sent to the engine.
    ///
    /// # Errors
    /// Names the option, the value and the accepted values.
    pub fn check(&self, value: &str) -> Result<String, OptionError> {
        let refused = |expected: String| OptionError {
            name: self.name.clone(),
            found: value.to_owned(),
            expected,
        };
        match &self.kind {
            OptionKind::Check { .. } => match value.trim() {
                on_off @ ("true" | "false") => Ok(on_off.to_owned()),
                _ => Err(refused(t!("engine-option-bool").into())),
            },
            OptionKind::Spin { min, max, .. } => {
                let number = value.trim().parse::<i64>().ok();
                let fits = |n: &i64| min.is_none_or(|m| *n >= m) && max.is_none_or(|m| *n <= m);
                number.filter(fits).map(|n| n.to_string()).ok_or_else(|| refused(range(*min, *max)))
            }
            OptionKind::Combo { values, .. } => values
                .iter()
                .find(|known| known.eq_ignore_ascii_case(value.trim()))
                .cloned()
                .ok_or_else(|| refused(t!("engine-option-one-of", values = values.join(", ")))),
            OptionKind::Text { .. } if value.contains(['\n', '\r', '\0']) => {
                Err(refused(t!("engine-option-one-line").into()))
            }
            OptionKind::Text { .. } => Ok(value.to_owned()),
            OptionKind::Button => Err(refused(t!("engine-option-button").into())),
            OptionKind::Unreadable { reason } => {
                Err(refused(t!("engine-option-readable", reason = reason.as_str())))
            }
        }
    }

    /// The nearest number that a spin option accepts; `None` for other types.
    pub fn nearest(&self, number: i64) -> Option<i64> {
        let OptionKind::Spin { min, max, .. } = self.kind else { return None };
        Some(number.max(min.unwrap_or(i64::MIN)).min(max.unwrap_or(i64::MAX)))
    }

    /// The line that sets it. The value was accepted by [`UciOption::check`]; a button has none.
    pub fn setoption(&self, value: Option<&str>) -> String {
        match value {
            None => format!("setoption name {}", self.name),
            Some("") => format!("setoption name {} value {EMPTY}", self.name),
            Some(value) => format!("setoption name {} value {value}", self.name),
        }
    }
}

fn range(min: Option<i64>, max: Option<i64>) -> String {
    match (min, max) {
        (Some(min), Some(max)) => {
            t!("engines-option-range", min = min.to_string(), max = max.to_string())
        }
        (Some(min), None) => t!("engines-option-least", min = min.to_string()),
        (None, Some(max)) => t!("engines-option-most", max = max.to_string()),
        (None, None) => t!("engine-option-number").into(),
    }
}

fn read(line: &str) -> (String, OptionKind) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let unreadable = |name: &str, reason: String| {
        let name = if name.is_empty() { t!("engine-option-no-name") } else { name };
        (name.to_owned(), OptionKind::Unreadable { reason })
    };
    if words.first() != Some(&"name") {
        let found = excerpt(words.first().unwrap_or(&""));
        return unreadable("", t!("engine-option-first-word", found = found));
    }
    let Some(type_at) = words.iter().position(|&word| word == "type") else {
        return unreadable(&words[1..].join(" "), t!("engine-option-no-type").into());
    };
    let name = words[1..type_at].join(" ");
    if name.is_empty() {
        return unreadable("", t!("engine-option-nameless").into());
    }
    let kind = words.get(type_at + 1).copied().unwrap_or_default();
    let rest = words.get(type_at + 2..).unwrap_or_default();
    match read_kind(&name, kind, rest) {
        Ok(kind) => (name, kind),
        Err(reason) => unreadable(&name, reason),
    }
}

fn read_kind(name: &str, kind: &str, rest: &[&str]) -> Result<OptionKind, String> {
    let field = |key: &str, ends: &[&str]| -> Option<String> {
        let from = rest.iter().position(|word| *word == key)? + 1;
        let words = rest[from..].iter().take_while(|word| !ends.contains(word));
        Some(words.copied().collect::<Vec<_>>().join(" "))
    };
    let number = |key: &str| -> Result<Option<i64>, String> {
        let Some(text) = field(key, &["default", "min", "max", "var"]) else { return Ok(None) };
        let refused = |_| t!("engine-option-bad-number", key = key, found = excerpt(&text));
        text.parse::<i64>().map(Some).map_err(refused)
    };
    match kind {
        "check" => match field("default", &[]).as_deref() {
            Some("true") => Ok(OptionKind::Check { default: true }),
            Some("false") | None => Ok(OptionKind::Check { default: false }),
            Some(found) => Err(t!("engine-option-bad-default", found = excerpt(found))),
        },
        "spin" => {
            let (min, max) = (number("min")?, number("max")?);
            if let (Some(low), Some(high)) = (min, max)
                && low > high
            {
                let (min, max) = (low.to_string(), high.to_string());
                return Err(t!("engine-option-bad-range", min = min, max = max));
            }
            let Some(default) = number("default")? else {
                return Err(t!("engine-option-no-default").into());
            };
            Ok(OptionKind::Spin { default, min, max })
        }
        "combo" => {
            let values: Vec<String> = rest
                .split(|word| *word == "var")
                .skip(1)
                .map(|words| {
                    let ends = words.iter().take_while(|word| **word != "default");
                    ends.copied().collect::<Vec<_>>().join(" ")
                })
                .filter(|value| !value.is_empty())
                .collect();
            let default = field("default", &["var"]).unwrap_or_default();
            if values.is_empty() {
                return Err(t!("engine-option-no-var").into());
            }
            Ok(OptionKind::Combo { default, values })
        }
        "button" => Ok(OptionKind::Button),
        "string" | "file" | "path" | "filename" => {
            let default = field("default", &[]).filter(|text| text != EMPTY).unwrap_or_default();
            Ok(OptionKind::Text { default, path: path_kind(name, kind) })
        }
        _ => Err(t!("engine-option-bad-type", found = excerpt(kind))),
    }
}

/// What a string option names, judged by its own name: engines call them `SyzygyPath`, `EvalFile`, `Book File`.
fn path_kind(name: &str, kind: &str) -> Option<PathKind> {
    let name = name.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if says(&["path", "folder", "directory"]) || name.ends_with("dir") || kind == "path" {
        Some(PathKind::Folder)
    } else if says(&["file", "weights", "backendfile"]) || matches!(kind, "file" | "filename") {
        Some(PathKind::File)
    } else {
        None
    }
}

/// An option is saved as the engine's line and parsed again when it is loaded.
impl Serialize for UciOption {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.line)
    }
}

impl<'de> Deserialize<'de> for UciOption {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<UciOption, D::Error> {
        String::deserialize(deserializer).map(|line| UciOption::parse(&line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(line: &str) -> OptionKind {
        UciOption::parse(line).kind
    }

    #[test]
    fn every_type_is_read() {
        let text = |default: &str, path| OptionKind::Text { default: default.into(), path };
        assert_eq!(
            kind("name Ponder type check default true"),
            OptionKind::Check { default: true }
        );
        assert_eq!(
            kind("name Move Overhead type spin default 10 min -5 max 5000"),
            OptionKind::Spin { default: 10, min: Some(-5), max: Some(5000) }
        );
        assert_eq!(
            kind("name A B type combo default Semi Fast var Slow var Semi Fast var Fast"),
            OptionKind::Combo {
                default: "Semi Fast".into(),
                values: vec!["Slow".into(), "Semi Fast".into(), "Fast".into()]
            }
        );
        assert_eq!(kind("name Clear Hash type button"), OptionKind::Button);
        assert_eq!(kind("name About type string default made by me"), text("made by me", None));
        let folder = Some(PathKind::Folder);
        assert_eq!(kind("name SyzygyPath type string default <empty>"), text("", folder));
        let file = Some(PathKind::File);
        assert_eq!(kind("name EvalFile type string default nn-1.nnue"), text("nn-1.nnue", file));
        assert_eq!(kind("name WeightsFile type string"), text("", file));
    }

    #[test]
    fn an_unreadable_option_is_kept_with_the_reason() {
        for (line, name, reason) in [
            ("", t!("engine-option-no-name"), "found “”, expected the word name"),
            ("Hash type spin", t!("engine-option-no-name"), "found “Hash”, expected the word name"),
            ("name type spin default 1", t!("engine-option-no-name"), "found no name"),
            ("name Hash", "Hash", "found no type"),
            ("name X type slider default 1", "X", "found type “slider”"),
            ("name X type spin min 1 max 2", "X", "found no default"),
            ("name X type spin default one", "X", "found default “one”"),
            ("name X type spin default 1 min 3 max 2", "X", "found min 3 above max 2"),
            ("name X type combo default a", "X", "found no var"),
            ("name X type check default maybe", "X", "found default “maybe”"),
        ] {
            let option = UciOption::parse(line);
            assert_eq!((option.name.as_str(), option.line()), (name, line));
            let OptionKind::Unreadable { reason: message } = &option.kind else { panic!("{line}") };
            assert!(message.starts_with(reason), "{line}: {message}");
            assert!(option.check("1").is_err() && option.default_value().is_none());
        }
    }

    #[test]
    fn values_are_checked() {
        let check = |line: &str, value: &str| {
            UciOption::parse(line).check(value).map_err(|error| error.to_string())
        };
        let spin = "name N type spin default 1 min 1 max 9";
        assert_eq!(check(spin, " 9 "), Ok("9".into()));
        assert_eq!(check(spin, "10"), Err("N: found “10”, expected 1 to 9".into()));
        assert_eq!(check(spin, "x"), Err("N: found “x”, expected 1 to 9".into()));
        assert_eq!(
            check("name N type spin default 1 min 1", "0"),
            Err("N: found “0”, expected 1 or more".into())
        );
        let combo = "name C type combo default A var A var B c";
        assert_eq!(check(combo, "b C"), Ok("B c".into()));
        assert_eq!(check(combo, "d"), Err("C: found “d”, expected one of: A, B c".into()));
        assert_eq!(
            check("name K type check default true", "yes"),
            Err("K: found “yes”, expected true or false".into())
        );
        assert!(check("name S type string", "a\nquit").is_err(), "no second command");
        assert_eq!(check("name S type string", "/a b"), Ok("/a b".into()));
        assert!(check("name B type button", "1").is_err());
    }

    #[test]
    fn setoption_is_written_as_uci_has_it() {
        let text = UciOption::parse("name Syzygy Path type string default <empty>");
        assert_eq!(text.setoption(Some("/a b")), "setoption name Syzygy Path value /a b");
        assert_eq!(text.setoption(Some("")), "setoption name Syzygy Path value <empty>");
        assert_eq!(UciOption::parse("name Go type button").setoption(None), "setoption name Go");
        let spin = UciOption::parse("name N type spin default 1 min 1 max 9");
        assert_eq!((spin.nearest(40), spin.nearest(-4), text.nearest(1)), (Some(9), Some(1), None));
    }

    #[test]
    fn an_option_is_saved_as_its_line() {
        let option = UciOption::parse("name N type spin default 1 min 1 max 9");
        let text = serde_json::to_string(&option).unwrap();
        assert_eq!(text, "\"name N type spin default 1 min 1 max 9\"");
        assert_eq!(serde_json::from_str::<UciOption>(&text).unwrap(), option);
    }
}
