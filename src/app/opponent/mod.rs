//! The engine as an opponent: how long it takes, when it resigns or offers a draw, its remarks (`remarks`), and the
//! opponent whose strength follows the user's results (`even`).
//!
//! `draws_and_resigning` determines when the engine resigns, accepts or offers a draw; `decide` computes how long a
//! weak level takes and holds its move back until then. `engines::seating` starts the searches needed for that: its
//! own move, a full-strength check of a game that looks lost to a weak level, or pondering. Weak levels misjudge on
//! purpose, so `engines::telemetry` stores none of their scores: everything shown as an evaluation is of full
//! strength.

pub(crate) mod decide;
pub(crate) mod draws_and_resigning;
pub mod even;
pub mod events;
pub mod remarks;
pub(crate) mod views;
