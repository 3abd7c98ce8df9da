### Wörter, die viele Teile des Fensters gemeinsam haben.

language-name = Deutsch
number-decimal = ,
number-group = .

## Schaltflächen.

button-cancel = Abbrechen
button-close = Schließen
button-add = Hinzufügen
button-delete = Löschen
button-apply = Übernehmen
button-save = Speichern
button-copy = Kopieren
button-open = Öffnen
button-start = Starten
button-stop = Anhalten
button-continue = Fortsetzen
button-show = Zeigen
button-reset = Zurücksetzen
button-back = Zurück
button-next = Weiter
button-discard = Verwerfen

## Schach.

white = Weiß
black = Schwarz
draw = Remis
white-to-move = Weiß am Zug
black-to-move = Schwarz am Zug
piece-pawn = Bauer
piece-knight = Springer
piece-bishop = Läufer
piece-rook = Turm
piece-queen = Dame
piece-king = König
column-move = Zug
column-score = Bewertung
column-depth = Tiefe
column-nodes = Knoten
column-time = Zeit
column-line = Variante

## Anzahlen.

count-moves = { $n ->
    [one] { $n } Zug
   *[other] { $n } Züge
}
count-games = { $n ->
    [one] { $n } Partie
   *[other] { $n } Partien
}
count-positions = { $n ->
    [one] { $n } Stellung
   *[other] { $n } Stellungen
}
count-nodes = { $n } Knoten
