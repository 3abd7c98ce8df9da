//! Notices that whoever read standard output has gone. A write would tell, but a long count or search may have
//! nothing to write for hours.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;

use super::failure::Failure;
#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, poll};

use tabia_games::whole_file;

/// Ends the program, quietly and with success, as soon as nobody can read what it says. A file that is being
/// written is finished before.
pub fn ends_the_program() {
    then(exit);
}

fn exit() {
    whole_file::wait_until_written();
    std::process::exit(0);
}

/// For work that ends in order when nobody can read what the program says. Until it begins the program is ended.
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

    /// The work begins; it ends itself once this is raised.
    pub fn work(&self) -> Result<&AtomicBool, Failure> {
        self.at_work.store(true, SeqCst);
        if self.gone.load(SeqCst) { Err(Failure::Closed) } else { Ok(&self.gone) }
    }
}

/// Does something once nobody reads standard output any more. On a thread of its own; where there is none to be
/// had, or where the system cannot tell, the next line written tells.
#[cfg(unix)]
pub fn then(act: impl FnOnce() + Send + 'static) {
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
pub fn then(act: impl FnOnce() + Send + 'static) {
    drop(act);
}
