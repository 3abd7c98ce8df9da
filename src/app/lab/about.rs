//! What each view of the Lab is about: an explanation, and a position that shows it at its best.

use tabia_engine::eval::layout::Part;
use tabia_engine::puct::options::PuctConfig;
use tabia_lab::experiment::Entry;
use tabia_lab::horizon::EFFECT_FEN;
use tabia_lab::why;
use tabia_lab::xray::RowKind;

use crate::window::workspace::PaneId;
use tabia_chess::Square;

/// A view explained.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The view.
    pub pane: PaneId,
    /// What is shown and how to read it.
    pub text: &'static str,
    /// Where to see it.
    pub example: Example,
}

/// A position that shows what a view is for.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// What will be seen, for the button.
    pub label: &'static str,
    /// The position; `None` where the view does not depend on the one on the board.
    pub fen: Option<&'static str>,
    /// What is done there.
    pub then: Then,
}

/// What is done at the position of an example.
#[derive(Clone, Copy, Debug)]
pub enum Then {
    /// The view follows the board by itself.
    Look,
    /// The engine analyses.
    Analyse,
    /// The squares of a row of the hand-crafted evaluation are painted.
    Paint(RowKind),
    /// The moves of the piece on this square are shown, with why some are not legal.
    MovesOf(Square),
    /// The pieces of the position stand in the way of a queen on this square.
    QueenOn(Square),
    /// A tree is grown by so many playouts of a rung.
    Playouts(PuctConfig, u32),
    /// The example of this experiment is run.
    Run(&'static str),
}

/// The views, each once.
const TABLE: &[About] = &[
    About {
        pane: PaneId::WhyNot,
        text: "The position is searched for a moment as it is, then the move alone for as long. What the first \
            search knew of the move is often only a bound: it showed that the move is not better than the best and \
            looked no further. The second search gives its score and the line against it.",
        example: Example {
            label: "Show me: a queen that must not be taken",
            fen: Some(why::EXAMPLE_FEN),
            then: Then::Run("why"),
        },
    },
    About {
        pane: PaneId::SearchTree,
        text: "A search of this position with every node written down: how it was reached, with which window and \
            depth, what it was worth and why it ended. Recording does not change the search: the same move, score \
            and nodes come out. Values are for the side to move at the node, in centipawns. Moves that a rule left \
            out stand in the tree, too, with the rule's name. A node searched again knows what the hash table knows \
            by now, so it may come to another value.",
        example: Example {
            label: "Show me: a mate in two, every node of it",
            fen: Some("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1"),
            then: Then::Run("tree"),
        },
    },
    About {
        pane: PaneId::Profile,
        text: "Counted while the built-in engine searches with this view open: the nodes of each ply, which move in \
            the order brought the cut-offs, and by how many plies moves were reduced. With good ordering nine in ten \
            cut-offs come from the first move.",
        example: Example {
            label: "Show me: a middlegame with many captures",
            fen: Some("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
            then: Then::Analyse,
        },
    },
    About {
        pane: PaneId::HashTable,
        text: "Positions met before are kept under their Zobrist key: a cluster of three entries is found by the \
            upper end of the key, an entry in it by 21 bits of the lower end mixed with its data. An entry holds the \
            best move, a value with its bound, the depth below it and the static evaluation in 64 bits. The line \
            follows the entries' moves; it stops where an entry was overwritten or never had a move.",
        example: Example {
            label: "Show me: locked pawns, where every road leads to the same positions",
            fen: Some("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"),
            then: Then::Analyse,
        },
    },
    About {
        pane: PaneId::MoveOrder,
        text: "Alpha-beta searches least when the best move comes first. The picker hands out the hash table's move, \
            then captures that lose nothing (the most valuable victim first, with what captures like it achieved), \
            killers and the counter move, quiet moves by what moves like them achieved (from and to, pawn structure, \
            after the moves one, two, four and six plies back), and losing captures last.",
        example: Example {
            label: "Show me: good and bad captures by the dozen",
            fen: Some("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
            then: Then::Analyse,
        },
    },
    About {
        pane: PaneId::Horizon,
        text: "The static evaluation judges a position as it stands, quiescence plays out captures first, and each \
            search looks as many plies ahead as its column says, from an empty memory. Where a column differs from \
            the deepest one something lay behind its horizon. The horizon effect: a search that must stop at a fixed \
            depth pushes a loss beyond it by moves that only delay, and believes it has been avoided.",
        example: Example {
            label: "Show me: the horizon effect",
            fen: Some(EFFECT_FEN),
            then: Then::Run("horizon-effect"),
        },
    },
    About {
        pane: PaneId::Xray,
        text: "The hand-crafted evaluation is a sum of terms, each worth something in the middlegame and in the \
            endgame; the pieces left say how much either counts. The rows add up to the score exactly, and a click \
            paints the squares a row comes from. The network knows no terms: what a piece is worth to it shows when \
            the piece is taken away. Pieces can be moved, placed and removed here without touching the game. All \
            scores are centipawns, White's view; nothing is searched.",
        example: Example {
            label: "Show me: an attack on the king, square by square",
            fen: Some("r2q1rk1/pb2bppp/1pn1p3/3pN3/3P1P2/2PB2R1/P5PP/R1BQ2K1 w - - 0 17"),
            then: Then::Paint(RowKind::Term(Part::Attack)),
        },
    },
    About {
        pane: PaneId::RootRace,
        text: "Each curve is a root move: a dot where its score is exact, an open triangle where the search knows a \
            bound only, pointing where the truth lies. All but the first move of an iteration are only asked whether \
            they beat the best, so bounds are the rule. Moves that have been best have a colour. The marks above: a \
            diamond where the best move changed, triangles where the aspiration window failed high or low. Below, \
            the share of each iteration's nodes that went into each move, by the leading thread. The pointer lights a \
            move everywhere, a click keeps it lit, a right click asks why not.",
        example: Example {
            label: "Show me: a sacrifice that is seen late",
            fen: Some("r5k1/pppb3p/2np1n2/8/3PqNpP/3Q2P1/PPP5/R4RK1 w - - 0 1"),
            then: Then::Analyse,
        },
    },
    About {
        pane: PaneId::Bitboards,
        text: "A set of squares is one number of 64 bits, a bit a square. What would be a loop over the board is then \
            one instruction: all white pawns step ahead by a shift, what they can take is an AND with the enemy's \
            pieces. Choose a set of the position, or flip bits of the free board, and compute with them. A move that \
            a piece's way of moving allows is pseudo-legal; it is legal if it leaves its king safe, and each that is \
            not says who would take the king.",
        example: Example {
            label: "Show me: why the king may not castle",
            fen: Some("1k1rr1r1/8/8/8/8/8/4N3/R3K2R w KQ - 0 1"),
            then: Then::MovesOf(Square::E1),
        },
    },
    About {
        pane: PaneId::Sliders,
        text: "How far a rook, bishop or queen sees depends on what stands in its way. A scan walks and asks at each \
            square. The classical method takes whole rays from a table and cuts them off at the nearest blocker. \
            Magic and PEXT work every case out in advance: the few squares that matter are turned into the index of \
            a table, by a multiplication that happens to bring their bits together, or by an instruction made for \
            it. A magic number is found by trying random ones; two sets of blockers may share a slot if they lead to \
            the same attacks.",
        example: Example {
            label: "Show me: a queen in a crowd",
            fen: Some("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
            then: Then::QueenOn(Square::E4),
        },
    },
    About {
        pane: PaneId::Zobrist,
        text: "Each piece on each square, each castling right, each en passant file and Black to move have a random \
            number of 64 bits; a position's key is the XOR of those that apply (Albert Zobrist, 1970). XOR undoes \
            itself: a move takes out what is no longer true and puts in what has become true, and any order of the \
            same moves ends at the same key. An en passant file counts only where a pawn may legally take there, as \
            the repetition rule asks.",
        example: Example {
            label: "Show me: a key with castling and en passant in it",
            fen: Some("r3k2r/pp3ppp/2n5/3pP3/8/5N2/PPP2PPP/R3K2R w KQkq d6 0 12"),
            then: Then::Look,
        },
    },
    About {
        pane: PaneId::AlphaBeta,
        text: "Squares are positions where Max is to move, rounded ones where Min is; all values are told from Max, the \
            side to move at the root. The window [alpha, beta] at an open position holds what Max has for sure and \
            what Min has: a value outside it changes nothing above. Where alpha reaches beta the other moves are \
            left out and fade. Minimax visits them all and comes to the same value. In the tree of the position each \
            position has a few moves, those that look best to the static evaluation one ply on.",
        example: Example {
            label: "Show me: the tree of a middlegame",
            fen: Some("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
            then: Then::Look,
        },
    },
    About {
        pane: PaneId::Scratch,
        text: "What a good position is, built up as classical programs did: each level knows one thing more. Change \
            the numbers, paint the tables, and let a level play the one before it with the same small search: what \
            counts is whether it wins. Piece values are given as two published sets. The usual one is that of \
            Björnsson and Marsland (2000); the learnt one Droste and Fürnkranz found by reinforcement learning, as \
            Bijl and Tiet (2021) report. Both are compared by Pokharel, Techniques In Chess Programming (2025). The \
            tables and all else are our own, not tuned.",
        example: Example {
            label: "Show me: bishop or knight, level by level",
            fen: Some("6k1/pp3ppp/8/3n4/8/1P6/PB3PPP/6K1 w - - 0 1"),
            then: Then::Look,
        },
    },
    About {
        pane: PaneId::Playouts,
        text: "The other way to search: a tree grown by playouts. Each has four phases. Select: from the root down \
            always the move with the greatest sum of Q, what was found of it, and U, a bonus for what looks good or was \
            tried little. Expand: a position that is come to again gets its moves listed, with priors P. Evaluate: the \
            new position is judged. Back up: that value is counted at every node of the line. N is the playouts of a \
            node, n those of a move. UCB1 is Auer, Cesa-Bianchi and Fischer's (2002), its use in trees Kocsis and \
            Szepesvári's (2006), the prior in the bonus that of AlphaZero (2017). The rungs add one idea each; \
            mate, stalemate and draws by rule are proven and rise through the tree with their distance. The same seed \
            grows the same tree.",
        example: Example {
            label: "Show me: a mate in two, found and proven",
            fen: Some("r2r2k1/5ppp/8/8/8/8/3R1PPP/3R2K1 w - - 0 1"),
            then: Then::Playouts(PuctConfig::Knowledge, 400),
        },
    },
    About {
        pane: PaneId::SmallGame,
        text: "A program that teaches itself, on a game small enough to be solved: four in a row on five columns and \
            four rows. A network that knows nothing guides a tree search (PUCT); the search plays against itself; the \
            network learns which columns the searches preferred and how the games ended; and again. The exact solution \
            of the game judges every generation and is never learnt from: in how many positions with something to get \
            wrong the network alone (policy) and its search keep the exact value, how far its value is off, and what \
            the search scores against perfect play. The game is drawn, so half the points are all there are. The same \
            seed learns the same.",
        example: Example {
            label: "Show me: learning for a few seconds",
            fen: None,
            then: Then::Run("small-game"),
        },
    },
];

/// What a view is about; `None` for panels that are not of the Lab.
pub fn about(pane: PaneId) -> Option<About> {
    let of_registry = |entry: &'static Entry| About {
        pane,
        text: tabia_text::text(entry.info.about),
        example: Example {
            label: tabia_text::text(entry.info.example.label),
            fen: entry.info.example.fen,
            then: Then::Run(entry.id()),
        },
    };
    let by_hand = TABLE.iter().find(|about| about.pane == pane).copied();
    by_hand.or_else(|| pane.experiment().map(of_registry))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::Board;

    #[test]
    fn every_example_is_a_position_or_an_experiment() {
        for about in TABLE {
            if let Then::Run(id) = about.example.then {
                assert!(Entry::by_id(id).is_some(), "{id}");
            }
            let Some(fen) = about.example.fen else { continue };
            assert!(Board::from_fen(fen).is_ok(), "{fen}");
            let same = TABLE.iter().filter(|other| other.pane == about.pane).count();
            assert_eq!(same, 1, "{:?}", about.pane);
        }
    }
}
