//! What differs between systems about child processes: groups that can be ended as a whole, checking whether a process
//! has ended without reaping it, and pipes with a bounded wait.
//!
//! On systems without process groups only the child is ended, and a read waits until the pipe closes.

#[cfg(unix)]
pub(super) use unix::{
    Running, can_be_run, descendants, has_ended, kill, kill_group, kill_group_of, leave_terminal,
    own_group, wait_readable, wait_writable,
};

#[cfg(not(unix))]
pub(super) use other::{
    can_be_run, descendants, has_ended, kill_group, own_group, wait_readable, wait_writable,
};

/// Maximum size of one write after [`wait_writable`]: POSIX guarantees room for this much, so the write does not block.
pub(super) const WRITE_PART: usize = 512;

#[cfg(unix)]
mod unix {
    use std::fs::{self, Metadata};
    use std::os::fd::AsFd;
    use std::os::unix::fs::PermissionsExt as _;
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, Command};
    use std::sync::atomic::{AtomicBool, Ordering};

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::process::{
        Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, setsid,
        test_kill_process_group, waitid,
    };

    /// How often a wait for a pipe checks whether it should give up.
    const POLL_INTERVAL: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };

    /// Whether anyone may execute the file.
    pub(in super::super) fn can_be_run(file: &Metadata) -> bool {
        file.permissions().mode() & 0o111 != 0
    }

    /// Puts the child into a process group of its own, to which its own children belong too.
    pub(in super::super) fn own_group(command: &mut Command) {
        command.process_group(0);
    }

    /// Leaves the terminal and its signals and changes the process name, so that `killall tabia` does not end the
    /// watcher.
    pub(in super::super) fn leave_terminal() {
        // Each fails where it does not apply.
        let _ = setsid();
        let _ = fs::write("/proc/self/comm", "engine-watch");
    }

    /// A process: its number and its start time, so that a later process with the same number is not taken for it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in super::super) struct Running {
        pub(in super::super) pid: u32,
        /// Empty if the system does not report it.
        pub(in super::super) began: String,
    }

    impl Running {
        /// The process that has this number now.
        pub(in super::super) fn now(pid: u32) -> Running {
            stat(pid).map_or(Running { pid, began: String::new() }, |(_, process)| process)
        }

        /// Whether it or another process of its group lives.
        pub(in super::super) fn group_lives(&self) -> bool {
            // No other process can have its number as long as the group has a member.
            stat(self.pid).is_none_or(|(_, now)| now == *self)
                && pid(self.pid).is_some_and(|group| test_kill_process_group(group).is_ok())
        }
    }

    fn pid(number: u32) -> Option<Pid> {
        Pid::from_raw(i32::try_from(number).ok()?)
    }

    /// The descendants of a process, in its group or not, that can be found through living parents; none if the
    /// system does not report them.
    pub(in super::super) fn descendants(of: u32) -> Vec<Running> {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let processes: Vec<(u32, Running)> =
            entries.filter_map(|entry| stat(entry.file_name().to_str()?.parse().ok()?)).collect();
        let mut parents = vec![of];
        let mut found: Vec<Running> = Vec::new();
        while let Some(parent) = parents.pop() {
            for (its_parent, process) in &processes {
                if *its_parent == parent && !found.contains(process) {
                    found.push(process.clone());
                    parents.push(process.pid);
                }
            }
        }
        found
    }

    /// A process and the number of its parent.
    fn stat(pid: u32) -> Option<(u32, Running)> {
        let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // After the name, which may contain anything, come the state and the parent; the start time is 17 words later.
        let mut words = text.rsplit_once(')')?.1.split_whitespace().skip(1);
        let parent = words.next()?.parse().ok()?;
        Some((parent, Running { pid, began: words.nth(17)?.to_owned() }))
    }

    /// Kills the child, its whole group, and the given descendants. The child must not have been reaped yet: until then
    /// no other process can have its number, which is also the group's.
    pub(in super::super) fn kill_group(child: &mut Child, descendants: &[Running]) {
        kill_group_of(child.id());
        kill(descendants);
    }

    /// Kills the group that a process leads or led.
    pub(in super::super) fn kill_group_of(leader: u32) {
        if let Some(group) = pid(leader) {
            // Fails if no process is left.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }

    /// Kills those of the processes that still live.
    pub(in super::super) fn kill(processes: &[Running]) {
        for process in processes {
            let same = stat(process.pid).is_some_and(|(_, now)| now == *process);
            if let Some(pid) = pid(process.pid).filter(|_| same) {
                // Fails if it has just ended.
                let _ = kill_process(pid, Signal::KILL);
            }
        }
    }

    /// Whether the child has ended. It is not reaped.
    pub(in super::super) fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
    }

    /// Waits until a read would not block; `false`: `done` was raised first.
    pub(in super::super) fn wait_readable(pipe: &impl AsFd, done: &AtomicBool) -> bool {
        wait(pipe, PollFlags::IN, done)
    }

    /// Waits until a short write would not block; `false`: `done` was raised first.
    pub(in super::super) fn wait_writable(pipe: &impl AsFd, done: &AtomicBool) -> bool {
        wait(pipe, PollFlags::OUT, done)
    }

    fn wait(pipe: &impl AsFd, flags: PollFlags, done: &AtomicBool) -> bool {
        loop {
            if done.load(Ordering::Acquire) {
                return false;
            }
            // An error, the end or room: the read or write itself shows which.
            match poll(&mut [PollFd::new(pipe, flags)], Some(&POLL_INTERVAL)) {
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                Ok(_) | Err(_) => return true,
            }
        }
    }
}

#[cfg(not(unix))]
mod other {
    use std::fs::Metadata;
    use std::process::{Child, Command};
    use std::sync::atomic::{AtomicBool, Ordering};

    pub(in super::super) fn can_be_run(_: &Metadata) -> bool {
        true
    }

    pub(in super::super) fn own_group(_: &mut Command) {}

    pub(in super::super) fn descendants(_: u32) {}

    pub(in super::super) fn kill_group(child: &mut Child, (): &()) {
        let _ = child.kill();
    }

    pub(in super::super) fn has_ended(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }

    pub(in super::super) fn wait_readable<P>(_: &P, done: &AtomicBool) -> bool {
        !done.load(Ordering::Acquire)
    }

    pub(in super::super) fn wait_writable<P>(_: &P, done: &AtomicBool) -> bool {
        !done.load(Ordering::Acquire)
    }
}
