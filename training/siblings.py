#!/usr/bin/env python3
"""Tests how well networks rank the moves of a position, which is what a search needs them for.

    python3 training/siblings.py held-out.samples --scores siblings.jsonl --reference stockfish \\
        --tabia target/release/tabia first.nnue second.nnue

In random positions that the reference scores within three pawns of even, some quiet moves are drawn at random. The
reference searches the positions after them once, and the scores are kept in a file, one line of siblings for each
position, by which further networks are tested. The output is the loss over all of them (as in `judge.py`) and, within
siblings, the correlation of the winning chances minus their mean with those of the reference. The built-in network
and the hand-crafted evaluation come first. The reference is only used for testing, as in `judge.py`. Needs only
Python.
"""

import json
import math
import random

from engines import Engine, EngineFailed, chance
from judge import SCALE, arguments, draw, loss, made_once, parsed, reference, tell_all

# Positions with a greater score are decided, centipawns.
MAX_SCORE = 300
# A sibling this much worse than the best one is a blunder, centipawns.
BLUNDER = 200
# The scale that brings the scores of Tabia's networks nearest to the reference's, of those tried.
STRETCH = 0.8


def described(engine, fen, moves):
    """Tabia's output for a position: its FEN, and its legal moves as SAN and UCI."""
    engine.tell(f"position fen {fen}" + (f" moves {' '.join(moves)}" if moves else ""))
    output = {words[0]: words[1:] for words in engine.ask("d", "UCI:") if words}
    return " ".join(output["FEN:"]), list(zip(output["SAN:"], output["UCI:"]))


def quiet(san):
    """Whether a move is no capture, promotion, check or castling."""
    return not any(sign in san for sign in "x=+#O")


def siblings(args):
    """Groups of positions after the moves of one position, each with its score, side to move's view."""
    rng, judge, tabia = random.Random(args.seed), reference(args), Engine(f"{args.tabia} uci;UCI_Chess960=true")

    def judged(fen):
        score, noisy = judge(fen) or (None, True)
        return None if noisy else score

    for fen in draw(args.samples, args.positions, args.seed):
        score = judged(fen)
        if score is None or abs(score) >= MAX_SCORE:
            continue
        moves = [move for san, move in described(tabia, fen, [])[1] if quiet(san)]
        after = (described(tabia, fen, [move])[0] for move in rng.sample(moves, min(args.moves, len(moves))))
        group = [(child, score) for child in after if (score := judged(child)) is not None]
        if len(group) > 1:
            yield group


def scores(args):
    """The groups with their scores, from the file or searched now; without blunders."""

    def write(file):
        file.writelines(json.dumps(group) + "\n" for group in siblings(args))

    groups = []
    with made_once(args, write) as file:
        for number, line in enumerate(file, 1):
            try:
                group = [(str(fen), int(score)) for fen, score in json.loads(line)]
            except (ValueError, TypeError) as error:
                raise SystemExit(f"{args.scores}: line {number} is not of such a file ({error})") from None
            # The side to move in these positions is the opponent of the side that chooses.
            best = min((score for _, score in group), default=0)
            groups.append([(fen, score) for fen, score in group if score < best + BLUNDER])
    return [group for group in groups if len(group) > 1]


def within(groups, values):
    """Values minus the mean of their siblings'."""
    values, apart = iter(values), []
    for group in groups:
        these = [next(values) for _ in group]
        mean = sum(these) / len(these)
        apart.extend(value - mean for value in these)
    return apart


def correlation(a, b):
    """The correlation of two lists whose means are zero."""
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
        output = f"loss {mean:.5f} (scores times {scale:.1f}, the move {tempo:+} cp)"
        print(f"{name}: {output}, within siblings {correlation(apart, wanted):.3f}", flush=True)

    tell_all(args, fens, tell)


if __name__ == "__main__":
    try:
        main()
    except EngineFailed as error:
        raise SystemExit(f"{error}")
