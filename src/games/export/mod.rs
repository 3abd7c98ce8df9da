//! Games and positions for people and programs that have no Tabia: drawings (SVG), printable pages (HTML), and the
//! pictures an animation is made of. Everything here is text; rendering pixels is done in a higher layer.
//!
//! ```
//! use tabia_games::export::diagram::{self, Diagram, Style};
//! let svg = diagram::drawing(&Diagram::of(&tabia_chess::Board::start()), &Style::default());
//! assert!(svg.starts_with("<svg ") && svg.matches("<use href=\"#wp\" ").count() == 8);
//! ```

pub mod diagram;
pub mod job;
pub mod page;
