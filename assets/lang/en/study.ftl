### Graphs over the game, glyphs, outcomes, and what can be undone.

## Graphs.

study-graph = Graph of the game
study-graph-score = Score
study-graph-chances = Win, draw, loss
study-graph-time = Time
study-graph-depth = Depth
study-axis-score = Evaluation
    .unit = pawns, White's view
study-axis-chances = Chances
    .unit = per cent
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
study-curve-here = analysed here
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
study-nag-zugzwang = { $side } is in zugzwang
study-nag-development = { $side } is ahead in development
study-nag-initiative = { $side } has the initiative
study-nag-attack = { $side } has the attack
study-nag-compensation = { $side } has compensation for the material
study-nag-counterplay = { $side } has counterplay
study-nag-time = { $side } is in time trouble
study-nag-idea = with the idea
study-nag-novelty = novelty
study-nag-crushing = { $side } has a crushing advantage
study-nag-space-slight = { $side } has a slight space advantage
study-nag-space = { $side } has a space advantage
study-nag-space-decisive = { $side } has a decisive space advantage
study-nag-development-slight = { $side } is slightly ahead in development
study-nag-development-decisive = { $side } is decisively ahead in development
study-nag-initiative-lasting = { $side } has a lasting initiative
study-nag-compensation-insufficient = { $side } has too little compensation for the material
study-nag-compensation-more = { $side } has more than enough compensation for the material
study-nag-centre-slight = { $side } has slightly better control of the centre
study-nag-centre = { $side } has better control of the centre
study-nag-centre-decisive = { $side } controls the centre decisively
study-nag-kingside-slight = { $side } has slightly better control of the kingside
study-nag-kingside = { $side } has better control of the kingside
study-nag-kingside-decisive = { $side } controls the kingside decisively
study-nag-queenside-slight = { $side } has slightly better control of the queenside
study-nag-queenside = { $side } has better control of the queenside
study-nag-queenside-decisive = { $side } controls the queenside decisively
study-nag-back-rank-weak = { $side } has a weak first rank
study-nag-back-rank-safe = { $side } has a well protected first rank
study-nag-king-open = { $side } has a poorly protected king
study-nag-king-safe = { $side } has a well protected king
study-nag-king-poor = { $side } has a poorly placed king
study-nag-king-good = { $side } has a well placed king
study-nag-pawns-very-weak = { $side } has a very weak pawn structure
study-nag-pawns-weak = { $side } has a weak pawn structure
study-nag-pawns-strong = { $side } has a strong pawn structure
study-nag-pawns-very-strong = { $side } has a very strong pawn structure
study-nag-knight-poor = { $side } has a poorly placed knight
study-nag-knight-good = { $side } has a well placed knight
study-nag-bishop-poor = { $side } has a poorly placed bishop
study-nag-bishop-good = { $side } has a well placed bishop
study-nag-rook-poor = { $side } has a poorly placed rook
study-nag-rook-good = { $side } has a well placed rook
study-nag-queen-poor = { $side } has a poorly placed queen
study-nag-queen-good = { $side } has a well placed queen
study-nag-pieces-poor = The pieces of { $side } work together poorly
study-nag-pieces-good = The pieces of { $side } work together well
study-nag-opening-very-poor = { $side } played the opening very poorly
study-nag-opening-poor = { $side } played the opening poorly
study-nag-opening-good = { $side } played the opening well
study-nag-opening-very-good = { $side } played the opening very well
study-nag-middlegame-very-poor = { $side } played the middlegame very poorly
study-nag-middlegame-poor = { $side } played the middlegame poorly
study-nag-middlegame-good = { $side } played the middlegame well
study-nag-middlegame-very-good = { $side } played the middlegame very well
study-nag-endgame-very-poor = { $side } played the endgame very poorly
study-nag-endgame-poor = { $side } played the endgame poorly
study-nag-endgame-good = { $side } played the endgame well
study-nag-endgame-very-good = { $side } played the endgame very well
study-nag-counterplay-slight = { $side } has slight counterplay
study-nag-counterplay-decisive = { $side } has decisive counterplay
study-nag-time-severe = { $side } is in severe time trouble
study-nag-singular = only reasonable move
study-nag-worst = worst move
study-nag-equal-quiet = equal chances, quiet position
study-nag-equal-active = equal chances, active position
study-nag-against = directed against this
study-nag-better-is = better is
study-nag-worse-is = worse is
study-nag-equivalent = as good is
study-nag-editorial = editorial comment

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
study-undo-glyph = Glyph
study-undo-clear-glyphs = Clear glyphs
study-undo-shape = Arrow or circle
study-undo-clear-shapes = Clear arrows and circles
study-undo-merge = Merge game
study-strip = Evaluation over the game: { $n ->
    [one] { $n } position
   *[other] { $n } positions
}
