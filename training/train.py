#!/usr/bin/env python3
"""Trains the evaluation network of Tabia with PyTorch, on a GPU if there is one.

Inputs, shape, target, schedule and files are those of `tabia-train train` (see README.md in this folder). Only the
initial weights and the order of the samples come from another random generator, so the two give networks of the same
strength, but not the same bytes.

    python3 training/train.py SAMPLES.. --held-out FILE --out DIR --width 128 --passes 20
"""

import argparse
import csv
import json
import math
import os
import struct
import time

import numpy as np
import torch

from features import INPUTS, inputs

ARCHITECTURE = 2
QA, QB = 255, 64
CLIP = 1.98
WANDERED = 5
SAMPLE = np.dtype([
    ("occupied", "<u8"), ("pieces", "u1", 16), ("turn", "u1"), ("clock", "u1"), ("move", "<u2"),
    ("score", "<i2"), ("result", "u1"), ("source", "u1"),
])


def read_samples(paths):
    """All samples of some files, as an array of records."""
    parts = []
    for path in paths:
        with open(path, "rb") as file:
            magic = file.read(8)
            if magic != b"TABIAP1\n":
                raise SystemExit(f"{path}: found {magic!r} at the start, expected TABIAP1 (samples)")
            data = file.read()
        if len(data) % SAMPLE.itemsize:
            raise SystemExit(f"{path}: {len(data)} bytes, expected a multiple of {SAMPLE.itemsize}")
        parts.append(np.frombuffer(data, SAMPLE))
    return np.concatenate(parts)


def tensors(samples, device):
    """The fields of each sample on the device: occupied squares, piece codes, side to move, score, result, source."""
    put = lambda array: torch.from_numpy(np.ascontiguousarray(array)).to(device)
    return (put(samples["occupied"].view("<i8")), put(samples["pieces"]), put(samples["turn"] >> 7),
            put(samples["score"]), put(samples["result"]), put(samples["source"]))


class Net(torch.nn.Module):
    """1,792 mirrored inputs, two sides, squared clamp, and outputs chosen by the number of pieces."""

    def __init__(self, width, buckets):
        super().__init__()
        self.buckets = buckets
        self.rows = torch.nn.EmbeddingBag(INPUTS + 1, width, mode="sum", padding_idx=INPUTS)
        self.bias = torch.nn.Parameter(torch.empty(width))
        self.output = torch.nn.Linear(2 * width, buckets)
        most = math.sqrt(1 / 24)
        torch.nn.init.uniform_(self.rows.weight, -most, most)
        torch.nn.init.uniform_(self.bias, -most, most)
        torch.nn.init.uniform_(self.output.weight[:1], -math.sqrt(0.5 / width), math.sqrt(0.5 / width))
        torch.nn.init.zeros_(self.output.bias)
        with torch.no_grad():
            self.rows.weight[INPUTS] = 0
            self.output.weight[1:] = self.output.weight[:1]

    def forward(self, sides):
        active = [(self.rows(side) + self.bias).clamp(0, 1) ** 2 for side in sides]
        pieces = (sides[0] < INPUTS).sum(1)
        bucket = ((pieces - 2) * self.buckets // 32).clamp(0, self.buckets - 1)
        return self.output(torch.cat(active, 1)).gather(1, bucket[:, None])[:, 0]

    def clip(self):
        with torch.no_grad():
            for parameter in self.parameters():
                parameter.clamp_(-CLIP, CLIP)

    def to_bytes(self, scale):
        """The file of the network, see src/engine/eval/nnue/file.rs."""
        number = lambda tensor, one: np.rint(tensor.detach().cpu().double().numpy() * one)
        head = struct.pack("<6I", ARCHITECTURE, len(self.bias), self.buckets, QA, QB, scale)
        body = head + b"".join((
            number(self.rows.weight[:INPUTS], QA).astype("<i2").tobytes(),
            number(self.bias, QA).astype("<i2").tobytes(),
            number(self.output.weight, QB).astype("<i2").tobytes(),
            number(self.output.bias, QA * QB).astype("<i4").tobytes(),
        ))
        return b"TABIANN\n" + struct.pack("<IQ", 2, fnv(body)) + body


def fnv(data):
    total = 0xCBF29CE484222325
    for byte in data:
        total = (total ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return total


def misses(net, data, chosen, scale, share):
    """Differences between the network's winning chances and the targets."""
    occupied, pieces, black, score, result, source = (tensor[chosen] for tensor in data)
    chance = torch.sigmoid(net(inputs(occupied, pieces, black)))
    wanted = torch.sigmoid(score.float() / scale)
    white = result.float() / 2
    mover = torch.where(black > 0, 1 - white, white)
    share = torch.where(source == WANDERED, 0.0, share)  # The result does not apply to positions off the game.
    return chance - (wanted + (mover - wanted) * share)


def replace(path, data):
    """Writes a file beside its place and renames it, so that it is complete or missing."""
    with open(path + ".writing", "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".writing", path)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("samples", nargs="+")
    parser.add_argument("--held-out", nargs="+", default=[])
    parser.add_argument("--out", required=True)
    parser.add_argument("--width", type=int, default=64, help="a multiple of 32 up to 512")
    parser.add_argument("--buckets", type=int, default=8, choices=(1, 2, 4, 8), help="outputs")
    parser.add_argument("--passes", type=float, default=10.0)
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=8e-3)
    parser.add_argument("--last-rate", type=float, default=1e-5)
    parser.add_argument("--scale", type=int, default=200)
    parser.add_argument("--result-share", type=float, default=0.3)
    parser.add_argument("--last-result-share", type=float)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    if args.width % 32 or not 32 <= args.width <= 512:
        parser.error(f"width {args.width}, expected a multiple of 32 from 32 to 512")
    if args.last_result_share is None:
        args.last_result_share = args.result_share
    return args


def main():
    args = arguments()
    device = torch.device(args.device)
    torch.manual_seed(args.seed)
    data = tensors(read_samples(args.samples), device)
    count = len(data[0])
    if count < args.batch:
        raise SystemExit(f"{count} samples, expected at least a batch of {args.batch}")
    held_out = tensors(read_samples(args.held_out), device) if args.held_out else None
    steps = max(1, round(args.passes * count / args.batch))
    report_every = max(1, 2_000_000 // args.batch)
    net = Net(args.width, args.buckets).to(device)
    adam = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=0.01)
    os.makedirs(args.out, exist_ok=True)
    checkpoint, curve_path = (os.path.join(args.out, name) for name in ("checkpoint.pt", "curve.csv"))
    settings = {key: value for key, value in vars(args).items() if key not in ("out", "device")}
    settings = json.dumps(settings, sort_keys=True)
    step, curve = 0, []
    if os.path.exists(checkpoint):
        state = torch.load(checkpoint, map_location=device, weights_only=True)
        if state["settings"] != settings:
            raise SystemExit(f"{checkpoint}: of another training ({state['settings']}), expected {settings}")
        net.load_state_dict(state["net"])
        adam.load_state_dict(state["adam"])
        step, curve = state["step"], [tuple(row) for row in state["curve"]]
    batches, order, order_of = count // args.batch, None, None
    total, since, begun = 0.0, 0, time.time()
    while step < steps:
        if order_of != step // batches:
            order_of = step // batches
            generator = torch.Generator().manual_seed(args.seed * 1_000_003 + order_of)
            order = torch.randperm(count, generator=generator).to(device)
        chosen = order[step % batches * args.batch:][:args.batch]
        way = step / steps
        share = args.result_share + (args.last_result_share - args.result_share) * way
        rate = args.last_rate + (args.rate - args.last_rate) * (1 + math.cos(math.pi * way)) / 2
        for group in adam.param_groups:
            group["lr"] = rate
        loss = (misses(net, data, chosen, args.scale, share) ** 2).mean()
        adam.zero_grad()
        loss.backward()
        adam.step()
        net.clip()
        step, since, total = step + 1, since + 1, total + loss.detach()
        if step % report_every and step != steps:
            continue
        judged = ""
        if held_out and len(held_out[0]):
            with torch.no_grad():
                places = torch.arange(min(len(held_out[0]), 200_000), device=device).split(args.batch)
                sums = [(misses(net, held_out, part, args.scale, args.last_result_share) ** 2).sum()
                        for part in places]
                judged = f"{sum(sums).item() / sum(map(len, places)):.6f}"
        speed = since * args.batch / (time.time() - begun)
        curve.append((step, f"{total.item() / since:.6f}", judged, f"{rate:.3e}", f"{speed:.0f}"))
        print("step %d of %d: loss %s, held out %s, rate %s, %s samples/s" % (step, steps, *curve[-1][1:]),
              flush=True)
        total, since, begun = 0.0, 0, time.time()
        torch.save({"settings": settings, "net": net.state_dict(), "adam": adam.state_dict(),
                    "step": step, "curve": curve}, checkpoint + ".writing")
        os.replace(checkpoint + ".writing", checkpoint)
        with open(curve_path, "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(("step", "training_loss", "held_out_loss", "rate", "samples_per_second"))
            writer.writerows(curve)
        replace(os.path.join(args.out, "net.nnue"), net.to_bytes(args.scale))


if __name__ == "__main__":
    main()
