### Die Einstellungen: Name, Einheit und Hinweis; danach die übrigen Texte des Dialogs.

setting-Theme = Farbschema
setting-BoardTheme = Brettfarben
setting-PieceSet = Figuren
setting-AnimationMs = Figurenanimation
setting-ReducedMotion = Weniger Bewegung
setting-Coordinates = Koordinaten
setting-ShowDestinations = Mögliche Züge zeigen
setting-EngineArrows = Pfeile für beste Varianten, höchstens
setting-EvalBar = Bewertungsbalken
setting-FenBar = FEN-Feld in der Statuszeile
setting-MenuBar = Menüs in der Kopfzeile
setting-LiveTreeTips = Tipps unter dem Live-Baum
setting-Pov = Sicht der Bewertung
setting-Notation = Zugnotation
setting-PlayerName = Dein Name
    .hint = So heißt du auf deiner Karte und in den Dateien deiner Partien
setting-Language = Sprache
settings-scale-room = Platz für { $percent } % in diesem Fenster
setting-UiScale = Größe der Oberfläche
setting-Puct = Tabia PUCT
setting-ThinkMs = Zeit pro Zug ohne Uhr
    .unit = ms
setting-NaturalPace = Charaktere nehmen sich Zeit wie Menschen
setting-Remarks = Charaktere sagen ab und zu einen kurzen Satz
setting-EngineMayResign = Gibt aussichtslose Partien auf
setting-Ponder = Denkt in der Zeit des Gegners
setting-Contempt = Contempt
    .unit = cp
    .hint =
        Was die eingebaute Engine in voller Stärke aufgibt, um ein Remis zu vermeiden, in Hundertstelbauern; ein
        negativer Wert sucht das Remis. Auf Analyse und Auswertung hat das keinen Einfluss.
setting-Watching = Analyse in voller Stärke während der Partie
setting-BookMoves = Spielt aus einem Eröffnungsbuch
setting-BookPlies = Buchtiefe
    .unit = Halbzüge
setting-BookVariety = Vielfalt der Buchzüge
    .hint = 0 spielt den beliebtesten Zug, 50 wählt nach Beliebtheit, 100 spielt jeden Zug des Buches
setting-BookFile = Buch
setting-Promotion = Umwandlung
    .hint = Bei „Dame“ hältst du beim Ziehen Alt, um eine andere Figur zu wählen
setting-TableFolders = Endspieltabellen
setting-KeepGames = Partien in „Meine Partien“ aufnehmen
setting-Sounds = Töne
setting-Keys = Tastenkürzel
setting-TypedMoves = Züge über die Tastatur eingeben
    .hint = Ein Buchstabe, der auch ein Tastenkürzel ist, wartet eine halbe Sekunde auf den nächsten, in einer Partie drei Sekunden. Ist dies aus, wirken Tastenkürzel sofort
setting-Eval = Bewertung
setting-HashMib = Hash
setting-Threads = Threads
setting-MultiPv = Varianten
setting-AnalysisLimit = Analyse endet
analysis-limit-none = Wenn du sie anhältst
analysis-limit-seconds = Nach Sekunden
analysis-limit-nodes = Nach Knoten
analysis-limit-depth = Bei einer Tiefe
analysis-limit-value = Grenze der Analyse
setting-MoveOverheadMs = Zeitreserve pro Zug
    .unit = ms

## Der Dialog.

settings-title = Einstellungen
settings-page = Seite
settings-appearance = Aussehen
settings-board = Brett
settings-sound = Ton
settings-engine = Engine
settings-opponent = Gegner
settings-tables = Endspieltabellen
settings-keys = Tastenkürzel
settings-reset = Alles zurücksetzen
    .question = Alle Einstellungen zurücksetzen? Engines, Dateien und Fortschritt bleiben.
settings-board-example = Vorschau des Bretts
    .hint = Klicken, um eine Figur ziehen zu sehen

theme-system = System
theme-light = Hell
theme-dark = Dunkel

language-system = System
language-english = Englisch ist eingebaut und lässt sich nicht ersetzen
language-unknown = { $key }: diese Meldung gibt es nicht
language-arguments = { $key }: hat die Argumente „{ $found }“, erwartet „{ $expected }“
language-missing = { $n ->
    [one] { $n } Text fehlt und wird auf Englisch gezeigt
   *[other] { $n } Texte fehlen und werden auf Englisch gezeigt
}
language-not-utf8 = { $file }: kein UTF-8-Text
language-more-problems = { $n ->
    [one] { $n } weiteres Problem
   *[other] { $n } weitere Probleme
} in der Sprache „{ $language }“

piece-letters = KDTLS
notation-figurines = Figurinen
notation-english = Englisch (KQRBN)
notation-localized = Deutsch ({ $letters })

pov-white = Weiß
pov-side-to-move = Seite am Zug

coordinates-inside = Innen
coordinates-outside = Außen
coordinates-none = Keine

speed-off = Aus
speed-fast = Schnell
speed-normal = Normal
speed-slow = Langsam

promotion-ask = Fragen
promotion-queen = Dame

watching-always = Immer
watching-on-request = Auf Wunsch
watching-off = Aus

eval-network = Netz
eval-hand-crafted = Handgeschrieben

book-built-in = Eingebaut: Meisterpartien
book-use-built-in = Eingebautes Buch verwenden

tables-explained = Ordner mit Syzygy-Endspieltabellen, für den Bereich „Endspieltabelle“ und für die Engine
tables-remove-folder = Diesen Ordner entfernen
tables-no-folder = Kein Ordner gewählt
tables-opening = Dateien werden geöffnet…
tables-choose-folder = Ordner wählen…
tables-type-path = oder einen Pfad eingeben
tables-folder = Ordner

puct-explained = Die zweite Engine von Tabia: Sie lässt durch Playouts einen Baum wachsen
puct-method = Verfahren
puct-strongest = Stärkstes: { $name }
puct-threads = PUCT-Threads
    .share = anteilig
    .hint = 0: ein Anteil der oben eingestellten Threads
puct-memory = Speicher des Baums
    .share = Anteil am Hash

sound-none-here = Auf diesem System gibt es noch keinen Ton
sound-volume = Lautstärke
sound-played-on = Ton bei
sound-listen = Anhören: { $name }
sound-stepping = Auch beim Durchblättern
sound-premove = Vorauszug
sound-move = Zug
sound-capture = Schlagen
sound-castling = Rochade
sound-promotion = Umwandlung
sound-check = Schach
sound-low-time = Zeitnot
sound-tick = Letzte Sekunden
sound-illegal = Illegaler Zug
sound-end = Partieende
