//! Commands that wait for the end of a search, in order. None is ever dropped: when there is no more room, no
//! more lines are read until there is.

use std::collections::VecDeque;

use tabia_engine::uci::command::UciCommand;

/// Memory that commands may take before no more lines are read, bytes: some hundred thousand of the usual ones.
const ROOM: usize = 64 << 20;

#[derive(Debug, Default)]
pub(super) struct Queue {
    commands: VecDeque<UciCommand>,
    /// Memory of all, bytes, about.
    bytes: usize,
    /// Searches among them.
    searches: usize,
    /// Commands to stop among them.
    stops: usize,
    /// Commands to quit among them.
    quits: usize,
}

impl Queue {
    pub(super) fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }

    /// No more should be read.
    pub(super) fn is_full(&self) -> bool {
        self.bytes >= ROOM
    }

    /// A search is among them.
    pub(super) fn has_search(&self) -> bool {
        self.searches > 0
    }

    /// A command to stop is among them: it is meant for everything before it.
    pub(super) fn has_stop(&self) -> bool {
        self.stops > 0
    }

    /// A command to quit is among them.
    pub(super) fn has_quit(&self) -> bool {
        self.quits > 0
    }

    pub(super) fn first(&self) -> Option<&UciCommand> {
        self.commands.front()
    }

    pub(super) fn push(&mut self, command: UciCommand) {
        self.count(&command);
        self.commands.push_back(command);
    }

    /// Puts a command before all others.
    pub(super) fn push_first(&mut self, command: UciCommand) {
        self.count(&command);
        self.commands.push_front(command);
    }

    pub(super) fn pop(&mut self) -> Option<UciCommand> {
        let command = self.commands.pop_front()?;
        self.bytes -= size(&command);
        self.searches -= usize::from(is_search(&command));
        self.stops -= usize::from(command == UciCommand::Stop);
        self.quits -= usize::from(command == UciCommand::Quit);
        Some(command)
    }

    fn count(&mut self, command: &UciCommand) {
        self.bytes += size(command);
        self.searches += usize::from(is_search(command));
        self.stops += usize::from(*command == UciCommand::Stop);
        self.quits += usize::from(*command == UciCommand::Quit);
    }
}

fn is_search(command: &UciCommand) -> bool {
    matches!(command, UciCommand::Go(_) | UciCommand::Bench(_))
}

/// Memory of a command, bytes, about.
fn size(command: &UciCommand) -> usize {
    /// What a small piece of memory costs beside what is in it.
    const PIECE: usize = 32;
    let own = size_of::<UciCommand>();
    own + match command {
        UciCommand::Position(text) => {
            let fen = text.fen.as_ref().map_or(0, |fen| PIECE + fen.len());
            let mv = |mv: &String| size_of::<String>() + PIECE + mv.len();
            fen + text.moves.iter().map(mv).sum::<usize>()
        }
        UciCommand::SetOption { name, value } => {
            2 * PIECE + name.len() + value.as_ref().map_or(0, String::len)
        }
        UciCommand::Go(go) => {
            go.search_moves.iter().map(|mv| size_of::<String>() + PIECE + mv.len()).sum()
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_engine::uci::command::parse;

    fn command(line: &str) -> UciCommand {
        parse(line).command.unwrap()
    }

    #[test]
    fn commands_come_out_in_order_and_are_counted() {
        let mut queue = Queue::default();
        let lines =
            ["position startpos moves e2e4", "go searchmoves e7e5", "setoption name Hash value 3"];
        for line in lines {
            queue.push(command(line));
        }
        assert!(queue.has_search() && !queue.is_full() && !queue.is_empty());
        queue.push_first(command("quit"));
        assert_eq!(queue.first(), Some(&UciCommand::Quit));
        assert_eq!(queue.pop(), Some(UciCommand::Quit));
        for line in lines {
            assert_eq!(queue.pop(), Some(command(line)));
        }
        assert_eq!((queue.pop(), queue.bytes, queue.searches), (None, 0, 0));
    }

    #[test]
    fn thousands_of_long_games_fit_and_no_more_than_memory_has() {
        let mut queue = Queue::default();
        let game = format!("position startpos moves{}", " g1f3 g8f6 f3g1 f6g8".repeat(50));
        let mut pairs = 0;
        while !queue.is_full() {
            queue.push(command(&game));
            queue.push(command("go nodes 100"));
            pairs += 1;
        }
        assert!((4_000..10_000).contains(&pairs), "{pairs}");
        while queue.pop().is_some() {}
        assert!(!queue.is_full() && !queue.has_search());
    }
}
