//! The two places where the evaluation is no plain sum: the attack on a king grows with the square of
//! its units, and what is left to play for stretches or shrinks a lead in the endgame.

use super::explain::Tapered;

/// Centipawns of an attack: its units squared, divided by this.
pub const DANGER_DIVISOR: i32 = 1024;
/// Units of an attack are counted up to this: 1406 centipawns.
pub const DANGER_MAX: i32 = 1200;

/// Units of the attack on a king as centipawns; fewer than none are none.
#[inline]
pub(super) fn danger(units: Tapered) -> Tapered {
    let square = |units: i32| {
        let units = units.clamp(0, DANGER_MAX);
        units * units / DANGER_DIVISOR
    };
    Tapered { mg: square(units.mg), eg: square(units.eg) }
}

/// What the initiative adds to the endgame value, White's view: it goes to the side that leads, and
/// can take away no more than the lead.
#[inline]
pub(super) fn initiative(eg: i32, units: i32) -> i32 {
    eg.signum() * units.max(-eg.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn danger_grows_faster_than_its_units() {
        let at = |units| danger(Tapered { mg: units, eg: -units });
        assert_eq!(at(-300), Tapered { mg: 0, eg: 87 });
        assert_eq!(at(600).mg, 351);
        assert_eq!(at(100_000).mg, at(DANGER_MAX).mg);
    }

    #[test]
    fn the_initiative_never_turns_a_lead_around() {
        assert_eq!([initiative(50, 20), initiative(-50, 20)], [20, -20]);
        assert_eq!([initiative(50, -80), initiative(-50, -80)], [-50, 50]);
        assert_eq!(initiative(0, 30), 0);
    }
}
