//! Moves as text, with little pieces in place of their letters where that is wanted; and the steps of the wheel by
//! which one goes through them.

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{Align, Color32, Event, FontId, MouseWheelUnit};

use std::borrow::Cow;

use tabia_chess::PieceType;

use crate::gui::look::icons;

/// The letters of PGN, in the order of the message `piece-letters`.
const LETTERS: &str = "KQRBN";

/// How the pieces of moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PieceNames {
    /// Little pieces.
    #[default]
    Figurines,
    /// The letters of PGN: K, Q, R, B, N.
    English,
    /// The letters of the language of the interface.
    Localized,
}

/// Text with moves in it, laid out in one line.
pub fn job(text: &str, size: f32, color: Color32, pieces: PieceNames) -> LayoutJob {
    let mut job = LayoutJob::default();
    job.wrap.max_rows = 1;
    job.wrap.max_width = f32::INFINITY;
    append(&mut job, text, size, color, pieces);
    job
}

/// Adds text with moves in it.
pub fn append(job: &mut LayoutJob, text: &str, size: f32, color: Color32, pieces: PieceNames) {
    let format = TextFormat {
        font_id: FontId::proportional(size),
        color,
        valign: Align::Center,
        ..TextFormat::default()
    };
    job.append(&with_pieces(text, pieces), 0.0, format);
}

/// The same text with the pieces written in another way. A letter is one of a piece at the beginning
/// of a move and after `=`; `O` of castling and words in between stay.
pub fn with_pieces(text: &str, pieces: PieceNames) -> Cow<'_, str> {
    let letters = tabia_text::t!("piece-letters");
    let name = |kind: PieceType| match pieces {
        PieceNames::Figurines => icons::figurine(kind),
        PieceNames::English => ' ',
        PieceNames::Localized => letters
            .chars()
            .nth(LETTERS.find(kind.letter().to_ascii_uppercase()).unwrap_or(0))
            .unwrap_or('?'),
    };
    if pieces == PieceNames::English {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let begins = before == ' ' || before == '=' || before == '(';
        let followed = letters.peek().is_some_and(|next| "abcdefgh12345678x".contains(*next));
        match piece_of(letter).filter(|_| begins && (followed || before == '=')) {
            Some(kind) => out.push(name(kind)),
            None => out.push(letter),
        }
        before = letter;
    }
    Cow::Owned(out)
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

// The wheel as steps: a notch is one step, the smooth travel of a touchpad adds up to steps.

/// Touchpad travel that counts as one notch of a wheel, points.
const POINTS_PER_STEP: f32 = 40.0;
/// Most steps of one event: a page or a wild swing is not the whole game.
const MOST: f32 = 10.0;

/// Wheel travel that is not a whole step yet.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Wheel {
    left: f32,
}

impl Wheel {
    /// Whole steps this event completes, towards the end of the game (wheel down) positive. None with a
    /// command key: then the wheel zooms the interface.
    pub(crate) fn steps(&mut self, event: &Event) -> i32 {
        let Event::MouseWheel { unit, delta, modifiers, .. } = event else { return 0 };
        if modifiers.any() {
            return 0;
        }
        let travel = match unit {
            MouseWheelUnit::Point => delta.y / POINTS_PER_STEP,
            MouseWheelUnit::Line | MouseWheelUnit::Page => delta.y,
        };
        if self.left * travel < 0.0 {
            self.left = 0.0;
        }
        self.left += travel.clamp(-MOST, MOST);
        let whole = self.left.trunc();
        self.left -= whole;
        -(whole as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_pieces_become_figurines_and_others_stay() {
        let n = icons::figurine(PieceType::Knight);
        let q = icons::figurine(PieceType::Queen);
        let with_figurines = |text| with_pieces(text, PieceNames::Figurines).into_owned();
        assert_eq!(with_figurines("12. Nf3 O-O"), format!("12. {n}f3 O-O"));
        assert_eq!(with_figurines("exd8=Q+"), format!("exd8={q}+"));
        assert_eq!(with_figurines("bxc3 Nobody"), "bxc3 Nobody");
        assert_eq!(with_figurines("c3 N ! Qb3 N"), format!("c3 N ! {q}b3 N"), "N is a novelty");
        let localized = |text| with_pieces(text, PieceNames::Localized).into_owned();
        assert_eq!(localized("12. Nf3 exd8=Q+ Kb1"), "12. Nf3 exd8=Q+ Kb1");
        let _german = tabia_text::Language::by_id("de").unwrap().on_this_thread();
        assert_eq!(localized("12. Nf3 exd8=Q+ Kb1 Rd1 Be2"), "12. Sf3 exd8=D+ Kb1 Td1 Le2");
        assert_eq!(with_pieces("Nf3", PieceNames::English), "Nf3");
    }
}

#[cfg(test)]
mod wheel_tests {
    use eframe::egui::{Modifiers, MouseWheelSource, TouchPhase, vec2};

    use super::*;

    fn turn(unit: MouseWheelUnit, y: f32) -> Event {
        let (delta, phase) = (vec2(0.0, y), TouchPhase::Move);
        let (source, modifiers) = (MouseWheelSource::Unknown, Modifiers::NONE);
        Event::MouseWheel { unit, delta, phase, source, modifiers }
    }

    #[test]
    fn a_notch_is_a_step_and_smooth_travel_adds_up() {
        let mut wheel = Wheel::default();
        assert_eq!(wheel.steps(&turn(MouseWheelUnit::Line, -1.0)), 1);
        assert_eq!(wheel.steps(&turn(MouseWheelUnit::Line, 3.0)), -3);
        let smooth: i32 = (0..20).map(|_| wheel.steps(&turn(MouseWheelUnit::Point, -5.0))).sum();
        assert_eq!(smooth, 2, "100 points and a half step left");
        assert_eq!(wheel.steps(&turn(MouseWheelUnit::Point, 39.0)), 0, "a turn begins anew");
        assert_eq!(wheel.steps(&turn(MouseWheelUnit::Page, -900.0)), 10);
    }
}
