### Graphen über die Partie, Zeichen, Ergebnisse, und was sich rückgängig machen lässt.

## Graphen.

study-graph = Graph über die Partie
study-graph-score = Bewertung
study-graph-chances = Sieg, Remis, Niederlage
study-graph-time = Zeit
study-graph-depth = Tiefe
study-axis-score = Bewertung
    .unit = Bauern, aus Sicht von Weiß
study-axis-chances = Chancen
    .unit = Prozent
study-axis-time = Verbrauchte Zeit
    .unit = Sekunden pro Zug, nach den Uhren
study-axis-depth = Tiefe
    .unit = Halbzüge
study-no-score = Noch keine Bewertung
    .why = Stellungen, die die Engine durchsucht hat, erscheinen hier
    .weak = Nur volle Stärke bewertet Stellungen
study-no-chances = Noch keine Chancen
    .why = Sie stammen aus der Suche von Engines, die sie melden
study-no-times = Keine Zeiten
    .why = Partien mit Uhr und Dateien mit [%clk] oder [%emt] haben sie
study-no-depths = Noch keine Tiefen
    .why = Stellungen, die die Engine durchsucht hat, erscheinen hier
study-curve-score = letzte Suche in jeder Stellung
study-curve-depth = der gezeigten Bewertung jeder Stellung
study-white-wins = Weiß gewinnt
study-black-wins = Schwarz gewinnt
study-chance-white = { $san }: Weiß gewinnt { $percent } %
study-chance-draw = Remis { $percent } %
study-chance-black = Schwarz gewinnt { $percent } %, { $source }
study-chance-reported = gemeldet von { $engine }, Tiefe { $depth }
study-chance-fitted = geschätzt aus der Bewertung von { $engine }, Tiefe { $depth }
study-time-spent = { $san }: { $seconds } s

## Ergebnisse von Partien.

outcome-checkmate = { $side ->
    [white] Weiß gewinnt durch Matt
   *[black] Schwarz gewinnt durch Matt
}
outcome-resignation = { $side ->
    [white] Weiß gewinnt durch Aufgabe
   *[black] Schwarz gewinnt durch Aufgabe
}
outcome-time = { $side ->
    [white] Weiß gewinnt durch Zeitüberschreitung
   *[black] Schwarz gewinnt durch Zeitüberschreitung
}
outcome-stalemate = Remis durch Patt
outcome-dead-position = Remis: Keine Seite kann matt setzen
outcome-fivefold = Remis durch fünfmalige Stellungswiederholung
outcome-75-moves = Remis nach der 75-Züge-Regel
outcome-threefold = Remis durch dreimalige Stellungswiederholung
outcome-50-moves = Remis nach der 50-Züge-Regel
outcome-agreement = Remis durch Vereinbarung
outcome-time-no-mate = Remis: Die Seite mit Restzeit kann nicht matt setzen

## Zeichen.

study-nag-good = guter Zug
study-nag-mistake = Fehler
study-nag-brilliant = ausgezeichneter Zug
study-nag-blunder = grober Fehler
study-nag-interesting = interessanter Zug
study-nag-dubious = zweifelhafter Zug
study-nag-only = einziger Zug
study-nag-equal = ausgeglichene Stellung
study-nag-unclear = unklare Stellung
study-nag-white-slightly = Weiß steht etwas besser
study-nag-black-slightly = Schwarz steht etwas besser
study-nag-white-better = Weiß steht besser
study-nag-black-better = Schwarz steht besser
study-nag-white-winning = Weiß steht auf Gewinn
study-nag-black-winning = Schwarz steht auf Gewinn
study-nag-zugzwang = Zugzwang
study-nag-development = Entwicklung
study-nag-initiative = Initiative
study-nag-attack = Angriff
study-nag-compensation = Kompensation
study-nag-counterplay = Gegenspiel
study-nag-time = Zeitnot
study-nag-idea = mit der Idee
study-nag-novelty = Neuerung

## Was Rückgängig und Wiederholen nennen.

study-undo-add = { $san } hinzufügen
study-undo-null-move = Nullzug hinzufügen
study-undo-promote = Variante aufwerten
study-undo-main-line = Zur Hauptvariante machen
study-undo-demote = Variante abwerten
study-undo-delete = Ab { $san } löschen
study-undo-cut = Folgendes löschen
study-undo-comment = Kommentar
study-undo-comment-before = Kommentar davor
study-undo-glyph = Zeichen
study-undo-clear-glyphs = Zeichen entfernen
study-undo-shape = Markierung
study-undo-clear-shapes = Markierungen entfernen
study-undo-merge = Partie einfügen
study-strip = Bewertung im Lauf der Partie: { $n ->
    [one] { $n } Stellung
   *[other] { $n } Stellungen
}
