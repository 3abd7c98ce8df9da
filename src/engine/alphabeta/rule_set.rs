//! Search rules and techniques that are on. All are on by default; experiments turn some off.

use serde::{Deserialize, Serialize};

use crate::search::detail::PruneReason;

/// First bit of the techniques.
const TECHNIQUES_FROM: usize = 32;

/// A set of rules and techniques. It stores those that are off, so new ones are on in older settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RuleSet(u64);

impl RuleSet {
    /// Everything is on.
    pub const ALL: RuleSet = RuleSet(0);

    /// The set without this rule. Reasons that are not rules ([`PruneReason::is_rule`]) have no effect.
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
    pub(crate) fn with_technique(self, technique: Technique) -> RuleSet {
        RuleSet(self.0 & !(1 << (TECHNIQUES_FROM + technique.index())))
    }

    /// Whether the technique is on.
    #[inline]
    pub fn uses(self, technique: Technique) -> bool {
        self.0 & 1 << (TECHNIQUES_FROM + technique.index()) == 0
    }
}

/// A rule or technique that can be turned off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Switch {
    /// A rule that prunes, reduces or extends.
    Rule(PruneReason),
    /// A part of the search.
    Technique(Technique),
}

impl Switch {
    /// All rules and techniques, the techniques first.
    pub fn all() -> impl Iterator<Item = Switch> {
        let rules = PruneReason::ALL.into_iter().filter(|rule| rule.is_rule());
        Technique::ALL.into_iter().map(Switch::Technique).chain(rules.map(Switch::Rule))
    }

    /// Its usual name.
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

    /// Everything that is off.
    pub fn off(self) -> impl Iterator<Item = Switch> {
        Switch::all().filter(move |&switch| !self.is_on(switch))
    }
}

/// A part of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Technique {
    /// Transposition table. Off: nothing is stored or found, and nodes without a TT move are not reduced for that.
    TranspositionTable,
    /// All move histories. Off: no history is updated.
    History,
    /// Killer moves and the counter move.
    Killers,
    /// Correction history of the static evaluation.
    CorrectionHistory,
    /// Move ordering below the root. Off: moves are tried in generation order, the TT move included.
    Ordering,
    /// Quiescence search. Off: the static evaluation is returned at depth 0; checkmate is still detected.
    Quiescence,
    /// Aspiration windows. Off: every iteration begins with a full window.
    Aspiration,
    /// Principal variation search. Off: every move is searched with the full window. Late move reductions and the rules
    /// for null-window nodes then do not apply either.
    NullWindow,
}

impl Technique {
    /// All techniques, in the order of their indices.
    pub const ALL: [Technique; 8] = [
        Technique::TranspositionTable,
        Technique::History,
        Technique::Killers,
        Technique::CorrectionHistory,
        Technique::Ordering,
        Technique::Quiescence,
        Technique::Aspiration,
        Technique::NullWindow,
    ];

    /// Position in [`Technique::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its usual name.
    pub fn name(self) -> &'static str {
        tabia_text::text(&format!("technique-{}", self.slug()))
    }

    /// The name as one word that stays in every language: `move-ordering`.
    pub fn slug(self) -> &'static str {
        match self {
            Technique::TranspositionTable => "transposition-table",
            Technique::History => "history-heuristic",
            Technique::Killers => "killer-moves",
            Technique::CorrectionHistory => "correction-history",
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
    fn every_switch_has_its_own_name_and_turns_off_only_itself() {
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
    fn sets_from_before_techniques_are_read() {
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
