### Spielen: das Brett, seine Dialoge, das Fenster darum.

## Der Dialog für eine neue Partie.

new-game-title = Neue Partie
new-game-players = Spieler
new-game-white-engine = Engine von Weiß
new-game-black-engine = Engine von Schwarz
new-game-opponent = Gegner
new-game-engine-moves = Züge der Engine
new-game-own-full = Volle Stärke; mit einer Grenze für die Knoten pro Zug wird sie schwächer
new-game-full-only = Nur volle Stärke: Diese Engine hat keine Einstellung für die Spielstärke
new-game-unasked = Volle Stärke; weitere Einstellungen sind bekannt, sobald die Optionen der Engine gelesen sind
new-game-strength = Stärke der Engine
new-game-full-strength = Volle Stärke
    .after = volle Stärke
new-game-as-set-up = Wie eingestellt
    .after = wie eingestellt
new-game-not-started = Zuletzt ausgefallen
    .after = zuletzt ausgefallen
new-game-elo = Elo
new-game-skill = Spielstufe
new-game-strength-of = { $who }: Stärke
new-game-elo-of = { $who }: Elo
new-game-skill-of = { $who }: Spielstufe
new-game-limited-note = Schwächer mit dieser Begrenzung: Die Partie wird nicht gewertet
new-game-elo-note = Elo, wie die Engine sie versteht
new-game-skill-note = Je höher, desto stärker
new-game-full-note = Die Engine spielt mit den Optionen ihres Eintrags in der Liste
new-game-time = Bedenkzeit
new-game-start = Beginnen mit
new-game-other-engines = Meister ihres Stils und andere Gegner
new-game-add-engine = Neue Engine
    .how = Gegen jede Engine spielen, die du hast
new-game-even = Ebenbürtig
new-game-plays-even = Passt sich deinen Ergebnissen an: Ziel ist Gleichstand
new-game-card-back = Mehr über { $name }
new-game-card-front = Zurück zur Karte von { $name }
new-game-back-white = Weiß: { $openings }
    .short = W: { $openings }
new-game-back-black = Schwarz: { $openings }
    .short = S: { $openings }
new-game-back-book = Eröffnet nach Buch, falls an
new-game-back-play = { $exchanges } Abtausche je Partie, { $attacks } % Angriffe
new-game-back-castles = Rochade kurz { $short } %, lang { $long } %
new-game-back-games = { $moves } Züge je Partie ({ $games } Partien)
    .hint =
        Selbst begonnene Abtausche je Partie; Züge zum König oder mit Schach in Prozent; Partien mit Rochade in
        Prozent; Züge je Partie. Gezählt in { $games } Partien gegen die anderen
new-game-elo-number = Elo { $elo }
new-game-skill-number = Stufe { $skill }
new-game-for-learning = Einfache Engine
    .after = einfache Engine
new-game-plays-0 = Hat gerade gelernt, wie der Springer zieht
new-game-plays-1 = Spielt langsam, verliert langsam, gibt nie auf
new-game-plays-2 = Bringt die Dame früh ins Spiel und hofft
new-game-plays-3 = Kennt ihre Italienische Partie, dann improvisiert sie
new-game-plays-4 = Greift erst an und rechnet danach
new-game-plays-5 = Solide; tauscht im Zweifel Figuren
new-game-plays-6 = Spielt in jeder Partie das Londoner System
new-game-plays-7 = Scharfe Sizilianer, immer in Zeitnot
new-game-plays-8 = Tauscht Figuren und führt den König ins Zentrum
new-game-plays-9 = Nimmt, was ungedeckt herumsteht
new-game-plays-10 = Opfert Material, wenn ein König einsam steht
new-game-plays-11 = Gut vorbereitet und selten im Irrtum
new-game-plays-full = Alpha-Beta-Suche mit voller Kraft
new-game-plays-gambler = Volle Kraft, spielt weiter, wo andere Remis nehmen
new-game-plays-and-errs = { $plays }. { $errs }; Elo nach Stockfish
errs-like = Irrt wie Menschen mit etwa { $rating } im Blitz auf lichess
    .more = Irrt mehr als Menschen mit 400 im Blitz auf lichess
    .less = Irrt weniger als Menschen mit 2900 im Blitz auf lichess
new-game-plays-elo = Auf die gewählte Elo-Zahl gedrosselt
new-game-plays-puct = Folgt aussichtsreichen Zügen und mittelt die Ergebnisse
new-game-plays-plain = Rechnet voraus und zählt die Figuren, sonst nichts
new-game-plays-yours = Eine deiner eigenen Engines
    .held = Eine deiner Engines; Stärke unter „Mehr“
new-game-humans = Zwei Spieler
new-game-plays-humans = Ein Brett, beide Seiten von Hand gezogen
new-game-cards-humans = Zwei Spieler an einem Brett; eine Karte wählen, um gegen eine Engine zu spielen
new-game-cards-engines = Engine gegen Engine: Die Karten wählen Weiß; Schwarz ist { $black }
new-game-last-time = Zuletzt: { $time }
new-game-bullet = Bullet
new-game-blitz = Blitz
new-game-rapid = Rapid
new-game-other-times = Andere Zeiten
new-game-you-play = Du spielst
new-game-names = Namen
new-game-name-of = Name von { $who }
new-game-either = Zufällig
new-game-more = Mehr: Stellung, Uhren, Engines
new-game-back = Zurück zu den Gegnern
new-game-no-clock = ohne Uhr
new-game-summary = { $opponent }, { $time }, { $colour ->
    [white] du spielst Weiß
    [black] du spielst Schwarz
   *[either] Farbe zufällig
}
new-game-summary-humans = Zwei Spieler, { $time }
new-game-summary-engines = { $white } gegen { $black }, { $time }
new-game-summary-current = ab der Stellung auf dem Brett
new-game-summary-fen = ab einer FEN
new-game-summary-play-on = nach der Zeit weiterspielen
new-game-standard = Grundstellung
new-game-current = Stellung auf dem Brett
new-game-random-chess960 = Zufällige Chess960-Stellung
new-game-chess960 = Chess960-Stellung
new-game-chess960-number = Nummer der Chess960-Stellung
sides-human-white = Ich spiele Weiß
sides-human-black = Ich spiele Schwarz
sides-random = Zufällige Farbe
sides-humans = Zwei Spieler, ein Brett
sides-engines = Engine gegen Engine
strength-level = Tabia, { $level }
strength-gambler = Gambler
strength-elo = { $name }, { $elo } Elo
strength-skill = { $name }, Stufe { $skill }
strength-full = Tabia, volle Stärke

## Uhren und Bedenkzeiten.

clock-none = Ohne Uhr
    .tip = Die Partie wird ohne Uhren gespielt
clock-kind = Art der Uhr
clock-increment = Inkrement
    .means = Nach jedem Zug kommen die Sekunden hinzu, verbraucht oder nicht
clock-delay = Verzögerung (einfach, US)
    .means = Bei jedem Zug wartet die Uhr so viele Sekunden, bevor sie läuft
clock-bronstein = Verzögerung (Bronstein)
    .means = Nach jedem Zug wird die verbrauchte Zeit gutgeschrieben, höchstens so viele Sekunden
clock-hourglass = Sanduhr
    .means = Die Zeit, die eine Seite verbraucht, bekommt die andere
clock-untold-delay = UCI kennt keine Verzögerung: Eigenen Engines wird sie als Inkrement mitgeteilt
clock-untold-hourglass = UCI kennt keine Sanduhr: Eigenen Engines wird nur die verbleibende Zeit mitgeteilt
clock-play-on = Nach dem Fallen des Blättchens weiterspielen
    .tip = Ein gefallenes Blättchen wird gemeldet, beendet die Partie aber nicht
clock-minutes = Minuten
    .field = { $who }: Minuten für die Partie oder die ersten Züge
clock-increment-column = + s pro Zug
clock-delay-column = Verzög., s
clock-hourglass-column = kein Inkr.
clock-seconds-field = { $who }: Sekunden für jeden Zug
clock-moves = Züge
    .field = { $who }: Züge in dieser Zeit
clock-then = danach Minuten
    .field = { $who }: Minuten für den Rest der Partie
clock-all-moves = alle
clock-same-again = wie zuvor
clock-black-differs = Schwarz eine andere Bedenkzeit geben
limit-clock = Nach der Uhr
limit-default = Zeit pro Zug ohne Uhr
limit-seconds = Sekunden pro Zug
limit-nodes = Knoten pro Zug
limit-unit-seconds = s
limit-plies = { $n ->
    [one] Halbzug
   *[other] Halbzüge
}
limit-kind-of = { $who }: Grenze pro Zug
limit-value-of = { $who }: Wert der Grenze
limit-depth-words = Tiefe { $depth }
limit-time-words = { $seconds } s pro Zug
time-moves = { $moves ->
    [one] { $moves } Zug
   *[other] { $moves } Züge
} in { $time }
time-moves-then = { $moves ->
    [one] { $moves } Zug
   *[other] { $moves } Züge
} in { $time }, dann { $rest }
time-hourglass = { $base }, Sanduhr
time-increment = { $base } + { $seconds } s
time-increment-throughout = { $base }, + { $seconds } s
time-delay = { $base }, { $seconds } s Verzögerung
time-bronstein = { $base }, { $seconds } s Verzögerung (Bronstein)

## Partiedaten.

details-title = Partiedaten
details-tag-White = Weiß
details-tag-Black = Schwarz
details-tag-Event = Turnier
details-tag-Site = Ort
details-tag-Date = Datum
details-tag-Round = Runde
details-tag-WhiteElo = Elo Weiß
details-tag-BlackElo = Elo Schwarz
details-tag-ECO = ECO
details-tag-Annotator = Kommentator
details-date-hint = JJJJ.MM.TT, ?? für Unbekanntes
details-players-fixed = Die Spieler dieser Partie wurden zu Beginn gewählt
details-too-long = Zu lang, um hier bearbeitet zu werden: { $text }
details-result = Ergebnis
details-tag-fixed = Diese Angabe macht die Partie selbst
details-result-fixed = Das Ergebnis einer hier gespielten Partie steht durch die Partie fest
details-remove-tag = { $name } entfernen
details-more-tags = { $n ->
    [one] und { $n } weitere Angabe, die unverändert bleibt
   *[other] und { $n } weitere Angaben, die unverändert bleiben
}
details-new-tag = Neue Angabe
    .name = Name der neuen Angabe
details-new-value = Wert
    .name = Wert der neuen Angabe
details-add-tag = Angabe hinzufügen
    .rule = Ein Name besteht aus Buchstaben (ohne Umlaute), Ziffern und Unterstrichen

## Export einer Partie.

export-title = Exportieren
export-as = Exportieren als
export-png = Brett, PNG
    .forecast = Die gezeigte Stellung als Bild
export-svg = Brett, SVG
    .forecast = Die gezeigte Stellung als Zeichnung, beliebig vergrößerbar
export-gif = Partie, GIF
    .forecast = { $n ->
        [one] Die gezeigte Zugfolge: { $n } Stellung in { $time }
       *[other] Die gezeigte Zugfolge: { $n } Stellungen in { $time }
    }
export-html = Partie, Seite
    .forecast = Die Partie mit allen Varianten in einer einzigen, eigenständigen Datei
export-do = Exportieren…
export-size = Größe des Bretts
export-delay = Zeit pro Zug
export-diagram = Diagramme
export-annotated = Nach Zeichen, Kommentaren und Pfeilen
export-ends = Am Ende jeder Variante
export-every = Züge zwischen Diagrammen
export-in-diagrams = In den Diagrammen
export-last-move = Letzter Zug
export-arrows = Pfeile und Kreise
export-coordinates = Koordinaten
export-names = Namen und Uhren

## Befehlspalette und Tasten.

palette-play = { $move } spielen
    .tip = Diesen Zug spielen
palette-panel = Bereich: { $title }
    .tip = Diesen Bereich im aktuellen Arbeitsbereich öffnen
palette-hint = Befehl oder Zug eingeben
palette-field = Befehl
palette-none = Kein passender Befehl
keys-title = Tastenkürzel
keys-typing =
    Züge lassen sich überall außerhalb eines Textfelds eintippen: Nf3, exd5, e8=Q, O-O, e2e4; Eingabe spielt den
    einzigen passenden Zug, die Rücktaste löscht ein Zeichen, Esc alles
keys-premove =
    Ein Zug, während der Gegner nachdenkt, ist ein Vorauszug; Esc oder ein Rechtsklick auf das Brett nimmt ihn zurück
keys-mouse =
    Auf dem Brett: ziehen oder zwei Felder anklicken für einen Zug; rechts ziehen zeichnet einen Pfeil,
    Rechtsklick einen Kreis (Umschalt: rot, Alt: blau); das Mausrad blättert durch die Partie
keys-why-not =
    Ein Zug auf dem Brett mit Strg (Command auf dem Mac) wird nicht gespielt: Ein Menü fragt „Warum nicht dieser Zug?“
    oder sucht nur ihn oder alle anderen. Ein Rechtsklick auf einen Zug in einer Liste oder auf die Spitze eines
    Engine-Pfeils öffnet es auch
keys-walk =
    Tab führt zum Brett, die Pfeiltasten gehen von Feld zu Feld, die Eingabetaste nimmt eine Figur auf und setzt
    sie ab, Esc legt sie zurück
keys-find = Befehl suchen
keys-reset-all = Alle Tastenkürzel zurücksetzen
keys-explained = Tastenkürzel eines Befehls anklicken, dann neue Tasten drücken
keys-reset = Tastenkürzel von „{ $name }“ zurücksetzen
keys-clear = Tastenkürzel von „{ $name }“ entfernen
keys-press = Tasten drücken…
keys-of = Tastenkürzel von „{ $name }“
keys-change = Anklicken, dann die neuen Tasten drücken
keys-change-letter =
    Anklicken, dann die neuen Tasten drücken. { $key } kann auch einen Zug beginnen und wartet auf den
    nächsten Buchstaben, eine halbe Sekunde, in einer Partie drei
keys-taken = { $keys } gehört bereits zu „{ $holder }“
keys-swap = Tauschen
    .tip = „{ $name }“ bekommt { $keys }, „{ $holder }“ bekommt { $had }
    .tip-none = „{ $name }“ bekommt { $keys }, „{ $holder }“ hat dann kein Tastenkürzel mehr
keys-press-for = Neue Tasten für „{ $name }“ drücken
keys-unusable = Diese Taste kann kein Tastenkürzel sein
keys-reserved = { $keys } ist für die Zwischenablage reserviert
key-Ctrl = Strg
key-Alt = Alt
key-Shift = Umschalt
key-Home = Pos1
key-End = Ende
key-PageUp = Bild auf
key-PageDown = Bild ab
key-Insert = Einfg
key-Delete = Entf
key-Backspace = Rücktaste
key-Enter = Eingabe
key-Space = Leertaste

## Fragen und Probleme.

dialog-would-be-accepted = Das wäre gültig:
dialog-load-repair = Reparierte Stellung laden
dialog-unkept = Ohne Speichern beenden?
    .session = Die Sitzung wird nicht gespeichert, und die Partie steht in keiner Datei.
    .changes = Die Sitzung wird nicht gespeichert, und die Änderungen an Partie { $number } in { $name } auch nicht.
    .settings = Geänderte Einstellungen werden nicht gespeichert.
    .training = Der Fortschritt im Training wird nicht gespeichert.
    .games =
        { $n ->
            [one] Eine Partie konnte nicht in „Meine Partien“ aufgenommen werden.
           *[other] { $n } Partien konnten nicht in „Meine Partien“ aufgenommen werden.
        }
dialog-quit-anyway = Trotzdem beenden
dialog-save-as = Speichern unter…
dialog-last-session = Letzte Sitzung öffnen?
    .text =
        Tabia wurde beim Öffnen der letzten Sitzung beendet oder konnte sie nicht zeigen. Die Sitzung bleibt in
        jedem Fall erhalten.
    .fresh = Neu beginnen
    .open = Letzte Sitzung öffnen
    .kept = Die letzte Sitzung liegt unter { $path }
dialog-delete-game = Partie { $number } aus { $name } löschen?
    .text = „Partien wiederherstellen“ bringt sie zurück, bis du Tabia beendest.
    .do = Partie löschen
dialog-merge = Dubletten in { $name } zusammenführen?
    .text = { $n ->
        [one] { $n } Partie der Datei wird geprüft.
       *[other] Alle { $n } Partien der Datei werden geprüft.
    } Wo sich zwei Partien in einer Angabe, einer Bewertung oder einem Pfeil unterscheiden, bleibt nur eines davon. „Partien wiederherstellen“ macht es rückgängig, bis du Tabia beendest.
    .do = Zusammenführen
dialog-replace = Partie { $number } in { $name } ersetzen?
    .do = Partie { $number } ersetzen
    .text = Der Rest der Datei bleibt Byte für Byte, wie er ist.
    .loses =
        Die Partie in der Datei enthält Züge, die nicht gelesen werden konnten, und die Partie auf dem Brett hat
        die Züge davor nicht mehr. Beim Ersetzen gingen sie verloren; beim Anhängen bleiben beide Partien
        erhalten.
dialog-latin1 = { $name } ist in Latin-1 kodiert
    .text =
        Latin-1 kennt kein „{ $found }“, das in der Partie vorkommt. Es wurde nichts geschrieben. Die ganze
        Datei kann in UTF-8 umgewandelt werden; ihr Text bleibt gleich.
    .convert = Datei umwandeln
dialog-changed = { $name } wurde auf der Platte geändert
    .text =
        Die Datei wurde von einem anderen Programm geändert, nachdem die Partie gelesen worden war; was ersetzt
        würde, ist daher unklar. Es wurde nichts geschrieben.
dialog-over = { $n ->
    [one] { $name } enthält { $n } Partie
   *[other] { $name } enthält { $n } Partien
}
    .text = Nur diese Partie zu speichern würde sie alle entfernen.
    .do = { $n ->
        [one] { $n } Partie ersetzen
       *[other] Alle { $n } Partien ersetzen
    }
dialog-in-file = In der Datei, ungelesen
dialog-on-board = Auf dem Brett
dialog-append = An die Datei anhängen
welcome-title = Willkommen bei Tabia
welcome-text = Womit möchtest du anfangen? Du findest das unter „Hilfe“ wieder.
welcome-play = Spielen
    .what = Einen Gegner deiner Stärke und eine Uhr wählen
welcome-watch = Beim Denken zusehen
    .what = Der Suchbaum der Engine an einer scharfen Stellung, live
welcome-train = Trainieren
    .what = Aufgaben, Endspiele, Eröffnungen und die eigene Bilanz
welcome-open = Eine Partie öffnen
    .what = Partien aus einer Datei ansehen, mit Kommentaren und Engine
dialog-about-version = Version { $version }
dialog-about =
    Ein Schachprogramm, das zeigt, wie seine Engine denkt. Regeln, Engine, Bewertung und Grafik sind eigene
    Arbeit; nichts wird heruntergeladen und nichts gesendet
    .licence = Lizenz: MIT oder Apache 2.0, nach Wahl
dialog-abandon = Die laufende Partie verwerfen?
    .text = Die Partie läuft mit Uhr. „Rückgängig“ bringt sie angehalten zurück.
    .paused = Sie ist angehalten. „Rückgängig“ bringt sie zurück.
    .do = Partie verwerfen
dialog-edits = Änderungen an Partie { $number } von { $name } speichern?
    .text = Gleich nimmt eine andere Partie ihren Platz auf dem Brett ein.
    .no-file = Die Partie auf dem Brett speichern?
    .aside = Die Partie speichern, die du für die Tour verlassen hast?
    .discard = Nicht speichern
dialog-resign = Diese Partie aufgeben?
    .side = { $color ->
        [white] Gibt Weiß auf?
       *[black] Gibt Schwarz auf?
    }
dialog-draw-while-leading = Du stehst besser. Trotzdem remis?
    .material = Du hast mehr Material. Trotzdem remis?

## Das Brett und was dazugehört.

board-book-move = Buchzug
player-you = Du
board-thinking = rechnet…
board-elo = Wertungszahl in dieser Partie
board-noted-clock = Uhr von { $side } nach dem letzten Zug: { $time }
board-material = Materialvorteil dieser Seite
board-in-my-games = In „Meine Partien“
board-even-help = Ebenbürtiger Gegner: zählt nicht, mit Hilfe
board-even-position = Ebenbürtiger Gegner: zählt nicht, aufgebaute Stellung
board-even-limited = Ebenbürtiger Gegner: zählt nicht, Engine begrenzt
board-even-short = Ebenbürtiger Gegner: zählt nicht, zu kurz
board-review = Auswerten
board-rematch = Revanche
board-new-game = Neue Partie
board-save = Hinzufügen
board-hint = Tipp
board-play = Spielen
    .name = Ab hier spielen
board-take-back = Zurücknehmen
board-draw = Remis
    .name = Remis anbieten
board-resign = Aufgeben
board-resume = Fortsetzen
board-resume-game = Partie fortsetzen
board-pause = Pause
play-evaluation = Bewertung
play-evaluation-hidden = Bewertung verborgen
    .how = „{ $button }“ blendet beim Spielen die Bewertung ein
    .engine = „{ $button }“ bringt die Bewertung zurück
play-hide = Verbergen
play-analyse = Analysieren
play-stop-analysis = Anhalten
board-watch = Zeigen
    .name = Analyse in voller Stärke

## Stellungseditor und FEN-Feld.

editor-castling = { $color ->
    [white] W
   *[black] S
} { $move }
    .tip = { $color ->
        [white] Weiß
       *[black] Schwarz
    } darf { $wing ->
        [king] kurz
       *[queen] lang
    } rochieren
editor-chess960 = Chess960
    .tip = Rochade von überall, wo König und Turm auf ihrer Grundreihe stehen
editor-move = Zug
editor-halfmove-clock = Halbzugzähler
    .tip = Halbzüge seit dem letzten Schlag- oder Bauernzug
editor-en-passant = En passant
    .none = keins
editor-title = Stellung bearbeiten
editor-how = Figur wählen und Felder anklicken oder die Figur dorthin ziehen. Auf dem Brett versetzt Ziehen eine Figur, ein Rechtsklick nimmt sie weg.
editor-turn = Am Zug
editor-start = Grundstellung
editor-clear = Brett leeren
editor-swap = Farben tauschen
editor-flip = Brett drehen
editor-use = Stellung übernehmen
editor-repair = Reparieren
editor-playable = Diese Stellung ist spielbar
editor-over = Regelgerecht, aber die Partie ist zu Ende: { $outcome }
fen-fold = FEN-Feld verbergen
fen-unfold = FEN-Feld zeigen
fen-copy = FEN kopieren
fen-not-kept = Sitzung nicht gespeichert
typed-move = Zug
    .name = Eingegebener Zug { $text }
typed-edit-keys = Rücktaste löscht ein Zeichen, Esc alles
typed-play-keys = Eingabe spielt ihn, Rücktaste löscht ein Zeichen, Esc alles
typed-clear-keys = Esc löscht
typed-none = Kein legaler Zug passt
typed-which = Welcher: { $moves }?
typed-or = { $move } oder { $moves }
typed-soon = { $moves }; oder gleich: { $command }

## Was an einer FEN oder einer Stellung falsch ist.

fen-invalid = Ungültige FEN: { $why }
position-invalid = Ungültige Stellung: { $why }
fen-cannot-be-played = Diese Stellung ist nicht spielbar
fen-is-none = Keine gültige Stellung

## Wie Partien enden.

end-checkmate = { $who ->
    [you] Gewonnen
    [opponent] Verloren
    [white] Weiß hat gewonnen
   *[black] Schwarz hat gewonnen
}: Matt im { $move }. Zug
end-resignation = { $who ->
    [you] Gewonnen: Aufgabe im { $move }. Zug
    [opponent] Du hast im { $move }. Zug aufgegeben
    [white] Weiß hat gewonnen: Aufgabe im { $move }. Zug
   *[black] Schwarz hat gewonnen: Aufgabe im { $move }. Zug
}
end-time = { $who ->
    [you] Gewonnen
    [opponent] Verloren
    [white] Weiß hat gewonnen
   *[black] Schwarz hat gewonnen
}: Zeitüberschreitung im { $move }. Zug
end-draw = { $why ->
    [stalemate] Remis durch Patt im { $move }. Zug
    [dead] Remis im { $move }. Zug: Keine Seite kann mattsetzen
    [fivefold] Remis durch fünfmalige Stellungswiederholung im { $move }. Zug
    [seventy-five] Remis nach der 75-Züge-Regel im { $move }. Zug
    [threefold] Remis durch dreimalige Stellungswiederholung im { $move }. Zug
    [fifty] Remis nach der 50-Züge-Regel im { $move }. Zug
    [agreement] Remis durch Vereinbarung im { $move }. Zug
   *[time-insufficient] Remis im { $move }. Zug: Die Seite mit Restzeit kann nicht mattsetzen
}
ending-abandoned = abgebrochen
ending-adjudication = abgeschätzt
ending-infraction = Regelverstoß
ending-unterminated = nicht beendet
result-with-reason = { $result } · { $reason }

## Zugliste und Kommentar.

moves-none = Noch keine Züge
    .offer = Eine Figur ziehen oder eine Partie öffnen
moves-same-position = Gleiche Stellung:
moves-go-there = Zu dieser Stellung
moves-more-than = und mehr als { $n } weitere
moves-and-more = und { $n } weitere
moves-start = Ausgangsstellung
moves-position-glyphs = Stellung
moves-comment-hint = Wird beim Tippen behalten; Eingabe oder Esc schließt
moves-comment = Kommentar
moves-page-before = Vorige Seite
moves-page-next = Nächste Seite
moves-page = Seite { $page } von { $pages }, zu lang, um hier bearbeitet zu werden ({ $size })
moves-copy-all = Alles kopieren
moves-comment-game = Kommentar zur Partie
moves-comment-place = Platz
moves-comment-before = Davor
moves-comment-after = Danach
moves-comment-close = Kommentar schließen
moves-more-text = ({ $size } Text, zum Öffnen klicken)
moves-unread =
    Dies konnte nicht gelesen werden. Es wird unverändert mit der Partie gespeichert; Rechtsklick zum Kopieren
moves-copy-unread = Ungelesenen Text kopieren

## Arbeitsbereiche und Bereiche.

workspace-play = Spielen
workspace-study = Studium
workspace-lab = Labor
workspace-duel = Duell
workspace-arena = Arena
workspace-training = Training
pane-lines = Beste Varianten
pane-story = Geschichte
pane-root-moves = Wurzelzüge
pane-iterations = Iterationen
pane-statistics = Statistik
pane-search-plot = Suchverlauf
pane-evaluation = Bewertung
pane-moves = Züge
pane-review = Auswertung
pane-explorer = Eröffnungen
pane-games = Partien
pane-tablebase = Endspieltabelle
pane-why-not = Warum nicht
pane-live-tree = Live-Baum
pane-search-tree = Suchbaum
pane-compare = A/B
pane-profile = Profil
pane-hash-table = Hashtabelle
pane-move-order = Zugsortierung
pane-horizon = Horizont
pane-xray = Röntgenbild
pane-root-race = Wurzelrennen
pane-branching = Verzweigung
pane-time-use = Zeitmanagement
pane-contempt = Contempt
pane-bitboards = Bitboards
pane-sliders = Linienfiguren
pane-zobrist = Zobrist
pane-ladder = Ab Minimax
pane-alpha-beta = Alpha-Beta
pane-representations = Brettdarstellungen
pane-scratch = Eigene Bewertung
pane-tuning = Gewichte anpassen
pane-playouts = Playouts
pane-small-game = Kleines Spiel
pane-tour = Tour
pane-duel = Duell
pane-disputed = Umstrittene Züge
pane-duel-course = Übereinstimmung
pane-duel-presets = Wo sie sich unterscheiden
pane-hidden = Verborgen
    .moves = Züge würden die Lösung verraten
    .puzzles = Beim Lösen von Aufgaben ist die Engine verborgen
    .engine = Die Ausgaben der Engine sind verborgen
pane-more = Weitere Bereiche
pane-close = { $title } schließen

## Menüs, Titel und Hinweise.

frame-learn = Engines erklärt
    .short = Touren
frame-menu = Menü
    .tip = Alle Menüs
frame-workspace = Arbeitsbereich
frame-game-runs = Deine Partie: { $time }
    .tip = Zurück zur Partie
frame-game-paused = Deine Partie ist angehalten: { $time }
frame-unsaved = Nicht gespeicherte Änderungen
    .short = Ungespeichert
    .keys = Nicht gespeicherte Änderungen ({ $keys } speichert)
frame-recent-positions = Letzte Stellungen
frame-recent-files = Letzte Dateien
frame-panels = Bereiche
toast-note = Hinweis
toast-warning = Warnung
toast-error = Fehler
toast-question = Frage
toast-dismiss = Ausblenden
toast-restart = Neu starten
toast-log = Protokoll
toast-set-up-engine = Einrichten oder entfernen…
toast-read-list = Liste neu einlesen
toast-not-kept = Es wird nichts gespeichert: { $why }
toast-not-saving = Es kann nichts gespeichert werden: { $error }
toast-engine-not-started = Die Engine ist nicht gestartet: { $error }
toast-session-left-out = In der Sitzung ausgelassen: { $names }
toast-kept-aside = Das andere Fenster hatte etwas anderes gespeichert; das liegt jetzt unter { $path }
toast-not-kept-here = In diesem Lauf wird nichts gespeichert
toast-not-written = { $path } konnte nicht geschrieben werden: { $error }
toast-no-folder = das System hat keinen Ordner dafür; setze die Variable { $variable } auf einen Ordner
toast-book-opened = { $moves ->
    [one] { $name }: { $moves } Buchzug
   *[other] { $name }: { $moves } Buchzüge
}
toast-position-copied = Stellung kopiert
toast-picture-copied = Bild kopiert
toast-game-copied = Partie kopiert
toast-editor-left = Die aufgebaute Stellung bleibt erhalten, bis sich das Brett ändert
toast-only-short = O-O wurde gespielt: O-O-O ist hier nicht möglich
toast-clock-goes-on = Eine Partie mit Uhren geht nur an der letzten Stellung weiter
toast-goes-on-from-here = Die Partie geht hier weiter; die bisherigen Züge bleiben als Variante erhalten
toast-premove-gone = Der Vorauszug ist nicht mehr möglich
toast-engine-played = Die Engine hat { $move } gespielt
toast-took-back = { $move } zurückgenommen
takeback-refused = Diese Partie mit Uhren ist zu Ende und bleibt, wie sie ist
    .puzzles = Du löst Aufgaben: Es gibt keinen falschen Versuch zurückzunehmen
    .elsewhere = Die Partie ist zu Ende: Geh zur letzten Stellung, um einen Zug zurückzunehmen
redo-refused = „Wiederholen“ löscht Partien nicht wieder, die in einer Datei wiederhergestellt wurden
keep-refused = Eine Partie kommt in „Meine Partien“, sobald du einen Zug in ihr gemacht hast; Speichern im Menü Datei schreibt jede in eine Datei
hidden-refused = Die Partie auf dem Brett ist hier nicht zu sehen: Wechsle zuerst zu „Spielen“ oder „Studium“
no-game-refused = Es läuft keine Partie
no-opponent-refused = Du spielst nicht gegen eine Engine
move-now-refused = Gerade überlegt keine Engine einen Zug
review-refused = Die Partie läuft noch: Auswerten kannst du sie, wenn sie zu Ende ist
play-best-refused = In einer Partie machst du deine Züge selbst; ein Tipp zeigt einen guten
toast-flag-fallen = { $color ->
    [white] Das Blättchen von Weiß ist gefallen; die Partie geht weiter
   *[black] Das Blättchen von Schwarz ist gefallen; die Partie geht weiter
}
    .yours = Dein Blättchen ist gefallen; die Partie geht weiter
toast-draw-offered = Remis angeboten; die Engine antwortet mit ihrem Zug
play-remark = „{ $text }“
toast-even-match = Dein ebenbürtiger Gegner spielt jetzt mit { $elo } Elo
toast-engine-offers-draw = Die Engine bietet Remis an
toast-draw-agreed = Remis vereinbart
toast-draw-declined = Remis abgelehnt: Die Engine hat die Partie noch nicht bewertet
    .better = Remis abgelehnt: Die Engine hält ihre Stellung für besser
    .early = Remis abgelehnt: Es ist zu früh
    .later = Remis abgelehnt: Die Stellung ist noch nicht lange genug ausgeglichen
    .not-yet = Remis abgelehnt: Die Engine spielt vorerst weiter
toast-paused = Die Partie ist angehalten
toast-resume = Fortsetzen
toast-play-scratch = { $color ->
    [white] Du spielst mit Weiß gegen deine eigene Bewertung
   *[black] Du spielst mit Schwarz gegen deine eigene Bewertung
}
toast-play-from-here = { $color ->
    [white] Ab hier spielst du mit Weiß
   *[black] Ab hier spielst du mit Schwarz
} gegen { $opponent }, und die Partie zählt { $rated ->
    [no] weder für deine Wertung noch für den ebenbürtigen Gegner
   *[yes] nicht für den ebenbürtigen Gegner
}
toast-undo-leads-back = „Rückgängig“ führt zur begonnenen Partie zurück
toast-line-held = Die laufende Partie steht in dieser Variante; stattdessen Züge zurücknehmen
toast-deleted = { $move } und alles danach gelöscht
toast-deleted-after = Alles nach diesem Zug gelöscht
toast-undone = Rückgängig gemacht: { $what }
toast-redone = Wiederholt: { $what }
toast-edit-held =
    { $what } lässt sich nicht rückgängig machen oder wiederholen: Die Partie ist dort weitergegangen
toast-engine-gone = { $name } steht nicht mehr in der Liste der Engines

## Was rückgängig gemacht werden kann.

change-move = Zug { $move }
change-take-back = Zug zurücknehmen
change-resign = Aufgeben
change-claim-draw = Remis reklamieren
change-agree-draw = Remis vereinbaren
change-edit-position = Stellung bearbeiten
change-new-game = Neue Partie
change-game-scratch = Partie gegen die eigene Bewertung
change-rematch = Revanche
change-switch-sides = Seiten tauschen
change-play-from-here = Ab hier spielen
change-set-up = Stellung aufbauen
change-play-line = Variante spielen
change-puzzle = Aufgabe analysieren
change-game-details = Partiedaten

# Groups of the Lab's views.
views-group = Gruppe der Ansichten
    .tip = Welche Ansichten hier ihre Reiter haben
views-watch = Zusehen
views-experiments = Experimente
views-evaluation = Bewertung
views-board = Brett
views-algorithms = Algorithmen

## Was die Gegner während der Partie sagen.

# Pip
remark-0 =
    .greeting = Ich bin bereit. Springer hüpfen, oder?
    .ahead = Gewinne ich? Ich glaube, ich gewinne!
    .behind = Oh. Das ging schief.
    .draw = Wollen wir Remis sagen?
    .won = Ich habe gewonnen! Wirklich?
    .lost = Noch mal! Fast hätte ich gewonnen.
    .drawn = Remis ist ein halber Sieg, oder?
# Trude
remark-1 =
    .greeting = Guten Tag. Wir haben es ja nicht eilig.
    .ahead = Geduld zahlt sich wohl aus.
    .behind = Na so was. Jetzt muss ich nachdenken.
    .draw = Remis? Es wird ja spät.
    .won = Du willst gewiss Revanche.
    .lost = Schön gespielt. Ich gebe nie auf.
    .drawn = Das scheint mir gerecht.
# Bruno
remark-2 =
    .greeting = Meine Dame wird schon ungeduldig.
    .ahead = Die Dame entscheidet immer!
    .behind = Sie kam wohl doch zu früh heraus.
    .draw = Geben wir uns die Hand.
    .won = Meine Dame ist stolz auf mich.
    .lost = Meine Dame will Revanche.
    .drawn = Remis. Meine Dame ist nicht amüsiert.
# Lena
remark-3 =
    .greeting = Hallo! Italienisch, wenn du mich lässt.
    .ahead = Das kenne ich aus dem Verein.
    .behind = Hm, das stand nicht im Buch.
    .draw = Remis?
    .won = Danke, das war eine schöne Partie!
    .lost = Gut gespielt. Wo war mein Fehler?
    .drawn = Gerecht, wir hatten beide Chancen.
# Sami
remark-4 =
    .greeting = Machen wir es spannend.
    .ahead = Dein König sitzt unbequem.
    .behind = Ich hätte erst rechnen sollen.
    .draw = Mein Pulver ist verschossen. Remis?
    .won = Angriff gewinnt!
    .lost = Du hast besser gerechnet.
    .drawn = So viel Feuer für ein Remis.
# Nadia
remark-5 =
    .greeting = Eine ruhige Partie, bitte.
    .ahead = Ein Bauer ist ein Bauer.
    .behind = Ich habe zu viel hergegeben.
    .draw = Es steht gleich. Remis?
    .won = Schritt für Schritt.
    .lost = Du bist durchgekommen. Respekt.
    .drawn = Solide auf beiden Seiten.
# Henk
remark-6 =
    .greeting = Londoner System, wenn ich Weiß habe.
    .ahead = Mein System hält.
    .behind = Das stand nicht in meinem Buch.
    .draw = Remis, wie üblich?
    .won = Und das nennt man langweilig.
    .lost = Auch ein System verliert manchmal.
    .drawn = Ein halber Punkt für jeden.
# Ines
remark-7 =
    .greeting = Scharf oder schärfer?
    .ahead = Jetzt brennt es bei dir.
    .behind = Zu scharf, fürchte ich.
    .draw = Nichts Scharfes mehr da. Remis?
    .won = Darum spiele ich scharf.
    .lost = Du bliebst kühler.
    .drawn = Wild und doch ausgeglichen.
# Viktor
remark-8 =
    .greeting = Gehen wir ins Endspiel.
    .ahead = Jetzt beginnt die Technik.
    .behind = Dieses Endspiel steht schlecht für mich.
    .draw = Das ist wohl remis.
    .won = Technik gewinnt.
    .lost = Du hattest die bessere Technik.
    .drawn = Ein richtiges Ergebnis.
# Mei
remark-9 =
    .greeting = Ich sehe alles, was hängt.
    .ahead = Das gab es geschenkt.
    .behind = Ich habe etwas übersehen.
    .draw = Es gibt nichts mehr zu nehmen. Remis?
    .won = Ich nahm, was ich konnte.
    .lost = Du hast mehr gesehen als ich.
    .drawn = Das ist gerecht.
# Rafael
remark-10 =
    .greeting = Ein einsamer König ist ein trauriger Anblick.
    .ahead = Material ist nur Material.
    .behind = Du nahmst alles und lebst noch.
    .draw = Ich habe nichts mehr zu geben. Remis?
    .won = Der König war einsam genug.
    .lost = Dein König war nicht einsam genug.
    .drawn = Friede nach so viel Krieg.
# Dr. Linde
remark-11 =
    .greeting = Guten Tag. Ich habe mich etwas vorbereitet.
    .ahead = Wie erwartet.
    .behind = Das muss ich mir näher ansehen.
    .draw = Ich schlage Remis vor.
    .won = Danke für die Partie.
    .lost = Überzeugend. Ich sehe es mir zu Hause an.
    .drawn = Eine saubere Partie.
