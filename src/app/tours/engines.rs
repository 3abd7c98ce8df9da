//! How today's engines differ.

use super::condition::Condition as C;
use super::{Step, Tour};
use crate::window::workspace::PaneId;

pub(super) const TOUR: Tour = Tour {
    title: "How engines differ",
    about: "The same ideas in other mixtures: what each is worth in this engine, and how it looks beside others.",
    steps: &[
        Step {
            title: "The race at the root",
            text: "Each legal move has a score or only a bound. Most are refuted once and never get a score; two \
                or three change places. A change of the best move at a late depth is the sign of a position that \
                is not yet understood.",
            pane: Some(PaneId::RootRace),
            setup: &[C::Position(
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                "",
            )],
            ask: "Start the analysis and watch which moves fall behind and when.",
            done: Some(C::Analysing),
        },
        Step {
            title: "Where the nodes go",
            text: "Almost all effort goes into the first move: it has to be proved, the others only to be refuted. \
                When a second move suddenly takes half of the nodes a change is near.",
            pane: Some(PaneId::RootRace),
            setup: &[],
            ask: "Look at the shares. Does the leader change when its share falls?",
            done: None,
        },
        Step {
            title: "What orders by memory",
            text: "Killers refuted a sister position, histories remember which moves cut often. Jonathan Schaeffer \
                described the history heuristic in 1983. Today a dozen tables work together: by from and to, by \
                piece, by the moves before, by the pawns.",
            pane: Some(PaneId::MoveOrder),
            setup: &[],
            ask: "Read how the score of a quiet move is made up.",
            done: None,
        },
        Step {
            title: "Which move cuts",
            text: "If the order is good the first move cuts. Look at the histogram: whatever is not in its first \
                bar is work that a better order would save.",
            pane: Some(PaneId::Profile),
            setup: &[],
            ask: "Read the share of cut-offs by the first move.",
            done: None,
        },
        Step {
            title: "Reduced",
            text: "Late moves are probably bad, so they are searched some plies less deep, and again at full depth \
                if they surprise. Since the middle of the 2000s this is what made engines deep.",
            pane: Some(PaneId::Compare),
            setup: &[C::Position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "")],
            ask: "Compare the engine without late move reductions on side B to depth 10.",
            done: Some(C::Compared("", "no-lmr", None)),
        },
        Step {
            title: "Passing",
            text: "If I could pass and you were still too badly off, this position is good enough. The null move, \
                Don Beal and Chrilly Donninger, around 1990. It is wrong in zugzwang and asks for care there.",
            pane: Some(PaneId::WhyNot),
            setup: &[C::Position("8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1", "")],
            ask: "Play rook to f1: the quiet move after which Black would love to pass.",
            done: Some(C::Played("e1f1")),
        },
        Step {
            title: "What it believes",
            text: "The same search judges by three evaluations: material alone, terms, network. Give each the same \
                time and see who sees what.",
            pane: Some(PaneId::Compare),
            setup: &[C::Position(
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                "",
            )],
            ask: "Compare network and terms at equal time on this position.",
            done: Some(C::Compared("", "hand-crafted", Some(200))),
        },
        Step {
            title: "Correcting itself",
            text: "The search finds out that the static value of a kind of position was wrong, by how much, and \
                remembers it by pawns and pieces: the next static value of that kind is corrected. The idea is of \
                2023 and now in all strong engines.",
            pane: Some(PaneId::SearchTree),
            setup: &[],
            ask: "Record a tree and compare static evaluation and value along its first line.",
            done: Some(C::Began("tree")),
        },
        Step {
            title: "The other school",
            text: "AlphaZero grows a tree in place of pruning one: a network says which moves look good, and the \
                search follows them as far as they keep their promise. Its authors, David Silver and others, told \
                in 2018 of 60,000 positions a second beside Stockfish's 60 million.",
            pane: Some(PaneId::RootRace),
            setup: &[],
            ask: "Think of a position where looking at few moves is enough, and of one where it is not.",
            done: None,
        },
        Step {
            title: "Beside others",
            text: "Tabia takes other engines in by UCI and shows all of them on one position. They tell depth, \
                score and line, not how they came to it: another depth 20 is not the same depth 20, for each \
                counts by what it reduces.",
            pane: None,
            setup: &[],
            ask: "Add an engine in the settings, if you have one, and compare its line with ours.",
            done: None,
        },
    ],
};
