//! Alpha-beta step by step: a small tree searched by minimax and by alpha-beta, with every step recorded. Values and
//! windows are from the view of the side to move at the root, Max.

pub mod record;
#[cfg(test)]
mod tests;
pub mod toy_tree;
