### Das Duell von Alpha-Beta und PUCT: beide nebeneinander, ihr Verlauf über die Zeit, umstrittene Züge, Beispiele.

duel-alpha-beta = Alpha-Beta
duel-puct = PUCT
duel-none = Kein Duell
    .why = Im Arbeitsbereich Duell analysieren beide Engines von Tabia dieselbe Stellung
duel-verdict-apart = Jede zeigt die Stellung ihres eigenen letzten Zuges
duel-verdict-same = Beide spielen { $move }
duel-verdict-differ = Uneinig: { $one } oder { $other }
duel-verdict-even = Verschiedene Züge, gleicher Wert: { $one } oder { $other }, beide erwarten { $percent } %
duel-verdict-over = Die Partie ist hier zu Ende
duel-verdict-begun = Die Suchen haben gerade begonnen
duel-verdict-idle = Bereit

duel-held-none = { $name }: noch kein Zug
duel-held = { $name }: { $move } seit { $time }
duel-held-spent = { $name }: { $move } seit { $time } ({ $spent })
duel-held-first = { $held }; { $move } zuerst genannt bei { $time }
duel-held-never = { $held }; { $move } nie genannt
duel-nodes = { $n } Knoten
duel-playouts = { $n } Playouts

duel-board = Auf dem Brett
duel-shows-moves = Züge
    .hint = Die besten Züge beider als Pfeile, jeder in der Farbe seiner Engine
duel-shows-prior = Prior
    .hint =
        Wahrscheinlichkeit jedes Zuges bei PUCT vor der Suche, in Prozent: die Ausgabe des Netzes, etwas
        ausgeglichen
duel-shows-playouts = Playouts
    .hint = Wohin die Playouts gingen, in Prozent
duel-shows-change = Änderung
    .hint = Was die Suche geändert hat: Playouts minus Prior, in Prozentpunkten
duel-tint = Getönte Felder
duel-tint-to = Ziel
duel-tint-from = Start

duel-bar = { $name }: Erwartung für Weiß { $percent } %, { $score }
duel-bar-none = { $name }: noch keine Bewertung
duel-no-score = Noch keine Bewertung
duel-chances = { $score } · Weiß gewinnt { $win }, remis { $draw }, verliert { $loss } %
duel-figures-nodes = { $nodes } Knoten, Tiefe { $depth }
duel-figures-nodes-speed = { $nodes } Knoten, { $speed }/s, Tiefe { $depth }
duel-figures-branching = { ", " }Verzweigung { $factor }
duel-figures-playouts = { $playouts } Playouts, Varianten von { $plies } Halbzügen
duel-figures-playouts-speed = { $playouts } Playouts, { $speed }/s, Varianten von { $plies } Halbzügen
duel-head-expects = erwartet
duel-head-playouts = Playouts
duel-head-line = Variante
duel-row = { $name } erwartet { $percent }
duel-row-share = { $name } erwartet { $percent }, { $share } der Playouts

## Der Verlauf über die Zeit und die Partie zwischen beiden.

duel-course-none = Noch nichts zu vergleichen
duel-course-point = { $move }, Erwartung für Weiß { $percent } %
duel-expected = Erwartung für Weiß
    .unit = Prozent
duel-same-move = In { $percent } % der Zeit derselbe beste Zug
duel-same-move-unknown = Derselbe beste Zug: noch nicht genug Züge von beiden
duel-agreement = Übereinstimmung über die Zeit
duel-agreement-none = Bei { $time }: noch nicht beide haben einen Zug
duel-agreement-same = Bei { $time }: derselbe Zug
duel-agreement-different = Bei { $time }: verschiedene Züge
duel-graph-empty = Hier erscheint Zug für Zug, was beide Engines erwarten
duel-graph-point = { $move }: { $name } erwartet { $percent } % für Weiß
duel-match-begins = { $name } hat Weiß; { $seconds } s pro Zug

## Umstrittene Züge.

duel-disputed-none = Keine umstrittenen Züge
    .why =
        Kein Zug, den eine Engine gut findet, verliert aus Sicht der anderen 10 % oder mehr der Gewinnaussichten
duel-disputed-silent = Zuerst müssen beide Engines suchen
duel-disputed-loses = { $one } findet ihn gut; für { $other } verliert er { $least ->
    [yes] mindestens { $points }
   *[no] { $points }
} Prozentpunkte
duel-disputed-unseen = { $one } findet ihn gut; { $other } sieht ihn sich kaum an
duel-disputed-alpha-beta = Alpha-Beta
duel-disputed-numbers =
    Erwartung für Weiß: Alpha-Beta { $bound ->
        [yes] { $alphabeta } % (eine Schranke)
       *[no] { $alphabeta } %
    }, PUCT { $puct } %{ $proven ->
        [yes] {" "}(bewiesen)
       *[no] {""}
    }. { $share } % der Playouts ({ $playouts }), Prior { $prior } %
duel-disputed-bound = Eine Schranke ohne Variante
duel-why-not-hint = Alpha-Beta sucht die Widerlegung; die Antwort erscheint in einem eigenen Feld

## Beispielstellungen.

duel-presets-note =
    Gefunden, indem beide Engines Sammlungen von Stellungen durchsucht haben. Ein Klick stellt eine auf das Brett
duel-preset-about = { $kind }, { $source }
duel-preset-best = Am besten ist { $moves }
duel-kind-trap = Falle
duel-kind-fortress = Festung
duel-kind-quiet = Stilles Manöver
duel-kind-sacrifice = Tiefes Opfer
duel-source-books = aus jedem Endspielbuch bekannt

duel-preset-not-a-queen = Keine Dame
    .text =
        Bei einer Dame opfert sich der Turm mit Dauerschach: wird er geschlagen, ist es patt. Alpha-Beta wandelt nach
        7.147 Knoten in einen Läufer um, PUCT nach 19.000 Playouts, mit Faustregeln nach 24.000: ein Mittelwert
        braucht Zeit, um die eine Antwort zu sehen, die remis hält.
duel-preset-knight-check = Ein Springerschach
    .text =
        Alpha-Beta findet Nf2+ nach 1.417 Knoten. Das Netz zieht den Zug sofort vor, aber PUCT zweifelt ab 8.000
        Playouts an ihm und bleibt erst nach 25.000 dabei. Mit Faustregeln, die darin einen verschenkten Springer
        sehen, spielt es nach 300.000 c5.
duel-preset-rook-swing = Der Turm schwenkt herüber
    .text =
        Ein stiller Zug, dessen Drohung nicht zu parieren ist. Alpha-Beta findet ihn nach 4.371 Knoten, PUCT in
        300.000 Playouts nicht: es spielt Kf7, mit Faustregeln Bg5.
duel-preset-queen-for-pawn = Die Dame für einen Bauern
    .text =
        Alpha-Beta gibt die Dame nach 1.201 Knoten. PUCT will 73.000 Playouts lang rochieren, denn ein Zug mit
        kleinem Prior wird kaum gesucht; dann beweist es ein Matt in drei Zügen.
duel-preset-rook-block = Ein Turm im Weg der Dame
    .text =
        Alpha-Beta findet Re7 nach 1.787 Knoten, PUCT nach 10.000 Playouts, mit Faustregeln nach 28.000.
duel-preset-rook-edge = Der Turm zum Rand
    .text =
        Alpha-Beta opfert den Turm auf e8 schon in Tiefe 1 und bleibt dabei, PUCT nach etwa 8.000 Playouts; mit
        Faustregeln spielt es nach 300.000 Ne3.
duel-preset-breakthrough = Ein Bauer bricht durch
    .text =
        Mit Faustregeln wird b6+ nach 221.000 Playouts gefunden. PUCT mit seinem Netz spielt nach 300.000 Be3,
        ebenso Alpha-Beta nach 5.000.000 Knoten, das sich dann zwölf Bauern im Vorteil sieht.
duel-preset-king-behind = Der König hinter dem Bauern
    .text =
        Der schwarze Läufer beherrscht die Ecke nicht, der König muss also nur dort bleiben. Alpha-Beta spielt Kg2 ab
        der sechsten Iteration und gibt Schwarz bis zum Schluss 3,1 Bauern; PUCT schwankt und würde nach 300.000
        Playouts Kf2 spielen, bei 2,0. Keine von beiden weiß, dass es remis ist.
duel-preset-wrong-bishop = Der falsche Läufer
    .text =
        Remis, was auch immer Weiß spielt. Nach 300.000 Knoten gibt Alpha-Beta 11,1 Bauern und dreht sich im Kreis;
        PUCT ist nach 300.000 Playouts bei 0,9, denn die Varianten seiner Playouts enden ohne Gewinn.
duel-preset-lever = Ein Bauernhebel
    .text =
        Alpha-Beta bleibt nach 260 Knoten bei g4, PUCT nach 7.000 Playouts, mit Faustregeln nach 9.000.
duel-preset-knight-centre = Ein Springer im Zentrum
    .text = PUCT bleibt nach etwa 7.000 Playouts bei Ne4, Alpha-Beta nach 3.504 Knoten.
duel-preset-king-walk = Der König wandert
    .text =
        PUCT wandert sofort, mit Faustregeln nach 14.000 Playouts. Alpha-Beta will zwischen 128.450 und 502.830
        Knoten den a-Bauern vorstoßen und wandert davor und danach.
duel-preset-zugzwang = Eine Figur für Zugzwang
    .text =
        PUCT schlägt nach etwa 13.000 Playouts auf d5; Alpha-Beta schwankt zwischen Ne2 und Rd8 und findet den Zug
        bei 1.786.977 Knoten.
