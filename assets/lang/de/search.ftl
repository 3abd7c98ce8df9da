### Die Felder der Suche: Varianten, Wurzelzüge, Iterationen, Statistik und Kurven. Danach Wörter über Stellungen,
### Züge und Engines, die viele Felder zeigen, und was die Bedienelemente sagen.

## Wurzelzüge, Iterationen und Kurven.

search-none = Noch keine Suche
search-iterations-none = Noch keine Iterationen
search-column-pv = Nr.
    .tip = Nummer der Variante, die beste zuerst, wenn mehrere analysiert werden
search-plot-none = Noch keine Kurven
search-prior = Prior
search-share-playouts = Playout-Anteil
search-share-nodes = Knotenanteil
search-click-plays = Klicken, um diesen Zug zu spielen
search-click-plays-first = Klicken, um den ersten Zug dieser Variante zu spielen
search-unit-score = Bauern, Sicht von Weiß
search-unit-plies = Halbzüge
search-unit-millions = Millionen
search-curve = { $engine }, Tiefe { $depth }
search-point-score = { $score } in Tiefe { $depth }
search-point-nodes = { $n } Mio. { $unit ->
    [playouts] Playouts
   *[nodes] Knoten
}

## Statistik.

search-no-counters = Keine Zähler
    .why = Diese Engine meldet solche Zahlen nicht
search-rates = Quoten
search-rate-hint = { $what }: { $part } von { $whole }
search-first-move-cutoffs = Cutoffs beim ersten Zug
    .hint = Cutoffs durch den ersten versuchten Zug; über 90 % bedeutet gute Zugsortierung
search-table-hits = Treffer in der Hashtabelle
    .hint = Abfragen, die die Stellung gefunden haben
search-quiescence-share = Anteil der Ruhesuche
    .hint = Knoten der Ruhesuche: Schlagzüge, Umwandlungen und Züge aus dem Schach
search-null-cutoffs = Cutoffs beim Nullzug
    .hint = Nullzüge, nach denen die Suche Beta erreichte
search-lmr = LMR-Wiederholungen
    .hint = Reduzierte Züge, die über Alpha kamen und noch einmal gesucht wurden, tiefer als zuvor
search-hash = Hash, diese Suche
    .hint = Anteil der Hashtabelle, den diese Suche gefüllt hat
search-branching = Verzweigungsfaktor
    .hint =
        Effektiver Verzweigungsfaktor: Wachstum der Knoten von einer Iteration zur nächsten, geometrisches Mittel dieser Suche,
        (Knoten der letzten ÷ Knoten der ersten Iteration)^(1 ÷ Schritte); dieselbe Zahl wie in den Ansichten Verzweigung und A/B
search-tree = Der Baum
search-tree-moves = Verteilung der Playouts
search-playouts = Playouts
    .hint = Jedes fügt dem Baum ein Ergebnis hinzu, meist durch die Bewertung einer neuen Stellung
search-reused = Übernommen
    .hint = Playouts vom vorigen Zug, die noch zählen
search-mean-line = Mittlere Variante
    .value = { $n } Halbzüge
    .hint = Mittlere Länge der Variante eines Playouts; andere Engines zeigen sie als Tiefe
search-tree-nodes = Stellungen im Baum; höchstens so viele, wenn er vom vorigen Zug übernommen wurde
search-discarded = Verworfen
    .hint = Knoten, die verworfen wurden, weil der Baum nicht in seinen Speicher passte
search-memory =
    .hint = Belegter Anteil des Speichers für den Baum
search-move-playouts = { $n } von { $all } Playouts; Wert { $value } %, Prior { $prior } %

## Das Feld mit den Varianten.

lines-hidden = Varianten sind ausgeblendet
    .why = Finde den Zug selbst; die Bewertung bleibt
lines-none = Noch keine Varianten
lines-none-by = Noch keine Varianten von { $name }
lines-static = Statisch
    .hint =
        Unkorrigierte statische Bewertung der Stellung, ohne jede Suche, in Bauern, aus derselben Sicht wie die
        Bewertung. Der Wert eines bekannten Endspiels ersetzt den des Netzes. Im Schach gibt es keine
lines-depth =
    .hint =
        Tiefe der Iteration und der tiefste Halbzug, den ihre Varianten erreichten; er kann kleiner sein, wenn die
        Hashtabelle oder ein erzwungenes Ende alle Varianten verkürzt hat
lines-nps = Knoten/s
lines-pps = Playouts/s
lines-tb-hits = TB-Treffer
lines-hash = Hash
    .search = Hash, diese Suche
lines-memory = Speicher
lines-searching = Sucht
lines-wdl = SRN %
lines-no-evaluation = keine Bewertung
lines-no-score = noch keine Bewertung
lines-help = Analyse in voller Stärke läuft: Das gilt als Hilfe
    .hint = Sie läuft neben deinem Gegner, der wie sonst spielt
    .keys = Sie läuft neben deinem Gegner, der wie sonst spielt. { $keys } schaltet sie aus
lines-opponent = Eigene Sicht von { $name }: { $moves } { $score }
    .hint =
        Was dein Gegner denkt. Er macht absichtlich Fehler, deshalb ist seine Zahl keine Bewertung der Stellung

# Mehrere Engines nebeneinander.
lines-said-depth = Tiefe { $value }
lines-said-nodes = { $unit ->
    [playouts] Playouts
   *[nodes] Knoten
} { $value }
lines-said-nps = { $unit ->
    [playouts] Playouts
   *[nodes] Knoten
} pro Sekunde { $value }
lines-said-wdl = Sieg, Remis, Niederlage in Prozent { $value }
lines-said-hash = { $unit ->
    [playouts] Speicher
   *[nodes] Hash
} belegt { $value }
lines-said-tb-hits = Treffer in Endspieltabellen { $value }
lines-best-differ = Die besten Züge unterscheiden sich
lines-scores-differ = Gleicher Zug, andere Bewertungen
lines-agree = Alle sind sich einig
    .others = Die anderen sind sich einig
lines-view-white = Bewertungen aus Sicht von Weiß
lines-view-mover = Bewertungen aus Sicht der Seite am Zug
lines-row = { $name }: { $move } { $score }
lines-row-none = { $name }: noch keine Variante
lines-row-differs = anderer bester Zug als die gewählte Engine
lines-row-apart = Bewertung weit von der gewählten Engine entfernt
lines-failed = { $name } ist ausgefallen: { $why }
lines-state-searching = sucht
lines-state-waiting = wartet
lines-state-idle = bereit
lines-state-finished = fertig{ $reason ->
    [proven] : Das Ergebnis ist bewiesen
    [mate] : Ein Matt ist gefunden
    [forced] : Nur ein Zug steht zur Wahl
    [depth] : Tiefengrenze
    [max-depth] : größte Tiefe
    [nodes] : Knotengrenze
    [time] : Zeitgrenze
   *[other] {""}
}
lines-state-failed = ausgefallen: { $why }
lines-full = Es analysieren schon { $n } Engines
lines-add-engine = Engine hinzufügen
lines-warning = Warnung: { $what }
lines-restart = Neu starten
lines-log = Protokoll
lines-switch-off = Ausschalten
    .hint = Sie bleibt in der Liste der Engines
lines-set-up = Einrichten…

# Was Engines über das hinaus verlangen, was der Rechner hat.
lines-overload-threads = { $n } Threads auf { $has ->
    [one] { $has } Prozessor
   *[other] { $has } Prozessoren
}
    .long = Die Engines verlangen { $n } Threads, aber dieser Rechner hat { $has ->
        [one] { $has } Prozessor
       *[other] { $has } Prozessoren
    }: Sie bremsen sich gegenseitig
lines-overload-hash = { $hash } von { $memory } MiB für Hash
    .long = Ihre Hashtabellen belegen { $hash } MiB, aber dieser Rechner hat { $memory } MiB Speicher

# Was sich über einen Zug fragen lässt.
lines-preview = Mausrad blättert, Klick spielt bis hierher
lines-preview-only = Mausrad blättert
lines-why-not = Warum nicht { $move }?
lines-why-not-hint = Nach der Widerlegung dieses Zuges suchen
lines-only = Nur { $move }
lines-only-hint = Nur diesen Zug analysieren, bis eine andere Stellung analysiert wird
lines-without = Ohne { $move }
lines-without-hint = Ohne diesen Zug analysieren, bis eine andere Stellung analysiert wird
lines-asked = Analysiert:
    .hint =
        Bis eine andere Stellung analysiert wird. Die Bewertungen gelten nur für diese Züge und erscheinen deshalb
        weder im Bewertungsbalken noch in den Kurven
lines-asked-only = nur { $moves }
lines-asked-without = ohne { $moves }
lines-asked-drop = { $what }: entfernen
lines-asked-all = Alle Züge
lines-asked-by = { $asked }, { $view }, von { $name }
lines-play = { $move } spielen
lines-circle = Kreis auf { $square }

## Was mehrere Felder von einer Suche zeigen.

present-view-white = Sicht von Weiß
present-view-mover = Seite am Zug
present-view-of = Sicht von { $side }
present-by-view = Von { $name }, { $view }
present-wdl = { $side } S { $win } · R { $draw } · N { $loss } %
present-wdl-words = { $side }: Sieg { $win } %, Remis { $draw } %, Niederlage { $loss } %, von { $name }
present-failed = Ausgefallen: { $error }
present-pondering = Denkt voraus über { $move }
present-reviewing = Auswertung, { $done } von { $all }
present-status-after = { $status }, Stellung nach { $move }
present-status-start = { $status }, Ausgangsstellung
present-before = vor { $move }
present-after = nach { $move }
present-at-start = am Anfang
present-position = Stellung { $place }
    .old = Kein neueres Ergebnis; die Engine sucht nicht in der Stellung auf dem Brett
    .searching = Die Engine sucht in dieser Stellung, während du eine andere ansiehst
present-known = Hashtabelle von einer früheren Suche gefüllt: Bewertungen bis Tiefe { $depth } können aus ihr stammen
present-earlier-search = aus einer früheren Suche
present-before-failure = noch vor dem Ausfall der Engine
present-older = älter als die neueste, Tiefe { $depth }
present-root-age = Tiefe { $depth }, die neueste ist { $newest }
present-lines = { $n ->
    [one] { $n } Variante
   *[other] { $n } Varianten
}
present-lines-of = { $shown } von { $set } Varianten
present-lines-set = Für die Analyse { $n ->
    [one] ist { $n } Variante
   *[other] sind { $n } Varianten
} eingestellt
present-lines-set-kept = { $n ->
    [one] { $n } Variante
   *[other] { $n } Varianten
} ({ $kept } von früher)
present-lines-kept = Aus einer früheren Suche
present-lines-legal = { $n ->
    [one] Es gibt nur einen legalen Zug
   *[other] Es gibt nur { $n } legale Züge
}
present-lines-wanted = Diese Suche von { $name } gilt { $n ->
    [one] { $n } Variante
   *[other] { $n } Varianten
}
present-lines-given = { $name } hat bisher { $n ->
    [one] { $n } Variante
   *[other] { $n } Varianten
} gemeldet
present-bound-at = { $score } in Tiefe { $depth }
present-bound = { $fails ->
    [high] Fail-High
   *[low] Fail-Low
}: { $move } ist { $bound ->
    [lower] mindestens
   *[upper] höchstens
} { $score } wert, in Tiefe { $depth }; die Suche wird mit neuem Fenster wiederholt
present-searching-number = { $move }, Zug { $number }
present-searching-of = { $move } { $number } von { $all }
present-searching-line = { $move } { $number } von { $all }, Variante { $line } von { $lines }
present-line = Variante { $number }: { $score } Tiefe { $depth }
present-depth = Tiefe { $depth }
present-by = von { $name }
present-by-chances = von { $name } mit eigenen Chancen auf Sieg, Remis und Niederlage
present-by-depth = von { $name }, Tiefe { $depth }
present-file = aus der Datei
present-file-depth = aus der Datei, Tiefe { $depth }

# Pfeile auf dem Brett und die Drohung.
present-hint = Tipp
present-threat = Drohung
present-threat-refused = Wäre { $side } am Zug: nicht gesucht, { $why }
present-threat-sought = Wäre { $side } am Zug: Suche läuft…
present-threat-found = Wäre { $side } am Zug: { $move }, { $score } ({ $view }), Tiefe { $depth }
present-threat-short = Wäre { $side } am Zug · { $score } · Tiefe { $depth }
present-threat-by = { $text }. Von Tabia, auf einem Thread neben allem anderen
present-threat-hide = Drohungen ausblenden

# Was Felder ohne Suche sagen.
present-over = In dieser Stellung ist die Partie zu Ende
present-searching = { $name } sucht
present-first-iteration = Die erste Iteration läuft
present-weak = { $level } macht absichtlich Fehler: Bewertungen werden nicht gezeigt
    .why = Analyse in voller Stärke lässt sich während der Partie einblenden; das gilt als Hilfe
present-engine-stopped = Die Engine ist angehalten
present-game-paused = Die Partie ist angehalten
present-analysis-on = Analyse ist eingeschaltet
present-tabia = Mit Tabia analysieren
present-analyse = Analyse starten, um in dieser Stellung zu suchen

# Wie stark eine Engine spielt.
present-strength = Etwa { $elo } Elo nach Stockfishs Skala. { $errs }
present-strength-full = Spielt in voller Stärke

# Der Kopf einer Ansicht im Labor.
present-follow = Wieder dem Brett folgen
present-pin = An diese Stellung heften
present-copy-csv = Als kommagetrennte Werte kopieren
present-explain = Über diese Ansicht
present-pinned-start = An die Ausgangsstellung geheftet
present-pinned = An die Stellung nach { $move } geheftet

# Die Partie auf dem Brett.
present-analysis-board = Analysebrett
present-move-limit = Die Engine braucht { $limit } pro Zug; sie hat keine Uhr
present-delay = Verzögerung { $seconds }
present-hourglass = Sanduhr
present-to-go = noch { $n }
present-paused = Pause
present-engine-failed = { $name } ist ausgefallen: { $why }
present-looking-back = Frühere Stellung; die Partie geht beim letzten Zug weiter
present-looking-aside = Variante; die Partie geht bei ihrem letzten Zug weiter
present-offers-draw = { $side } bietet Remis an
present-starts = Dein Zug beginnt die Partie
present-your-move = Du bist am Zug
present-machine = { $threads ->
    [one] { $threads } Thread
   *[other] { $threads } Threads
} · { $mib } MiB Hash
present-start = Anfang


## Zahlen.

format-bytes = { $n ->
    [one] { $n } Byte
   *[other] { $n } Byte
}

## Bedienelemente.

widget-in-use = { $text }, in Gebrauch
widget-results = Weiß gewann { $white }, remis { $drawn }, Schwarz gewann { $black }
widget-own-results = Gewonnen { $won }, remis { $drawn }, verloren { $lost }
widget-scored = Weiß erzielte { $percent }
widget-evaluation = Bewertung { $score } für Weiß
widget-evaluation-share = Weiß erwartet { $share } % der Punkte
widget-evaluation-aside = { $evaluation } (alle Züge; die Varianten: { $asked })
widget-evaluation-unknown = Bewertung unbekannt
widget-clock = Uhr von { $side } { $time }
widget-clock-low = wenig Zeit
widget-clock-running = läuft
widget-piece = { $piece ->
    [queen] { $color ->
        [white] Weiße
       *[black] Schwarze
    }
   *[other] { $color ->
        [white] Weißer
       *[black] Schwarzer
    }
} { $piece ->
    [pawn] Bauer
    [knight] Springer
    [bishop] Läufer
    [rook] Turm
    [queen] Dame
   *[king] König
}
widget-square-piece = { $square }, { $piece ->
    [queen] { $color ->
        [white] weiße
       *[black] schwarze
    }
   *[other] { $color ->
        [white] weißer
       *[black] schwarzer
    }
} { $piece ->
    [pawn] Bauer
    [knight] Springer
    [bishop] Läufer
    [rook] Turm
    [queen] Dame
   *[king] König
}
widget-square-empty = { $square }, leer
widget-square-selected = gewählt
widget-square-target = legales Zielfeld
widget-square-check = im Schach
widget-square-last = letzter Zug
widget-promote = In { $piece ->
    [knight] einen Springer
    [bishop] einen Läufer
    [rook] einen Turm
   *[queen] eine Dame
} umwandeln
widget-board = Schachbrett
widget-leave = { $name } aus der Analyse nehmen
    .hint = Aus der Analyse nehmen
widget-axis-depth = Tiefe
widget-plot-beyond = über die Skala hinaus oder Matt
widget-plot-nothing = { $name }: über diese Stellung ist nichts bekannt
widget-squares-none = kein Feld
widget-square-set = { $square } gesetzt
widget-square-clear = { $square } leer
widget-square-bit = { $name }: Bit { $bit }
widget-heat-map = Heatmap: { $name }
widget-position = Stellung { $fen }

## Bretter und Figuren zur Auswahl.

board-theme-Walnut = Nussbaum
board-theme-Green = Grün
board-theme-Blue = Blau
board-theme-Grey = Grau
board-theme-Plum = Pflaume
board-theme-Paper = Papier
board-theme-High-contrast = Kontrast
piece-style-Staunton = Staunton
piece-style-Flat = Flach
piece-style-Book = Buchdruck
