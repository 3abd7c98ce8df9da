//! Moves as text, with little pieces in place of their letters where that is wanted; and the steps of the wheel by
//! which one goes through them.

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{Align, Color32, Event, FontId, MouseWheelUnit};

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
        assert_eq!(with_figurines("12. Nf3 O-O"), format!("12. {n}f3 O-O"));
        assert_eq!(with_figurines("exd8=Q+"), format!("exd8={q}+"));
        assert_eq!(with_figurines("bxc3 Nobody"), "bxc3 Nobody");
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
