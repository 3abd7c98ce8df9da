#!/usr/bin/env python3
"""Trains the policy network of Tabia with PyTorch, on a GPU if there is one.

Shape, losses, schedule and file are those of `tabia-train train --policy` (see README.md in this folder). The positions
are rows written by `tabia-train train --policy GAMES --rows --out DIR`. Only the initial weights and the order of the
positions come from another random generator.

    python3 training/train_policy.py DIR/training.rows --held-out DIR/held-out.rows --out NET --width 256 --passes 5
"""

import argparse
import math
import os
import struct

import numpy as np
import torch

from train import fnv, replace

INPUTS, TO_ROWS, FROM_ROWS, FLAGS, SPECIALS, VALUE_ROWS = 1792, 3072, 768, 6912, 8, 24
QA, QB, LOGIT_ONE = 255, 64, 64 * 255 * 255 / 256
CLIP = 1.98


class Rows:
    """The positions of a file of rows, as numpy lists; src/training/policy/data.rs describes the format."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        if data[:8] != b"TABIAPR1":
            raise SystemExit(f"{path}: found {data[:8]!r} at the start, expected TABIAPR1 (rows)")
        self.count, inputs, moves = struct.unpack("<3Q", data[8:32])
        expected = 32 + 16 * self.count + 2 * inputs + 8 * moves
        if len(data) != expected:
            raise SystemExit(f"{path}: {len(data)} bytes, expected {expected}")
        at = 32

        def take(kind, count):
            nonlocal at
            found = np.frombuffer(data, kind, count, at)
            at += found.nbytes
            return found

        self.inputs_of, self.moves_of, self.played, self.bucket = (take("u1", self.count) for _ in range(4))
        self.chances = take("<f4", 3 * self.count).reshape(-1, 3)
        self.inputs = take("<u2", inputs)
        self.moves = take("<u2", 4 * moves).reshape(-1, 4)
        self.inputs_at = np.concatenate(([0], np.cumsum(self.inputs_of, dtype=np.int64)))
        self.moves_at = np.concatenate(([0], np.cumsum(self.moves_of, dtype=np.int64)))

    def batch(self, chosen, device):
        """Lists of the chosen positions side by side, with the offset of each."""
        def gathered(list_, begins, counts):
            ends = np.cumsum(counts, dtype=np.int64)
            offsets = ends - counts
            places = np.arange(ends[-1]) - np.repeat(offsets - begins[chosen], counts)
            return list_[places].astype(np.int64), offsets

        put = lambda array: torch.from_numpy(np.ascontiguousarray(array)).to(device)
        moves_of = self.moves_of[chosen].astype(np.int64)
        inputs, inputs_from = gathered(self.inputs, self.inputs_at, self.inputs_of[chosen].astype(np.int64))
        moves, moves_from = gathered(self.moves, self.moves_at, moves_of)
        owner = np.repeat(np.arange(len(chosen)), moves_of)
        played = moves_from + self.played[chosen]
        bucket = self.bucket[chosen].astype(np.int64)
        return [put(x) for x in (inputs, inputs_from, moves, owner, moves_of, played, bucket, self.chances[chosen])]


class Net(torch.nn.Module):
    """Inputs of the side to move, products of pairs, rows of targets and origins, three logits of the value."""

    def __init__(self, width):
        super().__init__()
        self.width = width
        self.trunk = torch.nn.EmbeddingBag(INPUTS, 2 * width, mode="sum")
        self.trunk_bias = torch.nn.Parameter(torch.empty(2 * width))
        self.heads = torch.nn.Parameter(torch.empty(TO_ROWS + FROM_ROWS + VALUE_ROWS, width))
        self.biases = torch.nn.Parameter(torch.zeros(TO_ROWS + FROM_ROWS + FLAGS + SPECIALS + VALUE_ROWS))
        most = math.sqrt(1 / 24)
        torch.nn.init.uniform_(self.trunk.weight, -most, most)
        torch.nn.init.uniform_(self.trunk_bias, 0, most)
        torch.nn.init.uniform_(self.heads, -math.sqrt(0.25 / width), math.sqrt(0.25 / width))

    def forward(self, inputs, inputs_from, moves, owner, bucket):
        """Logits of all moves, and three of each position."""
        sums = (self.trunk(inputs, inputs_from) + self.trunk_bias).clamp(0, 1)
        hidden = sums[:, :self.width] * sums[:, self.width:]
        to, origin, flags, special = moves.unbind(1)
        origin = origin + TO_ROWS
        rows = self.heads[to] + self.heads[origin]
        logits = (rows * hidden[owner]).sum(1) + self.biases[to] + self.biases[origin]
        at = TO_ROWS + FROM_ROWS
        logits = logits + self.biases[at + flags] + self.biases[at + FLAGS + special]
        outputs = 3 * bucket[:, None] + torch.arange(3, device=bucket.device)
        value = (self.heads[at + outputs] * hidden[:, None]).sum(2)
        return logits, value + self.biases[at + FLAGS + SPECIALS + outputs]

    def clip(self):
        with torch.no_grad():
            for parameter in self.parameters():
                parameter.clamp_(-CLIP, CLIP)

    def to_bytes(self):
        """The file of the network, see src/engine/eval/policy/file.rs."""
        number = lambda tensor, one: np.rint(tensor.detach().cpu().double().numpy() * one)
        sizes = (INPUTS, TO_ROWS, FROM_ROWS, FLAGS, SPECIALS, VALUE_ROWS, QA, QB)
        body = struct.pack("<10I", 1, self.width, *sizes) + b"".join((
            number(self.trunk.weight, QA).astype("<i2").tobytes(),
            number(self.trunk_bias, QA).astype("<i2").tobytes(),
            number(self.heads, QB).astype("i1").tobytes(),
            number(self.biases, LOGIT_ONE).astype("<i4").tobytes(),
        ))
        return b"TABIAPO\n" + struct.pack("<IQ", 1, fnv(body)) + body


def losses(net, batch, smoothing):
    """Summed losses of policy and value, and how often the played move had the highest probability."""
    inputs, inputs_from, moves, owner, moves_of, played, bucket, chances = batch
    logits, value = net(inputs, inputs_from, moves, owner, bucket)
    count = len(moves_of)
    # Softmax by position: the greatest logit of each, then the sum of its exponentials.
    most = torch.full((count,), -torch.inf, device=logits.device)
    most = most.scatter_reduce(0, owner, logits.detach(), "amax")
    sums = torch.zeros(count, device=logits.device).index_add(0, owner, (logits - most[owner]).exp())
    cross_entropy = (sums.log() + most)[owner] - logits
    even = torch.zeros(count, device=logits.device).index_add(0, owner, cross_entropy) / moves_of
    policy = ((1 - smoothing) * cross_entropy[played] + smoothing * even).sum()
    value = -(chances * torch.log_softmax(value, 1)).sum()
    return policy, value, (logits.detach()[played] >= most).sum()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("rows")
    parser.add_argument("--held-out")
    parser.add_argument("--out", required=True)
    parser.add_argument("--width", type=int, default=256, help="a multiple of 32 up to 512")
    parser.add_argument("--passes", type=float, default=5.0)
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=4e-3)
    parser.add_argument("--last-rate", type=float, default=1e-5)
    parser.add_argument("--smoothing", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    if args.width % 32 or not 32 <= args.width <= 512:
        parser.error(f"width {args.width}, expected a multiple of 32 from 32 to 512")
    return args


def main():
    args = arguments()
    device = torch.device(args.device)
    torch.manual_seed(args.seed)
    rows, held_out = Rows(args.rows), Rows(args.held_out) if args.held_out else None
    if rows.count < args.batch:
        raise SystemExit(f"{rows.count} positions, expected at least a batch of {args.batch}")
    net = Net(args.width).to(device)
    adam = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=0.01)
    os.makedirs(args.out, exist_ok=True)
    steps, batches = max(1, round(args.passes * rows.count / args.batch)), rows.count // args.batch
    report_every, order = max(1, 1_000_000 // args.batch), None
    for step in range(steps):
        if step % batches == 0:
            order = np.random.default_rng((args.seed, step // batches)).permutation(rows.count)
        rate = args.last_rate + (args.rate - args.last_rate) * (1 + math.cos(math.pi * step / steps)) / 2
        for group in adam.param_groups:
            group["lr"] = rate
        chosen = order[step % batches * args.batch:][:args.batch]
        policy, value, top = losses(net, rows.batch(chosen, device), args.smoothing)
        adam.zero_grad()
        ((policy + value) / args.batch).backward()
        adam.step()
        net.clip()
        if (step + 1) % report_every and step + 1 != steps:
            continue
        judged = ""
        if held_out and held_out.count:
            with torch.no_grad():
                places = np.array_split(np.arange(min(held_out.count, 200_000)), 50)
                found = [losses(net, held_out.batch(part, device), args.smoothing) for part in places if len(part)]
                sums = [sum(column).item() / sum(map(len, places)) for column in zip(*found)]
                judged = "; held out policy %.4f, value %.4f, top-1 %.4f" % tuple(sums)
        now = [x.item() / args.batch for x in (policy, value, top)]
        print(f"step {step + 1} of {steps}: policy %.4f, value %.4f, top-1 %.4f" % tuple(now) + judged, flush=True)
        replace(os.path.join(args.out, "net.policy"), net.to_bytes())


if __name__ == "__main__":
    main()
