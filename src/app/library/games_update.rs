//! The list of games: what rows are wanted, and games from it on the board, merged into the one there, or copied.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::collection::Collection;
use crate::collection::file::{Place, Stamp};
use crate::game::pgn_encoding::Encoding;
use crate::game::pgn_read::PgnGame;
use crate::game::pgn_write;

use super::collection::{ExploreRequest, GameList, GamesAction, Origin, Purpose, ReadRequest};
use super::explorer::{GamesAnswer, Source};
use super::homes::Home;
use super::open::Opened;
use crate::app::commands::command::UserCommand;
use crate::app::effect::Effect;
use crate::app::game::state::GameState;
use crate::app::update::Cx;
use crate::app::window::workspace::PaneId;

impl Cx<'_> {
    /// Something about lists of games and the files they are in.
    pub(crate) fn games(&mut self, action: GamesAction) {
        match action {
            GamesAction::Listed { ticket, rows } => {
                if let Some(list) = &mut self.m.games {
                    list.take_rows(ticket, rows);
                }
            }
            GamesAction::Explored { key, number, explored } => {
                if let Some(answer) = &mut self.m.explorer.games
                    && (answer.key, answer.collection) == (key, number)
                {
                    answer.explored = Some(explored);
                }
            }
            GamesAction::Take { game, purpose } => self.take_from_list(game, purpose),
            GamesAction::Read { request, found } => self.game_read(&request, found),
            GamesAction::Close => {
                self.m.games = None;
                self.m.explorer.games = None;
                self.save = true;
            }
            GamesAction::OpenRecent(index) => self.open_recent_file(index),
            GamesAction::Wrote(wrote) => self.wrote(*wrote),
            GamesAction::Save(answer) => self.answer_save(answer),
            GamesAction::SaveTo { path, games, append } => self.save_to(path, games, append),
            GamesAction::Filter(text) => self.look_at_list(|list| list.set_filter(text)),
            GamesAction::Sort(column) => {
                self.look_at_list(|list| list.view.sort = list.view.sort.clicked(column));
            }
            GamesAction::Like(likeness) => {
                self.look_at_list(|list| list.view.likeness = likeness);
            }
            GamesAction::Kept(news) => self.kept(*news),
            GamesAction::NoOwnGames => {
                self.m.toasts.info("No games of yours have been kept yet: play one to its end");
            }
            GamesAction::Remove(game) => self.remove_from_file(game),
            GamesAction::MergeDuplicates => self.merge_duplicates(),
            GamesAction::Changed(changed) => self.file_changed(*changed),
            GamesAction::DraftExport(kind, choices) => self.draft_export(kind, choices),
            GamesAction::Export(kind, choices) => self.export(kind, choices),
            GamesAction::Exported(done) => self.exported(done),
            GamesAction::StandOn(row) => self.look_at_list(|list| list.stand_on(row)),
        }
    }

    /// The list is looked at otherwise.
    fn look_at_list(&mut self, change: impl FnOnce(&mut GameList)) {
        if let Some(list) = &mut self.m.games {
            change(list);
        }
    }

    /// Asks for rows, and for the explorer's moves, where another answer is wanted than was asked for.
    pub(crate) fn settle_games(&mut self) {
        let board = *self.m.game.board();
        let Some(list) = &mut self.m.games else { return };
        if let Some(request) = list.next_question(&board) {
            self.out.push(Effect::ListGames(Box::new(request)));
        }
        let (key, number) = (board.key(), list.number());
        let known = self.m.explorer.games.as_ref().map(|answer| (answer.key, answer.collection));
        if self.m.explorer.source == Source::Games && known != Some((key, number)) {
            let collection = Arc::clone(&list.collection);
            self.m.explorer.games = Some(GamesAnswer { key, collection: number, explored: None });
            self.out.push(Effect::ExploreGames(Box::new(ExploreRequest {
                number,
                collection,
                board,
            })));
        }
    }

    /// A text of several games was read: they are listed.
    pub(crate) fn show_list(&mut self, opened: Opened, list: Arc<Collection>) {
        let Opened { source, origin, stamp, quietly, .. } = opened;
        let (games, cut, encoding) = (list.len(), list.is_cut(), list.encoding());
        let first = (0..games as u32).find(|&game| list.tells_something(game));
        self.m.last_list += 1;
        let mut new = GameList::new(self.m.last_list, source.clone(), origin, stamp, list);
        if let Some(old) = self.m.games.take().filter(|old| old.origin.is_same(&new.origin)) {
            new.look_as(&old);
        }
        self.m.games = Some(new);
        self.save = true;
        if quietly {
            return;
        }
        self.m.dialog = None;
        // A game that is being played stays on the board: the list waits beside it.
        if let Some(first) = first.filter(|_| !self.m.game.is_played()) {
            self.take_from_list(first, Purpose::Open(0));
        }
        self.study(PaneId::Games);
        if cut {
            let text = format!(
                "{source} has more games than the list has memory for; the first {games} are listed"
            );
            self.m.toasts.warn(text);
        } else {
            let plural = if games == 1 { "" } else { "s" };
            let encoded = encoded(encoding);
            self.m.toasts.info(format!("{games} game{plural} in {source}{encoded}"));
        }
    }

    /// Notes where the game on the board came from, and that it is as it stands there.
    pub(crate) fn settle_home(&mut self, origin: Origin, stamp: Stamp, place: Place) {
        let kept = self.pgn_print();
        let unread = self.m.game.tree.all_unread().map(ToOwned::to_owned).collect();
        let home = Home { origin, stamp, place, kept, unread, asked: false };
        self.m.homes.put(self.m.game.serial, home);
    }

    /// A file was opened: it is remembered.
    pub(crate) fn remember_file(&mut self, path: &Path) {
        self.m.settings.remember_file(path);
        self.out.push(Effect::SaveSettings);
    }

    /// A file of the recent ones.
    fn open_recent_file(&mut self, index: usize) {
        if let Some(name) = self.m.settings.recent_files.get(index) {
            let path = PathBuf::from(name);
            self.out.push(Effect::OpenFile { path, quietly: false });
        }
    }

    /// The game above or below that on the board in the list, `step` being -1 or 1.
    pub(crate) fn neighbour_game(&mut self, step: isize) {
        let shown = self.m.listed_game();
        let Some(list) = &self.m.games else { return };
        let row = shown.and_then(|game| list.row_of(game));
        let next = match row.or(list.cursor) {
            Some(row) => row.checked_add_signed(step),
            None => Some(0),
        };
        let Some((row, hit)) = next.and_then(|row| Some((row, *list.rows.get(row)?))) else {
            self.m.toasts.info("There is no further game in the list");
            return;
        };
        self.look_at_list(|list| list.stand_on(row));
        self.take_from_list(hit.game, Purpose::Open(hit.ply));
    }

    fn take_from_list(&mut self, game: u32, purpose: Purpose) {
        let Some(list) = &self.m.games else { return };
        let Some(place) = list.place(game) else { return };
        let request = ReadRequest { origin: list.origin.clone(), place, purpose };
        self.out.push(Effect::ReadGame(Box::new(request)));
    }

    /// A game of the list was read, or could not be.
    fn game_read(&mut self, request: &ReadRequest, found: Result<Box<PgnGame>, String>) {
        let game = match found {
            Ok(game) => *game,
            Err(error) => return self.m.toasts.error(format!("Could not read the game: {error}")),
        };
        match request.purpose {
            Purpose::Open(ply) => self.open_from_list(request, game, ply),
            Purpose::Merge => self.merge(&game),
            Purpose::Copy => {
                let text = pgn_write::write(&game.tags, &game.tree);
                self.out.push(Effect::CopyText(text));
                self.m.toasts.info("Game copied");
            }
        }
    }

    fn open_from_list(&mut self, request: &ReadRequest, game: PgnGame, ply: u32) {
        let list = self.m.games.as_ref().filter(|list| list.origin.is_same(&request.origin));
        let Some(list) = list else { return };
        let (name, stamp) = (list.name.clone(), list.stamp);
        let what = format!("Open game {} of {name}", request.place.game + 1);
        let line = game.tree.main_line();
        let shown = line.get(ply as usize).copied();
        let problem = problem_text(&game);
        self.set_up(GameState::analysis_of(game.tree, game.tags), &what);
        self.settle_home(request.origin.clone(), stamp, request.place);
        if let Some(node) = shown {
            self.go_to(node);
        }
        if let Some(text) = problem {
            self.m.toasts.warn(text);
        }
    }

    /// Brings the moves of another game into the one on the board.
    fn merge(&mut self, game: &PgnGame) {
        let mut outcome = None;
        self.change(|edits, tree| {
            let before = tree.clone();
            outcome = Some(edits.merge(tree, &game.tree));
            *tree != before
        });
        match outcome {
            Some(Ok(0)) => self.m.toasts.info("All moves of that game are in this one"),
            Some(Ok(moves)) => {
                let text = format!("{moves} moves added as variations");
                self.m.toasts.offer(text, UserCommand::Undo);
            }
            Some(Err(error)) => self.m.toasts.warn(error.to_string()),
            None => {}
        }
    }
}

/// How a file is encoded, where that is not UTF-8, as the end of a sentence.
pub(crate) fn encoded(encoding: Encoding) -> String {
    if encoding == Encoding::Utf8 { String::new() } else { format!(", in {}", encoding.name()) }
}

/// What could not be read of a game, in words.
pub(crate) fn problem_text(game: &PgnGame) -> Option<String> {
    let first = game.warnings.first()?;
    Some(match game.warnings.len() {
        1 => format!("Read with one oddity: {first}"),
        n => format!("Read with {n} oddities, the first: {first}"),
    })
}
