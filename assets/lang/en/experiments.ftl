### The experiments of the Lab: what they share, then each of them.

experiment-unknown = Unknown saved experiment “{ $found }”, expected one of: { $known }
experiment-unreadable = The saved experiment “{ $name }” cannot be read: { $why }
experiment-busy = Another Lab experiment is running
experiment-other-position = These results belong to another position. Run it again for this one
    .over = These results belong to another position. In this one the game is over
experiment-over = { $how }: the game is over in this position; there is nothing to search
experiment-other-evaluation = These results are from another evaluation: { $name }
experiment-other-settings = These results are from other settings than those chosen above
experiment-stopped = Stopped early
experiment-axis-depth = depth
experiment-view-white = White's view
experiment-view-mover = side to move's view
experiment-unit-and-view = { $unit }, { $view }
experiment-unit-plies = plies
experiment-unit-nodes = nodes
experiment-unit-pawns = pawns
experiment-unit-centipawns = centipawns
experiment-unit-milliseconds = milliseconds
experiment-unit-times = times
experiment-nodes = { $n } nodes

# What one side of a comparison leaves out.
experiment-side-all = { $side }: everything on
experiment-side-one = { $side }: { $rule } off
experiment-side-some = { $side }: { $n } off
experiment-everything = everything on
experiment-rule-off = { $rule } off
experiment-side-words = Side { $side }: { $words }
experiment-everything-on = Everything on
experiment-plain = Plain
    .word = plain
    .tip =
        No pruning, reductions or extensions in the main search, and no histories of moves and killer moves; mate
        distance, upcoming repetitions and correction history stay on
experiment-eval = Evaluation of side { $side }
experiment-eval-material = Material

## The ladder: from minimax to the engine.

ladder-start = Run the searches
ladder-offer = Run all twelve searches
ladder-empty = No searches yet
    .why = Twelve searches of this position, from minimax to Tabia's engine
ladder-about =
    Twelve searches of one position, each adding one idea to the one before. The first four are from Knuth and Moore
    (1975): minimax as two functions, as one (F), with one bound (F1) and with two (F2, alpha-beta). A deep cutoff
    is one that F1 cannot make because its bound was found three or more plies above; there are none before the
    fourth ply. The dashed line is the smallest number of leaves that proves the value, counted in minimax's tree. A
    search with a hash table can need fewer, because it recognises positions that it meets again; so can one with
    null moves or reductions, because it no longer proves the value. The faint dashed line is an estimate:
    W^ceil(D/2) + W^floor(D/2) − 1, which a uniform tree needs if every position has W moves, with the mean number
    of moves at every other ply in place of W. Leaves are evaluated by the hand-crafted terms. Draws are stalemate,
    dead positions and 50 moves; repetition is not counted, because a search with a hash table could then no longer
    be checked against minimax's value. Every search up to PVS must agree with minimax; quiescence looks further,
    null move and reductions take a risk, and the engine uses its own evaluation.
ladder-example = Show me: a middlegame where move ordering is everything
ladder-depth = Depth
    .tip = Maximum search depth, in plies
ladder-budget = Node limit of each search
ladder-rows-of = Depth
ladder-running = The searches of depth { $depth } are running
ladder-agree = All searches that must find minimax's value do
ladder-agree-without =
    Minimax reached its node limit; the { $n } searches that must find its value and reached this depth all find the
    same
ladder-disagree = A search that must find minimax's value found another one
ladder-incomparable = Fewer than two of the searches that must agree reached this depth
ladder-minimal =
    The value can be proved with { $n ->
        [one] one leaf
       *[other] { $leaves } leaves
    }; a uniform tree with as many moves at each ply would need
    about { $even }. On average there are { $moves } moves at the last ply. Scores in pawns, side to move's
    view; each search stops after { $budget } nodes
ladder-minimal-unknown =
    Minimax did not get this far, so the smallest tree is not known; a uniform tree with as many moves at each
    ply would need about { $even } leaves. On average there are { $moves } moves at the last ply. Scores in
    pawns, side to move's view; each search stops after { $budget } nodes
ladder-plot =
    Nodes by depth, logarithmic, one curve per search; dashed: leaves of the smallest tree, paler
    those of a uniform tree
ladder-point = { $name } at depth { $depth }: { $n } nodes, complete
ladder-minimal-point = Leaves of the smallest tree that proves the value at depth { $depth }: { $n }
ladder-even-point = Leaves a uniform tree would need at depth { $depth }, an estimate: { $n }
ladder-column-search = Search
ladder-column-leaves = Leaves
ladder-column-deep-cutoffs = Deep cutoffs
ladder-column-factor = Factor
    .tip =
        Nodes of this search divided by those of the same search one ply shallower; the effective branching factor is
        the mean of these steps
ladder-must-agree = Must find minimax's value
ladder-may-differ = May find a different value
ladder-limit-reached = limit reached

ladder-algorithm-minimax = Minimax (F, G)
    .adds = Two functions, one for each player; every position is visited
ladder-algorithm-negamax = Negamax (F)
    .adds = One function for both players; the sign changes at every ply
ladder-algorithm-f1 = Branch and bound (F1)
    .adds = Stops when a position is as good as a bound from one ply above
ladder-algorithm-f2 = Alpha-beta (F2)
    .adds = Two bounds, passed down through all plies
ladder-algorithm-ordering = + ordering
    .adds = Captures and promotions first, then two killers
ladder-algorithm-deepening = + deepening
    .adds = Depths 1, 2, 3 … counted together; the best line of the previous depth comes first
ladder-algorithm-table = + hash table
    .adds = Values of exactly this depth and best moves, stored by position
ladder-algorithm-pvs = + PVS
    .adds = All moves but the first are only tested for being better
ladder-algorithm-quiescence = + quiescence
    .adds = Captures are played out before a leaf is evaluated
ladder-algorithm-null-move = + null move
    .adds = A position where passing is good enough is not searched
ladder-algorithm-lmr = + late move reductions
    .adds = Late quiet moves are first searched one ply shallower
ladder-algorithm-engine = Tabia's engine
    .adds = Everything Tabia has, starting with an empty hash table

## Two ways of searching compared.

compare-start = Compare
compare-offer = Compare both sides
compare-empty = Nothing compared yet
    .why = Turn something off on one side to see what it is worth
compare-about =
    Both sides search the same positions, each time from an empty hash table, on the Lab's own engine. With everything
    on, a side is the engine itself. The ratios in the headline are those of the bars: all positions together, so long
    searches count most. Medians and means count every position equally. Means of ratios are geometric; their error
    bars assume that the positions were chosen independently. Times are processor times where the system reports them;
    below a millisecond they are not compared. In the engine Tesseract (Vrzina 2023), quiescence, with a hash table,
    iterative deepening and most-valuable-victim ordering, took 266 s instead of 709 s, and the branching factor fell
    from 5.99 to 4.23.
compare-example = Show me: quiescence off and on
compare-positions = Positions
compare-suite = 30 positions
compare-this-position = This position
compare-file-button = File…
    .tip = Compare on the positions of a file: one EPD or FEN per line; with bm, am or dm also by positions solved
compare-file = { $file }: { $why }
compare-file-line = line { $line }: { $why }
compare-file-no-move = the game is over in this position
compare-file-empty = found no position, expected one EPD or FEN per line
compare-searching = Searching
    .why = The first position is being searched
compare-equal = Same
    .name = What is the same for both sides
compare-equal-depth = depth
compare-equal-nodes = nodes
compare-equal-time = time
compare-plies = Plies
compare-summary =
    { $done } of { $all } positions: in total, B takes { $nodes } times the nodes of A{ $clock ->
        [short] {" "}(their times are too short to compare)
        [equal] {""}
       *[compared] {" "}and { $time } times its time
    }; same move in { $agree }{ $cut ->
        [0] {""}
       *[other] ; { $cut } cut short
    }
compare-summary-one =
    B takes { $nodes } times the nodes of A{ $clock ->
        [short] {" "}(their times are too short to compare)
        [equal] {""}
       *[compared] {" "}and { $time } times its time
    }; { $agree ->
        [0] different moves
       *[other] the same move
    }{ $cut ->
        [0] {""}
       *[other] ; cut short
    }
compare-medians =
    Median of the positions: { $nodes } times the nodes, { $time } times the time.
compare-measure-nodes = Nodes per position (geometric mean)
compare-measure-time = Time per position (geometric mean)
compare-measure-depth = Depth per position (mean)
compare-measure-solved = Solved
compare-percent = { $n } %
compare-ply-difference = { $n } plies
# $kind: what the interval says; $mean, $low, $high: B against A; $more: positions.
compare-verdict = B { $mean } (95 %: { $low } to { $high }, { $n } positions): { $kind ->
        [differs] a significant difference
        [same] no difference of { $worth } or more
        [open] no significant difference; about { $more } more positions would show one of { $worth }
       *[near] no significant difference
    }
compare-few = Error bars need { $n } positions.
compare-load = The searches had a processor for { $share } % of their time.
compare-load-low =
    The searches had a processor for only { $share } % of their time: something else is running. Time ratios are
    those of processor time.
compare-solved = Solved: A { $a }, B { $b } of { $n }.
compare-branching = Effective branching factor: A { $a }, B { $b }.
compare-tesseract = Tesseract: 5.99 without quiescence, 4.23 with it.
compare-sides = A: { $a } · B: { $b }
compare-column-depth-a = A depth
compare-column-depth-b = B depth
compare-moves-differ = Amber: the moves differ
compare-moves-solved = Green: solved · red: not solved
compare-cut-short = Cut short: this depth took too long
compare-bar-nodes = { $side } nodes
compare-bar-time = { $side } { $clock ->
    [processor] processor time
   *[wall] wall-clock time
}
compare-times-wall = times by the wall clock
compare-all-positions = All positions together

## The horizon.

horizon-along-line = Along the best line
horizon-along-game = Along the game
horizon-effect = Horizon effect
    .title = The horizon effect
horizon-empty = No line examined yet
    .why = Every position of the best line, evaluated at increasing depths
horizon-offer = Examine the best line
horizon-depth = Depth
    .tip = Maximum search depth for each position, in plies
horizon-note = Scores in pawns, White's view
horizon-line-note = Highlighted: far from the deepest column
horizon-of-line = The best line of a separate search to depth { $depth }, from move { $number }
horizon-of-game = The game from move { $number }
horizon-elsewhere = Results of another position
horizon-column-static = Static
horizon-column-quiescence = Quiesc.
horizon-column-depth = depth { $depth }
# Written into files as well: English must stay as it is.
horizon-start = start
horizon-sight-neither = Fixed depth
horizon-sight-quiescence = + quiescence
horizon-sight-extensions = + check extensions
horizon-search = Search
horizon-effect-line = What fixed depth expects
horizon-effect-behind = After captures
    .tip = The value at the end of that line when the captures are played out: what the search did not see
horizon-effect-note =
    Plain searches with the hand-crafted evaluation: nothing is pruned or reduced. The first one
    evaluates the end of its line as it stands; the last column plays the captures out from there. Highlighted: far from
    what the first one expects.

## The branching factor.

branching-start = Measure
branching-empty = Nothing measured yet
    .why = How much the nodes grow from depth to depth, with two sets of switches
branching-note =
    Nodes are those of each iteration alone; the factor compares them with the previous iteration; the mean
    is the geometric mean so far, the effective branching factor. Searches run in the window start with what the
    hash table already holds
branching-about =
    The effective branching factor says how much a search grows with each ply of depth: the nodes of an
    iteration divided by those of the previous iteration, as a geometric mean. Plain minimax grows by about 35
    in a middlegame, alpha-beta with perfect ordering by about the square root of that; pruning brings it
    below 2. Sides A and B start with an empty hash table; below them are the searches that ran in the window,
    the newest first. Vrzina measured 5.99 without and 4.23 with quiescence in Tesseract (2023), which had a
    hash table, iterative deepening and most-valuable-victim ordering.
branching-example = Show me: quiescence off and on, as in Tesseract
branching-column-search = Search
branching-column-factor = Factor
branching-column-mean = Mean
branching-curves = Nodes by depth, logarithmic
branching-point = { $name }: { $n } nodes at depth { $at }
branching-depth = Depth
    .tip = Maximum search depth of each side, in plies
branching-summary = Effective branching factor: A { $a } ({ $a_rules }), B { $b } ({ $b_rules })
branching-too-few = too few iterations
# Written into files as well: English must stay as it is.
branching-tesseract-without = Tesseract without quiescence
branching-tesseract-with = Tesseract with quiescence

## Board representations raced.

representations-start = Start the race
representations-empty = No race yet
    .why = Six board representations count and search the same positions in turn
representations-about =
    Six board representations, each with all rules, count the same move sequences (perft) and run the same
    alpha-beta with material and piece-square values, taking turns for many rounds. Means are geometric, so that a
    multiple is the ratio of the speeds beside it. A bar is the mean of the rounds as a multiple of the 8x8 array;
    its whisker is the 95 % confidence interval. The thin bar is what
    Bijl and Tiet measured in their engine (2021): 39.2, 46.5, 48.8 and 48.7 million positions per second in
    perft for array, 0x88, magic and PEXT, and 6.3, 7.2, 11.0 and 11.0 in search. Every move is made and
    tested, so perft here measures more than move generation. Other programs running at the same time slow all
    of them down.
representations-example = Show me: a race of ten seconds
representations-seconds = Length of the race
representations-racing = Racing
    .why = The first round fills the caches and does not count
representations-offer = Race the representations
representations-perft = Perft: moves made and tested
representations-search = Search: alpha-beta with material and piece-square values
representations-choices = Design choices, by perft (the last by move generation)
representations-choices-told =
    Bars: multiples of what each choice replaces, the thin bar. Copying replaces make and unmake; legal moves replace
    pseudo-legal moves, made and tested; bulk counting replaces making the last ply; moves in 16 bits replace structs
    of 12 bytes.
representations-agree = All found the known perft counts and searched the same nodes
representations-disagree = Not all found the known perft counts or searched the same nodes
representations-told =
    { $rounds ->
        [one] { $rounds } round
       *[other] { $rounds } rounds
    }, { $seconds } s. Numbers: millions of positions per second; whiskers: 95 % confidence. Perft and search: bars are
    multiples of the 8x8 array, thin bars are from Bijl and Tiet (2021)
representations-not-built = not built
    .tip = Built for a processor without the PEXT instruction
representations-speeds =
    { $mean } million per second (95 %: { $low } to { $high }; rounds from { $min } to { $max })
representations-ratios = ×{ $mean } of the array (95 %: { $low } to { $high }), no published number
representations-ratios-published =
    ×{ $mean } of the array (95 %: { $low } to { $high }), published ×{ $theirs }
representations-choice-hint =
    Compared with { $before }, the thin bar: ×{ $mean } (95 %: { $low } to { $high }), { $fast } against { $slow }
    million per second
representations-encoding =
    A move in 16 bits takes { $bytes } bytes instead of { $before }, a list of all moves { $list } instead of
    { $list_before }. Move generation became { $how ->
        [faster] { $change } faster here
        [slower] { $change } slower here
       *[same] neither faster nor slower here
    }, almost { $published } faster in Tesseract (Vrzina 2023), where more than the encoding changed

representations-kind-array = 8x8 array
representations-kind-mailbox = 10x12 mailbox
representations-kind-0x88 = 0x88
representations-kind-rays = Bitboards, ray scan
representations-kind-magic = Bitboards, magic
representations-kind-pext = Bitboards, PEXT
representations-choice-copy-bitboards = Copy (bitboards)
    .before = make and unmake
representations-choice-copy-array = Copy (8x8 array)
    .before = make and unmake
representations-choice-legal = Legal moves
    .before = pseudo-legal moves, made and tested
representations-choice-bulk-counting = Bulk counting
    .before = legal moves, the last ply made as well
representations-choice-packed = Moves in 16 bits
    .before = struct of 12 bytes
representations-choice-packed-generation = … generated only
    .before = struct of 12 bytes, moves generated and not made

## The root race: every root move over the iterations.

race-none = No race yet
    .why = PUCT gets an entry each time the mean length of its lines has grown by a ply
race-no-iterations = No iterations yet
race-axis = Axis
race-axis-depth = depth
race-axis-time = time
race-log-time = Log time
race-marked = Marked on the board and in the lists; click to remove the mark
race-unmark = Unmark { $mv }
race-score-unit = pawns, { $view }, by { $axis }
race-scores = Score of every root move
race-shares = Share of the nodes of every root move
race-shares-unit = share of each iteration, per cent
race-no-shares = This engine does not report how many nodes went into each move
race-left-out = Older iterations and windows that are no longer kept: { $n }
race-drawn = { $curves ->
    [one] { $curves } curve
   *[other] { $curves } curves
}, { $marks ->
    [one] { $marks } mark
   *[other] { $marks } marks
}
race-by-iteration = By iteration
race-by-move = By move
race-table = Table
race-iterations = { $n ->
    [one] { $n } iteration
   *[other] { $n } iterations
}
race-column-best = Best
race-column-events = What happened
race-column-share = Share of the last iteration
race-under-way = running
race-legend-change = new best move
race-legend-low = fail low
race-legend-high = fail high
race-largest-share = Largest share at depth { $depth }: { $mv }, { $share } %
race-new-best = new
race-failed-low = { $n ->
    [one] fail low
   *[other] { $n }× low
}
race-failed-high = { $n ->
    [one] fail high
   *[other] { $n }× high
}
race-play = Play { $mv }
race-view-white = White's view
race-view-black = Black's view
race-becomes-best = { $mv } becomes the best move at depth { $depth }
race-fail = The window of depth { $depth } failed { $how } with { $mv }, after { $time }
race-fail-score = The window of depth { $depth } failed { $how } with { $mv }: { $score }, after { $time }
race-score-hint = { $mv } { $score } at depth { $depth }, after { $time }
race-bound-hint = { $mv } { $score } at depth { $depth }, a bound, after { $time }
race-share-hint = { $mv }: { $share } % of the nodes of depth { $depth } ({ $nodes })

## An evaluation from scratch.

scratch-play = Play against this
    .tip = Start a game against this evaluation, as { $name }
scratch-level = Level
scratch-level-title = Level { $number }: { $name }
scratch-level-hint = { $name }: { $adds }
scratch-level-1 = Material
    .adds = Counts the pieces by their values and knows nothing else
scratch-level-2 = Squares
    .adds = Adds a bonus or a penalty for the square of each piece
scratch-level-3 = Pawns
    .adds = Adds doubled, isolated, backward and passed pawns
scratch-level-4 = Mobility
    .adds = Adds the number of squares a piece can go to, compared with the usual number
scratch-level-5 = King
    .adds = Adds the pawns that shield the king and how close enemy pieces are to it
scratch-level-6 = Tapering
    .adds = Gives the endgame its own numbers and blends both sets as pieces leave the board

scratch-page = Page of the evaluation
scratch-page-position = Position
scratch-page-numbers = Numbers
scratch-page-squares = Squares
scratch-page-matches = Matches

scratch-position-note = Centipawns. White and Black: what a term is worth to that side. No search
scratch-column-term = Term
scratch-column-difference = Difference
scratch-sum = Total, White's view
scratch-network = Tabia's network, static
scratch-phase = Phase { $phase } of { $full }: the numbers are { $percent } % middlegame, { $rest } % endgame
scratch-term-material = Material
scratch-term-squares = Piece-square tables
scratch-term-doubled = Doubled pawns
scratch-term-isolated = Isolated pawns
scratch-term-backward = Backward pawns
scratch-term-passed = Passed pawns
scratch-term-mobility = Mobility
scratch-term-shield = Pawn shield
scratch-term-tropism = King tropism

scratch-set-usual = Usual
    .source =
        After Pokharel, Techniques In Chess Programming (2025), who cites A Review of Game-Tree Pruning, by Marsland
        (1986)
scratch-set-learnt = Learnt
    .source =
        Droste and Fürnkranz, by reinforcement learning; quoted by Bijl and Tiet, Exploring Modern Chess
        Engine Architectures (2021), and Pokharel, Techniques In Chess Programming (2025)
scratch-reset-numbers = Reset all numbers
scratch-numbers-note = Centipawns: a pawn of the usual set is worth 100
scratch-more-levels = Higher levels have more numbers
scratch-middlegame = middlegame
scratch-endgame = endgame
scratch-knob-in-endgame = { $name }, endgame
scratch-knob-doubled = Doubled pawn
scratch-knob-isolated = Isolated pawn
scratch-knob-backward = Backward pawn
scratch-knob-passed = Passed pawn, per rank
scratch-knob-knight-mobility = Knight, per square
scratch-knob-bishop-mobility = Bishop, per square
scratch-knob-rook-mobility = Rook, per square
scratch-knob-queen-mobility = Queen, per square
scratch-knob-shield = Shield, per pawn
scratch-knob-knight-tropism = Knight near the king, per step
scratch-knob-bishop-tropism = Bishop near the king, per step
scratch-knob-rook-tropism = Rook near the king, per step
scratch-knob-queen-tropism = Queen near the king, per step

scratch-squares-unused = Level 1 ignores squares: changes here take effect from level 2 on
scratch-square-value = Value of the square
scratch-reset-table = Reset this table
scratch-table = Piece-square table
scratch-squares-note =
    Click a square to change its value; drag from it to paint its value onto other squares. Centipawns for the
    side that owns the piece
scratch-piece = Piece of the table
scratch-part = Phase of the game
scratch-part-middlegame = Middlegame
scratch-part-endgame = Endgame
scratch-side = Side of the table
scratch-side-white = White's
scratch-side-black = Black's

scratch-tesseract =
    Piece-square tables gave Tesseract its greatest gain of all evaluation terms (Vrzina 2023). The match of level 2
    against level 1 shows what they are worth here
scratch-games = games
    .name = Games per match
scratch-nodes = nodes per move
    .name = Nodes per move
scratch-match = Play level { $level } against level { $other }
scratch-all-matches = Play all levels
    .tip = Every level against every other
scratch-all-note = Every level plays every other: the progress counts all games, the table only those against the level below
scratch-arena = Show in the arena
    .tip = Watch the games, their results and what they cost
scratch-arena-idle = The arena plays the matches; they continue while you do something else
scratch-no-match = No matches yet
    .why = See what each kind of knowledge is worth: play a level against the one below it
scratch-matches-note =
    Wins, draws and losses of the level against the one below it; Elo with its 95 % error bar. Same search,
    same nodes, same openings with both colours
scratch-column-games = Games
scratch-column-results = W / D / L
scratch-column-elo = Elo
scratch-played = { $played } of { $asked }
scratch-other-numbers = * played with numbers other than the current ones

## Time management: the budget of a move, and why a search stops.

clock-start = Think
clock-empty = No search on the clock yet
    .why = The budget of this move, how each iteration changes it, and why the search stops
clock-note =
    Scores in pawns, side to move's view. After each iteration, the budget times four factors gives the target, which
    never exceeds the hard limit; the first iteration that ends past it is the last. Times are longer while other
    programs run
clock-about =
    How long may a move take? The budget is the time left on the clock, plus the increments to come, less some
    overhead for every move, but not less than a tenth of the time left, divided by a number of moves. Without a
    time control these are the moves still expected: 36 at move 1, half a move fewer with each move made, 24 from
    move 25 on. With one they are the moves to the control plus one, so that a reserve is left, and at most 24. The
    budget is never more than 60 % of the time left, 85 % for the last move before a time control. After each
    iteration four factors change the budget. Same: 1.25, less 0.05 for each iteration in which the best move stayed
    the same, at least 0.75. Changes: 0.95, plus 0.25 for a change of the best move, which counts half as much with
    each iteration since. Falls: above 1 while the score falls (up to 1.5), below 1 while it rises (down to 0.8).
    Effort: 2.1 less 1.5 times the best move's share of the nodes, at least 0.5. The search stops with the first
    iteration that ends past the target, and at the hard limit even within an iteration: 4.5 times the budget, but
    at most the same share of the time left.
clock-example = Show me: half a minute on the clock
clock-seconds = { $n } s
clock-milliseconds = { $n } ms
clock-request = { $seconds } s + { $increment } s, { $moves ->
    [0] for the rest of the game
    [one] { $moves } move to go
   *[other] { $moves } moves to go
}.
clock-budget = Budget { $soft }, hard limit { $hard }.
clock-end-within =
    Stopped during the iteration after depth { $depth }, at { $time }: hard limit reached.
clock-end-enough =
    Stopped after depth { $depth }, at { $time }: the target of { $target } had passed.
clock-end-forced = Stopped after depth { $depth }, at { $time }: there is one move to search.
clock-end-mate = Stopped after depth { $depth }, at { $time }: a mate that will not get shorter.
clock-end-deepest = Stopped after depth { $depth }, at { $time }: the search cannot go deeper.
clock-move-budget = move { $move }: { $time }
clock-game = If every move from here on takes exactly its budget: { $budgets }.
# Written into files as well: English must stay as it is.
clock-verdict-go-on = goes on
clock-verdict-enough = stops: target passed
clock-verdict-forced = stops: only move
clock-verdict-mate = stops: mate
clock-column-stable = Same
clock-column-changes = Changes
clock-column-falling = Falls
clock-column-effort = Effort
clock-column-product = Product
clock-column-target = Target
clock-column-verdict = Decision
clock-curves = Time spent and target by depth, milliseconds, logarithmic
clock-point = { $name }: { $n } ms at depth { $at }
clock-form-seconds = Clock (s)
    .tip = Time left on the clock, seconds
clock-form-increment = Increment (ms)
    .tip = Increment for each move, milliseconds
clock-form-to-go = Moves to go
    .tip = Moves to the next time control; 0: the time is for the rest of the game

## Contempt: what a draw counts for.

contempt-start = Search
contempt-empty = No search yet
    .why = The same search with five values of contempt: when does it accept a draw?
contempt-note =
    Scores in pawns, contempt in centipawns, side to move's view. With contempt 50 a draw counts −0.50 for the side
    to move: it is accepted only where nothing better is left
contempt-about =
    Contempt says what a draw is worth to the engine in a game. Above zero a draw counts as a disadvantage: the engine
    avoids repetitions, as one does against a weaker opponent, until it is worse by more than that. Below zero it
    seeks them. The setting of the same name is used in games and never in analysis. Here five searches of one
    position, each from an empty hash table, differ only in contempt. A search is counted as a draw where the score is
    exactly minus the contempt and the line repeats a position or ends the game. An ending that the evaluation knows
    as drawn counts 0 with any contempt, as no rule ends the game there.
contempt-example = Show me: a perpetual check, taken or not
contempt-form = Contempt (cp)
    .tip = The greatest value, centipawns; the others are half of it, zero, and both with a minus sign
contempt-depth = Depth
    .tip = Depth of each search, in plies
contempt-column-contempt = Contempt
contempt-column-draw = Result
contempt-column-line = Line
# Written into files as well: English must stay as it is.
contempt-draw = draw
contempt-drawn-ending = drawn ending
contempt-no-draw = no draw
contempt-summary =
    Contempt from { $low } to { $high }: { $draws ->
        [0] no search takes the draw
        [one] 1 of { $n } searches takes the draw
       *[other] { $draws } of { $n } searches take the draw
    }; { $changes ->
        [0] all play the same move
        [one] the move changes once
       *[other] the move changes { $changes } times
    }.

## Weights fitted to games.

tuning-start = Tune
tuning-empty = Nothing tuned yet
    .why = Piece values that all start at one pawn and are fitted to the results of master games
tuning-note =
    Loss: mean logistic loss of the expected scores, nats; weights in centipawns. Training and held-out games have
    different results: compare each loss with that of the mean score on the same games, not with the other loss
tuning-about =
    Where do piece values come from? Here the evaluation from scratch begins with every piece worth a pawn and every
    other weight at zero. Each step of gradient descent moves the weights so that the expected scores, a logistic
    function of the evaluation, come closer to the results of the games: one quiet position from each of 2,400
    master games. One game in eight is held out: where their loss rises while the other still falls, the weights are
    overfitting; on 302 positions, though, a rise of less than about 0.003 may be chance. Bijl and Tiet
    tuned their weights one after another and won 15 % more games (2021). The engine's own evaluation was tuned in the
    same way, with all its weights and millions of positions.
tuning-example = Show me: piece values from nothing but results
tuning-request = Level { $level }, { $steps ->
        [one] { $steps } step
       *[other] { $steps } steps
    }, rate { $rate } cp.
tuning-training =
    Training, { $n } positions: loss from { $before } to { $after }. Always expecting White's mean score of
    { $mean } %: { $base }.
tuning-held-out =
    Held out, { $n } positions: loss from { $before } to { $after }{ $rises ->
        [yes] , lowest after step { $step }, { $lowest }
       *[no] , lowest at the end
    }. Always expecting the same: { $base }.
tuning-values =
    Pawn to queen, tuned here: { $values }. Published: { $usual } (the usual ones, after Pokharel); { $learnt }
    (Droste and Fürnkranz, by reinforcement learning).
tuning-column-step = Step
tuning-column-loss = Training
tuning-column-held-out = Held out
tuning-axis = step
tuning-loss-curves = Loss by step
tuning-weight-curves = Piece values by step, centipawns
tuning-point = { $name }: { $n } at step { $at }
tuning-form-level = Level
    .tip = 1: piece values; 2: on top of fixed piece-square tables; 3: pawn structure too; 4: mobility too; 5: king safety too
tuning-form-steps = Steps
    .tip = Steps of gradient descent
tuning-form-rate = Rate (cp)
    .tip = How far the first steps move a weight, centipawns
