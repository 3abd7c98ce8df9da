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

import json
import math
import random

from engines import Engine, EngineFailed, chance
from judge import SCALE, arguments, draw, loss, made_once, parsed, reference, tell_all

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
    lot, judge, tabia = random.Random(args.seed), reference(args), Engine(f"{args.tabia} uci;UCI_Chess960=true")

    def judged(fen):
        score, noisy = judge(fen) or (None, True)
        return None if noisy else score

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

    def write(file):
        file.writelines(json.dumps(group) + "\n" for group in siblings(args))

    groups = []
    with made_once(args, write) as file:
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
    parser = arguments(__doc__, nodes=12000, positions=2500)
    parser.add_argument("--moves", type=int, default=6, help="of a position, at most")
    args = parsed(parser)
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

    tell_all(args, fens, tell)


if __name__ == "__main__":
    try:
        main()
    except EngineFailed as error:
        raise SystemExit(f"{error}")
