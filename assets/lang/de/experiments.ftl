### Die Experimente des Labors: was sie gemeinsam haben, dann jedes einzelne.

experiment-unknown = Unbekanntes gespeichertes Experiment „{ $found }“, erwartet wird eines von: { $known }
experiment-unreadable = Das gespeicherte Experiment „{ $name }“ lässt sich nicht lesen: { $why }
experiment-busy = Ein anderes Experiment des Labors läuft gerade
experiment-other-position =
    Diese Ergebnisse gehören zu einer anderen Stellung. Für diese noch einmal ausführen
    .over = Diese Ergebnisse gehören zu einer anderen Stellung. In dieser ist die Partie zu Ende
experiment-over = { $how }: In dieser Stellung ist die Partie zu Ende, zu suchen gibt es nichts
experiment-other-evaluation = Diese Ergebnisse stammen von einer anderen Bewertung: { $name }
experiment-other-settings = Diese Ergebnisse stammen von anderen Einstellungen als den oben gewählten
experiment-stopped = Vorzeitig angehalten
experiment-axis-depth = Tiefe
experiment-view-white = Sicht von Weiß
experiment-view-mover = Sicht der Seite am Zug
experiment-unit-and-view = { $unit }, { $view }
experiment-unit-plies = Halbzüge
experiment-unit-nodes = Knoten
experiment-unit-pawns = Bauern
experiment-unit-centipawns = Hundertstelbauern
experiment-unit-milliseconds = Millisekunden
experiment-unit-times = Faktor
experiment-nodes = { $n } Knoten

# Was eine Seite eines Vergleichs weglässt.
experiment-side-all = { $side }: alles an
experiment-side-one = { $side }: { $rule } aus
experiment-side-some = { $side }: { $n } aus
experiment-everything = alles an
experiment-rule-off = { $rule } aus
experiment-side-words = Seite { $side }: { $words }
experiment-everything-on = Alles an
experiment-plain = Einfach
    .word = einfach
    .tip =
        Ohne alles, was in der Hauptsuche beschneidet, reduziert oder verlängert, und ohne History der Züge und
        Killerzüge; Mattdistanz, drohende Wiederholungen und Korrektur-History bleiben an
experiment-eval = Bewertung der Seite { $side }
experiment-eval-material = Material

## Die Leiter: von Minimax zur Engine.

ladder-start = Suchen ausführen
ladder-offer = Alle zwölf Suchen ausführen
ladder-empty = Noch keine Suche
    .why = Zwölf Suchen dieser Stellung, von Minimax bis zu Tabias Engine
ladder-about =
    Zwölf Suchen einer Stellung, jede mit einer Idee mehr als die vorige. Die ersten vier stammen von Knuth
    und Moore (1975): Minimax als zwei Funktionen, als eine (F), mit einer Schranke (F1) und mit zweien (F2,
    Alpha-Beta). Ein tiefer Cutoff ist einer, den F1 nicht machen kann, weil seine Schranke drei oder mehr
    Halbzüge weiter oben gefunden wurde; vor dem vierten Halbzug gibt es keinen. Die gestrichelte Linie ist
    die kleinste Zahl von Blättern, die den Wert beweist, im Baum von Minimax gezählt. Mit weniger
    kommt eine Suche mit Hashtabelle aus, weil sie Stellungen wiedererkennt, und eine mit Nullzügen oder Reduktionen,
    weil sie den Wert nicht mehr beweist. Die blassere gestrichelte Linie ist eine Schätzung:
    W^ceil(D/2) + W^floor(D/2) − 1, was ein gleichmäßiger Baum mit W Zügen in jeder Stellung braucht; statt W
    steht die mittlere Zahl der Züge auf jedem zweiten Halbzug. Blätter
    werden mit den handgeschriebenen Termen bewertet. Remis sind Patt, tote Stellungen und 50 Züge;
    Wiederholungen zählen nicht, denn sonst ließe sich eine Suche mit Hashtabelle nicht am Wert von Minimax
    messen. Alle Suchen bis einschließlich PVS müssen mit Minimax übereinstimmen; die Ruhesuche sieht weiter,
    Nullzug und Reduktionen gehen ein Risiko ein, und die Engine verwendet ihre eigene Bewertung.
ladder-example = Zeig mir: ein Mittelspiel, in dem es auf die Zugsortierung ankommt
ladder-depth = Tiefe
    .tip = Größte Suchtiefe in Halbzügen
ladder-budget = Höchste Knotenzahl jeder Suche
ladder-rows-of = Tiefe
ladder-running = Die Suchen der Tiefe { $depth } laufen
ladder-agree = Alle Suchen, die den Wert von Minimax finden müssen, finden ihn
ladder-agree-without =
    Minimax hat sein Knotenlimit erreicht; die { $n } Suchen, die seinen Wert finden müssen und diese Tiefe erreicht
    haben, finden alle denselben
ladder-disagree = Eine Suche, die den Wert von Minimax finden muss, findet einen anderen
ladder-incomparable = Weniger als zwei der Suchen, die übereinstimmen müssen, haben diese Tiefe erreicht
ladder-minimal =
    Der Wert lässt sich mit { $n ->
        [one] einem Blatt
       *[other] { $leaves } Blättern
    } beweisen; ein gleichmäßiger Baum mit ebenso vielen Zügen je
    Halbzug bräuchte etwa { $even }. Auf dem letzten Halbzug gibt es im Mittel { $moves } Züge. Bewertungen in
    Bauern, Sicht der Seite am Zug; jede Suche endet nach { $budget } Knoten
ladder-minimal-unknown =
    So weit ist Minimax nicht gekommen, der kleinste Baum ist also nicht bekannt; ein gleichmäßiger Baum mit
    ebenso vielen Zügen je Halbzug bräuchte etwa { $even } Blätter. Auf dem letzten Halbzug gibt es im Mittel
    { $moves } Züge. Bewertungen in Bauern, Sicht der Seite am Zug; jede Suche endet nach
    { $budget } Knoten
ladder-plot =
    Knoten nach Tiefe, logarithmisch, eine Kurve je Suche; gestrichelt: Blätter des kleinsten Baums, blasser die eines
    gleichmäßigen Baums
ladder-point = { $name } in Tiefe { $depth }: { $n } Knoten, vollständig
ladder-minimal-point = Blätter des kleinsten Baums, der den Wert in Tiefe { $depth } beweist: { $n }
ladder-even-point = Blätter eines gleichmäßigen Baums in Tiefe { $depth }, geschätzt: { $n }
ladder-column-search = Suche
ladder-column-leaves = Blätter
ladder-column-deep-cutoffs = Tiefe Cutoffs
ladder-column-factor = Faktor
    .tip =
        Knoten dieser Suche, geteilt durch die derselben Suche bei einem Halbzug weniger Tiefe: ein einziger Schritt; der
        effektive Verzweigungsfaktor ist das Mittel aller
ladder-must-agree = Muss den Wert von Minimax finden
ladder-may-differ = Darf einen anderen Wert finden
ladder-limit-reached = Grenze erreicht

ladder-algorithm-minimax = Minimax (F, G)
    .adds = Zwei Funktionen, eine für jede Seite; jede Stellung wird besucht
ladder-algorithm-negamax = Negamax (F)
    .adds = Eine Funktion für beide Seiten; das Vorzeichen wechselt mit jedem Halbzug
ladder-algorithm-f1 = Branch and Bound (F1)
    .adds = Hört auf, sobald eine Stellung so gut ist wie eine Schranke einen Halbzug darüber
ladder-algorithm-f2 = Alpha-Beta (F2)
    .adds = Zwei Schranken, durch alle Halbzüge hinuntergereicht
ladder-algorithm-ordering = + Zugsortierung
    .adds = Schlagzüge und Umwandlungen zuerst, dann zwei Killerzüge
ladder-algorithm-deepening = + Vertiefung
    .adds = Tiefe 1, 2, 3 … zusammengezählt; die beste Variante der vorigen Tiefe kommt zuerst
ladder-algorithm-table = + Hashtabelle
    .adds = Werte genau dieser Tiefe und beste Züge, nach Stellung gespeichert
ladder-algorithm-pvs = + PVS
    .adds = Alle Züge außer dem ersten werden nur daraufhin geprüft, ob sie besser sind
ladder-algorithm-quiescence = + Ruhesuche
    .adds = Schlagzüge werden ausgespielt, bevor ein Blatt bewertet wird
ladder-algorithm-null-move = + Nullzug
    .adds = Eine Stellung, in der Passen gut genug ist, wird nicht durchsucht
ladder-algorithm-lmr = + Late-Move-Reduktion
    .adds = Späte stille Züge werden zuerst einen Halbzug weniger tief durchsucht
ladder-algorithm-engine = Tabias Engine
    .adds = Alles, was Tabia kann, mit leerer Hashtabelle

## Zwei Arten zu suchen im Vergleich.

compare-start = Vergleichen
compare-offer = Beide Seiten vergleichen
compare-empty = Noch nichts verglichen
    .why = Schalte auf einer Seite etwas aus und sieh, was es wert ist
compare-about =
    Beide Seiten durchsuchen dieselben Stellungen, jedes Mal mit leerer Hashtabelle, auf einer eigenen Engine des
    Labors. Ist alles an, so ist eine Seite die Engine selbst. Die Verhältnisse der Überschrift sind die der Balken,
    alle Stellungen zusammen, wobei lange Suchen am meisten zählen; Mediane und Mittelwerte zählen jede Stellung
    gleich. Verhältnisse werden geometrisch gemittelt; die Fehlergrenzen gelten für Stellungen, die unabhängig
    voneinander gewählt sind. Zeiten sind die des Prozessors, wo das System sie nennt; unter einer Millisekunde werden
    sie nicht verglichen. In der Engine Tesseract (Vrzina 2023) wurden mit der Ruhesuche, bei Hashtabelle, iterativer
    Vertiefung und MVV-Sortierung (wertvollstes Opfer zuerst), aus 709 s 266 s, und der Verzweigungsfaktor fiel von
    5,99 auf 4,23.
compare-example = Zeig mir: Suche ohne und mit Ruhesuche
compare-positions = Stellungen
compare-suite = 30 Stellungen
compare-this-position = Diese Stellung
compare-file-button = Datei…
    .tip = Auf den Stellungen einer Datei vergleichen: je Zeile eine EPD oder FEN; mit bm, am oder dm auch nach gelösten Stellungen
compare-file = { $file }: { $why }
compare-file-line = Zeile { $line }: { $why }
compare-file-no-move = in dieser Stellung ist die Partie zu Ende
compare-file-empty = keine Stellung gefunden, erwartet je Zeile eine EPD oder FEN
compare-searching = Die Suche läuft
    .why = Die erste Stellung wird durchsucht
compare-equal = Gleiche
    .name = Wovon beide Seiten gleich viel bekommen
compare-equal-depth = Tiefe
compare-equal-nodes = Knoten
compare-equal-time = Zeit
compare-plies = Halbzüge
compare-summary =
    { $done } von { $all } Stellungen: Insgesamt braucht B { $nodes }-mal so viele Knoten wie A{ $clock ->
        [short] {" "}(die Zeiten sind zu kurz für einen Vergleich)
        [equal] {""}
       *[compared] {" "}und { $time }-mal so viel Zeit
    }; gleicher Zug in { $agree }{ $cut ->
        [0] {""}
       *[other] ; { $cut } abgebrochen
    }
compare-summary-one =
    B braucht { $nodes }-mal so viele Knoten wie A{ $clock ->
        [short] {" "}(die Zeiten sind zu kurz für einen Vergleich)
        [equal] {""}
       *[compared] {" "}und { $time }-mal so viel Zeit
    }; { $agree ->
        [0] verschiedene Züge
       *[other] der gleiche Zug
    }{ $cut ->
        [0] {""}
       *[other] ; abgebrochen
    }
compare-medians =
    Median der Stellungen: { $nodes }-mal so viele Knoten, { $time }-mal so viel Zeit.
compare-measure-nodes = Knoten je Stellung (geometrisches Mittel)
compare-measure-time = Zeit je Stellung (geometrisches Mittel)
compare-measure-depth = Tiefe je Stellung (Mittel)
compare-measure-solved = Gelöst
compare-percent = { $n } %
compare-ply-difference = { $n } Halbzüge
# $kind: what the interval says; $mean, $low, $high: B against A; $more: positions.
compare-verdict = B { $mean } (95 %: { $low } bis { $high }, { $n } Stellungen): { $kind ->
        [differs] ein signifikanter Unterschied
        [same] kein Unterschied von { $worth } oder mehr
        [open] kein signifikanter Unterschied; etwa { $more } weitere Stellungen würden einen von { $worth } zeigen
       *[near] kein signifikanter Unterschied
    }
compare-few = Fehlergrenzen brauchen { $n } Stellungen.
compare-load = Die Suchen hatten in { $share } % ihrer Zeit einen Prozessor.
compare-load-low =
    Die Suchen hatten nur in { $share } % ihrer Zeit einen Prozessor: Nebenher läuft etwas anderes. Die Verhältnisse
    der Zeiten sind die der Prozessorzeit.
compare-solved = Gelöst: A { $a }, B { $b } von { $n }.
compare-branching = Effektiver Verzweigungsfaktor: A { $a }, B { $b }.
compare-tesseract = Tesseract: 5,99 ohne Ruhesuche, 4,23 mit.
compare-sides = A: { $a } · B: { $b }
compare-column-depth-a = Tiefe A
compare-column-depth-b = Tiefe B
compare-moves-differ = Orange: verschiedene Züge
compare-moves-solved = Grün: gelöst · rot: nicht gelöst
compare-cut-short = Abgebrochen: Diese Tiefe dauerte zu lange
compare-bar-nodes = Knoten { $side }
compare-bar-time = { $clock ->
    [processor] Prozessorzeit
   *[wall] verstrichene Zeit
} { $side }
compare-times-wall = Zeiten nach der Uhr
compare-all-positions = Alle Stellungen zusammen

## Der Horizont.

horizon-along-line = Entlang der besten Variante
horizon-along-game = Entlang der Partie
horizon-effect = Horizonteffekt
    .title = Der Horizonteffekt
horizon-empty = Noch keine Variante untersucht
    .why = Jede Stellung der besten Variante, mit wachsender Tiefe bewertet
horizon-offer = Die beste Variante untersuchen
horizon-depth = Tiefe
    .tip = Größte Suchtiefe jeder Stellung in Halbzügen
horizon-note = Bewertungen in Bauern, Sicht von Weiß
horizon-line-note = Hervorgehoben: weit von der tiefsten Spalte entfernt
horizon-of-line = Die beste Variante einer eigenen Suche bis Tiefe { $depth }, ab Zug { $number }
horizon-of-game = Die Partie ab Zug { $number }
horizon-elsewhere = Ergebnisse einer anderen Stellung
horizon-column-static = Statisch
horizon-column-quiescence = Ruhesuche
horizon-column-depth = Tiefe { $depth }
horizon-start = Anfang
horizon-sight-neither = Feste Tiefe
horizon-sight-quiescence = + Ruhesuche
horizon-sight-extensions = + Schachverlängerung
horizon-search = Suche
horizon-effect-line = Feste Tiefe erwartet
horizon-effect-behind = Nach Schlagzügen
    .tip = Der Wert am Ende dieser Variante, wenn die Schlagzüge ausgespielt werden: was die Suche nicht sah
horizon-effect-note =
    Einfache Suchen mit der handgeschriebenen Bewertung: Nichts wird beschnitten oder reduziert. Die erste bewertet das
    Ende ihrer Variante, wie es steht; die letzte Spalte spielt von dort die Schlagzüge aus. Hervorgehoben: weit
    von dem entfernt, was die erste erwartet.

## Der Verzweigungsfaktor.

branching-start = Messen
branching-empty = Noch nichts gemessen
    .why = Wie stark die Knoten von Tiefe zu Tiefe zunehmen, mit zwei Sätzen von Schaltern
branching-note =
    Die Knoten sind die jeder Iteration allein; der Faktor vergleicht sie mit der Iteration davor; das Mittel
    ist das geometrische Mittel bis dahin, der effektive Verzweigungsfaktor. Suchen des Fensters beginnen mit
    dem, was die Hashtabelle schon enthält
branching-about =
    Der effektive Verzweigungsfaktor sagt, wie stark eine Suche mit jedem Halbzug Tiefe wächst: die Knoten
    einer Iteration geteilt durch die der Iteration davor, als geometrisches Mittel. Reines Minimax wächst im
    Mittelspiel etwa um den Faktor 35, Alpha-Beta mit vollkommener Zugsortierung etwa um die Wurzel davon;
    Beschneiden und Reduzieren bringen ihn unter 2. Die Seiten A und B beginnen mit leerer Hashtabelle; darunter stehen die
    Suchen, die im Fenster gelaufen sind, die neueste zuerst. Vrzina maß in Tesseract (2023), das eine
    Hashtabelle, iterative Vertiefung und MVV-Sortierung hatte, 5,99 ohne und 4,23 mit Ruhesuche.
branching-example = Zeig mir: Suche ohne und mit Ruhesuche, wie in Tesseract
branching-column-search = Suche
branching-column-factor = Faktor
branching-column-mean = Mittel
branching-curves = Knoten nach Tiefe, logarithmisch
branching-point = { $name }: { $n } Knoten in Tiefe { $at }
branching-depth = Tiefe
    .tip = Größte Suchtiefe jeder Seite in Halbzügen
branching-summary = Effektiver Verzweigungsfaktor: A { $a } ({ $a_rules }), B { $b } ({ $b_rules })
branching-too-few = zu wenige Iterationen
branching-tesseract-without = Tesseract ohne Ruhesuche
branching-tesseract-with = Tesseract mit Ruhesuche

## Wettlauf der Brettdarstellungen.

representations-start = Wettlauf starten
representations-empty = Noch kein Wettlauf
    .why = Sechs Brettdarstellungen zählen und durchsuchen abwechselnd dieselben Stellungen
representations-about =
    Sechs Brettdarstellungen, jede mit allen Regeln, zählen dieselben Zugfolgen (Perft) und führen dieselbe
    Alpha-Beta-Suche mit Material- und Felderwerten aus, abwechselnd und viele Runden lang. Mittel sind geometrisch:
    Ein Vielfaches ist das Verhältnis der Geschwindigkeiten daneben. Ein Balken ist das Mittel der Runden als
    Vielfaches des 8x8-Arrays, der Strich daran das 95-%-Konfidenzintervall. Der dünne Balken ist das, was Bijl und
    Tiet in ihrer Engine gemessen haben (2021): 39,2, 46,5, 48,8 und 48,7 Millionen Stellungen pro Sekunde in Perft
    für Array, 0x88, Magic und PEXT und 6,3, 7,2, 11,0 und 11,0 in der Suche. Jeder Zug wird ausgeführt und geprüft;
    Perft misst hier also mehr als die Zugerzeugung. Andere Programme, die gleichzeitig laufen, machen alle
    langsamer.
representations-example = Zeig mir: einen Wettlauf von zehn Sekunden
representations-seconds = Dauer des Wettlaufs
representations-racing = Der Wettlauf läuft
    .why = Die erste Runde füllt die Caches und zählt nicht
representations-offer = Brettdarstellungen vergleichen
representations-perft = Perft: ausgeführte und geprüfte Züge
representations-search = Suche: Alpha-Beta mit Material- und Felderwerten
representations-choices = Entwurfsentscheidungen, nach Perft (die letzte nach Zugerzeugung)
representations-choices-told =
    Balken: Vielfache dessen, was jede Entscheidung ersetzt, des dünnen Balkens. Kopieren ersetzt Ausführen und
    Zurücknehmen; legale Züge ersetzen pseudolegale, die ausgeführt und geprüft werden; nur zu zählen ersetzt das
    Ausführen im letzten Halbzug; Züge in 16 Bits ersetzen Strukturen von 12 Byte.
representations-agree = Alle haben die bekannten Zahlen gezählt und dieselben Knoten durchsucht
representations-disagree = Nicht alle haben die bekannten Zahlen gezählt oder dieselben Knoten durchsucht
representations-told =
    { $rounds ->
        [one] { $rounds } Runde
       *[other] { $rounds } Runden
    }, { $seconds } s. Zahlen: Millionen Stellungen pro Sekunde; Striche: 95 % Konfidenz. Perft und Suche: Balken sind
    Vielfache des 8x8-Arrays, dünne Balken stammen von Bijl und Tiet (2021)
representations-not-built = nicht enthalten
    .tip = Für einen Prozessor ohne den Befehl PEXT gebaut
representations-speeds =
    { $mean } Millionen pro Sekunde (95 %: { $low } bis { $high }; Runden von { $min } bis { $max })
representations-ratios = ×{ $mean } des Arrays (95 %: { $low } bis { $high }), keine veröffentlichte Zahl
representations-ratios-published =
    ×{ $mean } des Arrays (95 %: { $low } bis { $high }), veröffentlicht ×{ $theirs }
representations-choice-hint =
    Verglichen mit { $before }, dem dünnen Balken: ×{ $mean } (95 %: { $low } bis { $high }), { $fast } gegen
    { $slow } Millionen pro Sekunde
representations-encoding =
    Ein Zug in 16 Bits braucht { $bytes } statt { $before } Byte, eine Liste aller Züge { $list } statt
    { $list_before }. Die Zugerzeugung wurde hier { $how ->
        [faster] um { $change } schneller
        [slower] um { $change } langsamer
       *[same] weder schneller noch langsamer
    }, in Tesseract um fast { $published } schneller (Vrzina 2023), wo sich mehr als die Kodierung änderte

representations-kind-array = 8x8-Array
representations-kind-mailbox = 10x12-Mailbox
representations-kind-0x88 = 0x88
representations-kind-rays = Bitboards, Strahlen
representations-kind-magic = Bitboards, Magic
representations-kind-pext = Bitboards, PEXT
representations-choice-copy-bitboards = Kopieren (Bitboards)
    .before = Ausführen und Zurücknehmen
representations-choice-copy-array = Kopieren (8x8-Array)
    .before = Ausführen und Zurücknehmen
representations-choice-legal = Legale Züge
    .before = pseudolegale Züge, ausgeführt und geprüft
representations-choice-bulk-counting = Letzten Halbzug nur zählen
    .before = legale Züge, auch im letzten Halbzug ausgeführt
representations-choice-packed = Züge in 16 Bits
    .before = einer Struktur von 12 Byte
representations-choice-packed-generation = … nur erzeugt
    .before = einer Struktur von 12 Byte, Züge erzeugt und nicht ausgeführt

## Das Wurzelrennen: jeder Wurzelzug über die Iterationen.

race-none = Noch kein Rennen
    .why = PUCT bekommt jedes Mal einen Eintrag, wenn die mittlere Länge seiner Varianten um einen Halbzug gewachsen ist
race-no-iterations = Noch keine Iterationen
race-axis = Achse
race-axis-depth = Tiefe
race-axis-time = Zeit
race-log-time = Zeit (log.)
race-marked = Auf dem Brett und in den Listen markiert; ein Klick hebt die Markierung auf
race-unmark = Markierung von { $mv } aufheben
race-score-unit = Bauern, { $view }, nach { $axis }
race-scores = Bewertung jedes Wurzelzugs
race-shares = Anteil jedes Wurzelzugs an den Knoten
race-shares-unit = Anteil an jeder Iteration, Prozent
race-no-shares = Diese Engine meldet nicht, wie viele Knoten auf jeden Zug entfielen
race-left-out = Ältere Iterationen und Fenster, die nicht mehr gespeichert sind: { $n }
race-drawn = { $curves ->
    [one] { $curves } Kurve
   *[other] { $curves } Kurven
}, { $marks ->
    [one] { $marks } Markierung
   *[other] { $marks } Markierungen
}
race-by-iteration = Nach Iteration
race-by-move = Nach Zug
race-table = Tabelle
race-iterations = { $n ->
    [one] { $n } Iteration
   *[other] { $n } Iterationen
}
race-column-best = Bester
race-column-events = Ereignis
race-column-share = Anteil an der letzten Iteration
race-legend-change = neuer bester Zug
race-legend-low = Fail-Low
race-legend-high = Fail-High
race-largest-share = Größter Anteil in Tiefe { $depth }: { $mv }, { $share } %
race-under-way = läuft
race-new-best = neu
race-failed-low = { $n ->
    [one] Fail-Low
   *[other] { $n }× Low
}
race-failed-high = { $n ->
    [one] Fail-High
   *[other] { $n }× High
}
race-play = { $mv } spielen
race-view-white = Sicht von Weiß
race-view-black = Sicht von Schwarz
race-becomes-best = { $mv } wird in Tiefe { $depth } der beste Zug
race-fail = Fail-{ $how ->
    [low] Low
   *[high] High
} des Fensters der Tiefe { $depth } mit { $mv }, nach { $time }
race-fail-score = Fail-{ $how ->
    [low] Low
   *[high] High
} des Fensters der Tiefe { $depth } mit { $mv }: { $score }, nach { $time }
race-score-hint = { $mv } { $score } in Tiefe { $depth }, nach { $time }
race-bound-hint = { $mv } { $score } in Tiefe { $depth }, eine Schranke, nach { $time }
race-share-hint = { $mv }: { $share } % der Knoten von Tiefe { $depth } ({ $nodes })

## Eine Bewertungsfunktion von Grund auf.

scratch-play = Dagegen spielen
    .tip = Eine Partie gegen diese Bewertungsfunktion beginnen, als { $name }
scratch-level = Stufe
scratch-level-title = Stufe { $number }: { $name }
scratch-level-hint = { $name }: { $adds }
scratch-level-1 = Material
    .adds = Zählt die Figuren nach ihrem Wert und weiß sonst nichts
scratch-level-2 = Felderwerte
    .adds = Dazu ein Bonus oder Malus für das Feld jeder Figur
scratch-level-3 = Bauern
    .adds = Dazu Doppelbauern, isolierte, rückständige und Freibauern
scratch-level-4 = Beweglichkeit
    .adds = Dazu die Zahl der Felder, die eine Figur erreicht, verglichen mit der üblichen Zahl
scratch-level-5 = König
    .adds = Dazu die Bauern, die den König schützen, und die Nähe gegnerischer Figuren zu ihm
scratch-level-6 = Spielphase
    .adds = Gibt dem Endspiel eigene Zahlen und geht zu ihnen über, wenn Figuren vom Brett verschwinden

scratch-page = Seite der Bewertungsfunktion
scratch-page-position = Stellung
scratch-page-numbers = Zahlen
scratch-page-squares = Felderwerte
scratch-page-matches = Wettkämpfe

scratch-position-note =
    Hundertstelbauern. Weiß und Schwarz: was ein Term dieser Seite wert ist. Ohne Suche
scratch-column-term = Term
scratch-column-difference = Differenz
scratch-sum = Summe aus Sicht von Weiß
scratch-network = Tabias Netz, statisch
scratch-phase =
    Phase { $phase } von { $full }: Die Zahlen sind zu { $percent } % Mittelspiel, zu { $rest } % Endspiel
scratch-term-material = Material
scratch-term-squares = Felderwerte
scratch-term-doubled = Doppelbauern
scratch-term-isolated = Isolierte Bauern
scratch-term-backward = Rückständige Bauern
scratch-term-passed = Freibauern
scratch-term-mobility = Beweglichkeit
scratch-term-shield = Bauernschild
scratch-term-tropism = Nähe zum König

scratch-set-usual = Üblich
    .source =
        Nach Pokharel, Techniques In Chess Programming (2025), der A Review of Game-Tree Pruning von Marsland (1986)
        zitiert
scratch-set-learnt = Gelernt
    .source =
        Droste und Fürnkranz, durch bestärkendes Lernen; zitiert von Bijl und Tiet, Exploring Modern Chess
        Engine Architectures (2021), und Pokharel, Techniques In Chess Programming (2025)
scratch-reset-numbers = Alle Zahlen zurücksetzen
scratch-numbers-note = Hundertstelbauern: Ein Bauer des üblichen Satzes ist 100 wert
scratch-more-levels = Höhere Stufen haben mehr Zahlen
scratch-middlegame = Mittelspiel
scratch-endgame = Endspiel
scratch-knob-in-endgame = { $name }, Endspiel
scratch-knob-doubled = Doppelbauer
scratch-knob-isolated = Isolierter Bauer
scratch-knob-backward = Rückständiger Bauer
scratch-knob-passed = Freibauer, je Reihe
scratch-knob-knight-mobility = Springer, je Feld
scratch-knob-bishop-mobility = Läufer, je Feld
scratch-knob-rook-mobility = Turm, je Feld
scratch-knob-queen-mobility = Dame, je Feld
scratch-knob-shield = Bauernschild, je Bauer
scratch-knob-knight-tropism = Springer nahe am König, je Schritt
scratch-knob-bishop-tropism = Läufer nahe am König, je Schritt
scratch-knob-rook-tropism = Turm nahe am König, je Schritt
scratch-knob-queen-tropism = Dame nahe am König, je Schritt

scratch-squares-unused = Stufe 1 beachtet keine Felder: Änderungen wirken erst ab Stufe 2
scratch-square-value = Wert des Feldes
scratch-reset-table = Diese Tabelle zurücksetzen
scratch-table = Tabelle der Felderwerte
scratch-squares-note =
    Klicke ein Feld an, um seinen Wert zu ändern; ziehe von ihm aus, um seinen Wert auf andere Felder zu
    übertragen. Hundertstelbauern für die Seite, der die Figur gehört
scratch-piece = Figur der Tabelle
scratch-part = Partiephase
scratch-part-middlegame = Mittelspiel
scratch-part-endgame = Endspiel
scratch-side = Seite der Tabelle
scratch-side-white = Weiß
scratch-side-black = Schwarz

scratch-tesseract =
    Felderwerte brachten Tesseract von allen Termen der Bewertung den größten Gewinn (Vrzina 2023). Was sie hier wert
    sind, sagt der Wettkampf von Stufe 2 gegen Stufe 1
scratch-games = Partien
    .name = Partien je Wettkampf
scratch-nodes = Knoten pro Zug
    .name = Knoten pro Zug
scratch-match = Stufe { $level } gegen Stufe { $other } spielen lassen
scratch-all-matches = Alle Stufen spielen lassen
    .tip = Jede Stufe gegen jede andere
scratch-all-note = Jede Stufe spielt gegen jede andere: Der Fortschritt zählt alle Partien, die Tabelle nur die gegen die Stufe darunter
scratch-arena = In der Arena zeigen
    .tip = Die Partien, ihre Ergebnisse und ihren Aufwand ansehen
scratch-arena-idle = Die Arena spielt die Wettkämpfe; sie laufen weiter, während du anderes tust
scratch-no-match = Noch keine Wettkämpfe
    .why = Sieh, was jedes Wissen wert ist: Lass eine Stufe gegen die darunter spielen
scratch-matches-note =
    Siege, Remis und Niederlagen der Stufe gegen die darunter; Elo mit 95-%-Fehlerbalken. Gleiche Suche,
    gleiche Knotenzahl, gleiche Eröffnungen mit beiden Farben
scratch-column-games = Partien
scratch-column-results = S / R / N
scratch-column-elo = Elo
scratch-played = { $played } von { $asked }
scratch-other-numbers = * mit anderen Zahlen als den jetzigen gespielt

## Zeitmanagement: das Budget eines Zuges, und warum eine Suche endet.

clock-start = Nachdenken
clock-empty = Noch keine Suche mit Uhr
    .why = Das Budget dieses Zuges, was jede Iteration daraus macht, und warum die Suche endet
clock-note =
    Bewertungen in Bauern, Sicht der Seite am Zug. Nach jeder Iteration wird das Budget mit vier Faktoren multipliziert;
    das ergibt die Zielzeit, nie später als die harte Grenze. Die erste Iteration, die nach ihr endet, ist die letzte.
    Laufen andere Programme nebenher, so dauert alles länger
clock-about =
    Wie lange darf ein Zug dauern? Das Budget ist die Zeit auf der Uhr plus die noch kommenden Inkremente, weniger
    etwas Spielraum für jeden Zug, aber mindestens ein Zehntel der Zeit auf der Uhr, geteilt durch eine Zahl von
    Zügen. Ohne Zeitkontrolle sind das die noch erwarteten Züge: 36 beim ersten Zug, mit jedem gespielten Zug ein
    halber weniger, ab dem 25. Zug 24. Mit Zeitkontrolle sind es die Züge bis zur Kontrolle und einer mehr, damit
    eine Reserve bleibt, höchstens aber 24. Das Budget ist nie mehr als 60 % der restlichen Zeit, beim letzten Zug
    vor der Zeitkontrolle 85 %. Nach jeder Iteration ändern vier Faktoren das Budget. Gleich: 1,25, weniger 0,05 für
    jede Iteration, in der der beste Zug derselbe blieb, mindestens 0,75. Wechsel: 0,95, plus 0,25 für einen Wechsel
    des besten Zuges, der mit jeder weiteren Iteration nur noch halb zählt. Fällt: über 1, solange die Bewertung
    fällt (bis 1,5), unter 1, solange sie steigt (bis 0,8). Aufwand: 2,1, weniger das 1,5-Fache des Anteils des
    besten Zuges an den Knoten, mindestens 0,5. Die Suche endet mit der ersten Iteration, die nach der Zielzeit
    fertig wird, und an der harten Grenze auch mitten in einer Iteration: beim 4,5-Fachen des Budgets, höchstens
    aber bei demselben Anteil der restlichen Zeit.
clock-example = Zeig mir: eine halbe Minute auf der Uhr
clock-seconds = { $n } s
clock-milliseconds = { $n } ms
clock-request = { $seconds } s + { $increment } s, { $moves ->
    [0] für den Rest der Partie
    [one] noch { $moves } Zug
   *[other] noch { $moves } Züge
}.
clock-budget = Budget { $soft }, harte Grenze { $hard }.
clock-end-within =
    Beendet in der Iteration nach Tiefe { $depth }, bei { $time }: die harte Grenze.
clock-end-enough =
    Beendet nach Tiefe { $depth }, bei { $time }: Die Zielzeit von { $target } war überschritten.
clock-end-forced = Beendet nach Tiefe { $depth }, bei { $time }: Nur ein Zug steht zur Wahl.
clock-end-mate = Beendet nach Tiefe { $depth }, bei { $time }: ein Matt, das nicht kürzer wird.
clock-end-deepest = Beendet nach Tiefe { $depth }, bei { $time }: Tiefer geht die Suche nicht.
clock-move-budget = Zug { $move }: { $time }
clock-game = Wenn jeder Zug von hier an genau sein Budget braucht: { $budgets }.
clock-verdict-go-on = geht weiter
clock-verdict-enough = endet: Zielzeit überschritten
clock-verdict-forced = endet: einziger Zug
clock-verdict-mate = endet: Matt
clock-column-stable = Gleich
clock-column-changes = Wechsel
clock-column-falling = Fällt
clock-column-effort = Aufwand
clock-column-product = Produkt
clock-column-target = Zielzeit
clock-column-verdict = Entscheidung
clock-curves = Verbrauchte Zeit und Zielzeit nach Tiefe, Millisekunden, logarithmisch
clock-point = { $name }: { $n } ms in Tiefe { $at }
clock-form-seconds = Uhr (s)
    .tip = Zeit auf der Uhr, Sekunden
clock-form-increment = Inkrement (ms)
    .tip = Inkrement für jeden Zug, Millisekunden
clock-form-to-go = Züge bis Zeitkontrolle
    .tip = Züge bis zur nächsten Zeitkontrolle; 0: Die Zeit gilt für den Rest der Partie

## Contempt: was ein Remis zählt.

contempt-start = Suchen
contempt-empty = Noch keine Suche
    .why = Dieselbe Suche mit fünf Werten für Contempt: Wann nimmt sie ein Remis in Kauf?
contempt-note =
    Bewertungen in Bauern, Contempt in Hundertstelbauern, Sicht der Seite am Zug. Bei Contempt 50 zählt ein Remis für
    sie −0,50: Es wird
    nur genommen, wenn nichts Besseres übrig ist
contempt-about =
    Contempt sagt, was der Engine in einer Partie ein Remis wert ist. Über null zählt es als Nachteil: Die Engine
    weicht Wiederholungen aus wie gegen einen schwächeren Gegner, bis sie um mehr als diesen Wert schlechter steht.
    Unter null sucht sie das Remis. Die gleichnamige Einstellung gilt in Partien und nie in der Analyse. Hier
    unterscheiden sich fünf Suchen einer Stellung, jede mit leerer Hashtabelle, nur im Contempt. Als Remis gezählt
    wird eine Suche, deren Bewertung genau minus Contempt ist und deren Variante eine Stellung wiederholt oder die
    Partie beendet. Ein Endspiel, das die Bewertung als remis kennt, zählt mit jedem Contempt 0, denn keine Regel
    beendet dort die Partie.
contempt-example = Zeig mir: ein Dauerschach, gegeben oder nicht
contempt-form = Contempt (cp)
    .tip = Der größte Wert, Hundertstelbauern; die anderen sind die Hälfte davon, null und dieselben unter null
contempt-depth = Tiefe
    .tip = Tiefe jeder Suche, in Halbzügen
contempt-column-contempt = Contempt
contempt-column-draw = Ergebnis
contempt-column-line = Variante
contempt-draw = Remis
contempt-drawn-ending = Remisendspiel
contempt-no-draw = kein Remis
contempt-summary =
    Contempt von { $low } bis { $high }: { $draws ->
        [0] Keine Suche nimmt das Remis an
        [one] 1 von { $n } Suchen nimmt das Remis an
       *[other] { $draws } von { $n } Suchen nehmen das Remis an
    }; { $changes ->
        [0] der Zug ist überall derselbe
        [one] der Zug wechselt einmal
       *[other] der Zug wechselt { $changes }-mal
    }.

## Gewichte, an Partien angepasst.

tuning-start = Anpassen
tuning-empty = Noch nichts angepasst
    .why = Figurenwerte, die als Bauern beginnen und an die Ergebnisse von Meisterpartien angepasst werden
tuning-note =
    Fehler: mittlerer logistischer Fehler der erwarteten Punkte, Nat; Gewichte in Hundertstelbauern. Trainingspartien und
    zurückgehaltene haben andere Ergebnisse: Zu vergleichen ist ein Fehler mit dem der mittleren Punktzahl auf
    denselben Partien, nicht mit dem anderen Fehler
tuning-about =
    Woher kommen Figurenwerte? Hier beginnt die eigene Bewertung damit, dass jede Figur einen Bauern wert ist und
    jedes andere Gewicht null. Jeder Schritt des Gradientenabstiegs bewegt die Gewichte so, dass die erwarteten
    Punkte, eine logistische Funktion der Bewertung, den Ergebnissen der Partien näher kommen: je eine ruhige Stellung
    aus 2400 Meisterpartien. Jede achte Partie wird zurückgehalten: Wo ihr Fehler steigt, während der andere noch
    fällt, lernen die Gewichte einzelne Partien auswendig; bei 302 Stellungen kann aber ein Anstieg von weniger als
    etwa 0,003 Zufall sein. Bijl und Tiet passten ihre Gewichte eines nach dem anderen an und gewannen 15 % mehr
    Partien (2021). Die Bewertung der Engine wurde auf dieselbe Weise angepasst, mit all ihren Gewichten und Millionen
    von Stellungen.
tuning-example = Zeig mir: Figurenwerte aus nichts als Ergebnissen
tuning-request = Stufe { $level }, { $steps ->
        [one] { $steps } Schritt
       *[other] { $steps } Schritte
    }, Rate { $rate } cp.
tuning-training =
    Training, { $n } Stellungen: Fehler von { $before } auf { $after }. Stets die mittlere Punktzahl von Weiß erwartet,
    { $mean } %: { $base }.
tuning-held-out =
    Zurückgehalten, { $n } Stellungen: Fehler von { $before } auf { $after }{ $rises ->
        [yes] , am kleinsten nach Schritt { $step }, { $lowest }
       *[no] , am kleinsten am Ende
    }. Mit derselben Erwartung: { $base }.
tuning-values =
    Bauer bis Dame, hier angepasst: { $values }. Veröffentlicht: { $usual } (die üblichen, nach Pokharel);
    { $learnt } (Droste und Fürnkranz, durch bestärkendes Lernen).
tuning-column-step = Schritt
tuning-column-loss = Training
tuning-column-held-out = Zurückgehalten
tuning-axis = Schritt
tuning-loss-curves = Fehler nach Schritt
tuning-weight-curves = Figurenwerte nach Schritt, Hundertstelbauern
tuning-point = { $name }: { $n } in Schritt { $at }
tuning-form-level = Stufe
    .tip =
        1: Figurenwerte; 2: neben Felderwerten; 3: auch Bauernstruktur; 4: auch Beweglichkeit; 5: auch Königssicherheit
tuning-form-steps = Schritte
    .tip = Schritte des Gradientenabstiegs
tuning-form-rate = Rate (cp)
    .tip = Wie weit die ersten Schritte ein Gewicht bewegen, Hundertstelbauern
