//! Moves as text, with figurines in place of piece letters if wanted; and the wheel steps by which moves are browsed.

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{Align, Color32, Event, FontId, MouseWheelUnit};

use tabia_app::window::notation::Notation;

/// Text with moves in it, laid out in one line.
pub fn job(text: &str, size: f32, color: Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    job.wrap.max_rows = 1;
    job.wrap.max_width = f32::INFINITY;
    append(&mut job, text, size, color);
    job
}

/// Adds text with moves in it.
pub fn append(job: &mut LayoutJob, text: &str, size: f32, color: Color32) {
    let format = TextFormat {
        font_id: FontId::proportional(size),
        color,
        valign: Align::Center,
        ..TextFormat::default()
    };
    job.append(&Notation::current().write(text), 0.0, format);
}

// The wheel as steps: a notch is one step, the smooth travel of a touchpad adds up to steps.

/// Touchpad travel that counts as one notch of a wheel, points.
const POINTS_PER_STEP: f32 = 40.0;
/// Maximum number of steps of one event: a page or a wild swing is not the whole game.
const MAX_STEPS: f32 = 10.0;

/// Wheel travel that is not a whole step yet.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Wheel {
    left: f32,
}

impl Wheel {
    /// Whole steps completed by this event, positive towards the end of the game (wheel down). None with a command key:
    /// then the wheel zooms the interface.
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
        self.left += travel.clamp(-MAX_STEPS, MAX_STEPS);
        let whole = self.left.trunc();
        self.left -= whole;
        -(whole as i32)
    }
}

#[cfg(test)]
mod tests {
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
