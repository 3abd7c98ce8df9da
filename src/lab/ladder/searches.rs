//! The reference searches, each adding one thing to the previous one: minimax, negamax, branch and bound, alpha-beta
//! (Knuth and Moore 1975), and [`Refined`], alpha-beta with later additions: move ordering, iterative deepening, a hash
//! table, null windows, quiescence search, null moves and reductions. Each addition has its own method and can be left
//! out.

use super::algorithm::Algorithm;
use super::game::{Game, INFINITE, MATE};
use tabia_engine::search::limits::StopSignal;

/// Nodes between two checks of the stop signal: well below a millisecond.
const CHECK_EVERY: u64 = 256;
/// Depth reduction of the null-move search, plies.
const NULL_REDUCTION: u32 = 2;
/// Least remaining depth for null moves and reductions, plies.
const REDUCE_FROM: u32 = 3;
/// Moves searched to full depth before others are reduced.
const FULL_DEPTH_MOVES: usize = 3;
/// Entries of the table, a power of two.
const TABLE_ENTRIES: usize = 1 << 17;
/// Values beyond this are mates.
const MATE_RANGE: i32 = MATE - 1_000;

/// Why a search ended before its depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// It was stopped.
    Stopped,
    /// Its node budget was used up.
    Budget,
}

/// The counters of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions visited, including the root and the leaves.
    pub nodes: u64,
    /// Positions that got their value without visiting a successor: evaluated, mate or draw.
    pub leaves: u64,
    /// Beta cut-offs: positions whose remaining moves were skipped because a bound was reached.
    pub cutoffs: u64,
    /// Beta cut-offs that F1 could not have made: see [`Walk::cut`].
    pub deep_cutoffs: u64,
}

/// A position that was just entered.
#[derive(Debug)]
pub enum Arrival<M> {
    /// The game is over; the value for the side to move.
    Over(i32),
    /// The game continues with these moves.
    Open(Vec<M>),
}

/// A walk through the tree of a game.
#[derive(Debug)]
pub struct Walk<'a, G: Game> {
    /// The game at the current position.
    pub game: G,
    /// What was counted so far.
    pub counts: Counts,
    /// The best move at the root so far.
    pub best: Option<G::Move>,
    /// For each open node, by ply: the best value of its own moves so far.
    own: Vec<i32>,
    budget: u64,
    stop: &'a StopSignal,
}

impl<'a, G: Game> Walk<'a, G> {
    /// A new walk that may visit `budget` nodes.
    pub fn new(game: G, budget: u64, stop: &'a StopSignal) -> Self {
        Walk { game, counts: Counts::default(), best: None, own: Vec::new(), budget, stop }
    }

    /// Counts a position and finds its moves.
    ///
    /// # Errors
    /// If the walk must end here.
    pub fn enter(&mut self, ply: u32) -> Result<Arrival<G::Move>, Halt> {
        if self.counts.nodes >= self.budget {
            return Err(Halt::Budget);
        }
        if self.counts.nodes.is_multiple_of(CHECK_EVERY) && self.stop.is_stopped() {
            return Err(Halt::Stopped);
        }
        self.counts.nodes += 1;
        let moves = self.game.moves();
        if moves.is_empty() {
            self.counts.leaves += 1;
            return Ok(Arrival::Over(self.game.value_at_end(ply)));
        }
        if self.game.is_drawn() {
            self.counts.leaves += 1;
            return Ok(Arrival::Over(0));
        }
        Ok(Arrival::Open(moves))
    }

    /// Evaluates a leaf, side to move's view.
    pub fn leaf(&mut self) -> i32 {
        self.counts.leaves += 1;
        self.game.static_eval()
    }

    /// Records the best move of a position; the one at the root is the result of the search.
    pub(crate) fn note_best(&mut self, ply: u32, mv: G::Move) {
        if ply == 0 {
            self.best = Some(mv);
        }
    }

    /// Records the best value of a node's own moves before the next one is searched.
    pub fn note_own(&mut self, ply: u32, best: i32) {
        let ply = ply as usize;
        if self.own.len() <= ply {
            self.own.resize(ply + 1, -INFINITE);
        }
        self.own[ply] = best;
    }

    /// Counts a cut-off with this value.
    ///
    /// F1 passes down one bound: the best value of the parent's moves. A cut-off is deep if the value does not reach
    /// that bound but one found three plies above or more. Artificial bounds of null windows and null moves never make
    /// a cut-off deep. Values of moves that failed low are upper bounds, so F1's bound is at least the one used here,
    /// and no cut-off is counted as deep that F1 could make.
    pub fn cut(&mut self, ply: u32, value: i32) {
        self.counts.cutoffs += 1;
        let above = &self.own[..self.own.len().min(ply as usize)];
        // The ancestors at which the opponent is to move, the nearest first.
        let mut opponents = above.iter().rev().step_by(2).map(|own| -own);
        if let Some(nearest) = opponents.next()
            && value < nearest
            && opponents.any(|bound| value >= bound)
        {
            self.counts.deep_cutoffs += 1;
        }
    }
}

// The functions of Knuth and Moore. Each returns the value of the node, from the side to move's view unless stated
// otherwise, or an error if the search had to end.

/// Minimax as two functions. F: the side to move at the root is to move and takes the maximum of G.
pub fn minimax<G: Game>(walk: &mut Walk<'_, G>, depth: u32, ply: u32) -> Result<i32, Halt> {
    let moves = match walk.enter(ply)? {
        Arrival::Over(value) => return Ok(value),
        Arrival::Open(moves) => moves,
    };
    if depth == 0 {
        return Ok(walk.leaf());
    }
    let mut best = -INFINITE;
    for mv in moves {
        walk.game.make(mv);
        let value = minimize(walk, depth - 1, ply + 1)?;
        walk.game.unmake();
        if value > best {
            best = value;
            walk.note_best(ply, mv);
        }
    }
    Ok(best)
}

/// G: the opponent is to move and takes the minimum of F. Values remain from the view of the side to move at the root.
fn minimize<G: Game>(walk: &mut Walk<'_, G>, depth: u32, ply: u32) -> Result<i32, Halt> {
    let moves = match walk.enter(ply)? {
        Arrival::Over(value) => return Ok(-value),
        Arrival::Open(moves) => moves,
    };
    if depth == 0 {
        return Ok(-walk.leaf());
    }
    let mut best = INFINITE;
    for mv in moves {
        walk.game.make(mv);
        let value = minimax(walk, depth - 1, ply + 1)?;
        walk.game.unmake();
        best = best.min(value);
    }
    Ok(best)
}

/// F, negamax: minimax as one function. Each side takes the maximum of the negated values of its opponent.
pub fn negamax<G: Game>(walk: &mut Walk<'_, G>, depth: u32, ply: u32) -> Result<i32, Halt> {
    let moves = match walk.enter(ply)? {
        Arrival::Over(value) => return Ok(value),
        Arrival::Open(moves) => moves,
    };
    if depth == 0 {
        return Ok(walk.leaf());
    }
    let mut best = -INFINITE;
    for mv in moves {
        walk.game.make(mv);
        let value = -negamax(walk, depth - 1, ply + 1)?;
        walk.game.unmake();
        if value > best {
            best = value;
            walk.note_best(ply, mv);
        }
    }
    Ok(best)
}

/// F1, branch and bound: a node need not be searched further once its value for the side to move reaches the bound,
/// because then the opponent has something better one ply above. It ignores bounds from higher plies. The value is
/// exact below the bound and otherwise a lower bound.
pub fn f1<G: Game>(walk: &mut Walk<'_, G>, depth: u32, ply: u32, bound: i32) -> Result<i32, Halt> {
    let moves = match walk.enter(ply)? {
        Arrival::Over(value) => return Ok(value),
        Arrival::Open(moves) => moves,
    };
    if depth == 0 {
        return Ok(walk.leaf());
    }
    let mut best = -INFINITE;
    for mv in moves {
        walk.note_own(ply, best);
        walk.game.make(mv);
        let value = -f1(walk, depth - 1, ply + 1, -best)?;
        walk.game.unmake();
        if value > best {
            best = value;
            walk.note_best(ply, mv);
        }
        if best >= bound {
            walk.cut(ply, best);
            break;
        }
    }
    Ok(best)
}

/// F2, alpha-beta: F1 with both bounds. Alpha is the value that the side to move is already sure of somewhere above,
/// beta that of the opponent; both are passed down through all plies, so that a bound from far above can cause a
/// cut-off (a deep cut-off). The value is exact between alpha and beta and otherwise a bound.
pub fn f2<G: Game>(
    walk: &mut Walk<'_, G>,
    depth: u32,
    ply: u32,
    alpha: i32,
    beta: i32,
) -> Result<i32, Halt> {
    let moves = match walk.enter(ply)? {
        Arrival::Over(value) => return Ok(value),
        Arrival::Open(moves) => moves,
    };
    if depth == 0 {
        return Ok(walk.leaf());
    }
    let mut best = -INFINITE;
    for mv in moves {
        walk.note_own(ply, best);
        walk.game.make(mv);
        let value = -f2(walk, depth - 1, ply + 1, -beta, -alpha.max(best))?;
        walk.game.unmake();
        if value > best {
            best = value;
            walk.note_best(ply, mv);
        }
        if best >= beta {
            walk.cut(ply, best);
            break;
        }
    }
    Ok(best)
}

/// The bound type of a value in the hash table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy, Debug)]
struct Entry<M> {
    key: u64,
    depth: u32,
    value: i32,
    kind: Kind,
    best: Option<M>,
}

/// A node about to be searched.
#[derive(Clone, Copy, Debug)]
struct Window {
    depth: u32,
    ply: u32,
    alpha: i32,
    beta: i32,
}

/// The search and its memory.
#[derive(Debug)]
pub struct Refined<'a, G: Game> {
    pub walk: Walk<'a, G>,
    with: Algorithm,
    /// A position in check is searched one ply deeper.
    extends_checks: bool,
    table: Vec<Option<Entry<G::Move>>>,
    /// By ply: the two quiet moves that last caused a cut-off.
    killers: Vec<[Option<G::Move>; 2]>,
    /// By ply: the best line from there, as far as it is known.
    lines: Vec<Vec<G::Move>>,
    /// The best line of the iteration before.
    last_line: Vec<G::Move>,
    /// The moves from the root to here; `None` for a null move.
    path: Vec<Option<G::Move>>,
}

impl<'a, G: Game> Refined<'a, G> {
    /// F2 with the additions up to this algorithm, with an empty memory.
    pub fn new(walk: Walk<'a, G>, with: Algorithm) -> Self {
        Refined {
            walk,
            with,
            extends_checks: false,
            table: vec![None; if with >= Algorithm::Table { TABLE_ENTRIES } else { 0 }],
            killers: Vec::new(),
            lines: Vec::new(),
            last_line: Vec::new(),
            path: Vec::new(),
        }
    }

    /// Adds check extensions. They are not a step of the ladder, because their benefit does not show in the nodes.
    #[must_use]
    pub(crate) fn extending_checks(self) -> Self {
        Refined { extends_checks: true, ..self }
    }

    fn has(&self, addition: Algorithm) -> bool {
        self.with >= addition
    }

    /// The value of the root to this depth, side to move's view.
    ///
    /// # Errors
    /// If the walk had to end.
    pub fn search(&mut self, depth: u32) -> Result<i32, Halt> {
        let window = |depth| Window { depth, ply: 0, alpha: -INFINITE, beta: INFINITE };
        if self.has(Algorithm::Deepening) {
            for shallower in 1..depth {
                self.node(window(shallower))?;
                self.last_line = self.lines.first().cloned().unwrap_or_default();
            }
        }
        self.node(window(depth))
    }

    /// F2 with the additions.
    fn node(&mut self, at: Window) -> Result<i32, Halt> {
        self.start_line(at.ply);
        let mut moves = match self.walk.enter(at.ply)? {
            Arrival::Over(value) => return Ok(value),
            Arrival::Open(moves) => moves,
        };
        let extend = self.extends_checks && self.walk.game.in_check();
        let at = Window { depth: at.depth + u32::from(extend), ..at };
        if at.depth == 0 {
            return if self.has(Algorithm::Quiescence) {
                self.quiesce(at, moves)
            } else {
                Ok(self.walk.leaf())
            };
        }
        let entry = self.tt_probe(at);
        if let Some(value) = entry.and_then(|entry| settled(entry, at)) {
            return Ok(value);
        }
        if let Some(value) = self.pass(at)? {
            return Ok(value);
        }
        self.order(&mut moves, at.ply, entry.and_then(|entry| entry.best));
        let (mut best, mut best_move) = (-INFINITE, None);
        for (number, mv) in moves.into_iter().enumerate() {
            self.walk.note_own(at.ply, best);
            let value = self.child(Window { alpha: at.alpha.max(best), ..at }, number, mv)?;
            if value > best {
                best = value;
                best_move = Some(mv);
                self.walk.note_best(at.ply, mv);
                self.extend_line(at.ply, mv);
            }
            if best >= at.beta {
                self.walk.cut(at.ply, best);
                self.note_killer(at.ply, mv);
                break;
            }
        }
        self.tt_store(at, best, best_move);
        Ok(best)
    }

    /// Searches one move: with a null window unless it is the first, and with reduced depth if it is late.
    fn child(&mut self, at: Window, number: usize, mv: G::Move) -> Result<i32, Halt> {
        let quiet = self.walk.game.guess(mv) == 0 && !self.walk.game.in_check();
        self.make(mv);
        let full =
            Window { depth: at.depth - 1, ply: at.ply + 1, alpha: -at.beta, beta: -at.alpha };
        let value = if number == 0 || !self.has(Algorithm::Pvs) {
            -self.node(full)?
        } else {
            let late = number >= FULL_DEPTH_MOVES && at.depth >= REDUCE_FROM;
            let reduce = self.has(Algorithm::Lmr) && late && quiet && !self.walk.game.in_check();
            let null = Window { alpha: -at.alpha - 1, ..full };
            let mut value = -self.node(Window { depth: full.depth - u32::from(reduce), ..null })?;
            if reduce && value > at.alpha {
                value = -self.node(null)?;
            }
            if value > at.alpha && value < at.beta {
                value = -self.node(full)?;
            }
            value
        };
        self.unmake();
        Ok(value)
    }

    /// Null-move pruning: if the position stays above beta even when the opponent moves twice, it is not searched.
    fn pass(&mut self, at: Window) -> Result<Option<i32>, Halt> {
        let fits = self.has(Algorithm::NullMove) && at.ply > 0 && at.depth >= REDUCE_FROM;
        if !fits || at.beta.abs() >= MATE_RANGE || self.walk.game.static_eval() < at.beta {
            return Ok(None);
        }
        if !self.walk.game.pass() {
            return Ok(None);
        }
        self.path.push(None);
        self.walk.note_own(at.ply, -INFINITE);
        let depth = at.depth - 1 - NULL_REDUCTION.min(at.depth - 1);
        let window = Window { depth, ply: at.ply + 1, alpha: -at.beta, beta: 1 - at.beta };
        let value = -self.node(window)?;
        self.unmake();
        // A mate found after a null move is not proven.
        Ok((value >= at.beta).then_some(value.min(MATE_RANGE)))
    }

    /// Plays out captures and promotions, and every move out of a check; the side to move may stop (stand pat).
    fn quiesce(&mut self, at: Window, mut moves: Vec<G::Move>) -> Result<i32, Halt> {
        let mut best = -INFINITE;
        if !self.walk.game.in_check() {
            best = self.walk.game.static_eval();
            moves.retain(|&mv| self.walk.game.guess(mv) > 0);
        }
        if best >= at.beta || moves.is_empty() {
            self.walk.counts.leaves += 1;
            return Ok(best);
        }
        self.order(&mut moves, at.ply, None);
        for mv in moves {
            self.walk.note_own(at.ply, best);
            self.make(mv);
            let alpha = at.alpha.max(best);
            let next = Window { ply: at.ply + 1, alpha: -at.beta, beta: -alpha, ..at };
            let value = match self.walk.enter(next.ply)? {
                Arrival::Over(value) => -value,
                Arrival::Open(moves) => -self.quiesce(next, moves)?,
            };
            self.unmake();
            best = best.max(value);
            if best >= at.beta {
                self.walk.cut(at.ply, best);
                break;
            }
        }
        Ok(best)
    }

    fn make(&mut self, mv: G::Move) {
        self.path.push(Some(mv));
        self.walk.game.make(mv);
    }

    fn unmake(&mut self) {
        self.path.pop();
        self.walk.game.unmake();
    }

    /// The move of the table or of the last iteration's line first, then captures and promotions, then killers.
    fn order(&self, moves: &mut [G::Move], ply: u32, from_table: Option<G::Move>) {
        let first = from_table.or_else(|| self.line_move());
        let killers = self.killers.get(ply as usize).copied().unwrap_or_default();
        let rank = |mv: G::Move| {
            if first == Some(mv) {
                return i32::MAX;
            }
            let killer = killers.iter().rev().position(|&killer| killer == Some(mv));
            let guess = self.walk.game.guess(mv);
            if guess > 0 { guess + 2 } else { killer.map_or(0, |place| place as i32 + 1) }
        };
        // The sort is stable: equal moves stay in the generator's order.
        moves.sort_by_cached_key(|&mv| std::cmp::Reverse(rank(mv)));
    }

    /// The next move of the last iteration's line, if the path to here is its beginning.
    fn line_move(&self) -> Option<G::Move> {
        let (before, rest) = self.last_line.split_at_checked(self.path.len())?;
        let same = before.iter().zip(&self.path).all(|(&mv, &made)| made == Some(mv));
        rest.first().copied().filter(|_| same)
    }

    fn start_line(&mut self, ply: u32) {
        let ply = ply as usize;
        if self.lines.len() <= ply {
            self.lines.resize(ply + 1, Vec::new());
        }
        self.lines[ply].clear();
    }

    fn extend_line(&mut self, ply: u32, mv: G::Move) {
        let (here, below) = self.lines.split_at_mut(ply as usize + 1);
        let Some(line) = here.last_mut() else { return };
        line.clear();
        line.push(mv);
        line.extend(below.first().into_iter().flatten());
    }

    fn note_killer(&mut self, ply: u32, mv: G::Move) {
        if self.walk.game.guess(mv) > 0 {
            return;
        }
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        if self.killers[ply][0] != Some(mv) {
            self.killers[ply] = [Some(mv), self.killers[ply][0]];
        }
    }

    /// The entry of this position in the hash table.
    fn tt_probe(&self, at: Window) -> Option<Entry<G::Move>> {
        if !self.has(Algorithm::Table) {
            return None;
        }
        let key = self.walk.game.key(at.depth);
        self.table[key as usize & (TABLE_ENTRIES - 1)].filter(|entry| entry.key == key)
    }

    /// Stores a value, replacing the old entry. Mates are stored as the distance from here.
    fn tt_store(&mut self, at: Window, value: i32, best: Option<G::Move>) {
        if !self.has(Algorithm::Table) {
            return;
        }
        let key = self.walk.game.key(at.depth);
        let kind = if value >= at.beta {
            Kind::AtLeast
        } else if value <= at.alpha {
            Kind::AtMost
        } else {
            Kind::Exact
        };
        let ply = at.ply as i32;
        let value = if value >= MATE_RANGE {
            value + ply
        } else if value <= -MATE_RANGE {
            value - ply
        } else {
            value
        };
        // A move that only failed low is no information.
        let best = best.filter(|_| kind != Kind::AtMost);
        self.table[key as usize & (TABLE_ENTRIES - 1)] =
            Some(Entry { key, depth: at.depth, value, kind, best });
    }
}

/// The value, if an entry decides this node. Only entries of exactly this depth count: a deeper one is better, but has
/// another value. Never at the root, which needs a move.
fn settled<M: Copy>(entry: Entry<M>, at: Window) -> Option<i32> {
    if entry.depth != at.depth || at.ply == 0 {
        return None;
    }
    let ply = at.ply as i32;
    let value = if entry.value >= MATE_RANGE {
        entry.value - ply
    } else if entry.value <= -MATE_RANGE {
        entry.value + ply
    } else {
        entry.value
    };
    let settles = match entry.kind {
        Kind::Exact => true,
        Kind::AtLeast => value >= at.beta,
        Kind::AtMost => value <= at.alpha,
    };
    settles.then_some(value)
}
