//! Every command a user can give without further data. What they are called, which keys they have and
//! where they stand in the menu is in `commands`.

/// A command as it stands in menus, the palette, tooltips and the key table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UserCommand {
    /// Opens the new-game dialog.
    NewGame,
    /// Opens a file of games or a position.
    OpenFile,
    /// Saves the game as PGN.
    SaveFile,
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
    /// Makes the variation the main line.
    PromoteVariation,
    /// Removes the shown move and everything after it.
    DeleteVariation,
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
