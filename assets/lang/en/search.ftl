### The panels of the search: lines, root moves, iterations, statistics and the plot. Then words about positions,
### moves and engines that many panels show, and what the widgets say.

## Root moves, iterations and the plot.

search-none = No search yet
search-iterations-none = No iterations yet
search-column-pv = PV
    .tip = Number of the line, the best first, where several are analysed
search-plot-none = Nothing to plot yet
search-prior = Prior
search-share-playouts = Playout share
search-share-nodes = Node share
search-click-plays = Click to play this move
search-click-plays-first = Click to play the first move of this line
search-unit-score = pawns, White's view
search-unit-plies = plies
search-unit-millions = millions
search-curve = { $engine }, depth { $depth }
search-point-score = { $score } at depth { $depth }
search-point-nodes = { $n } M { $unit ->
    [playouts] playouts
   *[nodes] nodes
}

## Statistics.

search-no-counters = No counters
    .why = This engine does not report such counts
search-rates = Rates
search-rate-hint = { $what }: { $part } of { $whole }
search-first-move-cutoffs = First-move cutoffs
    .hint = Cutoffs by the first move tried; above 90 % means good move ordering
search-table-hits = Table hits
    .hint = Probes that found the position
search-quiescence-share = Quiescence share
    .hint = Nodes in the quiescence search: captures, promotions, and evasions when in check
search-null-cutoffs = Null-move cutoffs
    .hint = Null-move searches that failed high
search-lmr = LMR re-searches
    .hint = Reduced moves that failed high and were searched again, deeper than before
search-hash = Hash, this search
    .hint = Share of the hash table filled by this search
search-branching = Branching factor
    .hint =
        Effective branching factor: growth of the nodes from one iteration to the next, geometric mean over this search,
        (nodes of the last ÷ nodes of the first iteration)^(1 ÷ steps); the same number as in the Branching and A/B views
search-tree = The tree
search-tree-moves = Where the playouts went
search-playouts = Playouts
    .hint = Each adds a result to the tree, usually by evaluating a new position
search-reused = Reused
    .hint = Playouts from the previous move that still count
search-mean-line = Mean line
    .value = { $n } plies
    .hint = Mean length of a playout's line; other engines show it as the depth
search-tree-nodes = Positions in the tree; at most this many if it was kept from the move before
search-discarded = Discarded
    .hint = Nodes dropped because the tree did not fit into its memory
search-memory =
    .hint = Share of the tree's memory that is in use
search-move-playouts = { $n } of { $all } playouts; value { $value } %, prior { $prior } %

## The panel of lines.

lines-hidden = Lines are hidden
    .why = Find the move yourself; the evaluation stays
lines-none = No lines yet
lines-none-by = No lines by { $name } yet
lines-static = Static
    .hint =
        Uncorrected static evaluation of the position, without any search, in pawns, from the same point of view as the
        score. The value of a known endgame replaces the network's. There is none in check
lines-depth =
    .hint =
        Depth of the iteration, and the deepest ply that its lines reached; the latter may be smaller where the hash table
        or a forced end made all lines short
lines-nps = Nodes/s
lines-pps = Playouts/s
lines-tb-hits = TB hits
lines-hash = Hash
    .search = Hash, this search
lines-memory = Memory
lines-searching = Searching
lines-wdl = WDL %
lines-no-evaluation = no evaluation
lines-no-score = no score yet
lines-help = Full-strength analysis is on: this counts as help
    .hint = It runs alongside your opponent, who plays as usual
    .keys = It runs alongside your opponent, who plays as usual. Press { $keys } to turn it off
lines-opponent = { $name }'s own view: { $moves } { $score }
    .hint = What your opponent is thinking. It errs on purpose, so its score is not an evaluation

# Several engines side by side.
lines-said-depth = depth { $value }
lines-said-nodes = { $unit ->
    [playouts] playouts
   *[nodes] nodes
} { $value }
lines-said-nps = { $unit ->
    [playouts] playouts
   *[nodes] nodes
} per second { $value }
lines-said-wdl = win, draw, loss per cent { $value }
lines-said-hash = { $unit ->
    [playouts] memory
   *[nodes] hash
} in use { $value }
lines-said-tb-hits = tablebase hits { $value }
lines-best-differ = Best moves differ
lines-scores-differ = Same move, different scores
lines-agree = All agree
    .others = The others agree
lines-view-white = Scores from White's point of view
lines-view-mover = Scores from the side to move's point of view
lines-row = { $name }: { $move } { $score }
lines-row-none = { $name }: no line yet
lines-row-differs = best move differs from the selected engine's
lines-row-apart = score far from the selected engine's
lines-failed = { $name } failed: { $why }
lines-state-searching = searching
lines-state-waiting = waiting
lines-state-idle = idle
lines-state-finished = finished{ $reason ->
    [proven] : the result is proven
    [mate] : a mate is found
    [forced] : there is one move to search
    [depth] : depth limit
    [max-depth] : maximum depth
    [nodes] : node limit
    [time] : time limit
   *[other] {""}
}
lines-state-failed = failed: { $why }
lines-full = { $n } engines are already analysing
lines-add-engine = Add an engine
lines-warning = Warning: { $what }
lines-restart = Restart
lines-log = Log
lines-switch-off = Switch off
    .hint = It stays in the list of engines
lines-set-up = Set up…

# What engines ask for beyond what the computer has.
lines-overload-threads = { $n } threads on { $has ->
    [one] { $has } processor
   *[other] { $has } processors
}
    .long = The engines ask for { $n } threads, but this computer has { $has ->
        [one] { $has } processor
       *[other] { $has } processors
    }: they slow each other down
lines-overload-hash = { $hash } of { $memory } MiB for hash
    .long = Their hash tables take { $hash } MiB, but this computer has { $memory } MiB of memory

# What can be asked about a move.
lines-preview = scroll to step, click to play up to here
lines-preview-only = scroll to step
lines-why-not = Why not { $move }?
lines-why-not-hint = Search for the refutation of this move
lines-only = Only { $move }
lines-only-hint = Analyse only this move, until another position is analysed
lines-without = Without { $move }
lines-without-hint = Analyse without this move, until another position is analysed
lines-asked = Searched:
    .hint =
        Until another position is analysed. The scores are of these moves only, so they do not appear in the
        evaluation bar or the graphs
lines-asked-only = only { $moves }
lines-asked-without = without { $moves }
lines-asked-drop = { $what }: remove
lines-asked-all = All moves
lines-asked-by = { $asked }, { $view }, by { $name }
lines-play = Play { $move }
lines-circle = Circle { $square }

## What is shown of a search in several panels.

present-view-white = White's view
present-view-mover = Side to move
present-view-of = { $side }'s view
present-by-view = By { $name }, { $view }
present-wdl = { $side } W { $win } · D { $draw } · L { $loss } %
present-wdl-words = { $side }: win { $win } %, draw { $draw } %, loss { $loss } %, by { $name }
present-failed = Failed: { $error }
present-pondering = Pondering on { $move }
present-reviewing = Reviewing, { $done } of { $all }
present-status-after = { $status } after { $move }
present-status-start = { $status }, start position
present-before = before { $move }
present-after = after { $move }
present-at-start = at the start
present-position = Position { $place }
    .old = No newer result; the engine is not searching the position on the board
    .searching = The engine is searching that position while you look at another
present-known = Hash table filled by an earlier search: scores up to depth { $depth } may come from it
present-earlier-search = from an earlier search
present-before-failure = from before the engine failed
present-older = older than the newest, depth { $depth }
present-root-age = Depth { $depth }, the newest is { $newest }
present-lines = { $n ->
    [one] { $n } line
   *[other] { $n } lines
}
present-lines-of = { $shown } of { $set } lines
present-lines-set = Analysis is set to { $n ->
    [one] { $n } line
   *[other] { $n } lines
}
present-lines-set-kept = { $n ->
    [one] { $n } line
   *[other] { $n } lines
} ({ $kept } kept)
present-lines-kept = Kept from an earlier search
present-lines-legal = { $n ->
    [one] There is only one legal move
   *[other] There are only { $n } legal moves
}
present-lines-wanted = This search by { $name } is for { $n ->
    [one] { $n } line
   *[other] { $n } lines
}
present-lines-given = { $name } has reported { $n ->
    [one] { $n } line
   *[other] { $n } lines
} so far
present-bound-at = { $score } at depth { $depth }
present-bound = { $fails ->
    [high] Fails high
   *[low] Fails low
}: { $move } is worth { $bound ->
    [lower] at least
   *[upper] at most
} { $score } at depth { $depth }; the search is being repeated with a wider window
present-searching-number = { $move }, move { $number }
present-searching-of = { $move } { $number } of { $all }
present-searching-line = { $move } { $number } of { $all }, line { $line } of { $lines }
present-line = Line { $number }: { $score } depth { $depth }
present-depth = depth { $depth }
present-by = by { $name }
present-by-chances = by { $name } with its own chances of win, draw and loss
present-by-depth = by { $name }, depth { $depth }
present-file = from the file
present-file-depth = from the file, depth { $depth }

# Arrows on the board, and the threat.
present-hint = hint
present-threat = threat
present-threat-refused = If it were { $side }'s move: not searched, { $why }
present-threat-sought = If it were { $side }'s move: searching…
present-threat-found = If it were { $side }'s move: { $move }, { $score } ({ $view }), depth { $depth }
present-threat-short = If it were { $side }'s move · { $score } · depth { $depth }
present-threat-by = { $text }. By Tabia, on one thread alongside everything else
present-threat-hide = Hide threats

# What panels say while there is no search.
present-over = The game is over in this position
present-searching = { $name } is searching
present-first-iteration = The first iteration is under way
present-weak = { $level } errs on purpose: its scores are not shown
    .why = Full-strength analysis can be shown while you play; this counts as help
present-engine-stopped = The engine is stopped
present-game-paused = The game is paused
present-analysis-on = Analysis is on
present-tabia = Analyse with Tabia
present-analyse = Start analysis to search this position

# How strong an engine plays.
present-strength = About { $elo } Elo on Stockfish's scale. { $errs }
present-strength-full = Plays at full strength

# The head of a view of the Lab.
present-follow = Follow the board again
present-pin = Pin to this position
present-copy-csv = Copy as comma-separated values
present-explain = About this view
present-pinned-start = Pinned to the start position
present-pinned = Pinned to the position after { $move }

# The game on the board.
present-analysis-board = Analysis board
present-move-limit = The engine uses { $limit } per move; it has no clock
present-delay = delay { $seconds }
present-hourglass = hourglass
present-to-go = { $n } to go
present-paused = Paused
present-engine-failed = { $name } failed: { $why }
present-looking-back = Earlier position; the game continues at its last move
present-looking-aside = Variation; the game continues at its last move
present-offers-draw = { $side } offers a draw
present-starts = Your move starts the game
present-your-move = Your move
present-machine = { $threads ->
    [one] { $threads } thread
   *[other] { $threads } threads
} · { $mib } MiB hash
present-start = Start


## Numbers.

format-bytes = { $n ->
    [one] { $n } byte
   *[other] { $n } bytes
}

## Widgets.

widget-in-use = { $text }, in use
widget-results = White won { $white }, drawn { $drawn }, Black won { $black }
widget-own-results = Won { $won }, drawn { $drawn }, lost { $lost }
widget-scored = White scored { $percent }
widget-evaluation = Evaluation { $score } for White
widget-evaluation-share = White is expected to score { $share } %
widget-evaluation-aside = { $evaluation } (all moves; the lines: { $asked })
widget-evaluation-unknown = Evaluation unknown
widget-clock = { $side }'s clock { $time }
widget-clock-low = low
widget-clock-running = running
widget-piece = { $color ->
    [white] White
   *[black] Black
} { $piece ->
    [pawn] pawn
    [knight] knight
    [bishop] bishop
    [rook] rook
    [queen] queen
   *[king] king
}
widget-square-piece = { $square }, { $color ->
    [white] white
   *[black] black
} { $piece ->
    [pawn] pawn
    [knight] knight
    [bishop] bishop
    [rook] rook
    [queen] queen
   *[king] king
}
widget-square-empty = { $square }, empty
widget-square-selected = selected
widget-square-target = legal target
widget-square-check = in check
widget-square-last = last move
widget-promote = Promote to { $piece ->
    [knight] knight
    [bishop] bishop
    [rook] rook
   *[queen] queen
}
widget-board = Chess board
widget-leave = Remove { $name } from the analysis
    .hint = Remove from the analysis
widget-axis-depth = depth
widget-plot-beyond = beyond the scale or mate
widget-plot-nothing = { $name }: no data for this position
widget-squares-none = no square
widget-square-set = { $square } set
widget-square-clear = { $square } clear
widget-square-bit = { $name }: bit { $bit }
widget-heat-map = Heat map: { $name }
widget-position = Position { $fen }

## Boards and pieces to choose from.

board-theme-Walnut = Walnut
board-theme-Green = Green
board-theme-Blue = Blue
board-theme-Grey = Grey
board-theme-Plum = Plum
board-theme-Paper = Paper
board-theme-High-contrast = High contrast
piece-style-Staunton = Staunton
piece-style-Flat = Flat
piece-style-Book = Book
