//! The program without its window, feature by feature: actions in, effects out, plain assertions.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests fail loudly")]

mod arena;
mod asking;
mod clocks;
mod details;
mod duel;
mod engine;
mod games;
mod input;
mod keys;
mod lines;
mod links;
mod observer;
mod one_truth;
mod opponent;
mod own_games;
mod pgn_bombs;
mod places;
mod playing;
mod positions;
mod puct;
mod real_engine;
mod reports;
mod results;
mod review;
mod seats;
mod session;
mod sounds;
mod test_app;
mod training;
mod tree;
mod typed;
mod window;
mod workspaces;
