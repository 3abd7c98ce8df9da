//! A classical evaluation built from scratch, one level of knowledge at a time, with a small search that plays with
//! it: what each kind of knowledge is worth can be edited, watched on the board and measured by a match.

pub mod evaluate;
pub mod openings;
pub mod search;
pub mod values;
