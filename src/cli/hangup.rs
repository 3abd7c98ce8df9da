//! Detects that the reader of standard output has closed it. A write would report that, but a long count or search may
//! write nothing for hours.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;

use super::failure::Failure;
#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, poll};

use tabia_games::whole_file;

/// Ends the program with success as soon as its output has no reader. A file that is being written is finished first.
pub fn ends_the_program() {
    then(exit);
}

fn exit() {
    whole_file::wait_until_written();
    std::process::exit(0);
}

/// For work that must end in order when the output is closed. Before it starts, the program is ended directly.
#[derive(Debug)]
pub struct Watch {
    gone: Arc<AtomicBool>,
    at_work: Arc<AtomicBool>,
}

impl Watch {
    pub fn begin() -> Watch {
        let [gone, at_work] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
        let watch = Watch { gone: gone.clone(), at_work: at_work.clone() };
        then(move || {
            gone.store(true, SeqCst);
            if !at_work.load(SeqCst) {
                exit();
            }
        });
        watch
    }

    /// Starts the work, which must end itself once the flag is set.
    pub fn work(&self) -> Result<&AtomicBool, Failure> {
        self.at_work.store(true, SeqCst);
        if self.gone.load(SeqCst) { Err(Failure::Closed) } else { Ok(&self.gone) }
    }
}

/// Calls `act` once standard output is closed, on its own thread. If there is none, or the system cannot tell, the next
/// line written reports it.
#[cfg(unix)]
pub fn then(act: impl FnOnce() + Send + 'static) {
    let watch = move || {
        let stdout = std::io::stdout();
        loop {
            // Without requested events the system reports only a closed end, and waits for that.
            let mut ends = [PollFd::new(&stdout, PollFlags::empty())];
            match poll(&mut ends, None) {
                Err(rustix::io::Errno::INTR) => {}
                Ok(_) if ends[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) => {
                    break act();
                }
                // For a file there is nothing to report.
                Ok(_) | Err(_) => break,
            }
        }
    };
    let _ = std::thread::Builder::new().name("stdout-watch".into()).spawn(watch);
}

/// Calls `act` once standard output is closed, where the system can tell.
#[cfg(not(unix))]
pub fn then(act: impl FnOnce() + Send + 'static) {
    drop(act);
}
