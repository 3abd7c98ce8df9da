# Aufgaben: was eine Lösung tut.
theme-mate-in-one = Matt in einem Zug
theme-mate-in-two = Matt in zwei Zügen
theme-long-mate = Matt in drei oder mehr Zügen
theme-back-rank = Grundreihenmatt
theme-smothered = Ersticktes Matt
theme-fork = Gabel
theme-pin = Fesselung
theme-skewer = Spieß
theme-discovered = Abzug
theme-double-check = Doppelschach
theme-hanging = Hängende Figur
theme-defender = Verteidiger schlagen
theme-deflection = Ablenkung
theme-sacrifice = Opfer
theme-promotion = Umwandlung
theme-quiet = Stiller Zug
theme-defence = Verteidigung
theme-pawn-endgame = Bauernendspiel
theme-rook-endgame = Turmendspiel

## Training

training-puzzles = Aufgaben
training-guess = Errate den Zug
    .short = Raten
training-endgames = Endspiel
training-openings = Eröffnung
training-vision = Brett
training-results = Bilanz
training-rating = Deine Wertung
    .tip = { $n } von { $all } Versuchen sofort gelöst
training-streak = In Folge
    .tip = Sofort gelöste Aufgaben in Folge (Rekord { $n })
training-due = Heute fällig
    .tip = Aufgaben dieser Auswahl, die heute wiederkommen
training-white = Weiß am Zug
training-black = Schwarz am Zug
training-find = Finde den besten Zug.
training-find-better = Aus der ausgewerteten Partie { $game }. Finde einen besseren Zug als den gespielten.
training-find-better-than = Aus der ausgewerteten Partie { $game }: Gespielt wurde { $san }. Finde einen besseren Zug.
training-go-on = Richtig. Jetzt Zug { $n }.
training-judging = { $san } wird geprüft…
training-wrong = { $san } ist nicht die Lösung.
training-refuted = Antwort:
training-solved = Gelöst!
training-solved-other = Gelöst! Auch dieser Zug gewinnt.
training-solved-held = Gelöst! Auch dieser Zug hält.
training-no-mate = { $san } gewinnt, aber es gibt ein Matt.
training-shown = Das ist die Lösung.
training-repeated = Diese Aufgabe ist wieder da, weil sie nicht sofort gelöst wurde.
training-helped = Mit einem Tipp bleibt die Wertung, wie sie ist.
training-solution = Lösung:
training-themes = Motive:
training-difficulty = Schwierigkeit:
training-puzzle-rating = { $n ->
    [one] { $rating }, ein Zug
   *[other] { $rating }, { $n } Züge
}
training-from = Aus:
training-none = Hier ist nichts mehr
    .why = In dieser Auswahl ist keine Aufgabe neu und keine fällig. Wähle eine andere, oder komm an einem anderen Tag wieder.
    .own = Diese Aufgaben sind eigene Fehler, die du beim Lernen nach einer Auswertung nicht sofort verbessert hast. Noch gibt es keine.
training-hint = Tipp
training-solve = Lösung
training-skip = Überspringen
training-again = Noch einmal
training-next = Nächste Aufgabe
training-analyse = Analysieren
training-set = Aufgaben über
training-phase = Phase der Partie
training-level = Schwierigkeit
training-all = Alle Motive
training-own = Aus Auswertungen
training-file-set = Aus einer Datei
training-any-phase = Jede Phase
training-easier = Leichter
training-my-level = Meine Stärke
training-harder = Schwerer
training-any-level = Beliebig schwer
training-off-level = { $level ->
    [easier] Es ist keine leichtere Aufgabe mehr da: Jetzt kommen die leichtesten.
    [harder] Es ist keine schwerere Aufgabe mehr da: Jetzt kommen die schwersten.
   *[own] Es ist keine Aufgabe deiner Stärke mehr da: Jetzt kommen die nächstliegenden.
}
training-more = Mehr
training-copy = Fortschritt kopieren
training-copied = Fortschritt als Text kopiert
training-save = Fortschritt speichern…
training-file = Tabia-Training
training-delete = { $n ->
    [one] Die Wertung, einen Versuch an einer Aufgabe, Aufgaben aus Auswertungen, Züge deiner Eröffnungen, Ergebnisse der Endspiele und die Bestwerte löschen? Bis Tabia beendet wird, lassen sie sich wiederherstellen.
   *[other] Die Wertung, { $n } Versuche an Aufgaben, Aufgaben aus Auswertungen, Züge deiner Eröffnungen, Ergebnisse der Endspiele und die Bestwerte löschen? Bis Tabia beendet wird, lassen sie sich wiederherstellen.
}
training-deleted = Trainingsfortschritt gelöscht
training-load = Wertung, Aufgaben, Eröffnungen, Endspiele und Bestwerte durch die einer Datei ersetzen? Bis Tabia beendet wird, lassen sie sich wiederherstellen.
training-load-title = Gespeicherten Trainingsfortschritt öffnen
training-loaded = { $n ->
    [one] Trainingsfortschritt aus { $name } geladen: Wertung { $rating }, ein Versuch
   *[other] Trainingsfortschritt aus { $name } geladen: Wertung { $rating }, { $n } Versuche
}
training-not-loaded = { $name } nicht geladen: { $error }
training-load-empty = kein Trainingsfortschritt gefunden, erwartet wurde eine von Tabia gespeicherte Datei
training-load-left-out = { $name } ist beschädigt; ausgelassen: { $names }
training-restored = Trainingsfortschritt wiederhergestellt
training-puzzles-title = Datei mit Aufgaben öffnen
training-close-file = Datei mit Aufgaben schließen
training-puzzles-opened = { $n ->
    [one] Eine Aufgabe aus { $name } im Training
   *[other] { $n } Aufgaben aus { $name } im Training
}
training-puzzles-refused = { $n ->
    [one] Eine Zeile von { $name } ist keine Aufgabe
   *[other] { $n } Zeilen von { $name } sind keine Aufgaben
}
training-puzzles-line = Zeile { $line }: { $error }
training-puzzles-none = keine Aufgaben gefunden, erwartet wurden EPD-Zeilen

guess-about = Spiele die Partie auf dem Brett von einer Seite aus nach und errate jeden Zug. Der Partiezug bringt { $points } Punkte. Jeder andere Zug bringt für je { $percent } Prozentpunkte, die er bei den erwarteten Punkten schlechter ist, einen Punkt weniger, auf ganze Punkte gerundet und mindestens 0.
guess-no-game = Öffne zuerst eine Partie im Studium: eine Meisterpartie oder eine eigene.
guess-white = Als Weiß raten
guess-black = Als Schwarz raten
guess-points = Punkte
guess-moves = Wie in der Partie
guess-skip = Zug auslassen
guess-leave = Andere Partie
guess-back = Zurück zur verlassenen Partie
guess-left = { $n ->
    [one] Partie verlassen: ein Zug geraten
   *[other] Partie verlassen: { $n } Züge geraten
}
guess-over = Die Partie ist zu Ende.
guess-summary = { $percent } % der Punkte. Wie in der Partie: { $same }. Mit voller Punktzahl: { $good }. Besser als die Partie: { $better }. Fehler: { $bad }.
    .hint =
        In Prozentpunkten der erwarteten Punkte gegenüber dem Partiezug. Mit voller Punktzahl: andere Züge, die weniger
        als { $full } hergaben. Besser als die Partie: solche, die mehr als { $full } besser waren. Fehler: Züge, die 10
        oder mehr hergaben
guess-skipped = { $n ->
    [one] Ein Zug ausgelassen.
   *[other] { $n } Züge ausgelassen.
}
guess-number = { $number } Welcher Zug wurde gespielt?
guess-same = { $number }{ $san } wie in der Partie
guess-other = { $number }{ $san }; Partie: { $played }
guess-passed = { $number }ausgelassen; Partie: { $played }
guess-worth = { $n ->
    [one] { $n } Pkt.
   *[other] { $n } Pkt.
}
guess-gain = Um { $gain } Prozentpunkte der erwarteten Punkte besser als der Partiezug (Engine, { $nodes } Knoten)
guess-loss = Verschenkt { $loss } Prozentpunkte der erwarteten Punkte gegenüber dem Partiezug (Engine, { $nodes } Knoten)

endgames-about = Spiele diese Stellungen gegen die Engine. Gespielt wird bis zum Ende: Gewonnen ist nur mit Matt.
endgames-new = { $goal } Noch nicht versucht.
endgames-kept = { $goal } Versuche: { $tried }, davon erfolgreich: { $reached }.
endgames-start = Stellung { $n }
endgames-done = { $position } (geschafft)
endgames-other = Andere Stellung
endgames-list = Alle Endspiele
endgames-thinking = Die Engine denkt…
endgames-moves = { $n ->
    [one] Ein Zug gespielt
   *[other] { $n } Züge gespielt
}
endgames-hold = Gehalten, wenn die Stellung nach { $n } Zügen noch remis ist oder die Partie remis endet.
endgames-mate = Matt in { $n } (Tiefe { $depth })
endgames-mated = Du wirst matt in { $n } (Tiefe { $depth })
endgames-score = Engine: { $score } für dich (Tiefe { $depth })
endgames-won = { $n ->
    [one] Matt in einem Zug!
   *[other] Matt in { $n } Zügen!
}
endgames-held = Remis gehalten!
endgames-lost = Durch Matt verloren.
endgames-held-by = Remis gehalten! { $how }.
endgames-drawn = Nicht gewonnen. { $how }.
endgames-win-gone = Nach { $san } sieht die Engine keinen Gewinn mehr für dich.
endgames-draw-gone = Nach { $san } stehst du nach Ansicht der Engine auf Verlust.
endgames-take-back = Vor diesem Zug noch einmal
endgames-taken-back = Ein Zug wurde zurückgenommen: Der Versuch zählt als nicht erfolgreich.
endgame-goal-win = Gewinne diese Stellung.
endgame-goal-draw = Halte das Remis.
endgame-rook = König und Turm gegen König
endgame-opposition = Opposition: Bauer umwandeln
endgame-pawn-draw = Opposition: Bauer aufhalten
endgame-queen-pawn = Dame gegen Bauer auf der siebten Reihe
endgame-lucena = Lucena-Stellung
endgame-philidor = Philidor-Stellung
endgame-vancura = Vancura-Stellung
endgame-bishop-knight = Läufer und Springer gegen König

openings-about = Dein Repertoire ist eine Partie mit ihren Varianten, oder es sind die Partien einer Liste bis zum { $moves }. Zug. Spiele es von einer Seite durch: Die Gegenseite antwortet mit Zügen daraus; häufige kommen öfter vor, und solche, die zu noch nicht geübten Stellungen führen. Deine Züge mit ?, ?? oder ?! bleiben weg. Vergessene Züge kommen wieder.
openings-of-game = Diese Partie
openings-of-list = Partien der Liste
openings-games = { $n ->
    [one] Eine Partie aus { $name }
   *[other] { $n } Partien aus { $name }
}
openings-games-cut = Die ersten { $n } von { $all } Partien aus { $name }
openings-no-list = Öffne zuerst im Studium eine PGN-Datei mit mehreren Partien. Die Liste, wie sie dort gefiltert ist, ist dein Repertoire.
openings-no-move = { $color ->
    [white] Weiß
   *[black] Schwarz
} hat in diesen Partien keinen Zug
openings-none = Öffne zuerst deine eigene PGN-Datei mit Varianten im Studium.
openings-white = Als Weiß spielen
openings-black = Als Schwarz spielen
openings-find = Was ist hier dein Zug?
openings-wrong = { $san } steht nicht in deinem Repertoire.
openings-yours = In deinem Repertoire:
openings-over = Hier endet die Variante.
openings-known = Gewusst
openings-forgotten = Vergessen
openings-learned = Ganzes Repertoire
    .tip = Stellungen, deren Zug beim letzten Mal gewusst wurde
openings-due = Stellungen des Repertoires, deren Zug heute wiederkommt
openings-of = { $n } von { $all }
openings-next = Nächste Variante
openings-leave = Anderes Repertoire

vision-squares = Felder
    .about = Ein Feld wird genannt; klicke es an. Das Brett hat keine Buchstaben und Ziffern.
vision-knight = Springer
    .about = Ziehe den Springer in möglichst wenigen Zügen auf das markierte Feld, ein Klick für jeden Zug.
vision-blindfold = Blind
    .about = Zwei Figuren werden genannt, das Brett bleibt leer. Sage, ob die erste ein Feld angreift (Tasten J und N). Eine falsche Antwort kostet einen Punkt.
vision-seconds = { $n } s
vision-left = Restzeit
vision-score = Punkte
vision-best = Bestwert
vision-yes = Ja
    .key = J
vision-no = Nein
    .key = N
vision-stop = Aufhören
vision-below-white = Weiß unten
vision-below-black = Schwarz unten
vision-begin = Eine Minute starten
vision-to = Springer nach { $square }
vision-moves = { $n ->
    [one] Noch ein Zug
   *[other] Noch { $n } Züge
}
vision-stand-white = Weiß: { $piece } auf { $from }
vision-stand-black = Schwarz: Bauer auf { $pawn }
vision-reaches = { $piece }: Ist { $target } angegriffen?
vision-right = Richtig
vision-missed = Das war { $clicked }, nicht { $square }
vision-detour = Von { $from } über { $clicked } nach { $square } braucht es { $n } Züge; { $enough } reichen
vision-attacks = Falsch: { $piece } { $from } greift { $square } an
vision-attacks-not = Falsch: { $piece } { $from } greift { $square } nicht an
vision-blocked = Falsch: { $piece } { $from } greift { $square } nicht an, der Bauer auf { $pawn } steht im Weg
vision-over = Punkte: { $n }
vision-stopped = Vor Ablauf der Minute beendet: Das zählt nicht für den Bestwert.
vision-record = So gut warst du noch nie!
vision-sum = { $right } richtig, { $wrong } falsch

results-title = Meine Bilanz
results-title-of = Bilanz von { $name }
results-bullet = Bullet
results-blitz = Blitz
results-rapid = Rapid
results-classical = Klassisch
results-untimed = Ohne Uhr
results-class = Bedenkzeit
results-all = Alle Partien
results-period = Zeitraum
results-period-all = Gesamte Zeit
results-period-year = Letzte 365 Tage
results-period-quarter = Letzte 90 Tage
results-period-month = Letzte 30 Tage
results-all-time = { $name } (gesamt)
results-export = Als CSV exportieren…
results-file = Bilanz
results-reading = Die Partien werden gelesen…
results-failed = „Meine Partien“ ist nicht lesbar
results-empty = Noch keine Partien
    .why = Partien gegen die Engine stehen nach ihrem Ende in „Meine Partien“ und zählen hier. Zeit für die erste.
results-none-chosen = Keine beendete Partie in dieser Auswahl.
results-rated-games = { $n ->
    [one] Eine gewertete Partie
   *[other] { $n } gewertete Partien
}
results-rating-tip = Glicko-2, aus beendeten Partien gegen Gegner mit Elo-Zahl. ± ist der Bereich, in dem die Spielstärke mit 95 % Wahrscheinlichkeit liegt. Die Partien eines Tages sind eine Wertungsperiode.
results-no-rating = Eine Wertung braucht eine beendete Partie gegen einen Gegner mit Elo-Zahl, aus der Grundstellung und ohne Hilfe.
results-score = Punkte
results-counts = { $won } gewonnen, { $drawn } remis, { $lost } verloren
results-streak = Siege in Folge
    .tip = Gewonnene Partien in Folge bis zur neuesten, und die längste Serie; darunter Partien ohne Niederlage (in Klammern die längste Serie)
results-longest = (Rekord { $n })
results-unbeaten = Unbesiegt { $now } (max. { $longest })
results-accuracy = Genauigkeit
    .tip = Mittel der Partien mit Bewertungen, nach den Formeln von lichess.org. Eine Auswertung schreibt Bewertungen in die Partie. Partien mit weniger als { $moves } eigenen Zügen zählen nicht. Für eine Auswertung ist der erste Zug der Engine vollkommen, was die Bewertungen in einer Datei nicht zeigen; deshalb können ihre Zahlen etwas abweichen.
results-few-days = Die Kurve beginnt mit gewerteten Partien an zwei Tagen.
results-rating-course = Wertung
results-accuracy-course = Genauigkeit je Partie
results-axis-games = Partien
results-rating-point = { $rating } ± { $error } nach Partie { $games }, { $date }
results-accuracy-point = { $accuracy } %, { $date }
results-no-accuracy = Genauigkeit und Fehler kommen aus ausgewerteten Partien: Wähle „Auswerten“, wenn eine Partie zu Ende ist. Die Auswertung zählt hier, sobald sie gespeichert ist: wenn die Partie das Brett verlässt, oder sofort mit dem Befehl „Zu ‚Meine Partien‘ hinzufügen“.
results-opponents = Gegner
results-openings = Eröffnungen
results-unknown = Unbekannt
results-shares = Sieg, Remis, Niederlage (%)
results-click = Klick: diese Partien auflisten
results-list-all = Alle zeigen
results-list-few = Weniger zeigen
results-conditions = Farbe und Ende der Partie
results-as-white = Mit Weiß
results-as-black = Mit Schwarz
results-ended-opening = Ende in der Eröffnung
results-ended-middlegame = Ende im Mittelspiel
results-ended-endgame = Ende im Endspiel
results-errors = Fehler nach Phase
results-kinds = { $n ->
    [one] Bei einem Fehler ist der Grund bekannt: { $kinds }
   *[other] Bei { $n } Fehlern ist der Grund bekannt: { $kinds }
}
results-moves = Züge
results-loss = Verlust
    .tip = Bauern, die ein Zug im Mittel vergibt
results-inaccuracies = Ungenauigkeiten
results-mistakes = Fehler
results-blunders = Grobe Fehler
results-kind-allows-mate = { $n ->
    [one] ein Matt zugelassen
   *[other] { $n } Matts zugelassen
}
results-kind-misses-mate = { $n ->
    [one] ein Matt verpasst
   *[other] { $n } Matts verpasst
}
results-kind-hangs-piece = { $n ->
    [one] eine Figur eingestellt
   *[other] { $n } Figuren eingestellt
}
results-kind-loses-material = { $n ->
    [one] ein anderer Materialverlust
   *[other] { $n } andere Materialverluste
}
results-kind-misses-material = { $n ->
    [one] ein Materialgewinn verpasst
   *[other] { $n } Materialgewinne verpasst
}
results-not-rated = Nicht gewertet: { $games }.
results-not-rated-number = { $n } gegen Gegner ohne Elo-Zahl oder mit begrenzter Tiefe, Knotenzahl oder Zeit
results-not-rated-position = { $n } aus anderer Stellung
results-not-rated-help = { $n } mit Tipp, Zurücknahme, Analyse, Seitenwechsel oder gefallenem Blättchen
results-unfinished = { $n ->
    [one] Eine unbeendete Partie zählt nicht.
   *[other] { $n } unbeendete Partien zählen nicht.
}
results-of-others = { $n ->
    [one] Eine Partie zwischen zwei Menschen oder zwei Engines zählt nicht.
   *[other] { $n } Partien zwischen zwei Menschen oder zwei Engines zählen nicht.
}
results-cut = Nur die ersten { $n } Partien werden gelesen.
results-delete = Alle Partien in „Meine Partien“ löschen? Die Datei wird umbenannt, nicht gelöscht; unter ihrem alten Namen sind die Partien wieder da.
results-deleted = „Meine Partien“ gelöscht. Die Datei heißt jetzt { $path }
results-delete-failed = „Meine Partien“ nicht gelöscht: { $error }
