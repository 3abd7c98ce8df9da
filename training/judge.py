#!/usr/bin/env python3
"""Tests networks against a stronger engine: mean squared difference of winning chances.

    tabia-train relabel held-out.samples --out tree --nodes 400 --tree 3 --only-tree
    python3 training/judge.py tree/*.samples --scores judged.csv --reference stockfish --tabia target/release/tabia \\
        first.nnue second.nnue

A random part of the samples is searched by the reference once, and the scores are kept in a file by which further
networks are tested. The built-in network and the hand-crafted evaluation come first. The reference is only used for
testing, never for training: a network trained on its scores would be derived from that engine. The scale and the
tempo bonus that fit best are found for each evaluation, so that they do not affect the comparison. Positions whose
best move captures or promotes are called noisy; no static evaluation can judge them. Needs only Python.
"""

import argparse
import csv
import json
import math
import os
import random
import subprocess

from engines import Engine, EngineFailed, chance

SAMPLE = 32
MAGIC = b"TABIAP1\n"
# Centipawns at which the winning chance is 1 / (1 + 1/e).
SCALE = 200.0


def board(data):
    """The board, side to move and castling squares of a packed position (`src/training/data/packed.rs`)."""
    occupied = int.from_bytes(data[:8], "little")
    squares, rooks, number = [None] * 64, [], 0
    for square in range(64):
        if occupied >> square & 1:
            code = data[8 + number // 2] >> (4 * (number % 2)) & 15
            number += 1
            if code & 7 == 6:
                rooks.append(square)
            letter = "pnbrqkr"[code & 7]
            squares[square] = letter if code & 8 else letter.upper()
    return squares, "b" if data[24] & 128 else "w", rooks


def fen(data):
    """A packed position as FEN, castling by the files of the rooks."""
    squares, mover, rooks = board(data)
    ranks = []
    for rank in range(7, -1, -1):
        text, empty = "", 0
        for piece in squares[8 * rank : 8 * rank + 8] + ["end"]:
            if piece is None:
                empty += 1
                continue
            text += str(empty) if empty else ""
            text, empty = text if piece == "end" else text + piece, 0
        ranks.append(text)
    rights = "".join(chr((ord("A") if rook < 8 else ord("a")) + rook % 8) for rook in rooks) or "-"
    passant = data[24] & 127
    target = "-" if passant == 64 else "abcdefgh"[passant % 8] + str(passant // 8 + 1)
    move = max(1, int.from_bytes(data[26:28], "little"))
    return f"{'/'.join(ranks)} {mover} {rights} {target} {data[25]} {move}"


def draw(paths, count, seed):
    """This many random positions of the files, each once."""
    rng, found = random.Random(seed), set()
    sizes = [(os.path.getsize(path) - len(MAGIC)) // SAMPLE for path in paths]
    for path in paths:
        with open(path, "rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise SystemExit(f"{path}: expected a file of samples")
    if sum(sizes) < count:
        raise SystemExit(f"found {sum(sizes)} samples, expected at least {count}")
    for path, size in zip(paths, sizes):
        with open(path, "rb") as file:
            for at in rng.sample(range(size), math.ceil(count * size / sum(sizes))):
                file.seek(len(MAGIC) + at * SAMPLE)
                found.add(fen(file.read(28)))
    found = sorted(found)
    rng.shuffle(found)
    return found[:count]


def is_noisy(position, move):
    """Whether a UCI move captures or promotes."""
    placement, _, _, passant, *_ = position.split()
    rows = placement.split("/")
    row = "".join(" " * int(letter) if letter.isdigit() else letter for letter in rows[8 - int(move[3])])
    start = "".join(" " * int(letter) if letter.isdigit() else letter for letter in rows[8 - int(move[1])])
    target, piece = row["abcdefgh".index(move[2])], start["abcdefgh".index(move[0])]
    castles = piece in "Kk" and target in "Rr" and piece.isupper() == target.isupper()
    return len(move) > 4 or (target != " " and not castles) or (piece in "Pp" and move[2:4] == passant)


def reference(args):
    """Searches a position with the reference: its score in centipawns, side to move's view, and whether its best move is
    noisy; `None` if there is no move."""
    engine = Engine(f"{args.reference};UCI_Chess960=true")

    def judged(position):
        engine.forget()
        move, score = engine.search(position, [], args.nodes)
        has_move = move not in ("(none)", "0000")
        return (score, is_noisy(position, move)) if has_move and score is not None else None

    return judged


def made_once(args, write):
    """Opens the file of scores; if it does not exist, `write` creates it."""
    if not os.path.exists(args.scores):
        if not args.samples or not args.reference:
            raise SystemExit(f"{args.scores}: not there; samples and --reference are wanted to make it")
        with open(args.scores + ".new", "w", newline="", encoding="utf-8") as file:
            write(file)
        os.replace(args.scores + ".new", args.scores)
    return open(args.scores, newline="", encoding="utf-8")


def scores(args):
    """The positions with their scores, from the file or searched now."""

    def write(file):
        judged, drawn = reference(args), draw(args.samples, args.positions, args.seed)
        rows = ((position, judged(position)) for position in drawn)
        csv.writer(file).writerows((position, found[0], int(found[1])) for position, found in rows if found)

    with made_once(args, write) as file:
        return [(position, int(score), noisy == "1") for position, score, noisy in csv.reader(file)]


def evaluations(tabia, net, positions):
    """Evaluations by the network and the hand-crafted terms, centipawns, side to move's view."""
    command = [tabia, "eval", "-", "--json"] + (["--net", net] if net else [])
    output = subprocess.run(command, input="\n".join(positions) + "\n", capture_output=True, text=True)
    rows = [json.loads(line) for line in output.stdout.splitlines() if line]
    if len(rows) != len(positions):
        raise SystemExit(f"{' '.join(command)}: {len(rows)} answers of {len(positions)}: {output.stderr.strip()}")
    sides = [1 if position.split()[1] == "w" else -1 for position in positions]
    network = [side * row["network"]["score_cp"] for side, row in zip(sides, rows)]
    return network, [side * row["score_cp"] for side, row in zip(sides, rows)]


def loss(found, truth):
    """The least loss over scales and tempo bonuses: loss, scale, bonus in centipawns."""
    wanted = [chance(score, SCALE) for score in truth]
    best = (math.inf, 0, 0)
    for percent in range(60, 155, 10):
        for tempo in range(-30, 31, 10):
            chances = (chance(score * percent / 100 + tempo, SCALE) for score in found)
            mean = sum((a - b) ** 2 for a, b in zip(chances, wanted)) / len(wanted)
            best = min(best, (mean, percent / 100, tempo))
    return best


def arguments(description, nodes, positions):
    """A parser of the arguments that both scripts have."""
    parser = argparse.ArgumentParser(description=description.split("\n")[0])
    parser.add_argument("files", nargs="*", metavar="SAMPLES or NET.nnue")
    parser.add_argument("--tabia", required=True)
    parser.add_argument("--scores", required=True, metavar="FILE")
    parser.add_argument("--reference", help="a UCI engine")
    parser.add_argument("--nodes", type=int, default=nodes, help="of the reference, a position")
    parser.add_argument("--positions", type=int, default=positions)
    parser.add_argument("--seed", type=int, default=1)
    return parser


def parsed(parser):
    """The arguments, with the files separated into samples and networks."""
    args = parser.parse_intermixed_args()
    args.samples = [path for path in args.files if path.endswith(".samples")]
    args.nets = [path for path in args.files if not path.endswith(".samples")]
    return args


def tell_all(args, positions, tell):
    """Reports the hand-crafted evaluation, the built-in network and the given ones."""
    for net in [None] + args.nets:
        network, terms = evaluations(args.tabia, net, positions)
        if net is None:
            tell("hand-crafted", terms)
        tell(net or "built in", network)


def main():
    args = parsed(arguments(__doc__, nodes=20000, positions=6000))
    judged = scores(args)
    kinds = [("quiet", False), ("noisy", True)]
    print(f"{len(judged)} positions, {sum(noisy for *_, noisy in judged)} of them noisy")

    def tell(name, values):
        output = []
        for kind, noisy in kinds:
            chosen = [(value, score) for value, (_, score, is_so) in zip(values, judged) if is_so == noisy]
            if chosen:
                mean, scale, tempo = loss(*zip(*chosen))
                output.append(f"{kind} {mean:.5f} (scores times {scale:.1f}, the move {tempo:+} cp)")
        print(f"{name}: {', '.join(output)}", flush=True)

    tell_all(args, [position for position, *_ in judged], tell)


if __name__ == "__main__":
    try:
        main()
    except EngineFailed as error:
        raise SystemExit(f"{error}")
