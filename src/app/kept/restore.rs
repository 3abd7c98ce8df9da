use super::session::Session;
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::effect::Effect;
use crate::game::board;
use crate::review::state::RunState;

/// Continues where the last run ended. Clocks wait for the player.
pub(crate) fn restore_session(cx: &mut Cx<'_>, session: &Session) {
    let game = match session.game.restore() {
        Ok(game) => game,
        Err(error) => return cx.m.toasts.error(format!("The last session is lost: {error}")),
    };
    for saved in &session.before {
        // A game that cannot be read is no reason to lose the others.
        if let Ok(mut game) = saved.restore() {
            cx.m.last_game += 1;
            game.serial = cx.m.last_game;
            if let Some(home) = saved.home() {
                cx.m.homes.put(game.serial, home);
            }
            cx.m.history.restore(game, saved.what());
        }
    }
    let waits = game.clocks.is_some() && game.is_played();
    board::replace_game(cx, game);
    for saved in &session.found {
        if let Some((node, id, kept)) = saved.restore(&cx.m.game.tree)
            && cx.m.is_known(id)
        {
            cx.m.telemetry.restore(node, id, kept);
        }
    }
    if let Some(saved) = &session.review {
        let game = &cx.m.game;
        cx.m.reviews.put(saved.restore(game.serial, &game.tree));
        if cx.m.review().is_some_and(|run| run.state == RunState::Stopped) {
            cx.m.toasts.offer("The review is not finished", UserCommand::ResumeReview);
        }
    }
    if let Some(home) = session.game.home() {
        cx.m.homes.put(cx.m.game.serial, home);
    }
    if let Some(list) = &session.list {
        cx.out.push(Effect::OpenFile { path: list.into(), quietly: true });
    }
    cx.m.view.flipped = session.flipped;
    cx.m.view.hide_engine = session.hide_engine;
    cx.m.view.layout.clone_from(&session.layout);
    cx.m.view.workspace = session.workspace(&cx.m.game);
    cx.m.view.window = session.window;
    cx.m.engine.analysis = session.analysis;
    if waits {
        cx.m.game.paused = true;
        cx.m.toasts.offer("Your game is back; it is paused", UserCommand::Pause);
    }
}
