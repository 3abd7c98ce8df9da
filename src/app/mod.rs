//! The model of the application and everything that can happen to it. No egui here.
