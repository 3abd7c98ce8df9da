### Words that many parts of the window share.

language-name = English
number-decimal = .
number-group = ,

## Buttons.

button-cancel = Cancel
button-close = Close
button-add = Add
button-delete = Delete
button-apply = Apply
button-save = Save
button-copy = Copy
button-open = Open
button-start = Start
button-stop = Stop
button-continue = Continue
button-show = Show
button-reset = Reset
button-back = Back
button-next = Next
button-discard = Discard

## Chess.

white = White
black = Black
draw = Draw
white-to-move = White to move
black-to-move = Black to move
piece-pawn = Pawn
piece-knight = Knight
piece-bishop = Bishop
piece-rook = Rook
piece-queen = Queen
piece-king = King
column-move = Move
column-score = Score
column-depth = Depth
column-nodes = Nodes
column-time = Time
column-line = Line

## Counts.

count-moves = { $n ->
    [one] { $n } move
   *[other] { $n } moves
}
count-games = { $n ->
    [one] { $n } game
   *[other] { $n } games
}
count-positions = { $n ->
    [one] { $n } position
   *[other] { $n } positions
}
count-nodes = { $n ->
    [one] { $n } node
   *[other] { $n } nodes
}
