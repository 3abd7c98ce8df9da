//! Who judges the games of `tabia review`: our engine, or another one over UCI.

use tabia_chess::{Board, Move};
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::search::limits::Limits;
use tabia_engine::search::observer::SearchObserver;
use tabia_engine::search::report::IterationInfo;
use tabia_engine::search::stop::StopSignal;
use tabia_engine::search::thinker::{CommonOptions, Thinker};
use tabia_games::book;
use tabia_games::game::pgn_read::PgnGame;
use tabia_host::review::gather::Gather;
use tabia_host::review::{MoveReview, Review};

use crate::failure::Failure;
use crate::thinkers::start_engine;

/// Lines searched: the second tells how much better the best move is.
const LINES: u32 = 2;

/// The engine and what it may spend on a position.
pub(crate) struct Judge {
    engine: Box<dyn Thinker>,
    limits: Limits,
}

/// Listens to a search for the review.
struct Listener<'a>(&'a mut Gather);

impl SearchObserver for Listener<'_> {
    fn on_iteration(&mut self, info: &IterationInfo) {
        self.0.iteration(info);
    }
}

impl Judge {
    /// Our engine, or the one this command starts.
    pub(crate) fn start(uci: Option<&str>, limits: Limits) -> Result<Judge, Failure> {
        let EngineOptions { threads, hash_mib, .. } = EngineOptions::default();
        let options = CommonOptions { threads, hash_mib, multi_pv: LINES };
        Ok(Judge { engine: start_engine(uci, &options)?, limits })
    }

    /// Reviews a game.
    pub(crate) fn review(&mut self, game: &PgnGame) -> Result<(Review, Vec<MoveReview>), Failure> {
        self.engine.new_game()?;
        let mut review = Review::new(&game.tree);
        while let Some((place, position)) = review.next(&game.tree) {
            let mut gather = Gather::default();
            let (stop, listener) = (StopSignal::never(), &mut Listener(&mut gather));
            let outcome = self.engine.search(&position, &self.limits, &stop, listener)?;
            let Some(analysis) = gather.finish(&outcome) else {
                let (name, board) = (self.engine.name(), position.board());
                return Err(Failure::Refused(format!("{name}: gave no score for {board}")));
            };
            review.put(place, analysis);
        }
        let moves = review.moves(&game.tree, in_book);
        Ok((review, moves))
    }
}

fn in_book(board: &Board, mv: Move) -> bool {
    book::built_in().moves(board).iter().any(|known| known.mv == mv)
}
