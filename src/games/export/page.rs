//! A game as a page to print or to send: one HTML file that needs nothing else, no script and no net.

use std::fmt::Write as _;

use crate::game::tags::Tags;
use crate::game::tree::GameTree;
use crate::openings;

use super::diagram::{self, Style};
use super::escape::{escaped, isolated};
use super::flow::Flow;

pub use super::flow::Moments;

/// Own style of the page.
const CSS: &str = include_str!("page.css");
/// Characters of the title that are shown on a tab.
const LONGEST_TITLE: usize = 120;

/// The page of a game.
pub fn page(tags: &Tags, tree: &GameTree, moments: Moments, style: &Style<'_>) -> String {
    let names = ["White", "Black"].map(|side| tags.known(side).unwrap_or(side));
    let title: String =
        format!("{} – {}", names[0], names[1]).chars().take(LONGEST_TITLE).collect();
    let (flow, left_out) = Flow::of(tree, moments, style);
    let mut out = String::with_capacity(flow.len() + (64 << 10));
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{}</title>\n<style>\n{CSS}</style>\n</head>\n<body>\n",
        escaped(&title)
    );
    out.push_str(&diagram::symbols(style.pieces));
    head(&mut out, tags, tree, names);
    out.push_str("<hr>\n");
    out.push_str(&flow);
    let result = match tags.get("Result") {
        Some("1-0") => "1–0",
        Some("0-1") => "0–1",
        Some("1/2-1/2") => "½–½",
        _ => "*",
    };
    let _ = writeln!(out, "<p class=\"result\">{result}</p>");
    if left_out > 0 {
        let _ = writeln!(out, "<p class=\"meta\">{left_out} more diagrams are left out.</p>");
    }
    out.push_str("<footer>Made with Tabia</footer>\n</body>\n</html>\n");
    out
}

/// Who played, where and when, and the opening.
fn head(out: &mut String, tags: &Tags, tree: &GameTree, names: [&str; 2]) {
    let side = |name: &str, tag: &str, class: &str| {
        let elo = tags.known(&format!("{tag}Elo")).map_or_else(String::new, |elo| {
            format!(" <span class=\"elo\">({})</span>", escaped(elo))
        });
        format!("<span class=\"side {class}\"></span>{}{elo}", isolated(name))
    };
    let _ = writeln!(
        out,
        "<h1>{} – {}</h1>",
        side(names[0], "White", "white"),
        side(names[1], "Black", "black")
    );
    let known = |names: &[&str]| -> Vec<String> {
        names.iter().filter_map(|name| tags.known(name)).map(isolated).collect()
    };
    let round = tags.known("Round").filter(|&round| round != "-");
    let mut place = known(&["Event", "Site", "Date"]);
    place.extend(round.map(|round| format!("Round {}", isolated(round))));
    let main = tree.main_line();
    let opening = main.iter().rev().find_map(|&node| openings::of(tree.board(node)));
    let opening = match opening {
        Some(opening) => vec![escaped(opening.eco), escaped(opening.name)],
        None => known(&["ECO", "Opening"]),
    };
    for line in [place, opening].iter().filter(|line| !line.is_empty()) {
        let _ = writeln!(out, "<p class=\"meta\">{}</p>", line.join(" · "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::flow::MOST_DIAGRAMS;
    use crate::game::pgn_read;

    const NONE: Moments = Moments { annotated: false, ends: false, every: 0 };

    fn page_of(pgn: &str, moments: Moments) -> String {
        let game = pgn_read::read_all(pgn).remove(0);
        page(&game.tags, &game.tree, moments, &Style::default())
    }

    fn words(page: &str) -> String {
        // What stands between tags, without the style and the pieces.
        let body = page.split("<hr>").nth(1).unwrap();
        let mut text = String::new();
        let mut inside = false;
        for c in body.chars() {
            match c {
                '<' => inside = true,
                '>' => inside = false,
                c if !inside => text.push(c),
                _ => {}
            }
        }
        text.replace("&nbsp;", " ").replace('\n', " | ")
    }

    #[test]
    fn moves_and_variations_stand_in_their_order() {
        let pgn = "[Result \"1-0\"]\n\n{first} 1. e4 $1 (1. d4 d5 (1... Nf6 2. c4 (2. Nf3)) 2. c4) 1... e5 \
            {a reply} 2. Nf3 1-0";
        let text = words(&page_of(pgn, NONE));
        assert_eq!(
            text,
            " | first 1. e4! | 1. d4 d5 (1… Nf6 2. c4 (2. Nf3)) 2. c4 | 1… e5 a reply 2. Nf3 | 1–0 | \
             Made with Tabia |  |  | "
        );
    }

    #[test]
    fn hostile_texts_stay_texts() {
        let name = "<script>alert(1)</script>\\\" onload='x' & \u{202e}x";
        let pgn = format!(
            "[White \"{name}\"]\n[Event \"</title><b>\"]\n[WhiteElo \"<i>\"]\n\n\
            1. e4 {{</p><img src=x onerror=y> \u{5d0}\u{5d1}}} e5 *"
        );
        let page = page_of(&pgn, Moments { annotated: true, ends: true, every: 1 });
        assert!(!page.contains("<script") && !page.contains("<img") && !page.contains("<i>"));
        assert_eq!(page.matches("</title>").count(), 1);
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
        // Every paragraph, figure and drawing that begins ends.
        for tag in ["p", "figure", "svg", "span", "bdi", "b", "h1", "symbol", "g"] {
            let open = page.matches(&format!("<{tag}>")).count()
                + page.matches(&format!("<{tag} ")).count();
            assert_eq!(open, page.matches(&format!("</{tag}>")).count(), "{tag}");
        }
        let long = "x".repeat(100_000);
        let page = page_of(&format!("[White \"{long}\"]\n\n*"), NONE);
        assert!(page.contains(&long) && page.contains("<p class=\"result\">*</p>"));
    }

    #[test]
    fn diagrams_stand_where_they_are_wanted() {
        let pgn = "1. e4 e5 2. Nf3 $1 Nc6 (2... d6 3. d4) 3. Bb5 a6 {[%eval 0.2] [%clk 0:01:00]} 4. Ba4 *";
        let count = |moments| page_of(pgn, moments).matches("<figure>").count();
        assert_eq!(count(NONE), 0);
        assert_eq!(count(Moments { annotated: true, ..NONE }), 1, "evaluations are no words");
        assert_eq!(count(Moments { ends: true, ..NONE }), 2);
        assert_eq!(count(Moments { every: 1, ..NONE }), 3);
        assert_eq!(count(Moments { every: 2, ..NONE }), 1);
        let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *";
        assert_eq!(page_of(fen, NONE).matches("<figure>").count(), 1, "where it begins");
        let page = page_of(pgn, Moments { every: 1, ..NONE });
        assert!(page.contains("<figcaption>After 3…\u{a0}a6</figcaption>"), "{page}");
    }

    #[test]
    fn a_long_or_deep_game_makes_a_page() {
        let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(1200);
        let page =
            page_of(&format!("{moves} *"), Moments { annotated: true, ends: true, every: 1 });
        assert_eq!(page.matches("<figure>").count(), MOST_DIAGRAMS);
        assert!(page.contains("1400 more diagrams are left out"), "one is the end, too");
        let deep = format!("1. e4 {}{} *", "(1. d4 ".repeat(5000), ")".repeat(5000));
        let page = page_of(&deep, Moments { ends: true, ..NONE });
        assert!(page.ends_with("</html>\n"));
        let chess960 =
            "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/1RK4R w HB - 0 1\"]\n\n1. O-O *";
        let page = page_of(chess960, NONE);
        assert!(page.contains("<figure>") && page.contains("<b>O-O</b>"));
    }
}
