//! What this computer has for engines: processors and memory, read once.

use std::sync::OnceLock;

/// Processors and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Machine {
    /// Threads that can run at once.
    pub threads: u32,
    /// Memory of the computer, MiB; `None` where the system does not tell.
    pub memory_mib: Option<u64>,
}

impl Machine {
    /// The computer this program runs on.
    pub(crate) fn here() -> Machine {
        static HERE: OnceLock<Machine> = OnceLock::new();
        *HERE.get_or_init(|| Machine {
            threads: std::thread::available_parallelism().map_or(1, |n| n.get() as u32),
            memory_mib: memory_mib(),
        })
    }

    /// What is asked for beyond what there is, short and in a sentence; `None`: there is enough.
    pub(crate) fn overload(self, threads: u32, hash_mib: u64) -> Option<[String; 2]> {
        let has = match self.threads {
            1 => "1 processor".to_owned(),
            n => format!("{n} processors"),
        };
        let mut short = Vec::new();
        let mut whole = Vec::new();
        if threads > self.threads {
            short.push(format!("{threads} threads on {has}"));
            whole.push(format!("The engines ask for {threads} threads and this computer has {has}: they slow each other down"));
        }
        if let Some(memory) = self.memory_mib.filter(|&memory| hash_mib > memory) {
            short.push(format!("{hash_mib} MiB hash of {memory}"));
            whole.push(format!(
                "Their hash tables take {hash_mib} MiB and this computer has {memory} MiB of memory"
            ));
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
    fn what_is_too_much_is_told_in_numbers() {
        let small = Machine { threads: 2, memory_mib: Some(1000) };
        assert_eq!(small.overload(2, 1000), None);
        let [short, whole] = small.overload(5, 1001).unwrap();
        assert_eq!(short, "5 threads on 2 processors, 1001 MiB hash of 1000");
        assert!(whole.contains("5 threads") && whole.contains("1000 MiB"), "{whole}");
        let unknown = Machine { threads: 1, memory_mib: None };
        assert_eq!(unknown.overload(1, u64::MAX), None);
        assert!(unknown.overload(2, 0).unwrap()[0].contains("1 processor"));
        assert_eq!(total_mib("MemFree: 1 kB\nMemTotal:   4096 kB\n"), Some(4));
        assert_eq!(total_mib("MemTotal: much"), None);
    }
}
