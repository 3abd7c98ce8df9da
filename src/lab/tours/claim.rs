//! What a step claims about the result of an experiment. The result is the list of objects that `tabia lab … --json`
//! prints; a claim compares values in it, or states that the step's text contains a value from the run.
//!
//! ```text
//! leaves[algorithm=minimax depth=3] = 97862       the field of the one object that fits
//! nodes[side=b] > 1.4 * nodes[side=a]             + - * / as usual
//! terms.tapered_cp[name=Mobility] < -50           a field of objects inside an object
//! terms[name=Mobility].squares.mg[square=e5] > 0  of those that fit, objects inside them
//! move[0] = "e2a6"                                the first object that has the field
//! count(move[see_cp<0]) >= 5                      how many; also sum, min, max, median, geomean, first, last
//! place(move[move=e2a6]) > 20                     which of the objects with this field it is, from 1
//! before:score_cp - score_cp = 4 within 1         a value of the run named "before"
//! says popcount[name=attacks-white]               the text has this number, as its language writes it
//! says nodes[side=b] / nodes[side=a] with 2 decimals
//! says score_cp as score                          the text has it in pawns with its sign, +0.35
//! ```
//!
//! Numbers in a text are compared, not inserted: a text with gaps would be hard to read and translate.

use std::fmt;
use std::str::FromStr;

use serde_json::Value as Json;

use super::wrong;
use tabia_text::{Language, number, signed, t};

/// A claim, read.
#[derive(Debug)]
pub struct Claim {
    text: String,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// Two values compared, numbers with this tolerance.
    Compare(Expr, Op, Expr, f64),
    /// The text contains the value.
    Says(Expr, Format),
}

/// How a text writes a value.
#[derive(Clone, Copy, Debug)]
enum Format {
    Decimals(usize),
    /// Centipawns as pawns with a sign, equal in all languages.
    Score,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Op {
    Equal,
    Differs,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Op {
    /// All comparisons with their signs; signs of two characters come first.
    const ALL: [(Op, &str); 6] = [
        (Op::Differs, "!="),
        (Op::AtMost, "<="),
        (Op::AtLeast, ">="),
        (Op::Equal, "="),
        (Op::Less, "<"),
        (Op::Greater, ">"),
    ];

    fn holds(self, one: &Value, other: &Value, tolerance: f64) -> bool {
        let (Value::Number(one), Value::Number(other)) = (one, other) else {
            return match self {
                Op::Equal => one == other,
                Op::Differs => one != other,
                _ => false,
            };
        };
        let equal = (one - other).abs() <= tolerance;
        match self {
            Op::Equal => equal,
            Op::Differs => !equal,
            Op::Less => one < other,
            Op::AtMost => one <= other,
            Op::Greater => one > other,
            Op::AtLeast => one >= other,
        }
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = Op::ALL.iter().find(|(op, _)| op == self).map_or("", |(_, sign)| sign);
        f.write_str(sign)
    }
}

#[derive(Debug)]
enum Expr {
    Literal(Value),
    /// The field of the one selected object.
    One(Query),
    Of(Aggregate, Query),
    Binary(Box<Expr>, char, Box<Expr>),
}

#[derive(Clone, Copy, Debug)]
enum Aggregate {
    Count,
    Sum,
    Min,
    Max,
    Median,
    /// The geometric mean.
    GeoMean,
    First,
    Last,
    Place,
}

impl Aggregate {
    const ALL: [(Aggregate, &str); 9] = [
        (Aggregate::Count, "count"),
        (Aggregate::Sum, "sum"),
        (Aggregate::Min, "min"),
        (Aggregate::Max, "max"),
        (Aggregate::Median, "median"),
        (Aggregate::GeoMean, "geomean"),
        (Aggregate::First, "first"),
        (Aggregate::Last, "last"),
        (Aggregate::Place, "place"),
    ];
}

/// A field of some of the objects.
#[derive(Debug)]
struct Query {
    /// The run's name; by default the run above the claim.
    run: Option<String>,
    /// Fields on the path to the wanted one; conditions select among the objects in them.
    inner: Vec<(String, Vec<Condition>)>,
    last: String,
    /// Conditions that select among the objects with the last field.
    conditions: Vec<Condition>,
}

#[derive(Debug)]
enum Condition {
    /// The object with this index among the remaining ones, from 0.
    At(usize),
    Field(Vec<String>, Op, Value),
}

/// The value of an expression.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Number(f64),
    Text(String),
    Flag(bool),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) if number.fract() == 0.0 => write!(f, "{number:.0}"),
            // As many digits as matter to people.
            Value::Number(number) if number.abs() < 1.0 => write!(f, "{number:.4}"),
            Value::Number(number) => write!(f, "{number:.2}"),
            Value::Text(text) => f.write_str(text),
            Value::Flag(flag) => write!(f, "{flag}"),
        }
    }
}

/// The results of the runs of a step: their names and objects.
pub type Results<'a> = [(Option<&'a str>, &'a [Json])];

/// The result of checking a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The values, or why there are none.
    pub found: String,
    pub ok: bool,
}

impl Claim {
    /// The names of the runs that it compares with.
    pub(super) fn runs(&self) -> Vec<String> {
        let mut names = Vec::new();
        match &self.kind {
            Kind::Compare(one, _, other, _) => {
                one.runs(&mut names);
                other.runs(&mut names);
            }
            Kind::Says(value, _) => value.runs(&mut names),
        }
        names
    }

    /// Whether the claim is about the text of the step rather than the result.
    pub fn is_about_text(&self) -> bool {
        matches!(self.kind, Kind::Says(..))
    }

    /// Checks it with the results of the runs up to its own, and the text of the step in the current language.
    pub fn check(&self, results: &Results<'_>, text: &str) -> Verdict {
        let checked = match &self.kind {
            Kind::Compare(one, op, other, tolerance) => one.value(results).and_then(|one| {
                let other = other.value(results)?;
                let ok = op.holds(&one, &other, *tolerance);
                Ok(Verdict { found: format!("{one} {op} {other}"), ok })
            }),
            Kind::Says(value, format) => value.value(results).map(|value| {
                let found = format.written(&value);
                let ok = has(text, &found);
                Verdict { found, ok }
            }),
        };
        checked.unwrap_or_else(|found| Verdict { found, ok: false })
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Format {
    fn written(self, value: &Value) -> String {
        match (self, value) {
            (Format::Decimals(digits), Value::Number(value)) => number(*value, digits),
            (Format::Score, Value::Number(value)) => signed(value / 100.0, 2),
            (_, value) => value.to_string(),
        }
    }
}

/// Whether a text contains a number or word that is not part of a longer one.
fn has(text: &str, wanted: &str) -> bool {
    let text = text.replace('−', "-");
    let wanted = wanted.replace('−', "-");
    let language = Language::current();
    let signs = [language.decimal_sign(), language.group_sign()];
    let digit = |c: char| c.is_ascii_digit();
    // A digit, or a separator followed by a digit, would make it another number.
    let goes_on = |rest: &str| {
        let after = signs.iter().find_map(|sign| rest.strip_prefix(sign)).unwrap_or(rest);
        after.starts_with(digit)
            || (after.starts_with(char::is_alphabetic) && !wanted.ends_with(digit))
    };
    let comes_from = |rest: &str| {
        let before = signs.iter().find_map(|sign| rest.strip_suffix(sign)).unwrap_or(rest);
        before.ends_with(digit) || rest.ends_with(char::is_alphabetic)
    };
    !wanted.is_empty()
        && text
            .match_indices(&wanted)
            .any(|(at, _)| !comes_from(&text[..at]) && !goes_on(&text[at + wanted.len()..]))
}

impl Expr {
    fn runs(&self, names: &mut Vec<String>) {
        match self {
            Expr::Literal(_) => {}
            Expr::One(query) | Expr::Of(_, query) => names.extend(query.run.clone()),
            Expr::Binary(one, _, other) => {
                one.runs(names);
                other.runs(names);
            }
        }
    }

    fn value(&self, results: &Results<'_>) -> Result<Value, String> {
        Ok(match self {
            Expr::Literal(value) => value.clone(),
            Expr::One(query) => match &query.picked(results)?[..] {
                [(_, value)] => value.clone(),
                picked => {
                    return Err(t!("tour-claim-rows", n = picked.len(), field = query.field()));
                }
            },
            Expr::Of(aggregate, query) => query.aggregate(*aggregate, results)?,
            Expr::Binary(one, sign, other) => {
                let (one, other) = (one.value(results)?, other.value(results)?);
                let (Value::Number(one), Value::Number(other)) = (&one, &other) else {
                    let found = format!("{one} {sign} {other}");
                    return Err(wrong(&found, t!("tour-expected-any-number")));
                };
                Value::Number(match sign {
                    '+' => one + other,
                    '-' => one - other,
                    '*' => one * other,
                    _ => one / other,
                })
            }
        })
    }
}

impl Query {
    fn field(&self) -> String {
        let inner = self.inner.iter().map(|(key, _)| format!("{key}."));
        inner.collect::<String>() + &self.last
    }

    /// The values of the field in the matching objects, each with its index among all objects that have the field.
    fn picked(&self, results: &Results<'_>) -> Result<Vec<(usize, Value)>, String> {
        let run = match &self.run {
            Some(name) => results.iter().rfind(|(run, _)| *run == Some(name.as_str())),
            None => results.last(),
        };
        let Some((_, objects)) = run else { return Ok(Vec::new()) };
        let mut rows: Vec<&Json> = objects.iter().collect();
        for (key, conditions) in &self.inner {
            let inside = rows.into_iter().filter_map(|row| below(row, key)).flat_map(flat);
            rows = chosen(inside.collect(), conditions).into_iter().map(|(_, row)| row).collect();
        }
        rows.retain(|row| below(row, &self.last).is_some());
        if rows.is_empty() {
            return Err(t!("tour-claim-field", field = self.field()));
        }
        let values = chosen(rows, &self.conditions).into_iter().filter_map(|(at, row)| {
            let value = below(row, &self.last)?;
            Some((at + 1, value_of(value).unwrap_or_else(|| Value::Text(value.to_string()))))
        });
        Ok(values.collect())
    }

    fn aggregate(&self, aggregate: Aggregate, results: &Results<'_>) -> Result<Value, String> {
        let picked = self.picked(results)?;
        let missing = || t!("tour-claim-rows", n = 0, field = self.field());
        let numbers = || picked.iter().filter_map(|(_, value)| value.number());
        Ok(match aggregate {
            Aggregate::Count => Value::Number(picked.len() as f64),
            Aggregate::Sum => Value::Number(numbers().sum()),
            Aggregate::Min => Value::Number(numbers().reduce(f64::min).ok_or_else(missing)?),
            Aggregate::Max => Value::Number(numbers().reduce(f64::max).ok_or_else(missing)?),
            Aggregate::Median => {
                let mut sorted: Vec<f64> = numbers().collect();
                sorted.sort_by(f64::total_cmp);
                let (Some(&low), Some(&high)) =
                    (sorted.get(sorted.len().saturating_sub(1) / 2), sorted.get(sorted.len() / 2))
                else {
                    return Err(missing());
                };
                Value::Number(f64::midpoint(low, high))
            }
            Aggregate::GeoMean => {
                let n = numbers().count();
                let logs: f64 = numbers().map(f64::ln).sum();
                if n == 0 {
                    return Err(missing());
                }
                Value::Number((logs / n as f64).exp())
            }
            Aggregate::First => picked.first().ok_or_else(missing)?.1.clone(),
            Aggregate::Last => picked.last().ok_or_else(missing)?.1.clone(),
            Aggregate::Place => Value::Number(picked.first().ok_or_else(missing)?.0 as f64),
        })
    }
}

impl Value {
    fn number(&self) -> Option<f64> {
        if let Value::Number(number) = self { Some(*number) } else { None }
    }
}

/// The matching objects, each with its index among all.
fn chosen<'a>(rows: Vec<&'a Json>, conditions: &[Condition]) -> Vec<(usize, &'a Json)> {
    let mut rows: Vec<_> = rows.into_iter().enumerate().collect();
    for condition in conditions {
        match condition {
            Condition::At(at) => rows = rows.into_iter().skip(*at).take(1).collect(),
            Condition::Field(path, op, wanted) => rows.retain(|&(_, row)| {
                let value = path.iter().try_fold(row, |row, key| below(row, key));
                value.and_then(value_of).is_some_and(|value| op.holds(&value, wanted, 0.0))
            }),
        }
    }
    rows
}

/// The field of an object, or the element of a list by its number.
fn below<'a>(row: &'a Json, key: &str) -> Option<&'a Json> {
    match row {
        Json::Object(fields) => fields.get(key),
        Json::Array(list) => list.get(key.parse::<usize>().ok()?),
        _ => None,
    }
}

/// The objects of a list; anything else is returned as it is.
fn flat(value: &Json) -> Vec<&Json> {
    match value {
        Json::Array(list) if list.iter().any(Json::is_object) => list.iter().collect(),
        other => vec![other],
    }
}

fn value_of(value: &Json) -> Option<Value> {
    match value {
        Json::Number(number) => number.as_f64().map(Value::Number),
        Json::String(text) => Some(Value::Text(text.clone())),
        Json::Bool(flag) => Some(Value::Flag(*flag)),
        _ => None,
    }
}

impl FromStr for Claim {
    type Err = String;

    fn from_str(text: &str) -> Result<Claim, String> {
        let mut reader = Reader { rest: text.trim() };
        let kind = if reader.takes_word("says") {
            let value = reader.sum()?;
            Kind::Says(value, reader.format()?)
        } else {
            let one = reader.sum()?;
            let op = reader.op()?;
            let other = reader.sum()?;
            let tolerance = if reader.takes_word("within") { reader.number()? } else { 0.0 };
            Kind::Compare(one, op, other, tolerance)
        };
        reader.skip();
        if !reader.rest.is_empty() {
            return Err(wrong(reader.rest, t!("tour-expected-end")));
        }
        Ok(Claim { text: text.trim().to_owned(), kind })
    }
}

/// Reads a claim from its beginning.
struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Takes a word if it is next.
    fn takes_word(&mut self, word: &str) -> bool {
        self.skip();
        match self.rest.strip_prefix(word) {
            Some(rest) if rest.is_empty() || rest.starts_with(char::is_whitespace) => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// Takes a sign if it is next.
    fn takes(&mut self, sign: char) -> bool {
        self.skip();
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// The characters up to the first that does not fit.
    fn span(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !fits(c)).unwrap_or(self.rest.len());
        let (span, rest) = self.rest.split_at(end);
        self.rest = rest;
        span
    }

    fn number<N: FromStr>(&mut self) -> Result<N, String> {
        self.skip();
        let start = self.rest;
        let text = self.span(|c| c.is_ascii_digit() || c == '.' || c == '-');
        text.parse().map_err(|_| wrong(start, t!("tour-expected-any-number")))
    }

    fn op(&mut self) -> Result<Op, String> {
        self.skip();
        let found =
            Op::ALL.iter().find_map(|&(op, sign)| Some((op, self.rest.strip_prefix(sign)?)));
        let (op, rest) = found.ok_or_else(|| wrong(self.rest, "=, !=, <, <=, >, >="))?;
        self.rest = rest;
        Ok(op)
    }

    fn format(&mut self) -> Result<Format, String> {
        if self.takes_word("with") {
            let digits = self.number()?;
            let expected = "decimals";
            return if self.takes_word(expected) {
                Ok(Format::Decimals(digits))
            } else {
                Err(wrong(self.rest, expected))
            };
        }
        if self.takes_word("as") {
            let expected = "score";
            return if self.takes_word(expected) {
                Ok(Format::Score)
            } else {
                Err(wrong(self.rest, expected))
            };
        }
        Ok(Format::Decimals(0))
    }

    fn sum(&mut self) -> Result<Expr, String> {
        let mut left = self.product()?;
        while let Some(sign) = ['+', '-'].into_iter().find(|&sign| self.takes(sign)) {
            left = Expr::Binary(Box::new(left), sign, Box::new(self.product()?));
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Expr, String> {
        let mut left = self.factor()?;
        while let Some(sign) = ['*', '/'].into_iter().find(|&sign| self.takes(sign)) {
            left = Expr::Binary(Box::new(left), sign, Box::new(self.factor()?));
        }
        Ok(left)
    }

    fn factor(&mut self) -> Result<Expr, String> {
        self.skip();
        if self.takes('(') {
            let inner = self.sum()?;
            return self.closed(')').map(|()| inner);
        }
        if self.rest.starts_with('"') {
            return Ok(Expr::Literal(Value::Text(self.quoted()?)));
        }
        if self.rest.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            return Ok(Expr::Literal(Value::Number(self.number()?)));
        }
        for (word, flag) in [("true", true), ("false", false)] {
            if self.takes_word(word) {
                return Ok(Expr::Literal(Value::Flag(flag)));
            }
        }
        let of = Aggregate::ALL.into_iter().find_map(|(aggregate, name)| {
            Some((aggregate, self.rest.strip_prefix(name)?.strip_prefix('(')?))
        });
        let Some((aggregate, rest)) = of else { return self.query().map(Expr::One) };
        self.rest = rest;
        let query = self.query()?;
        self.closed(')')?;
        Ok(Expr::Of(aggregate, query))
    }

    fn closed(&mut self, sign: char) -> Result<(), String> {
        if self.takes(sign) { Ok(()) } else { Err(wrong(self.rest, &sign.to_string())) }
    }

    fn quoted(&mut self) -> Result<String, String> {
        let quoted = self.rest.strip_prefix('"').and_then(|rest| rest.split_once('"'));
        let (text, rest) = quoted.ok_or_else(|| wrong(self.rest, "\"…\""))?;
        self.rest = rest;
        Ok(text.to_owned())
    }

    /// A word of letters, digits, `_` and `-`.
    fn name(&mut self) -> Result<&'a str, String> {
        self.skip();
        let start = self.rest;
        let name = self.span(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
        if name.is_empty() { Err(wrong(start, t!("tour-expected-field"))) } else { Ok(name) }
    }

    fn path(&mut self) -> Result<Vec<String>, String> {
        let mut path = vec![self.name()?.to_owned()];
        while let Some(rest) = self.rest.strip_prefix('.') {
            self.rest = rest;
            path.push(self.name()?.to_owned());
        }
        Ok(path)
    }

    fn query(&mut self) -> Result<Query, String> {
        let mut run = None;
        let mut last = self.name()?;
        if let Some(rest) = self.rest.strip_prefix(':') {
            self.rest = rest;
            (run, last) = (Some(last.to_owned()), self.name()?);
        }
        let mut conditions = self.conditions()?;
        let mut inner = Vec::new();
        while let Some(rest) = self.rest.strip_prefix('.') {
            self.rest = rest;
            inner.push((last.to_owned(), conditions));
            last = self.name()?;
            conditions = self.conditions()?;
        }
        Ok(Query { run, inner, last: last.to_owned(), conditions })
    }

    fn conditions(&mut self) -> Result<Vec<Condition>, String> {
        let mut conditions = Vec::new();
        if let Some(rest) = self.rest.strip_prefix('[') {
            self.rest = rest;
            while !self.takes(']') {
                conditions.push(self.condition()?);
            }
        }
        Ok(conditions)
    }

    fn condition(&mut self) -> Result<Condition, String> {
        if self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            return self.number().map(Condition::At);
        }
        let path = self.path()?;
        let op = self.op()?;
        let value = if self.rest.starts_with('"') {
            Value::Text(self.quoted()?)
        } else {
            let word = self.span(|c| !c.is_whitespace() && c != ']');
            match (word, word.parse()) {
                ("", _) => return Err(wrong(self.rest, t!("tour-expected-field"))),
                ("true", _) => Value::Flag(true),
                ("false", _) => Value::Flag(false),
                (_, Ok(number)) => Value::Number(number),
                _ => Value::Text(word.to_owned()),
            }
        };
        Ok(Condition::Field(path, op, value))
    }
}
