//! What was opened or pasted comes onto the board: a position, a game, or a list of games.

use std::sync::Arc;

use tabia_games::collection::Collection;
use tabia_games::game::pgn_encoding::Encoding;
use tabia_games::game::pgn_read::PgnGame;

use super::collection::{GameList, Origin, Purpose, ReadRequest};
use super::open::Opened;
use super::paste::Pasted;
use super::saving;
use crate::cx::Cx;
use crate::effect::Effect;
use crate::game::position;
use crate::game::state::GameState;
use crate::window::dialog::Dialog;
use crate::window::workspace::PaneId;

/// Where pasted texts come from.
const CLIPBOARD: &str = "the clipboard";
/// A pasted text longer than this is not looked at between two frames, bytes.
const LARGE_TEXT: usize = 1 << 20;

/// A text was pasted. A large one is looked at elsewhere and comes back as opened.
pub(crate) fn paste(cx: &mut Cx<'_>, text: String) {
    if text.len() > LARGE_TEXT {
        return cx.out.push(Effect::TakeText { source: CLIPBOARD.to_owned(), text });
    }
    take_opened(cx, Opened::of(CLIPBOARD, &text));
}

/// A text was read.
pub(crate) fn take_opened(cx: &mut Cx<'_>, opened: Opened) {
    if let Origin::File(path) = &opened.origin
        && opened.found.is_ok()
        && !opened.quietly
    {
        saving::remember_file(cx, path);
    }
    let listed = opened.quietly || opened.as_list;
    let list = match (&opened.found, &opened.list) {
        (Ok(Pasted::Games(list)), _) => Some(Arc::clone(list)),
        // A file that was listed stays a list, even of one game or none.
        (_, Some(list)) if listed => Some(Arc::clone(list)),
        _ => None,
    };
    if let Some(list) = list {
        return show_list(cx, opened, list);
    }
    if opened.quietly {
        return;
    }
    let what = match opened.source.as_str() {
        CLIPBOARD => "Paste".to_owned(),
        name => format!("Open {name}"),
    };
    match opened.found {
        Ok(Pasted::Position(position)) => {
            position::set_up(cx, GameState::analysis_line(&position), &what);
            cx.m.toasts.info(format!("Position from {}", opened.source));
        }
        Ok(Pasted::Game(game)) => {
            let list = opened.list.as_ref();
            take_game(cx, game, &what, list.map_or(Encoding::Utf8, |list| list.encoding()));
            if let Some(place) = opened.place {
                saving::settle_home(cx, opened.origin, opened.stamp, place);
            }
        }
        Ok(Pasted::Games(_)) => {}
        Err(problem) => {
            cx.m.dialog = Some(Dialog::Problem {
                title: format!("Nothing readable in {}", opened.source),
                lines: problem.lines,
                repair: problem.repair,
            });
        }
    }
}

fn take_game(cx: &mut Cx<'_>, game: PgnGame, what: &str, encoding: Encoding) {
    let (odd, moves) = (problem_text(&game), game.tree.len() - 1);
    position::set_up(cx, GameState::analysis_of(game.tree, game.tags), what);
    let note = encoding_note(encoding);
    if let Some(text) = odd {
        cx.m.toasts.warn(text + &note);
    } else {
        cx.m.toasts.info(format!("A game of {moves} plies, variations included{note}"));
    }
}

/// A text of several games was read: they are listed.
pub(crate) fn show_list(cx: &mut Cx<'_>, opened: Opened, list: Arc<Collection>) {
    let Opened { source, origin, stamp, quietly, .. } = opened;
    let (games, cut, encoding) = (list.len(), list.is_cut(), list.encoding());
    let first = (0..games as u32).find(|&game| list.tells_something(game));
    cx.m.last_list += 1;
    let mut new = GameList::new(cx.m.last_list, source.clone(), origin, stamp, list);
    if let Some(old) = cx.m.games.take().filter(|old| old.origin.is_same(&new.origin)) {
        new.look_as(&old);
    }
    cx.m.games = Some(new);
    cx.save = true;
    if quietly {
        return;
    }
    cx.m.dialog = None;
    // A game that is being played stays on the board: the list waits beside it.
    if let Some(first) = first.filter(|_| !cx.m.game.is_played()) {
        take_from_list(cx, first, Purpose::Open(0));
    }
    cx.study(PaneId::Games);
    if cut {
        let text = format!(
            "{source} has more games than the list has memory for; the first {games} are listed"
        );
        cx.m.toasts.warn(text);
    } else {
        let plural = if games == 1 { "" } else { "s" };
        let note = encoding_note(encoding);
        cx.m.toasts.info(format!("{games} game{plural} in {source}{note}"));
    }
}

pub(crate) fn take_from_list(cx: &mut Cx<'_>, game: u32, purpose: Purpose) {
    let Some(list) = &cx.m.games else { return };
    let Some(place) = list.place(game) else { return };
    let request = ReadRequest { origin: list.origin.clone(), place, purpose };
    cx.out.push(Effect::ReadGame(Box::new(request)));
}

/// How a file is encoded, as the end of a sentence; nothing for UTF-8.
fn encoding_note(encoding: Encoding) -> String {
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
