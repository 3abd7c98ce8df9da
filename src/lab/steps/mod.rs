//! Alpha-beta step by step: a small tree searched by minimax and by alpha-beta, everything written down that happens
//! on the way. Values and windows are told from the side to move at the root, Max.

pub mod record;
#[cfg(test)]
mod tests;
pub mod toy_tree;
