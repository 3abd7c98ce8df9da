//! The computer's processors and memory, and what engines ask for beyond them.

use std::sync::OnceLock;

use tabia_text::t;

/// Processors and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Machine {
    /// Threads that can run at once.
    pub threads: u32,
    /// Memory of the computer, MiB; `None` if the system does not say.
    pub memory_mib: Option<u64>,
}

impl Machine {
    /// The computer this program runs on, with this many processors.
    pub(super) fn here(processors: u32) -> Machine {
        static MEMORY_MIB: OnceLock<Option<u64>> = OnceLock::new();
        Machine { threads: processors, memory_mib: *MEMORY_MIB.get_or_init(memory_mib) }
    }

    /// What is requested beyond what the computer has, in a short form and as a sentence; `None`: there is enough.
    pub(super) fn overload(self, threads: u32, hash_mib: u64) -> Option<[String; 2]> {
        let mut short = Vec::new();
        let mut whole = Vec::new();
        if threads > self.threads {
            short.push(t!("lines-overload-threads", n = threads, has = self.threads));
            whole.push(t!("lines-overload-threads.long", n = threads, has = self.threads));
        }
        if let Some(memory) = self.memory_mib.filter(|&memory| hash_mib > memory) {
            short.push(t!("lines-overload-hash", hash = hash_mib, memory = memory));
            whole.push(t!("lines-overload-hash.long", hash = hash_mib, memory = memory));
        }
        (!short.is_empty()).then(|| [short.join(", "), whole.join(". ")])
    }
}

/// Memory of the computer, MiB.
fn memory_mib() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    total_mib(&text)
}

/// The line `MemTotal:  16384 kB` in MiB.
fn total_mib(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_much_is_reported_in_numbers() {
        let small = Machine { threads: 2, memory_mib: Some(1000) };
        assert_eq!(small.overload(2, 1000), None);
        let [short, whole] = small.overload(5, 1001).unwrap();
        let threads = t!("lines-overload-threads", n = 5, has = 2);
        let hash = t!("lines-overload-hash", hash = 1001, memory = 1000);
        assert_eq!(short, format!("{threads}, {hash}"));
        assert!(whole.contains(&t!("lines-overload-threads.long", n = 5, has = 2)), "{whole}");
        let unknown = Machine { threads: 1, memory_mib: None };
        assert_eq!(unknown.overload(1, u64::MAX), None);
        let threads = t!("lines-overload-threads", n = 2, has = 1);
        assert_eq!(unknown.overload(2, 0).unwrap()[0], threads);
        assert_eq!(total_mib("MemFree: 1 kB\nMemTotal:   4096 kB\n"), Some(4));
        assert_eq!(total_mib("MemTotal: much"), None);
    }
}
