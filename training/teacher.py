#!/usr/bin/env python3
"""Trains a large teacher network on a graphics card, and from it the two networks that the program can afford.

The teacher is a residual network over the board. It learns moves and results from
rows, and scores and results from samples; its score is a correction of the evaluation network it starts from. What it
then says of positions is free of the chance of a single search and a single game, so the small networks learn more from
it than from the same scores and results themselves (see `assets/nets/README.md`).

    tabia-train train --policy GAMES --rows --out ROWS --share 0
    python3 training/teacher.py --rows ROWS/training.rows --samples SCORED/*.samples --unlabelled MORE/*.samples \\
        --net assets/nets/tabia.nnue --out NET --minutes 4

NET gets `teacher.pt`; `taught.nnue`, `mixed.nnue`, `mixed-2.nnue` (half of the target is the score and result of the
sample itself) and their mean `net.nnue`; and `net.policy`. Schedules follow the clock, because such a card is rented by
the minute: one run is not repeated to the bit by the next.
"""

import argparse
import copy
import math
import os
import struct
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch.nn.utils.fusion import fuse_conv_bn_eval

import train
import train_policy
from features import INPUTS, inputs
from train import WANDERED, read_samples, replace
from train_policy import FLAGS, FROM_ROWS, SPECIALS, TO_ROWS, Rows

PLANES = INPUTS // 64
# Columns of inputs: one more for the padding of the lists, and a multiple of eight, because products of matrices of other
# sizes take twice as long.
COLUMNS = INPUTS + 8
# Of a position of the rows; the few with more legal moves are left out.
MAX_MOVES = 72
SCALE = 200
RESULT_SHARE = 0.3
# Positions the teacher judges at once.
CHUNK = 16384
# Steps of the teacher between two reports.
REPORT_STEPS = 400


def say(*words):
    print(time.strftime("%H:%M:%S"), *words, flush=True)


def multi_hot(lists):
    """Inputs as numbers 0 and 1 (positions x COLUMNS), so that a layer over them is a product of matrices."""
    ones = torch.zeros(len(lists), COLUMNS, device=lists.device)
    return ones.scatter_(1, lists.long(), 1.0)


def padded(rows):
    """A row for each column of `multi_hot`, zero where there is no input."""
    return functional.pad(rows[:INPUTS], (0, 0, 0, COLUMNS - INPUTS))


def pick(numbers, places):
    """`numbers[places]`; its gradient is summed without sorting."""
    return numbers.index_select(0, places.reshape(-1)).view(places.shape)


class Moves:
    """The positions of files of rows on the device."""

    def __init__(self, paths, device):
        put = lambda array, kind: torch.from_numpy(array.astype(kind)).to(device)
        lists, counts, played, buckets, chances, moves = [], [], [], [], [], []
        for rows in map(Rows, paths):
            of = put(rows.inputs_of, "i8")
            first = of.cumsum(0) - of
            owner = torch.repeat_interleave(torch.arange(rows.count, device=device), of)
            place = torch.arange(len(rows.inputs), device=device) - torch.repeat_interleave(first, of)
            padded = torch.full((rows.count, 32), INPUTS, dtype=torch.int16, device=device)
            padded[owner, place] = put(rows.inputs, "i2")
            lists.append(padded)
            counts.append(put(rows.moves_of, "u1"))
            played.append(put(rows.played, "u1"))
            buckets.append(put(rows.bucket, "u1"))
            chances.append(put(rows.chances, "f2"))
            moves.append(put(rows.moves, "i2"))
        parts = (lists, counts, played, buckets, chances, moves)
        self.lists, self.counts, self.played, self.buckets, self.chances, self.moves = map(torch.cat, parts)
        self.first = self.counts.long().cumsum(0) - self.counts.long()
        self.usable = torch.nonzero(self.counts <= MAX_MOVES)[:, 0]
        # What the teacher says: a logit for each move, chances for each position.
        self.taught_moves = self.taught_chances = None

    def batch(self, chosen):
        """Inputs, moves (positions x MAX_MOVES x 4), which of these exist, the move played, bucket, chances, and
        where the moves are in the list of all."""
        counts = self.counts[chosen].long()
        number = torch.arange(MAX_MOVES, device=counts.device)
        there = number < counts[:, None]
        places = torch.where(there, self.first[chosen][:, None] + number, 0)
        return (self.lists[chosen].long(), self.moves[places].long(), there, self.played[chosen].long(),
                self.buckets[chosen].long(), self.chances[chosen].float(), places)


class Positions:
    """The positions of files of samples on the device, with what the evaluation network says of them (`base`, a logit).

    `result` is the mover's, -1 off its game."""

    def __init__(self, paths, net, device):
        samples, parts = read_samples(paths), []
        for part in np.array_split(samples, max(1, len(samples) // 65536)):
            occupied, pieces, black, score, result, source = train.tensors(part, device)
            own, other = inputs(occupied, pieces, black)
            white = result.float() / 2
            mover = torch.where(source == WANDERED, -1.0, torch.where(black > 0, 1 - white, white))
            with torch.no_grad():
                base = net((own, other))
            parts.append((own.short(), other.short(), score.float(), mover, base))
        self.own, self.other, self.score, self.result, self.base = map(torch.cat, zip(*parts))

    def real(self):
        """Chance of winning by the score and, where the sample has one, the result."""
        scored = torch.sigmoid(self.score / SCALE)
        mixed = scored + (self.result - scored) * RESULT_SHARE
        return torch.where(self.result < 0, scored, mixed)


class Student(train.Net):
    """The evaluation network, as a product of matrices."""

    def forward(self, sides):
        rows = padded(self.rows.weight)
        active = [(multi_hot(side) @ rows + self.bias).clamp(0, 1) ** 2 for side in sides]
        bucket = (((sides[0] < INPUTS).sum(1) - 2) * self.buckets // 32).clamp(0, self.buckets - 1)
        return self.output(torch.cat(active, 1)).gather(1, bucket[:, None])[:, 0]

    @staticmethod
    def read(path):
        """The network of a file, see src/engine/eval/nnue/file.rs."""
        with open(path, "rb") as file:
            data = file.read()
        found = struct.unpack_from("<6I", data, 20) if data[:8] == b"TABIANN\n" and len(data) > 44 else None
        if found is None or (found[0], found[5]) != (train.ARCHITECTURE, SCALE):
            what = f"architecture {found[0]}, scale {found[5]}" if found else f"{data[:8]!r} at the start"
            raise SystemExit(f"{path}: found {what}, expected TABIANN, architecture {train.ARCHITECTURE}, scale {SCALE}")
        width, buckets = found[1:3]
        net, at = Student(width, buckets), 44

        def take(kind, shape, one):
            nonlocal at
            found = np.frombuffer(data, kind, math.prod(shape), at)
            at += found.nbytes
            return torch.from_numpy(found.astype("f4").reshape(shape) / one)

        with torch.no_grad():
            net.rows.weight[:INPUTS] = take("<i2", (INPUTS, width), train.QA)
            net.bias.copy_(take("<i2", (width,), train.QA))
            net.output.weight.copy_(take("<i2", (buckets, 2 * width), train.QB))
            net.output.bias.copy_(take("<i4", (buckets,), train.QA * train.QB))
        return net


class Policy(train_policy.Net):
    """The policy network, as a product of matrices over all rows of its heads."""

    def forward(self, lists, moves, bucket):
        sums = (multi_hot(lists) @ padded(self.trunk.weight) + self.trunk_bias).clamp(0, 1)
        rows = (sums[:, :self.width] * sums[:, self.width:]) @ self.heads.T
        to, origin, flags, special = moves.unbind(2)
        at = TO_ROWS + FROM_ROWS
        of_rows = rows[:, :at] + self.biases[:at]
        logits = of_rows.gather(1, to) + of_rows.gather(1, TO_ROWS + origin)
        logits = logits + pick(self.biases, at + flags) + pick(self.biases, at + FLAGS + special)
        outputs = 3 * bucket[:, None] + torch.arange(3, device=bucket.device)
        return logits, rows[:, at:].gather(1, outputs) + pick(self.biases, at + FLAGS + SPECIALS + outputs)


class Block(nn.Module):
    """Two convolutions, scaled and shifted by what the whole board says (squeeze and excitation), beside a shortcut."""

    def __init__(self, width):
        super().__init__()
        convolution = lambda: nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.first, self.first_norm = convolution(), nn.BatchNorm2d(width)
        self.second, self.second_norm = convolution(), nn.BatchNorm2d(width)
        self.squeeze, self.excite = nn.Linear(width, width // 4), nn.Linear(width // 4, 2 * width)

    def forward(self, x):
        y = functional.relu(self.first_norm(self.first(x)))
        y = self.second_norm(self.second(y))
        scale, shift = self.excite(functional.relu(self.squeeze(y.mean((2, 3))))).chunk(2, 1)
        return functional.relu(x + y * torch.sigmoid(scale)[:, :, None, None] + shift[:, :, None, None])


class Teacher(nn.Module):
    """A residual network over the mover's inputs, which are 28 planes of 64 squares.

    Five values: logits of win, draw and loss, and corrections of the logits of score and result. The logit of a move is
    that of its target row and of its origin row, each a value of its square, and of the pair of squares."""

    def __init__(self, width, blocks):
        super().__init__()
        self.stem, self.stem_norm = nn.Conv2d(PLANES, width, 3, padding=1, bias=False), nn.BatchNorm2d(width)
        self.blocks = nn.Sequential(*(Block(width) for _ in range(blocks)))
        self.moves, self.moves_norm = nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width)
        self.rows = nn.Conv2d(width, (TO_ROWS + FROM_ROWS) // 64, 1)
        self.origins, self.targets = nn.Conv2d(width, 64, 1), nn.Conv2d(width, 64, 1)
        self.flags, self.special = nn.Parameter(torch.zeros(FLAGS)), nn.Parameter(torch.zeros(SPECIALS))
        self.values, self.values_norm = nn.Conv2d(width, 32, 1, bias=False), nn.BatchNorm2d(32)
        self.dense, self.outputs = nn.Linear(32 * 64, 256), nn.Linear(256, 5)
        nn.init.zeros_(self.outputs.weight)
        nn.init.zeros_(self.outputs.bias)

    def forward(self, lists):
        """The board after all blocks, for `policy`, and the five values."""
        x = multi_hot(lists)[:, :INPUTS].reshape(-1, PLANES, 8, 8).to(self.stem.weight.dtype)
        x = self.stem_norm(self.stem(x.to(memory_format=torch.channels_last)))
        x = self.blocks(functional.relu(x))
        y = functional.relu(self.values_norm(self.values(x))).flatten(1)
        return x, self.outputs(functional.relu(self.dense(y))).float()

    def policy(self, x, moves):
        """Logits of moves."""
        y = functional.relu(self.moves_norm(self.moves(x)))
        to, origin, flags, special = moves.unbind(2)
        rows, count = self.rows(y).flatten(2), len(y)
        kinds = TO_ROWS // 64
        # A target row is kind, square and state (8), an origin row kind, square and whether it is en prise.
        target, start = to // 8 % 64, origin // 2 % 64
        of_target = rows[:, :kinds].reshape(count, -1).gather(1, (to // 512 * 8 + to % 8) * 64 + target)
        of_origin = rows[:, kinds:].reshape(count, -1).gather(1, (origin // 128 * 2 + origin % 2) * 64 + start)
        pairs = torch.bmm(self.origins(y).flatten(2).transpose(1, 2), self.targets(y).flatten(2)) / 8
        of_pair = pairs.reshape(count, -1).gather(1, start * 64 + target)
        logits = of_target.float() + of_origin.float() + of_pair.float()
        return logits + pick(self.flags, flags) + pick(self.special, special)

    def fused(self):
        """A copy to judge with: normalisation as part of the convolutions, in bfloat16."""
        net = copy.deepcopy(self).eval()
        for of in (net, *net.blocks):
            for name in [name for name, _ in of.named_children() if name.endswith("_norm")]:
                at = name.removesuffix("_norm")
                setattr(of, at, fuse_conv_bn_eval(getattr(of, at), getattr(of, name)))
                setattr(of, name, nn.Identity())
        return net.bfloat16().to(memory_format=torch.channels_last)


def whole_chunks(chosen, size):
    """Parts of one size, the last one filled up: convolutions are chosen anew for every new size."""
    for part in chosen.split(size):
        yield torch.cat((part, chosen[:1].expand(size - len(part)))), len(part)


def in_bfloat16(device):
    return torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda")


def scheduled(optimizer, seconds, peak, last=1e-5, warm=0.02):
    """Yields the share of the time that has passed, until it is over, and sets the rate: a short rise, then a cosine.

    The first step learns nothing and does not count, because it also compiles."""
    if seconds > 0:
        for group in optimizer.param_groups:
            group["lr"] = 0
        yield 0
    begun = time.time()
    while (passed := time.time() - begun) < seconds:
        way = passed / seconds
        rate = peak * way / warm if way < warm else last + (peak - last) * (1 + math.cos(math.pi * way)) / 2
        for group in optimizer.param_groups:
            group["lr"] = rate
        yield way


def shuffled(places, size, generator):
    """Batches of all places, drawn again and again."""
    while True:
        order = places[torch.randperm(len(places), generator=generator).to(places.device)]
        yield from (part for part in order.split(size) if len(part) == min(size, len(order)))


def cross_entropy(logits, there, wanted):
    """Mean cross entropy of the wanted shares of the moves."""
    logs = torch.log_softmax(logits.masked_fill(~there, -1e9), 1).masked_fill(~there, 0)
    return -(wanted * logs).sum() / len(logits)


def shares_of(played, there, smoothing):
    """The move played, and a little of every legal one."""
    even = there * (smoothing / there.sum(1, keepdim=True))
    return even.scatter_add(1, played[:, None], torch.full_like(even[:, :1], 1 - smoothing))


def train_teacher(teacher, moves, scored, args, device):
    """Half of each batch teaches moves and the chances of the rows, half scores and results of the samples."""
    optimizer = torch.optim.AdamW(teacher.parameters(), lr=args.rate, weight_decay=0.01)
    half, generator = args.batch // 2, torch.Generator().manual_seed(args.seed)
    of_moves = shuffled(moves.usable, half, generator)
    of_scored = shuffled(torch.arange(len(scored.own), device=device), half, generator)
    sums, steps = torch.zeros(4, device=device), 0
    # Compiled, a step takes 24 ms instead of 43 on an H200; compiling takes 40 s.
    forward = torch.compile(teacher, dynamic=False) if device.type == "cuda" else teacher
    teacher.train()
    for way in scheduled(optimizer, 60 * args.minutes, args.rate):
        lists, rows, there, played, _, chances, _ = moves.batch(next(of_moves))
        chosen = next(of_scored)
        base, score, result = scored.base[chosen], scored.score[chosen], scored.result[chosen]
        with in_bfloat16(device):
            x, values = forward(torch.cat((lists, scored.own[chosen].long())))
            logits = teacher.policy(x[:len(lists)], rows)
        values_of_moves, values = values.split((len(lists), len(chosen)))
        policy = cross_entropy(logits, there, shares_of(played, there, 0.02))
        value = -(chances * torch.log_softmax(values_of_moves[:, :3], 1)).sum(1).mean()
        wanted = torch.sigmoid(score / SCALE)
        of_score = functional.binary_cross_entropy_with_logits(base + values[:, 3], wanted)
        of_result = functional.binary_cross_entropy_with_logits(base + values[:, 4], result.clamp(min=0), reduction="none")
        of_result = (of_result * (result >= 0)).mean()
        # Moves shape the trunk first, scores have the last word.
        loss = (1 - 0.6 * way) * policy + 0.5 * value + (2 + 6 * way) * of_score + 0.5 * of_result
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(teacher.parameters(), 2.0)
        optimizer.step()
        with torch.no_grad():
            missed, before = ((torch.sigmoid(logit) - wanted).square().mean() for logit in (base + values[:, 3], base))
            sums += torch.stack((policy, value, missed, before))
        steps += 1
        if steps % REPORT_STEPS == 0:
            means = tuple((sums / REPORT_STEPS).tolist())
            say(f"step {steps}: moves %.4f, chances %.4f, scores %.5f (evaluation %.5f)" % means)
            sums.zero_()
    say(f"the teacher is trained, {steps} steps of {args.batch}")


@torch.no_grad()
def judged(teacher, positions):
    """The teacher's logits of score and result for each position."""
    corrections = []
    for part, count in whole_chunks(torch.arange(len(positions.own), device=positions.own.device), CHUNK):
        corrections.append(teacher(positions.own[part])[1][:count, 3:])
    corrections = torch.cat(corrections)
    return positions.base + corrections[:, 0], positions.base + corrections[:, 1]


def taught(teacher, positions):
    """Chance of winning by the teacher's score and result."""
    score, result = (torch.sigmoid(logit) for logit in judged(teacher, positions))
    return score + (result - score) * RESULT_SHARE


@torch.no_grad()
def teach_moves(teacher, moves):
    """Writes down what the teacher says of all moves and positions of the rows."""
    moves.taught_moves = torch.zeros(len(moves.moves), dtype=torch.float16, device=moves.moves.device)
    moves.taught_chances = torch.zeros_like(moves.chances)
    for part, _ in whole_chunks(moves.usable, CHUNK):
        lists, rows, there, *_, places = moves.batch(part)
        x, values = teacher(lists)
        moves.taught_moves[places[there]] = teacher.policy(x, rows)[there].half()
        moves.taught_chances[part] = torch.softmax(values[:, :3], 1).half()


def train_small(net, places, size, loss_of, seconds, rate, seed):
    """Trains a network that plays, on batches of the places."""
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.01)
    batches, loss = shuffled(places, size, torch.Generator().manual_seed(seed)), None
    for _ in scheduled(optimizer, seconds, rate):
        loss = loss_of(next(batches))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        net.clip()
    say("not trained" if loss is None else f"trained, the last loss is {loss.item():.6f}")


def train_student(path, sides, wanted, args, seed, rate=1e-3):
    """Trains the evaluation network further and writes it."""
    net = Student.read(args.net).to(wanted.device)

    def loss_of(chosen):
        chances = torch.sigmoid(net([side[chosen] for side in sides]))
        return (chances - wanted[chosen]).square().mean()

    places = torch.arange(len(wanted), device=wanted.device)
    train_small(net, places, 4 * args.batch, loss_of, args.student_seconds, rate, seed)
    replace(path, net.to_bytes(SCALE))
    return net


def train_policy_student(path, moves, args, device):
    """Trains a policy network, a share on the teacher's opinion and the rest on the rows themselves, and writes it."""
    torch.manual_seed(args.seed)
    net = Policy(args.policy_width).to(device)

    def loss_of(chosen):
        lists, rows, there, played, bucket, chances, places = moves.batch(chosen)
        opinion = torch.softmax(moves.taught_moves[places].float().masked_fill(~there, -1e9), 1)
        wanted = torch.lerp(shares_of(played, there, 0.05), opinion, args.teacher_share)
        chances = torch.lerp(chances, moves.taught_chances[chosen].float(), args.teacher_share)
        logits, value = net(lists, rows, bucket)
        return cross_entropy(logits, there, wanted) - (chances * torch.log_softmax(value, 1)).sum(1).mean()

    train_small(net, moves.usable, 4 * args.batch, loss_of, args.policy_seconds, 4e-3, args.seed)
    replace(path, net.to_bytes())


def mean(nets):
    """The network with the mean weights of some."""
    net = copy.deepcopy(nets[0])
    with torch.no_grad():
        for weights, *others in zip(net.parameters(), *(other.parameters() for other in nets[1:])):
            weights.add_(sum(others)).div_(len(nets))
    return net


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--rows", nargs="+", required=True, help="moves of games, as `tabia-train` writes them")
    parser.add_argument("--samples", nargs="+", required=True, help="positions with scores of searches")
    parser.add_argument("--unlabelled", nargs="*", default=[], help="more positions, of which only the teacher is asked")
    parser.add_argument("--net", required=True, help="the evaluation network to start from")
    parser.add_argument("--out", required=True)
    parser.add_argument("--width", type=int, default=192, help="channels of the teacher")
    parser.add_argument("--blocks", type=int, default=8, help="blocks of the teacher")
    parser.add_argument("--minutes", type=float, default=4.0, help="time to train the teacher")
    parser.add_argument("--teacher", help="a teacher of this width and blocks to train further, not a new one")
    parser.add_argument("--student-seconds", type=float, default=15.0, help="time for each evaluation network")
    parser.add_argument("--policy-seconds", type=float, default=60.0, help="time for the policy network")
    parser.add_argument("--policy-width", type=int, default=256, help="a multiple of 32 up to 512")
    parser.add_argument("--teacher-share", type=float, default=0.7, help="share of the teacher in what the policy learns")
    parser.add_argument("--batch", type=int, default=4096, help="positions of a step of the teacher; of a student 4 times")
    parser.add_argument("--rate", type=float, default=1.5e-3, help="highest rate of the teacher")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    if args.policy_width % 32 or not 32 <= args.policy_width <= 512:
        parser.error(f"policy width {args.policy_width}, expected a multiple of 32 from 32 to 512")
    return args


def main():
    args = arguments()
    device = torch.device(args.device)
    torch.manual_seed(args.seed)
    torch.set_float32_matmul_precision("high")
    torch.backends.cudnn.benchmark = True
    os.makedirs(args.out, exist_ok=True)
    into = lambda name: os.path.join(args.out, name)
    base = Student.read(args.net).to(device)
    moves, scored = Moves(args.rows, device), Positions(args.samples, base, device)
    say(f"{len(moves.usable)} positions with moves, {len(scored.own)} with scores")
    teacher = Teacher(args.width, args.blocks).to(device).to(memory_format=torch.channels_last)
    if args.teacher:
        weights = torch.load(args.teacher, map_location=device, weights_only=True)
        teacher.load_state_dict({name: weight.float() for name, weight in weights.items()})
    train_teacher(teacher, moves, scored, args, device)
    torch.save({name: weights.half() for name, weights in teacher.state_dict().items()}, into("teacher.pt"))
    teacher = teacher.fused()
    positions, by_teacher = [scored], [taught(teacher, scored)]
    if args.unlabelled:
        positions.append(Positions(args.unlabelled, base, device))
        by_teacher.append(taught(teacher, positions[1]))
    sides = [torch.cat([getattr(of, side) for of in positions]) for side in ("own", "other")]
    mixed = torch.cat([torch.lerp(by_teacher[0], scored.real(), 0.5), *by_teacher[1:]])
    nets = [train_student(into("taught.nnue"), sides, torch.cat(by_teacher), args, args.seed),
            train_student(into("mixed.nnue"), sides, mixed, args, args.seed),
            train_student(into("mixed-2.nnue"), sides, mixed, args, args.seed + 1, 5e-4)]
    replace(into("net.nnue"), mean(nets).to_bytes(SCALE))
    teach_moves(teacher, moves)
    train_policy_student(into("net.policy"), moves, args, device)


if __name__ == "__main__":
    main()
