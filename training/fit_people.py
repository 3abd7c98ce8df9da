"""Fits the weights of limited strength (src/engine/human) to moves of people, and tests them on held-out games.

    tabia-train people games.pgn --out rows.jsonl
    python3 training/fit_people.py rows.jsonl

Needs numpy and scipy. Prints, by rating, the share of moves predicted and the points they lose, for the policy alone,
for the fitted choice on held-out games, and for the people; then the weights for `scale.rs`.
"""

import argparse
import json

import numpy as np
from scipy.optimize import minimize

DEPTHS = 8  # 0 to 7
MATE_CP = 3000
ENOUGH_S, LEAST_S = 300.0, 3.0
BANDS = [(400, 1000), (1000, 1300), (1300, 1600), (1600, 1900), (1900, 2200), (2200, 3000), (400, 3000)]
LOSSES = (0.02, 0.05, 0.1, 0.2, 0.3)


def expected(cp):
    """Expected score of centipawns, by the formula of lichess."""
    return 1 / (1 + np.exp(-0.00368208 * cp))


def read(path):
    with open(path, encoding="utf-8") as file:
        rows = [row for row in map(json.loads, file) if len(row["values"]) >= 3]
    count, most = len(rows), max(len(row["priors"]) for row in rows)
    policy = np.zeros((count, most))
    mask = np.zeros((count, most), bool)
    cp = np.zeros((count, DEPTHS - 1, most))
    referee = np.full((count, most), -MATE_CP, float)
    book = np.zeros((count, most))
    for at, row in enumerate(rows):
        moves = len(row["priors"])
        mask[at, :moves] = True
        policy[at, :moves] = np.log(np.maximum(row["priors"], 1e-6))
        book[at, : len(row["book"])] = row["book"]
        known = None
        for depth, values in enumerate(row["values"]):
            now = np.array([np.nan if value is None else value for value in values])
            if known is not None:
                now = np.where(np.isnan(now), known, now)
            known = np.where(np.isnan(now), np.nanmin(now), now)
            if depth < DEPTHS - 1:
                cp[at, depth:, :moves] = known
        referee[at, :moves] = known
    # The time left matters only if it is known.
    left = np.array([row["left"] if row["left"] is not None else ENOUGH_S for row in rows])
    left = np.log(np.clip(left, LEAST_S, ENOUGH_S) / ENOUGH_S)
    elo = np.array([row["elo"] for row in rows], float)
    return {
        "features": np.stack([np.ones(count), (elo - 1500) / 500, left], 1),
        "policy": policy,
        "value": np.sign(cp) * np.log1p(np.abs(cp) / 100),
        "mate": (cp >= MATE_CP).astype(float) - (cp <= -MATE_CP),
        "mask": mask,
        "book": book,
        "move_number": np.array([row["ply"] // 2 + 1 for row in rows], float),
        "referee": referee,
        "elo": elo,
        "played": np.array([row["played"] for row in rows]),
        "game": np.array([row["game"] for row in rows]),
    }


def part(data, taken):
    return {name: values[taken] for name, values in data.items()}


def softmax(logits, mask):
    logits = np.where(mask, logits, -1e9)
    weights = np.exp(logits - logits.max(1, keepdims=True)) * mask
    return weights / weights.sum(1, keepdims=True)


def parts(weights, data):
    """Probabilities by depth, shares of the depths, and the weights of each row."""
    instinct, prior, value, mate, *shares = weights.reshape(-1, 3) @ data["features"].T
    value, mate = np.exp(value), np.exp(mate)
    shares = np.exp(np.stack([np.zeros_like(instinct), *shares], 1))
    shares /= shares.sum(1, keepdims=True)
    chances = [softmax(instinct[:, None] * data["policy"], data["mask"])]
    for depth in range(DEPTHS - 1):
        seen = value[:, None] * data["value"][:, depth] + mate[:, None] * data["mate"][:, depth]
        chances.append(softmax(prior[:, None] * data["policy"] + seen, data["mask"]))
    return np.stack(chances, 1), shares, value, mate


def chances(weights, data):
    by_depth, shares, _, _ = parts(weights, data)
    return (by_depth * shares[:, :, None]).sum(1)


def loss(weights, data, regular=1e-3):
    """Negative log likelihood of the moves played, and its gradient."""
    by_depth, shares, value, mate = parts(weights, data)
    rows, played, features = np.arange(len(shares)), data["played"], data["features"]
    found = by_depth[rows, :, played]
    total = (shares * found).sum(1) + 1e-12
    blame = shares * found / total[:, None]

    def pull(column):
        return column[rows, ..., played] - (by_depth[:, 1:] * column).sum(2)

    policy = data["policy"]
    of_policy = policy[rows, played][:, None] - (by_depth * policy[:, None, :]).sum(2)
    gradients = [
        blame[:, 0] * of_policy[:, 0],
        (blame[:, 1:] * of_policy[:, 1:]).sum(1),
        (blame[:, 1:] * pull(data["value"])).sum(1) * value,
        (blame[:, 1:] * pull(data["mate"])).sum(1) * mate,
        *(blame - shares)[:, 1:].T,
    ]
    gradient = np.concatenate([features.T @ column for column in gradients])
    return -np.log(total).mean() + regular * (weights**2).sum(), -gradient / len(total) + 2 * regular * weights


def fit(data):
    start = np.zeros((4 + DEPTHS - 1, 3))
    start[:3, 0] = 0.7, 0.5, 0.5
    return minimize(loss, start.ravel(), args=(data,), jac=True, method="L-BFGS-B", options={"maxiter": 250}).x


def from_memory(memory, data):
    """Share of moves played from memory, and the probabilities of these moves."""
    constant, by_rating, by_number, recall = memory
    logit = constant + by_rating * data["features"][:, 1] + by_number * data["move_number"] / 10
    share = np.where(data["book"].any(1), 1 / (1 + np.exp(-logit)), 0)[:, None]
    weights = np.where(data["book"] > 0, np.maximum(data["book"], 1e-9) ** recall, 0)
    return share, weights / np.maximum(weights.sum(1, keepdims=True), 1e-12)


def mixed(memory, chosen, data):
    share, remembered = from_memory(memory, data)
    return share * remembered + (1 - share) * chosen


def fit_memory(chosen, data):
    """Fits the memory of the opening, for positions in the built-in book, given these probabilities."""
    known = data["book"].any(1)
    data, chosen = part(data, known), chosen[known]
    rows = np.arange(len(chosen))

    def loss(memory):
        return -np.log(mixed(memory, chosen, data)[rows, data["played"]] + 1e-12).mean()

    return minimize(loss, [0, 0, 0, 1], method="Nelder-Mead", options={"maxiter": 2000}).x


def rare(name, chosen, data):
    """The share of moves in the first twelve plies with a smaller policy than this."""
    early = data["move_number"] <= 6
    print(f"{name}: rating, moves of the first six, share with a policy below 0.02, 0.01, 0.005, 0.002")
    for low, high in BANDS:
        band = (data["elo"] >= low) & (data["elo"] < high) & early
        tails = [(chosen[band] * (data["policy"][band] < np.log(below))).sum(1).mean() for below in (0.02, 0.01, 0.005, 0.002)]
        print(f"  {low:4}-{high:4} {band.sum():6} ", " ".join(f"{tail:.3f}" for tail in tails))


def report(name, chosen, data):
    rows = np.arange(len(chosen))
    share = chosen[rows, data["played"]]
    value = np.where(data["mask"], expected(data["referee"]), -1)
    given = np.where(data["mask"], value.max(1, keepdims=True) - value, 0)
    print(f"{name}: rating, moves, -log likelihood, share predicted, mean loss, share of moves that lose more than {LOSSES}")
    for low, high in BANDS:
        band = (data["elo"] >= low) & (data["elo"] < high)
        if band.any():
            tails = [(chosen[band] * (given[band] > least)).sum(1).mean() for least in LOSSES]
            print(
                f"  {low:4}-{high:4} {band.sum():6} {-np.log(share[band] + 1e-12).mean():.3f} {share[band].mean():.3f}"
                f" {(chosen[band] * given[band]).sum(1).mean():.4f} ",
                " ".join(f"{tail:.3f}" for tail in tails),
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", help="file written by `tabia-train people`")
    data = read(parser.parse_args().rows)
    even = data["game"] % 2 == 0
    held_out = np.zeros_like(data["policy"])
    recalled = np.zeros_like(data["policy"])
    for half in (even, ~even):
        weights = fit(part(data, half))
        held_out[~half] = chances(weights, part(data, ~half))
        memory = fit_memory(chances(weights, part(data, half)), part(data, half))
        recalled[~half] = mixed(memory, held_out[~half], part(data, ~half))
    people = np.zeros_like(held_out)
    people[np.arange(len(people)), data["played"]] = 1
    report("policy alone", softmax(data["policy"], data["mask"]), data)
    report("fitted, on games held out", held_out, data)
    report("the same with what is remembered of openings", recalled, data)
    report("people", people, data)
    rare("drawn", recalled, data)
    rare("people", people, data)
    known = data["book"].any(1)
    for name, chosen in (("without memory", held_out), ("with memory", recalled)):
        share = chosen[np.arange(len(chosen)), data["played"]][known]
        print(f"{known.sum()} moves in the book, {name}: -log likelihood {-np.log(share + 1e-12).mean():.3f}")
    names = ["INSTINCT", "PRIOR", "VALUE", "MATE", *(f"SHARES[{depth}]" for depth in range(1, DEPTHS))]
    fitted = fit(data)
    for name, weights in zip(names, fitted.reshape(-1, 3)):
        print(f"{name}: [{weights[0]:.3f}, {weights[1]:.3f}, {weights[2]:.3f}]")
    memory = fit_memory(chances(fitted, data), data)
    print(f"MEMORY: [{memory[0]:.3f}, {memory[1]:.3f}, {memory[2]:.3f}], RECALL: {memory[3]:.3f}")


if __name__ == "__main__":
    main()
