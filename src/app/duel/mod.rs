//! The duel: the two engines of the program, alpha-beta and the tree search by playouts, on one position. Its
//! workspace is its switch: whoever comes there has both minds analyse, whoever leaves finds what analysed before.
//!
//! What both say lies in the telemetry like that of every engine; here it is compared: `course` over the time of the
//! searches, `dispute` move by move, `heat` between what was believed of the moves and what became of it.

pub mod begin;
pub mod state;
