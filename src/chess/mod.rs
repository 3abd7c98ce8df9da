//! The rules of chess: positions, legal moves, notation. No clock, file, thread or print here.
