### The review of a game, expected moves, and learning from mistakes.

review-title = Review game
review-none = No review yet
    .tip = The engine evaluates every move
    .playing = A game can be reviewed when it is over
    .no-game = Play or load a game first
review-write-partial = Write notes so far
review-write = Write notes
review-remove = Remove notes
review-again = Review again…
review-no-errors = No key moments: no move lowered the winning chance by 5 percentage points or more, or allowed mate
review-no-errors-yet = No key moments so far
review-more = More

## How far it is.

review-progress = { $done } of { $all } positions
review-progress-by = { $done } of { $all } positions by { $engine }
review-progress-done = { $n } positions, depth { $depth } or more
review-progress-recorded = From the evaluations in the game
review-progress-stopped = { $progress }, stopped
review-progress-left = { $progress }, about { $time } left
review-progress-halted = { $progress }, the engine is stopped
review-progress-waits = { $progress }, waiting for the engine
review-seconds = { $n } s
review-minutes = { $n } min
review-not-finished = The review is not finished
review-analysis-off = Analysis has been turned off; when it is on, the review waits
review-stopped-no-score =
    The review has stopped: { $engine } gave no score for its move in one position. Continue to ask again
review-stopped-engine-gone =
    The review has stopped: { $engine } is switched off or no longer in the list of engines
review-accuracy-found = Accuracy: White { $white }, Black { $black }
review-accuracy-found-noted = Accuracy: White { $white }, Black { $black }; the notes are in the game
review-undo-notes = Review notes
review-undo-remove-notes = Remove review notes

## The sums.

review-accuracy = Accuracy
    .tip = How much of the winning chances the moves kept; the engine's first choice keeps all of them
review-so-far = So far
review-accuracy-so-far = Accuracy so far
review-loss-so-far = Average loss so far
review-so-far-tip = { $tip }. Only { $done } of { $all } positions have been evaluated
review-loss = Average loss
    .short = Loss
    .tip = Pawns per move, each score limited to ±10; the engine's first choice counts as 0
review-sum-of = { $name } of { $side }: { $value }
review-phase-opening = Opening
review-phase-middlegame = Middlegame
review-phase-endgame = Endgame
review-phase-rule =
    Opening: while at least three knights and bishops are on their first ranks, until move 15 at the latest.
    Endgame: with at most six pieces besides kings and pawns

## Classes of moves.

review-class-forced = Forced
    .tip = The only legal move
review-class-book = Book
    .tip = In the opening book
review-class-brilliant = Brilliant
    .tip = An only move that offers a piece that was not lost anyway
review-class-only-move = Only move
    .tip = Every other move would have lowered the winning chance by 20 percentage points or more without winning. A checkmate is never one
review-class-best = Best
    .tip = The engine's first choice
review-class-excellent = Excellent
    .tip = Lowers the winning chance by at most 2 percentage points
review-class-good = Good
    .tip = Lowers the winning chance by less than 5 percentage points
review-class-inaccuracy = Inaccuracy
    .tip = Lowers the winning chance by 5 percentage points or more, or lets the opponent mate in a lost position
review-class-mistake = Mistake
    .tip = Lowers the winning chance by 10 percentage points or more, or lets the opponent mate in a bad position
review-class-blunder = Blunder
    .tip = Lowers the winning chance by 15 percentage points or more, or lets the opponent mate
review-class-missed-win = Missed win
    .tip = A mistake that throws a win away: the winning chance falls by 10 to 15 percentage points, from 75 % or more to less
# How many errors a side made.
review-error-counts = { $inaccuracies ->
    [one] { $inaccuracies } inaccuracy
   *[other] { $inaccuracies } inaccuracies
}, { $mistakes ->
    [one] { $mistakes } mistake
   *[other] { $mistakes } mistakes
}, { $blunders ->
    [one] { $blunders } blunder
   *[other] { $blunders } blunders
}

## What is wrong with a move. The English sentences are also written into games.

review-why-allows-mate = Allows mate in { $n }
review-why-allows-mate-by = Allows mate in { $n }: { $by }
review-why-missed-mate = Missed mate in { $n }
review-why-missed-mate-by = Missed mate in { $n }: { $by }
review-why-en-prise = Puts { $piece } on { $square } en prise: { $by }
review-why-hanging = Leaves { $piece } on { $square } hanging: { $by }
review-why-loses = Loses { $what }
review-why-loses-by = Loses { $what } to { $by }
review-why-loses-fork = Loses { $what }: { $by } forks { $targets }
review-why-loses-pin = Loses { $what } to { $by }: { $piece } on { $square } is pinned
review-why-missed = Missed winning { $what }
review-why-missed-by = Missed { $by }, winning { $what }
review-why-missed-fork = Missed { $by }, forking { $targets } and winning { $what }
review-why-missed-pin = Missed { $by }, winning { $what }: { $piece } on { $square } is pinned
review-why-no-worse = { $why }, but the player does not stand worse afterwards
review-why-worse-before = { $why }, in a position that was already worse
review-why-lost-before = { $why }, in a position that was already lost
review-why-better = Better: { $better }
review-why-and-better = { $why }. Better: { $better }
review-amount-two-pawns = material worth two pawns
review-amount-piece = a piece
review-amount-rook = material worth a rook
review-amount-queen = material worth a queen
review-pieces = { $rest } and { $last }
review-piece-pawn = pawn
    .object = the pawn
    .subject = the pawn
review-piece-knight = knight
    .object = the knight
    .subject = the knight
review-piece-bishop = bishop
    .object = the bishop
    .subject = the bishop
review-piece-rook = rook
    .object = the rook
    .subject = the rook
review-piece-queen = queen
    .object = the queen
    .subject = the queen
review-piece-king = king
    .object = the king
    .subject = the king

## The dialog.

review-start = Start review
review-care = Thoroughness
review-care-hint = { $ms } ms per position: at most { $time }
review-quick = Quick
review-normal = Normal
review-thorough = Thorough
review-options = More options
review-engine = Engine
review-sides = Moves of
    .both = Both sides
review-notes = Write into the game
review-notes-glyphs = Glyphs: ?!, ?, ??, !!
review-notes-words = Explanations of errors
review-notes-lines = Better lines as variations
review-notes-scores = Scores after the moves
    .tip = A deeper score that is already there stays
review-budget = Per position
review-budget-ms = ms
review-budget-plies = plies
review-budget-thousand = thousand
review-forecast = { $n ->
    [one] { $n } position
   *[other] { $n } positions
}. { $after }
review-forecast-time = { $n ->
    [one] { $n } position
   *[other] { $n } positions
}, at most { $time }. { $after }
review-forecast-free = You can keep using the board
review-forecast-analysis = Analysis is turned off first. You can keep using the board

## Expected moves.

review-list = List
review-errors = Key moments
    .tip =
        The moves at which the game turned: each lowered the player's winning chance by 5 percentage points or more,
        or let the opponent mate
# A move and its glyph, what kind of move it is, why, and the evaluations before and after it.
review-moment = { $played } { $class }: { $why }. Evaluation { $before }, then { $after }
review-expected = Expected moves
    .tip =
        The built-in policy network estimates, without search, how likely a strong player is to choose each legal
        move. It learnt from games of masters and of the program itself: a likely move need not be a good one.
        Surprise is measured in bits: 1 bit for a chance of one in two, 5 bits for one in 32
review-expected-hidden = Hidden while you analyse on your own
review-expected-playing = Shown when the game is over
review-expected-working = Working…
review-expected-none = The game has no moves yet
review-expected-sum = { $first } of { $n ->
    [one] { $n } move
   *[other] { $n } moves
} were the likeliest; surprise { $bits } bits per move
review-expected-odds = { $chance }, surprise { $bits }
review-expected-likely = Expected { $moves }
review-expected-under = under 1 %

## Learning from mistakes.

review-foreign-glyphs = { $n ->
    [one] One move has a glyph in the game that differs from the review
   *[other] { $n } moves have glyphs in the game that differ from the review
}
review-learn =
    .tip-white = Find better moves for White
    .tip-black = Find better moves for Black
review-learn-side = { $color ->
    [white] White
   *[black] Black
}: { $name }, { $n ->
    [one] one error
   *[other] { $n } errors
}
review-learn-left-out = { $n ->
    [one] One error is left out
   *[other] { $n } errors are left out
}: the game has no better move there
review-learn-back = Back to the game
review-learn-repeat = Repeat the unsolved ones
review-learn-puzzle = Puzzle { $n } of { $all }
review-learn-progress = Puzzles done
review-learn-played = { $san } was played.
review-learn-find-white = Find a better move for White
review-learn-find-black = Find a better move for Black
review-learn-make-move = Make your move on the board
review-learn-thinking = Evaluating { $san }…
review-learn-wrong = { $san } is not good enough
review-learn-right = { $san } is correct
review-learn-best = Best line
review-learn-line = Continuation
review-learn-to-puzzle = Back to the puzzle
review-learn-retry = Try again
review-learn-solution = Show solution
review-learn-finish = Finish
review-learn-next = Next puzzle
review-learn-skip = Skip
review-learn-leave = Leave
review-learn-done = All puzzles done
review-learn-first = Solved at the first try: { $n } of { $all }
review-learn-later = Solved after other tries: { $n } of { $all }
review-learn-failed = Tried, not solved: { $n } of { $all }
review-learn-shown = Solution shown: { $n } of { $all }
review-learn-skipped = Skipped: { $n } of { $all }
review-learn-first-choice = The engine's first choice
review-learn-as-played = This is the move played in the game. { $text }
review-learn-keeps = Keeps the winning chances
review-learn-no-error = Winning chance −{ $loss } percentage points, which does not count as an error
review-learn-loss = Winning chance −{ $loss } percentage points
review-learn-elsewhere = Moves only count in the position of the puzzle
review-learn-leave-first = Leave the puzzles to continue the game
