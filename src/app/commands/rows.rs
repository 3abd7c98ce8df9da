//! The table of commands: a row has all the properties of one. `command` generates their type, `table` what menus,
//! palette, tooltips, buttons and the list of shortcuts show. What a command does is one arm of `commands::give`,
//! which the compiler asks for.

/// Hands the rows to a macro: `Name as "saved name" "icon" [keys] (when it can be given, on: whether the switch is
/// on);` with `#[line]` for a separator above it in its menu, and `as` if settings use an older name. Its name and
/// its tooltip are the message `command-Name` and its attribute `tip`.
macro_rules! rows {
    ($make:ident) => {
        $make! {
        File {
            NewGame "new-game" [K::ctrl("N")] (when::always);
            OpenFile "open" [K::ctrl("O")] (when::always);
            OpenBook "book" [] (when::always);
            OpenTables "book" [] (|m| m.settings.table_folders.len() < MAX_FOLDERS);
            OpenPuzzles "target" [] (when::always);
            SaveFile "save" [K::ctrl("S")] (when::always);
            SaveFileAs "save" [K::ctrl_shift("S")] (when::always);
            AppendToFile "save" [] (when::always);
            ExportBoard "board" [] (when::always);
            ExportAnimation "play" [] (when::always);
            ExportPage "book" [] (when::always);
            #[line]
            MyGames "book" [] (when::always);
            KeepGame "save" [] (|m| own::is_kept(&m.game));
            DeleteMyGames "trash" [] (when::always);
            SaveList "save" [] (when::has_rows);
            MergeDuplicates "tree" [] (when::file_listed);
            PutBack "undo" [] (|m| !m.removed.is_empty());
            #[line]
            Paste "paste" [K::ctrl("V")] (when::always);
            CopyFen "copy" [K::ctrl("C")] (when::always);
            CopyPicture "picture" [] (when::always);
            CopyPgn "copy" [K::ctrl_shift("C")] (when::always);
            #[line]
            Quit "cross" [K::ctrl("Q")] (when::always);
        }
        Edit {
            Undo "undo" [K::ctrl("Z")] (when::can_undo);
            Redo "redo" [K::ctrl("Y"), K::ctrl_shift("Z")] (when::can_redo);
            #[line]
            PromoteVariation "arrow-up" [K::ctrl("ArrowUp")] (when::in_variation);
            MakeMainLine "tree" [K::ctrl_shift("ArrowUp")] (when::in_variation);
            DemoteVariation "arrow-down" [K::ctrl("ArrowDown")] (when::can_demote);
            DeleteVariation "trash" [K::plain("Delete")] (when::behind_start);
            CutAfter "trash" [K::shift("Delete")] (when::goes_on);
            EditTags "edit" [K::plain("F2")] (when::always);
            #[line]
            EditPosition "edit" [K::ctrl("E")] (when::always, on: |m| m.editor.is_some());
            #[line]
            CopyLink "link" [] (when::always);
            CopyTerminalCommand "terminal" [] (when::has_terminal_command);
            ExportView "picture" [] (when::has_view);
            #[line]
            Settings "settings" [K::ctrl("Comma")] (when::always);
        }
        Annotate {
            Comment "edit" [K::plain("C"), K::plain("F4")] (when::always);
            CommentBefore "edit" [K::shift("C")] (|m| m.game.tree.has_place_before(m.game.current));
            #[line]
            GlyphGood "star" [K::plain("1")] (when::behind_start);
            GlyphMistake "star" [K::plain("2")] (when::behind_start);
            GlyphBrilliant "star" [K::plain("3")] (when::behind_start);
            GlyphBlunder "star" [K::plain("4")] (when::behind_start);
            GlyphInteresting "star" [K::plain("5")] (when::behind_start);
            GlyphDubious "star" [K::plain("6")] (when::behind_start);
            GlyphOnlyMove "star" [K::plain("7")] (when::behind_start);
            #[line]
            GlyphEqual "star" [K::alt("1")] (when::behind_start);
            GlyphUnclear "star" [K::alt("2")] (when::behind_start);
            GlyphWhiteSlightly "star" [K::alt("3")] (when::behind_start);
            GlyphBlackSlightly "star" [K::alt("4")] (when::behind_start);
            GlyphWhiteBetter "star" [K::alt("5")] (when::behind_start);
            GlyphBlackBetter "star" [K::alt("6")] (when::behind_start);
            GlyphWhiteWinning "star" [K::alt("7")] (when::behind_start);
            GlyphBlackWinning "star" [K::alt("8")] (when::behind_start);
            GlyphNovelty "star" [K::alt("9")] (when::behind_start);
            #[line]
            ClearGlyphs "cross" [K::plain("0")] (|m| !m.game.tree.nags(m.game.current).is_empty());
            ClearShapes "cross" [K::ctrl("L")] (|m| !m.game.shapes().is_empty());
        }
        Go {
            First "first" [K::plain("Home")] (when::behind_start);
            Previous "previous" [K::plain("ArrowLeft")] (when::behind_start);
            Next "next" [K::plain("ArrowRight")] (when::has_next);
            Last "last" [K::plain("End")] (when::has_next);
            BackTen "arrow-left" [K::plain("PageUp")] (when::behind_start);
            ForwardTen "arrow-right" [K::plain("PageDown")] (when::has_next);
            #[line]
            PreviousVariation "arrow-up" [K::plain("ArrowUp")] (when::has_sibling);
            NextVariation "arrow-down" [K::plain("ArrowDown")] (when::has_sibling);
            #[line]
            PreviousMoment "arrow-left" [K::alt("ArrowLeft")] (|m| moment(m, false).is_some());
            NextMoment "arrow-right" [K::alt("ArrowRight")] (|m| moment(m, true).is_some());
            #[line]
            ToGame "target" [K::plain("G")] (|m| !m.game.at_live());
            #[line]
            PreviousGame "previous" [K::ctrl("PageUp")] (when::games_listed);
            NextGame "next" [K::ctrl("PageDown")] (when::games_listed);
        }
        Game {
            Takeback "takeback" [K::plain("Backspace")] (when::can_take_back);
            Pause "pause" [K::plain("P")] (|m| m.game.is_played(), on: |m| m.game.paused);
            #[line]
            Resign "resign" [] (when::can_resign);
            OfferDraw "handshake" [] (when::can_offer_draw);
            AcceptDraw "check" [] (when::draw_offered);
            DeclineDraw "cross" [] (when::draw_offered);
            ClaimDraw "draw" [] (|m| m.game.claim().is_some());
            #[line]
            SwitchSides "swap" [K::plain("F9")] (|m| m.game.human_side().is_some());
            PlayFromHere "play" [K::ctrl("G")] (|m| m.game.outcome_here().is_none());
            Rematch "rematch" [K::ctrl("R")] (when::game_over);
            #[line]
            Hint "hint" [K::plain("H")] (when::can_advise);
            PlayBest "bolt" [K::ctrl("Enter")] (when::can_play_best);
        }
        Engine {
            ToggleAnalysis "analyse" [K::plain("Space")] (when::always, on: when::analyses);
            #[line]
            StopEngine "stop" [K::plain("S")] (when::can_stop_engine);
            GoEngine "play" [] (when::engine_waits);
            MoveNow "bolt" [K::ctrl("M")] (when::engine_chooses_move);
            Watch "eye" [K::plain("W")] (Model::can_watch, on: Model::watches);
            LockAnalysis "lock" [K::plain("L")] (when::analyses, on: |m| m.engine.lock.is_some());
            Threat "target" [K::plain("X")] (when::can_see_threat, on: |m| m.engine.threat);
            #[line]
            ReviewGame "check" [K::ctrl_shift("R")] (when::can_review);
            ResumeReview "play" [] (when::review_stopped);
            RemoveReview "trash" [] (when::review_written);
            LearnMistakes "hint" [] (when::has_mistakes);
            MistakesWorksheet "list" [] (when::has_mistakes);
            #[line]
            MoreLines "plus" [K::plain("Plus")] (when::more_lines);
            FewerLines "minus" [K::plain("Minus")] (when::fewer_lines);
            #[line]
            TogglePov "swap" [K::plain("V")] (when::always, on: when::mover_view);
            HideEngine "eye-off" [K::plain("Z")] (when::always, on: |m| m.view.hide_engine);
            ToggleEvalBar "chart" [K::plain("E")] (when::always, on: |m| m.settings.eval_bar);
            ToggleEngineArrows "arrow-right" [K::plain("A")] (when::always, on: when::shows_arrows);
            #[line]
            PlayDuelMatch as "MatchMinds" "play" [] (when::can_play_duel_match);
            Engines "engine" [K::ctrl_shift("E")] (when::always);
        }
        View {
            PlayWorkspace "play" [K::ctrl("1")] (when::always, on: when::in_play);
            StudyWorkspace "book" [K::ctrl("2")] (when::always, on: when::in_study);
            LabWorkspace "chart" [K::ctrl("3")] (when::always, on: when::in_lab);
            Duel "swap" [K::ctrl("4")] (when::always, on: when::in_duel);
            ArenaWorkspace "list" [K::ctrl("5")] (when::always, on: when::in_arena);
            TrainingWorkspace "target" [K::ctrl("6")] (when::always, on: when::in_training);
            MyResults "chart" [] (when::always);
            #[line]
            ToggleFenBar "edit" [] (when::always, on: |m| m.settings.fen_bar);
            Flip "flip" [K::plain("F")] (when::always, on: |m| m.view.flipped);
            #[line]
            NextTheme "moon" [K::ctrl("T")] (when::always);
            FullScreen "fullscreen" [K::plain("F11")] (when::always, on: |m| m.view.full_screen);
            Present "computer" [K::plain("F5")] (|m| m.editor.is_none(), on: when::presents);
            #[line]
            ZoomIn "plus" [K::ctrl("Plus"), K::ctrl("Equals")] (when::can_zoom_in);
            ZoomOut "minus" [K::ctrl("Minus")] (when::can_zoom_out);
            ZoomReset "target" [K::ctrl("0")] (when::always);
            #[line]
            ResetWorkspace "board" [] (when::always);
            ResetSettings "target" [] (when::always);
            LoadProgress "open" [] (when::always);
            RestoreProgress "undo" [] (|m| m.training.replaced.is_some());
            DeleteProgress "trash" [] (|m| !m.training.progress.is_empty());
            Palette "search" [K::ctrl("K"), K::ctrl_shift("P")] (when::always);
        }
        Help {
            ShowKeys "keyboard" [K::plain("Questionmark"), K::plain("F1")] (when::always);
            Welcome "hint" [] (when::always);
            About "info" [] (when::always);
        }
        }
    };
}

pub(super) use rows;
