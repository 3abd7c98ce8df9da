#!/usr/bin/env python3
"""Compares searches by the winning chances that their moves lose, judged by a stronger engine.

    python3 training/regret.py positions.epd --judged judged.jsonl --reference stockfish --nodes 5000 \\
        "base=target/release/tabia uci" "wider=target/release/tabia uci;rfp_margin=90"

Every search chooses a move in every position, with a fixed number of nodes and an empty hash table. The reference
searches the position after each chosen move once, and its scores are kept in a file, so that further searches cost
little; a file of another reference, or of other nodes and options, is refused. The output is how much better each
search's moves are than those of the first, in thousandths of a point per move, with an error of two sigma; only
positions with different moves count. This does not measure play on a clock: confirm the result by a match. Needs only
Python.
"""

import argparse
import concurrent.futures
import math

from engines import Engine, EngineFailed, chance, identity
from line_file import LineFile

# Centipawns of the reference at which the winning chance is 1 / (1 + 1/e).
SCALE = 150.0


class Judged:
    """Scores of the reference by position and move, kept in a file; in a `with` block more are added."""

    def __init__(self, path, reference, nodes, complete=True):
        """The reference is a command with all its options; for `complete` see `LineFile`."""
        self.lines, self.scores = LineFile(path, {**identity(reference), "reference_nodes": nodes}, complete), {}
        for number, row in enumerate(self.lines.rows, 2):
            try:
                position, move, score = row
            except (ValueError, TypeError):
                raise SystemExit(f"{path}: line {number}: expected position, move and score") from None
            self.scores[position, move] = score

    def __enter__(self):
        self.lines.__enter__()
        return self

    def __exit__(self, *error):
        self.lines.__exit__(*error)

    def add(self, position, move, score):
        self.scores[position, move] = score
        self.lines.add([position, move, score])


def fens(path, most):
    """Positions of a file, one FEN or EPD a line."""
    found = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            words = line.split(";")[0].split()
            if len(words) < 4:
                continue
            clocks = words[4:6] if len(words) >= 6 and words[4].isdigit() and words[5].isdigit() else ["0", "1"]
            found.append(" ".join(words[:4] + clocks))
    if not found:
        raise SystemExit(f"{path}: found no position, expected FEN or EPD, a line each")
    return found[:most]


class Worker:
    """The engine of one process."""

    engine = None

    @staticmethod
    def begin(text):
        try:
            Worker.engine = Engine(text)
        except EngineFailed as error:
            # Reported with the first answer: a process that fails to start reports nothing.
            Worker.engine = error

    @staticmethod
    def search(asked):
        if isinstance(Worker.engine, EngineFailed):
            raise Worker.engine
        Worker.engine.forget()
        return Worker.engine.search(*asked)


def searched(text, asked, processes):
    """Move and score for each position, moves and nodes, in order as they are found."""
    with concurrent.futures.ProcessPoolExecutor(processes, initializer=Worker.begin, initargs=(text,)) as pool:
        yield from pool.map(Worker.search, asked, chunksize=8)


def judge(pairs, judged, args):
    """Searches the positions that have no score yet with the reference, and keeps the scores."""
    wanted = sorted(pairs - judged.scores.keys())
    asked = [(fen, [move], args.reference_nodes) for fen, move in wanted]
    with judged:
        for pair, (_, score) in zip(wanted, searched(args.reference, asked, args.processes)):
            if score is None:
                raise EngineFailed(f"{args.reference}: gave no score for {' '.join(pair)}")
            judged.add(*pair, -score)


def compare(args):
    args.reference += ";Threads=1;Hash=8"
    positions, judged = fens(args.file, args.most), Judged(args.judged, args.reference, args.reference_nodes)
    base = None
    for search in args.searches:
        name, _, text = search.partition("=")
        asked = [(fen, [], args.nodes) for fen in positions]
        moves = [move for move, _ in searched(text, asked, args.processes)]
        judge(set(zip(positions, moves)), judged, args)
        values = [chance(judged.scores[pair], SCALE) for pair in zip(positions, moves)]
        if base is None:
            base = moves, values
            print(f"{name}: {len(positions)} positions", flush=True)
            continue
        changes = [value - before for value, before in zip(values, base[1])]
        mean = sum(changes) / len(changes)
        error = 2 * math.sqrt(sum((change - mean) ** 2 for change in changes)) / len(changes)
        others = sum(move != before for move, before in zip(moves, base[0]))
        print(f"{name}: {1000 * mean:+.2f} ± {1000 * error:.2f}, {others} other moves", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", help="FEN or EPD, a line each; of games like those that are to be won")
    parser.add_argument("searches", nargs="+", metavar="NAME=COMMAND[;OPTION=VALUE]", help="the first is the base")
    parser.add_argument("--judged", required=True, help="file of the reference's scores; added to")
    parser.add_argument("--reference", required=True, help="a stronger engine, which judges")
    parser.add_argument("--reference-nodes", type=int, default=60000)
    parser.add_argument("--nodes", type=int, default=5000, help="nodes of each search")
    parser.add_argument("--most", type=int, default=1 << 30, help="only so many positions")
    parser.add_argument("--processes", type=int, default=2, help="positions at a time")
    try:
        compare(parser.parse_args())
    except EngineFailed as error:
        raise SystemExit(f"{error}")


if __name__ == "__main__":
    main()
