//! A worksheet to print: positions with questions and lines to write on, and the answers on a page of their own.

use std::borrow::Cow;
use std::fmt::Write as _;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

use tabia_chess::{Board, Color};
use tabia_games::export::diagram::{self, Diagram, Style, escaped};
use tabia_games::printable;
use tabia_text::t;

use super::{Page, PageTheme};

const CSS: &str = include_str!("worksheet.css");

/// Writes the moves in a text in another notation.
pub type Moves<'a> = &'a dyn Fn(&str) -> Cow<'_, str>;

/// Questions about positions, with their answers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Worksheet {
    pub title: String,
    /// What it is about, in a sentence; may be empty.
    pub about: String,
    /// The subject in the suggested file name.
    pub file: String,
    pub items: Vec<Item>,
}

/// A question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Item {
    pub title: String,
    /// An introduction, as Markdown; may be empty.
    pub text: String,
    /// The question, as Markdown.
    pub question: String,
    /// The position it is about.
    pub board: Option<Board>,
    /// The answer, line by line, as Markdown; empty for a question to discuss.
    pub answer: Vec<String>,
}

impl Worksheet {
    /// The sheet as one self-contained HTML file, black on white. `moves` converts the moves in a text to the reader's
    /// notation.
    pub fn page(&self, style: &Style<'_>, moves: Moves<'_>) -> String {
        let page = Page {
            title: self.title.clone(),
            about: String::new(),
            theme: Some(PageTheme::Light),
            style: *style,
            board: None,
            game: String::new(),
            last_move: None,
        };
        let mut main = format!("<style>{CSS}</style>\n");
        if !self.about.is_empty() {
            let _ = writeln!(main, "<p>{}</p>", escaped(&printable::lines(&self.about)));
        }
        let name = escaped(t!("worksheet-name"));
        let _ = writeln!(main, "<p class=\"student\">{name} <span></span></p>");
        for (item, number) in self.items.iter().zip(1..) {
            main.push_str(&question(item, number, style, moves));
        }
        let title = escaped(t!("worksheet-answers"));
        let _ = writeln!(main, "<section class=\"answers\"><h2>{title}</h2>\n<ol>");
        for item in &self.items {
            main.push_str(&answer(item, moves));
        }
        main.push_str("</ol></section>\n");
        page.document(&main, None)
    }
}

fn question(item: &Item, number: usize, style: &Style<'_>, moves: Moves<'_>) -> String {
    let title = escaped(&moves(&printable::line(&item.title)));
    let mut out =
        format!("<section class=\"item\"><h2>{number}. {title}</h2>\n<div class=\"row\">");
    if let Some(board) = &item.board {
        let fen = board.to_string();
        let name = escaped(&t!("page-position", fen = fen.as_str()));
        let svg = diagram::inline(&Diagram::of(board), style, &name);
        let mover = match board.stm() {
            Color::White => t!("worksheet-white"),
            Color::Black => t!("worksheet-black"),
        };
        let (mover, fen) = (escaped(mover), escaped(&fen));
        let _ = write!(
            out,
            "<figure class=\"board\">{svg}<figcaption>{mover}<br><code>{fen}</code></figcaption></figure>"
        );
    }
    let _ = write!(out, "<div>{}", markdown(&item.text, moves));
    let _ =
        write!(out, "<div class=\"ask\">{}</div>", markdown(&without_list(&item.question), moves));
    out.push_str("<div class=\"lines\"><i></i><i></i><i></i></div></div></div></section>\n");
    out
}

fn answer(item: &Item, moves: Moves<'_>) -> String {
    let title = escaped(&moves(&printable::line(&item.title)));
    if item.answer.is_empty() {
        return format!("<li><b>{title}.</b> {}</li>\n", escaped(t!("worksheet-open")));
    }
    let lines: String =
        item.answer.iter().map(|line| markdown(&without_list(line), moves)).collect();
    format!("<li><b>{title}.</b> {lines}</li>\n")
}

/// Escapes a line that begins with a move number, which Markdown would take for a list.
fn without_list(line: &str) -> String {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    match line.split_at(digits) {
        (number, rest) if digits > 0 && rest.starts_with('.') => format!("{number}\\{rest}"),
        _ => line.to_owned(),
    }
}

/// Markdown as HTML. HTML in it is shown as text; links and pictures are replaced by their texts, because a page must
/// not need the network.
fn markdown(text: &str, moves: Moves<'_>) -> String {
    let text = printable::lines(text);
    let plain = Parser::new_ext(&text, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        Event::Text(text) => Some(Event::Text(moves(&text).into_owned().into())),
        Event::Start(Tag::Link { .. } | Tag::Image { .. })
        | Event::End(TagEnd::Link | TagEnd::Image) => None,
        event => Some(event),
    });
    let mut out = String::new();
    html::push_html(&mut out, plain);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_has_each_question_and_the_answers_at_its_end() {
        let item = |title: &str, answer: &[&str]| Item {
            title: title.to_owned(),
            text: "A pawn is worth **a hundred** centipawns.".to_owned(),
            question: format!("3. Ke2 was played. What is {title} worth?"),
            board: Some(Board::start()),
            answer: answer.iter().map(|&line| line.to_owned()).collect(),
        };
        let sheet = Worksheet {
            title: "Values".to_owned(),
            items: vec![item("a rook", &["five pawns"]), item("a king", &[])],
            ..Worksheet::default()
        };
        let page = sheet.page(&Style::default(), &|text| text.replace("Ke2", "♔e2").into());
        let (questions, answers) = page.split_once("class=\"answers\"").unwrap();
        for title in ["a rook", "a king"] {
            assert!(
                questions.contains(&format!("<p>3. ♔e2 was played. What is {title} worth?"))
                    && answers.contains(title)
            );
        }
        assert!(answers.contains("five pawns") && !questions.contains("five pawns"));
        assert!(questions.contains("<strong>a hundred</strong>"));
        assert_eq!(questions.matches("<svg viewBox").count(), 2);
        assert!(answers.contains(t!("worksheet-open")));
        assert!(!page.contains("<script"), "a sheet needs no script");
    }

    #[test]
    fn foreign_text_stays_text() {
        let hostile = "<script>alert(1)</script> [here](javascript:alert(1)) ![x](http://example.org/x.png) \u{202e}";
        let item = Item {
            title: hostile.to_owned(),
            text: hostile.to_owned(),
            question: hostile.to_owned(),
            board: None,
            answer: vec![hostile.to_owned()],
        };
        let (title, about) = (hostile.to_owned(), hostile.to_owned());
        let sheet = Worksheet { title, about, items: vec![item], ..Worksheet::default() };
        let page = sheet.page(&Style::default(), &|text| text.into());
        for wrong in ["<script", "<a ", "<img", "\u{202e}"] {
            assert!(!page.contains(wrong), "{wrong}");
        }
        assert!(page.contains("&lt;script&gt;"));
    }
}
