//! `tabia puzzles`: finds puzzles for players in games.

use std::collections::HashSet;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::{Args, Subcommand};

use tabia_chess::epd::{self, Epd};
use tabia_engine::alphabeta::options::THREADS;
use tabia_engine::search::limits::StopSignal;
use tabia_games::collection::entry::fingerprint_of;
use tabia_games::game::pgn_encoding::to_utf8;
use tabia_games::game::pgn_read::PgnGame;
use tabia_games::{regular_file, whole_file};
use tabia_host::puzzles;
use tabia_host::puzzles::make::Maker;
use tabia_host::referee::resume;

use super::pgn::{complain_of, input, open};
use crate::failure::Failure;
use crate::out::{Out, counted};
use crate::parallel::in_order;
use crate::values::{is_itself, output_file, refuse_own_input, spin};

/// Largest file of puzzles to which more can be added, bytes.
const MAX_BYTES: u64 = 64 << 20;
/// Number of games per thread between two progress lines. Puzzles found in them are written at once.
const BATCH: usize = 20;
/// Text before the number of games read, in a comment of the file.
const GAMES_READ: &str = "# games read: ";
/// Text between that and the fingerprint of the last of them. Files of older versions lack both.
const LAST_READ: &str = ", the last one: ";

#[derive(Debug, Subcommand)]
pub(crate) enum PuzzlesCommand {
    /// Find positions in games in which one move alone wins or saves the game, and write them as EPD
    Make(MakeArgs),
    /// Rate the puzzles of a file again, with the current levels of limited strength
    Rate(RateArgs),
}

#[derive(Debug, Args)]
pub(crate) struct MakeArgs {
    /// Files of games; `-` reads standard input
    #[arg(value_name = "PGN", required = true)]
    games: Vec<PathBuf>,
    /// The file for the puzzles. If it exists it is continued after the games already read for it
    #[arg(short, long, alias = "out", value_name = "FILE", value_parser = output_file())]
    output: PathBuf,
    /// Threads, each of which searches its own game
    #[arg(long, default_value_t = 1, value_parser = spin(&THREADS))]
    threads: u32,
    /// Stop when the file holds this many puzzles
    #[arg(long, value_name = "PUZZLES")]
    limit: Option<usize>,
}

#[derive(Debug, Args)]
pub(crate) struct RateArgs {
    /// File of puzzles; `-` reads standard input
    #[arg(value_name = "EPD")]
    puzzles: PathBuf,
    /// The file for the puzzles with their new ratings
    #[arg(short, long, alias = "out", value_name = "FILE", value_parser = output_file())]
    output: PathBuf,
    /// Threads, each of which rates its own puzzle
    #[arg(long, default_value_t = 1, value_parser = spin(&THREADS))]
    threads: u32,
}

pub(crate) fn run<W: Write>(command: &PuzzlesCommand, out: &mut Out<W>) -> Result<(), Failure> {
    match command {
        PuzzlesCommand::Make(args) => make(args, out),
        PuzzlesCommand::Rate(args) => rate(args, out),
    }
}

fn make<W: Write>(args: &MakeArgs, out: &mut Out<W>) -> Result<(), Failure> {
    refuse_own_input(&args.games, [&args.output])?;
    let of_file = |error| Failure::file(&args.output, &error);
    let mut progress = Progress::read(args)?;
    let is_full =
        |progress: &Progress| args.limit.is_some_and(|limit| progress.known.len() >= limit);
    if is_full(&progress) {
        return out.line(progress.words());
    }
    let mut file = regular_file::append(&args.output).map_err(of_file)?;
    let mut makers = makers(args.threads);
    let mut batch = Vec::new();
    let (mut number, mut variants, done) = (0, 0, progress.games);
    for path in &args.games {
        let mut stream = open(path)?;
        let mut in_file = 0;
        loop {
            let read = stream.read_placed().map_err(|error| Failure::file(path, &error))?;
            let read = read.map(|placed| (placed.game, fingerprint_of(placed.bytes)));
            let is_new = number >= done;
            if is_new {
                complain_of(path, None, &stream.between().problems);
            }
            let Some((game, fingerprint)) = read else { break };
            (number, in_file) = (number + 1, in_file + 1);
            if !is_new {
                if number == done && progress.last.is_some_and(|last| last != fingerprint) {
                    return Err(other_games(args, done));
                }
                continue;
            }
            complain_of(path, Some(in_file), &game.warnings);
            (progress.games, progress.last) = (number, Some(fingerprint));
            if game.is_variant() {
                variants += 1;
            } else {
                batch.push(game);
            }
            if batch.len() == BATCH * makers.len() {
                progress.add(&mut makers, &mut batch, &mut file).map_err(of_file)?;
                out.line(progress.words())?;
                if is_full(&progress) {
                    return Ok(());
                }
            }
        }
    }
    if number < done && progress.last.is_some() {
        return Err(other_games(args, done));
    }
    progress.add(&mut makers, &mut batch, &mut file).map_err(of_file)?;
    if variants > 0 {
        crate::complain(format!("{} of other variants left out", counted(variants, "game")));
    }
    out.line(progress.words())
}

/// Error: the games already read for the file are not the first ones of these files.
fn other_games(args: &MakeArgs, done: usize) -> Failure {
    Failure::Refused(format!(
        "{}: its {} came from other files: name these files first, or another file to write to",
        args.output.display(),
        counted(done, "game")
    ))
}

fn rate<W: Write>(args: &RateArgs, out: &mut Out<W>) -> Result<(), Failure> {
    if !is_itself(&args.puzzles, &args.output) {
        refuse_own_input([&args.puzzles], [&args.output])?;
    }
    let bytes = input(&args.puzzles)
        .and_then(|input| regular_file::read_at_most(input, MAX_BYTES))
        .map_err(|error| Failure::file(&args.puzzles, &error))?;
    // The rest of the file is written back, so no byte of another encoding may be lost.
    let bytes = to_utf8(&bytes);
    let text = String::from_utf8_lossy(&bytes);
    let (puzzles, refused) = puzzles::read_lines(&text);
    let file = args.puzzles.display();
    if let Some((line, error)) = refused.first() {
        return Err(Failure::Refused(format!("{file}, line {line}: {error}")));
    }
    if puzzles.is_empty() {
        return Err(Failure::Refused(format!("{file}: the file holds no puzzle")));
    }
    let of_out = |error| Failure::file(&args.output, &error);
    whole_file::check(&args.output).map_err(of_out)?;
    let mut makers = makers(args.threads);
    let rating_of = |maker: &mut Maker, at: u32| Some(maker.rating_of(&puzzles[at as usize]));
    let (numbers, never) = (0..puzzles.len() as u32, AtomicBool::new(false));
    let ratings = in_order("puzzles", &mut makers, numbers, &never, rating_of).map_err(of_out)?;
    let ratings = ratings.unwrap_or_default();
    let rated_before = puzzles.iter().zip(&ratings).filter(|(puzzle, _)| puzzle.rating > 0);
    let changes: Vec<f64> =
        rated_before.map(|(puzzle, &new)| f64::from(puzzle.rating.abs_diff(new))).collect();
    whole_file::write(&args.output, |out| {
        let mut ratings = ratings.iter();
        text.trim_start_matches('\u{feff}').lines().try_for_each(|line| {
            match epd::parse(line.trim()) {
                Ok(epd) if !line.trim().is_empty() => {
                    let rating = ratings.next().copied().unwrap_or_default();
                    writeln!(out, "{}", with_rating(epd, rating))
                }
                // A comment.
                _ => writeln!(out, "{line}"),
            }
        })
    })
    .map_err(of_out)?;
    let change = match changes.len() {
        0 => String::new(),
        count => {
            let mean = changes.iter().sum::<f64>() / count as f64;
            format!(", {mean:.0} Elo changed on average")
        }
    };
    out.line(format!("{} rated{change}", counted(puzzles.len(), "puzzle")))
}

/// The line of a puzzle with another rating. Everything else is kept, the clocks as operations.
fn with_rating(mut epd: Epd, rating: u16) -> Epd {
    let rating = vec![rating.to_string()];
    match epd.ops.iter_mut().find(|(name, _)| name == "c1") {
        Some((_, operands)) => *operands = rating,
        None => epd.ops.push(("c1".to_owned(), rating)),
    }
    let clocks =
        [("hmvc", epd.board.halfmove_clock(), 0), ("fmvn", epd.board.fullmove_number(), 1)];
    for (name, clock, usual) in clocks {
        if clock != usual && epd.get(name).is_none() {
            epd.ops.push((name.to_owned(), vec![clock.to_string()]));
        }
    }
    epd
}

fn makers(threads: u32) -> Vec<Maker> {
    (0..threads).map(|_| Maker::default()).collect()
}

/// The content of the file.
#[derive(Default)]
struct Progress {
    games: usize,
    /// The fingerprint of the last of them.
    last: Option<u32>,
    /// Keys of the positions of its puzzles.
    known: HashSet<u64>,
}

impl Progress {
    fn read(args: &MakeArgs) -> Result<Progress, Failure> {
        let bytes = match regular_file::read(&args.output, MAX_BYTES) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Progress::default()),
            Err(error) => return Err(Failure::file(&args.output, &error)),
        };
        // A program that was killed can leave half a line. Its games do not count as read yet.
        let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let [text, half] = [&bytes[..end], &bytes[end..]].map(String::from_utf8_lossy);
        refuse_other(args, &text, &half)?;
        let cut = resume::cut(&args.output, end as u64);
        if let Some(cut) = cut.map_err(|error| Failure::file(&args.output, &error))? {
            crate::complain(format!(
                "{}: an incomplete line at its end was moved to {}",
                args.output.display(),
                cut.display()
            ));
        }
        let games = text.lines().filter_map(|line| {
            let line = line.strip_prefix(GAMES_READ)?;
            let (games, last) = line.split_once(LAST_READ).unwrap_or((line, ""));
            Some((games.parse().ok()?, u32::from_str_radix(last, 16).ok()))
        });
        let (games, last) = games.max().unwrap_or_default();
        let known = puzzles::read(&text).iter().map(|puzzle| puzzle.board.key()).collect();
        Ok(Progress { games, last, known })
    }

    /// Writes the puzzles of some games, and records that the games have been read.
    fn add(
        &mut self,
        makers: &mut [Maker],
        games: &mut Vec<PgnGame>,
        file: &mut File,
    ) -> std::io::Result<()> {
        let puzzles_of = |maker: &mut Maker, at: u32| {
            Some(maker.puzzles_of(&games[at as usize], &StopSignal::never()))
        };
        let (numbers, never) = (0..games.len() as u32, AtomicBool::new(false));
        let found = in_order("puzzles", makers, numbers, &never, puzzles_of)?;
        let mut found = found.unwrap_or_default().concat();
        found.retain(|puzzle| self.known.insert(puzzle.board.key()));
        games.clear();
        let mut text = Vec::new();
        found.iter().try_for_each(|puzzle| writeln!(text, "{puzzle}"))?;
        let last = self.last.map_or(String::new(), |last| format!("{LAST_READ}{last:08x}"));
        writeln!(text, "{GAMES_READ}{}{last}", self.games)?;
        let before = file.metadata()?.len();
        let written = file.write_all(&text);
        if written.is_err() {
            // On a full disk, the part that still had room.
            file.set_len(before)?;
        }
        written
    }

    fn words(&self) -> String {
        format!("{} read, {}", counted(self.games, "game"), counted(self.known.len(), "puzzle"))
    }
}

/// Refuses to append to a file that holds anything but puzzles.
fn refuse_other(args: &MakeArgs, text: &str, half: &str) -> Result<(), Failure> {
    let refused = |line: usize, why: &str| {
        let file = args.output.display();
        Err(Failure::Refused(format!(
            "{file}: found other text in line {line} ({why}), expected a file of puzzles"
        )))
    };
    let made_here = text.lines().any(|line| line.starts_with(GAMES_READ));
    if !made_here && let Some((line, error)) = puzzles::read_lines(text).1.first() {
        return refused(*line, &error.to_string());
    }
    let half = half.trim();
    let (pieces, rest) = half.split_once(' ').unwrap_or((half, ""));
    let is_board = pieces.bytes().all(|byte| b"/12345678PNBRQKpnbrqk".contains(&byte))
        && (rest.is_empty() || pieces.matches('/').count() == 7);
    if is_board || half.starts_with('#') {
        return Ok(());
    }
    refused(text.lines().count() + 1, "no position")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 7... Bxd1 walks into a mate.
    const GAME: &str = "[White \"Smith, A\"]\n[Black \"Jones, B\"]\n[Result \"1-0\"]\n\n\
        1. e4 e5 2. Nf3 Nc6 3. Bc4 d6 4. Nc3 Bg4 5. h3 Bh5 6. a3 a6 7. Nxe5 Bxd1 8. Bxf7+ Ke7 9. Nd5# 1-0\n\n";

    #[test]
    fn rating_keeps_the_rest_of_a_file() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("own.epd");
        let latin =
            b"# f\xFCr\n\nr3k3/8/8/3N4/8/8/8/4K3 w - - fmvn 31; bm Nc7+; pv Nc7+ Kd7 Nxa8; \
            acd 13; acn 84; c0 \"fork\"; id R\xE9ti\";\n";
        std::fs::write(&file, latin).unwrap();
        let rate = || {
            let args = RateArgs { puzzles: file.clone(), output: file.clone(), threads: 1 };
            super::rate(&args, &mut Out::new(&mut Vec::new())).unwrap();
            std::fs::read_to_string(&file).unwrap()
        };
        let once = rate();
        assert!(
            once.starts_with("# f\u{fc}r\n\nr3k3") && once.contains("; id R\u{e9}ti\";"),
            "{once}"
        );
        assert_eq!(rate(), once);
    }

    #[test]
    fn a_file_is_gone_on_with_where_it_ended() {
        let dir = tempfile::tempdir().unwrap();
        let (pgn, out) = (dir.path().join("games.pgn"), dir.path().join("puzzles.epd"));
        let read = |text: &str| {
            std::fs::write(&pgn, text).unwrap();
            let args =
                MakeArgs { games: vec![pgn.clone()], output: out.clone(), threads: 2, limit: None };
            let mut output = Vec::new();
            let made = super::make(&args, &mut Out::new(&mut output));
            made.map(|()| String::from_utf8(output).unwrap()).map_err(|error| error.to_string())
        };
        let make = |games: usize| {
            let output = read(&GAME.repeat(games)).unwrap();
            (output, std::fs::read_to_string(&out).unwrap())
        };
        let (output, first) = make(1);
        assert!(first.contains("# games read: 1, the last one: "), "{first}");
        let found = puzzles::read(&first).len();
        assert_eq!(output, format!("1 game read, {}\n", counted(found, "puzzle")));
        assert!(found > 0, "the mate");
        let (output, second) = make(3);
        assert!(second.starts_with(&first) && second.contains("# games read: 3, the last one: "));
        for other in [GAME.repeat(2), GAME.replace("1-0", "*").repeat(4)] {
            let error = read(&other).unwrap_err();
            assert!(error.contains("its 3 games came from other files"), "{error}");
            assert_eq!(std::fs::read_to_string(&out).unwrap(), second, "nothing was written");
        }
        assert_eq!(
            output,
            format!("3 games read, {}\n", counted(found, "puzzle")),
            "the same positions are no new puzzles"
        );
        assert_eq!(puzzles::read(&second).len(), found);

        // A program that was killed while it wrote the last puzzles.
        let cut = second.len() - 30;
        std::fs::write(&out, &second[..cut]).unwrap();
        assert_eq!(make(3).1, second);
        let kept = std::fs::read_to_string(dir.path().join("puzzles.epd.cut")).unwrap();
        assert!(kept.len() > 2 && second[..cut].ends_with(kept.trim_end()), "{kept}");

        // A file of something else is left alone, and so is one that is full.
        for other in [GAME.trim_end(), "Call mother", "# Notes\nbuy milk\n"] {
            let file = dir.path().join("other");
            std::fs::write(&file, other).unwrap();
            let args = MakeArgs {
                games: vec![pgn.clone()],
                output: file.clone(),
                threads: 1,
                limit: None,
            };
            let error = super::make(&args, &mut Out::new(&mut Vec::new())).unwrap_err().to_string();
            assert!(error.ends_with("expected a file of puzzles"), "{error}");
            assert_eq!(std::fs::read_to_string(&file).unwrap(), other);
        }
        std::fs::write(&pgn, GAME.repeat(9)).unwrap();
        let args =
            MakeArgs { games: vec![pgn], output: out.clone(), threads: 1, limit: Some(found) };
        super::make(&args, &mut Out::new(&mut Vec::new())).unwrap();
        assert_eq!(std::fs::read_to_string(&out).unwrap(), second);

        let rated = dir.path().join("rated.epd");
        let args = RateArgs { puzzles: out, output: rated.clone(), threads: 2 };
        let mut output = Vec::new();
        rate(&args, &mut Out::new(&mut output)).unwrap();
        // The levels make the same errors each time.
        let words = format!("{} rated, 0 Elo changed on average\n", counted(found, "puzzle"));
        assert_eq!(String::from_utf8(output).unwrap(), words);
        let rated = std::fs::read_to_string(rated).unwrap();
        assert_eq!(rated, second);
        let suite = "# mine\n\n6k1/5ppp/8/8/8/8/8/K2R4 w - - 4 9 bm Rd8#; dm 1; c5 \"note\";\n";
        std::fs::write(&args.puzzles, format!("\u{feff}{suite}")).unwrap();
        let args = RateArgs { output: args.puzzles.clone(), ..args };
        let mut output = Vec::new();
        rate(&args, &mut Out::new(&mut output)).unwrap();
        assert_eq!(String::from_utf8(output).unwrap(), "1 puzzle rated\n");
        let rated = std::fs::read_to_string(&args.puzzles).unwrap();
        let kept = suite.trim_end().replace(" 4 9", "");
        assert!(rated.starts_with(&format!("{kept} c1 \"")), "{rated}");
        assert!(rated.ends_with("\"; hmvc 4; fmvn 9;\n"), "{rated}");
        std::fs::write(&args.puzzles, "# nothing\n").unwrap();
        let error = rate(&args, &mut Out::new(&mut Vec::new())).unwrap_err().to_string();
        assert!(error.ends_with("the file holds no puzzle"), "{error}");
    }
}
