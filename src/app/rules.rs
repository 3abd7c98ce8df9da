//! The rules that must hold after every action, in the order in which they are applied.

use crate::arena::update as arena;
use crate::cx::Cx;
use crate::duel::begin;
use crate::effect::Effect;
use crate::engines::{asked, observer, seating};
use crate::game::{play, replace};
use crate::lab::playouts::update as playouts;
use crate::lab::update;
use crate::library::{games, saving};
use crate::opponent::decide;
use crate::results::update as results;
use crate::review::run;
use crate::tours::update as tours;
use crate::training::state::Page;
use crate::training::update as training;
use crate::window::toasts::Subjects;
use crate::window::view::Dialog;
use crate::window::workspace::{PaneId, Workspace};

/// What holds, and the function that makes it hold. Applied a second time it changes nothing, unless an engine has
/// played a book move the first time.
pub(crate) type Rule = (&'static str, fn(&mut Cx<'_>));

/// The rules in order. Each relies on those above it.
pub(crate) const RULES: &[Rule] = &[
    // First, as it may put another game on the board.
    ("a game waits only while the one before it is written", replace::settle),
    // It may, too.
    ("no tour is taken in Play and in the arena", tours::settle_left),
    // Whatever has closed a dialog, also another game on the board: a question that nobody has answered stays.
    ("the last session is offered until the user has answered", offer_session),
    // Before every other rule that asks where the game stands.
    ("an analysis board stands where it is looked at", stand_where_shown),
    // Before the searches are chosen: an edit may have taken the position away.
    ("a lock is on a position of the game", drop_lost_lock),
    // After all that changes the shown position and the order of moves.
    ("a comment before a move is written where a variation begins", annotating),
    // The workspace may have changed with the action. It switches analysis, so it goes before what is asked.
    ("the duel is on in its workspace and nowhere else", begin::settle_duel),
    // After the duel, which may have ended the analysis that was on in it.
    ("an analysis board is searched in the Lab", update::settle_entered),
    // Reads lock and analysis; what it forgets makes finished searches count no longer.
    ("a question about moves is about the analysed position", asked::settle_asked),
    // Before the book and the searches, which both need to know whether a move is held back.
    ("a move is held back only by an engine to move", seating::settle_decision),
    // Before the searches: a position that is gone is neither reviewed nor a puzzle.
    ("a review is of positions of the game", run::settle_review),
    // After the reviews, whose errors are the puzzles; before the searches, which judge the move that was tried.
    ("puzzles are of the game on the board", run::settle_learning),
    // Asks about the shown position, which nothing below changes but a book move; that one is asked about next time.
    ("the tables are those of the settings, and asked about the position", tables),
    // Before the searches: a book move needs none. It may end the game, so it goes after all that reads the game as
    // the action left it.
    ("an engine plays from the book where it can", decide::decide_from_book),
    // Before others are opened, as a changed entry is ended here and started again there.
    ("no process runs that nobody needs", seating::close_seats),
    // Here and nowhere else searches are begun and ended: all that decides about them stands above.
    ("the searches that run are those wanted", seating::settle_searches),
    // After the searches: an engine's clock runs from when its search has begun.
    ("the clock of the side to move runs", seating::settle_clocks),
    // After the searches, which come first.
    ("a tournament takes no processor that a game or an analysis needs", arena::settle),
    // After all that switches analysis.
    ("what an engine shows during a game is noted in it", observer::settle_help),
    // From here on nothing is asked of the engines that play and analyse. A move from the book may have ended the game,
    // in which nothing can be typed any more.
    ("moves are typed where they can be played", typing),
    // Whatever led there: the first puzzle is on the board, and a round ends with its minute.
    ("a puzzle is on the board of the training", training::settle),
    // After what opens the page or changes the file.
    ("the results shown are those of the file", results::settle),
    // Any action may have closed or replaced the dialog, an event from outside too.
    ("keys are asked for in the settings only", close_rebinding),
    // After the book move, which may end the game or let it go on.
    ("the card of a game's end lies where a game has ended", play::settle_end_card),
    // After all that ends what notes speak of; notes made by rules above are bound here too.
    ("notes end with what they speak of", notes),
    // After all that changes the shown position, to which list and explorer answer.
    ("the list shows the rows asked for", games::settle_games),
    // After the searches: while one runs a look is repeated.
    ("the engine's memory is looked into for the views that are open", update::settle),
    // After all that changes the shown position and the pins.
    ("playouts grow from the position of their view", playouts::settle),
    // After puzzles may have ended: while there are any, nothing expected is shown.
    ("expected moves are of the game on the board", expected),
    // After the Lab, whose views and experiments are what a step asks for.
    ("a step that is done is ticked off", tours::settle),
    // After all that may be heard: one sound for an action, however much has happened.
    ("the gravest sound is heard", sound),
    // Last: the session is written as all the others have left it.
    ("what has changed is written", session),
];

/// Applies all rules.
pub(crate) fn apply_all(cx: &mut Cx<'_>) {
    for (_, apply) in RULES {
        apply(cx);
    }
}

fn stand_where_shown(cx: &mut Cx<'_>) {
    let game = &mut cx.m.game;
    if game.is_analysis_board() {
        game.live = game.current;
    }
}

fn drop_lost_lock(cx: &mut Cx<'_>) {
    cx.m.engine.lock = cx.m.engine.lock.filter(|&node| cx.m.game.tree.contains(node));
}

fn annotating(cx: &mut Cx<'_>) {
    if let Some(at) = &mut cx.m.view.annotating {
        at.before &= cx.m.game.tree.begins_variation(at.node);
    }
}

fn tables(cx: &mut Cx<'_>) {
    let folders = &cx.m.settings.table_folders;
    if cx.m.tables.follow(folders) {
        cx.out.push(Effect::OpenTables(folders.clone()));
    }
    let drill = cx.m.training.drill.as_ref().filter(|_| {
        cx.m.view.workspace == Workspace::Training && cx.m.training.page == Page::Endgames
    });
    let board = drill.map_or(*cx.m.game.board(), |drill| drill.position.board());
    if cx.m.tables.asks(&board) {
        cx.out.push(Effect::ProbeTables(Box::new(board)));
    }
}

fn typing(cx: &mut Cx<'_>) {
    if !cx.m.takes_typed_moves() {
        cx.m.typed.end();
    }
}

fn offer_session(cx: &mut Cx<'_>) {
    if cx.m.offered.is_some() && cx.m.dialog.is_none() {
        cx.m.dialog = Some(Dialog::LastSession);
    }
}

fn close_rebinding(cx: &mut Cx<'_>) {
    if !matches!(cx.m.dialog, Some(Dialog::Settings)) {
        cx.m.rebinding = None;
    }
}

fn notes(cx: &mut Cx<'_>) {
    let game = &cx.m.game;
    let now = Subjects {
        change: cx.m.history.state_number(),
        game: game.serial,
        paused: game.paused,
        draw_offered: game.draw_offer.is_some(),
        looking_elsewhere: !game.at_live(),
        watchable: cx.m.can_watch(),
    };
    cx.m.toasts.settle(cx.first_note, &now);
}

fn expected(cx: &mut Cx<'_>) {
    if cx.m.view.panes.contains(&PaneId::Review) && cx.m.learn.is_none() {
        let request = cx.m.expected.ask(&cx.m.game);
        cx.out.extend(request.map(|request| Effect::Expect(Box::new(request))));
    }
}

fn sound(cx: &mut Cx<'_>) {
    let settings = &cx.m.settings.sounds;
    if let Some(sound) = cx.sound.take().filter(|&sound| settings.plays(sound)) {
        cx.out.push(Effect::Sound { sound, volume: settings.volume });
    }
}

fn session(cx: &mut Cx<'_>) {
    if std::mem::take(&mut cx.save) {
        saving::settle_saved(cx);
        cx.m.save_at_ms = None;
        cx.out.push(Effect::SaveSession);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Action;
    use crate::commands::command::UserCommand;
    use crate::model::Model;
    use crate::update::update;
    use crate::window::settings::Settings;

    #[test]
    fn a_rule_that_holds_changes_nothing() {
        use UserCommand as C;
        let mut model = Model::new(Settings::default());
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
        let actions = [C::Threat, C::ToggleAnalysis, C::Duel, C::PlayDuelMatch, C::StudyWorkspace]
            .into_iter()
            .map(Action::Command)
            .chain([Action::SetFen(fen.to_owned()), Action::Command(C::LabWorkspace)]);
        for (now, action) in (1_000..).zip(actions) {
            let text = format!("{action:?}");
            update(&mut model, action, now);
            for (name, apply) in RULES {
                let before = format!("{model:?}");
                let mut cx = Cx::new(&mut model, now);
                apply(&mut cx);
                assert!(cx.out.is_empty(), "{name}, after {text}: {:?}", cx.out);
                assert!(format!("{model:?}") == before, "{name} changes the model after {text}");
            }
        }
    }
}
