### Playing: the board, its dialogs, the window around them.

## The dialog for a new game.

new-game-title = New game
new-game-players = Players
new-game-white-engine = White's engine
new-game-black-engine = Black's engine
new-game-opponent = Opponent
new-game-engine-moves = Engine's moves
new-game-own-full = Full strength; limit its nodes per move to make it weaker
new-game-full-only = Full strength only: this engine offers no strength setting
new-game-unasked = Full strength; other strength settings are known once the engine's options have been read
new-game-strength = Engine strength
new-game-full-strength = Full strength
    .after = full strength
new-game-as-set-up = As set up
    .after = as set up
new-game-not-started = Failed last time
    .after = failed last time
new-game-elo = Elo
new-game-skill = Skill level
new-game-strength-of = { $who }: strength
new-game-elo-of = { $who }: Elo
new-game-skill-of = { $who }: skill level
new-game-limited-note = Weaker with this limit: the game is not rated
new-game-elo-note = Elo as the engine defines it
new-game-skill-note = Higher is stronger
new-game-full-note = The engine plays with the options of its entry in the list
new-game-time = Time
new-game-start = Start from
new-game-other-engines = Masters of style and other opponents
new-game-add-engine = Add engine
    .how = Play against any engine you have
new-game-even = Even match
new-game-plays-even = Follows your results: you score about half
new-game-card-back = More about { $name }
new-game-card-front = Back to the card of { $name }
new-game-back-white = White: { $openings }
    .short = W: { $openings }
new-game-back-black = Black: { $openings }
    .short = B: { $openings }
new-game-back-book = Opens from the book, if on
new-game-back-play = { $exchanges } exchanges a game, { $attacks } % attacks
new-game-back-castles = Castles short { $short } %, long { $long } %
new-game-back-games = { $moves } moves a game ({ $games } games)
    .hint =
        Exchanges begun per game; share of moves that approach the enemy king or give check; share of games with castling;
        moves a game. Counted in { $games } games against the others
new-game-elo-number = Elo { $elo }
new-game-skill-number = Skill { $skill }
new-game-for-learning = A simple engine
    .after = a simple engine
new-game-plays-0 = Has just learnt how the knight moves
new-game-plays-1 = Plays slowly, loses slowly, never resigns
new-game-plays-2 = Brings the queen out early and hopes
new-game-plays-3 = Knows her Italian Game, then improvises
new-game-plays-4 = Attacks first, calculates afterwards
new-game-plays-5 = Solid; trades pieces when in doubt
new-game-plays-6 = The London System in every game
new-game-plays-7 = Sharp Sicilians, always short of time
new-game-plays-8 = Trades pieces and walks his king to the centre
new-game-plays-9 = Takes whatever is left unprotected
new-game-plays-10 = Sacrifices material when a king looks lonely
new-game-plays-11 = Well prepared and rarely wrong
new-game-plays-full = Alpha-beta search that holds nothing back
new-game-plays-gambler = Full strength that plays on where others take a draw
new-game-plays-and-errs = { $plays }. { $errs }; Elo on Stockfish's scale
errs-like = Errs like people rated about { $rating } at blitz on lichess
    .more = Errs more than people rated 400 at blitz on lichess
    .less = Errs less than people rated 2900 at blitz on lichess
new-game-plays-elo = Held back to the Elo you chose
new-game-plays-puct = Follows promising moves and averages the results
new-game-plays-plain = Looks ahead and counts the pieces, nothing more
new-game-plays-yours = One of your own engines
    .held = One of your own engines; set its strength under More
new-game-humans = Two players
new-game-plays-humans = One board, both sides moved by hand
new-game-cards-humans = Two players at one board; choose a card to play against an engine
new-game-cards-engines = Engine against engine: the cards choose White; Black is { $black }
new-game-last-time = Last used: { $time }
new-game-bullet = Bullet
new-game-blitz = Blitz
new-game-rapid = Rapid
new-game-other-times = Other times
new-game-you-play = You play
new-game-names = Names
new-game-name-of = Name of { $who }
new-game-either = Random
new-game-more = More: position, clocks, engines
new-game-back = Back to the opponents
new-game-no-clock = no clock
new-game-summary = { $opponent }, { $time }, { $colour ->
    [white] you play White
    [black] you play Black
   *[either] random colour
}
new-game-summary-humans = Two players, { $time }
new-game-summary-engines = { $white } against { $black }, { $time }
new-game-summary-current = from the position on the board
new-game-summary-fen = from a FEN
new-game-summary-play-on = play on after the flag
new-game-standard = Standard position
new-game-current = Position on the board
new-game-random-chess960 = Random Chess960 position
new-game-chess960 = Chess960 position
new-game-chess960-number = Chess960 number
sides-human-white = I play White
sides-human-black = I play Black
sides-random = Random colour
sides-humans = Two players, one board
sides-engines = Engine against engine
strength-level = Tabia, { $level }
strength-gambler = Gambler
strength-elo = { $name }, { $elo } Elo
strength-skill = { $name }, skill { $skill }
strength-full = Tabia, full strength

## Clocks and time controls.

clock-none = No clock
    .tip = The game is played without clocks
clock-kind = Clock type
clock-increment = Increment
    .means = The seconds are added after each move, whether used or not
clock-delay = Delay (simple, US)
    .means = On each move the clock waits this many seconds before it runs
clock-bronstein = Delay (Bronstein)
    .means = After each move the time it took is given back, up to this many seconds
clock-hourglass = Hourglass
    .means = The time one side uses is added to the other side's clock
clock-untold-delay = UCI has no delay: your own engines get it as an increment
clock-untold-hourglass = UCI has no hourglass: your own engines only get the time left
clock-play-on = Play on after the flag falls
    .tip = A fallen flag is reported, but does not end the game
clock-minutes = minutes
    .field = { $who }: minutes for the game or the first moves
clock-increment-column = + s per move
clock-delay-column = delay, s
clock-hourglass-column = no increment
clock-seconds-field = { $who }: seconds for each move
clock-moves = moves
    .field = { $who }: moves in that time
clock-then = then, min
    .field = { $who }: minutes for the rest of the game
clock-all-moves = all
clock-same-again = again
clock-black-differs = Give Black a different time control
limit-clock = Uses its clock
limit-default = Time per move without a clock
limit-seconds = Seconds per move
limit-nodes = Nodes per move
limit-unit-seconds = s
limit-plies = { $n ->
    [one] ply
   *[other] plies
}
limit-kind-of = { $who }: limit per move
limit-value-of = { $who }: value of the limit
limit-depth-words = depth { $depth }
limit-time-words = { $seconds } s per move
time-moves = { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
} in { $time }
time-moves-then = { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
} in { $time }, then { $rest }
time-hourglass = { $base }, hourglass
time-increment = { $base } + { $seconds } s
time-increment-throughout = { $base }, + { $seconds } s
time-delay = { $base }, delay { $seconds } s
time-bronstein = { $base }, delay { $seconds } s (Bronstein)

## Details of a game.

details-title = Game details
details-tag-White = White
details-tag-Black = Black
details-tag-Event = Event
details-tag-Site = Site
details-tag-Date = Date
details-tag-Round = Round
details-tag-WhiteElo = White Elo
details-tag-BlackElo = Black Elo
details-tag-ECO = ECO
details-tag-Annotator = Annotator
details-date-hint = yyyy.mm.dd, ?? where unknown
details-players-fixed = The players of this game were chosen when it started
details-too-long = Too long to edit here: { $text }
details-result = Result
details-tag-fixed = The game sets this tag itself
details-result-fixed = The result of a game played here is set by the game itself
details-remove-tag = Remove { $name }
details-more-tags = { $n ->
    [one] and { $n } more tag, left unchanged
   *[other] and { $n } more tags, left unchanged
}
details-new-tag = New tag
    .name = Name of the new tag
details-new-value = Value
    .name = Value of the new tag
details-add-tag = Add tag
    .rule = A tag name consists of letters, digits and underscores

## Export of a game.

export-title = Export
export-as = Export as
export-png = Board, PNG
    .forecast = The current position as an image
export-svg = Board, SVG
    .forecast = The current position as a drawing that scales to any size
export-gif = Game, GIF
    .forecast = { $n ->
        [one] The current line: { $n } position in { $time }
       *[other] The current line: { $n } positions in { $time }
    }
export-html = Game, page
    .forecast = The game with all variations as a single self-contained page
export-do = Export…
export-size = Board size
export-delay = Time per move
export-diagram = Diagrams
export-annotated = After glyphs, comments and arrows
export-ends = At the end of each line
export-every = Moves between diagrams
export-in-diagrams = In the diagrams
export-last-move = Last move
export-arrows = Arrows and circles
export-coordinates = Coordinates
export-names = Names and clocks

## The command palette and the keys.

palette-play = Play { $move }
    .tip = Play this move
palette-panel = Panel: { $title }
    .tip = Open this panel in the current workspace
palette-hint = Type a command or a move
palette-field = Command
palette-none = No matching command
keys-title = Keyboard shortcuts
keys-typing =
    Moves can be typed anywhere outside a text field: Nf3, exd5, e8=Q, O-O, e2e4; Enter plays the only match,
    Backspace deletes, Esc clears
keys-premove = A move made while the opponent thinks is a premove; Esc or a right-click on the board cancels it
keys-mouse =
    On the board: drag or click two squares to move; right-drag draws an arrow, right-click a circle (Shift:
    red, Alt: blue); the wheel steps through the game
keys-why-not =
    A move made on the board with Ctrl (Command on a Mac) is not played: a menu asks “why not this move?” or searches
    only this move or all others. A right-click on a move in a list or on an engine arrow's head opens it too
keys-walk = Tab moves to the board, the arrow keys move between its squares, Enter picks up and drops a piece, Esc puts it back
keys-find = Find a command
keys-reset-all = Reset all shortcuts
keys-explained = Click the shortcut of a command, then press new keys
keys-reset = Reset shortcut of { $name }
keys-clear = Remove shortcut of { $name }
keys-press = Press keys…
keys-of = Shortcut of { $name }
keys-change = Click, then press the new keys
keys-change-letter =
    Click, then press the new keys. { $key } can also begin a move: it then waits half a second for another letter,
    or three seconds during a game
keys-taken = { $keys } is already used for “{ $holder }”
keys-swap = Swap
    .tip = “{ $name }” gets { $keys }, “{ $holder }” gets { $had }
    .tip-none = “{ $name }” gets { $keys }, “{ $holder }” has no shortcut any more
keys-press-for = Press the new keys for “{ $name }”
keys-unusable = This key cannot be a shortcut
keys-reserved = { $keys } is reserved for the clipboard
key-Ctrl = Ctrl
key-Alt = Alt
key-Shift = Shift
key-Home = Home
key-End = End
key-PageUp = PgUp
key-PageDown = PgDn
key-Insert = Insert
key-Delete = Del
key-Backspace = Backspace
key-Enter = Enter
key-Space = Space

## Questions and problems.

dialog-would-be-accepted = This would be accepted:
dialog-load-repair = Load the repaired position
dialog-unkept = Quit without saving?
    .session = The session is not being saved, and the current game is not in any file.
    .changes = The session is not being saved, and neither are the changes to game { $number } of { $name }.
    .settings = Changed settings are not being saved.
    .training = Training progress is not being saved.
    .games =
        { $n ->
            [one] One game could not be added to My games.
           *[other] { $n } games could not be added to My games.
        }
dialog-quit-anyway = Quit anyway
dialog-save-as = Save as…
dialog-last-session = Open the last session?
    .text =
        Tabia ended while opening the last session, or could not display it. The session is kept whatever you
        choose.
    .fresh = Start fresh
    .open = Open last session
    .kept = The last session is kept as { $path }
dialog-delete-game = Delete game { $number } from { $name }?
    .text = “Restore games” brings it back until Tabia is closed.
    .do = Delete game
dialog-merge = Merge duplicates in { $name }?
    .text = { $n ->
        [one] { $n } game in the file will be checked.
       *[other] All { $n } games in the file will be checked.
    } Where two games differ in a tag, an evaluation or an arrow, only one value stays. “Restore games” undoes the merge until Tabia is closed.
    .do = Merge duplicates
dialog-replace = Replace game { $number } in { $name }?
    .do = Replace game { $number }
    .text = The rest of the file stays exactly as it is.
    .loses =
        The game in the file has moves that could not be read, and the game on the board no longer has the moves
        before them. Replacing it would delete them; appending keeps both games.
dialog-latin1 = { $name } is in Latin-1
    .text =
        Latin-1 has no “{ $found }”, which the game contains. Nothing was written. The whole file can be
        converted to UTF-8; its text stays the same.
    .convert = Convert the file
dialog-changed = { $name } has changed on disk
    .text =
        The file was changed by another program after the game was read, so it is unclear what would be
        replaced. Nothing was written.
dialog-over = { $n ->
    [one] { $name } contains { $n } game
   *[other] { $name } contains { $n } games
}
    .text = Saving only this game would remove all of them.
    .do = { $n ->
        [one] Replace { $n } game
       *[other] Replace all { $n } games
    }
dialog-in-file = In the file, unread
dialog-on-board = On the board
dialog-append = Append to the file
welcome-title = Welcome to Tabia
welcome-text = Where would you like to begin? You will find this again under Help.
welcome-play = Play
    .what = Choose an opponent of your strength and a clock
welcome-watch = Watch it think
    .what = The engine's search tree on a sharp position, live
welcome-train = Train
    .what = Puzzles, endgames and openings, and the results of your games
welcome-open = Open a game
    .what = Look at games from a file, with comments and the engine alongside
dialog-about-version = Version { $version }
dialog-about =
    A chess program that shows how its engine thinks. It has its own rules, engine, evaluation and graphics;
    nothing is downloaded and nothing is sent
    .licence = Licence: MIT or Apache 2.0, at your choice
dialog-abandon = Abandon the game in progress?
    .text = It is a game on the clock. Undo brings it back, paused.
    .paused = It is paused. Undo brings it back.
    .do = Abandon game
dialog-edits = Save the changes to game { $number } of { $name }?
    .text = Another game is about to take its place on the board.
    .no-file = Save the game on the board?
    .aside = Save the game you left for the tour?
    .discard = Don't save
dialog-resign = Resign this game?
    .side = { $color ->
        [white] Does White resign?
       *[black] Does Black resign?
    }
dialog-draw-while-leading = You are better. Draw anyway?
    .material = You have more material. Draw anyway?

## The board column.

board-book-move = book move
player-you = You
board-thinking = thinking…
board-elo = Rating in this game
board-noted-clock = { $side }'s clock after its last move: { $time }
board-material = Material advantage of this side
board-in-my-games = In My games
board-even-help = Even match: not counted, you had help
board-even-position = Even match: not counted, set-up position
board-even-limited = Even match: not counted, engine limited
board-even-short = Even match: not counted, too short
board-review = Review
board-rematch = Rematch
board-new-game = New game
board-save = Add
board-hint = Hint
board-play = Play
    .name = Play from here
board-take-back = Take back
board-draw = Draw
    .name = Offer a draw
board-resign = Resign
board-resume = Resume
board-resume-game = Resume the game
board-pause = Pause
play-evaluation = Evaluation
play-evaluation-hidden = Evaluation hidden
    .how = Press “{ $button }” to see the evaluation while you play
    .engine = “{ $button }” brings the evaluation back
play-hide = Hide
play-analyse = Analyse
play-stop-analysis = Stop
board-watch = Show
    .name = Full-strength analysis

## The position editor and the FEN field.

editor-castling = { $color ->
    [white] W
   *[black] B
} { $move }
    .tip = { $color ->
        [white] White
       *[black] Black
    } may castle { $wing ->
        [king] kingside
       *[queen] queenside
    }
editor-chess960 = Chess960
    .tip = Castling from wherever king and rook stand on their first rank
editor-move = Move
editor-halfmove-clock = Halfmove clock
    .tip = Plies since the last capture or pawn move
editor-en-passant = En passant
    .none = none
editor-title = Edit position
editor-how = Choose a piece and click squares, or drag it there. Drag a piece on the board to move it; a right click takes it away.
editor-turn = Side to move
editor-start = Start position
editor-clear = Clear the board
editor-swap = Swap colours
editor-flip = Flip the board
editor-use = Use position
editor-repair = Repair
editor-playable = This position can be played
editor-over = Legal, but the game is over: { $outcome }
fen-fold = Hide the FEN field
fen-unfold = Show the FEN field
fen-copy = Copy the FEN
fen-not-kept = Session not saved
typed-move = Move
    .name = Typed move { $text }
typed-edit-keys = Backspace deletes, Esc clears
typed-play-keys = Enter plays it, Backspace deletes, Esc clears
typed-clear-keys = Esc clears
typed-none = No legal move matches
typed-which = Which one: { $moves }?
typed-or = { $move }, or { $moves }
typed-soon = { $moves }; or in a moment: { $command }

## What is wrong with a FEN or a position.

fen-invalid = Invalid FEN: { $why }
position-invalid = Invalid position: { $why }
fen-cannot-be-played = This position cannot be played
fen-is-none = Not a valid position

## How games end.

end-checkmate = { $who ->
    [you] You won
    [opponent] You lost
    [white] White won
   *[black] Black won
} by checkmate on move { $move }
end-resignation = { $who ->
    [you] You won by resignation on move { $move }
    [opponent] You resigned on move { $move }
    [white] White won by resignation on move { $move }
   *[black] Black won by resignation on move { $move }
}
end-time = { $who ->
    [you] You won
    [opponent] You lost
    [white] White won
   *[black] Black won
} on time on move { $move }
end-draw = { $why ->
    [stalemate] Draw by stalemate on move { $move }
    [dead] Draw on move { $move }: neither side can mate
    [fivefold] Draw by fivefold repetition on move { $move }
    [seventy-five] Draw by the 75-move rule on move { $move }
    [threefold] Draw by threefold repetition on move { $move }
    [fifty] Draw by the 50-move rule on move { $move }
    [agreement] Draw by agreement on move { $move }
   *[time-insufficient] Draw on move { $move }: the side with time left cannot mate
}
ending-abandoned = abandoned
ending-adjudication = adjudicated
ending-infraction = a rule was broken
ending-unterminated = not finished
result-with-reason = { $result } · { $reason }

## The list of moves and the comment.

moves-none = No moves yet
    .offer = Move a piece, or open a game
moves-same-position = Same position:
moves-go-there = Go to this position
moves-more-than = and more than { $n } others
moves-and-more = and { $n } more
moves-start = start position
moves-position-glyphs = Position
moves-comment-hint = Kept as you type; Enter or Esc closes
moves-comment = Comment
moves-page-before = Previous page
moves-page-next = Next page
moves-page = Page { $page } of { $pages }, too long to edit here ({ $size })
moves-copy-all = Copy all
moves-comment-game = Comment on the game
moves-comment-place = Place
moves-comment-before = Before
moves-comment-after = After
moves-comment-close = Close the comment
moves-more-text = ({ $size } of text, click to open)
moves-unread = This could not be read. It is saved with the game unchanged; right-click to copy it
moves-copy-unread = Copy unread text

## Workspaces and panels.

workspace-play = Play
workspace-study = Study
workspace-lab = Lab
workspace-duel = Duel
workspace-arena = Arena
workspace-training = Training
pane-lines = Best lines
pane-story = Story
pane-root-moves = Root moves
pane-iterations = Iterations
pane-statistics = Statistics
pane-search-plot = Search plot
pane-evaluation = Evaluation
pane-moves = Moves
pane-review = Review
pane-explorer = Explorer
pane-games = Games
pane-tablebase = Tablebase
pane-why-not = Why not
pane-live-tree = Live tree
pane-search-tree = Search tree
pane-compare = A/B
pane-profile = Profile
pane-hash-table = Hash table
pane-move-order = Move order
pane-horizon = Horizon
pane-xray = X-ray
pane-root-race = Root race
pane-branching = Branching
pane-time-use = Time management
pane-contempt = Contempt
pane-bitboards = Bitboards
pane-sliders = Sliders
pane-zobrist = Zobrist
pane-ladder = From minimax
pane-alpha-beta = Alpha-beta
pane-representations = Representations
pane-scratch = From scratch
pane-tuning = Tuning
pane-playouts = Playouts
pane-small-game = Small game
pane-tour = Tour
pane-duel = Duel
pane-disputed = Disputed moves
pane-duel-course = Agreement
pane-duel-presets = Where they differ
pane-hidden = Hidden
    .moves = Moves would give the solution away
    .puzzles = Engine output is hidden while you solve puzzles
    .engine = Engine output is hidden
pane-more = More panels
pane-close = Close { $title }

## Menus, title and notes.

frame-learn = How engines work
    .short = Tours
frame-menu = Menu
    .tip = All menus
frame-workspace = Workspace
frame-game-runs = Your game: { $time }
    .tip = Back to the game
frame-game-paused = Your game is paused: { $time }
frame-unsaved = Unsaved changes
    .short = Not saved
    .keys = Unsaved changes ({ $keys } saves)
frame-recent-positions = Recent positions
frame-recent-files = Recent files
frame-panels = Panels
toast-note = Note
toast-warning = Warning
toast-error = Error
toast-question = Question
toast-dismiss = Dismiss
toast-restart = Restart
toast-log = Log
toast-set-up-engine = Set up or remove…
toast-read-list = Read the list again
toast-not-kept = Nothing is being saved: { $why }
toast-not-saving = Nothing will be saved: { $error }
toast-engine-not-started = The engine did not start: { $error }
toast-session-left-out = Left out of the session: { $names }
toast-kept-aside = The other window had saved something else; that is kept as { $path }
toast-not-kept-here = Nothing is saved in this run
toast-not-written = Could not write { $path }: { $error }
toast-no-folder = the system has no folder for it; set the variable { $variable } to a folder
toast-book-opened = { $moves ->
    [one] { $name }: { $moves } book move
   *[other] { $name }: { $moves } book moves
}
toast-position-copied = Position copied
toast-picture-copied = Image copied
toast-game-copied = Game copied
toast-editor-left = The position that you set up is kept until the board changes
toast-only-short = Played O-O: O-O-O is not legal here
toast-clock-goes-on = A game with clocks continues from its latest position only
toast-goes-on-from-here = The game continues from here; the moves played before are kept as a variation
toast-premove-gone = The premove is no longer possible
toast-engine-played = The engine played { $move }
toast-took-back = Took back { $move }
takeback-refused = This game has ended on the clock and stays as it is
    .puzzles = You are solving puzzles: there is no wrong try to take back
    .elsewhere = The game is over: go to its last position to take a move back
redo-refused = Redo does not delete games again that were restored in a file
keep-refused = My games takes a game once you have made a move in it; Save in the File menu writes any game to a file
hidden-refused = The game on the board is not shown here: go to Play or Study first
no-game-refused = No game is being played
no-opponent-refused = You are not playing against an engine
move-now-refused = No engine is thinking about a move
review-refused = The game is still being played: it can be reviewed when it is over
play-best-refused = In a game you make your own moves; a hint shows a good one
toast-flag-fallen = { $color ->
    [white] White's flag has fallen; the game continues
   *[black] Black's flag has fallen; the game continues
}
    .yours = Your flag has fallen; the game continues
toast-draw-offered = Draw offered; the engine will answer with its move
play-remark = “{ $text }”
toast-even-match = Your even match is now at { $elo } Elo
toast-engine-offers-draw = The engine offers a draw
toast-draw-agreed = Draw agreed
toast-draw-declined = Draw declined: the engine has not evaluated the game yet
    .better = Draw declined: the engine thinks it stands better
    .early = Draw declined: it is too early
    .later = Draw declined: the position has not been level for long enough
    .not-yet = Draw declined: the engine plays on for now
toast-paused = The game is paused
toast-resume = Resume
toast-play-scratch = { $color ->
    [white] You play White against your own evaluation
   *[black] You play Black against your own evaluation
}
toast-play-from-here = { $color ->
    [white] You play White
   *[black] You play Black
} from here against { $opponent }, { $rated ->
    [no] and the game does not count for your rating or an even match
   *[yes] and the game does not count for an even match
}
toast-undo-leads-back = Undo takes you back to the game you were playing
toast-line-held = The current game is in this line; take back moves instead
toast-deleted = Deleted { $move } and everything after it
toast-deleted-after = Deleted everything after this move
toast-undone = Undone: { $what }
toast-redone = Redone: { $what }
toast-edit-held = { $what } cannot be undone or redone: the game has continued there
toast-engine-gone = { $name } is no longer in the list of engines

## What can be undone.

change-move = Move { $move }
change-take-back = Take back
change-resign = Resign
change-claim-draw = Claim draw
change-agree-draw = Agree to a draw
change-edit-position = Edit position
change-new-game = New game
change-game-scratch = Game against your own evaluation
change-rematch = Rematch
change-switch-sides = Switch sides
change-play-from-here = Play from here
change-set-up = Set up position
change-play-line = Play line
change-puzzle = Analyse puzzle
change-game-details = Game details

# Groups of the Lab's views.
views-group = Group of views
    .tip = Which views have their tabs here
views-watch = Watch
views-experiments = Experiments
views-evaluation = Evaluation
views-board = Board
views-algorithms = Algorithms

## What characters remark during a game.

# Pip
remark-0 =
    .greeting = I am ready. Knights jump, right?
    .ahead = Am I winning? I think I am winning!
    .behind = Oh. That went wrong.
    .draw = Shall we call it a draw?
    .won = I won! Really?
    .lost = Again! I nearly had you.
    .drawn = A draw is half a win, isn't it?
# Trude
remark-1 =
    .greeting = Good day. There is no hurry, is there?
    .ahead = Patience pays, it seems.
    .behind = Well, well. Now I have to think.
    .draw = A draw, dear? It is getting late.
    .won = You will want your revenge, I suppose.
    .lost = Nicely played. I don't resign, I finish.
    .drawn = That seems fair to me.
# Bruno
remark-2 =
    .greeting = My queen is already impatient.
    .ahead = The queen always decides!
    .behind = She went out too early, perhaps.
    .draw = Let us shake hands.
    .won = My queen is proud of me.
    .lost = My queen will want revenge.
    .drawn = A draw. My queen is not amused.
# Lena
remark-3 =
    .greeting = Hi! The Italian, if you let me.
    .ahead = This I know from my club.
    .behind = Hm, that was not in my book.
    .draw = Draw?
    .won = Thanks, that was a good game!
    .lost = Well done. Show me where I went wrong?
    .drawn = Fair enough, we both had chances.
# Sami
remark-4 =
    .greeting = Let us make it exciting.
    .ahead = Your king looks uncomfortable.
    .behind = I should have calculated first.
    .draw = I am out of ammunition. Draw?
    .won = Attack wins!
    .lost = You calculated better.
    .drawn = All that fire for a draw.
# Nadia
remark-5 =
    .greeting = A quiet game, please.
    .ahead = A pawn is a pawn.
    .behind = I gave away too much.
    .draw = It is level. Draw?
    .won = Step by step.
    .lost = You got through. Respect.
    .drawn = Solid on both sides.
# Henk
remark-6 =
    .greeting = The London, if I have White.
    .ahead = My system holds.
    .behind = That was not in my book.
    .draw = Draw, as usual?
    .won = And they call it boring.
    .lost = Even a system loses sometimes.
    .drawn = Half a point for everyone.
# Ines
remark-7 =
    .greeting = Sharp or sharper?
    .ahead = Now the heat is on you.
    .behind = Too sharp, I fear.
    .draw = Nothing sharp left. Draw?
    .won = That is why I play sharp lines.
    .lost = You kept a cooler head.
    .drawn = Wild, and still even.
# Viktor
remark-8 =
    .greeting = Let us get to the endgame.
    .ahead = Now the technique begins.
    .behind = This ending is bad for me.
    .draw = The position is drawn, I believe.
    .won = Technique wins.
    .lost = You had the better technique.
    .drawn = A correct result.
# Mei
remark-9 =
    .greeting = I see everything that hangs.
    .ahead = That one was free.
    .behind = I overlooked something.
    .draw = Nothing left to take. Draw?
    .won = I took what I could.
    .lost = You saw more than I did.
    .drawn = Fair enough.
# Rafael
remark-10 =
    .greeting = A lonely king is a sad sight.
    .ahead = Material is only material.
    .behind = You took it all and lived.
    .draw = I have nothing left to give. Draw?
    .won = The king was lonely enough.
    .lost = Your king was not lonely enough.
    .drawn = Peace, after so much war.
# Dr. Linde
remark-11 =
    .greeting = Good day. I have prepared a little.
    .ahead = As expected.
    .behind = This needs a closer look.
    .draw = I propose a draw.
    .won = Thank you for the game.
    .lost = Convincing. I shall look at it at home.
    .drawn = A sound game.
