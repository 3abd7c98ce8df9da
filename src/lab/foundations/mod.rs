//! The ideas that a chess program stands on, to be touched: sets of squares in a word, attacks of sliders by four
//! methods, a key that is an XOR. The engine's own code is the subject; beside it stand plain versions that share
//! nothing with it, as a second truth for readers and tests.

pub mod bitboards;
pub mod encoding;
pub mod legality;
pub mod mailbox;
pub mod sliders;
pub mod zobrist;
