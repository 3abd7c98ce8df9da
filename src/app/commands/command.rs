//! What a row of the table of commands says, and questions about a command. The rows are in `commands`.

use crate::game::nag::Nag;

pub use super::table::UserCommand;
use crate::app::model::Model;
use crate::app::window::workspace::Workspace;

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
    pub(crate) const fn plain(key: &'static str) -> Keys {
        Keys { ctrl: false, shift: false, alt: false, key }
    }

    pub(crate) const fn ctrl(key: &'static str) -> Keys {
        Keys { ctrl: true, ..Keys::plain(key) }
    }

    pub(crate) const fn alt(key: &'static str) -> Keys {
        Keys { alt: true, ..Keys::plain(key) }
    }

    pub(crate) const fn shift(key: &'static str) -> Keys {
        Keys { shift: true, ..Keys::plain(key) }
    }

    pub(crate) const fn ctrl_shift(key: &'static str) -> Keys {
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

/// A row of the table of commands: all there is to say about one.
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
    /// Whether it would do anything now.
    pub enabled: fn(&Model) -> bool,
    /// For switches whether they are on.
    pub checked: Option<fn(&Model) -> bool>,
}

impl UserCommand {
    /// Its name in menus and palette.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// What a button for it says: what a press would do now.
    pub fn verb(self, model: &Model) -> &'static str {
        match self {
            UserCommand::ToggleAnalysis if model.engine.analysis => "Stop analysis",
            UserCommand::ToggleAnalysis => "Start analysis",
            UserCommand::HideEngine if model.view.hide_engine => "Show the engine",
            UserCommand::Pause if model.game.paused => "Resume",
            _ => self.name().trim_end_matches('…'),
        }
    }

    /// Its first keys as text, if it has any.
    pub fn keys_text(self) -> Option<String> {
        self.info().keys.first().map(|keys| keys.text())
    }

    /// Whether it would do anything now.
    pub fn is_enabled(self, model: &Model) -> bool {
        (self.info().enabled)(model)
    }

    /// For switches whether they are on; `None` for commands that are no switches.
    pub fn is_checked(self, model: &Model) -> Option<bool> {
        self.info().checked.map(|checked| checked(model))
    }

    /// The command that goes to a workspace.
    pub fn of_workspace(workspace: Workspace) -> UserCommand {
        match workspace {
            Workspace::Play => UserCommand::PlayWorkspace,
            Workspace::Study => UserCommand::StudyWorkspace,
            Workspace::Lab => UserCommand::LabWorkspace,
        }
    }

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
