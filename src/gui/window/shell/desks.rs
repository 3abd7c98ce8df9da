//! What the desks have to say: the threads that may take their time.

use super::Shell;
use tabia_app::action::Action;

impl Shell {
    /// Takes in what has come of earlier orders.
    pub(super) fn drain_desks(&mut self) {
        while let Some(news) = self.files.poll() {
            self.apply(news);
        }
        while let Some(news) = self.engines.poll() {
            self.apply(Action::Engines(news));
        }
        while let Some(done) = self.tables.poll() {
            if let Some(tables) = done.tables {
                self.use_tables(Some(tables));
            }
            self.apply(Action::Tables(done.news));
        }
        while let Some(news) = self.expect.poll() {
            self.apply(Action::Expected(Box::new(news)));
        }
    }
}
