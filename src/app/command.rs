//! Every command a user can give without further data. What they are called, which keys they have and
//! where they stand in the menu is in `commands`.

use crate::game::nag::Nag;

/// A command as it stands in menus, the palette, tooltips and the key table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UserCommand {
    /// Opens the new-game dialog.
    NewGame,
    /// Opens a file of games or a position.
    OpenFile,
    /// Opens a Polyglot book.
    OpenBook,
    /// Saves the game, into the file it came from.
    SaveFile,
    /// Saves the game as a file of its own.
    SaveFileAs,
    /// Writes the game behind those of a file.
    AppendToFile,
    /// Loads whatever the clipboard holds.
    Paste,
    /// Copies the shown position.
    CopyFen,
    /// Copies the game.
    CopyPgn,
    /// Opens the position editor.
    EditPosition,
    /// Takes the last edit back.
    Undo,
    /// Makes it again.
    Redo,
    /// Turns the board.
    Flip,
    /// Shows the start position.
    First,
    /// Shows the position before.
    Previous,
    /// Shows the next position.
    Next,
    /// Shows the end of the line.
    Last,
    /// Ten plies back.
    BackTen,
    /// Ten plies on.
    ForwardTen,
    /// The variation above.
    PreviousVariation,
    /// The variation below.
    NextVariation,
    /// Switches analysis on or off.
    ToggleAnalysis,
    /// Stops whatever the engine does.
    StopEngine,
    /// Lets the engine go on.
    GoEngine,
    /// Has the engine play the best move found so far.
    MoveNow,
    /// Keeps the analysis at the shown position while one looks elsewhere.
    LockAnalysis,
    /// One more line.
    MoreLines,
    /// One line less.
    FewerLines,
    /// Plays the engine's best move.
    PlayBest,
    /// Shows a good move.
    Hint,
    /// Opens the game above in the list.
    PreviousGame,
    /// Opens the game below in the list.
    NextGame,
    /// Shows the position where the game stands.
    ToGame,
    /// Takes the last own move back.
    Takeback,
    /// Gives the game up.
    Resign,
    /// Offers a draw.
    OfferDraw,
    /// Takes the draw that is offered.
    AcceptDraw,
    /// Plays on though a draw is offered.
    DeclineDraw,
    /// Claims a draw.
    ClaimDraw,
    /// Stops the clocks and the engine until told otherwise.
    Pause,
    /// The engine takes over this side, the human the other.
    SwitchSides,
    /// Starts a game against the engine from the shown position.
    PlayFromHere,
    /// The same game again with colours swapped.
    Rematch,
    /// Opens the dialog that has the game reviewed.
    ReviewGame,
    /// Goes on with a review that was stopped.
    ResumeReview,
    /// Takes the notes of a review out of the game again.
    RemoveReview,
    /// Sets the mistakes of a reviewed game as tasks.
    LearnMistakes,
    /// Makes the variation the main continuation at its branching point.
    PromoteVariation,
    /// Makes the shown line the main line from the start.
    MakeMainLine,
    /// Moves the variation one place down.
    DemoteVariation,
    /// Removes the shown move and everything after it.
    DeleteVariation,
    /// Removes everything after the shown move.
    CutAfter,
    /// Changes names, event, date and the other tag pairs.
    EditTags,
    /// Opens the comment on the shown move.
    Comment,
    /// Opens the comment in front of the shown move.
    CommentBefore,
    /// `!`
    GlyphGood,
    /// `?`
    GlyphMistake,
    /// `!!`
    GlyphBrilliant,
    /// `??`
    GlyphBlunder,
    /// `!?`
    GlyphInteresting,
    /// `?!`
    GlyphDubious,
    /// `□`
    GlyphOnlyMove,
    /// `=`
    GlyphEqual,
    /// `∞`
    GlyphUnclear,
    /// `⩲`
    GlyphWhiteSlightly,
    /// `⩱`
    GlyphBlackSlightly,
    /// `±`
    GlyphWhiteBetter,
    /// `∓`
    GlyphBlackBetter,
    /// `+−`
    GlyphWhiteWinning,
    /// `−+`
    GlyphBlackWinning,
    /// `N`
    GlyphNovelty,
    /// Takes all glyphs of the shown move away.
    ClearGlyphs,
    /// Removes arrows and circles.
    ClearShapes,
    /// Shows or hides the evaluation bar.
    ToggleEvalBar,
    /// Shows or hides the engine's arrows.
    ToggleEngineArrows,
    /// Hides all the engine says.
    HideEngine,
    /// Scores from White's or the mover's view.
    TogglePov,
    /// The next theme.
    NextTheme,
    /// Opens the list of the user's engines.
    Engines,
    /// Fills the screen.
    FullScreen,
    /// Makes everything larger.
    ZoomIn,
    /// Makes everything smaller.
    ZoomOut,
    /// Normal size.
    ZoomReset,
    /// Puts all panels back.
    ResetLayout,
    /// Opens the settings.
    Settings,
    /// Opens the command palette.
    Palette,
    /// Shows the keys.
    ShowKeys,
    /// Says what this program is.
    About,
    /// Ends the program.
    Quit,
}

impl UserCommand {
    /// Whether its keys work while a dialog is open: it concerns the window and not what is behind the dialog.
    pub fn works_in_dialogs(self) -> bool {
        use UserCommand as C;
        matches!(
            self,
            C::NextTheme | C::FullScreen | C::ZoomIn | C::ZoomOut | C::ZoomReset | C::Quit
        )
    }

    /// The glyph it puts behind the shown move.
    pub fn glyph(self) -> Option<Nag> {
        let number = match self {
            UserCommand::GlyphGood => 1,
            UserCommand::GlyphMistake => 2,
            UserCommand::GlyphBrilliant => 3,
            UserCommand::GlyphBlunder => 4,
            UserCommand::GlyphInteresting => 5,
            UserCommand::GlyphDubious => 6,
            UserCommand::GlyphOnlyMove => 7,
            UserCommand::GlyphEqual => 10,
            UserCommand::GlyphUnclear => 13,
            UserCommand::GlyphWhiteSlightly => 14,
            UserCommand::GlyphBlackSlightly => 15,
            UserCommand::GlyphWhiteBetter => 16,
            UserCommand::GlyphBlackBetter => 17,
            UserCommand::GlyphWhiteWinning => 18,
            UserCommand::GlyphBlackWinning => 19,
            UserCommand::GlyphNovelty => 146,
            _ => return None,
        };
        Some(Nag(number))
    }
}
