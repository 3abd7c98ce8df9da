//! The rules that must hold after every action, in the order in which they are applied.

use crate::arena::update as arena;
use crate::cx::Cx;
use crate::duel::begin;
use crate::effect::Effect;
use crate::engines::{asked, observer, requests, seating};
use crate::game::clock::Clocks;
use crate::game::{play, replace};
use crate::lab::playouts::update as playouts;
use crate::lab::{inspections, update};
use crate::library::{games, saving};
use crate::opponent::decide;
use crate::results::update as results;
use crate::review::run;
use crate::tours::update as tours;
use crate::training::state::Page;
use crate::training::update as training;
use crate::window::toasts::{Subjects, ToastOffer};
use crate::window::view::Dialog;
use crate::window::workspace::{PaneId, Workspace};

/// Time between two writes of the session while a person's clock runs, ms.
const CLOCK_SAVED_MS: u64 = 10_000;

/// A rule and the function that enforces it. Applying it a second time changes nothing, unless an engine played a
/// book move the first time.
pub(crate) type Rule = (&'static str, fn(&mut Cx<'_>));

/// The rules in order. Each relies on those above it.
pub(crate) const RULES: &[Rule] = &[
    // First, because it may put another game on the board.
    ("a game waits only while the one before it is written", replace::settle),
    // It may put another game on the board too.
    ("a question about a game in progress ends with it", replace::settle_question),
    // So may this.
    ("no tour is shown in Play or the arena", tours::settle_left),
    // After everything that may have closed a dialog, including another game on the board.
    ("a dialog comes back when the one that covered it is closed", uncover),
    // After the dialogs behind another one: an unanswered question stays open.
    ("the last session is offered until the user has answered", offer_session),
    // Before every rule that asks for the current position of the game.
    ("an analysis board has its current position where it is shown", stand_where_shown),
    // Before the searches are chosen: an edit may have removed the position.
    ("a lock is on a position of the game", drop_lost_lock),
    // After everything that changes the shown position and the order of moves.
    ("a comment before a move is written where a variation begins", annotating),
    // The action may have changed the workspace. The duel switches analysis, so it goes before the questions about
    // moves.
    ("the duel is on in its workspace and nowhere else", begin::settle_duel),
    // After the duel, which may have ended its analysis.
    ("an analysis board is searched in the Lab", update::settle_entered),
    // After everything that switches analysis.
    ("the players of a fresh game sit at the board in Play", requests::settle_players),
    // Reads lock and analysis; the results of finished searches that it drops no longer count.
    ("a question about moves concerns the analysed position", asked::settle_asked),
    // Before the book and the searches, which both need to know whether a move is held back.
    ("a move is held back only by an engine to move", seating::settle_decision),
    // Before the searches: a position that no longer exists is neither reviewed nor a puzzle.
    ("a review covers positions of the game", run::settle_review),
    // After the reviews, whose errors become the puzzles; before the searches, which evaluate the move that was
    // tried.
    ("puzzles belong to the game on the board", run::settle_learning),
    // Asks about the shown position, which below changes only by a book move; that position is asked about at the
    // next action.
    ("the tablebases of the settings are open and asked about the position", tables),
    // Before the searches: a book move needs none. It may end the game, so it comes after every rule that reads the
    // game as the action left it.
    ("an engine plays from the book where it can", decide::decide_from_book),
    // Before engines are started, because the process of a changed entry is ended here and started again there.
    ("no process runs that is not needed", seating::close_seats),
    // The only place where searches are started and stopped: everything that decides about them is above.
    ("exactly the wanted searches run", seating::settle_searches),
    // After the searches: an engine's clock starts once its search has begun.
    ("the clock of the side to move runs", seating::settle_clocks),
    // After the searches, which have priority.
    ("a tournament takes no processor that a game or an analysis needs", arena::settle),
    // After everything that switches analysis.
    ("what an engine shows during a game is noted in it", observer::settle_help),
    // From here on nothing is asked of the engines that play and analyse. A book move may have ended the game, after
    // which no move can be typed.
    ("moves are typed where they can be played", typing),
    // After everything that may lead to the training: the first puzzle is on the board, and a timed round ends when
    // its minute is over.
    ("a puzzle is on the board of the training", training::settle),
    // After everything that opens the page or changes the file.
    ("the results shown match the file", results::settle),
    // Any action or event from outside may have closed or replaced the dialog.
    ("new keys are asked for only in the settings", close_rebinding),
    // After the book move, which may end the game or let it continue.
    ("the end-of-game card is shown only where a game has ended", play::settle_end_card),
    // After everything that may remove the subject of a note; this also covers notes made by the rules above.
    ("a note disappears with its subject", notes),
    // After everything that changes the shown position, which list and explorer follow.
    ("the list shows the rows asked for", games::settle_games),
    // After the searches: the memory is inspected repeatedly while one runs.
    ("the engine's memory is inspected for the open views", inspections::settle),
    // After everything that changes the shown position and the pins.
    ("playouts grow from the position of their view", playouts::settle),
    // After puzzles may have ended: no expected move is shown while there are any.
    ("expected moves belong to the game on the board", expected),
    // After the Lab, because a step waits for its views and experiments.
    ("a completed step is ticked", tours::settle),
    // After everything that may be heard: one sound per action, however much has happened.
    ("the most important sound is played", sound),
    // Last: the session is written in its final state.
    ("changes are written", session),
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

fn uncover(cx: &mut Cx<'_>) {
    if cx.m.dialog.is_none() {
        cx.m.dialog = cx.m.behind.pop();
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
        editing: cx.m.editor.is_some(),
        game: game.serial,
        paused: game.paused,
        draw_offered: game.draw_offer.is_some(),
        looking_elsewhere: !game.at_live(),
        watchable: cx.m.can_watch(),
    };
    cx.m.toasts.settle(cx.first_note, &now);
    // The newest was offered and dismissed.
    if !cx.m.toasts.offers(ToastOffer::ShowOpened) && cx.m.opened_meanwhile.pop().is_some() {
        replace::offer_opened(cx);
    }
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
    // A crash must not give a person's time back.
    let game = &cx.m.game;
    let running = game.clocks.as_ref().and_then(Clocks::running);
    if running.is_some_and(|side| !game.player(side).is_engine()) {
        cx.m.save_at_ms.get_or_insert(cx.now + CLOCK_SAVED_MS);
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
