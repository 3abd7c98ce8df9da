//! The policy network that is part of the program (`assets/nets`, where its origin is told).

use std::sync::{Arc, LazyLock};

use super::PolicyNet;

/// Its file.
const FILE: &[u8] = include_bytes!("../../../../assets/nets/tabia.policy");

/// Unpacked once for the whole process.
static NETWORK: LazyLock<Option<Arc<PolicyNet>>> =
    LazyLock::new(|| PolicyNet::parse(FILE).ok().map(Arc::new));

/// Its file, as `tabia-train train --policy` writes it.
pub fn bytes() -> &'static [u8] {
    FILE
}

/// The built-in policy network. `None` only if the program was built with a damaged file, which a test excludes.
pub fn network() -> Option<Arc<PolicyNet>> {
    NETWORK.clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::policy::Parameters;
    use tabia_chess::{Board, san};

    #[test]
    fn it_is_whole_and_knows_what_a_player_knows() {
        let network = network().unwrap();
        assert!(Parameters::from_bytes(FILE).unwrap().to_bytes() == FILE, "written as it was read");
        let judged = |fen: &str, likely: &[&str]| {
            let board = Board::from_fen(fen).unwrap();
            let moves = board.legal_moves();
            let mut priors = vec![0.0; moves.len()];
            let wdl = network.evaluate(&board, &moves, &mut priors);
            let chance = |text: &&str| {
                let mv = san::parse(&board, text).unwrap();
                priors[moves.iter().position(|&other| other == mv).unwrap()]
            };
            (wdl.expected(), likely.iter().map(chance).sum::<f32>())
        };
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let (expected, likely) = judged(start, &["e4", "d4", "Nf3", "c4"]);
        assert!((0.4..0.65).contains(&expected) && likely > 0.5, "{expected} {likely}");
        let recapture = "r1bqkbnr/1ppp1ppp/p1B5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4";
        let (_, likely) = judged(recapture, &["dxc6", "bxc6"]);
        assert!(likely > 0.9, "{likely}");
        let queen_up = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(judged(queen_up, &[]).0 > 0.75);
        assert!(judged(&queen_up.replace(" w ", " b "), &[]).0 < 0.25);
    }
}
