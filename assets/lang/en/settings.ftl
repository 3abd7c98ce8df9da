### The settings: name of each, with its unit and its tooltip; then what the dialog says besides.

setting-Theme = Theme
setting-BoardTheme = Board colours
setting-PieceSet = Pieces
setting-AnimationMs = Piece animation
setting-ReducedMotion = Reduce motion
setting-Coordinates = Coordinates
setting-ShowDestinations = Show legal moves
setting-EngineArrows = Arrows for best lines, at most
setting-EvalBar = Evaluation bar
setting-FenBar = FEN field in the status bar
setting-MenuBar = Menus in the top bar
setting-LiveTreeTips = Tips below the live tree
setting-Pov = Point of view of scores
setting-Notation = Move notation
setting-PlayerName = Your name
    .hint = Shown on your card and saved in the files of your games
setting-Language = Language
settings-scale-room = Room for { $percent } % in this window
setting-UiScale = Interface scale
setting-Puct = Tabia PUCT
setting-ThinkMs = Time per move without a clock
    .unit = ms
setting-NaturalPace = Characters take as long as people do
setting-Remarks = Characters make a short remark now and then
setting-EngineMayResign = Resigns hopeless games
setting-Ponder = Thinks on your time
setting-Contempt = Contempt
    .unit = cp
    .hint =
        What the built-in engine gives up at full strength to avoid a draw, in centipawns; a negative value seeks
        draws. It does not affect analysis or reviews.
setting-Watching = Full-strength analysis during games
setting-BookMoves = Plays from an opening book
setting-BookPlies = Book depth
    .unit = plies
setting-BookVariety = Variety of book moves
    .hint = 0 plays the most popular move, 50 chooses by popularity, 100 plays any move of the book
setting-BookFile = Book
setting-Promotion = Promotion
    .hint = With “Queen”, hold Alt while moving to choose another piece
setting-TableFolders = Tablebases
setting-KeepGames = Add games to My games
setting-Sounds = Sounds
setting-Keys = Shortcuts
setting-TypedMoves = Type moves on the keyboard
    .hint = A letter that is also a shortcut waits half a second for the next one, in a game three seconds. When off, shortcuts act at once
setting-Eval = Evaluation
setting-HashMib = Hash
setting-Threads = Threads
setting-MultiPv = Lines
setting-AnalysisLimit = Analysis ends
analysis-limit-none = When you stop it
analysis-limit-seconds = After seconds
analysis-limit-nodes = After nodes
analysis-limit-depth = At a depth
analysis-limit-value = Limit of the analysis
setting-MoveOverheadMs = Move overhead
    .unit = ms

## The dialog.

settings-title = Settings
settings-page = Page
settings-appearance = Appearance
settings-board = Board
settings-sound = Sound
settings-engine = Engine
settings-opponent = Opponent
settings-tables = Tablebases
settings-keys = Shortcuts
settings-reset = Reset all
    .question = Reset all settings? Engines, files and progress are kept.
settings-board-example = Preview of the board
    .hint = Click to see a piece move

theme-system = System
theme-light = Light
theme-dark = Dark

language-system = System
language-english = English is built in and cannot be replaced
language-unknown = { $key }: no such message
language-arguments = { $key }: has the arguments “{ $found }”, expected “{ $expected }”
language-missing = { $n ->
    [one] { $n } text is missing and shown in English
   *[other] { $n } texts are missing and shown in English
}
language-not-utf8 = { $file }: not UTF-8 text
language-more-problems = { $n ->
    [one] { $n } more problem
   *[other] { $n } more problems
} in the language “{ $language }”

# The letters of king, queen, rook, bishop and knight.
piece-letters = KQRBN
notation-figurines = Figurines
notation-english = English letters
notation-localized = Letters { $letters }

pov-white = White
pov-side-to-move = Side to move

coordinates-inside = Inside
coordinates-outside = Outside
coordinates-none = None

speed-off = Off
speed-fast = Fast
speed-normal = Normal
speed-slow = Slow

promotion-ask = Ask
promotion-queen = Queen

watching-always = Always
watching-on-request = On request
watching-off = Off

eval-network = Network
eval-hand-crafted = Hand-crafted

book-built-in = Built in: master games
book-use-built-in = Use built-in book

tables-explained = Folders with Syzygy tablebases, for the panel and for the engine
tables-remove-folder = Remove this folder
tables-no-folder = No folder chosen
tables-opening = Opening the files…
tables-choose-folder = Choose folder…
tables-type-path = or type a path
tables-folder = Folder

puct-explained = The second engine of Tabia: it grows a tree by playouts
puct-method = Method
puct-strongest = Strongest: { $name }
puct-threads = PUCT threads
    .share = shared
    .hint = 0: a share of the threads set above
puct-memory = Tree memory
    .share = Share of the hash

sound-none-here = Sound is not available on this system yet
sound-volume = Volume
sound-played-on = Play a sound for
sound-listen = Listen to: { $name }
sound-stepping = Also when stepping through moves
sound-premove = Premove
sound-move = Move
sound-capture = Capture
sound-castling = Castling
sound-promotion = Promotion
sound-check = Check
sound-low-time = Low time
sound-tick = The last seconds
sound-illegal = Illegal move
sound-end = End of game
