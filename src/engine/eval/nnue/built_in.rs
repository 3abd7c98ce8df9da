//! The network that is part of the program (`assets/nets`, where its origin is told).

use std::sync::{Arc, LazyLock};

use super::Network;

/// Its file.
const FILE: &[u8] = include_bytes!("../../../../assets/nets/tabia.nnue");

/// Unpacked once for the whole process.
static NETWORK: LazyLock<Option<Arc<Network>>> =
    LazyLock::new(|| Network::from_bytes(FILE).ok().map(Arc::new));

/// The built-in network. `None` only if the program was built with a damaged file, which a test excludes.
pub fn network() -> Option<Arc<Network>> {
    NETWORK.clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::Parameters;
    use tabia_chess::Board;

    #[test]
    fn it_is_whole_and_knows_what_pieces_are_worth() {
        let network = network().unwrap();
        assert!(Parameters::from_bytes(FILE).unwrap().to_bytes() == FILE, "written as it was read");
        let white = |fen: &str| network.evaluate(&Board::from_fen(fen).unwrap());
        assert!(white("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").abs() < 100);
        let knight = white("r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let queen = white("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert!((150..800).contains(&knight) && queen > knight + 200, "{knight} and {queen}");
    }
}
