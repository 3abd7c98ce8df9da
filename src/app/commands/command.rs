//! The commands by name, their groups and shortcuts. Their other properties are in `table`.

use serde::{Deserialize, Serialize};

use tabia_games::game::annotation::Nag;

use tabia_text::t;

use super::rows::rows;
use crate::window::workspace::Workspace;

/// A menu, and a heading in the palette and the list of shortcuts.
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
    View,
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
            Group::File => t!("menu-file"),
            Group::Edit => t!("menu-edit"),
            Group::Annotate => t!("menu-annotate"),
            Group::Go => t!("menu-go"),
            Group::Game => t!("menu-game"),
            Group::Engine => t!("menu-engine"),
            Group::View => t!("menu-view"),
            Group::Help => t!("menu-help"),
        }
    }
}

/// A key with its modifiers. `key` is a name as read by egui's `Key::from_name`; `ctrl` is Command on a Mac. As text:
/// [`Keys::text`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Keys {
    /// Control.
    pub ctrl: bool,
    pub shift: bool,
    pub alt: bool,
    pub key: &'static str,
}

impl Keys {
    pub const fn plain(key: &'static str) -> Keys {
        Keys { ctrl: false, shift: false, alt: false, key }
    }

    pub const fn ctrl(key: &'static str) -> Keys {
        Keys { ctrl: true, ..Keys::plain(key) }
    }

    pub(crate) const fn alt(key: &'static str) -> Keys {
        Keys { alt: true, ..Keys::plain(key) }
    }

    pub(crate) const fn shift(key: &'static str) -> Keys {
        Keys { shift: true, ..Keys::plain(key) }
    }

    pub const fn ctrl_shift(key: &'static str) -> Keys {
        Keys { shift: true, ..Keys::ctrl(key) }
    }

    /// Whether the key also types text: its command must not run while a text field has the focus.
    pub fn types_text(self) -> bool {
        !self.ctrl && !self.alt && (self.key.len() == 1 || matches!(self.key, "Space" | "Enter"))
    }

    /// Whether the key also presses a button: its command must not run while a button has the focus.
    pub fn presses(self) -> bool {
        !self.ctrl && !self.alt && !self.shift && matches!(self.key, "Space" | "Enter")
    }

    /// Whether the key also moves through a list or deletes a row: its command must not run while a list has the
    /// focus.
    pub fn walks(self) -> bool {
        let walks =
            ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", "Enter", "Delete"];
        !self.ctrl && !self.alt && !self.shift && walks.contains(&self.key)
    }

    /// Whether it is an arrow key alone, with which egui moves the focus.
    pub fn is_arrow(self) -> bool {
        let plain = !self.ctrl && !self.alt && !self.shift;
        plain && matches!(self.key, "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight")
    }

    /// Whether the key also moves across the squares of the board: its command must not run while they have the
    /// focus.
    pub fn steers(self) -> bool {
        let plain = !self.ctrl && !self.alt && !self.shift;
        self.is_arrow() || plain && matches!(self.key, "Enter" | "Space")
    }
}

/// Generates the type from the names in the rows.
macro_rules! names {
    ($($group:ident { $(
        $(#[$line:ident])? $name:ident $(as $saved:literal)? $icon:literal [$($keys:expr),*]
        ($enabled:expr $(, on: $checked:expr)?);
    )* })*) => {
        /// A command that needs no further data, in menus, palette, tooltips and the list of shortcuts.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
        )]
        pub enum UserCommand {
            $($( $(#[serde(rename = $saved)])? $name, )*)*
        }
    };
}

rows!(names);

impl UserCommand {
    /// The command that goes to a workspace.
    pub fn of_workspace(workspace: Workspace) -> UserCommand {
        match workspace {
            Workspace::Play => UserCommand::PlayWorkspace,
            Workspace::Study => UserCommand::StudyWorkspace,
            Workspace::Lab => UserCommand::LabWorkspace,
            Workspace::Duel => UserCommand::Duel,
            Workspace::Arena => UserCommand::ArenaWorkspace,
            Workspace::Training => UserCommand::TrainingWorkspace,
        }
    }

    /// Whether its shortcut works while a dialog is open: it concerns the window and not what is behind the dialog.
    pub fn works_in_dialogs(self) -> bool {
        use UserCommand as C;
        matches!(
            self,
            C::NextTheme | C::FullScreen | C::ZoomIn | C::ZoomOut | C::ZoomReset | C::Quit
        )
    }

    /// Whether it deletes or replaces data of the user as a whole.
    pub fn replaces_data(self) -> bool {
        use UserCommand as C;
        matches!(
            self,
            C::DeleteMyGames
                | C::ResetSettings
                | C::LoadProgress
                | C::RestoreProgress
                | C::DeleteProgress
        )
    }

    /// Whether it opens a text field that receives what is typed next.
    pub fn opens_field(self) -> bool {
        use UserCommand as C;
        matches!(self, C::Comment | C::CommentBefore | C::Palette)
    }

    /// Whether its shortcut works during a presentation: its effect is visible there, and it opens nothing.
    pub fn works_while_presenting(self) -> bool {
        use UserCommand as C;
        match self.info().group {
            Group::Go => !matches!(self, C::PreviousGame | C::NextGame),
            Group::Engine => {
                matches!(self, C::ToggleAnalysis | C::StopEngine | C::ToggleEngineArrows)
            }
            Group::View => !matches!(self, C::ToggleFenBar | C::ResetWorkspace | C::Palette),
            Group::File => matches!(self, C::Quit),
            _ => false,
        }
    }

    /// Whether it steps through the game on the board or changes it: such a command does nothing while the position
    /// editor hides that game.
    pub fn changes_shown_game(self) -> bool {
        use UserCommand as C;
        match self.info().group {
            Group::Annotate | Group::Go => true,
            Group::Edit => !matches!(
                self,
                C::EditTags
                    | C::EditPosition
                    | C::CopyLink
                    | C::CopyTerminalCommand
                    | C::ExportView
                    | C::Settings
            ),
            Group::Game => matches!(self, C::Takeback | C::SwitchSides),
            _ => false,
        }
    }

    /// Whether it copies or writes the shown position.
    pub(crate) fn exports_position(self) -> bool {
        matches!(self, Self::CopyFen | Self::CopyPicture | Self::ExportBoard)
    }

    /// Whether it copies, writes or describes the whole game on the board: such a command does nothing while the arena
    /// or the training is shown instead.
    pub(crate) fn exports_game(self) -> bool {
        use UserCommand as C;
        matches!(
            self,
            C::SaveFile
                | C::SaveFileAs
                | C::AppendToFile
                | C::ExportAnimation
                | C::ExportPage
                | C::KeepGame
                | C::CopyPgn
                | C::EditTags
        )
    }

    /// Whether it has an engine search the game on the board.
    pub(crate) fn searches_game(self) -> bool {
        use UserCommand as C;
        matches!(self, C::ToggleAnalysis | C::LockAnalysis | C::Threat | C::Hint | C::PlayBest)
    }

    /// The glyph it adds to the shown move.
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
