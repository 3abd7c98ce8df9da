### Die Auswertung einer Partie, die zu erwartenden Züge und das Lernen aus Fehlern.

review-title = Partie auswerten
review-none = Noch keine Auswertung
    .tip = Die Engine bewertet jeden Zug
    .playing = Eine Partie kann ausgewertet werden, wenn sie zu Ende ist
    .no-game = Zuerst eine Partie spielen oder laden
review-write-partial = Bisherige Anmerkungen eintragen
review-write = Anmerkungen eintragen
review-remove = Anmerkungen entfernen
review-again = Erneut auswerten…
review-no-errors = Keine Schlüsselmomente: Kein Zug hat die Gewinnchance um mindestens 5 Prozentpunkte gesenkt oder ein Matt zugelassen
review-no-errors-yet = Bisher keine Schlüsselmomente
review-more = Mehr

## Wie weit sie ist.

review-progress = { $done } von { $all } Stellungen
review-progress-by = { $done } von { $all } Stellungen mit { $engine }
review-progress-done = { $n } Stellungen, mindestens Tiefe { $depth }
review-progress-recorded = Nach den Bewertungen in der Partie
review-progress-stopped = { $progress }, angehalten
review-progress-left = { $progress }, noch etwa { $time }
review-progress-halted = { $progress }, die Engine ist angehalten
review-progress-waits = { $progress }, wartet auf die Engine
review-seconds = { $n } s
review-minutes = { $n } min
review-not-finished = Die Auswertung ist noch nicht fertig
review-analysis-off = Die Analyse wurde ausgeschaltet; solange sie läuft, wartet die Auswertung
review-stopped-no-score =
    Die Auswertung hat angehalten: { $engine } gab in einer Stellung keine Bewertung für den eigenen Zug. Beim
    Fortsetzen wird erneut gefragt
review-stopped-engine-gone =
    Die Auswertung hat angehalten: { $engine } ist ausgeschaltet oder steht nicht mehr in der Liste der Engines
review-accuracy-found = Genauigkeit: Weiß { $white }, Schwarz { $black }
review-accuracy-found-noted = Genauigkeit: Weiß { $white }, Schwarz { $black }; die Anmerkungen stehen in der Partie
review-undo-notes = Anmerkungen der Auswertung
review-undo-remove-notes = Anmerkungen der Auswertung entfernen

## Die Summen.

review-accuracy = Genauigkeit
    .tip = Wie viel von den Gewinnchancen die Züge bewahrt haben; die erste Wahl der Engine bewahrt alle
review-so-far = Bisher
review-accuracy-so-far = Genauigkeit bisher
review-loss-so-far = Mittlerer Verlust bisher
review-so-far-tip = { $tip }. Erst { $done } von { $all } Stellungen sind bewertet
review-loss = Mittlerer Verlust
    .short = Verlust
    .tip = Bauern pro Zug, jede Bewertung auf ±10 begrenzt; die erste Wahl der Engine zählt 0
review-sum-of = { $name } von { $side }: { $value }
review-phase-opening = Eröffnung
review-phase-middlegame = Mittelspiel
review-phase-endgame = Endspiel
review-phase-rule =
    Eröffnung: solange mindestens drei Springer und Läufer auf ihrer Grundreihe stehen, längstens bis Zug 15.
    Endspiel: mit höchstens sechs Figuren außer Königen und Bauern

## Klassen von Zügen.

review-class-forced = Erzwungen
    .tip = Der einzige mögliche Zug
review-class-book = Buch
    .tip = Steht im Eröffnungsbuch
review-class-brilliant = Brillant
    .tip = Ein einziger Zug, der eine Figur anbietet, die nicht ohnehin verloren war
review-class-only-move = Einziger Zug
    .tip = Jeder andere Zug hätte die Gewinnchance um mindestens 20 Prozentpunkte gesenkt, ohne zu gewinnen. Ein Mattzug ist nie einer
review-class-best = Bester Zug
    .tip = Die erste Wahl der Engine
review-class-excellent = Ausgezeichnet
    .tip = Senkt die Gewinnchance um höchstens 2 Prozentpunkte
review-class-good = Gut
    .tip = Senkt die Gewinnchance um weniger als 5 Prozentpunkte
review-class-inaccuracy = Ungenauigkeit
    .tip = Senkt die Gewinnchance um mindestens 5 Prozentpunkte oder lässt in verlorener Stellung ein Matt zu
review-class-mistake = Fehler
    .tip = Senkt die Gewinnchance um mindestens 10 Prozentpunkte oder lässt in schlechter Stellung ein Matt zu
review-class-blunder = Grober Fehler
    .tip = Senkt die Gewinnchance um mindestens 15 Prozentpunkte oder lässt ein Matt zu
review-class-missed-win = Verpasster Gewinn
    .tip = Ein Fehler, der einen Gewinn vergibt: Die Gewinnchance sinkt um 10 bis 15 Prozentpunkte, von mindestens 75 % auf weniger
# Wie viele Fehler eine Seite gemacht hat.
review-error-counts = { $inaccuracies ->
    [one] { $inaccuracies } Ungenauigkeit
   *[other] { $inaccuracies } Ungenauigkeiten
}, { $mistakes ->
    [one] { $mistakes } Fehler
   *[other] { $mistakes } Fehler
}, { $blunders ->
    [one] { $blunders } grober Fehler
   *[other] { $blunders } grobe Fehler
}

## Was an einem Zug falsch ist.

review-why-allows-mate = Erlaubt Matt in { $n }
review-why-allows-mate-by = Erlaubt Matt in { $n }: { $by }
review-why-missed-mate = Matt in { $n } verpasst
review-why-missed-mate-by = Matt in { $n } verpasst: { $by }
review-why-en-prise = Stellt { $piece } auf { $square } ein: { $by }
review-why-hanging = Lässt { $piece } auf { $square } hängen: { $by }
review-why-loses = Verliert { $what }
review-why-loses-by = Verliert { $what } durch { $by }
review-why-loses-fork = Verliert { $what } durch die Gabel { $by } auf { $targets }
review-why-loses-pin = Verliert { $what } durch { $by }: { $piece } auf { $square } ist gefesselt
review-why-missed = Verpasst, { $what } zu gewinnen
review-why-missed-by = Verpasst: { $by } gewinnt { $what }
review-why-missed-fork = Verpasst: Die Gabel { $by } auf { $targets } gewinnt { $what }
review-why-missed-pin = Verpasst: { $by } gewinnt { $what }, denn { $piece } auf { $square } ist gefesselt
review-why-no-worse = { $why }, steht danach aber nicht schlechter
review-why-worse-before = { $why }, in einer Stellung, die schon schlechter war
review-why-lost-before = { $why }, in einer Stellung, die schon verloren war
review-why-better = Besser: { $better }
review-why-and-better = { $why }. Besser: { $better }
review-amount-two-pawns = Material im Wert von zwei Bauern
review-amount-piece = eine Figur
review-amount-rook = Material im Wert eines Turms
review-amount-queen = Material im Wert einer Dame
review-pieces = { $rest } und { $last }
review-piece-pawn = Bauer
    .object = den Bauern
    .subject = der Bauer
review-piece-knight = Springer
    .object = den Springer
    .subject = der Springer
review-piece-bishop = Läufer
    .object = den Läufer
    .subject = der Läufer
review-piece-rook = Turm
    .object = den Turm
    .subject = der Turm
review-piece-queen = Dame
    .object = die Dame
    .subject = die Dame
review-piece-king = König
    .object = den König
    .subject = der König

## Der Dialog.

review-start = Auswertung starten
review-care = Gründlichkeit
review-care-hint = { $ms } ms pro Stellung: höchstens { $time }
review-quick = Schnell
review-normal = Normal
review-thorough = Gründlich
review-options = Weitere Einstellungen
review-engine = Engine
review-sides = Züge von
    .both = Beiden
review-notes = In die Partie eintragen
review-notes-glyphs = Zeichen: ?!, ?, ??, !!
review-notes-words = Erklärungen der Fehler
review-notes-lines = Bessere Varianten
review-notes-scores = Bewertungen nach den Zügen
    .tip = Eine tiefere Bewertung, die schon dasteht, bleibt
review-budget = Pro Stellung
review-budget-ms = ms
review-budget-plies = Halbzüge
review-budget-thousand = Tausend
review-forecast = { $n ->
    [one] { $n } Stellung
   *[other] { $n } Stellungen
}. { $after }
review-forecast-time = { $n ->
    [one] { $n } Stellung
   *[other] { $n } Stellungen
}, höchstens { $time }. { $after }
review-forecast-free = Das Brett bleibt frei
review-forecast-analysis = Die Analyse wird vorher ausgeschaltet. Das Brett bleibt frei

## Erwartete Züge.

review-list = Liste
review-errors = Schlüsselmomente
    .tip =
        Die Züge, mit denen die Partie gekippt ist: Jeder hat die Gewinnchance um mindestens 5 Prozentpunkte gesenkt
        oder ein Matt zugelassen
# Ein Zug mit seinem Zeichen, seine Klasse, der Grund und die Bewertungen davor und danach.
review-moment = { $played } { $class }: { $why }. Bewertung { $before }, dann { $after }
review-expected = Erwartete Züge
    .tip =
        Das eingebaute Policy-Netz schätzt ohne Suche, wie wahrscheinlich ein starker Spieler jeden möglichen Zug
        wählt. Gelernt hat es das aus Partien von Meistern und des Programms gegen sich selbst: Ein wahrscheinlicher
        Zug muss kein guter sein. Überraschung wird in Bit gemessen: 1 Bit für eine Chance von eins zu zwei, 5 Bit für
        eins zu 32
review-expected-hidden = Verborgen, solange du selbst analysierst
review-expected-playing = Wird nach dem Ende der Partie gezeigt
review-expected-working = Wird berechnet…
review-expected-none = Die Partie hat noch keine Züge
review-expected-sum = { $first } von { $n ->
    [one] { $n } Zug
   *[other] { $n } Zügen
} am wahrscheinlichsten; Überraschung { $bits } Bit pro Zug
review-expected-odds = { $chance }, Überraschung { $bits }
review-expected-likely = Erwartet { $moves }
review-expected-under = unter 1 %

## Lernen aus Fehlern.

review-foreign-glyphs = { $n ->
    [one] Ein Zug hat in der Partie ein Zeichen, das ihn anders beurteilt
   *[other] { $n } Züge haben in der Partie Zeichen, die sie anders beurteilen
}
review-learn =
    .tip-white = Bessere Züge für Weiß finden
    .tip-black = Bessere Züge für Schwarz finden
review-learn-side = { $color ->
    [white] Weiß
   *[black] Schwarz
}: { $name }, { $n ->
    [one] ein Fehler
   *[other] { $n } Fehler
}
review-learn-left-out = { $n ->
    [one] Ein Fehler fehlt
   *[other] { $n } Fehler fehlen
} hier: Die Partie enthält dafür keinen besseren Zug
review-learn-back = Zurück zur Partie
review-learn-repeat = Ungelöste wiederholen
review-learn-puzzle = Aufgabe { $n } von { $all }
review-learn-progress = Erledigte Aufgaben
review-learn-played = Gespielt wurde { $san }.
review-learn-find-white = Finde einen besseren Zug für Weiß
review-learn-find-black = Finde einen besseren Zug für Schwarz
review-learn-make-move = Mach deinen Zug auf dem Brett
review-learn-thinking = { $san } wird bewertet…
review-learn-wrong = { $san } ist nicht gut genug
review-learn-right = { $san } ist richtig
review-learn-best = Beste Variante
review-learn-line = Fortsetzung
review-learn-to-puzzle = Zurück zur Aufgabe
review-learn-retry = Noch einmal
review-learn-solution = Lösung zeigen
review-learn-finish = Abschließen
review-learn-next = Nächste Aufgabe
review-learn-skip = Überspringen
review-learn-leave = Verlassen
review-learn-done = Alle Aufgaben erledigt
review-learn-first = Beim ersten Versuch gelöst: { $n } von { $all }
review-learn-later = Nach weiteren Versuchen gelöst: { $n } von { $all }
review-learn-failed = Versucht, nicht gelöst: { $n } von { $all }
review-learn-shown = Lösung gezeigt: { $n } von { $all }
review-learn-skipped = Übersprungen: { $n } von { $all }
review-learn-first-choice = Die erste Wahl der Engine
review-learn-as-played = Dieser Zug wurde in der Partie gespielt. { $text }
review-learn-keeps = Bewahrt die Gewinnchancen
review-learn-no-error = Gewinnchance −{ $loss } Prozentpunkte, das zählt nicht als Fehler
review-learn-loss = Gewinnchance −{ $loss } Prozentpunkte
review-learn-elsewhere = Züge zählen nur in der Stellung der Aufgabe
review-learn-leave-first = Verlasse die Aufgaben, um die Partie fortzusetzen
