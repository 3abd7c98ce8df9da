"""Inputs of the network for samples, computed with PyTorch for a whole batch. The definition is in
src/engine/eval/nnue/features.rs.

Sets of squares are 64-bit numbers, with a1 as the lowest bit, one for each sample of the batch; `sides` has those of
White's and Black's pieces by kind.
"""

import torch

PIECES = 2 * 6 * 64  # Own and enemy pieces, six kinds, 64 squares.
PAWNS = 2 * 64
INPUTS = 2 * PIECES + 2 * PAWNS  # Safe pieces, those en prise; passed pawns, safe and en prise.
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, CASTLING_ROOK = range(7)

STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
LEAPS = ((2, 1), (2, -1), (-2, 1), (-2, -1), (1, 2), (1, -2), (-1, 2), (-1, -2))
PAWN_TAKES = (((1, 1), (1, -1)), ((-1, 1), (-1, -1)))


def landing(ranks, files):
    """The squares on which a step can end, as a signed number for PyTorch."""
    starts = ((square // 8 - ranks, square % 8 - files) for square in range(64))
    squares = sum(1 << at for at, (rank, file) in enumerate(starts) if rank in range(8) and file in range(8))
    return squares - (squares >> 63 << 64)


LANDING = {step: landing(*step) for step in STRAIGHT + DIAGONAL + LEAPS}


def moved(sets, distance):
    """The sets with the number of every square changed by this much."""
    return sets << distance if distance > 0 else sets >> -distance


def shifted(sets, step):
    """The sets moved by a step; squares that leave the board are dropped."""
    # This also drops the copies of the sign bit that a right shift adds.
    return moved(sets, 8 * step[0] + step[1]) & LANDING[step]


def steps(sets, ways):
    """All squares one step away."""
    reached = shifted(sets, ways[0])
    for step in ways[1:]:
        reached = reached | shifted(sets, step)
    return reached


def rays(sets, ways, empty):
    """All squares a slider attacks, up to and including the first piece."""
    reached = torch.zeros_like(sets)
    for step in ways:
        filled, free = sets, empty & LANDING[step]
        for times in (1, 2, 4):  # Each pass doubles the distance.
            distance = times * (8 * step[0] + step[1])
            filled = filled | free & moved(filled, distance)
            free = free & moved(free, distance)
        reached = reached | shifted(filled, step)
    return reached


def attacked(sides, empty):
    """Squares each side attacks: by pawns; also by minor pieces; also by rooks; by any piece."""
    of = lambda *kinds: torch.stack([sides[:, kind] for kind in kinds])
    diagonal, straight = rays(of(BISHOP, QUEEN), DIAGONAL, empty), rays(of(ROOK, QUEEN), STRAIGHT, empty)
    pawns = torch.stack([steps(sides[side, PAWN], PAWN_TAKES[side]) for side in (0, 1)])
    minors = pawns | steps(sides[:, KNIGHT], LEAPS) | diagonal[0]
    rooks = minors | straight[0]
    everything = rooks | diagonal[1] | straight[1] | steps(sides[:, KING], STRAIGHT + DIAGONAL)
    return pawns, minors, rooks, everything


def en_prise(sides):
    """Pieces of both sides that are attacked by a less valuable piece, or attacked and undefended."""
    by_side = sides.sum(1)
    pawns, minors, rooks, everything = attacked(sides, ~by_side.sum(0))
    by_enemy = lambda squares: squares.flip(0)
    lost = (by_side & by_enemy(everything) & ~everything
            | (sides[:, KNIGHT] | sides[:, BISHOP]) & by_enemy(pawns)
            | sides[:, ROOK] & by_enemy(minors)
            | sides[:, QUEEN] & by_enemy(rooks)
            | sides[:, KING] & by_enemy(everything))
    return lost.sum(0)


def passed(sides):
    """Passed pawns of both sides."""
    free = torch.zeros_like(sides[0, PAWN])
    for own, enemy, forward in ((0, 1, (-1, 0)), (1, 0, (1, 0))):
        span = rays(sides[enemy, PAWN], (forward,), -1)
        free = free | sides[own, PAWN] & ~(span | steps(span, ((0, 1), (0, -1))))
    return free


def inputs(occupied, pieces, black):
    """Inputs of the side to move and of the opponent: two lists (samples x 32), INPUTS where there is no piece.

    `occupied` and `pieces` are as in samples (src/training/data/packed.rs), `black` is 1 with Black to move."""
    bits = (occupied[:, None] >> torch.arange(64, device=occupied.device)) & 1
    # The squares in order, the occupied ones first.
    order = torch.argsort(1 - bits, dim=1, stable=True)[:, :32]
    there = torch.gather(bits, 1, order) == 1
    codes = torch.stack((pieces & 15, pieces >> 4), 2).reshape(len(pieces), 32).long()
    color, kind = codes >> 3, codes & 7
    kind = torch.where(kind == CASTLING_ROOK, ROOK, kind)
    # No square occurs twice, so a sum of bits is a set.
    bit = torch.where(there, torch.ones_like(order) << order, 0)
    sides = torch.stack([torch.stack([(bit * ((color == side) & (kind == which))).sum(1)
                                      for which in range(6)]) for side in (0, 1)])
    lost, free = ((of(sides)[:, None] >> order) & 1 for of in (en_prise, passed))
    lists = []
    for side in (black.long(), 1 - black.long()):
        own_king = there & (kind == KING) & (color == side[:, None])
        king = (order * own_king).sum(1)
        turned = order ^ (56 * side)[:, None] ^ torch.where(king & 4 > 0, 7, 0)[:, None]
        enemy = (color != side[:, None]).long()
        piece = lost * PIECES + enemy * (PIECES // 2) + kind * 64 + turned
        pawn = 2 * PIECES + lost * PAWNS + enemy * 64 + turned
        lists.append(torch.where(there, torch.where(free > 0, pawn, piece), INPUTS))
    return lists
