//! From playouts to PUCT: the other school, one idea after the other, up to a network taught by its own games.

use super::condition::Condition as C;
use super::{START, Step, Tour};
use crate::window::workspace::PaneId;
use tabia_chess::Square;
use tabia_engine::puct::options::Rung;

/// White's queen keeps Black's rook from the first rank; the pawn on d7 can be had for being mated.
const TRAP: &str = "4r1k1/3p1ppp/8/8/8/8/3Q1PPP/6K1 w - - 0 1";
/// The queen takes on h7 and is gone; the pawn on h5 mates.
const SACRIFICE: &str = "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1";

pub(super) const TOUR: Tour = Tour {
    title: "From playouts to PUCT",
    about: "The other school: a tree that is grown, not pruned, from random games to a network taught by its own.",
    steps: &[
        Step {
            title: "Games of dice",
            text: "Nobody has to know what a position is worth: play it out by random moves, many times, and count \
                who wins. Bruce Abramson tried it on Othello in 1990. Here taking on d7 allows mate in one, but \
                of the answers drawn by lot one in twenty is that mate: among 10,000 games the pawn looks nearly as \
                good as any other move.",
            pane: Some(PaneId::Playouts),
            setup: &[C::Position(TRAP, ""), C::Grown(Rung::Flat, 0)],
            ask: "Make 500 playouts and look for queen takes d7 among the values.",
            done: Some(C::Grown(Rung::Flat, 500)),
        },
        Step {
            title: "A row of bandits",
            text: "Slot machines of which nobody knows how much they pay: play on the best one, or try another? UCB1 \
                (Peter Auer and others, 2002) adds to each mean a bonus that grows while it is neglected. Levente \
                Kocsis and Csaba Szepesvári used it at every node of a tree in 2006, and so did Go programs from \
                then on: UCT.",
            pane: Some(PaneId::Playouts),
            setup: &[C::Grown(Rung::Uct, 0)],
            ask: "Make 100 playouts: how many does queen takes d7 get now?",
            done: Some(C::Grown(Rung::Uct, 100)),
        },
        Step {
            title: "Four phases",
            text: "Select: from the root follow the greatest sum of value and bonus to the end of the tree. Expand: \
                list the moves there. Evaluate: find out what the new position is worth. Back up: tell every node \
                on the way, turned around at each ply. That is one playout, and the whole search is nothing else.",
            pane: Some(PaneId::Playouts),
            setup: &[C::Grown(Rung::Uct, 0)],
            ask: "Go through two playouts phase by phase and watch what lights up in the tree.",
            done: Some(C::Grown(Rung::Uct, 2)),
        },
        Step {
            title: "What is certain",
            text: "A mean never ends an argument, a mate does. Where a reply mates, the move before it is lost and \
                gets no more playouts; where all moves are lost, so is the position. Mark Winands and others taught \
                this to UCT in 2008. A new node looks for a move that mates before it goes by anything else.",
            pane: Some(PaneId::Playouts),
            setup: &[C::Grown(Rung::Uct, 100), C::Below(Square::D2, Square::D7)],
            ask: "Here is the node behind queen takes d7. Go back up to the root and read what the table says of it.",
            done: Some(C::AtRoot),
        },
        Step {
            title: "Chance has no taste",
            text: "Dice tell a won position from a lost one where games are short. From the start position random \
                games go on for hundreds of plies and nearly all are drawn: what differs between the moves is noise.",
            pane: Some(PaneId::Playouts),
            setup: &[C::Position(START, ""), C::Grown(Rung::Uct, 0)],
            ask: "Make 400 playouts. Would you open with the favourite? Another seed has another one.",
            done: Some(C::Grown(Rung::Uct, 400)),
        },
        Step {
            title: "Somebody who can judge",
            text: "In place of a random game, ask the evaluation: one number, at once, and the same each time. Now \
                the moves are told apart, a little. Chess programs that did this lost all the same: four hundred \
                playouts over twenty moves are twenty each, and twenty see nothing deep.",
            pane: Some(PaneId::Playouts),
            setup: &[C::Grown(Rung::UctEval, 0)],
            ask: "Make 400 playouts and compare how many the first and the last move got.",
            done: Some(C::Grown(Rung::UctEval, 400)),
        },
        Step {
            title: "Which moves look good",
            text: "Christopher Rosin (2011) had an adviser: each move has a prior P, and its bonus is c · P · √N / \
                (1 + n). What looks bad waits. AlphaGo took it over and it is called PUCT. Here rules of thumb \
                advise: captures by what they win, checks, development, pieces in danger.",
            pane: Some(PaneId::Playouts),
            setup: &[C::Grown(Rung::Knowledge, 0)],
            ask: "Make 400 playouts, choose a move of the table and read the formula with its numbers.",
            done: Some(C::Grown(Rung::Knowledge, 400)),
        },
        Step {
            title: "Before the first look",
            text: "What is a move worth that was never tried? UCT said: everything, try it. With thirty moves that \
                wastes most of the playouts. First-play urgency says: as much as its node, less a little for \
                everything already tried. At 0 it is curious, at 1 it trusts what it knows.",
            pane: Some(PaneId::Playouts),
            setup: &[C::Grown(Rung::Knowledge, 0)],
            ask: "Set the first play to 0 and then to 0.6, with 200 playouts each: how many moves are tried at all?",
            done: Some(C::Grown(Rung::Knowledge, 200)),
        },
        Step {
            title: "A network advises",
            text: "AlphaZero (David Silver and others, 2017) learnt both: one head says which moves look good, the \
                other who stands better. Ours was shown millions of moves that its own searches and strong players \
                chose. It has never been told what a fork is.",
            pane: Some(PaneId::Playouts),
            setup: &[
                C::Position(
                    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                    "",
                ),
                C::Grown(Rung::Network, 0),
            ],
            ask: "Read the priors before the first playout, then make 400. Which moves did the search think better of?",
            done: Some(C::Grown(Rung::Network, 400)),
        },
        Step {
            title: "What an adviser cannot see",
            text: "White mates in two by giving the queen on h7. Who has seen many games gives such a move three parts \
                in a thousand, and the bonus of next to nothing is next to nothing. Each idea of this ladder buys \
                depth where it is right with blindness where it is wrong. Alpha-beta pays differently: it looks at \
                everything, less deep.",
            pane: Some(PaneId::Playouts),
            setup: &[C::Position(SACRIFICE, ""), C::Grown(Rung::Network, 0)],
            ask: "Make 1,000 playouts: how many does queen takes h7 get?",
            done: Some(C::Grown(Rung::Network, 1_000)),
        },
        Step {
            title: "Less sure of itself",
            text: "Taken to the power of 1 / 1.7 and brought back to a sum of one, the same priors leave more for moves \
                nobody believes in. That is worth some 70 Elo to Tabia, and here it is a mate. UCT, with no \
                adviser at all, needs fewer playouts for it; in most positions it pays for that.",
            pane: Some(PaneId::Playouts),
            setup: &[C::Grown(Rung::Hybrid, 0)],
            ask: "Make 1,000 playouts: the mate is proven before they are over.",
            done: Some(C::Grown(Rung::Hybrid, 1_000)),
        },
        Step {
            title: "Taught by itself",
            text: "Play against yourself, learn which moves the search preferred and who won, play again with what \
                was learnt: AlphaZero needed nothing else. On a game small enough to be solved the whole of it \
                takes a minute, and perfect play says how much is still missing.",
            pane: Some(PaneId::SmallGame),
            setup: &[],
            ask: "Begin to learn and watch both curves: the network's own move, and the search with it.",
            done: Some(C::Began("small-game")),
        },
        Step {
            title: "Both on one board",
            text: "The workspace Duel puts both schools on one position: what each would play, since when, what one \
                refutes of the other, where each of them fails. The positions in its list were measured.",
            pane: None,
            setup: &[],
            ask: "Look at a trap and at a fortress there, and let the two play it out.",
            done: None,
        },
    ],
};
