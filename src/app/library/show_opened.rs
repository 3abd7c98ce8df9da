//! Putting what was opened or pasted on the board: a position, a game, or a list of games.

use std::sync::Arc;

use super::collection::{GameList, OpenAs, Origin};
use super::games::{face_user, look_at_list, problem_text, take_from_list};
use super::open::Opened;
use super::paste::Pasted;
use super::{link, open_link, saving};
use crate::cx::Cx;
use crate::effect::Effect;
use crate::game::position;
use crate::game::state::GameState;
use crate::window::view::Dialog;
use crate::window::workspace::{PaneId, Workspace};
use tabia_chess::Color;
use tabia_games::collection::Collection;
use tabia_games::collection::filter::Filter;
use tabia_games::collection::listing::{Column, Sort};
use tabia_games::game::pgn_encoding::Encoding;
use tabia_games::game::pgn_read::PgnGame;
use tabia_games::game::tree::{GameTree, NodeId};
use tabia_text::{Phrase, phrase, t};

/// A longer pasted text is not parsed between two frames, bytes.
const LARGE_TEXT: usize = 1 << 20;

/// Handles a pasted text and returns its content. A large one is parsed on another thread and comes back as opened.
pub(crate) fn paste(cx: &mut Cx<'_>, text: String) -> Option<Opened> {
    if text.len() > LARGE_TEXT {
        cx.out.push(Effect::TakeText { source: t!("library-clipboard").to_owned(), text });
        return None;
    }
    Some(Opened::of(t!("library-clipboard"), &text))
}

/// Handles a text that was read.
pub(crate) fn take_opened(cx: &mut Cx<'_>, opened: Opened) {
    if let Some(path) = &opened.file
        && opened.found.is_ok()
        && !opened.quietly
    {
        saving::remember_file(cx, path);
    }
    let listed = opened.quietly || opened.as_list;
    let list = match (&opened.found, &opened.list) {
        (Ok(Pasted::Games(list)), _) => Some(Arc::clone(list)),
        // A file that is to be listed stays a list, even with one game or none.
        (_, Some(list)) if listed => Some(Arc::clone(list)),
        _ => None,
    };
    if let Some(list) = list {
        return show_list(cx, opened, list);
    }
    if opened.quietly {
        return;
    }
    let pasted =
        matches!(opened.origin, Origin::Text(_)) && opened.source == t!("library-clipboard");
    let source = opened.source.as_str();
    let what = if pasted {
        phrase!("library-undo-paste")
    } else {
        phrase!("library-undo-open", source = source)
    };
    match opened.found {
        Ok(Pasted::Position(position)) => {
            position::set_up(cx, GameState::analysis_line(&position), what);
            // A user who opens a position without moves wants to find a move.
            let bare = position.moves.is_empty();
            position::face(cx, if bare { cx.m.game.board().stm() } else { Color::White });
            cx.m.toasts.info(if pasted {
                t!("library-position-pasted").to_owned()
            } else {
                t!("library-position-opened", source = source)
            });
        }
        Ok(Pasted::Game(game)) => {
            let list = opened.list.as_ref();
            let encoding = list.map_or(Encoding::Utf8, |list| list.encoding());
            take_game(cx, game, what, (!pasted).then_some(source), encoding);
            if let Some(place) = opened.place {
                saving::settle_home(cx, opened.origin, opened.stamp, place);
            }
        }
        Ok(Pasted::Games(_)) => {}
        Ok(Pasted::Link(link)) => open_link::open(cx, *link, what),
        Err(problem) => {
            let is_link = matches!(&opened.origin, Origin::Text(text) if link::is_link(text));
            let title = if is_link {
                t!("link-unreadable").to_owned()
            } else if pasted {
                t!("library-nothing-in-clipboard").to_owned()
            } else {
                t!("library-nothing-in-file", source = source)
            };
            cx.m.dialog = Some(match problem.fen {
                Some(text) => Dialog::BrokenFen { title, text },
                None => Dialog::Problem { title, lines: problem.lines },
            });
        }
    }
}

/// `source`: the file it was opened from; `None`: it was pasted.
fn take_game(
    cx: &mut Cx<'_>,
    game: PgnGame,
    what: Phrase,
    source: Option<&str>,
    encoding: Encoding,
) {
    let odd = problem_text(&game);
    let moves = (game.tree.main_line().len() - 1).div_ceil(2);
    let variations = variations(&game.tree);
    position::set_up(cx, GameState::analysis_of(game.tree, game.tags), what);
    face_user(cx);
    if cx.m.view.workspace == Workspace::Study {
        cx.open_pane(PaneId::Moves);
    }
    if let Some(text) = odd {
        return cx.m.toasts.warn_of_game(with_encoding(text, encoding), cx.m.game.serial);
    }
    let text = match source {
        None => t!("library-game-pasted", moves = moves, variations = variations),
        Some(source) => {
            t!("library-game-opened", source = source, moves = moves, variations = variations)
        }
    };
    cx.m.toasts.info(with_encoding(text, encoding));
}

/// The number of variations in a game.
fn variations(tree: &GameTree) -> usize {
    let (mut count, mut waiting) = (0, vec![NodeId::ROOT]);
    while let Some(node) = waiting.pop() {
        let children = tree.children(node);
        count += children.len().saturating_sub(1);
        waiting.extend(children);
    }
    count
}

/// Shows the list of a text with several games.
fn show_list(cx: &mut Cx<'_>, opened: Opened, list: Arc<Collection>) {
    // The user's own games come as a list, in which the newest game is selected.
    let Opened { source, origin, stamp, quietly, as_list: newest, filter, .. } = opened;
    let known = cx.m.games.as_ref().map(|list| &list.origin).or(cx.m.list_of_session.as_ref());
    if quietly && !known.is_some_and(|known| known.is_same(&origin)) {
        // The list was to be read again, but has been closed since or replaced by another.
        return;
    }
    cx.m.list_of_session = None;
    let (games, cut, encoding) = (list.len(), list.is_cut(), list.encoding());
    let asked = Filter::parse(&filter);
    let test = asked.on(&list);
    let tells = |game: &u32| list.tells_something(*game) && test.passes(*game);
    let mut all = 0..games as u32;
    let first = if newest { all.rfind(tells) } else { all.find(tells) };
    cx.m.last_list += 1;
    let mut new = GameList::new(cx.m.last_list, source.clone(), origin, stamp, list);
    let old = cx.m.games.take().filter(|old| old.origin.is_same(&new.origin));
    if let Some(old) = &old {
        new.copy_view(old);
    }
    cx.m.games = Some(new);
    if newest && old.is_none() {
        let sort = Sort { column: Column::Number, descending: true };
        look_at_list(cx, |list| list.view.sort = sort);
    }
    if !filter.is_empty() {
        look_at_list(cx, |list| list.set_filter(filter));
    }
    cx.save = true;
    if quietly {
        return;
    }
    cx.close_dialogs();
    // A game in progress, or with changes that are in no file, stays on the board beside the list: a large file takes
    // long to read, and the user may be in the middle of a move.
    let stays = cx.m.game.is_played() || cx.m.would_lose().is_some();
    if let Some(first) = first.filter(|_| !stays) {
        take_from_list(cx, first, OpenAs::Open(0));
    }
    cx.study(PaneId::Games);
    if cut {
        let text = t!("library-list-cut", source = source, n = games);
        cx.m.toasts.warn(text);
    } else {
        let text = t!("library-listed", n = games, source = source);
        cx.m.toasts.info(with_encoding(text, encoding));
    }
}

/// A message about a file, with its encoding if that is not UTF-8.
fn with_encoding(text: String, encoding: Encoding) -> String {
    if encoding == Encoding::Utf8 {
        return text;
    }
    t!("library-encoded", text = text, encoding = encoding.name())
}
