#!/usr/bin/env python3
"""Plots a run of `tabia-train generations`: Elo of each generation's match with error bars, and the losses of the fits.

    python3 training/plot_generations.py run/log.jsonl --out generations.svg

The file extension chooses the format (.svg, .png, .pdf). Needs matplotlib.
"""

import argparse
import json

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot


def read(path):
    """The generations of a log, in their order."""
    with open(path, encoding="utf-8") as file:
        lines = [line for line in file if line.strip()]
    try:
        rows = [json.loads(line) for line in lines]
        for row in rows:
            row["generation"], row["elo"], row["kept"], row["fit"]
    except (ValueError, KeyError, TypeError) as error:
        raise SystemExit(f"{path}: found no log of generations ({error})")
    if not rows:
        raise SystemExit(f"{path}: the log holds no generation")
    return rows


def strength(axes, rows):
    """Elo of each match above the best network before it; the kept ones add up to the line."""
    total, line = 0.0, [(0, 0.0)]
    for row in rows:
        elo, low, high = row["elo"]
        if elo is None:
            continue
        error = [[elo - (elo if low is None else low)], [(elo if high is None else high) - elo]]
        color = "C0" if row["kept"] else "C7"
        axes.errorbar(row["generation"], total + elo, error, fmt="o", color=color, capsize=4)
        if row["kept"]:
            total += elo
        line.append((row["generation"], total))
    axes.step(*zip(*line), where="post", color="C0", label="best so far")
    axes.set_ylabel("Elo above the first network (95 %)")
    axes.legend()


def losses(axes, rows):
    """Cross entropies on the held-out games of each generation's fit."""
    for name, label in (("held_out_policy_loss", "policy"), ("held_out_value_loss", "value")):
        points = [(row["generation"], row["fit"][name]) for row in rows if name in row["fit"]]
        if points:
            axes.plot(*zip(*points), "o-", label=f"{label}, held out")
    axes.set_xlabel("generation")
    axes.set_ylabel("cross entropy, nats")
    axes.legend()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("log", metavar="log.jsonl")
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    rows = read(args.log)
    figure, (above, below) = pyplot.subplots(2, 1, figsize=(8, 7), sharex=True, layout="constrained")
    strength(above, rows)
    losses(below, rows)
    for axes in (above, below):
        axes.grid(True, alpha=0.3)
    figure.savefig(args.out)


if __name__ == "__main__":
    main()
