//! The hand-crafted evaluation, term by term.
