#!/usr/bin/env python3
"""Tunes search parameters by games of the engine against itself with SPSA (Spall 1992), as engine authors use it.

    cargo build --release --no-default-features --features tune
    python3 training/tune_search.py --tabia target/release/tabia --log tuning.jsonl --openings openings.epd \\
        --nodes 5000 --iterations 2500 rfp_margin:8 lmr_cut:150 futility_margin:10

Give each parameter with its final step. An iteration changes all of them at once, each up or down at random, and plays
a few games of these values against the opposite ones; the result moves all of them a little towards the winning side.
The names are UCI options of a build with the feature `tune`. Repeat the command to resume an interrupted run; a log of
other settings, openings or another bench of the engine is refused. Confirm the result by a match. Needs only Python.
"""

import argparse
import json
import random
import subprocess
import sys

from engines import bench
from line_file import LineFile, fingerprint

# Spall's exponents of the two sequences, and the share of the run after which the first begins to fall.
ALPHA, GAMMA, STABILITY = 0.602, 0.101, 0.1


def options(tabia):
    """Defaults and ranges of the engine's parameters, by name."""
    try:
        output = subprocess.run([tabia, "uci"], input="uci\nquit\n", capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SystemExit(f"{tabia}: cannot be asked for its options ({error})")
    found = {}
    for line in output.stdout.splitlines():
        words = line.split()
        if words[:2] == ["option", "name"] and words[3:5] == ["type", "spin"] and len(words) >= 11:
            found[words[2]] = (int(words[6]), int(words[8]), int(words[10]))
    return found


def named(text, known, form):
    """Name of a search parameter, and at least one value after it."""
    name, *rest = text.split(":")
    if name not in known:
        raise SystemExit(f"found “{name}”, expected a number of the search; is the engine built with the feature tune?")
    try:
        values = [float(word) for word in rest]
    except ValueError:
        values = []
    if not values:
        raise SystemExit(f"found “{text}”, expected {form}")
    return name, values


def numbers(texts, known):
    """Name, start, minimum, maximum and final step of each parameter: `name:step` or `name:step:start`."""
    chosen = []
    for text in texts:
        name, (step, *begin) = named(text, known, "NAME:STEP or NAME:STEP:BEGIN")
        default, least, most = known[name]
        chosen.append({"name": name, "begin": begin[0] if begin else float(default),
                       "least": least, "most": most, "step": step})
    return chosen


def rounded(values, chance):
    """Integers whose mean is these values; otherwise steps below one would never be played."""
    return [int(value // 1) + (chance.random() < value % 1) for value in values]


def play(args, names, sides, seed):
    """Wins, draws and losses of the first values against the second ones."""
    engines = []
    for name, side in zip(("plus", "minus"), sides):
        settings = " ".join(f"option.{key}={value}" for key, value in zip(names, side))
        engines += ["-e", f"{args.tabia} uci name={name} {settings}"]
    command = [args.tabia, "match", *engines, "--nodes", str(args.nodes), "--games", str(args.games),
               "--openings", args.openings, "--seed", str(seed), "--concurrency", str(args.concurrency),
               "--hash", "8", "--resign", "4,600", "--draw", "34,8,10", "--json"]
    output = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    try:
        last = json.loads(output.stdout.splitlines()[-1])
        faults = sum(fault[kind] for fault in last["faults"] for kind in ("failed", "illegal", "time"))
        pairing = last["pairings"][0]
        found = pairing["wins"], pairing["draws"], pairing["losses"]
    except (IndexError, ValueError, KeyError):
        raise SystemExit(f"the match reported no result: {' '.join(command)}")
    if faults:
        raise SystemExit(f"an engine failed: {last['faults']}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("numbers", nargs="+", metavar="NAME:STEP[:BEGIN]")
    parser.add_argument("--tabia", required=True, help="an engine built with the feature tune")
    parser.add_argument("--log", required=True, help="a JSON object an iteration after the settings, for resuming")
    parser.add_argument("--openings", required=True)
    parser.add_argument("--nodes", type=int, default=5000, help="nodes a move")
    parser.add_argument("--iterations", type=int, default=2500)
    parser.add_argument("--games", type=int, default=4, help="games of an iteration, an even number")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--rate", type=float, default=0.006,
                        help="steps that a game won moves a number at the end of the run")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.games < 2 or args.games % 2:
        raise SystemExit(f"found --games {args.games}, expected an even number: openings are played with both colours")
    chosen = numbers(args.numbers, options(args.tabia))
    settings = {"numbers": chosen, "nodes": args.nodes, "iterations": args.iterations, "games": args.games,
                "rate": args.rate, "seed": args.seed, "openings": fingerprint(args.openings), "bench": bench(args.tabia)}
    log = LineFile(args.log, settings)
    done = len(log.rows)
    values = log.rows[-1]["values"] if done else [number["begin"] for number in chosen]
    names = [number["name"] for number in chosen]
    stability = STABILITY * args.iterations
    with log:
        for k in range(done, args.iterations):
            chance = random.Random(f"{args.seed} {k}")
            # Both sequences reach their final value at the end.
            wide = (args.iterations / (k + 1)) ** GAMMA
            rate = args.rate * ((stability + args.iterations) / (stability + k + 1)) ** ALPHA
            signs = [chance.choice((-1, 1)) for _ in chosen]
            sides = []
            for way in (1, -1):
                moved = [value + way * sign * number["step"] * wide
                         for value, sign, number in zip(values, signs, chosen)]
                kept = [min(max(value, number["least"]), number["most"]) for value, number in zip(moved, chosen)]
                sides.append(rounded(kept, chance))
            won, drawn, lost = play(args, names, sides, chance.randrange(1 << 31))
            values = [min(max(value + rate / wide * (won - lost) * sign * number["step"], number["least"]),
                          number["most"]) for value, sign, number in zip(values, signs, chosen)]
            values = [round(value, 4) for value in values]
            log.add({"won": won, "drawn": drawn, "lost": lost, "values": values})
            if (k + 1) % 50 == 0 or k + 1 == args.iterations:
                output = ", ".join(f"{name} {value:g}" for name, value in zip(names, values))
                print(f"{k + 1} of {args.iterations}: {output}", file=sys.stderr)
    for number, value in zip(chosen, values):
        print(f"{number['name']} {round(value)} (from {number['begin']:g})")


if __name__ == "__main__":
    main()
