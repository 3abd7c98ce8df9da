//! The terminal command that computes the numbers of a view.

use tabia_chess::{Board, uci_move};
use tabia_games::game::position::GamePosition;
use tabia_lab::experiment::Experiment as _;
use tabia_lab::representations::race::Race;
use tabia_lab::small_game::learn::SmallGame;
use tabia_lab::tuning::Tuning;
use tabia_text::t;

use crate::cx::Cx;
use crate::model::Model;
use crate::window::workspace::PaneId;

/// The command, quoted for a POSIX shell; `None` for a view without one. It is that of the last run, or of the next
/// run if the settings were changed since.
pub fn command(model: &Model, pane: PaneId) -> Option<String> {
    let ask = model.lab.ask_of(pane)?;
    let entry = ask.entry();
    let options = entry.options(&ask)?;
    let last = model.lab.last_run(entry.id()).filter(|run| run.trial.ask() == ask);
    let position = last.map_or_else(
        || model.game.tree.position(model.lab.node_of(pane, &model.game)),
        |run| run.trial.position().clone(),
    );
    let trial = ask.at(position);
    let mut words = vec![entry.id().to_owned()];
    // A trial that holds for any position has no position of its own.
    if !trial.holds_for(!trial.position().board().key()) {
        words.extend(place(trial.position()));
    }
    // These do not use an engine.
    let searches = ![Race::INFO.id, SmallGame::INFO.id, Tuning::INFO.id].contains(&entry.id());
    let has_hash = options.iter().any(|(name, _)| *name == "hash");
    let hash = model.settings.engine.hash_mib.to_string();
    let hash = (searches && !has_hash).then_some(("hash", hash));
    words.extend(options.into_iter().chain(hash).flat_map(option));
    Some(line(&words))
}

/// Whether a view can have a command for some request.
pub fn may_have_command(model: &Model, pane: PaneId) -> bool {
    let entry = model.lab.ask_of(pane).map(|ask| ask.entry());
    entry.is_some_and(|entry| entry.options(&entry.default()).is_some())
}

/// Whether a view has a command now.
pub fn has_command(model: &Model, pane: PaneId) -> bool {
    model.lab.ask_of(pane).is_some_and(|ask| ask.entry().options(&ask).is_some())
}

/// The last position before which nothing can be repeated, and the moves since.
fn place(position: &GamePosition) -> Vec<String> {
    let GamePosition { start, moves } = position;
    let (mut board, mut from, mut since) = (*start, *start, Vec::new());
    for &mv in moves {
        since.push(uci_move::write(&board, mv, board.is_chess960()));
        board.make_move(mv);
        if board.halfmove_clock() == 0 {
            from = board;
            since.clear();
        }
    }
    let fen = if from == Board::start() { "startpos".to_owned() } else { from.to_string() };
    let moves = (!since.is_empty()).then(|| ("moves", since.join(" ")));
    [("fen", fen)].into_iter().chain(moves).flat_map(option).collect()
}

/// A switch is written without a value.
fn option((name, value): (&str, String)) -> impl Iterator<Item = String> + use<> {
    let value = (value != "yes").then_some(value);
    [format!("--{name}")].into_iter().chain(value)
}

fn line(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    format!("tabia lab {}", words.join(" "))
}

/// Quotes a word for a POSIX shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=,./:+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Copies the command.
pub(crate) fn copy(cx: &mut Cx<'_>, pane: PaneId) {
    if let Some(command) = command(cx.m, pane) {
        cx.copy_text(command, t!("link-command-copied"));
    }
}
