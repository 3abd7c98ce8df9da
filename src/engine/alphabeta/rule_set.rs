//! Which of the search's rules and techniques are on: all, unless a developer or a curious reader turns some
//! off.

use serde::{Deserialize, Serialize};

use crate::search::detail::PruneReason;

/// Techniques lie above the rules.
const TECHNIQUES_FROM: usize = 32;

/// A set of rules and techniques, kept as those that are off: what is new is on wherever the set was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RuleSet(u64);

impl RuleSet {
    /// Everything is on.
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

    /// The same set without this technique.
    #[must_use]
    pub fn without_technique(self, technique: Technique) -> RuleSet {
        RuleSet(self.0 | 1 << (TECHNIQUES_FROM + technique.index()))
    }

    /// The same set with this technique.
    #[must_use]
    pub fn with_technique(self, technique: Technique) -> RuleSet {
        RuleSet(self.0 & !(1 << (TECHNIQUES_FROM + technique.index())))
    }

    /// Whether the technique is on.
    #[inline]
    pub fn uses(self, technique: Technique) -> bool {
        self.0 & 1 << (TECHNIQUES_FROM + technique.index()) == 0
    }
}

/// One thing that can be turned off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Switch {
    /// A rule that prunes, reduces or extends.
    Rule(PruneReason),
    /// A part of the search.
    Technique(Technique),
}

impl Switch {
    /// All of them, the techniques first.
    pub fn all() -> impl Iterator<Item = Switch> {
        let rules = PruneReason::ALL.into_iter().filter(|rule| rule.is_rule());
        Technique::ALL.into_iter().map(Switch::Technique).chain(rules.map(Switch::Rule))
    }

    /// The field's name for it.
    pub fn name(self) -> &'static str {
        match self {
            Switch::Rule(rule) => rule.name(),
            Switch::Technique(technique) => technique.name(),
        }
    }

    /// The name as one word: `null-move`.
    pub fn slug(self) -> String {
        match self {
            Switch::Rule(rule) => rule.slug().to_owned(),
            Switch::Technique(technique) => technique.slug().to_owned(),
        }
    }
}

impl RuleSet {
    /// The same set with this on or off.
    #[must_use]
    pub fn set(self, switch: Switch, on: bool) -> RuleSet {
        match (switch, on) {
            (Switch::Rule(rule), true) => self.with(rule),
            (Switch::Rule(rule), false) => self.without(rule),
            (Switch::Technique(technique), true) => self.with_technique(technique),
            (Switch::Technique(technique), false) => self.without_technique(technique),
        }
    }

    /// Whether this is on.
    pub fn is_on(self, switch: Switch) -> bool {
        match switch {
            Switch::Rule(rule) => self.has(rule),
            Switch::Technique(technique) => self.uses(technique),
        }
    }

    /// What is off.
    pub fn off(self) -> impl Iterator<Item = Switch> {
        Switch::all().filter(move |&switch| !self.is_on(switch))
    }
}

/// A part of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Technique {
    /// The transposition table: off, nothing is stored and nothing found, and nodes without a move from it are
    /// not reduced for that.
    TranspositionTable,
    /// All histories of moves: off, none learns anything.
    History,
    /// Killer moves and the counter move.
    Killers,
    /// Correction of the static evaluation by experience.
    Correction,
    /// Move ordering below the root: off, moves are tried as they are generated, the table's among them.
    Ordering,
    /// Quiescence: off, the static evaluation answers at depth 0. A mate on the board is still seen.
    Quiescence,
    /// Aspiration windows: off, every iteration begins with an open window.
    Aspiration,
    /// Principal variation search: off, every move is searched with its node's whole window. No node is then
    /// asked with a closed one, so late-move reductions and the rules for such nodes rest, too.
    NullWindow,
}

impl Technique {
    /// All of them, in the order of their indices.
    pub const ALL: [Technique; 8] = [
        Technique::TranspositionTable,
        Technique::History,
        Technique::Killers,
        Technique::Correction,
        Technique::Ordering,
        Technique::Quiescence,
        Technique::Aspiration,
        Technique::NullWindow,
    ];

    /// Position in [`Technique::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The field's name for it.
    pub fn name(self) -> &'static str {
        tabia_text::text(&format!("technique-{}", self.slug()))
    }

    /// The name as one word that stays in every language: `move-ordering`.
    pub fn slug(self) -> &'static str {
        match self {
            Technique::TranspositionTable => "transposition-table",
            Technique::History => "history-heuristic",
            Technique::Killers => "killer-moves",
            Technique::Correction => "correction-history",
            Technique::Ordering => "move-ordering",
            Technique::Quiescence => "quiescence",
            Technique::Aspiration => "aspiration-windows",
            Technique::NullWindow => "principal-variation-search",
        }
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
            assert!(Technique::ALL.into_iter().all(|technique| without.uses(technique)));
            assert_eq!(without.with(rule), RuleSet::ALL);
        }
    }

    #[test]
    fn techniques_are_turned_off_and_on_one_by_one() {
        for technique in Technique::ALL {
            let without = RuleSet::ALL.without_technique(technique);
            let off: Vec<Technique> =
                Technique::ALL.into_iter().filter(|&other| !without.uses(other)).collect();
            assert_eq!(off, [technique]);
            assert!(PruneReason::ALL.into_iter().all(|rule| without.has(rule)));
            assert_eq!(without.with_technique(technique), RuleSet::ALL);
        }
    }

    #[test]
    fn every_switch_has_a_word_of_its_own_and_turns_itself_off_alone() {
        let mut words: Vec<String> = Switch::all().map(Switch::slug).collect();
        assert!(words.contains(&"null-move".to_owned()), "{words:?}");
        words.sort();
        words.dedup();
        assert_eq!(words.len(), Switch::all().count());
        for switch in Switch::all() {
            let set = RuleSet::ALL.set(switch, false);
            assert_eq!(set.off().collect::<Vec<_>>(), [switch]);
            assert_eq!(set.set(switch, true), RuleSet::ALL);
        }
    }

    #[test]
    fn a_set_that_was_written_before_there_were_techniques_is_still_read() {
        let old: RuleSet = serde_json::from_str("8").unwrap();
        assert!(!old.has(PruneReason::NullMove) && old.uses(Technique::Quiescence));
    }

    #[test]
    fn indices_follow_the_list() {
        for (index, technique) in Technique::ALL.into_iter().enumerate() {
            assert_eq!(technique.index(), index, "{}", technique.name());
        }
    }
}
