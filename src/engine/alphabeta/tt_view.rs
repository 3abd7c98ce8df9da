//! The transposition table for whoever looks into it: an entry as it is meant and as it lies in memory, and what
//! a sample of the whole holds.

use std::sync::atomic::Ordering::Relaxed;

use crate::search::look::{TtEntryView, TtSurvey};

use super::tt::{Entry, GENERATIONS, TAG_BITS, TAG_MASK, Table, WAYS, depth_of};
use super::value::{UNKNOWN, to_score};

/// Clusters looked at by [`Table::survey`] at most.
const SURVEYED: usize = 1 << 14;

impl Table {
    /// The entry of this key as it is meant and as it lies in memory.
    pub fn view(&self, key: u64) -> Option<TtEntryView> {
        let clusters = self.clusters().len() as u128;
        let cluster = self.cluster(key)?;
        let (way, data) = cluster.find(key)?;
        let entry = Entry::unpack(data);
        let tags = cluster.tags.load(Relaxed);
        Some(TtEntryView {
            mv: entry.mv,
            score: (entry.value != UNKNOWN).then(|| to_score(entry.value)),
            bound: entry.bound,
            eval_cp: (entry.eval != UNKNOWN).then_some(entry.eval),
            depth: entry.depth,
            pv: entry.pv,
            age: self.age(data),
            cluster: ((u128::from(key) * clusters) >> 64) as u64,
            way: way as u8,
            tag: (tags >> (way as u32 * TAG_BITS) & TAG_MASK) as u32,
            data,
        })
    }

    /// What a sample of the table holds.
    pub fn survey(&self) -> TtSurvey {
        let clusters = self.clusters();
        let step = clusters.len().div_ceil(SURVEYED).max(1);
        let mut survey = TtSurvey {
            capacity: (clusters.len() * WAYS) as u64,
            by_age: vec![0; usize::from(GENERATIONS)],
            by_depth: vec![0; 256],
            ..TtSurvey::default()
        };
        for word in clusters.iter().step_by(step).flat_map(|cluster| &cluster.data) {
            let data = word.load(Relaxed);
            survey.sampled += 1;
            if data == 0 {
                survey.empty += 1;
                continue;
            }
            survey.by_age[usize::from(self.age(data))] += 1;
            survey.by_depth[depth_of(data) as usize] += 1;
            survey.by_bound[(data >> 56 & 3) as usize] += 1;
        }
        survey
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::{Bound, Score};
    use tabia_chess::Move;

    #[test]
    fn an_entry_is_seen_as_it_was_written_and_grows_older() {
        let mut table = Table::new(1, 1);
        table.new_search();
        let entry = Entry {
            mv: Move::from_bits(0x1234),
            value: -37,
            eval: UNKNOWN,
            depth: 9,
            bound: Some(Bound::Upper),
            pv: true,
        };
        let key = 0x9e37_79b9_7f4a_7c15;
        table.store(key, entry);
        let seen = table.view(key).unwrap();
        assert_eq!((seen.mv, seen.score, seen.eval_cp), (entry.mv, Some(Score::Cp(-37)), None));
        assert_eq!((seen.bound, seen.depth, seen.pv, seen.age), (entry.bound, 9, true, 0));
        assert_eq!(Entry::unpack(seen.data), entry);
        assert_eq!(table.view(!key), None);
        table.new_search();
        assert_eq!(table.view(key).unwrap().age, 1);
        let survey = table.survey();
        assert_eq!(survey.capacity, 1024 * 1024 / 32 * 3);
        assert!(survey.sampled > 0 && survey.sampled <= survey.capacity);
        let filled: u64 = survey.by_bound.iter().sum();
        assert_eq!(filled + survey.empty, survey.sampled);
    }
}
