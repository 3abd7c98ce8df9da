//! Moves as text, with little pieces in place of their letters where that is wanted.

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{Align, Color32, FontId};

use tabia_chess::PieceType;

use crate::gui::look::icons;

/// Text with moves in it, laid out in one line. Piece letters become figurines if `figurines`.
pub fn job(text: &str, size: f32, color: Color32, figurines: bool) -> LayoutJob {
    let mut job = LayoutJob::default();
    job.wrap.max_rows = 1;
    job.wrap.max_width = f32::INFINITY;
    append(&mut job, text, size, color, figurines);
    job
}

/// Adds text with moves in it.
pub fn append(job: &mut LayoutJob, text: &str, size: f32, color: Color32, figurines: bool) {
    let format = TextFormat {
        font_id: FontId::proportional(size),
        color,
        valign: Align::Center,
        ..TextFormat::default()
    };
    if figurines {
        job.append(&with_figurines(text), 0.0, format);
    } else {
        job.append(text, 0.0, format);
    }
}

/// The same text with figurines for the letters of pieces. A letter is one of a piece at the beginning
/// of a move and after `=`; `O` of castling and words in between stay.
pub fn with_figurines(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let begins = before == ' ' || before == '=' || before == '(';
        let followed =
            letters.peek().is_none_or(|next| "abcdefgh12345678x+#".contains(*next) || *next == ' ');
        match piece_of(letter).filter(|_| begins && (followed || before == '=')) {
            Some(kind) => out.push(icons::figurine(kind)),
            None => out.push(letter),
        }
        before = letter;
    }
    out
}

fn piece_of(letter: char) -> Option<PieceType> {
    match letter {
        'N' => Some(PieceType::Knight),
        'B' => Some(PieceType::Bishop),
        'R' => Some(PieceType::Rook),
        'Q' => Some(PieceType::Queen),
        'K' => Some(PieceType::King),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_pieces_become_figurines_and_others_stay() {
        let n = icons::figurine(PieceType::Knight);
        let q = icons::figurine(PieceType::Queen);
        assert_eq!(with_figurines("12. Nf3 O-O"), format!("12. {n}f3 O-O"));
        assert_eq!(with_figurines("exd8=Q+"), format!("exd8={q}+"));
        assert_eq!(with_figurines("bxc3 Nobody"), "bxc3 Nobody");
    }
}
