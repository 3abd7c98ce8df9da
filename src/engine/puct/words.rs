//! Search methods as text for command lines: a configuration, then changes separated by commas.

use super::options::{LeafValue, Method, PriorKind, PuctConfig};

/// Parameters that can be changed.
const NAMES: &str =
    "leaf, prior, ucb-c, cpuct, base, spread, first-play, temperature, history or transpositions";

/// Parses a method: `network`, or `network,leaf=quiet,cpuct=1200`. Numbers have the units of [`Method`]'s fields.
///
/// # Errors
/// States what was found and what was expected.
///
/// ```
/// use tabia_engine::puct::options::{LeafValue, PuctConfig};
/// use tabia_engine::puct::words::method;
/// let changed = method("network,leaf=quiet,cpuct=1200").unwrap();
/// assert_eq!((changed.leaf, changed.cpuct), (LeafValue::Quiet, 1200));
/// assert_eq!(method("uct"), Ok(PuctConfig::Uct.method()));
/// assert!(method("network,cpuct=much").unwrap_err().contains("expected a number"));
/// ```
pub fn method(text: &str) -> Result<Method, String> {
    let mut words = text.split(',');
    let name = words.next().unwrap_or_default();
    let config = PuctConfig::from_word(name).ok_or_else(|| {
        format!("found “{name}”, expected {}", PuctConfig::ALL.map(PuctConfig::word).join(", "))
    })?;
    let mut method = config.method();
    for word in words {
        let (name, value) = word
            .split_once('=')
            .ok_or_else(|| format!("found “{word}”, expected NAME=VALUE, the name {NAMES}"))?;
        change(&mut method, name, value)?;
    }
    Ok(method)
}

fn change(method: &mut Method, name: &str, value: &str) -> Result<(), String> {
    let unknown = |expected: &str| format!("{name}: found “{value}”, expected {expected}");
    let number = || value.parse::<u32>().map_err(|_| unknown("a number in thousandths"));
    match name {
        "leaf" => {
            method.leaf = match value {
                "playout" => LeafValue::Playout,
                "eval" => LeafValue::Eval,
                "quiet" => LeafValue::Quiet,
                "network" => LeafValue::Network,
                "both" => LeafValue::Both,
                _ => return Err(unknown("playout, eval, quiet, network or both")),
            }
        }
        "prior" => {
            method.prior = match value {
                "uniform" => PriorKind::Uniform,
                "knowledge" => PriorKind::Knowledge,
                "network" => PriorKind::Network,
                _ => return Err(unknown("uniform, knowledge or network")),
            }
        }
        "ucb-c" => method.ucb_c = number()?,
        "cpuct" => method.cpuct = number()?,
        "base" => {
            method.cpuct_base = value.parse().map_err(|_| unknown("a whole number of visits"))?;
        }
        "spread" => method.spread = number()?,
        "first-play" => method.first_play = number()?,
        "temperature" => method.temperature = number()?,
        "history" => method.history = number()?,
        "transpositions" => {
            method.transpositions = match value {
                "yes" => true,
                "no" => false,
                _ => return Err(unknown("yes or no")),
            }
        }
        _ => return Err(format!("found “{name}”, expected {NAMES}")),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_of_a_method_can_be_changed_and_errors_are_reported() {
        let text = "uct,leaf=both,prior=network,ucb-c=1,cpuct=2,base=3,spread=4,first-play=5,temperature=6,\
                    history=7,transpositions=no";
        let changed = method(text).unwrap();
        let expected = Method {
            selection: PuctConfig::Uct.method().selection,
            leaf: LeafValue::Both,
            prior: PriorKind::Network,
            transpositions: false,
            ucb_c: 1,
            cpuct: 2,
            cpuct_base: 3,
            spread: 4,
            first_play: 5,
            temperature: 6,
            history: 7,
        };
        assert_eq!(changed, expected);
        for config in PuctConfig::ALL {
            assert_eq!(method(config.word()), Ok(config.method()));
        }
        for wrong in [
            "",
            "mcts",
            "quiet,leaf",
            "quiet,leaf=x",
            "quiet,prior=1",
            "quiet,x=1",
            "quiet,base=-1",
        ] {
            let error = method(wrong).unwrap_err();
            assert!(error.contains("expected") && error.contains("found"), "{error}");
        }
        // The constants are in thousandths, the base in visits.
        assert!(method("quiet,cpuct=a").unwrap_err().ends_with("a number in thousandths"));
        assert!(method("quiet,base=a").unwrap_err().ends_with("a whole number of visits"));
    }
}
