//! Transposition table: replacement and hashfull.

use tabia_chess::Move;
use tabia_engine::alphabeta::tt::{Entry, TranspositionTable};
use tabia_engine::search::score::Bound;

/// An entry of this depth and bound.
fn of(depth: i32, bound: Bound, pv: bool) -> Entry {
    Entry { mv: None, value: depth, eval: 0, depth, bound: Some(bound), pv }
}

#[test]
fn deeper_exact_and_newer_entries_replace_others() {
    use Bound::{Exact, Lower};
    for (depth, bound, pv, later, replaced) in [
        (6, Lower, false, false, false),
        (7, Lower, false, false, true),
        (4, Lower, true, false, false),
        (5, Lower, true, false, true),
        (1, Exact, false, false, true),
        (1, Lower, false, true, true),
    ] {
        let mut table = TranspositionTable::new(1, 1);
        table.new_search();
        table.store(77, of(10, Lower, false));
        if later {
            table.new_search();
        }
        let new = of(depth, bound, pv);
        table.store(77, new);
        let expected = if replaced { new } else { of(10, Lower, false) };
        assert_eq!(table.probe(77), Some(expected), "{new:?}");
    }
    // A known move is kept if the new entry has none.
    let table = TranspositionTable::new(1, 1);
    let mv = Move::from_bits(1);
    table.store(77, Entry { mv, ..of(5, Exact, false) });
    table.store(77, of(9, Exact, false));
    assert_eq!(table.probe(77), Some(Entry { mv, ..of(9, Exact, false) }));
}

#[test]
fn the_least_valuable_entry_is_replaced() {
    // Stored depths, each with the number of new searches before it, and the depth that a fourth entry replaces.
    for (stored, gone) in [
        ([(9, 0), (5, 0), (7, 0)], 5),
        ([(9, 0), (7, 0), (5, 0)], 5),
        // Four plies per generation.
        ([(9, 0), (6, 1), (30, 0)], 9),
        ([(11, 0), (6, 1), (30, 0)], 6),
        // Generations wrap around.
        ([(100, 0), (6, 30), (7, 1)], 100),
    ] {
        let mut table = TranspositionTable::new(1, 1);
        for (depth, searches) in stored {
            (0..searches).for_each(|_| table.new_search());
            table.store(depth as u64, of(depth, Bound::Lower, false));
        }
        table.store(1, of(1, Bound::Lower, false));
        let left = |depth: i32| table.probe(depth as u64).is_some();
        let found: Vec<i32> = stored.into_iter().map(|(d, _)| d).filter(|&d| !left(d)).collect();
        assert_eq!(found, [gone], "{stored:?}");
    }
}

#[test]
fn fullness_is_counted_in_entries_of_this_search() {
    let mut table = TranspositionTable::new(1, 1);
    table.new_search();
    // A cluster is 32 bytes, so the upper 15 bits of a key number the clusters of one MiB.
    for cluster in 0..300 {
        table.store(cluster << 49, of(1, Bound::Lower, false));
    }
    assert_eq!(table.hashfull(), 100, "300 of the 3000 entries looked at");
    table.new_search();
    assert_eq!(table.hashfull(), 0, "nothing of this search yet");
    table.store(5 << 49 | 1, of(1, Bound::Lower, false));
    table.store(6 << 49 | 1, of(1, Bound::Lower, false));
    table.store(7 << 49 | 1, of(1, Bound::Lower, false));
    assert_eq!(table.hashfull(), 1);
}
