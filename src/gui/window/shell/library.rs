//! What the window does about files of games.

use super::Shell;
use crate::gui::look::pieces::PieceStyle;
use crate::gui::look::theme::board::BoardTheme;
use tabia_app::action::{Action, GamesAction};
use tabia_app::library::own::{FILE_NAME, KeepRequest, KeptNews};
use tabia_games::export::job::Job;

impl Shell {
    /// Puts a game into the file of one's own games. Where nothing is kept on the disk, it is kept nowhere.
    pub(super) fn keep_game(&mut self, request: KeepRequest) {
        match self.own_games.clone() {
            Some(path) => self.files.keep_game(path, request),
            None if self.model.own.is_awaited(request.id) => {
                let done = Err("Nothing is kept in this run".to_owned());
                let news = KeptNews { request, path: FILE_NAME.into(), done };
                self.apply(Action::Games(GamesAction::Kept(news.into())));
            }
            None => {}
        }
    }

    /// Has a game written as something else, in the colours of the board.
    pub(super) fn export(&mut self, job: Job, suggested: String) {
        let colours = BoardTheme::by_name(&job.theme).colours();
        let style = PieceStyle::by_name(&job.piece_set);
        let pieces = *style.drawings();
        self.files.export(Job { colours, pieces, ..job }, suggested);
    }

    /// Opens the file of one's own games.
    pub(super) fn open_own_games(&mut self) {
        match self.own_games.clone().filter(|path| path.is_file()) {
            Some(path) => self.files.open_list(path),
            None => self.apply(Action::Games(GamesAction::NoOwnGames)),
        }
    }
}
