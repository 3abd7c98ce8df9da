//! What differs between systems about child processes: a group that can be ended whole, a look at whether a
//! process has ended that leaves it its number, and pipes nobody waits on for ever.
//!
//! Where there are no process groups the child alone is ended, and a pipe is waited on until it closes.

#[cfg(unix)]
pub(super) use unix::{can_be_run, has_ended, kill_group, own_group, wait_readable, wait_writable};

#[cfg(not(unix))]
pub(super) use other::{
    can_be_run, has_ended, kill_group, own_group, wait_readable, wait_writable,
};

/// The most that is written at once after [`wait_writable`]: POSIX gives room for this much, so that the
/// write does not block.
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
        Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid,
    };

    /// How often a wait for a pipe looks whether it is to give up.
    const LOOK: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };

    /// Whether the file may be executed by somebody.
    pub(in super::super) fn can_be_run(file: &Metadata) -> bool {
        file.permissions().mode() & 0o111 != 0
    }

    /// Puts the child into a group of its own: what it starts itself belongs to the group, too.
    pub(in super::super) fn own_group(command: &mut Command) {
        command.process_group(0);
    }

    /// Ends the child and all its group; on Linux also what descends from it in another group, as far as its
    /// parents still live. The child must not have been waited for: until then its number, which is the
    /// group's, is nobody else's.
    pub(in super::super) fn kill_group(child: &mut Child) {
        let descendants = descendants(child.id());
        // These fail where nothing is left to end.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
        for pid in descendants.into_iter().filter_map(|pid| Pid::from_raw(pid.cast_signed())) {
            let _ = kill_process(pid, Signal::KILL);
        }
    }

    /// What descends from a process, by the parents that the system names; nothing where it names none.
    fn descendants(of: u32) -> Vec<u32> {
        let parents: Vec<(u32, u32)> = fs::read_dir("/proc")
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| {
                let pid = entry.file_name().to_str()?.parse().ok()?;
                let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
                // After the name, which may hold anything: the state, then the parent.
                let parent = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()?;
                Some((pid, parent))
            })
            .collect();
        let mut found = vec![of];
        let mut next = 0;
        while next < found.len() {
            let parent = found[next];
            let children = parents.iter().filter(|(pid, its)| *its == parent && *pid != parent);
            let new: Vec<u32> =
                children.map(|(pid, _)| *pid).filter(|pid| !found.contains(pid)).collect();
            found.extend(new);
            next += 1;
        }
        found.split_off(1)
    }

    /// Whether the child has ended. It stays to be waited for.
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
            // An error, an end or room: the read or write itself tells which.
            match poll(&mut [PollFd::new(pipe, flags)], Some(&LOOK)) {
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

    pub(in super::super) fn kill_group(child: &mut Child) {
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
