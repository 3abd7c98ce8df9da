### The tours, and what the views of the Lab are about.

## The tours: the list, the step in sight and its buttons.

tour-list = { $n } tours of about a dozen steps each. You can leave a tour at any step and continue it later.
tour-finished = finished
tour-finished-at = finished, now at step { $step } of { $steps }
tour-left-at = at step { $step } of { $steps }
tour-step = step { $step } of { $steps }
tour-leave = Leave
    .tip = Your step is remembered
tour-done = Done
tour-under-way = Running…
tour-next-step = Next step
tour-next-tour = Next tour
tour-all = All tours
    .tip = Back to the list of tours
tour-show-me = Show me
    .tip = Does what this step asks for
tour-set-up = Set up again
    .tip = Restores the view and the position of this step
tour-undo = Set up position

## What is wrong with a file of the user's.

tour-error = { $file }, line { $line }: { $what }
tour-error-unexpected = found “{ $found }”, expected { $expected }
tour-error-missing = found nothing, expected { $expected }
tour-error-twice = found “{ $key }” twice, expected it once
tour-expected-square = a square such as e4
tour-expected-number = a whole number
tour-expected-position = “startpos” or a FEN
tour-expected-position-before = a position in this step or an earlier one
tour-expected-end = the end of the line
tour-expected-space = a space after the quotation mark
tour-expected-text = the text of the step
tour-expected-task = a block quote (“> …”) at the end of the step that says what to do
tour-expected-entry = a line such as “view: xray”
tour-expected-any-number = a number
tour-expected-field = the name of a field
tour-expected-run = a line “run: …” with a command of “tabia lab”
tour-expected-run-name = the name of a run in this step
tour-claim-field = no object has the field { $field }
tour-claim-rows = { $n ->
    [0] no object matches { $field }, expected one
   *[other] { $n } objects match { $field }, expected one
}
tour-more-problems = { $n ->
    [one] { $n } more problem
   *[other] { $n } more problems
} in the tours for “{ $language }”

## What each view of the Lab shows, and the label of its example.

about-why-not =
    The position is searched briefly as it is, then the move alone for just as long. What the first search
    knew about the move is often only a bound: it showed that the move is no better than the best one and
    looked no further. The second search gives its score and the line that answers it.
    .example = Show me: a queen that must not be taken

about-search-tree =
    A search of this position with every node recorded: how it was reached, with which window and
    depth, what its value was and why it ended. Recording does not change the search: move, score and node
    count stay the same. Values are in pawns, for the side to move at the node. Moves left out by a rule
    also appear in the tree, with the name of the rule. A node that is searched again knows what the hash
    table knows by then, so it may arrive at a different value.
    .example = Show me: a mate in two, every node of it

about-profile =
    Counted while the built-in engine searches with this view open: the nodes at each ply, which move in the
    order caused the cutoffs, and by how many plies moves were reduced. With good ordering, nine in ten
    cutoffs come from the first move.
    .example = Show me: a middlegame with many captures

about-hash-table =
    Positions seen before are stored under their Zobrist key: its upper bits select a cluster of three entries,
    and its lowest 21 bits, mixed with the entry's data, identify the entry in it. In 64 bits an entry holds the
    best move, a value and its bound, the depth of the search below it and the static
    evaluation. The line follows the moves of the entries; it stops where an entry was overwritten or never
    had a move.
    .example = Show me: locked pawns, where every path leads to the same positions

about-move-order =
    Alpha-beta searches least when the best move comes first. The move picker starts with the move from the
    hash table, then tries good captures (most valuable victim first, weighted by the success of similar
    captures; a good one does not lose by static exchange, but a high score allows a loss and a low one demands
    a gain), killer moves and the countermove, then quiet moves by the success of similar moves (by
    from-square and to-square, by pawn structure, and after the moves one, two, four and six plies back), and
    the other captures last.
    .example = Show me: good and bad captures by the dozen

about-horizon =
    The static evaluation rates a position as it stands, quiescence search plays out captures first, and each
    search looks as many plies ahead as its column says, starting with an empty memory. Where a column differs
    from the deepest one, something lay beyond its horizon. The horizon effect: a search that has to stop at a
    fixed depth pushes a loss beyond it with moves that only delay, and believes that the loss has been
    avoided.
    .example = Show me: the horizon effect

about-xray =
    The hand-crafted evaluation is a sum of terms, each with a value for the middlegame and one for the
    endgame; the pieces left on the board decide how much each of the two counts. The rows add up to the score
    exactly, and clicking a row paints the squares it comes from. The network has no terms: what a piece is
    worth to it shows when the piece is removed. Pieces can be moved, placed and removed here without changing
    the game. All scores are centipawns from White's point of view; nothing is searched.
    .example = Show me: an attack on the king, square by square

about-live-tree =
    The top of the tree of a search while it runs. A row is a ply, and each move is as wide as its share of the nodes.
    The colour is its latest score; most scores are bounds, because a search only asks whether a move beats the best one.
    The outline is the line the engine expects; its moves are at least wide enough to be read. Below, the search by
    iterations: click or drag there, and every panel shows what the engine believed then.
    .example = Show me: Black offers his queen
about-root-race =
    Each curve is a root move: a dot where its score is exact, an open triangle where the search knows only a
    bound, pointing to where the true value lies. All moves of an iteration except the first are only asked
    whether they beat the best one, so bounds are the rule. Moves that have been best have a colour. The marks
    above: a diamond where the best move changed, arrows where the search failed high (up) or low (down).
    Below: the share of each iteration's nodes spent on each move, by the leading thread. Pointing at a move
    highlights it everywhere, clicking keeps it highlighted, and right-clicking asks why it is not the best.
    .example = Show me: a sacrifice that is found late

about-bitboards =
    A set of squares is one 64-bit number with one bit for each square. What would be a loop over the board
    then becomes a single instruction: a shift advances all white pawns, and an AND with the enemy's pieces
    leaves what they can capture. Choose a set from the position, or flip bits on the free board, and compute
    with them. A move that fits the way a piece moves is pseudo-legal; it is legal if it leaves its own king
    safe, and for each move that does not, the view says which piece would capture the king.
    .example = Show me: why the king may not castle

about-sliders =
    How far a rook, bishop or queen sees depends on what stands in its way. A scan walks along and checks each
    square. The classical method takes whole rays from a table and cuts them off at the nearest blocker. Magic
    and PEXT compute every case in advance: the few squares that matter are turned into the index of a table,
    either by a multiplication that happens to gather their bits or by an instruction made for this purpose. A
    magic number is found by trying random ones; two sets of blockers may share an entry if they lead to the
    same attacks.
    .example = Show me: a queen in a crowd

about-zobrist =
    Each piece on each square, each castling right, each en passant file and Black to move has a random 64-bit
    number; the key of a position is the XOR of those that apply (Albert Zobrist, 1970). XOR undoes itself: a
    move removes what is no longer true and adds what has become true, and the same moves in any order end at
    the same key. An en passant file counts only where a pawn may legally capture there, as the repetition
    rule requires.
    .example = Show me: a key with castling and en passant in it

about-alpha-beta =
    Squares are positions with Max to move, rounded ones positions with Min to move; all values are from the
    view of Max, the side to move at the root. The window [alpha, beta] at an open position shows what Max is
    sure of and what Min is sure of: a value outside it changes nothing above. Where alpha reaches beta, the
    remaining moves are left out and fade. Minimax visits them all and arrives at the same value. In the tree
    of the position, each position has a few moves: those that look best to the static evaluation one ply
    later.
    .example = Show me: the tree of a middlegame

about-scratch =
    What makes a position good, built up the way classical programs did it: each level knows one thing more.
    Change the numbers, paint the tables, and let a level play the one before it with the same small search:
    what counts is whether it wins. Piece values come in two published sets. The usual one is that of Marsland
    (1986), as quoted by Pokharel in Techniques In Chess Programming (2025); the learnt one was found by Droste and
    Fürnkranz with reinforcement learning, as reported by Bijl and Tiet (2021). Pokharel compares the two. The
    tables and everything else are our own and untuned.
    .example = Show me: bishop or knight, level by level

about-playouts =
    The other way to search: a tree grown by playouts. Each playout has four phases. Select: starting at the root,
    take the move with the greatest sum of Q, its average result so far, and U, a bonus for moves that look good or
    have been tried little; the first method takes the move with the fewest playouts. Expand: a position that is
    reached again gets its moves listed, with priors P. Evaluate: the new position is evaluated. Back up: that value
    is counted at every node of the line. N is the number of playouts of a node, n that of a move. UCB1 is by Auer,
    Cesa-Bianchi and Fischer (2002), its use in trees by Kocsis and Szepesvári (2006), the prior by Rosin (2011),
    its form in the bonus that of AlphaGo (2016). The last method also shifts priors by move histories, after the
    progressive history of Nijssen and Winands (2011). Each method adds to the one before. Mate, stalemate and draws
    by material or fifty moves are proven results and are passed up the tree with their distance; a repetition
    counts in its own line only. The same seed grows the same tree.
    .example = Show me: a mate in two, found and proved

about-small-game =
    A program that teaches itself a game small enough to be solved: four in a row on five columns and four
    rows. A network that knows nothing guides a tree search (PUCT); the search plays against itself; the
    network learns which columns the searches preferred and how the games ended; and so on. The exact solution
    of the game measures every generation but is never learnt from: in how many positions where a mistake is
    possible the network alone (policy) and its search preserve the exact value, how far off the network's value
    is, and what the search scores against perfect play. The game is a draw, so half the points is the maximum.
    The same seed gives the same result.
    .example = Show me: learning for a few seconds

worksheet-menu = Worksheets to print
tour-file = my-tour
worksheet-file = worksheet
worksheet-name = Name:
worksheet-answers = Answers
worksheet-open = A question for discussion.
worksheet-white = White to move
worksheet-black = Black to move
worksheet-claim = `{ $run }` finds `{ $claim }`
worksheet-mistakes = Find a better move
worksheet-better = { $mv } was played. Find a better move, and say what is wrong with this one.
worksheet-better-only = { $mv } was played. Find a better move.
worksheet-better-answer = **{ $best }** ({ $score }, White's view): { $line }. After { $mv } it is { $own }.
tour-example = Write a tour…
tour-write = How to write a tour
tour-write-folder = Put your own tours in { $folder }; they appear in the menu after the next start.
tour-write-check = tabia lab tours --check FILE tests the claims of a tour and says which do not hold.
tour-write-save = Save the example…
