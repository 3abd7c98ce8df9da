//! The options `Rule NAME`, which turn the rules and techniques of the search off and on one by one: for
//! experiments, and for looking on.

use crate::alphabeta::rule_set::{RuleSet, Switch};

use super::option_error::{OptionError, check};

/// The first word of their names.
const RULE: &str = "Rule";

/// The lines that announce them.
pub(super) fn announce() -> impl Iterator<Item = String> {
    Switch::all().map(|rule| format!("option name {RULE} {} type check default true", rule.name()))
}

/// The rule's name in an option's name, if that begins with `Rule`.
pub(super) fn rule_part(name: &str) -> Option<&str> {
    let (word, rest) = name.split_once(' ')?;
    word.eq_ignore_ascii_case(RULE).then(|| rest.trim())
}

/// Turns a rule off, or on again. Names are compared without regard to case.
///
/// # Errors
/// For an unknown rule, and for a value that is neither `true` nor `false`; then nothing changes.
pub(super) fn set(set: &mut RuleSet, name: &str, value: Option<&str>) -> Result<(), OptionError> {
    let Some(rule) = Switch::all().find(|rule| rule.name().eq_ignore_ascii_case(name)) else {
        let known: Vec<&str> = Switch::all().map(Switch::name).collect();
        return Err(OptionError::UnknownRule { name: name.into(), known: known.join(", ") });
    };
    let value = value.map(str::trim);
    let Some(on) = check(value) else {
        let (found, expected) = (value.map(str::to_owned), "true or false".to_owned());
        return Err(OptionError::Value { name: rule.name(), found, expected });
    };
    *set = set.set(rule, on);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::detail::alphabeta::PruneReason;
    use crate::uci::option::{Effect, UciOptions, announce};

    #[test]
    fn rules_are_turned_off_and_on_and_announced_to_those_who_ask() {
        let mut options = UciOptions::default();
        assert_eq!(options.set("rule null move", Some("false")), Ok(Effect::Engine));
        assert!(!options.engine.rules.has(PruneReason::NullMove));
        assert_eq!(options.set("Rule Null move", Some("TRUE")), Ok(Effect::Engine));
        assert_eq!(options.engine, UciOptions::default().engine);
        for bad in ["Rule Stand pat", "Rule", "Rule  ", "Rule Nothing"] {
            assert!(options.set(bad, Some("false")).is_err(), "{bad}");
        }
        let error = options.set("Rule Razoring", Some("off")).unwrap_err().to_string();
        assert_eq!(error, "setoption Razoring: found 'off', expected true or false");
        let (short, long) = (announce(false), announce(true));
        assert!(long.starts_with(&short) && !short.iter().any(|line| line.contains("name Rule")));
        assert!(long.contains(&"option name Rule Null move type check default true".to_owned()));
        for line in &long[short.len()..] {
            let name = line.strip_prefix("option name ").unwrap();
            let (name, _) = name.split_once(" type ").unwrap();
            assert_eq!(options.set(name, Some("false")), Ok(Effect::Engine), "{name}");
        }
        assert!(Switch::all().all(|rule| !options.engine.rules.is_on(rule)));
    }
}
