//! The one table of commands: menus, palette, tooltips, buttons and keys are made from it. When a
//! command can be given is in `enabled`.

use super::command::UserCommand;

/// A menu, and a heading in palette and key table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// Games, files, the clipboard.
    File,
    /// Undo, variations, positions.
    Edit,
    /// Comments and glyphs.
    Annotate,
    /// Moving through the game.
    Go,
    /// Playing.
    Game,
    /// The engine's work.
    Engine,
    /// What is shown and how.
    View,
    /// Help.
    Help,
}

impl Group {
    /// All groups in menu order.
    pub const ALL: [Group; 8] = [
        Group::File,
        Group::Edit,
        Group::Annotate,
        Group::Go,
        Group::Game,
        Group::Engine,
        Group::View,
        Group::Help,
    ];

    /// The menu's title.
    pub fn title(self) -> &'static str {
        match self {
            Group::File => "File",
            Group::Edit => "Edit",
            Group::Annotate => "Annotate",
            Group::Go => "Go",
            Group::Game => "Game",
            Group::Engine => "Engine",
            Group::View => "View",
            Group::Help => "Help",
        }
    }
}

/// A key with its modifiers. `key` is a name as egui's `Key::from_name` reads it; `ctrl` is Command on a Mac.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Keys {
    /// Control.
    pub ctrl: bool,
    /// Shift.
    pub shift: bool,
    /// Alt.
    pub alt: bool,
    /// The key.
    pub key: &'static str,
}

impl Keys {
    const fn plain(key: &'static str) -> Keys {
        Keys { ctrl: false, shift: false, alt: false, key }
    }

    const fn ctrl(key: &'static str) -> Keys {
        Keys { ctrl: true, ..Keys::plain(key) }
    }

    const fn alt(key: &'static str) -> Keys {
        Keys { alt: true, ..Keys::plain(key) }
    }

    const fn shift(key: &'static str) -> Keys {
        Keys { shift: true, ..Keys::plain(key) }
    }

    const fn ctrl_shift(key: &'static str) -> Keys {
        Keys { shift: true, ..Keys::ctrl(key) }
    }

    /// Whether it is a key one also types text with: it must do nothing while a text field has the focus.
    pub fn types_text(self) -> bool {
        !self.ctrl && !self.alt && (self.key.len() == 1 || matches!(self.key, "Space" | "Enter"))
    }

    /// Whether it is a key one also walks through a list with: it must do nothing while a list has the focus.
    pub fn walks(self) -> bool {
        let walks = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", "Enter"];
        !self.ctrl && !self.alt && !self.shift && walks.contains(&self.key)
    }

    /// For people: `Ctrl+Shift+C`.
    pub fn text(self) -> String {
        let names = [(self.ctrl, "Ctrl+"), (self.alt, "Alt+"), (self.shift, "Shift+")];
        let key = match self.key {
            "ArrowLeft" => "←",
            "ArrowRight" => "→",
            "ArrowUp" => "↑",
            "ArrowDown" => "↓",
            "PageUp" => "PgUp",
            "PageDown" => "PgDn",
            "Delete" => "Del",
            "Escape" => "Esc",
            "Plus" => "+",
            "Minus" => "-",
            "Comma" => ",",
            "Questionmark" => "?",
            key => key,
        };
        names.iter().filter(|(on, _)| *on).map(|(_, name)| *name).chain([key]).collect()
    }
}

/// All there is to say about a command.
#[derive(Clone, Copy, Debug)]
pub struct CommandInfo {
    /// The command.
    pub command: UserCommand,
    /// Its name in menus and palette; `…` where a dialog follows.
    pub name: &'static str,
    /// One line on what it does, without full stop.
    pub tooltip: &'static str,
    /// Its menu.
    pub group: Group,
    /// Its keys, the one shown in menus first.
    pub keys: &'static [Keys],
    /// The drawing in `assets/icons`, without `.svg`.
    pub icon: &'static str,
    /// Whether a line stands above it in the menu.
    pub ruled: bool,
}

const fn row(
    command: UserCommand,
    name: &'static str,
    icon: &'static str,
    keys: &'static [Keys],
    tooltip: &'static str,
) -> CommandInfo {
    CommandInfo { command, name, tooltip, group: group(command), keys, icon, ruled: ruled(command) }
}

#[expect(clippy::too_many_lines, reason = "one line a command, and none forgotten")]
const fn group(command: UserCommand) -> Group {
    use UserCommand as C;
    match command {
        C::NewGame
        | C::OpenFile
        | C::OpenBook
        | C::SaveFile
        | C::SaveFileAs
        | C::AppendToFile
        | C::Paste
        | C::CopyFen
        | C::CopyPgn
        | C::Quit => Group::File,
        C::Undo
        | C::Redo
        | C::EditPosition
        | C::PromoteVariation
        | C::MakeMainLine
        | C::DemoteVariation
        | C::DeleteVariation
        | C::CutAfter
        | C::EditTags
        | C::Settings => Group::Edit,
        C::Comment
        | C::CommentBefore
        | C::GlyphGood
        | C::GlyphMistake
        | C::GlyphBrilliant
        | C::GlyphBlunder
        | C::GlyphInteresting
        | C::GlyphDubious
        | C::GlyphOnlyMove
        | C::GlyphEqual
        | C::GlyphUnclear
        | C::GlyphWhiteSlightly
        | C::GlyphBlackSlightly
        | C::GlyphWhiteBetter
        | C::GlyphBlackBetter
        | C::GlyphWhiteWinning
        | C::GlyphBlackWinning
        | C::GlyphNovelty
        | C::ClearGlyphs
        | C::ClearShapes => Group::Annotate,
        C::First
        | C::Previous
        | C::Next
        | C::Last
        | C::BackTen
        | C::ForwardTen
        | C::PreviousVariation
        | C::NextVariation
        | C::ToGame
        | C::PreviousGame
        | C::NextGame => Group::Go,
        C::Takeback
        | C::Resign
        | C::OfferDraw
        | C::AcceptDraw
        | C::DeclineDraw
        | C::ClaimDraw
        | C::Pause
        | C::SwitchSides
        | C::PlayFromHere
        | C::Rematch
        | C::Hint
        | C::PlayBest => Group::Game,
        C::ToggleAnalysis
        | C::StopEngine
        | C::GoEngine
        | C::MoveNow
        | C::LockAnalysis
        | C::ReviewGame
        | C::ResumeReview
        | C::RemoveReview
        | C::LearnMistakes
        | C::MoreLines
        | C::FewerLines
        | C::TogglePov
        | C::HideEngine
        | C::ToggleEvalBar
        | C::ToggleEngineArrows
        | C::Engines => Group::Engine,
        C::Flip
        | C::NextTheme
        | C::FullScreen
        | C::ZoomIn
        | C::ZoomOut
        | C::ZoomReset
        | C::ResetLayout
        | C::Palette => Group::View,
        C::ShowKeys | C::About => Group::Help,
    }
}

/// Whether a line stands above the command in its menu.
const fn ruled(command: UserCommand) -> bool {
    use UserCommand as C;
    matches!(
        command,
        C::Paste
            | C::Quit
            | C::PromoteVariation
            | C::EditPosition
            | C::Settings
            | C::GlyphGood
            | C::GlyphEqual
            | C::ClearGlyphs
            | C::PreviousVariation
            | C::ToGame
            | C::PreviousGame
            | C::Resign
            | C::SwitchSides
            | C::Hint
            | C::StopEngine
            | C::ReviewGame
            | C::MoreLines
            | C::TogglePov
            | C::Engines
            | C::NextTheme
            | C::ZoomIn
            | C::ResetLayout
    )
}

/// Every command once, in menu order within its group.
#[rustfmt::skip]
pub const TABLE: &[CommandInfo] = {
    use Keys as K;
    use UserCommand as C;
    &[
        row(C::NewGame, "New game…", "new-game", &[K::ctrl("N")], "Choose colours, start position, time and strength"),
        row(C::OpenFile, "Open…", "open", &[K::ctrl("O")], "Open a PGN or FEN file"),
        row(C::OpenBook, "Open book…", "book", &[], "Open a Polyglot book for the explorer and the engine"),
        row(C::SaveFile, "Save", "save", &[K::ctrl("S")], "Write the game back into the file it came from; the rest of the file stays as it is"),
        row(C::SaveFileAs, "Save as…", "save", &[K::ctrl_shift("S")], "Save the game with its variations as a file of its own"),
        row(C::AppendToFile, "Append to a file…", "save", &[], "Write the game behind all others of a file"),
        row(C::Paste, "Paste game or position", "paste", &[K::ctrl("V")], "Load a FEN, a PGN or a list of moves from the clipboard"),
        row(C::CopyFen, "Copy position (FEN)", "copy", &[K::ctrl("C")], "Copy the shown position"),
        row(C::CopyPgn, "Copy game (PGN)", "copy", &[K::ctrl_shift("C")], "Copy the game with its variations"),
        row(C::Quit, "Quit", "cross", &[K::ctrl("Q")], "End the program; the session is kept"),
        row(C::Undo, "Undo", "undo", &[K::ctrl("Z")], "Take the last change back"),
        row(C::Redo, "Redo", "redo", &[K::ctrl("Y"), K::ctrl_shift("Z")], "Make the change again"),
        row(C::PromoteVariation, "Promote variation", "arrow-up", &[K::ctrl("ArrowUp")], "Make this variation the main line at its branching point"),
        row(C::MakeMainLine, "Make main line", "tree", &[K::ctrl_shift("ArrowUp")], "Make the shown line the main line from the start"),
        row(C::DemoteVariation, "Demote variation", "arrow-down", &[K::ctrl("ArrowDown")], "Move this variation, or this move, one place down"),
        row(C::DeleteVariation, "Delete from here", "trash", &[K::plain("Delete")], "Remove the shown move and everything after it"),
        row(C::CutAfter, "Delete what follows", "trash", &[K::shift("Delete")], "Keep the shown move and remove everything after it"),
        row(C::EditTags, "Game details…", "edit", &[K::plain("F2")], "Names, event, date, result and the other tag pairs"),
        row(C::EditPosition, "Edit position…", "edit", &[K::ctrl("E")], "Set up a position; the game is kept"),
        row(C::Settings, "Settings…", "settings", &[K::ctrl("Comma")], "Appearance, board and engine"),
        row(C::Comment, "Comment…", "edit", &[K::plain("C"), K::plain("F4")], "Write a comment on the shown move"),
        row(C::CommentBefore, "Comment before…", "edit", &[K::shift("C")], "Write a comment in front of the shown move"),
        row(C::GlyphGood, "! good move", "star", &[K::plain("1")], "Mark the shown move as good, or take the mark away"),
        row(C::GlyphMistake, "? mistake", "star", &[K::plain("2")], "Mark the shown move as a mistake"),
        row(C::GlyphBrilliant, "!! brilliant move", "star", &[K::plain("3")], "Mark the shown move as brilliant"),
        row(C::GlyphBlunder, "?? blunder", "star", &[K::plain("4")], "Mark the shown move as a blunder"),
        row(C::GlyphInteresting, "!? interesting move", "star", &[K::plain("5")], "Mark the shown move as interesting"),
        row(C::GlyphDubious, "?! dubious move", "star", &[K::plain("6")], "Mark the shown move as dubious"),
        row(C::GlyphOnlyMove, "□ only move", "star", &[K::plain("7")], "Mark the shown move as the only one"),
        row(C::GlyphEqual, "= equal", "star", &[K::alt("1")], "The position after the shown move is equal"),
        row(C::GlyphUnclear, "∞ unclear", "star", &[K::alt("2")], "The position after the shown move is unclear"),
        row(C::GlyphWhiteSlightly, "⩲ White slightly better", "star", &[K::alt("3")], "White stands slightly better"),
        row(C::GlyphBlackSlightly, "⩱ Black slightly better", "star", &[K::alt("4")], "Black stands slightly better"),
        row(C::GlyphWhiteBetter, "± White better", "star", &[K::alt("5")], "White stands better"),
        row(C::GlyphBlackBetter, "∓ Black better", "star", &[K::alt("6")], "Black stands better"),
        row(C::GlyphWhiteWinning, "+− White winning", "star", &[K::alt("7")], "White is winning"),
        row(C::GlyphBlackWinning, "−+ Black winning", "star", &[K::alt("8")], "Black is winning"),
        row(C::GlyphNovelty, "N novelty", "star", &[K::alt("9")], "The shown move is new here"),
        row(C::ClearGlyphs, "Clear glyphs", "cross", &[K::plain("0")], "Take all glyphs of the shown move away"),
        row(C::ClearShapes, "Clear arrows and circles", "cross", &[K::ctrl("L")], "Remove what was drawn on this position"),
        row(C::First, "Start position", "first", &[K::plain("Home")], "Show the start position"),
        row(C::Previous, "Previous move", "previous", &[K::plain("ArrowLeft")], "Show the position before"),
        row(C::Next, "Next move", "next", &[K::plain("ArrowRight")], "Show the next position"),
        row(C::Last, "End of the line", "last", &[K::plain("End")], "Show the last position of this line"),
        row(C::BackTen, "Ten plies back", "arrow-left", &[K::plain("PageUp")], "Show the position five moves earlier"),
        row(C::ForwardTen, "Ten plies on", "arrow-right", &[K::plain("PageDown")], "Show the position five moves later"),
        row(C::PreviousVariation, "Variation above", "arrow-up", &[K::plain("ArrowUp")], "Show the other move that stands above this one"),
        row(C::NextVariation, "Variation below", "arrow-down", &[K::plain("ArrowDown")], "Show the other move that stands below this one"),
        row(C::ToGame, "Back to the game", "target", &[K::plain("G")], "Show the position where the game stands"),
        row(C::PreviousGame, "Previous game", "previous", &[K::ctrl("PageUp")], "Open the game above in the list of games"),
        row(C::NextGame, "Next game", "next", &[K::ctrl("PageDown")], "Open the game below in the list of games"),
        row(C::Takeback, "Take back", "takeback", &[K::plain("Backspace")], "Go back to before your last move"),
        row(C::Pause, "Pause", "pause", &[K::plain("P")], "Stop clocks and engine until you resume"),
        row(C::Resign, "Resign", "resign", &[], "Give the game up"),
        row(C::OfferDraw, "Offer a draw", "handshake", &[], "Ask the opponent to agree to a draw"),
        row(C::AcceptDraw, "Accept the draw", "check", &[], "Agree to the draw that is offered"),
        row(C::DeclineDraw, "Decline the draw", "cross", &[], "Play on; making a move declines too"),
        row(C::ClaimDraw, "Claim a draw", "draw", &[], "Claim a draw by threefold repetition or 50 moves"),
        row(C::SwitchSides, "Switch sides", "swap", &[K::plain("F9")], "The engine plays this side for you, you play the other"),
        row(C::PlayFromHere, "Play from here", "play", &[K::ctrl("G")], "Start a game against the engine from the shown position"),
        row(C::Rematch, "Rematch", "rematch", &[K::ctrl("R")], "The same game again with colours swapped"),
        row(C::Hint, "Hint", "hint", &[K::plain("H")], "Show a good move without playing it"),
        row(C::PlayBest, "Play best move", "bolt", &[K::plain("Enter")], "Play the engine's best move for this side"),
        row(C::ToggleAnalysis, "Analyse", "analyse", &[K::plain("Space")], "Let the engine analyse the shown position, on or off"),
        row(C::StopEngine, "Stop engine", "stop", &[K::plain("S")], "Stop whatever the engine does now"),
        row(C::GoEngine, "Go", "play", &[], "Let the engine go on"),
        row(C::MoveNow, "Move now", "bolt", &[K::ctrl("M")], "Have the engine play the best move it has found so far"),
        row(C::LockAnalysis, "Lock analysis here", "lock", &[K::plain("L")], "Keep analysing this position while you look at others"),
        row(C::ReviewGame, "Review game…", "check", &[K::ctrl_shift("R")], "Have every move of the game judged"),
        row(C::ResumeReview, "Go on with the review", "play", &[], "The positions that are left"),
        row(C::RemoveReview, "Remove review notes", "trash", &[], "Take glyphs, scores, words and lines of the review out of the game"),
        row(C::LearnMistakes, "Learn from mistakes", "hint", &[], "Find better moves where the review found errors"),
        row(C::MoreLines, "More lines", "plus", &[K::plain("Plus")], "Search one more of the best lines"),
        row(C::FewerLines, "Fewer lines", "minus", &[K::plain("Minus")], "Search one line less"),
        row(C::TogglePov, "Scores from the mover's view", "swap", &[K::plain("V")], "White's view or the view of the side to move"),
        row(C::HideEngine, "Hide engine", "eye-off", &[K::plain("Z")], "Hide lines, bar, arrows and graphs to think for yourself"),
        row(C::ToggleEvalBar, "Evaluation bar", "chart", &[K::plain("E")], "The bar beside the board"),
        row(C::ToggleEngineArrows, "Engine arrows", "arrow-right", &[K::plain("A")], "Arrows for the best lines on the board"),
        row(C::Engines, "Engines…", "engine", &[K::ctrl_shift("E")], "Your own engines: add, set up, switch on and off"),
        row(C::Flip, "Flip board", "flip", &[K::plain("F")], "Look from the other side"),
        row(C::NextTheme, "Next theme", "moon", &[K::ctrl("T")], "System, light, dark"),
        row(C::FullScreen, "Full screen", "fullscreen", &[K::plain("F11")], "Fill the screen or leave it"),
        row(C::ZoomIn, "Larger", "plus", &[K::ctrl("Plus"), K::ctrl("Equals")], "Make everything larger"),
        row(C::ZoomOut, "Smaller", "minus", &[K::ctrl("Minus")], "Make everything smaller"),
        row(C::ZoomReset, "Normal size", "target", &[K::ctrl("0")], "Show everything at its normal size"),
        row(C::ResetLayout, "Reset layout", "board", &[], "Put all panels back where they were at first"),
        row(C::Palette, "Command palette…", "search", &[K::ctrl("K"), K::ctrl_shift("P")], "Find any command by typing"),
        row(C::ShowKeys, "Keys", "keyboard", &[K::plain("Questionmark"), K::plain("F1")], "Show all keys"),
        row(C::About, "About Tabia", "info", &[], "Version, licence and what is inside"),
    ]
};

impl UserCommand {
    /// All commands, in the order of the table.
    pub const ALL: [UserCommand; TABLE.len()] = {
        let mut all = [UserCommand::NewGame; TABLE.len()];
        let mut i = 0;
        while i < TABLE.len() {
            all[i] = TABLE[i].command;
            i += 1;
        }
        all
    };

    /// Its row of the table.
    pub fn info(self) -> &'static CommandInfo {
        // A test makes sure that every command has a row.
        TABLE.iter().find(|info| info.command == self).unwrap_or(&TABLE[0])
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Its first keys as text, if it has any.
    pub fn keys_text(self) -> Option<String> {
        self.info().keys.first().map(|keys| keys.text())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_command_has_exactly_one_row() {
        let all: BTreeSet<UserCommand> = UserCommand::ALL.into_iter().collect();
        assert_eq!(all.len(), TABLE.len(), "a command stands in the table twice");
        // The enum's last variant tells how many there are.
        assert_eq!(UserCommand::Quit as usize + 1, TABLE.len());
        for command in UserCommand::ALL {
            assert_eq!(command.info().command, command);
        }
    }

    #[test]
    fn no_two_commands_share_a_key() {
        let mut seen = BTreeSet::new();
        for info in TABLE {
            for keys in info.keys {
                assert!(seen.insert(keys.text()), "{} is given twice", keys.text());
            }
        }
    }

    #[test]
    fn groups_stand_together_and_names_are_unique() {
        let groups: Vec<Group> = TABLE.iter().map(|info| info.group).collect();
        assert!(groups.is_sorted_by_key(|g| Group::ALL.iter().position(|other| other == g)));
        let names: BTreeSet<&str> = TABLE.iter().map(|info| info.name).collect();
        assert_eq!(names.len(), TABLE.len());
        for info in TABLE {
            assert!(!info.tooltip.ends_with('.'), "{}", info.tooltip);
        }
    }

    #[test]
    fn every_icon_is_drawn() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/icons");
        for info in TABLE {
            assert!(folder.join(format!("{}.svg", info.icon)).exists(), "{}", info.icon);
        }
    }

    #[test]
    fn keys_read_like_on_a_keyboard() {
        assert_eq!(UserCommand::CopyPgn.keys_text().as_deref(), Some("Ctrl+Shift+C"));
        assert_eq!(UserCommand::Next.keys_text().as_deref(), Some("→"));
        assert!(UserCommand::Flip.info().keys[0].types_text());
        assert!(!UserCommand::Quit.info().keys[0].types_text());
    }
}
