#!/usr/bin/env python3
"""Plots training curves: loss on the training samples and on the held-out ones, over samples seen.

    python3 training/plot.py net-a/curve.csv net-b/curve.csv --batch 16384 --out curves.svg

The file extension chooses the format (.svg, .png, .pdf). Needs matplotlib.
"""

import argparse
import csv
import os

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot


def read(path):
    """Steps, losses and held-out losses of a curve; missing losses are left out."""
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    wanted = {"step", "training_loss", "held_out_loss"}
    if not rows or not wanted <= rows[0].keys():
        raise SystemExit(f"{path}: found no curve, expected lines with {', '.join(sorted(wanted))}")
    points = lambda name: [(int(row["step"]), float(row[name])) for row in rows if row[name]]
    return points("training_loss"), points("held_out_loss")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("curves", nargs="+", metavar="CURVE.csv")
    parser.add_argument("--batch", type=int, default=16384, help="samples of a step")
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    figure, axes = pyplot.subplots(figsize=(8, 5), layout="constrained")
    for number, path in enumerate(args.curves):
        name = os.path.basename(os.path.dirname(os.path.abspath(path)))
        for points, style, what in zip(read(path), ("--", "-"), ("learnt from", "held out")):
            if points:
                steps, losses = zip(*points)
                seen = [step * args.batch / 1e6 for step in steps]
                axes.plot(seen, losses, style, color=f"C{number}", label=f"{name}, {what}")
    axes.set_xlabel("million samples seen")
    axes.set_ylabel("loss (mean squared difference of winning chances)")
    axes.set_yscale("log")
    axes.grid(True, which="both", alpha=0.3)
    axes.legend()
    figure.savefig(args.out)


if __name__ == "__main__":
    main()
