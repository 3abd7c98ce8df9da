//! The duel begins, ends, and lets the minds play each other.

use super::state::{Before, DUEL_ENGINES, DuelAction, duel_engine_name};
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::engines::requests;
use crate::game::position;
use crate::model::Model;
use crate::window::workspace::Workspace;
use tabia_engine::alphabeta::options::Strength;
use tabia_text::{phrase, t};

impl Model {
    pub fn in_duel(&self) -> bool {
        self.duel.before.is_some()
    }
}

/// Something is to be done in the duel.
pub(crate) fn update(cx: &mut Cx<'_>, action: DuelAction) {
    match action {
        DuelAction::Show(shows) => cx.m.duel.shows = shows,
        DuelAction::TintBy(by) => cx.m.duel.by = by,
        DuelAction::Preset(at) => {
            let Some(preset) = PRESETS.get(at) else { return };
            position::set_fen(cx, preset.fen);
            cx.m.duel.preset = Some((at, cx.m.game.board().key()));
            begin_duel(cx);
        }
    }
}

/// Goes to the duel's workspace and has both minds analyse.
pub(crate) fn begin_duel(cx: &mut Cx<'_>) {
    cx.go_to_workspace(Workspace::Duel);
    settle_duel(cx);
    if !cx.m.engine.analysis && !cx.m.game.is_played() {
        requests::toggle_analysis(cx);
    }
}

/// The duel follows its workspace.
pub(crate) fn settle_duel(cx: &mut Cx<'_>) {
    let here = cx.m.view.workspace == Workspace::Duel;
    match cx.m.duel.before {
        None if here => {
            let (analysis, focus) = (cx.m.engine.analysis, cx.m.view.focus);
            cx.m.duel.before = Some(Before { analysis, focus });
            for engine in DUEL_ENGINES {
                cx.m.engine.seat_mut(engine).done = None;
            }
        }
        Some(before) if !here => {
            cx.m.duel.before = None;
            cx.m.view.focus = before.focus;
            // A game that has begun meanwhile is not to be analysed because something else was.
            let free = cx.m.game.is_analysis_board();
            let on = before.analysis && (free || cx.m.engine.analysis);
            if on != cx.m.engine.analysis {
                requests::toggle_analysis(cx);
            }
        }
        _ => {}
    }
}

/// Lets the minds play each other from the shown position, colours in turn.
pub(crate) fn play_duel_match(cx: &mut Cx<'_>) {
    let white = cx.m.duel.games as usize % 2;
    cx.m.duel.games += 1;
    let players = [DUEL_ENGINES[white], DUEL_ENGINES[1 - white]];
    let players = players.map(|engine| cx.m.engine_player(engine, Strength::Full));
    position::begin_here(cx, phrase!("command-PlayDuelMatch"), players, [None; 2]);
    let seconds = f64::from(cx.m.settings.think_ms) / 1000.0;
    let seconds = tabia_text::number(seconds, 1);
    let text = t!("duel-match-begins", name = duel_engine_name(white), seconds = seconds);
    cx.m.toasts.offer(text, UserCommand::Undo);
}

// Positions in which one school shines and the other fails, found by running both over collections of positions.
// Every number was measured; nodes and playouts are told in place of seconds, which depend on the machine.

/// What a position is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A short tactical blow that a tree of averages sees late.
    Trap,
    /// A position nobody can make progress in.
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

/// A position with what both minds make of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    pub kind: Kind,
    /// Its name among the messages.
    id: &'static str,
    /// The position.
    pub fen: &'static str,
    /// The moves that are right, as SAN; empty where every one is as good.
    pub best: &'static str,
    /// Where it comes from; empty: every book of endgames has it.
    source: &'static str,
}

impl Preset {
    pub fn title(&self) -> &'static str {
        tabia_text::text(&format!("duel-preset-{}", self.id))
    }

    /// What happened, in numbers.
    pub fn text(&self) -> &'static str {
        tabia_text::text(&format!("duel-preset-{}.text", self.id))
    }

    /// Where it comes from.
    pub fn source(&self) -> &'static str {
        if self.source.is_empty() { t!("duel-source-books") } else { self.source }
    }
}

/// All of them. Each was given to both, one thread, with a table of 64 MiB and a tree of 512 MiB: `tabia epd FILE
/// --nodes N`, and the same with `--uci "tabia uci --puct"`. "PUCT" is the method of network prior and quiet leaves
/// with the built-in network, "rules of thumb" the one without a policy network. A number is where the move was found
/// and kept to the end; of playouts it is good to some thousands.
pub const PRESETS: &[Preset] = &[
    Preset {
        kind: Kind::Trap,
        id: "not-a-queen",
        fen: "8/5k2/4p3/4Pp1p/5P1P/3Rn2K/6p1/8 b - - 0 1",
        best: "g1=B",
        source: "PET 26",
    },
    Preset {
        kind: Kind::Trap,
        id: "knight-check",
        fen: "4rrk1/pppb4/7p/3P2pq/3Qn3/P5P1/1PP4P/R3RNNK b - - 0 1",
        best: "Nf2+",
        source: "WAC 106",
    },
    Preset {
        kind: Kind::Trap,
        id: "rook-swing",
        fen: "6k1/p1B1b2p/2b3r1/2p5/4p3/1PP1N1Pq/P2R1P2/3Q2K1 b - - 0 1",
        best: "Rh6",
        source: "WAC 262",
    },
    Preset {
        kind: Kind::Sacrifice,
        id: "queen-for-pawn",
        fen: "r3k2r/pbp2pp1/3b1n2/1p6/3P3p/1B2N1Pq/PP1PQP1P/R1B2RK1 b kq - 0 1",
        best: "Qxh2+",
        source: "WAC 79",
    },
    Preset {
        kind: Kind::Sacrifice,
        id: "rook-block",
        fen: "r1k5/1p3q2/1Qpb4/3N1p2/5Pp1/3P2Pp/PPPK3P/4R3 w - - 0 1",
        best: "Re7",
        source: "WAC 52",
    },
    Preset {
        kind: Kind::Sacrifice,
        id: "rook-edge",
        fen: "r2q3n/ppp2pk1/3p4/5Pr1/2NP1Qp1/2P2pP1/PP3K2/4R2R w - - 0 1",
        best: "Re8, f6+",
        source: "WAC 142",
    },
    Preset {
        kind: Kind::Sacrifice,
        id: "breakthrough",
        fen: "8/k1b5/P4p2/1Pp2p1p/K1P2P1P/8/3B4/8 w - - 0 1",
        best: "b6+",
        source: "WAC 100",
    },
    Preset {
        kind: Kind::Fortress,
        id: "king-behind",
        fen: "1b6/8/8/7p/6k1/6P1/8/6K1 w - - 0 1",
        best: "Kg2",
        source: "ZPTS 17",
    },
    Preset {
        kind: Kind::Fortress,
        id: "wrong-bishop",
        fen: "7k/8/8/7P/3K4/5B2/8/8 w - - 0 1",
        best: "",
        source: "",
    },
    Preset {
        kind: Kind::Quiet,
        id: "lever",
        fen: "r4k2/pb2bp1r/1p1qp2p/3pNp2/3P1P2/2N3P1/PPP1Q2P/2KRR3 w - - 0 1",
        best: "g4",
        source: "Bratko-Kopec 20",
    },
    Preset {
        kind: Kind::Quiet,
        id: "knight-centre",
        fen: "2r1r1k1/p1qn1pp1/1p3n1p/3p4/3P3B/P1NQ4/1P3PPP/2RR2K1 b - - 0 1",
        best: "Ne4",
        source: "STS 12, 20",
    },
    Preset {
        kind: Kind::Quiet,
        id: "king-walk",
        fen: "1r3k2/2N2pp1/1pR2n1p/4p3/8/1P1K1P2/P5PP/8 w - - 0 1",
        best: "Kc4",
        source: "STS 11, 8",
    },
    Preset {
        kind: Kind::Quiet,
        id: "zugzwang",
        fen: "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
        best: "Nxd5",
        source: "ZPTS 1",
    },
];
