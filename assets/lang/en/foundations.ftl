### The foundations: bitboards, sliders and Zobrist keys.

foundations-first = First
foundations-last = Last
foundations-clear = Clear
foundations-none = none
foundations-mask = Mask
foundations-step-of = { $step }: { $name }
foundations-of = { $at } of { $of }

## Bitboards: the sets of a position.

bits-page = Page of bitboards
bits-page-boards = Boards
bits-page-operations = Compute
bits-page-steps = Steps
bits-page-encoding = Encoding
bits-page-moves = Moves

bits-free = Free board
bits-free-count = Free board: { $n }
bits-show-free = Show the free board
bits-show = Show { $name }
bits-set-count = { $name }: { $n ->
    [one] { $n } square
   *[other] { $n } squares
}
bits-fill = Fill
bits-tables = Attack tables, one entry per square
bits-table-white-pawn = White pawn table
bits-table-black-pawn = Black pawn table
bits-table-knight = Knight table
bits-table-king = King table
bits-table-entry-of = the square of the entry
bits-click-chooses-entry = Click a square to see its entry
bits-click-copies = Click a square to copy this set to the free board and flip the square there
bits-click-flips = Free board: click a square to flip its bit
bits-click-flips-copy = Free board, started as a copy of { $name }: click a square to flip its bit
bits-hex = Hex
bits-decimal = Decimal
bits-popcount = Popcount
bits-lowest = Lowest
bits-highest = Highest
bits-binary = Binary
bits-square-and-bit = { $square }, bit { $bit }

bits-all-pieces = All pieces
bits-attacks = Attacks
bits-pinned = Pinned
bits-king-zone = King zone
bits-passed = Passed pawns
bits-passed-spans = Passed pawn spans

bits-board-white-pawn = White pawns
bits-board-white-knight = White knights
bits-board-white-bishop = White bishops
bits-board-white-rook = White rooks
bits-board-white-queen = White queens
bits-board-white-king = White king
bits-board-black-pawn = Black pawns
bits-board-black-knight = Black knights
bits-board-black-bishop = Black bishops
bits-board-black-rook = Black rooks
bits-board-black-queen = Black queens
bits-board-black-king = Black king
bits-board-white = All White
bits-board-black = All Black
bits-board-occupied = Occupied
bits-board-empty = Empty
bits-board-attacks-white = White attacks
bits-board-attacks-black = Black attacks
bits-board-pinned-white = White pinned
bits-board-pinned-black = Black pinned
bits-board-checkers = Checkers
bits-board-king-zone-white = White king zone
bits-board-king-zone-black = Black king zone
bits-board-passed-white = White passed pawns
bits-board-passed-black = Black passed pawns
bits-board-passed-span-white = White passed pawn spans
bits-board-passed-span-black = Black passed pawn spans

bits-piece-white-pawn = White pawn
bits-piece-white-knight = White knight
bits-piece-white-bishop = White bishop
bits-piece-white-rook = White rook
bits-piece-white-queen = White queen
bits-piece-white-king = White king
bits-piece-black-pawn = Black pawn
bits-piece-black-knight = Black knight
bits-piece-black-bishop = Black bishop
bits-piece-black-rook = Black rook
bits-piece-black-queen = Black queen
bits-piece-black-king = Black king

## Bitboards: moves, legal or not, and their bits.

bits-circles = Green circle: legal. Red: only pseudo-legal
bits-moves-of = Moves of the { $kind ->
    [knight] knight
    [bishop] bishop
    [rook] rook
    [queen] queen
    [king] king
   *[pawn] pawn
} on { $square }
bits-side-moves = { $side ->
    [black] Black
   *[white] White
} has { $n } pseudo-legal moves, { $legal } of them legal
bits-click-piece = Click a piece of the side to move
bits-piece-moves = { $piece } on { $square }: { $n } pseudo-legal, { $legal } legal
bits-no-moves = This piece has no pseudo-legal move
bits-click-move = Click a move to see its bits

bits-illegal-out-of-check = No castling out of check: { $by } { $n ->
    [one] attacks
   *[other] attack
} the king
bits-illegal-through-check = No castling through check: { $by } { $n ->
    [one] attacks
   *[other] attack
} { $square }
bits-illegal-into-check = No castling into check: { $by } { $n ->
    [one] attacks
   *[other] attack
} { $square }
bits-illegal-rook-shields = The castling rook shields its king from { $by }
bits-illegal-king-attacked = The king would be in check from { $by }
bits-illegal-stays-on-line = The king would stay on the line of { $by }, which sees through its old square
bits-illegal-check-not-answered = The king stays in check from { $by }
bits-illegal-double-check = Double check from { $by }: only the king can move
bits-illegal-pinned = Pinned: leaving the line exposes the king to { $by }
bits-illegal-en-passant = Both pawns leave the line at once and expose the king to { $by }
bits-piece-on = the { $kind ->
    [knight] knight
    [bishop] bishop
    [rook] rook
    [queen] queen
    [king] king
    [pawn] pawn
   *[piece] piece
} on { $square }
bits-pieces-and = { $all } and { $next }

bits-in-sixteen-bits = { $mv } in sixteen bits
bits-layout-664 = 6-6-4, as in Tabia
bits-layout-6622 = 6-6-2-2, the other common layout
bits-layout-note =
    With four bits for the kind, captures and double pushes are recognised without the board; with two and two,
    the board has to be consulted. In both layouts castling is encoded as the king capturing its own rook, which
    also works in Chess960
bits-field-place = { $name }, bits { $high } to { $low }
bits-field-from = from
bits-field-to = to
bits-field-kind = kind
bits-field-piece = piece
bits-field-special = special
bits-no-promotion = no promotion
bits-special-none = nothing
bits-special-promotion = promotion
bits-special-en-passant = en passant
bits-special-castling = castling
bits-kind-quiet = quiet
bits-kind-double-push = double push
bits-kind-castles-king-side = castles kingside
bits-kind-castles-queen-side = castles queenside
bits-kind-capture = capture
bits-kind-en-passant = en passant
bits-kind-promotes-knight = promotes to a knight
bits-kind-promotes-bishop = promotes to a bishop
bits-kind-promotes-rook = promotes to a rook
bits-kind-promotes-queen = promotes to a queen
bits-kind-captures-promotes-knight = captures and promotes to a knight
bits-kind-captures-promotes-bishop = captures and promotes to a bishop
bits-kind-captures-promotes-rook = captures and promotes to a rook
bits-kind-captures-promotes-queen = captures and promotes to a queen

## Bitboards: computing with sets.

bits-operation = Operation
bits-shift = Shift
bits-combine = Combine
bits-turn = Turn
bits-board-a = Board a
bits-board-b = Board b
bits-keep-result = Keep the result as the free board
bits-mask-first = Mask the edge file first
bits-one-step = One step { $direction } is { $bits } bits
bits-on-edge = on the edge file
bits-wrapped = wrapped around
bits-result = Result
bits-nothing-wraps = Nothing is on an edge from which it could wrap around
bits-mask-removes = { $n ->
    [one] The mask removes { $n } bit that would come out on the other side
   *[other] The mask removes { $n } bits that would come out on the other side
}
bits-wrapped-squares = Wrapped around the edge: { $squares }
bits-shift-to = Shift { $direction }
bits-direction-n = N
bits-direction-ne = NE
bits-direction-e = E
bits-direction-se = SE
bits-direction-s = S
bits-direction-sw = SW
bits-direction-w = W
bits-direction-nw = NW
bits-set-operation = Set operation
bits-op-and = and
bits-op-or = or
bits-op-xor = xor
bits-op-minus = minus
bits-op-not = not
bits-on-word = On a whole word: { $method }
bits-turn-ranks = Flip ranks
    .method = swap the eight bytes: one instruction
bits-turn-files = Mirror files
    .method = reverse all bits, then swap the bytes
bits-turn-diagonal = Flip on a1-h8
    .method = swap blocks of 1, 2 and 4 across the diagonal: three masked exchanges
bits-turn-anti-diagonal = Flip on a8-h1
    .method = flip on a1-h8, then reverse all bits
bits-turn-half = Turn by 180°
    .method = reverse all bits
bits-turn-right = Turn by 90° right
    .method = flip on a1-h8, then swap the bytes
bits-turn-left = Turn by 90° left
    .method = swap the bytes, then flip on a1-h8

## Bitboards: encodings.

bits-one-hot = One-hot: 12 planes of 64 bits
bits-one-hot-note =
    { $ones } of { $all } bits are set: one for each piece, in the column of its square, a1 on the left, h8 on
    the right. For each square, at most one plane has its bit set
bits-one-hot-name = One-hot encoding: { $ones } of { $all } bits set
bits-cell = { $piece } on { $square }: { $bit }
bits-mappings = Which bit is which square
bits-set = Set
    .mappings = Set in both mappings
bits-mapping-a1 = a1 = 0 (LERF)
    .formula = rank * 8 + file
bits-mapping-a8 = a8 = 0
    .formula = (7 - rank) * 8 + file
bits-mappings-note =
    Tabia and most engines count from a1. To convert one into the other, XOR every index with 56 and swap the
    bytes of the number; a step up the board is << 8 in one and >> 8 in the other

## Bitboards: step by step.

bits-set-b = Set b
bits-scan = Bit scan
    .step = bit scan
bits-scan-empty = The set is empty: the loop ends before its first step
bits-lowest-bit = lowest bit
bits-scan-step = Lowest set bit: { $square } is bit { $zeros }, because the number ends in { $zeros ->
    [one] { $zeros } zero
   *[other] { $zeros } zeros
}. Cleared; { $left } left for the next step
bits-scan-last = Lowest set bit: { $square } is bit { $zeros }, because the number ends in { $zeros ->
    [one] { $zeros } zero
   *[other] { $zeros } zeros
}. Cleared; nothing is left, the loop ends
bits-subsets = Subsets by the carry-rippler
bits-subset = Subset s
bits-subset-step = subset
bits-subset-number = number { $number } of { $total }, counted from 0
bits-subset-note =
    The subtraction adds one to the subset, with the carry running through the gaps of b. Bits of b, highest
    first: { $digits }

## Sliders.

sliders-piece = Sliding piece
sliders-click = What a click does
sliders-blockers = Blockers
    .tip = Click to add or remove a blocker
sliders-move-piece = Piece
    .tip = Click to move the piece
sliders-attacked = attacked
sliders-from-position = From the position
    .tip = Every piece of the shown position is a blocker
sliders-piece-on = { $piece ->
    [bishop] A bishop
    [queen] A queen
   *[rook] A rook
} on { $square }
sliders-squares = { $n ->
    [one] { $n } square
   *[other] { $n } squares
}
sliders-agree = All four methods agree
sliders-disagree = The methods do NOT agree
sliders-method = Method
sliders-method-scan = Ray scan
sliders-method-classical = Classical
sliders-method-magic = Magic
sliders-method-pext = PEXT
sliders-tables = Tables needed
sliders-column-same = Same
sliders-column-entries = Entries
sliders-column-bytes = Bytes
sliders-yes = yes
sliders-no = no
sliders-tables-note = Tables for a { $piece ->
    [bishop] bishop
    [queen] queen
   *[rook] rook
} on all squares, eight bytes per entry
sliders-has-pext-uses-pext = This processor has the PEXT instruction; the engine of this build uses PEXT
sliders-has-pext-uses-magic =
    This processor has the PEXT instruction; the engine of this build uses magic multiplication
sliders-no-pext-uses-pext = This processor has no PEXT instruction; the engine of this build uses PEXT
sliders-no-pext-uses-magic =
    This processor has no PEXT instruction; the engine of this build uses magic multiplication
sliders-queen-lookup = Lookup of the queen
sliders-as-rook = as rook
sliders-as-bishop = as bishop

sliders-edge = the edge
sliders-to-edge = to the edge
sliders-stops-at = stops at { $square }
sliders-scan-note = { $n ->
    [one] { $n } square visited, with one branch; no table
   *[other] { $n } squares visited, with one branch each; no table
}
sliders-column-ray = Ray
sliders-column-nearest = Nearest
sliders-column-left = Remaining
sliders-lowest-bit = { $square }, lowest bit
sliders-highest-bit = { $square }, highest bit
sliders-rays = Rays from the table
sliders-rays-beyond = Rays behind the nearest blocker
sliders-rays-xor = XOR of both
sliders-classical-note =
    Where indices grow along a ray, the nearest blocker is the lowest bit, otherwise the highest. The table
    has a ray for each direction and square

sliders-blockers-on-mask = Blockers on it
sliders-table-entry = Table entry
sliders-times-magic = × magic
sliders-product = {"="} product
sliders-shift = Shift
sliders-shift-leaves = >> { $shift }: the top { $bits } bits
sliders-index = Index
sliders-place = Place
sliders-collisions = Collisions of this number
sliders-blocker-sets = Sets of blockers
sliders-different-attacks = Different attacks
sliders-slots-used = Slots used
sliders-harmless = Harmless collisions
sliders-harmful = Harmful collisions
sliders-collisions-note =
    A collision is harmless if both sets of blockers lead to the same attacks; a single harmful collision
    means that the number is not magic
sliders-another = Finding another magic number
sliders-find = Find a magic number
sliders-find-note = Random numbers with few bits set are tried until one has no harmful collision
sliders-for = For
sliders-tries = Tries
sliders-dropped = Dropped at once
sliders-best = Best so far
sliders-placed = { $n } of { $all } sets placed
sliders-found = Found
sliders-not-yet = not yet
sliders-stopped = stopped before one was found
sliders-found-spread =
    It uses { $used } slots; { $harmless } collisions are harmless, { $harmful } harmful

sliders-mask-squares = Squares
sliders-occupied = Occupied
sliders-packed = Packed
sliders-packed-bits = { $bits }, the first square lowest
sliders-in-software = In software
sliders-by-instruction = By instruction
sliders-instruction-same = { $number }: the same
sliders-instruction-differs = { $number }: different
sliders-instruction-none = this processor has no PEXT
sliders-pext-note = Every index stands for exactly one set of blockers: there are no collisions

## Zobrist keys.

zobrist-page = Page of Zobrist keys
zobrist-key = Key
    .tip = The 64-bit key of the shown position
zobrist-last-move = Last move
zobrist-orders = Two orders
zobrist-table = Table

zobrist-term-piece = { $piece } { $square }
zobrist-term-castling = { $color ->
    [black] Black
   *[white] White
} castles { $wing ->
    [queen] queenside
   *[king] kingside
} (rook { $rook })
zobrist-term-en-passant = En passant file { $file }
zobrist-terms-agree = { $n } terms; their XOR is the key
zobrist-terms-differ = { $n } terms; their XOR is not the key
zobrist-column-term = Term
zobrist-column-number = Its number
zobrist-column-xor = XOR so far

zobrist-no-move = No move leads to this position: play one, or step forward in the game
zobrist-before = before
zobrist-after = after
zobrist-xor-out = XOR out
zobrist-xor-in = XOR in
zobrist-xors = { $n } XORs instead of recomputing { $terms } terms: the same key
zobrist-not-the-key = The result is not the key
zobrist-undo = Taking the move back applies the same XORs again

zobrist-orders-of-game = Moves of this game, and the same moves in another order
zobrist-orders-of-opening = This game has no such moves yet; here is an opening with some
zobrist-one-order = One order
zobrist-another-order = Another order
zobrist-start = start
zobrist-same-key = Both end at the same key
zobrist-keys-differ = The keys differ
zobrist-elsewhere = This position elsewhere in the game
zobrist-repetitions = Repetition count { $n }. { $before ->
    [0] The position occurs for the first time
    [1] The position has occurred once before
   *[other] The position has occurred { $before } times before
}
zobrist-nowhere-else = No other node of the game has this key
zobrist-after-move = after { $mv }
zobrist-at-start = at the start
zobrist-go-there = Go to this position

zobrist-in-table = In the engine's table of { $mib } MiB
zobrist-clusters = Clusters
zobrist-clusters-of-three = { $n }, 3 entries each
zobrist-cluster = Cluster
zobrist-cluster-of-key = { $n }: (key * clusters) >> 64
zobrist-low-bits = Low 21 bits
zobrist-mixed = { $bits }, mixed with the data into the tag
zobrist-bits-compared = Bits compared
zobrist-of-64 = { $bits } of 64
zobrist-no-entry = The table holds no entry for this position
zobrist-entry = This position's entry: cluster { $cluster }, place { $place }, tag { $tag }
zobrist-false-match =
    One in { $times } lookups in a full cluster matches an entry of another position by chance. That is why a
    move from the table is checked before it is played

zobrist-birthday = Collisions: birthday paradox
zobrist-positions = different positions
    .name = Positions, as a power of ten
zobrist-column-bits = Bits
zobrist-column-pairs = Expected pairs
zobrist-column-chance = Chance of any
zobrist-column-one-pair = One pair at
zobrist-full-key = { $bits } (full key)
zobrist-table-bits = { $bits } (table)
zobrist-half-key = { $bits } (half a key)
zobrist-almost-certain = almost certain
zobrist-birthday-note =
    n positions form n(n-1)/2 pairs, and each pair agrees in b bits with a chance of 1 in 2^b: about n² /
    2^(b+1) pairs. The table never holds more positions at a time than it has entries
