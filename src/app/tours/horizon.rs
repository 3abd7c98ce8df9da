//! The horizon.

use super::condition::Condition as C;
use super::{START, Step, Tour};
use crate::window::workspace::PaneId;

pub(super) const TOUR: Tour = Tour {
    title: "The horizon",
    about: "Where a search has to stop, what it does not see there, and what is done about it.",
    steps: &[
        Step {
            title: "Somewhere it ends",
            text: "However deep a search goes, at its last ply somebody must say what the position is worth, and \
                what happens one ply later is not seen. Hans Berliner gave it the name horizon in 1973.",
            pane: Some(PaneId::Horizon),
            setup: &[C::Position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "")],
            ask: "Look along the best line: each column is a search one or more plies deeper.",
            done: Some(C::Began("horizon")),
        },
        Step {
            title: "In the middle of an exchange",
            text: "White has just taken a pawn. Counted now White is a pawn up. One ply later it is taken back. A \
                value in the middle of an exchange means nothing.",
            pane: Some(PaneId::Horizon),
            setup: &[C::Position(START, "e2e4 d7d5 e4d5")],
            ask: "Compare the static value with that of quiescence in the first row.",
            done: Some(C::Began("horizon")),
        },
        Step {
            title: "Quiescence",
            text: "So the last word is given only to quiet positions: at the end of the search captures and \
                promotions go on until nothing is left worth taking. The side to move may stand pat, for nobody \
                is forced to capture. Shannon asked for this in 1950, before there was a program.",
            pane: Some(PaneId::SearchTree),
            setup: &[],
            ask: "Record a tree and follow a line to its end: below depth 0 there are captures only.",
            done: Some(C::Began("tree")),
        },
        Step {
            title: "What it costs and brings",
            text: "Quiescence makes every search larger and the tree of the same strength smaller. The author of \
                Tesseract measured 709 seconds without it and 266 with it, and the growth by ply fell from 5.99 \
                to 4.23.",
            pane: Some(PaneId::Compare),
            setup: &[],
            ask: "Take the example behind the question mark: our engine, with what was known then, with and \
                without it.",
            done: Some(C::RanExample("ab")),
        },
        Step {
            title: "Pushing it away",
            text: "Something is lost, but there are still moves that only delay: a check, an attack on the queen. \
                Each delay costs two plies, and then the loss lies behind the horizon and is believed to have \
                been avoided. The program throws good pawns after a bad piece.",
            pane: Some(PaneId::Horizon),
            setup: &[C::Position("r5k1/pppb3p/2np1n2/8/3PqNpP/3Q2P1/PPP5/R4RK1 w - - 0 1", "")],
            ask: "Show the horizon effect and read row by row what a fixed depth believes.",
            done: Some(C::Began("horizon-effect")),
        },
        Step {
            title: "With quiescence",
            text: "Captures at the end show a part of the truth sooner, but a quiet delay still pushes the rest \
                away. Compare the columns: the shallow depths of both are wrong in different ways.",
            pane: Some(PaneId::Horizon),
            setup: &[],
            ask: "At which depth does each of the three ways of looking change its mind?",
            done: None,
        },
        Step {
            title: "Deeper where it is forced",
            text: "A check leaves few answers, so following it costs little; a move that is the only good one \
                deserves another ply. Extensions spend depth where something is going on. Singular extensions \
                come from the machine Deep Thought, 1988.",
            pane: Some(PaneId::Compare),
            setup: &[],
            ask: "Compare the engine with singular extensions off on side B. At equal depth they enlarge the tree: \
                what they bring is not to be seen in nodes.",
            done: Some(C::Compared("", "no-singular-extension", None)),
        },
        Step {
            title: "Captures that lead nowhere",
            text: "Quiescence itself must not explode. Captures that lose material by plain exchange are left out, \
                and so are those that could not bring the score back to alpha even if all went well: delta \
                pruning.",
            pane: Some(PaneId::SearchTree),
            setup: &[C::Position(
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                "",
            )],
            ask: "Record a tree and filter it by static exchange and by delta pruning.",
            done: Some(C::Began("tree")),
        },
        Step {
            title: "The greedy move",
            text: "Taking the queen looks best at depth 1, and quiescence agrees, for it looks at captures only and \
                the mate that follows consists of a check and a quiet knight move.",
            pane: Some(PaneId::WhyNot),
            setup: &[C::Position(
                "rn1qkbnr/ppp2p1p/3p2p1/4N3/2B1P1b1/2N5/PPPP1PPP/R1BQK2R b KQkq - 0 5",
                "",
            )],
            ask: "Take the queen with the bishop and find the mate in two.",
            done: Some(C::Played("g4d1")),
        },
        Step {
            title: "Nothing can be done",
            text: "Some horizons are a hundred plies away: a fortress, a pawn race, a rook that will in the end not \
                get through. There knowledge helps where depth does not: endgame tables know all positions of \
                few men, however far the end.",
            pane: Some(PaneId::HashTable),
            setup: &[C::Position("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", "")],
            ask: "Let the engine analyse. How deep does it have to look before it knows the only winning move?",
            done: Some(C::Analysing),
        },
    ],
};
