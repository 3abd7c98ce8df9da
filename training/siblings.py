#!/usr/bin/env python3
"""Judges networks by how well they tell the moves of a position apart, which is what a search asks them for.

    python3 training/siblings.py held-out.samples --scores siblings.jsonl --reference stockfish \\
        --tabia target/release/tabia first.nnue second.nnue

Of random positions that the reference finds no further apart than three pawns, some quiet moves are drawn by lot, and the
positions after them searched by the reference once and kept in the file of scores, a line of siblings each; further
networks are judged by that file. Told are the loss over all of them (as in `judge.py`) and, within siblings, the correlation of the
mover's chances of winning less their mean with those that the reference finds. The built-in network and the hand-crafted
evaluation come first. The reference judges only, as in `judge.py`. Wants nothing but Python.
"""

import argparse
import json
import math
import os
import random

from engines import Engine, EngineFailed, chance
from judge import SCALE, draw, evaluations, is_noisy, loss

# Positions further apart than this are decided, centipawns.
MOST = 300
# A sibling this much worse than the best one is a blunder, centipawns.
BLUNDER = 200
# What brings the scores of our networks nearest to the reference's, of all that were looked at.
STRETCH = 0.8


def described(engine, fen, moves):
    """What our engine says of a position: its FEN, and its legal moves as SAN and UCI."""
    engine.tell(f"position fen {fen}" + (f" moves {' '.join(moves)}" if moves else ""))
    told = {words[0]: words[1:] for words in engine.ask("d", "UCI:") if words}
    return " ".join(told["FEN:"]), list(zip(told["SAN:"], told["UCI:"]))


def quiet(san):
    """Whether a move takes nothing, promotes nothing, gives no check and is no castling."""
    return not any(sign in san for sign in "x=+#O")


def siblings(args):
    """Groups of positions after the moves of one, each with its score, mover's view."""
    lot = random.Random(args.seed)
    reference, tabia = Engine(f"{args.reference};UCI_Chess960=true"), Engine(f"{args.tabia} uci;UCI_Chess960=true")

    def judged(fen):
        reference.forget()
        move, score = reference.search(fen, [], args.nodes)
        told = score is not None and len(move) >= 4 and not is_noisy(fen, move)
        return score if told else None

    for fen in draw(args.samples, args.positions, args.seed):
        score = judged(fen)
        if score is None or abs(score) >= MOST:
            continue
        moves = [move for san, move in described(tabia, fen, [])[1] if quiet(san)]
        after = (described(tabia, fen, [move])[0] for move in lot.sample(moves, min(args.moves, len(moves))))
        group = [(child, score) for child in after if (score := judged(child)) is not None]
        if len(group) > 1:
            yield group


def scores(args):
    """The judged groups, from the file or searched now; without blunders."""
    if not os.path.exists(args.scores):
        if not args.samples or not args.reference:
            raise SystemExit(f"{args.scores}: not there; samples and --reference are wanted to make it")
        with open(args.scores + ".new", "w", encoding="utf-8") as file:
            file.writelines(json.dumps(group) + "\n" for group in siblings(args))
        os.replace(args.scores + ".new", args.scores)
    groups = []
    with open(args.scores, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            try:
                group = [(str(fen), int(score)) for fen, score in json.loads(line)]
            except (ValueError, TypeError) as error:
                raise SystemExit(f"{args.scores}: line {number} is not of such a file ({error})") from None
            # The mover of these positions is the opponent of the one who chooses.
            best = min((score for _, score in group), default=0)
            groups.append([(fen, score) for fen, score in group if score < best + BLUNDER])
    return [group for group in groups if len(group) > 1]


def within(groups, values):
    """Values less the mean of their siblings'."""
    values, apart = iter(values), []
    for group in groups:
        these = [next(values) for _ in group]
        mean = sum(these) / len(these)
        apart.extend(value - mean for value in these)
    return apart


def correlation(a, b):
    """Of two lists whose means are zero."""
    both = math.sqrt(sum(x * x for x in a) * sum(y * y for y in b))
    return sum(x * y for x, y in zip(a, b)) / both if both else 0.0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="*", metavar="SAMPLES or NET.nnue")
    parser.add_argument("--tabia", required=True)
    parser.add_argument("--scores", required=True, metavar="FILE.jsonl")
    parser.add_argument("--reference", help="a UCI engine")
    parser.add_argument("--nodes", type=int, default=12000, help="of the reference, a position")
    parser.add_argument("--positions", type=int, default=2500)
    parser.add_argument("--moves", type=int, default=6, help="of a position, at most")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_intermixed_args()
    args.samples = [path for path in args.files if path.endswith(".samples")]
    groups = scores(args)
    fens = [fen for group in groups for fen, _ in group]
    truth = [score for group in groups for _, score in group]
    wanted = within(groups, [chance(score, SCALE) for score in truth])
    print(f"{len(fens)} positions after the moves of {len(groups)}")

    def tell(name, values):
        apart = within(groups, [chance(STRETCH * value, SCALE) for value in values])
        mean, scale, tempo = loss(values, truth)
        told = f"loss {mean:.5f} (scores times {scale:.1f}, the move {tempo:+} cp)"
        print(f"{name}: {told}, within siblings {correlation(apart, wanted):.3f}", flush=True)

    for net in [None] + [path for path in args.files if not path.endswith(".samples")]:
        network, terms = evaluations(args.tabia, net, fens)
        if net is None:
            tell("hand-crafted", terms)
        tell(net or "built in", network)


if __name__ == "__main__":
    try:
        main()
    except EngineFailed as error:
        raise SystemExit(f"{error}")
