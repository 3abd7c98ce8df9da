### Die Ansichten des Labors: Baum, Röntgenbild, Playouts, Alpha-Beta, Hashtabelle, Zugsortierung, Profil, Warum nicht, kleines Spiel.

## Was mehrere Ansichten sagen.

lab-none = keine
lab-root = Wurzel
lab-not-looked = Die Engine wird gefragt…
    .why = Sie antwortet sofort oder, während sie sucht, mit ihrem nächsten Bericht
lab-several-lines = Bei mehreren Varianten behält die Tabelle den Zug des ersten Durchgangs; ein Zug aus einem späteren war besser.
lab-play-line = Klicken, um diese Variante zu spielen
lab-play-move = Klicken, um diesen Zug zu spielen
lab-failed = Labor: { $error }
lab-engine-failed = Engine des Labors: { $error }
lab-thread-ended = der Thread der Engine wurde beendet


## Alpha-Beta Schritt für Schritt.

alpha-beta-tree = Baum
alpha-beta-tree-small = Kleiner Baum
alpha-beta-tree-deep = Tiefer Cutoff
alpha-beta-tree-position = Diese Stellung
alpha-beta-depth = Tiefe
    .tip = Halbzüge des Baums
alpha-beta-width = Breite
    .tip =
        Züge in jeder Stellung: die einen Halbzug weiter am besten aussehen, geprüft in der Reihenfolge ihrer wahren
        Werte
alpha-beta-worst-first = Schlechteste zuerst
    .tip = Die Züge mit dem schlechtesten Wert zuerst prüfen statt der besten: Weit weniger lassen sich auslassen
alpha-beta-search = Gezeigte Suche
alpha-beta-alpha-beta = Alpha-Beta
alpha-beta-minimax = Minimax
alpha-beta-both = Beide
alpha-beta-first = Erster Schritt
alpha-beta-previous = Voriger Schritt
alpha-beta-next = Nächster Schritt
alpha-beta-last = Letzter Schritt
alpha-beta-pause = Pause
alpha-beta-play = Schritte abspielen
alpha-beta-speed = Schritte pro Sekunde
alpha-beta-speed-value = { $speed } Schritte pro Sekunde
alpha-beta-quiz = Quiz
alpha-beta-at = Schritt { $step } von { $steps }
alpha-beta-visited =
    Minimax besucht { $minimax } Stellungen, Alpha-Beta { $alphabeta } ({ $saved } gespart); beide finden { $value }
alpha-beta-visited-differ =
    Minimax besucht { $minimax } Stellungen, Alpha-Beta { $alphabeta } ({ $saved } gespart); die Werte sind NICHT
    gleich: Alpha-Beta findet { $value }
alpha-beta-value-pawns = { $value } (Bauern, für Max)
alpha-beta-quiz-ask = Klicke auf einen Zug, der als Nächstes abgeschnitten wird
alpha-beta-quiz-right = Richtig: Er kann das Ergebnis nicht mehr ändern. Und der nächste?
alpha-beta-quiz-wrong = Nein: Abgeschnitten wurden diese Züge. Und der nächste?
alpha-beta-quiz-nothing = In diesem Baum wird nichts mehr abgeschnitten
alpha-beta-quiz-score = { $right } von { $all } richtig
alpha-beta-quiz-reset = Zurücksetzen
    .tip = Den Stand auf null setzen; er bleibt erhalten, wenn Tabia geschlossen wird
alpha-beta-max = Max
alpha-beta-min = Min
alpha-beta-node-ahead = { $node ->
    [root] Wurzel
   *[other] { $node }
}: noch nicht erreicht
alpha-beta-node-open = { $node ->
    [root] Wurzel
   *[other] { $node }
}: offen{ $window ->
    [none] {""}
   *[other] , Fenster { $window }
}
alpha-beta-node-done = { $node ->
    [root] Wurzel
   *[other] { $node }
}: fertig, { $value }
alpha-beta-node-cut = { $node ->
    [root] Wurzel
   *[other] { $node }
}: abgeschnitten, kann das Ergebnis nicht ändern
alpha-beta-enter-leaf = Weiter zum Blatt { $node }
alpha-beta-enter = Weiter zu { $node ->
    [root] der Wurzel
   *[other] { $node }
}, { $who } am Zug{ $window ->
    [none] {""}
   *[other] , mit dem Fenster { $window }
}
alpha-beta-leaf = Das Blatt { $node } ist { $value } wert
alpha-beta-no-change = { $who } hat in { $node ->
    [root] der Wurzel
   *[other] { $node }
} schon etwas so Gutes wie { $value }: { $child } ändert nichts
alpha-beta-better = { $who } kann in { $node ->
    [root] der Wurzel
   *[other] { $node }
} mit { $child } { $value } erreichen, das Beste bisher
alpha-beta-better-max = Max kann in { $node ->
    [root] der Wurzel
   *[other] { $node }
} mit { $child } { $value } erreichen: Alpha steigt auf { $value }, denn { $node ->
    [root] die Wurzel
   *[other] { $node }
} ist mindestens so viel wert
alpha-beta-better-min = Min kann in { $node ->
    [root] der Wurzel
   *[other] { $node }
} mit { $child } { $value } erreichen: Beta sinkt auf { $value }, denn { $node ->
    [root] die Wurzel
   *[other] { $node }
} ist höchstens so viel wert
alpha-beta-cut-max =
    { $node } ist mindestens { $value } wert, aber Min hat einen Halbzug weiter oben schon { $bound }. Min wird
    { $node } vermeiden, daher { $n ->
        [one] kommt es auf den letzten Zug dort nicht an
       *[other] kommt es auf die übrigen { $n } Züge dort nicht an
    }
alpha-beta-cut-max-deep =
    { $node } ist mindestens { $value } wert, aber Min hat drei oder mehr Halbzüge weiter oben schon { $bound }: ein
    tiefer Cutoff. Min wird { $node } vermeiden, daher { $n ->
        [one] kommt es auf den letzten Zug dort nicht an
       *[other] kommt es auf die übrigen { $n } Züge dort nicht an
    }
alpha-beta-cut-min =
    { $node } ist höchstens { $value } wert, aber Max hat einen Halbzug weiter oben schon { $bound }. Max wird
    { $node } vermeiden, daher { $n ->
        [one] kommt es auf den letzten Zug dort nicht an
       *[other] kommt es auf die übrigen { $n } Züge dort nicht an
    }
alpha-beta-cut-min-deep =
    { $node } ist höchstens { $value } wert, aber Max hat drei oder mehr Halbzüge weiter oben schon { $bound }: ein
    tiefer Cutoff. Max wird { $node } vermeiden, daher { $n ->
        [one] kommt es auf den letzten Zug dort nicht an
       *[other] kommt es auf die übrigen { $n } Züge dort nicht an
    }
alpha-beta-leave-root = Die Wurzel ist { $value } wert
alpha-beta-leave = { $node } wird mit { $value } verlassen

## Playouts: der Baum, den eine Suche mit Playouts wachsen lässt.

playouts-no-tree = Noch kein Baum
    .why = Er beginnt mit der Stellung auf dem Brett
playouts-no-memory = Kein Speicher
    .why = Der Speicher reicht nicht für einen Baum
playouts-method = Suchverfahren
playouts-c = c
    .ucb = Die Konstante von UCB1: Je größer sie ist, desto öfter werden selten geprüfte Züge geprüft
    .puct =
        Die Konstante von PUCT: Je größer sie ist, desto mehr zählt der Prior. Sie wächst mit den Besuchen und mit der
        Streuung der gefundenen Werte
playouts-fpu = FPU-Abzug
    .tip =
        FPU heißt First-Play Urgency: der Wert eines Zuges vor seinem ersten Besuch. Hier ist es das Q seines
        Knotens, verringert um diesen Abzug mal der Wurzel aus dem schon geprüften Prior: Je größer der Abzug, desto
        später werden unbesuchte Züge geprüft
playouts-temperature = Temperatur
    .tip =
        Temperatur der Priors des Netzes: Über 1 werden sie ausgeglichener, sodass Züge mit kleinem Prior mehr
        Playouts bekommen
playouts-history = Historien
    .tip =
        Einfluss der Zughistorien auf die Priors neuer Knoten: Ein Zug, der anderswo im Baum den Wert seines Knotens hob
        (allgemein, als Antwort oder als Folgezug), bekommt einen größeren Prior, einer, der ihn senkte, einen
        kleineren. 0: kein Einfluss
playouts-seed = Startwert
    .tip = Daraus werden die Zufallspartien gezogen: gleicher Startwert, gleiche Partien
playouts-defaults = Standard
    .tip = Die Konstanten auf ihre Standardwerte zurücksetzen
playouts-not-listed = Die Züge werden aufgelistet, sobald das nächste Playout diesen Knoten erreicht
playouts-root-tip = Die Stellung, aus der der Baum wächst
playouts-up = Hinauf zu diesem Knoten
playouts-restart = Baum neu beginnen
playouts-pause = Pause
playouts-play = Phase für Phase abspielen
playouts-speed = Phasen pro Sekunde
playouts-speed-value = { $speed } Phasen pro Sekunde
playouts-next-phase = Nächste Phase
    .tip = Eine von Auswählen, Erweitern, Bewerten, Zurückmelden
playouts-next = Nächstes Playout
    .tip = Bis zum Ende des laufenden Playouts, oder ein ganzes Playout
playouts-count = { $n ->
    [one] { $n } Playout
   *[other] { $n } Playouts
}
playouts-count-left = { $n ->
    [one] { $n } Playout
   *[other] { $n } Playouts
}, noch { $left }
playouts-picture =
    Meistbesuchte Knoten: Zug, Playouts, Wert für die Seite, die gezogen hat. Die laufende Variante ist umrandet; ein
    Klick führt zum Knoten
playouts-new = neu
playouts-node-name = Knoten { $line }
playouts-node-told = { $node }: { $n ->
    [one] { $n } Playout
   *[other] { $n } Playouts
}, { $value }
playouts-node-told-current = { $node }: { $n ->
    [one] { $n } Playout
   *[other] { $n } Playouts
}, { $value }, in der laufenden Variante
playouts-last = Letzte Playouts: Wert für die Seite am Zug an der Wurzel und die Variante
playouts-go-to-node = Zu seinem Knoten
playouts-head-move = Ein Klick schreibt die Formel aus, ein Doppelklick führt hinunter zum Knoten
playouts-head-n =
    Playouts durch den Zug. N, das des Knotens, zählt auch dessen eigene erste Bewertung: Es ist um eins größer als
    die Summe
playouts-head-q =
    Mittel der gefundenen Werte, 0 bis 1 für die Seite, die zieht; vor dem ersten Playout das Q des
    Knotens abzüglich des FPU-Abzugs (UCB1 gibt solchen Zügen keinen Wert und prüft sie zuerst)
playouts-head-p = A-priori-Wahrscheinlichkeit: wie gut der Zug aussieht, bevor er geprüft wird
playouts-head-u = Erkundungsbonus: groß für aussichtsreiche Züge, die selten geprüft wurden
playouts-head-sum = Das nächste Playout nimmt den Zug mit der größten Summe
playouts-takes-this = Das nächste Playout nimmt diesen Zug
playouts-down = Hinunter zu { $move }
playouts-c-factors =
    c { $c } = { $set } wie eingestellt × { $growth } für N = { $visits ->
        [one] { $visits } Besuch
       *[other] { $visits } Besuche
    } × { $spread } für die Streuung der gefundenen Werte
playouts-formula-flat = { $move }: Q; als Nächstes kommt der Zug mit den wenigsten Playouts
playouts-not-visited = noch nicht besucht
playouts-no-next-position = Kein Zug kommt als Nächstes: Die Stellung ist entschieden
playouts-no-next-moves = Kein Zug kommt als Nächstes: Jeder ist entschieden
playouts-why-fewest = Als Nächstes kommt { $move }: Der Zug hat die wenigsten Playouts
playouts-why-never =
    Als Nächstes kommt { $move }: Der Zug wurde noch nie besucht, und UCB1 prüft jeden Zug einmal
playouts-why-tie = Als Nächstes kommt { $move }: { $rule ->
    [fewest] Er hat die wenigsten Playouts
    [never] Er wurde noch nie besucht, und UCB1 prüft jeden Zug einmal
   *[sum] Er hat die größte Summe
}; { $n ->
    [one] ein anderer Zug steht gleich
   *[other] { $n } andere Züge stehen gleich
}; genommen wird der erste { $prior ->
    [yes] nach dem Prior
   *[no] in der Reihenfolge der Suche
}
playouts-why-forced = Als Nächstes kommt { $move }: Es gibt keinen anderen Zug
playouts-why-only = Als Nächstes kommt { $move }: Alle anderen Züge sind entschieden
playouts-why-mates = Als Nächstes kommt { $move }: Der Zug setzt matt, und ein neuer Knoten probiert einen Mattzug zuerst
playouts-why-decided = Als Nächstes kommt { $move }: Alle Züge sind entschieden
playouts-why-value = Als Nächstes kommt { $move }: Seine Summe ist am größten, und kein Zug hat einen größeren Wert
playouts-why-bonus = Als Nächstes kommt { $move }: Die Summe ist dank des Bonus am größten; { $n ->
    [one] ein Zug hat einen größeren Wert
   *[other] { $n } Züge haben einen größeren Wert
}
playouts-select = Auswählen
playouts-expand = Erweitern
playouts-evaluate = Bewerten
playouts-back-up = Zurückmelden
playouts-phase-next = { $phase }, als Nächstes
playouts-kept = { $n ->
    [one] { $kept } Knoten
   *[other] { $kept } Knoten
} behalten, { $discarded } aus Platzgründen verworfen
playouts-root-proven = Die Wurzel ist bewiesen: { $proof }. Weitere Playouts bringen nichts Neues.
playouts-listed = Die Züge der Wurzel sind { $prior ->
    [yes] mit ihren Priors{" "}
   *[no] {""}
}aufgelistet.
playouts-backed-up =
    Playout { $number } ist zurückgemeldet: { $line } ist { $value } für { $side } wert, gezählt bei { $n ->
        [one] { $n } Zug
       *[other] { $n } Zügen
    } und an der Wurzel.
playouts-backed-up-known =
    Playout { $number } ist zurückgemeldet: { $line } ist { $value } für { $side } wert (ohne Bewertung bekannt),
    gezählt bei { $n ->
        [one] { $n } Zug
       *[other] { $n } Zügen
    } und an der Wurzel.
playouts-next-select = Als Nächstes: eine Variante auswählen.
playouts-selected =
    Ausgewählt ist { $line }: Diese Stellung wurde schon bewertet, aber ihre Züge sind noch nicht aufgelistet.
playouts-next-expand = Als Nächstes: sie { $prior ->
    [yes] mit ihren Priors{" "}
   *[no] {""}
}auflisten und zum besten weitergehen.
playouts-line = Die Variante ist { $line }.
playouts-next-evaluate = Als Nächstes: herausfinden, was die Stellung wert ist, { $how ->
    [playout] mit einer Zufallspartie bis zum Ende
    [quiet] durch die Bewertung nach den Schlagzügen
    [network] durch Sieg, Remis und Niederlage laut Netz
    [both] durch das Mittel aus der Bewertung nach den Schlagzügen und dem Netz
   *[eval] durch die Bewertung
}.
playouts-found = { $line } ist { $value } für { $side } wert, die Seite, die dort am Zug ist.
playouts-next-back-up =
    Als Nächstes: dies an jedem Knoten der Variante zählen, { $value } für die andere Seite.
playouts-head-proof = Beweis
    .tip =
        Bewiesenes Ergebnis: #2 ist ein Gewinn durch Matt in zwei Zügen, #−1 ein Verlust durch Matt in einem, TB ein
        Ergebnis der Endspieltabellen
playouts-mated = mattgesetzt
playouts-win-mate = Sieg, Matt in { $n ->
    [one] { $n } Zug
   *[other] { $n } Zügen
}
playouts-loss-mate = Niederlage, Matt in { $n ->
    [one] { $n } Zug
   *[other] { $n } Zügen
}
playouts-win-table = Sieg laut Endspieltabellen
playouts-loss-table = Niederlage laut Endspieltabellen
playouts-short-draw = Remis
playouts-node =
    { $side } am Zug, { $below ->
        [none] N { $visits }
       *[other] N { $visits } = { $below } + eigener Wert
    }, Q { $q }, Wert { $value }, Remis { $draw }
playouts-node-proven =
    { $side } am Zug, { $below ->
        [none] N { $visits }
       *[other] N { $visits } = { $below } + eigener Wert
    }, Q { $q }, Wert { $value }, Remis { $draw }, bewiesen: { $proof }
playouts-node-tip =
    N: Playouts durch diesen Knoten, seine eigene erste Bewertung mitgezählt: Die Wurzel hat eines mehr, als es
    Playouts gab. Q: das Mittel dessen, was sie fanden, von 0 (verloren) bis 1 (gewonnen) für die Seite
    am Zug. Wert: der erste Wert, also die Bewertung der Stellung oder ihr Q in einer anderen Variante, die auch zu
    ihr führt. Remis: mittlere Remischance nach der Kurve, nach der Playouts mitteln; sie ist flacher als die der
    Chancen neben den Bewertungen von Alpha-Beta. Die Chancen von PUCT sind Q und Remis selbst

## Hashtabelle.

hash-table-about = Die Tabelle von Tabias Alpha-Beta-Suche. Bewertungen gelten für die Seite am Zug
hash-table-this-position = Diese Stellung
hash-table-no-entry = kein Eintrag
hash-table-no-entry-here = Kein Eintrag
hash-table-fail-high =
    Iteration { $iteration } hat den Eintrag mit Tiefe { $depth } gespeichert: Jedes Fail-High macht die nächste Suche
    der Wurzel einen Halbzug flacher.
hash-table-line = Variante der Hashzüge
hash-table-evaluation = Wie die statische Bewertung korrigiert wird
hash-table-uncorrected = unkorrigiert
hash-table-scaled = verkleinert nach { $n ->
        [one] einem Halbzug
       *[other] { $n } Halbzügen
    } ohne Schlag- oder Bauernzug
hash-table-correction-pawns = Fehler bei diesen Bauern
hash-table-correction-minors = Fehler bei diesen Springern, Läufern und Königen
hash-table-correction-majors = Fehler bei diesen Türmen, Damen und Königen
hash-table-correction-white = Fehler bei den weißen Figuren und ihrem König
hash-table-correction-black = Fehler bei den schwarzen Figuren und ihrem König
hash-table-correction = Korrektur insgesamt
    .note = Bauern, Sicht der Seite am Zug. Die Korrektur ist zur Null hin gerundet; bekannte Endspiele haben keine.
hash-table-corrected = korrigiert, wie die Suche sie benutzt
hash-table-successors = Nach jedem Zug, Sicht von { $side }
hash-table-survey = Die ganze Tabelle, nach einer Stichprobe
hash-table-end-not-found = Die Variante endet: Die nächste Stellung hat keinen Eintrag
hash-table-end-no-move = Die Variante endet: Der letzte Eintrag hat keinen Zug
hash-table-end-not-legal = Die Variante endet: Der Zug des Eintrags ist hier nicht möglich (eine Kollision)
hash-table-end-repetition = Die Variante endet: Die Stellung kam in ihr schon vor
hash-table-end-checkmate = Die Variante endet: matt
hash-table-end-stalemate = Die Variante endet: patt
hash-table-end-long = Die Variante wird nicht weiter verfolgt
hash-table-entry = { $move } { $score } in Tiefe { $depth }, unkorrigierte statische Bewertung { $eval }, Alter { $age }
hash-table-entry-pv =
    { $move } { $score } in Tiefe { $depth }, unkorrigierte statische Bewertung { $eval }, Alter { $age }, war in einer Hauptvariante
hash-table-place = Cluster { $cluster }, Eintrag { $entry }
hash-table-raw = Tag { $tag }, Daten { $data } (hexadezimal)
hash-table-column-field = Feld
hash-table-column-bits = Bits
hash-table-column-stored = Gespeichert
hash-table-column-means = Bedeutung
hash-table-field-move = Zug
hash-table-field-value = Wert
hash-table-field-eval = Statische Bewertung, unkorrigiert
hash-table-field-depth = Tiefe
hash-table-field-bound = Schranke
hash-table-field-pv = Auf einer Hauptvariante
hash-table-field-generation = Generation
hash-table-plies = { $n ->
    [one] { $n } Halbzug
   *[other] { $n } Halbzüge
}
hash-table-pv-yes = ja, mindestens einmal
hash-table-pv-no = nein
hash-table-illegal-move = ein illegaler Zug
hash-table-no-move = kein Zug
hash-table-no-score = keine Bewertung
hash-table-column-age = Alter
hash-table-column-reply = Beste Antwort
hash-table-share = { $count } von { $all } Einträgen der Stichprobe
hash-table-filled = belegt, alle Suchen
hash-table-by-age = Belegte Einträge nach Alter
hash-table-by-bound = Belegte Einträge nach Schranke
hash-table-by-depth = Belegte Einträge nach Tiefe
hash-table-age = Alter { $n }
hash-table-age-open = Alter { $from } oder mehr
hash-table-bound-none = keine Schranke
hash-table-bound-upper = obere Schranke
hash-table-bound-lower = untere Schranke
hash-table-bound-exact = exakt
hash-table-depth = { $to ->
        [0] Tiefe 0
       *[other] Tiefe { $from } bis { $to }
    }
hash-table-depth-open = Tiefe { $from } und mehr
hash-table-capacity = Platz für { $n } Einträge

## Zugsortierung.

move-order-guess =
    Hashzug von Tabias Alpha-Beta-Suche in Tiefe { $depth }: { $move }, wird zuerst geprüft (an der Wurzel gilt die
    Reihenfolge der vorigen Iteration). Die Werte der anderen Züge sind in History-Einheiten, wie unterhalb der Wurzel,
    ohne Killerzüge
move-order-no-guess = Tabias Alpha-Beta-Suche hat noch keinen Hashzug. Die Werte sind in History-Einheiten
move-order-verdict =
    Die Suche wählte in Tiefe { $depth } { $move }: Zug { $place } von { $count } in dieser Reihenfolge ({ $stage }).
move-order-without-table = Ohne die Hashtabelle wäre es Zug { $place } ({ $stage }).
move-order-at-first = Als diese Ansicht geöffnet wurde, war es Zug { $place }.
move-order-column-stage = Phase
move-order-column-parts = Zusammensetzung
move-order-stage-tt-move = Hashzug
move-order-stage-good-noisy = Guter Schlagzug
move-order-stage-refutation = Killer/Konterzug
move-order-stage-quiet = Stiller Zug
move-order-stage-bad-noisy = Schlechter Schlagzug
move-order-stage-generated = Wie erzeugt
move-order-part-butterfly = Butterfly-History
move-order-part-pawns = Bauern-History
move-order-part-continuation = Fortsetzungs-History { $n }
move-order-part-killer = Killer { $n }
move-order-part-counter = Konterzug
move-order-part-victim = geschlagene Figur
move-order-part-promotion = Umwandlung
move-order-part-captures = Schlagzug-History
move-order-part-root = wurzelnahe History
move-order-part-check = Schachgebot
move-order-part-enters = betritt angegriffenes Feld
move-order-part-leaves = verlässt angegriffenes Feld
move-order-part-rounding = Rundung
move-order-part-exchange = statischer Abtausch { $pawns } Bauern
move-order-part-exchange-allowed = statischer Abtausch { $pawns } Bauern, so viel darf ein guter Schlagzug mit diesem Wert kosten
move-order-part-exchange-demanded = statischer Abtausch { $pawns } Bauern, zu wenig für einen guten Schlagzug mit so niedrigem Wert
move-order-history = History-Werte der Züge
move-order-history-about =
    Für jedes Feld das Mittel der beschriebenen Einträge, in History-Einheiten: Grün hat Cutoffs bewirkt, Rot
    hat versagt. Von und Nach zeigen die gewählten Figuren auf den Feldern, auf denen sie jetzt stehen
move-order-piece = Gezeigte Figuren
move-order-all-pieces = Alle
move-order-mean = { $square }: Mittel { $mean } aus { $n ->
    [one] einem Eintrag
   *[other] { $n } Einträgen von { $low } bis { $high }
}, in History-Einheiten
move-order-unwritten = { $square }: noch nichts geschrieben
move-order-map-from = Von
move-order-map-to = Nach
move-order-map-pawns = Diese Bauernstruktur
move-order-map-continuation = Nach dem letzten Zug
move-order-map-captures = Schlagzüge

## Profil der Suche.

profile-since = Seit Beginn der Suche
profile-no-search = Noch keine Suche
profile-no-counts = Keine Zahlen
    .puct = Playouts lassen einen Baum wachsen und schneiden nichts ab; die Statistik zeigt, wie er wächst
    .other = Diese Engine meldet solche Zahlen nicht
profile-next-search =
    Cutoffs nach Zügen, Reduktionen und Knoten nach Halbzügen werden in dieser Suche nicht gezählt
profile-measure = Messen, wohin die Zeit geht
    .tip = Beginnt die Suche von vorn
profile-cut = Welcher Zug den Cutoff bewirkte
    .what = Anteil an den Cutoffs, Hauptthread
profile-cut-move = Zug { $n }
profile-cut-move-open = Zug { $n } oder später
profile-reduced = Reduziert um
    .what = Anteil an den gesuchten Zügen, Hauptthread
profile-reduced-plies = { $n ->
    [one] { $n } Halbzug
   *[other] { $n } Halbzüge
}
profile-reduced-plies-open = { $n } Halbzüge oder mehr
profile-share = { $count } von { $all }
profile-by-ply = Knoten nach Halbzügen
    .what = Hauptthread
profile-by-ply-growth = Hauptthread; effektiver Verzweigungsfaktor { $factor }
profile-ply = Halbzug { $n }
profile-ply-tip =
    { $main } in der Hauptsuche, { $quiescence } in der Ruhesuche; × vergleicht mit dem vorigen Halbzug
profile-ended = Wie Knoten endeten
    .what = Anteil an allen Knoten, alle Threads
profile-ended-share = { $count }: { $share } aller Knoten
profile-skipped = Nicht gesuchte Züge
    .what = Anteil an den ausgelassenen Zügen, alle Threads
profile-skipped-share = { $count }: { $share } der ausgelassenen Züge
profile-adjusted = Mit anderer Tiefe gesucht
    .what = Anzahl pro Knoten, dessen Züge gesucht wurden, alle Threads
profile-adjusted-mean = { $count }: { $mean } je Knoten, dessen Züge gesucht wurden
profile-moves-searched = Züge gesucht
profile-stopped = Angehalten
profile-aspiration = Aspirationsfenster
    .what = alle Threads
profile-aspiration-fails = Fail-Low { $low }, Fail-High { $high }

## Kleines Spiel.

small-game-learn = Von null an lernen
small-game-generations = Generationen
    .tip = Runden aus Spielen und Lernen
small-game-games = Partien
    .tip = Partien gegen sich selbst pro Generation
small-game-playouts = Playouts
    .tip = Playouts pro Zug, in den eigenen Partien und gegen dich
small-game-progress =
    { $stopped ->
        [yes] Angehalten nach Generation
       *[no] Generation
    } { $generation } von { $generations }, { $games } Partien, { $time }: Policy richtig { $policy },
    Suche richtig { $search }, Wertfehler { $error }, { $points } der Punkte gegen perfektes Spiel, das 50 % zulässt
small-game-solving = Das Spiel wird gelöst, um den Fortschritt an perfektem Spiel zu messen
small-game-nothing =
    Das Netz weiß noch nichts: Lass es lernen und spiele inzwischen dagegen. Was es lernt, bleibt, bis Tabia beendet
    wird
small-game-no-curve = Die Kurven erscheinen ab der zweiten Generation
small-game-learning = Lernen
small-game-curve-search = Suche richtig
small-game-curve-policy = Policy richtig
small-game-curve-points = Punkte, % (höchstens 50)
small-game-curve-error = Wertfehler, % eines Sieges
small-game-point = { $curve } { $value } nach { $games } Partien, Generation { $generation }
small-game-you-begin = Du beginnst
    .tip = Eine neue Partie mit deinem ersten Zug
small-game-it-begins = Netz beginnt
    .tip = Eine neue Partie mit dem ersten Zug des Netzes
small-game-take-back = Zurücknehmen
small-game-you-won = Du hast gewonnen
small-game-it-won = Das Netz hat gewonnen
small-game-your-turn = Du bist am Zug: Vier in einer Reihe gewinnen
small-game-its-turn = Das Netz ist am Zug
small-game-prior = Prior
small-game-visits = Besuche
small-game-value = Wert
small-game-for-you = Für dich: Netz { $network }, Suche { $search }{ $proof ->
    [won] , Sieg bewiesen
    [drawn] , Remis bewiesen
    [lost] , Niederlage bewiesen
   *[none] {""}
}
small-game-for-it = Für das Netz: Netz { $network }, Suche { $search }{ $proof ->
    [won] , Sieg bewiesen
    [drawn] , Remis bewiesen
    [lost] , Niederlage bewiesen
   *[none] {""}
}
small-game-column = Spalte { $column }, { $n ->
    [one] { $n } Stein
   *[other] { $n } Steine
}
small-game-won = Sieg
small-game-drawn = Remis
small-game-lost = Niederl.
small-game-no-thread = Thread konnte nicht gestartet werden: { $error }

## Warum nicht?

why-not-no-move = Noch kein Zug gewählt
    .why =
        Wähle oben einen Zug, klicke irgendwo mit rechts auf einen Zug oder ziehe auf dem Brett mit gedrückter
        Strg-Taste (Command auf dem Mac)
why-not-gone = Der Zug ist weg
    .why = Die Stellung, zu der er gehörte, hat sich geändert
why-not-title = Warum nicht { $move }?
why-not-choose = Warum nicht …?
why-not-move = Untersuchter Zug
why-not-elsewhere = In einer anderen Stellung gefragt als der auf dem Brett
why-not-searching = Die Stellung wird durchsucht
why-not-verified = Überprüft: Der Zug wurde allein durchsucht
why-not-unverified = Nicht überprüft: Dies wusste die Suche aller Züge
why-not-own-search = { $move }: aus einer Suche aller Züge, Tiefe { $depth }
why-not-beside = Die Analyse dieser Stellung: { $engines }
why-not-beside-engine = { $engine } { $move } { $score }, Tiefe { $depth }
why-not-this-move = Dieser Zug
why-not-best-move = Bester Zug
why-not-chosen = Gewählter Zug
why-not-depth = Tiefe { $depth }, { $view }
why-not-best = Nichts spricht dagegen: Es ist der beste Zug oder ein ebenso guter
why-not-only = Es ist der einzige legale Zug
why-not-ends = { $outcome }: Mit diesem Zug endet die Partie
why-not-better = Nichts spricht dagegen: Er ist besser als der Zug, den die Suche aller Züge gewählt hat
why-not-mates-later = Setzt in { $n } matt, der beste Zug in { $best }
why-not-mated-sooner = Erlaubt Matt in { $n }, der beste Zug erst in { $best }
why-not-mate = Erlaubt Matt in { $n }
why-not-misses-mate = Verpasst ein Matt in { $n }
why-not-tablebase = Die Endspieltabellen kennen bessere Züge
why-not-line-loses = Am Ende der Variante sind { $pawns } Bauern an Material verloren
why-not-loses = Verliert bis zum Ende der Variante { $pawns } Bauern an Material: { $piece ->
    [pawn] Der Bauer
    [knight] Der Springer
    [bishop] Der Läufer
    [rook] Der Turm
    [queen] Die Dame
   *[king] Der König
} wird geschlagen
why-not-material =
    Das Material ist dort gezählt, wo das Schlagen in der Variante unten endet, verglichen mit der jetzigen Stellung. Die
    Bewertungen zählen in ihrer Tiefe auch alles andere
why-not-evaluation = Schlechter nach der Bewertung am Ende der Variante
why-not-bound = Bekannt ist nur: nicht besser als der beste Zug
why-not-unsearched = Noch keine Iteration ist bis dahin gekommen
why-not-effort = Die Suche aller Züge gab { $nodes } von { $all } Knoten dafür aus ({ $share })
why-not-fell-behind = Seit Tiefe { $depth } einen halben Bauern oder mehr zurück
why-not-point = { $move } { $score } in Tiefe { $depth }
why-not-curve = Bewertung nach Tiefe
    .unit = Bauern, { $view }
why-not-known-asking =
    Die letzte Iteration, Tiefe { $depth }, suchte ihn als Zug { $order } ihrer Reihenfolge und fragte nur, ob er
    { $low } übertrifft (ein Nullfenster).
why-not-known-between =
    Die letzte Iteration, Tiefe { $depth }, suchte ihn als Zug { $order } ihrer Reihenfolge, nach seiner Bewertung
    zwischen { $low } und { $high }.
why-not-known-score =
    Die letzte Iteration, Tiefe { $depth }, suchte ihn als Zug { $order } ihrer Reihenfolge, nach seiner Bewertung.
why-not-reduced =
    Die Stellung danach wurde nie tiefer als { $plies } von { $full ->
        [one] { $full } Halbzug
       *[other] { $full } Halbzügen
    } gesucht: { $reduction } weniger durch Late-Move-Reduktion.
why-not-reduced-more =
    Die Stellung danach wurde nie tiefer als { $plies } von { $full ->
        [one] { $full } Halbzug
       *[other] { $full } Halbzügen
    } gesucht: { $fewer } weniger, davon { $reduction } durch Late-Move-Reduktion.
why-not-extended =
    Die Stellung danach wurde { $plies ->
        [one] { $plies } Halbzug
       *[other] { $plies } Halbzüge
    } tief gesucht, { $more } mehr als die üblichen { $full }.
why-not-shallow =
    Die Stellung danach wurde { $plies } von { $full ->
        [one] { $full } Halbzug
       *[other] { $full } Halbzügen
    } tief gesucht.
why-not-full =
    Die Stellung danach wurde in voller Tiefe gesucht: { $plies ->
        [one] { $plies } Halbzug
       *[other] { $plies } Halbzüge
    }.
why-not-cut = Eine Regel beendete die Suche der Stellung danach sofort: { $rule }.
why-not-answer-no = Die Antwort war nein, daher wurde er nicht noch einmal gesucht.
why-not-again = Er wurde { $n }-mal gesucht.
why-not-illegal = Der Zug ist in dieser Stellung nicht legal
why-not-stopped = angehalten, bevor die erste Iteration fertig war

## Die Geschichte einer Suche.

story-column = Was geschah
story-start = Geschichte erzählen
story-empty = Noch keine Suche
    .why = Die Geschichte sagt, was an der Wurzel einer Suche geschah, Iteration für Iteration
story-note = Nur Gemessenes: beste Züge, Bewertungen, Fail-High und Fail-Low, Knoten.
story-about =
    Eine Suche in Sätzen: wann ein anderer Zug an die Spitze kam und was aus dem alten wurde, wann sich die Bewertung
    stark änderte, wann es ein Fail-High oder Fail-Low gab und was daraus folgte, wann ein Matt gefunden wurde, und
    welche Züge die meisten Knoten bekamen, ohne die besten zu sein.
story-example = Zeig mir: Schwarz bietet die Dame an
story-depth =
    .tip = Tiefe der Suche, Halbzüge
story-bounded = { $bound ->
        [lower] mindestens { $score }
        [upper] höchstens { $score }
       *[exact] { $score }
    }
story-first = Bester Zug zu Beginn: { $mv }, { $score }.
story-first-only = Einziger legaler Zug: { $mv }, { $score }.
story-new-best = { $mv } löst { $before } ab: { $score }, vorher { $old }.
story-new-best-only = { $mv } löst { $before } ab: { $score }.
story-refuted = { $mv } ist jetzt { $at } wert.
story-refuted-by = { $mv } ist wegen { $reply } jetzt { $at } wert.
story-swing = { $how ->
        [rises] Die Bewertung von { $mv } steigt von { $from } auf { $to }.
       *[falls] Die Bewertung von { $mv } fällt von { $from } auf { $to }.
    }
story-doubt = { $fails ->
        [high] { $mv } sah besser aus als vorher ({ $at }) und bleibt am besten: { $end }.
       *[low] { $mv } stand in Frage ({ $at }) und bleibt am besten: { $end }.
    }
story-doubt-only = { $fails ->
        [high] { $mv } sah besser aus als vorher ({ $at }), dann { $end }.
       *[low] { $mv } sah schlechter aus als vorher ({ $at }), dann { $end }.
    }
story-mate = Matt in { $n } gefunden: { $mv }.
story-mated = Nach jedem Zug folgt Matt, nach dem besten in { $n }.
story-mated-only = Nach { $mv } folgt Matt in { $n }.
story-effort = { $mv } bekam { $share } % der Knoten dieser Tiefe ({ $nodes }), obwohl { $best } der beste Zug ist.
story-near = { $mv } kam nahe heran mit { $score }; am besten ist { $best } mit { $best_score }.
story-equal = { $mv } ist so gut wie { $best }: { $score }.
story-tables = Endspieltabellen antworten zum ersten Mal ({ $n } Treffer bis zum Ende dieser Tiefe).
story-agrees = Auch PUCT wählt { $mv }; hier ist es seit Tiefe { $depth } der beste Zug.
story-differs = PUCT wählt { $mv }; hier war es zuletzt in Tiefe { $depth } der beste Zug.
story-differs-never = PUCT wählt { $mv }; hier war es nie der beste Zug.
story-of = Wovon die Geschichte handelt
    .search = Diese Suche
    .game = Diese Partie
story-game-none =
    Die Momente dieser Partie, in denen sich eine Bewertung von { $engine } von einer Tiefe zur nächsten am stärksten
    geändert hat. Bisher hat sich keine um { $pawns } Bauern geändert.
story-game-row = { $line }, Tiefe { $depth }: { $sentence }
    .tip = Zu dieser Stellung gehen und die Suche zeigen, wie sie damals war
story-more = Alle { $n } Ereignisse
    .short = Alle { $n }
story-fewer = Die wichtigsten
    .short = Weniger
story-scores = { $engine } · Bauern, { $view }
story-row = Tiefe { $depth }: { $sentence }
    .tip = Klick: die Suche in allen Ansichten zeigen, wie sie damals war
story-none = Noch keine Geschichte

## Der Live-Baum: die Spitze des Suchbaums, während die Suche läuft, und die Suche nach Iterationen.

live-tree-no-search = Hier gibt es noch keine Suche
live-tree-try = Zum Ausprobieren:
live-tree-try-hover = auf ein Kästchen zeigen (Stellung)
live-tree-try-click = anklicken (Teilbaum)
live-tree-try-drag = die Linie zu einer früheren Tiefe ziehen
live-tree-try-close = Diese Zeile ausblenden; die Einstellungen holen sie zurück
live-tree-none = Kein Baum
live-tree-external =
    .why = Diese Engine sendet Textzeilen, nicht ihren Baum: Varianten und Wurzelrennen zeigen, was sie meldet
live-tree-not-watched =
    .why = Der Baum dieser Suche wurde nicht aufgezeichnet. Der nächste wird es, solange diese Ansicht offen ist
live-tree-score =
    .tip = Bewertung des besten Zugs, { $view }
    .within = Bewertung dieses Teilbaums, { $view }
live-tree-looks = Suchschwerpunkt
    .tip = Das Brett zeigt, auf welche Felder die Züge dieses Halbzugs gehen, nach ihrem Anteil an den Knoten
live-tree-looks-off = Aus
live-tree-whole = Ganzer Baum
live-tree-lines =
    { $n ->
        [one] { $engine } zeigt keinen Baum. Das ist ihre beste Variante.
       *[other] { $engine } zeigt keinen Baum. Das sind ihre { $n } besten Varianten, jede gleich breit.
    }
live-tree-lines-through = Nach { $line }: { $n } von { $of } Varianten.
live-tree-node-lines = { $n } von { $of } Varianten
live-tree-first = Die erste Iteration läuft
live-tree-at = { $state ->
        [running] Tiefe { $depth }, läuft
        [stopped] Tiefe { $depth }, nicht beendet
       *[finished] Tiefe { $depth }
    } · { $sentence }
live-tree-best = { $mv } ist { $over ->
        [yes] {""}
       *[no] bisher{" "}
    }am besten und bekam { $share } der { $unit ->
        [playouts] Playouts
       *[nodes] Knoten
    }.
live-tree-best-other = { $mv } ist { $over ->
        [yes] {""}
       *[no] bisher{" "}
    }am besten mit { $share } der { $unit ->
        [playouts] Playouts
       *[nodes] Knoten
    }. { $majority ->
        [yes] Die meisten
       *[no] Den größten Anteil
    }, { $most }, bekam { $other }.
live-tree-subtree = Nach { $line }: { $share } der Suche.
live-tree-percent = { $share } %
live-tree-null = Nullzug
live-tree-picture = Baum der Suche, gezeichnete Knoten: { $n }. Pfeiltasten gehen von Knoten zu Knoten, die Eingabetaste öffnet einen Teilbaum
live-tree-node-score = { $score }, { $view }
live-tree-node-open = Noch kein Ergebnis
live-tree-node-share = { $nodes } { $unit ->
        [playouts] { $count ->
            [one] Playout
           *[other] Playouts
        }
       *[nodes] Knoten
    }, { $share } von allen
live-tree-node-cut = Letztes Ergebnis: von einer Regel beendet, { $rule }
live-tree-node-over = { $outcome }: Hier ist die Partie zu Ende
live-tree-node-searched = Letztes Ergebnis: darunter { $depth } { $count ->
        [one] Halbzug
       *[other] Halbzüge
    } durchsucht, in Iteration { $iteration }
live-tree-node-quiescence = Letztes Ergebnis: Ruhesuche, in Iteration { $iteration }
live-tree-node-first = Die erste Suche läuft
live-tree-node-hint = Klick: nur dieser Teilbaum. Strg+Klick (Command auf dem Mac): Warum nicht dieser Zug?
live-tree-good-white = Gut für Weiß
live-tree-good-black = Gut für Schwarz
live-tree-bounds = ≤ ≥: soweit bewiesen
    .tip = Eine Schranke ist nur so weit gefärbt, wie sie etwas beweist: Ein Zug, der höchstens +1 wert ist, kann schlecht sein, daher sieht sein Kästchen ausgeglichen aus
live-tree-expected = Erwartete Variante
live-tree-searched = Züge durchsucht
live-tree-age-new = Ergebnis dieser Iteration
live-tree-age-old = älter
live-tree-color = Farbe
live-tree-by-score = Bewertung
live-tree-by-kind = Ergebnis
live-tree-by-rule = Regel
live-tree-by-age = Alter
live-tree-depth = Tiefe { $depth }
live-tree-depth-of = Tiefe { $depth } von { $of }
live-tree-timeline = Bewertung des besten Zugs nach Tiefe, Bauern, { $view }
live-tree-curve = Bewertung des besten Zugs nach Tiefe
live-tree-bands = Bester Zug nach Tiefe
live-tree-now = Zurück zu jetzt
    .tip = Die Suche in allen Ansichten zeigen, wie sie jetzt ist
live-tree-next = Nächste Iteration
live-tree-previous = Vorige Iteration
live-tree-play = Iterationen abspielen

## Export einer Ansicht.

view-export-title = „{ $view }“ exportieren
view-export-png = Bild, PNG
    .note = Die Ansicht, wie sie jetzt zu sehen ist
    .forecast = Ein Bild
view-export-html = Seite, HTML
    .search = Die Suche nach Iterationen: Baum, Zeitleiste, Geschichte und die Stellung unter dem Zeiger
    .duel = Beide Suchen nebeneinander über die Zeit: Bäume, Kurven, Geschichte und die Stellung unter dem Zeiger
    .table = Die Tabelle (sortierbar), mit Kurven, Stellung und Erklärung
    .picture = Die Ansicht als Bild, mit ihrer Stellung und ihrer Erklärung
    .forecast = Eine Datei, die in jedem Browser ohne Tabia und ohne Netz läuft
view-export-gif = Animation, GIF
    .note = Ein Bild für jede Iteration der Suche
    .forecast = { $n ->
        [one] { $n } Bild, { $time } s, etwa { $size }
       *[other] { $n } Bilder, { $time } s, etwa { $size }
    }
view-export-no-course = Diese Ansicht zeigt keine Suche über die Zeit
view-export-no-search = Hier gibt es keine Suche mit mehr als einer Iteration
view-export-size = Größe
view-export-pixels = { $width } × { $height } Pixel
view-export-on-screen = Wie auf dem Bildschirm: { $size }
view-export-theme = Farben
view-export-theme-window = Wie das Fenster
view-export-theme-reader = Wie das System des Lesers
view-export-theme-dark = Dunkel
view-export-theme-light = Hell
view-export-length = Länge
view-export-step = je Bild
view-export-all = insgesamt

## Ansichten als Seiten.

page-position = Stellung { $fen }
page-about = Was man hier sieht
page-duel =
    Alpha-Beta und PUCT durchsuchen dieselbe Stellung nebeneinander. Alpha-Beta durchsucht den ganzen Baum, jedes Mal
    einen Halbzug tiefer, und schneidet ab, was das Ergebnis nicht oder kaum ändern kann; PUCT lässt seinen Baum in
    Playouts wachsen, die meisten dort, wo ein Zug viel verspricht. Eine Zeile eines Baums ist ein Halbzug, und jeder
    Zug ist so breit wie sein Anteil an den Knoten oder Playouts. Darunter die Erwartung für Weiß nach beiden über die
    Zeit und welchen Zug jede Suche für den besten hielt.
page-made = Mit Tabia erstellt
page-left-out = Damit die Seite klein bleibt, fehlen Teilbäume mit weniger als 1 von { $n } aller Knoten.
page-timeline = Zeitpunkt der Suche
page-expected = Erwartung für Weiß, in Prozent
page-time = Nach { $time }
page-figures = Tiefe { $depth } · { $nodes } { $count ->
    [one] Knoten
   *[other] Knoten
} · { $time }
page-figures-playouts = { $playouts } { $count ->
    [one] Playout
   *[other] Playouts
} · Varianten von { $plies } Halbzügen · { $time }
page-pause = Pause
page-root = Die gesuchte Stellung
page-hint = Klick auf ein Kästchen: nur dieser Teilbaum. Pfeiltasten: früher und später.
page-sort = Nach dieser Spalte sortieren

## Suchbaum.

tree-none = Noch kein Baum
    .why = Diese Stellung durchsuchen und jeden Knoten aufzeichnen
tree-record-tree = Baum aufzeichnen
tree-record = Aufzeichnen
tree-depth = Tiefe
    .tip = Tiefe der aufgezeichneten Suche in Halbzügen
tree-form = Form
tree-table = Tabelle
tree-picture = Bild
tree-every-reason = Alle Gründe
tree-reason-shown = Gezeigter Grund
tree-save = Speichern…
    .tip = Jeden aufgezeichneten Knoten in eine Datei: CSV oder JSON-Zeilen, mit den Spalten, die tabia lab tree --help erklärt
tree-follow = Bester Variante folgen
    .tip = Die Hauptvariante aufklappen und zu ihrem Ende gehen
tree-back = Zurück zum ganzen Baum
tree-summary-depth = Suche bis Tiefe { $depth }: { $n ->
    [one] { $nodes } Knoten
   *[other] { $nodes } Knoten
} in allen Iterationen.
tree-summary-line = Nach { $line }: { $n ->
    [one] { $nodes } Knoten
   *[other] { $nodes } Knoten
}.
tree-summary-kept =
    Aufgezeichnet von der letzten Iteration: { $n ->
        [one] { $nodes } Knoten
       *[other] { $nodes } Knoten
    } und { $skips ->
        [one] { $skipped } Zug, der ohne Knoten übersprungen wurde
       *[other] { $skipped } Züge, die ohne Knoten übersprungen wurden
    }.
tree-summary-view = Jede Bewertung gilt für die Seite, die in ihrer Zeile am Zug ist.
tree-summary-left = Nicht behalten: { $n ->
    [one] { $left } Knoten
   *[other] { $left } Knoten
} aus früheren Iterationen oder jenseits der Grenze.
tree-root-pass = Durchgang { $n }, Tiefe { $depth }
tree-root-of = Die Wurzel, { $pass }
tree-picture-of = Das Bild zeigt nur den letzten Durchgang: { $pass }
tree-legend-exact = genauer Wert
tree-legend-fail-high = mindestens (Fail-High)
tree-legend-fail-low = höchstens (Fail-Low)
tree-legend-cut = durch eine Regel beendet
tree-legend-none = ohne Ergebnis
tree-legend-note = Eine Zeile ist ein Halbzug, eine Breite die Knoten des Teilbaums
tree-step-null = Nullzug
tree-step-again = Neue Suche
tree-skipped = ausgelassen: { $rule }
tree-searched = gesucht
tree-stopped = angehalten
tree-the-root = Die Wurzel
tree-behind-null = Nach einem Nullzug
tree-places = { $n ->
    [one] Die Stellung kommt an { $n } Stelle des Baums vor
   *[other] Die Stellung kommt an { $n } Stellen des Baums vor
}
tree-next-place = Zur nächsten
tree-not-searched = Nicht gesucht: { $rule }
tree-window = Fenster { $window }, Tiefe { $depth }, Halbzug { $ply }
tree-order = Zug { $n } der Reihenfolge
tree-reduced = reduziert um { $n }
tree-extended = verlängert um { $n }
tree-tt-hit = in der Hashtabelle gefunden
tree-static = korrigierte statische Bewertung { $eval } für die Seite am Zug
tree-static-raw = unkorrigiert { $eval }
tree-subtree = { $n ->
    [one] { $nodes } Knoten
   *[other] { $nodes } Knoten
} im Teilbaum
tree-search-again = Erneut suchen
tree-play-line = Variante spielen
tree-find = Gesuchte Stellung
    .hint = Stellung suchen (FEN)
tree-find-board = Brettstellung suchen
    .tip = Dorthin gehen, wo die Stellung auf dem Brett vorkommt
tree-find-error = Keine Stellung: { $error }
tree-not-here = Nicht in diesem Baum
tree-place = { $at } von { $n }
    .tip = Stellen, an denen sie vorkommt
tree-place-before = Vorige Stelle
tree-place-next = Nächste Stelle
tree-column-value = Wert
tree-column-window = Fenster
tree-column-eval = Statisch
tree-column-end = Warum beendet
tree-hint-move = Der Zug, oder wie der Knoten sonst erreicht wurde
tree-hint-value = Für die dortige Seite am Zug, in Bauern, mit Schranke
tree-hint-depth = Restliche Suchtiefe in Halbzügen, und um wie viel reduziert oder verlängert wurde
tree-hint-window = Alpha und Beta: Nur zwischen ihnen musste der Wert exakt sein
tree-hint-eval = Statische Bewertung, berichtigt durch die Korrektur-History, für die Seite am Zug, in Bauern
tree-hint-nodes = Im Teilbaum gesuchte Knoten, der eigene eingeschlossen; ein Durchgang durch die Wurzel ist kein Knoten
tree-hint-end = Welche Regel ihn beendete, oder ob seine Züge gesucht wurden
tree-fold = { $node } zuklappen
tree-unfold = { $node } aufklappen
tree-block = { $reason }, { $n ->
    [one] { $nodes } Knoten
   *[other] { $nodes } Knoten
}, Tiefe { $depth }
tree-picture-told = { $n ->
    [one] Bild des Baums, { $n } Knoten ist breit genug zum Zeichnen
   *[other] Bild des Baums, { $n } Knoten sind breit genug zum Zeichnen
}
tree-nothing-recorded = angehalten, bevor etwas aufgezeichnet war
tree-no-way = die Variante zu diesem Knoten kann nicht gespielt werden
tree-null-move-above = Eine Stellung nach einem Nullzug kann nicht erneut durchsucht werden
lab-stopped-for-another =
    { $name } wurde angehalten: Es läuft immer nur ein Experiment. Was gefunden ist, bleibt{ $saved ->
        [no] , bis Tabia beendet wird
       *[yes] {""}
    }.
lab-horizon-no-moves = Die Partie hat keine Züge, die sich durchsuchen ließen
lab-scratch-first-level = Material ist die erste Stufe: Davor gibt es keine

## Röntgenbild der Bewertung.

xray-terms = Terme
xray-network = Netz
xray-both = Beide
xray-evaluation = Bewertung
xray-impossible = Bewertet wird wieder, sobald die Stellung regelgerecht ist.
xray-not-evaluated = Nicht bewertet
xray-hand-crafted = Handgeschrieben
xray-phase = Mittelspielwerte zählen { $mg } %, Endspielwerte { $eg } % (Phase { $phase } von { $max })
xray-scale = Wenige Bauern oder ungleichfarbige Läufer: Vom Endspielwert des Vorsprungs zählen nur { $scale }/{ $full }
xray-known = Bekanntes Endspiel, anstelle von beiden: { $name }
    .tip = Der Wert des Endspiels ersetzt die Terme; die Engine nimmt ihn auch anstelle des Netzes
xray-was = vorher { $before }, { $change }
xray-cp = { $cp } cp für Weiß
    .tip = Statische Bewertung: ohne jede Suche und nicht durch die Korrektur-History berichtigt
xray-centipawns = { $cp } Hundertstelbauern
xray-board = Röntgenbrett
xray-more = und { $n } kleinere
xray-share = { $weight }: { $side } { $mg } MS, { $eg } ES
xray-tapered = Gemischt, aus Sicht von Weiß: { $cp } cp
xray-without = Die Bewertung minus die ohne die Figur, aus Sicht von Weiß:
xray-not-defined = nicht definiert
xray-by-network = Netz: { $value }
xray-by-terms = Handgeschrieben: { $value }
xray-impossible-without = Ohne sie wäre die Stellung nicht regelgerecht.
xray-king = Könige können nicht entfernt werden.
xray-all-terms = Alle Terme: was die Bewertung ohne jede Figur verliert
xray-worth = Mit ihr ist die Bewertung um { $cp } cp besser für { $side }
xray-counted = Auf diesem Feld gezählt, jeweils für die Seite:
xray-legend = { $what }, Hundertstelbauern, aus Sicht von Weiß
xray-legend-elsewhere = { $what }, Hundertstelbauern, aus Sicht von Weiß; { $elsewhere } auf keinem Feld
xray-legend-network = Netz, Verlust ohne die Figur
xray-legend-both = Netz minus handgeschrieben
xray-colours = Skala von { $low } (gut für Schwarz) bis { $high } (gut für Weiß)
xray-colours-black = { $value } Schwarz
xray-colours-white = Weiß { $value }
xray-tool = Werkzeug
xray-tool-move = Ziehen
xray-tool-erase = Löschen
xray-side = Seite am Zug
xray-reset =
    .tip = Zurück zur Stellung vor den Änderungen
xray-put = Aufs Brett übernehmen
    .tip = Die geänderte Stellung analysieren; Rückgängig führt zurück zur Partie
    .undo = Stellung bearbeiten
xray-edited = Geändert
xray-not-edited = Nicht geändert
xray-over = Die Partie ist zu Ende: Die Bewertung weiß nichts von Matt und Patt.
xray-terms-about =
    Hundertstelbauern, Mittelspiel (MS) und Endspiel (ES), positiv ist gut für die Seite; die letzte Spalte ist Weiß
    minus Schwarz, nach der Phase gemischt. Ein Klick auf eine Zeile zeigt ihre Felder.
xray-term-told = { $term }: { $cp }
xray-sum-told = Bewertung, die Summe: { $cp }
xray-white-minus-black = W−S
xray-mg = MS
    .tip = Mittelspielwert, Hundertstelbauern
xray-eg = ES
    .tip = Endspielwert, Hundertstelbauern
xray-column-tapered = gemischt
    .tip = Weiß minus Schwarz, nach der Phase gemischt, Hundertstelbauern
xray-score-tip = Die Summe der Spalte und damit die handgeschriebene Bewertung; aus Sicht von Weiß
xray-changes = Was die Änderung bewirkt
xray-no-changes = Kein Term der handgeschriebenen Bewertung hat sich geändert.
xray-changes-about = Handgeschrieben, gemischt, Hundertstelbauern, aus Sicht von Weiß.
xray-before = vorher
xray-after = nachher
xray-change = Änderung
xray-no-network = Kein Netz
    .why = Das Programm wurde mit einem beschädigten gebaut
xray-outputs = Ausgänge
    .about =
        Was jeder Ausgang sagen würde, Hundertstelbauern, aus Sicht von Weiß. Die Zahl der Figuren auf dem Brett wählt
        einen aus.
xray-output = { $from }–{ $to } Figuren
    .in-use = In Gebrauch: Dies ist die Bewertung
    .not-in-use = Mit Stellungen dieser Figurenzahl trainiert; hier nicht in Gebrauch
xray-exact = In Gleitkommazahlen { $exact }; das Runden auf ganze Zahlen ändert es um { $error }
    .tip =
        Dasselbe Netz, ohne Runden auf ganze Zahlen berechnet. Was beim Runden der trainierten Gewichte verloren ging,
        ist hier nicht bekannt, denn die Datei enthält nur die gerundeten.
xray-accumulators = Akkumulatoren
xray-accumulator = { $side ->
    [white] Sicht von Weiß: { $on } von { $all } über null, { $full } auf eins
   *[black] Sicht von Schwarz: { $on } von { $all } über null, { $full } auf eins
}
xray-accumulator-mirrored = { $side ->
    [white] Sicht von Weiß, Linien gespiegelt: { $on } von { $all } über null, { $full } auf eins
   *[black] Sicht von Schwarz, Linien gespiegelt: { $on } von { $all } über null, { $full } auf eins
}
xray-accumulator-legend = 1: Helligkeit einer Zahl; ihr Quadrat ist die Aktivierung
xray-number = { $side ->
    [white] Zahl { $at } der Sicht von Weiß: { $value } ({ $raw } von { $most })
   *[black] Zahl { $at } der Sicht von Schwarz: { $value } ({ $raw } von { $most })
}
xray-number-adds = Aktivierung { $counts }, fügt der Bewertung aus Sicht von Weiß { $cp } cp hinzu
xray-inputs = Aktive Eingänge: { $n } in jeder Sicht
    .about =
        Was die Bewertung verliert, Hundertstelbauern, aus Sicht von Weiß, wenn die Zeile eines Eingangs vom
        Akkumulator von Weiß, von dem von Schwarz oder von beiden abgezogen wird und alles andere gleich bleibt.
xray-column-stands = Lage
xray-column-white = Weiß
xray-column-black = Schwarz
xray-column-both = beide
xray-input = Eingang { $white } der Sicht von Weiß, { $black } der von Schwarz
xray-stands-safe = sicher
xray-stands-en-prise = hängt
xray-stands-passed = frei
xray-stands-passed-en-prise = frei, hängt
xray-pieces = Figur für Figur
    .about =
        Die Bewertung minus die ohne die Figur, Hundertstelbauern, aus Sicht von Weiß; Könige können nicht entfernt
        werden. Ein Strich: Ohne die Figur wäre die Stellung nicht regelgerecht.
xray-kings-alone = Es gibt nur Könige.
xray-column-terms = Terme
xray-column-network = Netz
xray-column-difference = Differenz
xray-on-square = { $square }, { $piece }
xray-piece-white-pawn = weißer Bauer
xray-piece-white-knight = weißer Springer
xray-piece-white-bishop = weißer Läufer
xray-piece-white-rook = weißer Turm
xray-piece-white-queen = weiße Dame
xray-piece-white-king = weißer König
xray-piece-black-pawn = schwarzer Bauer
xray-piece-black-knight = schwarzer Springer
xray-piece-black-bishop = schwarzer Läufer
xray-piece-black-rook = schwarzer Turm
xray-piece-black-queen = schwarze Dame
xray-piece-black-king = schwarzer König

## Die Terme der handgeschriebenen Bewertung.

xray-term-material = Material
    .tip = Was die Figuren wert sind
xray-term-imbalance = Ungleichgewicht
    .tip =
        Was Figuren nebeneinander wert sind. Bei einer Figur: was der Term ohne sie verliert. Der Rest gehört zu Paaren
        von Figuren und auf kein Feld
xray-term-squares = Felderwerte
    .tip = Figuren auf guten und schlechten Feldern
xray-term-mobility = Beweglichkeit
    .tip = Sichere Felder, auf die eine Figur ziehen kann
xray-term-pawns = Bauernstruktur
    .tip = Doppelte, isolierte, rückständige, gedeckte und benachbarte Bauern
xray-term-passed = Freibauern
    .tip = Freibauern und Kandidaten: wie weit sie sind und was ihnen im Weg steht
xray-term-shelter = Königsschutz
    .tip = Eigene Bauern vor dem König und gegnerische, die gegen ihn vorrücken
xray-term-attack = Königsangriff
    .tip =
        Der Angriff auf den gegnerischen König: Er wächst mit dem Quadrat seiner Einheiten und wird anteilig auf sie
        verteilt
xray-term-threats = Drohungen
    .tip = Angegriffene Figuren, gezeigt bei den angegriffenen Figuren und Feldern
xray-term-pieces = Figurenstellung
    .tip = Gut oder schlecht stehende Läufer, Springer und Türme
xray-term-space = Raum
    .tip = Raum hinter den eigenen Bauern
xray-term-initiative = Initiative
    .tip = Gewinnaussichten der führenden Seite: Freibauern, Bauern auf beiden Flügeln, aktiver König. Auf keinem Feld
xray-term-score = Bewertung
xray-term-scaling = Skalierung
    .tip = Was vom Endspielwert eines schwer zu gewinnenden Vorteils abgezogen wird
xray-term-tempo = Tempo
    .tip = Dafür, am Zug zu sein
xray-term-known = Bekanntes Endspiel
    .tip = Um wie viel der Wert des bekannten Endspiels von den Zeilen darüber abweicht
xray-term-rounding = Rundung
    .tip = Die Zeilen werden einzeln gerundet, die Bewertung nur einmal
xray-ending-mate = Matt mit den Figuren
xray-ending-rook-pawns = Randbauern, remis
xray-ending-wrong-bishop = Falscher Läufer
xray-ending-bishop-knight = Läufer und Springer
xray-ending-not-enough = Zu wenig zum Mattsetzen
xray-ending-pawn-drawn = König und Bauer, remis
xray-ending-pawn-won = König und Bauer, gewonnen

## Die Gewichte der Terme.

xray-weight-material = Material
xray-weight-own-pair = Paar eigener Figuren
xray-weight-other-pair = Eigene und gegnerische Figur
xray-weight-squares = Felderwert
xray-weight-knight-mobility = Beweglichkeit des Springers
xray-weight-bishop-mobility = Beweglichkeit des Läufers
xray-weight-rook-mobility = Beweglichkeit des Turms
xray-weight-queen-mobility = Beweglichkeit der Dame
xray-weight-doubled = Doppelbauer
xray-weight-isolated = Isolierter Bauer
xray-weight-backward = Rückständiger Bauer
xray-weight-phalanx = Benachbarte Bauern
xray-weight-supported = Gedeckter Bauer
xray-weight-stopped = Blockierter Bauer
xray-weight-passed = Freibauer
xray-weight-candidate = Freibauernkandidat
xray-weight-passed-blocked = Freibauer blockiert
xray-weight-passed-step = Freibauer: nächster Schritt sicher
xray-weight-passed-way = Freibauer: ganzer Weg sicher
xray-weight-passed-own-king = Freibauer: Abstand des eigenen Königs
xray-weight-passed-their-king = Freibauer: Abstand des gegnerischen Königs
xray-weight-passed-runs = Unaufhaltsamer Freibauer
xray-weight-passed-covered = Gedeckter Freibauer
xray-weight-passed-rook = Turm hinter dem Freibauern
xray-weight-shelter = Bauernschutz
xray-weight-storm = Bauernsturm
xray-weight-storm-stopped = Blockierter Bauernsturm
xray-weight-king-file = König auf offener oder halboffener Linie
xray-weight-danger-attackers = Königsangriff: Zahl der Angreifer
xray-weight-danger-attacker = Königsangriff: Angreifer
xray-weight-danger-hits = Königsangriff: von Figuren angegriffene Felder
xray-weight-danger-pawn-hits = Königsangriff: von Bauern angegriffene Felder
xray-weight-danger-weak = Königsangriff: schwache Felder neben dem König
xray-weight-danger-safe-check = Königsangriff: sicheres Schach
xray-weight-danger-check = Königsangriff: unsicheres Schach
xray-weight-danger-pinned = Königsangriff: gefesselte Figur
xray-weight-danger-flank = Königsangriff: angegriffene Felder auf dem Flügel des Königs
xray-weight-danger-flank-covered = Königsangriff: gedeckte Felder auf dem Flügel des Königs
xray-weight-danger-knight-guard = Königsangriff: Springer deckt den König
xray-weight-danger-near = Königsangriff: Figuren nahe am König
xray-weight-danger-open = Königsangriff: offene Linien neben dem König
xray-weight-danger-storm = Königsangriff: Bauern nahe am König
xray-weight-danger-no-queen = Königsangriff: keine Dame
xray-weight-danger-turn = Königsangriff: Angreifer am Zug
xray-weight-pawn-threat = Drohung durch einen Bauern
xray-weight-minor-threat = Drohung durch eine Leichtfigur
xray-weight-rook-threat = Drohung durch einen Turm
xray-weight-queen-threat = Drohung durch eine Dame
xray-weight-king-threat = Drohung durch den König
xray-weight-hanging = Hängende Figur
xray-weight-push-threat = Drohender Bauernvorstoß
xray-weight-restricted = Eingeschränkte Felder
xray-weight-next-on-queen = Möglicher Angriff auf die Dame
xray-weight-bishop-pair = Läuferpaar
xray-weight-bishop-pawns = Eigene Bauern auf der Farbe des Läufers
xray-weight-bishop-blocked = Eigene Bauern auf der Farbe des Läufers, Zentrum blockiert
xray-weight-bishop-long = Läufer zielt aufs Zentrum
xray-weight-bishop-xray = Gegnerische Bauern auf den Linien des Läufers
xray-weight-outpost = Vorposten
xray-weight-outpost-reach = Erreichbarer Vorposten
xray-weight-minor-behind-pawn = Leichtfigur hinter einem Bauern
xray-weight-knight-king-steps = Abstand des Springers vom eigenen König
xray-weight-bishop-king-steps = Abstand des Läufers vom eigenen König
xray-weight-rook-file = Turm auf offener oder halboffener Linie
xray-weight-rook-seventh = Turm auf der siebten Reihe
xray-weight-rook-trapped = Turm vom König eingesperrt
xray-weight-rook-queen-file = Turm auf der Linie einer Dame
xray-weight-minor-pawns = Leichtfigur nach Zahl der Bauern
xray-weight-space = Raum
xray-weight-initiative-base = Initiative: Grundwert
xray-weight-initiative-pawns = Initiative: Bauern
xray-weight-initiative-passed = Initiative: Freibauern
xray-weight-initiative-wings = Initiative: Bauern auf beiden Flügeln
xray-weight-initiative-outflanked = Initiative: Umgehung durch den König
xray-weight-initiative-intruded = Initiative: König in der gegnerischen Hälfte
xray-weight-initiative-pawn-ending = Initiative: Bauernendspiel
