//! The window: its interface in a harness without display or graphics card, and the program under Xvfb (`end_to_end`).
#![cfg(feature = "gui")]

mod arena;
mod asking;
mod board_gallery;
mod board_view;
mod board_widget;
mod dialog_gallery;
mod duel;
mod end_to_end;
mod engines;
mod engines_flood;
mod files;
mod input;
mod interface;
mod interface_gallery;
mod keys;
mod lab_window;
mod large_games;
mod line_notes;
mod look;
mod new_game;
mod one_number;
mod panels;
mod persistence;
mod places;
mod presenter;
mod readme_pictures;
mod redraw;
mod results;
mod second_reader;
mod study;
mod texts;
mod training;
mod widgets;
mod workspaces;
