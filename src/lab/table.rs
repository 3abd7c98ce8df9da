//! The result of an experiment as rows and columns. One table gives comma-separated values, JSON objects, the lines of
//! the terminal and the rows of a panel.

use std::borrow::Cow;

use serde_json::{Map, Value};

use tabia_chess::{Board, Move, san, uci_move};
use tabia_engine::search::score::{Pov, Score};
use tabia_text::{Language, t};

/// The unit of a column's numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// No named unit.
    #[default]
    Plain,
    Plies,
    Nodes,
    /// Scores, in pawns for people and in centipawns for programs.
    Pawns,
    Centipawns,
    Milliseconds,
    /// A factor.
    Times,
}

impl Unit {
    /// Its name for people; empty for [`Unit::Plain`].
    pub fn name(self) -> &'static str {
        match self {
            Unit::Plain => "",
            Unit::Plies => t!("experiment-unit-plies"),
            Unit::Nodes => t!("experiment-unit-nodes"),
            Unit::Pawns => t!("experiment-unit-pawns"),
            Unit::Centipawns => t!("experiment-unit-centipawns"),
            Unit::Milliseconds => t!("experiment-unit-milliseconds"),
            Unit::Times => t!("experiment-unit-times"),
        }
    }
}

/// Where a column appears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Medium {
    Csv,
    Json,
    /// Rows of a panel.
    Panel,
    /// Lines of the terminal.
    Text,
}

/// The layout of a column in a line of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    before: &'static str,
    width: usize,
    /// Whether it is aligned left.
    left: bool,
    after: &'static str,
}

/// A column: the kind of its cells and how each medium shows them.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name in CSV and JSON.
    pub key: Cow<'static, str>,
    /// Its heading in the language of the user interface; the key by default.
    pub head: Cow<'static, str>,
    pub unit: Unit,
    /// The point of view of its scores.
    pub pov: Option<Pov>,
    /// Whether it holds words, which are aligned left; numbers are aligned right.
    pub words: bool,
    decimals: usize,
    /// The text of a missing value, for people.
    missing: &'static str,
    /// The name in CSV, if it differs.
    csv_key: Option<&'static str>,
    media: Vec<Medium>,
    place: Place,
}

impl Column {
    /// A column of numbers in every medium.
    pub fn new(key: impl Into<Cow<'static, str>>) -> Column {
        let key = key.into();
        Column {
            head: key.clone(),
            key,
            unit: Unit::Plain,
            pov: None,
            words: false,
            decimals: 0,
            missing: "-",
            csv_key: None,
            media: vec![Medium::Csv, Medium::Json, Medium::Panel, Medium::Text],
            place: Place { before: " ", width: 0, left: false, after: "" },
        }
    }

    /// A column of words or moves.
    pub fn words(key: impl Into<Cow<'static, str>>) -> Column {
        let column = Column::new(key);
        Column { words: true, place: Place { left: true, ..column.place }, ..column }
    }

    /// A column of scores from this point of view. Programs get `KEY_cp` and `KEY_mate`.
    pub fn score(key: impl Into<Cow<'static, str>>, pov: Pov) -> Column {
        Column { unit: Unit::Pawns, pov: Some(pov), ..Column::new(key) }
    }

    #[must_use]
    pub fn head(self, head: impl Into<Cow<'static, str>>) -> Column {
        Column { head: head.into(), ..self }
    }

    #[must_use]
    pub fn unit(self, unit: Unit) -> Column {
        Column { unit, ..self }
    }

    /// Sets the number of decimals, for people and CSV.
    #[must_use]
    pub fn decimals(self, decimals: usize) -> Column {
        Column { decimals, ..self }
    }

    /// The text of a missing value, for people.
    #[must_use]
    pub fn missing(self, missing: &'static str) -> Column {
        Column { missing, ..self }
    }

    /// Sets its name in CSV, if it differs from the key.
    #[must_use]
    pub(crate) fn csv_key(self, key: &'static str) -> Column {
        Column { csv_key: Some(key), ..self }
    }

    /// Shows it only in these media.
    #[must_use]
    pub fn only(self, media: &[Medium]) -> Column {
        Column { media: media.to_vec(), ..self }
    }

    /// Sets its layout in a line of the terminal: `before`, the cell padded to `width`, then `after`.
    #[must_use]
    pub fn place(self, before: &'static str, width: usize, after: &'static str) -> Column {
        Column { place: Place { before, width, after, ..self.place }, ..self }
    }

    /// Aligns it to the other side in lines of the terminal: numbers left, words right.
    #[must_use]
    pub(crate) fn other_edge(self) -> Column {
        Column { place: Place { left: !self.place.left, ..self.place }, ..self }
    }

    pub fn is_in(&self, medium: Medium) -> bool {
        self.media.contains(&medium)
    }

    /// Its unit and the point of view of its scores, for people; empty if it has neither.
    pub fn unit_and_view(&self) -> String {
        let view = self.pov.map(|pov| match pov {
            Pov::White => t!("experiment-view-white"),
            Pov::SideToMove => t!("experiment-view-mover"),
        });
        match (self.unit.name(), view) {
            (unit, None) => unit.to_owned(),
            ("", Some(view)) => view.to_owned(),
            (unit, Some(view)) => t!("experiment-unit-and-view", unit = unit, view = view),
        }
    }

    /// A cell as shown on screen: large counts unabbreviated, scores and decimals in the format of the current
    /// language.
    pub fn text(&self, cell: &Cell) -> String {
        match cell {
            Cell::Text(key) => return tabia_text::text(key).to_owned(),
            Cell::Score(score) => return score.text(),
            Cell::Real(number) if number.is_finite() => {
                return tabia_text::number(*number, self.decimals);
            }
            _ => {}
        }
        self.written(cell)
    }

    /// A cell as the terminal shows it.
    fn written(&self, cell: &Cell) -> String {
        cell.written(self.decimals).unwrap_or_else(|| self.missing.to_owned())
    }

    fn insert(&self, cell: &Cell, object: &mut Map<String, Value>) {
        if self.pov.is_some() {
            let score = if let Cell::Score(score) = cell { Some(*score) } else { None };
            object.insert(format!("{}_cp", self.key), score.and_then(Score::cp).into());
            object
                .insert(format!("{}_mate", self.key), score.and_then(Score::mate_in_moves).into());
        } else {
            object.insert(self.key.clone().into_owned(), cell.json());
        }
    }

    fn padded(&self, text: &str) -> String {
        let Place { before, width, left, after } = self.place;
        if left {
            format!("{before}{text:<width$}{after}")
        } else {
            format!("{before}{text:>width$}{after}")
        }
    }
}

/// A value of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Unknown or not applicable.
    None,
    Words(Cow<'static, str>),
    /// A text key: people read it in their language, programs in English.
    Text(&'static str),
    Count(u64),
    Whole(i64),
    Real(f64),
    Flag(bool),
    /// A move: SAN for people, UCI for programs.
    Move {
        san: String,
        uci: String,
    },
    Score(Score),
    /// Only for programs, in JSON.
    Json(Value),
}

impl Cell {
    /// A move on its board; [`Cell::None`] if it is not legal there.
    pub fn mv(board: &Board, mv: Option<Move>) -> Cell {
        mv.filter(|&mv| board.is_legal(mv)).map_or(Cell::None, |mv| Cell::Move {
            san: san::write(board, mv),
            uci: uci_move::write(board, mv, board.is_chess960()),
        })
    }

    pub fn score(score: Option<Score>) -> Cell {
        score.map_or(Cell::None, Cell::Score)
    }

    pub fn words(text: impl Into<Cow<'static, str>>) -> Cell {
        Cell::Words(text.into())
    }

    /// Its number, for a curve.
    pub fn number(&self) -> Option<f64> {
        match self {
            Cell::Count(count) => Some(*count as f64),
            Cell::Whole(number) => Some(*number as f64),
            Cell::Real(number) => Some(*number),
            _ => None,
        }
    }

    /// The cell as the terminal and CSV write it; `None` if it is empty.
    fn written(&self, decimals: usize) -> Option<String> {
        Some(match self {
            Cell::None | Cell::Json(_) => return None,
            Cell::Words(text) => text.clone().into_owned(),
            Cell::Text(key) => Language::english().text(key).to_owned(),
            Cell::Count(count) => count.to_string(),
            Cell::Whole(number) => number.to_string(),
            Cell::Real(number) => {
                let text = format!("{number:.decimals$}");
                // A number that is rounded to zero has no sign.
                let nothing =
                    number.is_finite() && !text.bytes().any(|digit| (b'1'..=b'9').contains(&digit));
                match text.strip_prefix('-').filter(|_| nothing) {
                    Some(zero) => zero.to_owned(),
                    None => text,
                }
            }
            Cell::Flag(flag) => flag.to_string(),
            Cell::Move { san, .. } => san.clone(),
            Cell::Score(score) => score.to_string(),
        })
    }

    fn json(&self) -> Value {
        match self {
            Cell::None => Value::Null,
            Cell::Words(text) => text.as_ref().into(),
            Cell::Text(key) => Language::english().text(key).into(),
            Cell::Count(count) => (*count).into(),
            Cell::Whole(number) => (*number).into(),
            // JSON cannot express infinity: it becomes null.
            Cell::Real(number) => (*number).into(),
            Cell::Flag(flag) => (*flag).into(),
            Cell::Move { uci, .. } => uci.as_str().into(),
            Cell::Score(score) => score.to_string().into(),
            Cell::Json(value) => value.clone(),
        }
    }
}

impl From<&'static str> for Cell {
    fn from(text: &'static str) -> Cell {
        Cell::Words(text.into())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Words(text.into())
    }
}

impl From<u32> for Cell {
    fn from(count: u32) -> Cell {
        Cell::Count(count.into())
    }
}

impl From<u64> for Cell {
    fn from(count: u64) -> Cell {
        Cell::Count(count)
    }
}

impl From<usize> for Cell {
    fn from(count: usize) -> Cell {
        Cell::Count(count as u64)
    }
}

impl From<i32> for Cell {
    fn from(number: i32) -> Cell {
        Cell::Whole(number.into())
    }
}

impl From<f64> for Cell {
    fn from(number: f64) -> Cell {
        Cell::Real(number)
    }
}

impl From<f32> for Cell {
    fn from(number: f32) -> Cell {
        Cell::Real(number.into())
    }
}

impl From<bool> for Cell {
    fn from(flag: bool) -> Cell {
        Cell::Flag(flag)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Cell {
        value.map_or(Cell::None, Into::into)
    }
}

/// The cells of a row, one a column.
pub type Row = Vec<Cell>;

/// How a table is drawn as curves. Texts are keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Curves {
    /// The key of the column whose values each give a curve; `None`: each counted column is a curve.
    pub by: Option<&'static str>,
    /// Values of that column with the first colours, whether they have rows yet or not: no curve changes its colour
    /// when another one comes.
    pub first: &'static [&'static str],
    /// Keys of the columns of the axis and of the counts.
    pub along: &'static str,
    pub counts: &'static [&'static str],
    /// Whether the counts have a logarithmic axis.
    pub log: bool,
    /// The titles of the plot and of the axis.
    pub title: &'static str,
    pub axis: &'static str,
    /// A point: its `name`, its place `at` the axis, its count `n`.
    pub point: &'static str,
}

/// Rows and columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
    pub curves: Vec<Curves>,
    /// The columns of a line of the terminal, if their order differs.
    line: Vec<usize>,
    headless: bool,
}

impl Table {
    pub fn new(columns: Vec<Column>) -> Table {
        Table { columns, ..Table::default() }
    }

    /// Sets the columns of lines of the terminal and their order.
    #[must_use]
    pub(crate) fn line_order(mut self, keys: &[&str]) -> Table {
        let text = |key: &&str| {
            let named = |column: &Column| column.key == *key && column.is_in(Medium::Text);
            self.columns.iter().position(named)
        };
        self.line = keys.iter().filter_map(text).collect();
        self
    }

    /// Omits the heading in the terminal.
    #[must_use]
    pub fn headless(self) -> Table {
        Table { headless: true, ..self }
    }

    pub fn row(&mut self, row: impl IntoIterator<Item = Cell>) {
        self.rows.push(row.into_iter().collect());
    }

    /// The columns that appear in a medium, with their places in a row.
    pub fn columns_in(&self, medium: Medium) -> impl Iterator<Item = (usize, &Column)> {
        self.columns.iter().enumerate().filter(move |(_, column)| column.is_in(medium))
    }

    /// The place of the column with this key.
    pub fn column(&self, key: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.key == key)
    }

    /// The table as comma-separated values: a line with the keys, then one line for each row.
    pub fn csv(&self) -> String {
        let columns: Vec<_> = self.columns_in(Medium::Csv).collect();
        let keys: Vec<String> = columns
            .iter()
            .map(|(_, column)| field(column.csv_key.unwrap_or(&column.key)))
            .collect();
        let head = keys.join(",") + "\n";
        self.rows.iter().fold(head, |text, row| text + &self.csv_line(row))
    }

    /// A row as comma-separated values, with the end of its line.
    pub fn csv_line(&self, row: &Row) -> String {
        let value = |(at, column): (usize, &Column)| {
            let written = row.get(at).and_then(|cell| cell.written(column.decimals));
            field(&written.unwrap_or_default())
        };
        let fields: Vec<String> = self.columns_in(Medium::Csv).map(value).collect();
        fields.join(",") + "\n"
    }

    /// The table as Markdown, with the columns of the terminal, because people read it.
    pub fn markdown(&self) -> String {
        let columns: Vec<_> = self.columns_in(Medium::Text).collect();
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let edge = |column: &Column| if column.words { ":--" } else { "--:" }.to_owned();
        let heads = columns.iter().map(|(_, column)| in_markdown(&column.head)).collect();
        let mut text =
            line(heads) + &line(columns.iter().map(|(_, column)| edge(column)).collect());
        for row in &self.rows {
            let cell = |(at, column): &(usize, &Column)| {
                in_markdown(&column.written(row.get(*at).unwrap_or(&Cell::None)))
            };
            text += &line(columns.iter().map(cell).collect());
        }
        text
    }

    /// A row as a JSON object.
    pub fn object(&self, row: &Row) -> Value {
        let mut object = Map::new();
        for (at, column) in self.columns_in(Medium::Json) {
            column.insert(row.get(at).unwrap_or(&Cell::None), &mut object);
        }
        Value::Object(object)
    }

    /// Every row as a JSON object.
    pub fn objects(&self) -> Vec<Value> {
        self.rows.iter().map(|row| self.object(row)).collect()
    }

    /// The columns of a line of the terminal.
    fn line_columns(&self) -> Vec<(usize, &Column)> {
        if self.line.is_empty() {
            return self.columns_in(Medium::Text).collect();
        }
        self.line.iter().map(|&at| (at, &self.columns[at])).collect()
    }

    /// The line that names the units of the terminal's numbers and the points of view of scores, if there is anything to
    /// name. It includes scores that only sentences contain.
    pub fn units_line(&self) -> Option<String> {
        let mut units: Vec<(String, Vec<&str>)> = Vec::new();
        for column in &self.columns {
            // Without heads, the words between the columns name the other units.
            let named = column.pov.is_some() || column.is_in(Medium::Text) && !self.headless;
            let (unit, head) = (column.unit_and_view(), column.head.as_ref());
            if !named || unit.is_empty() || unit == head.to_lowercase() {
                continue;
            }
            match units.iter_mut().find(|(known, _)| *known == unit) {
                Some((_, heads)) if heads.contains(&head) => {}
                Some((_, heads)) => heads.push(head),
                None => units.push((unit, vec![head])),
            }
        }
        let named = units.iter().map(|(unit, heads)| format!("{}: {unit}", heads.join(", ")));
        let line = named.collect::<Vec<_>>().join("; ");
        (!line.is_empty()).then_some(line)
    }

    /// The line above the rows in the terminal, if there is one.
    pub fn head_line(&self) -> Option<String> {
        let heads = self.line_columns().into_iter().map(|(_, column)| {
            let Place { before, width, left, after } = column.place;
            // Words between the columns belong to rows.
            let gap = |text: &str| " ".repeat(text.chars().count());
            let bare = Place { before: "", width, left, after: "" };
            let head = Column { place: bare, ..column.clone() }.padded(&column.head);
            gap(before) + &head + &gap(after)
        });
        (!self.headless).then(|| heads.collect::<String>().trim_end().to_owned())
    }

    /// A row as a line of the terminal.
    pub fn line(&self, row: &Row) -> String {
        let texts = self
            .line_columns()
            .into_iter()
            .map(|(at, column)| column.padded(&column.written(row.get(at).unwrap_or(&Cell::None))));
        texts.collect::<String>()
    }
}

/// A cell of a Markdown table, with markup escaped.
fn in_markdown(text: &str) -> String {
    let mut cell = String::new();
    for c in text.chars() {
        match c {
            '\n' | '\r' => cell.push(' '),
            '|' | '\\' | '*' | '_' | '`' | '[' | ']' | '<' | '>' | '#' | '~' | '&' => {
                cell.push('\\');
                cell.push(c);
            }
            c => cell.push(c),
        }
    }
    cell
}

/// A field of comma-separated values, quoted if necessary.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let board = Board::start();
        let mv = uci_move::parse(&board, "g1f3").ok();
        let mut table = Table::new(vec![
            Column::words("side").head("Side").place("", 6, ""),
            Column::new("nodes").head("Nodes").unit(Unit::Nodes).place("  ", 8, " nodes"),
            Column::words("move").place("  ", 5, ""),
            Column::score("value", Pov::SideToMove).missing("none").place("  ", 6, ""),
            Column::new("growth").decimals(2).only(&[Medium::Csv, Medium::Json]),
        ]);
        let first = [Cell::from("a, \"b\""), Cell::from(12_u64), Cell::mv(&board, mv)];
        table.row(first.into_iter().chain([Cell::Score(Score::Mate(3)), Cell::from(1.25)]));
        let second = [Cell::from("c"), Cell::from(7_u64), Cell::None];
        table.row(second.into_iter().chain([Cell::None, Cell::from(f64::INFINITY)]));
        table
    }

    #[test]
    fn csv_quotes_fields_if_necessary_and_leaves_missing_ones_empty() {
        let wanted = "side,nodes,move,value,growth\n\"a, \"\"b\"\"\",12,Nf3,#2,1.25\nc,7,,,inf\n";
        assert_eq!(table().csv(), wanted);
        let mut table = Table::new(vec![Column::new("n").decimals(1)]);
        for number in [f64::NEG_INFINITY, -0.01, -1.0] {
            table.row([number.into()]);
        }
        assert_eq!(table.csv(), "n\n-inf\n0.0\n-1.0\n");
    }

    #[test]
    fn markdown_has_the_texts_for_people_with_markup_escaped() {
        let mut table = Table::new(vec![Column::words("name"), Column::new("n").decimals(1)]);
        table.row(["a|b*".into(), 1.5.into()]);
        table.row([Cell::words("x"), Cell::None]);
        assert_eq!(
            table.markdown(),
            "| name | n |\n| :-- | --: |\n| a\\|b\\* | 1.5 |\n| x | - |\n"
        );
    }

    #[test]
    fn objects_have_separate_fields_for_centipawns_and_mates_and_moves_as_uci() {
        let [first, second] = &table().objects()[..] else { panic!() };
        let wanted = serde_json::json!({
            "side": "a, \"b\"", "nodes": 12, "move": "g1f3", "value_cp": null, "value_mate": 2, "growth": 1.25,
        });
        assert_eq!(*first, wanted);
        assert_eq!((&second["move"], &second["growth"]), (&Value::Null, &Value::Null));
    }

    #[test]
    fn lines_keep_their_columns_below_their_heads() {
        let table = table();
        let lines = [table.head_line().unwrap(), table.line(&table.rows[1])];
        assert_eq!(lines[0], "Side       Nodes        move    value");
        assert_eq!(lines[1], "c              7 nodes  -        none");
    }

    #[test]
    fn units_and_points_of_view_are_named_once() {
        let columns = || {
            vec![
                Column::new("ply"),
                Column::new("nodes").unit(Unit::Nodes),
                Column::score("static", Pov::White),
                Column::score("d1", Pov::White).only(&[Medium::Csv]),
                Column::score("d1", Pov::White).only(&[Medium::Text]),
                Column::new("time").unit(Unit::Milliseconds),
                Column::new("µs").unit(Unit::Milliseconds).only(&[Medium::Csv]),
            ]
        };
        let line = Table::new(columns()).units_line().unwrap();
        assert_eq!(line, "static, d1: pawns, White's view; time: milliseconds");
        let bare = Table::new(columns()).headless().units_line().unwrap();
        assert_eq!(bare, "static, d1: pawns, White's view");
        assert_eq!(Table::new(vec![Column::new("ply")]).units_line(), None);
    }
}
