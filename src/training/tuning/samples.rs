//! Positions as the tuner keeps them: which weights are used how often, and what the game came to.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, Write};

use tabia_chess::{Board, Color, SplitMix64, see};
use tabia_engine::eval;
use tabia_engine::eval::layout::{GROUPS, Part};

use super::expectation::{fit_scale, logistic};

/// Every so many games one is held out whole.
pub const HELD_OUT_ONE_IN: u32 = 40;
/// An engine's evaluations get a scale of their own from this many positions on.
const OWN_SCALE_FROM: usize = 2000;
/// Evaluations further from zero teach nothing, pawns.
const EVAL_MAX: f32 = 12.0;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub struct Label<'a> {
    /// Result of its game for White: 1, 0.5 or 0.
    pub result: f32,
    /// An engine's name with its evaluation in its own pawns, White's view.
    pub eval: Option<(&'a str, f32)>,
}

/// Uses of one weight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    pub(super) index: u16,
    pub(super) times: i16,
}

/// One position. Its uses are runs of the set's list: plain terms (White's less Black's), White's and
/// Black's attack on the king, initiative.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) start: usize,
    /// Ends of the four runs, counted from the start.
    pub(super) ends: [u16; 4],
    /// Share of the middlegame value.
    pub(super) middlegame: f32,
    /// Share of the endgame value when White, when Black leads.
    pub(super) endgame: [f32; 2],
    /// 1 with White to move, -1 with Black.
    pub(super) turn: f32,
    result: f32,
    eval: Option<(u16, f32)>,
    /// The score to be expected.
    pub(super) target: f32,
    /// Not learnt from.
    pub(super) held_out: bool,
}

/// All positions.
#[derive(Debug, Default)]
pub struct SampleSet {
    pub(super) samples: Vec<Sample>,
    pub(super) uses: Vec<Use>,
    /// Pawns of each engine's evaluations that stand for one unit of the logistic function, and how
    /// many evaluations it has.
    pub scales: Vec<(String, f32, usize)>,
}

impl SampleSet {
    /// Positions learnt from and held out.
    pub fn counts(&self) -> (usize, usize) {
        let held_out = self.samples.iter().filter(|sample| sample.held_out).count();
        (self.samples.len() - held_out, held_out)
    }
}

/// Collects positions game by game.
pub struct Collector {
    set: SampleSet,
    engines: HashMap<String, u16>,
    draws: SplitMix64,
    one_in: usize,
    games: u32,
    game: u32,
    copy: Option<Box<dyn Write>>,
}

impl fmt::Debug for Collector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Collector").field("games", &self.games).finish_non_exhaustive()
    }
}

impl Collector {
    /// One that keeps about one in `one_in` positions of a game, drawn with this seed.
    pub fn new(seed: u64, one_in: usize) -> Collector {
        Collector {
            set: SampleSet::default(),
            engines: HashMap::new(),
            draws: SplitMix64::new(seed),
            one_in: one_in.max(1),
            games: 0,
            game: 0,
            copy: None,
        }
    }

    /// Writes every position kept as a line that [`lines`](super::lines) reads.
    pub fn copy_to(&mut self, copy: Box<dyn Write>) {
        self.copy = Some(copy);
    }

    /// The positions that follow are of another game.
    pub fn begin_game(&mut self) {
        self.begin_game_with(self.game + 1);
    }

    /// The positions that follow are of another game, which has a number already; those that
    /// [`HELD_OUT_ONE_IN`] divides are held out.
    pub fn begin_game_with(&mut self, number: u32) {
        self.games += 1;
        self.game = number;
    }

    /// Games begun.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Positions kept.
    pub fn kept(&self) -> usize {
        self.set.samples.len()
    }

    /// Draws whether a position is wanted.
    pub(super) fn draw(&mut self) -> bool {
        self.draws.below(self.one_in) == 0
    }

    /// A number below `bound`, drawn.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.draws.below(bound)
    }

    /// Keeps the position if it is quiet.
    ///
    /// # Errors
    /// The copy cannot be written.
    pub fn offer(&mut self, board: &Board, label: Label<'_>) -> io::Result<()> {
        if label.eval.is_some_and(|(_, eval)| eval.abs() > EVAL_MAX) || !is_quiet(board) {
            return Ok(());
        }
        if let Some(copy) = &mut self.copy {
            let (engine, eval) = label.eval.unwrap_or_default();
            let eval = if label.eval.is_some() { eval.to_string() } else { String::new() };
            writeln!(copy, "{board}|{}|{eval}|{engine}|{}", label.result, self.game)?;
        }
        self.keep(board, label);
        Ok(())
    }

    fn keep(&mut self, board: &Board, label: Label<'_>) {
        let eval = label.eval.map(|(engine, eval)| {
            let next = self.engines.len() as u16;
            (*self.engines.entry(engine.to_owned()).or_insert(next), eval)
        });
        let start = self.set.uses.len();
        let ends = note_uses(board, &mut self.set.uses);
        let (phase, scale) = eval::frame(board);
        let middlegame = phase as f32 / eval::PHASE_MAX as f32;
        self.set.samples.push(Sample {
            start,
            ends,
            middlegame,
            endgame: scale.map(|scale| (1.0 - middlegame) * scale as f32 / eval::SCALE_FULL as f32),
            turn: if board.stm() == Color::White { 1.0 } else { -1.0 },
            result: label.result,
            eval,
            target: label.result,
            held_out: self.game.is_multiple_of(HELD_OUT_ONE_IN),
        });
    }

    /// All positions with their targets: where an engine has judged, its opinion, and the result to the
    /// part `result_share`.
    pub fn finish(self, result_share: f32) -> SampleSet {
        let Collector { mut set, engines, .. } = self;
        let mut of_engine = vec![Vec::new(); engines.len()];
        for sample in &set.samples {
            if let Some((engine, eval)) = sample.eval {
                of_engine[usize::from(engine)].push((eval, sample.result));
            }
        }
        let common = fit_scale(of_engine.iter().flatten().copied());
        let scales: Vec<f32> = of_engine
            .iter()
            .map(|pairs| {
                let own = pairs.len() >= OWN_SCALE_FROM;
                if own { fit_scale(pairs.iter().copied()) } else { common }
            })
            .collect();
        for sample in &mut set.samples {
            if let Some((engine, eval)) = sample.eval {
                let opinion = logistic(eval / scales[usize::from(engine)]);
                sample.target = opinion + result_share * (sample.result - opinion);
            }
        }
        set.scales = engines
            .into_iter()
            .map(|(name, at)| (name, scales[usize::from(at)], of_engine[usize::from(at)].len()))
            .collect();
        set.scales.sort_by(|a, b| b.2.cmp(&a.2).then_with(|| a.0.cmp(&b.0)));
        set
    }
}

/// Appends the uses of all weights in four runs and gives their ends.
fn note_uses(board: &Board, uses: &mut Vec<Use>) -> [u16; 4] {
    let trace = eval::trace(board);
    let start = uses.len();
    let mut run = |wanted: &dyn Fn(Part) -> bool, times: &dyn Fn([i16; 2]) -> i16| {
        for group in GROUPS.iter().filter(|group| wanted(group.part)) {
            for index in group.start..group.start + group.len {
                let times = times(trace.uses[index]);
                if times != 0 {
                    uses.push(Use { index: index as u16, times });
                }
            }
        }
        (uses.len() - start) as u16
    };
    let plain = |part| !matches!(part, Part::Attack | Part::Initiative);
    [
        run(&plain, &|[white, black]| white - black),
        run(&|part| part == Part::Attack, &|[white, _]| white),
        run(&|part| part == Part::Attack, &|[_, black]| black),
        run(&|part| part == Part::Initiative, &|[both, _]| both),
    ]
}

/// No check, no capture that wins something, no known ending, not over by the fifty-move rule: what the
/// search asks the evaluation.
pub fn is_quiet(board: &Board) -> bool {
    !board.in_check()
        && board.halfmove_clock() < 100
        && !eval::is_known(board)
        && board.noisy_moves().iter().all(|&mv| !see::at_least(board, mv, 1))
}
