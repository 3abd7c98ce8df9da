//! UCI text to types and back. No input or output here.
