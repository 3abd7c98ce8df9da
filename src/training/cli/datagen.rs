//! `tabia-train datagen`: self-play into a folder, with its progress on standard error.

use std::io::{IsTerminal as _, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::openings::Kind;
use crate::selfplay::{self, Progress, Settings};
use tabia_engine::alphabeta::options::EngineOptions;

use super::data_args::{DatagenArgs, KindChoice};
use tabia_cli::failure;
use tabia_cli::failure::Failure;
use tabia_cli::look::eval;
use tabia_cli::out::Out;
use tabia_cli::referee::args;

/// Where nobody looks on, one line a minute is enough.
const LINE_EVERY: Duration = Duration::from_mins(1);

pub(crate) fn run<W: Write>(args: &DatagenArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let book = args.book.as_deref().map_or(Ok(Vec::new()), args::positions)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let settings = Settings {
        folder: args.out.clone(),
        kind: kind(args.kind),
        book,
        games: args.games,
        time: args.hours.map(|hours| Duration::from_secs_f64(hours * 3600.0)),
        soft_nodes: args.nodes,
        threads: args.threads.map_or(cores, |threads| threads as usize),
        seed: args.seed,
        network: eval::chosen(args.net.as_deref())?,
        options: EngineOptions {
            hash_mib: args.hash,
            eval: args.eval.kind(),
            ..EngineOptions::default()
        },
    };
    let mut teller = Teller { on_terminal: std::io::stderr().is_terminal(), last: None };
    let stop = Arc::new(AtomicBool::new(false));
    let gone = stop.clone();
    // Games that are played to their end are kept.
    failure::then(move || gone.store(true, Relaxed));
    let ended = selfplay::run(&settings, &stop, |now| teller.tell(now, &settings));
    let end = ended.map_err(|error| Failure::Refused(error.to_string()))?;
    out.line(format_args!(
        "{} games, {} positions in {:.0} s: {:.0} positions/s; {} games in {}",
        end.games,
        end.positions,
        end.elapsed.as_secs_f64(),
        rate(&end),
        end.before + end.games,
        settings.folder.display()
    ))
}

fn kind(choice: KindChoice) -> Kind {
    match choice {
        KindChoice::Standard => Kind::Standard,
        KindChoice::Chess960 => Kind::Chess960,
        KindChoice::Endings => Kind::Endings,
        KindChoice::Mixed => Kind::Mixed,
    }
}

fn rate(progress: &Progress) -> f64 {
    progress.positions as f64 / progress.elapsed.as_secs_f64().max(0.001)
}

/// Tells the progress: on a terminal in place, elsewhere a line a minute.
struct Teller {
    on_terminal: bool,
    last: Option<Instant>,
}

impl Teller {
    fn tell(&mut self, now: &Progress, settings: &Settings) {
        let due = self.last.is_none_or(|last| last.elapsed() >= LINE_EVERY);
        if !self.on_terminal && !due && !now.done {
            return;
        }
        self.last = Some(Instant::now());
        let goal = settings.games.map_or(String::new(), |games| format!(" of {games}"));
        let text = format!(
            "{}{goal} games, {} positions, {:.0} positions/s, {:.1} min; {} games before",
            now.games,
            now.positions,
            rate(now),
            now.elapsed.as_secs_f64() / 60.0,
            now.before
        );
        let (begin, end) = match (self.on_terminal, now.done) {
            (true, false) => ("\r", ""),
            (true, true) => ("\r", "\n"),
            (false, _) => ("", "\n"),
        };
        // If standard error is closed there is nobody to tell.
        let _ = write!(std::io::stderr(), "{begin}{text}{end}");
    }
}
