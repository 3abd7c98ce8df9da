//! Processor time of a thread, so that measurements depend less on what else the machine does.

use std::time::Duration;

/// The processor time that this thread has used; `None` where the system does not report it.
#[cfg(unix)]
pub(crate) fn processor_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).ok()
}

#[cfg(not(unix))]
pub(crate) fn processor_time() -> Option<Duration> {
    None
}
