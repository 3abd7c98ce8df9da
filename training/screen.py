#!/usr/bin/env python3
"""Finds out which of many search parameters are worth changing, by the points that moves lose (see `regret.py`).

    cargo build --release --no-default-features --features tune
    python3 training/screen.py stretches.txt --tabia target/release/tabia --reference stockfish --judged judged.jsonl \\
        --log screen.jsonl --nodes 8000 rfp_margin:10 lmr_cut:200 lmr_killer:512

This is a factorial experiment. For a few stretches of games at a time, every parameter is set to its low or high value
at random, then to the opposite one, and both configurations choose their moves. A line of the file is a position, or a
stretch of a game in UCI form, `FEN moves e2e4 ...`, in which every second position is searched with the hash table of
the searches before. The effect of a parameter is the mean over all stretches, because the other parameters are at
either value equally often; so fifty parameters cost no more than one. Give each with a step to both sides of its
default, `name:step`, or with two values, `name:low:high`. Repeat the command to resume an interrupted run; `--report`
only shows the results of a log. Confirm the results by a match. Needs only Python.
"""

import argparse
import concurrent.futures
import math
import random

from engines import Engine, EngineFailed, bench, chance
from line_file import LineFile, fingerprint
from regret import SCALE, Judged
from tune_search import named, options


def factors(texts, known):
    """Name, low and high value of each parameter."""
    chosen = []
    for text in texts:
        name, values = named(text, known, "NAME:STEP or NAME:LOW:HIGH")
        default, least, most = known[name]
        values = [default - values[0], default + values[0]] if len(values) == 1 else values
        if len(values) != 2 or not all(value.is_integer() and least <= value <= most for value in values):
            raise SystemExit(f"found “{text}”, expected {name}:STEP or {name}:LOW:HIGH within {least} to {most}")
        chosen.append([name, *map(int, values)])
    return chosen


def stretches(path):
    """Stretches of games: the positions of each, as a FEN and the moves since."""
    found = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip():
                fen, _, moves = line.strip().partition(" moves ")
                moves = moves.split()
                found.append([(fen, moves[:at]) for at in range(0, max(1, len(moves)), 2)])
    if not found:
        raise SystemExit(f"{path}: found nothing, expected a position or a stretch of a game a line")
    return found


class Worker:
    """The two engines of a process and its arguments."""

    failure = None

    @staticmethod
    def begin(args, chosen, games, scores):
        Worker.args, Worker.chosen, Worker.games, Worker.scores = args, chosen, games, scores
        try:
            Worker.engine = Engine(f"{args.tabia} uci;Hash=2")
            Worker.judge = Engine(args.reference)
        except EngineFailed as error:
            # Reported with the first answer: a process that fails to start reports nothing.
            Worker.failure = error

    @staticmethod
    def moves(values, stretch):
        """The move in each position of a stretch."""
        for name, value in values:
            Worker.engine.tell(f"setoption name {name} value {value}")
        Worker.engine.forget()
        return [Worker.engine.search(fen, moves, Worker.args.nodes)[0] for fen, moves in stretch]

    @staticmethod
    def batch(number):
        """The result of one random choice of values, and the new scores of the reference."""
        if Worker.failure:
            raise Worker.failure
        args, chosen, new = Worker.args, Worker.chosen, []

        def value(fen, moves, move):
            key = " ".join([fen, *moves]), move
            if key not in Worker.scores:
                Worker.judge.forget()
                _, score = Worker.judge.search(fen, [*moves, move], args.reference_nodes)
                if score is None:
                    raise EngineFailed(f"{args.reference}: gave no score for {' '.join(key)}")
                Worker.scores[key] = -score
                new.append([*key, Worker.scores[key]])
            return chance(Worker.scores[key], SCALE)

        rng = random.Random(f"{args.seed} {number}")
        games = rng.sample(Worker.games, min(args.batch, len(Worker.games)))
        signs = [rng.choice((-1, 1)) for _ in chosen]
        values = [[(name, high if sign == way else low) for (name, low, high), sign in zip(chosen, signs)]
                  for way in (1, -1)]
        sides = [[Worker.moves(value, stretch) for stretch in games] for value in values]
        pairs = [pair for stretch in zip(games, *sides) for pair in zip(*stretch)]
        different = [(position, one, two) for position, one, two in pairs if one != two]
        total = sum(value(*position, one) - value(*position, two) for position, one, two in different)
        row = {"number": number, "signs": signs, "pairs": len(pairs), "others": len(different), "sum": round(total, 6)}
        return row, new


def report(rows, chosen):
    """The effect of each parameter's high value over its low one, the greatest first."""
    if not rows:
        raise SystemExit("nothing has been found yet")
    pairs = sum(row["pairs"] for row in rows)
    print(f"{pairs} pairs of moves, {sum(row['others'] for row in rows)} of them different")
    spread = math.sqrt(sum(row["sum"] ** 2 for row in rows)) / pairs
    found = [(sum(row["signs"][at] * row["sum"] for row in rows) / pairs, name, low, high)
             for at, (name, low, high) in enumerate(chosen)]
    for worth, name, low, high in sorted(found, key=lambda one: -abs(one[0])):
        print(f"{name:24} {low:6} -> {high:6}: {1000 * worth:+.2f} ± {2000 * spread:.2f}")


def screen(args):
    args.reference += ";Threads=1;Hash=1"
    chosen = factors(args.numbers, options(args.tabia))
    # A report may be asked for during a run: it changes no file.
    complete = not args.report
    judged = Judged(args.judged, args.reference, args.reference_nodes, complete)
    settings = {"numbers": chosen, "nodes": args.nodes, "batch": args.batch, "seed": args.seed,
                "positions": fingerprint(args.file), "bench": bench(args.tabia), **judged.lines.settings}
    log = LineFile(args.log, settings, complete)
    if args.report:
        return report(log.rows, chosen)
    done = {row["number"] for row in log.rows}
    numbers = [number for number in range(args.batches) if number not in done]
    begun = (args, chosen, stretches(args.file), dict(judged.scores))
    with (
        log,
        judged,
        concurrent.futures.ProcessPoolExecutor(args.processes, initializer=Worker.begin, initargs=begun) as pool,
    ):
        for row, new in pool.map(Worker.batch, numbers):
            for one in new:
                judged.add(*one)
            log.add(row)
    return report(log.rows, chosen)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", help="a FEN a line, or with `moves` a stretch of a game")
    parser.add_argument("numbers", nargs="+", metavar="NAME:STEP|NAME:LOW:HIGH")
    parser.add_argument("--tabia", required=True, help="an engine built with the feature tune")
    parser.add_argument("--reference", required=True, help="a stronger engine, which judges")
    parser.add_argument("--reference-nodes", type=int, default=8000)
    parser.add_argument("--judged", required=True, help="file of the reference's scores; added to")
    parser.add_argument("--log", required=True, help="a JSON object a batch after the settings, for resuming")
    parser.add_argument("--nodes", type=int, default=8000, help="nodes of each search")
    parser.add_argument("--batch", type=int, default=8, help="lines of the file that share their sides")
    parser.add_argument("--batches", type=int, default=600)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report", action="store_true", help="only shows what the log has found")
    try:
        screen(parser.parse_args())
    except EngineFailed as error:
        raise SystemExit(f"{error}")


if __name__ == "__main__":
    main()
