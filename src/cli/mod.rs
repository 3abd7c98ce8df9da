//! The commands of the terminal, UCI among them, on the same worker as the window.
