//! A bit a square.

use super::condition::{Condition as C, pieces};
use super::{START, Step, Tour};
use crate::lab::foundations::BitsPage;
use crate::window::workspace::PaneId;
use tabia_chess::{Color, PieceType, Square};
use tabia_lab::foundations::bitboards::{BoardName, Direction, SetOp};

pub(super) const TOUR: Tour = Tour {
    title: "A bit a square",
    about: "A board has 64 squares and a processor word 64 bits: sets of squares as numbers.",
    steps: &[
        Step {
            title: "Sixty-four squares, sixty-four bits",
            text: "A chess board has as many squares as a word of today's processors has bits. Give every square a \
                bit and one number says where, for instance, all white pawns stand. Here a1 is the lowest bit, h1 \
                the eighth, h8 the highest. Mikhail Shura-Bura thought of it in 1952; the programs Kaissa and \
                Chess 4.0 were the first to live by it.",
            pane: Some(PaneId::Bitboards),
            setup: &[
                C::Position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ""),
                C::Board(BoardName::Occupied),
            ],
            ask: "Choose White's pawns among the boards. Their number is 0xFF00: eight bits on, eight zero bits \
                below them.",
            done: Some(C::Board(pieces(Color::White, PieceType::Pawn))),
        },
        Step {
            title: "Twelve boards make a position",
            text: "Six kinds of pieces in two colours: twelve numbers of 64 bits hold all of the position that \
                stands on squares. Side to move, castling rights, en passant square and the counter of the \
                fifty-move rule need a few bits more.",
            pane: Some(PaneId::Bitboards),
            setup: &[C::Board(pieces(Color::White, PieceType::Pawn))],
            ask: "Choose Black's knights: two bits are on. Which numbers have b8 and g8, if a1 has 0? The lowest and the highest bit below the board tell.",
            done: Some(C::Board(pieces(Color::Black, PieceType::Knight))),
        },
        Step {
            title: "Sets, all squares at once",
            text: "Or unites two sets, and gives what they have in common, not what is left, minus takes one out \
                of the other. One instruction answers for all 64 squares: the white pieces that are attacked are \
                the white pieces and the attacks of Black.",
            pane: Some(PaneId::Bitboards),
            setup: &[
                C::Position(START, "e2e4 e7e5 g1f3"),
                C::Shift(pieces(Color::White, PieceType::Pawn), Direction::East, true),
            ],
            ask: "Combine White's attacks and all black pieces by and. One pawn is left: it is attacked.",
            done: Some(C::Combine(
                BoardName::Attacks(Color::White),
                SetOp::And,
                BoardName::Side(Color::Black),
            )),
        },
        Step {
            title: "To move is to shift",
            text: "A step north is eight bits up, a step east one. Shifting the number moves all its pieces at \
                once: the eight pawns of a side are pushed by one instruction.",
            pane: Some(PaneId::Bitboards),
            setup: &[
                C::Position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ""),
                C::Shift(pieces(Color::White, PieceType::Pawn), Direction::East, true),
            ],
            ask: "Shift White's pawns north. The double step is the same once more, as long as both squares are empty.",
            done: Some(C::Shift(pieces(Color::White, PieceType::Pawn), Direction::North, true)),
        },
        Step {
            title: "Around the edge",
            text: "The squares lie in one row without end: a step east from h2 leads to a3, and a pawn of h2 that \
                captures to the north-east would land on a4. That is why the h-file is masked out before such a \
                shift.",
            pane: Some(PaneId::Bitboards),
            setup: &[C::Shift(pieces(Color::White, PieceType::Pawn), Direction::NorthEast, true)],
            ask: "Take the mask off this shift to the north-east, and see where the pawn of h2 lands.",
            done: Some(C::Shift(
                pieces(Color::White, PieceType::Pawn),
                Direction::NorthEast,
                false,
            )),
        },
        Step {
            title: "How many?",
            text: "Counting the bits that are on, the population count, is one instruction, on PCs since 2008. It \
                is what material, mobility and the safety of a king are counted by: how many pieces, how many \
                squares reached, how many squares around the king attacked.",
            pane: Some(PaneId::Bitboards),
            setup: &[
                C::Position(START, "e2e4 e7e5 g1f3"),
                C::Board(pieces(Color::White, PieceType::Pawn)),
            ],
            ask: "Compare the popcounts of both sides' attacks and choose White's: 31 squares against 29, an open diagonal ahead.",
            done: Some(C::Board(BoardName::Attacks(Color::White))),
        },
        Step {
            title: "One after the other",
            text: "To do something for each piece the lowest bit is found by counting the zeros below it, dealt \
                with, and cleared: x and (x minus 1) is x without its lowest bit. The loop ends when nothing is \
                left, and it takes as many turns as there are pieces, not 64.",
            pane: Some(PaneId::Bitboards),
            setup: &[
                C::Position(
                    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                    "",
                ),
                C::Scan(BoardName::Side(Color::White), 0),
            ],
            ask: "Step through the bit scan of the white pieces, three steps at least. In what order are the squares found?",
            done: Some(C::Scan(BoardName::Side(Color::White), 3)),
        },
        Step {
            title: "Leapers from a table",
            text: "Where a knight or a king can go from a square never changes, so 64 numbers each are worked out \
                once and looked up for ever. Pawns need a table for each colour. All that is left to do is to take \
                one's own pieces out of the set.",
            pane: Some(PaneId::Bitboards),
            setup: &[C::NoMoves],
            ask: "Click the white knight on e5: the rings are its table entry without White's own pieces.",
            done: Some(C::MovesOf(Square::E5)),
        },
        Step {
            title: "Pinned",
            text: "A piece is pinned if it is the only one between its king and a slider of the other side. With \
                sets: look from the king as if it were a slider, through one piece, and see who looks back. Pinned \
                pieces and checkers are known before the first move is made, so illegal moves need not be tried.",
            pane: Some(PaneId::Bitboards),
            setup: &[
                C::Position("4k3/8/8/b7/8/2N5/8/4K3 w - - 0 1", ""),
                C::Board(BoardName::Pinned(Color::White)),
            ],
            ask: "One bit is on, the knight's. On the page of moves click it: its moves are drawn as pseudo-legal only, and it is said why.",
            done: Some(C::MovesOf(Square::C3)),
        },
        Step {
            title: "Questions about pawns",
            text: "Is a pawn passed? Fill its file and both neighbours from the pawn to the last rank: if no enemy \
                pawn is in that set, nobody can stop it but pieces. Doubled, isolated and backward pawns are found \
                by fills of the same kind.",
            pane: Some(PaneId::Bitboards),
            setup: &[
                C::Position("4k3/p1p5/8/1P6/8/8/P6P/4K3 w - - 0 1", ""),
                C::Board(BoardName::Passed(Color::White)),
            ],
            ask: "Choose the spans of White's passed pawns. Why is the pawn on h2 passed and the one on b5 not?",
            done: Some(C::Board(BoardName::PassedSpan(Color::White))),
        },
        Step {
            title: "A position as zeros and ones",
            text: "Written one after the other the twelve boards are 768 zeros and ones, with as many ones as \
                there are pieces. This one-hot form is what neural networks are fed with. Tabia's network takes it \
                twice, once for pieces that are safe and once for those that hang, and 128 numbers more for passed \
                pawns.",
            pane: Some(PaneId::Bitboards),
            setup: &[
                C::Position(
                    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                    "",
                ),
                C::Board(BoardName::Occupied),
            ],
            ask: "Open the page of the encoding and count: how many of the 768 are on?",
            done: Some(C::Page(BitsPage::Encoding)),
        },
        Step {
            title: "Is it worth it?",
            text: "An array of 64 squares says at once what stands on e4, and must be asked 64 times where the \
                pawns are. Sets know at once where, and must be asked twelve times what. Programs that generate \
                moves do the second far more often.",
            pane: Some(PaneId::Representations),
            setup: &[],
            ask: "Start the race: the same rules on six kinds of boards, the same positions, counted side by side.",
            done: Some(C::Began("race")),
        },
    ],
};
