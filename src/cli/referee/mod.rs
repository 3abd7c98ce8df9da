//! `tabia match` and `tabia tournament`, which play a plan and print the standing; and `tabia ratings`.

pub mod args;
pub(super) mod ratings;
mod standing;

use std::io::Write;
use std::path::{Path, PathBuf};

use tabia_engine::play::Game;
use tabia_games::{printable, whole_file};
use tabia_host::referee::conduct::NodeUse;
use tabia_host::referee::plan::{Plan, PlanError};
use tabia_host::referee::record::result_of;
use tabia_host::referee::recorder::Recorder;
use tabia_host::referee::run::{Match, Tournament};
use tabia_host::referee::schedule::{Fixture, Format, Progress};
use tabia_host::referee::standings;

pub(super) use args::{MatchArgs, RatingsArgs, TournamentArgs};

use super::failure::Failure;
use super::interrupt::Interrupt;
use super::out::Out;
use super::values::refuse_own_input;
use standing::Standing;

/// Maximum number of a tournament's pairings listed below its table.
const MAX_PAIRINGS: usize = 66;

/// Plays a match.
pub(super) fn run<W: Write>(args: &MatchArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let plan = args.plan()?;
    let ready = plan.ready(Path::new("")).map_err(|error| Failure::Refused(error.to_string()))?;
    if let Some(path) = args.pgn.as_deref().filter(|_| !args.resume) {
        refuse_full(path)?;
    }
    let report = Report {
        pgn: args.pgn.as_deref(),
        standings: None,
        every: args.every,
        quiet: false,
        json: args.json,
        table: false,
    };
    play(&plan, ready, &report, out)
}

/// Plays the tournament of a file, or resumes it.
pub(super) fn tournament<W: Write>(args: &TournamentArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let named = |error: PlanError| Failure::Refused(format!("{}: {error}", args.file.display()));
    let pgn: PathBuf = args.output.clone().unwrap_or_else(|| args.file.with_extension("pgn"));
    refuse_own_input([&args.file], [Some(&pgn), args.standings.as_ref()].into_iter().flatten())?;
    let plan = Plan::open(&args.file).map_err(named)?;
    if let Some(path) = &args.standings {
        StandingsForm::of(path)?;
    }
    let folder = args.file.parent().unwrap_or(Path::new(""));
    let ready = plan.ready(folder).map_err(named)?;
    let report = Report {
        pgn: Some(&pgn),
        standings: args.standings.as_deref(),
        every: args.every,
        quiet: args.quiet,
        json: args.json,
        table: true,
    };
    play(&plan, ready, &report, out)
}

/// What is written and printed about a tournament.
#[derive(Clone, Copy, Debug)]
struct Report<'a> {
    pgn: Option<&'a Path>,
    standings: Option<&'a Path>,
    /// Number of games between two reports of the standing.
    every: u32,
    /// Whether nothing is printed before the end.
    quiet: bool,
    json: bool,
    /// Whether the table of all players is included.
    table: bool,
}

/// The file format of standings.
#[derive(Clone, Copy, Debug)]
enum StandingsForm {
    Markdown,
    Csv,
}

impl StandingsForm {
    /// The format for a file name.
    fn of(path: &Path) -> Result<StandingsForm, Failure> {
        let extension = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
        match extension.as_deref().and_then(|extension| extension.to_str()) {
            Some("md") => Ok(StandingsForm::Markdown),
            Some("csv") => Ok(StandingsForm::Csv),
            _ => Err(Failure::Refused(format!(
                "{}: expected a name that ends with .md or .csv",
                path.display()
            ))),
        }
    }
}

/// Plays the remaining games.
fn play<W: Write>(
    plan: &Plan,
    mut ready: Match,
    report: &Report<'_>,
    out: &mut Out<W>,
) -> Result<(), Failure> {
    let sprt = plan.sprt().map_err(|error| Failure::Refused(error.to_string()))?;
    // As in the games' tags: on one line.
    let names = ready.names().iter().map(|name| printable::line(name).into_owned()).collect();
    let mut standing = Standing::new(names, ready.schedule.pairings(), sprt);
    let mut recorder = None;
    if let Some(path) = report.pgn {
        let opened = Recorder::open(path, plan, &mut ready);
        let (opened, kept, cut) =
            opened.map_err(|error| Failure::Refused(format!("{}: {error}", path.display())))?;
        if let Some(cut) = cut {
            crate::complain(format!(
                "{}: an incomplete game at its end was moved to {}",
                path.display(),
                cut.display()
            ));
        }
        for game in kept {
            standing.add(game.result, game.nodes);
        }
        recorder = Some(opened);
    }
    let tournament = &Tournament::new(ready, false);
    let mut writer =
        MatchWriter { report, tournament, recorder, standing, out, interrupted: false };
    writer.begin()?;
    if writer.standing.decision().is_none() {
        writer.play()?;
    }
    writer.report(&tournament.progress(), true)?;
    writer.outcome()
}

/// Rejects an existing file.
fn refuse_full(path: &Path) -> Result<(), Failure> {
    let full = std::fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() > 0);
    if full {
        return Err(Failure::Refused(format!(
            "{}: found a file with games, expected none; --resume continues its match",
            path.display()
        )));
    }
    Ok(())
}

/// Writes the games and reports the standing.
struct MatchWriter<'a, W: Write> {
    report: &'a Report<'a>,
    tournament: &'a Tournament,
    recorder: Option<Recorder>,
    standing: Standing,
    out: &'a mut Out<W>,
    interrupted: bool,
}

impl<W: Write> MatchWriter<'_, W> {
    fn begin(&mut self) -> Result<(), Failure> {
        if self.report.json || self.report.quiet {
            return Ok(());
        }
        if let Some((openings, rounds)) = self.tournament.progress().repeated {
            self.out.line(format!(
                "Openings will be repeated: {openings} different ones for {rounds} rounds"
            ))?;
        }
        let (kept, games) = (self.standing.games(), self.tournament.games());
        if kept > 0 { self.out.line(format!("{kept} of {games} games are played")) } else { Ok(()) }
    }

    /// Plays until all games are played, a test is decided, or the program is interrupted.
    fn play(&mut self) -> Result<(), Failure> {
        let tournament = self.tournament;
        let interrupt = Interrupt::watch();
        let mut failure = None;
        let done = interrupt.stopping(
            || tournament.stop_now(),
            || {
                tournament.play(&mut |fixture, game| match self.add_game(fixture, game) {
                    Ok(goes_on) => goes_on,
                    Err(error) => {
                        failure = Some(error);
                        false
                    }
                })
            },
        );
        self.interrupted = interrupt.is_raised();
        if let Some(failure) = failure {
            // The games in the file count. That they cannot be reported either says nothing new.
            let _ = self.report(&tournament.progress(), true);
            crate::complain(self.played());
            return Err(failure);
        }
        if let Err(error) = done {
            let _ = self.report(&tournament.progress(), true);
            return Err(Failure::Refused(error.to_string()));
        }
        Ok(())
    }

    /// Adds a game, writes and reports it. Returns whether the match continues.
    fn add_game(&mut self, fixture: Fixture, game: &Game) -> Result<bool, Failure> {
        let players = self.tournament.players();
        let controls = [fixture.white, fixture.black].map(|player| players[player].1);
        if let Some(recorder) = &self.recorder {
            let written = recorder.write(self.tournament, fixture, game);
            written.map_err(|error| Failure::file(recorder.path(), &error))?;
        }
        self.standing.add(result_of(fixture, game), NodeUse::of_game(game, controls));
        if self.report.json {
            let object = self.standing.game(fixture, game);
            self.out.json(&object)?;
        } else if let Some(line) = self.standing.fault(fixture, game)
            && !self.report.quiet
        {
            self.out.line(line)?;
        }
        if self.standing.decision().is_some() {
            return Ok(false);
        }
        let games = self.standing.games();
        if games.is_multiple_of(self.report.every)
            && games < self.tournament.games()
            && !self.report.quiet
        {
            self.report(&self.tournament.progress_with(fixture, game), false)?;
        }
        Ok(true)
    }

    fn report(&mut self, progress: &Progress, ended: bool) -> Result<(), Failure> {
        if !self.report.table {
            return self.report_pairings(ended);
        }
        let mut all = self.standing.standings(&progress.bye_halves);
        all.rank_by_rounds(&progress.reached());
        let (names, conduct) = (&self.standing.names, &self.standing.conduct);
        let table = standings::table(&all, names, conduct, progress);
        if let Some(path) = self.report.standings {
            let text = match StandingsForm::of(path)? {
                StandingsForm::Markdown => table.markdown(),
                StandingsForm::Csv => table.csv(),
            };
            whole_file::write_bytes(path, text.as_bytes())
                .map_err(|error| Failure::file(path, &error))?;
        }
        if self.report.json {
            let mut object = self.standing.object(ended);
            object["standings"] = table.objects().into();
            return self.out.json(&object);
        }
        self.out.lines(table.head_line())?;
        self.out.lines(table.rows.iter().map(|row| table.line(row)))?;
        self.out.line(standings::summary(&all))?;
        self.report_pairings(ended)
    }

    fn report_pairings(&mut self, ended: bool) -> Result<(), Failure> {
        if self.report.json {
            return self.out.json(&self.standing.object(ended));
        }
        let longest = if self.report.table { MAX_PAIRINGS } else { usize::MAX };
        self.out.lines(self.standing.lines(longest))
    }

    /// Adds the final results.
    fn outcome(&mut self) -> Result<(), Failure> {
        let schedule = self.tournament.schedule();
        if let Format::KnockOut { .. } = schedule.format()
            && let Some(champion) = schedule.champion()
            && !self.report.json
        {
            self.out.line(format!("{} wins the knock-out", self.standing.names[champion]))?;
        }
        if self.interrupted { Err(Failure::Interrupted(self.played())) } else { Ok(()) }
    }

    /// How many games are played, and how the match goes on.
    fn played(&self) -> String {
        let (played, games) = (self.standing.games(), self.tournament.games());
        let goes_on = match self.report.pgn {
            None => "",
            Some(_) if self.report.table => ", and the same command continues",
            Some(_) => ", and the same command with --resume continues",
        };
        format!("{played} of {games} games are played{goes_on}")
    }
}
