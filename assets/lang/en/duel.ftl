### The duel of alpha-beta and PUCT: both side by side, their course over time, disputed moves, example positions.

duel-alpha-beta = Alpha-beta
duel-puct = PUCT
duel-none = No duel
    .why = In the Duel workspace both engines of Tabia analyse the same position
duel-verdict-apart = Each shows the position of its own last move
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
duel-nodes = { $n } nodes
duel-playouts = { $n } playouts

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

duel-bar = { $name }: White expects { $percent } %, { $score }
duel-bar-none = { $name }: no score yet
duel-no-score = No score yet
duel-chances = { $score } · White wins { $win }, draws { $draw }, loses { $loss } %
duel-figures-nodes = { $nodes } nodes, depth { $depth }
duel-figures-nodes-speed = { $nodes } nodes, { $speed }/s, depth { $depth }
duel-figures-branching = { ", " }branching { $factor }
duel-figures-playouts = { $playouts } playouts, lines of { $plies } plies
duel-figures-playouts-speed = { $playouts } playouts, { $speed }/s, lines of { $plies } plies
duel-head-expects = expects
duel-head-playouts = playouts
duel-head-line = line
duel-row = { $name } expects { $percent }
duel-row-share = { $name } expects { $percent }, { $share } of the playouts

## The course over time and the game between both.

duel-course-none = Nothing to compare yet
duel-course-point = { $move }, White expects { $percent } %
duel-expected = White expects
    .unit = per cent
duel-same-move = Same best move { $percent } % of the time
duel-same-move-unknown = Same best move: not enough moves from both yet
duel-agreement = Agreement over time
duel-agreement-none = At { $time }: not both have a move yet
duel-agreement-same = At { $time }: the same move
duel-agreement-different = At { $time }: different moves
duel-graph-empty = What both engines expect will appear here, move by move
duel-graph-point = { $move }: { $name } expects { $percent } % for White
duel-match-begins = { $name } has White; { $seconds } s per move

## Disputed moves.

duel-disputed-none = No disputed moves
    .why = No move that one engine likes loses 10 % or more of the winning chances in the view of the other
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

duel-presets-note = Found by running both engines over collections of positions. Click one to set it up on the board
duel-preset-about = { $kind }, { $source }
duel-preset-best = Best is { $moves }
duel-kind-trap = Trap
duel-kind-fortress = Fortress
duel-kind-quiet = Quiet manoeuvre
duel-kind-sacrifice = Deep sacrifice
duel-source-books = known from every book on endgames

duel-preset-not-a-queen = Not a queen
    .text =
        A queen lets the rook sacrifice itself with perpetual check: taking it is stalemate. Alpha-beta promotes to a
        bishop after 7,147 nodes, PUCT after 19,000 playouts, with rules of thumb after 24,000: an average needs time
        to see the one reply that draws.
duel-preset-knight-check = A knight's check
    .text =
        Alpha-beta finds Nf2+ after 1,417 nodes. The network prefers it at once, but PUCT doubts it from 8,000
        playouts on and settles on it after 25,000. With rules of thumb, which see a knight lost for nothing, it
        plays c5 after 300,000.
duel-preset-rook-swing = The rook swings over
    .text =
        A quiet move whose threat cannot be met. Alpha-beta finds it after 4,371 nodes, PUCT not within 300,000
        playouts: it plays Kf7, with rules of thumb Bg5.
duel-preset-queen-for-pawn = The queen for a pawn
    .text =
        Alpha-beta gives up the queen after 1,201 nodes. PUCT wants to castle for 73,000 playouts, because a move
        with a low prior is hardly searched; then it proves a mate in three.
duel-preset-rook-block = A rook in the queen's way
    .text =
        Alpha-beta finds Re7 after 1,787 nodes, PUCT after 10,000 playouts, with rules of thumb after 28,000.
duel-preset-rook-edge = The rook to the edge
    .text =
        Alpha-beta sacrifices the rook on e8 at depth 1 and stays with it, PUCT after some 8,000 playouts; with
        rules of thumb it plays Ne3 after 300,000.
duel-preset-breakthrough = A pawn breaks through
    .text =
        With rules of thumb b6+ is found after 221,000 playouts. PUCT with its network plays Be3 after 300,000, and
        so does alpha-beta after 5,000,000 nodes, which sees itself twelve pawns up by then.
duel-preset-king-behind = The king behind the pawn
    .text =
        Black's bishop does not control the corner, so the king only has to stay there. Alpha-beta plays Kg2 from
        its sixth iteration on and gives Black 3.1 pawns to the end; PUCT wavers and would play Kf2 after 300,000
        playouts, at 2.0. Neither knows that it is a draw.
duel-preset-wrong-bishop = The wrong bishop
    .text =
        A draw, whatever White plays. After 300,000 nodes alpha-beta gives 11.1 pawns and goes round in circles;
        PUCT is down to 0.9 after 300,000 playouts, because the lines of its playouts end without a win.
duel-preset-lever = A pawn lever
    .text =
        Alpha-beta settles on g4 after 260 nodes, PUCT after 7,000 playouts, with rules of thumb after 9,000.
duel-preset-knight-centre = A knight in the centre
    .text = PUCT settles on Ne4 after about 7,000 playouts, alpha-beta after 3,504 nodes.
duel-preset-king-walk = The king walks
    .text =
        PUCT walks at once, with rules of thumb after 14,000 playouts. Alpha-beta wants to push the a-pawn between
        128,450 and 502,830 nodes and walks before and after.
duel-preset-zugzwang = A piece for zugzwang
    .text =
        PUCT takes on d5 after about 13,000 playouts; alpha-beta wavers between Ne2 and Rd8 and finds it at
        1,786,977 nodes.
