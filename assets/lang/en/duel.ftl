### The duel of alpha-beta and PUCT: both side by side, their course over time, disputed moves, example positions.

duel-alpha-beta = Alpha-beta
duel-puct = PUCT
duel-none = No duel
    .why = In the Duel workspace both engines of Tabia analyse the same position
duel-verdict-apart = Each shows the position of its own last search
duel-verdict-same = Both play { $move }
duel-verdict-differ = They differ: { $one } or { $other }
duel-verdict-even = Different moves, equal value: { $one } or { $other }, both expect { $percent } %
duel-verdict-over = The game is over here
duel-verdict-begun = The searches have just begun
duel-verdict-idle = Idle

duel-held-none = { $name }: no move yet
duel-held = { $name }: { $move } since { $time }
duel-held-spent = { $name }: { $move } since { $time } ({ $spent })
duel-held-first = { $held }; { $move } first named at { $time }
duel-held-never = { $held }; { $move } never named
duel-nodes = { $n } { $count ->
    [one] node
   *[other] nodes
}
duel-playouts = { $n } { $count ->
    [one] playout
   *[other] playouts
}

duel-board = On the board
duel-shows-moves = Moves
    .hint = The best moves of both as arrows, each in its engine's colour
duel-shows-prior = Prior
    .hint = PUCT's probability for each move before searching it, per cent: its network's output, evened out
duel-shows-playouts = Playouts
    .hint = Where its playouts went, per cent
duel-shows-change = Change
    .hint = What the search has changed: playouts minus prior, in percentage points
duel-tint = Tinted squares
duel-tint-to = To
duel-tint-from = From

duel-bar = { $name }: White expects { $percent }, { $score }
duel-bar-white = White { $percent }
duel-bar-none = { $name }: no score yet
duel-no-score = No score yet
duel-chances = White { $score } · wins { $win }, draws { $draw }, loses { $loss } %
duel-figures-nodes = { $nodes } { $count ->
    [one] node
   *[other] nodes
}, depth { $depth }
duel-figures-nodes-speed = { $nodes } { $count ->
    [one] node
   *[other] nodes
}, { $speed }/s, depth { $depth }
duel-figures-branching = { ", " }branching factor { $factor }
duel-figures-kept = { ", " }{ $kept } kept from an earlier search
duel-figures-playouts = { $playouts } { $count ->
    [one] playout
   *[other] playouts
}, lines of { $plies } plies
duel-figures-playouts-speed = { $playouts } { $count ->
    [one] playout
   *[other] playouts
}, { $speed }/s, lines of { $plies } plies
duel-head-expects = White
duel-head-playouts = Playouts
duel-head-line = Line
duel-row = { $name }, line: White expects { $percent }
duel-row-share = { $name }, line: White expects { $percent }, { $share } of the playouts

## The course over time and the game between both.

duel-course-none = Nothing to compare yet
duel-course-point = { $move }, White expects { $percent } %
duel-expected = White expects
    .unit = per cent
duel-same-move = Same best move { $percent } % of the time
duel-same-move-unknown = Same best move: not enough moves from both yet
duel-agreement = Agreement over time
duel-agreement-legend =
    .same = same move
    .different = different moves
duel-agreement-none = At { $time }: no move from one or both yet
duel-agreement-same = At { $time }: the same move
duel-agreement-different = At { $time }: different moves
duel-graph-empty = What both engines expect will appear here, move by move
duel-graph-point = { $move }: { $name } expects { $percent } % for White
duel-match-begins = { $name } has White; { $seconds } s per move

## Disputed moves.

duel-disputed-none = No disputed moves
    .why =
        Every move that one engine likes loses less than 10 percentage points in the other's view, and PUCT searches
        it too
duel-disputed-silent = Both engines have to search first
duel-disputed-loses = { $one } likes it; for { $other } it loses { $least ->
    [yes] at least { $points }
   *[no] { $points }
} percentage points
duel-disputed-unseen = { $one } likes it; { $other } hardly looks at it
duel-disputed-alpha-beta = alpha-beta
duel-disputed-numbers =
    White expects: alpha-beta { $bound ->
        [yes] { $alphabeta } % (a bound)
       *[no] { $alphabeta } %
    }, PUCT { $puct } %{ $proven ->
        [yes] {" "}(proven)
       *[no] {""}
    }. { $share } % of the playouts ({ $playouts }), prior { $prior } %
duel-disputed-bound = A bound without a line
duel-why-not-hint = Alpha-beta searches for the refutation; the answer appears in a panel of its own

## Example positions.

duel-positions-note =
    Found by running both searches over collections of positions, with one thread, one line and an empty hash table.
    Listed: the move each plays in the end, and how many nodes or playouts it took to settle on it. Alpha-beta needs more
    nodes for several lines, as in the duel; a search that already knows the position is faster. “PUCT, rules of thumb”
    takes its priors from rules of thumb instead of the policy network. Click one to set it up on the board
duel-position-about = { $kind }, { $source }
duel-position-best = Best: { $moves }
duel-position-rules = PUCT, rules of thumb
duel-position-nodes = { $n } nodes
duel-position-playouts = { $n } playouts
duel-position-from = { $move } from { $count } on
duel-position-not = { $move } after { $count }, not best
duel-position-scored = { $move } after { $count }, { $score }
duel-kind-trap = Trap
duel-kind-fortress = Fortress
duel-kind-quiet = Quiet manoeuvre
duel-kind-sacrifice = Deep sacrifice
duel-source-books = found in every endgame book

duel-position-not-a-queen = Not a queen
    .idea = A queen allows perpetual check by the rook: capturing it is stalemate
duel-position-knight-check = A knight's check
    .idea = The knight is sacrificed for a mating attack
duel-position-rook-swing = The rook swings over
    .idea = A quiet move whose threat cannot be met
duel-position-queen-for-pawn = The queen for a pawn
    .idea = Mate in three; a move with a low prior is hardly searched
duel-position-rook-block = A rook in the queen's way
duel-position-rook-edge = The rook to the edge
duel-position-breakthrough = A pawn breaks through
duel-position-king-behind = The king behind the pawn
    .idea = A draw: Black's bishop does not control the corner, so the king only has to stay there
duel-position-wrong-bishop = The wrong bishop
    .idea = A draw, whatever White plays: the bishop does not control the corner in which the pawn queens
duel-position-lever = A pawn lever
duel-position-knight-centre = A knight in the centre
duel-position-king-walk = The king walks
duel-position-zugzwang = A piece for zugzwang
