//! The programs `tabia` and `tabia-train` as a terminal, a script or another program runs them.

mod campaign;
mod commands;
mod export;
mod games;
mod hostile_paths;
mod install;
mod lab;
mod lab_foundations;
mod lab_ladder;
mod lab_scratch;
mod lab_tours;
mod lab_xray;
mod links;
mod network;
mod policy;
mod programs;
mod puct;
mod referee;
mod scripts;
mod threads;
mod tournament;
mod uci_session;
mod watched;
