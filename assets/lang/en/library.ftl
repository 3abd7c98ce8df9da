### Files, lists of games, the opening explorer and the tablebases.

## The opening explorer.

explorer-source = Source
explorer-masters = Masters
explorer-book = Book
explorer-games = Games
explorer-unfiltered = Counts all games of the list, also those that the filter hides
explorer-nothing = No known moves from here
    .why = The game has left the known moves
    .position = No known game has this position
explorer-no-name = No opening name yet
explorer-book-size = { $name } · { $n ->
    [one] { $n } move
   *[other] { $n } moves
}
explorer-no-book = No book is open
    .why = Polyglot books are .bin files
explorer-no-games = No games are open
    .why = Open a PGN file with several games
explorer-played = Played
explorer-weight = Weight
explorer-results = Results (%)
explorer-shares = White, draws, Black (%)
explorer-points = Points of White, Black (%)
explorer-last = Last
explorer-click = Click to play this move

## The tablebases.

library-no-tables = No tablebases
    .why = Choose a folder with Syzygy tables
library-tables-opening = Opening the tablebases…
    .why = This takes a moment
library-tables-unusable = The tablebases cannot be used
library-tables-over = The game is over in this position
library-tables-men = { $n } men on the board
library-tables-castling = Tablebases do not cover castling rights
library-tables-searching = Looking up the position…
library-tables-no-result = No result
library-tables-dtz = DTZ: plies to the next capture or pawn move that keeps the result
library-tables-result = Result
library-tables-wins = { $side ->
    [white] White wins (DTZ { $dtz })
   *[black] Black wins (DTZ { $dtz })
}
library-tables-cursed = { $side ->
    [white] White would win, but Black is saved by the 50-move rule
   *[black] Black would win, but White is saved by the 50-move rule
}
library-tables-drawn = Drawn
library-tables-blessed = { $side ->
    [white] White would lose, but is saved by the 50-move rule
   *[black] Black would lose, but is saved by the 50-move rule
}
library-tables-loses = { $side ->
    [white] White loses (DTZ { $dtz })
   *[black] Black loses (DTZ { $dtz })
}
library-tables-win = Win
library-tables-cursed-win = Cursed win
library-tables-blessed-loss = Blessed loss
library-tables-loss = Loss
library-tables-extent = { $n ->
    [one] { $n } table
   *[other] { $n } tables
} with up to { $men } men
library-tables-problem = Tablebases: { $error }
library-tables-refused = No tablebases: { $error }

## The list of games.

library-no-list = No games are open
    .why = Open a PGN file, drop one here, or paste games
library-clear-filter = Clear the filter
library-close = Close the list
library-empty = No games
    .why = There are no games left in the file
library-no-match = No matching games
    .why = No game fits the filter or the position
library-show-all = Show all games
library-all-games = All games
library-with-position = With this position
library-with-material = With this material
library-with-pawns = With this pawn structure
library-likeness = Position
    .tip = Only games with the position on the board, its material or its pawn structure. The list keeps this position until you choose here again.
library-searching = Searching…
library-count = { $n } of { $all ->
    [one] { $all } game
   *[other] { $all } games
}
library-count-short = { $n } of { $all }
library-filter = Filter games
    .hint = Filter: names, eco:B90 or elo>2600
library-filter-text = { $word } is not understood, use { $field }: and a text
library-filter-field = { $word } is not understood, use one of { $fields }
library-filter-number = { $word } is not understood, use a number such as { $field }>{ $high } or { $field }:{ $low }-{ $high }
library-filter-date = { $word } is not understood, use a date such as date:1972, date:2025-06 or date:1990-1995.06
library-filter-reversed = { $word } covers nothing: the first value must not be greater than the second
library-filter-result = { $word } is not understood, use result:1-0, 0-1, 1/2 or *
library-help = Finds games with all these words in names, event and site, or in the opening if no name has them.
library-help-field = one field; quotes around spaces: white:"van wely"
library-help-eco = codes that begin like this, or a range
library-help-elo = both players, or White only; belo for Black
library-help-date = years, months or days
library-help-result = result and length
library-help-minus = a minus excludes games
library-help-fields = Fields: { $fields }
library-merge = Merge into the game
library-copy = Copy as PGN
library-delete = Delete from the file
library-number = No.
    .tip = Place in the file
library-white-name = White's name
library-black-name = Black's name
library-elo = Elo
    .tip-white = White's Elo
    .tip-black = Black's Elo
library-result = Result
    .tip = Result of the game
library-date = Date
    .tip = Date of the game
library-event = Event
    .tip = Event, or the site where the event is unknown
library-eco = ECO
    .tip = Opening code
library-opening = Opening
    .tip = Opening name
library-moves = Moves
    .tip = Moves of the main line
library-sort = Sort: { $column }
library-sort-tip = { $column }; click to sort
library-from-position = From a position
library-on-board = On the board
library-partly-read = Could not be read completely
library-no-own-games = None of your games have been added yet: play one to its end
library-no-further-game = There are no more games in the list
library-list-cut = { $source } has more games than fit into memory; the first { $n } are listed
library-listed = { $n ->
    [one] { $n } game
   *[other] { $n } games
} in { $source }
library-encoded = { $text }. Encoding: { $encoding }

## Opening, pasting, copying and merging games.

library-clipboard = Clipboard
library-undo-paste = Paste
library-undo-open = Open { $source }
library-undo-open-game = Open game { $number } of { $name }
library-position-pasted = Position pasted
library-position-opened = Position opened from { $source }
library-game-pasted = Game pasted: { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
}{ $variations ->
    [0] {""}
    [one] {", "}{ $variations } variation
   *[other] {", "}{ $variations } variations
}
library-read-meanwhile = { $source } has been read
library-game-opened = Opened: { $source }, { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
}{ $variations ->
    [0] {""}
    [one] {", "}{ $variations } variation
   *[other] {", "}{ $variations } variations
}
library-nothing-in-clipboard = No chess position or game in the clipboard
library-nothing-in-file = No chess position or game in { $source }
library-problems = { $n ->
    [one] Opened with one problem: { $first }
   *[other] Opened with { $n } problems, the first: { $first }
}
library-paste-empty = The text is empty
library-paste-found = Found “{ $text }”
library-paste-fen = Invalid FEN: { $error }
library-paste-address = This is the address of a web page, and Tabia does not use the network. Copy the game as PGN or the position as FEN there, and paste that
library-paste-no-game = Not a game: { $error }
library-paste-no-moves = Not a game: no tags and no legal moves
library-paste-uci = Invalid UCI position: { $error }
library-paste-uci-head = “{ $found }” should be startpos or fen
library-read-failed = Could not read the game: { $error }
library-text-changed = The text has changed
library-game-copied = Game copied
library-nothing-merged = This game already has all moves of that game
library-merged = { $n ->
    [one] { $n } move
   *[other] { $n } moves
} added as variations
library-merge-refused = That game begins with a position that does not occur in this one: { $found }

## Saving, keeping and exporting games.

library-unchanged = Nothing has changed since the game was saved in { $path }
library-still-saving = A game is still being saved; try again in a moment
library-save-failed = Could not save: { $error }
library-not-saved-left = The game that has left the board was not saved in { $path }: bring it back (Undo) and save it again
library-saved = Saved as game { $number } of { $name }
library-already-kept = My games already has this game as it is
library-keep-failed = Could not be added to My games, trying again with the next game: { $error }
library-kept = Added to My games as game { $number }
library-first-kept = Games you play are added to My games; you can turn that off in the settings
library-exported = Saved as { $path }
library-export-failed = Could not export: { $error }
library-game-is-back = Your game has been restored; it is paused

## Deleting games and merging duplicates.

library-not-in-file = These games are not in a file, so there is nothing to delete
library-still-writing = A file is still being written; try again in a moment
library-no-duplicates = { $name } has no duplicate games
library-not-changed = The file was not changed: { $error }
library-restored = { $n ->
    [one] { $n } game
   *[other] { $n } games
} restored in { $name }
library-restored-at-end = { $name } has changed since; { $n ->
    [one] { $n } game was
   *[other] { $n } games were
} restored at its end
library-deleted = Game { $number } deleted from { $name }
library-merged-duplicates = { $n ->
    [one] { $n } duplicate
   *[other] { $n } duplicates
} merged in { $name }
library-duplicates-rule =
    Two games are duplicates if they begin in the same position, have the same moves, and do not differ in names, date
    or result. The first of them stays and takes over the comments, variations and tags of the others.

## What the system’s dialogs say, and what is being read or written.

library-dialog-open = Open a game or position
library-dialog-book = Open a Polyglot book
library-dialog-positions = Open a file of positions
library-dialog-tree = Save the tree
library-dialog-tables = Choose a folder with Syzygy tables
library-list-file = games
library-dialog-export = Export
library-dialog-append = Append the game to a file
library-dialog-save = Save the game
library-dialog-engine = Choose a UCI engine
library-dialog-log = Save the log
library-files-games = Games and positions
library-files-all = All files
library-files-books = Polyglot books
library-files-positions = Positions (EPD, FEN)
library-reading = Reading { $name }
library-writing = Writing { $name }

## Results of matches.

library-elo-no-game = no games yet
library-elo-all = all points: no upper limit for the Elo difference
library-elo-none = no points: no lower limit for the Elo difference
library-elo-few = { $elo } Elo, too few games for an error bar

## The window's own dialog for files and folders.

choose-path = Path
    .hint = Tab completes, Up and Down choose
choose-up = One folder up
choose-home = Home
choose-recent = Recent folders
choose-folder = Choose folder
choose-all = All files
choose-reading = Reading…
choose-nothing = Nothing to choose here
choose-no-name = Type a name or choose one
choose-not-there = There is no “{ $name }” here
choose-replaces = “{ $name }” will be replaced
choose-replaces-again = “{ $name }” is there already: choose Save once more to replace it

## Links

link-unreadable = This link cannot be opened
link-part = { $part }: { $why }
link-twice = “{ $part }” occurs twice, expected once
link-too-long = The link has { $found } bytes, expected at most { $limit }
link-one-line = one line without control characters
link-null-in-check = found a null move in check, expected a legal move
link-number = a whole number
link-no-settings = no settings: this view has none
link-opened = Link opened
link-copied = Link copied
link-command-copied = Terminal command copied

## A game as a page.

export-page-start = The start position
export-page-after = After { $played }
export-page-round = Round { $round }
export-page-left-out = { $n ->
    [one] One more diagram is left out.
   *[other] { $n } more diagrams are left out.
}
