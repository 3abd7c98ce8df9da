//! The race: all representations count and search the same positions in turn, repeatedly, so that other work of the
//! machine affects all of them equally.

use std::hint::black_box;
use std::time::{Duration, Instant};

use clap::Args;
use serde::{Deserialize, Serialize};

use super::bits::{Bits, Magic, Pext, Rays};
use super::drive::Searched;
use super::mailbox::Squares;
use super::state::{Array, Mailbox, Packed, Wide, X88};
use super::{Representation, drive};
use crate::experiment::{Example, Experiment, Info, LabContext, LabError, Trial};
use crate::processor_time::processor_time;
use crate::table::{Cell, Column, Medium, Row, Table};
use tabia_chess::{Board, attacks};
use tabia_engine::search::limits::StopSignal;
use tabia_games::game::position::GamePosition;
use tabia_text::text;

/// A position of the race.
#[derive(Clone, Copy, Debug)]
pub struct Lap {
    /// The position.
    pub fen: &'static str,
    /// Depth of the count, plies.
    pub perft_depth: u32,
    /// The correct count.
    pub perft: u64,
    /// Depth of the search, plies.
    pub search_depth: u32,
}

/// The positions: standard perft positions with an opening, a crowded middlegame, an ending with pawns and rooks, and
/// promotions.
pub(crate) const LAPS: [Lap; 4] = [
    Lap {
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        perft_depth: 4,
        perft: 197_281,
        search_depth: 5,
    },
    Lap {
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        perft_depth: 3,
        perft: 97_862,
        search_depth: 3,
    },
    Lap {
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        perft_depth: 5,
        perft: 674_624,
        search_depth: 6,
    },
    Lap {
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        perft_depth: 3,
        perft: 9_467,
        search_depth: 4,
    },
];

/// How long to race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaceRequest {
    /// The round in progress at the end is finished; there is at least one.
    pub time: Duration,
}

/// A representation's result so far. Speeds are millions of nodes a second.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    pub kind: Kind,
    /// Leaf positions counted per second.
    pub perft: Spread,
    /// Positions visited a second by the search.
    pub search: Spread,
    /// Counting speed as a multiple of the array's in the same round.
    pub perft_ratio: Spread,
    /// Search speed as a multiple of the array's.
    pub search_ratio: Spread,
    /// Whether all counts are correct and the searches visited the same nodes and found the same values as those of the
    /// array.
    pub nodes_agree: bool,
}

/// The result of a choice: the speed of the new way as a multiple of the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChoiceStanding {
    pub choice: Choice,
    /// New way divided by the other, for each round.
    pub ratio: Spread,
    /// Speeds of the new way and the other, millions per second: positions, or moves if moves are only generated.
    #[serde(default)]
    pub speeds: [Spread; 2],
    /// Whether both counts are correct.
    pub nodes_agree: bool,
}

/// The state of the race.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RaceTable {
    /// Rounds finished.
    pub rounds: usize,
    /// Time so far, s.
    pub seconds: f64,
    /// The representations this build has, in the order of [`Kind::ALL`].
    pub standings: Vec<Standing>,
    pub choices: Vec<ChoiceStanding>,
}

impl RaceTable {
    /// A row for each representation; without numbers if this build does not have it.
    pub fn table(&self) -> Table {
        let json = &[Medium::Json];
        let number = |key| Column::new(key).decimals(3);
        let mut table = Table::new(vec![
            Column::words("representation"),
            number("perft_mnps"),
            number("perft_mnps_low").csv_key("perft_low"),
            number("perft_mnps_high").csv_key("perft_high"),
            number("search_mnps"),
            number("search_mnps_low").csv_key("search_low"),
            number("search_mnps_high").csv_key("search_high"),
            number("perft_ratio"),
            number("perft_ratio_low").only(json),
            number("perft_ratio_high").only(json),
            number("search_ratio"),
            number("search_ratio_low").only(json),
            number("search_ratio_high").only(json),
            // CSV has multiples of the published array's speed, JSON the published speeds.
            number("perft_published").only(&[Medium::Csv]),
            number("search_published").only(&[Medium::Csv]),
            number("perft_published").only(json),
            number("search_published").only(json),
            Column::new("nodes_agree"),
            Column::new("rounds").only(json),
        ]);
        for kind in Kind::ALL {
            let standing = self.standings.iter().find(|standing| standing.kind == kind);
            let spread = |of: fn(&Standing) -> Spread| {
                let spread = standing.map(of);
                let ends: [fn(Spread) -> Option<f64>; 3] =
                    [|s| Some(s.mean), |s| s.low, |s| s.high];
                ends.map(|end| Cell::from(spread.and_then(end)))
            };
            let published = kind.published();
            let theirs = published.zip(Kind::Array.published());
            let row = [Cell::words(kind.name())]
                .into_iter()
                .chain(spread(|standing| standing.perft))
                .chain(spread(|standing| standing.search))
                .chain(spread(|standing| standing.perft_ratio))
                .chain(spread(|standing| standing.search_ratio))
                .chain([
                    theirs.map(|(one, first)| one.perft_mnps / first.perft_mnps).into(),
                    theirs.map(|(one, first)| one.search_mnps / first.search_mnps).into(),
                    published.map(|found| found.perft_mnps).into(),
                    published.map(|found| found.search_mnps).into(),
                    standing.map(|standing| standing.nodes_agree).into(),
                    self.rounds.into(),
                ]);
            table.row(row);
        }
        table
    }
}

/// Six board representations raced.
#[derive(Debug)]
pub struct Race;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Args, Serialize, Deserialize)]
pub struct Request {
    /// How long to race; the round under way is finished
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub seconds: u32,
}

impl Default for Request {
    fn default() -> Request {
        Request { seconds: 10 }
    }
}

impl Experiment for Race {
    const INFO: Info = Info {
        id: "race",
        start: "representations-start",
        empty: ["representations-empty", "representations-empty.why"],
        note: "",
        about: "representations-about",
        example: Example { label: "representations-example", fen: None },
        help: ["", ""],
    };
    const REPLACES: bool = true;
    type Request = Request;
    type Update = RaceTable;

    fn options(request: &Request) -> Option<Vec<(&'static str, String)>> {
        Some(vec![("seconds", request.seconds.to_string())])
    }

    /// It has its own positions.
    fn depends_on_position(_: &Request) -> bool {
        false
    }

    fn run(
        request: &Request,
        _: &GamePosition,
        context: &mut LabContext<'_>,
        report: &mut dyn FnMut(RaceTable) -> bool,
    ) -> Result<(), LabError> {
        let time = Duration::from_secs(u64::from(request.seconds.max(1)));
        // If it is stopped before the first round, there is no result.
        let _ = race(&RaceRequest { time }, context.stop, &mut |table| report(table.clone()));
        Ok(())
    }

    fn columns(_: &Request) -> Table {
        let mut table = RaceTable::default().table();
        table.rows.clear();
        table
    }

    fn rows(_: &Trial<Self>, _: &[RaceTable], update: &RaceTable) -> Vec<Row> {
        update.table().rows
    }
}

/// Measurements of one contender, a value a round.
#[derive(Clone, Debug, Default)]
struct Times {
    perft: Vec<f64>,
    search: Vec<f64>,
    agree: bool,
}

/// Races for the given time. `report` receives the state after every round and returns whether to continue. A first
/// round warms up the caches and is not counted. `None` if it was stopped before a round was finished.
pub fn race(
    request: &RaceRequest,
    stop: &StopSignal,
    report: &mut dyn FnMut(&RaceTable) -> bool,
) -> Option<RaceTable> {
    let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| kind.is_available()).collect();
    let boards: Vec<(Lap, Board)> = LAPS
        .into_iter()
        .filter_map(|lap| Board::from_fen(lap.fen).ok().map(|board| (lap, board)))
        .collect();
    let truth: Vec<Searched> =
        boards.iter().map(|(lap, board)| Kind::Array.search(board, lap.search_depth)).collect();
    let fresh = Times { agree: true, ..Times::default() };
    let mut times = vec![fresh.clone(); kinds.len()];
    let mut choices = vec![[fresh.clone(), fresh]; Choice::ALL.len()];
    let mut table = None;
    let mut start = Instant::now();
    for round in 0.. {
        // Each round begins with a different contender.
        for turn in 0..kinds.len() {
            let at = (turn + round) % kinds.len();
            run(kinds[at], &boards, &truth, stop, &mut times[at])?;
        }
        for turn in 0..Choice::ALL.len() {
            let at = (turn + round) % Choice::ALL.len();
            choose(Choice::ALL[at], round, &boards, stop, &mut choices[at])?;
        }
        if round == 0 {
            for times in times.iter_mut().chain(choices.iter_mut().flatten()) {
                times.perft.clear();
                times.search.clear();
            }
            start = Instant::now();
            continue;
        }
        let now = standings(&kinds, &times, &choices, start.elapsed())?;
        let go_on = report(&now);
        table = Some(now);
        if !go_on || start.elapsed() >= request.time {
            break;
        }
    }
    table
}

/// One contender's part of a round; `None` when stopped.
fn run(
    kind: Kind,
    boards: &[(Lap, Board)],
    truth: &[Searched],
    stop: &StopSignal,
    times: &mut Times,
) -> Option<()> {
    let mut perft = Tally::default();
    let mut search = Tally::default();
    for ((lap, board), truth) in boards.iter().zip(truth) {
        if stop.is_stopped() {
            return None;
        }
        let counted = perft.time(|| kind.perft(black_box(board), lap.perft_depth));
        let mut found = Searched { value: 0, nodes: 0 };
        search.time(|| {
            found = kind.search(black_box(board), lap.search_depth);
            found.nodes
        });
        times.agree &= counted == lap.perft && found == *truth;
    }
    times.perft.push(perft.mnps());
    times.search.push(search.mnps());
    Some(())
}

/// A choice's part of a round, both ways, in alternating order.
fn choose(
    choice: Choice,
    round: usize,
    boards: &[(Lap, Board)],
    stop: &StopSignal,
    times: &mut [Times; 2],
) -> Option<()> {
    let mut tallies = [Tally::default(), Tally::default()];
    for (lap, board) in boards {
        let Contest { mut ways, expected } = choice.contest(board, lap.perft_depth, lap.perft);
        for way in [round % 2, 1 - round % 2] {
            if stop.is_stopped() {
                return None;
            }
            let counted = tallies[way].time(&mut ways[way]);
            times[way].agree &= counted == expected;
        }
    }
    for (times, tally) in times.iter_mut().zip(tallies) {
        times.perft.push(tally.mnps());
    }
    Some(())
}

/// Nodes and the time they took: processor time where the system reports it.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    nodes: u64,
    time: Duration,
}

impl Tally {
    fn time(&mut self, work: impl FnOnce() -> u64) -> u64 {
        let (start, worked) = (Instant::now(), processor_time());
        let nodes = work();
        let worked =
            worked.zip(processor_time()).map(|(before, after)| after.saturating_sub(before));
        self.time += worked.unwrap_or_else(|| start.elapsed());
        self.nodes += nodes;
        nodes
    }

    fn mnps(self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9) / 1e6
    }
}

fn standings(
    kinds: &[Kind],
    times: &[Times],
    choices: &[[Times; 2]],
    passed: Duration,
) -> Option<RaceTable> {
    let first = times.first()?;
    let standings = kinds.iter().zip(times).map(|(&kind, times)| {
        Some(Standing {
            kind,
            perft: Spread::of(&times.perft)?,
            search: Spread::of(&times.search)?,
            perft_ratio: Spread::of_ratios(&times.perft, &first.perft)?,
            search_ratio: Spread::of_ratios(&times.search, &first.search)?,
            nodes_agree: times.agree,
        })
    });
    let choices = Choice::ALL.into_iter().zip(choices).map(|(choice, [new, before])| {
        Some(ChoiceStanding {
            choice,
            ratio: Spread::of_ratios(&new.perft, &before.perft)?,
            speeds: [Spread::of(&new.perft)?, Spread::of(&before.perft)?],
            nodes_agree: new.agree && before.agree,
        })
    });
    Some(RaceTable {
        rounds: first.perft.len(),
        seconds: passed.as_secs_f64(),
        standings: standings.collect::<Option<_>>()?,
        choices: choices.collect::<Option<_>>()?,
    })
}

// The contenders.

/// A representation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// An array of eight by eight squares.
    Array,
    /// An array with an edge: a file on either side and two ranks at either end, 10x12.
    Mailbox,
    /// An array of sixteen by eight squares, half of them off the board.
    X88,
    /// Sets of squares; sliders walk along their lines.
    Rays,
    /// Sets of squares; sliders are looked up by multiplication.
    Magic,
    /// Sets of squares; sliders are looked up by the instruction PEXT.
    Pext,
}

impl Kind {
    /// All six.
    pub const ALL: [Kind; 6] =
        [Kind::Array, Kind::Mailbox, Kind::X88, Kind::Rays, Kind::Magic, Kind::Pext];

    /// Its name for programs.
    pub fn name(self) -> &'static str {
        ["array", "mailbox", "0x88", "rays", "magic", "pext"][self as usize]
    }

    /// Display name.
    pub fn title(self) -> &'static str {
        text(&format!("representations-kind-{}", self.name()))
    }

    /// Whether this build has it: PEXT needs a processor with BMI2 that the program was built for.
    pub(crate) fn is_available(self) -> bool {
        self != Kind::Pext || attacks::USES_PEXT
    }

    /// What Bijl and Tiet measured, if they did: their engine with a two-dimensional array, 0x88, magic and PEXT
    /// bitboards ("Exploring Modern Chess Engine Architectures", 2021).
    pub fn published(self) -> Option<Published> {
        let (perft_mnps, search_mnps) = match self {
            Kind::Array => (39.189, 6.327),
            Kind::X88 => (46.496, 7.216),
            Kind::Magic => (48.772, 10.992),
            Kind::Pext => (48.740, 11.038),
            Kind::Mailbox | Kind::Rays => return None,
        };
        Some(Published { perft_mnps, search_mnps })
    }

    /// Counts move sequences.
    pub fn perft(self, board: &Board, depth: u32) -> u64 {
        match self {
            Kind::Array => perft::<Squares<Array>>(board, depth),
            Kind::Mailbox => perft::<Squares<Mailbox>>(board, depth),
            Kind::X88 => perft::<Squares<X88>>(board, depth),
            Kind::Rays => perft::<Bits<Rays>>(board, depth),
            Kind::Magic => perft::<Bits<Magic>>(board, depth),
            Kind::Pext => perft::<Bits<Pext>>(board, depth),
        }
    }

    pub fn search(self, board: &Board, depth: u32) -> Searched {
        match self {
            Kind::Array => search::<Squares<Array>>(board, depth),
            Kind::Mailbox => search::<Squares<Mailbox>>(board, depth),
            Kind::X88 => search::<Squares<X88>>(board, depth),
            Kind::Rays => search::<Bits<Rays>>(board, depth),
            Kind::Magic => search::<Bits<Magic>>(board, depth),
            Kind::Pext => search::<Bits<Pext>>(board, depth),
        }
    }
}

fn perft<R: Representation>(board: &Board, depth: u32) -> u64 {
    drive::perft::<R, Packed>(&mut R::from_board(board), depth)
}

fn search<R: Representation>(board: &Board, depth: u32) -> Searched {
    drive::search::<R, Packed>(&mut R::from_board(board), depth)
}

/// Speeds measured by others, millions of nodes a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    /// Counting.
    pub perft_mnps: f64,
    pub search_mnps: f64,
}

/// A design choice, tried both ways with everything else equal: perft with magic bitboards, and for the first choice
/// also with the array. Move encodings are tried in perft and in move generation alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// A copy of the position for each move, against making and taking back.
    CopyBits,
    /// The same choice with an array.
    CopyArray,
    /// Generating legal moves and making all, against making and testing pseudo-legal moves.
    Legal,
    /// Legal moves counted at the last ply, against legal moves all made.
    Bulk,
    /// Moves of sixteen bits, against a structure of twelve bytes.
    Packed,
    /// The same choice in move generation alone.
    Generation,
}

/// Both ways of a choice, ready to be timed, the new one first, and the correct count of each.
pub(super) struct Contest<'b> {
    pub(super) ways: [Box<dyn FnMut() -> u64 + 'b>; 2],
    pub(super) expected: u64,
}

/// Positions whose moves are generated, and how often.
const GENERATED: usize = 256;
const TIMES: u32 = 64;

impl Choice {
    pub const ALL: [Choice; 6] = [
        Choice::CopyBits,
        Choice::CopyArray,
        Choice::Legal,
        Choice::Bulk,
        Choice::Packed,
        Choice::Generation,
    ];

    /// Its name for programs.
    pub fn name(self) -> &'static str {
        let names = [
            "copy-bitboards",
            "copy-array",
            "legal",
            "bulk-counting",
            "packed",
            "packed-generation",
        ];
        names[self as usize]
    }

    /// Display names of what is compared: the new way, then the way it is measured against.
    pub fn titles(self) -> [&'static str; 2] {
        let key = format!("representations-choice-{}", self.name());
        [text(&key), text(&format!("{key}.before"))]
    }

    /// The size of the position or move both ways, bytes, if the choice changes it.
    pub fn bytes(self) -> Option<[usize; 2]> {
        matches!(self, Choice::Packed | Choice::Generation)
            .then_some([size_of::<Packed>(), size_of::<Wide>()])
    }

    /// A published result: Tesseract generated moves almost 50 % faster after the same change (Vrzina, "Piece by
    /// Piece", 2023).
    pub fn published(self) -> Option<f64> {
        (self == Choice::Generation).then_some(1.5)
    }

    /// Both ways of the choice at a position that has this many move sequences of `depth` plies.
    pub(super) fn contest(self, board: &Board, depth: u32, sequences: u64) -> Contest<'_> {
        let magic = move || Kind::Magic.perft(black_box(board), depth);
        let ways: [Box<dyn FnMut() -> u64>; 2] = match self {
            Choice::CopyBits => {
                [Box::new(move || copied::<Bits<Magic>>(black_box(board), depth)), Box::new(magic)]
            }
            Choice::CopyArray => [
                Box::new(move || copied::<Squares<Array>>(black_box(board), depth)),
                Box::new(move || Kind::Array.perft(black_box(board), depth)),
            ],
            Choice::Legal => {
                [Box::new(move || by_legal::<false>(black_box(board), depth)), Box::new(magic)]
            }
            Choice::Bulk => [
                Box::new(move || by_legal::<true>(black_box(board), depth)),
                Box::new(move || by_legal::<false>(black_box(board), depth)),
            ],
            Choice::Packed => [
                Box::new(magic),
                Box::new(move || {
                    let mut position = Bits::<Magic>::from_board(black_box(board));
                    drive::perft::<_, Wide>(&mut position, depth)
                }),
            ],
            Choice::Generation => return generation(board),
        };
        Contest { ways, expected: sequences }
    }
}

/// Move generation alone. The array provides the correct count.
fn generation(board: &Board) -> Contest<'static> {
    fn kept<R: Representation>(boards: &[Board]) -> Vec<R> {
        boards.iter().map(R::from_board).collect()
    }
    let boards = drive::boards(board, GENERATED);
    let expected = drive::generated::<Squares<Array>, Packed>(&kept(&boards), 1);
    let positions = kept::<Bits<Magic>>(&boards);
    let same = positions.clone();
    Contest {
        ways: [
            Box::new(move || drive::generated::<_, Packed>(black_box(&positions), TIMES)),
            Box::new(move || drive::generated::<_, Wide>(black_box(&same), TIMES)),
        ],
        expected: expected * u64::from(TIMES),
    }
}

fn by_legal<const BULK: bool>(board: &Board, depth: u32) -> u64 {
    drive::perft_by_legal::<Magic, Packed, BULK>(&mut Bits::from_board(board), depth)
}

fn copied<R: Representation>(board: &Board, depth: u32) -> u64 {
    drive::perft_by_copy::<R, Packed>(&R::from_board(board), depth)
}

/// The geometric mean of repeated measurements with its 95 % confidence interval (Student's t, on the logarithms), and
/// the extremes. The ratio of two geometric means is the geometric mean of the ratios, so dividing two displayed speeds
/// gives the displayed multiple.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// The geometric mean.
    pub mean: f64,
    /// Lower end of the interval; `None`: unknown, because there is only one measurement.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
    /// The smallest measurement.
    pub min: f64,
    /// The greatest.
    pub max: f64,
}

/// Two-sided 95 % quantiles of Student's t for 1 to 10 degrees of freedom.
const T: [f64; 10] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];

impl Spread {
    /// The spread of these measurements; `None` if there are none.
    pub fn of(values: &[f64]) -> Option<Spread> {
        let count = values.len();
        if count == 0 {
            return None;
        }
        let logs: Vec<f64> = values.iter().map(|value| value.max(f64::MIN_POSITIVE).ln()).collect();
        let mean = logs.iter().sum::<f64>() / count as f64;
        let freedom = count - 1;
        let half = (freedom > 0).then(|| {
            let squares: f64 = logs.iter().map(|log| (log - mean).powi(2)).sum();
            let error = (squares / freedom as f64 / count as f64).sqrt();
            // Beyond the table within 0.3 % of the quantile.
            let t = T.get(freedom - 1).copied().unwrap_or(1.96 + 2.66 / freedom as f64);
            t * error
        });
        let min = values.iter().copied().fold(f64::INFINITY, f64::min);
        let max = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let end = |sign: f64| half.map(|half| (mean + sign * half).exp());
        Some(Spread { mean: mean.exp(), low: end(-1.0), high: end(1.0), min, max })
    }

    /// The spread of the ratios of paired measurements.
    pub(crate) fn of_ratios(values: &[f64], by: &[f64]) -> Option<Spread> {
        let ratios: Vec<f64> = values.iter().zip(by).map(|(value, by)| value / by).collect();
        Spread::of(&ratios)
    }
}
