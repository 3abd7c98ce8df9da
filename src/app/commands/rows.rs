//! The one table of commands: a row is all there is to say about one. `command` makes the type of it, `table` what
//! menus, palette, tooltips, buttons and the sheet of keys show. What a command does is one arm of
//! `commands::update`, which the compiler asks for.

/// Hands the rows to a macro:
/// `Name "menu text" "icon" [keys] "tooltip" (when it can be given, on: whether the switch is on);`
/// with `#[line]` where a line stands above it in its menu.
macro_rules! rows {
    ($make:ident) => { $make! {
    File {
        NewGame "New game…" "new-game" [K::ctrl("N")] "Choose colours, start position, time and strength" (when::always);
        OpenFile "Open…" "open" [K::ctrl("O")] "Open a PGN or FEN file" (when::always);
        OpenBook "Open book…" "book" [] "Open a Polyglot book for the explorer and the engine" (when::always);
        SaveFile "Save" "save" [K::ctrl("S")] "Write the game back into the file it came from; the rest of the file stays as it is" (when::always);
        SaveFileAs "Save as…" "save" [K::ctrl_shift("S")] "Save the game with its variations as a file of its own" (when::always);
        AppendToFile "Append to a file…" "save" [] "Write the game behind all others of a file" (when::always);
        ExportBoard "Export board as picture…" "board" [] "Write the shown position as a picture or a drawing" (when::always);
        ExportAnimation "Export game as animation…" "play" [] "Write the shown line as an animated GIF" (when::always);
        ExportPage "Export game as page…" "book" [] "Write the game with diagrams as a page to print" (when::always);
        #[line]
        MyGames "My games" "book" [] "Open the list of the games you have played" (when::always);
        KeepGame "Keep in My games" "save" [] "Put the game into the file of your own games, as it stands now" (when::can_be_kept);
        MergeDuplicates "Merge duplicates…" "tree" [] "Of games that stand in the open file twice, keep one with the notes of both" (when::file_listed);
        PutBack "Put games back" "undo" [] "Undo the last deletion or merge of games in a file" (when::can_put_back);
        #[line]
        Paste "Paste game or position" "paste" [K::ctrl("V")] "Load a FEN, a PGN or a list of moves from the clipboard" (when::always);
        CopyFen "Copy position (FEN)" "copy" [K::ctrl("C")] "Copy the shown position" (when::always);
        CopyPgn "Copy game (PGN)" "copy" [K::ctrl_shift("C")] "Copy the game with its variations" (when::always);
        #[line]
        Quit "Quit" "cross" [K::ctrl("Q")] "End the program; the session is kept" (when::always);
    }
    Edit {
        Undo "Undo" "undo" [K::ctrl("Z")] "Take the last change back" (when::can_undo);
        Redo "Redo" "redo" [K::ctrl("Y"), K::ctrl_shift("Z")] "Make the change again" (when::can_redo);
        #[line]
        PromoteVariation "Promote variation" "arrow-up" [K::ctrl("ArrowUp")] "Make this variation the main line at its branching point" (when::in_variation);
        MakeMainLine "Make main line" "tree" [K::ctrl_shift("ArrowUp")] "Make the shown line the main line from the start" (when::in_variation);
        DemoteVariation "Demote variation" "arrow-down" [K::ctrl("ArrowDown")] "Move this variation, or this move, one place down" (when::can_demote);
        DeleteVariation "Delete from here" "trash" [K::plain("Delete")] "Remove the shown move and everything after it" (when::behind_start);
        CutAfter "Delete what follows" "trash" [K::shift("Delete")] "Keep the shown move and remove everything after it" (when::goes_on);
        EditTags "Game details…" "edit" [K::plain("F2")] "Names, event, date, result and the other tag pairs" (when::always);
        #[line]
        EditPosition "Edit position…" "edit" [K::ctrl("E")] "Set up a position; the game is kept" (when::always, on: when::is_edited);
        #[line]
        Settings "Settings…" "settings" [K::ctrl("Comma")] "Appearance, board and engine" (when::always);
    }
    Annotate {
        Comment "Comment…" "edit" [K::plain("C"), K::plain("F4")] "Write a comment on the shown move" (when::always);
        CommentBefore "Comment before…" "edit" [K::shift("C")] "Write a comment in front of the shown move" (when::behind_start);
        #[line]
        GlyphGood "! good move" "star" [K::plain("1")] "Mark the shown move as good, or take the mark away" (when::behind_start);
        GlyphMistake "? mistake" "star" [K::plain("2")] "Mark the shown move as a mistake" (when::behind_start);
        GlyphBrilliant "!! brilliant move" "star" [K::plain("3")] "Mark the shown move as brilliant" (when::behind_start);
        GlyphBlunder "?? blunder" "star" [K::plain("4")] "Mark the shown move as a blunder" (when::behind_start);
        GlyphInteresting "!? interesting move" "star" [K::plain("5")] "Mark the shown move as interesting" (when::behind_start);
        GlyphDubious "?! dubious move" "star" [K::plain("6")] "Mark the shown move as dubious" (when::behind_start);
        GlyphOnlyMove "□ only move" "star" [K::plain("7")] "Mark the shown move as the only one" (when::behind_start);
        #[line]
        GlyphEqual "= equal" "star" [K::alt("1")] "The position after the shown move is equal" (when::behind_start);
        GlyphUnclear "∞ unclear" "star" [K::alt("2")] "The position after the shown move is unclear" (when::behind_start);
        GlyphWhiteSlightly "⩲ White slightly better" "star" [K::alt("3")] "White stands slightly better" (when::behind_start);
        GlyphBlackSlightly "⩱ Black slightly better" "star" [K::alt("4")] "Black stands slightly better" (when::behind_start);
        GlyphWhiteBetter "± White better" "star" [K::alt("5")] "White stands better" (when::behind_start);
        GlyphBlackBetter "∓ Black better" "star" [K::alt("6")] "Black stands better" (when::behind_start);
        GlyphWhiteWinning "+− White winning" "star" [K::alt("7")] "White is winning" (when::behind_start);
        GlyphBlackWinning "−+ Black winning" "star" [K::alt("8")] "Black is winning" (when::behind_start);
        GlyphNovelty "N novelty" "star" [K::alt("9")] "The shown move is new here" (when::behind_start);
        #[line]
        ClearGlyphs "Clear glyphs" "cross" [K::plain("0")] "Take all glyphs of the shown move away" (when::has_glyphs);
        ClearShapes "Clear arrows and circles" "cross" [K::ctrl("L")] "Remove what was drawn on this position" (when::has_shapes);
    }
    Go {
        First "Start position" "first" [K::plain("Home")] "Show the start position" (when::behind_start);
        Previous "Previous move" "previous" [K::plain("ArrowLeft")] "Show the position before" (when::behind_start);
        Next "Next move" "next" [K::plain("ArrowRight")] "Show the next position" (when::has_next);
        Last "End of the line" "last" [K::plain("End")] "Show the last position of this line" (when::has_next);
        BackTen "Ten plies back" "arrow-left" [K::plain("PageUp")] "Show the position five moves earlier" (when::behind_start);
        ForwardTen "Ten plies on" "arrow-right" [K::plain("PageDown")] "Show the position five moves later" (when::has_next);
        #[line]
        PreviousVariation "Variation above" "arrow-up" [K::plain("ArrowUp")] "Show the other move that stands above this one" (when::has_sibling);
        NextVariation "Variation below" "arrow-down" [K::plain("ArrowDown")] "Show the other move that stands below this one" (when::has_sibling);
        #[line]
        ToGame "Back to the game" "target" [K::plain("G")] "Show the position where the game stands" (when::looks_elsewhere);
        #[line]
        PreviousGame "Previous game" "previous" [K::ctrl("PageUp")] "Open the game above in the list of games" (when::games_listed);
        NextGame "Next game" "next" [K::ctrl("PageDown")] "Open the game below in the list of games" (when::games_listed);
    }
    Game {
        Takeback "Take back" "takeback" [K::plain("Backspace")] "Go back to before your last move" (when::can_take_back);
        Pause "Pause" "pause" [K::plain("P")] "Stop clocks and engine until you resume" (when::is_played, on: when::is_paused);
        #[line]
        Resign "Resign" "resign" [] "Give the game up" (when::can_resign);
        OfferDraw "Offer a draw" "handshake" [] "Ask the opponent to agree to a draw" (when::can_offer_draw);
        AcceptDraw "Accept the draw" "check" [] "Agree to the draw that is offered" (when::draw_offered);
        DeclineDraw "Decline the draw" "cross" [] "Play on; making a move declines too" (when::draw_offered);
        ClaimDraw "Claim a draw" "draw" [] "Claim a draw by threefold repetition or 50 moves" (when::can_claim);
        #[line]
        SwitchSides "Switch sides" "swap" [K::plain("F9")] "The engine plays this side for you, you play the other" (when::has_opponent);
        PlayFromHere "Play from here" "play" [K::ctrl("G")] "Start a game against the engine from the shown position" (when::not_over_here);
        Rematch "Rematch" "rematch" [K::ctrl("R")] "The same game again with colours swapped" (when::game_over);
        #[line]
        Hint "Hint" "hint" [K::plain("H")] "Show a good move without playing it" (when::can_advise);
        PlayBest "Play best move" "bolt" [K::plain("Enter")] "Play the engine's best move for this side" (when::can_advise);
    }
    Engine {
        ToggleAnalysis "Analyse" "analyse" [K::plain("Space")] "Let the engine analyse the shown position, on or off" (when::always, on: when::analyses);
        #[line]
        StopEngine "Stop engine" "stop" [K::plain("S")] "Stop whatever the engine does now" (when::engine_works);
        GoEngine "Go" "play" [] "Let the engine go on" (when::engine_waits);
        MoveNow "Move now" "bolt" [K::ctrl("M")] "Have the engine play the best move it has found so far" (when::engine_chooses_move);
        Watch "Watch at full strength" "eye" [K::plain("W")] "Show full-strength analysis during the game (this counts as help)" (when::can_watch, on: when::watches);
        LockAnalysis "Lock analysis here" "lock" [K::plain("L")] "Keep analysing this position while you look at others" (when::analyses, on: when::is_locked);
        Threat "Threat" "target" [K::plain("X")] "Show what the side not to move threatens, as if it were its turn" (when::can_see_threat, on: when::shows_threat);
        #[line]
        ReviewGame "Review game…" "check" [K::ctrl_shift("R")] "Have every move of the game judged" (when::can_review);
        ResumeReview "Go on with the review" "play" [] "The positions that are left" (when::review_stopped);
        RemoveReview "Remove review notes" "trash" [] "Take glyphs, scores, words and lines of the review out of the game" (when::review_written);
        LearnMistakes "Learn from mistakes" "hint" [] "Find better moves where the review found errors" (when::has_mistakes);
        #[line]
        MoreLines "More lines" "plus" [K::plain("Plus")] "Search one more of the best lines" (when::more_lines);
        FewerLines "Fewer lines" "minus" [K::plain("Minus")] "Search one line less" (when::fewer_lines);
        #[line]
        TogglePov "Scores from the mover's view" "swap" [K::plain("V")] "White's view or the view of the side to move" (when::always, on: when::mover_view);
        HideEngine "Hide engine" "eye-off" [K::plain("Z")] "Hide lines, bar, arrows and graphs to think for yourself" (when::always, on: when::hides_engine);
        ToggleEvalBar "Evaluation bar" "chart" [K::plain("E")] "The bar beside the board" (when::always, on: when::shows_bar);
        ToggleEngineArrows "Engine arrows" "arrow-right" [K::plain("A")] "Arrows for the best lines on the board" (when::always, on: when::shows_arrows);
        #[line]
        MatchMinds "Match them" "play" [] "Let alpha-beta and PUCT play each other from the shown position" (when::can_match_minds);
        Engines "Engines…" "engine" [K::ctrl_shift("E")] "Your own engines: add, set up, switch on and off" (when::always);
    }
    View {
        PlayWorkspace "Workspace: Play" "play" [K::ctrl("1")] "The board large, clocks and moves" (when::always, on: when::in_play);
        StudyWorkspace "Workspace: Study" "book" [K::ctrl("2")] "Lines, moves, explorer, review and games" (when::always, on: when::in_study);
        LabWorkspace "Workspace: Lab" "chart" [K::ctrl("3")] "Views of the search" (when::always, on: when::in_lab);
        Duel "Duel: alpha-beta and PUCT" "swap" [K::ctrl("4")] "Both engines of the program think about the shown position, side by side; what analysed before comes back when you leave" (when::always, on: when::in_duel);
        #[line]
        ToggleFenBar "FEN field" "edit" [] "The position as text in the status bar, to copy and to edit" (when::always, on: when::shows_fen);
        Flip "Flip board" "flip" [K::plain("F")] "Look from the other side" (when::always, on: when::is_flipped);
        #[line]
        NextTheme "Next theme" "moon" [K::ctrl("T")] "System, light, dark" (when::always);
        FullScreen "Full screen" "fullscreen" [K::plain("F11")] "Fill the screen or leave it" (when::always, on: when::full_screen);
        #[line]
        ZoomIn "Larger" "plus" [K::ctrl("Plus"), K::ctrl("Equals")] "Make everything larger" (when::can_zoom_in);
        ZoomOut "Smaller" "minus" [K::ctrl("Minus")] "Make everything smaller" (when::can_zoom_out);
        ZoomReset "Normal size" "target" [K::ctrl("0")] "Show everything at its normal size" (when::always);
        #[line]
        ResetWorkspace "Reset this workspace" "board" [] "Put the panels of this workspace back where they were at first" (when::always);
        Palette "Command palette…" "search" [K::ctrl("K"), K::ctrl_shift("P")] "Find any command by typing" (when::always);
    }
    Help {
        ShowKeys "Keys" "keyboard" [K::plain("Questionmark"), K::plain("F1")] "Show all keys" (when::always);
        About "About Tabia" "info" [] "Version, licence and what is inside" (when::always);
    }
    } };
}

pub(super) use rows;
