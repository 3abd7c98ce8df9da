//! Conditions as text, as in the lines of a tour's file: `emptied b1`, `position startpos moves e2e4`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::Condition;
use crate::lab::foundations::{BitsPage, ZobristPage};
use crate::lab::playouts::PlayoutsDraft;
use crate::lab::steps::{StepsSide, StepsTree};
use crate::lab::xray::XrayView;
use crate::window::workspace::PaneId;
use tabia_chess::{Board, Square, uci_move};
use tabia_engine::eval::layout::Part;
use tabia_engine::search::detail::PruneReason;
use tabia_games::game::position::GamePosition;
use tabia_lab::ab::{Equal, MAX_TIME, Side};
use tabia_lab::experiment::Entry;
use tabia_lab::foundations::bitboards::{BoardName, Direction, SetOp};
use tabia_lab::foundations::sliders::{Method, Slider};
use tabia_lab::steps::toy_tree::TryOrder;
use tabia_lab::tours::{position, wrong};
use tabia_lab::xray::RowKind;
use tabia_text::t;

/// Values that a file can name by a word.
pub(crate) trait Word: Sized {
    /// All such values.
    fn all() -> Vec<Self>;

    fn word(&self) -> String;

    /// The value with this name.
    ///
    /// # Errors
    /// For an unknown word, with the known ones.
    fn named(word: &str) -> Result<Self, String> {
        let known = || Self::all().iter().map(Self::word).collect::<Vec<_>>().join(", ");
        let found = Self::all().into_iter().find(|value| value.word() == word);
        found.ok_or_else(|| wrong(word, &known()))
    }
}

macro_rules! words {
    ($($kind:ident { $($value:ident $word:literal),* })*) => {$(
        impl Word for $kind {
            fn all() -> Vec<Self> {
                vec![$($kind::$value),*]
            }

            fn word(&self) -> String {
                match self { $($kind::$value => $word),* }.to_owned()
            }
        }
    )*};
}

words! {
    BitsPage {
        Boards "boards", Operations "operations", Steps "steps", Encoding "encoding", Moves "moves"
    }
    ZobristPage { Terms "terms", LastMove "last-move", Orders "orders", Table "table" }
    StepsSide { AlphaBeta "alpha-beta", Minimax "minimax", Both "both" }
    StepsTree { Small "small", Deep "deep", Position "position" }
    TryOrder { BestFirst "best-first", WorstFirst "worst-first" }
    XrayView { Terms "terms", Network "network", Both "both" }
    Direction {
        North "north", NorthEast "north-east", East "east", SouthEast "south-east", South "south",
        SouthWest "south-west", West "west", NorthWest "north-west"
    }
    SetOp { And "and", Or "or", Xor "xor", Minus "minus", Not "not" }
    Slider { Rook "rook", Bishop "bishop", Queen "queen" }
    Part {
        Material "material", Imbalance "imbalance", Squares "squares", Mobility "mobility", Pawns "pawns",
        Passed "passed", Shelter "shelter", Attack "attack", Threats "threats", Pieces "pieces", Space "space",
        Initiative "initiative"
    }
}

impl Word for RowKind {
    fn all() -> Vec<Self> {
        RowKind::all().collect()
    }

    fn word(&self) -> String {
        match self {
            RowKind::Term(part) => return part.word(),
            RowKind::Scaling => "scaling",
            RowKind::Tempo => "tempo",
            RowKind::Known => "known",
            RowKind::Rounding => "rounding",
        }
        .to_owned()
    }
}

impl Word for BoardName {
    fn all() -> Vec<Self> {
        BoardName::all().collect()
    }

    fn word(&self) -> String {
        self.slug()
    }
}

impl Word for PruneReason {
    fn all() -> Vec<Self> {
        PruneReason::ALL.to_vec()
    }

    fn word(&self) -> String {
        self.slug().to_owned()
    }
}

impl Word for Method {
    fn all() -> Vec<Self> {
        Method::ALL.to_vec()
    }

    fn word(&self) -> String {
        self.slug().to_owned()
    }
}

impl Word for PaneId {
    fn all() -> Vec<Self> {
        PaneId::ALL.to_vec()
    }

    /// The word: the name in sessions, in lower case: `why-not` for `WhyNot`.
    fn word(&self) -> String {
        let mut word = String::new();
        for letter in format!("{self:?}").chars() {
            if letter.is_uppercase() && !word.is_empty() {
                word.push('-');
            }
            word.extend(letter.to_lowercase());
        }
        word
    }
}

/// The words after the name of a condition.
struct Rest<'a>(std::str::SplitWhitespace<'a>);

impl<'a> Rest<'a> {
    fn text(&mut self) -> &'a str {
        self.0.next().unwrap_or_default()
    }

    fn word<T: Word>(&mut self) -> Result<T, String> {
        T::named(self.text())
    }

    fn square(&mut self) -> Result<Square, String> {
        let text = self.text();
        text.parse().map_err(|_| wrong(text, t!("tour-expected-square")))
    }

    fn number<N: FromStr>(&mut self) -> Result<N, String> {
        let text = self.text();
        text.parse().map_err(|_| wrong(text, t!("tour-expected-number")))
    }

    fn experiment(&mut self) -> Result<String, String> {
        let text = self.text();
        let known = || tabia_lab::REGISTRY.iter().map(Entry::id).collect::<Vec<_>>().join(", ");
        Entry::by_id(text).map(|_| text.to_owned()).ok_or_else(|| wrong(text, &known()))
    }

    fn side(&mut self) -> Result<String, String> {
        let text = self.text();
        if text.is_empty() {
            return Err(wrong(text, "all, no-pvs, …"));
        }
        Side::parse(text).map(|_| text.to_owned()).map_err(|error| error.to_string())
    }

    /// `masked` or `unmasked`.
    fn masked(&mut self) -> Result<bool, String> {
        match self.text() {
            "masked" => Ok(true),
            "unmasked" => Ok(false),
            other => Err(wrong(other, "masked, unmasked")),
        }
    }

    /// A time or a depth, `200ms` or `20ply`, if there is another word.
    fn equal(&mut self) -> Result<Option<Equal>, String> {
        let Some(text) = self.0.next() else { return Ok(None) };
        let number = |unit: &str| text.strip_suffix(unit)?.parse::<u32>().ok();
        let time = number("ms").map(|ms| Equal::Time(Duration::from_millis(ms.into())));
        let equal = time.or_else(|| number("ply").map(|plies| Equal::Depth(plies, MAX_TIME)));
        equal.map(Some).ok_or_else(|| wrong(text, "200ms, 20ply"))
    }
}

/// The names of all conditions.
const NAMES: &str = "position, played, analysing, ran, matched, filtered, race, ladder-depth, shown, ran-example, compared, horizon, asked, page, board, shift, combine, scan, \
    moves-of, no-moves, bits-of, slides, slider, method, blocker, no-blocker, zobrist, small-tree, step, first-cut, \
    cut-found, xray, row, emptied, moved, grown, below, at-root";

impl FromStr for Condition {
    type Err = String;

    fn from_str(text: &str) -> Result<Condition, String> {
        use Condition as C;
        let mut rest = Rest(text.split_whitespace());
        let condition = match rest.text() {
            "position" => C::Position(Box::new(position(rest.0.by_ref())?)),
            "played" => C::Played(rest.text().to_owned()),
            "analysing" => C::Analysing,
            "ran" => C::Ran(rest.experiment()?),
            "matched" => C::Matched,
            "filtered" => C::Filtered(rest.word()?),
            "race" => C::RaceByMove(match rest.text() {
                "moves" => true,
                "iterations" => false,
                other => return Err(wrong(other, "moves, iterations")),
            }),
            "ladder-depth" => C::LadderDepth(rest.number()?),
            "shown" => C::Shown(rest.experiment()?),
            "ran-example" => C::RanExample(rest.experiment()?),
            "compared" => C::Compared(rest.side()?, rest.side()?, rest.equal()?),
            "horizon" => C::Horizon(rest.side()?),
            "asked" => C::Asked(rest.text().to_owned()),
            "page" => C::Page(rest.word()?),
            "board" => C::Board(rest.word()?),
            "shift" => C::Shift(rest.word()?, rest.word()?, rest.masked()?),
            "combine" => C::Combine(rest.word()?, rest.word()?, rest.word()?),
            "scan" => C::Scan(rest.word()?, rest.number()?),
            "moves-of" => C::MovesOf(rest.square()?),
            "no-moves" => C::NoMoves,
            "bits-of" => C::BitsOf(rest.square()?),
            "slides" => C::Slides(rest.word()?, rest.square()?),
            "slider" => C::Slider(rest.word()?),
            "method" => C::Method(rest.word()?),
            "blocker" => C::Blocker(rest.square()?),
            "no-blocker" => C::NoBlocker(rest.square()?),
            "zobrist" => C::Zobrist(rest.word()?),
            "small-tree" => C::SmallTree(rest.word()?),
            "step" => C::Step(rest.number()?),
            "first-cut" => C::FirstCut,
            "cut-found" => C::CutFound,
            "xray" => C::Xray(rest.word()?),
            "row" => C::Row(rest.word()?),
            "emptied" => C::Emptied(rest.square()?),
            "moved" => C::Moved(rest.square()?, rest.square()?),
            "grown" => C::Grown(PlayoutsDraft::from_words(rest.text(), 1)?, rest.number()?),
            "below" => C::Below(rest.square()?, rest.square()?),
            "at-root" => C::AtRoot,
            other => return Err(wrong(other, NAMES)),
        };
        match rest.0.next() {
            Some(more) => Err(wrong(more, t!("tour-expected-end"))),
            None => Ok(condition),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Position(position) => write_position(f, position),
            Condition::Played(text) => write!(f, "played {text}"),
            Condition::Analysing => f.write_str("analysing"),
            Condition::Ran(id) => write!(f, "ran {id}"),
            Condition::Matched => f.write_str("matched"),
            Condition::Filtered(reason) => write!(f, "filtered {}", reason.word()),
            Condition::RaceByMove(true) => f.write_str("race moves"),
            Condition::RaceByMove(false) => f.write_str("race iterations"),
            Condition::LadderDepth(depth) => write!(f, "ladder-depth {depth}"),
            Condition::Shown(id) => write!(f, "shown {id}"),
            Condition::RanExample(id) => write!(f, "ran-example {id}"),
            Condition::Compared(a, b, None) => write!(f, "compared {a} {b}"),
            Condition::Compared(a, b, Some(equal)) => {
                write!(f, "compared {a} {b} ")?;
                match equal {
                    Equal::Depth(plies, _) => write!(f, "{plies}ply"),
                    Equal::Time(time) => write!(f, "{}ms", time.as_millis()),
                    Equal::Nodes(nodes) => write!(f, "{nodes}nodes"),
                }
            }
            Condition::Horizon(words) => write!(f, "horizon {words}"),
            Condition::Asked(text) => write!(f, "asked {text}"),
            Condition::Page(page) => write!(f, "page {}", page.word()),
            Condition::Board(name) => write!(f, "board {}", name.word()),
            Condition::Shift(name, direction, masked) => {
                let masked = if *masked { "masked" } else { "unmasked" };
                write!(f, "shift {} {} {masked}", name.word(), direction.word())
            }
            Condition::Combine(one, op, other) => {
                write!(f, "combine {} {} {}", one.word(), op.word(), other.word())
            }
            Condition::Scan(name, step) => write!(f, "scan {} {step}", name.word()),
            Condition::MovesOf(square) => write!(f, "moves-of {square}"),
            Condition::NoMoves => f.write_str("no-moves"),
            Condition::BitsOf(square) => write!(f, "bits-of {square}"),
            Condition::Slides(slider, square) => write!(f, "slides {} {square}", slider.word()),
            Condition::Slider(slider) => write!(f, "slider {}", slider.word()),
            Condition::Method(method) => write!(f, "method {}", method.word()),
            Condition::Blocker(square) => write!(f, "blocker {square}"),
            Condition::NoBlocker(square) => write!(f, "no-blocker {square}"),
            Condition::Zobrist(page) => write!(f, "zobrist {}", page.word()),
            Condition::SmallTree(side) => write!(f, "small-tree {}", side.word()),
            Condition::Step(at) => write!(f, "step {at}"),
            Condition::FirstCut => f.write_str("first-cut"),
            Condition::CutFound => f.write_str("cut-found"),
            Condition::Xray(view) => write!(f, "xray {}", view.word()),
            Condition::Row(row) => write!(f, "row {}", row.word()),
            Condition::Emptied(square) => write!(f, "emptied {square}"),
            Condition::Moved(from, to) => write!(f, "moved {from} {to}"),
            Condition::Grown(draft, playouts) => write!(f, "grown {} {playouts}", draft.words()),
            Condition::Below(from, to) => write!(f, "below {from} {to}"),
            Condition::AtRoot => f.write_str("at-root"),
        }
    }
}

fn write_position(f: &mut fmt::Formatter<'_>, position: &GamePosition) -> fmt::Result {
    if position.start == Board::start() {
        f.write_str("position startpos")?;
    } else {
        write!(f, "position {}", position.start)?;
    }
    let mut board = GamePosition::new(position.start);
    for (at, &mv) in position.moves.iter().enumerate() {
        let word = if at == 0 { " moves" } else { "" };
        write!(f, "{word} {}", uci_move::write(&board.board(), mv, false))?;
        board.moves.push(mv);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let lines = [
            "position startpos",
            "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1",
            "position 4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1 moves d7d5",
            "played e7e8q",
            "analysing",
            "ran ladder",
            "matched",
            "filtered static-exchange",
            "race moves",
            "race iterations",
            "ladder-depth 4",
            "shown horizon-effect",
            "ran-example ab",
            "compared all no-pvs",
            "compared all hand-crafted,no-pvs 200ms",
            "compared all no-tt 20ply",
            "horizon hand-crafted",
            "asked g4d1",
            "page encoding",
            "board passed-span-black",
            "shift white-pawn north-east unmasked",
            "shift black north masked",
            "combine attacks-white and black",
            "scan white 3",
            "moves-of e5",
            "no-moves",
            "bits-of d5",
            "slides rook d4",
            "slider bishop",
            "method pext",
            "blocker d5",
            "no-blocker c4",
            "zobrist last-move",
            "small-tree minimax",
            "step 6",
            "first-cut",
            "cut-found",
            "xray both",
            "row squares",
            "row tempo",
            "emptied b1",
            "moved h2 h6",
            "grown uct-eval 400",
            "grown knowledge,first-play=600 200",
            "below d2 d7",
            "at-root",
        ];
        for line in lines {
            let condition: Condition =
                line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(condition.to_string(), line);
        }
        for name in NAMES.split(", ") {
            assert!(lines.iter().any(|line| line.split(' ').next() == Some(name)), "{name}");
        }
    }

    #[test]
    fn every_word_names_one_thing() {
        fn check<T: Word>() {
            let mut words: Vec<String> = T::all().iter().map(T::word).collect();
            assert!(
                words.iter().all(|word| T::named(word).is_ok_and(|named| named.word() == *word))
            );
            words.sort();
            words.dedup();
            assert_eq!(words.len(), T::all().len(), "{words:?}");
        }
        check::<PaneId>();
        check::<BoardName>();
        check::<RowKind>();
        check::<Method>();
        check::<BitsPage>();
        check::<ZobristPage>();
        check::<StepsSide>();
        check::<XrayView>();
        check::<Direction>();
        check::<SetOp>();
        check::<Slider>();
    }

    #[test]
    fn errors_are_reported() {
        let error = |line: &str| line.parse::<Condition>().unwrap_err();
        assert_eq!(
            error("emptied i9"),
            t!("tour-error-unexpected", found = "i9", expected = t!("tour-expected-square"))
        );
        assert_eq!(
            error("moved h2"),
            t!("tour-error-missing", expected = t!("tour-expected-square"))
        );
        assert_eq!(
            error("at-root now"),
            t!("tour-error-unexpected", found = "now", expected = t!("tour-expected-end"))
        );
        assert_eq!(error("dance"), t!("tour-error-unexpected", found = "dance", expected = NAMES));
        for line in ["position", "position startpos moves e2e5", "ran nothing", "board", "step -1"]
        {
            assert!(line.parse::<Condition>().is_err(), "{line}");
        }
    }
}
