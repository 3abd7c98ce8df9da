### Die Touren, und worum es in den Ansichten des Labors geht.

## Die Touren: die Liste, der angezeigte Schritt und seine Schaltflächen.

tour-list =
    { $n } Touren mit je etwa einem Dutzend Schritten. Du kannst eine Tour bei jedem Schritt verlassen und
    später fortsetzen.
tour-finished = abgeschlossen
tour-finished-at = abgeschlossen, jetzt bei Schritt { $step } von { $steps }
tour-left-at = bei Schritt { $step } von { $steps }
tour-step = Schritt { $step } von { $steps }
tour-leave = Verlassen
    .tip = Tabia merkt sich den Schritt
tour-done = Erledigt
tour-under-way = Läuft…
tour-next-step = Der nächste Schritt
tour-next-tour = Nächste Tour
tour-all = Alle Touren
    .tip = Zurück zur Liste der Touren
tour-show-me = Zeig es mir
    .tip = Erledigt, was dieser Schritt verlangt
tour-set-up = Neu aufbauen
    .tip = Stellt die Ansicht und die Stellung dieses Schritts wieder her
tour-undo = Stellung aufbauen

## Was an einer Datei des Benutzers nicht stimmt.

tour-error = { $file }, Zeile { $line }: { $what }
tour-error-unexpected = „{ $found }“ gefunden, erwartet: { $expected }
tour-error-missing = nichts gefunden, erwartet: { $expected }
tour-error-twice = „{ $key }“ zweimal gefunden, erwartet: einmal
tour-expected-square = ein Feld wie e4
tour-expected-number = eine ganze Zahl
tour-expected-position = „startpos“ oder eine FEN
tour-expected-position-before = eine Stellung in diesem oder einem früheren Schritt
tour-expected-end = das Ende der Zeile
tour-expected-space = ein Leerzeichen nach dem Anführungszeichen
tour-expected-text = der Text des Schritts
tour-expected-task = ein Zitatblock („> …“) am Ende des Schritts, der sagt, was zu tun ist
tour-expected-entry = eine Zeile wie „view: xray“
tour-expected-any-number = eine Zahl
tour-expected-field = der Name eines Feldes
tour-expected-run = eine Zeile „run: …“ mit einem Befehl von „tabia lab“
tour-expected-run-name = der Name eines Laufs in diesem Schritt
tour-claim-field = kein Objekt hat das Feld { $field }
tour-claim-rows = { $n ->
    [0] kein Objekt passt zu { $field }, erwartet ist eines
   *[other] { $n } Objekte passen zu { $field }, erwartet ist eines
}
tour-more-problems = { $n ->
    [one] { $n } weiteres Problem
   *[other] { $n } weitere Probleme
} in den Touren für „{ $language }“

## Was jede Ansicht des Labors zeigt, und die Beschriftung ihres Beispiels.

about-why-not =
    Die Stellung wird kurz durchsucht, wie sie ist, danach ebenso lange nur der untersuchte Zug. Was die erste
    Suche über den Zug wusste, ist oft nur eine Schranke: Sie hat gezeigt, dass der Zug nicht besser ist als
    der beste, und nicht weiter gesucht. Die zweite Suche liefert seine Bewertung und die Variante dagegen.
    .example = Zeig mir: eine Dame, die man nicht schlagen darf

about-search-tree =
    Eine Suche dieser Stellung, in der jeder Knoten aufgezeichnet ist: wie er erreicht wurde, mit welchem
    Fenster und welcher Tiefe, was er wert war und warum er endete. Die Aufzeichnung ändert nichts an der
    Suche: Zug, Bewertung und Knotenzahl bleiben gleich. Die Werte gelten für die Seite, die im Knoten am
    Zug ist, in Bauern. Auch Züge, die eine Regel ausgelassen hat, stehen im Baum, mit dem Namen der
    Regel. Ein Knoten, der noch einmal durchsucht wird, weiß, was die Hashtabelle inzwischen weiß, und
    kann deshalb einen anderen Wert bekommen.
    .example = Zeig mir: ein Matt in zwei Zügen, Knoten für Knoten

about-profile =
    Gezählt, während die eingebaute Engine sucht und diese Ansicht offen ist: die Knoten jedes Halbzugs, der
    wievielte Zug den Cutoff bewirkte und um wie viele Halbzüge Züge reduziert wurden. Bei guter Sortierung
    kommen neun von zehn Cutoffs vom ersten Zug.
    .example = Zeig mir: ein Mittelspiel mit vielen Schlagzügen

about-hash-table =
    Stellungen, die schon vorkamen, sind unter ihrem Zobrist-Schlüssel abgelegt: Das obere Ende des Schlüssels
    wählt einen Cluster von drei Einträgen, die untersten 21 Bits, vermischt mit den Daten, kennzeichnen den
    Eintrag darin. Ein Eintrag enthält in 64 Bits den besten Zug, einen Wert mit seiner Schranke, die
    Suchtiefe darunter und die statische Bewertung. Die Variante folgt den Zügen der Einträge; sie endet, wo
    ein Eintrag überschrieben wurde oder nie einen Zug hatte.
    .example = Zeig mir: blockierte Bauern, bei denen alle Wege zu denselben Stellungen führen

about-move-order =
    Die Alpha-Beta-Suche sucht am wenigsten, wenn der beste Zug zuerst kommt. Zuerst kommt der Zug aus der
    Hashtabelle, dann gute Schlagzüge (das wertvollste Opfer zuerst, gewichtet mit dem Erfolg ähnlicher Schlagzüge;
    ein guter verliert beim statischen Abtausch nichts, doch ein hoher Wert erlaubt einen Verlust, und ein niedriger
    verlangt einen Gewinn), Killerzüge und der Konterzug, dann stille Züge nach dem Erfolg ähnlicher Züge (nach
    Ausgangs- und Zielfeld, nach Bauernstruktur und nach den Zügen vor einem, zwei, vier und sechs Halbzügen),
    zuletzt die übrigen Schlagzüge.
    .example = Zeig mir: gute und schlechte Schlagzüge im Dutzend

about-horizon =
    Die statische Bewertung beurteilt eine Stellung, wie sie steht, die Ruhesuche spielt zuerst die Schlagzüge
    aus, und jede Suche schaut so viele Halbzüge voraus, wie ihre Spalte sagt, mit leerem Gedächtnis. Wo sich
    eine Spalte von der tiefsten unterscheidet, lag etwas hinter ihrem Horizont. Der Horizonteffekt: Eine
    Suche, die in fester Tiefe aufhören muss, schiebt einen Verlust mit bloßen Verzögerungszügen über diese
    Tiefe hinaus und glaubt, er sei vermieden.
    .example = Zeig mir: den Horizonteffekt

about-xray =
    Die handgeschriebene Bewertung ist eine Summe von Termen, jeder mit einem Wert für das Mittelspiel und
    einem für das Endspiel; die verbliebenen Figuren bestimmen, wie viel jeder der beiden zählt. Die Zeilen
    ergeben zusammen genau die Bewertung, und ein Klick auf eine Zeile färbt die Felder, von denen sie stammt.
    Das Netz kennt keine Terme: Was ihm eine Figur wert ist, zeigt sich, wenn man sie wegnimmt. Figuren lassen
    sich hier versetzen, aufstellen und entfernen, ohne die Partie zu ändern. Alle Werte sind
    Hundertstelbauern aus der Sicht von Weiß; gesucht wird nichts.
    .example = Zeig mir: einen Königsangriff, Feld für Feld

about-live-tree =
    Die Spitze des Suchbaums, während die Suche läuft. Eine Zeile ist ein Halbzug, und jeder Zug ist so breit wie sein
    Anteil an den Knoten. Die Farbe ist seine letzte Bewertung; die meisten sind Schranken, denn die Suche fragt nur, ob
    ein Zug besser ist als der beste. Der Umriss ist die Variante, die die Engine erwartet; ihre Züge sind mindestens so
    breit, dass man sie lesen kann. Darunter die Suche nach Iterationen: Klicke oder ziehe dort, und alle Ansichten
    zeigen, was die Engine damals glaubte.
    .example = Zeig mir: Schwarz bietet die Dame an
about-root-race =
    Jede Kurve ist ein Zug an der Wurzel: ein Punkt, wo seine Bewertung genau ist, ein offenes Dreieck, wo die Suche
    nur eine Schranke kennt; es zeigt dorthin, wo der wahre Wert liegt. Alle Züge einer Iteration außer dem ersten
    werden nur gefragt, ob sie besser sind als der beste, deshalb sind Schranken die Regel. Züge, die einmal die
    besten waren, haben eine Farbe. Die Zeichen darüber: eine Raute, wo der beste Zug wechselte, Pfeile bei
    Fail-High (nach oben) und Fail-Low (nach unten) im Aspirationsfenster. Darunter: welcher Anteil der Knoten jeder
    Iteration in welchen Zug ging, im führenden Thread. Der Mauszeiger hebt einen Zug überall hervor, ein Klick hält
    ihn fest, ein Rechtsklick fragt, warum er nicht der beste ist.
    .example = Zeig mir: ein Opfer, das spät gefunden wird

about-bitboards =
    Eine Menge von Feldern ist eine Zahl von 64 Bits, ein Bit pro Feld. Was sonst eine Schleife über das Brett
    wäre, ist dann ein einziger Befehl: Eine Verschiebung rückt alle weißen Bauern vor, und ein UND mit den
    gegnerischen Figuren lässt übrig, was sie schlagen können. Wähle eine Menge der Stellung oder kippe Bits
    auf dem freien Brett und rechne damit. Ein Zug, den die Gangart einer Figur erlaubt, ist pseudolegal;
    legal ist er, wenn der eigene König sicher bleibt, und bei jedem anderen steht, welche Figur den König
    schlagen würde.
    .example = Zeig mir: warum der König nicht rochieren darf

about-sliders =
    Wie weit ein Turm, ein Läufer oder eine Dame sieht, hängt davon ab, was im Weg steht. Ein Scan läuft los
    und prüft jedes Feld. Das klassische Verfahren nimmt ganze Strahlen aus einer Tabelle und kürzt sie an der
    nächsten Figur. Magic und PEXT berechnen jeden Fall im Voraus: Die wenigen Felder, auf die es ankommt,
    werden zum Index einer Tabelle, durch eine Multiplikation, die ihre Bits gerade zusammenführt, oder durch
    einen eigens dafür gemachten Befehl. Eine magische Zahl findet man, indem man Zufallszahlen probiert; zwei
    Besetzungen dürfen sich einen Eintrag teilen, wenn sie zu denselben Angriffen führen.
    .example = Zeig mir: eine Dame im Gedränge

about-zobrist =
    Jede Figur auf jedem Feld, jedes Rochaderecht, jede En-passant-Linie und „Schwarz am Zug“ hat eine
    Zufallszahl von 64 Bits; der Schlüssel einer Stellung ist das XOR aller, die zutreffen (Albert Zobrist,
    1970). XOR hebt sich selbst auf: Ein Zug nimmt heraus, was nicht mehr gilt, und setzt ein, was nun gilt,
    und dieselben Züge führen in jeder Reihenfolge zum selben Schlüssel. Eine En-passant-Linie zählt nur, wenn
    dort ein Bauer legal schlagen darf, wie es die Wiederholungsregel verlangt.
    .example = Zeig mir: einen Schlüssel mit Rochade und en passant

about-alpha-beta =
    Quadrate sind Stellungen, in denen Max am Zug ist, abgerundete solche, in denen Min am Zug ist; alle Werte
    gelten aus der Sicht von Max, der Seite am Zug an der Wurzel. Das Fenster [Alpha, Beta] an einer offenen
    Stellung enthält, was Max und was Min sicher hat: Ein Wert außerhalb ändert weiter oben nichts. Wo Alpha
    Beta erreicht, werden die übrigen Züge ausgelassen und verblassen. Minimax besucht sie alle und kommt zum
    selben Wert. Im Baum der Stellung hat jede Stellung einige wenige Züge: die, die der statischen Bewertung
    einen Halbzug später am besten gefallen.
    .example = Zeig mir: den Baum eines Mittelspiels

about-scratch =
    Was eine gute Stellung ist, aufgebaut wie in klassischen Programmen: Jede Stufe weiß eines mehr. Ändere die
    Zahlen, male die Tabellen aus und lass eine Stufe mit derselben kleinen Suche gegen die vorige spielen: Es
    zählt, ob sie gewinnt. Für die Figurenwerte gibt es zwei veröffentlichte Sätze. Der übliche ist der von Marsland
    (1986), wie ihn Pokharel in Techniques In Chess Programming (2025) zitiert; den gelernten fanden Droste und
    Fürnkranz durch bestärkendes Lernen, wie Bijl und Tiet (2021) berichten. Pokharel vergleicht beide. Die Tabellen
    und alles andere sind unsere eigenen, nicht abgestimmt.
    .example = Zeig mir: Läufer oder Springer, Stufe für Stufe

about-playouts =
    Die andere Art zu suchen: ein Baum, der durch Playouts wächst. Jedes Playout hat vier Phasen. Auswählen:
    von der Wurzel abwärts der Zug mit der größten Summe aus Q, seinem bisherigen Ergebnis, und U, einem Bonus
    für Züge, die gut aussehen oder wenig versucht wurden; das erste Verfahren nimmt den Zug mit den wenigsten
    Playouts. Erweitern: Eine Stellung, die wieder erreicht
    wird, bekommt die Liste ihrer Züge, mit Priors P. Bewerten: Die neue Stellung wird bewertet. Zurückmelden:
    Dieser Wert zählt in jedem Knoten der Variante. N ist die Zahl der Playouts eines Knotens, n die eines
    Zuges. UCB1 stammt von Auer, Cesa-Bianchi und Fischer (2002), sein Einsatz in Bäumen von Kocsis und
    Szepesvári (2006), der Prior von Rosin (2011), seine Form im Bonus von AlphaGo (2016). Das letzte Verfahren
    verschiebt die Priors außerdem nach Zughistorien, wie die Progressive History von Nijssen und Winands (2011). Jedes
    Verfahren baut auf dem vorigen auf. Matt, Patt und Remis durch Material oder fünfzig Züge gelten als bewiesen
    und steigen mit ihrer Entfernung im Baum auf; eine Wiederholung zählt nur in ihrer Variante. Derselbe
    Startwert ergibt denselben Baum.
    .example = Zeig mir: ein Matt in zwei Zügen, gefunden und bewiesen

about-small-game =
    Ein Programm, das sich selbst ein Spiel beibringt, das klein genug ist, um gelöst zu sein: vier in einer
    Reihe auf fünf Spalten und vier Zeilen. Ein Netz, das nichts weiß, lenkt eine Baumsuche (PUCT); die Suche
    spielt gegen sich selbst; das Netz lernt, welche Spalten die Suchen vorzogen und wie die Partien
    ausgingen; und so fort. Die exakte Lösung des Spiels misst jede Generation, gelernt wird aus ihr nie: in
    wie vielen Stellungen, in denen man etwas falsch machen kann, das Netz allein (Policy) und seine Suche den
    exakten Wert halten, wie weit sein Wert daneben liegt und wie viel die Suche gegen perfektes Spiel holt.
    Das Spiel ist remis, mehr als die Hälfte der Punkte gibt es also nicht. Derselbe Startwert lernt dasselbe.
    .example = Zeig mir: ein paar Sekunden Lernen

worksheet-menu = Arbeitsblätter zum Drucken
tour-file = meine-tour
worksheet-file = arbeitsblatt
worksheet-name = Name:
worksheet-answers = Lösungen
worksheet-open = Eine Frage zum Besprechen.
worksheet-white = Weiß am Zug
worksheet-black = Schwarz am Zug
worksheet-claim = `{ $run }` findet `{ $claim }`
worksheet-mistakes = Finde einen besseren Zug
worksheet-better = { $mv } wurde gespielt. Finde einen besseren Zug und sage, was an diesem schlecht ist.
worksheet-better-only = { $mv } wurde gespielt. Finde einen besseren Zug.
worksheet-better-answer = **{ $best }** ({ $score }, Sicht von Weiß): { $line }. Nach { $mv } steht es { $own }.
tour-example = Eine Tour schreiben…
tour-write = Wie man eine Tour schreibt
tour-write-folder = Eigene Touren gehören nach { $folder } und stehen nach dem nächsten Start im Menü.
tour-write-check = tabia lab tours --check DATEI führt aus, was eine Tour behauptet, und nennt, was nicht stimmt.
tour-write-save = Beispiel speichern…
