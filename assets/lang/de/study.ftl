### Graphen über die Partie, Zeichen, Ergebnisse, und was sich rückgängig machen lässt.

## Graphen.

study-graph = Kurve der Partie
study-graph-score = Bewertung
study-graph-chances = Sieg, Remis, Niederlage
study-graph-time = Zeit
study-graph-depth = Tiefe
study-axis-score = Bewertung
    .unit = Bauern, Sicht von Weiß
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
study-curve-here = hier analysiert
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
outcome-dead-position = Remis: Keine Seite kann mattsetzen
outcome-fivefold = Remis durch fünfmalige Stellungswiederholung
outcome-75-moves = Remis nach der 75-Züge-Regel
outcome-threefold = Remis durch dreimalige Stellungswiederholung
outcome-50-moves = Remis nach der 50-Züge-Regel
outcome-agreement = Remis durch Vereinbarung
outcome-time-no-mate = Remis: Die Seite mit Restzeit kann nicht mattsetzen

## Zeichen.

study-nag-good = guter Zug
study-nag-mistake = Fehler
study-nag-brilliant = brillanter Zug
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
study-nag-zugzwang = { $side } ist in Zugzwang
study-nag-development = { $side } hat Entwicklungsvorsprung
study-nag-initiative = { $side } hat die Initiative
study-nag-attack = { $side } hat Angriff
study-nag-compensation = { $side } hat Kompensation für das Material
study-nag-counterplay = { $side } hat Gegenspiel
study-nag-time = { $side } ist in Zeitnot
study-nag-idea = mit der Idee
study-nag-novelty = Neuerung
study-nag-crushing = { $side } steht überwältigend
study-nag-space-slight = { $side } hat leichten Raumvorteil
study-nag-space = { $side } hat Raumvorteil
study-nag-space-decisive = { $side } hat entscheidenden Raumvorteil
study-nag-development-slight = { $side } hat leichten Entwicklungsvorsprung
study-nag-development-decisive = { $side } hat entscheidenden Entwicklungsvorsprung
study-nag-initiative-lasting = { $side } hat dauerhafte Initiative
study-nag-compensation-insufficient = { $side } hat zu wenig Kompensation für das Material
study-nag-compensation-more = { $side } hat mehr als genug Kompensation für das Material
study-nag-centre-slight = { $side } beherrscht das Zentrum etwas besser
study-nag-centre = { $side } beherrscht das Zentrum besser
study-nag-centre-decisive = { $side } beherrscht das Zentrum entscheidend
study-nag-kingside-slight = { $side } beherrscht den Königsflügel etwas besser
study-nag-kingside = { $side } beherrscht den Königsflügel besser
study-nag-kingside-decisive = { $side } beherrscht den Königsflügel entscheidend
study-nag-queenside-slight = { $side } beherrscht den Damenflügel etwas besser
study-nag-queenside = { $side } beherrscht den Damenflügel besser
study-nag-queenside-decisive = { $side } beherrscht den Damenflügel entscheidend
study-nag-back-rank-weak = { $side } hat eine schwache Grundreihe
study-nag-back-rank-safe = { $side } hat eine gut gedeckte Grundreihe
study-nag-king-open = { $side } hat einen schlecht geschützten König
study-nag-king-safe = { $side } hat einen gut geschützten König
study-nag-king-poor = { $side } hat einen schlecht stehenden König
study-nag-king-good = { $side } hat einen gut stehenden König
study-nag-pawns-very-weak = { $side } hat eine sehr schwache Bauernstruktur
study-nag-pawns-weak = { $side } hat eine schwache Bauernstruktur
study-nag-pawns-strong = { $side } hat eine starke Bauernstruktur
study-nag-pawns-very-strong = { $side } hat eine sehr starke Bauernstruktur
study-nag-knight-poor = { $side } hat einen schlecht stehenden Springer
study-nag-knight-good = { $side } hat einen gut stehenden Springer
study-nag-bishop-poor = { $side } hat einen schlecht stehenden Läufer
study-nag-bishop-good = { $side } hat einen gut stehenden Läufer
study-nag-rook-poor = { $side } hat einen schlecht stehenden Turm
study-nag-rook-good = { $side } hat einen gut stehenden Turm
study-nag-queen-poor = { $side } hat eine schlecht stehende Dame
study-nag-queen-good = { $side } hat eine gut stehende Dame
study-nag-pieces-poor = Die Figuren von { $side } arbeiten schlecht zusammen
study-nag-pieces-good = Die Figuren von { $side } arbeiten gut zusammen
study-nag-opening-very-poor = { $side } hat die Eröffnung sehr schlecht gespielt
study-nag-opening-poor = { $side } hat die Eröffnung schlecht gespielt
study-nag-opening-good = { $side } hat die Eröffnung gut gespielt
study-nag-opening-very-good = { $side } hat die Eröffnung sehr gut gespielt
study-nag-middlegame-very-poor = { $side } hat das Mittelspiel sehr schlecht gespielt
study-nag-middlegame-poor = { $side } hat das Mittelspiel schlecht gespielt
study-nag-middlegame-good = { $side } hat das Mittelspiel gut gespielt
study-nag-middlegame-very-good = { $side } hat das Mittelspiel sehr gut gespielt
study-nag-endgame-very-poor = { $side } hat das Endspiel sehr schlecht gespielt
study-nag-endgame-poor = { $side } hat das Endspiel schlecht gespielt
study-nag-endgame-good = { $side } hat das Endspiel gut gespielt
study-nag-endgame-very-good = { $side } hat das Endspiel sehr gut gespielt
study-nag-counterplay-slight = { $side } hat etwas Gegenspiel
study-nag-counterplay-decisive = { $side } hat entscheidendes Gegenspiel
study-nag-time-severe = { $side } ist in schwerer Zeitnot
study-nag-singular = einziger vernünftiger Zug
study-nag-worst = schlechtester Zug
study-nag-equal-quiet = gleiche Chancen, ruhige Stellung
study-nag-equal-active = gleiche Chancen, aktives Spiel
study-nag-against = gerichtet gegen
study-nag-better-is = besser ist
study-nag-worse-is = schlechter ist
study-nag-equivalent = gleich gut ist
study-nag-editorial = Anmerkung der Redaktion

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
study-undo-shape = Pfeil oder Kreis
study-undo-clear-shapes = Pfeile und Kreise entfernen
study-undo-merge = Partie einfügen
study-strip = Bewertung im Lauf der Partie: { $n ->
    [one] { $n } Stellung
   *[other] { $n } Stellungen
}
