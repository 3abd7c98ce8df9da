//! The tree and why most of it is never seen.

use super::condition::Condition as C;
use super::{Step, Tour};
use crate::lab::steps::StepsSide;
use crate::window::workspace::PaneId;

pub(super) const TOUR: Tour = Tour {
    title: "The tree",
    about: "Why most of it is never seen: from minimax to a search that looks at one position in millions.",
    steps: &[
        Step {
            title: "Too many games",
            text: "White has twenty first moves and Black twenty answers; after six plies there are over a hundred \
                million ways to have played. Claude Shannon, who thought it through in 1950, counted some thirty \
                moves in a usual position and 10 to the 120 games. No machine will look at all of them, and none \
                has to.",
            pane: Some(PaneId::Ladder),
            setup: &[C::Position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "")],
            ask: "Climb, and look at the row of minimax: how many leaves does it count at each depth before the budget ends?",
            done: Some(C::Began("ladder")),
        },
        Step {
            title: "Minimax",
            text: "I choose what is best for me, knowing that you will choose what is best for you. Two functions \
                that call each other: F takes the greatest value of its moves, G the least. At the bottom \
                somebody has to say what a position is worth without looking further.",
            pane: Some(PaneId::Ladder),
            setup: &[],
            ask: "Compare the rows of minimax and negamax: the same counts and the same value at every depth.",
            done: None,
        },
        Step {
            title: "Negamax",
            text: "What is good for me is as bad for you. Turn the sign at each step and one function is enough. \
                Donald Knuth and Ronald Moore wrote it this way in 1975 and called it F.",
            pane: Some(PaneId::AlphaBeta),
            setup: &[C::SmallTree(StepsSide::Minimax)],
            ask: "Step through the small tree, six steps at least, and watch each value climb.",
            done: Some(C::Step(6)),
        },
        Step {
            title: "Enough is enough",
            text: "If one answer shows that a move is worse than what I already have, the others need not be looked \
                at: they can only make it still worse. Knuth and Moore called the search that knows this one \
                bound F1.",
            pane: Some(PaneId::Ladder),
            setup: &[],
            ask: "Compare F1 with negamax: the same value from a fraction of the leaves.",
            done: None,
        },
        Step {
            title: "Two bounds",
            text: "Alpha is what I have for certain, beta what you will not let me exceed. Hand both down and even \
                a remote ancestor's bound can end a search: a deep cut-off. They cannot occur before the fourth \
                ply, and there are fewer of them than one would think.",
            pane: Some(PaneId::Ladder),
            setup: &[],
            ask: "Look at the column of deep cut-offs: none up to depth 3.",
            done: None,
        },
        Step {
            title: "Step by step",
            text: "Each open node has its window from alpha to beta. A value inside raises alpha; a value at or \
                above beta ends the node. What can no longer change the root fades.",
            pane: Some(PaneId::AlphaBeta),
            setup: &[C::SmallTree(StepsSide::AlphaBeta)],
            ask: "Step through the tree until the first cut-off, and read the sentence that says why.",
            done: Some(C::FirstCut),
        },
        Step {
            title: "Your turn",
            text: "Which branch will never be looked at? It is always one whose parent has already been refuted: \
                somewhere above, somebody has something better.",
            pane: Some(PaneId::AlphaBeta),
            setup: &[C::SmallTree(StepsSide::AlphaBeta)],
            ask: "Switch the quiz on and click the next branch that will be cut.",
            done: Some(C::CutFound),
        },
        Step {
            title: "The least there can be",
            text: "With the best move first everywhere, W moves and D plies, alpha-beta needs W to the half of D, \
                rounded up, plus W to the half of D, rounded down, minus one leaves. For 35 moves and six plies: \
                85,749 in place of 1,838,265,625. No search that proves the value needs fewer.",
            pane: Some(PaneId::Ladder),
            setup: &[],
            ask: "Find the dashed line of that limit in the plot. Which algorithm comes nearest to it?",
            done: None,
        },
        Step {
            title: "The best first",
            text: "That limit asks for the best move first, which nobody knows. Captures of big pieces by small \
                ones, moves that refuted a sister position, moves that often were good elsewhere: guesses, but \
                nine in ten cut-offs come from the first move tried.",
            pane: Some(PaneId::MoveOrder),
            setup: &[C::Position(
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                "",
            )],
            ask: "Start the analysis and see where the best move stands in the order.",
            done: Some(C::Analysing),
        },
        Step {
            title: "Depth by depth",
            text: "A search to depth 9 first searches to 1, 2, up to 8. That costs little, for the last depth is \
                the dear one, and the table then knows a good first move for almost every node. It is cheaper \
                than to begin at 9, and it can be stopped at any time.",
            pane: Some(PaneId::RootRace),
            setup: &[],
            ask: "Watch the iterations: by how much do the nodes grow from one to the next?",
            done: None,
        },
        Step {
            title: "Prove that it is worse",
            text: "After the first move it is enough to ask of the others: are you better than this? A window of no \
                width gives the answer yes or no for much less than a value costs. Only a yes is searched again. \
                Principal variation search, by Tony Marsland and Murray Campbell, 1982.",
            pane: Some(PaneId::Compare),
            setup: &[C::Position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "")],
            ask: "Make a comparison of the whole engine with null windows switched off on side B.",
            done: Some(C::Compared("", "no-pvs", None)),
        },
        Step {
            title: "What the engine leaves out",
            text: "Everything so far finds minimax's value. What makes engines deep is what may err: moves late in \
                the order are searched less deep, a side that could pass and still be too well off is believed, \
                hopeless captures are skipped. Each node says which rule ended it.",
            pane: Some(PaneId::SearchTree),
            setup: &[C::Position("8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1", "")],
            ask: "Record the tree and filter it by reasons. In this position passing would be a relief: the rule \
                of the null move has to be kept from it.",
            done: Some(C::Began("tree")),
        },
    ],
};
