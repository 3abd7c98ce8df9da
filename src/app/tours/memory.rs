//! Memory of a search.

use super::look::Look;
use super::{At, Done, Step, Tour};
use crate::lab::foundations::ZobristPage;
use crate::window::workspace::PaneId;

pub(super) const TOUR: Tour = Tour {
    title: "Memory of a search",
    about: "The same positions come up again and again: how they are recognised and what is remembered.",
    steps: &[
        Step {
            title: "The same by another road",
            text: "One d4, d5, two c4 or one c4, d5, two d4: the order of moves does not matter to the position. In \
                a deep search most positions are reached by many roads, and it would be foolish to search them \
                again.",
            pane: Some(PaneId::Zobrist),
            at: At::Moves("d2d4 d7d5 c2c4"),
            shows: &[Look::Zobrist(ZobristPage::Terms)],
            ask: "Look at the page of two orders: different moves, one key.",
            done: Done::Sees(Look::Zobrist(ZobristPage::Orders)),
        },
        Step {
            title: "A key that is an XOR",
            text: "Draw a random number of 64 bits for each piece on each square, one for the side to move, and \
                some for castling and en passant. The key of a position is the XOR of those that apply. Albert \
                Zobrist described it in 1970.",
            pane: Some(PaneId::Zobrist),
            at: At::Here,
            shows: &[Look::Zobrist(ZobristPage::Orders)],
            ask: "Count the terms on their page: one for each piece, and a few more. Their XOR is the key.",
            done: Done::Sees(Look::Zobrist(ZobristPage::Terms)),
        },
        Step {
            title: "What a move changes",
            text: "XOR is its own inverse. A move takes the piece's old term out and puts the new one in, and \
                changes the side: three instructions, whatever the position. To take the move back does the same \
                once more.",
            pane: Some(PaneId::Zobrist),
            at: At::Moves("d2d4 d7d5"),
            shows: &[Look::Zobrist(ZobristPage::LastMove)],
            ask: "Play c2 to c4 and read what goes out of the key and what comes in.",
            done: Done::Played("c2c4"),
        },
        Step {
            title: "Not quite unique",
            text: "There are far more positions than keys, so two may share one. By the birthday rule among n \
                positions there are about n squared through 2 to the power of bits plus one pairs that do. With \
                64 bits a search of ten thousand million positions expects two or three.",
            pane: Some(PaneId::Zobrist),
            at: At::Here,
            shows: &[Look::Zobrist(ZobristPage::LastMove)],
            ask: "On the page of the table set the number of positions and see when the first collision is to be expected, with the whole key and with the bits that are compared.",
            done: Done::Sees(Look::Zobrist(ZobristPage::Table)),
        },
        Step {
            title: "What an entry says",
            text: "Best move, value, whether it is exact or a bound, depth, static evaluation, age. Eight bytes \
                here. Most values are bounds: the search only proved that a move is too good or not good enough.",
            pane: Some(PaneId::HashTable),
            at: At::Fen("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"),
            shows: &[],
            ask: "Start the analysis and read the entry of this position, as it is meant and as it lies in memory.",
            done: Done::Analysing,
        },
        Step {
            title: "A famous test",
            text: "Position 70 of Reuben Fine's book of endings from 1941, known before from Emanuel Lasker. Only \
                one move wins. With blocked pawns and two kings there are few positions and millions of roads to \
                them: with a table twenty plies take a moment, without one they take for ever.",
            pane: Some(PaneId::HashTable),
            at: At::Here,
            shows: &[],
            ask: "Play the winning move, king to b1.",
            done: Done::Played("a1b1"),
        },
        Step {
            title: "What it is worth",
            text: "Switch the table off and compare. In the middlegame it saves less than in an ending, but it also \
                knows the best move of the last iteration, and that is worth more than the values.",
            pane: Some(PaneId::Compare),
            at: At::Fen("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"),
            shows: &[],
            ask: "Compare the engine with the table off on side B, on this position.",
            done: Done::Compared("", "no-tt", None),
        },
        Step {
            title: "Where it goes",
            text: "A table is smaller than the tree. A cluster holds three entries and a new one takes the place of \
                the one worth least: shallow, old, not exact. Age tells what belongs to searches of earlier \
                moves.",
            pane: Some(PaneId::HashTable),
            at: At::Here,
            shows: &[],
            ask: "Look at the survey: how much is full, how old and how deep are the entries?",
            done: Done::Looked,
        },
        Step {
            title: "The line in the table",
            text: "Following the best moves from entry to entry gives the line the engine expects, until an entry \
                has been overwritten. That is why lines shown by engines are sometimes shorter than the search \
                was deep.",
            pane: Some(PaneId::HashTable),
            at: At::Here,
            shows: &[],
            ask: "Follow the line of table moves. Why does it stop?",
            done: Done::Looked,
        },
        Step {
            title: "Twice, three times",
            text: "A position that comes up for the third time is a draw, and a search that never looks back would \
                not know. So the keys of the game are kept, and a position met twice is taken for a draw at \
                once: who can go around once can go around again.",
            pane: Some(PaneId::Zobrist),
            at: At::Moves("g1f3 g8f6 f3g1 f6g8"),
            shows: &[Look::Zobrist(ZobristPage::Orders)],
            ask: "Play the knight out once more. How often has the position stood on the board?",
            done: Done::Played("g1f3"),
        },
        Step {
            title: "What must not be remembered",
            text: "A value that came from a repetition or from the fifty-move rule belongs to the road, not to the \
                position, but the table knows positions only. Programs live with it and keep such values out \
                where they can: the table does not see how a position was reached.",
            pane: Some(PaneId::HashTable),
            at: At::Here,
            shows: &[],
            ask: "Step back through the game: the key is the same, the count of repetitions is not.",
            done: Done::Looked,
        },
    ],
};
