//! The duel begins, ends, and lets the minds play each other.

use super::state::{Before, DuelAction, MINDS, NAMES};
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::engines::requests;
use crate::game::position;
use crate::model::Model;
use crate::window::workspace::Workspace;
use tabia_engine::alphabeta::options::Strength;

impl Model {
    /// Whether the duel is on.
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
            for mind in MINDS {
                cx.m.engine.seat_mut(mind).done = None;
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
pub(crate) fn match_minds(cx: &mut Cx<'_>) {
    let white = cx.m.duel.games as usize % 2;
    cx.m.duel.games += 1;
    let players = [MINDS[white], MINDS[1 - white]];
    let players = players.map(|mind| cx.m.engine_player(mind, Strength::Full));
    position::begin_here(cx, "Match", players, [None; 2]);
    let seconds = f64::from(cx.m.settings.think_ms) / 1000.0;
    let text = format!("{} has White; {seconds:.1} s a move", NAMES[white]);
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
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Trap => "Trap",
            Kind::Fortress => "Fortress",
            Kind::Quiet => "Quiet manoeuvre",
            Kind::Sacrifice => "Deep sacrifice",
        }
    }
}

/// A position with what both minds make of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// What it is of.
    pub kind: Kind,
    /// Its name.
    pub title: &'static str,
    /// The position.
    pub fen: &'static str,
    /// The moves that are right, as SAN; empty where every one is as good.
    pub best: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// What happened, in numbers.
    pub text: &'static str,
}

/// All of them. Each was given to both, one thread, with a table of 64 MiB and a tree of 512 MiB: `tabia epd FILE
/// --nodes N`, and the same with `--uci "tabia uci --puct"`. "PUCT" is the method of network prior and quiet leaves
/// with the built-in network, "rules of thumb" the one without a policy network. A number is where the move was found
/// and kept to the end; of playouts it is good to some thousands.
pub const PRESETS: &[Preset] = &[
    Preset {
        kind: Kind::Trap,
        title: "Not a queen",
        fen: "8/5k2/4p3/4Pp1p/5P1P/3Rn2K/6p1/8 b - - 0 1",
        best: "g1=B",
        source: "PET 26",
        text: "A queen lets the rook give itself up with check for ever: taken, it is stalemate. Alpha-beta takes a \
               bishop after 7,147 nodes, PUCT after 19,000 playouts, by rules of thumb after 24,000: an average takes its \
               time to see the one reply that draws.",
    },
    Preset {
        kind: Kind::Trap,
        title: "A knight's check",
        fen: "4rrk1/pppb4/7p/3P2pq/3Qn3/P5P1/1PP4P/R3RNNK b - - 0 1",
        best: "Nf2+",
        source: "WAC 106",
        text: "Alpha-beta finds Nf2+ after 1,417 nodes. The network believes in it at once, but PUCT doubts it from 8,000 \
               playouts on and keeps to it after 25,000. By rules of thumb, which call it a knight for nothing, it plays \
               c5 after 300,000.",
    },
    Preset {
        kind: Kind::Trap,
        title: "The rook swings over",
        fen: "6k1/p1B1b2p/2b3r1/2p5/4p3/1PP1N1Pq/P2R1P2/3Q2K1 b - - 0 1",
        best: "Rh6",
        source: "WAC 262",
        text: "A quiet move whose threat cannot be met. Alpha-beta finds it after 4,371 nodes, PUCT not in 300,000 \
               playouts: it plays Kf7, by rules of thumb Bg5.",
    },
    Preset {
        kind: Kind::Sacrifice,
        title: "The queen for a pawn",
        fen: "r3k2r/pbp2pp1/3b1n2/1p6/3P3p/1B2N1Pq/PP1PQP1P/R1B2RK1 b kq - 0 1",
        best: "Qxh2+",
        source: "WAC 79",
        text: "Alpha-beta gives the queen after 1,201 nodes. PUCT would castle for 73,000 playouts, for what is not believed \
               in is hardly looked at; then it proves a mate in three.",
    },
    Preset {
        kind: Kind::Sacrifice,
        title: "A rook into the queen's way",
        fen: "r1k5/1p3q2/1Qpb4/3N1p2/5Pp1/3P2Pp/PPPK3P/4R3 w - - 0 1",
        best: "Re7",
        source: "WAC 52",
        text: "Alpha-beta finds Re7 after 1,787 nodes, PUCT after 10,000 playouts, by rules of thumb after 28,000.",
    },
    Preset {
        kind: Kind::Sacrifice,
        title: "The rook to the edge",
        fen: "r2q3n/ppp2pk1/3p4/5Pr1/2NP1Qp1/2P2pP1/PP3K2/4R2R w - - 0 1",
        best: "Re8 or f6+",
        source: "WAC 142",
        text: "Alpha-beta gives the rook on e8 at depth 1 and keeps to it, PUCT after some 8,000 playouts; by rules \
               of thumb it plays Ne3 after 300,000.",
    },
    Preset {
        kind: Kind::Sacrifice,
        title: "A pawn breaks through",
        fen: "8/k1b5/P4p2/1Pp2p1p/K1P2P1P/8/3B4/8 w - - 0 1",
        best: "b6+",
        source: "WAC 100",
        text: "By rules of thumb b6+ is found after 221,000 playouts. PUCT with its network plays Be3 after 300,000, and so does \
               alpha-beta after 5,000,000 nodes, which believes in twelve pawns by then.",
    },
    Preset {
        kind: Kind::Fortress,
        title: "The king behind the pawn",
        fen: "1b6/8/8/7p/6k1/6P1/8/6K1 w - - 0 1",
        best: "Kg2",
        source: "ZPTS 17",
        text: "Black's bishop does not rule the corner, so the king need only stay there. Alpha-beta plays Kg2 from its \
               sixth iteration on and believes in 3.1 pawns for Black to the end; PUCT wavers and would play Kf2 after \
               300,000 playouts, at 2.0. Neither knows that it is a draw.",
    },
    Preset {
        kind: Kind::Fortress,
        title: "The wrong bishop",
        fen: "7k/8/8/7P/3K4/5B2/8/8 w - - 0 1",
        best: "",
        source: "known to every book of endgames",
        text: "A draw, whatever White plays. After 300,000 nodes alpha-beta believes in 11.1 pawns and goes round in \
               circles; PUCT is down to 0.9 after 300,000 playouts, for the games it plays out end without a win.",
    },
    Preset {
        kind: Kind::Quiet,
        title: "A pawn lever",
        fen: "r4k2/pb2bp1r/1p1qp2p/3pNp2/3P1P2/2N3P1/PPP1Q2P/2KRR3 w - - 0 1",
        best: "g4",
        source: "Bratko-Kopec 20",
        text: "Alpha-beta settles on g4 after 260 nodes, PUCT after 7,000 playouts, by rules of thumb after 9,000.",
    },
    Preset {
        kind: Kind::Quiet,
        title: "A knight in the middle",
        fen: "2r1r1k1/p1qn1pp1/1p3n1p/3p4/3P3B/P1NQ4/1P3PPP/2RR2K1 b - - 0 1",
        best: "Ne4",
        source: "STS 12, 20",
        text: "PUCT keeps to Ne4 after about 7,000 playouts, alpha-beta after 3,504 nodes.",
    },
    Preset {
        kind: Kind::Quiet,
        title: "The king walks",
        fen: "1r3k2/2N2pp1/1pR2n1p/4p3/8/1P1K1P2/P5PP/8 w - - 0 1",
        best: "Kc4",
        source: "STS 11, 8",
        text: "PUCT walks at once, by rules of thumb after 14,000 playouts. Alpha-beta would push the a-pawn between \
               128,450 and 502,830 nodes and walks before and after.",
    },
    Preset {
        kind: Kind::Quiet,
        title: "A piece for zugzwang",
        fen: "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
        best: "Nxd5",
        source: "ZPTS 1",
        text: "PUCT takes on d5 after about 13,000 playouts; alpha-beta wavers between Ne2 and Rd8 and finds it \
               at 1,786,977 nodes.",
    },
];
