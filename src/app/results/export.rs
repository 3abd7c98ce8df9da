//! The numbers of the page as comma-separated values: a line for each number, with its table, row and measure. In
//! English and with decimal points, whatever the language of the window, because programs read it.

use tabia_chess::Color;
use tabia_games::strength::sheet::ScoreSheet;
use tabia_host::review::phase::Phase;
use tabia_host::review::words::ErrorKind;
use tabia_lab::table::{Cell, Column, Table};

use super::record::Results;

/// Digits after the decimal point.
const DECIMALS: usize = 2;

/// The text of the file.
pub fn csv(results: &Results) -> String {
    let columns =
        ["table", "row", "measure"].map(Column::words).into_iter().chain([Column::new("value")]);
    let mut lines = Lines(Table::new(columns.map(|it| it.decimals(DECIMALS)).collect()));
    lines.tally("all", "", results.tally);
    for (class, rating) in &results.ratings {
        lines.real("rating", class.name(), "value", rating.value);
        lines.real("rating", class.name(), "error", rating.error);
        lines.count("rating", class.name(), "games", rating.games);
        for point in &rating.course {
            let row = format!("{} {}", class.name(), point.date);
            lines.real("rating over time", row.trim(), "value", point.value);
            lines.real("rating over time", row.trim(), "error", point.error);
        }
    }
    for row in &results.opponents {
        lines.tally("opponent", &row.name, row.tally);
    }
    for row in &results.openings {
        lines.tally("opening", row.name, row.tally);
    }
    for color in Color::ALL {
        lines.tally("colour", color.name(), results.colour(color));
    }
    for phase in Phase::ALL {
        lines.tally("phase of the end", phase_name(phase), results.phase(phase));
    }
    for point in &results.accuracy {
        let row = format!("{} {}", point.number, point.date);
        lines.real("accuracy", row.trim(), "per cent", point.accuracy);
    }
    for (phase, quality) in Phase::ALL.into_iter().zip(results.quality) {
        let name = phase_name(phase);
        lines.count("errors", name, "moves", quality.moves);
        for (what, n) in ["inaccuracies", "mistakes", "blunders"].into_iter().zip(quality.errors) {
            lines.count("errors", name, what, n);
        }
        if let Some(pawns) = quality.pawns_lost() {
            lines.real("errors", name, "pawns lost a move", pawns);
        }
    }
    for (kind, n) in ErrorKind::ALL.into_iter().zip(results.kinds) {
        lines.count("kinds of errors", kind_name(kind), "errors", n);
    }
    for (name, streak) in [("wins", results.wins), ("unbeaten", results.unbeaten)] {
        lines.count("streak", name, "now", streak.now);
        lines.count("streak", name, "longest", streak.longest);
    }
    lines.0.csv()
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Opening => "opening",
        Phase::Middlegame => "middlegame",
        Phase::Endgame => "endgame",
    }
}

fn kind_name(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::AllowsMate => "allows mate",
        ErrorKind::MissesMate => "misses mate",
        ErrorKind::HangsPiece => "hangs a piece",
        ErrorKind::LosesMaterial => "loses material",
        ErrorKind::MissesMaterial => "misses material",
    }
}

struct Lines(Table);

impl Lines {
    fn line(&mut self, of: [&str; 3], value: Cell) {
        let words = of.map(|text| Cell::words(text.to_owned()));
        self.0.row(words.into_iter().chain([value]));
    }

    fn count(&mut self, table: &str, row: &str, measure: &str, value: u32) {
        self.line([table, row, measure], Cell::Count(value.into()));
    }

    fn real(&mut self, table: &str, row: &str, measure: &str, value: f64) {
        self.line([table, row, measure], Cell::Real(value));
    }

    fn tally(&mut self, table: &str, row: &str, tally: ScoreSheet) {
        self.count(table, row, "won", tally.wins);
        self.count(table, row, "drawn", tally.draws);
        self.count(table, row, "lost", tally.losses);
        if let Some(score) = tally.score() {
            self.real(table, row, "score per cent", 100.0 * score);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::game::{PhaseQuality, TimeClass};
    use crate::results::rating::{RatingPoint, UserRating};
    use crate::results::record::{AccuracyPoint, OpponentRow, Streak};
    use tabia_games::collection::entry::Date;

    #[test]
    fn every_number_has_a_line_with_its_names() {
        let date = Date::new(2026, 3, 1);
        let point = RatingPoint { date, games: 12, value: 1482.4, error: 64.0 };
        let rating = UserRating { value: 1482.4, error: 64.0, games: 12, course: vec![point] };
        let tally = ScoreSheet { wins: 2, draws: 1, losses: 1 };
        let name = "Tabia, \"Bruno\"".to_owned();
        let quality = PhaseQuality { moves: 10, cp_loss: 250, errors: [3, 2, 1] };
        let results = Results {
            tally,
            ratings: vec![(TimeClass::Blitz, rating)],
            opponents: vec![OpponentRow { name, elo: Some(1200), tally }],
            accuracy: vec![AccuracyPoint { number: 1, date, accuracy: 87.25 }],
            quality: [quality, PhaseQuality::default(), PhaseQuality::default()],
            kinds: [1, 0, 0, 0, 0],
            wins: Streak { now: 1, longest: 2 },
            ..Results::default()
        };
        let text = csv(&results);
        for line in [
            "table,row,measure,value",
            "all,,won,2",
            "all,,score per cent,62.50",
            "rating,blitz,value,1482.40",
            "rating over time,blitz 2026.03.01,error,64.00",
            "opponent,\"Tabia, \"\"Bruno\"\"\",lost,1",
            "accuracy,1 2026.03.01,per cent,87.25",
            "errors,opening,blunders,1",
            "errors,opening,pawns lost a move,0.25",
            "kinds of errors,allows mate,errors,1",
            "streak,wins,longest,2",
        ] {
            assert!(text.lines().any(|it| it == line), "{line} is missing in {text}");
        }
        assert!(text.lines().all(|line| line.matches(',').count() >= 3));
    }
}
