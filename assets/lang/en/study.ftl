### Graphs over the game, glyphs, outcomes, and what can be undone.

## Graphs.

study-graph = Graph over the game
study-graph-score = Score
study-graph-chances = Win, draw, loss
study-graph-time = Time
study-graph-depth = Depth
study-axis-score = Evaluation
    .unit = pawns, White’s view
study-axis-chances = Chances
    .unit = percent
study-axis-time = Time spent
    .unit = seconds per move, from the clocks
study-axis-depth = Depth
    .unit = plies
study-no-score = No evaluation yet
    .why = Positions the engine has searched appear here
    .weak = Only full strength evaluates positions
study-no-chances = No chances yet
    .why = They come from searches by engines that report them
study-no-times = No move times
    .why = Games played on the clock and files with [%clk] or [%emt] have them
study-no-depths = No depths yet
    .why = Positions the engine has searched appear here
study-curve-score = last search of each position
study-curve-depth = of the score shown for each position
study-white-wins = White wins
study-black-wins = Black wins
study-chance-white = { $san }: White wins { $percent } %
study-chance-draw = drawn { $percent } %
study-chance-black = Black wins { $percent } %, { $source }
study-chance-reported = reported by { $engine }, depth { $depth }
study-chance-fitted = estimated from the score of { $engine }, depth { $depth }
study-time-spent = { $san }: { $seconds } s

## Outcomes of games.

outcome-checkmate = { $side ->
    [white] White wins by checkmate
   *[black] Black wins by checkmate
}
outcome-resignation = { $side ->
    [white] White wins by resignation
   *[black] Black wins by resignation
}
outcome-time = { $side ->
    [white] White wins on time
   *[black] Black wins on time
}
outcome-stalemate = Draw by stalemate
outcome-dead-position = Draw: neither side can mate
outcome-fivefold = Draw by fivefold repetition
outcome-75-moves = Draw by the 75-move rule
outcome-threefold = Draw by threefold repetition
outcome-50-moves = Draw by the 50-move rule
outcome-agreement = Draw by agreement
outcome-time-no-mate = Draw: the side with time left cannot mate

## Glyphs.

study-nag-good = good move
study-nag-mistake = mistake
study-nag-brilliant = brilliant move
study-nag-blunder = blunder
study-nag-interesting = interesting move
study-nag-dubious = dubious move
study-nag-only = only move
study-nag-equal = equal position
study-nag-unclear = unclear position
study-nag-white-slightly = White is slightly better
study-nag-black-slightly = Black is slightly better
study-nag-white-better = White is better
study-nag-black-better = Black is better
study-nag-white-winning = White is winning
study-nag-black-winning = Black is winning
study-nag-zugzwang = zugzwang
study-nag-development = development
study-nag-initiative = initiative
study-nag-attack = attack
study-nag-compensation = compensation
study-nag-counterplay = counterplay
study-nag-time = time pressure
study-nag-idea = with the idea
study-nag-novelty = novelty

## What undo and redo name.

study-undo-add = Add { $san }
study-undo-null-move = Add null move
study-undo-promote = Promote variation
study-undo-main-line = Make main line
study-undo-demote = Demote variation
study-undo-delete = Delete from { $san }
study-undo-cut = Delete what follows
study-undo-comment = Comment
study-undo-comment-before = Comment before
study-undo-glyph = Annotate
study-undo-clear-glyphs = Clear glyphs
study-undo-shape = Shape
study-undo-clear-shapes = Clear shapes
study-undo-merge = Merge game
study-strip = Evaluation over the game: { $n ->
    [one] { $n } position
   *[other] { $n } positions
}
