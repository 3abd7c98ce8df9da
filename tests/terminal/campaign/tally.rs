//! Counts rounds by how they ended.

use std::fmt;

use crate::watched::{Ended, Fate};

/// The table's header.
pub(crate) const HEAD: &str =
    "what                        rounds  survived    died    hung   wrong  notes";

/// Maximum number of failures kept as examples.
const MAX_EXAMPLES: usize = 3;

/// One row of the table.
#[derive(Debug)]
pub(crate) struct Tally {
    pub(crate) what: &'static str,
    rounds: usize,
    survived: usize,
    died: usize,
    hung: usize,
    /// Rounds that the program survived with a wrong result.
    wrong: usize,
    /// Further remarks.
    pub(crate) notes: String,
    /// The first failures.
    pub(crate) examples: Vec<String>,
}

impl Tally {
    pub(crate) fn new(what: &'static str) -> Tally {
        let (notes, examples) = (String::new(), Vec::new());
        Tally { what, rounds: 0, survived: 0, died: 0, hung: 0, wrong: 0, notes, examples }
    }

    #[cfg(feature = "gui")]
    pub(crate) fn rounds(&self) -> usize {
        self.rounds
    }

    /// Counts a round; `what` describes it if it failed.
    pub(crate) fn count(&mut self, fate: Fate, what: impl FnOnce() -> String) {
        self.rounds += 1;
        *match fate {
            Fate::Survived => &mut self.survived,
            Fate::Died => &mut self.died,
            Fate::Hung => &mut self.hung,
        } += 1;
        if fate != Fate::Survived {
            self.example(what());
        }
    }

    /// The same for a child that ended.
    pub(crate) fn ended(&mut self, ended: &Ended, what: impl FnOnce() -> String) {
        self.count(ended.fate(), || format!("{}: {:.600}", what(), format!("{ended:?}")));
    }

    /// Counts a round with a wrong result.
    pub(crate) fn wrong(&mut self, what: String) {
        self.wrong += 1;
        self.example(what);
    }

    fn example(&mut self, what: String) {
        if self.examples.len() < MAX_EXAMPLES {
            self.examples.push(what);
        }
    }

    /// Whether nothing died, hung or gave a wrong result.
    pub(crate) fn is_good(&self) -> bool {
        self.died + self.hung + self.wrong == 0
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { what, rounds, survived, died, hung, wrong, notes, .. } = self;
        write!(f, "{what:<26}{rounds:>8}{survived:>10}{died:>8}{hung:>8}{wrong:>8}  {notes}")
    }
}
