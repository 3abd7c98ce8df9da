//! Experiments compared with plain versions.

mod foundations;
