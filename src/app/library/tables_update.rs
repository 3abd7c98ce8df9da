//! Endgame tables: opened where the settings say, asked about the shown position.

use std::path::PathBuf;

use super::tables::{TablesNews, TablesState};
use crate::effect::Effect;
use crate::update::Cx;
use crate::window::settings::SettingChange;

impl Cx<'_> {
    /// The tables have something to say. What is no longer asked for is dropped.
    pub(crate) fn tables(&mut self, news: TablesNews) {
        let tables = &mut self.m.tables;
        match news {
            TablesNews::Opened { folders, tables: count, most_men, damaged }
                if folders == tables.folders =>
            {
                tables.state = TablesState::Open { tables: count, most_men };
                if let Some(damaged) = damaged {
                    self.m.toasts.error(format!("Endgame tables: {damaged}"));
                }
            }
            TablesNews::Damaged { folders, error } if folders == tables.folders => {
                // What they said of the shown position may be wrong: it is asked again.
                tables.answer = None;
                self.m.toasts.error(format!("Endgame tables: {error}"));
            }
            TablesNews::Refused { folders, error } if folders == tables.folders => {
                self.m.toasts.error(format!("No endgame tables: {error}"));
                self.m.tables.state = TablesState::Refused(error);
            }
            TablesNews::Answer { board, found } if tables.asked == Some(*board) => {
                tables.asked = None;
                tables.answer = Some((*board, found));
            }
            _ => {}
        }
    }

    /// A folder was picked.
    pub(crate) fn add_table_folder(&mut self, folder: PathBuf) {
        let mut folders = self.m.settings.table_folders.clone();
        if !folders.contains(&folder) {
            folders.push(folder);
            self.set(SettingChange::TableFolders(folders));
        }
    }

    /// Opens what the settings name, and asks about the shown position, one question at a time.
    pub(crate) fn settle_tables(&mut self) {
        let (tables, wanted) = (&mut self.m.tables, &self.m.settings.table_folders);
        if tables.folders != *wanted {
            tables.folders.clone_from(wanted);
            tables.state = if wanted.is_empty() { TablesState::None } else { TablesState::Opening };
            tables.asked = None;
            tables.answer = None;
            self.out.push(Effect::OpenTables(wanted.clone()));
        }
        let board = *self.m.game.board();
        let tables = &mut self.m.tables;
        if tables.asked.is_none() && tables.answer(&board).is_none() && tables.may_know(&board) {
            tables.asked = Some(board);
            self.out.push(Effect::ProbeTables(Box::new(board)));
        }
    }
}
