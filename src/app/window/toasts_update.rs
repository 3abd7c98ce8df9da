//! Notes end with what they speak of.

use super::toasts::{Toast, ToastAbout, ToastOffer};
use crate::commands::command::UserCommand;
use crate::update::Cx;

impl Cx<'_> {
    /// Binds the notes from this number on to what they speak of, and takes away those whose subject is over.
    pub(crate) fn settle_toasts(&mut self, from: u64) {
        let change = self.m.history.state_number();
        let game = &self.m.game;
        self.m.toasts.bind(from, |toast| about(toast, change, game.serial));
        let (paused, offered, elsewhere) =
            (game.paused, game.draw_offer.is_some(), !game.at_live());
        let watchable = self.m.can_watch().then_some(game.serial);
        self.m.toasts.end(|about| match about {
            ToastAbout::Anything => true,
            ToastAbout::Change(of) => of == change,
            ToastAbout::Pause => paused,
            ToastAbout::DrawOffer => offered,
            ToastAbout::LookingElsewhere => elsewhere,
            ToastAbout::Watching(of) => watchable == Some(of),
        });
    }
}

/// What a note speaks of, by what it offers.
fn about(toast: &Toast, change: u64, game: u64) -> ToastAbout {
    let command = match toast.offers[..] {
        [ToastOffer::Command(command)] => command,
        [ToastOffer::Watching(_), ..] => return ToastAbout::Watching(game),
        _ => return ToastAbout::Anything,
    };
    match command {
        UserCommand::Undo => ToastAbout::Change(change),
        UserCommand::Pause => ToastAbout::Pause,
        UserCommand::AcceptDraw => ToastAbout::DrawOffer,
        UserCommand::ToGame => ToastAbout::LookingElsewhere,
        _ => ToastAbout::Anything,
    }
}
