### What is wrong with positions, moves, games, books, tables and files.

## Positions: what follows “Invalid FEN:”.

error-fen-missing = { $field ->
    [board] the board is missing, expected eight ranks of pieces
    [side] the side to move is missing, expected w or b
    [castling] the castling rights are missing, expected -, letters of KQkq or rook files
    [enpassant] the en passant square is missing, expected a square or -
    [halfmove] the halfmove clock is missing, expected a number
   *[other] the fullmove number is missing, expected a number
}
error-fen-ranks = the board has { $n ->
    [one] { $n } rank
   *[other] { $n } ranks
}, expected 8 separated by “/”
error-fen-rank-length = rank { $rank } has { $n ->
    [one] { $n } square
   *[other] { $n } squares
}, expected 8
error-fen-letter = rank { $rank } has “{ $found }”, expected pieces (PNBRQK, pnbrqk) or digits (1–8)
error-fen-no-king = { $side ->
    [white] White has no king, expected one
   *[black] Black has no king, expected one
}
error-fen-kings = { $side ->
    [white] White has { $n } kings instead of one
   *[black] Black has { $n } kings instead of one
}
error-fen-pieces = { $side ->
    [white] White has { $n } pieces, at most 16 are possible
   *[black] Black has { $n } pieces, at most 16 are possible
}
error-fen-pawns = { $side ->
    [white] White has { $n } pawns, at most 8 are possible
   *[black] Black has { $n } pawns, at most 8 are possible
}
error-fen-promoted = { $side ->
    [white] White
   *[black] Black
} has { $pawns ->
    [one] { $pawns } pawn
   *[other] { $pawns } pawns
} and at least { $promoted } promoted, at most 8 together are possible
error-fen-last-rank = there is a pawn on { $square }; pawns cannot stand on ranks 1 and 8
error-fen-kings-touch = the kings on { $white } and { $black } stand next to each other
error-fen-in-check = { $side ->
    [white] White is to move, but Black is in check
   *[black] Black is to move, but White is in check
}
error-fen-checkers = { $n } pieces give check at once, at most 2 are possible
error-fen-side = the side to move is “{ $found }”, expected w or b
error-fen-castling-letter = the castling rights have “{ $found }”, expected -, letters of KQkq or rook files A–H, a–h
error-fen-castling-twice = castling right { $letter } is given twice
error-fen-castling-same-side = the castling rights { $first } and { $second } are both on the { $wing }-side of the king on { $king }, expected one
error-fen-castling-king = castling right { $letter } needs the king on its first rank, but it is on { $king }
error-fen-castling-rook = castling right { $letter } has no rook on the king's rank
error-fen-en-passant-text = the en passant square is “{ $found }”, expected - or a square such as e3
error-fen-en-passant-rank = the en passant square { $square } is not on rank { $rank }
error-fen-en-passant-pawn = the en passant square { $square } needs a { $side ->
    [white] white
   *[black] black
} pawn on { $on }
error-fen-en-passant-blocked = the en passant square { $square } needs { $on } to be empty
error-fen-en-passant-check = the en passant square { $square } does not fit: the double step could neither give
    nor discover this check
error-fen-number = { $field ->
    [halfmove] the halfmove clock
   *[other] the fullmove number
} is “{ $found }”, expected a number from { $least } to { $most }
error-fen-trailing = there is “{ $found }” after the fullmove number, nothing may follow it

## Moves.

error-san-syntax = “{ $found }” is not a move such as e4, Nf3, exd5, e8=Q or O-O
error-san-no-move = “{ $found }” is not legal: no { $side ->
    [white] white
   *[black] black
} { $piece } can go to { $to }
error-san-no-move-from = “{ $found }” is not legal: no such { $side ->
    [white] white
   *[black] black
} { $piece } can go to { $to }
error-san-ambiguous = “{ $found }” is ambiguous: { $candidates }
error-san-promotion = “{ $found }” does not name the new piece, as { $found }=Q does
error-san-castling-right = “{ $found }” is not legal: { $side ->
    [white] White
   *[black] Black
} has lost the right to castle there
error-san-castling-check = “{ $found }” is not legal: the { $side ->
    [white] white
   *[black] black
} king is in check
error-san-castling-blocked = “{ $found }” is not legal: the way is blocked or attacked for the { $side ->
    [white] white
   *[black] black
} king
error-uci-syntax = “{ $found }” is not a move such as e2e4 or e7e8q
error-uci-illegal = “{ $found }” is not legal in { $fen }
error-uci-promotion = “{ $found }” does not name the new piece, as { $found }q does

## Games in PGN: place and problem; what was found and what belongs there.

error-pgn-place = line { $line }, column { $column }: { $fault }
error-pgn-more = { $n ->
    [one] { $n } more problem
   *[other] { $n } more problems
} from here on
error-pgn-move = { $error }; the line is kept as text from there on
error-pgn-repaired = { $error }; read as { $read }
error-pgn-null-move = null move “{ $found }” while in check; the line is kept as text from there on
error-pgn-start = start position: { $error }
error-pgn-variant = variant “{ $found }” is not supported, only standard chess and Chess960
error-pgn-text = found “{ $found }”, expected { $expected }
error-pgn-quotes = a value in quotes
error-pgn-after-quote = nothing between the closing quote and the bracket
error-pgn-closing-quote = a closing quote
error-pgn-one-line = a value on one line
error-pgn-closing-brace = a closing {"}"}
error-pgn-tag-line = tags at the beginning of a line
error-pgn-closing-bracket = a closing ]
error-pgn-after-tag = nothing after a tag
error-pgn-moves = moves; the words before them become a comment
error-pgn-tag = a tag such as [White "Morphy"]
error-pgn-move-before = a move before it
error-pgn-open-bracket = a ( before it
error-pgn-move-with = a move to go with it
error-pgn-braces = no braces inside a comment; they become parentheses
error-pgn-nag = a number from 0 to 255
error-pgn-signs = one of ! ? !! ?? !? ?!
error-pgn-standard = a move that is the same in standard chess
error-pgn-game-end = the end of the game
error-pgn-brackets = a ) for every (
error-pgn-result = the result in the tags; it becomes a comment
error-pgn-result-tag = a result in the tags; it becomes a comment
error-pgn-long-game = a game of more than { $n } bytes
error-pgn-shorter-game = a shorter one; it is read in pieces
error-pgn-big-game = a game of more than { $n } moves
error-pgn-smaller-game = fewer, variations included; the rest is kept as text
error-pgn-no-game = { $n } MiB without a game
error-pgn-no-end = { $n } MiB without the end of a game

## Files.

error-file-kind = found { $found }, expected { $expected }
error-file-file = a file
error-file-file-or-pipe = a file or a pipe
error-file-pipe = a pipe
error-file-folder = a folder
error-file-socket = a socket
error-file-device = a device
error-file-other = something that is not a file
error-file-too-large = larger than { $most } bytes
error-file-line = found a line of more than { $most } bytes
error-gif-length = found { $found } positions, expected at most { $most } for an animation
error-file-silent = a pipe that nothing is written to
error-file-not-regular = not a regular file, so it cannot be replaced
error-file-read-only = the file is read-only
error-file-no-folder = its folder does not exist
error-file-folder-closed = its folder cannot be written to
error-file-packed = This file is packed ({ $kind }). Unpack it first
error-file-binary = This is not a text file. Games are read from PGN, positions from FEN and EPD
error-file-list-into-itself = the games come from this file; choose another one
error-file-changed = { $name } has changed on disk since it was read
error-file-latin = { $name } is in Latin-1, which cannot hold “{ $found }”; nothing was written
error-file-utf16-large = { $n } bytes of UTF-16, at most { $most } are supported
error-file-utf16-half = ends in the middle of a UTF-16 character
error-file-being-changed = { $n } bytes instead of { $expected }: the file is being changed
error-file-other-writer = another program is writing to the file
error-file-undo-too-large = more than { $n } MiB would be needed to undo this
error-file-pieces = the file does not have the expected content

## Opening books.

error-book-empty = not a Polyglot book: { $n ->
    [one] { $n } byte is
   *[other] { $n } bytes are
} less than one entry of 16 bytes
error-book-moves = not a Polyglot book: most entries hold no move
error-book-text = not a Polyglot book: found text instead of binary entries
error-book-extra = { $n ->
    [one] { $n } byte after the last whole entry was
   *[other] { $n } bytes after the last whole entry were
} ignored
error-book-unsorted = entry { $entry } was out of order; the entries have been sorted

## Endgame tablebases.

error-table-name = the name { $name } is not one such as KRPvKR
error-table-length = { $n ->
    [one] { $n } byte
   *[other] { $n } bytes
}, expected a multiple of 64 plus 16
error-table-damaged = damaged Syzygy table: { $what }
error-table-unreadable = cannot be read: { $error }
error-table-changed = the file has changed since it was opened
error-table-checksum = the checksum does not match
error-table-refused = { $table }; this table is not used: replace or remove the file
error-table-refused-more = { $table }; this table and { $n } more are not used: replace or remove the files
error-table-none = { $paths }: found no Syzygy table, expected files such as KRvK.rtbw and KRvK.rtbz
error-table-too-many-men = { $n } men on the board, the tables cover at most { $most }
error-table-castling = tablebases do not cover positions with castling rights
error-table-missing = no table for { $material }; needs { $material }.rtbw and { $material }.rtbz
error-table-closed = no tablebases are open
error-table-no-number = a position without a number
error-table-men = too many men
error-table-other-men = different men
error-table-name-men = men that do not match its name
error-table-order = men in an impossible order
error-table-groups = groups in an impossible order
error-table-positions = too many positions
error-table-kings = adjacent kings
error-table-index = an invalid index
error-table-code = an invalid code
error-table-block-end = a block that ends too early
error-table-behind-end = an offset beyond its end
error-table-page = a page is missing
error-table-kind = a different kind of file
error-table-flags = flags that do not match its name
error-table-part = a part is missing
error-table-result = a result that does not exist
error-table-distance = a distance that is not listed
error-table-block-size = blocks of an impossible size
error-table-code-length = codes of an impossible length
error-table-symbol-cycle = symbols that contain themselves
error-table-symbols = symbols that do not exist
error-table-blocks-end = blocks that do not end where the file does
error-table-head = an incomplete header
error-table-sides = two sides that refer to each other
error-table-no-move = a result that no move reaches

## The saved session and the settings.

error-saved-empty = no start position
error-saved-parent = row { $row } continues row { $parent }, which does not come before it
error-saved-move = row { $row }: { $error }
error-saved-null-move = row { $row }: a null move while in check
error-saved-json = not a session: { $error }
error-saved-cut-off = the file ends in line { $line } before it is complete
error-saved-syntax = line { $line }, column { $column } is not JSON
error-saved-version = no version
error-saved-game = no game
error-saved-tree = game: { $error }
error-saved-node = { $field } is node { $found }, which the game does not have
error-saved-no-object = not a JSON object
error-saved-lost = The last session could not be restored: { $error }
error-saved-unreadable = { $name } could not be read ({ $error })
error-saved-unreadable-kept = { $name } could not be read ({ $error }); it has been kept as { $path }
error-saved-unreadable-stays = { $name } could not be read ({ $error }) and could not be renamed: { $why }
error-saved-not-aside = { $path } could not be copied: { $error }
error-saved-settings = Settings that were not understood and have been left as they are: { $names }
error-saved-newer-kept = { $name } was saved by a newer version of Tabia. It has been kept as { $path }
error-saved-newer-left-kept = { $name } was saved by a newer version of Tabia; left out: { $names }. It has been
    kept as { $path }
error-saved-bad-left-kept = { $name } is damaged; left out: { $names }. It has been kept as { $path }
error-saved-names-more = { $names } and { $n } more
error-saved-taken =
    Another window of Tabia is open and saves the session and the settings; this one will when that one is closed
error-saved-taken-by =
    Another window of Tabia is open (process { $process }) and saves the session and the settings; this one will when
    that one is closed
error-saved-lab = The Lab: { $error }

## Reading and writing.

error-read = Could not read { $path }: { $error }
error-open = Could not open { $path }: { $error }
error-write = { $error }: { $path }
error-thread = Could not start a background task: { $error }
error-background = A background task failed: { $error }
error-tables-interrupted =
    the program ended last time while opening them, so it has started without them; it will try again at the next
    start, or when the folder is removed and added again
