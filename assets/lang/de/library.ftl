### Dateien, Partielisten, Eröffnungsübersicht und Endspieltabellen.

## Die Eröffnungsübersicht.

explorer-source = Quelle
explorer-masters = Meister
explorer-book = Buch
explorer-games = Partien
explorer-unfiltered = Gezählt werden alle Partien der Liste, auch die vom Filter verborgenen
explorer-nothing = Ab hier keine bekannten Züge
    .why = Die Partie hat die bekannten Züge verlassen
    .position = Diese Stellung kommt in keiner bekannten Partie vor
explorer-no-name = Noch kein Eröffnungsname
explorer-book-size = { $name } · { $n ->
    [one] { $n } Zug
   *[other] { $n } Züge
}
explorer-no-book = Kein Buch geöffnet
    .why = Polyglot-Bücher sind .bin-Dateien
explorer-no-games = Keine Partien geöffnet
    .why = Öffne eine PGN-Datei mit mehreren Partien
explorer-played = Gespielt
explorer-weight = Gewicht
explorer-results = Ergebnisse (%)
explorer-shares = Weiß, Remis, Schwarz (%)
explorer-points = Punkte von Weiß, Schwarz (%)
explorer-last = Zuletzt
explorer-click = Klicken, um diesen Zug zu spielen

## Die Endspieltabellen.

library-no-tables = Keine Endspieltabellen
    .why = Wähle einen Ordner mit Syzygy-Tabellen
library-tables-opening = Endspieltabellen werden geöffnet…
    .why = Das dauert einen Moment
library-tables-unusable = Die Endspieltabellen sind nicht verwendbar
library-tables-over = In dieser Stellung ist die Partie zu Ende
library-tables-men = { $n } Steine auf dem Brett
library-tables-castling = Endspieltabellen kennen keine Rochaderechte
library-tables-searching = Die Stellung wird nachgeschlagen…
library-tables-no-result = Kein Ergebnis
library-tables-dtz = DTZ: Halbzüge bis zum nächsten Schlagen oder Bauernzug, der das Ergebnis wahrt
library-tables-result = Ergebnis
library-tables-wins = { $side ->
    [white] Weiß gewinnt (DTZ { $dtz })
   *[black] Schwarz gewinnt (DTZ { $dtz })
}
library-tables-cursed = { $side ->
    [white] Weiß würde gewinnen, aber die 50-Züge-Regel rettet Schwarz
   *[black] Schwarz würde gewinnen, aber die 50-Züge-Regel rettet Weiß
}
library-tables-drawn = Remis
library-tables-blessed = { $side ->
    [white] Weiß würde verlieren, wird aber von der 50-Züge-Regel gerettet
   *[black] Schwarz würde verlieren, wird aber von der 50-Züge-Regel gerettet
}
library-tables-loses = { $side ->
    [white] Weiß verliert (DTZ { $dtz })
   *[black] Schwarz verliert (DTZ { $dtz })
}
library-tables-win = Gewinn
library-tables-cursed-win = Gewinn, aber 50 Züge
library-tables-blessed-loss = Verlust, aber 50 Züge
library-tables-loss = Verlust
library-tables-extent = { $n ->
    [one] { $n } Tabelle
   *[other] { $n } Tabellen
} mit bis zu { $men } Steinen
library-tables-problem = Endspieltabellen: { $error }
library-tables-refused = Keine Endspieltabellen: { $error }

## Die Partieliste.

library-no-list = Keine Partien geöffnet
    .why = Öffne eine PGN-Datei, ziehe eine hierher oder füge Partien ein
library-clear-filter = Filter leeren
library-close = Liste schließen
library-empty = Keine Partien
    .why = Die Datei enthält keine Partien mehr
library-no-match = Keine passenden Partien
    .why = Keine Partie passt zum Filter oder zur Stellung
library-show-all = Alle Partien zeigen
library-all-games = Alle Partien
library-with-position = Mit dieser Stellung
library-with-material = Mit diesem Material
library-with-pawns = Mit dieser Bauernstruktur
library-likeness = Stellung
    .tip = Nur Partien mit der Stellung auf dem Brett, ihrem Material oder ihrer Bauernstruktur. Die Liste bleibt bei dieser Stellung, bis du hier wieder wählst.
library-searching = Suche…
library-count = { $n } von { $all ->
    [one] { $all } Partie
   *[other] { $all } Partien
}
library-count-short = { $n } von { $all }
library-filter = Partien filtern
    .hint = Filter: Namen, eco:B90 oder elo>2600
library-filter-text = { $word } ist unverständlich, möglich ist { $field }: und ein Text
library-filter-field = { $word } ist unverständlich, möglich sind { $fields }
library-filter-number = { $word } ist unverständlich, möglich ist eine Zahl wie { $field }>{ $high } oder { $field }:{ $low }-{ $high }
library-filter-date = { $word } ist unverständlich, möglich ist ein Datum wie date:1972, date:2025-06 oder date:1990-1995.06
library-filter-reversed = { $word } umfasst nichts: Der erste Wert darf nicht größer sein als der zweite
library-filter-result = { $word } ist unverständlich, möglich sind result:1-0, 0-1, 1/2 und *
library-help = Findet Partien mit allen diesen Wörtern in Namen, Turnier und Ort, oder in der Eröffnung, wenn kein Name sie enthält.
library-help-field = ein Feld; Anführungszeichen um Leerzeichen: white:"van wely"
library-help-eco = Codes, die so beginnen, oder ein Bereich
library-help-elo = beide Spieler, oder nur Weiß; belo für Schwarz
library-help-date = Jahre, Monate oder Tage
library-help-result = Ergebnis und Länge
library-help-minus = ein Minus schließt Partien aus
library-help-fields = Felder: { $fields }
library-merge = In die Partie einfügen
library-copy = Als PGN kopieren
library-delete = Aus der Datei löschen
library-number = Nr.
    .tip = Platz in der Datei
library-white-name = Name von Weiß
library-black-name = Name von Schwarz
library-elo = Elo
    .tip-white = Elo von Weiß
    .tip-black = Elo von Schwarz
library-result = Ergebnis
    .tip = Ergebnis der Partie
library-date = Datum
    .tip = Datum der Partie
library-event = Turnier
    .tip = Turnier, oder der Ort, wenn das Turnier unbekannt ist
library-eco = ECO
    .tip = Code der Eröffnung
library-opening = Eröffnung
    .tip = Name der Eröffnung
library-moves = Züge
    .tip = Züge der Hauptvariante
library-sort = Sortieren: { $column }
library-sort-tip = { $column }; Klicken sortiert
library-from-position = Ab einer Stellung
library-on-board = Auf dem Brett
library-partly-read = Nicht vollständig lesbar
library-no-own-games = Noch ist keine deiner Partien aufgenommen: Spiele eine zu Ende
library-no-further-game = In der Liste gibt es keine weitere Partie
library-list-cut = { $source } hat mehr Partien, als in den Speicher passen; die ersten { $n } stehen in der Liste
library-listed = { $n ->
    [one] { $n } Partie
   *[other] { $n } Partien
} in { $source }
library-encoded = { $text }. Kodierung: { $encoding }

## Partien öffnen, einfügen, kopieren und zusammenführen.

library-clipboard = Zwischenablage
library-undo-paste = Einfügen
library-undo-open = { $source } öffnen
library-undo-open-game = Partie { $number } aus { $name } öffnen
library-position-pasted = Stellung eingefügt
library-position-opened = Stellung aus { $source } geöffnet
library-game-pasted = Partie eingefügt: { $moves ->
    [one] { $moves } Zug
   *[other] { $moves } Züge
}{ $variations ->
    [0] {""}
    [one] {", "}{ $variations } Variante
   *[other] {", "}{ $variations } Varianten
}
library-read-meanwhile = { $source } ist gelesen
library-game-opened = Geöffnet: { $source }, { $moves ->
    [one] { $moves } Zug
   *[other] { $moves } Züge
}{ $variations ->
    [0] {""}
    [one] {", "}{ $variations } Variante
   *[other] {", "}{ $variations } Varianten
}
library-nothing-in-clipboard = Keine Stellung oder Partie in der Zwischenablage
library-nothing-in-file = Keine Stellung oder Partie in { $source }
library-problems = { $n ->
    [one] Mit einem Problem geöffnet: { $first }
   *[other] Mit { $n } Problemen geöffnet, das erste: { $first }
}
library-paste-empty = Der Text ist leer
library-paste-found = Gefunden: „{ $text }“
library-paste-fen = Ungültige FEN: { $error }
library-paste-address = Das ist die Adresse einer Webseite, und Tabia benutzt das Netz nicht. Kopiere dort die Partie als PGN oder die Stellung als FEN und füge das ein
library-paste-no-game = Keine Partie: { $error }
library-paste-no-moves = Keine Partie: keine Tags und keine möglichen Züge
library-paste-uci = Ungültige UCI-Stellung: { $error }
library-paste-uci-head = statt „{ $found }“ muss startpos oder fen stehen
library-read-failed = Die Partie ließ sich nicht lesen: { $error }
library-text-changed = Der Text hat sich geändert
library-game-copied = Partie kopiert
library-nothing-merged = Diese Partie enthält schon alle Züge jener Partie
library-merged = { $n ->
    [one] { $n } Zug
   *[other] { $n } Züge
} als Varianten eingefügt
library-merge-refused = Jene Partie beginnt mit einer Stellung, die in dieser nicht vorkommt: { $found }

## Partien speichern, aufnehmen und exportieren.

library-unchanged = Seit dem Speichern in { $path } hat sich nichts geändert
library-still-saving = Eine Partie wird noch gespeichert; versuche es gleich noch einmal
library-save-failed = Speichern nicht möglich: { $error }
library-not-saved-left = Die Partie, die nicht mehr auf dem Brett ist, wurde nicht in { $path } gespeichert: Hol sie zurück (Rückgängig) und speichere sie noch einmal
library-saved = Als Partie { $number } in { $name } gespeichert
library-already-kept = „Meine Partien“ enthält diese Partie schon genau so
library-keep-failed = Aufnahme in „Meine Partien“ nicht möglich, neuer Versuch mit der nächsten Partie: { $error }
library-kept = Als Partie { $number } in „Meine Partien“ aufgenommen
library-first-kept = Deine Partien werden in „Meine Partien“ aufgenommen; in den Einstellungen lässt sich das abschalten
library-exported = Gespeichert als { $path }
library-export-failed = Export nicht möglich: { $error }
library-game-is-back = Deine Partie ist wiederhergestellt; sie ist angehalten

## Partien löschen und Dubletten zusammenführen.

library-not-in-file = Diese Partien stehen in keiner Datei, daher gibt es nichts zu löschen
library-still-writing = Eine Datei wird noch geschrieben; versuche es gleich noch einmal
library-no-duplicates = { $name } enthält keine Dubletten
library-not-changed = Die Datei wurde nicht geändert: { $error }
library-restored = { $n ->
    [one] { $n } Partie
   *[other] { $n } Partien
} in { $name } wiederhergestellt
library-restored-at-end = { $name } hat sich inzwischen geändert; { $n ->
    [one] { $n } Partie wurde
   *[other] { $n } Partien wurden
} am Ende wiederhergestellt
library-deleted = Partie { $number } aus { $name } gelöscht
library-merged-duplicates = { $n ->
    [one] { $n } Dublette
   *[other] { $n } Dubletten
} in { $name } zusammengeführt
library-duplicates-rule =
    Zwei Partien sind Dubletten, wenn sie mit derselben Stellung beginnen, dieselben Züge haben und sich in Namen, Datum
    und Ergebnis nicht widersprechen. Die erste bleibt und übernimmt Kommentare, Varianten und Tags der anderen.

## Was die Dialoge des Systems sagen, und was gelesen oder geschrieben wird.

library-dialog-open = Partie oder Stellung öffnen
library-dialog-book = Polyglot-Buch öffnen
library-dialog-positions = Datei mit Stellungen öffnen
library-dialog-tree = Baum speichern
library-dialog-tables = Ordner mit Syzygy-Tabellen wählen
library-list-file = Partien
library-dialog-export = Exportieren
library-dialog-append = Partie an eine Datei anhängen
library-dialog-save = Partie speichern
library-dialog-engine = UCI-Engine wählen
library-dialog-log = Protokoll speichern
library-files-games = Partien und Stellungen
library-files-all = Alle Dateien
library-files-books = Polyglot-Bücher
library-files-positions = Stellungen (EPD, FEN)
library-reading = { $name } wird gelesen
library-writing = { $name } wird geschrieben

## Ergebnisse von Wettkämpfen.

library-elo-no-game = noch keine Partien
library-elo-all = alle Punkte: keine Obergrenze für den Elo-Unterschied
library-elo-none = keine Punkte: keine Untergrenze für den Elo-Unterschied
library-elo-few = { $elo } Elo, zu wenige Partien für einen Fehlerbalken

## Der eigene Dialog für Dateien und Ordner.

choose-path = Pfad
    .hint = Tab ergänzt, Auf und Ab wählen aus
choose-up = Eine Ebene höher
choose-home = Persönlicher Ordner
choose-recent = Zuletzt verwendet
choose-folder = Ordner auswählen
choose-all = Alle Dateien
choose-reading = Wird gelesen…
choose-nothing = Hier gibt es nichts auszuwählen
choose-no-name = Gib einen Namen ein oder wähle einen aus
choose-not-there = „{ $name }“ gibt es hier nicht
choose-replaces = „{ $name }“ wird ersetzt
choose-replaces-again = „{ $name }“ gibt es schon: Wähle noch einmal „Speichern“, um es zu ersetzen

## Links

link-unreadable = Dieser Link lässt sich nicht öffnen
link-part = { $part }: { $why }
link-twice = „{ $part }“ steht zweimal da, erwartet wird es einmal
link-too-long = Der Link hat { $found } Byte, erwartet werden höchstens { $limit }
link-one-line = eine Zeile ohne Steuerzeichen
link-null-in-check = Nullzug im Schach gefunden, erwartet: ein legaler Zug
link-number = eine ganze Zahl
link-no-settings = keine Einstellungen: Diese Ansicht hat keine
link-opened = Link geöffnet
link-copied = Link kopiert
link-command-copied = Terminalbefehl kopiert

## Eine Partie als Seite.

export-page-start = Die Ausgangsstellung
export-page-after = Nach { $played }
export-page-round = Runde { $round }
export-page-left-out = { $n ->
    [one] Ein weiteres Diagramm ist weggelassen.
   *[other] { $n } weitere Diagramme sind weggelassen.
}
