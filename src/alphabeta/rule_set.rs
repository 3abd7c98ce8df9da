//! Which of the search's rules are on: all, unless a developer or a curious reader turns some off.

use serde::{Deserialize, Serialize};

use crate::search::detail::alphabeta::PruneReason;

/// A set of rules, kept as those that are off: a rule that is new is on wherever the set was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RuleSet(u32);

impl RuleSet {
    /// Every rule is on.
    pub const ALL: RuleSet = RuleSet(0);

    /// The same set without this rule. A reason that is no rule ([`PruneReason::is_rule`]) stays.
    #[must_use]
    pub fn without(self, rule: PruneReason) -> RuleSet {
        if rule.is_rule() { RuleSet(self.0 | 1 << rule.index()) } else { self }
    }

    /// The same set with this rule.
    #[must_use]
    pub fn with(self, rule: PruneReason) -> RuleSet {
        RuleSet(self.0 & !(1 << rule.index()))
    }

    /// Whether the rule is on.
    #[inline]
    pub fn has(self, rule: PruneReason) -> bool {
        self.0 & 1 << rule.index() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_turned_off_and_on_one_by_one() {
        for rule in PruneReason::ALL {
            let without = RuleSet::ALL.without(rule);
            assert_eq!(without.has(rule), !rule.is_rule());
            let others = PruneReason::ALL.into_iter().filter(|&other| other != rule);
            assert!(others.clone().all(|other| without.has(other)));
            assert_eq!(without.with(rule), RuleSet::ALL);
        }
    }
}
