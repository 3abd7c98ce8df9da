//! The choices for exporting a view as a picture, an animation or a page.

use serde::{Deserialize, Serialize};

use tabia_games::export::job::Kind;

/// The possible widths of a picture, pixels.
pub const WIDTHS: [u32; 4] = [800, 1200, 1600, 2400];
/// The possible durations of a frame of an animation, ms.
pub const STEP_MS: std::ops::RangeInclusive<u32> = 100..=5_000;
/// The last frame is shown this many times as long.
pub const REST: u32 = 4;

/// The colours of the export.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ExportTheme {
    /// Those of the window; a page uses the reader's system setting.
    #[default]
    Same,
    Dark,
    Light,
}

/// The choices for the export of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ViewChoices {
    pub kind: Kind,
    /// Width of a picture, pixels; `None`: as on screen.
    pub width_px: Option<u32>,
    pub theme: ExportTheme,
    /// Duration of a frame of an animation, ms.
    pub step_ms: u32,
}

impl Default for ViewChoices {
    fn default() -> ViewChoices {
        ViewChoices { kind: Kind::Png, width_px: None, theme: ExportTheme::Same, step_ms: 700 }
    }
}

impl ViewChoices {
    /// The possible file types.
    pub const KINDS: [Kind; 3] = [Kind::Png, Kind::Html, Kind::Gif];

    /// The choices with every value inside its range.
    #[must_use]
    pub fn clamped(self) -> ViewChoices {
        ViewChoices {
            kind: if self.kind == Kind::Svg { Kind::Png } else { self.kind },
            width_px: self.width_px.filter(|width| WIDTHS.contains(width)),
            step_ms: self.step_ms.clamp(*STEP_MS.start(), *STEP_MS.end()),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_says_is_brought_into_range() {
        let wild = ViewChoices {
            kind: Kind::Svg,
            width_px: Some(1_000_000),
            step_ms: 0,
            theme: ExportTheme::Dark,
        };
        let wanted =
            ViewChoices { step_ms: 100, theme: ExportTheme::Dark, ..ViewChoices::default() };
        assert_eq!(wild.clamped(), wanted);
        assert_eq!(wanted.clamped(), wanted);
    }
}
