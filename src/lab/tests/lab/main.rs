//! Experiments against plain versions of the same.

mod foundations;
