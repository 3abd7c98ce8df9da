//! Choices of how the board looks that are more than a switch.

use serde::{Deserialize, Deserializer, Serialize};

/// Where the letters and digits of a board stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Coordinates {
    /// In the squares of two edges.
    #[default]
    Inside,
    /// Beside the board.
    Outside,
    /// Nowhere.
    None,
}

impl Coordinates {
    /// All choices, in the order in which they are offered.
    pub const ALL: [Coordinates; 3] =
        [Coordinates::Inside, Coordinates::Outside, Coordinates::None];

    /// Its name.
    pub fn label(self) -> &'static str {
        match self {
            Coordinates::Inside => "Inside",
            Coordinates::Outside => "Outside",
            Coordinates::None => "None",
        }
    }
}

/// Reads the place of the coordinates. Files of before there was a choice hold whether there are any.
pub(super) fn coordinates<'de, D: Deserializer<'de>>(from: D) -> Result<Coordinates, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Kept {
        Shown(bool),
        Place(Coordinates),
    }
    Ok(match Kept::deserialize(from)? {
        Kept::Shown(true) => Coordinates::Inside,
        Kept::Shown(false) => Coordinates::None,
        Kept::Place(place) => place,
    })
}

/// How fast pieces slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speed {
    /// They jump.
    Off,
    /// Quick, for fast games.
    Fast,
    /// Easily followed.
    Normal,
    /// For showing a game to others.
    Slow,
}

impl Speed {
    /// All choices, in the order in which they are offered.
    pub const ALL: [Speed; 4] = [Speed::Off, Speed::Fast, Speed::Normal, Speed::Slow];

    /// Its name.
    pub fn label(self) -> &'static str {
        match self {
            Speed::Off => "Off",
            Speed::Fast => "Fast",
            Speed::Normal => "Normal",
            Speed::Slow => "Slow",
        }
    }

    /// How long a move takes, ms.
    pub fn ms(self) -> u32 {
        match self {
            Speed::Off => 0,
            Speed::Fast => 100,
            Speed::Normal => 200,
            Speed::Slow => 450,
        }
    }

    /// The speed that comes nearest to moves of this length, ms. Only 0 is `Off`.
    pub fn nearest(ms: u32) -> Speed {
        let moving = [Speed::Fast, Speed::Normal, Speed::Slow];
        if ms == 0 {
            return Speed::Off;
        }
        let far = |speed: &Speed| speed.ms().abs_diff(ms);
        moving.into_iter().min_by_key(far).unwrap_or(Speed::Normal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_speed_is_the_nearest_to_itself_and_only_none_is_off() {
        for speed in Speed::ALL {
            assert_eq!(Speed::nearest(speed.ms()), speed);
        }
        for (ms, speed) in [(1, Speed::Fast), (260, Speed::Normal), (1000, Speed::Slow)] {
            assert_eq!(Speed::nearest(ms), speed, "{ms} ms");
        }
    }
}
