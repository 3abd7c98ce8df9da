### Engines: the dialog of the user's engines and its log, what engines do, what goes wrong with them, and the names of
### what the engine of the program is made of.

## The dialog.

engines-title = Engines
engines-note = An engine runs while it takes part in analysis, a game or a review, even paused
engines-offer = Add { $name } as an engine? It is started once to read its name and options
    .yes = Add it
    .no = No
engines-damaged = Entry { $place } is damaged
engines-damaged-entry = Entry { $place } of the list is damaged
    .text =
        It was left out and stays in the settings file as it is, so that it can be repaired there. The other
        engines are not affected.
engines-empty = No engines of your own yet
engines-asking = Reading its name and options
engines-not-asked = Name and options not read yet
engines-no-name = no name
engines-by = { $name } by { $author }
engines-enabled = { $name } can be chosen
    .hint = Whether it can be chosen
engines-row = { $name }: { $state }
engines-add-program = Add a program…
engines-line = Command line to add
    .hint = or a command line
engines-found = Found on this computer
engines-add = Add { $name }
engines-start = Analyse, play and review with engines of your own
    .text =
        Any engine that speaks UCI will do. Add its program or a command line on the left, or drop the program on
        the window. It is started once to read its name and options. Nothing is started that you did not add.
engines-read = Read options
engines-read-again = Read options again
engines-read-hint = Start it once to read its name and options
engines-log = Log
    .hint = What was sent to the engine and what it answered
engines-duplicate = Duplicate
engines-delete = Delete…
engines-failed = Failed: { $why }
engines-searching = Searching
engines-off = Switched off
engines-waiting = Running, waiting
engines-stopped = Not running
engines-delete-ask = Remove it from the list?
    .note = no file is deleted
    .keep = Keep
engines-in-game = { $game ->
    [aside] { $name } plays in the game that waits until the tour is left: leave the tour and end that game first
   *[board] { $name } plays in the game on the board: end that game first
}
engines-name = Name
engines-command = Command line
engines-folder = Folder
    .hint = the folder it is started in
engines-environment = Environment

# The options of an engine.
engines-options = Options
engines-options-of = { $n } of { $all }
engines-options-changed = { $n } of { $all } changed
engines-options-unread = The options appear here once they have been read
engines-options-none = It offers no options
engines-options-no-match = No matching options
engines-options-reset = Reset all
    .hint = Reset all options to the engine's defaults
engines-options-search = Search
    .name = Search options
engines-option-lines = the number of lines in the panel
engines-option-variant = the kind of game
engines-option-wdl = always on
engines-option-ours = set by Tabia: { $what }
engines-option-shared = { $name } (shared)
    .hint = Running engines share what the settings allow, unless it is set here
engines-option-handicap = It holds in games: analysis and reviews use the full strength of the engine
engines-option-reset = Reset { $name }
engines-option-press = Press
    .name = Press { $name }
    .hint = Works while the engine runs
engines-option-range = { $min } to { $max }
engines-option-least = { $min } or more
engines-option-most = at most { $max }
engines-option-path = Choose { $name }
engines-options-damaged = Could not be read

# The log.
engines-log-title = Log of { $name }
engines-log-empty = Nothing logged yet
    .why = An engine is started to read its options, to analyse, to play or to review
engines-log-all = All engines
engines-log-filter = Filter
engines-log-pause = Pause
engines-log-save = Save as text…
    .hint = All lines, whatever the filter shows
engines-log-copy-hint = The lines that are shown
engines-log-lines = { $n ->
    [one] { $n } line
   *[other] { $n } lines
}
engines-log-shown = { $n } shown
engines-log-dropped = { $n ->
    [one] { $n } older line is not kept
   *[other] { $n } older lines are not kept
}
engines-log-new = { $n } new since the pause
engines-log-no-match = No line contains this text
    .why = Change the filter
engines-log-written = The log was written to { $path }
engines-log-failed = The log was not written: { $error }
engines-log-copied = { $n ->
    [one] { $n } line copied
   *[other] { $n } lines copied
}

## What is said of engines while one works with them.

engines-number = Engine { $n }
engines-observer = Full strength
engines-gone = This engine is no longer in the list
engines-refused = This engine was not added: { $error }
engines-path-not-unicode = This engine was not added: its path { $path } is not Unicode
engines-option-not-unicode = { $name } was not set: the path { $path } is not Unicode
engines-command-empty = The command line is empty; a program and its arguments are needed
engines-variable-bad = Found “{ $found }”, expected NAME=value
engines-environment-bad = Environment: { $error }
engines-no-option = { $engine } has no option “{ $option }”
engines-button-no-value = { $name } is a button and takes no value
engines-no-legal-move = it gave no legal move
engines-thread-ended = its thread ended
engines-restarted = { $name } failed and was restarted: { $error }
engines-own-failed = { $name } failed again: { $error }{ $game ->
    [yes] . Your game is kept
   *[no] { "" }
}
engines-other-failed = { $name } failed again and will not be restarted automatically: { $error }{ $game ->
    [yes] . Your game is kept
   *[no] { "" }
}
engines-watching-ask = Show full-strength analysis while you play? It names good moves, so it counts as help
engines-duel-closed = The duel is between the two engines of Tabia; leave it first
engines-full = { $n } engines are already analysing; remove one first
engines-setup-open = A position is being set up
engines-asked-elsewhere = Show this position first: another one is being analysed
engines-asked-none = At least one move must be left to search
engines-asked-ignored = { $name } searches other moves than it was told to (searchmoves)
engines-threat-over = the game is over here
engines-threat-check = a side in check cannot pass: the threat is the check
engines-threat-no-move = the other side would have no move
engines-growth-shown = { $name } (shown)
engines-growth-before = { $name } ({ $n ->
    [one] { $n } search ago
   *[other] { $n } searches ago
})

engines-status-idle = Idle
engines-status-thinking = Thinking
engines-status-book = Book move
engines-status-watching = Full-strength analysis
engines-status-analysing = Analysing
engines-status-locked = Analysing, locked
engines-status-pondering = Pondering
engines-status-advising = Looking for a move
engines-status-reviewing = Reviewing
engines-status-judging = Checking your move
engines-status-threat = Looking for the threat
engines-status-over = Game over here
engines-status-finished = Finished
engines-status-halted = Stopped
engines-status-paused = Paused
engines-status-failed = Failed

## What goes wrong with an engine.

engine-line-empty = no program given; expected one, as in: stockfish
engine-line-quote = the quote { $quote } at character { $at } is never closed
engine-not-started = { $command }: { $reason }
engine-died = { $name } exited { $doing } ({ $status })
engine-closed = { $name } closed its output { $doing }; it was terminated
engine-late = { $name }: no { $expected } within { $seconds } s; it was terminated{ $expected ->
        [uciok] . Tabia supports UCI engines only; this may be an XBoard engine
       *[other] {""}
    }
engine-last-words = { $error }; its last output: “{ $words }”
engine-deaf = { $name } did not read its input for { $seconds } s; it was terminated
engine-abandoned = { $name } was stopped { $doing }
engine-bad-move = { $name }: found bestmove “{ $found }”, expected a legal move in UCI notation in { $fen }
engine-bad-move-none = { $move } (no move)
engine-no-chess960 = { $name } offers no option UCI_Chess960, which a Chess960 position needs
engine-down = { $name } is not running: { $because }
engine-advice-command = Check its command, or remove it from the list
engine-advice-search = Search again, read its log, or remove it from the list
engine-advice-other = Choose another engine for this game
engine-advice-restart = Restart it, read its log, or remove it from the list
engine-status-unknown = of unknown status
engine-doing-starting = while starting
engine-doing-ready = while getting ready
engine-doing-thinking = while thinking
engine-doing-stopping = while stopping
engine-bestmove-after-stop = bestmove after stop
engine-folder-missing = its folder { $folder } does not exist
engine-cannot-start = cannot be started: { $error }
engine-no-thread = no thread for it: { $error }
engine-no-file = file not found, expected a program
engine-is-folder = found a folder, expected a program
engine-not-ordinary = found no ordinary file, expected a program
engine-not-executable = found a file that is not executable, expected a program
engine-note-pv = pv: found “{ $found }” as move { $place }, expected a legal one; the line was cut there
engine-note-answer = found { $answer } during a search, expected bestmove
engine-note-overdue = no bestmove after { $seconds } s, longer than allowed; it was told to stop
engine-note-nodes = it exceeded its limit of { $n } nodes; it was told to stop
engine-note-depth = it exceeded its depth limit of { $depth }; it was told to stop
engine-note-searchmoves = found bestmove “{ $found }”, expected one of the searchmoves
engine-note-ponder = found ponder “{ $found }”, expected a legal reply
engine-note-option-dropped = option “{ $name }” is not kept: at most { $most } are
engine-note-option-unreadable = option “{ $name }” cannot be read: { $reason }
engine-note-more-options = { $n ->
        [one] { $n } more option is not kept or cannot be read
       *[other] { $n } more options are not kept or cannot be read
    }
engine-note-unasked = found bestmove “{ $found }” that was not asked for, expected readyok; it was ignored
engine-note-option = option { $error }
engine-note-option-kept = option { $error }; it was left as it is
engine-note-option-gone = it no longer offers the option { $name }
engine-note-option-unknown = { $n ->
        [0] it offers no option { $name }, nor any other
       *[other] it offers no option { $name }; there are { $options }
    }
engine-note-option-missing = it offers no option { $name }, wanted { $value }
engine-note-option-taken = { $name }: wanted { $wanted }, it takes { $taken }
engine-copy = { $name } (copy)
engine-entry-empty = found an empty command, expected a program
engine-entry-twice = found id { $id } a second time, expected a unique one
engine-option-refused = { $name }: found “{ $found }”, expected { $expected }
engine-option-bool = true or false
engine-option-one-of = one of: { $values }
engine-option-one-line = text on one line
engine-option-button = no value: it is a button
engine-option-readable = an option that can be read: { $reason }
engine-option-number = a whole number
engine-option-no-name = (no name)
engine-option-first-word = found “{ $found }”, expected the word name
engine-option-no-type = found no type, expected one
engine-option-nameless = found no name, expected one
engine-option-bad-number = found { $key } “{ $found }”, expected a whole number
engine-option-bad-default = found default “{ $found }”, expected true or false
engine-option-bad-range = found min { $min } above max { $max }, expected a range
engine-option-no-default = found no default, expected a whole number
engine-option-no-var = found no var, expected the values it takes
engine-option-bad-type = found type “{ $found }”, expected check, spin, combo, button or string
engine-no-lab = experiments run on the built-in engine only
engine-panicked = the engine stopped working: { $message }
engine-panicked-silently = no message
engine-few-threads = Threads: not enough memory for { $asked }, using { $got }
engine-hash-short = Hash: not enough memory for { $asked } MiB, { $got } MiB in use
engine-tree-short = Hash: not enough memory for { $asked } MiB, the tree has { $got } MiB
engine-threads-note = { $got } of { $asked } threads search: no more could be started
engine-tree-note = the tree did not fit into its memory: { $n } nodes were dropped (option Hash)

## Networks in files.

network-kind-evaluation = network
network-kind-policy = policy network
network-magic = This is not a { $kind } of Tabia: the file begins with “{ $found }”, expected “{ $expected }”
network-other-kind = { $found ->
    [TABIANN] This is an evaluation network of Tabia (the file begins with “TABIANN”), expected a policy network (“TABIAPO”)
   *[TABIAPO] This is a policy network of Tabia (the file begins with “TABIAPO”), expected an evaluation network (“TABIANN”)
}
network-cut = { $found ->
    [one] { $found } byte
   *[other] { $found } bytes
}, expected at least { $expected }: the file is cut off
network-field = { $what }: found { $found }, expected { $expected }
network-length = { $found } bytes, expected { $expected } for { $width } { $unit }
network-checksum = checksum { $found }, expected { $expected }: the file is damaged
network-range = { $min } to { $max }
network-range-steps = { $min } to { $max } in steps of { $step }
network-one-of = one of { $values }
network-part-version = version of the format
network-part-architecture = architecture
network-part-width = neurons a side
network-part-hidden = hidden neurons
network-part-outputs = outputs
network-part-rows = weights of the first layer
network-part-output-weights = output weights
network-part-accumulator = weight of the first layer
network-part-output-weight = output weight
network-part-output-sum = sum of an output's weights without signs
network-part-output-bias = bias of an output
network-part-scale = scale
network-part-accumulator-one = one in an accumulator
network-part-output-one = one in an output weight
network-part-trunk-numbers = weights of the trunk
network-part-trunk-biases = biases of the accumulator
network-part-target-weights = weights of targets
network-part-origin-weights = weights of origins
network-part-value-weights = weights of the value head
network-part-trunk-number = weight of the trunk
network-part-head-weight = weight of a head
network-part-bias = bias
network-part-target-biases = biases of targets
network-part-origin-biases = biases of origins
network-part-flag-biases = biases of flags
network-part-special-biases = special biases
network-part-value-biases = biases of the value head
network-part-inputs = inputs
network-part-target-rows = rows of targets
network-part-origin-rows = rows of origins
network-part-flags = flags
network-part-value-rows = rows of the value head
network-part-trunk-one = one in the accumulator
network-part-head-one = one in a weight


## The configurations of PUCT.

puct-config-flat = Flat Monte Carlo
    .tip = Every move is tried equally often, with random games
puct-config-uct = UCT, random playouts
    .tip = Moves that did well are tried more often (UCB1), with random games
puct-config-uct-eval = UCT, evaluation
    .tip = The built-in network evaluates positions instead of random games
puct-config-uniform = PUCT, uniform prior
    .tip = A prior guides the search (PUCT), the same for all moves
puct-config-knowledge = PUCT, rules of thumb
    .tip = A prior from rules of thumb: captures, threats, checks, good squares
puct-config-quiet = PUCT, rules of thumb, quiet leaves
    .tip = The same, but positions are evaluated after captures have been played out
puct-config-network = PUCT, policy network
    .tip = The policy network says which moves look good and who is better
puct-config-hybrid = PUCT, policy network, quiet leaves
    .tip =
        The policy network says which moves look good, with its priors made more even and shifted by how the same moves
        and replies did elsewhere in the tree; the evaluation after captures says who is better
puct-not-visited = not visited yet

## Rules and techniques of the search.

prune-mate-distance = Mate distance
prune-tt-cut-off = Hash table cutoff
prune-reverse-futility = Reverse futility
prune-null-move = Null move
prune-razoring = Razoring
prune-futility = Futility
prune-late-move = Late-move pruning
prune-static-exchange = Static exchange
prune-stand-pat = Stand pat
prune-delta = Delta pruning
prune-history = History pruning
prune-probcut = ProbCut
prune-multi-cut = Multi-cut
prune-iterative-reduction = Internal iterative reduction
prune-late-move-reduction = Late-move reduction
prune-hindsight = Hindsight adjustment
prune-singular-extension = Singular extension
prune-upcoming-repetition = Upcoming repetition
prune-endgame-tables = Tablebase
prune-repetition = Repetition
prune-fifty-moves = 50-move rule
prune-bare-draw = Insufficient material
prune-deepest-ply = Maximum ply
technique-transposition-table = Transposition table
technique-history-heuristic = History heuristic
technique-killer-moves = Killer moves
technique-correction-history = Correction history
technique-move-ordering = Move ordering
technique-quiescence = Quiescence
technique-aspiration-windows = Aspiration windows
technique-principal-variation-search = Principal variation search
engines-failed-last-time = { $name } (failed last time)
