//! The hand-crafted evaluation, term by term.

pub mod explain;
