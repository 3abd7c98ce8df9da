//! The duel: the two engines of the program, alpha-beta and the tree search by playouts, on one position. Its
//! workspace is its switch: entering it starts analysis with both engines, leaving it restores the analysis from
//! before.
//!
//! The reports of both are in the telemetry like those of every engine; `state` compares them over the time of the
//! searches, move by move, and between priors and visits.

pub mod begin;
pub mod state;
