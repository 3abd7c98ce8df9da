//! The properties of each command, generated from the rows, and queries to the model about them.

use super::command::{Group, Keys, Keys as K, UserCommand};
use super::enabled as when;
use super::rows::rows;
use crate::game::play;
use crate::library::own;
use crate::library::tables::MAX_FOLDERS;
use crate::model::Model;
use crate::review::run::moment;
use tabia_text::t;

/// A row of the table of commands: all properties of one.
#[derive(Clone, Copy, Debug)]
pub struct CommandInfo {
    pub command: UserCommand,
    key: &'static str,
    tip_key: &'static str,
    /// Its menu.
    pub group: Group,
    /// Its default shortcuts, the one shown in menus first; `Settings::keys` has the present ones.
    pub keys: &'static [Keys],
    /// The icon in `assets/icons`, without `.svg`.
    pub icon: &'static str,
    /// Whether there is a separator above it in the menu.
    pub ruled: bool,
    /// Whether it would do anything now.
    pub enabled: fn(&Model) -> bool,
    /// For switches: whether they are on.
    pub checked: Option<fn(&Model) -> bool>,
}

/// Generates the table from the rows.
macro_rules! table {
    ($($group:ident { $(
        $(#[$line:ident])? $name:ident $(as $saved:literal)? $icon:literal [$($keys:expr),*]
        ($enabled:expr $(, on: $checked:expr)?);
    )* })*) => {
        /// Every command once, in menu order within its group, indexed by its number.
        const TABLE: &[CommandInfo] = &[$($( CommandInfo {
            command: UserCommand::$name,
            key: concat!("command-", stringify!($name)),
            tip_key: concat!("command-", stringify!($name), ".tip"),
            group: Group::$group,
            keys: &[$($keys),*],
            icon: $icon,
            ruled: table!(@given $($line)?),
            enabled: $enabled,
            checked: table!(@option $($checked)?),
        }, )*)*];
    };
    (@given) => { false };
    (@given line) => { true };
    (@option) => { None };
    (@option $checked:expr) => { Some($checked) };
}

rows!(table);

impl CommandInfo {
    /// Its name in menus and palette; with `…` if it opens a dialog.
    pub fn name(&self) -> &'static str {
        tabia_text::text(self.key)
    }

    /// One line on what it does, without full stop.
    pub fn tooltip(&self) -> &'static str {
        tabia_text::text(self.tip_key)
    }
}

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
        &TABLE[self as usize]
    }

    /// Its name in menus and palette.
    pub fn name(self) -> &'static str {
        self.info().name()
    }

    /// The text of its button: what a press would do now.
    pub fn verb(self, model: &Model) -> &'static str {
        match self {
            UserCommand::ToggleAnalysis if model.engine.analysis => t!("verb-stop-analysis"),
            UserCommand::ToggleAnalysis => t!("verb-start-analysis"),
            UserCommand::HideEngine if model.view.hide_engine => t!("verb-show-engine"),
            UserCommand::Pause if model.game.paused => t!("verb-resume"),
            _ => self.name().trim_end_matches('…'),
        }
    }

    /// The first of its present shortcuts as text, if it has any.
    pub fn keys_text(self, model: &Model) -> Option<String> {
        model.settings.keys.text(self)
    }

    /// Whether it would do anything now.
    pub fn is_enabled(self, model: &Model) -> bool {
        // The position editor has its own undo steps.
        let of_editor =
            model.editor.is_some() && matches!(self, UserCommand::Undo | UserCommand::Redo);
        let hidden = model.hides_game() && self.changes_shown_game() && !of_editor;
        let refused = hidden
            || self.lacks_board(model)
            || self.spoils_puzzle(model)
            || self.changes_puzzle(model);
        !refused && (self.info().enabled)(model)
    }

    /// Whether it is about the board on screen, and the arena or the training shows another one or none.
    fn lacks_board(self, model: &Model) -> bool {
        let position = || self.exports_position() && model.shown_instead().is_none();
        // A clock that is not on screen runs on until the user sees it.
        let pauses = self == UserCommand::Pause && model.game.is_played();
        let game = self.exports_game() || self.searches_game() || pauses;
        model.view.workspace.hides_game() && (game || position())
    }

    /// Whether it analyses the game while the user is to correct a mistake: its output is hidden then.
    fn spoils_puzzle(self, model: &Model) -> bool {
        self == UserCommand::ToggleAnalysis && model.has_puzzle()
    }

    /// Whether it changes the moves of the game while the user is to correct a mistake in it: the move list is hidden
    /// then.
    fn changes_puzzle(self, model: &Model) -> bool {
        use UserCommand as C;
        let changes = matches!(
            self,
            C::Undo
                | C::Redo
                | C::PromoteVariation
                | C::MakeMainLine
                | C::DemoteVariation
                | C::DeleteVariation
                | C::CutAfter
        );
        changes && model.has_puzzle()
    }

    /// Why it is disabled now, for commands that the user would expect to work.
    pub fn refusal(self, model: &Model) -> Option<&'static str> {
        let no_game = || (!model.game.is_played()).then(|| t!("no-game-refused"));
        let no_opponent = || model.game.human_side().is_none().then(|| t!("no-opponent-refused"));
        match self {
            _ if self.is_enabled(model) => None,
            _ if self.lacks_board(model) => Some(t!("hidden-refused")),
            _ if self.spoils_puzzle(model) => Some(t!("pane-hidden.puzzles")),
            _ if self.changes_puzzle(model) => Some(t!("review-learn-leave-first")),
            UserCommand::Takeback => {
                let seen = !model.hides_game();
                play::takeback_refused(model).or_else(|| no_game().filter(|_| seen))
            }
            UserCommand::Pause => no_game(),
            UserCommand::SwitchSides | UserCommand::Watch => no_game().or_else(no_opponent),
            UserCommand::MoveNow => no_game().or(Some(t!("move-now-refused"))),
            UserCommand::PlayBest if !model.game.is_analysis_board() => {
                Some(t!("play-best-refused"))
            }
            UserCommand::KeepGame => Some(t!("keep-refused")),
            UserCommand::SaveList if model.games.as_ref().is_some_and(|list| list.waiting) => {
                Some(t!("library-searching"))
            }
            UserCommand::Redo if model.removed.has_restored(model.history.state_number()) => {
                Some(t!("redo-refused"))
            }
            UserCommand::ReviewGame if model.game.is_played() => Some(t!("review-refused")),
            _ => None,
        }
    }

    /// For switches: whether they are on; `None` for other commands.
    pub fn is_checked(self, model: &Model) -> Option<bool> {
        self.info().checked.map(|checked| checked(model))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_command_finds_its_row() {
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
        let names: BTreeSet<&str> = TABLE.iter().map(super::CommandInfo::name).collect();
        assert_eq!(names.len(), TABLE.len());
        for info in TABLE {
            assert!(!info.tooltip().ends_with('.'), "{}", info.tooltip());
        }
    }

    #[test]
    fn every_icon_is_drawn() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/icons");
        for info in TABLE {
            assert!(folder.join(format!("{}.svg", info.icon)).exists(), "{}", info.icon);
        }
    }

    #[test]
    fn keys_read_like_on_a_keyboard() {
        let text = |command: UserCommand| command.info().keys[0].text();
        assert_eq!(text(UserCommand::CopyPgn), "Ctrl+Shift+C");
        assert_eq!(text(UserCommand::Next), "→");
        assert!(UserCommand::Flip.info().keys[0].types_text());
        assert!(!UserCommand::Quit.info().keys[0].types_text());
    }
}
