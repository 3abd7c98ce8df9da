### Das Duell von Alpha-Beta und PUCT: beide nebeneinander, ihr Verlauf über die Zeit, umstrittene Züge, Beispiele.

duel-alpha-beta = Alpha-Beta
duel-puct = PUCT
duel-none = Kein Duell
    .why = Im Arbeitsbereich Duell analysieren beide Engines von Tabia dieselbe Stellung
duel-verdict-apart = Jede zeigt die Stellung ihrer eigenen letzten Suche
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
duel-nodes = { $n } { $count ->
    [one] Knoten
   *[other] Knoten
}
duel-playouts = { $n } { $count ->
    [one] Playout
   *[other] Playouts
}

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

duel-bar = { $name }: Erwartung für Weiß { $percent }, { $score }
duel-bar-white = Weiß { $percent }
duel-bar-none = { $name }: noch keine Bewertung
duel-no-score = Noch keine Bewertung
duel-chances = Weiß { $score } · gewinnt { $win }, remis { $draw }, verliert { $loss } %
duel-figures-nodes = { $nodes } { $count ->
    [one] Knoten
   *[other] Knoten
}, Tiefe { $depth }
duel-figures-nodes-speed = { $nodes } { $count ->
    [one] Knoten
   *[other] Knoten
}, { $speed }/s, Tiefe { $depth }
duel-figures-branching = { ", " }Verzweigungsfaktor { $factor }
duel-figures-kept = { ", " }{ $kept } aus einer früheren Suche
duel-figures-playouts = { $playouts } { $count ->
    [one] Playout
   *[other] Playouts
}, Varianten von { $plies } Halbzügen
duel-figures-playouts-speed = { $playouts } { $count ->
    [one] Playout
   *[other] Playouts
}, { $speed }/s, Varianten von { $plies } Halbzügen
duel-head-expects = Weiß
duel-head-playouts = Playouts
duel-head-line = Variante
duel-row = { $name }, Variante: Erwartung für Weiß { $percent }
duel-row-share = { $name }, Variante: Erwartung für Weiß { $percent }, { $share } der Playouts

## Der Verlauf über die Zeit und die Partie zwischen beiden.

duel-course-none = Noch nichts zu vergleichen
duel-course-point = { $move }, Erwartung für Weiß { $percent } %
duel-expected = Erwartung für Weiß
    .unit = Prozent
duel-same-move = In { $percent } % der Zeit derselbe beste Zug
duel-same-move-unknown = Derselbe beste Zug: noch nicht genug Züge von beiden
duel-agreement = Übereinstimmung über die Zeit
duel-agreement-legend =
    .same = derselbe Zug
    .different = verschiedene Züge
duel-agreement-none = Bei { $time }: noch nicht beide haben einen Zug
duel-agreement-same = Bei { $time }: derselbe Zug
duel-agreement-different = Bei { $time }: verschiedene Züge
duel-graph-empty = Hier erscheint Zug für Zug, was beide Engines erwarten
duel-graph-point = { $move }: { $name } erwartet { $percent } % für Weiß
duel-match-begins = { $name } hat Weiß; { $seconds } s pro Zug

## Umstrittene Züge.

duel-disputed-none = Keine umstrittenen Züge
    .why =
        Jeder Zug, den eine Engine gut findet, verliert aus Sicht der anderen weniger als 10 Prozentpunkte, und PUCT
        untersucht ihn auch
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
duel-why-not-hint = Alpha-Beta sucht die Widerlegung; die Antwort erscheint in einem eigenen Bereich

## Beispielstellungen.

duel-positions-note =
    Gefunden, indem beide Suchen Sammlungen von Stellungen durchsucht haben, mit einem Thread, einer Variante und leerer
    Hashtabelle: der Zug, den jede am Ende spielt, und nach wie vielen Knoten oder Playouts sie sich darauf festgelegt
    hat. Für mehrere Varianten wie im Duell braucht Alpha-Beta mehr Knoten; eine Suche, die die Stellung schon kennt, ist
    schneller. „PUCT, Faustregeln“ hat Priors aus Faustregeln statt aus dem Policy-Netz. Ein Klick stellt eine auf das
    Brett
duel-position-about = { $kind }, { $source }
duel-position-best = Am besten: { $moves }
duel-position-rules = PUCT, Faustregeln
duel-position-nodes = { $n } Knoten
duel-position-playouts = { $n } Playouts
duel-position-from = { $move } ab { $count }
duel-position-not = { $move } nach { $count }, nicht am besten
duel-position-scored = { $move } nach { $count }, { $score }
duel-kind-trap = Falle
duel-kind-fortress = Festung
duel-kind-quiet = Stilles Manöver
duel-kind-sacrifice = Tiefes Opfer
duel-source-books = aus jedem Endspielbuch bekannt

duel-position-not-a-queen = Keine Dame
    .idea = Bei einer Dame opfert sich der Turm mit Dauerschach: Wird er geschlagen, ist es patt
duel-position-knight-check = Ein Springerschach
    .idea = Der Springer opfert sich für einen Mattangriff
duel-position-rook-swing = Der Turm schwenkt herüber
    .idea = Ein stiller Zug, dessen Drohung nicht zu parieren ist
duel-position-queen-for-pawn = Die Dame für einen Bauern
    .idea = Matt in drei Zügen; ein Zug mit kleinem Prior wird kaum gesucht
duel-position-rook-block = Ein Turm im Weg der Dame
duel-position-rook-edge = Der Turm zum Rand
duel-position-breakthrough = Ein Bauer bricht durch
duel-position-king-behind = Der König hinter dem Bauern
    .idea = Remis: Der schwarze Läufer beherrscht die Ecke nicht, der König muss also nur dort bleiben
duel-position-wrong-bishop = Der falsche Läufer
    .idea = Remis, was auch immer Weiß spielt: Der Läufer beherrscht die Ecke nicht, in der sich der Bauer umwandelt
duel-position-lever = Ein Bauernhebel
duel-position-knight-centre = Ein Springer im Zentrum
duel-position-king-walk = Der König wandert
duel-position-zugzwang = Eine Figur für Zugzwang
