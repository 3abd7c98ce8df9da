//! `tabia match`: matches between engines.

pub mod args;
mod standing;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use tabia_engine::play::adjudication::Adjudication;
use tabia_engine::play::control::Control;
use tabia_engine::play::{Game, Rules};
use tabia_engine::search::limits::StopToken;
use tabia_engine::search::thinker::CommonOptions;
use tabia_games::regular_file;
use tabia_games::strength::sheet::Points;
use tabia_games::strength::sprt::Sprt;
use tabia_games::tablebase::Syzygy;
use tabia_host::external::spec::Timeouts;
use tabia_host::referee::player::PreparedPlayer;
use tabia_host::referee::record::{Header, Record};
use tabia_host::referee::resume;
use tabia_host::referee::run::{Fixture, Match, MatchError, Schedule};

pub(super) use args::MatchArgs;

use super::failure::Failure;
use super::out::Out;
use args::openings;
use standing::Standing;

/// Time beyond its limit after which an engine is told to stop.
const OVERTIME: Duration = Duration::from_secs(5);

/// Plays a match.
pub(super) fn run<W: Write>(args: &MatchArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let plan = plan(args)?;
    let names: Vec<String> = plan.players.iter().map(|(ready, _)| ready.name.clone()).collect();
    let lines: Vec<&str> = args.engines.iter().map(|player| player.line.as_str()).collect();
    let header = Header { event: args.event.clone(), id: plan.id(&lines) };
    let mut standing = Standing::new(names, &plan.schedule, sprt(args)?);
    let mut played = BTreeSet::new();
    if let Some(path) = &args.pgn {
        let refused =
            |error: resume::ResumeError| Failure::Refused(format!("{}: {error}", path.display()));
        refuse_full(args, path)?;
        let (kept, end) = resume::read(path, &header.id, &plan.schedule).map_err(refused)?;
        resume::cut(path, end).map_err(|error| Failure::file(path, &error))?;
        for game in kept {
            played.insert(game.fixture.game);
            standing.add(game.fixture, game.white, &game.termination);
        }
    }
    let mut writer = MatchWriter { args, plan: &plan, header: &header, standing, out };
    writer.begin(played.len())?;
    if writer.standing.decision().is_none() {
        let mut failure = None;
        let token = Arc::new(StopToken::default());
        let done =
            plan.play(&played, &token, &mut |fixture, game| match writer.add_game(fixture, game) {
                Ok(go_on) => go_on,
                Err(error) => {
                    failure = Some(error);
                    false
                }
            });
        failure.map_or(Ok(()), Err)?;
        done.map_err(|error: MatchError| Failure::Refused(error.to_string()))?;
    }
    writer.report(true)
}

/// Rejects an existing file unless the match is resumed.
fn refuse_full(args: &MatchArgs, path: &Path) -> Result<(), Failure> {
    let full = std::fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() > 0);
    if full && !args.resume {
        return Err(Failure::Refused(format!(
            "{}: found a file with games, expected none; --resume goes on with its match",
            path.display()
        )));
    }
    Ok(())
}

/// The match by the arguments.
fn plan(args: &MatchArgs) -> Result<Match, Failure> {
    let refused = |error: String| Failure::Refused(error);
    if args.engines.len() < 2 {
        return Err(Failure::Refused("found one engine, expected --engine at least twice".into()));
    }
    let tables = match &args.decided.syzygy {
        None => None,
        Some(folder) => {
            let opened = Syzygy::open(&[folder]).map_err(|error| refused(error.to_string()))?;
            Some(Arc::new(opened))
        }
    };
    let openings = openings(args)?;
    let common = CommonOptions { threads: args.threads, hash_mib: args.hash, multi_pv: 1 };
    let longest = Some(Duration::from_secs(args.search_timeout));
    let timeouts = Timeouts { overtime: OVERTIME, longest, ..Timeouts::default() };
    let mut players: Vec<(PreparedPlayer, Control)> = Vec::new();
    for player in &args.engines {
        let Some(control) = player.control.or_else(|| args.control()) else {
            return Err(Failure::Refused(format!(
                "{}: found no limit, expected --tc, --nodes, --movetime or --depth, or one of the engine's own",
                player.line
            )));
        };
        let ready = player.prepare(common, timeouts).map_err(refused)?;
        if players.iter().any(|(other, _)| other.name == ready.name) {
            return Err(Failure::Refused(format!(
                "found two engines called {}, expected a name=NAME of its own for one of them",
                ready.name
            )));
        }
        players.push((ready, control));
    }
    let schedule = Schedule::new(players.len(), args.gauntlet, args.rounds());
    let adjudication = Adjudication {
        draw: args.decided.draw,
        resign: args.decided.resign,
        max_moves: args.decided.max_moves,
        tables,
        ..Adjudication::default()
    };
    let rules = Rules { adjudication, margin: Duration::from_millis(args.margin) };
    Ok(Match { players, schedule, openings, rules, concurrency: args.concurrency as usize })
}

fn sprt(args: &MatchArgs) -> Result<Option<Sprt>, Failure> {
    let Some(elos) = args.test.sprt else { return Ok(None) };
    if args.engines.len() > 2 {
        let engines = args.engines.len();
        return Err(Failure::Refused(format!("--sprt: found {engines} engines, expected two")));
    }
    Sprt::new(elos, args.test.errors, args.test.model.elo())
        .map(Some)
        .map_err(|error| Failure::Refused(format!("--sprt: {error}")))
}

/// Writes the games and reports the standing.
struct MatchWriter<'a, W: Write> {
    args: &'a MatchArgs,
    plan: &'a Match,
    header: &'a Header,
    standing: Standing,
    out: &'a mut Out<W>,
}

impl<W: Write> MatchWriter<'_, W> {
    fn begin(&mut self, kept: usize) -> Result<(), Failure> {
        let games = self.plan.schedule.games();
        if self.args.json {
            return Ok(());
        }
        if let Some(count) =
            self.plan.openings.count().filter(|count| self.args.rounds() as usize > *count)
        {
            self.out.line(format!("{count} openings: some are played more than once"))?;
        }
        if kept > 0 { self.out.line(format!("{kept} of {games} games are played")) } else { Ok(()) }
    }

    /// Adds a game, writes and reports it. Returns whether the match continues.
    fn add_game(&mut self, fixture: Fixture, game: &Game) -> Result<bool, Failure> {
        let player = |player: usize| &self.plan.players[player];
        let [white, black] = [fixture.white, fixture.black].map(player);
        let controls = [white.1, black.1];
        self.standing.check_nodes(fixture, game, controls);
        if let Some(path) = &self.args.pgn {
            let names = [white.0.name.as_str(), black.0.name.as_str()];
            let record = Record { fixture, names, controls, game };
            let text = record.pgn(self.header, SystemTime::now());
            append(path, &text).map_err(|error| Failure::file(path, &error))?;
        }
        let white = match game.ending.pgn() {
            "1-0" => Points::Win,
            "0-1" => Points::Loss,
            _ => Points::Draw,
        };
        self.standing.add(fixture, white, game.ending.termination());
        if self.args.json {
            let object = self.standing.game(fixture, game);
            self.out.json(&object)?;
        } else if let Some(line) = self.standing.fault(fixture, game) {
            self.out.line(line)?;
        }
        if self.standing.decision().is_some() {
            return Ok(false);
        }
        let games = self.standing.games();
        if games.is_multiple_of(self.args.every) && games < self.plan.schedule.games() {
            self.report(false)?;
        }
        Ok(true)
    }

    fn report(&mut self, ended: bool) -> Result<(), Failure> {
        if self.args.json {
            return self.out.json(&self.standing.object(ended));
        }
        self.out.lines(self.standing.lines())
    }
}

/// Appends a game to the file in one write.
fn append(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = regular_file::append(path)?;
    let end = file.metadata()?.len();
    // After a truncated game there is no blank line.
    let gap = if end > 0 && !ends_blank(path, end)? { "\n\n" } else { "" };
    file.write_all(format!("{gap}{text}").as_bytes())
}

/// Whether a file of this length ends with a blank line.
fn ends_blank(path: &Path, end: u64) -> std::io::Result<bool> {
    use std::io::{Read as _, Seek as _, SeekFrom};
    let mut file = regular_file::open(path)?;
    file.seek(SeekFrom::Start(end.saturating_sub(2)))?;
    let mut tail = Vec::new();
    file.take(2).read_to_end(&mut tail)?;
    Ok(tail == b"\n\n")
}
