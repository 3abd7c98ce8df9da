//! The reference searches, each with one thing more than the one before: minimax, negamax, branch and bound, alpha-beta
//! (Knuth and Moore 1975), and [`Refined`], alpha-beta with what programs have added to it since: order, deepening, a
//! hash table, null windows, quiescence, null moves and reductions. Each addition is a method of its own and can be
//! left out.

use super::game::{Game, INFINITE, MATE};
use tabia_engine::search::limits::StopSignal;

/// Nodes between two checks of the stop signal: well below a millisecond.
const CHECK_EVERY: u64 = 256;
/// Plies by which the search behind a passed move is shallower than behind a real one.
const NULL_REDUCTION: u32 = 2;
/// Remaining depth from which moves are passed or reduced, plies.
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
    /// It was told to.
    Stopped,
    /// Its nodes were spent.
    Budget,
}

/// What a search went through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions visited, the root and the leaves among them.
    pub nodes: u64,
    /// Positions that got their value without a look at a successor: evaluated, mate or draw.
    pub leaves: u64,
    /// Moves after which the rest of a position's moves were left out, because a bound was reached.
    pub cutoffs: u64,
    /// Those of them that F1 could not have made: see [`Walk::cut`].
    pub deep_cutoffs: u64,
}

/// A position just come to.
#[derive(Debug)]
pub enum Arrival<M> {
    /// The game is over there: the value for the side to move.
    Over(i32),
    /// It goes on with these moves.
    Open(Vec<M>),
}

/// A walk through the tree of a game.
#[derive(Debug)]
pub struct Walk<'a, G: Game> {
    /// The game at the position one stands at.
    pub game: G,
    /// What was counted so far.
    pub counts: Counts,
    /// The best move at the root so far.
    pub best: Option<G::Move>,
    /// Of each open node, by ply: the best value that its own moves have shown so far.
    own: Vec<i32>,
    budget: u64,
    stop: &'a StopSignal,
}

impl<'a, G: Game> Walk<'a, G> {
    /// A walk that has not begun and may visit `budget` nodes.
    pub fn new(game: G, budget: u64, stop: &'a StopSignal) -> Self {
        Walk { game, counts: Counts::default(), best: None, own: Vec::new(), budget, stop }
    }

    /// Counts a position and finds its moves.
    ///
    /// # Errors
    /// If the walk has to end here.
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

    /// Notes the best move of a position; that of the root is the search's answer.
    pub fn note_best(&mut self, ply: u32, mv: G::Move) {
        if ply == 0 {
            self.best = Some(mv);
        }
    }

    /// Notes the best value that a node's own moves have shown, before the next of them is searched.
    pub fn note_own(&mut self, ply: u32, best: i32) {
        let ply = ply as usize;
        if self.own.len() <= ply {
            self.own.resize(ply + 1, -INFINITE);
        }
        self.own[ply] = best;
    }

    /// Counts a cut-off with this value.
    ///
    /// F1 hands down one bound: what the moves of the node above have shown. A cut-off is deep where the value does
    /// not reach that bound but one that was found three plies above or more. Bounds that no search found, those of
    /// null windows and passed moves, make no cut-off deep. Values of moves that failed low are upper bounds, so F1's
    /// bound is at least the one compared with: none is counted that F1 had.
    pub fn cut(&mut self, ply: u32, value: i32) {
        self.counts.cutoffs += 1;
        let above = &self.own[..self.own.len().min(ply as usize)];
        // The nodes above at which the opponent is to move, the nearest first.
        let mut opponents = above.iter().rev().step_by(2).map(|own| -own);
        if let Some(nearest) = opponents.next()
            && value < nearest
            && opponents.any(|bound| value >= bound)
        {
            self.counts.deep_cutoffs += 1;
        }
    }
}

// The functions of Knuth and Moore. Each gives the value of the node, side to move's view unless it says otherwise, or
// an error if the search had to end before.

/// Minimax as two functions. F: the side to move at the root is to move, and takes the greatest of what G finds.
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

/// G: the opponent is to move, and leaves the least of what F finds. Values stay those of the side to move at the root.
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

/// F, negamax: minimax as one function. What is good for one side is bad for the other, so each takes the greatest of
/// the negated values of its opponent.
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

/// F1, branch and bound: a node need not be searched further once it is as good for its side to move as the bound, for
/// then the opponent has something better one ply above. It knows nothing of the plies above that. The value is exact
/// below the bound, else a lower bound.
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

/// F2, alpha-beta: F1 with both bounds. Alpha is what the side to move already has somewhere above, beta what the
/// opponent has; each is handed down through all plies, so that a bound from far above can cut (a deep cut-off). The
/// value is exact between alpha and beta, else a bound.
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

/// What is added to alpha-beta, each with all those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Addition {
    /// Promising moves first.
    Ordering,
    /// Iterative deepening.
    Deepening,
    /// A hash table.
    Table,
    /// Null windows behind the first move.
    Pvs,
    /// Captures are played out.
    Quiescence,
    /// Null-move pruning.
    NullMove,
    /// Late move reductions.
    Lmr,
}

/// How a value kept in the table relates to the true one.
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
    with: Addition,
    /// A position in check is searched one ply deeper.
    extends_checks: bool,
    table: Vec<Option<Entry<G::Move>>>,
    /// By ply: the two quiet moves that last caused a cut-off.
    killers: Vec<[Option<G::Move>; 2]>,
    /// By ply: the best line from there, as far as it is known.
    lines: Vec<Vec<G::Move>>,
    /// The best line of the iteration before.
    last_line: Vec<G::Move>,
    /// The moves from the root to here; `None` for a pass.
    path: Vec<Option<G::Move>>,
}

impl<'a, G: Game> Refined<'a, G> {
    /// A search that knows nothing yet.
    pub fn new(walk: Walk<'a, G>, with: Addition) -> Self {
        Refined {
            walk,
            with,
            extends_checks: false,
            table: vec![None; if with >= Addition::Table { TABLE_ENTRIES } else { 0 }],
            killers: Vec::new(),
            lines: Vec::new(),
            last_line: Vec::new(),
            path: Vec::new(),
        }
    }

    /// The same, and the reply to a check costs no depth. It is no step of the ladder: what it gains cannot be seen in
    /// the nodes.
    #[must_use]
    pub fn extending_checks(self) -> Self {
        Refined { extends_checks: true, ..self }
    }

    fn has(&self, addition: Addition) -> bool {
        self.with >= addition
    }

    /// The value of the root to this depth, side to move's view.
    ///
    /// # Errors
    /// If the walk had to end before.
    pub fn search(&mut self, depth: u32) -> Result<i32, Halt> {
        let window = |depth| Window { depth, ply: 0, alpha: -INFINITE, beta: INFINITE };
        if self.has(Addition::Deepening) {
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
            return if self.has(Addition::Quiescence) {
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

    /// One move, by null window first if it is not the first, and by less depth if it comes late.
    fn child(&mut self, at: Window, number: usize, mv: G::Move) -> Result<i32, Halt> {
        let quiet = self.walk.game.guess(mv) == 0 && !self.walk.game.in_check();
        self.make(mv);
        let full =
            Window { depth: at.depth - 1, ply: at.ply + 1, alpha: -at.beta, beta: -at.alpha };
        let value = if number == 0 || !self.has(Addition::Pvs) {
            -self.node(full)?
        } else {
            let late = number >= FULL_DEPTH_MOVES && at.depth >= REDUCE_FROM;
            let reduce = self.has(Addition::Lmr) && late && quiet && !self.walk.game.in_check();
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

    /// Lets the opponent move twice: a position that stays above beta even so is not looked into.
    fn pass(&mut self, at: Window) -> Result<Option<i32>, Halt> {
        let fits = self.has(Addition::NullMove) && at.ply > 0 && at.depth >= REDUCE_FROM;
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
        // A mate behind a pass is no mate.
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
        // Stable: equals stay in the order of the rules.
        moves.sort_by_cached_key(|&mv| std::cmp::Reverse(rank(mv)));
    }

    /// The move of the last iteration's line, while the way here is its beginning.
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

    /// What the table knows of this position.
    fn tt_probe(&self, at: Window) -> Option<Entry<G::Move>> {
        if !self.has(Addition::Table) {
            return None;
        }
        let key = self.walk.game.key(at.depth);
        self.table[key as usize & (TABLE_ENTRIES - 1)].filter(|entry| entry.key == key)
    }

    /// Keeps a value in place of whatever was there. Mates are kept as the distance from here.
    fn tt_store(&mut self, at: Window, value: i32, best: Option<G::Move>) {
        if !self.has(Addition::Table) {
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
        // A move that only failed low says nothing.
        let best = best.filter(|_| kind != Kind::AtMost);
        self.table[key as usize & (TABLE_ENTRIES - 1)] =
            Some(Entry { key, depth: at.depth, value, kind, best });
    }
}

/// The value, if an entry settles this node. Only of exactly this depth: what is known of a deeper search is better,
/// but it is another value. The root always gets a move.
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
