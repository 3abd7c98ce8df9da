//! How a move is made.

use super::condition::Condition as C;
use super::{Step, Tour};
use crate::window::workspace::PaneId;
use tabia_chess::Square;
use tabia_lab::foundations::sliders::{Method, Slider};

pub(super) const TOUR: Tour = Tour {
    title: "How a move is made",
    about: "From a piece on a square to a list of legal moves, and why the long-range pieces are the hard part.",
    steps: &[
        Step {
            title: "Pseudo-legal and legal",
            text: "A move that a piece can make by its way of moving is pseudo-legal. It is legal if one's own \
                king is not left in check. A program can make the move and look, or know beforehand what pins and \
                checks allow. Tabia knows beforehand.",
            pane: Some(PaneId::Bitboards),
            setup: &[C::Position("4k3/8/8/b7/8/2N5/8/4K3 w - - 0 1", ""), C::NoMoves],
            ask: "Click the knight, then the king. Which moves are refused, and for what reason?",
            done: Some(C::MovesOf(Square::E1)),
        },
        Step {
            title: "The long-range pieces",
            text: "Knights and kings are read from a table. How far a rook sees depends on what stands in its way, \
                and there are more ways to fill its lines than a table of squares could hold. The first program \
                for it just walks, square by square, in four directions.",
            pane: Some(PaneId::Sliders),
            setup: &[
                C::Position("4k3/8/2p3p1/8/2pR3p/8/3P4/4K3 w - - 0 1", ""),
                C::Slides(Slider::Rook, Square::D4),
                C::Method(Method::Scan),
            ],
            ask: "Put a blocker on d5 by a click, look at the other methods, and see all of them agree.",
            done: Some(C::Blocker(Square::D5)),
        },
        Step {
            title: "Rays",
            text: "Better than walking: take the whole ray from a table, find the first blocker on it by a bit \
                scan, and take away the ray behind that blocker. Four rays, four scans, no loop. This is the \
                classical way.",
            pane: Some(PaneId::Sliders),
            setup: &[C::Slides(Slider::Rook, Square::D4), C::Method(Method::Scan)],
            ask: "Follow the steps of the classical method: rays, nearest blockers, what lies behind them.",
            done: Some(C::Method(Method::Classical)),
        },
        Step {
            title: "Only some squares matter",
            text: "What stands on the edge of the board cannot hide anything behind it, and neither can the rook's \
                own square. So only the inner squares of its lines matter: ten for a rook in the middle, twelve in \
                a corner. That leaves 1,024 to 4,096 ways to fill them, which is not too many for a table.",
            pane: Some(PaneId::Sliders),
            setup: &[C::Slides(Slider::Rook, Square::D4), C::Method(Method::Magic)],
            ask: "Look at the mask. Put a blocker on d8, the edge: it changes nothing in the index.",
            done: Some(C::Blocker(Square::D8)),
        },
        Step {
            title: "Magic multiplication",
            text: "The bits of those squares lie scattered over the word; a table wants them side by side. \
                Multiply by the right number and the carries bring them to the top, where a shift takes them down \
                as an index. Nobody derives such a number, it is found by trying. Lasse Hansen and Gerd Isenberg \
                made it popular in 2006 and 2007.",
            pane: Some(PaneId::Sliders),
            setup: &[C::Slides(Slider::Rook, Square::D4), C::Method(Method::Magic)],
            ask: "Follow mask, product, shift and index. Then take the blocker on c4 away: another entry of the table is read.",
            done: Some(C::NoBlocker(Square::C4)),
        },
        Step {
            title: "Find one yourself",
            text: "Try random numbers with few bits set: for every way to fill the mask the index must be free or \
                hold the same attacks. Different blockers that lead to the same attacks may share a place: a \
                collision that does no harm and makes the numbers easier to find.",
            pane: Some(PaneId::Sliders),
            setup: &[C::Slides(Slider::Rook, Square::D4), C::Method(Method::Magic)],
            ask: "Press the button that finds a magic, and see how many numbers had to be tried.",
            done: Some(C::Began("magic")),
        },
        Step {
            title: "An instruction of its own",
            text: "Since 2013 processors have an instruction that gathers the bits under a mask side by side: \
                PEXT. The index is then exact, with no multiplication and no search for numbers. Some processors \
                before 2020 took hundreds of steps for it, so it has to be chosen by what the processor does \
                well.",
            pane: Some(PaneId::Sliders),
            setup: &[C::Method(Method::Magic)],
            ask: "Compare the index that PEXT finds with the magic one: another place in the table, the same \
                attacks.",
            done: Some(C::Method(Method::Pext)),
        },
        Step {
            title: "What the tables weigh",
            text: "All squares together need 102,400 entries for rooks and 5,248 for bishops, 841 KiB. That is why \
                sliders are fast and why tables compete with everything else for the processor's nearest memory.",
            pane: Some(PaneId::Sliders),
            setup: &[C::Slides(Slider::Rook, Square::D4), C::Method(Method::Magic)],
            ask: "Change the piece to a bishop and see how much smaller its table is. A queen is both look-ups \
                together.",
            done: Some(C::Slider(Slider::Bishop)),
        },
        Step {
            title: "The strangest rule",
            text: "En passant takes a pawn from a square the capturer does not go to. Two pawns leave the fifth \
                rank at once, and a king may be uncovered that no pin knew of. Of all rules this one has broken \
                the most programs.",
            pane: Some(PaneId::Bitboards),
            setup: &[C::Position("4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1", "d7d5"), C::NoMoves],
            ask: "Click the pawn on e5. Why may it not take on d6?",
            done: Some(C::MovesOf(Square::E5)),
        },
        Step {
            title: "Sixteen bits",
            text: "From and to take six bits each. Four are left to say what a move is: quiet, double step, \
                castling on either side, capture, en passant, and promotions to four pieces with and without \
                capture. Others spend two bits on the kind and two on the piece promoted to.",
            pane: Some(PaneId::Bitboards),
            setup: &[
                C::Position(
                    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                    "",
                ),
                C::MovesOf(Square::D5),
            ],
            ask: "Click a move of the pawn on d5 and look at its bits in both encodings.",
            done: Some(C::BitsOf(Square::D5)),
        },
        Step {
            title: "Is it right?",
            text: "Counting all games of a few moves has one right answer, known from many programs: 20, 400, \
                8,902, 197,281, 4,865,609. A generator with one rule wrong finds another number somewhere. The \
                position on the board, full of castling, pins and promotions, was made to find it: 48 moves, then \
                2,039, then 97,862.",
            pane: Some(PaneId::Ladder),
            setup: &[C::Position(
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                "",
            )],
            ask: "Climb, and look at the leaves of minimax at depths 1, 2 and 3: the same numbers.",
            done: Some(C::Began("ladder")),
        },
        Step {
            title: "Made or copied",
            text: "After looking at a move a program takes it back, or it has kept a copy of the board and forgets \
                the new one. To take back needs a memory of what was lost: captured piece, rights, counters. Tabia \
                copies: a board is small, and a copy cannot forget anything.",
            pane: Some(PaneId::Representations),
            setup: &[],
            ask: "Run the race and compare what both ways cost.",
            done: Some(C::Began("race")),
        },
    ],
};
