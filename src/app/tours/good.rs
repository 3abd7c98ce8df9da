//! What good means.

use super::condition::Condition as C;
use super::{START, Step, Tour};
use crate::lab::xray::XrayView;
use crate::window::workspace::PaneId;
use tabia_chess::Square;
use tabia_engine::eval::layout::Part;
use tabia_lab::xray::RowKind;

pub(super) const TOUR: Tour = Tour {
    title: "What good means",
    about: "How a position is judged without looking further: by terms that people wrote and by a network that \
        learnt.",
    steps: &[
        Step {
            title: "The sum of terms",
            text: "An evaluation adds up what players talk about: material, places, pawns, mobility, safety of \
                kings. Each term has a value for the middlegame and one for the endgame. The sum is the score, to \
                the last hundredth of a pawn.",
            pane: Some(PaneId::Xray),
            setup: &[
                C::Position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ""),
                C::Xray(XrayView::Terms),
            ],
            ask: "Look at the terms of the start position. White is ahead by one thing only: the move.",
            done: None,
        },
        Step {
            title: "Material",
            text: "A pawn is a hundred. Knight and bishop about three pawns, a rook five, a queen nine, as the \
                books have said for two hundred years; programs fit the numbers to games and find a little more \
                for the bishop, and more still for two.",
            pane: Some(PaneId::Xray),
            setup: &[C::Xray(XrayView::Terms)],
            ask: "Take the knight on b1 off the small board and read by how much the score changes: it is more than the row of material, for a place is lost as well.",
            done: Some(C::Emptied(Square::B1)),
        },
        Step {
            title: "Places",
            text: "A knight in the centre reaches eight squares and on the rim four or less. A table for each \
                piece says what a square is worth to it. It is the cheapest knowledge there is, and much of what \
                players call development is in it.",
            pane: Some(PaneId::Xray),
            setup: &[C::Position(START, "g1h3 g8f6"), C::Xray(XrayView::Terms)],
            ask: "Select the row of the squares and compare what the places of both knights are worth.",
            done: Some(C::Row(RowKind::Term(Part::Squares))),
        },
        Step {
            title: "Pawns",
            text: "Doubled pawns hinder each other, isolated ones have no neighbour to protect them. They cannot \
                step back, so what is wrong with them stays wrong, and what is known about a formation can be kept \
                in a table of its own.",
            pane: Some(PaneId::Xray),
            setup: &[
                C::Position("4k3/ppp2ppp/8/8/8/2P5/P1P2PPP/4K3 w - - 0 1", ""),
                C::Xray(XrayView::Terms),
            ],
            ask: "Select the row of the pawns and see which squares are painted.",
            done: Some(C::Row(RowKind::Term(Part::Pawns))),
        },
        Step {
            title: "Passed pawns",
            text: "A pawn that no enemy pawn can stop is worth more with each step, and much more in the endgame, \
                where fewer pieces are left to stand in its way.",
            pane: Some(PaneId::Xray),
            setup: &[
                C::Position("4k3/p1p5/8/1P6/8/8/P6P/4K3 w - - 0 1", ""),
                C::Xray(XrayView::Terms),
            ],
            ask: "Move the pawn from h2 to h6 on the small board and watch its term grow.",
            done: Some(C::Moved(Square::H2, Square::H6)),
        },
        Step {
            title: "Mobility",
            text: "A piece that can go nowhere is worth less than its name. Count the squares it reaches that are \
                not guarded by pawns: few are bad, and each further one matters less.",
            pane: Some(PaneId::Xray),
            setup: &[
                C::Position("4k3/pp3p1p/2p1p1p1/3pP3/3P1P2/2P1B1P1/PP5P/4K3 w - - 0 1", ""),
                C::Xray(XrayView::Terms),
            ],
            ask: "Put the bishop from e3 to f8 and compare. The same piece, another mobility.",
            done: Some(C::Moved(Square::E3, Square::F8)),
        },
        Step {
            title: "The king",
            text: "Pawns before it, open files beside it, squares around it that are attacked by two pieces and \
                more. Danger does not add up, it multiplies: one attacker is nothing, three are often mate.",
            pane: Some(PaneId::Xray),
            setup: &[
                C::Position("r2q1rk1/pb2bppp/1pn1p3/3pN3/3P1P2/2PB2R1/P5PP/R1BQ2K1 w - - 0 17", ""),
                C::Xray(XrayView::Terms),
            ],
            ask: "Find the term of the attack, then take White's queen off: how much of it is left?",
            done: Some(C::Emptied(Square::D1)),
        },
        Step {
            title: "Two scores in one",
            text: "A king hides in the middlegame and fights in the endgame. So each term has two values, and what \
                material is left says how much of either counts: tapering. Without it a program changes its mind \
                at once when the queens go.",
            pane: Some(PaneId::Xray),
            setup: &[C::Xray(XrayView::Terms)],
            ask: "Compare the middlegame and the endgame part of the king's terms.",
            done: None,
        },
        Step {
            title: "A network",
            text: "Its first layer adds up a row of numbers for each piece on its square, as a table of places \
                would, but with hundreds of numbers in place of one; what follows mixes them. Yu Nasu made such \
                networks for shogi in 2018, Stockfish has one since 2020. Tabia's has learnt from Tabia's own \
                games.",
            pane: Some(PaneId::Xray),
            setup: &[
                C::Position(
                    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                    "",
                ),
                C::Xray(XrayView::Terms),
            ],
            ask: "Show both sides by side: where do terms and network disagree most?",
            done: Some(C::Xray(XrayView::Both)),
        },
        Step {
            title: "What a piece is worth to it",
            text: "The network has no terms to read. But take a piece away and see how the score changes: that is \
                what it is worth here, with all it does. Bishops behind pawns come out cheap, passed pawns dear.",
            pane: Some(PaneId::Xray),
            setup: &[C::Xray(XrayView::Both)],
            ask: "Look for a piece that the network values clearly higher or lower than the terms do.",
            done: None,
        },
        Step {
            title: "What hangs",
            text: "Black's pawn on e5 is attacked and not protected. A layer that adds up rows cannot see it, for \
                that is a matter of two pieces. So Tabia tells its network: every piece has two rows, one for safe \
                and one for hanging.",
            pane: Some(PaneId::Xray),
            setup: &[C::Position(START, "e2e4 e7e5 g1f3"), C::Xray(XrayView::Network)],
            ask: "Find e5 among the inputs. Then play knight to c6 and look again.",
            done: Some(C::Played("b8c6")),
        },
        Step {
            title: "Small numbers",
            text: "Weights are kept as whole numbers of 8 and 16 bits, so that one instruction does thirty-two of \
                them. What is lost by rounding is measured, not guessed: five or six hundredths of a pawn on \
                average.",
            pane: Some(PaneId::Xray),
            setup: &[C::Xray(XrayView::Network)],
            ask: "Read the error of this position below the outputs.",
            done: None,
        },
        Step {
            title: "Write one yourself",
            text: "Material first, then places, pawns, mobility, kings, tapering: six evaluations, each knowing one \
                thing more than the one before, on the same small search. Numbers from two published tables or \
                your own. Whether a thing is worth knowing is not argued about, it is played out.",
            pane: Some(PaneId::Scratch),
            setup: &[],
            ask: "Let each level play the one before it, and see how sure the result is after a hundred games.",
            done: Some(C::Began("scratch")),
        },
    ],
};
