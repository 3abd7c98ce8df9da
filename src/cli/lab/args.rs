//! Arguments of the Lab commands.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::registered::Registered;
use crate::failure::Failure;
use crate::values;
use crate::values::{Searcher, searcher, spin};
use tabia_chess::Board;
use tabia_engine::alphabeta::options::{HASH_MIB, THREADS};
use tabia_engine::puct::options::Method;
use tabia_engine::puct::words;
use tabia_games::game::position::GamePosition;
use tabia_lab::foundations::sliders::Slider;
use tabia_lab::representations::race;
use tabia_lab::small_game::learn;
use tabia_lab::{ab, duel_positions, horizon};

/// The experiments.
#[derive(Debug, Subcommand)]
pub(crate) enum LabCommand {
    /// Why not this move: its refutation, and what kind of proof that is
    #[command(
        after_help = "With --json: one object. move, best, refutation: UCI moves (the refutation follows the move). \
        proof: best, better, mates-later, mated-sooner, mate, misses-mate, tablebase, material, evaluation, bound or unsearched. \
        ends: how the game ends with the move, if it does. only: it is the only legal move. score_cp, \
        best_cp: centipawns for the side to move, null for a mate, for which score_mate and best_mate give the moves. \
        bound, best_bound, depth (plies), best_depth: of these scores. verified: the move, not the best one, was \
        searched alone for as long as the position before. fell_behind: first depth from which on it stayed half a pawn behind. lost_cp: material. \
        nodes, all_nodes: what the first search spent on the move and on all. order, reduction, closed, window, cut: \
        how its last iteration (iteration: plies) searched the move, window in pawns for the side to move; \
        deepest_look: plies below the move."
    )]
    Why(WhyArgs),
    /// Two search configurations side by side, on one position, on thirty or on those of a file
    #[command(
        after_help = "Sides are words with commas: all, plain (no pruning, reductions or extensions), no-RULE for any \
        rule or technique (no-null-move, no-tt, no-quiescence, ..; an unknown one lists all), hand-crafted, material. \
        With --json: one object per side and \
        position: position (from 0), side (a or b), rules, nodes, time_ms, move, score_cp or score_mate (side to \
        move's view), depth (plies), reached (came to the depth asked for), branching (growth from iteration to \
        iteration), time_us, processor_us (null where the system does not report it), solved (null without bm, am or \
        dm), name (of a position from a file). Where the positions are several a last object sums up: nodes_ratio and \
        time_ratio are medians over the positions of B divided by A, nodes_ratio_total and time_ratio_total those of \
        the sums (of processor time where it is known; below a millisecond it is not compared: null), branching_a and \
        branching_b geometric means, load the share of the time in which the searches had a processor. compared: by \
        (nodes, time, solved, or depth: without positions that a side knew to be decided or searched deeper than 60), \
        mean with the ends low and high of its 95 % interval (ratio: B / A, \
        geometric; else B - A, plies or share of the positions), verdict (differs; same: no difference of 5 %, a \
        tenth of a ply or 5 % of the positions; open: about `more` positions would show one)."
    )]
    Ab(AbArgs),
    /// The tree of a search, node by node
    #[command(
        after_help = "With --json: one object per node, a parent before its children: id (from 0), parent, move (null \
        for a passed move, the same position again, or a pass over the root), step (root, move, null, again), ply, \
        depth (plies left), alpha, beta, raw_cp and eval_cp (static, as given and corrected), value_cp (the search's \
        units: centipawns; mates near 32000), bound, why (the reason it ended or was not searched), searched, nodes \
        (in its subtree, kept or not), tt_hit, order, reduction, extension. Values are for the side to move there. \
        The last object: recorded, left_out, skips_left_out, search_nodes, move, depth."
    )]
    Tree(TreeArgs),
    /// The order in which the moves would be tried here
    #[command(
        after_help = "With --json: one object per move, in the order in which they would be tried: move, stage, score \
        (history units, the sum of parts), parts, see_cp. --depth searches first, which fills the hash table and the \
        histories."
    )]
    Order(OrderArgs),
    /// The content of the hash table after a search
    #[command(
        after_help = "With --json: entry and successors with move, score_cp or score_mate (side to move's view \
        at that position), bound, eval_cp, depth, age (searches ago), pv, cluster, way, tag, data (hexadecimal); then \
        the line of hash moves with the reason why it stops; what a sample of the table holds; and the static \
        evaluation of the position: raw_cp, scaled_cp (by the fifty-move rule), what each table of the correction \
        history adds, correction_cp (their sum towards zero), corrected_cp."
    )]
    Tt(TtArgs),
    /// Static evaluation, quiescence and growing depths along the principal variation
    #[command(
        after_help = "With --json: one object per position: ply, move, fen, static_cp, quiescence_cp, and for each \
        depth score_cp, best and nodes. All scores are White's view; a mate of 0 moves is on the board, given by the side \
        that moved last. --effect shows the horizon effect instead, by \
        plain searches with the hand-crafted evaluation, one object per depth and search: depth (plies), search \
        (fixed-depth, quiescence, check-extension), move, score_cp or score_mate, line and moves (what it expects, as \
        SAN and as UCI moves), behind_cp or behind_mate (the value at the end of that line when captures are played \
        out), nodes."
    )]
    Horizon(HorizonArgs),
    /// Both evaluations of a position in detail: by term, square, piece and input
    #[command(
        after_help = "With --json: one object, all numbers in centipawns. terms: rows with name, white_mg, white_eg, \
        black_mg, black_eg (good for that side where positive), tapered_cp (White's view: White's less Black's, \
        blended by phase of phase_max) and squares (square, piece on it, side, mg, eg for that side; square null: of \
        the position as a whole). The sum of tapered_cp is score_cp, White's view: rows named Scaling, Tempo, \
        Rounding and Known endgame are not terms. pieces: what the score loses without the piece, by terms_cp (null \
        where the rest would be no legal position), network_cp, and difference_cp. network: score_cp, bucket (output \
        in use, from 0), outputs, without (the same losses by square), exact_cp (computed without cutting to whole \
        numbers), quantisation_error_cp (score_cp less exact_cp), inputs (what is on, and what the score loses when \
        its row is subtracted from white's, from black's, from both accumulators), accumulator (one: what stands for \
        1.0). All White's view."
    )]
    Xray(XrayArgs),
    /// The sets of squares of a position: pieces, attacks, pins, checkers, king zones, passed pawns
    #[command(
        after_help = "With --json: one object per set. name: white-pawn to black-king, white, black, occupied, empty, \
        attacks-COLOR (including own pieces that are protected), pinned-COLOR (alone between their king and an enemy \
        slider), checkers (of the side to move), king-zone-COLOR (as the evaluation counts), passed-COLOR, \
        passed-span-COLOR (ahead of passed pawns, on their own and the adjacent files). hex: the 64 bits, a1 the \
        lowest, h8 the highest. popcount: squares."
    )]
    Bitboards(BitboardsArgs),
    /// The pseudo-legal moves of a position, and why some of them are not legal
    #[command(
        after_help = "With --json: one object per move. move (UCI), from (its square), legal, why (what is wrong with \
        it; null where it is legal). --after plays a move first: a board keeps the en passant square only where a \
        pawn may legally capture there."
    )]
    Moves(MovesArgs),
    /// The attacks of a rook, bishop or queen by four methods
    #[command(
        after_help = "With --json: one object per method. method: scan, classical, magic or pext. attacks: the 64 \
        bits, a1 the lowest. index: the entry of the table that answers, counted from 0 over all squares; a list of \
        two for a queen (as rook, as bishop); null for the methods that put rays together. table_size: entries of \
        eight bytes that the piece needs for all squares."
    )]
    Slider(SliderArgs),
    /// The Zobrist key of a position, and the terms whose XOR gives it
    #[command(
        after_help = "With --json: one object. key: 64 bits. terms: name and key of each; their XOR is the key. \
        Terms are pieces on squares, Black to move, castling rights by rook, and the file of an en passant square \
        where a pawn may legally take there."
    )]
    Zobrist(ZobristArgs),
    /// Six board representations compared: counting and searching the same positions
    #[command(
        after_help = "With --json: one object per representation: representation (array, mailbox, 0x88, rays, magic, \
        pext), perft_mnps and search_mnps (millions of nodes a second, geometric mean of the rounds), nodes_agree \
        (all counts are known ones, the search visited the nodes of the array's), rounds, and for both speeds _low \
        and _high (95 % confidence), _ratio to the array in the same round with _ratio_low and _ratio_high, \
        _published (Bijl and Tiet 2021; null where they have none). Speeds are null where the program was built \
        without PEXT. With --choices also one object per choice: choice (copy-bitboards, copy-array, legal, \
        bulk-counting, packed, packed-generation), ratio (its speed by the other way's: of perft, in the last of \
        generating moves alone), ratio_low, ratio_high, nodes_agree."
    )]
    Race(RaceArgs),
    /// A classical evaluation from scratch, term by term
    #[command(
        after_help = "With --json: one object. level: 1 material, 2 squares, 3 pawns, 4 mobility, 5 king, 6 tapering, \
        each with all before it. terms: name (material, squares, doubled, isolated, backward, passed, mobility, \
        shield, tropism), level (that added it), white_cp and black_cp (what it is worth to that side), cp (White's \
        less Black's). phase of phase_max: how much of the game is left, blended by at level 6. score_cp: the sum of \
        all cp. Centipawns, White's view. No search, the initial numbers."
    )]
    Scratch(ScratchArgs),
    /// A match between two levels of that evaluation
    #[command(
        after_help = "Both have the same small alpha-beta search and the same nodes a move; two games share a random \
        balanced opening with colours swapped. The same seed gives the same match. With --json: one object per game. \
        game (from 1), a_white, opening (UCI moves), plies (with the opening), result (win, draw or loss of A), \
        reason. The last object: games, wins, draws, losses (of A), score (points a game), elo (of A above B), \
        elo_low and elo_high (95 % error bar from the spread of the results; null where no end can be told)."
    )]
    ScratchMatch(ScratchMatchArgs),
    /// A game small enough to be solved, learnt from nothing: play, learn, compare with the exact solution
    #[command(
        after_help = "Four in a row on five columns and four rows. With --json: one object per generation, the first \
        of which knows nothing. generation, games (played so far), policy_right and search_right (of the positions in \
        which a mistake is possible, the shares in which the network alone and its search keep the exact value), \
        value_error (mean difference from the exact result, -1 to 1), points (share of the search against perfect \
        play; the game is drawn, so 0.5 is the maximum), policy_loss, value_loss, time_ms. The same seed gives the \
        same numbers."
    )]
    SmallGame(SmallGameArgs),
    /// The root of a tree grown by playouts: visits, value, prior and bonus of each move
    #[command(
        after_help = "With --json: one object per move, the most visited first. move, n (playouts), q (their mean, 0 \
        to 1, side to move's view; before the first what is expected of it, null with UCB1), p (prior probability), \
        u (the bonus of the formula: UCB1 c*sqrt(ln N/n), PUCT c*P*sqrt(N)/(1+n); null where it is infinite), sum (q \
        and u), proof_mate (moves to a proven mate) or proof_cp (another proven result, centipawns), next (the next \
        playout takes it), parent_n (N of the formula), c (its constant), c_set, c_growth and c_spread (what was set, \
        its growth with N and the factor for the spread of the values: their product is c). The same seed gives the \
        same tree."
    )]
    Puct(PuctArgs),
    /// A match between two methods of the tree search, or with the alpha-beta search
    #[command(
        after_help = "Sides: alphabeta, puct, or a method (flat, uct, uct-eval, uniform, knowledge, quiet, network, \
        hybrid). Both have the same nodes a move (playouts count as nodes) or the same clock; two games share a \
        random balanced opening with colours swapped. With --json: one object per game and a last one, as \
        scratch-match has them (elo_low and elo_high: 95 % error bar)."
    )]
    PuctMatch(PuctMatchArgs),
    /// The tours of the Lab and what their steps claim, checked by running the experiments
    #[command(
        after_help = "Each step of a tour names runs, commands of `tabia lab`, and what it claims of their results. \
        Without --check the claims are listed. With --json: one object per claim. tour, step (from 1), title, run (the \
        command), claim, language (of the text, for a claim about a number in it; else null), found (the values, or \
        why there are none; null without --check), ok (whether it holds). The last object: claims, failed, steps, \
        steps_with_claims. The exit status is 1 when a claim does not hold."
    )]
    Tours(ToursArgs),
    /// The example positions of the duel: what alpha-beta and PUCT find in each, measured again
    #[command(
        after_help = "One thread each. A row says which move a search plays in the end, and from which node or \
        playout on a best move was its choice until then. With --json: one object per position. id, fen, best (SAN), \
        and for alpha_beta, puct and rules (PUCT with priors from rules of thumb): mv (SAN), from (null where mv \
        is not a best move), cp (score in the end, White's view; null for a mate)."
    )]
    DuelPositions(DuelPositionsArgs),
    /// An experiment of the registry
    #[command(flatten)]
    Registered(Registered),
}

impl LabCommand {
    /// Whether no file is written.
    pub(crate) fn only_speaks(&self) -> bool {
        match self {
            LabCommand::DuelPositions(args) => args.write.is_none(),
            LabCommand::Registered(args) => args.only_speaks(),
            _ => true,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct ToursArgs {
    /// Run the experiments and check the claims
    #[arg(long)]
    pub(super) check: bool,
    /// Only this tour, or this step of it: 5 or 5.7, counted from 1
    #[arg(long, value_name = "TOUR[.STEP]", value_parser = ToursPart::parse)]
    pub(super) only: Option<ToursPart>,
    /// One JSON object per line
    #[arg(long)]
    pub(super) json: bool,
    /// Files of tours; the program's own if omitted
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct DuelPositionsArgs {
    /// Also write them to this file, which the program is built with: assets/duel/measured.json
    #[arg(long, value_name = "FILE", value_parser = values::output_file())]
    pub(super) write: Option<PathBuf>,
    /// Nodes of alpha-beta in each position
    #[arg(long, default_value_t = duel_positions::NODES, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    /// Playouts of PUCT in each position
    #[arg(long, default_value_t = duel_positions::PLAYOUTS, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) playouts: u64,
    /// One JSON object per line
    #[arg(long)]
    pub(super) json: bool,
}

/// A tour or a step of one, counted from 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ToursPart {
    pub(super) tour: usize,
    pub(super) step: Option<usize>,
}

impl ToursPart {
    fn parse(text: &str) -> Result<ToursPart, String> {
        let (tour, step) = match text.split_once('.') {
            Some((tour, step)) => (tour, Some(step)),
            None => (text, None),
        };
        let number =
            |text: &str| text.parse().map_err(|_| "expected a number such as 5 or 5.7".to_owned());
        Ok(ToursPart { tour: number(tour)?, step: step.map(number).transpose()? })
    }
}

#[derive(Debug, Args)]
pub(crate) struct WhyArgs {
    #[command(flatten)]
    pub(super) position: Position,
    /// The move, in UCI or SAN
    #[arg(long = "move", value_name = "MOVE")]
    pub(super) mv: String,
    /// Time for the position, and the same again for the move alone, ms
    #[arg(long, value_name = "MS", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub(super) movetime: u64,
    /// Depth instead of time, plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=64), conflicts_with = "movetime")]
    pub(super) depth: Option<u32>,
    /// Only use what the search of the position knows
    #[arg(long)]
    pub(super) unverified: bool,
    #[command(flatten)]
    pub(super) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct AbArgs {
    /// The position, in quotes; thirty built-in ones if omitted
    #[arg(long, value_name = "FEN", conflicts_with_all = ["suite", "epd"])]
    pub(super) fen: Option<String>,
    /// Moves played from it, UCI
    #[arg(long, value_name = "MOVES", requires = "fen")]
    pub(super) moves: Option<String>,
    /// The positions of this file, one EPD or FEN per line
    #[arg(long, value_name = "FILE", conflicts_with = "suite")]
    pub(super) epd: Option<PathBuf>,
    #[command(flatten)]
    pub(super) options: ab::Options,
    /// One JSON object per line
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct TreeArgs {
    #[command(flatten)]
    pub(super) position: Position,
    /// Depth of the search, plies
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(super) depth: u32,
    /// Maximum number of nodes kept
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..=4_000_000))]
    pub(super) nodes: u32,
    /// Deepest ply kept
    #[arg(long, default_value_t = 240, value_parser = clap::value_parser!(u32).range(0..=240))]
    pub(super) plies: u32,
    #[command(flatten)]
    pub(super) common: Common,
    /// Comma-separated values, one line per node; the columns are the fields of --json
    #[arg(long, conflicts_with = "json")]
    pub(super) csv: bool,
}

#[derive(Debug, Args)]
pub(crate) struct OrderArgs {
    #[command(flatten)]
    pub(super) position: Position,
    /// Search to this depth first, plies; 0: a fresh engine
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=64))]
    pub(super) depth: u32,
    #[command(flatten)]
    pub(super) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct TtArgs {
    #[command(flatten)]
    pub(super) position: Position,
    /// Search to this depth first, plies
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(super) depth: u32,
    #[command(flatten)]
    pub(super) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct HorizonArgs {
    /// The position, in quotes; if omitted, the start position, or with --effect one that shows the effect
    #[arg(long, value_name = "FEN")]
    pub(super) fen: Option<String>,
    /// Moves played from it, UCI
    #[arg(long, value_name = "MOVES", requires = "fen")]
    pub(super) moves: Option<String>,
    #[command(flatten)]
    pub(super) options: horizon::Options,
    /// Show the horizon effect: plain searches of a fixed depth alone, with quiescence, and with check extensions
    #[arg(long, conflicts_with = "side")]
    pub(super) effect: bool,
    #[command(flatten)]
    pub(super) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct XrayArgs {
    #[command(flatten)]
    pub(super) position: Position,
    /// Inspect the network of this file instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub(super) net: Option<PathBuf>,
    /// One JSON object
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct BitboardsArgs {
    #[command(flatten)]
    pub(super) position: Position,
    /// One JSON object per line
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(super) position: Position,
    /// Play this move first, in UCI
    #[arg(long, value_name = "MOVE")]
    pub(super) after: Option<String>,
    /// One JSON object per line
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SliderArgs {
    /// The piece's square, such as d4
    #[arg(long)]
    pub(super) square: String,
    /// The piece
    #[arg(long, value_enum)]
    pub(super) piece: Slider,
    /// Squares with a piece on them, up to 16 hexadecimal digits, a1 the lowest bit
    #[arg(long, value_name = "HEX", default_value = "0x0")]
    pub(super) occupied: String,
    /// One JSON object per line
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ZobristArgs {
    #[command(flatten)]
    pub(super) position: Position,
    /// One JSON object per line
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RaceArgs {
    #[command(flatten)]
    pub(super) options: race::Request,
    /// Also measure what copying, legal generation and packed moves are worth
    #[arg(long)]
    pub(super) choices: bool,
    /// One JSON object per line
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ScratchArgs {
    #[command(flatten)]
    pub(super) position: Position,
    /// Its level
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=6))]
    pub(super) level: u8,
    /// One JSON object
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ScratchMatchArgs {
    /// Level of A
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=6))]
    pub(super) a: u8,
    /// Level of B
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=6))]
    pub(super) b: u8,
    /// Games
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(2..=10_000))]
    pub(super) games: u32,
    /// Nodes per move
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(50..=1_000_000))]
    pub(super) nodes: u64,
    /// Random seed of the openings
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// One JSON object per line
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SmallGameArgs {
    #[command(flatten)]
    pub(super) options: learn::Options,
    /// One JSON object per line
    #[arg(long)]
    pub(super) json: bool,
}

// Arguments that most Lab commands share: position and output.

#[derive(Debug, Args)]
pub(crate) struct Position {
    /// The position, in quotes; the start position if omitted
    #[arg(long, value_name = "FEN", default_value = "startpos")]
    fen: String,
    /// Moves played from it, UCI: `e2e4 e7e5`
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
}

impl Position {
    pub(super) fn start() -> Position {
        Position { fen: "startpos".to_owned(), moves: None }
    }

    pub(super) fn board(&self) -> Result<Board, Failure> {
        Ok(self.with_history()?.board())
    }

    /// The position with the moves that led to it.
    pub(super) fn with_history(&self) -> Result<GamePosition, Failure> {
        values::position(&self.fen, self.moves.as_deref())
    }
}

/// Size of the hash table, MiB.
pub(super) const DEFAULT_HASH_MIB: u32 = 64;

/// Output and engine options.
#[derive(Debug, Args)]
pub(crate) struct Common {
    /// Size of the hash table
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_HASH_MIB, value_parser = spin(&HASH_MIB))]
    pub(super) hash: u32,
    /// One JSON object per line
    #[arg(long)]
    pub(super) json: bool,
}

// Arguments of the PUCT commands.

#[derive(Debug, Args)]
pub(crate) struct PuctArgs {
    #[command(flatten)]
    pub(super) position: Position,
    /// Playouts
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(super) playouts: u64,
    /// The method: flat, uct, uct-eval, uniform, knowledge, quiet, network or hybrid, with changed settings after
    /// commas: knowledge,first-play=600; the strongest if omitted
    #[arg(long, value_name = "METHOD", value_parser = words::method)]
    pub(super) method: Option<Method>,
    /// Use the policy network of this file instead of the built-in one (methods network and hybrid)
    #[arg(long, value_name = "FILE")]
    pub(super) policy: Option<PathBuf>,
    /// Random seed of the random playouts
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Size of the tree
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_HASH_MIB, value_parser = spin(&HASH_MIB))]
    pub(super) hash: u32,
    /// One JSON object per line
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PuctMatchArgs {
    /// Side A: alphabeta, puct or a method; the latter two can be followed by changed settings after commas:
    /// network,leaf=quiet
    #[arg(long, value_name = "NAME", value_parser = searcher)]
    pub(super) a: Searcher,
    /// Side B
    #[arg(long, value_name = "NAME", value_parser = searcher)]
    pub(super) b: Searcher,
    /// Games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(super) games: u32,
    /// Nodes or playouts per move
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    /// Nodes of A, if different
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) a_nodes: Option<u64>,
    /// Nodes of B, if different
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) b_nodes: Option<u64>,
    /// A clock for the game instead of nodes, ms
    #[arg(long, value_name = "MS", conflicts_with_all = ["nodes", "a_nodes", "b_nodes"], value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub(super) time: Option<u64>,
    /// Added to that clock after each move, ms
    #[arg(long, value_name = "MS", default_value_t = 0, requires = "time", value_parser = clap::value_parser!(u64).range(0..=3_600_000))]
    pub(super) increment: u64,
    /// Size of each side's tree or hash table
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = spin(&HASH_MIB))]
    pub(super) hash: u32,
    /// Use the policy network of this file instead of the built-in one (methods network and hybrid)
    #[arg(long, value_name = "FILE")]
    pub(super) policy: Option<PathBuf>,
    /// The same for B, if different; `-` for the built-in network
    #[arg(long, value_name = "FILE")]
    pub(super) b_policy: Option<PathBuf>,
    /// Search threads of A, if it is a tree search
    #[arg(long, default_value_t = 1, value_parser = spin(&THREADS))]
    pub(super) a_threads: u32,
    /// Random seed of openings and random playouts
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// One JSON object per line
    #[arg(long)]
    pub(super) json: bool,
}
