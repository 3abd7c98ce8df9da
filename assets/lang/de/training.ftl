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

training-tasks = Aufgaben
training-guess = Errate den Zug
    .short = Partie
training-endgames = Endspiele
training-openings = Eröffnungen
training-vision = Brett
training-rating = Deine Wertung
training-streak = In Folge
training-due = Heute fällig
training-white = Weiß am Zug
training-black = Schwarz am Zug
training-find = Finde den besten Zug.
training-go-on = Richtig. Jetzt Zug { $n }.
training-judging = { $san } wird geprüft …
training-wrong = { $san } geht nicht.
training-refuted = Antwort:
training-solved = Gelöst!
training-solved-other = Gelöst! Auch dieser Zug gewinnt.
training-shown = Das ist die Lösung.
training-repeated = Diese Aufgabe kommt wieder, weil sie nicht sofort gelöst wurde.
training-helped = Mit einem Hinweis bleibt die Wertung, wie sie ist.
training-solution = Lösung:
training-themes = Motive:
training-difficulty = Schwierigkeit:
training-task-rating = { $n ->
    [one] { $rating }, ein Zug
   *[other] { $rating }, { $n } Züge
}
training-from = Aus:
training-none = Hier ist nichts mehr
    .why = In dieser Auswahl ist keine Aufgabe neu und keine fällig. Wähle eine andere, oder komm an einem anderen Tag wieder.
training-hint = Hinweis
training-solve = Lösung
training-skip = Weiter
training-again = Noch einmal
training-next = Nächste Aufgabe
training-set = Aufgaben über
training-phase = Phase der Partie
training-level = Schwierigkeit
training-all = Alle Motive
training-own = Meine Fehler
training-any-phase = Jede Phase
training-easier = Leichter
training-my-level = Meine Stärke
training-harder = Schwerer
training-any-level = Beliebig schwer
training-more = Mehr
training-copy = Fortschritt kopieren
training-copied = Fortschritt als Text kopiert
training-newer = eine neuere Version hat sie geschrieben ({ $version })
training-delete = { $n ->
    [one] Die Wertung, die versuchte Aufgabe und alle Bestwerte löschen?
   *[other] Die Wertung, die { $n } versuchten Aufgaben und alle Bestwerte löschen?
}

guess-about = Spiele die Partie auf dem Brett von einer Seite aus nach und errate jeden Zug. Der Partiezug bringt { $points } Punkte; ein anderer ebenso viele, abzüglich dessen, was er gegen ihn verschenkt.
guess-no-game = Öffne zuerst eine Partie im Studium: eine Meisterpartie oder eine eigene.
guess-white = Als Weiß raten
guess-black = Als Schwarz raten
guess-points = Punkte
guess-moves = Geratene Züge
guess-skip = Zug auslassen
guess-leave = Andere Partie
guess-over = Die Partie ist zu Ende.
guess-summary = { $percent } % der Punkte. Wie in der Partie: { $same }. Mindestens so gut: { $good }. Fehler: { $bad }.
    .hint =
        Mindestens so gut: andere Züge, die gegen den Zug der Partie nichts hergaben. Fehler: Züge, die zehn Prozent der
        erwarteten Punkte oder mehr hergaben
guess-number = { $number } Welcher Zug wurde gespielt?
guess-same = { $number }{ $san } wie in der Partie
guess-other = { $number }{ $san }; Partie: { $played }
guess-worth = { $n ->
    [one] { $n } Pkt.
   *[other] { $n } Pkt.
}
guess-loss = Verschenkt { $loss } % der erwarteten Punkte gegenüber dem Partiezug (Engine, 400.000 Knoten)

endgames-about = Spiele diese Stellungen gegen die Engine. Die Regeln entscheiden: Gewonnen ist nur mit Matt.
endgames-new = { $goal } Noch nicht versucht.
endgames-kept = { $goal } Erreicht: { $reached } von { $tried }.
endgames-start = Stellung { $n }
endgames-other = Andere Stellung
endgames-list = Alle Endspiele
endgames-thinking = Die Engine denkt …
endgames-moves = { $n ->
    [one] Ein Zug gespielt
   *[other] { $n } Züge gespielt
}
endgames-hold = Gehalten nach { $n } Zügen oder wenn die Partie remis ist.
endgames-mate = Matt in { $n } (Tiefe { $depth })
endgames-mated = Du wirst matt in { $n } (Tiefe { $depth })
endgames-score = Engine: { $score } für dich (Tiefe { $depth })
endgames-won = { $n ->
    [one] Matt in einem Zug!
   *[other] Matt in { $n } Zügen!
}
endgames-held = Remis gehalten!
endgames-lost = Durch Matt verloren.
endgames-drawn = Nur remis.
endgame-goal-win = Gewinne diese Stellung.
endgame-goal-draw = Halte das Remis.
endgame-rook = König und Turm gegen König
endgame-opposition = Opposition: Bauer umwandeln
endgame-pawn-draw = Opposition: Bauer aufhalten
endgame-queen-pawn = Dame gegen Bauer auf der siebten Reihe
endgame-lucena = Lucena-Stellung
endgame-philidor = Philidor-Verteidigung
endgame-vancura = Vancura-Verteidigung
endgame-bishop-knight = Zwei Leichtfiguren gegen König

openings-about = Die Partie auf dem Brett mit ihren Varianten ist dein Repertoire. Spiele es von einer Seite durch: Die Antworten kommen daraus, häufige öfter. Vergessene Züge kommen wieder.
openings-none = Öffne zuerst dein eigenes PGN mit Varianten im Studium.
openings-white = Als Weiß spielen
openings-black = Als Schwarz spielen
openings-find = Was ist hier dein Zug?
openings-wrong = { $san } steht nicht in deinem Repertoire.
openings-yours = Deiner:
openings-over = Hier endet die Variante.
openings-known = Gewusst
openings-forgotten = Vergessen
openings-next = Nächste Variante
openings-leave = Anderes Repertoire

vision-squares = Felder
    .about = Ein Feld wird genannt; klicke es an. Das Brett hat keine Buchstaben und Ziffern.
vision-knight = Springer
    .about = Ziehe den Springer in möglichst wenigen Zügen auf das markierte Feld, ein Klick für jeden Zug.
vision-blindfold = Blind
    .about = Zwei Figuren werden genannt, das Brett bleibt leer. Sage, ob die erste ein Feld angreift.
vision-seconds = { $n } s
vision-left = Restzeit
vision-score = Punkte
vision-best = Bestwert
vision-yes = Ja
vision-no = Nein
vision-stop = Aufhören
vision-begin = Eine Minute starten
vision-to = Springer nach { $square }
vision-moves = { $n ->
    [one] Noch ein Zug
   *[other] Noch { $n } Züge
}
vision-stand = Weiß: { $piece } auf { $from }. Schwarz: Bauer auf { $pawn }.
vision-reaches = { $piece }: Ist { $target } angegriffen?
vision-right = Richtig
vision-missed = Das war nicht { $square }
vision-detour = Es geht kürzer
vision-wrong = Falsch
vision-over = { $n } Punkte
vision-record = So gut warst du noch nie!
vision-sum = { $right } richtig, { $wrong } falsch
