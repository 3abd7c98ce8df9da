//! Colours measured: text that can be read, engines that can be told apart.

use super::board::BRUSHES;
use super::*;

/// A channel as light, 0 to 1.
fn linear(v: u8) -> f64 {
    let v = f64::from(v) / 255.0;
    if v <= 0.03928 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
}

fn luminance(c: Color32) -> f64 {
    0.2126 * linear(c.r()) + 0.7152 * linear(c.g()) + 0.0722 * linear(c.b())
}

fn contrast(a: Color32, b: Color32) -> f64 {
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    if a > b { a / b } else { b / a }
}

/// Every colour text is written in, by name.
fn inks(p: &Palette) -> [(&'static str, Color32); 7] {
    [
        ("text", p.text),
        ("weak text", p.text_weak),
        ("faint text", p.text_faint),
        ("accent", p.accent),
        ("good", p.good),
        ("bad", p.bad),
        ("warn", p.warn),
    ]
}

/// Every ground text is written on, by name.
fn grounds(p: &Palette) -> [(&'static str, Color32); 6] {
    [
        ("panel", p.panel),
        ("window", p.window),
        ("raised", p.raised),
        ("hover", p.hover),
        ("active", p.active),
        ("accent fill", p.accent_fill),
    ]
}

/// WCAG 2.1 asks 4.5:1 of text (<https://www.w3.org/TR/WCAG21/#contrast-minimum>).
#[test]
fn every_text_can_be_read_on_every_ground() {
    for (mode, p) in [("dark", &DARK), ("light", &LIGHT)] {
        for (ground, back) in grounds(p) {
            for (ink, fore) in inks(p) {
                let found = contrast(fore, back);
                assert!(found >= 4.5, "{mode}: {ink} on {ground} has {found:.2}");
            }
        }
        let badges = [
            ("black on white", p.black_side, p.white_side),
            ("black on a draw", p.black_side, p.draw_side),
        ];
        for (name, fore, back) in badges {
            assert!(contrast(fore, back) >= 4.5, "{mode}: {name}");
        }
    }
}

/// What egui's own widgets are drawn with: their texts on their fills, chosen ones too.
#[test]
fn the_widgets_of_the_toolkit_can_be_read() {
    for (p, base) in [(&DARK, Visuals::dark()), (&LIGHT, Visuals::light())] {
        let v = visuals(p, base);
        let widgets = &v.widgets;
        for state in [
            widgets.noninteractive,
            widgets.inactive,
            widgets.hovered,
            widgets.active,
            widgets.open,
        ] {
            for fill in [state.bg_fill, state.weak_bg_fill] {
                assert!(contrast(state.fg_stroke.color, fill) >= 4.5, "{state:?}");
            }
        }
        assert!(contrast(v.selection.stroke.color, v.selection.bg_fill) >= 4.5);
        for ink in [v.hyperlink_color, v.warn_fg_color, v.error_fg_color, v.weak_text_color()] {
            for ground in [v.panel_fill, v.window_fill, v.extreme_bg_color, v.code_bg_color] {
                assert!(contrast(ink, ground) >= 4.5, "{ink:?} on {ground:?}");
            }
        }
    }
}

/// WCAG 2.1 asks 3:1 of what tells where something is (<https://www.w3.org/TR/WCAG21/#non-text-contrast>); a mere
/// hairline between two areas needs less, but has to be seen.
#[test]
fn edges_can_be_seen() {
    for (mode, p) in [("dark", &DARK), ("light", &LIGHT)] {
        for side in [p.white_side, p.black_side, p.draw_side] {
            let own = contrast(side, p.panel);
            let edge = contrast(p.edge, p.panel);
            assert!(own.max(edge) >= 3.0, "{mode}: a badge of {side:?} has no edge");
        }
        assert!(contrast(p.accent, p.panel) >= 3.0, "{mode}: the focus");
        assert!(contrast(p.border, p.panel) >= 1.6, "{mode}: between panels");
        assert!(contrast(p.border, p.window) >= 1.35, "{mode}: at the strip of tabs");
        // The mark of an open bound on its chip, and in a row that is chosen.
        for back in [p.raised, p.hover, p.panel] {
            assert!(contrast(p.warn, back) >= 3.0, "{mode}: {:?} on {back:?}", p.warn);
        }
    }
}

/// Linear light as eyes without one of the three kinds of cones see it: Viénot, Brettel, Mollon 1999 for the
/// first two, Machado, Oliveira, Fernandes 2009 for the third; the last is the usual eye.
const EYES: [(&str, [[f64; 3]; 3], f64); 4] = [
    ("red-blind", [[0.112, 0.888, 0.0], [0.112, 0.888, 0.0], [0.004, -0.004, 1.0]], 22.0),
    ("green-blind", [[0.293, 0.707, 0.0], [0.293, 0.707, 0.0], [-0.022, 0.022, 1.0]], 22.0),
    ("blue-blind", [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]], 9.0),
    ("usual", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], 45.0),
];

/// CIE L*a*b* of a colour as seen through such eyes.
fn seen(color: Color32, eyes: &[[f64; 3]; 3]) -> [f64; 3] {
    let light = [color.r(), color.g(), color.b()].map(linear);
    let mix = |row: &[f64; 3]| row.iter().zip(light).map(|(m, v)| m * v).sum::<f64>();
    let light = [mix(&eyes[0]), mix(&eyes[1]), mix(&eyes[2])].map(|v| v.clamp(0.0, 1.0));
    let sum = |red: f64, green: f64, blue: f64| red * light[0] + green * light[1] + blue * light[2];
    let (x, y) = (sum(0.4124, 0.3576, 0.1805), sum(0.2126, 0.7152, 0.0722));
    let z = sum(0.0193, 0.1192, 0.9505);
    let root = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    let [x, y, z] = [root(x / 0.950_47), root(y), root(z / 1.088_83)];
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[test]
fn engines_have_colours_that_any_eye_tells_apart() {
    let arrows = BRUSHES.engines.map(Color32::to_opaque);
    for colors in [DARK.engines, LIGHT.engines, arrows] {
        for (name, eyes, least) in EYES {
            for (i, &a) in colors.iter().enumerate() {
                for &b in &colors[i + 1..] {
                    let (a, b) = (seen(a, &eyes), seen(b, &eyes));
                    let apart = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                    assert!(apart >= least, "{name}: {apart:.0} between {a:?} and {b:?}");
                }
            }
        }
    }
    for p in [&DARK, &LIGHT] {
        for color in p.engines {
            assert!(contrast(color, p.panel) >= 3.0, "{color:?} on {:?}", p.panel);
        }
    }
}
