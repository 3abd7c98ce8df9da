//! Heights of blocks that stand below each other: where each begins, and which one is at a place, without adding
//! them all up each time.

/// Heights with the gaps below them, and their sums as a Fenwick tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Heights {
    each: Vec<f32>,
    /// `sums[i]` is the sum of the `i & -i` heights up to the `i`th, counted from 1. In double precision: a hundred
    /// thousand rows are millions of points.
    sums: Vec<f64>,
}

impl Heights {
    pub(super) fn new(each: Vec<f32>) -> Heights {
        let mut sums = vec![0.0; each.len() + 1];
        for (at, &height) in each.iter().enumerate() {
            let number = at + 1;
            sums[number] += f64::from(height);
            let above = number + lowest_bit(number);
            if above < sums.len() {
                sums[above] += sums[number];
            }
        }
        Heights { each, sums }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.each.len()
    }

    /// The height of one.
    pub(super) fn get(&self, at: usize) -> f32 {
        self.each.get(at).copied().unwrap_or(0.0)
    }

    /// Gives one another height, and says how much more that is.
    pub(super) fn set(&mut self, at: usize, height: f32) -> f32 {
        let Some(old) = self.each.get_mut(at) else { return 0.0 };
        let more = height - *old;
        *old = height;
        let mut number = at + 1;
        while number < self.sums.len() {
            self.sums[number] += f64::from(more);
            number += lowest_bit(number);
        }
        more
    }

    /// Where one begins: the sum of all before it.
    pub(super) fn top(&self, at: usize) -> f32 {
        let mut number = at.min(self.len());
        let mut sum = 0.0;
        while number > 0 {
            sum += self.sums[number];
            number -= lowest_bit(number);
        }
        sum as f32
    }

    /// The sum of all.
    pub(super) fn total(&self) -> f32 {
        self.top(self.len())
    }

    /// The one at this place, the last one for places below all.
    pub(super) fn at(&self, y: f32) -> usize {
        let (mut number, mut left) = (0, f64::from(y));
        let mut step = self.sums.len().next_power_of_two();
        while step > 0 {
            let next = number + step;
            if next < self.sums.len() && self.sums[next] <= left {
                (number, left) = (next, left - self.sums[next]);
            }
            step /= 2;
        }
        number.min(self.len().saturating_sub(1))
    }
}

fn lowest_bit(number: usize) -> usize {
    number & number.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_sums_agree_with_adding_up() {
        let mut each: Vec<f32> = (0..1000).map(|n| (n * 7 % 13 + 1) as f32).collect();
        let mut heights = Heights::new(each.clone());
        for change in 0..200 {
            let at = change * 37 % 1000;
            each[at] = (change % 17 + 1) as f32;
            heights.set(at, each[at]);
        }
        let mut top = 0.0;
        for (at, &height) in each.iter().enumerate() {
            assert!(
                (heights.top(at) - top).abs() < 1e-3 && (heights.get(at) - height).abs() < 1e-6
            );
            assert_eq!((heights.at(top), heights.at(top + height * 0.9)), (at, at));
            top += height;
        }
        assert!((heights.total() - top).abs() < 1e-3);
        assert_eq!((heights.at(-5.0), heights.at(1e9)), (0, 999));
        assert_eq!((Heights::default().total() as i32, Heights::default().at(3.0)), (0, 0));
    }
}
