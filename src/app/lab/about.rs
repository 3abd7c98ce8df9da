//! What each view of the Lab is about: an explanation, and a position that shows it at its best.

use tabia_engine::eval::layout::Part;
use tabia_engine::puct::options::PuctConfig;
use tabia_lab::experiment::Entry;
use tabia_lab::horizon::EFFECT_FEN;
use tabia_lab::why;
use tabia_lab::xray::RowKind;
use tabia_text::text;

use crate::window::workspace::PaneId;
use tabia_chess::Square;

/// The explanation of a view.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The view.
    pub pane: PaneId,
    /// What is shown and how to read it.
    pub text: &'static str,
    /// A position to see it.
    pub example: Example,
}

/// A position that demonstrates a view.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// What will be seen, for the button.
    pub label: &'static str,
    /// The position; `None` if the view does not depend on the one on the board.
    pub fen: Option<&'static str>,
    /// What to do there.
    pub then: Then,
}

/// What to do at the position of an example.
#[derive(Clone, Copy, Debug)]
pub enum Then {
    /// Nothing: the view follows the board.
    Follow,
    /// Start analysis.
    Analyse,
    /// Colour the squares of a row of the hand-crafted evaluation.
    Paint(RowKind),
    /// Show the moves of the piece on this square, and why some are illegal.
    MovesOf(Square),
    /// Use the pieces of the position as blockers for a queen on this square.
    QueenOn(Square),
    /// Grow a tree by this many playouts of a configuration.
    Playouts(PuctConfig, u32),
    /// Run the example of this experiment.
    Run(&'static str),
}

/// The views, each once. The texts are keys of messages.
const TABLE: &[About] = &[
    About {
        pane: PaneId::WhyNot,
        text: "about-why-not",
        example: Example {
            label: "about-why-not.example",
            fen: Some(why::EXAMPLE_FEN),
            then: Then::Run("why"),
        },
    },
    About {
        pane: PaneId::SearchTree,
        text: "about-search-tree",
        example: Example {
            label: "about-search-tree.example",
            fen: Some("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1"),
            then: Then::Run("tree"),
        },
    },
    About {
        pane: PaneId::Profile,
        text: "about-profile",
        example: Example {
            label: "about-profile.example",
            fen: Some("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
            then: Then::Analyse,
        },
    },
    About {
        pane: PaneId::HashTable,
        text: "about-hash-table",
        example: Example {
            label: "about-hash-table.example",
            fen: Some("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"),
            then: Then::Analyse,
        },
    },
    About {
        pane: PaneId::MoveOrder,
        text: "about-move-order",
        example: Example {
            label: "about-move-order.example",
            fen: Some("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
            then: Then::Analyse,
        },
    },
    About {
        pane: PaneId::Horizon,
        text: "about-horizon",
        example: Example {
            label: "about-horizon.example",
            fen: Some(EFFECT_FEN),
            then: Then::Run("horizon-effect"),
        },
    },
    About {
        pane: PaneId::Xray,
        text: "about-xray",
        example: Example {
            label: "about-xray.example",
            fen: Some("r2q1rk1/pb2bppp/1pn1p3/3pN3/3P1P2/2PB2R1/P5PP/R1BQ2K1 w - - 0 17"),
            then: Then::Paint(RowKind::Term(Part::Attack)),
        },
    },
    About {
        pane: PaneId::LiveTree,
        text: "about-live-tree",
        example: Example {
            label: "about-live-tree.example",
            fen: Some("r3r1k1/pp3pbp/1qp3p1/2B5/2BP2b1/Q1n2N2/P4PPP/3R1K1R b - - 0 17"),
            then: Then::Analyse,
        },
    },
    About {
        pane: PaneId::RootRace,
        text: "about-root-race",
        example: Example {
            label: "about-root-race.example",
            fen: Some("r5k1/pppb3p/2np1n2/8/3PqNpP/3Q2P1/PPP5/R4RK1 w - - 0 1"),
            then: Then::Analyse,
        },
    },
    About {
        pane: PaneId::Bitboards,
        text: "about-bitboards",
        example: Example {
            label: "about-bitboards.example",
            fen: Some("1k1rr1r1/8/8/8/8/8/4N3/R3K2R w KQ - 0 1"),
            then: Then::MovesOf(Square::E1),
        },
    },
    About {
        pane: PaneId::Sliders,
        text: "about-sliders",
        example: Example {
            label: "about-sliders.example",
            fen: Some("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
            then: Then::QueenOn(Square::E4),
        },
    },
    About {
        pane: PaneId::Zobrist,
        text: "about-zobrist",
        example: Example {
            label: "about-zobrist.example",
            fen: Some("r3k2r/pp3ppp/2n5/3pP3/8/5N2/PPP2PPP/R3K2R w KQkq d6 0 12"),
            then: Then::Follow,
        },
    },
    About {
        pane: PaneId::AlphaBeta,
        text: "about-alpha-beta",
        example: Example {
            label: "about-alpha-beta.example",
            fen: Some("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
            then: Then::Follow,
        },
    },
    About {
        pane: PaneId::Scratch,
        text: "about-scratch",
        example: Example {
            label: "about-scratch.example",
            fen: Some("6k1/pp3ppp/8/3n4/8/1P6/PB3PPP/6K1 w - - 0 1"),
            then: Then::Follow,
        },
    },
    About {
        pane: PaneId::Playouts,
        text: "about-playouts",
        example: Example {
            label: "about-playouts.example",
            fen: Some("r2r2k1/5ppp/8/8/8/8/3R1PPP/3R2K1 w - - 0 1"),
            then: Then::Playouts(PuctConfig::Knowledge, 400),
        },
    },
    About {
        pane: PaneId::SmallGame,
        text: "about-small-game",
        example: Example {
            label: "about-small-game.example",
            fen: None,
            then: Then::Run("small-game"),
        },
    },
];

/// The explanation of a view; `None` for panels outside the Lab.
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
    let translated = |about: &About| About {
        pane,
        text: text(about.text),
        example: Example { label: text(about.example.label), ..about.example },
    };
    let by_hand = TABLE.iter().find(|about| about.pane == pane).map(translated);
    by_hand.or_else(|| pane.experiment().map(of_registry))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::Board;
    use tabia_text::find;

    #[test]
    fn every_example_is_a_position_or_an_experiment() {
        for about in TABLE {
            assert!(find(about.text).and(find(about.example.label)).is_some(), "{}", about.text);
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
