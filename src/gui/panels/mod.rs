//! Panels: read the model, return actions.
