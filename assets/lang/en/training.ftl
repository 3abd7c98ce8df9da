# Puzzles: what a solution does.
theme-mate-in-one = Mate in one
theme-mate-in-two = Mate in two
theme-long-mate = Mate in three or more
theme-back-rank = Back-rank mate
theme-smothered = Smothered mate
theme-fork = Fork
theme-pin = Pin
theme-skewer = Skewer
theme-discovered = Discovered attack
theme-double-check = Double check
theme-hanging = Hanging piece
theme-defender = Capturing the defender
theme-deflection = Deflection
theme-sacrifice = Sacrifice
theme-promotion = Promotion
theme-quiet = Quiet move
theme-defence = Defence
theme-pawn-endgame = Pawn endgame
theme-rook-endgame = Rook endgame

## Training

training-puzzles = Puzzles
training-guess = Guess the move
    .short = Guess
training-endgames = Endgames
training-openings = Openings
training-vision = Vision
training-results = Results
training-rating = Your rating
    .tip = { $n } of { $all } attempts solved at once
training-streak = In a row
    .tip = Puzzles solved at once in a row (record { $n })
training-due = Due today
    .tip = Puzzles of this choice that come back today
training-white = White to move
training-black = Black to move
training-find = Find the best move.
training-find-better = From the reviewed game { $game }. Find a better move than the one played.
training-find-better-than = From the reviewed game { $game }: { $san } was played. Find a better move.
training-go-on = Right. Now move { $n }.
training-judging = Checking { $san }…
training-wrong = { $san } is not the solution.
training-refuted = Reply:
training-solved = Solved!
training-solved-other = Solved! This move wins too.
training-solved-held = Solved! This move holds too.
training-no-mate = { $san } wins, but there is a mate.
training-shown = This is the solution.
training-repeated = This puzzle is back because it was not solved at once.
training-helped = With a hint the rating stays as it is.
training-solution = Solution:
training-themes = Themes:
training-difficulty = Rating:
training-puzzle-rating = { $n ->
    [one] { $rating }, one move
   *[other] { $rating }, { $n } moves
}
training-from = From:
training-none = Nothing left here
    .why = No new puzzle of this set is left and none is due. Choose another set, or come back on another day.
    .own = These puzzles are mistakes of yours that you did not correct at once when you went through them after a review. There are none yet.
training-hint = Hint
training-solve = Solution
training-skip = Skip
training-again = Try again
training-next = Next puzzle
training-analyse = Analyse
training-set = Puzzles about
training-phase = Phase of the game
training-level = Difficulty
training-all = All themes
training-own = From reviews
training-file-set = From a file
training-any-phase = Any phase
training-easier = Easier
training-my-level = My level
training-harder = Harder
training-any-level = Any difficulty
training-off-level = { $level ->
    [easier] No easier puzzle is left: the easiest ones come now.
    [harder] No harder puzzle is left: the hardest ones come now.
   *[own] No puzzle of your level is left: the nearest ones come now.
}
training-more = More
training-copy = Copy progress
training-copied = Progress copied as text
training-save = Save progress…
training-file = Tabia training
training-delete = { $n ->
    [one] Delete the rating, one attempt at a puzzle, puzzles from reviews, moves of your openings, results of endgames, and best scores? They can be restored until Tabia ends.
   *[other] Delete the rating, { $n } attempts at puzzles, puzzles from reviews, moves of your openings, results of endgames, and best scores? They can be restored until Tabia ends.
}
training-deleted = Training progress deleted
training-load = Replace the rating, puzzles, openings, endgames and best scores with those of a file? They can be restored until Tabia ends.
training-load-title = Open saved training progress
training-loaded = { $n ->
    [one] Training progress loaded from { $name }: rating { $rating }, one attempt
   *[other] Training progress loaded from { $name }: rating { $rating }, { $n } attempts
}
training-not-loaded = { $name } not loaded: { $error }
training-load-empty = found no training progress, expected a file saved by Tabia
training-load-left-out = { $name } is damaged; left out: { $names }
training-restored = Training progress restored
training-puzzles-title = Open a file of puzzles
training-close-file = Close puzzle file
training-puzzles-opened = { $n ->
    [one] One puzzle of { $name } in Training
   *[other] { $n } puzzles of { $name } in Training
}
training-puzzles-refused = { $n ->
    [one] One line of { $name } is no puzzle
   *[other] { $n } lines of { $name } are no puzzles
}
training-puzzles-line = Line { $line }: { $error }
training-puzzles-none = found no puzzles, expected lines of EPD

guess-about = Play through the game on the board from one side and guess each move. The move of the game scores { $points } points. Any other move loses one point, down to 0, for every { $percent } percentage points by which its expected score is lower, rounded to whole points.
guess-no-game = Open a game in Study first: a master game or one of your own.
guess-white = Guess as White
guess-black = Guess as Black
guess-points = Points
guess-moves = As in the game
guess-skip = Skip this move
guess-leave = Other game
guess-back = Return to the game you left
guess-left = { $n ->
    [one] Left the game: one move guessed
   *[other] Left the game: { $n } moves guessed
}
guess-over = The game is over.
guess-summary = { $percent } % of the points. As in the game: { $same }. Full points: { $good }. Better than the game: { $better }. Mistakes: { $bad }.
    .hint =
        In percentage points of the expected score compared with the move of the game. Full points: other moves that gave
        away less than { $full }. Better than the game: those that were better by more than { $full }. Mistakes: moves that
        gave away 10 or more
guess-skipped = { $n ->
    [one] One move skipped.
   *[other] { $n } moves skipped.
}
guess-number = { $number } Which move was played?
guess-same = { $number }{ $san }, as in the game
guess-other = { $number }{ $san }; the game: { $played }
guess-passed = { $number }skipped; the game: { $played }
guess-worth = { $n ->
    [one] { $n } pt
   *[other] { $n } pts
}
guess-gain = Better than the move of the game by { $gain } percentage points of the expected score (engine, { $nodes } nodes)
guess-loss = Gives away { $loss } percentage points of the expected score compared with the move of the game (engine, { $nodes } nodes)

endgames-about = Play these positions against the engine. Games are played to the end: a win counts only by checkmate.
endgames-new = { $goal } Not tried yet.
endgames-kept = { $goal } Attempts: { $tried }, successful: { $reached }.
endgames-start = Position { $n }
endgames-done = { $position } (done)
endgames-other = Other position
endgames-list = All endgames
endgames-thinking = The engine is thinking…
endgames-moves = { $n ->
    [one] One move played
   *[other] { $n } moves played
}
endgames-hold = Held if the position is still drawn after { $n } moves, or if the game ends in a draw.
endgames-mate = Checkmate in { $n } (depth { $depth })
endgames-mated = You are mated in { $n } (depth { $depth })
endgames-score = Engine: { $score } for you (depth { $depth })
endgames-won = { $n ->
    [one] Checkmate in one move!
   *[other] Checkmate in { $n } moves!
}
endgames-held = Draw held!
endgames-lost = Lost by checkmate.
endgames-held-by = Draw held! { $how }.
endgames-drawn = Not won. { $how }.
endgames-win-gone = After { $san } the engine sees no win for you any more.
endgames-draw-gone = After { $san } the engine sees you lost.
endgames-take-back = Try again before this move
endgames-taken-back = A move was taken back: this attempt counts as unsuccessful.
endgame-goal-win = Win this position.
endgame-goal-draw = Hold the draw.
endgame-rook = King and rook against king
endgame-opposition = Opposition: promote the pawn
endgame-pawn-draw = Opposition: stop the pawn
endgame-queen-pawn = Queen against pawn on the seventh rank
endgame-lucena = Lucena position
endgame-philidor = Philidor defence
endgame-vancura = Vancura defence
endgame-bishop-knight = Bishop and knight against king

openings-about = Your repertoire is a game with its variations, or the games of a list, up to move { $moves }. Play it through from one side: the other side replies with moves from it, more often with frequent ones and with those that lead to positions you have not practised. Your moves marked ?, ?? or ?! are left out. Moves you forget are repeated.
openings-of-game = This game
openings-of-list = Listed games
openings-games = { $n ->
    [one] One game of { $name }
   *[other] { $n } games of { $name }
}
openings-games-cut = The first { $n } of { $all } games of { $name }
openings-no-list = Open a PGN with several games in Study first. Its list, as it is filtered there, is your repertoire.
openings-no-move = { $color ->
    [white] White
   *[black] Black
} has no move in these games
openings-none = Open your own PGN with variations in Study first.
openings-white = Play as White
openings-black = Play as Black
openings-find = What is your move here?
openings-wrong = { $san } is not in your repertoire.
openings-yours = In your repertoire:
openings-over = The line ends here.
openings-known = Known
openings-forgotten = Forgotten
openings-learned = Whole repertoire
    .tip = Positions whose move was known the last time
openings-due = Positions of the repertoire whose move comes back today
openings-of = { $n } of { $all }
openings-next = Next line
openings-leave = Other repertoire

vision-squares = Squares
    .about = A square is named; click it. The board has no letters or digits.
vision-knight = Knight
    .about = Move the knight to the marked square in as few moves as possible, one click for each move.
vision-blindfold = Blindfold
    .about = Two pieces are named, the board stays empty. Say whether the first one attacks a square (keys Y and N). A wrong answer costs a point.
vision-seconds = { $n } s
vision-left = Time left
vision-score = Score
vision-best = Best
vision-yes = Yes
    .key = Y
vision-no = No
    .key = N
vision-stop = Stop
vision-below-white = White below
vision-below-black = Black below
vision-begin = Start one minute
vision-to = Knight to { $square }
vision-moves = { $n ->
    [one] One move left
   *[other] { $n } moves left
}
vision-stand-white = White { $piece } on { $from }
vision-stand-black = Black pawn on { $pawn }
vision-reaches = Does the { $piece } attack { $target }?
vision-right = Right
vision-missed = That was { $clicked }, not { $square }
vision-detour = From { $from } over { $clicked } to { $square } takes { $n } moves; { $enough } are enough
vision-attacks = Wrong: the { $piece } on { $from } attacks { $square }
vision-attacks-not = Wrong: the { $piece } on { $from } does not attack { $square }
vision-blocked = Wrong: the { $piece } on { $from } does not attack { $square }; the pawn on { $pawn } is in the way
vision-over = Score { $n }
vision-stopped = Stopped before the minute was over: this does not count for the best score.
vision-record = Your best so far!
vision-sum = { $right } right, { $wrong } wrong

results-title = My results
results-title-of = Results of { $name }
results-bullet = Bullet
results-blitz = Blitz
results-rapid = Rapid
results-classical = Classical
results-untimed = Untimed
results-class = Time class
results-all = All games
results-period = Period
results-period-all = All time
results-period-year = Last 365 days
results-period-quarter = Last 90 days
results-period-month = Last 30 days
results-all-time = { $name }, all time
results-export = Export as CSV…
results-file = Results
results-reading = Reading the games…
results-failed = My games cannot be read
results-empty = No games yet
    .why = Games against the engine are added to My games when they end, and counted here. Play the first one.
results-none-chosen = No finished game in this selection.
results-rated-games = { $n ->
    [one] One rated game
   *[other] { $n } rated games
}
results-rating-tip = Glicko-2, from finished games against opponents with an Elo rating. ± is the 95 % interval. The games of a day are one rating period.
results-no-rating = A rating needs a finished game against an opponent with an Elo rating, from the standard position and without help.
results-score = Score
results-counts = { $won } won, { $drawn } drawn, { $lost } lost
results-streak = Wins in a row
    .tip = Games won in a row up to the newest one, and the longest series; below, games without a loss (in brackets the longest series)
results-longest = (best { $n })
results-unbeaten = Unbeaten { $now } (best { $longest })
results-accuracy = Accuracy
    .tip = Mean of the games with evaluations, by the formulas of lichess.org. A review writes evaluations into a game. Games with fewer than { $moves } moves of yours do not count. A review counts the engine's first choice as perfect, which evaluations in a file do not show, so its numbers may differ a little.
results-few-days = The curve begins with rated games on two days.
results-rating-course = Rating
results-accuracy-course = Accuracy by game
results-axis-games = Games
results-rating-point = { $rating } ± { $error } after game { $games }, { $date }
results-accuracy-point = { $accuracy } %, { $date }
results-no-accuracy = Accuracy and errors come from reviewed games: choose “Review” when a game is over. The review counts here once it is kept: when the game leaves the board, or at once with the command “Add to My games”.
results-opponents = Opponents
results-openings = Openings
results-unknown = Unknown
results-shares = Won, drawn, lost (%)
results-click = Click: list these games
results-list-all = Show all
results-list-few = Show fewer
results-conditions = Colour and end of the game
results-as-white = With White
results-as-black = With Black
results-ended-opening = Ended in the opening
results-ended-middlegame = Ended in the middlegame
results-ended-endgame = Ended in the endgame
results-errors = Errors by phase
results-kinds = { $n ->
    [one] The reason is known for one error: { $kinds }
   *[other] The reasons are known for { $n } errors: { $kinds }
}
results-moves = Moves
results-loss = Loss
    .tip = Pawns given away by a move on average
results-inaccuracies = Inaccuracies
results-mistakes = Mistakes
results-blunders = Blunders
results-kind-allows-mate = { $n ->
    [one] one mate allowed
   *[other] { $n } mates allowed
}
results-kind-misses-mate = { $n ->
    [one] one mate missed
   *[other] { $n } mates missed
}
results-kind-hangs-piece = { $n ->
    [one] one piece left hanging
   *[other] { $n } pieces left hanging
}
results-kind-loses-material = { $n ->
    [one] one other loss of material
   *[other] { $n } other losses of material
}
results-kind-misses-material = { $n ->
    [one] one win of material missed
   *[other] { $n } wins of material missed
}
results-not-rated = Not rated: { $games }.
results-not-rated-number = { $n } against opponents without an Elo rating or with limited depth, nodes or time
results-not-rated-position = { $n } from another start position
results-not-rated-help = { $n } with a hint, a takeback, analysis, a change of sides or a fallen flag
results-unfinished = { $n ->
    [one] One unfinished game is not counted.
   *[other] { $n } unfinished games are not counted.
}
results-of-others = { $n ->
    [one] One game between two people or two engines is not counted.
   *[other] { $n } games between two people or two engines are not counted.
}
results-cut = Only the first { $n } games are read.
results-delete = Delete all games in My games? The file is renamed, not erased; renaming it back restores the games.
results-deleted = My games deleted. The file is now { $path }
results-delete-failed = My games not deleted: { $error }
