//! Names, each kept once: players, events and places of a large file repeat all the time.

use std::collections::HashMap;

use super::fold::fold;

/// Texts by number. Number 0 is the empty text: not known.
#[derive(Clone, Debug)]
pub(super) struct Names {
    texts: Vec<Box<str>>,
    /// As they are compared.
    folded: Vec<Box<str>>,
    /// Where each stands when they are sorted as they are compared.
    ranks: Vec<u32>,
    /// Only while names are added.
    numbers: HashMap<Box<str>, u32>,
}

impl Default for Names {
    fn default() -> Names {
        let empty = || vec![Box::from("")];
        let numbers = HashMap::from([(Box::from(""), 0)]);
        Names { texts: empty(), folded: empty(), ranks: vec![0], numbers }
    }
}

impl Names {
    /// The number of a text, a new one if it is new.
    pub(super) fn add(&mut self, text: &str) -> u32 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = self.texts.len() as u32;
        self.texts.push(text.into());
        self.folded.push(fold(text).into());
        self.numbers.insert(text.into(), number);
        number
    }

    /// No more names for now: they are ranked.
    pub(super) fn rank(&mut self) {
        let mut order: Vec<u32> = (0..self.texts.len() as u32).collect();
        order.sort_by_key(|&number| &self.folded[number as usize]);
        self.ranks = vec![0; order.len()];
        for (rank, &number) in order.iter().enumerate() {
            self.ranks[number as usize] = rank as u32;
        }
    }

    /// A text by its number.
    pub(super) fn get(&self, number: u32) -> &str {
        self.texts.get(number as usize).map_or("", |text| text)
    }

    /// Where a text stands when all are sorted.
    pub(super) fn rank_of(&self, number: u32) -> u32 {
        self.ranks.get(number as usize).copied().unwrap_or(0)
    }

    /// Of every text, by number, whether it has `part`, which is folded, in it.
    pub(super) fn having(&self, part: &str) -> Vec<bool> {
        self.folded.iter().map(|text| text.contains(part)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_have_one_number_and_sort_without_regard_to_case() {
        let mut names = Names::default();
        let numbers = ["Tal", "botvinnik", "Tal", "", "Ålekhine"].map(|name| names.add(name));
        assert_eq!(numbers, [1, 2, 1, 0, 3]);
        names.rank();
        let mut sorted = [1, 2, 3, 0];
        sorted.sort_by_key(|&number| names.rank_of(number));
        assert_eq!(sorted.map(|n| names.get(n)), ["", "Ålekhine", "botvinnik", "Tal"]);
        assert_eq!(names.having("al"), [false, true, false, true]);
        assert_eq!(names.get(99), "");
    }
}
