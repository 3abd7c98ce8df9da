//! Widgets: data in, what the user did out. They know neither the model nor the worker.

pub mod board;
