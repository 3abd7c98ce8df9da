### Engines: der Dialog der eigenen Engines und sein Protokoll, was Engines tun, was mit ihnen schiefgeht, und die Namen
### dessen, woraus die Engine des Programms besteht.

## Der Dialog.

engines-title = Engines
engines-note = Eine Engine läuft, solange sie an Analyse, Partie oder Auswertung beteiligt ist, auch in Pausen
engines-offer = { $name } als Engine hinzufügen? Sie wird einmal gestartet, um Name und Optionen zu lesen
    .yes = Hinzufügen
    .no = Nein
engines-damaged = Eintrag { $place } ist beschädigt
engines-damaged-entry = Eintrag { $place } der Liste ist beschädigt
    .text =
        Er wurde ausgelassen und bleibt unverändert in der Einstellungsdatei, damit er dort repariert werden kann.
        Die anderen Engines sind nicht betroffen.
engines-empty = Noch keine eigenen Engines
engines-asking = Name und Optionen werden gelesen
engines-not-asked = Name und Optionen noch nicht gelesen
engines-no-name = ohne Namen
engines-by = { $name } von { $author }
engines-enabled = { $name } darf gewählt werden
    .hint = Ob sie gewählt werden darf
engines-row = { $name }: { $state }
engines-add-program = Programm hinzufügen…
engines-line = Befehlszeile zum Hinzufügen
    .hint = oder eine Befehlszeile
engines-found = Auf diesem Rechner gefunden
engines-add = { $name } hinzufügen
engines-start = Mit eigenen Engines analysieren, spielen und auswerten
    .text =
        Jede Engine, die UCI spricht, ist geeignet. Füge links ihr Programm oder eine Befehlszeile hinzu oder ziehe
        das Programm auf das Fenster. Sie wird einmal gestartet, um Name und Optionen zu lesen. Es wird nichts
        gestartet, was du nicht hinzugefügt hast.
engines-read = Optionen lesen
engines-read-again = Optionen neu lesen
engines-read-hint = Einmal starten, um Name und Optionen zu lesen
engines-log = Protokoll
    .hint = Was der Engine gesendet wurde und was sie geantwortet hat
engines-duplicate = Duplizieren
engines-delete = Löschen…
engines-failed = Ausgefallen: { $why }
engines-searching = Sucht
engines-off = Ausgeschaltet
engines-waiting = Läuft, wartet
engines-stopped = Läuft nicht
engines-delete-ask = Aus der Liste entfernen?
    .note = keine Datei wird gelöscht
    .keep = Behalten
engines-in-game = { $game ->
    [aside] { $name } spielt in der Partie, die bis zum Ende der Tour wartet: Verlasse die Tour und beende sie zuerst
   *[board] { $name } spielt in der Partie auf dem Brett: Beende sie zuerst
}
engines-name = Name
engines-command = Befehlszeile
engines-folder = Ordner
    .hint = der Ordner, in dem sie gestartet wird
engines-environment = Umgebung

# Die Optionen einer Engine.
engines-options = Optionen
engines-options-of = { $n } von { $all }
engines-options-changed = { $n } von { $all } geändert
engines-options-unread = Die Optionen sind bekannt, sobald sie gelesen wurden
engines-options-none = Sie bietet keine Optionen
engines-options-no-match = Keine passenden Optionen
engines-options-reset = Alle zurücksetzen
    .hint = Allen Optionen die Werte der Engine geben
engines-options-search = Suchen
    .name = Optionen durchsuchen
engines-option-lines = die Zahl der Varianten im Bereich
engines-option-variant = die Art der Partie
engines-option-wdl = immer an
engines-option-ours = setzt Tabia: { $what }
engines-option-shared = { $name } (geteilt)
    .hint = Laufende Engines teilen sich, was die Einstellungen erlauben, wenn hier nichts eingestellt ist
engines-option-handicap = Gilt in Partien: Analyse und Auswertung nutzen die volle Stärke der Engine
engines-option-reset = { $name } zurücksetzen
engines-option-press = Drücken
    .name = { $name } drücken
    .hint = Geht, solange die Engine läuft
engines-option-range = { $min } bis { $max }
engines-option-least = mindestens { $min }
engines-option-most = höchstens { $max }
engines-option-path = { $name } wählen
engines-options-damaged = Nicht lesbar

# Das Protokoll.
engines-log-title = Protokoll von { $name }
engines-log-empty = Noch nichts aufgezeichnet
    .why = Eine Engine wird gestartet, um ihre Optionen zu lesen, zu analysieren, zu spielen oder auszuwerten
engines-log-all = Alle Engines
engines-log-filter = Filter
engines-log-pause = Pause
engines-log-save = Als Text speichern…
    .hint = Alle Zeilen, unabhängig vom Filter
engines-log-copy-hint = Die gezeigten Zeilen
engines-log-lines = { $n ->
    [one] { $n } Zeile
   *[other] { $n } Zeilen
}
engines-log-shown = { $n } gezeigt
engines-log-dropped = { $n ->
    [one] { $n } ältere ist nicht aufgehoben
   *[other] { $n } ältere sind nicht aufgehoben
}
engines-log-new = { $n } neue seit der Pause
engines-log-no-match = Keine Zeile enthält diesen Text
    .why = Filter ändern
engines-log-written = Das Protokoll wurde in { $path } geschrieben
engines-log-failed = Das Protokoll wurde nicht geschrieben: { $error }
engines-log-copied = { $n ->
    [one] { $n } Zeile kopiert
   *[other] { $n } Zeilen kopiert
}

## Was bei der Arbeit mit Engines gesagt wird.

engines-number = Engine { $n }
engines-observer = Volle Stärke
engines-gone = Diese Engine steht nicht mehr in der Liste
engines-refused = Diese Engine wurde nicht hinzugefügt: { $error }
engines-path-not-unicode = Diese Engine wurde nicht hinzugefügt: Ihr Pfad { $path } besteht nicht aus Unicode-Zeichen
engines-option-not-unicode = { $name } wurde nicht gesetzt: Der Pfad { $path } besteht nicht aus Unicode-Zeichen
engines-command-empty = Die Befehlszeile ist leer; nötig sind ein Programm und seine Argumente
engines-variable-bad = „{ $found }“ gefunden, NAME=Wert erwartet
engines-environment-bad = Umgebung: { $error }
engines-no-option = { $engine } hat keine Option „{ $option }“
engines-button-no-value = { $name } ist eine Schaltfläche und nimmt keinen Wert
engines-no-legal-move = sie hat keinen legalen Zug genannt
engines-thread-ended = ihr Thread ist beendet
engines-restarted = { $name } ist ausgefallen und wurde neu gestartet: { $error }
engines-own-failed = { $name } ist wieder ausgefallen: { $error }{ $game ->
    [yes] . Deine Partie bleibt erhalten
   *[no] { "" }
}
engines-other-failed =
    { $name } ist wieder ausgefallen und wird nicht mehr gestartet: { $error }{ $game ->
        [yes] . Deine Partie bleibt erhalten
       *[no] { "" }
    }
engines-watching-ask =
    Analyse in voller Stärke zeigen, während du spielst? Sie nennt gute Züge und gilt deshalb als Hilfe
engines-duel-closed = Das Duell tragen die beiden Engines von Tabia aus; verlasse es zuerst
engines-full = Es analysieren schon { $n } Engines; nimm zuerst eine heraus
engines-setup-open = Gerade wird eine Stellung aufgebaut
engines-asked-elsewhere = Zeige zuerst diese Stellung: Gerade wird eine andere analysiert
engines-asked-none = Mindestens ein Zug muss für die Suche übrig bleiben
engines-asked-ignored = { $name } hält sich nicht an die gewünschten Züge (searchmoves)
engines-threat-over = die Partie ist hier zu Ende
engines-threat-check = im Schach kann man nicht passen: Die Drohung ist das Schach
engines-threat-no-move = die andere Seite hätte keinen Zug
engines-growth-shown = { $name } (gezeigt)
engines-growth-before = { $name } (vor { $n ->
    [one] { $n } Suche
   *[other] { $n } Suchen
})

engines-status-idle = Bereit
engines-status-thinking = Denkt nach
engines-status-book = Buchzug
engines-status-watching = Analyse in voller Stärke
engines-status-analysing = Analyse
engines-status-locked = Analyse, festgehalten
engines-status-pondering = Denkt voraus
engines-status-advising = Sucht einen Zug
engines-status-reviewing = Auswertung
engines-status-judging = Prüft deinen Zug
engines-status-threat = Sucht die Drohung
engines-status-over = Partie hier zu Ende
engines-status-finished = Fertig
engines-status-halted = Angehalten
engines-status-paused = Pause
engines-status-failed = Ausgefallen

## Was mit einer Engine schiefgeht.

engine-line-empty = kein Programm angegeben; erwartet wird eines, zum Beispiel: stockfish
engine-line-quote = das Anführungszeichen { $quote } bei Zeichen { $at } wird nicht geschlossen
engine-not-started = { $command }: { $reason }
engine-died = { $name } hat sich { $doing } beendet ({ $status })
engine-closed = { $name } hat { $doing } die Ausgabe geschlossen und wurde beendet
engine-late = { $name }: kein { $expected } innerhalb von { $seconds } s; sie wurde beendet{ $expected ->
        [uciok] . Tabia unterstützt nur UCI-Engines; vielleicht ist dies eine XBoard-Engine
       *[other] {""}
    }
engine-last-words = { $error }; letzte Meldung: „{ $words }“
engine-deaf = { $name } hat { $seconds } s lang nichts eingelesen und wurde beendet
engine-abandoned = { $name } wurde { $doing } gestoppt
engine-bad-move = { $name }: bestmove „{ $found }“ gefunden, erwartet wurde ein legaler Zug in UCI-Schreibweise in { $fen }
engine-bad-move-none = { $move } (kein Zug)
engine-no-chess960 = { $name } bietet keine Option UCI_Chess960, die eine Chess960-Stellung braucht
engine-down = { $name } läuft nicht: { $because }
engine-advice-command = Prüfe den Befehl oder entferne sie aus der Liste
engine-advice-search = Suche noch einmal, lies ihr Protokoll oder entferne sie aus der Liste
engine-advice-other = Wähle für diese Partie eine andere Engine
engine-advice-restart = Starte sie neu, lies ihr Protokoll oder entferne sie aus der Liste
engine-status-unknown = Status unbekannt
engine-doing-starting = beim Starten
engine-doing-ready = bei der Vorbereitung
engine-doing-thinking = beim Nachdenken
engine-doing-stopping = beim Anhalten
engine-bestmove-after-stop = bestmove nach stop
engine-folder-missing = ihr Ordner { $folder } existiert nicht
engine-cannot-start = kann nicht gestartet werden: { $error }
engine-no-thread = kein Thread verfügbar: { $error }
engine-no-file = die Datei gibt es nicht, erwartet wurde ein Programm
engine-is-folder = das ist ein Ordner, erwartet wurde ein Programm
engine-not-ordinary = das ist keine gewöhnliche Datei, erwartet wurde ein Programm
engine-not-executable = die Datei ist nicht ausführbar, erwartet wurde ein Programm
engine-note-pv =
    pv: „{ $found }“ als Zug { $place } gefunden, erwartet wurde ein legaler; die Variante wurde dort abgeschnitten
engine-note-answer = { $answer } während einer Suche gefunden, erwartet wurde bestmove
engine-note-overdue = kein bestmove nach { $seconds } s, länger als erlaubt; sie wurde angehalten
engine-note-nodes = sie suchte über ihre Grenze von { $n } Knoten hinaus; sie wurde angehalten
engine-note-depth = sie suchte über ihre Grenze von Tiefe { $depth } hinaus; sie wurde angehalten
engine-note-searchmoves = bestmove „{ $found }“ gefunden, erwartet wurde einer der searchmoves
engine-note-ponder = ponder „{ $found }“ gefunden, erwartet wurde eine legale Antwort
engine-note-option-dropped = Option „{ $name }“ wird nicht behalten: Höchstens { $most } werden behalten
engine-note-option-unreadable = Option „{ $name }“ ist nicht lesbar: { $reason }
engine-note-more-options = { $n ->
        [one] { $n } weitere Option wird nicht behalten oder ist nicht lesbar
       *[other] { $n } weitere Optionen werden nicht behalten oder sind nicht lesbar
    }
engine-note-unasked = unverlangtes bestmove „{ $found }“ gefunden, erwartet wurde readyok; es wurde übergangen
engine-note-option = Option { $error }
engine-note-option-kept = Option { $error }; sie blieb, wie sie ist
engine-note-option-gone = sie bietet die Option { $name } nicht mehr
engine-note-option-unknown = { $n ->
        [0] sie bietet keine Option { $name } und auch keine andere
       *[other] sie bietet keine Option { $name }; es gibt { $options }
    }
engine-note-option-missing = sie bietet keine Option { $name }, gewünscht war { $value }
engine-note-option-taken = { $name }: gewünscht { $wanted }, sie nimmt { $taken }
engine-copy = { $name } (Kopie)
engine-entry-empty = der Befehl ist leer, erwartet wurde ein Programm
engine-entry-twice = die id { $id } kommt ein zweites Mal vor, erwartet wurde eine eigene
engine-option-refused = { $name }: „{ $found }“ gefunden, erwartet: { $expected }
engine-option-bool = true oder false
engine-option-one-of = einer von: { $values }
engine-option-one-line = Text in einer Zeile
engine-option-button = kein Wert: Es ist eine Schaltfläche
engine-option-readable = eine lesbare Option: { $reason }
engine-option-number = eine ganze Zahl
engine-option-no-name = (ohne Namen)
engine-option-first-word = „{ $found }“ gefunden, erwartet wurde das Wort name
engine-option-no-type = kein Typ gefunden, erwartet wurde einer
engine-option-nameless = kein Name gefunden, erwartet wurde einer
engine-option-bad-number = { $key } „{ $found }“ gefunden, erwartet wurde eine ganze Zahl
engine-option-bad-default = default „{ $found }“ gefunden, erwartet wurde true oder false
engine-option-bad-range = min { $min } liegt über max { $max }, erwartet wurde ein Bereich
engine-option-no-default = kein default gefunden, erwartet wurde eine ganze Zahl
engine-option-no-var = kein var gefunden, erwartet wurden die möglichen Werte
engine-option-bad-type = Typ „{ $found }“ gefunden, erwartet wurde check, spin, combo, button oder string
engine-no-lab = Experimente laufen nur mit der eingebauten Engine
engine-panicked = die Engine ist abgestürzt: { $message }
engine-panicked-silently = keine Meldung
engine-few-threads = Threads: zu wenig Speicher für { $asked }, verwendet werden { $got }
engine-hash-short = Hash: zu wenig Speicher für { $asked } MiB, in Gebrauch sind { $got } MiB
engine-tree-short = Hash: zu wenig Speicher für { $asked } MiB, der Baum hat { $got } MiB
engine-threads-note = { $got } von { $asked } Threads suchen: Mehr ließen sich nicht starten
engine-tree-note = der Baum passte nicht in seinen Speicher: { $n } Knoten wurden verworfen (Option Hash)

## Netze in Dateien.

network-kind-evaluation = Netz
network-kind-policy = Policy-Netz
network-magic = Kein { $kind } von Tabia: Die Datei beginnt mit „{ $found }“, erwartet wurde „{ $expected }“
network-other-kind = { $found ->
    [TABIANN] Das ist ein Bewertungsnetz von Tabia (die Datei beginnt mit „TABIANN“), erwartet wurde ein Policy-Netz („TABIAPO“)
   *[TABIAPO] Das ist ein Policy-Netz von Tabia (die Datei beginnt mit „TABIAPO“), erwartet wurde ein Bewertungsnetz („TABIANN“)
}
network-cut = { $found } Byte, erwartet wurden mindestens { $expected }: Die Datei ist abgeschnitten
network-field = { $what }: { $found } gefunden, erwartet: { $expected }
network-length = { $found } Byte, erwartet wurden { $expected } für { $width } { $unit }
network-checksum = Prüfsumme { $found }, erwartet wurde { $expected }: Die Datei ist beschädigt
network-range = { $min } bis { $max }
network-range-steps = { $min } bis { $max } in Schritten von { $step }
network-one-of = eine der Zahlen { $values }
network-part-version = Version des Formats
network-part-architecture = Architektur
network-part-width = Neuronen je Seite
network-part-hidden = verborgene Neuronen
network-part-outputs = Ausgänge
network-part-rows = Gewichte der ersten Schicht
network-part-output-weights = Gewichte der Ausgänge
network-part-accumulator = Gewicht der ersten Schicht
network-part-output-weight = Gewicht eines Ausgangs
network-part-output-sum = Summe der Gewichte eines Ausgangs ohne Vorzeichen
network-part-output-bias = Bias eines Ausgangs
network-part-scale = Skala
network-part-accumulator-one = Eins in einem Akkumulator
network-part-output-one = Eins im Gewicht eines Ausgangs
network-part-trunk-numbers = Gewichte des Rumpfs
network-part-trunk-biases = Biaswerte des Akkumulators
network-part-target-weights = Gewichte der Zielfelder
network-part-origin-weights = Gewichte der Ausgangsfelder
network-part-value-weights = Gewichte des Value-Kopfs
network-part-trunk-number = Gewicht des Rumpfs
network-part-head-weight = Gewicht eines Kopfs
network-part-bias = Bias
network-part-target-biases = Biaswerte der Zielfelder
network-part-origin-biases = Biaswerte der Ausgangsfelder
network-part-flag-biases = Biaswerte der Merkmale
network-part-special-biases = besondere Biaswerte
network-part-value-biases = Biaswerte des Value-Kopfs
network-part-inputs = Eingänge
network-part-target-rows = Zeilen der Zielfelder
network-part-origin-rows = Zeilen der Ausgangsfelder
network-part-flags = Merkmale
network-part-value-rows = Zeilen des Value-Kopfs
network-part-trunk-one = Eins im Akkumulator
network-part-head-one = Eins in einem Gewicht


## Die Ausführungen von PUCT.

puct-config-flat = Flaches Monte Carlo
    .tip = Jeder Zug wird gleich oft geprüft, mit Zufallspartien
puct-config-uct = UCT, zufällige Playouts
    .tip = Was sich bewährt hat, wird öfter geprüft (UCB1), mit Zufallspartien
puct-config-uct-eval = UCT, Bewertung
    .tip = Das eingebaute Netz bewertet Stellungen anstelle von Zufallspartien
puct-config-uniform = PUCT, gleichmäßiger Prior
    .tip = Ein Prior lenkt die Suche (PUCT), für alle Züge derselbe
puct-config-knowledge = PUCT, Faustregeln
    .tip = Ein Prior aus Faustregeln: Schlagzüge, Drohungen, Schachgebote, gute Felder
puct-config-quiet = PUCT, Faustregeln, ruhige Blätter
    .tip = Dasselbe, aber Stellungen werden bewertet, nachdem die Schlagzüge ausgespielt sind
puct-config-network = PUCT, Policy-Netz
    .tip = Das Policy-Netz sagt, welche Züge gut aussehen und wer besser steht
puct-config-hybrid = PUCT, Policy-Netz, ruhige Blätter
    .tip =
        Das Policy-Netz sagt, welche Züge gut aussehen; seine Priors werden ausgeglichener gemacht und danach verschoben,
        was dieselben Züge und Antworten anderswo im Baum erreicht haben. Die Bewertung nach den Schlagzügen sagt, wer
        besser steht
puct-not-visited = noch nicht besucht

## Regeln und Techniken der Suche.

prune-mate-distance = Mattdistanz
prune-tt-cut-off = Hashtabellen-Cutoff
prune-reverse-futility = Reverse Futility
prune-null-move = Nullzug
prune-razoring = Razoring
prune-futility = Futility
prune-late-move = Late-Move-Pruning
prune-static-exchange = Statischer Abtausch
prune-stand-pat = Stand Pat
prune-delta = Delta-Pruning
prune-history = History-Pruning
prune-probcut = ProbCut
prune-multi-cut = Multi-Cut
prune-iterative-reduction = Interne iterative Reduktion
prune-late-move-reduction = Late-Move-Reduktion
prune-hindsight = Nachträgliche Anpassung
prune-singular-extension = Singuläre Verlängerung
prune-upcoming-repetition = Drohende Wiederholung
prune-endgame-tables = Endspieltabelle
prune-repetition = Stellungswiederholung
prune-fifty-moves = 50-Züge-Regel
prune-bare-draw = Ungenügendes Material
prune-deepest-ply = Größte Tiefe
technique-transposition-table = Hashtabelle
technique-history-heuristic = History-Heuristik
technique-killer-moves = Killerzüge
technique-correction-history = Korrektur-History
technique-move-ordering = Zugsortierung
technique-quiescence = Ruhesuche
technique-aspiration-windows = Aspirationsfenster
technique-principal-variation-search = Hauptvariantensuche
engines-failed-last-time = { $name } (zuletzt ausgefallen)
