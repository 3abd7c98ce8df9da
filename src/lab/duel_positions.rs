//! Positions in which one of the program's two searches succeeds and the other fails, found by running both over
//! collections of positions, with the results of each. `tabia lab duel-positions --write` measures them and writes a
//! file that is built into the program. A test compares the file's signature with that of alpha-beta and repeats the
//! results that are found early.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::suite::{self, right_from};
use tabia_chess::{Board, Move, san};
use tabia_engine::alphabeta::options::{EngineOptions, EvalKind};
use tabia_engine::alphabeta::{Engine, bench};
use tabia_engine::puct::PuctEngine;
use tabia_engine::puct::options::{PuctConfig, PuctOptions};
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::search::score::{Pov, Score};
use tabia_engine::search::thinker::SearchError;
use tabia_games::game::position::GamePosition;
use tabia_text::t;

/// Nodes of alpha-beta in each position of the built-in file.
pub const NODES: u64 = 5_000_000;
/// Playouts in each position of the built-in file.
pub const PLAYOUTS: u64 = 300_000;
/// Playouts between two checks of the best move.
const LOOK_EVERY: u64 = 1_000;
/// Size of the hash table of alpha-beta, MiB.
const HASH_MIB: u32 = 64;
/// Size of the tree of PUCT, MiB.
const TREE_MIB: u32 = 512;

/// What a position is an example of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A short tactical blow that averaging playouts finds late.
    Trap,
    /// A position in which neither side can make progress.
    Fortress,
    /// A quiet manoeuvre.
    Quiet,
    /// A sacrifice whose point lies deep.
    Sacrifice,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Trap => t!("duel-kind-trap"),
            Kind::Fortress => t!("duel-kind-fortress"),
            Kind::Quiet => t!("duel-kind-quiet"),
            Kind::Sacrifice => t!("duel-kind-sacrifice"),
        }
    }
}

/// An example position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuelPosition {
    pub kind: Kind,
    /// Its key in the message files and in the file of measured results.
    pub id: &'static str,
    pub fen: &'static str,
    /// The best moves, SAN, separated by commas; empty if all moves are equally good.
    pub best: &'static str,
    /// The collection it is from; empty: a textbook ending.
    source: &'static str,
}

impl DuelPosition {
    pub fn title(&self) -> &'static str {
        tabia_text::text(&format!("duel-position-{}", self.id))
    }

    /// What the position is about; `None` if its title says it.
    pub fn idea(&self) -> Option<&'static str> {
        tabia_text::find(&format!("duel-position-{}.idea", self.id))
    }

    pub fn source(&self) -> &'static str {
        if self.source.is_empty() { t!("duel-source-books") } else { self.source }
    }

    /// The results of both searches; `None` only if the file does not contain this position.
    pub fn measured(&self) -> Option<&'static Answers> {
        MEASURED.positions.get(self.id)
    }

    fn is_best(&self, board: &Board, mv: Move) -> bool {
        self.best.split(", ").any(|best| san::parse(board, best) == Ok(mv))
    }
}

/// What the searches found in one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answers {
    pub alpha_beta: Answer,
    /// PUCT with priors of the policy network.
    pub puct: Answer,
    /// PUCT with priors from rules of thumb.
    pub rules: Answer,
}

/// What one search found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The move it finally plays, SAN.
    pub mv: String,
    /// Nodes or playouts after which it always preferred a best move; `None` if its final move is not a best one.
    pub from: Option<u64>,
    /// Its final score, centipawns, White's view; `None` for a mate.
    pub cp: Option<i32>,
}

/// The measured results and the version of the search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// Signature of the alpha-beta search.
    pub bench: u64,
    /// Nodes of alpha-beta in each position.
    pub nodes: u64,
    /// Playouts of PUCT in each position.
    pub playouts: u64,
    /// By [`DuelPosition::id`].
    pub positions: BTreeMap<String, Answers>,
}

/// The built-in file.
pub static MEASURED: LazyLock<Measured> = LazyLock::new(|| {
    let text = include_str!("../../assets/duel/measured.json");
    // A test reads the same text, so this cannot fail in a program that was tested.
    serde_json::from_str(text).unwrap_or_else(|_| Measured {
        bench: 0,
        nodes: NODES,
        playouts: PLAYOUTS,
        positions: BTreeMap::new(),
    })
});

/// Searches every position with these numbers of nodes and playouts. `done` receives each position with its answers.
///
/// # Errors
/// If a search fails.
pub fn measure(
    nodes: u64,
    playouts: u64,
    mut done: impl FnMut(&DuelPosition, &Answers),
) -> Result<Measured, SearchError> {
    let mut positions = BTreeMap::new();
    for position in POSITIONS {
        let answers = Answers {
            alpha_beta: by_alpha_beta(position, nodes)?,
            puct: by_puct(position, PuctConfig::STRONGEST, playouts),
            rules: by_puct(position, PuctConfig::Quiet, playouts),
        };
        done(position, &answers);
        positions.insert(position.id.to_owned(), answers);
    }
    Ok(Measured { bench: signature(), nodes, playouts, positions })
}

/// The signature of alpha-beta, which changes with its play.
fn signature() -> u64 {
    let known = bench::SIGNATURES.iter().find(|(eval, _)| *eval == EvalKind::Network);
    known.map_or(0, |&(_, nodes)| nodes)
}

fn board_of(position: &DuelPosition) -> Board {
    Board::from_fen(position.fen).unwrap_or_else(|_| Board::start())
}

fn answer(board: &Board, mv: Option<Move>, score: Option<Score>, from: Option<u64>) -> Answer {
    Answer {
        mv: mv.map_or_else(String::new, |mv| san::write(board, mv)),
        from,
        cp: score.and_then(|score| score.seen_from(Pov::White, board.stm()).cp()),
    }
}

fn by_alpha_beta(position: &DuelPosition, nodes: u64) -> Result<Answer, SearchError> {
    let options = EngineOptions { hash_mib: HASH_MIB, threads: 1, ..EngineOptions::default() };
    let board = board_of(position);
    let (limits, never) = (Limits::nodes(nodes), StopSignal::never());
    let opinions = suite::solve(&mut Engine::new(&options), &board, &limits, &never)?;
    let last = opinions.last().copied().unwrap_or_default();
    let right =
        |opinion: &suite::Opinion| opinion.mv.is_some_and(|mv| position.is_best(&board, mv));
    let from = right_from(&opinions, right).and_then(|opinion| opinion.nodes);
    Ok(answer(&board, last.mv, last.score, from))
}

/// Checks the best move every [`LOOK_EVERY`] playouts, because the search's own reports depend on the clock.
fn by_puct(position: &DuelPosition, config: PuctConfig, playouts: u64) -> Answer {
    let board = board_of(position);
    let options = PuctOptions { hash_mib: TREE_MIB, threads: 1, ..PuctOptions::default() };
    let mut engine = PuctEngine::new(&PuctOptions { method: config.method(), ..options });
    let (game, signal) = (GamePosition::new(board), StopSignal::never());
    let (mut from, mut best, mut score) = (None, None, None);
    let look = LOOK_EVERY.min(playouts.max(1));
    for done in (look..=playouts).step_by(look as usize) {
        // The tree of the same position is kept.
        let outcome = engine.go(&game, &Limits::nodes(look), &signal, &mut ());
        let right = outcome.best.is_some_and(|mv| position.is_best(&board, mv));
        from = if right { from.or(Some(done)) } else { None };
        (best, score) = (outcome.best, outcome.score);
    }
    answer(&board, best, score, from)
}

/// All example positions.
pub const POSITIONS: &[DuelPosition] = &[
    DuelPosition {
        kind: Kind::Trap,
        id: "not-a-queen",
        fen: "8/5k2/4p3/4Pp1p/5P1P/3Rn2K/6p1/8 b - - 0 1",
        best: "g1=B",
        source: "PET 26",
    },
    DuelPosition {
        kind: Kind::Trap,
        id: "knight-check",
        fen: "4rrk1/pppb4/7p/3P2pq/3Qn3/P5P1/1PP4P/R3RNNK b - - 0 1",
        best: "Nf2+",
        source: "WAC 106",
    },
    DuelPosition {
        kind: Kind::Trap,
        id: "rook-swing",
        fen: "6k1/p1B1b2p/2b3r1/2p5/4p3/1PP1N1Pq/P2R1P2/3Q2K1 b - - 0 1",
        best: "Rh6",
        source: "WAC 262",
    },
    DuelPosition {
        kind: Kind::Sacrifice,
        id: "queen-for-pawn",
        fen: "r3k2r/pbp2pp1/3b1n2/1p6/3P3p/1B2N1Pq/PP1PQP1P/R1B2RK1 b kq - 0 1",
        best: "Qxh2+",
        source: "WAC 79",
    },
    DuelPosition {
        kind: Kind::Sacrifice,
        id: "rook-block",
        fen: "r1k5/1p3q2/1Qpb4/3N1p2/5Pp1/3P2Pp/PPPK3P/4R3 w - - 0 1",
        best: "Re7",
        source: "WAC 52",
    },
    DuelPosition {
        kind: Kind::Sacrifice,
        id: "rook-edge",
        fen: "r2q3n/ppp2pk1/3p4/5Pr1/2NP1Qp1/2P2pP1/PP3K2/4R2R w - - 0 1",
        best: "Re8, f6+",
        source: "WAC 142",
    },
    DuelPosition {
        kind: Kind::Sacrifice,
        id: "breakthrough",
        fen: "8/k1b5/P4p2/1Pp2p1p/K1P2P1P/8/3B4/8 w - - 0 1",
        best: "b6+",
        source: "WAC 100",
    },
    DuelPosition {
        kind: Kind::Fortress,
        id: "king-behind",
        fen: "1b6/8/8/7p/6k1/6P1/8/6K1 w - - 0 1",
        best: "Kg2",
        source: "ZPTS 17",
    },
    DuelPosition {
        kind: Kind::Fortress,
        id: "wrong-bishop",
        fen: "7k/8/8/7P/3K4/5B2/8/8 w - - 0 1",
        best: "",
        source: "",
    },
    DuelPosition {
        kind: Kind::Quiet,
        id: "lever",
        fen: "r4k2/pb2bp1r/1p1qp2p/3pNp2/3P1P2/2N3P1/PPP1Q2P/2KRR3 w - - 0 1",
        best: "g4",
        source: "Bratko-Kopec 20",
    },
    DuelPosition {
        kind: Kind::Quiet,
        id: "knight-centre",
        fen: "2r1r1k1/p1qn1pp1/1p3n1p/3p4/3P3B/P1NQ4/1P3PPP/2RR2K1 b - - 0 1",
        best: "Ne4",
        source: "STS 12, 20",
    },
    DuelPosition {
        kind: Kind::Quiet,
        id: "king-walk",
        fen: "1r3k2/2N2pp1/1pR2n1p/4p3/8/1P1K1P2/P5PP/8 w - - 0 1",
        best: "Kc4",
        source: "STS 11, 8",
    },
    DuelPosition {
        kind: Kind::Quiet,
        id: "zugzwang",
        fen: "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
        best: "Nxd5",
        source: "ZPTS 1",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_results_are_those_of_the_current_searches() {
        let measured: Measured =
            serde_json::from_str(include_str!("../../assets/duel/measured.json")).unwrap();
        assert_eq!(
            measured.bench,
            signature(),
            "the search has changed: tabia lab duel-positions --write assets/duel/measured.json"
        );
        assert_eq!([measured.nodes, measured.playouts], [NODES, PLAYOUTS]);
        let ids: Vec<&str> = measured.positions.keys().map(String::as_str).collect();
        let mut known: Vec<&str> = POSITIONS.iter().map(|position| position.id).collect();
        known.sort_unstable();
        assert_eq!(ids, known);
    }

    #[test]
    fn moves_found_early_are_found_again() {
        let (mut by_nodes, mut by_playouts) = (0, 0);
        for position in POSITIONS {
            let measured = position.measured().unwrap();
            let Some(from) = measured.alpha_beta.from.filter(|&from| from < 10_000) else {
                continue;
            };
            let again = by_alpha_beta(position, from).unwrap();
            assert_eq!(
                (&again.mv, again.from),
                (&measured.alpha_beta.mv, Some(from)),
                "{}",
                position.id
            );
            by_nodes += 1;
            let Some(from) = measured.puct.from.filter(|&from| from <= 10_000) else { continue };
            // Rounding on another processor may delay it by one check.
            let again = by_puct(position, PuctConfig::STRONGEST, from + LOOK_EVERY);
            let again = again.from.unwrap();
            assert!(again.abs_diff(from) <= LOOK_EVERY, "{}: {again}", position.id);
            by_playouts += 1;
        }
        assert!(by_nodes >= 6 && by_playouts >= 3, "{by_nodes} and {by_playouts}");
    }

    #[test]
    fn checking_the_best_move_does_not_change_the_search() {
        let game = GamePosition::new(board_of(&POSITIONS[0]));
        let visits = |looks: u64| {
            let mut engine = PuctEngine::new(&PuctOptions { threads: 1, ..PuctOptions::default() });
            for _ in 0..looks {
                engine.go(&game, &Limits::nodes(4_000 / looks), &StopSignal::never(), &mut ());
            }
            let root = engine.node(&[]).unwrap();
            root.moves.iter().map(|child| (child.mv, child.n)).collect::<Vec<_>>()
        };
        assert_eq!(visits(4), visits(1));
    }

    #[test]
    fn best_moves_are_legal_and_texts_are_there() {
        for position in POSITIONS {
            let board = Board::from_fen(position.fen).unwrap();
            for best in position.best.split(", ").filter(|best| !best.is_empty()) {
                assert!(san::parse(&board, best).is_ok(), "{}: {best}", position.id);
            }
            assert!(!position.title().is_empty() && !position.source().is_empty());
            // Only a drawn fortress has no best move.
            assert!(!position.best.is_empty() || position.kind == Kind::Fortress);
        }
    }
}
