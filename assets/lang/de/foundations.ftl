### Die Grundlagen: Bitboards, Linienfiguren und Zobrist-Schlüssel.

foundations-first = Erster
foundations-last = Letzter
foundations-clear = Leeren
foundations-none = keine
foundations-mask = Maske
foundations-step-of = { $step }: { $name }
foundations-of = { $at } von { $of }

## Bitboards: die Mengen einer Stellung.

bits-page = Seite der Bitboards
bits-page-boards = Mengen
bits-page-operations = Rechnen
bits-page-steps = Schritte
bits-page-encoding = Kodierung
bits-page-moves = Züge

bits-free = Freies Brett
bits-free-count = Freies Brett: { $n }
bits-show-free = Das freie Brett zeigen
bits-show = { $name } zeigen
bits-set-count = { $name }: { $n ->
    [one] { $n } Feld
   *[other] { $n } Felder
}
bits-fill = Füllen
bits-tables = Angriffstabellen, ein Eintrag für jedes Feld
bits-table-white-pawn = Tabelle weißer Bauer
bits-table-black-pawn = Tabelle schwarzer Bauer
bits-table-knight = Springertabelle
bits-table-king = Königstabelle
bits-table-entry-of = das Feld des Eintrags
bits-click-chooses-entry = Klicke auf ein Feld, um seinen Eintrag zu sehen
bits-click-copies =
    Klicke ein Feld an, um diese Menge auf das freie Brett zu kopieren und das Feld dort umzuschalten
bits-click-flips = Freies Brett: Ein Klick auf ein Feld schaltet sein Bit um
bits-click-flips-copy =
    Freies Brett, begonnen als Kopie von „{ $name }“: Ein Klick auf ein Feld schaltet sein Bit um
bits-hex = Hexadezimal
bits-decimal = Dezimal
bits-popcount = Popcount
bits-lowest = Niedrigstes
bits-highest = Höchstes
bits-binary = Binär
bits-square-and-bit = { $square }, Bit { $bit }

bits-all-pieces = Alle Figuren
bits-attacks = Angriffe
bits-pinned = Gefesselt
bits-king-zone = Königszone
bits-passed = Freibauern
bits-passed-spans = Bahnen der Freibauern

bits-board-white-pawn = Weiße Bauern
bits-board-white-knight = Weiße Springer
bits-board-white-bishop = Weiße Läufer
bits-board-white-rook = Weiße Türme
bits-board-white-queen = Weiße Damen
bits-board-white-king = Weißer König
bits-board-black-pawn = Schwarze Bauern
bits-board-black-knight = Schwarze Springer
bits-board-black-bishop = Schwarze Läufer
bits-board-black-rook = Schwarze Türme
bits-board-black-queen = Schwarze Damen
bits-board-black-king = Schwarzer König
bits-board-white = Alle weißen
bits-board-black = Alle schwarzen
bits-board-occupied = Besetzt
bits-board-empty = Leer
bits-board-attacks-white = Angriffe von Weiß
bits-board-attacks-black = Angriffe von Schwarz
bits-board-pinned-white = Gefesselte von Weiß
bits-board-pinned-black = Gefesselte von Schwarz
bits-board-checkers = Schachgebende
bits-board-king-zone-white = Weiße Königszone
bits-board-king-zone-black = Schwarze Königszone
bits-board-passed-white = Weiße Freibauern
bits-board-passed-black = Schwarze Freibauern
bits-board-passed-span-white = Bahnen der weißen Freibauern
bits-board-passed-span-black = Bahnen der schwarzen Freibauern

bits-piece-white-pawn = Weißer Bauer
bits-piece-white-knight = Weißer Springer
bits-piece-white-bishop = Weißer Läufer
bits-piece-white-rook = Weißer Turm
bits-piece-white-queen = Weiße Dame
bits-piece-white-king = Weißer König
bits-piece-black-pawn = Schwarzer Bauer
bits-piece-black-knight = Schwarzer Springer
bits-piece-black-bishop = Schwarzer Läufer
bits-piece-black-rook = Schwarzer Turm
bits-piece-black-queen = Schwarze Dame
bits-piece-black-king = Schwarzer König

## Bitboards: Züge, legal oder nicht, und ihre Bits.

bits-circles = Grüner Kreis: legal. Rot: nur pseudolegal
bits-moves-of = Züge: { $kind ->
    [knight] Springer
    [bishop] Läufer
    [rook] Turm
    [queen] Dame
    [king] König
   *[pawn] Bauer
} auf { $square }
bits-side-moves = { $side ->
    [black] Schwarz
   *[white] Weiß
} hat { $n } pseudolegale Züge, davon { $legal } legal
bits-click-piece = Klicke eine Figur der Seite am Zug an
bits-piece-moves = { $piece } auf { $square }: { $n } pseudolegal, { $legal } legal
bits-no-moves = Diese Figur hat keinen pseudolegalen Zug
bits-click-move = Klicke einen Zug an, um seine Bits zu sehen

bits-illegal-out-of-check = Keine Rochade aus dem Schach: { $by } { $n ->
    [one] greift
   *[other] greifen
} den König an
bits-illegal-through-check = Keine Rochade durchs Schach: { $by } { $n ->
    [one] greift
   *[other] greifen
} { $square } an
bits-illegal-into-check = Keine Rochade ins Schach: { $by } { $n ->
    [one] greift
   *[other] greifen
} { $square } an
bits-illegal-rook-shields = Der rochierende Turm deckt seinen König ab gegen: { $by }
bits-illegal-king-attacked = Der König stünde im Schach durch { $by }
bits-illegal-stays-on-line = Der König bliebe auch hinter seinem alten Feld im Schach durch { $by }
bits-illegal-check-not-answered = Der König bleibt im Schach durch { $by }
bits-illegal-double-check = Doppelschach durch { $by }: Nur der König kann ziehen
bits-illegal-pinned = Gefesselt: Verlässt die Figur die Wirkungslinie, steht der König im Schach durch { $by }
bits-illegal-en-passant =
    Beide Bauern verlassen zugleich die Wirkungslinie; dann steht der König im Schach durch { $by }
bits-piece-on = { $kind ->
    [knight] Springer
    [bishop] Läufer
    [rook] Turm
    [queen] Dame
    [king] König
    [pawn] Bauer
   *[piece] Figur
} { $square }
bits-pieces-and = { $all } und { $next }

bits-in-sixteen-bits = { $mv } in sechzehn Bits
bits-layout-664 = 6-6-4, wie in Tabia
bits-layout-6622 = 6-6-2-2, die andere übliche Aufteilung
bits-layout-note =
    Vier Bits für die Art sagen ohne das Brett, ob etwas geschlagen wird und ob ein Bauer zwei Felder zieht;
    bei zwei und zwei muss man dafür auf das Brett sehen. In beiden Aufteilungen schlägt bei der Rochade der
    König den eigenen Turm; das stimmt auch im Chess960
bits-field-place = { $name }, Bits { $high } bis { $low }
bits-field-from = von
bits-field-to = nach
bits-field-kind = Art
bits-field-piece = Figur
bits-field-special = Besonderes
bits-no-promotion = keine Umwandlung
bits-special-none = nichts
bits-special-promotion = Umwandlung
bits-special-en-passant = en passant
bits-special-castling = Rochade
bits-kind-quiet = still
bits-kind-double-push = Doppelschritt
bits-kind-castles-king-side = kurze Rochade
bits-kind-castles-queen-side = lange Rochade
bits-kind-capture = Schlagzug
bits-kind-en-passant = en passant
bits-kind-promotes-knight = Umwandlung in einen Springer
bits-kind-promotes-bishop = Umwandlung in einen Läufer
bits-kind-promotes-rook = Umwandlung in einen Turm
bits-kind-promotes-queen = Umwandlung in eine Dame
bits-kind-captures-promotes-knight = schlägt, Umwandlung in einen Springer
bits-kind-captures-promotes-bishop = schlägt, Umwandlung in einen Läufer
bits-kind-captures-promotes-rook = schlägt, Umwandlung in einen Turm
bits-kind-captures-promotes-queen = schlägt, Umwandlung in eine Dame

## Bitboards: Rechnen mit Mengen.

bits-operation = Operation
bits-shift = Schieben
bits-combine = Verknüpfen
bits-turn = Drehen
bits-board-a = Brett a
bits-board-b = Brett b
bits-keep-result = Ergebnis als freies Brett übernehmen
bits-mask-first = Zuerst die Randlinie ausblenden
bits-one-step = Ein Schritt { $direction }: { $bits } Bit
bits-on-edge = auf der Randlinie
bits-wrapped = auf die andere Seite gesprungen
bits-result = Ergebnis
bits-nothing-wraps = Nichts steht auf einem Rand, von dem es auf die andere Seite springen könnte
bits-mask-removes = { $n ->
    [one] Die Maske entfernt { $n } Bit, das auf der anderen Seite herauskäme
   *[other] Die Maske entfernt { $n } Bits, die auf der anderen Seite herauskämen
}
bits-wrapped-squares = Über den Rand gesprungen: { $squares }
bits-shift-to = Schieben nach { $direction }
bits-direction-n = N
bits-direction-ne = NO
bits-direction-e = O
bits-direction-se = SO
bits-direction-s = S
bits-direction-sw = SW
bits-direction-w = W
bits-direction-nw = NW
bits-set-operation = Mengenoperation
bits-op-and = und
bits-op-or = oder
bits-op-xor = xor
bits-op-minus = minus
bits-op-not = nicht
bits-on-word = Auf einem ganzen Wort: { $method }
bits-turn-ranks = Reihen spiegeln
    .method = die acht Bytes vertauschen: ein Befehl
bits-turn-files = Linien spiegeln
    .method = alle Bits umkehren, dann die Bytes vertauschen
bits-turn-diagonal = An a1-h8 spiegeln
    .method = Blöcke von 1, 2 und 4 über die Diagonale tauschen: dreimal Tauschen mit Maske
bits-turn-anti-diagonal = An a8-h1 spiegeln
    .method = an a1-h8 spiegeln, dann alle Bits umkehren
bits-turn-half = Um 180° drehen
    .method = alle Bits umkehren
bits-turn-right = Um 90° nach rechts drehen
    .method = an a1-h8 spiegeln, dann die Bytes vertauschen
bits-turn-left = Um 90° nach links drehen
    .method = die Bytes vertauschen, dann an a1-h8 spiegeln

## Bitboards: Kodierungen.

bits-one-hot = One-Hot: 12 Ebenen zu 64 Bits
bits-one-hot-note =
    { $ones } von { $all } Bits sind gesetzt: eines für jede Figur, in der Spalte ihres Feldes, a1 links, h8
    rechts. Auf einem Feld hat höchstens eine Ebene ihr Bit
bits-one-hot-name = One-Hot-Kodierung: { $ones } von { $all } Bits gesetzt
bits-cell = { $piece } auf { $square }: { $bit }
bits-mappings = Welches Bit welches Feld ist
bits-set = Menge
    .mappings = Menge in beiden Zuordnungen
bits-mapping-a1 = a1 = 0 (LERF)
    .formula = Reihe * 8 + Linie
bits-mapping-a8 = a8 = 0
    .formula = (7 - Reihe) * 8 + Linie
bits-mappings-note =
    Tabia und die meisten Engines zählen von a1 an. Von der einen zur anderen Zuordnung kommt man, indem man
    jeden Index mit 56 per XOR verknüpft und die Bytes der Zahl vertauscht; ein Schritt das Brett hinauf ist
    << 8 in der einen und >> 8 in der anderen

## Bitboards: Schritt für Schritt.

bits-set-b = Menge b
bits-scan = Bitscan
    .step = Bitscan
bits-scan-empty = Die Menge ist leer: Die Schleife endet vor ihrem ersten Schritt
bits-lowest-bit = niedrigstes Bit
bits-scan-step = Niedrigstes gesetztes Bit: { $square } ist Bit { $zeros }, denn die Zahl endet mit { $zeros ->
    [one] { $zeros } Null
   *[other] { $zeros } Nullen
}. Gelöscht; { $left } bleiben für den nächsten Schritt
bits-scan-last = Niedrigstes gesetztes Bit: { $square } ist Bit { $zeros }, denn die Zahl endet mit { $zeros ->
    [one] { $zeros } Null
   *[other] { $zeros } Nullen
}. Gelöscht; nichts bleibt übrig, die Schleife endet
bits-subsets = Teilmengen mit dem Carry-Rippler
bits-subset = Teilmenge s
bits-subset-step = Teilmenge
bits-subset-number = Nummer { $number } von { $total }, von 0 an gezählt
bits-subset-note =
    Die Subtraktion ist eine Addition von eins, deren Übertrag durch die Lücken von b läuft. Bits von b vom
    höchsten an: { $digits }

## Linienfiguren.

sliders-piece = Linienfigur
sliders-click = Was ein Klick bewirkt
sliders-blockers = Blocker
    .tip = Ein Klick setzt einen Blocker oder entfernt ihn
sliders-move-piece = Figur
    .tip = Ein Klick versetzt die Figur
sliders-attacked = angegriffen
sliders-from-position = Aus der Stellung
    .tip = Jede Figur der gezeigten Stellung ist ein Blocker
sliders-piece-on = { $piece ->
    [bishop] Läufer
    [queen] Dame
   *[rook] Turm
} auf { $square }
sliders-squares = { $n ->
    [one] { $n } Feld
   *[other] { $n } Felder
}
sliders-agree = Alle vier Verfahren finden dasselbe
sliders-disagree = Die Verfahren finden NICHT dasselbe
sliders-method = Verfahren
sliders-method-scan = Scan
sliders-method-classical = Klassisch
sliders-method-magic = Magic
sliders-method-pext = PEXT
sliders-tables = Benötigte Tabellen
sliders-column-same = Gleich
sliders-column-entries = Einträge
sliders-column-bytes = Bytes
sliders-yes = ja
sliders-no = nein
sliders-tables-note = Tabellen für { $piece ->
    [bishop] einen Läufer
    [queen] eine Dame
   *[rook] einen Turm
} auf allen Feldern, acht Byte je Eintrag
sliders-has-pext-uses-pext =
    Dieser Prozessor hat den Befehl PEXT; die Engine dieser Programmfassung verwendet PEXT
sliders-has-pext-uses-magic =
    Dieser Prozessor hat den Befehl PEXT; die Engine dieser Programmfassung verwendet Magic-Multiplikation
sliders-no-pext-uses-pext =
    Dieser Prozessor hat den Befehl PEXT nicht; die Engine dieser Programmfassung verwendet PEXT
sliders-no-pext-uses-magic =
    Dieser Prozessor hat den Befehl PEXT nicht; die Engine dieser Programmfassung verwendet
    Magic-Multiplikation
sliders-queen-lookup = Zugriff der Dame
sliders-as-rook = als Turm
sliders-as-bishop = als Läufer

sliders-edge = der Rand
sliders-to-edge = bis zum Rand
sliders-stops-at = endet auf { $square }
sliders-scan-note = { $n ->
    [one] { $n } Feld besucht, mit einer Verzweigung; keine Tabelle
   *[other] { $n } Felder besucht, mit je einer Verzweigung; keine Tabelle
}
sliders-column-ray = Strahl
sliders-column-nearest = Nächster
sliders-column-left = Bleibt
sliders-lowest-bit = { $square }, unterstes
sliders-highest-bit = { $square }, oberstes
sliders-rays = Strahlen aus der Tabelle
sliders-rays-beyond = Hinter dem nächsten Blocker
sliders-rays-xor = XOR von beiden
sliders-classical-note =
    Wo die Indizes einen Strahl entlang wachsen, ist der nächste Blocker das unterste Bit, sonst das
    oberste. Die Tabelle hat einen Strahl für jede Richtung und jedes Feld

sliders-blockers-on-mask = Blocker darauf
sliders-table-entry = Tabelleneintrag
sliders-times-magic = × magische Zahl
sliders-product = {"="} Produkt
sliders-shift = Schieben
sliders-shift-leaves = >> { $shift }: die obersten { $bits } Bits
sliders-index = Index
sliders-place = Platz
sliders-collisions = Kollisionen dieser Zahl
sliders-blocker-sets = Blockermengen
sliders-different-attacks = Verschiedene Angriffe
sliders-slots-used = Benutzte Plätze
sliders-harmless = Harmlose Kollisionen
sliders-harmful = Schädliche Kollisionen
sliders-collisions-note =
    Eine Kollision ist harmlos, wenn beide Blockermengen zu denselben Angriffen führen; eine einzige
    schädliche, und die Zahl ist keine magische Zahl
sliders-another = Eine andere magische Zahl finden
sliders-find = Magische Zahl suchen
sliders-find-note =
    Zufallszahlen mit wenigen gesetzten Bits werden probiert, bis eine keine schädliche Kollision hat
sliders-for = Für
sliders-tries = Versuche
sliders-dropped = Sofort verworfen
sliders-best = Bisher bester
sliders-placed = { $n } von { $all } Mengen untergebracht
sliders-found = Gefunden
sliders-not-yet = noch nicht
sliders-stopped = angehalten, bevor eine gefunden war
sliders-found-spread =
    Sie benutzt { $used } Plätze; { $harmless } Kollisionen sind harmlos, { $harmful } schädlich

sliders-mask-squares = Felder
sliders-occupied = Besetzt
sliders-packed = Gepackt
sliders-packed-bits = { $bits }, das erste Feld zuunterst
sliders-in-software = In Software
sliders-by-instruction = Mit dem Befehl
sliders-instruction-same = { $number }: dasselbe
sliders-instruction-differs = { $number }: nicht dasselbe
sliders-instruction-none = dieser Prozessor hat kein PEXT
sliders-pext-note = Jeder Index steht für genau eine Blockermenge: Es gibt keine Kollisionen

## Zobrist-Schlüssel.

zobrist-page = Seite der Zobrist-Schlüssel
zobrist-key = Schlüssel
    .tip = Der 64-Bit-Schlüssel der gezeigten Stellung
zobrist-last-move = Letzter Zug
zobrist-orders = Zwei Zugfolgen
zobrist-table = Tabelle

zobrist-term-piece = { $piece } { $square }
zobrist-term-castling = { $color ->
    [black] Schwarz
   *[white] Weiß
}: { $wing ->
    [queen] lange
   *[king] kurze
} Rochade (Turm { $rook })
zobrist-term-en-passant = En passant, { $file }-Linie
zobrist-terms-agree = { $n } Terme; ihr XOR ist der Schlüssel
zobrist-terms-differ = { $n } Terme; ihr XOR ist nicht der Schlüssel
zobrist-column-term = Term
zobrist-column-number = Seine Zahl
zobrist-column-xor = XOR bis hierher

zobrist-no-move = Kein Zug führt zu dieser Stellung: Spiele einen oder gehe in der Partie vorwärts
zobrist-before = vorher
zobrist-after = nachher
zobrist-xor-out = XOR hinaus
zobrist-xor-in = XOR hinein
zobrist-xors = { $n } XORs, statt { $terms } Terme neu zu berechnen: derselbe Schlüssel
zobrist-not-the-key = Das Ergebnis ist nicht der Schlüssel
zobrist-undo = Beim Zurücknehmen des Zuges werden dieselben XORs noch einmal angewandt

zobrist-orders-of-game = Züge dieser Partie und dieselben Züge in anderer Reihenfolge
zobrist-orders-of-opening = Diese Partie hat noch keine solchen Züge; hier ist eine Eröffnung, die sie hat
zobrist-one-order = Die eine Reihenfolge
zobrist-another-order = Die andere Reihenfolge
zobrist-start = Anfang
zobrist-same-key = Beide enden mit demselben Schlüssel
zobrist-keys-differ = Die Schlüssel sind verschieden
zobrist-elsewhere = Diese Stellung anderswo in der Partie
zobrist-repetitions = Wiederholungszähler { $n }. { $before ->
    [0] Die Stellung steht zum ersten Mal auf dem Brett
    [1] Die Stellung stand schon einmal auf dem Brett
   *[other] Die Stellung stand schon { $before }-mal auf dem Brett
}
zobrist-nowhere-else = Kein anderer Knoten der Partie hat diesen Schlüssel
zobrist-after-move = nach { $mv }
zobrist-at-start = am Anfang
zobrist-go-there = Zu dieser Stellung gehen

zobrist-in-table = In der Hashtabelle der Engine von { $mib } MiB
zobrist-clusters = Cluster
zobrist-clusters-of-three = { $n } mit je 3 Einträgen
zobrist-cluster = Dieser Cluster
zobrist-cluster-of-key = { $n }: (Schlüssel * Cluster) >> 64
zobrist-low-bits = Untere 21 Bits
zobrist-mixed = { $bits }, mit den Daten zum Tag gemischt
zobrist-bits-compared = Verglichene Bits
zobrist-of-64 = { $bits } von 64
zobrist-no-entry = Die Tabelle hat keinen Eintrag dieser Stellung
zobrist-entry = Eintrag dieser Stellung: Cluster { $cluster }, Eintrag { $place }, Tag { $tag }
zobrist-false-match =
    Einer von { $times } Zugriffen auf einen vollen Cluster findet zufällig den Eintrag einer anderen
    Stellung. Deshalb wird ein Zug aus der Tabelle geprüft, bevor er gespielt wird

zobrist-birthday = Kollisionen nach dem Geburtstagsparadoxon
zobrist-positions = verschiedene Stellungen
    .name = Stellungen als Zehnerpotenz
zobrist-column-bits = Bits
zobrist-column-pairs = Erwartete Paare
zobrist-column-chance = Chance auf eines
zobrist-column-one-pair = Ein Paar bei
zobrist-full-key = { $bits } (ganzer Schlüssel)
zobrist-table-bits = { $bits } (Tabelle)
zobrist-half-key = { $bits } (halber Schlüssel)
zobrist-almost-certain = fast sicher
zobrist-birthday-note =
    n Stellungen bilden n(n-1)/2 Paare, und jedes Paar stimmt mit einer Chance von 1 zu 2^b in b Bits überein:
    etwa n² / 2^(b+1) Paare. Die Tabelle enthält nie mehr Stellungen zugleich, als sie Einträge hat
