### The views of the Lab: tree, X-ray, playouts, alpha-beta, hash table, move order, profile, why not, small game.

## What several views say.

lab-none = none
lab-root = Root
lab-not-looked = Asking the engine…
    .why = It answers at once, or during a search with its next report
lab-several-lines = With several lines, the hash table keeps the move of the first pass; a move searched in a later pass turned out better.
lab-play-line = Click to play this line
lab-play-move = Click to play this move
lab-failed = Lab: { $error }
lab-engine-failed = Engine of the Lab: { $error }
lab-thread-ended = the engine's thread ended


## Alpha-beta step by step.

alpha-beta-tree = Tree
alpha-beta-tree-small = Small tree
alpha-beta-tree-deep = Deep cutoff
alpha-beta-tree-position = This position
alpha-beta-depth = Depth
    .tip = Plies of the tree
alpha-beta-width = Width
    .tip = Moves in each position: those that look best one ply ahead, tried in the order of their true values
alpha-beta-worst-first = Worst first
    .tip = Try the moves with the worst value first instead of the best: far fewer can be skipped
alpha-beta-search = Search shown
alpha-beta-alpha-beta = Alpha-beta
alpha-beta-minimax = Minimax
alpha-beta-both = Both
alpha-beta-first = First step
alpha-beta-previous = Previous step
alpha-beta-next = Next step
alpha-beta-last = Last step
alpha-beta-pause = Pause
alpha-beta-play = Play the steps
alpha-beta-speed = Steps per second
alpha-beta-speed-value = { $speed } steps per second
alpha-beta-quiz = Quiz
alpha-beta-at = Step { $step } of { $steps }
alpha-beta-visited =
    Minimax visits { $minimax } positions, alpha-beta { $alphabeta } ({ $saved } saved); both find { $value }
alpha-beta-visited-differ =
    Minimax visits { $minimax } positions, alpha-beta { $alphabeta } ({ $saved } saved); the values are NOT the same:
    alpha-beta finds { $value }
alpha-beta-value-pawns = { $value } (pawns, for Max)
alpha-beta-quiz-ask = Click a move that will be cut next
alpha-beta-quiz-right = Right: it can no longer affect the result. Which one is next?
alpha-beta-quiz-wrong = No: these are the moves that were cut. Which one is next?
alpha-beta-quiz-nothing = Nothing else is cut in this tree
alpha-beta-quiz-score = { $right } of { $all } right
alpha-beta-quiz-reset = Reset
    .tip = Reset the score to zero; it is kept when Tabia is closed
alpha-beta-max = Max
alpha-beta-min = Min
alpha-beta-node-ahead = { $node ->
    [root] Root
   *[other] { $node }
}: not reached yet
alpha-beta-node-open = { $node ->
    [root] Root
   *[other] { $node }
}: open{ $window ->
    [none] {""}
   *[other] , window { $window }
}
alpha-beta-node-done = { $node ->
    [root] Root
   *[other] { $node }
}: done, { $value }
alpha-beta-node-cut = { $node ->
    [root] Root
   *[other] { $node }
}: cut, it cannot affect the result
alpha-beta-enter-leaf = Reach leaf { $node }
alpha-beta-enter = Reach { $node ->
    [root] the root
   *[other] { $node }
}, { $who } to move{ $window ->
    [none] {""}
   *[other] , with the window { $window }
}
alpha-beta-leaf = Leaf { $node } is worth { $value }
alpha-beta-no-change = At { $node ->
    [root] the root
   *[other] { $node }
}, { $who } already has something as good as { $value }: { $child } changes nothing
alpha-beta-better = { $who } can get { $value } at { $node ->
    [root] the root
   *[other] { $node }
} with { $child }, the best so far
alpha-beta-better-max = Max can get { $value } at { $node ->
    [root] the root
   *[other] { $node }
} with { $child }: alpha rises to { $value }, because { $node ->
    [root] the root
   *[other] { $node }
} is worth at least that
alpha-beta-better-min = Min can get { $value } at { $node ->
    [root] the root
   *[other] { $node }
} with { $child }: beta falls to { $value }, because { $node ->
    [root] the root
   *[other] { $node }
} is worth at most that
alpha-beta-cut-max =
    { $node } is worth at least { $value }, but Min already has { $bound } one ply up. Min will avoid
    { $node }, so { $n ->
        [one] the last move there cannot matter
       *[other] the remaining { $n } moves there cannot matter
    }
alpha-beta-cut-max-deep =
    { $node } is worth at least { $value }, but Min already has { $bound } three or more plies up: a deep cutoff.
    Min will avoid { $node }, so { $n ->
        [one] the last move there cannot matter
       *[other] the remaining { $n } moves there cannot matter
    }
alpha-beta-cut-min =
    { $node } is worth at most { $value }, but Max already has { $bound } one ply up. Max will avoid
    { $node }, so { $n ->
        [one] the last move there cannot matter
       *[other] the remaining { $n } moves there cannot matter
    }
alpha-beta-cut-min-deep =
    { $node } is worth at most { $value }, but Max already has { $bound } three or more plies up: a deep cutoff.
    Max will avoid { $node }, so { $n ->
        [one] the last move there cannot matter
       *[other] the remaining { $n } moves there cannot matter
    }
alpha-beta-leave-root = The root is worth { $value }
alpha-beta-leave = Leave { $node } with { $value }

## Playouts: the tree that a search by playouts grows.

playouts-no-tree = No tree yet
    .why = It starts from the position on the board
playouts-no-memory = Out of memory
    .why = There is not enough memory for a tree
playouts-method = Search method
playouts-c = c
    .ucb = Exploration constant of UCB1: the greater it is, the more often rarely tried moves are chosen
    .puct =
        Exploration constant of PUCT: the greater it is, the more the prior counts. It grows with the visits and with the
        spread of the values found
playouts-fpu = FPU reduction
    .tip =
        First-play urgency (FPU) is the value of a move before its first visit: here the Q of its node, minus this
        reduction times the square root of the total prior of the moves already tried. The greater the reduction, the
        later unvisited moves are tried
playouts-temperature = temperature
    .tip =
        Temperature of the network's priors: above 1 they become more even, so moves with a low prior get more
        playouts
playouts-history = histories
    .tip =
        Influence of the move histories on the priors of new nodes: a move that raised the value of its node elsewhere
        in the tree, in general, as a reply or as a follow-up, gets a greater prior, and a move that lowered it a
        smaller one. 0: no influence
playouts-seed = Seed
    .tip = Seed of the random games: the same seed gives the same games
playouts-defaults = Defaults
    .tip = Reset the constants to their defaults
playouts-not-listed = The moves are listed when the next playout reaches this node
playouts-root-tip = The position the tree grows from
playouts-up = Go up to this node
playouts-restart = Start a new tree
playouts-pause = Pause
playouts-play = Play phase by phase
playouts-speed = Phases per second
playouts-speed-value = { $speed } phases per second
playouts-next-phase = Next phase
    .tip = One of select, expand, evaluate, back up
playouts-next = Next playout
    .tip = Finish the current playout, or run a whole one
playouts-count = { $n ->
    [one] { $n } playout
   *[other] { $n } playouts
}
playouts-count-left = { $n ->
    [one] { $n } playout
   *[other] { $n } playouts
}, { $left } to go
playouts-picture =
    Most visited nodes: move, playouts, value for the side that made the move. The current line is framed; click a
    node to go there
playouts-new = new
playouts-node-name = Node { $line }
playouts-node-told = { $node }: { $n ->
    [one] { $n } playout
   *[other] { $n } playouts
}, { $value }
playouts-node-told-current = { $node }: { $n ->
    [one] { $n } playout
   *[other] { $n } playouts
}, { $value }, on the current line
playouts-last = Latest playouts: value for the side to move at the root, and the line
playouts-go-to-node = Go to its node
playouts-head-move = Click to write out the formula, double-click to go down to the node
playouts-head-n =
    Playouts through the move. N of the node also counts its own first evaluation, so it is one more than their sum
playouts-head-q =
    Mean of the values found, 0 to 1 for the side that makes the move; before the first playout, the
    Q of the node minus the FPU reduction (UCB1 gives such moves no value and tries them first)
playouts-head-p = Prior probability: how good the move looks before it is tried
playouts-head-u = Exploration bonus: large for promising moves that were rarely tried
playouts-head-sum = The next playout takes the move with the greatest sum
playouts-takes-this = The next playout takes this move
playouts-down = Go down to { $move }
playouts-c-factors =
    c { $c } = { $set } as set × { $growth } for N = { $visits ->
        [one] { $visits } visit
       *[other] { $visits } visits
    } × { $spread } for the spread of the values found
playouts-formula-flat = { $move }: Q; the move with the fewest playouts is next
playouts-not-visited = not visited yet
playouts-no-next-position = No move is next: the position is decided
playouts-no-next-moves = No move is next: every move is decided
playouts-why-fewest = Next is { $move }: it has the fewest playouts
playouts-why-never = Next is { $move }: it was never visited, and UCB1 tries every move once
playouts-why-tie = Next is { $move }: { $rule ->
    [fewest] it has the fewest playouts
    [never] it was never visited, and UCB1 tries every move once
   *[sum] it has the greatest sum
}; { $n ->
    [one] another move is tied with it
   *[other] { $n } other moves are tied with it
}: { $prior ->
    [yes] the first by prior is taken
   *[no] the first in the search's order is taken
}
playouts-why-forced = Next is { $move }: it is the only move
playouts-why-only = Next is { $move }: all other moves are decided
playouts-why-mates = Next is { $move }: it mates, and a new node tries a mating move first
playouts-why-decided = Next is { $move }: all moves are decided
playouts-why-value = Next is { $move }: it has the greatest sum, and no move has a greater value
playouts-why-bonus = Next is { $move }: it has the greatest sum because of its bonus; { $n ->
    [one] one move has a greater value
   *[other] { $n } moves have a greater value
}
playouts-select = Select
playouts-expand = Expand
playouts-evaluate = Evaluate
playouts-back-up = Back up
playouts-phase-next = { $phase }, next
playouts-kept = { $n ->
    [one] { $kept } node
   *[other] { $kept } nodes
} kept, { $discarded } discarded to save memory
playouts-root-proven = The root is proven: { $proof }. More playouts add nothing.
playouts-listed = The root's moves are listed{ $prior ->
    [yes] {" "}with their priors
   *[no] {""}
}.
playouts-backed-up = Playout { $number } is backed up: { $line } is worth { $value } for { $side }, counted at { $n ->
    [one] { $n } move
   *[other] { $n } moves
} and at the root.
playouts-backed-up-known = Playout { $number } is backed up: { $line } is worth { $value } for { $side } (known without
    evaluation), counted at { $n ->
    [one] { $n } move
   *[other] { $n } moves
} and at the root.
playouts-next-select = Next: select a line.
playouts-selected = Selected { $line }: that position was evaluated before, but its moves are not listed yet.
playouts-next-expand = Next: list them{ $prior ->
    [yes] {" "}with their priors
   *[no] {""}
} and continue with the best.
playouts-line = The line is { $line }.
playouts-next-evaluate = Next: find out what the position is worth, { $how ->
    [playout] with a random game to the end
    [quiet] by the evaluation after captures
    [network] by the network's win, draw and loss
    [both] by the mean of the evaluation after captures and the network
   *[eval] by the evaluation
}.
playouts-found = { $line } is worth { $value } for { $side }, who is to move there.
playouts-next-back-up = Next: count that at every node of the line, { $value } for the other side.
playouts-head-proof = Proof
    .tip = Proven result: #2 is a win by mate in two moves, #−1 a loss by mate in one, TB a tablebase result
playouts-mated = checkmated
playouts-win-mate = win, mate in { $n ->
    [one] { $n } move
   *[other] { $n } moves
}
playouts-loss-mate = loss, mated in { $n ->
    [one] { $n } move
   *[other] { $n } moves
}
playouts-win-table = win by tablebase
playouts-loss-table = loss by tablebase
playouts-short-draw = draw
playouts-node =
    { $side } to move, { $below ->
        [none] N { $visits }
       *[other] N { $visits } = { $below } + own value
    }, Q { $q }, value { $value }, draw { $draw }
playouts-node-proven =
    { $side } to move, { $below ->
        [none] N { $visits }
       *[other] N { $visits } = { $below } + own value
    }, Q { $q }, value { $value }, draw { $draw }, proven: { $proof }
playouts-node-tip =
    N: playouts through this node, including its own first evaluation, so the root has one more than there were
    playouts. Q: the mean of their values, from 0 (lost) to 1 (won) for the side to move. Value: the first of them,
    the evaluation of the position or its Q on another line that also leads to it. Draw: mean chance of a draw, by the
    curve that playouts use, which is flatter than the one for the chances beside alpha-beta's scores. PUCT's own
    chances are Q and draw

## Hash table.

hash-table-about = The table of Tabia's alpha-beta search. Scores are for the side to move
hash-table-this-position = This position
hash-table-no-entry = no entry
hash-table-no-entry-here = No entry
hash-table-fail-high =
    Iteration { $iteration } stored the entry at depth { $depth }: each fail-high makes the next search of the root a
    ply shallower.
hash-table-line = Line of hash moves
hash-table-evaluation = How the static evaluation is corrected
hash-table-uncorrected = uncorrected
hash-table-scaled = scaled after { $n ->
        [one] one ply
       *[other] { $n } plies
    } without capture or pawn move
hash-table-correction-pawns = error with these pawns
hash-table-correction-minors = error with these knights, bishops and kings
hash-table-correction-majors = error with these rooks, queens and kings
hash-table-correction-white = error with White's pieces and king
hash-table-correction-black = error with Black's pieces and king
hash-table-correction = total correction
    .note = In pawns, side to move's view. The correction is rounded towards zero; known endgames have none.
hash-table-corrected = corrected, as the search uses it
hash-table-successors = After each move, { $side }'s view
hash-table-survey = The whole table, sampled
hash-table-end-not-found = The line ends: the next position has no entry
hash-table-end-no-move = The line ends: the last entry has no move
hash-table-end-not-legal = The line ends: the entry's move is not legal here (a collision)
hash-table-end-repetition = The line ends: the position has already occurred on it
hash-table-end-checkmate = The line ends: checkmate
hash-table-end-stalemate = The line ends: stalemate
hash-table-end-long = The line is not followed further
hash-table-entry = { $move } { $score } at depth { $depth }, uncorrected static evaluation { $eval }, age { $age }
hash-table-entry-pv =
    { $move } { $score } at depth { $depth }, uncorrected static evaluation { $eval }, age { $age }, once on a principal variation
hash-table-place = Cluster { $cluster }, entry { $entry }
hash-table-raw = tag { $tag }, data { $data } (hexadecimal)
hash-table-column-field = Field
hash-table-column-bits = Bits
hash-table-column-stored = Stored
hash-table-column-means = Means
hash-table-field-move = Move
hash-table-field-value = Value
hash-table-field-eval = Static evaluation, uncorrected
hash-table-field-depth = Depth
hash-table-field-bound = Bound
hash-table-field-pv = On a principal variation
hash-table-field-generation = Generation
hash-table-plies = { $n ->
    [one] { $n } ply
   *[other] { $n } plies
}
hash-table-pv-yes = yes, at least once
hash-table-pv-no = no
hash-table-illegal-move = an illegal move
hash-table-no-move = no move
hash-table-no-score = no score
hash-table-column-age = Age
hash-table-column-reply = Best reply
hash-table-share = { $count } of { $all } sampled entries
hash-table-filled = filled, all searches
hash-table-by-age = Filled entries by age
hash-table-by-bound = Filled entries by bound
hash-table-by-depth = Filled entries by depth
hash-table-age = age { $n }
hash-table-age-open = age { $from } or more
hash-table-bound-none = no bound
hash-table-bound-upper = upper bound
hash-table-bound-lower = lower bound
hash-table-bound-exact = exact
hash-table-depth = { $to ->
        [0] depth 0
       *[other] depth { $from } to { $to }
    }
hash-table-depth-open = depth { $from } or more
hash-table-capacity = Room for { $n } entries

## Move order.

move-order-guess =
    Hash move of Tabia's alpha-beta search at depth { $depth }: { $move }, tried first (at the root, moves are in the order
    of the previous iteration). Scores of the other moves are in history units, as below the root, without killers
move-order-no-guess = Tabia's alpha-beta search has no hash move yet. Scores are in history units
move-order-verdict =
    The search chose { $move } at depth { $depth }: move { $place } of { $count } in this order ({ $stage }).
move-order-without-table = Without the hash table it would be move { $place } ({ $stage }).
move-order-at-first = When this view was opened, it was move { $place }.
move-order-column-stage = Stage
move-order-column-parts = Made of
move-order-stage-tt-move = Hash move
move-order-stage-good-noisy = Good capture
move-order-stage-refutation = Killer or countermove
move-order-stage-quiet = Quiet
move-order-stage-bad-noisy = Bad capture
move-order-stage-generated = As generated
move-order-part-butterfly = butterfly history
move-order-part-pawns = pawn history
move-order-part-continuation = continuation history { $n }
move-order-part-killer = killer { $n }
move-order-part-counter = countermove
move-order-part-victim = captured piece
move-order-part-promotion = promotion
move-order-part-captures = capture history
move-order-part-root = low-ply history
move-order-part-check = check
move-order-part-enters = enters attacked square
move-order-part-leaves = leaves attacked square
move-order-part-rounding = rounding
move-order-part-exchange = static exchange { $pawns } pawns
move-order-part-exchange-allowed = static exchange { $pawns } pawns, a loss that the move's score allows
move-order-part-exchange-demanded = static exchange { $pawns } pawns, too little for a good capture with such a low score
move-order-history = Move history scores
move-order-history-about =
    For each square, the mean of its written entries, in history units: green moves have caused cutoffs, red ones have
    failed to. From and To show the chosen pieces on their current squares
move-order-piece = Pieces shown
move-order-all-pieces = All
move-order-mean = { $square }: mean { $mean } of { $n ->
    [one] one entry
   *[other] { $n } entries from { $low } to { $high }
}, in history units
move-order-unwritten = { $square }: no entry written yet
move-order-map-from = From
move-order-map-to = To
move-order-map-pawns = This pawn structure
move-order-map-continuation = After the last move
move-order-map-captures = Captures

## Search profile.

profile-since = Since the search began
profile-no-search = No search yet
profile-no-counts = No counts
    .puct = Playouts grow a tree and cut nothing off; Statistics shows how it grows
    .other = This engine does not report such counts
profile-next-search =
    Cutoffs by move, reductions and nodes by ply are not recorded in this search
profile-measure = Measure where the time goes
    .tip = Restart the search
profile-cut = Which move caused the cutoff
    .what = share of the cutoffs, main thread
profile-cut-move = move { $n }
profile-cut-move-open = move { $n } or later
profile-reduced = Reduced by
    .what = share of the moves searched, main thread
profile-reduced-plies = { $n ->
    [one] { $n } ply
   *[other] { $n } plies
}
profile-reduced-plies-open = { $n } plies or more
profile-share = { $count } of { $all }
profile-by-ply = Nodes by ply
    .what = main thread
profile-by-ply-growth = main thread; effective branching factor { $factor }
profile-ply = ply { $n }
profile-ply-tip = { $main } in the main search, { $quiescence } in quiescence; × compares with the previous ply
profile-ended = How nodes ended
    .what = share of all nodes, all threads
profile-ended-share = { $count }: { $share } of all nodes
profile-skipped = Moves not searched
    .what = share of the skipped moves, all threads
profile-skipped-share = { $count }: { $share } of the skipped moves
profile-adjusted = Searched to a different depth
    .what = per node whose moves were searched, all threads
profile-adjusted-mean = { $count }: { $mean } for each node whose moves were searched
profile-moves-searched = Moves searched
profile-stopped = Stopped
profile-aspiration = Aspiration windows
    .what = all threads
profile-aspiration-fails = failed low { $low }, failed high { $high }

## Small game.

small-game-learn = Learn from scratch
small-game-generations = generations
    .tip = Rounds of playing and learning
small-game-games = games
    .tip = Self-play games per generation
small-game-playouts = playouts
    .tip = Playouts per move, in self-play and against you
small-game-progress =
    { $stopped ->
        [yes] Stopped after generation
       *[no] Generation
    } { $generation } of { $generations }, { $games } games, { $time }: policy right { $policy }, search
    right { $search }, value error { $error }, { $points } of the points against perfect play (50 % at most)
small-game-solving = Solving the game, to measure progress against perfect play
small-game-nothing =
    The network knows nothing yet: let it learn, and play against it in the meantime. What it learns is kept until Tabia
    is closed
small-game-no-curve = The curves appear from the second generation on
small-game-learning = Learning
small-game-curve-search = search right
small-game-curve-policy = policy right
small-game-curve-points = points, % (50 at most)
small-game-curve-error = value error, % of a win
small-game-point = { $curve } { $value } after { $games } games, generation { $generation }
small-game-you-begin = You begin
    .tip = Start a new game with your first move
small-game-it-begins = Network begins
    .tip = Start a new game with the network's first move
small-game-take-back = Take back
small-game-you-won = You won
small-game-it-won = The network won
small-game-your-turn = Your turn: four in a row wins
small-game-its-turn = The network is to move
small-game-prior = prior
small-game-visits = visits
small-game-value = value
small-game-for-you = For you: network { $network }, search { $search }{ $proof ->
    [won] , proven win
    [drawn] , proven draw
    [lost] , proven loss
   *[none] {""}
}
small-game-for-it = For the network: network { $network }, search { $search }{ $proof ->
    [won] , proven win
    [drawn] , proven draw
    [lost] , proven loss
   *[none] {""}
}
small-game-column = Column { $column }, { $n ->
    [one] { $n } disc
   *[other] { $n } discs
}
small-game-won = won
small-game-drawn = draw
small-game-lost = lost
small-game-no-thread = could not start a thread: { $error }

## Why not?

why-not-no-move = No move asked about
    .why = Choose a move above, right-click one anywhere, or hold Ctrl (Command on a Mac) and make it on the board
why-not-gone = The move is gone
    .why = The position it belonged to has changed
why-not-title = Why not { $move }?
why-not-choose = Why not …?
why-not-move = Move asked about
why-not-elsewhere = Asked in a position other than the one on the board
why-not-searching = Searching the position
why-not-verified = Verified: the move was searched on its own
why-not-unverified = Not verified: this is what the search of all moves knew
why-not-own-search = { $move }: from a search of all moves, depth { $depth }
why-not-beside = The analysis of this position: { $engines }
why-not-beside-engine = { $engine } { $move } { $score }, depth { $depth }
why-not-this-move = This move
why-not-best-move = Best move
why-not-chosen = Chosen move
why-not-depth = depth { $depth }, { $view }
why-not-best = Nothing is wrong with it: it is the best move, or just as good
why-not-only = It is the only legal move
why-not-ends = { $outcome }: the game ends with this move
why-not-better = Nothing is wrong with it: it is better than the move that the search of all moves chose
why-not-mates-later = It mates in { $n }, the best move in { $best }
why-not-mated-sooner = It allows mate in { $n }, the best move only in { $best }
why-not-mate = It allows mate in { $n }
why-not-misses-mate = It misses a mate in { $n }
why-not-tablebase = The tablebases know better moves
why-not-line-loses = At the end of its line, { $pawns } pawns of material are lost
why-not-loses = It loses { $pawns } pawns of material by the end of its line: the { $piece } is captured
why-not-material =
    Material is counted at the end of the captures in the line below and compared with the position now. The scores
    also count everything else, at their depth
why-not-evaluation = The evaluation at the end of its line is worse
why-not-bound = All that is known: it is not better than the best move
why-not-unsearched = No iteration has reached it yet
why-not-effort = The search of all moves spent { $nodes } of { $all } nodes on it ({ $share })
why-not-fell-behind = Half a pawn or more behind since depth { $depth }
why-not-point = { $move } { $score } at depth { $depth }
why-not-curve = Score by depth
    .unit = pawns, { $view }
why-not-known-asking =
    The last iteration, depth { $depth }, searched it as move { $order } in its order, asking only whether it beats
    { $low } (a null window).
why-not-known-between =
    The last iteration, depth { $depth }, searched it as move { $order } in its order, for its score between
    { $low } and { $high }.
why-not-known-score =
    The last iteration, depth { $depth }, searched it as move { $order } in its order, for its score.
why-not-reduced =
    The position after it was never searched deeper than { $plies } of { $full ->
        [one] { $full } ply
       *[other] { $full } plies
    }: { $reduction } fewer by late-move reduction.
why-not-reduced-more =
    The position after it was never searched deeper than { $plies } of { $full ->
        [one] { $full } ply
       *[other] { $full } plies
    }: { $fewer } fewer, { $reduction } of them by late-move reduction.
why-not-extended =
    The position after it was searched { $plies ->
        [one] { $plies } ply
       *[other] { $plies } plies
    } deep, { $more } more than the usual { $full }.
why-not-shallow =
    The position after it was searched { $plies } of { $full ->
        [one] { $full } ply
       *[other] { $full } plies
    } deep.
why-not-full =
    The position after it was searched to its full depth of { $plies ->
        [one] { $plies } ply
       *[other] { $plies } plies
    }.
why-not-cut = A rule ended the search of the position after it at once: { $rule }.
why-not-answer-no = The answer was no, so it was not searched again.
why-not-again = It was searched { $n } times.
why-not-illegal = The move is not legal in this position
why-not-stopped = stopped before the first iteration was finished

## The story of a search.

story-column = What happened
story-start = Tell the story
story-empty = No search yet
    .why = The story says what happened at the root of a search, iteration by iteration
story-note = Only what was measured: best moves, scores, fail highs and fail lows, nodes.
story-about =
    A search described in sentences: when another move became best and what had happened to the old one, when the score
    changed sharply, when the search failed high or low and what followed, when a mate was found, and which moves took
    most of the nodes without being best.
story-example = Show me: Black offers his queen
story-depth =
    .tip = Depth of the search, plies
story-bounded = { $bound ->
        [lower] at least { $score }
        [upper] at most { $score }
       *[exact] { $score }
    }
story-first = { $mv } is the first best move: { $score }.
story-first-only = { $mv } is the only legal move: { $score }.
story-new-best = { $mv } takes over from { $before }: { $score }, was { $old }.
story-new-best-only = { $mv } takes over from { $before }: { $score }.
story-refuted = { $mv } is now worth { $at }.
story-refuted-by = { $mv } is now worth { $at } because of { $reply }.
story-swing = { $how ->
        [rises] The score of { $mv } rises from { $from } to { $to }.
       *[falls] The score of { $mv } falls from { $from } to { $to }.
    }
story-doubt = { $fails ->
        [high] { $mv } looked better than before ({ $at }) and stays best: { $end }.
       *[low] { $mv } was in doubt ({ $at }) and stays best: { $end }.
    }
story-doubt-only = { $fails ->
        [high] { $mv } looked better than before ({ $at }), then ended at { $end }.
       *[low] { $mv } looked worse than before ({ $at }), then ended at { $end }.
    }
story-mate = Mate in { $n } found: { $mv }.
story-mated = Every move leads to mate, the best one in { $n }.
story-mated-only = { $mv } leads to mate in { $n }.
story-effort = { $mv } took { $share } % of the nodes of this depth ({ $nodes }), though { $best } is best.
story-near = { $mv } came close with { $score }; { $best } is best with { $best_score }.
story-equal = { $mv } is worth as much as { $best }: { $score }.
story-tables = First tablebase hits ({ $n } by the end of this depth).
story-agrees = PUCT chooses { $mv } too; here it has been best since depth { $depth }.
story-differs = PUCT chooses { $mv }, which was last best here at depth { $depth }.
story-differs-never = PUCT chooses { $mv }, which has never been best here.
story-of = What the story is about
    .search = This search
    .game = This game
story-game-none =
    The moments of this game at which a score of { $engine } changed most from one depth to the next. None has changed
    by { $pawns } pawns yet.
story-game-row = { $line }, depth { $depth }: { $sentence }
    .tip = Go to this position and show the search as it was then
story-more = All { $n } events
    .short = All { $n }
story-fewer = Most telling
    .short = Fewer
story-scores = { $engine } · pawns, { $view }
story-row = Depth { $depth }: { $sentence }
    .tip = Click: show the search as it was then, in all panels
story-none = No story yet

## The live tree: the top of the tree of a search while it runs, and the search by iterations.

live-tree-no-search = No search here yet
live-tree-try = Try:
live-tree-try-hover = point at a box for its position
live-tree-try-click = click it to go into its subtree
live-tree-try-drag = drag the line to an earlier depth
live-tree-try-close = Hide this line; it can be shown again in the settings
live-tree-none = No tree
live-tree-external =
    .why = This engine sends lines of text, not its tree: its lines and root race show what it reports
live-tree-not-watched =
    .why = The tree of this search was not recorded. The next one will be, as long as this view is open
live-tree-score =
    .tip = Score of the best move, { $view }
    .within = Score of this subtree, { $view }
live-tree-looks = Search focus
    .tip = The board shows which squares the moves of this ply go to, by their share of the nodes
live-tree-looks-off = Off
live-tree-whole = Whole tree
live-tree-lines =
    { $n ->
        [one] { $engine } shows no tree. This is its best line.
       *[other] { $engine } shows no tree. These are its { $n } best lines, all of equal width.
    }
live-tree-lines-through = After { $line }: { $n } of { $of } lines.
live-tree-node-lines = { $n } of { $of } lines
live-tree-first = The first iteration is under way
live-tree-at = { $state ->
        [running] Depth { $depth }, running
        [stopped] Depth { $depth }, not finished
       *[finished] Depth { $depth }
    } · { $sentence }
live-tree-best = { $mv } is best{ $over ->
        [yes] {""}
       *[no] {" "}so far
    } and took { $share } of the { $unit ->
        [playouts] playouts
       *[nodes] nodes
    }.
live-tree-best-other = { $mv } is best{ $over ->
        [yes] {""}
       *[no] {" "}so far
    } with { $share } of the { $unit ->
        [playouts] playouts
       *[nodes] nodes
    }. { $majority ->
        [yes] Most of them
       *[no] The largest share
    }, { $most }, went to { $other }.
live-tree-subtree = After { $line }: { $share } of the search.
live-tree-percent = { $share } %
live-tree-null = null move
live-tree-picture = Tree of the search, nodes drawn: { $n }. Arrow keys go from node to node, Enter opens a subtree
live-tree-node-score = { $score }, { $view }
live-tree-node-open = No result yet
live-tree-node-share = { $nodes } { $unit ->
        [playouts] { $count ->
            [one] playout
           *[other] playouts
        }
       *[nodes] { $count ->
            [one] node
           *[other] nodes
        }
    }, { $share } of all
live-tree-node-cut = Latest result: ended by a rule, { $rule }
live-tree-node-over = { $outcome }: the game is over here
live-tree-node-searched = Latest result: searched { $depth } { $count ->
        [one] ply
       *[other] plies
    } below it, in iteration { $iteration }
live-tree-node-quiescence = Latest result: quiescence search, in iteration { $iteration }
live-tree-node-first = Its first search is under way
live-tree-node-hint = Click: only this subtree. Ctrl+click (Command on a Mac): why not this move?
live-tree-good-white = Good for White
live-tree-good-black = Good for Black
live-tree-bounds = ≤ ≥: as far as proven
    .tip = A bound is coloured only as far as it proves something: a move worth at most +1 may be bad, so its box looks even
live-tree-expected = Expected line
live-tree-searched = moves searched
live-tree-age-new = result of this iteration
live-tree-age-old = older
live-tree-color = Colour
live-tree-by-score = Score
live-tree-by-kind = Result
live-tree-by-rule = Rule
live-tree-by-age = Age
live-tree-depth = Depth { $depth }
live-tree-depth-of = Depth { $depth } of { $of }
live-tree-timeline = Score of the best move by depth, pawns, { $view }
live-tree-curve = Score of the best move by depth
live-tree-bands = Best move by depth
live-tree-now = Back to now
    .tip = Show the search as it is now in all panels
live-tree-next = Next iteration
live-tree-previous = Previous iteration
live-tree-play = Play the iterations

## Export of a view.

view-export-title = Export “{ $view }”
view-export-png = Image, PNG
    .note = The view as it looks now
    .forecast = One image
view-export-html = Page, HTML
    .search = The search by iteration: tree, timeline, story, and the position under the pointer
    .duel = Both searches side by side over time: trees, curves, story, and the position under the pointer
    .table = The table (sortable), with curves, position and explanation
    .picture = The view as an image, with its position and its explanation
    .forecast = One file that plays in any browser without Tabia and without a network
view-export-gif = Animation, GIF
    .note = One image for each iteration of the search
    .forecast = { $n ->
        [one] { $n } image, { $time } s, about { $size }
       *[other] { $n } images, { $time } s, about { $size }
    }
view-export-no-course = This view shows no search over time
view-export-no-search = There is no search here with more than one iteration
view-export-size = Size
view-export-pixels = { $width } × { $height } pixels
view-export-on-screen = As on screen: { $size }
view-export-theme = Colours
view-export-theme-window = As in Tabia
view-export-theme-reader = Reader's system
view-export-theme-dark = Dark
view-export-theme-light = Light
view-export-length = Length
view-export-step = per image
view-export-all = in all

## Views as pages.

page-position = Position { $fen }
page-about = What this shows
page-duel =
    Alpha-beta and PUCT search the same position side by side. Alpha-beta searches the whole tree, one ply deeper each
    time, and cuts off what cannot change the result or is unlikely to; PUCT grows its tree by playouts, most of them
    where a move looks promising. A row of a tree is a ply, and each move is as wide as its share of the nodes or
    playouts. Below, what White expects according to both over time, and which move each held to be best.
page-made = Made with Tabia
page-left-out = To keep the page small, subtrees with fewer than one in { $n } of all nodes are left out.
page-timeline = Moment of the search
page-expected = White's expected score, per cent
page-time = After { $time }
page-figures = Depth { $depth } · { $nodes } { $count ->
    [one] node
   *[other] nodes
} · { $time }
page-figures-playouts = { $playouts } { $count ->
    [one] playout
   *[other] playouts
} · lines of { $plies } plies · { $time }
page-pause = Pause
page-root = The position searched
page-hint = Click a box: only this subtree. Arrow keys: earlier and later.
page-sort = Sort by this column

## Search tree.

tree-none = No tree yet
    .why = Search this position and record every node
tree-record-tree = Record a tree
tree-record = Record
tree-depth = Depth
    .tip = Depth of the recorded search, plies
tree-form = Form
tree-table = Table
tree-picture = Picture
tree-every-reason = All reasons
tree-reason-shown = Reason shown
tree-save = Save…
    .tip = Save every recorded node to a file: CSV or JSON Lines, with the columns explained by tabia lab tree --help
tree-follow = Follow best line
    .tip = Unfold the principal variation and go to its end
tree-back = Back to the whole tree
tree-summary-depth = Search to depth { $depth }: { $n ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
} in all iterations.
tree-summary-line = After { $line }: { $n ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
}.
tree-summary-kept =
    Recorded from the last iteration: { $n ->
        [one] { $nodes } node
       *[other] { $nodes } nodes
    } and { $skips ->
        [one] { $skipped } move that was
       *[other] { $skipped } moves that were
    } skipped without a node.
tree-summary-view = Every score is for the side to move in its row.
tree-summary-left = Not kept: { $n ->
    [one] { $left } node
   *[other] { $left } nodes
} from earlier iterations or beyond the limit.
tree-root-pass = Pass { $n }, depth { $depth }
tree-root-of = The root, { $pass }
tree-picture-of = The picture shows only the last pass: { $pass }
tree-legend-exact = exact value
tree-legend-fail-high = at least (failed high)
tree-legend-fail-low = at most (failed low)
tree-legend-cut = ended by a rule
tree-legend-none = no result
tree-legend-note = Row: ply; width: nodes of the subtree
tree-step-null = Null move
tree-step-again = Re-search
tree-skipped = skipped: { $rule }
tree-searched = searched
tree-stopped = stopped
tree-the-root = The root
tree-behind-null = After a null move
tree-places = { $n ->
    [one] The position occurs at { $n } place in the tree
   *[other] The position occurs at { $n } places in the tree
}
tree-next-place = Go to the next
tree-not-searched = Not searched: { $rule }
tree-window = Window { $window }, depth { $depth }, ply { $ply }
tree-order = move { $n } in its order
tree-reduced = reduced by { $n }
tree-extended = extended by { $n }
tree-tt-hit = found in the hash table
tree-static = corrected static evaluation { $eval }, for the side to move
tree-static-raw = { $eval } uncorrected
tree-subtree = { $n ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
} in its subtree
tree-search-again = Search again
tree-play-line = Play the line
tree-find = Position to find
    .hint = Find a position (FEN)
tree-find-board = Find board position
    .tip = Go to where the position on the board occurs
tree-find-error = Not a position: { $error }
tree-not-here = Not in this tree
tree-place = { $at } of { $n }
    .tip = Places where it occurs
tree-place-before = Previous place
tree-place-next = Next place
tree-column-value = Value
tree-column-window = Window
tree-column-eval = Static
tree-column-end = Why it ended
tree-hint-move = The move, or how else the node was reached
tree-hint-value = For the side to move there, in pawns, with its bound
tree-hint-depth = Plies left to search, and by how much it was reduced or extended
tree-hint-window = Alpha and beta: the value had to be exact only between them
tree-hint-eval = Static evaluation, adjusted by the correction history, for the side to move, in pawns
tree-hint-nodes = Nodes searched in its subtree, including itself; a pass over the root does not count as a node
tree-hint-end = Which rule ended it, or whether its moves were searched
tree-fold = Fold { $node }
tree-unfold = Unfold { $node }
tree-block = { $reason }, { $n ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
}, depth { $depth }
tree-picture-told = { $n ->
    [one] Picture of the tree, { $n } node wide enough to be drawn
   *[other] Picture of the tree, { $n } nodes wide enough to be drawn
}
tree-nothing-recorded = stopped before anything was recorded
tree-no-way = the line to this node cannot be played
tree-null-move-above = A position after a null move cannot be searched again
lab-stopped-for-another =
    { $name } was stopped: only one experiment can run at a time. Its results are kept{ $saved ->
        [no] {" "}until Tabia is closed
       *[yes] {""}
    }.
lab-horizon-no-moves = The game has no moves to examine
lab-scratch-first-level = Material is the first level: there is none before it

## Evaluation X-ray.

xray-terms = Terms
xray-network = Network
xray-both = Both
xray-evaluation = Evaluation
xray-impossible = It is evaluated again as soon as the position is legal.
xray-not-evaluated = Not evaluated
xray-hand-crafted = Hand-crafted
xray-phase = Middlegame values count { $mg } %, endgame values { $eg } % (phase { $phase } of { $max })
xray-scale = Few pawns or opposite-coloured bishops: only { $scale }/{ $full } of the lead's endgame value counts
xray-known = Known endgame, instead of both: { $name }
    .tip = The value of the endgame replaces the terms; the engine also uses it instead of the network
xray-was = was { $before }, { $change }
xray-cp = { $cp } cp for White
    .tip = Static evaluation: without any search, and not adjusted by the correction history
xray-centipawns = { $cp } centipawns
xray-board = X-ray board
xray-more = and { $n } smaller ones
xray-share = { $weight }: { $side } { $mg } mg, { $eg } eg
xray-tapered = Tapered, White's point of view: { $cp } cp
xray-without = Score with the piece minus score without it, White's point of view:
xray-not-defined = not defined
xray-by-network = Network: { $value }
xray-by-terms = Hand-crafted: { $value }
xray-impossible-without = The position would be illegal without it.
xray-king = Kings cannot be removed.
xray-all-terms = All terms: what the score loses without each piece
xray-worth = With it the score is { $cp } cp better for { $side }
xray-counted = Counted on this square, each for its side:
xray-legend = { $what }, centipawns, White's point of view
xray-legend-elsewhere = { $what }, centipawns, White's point of view; { $elsewhere } on no square
xray-legend-network = Network: loss without the piece
xray-legend-both = Network minus hand-crafted
xray-colours = Scale from { $low } (good for Black) to { $high } (good for White)
xray-colours-black = { $value } Black
xray-colours-white = White { $value }
xray-tool = Tool
xray-tool-move = Move
xray-tool-erase = Erase
xray-side = Side to move
xray-reset =
    .tip = Back to the position before the edits
xray-put = Put on the board
    .tip = Make the edited position the one that is analysed; undo leads back to the game
    .undo = Edit position
xray-edited = Edited
xray-not-edited = Not edited
xray-over = The game is over: the evaluation knows nothing of checkmate and stalemate.
xray-terms-about =
    Centipawns, middlegame (mg) and endgame (eg); positive values are good for the side. The last column is White minus
    Black, blended by phase. Click a row to show its squares.
xray-term-told = { $term }: { $cp }
xray-sum-told = Score, the sum: { $cp }
xray-white-minus-black = W−B
xray-mg = mg
    .tip = Middlegame value, centipawns
xray-eg = eg
    .tip = Endgame value, centipawns
xray-column-tapered = tapered
    .tip = White minus Black, blended by phase, centipawns
xray-score-tip = The sum of the column, which is the hand-crafted evaluation; White's point of view
xray-changes = What the edit changes
xray-no-changes = No term of the hand-crafted evaluation has changed.
xray-changes-about = Hand-crafted, tapered, centipawns, White's point of view.
xray-before = before
xray-after = after
xray-change = change
xray-no-network = No network
    .why = The program was built with a damaged one
xray-outputs = Outputs
    .about =
        What each output would give, centipawns, White's point of view. The number of pieces on the board selects one.
xray-output = { $from }–{ $to } pieces
    .in-use = In use: this is the score
    .not-in-use = Trained on positions with this many pieces; not used here
xray-exact = In floating point { $exact }; rounding to integers changes it by { $error }
    .tip =
        The same network computed without rounding to integers on the way. What was lost when its trained weights were
        rounded cannot be known here, because the file contains only the rounded weights.
xray-accumulators = Accumulators
xray-accumulator = { $side ->
    [white] White's view: { $on } of { $all } above zero, { $full } at one
   *[black] Black's view: { $on } of { $all } above zero, { $full } at one
}
xray-accumulator-mirrored = { $side ->
    [white] White's view, files mirrored: { $on } of { $all } above zero, { $full } at one
   *[black] Black's view, files mirrored: { $on } of { $all } above zero, { $full } at one
}
xray-accumulator-legend = 1: brightness of a number; its square is the activation
xray-number = { $side ->
    [white] Number { $at } of White's view: { $value } ({ $raw } of { $most })
   *[black] Number { $at } of Black's view: { $value } ({ $raw } of { $most })
}
xray-number-adds = Activation { $counts }, adds { $cp } cp to White's score
xray-inputs = Active inputs: { $n } in each view
    .about =
        What the score loses, centipawns, White's point of view, when an input's row is subtracted from White's
        accumulator, from Black's, or from both, with everything else unchanged.
xray-column-stands = status
xray-column-white = White's
xray-column-black = Black's
xray-column-both = both
xray-input = Input { $white } of White's view, { $black } of Black's
xray-stands-safe = safe
xray-stands-en-prise = en prise
xray-stands-passed = passed
xray-stands-passed-en-prise = passed, en prise
xray-pieces = Piece by piece
    .about =
        Score with the piece minus score without it, centipawns, White's point of view; kings cannot be removed. A
        dash: the position would be illegal without the piece.
xray-kings-alone = There are only kings.
xray-column-terms = hand-crafted
xray-column-network = network
xray-column-difference = difference
xray-on-square = { $square }, { $piece }
xray-piece-white-pawn = white pawn
xray-piece-white-knight = white knight
xray-piece-white-bishop = white bishop
xray-piece-white-rook = white rook
xray-piece-white-queen = white queen
xray-piece-white-king = white king
xray-piece-black-pawn = black pawn
xray-piece-black-knight = black knight
xray-piece-black-bishop = black bishop
xray-piece-black-rook = black rook
xray-piece-black-queen = black queen
xray-piece-black-king = black king

## The terms of the hand-crafted evaluation.

xray-term-material = Material
    .tip = What the pieces are worth
xray-term-imbalance = Imbalance
    .tip =
        What pieces are worth in combination. On a piece: what the term loses without it. The rest belongs to pairs of
        pieces and to no square
xray-term-squares = Piece squares
    .tip = Pieces on good and bad squares
xray-term-mobility = Mobility
    .tip = Safe squares a piece can go to
xray-term-pawns = Pawn structure
    .tip = Doubled, isolated, backward, supported and adjacent pawns
xray-term-passed = Passed pawns
    .tip = Passed pawns and candidates: how far advanced they are, and what stands in their way
xray-term-shelter = King shelter
    .tip = Own pawns in front of the king and enemy pawns advancing on it
xray-term-attack = King attack
    .tip =
        The attack on the enemy king: it grows with the square of the attack units and is divided among them in proportion
xray-term-threats = Threats
    .tip = Attacked pieces, shown at the attacked pieces and squares
xray-term-pieces = Piece placement
    .tip = Well or badly placed bishops, knights and rooks
xray-term-space = Space
    .tip = Room behind one's own pawns
xray-term-initiative = Initiative
    .tip = Winning chances of the side ahead: passed pawns, pawns on both wings, an active king. On no square
xray-term-score = Score
xray-term-scaling = Scaling
    .tip = What is deducted from the endgame value of a lead that is hard to convert
xray-term-tempo = Tempo
    .tip = For having the move
xray-term-known = Known endgame
    .tip = How much the value of the known endgame differs from the rows above
xray-term-rounding = Rounding
    .tip = The rows are rounded one by one, the score once
xray-ending-mate = Mate with the pieces
xray-ending-rook-pawns = Rook's pawns, drawn
xray-ending-wrong-bishop = Wrong bishop
xray-ending-bishop-knight = Bishop and knight
xray-ending-not-enough = Not enough to mate
xray-ending-pawn-drawn = King and pawn, drawn
xray-ending-pawn-won = King and pawn, won

## The weights of the terms.

xray-weight-material = Material
xray-weight-own-pair = Pair of own pieces
xray-weight-other-pair = Own and enemy piece
xray-weight-squares = Piece square
xray-weight-knight-mobility = Knight mobility
xray-weight-bishop-mobility = Bishop mobility
xray-weight-rook-mobility = Rook mobility
xray-weight-queen-mobility = Queen mobility
xray-weight-doubled = Doubled pawn
xray-weight-isolated = Isolated pawn
xray-weight-backward = Backward pawn
xray-weight-phalanx = Adjacent pawns
xray-weight-supported = Supported pawn
xray-weight-stopped = Blocked pawn
xray-weight-passed = Passed pawn
xray-weight-candidate = Candidate passed pawn
xray-weight-passed-blocked = Passed pawn blocked
xray-weight-passed-step = Passed pawn: next step safe
xray-weight-passed-way = Passed pawn: whole path safe
xray-weight-passed-own-king = Passed pawn: distance of own king
xray-weight-passed-their-king = Passed pawn: distance of enemy king
xray-weight-passed-runs = Unstoppable passed pawn
xray-weight-passed-covered = Protected passed pawn
xray-weight-passed-rook = Rook behind passed pawn
xray-weight-shelter = Pawn shelter
xray-weight-storm = Pawn storm
xray-weight-storm-stopped = Blocked pawn storm
xray-weight-king-file = King on open or half-open file
xray-weight-danger-attackers = King attack: number of attackers
xray-weight-danger-attacker = King attack: attacker
xray-weight-danger-hits = King attack: squares attacked by pieces
xray-weight-danger-pawn-hits = King attack: squares attacked by pawns
xray-weight-danger-weak = King attack: weak squares beside the king
xray-weight-danger-safe-check = King attack: safe check
xray-weight-danger-check = King attack: unsafe check
xray-weight-danger-pinned = King attack: pinned piece
xray-weight-danger-flank = King attack: attacked squares on the king's flank
xray-weight-danger-flank-covered = King attack: defended squares on the king's flank
xray-weight-danger-knight-guard = King attack: knight defending the king
xray-weight-danger-near = King attack: pieces near the king
xray-weight-danger-open = King attack: open files beside the king
xray-weight-danger-storm = King attack: pawns close to the king
xray-weight-danger-no-queen = King attack: no queen
xray-weight-danger-turn = King attack: attacker to move
xray-weight-pawn-threat = Threat by a pawn
xray-weight-minor-threat = Threat by a minor piece
xray-weight-rook-threat = Threat by a rook
xray-weight-queen-threat = Threat by a queen
xray-weight-king-threat = Threat by the king
xray-weight-hanging = Hanging piece
xray-weight-push-threat = Threat of a pawn push
xray-weight-restricted = Restricted squares
xray-weight-next-on-queen = Possible attack on the queen
xray-weight-bishop-pair = Bishop pair
xray-weight-bishop-pawns = Own pawns on the bishop's colour
xray-weight-bishop-blocked = Own pawns on the bishop's colour, centre blocked
xray-weight-bishop-long = Bishop aiming at the centre
xray-weight-bishop-xray = Enemy pawns on the bishop's lines
xray-weight-outpost = Outpost
xray-weight-outpost-reach = Reachable outpost
xray-weight-minor-behind-pawn = Minor piece behind a pawn
xray-weight-knight-king-steps = Knight's distance from own king
xray-weight-bishop-king-steps = Bishop's distance from own king
xray-weight-rook-file = Rook on open or half-open file
xray-weight-rook-seventh = Rook on the seventh rank
xray-weight-rook-trapped = Rook trapped by its king
xray-weight-rook-queen-file = Rook on a queen's file
xray-weight-minor-pawns = Minor piece by number of pawns
xray-weight-space = Space
xray-weight-initiative-base = Initiative: base value
xray-weight-initiative-pawns = Initiative: pawns
xray-weight-initiative-passed = Initiative: passed pawns
xray-weight-initiative-wings = Initiative: pawns on both wings
xray-weight-initiative-outflanked = Initiative: outflanking king
xray-weight-initiative-intruded = Initiative: king in the enemy half
xray-weight-initiative-pawn-ending = Initiative: pawn endgame
