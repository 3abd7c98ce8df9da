//! The files of tournaments: plans and the games beside them, in the program's folder and elsewhere. Whatever is here
//! waits for the disk; the window calls it from a thread.

use std::fs;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tabia_games::collection::keep::locked_at_once;
use tabia_games::game::pgn_encoding::to_utf8;
use tabia_games::game::pgn_stream::PgnStream;
use tabia_games::strength::standings::Standings;
use tabia_games::{printable, regular_file, whole_file};
use tabia_host::referee::field::Field;
use tabia_host::referee::plan::Plan;
use tabia_host::referee::record::GAME_TAG;
use tabia_host::referee::resume::{self, Recorded};
use tabia_host::referee::run::Tournament;
use tabia_text::t;

use super::draft::Form;
use super::messages::Growth;
use super::state::{PutAside, RatingList, SavedTournament};
use crate::game::times;
use crate::library::own;
use crate::persistence::aside;

/// Maximum number of tournaments listed.
const MAX_LISTED: usize = 100;

/// An error about a file, as text.
pub fn named(file: &Path, error: &impl std::fmt::Display) -> String {
    format!("{}: {error}", file.display())
}

/// Writes a changed plan to its file, if it has one.
pub fn write_plan(plan: &Plan, file: Option<&Path>) -> Result<(), String> {
    let Some(file) = file else { return Ok(()) };
    whole_file::write_bytes(file, plan.text().as_bytes()).map_err(|error| named(file, &error))
}

/// Adds rounds or a player to a running tournament. `grown`: its plan with them.
pub fn join(
    tournament: &Tournament,
    growth: &Growth,
    grown: &Plan,
    file: Option<&Path>,
) -> Result<(), String> {
    let done = match growth {
        Growth::Cycles(cycles) => tournament.set_cycles(*cycles, || write_plan(grown, file))?,
        Growth::Player(player) => {
            let folder = file.and_then(Path::parent).unwrap_or(Path::new(""));
            let (ready, control) =
                grown.prepare(player, folder).map_err(|error| error.to_string())?;
            tournament.check_openings(&ready)?;
            tournament.add_player(ready, control, || write_plan(grown, file))?
        }
    };
    done.then_some(()).ok_or_else(|| t!("arena-not-grown").to_owned())
}

/// The games of a tournament by the path of its plan, read without its players.
pub fn recorded(file: &Path, plan: &Plan) -> Option<Recorded> {
    resume::recorded(&file.with_extension("pgn"), plan).ok().flatten()
}

/// As [`recorded`], if no game is left to play.
pub fn finished(file: &Path, plan: &Plan) -> Option<Recorded> {
    // The tags alone are read faster.
    let seen = resume::overview(&file.with_extension("pgn"), plan).ok()?;
    if seen.over { recorded(file, plan).filter(|recorded| recorded.over) } else { None }
}

/// The games of two players in some files, in file order. Unreadable files are left out.
pub fn met(files: &[PathBuf], players: &[String; 2]) -> String {
    let mut all = String::new();
    for file in files {
        let Ok(opened) = regular_file::open(file) else { continue };
        let mut stream = PgnStream::new(BufReader::new(opened));
        while let Ok(Some(placed)) = stream.read_placed() {
            let name = |tag: &str| {
                let name = placed.game.tags.get(tag).unwrap_or_default();
                players.iter().position(|player| *player == printable::line(name))
            };
            if matches!((name("White"), name("Black")), (Some(0), Some(1)) | (Some(1), Some(0))) {
                all.push_str(String::from_utf8_lossy(&to_utf8(placed.bytes)).trim());
                all.push_str("\n\n");
            }
        }
    }
    all
}

/// The game files in a folder and those beside plans elsewhere.
pub fn games_in(
    folder: Option<&Path>,
    mut elsewhere: Vec<PathBuf>,
) -> Result<Vec<PathBuf>, String> {
    let mut files = files_of(folder, "pgn")?;
    retain_outside(&mut elsewhere, folder);
    files.extend(elsewhere.into_iter().map(|plan| plan.with_extension("pgn")));
    files.sort();
    Ok(files)
}

/// The files with this extension in the folder of tournaments, which need not exist.
fn files_of(folder: Option<&Path>, extension: &str) -> Result<Vec<PathBuf>, String> {
    let Some(folder) = folder else { return Ok(Vec::new()) };
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(named(folder, &error)),
    };
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    Ok(files.filter(|file| file.extension().is_some_and(|ending| ending == extension)).collect())
}

/// Keeps the plans outside the folder of tournaments that have games beside them.
fn retain_outside(plans: &mut Vec<PathBuf>, folder: Option<&Path>) {
    plans.retain(|file| {
        folder.is_none_or(|folder| !file.starts_with(folder)) && file.with_extension("pgn").exists()
    });
}

/// The rating list of some files. Whatever cannot be read is left out and not counted.
pub fn rate(files: &[PathBuf]) -> RatingList {
    let mut field = Field::default();
    let read = files.iter().filter(|file| field.read(file).is_ok()).count();
    let standings = Standings::of(field.names.len(), &field.games, &[]);
    RatingList::new(field.names, standings, read as u32)
}

/// Writes a plan into the folder of tournaments, under an unused name, which becomes the plan's name. One without a
/// name gets that of a new plan.
pub fn keep(folder: &Path, mut plan: Plan) -> Result<(Plan, PathBuf), String> {
    let failed = |error: io::Error| named(folder, &error);
    fs::create_dir_all(folder).map_err(failed)?;
    if plan.name.trim().is_empty() {
        t!("arena-new").clone_into(&mut plan.name);
    }
    // A copy of a copy gets a new number instead of a second one.
    let copy = plan.name.strip_suffix(')').and_then(|name| name.rsplit_once(" ("));
    let copy = copy.and_then(|(base, number)| Some((base, number.parse().ok()?)));
    let copy = copy.filter(|&(_, number): &(_, u32)| number < 100);
    let (base, mut number) = copy.unwrap_or((plan.name.as_str(), 1));
    let base = base.to_owned();
    loop {
        let file = folder.join(format!("{}.json", printable::file_name(&plan.name)));
        if !file.exists() && !file.with_extension("pgn").exists() {
            whole_file::write_bytes(&file, plan.text().as_bytes()).map_err(failed)?;
            return Ok((plan, file));
        }
        number += 1;
        // File names have a length limit.
        let begin: String = base.chars().take(50).collect();
        plan.name = format!("{begin} ({number})");
    }
}

/// Removes the files of a new tournament that could not start; its plan is still set up in the window. A tournament
/// with games stays.
pub fn forget_unplayed(file: &Path) {
    let games = file.with_extension("pgn");
    if games.metadata().map_or(true, |data| data.len() == 0) {
        let _ = fs::remove_file(games);
        let _ = fs::remove_file(file);
    }
}

/// Removes a tournament from the list. Files outside the program's folder belong to the user: they are not renamed.
pub fn off_the_list(file: PathBuf, folder: Option<&Path>) -> Result<PutAside, String> {
    if folder.is_some_and(|own| file.starts_with(own)) {
        return put_aside(&file);
    }
    Ok(PutAside { plan: file.clone(), file, games: None })
}

/// Renames the games and the plan of a tournament, so that it is no longer listed. Returns the plan's new path. Refused
/// while another program writes games to it.
fn put_aside(file: &Path) -> Result<PutAside, String> {
    let kept = file.with_extension("pgn");
    // The plan first: games without one are not listed, but a plan without games would be played again.
    let rename = || {
        let plan = aside::put_user_file(file, own::ASIDE)?;
        let games = match kept.exists().then(|| aside::put_user_file(&kept, own::ASIDE)) {
            Some(Err(error)) => {
                let _ = fs::rename(&plan, file);
                return Err(error);
            }
            games => games.transpose()?,
        };
        Ok(PutAside { file: file.to_owned(), plan, games })
    };
    if kept.exists() {
        locked_at_once(&kept, rename).map_err(|error| named(&kept, &error))
    } else {
        rename().map_err(|error| named(file, &error))
    }
}

/// Gives the files of a tournament their names back, unless those are taken.
pub fn bring_back(aside: &PutAside) -> Result<(), String> {
    let PutAside { file, plan, games } = aside;
    let kept = file.with_extension("pgn");
    if let Some(taken) = [file, &kept].into_iter().find(|file| file.exists()) {
        return Err(named(taken, &io::Error::from(io::ErrorKind::AlreadyExists)));
    }
    if let Some(games) = games {
        fs::rename(games, &kept).map_err(|error| named(games, &error))?;
    }
    fs::rename(plan, file).map_err(|error| {
        // So that it can be tried again.
        if let Some(games) = games {
            let _ = fs::rename(&kept, games);
        }
        named(plan, &error)
    })
}

/// The tournaments in a folder and those of plans elsewhere that have games beside them, newest first.
///
/// # Errors
/// If the folder cannot be read.
pub fn saved(
    folder: Option<&Path>,
    mut elsewhere: Vec<PathBuf>,
) -> Result<Vec<SavedTournament>, String> {
    let files = files_of(folder, "json")?;
    retain_outside(&mut elsewhere, folder);
    let mut files: Vec<(SystemTime, PathBuf)> = files
        .into_iter()
        .chain(elsewhere)
        .filter_map(|file| {
            let changed = |file: &Path| file.metadata().and_then(|data| data.modified());
            let games = changed(&file.with_extension("pgn"));
            Some((games.or_else(|_| changed(&file)).ok()?, file))
        })
        .collect();
    files.sort();
    let newest = files.into_iter().rev().take(MAX_LISTED);
    let read = |(changed, file): (SystemTime, PathBuf)| {
        let printed = |text: &str| printable::line(text).into_owned();
        let day = times::date_of(changed);
        let plan = match Plan::open(&file) {
            Ok(plan) => plan,
            Err(error) => {
                let name = file.file_stem().unwrap_or_default().to_string_lossy();
                let (name, problem) = (printed(&name), Some(printed(&error.to_string())));
                return SavedTournament { name, file, problem, day, ..SavedTournament::default() };
            }
        };
        let (found, problem) = match resume::overview(&file.with_extension("pgn"), &plan) {
            Ok(found) => (found, None),
            Err(error) => {
                let names = plan.labels();
                let found = resume::Overview { names, ..resume::Overview::default() };
                (found, Some(printed(&error.to_string())))
            }
        };
        let resume::Overview { names, played, games, over, decision, winner } = found;
        let players: Vec<_> = names.iter().map(|name| printed(name)).collect();
        let (tested, winner) = (plan.sprt.is_some(), winner.map(|at| players[at].clone()));
        let name = printed(&plan.name);
        let form = Some(Form::of(plan.format));
        SavedTournament {
            name,
            file,
            form,
            problem,
            played,
            games,
            players,
            over,
            tested,
            decision,
            winner,
            day,
        }
    };
    Ok(newest.map(read).collect())
}

/// The text of a game by its number, from 0, and its number in the file, from 1.
pub fn text_of(file: &Path, number: u32) -> io::Result<Option<(u32, String)>> {
    let (wanted, mut at) = ((number + 1).to_string(), 0);
    let mut stream = PgnStream::new(BufReader::new(regular_file::open(file)?));
    while let Some(placed) = stream.read_placed()? {
        at += 1;
        if placed.game.tags.get(GAME_TAG) == Some(&wanted) {
            return Ok(Some((at, String::from_utf8_lossy(&to_utf8(placed.bytes)).into_owned())));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::draft;
    use super::*;

    fn listed(folder: &Path) -> Vec<SavedTournament> {
        saved(Some(folder), Vec::new()).unwrap()
    }

    #[test]
    fn unreadable_tournaments_are_listed_with_the_reason() {
        let home = tempfile::tempdir().unwrap();
        let plan = draft::Draft::first(1).plan;
        let (_, file) = keep(home.path(), plan).unwrap();
        fs::create_dir(file.with_extension("pgn")).unwrap();
        fs::write(home.path().join("cut.json"), "{\"version\":1,").unwrap();
        let found = listed(home.path());
        assert_eq!(found.len(), 2);
        for tournament in found {
            let cut = tournament.file.ends_with("cut.json");
            assert_eq!((tournament.form.is_none(), tournament.name == "cut"), (cut, cut));
            assert!(tournament.problem.is_some() && !tournament.over);
        }
        let no_folder = home.path().join("cut.json");
        assert!(saved(Some(&no_folder), Vec::new()).is_err());
        assert_eq!(listed(&home.path().join("none")), []);
    }

    #[test]
    #[cfg(unix)]
    fn a_tournament_that_another_program_plays_is_not_put_aside() {
        let home = tempfile::tempdir().unwrap();
        let (_, file) = keep(home.path(), draft::Draft::first(1).plan).unwrap();
        let games = file.with_extension("pgn");
        fs::write(&games, "[Event \"?\"]\n").unwrap();
        let other = fs::File::open(&games).unwrap();
        other.lock().unwrap();
        assert!(put_aside(&file).is_err());
        assert!(file.exists() && games.exists());
    }

    #[test]
    fn a_tournament_is_put_aside_with_its_games() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("tournaments");
        let plan = draft::Draft::first(1).plan;
        for _ in 0..2 {
            let (_, file) = keep(&folder, plan.clone()).unwrap();
            fs::write(file.with_extension("pgn"), "[Event \"?\"]\n").unwrap();
            assert_eq!(listed(&folder).len(), 1);
            let aside = put_aside(&file).unwrap();
            assert_eq!(listed(&folder), []);
            bring_back(&aside).unwrap();
            assert_eq!(listed(&folder).len(), 1);
            assert_eq!(fs::read(file.with_extension("pgn")).unwrap(), b"[Event \"?\"]\n");
            assert!(bring_back(&aside).is_err(), "a file is there");
            assert!(put_aside(&file).unwrap().plan.exists());
            assert_eq!(listed(&folder), []);
        }
        assert_eq!(fs::read_dir(folder).unwrap().count(), 4, "all four files are still there");
    }

    #[test]
    fn a_tournament_whose_files_cannot_be_renamed_stays_as_it_was() {
        let home = tempfile::tempdir().unwrap();
        let (_, file) = keep(home.path(), draft::Draft::first(1).plan).unwrap();
        let (games, plan) = (file.with_extension("pgn"), fs::read(&file).unwrap());
        // Not a file of games.
        fs::create_dir(&games).unwrap();
        assert!(put_aside(&file).is_err());
        assert_eq!(fs::read(&file).unwrap(), plan);
        fs::remove_dir(&games).unwrap();
        fs::write(&games, "[Event \"?\"]\n").unwrap();
        let aside = put_aside(&file).unwrap();
        let elsewhere = home.path().join("elsewhere");
        fs::rename(&aside.plan, &elsewhere).unwrap();
        assert!(bring_back(&aside).is_err());
        assert!(!games.exists(), "its plan is not there");
        fs::rename(&elsewhere, &aside.plan).unwrap();
        bring_back(&aside).unwrap();
        assert!(file.exists() && games.exists());
    }

    #[test]
    fn a_tournament_played_beside_its_own_plan_is_listed_with_those_of_the_program() {
        let (home, own) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let plan = draft::Draft::first(1).plan;
        let (_, inside) = keep(home.path(), plan.clone()).unwrap();
        let outside = own.path().join("cup.json");
        fs::write(&outside, plan.text()).unwrap();
        let listed = || {
            let found = saved(Some(home.path()), vec![outside.clone(), inside.clone()]);
            found.unwrap().into_iter().map(|found| found.file).collect::<BTreeSet<_>>()
        };
        assert_eq!(listed(), [inside.clone()].into(), "nothing of it was played");
        fs::write(outside.with_extension("pgn"), "").unwrap();
        assert_eq!(listed(), [inside.clone(), outside.clone()].into());
        // Ratings count the same tournaments.
        fs::write(inside.with_extension("pgn"), "").unwrap();
        let rated = games_in(Some(home.path()), vec![outside.clone(), inside.clone()]).unwrap();
        let both = [&inside, &outside].map(|plan| plan.with_extension("pgn"));
        assert_eq!(rated.into_iter().collect::<BTreeSet<_>>(), both.into());
        // The user's files do not change when they are removed from the list.
        let aside = off_the_list(outside.clone(), Some(home.path())).unwrap();
        assert!(aside.is_forgotten() && outside.exists());
    }

    #[test]
    fn tournaments_of_one_name_are_given_others() {
        let home = tempfile::tempdir().unwrap();
        let kept = |plan| {
            let (plan, file) = keep(home.path(), plan).unwrap();
            assert_eq!(plan.name, Plan::open(&file).unwrap().name);
            plan
        };
        let first = Plan { name: "Levels 2 to 3".to_owned(), ..draft::Draft::first(1).plan };
        let mut plan = first.clone();
        for name in ["Levels 2 to 3", "Levels 2 to 3 (2)", "Levels 2 to 3 (3)"] {
            plan = kept(plan);
            assert_eq!(plan.name, name);
        }
        assert_eq!(kept(first).name, "Levels 2 to 3 (4)");
    }

    #[test]
    fn a_tournament_without_a_name_is_listed_under_the_usual_one() {
        let home = tempfile::tempdir().unwrap();
        for name in ["", " "] {
            let plan = Plan { name: name.to_owned(), ..draft::Draft::first(1).plan };
            keep(home.path(), plan).unwrap();
        }
        let listed = listed(home.path()).into_iter().map(|found| found.name);
        let usual = t!("arena-new");
        assert_eq!(
            listed.collect::<BTreeSet<_>>(),
            [usual.to_owned(), format!("{usual} (2)")].into()
        );
    }
}
