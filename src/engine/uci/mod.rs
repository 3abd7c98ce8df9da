//! UCI protocol (<https://backscattering.de/chess/uci/>): parsing and formatting. No input or output here; the loop is
//! in `cli::uci::serve`.

pub mod answer;
pub mod command;
pub mod go;
pub mod info;
pub mod lines;
pub mod option;
pub mod search_option;

use tabia_games::printable;

/// Text from outside for a message, which puts it in quotation marks: made printable and shortened.
pub fn excerpt(text: &str) -> String {
    const MAX_SHOWN: usize = 60;
    let mut shown: String = text.chars().take(MAX_SHOWN).collect();
    shown = printable::line(&shown).into_owned();
    if text.chars().nth(MAX_SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

fn quoted(text: &str) -> String {
    format!("“{}”", excerpt(text))
}

/// `go depth: found “x”, expected ..`
fn expected(place: &str, found: Option<&str>, wanted: &str) -> String {
    let found = found.map_or_else(|| "nothing".to_owned(), quoted);
    format!("{place}: found {found}, expected {wanted}")
}

#[cfg(test)]
mod tests {
    use super::{excerpt, quoted};

    #[test]
    fn foreign_text_is_cut_and_cleaned() {
        assert_eq!(quoted("e2e5"), "“e2e5”");
        assert_eq!(excerpt("a\u{7}b"), "a\u{fffd}b");
        assert_eq!(excerpt(&"x".repeat(100)).chars().count(), 61);
    }
}
