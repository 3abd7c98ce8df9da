### The arena: matches and tournaments between engines.

arena-preparing = Preparing a tournament
arena-preparing-player = Preparing a tournament: starting { $name }
arena-one-at-a-time = A tournament is running already; only one can run at a time
arena-replace-plan = Replace the plan “{ $name }”?
    .text = You have changed it in the arena and not played it yet.
    .do = Replace
arena-plan-discarded = The plan “{ $name }” was discarded
arena-match-duel = In the arena…
    .tip = A match between both engines in the arena, with the options and the time set here
arena-match = Match…
    .tip = A match of A against B in the arena, to see what the difference is worth in games
arena-file-in-use = another window or a terminal is already writing games to this file
arena-file-shorter = found { $found } bytes, expected { $expected } or more: games have disappeared from the file
arena-new = Tournament
arena-new-match = Match
arena-levels = From scratch, levels { $first } to { $last }
arena-panicked = An error in Tabia ended the tournament. Its games are kept, and it can be continued
arena-table-copied = Table copied as Markdown
arena-over-toast = The tournament in the arena has ended
arena-stopped-toast = { $name }: stopped after { $n ->
        [one] { $n } game
       *[other] { $n } games
    }

arena-dialog-open = Open the plan of a tournament
arena-dialog-games = Save the games
arena-games-nowhere = The games of this tournament are not saved in a file
arena-game-number = Game { $number }
arena-game-gone = This game is no longer in the file

arena-none = No tournament is running
    .why = Let engines play each other: a match, a round robin, a gauntlet, a Swiss tournament or a knock-out. It goes on while you play or study, and can be continued after a restart.
arena-propose = Suggestions
arena-propose-searches = Alpha-beta against PUCT
    .text = A match of Tabia's two searches, 20 games
arena-propose-change = Test of a change
    .text = Tabia against a copy: change the options of one of them, or its engine. Plays until the test (SPRT) decides
arena-propose-levels = Levels of Tabia
    .text = A round robin at 1500, 1800 and 2100 Elo
arena-propose-engines = All your engines
    .text = A round robin of Tabia and the engines that you have added
    .none = A round robin of Tabia and the engines that you have added; there are none yet
arena-set-up = New tournament
arena-open-plan = Open plan
arena-save-plan = Save plan
arena-saved = Earlier tournaments
arena-saved-won = { $winner } wins after { $n ->
        [one] { $n } game
       *[other] { $n } games
    }
arena-go-on = Continue
arena-put-aside = Remove { $name } from the list
arena-put-aside-elsewhere = { $name } was removed from the list; its plan and games stay where they are
arena-put-aside-done = { $name } was removed from the list; its plan and games are kept in Tabia's folder
arena-go-on-with = Continue { $name }

arena-progress = { $played } of { $least ->
        [yes] at least { $games }
       *[no] { $games }
    } games
arena-progress-test = { $played ->
        [one] { $played } game
       *[other] { $played } games
    }, at most { $games }
arena-all-played = { $name }: { $games ->
    [one] the only game is played
   *[other] all { $games } games played
}
arena-progress-round = Round { $round } of { $rounds }, { $played } of { $least ->
        [yes] at least { $games }
       *[no] { $games }
    } games
arena-decided-h1 = H1 accepted after { $games } games
arena-decided-h0 = H0 accepted after { $games } games
arena-games-range = { $least } to { $most } games
arena-time-range = { $least } to { $most }
arena-won = { $winner } wins the knock-out after { $games ->
    [one] { $games } game
   *[other] { $games } games
}
arena-state-stopped = Stopped
arena-state-stopping = Stopping after the games in progress
arena-state-waits = Waiting: { $why }
arena-state-paused = Paused
arena-state-pausing = Pausing after the games in progress
arena-state-own-game = Waiting: your own game or analysis needs all processors
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
       *[no] { $n ->
                [one] { $n } game
               *[other] { $n } games
            }
    }
arena-about-round-robin = Round robin, { $pairs ->
        [yes] { $n ->
                [one] { $n } pair
               *[other] { $n } pairs
            } each
       *[no] { $n ->
                [one] { $n } game
               *[other] { $n } games
            } each
    }
arena-about-gauntlet = Gauntlet, { $pairs ->
        [yes] { $n ->
                [one] { $n } pair
               *[other] { $n } pairs
            } each
       *[no] { $n ->
                [one] { $n } game
               *[other] { $n } games
            } each
    }
arena-about-swiss = Swiss, { $n ->
        [one] { $n } round
       *[other] { $n } rounds
    }
arena-seed = seed { $seed }
arena-control-none = no limit
arena-control-clock = { $base } s + { $increment } s
arena-control-moves = { $moves } moves in { $base } s + { $increment } s
arena-control-movetime = { $time } per move
arena-control-nodes = { $nodes ->
        [one] { $nodes } node
       *[other] { $nodes } nodes
    } per move
arena-control-own = { $all } ({ $name }: { $limit })
arena-control-different = different limits
arena-control-depth = depth { $depth }
arena-openings-known = well-known openings
arena-openings-balanced = random balanced openings
arena-openings-pgn = openings of a PGN
arena-openings-epd = openings of an EPD
arena-openings-book = openings of a book
arena-openings-repeated = { $openings } ({ $n } different ones, repeated)
arena-openings-file = PGN, EPD or Polyglot file…

arena-more = More
arena-stop-now = Stop now
    .tip = Games in progress do not count; they are replayed when the tournament continues
arena-stop-after = Stop after these
    .tip = Games in progress are finished, then the tournament stops; you can continue it later, even after a restart
arena-pause = Pause
    .tip = Games in progress are finished, then no new ones start until you resume; the tournament stays open
arena-resume = Resume
    .tip = Start games again
arena-export-pgn = Save the games as PGN…
arena-export-csv = Save the table as CSV…
arena-export-markdown = Copy the table as Markdown

arena-head-player = Player
arena-head-elo = Elo, mean 0
arena-head-games = Games
arena-head-points = Points
arena-head-sonneborn-berger = SB
arena-head-won = Won
arena-head-drawn = Drawn
arena-head-lost = Lost
arena-head-performance = Perf.
arena-head-ms-per-move = ms/move
arena-head-rounds-won = Rounds
arena-head-fate = Status
arena-standings-note = Elo, after { $n } pairs or single games with its 95 % error.
arena-standings-cells = Cells: points, then won drawn lost
arena-standings-shares = Draws { $draws }, White { $white }
arena-row = { $place }. { $name }, points { $points }, games { $games }, Elo { $elo } { $error }
arena-row-details = Won { $wins }, drawn { $draws }, lost { $losses }. With White { $white }, with Black { $black }
arena-row-performance = Performance { $elo }
arena-row-time = { $ms } ms per move
arena-conduct-lost = { $name } lost { $faults }
arena-conduct-time = { $n } on time
arena-conduct-illegal = { $n } by an illegal move
arena-conduct-failed = { $n } by failing
arena-conduct-over = { $name } spent { $most } nodes on a move where it was given { $given }
arena-conduct-mean = { $name } spent { $mean } nodes a move on average where it was given { $given }
arena-conduct-unused = { $name } never used more than { $most } of its { $given } nodes
arena-row-no-error = ± ?: an error bar needs { $n } pairs or single games against rated players that did not all end alike
arena-bye = bye
arena-out = out
arena-out-by-seed = out by seed
arena-row-out = Out of the knock-out
arena-row-out-by-seed = Out of the knock-out: the tie stayed level, so the better seed advanced
arena-row-waits = Has a bye in this round
arena-row-bye = Bye, points without a game: { $points }
arena-row-rounds = { $n ->
        [0] No round won
        [one] { $n } round won
       *[other] { $n } rounds won
    }
arena-row-stronger = No Elo: it has scored against the rated players, directly or through other opponents, and they have not scored against it. That only shows that it is stronger
arena-row-weaker = No Elo: the rated players have scored against it, directly or through other opponents, and it has not scored against them. That only shows that it is weaker
arena-row-all-points = No Elo: no player has one yet, and it has won all its games
arena-row-no-points = No Elo: no player has one yet, and it has lost all its games
arena-row-not-compared = No Elo: it and the rated players have not scored against each other, not even through other opponents
arena-row-nobody-rated = No Elo: no player has one yet, because no two players have scored against each other, even through other opponents
arena-cell = { $one } against { $other }: points { $points }, won { $wins }, drawn { $draws }, lost { $losses }

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
arena-no-game = No game on this board
arena-board = { $white } against { $black }
arena-no-opinion = No move yet
arena-opinion-depth = Depth { $depth }, White's view
arena-opinion = Depth { $depth }, { $speed } { $unit ->
    [playouts] playouts
   *[nodes] nodes
}/s, White's view
arena-over-open = No game in progress. Click a game in the list to open it
arena-last-games = Last games
arena-last-game = Last game
arena-ties = Ties by round
arena-tie = Round { $round }: { $one } against { $other } { $result } { $why }
arena-tie-won = { $stage ->
        [final] { $winner } wins the final
        [semi-final] { $winner } reaches the final
       *[other] { $winner } advances
    }
arena-tie-by-seed = level: { $stage ->
        [final] { $winner } wins the final as the better seed
        [semi-final] { $winner } reaches the final as the better seed
       *[other] { $winner } advances as the better seed
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
arena-end-tables = adjudicated by tablebases
arena-end-length = too long
arena-end-adjudicated = adjudicated
arena-end-time = time
arena-end-illegal = illegal move
arena-end-illegal-how = illegal move: { $message }
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
arena-test-point = After { $games ->
    [one] { $games } game
   *[other] { $games } games
}: { $llr }
arena-test-upper = accept H1 at { $llr }
arena-test-lower = accept H0 at { $llr }
arena-test-h1 = H1: stronger by { $elo } { $model } Elo
arena-test-h0 = H0: stronger by { $elo } { $model } Elo

arena-players = Players
    .note = The first player is the top seed. In a gauntlet it plays all others; in a knock-out the top seeds get the byes, meet late, and advance when a tie stays level
arena-needs-two = At least two players are needed
arena-needs-just-two = A match has two players; this plan has { $n }
arena-add = Add a player
arena-add-engine = Add an engine…
arena-remove = Remove { $name }
arena-player-name = Name of player { $n }
arena-own-time = Own limit
arena-elo = Elo
arena-elo-none = The strength of this engine cannot be limited
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
arena-pairs-a-round = Pairs per round
arena-pairs-a-tie = Pairs per tie
arena-tie-breaks = Tie-break pairs
    .note = still level: the better seed advances
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
arena-adjudication = Adjudication; wins and draws only if both engines agree
arena-win-rule = Won
arena-draw-rule = Drawn
arena-length-rule = Drawn after
    .unit = { $n ->
        [one] move
       *[other] moves
    }
    .note = not counting the opening
arena-from-move = from move
arena-unit-moves = { $n ->
    [one] move
   *[other] moves
}
    .name = moves
arena-unit-pawns = { $n ->
    [one] pawn
   *[other] pawns
}
    .name = pawns
arena-test = Test (SPRT)
    .until = until decided
arena-test-too-few = Even { $n } games with the same result would not decide this test: add openings or move the bounds apart
arena-test-repeats = The { $n } openings will be repeated; random balanced ones are always new
arena-games-at-most = { $n ->
        [one] At most { $n } game
       *[other] At most { $n } games
    }
arena-test-model = Elo model
arena-test-errors = Error probabilities
arena-test-alpha = α: H1 is accepted although H0 is true
arena-test-beta = β: H0 is accepted although H1 is true
arena-test-low = Not stronger than
arena-test-high = Stronger by
arena-start = Start
arena-cancel = Cancel
arena-comes = { $games ->
        [one] { $games } game
       *[other] { $games } games
    }, { $time }
arena-oversubscribed = { $threads } threads share { $processors ->
        [one] { $processors } processor
       *[other] { $processors } processors
    }: { $timed ->
        [yes] clocks and strengths will be unreliable
       *[other] the games will take longer
    }
arena-beside = The games are saved next to { $file }
arena-kept-here = Plan and games are saved in Tabia's folder
arena-played-of = { $played }/{ $games }
arena-elsewhere-waits = Arena waiting: { $count }
arena-elsewhere = Arena: { $count }
    .tip = A tournament is running in the arena

arena-dialog-openings = Choose openings
arena-dialog-tables = Choose the folder of the Syzygy tables
arena-not-grown = Not added: the tournament is over, already has a player of that name, or its file already has games of later rounds
arena-look = Show
arena-look-at = Show { $name }
arena-close = Back
arena-longer = More games
    .decided = The test has decided: no more games are played
arena-longer-to = { $n } openings per pairing in all
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
    .unit = pawns, White's view
arena-graph-point = Move { $n }: { $score }
arena-copy = Another { $name }
arena-options = Options
arena-options-set = { $n ->
        [one] Options: { $n } set
       *[other] Options: { $n } set
    }
arena-options-unknown = To set options here, use “Read options” in the list of engines first
arena-order = Order
arena-order-random = random
arena-tables-rule = Tablebases
arena-tables-none = no Syzygy folder
arena-unit-plies = { $n ->
    [one] ply
   *[other] plies
}
    .name = plies
arena-gone = { $times ->
    [one] { $name } could not be started: { $message }
   *[other] { $name } could not be started { $times } times in a row: { $message }
}
arena-resume-other = line { $line }: found a game of another match: { $difference }
arena-resume-player = found the player { $found }, expected one of { $expected }
arena-resume-limit = { $name }: found the limit { $found }, expected { $expected }
arena-resume-rest = engines and their options, openings, limits and rules must be the same as before
arena-resume-damaged = line { $line }: found an incomplete game followed by others
arena-resume-twice = line { $line }: found game { $game } a second time
arena-resume-not-paired = line { $line }: found a game between two players who do not meet in that round
arena-resume-encoding = found { $encoding }, expected UTF-8: save the file in UTF-8 first
arena-plan-version = found version { $found }, expected { $expected }
arena-plan-ends = Not a tournament plan: the file ends too early, in line { $line }
arena-plan-not-json = Not a tournament plan: line { $line } is not JSON
arena-plan-one-entry = Tournament plan, line { $line }: found several entries or none, expected an object with one
arena-plan-missing = Tournament plan, line { $line }: found no { $field }
arena-plan-found = Tournament plan, line { $line }: found { $found }, expected { $expected }
arena-plan-unread = Tournament plan, line { $line }: { $error }
arena-plan-whole-number = a whole number in its range
arena-plan-number = a number
arena-plan-name-alone = a name alone
arena-plan-object = an object
arena-plan-range = { $name }: found { $found }, expected { $least } to { $most }
arena-plan-two = { $name }: found { $found ->
    [one] { $found } player
   *[other] { $found } players
}, expected two
arena-plan-games = found { $rounds } rounds of { $players } players, expected fewer games than { $most }
arena-plan-pairs = games: found alternating, expected pairs for a Swiss tournament or a knock-out
arena-plan-sprt-pairs = sprt: found alternating games, expected pairs
arena-plan-no-limit = { $name }: found no limit, expected a limit for the player or for all
arena-plan-twice = found two engines called { $name }, expected a different name=NAME for one of them
arena-opening-none = found no opening, expected at least one
arena-opening-over = found { $fen }, where the game is over, expected an opening from which a game is played
arena-opening-tables = found { $fen }, which the tablebases decide at once, expected an opening from which a game is played
arena-opening-chess960 = { $name } offers no option UCI_Chess960, which the opening { $fen } needs
arena-opening-game = { $file }, game from line { $line }: { $error }
arena-opening-line = { $file }, line { $line }: { $error }
arena-opening-empty = { $file }: found no position, expected one EPD or FEN per line
arena-opening-book = found no move for the start position, expected an opening book
arena-player-value = { $name }: { $option }: found “{ $found }”, expected { $expected }
arena-player-level = a level from 1 to 6
arena-player-weights = numbers as JSON: { $error }
arena-player-no-option = { $name }: there is no option “{ $found }”; the options are { $options }
arena-player-folder = { $name }: found a folder or environment, expected none for a built-in engine
arena-player-arguments = { $name }: found arguments { $found }, expected none for a built-in engine
arena-player-no-engine = { $name }: found no engine, expected one
arena-player-ponder = { $name }: found Ponder = true, but engines do not ponder in matches
arena-player-log = { $option }: not logged in a match
