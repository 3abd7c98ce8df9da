//! The colours of the board: squares, marks on squares, arrows. Nothing here draws.

use eframe::egui::Color32;

use super::rgb;
use tabia_games::export::diagram::Colours;

/// Squares that are good for White where a board is coloured by numbers. The two can be told apart with every kind of
/// colour blindness, and from the wood.
pub const GAIN: Color32 = rgb(0x2a_86_d8);
/// Squares that are good for Black there.
pub const LOSS: Color32 = rgb(0xe0_5a_2b);
/// Ground of the numbers written into such squares, and their ink.
pub const NUMBER: Pair = Pair { light: rgb(0xf7_f8_fa), dark: rgb(0x16_19_1d) };

/// Ground of pieces that wait beside a board: a grey on which both sides can be seen. Light under the pointer.
pub const TRAY: Pair = Pair { light: rgb(0xb4_ba_c2), dark: rgb(0x92_99_a3) };

/// A colour for light squares and its twin for dark ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// On light squares.
    pub light: Color32,
    /// On dark squares.
    pub dark: Color32,
}

impl Pair {
    /// The colour for a square of this kind.
    pub fn on(self, light_square: bool) -> Color32 {
        if light_square { self.light } else { self.dark }
    }
}

/// One way to colour the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardTheme {
    /// What people choose it by; also its key in the settings.
    pub name: &'static str,
    /// The bare squares.
    pub square: Pair,
    /// The two squares of the last move.
    pub last_move: Pair,
    /// The square of the piece picked up.
    pub selected: Pair,
    /// The two squares of a premove.
    pub premove: Pair,
    /// Coordinates written into the squares.
    pub coordinate: Pair,
    /// Dots and rings on the squares a piece can go to.
    pub target: Color32,
    /// The same under the pointer.
    pub target_hover: Color32,
    /// Heart of the glow under a king in check.
    pub check: Color32,
    /// Outline of the focused square and of marks that must not speak by colour alone.
    pub line: Color32,
    /// Whether marked squares get an outline too.
    pub outlined: bool,
}

/// What is needed to make a theme.
struct Seed {
    name: &'static str,
    light: u32,
    dark: u32,
    /// Hue of the last move.
    last: u32,
    /// Hue of the piece picked up.
    pick: u32,
    /// How much darker than a dark square letters on light ones are, per cent.
    ink: u32,
}

const fn mix(a: u32, b: u32, percent_b: u32) -> u32 {
    const fn channel(a: u32, b: u32, shift: u32, percent_b: u32) -> u32 {
        let (a, b) = ((a >> shift) & 255, (b >> shift) & 255);
        ((a * (100 - percent_b) + b * percent_b + 50) / 100) << shift
    }
    channel(a, b, 16, percent_b) | channel(a, b, 8, percent_b) | channel(a, b, 0, percent_b)
}

const fn rgba(hex: u32, alpha: u8) -> Color32 {
    Color32::from_rgba_unmultiplied_const((hex >> 16) as u8, (hex >> 8) as u8, hex as u8, alpha)
}

const fn tint(seed: &Seed, hue: u32, percent: u32) -> Pair {
    Pair { light: rgb(mix(seed.light, hue, percent)), dark: rgb(mix(seed.dark, hue, percent)) }
}

const PREMOVE_HUE: u32 = 0x3f_4f_c0;

const fn theme(seed: &Seed) -> BoardTheme {
    BoardTheme {
        name: seed.name,
        square: Pair { light: rgb(seed.light), dark: rgb(seed.dark) },
        last_move: tint(seed, seed.last, 50),
        selected: tint(seed, seed.pick, 58),
        premove: tint(seed, PREMOVE_HUE, 55),
        coordinate: Pair {
            light: rgb(mix(seed.dark, 0x00_00_00, seed.ink)),
            dark: rgb(mix(seed.light, 0xff_ff_ff, 75)),
        },
        target: rgba(mix(seed.pick, 0x00_00_00, 62), 110),
        target_hover: rgba(mix(seed.pick, 0x00_00_00, 45), 165),
        check: rgb(0xe0_24_1b),
        line: rgb(0x0d_5f_d8),
        outlined: false,
    }
}

impl BoardTheme {
    /// Every theme, the one people start with first.
    pub const ALL: [BoardTheme; 7] = [
        theme(&Seed {
            name: "Walnut",
            light: 0xec_d9_b9,
            dark: 0xab_82_5f,
            last: 0xc9_c2_3d,
            pick: 0x5c_8f_3f,
            ink: 54,
        }),
        theme(&Seed {
            name: "Green",
            light: 0xe9_ec_d5,
            dark: 0x76_96_5c,
            last: 0xe6_d5_3a,
            pick: 0xd8_92_2e,
            ink: 54,
        }),
        theme(&Seed {
            name: "Blue",
            light: 0xe0_e7_ee,
            dark: 0x71_90_b0,
            last: 0x9c_c9_4f,
            pick: 0x2f_8f_86,
            ink: 54,
        }),
        theme(&Seed {
            name: "Grey",
            light: 0xe1_e3_e5,
            dark: 0x84_8a_91,
            last: 0xd8_bd_4a,
            pick: 0x2e_97_72,
            ink: 54,
        }),
        theme(&Seed {
            name: "Plum",
            light: 0xea_e2_ea,
            dark: 0x93_7f_a3,
            last: 0x6f_d0_92,
            pick: 0x3f_8c_a8,
            ink: 54,
        }),
        theme(&Seed {
            name: "Paper",
            light: 0xfb_f9_f3,
            dark: 0xc2_bd_b1,
            last: 0xd6_b4_3c,
            pick: 0x3f_97_84,
            ink: 70,
        }),
        HIGH_CONTRAST,
    ];

    /// The same colours for a drawing in a file.
    pub fn colours(&self) -> Colours {
        let hex = |color: Color32| {
            let [r, g, b, _] = color.to_srgba_unmultiplied();
            u32::from_be_bytes([0, r, g, b])
        };
        let both = |pair: Pair| [hex(pair.light), hex(pair.dark)];
        let BrushColors { green, red, blue, orange, .. } = BRUSHES;
        Colours {
            squares: both(self.square),
            last_move: both(self.last_move),
            check: hex(self.check),
            brushes: [green, red, blue, orange].map(hex),
            ..Colours::default()
        }
    }

    /// The theme of this name, or the first where none has it.
    pub fn by_name(name: &str) -> &'static BoardTheme {
        static ALL: [BoardTheme; 7] = BoardTheme::ALL;
        ALL.iter().find(|theme| theme.name == name).unwrap_or(&ALL[0])
    }
}

/// Black lines and full colours: marks can be told apart by their outlines alone.
const HIGH_CONTRAST: BoardTheme = BoardTheme {
    name: "High contrast",
    square: Pair { light: rgb(0xff_ff_ff), dark: rgb(0x70_70_70) },
    last_move: Pair { light: rgb(0xff_ea_80), dark: rgb(0x9a_86_18) },
    selected: Pair { light: rgb(0x7f_d4_ff), dark: rgb(0x1c_82_b4) },
    premove: Pair { light: rgb(0xd6_b8_ff), dark: rgb(0x7f_55_b5) },
    coordinate: Pair { light: rgb(0x00_00_00), dark: rgb(0xff_ff_ff) },
    target: rgba(0x00_00_00, 200),
    target_hover: rgba(0x00_3d_c0, 235),
    check: rgb(0xff_00_00),
    line: rgb(0x00_3d_c0),
    outlined: true,
};

impl Default for &BoardTheme {
    fn default() -> Self {
        BoardTheme::by_name("")
    }
}

/// Colours of arrows and circles, by brush: what a person draws and what the engine shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrushColors {
    /// Brush without a modifier key.
    pub green: Color32,
    /// Brush with Shift or Ctrl.
    pub red: Color32,
    /// Brush with Alt.
    pub blue: Color32,
    /// Brush with both.
    pub orange: Color32,
    /// The engine's lines.
    pub engine: Color32,
    /// What the side not to move threatens.
    pub threat: Color32,
    /// The same where several engines analyse, by slot.
    pub engines: [Color32; 4],
    /// Plate under the text of an engine arrow.
    pub plate: Color32,
    /// Text on the plate.
    pub plate_text: Color32,
}

/// The brushes of every board theme.
pub const BRUSHES: BrushColors = BrushColors {
    green: rgba(0x1a_7f_37, 190),
    red: rgba(0xb0_2a_2a, 190),
    blue: rgba(0x1f_55_b8, 190),
    orange: rgba(0xd9_7a_08, 200),
    engine: rgba(0x0f_6f_a8, 185),
    threat: rgba(0x8e_1b_6b, 205),
    engines: [
        rgba(0x16_68_c4, 200),
        rgba(0xd9_7a_08, 200),
        rgba(0x00_4d_40, 200),
        rgba(0xb0_3a_8c, 200),
    ],
    plate: rgba(0x0c_2f_47, 235),
    plate_text: rgb(0xff_ff_ff),
};

/// Colours of the promotion chooser and of what dims the board behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChooserColors {
    /// Over the whole board.
    pub dim: Color32,
    /// A choice.
    pub plate: Color32,
    /// A choice under the pointer or with the focus.
    pub plate_hover: Color32,
    /// Edge of the chooser.
    pub edge: Color32,
}

/// The chooser of every board theme.
pub const CHOOSER: ChooserColors = ChooserColors {
    dim: rgba(0x10_12_14, 130),
    plate: rgb(0xf4_f2_ee),
    plate_hover: rgb(0xf2_c2_7a),
    edge: rgba(0x00_00_00, 90),
};

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(c: Color32) -> f64 {
        let channel = |v: u8| {
            let v = f64::from(v) / 255.0;
            if v <= 0.03928 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(c.r()) + 0.7152 * channel(c.g()) + 0.0722 * channel(c.b())
    }

    fn contrast(a: Color32, b: Color32) -> f64 {
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        if a > b { a / b } else { b / a }
    }

    /// WCAG 2.1 asks 3:1 of large text and of graphics
    /// (<https://www.w3.org/TR/WCAG21/#non-text-contrast>).
    #[test]
    fn coordinates_can_be_read_on_plain_and_marked_squares() {
        for theme in BoardTheme::ALL {
            for light in [true, false] {
                for square in [theme.square, theme.last_move, theme.selected, theme.premove] {
                    let ground = square.on(light);
                    let Pair { light: a, dark: b } = theme.coordinate;
                    let best = contrast(a, ground).max(contrast(b, ground));
                    assert!(best >= 3.0, "{} {light} {ground:?}: {best:.2}", theme.name);
                }
            }
        }
    }

    #[test]
    fn marks_differ_from_their_squares_and_from_each_other() {
        for theme in BoardTheme::ALL {
            for light in [true, false] {
                let colors = [theme.square, theme.last_move, theme.selected, theme.premove]
                    .map(|p| p.on(light));
                for (i, a) in colors.iter().enumerate() {
                    for b in &colors[i + 1..] {
                        let apart: i32 = a
                            .to_array()
                            .iter()
                            .zip(b.to_array())
                            .map(|(&x, y)| (i32::from(x) - i32::from(y)).abs())
                            .sum();
                        assert!(apart >= 45, "{} {light}: {a:?} {b:?}", theme.name);
                    }
                }
            }
        }
    }

    #[test]
    fn a_theme_is_found_by_its_name() {
        for theme in BoardTheme::ALL {
            assert_eq!(*BoardTheme::by_name(theme.name), theme);
        }
        assert_eq!(BoardTheme::by_name("no such board").name, "Walnut");
    }
}
