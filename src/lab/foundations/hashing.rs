//! What the hash table uses of a key, and how likely two positions are to be taken for one.

use tabia_engine::alphabeta::tt::{BYTES_A_CLUSTER, TAG_BITS, WAYS};

/// How a table of one size uses a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyParts {
    /// Clusters in the table.
    pub clusters: u64,
    /// The cluster of the key: the upper 64 bits of key times clusters.
    pub cluster: u64,
    /// The low bits of the key that are mixed with the entry's data into its tag.
    pub low: u32,
}

impl KeyParts {
    /// For a table of this size, MiB.
    pub fn of(key: u64, hash_mib: u32) -> KeyParts {
        let clusters = (u64::from(hash_mib) << 20) / BYTES_A_CLUSTER as u64;
        KeyParts {
            clusters,
            cluster: ((u128::from(key) * u128::from(clusters)) >> 64) as u64,
            low: (key & ((1 << TAG_BITS) - 1)) as u32,
        }
    }

    /// Entries of the whole table.
    pub fn entries(&self) -> u64 {
        self.clusters * WAYS as u64
    }

    /// How many bits of two keys have to agree for the table to take one for the other: those that choose the
    /// cluster and those of the tag.
    pub fn compared_bits(&self) -> f64 {
        (self.clusters.max(1) as f64).log2() + f64::from(TAG_BITS)
    }

    /// The chance that a look into a full cluster finds, by accident, an entry of another position.
    pub fn false_match(&self) -> f64 {
        1.0 - (1.0 - 2f64.powi(-(TAG_BITS as i32))).powi(WAYS as i32)
    }
}

/// Pairs that share all `bits` by accident among `positions` different ones, expected: n² / 2^(bits + 1).
pub fn expected_pairs(positions: f64, bits: f64) -> f64 {
    positions * positions / 2f64.powf(bits + 1.0)
}

/// The chance that there is at least one such pair, 0 to 1.
pub fn chance_of_any(positions: f64, bits: f64) -> f64 {
    -(-expected_pairs(positions, bits)).exp_m1()
}

/// The number of positions at which one such pair is to be expected.
pub fn one_pair_at(bits: f64) -> f64 {
    2f64.powf(bits.mul_add(0.5, 0.5))
}
