//! A view exported as a page: one HTML file that contains its style and script and needs no network. Texts are in the
//! current language.

mod colors;
mod search;
mod table;
mod worksheet;

use std::fmt::Write as _;

use serde_json::Value;

use tabia_chess::{Board, Square};
use tabia_games::export::diagram::{self, Diagram, Style, escaped};
use tabia_games::printable;
use tabia_text::{Language, t};

pub use colors::COLORS;
pub use search::{Course, ENGINE_COLORS, MAX_BYTES, Searches, moments};
pub use worksheet::{Item, Moves, Worksheet};

const CSS: &str = include_str!("page.css");

/// The colours of a page that does not follow the reader's system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageTheme {
    Dark,
    Light,
}

/// What all pages have in common.
#[derive(Clone, Debug)]
pub struct Page<'a> {
    /// The name of the view.
    pub title: String,
    /// An explanation of what is shown; may be empty.
    pub about: String,
    /// `None`: the mode of the reader's system.
    pub theme: Option<PageTheme>,
    /// How boards are drawn.
    pub style: Style<'a>,
    /// The position it shows, if any.
    pub board: Option<Board>,
    /// The players, the date and the move that led to the position, as far as they are known.
    pub game: String,
    /// From and to of that move.
    pub last_move: Option<(Square, Square)>,
}

impl Page<'_> {
    /// The view as a picture, a PNG.
    pub fn picture(&self, png: &[u8]) -> String {
        let title = escaped(&self.title);
        let main = format!(
            "<figure class=\"picture\"><img alt=\"{title}\" src=\"data:image/png;base64,{}\"></figure>\n{}",
            base64(png),
            self.position()
        );
        self.document(&main, None)
    }

    /// The position as a drawing, with its FEN.
    fn position(&self) -> String {
        let Some(board) = &self.board else { return String::new() };
        let fen = escaped(&board.to_string());
        let name = escaped(&t!("page-position", fen = board.to_string()));
        let diagram = Diagram { last_move: self.last_move, ..Diagram::of(board) };
        let svg = diagram::inline(&diagram, &self.style, &name);
        format!("<figure class=\"position\">{svg}<figcaption>{fen}</figcaption></figure>\n")
    }

    /// The whole file around its main part, with data and a script that displays them.
    fn document(&self, main: &str, script: Option<(&Value, &str)>) -> String {
        let (title, about) = (printable::line(&self.title), printable::lines(&self.about));
        let (title, about) = (escaped(&title), escaped(&about));
        let language = escaped(Language::current().id());
        let theme = match self.theme {
            Some(PageTheme::Dark) => " data-theme=\"dark\"",
            Some(PageTheme::Light) => " data-theme=\"light\"",
            None => "",
        };
        let mut out = String::with_capacity(main.len() + (128 << 10));
        let _ = write!(
            out,
            "<!DOCTYPE html>\n<html lang=\"{language}\"{theme}>\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
             script-src 'unsafe-inline'; img-src data:\">\n<title>{title} – Tabia</title>\n<style>\n{}{CSS}</style>\n\
             </head>\n<body>\n",
            colors::css()
        );
        out.push_str(&diagram::symbols(self.style.pieces));
        let _ = write!(out, "\n<h1>{title}</h1>\n");
        if !self.game.is_empty() {
            let game = escaped(&printable::line(&self.game));
            let _ = writeln!(out, "<p class=\"game\">{game}</p>");
        }
        let _ = write!(out, "<main>\n{main}</main>\n");
        if !about.is_empty() {
            let how = escaped(t!("page-about"));
            let _ =
                writeln!(out, "<section class=\"about\"><h2>{how}</h2><p>{about}</p></section>");
        }
        let _ = writeln!(out, "<footer>{}</footer>", escaped(t!("page-made")));
        if let Some((data, script)) = script {
            let _ = writeln!(
                out,
                "<script type=\"application/json\" id=\"data\">{}</script>\n<script>\n{script}</script>",
                json(data)
            );
        }
        out.push_str("</body>\n</html>\n");
        out
    }
}

/// Data as JSON inside a page, escaped so that it cannot end its element.
fn json(data: &Value) -> String {
    let text = data.to_string();
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}

/// Bytes as RFC 4648 writes them.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for part in bytes.chunks(3) {
        let byte = |at: usize| u32::from(part.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let letter = char::from(LETTERS[(bits >> (18 - 6 * at)) as usize & 63]);
            out.push(if at <= part.len() { letter } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(title: &str, about: &str) -> Page<'static> {
        Page {
            title: title.to_owned(),
            about: about.to_owned(),
            theme: None,
            style: Style::default(),
            board: Some(Board::start()),
            game: String::new(),
            last_move: None,
        }
    }

    #[test]
    fn bytes_are_written_as_the_standard_has_them() {
        let cases =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (plain, written) in cases {
            assert_eq!(base64(plain.as_bytes()), written);
        }
        assert_eq!(base64(&[0xff, 0xfb, 0xf0]), "//vw");
    }

    #[test]
    fn a_page_is_self_contained_and_hostile_text_stays_text() {
        let name = "</title><script>alert(1)</script><img src=http://x.y/z onerror=\"'";
        let html = page(name, name).picture(b"\x89PNG");
        assert!(!html.contains("<script") && !html.contains("<img src=h"));
        assert_eq!(html.matches("</title>").count(), 1);
        assert!(html.contains("data:image/png;base64,iVBORw=="));
        let outside = html.replace("http://www.w3.org/", "").replace(&escaped(name), "");
        assert!(!outside.contains("http://") && !outside.contains("https://"));
        assert!(html.contains("<html lang=\"en\">") && html.contains("prefers-color-scheme"));
        let dark = Page { theme: Some(PageTheme::Dark), ..page("", "") }.picture(b"");
        assert!(dark.contains("data-theme=\"dark\"") && !dark.contains("class=\"about\""));
    }

    #[test]
    fn a_page_names_the_game_and_marks_the_last_move() {
        let board = Board::start();
        let mv = tabia_chess::san::parse(&board, "e4").unwrap();
        let page = Page {
            game: "Anna & Bert · After 1. e4".to_owned(),
            last_move: Some((mv.from(), mv.to())),
            board: Some(board.after(mv)),
            ..page("Picture", "")
        };
        let html = page.picture(b"");
        assert!(html.contains("<p class=\"game\">Anna &amp; Bert · After 1. e4</p>"));
        let [light, dark] = page.style.colours.last_move.map(|color| format!("#{color:06x}"));
        assert!(html.contains(&light) && !html.contains(&dark), "e2 and e4 are light");
    }

    #[test]
    fn data_cannot_leave_their_element() {
        let data = serde_json::json!({ "name": "</script><!--\u{2028}&" });
        let text = json(&data);
        assert!(!text.contains(['<', '>', '&', '\u{2028}']), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), data);
    }
}
