#!/usr/bin/env python3
"""Repeats the measurements that depend on the network and the search. Run it after either has changed.

    cargo build --release
    python3 training/measure.py --suites FOLDER --stockfish /usr/games/stockfish

1. The results of both searches in the example positions of the duel, which the program shows
   (`assets/duel/measured.json`).
2. The claims of the tours, each checked by the experiment it names; false ones are printed.
3. The test suites of a folder, Tabia beside Stockfish, one thread each and both at once: a table in
   `benches/measurements/search.md`. Without `--suites` the table stays.

Each engine needs a processor of its own. Exits with 1 if a claim is false. Needs only Python.
"""

import argparse
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from engines import bench

ROOT = Path(__file__).resolve().parent.parent
DUEL = ROOT / "assets/duel/measured.json"
SEARCH = ROOT / "benches/measurements/search.md"
# Name in the table, file, ms a position, whether its moves have points.
SUITES = [
    ("WAC", "WAC300.epd", 1000, False),
    ("STS 1 to 15", "STS1-15_v6_1188.epd", 100, True),
    ("Bratko-Kopec", "BratkoKopec24.epd", 300, False),
    ("Kaufman", "Kaufman25.epd", 300, False),
    ("PET, endings", "PET48_endgame.epd", 300, False),
    ("ZPTS, zugzwangs", "ZPTS_zugzwang30.epd", 300, False),
]
BEGIN, END = "<!-- suites: training/measure.py -->\n", "<!-- suites end -->\n"


def output(*command):
    """The output of a command; its errors go to the terminal."""
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


def solved(tabia, uci, suite, share):
    """Solved positions of a suite, with the points if moves have them: `844 (105,408)`."""
    name, file, milliseconds, has_points = suite
    milliseconds = max(1, round(milliseconds * share))
    command = [tabia, "epd", str(file), "--movetime", str(milliseconds), "--threads", "1", "--json"]
    found = json.loads(output(*command, *(["--uci", uci] if uci else [])).splitlines()[-1])
    points = f" ({found['points']:,})" if has_points else ""
    return f"{found['solved']}{points}", found["total"], milliseconds


def table(tabia, stockfish, folder, share):
    rows = ["| suite | time a position, s | Tabia | Stockfish |", "|---|---|---|---|"]
    with ThreadPoolExecutor(2) as both:
        for name, file, *rest in SUITES:
            suite = (name, folder / file, *rest)
            own, other = both.map(lambda uci: solved(tabia, uci, suite, share), [None, stockfish])
            rows.append(f"| {name}, {own[1]} | {own[2] / 1000} | {own[0]} | {other[0]} |")
            print(rows[-1], flush=True)
    return "\n".join(rows) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--tabia", default=str(ROOT / "target/release/tabia"), help="the program")
    parser.add_argument("--suites", type=Path, help="folder of the suites, as EPD files")
    parser.add_argument("--stockfish", default="stockfish", help="the engine beside it")
    parser.add_argument("--share", type=float, default=1.0, help="share of the usual time, to try the script")
    args = parser.parse_args()

    signature = bench(args.tabia)
    print(f"bench {signature}")
    print(output(args.tabia, "lab", "duel-positions", "--write", str(DUEL)), end="")
    tours = subprocess.run([args.tabia, "lab", "tours", "--check"], stdout=subprocess.PIPE, text=True)
    print(*(line for line in tours.stdout.splitlines() if tours.returncode), sep="\n", end="")

    if args.suites:
        text = SEARCH.read_text(encoding="utf-8")
        before, rest = text.split(BEGIN)
        _, after = rest.split(END)
        rows = table(args.tabia, args.stockfish, args.suites, args.share)
        SEARCH.write_text(f"{before}{BEGIN}Bench {signature}:\n\n{rows}{END}{after}", encoding="utf-8")
    sys.exit(tours.returncode)


main()
