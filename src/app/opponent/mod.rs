//! The engine as an opponent: how long it takes, when it resigns or offers a draw, what it remarks (`remarks`), and the
//! one whose strength follows the user's results (`even`).
//!
//! `pace` says how long a weak level takes, `draws_and_resigning` when it resigns, takes or offers a draw, `decide` holds the
//! move found until its time has come, and `engines::settle` asks for whatever search that needs: its own move, the
//! verdict of full strength on a game that looks lost to a weak level, or pondering. Weak levels misjudge on
//! purpose, so `engines::telemetry` keeps no score of theirs: whatever is shown as an evaluation is of full
//! strength.

pub(crate) mod decide;
pub(crate) mod draws_and_resigning;
pub mod even;
pub mod events;
pub mod remarks;
pub(crate) mod views;
