### The arena: matches and tournaments between engines.

arena-preparing = A tournament is being made ready
arena-preparing-player = A tournament is being made ready: { $name } is being started
arena-one-at-a-time = A tournament is being played: one at a time
arena-replace-plan = Replace the plan “{ $name }”?
    .text = It is being set up in the arena, you have changed it, and it has not been played.
    .do = Replace it
arena-match-duel = In the arena…
    .tip = A match of both engines in the arena, with the options and the time they have here
arena-match = Match…
    .tip = A match of A against B in the arena: what games say of the difference
arena-file-in-use = Games are being played into this file already, by another window or in a terminal
arena-new = Tournament
arena-new-match = Match
arena-levels = From scratch, levels { $first } to { $last }
arena-panicked = An error in Tabia has ended the tournament. The games that were played are kept; it can go on from them
arena-table-copied = Table copied as Markdown
arena-written = Written to { $file }
arena-over-toast = The tournament in the arena has ended

arena-dialog-open = Open the plan of a tournament
arena-dialog-save = Save the plan
arena-dialog-table = Save the table
arena-dialog-games = Save the games
arena-games-nowhere = The games of this tournament are kept in no file
arena-game-number = Game { $number }
arena-game-gone = The file no longer has this game

arena-none = No tournament is being played
    .why = Let engines play each other: a match, a round robin, a gauntlet, a Swiss tournament or a knock-out. It goes on while you play or study elsewhere, and can be continued after a restart.
arena-set-up = New tournament
arena-open-plan = Open plan
arena-save-plan = Save plan
arena-saved = Earlier tournaments
arena-saved-won = { $winner } wins after { $n ->
        [one] { $n } game
       *[other] { $n } games
    }
arena-go-on = Go on
arena-put-aside = Take { $name } off the list
arena-put-aside-elsewhere = { $name } is off the list; its plan and games stay where they are
arena-put-aside-done = { $name } is off the list; its plan and games are kept in Tabia's folder
arena-go-on-with = Go on with { $name }
arena-games = { $n ->
        [one] { $n } game
       *[other] { $n } games
    }

arena-progress = { $played } of { $least ->
        [yes] at least { $games }
       *[no] { $games }
    } games
arena-progress-test = { $played ->
        [one] { $played } game
       *[other] { $played } games
    }, at most { $games }
arena-all-played = { $name }: all { $games } games played
arena-progress-round = Round { $round } of { $rounds }, { $played } of { $least ->
        [yes] at least { $games }
       *[no] { $games }
    } games
arena-decided-h1 = H1 accepted after { $games } games
arena-decided-h0 = H0 accepted after { $games } games
arena-games-range = { $least } to { $most } games
arena-time-range = { $least } to { $most }
arena-won = { $winner } wins the knock-out after { $games } games
arena-state-stopped = Stopped
arena-state-stopping = Ends with the games under way
arena-state-waits = Waits: { $why }
arena-state-paused = Paused
arena-state-pausing = Pausing after the games under way
arena-state-own-game = Waits: your own game or analysis needs all processors
arena-state-left = { $most ->
        [yes] Time left at most
       *[no] Time left
    }: { $time }
arena-time-under-a-minute = less than a minute
arena-time-minutes = { $n ->
        [one] about { $n } minute
       *[other] about { $n } minutes
    }
arena-time-hours = about { $n } hours
arena-time-days = about { $n } days

arena-about-match = Match, { $pairs ->
        [yes] { $n ->
                [one] { $n } pair
               *[other] { $n } pairs
            }
       *[no] { $n } games
    }
arena-about-round-robin = Round robin, { $pairs ->
        [yes] { $n ->
                [one] { $n } pair
               *[other] { $n } pairs
            } each
       *[no] { $n } games each
    }
arena-about-gauntlet = Gauntlet, { $pairs ->
        [yes] { $n ->
                [one] { $n } pair
               *[other] { $n } pairs
            } each
       *[no] { $n } games each
    }
arena-about-swiss = Swiss, { $n } rounds
arena-seed = seed { $seed }
arena-control-none = no limit
arena-control-clock = { $base } s + { $increment } s
arena-control-moves = { $moves } moves in { $base } s + { $increment } s
arena-control-movetime = { $time } a move
arena-control-nodes = { $nodes } nodes a move
arena-control-own = { $all } ({ $name }: { $limit })
arena-control-different = different limits
arena-control-depth = depth { $depth }
arena-openings-known = well-known openings
arena-openings-balanced = random balanced openings
arena-openings-pgn = openings of a PGN
arena-openings-epd = openings of an EPD
arena-openings-book = openings of a book
arena-openings-file = PGN, EPD or Polyglot file…

arena-more = More
arena-stop-now = Stop now
    .tip = Games under way do not count; they are played again when it goes on
arena-stop-after = Stop after these
    .tip = Games under way are played to their end, then the tournament stops; you can go on with it later, also after a restart
arena-pause = Pause
    .tip = Games under way are played to their end, then no other begins until you resume; the tournament stays open
arena-resume = Resume
    .tip = Games begin again
arena-export-pgn = Save the games as PGN…
arena-export-csv = Save the table as CSV…
arena-export-markdown = Copy the table as Markdown

arena-head-player = Player
arena-head-elo = Elo, mean 0
arena-head-games = Games
arena-head-points = Points
arena-head-sonneborn-berger = S-B
arena-standings-note = Elo; its 95 % error is shown after { $n } pairs, or single games, against rated players. Cells: points, then won drawn lost. Draws { $draws }, White { $white }
arena-row = { $place }. { $name }, { $points } points of { $games } games, Elo { $elo } { $error }
arena-row-details = Won { $wins }, drawn { $draws }, lost { $losses }. { $white } games with White, { $black } with Black
arena-row-performance = Performance { $elo }
arena-row-time = { $ms } ms a move
arena-row-no-error = ±?: An error takes { $n } pairs or single games against rated players that did not all end alike
arena-bye = bye
arena-out = out
arena-out-by-seed = out by seed
arena-row-out = Out of the knock-out
arena-row-out-by-seed = Out of the knock-out: the tie was equal to the end and went to the better seed
arena-row-waits = Has a bye in this round and waits for the next
arena-row-bye = Bye: { $points } points without a game
arena-row-rounds = { $n ->
        [0] No round won
        [one] { $n } round won
       *[other] { $n } rounds won
    }
arena-row-stronger = No Elo: it has points against the rated players, by way of others or not, and they have none against it. That says only that it is stronger
arena-row-weaker = No Elo: the rated players have points against it, by way of others or not, and it has none against them. That says only that it is weaker
arena-row-all-points = No Elo: nobody has one yet, and it has won all its games
arena-row-no-points = No Elo: nobody has one yet, and it has lost all its games
arena-row-not-compared = No Elo: it and the rated players have no points against each other, not even by way of others
arena-row-nobody-rated = No Elo: nobody has one yet, for no two players have points against each other, even by way of others
arena-cell = { $one } against { $other }: { $points } points, { $wins } won { $draws } drawn { $losses } lost

arena-games-now = { $n ->
        [0] No game in progress
        [one] One game in progress
       *[other] { $n } games in progress
    }
arena-threads-free = { $n ->
        [0] All threads in use
        [one] { $n } thread free
       *[other] { $n } threads free
    }
arena-fewer = Fewer: your game or analysis comes first
arena-show-one = Show one
arena-show-all = Show all
arena-no-game = No game at this table
arena-board = { $white } against { $black }
arena-no-opinion = No move yet
arena-opinion-depth = Depth { $depth }, White's view
arena-opinion = Depth { $depth }, { $speed } nodes/s, White's view
arena-over-open = No game is being played. Click a game in the list to open it
arena-last-games = Last games
arena-last-game = Last game
arena-ties = Ties by round
arena-tie = Round { $round }: { $one } against { $other } { $result } { $why }
arena-tie-won = { $stage ->
        [final] { $winner } wins the final
        [semi-final] { $winner } reaches the final
       *[other] { $winner } goes on
    }
arena-tie-by-seed = equal: { $stage ->
        [final] { $winner } wins the final as the better seed
        [semi-final] { $winner } reaches the final as the better seed
       *[other] { $winner } goes on as the better seed
    }
arena-games-between = { $one } and { $other }
arena-all-games = All
arena-no-game-ended = No game has ended yet
arena-ended = Game { $number }: { $white } against { $black }, { $result }, { $why }
arena-end = { $why }, { $moves ->
        [one] { $moves } move
       *[other] { $moves } moves
    }
arena-end-mate = mate
arena-end-stalemate = stalemate
arena-end-repetition = repetition
arena-end-dead-position = neither side can mate
arena-end-50-moves = 50 moves without capture or pawn move
arena-end-75-moves = 75 moves without capture or pawn move
arena-end-agreement = draw agreed
arena-end-time-no-mate = time, but the other side cannot mate
arena-end-scores = adjudicated by scores
arena-end-tables = adjudicated by tables
arena-end-length = too long
arena-end-adjudicated = adjudicated
arena-end-time = time
arena-end-illegal = illegal move
arena-end-failed = engine failed
arena-end-failed-how = engine failed: { $message }
arena-end-normal = by the rules

arena-test-llr = Log-likelihood ratio
arena-test-games = Games
arena-test-won = Won drawn lost
arena-test-pairs = Pairs 0 ½ 1 1½ 2
arena-test-draws = Draws
arena-test-of = { $one } against { $other }. { $verdict }
arena-test-open = No verdict yet
arena-test-elo = Elo difference
arena-test-elo-normalised = Normalised Elo
arena-test-undecided = No verdict after all games
arena-test-open-about = No verdict yet; about { $games } games more at this pace
arena-test-accepted = H1 accepted: { $high } { $model } Elo fits the games better than { $low }
arena-test-rejected = H0 accepted: { $low } { $model } Elo fits the games better than { $high }
arena-test-bounds = Log-likelihood ratio, SPRT { $low } to { $high } { $model } Elo, α = { $alpha } %, β = { $beta } %
arena-test-normalised = normalised
arena-test-logistic = logistic
arena-test-point = { $games } games: { $llr }
arena-test-upper = accept H1 at { $llr }
arena-test-lower = accept H0 at { $llr }
arena-test-h1 = H1: stronger by { $elo } { $model } Elo
arena-test-h0 = H0: stronger by { $elo } { $model } Elo

arena-players = Players
    .note = The first is the first seed. In a gauntlet it plays all others; in a knock-out good seeds have the byes, meet late, and go on when a tie stays equal
arena-needs-two = At least two players are needed
arena-needs-just-two = A match has two players; this plan has { $n }
arena-add = Add a player
arena-add-engine = Add an engine…
arena-remove = Remove { $name }
arena-player-name = Name of player { $n }
arena-own-time = Own limit
arena-elo = Elo
arena-elo-none = This engine cannot be set to a rating
arena-threads = Threads
arena-hash = Hash MiB
arena-rules = Tournament
arena-name = Name
arena-form = Format
arena-form-match = Match
arena-form-round-robin = Round robin
arena-form-gauntlet = Gauntlet
arena-form-swiss = Swiss
arena-form-knock-out = Knock-out
arena-cycles = Openings per pairing
    .match = Number of openings
arena-pairs = each with both colours
    .test = The test counts pairs of games
arena-rounds = Rounds
arena-pairs-a-round = Pairs a round
arena-pairs-a-tie = Pairs per tie
arena-tie-breaks = Tie-break pairs
    .note = still equal: the better seed goes on
arena-limit = Limit
arena-limit-clock = Clock
arena-limit-movetime = Time per move
arena-limit-nodes = Nodes
arena-limit-depth = Depth
arena-base = Time
arena-increment = Increment
arena-period = Time is for
arena-period-game = the game
arena-period-moves = { $n ->
    [one] move
   *[other] moves
}
arena-openings = Openings
arena-seed-name = Seed
arena-threads-and-hash = Threads, hash
arena-at-once = Games at once
arena-adjudication = Adjudication; wins and draws if both engines agree
arena-win-rule = Won
arena-draw-rule = Drawn
arena-length-rule = Drawn after
    .unit = moves
arena-from-move = from move
arena-unit-moves = moves
arena-unit-pawns = pawns
arena-test = Test (SPRT)
    .until = until decided
arena-test-too-few = Not even { $n } games that end alike decide this test: more openings, or bounds further apart
arena-test-repeats = The { $n } openings are played again and again; random balanced ones do not repeat
arena-games-at-most = { $n ->
        [one] At most { $n } game
       *[other] At most { $n } games
    }
arena-test-low = Not stronger than
arena-test-high = Stronger by
arena-start = Start
arena-cancel = Cancel
arena-comes = { $games ->
        [one] { $games } game
       *[other] { $games } games
    }, { $time }
arena-oversubscribed = { $threads } threads think at once on { $processors } processors: clocks and strengths will not be what they say
arena-beside = The games are written beside { $file }
arena-kept-here = Plan and games are kept in Tabia's folder
arena-elsewhere-waits = Arena waits: { $count }
arena-elsewhere = Arena: { $count }
    .tip = A tournament runs in the arena

arena-dialog-openings = Choose openings
arena-dialog-tables = Choose the folder of the Syzygy tables
arena-not-grown = The tournament did not take that: it is over, or a player of that name is in it
arena-look = Show
arena-look-at = Show { $name }
arena-close = Back
arena-longer = More games
arena-longer-to = { $n } openings a pairing in all
arena-longer-to-of-match = { $n } openings in all
arena-ratings = Rating list
arena-ratings-of = { $tournaments ->
        [one] { $tournaments } tournament
       *[other] { $tournaments } tournaments
    }, { $games ->
        [one] { $games } game
       *[other] { $games } games
    }. Bradley-Terry on the Elo scale, the mean is 0; players are known by their names
arena-graph = Evaluation
    .unit = pawns for White
arena-graph-point = Move { $n }: { $score }
arena-copy = { $name } once more
arena-options = Options
arena-options-set = { $n ->
        [one] Options: { $n } set
       *[other] Options: { $n } set
    }
arena-options-unknown = What can be set is known of engines that were tested in the list of engines
arena-order = Order
arena-order-random = random
arena-tables-rule = Tablebases
arena-tables-none = no Syzygy folder
arena-unit-plies = plies
arena-gone = { $times ->
    [one] { $name } could not be started: { $message }
   *[other] { $name } could not be started { $times } times in a row: { $message }
}
arena-resume-other = line { $line }: found a game of another match: engines, openings, limits and rules must be those it began with
arena-resume-damaged = line { $line }: found an incomplete game, and others after it
arena-resume-twice = line { $line }: found game { $game } a second time
arena-resume-not-paired = line { $line }: found a game of two players who do not meet in its round
arena-plan-version = found version { $found }, expected { $expected }
arena-plan-ends = This is no plan of a tournament: the file ends too early, in line { $line }
arena-plan-not-json = This is no plan of a tournament: line { $line } is not JSON
arena-plan-missing = Plan of a tournament, line { $line }: found no { $field }
arena-plan-found = Plan of a tournament, line { $line }: found { $found }, expected { $expected }
arena-plan-unread = Plan of a tournament, line { $line }: { $error }
arena-plan-whole-number = a whole number in its range
arena-plan-number = a number
arena-plan-object = an object
arena-plan-range = { $name }: found { $found }, expected { $least } to { $most }
arena-plan-two = { $name }: found { $found } players, expected two
arena-plan-games = found { $rounds } rounds of { $players } players, expected fewer games than { $most }
arena-plan-pairs = games: found alternating, expected pairs for a Swiss tournament or a knock-out
arena-plan-sprt-pairs = sprt: found alternating games, expected pairs
arena-plan-no-limit = { $name }: found no limit, expected a control of the player or of all
arena-plan-twice = found two engines called { $name }, expected a name=NAME of its own for one of them
arena-opening-none = found no opening, expected at least one
arena-opening-over = found { $fen }, expected an opening with a move to play
arena-opening-game = { $file }, game from line { $line }: { $error }
arena-opening-line = { $file }, line { $line }: { $error }
arena-opening-empty = { $file }: the file holds no position
arena-opening-book = found no move for the start position, expected an opening book
arena-player-value = { $name }: { $option }: found “{ $found }”, expected { $expected }
arena-player-level = a level from 1 to 6
arena-player-weights = numbers as JSON: { $error }
arena-player-no-option = { $name }: no option is named “{ $found }”; there are { $options }
arena-player-folder = { $name }: found a folder or an environment, expected none for a built-in engine
arena-player-arguments = { $name }: found arguments { $found }, expected none for a built-in engine
arena-player-no-engine = { $name }: found no engine, expected one
arena-player-log = { $option }: not logged in a match
