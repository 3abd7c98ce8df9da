### Die Arena: Wettkämpfe und Turniere zwischen Engines.

arena-preparing = Ein Turnier wird vorbereitet
arena-preparing-player = Ein Turnier wird vorbereitet: { $name } wird gestartet
arena-one-at-a-time = Es läuft schon ein Turnier; mehr als eines zugleich ist nicht möglich
arena-replace-plan = Den Plan „{ $name }“ ersetzen?
    .text = Er wird in der Arena vorbereitet, du hast ihn geändert, und er ist noch nicht gespielt.
    .do = Ersetzen
arena-plan-discarded = Der Plan „{ $name }“ wurde verworfen
arena-match-duel = In der Arena…
    .tip = Ein Wettkampf beider Engines in der Arena, mit den Optionen und der Zeit, die sie hier haben
arena-match = Wettkampf…
    .tip = Ein Wettkampf von A gegen B in der Arena: was Partien über den Unterschied sagen
arena-file-in-use = In diese Datei werden schon Partien geschrieben, von einem anderen Fenster oder in einem Terminal
arena-file-shorter = { $found } Bytes gefunden, mindestens { $expected } erwartet: Aus der Datei sind Partien verschwunden
arena-new = Turnier
arena-new-match = Wettkampf
arena-levels = Eigene Bewertung, Stufen { $first } bis { $last }
arena-panicked = Ein Fehler in Tabia hat das Turnier beendet. Die gespielten Partien sind erhalten; damit lässt es sich fortsetzen
arena-table-copied = Tabelle als Markdown kopiert
arena-over-toast = Das Turnier in der Arena ist zu Ende
arena-stopped-toast = { $name }: nach { $n ->
        [one] { $n } Partie
       *[other] { $n } Partien
    } angehalten

arena-dialog-open = Plan eines Turniers öffnen
arena-dialog-games = Partien speichern
arena-games-nowhere = Die Partien dieses Turniers stehen in keiner Datei
arena-game-number = Partie { $number }
arena-game-gone = Die Datei enthält diese Partie nicht mehr

arena-none = Gerade wird kein Turnier gespielt
    .why = Engines gegeneinander spielen lassen: Wettkampf, Rundenturnier, Gauntlet, Schweizer System oder K.-o. Es läuft weiter, während du woanders spielst oder studierst, und lässt sich nach einem Neustart fortsetzen.
arena-propose = Vorschläge
arena-propose-searches = Alpha-Beta gegen PUCT
    .text = Ein Wettkampf der beiden Suchverfahren von Tabia, 20 Partien
arena-propose-change = Test einer Änderung
    .text = Tabia gegen eine Kopie: Ändere die Optionen oder die Engine einer Seite. Gespielt wird, bis der Test (SPRT) entscheidet
arena-propose-levels = Stufen von Tabia
    .text = Ein Rundenturnier mit 1500, 1800 und 2100 Elo
arena-propose-engines = Alle eigenen Engines
    .text = Ein Rundenturnier von Tabia und den hinzugefügten Engines
    .none = Ein Rundenturnier von Tabia und den hinzugefügten Engines; noch ist keine hinzugefügt
arena-set-up = Neues Turnier
arena-open-plan = Plan öffnen
arena-save-plan = Plan speichern
arena-saved = Frühere Turniere
arena-saved-won = { $winner } gewinnt nach { $n ->
        [one] { $n } Partie
       *[other] { $n } Partien
    }
arena-go-on = Fortsetzen
arena-put-aside = { $name } aus der Liste nehmen
arena-put-aside-elsewhere = { $name } ist aus der Liste genommen; Plan und Partien bleiben, wo sie sind
arena-put-aside-done = { $name } ist aus der Liste genommen; Plan und Partien bleiben in Tabias Ordner
arena-go-on-with = { $name } fortsetzen

arena-progress = { $played } von { $least ->
        [yes] mindestens { $games }
       *[no] { $games }
    } Partien
arena-progress-test = { $played ->
        [one] { $played } Partie
       *[other] { $played } Partien
    }, höchstens { $games }
arena-all-played = { $name }: { $games ->
    [one] die einzige Partie ist gespielt
   *[other] alle { $games } Partien gespielt
}
arena-progress-round = Runde { $round } von { $rounds }, { $played } von { $least ->
        [yes] mindestens { $games }
       *[no] { $games }
    } Partien
arena-decided-h1 = H1 angenommen nach { $games } Partien
arena-decided-h0 = H0 angenommen nach { $games } Partien
arena-games-range = { $least } bis { $most } Partien
arena-time-range = { $least } bis { $most }
arena-won = { $winner } gewinnt das K.-o.-Turnier nach { $games ->
    [one] { $games } Partie
   *[other] { $games } Partien
}
arena-state-stopped = Angehalten
arena-state-stopping = Endet mit den laufenden Partien
arena-state-waits = Wartet: { $why }
arena-state-paused = Pause
arena-state-pausing = Pause nach den laufenden Partien
arena-state-own-game = Wartet: die eigene Partie oder Analyse braucht alle Prozessoren
arena-state-left = { $most ->
        [yes] Restzeit höchstens
       *[no] Restzeit
    }: { $time }
arena-time-under-a-minute = weniger als eine Minute
arena-time-minutes = { $n ->
        [one] etwa { $n } Minute
       *[other] etwa { $n } Minuten
    }
arena-time-hours = etwa { $n } Stunden
arena-time-days = etwa { $n } Tage

arena-about-match = Wettkampf, { $pairs ->
        [yes] { $n ->
                [one] { $n } Paar
               *[other] { $n } Paare
            }
       *[no] { $n ->
                [one] { $n } Partie
               *[other] { $n } Partien
            }
    }
arena-about-round-robin = Rundenturnier, je { $pairs ->
        [yes] { $n ->
                [one] { $n } Paar
               *[other] { $n } Paare
            }
       *[no] { $n ->
                [one] { $n } Partie
               *[other] { $n } Partien
            }
    }
arena-about-gauntlet = Gauntlet, je { $pairs ->
        [yes] { $n ->
                [one] { $n } Paar
               *[other] { $n } Paare
            }
       *[no] { $n ->
                [one] { $n } Partie
               *[other] { $n } Partien
            }
    }
arena-about-swiss = Schweizer System, { $n ->
        [one] { $n } Runde
       *[other] { $n } Runden
    }
arena-seed = Startwert { $seed }
arena-control-none = ohne Grenze
arena-control-clock = { $base } s + { $increment } s
arena-control-moves = { $moves } Züge in { $base } s + { $increment } s
arena-control-movetime = { $time } pro Zug
arena-control-nodes = { $nodes } Knoten pro Zug
arena-control-own = { $all } ({ $name }: { $limit })
arena-control-different = verschiedene Grenzen
arena-control-depth = Tiefe { $depth }
arena-openings-known = bekannte Eröffnungen
arena-openings-balanced = zufällige, ausgeglichene Eröffnungen
arena-openings-pgn = Eröffnungen einer PGN
arena-openings-epd = Eröffnungen einer EPD
arena-openings-book = Eröffnungen eines Buchs
arena-openings-repeated = { $openings } ({ $n } verschiedene, wiederholt)
arena-openings-file = PGN-, EPD- oder Polyglot-Datei…

arena-more = Mehr
arena-stop-now = Sofort anhalten
    .tip = Laufende Partien zählen nicht; sie werden beim Fortsetzen neu gespielt
arena-stop-after = Nach diesen anhalten
    .tip = Laufende Partien werden zu Ende gespielt, dann hält das Turnier an; du kannst es später fortsetzen, auch nach einem Neustart
arena-pause = Pause
    .tip = Laufende Partien werden zu Ende gespielt, dann beginnt keine weitere, bis du fortsetzt; das Turnier bleibt offen
arena-resume = Fortsetzen
    .tip = Es beginnen wieder Partien
arena-export-pgn = Partien als PGN speichern…
arena-export-csv = Tabelle als CSV speichern…
arena-export-markdown = Tabelle als Markdown kopieren

arena-head-player = Spieler
arena-head-elo = Elo, Mittel 0
arena-head-games = Partien
arena-head-points = Punkte
arena-head-sonneborn-berger = SB
arena-head-won = Gewonnen
arena-head-drawn = Remis
arena-head-lost = Verloren
arena-head-performance = Perf.
arena-head-ms-per-move = ms/Zug
arena-head-rounds-won = Runden
arena-head-fate = Status
arena-standings-note = Elo, nach { $n } Paaren oder einzelnen Partien mit 95-%-Fehler.
arena-standings-cells = Zellen: Punkte, dann gewonnen remis verloren
arena-standings-shares = Remis { $draws }, Weiß { $white }
arena-row = { $place }. { $name }, Punkte { $points }, Partien { $games }, Elo { $elo } { $error }
arena-row-details = Gewonnen { $wins }, remis { $draws }, verloren { $losses }. Mit Weiß { $white }, mit Schwarz { $black }
arena-row-performance = Leistung { $elo }
arena-row-time = { $ms } ms pro Zug
arena-conduct-lost = Verloren von { $name }: { $faults }
arena-conduct-time = { $n } durch Zeitüberschreitung
arena-conduct-illegal = { $n } durch einen illegalen Zug
arena-conduct-failed = { $n } durch Ausfall der Engine
arena-conduct-over = { $name } hat für einen Zug { $most } Knoten verbraucht, erlaubt waren { $given }
arena-conduct-mean = { $name } hat im Mittel { $mean } Knoten pro Zug verbraucht, erlaubt waren { $given }
arena-conduct-unused = { $name } hat nie mehr als { $most } der erlaubten { $given } Knoten verbraucht
arena-row-no-error = ± ?: Für einen Fehlerbalken braucht es { $n } Paare oder einzelne Partien gegen Spieler mit Elo-Zahl, die nicht alle gleich ausgegangen sind
arena-bye = spielfrei
arena-out = ausgeschieden
arena-out-by-seed = raus (Setzplatz)
arena-row-out = Aus dem K.-o.-Turnier ausgeschieden
arena-row-out-by-seed = Aus dem K.-o.-Turnier ausgeschieden: Die Begegnung blieb bis zum Ende gleich und ging an den besser Gesetzten
arena-row-waits = In dieser Runde spielfrei, wartet auf die nächste
arena-row-bye = Spielfrei, Punkte ohne Partie: { $points }
arena-row-rounds = { $n ->
        [0] Keine Runde gewonnen
        [one] { $n } Runde gewonnen
       *[other] { $n } Runden gewonnen
    }
arena-row-stronger = Keine Elo-Zahl: Punkte gegen die Spieler mit Elo-Zahl, direkt oder über andere, aber keine in der Gegenrichtung. Das sagt nur, dass dieser Spieler stärker ist
arena-row-weaker = Keine Elo-Zahl: Die Spieler mit Elo-Zahl haben gegen diesen Spieler Punkte, direkt oder über andere, er gegen sie keine. Das sagt nur, dass er schwächer ist
arena-row-all-points = Keine Elo-Zahl: Noch hat niemand eine, und dieser Spieler hat alle Partien gewonnen
arena-row-no-points = Keine Elo-Zahl: Noch hat niemand eine, und dieser Spieler hat alle Partien verloren
arena-row-not-compared = Keine Elo-Zahl: Dieser Spieler und die Spieler mit Elo-Zahl haben keine Punkte gegeneinander, auch nicht über andere
arena-row-nobody-rated = Keine Elo-Zahl: Noch hat niemand eine, denn keine zwei Spieler haben wechselseitig Punkte gegeneinander, auch nicht über andere
arena-cell = { $one } gegen { $other }: Punkte { $points }, gewonnen { $wins }, remis { $draws }, verloren { $losses }

arena-games-now = { $n ->
        [0] Keine Partie läuft
        [one] Eine Partie läuft
       *[other] { $n } Partien laufen
    }
arena-threads-free = { $n ->
        [0] Alle Threads belegt
        [one] { $n } Thread frei
       *[other] { $n } Threads frei
    }
arena-fewer = Weniger: deine Partie oder Analyse geht vor
arena-show-one = Eine zeigen
arena-show-all = Alle zeigen
arena-no-game = Keine Partie auf diesem Brett
arena-board = { $white } gegen { $black }
arena-no-opinion = Noch kein Zug
arena-opinion-depth = Tiefe { $depth }, Sicht von Weiß
arena-opinion = Tiefe { $depth }, { $speed } { $unit ->
    [playouts] Playouts
   *[nodes] Knoten
}/s, Sicht von Weiß
arena-over-open = Es läuft keine Partie. Klicke eine Partie der Liste an, um sie zu öffnen
arena-last-games = Letzte Partien
arena-last-game = Letzte Partie
arena-ties = Begegnungen nach Runden
arena-tie = Runde { $round }: { $one } gegen { $other } { $result } { $why }
arena-tie-won = { $stage ->
        [final] { $winner } gewinnt das Finale
        [semi-final] { $winner } steht im Finale
       *[other] { $winner } kommt weiter
    }
arena-tie-by-seed = gleich: { $stage ->
        [final] { $winner } gewinnt das Finale als besser Gesetzter
        [semi-final] { $winner } steht als besser Gesetzter im Finale
       *[other] { $winner } kommt als besser Gesetzter weiter
    }
arena-games-between = { $one } und { $other }
arena-all-games = Alle
arena-no-game-ended = Noch keine Partie zu Ende
arena-ended = Partie { $number }: { $white } gegen { $black }, { $result }, { $why }
arena-end = { $why }, { $moves ->
        [one] { $moves } Zug
       *[other] { $moves } Züge
    }
arena-end-mate = matt
arena-end-stalemate = patt
arena-end-repetition = Wiederholung
arena-end-dead-position = keine Seite kann mattsetzen
arena-end-50-moves = 50 Züge ohne Schlag- oder Bauernzug
arena-end-75-moves = 75 Züge ohne Schlag- oder Bauernzug
arena-end-agreement = Remis vereinbart
arena-end-time-no-mate = Zeit, aber die andere Seite kann nicht mattsetzen
arena-end-scores = nach Bewertung entschieden
arena-end-tables = nach Endspieltabellen entschieden
arena-end-length = zu lang
arena-end-adjudicated = abgeschätzt
arena-end-time = Zeit
arena-end-illegal = illegaler Zug
arena-end-illegal-how = illegaler Zug: { $message }
arena-end-failed = Engine ausgefallen
arena-end-failed-how = Engine ausgefallen: { $message }
arena-end-normal = nach den Regeln

arena-test-llr = Log-Likelihood-Verhältnis
arena-test-games = Partien
arena-test-won = Bilanz + = −
arena-test-pairs = Paare 0 ½ 1 1½ 2
arena-test-draws = Remis
arena-test-of = { $one } gegen { $other }. { $verdict }
arena-test-open = Noch kein Urteil
arena-test-elo = Elo-Differenz
arena-test-elo-normalised = Normalisierte Elo
arena-test-undecided = Kein Urteil nach allen Partien
arena-test-open-about = Noch kein Urteil; bei diesem Verlauf noch etwa { $games } Partien
arena-test-accepted = H1 angenommen: { $high } Elo ({ $model }) passt besser zu den Partien als { $low }
arena-test-rejected = H0 angenommen: { $low } Elo ({ $model }) passt besser zu den Partien als { $high }
arena-test-bounds = Log-Likelihood-Verhältnis, SPRT { $low } bis { $high } Elo ({ $model }), α = { $alpha } %, β = { $beta } %
arena-test-normalised = normalisiert
arena-test-logistic = logistisch
arena-test-point = Nach { $games ->
    [one] { $games } Partie
   *[other] { $games } Partien
}: { $llr }
arena-test-upper = H1 angenommen ab { $llr }
arena-test-lower = H0 angenommen ab { $llr }
arena-test-h1 = H1: um { $elo } Elo ({ $model }) stärker
arena-test-h0 = H0: um { $elo } Elo ({ $model }) stärker

arena-players = Spieler
    .note = Der erste ist an Nummer eins gesetzt. Im Gauntlet spielt er gegen alle anderen; im K.-o.-Turnier haben gut Gesetzte die Freilose, treffen spät aufeinander und kommen weiter, wenn eine Begegnung gleich bleibt
arena-needs-two = Es braucht mindestens zwei Spieler
arena-needs-just-two = Ein Wettkampf hat zwei Spieler; dieser Plan hat { $n }
arena-add = Spieler hinzufügen
arena-add-engine = Engine hinzufügen…
arena-remove = { $name } entfernen
arena-player-name = Name von Spieler { $n }
arena-own-time = Eigene Grenze
arena-elo = Elo
arena-elo-none = Die Spielstärke dieser Engine lässt sich nicht begrenzen
arena-threads = Threads
arena-hash = Hash MiB
arena-rules = Turnier
arena-name = Name
arena-form = Turnierform
arena-form-match = Wettkampf
arena-form-round-robin = Rundenturnier
arena-form-gauntlet = Gauntlet
arena-form-swiss = Schweizer System
arena-form-knock-out = K.-o.
arena-cycles = Eröffnungen pro Paarung
    .match = Anzahl Eröffnungen
arena-pairs = je mit beiden Farben
    .test = Der Test zählt Paare von Partien
arena-rounds = Runden
arena-pairs-a-round = Paare pro Runde
arena-pairs-a-tie = Paare pro Begegnung
arena-tie-breaks = Stichkampf-Paare
    .note = dann noch gleich: Der besser Gesetzte kommt weiter
arena-limit = Grenze
arena-limit-clock = Uhr
arena-limit-movetime = Zeit pro Zug
arena-limit-nodes = Knoten
arena-limit-depth = Tiefe
arena-base = Zeit
arena-increment = Inkrement
arena-period = Zeit gilt für
arena-period-game = die Partie
arena-period-moves = { $n ->
    [one] Zug
   *[other] Züge
}
arena-openings = Eröffnungen
arena-seed-name = Startwert
arena-threads-and-hash = Threads, Hash
arena-at-once = Partien zugleich
arena-adjudication = Vorzeitiges Ende; Sieg und Remis nur, wenn beide Engines übereinstimmen
arena-win-rule = Gewonnen
arena-draw-rule = Remis
arena-length-rule = Remis nach
    .unit = { $n ->
        [one] Zug
       *[other] Zügen
    }
    .note = ohne die Eröffnung
arena-from-move = ab Zug
arena-unit-moves = { $n ->
    [one] Zug
   *[other] Züge
}
    .name = Züge
arena-unit-pawns = { $n ->
    [one] Bauer
   *[other] Bauern
}
    .name = Bauern
arena-test = Test (SPRT)
    .until = bis zur Entscheidung
arena-test-too-few = Nicht einmal { $n } gleich endende Partien entscheiden diesen Test: mehr Eröffnungen oder weiter auseinander liegende Grenzen
arena-test-repeats = Die { $n } Eröffnungen wiederholen sich immer wieder; zufällige ausgeglichene nicht
arena-games-at-most = { $n ->
        [one] Höchstens { $n } Partie
       *[other] Höchstens { $n } Partien
    }
arena-test-model = Elo-Modell
arena-test-errors = Irrtumswahrscheinlichkeiten
arena-test-alpha = α: H1 wird angenommen, obwohl H0 gilt
arena-test-beta = β: H0 wird angenommen, obwohl H1 gilt
arena-test-low = Nicht stärker als
arena-test-high = Stärker um
arena-start = Start
arena-cancel = Abbrechen
arena-comes = { $games ->
        [one] { $games } Partie
       *[other] { $games } Partien
    }, { $time }
arena-oversubscribed = { $threads } Threads rechnen zugleich auf { $processors ->
        [one] { $processors } Prozessor
       *[other] { $processors } Prozessoren
    }: { $timed ->
        [yes] Uhren und Spielstärken stimmen dann nicht
       *[other] Die Partien dauern dann länger
    }
arena-beside = Die Partien stehen neben { $file }
arena-kept-here = Plan und Partien liegen im Ordner von Tabia
arena-played-of = { $played }/{ $games }
arena-elsewhere-waits = Arena wartet: { $count }
arena-elsewhere = Arena: { $count }
    .tip = In der Arena läuft ein Turnier

arena-dialog-openings = Eröffnungen wählen
arena-dialog-tables = Ordner der Syzygy-Tabellen wählen
arena-not-grown = Das Turnier hat das nicht angenommen: Es ist zu Ende, ein Spieler dieses Namens ist schon dabei, oder in seiner Datei stehen schon Partien späterer Runden
arena-look = Zeigen
arena-look-at = { $name } zeigen
arena-close = Zurück
arena-longer = Mehr Partien
    .decided = Der Test hat entschieden: Es werden keine weiteren Partien gespielt
arena-longer-to = insgesamt { $n } Eröffnungen pro Paarung
arena-longer-to-of-match = insgesamt { $n } Eröffnungen
arena-ratings = Rangliste
arena-ratings-of = { $tournaments ->
        [one] { $tournaments } Turnier
       *[other] { $tournaments } Turniere
    }, { $games ->
        [one] { $games } Partie
       *[other] { $games } Partien
    }. Bradley-Terry auf der Elo-Skala, der Mittelwert ist 0; Spieler werden am Namen erkannt
arena-graph = Bewertung
    .unit = Bauern, Sicht von Weiß
arena-graph-point = Zug { $n }: { $score }
arena-copy = { $name } noch einmal
arena-options = Optionen
arena-options-set = { $n ->
        [one] Optionen: { $n } gesetzt
       *[other] Optionen: { $n } gesetzt
    }
arena-options-unknown = Um hier Optionen einzustellen, zuerst in der Engine-Liste „Optionen lesen“ wählen
arena-order = Reihenfolge
arena-order-random = zufällig
arena-tables-rule = Endspieltabellen
arena-tables-none = kein Syzygy-Ordner
arena-unit-plies = { $n ->
    [one] Halbzug
   *[other] Halbzüge
}
    .name = Halbzüge
arena-gone = { $times ->
    [one] { $name } ließ sich nicht starten: { $message }
   *[other] { $name } ließ sich { $times }-mal nacheinander nicht starten: { $message }
}
arena-resume-other = Zeile { $line }: eine Partie eines anderen Wettkampfs gefunden: { $difference }
arena-resume-player = Spieler { $found } gefunden, erwartet wurde einer von { $expected }
arena-resume-limit = { $name }: Grenze { $found } gefunden, erwartet wurde { $expected }
arena-resume-rest = Engines und ihre Optionen, Eröffnungen, Bedenkzeiten und Regeln müssen die vom Beginn sein
arena-resume-damaged = Zeile { $line }: eine unvollständige Partie gefunden, und weitere dahinter
arena-resume-twice = Zeile { $line }: Partie { $game } zum zweiten Mal gefunden
arena-resume-not-paired = Zeile { $line }: eine Partie zweier Spieler gefunden, die in dieser Runde nicht aufeinandertreffen
arena-resume-encoding = { $encoding } gefunden, UTF-8 erwartet: Speichere die Datei zuerst in UTF-8
arena-plan-version = Version { $found } gefunden, { $expected } erwartet
arena-plan-ends = Das ist kein Turnierplan: Die Datei endet zu früh, in Zeile { $line }
arena-plan-not-json = Das ist kein Turnierplan: Zeile { $line } ist kein JSON
arena-plan-one-entry = Turnierplan, Zeile { $line }: mehrere Einträge oder keiner gefunden, erwartet wurde ein Objekt mit einem
arena-plan-missing = Turnierplan, Zeile { $line }: { $field } fehlt
arena-plan-found = Turnierplan, Zeile { $line }: { $found } gefunden, { $expected } erwartet
arena-plan-unread = Turnierplan, Zeile { $line }: { $error }
arena-plan-whole-number = eine ganze Zahl im erlaubten Bereich
arena-plan-number = eine Zahl
arena-plan-name-alone = nur ein Name
arena-plan-object = ein Objekt
arena-plan-range = { $name }: { $found } gefunden, { $least } bis { $most } erwartet
arena-plan-two = { $name }: { $found } Spieler gefunden, zwei erwartet
arena-plan-games = { $rounds } Runden mit { $players } Spielern gefunden, weniger als { $most } Partien erwartet
arena-plan-pairs = games: alternating gefunden, pairs erwartet für ein Turnier nach Schweizer System oder mit K.-o.-Runden
arena-plan-sprt-pairs = sprt: alternating gefunden, pairs erwartet
arena-plan-no-limit = { $name }: keine Bedenkzeit gefunden, erwartet wurde control beim Spieler oder für alle
arena-plan-twice = zwei Engines namens { $name } gefunden, für eine davon wurde ein eigener Name erwartet (name=NAME)
arena-opening-none = keine Eröffnung gefunden, mindestens eine erwartet
arena-opening-over = { $fen } gefunden, wo die Partie zu Ende ist, eine Eröffnung erwartet, nach der gespielt wird
arena-opening-tables = { $fen } gefunden, was die Tablebases sofort entscheiden, eine Eröffnung erwartet, nach der gespielt wird
arena-opening-chess960 = { $name } bietet keine Option UCI_Chess960, die die Eröffnung { $fen } braucht
arena-opening-game = { $file }, Partie ab Zeile { $line }: { $error }
arena-opening-line = { $file }, Zeile { $line }: { $error }
arena-opening-empty = { $file }: keine Stellung gefunden, erwartet je Zeile eine EPD oder FEN
arena-opening-book = kein Zug für die Grundstellung gefunden, ein Eröffnungsbuch erwartet
arena-player-value = { $name }: { $option }: „{ $found }“ gefunden, { $expected } erwartet
arena-player-level = eine Stufe von 1 bis 6
arena-player-weights = Zahlen als JSON ({ $error })
arena-player-no-option = { $name }: Keine Option heißt „{ $found }“; es gibt { $options }
arena-player-folder = { $name }: einen Ordner oder eine Umgebung gefunden, bei einer Engine des Programms keine erwartet
arena-player-arguments = { $name }: die Argumente { $found } gefunden, bei einer Engine des Programms keine erwartet
arena-player-no-engine = { $name }: keine Engine gefunden, eine erwartet
arena-player-ponder = { $name }: Ponder = true gefunden, aber in Wettkämpfen denken Engines nicht voraus
arena-player-log = { $option }: In einem Wettkampf wird davon kein Protokoll geführt
