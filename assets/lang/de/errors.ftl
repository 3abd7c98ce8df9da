### Was an Stellungen, Zügen, Partien, Büchern, Tabellen und Dateien nicht stimmt.

## Stellungen: was auf „Ungültige FEN:“ folgt.

error-fen-missing = { $field ->
    [board] Das Brett fehlt, nötig sind acht Reihen mit Figuren
    [side] Die Seite am Zug fehlt, nötig ist w oder b
    [castling] Die Rochaderechte fehlen, nötig sind -, Buchstaben aus KQkq oder Turmlinien
    [enpassant] Das En-passant-Feld fehlt, nötig ist ein Feld oder -
    [halfmove] Der Halbzugzähler fehlt, nötig ist eine Zahl
   *[other] Die Zugnummer fehlt, nötig ist eine Zahl
}
error-fen-ranks = Das Brett hat { $n ->
    [one] { $n } Reihe
   *[other] { $n } Reihen
}, nötig sind 8, getrennt durch „/“
error-fen-rank-length = Reihe { $rank } hat { $n ->
    [one] { $n } Feld
   *[other] { $n } Felder
}, nötig sind 8
error-fen-letter = Reihe { $rank } enthält „{ $found }“, möglich sind Figuren (PNBRQK, pnbrqk) und Ziffern (1–8)
error-fen-no-king = { $side ->
    [white] Weiß hat keinen König, nötig ist einer
   *[black] Schwarz hat keinen König, nötig ist einer
}
error-fen-kings = { $side ->
    [white] Weiß hat { $n } Könige, nötig ist einer
   *[black] Schwarz hat { $n } Könige, nötig ist einer
}
error-fen-pieces = { $side ->
    [white] Weiß hat { $n } Figuren, möglich sind höchstens 16
   *[black] Schwarz hat { $n } Figuren, möglich sind höchstens 16
}
error-fen-pawns = { $side ->
    [white] Weiß hat { $n } Bauern, möglich sind höchstens 8
   *[black] Schwarz hat { $n } Bauern, möglich sind höchstens 8
}
error-fen-promoted = { $side ->
    [white] Weiß
   *[black] Schwarz
} hat { $pawns ->
    [one] { $pawns } Bauern
   *[other] { $pawns } Bauern
} und mindestens { $promoted } umgewandelte, möglich sind zusammen höchstens 8
error-fen-last-rank = Auf { $square } steht ein Bauer; auf den Reihen 1 und 8 kann keiner stehen
error-fen-kings-touch = Die Könige auf { $white } und { $black } stehen nebeneinander
error-fen-in-check = { $side ->
    [white] Weiß ist am Zug, aber Schwarz steht im Schach
   *[black] Schwarz ist am Zug, aber Weiß steht im Schach
}
error-fen-checkers = { $n } Figuren geben zugleich Schach, möglich sind höchstens 2
error-fen-side = Die Seite am Zug ist „{ $found }“, nötig ist w oder b
error-fen-castling-letter = Die Rochaderechte enthalten „{ $found }“, möglich sind -, Buchstaben aus KQkq oder
    Turmlinien A–H, a–h
error-fen-castling-twice = Das Rochaderecht { $letter } steht zweimal da
error-fen-castling-same-side = Die Rochaderechte { $first } und { $second } liegen beide auf der { $wing }-Seite des Königs auf { $king }, möglich ist nur eines
error-fen-castling-king = Zum Rochaderecht { $letter } muss der König auf seiner Grundreihe stehen, er steht auf { $king }
error-fen-castling-rook = Zum Rochaderecht { $letter } fehlt ein Turm auf der Reihe des Königs
error-fen-en-passant-text = Das En-passant-Feld ist „{ $found }“, nötig ist - oder ein Feld wie e3
error-fen-en-passant-rank = Das En-passant-Feld { $square } liegt nicht auf Reihe { $rank }
error-fen-en-passant-pawn = Zum En-passant-Feld { $square } gehört ein { $side ->
    [white] weißer
   *[black] schwarzer
} Bauer auf { $on }
error-fen-en-passant-blocked = Zum En-passant-Feld { $square } muss { $on } leer sein
error-fen-en-passant-check = Das En-passant-Feld { $square } passt nicht: Der Doppelschritt kann dieses Schach weder
    gegeben noch geöffnet haben
error-fen-number = { $field ->
    [halfmove] Der Halbzugzähler
   *[other] Die Zugnummer
} ist „{ $found }“, nötig ist eine Zahl von { $least } bis { $most }
error-fen-trailing = Nach der Zugnummer steht „{ $found }“, dort darf nichts mehr folgen

## Züge.

error-san-syntax = „{ $found }“ ist kein Zug wie e4, Nf3, exd5, e8=Q oder O-O
error-san-no-move = „{ $found }“ ist nicht möglich: { $side ->
    [white] Weiß
   *[black] Schwarz
} hat { $piece ->
    [pawn] keinen Bauern, der
    [knight] keinen Springer, der
    [bishop] keinen Läufer, der
    [rook] keinen Turm, der
    [queen] keine Dame, die
   *[king] keinen König, der
} nach { $to } ziehen kann
error-san-no-move-from = „{ $found }“ ist nicht möglich: { $side ->
    [white] Weiß
   *[black] Schwarz
} hat { $piece ->
    [pawn] dort keinen Bauern, der
    [knight] dort keinen Springer, der
    [bishop] dort keinen Läufer, der
    [rook] dort keinen Turm, der
    [queen] dort keine Dame, die
   *[king] dort keinen König, der
} nach { $to } ziehen kann
error-san-ambiguous = „{ $found }“ ist mehrdeutig: { $candidates }
error-san-promotion = „{ $found }“ nennt die neue Figur nicht, anders als { $found }=Q
error-san-castling-right = „{ $found }“ ist nicht möglich: { $side ->
    [white] Weiß
   *[black] Schwarz
} hat dieses Rochaderecht verloren
error-san-castling-check = „{ $found }“ ist nicht möglich: Der { $side ->
    [white] weiße
   *[black] schwarze
} König steht im Schach
error-san-castling-blocked = „{ $found }“ ist nicht möglich: Der Weg des { $side ->
    [white] weißen
   *[black] schwarzen
} Königs ist verstellt oder angegriffen
error-uci-syntax = „{ $found }“ ist kein Zug wie e2e4 oder e7e8q
error-uci-illegal = „{ $found }“ ist nicht möglich in { $fen }
error-uci-promotion = „{ $found }“ nennt die neue Figur nicht, anders als { $found }q

## Partien in PGN: Stelle und Fehler; was dasteht und was dort hingehört.

error-pgn-place = Zeile { $line }, Spalte { $column }: { $fault }
error-pgn-more = { $n ->
    [one] { $n } weiteres Problem
   *[other] { $n } weitere Probleme
} ab hier
error-pgn-move = { $error }; ab dort bleibt die Zugfolge als Text stehen
error-pgn-repaired = { $error }; gelesen als { $read }
error-pgn-null-move = Nullzug „{ $found }“, obwohl der König im Schach steht; ab dort bleibt die Zugfolge als Text stehen
error-pgn-start = Ausgangsstellung: { $error }
error-pgn-variant = Die Schachvariante „{ $found }“ wird nicht unterstützt, nur klassisches Schach und Chess960
error-pgn-text = „{ $found }“ gefunden, erwartet: { $expected }
error-pgn-quotes = ein Wert in Anführungszeichen
error-pgn-after-quote = nichts zwischen dem schließenden Anführungszeichen und der Klammer
error-pgn-closing-quote = ein schließendes Anführungszeichen
error-pgn-one-line = ein Wert in einer Zeile
error-pgn-closing-brace = eine schließende {"}"}
error-pgn-tag-line = Tags am Anfang einer Zeile
error-pgn-closing-bracket = eine schließende ]
error-pgn-after-tag = nichts nach einem Tag
error-pgn-moves = Züge; die Wörter davor werden zum Kommentar
error-pgn-tag = ein Tag wie [White "Morphy"]
error-pgn-move-before = ein Zug davor
error-pgn-open-bracket = eine ( davor
error-pgn-move-with = ein Zug dazu
error-pgn-braces = keine geschweiften Klammern im Kommentar; sie werden zu runden
error-pgn-nag = eine Zahl von 0 bis 255
error-pgn-signs = eines von ! ? !! ?? !? ?!
error-pgn-standard = ein Zug, der im klassischen Schach derselbe ist
error-pgn-game-end = das Ende der Partie
error-pgn-brackets = eine ) für jede (
error-pgn-result = das Ergebnis aus den Tags; es wird zum Kommentar
error-pgn-result-tag = ein Ergebnis in den Tags; es wird zum Kommentar
error-pgn-long-game = eine Partie von mehr als { $n } Byte
error-pgn-shorter-game = eine kürzere; sie wird in Stücken gelesen
error-pgn-big-game = eine Partie von mehr als { $n } Zügen
error-pgn-smaller-game = weniger, Varianten mitgezählt; der Rest bleibt als Text erhalten
error-pgn-no-game = { $n } MiB ohne eine Partie
error-pgn-no-end = { $n } MiB ohne das Ende einer Partie

## Dateien.

error-file-kind = { $found } gefunden, { $expected } erwartet
error-file-file = eine Datei
error-file-file-or-pipe = eine Datei oder eine Pipe
error-file-pipe = eine Pipe
error-file-folder = einen Ordner
error-file-socket = einen Socket
error-file-device = ein Gerät
error-file-other = etwas anderes als eine Datei
error-file-too-large = größer als { $most } Byte
error-file-line = eine Zeile von mehr als { $most } Byte gefunden
error-gif-length = { $found } Stellungen gefunden, für eine Animation höchstens { $most } erwartet
error-file-silent = eine Pipe, in die nichts geschrieben wird
error-file-not-regular = keine gewöhnliche Datei und daher nicht zu ersetzen
error-file-read-only = die Datei ist schreibgeschützt
error-file-no-folder = ihr Ordner ist nicht da
error-file-folder-closed = in ihren Ordner kann nicht geschrieben werden
error-file-packed = Diese Datei ist gepackt ({ $kind }). Entpacke sie zuerst
error-file-binary = Das ist keine Textdatei. Partien werden aus PGN gelesen, Stellungen aus FEN und EPD
error-file-list-into-itself = die Partien stammen aus dieser Datei; wähle eine andere
error-file-changed = { $name } hat sich seit dem Lesen geändert
error-file-latin = { $name } ist in Latin-1, das „{ $found }“ nicht kennt; nichts wurde geschrieben
error-file-utf16-large = { $n } Byte UTF-16, unterstützt werden höchstens { $most }
error-file-utf16-half = endet mitten in einem UTF-16-Zeichen
error-file-being-changed = { $n } statt { $expected } Byte: Die Datei wird gerade geändert
error-file-other-writer = ein anderes Programm schreibt gerade in die Datei
error-file-undo-too-large = um dies rückgängig zu machen, wären mehr als { $n } MiB nötig
error-file-pieces = die Datei hat nicht den erwarteten Inhalt

## Eröffnungsbücher.

error-book-empty = Kein Polyglot-Buch: { $n ->
    [one] { $n } Byte ist
   *[other] { $n } Byte sind
} weniger als ein Eintrag von 16 Byte
error-book-moves = Kein Polyglot-Buch: Die meisten Einträge enthalten keinen Zug
error-book-text = Kein Polyglot-Buch: Text statt binärer Einträge
error-book-extra = { $n ->
    [one] { $n } Byte nach dem letzten vollständigen Eintrag wurde
   *[other] { $n } Byte nach dem letzten vollständigen Eintrag wurden
} übergangen
error-book-unsorted = Eintrag { $entry } stand am falschen Platz; die Einträge wurden sortiert

## Endspieltabellen.

error-table-name = der Name { $name } ist keiner wie KRPvKR
error-table-length = { $n } Byte, erwartet wird ein Vielfaches von 64 plus 16
error-table-damaged = beschädigte Syzygy-Tabelle: { $what }
error-table-unreadable = nicht lesbar: { $error }
error-table-changed = die Datei hat sich seit dem Öffnen geändert
error-table-checksum = die Prüfsumme stimmt nicht
error-table-refused = { $table }; diese Tabelle wird nicht verwendet, bitte die Datei ersetzen oder entfernen
error-table-refused-more = { $table }; diese Tabelle und { $n } weitere werden nicht verwendet, bitte die Dateien
    ersetzen oder entfernen
error-table-none = { $paths }: keine Syzygy-Tabellen wie KRvK.rtbw und KRvK.rtbz
error-table-too-many-men = { $n } Steine auf dem Brett, die Tabellen kennen höchstens { $most }
error-table-castling = Endspieltabellen kennen keine Stellungen mit Rochaderechten
error-table-missing = keine Tabelle für { $material }; nötig sind { $material }.rtbw und { $material }.rtbz
error-table-closed = es sind keine Endspieltabellen geöffnet
error-table-no-number = eine Stellung ohne Nummer
error-table-men = zu viele Steine
error-table-other-men = andere Steine
error-table-name-men = andere Steine, als der Name sagt
error-table-order = Steine in unmöglicher Reihenfolge
error-table-groups = Gruppen in unmöglicher Reihenfolge
error-table-positions = zu viele Stellungen
error-table-kings = benachbarte Könige
error-table-index = ein ungültiger Index
error-table-code = ein ungültiger Code
error-table-block-end = ein Block, der zu früh endet
error-table-behind-end = eine Stelle hinter ihrem Ende
error-table-page = eine Seite fehlt
error-table-kind = eine Datei anderer Art
error-table-flags = Kennzeichen, die nicht zum Namen passen
error-table-part = ein Teil fehlt
error-table-result = ein Ergebnis, das es nicht gibt
error-table-distance = eine Distanz, die nicht verzeichnet ist
error-table-block-size = Blöcke von unmöglicher Größe
error-table-code-length = Codes von unmöglicher Länge
error-table-symbol-cycle = Symbole, die sich selbst enthalten
error-table-symbols = Symbole, die es nicht gibt
error-table-blocks-end = Blöcke, die nicht mit der Datei enden
error-table-head = ein unvollständiger Kopf
error-table-sides = zwei Seiten, die aufeinander verweisen
error-table-no-move = ein Ergebnis, zu dem kein Zug führt

## Die gespeicherte Sitzung und die Einstellungen.

error-saved-empty = keine Ausgangsstellung
error-saved-parent = Zeile { $row } setzt Zeile { $parent } fort, die nicht vor ihr steht
error-saved-move = Zeile { $row }: { $error }
error-saved-null-move = Zeile { $row }: ein Nullzug im Schach
error-saved-json = keine Sitzung: { $error }
error-saved-cut-off = die Datei bricht in Zeile { $line } ab
error-saved-syntax = Zeile { $line }, Spalte { $column } ist kein JSON
error-saved-version = keine Version
error-saved-game = keine Partie
error-saved-tree = Partie: { $error }
error-saved-node = { $field } ist Knoten { $found }, den die Partie nicht hat
error-saved-no-object = kein JSON-Objekt
error-saved-lost = Die letzte Sitzung ließ sich nicht wiederherstellen: { $error }
error-saved-unreadable = { $name } ließ sich nicht lesen ({ $error })
error-saved-unreadable-kept = { $name } ließ sich nicht lesen ({ $error }) und wurde als { $path } aufgehoben
error-saved-unreadable-stays = { $name } ließ sich nicht lesen ({ $error }) und ließ sich nicht umbenennen: { $why }
error-saved-not-aside = { $path } ließ sich nicht kopieren: { $error }
error-saved-settings = Einstellungen, die nicht verstanden wurden und so bleiben, wie sie sind: { $names }
error-saved-newer-kept = { $name } stammt von einer neueren Version von Tabia und wurde als { $path } aufgehoben
error-saved-newer-left-kept = { $name } stammt von einer neueren Version von Tabia; ausgelassen: { $names }. Die Datei
    wurde als { $path } aufgehoben
error-saved-bad-left-kept = { $name } ist beschädigt; ausgelassen: { $names }. Die Datei wurde als { $path } aufgehoben
error-saved-names-more = { $names } und { $n } weitere
error-saved-taken =
    Ein anderes Fenster von Tabia ist offen und speichert Sitzung und Einstellungen; dieses tut es, sobald jenes
    geschlossen ist
error-saved-taken-by =
    Ein anderes Fenster von Tabia ist offen (Prozess { $process }) und speichert Sitzung und Einstellungen; dieses tut
    es, sobald jenes geschlossen ist
error-saved-lab = Das Labor: { $error }

## Lesen und Schreiben.

error-read = { $path } ließ sich nicht lesen: { $error }
error-open = { $path } ließ sich nicht öffnen: { $error }
error-write = { $error }: { $path }
error-thread = Eine Aufgabe im Hintergrund ließ sich nicht starten: { $error }
error-background = Eine Aufgabe im Hintergrund ist gescheitert: { $error }
error-tables-interrupted =
    das Programm endete beim letzten Mal, während es sie öffnete, und ist daher ohne sie gestartet; beim nächsten
    Start versucht es das erneut, ebenso nach Entfernen und Hinzufügen des Ordners
