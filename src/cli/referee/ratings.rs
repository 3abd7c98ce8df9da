//! `tabia ratings`: the strength of the players in files of games.

use std::io::Write;
use std::path::PathBuf;

use tabia_games::strength::sheet::EloEstimate;
use tabia_games::strength::standings::{Row, Standings, Unrated};
use tabia_games::{printable, regular_file};
use tabia_host::referee::field::Field;
use tabia_host::referee::standings::{elo_cells, elo_columns, elo_text};
use tabia_lab::table::{Cell, Column, Medium, Table};

use super::RatingsArgs;
use crate::failure::Failure;
use crate::games::pgn::input;
use crate::out::{Out, counted};

/// Maximum number of players: the time grows with the cube of their number.
const MAX_PLAYERS: usize = 2_000;

/// Rates the players of some files.
pub(crate) fn run<W: Write>(args: &RatingsArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let anchor = args.anchor.as_deref().map(anchor).transpose()?;
    let mut field = Field::default();
    for (at, path) in args.files.iter().enumerate() {
        let is_read = |known: &PathBuf| known == path || regular_file::same(known, path);
        if args.files[..at].iter().any(is_read) {
            crate::complain(format!("{}: named before, and read once", path.display()));
            continue;
        }
        input(path)
            .and_then(|input| field.add_games(input))
            .map_err(|error| Failure::file(path, &error))?;
    }
    if field.games.is_empty() {
        let found = counted(field.skipped as usize, "game");
        return Err(Failure::Refused(format!(
            "found {found}, expected at least one with two players and a result"
        )));
    }
    if field.repeated > 0 {
        let repeated = counted(field.repeated as usize, "repeated game");
        crate::complain(format!("{repeated} of the same match left out"));
    }
    let least = args.min_games;
    if let Some((name, _)) = &anchor
        && let Some(games) = field.games_of(name).filter(|games| *games < least as usize)
    {
        let games = counted(games, "game");
        return Err(Failure::Refused(format!(
            "--anchor: {name} has {games}, fewer than --min-games {least}"
        )));
    }
    let left_out = field.drop_rare(least);
    let players = field.names.len();
    if players == 0 {
        return Err(Failure::Refused(format!("--min-games: no player has {least} games")));
    }
    if let Some((name, _)) = anchor.as_ref().filter(|_| left_out > 0)
        && field.games_of(name).is_none()
    {
        return Err(Failure::Refused(format!(
            "--anchor: {name} has fewer than {least} games against players with --min-games {least}"
        )));
    }
    if players > MAX_PLAYERS {
        return Err(Failure::Refused(format!(
            "found {players} players, expected at most {MAX_PLAYERS}; --min-games leaves out rare ones"
        )));
    }
    let standings = Standings::of(players, &field.games, &[]);
    let list = RatingList::new(&field.names, &standings, anchor)?;
    print(&list.table(), args, out)?;
    if args.pairings {
        print(&list.pairings(), args, out)?;
    }
    if args.json || args.csv || args.markdown {
        return Ok(());
    }
    for row in &list.rows {
        if let Some(unrated) = row.unrated {
            out.line(format!("{} has no rating: {}", list.name(row.player), why(unrated)))?;
        }
    }
    if field.skipped > 0 {
        let skipped = counted(field.skipped as usize, "game");
        out.line(format!("{skipped} without two players or a result left out"))?;
    }
    if left_out > 0 {
        let games = counted(left_out, "game");
        out.line(format!("{games} of players with fewer than {least} games left out"))?;
    }
    Ok(())
}

fn print<W: Write>(table: &Table, args: &RatingsArgs, out: &mut Out<W>) -> Result<(), Failure> {
    if args.json {
        return table.objects().iter().try_for_each(|object| out.json(object));
    }
    if args.csv || args.markdown {
        let text = if args.csv { table.csv() } else { table.markdown() };
        return out.lines(text.lines());
    }
    out.lines(table.head_line())?;
    out.lines(table.rows.iter().map(|row| table.line(row)))
}

/// The player all others are rated against, and its rating.
fn anchor(text: &str) -> Result<(String, f64), Failure> {
    let parsed =
        text.rsplit_once('=').and_then(|(name, elo)| Some((name, elo.trim().parse().ok()?)));
    // A name may contain the sign.
    let (name, elo): (&str, f64) = parsed.unwrap_or((text, 0.0));
    if elo.is_nan() || elo.abs() > 10_000.0 {
        return Err(Failure::Refused(format!(
            "--anchor: found {elo}, expected a number from -10000 to 10000"
        )));
    }
    Ok((name.to_owned(), elo))
}

/// Why a player has no rating.
fn why(unrated: Unrated) -> &'static str {
    match unrated {
        Unrated::Above => {
            "it has scored against the rated players, directly or through others, and they have not scored against it"
        }
        Unrated::Below => {
            "the rated players have scored against it, directly or through others, and it has not scored against them"
        }
        Unrated::NotLinked => {
            "it and the rated players have not scored against each other, not even through others"
        }
        Unrated::WonAll => "no player is rated, and it has won all its games",
        Unrated::LostAll => "no player is rated, and it has lost all its games",
        Unrated::NobodyRated => {
            "no player is rated: no two players have scored against each other, even through others"
        }
    }
}

/// Players in the order of their ratings.
struct RatingList<'a> {
    names: &'a [String],
    standings: &'a Standings,
    rows: Vec<&'a Row>,
    /// Added to each performance, Elo.
    shift: f64,
    /// The player relative to whom all others are rated, and its rating.
    anchor: Option<(usize, f64)>,
}

impl<'a> RatingList<'a> {
    fn new(
        names: &'a [String],
        standings: &'a Standings,
        anchor: Option<(String, f64)>,
    ) -> Result<RatingList<'a>, Failure> {
        let rows = standings.by_rating();
        let (mut shift, mut at) = (0.0, None);
        if let Some((name, elo)) = anchor {
            let player = names.iter().position(|known| *known == name).ok_or_else(|| {
                Failure::Refused(format!("--anchor: found no player called {name}"))
            })?;
            let own = standings.ratings().elo(player).ok_or_else(|| {
                Failure::Refused(format!("--anchor: {name} cannot be compared with the others"))
            })?;
            (shift, at) = (elo - own, Some((player, elo)));
        }
        Ok(RatingList { names, standings, rows, shift, anchor: at })
    }

    fn name(&self, player: usize) -> String {
        printable::line(&self.names[player]).into_owned()
    }

    /// The rating of a player, relative to the anchor if there is one.
    fn elo(&self, row: &Row) -> Option<EloEstimate> {
        let Some((anchor, elo)) = self.anchor else { return row.elo };
        Some(self.standings.ratings().difference(row.player, anchor)?.shifted(elo))
    }

    fn width(&self) -> usize {
        (0..self.names.len())
            .map(|player| self.name(player).chars().count())
            .max()
            .unwrap_or(0)
            .max(6)
    }

    /// One row per player.
    fn table(&self) -> Table {
        let number = |key: &'static str, head: &'static str, width: usize| {
            Column::new(key).head(head).place(" ", width, "")
        };
        let mut columns = vec![
            number("place", "#", 4),
            Column::words("player").head("Player").place(" ", self.width(), ""),
        ];
        columns.extend(elo_columns(self.rows.iter().filter_map(|row| self.elo(row))));
        columns.extend([
            number("games", "Games", 7),
            number("points", "Points", 8).decimals(1),
            number("score", "Score %", 7).decimals(1),
            number("draws", "Draws %", 7).decimals(1),
            number("opponents", "Opponents", 9),
            Column::new("performance").decimals(0).only(&[Medium::Csv, Medium::Json]),
            number("performance_signed", "Perf.", 7).only(&[Medium::Text]),
            Column::words("unrated").only(&[Medium::Csv, Medium::Json]),
        ]);
        let mut table = Table::new(columns);
        for (at, row) in self.rows.iter().enumerate() {
            let games = row.sheet.games();
            let percent = |share: f64| 100.0 * share;
            let opponents = (0..self.names.len())
                .filter(|&other| self.standings.cell(row.player, other).is_some());
            let draws = (games > 0).then(|| percent(f64::from(row.sheet.draws) / f64::from(games)));
            let player = [(at + 1).into(), self.name(row.player).into()];
            let performance = row.performance.map(|elo| elo + self.shift);
            // Ratings relative to a player at 0 are differences.
            let relative = self.anchor.is_none_or(|(_, elo)| elo == 0.0);
            let rest = [
                games.into(),
                row.points().into(),
                row.sheet.score().map(percent).into(),
                draws.into(),
                opponents.count().into(),
                performance.into(),
                performance.map_or(Cell::None, |elo| elo_text(elo, 0, relative).into()),
                row.unrated.map(why).map_or(Cell::None, Into::into),
            ];
            table.row(player.into_iter().chain(elo_cells(self.elo(row), relative)).chain(rest));
        }
        table
    }

    /// One row per pair of players that have met.
    fn pairings(&self) -> Table {
        let width = self.width();
        let number = |key: &'static str, head: &'static str, width: usize| {
            Column::new(key).head(head).place(" ", width, "")
        };
        let mut table = Table::new(vec![
            Column::words("player").head("Player").place("", width, ""),
            Column::words("opponent").head("Opponent").place(" ", width.max(8), ""),
            number("games", "Games", 7),
            number("wins", "Won", 6),
            number("draws", "Drawn", 6),
            number("losses", "Lost", 6),
            number("score", "Score %", 7).decimals(1),
            number("expected", "Expected %", 10).decimals(1),
        ]);
        for (at, row) in self.rows.iter().enumerate() {
            for other in &self.rows[at + 1..] {
                let Some(cell) = self.standings.cell(row.player, other.player) else { continue };
                let expected = row
                    .elo
                    .zip(other.elo)
                    .map(|(own, other)| 100.0 / (1.0 + 10_f64.powf((other.elo - own.elo) / 400.0)));
                let sheet = cell.sheet;
                table.row([
                    self.name(row.player).into(),
                    self.name(other.player).into(),
                    sheet.games().into(),
                    sheet.wins.into(),
                    sheet.draws.into(),
                    sheet.losses.into(),
                    sheet.score().map(|score| 100.0 * score).into(),
                    expected.into(),
                ]);
            }
        }
        table
    }
}
