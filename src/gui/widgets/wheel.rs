//! The wheel as steps: a notch is one step, the smooth travel of a touchpad adds up to steps.

use eframe::egui::{Event, MouseWheelUnit};

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
