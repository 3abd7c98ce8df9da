//! Notices that whoever read standard output has gone. A write would tell, but a long count or search may have
//! nothing to write for hours.

#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, poll};

/// Ends the program, quietly and with success, as soon as nobody can read what it says. For commands that
/// leave nothing behind but what they say.
pub(super) fn ends_the_program() {
    then(|| std::process::exit(0));
}

/// Does something once nobody reads standard output any more. On a thread of its own; where there is none to be
/// had, or where the system cannot tell, the next line written tells.
#[cfg(unix)]
pub(super) fn then(act: impl FnOnce() + Send + 'static) {
    let watch = move || {
        let stdout = std::io::stdout();
        loop {
            // Asked for no event, the system reports an end that is gone, and waits for that.
            let mut ends = [PollFd::new(&stdout, PollFlags::empty())];
            match poll(&mut ends, None) {
                Err(rustix::io::Errno::INTR) => {}
                Ok(_) if ends[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) => {
                    break act();
                }
                // A file, say, of which there is nothing to tell.
                Ok(_) | Err(_) => break,
            }
        }
    };
    let _ = std::thread::Builder::new().name("stdout-watch".into()).spawn(watch);
}

/// Does something once nobody reads standard output any more, where the system can tell.
#[cfg(not(unix))]
pub(super) fn then(act: impl FnOnce() + Send + 'static) {
    drop(act);
}
