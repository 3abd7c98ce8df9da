//! The standings of a tournament as tables: for the terminal, as comma-separated values and as Markdown.

use tabia_games::printable;
use tabia_games::strength::sheet::{EloEstimate, ScoreSheet};
use tabia_games::strength::standings::{Row, Standings};
use tabia_lab::table::{Cell, Column, Medium, Table};
use tabia_text::{number, signed, t};

use super::conduct::Conduct;
use super::schedule::{Fate, Progress};

/// Maximum number of players whose cross table fits into a line of the terminal.
const MAX_CROSSTABLE: usize = 12;

/// The standings as rows, one for each player, the best first, with their results against the others in the same
/// order and, in a knock-out, the rounds they have won. `conduct`: of each player.
pub fn table(
    standings: &Standings,
    names: &[String],
    conduct: &[Conduct],
    progress: &Progress,
) -> Table {
    let name = |row: &Row| {
        let name = names.get(row.player).map_or("?", String::as_str);
        printable::line(name).into_owned()
    };
    let shown: Vec<String> = standings.rows.iter().map(name).collect();
    let knock_out = !progress.fates.is_empty();
    let mut table = Table::new(columns(standings, &shown, knock_out));
    for (at, row) in standings.rows.iter().enumerate() {
        let ScoreSheet { wins, draws, losses } = row.sheet;
        let fixed = [
            (at + 1).into(),
            shown[at].clone().into(),
            row.sheet.games().into(),
            row.points().into(),
            wins.into(),
            draws.into(),
            losses.into(),
        ];
        let found = conduct.get(row.player).copied().unwrap_or_default();
        let signed = |elo| Cell::from(elo_text(elo, 0, true));
        let rest = [
            row.performance.into(),
            row.performance.map_or(Cell::None, signed),
            row.sonneborn_berger.into(),
            row.white.games().into(),
            (f64::from(2 * row.white.wins + row.white.draws) / 2.0).into(),
            (f64::from(row.bye_halves) / 2.0).into(),
            row.time_ms.into(),
            row.ms_per_move().into(),
            found.time.into(),
            found.illegal.into(),
            found.failed.into(),
            found.nodes.map(|nodes| nodes.given).into(),
            found.nodes.map(|nodes| nodes.mean()).into(),
            found.nodes.map(|nodes| nodes.most).into(),
        ];
        let fate = knock_out.then(|| fate(progress, row.player)).into_iter().flatten();
        let against = standings.rows.iter().map(|other| against(standings, row, other));
        table.row(
            fixed
                .into_iter()
                .chain(elo_cells(row.elo, true))
                .chain(rest)
                .chain(fate)
                .chain(against),
        );
    }
    table
}

/// The columns of [`table`]; `names`: of the rows.
fn columns(standings: &Standings, names: &[String], knock_out: bool) -> Vec<Column> {
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let number = |key: &'static str, head: &'static str, width: usize| {
        Column::new(key).head(head).place(" ", width, "")
    };
    let written = [Medium::Csv, Medium::Json];
    let mut columns = vec![
        number("place", "#", 3),
        Column::words("player").head(t!("arena-head-player")).place(" ", width.max(6), ""),
        number("games", t!("arena-head-games"), 6),
        number("points", t!("arena-head-points"), 7).decimals(1),
        number("wins", t!("arena-head-won"), 5),
        number("draws", t!("arena-head-drawn"), 5),
        number("losses", t!("arena-head-lost"), 5),
    ];
    columns.extend(elo_columns(standings.rows.iter().filter_map(|row| row.elo)));
    columns.extend([
        Column::new("performance").decimals(0).only(&written),
        number("performance_signed", t!("arena-head-performance"), 7).only(&[Medium::Text]),
        number("sonneborn_berger", t!("arena-head-sonneborn-berger"), 8).decimals(2),
        Column::new("white_games").only(&written),
        Column::new("white_points").decimals(1).only(&written),
        Column::new("byes_points").decimals(1).only(&written),
        Column::new("time_ms").only(&written),
        number("ms_per_move", t!("arena-head-ms-per-move"), 8).decimals(0),
        Column::new("lost_on_time").only(&written),
        Column::new("lost_by_illegal_move").only(&written),
        Column::new("lost_by_failing").only(&written),
        Column::new("node_limit").only(&written),
        Column::new("nodes_per_move").only(&written),
        Column::new("most_nodes_of_a_move").only(&written),
    ]);
    if knock_out {
        columns.push(number("rounds_won", t!("arena-head-rounds-won"), 7));
        columns.push(Column::words("fate").head(t!("arena-head-fate")).place(" ", 11, ""));
    }
    let crosstable = if names.len() <= MAX_CROSSTABLE {
        vec![Medium::Csv, Medium::Json, Medium::Text]
    } else {
        written.to_vec()
    };
    for (at, name) in names.iter().enumerate() {
        columns.push(
            Column::words(format!("against {name}"))
                .head((at + 1).to_string())
                .place("  ", 10, "")
                .only(&crosstable),
        );
    }
    columns
}

/// The columns of these estimates: for people the error bar as text, for programs half of it and its ends.
pub fn elo_columns(estimates: impl Iterator<Item = EloEstimate>) -> [Column; 6] {
    let width = estimates.map(|found| found.bar_text(1).chars().count()).max().unwrap_or(0);
    let written =
        |key: &'static str| Column::new(key).decimals(1).only(&[Medium::Csv, Medium::Json]);
    [
        written("elo"),
        Column::new("elo_signed").head("Elo").place(" ", 7, "").only(&[Medium::Text]),
        Column::words("elo_bar").head("95 %").place(" ", width.max(4), "").only(&[Medium::Text]),
        written("elo_error"),
        written("elo_low"),
        written("elo_high"),
    ]
}

/// An Elo number for people; `relative`: it is a difference, written with its sign.
pub fn elo_text(elo: f64, decimals: usize, relative: bool) -> String {
    if relative { signed(elo, decimals) } else { number(elo, decimals) }
}

/// The cells of [`elo_columns`]; `relative` as in [`elo_text`].
pub fn elo_cells(found: Option<EloEstimate>, relative: bool) -> [Cell; 6] {
    let (low, high) = (found.and_then(|found| found.low), found.and_then(|found| found.high));
    [
        found.map(|found| found.elo).into(),
        found.map(|found| elo_text(found.elo, 1, relative)).map_or(Cell::None, Into::into),
        found.map(|found| found.bar_text(1)).map_or(Cell::None, Into::into),
        low.zip(high).map(|(low, high)| (high - low) / 2.0).into(),
        low.into(),
        high.into(),
    ]
}

/// The rounds of a knock-out a player has won, and whether it is out and why.
fn fate(progress: &Progress, player: usize) -> [Cell; 2] {
    let won = progress.rounds_won.get(player).copied();
    let word = match progress.fates.get(player) {
        _ if progress.champion == Some(player) => "winner",
        Some(Fate::Out) => "out",
        Some(Fate::OutBySeed) => "out by seed",
        Some(Fate::In | Fate::Bye) => "in",
        None => return [won.into(), Cell::None],
    };
    [won.into(), Cell::words(word)]
}

/// The points of a player against another one, with wins, draws and losses.
fn against(standings: &Standings, row: &Row, other: &Row) -> Cell {
    standings.cell(row.player, other.player).map_or(Cell::None, |cell| {
        let ScoreSheet { wins, draws, losses } = cell.sheet;
        let points = f64::from(2 * wins + draws) / 2.0;
        format!("{points} +{wins}={draws}-{losses}").into()
    })
}

/// A summary of all games in one line of text.
pub fn summary(standings: &Standings) -> String {
    let percent = |share: Option<f64>| {
        share.map_or("-".to_owned(), |share| format!("{:.1} %", 100.0 * share))
    };
    let ends: Vec<String> = standings
        .ends
        .iter()
        .map(|(end, count)| format!("{count} {}", printable::line(end)))
        .collect();
    let plies =
        standings.mean_plies().map_or("-".to_owned(), |plies| format!("{:.0}", plies / 2.0));
    format!(
        "{} games, White scores {}, draws {}, {plies} moves a game, ends: {}",
        standings.games(),
        percent(standings.white.score()),
        percent(standings.draw_ratio()),
        if ends.is_empty() { "-".to_owned() } else { ends.join(", ") },
    )
}

#[cfg(test)]
mod tests {
    use tabia_text::Language;

    use super::*;

    #[test]
    fn the_table_of_a_knock_out_says_who_is_out_and_why() {
        let names = ["a", "b", "c"].map(str::to_owned);
        let mut progress = Progress::default();
        let standings = Standings::of(names.len(), &[], &[]);
        assert!(!table(&standings, &names, &[], &progress).csv().contains("fate"));
        progress.rounds_won = vec![2, 1, 0];
        progress.fates = vec![Fate::In, Fate::OutBySeed, Fate::Out];
        progress.champion = Some(0);
        let csv = table(&standings, &names, &[], &progress).csv();
        let begins = csv.lines().next().unwrap().contains("rounds_won,fate");
        assert!(begins && csv.contains("2,winner") && csv.contains("1,out by seed"), "{csv}");
    }

    #[test]
    fn elo_has_one_minus_sign_for_people_and_a_hyphen_for_programs() {
        let elo = EloEstimate { elo: -156.5, low: Some(-285.3), high: Some(-96.7) };
        let mut table = Table::new(elo_columns(std::iter::once(elo)).into());
        table.row(elo_cells(Some(elo), true));
        assert!(table.markdown().contains("| −156.5 | \\[−285.3, −96.7\\] |"));
        assert!(table.csv().contains("-156.5,"));
    }

    #[test]
    fn faults_are_in_the_saved_table() {
        let names = ["a", "b"].map(str::to_owned);
        let standings = Standings::of(names.len(), &[], &[]);
        let conduct = [Conduct::default(), Conduct { failed: 2, ..Conduct::default() }];
        let table = table(&standings, &names, &conduct, &Progress::default());
        let failed = |player: &str| {
            let objects = table.objects();
            let found = objects.iter().find(|object| object["player"] == player).unwrap();
            found["lost_by_failing"].clone()
        };
        assert_eq!((failed("a"), failed("b")), (0.into(), 2.into()));
    }

    #[test]
    fn the_headings_of_a_copy_are_in_the_language_of_the_window() {
        let names = ["a", "b"].map(str::to_owned);
        let standings = Standings::of(names.len(), &[], &[]);
        let copy = || table(&standings, &names, &[], &Progress::default()).markdown();
        assert!(copy().contains("| Player"), "{}", copy());
        let _german = Language::by_id("de").unwrap().on_this_thread();
        assert!(copy().contains("| Spieler"), "{}", copy());
    }
}
